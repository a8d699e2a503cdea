/* Arguments: numbers, pairs and whole parameter lists; shape_likes.c reads the shapes. All user code of arguments
 * (__float__, __getitem__, .shape) runs in these two files, before the core is called. The objects that it returns are
 * referenced until they have been read. */
#include "arguments.h"
#include "pygame_rects.h"

#include <stdio.h>
#include <string.h>

/* ---- values ---- */

void refuse_number(const char *function, const char *argument, c2d_status status, double value)
{
    PyObject *got = PyFloat_FromDouble(value);
    if (got)
        PyErr_Format(PyExc_ValueError, "%s: %s %s, got %R", function, argument, c2d_rule(status), got);
    Py_XDECREF(got);
}

bool is_number(PyObject *object)
{
    PyNumberMethods *number = Py_TYPE(object)->tp_as_number;
    return PyFloat_Check(object) || (number && (number->nb_float || number->nb_index));
}

/* The TypeError of a number that is none after all, such as a NumPy array, does not name the argument: it becomes the
 * cause of one that does. */
static void name_argument(const char *function, const char *argument, PyObject *object)
{
    PyObject *types[2], *errors[2], *tracebacks[2];
    for (int k = 0; k < 2; k++) {
        if (k == 1)
            PyErr_Format(PyExc_TypeError, "%s: %s must be a number, got %.100s", function, argument,
                         Py_TYPE(object)->tp_name);
        PyErr_Fetch(&types[k], &errors[k], &tracebacks[k]);
        PyErr_NormalizeException(&types[k], &errors[k], &tracebacks[k]);
    }
    PyException_SetCause(errors[1], errors[0]); /* steals it */
    Py_XDECREF(types[0]);
    Py_XDECREF(tracebacks[0]);
    PyErr_Restore(types[1], errors[1], tracebacks[1]);
}

bool number_from(const char *function, const char *argument, PyObject *object, double *out)
{
    if (PyFloat_CheckExact(object)) {
        *out = PyFloat_AS_DOUBLE(object);
        return true;
    }
    if (!is_number(object)) {
        PyErr_Format(PyExc_TypeError, "%s: %s must be a number, got %.100s", function, argument,
                     Py_TYPE(object)->tp_name);
        return false;
    }
    *out = PyFloat_AsDouble(object);
    if (*out == -1.0 && PyErr_Occurred()) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError)) {
            PyErr_Clear();
            PyErr_Format(PyExc_ValueError, "%s: %s %s, got %.100s too large for a float", function, argument,
                         c2d_rule(C2D_TOO_LARGE), Py_TYPE(object)->tp_name);
        } else if (PyErr_ExceptionMatches(PyExc_TypeError)) {
            name_argument(function, argument, object);
        }
        return false;
    }
    return true;
}

Py_ssize_t sequence_length(PyObject *object)
{
    if (PyTuple_CheckExact(object))
        return PyTuple_GET_SIZE(object);
    if (!PySequence_Check(object) || is_text(object))
        return -1;
    Py_ssize_t length = PySequence_Size(object);
    if (length < 0) {
        /* Only its type says that it is a sequence: an array without dimensions, a class without __len__. */
        if (!PyErr_ExceptionMatches(PyExc_TypeError))
            return -2;
        PyErr_Clear();
    }
    return length < 0 ? -1 : length;
}

/* Item i of a sequence as a number; false with an error set. */
static bool item_from(const char *function, const char *argument, PyObject *sequence, Py_ssize_t i, double *out)
{
    PyObject *item = PySequence_GetItem(sequence, i);
    bool good = item && number_from(function, argument, item, out);
    Py_XDECREF(item);
    return good;
}

/* ---- pairs ---- */

/* A sequence of length 2 as a pair; false with an error set. shape: whether a shape would do as well. */
static bool pair_of_items(const char *function, const char *argument, bool shape, PyObject *object, c2d_vec *out)
{
    PyObject *x = PySequence_GetItem(object, 0), *y = x ? PySequence_GetItem(object, 1) : NULL;
    bool good = y && is_number(x) && is_number(y);
    const char *advice = y && !good && shape ? advice_for(object) : "";
    if (y && !good && !lacks_memory())
        PyErr_Format(PyExc_TypeError, "%s: %s must be %s, got a %.100s of %.100s and %.100s%s", function, argument,
                     shape ? SHAPE_RULE : PAIR_RULE, Py_TYPE(object)->tp_name, Py_TYPE(x)->tp_name, Py_TYPE(y)->tp_name,
                     advice);
    good = good && number_from(function, argument, x, &out->x) && number_from(function, argument, y, &out->y);
    Py_XDECREF(x);
    Py_XDECREF(y);
    return good;
}

