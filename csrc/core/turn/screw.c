/* Screw motions: a turns about a point evenly while it moves with that point. How far an axis separates the shapes.
 *
 * With t from where a is, theta the angle in radians, m the motion, w the arm of a vertex of a from the moving point
 * and n an axis that is fixed in b, the gap of the vertex is f(t) = n . (t m + w turned by theta t) - h. Its
 * derivatives at t = 0 are n . m + theta n . Jw and -theta^2 n . w, with J a quarter turn, and the third is at most
 * |theta|^3 |w|. Seen from a, a vertex of b at w from the point moves to w - t m, turned back by theta t. Along n,
 * which is fixed in a, the derivatives are -n . (m + theta Jw) and -theta^2 n . w + 2 theta n . Jm, and the third is at
 * most |theta|^3 (|w| + |t m|) + 3 theta^2 |m|. So f(t) is at least c0 + c1 t + c2 t^2 - c3 t^3, and up to an x at
 * least the parabola c0 + c1 t + (c2 - c3 x) t^2. Each parabola has a closed root, which is early at most. The best x
 * is between the root of its own parabola and twice that: then the advance is nearly that of the cubic. */
#include "turn.h"

/* An advance is at most this part of a turn, in radians: farther, the cubic says little. */
#define MOST_RADIANS 1.5

void c2d_screw_to(c2d_turn_query *query, double t)
{
    c2d_vec rotation;
    c2d_sincos(t * fabs(query->angle), &rotation.y, &rotation.x);
    c2d_turn_to(query, rotation);
    query->t = t;
    query->offset = c2d_mul(query->motion, t);
    for (uint32_t i = 0; i < query->a->count; i++)
        query->turned[i] = c2d_add(query->turned[i], query->offset);
}

/* ---- axes ---- */

/* The vertices that move relative to an axis: of a, or of b if it turns with a. */
typedef struct moving {
    const c2d_vec *v;
    uint32_t count;
    c2d_vec origin, center, n;
    double h;
    double rate, by_cross; /* c1 = rate + by_cross (w x n) */
    double bend, by_dot;   /* c2 = bend + by_dot (w . n) */
    double third, by_arm;  /* c3 = third + by_arm (|w.x| + |w.y|) */
} moving;

static moving moving_of(const c2d_turn_query *query, const c2d_turn_axis *axis, double clearance, double most)
{
    double h = axis->support + clearance, theta = query->theta, size = fabs(theta);
    c2d_vec m = query->motion;
    if (!axis->turns) {
        moving v = {query->turned,       query->a->count, {0, 0}, query->offset,      axis->n, h,
                    c2d_dot(axis->n, m), theta,           0,      -theta * theta / 2, 0,       size * size * size / 6};
        return v;
    }
    c2d_vec n = c2d_neg(axis->n);
    double length = c2d_norm(m);
    moving v = {c2d_vertices(query->b),
                query->b->count,
                query->pivot,
                query->offset,
                n,
                h,
                -c2d_dot(n, m),
                -theta,
                theta * c2d_cross(m, n),
                -theta * theta / 2,
                size * size * (size * most * length + 3 * length) / 6,
                size * size * size / 6};
    return v;
}

/* The first root of c0 + c1 t + k t^2, at most x. c0 < 0 is rounding. */
C2D_INLINE double root_of(double c0, double c1, double k, double x)
{
    if (c0 <= 0 && (c1 < 0 || (c1 == 0 && k < 0)))
        return 0;
    double square = c1 * c1 - 4 * k * c2d_max(c0, 0);
    if (k >= 0 && (c1 >= 0 || square < 0))
        return x;
    double w = c2d_sqrt(c2d_max(square, 0)), root = c1 > 0 ? (c1 + w) / (-2 * k) : 2 * c0 / (w - c1);
    return c2d_min(root, x);
}

