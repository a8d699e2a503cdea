/* Separating axes of a turn: how far the shapes turn until an axis no longer separates them.
 *
 * Let n be fixed in b, and let b reach h along n from the pivot. A vertex v of a, turned by x, stays beyond the line at
 * h + R while A cos x + B sin x >= h + R, with A = n . v and B the sense times n . Jv, J a quarter turn. Seen from a,
 * b turns the other way, so an axis that is fixed in a has the same equation for the vertices of b.
 *
 * With r^2 = A^2 + B^2 the first root has cosine (A h - B w) / r^2 and sine (B h + A w) / r^2, w^2 = r^2 - h^2. Put
 * into the equation, they give h whatever w is, so a rounded w moves the vertex along its circle but not off the line
 * by more than 8 u of the coordinates. */
#include "turn.h"

static const c2d_turn_advance WHOLE = {C2D_TURN_WHOLE, {1, 0}};

double c2d_turn_key(c2d_vec rotation)
{
    double x = fabs(rotation.x), y = fabs(rotation.y), sum = x + y;
    bool after_half = rotation.y < 0, left = (rotation.x < 0) != after_half;
    return 2 * after_half + left + (left ? x : y) / sum;
}

/* The root of A cos x + B sin x = h for A >= h, not divided by r^2. False if there is none. */
C2D_INLINE bool find_root(double a, double b, double h, c2d_vec *root)
{
    double w2 = a * a + b * b - h * h;
    if (!(w2 > 0) & (h <= 0))
        return false;
    double w = c2d_sqrt(c2d_max(w2, 0)), c = a * h - b * w, s = b * h + a * w;
    if (b <= 0)
        s = c2d_max(s, 0); /* the vertex approaches the line: half a turn takes it to its deepest place */
    else if ((a < 0) & (c > 0) & (s >= 0))
        return false; /* the vertex leaves the line: rounding took the root past the whole turn */
    *root = c2d_v(c, s);
    return true;
}

/* The vertices that turn relative to an axis: they stay beyond its line at h while n . v cos x + v x m sin x >= h. */
typedef struct turning {
    const c2d_vec *v;
    uint32_t count;
    c2d_vec origin, n, m;
    double h;
} turning;

C2D_INLINE turning turning_of(const c2d_turn_query *query, const c2d_turn_axis *axis, double clearance)
{
    double h = axis->support + clearance;
    if (axis->turns) {
        c2d_vec n = c2d_neg(axis->n);
        turning t = {c2d_vertices(query->b), query->b->count, query->pivot, n, c2d_mul(n, -query->sense), h};
        return t;
    }
    turning t = {query->turned, query->a->count, {0, 0}, axis->n, c2d_mul(axis->n, query->sense), h};
    return t;
}

c2d_turn_advance c2d_turn_advance_along(const c2d_turn_query *query, const c2d_turn_axis *axis, double clearance)
{
    turning t = turning_of(query, axis, clearance);
    c2d_turn_advance least = WHOLE;
    for (uint32_t i = 0; i < t.count; i++) {
        c2d_vec p = c2d_sub(t.v[i], t.origin), root;
        if (!find_root(c2d_dot(t.n, p), c2d_cross(p, t.m), t.h, &root))
            continue;
        bool still = root.x == 0 && root.y == 0;
        double key = still ? 0 : c2d_turn_key(root);
        if (key < least.key) {
            least.key = key;
            least.rotation = still ? c2d_v(1, 0) : root;
        }
    }
    if (least.key < C2D_TURN_WHOLE)
        least.rotation = c2d_mul(least.rotation, 1 / c2d_norm(least.rotation));
    return least;
}

bool c2d_turn_retreat_along(const c2d_turn_query *query, const c2d_turn_axis *axis, double clearance, c2d_vec *rotation)
{
    turning t = turning_of(query, axis, clearance);
    double key = C2D_TURN_WHOLE;
    for (uint32_t i = 0; i < t.count; i++) {
        c2d_vec p = c2d_sub(t.v[i], t.origin);
        double a = c2d_dot(t.n, p), b = c2d_cross(p, t.m), w2 = a * a + b * b - t.h * t.h;
        if (t.h <= 0 && !(w2 > 0))
            continue;
        if (!(w2 >= 0) || (a < t.h && b <= 0))
            return false;
        double w = c2d_sqrt(w2), c = a * t.h - b * w, s = b * t.h + a * w;
        c2d_vec root = c2d_v(c, b <= 0 ? c2d_max(s, 0) : s);
        double root_key = root.x == 0 && root.y == 0 ? 0 : c2d_turn_key(root);
        if (root_key < key) {
            key = root_key;
            *rotation = root_key == 0 ? c2d_v(1, 0) : root;
        }
    }
    assert(key < C2D_TURN_WHOLE); /* a lesser clearance has a root */
    *rotation = c2d_mul(*rotation, 1 / c2d_norm(*rotation));
    double slack = query->error / 8;
    for (uint32_t i = 0; i < t.count; i++) {
        c2d_vec p = c2d_sub(t.v[i], t.origin);
        if (c2d_dot(t.n, p) * rotation->x + c2d_cross(p, t.m) * rotation->y < t.h - slack)
            return false;
    }
    return true;
}
