/* Shape-likes: the shape or body of an argument that is one, has one, or has the attributes of one. The order of the
 * tests is the contract, which docs/pygame.md shows as a table: a shape, a .shape that is one, a pair, the attributes
 * of a pygame shape, any other sequence of two numbers, a .rect, and a .__geo_interface__. */
#include "arguments.h"
#include "pygame_rects.h"

/* ---- shape-likes ---- */

/* shape: whether a shape would do as well. */
static bool point_or(const char *function, const char *argument, bool shape, PyObject *object, shape_object *made)
{
    c2d_vec p;
    if (!pair_or(function, argument, shape, object, &p))
        return false;
    if (make_circle(made, KIND_POINT, p, 0) == C2D_OK)
        return true;
    check_vector(function, argument, &p); /* sets the error */
    return false;
}

bool point_from(const char *function, const char *argument, PyObject *object, shape_object *made)
{
    return point_or(function, argument, false, object, made);
}

/* The parameters of the shapes that attributes and sequences of numbers describe. */
static const signature rectangle = {"", 4, 4, 4, {{"x", 0}, {"y", 0}, {"w", SIZE}, {"h", SIZE}}};
static const signature circle = {"", 3, 3, 3, {{"x", 0}, {"y", 0}, {"r", SIZE}}};
static const signature line = {"", 4, 4, 4, {{"ax", 0}, {"ay", 0}, {"bx", 0}, {"by", 0}}};

static c2d_status make_rectangle(rect_object *out, const double n[4])
{
    out->base.kind = KIND_RECT;
    out->base.reversed = false;
    out->rect = (c2d_rect){.anchor = C2D_BY_TOPLEFT, .at = {n[0], n[1]}, .size = {n[2], n[3]}};
    return c2d_rect_shape(&out->base.shape, &out->rect);
}

/* Sets the error for numbers that make no shape. */
static void refuse_numbers(const char *function, const char *argument, const signature *s, arguments *a,
                           c2d_status status)
{
    char name[ITEM_NAME + 60];
    PyOS_snprintf(name, sizeof name, "%s: %s", function, argument);
    signature named = *s;
    named.name = name;
    a->given = (1u << s->count) - 1;
    refuse(&named, a, status);
}

/* A rectangle, circle or line of pygame, by its attributes: 1 and *out made, 0 if it is none, -1 with an error set. */
static int shape_by_attributes(module_state *state, const char *function, const char *argument, PyObject *object,
                               rect_object *out)
{
    arguments a;
    double *n = a.number;
    const signature *s = &rectangle;
    c2d_status status = C2D_OK;
    int found = xywh_attributes(state, function, argument, object, n);
    if (found > 0)
        status = make_rectangle(out, n);
    if (found == 0) {
        s = &circle;
        found = number_attributes(function, argument, object, (PyObject *[]){state->x, state->y, state->r}, 3, n);
        if (found > 0)
            status = make_circle(&out->base, KIND_CIRCLE, (c2d_vec){n[0], n[1]}, n[2]);
    }
    if (found == 0) {
        s = &line;
        found = number_attributes(function, argument, object,
                                  (PyObject *[]){state->ax, state->ay, state->bx, state->by}, 4, n);
        if (found > 0)
            status = make_between(&out->base, KIND_SEGMENT, (c2d_vec){n[0], n[1]}, (c2d_vec){n[2], n[3]}, 0);
    }
    if (found > 0 && status) {
        refuse_numbers(function, argument, s, &a, status);
        return -1;
    }
    return found;
}

bool read_pygame_rect(module_state *state, PyObject *object, operand *out)
{
    const rect_layout *layout = layout_of_rect(state, object);
    double numbers[4];
    if (!layout)
        return false;
    load_rect(layout, object, numbers);
    out->owner = NULL;
    out->body = NULL;
    out->shape = &out->made.base;
    return make_rectangle(&out->made, numbers) == C2D_OK;
}

