/* A moved copy of a body, in its own memory: its pieces as c2d_moved makes them. */
#ifndef C2D_POSE_H
#define C2D_POSE_H

#include "../../include/collide2d.h"

typedef struct c2d_pose {
    c2d_body body; /* without rects; with an index if the source has one */
    c2d_vec moved; /* from the source */
    c2d_tree tree;
    const c2d_body *source;
    c2d_shape *shapes;
    const c2d_shape **pieces;
    c2d_vec *vertices; /* of the pieces that have more than C2D_INLINE_VERTICES */
} c2d_pose;

/* Allocates a pose. C2D_NO_MEMORY leaves nothing to free. */
c2d_status c2d_pose_init(c2d_pose *pose, const c2d_body *source);
void c2d_pose_free(c2d_pose *pose);
/* Sets the pose to the source moved by d. An error only if that leaves the domain. */
c2d_status c2d_pose_move(c2d_pose *pose, c2d_vec d);

#endif