bool pair_or(const char *function, const char *argument, bool shape, PyObject *object, c2d_vec *out)
{
    if (PyTuple_CheckExact(object) && PyTuple_GET_SIZE(object) == 2 &&
        plain_number(PyTuple_GET_ITEM(object, 0), &out->x) && plain_number(PyTuple_GET_ITEM(object, 1), &out->y))
        return true;
    Py_ssize_t length = sequence_length(object);
    if (length == 2)
        return pair_of_items(function, argument, shape, object, out);
    if (length >= 0)
        PyErr_Format(PyExc_TypeError, "%s: %s must be " PAIR_RULE ", got a %.100s of length %zd", function, argument,
                     Py_TYPE(object)->tp_name, length);
    else if (length == -1)
        PyErr_Format(PyExc_TypeError, "%s: %s must be " PAIR_RULE ", got %.100s", function, argument,
                     Py_TYPE(object)->tp_name);
    return false;
}

bool pair_from(const char *function, const char *argument, PyObject *object, c2d_vec *out)
{
    return pair_or(function, argument, false, object, out);
}

bool is_pair_of_pairs(PyObject *object)
{
    bool is_pair = (PyList_Check(object) || PyTuple_Check(object)) && PySequence_Fast_GET_SIZE(object) == 2;
    PyObject *first = is_pair ? first_item(object) : NULL;
    bool of_pairs =
        first && !PyFloat_Check(first) && !PyLong_Check(first) && !is_shape(first) && sequence_length(first) == 2;
    Py_XDECREF(first);
    PyErr_Clear();
    return of_pairs;
}

bool four_numbers(const char *function, const char *const names[4], PyObject *object, double out[4])
{
    if (sequence_length(object) == 4) {
        for (int k = 0; k < 4; k++)
            if (!item_from(function, names[k], object, k, &out[k]))
                return false;
        return true;
    }
    for (int k = 0; k < 2; k++) {
        char name[80];
        c2d_vec pair = {0, 0};
        PyOS_snprintf(name, sizeof name, "(%.30s, %.30s)", names[2 * k], names[2 * k + 1]);
        PyObject *item = PySequence_GetItem(object, k);
        bool good = item && pair_from(function, name, item, &pair);
        Py_XDECREF(item);
        if (!good)
            return false;
        out[2 * k] = pair.x;
        out[2 * k + 1] = pair.y;
    }
    return true;
}

bool check_vector(const char *function, const char *argument, c2d_vec *v)
{
    double *wrong = &v->x;
    c2d_status status = c2d_check(&v->x);
    if (!status) {
        wrong = &v->y;
        status = c2d_check(&v->y);
    }
    if (status)
        refuse_number(function, argument, status, *wrong);
    return !status;
}

PyObject *items_from(const char *function, const char *argument, const char *rule, PyObject *object)
{
    if (!is_iterable(object))
        return PyErr_Format(PyExc_TypeError, "%s: %s must be %s, got %.100s", function, argument, rule,
                            Py_TYPE(object)->tp_name);
    return PySequence_Tuple(object);
}

int attribute(PyObject *object, PyObject *name, PyObject **out)
{
#if PY_VERSION_HEX >= 0x030D0000
    return PyObject_GetOptionalAttr(object, name, out);
#else
    /* The private name of that function in older versions. It makes no AttributeError that would be cleared again. */
    return _PyObject_LookupAttr(object, name, out);
#endif
}

int number_attributes(const char *function, const char *argument, PyObject *object, PyObject *const *names, int count,
                      double *out)
{
    PyObject *value[4] = {NULL};
    int found = 1;
    for (int i = 0; i < count && found == 1; i++)
        found = attribute(object, names[i], &value[i]);
    for (int i = 0; i < count && found == 1; i++) {
        if (plain_number(value[i], &out[i]))
            continue;
        char name[80];
        snprintf(name, sizeof name, "%s.%s", argument, PyUnicode_AsUTF8(names[i]));
        if (PyType_Check(object) && !is_number(value[i])) /* a property: the class was given, not an object of it */
            found = 0;
        else
            found = number_from(function, name, value[i], &out[i]) ? 1 : -1;
    }
    for (int i = 0; i < count; i++)
        Py_XDECREF(value[i]);
    return found;
}

int xywh_attributes(module_state *state, const char *function, const char *argument, PyObject *object, double *out)
{
    const rect_layout *layout = layout_of_rect(state, object);
    if (!layout)
        return number_attributes(function, argument, object, (PyObject *[]){state->x, state->y, state->w, state->h}, 4,
                                 out);
    load_rect(layout, object, out);
    return 1;
}

