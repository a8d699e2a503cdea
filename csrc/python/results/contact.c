/* Contact: the result of the verb contact. It stores the core's numbers and makes tuples on access. */
#include "../base/arguments.h"
#include "../base/methods.h"

#include <stddef.h>

#define CONTACT(object) (&((contact_object *)(object))->contact)

PyObject *contact_of_pieces(PyTypeObject *type, const c2d_contact *contact, PyObject *pieces)
{
    contact_object *self = PyObject_New(contact_object, type);
    if (!self) {
        Py_XDECREF(pieces);
        return NULL;
    }
    self->contact = *contact;
    self->pieces = pieces;
    self->image = (result_image){0, 0};
    return (PyObject *)self;
}

/* ---- construction ---- */

static const signature contact_signature = {
    "Contact", 3, 5, 5, {{"normal", VECTOR}, {"depth", 0}, {"points", OBJECT}, {"pieces", OBJECT}, {"image", OBJECT}}};

static bool read_points(PyObject *object, c2d_contact *out)
{
    PyObject *points = items_from("Contact", "points", "an iterable of pairs", object);
    if (!points)
        return false;
    Py_ssize_t count = PyTuple_GET_SIZE(points);
    bool good = count == 1 || count == 2;
    if (!good)
        PyErr_Format(PyExc_ValueError, "Contact: points must be one or two, got %zd", count);
    for (Py_ssize_t i = 0; i < count && good; i++)
        good = pair_from("Contact", "points", PyTuple_GET_ITEM(points, i), &out->points[i]) &&
               check_pair_of_result("Contact", "points", out->points[i]);
    Py_DECREF(points);
    out->count = (int)count;
    return good;
}

PyObject *contact_new(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    arguments a;
    c2d_contact contact = {0};
    if (!parse((PyTypeObject *)type, &contact_signature, args, PyVectorcall_NARGS(nargsf), kwnames, &a))
        return NULL;
    contact.normal = a.vector[0];
    contact.depth = a.number[1];
    bool good = check_pair_of_result("Contact", "normal", contact.normal) && read_points(a.object[2], &contact) &&
                check_number_of_result("Contact", "depth", contact.depth, false);
    PyObject *pieces = NULL;
    result_image image = {0, 0};
    if (!good || (is_given(&a, 4) && !read_image("Contact", a.object[4], &image)) ||
        (is_given(&a, 3) && !read_pieces("Contact", a.object[3], &pieces)))
        return NULL;
    PyObject *self = contact_of_pieces((PyTypeObject *)type, &contact, pieces);
    if (self)
        ((contact_object *)self)->image = image;
    return self;
}

/* ---- attributes ---- */

static PyObject *get_normal(PyObject *self, void *Py_UNUSED(closure)) { return tuple_of_vector(CONTACT(self)->normal); }

static PyObject *get_points(PyObject *self, void *Py_UNUSED(closure))
{
    return tuple_of_vectors(CONTACT(self)->points, CONTACT(self)->count);
}

static PyObject *get_mtv(PyObject *self, void *Py_UNUSED(closure))
{
    const c2d_contact *c = CONTACT(self);
    return tuple_of_numbers((double[]){c->normal.x * c->depth, c->normal.y * c->depth}, 2);
}

static PyObject *get_pieces(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *pieces = ((contact_object *)self)->pieces;
    return Py_NewRef(pieces ? pieces : Py_None);
}

static PyObject *get_image(PyObject *self, void *Py_UNUSED(closure))
{
    return tuple_of_image(((contact_object *)self)->image);
}

/* clang-format off */
static PyGetSetDef contact_attributes[] = {
    {"normal", get_normal, NULL,
     PyDoc_STR("The unit vector out of the second shape, toward the first: two floats.\n\n"
               ">>> Circle(0, 0, 2).contact(Circle(3, 0, 2)).normal\n"
               "(-1.0, 0.0)\n"), NULL},
    {"points", get_points, NULL,
     PyDoc_STR("The one or two points where the shapes meet, midway between their surfaces: pairs of floats.\n\n"
               ">>> Circle(0, 0, 2).contact(Circle(3, 0, 2)).points\n"
               "((1.5, 0.0),)\n"), NULL},
    {"mtv", get_mtv, NULL,
     PyDoc_STR("The minimum translation vector, normal times depth: moving the first shape by it separates the shapes, up to\n"
               "rounding; separate does it exactly.\n\n"
               ">>> Circle(0, 0, 2).contact(Circle(2, 0, 2)).mtv\n"
               "(-2.0, 0.0)\n"), NULL},
    {"pieces", get_pieces, NULL, pieces_doc, NULL},
    {"image", get_image, NULL, image_doc, NULL},
    {0},
};

static PyMemberDef contact_members[] = {
    {"depth", Py_T_DOUBLE, offsetof(contact_object, contact.depth), Py_READONLY,
     PyDoc_STR("The penetration depth along the normal; 0 exactly if the shapes touch.\n\n"
               ">>> Circle(0, 0, 2).contact(Circle(3, 0, 2)).depth\n"
               "1.0\n")},
    {0},
};

/* clang-format on */

static bool contact_equal(PyObject *self, PyObject *other)
{
    const c2d_contact *a = CONTACT(self), *b = CONTACT(other);
    bool equal = vec_equal(a->normal, b->normal) && a->depth == b->depth && a->count == b->count;
    for (int i = 0; i < a->count && equal; i++)
        equal = vec_equal(a->points[i], b->points[i]);
    return equal;
}

static const char contact_type_doc[] = PyDoc_STR(
    "Contact(normal, depth, points, pieces=None, image=(0, 0))\n--\n\n"
    "The contact of two colliding shapes, which the verb contact returns.\n\n"
    "normal is a unit vector out of the second shape toward the first. depth >= 0 is how far to move along it until\n"
    "the shapes only touch. points are one or two pairs midway between the two surfaces. pieces says which pieces of\n"
    "bodies meet. Immutable, hashable, picklable, usable in match. Raises TypeError for an argument of a wrong kind, ValueError for a number that is\n"
    "not finite, a negative depth or another number of points.\n\n"
    ">>> Contact((1, 0), 0.5, [(2, 3)])\n"
    "Contact((1.0, 0.0), 0.5, ((2.0, 3.0),))\n");
DEFINE_RESULT(contact, "Contact")
