/* Calls of the verbs over arrays. The arguments are checked and broadcast, then batch/loops.c runs without the GIL. */
#include "calls.h"
#include "../../batch/threads/job_parts.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- arguments ---- */

static void release_array_operand(array_operand *o)
{
    Py_XDECREF(o->array);
    Py_XDECREF(o->vertices);
}

static void set_single(const shape_object *s, array_operand *out)
{
    out->kind = s->kind < KIND_POLYGON ? (row_kind)s->kind : ROW_NONE;
    out->single.shape = s->shape;
    out->single.kind = s->kind;
    out->single.good = true;
    if (s->kind == KIND_SEGMENT) {
        out->ends[0] = end_a(s);
        out->ends[1] = end_b(s);
    }
    out->single.has_rect = is_rect_kind(s);
    if (out->single.has_rect)
        out->single.rect = *RECT(s);
}

static bool read_array_operand(const arrays_state *state, const char *verb, const char *name, PyObject *object,
                               array_operand *out)
{
    out->name = name;
    out->array = out->vertices = NULL;
    out->axes = 0;
    out->masked = false;
    out->is_body = false;
    out->anchor = ROW_BY_TOPLEFT;
    if (is_array(state, object)) {
        const array_object *a = (array_object *)object;
        out->array = (PyArrayObject *)Py_NewRef(a->array);
        out->vertices = (PyArrayObject *)Py_XNewRef(a->vertices);
        out->axes = axes_of(a);
        out->kind = (row_kind)a->kind;
        out->anchor = (row_anchor)a->anchor;
        out->masked = a->masked;
        return true;
    }
    if (PyObject_TypeCheck(object, state->shape_type)) {
        set_single((shape_object *)object, out);
        return true;
    }
    if (PyObject_TypeCheck(object, state->body_type)) {
        const body_object *body = (body_object *)object;
        out->is_body = true;
        out->kind = ROW_NONE;
        out->body = body->body;
        out->body.index = LOAD_SHARED(body->index);
        return true;
    }
    PyErr_Format(PyExc_TypeError, "%s: %s must be a shape or an array of shapes, got %.100s", verb, name,
                 Py_TYPE(object)->tp_name);
    return false;
}

/* An array-like of pairs, as rows of points; false with an error set. */
static bool read_pairs(const char *verb, const char *name, PyObject *object, array_operand *out)
{
    out->name = name;
    out->kind = ROW_POINT;
    out->anchor = ROW_BY_TOPLEFT;
    out->masked = out->is_body = false;
    PyArrayObject *given = is_in_memory(verb, name, object) ? numbers_from(verb, name, object) : NULL;
    out->array = given ? own_view(given) : NULL;
    Py_XDECREF(given);
    if (!out->array)
        return false;
    out->axes = PyArray_NDIM(out->array) - 1;
    if (out->axes >= 0 && PyArray_DIM(out->array, out->axes) == 2 && out->axes < MAX_AXES)
        return true;
    char text[60];
    PyOS_snprintf(text, sizeof text, "%s: %s", verb, name);
    refuse_shape_of(text, "must be a pair of numbers or an array of pairs, (..., 2)", out->array);
    Py_CLEAR(out->array);
    return false;
}

/* An array-like of numbers, as rows of one column. */
static bool read_angles(const char *verb, PyObject *object, array_operand *out)
{
    out->name = "angle";
    out->masked = out->is_body = false;
    PyArrayObject *given = is_in_memory(verb, out->name, object) ? numbers_from(verb, out->name, object) : NULL;
    out->array = given ? own_view(given) : NULL;
    Py_XDECREF(given);
    if (!out->array)
        return false;
    out->axes = PyArray_NDIM(out->array);
    if (out->axes < MAX_AXES)
        return true;
    PyErr_Format(PyExc_ValueError, "%s: angle must have fewer axes than %d, got %d", verb, MAX_AXES, out->axes);
    Py_CLEAR(out->array);
    return false;
}