static bool read_point(const char *function, const char *argument, PyObject *object, operand *out)
{
    out->shape = &out->made.base;
    return point_or(function, argument, true, object, &out->made.base);
}

/* ---- refusals ---- */

/* Whether an object is an array or table of at least two axes, by its attribute ndim. Clears errors but a MemoryError.
 */
static bool is_table(PyObject *object)
{
    PyObject *name = PyUnicode_FromString("ndim"), *axes = NULL;
    bool is = name && attribute(object, name, &axes) > 0 && PyLong_Check(axes) && PyLong_AsLong(axes) >= 2;
    Py_XDECREF(name);
    Py_XDECREF(axes);
    if (!lacks_memory())
        PyErr_Clear();
    return is;
}

#define SEVERAL_ADVICE ": loop over them, use a Space, or write Body([...]) for several shapes"

const char *advice_for(PyObject *object)
{
    if (PyDict_Check(object))
        return ": write Body({...}) for named shapes";
    bool table = is_table(object);
    if (lacks_memory())
        return "";
    if (table)
        return ": write Points(rows), Circles(rows) or Rects(rows) for an array of shapes";
    if (!(PyTuple_Check(object) || PyList_Check(object)))
        return is_iterable(object) && !is_text(object) && !PyType_Check(object) && sequence_length(object) < 0
                   ? SEVERAL_ADVICE
                   : "";
    PyObject *first = PySequence_Fast_GET_SIZE(object) > 0 ? PySequence_Fast_GET_ITEM(object, 0) : Py_None;
    if (is_plain_pair(first))
        return ": write Polygon(points) or Chain(points)";
    return first == Py_None || is_text(first) || (is_number(first) && !is_iterable(first)) ? "" : SEVERAL_ADVICE;
}

/* length: the sequence_length of the object. False. */
static bool refuse_operand(const char *function, const char *argument, PyObject *object, Py_ssize_t length)
{
    if (length == -2)
        return false;
    const char *advice = advice_for(object);
    if (lacks_memory())
        return false;
    PyErr_Clear();
    if (length == 4 && !*advice)
        PyErr_Format(PyExc_TypeError,
                     "%s: %s is ambiguous, four numbers may be a rectangle or a segment: write Rect(...) or "
                     "Segment(...), got %.100s of length 4",
                     function, argument, Py_TYPE(object)->tp_name);
    else
        PyErr_Format(PyExc_TypeError, "%s: %s must be " SHAPE_RULE ", got %s%.100s%s", function, argument,
                     PyType_Check(object) ? "the class " : "",
                     PyType_Check(object) ? ((PyTypeObject *)object)->tp_name : Py_TYPE(object)->tp_name, advice);
    return false;
}

int read_shape_attribute(PyObject *object, PyObject *name, operand *out)
{
    PyObject *held;
    int found = attribute(object, name, &held);
    out->body = NULL;
    if (found > 0 && (is_shape(held) || is_body(held))) {
        out->owner = held;
        out->shape = is_body(held) ? NULL : (shape_object *)held;
        out->body = is_body(held) ? (body_object *)held : NULL;
        return 1;
    }
    Py_XDECREF(held);
    return found < 0 ? -1 : 0;
}

/* ---- objects with a rect ---- */

bool is_several_shapes(PyObject *object)
{
    return (PyList_Check(object) || PyTuple_Check(object)) && PySequence_Fast_GET_SIZE(object) > 0 &&
           is_shape(PySequence_Fast_GET_ITEM(object, 0));
}

/* Four numbers or a pair of pairs as a rectangle; false with an error set. */
static bool read_rectangle(const char *function, const char *argument, PyObject *object, operand *out)
{
    static const char *const parts[] = {"x", "y", "w", "h"};
    char subject[ITEM_NAME + 60];
    arguments a;
    PyOS_snprintf(subject, sizeof subject, "%s: %s", function, argument);
    if (!four_numbers(subject, parts, object, a.number))
        return false;
    out->shape = &out->made.base;
    c2d_status status = make_rectangle(&out->made, a.number);
    if (status)
        refuse_numbers(function, argument, &rectangle, &a, status);
    return status == C2D_OK;
}

