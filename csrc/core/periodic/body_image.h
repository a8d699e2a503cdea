/* Images of bodies in a world that repeats. */
#ifndef C2D_BODY_IMAGE_H
#define C2D_BODY_IMAGE_H

#include "image.h"

typedef struct c2d_body_image {
    c2d_body body;
    c2d_image_copy *copies;
    const c2d_shape **pieces;
    size_t count;
    bool exact; /* nothing was rounded */
} c2d_body_image;

/* C2D_NO_MEMORY. In both cases it is to be freed. */
c2d_status c2d_body_image_init(c2d_body_image *copy, const c2d_body *body, c2d_vec period, c2d_cell image);
void c2d_body_image_free(c2d_body_image *copy);

/* Whether those pieces of the image of a body that only touch a thin shape surround it. If they would be rounded, and
 * the shape would be moved back to the body without rounding, it moves; otherwise they are rounded copies. */
c2d_status c2d_body_image_surrounds(const c2d_body *body, c2d_vec period, c2d_cell image, const c2d_shape *thin,
                                    bool *surrounds);
/* c2d_body_contains of a and the image of b. If both roundings are needed, it is that of the rounded image. */
c2d_status c2d_body_image_contains(const c2d_body *a, const c2d_body *b, c2d_vec period, c2d_cell image,
                                   bool *contains);

#endif
