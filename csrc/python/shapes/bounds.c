/* Attributes of the bounds, with the names of pygame's rectangles: left ... bottomright, and rect. Every shape and Body
 * has them. Rectangles have their own of most names, in rects.c. */
#include "bounds.h"

const uint8_t bounds_parts[][2] = {
#define PART(name, first, second) [BOUNDS_##name] = {first, second},
    BOUNDS_PARTS(PART)
#undef PART
};

/* The numbers that the attributes consist of. */
static void read_parts(PyObject *self, double out[NUMBER_COUNT])
{
    bool body = is_body(self);
    const shape_object *shape = (shape_object *)self;
    c2d_bounds box = body ? c2d_body_bounds(&((body_object *)self)->body) : c2d_bounds_of(&shape->shape);
    c2d_vec size = c2d_bounds_size(box), center = body ? center_of_body((body_object *)self) : center_of(shape);
    /* The middle of the bounds is the centre of a shape with two axes of symmetry, without another rounding. */
    bool symmetric = !body && shape->kind != KIND_POLYGON;
    c2d_vec middle = {box.min.x / 2 + box.max.x / 2, box.min.y / 2 + box.max.y / 2};
    out[LEFT] = box.min.x;
    out[TOP] = box.min.y;
    out[RIGHT] = box.max.x;
    out[BOTTOM] = box.max.y;
    out[WIDTH] = size.x;
    out[HEIGHT] = size.y;
    out[MIDDLE_X] = symmetric ? center.x : middle.x;
    out[MIDDLE_Y] = symmetric ? center.y : middle.y;
    out[CENTER_X] = center.x;
    out[CENTER_Y] = center.y;
}

PyObject *bounds_number(PyObject *self, void *parts)
{
    double numbers[NUMBER_COUNT];
    read_parts(self, numbers);
    return PyFloat_FromDouble(numbers[((const uint8_t *)parts)[0]]);
}

PyObject *bounds_pair(PyObject *self, void *parts)
{
    double numbers[NUMBER_COUNT];
    read_parts(self, numbers);
    return tuple_of_numbers((double[]){numbers[((const uint8_t *)parts)[0]], numbers[((const uint8_t *)parts)[1]]}, 2);
}

PyObject *bounds_rect(PyObject *self, void *Py_UNUSED(closure))
{
    double numbers[NUMBER_COUNT];
    read_parts(self, numbers);
    return tuple_of_numbers((double[]){numbers[LEFT], numbers[TOP], numbers[WIDTH], numbers[HEIGHT]}, 4);
}