/* Up to where the parabolas of x are not negative, at most x. */
static double reach_of_parabolas(const moving *m, double x)
{
    double least = x;
    for (uint32_t i = 0; i < m->count; i++) {
        c2d_vec p = c2d_sub(m->v[i], m->origin), w = c2d_sub(p, m->center);
        double c0 = c2d_dot(m->n, p) - m->h, c1 = m->rate + m->by_cross * c2d_cross(w, m->n);
        double c2 = m->bend + m->by_dot * c2d_dot(m->n, w), c3 = m->third + m->by_arm * c2d_norm1(w), k = c2 - c3 * x;
        bool stays = k <= 0 ? c0 + (c1 + k * least) * least >= 0 : c1 >= 0;
        if (!(stays & (c0 >= 0)))
            least = root_of(c0, c1, k, least);
    }
    return least;
}

/* Halvings of the ratio of the bounds of x, in its logarithm. */
#define MAX_TRIALS 16

double c2d_screw_advance_along(const c2d_turn_query *query, const c2d_turn_axis *axis, double clearance, double limit)
{
    double most = c2d_min(limit, MOST_RADIANS / fabs(query->theta));
    moving m = moving_of(query, axis, clearance, most);
    double low = reach_of_parabolas(&m, most), high = most;
    for (int k = 0; k < MAX_TRIALS && 2 * low < high && low > 0; k++) {
        double x = k == 0 ? 2 * low : c2d_max(2 * low, c2d_sqrt(low) * c2d_sqrt(high)), to = reach_of_parabolas(&m, x);
        if (to < x)
            high = x;
        low = c2d_max(low, to);
    }
    return low;
}

/* Steps along one axis: the error of an advance falls with its third power, so a few come to the end. */
#define MAX_AXIS_STEPS 24

void c2d_screw_follow_axis(c2d_turn_query *query, c2d_turn_axis *axis, double clearance, double t)
{
    c2d_vec first = c2d_v(query->rotation.x, -query->rotation.y), n = axis->n;
    double support = axis->support + c2d_dot(n, query->offset); /* of a, from the point that it turns about */
    for (int k = 0; k < MAX_AXIS_STEPS && query->t < t; k++) {
        double by = c2d_screw_advance_along(query, axis, clearance, 1 - query->t);
        if (!(by > query->least / 8))
            break;
        c2d_screw_to(query, c2d_min(query->t + by, t));
        if (axis->turns) {
            axis->n = c2d_rotated(n, c2d_turn_compose(query->rotation, first), query->sense);
            axis->support = support - c2d_dot(axis->n, query->offset);
        }
    }
}

/* ---- corners ---- */

#define MAX_MEETING_STEPS 5

/* The squared distance is nearly a parabola, whose root or least place is the next guess (Laguerre's method). */
c2d_vec c2d_screw_meeting_direction(const c2d_turn_query *query, c2d_vec p, c2d_vec q, c2d_vec *rotation)
{
    double theta = query->theta, t = 0, most = c2d_min(1 - query->t, MOST_RADIANS / fabs(theta));
    c2d_vec arm = c2d_sub(p, query->offset), v = c2d_sub(p, q), w = arm, m = query->motion;
    *rotation = c2d_v(1, 0);
    for (int k = 0; k < MAX_MEETING_STEPS; k++) {
        c2d_vec u = c2d_v(m.x - theta * w.y, m.y + theta * w.x);
        double c0 = c2d_dot(v, v) - query->radius * query->radius, half = c2d_dot(v, u);
        double c2 = c2d_dot(u, u) - theta * theta * c2d_dot(v, w), square = half * half - c0 * c2;
        double root = square > 0 ? c0 / (c2d_sqrt(square) - half) : -half / c2;
        if (root != root)
            break;
        double next = c2d_min(c2d_max(t + root, 0), most);
        if (!(fabs(next - t) > query->least))
            break;
        t = next;
        c2d_sincos(t * fabs(query->angle), &rotation->y, &rotation->x);
        w = c2d_rotated(arm, *rotation, query->sense);
        v = c2d_sub(c2d_add(w, c2d_add(query->offset, c2d_mul(m, t))), q);
    }
    return v;
}
