/* Pieces without interior, points and segments of radius 0, which pieces of another body may surround. */
#ifndef C2D_THIN_PIECES_H
#define C2D_THIN_PIECES_H

#include "pieces.h"

/* The pieces of a body that a thin piece touches, in order. */
typedef struct c2d_touched {
    const c2d_shape *own_shapes[8], **shapes;
    size_t own_indices[8], *indices, count, capacity;
} c2d_touched;

/* C2D_NO_MEMORY leaves nothing to free. s: of radius 0, with at most two vertices. */
c2d_status c2d_touched_find(const c2d_shape *s, const c2d_body *body, c2d_touched *out);
void c2d_touched_free(c2d_touched *touched);
/* c2d_union_surrounds of all pieces of a body. */
c2d_status c2d_body_surrounds(const c2d_body *body, const c2d_shape *s, bool *surrounds);

/* The piece of a body that is surrounded and the piece of the other body that it leaves last, and the way out: moved by
 * normal * depth, it is out of all the pieces that it touches. */
typedef struct c2d_surrounded {
    double depth;   /* > 0; 0: no piece is surrounded */
    c2d_vec normal; /* the direction that a moves */
    c2d_piece_pair pair;
} c2d_surrounded;

/* The deepest piece of either body that is surrounded by the other one. For bodies of which no pieces overlap. */
c2d_status c2d_body_find_surrounded(const c2d_body *a, const c2d_body *b, c2d_surrounded *out);
/* The depth and the normal of the piece i of a, if b surrounds it; otherwise the depth is 0. */
c2d_status c2d_piece_find_surrounded(const c2d_body *a, size_t i, const c2d_body *b, c2d_surrounded *out);

/* Bounds the error of a t. */
#define C2D_SLACK_OF_T 0x1p-20

/* The earliest time at which the sweeps of pieces of a surround a piece of b that is thin. Replaces *out and *pair if
 * they do so before that hit; *hits: whether *out is a hit. */
c2d_status c2d_body_cast_onto_thin(const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_cast_options options,
                                   bool *hits, c2d_hit *out, c2d_piece_pair *pair);

#endif
