/* Images of shapes in a world that repeats: copies, shifted by whole periods, whose coordinates are rounded once.
 * c2d_relate_image decides without copies; a distance, a contact or a cast is that of copies. A period is INFINITY
 * along an axis on which nothing repeats. */
#ifndef C2D_IMAGE_H
#define C2D_IMAGE_H

#include "../../include/collide2d.h"

/* Whole periods along each axis. */
typedef struct c2d_cell {
    int32_t x, y;
} c2d_cell;

static inline bool c2d_is_shifted(c2d_cell image) { return image.x != 0 || image.y != 0; }
static inline c2d_cell c2d_cell_opposite(c2d_cell image)
{
    c2d_cell opposite = {-image.x, -image.y};
    return opposite;
}

/* The image of a point, each coordinate rounded once. What coincides before rounding still does. */
c2d_vec c2d_image_of_point(c2d_vec p, c2d_vec period, c2d_cell image);

/* The image of a shape. */
typedef struct c2d_image_copy {
    c2d_shape shape;
    c2d_vec *room; /* its vertices, if there are more than C2D_INLINE_VERTICES; otherwise NULL */
    bool exact;    /* nothing was rounded */
} c2d_image_copy;

/* C2D_NO_MEMORY: there is nothing to free. */
c2d_status c2d_image_copy_init(c2d_image_copy *copy, const c2d_shape *s, c2d_vec period, c2d_cell image);
void c2d_image_copy_free(c2d_image_copy *copy);

/* A shape and the image of another one, as two shapes: the other one is moved or, if that rounds and the other way does
 * not, the first one moves back. */
typedef struct c2d_image_pair {
    const c2d_shape *a, *b;
    c2d_image_copy copies[2];
    c2d_vec period;
    c2d_cell image;
    c2d_relation relation; /* without rounding */
    bool exact;            /* nothing was rounded */
    bool moves_back;       /* a was moved */
    double error;          /* bounds the rounding of a coordinate; 0 if exact */
} c2d_image_pair;

/* relation: that of the pair, by c2d_relate_image. C2D_NO_MEMORY: there is nothing to free. */
c2d_status c2d_image_pair_init(c2d_image_pair *pair, const c2d_shape *a, const c2d_shape *b, c2d_vec period,
                               c2d_cell image, c2d_relation relation);
void c2d_image_pair_free(c2d_image_pair *pair);

/* As c2d_distance: 0 exactly if the pair collides without rounding. Otherwise the error of c2d_distance, and twice
 * pair->error if nothing is exact. */
double c2d_image_distance(const c2d_image_pair *pair);
/* The distance of a and the image of b. C2D_NO_MEMORY: *out is not set. */
c2d_status c2d_distance_to_image(const c2d_shape *a, const c2d_shape *b, c2d_vec period, c2d_cell image, double *out);
/* As c2d_find_contact of a pair that collides without rounding, with points at the place of the first shape. The depth
 * is 0 exactly if the pair only touches. */
void c2d_image_contact(const c2d_image_pair *pair, c2d_contact *out);

#endif
