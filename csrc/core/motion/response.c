/* Responses to a collision: two shapes are pushed apart, an impulse changes two velocities, a velocity slides along a
 * surface. Rounded results are corrected by a few ulps until their law holds exactly. */
#include "axis_stop.h"
#include "sweep.h"

#include "../pair/relate.h"

/* ---- separate ---- */

/* The part of a push that a body of mass m takes if the other body has the mass other. */
static double share(double m, double other)
{
    if (m == INFINITY)
        return 0;
    return other == INFINITY ? 1 : other / (m + other);
}

typedef struct body {
    const c2d_shape *shape;
    const c2d_rect *rect;
    c2d_vec *room;
    double share;
    c2d_vec move;
} body;

static c2d_status push_body(body *m, c2d_vec push, c2d_shape *out)
{
    if (m->share == 0) {
        *out = *m->shape;
        return C2D_OK;
    }
    m->move = c2d_mul(push, m->share);
    return c2d_moved(out, m->shape, m->rect, m->move, m->room);
}

/* As c2d_overlaps, of two shapes that all but touch: for polygons no filter is certain, so the exact relation comes
 * first. */
static bool still_overlap(const c2d_shape *a, const c2d_shape *b)
{
    bool polygons = a->count > 2 && b->count > 2 && (a->form | b->form) & 1;
    if (polygons && a->radius + b->radius == 0)
        return c2d_relate_features(a, b) == C2D_OVERLAPPING;
    return c2d_overlaps(a, b);
}

/* Pushes both bodies, from where they were at the start, and tells whether they still overlap. */
static c2d_status push_apart(body *first, body *second, c2d_vec push, bool *overlap)
{
    c2d_shape a, b;
    c2d_status status = push_body(first, push, &a);
    if (!status)
        status = push_body(second, c2d_neg(push), &b);
    *overlap = !status && still_overlap(&a, &b);
    return status;
}

static C2D_NOINLINE c2d_vec check_slowly(c2d_vec v, bool *valid)
{
    *valid = *valid && c2d_check_vec(&v) == C2D_OK;
    return v;
}

/* As c2d_check_vec. */
C2D_INLINE c2d_lanes checked(c2d_lanes v, bool *valid)
{
    c2d_lanes x = lanes_add(v, lanes_splat(0));
    if (lanes_bits(c2d_are_plain(x)) == 3)
        return x;
    c2d_vec slow = check_slowly(c2d_v(lanes_x(v), lanes_y(v)), valid);
    return lanes_pair(slow.x, slow.y);
}

/* Pushes a point or a box. Only what the relation of two such shapes reads is moved: the first and the third vertex.
 * False if rounding makes the box thin, or if it leaves the domain. Vertices are written as lanes: GCC copies a vector
 * by a load that is wider than the stores before it, and stalls. */
C2D_INLINE bool push_corners(body *m, c2d_vec push, c2d_shape *out)
{
    const c2d_vec *v = m->shape->v.own;
    bool valid = true;
    c2d_lanes d = lanes_splat(0);
    if (m->share != 0) {
        m->move = c2d_mul(push, m->share);
        d = checked(lanes_pair(m->move.x, m->move.y), &valid);
    }
    c2d_lanes low = checked(lanes_add(lanes_load(&v[0]), d), &valid);
    out->form = m->shape->form;
    out->radius = m->shape->radius;
    lanes_store(&out->v.own[0], low);
    if (m->shape->form != C2D_BOX)
        return valid;
    c2d_lanes high = checked(lanes_add(lanes_load(&v[2]), d), &valid);
    lanes_store(&out->v.own[2], high);
    return valid && lanes_bits(lanes_less(low, high)) == 3;
}

/* As push_apart, of points and boxes that move by their vertices, quicker. */
static c2d_status push_aligned_apart(body *first, body *second, c2d_vec push, bool *overlap)
{
    c2d_shape a, b;
    if (!push_corners(first, push, &a) || !push_corners(second, c2d_neg(push), &b))
        return push_apart(first, second, push, overlap);
    if (a.form == C2D_POINT && b.form == C2D_POINT) /* as near as this, no filter is certain */
        *overlap = c2d_length_exact(a.v.own[0], b.v.own[0], a.radius, b.radius) > 0;
    else
        *overlap = c2d_overlaps(&a, &b);
    return C2D_OK;
}

/* ---- two tries at once ---- */

/* The corners of a point or a box, after each of two pushes. */
typedef struct pushed_corners {
    c2d_lanes low_x, low_y, high_x, high_y;
} pushed_corners;