/* The common shape of the arguments; false with an error set. */
static bool broadcast(const char *verb, const array_operand *const *operands, int count, job *j)
{
    j->axes = 0;
    for (int i = 0; i < count; i++)
        j->axes = operands[i]->axes > j->axes ? operands[i]->axes : j->axes;
    for (int k = 0; k < j->axes; k++)
        j->size[k] = 1;
    for (int i = 0; i < count; i++) {
        const array_operand *o = operands[i];
        for (int k = 0; k < o->axes; k++) {
            ptrdiff_t size = PyArray_DIM(o->array, k), *common = &j->size[j->axes - o->axes + k];
            if (*common == 1)
                *common = size;
            if (size != 1 && size != *common) {
                PyObject *shapes[2] = {NULL, NULL};
                for (int s = 0; s < 2; s++) {
                    const array_operand *of = s == 1 ? o : operands[0];
                    shapes[s] = tuple_of_sizes(of->axes, of->array ? PyArray_DIMS(of->array) : NULL);
                }
                if (shapes[0] && shapes[1] && count == 2)
                    PyErr_Format(PyExc_ValueError, "%s: the shapes of %s and %s must broadcast, got %R and %R", verb,
                                 operands[0]->name, o->name, shapes[0], shapes[1]);
                else if (shapes[0] && shapes[1])
                    PyErr_Format(PyExc_ValueError, "%s: the shape of %s must broadcast with the others, got %R", verb,
                                 o->name, shapes[1]);
                Py_XDECREF(shapes[0]);
                Py_XDECREF(shapes[1]);
                return false;
            }
        }
    }
    return true;
}

void set_stream(const job *j, stream *s, PyArrayObject *array, int axes)
{
    s->data = PyArray_BYTES(array);
    int skipped = j->axes - axes;
    for (int k = 0; k < axes; k++)
        s->stride[skipped + k] = PyArray_DIM(array, k) == 1 ? 0 : PyArray_STRIDE(array, k);
}

static void set_operand(job *j, int in, const array_operand *o)
{
    j->operand[in].masked = o->masked;
    j->masked |= o->masked;
    if (o->is_body)
        j->operand[in].body = &o->body;
    else if (!o->array)
        j->operand[in].single = &o->single;
    memcpy(j->operand[in].ends, o->ends, sizeof o->ends);
    if (!o->array) {
        j->operand[in].format.kind = o->kind;
        return;
    }
    j->operand[in].format = format_with_vertices(o->array, o->kind, o->anchor, o->vertices);
    set_stream(j, &j->streams[in], o->array, o->axes);
}

/* ---- running ---- */

/* " at index ..." of the element that is out of range, from its address in a contiguous output; empty for others. */
static PyObject *index_of_fault(const verb_spec *spec, const job *j, PyArrayObject *out)
{
    ptrdiff_t index[MAX_AXES], at = (j->fault_at - PyArray_BYTES(out)) / PyArray_ITEMSIZE(out);
    int axes = PyArray_NDIM(out) - spec->vector[0];
    for (int k = 0; k < spec->vector[0]; k++)
        at /= 2;
    if (!PyArray_IS_C_CONTIGUOUS(out))
        return PyUnicode_FromString("");
    for (int k = axes - 1; k >= 0; at /= PyArray_DIM(out, k), k--)
        index[k] = at % PyArray_DIM(out, k);
    return index_text(axes, index);
}

static void raise_fault(const verb_spec *spec, job_fault fault, const job *j, const array_operand *const *given,
                        PyArrayObject *out)
{
    if (fault == FAULT_MEMORY) {
        PyErr_NoMemory();
        return;
    }
    if (fault == FAULT_MOVED || fault == FAULT_ANGLE) {
        PyObject *where = index_of_fault(spec, j, out);
        const char *name = given[IN_A]->name, *rule = c2d_rule(C2D_TOO_LARGE);
        if (where && fault == FAULT_ANGLE)
            PyErr_Format(PyExc_ValueError,
                         "%s: angle must be finite and between -360 and 360 degrees, which it is not%U", spec->name,
                         where);
        else if (where && spec->verb == DO_SEPARATE)
            PyErr_Format(PyExc_ValueError, "%s: a and b, when they are apart, %s, which they are not%U", spec->name,
                         rule, where);
        else if (where && spec->verb == DO_TURN)
            PyErr_Format(PyExc_ValueError, "%s: %s, as it turns%s, %s, which it is not%U", spec->name, name,
                         given[IN_MOTION] ? " and moves" : "", rule, where);
        else if (where)
            PyErr_Format(PyExc_ValueError, "%s: %s + motion %s, which it is not%U", spec->name, name, rule, where);
        Py_XDECREF(where);
        return;
    }
    const array_operand *at = given[fault == FAULT_ROW_A   ? IN_A
                                    : fault == FAULT_ROW_B ? IN_B
                                    : fault == FAULT_ABOUT ? IN_ABOUT
                                                           : IN_MOTION];
    row_format format = format_with_vertices(at->array, at->kind, at->anchor, at->vertices);
    if (check_array_of(spec->name, at->name, at->array, &format))
        PyErr_Format(PyExc_ValueError, "%s: %s was changed meanwhile", spec->name, at->name);
}

