/* A ray from the origin into the Minkowski difference b - a, grown: when and where moving a first meets b, as well as
 * floating point can tell. What it cannot tell, it says so. */
#ifndef C2D_RAY_H
#define C2D_RAY_H

#include "../pair/minkowski.h"

/* How far the difference is grown more than by R, so that the stop is outside, however the vertices of a are rounded
 * when it is moved; relative to the scale. */
#define C2D_RAY_MARGIN (64 * C2D_U)

typedef struct c2d_ray {
    const c2d_shape *a, *b;
    c2d_vec motion;
    double radius, grown, sure; /* R; R and the margin; R less the margin */
    double wide;                /* R and twice the margin */
    double scale;               /* bounds every coordinate, before and after */
    bool swapped, mirrored;     /* this is the image of a cast of which x was y, and of which left was right */
} c2d_ray;

/* A face of the difference, seen from outside. */
typedef struct c2d_ray_face {
    c2d_walk_edge edge;
    c2d_vec p, q;    /* its ends */
    c2d_vec out;     /* across it, outward; not a unit vector */
    double length;   /* of out */
    double approach; /* out . motion */
    double offset; /* of its line along out: < 0 where the origin is outside. The greater of both ends', which rounding
                      tells apart: a mirror image swaps them, and has the same offset */
} c2d_ray_face;

typedef struct c2d_ray_entry {
    bool miss, hit; /* certainly */
    bool corner;    /* entered beyond the end of a face: at a corner */
    bool has_face, has_sharp, has_rival;
    bool over;              /* R == 0: sharp_t is over the sharp face, not beyond its ends */
    double t;               /* when the grown difference is entered; not > 0 if the origin is in it */
    double line_t, front_t; /* corners: when the lines of the face, and across the motion, are crossed, grown */
    c2d_walk_edge face;     /* whose line, grown, is crossed last */
    c2d_walk_edge sharp; /* R == 0: whose line, not grown, is crossed last; the one approached more directly of two */
    c2d_walk_edge rival; /* another that is crossed at the same time, and approached as directly */
    double sharp_t;
    c2d_vec normal; /* of the sharp face if R == 0, otherwise of the face; nothing at a corner */
    uint32_t i, j;  /* the corner b[j] - a[i] */
    c2d_vec v;
    double half; /* half the chord of the circle round it, times |motion| */
} c2d_ray_entry;

/* The motion is not (0, 0). */
void c2d_ray_enter(const c2d_ray *ray, c2d_ray_entry *entry);

c2d_ray_face c2d_ray_face_of(const c2d_ray *ray, const c2d_walk_edge *edge);
/* Whether the place at t is over the face, not beyond its ends. */
bool c2d_ray_is_over_face(const c2d_ray *ray, const c2d_ray_face *face, double t);
/* > 0, 0 or < 0 as f is approached more directly than g, as directly, or less. Of two faces that are met at once, the
 * one that is approached more directly is hit. */
int c2d_ray_compare_approach(const c2d_ray_face *f, const c2d_ray_face *g);
/* Which of two that are approached as directly is reported: the one more across the x axis, or else the one to the left
 * of the motion, of the cast as it was given. */
bool c2d_ray_prefers(const c2d_ray *ray, const c2d_ray_face *f, const c2d_ray_face *g);
/* The line across the motion through the foremost corner: before a sharp corner it is nearer than those of the faces.
 * Sets front_t, and t to the later of it and line_t. */
void c2d_ray_meet_front(const c2d_ray *ray, c2d_ray_entry *entry);

static inline double c2d_ray_speed(const c2d_ray *ray) { return c2d_sqrt(c2d_dot(ray->motion, ray->motion)); }

static inline c2d_vec c2d_ray_unit(c2d_vec v)
{
    double length = c2d_sqrt(c2d_dot(v, v));
    return c2d_v(v.x / length, v.y / length);
}

/* What rounding may take from out . motion. */
static inline double c2d_approach_error(c2d_vec out, c2d_vec motion)
{
    return C2D_FILTER_ORIENT * (fabs(out.x * motion.x) + fabs(out.y * motion.y));
}

#endif
