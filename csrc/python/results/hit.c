/* Hit: the answer of the verbs cast and raycast as an object. It holds the core's numbers; tuples are made when asked
 * for. */
#include "../convert.h"
#include "../docs.h"

#include <stddef.h>

#define HIT(object) (&((hit_object *)(object))->hit)

PyObject *hit_from(PyTypeObject *type, const c2d_hit *hit)
{
    hit_object *self = PyObject_New(hit_object, type);
    if (self)
        self->hit = *hit;
    return (PyObject *)self;
}

PyObject *hit_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    static const signature s = {"Hit", 4, 4, 4, {{"t", 0}, {"point", VECTOR}, {"normal", VECTOR}, {"depth", 0}}};
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
    return good ? hit_from((PyTypeObject *)type, &hit) : NULL;
}

/* ---- attributes ---- */

static PyObject *get_point(PyObject *self, void *Py_UNUSED(closure)) { return tuple_of_vector(HIT(self)->point); }
static PyObject *get_normal(PyObject *self, void *Py_UNUSED(closure)) { return tuple_of_vector(HIT(self)->normal); }

/* clang-format off */
static PyGetSetDef hit_attributes[] = {
    {"point", get_point, NULL,
     PyDoc_STR("Where they meet, on the border of what is hit: two floats; the middle where they meet along a stretch.\n\n"
               ">>> Circle(0, 0, 1).cast((8, 0), Rect(5, -2, 1, 4)).point\n"
               "(5.0, 0.0)\n"), NULL},
    {"normal", get_normal, NULL,
     PyDoc_STR("The unit vector out of what is hit, toward what moves: two floats.\n\n"
               ">>> Circle(0, 0, 1).cast((8, 0), Rect(5, -2, 1, 4)).normal\n"
               "(-1.0, 0.0)\n"), NULL},
    {0},
};

static PyMemberDef hit_members[] = {
    {"t", Py_T_DOUBLE, offsetof(hit_object, hit.t), Py_READONLY,
     PyDoc_STR("The part of the motion that is free, 0 to 1; 0 if they overlapped at the start, or touched.\n\n"
               ">>> Circle(0, 0, 1).cast((8, 0), Rect(5, -2, 1, 4)).t\n"
               "0.5\n")},
    {"depth", Py_T_DOUBLE, offsetof(hit_object, hit.depth), Py_READONLY,
     PyDoc_STR("How deep they overlapped at the start along the normal; 0 exactly if they did not.\n\n"
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
    return a->t == b->t && same(a->point, b->point) && same(a->normal, b->normal) && a->depth == b->depth;
}

DEFINE_RESULT(hit, "Hit")