/* An object whose .shape fails or is a list of shapes must not silently collide by its .rect; false with an error set.
 * A .shape of another kind belongs to the game. */
static bool may_use_rect(module_state *state, const char *function, const char *argument, PyObject *object)
{
    PyObject *held = NULL;
    int found = class_lacks(object, state->shape) ? 0 : attribute((PyObject *)Py_TYPE(object), state->shape, &held);
    Py_XDECREF(held);
    held = NULL;
    if (found > 0) {
        held = PyObject_GetAttr(object, state->shape); /* a property: its error, if it fails */
        found = held ? 1 : -1;
    } else if (found == 0) {
        found = attribute(object, state->shape, &held);
    }
    bool several = held && is_several_shapes(held);
    if (several)
        PyErr_Format(PyExc_TypeError, "%s: %s.shape must be one shape, got a %.100s of shapes", function, argument,
                     Py_TYPE(held)->tp_name);
    Py_XDECREF(held);
    return found >= 0 && !several;
}

/* The shape of the .rect of an object: 1, 0 if it has none, -1 with an error set. */
static int read_rect_attribute(module_state *state, const char *function, const char *argument, PyObject *object,
                               operand *out)
{
    PyObject *rect;
    int found = attribute(object, state->rect, &rect);
    if (found <= 0)
        return found;
    char name[ITEM_NAME + 60];
    PyOS_snprintf(name, sizeof name, "%.100s.rect", argument);
    bool good = may_use_rect(state, function, argument, object) && read_rect_like(state, function, name, rect, out);
    Py_DECREF(rect);
    return good ? 1 : -1;
}

/* ---- objects with a geometry ---- */

/* The shape or body of the .__geo_interface__ of an object, such as a geometry of shapely: 1, 0 if it has none, -1 with
 * an error set. */
static int read_geometry_attribute(module_state *state, const char *function, const char *argument, PyObject *object,
                                   operand *out)
{
    PyObject *geometry;
    int found = attribute(object, state->geo_interface, &geometry);
    if (found <= 0)
        return found;
    PyObject *module = PyImport_ImportModule("collide2d._geo");
    PyObject *name = module ? PyUnicode_FromFormat("%s: %s", function, argument) : NULL;
    PyObject *solid = name ? PyObject_CallMethod(module, "read_geometry", "OO", name, geometry) : NULL;
    Py_XDECREF(name);
    Py_XDECREF(module);
    Py_DECREF(geometry);
    if (!solid)
        return -1;
    out->owner = solid;
    out->shape = is_body(solid) ? NULL : (shape_object *)solid;
    out->body = is_body(solid) ? (body_object *)solid : NULL;
    return 1;
}

/* ---- duck typing ---- */

/* A tuple or list of two: a point, or a pair of pairs; false with an error set. */
static bool read_pair(const char *function, const char *argument, PyObject *object, operand *out)
{
    PyObject *first = PySequence_Fast_GET_ITEM(object, 0);
    if (PyFloat_CheckExact(first) || PyLong_CheckExact(first))
        return read_point(function, argument, object, out);
    return is_pair_of_pairs(object) ? read_rectangle(function, argument, object, out)
                                    : read_point(function, argument, object, out);
}

/* Any other sequence of two; false with an error set. */
static bool read_sequence_of_two(const char *function, const char *argument, PyObject *object, operand *out)
{
    if (is_pair_of_pairs(object))
        return read_rectangle(function, argument, object, out);
    if (read_point(function, argument, object, out))
        return true;
    if (!PyErr_ExceptionMatches(PyExc_TypeError))
        return false;
    PyErr_Clear();
    return is_table(object) ? refuse_operand(function, argument, object, 2)
                            : read_point(function, argument, object, out);
}