/* The place of a coordinate after two moves. *plain: c2d_check changes neither. */
C2D_INLINE c2d_lanes pushed(double x, c2d_lanes move, c2d_lanes *plain)
{
    c2d_lanes sum = lanes_add(lanes_add(lanes_splat(x), move), lanes_splat(0));
    *plain = lanes_and(*plain, c2d_are_plain(sum));
    return sum;
}

C2D_INLINE pushed_corners push_twice(const body *m, c2d_lanes x, c2d_lanes y, c2d_lanes *plain)
{
    const c2d_vec *v = m->shape->v.own;
    pushed_corners c;
    *plain = lanes_and(*plain, lanes_and(c2d_are_plain(x), c2d_are_plain(y)));
    c.low_x = c.high_x = pushed(v[0].x, x, plain);
    c.low_y = c.high_y = pushed(v[0].y, y, plain);
    if (m->shape->form == C2D_BOX) {
        c.high_x = pushed(v[2].x, x, plain);
        c.high_y = pushed(v[2].y, y, plain);
        *plain = lanes_and(*plain, lanes_and(lanes_less(c.low_x, c.high_x), lanes_less(c.low_y, c.high_y)));
    }
    return c;
}

/* The distance of two intervals, with what rounding lost; 0 if they meet. */
C2D_INLINE c2d_lane_pair interval_gap(c2d_lanes low_a, c2d_lanes high_a, c2d_lanes low_b, c2d_lanes high_b)
{
    c2d_lanes above = lanes_less(high_b, low_a), below = lanes_less(high_a, low_b), apart = lanes_or(above, below);
    c2d_lane_pair gap = c2d_lanes_two_diff(lanes_select(above, low_a, low_b), lanes_select(above, high_b, high_a));
    return (c2d_lane_pair){lanes_and(apart, gap.hi), lanes_and(apart, gap.lo)};
}

/* As c2d_square. */
C2D_INLINE c2d_lane_pair lanes_square(c2d_lanes x)
{
    c2d_lanes t = lanes_mul(lanes_splat(134217729.0), x), hi = lanes_sub(t, lanes_sub(t, x)), lo = lanes_sub(x, hi);
    c2d_lanes p = lanes_mul(x, x), rest = lanes_sub(lanes_mul(hi, hi), p);
    rest = lanes_add(lanes_add(rest, c2d_lanes_double(lanes_mul(hi, lo))), lanes_mul(lo, lo));
    return (c2d_lane_pair){p, rest};
}

/* Whether cores with the distances x and y on the axes surely are nearer than r, and whether they surely are not: as
 * c2d_square_gap_of, of two pairs. If nothing is lost, the gap is exact. Lemma square_gap. */
C2D_INLINE void compare_distances(c2d_lane_pair x, c2d_lane_pair y, c2d_pair r, c2d_lanes *nearer, c2d_lanes *free)
{
    c2d_pair rr = c2d_square(r.hi);
    c2d_lane_pair xx = lanes_square(x.hi), yy = lanes_square(y.hi);
    c2d_lane_pair squares = c2d_lanes_two_diff(xx.hi, lanes_sub(lanes_splat(0), yy.hi)),
                  upper = c2d_lanes_two_diff(squares.hi, lanes_splat(rr.hi));
    c2d_lanes lost =
        c2d_lanes_double(lanes_sub(lanes_add(lanes_mul(x.hi, x.lo), lanes_mul(y.hi, y.lo)), lanes_splat(r.hi * r.lo)));
    c2d_lanes lower = lanes_add(
        lanes_add(lanes_add(squares.lo, upper.lo), lanes_sub(lanes_add(xx.lo, yy.lo), lanes_splat(rr.lo))), lost);
    c2d_lanes gap = lanes_add(upper.hi, lower), zero = lanes_splat(0);
    c2d_lanes error = lanes_mul(lanes_splat(C2D_PAIR_ERROR), lanes_add(squares.hi, lanes_splat(rr.hi)));
    c2d_lanes any = lanes_or(lanes_or(lanes_or(x.lo, y.lo), lanes_or(xx.lo, yy.lo)), lanes_or(squares.lo, upper.lo));
    c2d_lanes exact = lanes_equal(lanes_or(any, lanes_or(lanes_splat(r.lo), lanes_splat(rr.lo))), zero);
    *free = lanes_or(lanes_less(error, gap), lanes_and(exact, lanes_at_most(zero, gap)));
    *nearer = lanes_or(lanes_less(gap, lanes_sub(zero, error)), lanes_and(exact, lanes_less(gap, zero)));
}