/* Up to this number of elements the GIL is kept, because releasing it takes longer than the verb. */
static ptrdiff_t gil_threshold(array_verb verb) { return verb <= DO_TOUCHES ? 2048 : 256; }

/* The keyword arguments of a call. */
typedef struct call_options {
    PyObject *out; /* borrowed; NULL if it is not given */
    c2d_cast_options cast;
    int threads;
} call_options;

static const call_options default_options = {NULL, {false, true}, 1};

static void set_pairs(job *j, int in, const array_operand *pairs, row_format *format)
{
    if (!pairs)
        return;
    *format = format_of_numbers(pairs->array, ROW_POINT, ROW_BY_TOPLEFT);
    set_stream(j, &j->streams[in], pairs->array, pairs->axes);
}

static uint32_t vertices_of_operand(const array_operand *o)
{
    return o->array ? 0 : o->is_body ? most_vertices(&o->body) : o->single.shape.count;
}

/* Sets the path along which a goes or the masses of a and b, if the verb has them, and the vertices of what is moved.
 */
static void set_path(job *j, const array_operand *const *given)
{
    const array_operand *angle = given[IN_ANGLE];
    if (!given[IN_MOTION] && !angle && !given[IN_MASSES])
        return;
    set_pairs(j, IN_MOTION, given[IN_MOTION], &j->motion);
    set_pairs(j, IN_ABOUT, given[IN_ABOUT], &j->about);
    set_pairs(j, IN_MASSES, given[IN_MASSES], &j->masses);
    if (angle) {
        row_format numbers = {.columns = 1, .single = PyArray_TYPE(angle->array) == NPY_FLOAT32};
        j->angle = numbers;
        set_stream(j, &j->streams[IN_ANGLE], angle->array, angle->axes);
    }
    j->vertices = vertices_of_operand(given[IN_A]);
    if (given[IN_MASSES])
        j->vertices += vertices_of_operand(given[IN_B]);
}

/* given: the operands by the numbers of their streams, NULL for those that are not given. */
static PyObject *run_verb(const arrays_state *state, const verb_spec *spec, const array_operand *const given[FIRST_OUT],
                          const call_options *options)
{
    const array_operand *operands[FIRST_OUT];
    int count = 0;
    for (int k = 0; k < FIRST_OUT; k++)
        if (given[k])
            operands[count++] = given[k];
    PyObject *out = options->out;
    PyArrayObject *result[MAX_OUTS] = {NULL}, *work[MAX_OUTS] = {NULL};
    PyObject *wrapped = NULL;
    job j;
    memset(&j, 0, offsetof(job, size)); /* the rest is large, and only its axes in use are set */
    j.verb = spec->verb;
    j.backend = state->backend;
    j.options = options->cast;
    if (!broadcast(spec->name, operands, count, &j))
        return NULL;
    for (int k = 0; k < STREAMS; k++) {
        j.streams[k].data = NULL;
        memset(j.streams[k].stride, 0, (size_t)j.axes * sizeof *j.streams[k].stride);
    }
    set_operand(&j, IN_A, given[IN_A]);
    set_operand(&j, IN_B, given[IN_B]);
    set_path(&j, given);
    if (!make_outs(spec, &j, out, operands, count, result, work))
        goto done;
    job_fault fault;
    if (PyArray_MultiplyList(j.size, j.axes) > gil_threshold(j.verb)) {
        Py_BEGIN_ALLOW_THREADS;
        fault = run_job_on(&j, options->threads);
        Py_END_ALLOW_THREADS;
    } else {
        fault = run_job(&j);
    }
    if (fault) {
        raise_fault(spec, fault, &j, given, work[0]);
        goto done;
    }
    for (int k = 0; k < spec->outs; k++)
        if (work[k] != result[k] && PyArray_CopyInto(result[k], work[k]) < 0)
            goto done;
    wrapped = wrap_outs(state, spec, result, out && out != Py_None);
done:
    for (int k = 0; k < MAX_OUTS; k++) {
        Py_XDECREF(result[k]);
        Py_XDECREF(work[k]);
    }
    free(j.room);
    return wrapped;
}

