/* The numbers of pygame's rectangles, Rect and FRect, read from their memory. */
#ifndef C2D_PYGAME_RECTS_H
#define C2D_PYGAME_RECTS_H

#include "binding.h"

#include <string.h>

/* Reads pygame's rectangles of exactly this type: x, y, w and h follow each other at the offset. */
static inline void load_rect(const rect_layout *layout, PyObject *object, double out[4])
{
    const char *at = (const char *)object + layout->offset;
    if (layout->floats) {
        float numbers[4];
        memcpy(numbers, at, sizeof numbers);
        for (int i = 0; i < 4; i++)
            out[i] = (double)numbers[i];
    } else {
        int32_t numbers[4];
        memcpy(numbers, at, sizeof numbers);
        for (int i = 0; i < 4; i++)
            out[i] = numbers[i];
    }
}

/* Finds out where a type of pygame's keeps its numbers, if it is one; NULL, without an error set, for any other. */
const rect_layout *learn_rect_layout(module_state *state, PyTypeObject *type);

/* The layout of an object that is one of pygame's rectangles, and of no subclass; NULL for any other, and for a version
 * of pygame whose layout is not known: its attributes must be read. */
static inline const rect_layout *layout_of_rect(module_state *state, PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    for (int i = 0; i < RECT_LAYOUTS; i++)
        if (LOAD_SHARED(state->rect_layouts[i].type) == type)
            return state->rect_layouts[i].offset ? &state->rect_layouts[i] : NULL;
    return PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) ? NULL : learn_rect_layout(state, type);
}

/* Whether a valid rectangle is surely apart from a box, or also touches it if least is C2D_OVERLAPPING. False for
 * numbers that make no rectangle: they must be refused. All are ints or floats of 32 bits, so no sum overflows. */
static inline bool rect_misses(const double n[4], c2d_bounds box, c2d_relation least)
{
    double right = n[0] + n[2], bottom = n[1] + n[3], sum = right + bottom;
    bool valid = (n[2] >= 0) & (n[3] >= 0) & (sum - sum == 0);
    if (least == C2D_OVERLAPPING)
        return valid & ((right <= box.min.x) | (bottom <= box.min.y) | (n[0] >= box.max.x) | (n[1] >= box.max.y));
    return valid & ((right < box.min.x) | (bottom < box.min.y) | (n[0] > box.max.x) | (n[1] > box.max.y));
}

#endif