/* The move of the first try if that is good, or else of the second. */
C2D_INLINE c2d_vec chosen_try(c2d_lanes good, c2d_lanes x, c2d_lanes y)
{
    c2d_vec move;
    lanes_store(&move, lanes_select(lanes_xs(good, good), lanes_xs(x, y), lanes_ys(x, y)));
    return move;
}

/* Tries the first two pushes of points and boxes that have a radius: half of them need the second one, which no
 * predictor foresees, and the exact sign of a try is the end of a long chain. False if it is not sure that one of them
 * is the answer; then nothing is set. */
static bool push_aligned_twice(body *first, body *second, c2d_vec normal, double depth, double grain)
{
    c2d_pair r = c2d_two_sum(first->shape->radius, second->shape->radius);
    c2d_lanes way = lanes_pair(depth, depth + grain), plain = lanes_equal(way, way), nearer, free;
    c2d_lanes x = lanes_mul(lanes_splat(normal.x), way), y = lanes_mul(lanes_splat(normal.y), way);
    c2d_lanes part_a = lanes_splat(first->share), part_b = lanes_splat(-second->share);
    c2d_lanes ax = lanes_mul(x, part_a), ay = lanes_mul(y, part_a), bx = lanes_mul(x, part_b),
              by = lanes_mul(y, part_b);
    pushed_corners a = push_twice(first, ax, ay, &plain), b = push_twice(second, bx, by, &plain);
    c2d_lane_pair gap_x = interval_gap(a.low_x, a.high_x, b.low_x, b.high_x),
                  gap_y = interval_gap(a.low_y, a.high_y, b.low_y, b.high_y);
    compare_distances(gap_x, gap_y, r, &nearer, &free);
    c2d_lanes good = lanes_and(plain, free);
    int suffices = lanes_bits(good), fails = lanes_bits(lanes_and(plain, nearer));
    if (!((suffices & 1) | (fails & suffices >> 1)))
        return false;
    if (first->share != 0)
        first->move = chosen_try(good, ax, ay);
    if (second->share != 0)
        second->move = chosen_try(good, bx, by);
    return true;
}

/* Rounding moves every coordinate by about an ulp, so the push grows by half ulps of the largest coordinate until the
 * shapes no longer overlap. */
c2d_status c2d_separate_more(const c2d_shape *a, const c2d_rect *rect_a, double mass_a, const c2d_shape *b,
                             const c2d_rect *rect_b, double mass_b, double part, c2d_vec *room, c2d_vec *move_a,
                             c2d_vec *move_b)
{
    *move_a = *move_b = c2d_v(0, 0);
    c2d_contact contact;
    if (mass_a == INFINITY && mass_b == INFINITY)
        return C2D_BOTH_INFINITE;
    if (!c2d_find_contact(a, b, &contact) || contact.depth == 0)
        return C2D_OK;
    c2d_vec *room_b = room ? room + 2 * (size_t)a->count : NULL;
    body first = {a, rect_a, room, share(mass_a, mass_b), {0, 0}},
         second = {b, rect_b, room_b, share(mass_b, mass_a), {0, 0}};
    double grain = C2D_U * c2d_max(c2d_scale_of_shape(a), c2d_scale_of_shape(b)), more = 0;
    double size = c2d_min(c2d_magnitude(c2d_sub(a->max, a->min)), c2d_magnitude(c2d_sub(b->max, b->min)));
    double depth = contact.depth + c2d_min(contact.depth, part * size);
    bool aligned = !((a->form | b->form) & 1) && !rect_a && !rect_b, overlap;
    bool done =
        aligned && a->radius + b->radius > 0 && push_aligned_twice(&first, &second, contact.normal, depth, grain);
    for (overlap = !done; overlap;) {
        c2d_vec push = c2d_mul(contact.normal, depth + more * grain);
        c2d_status status = (aligned ? push_aligned_apart : push_apart)(&first, &second, push, &overlap);
        if (status)
            return status;
        more = more < 8 ? more + 1 : 2 * more;
    }
    *move_a = first.move;
    *move_b = second.move;
    return C2D_OK;
}

c2d_status c2d_separate(const c2d_shape *a, const c2d_rect *rect_a, double mass_a, const c2d_shape *b,
                        const c2d_rect *rect_b, double mass_b, c2d_vec *room, c2d_vec *move_a, c2d_vec *move_b)
{
    return c2d_separate_more(a, rect_a, mass_a, b, rect_b, mass_b, 0, room, move_a, move_b);
}

/* ---- bounce ---- */