static bool truth_from(PyObject *object, bool *out)
{
    int truth = PyObject_IsTrue(object);
    *out = truth > 0;
    return truth >= 0;
}

/* Checks the number of arguments and reads the keywords; false with an error set. */
static bool read_call(const verb_spec *spec, int count, const char *what, PyObject *const *args, Py_ssize_t nargs,
                      PyObject *kwnames, call_options *options)
{
    Py_ssize_t keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    for (Py_ssize_t k = 0; k < keywords; k++) {
        PyObject *name = PyTuple_GET_ITEM(kwnames, k), *value = args[nargs + k];
        bool casts = spec->verb == DO_CAST;
        if (PyUnicode_CompareWithASCIIString(name, "out") == 0) {
            options->out = value;
        } else if (PyUnicode_CompareWithASCIIString(name, "threads") == 0) {
            if (!read_threads(spec->name, value, &options->threads))
                return false;
        } else if (casts && PyUnicode_CompareWithASCIIString(name, "touching") == 0) {
            if (!truth_from(value, &options->cast.touching))
                return false;
        } else if (casts && PyUnicode_CompareWithASCIIString(name, "leaving") == 0) {
            if (!truth_from(value, &options->cast.leaving))
                return false;
        } else {
            PyErr_Format(PyExc_TypeError, "%s: unexpected keyword argument '%U'", spec->name, name);
            return false;
        }
    }
    if (nargs == count)
        return true;
    PyErr_Format(PyExc_TypeError, "%s: takes %s, got %zd", spec->name, what, nargs);
    return false;
}

static PyObject *ask_pair(PyObject *module, const verb_spec *spec, PyObject *const *args, Py_ssize_t nargs,
                          PyObject *kwnames)
{
    const arrays_state *state = PyModule_GetState(module);
    array_operand a, b;
    call_options options = default_options;
    PyObject *result = NULL;
    if (!read_call(spec, 2, "2 shapes or arrays of shapes", args, nargs, kwnames, &options) ||
        !read_array_operand(state, spec->name, "a", args[0], &a))
        return NULL;
    if (read_array_operand(state, spec->name, "b", args[1], &b)) {
        result = run_verb(state, spec, (const array_operand *[FIRST_OUT]){&a, &b}, &options);
        release_array_operand(&b);
    }
    release_array_operand(&a);
    return result;
}

static PyObject *ask_cast(PyObject *module, const verb_spec *spec, const char *const names[2], PyObject *a_object,
                          PyObject *motion, PyObject *b_object, const call_options *options)
{
    const arrays_state *state = PyModule_GetState(module);
    array_operand a = {0}, b = {0}, m = {0};
    PyObject *result = NULL;
    bool is_shaped = is_array(state, a_object) || PyObject_TypeCheck(a_object, state->shape_type) ||
                     PyObject_TypeCheck(a_object, state->body_type);
    bool rays = strcmp(spec->name, "raycast") == 0;
    bool good = rays && !is_shaped ? read_pairs(spec->name, names[0], a_object, &a)
                                   : read_array_operand(state, spec->name, names[0], a_object, &a);
    if (good && rays && a.kind != ROW_POINT) {
        PyErr_Format(PyExc_TypeError, "raycast: %s must be points or pairs of numbers, got %.100s", names[0],
                     Py_TYPE(a_object)->tp_name);
        good = false;
    }
    if (good && read_pairs(spec->name, "motion", motion, &m) &&
        read_array_operand(state, spec->name, names[1], b_object, &b))
        result = run_verb(state, spec, (const array_operand *[FIRST_OUT]){&a, &b, &m}, options);
    release_array_operand(&a);
    release_array_operand(&b);
    release_array_operand(&m);
    return result;
}

