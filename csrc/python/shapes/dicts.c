/* Dictionaries for JSON: to_dict in C, from_dict in Python, in collide2d._dicts. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "../base/result_list.h"

typedef struct entry {
    const char *key;
    double number;
} entry;

/* Adds to a dictionary and steals the reference to the value; false with an error set. */
static bool put(PyObject *dict, const char *key, PyObject *value)
{
    bool good = value && PyDict_SetItemString(dict, key, value) == 0;
    Py_XDECREF(value);
    return good;
}

static bool put_all(PyObject *dict, const entry *entries, int count)
{
    for (int i = 0; i < count; i++)
        if (!put(dict, entries[i].key, PyFloat_FromDouble(entries[i].number)))
            return false;
    return true;
}

static PyObject *list_of(c2d_vec v) { return Py_BuildValue("[dd]", v.x, v.y); }

static bool put_points(PyObject *dict, const c2d_shape *s)
{
    result_list points;
    bool good = true;
    result_list_init(&points);
    for (uint32_t i = 0; i < s->count && good; i++)
        good = result_list_add_object(&points, list_of(c2d_vertices(s)[i]));
    return put(dict, "points", result_list_to_list(&points, good));
}

static PyObject *rect_dict(const c2d_rect *given, bool rounded);

/* The anchor and the size. */
static bool put_rect(PyObject *dict, const c2d_rect *rect)
{
    c2d_vec at = rect->at, size = rect->size;
    if (is_grown(rect)) {
        c2d_rect core = core_of(rect);
        return put(dict, "core", rect_dict(&core, false));
    }
    switch (rect->anchor) {
    case C2D_BY_CENTER:
        return put_all(dict,
                       (entry[]){{"cx", at.x},
                                 {"cy", at.y},
                                 {rect->inner ? "inner_w" : "w", size.x},
                                 {rect->inner ? "inner_h" : "h", size.y}},
                       4);
    case C2D_BY_CORNERS: return put_all(dict, (entry[]){{"x1", at.x}, {"y1", at.y}, {"x2", size.x}, {"y2", size.y}}, 4);
    default: return put_all(dict, (entry[]){{"x", at.x}, {"y", at.y}, {"w", size.x}, {"h", size.y}}, 4);
    }
}

static PyObject *rect_dict(const c2d_rect *given, bool rounded)
{
    bool grown = is_grown(given);
    c2d_rect rect = grown ? *given : plain_form(given); /* of a grown one, put_rect shows the core in plain form */
    double angle = rect.angle - (grown ? core_of(&rect).angle : 0);
    PyObject *dict = PyDict_New();
    bool good = dict && put(dict, "kind", PyUnicode_FromString(kind_names[rounded ? KIND_ROUNDRECT : KIND_RECT])) &&
                put_rect(dict, &rect);
    if (good && rounded)
        good = put(dict, "r", PyFloat_FromDouble(rect.radius));
    if (good && rect.anchor == C2D_BY_PIVOT && !grown)
        good = put(dict, "offset", list_of(rect.pivot));
    if (good && angle != 0)
        good = put(dict, "angle", PyFloat_FromDouble(angle));
    if (good && rect.has_pivot && !grown)
        good = put(dict, "pivot", list_of(rect.pivot));
    if (!good)
        Py_CLEAR(dict);
    return dict;
}

static bool put_shape(PyObject *dict, const shape_object *self)
{
    const c2d_shape *s = &self->shape;
    c2d_vec a = end_a(self), b = end_b(self);
    switch (self->kind) {
    case KIND_POINT: return put_all(dict, (entry[]){{"x", a.x}, {"y", a.y}}, 2);
    case KIND_CIRCLE: return put_all(dict, (entry[]){{"x", a.x}, {"y", a.y}, {"r", s->radius}}, 3);
    case KIND_POLYGON:
        return put_points(dict, s) && (s->radius == 0 || put(dict, "radius", PyFloat_FromDouble(s->radius)));
    default:
        return put_all(dict, (entry[]){{"ax", a.x}, {"ay", a.y}, {"bx", b.x}, {"by", b.y}, {"r", s->radius}},
                       self->kind == KIND_CAPSULE ? 5 : 4);
    }
}

const char to_dict_doc[] = PyDoc_STR(
    "to_dict($self, /)\n--\n\n"
    "The numbers that define the shape, as a dictionary that json can write; from_dict makes an equal shape from it.\n\n"
    ">>> Circle(1, 2, 3).to_dict()\n"
    "{'kind': 'circle', 'x': 1.0, 'y': 2.0, 'r': 3.0}\n");

PyObject *shape_to_dict(PyObject *self, PyObject *Py_UNUSED(unused))
{
    const shape_object *s = (shape_object *)self;
    if (is_rect_kind(s))
        return rect_dict(RECT(self), s->kind == KIND_ROUNDRECT);
    PyObject *dict = PyDict_New();
    if (dict && !(put(dict, "kind", PyUnicode_FromString(kind_names[s->kind])) && put_shape(dict, s)))
        Py_CLEAR(dict);
    return dict;
}

const char from_dict_doc[] = PyDoc_STR(
    "from_dict($type, data, /)\n--\n\n"
    "The shape that a dictionary from to_dict describes; \"radians\" may replace \"angle\".\n\n"
    "Shape.from_dict makes any kind; from_dict of a kind makes only that kind. Raises TypeError if data is not a\n"
    "dictionary or holds a value of a wrong kind, ValueError for a missing or unknown key and for a number out of\n"
    "range.\n\n"
    ">>> Shape.from_dict({\"kind\": \"rect\", \"cx\": 0, \"cy\": 0, \"w\": 4, \"h\": 2})\n"
    "Rect.centered(0.0, 0.0, 4.0, 2.0)\n"
    ">>> Circle.from_dict({\"kind\": \"circle\", \"x\": 0, \"y\": 0, \"radius\": 1})\n"
    "Traceback (most recent call last):\n"
    "ValueError: Circle.from_dict: the keys must be x, y, r, got unknown key 'radius'\n");

PyObject *shape_from_dict(PyObject *type, PyObject *data)
{
    PyObject *dicts = PyImport_ImportModule("collide2d._dicts");
    PyObject *shape = dicts ? PyObject_CallMethod(dicts, "from_dict", "OO", type, data) : NULL;
    Py_XDECREF(dicts);
    return shape;
}