/* ---- parameter lists ---- */

/* Reads one argument as several parameters: a pair, or a rectangle. Returns how many, 0 if the object is neither, -1
 * with an error set. */
static int read_several(PyTypeObject *type, const signature *s, int i, PyObject *object, double *out)
{
    unsigned what = s->parameters[i].what;
    if (what & RECT_LIKE && layout_of_rect(PyType_GetModuleState(type), object))
        return xywh_attributes(PyType_GetModuleState(type), s->name, "rectangle", object, out) > 0 ? 4 : -1;
    Py_ssize_t length = sequence_length(object);
    if (length == -2)
        return -1;
    if (what & RECT_LIKE && (length == 4 || (length == 2 && is_pair_of_pairs(object)))) {
        const char *names[] = {s->parameters[0].name, s->parameters[1].name, s->parameters[2].name,
                               s->parameters[3].name};
        return four_numbers(s->name, names, object, out) ? 4 : -1;
    }
    if (length >= 0) {
        char name[40];
        snprintf(name, sizeof name, "(%s, %s)", s->parameters[i].name, s->parameters[i + 1].name);
        c2d_vec pair;
        if (!pair_from(s->name, name, object, &pair))
            return -1;
        out[0] = pair.x;
        out[1] = pair.y;
        return 2;
    }
    if (what & RECT_LIKE && !is_shape(object)) { /* one of our rectangles would lose its angle or radius */
        int found = xywh_attributes(PyType_GetModuleState(type), s->name, "rectangle", object, out);
        return found > 0 ? 4 : found;
    }
    return 0;
}

/* Reads one argument as parameter i, or as that and the next ones. Returns how many, -1 with an error set. */
static int read_argument(PyTypeObject *type, const signature *s, int i, bool by_position, PyObject *object,
                         arguments *out)
{
    const parameter *p = &s->parameters[i];
    int count = 1;
    if (p->what & OPTIONAL && object == Py_None)
        return 1;
    if (p->what & OBJECT) {
        out->object[i] = object;
    } else if (p->what & VECTOR) {
        if (!pair_from(s->name, p->name, object, &out->vector[i]))
            return -1;
    } else if (!plain_number(object, &out->number[i])) {
        bool several = by_position && p->what & (PAIR | RECT_LIKE) && !PyFloat_Check(object) && !PyLong_Check(object);
        int found = several ? read_several(type, s, i, object, &out->number[i]) : 0;
        if (found < 0 || (found == 0 && !number_from(s->name, p->name, object, &out->number[i])))
            return -1;
        count = found ? found : 1;
    }
    out->given |= ((1u << count) - 1) << i;
    return count;
}

static int parameter_index(const signature *s, PyObject *name)
{
    for (int i = 0; i < s->count; i++)
        if (!(s->parameters[i].what & UNNAMED) && PyUnicode_CompareWithASCIIString(name, s->parameters[i].name) == 0)
            return i;
    PyErr_Format(PyExc_TypeError, "%s: unexpected keyword argument '%U'", s->name, name);
    return -1;
}

/* The positional parameters, such as "ax, ay, bx, by"; pairs as such if asked: "(ax, ay), (bx, by)". */
static void list_parameters(const signature *s, bool pairs, char *out, size_t size)
{
    size_t used = 0;
    bool inside = false; /* the first of a pair has been written */
    out[0] = '\0';
    for (int i = 0; i < s->positional && used < size; i++) {
        bool opens = pairs && s->parameters[i].what & PAIR;
        used += (size_t)snprintf(out + used, size - used, "%s%s%s%s", i ? ", " : "", opens ? "(" : "",
                                 s->parameters[i].name, inside ? ")" : "");
        inside = opens;
    }
}

static void refuse_positional(const signature *s, Py_ssize_t nargs)
{
    char numbers[160], pairs[160];
    list_parameters(s, false, numbers, sizeof numbers);
    list_parameters(s, true, pairs, sizeof pairs);
    bool other = strcmp(numbers, pairs) != 0;
    PyErr_Format(PyExc_TypeError, "%s: too many positional arguments, got %zd: it takes %s%s%s", s->name, nargs,
                 numbers, other ? " or " : "", other ? pairs : "");
}