#define DEFINE_PAIR_VERB(function, name, verb, type)                                                                   \
    PyObject *function(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)                   \
    {                                                                                                                  \
        static const verb_spec spec = {name, verb, 1, {type}, {0}, PLAIN_TUPLE};                                       \
        return ask_pair(module, &spec, args, nargs, kwnames);                                                          \
    }

DEFINE_PAIR_VERB(arrays_relate, "relate", DO_RELATE, NPY_INT8)
DEFINE_PAIR_VERB(arrays_collides, "collides", DO_COLLIDES, NPY_BOOL)
DEFINE_PAIR_VERB(arrays_overlaps, "overlaps", DO_OVERLAPS, NPY_BOOL)
DEFINE_PAIR_VERB(arrays_touches, "touches", DO_TOUCHES, NPY_BOOL)
DEFINE_PAIR_VERB(arrays_separation, "separation", DO_SEPARATION, NPY_FLOAT64)
DEFINE_PAIR_VERB(arrays_distance, "distance", DO_DISTANCE, NPY_FLOAT64)
DEFINE_PAIR_VERB(arrays_contains, "contains", DO_CONTAINS, NPY_BOOL)
DEFINE_PAIR_VERB(arrays_overlap_area, "overlap_area", DO_OVERLAP_AREA, NPY_FLOAT64)

PyObject *arrays_equals(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const verb_spec spec = {"==", DO_EQUALS, 1, {NPY_BOOL}, {0}, PLAIN_TUPLE};
    return ask_pair(module, &spec, args, nargs, kwnames);
}

PyObject *arrays_contact(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const verb_spec spec = {"contact",    DO_CONTACT, 4, {NPY_BOOL, NPY_FLOAT64, NPY_FLOAT64, NPY_FLOAT64},
                                   {0, 1, 0, 2}, CONTACTS};
    return ask_pair(module, &spec, args, nargs, kwnames);
}

PyObject *arrays_closest_points(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const verb_spec spec = {"closest_points", DO_CLOSEST_POINTS, 2, {NPY_FLOAT64, NPY_FLOAT64},
                                   {1, 1},           CLOSEST_POINTS};
    return ask_pair(module, &spec, args, nargs, kwnames);
}

PyObject *arrays_clip(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const verb_spec spec = {"clip", DO_CLIP, 2, {NPY_FLOAT64, NPY_FLOAT64}, {0, 0}, CLIPS};
    const arrays_state *state = PyModule_GetState(module);
    call_options options = default_options;
    array_operand shape = {0}, segment = {0};
    PyObject *result = NULL;
    if (!read_call(&spec, 2, "a shape and a segment", args, nargs, kwnames, &options))
        return NULL;
    if (read_array_operand(state, spec.name, "shape", args[0], &shape) &&
        read_array_operand(state, spec.name, "segment", args[1], &segment)) {
        if (shape.is_body)
            PyErr_SetString(PyExc_TypeError, "clip: shape must not be a body; clip each of its pieces");
        else if (segment.is_body || segment.kind != ROW_SEGMENT)
            PyErr_Format(PyExc_TypeError, "clip: segment must be Segments or a Segment, got %.100s",
                         short_name(Py_TYPE(args[1])));
        else
            result = run_verb(state, &spec, (const array_operand *[FIRST_OUT]){&shape, &segment}, &options);
    }
    release_array_operand(&shape);
    release_array_operand(&segment);
    return result;
}

