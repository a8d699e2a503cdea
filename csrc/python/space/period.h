/* The period of a space, and which shapes fit it. */
#ifndef C2D_SPACE_PERIOD_H
#define C2D_SPACE_PERIOD_H

#include "../base/binding.h"
#include "../../core/periodic/image_search.h"

/* INFINITY along an axis on which nothing repeats. */
#define NO_PERIOD ((c2d_vec){INFINITY, INFINITY})

/* The period from None or a pair of numbers or None; false with an error set. */
bool read_period(const char *function, PyObject *object, c2d_vec *out);
/* A pair of floats or None, or None; NULL with an error set. */
PyObject *object_of_period(c2d_vec period);

/* Whether a shape or body, or a box, fits the period; false with an error set. */
bool fits_period(const char *function, const char *argument, PyObject *shape, c2d_vec period);
bool box_fits_period(const char *function, const char *argument, c2d_bounds box, c2d_vec period);
/* Whether a way is not too long for the period; false with an error set. */
bool way_fits_period(const char *function, c2d_vec way, c2d_vec period);
/* Sets the ValueError for a way that is too long. */
void refuse_long_way(const char *function, const char *argument, c2d_vec way, c2d_vec period, const char *where);
/* Sets the ValueError for a box that does not fit. where: the end of the text, such as " at index 3". */
void refuse_far_box(const char *function, const char *argument, c2d_bounds box, c2d_vec period, const char *where);

#endif
