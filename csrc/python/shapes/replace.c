/* replace, which copy.replace of Python 3.13 calls too: a shape with some of the arguments of its plainest constructor
 * changed. */
#include "../base/arguments.h"
#include "../base/methods.h"

/* clang-format off */
#define CORNER {"x", 0}, {"y", 0}
#define ENDS   {"ax", 0}, {"ay", 0}, {"bx", 0}, {"by", 0}
/* clang-format on */
enum { X, Y, W, H, R }; /* of rectangles; then angle and pivot */
static const signature signatures[KIND_COUNT] = {
    [KIND_POINT] = {"replace", 0, 0, 2, {CORNER}},
    [KIND_CIRCLE] = {"replace", 0, 0, 3, {CORNER, {"r", SIZE}}},
    [KIND_SEGMENT] = {"replace", 0, 0, 4, {ENDS}},
    [KIND_CAPSULE] = {"replace", 0, 0, 5, {ENDS, {"r", SIZE}}},
    [KIND_RECT] = {"replace", 0, 0, 6, {CORNER, {"w", SIZE}, {"h", SIZE}, {"angle", 0}, {"pivot", OBJECT}}},
    [KIND_ROUNDRECT] =
        {"replace", 0, 0, 7, {CORNER, {"w", SIZE}, {"h", SIZE}, {"r", SIZE}, {"angle", 0}, {"pivot", OBJECT}}},
    [KIND_POLYGON] = {"replace", 0, 0, 2, {{"points", OBJECT}, {"radius", SIZE}}},
};

static bool has_own_pivot(const c2d_rect *rect)
{
    return rect->anchor == C2D_BY_PIVOT || (rect->anchor == C2D_BY_TOPLEFT && rect->has_pivot);
}

c2d_rect rect_by_topleft(const c2d_rect *rect)
{
    if (rect->anchor == C2D_BY_TOPLEFT && !rect->inner)
        return *rect;
    c2d_frame f;
    c2d_rect_frame(rect, &f);
    c2d_rect plain = {.anchor = C2D_BY_TOPLEFT, .at = f.min, .size = f.size, .angle = rect->angle};
    plain.has_pivot = has_own_pivot(rect);
    plain.pivot = plain.has_pivot ? f.pivot : (c2d_vec){0, 0};
    plain.radius = rect->radius;
    return plain;
}

static void replace_number(const arguments *a, int i, double *out)
{
    if (is_given(a, i))
        *out = a->number[i];
}

static PyObject *replaced_rect(PyObject *self, const signature *s, const arguments *a)
{
    shape_kind kind = (shape_kind)((shape_object *)self)->kind;
    int angle = kind == KIND_ROUNDRECT ? R + 1 : R, pivot = angle + 1;
    c2d_rect rect = *RECT(self);
    if (a->given != 1u << angle)
        rect = rect_by_topleft(&rect);
    else if (rect.anchor == C2D_BY_CORNERS && a->number[angle] != rect.angle)
        c2d_rect_rotate(&rect, 0, NULL); /* then by the centre, about which it turns */
    replace_number(a, X, &rect.at.x);
    replace_number(a, Y, &rect.at.y);
    replace_number(a, W, &rect.size.x);
    replace_number(a, H, &rect.size.y);
    if (kind == KIND_ROUNDRECT)
        replace_number(a, R, &rect.radius);
    replace_number(a, angle, &rect.angle);
    if (is_given(a, pivot)) {
        rect.has_pivot = a->object[pivot] != Py_None;
        if (rect.has_pivot && !(pair_from(s->name, "pivot", a->object[pivot], &rect.pivot) &&
                                check_vector(s->name, "pivot", &rect.pivot)))
            return NULL;
    }
    return rect_from_numbers(Py_TYPE(self), kind, &rect, s, a);
}

static PyObject *replaced_polygon(PyObject *self, const signature *s, const arguments *a)
{
    double radius = SHAPE(self)->radius;
    replace_number(a, 1, &radius);
    if (is_given(a, 0))
        return PyObject_CallFunction((PyObject *)Py_TYPE(self), "Od", a->object[0], radius);
    return shape_from_points(Py_TYPE(self), KIND_POLYGON, c2d_vertices(SHAPE(self)), SHAPE(self)->count, radius, s, a);
}

const char replace_doc[] = PyDoc_STR(
    "replace($self, /, **changes)\n--\n\n"
    "The shape with some of the arguments of its constructor changed.\n\n"
    "The arguments are those of the class: x, y and r of a Circle, and so on; pivot=None of a rectangle means its\n"
    "centre. All others stay, as the attributes of these names give them: a rectangle that was made from its centre\n"
    "keeps x and y if its w changes, and keeps its centre if only its angle does. copy.replace of Python 3.13 calls\n"
    "this method. Raises TypeError for an argument that the class does not have, ValueError for a number out of range.\n\n"
    ">>> Circle(1, 2, 3).replace(r=5)\n"
    "Circle(1.0, 2.0, 5.0)\n"
    ">>> Rect(0, 0, 4, 2, 30, pivot=(0, 0)).replace(w=8, angle=45)\n"
    "Rect(0.0, 0.0, 8.0, 2.0, 45.0, pivot=(0.0, 0.0))\n");

PyObject *shape_replace(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    const shape_object *shape = (shape_object *)self;
    const signature *s = &signatures[shape->kind];
    arguments a;
    if (!parse(Py_TYPE(self), s, args, nargs, kwnames, &a))
        return NULL;
    if (a.given == 0)
        return Py_NewRef(self);
    if (is_rect_kind(shape))
        return replaced_rect(self, s, &a);
    if (shape->kind == KIND_POLYGON)
        return replaced_polygon(self, s, &a);
    c2d_vec points[2] = {end_a(shape), end_b(shape)};
    double *numbers[] = {&points[0].x, &points[0].y, &points[1].x, &points[1].y}, radius = shape->shape.radius;
    bool has_ends = shape->kind == KIND_SEGMENT || shape->kind == KIND_CAPSULE;
    int count = has_ends ? 4 : 2;
    for (int i = 0; i < count; i++)
        replace_number(&a, i, numbers[i]);
    if (s->count > count)
        replace_number(&a, count, &radius);
    return shape_from_points(Py_TYPE(self), (shape_kind)shape->kind, points, 2, radius, s, &a);
}