c2d_status c2d_check_mass(double *mass)
{
    if (*mass == INFINITY)
        return C2D_OK;
    c2d_status status = c2d_check(mass);
    return status ? status : *mass > 0 ? C2D_OK : C2D_NOT_POSITIVE;
}

c2d_status c2d_check_collision(c2d_collision *c)
{
    c2d_status status = c2d_check(&c->normal.x);
    if (!status)
        status = c2d_check(&c->normal.y);
    if (c->normal.x == 0 && c->normal.y == 0) /* two zeros are valid, so there is no error yet */
        status = C2D_NO_DIRECTION;
    if (!status)
        status = c2d_check_size(&c->restitution);
    if (!status && c->restitution > 1)
        status = C2D_ABOVE_ONE;
    if (!status)
        status = c2d_check_mass(&c->mass_a);
    if (!status)
        status = c2d_check_mass(&c->mass_b);
    if (!status && c->mass_a == INFINITY && c->mass_b == INFINITY)
        status = C2D_BOTH_INFINITE;
    return status ? status : c2d_check_size(&c->friction);
}

/* m (v . v - u . u), exact. */
static c2d_expansion energy_gain(double m, c2d_vec u, c2d_vec v)
{
    double values[4] = {v.x, v.y, u.x, u.y};
    c2d_expansion sum = {0}, mass = c2d_exact((c2d_pair){m, 0});
    for (int i = 0; i < 4; i++) {
        c2d_expansion square = c2d_exact(c2d_two_prod(values[i], values[i])), term = c2d_exact_product(&square, &mass);
        if (i >= 2)
            c2d_exact_negate(&term);
        sum = c2d_exact_sum(&sum, &term);
    }
    return sum;
}

/* |v - w|^2 - |u - w|^2, exact. */
static c2d_expansion relative_gain(c2d_vec u, c2d_vec v, c2d_vec w)
{
    c2d_pair parts[4] = {c2d_two_diff(v.x, w.x), c2d_two_diff(v.y, w.y), c2d_two_diff(u.x, w.x),
                         c2d_two_diff(u.y, w.y)};
    c2d_expansion sum = {0};
    for (int i = 0; i < 4; i++) {
        c2d_expansion part = c2d_exact(parts[i]), term = c2d_exact_product(&part, &part);
        if (i >= 2)
            c2d_exact_negate(&term);
        sum = c2d_exact_sum(&sum, &term);
    }
    return sum;
}

/* A sum of pairs, and what bounds its error. */
typedef struct pair_sum {
    c2d_pair value;
    double magnitude, rest; /* rest 0: every operation was exact */
} pair_sum;

static inline void add_term(pair_sum *s, c2d_pair a, c2d_pair b)
{
    c2d_pair p = c2d_pair_mul(a, b);
    s->value = c2d_pair_add(s->value, p);
    s->magnitude += fabs(p.hi);
    s->rest += fabs(a.lo) + fabs(b.lo) + fabs(p.lo) + fabs(s->value.lo);
}

/* Adds m (v . v - u . u) = m (v - u) . (v + u), of velocities relative to w. */
static inline void add_gain(pair_sum *s, double m, c2d_vec u, c2d_vec v, c2d_vec w)
{
    const double parts[2][3] = {{u.x, v.x, w.x}, {u.y, v.y, w.y}};
    for (int i = 0; i < 2; i++) {
        double before = parts[i][0], after = parts[i][1], still = parts[i][2];
        c2d_pair gained = c2d_two_diff(after, before), weighed = c2d_pair_mul(gained, (c2d_pair){m, 0});
        c2d_pair p = c2d_two_diff(after, still), q = c2d_two_diff(before, still);
        s->rest += fabs(gained.lo) + fabs(p.lo) + fabs(q.lo);
        add_term(s, weighed, c2d_pair_add(p, q));
    }
}

/* The sign of the gain; 0 if it is too small to tell, or is 0. Lemma pair_sum. */
static inline int gain_filter(const pair_sum *s)
{
    return fabs(s->value.hi) > C2D_PAIR_ERROR * s->magnitude ? (s->value.hi > 0) - (s->value.hi < 0) : 0;
}

/* Whether m_a |v_a|^2 + m_b |v_b|^2 is surely less for v than for u. Differences, squares and sums are rounded by at
 * most 8 C2D_U of the magnitudes. Lemma energy. */
static bool surely_loses(double m_a, c2d_vec ua, c2d_vec va, double m_b, c2d_vec ub, c2d_vec vb)
{
    double before = m_a * c2d_dot(ua, ua) + m_b * c2d_dot(ub, ub);
    double after = m_a * c2d_dot(va, va) + m_b * c2d_dot(vb, vb);
    return before - after > C2D_FILTER_ORIENT * (before + after);
}

