/* A ray from the origin into the grown Minkowski difference b - a: when and where the shape a first meets b on its
 * way, in floating point. The result says whether it is certain. */
#ifndef C2D_RAY_H
#define C2D_RAY_H

#include "../pair/minkowski.h"

/* The difference is grown by this much more than by R, relative to the scale, so that the stop is outside b however the
 * moved vertices of a are rounded. */
#define C2D_RAY_MARGIN (64 * C2D_U)

typedef struct c2d_ray {
    const c2d_shape *a, *b;
    c2d_vec motion;
    double radius, grown, sure; /* R, R + margin, R - margin */
    double wide;                /* R + 2 margin */
    double scale;               /* bounds every coordinate at the start and at the end */
    bool swapped, mirrored;     /* an image of the given cast: x and y are swapped; left and right are swapped */
} c2d_ray;

/* A face of the difference, seen from outside. */
typedef struct c2d_ray_face {
    c2d_walk_edge edge;
    c2d_vec p, q;    /* its ends */
    c2d_vec out;     /* across it, outward; not a unit vector */
    double length;   /* of out */
    double approach; /* out . motion */
    double offset;   /* of its line along out, the greater one of its ends; < 0 where the origin is outside */
} c2d_ray_face;

typedef struct c2d_ray_entry {
    bool miss, hit; /* certainly */
    bool corner;    /* entered beyond the end of a face: at a corner */
    bool has_face, has_sharp, has_rival;
    bool over;              /* R == 0: at sharp_t the ray is between the ends of the sharp face */
    double t;               /* when the ray enters the grown difference; not > 0 if the origin is in it */
    double line_t, front_t; /* corners: when the ray crosses the grown lines of the face and across the motion */
    c2d_walk_edge face;     /* the face whose grown line the ray crosses last */
    c2d_walk_edge sharp; /* R == 0: the face whose line the ray crosses last, of two the one approached more directly */
    c2d_walk_edge rival; /* a second face that is crossed at the same t and approached as directly */
    double sharp_t;
    c2d_vec normal; /* of the sharp face if R == 0, otherwise of the face; not set at a corner */
    uint32_t i, j;  /* the corner b[j] - a[i] */
    c2d_vec v;
    double half; /* half the chord of the circle round the corner, times |motion| */
} c2d_ray_entry;

/* The motion is not (0, 0). */
void c2d_ray_enter(const c2d_ray *ray, c2d_ray_entry *entry);

c2d_ray_face c2d_ray_face_of(const c2d_ray *ray, const c2d_walk_edge *edge);
/* Whether the ray is between the ends of the face at t. */
bool c2d_ray_is_over_face(const c2d_ray *ray, const c2d_ray_face *face, double t);
/* > 0 if f is approached more directly than g, < 0 if less directly. Of two faces that are met at once, the ray hits
 * the one that it approaches more directly. */
int c2d_ray_compare_approach(const c2d_ray_face *f, const c2d_ray_face *g);
/* Whether f is reported rather than g, if both are approached as directly: the face whose normal is nearer to the x
 * axis, or else the one on the left of the motion, in the cast as given. */
bool c2d_ray_prefers(const c2d_ray *ray, const c2d_ray_face *f, const c2d_ray_face *g);
/* Clips the ray by the line across the motion through the foremost corner, which is closer to a sharp corner than the
 * lines of the faces. Sets front_t, and t to the later of front_t and line_t. */
void c2d_ray_meet_front(const c2d_ray *ray, c2d_ray_entry *entry);

static inline double c2d_ray_speed(const c2d_ray *ray) { return c2d_sqrt(c2d_dot(ray->motion, ray->motion)); }

static inline c2d_vec c2d_ray_unit(c2d_vec v)
{
    double length = c2d_sqrt(c2d_dot(v, v));
    return c2d_v(v.x / length, v.y / length);
}

/* Bounds the rounding of out . motion. Lemma orient. */
static inline double c2d_approach_error(c2d_vec out, c2d_vec motion)
{
    return C2D_FILTER_ORIENT * (fabs(out.x * motion.x) + fabs(out.y * motion.y));
}

#endif