bool read_rect_like(module_state *state, const char *function, const char *argument, PyObject *object, operand *out)
{
    out->owner = NULL;
    out->shape = (shape_object *)object;
    if (is_shape(object)) {
        out->owner = Py_NewRef(object);
        return true;
    }
    if (is_plain_pair(object))
        return read_pair(function, argument, object, out);
    out->shape = &out->made.base;
    int found = shape_by_attributes(state, function, argument, object, &out->made);
    if (found)
        return found > 0;
    Py_ssize_t length = sequence_length(object);
    if (length == 4)
        return read_rectangle(function, argument, object, out);
    if (length == 2)
        return read_sequence_of_two(function, argument, object, out);
    if (length != -2)
        PyErr_Format(PyExc_TypeError, "%s: %s must be a rectangle, got %.100s", function, argument,
                     Py_TYPE(object)->tp_name);
    return false;
}

bool read_duck_typed(module_state *state, const char *function, const char *argument, PyObject *object, operand *out)
{
    out->owner = NULL;
    out->body = NULL;
    if (is_plain_pair(object))
        return read_pair(function, argument, object, out);
    out->shape = &out->made.base;
    int found = shape_by_attributes(state, function, argument, object, &out->made);
    if (found)
        return found > 0;
    if (is_shape_array(state, object)) {
        PyErr_Format(PyExc_TypeError, "%s: %s must be a single shape, got %.100s", function, argument,
                     Py_TYPE(object)->tp_name);
        return false;
    }
    Py_ssize_t length = sequence_length(object);
    if (length == 2)
        return read_sequence_of_two(function, argument, object, out);
    if (length == -2)
        return false;
    /* The attribute of a class is its property, or that of no object. */
    if (!PyType_Check(object))
        found = read_rect_attribute(state, function, argument, object, out);
    if (!found && !PyType_Check(object))
        found = read_geometry_attribute(state, function, argument, object, out);
    return found ? found > 0 : refuse_operand(function, argument, object, length);
}

/* ---- the operand ---- */

bool read_solid(module_state *state, const char *function, const char *argument, PyObject *object, operand *out)
{
    out->owner = NULL;
    out->body = NULL;
    out->shape = (shape_object *)object;
    if (is_shape(object))
        return true;
    if (is_body(object)) {
        out->shape = NULL;
        out->body = (body_object *)object;
        return true;
    }
    if (read_pygame_rect(state, object, out))
        return true;
    /* A .shape that is not one of our shapes is ignored, because NumPy's arrays have a .shape too. */
    int found = is_plain_pair(object) ? 0 : read_shape_attribute(object, state->shape, out);
    return found ? found > 0 : read_duck_typed(state, function, argument, object, out);
}

bool read_operand(module_state *state, const char *function, const char *argument, PyObject *object, operand *out)
{
    out->owner = NULL;
    out->shape = (shape_object *)object;
    if (is_shape(object))
        return true;
    if (!read_solid(state, function, argument, object, out))
        return false;
    if (!out->body)
        return true;
    PyErr_Format(PyExc_TypeError, "%s: %s must be a single shape, got a Body of %zu pieces", function, argument,
                 out->body->body.count);
    release_operand(out);
    return false;
}

bool read_solids(module_state *state, const char *function, const char *const names[2], PyObject *const objects[2],
                 operand out[2])
{
    if (!read_solid(state, function, names[0], objects[0], &out[0]))
        return false;
    if (read_solid(state, function, names[1], objects[1], &out[1]))
        return true;
    release_operand(&out[0]);
    return false;
}

PyObject *object_of_operand(module_state *state, const operand *o)
{
    if (!o->shape)
        return Py_NewRef((PyObject *)o->body);
    return is_made(o) ? object_of(state, o->shape) : Py_NewRef((PyObject *)o->shape);
}
