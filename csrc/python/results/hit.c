/* Hit: the result of the verbs cast and raycast. It stores the core's numbers and makes tuples on access. */
#include "../base/arguments.h"
#include "../base/methods.h"

#include <stddef.h>

#define HIT(object) (&((hit_object *)(object))->hit)

PyObject *hit_of_pieces(PyTypeObject *type, const c2d_hit *hit, PyObject *pieces)
{
    hit_object *self = PyObject_New(hit_object, type);
    if (!self) {
        Py_XDECREF(pieces);
        return NULL;
    }
    self->hit = *hit;
    self->pieces = pieces;
    self->image = (result_image){0, 0};
    return (PyObject *)self;
}

PyObject *hit_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    static const signature s = {
        "Hit",
        4,
        6,
        6,
        {{"t", 0}, {"point", VECTOR}, {"normal", VECTOR}, {"depth", 0}, {"pieces", OBJECT}, {"image", OBJECT}}};
    arguments a;
    if (!parse((PyTypeObject *)type, &s, args, PyVectorcall_NARGS(nargsf), kwnames, &a))
        return NULL;
    c2d_hit hit = {a.number[0], a.vector[1], a.vector[2], a.number[3]};
    if (!check_number_of_result("Hit", "t", hit.t, false))
        return NULL;
    if (hit.t > 1) {
        refuse_number("Hit", "t", C2D_ABOVE_ONE, hit.t);
        return NULL;
    }
    bool good = check_pair_of_result("Hit", "point", hit.point) && check_pair_of_result("Hit", "normal", hit.normal) &&
                check_number_of_result("Hit", "depth", hit.depth, false);
    PyObject *pieces = NULL;
    result_image image = {0, 0};
    if (!good || (is_given(&a, 5) && !read_image("Hit", a.object[5], &image)) ||
        (is_given(&a, 4) && !read_pieces("Hit", a.object[4], &pieces)))
        return NULL;
    PyObject *self = hit_of_pieces((PyTypeObject *)type, &hit, pieces);
    if (self)
        ((hit_object *)self)->image = image;
    return self;
}

/* ---- attributes ---- */

static PyObject *get_point(PyObject *self, void *Py_UNUSED(closure)) { return tuple_of_vector(HIT(self)->point); }
static PyObject *get_normal(PyObject *self, void *Py_UNUSED(closure)) { return tuple_of_vector(HIT(self)->normal); }

static PyObject *get_pieces(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *pieces = ((hit_object *)self)->pieces;
    return Py_NewRef(pieces ? pieces : Py_None);
}

static PyObject *get_image(PyObject *self, void *Py_UNUSED(closure))
{
    return tuple_of_image(((hit_object *)self)->image);
}

/* clang-format off */
static PyGetSetDef hit_attributes[] = {
    {"point", get_point, NULL,
     PyDoc_STR("Where the shapes meet, on the border of the one that is hit: two floats. If they meet along an edge, its middle.\n"
               "If they overlapped at the start, the point of their contact, midway between the surfaces. Of a point that is\n"
               "cast, always its place at t.\n\n"
               ">>> Circle(0, 0, 1).cast((8, 0), Rect(5, -2, 1, 4)).point\n"
               "(5.0, 0.0)\n"), NULL},
    {"normal", get_normal, NULL,
     PyDoc_STR("The unit vector out of the shape that is hit, toward the moving one: two floats.\n\n"
               ">>> Circle(0, 0, 1).cast((8, 0), Rect(5, -2, 1, 4)).normal\n"
               "(-1.0, 0.0)\n"), NULL},
    {"pieces", get_pieces, NULL, pieces_doc, NULL},
    {"image", get_image, NULL, image_doc, NULL},
    {0},
};

static PyMemberDef hit_members[] = {
    {"t", Py_T_DOUBLE, offsetof(hit_object, hit.t), Py_READONLY,
     PyDoc_STR("The fraction of the motion that is free, 0 to 1; 0 if the shapes overlapped or touched at the start.\n\n"
               ">>> Circle(0, 0, 1).cast((8, 0), Rect(5, -2, 1, 4)).t\n"
               "0.5\n")},
    {"depth", Py_T_DOUBLE, offsetof(hit_object, hit.depth), Py_READONLY,
     PyDoc_STR("The penetration depth at the start along the normal; 0 exactly if the shapes did not overlap.\n\n"
               ">>> Circle(0, 0, 1).cast((8, 0), Rect(5, -2, 1, 4)).depth\n"
               "0.0\n"
               ">>> Circle(0, 0, 1).cast((8, 0), Rect(0.5, -2, 1, 4)).depth\n"
               "0.5\n")},
    {0},
};

/* clang-format on */

static bool hit_equal(PyObject *self, PyObject *other)
{
    const c2d_hit *a = HIT(self), *b = HIT(other);
    return a->t == b->t && vec_equal(a->point, b->point) && vec_equal(a->normal, b->normal) && a->depth == b->depth;
}

static const char hit_type_doc[] = PyDoc_STR(
    "Hit(t, point, normal, depth, pieces=None, image=(0, 0))\n--\n\n"
    "Where a moving shape first hits another: the verbs cast and raycast return it.\n\n"
    "t is the fraction of the motion that is free, from 0 to 1. point is where the shapes meet, on the border of the\n"
    "shape that is hit. normal is a unit vector out of that shape. depth is > 0 only if the shapes overlapped at the\n"
    "start: then point, normal and depth are those of the contact. pieces says which pieces of bodies meet. Immutable,\n"
    "hashable, picklable, usable in match. Raises TypeError for an argument of a wrong kind, ValueError for a number\n"
    "that is not finite, a t outside of 0 to 1 or a negative depth.\n\n"
    ">>> Hit(0.5, (2, 3), (0, -1), 0)\n"
    "Hit(0.5, (2.0, 3.0), (0.0, -1.0), 0.0)\n");
DEFINE_RESULT(hit, "Hit")