bool parse(PyTypeObject *type, const signature *s, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
           arguments *out)
{
    out->given = 0;
    memset(out->number, 0, sizeof out->number);
    int next = 0;
    for (Py_ssize_t i = 0; i < nargs; i++) {
        if (next >= s->positional) {
            if (next < s->count)
                PyErr_Format(PyExc_TypeError, "%s: %s must be given by keyword, got %zd positional arguments", s->name,
                             s->parameters[next].name, nargs);
            else
                refuse_positional(s, nargs);
            return false;
        }
        int count = read_argument(type, s, next, true, args[i], out);
        if (count < 0)
            return false;
        next += count;
    }
    Py_ssize_t keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    for (Py_ssize_t k = 0; k < keywords; k++) {
        int i = parameter_index(s, PyTuple_GET_ITEM(kwnames, k));
        if (i < 0)
            return false;
        if (i < next || is_given(out, i)) {
            PyErr_Format(PyExc_TypeError, "%s: %s is given twice", s->name, s->parameters[i].name);
            return false;
        }
        if (read_argument(type, s, i, false, args[nargs + k], out) < 0)
            return false;
    }
    for (int i = 0; i < s->required; i++)
        if (!is_given(out, i)) {
            PyErr_Format(PyExc_TypeError, "%s: missing argument %s", s->name, s->parameters[i].name);
            return false;
        }
    return true;
}

/* ---- refusals ---- */

/* The subject of an error when each given number is valid but the result is too large. */
#define DERIVED "every coordinate and size"

static c2d_status check_number(unsigned what, double *number)
{
    return what & SIZE ? c2d_check_size(number) : what & MASS ? c2d_check_mass(number) : c2d_check(number);
}

bool check_arguments(const signature *s, arguments *a)
{
    for (int i = 0; i < s->count; i++) {
        unsigned what = s->parameters[i].what;
        if (!is_given(a, i) || what & OBJECT)
            continue;
        double *numbers[2] = {&a->number[i], NULL};
        if (what & VECTOR) {
            numbers[0] = &a->vector[i].x;
            numbers[1] = &a->vector[i].y;
        }
        for (int k = 0; k < 2 && numbers[k]; k++) {
            c2d_status status = check_number(what, numbers[k]);
            if (status) {
                refuse_number(s->name, s->parameters[i].name, status, *numbers[k]);
                return false;
            }
        }
    }
    return true;
}

/* The given numbers as text: "x=1.0, y=2.0". */
static PyObject *listing(const signature *s, const arguments *a)
{
    PyObject *text = PyUnicode_FromString("");
    for (int i = 0; i < s->count && text; i++) {
        unsigned what = s->parameters[i].what;
        if (!is_given(a, i) || what & OBJECT)
            continue;
        PyObject *value = what & VECTOR ? tuple_of_vector(a->vector[i]) : PyFloat_FromDouble(a->number[i]);
        PyObject *item =
            value ? PyUnicode_FromFormat(PyUnicode_GET_LENGTH(text) ? ", %s=%R" : "%s=%R", s->parameters[i].name, value)
                  : NULL;
        Py_XDECREF(value);
        PyUnicode_AppendAndDel(&text, item);
    }
    return text;
}

PyObject *refuse(const signature *s, const arguments *a, c2d_status status)
{
    arguments copy = *a;
    if (status == C2D_NO_MEMORY)
        return PyErr_NoMemory();
    if (!check_arguments(s, &copy))
        return NULL;
    /* Each number is valid, but the shape is not. */
    for (int i = 0; i < s->count && status == C2D_RADIUS_TOO_LARGE; i++)
        if (strcmp(s->parameters[i].name, "r") == 0) {
            refuse_number(s->name, "r", status, a->number[i]);
            return NULL;
        }
    const char *subject = status == C2D_TOO_LARGE ? DERIVED : "the radius";
    PyObject *text = listing(s, a);
    if (text)
        PyErr_Format(PyExc_ValueError, "%s: %s %s, got %U", s->name, subject, c2d_rule(status), text);
    Py_XDECREF(text);
    return NULL;
}

void name_item(char name[ITEM_NAME], const char *before, Py_ssize_t index, const char *after)
{
    char digits[24];
    size_t n = 0, k = 0;
    do
        digits[n++] = (char)('0' + index % 10);
    while ((index /= 10) > 0);
    for (; *before && k < ITEM_NAME / 2; before++)
        name[k++] = *before;
    while (n > 0)
        name[k++] = digits[--n];
    for (; *after && k < ITEM_NAME - 1; after++)
        name[k++] = *after;
    name[k] = 0;
}

PyObject *refuse_shapes(module_state *state, const char *function, c2d_status status, const shape_object *a,
                        const shape_object *b)
{
    if (status == C2D_NO_MEMORY)
        return PyErr_NoMemory();
    PyObject *first = object_of(state, a), *second = object_of(state, b);
    if (first && second)
        PyErr_Format(PyExc_ValueError, "%s: " DERIVED " %s, got %R and %R", function, c2d_rule(status), first, second);
    Py_XDECREF(first);
    Py_XDECREF(second);
    return NULL;
}