static bool gains_energy(const c2d_collision *c, c2d_vec ua, c2d_vec ub, c2d_vec va, c2d_vec vb)
{
    pair_sum sum = {{0, 0}, 0, 0};
    c2d_expansion gain;
    bool fixed = c->mass_a == INFINITY || c->mass_b == INFINITY;
    c2d_vec none = {0, 0};
    if (fixed ? surely_loses(1, c2d_sub(ua, ub), c2d_sub(va, vb), 0, none, none)
              : surely_loses(c->mass_a, ua, va, c->mass_b, ub, vb))
        return false;
    if (fixed) {
        bool of_a = c->mass_b == INFINITY;
        add_gain(&sum, 1, of_a ? ua : ub, of_a ? va : vb, of_a ? vb : va);
    } else {
        add_gain(&sum, c->mass_a, ua, va, none);
        add_gain(&sum, c->mass_b, ub, vb, none);
    }
    int sign = gain_filter(&sum);
    if (sign)
        return sign > 0;
    if (sum.rest == 0)
        return sum.value.hi > 0;
    if (c->mass_b == INFINITY) {
        gain = relative_gain(ua, va, vb);
    } else if (c->mass_a == INFINITY) {
        gain = relative_gain(ub, vb, va);
    } else {
        c2d_expansion gain_a = energy_gain(c->mass_a, ua, va), gain_b = energy_gain(c->mass_b, ub, vb);
        gain = c2d_exact_sum(&gain_a, &gain_b);
    }
    return c2d_exact_sign(&gain) > 0;
}

/* v moved toward w by a part of v - w. */
static c2d_vec toward(c2d_vec v, c2d_vec w, double part) { return c2d_add(w, c2d_mul(c2d_sub(v, w), 1 - part)); }

/* The change of the relative velocity. Along the normal it is (1 + restitution) times the approach. Across the normal
 * it is friction times that, against the sliding, but at most the sliding itself. */
static c2d_vec change_of(c2d_vec relative, const c2d_collision *c)
{
    double length = sqrt(c2d_dot(c->normal, c->normal));
    c2d_vec n = c2d_v(c->normal.x / length, c->normal.y / length), across = c2d_v(-n.y, n.x);
    double approach = c2d_max(-c2d_dot(relative, n), 0), sliding = c2d_dot(relative, across);
    double change = (1 + c->restitution) * approach, drag = c2d_min(c->friction * change, fabs(sliding));
    return c2d_add(c2d_mul(n, change), c2d_mul(across, sliding > 0 ? -drag : drag));
}

void c2d_bounce(c2d_vec *va, c2d_vec *vb, const c2d_collision *c)
{
    c2d_vec ua = *va, ub = *vb, origin = {0, 0};
    if (c2d_along_sign(ub, ua, origin, c->normal) >= 0)
        return;
    c2d_vec change = change_of(c2d_sub(ua, ub), c);
    double share_a = share(c->mass_a, c->mass_b), share_b = share(c->mass_b, c->mass_a);
    *va = c2d_normalised(c2d_add(ua, c2d_mul(change, share_a)));
    *vb = c2d_normalised(c2d_sub(ub, c2d_mul(change, share_b)));
    for (double part = 2 * C2D_U; gains_energy(c, ua, ub, *va, *vb); part *= 2) {
        bool fixed_a = c->mass_a == INFINITY, fixed_b = c->mass_b == INFINITY;
        if (!fixed_a)
            *va = c2d_normalised(toward(*va, fixed_b ? *vb : origin, part));
        if (!fixed_b)
            *vb = c2d_normalised(toward(*vb, fixed_a ? *va : origin, part));
    }
}

/* ---- slide ---- */

c2d_vec c2d_slide(c2d_vec v, c2d_vec n)
{
    c2d_vec origin = {0, 0};
    if (c2d_along_sign(origin, v, origin, n) >= 0)
        return v;
    if (n.x == 0 || n.y == 0)
        return c2d_v(n.x == 0 ? v.x : 0, n.y == 0 ? v.y : 0);
    double nn = c2d_dot(n, n);
    c2d_vec across = c2d_v(-n.y, n.x), along = c2d_normalised(c2d_mul(across, c2d_dot(v, across) / nn));
    double grain = C2D_U * sqrt(c2d_dot(v, v) / nn);
    for (double out = grain; c2d_along_sign(origin, along, origin, n) < 0; out *= 2)
        along = c2d_normalised(c2d_add(along, c2d_mul(n, out)));
    return along;
}
