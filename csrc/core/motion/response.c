/* Responses to a collision: two shapes are pushed apart, an impulse changes two velocities, a velocity slides along a
 * surface. Rounded results are corrected by a few ulps until their law holds exactly. */
#include "axis_stop.h"
#include "sweep.h"

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

/* Pushes both bodies, from where they were at the start, and tells whether they still overlap. */
static c2d_status push_apart(body *first, body *second, c2d_vec push, bool *overlap)
{
    c2d_shape a, b;
    c2d_status status = push_body(first, push, &a);
    if (!status)
        status = push_body(second, c2d_neg(push), &b);
    *overlap = !status && c2d_overlaps(&a, &b);
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
    do {
        c2d_vec push = c2d_mul(contact.normal, depth + more * grain);
        c2d_status status = (aligned ? push_aligned_apart : push_apart)(&first, &second, push, &overlap);
        if (status)
            return status;
        more = more < 8 ? more + 1 : 2 * more;
    } while (overlap);
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
    if (!status && c->normal.x == 0 && c->normal.y == 0)
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

/* The sign of the gain; 0 if it is too small to tell, or is 0. */
static inline int gain_filter(const pair_sum *s)
{
    return fabs(s->value.hi) > C2D_PAIR_ERROR * s->magnitude ? (s->value.hi > 0) - (s->value.hi < 0) : 0;
}

/* Whether m_a |v_a|^2 + m_b |v_b|^2 is surely less for v than for u. Differences, squares and sums are rounded by at
 * most 8 C2D_U of the magnitudes. */
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