PyObject *arrays_moves_apart(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    static const verb_spec spec = {"separate", DO_SEPARATE, 2, {NPY_FLOAT64, NPY_FLOAT64}, {1, 1}, PLAIN_TUPLE};
    const arrays_state *state = PyModule_GetState(module);
    call_options options = default_options;
    array_operand a = {0}, b = {0}, masses = {0};
    PyObject *result = NULL;
    if (nargs != 4)
        return PyErr_Format(PyExc_TypeError, "_separate: takes a, b, masses and threads, got %zd", nargs);
    if (read_threads(spec.name, args[3], &options.threads) && read_array_operand(state, spec.name, "a", args[0], &a) &&
        read_array_operand(state, spec.name, "b", args[1], &b) && read_pairs(spec.name, "masses", args[2], &masses))
        result =
            run_verb(state, &spec, (const array_operand *[FIRST_OUT]){[IN_A] = &a, [IN_B] = &b, [IN_MASSES] = &masses},
                     &options);
    release_array_operand(&a);
    release_array_operand(&b);
    release_array_operand(&masses);
    return result;
}

#define HIT_TYPES {NPY_BOOL, NPY_FLOAT64, NPY_FLOAT64, NPY_FLOAT64, NPY_FLOAT64}, {0, 0, 1, 1, 0}, HITS

PyObject *arrays_cast(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const verb_spec spec = {"cast", DO_CAST, 5, HIT_TYPES};
    call_options options = default_options;
    if (!read_call(&spec, 3, "a shape, a motion and a shape", args, nargs, kwnames, &options))
        return NULL;
    return ask_cast(module, &spec, (const char *[]){"a", "b"}, args[0], args[1], args[2], &options);
}

PyObject *arrays_raycast(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const verb_spec spec = {"raycast", DO_CAST, 5, HIT_TYPES};
    call_options options = default_options;
    if (!read_call(&spec, 3, "an origin, a motion and a shape", args, nargs, kwnames, &options))
        return NULL;
    return ask_cast(module, &spec, (const char *[]){"origin", "b"}, args[0], args[1], args[2], &options);
}

/* Calls a function of collide2d.arrays. */
static PyObject *call_python(const char *name, PyObject *const *args, Py_ssize_t nargs)
{
    PyObject *arrays = PyImport_ImportModule("collide2d.arrays");
    PyObject *function = arrays ? PyObject_GetAttrString(arrays, name) : NULL;
    PyObject *result = function ? PyObject_Vectorcall(function, args, (size_t)nargs, NULL) : NULL;
    Py_XDECREF(function);
    Py_XDECREF(arrays);
    return result;
}

PyObject *arrays_turn_cast(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    static const verb_spec spec = {"turn_cast", DO_TURN, 5, HIT_TYPES};
    const arrays_state *state = PyModule_GetState(module);
    array_operand a = {0}, b = {0}, angle = {0}, about = {0}, motion = {0};
    PyObject *result = NULL;
    if (nargs != 6 && nargs != 7)
        return PyErr_Format(PyExc_TypeError, "turn_cast: takes a, angle, b, about, motion, out and threads, got %zd",
                            nargs);
    call_options options = {args[5], default_options.cast, 1};
    if (!read_threads(spec.name, nargs == 7 ? args[6] : NULL, &options.threads))
        return NULL;
    bool has_about = args[3] != Py_None, moves = args[4] != Py_None;
    if (PyObject_TypeCheck(args[0], state->body_type) && is_array(state, args[2]))
        return call_python("_turn_body", args, 6); /* one shape after another: only the binding turns bodies */
    if (read_array_operand(state, spec.name, "a", args[0], &a) && read_angles(spec.name, args[1], &angle) &&
        (!has_about || read_pairs(spec.name, "about", args[3], &about)) &&
        (!moves || read_pairs(spec.name, "motion", args[4], &motion)) &&
        read_array_operand(state, spec.name, "b", args[2], &b)) {
        const array_operand *given[FIRST_OUT] = {&a, &b, moves ? &motion : NULL, &angle, has_about ? &about : NULL};
        result = run_verb(state, &spec, given, &options);
    }
    release_array_operand(&a);
    release_array_operand(&b);
    release_array_operand(&angle);
    release_array_operand(&about);
    release_array_operand(&motion);
    return result;
}

/* ---- verbs that make new rows, in Python ---- */

PyObject *arrays_separate(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    return call_python("_separate", args, nargs);
}

PyObject *arrays_sweep(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    return call_python("_sweep", args, nargs);
}

PyObject *arrays_intersection(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    return call_python("_intersection", args, nargs);
}

PyObject *arrays_minkowski_difference(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    return call_python("_minkowski_difference", args, nargs);
}
