/* One table of attributes of the bounds, for shapes and bodies. */
#ifndef C2D_BOUNDS_ATTRIBUTES_H
#define C2D_BOUNDS_ATTRIBUTES_H

#include "../base/binding.h"

/* The numbers that they consist of. */
enum { LEFT, TOP, RIGHT, BOTTOM, WIDTH, HEIGHT, MIDDLE_X, MIDDLE_Y, CENTER_X, CENTER_Y, NUMBER_COUNT };

/* Each attribute and its one or two numbers. */
/* clang-format off */
#define BOUNDS_PARTS(PART)                                                                                   \
    PART(left, LEFT, 0) PART(top, TOP, 0) PART(right, RIGHT, 0) PART(bottom, BOTTOM, 0)                      \
    PART(width, WIDTH, 0) PART(height, HEIGHT, 0) PART(size, WIDTH, HEIGHT)                                  \
    PART(centerx, CENTER_X, 0) PART(centery, CENTER_Y, 0)                                                    \
    PART(topleft, LEFT, TOP) PART(midtop, MIDDLE_X, TOP) PART(topright, RIGHT, TOP)                          \
    PART(midleft, LEFT, MIDDLE_Y) PART(midright, RIGHT, MIDDLE_Y)                                            \
    PART(bottomleft, LEFT, BOTTOM) PART(midbottom, MIDDLE_X, BOTTOM) PART(bottomright, RIGHT, BOTTOM)
/* clang-format on */

enum {
#define PART(name, first, second) BOUNDS_##name,
    BOUNDS_PARTS(PART)
#undef PART
};

extern const uint8_t bounds_parts[][2];
PyObject *bounds_number(PyObject *self, void *parts);
PyObject *bounds_pair(PyObject *self, void *parts);
PyObject *bounds_rect(PyObject *self, void *closure);

/* clang-format off */
#define BOUNDS_ENTRY(getter, name, text, of, value)                                                          \
    {#name, getter, NULL, PyDoc_STR(text "\n\n>>> " of "." #name "\n" value "\n"), (void *)bounds_parts[BOUNDS_##name]}
#define BOUNDS_NUMBER(name, text, of, value) BOUNDS_ENTRY(bounds_number, name, text, of, value)
#define BOUNDS_PAIR(name, text, of, value)   BOUNDS_ENTRY(bounds_pair, name, text, of, value)

/* of: an expression, in examples, of what has the bounds (3, 2, 7, 6) and their middle as its centre. */
#define BOUNDS_ATTRIBUTES(of)                                                                                \
    BOUNDS_NUMBER(left, "The left side of the bounds.", of, "3.0"),                                          \
    BOUNDS_NUMBER(top, "The top side of the bounds: the least y.", of, "2.0"),                               \
    BOUNDS_NUMBER(right, "The right side of the bounds.", of, "7.0"),                                        \
    BOUNDS_NUMBER(bottom, "The bottom side of the bounds: the greatest y.", of, "6.0"),                      \
    BOUNDS_NUMBER(width, "The width of the bounds, rounded up.", of, "4.0"),                                 \
    BOUNDS_NUMBER(height, "The height of the bounds, rounded up.", of, "4.0"),                               \
    BOUNDS_PAIR(size, "The size of the bounds, (width, height).", of, "(4.0, 4.0)"),                         \
    BOUNDS_NUMBER(centerx, "The x coordinate of center.", of, "5.0"),                                        \
    BOUNDS_NUMBER(centery, "The y coordinate of center.", of, "4.0"),                                        \
    BOUNDS_PAIR(topleft, "The corner (left, top) of the bounds.", of, "(3.0, 2.0)"),                         \
    BOUNDS_PAIR(midtop, "The middle of the top side of the bounds.", of, "(5.0, 2.0)"),                      \
    BOUNDS_PAIR(topright, "The corner (right, top) of the bounds.", of, "(7.0, 2.0)"),                       \
    BOUNDS_PAIR(midleft, "The middle of the left side of the bounds.", of, "(3.0, 4.0)"),                    \
    BOUNDS_PAIR(midright, "The middle of the right side of the bounds.", of, "(7.0, 4.0)"),                  \
    BOUNDS_PAIR(bottomleft, "The corner (left, bottom) of the bounds.", of, "(3.0, 6.0)"),                   \
    BOUNDS_PAIR(midbottom, "The middle of the bottom side of the bounds.", of, "(5.0, 6.0)"),                \
    BOUNDS_PAIR(bottomright, "The corner (right, bottom) of the bounds.", of, "(7.0, 6.0)"),                 \
    {"rect", bounds_rect, NULL,                                                                              \
     PyDoc_STR("The bounds as (left, top, width, height), which pygame takes as a rectangle.\n\n"            \
               ">>> " of ".rect\n(3.0, 2.0, 4.0, 4.0)\n"), NULL}
/* clang-format on */

#endif
