/* Smooth pictures of shapes: the pixels of a shape for collide2d.pygame.draw. coverage.c computes them. */
#include "../base/arguments.h"
#include "../base/methods.h"
#include "coverage.h"

enum { MOST_PIXELS = 1 << 14 }; /* on a side of a picture */

/* Covers the shape, or an outline of this width inside it if the width is not 0; core: its vertices in the picture. */
static void cover_shape(coverage *c, const c2d_shape *shape, const c2d_vec *core, double width, c2d_vec *room)
{
    double r = shape->radius;
    c2d_cover_grown(c, core, shape->count, r, 1);
    if (width <= 0)
        return;
    if (width < r)
        c2d_cover_grown(c, core, shape->count, r - width, -1);
    else if (shape->count > 2)
        c2d_cover_inset(c, core, shape->count, width - r, -1, room);
}

static PyObject *pixels_of(const c2d_shape *shape, double width, const int box[4], const uint8_t color[4])
{
    coverage c = {box[2] - box[0], box[3] - box[1], NULL};
    size_t count = shape->count;
    PyObject *pixels = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)4 * c.width * c.height);
    c.steps = PyMem_Calloc(((size_t)c.width + 2) * (size_t)c.height, sizeof *c.steps);
    c2d_vec own[SMALL_ROOM], *room = alloc_room(own, 3 * count + 8);
    if (pixels && c.steps && room) {
        const c2d_vec *vertices = c2d_vertices(shape);
        for (size_t i = 0; i < count; i++)
            room[i] = (c2d_vec){vertices[i].x - box[0], vertices[i].y - box[1]};
        cover_shape(&c, shape, room, width, room + count);
        c2d_cover_pixels(&c, color, (uint8_t *)PyBytes_AS_STRING(pixels));
    } else {
        Py_CLEAR(pixels);
        PyErr_NoMemory();
    }
    if (room)
        free_room(own, room);
    PyMem_Free(c.steps);
    return pixels;
}

const char shape_pixels_doc[] = PyDoc_STR(
    "_shape_pixels($module, shape, width, box, color, /)\n--\n\n"
    "The pixels of a shape in a box (left, top, right, bottom), smooth at its edges: row by row, 4 bytes each, which are\n"
    "those of color, but the last times the covered share. width: of an outline inside the shape; 0 fills it.");

PyObject *shape_pixels(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    (void)module;
    int box[4];
    double width;
    if (nargs != 4 || !is_shape(args[0]) || !PyTuple_Check(args[2]) || !PyBytes_Check(args[3]) ||
        PyBytes_GET_SIZE(args[3]) != 4) {
        PyErr_SetString(PyExc_TypeError, "_shape_pixels: takes a shape, a width, a box and a color of 4 bytes");
        return NULL;
    }
    if (!number_from("_shape_pixels", "width", args[1], &width) ||
        !PyArg_ParseTuple(args[2], "iiii:_shape_pixels", &box[0], &box[1], &box[2], &box[3]))
        return NULL;
    long long w = (long long)box[2] - box[0], h = (long long)box[3] - box[1];
    if (!(width >= 0) || w <= 0 || h <= 0 || w > MOST_PIXELS || h > MOST_PIXELS) {
        PyErr_SetString(PyExc_ValueError, "_shape_pixels: width must be >= 0, and the box not empty and not too large");
        return NULL;
    }
    return pixels_of(SHAPE(args[0]), width, box, (const uint8_t *)PyBytes_AS_STRING(args[3]));
}
