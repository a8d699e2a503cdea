/* Property: a cast hits exactly when the sweep overlaps b. If a did not overlap b at the start, neither a at t nor the
 * sweep to there does, and somewhere on that way b, grown by 128 ulp of the numbers that enter, is met: t is safe, and
 * no earlier than rounding explains. A start in touch that goes in is a hit at 0, a start overlapping reports the
 * contact. Normals are unit, against the motion, and part the shapes at the stop; of sharp shapes they are a face's,
 * the one whose line is crossed last, exactly so for small whole numbers; the point is on both borders. Swapped roles
 * hit alike with the normal negated. A touching cast hits exactly when the sweep collides with b, alike where the cast
 * hits; elsewhere it stops safely, in touch within rounding, at 0 if it starts in touch, and its normal is against the
 * motion only at 1. Two that move at once meet as one does along the difference of the motions, and both stop without
 * an overlap. Sweeps are the hull of both places and contain them. Moved shapes follow the rules
 * of their numbers; motions outside the domain are refused. */
#include "../decode.h"
#include "../oracle.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ULP 0x1p-52
/* The most vertices of a shape: the oracle compares every vertex of a sweep with every other. */
#define MOST_VERTICES 96
/* The domain's numbers are multiples of 2^-200: below this magnitude that is more than an ulp. */
#define GRAIN 0x1p-148

static solid a, b;
static c2d_vec motion;

static void print_journey(void)
{
    fprintf(stderr, "motion = (%.17g, %.17g)\n", motion.x, motion.y);
    if (a.has_rect)
        print_rect("a is", &a.rect);
}

/* ---- measures ---- */

static bool finite_vec(c2d_vec v) { return v.x - v.x == 0 && v.y - v.y == 0; }

static bool same_vec(c2d_vec p, c2d_vec q) { return memcmp(&p, &q, sizeof p) == 0; }

static double larger(double x, double y) { return x > y ? x : y; }

static double magnitude(const c2d_shape *s)
{
    return larger(larger(fabs(s->min.x), fabs(s->max.x)), larger(fabs(s->min.y), fabs(s->max.y)));
}

/* The largest number that is added and rounded when the vertices are computed. */
static double magnitude_of_numbers(const solid *s)
{
    const c2d_rect *r = &s->rect;

    return s->has_rect
               ? fabs(r->at.x) + fabs(r->at.y) + fabs(r->size.x) + fabs(r->size.y) + fabs(r->pivot.x) + fabs(r->pivot.y)
               : 0;
}

static double extent(const c2d_shape *s) { return s->max.x - s->min.x + s->max.y - s->min.y; }

static double dot(c2d_vec p, c2d_vec q) { return p.x * q.x + (double)p.y * q.y; }

static double length(c2d_vec v) { return sqrt(dot(v, v)); }

/* The minimum and the maximum of n . v over the vertices. */
static double least_along(const c2d_shape *s, c2d_vec n, int sign)
{
    double least = 0, value;

    for (uint32_t i = 0; i < s->count; i++) {
        value = sign * dot(c2d_vertices(s)[i], n);
        least = i == 0 || value < least ? value : least;
    }
    return sign * least;
}

/* The gap from s to t along n, radii included. */
static double gap_along(const c2d_shape *s, const c2d_shape *t, c2d_vec n)
{
    return least_along(s, n, 1) - least_along(t, n, -1) - (s->radius + t->radius);
}

static int relate_exactly(const c2d_shape *s, const c2d_shape *t)
{
    return oracle_relate(&c2d_vertices(s)->x, s->count, s->radius, &c2d_vertices(t)->x, t->count, t->radius);
}

static double gap_exactly(const c2d_shape *s, const c2d_shape *t)
{
    return oracle_separation(&c2d_vertices(s)->x, s->count, s->radius, &c2d_vertices(t)->x, t->count, t->radius);
}

/* ---- places ---- */

static c2d_vec *storage_for(const c2d_shape *s, solid *out)
{
    return s->count > C2D_INLINE_VERTICES ? out->storage : NULL;
}

static bool same_shape(const c2d_shape *s, const c2d_shape *t)
{
    return s->radius == t->radius && s->count == t->count && s->form == t->form &&
           memcmp(c2d_vertices(s), c2d_vertices(t), s->count * sizeof(c2d_vec)) == 0 && same_vec(s->min, t->min) &&
           same_vec(s->max, t->max);
}

/* A rectangle moves by its numbers, any other shape vertex by vertex. */
static c2d_status move_by_the_rules(const solid *s, c2d_vec d, solid *out)
{
    c2d_vec p[DRAFT_POINTS];

    CHECK(c2d_check(&d.x) == C2D_OK && c2d_check(&d.y) == C2D_OK, "moved by (%a, %a)", d.x, d.y);
    if (s->has_rect) {
        out->rect = s->rect;
        c2d_rect_move(&out->rect, d);
        return c2d_rect_shape(&out->shape, &out->rect);
    }
    for (uint32_t i = 0; i < s->shape.count; i++) {
        p[i].x = c2d_vertices(&s->shape)[i].x + d.x;
        p[i].y = c2d_vertices(&s->shape)[i].y + d.y;
    }
    return c2d_hull_shape(&out->shape, p, s->shape.count, s->shape.radius, out->storage);
}

static c2d_status move(const solid *s, c2d_vec d, solid *out)
{
    solid by_rules;
    c2d_status status = c2d_moved(&out->shape, &s->shape, solid_rect(s), d, storage_for(&s->shape, out)),
               expected = move_by_the_rules(s, d, &by_rules);

    CHECK(status == expected, "moved by (%a, %a): status %d, by the rules %d", d.x, d.y, (int)status, (int)expected);
    CHECK(status != C2D_OK || same_shape(&out->shape, &by_rules.shape), "moved by (%a, %a) it is another shape", d.x,
          d.y);
    return status;
}

/* Whether nothing is rounded during the motion. */
static bool moves_exactly(const solid *s, c2d_vec d)
{
    solid moved;
    const c2d_vec *v = c2d_vertices(&s->shape), *w;

    if (move(s, d, &moved) != C2D_OK || moved.shape.count != s->shape.count)
        return false;
    w = c2d_vertices(&moved.shape);
    for (uint32_t i = 0; i < s->shape.count; i++)
        if (oracle_sum_sign(v[i].x, d.x, w[i].x) != 0 || oracle_sum_sign(v[i].y, d.y, w[i].y) != 0)
            return false;
    return true;
}

typedef struct swept {
    c2d_shape shape;
    c2d_vec storage[4 * DRAFT_POINTS];
} swept;

static void sweep(const c2d_shape *from, const c2d_shape *to, swept *out)
{
    c2d_status status = c2d_sweep(&out->shape, from, to, out->storage);

    CHECK(status == C2D_OK, "sweep: %s", c2d_rule(status));
}

static void check_sweep(const c2d_shape *from, const c2d_shape *to, const c2d_shape *s)
{
    c2d_vec p[2 * DRAFT_POINTS];
    const c2d_vec *v = c2d_vertices(s);
    solid again;
    c2d_status status;
    const char *error;
    size_t n = from->count + to->count;

    memcpy(p, c2d_vertices(from), from->count * sizeof *p);
    memcpy(p + from->count, c2d_vertices(to), to->count * sizeof *p);
    error = oracle_hull_error(&p->x, n, &v->x, s->count);
    CHECK(error == NULL, "the sweep is not the hull of both places: %s", error);
    CHECK(s->radius == from->radius, "radius %a swept to %a", from->radius, s->radius);
    if (s->count <= DRAFT_POINTS) {
        status = c2d_polygon(&again.shape, v, s->count, s->radius, again.storage);
        CHECK(status == C2D_OK && same_shape(s, &again.shape), "the sweep is not the shape of its own vertices");
    }
    CHECK(c2d_contains(s, from), "the sweep does not contain a");
    CHECK(c2d_contains(s, to), "the sweep does not contain a where it goes");
}

/* ---- casting ---- */

typedef struct answer {
    c2d_status status;
    bool hits;
    c2d_hit hit;
} answer;

/* With working memory of exactly the required size, so that sanitizers detect any access beyond it. */
static answer cast(const solid *s, c2d_vec m, const c2d_shape *t)
{
    size_t size = s->shape.count > C2D_INLINE_VERTICES ? C2D_CAST_ROOM(s->shape.count) * sizeof(c2d_vec) : 0;
    c2d_vec *room = size ? malloc(size) : NULL;
    answer found;

    CHECK(!size || room, "no memory");
    memset(&found, 0xff, sizeof found);
    found.status = c2d_cast(&s->shape, solid_rect(s), m, t, room, &found.hits, &found.hit);
    free(room);
    return found;
}

/* Measurements of a hit without an overlap at the start. */
typedef struct arrival {
    const c2d_hit *hit;
    solid stop;
    double scale;   /* the largest number that was rounded */
    double along;   /* how far along the motion a unit of the gap is: 1 if it is head-on */
    double turning; /* how far rounding may turn the normal of a round corner */
    bool exact;     /* nothing is rounded during the whole motion */
} arrival;

static void arrive(const c2d_hit *hit, arrival *r)
{
    double radius = a.shape.radius + b.shape.radius;
    c2d_vec d = {hit->t * motion.x, hit->t * motion.y};
    c2d_status status = move(&a, d, &r->stop);
    double speed = length(motion), head_on = fabs(dot(hit->normal, motion));

    CHECK(status == C2D_OK, "moved by t it leaves the domain: %s", c2d_rule(status));
    r->hit = hit;
    r->exact = moves_exactly(&a, motion);
    r->scale = larger(magnitude(&a.shape), magnitude_of_numbers(&a)) + magnitude(&b.shape) + fabs(motion.x) +
               fabs(motion.y) + GRAIN;
    r->along = 1 + speed / (head_on + speed * 0x1p-60);
    r->turning = 0;
    if (radius > 0)
        r->turning = 64 * ULP * (r->scale / radius) * r->along;
    if (r->turning > 2)
        r->turning = 2;
}

static void check_stop(const arrival *r)
{
    swept way;
    double gap;
    int relation = relate_exactly(&r->stop.shape, &b.shape);

    CHECK(relation <= 0, "at t = %.17g it overlaps", r->hit->t);
    sweep(&a.shape, &r->stop.shape, &way);
    relation = relate_exactly(&way.shape, &b.shape);
    CHECK(relation <= 0, "the sweep to t = %.17g overlaps", r->hit->t);
    gap = gap_exactly(&way.shape, &b.shape);
    CHECK(gap <= 128 * ULP * r->scale, "t = %.17g is too early: up to there it comes no nearer than %.17g, scale %g",
          r->hit->t, gap, r->scale);
    gap = gap_exactly(&r->stop.shape, &b.shape);
    CHECK(gap <= 128 * ULP * r->scale, "at t = %.17g it is %.17g away, scale %g", r->hit->t, gap, r->scale);
}

static void check_unit(c2d_vec n)
{
    CHECK(finite_vec(n), "normal (%g, %g)", n.x, n.y);
    CHECK(fabs(length(n) - 1) <= 4 * ULP, "normal (%a, %a) of length 1 + %g", n.x, n.y, length(n) - 1);
}

static bool is_aligned(const c2d_shape *s)
{
    const c2d_vec *v = c2d_vertices(s);

    return s->form == C2D_POINT || s->form == C2D_BOX ||
           (s->form == C2D_SEGMENT && (v[0].x == v[1].x || v[0].y == v[1].y));
}

static bool across_an_edge(const c2d_shape *s, c2d_vec n)
{
    for (uint32_t i = 0; i < s->count; i++) {
        c2d_vec p = c2d_vertices(s)[i], q = c2d_vertices(s)[(i + 1) % s->count];
        double x = q.x - p.x, y = (double)q.y - p.y;
        if (s->count > 1 && fabs(x * n.x + y * n.y) <= 8 * ULP * sqrt(x * x + y * y))
            return true;
    }
    return false;
}

static void check_normal(const arrival *r)
{
    c2d_vec n = r->hit->normal;
    bool sharp = a.shape.radius == 0 && b.shape.radius == 0, points = a.shape.count == 1 && b.shape.count == 1;
    double slack = 64 * ULP * r->scale + r->turning * (extent(&a.shape) + extent(&b.shape)),
           gap = gap_along(&r->stop.shape, &b.shape, n), against = dot(n, motion),
           allowed = (8 * ULP + r->turning) * length(motion) + (r->exact ? 0 : 64 * ULP * r->scale);

    CHECK(fabs(gap) <= slack, "along the normal (%.17g, %.17g) they are %.17g apart at the stop, not within %g", n.x,
          n.y, gap, slack);
    CHECK(against <= allowed, "the normal (%.17g, %.17g) is not against the motion: %g, not within %g", n.x, n.y,
          against, allowed);
    /* points hit only if a regains during the motion the size that rounding took at the start */
    CHECK(!sharp || points || across_an_edge(&a.shape, n) || across_an_edge(&b.shape, n),
          "the normal (%.17g, %.17g) of sharp shapes is no face's", n.x, n.y);
    if (sharp && !points && is_aligned(&a.shape) && is_aligned(&b.shape))
        CHECK((n.x == 0 && fabs(n.y) == 1) || (n.y == 0 && fabs(n.x) == 1), "the normal (%.17g, %.17g) of boxes", n.x,
              n.y);
}

/* The point of the hit of a ray is the point that moves, at t: each coordinate rounded once, as fma rounds. */
static void check_ray(const c2d_hit *hit)
{
    c2d_vec p = a.shape.v.own[0], m = motion;
    if (a.shape.count > 1 || a.shape.radius > 0)
        return;
    CHECK(c2d_check(&m.x) == C2D_OK && c2d_check(&m.y) == C2D_OK, "motion");
    CHECK(hit->point.x == fma(hit->t, m.x, p.x) && hit->point.y == fma(hit->t, m.y, p.y),
          "point (%a, %a) of a ray at %a", hit->point.x, hit->point.y, hit->t);
}

/* The point is on both borders: that of b to 4 ulp, that of a and, for a ray, of b to the accuracy of the stop. A ray
 * that nearly grazes a face may pass its end within that accuracy, by as much as the gap is stretched along the motion.
 * The border of a grown shape at the edge of the domain is outside it. */
static void check_point(const arrival *r)
{
    c2d_vec p = r->hit->point;
    c2d_shape point;
    double slack = 128 * ULP * r->scale, slack_b = slack * r->along, from_b, from_a;

    CHECK(finite_vec(p), "point (%g, %g)", p.x, p.y);
    if (c2d_point(&point, p) == C2D_TOO_LARGE)
        return;
    if (a.shape.count > 1 || a.shape.radius > 0) {
        double largest =
            larger(larger(fabs(b.shape.min.x), fabs(b.shape.max.x)), larger(fabs(b.shape.min.y), fabs(b.shape.max.y)));
        slack_b = 4 * ULP * largest + 2 * 0x1p-200; /* c2d_point rounds to multiples of 2^-200, too */
    }
    from_b = c2d_separation(&point, &b.shape);
    from_a = c2d_separation(&point, &r->stop.shape);
    CHECK(fabs(from_b) <= slack_b, "point (%.17g, %.17g) is %g off the border of b", p.x, p.y, from_b);
    CHECK(fabs(from_a) <= slack * r->along, "point (%.17g, %.17g) is %g off the border of a at the stop", p.x, p.y,
          from_a);
}

/* Axis-parallel faces meet along an interval, and the point is its middle. */
static void check_middle(const arrival *r)
{
    c2d_vec n = r->hit->normal;
    const c2d_vec *v = c2d_vertices(&r->stop.shape), *w = c2d_vertices(&b.shape);
    uint32_t v_end = r->stop.shape.count / 2, w_end = b.shape.count / 2;
    bool x_axis = n.x == 0; /* the interval */
    double low = x_axis ? larger(v[0].x, w[0].x) : larger(v[0].y, w[0].y),
           high = x_axis ? -larger(-v[v_end].x, -w[w_end].x) : -larger(-v[v_end].y, -w[w_end].y),
           at = x_axis ? r->hit->point.x : r->hit->point.y;

    if (!is_aligned(&a.shape) || !is_aligned(&r->stop.shape) || !is_aligned(&b.shape) || (n.x != 0 && n.y != 0) ||
        low > high)
        return;
    CHECK(fabs(at - (low / 2 + high / 2)) <= 128 * ULP * r->scale * r->along,
          "point (%.17g, %.17g) is not the middle, %.17g, of the stretch from %.17g to %.17g", r->hit->point.x,
          r->hit->point.y, low / 2 + high / 2, low, high);
}

static void check_overlapping_start(const c2d_hit *hit)
{
    c2d_contact c;
    c2d_vec mean;
    double slack;

    CHECK(c2d_find_contact(&a.shape, &b.shape, &c), "an overlap without a contact");
    CHECK(hit->t == 0, "overlapping at the start, but t = %a", hit->t);
    CHECK(same_vec(hit->normal, c.normal) && hit->depth == c.depth,
          "normal (%a, %a), depth %a, the contact's (%a, %a), %a", hit->normal.x, hit->normal.y, hit->depth, c.normal.x,
          c.normal.y, c.depth);
    mean.x = c.points[0].x / 2 + c.points[c.count - 1].x / 2;
    mean.y = c.points[0].y / 2 + c.points[c.count - 1].y / 2;
    slack = 2 * ULP * larger(fabs(mean.x), fabs(mean.y)) + 0x1p-200;
    if (a.shape.count == 1 && a.shape.radius == 0)
        return;
    CHECK(fabs(hit->point.x - mean.x) <= slack && fabs(hit->point.y - mean.y) <= slack,
          "point (%.17g, %.17g), mean of the contact's (%.17g, %.17g)", hit->point.x, hit->point.y, mean.x, mean.y);
}

/* ---- small whole numbers, for which everything is known exactly ---- */

#define SMALL 256.0

static bool is_small(double x) { return fabs(x) <= SMALL && 4 * x == floor(4 * x); }

static bool is_small_shape(const c2d_shape *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (!is_small(c2d_vertices(s)[i].x) || !is_small(c2d_vertices(s)[i].y))
            return false;
    return is_small(s->radius);
}

/* The face of a sharp shape whose line is crossed last; if there are several, the one most head-on. */
typedef struct last_face {
    bool found;
    c2d_vec out;
    double gap, approach; /* it is crossed at gap / approach */
    bool tie;             /* another face is crossed at the same time, equally head-on */
} last_face;

static double crossing(const last_face *f, double gap, double approach)
{
    return gap * f->approach - f->gap * approach;
}

static void consider(last_face *f, c2d_vec out)
{
    double gap = gap_along(&a.shape, &b.shape, out), approach = -dot(out, motion), later;
    double square = dot(out, out), old_square = dot(f->out, f->out), steeper;

    if (approach <= 0)
        return;
    later = f->found ? crossing(f, gap, approach) : 1;
    steeper = approach * approach * old_square - f->approach * f->approach * square; /* at most 2^70: see below */
    if (later == 0 && f->out.x * out.y != f->out.y * out.x && fabs(steeper) <= 0x1p-40 * approach * approach * square)
        f->tie = true;
    else if (later > 0 || (later == 0 && steeper > 0)) {
        f->found = true;
        f->tie = false;
        f->out = out;
        f->gap = gap;
        f->approach = approach;
    }
}

static void consider_edges(last_face *f, const c2d_shape *s, int side)
{
    for (uint32_t i = 0; i < s->count && s->count > 1; i++) {
        c2d_vec p = c2d_vertices(s)[i], q = c2d_vertices(s)[(i + 1) % s->count],
                out = {side * (q.y - p.y), side * (p.x - q.x)};
        consider(f, out);
    }
}

/* The compared products are exact: vectors have 12 bits, gaps and approaches 25. Only the squared steepness is rounded,
 * so nearly equal values count as a tie. */
static void check_last_face(const arrival *r)
{
    last_face f;
    c2d_vec n = r->hit->normal;
    double size, off;

    memset(&f, 0, sizeof f);
    consider_edges(&f, &b.shape, 1);
    consider_edges(&f, &a.shape, -1);
    CHECK(f.found, "a hit of sharp shapes without a face that is approached");
    if (f.tie)
        return;
    size = length(f.out);
    off = fabs(n.x - f.out.x / size) + fabs(n.y - f.out.y / size);
    CHECK(off <= 8 * ULP, "the normal is (%.17g, %.17g), that of the line crossed last (%.17g, %.17g)", n.x, n.y,
          f.out.x / size, f.out.y / size);
}

/* If the distance to an axis-parallel face and the position of a at the hit are doubles, the shapes touch there. */
static void check_exact_stop(const arrival *r)
{
    c2d_vec n = r->hit->normal, d;
    double gap = gap_along(&a.shape, &b.shape, n), speed = fabs(n.x != 0 ? motion.x : motion.y), t = gap / speed;
    int relation;

    if (fma(t, speed, -gap) != 0)
        return;
    d.x = t * motion.x;
    d.y = t * motion.y;
    if (fma(t, motion.x, -d.x) != 0 || fma(t, motion.y, -d.y) != 0 || !moves_exactly(&a, d))
        return;
    relation = relate_exactly(&r->stop.shape, &b.shape);
    CHECK(relation == 0, "t is %.17g, it could stop in touch at %.17g", r->hit->t, t);
}

static void check_small(const arrival *r)
{
    bool sharp = a.shape.radius == 0 && b.shape.radius == 0, aligned = is_aligned(&a.shape) && is_aligned(&b.shape);

    if (sharp)
        check_last_face(r);
    if (sharp && aligned)
        check_exact_stop(r);
}

/* The cast of b against a by the opposite motion; nothing is rounded. */
static void check_swapped(const answer *found, const arrival *r)
{
    c2d_vec back = {-motion.x, -motion.y};
    solid other = b;
    answer swapped;
    c2d_hit hit;
    double turned, allowed, way;

    other.has_rect = false;
    swapped = cast(&other, back, &a.shape);
    CHECK(swapped.status == C2D_OK, "the other way round: %s", c2d_rule(swapped.status));
    CHECK(swapped.hits == found->hits, "hits %d, the other way round %d", found->hits, swapped.hits);
    if (!found->hits || !r)
        return;
    hit = swapped.hit;
    CHECK(hit.depth == 0, "depth %g the other way round", hit.depth);
    turned = fabs(hit.normal.x + r->hit->normal.x) + fabs(hit.normal.y + r->hit->normal.y);
    allowed = 8 * ULP + 4 * r->turning;
    CHECK(turned <= allowed, "normal (%.17g, %.17g), the other way round (%.17g, %.17g): %g off, not within %g",
          r->hit->normal.x, r->hit->normal.y, hit.normal.x, hit.normal.y, turned, allowed);
    way = fabs(hit.t - r->hit->t) * fabs(dot(r->hit->normal, motion));
    CHECK(way <= 256 * ULP * r->scale + r->turning * length(motion), "t is %.17g, the other way round %.17g", r->hit->t,
          hit.t);
}

/* ---- what is only touched ---- */

static void check_touch(const c2d_hit *hit, int start)
{
    arrival r;
    swept way;
    double slack, against, gap;
    bool thin = a.shape.radius + b.shape.radius == 0 && a.shape.count <= 2 && b.shape.count <= 2, at_end;

    CHECK(hit->t >= 0 && hit->t <= 1 && hit->depth == 0, "a touch at t = %a, of depth %a", hit->t, hit->depth);
    CHECK(start < 0 || hit->t == 0, "in touch at the start, but touched at %a", hit->t);
    check_unit(hit->normal);
    CHECK(finite_vec(hit->point), "point (%g, %g)", hit->point.x, hit->point.y);
    arrive(hit, &r);
    CHECK(relate_exactly(&r.stop.shape, &b.shape) <= 0, "it overlaps at the touch, t = %.17g", hit->t);
    sweep(&a.shape, &r.stop.shape, &way);
    CHECK(relate_exactly(&way.shape, &b.shape) <= 0, "the sweep to the touch at t = %.17g overlaps", hit->t);
    slack = 128 * ULP * r.scale;
    gap = gap_exactly(&r.stop.shape, &b.shape);
    CHECK(gap <= slack, "at t = %.17g it does not touch: the gap is %g, the scale %g", hit->t, gap, r.scale);
    /* Where the normal n of a touch is against the motion, the touch is at the end: before it, going on would go in,
     * and that is a hit. At t, the gap along n is at most the gap, which is within the slack. At the end, n still parts
     * the shapes, or they would overlap. So what remains comes no nearer than the slack: (1 - t) |n . motion| <= slack.
     */
    against = dot(hit->normal, motion);
    at_end = (1 - hit->t) * fabs(against) <= slack;
    CHECK(at_end || thin || against >= -(8 * ULP * length(motion) + (r.exact ? 0 : 64 * ULP * r.scale)),
          "the normal (%.17g, %.17g) of a touch is against the motion: %g", hit->normal.x, hit->normal.y, against);
    r.along = 1; /* t has no error across the motion */
    check_point(&r);
}

/* What is left comes no nearer. */
static void check_leaving(const c2d_hit *hit, c2d_relation whole, int start)
{
    bool leaves = c2d_leaves(&a.shape, motion, &b.shape, whole, hit);
    solid end;
    arrival r;
    double gap;

    if (start <= 0) {
        CHECK(leaves == (start == 0 && whole == C2D_TOUCHING), "leaves is %d, the start's relation %d, the sweep's %d",
              leaves, start, (int)whole);
        return;
    }
    if (!leaves)
        return;
    CHECK(move(&a, motion, &end) == C2D_OK, "it leaves the domain");
    arrive(hit, &r);
    gap = gap_exactly(&end.shape, &b.shape);
    CHECK(gap >= -hit->depth - 128 * ULP * r.scale, "it leaves from %g deep to a gap of %g", hit->depth, gap);
}

static void check_touching(const answer *found, int start, int whole)
{
    size_t size = a.shape.count > C2D_INLINE_VERTICES ? C2D_CAST_ROOM(a.shape.count) * sizeof(c2d_vec) : 0;
    c2d_vec *room = size ? malloc(size) : NULL;
    c2d_relation relation;
    c2d_status status;
    c2d_hit hit;

    CHECK(!size || room, "no memory");
    memset(&hit, 0xff, sizeof hit);
    status = c2d_cast_touching(&a.shape, solid_rect(&a), motion, &b.shape, room, &relation, &hit);
    free(room);
    CHECK(status == found->status, "a touching cast: status %d, a cast: %d", (int)status, (int)found->status);
    CHECK((int)relation == whole, "a touching cast finds %d, the sweep's relation is %d", (int)relation, whole);
    if (relation >= C2D_TOUCHING) {
        check_leaving(&hit, relation, start);
        check_ray(&hit);
    }
    if (found->hits)
        CHECK(same_vec(hit.normal, found->hit.normal) && same_vec(hit.point, found->hit.point) &&
                  hit.t == found->hit.t && hit.depth == found->hit.depth,
              "a touching cast hits at %a, the cast at %a", hit.t, found->hit.t);
    else if (relation == C2D_TOUCHING)
        check_touch(&hit, start);
}

/* ---- two movers ---- */

/* b moves too. The status may be an error where the cast of a alone has none. */
static void check_two_movers(c2d_vec motion_b)
{
    uint32_t most = a.shape.count > b.shape.count ? a.shape.count : b.shape.count;
    c2d_vec *room = most > C2D_INLINE_VERTICES ? malloc(C2D_CAST_ROOM(most) * sizeof(c2d_vec)) : NULL;
    c2d_vec relative = {motion.x - motion_b.x, motion.y - motion_b.y};
    c2d_cast_options options = {false, true};
    solid end_a, end_b;
    c2d_status status;
    c2d_hit hit;
    bool hits;
    answer alone = cast(&a, relative, &b.shape);

    CHECK(most <= C2D_INLINE_VERTICES || room, "no memory");
    status =
        c2d_cast_both(&a.shape, solid_rect(&a), motion, &b.shape, solid_rect(&b), motion_b, options, room, &hits, &hit);
    free(room);
    if (status != C2D_OK) {
        CHECK(!hits, "two movers: hits outside the domain");
        return;
    }
    CHECK(alone.status == C2D_OK && hits == alone.hits, "two movers: hits is %d, of one mover %d", hits, alone.hits);
    if (!hits)
        return;
    CHECK(hit.t >= 0 && hit.t <= alone.hit.t, "two movers hit at %a, one at %a", hit.t, alone.hit.t);
    CHECK(same_vec(hit.normal, alone.hit.normal) && hit.depth == alone.hit.depth,
          "two movers: another normal or depth");
    if (hit.depth > 0)
        return;
    CHECK(move(&a, (c2d_vec){motion.x * hit.t, motion.y * hit.t}, &end_a) == C2D_OK &&
              move(&b, (c2d_vec){motion_b.x * hit.t, motion_b.y * hit.t}, &end_b) == C2D_OK,
          "two movers: outside the domain at %a", hit.t);
    CHECK(relate_exactly(&end_a.shape, &end_b.shape) <= 0, "two movers overlap at %a", hit.t);
}

/* ---- a point as other kinds ---- */

static bool same_answer(const answer *x, const answer *y)
{
    return x->status == y->status && x->hits == y->hits &&
           (!x->hits || (x->hit.t == y->hit.t && x->hit.depth == y->hit.depth &&
                         same_vec(x->hit.normal, y->hit.normal) && same_vec(x->hit.point, y->hit.point)));
}

/* A circle with radius 0 and a rectangle with size 0 are cast like the point. */
static void check_point_by_other_names(c2d_vec p)
{
    solid point, circle, rect;
    answer want, found;

    point.has_rect = circle.has_rect = false;
    rect.has_rect = true;
    memset(&rect.rect, 0, sizeof rect.rect);
    rect.rect.anchor = C2D_BY_CENTER;
    rect.rect.at = p;
    CHECK(c2d_point(&point.shape, p) == C2D_OK && c2d_circle(&circle.shape, p, 0) == C2D_OK &&
              c2d_rect_shape(&rect.shape, &rect.rect) == C2D_OK,
          "point (%a, %a)", p.x, p.y);
    want = cast(&point, motion, &b.shape);
    found = cast(&circle, motion, &b.shape);
    CHECK(same_answer(&want, &found), "a circle of radius 0 hits %d at %a, the point %d at %a", found.hits, found.hit.t,
          want.hits, want.hit.t);
    found = cast(&rect, motion, &b.shape);
    CHECK(found.hits == want.hits, "a rectangle of size 0 hits %d, the point %d", found.hits, want.hits);
}

/* ---- the target ---- */

static bool is_outside(double x) { return fabs(x) > C2D_LIMIT; }

/* Also a rectangle with its numbers, and a rectangle between two corners as a corner and a size. */
static bool leaves_domain(void)
{
    const c2d_rect *r = &a.rect;
    bool corners = r->anchor == C2D_BY_CORNERS;

    for (uint32_t i = 0; i < a.shape.count; i++) {
        c2d_vec v = c2d_vertices(&a.shape)[i];
        if (is_outside(v.x + motion.x) || is_outside(v.y + motion.y))
            return true;
    }
    return a.has_rect && (is_outside(r->at.x + motion.x) || is_outside(r->at.y + motion.y) ||
                          (corners && (is_outside(r->size.x - r->at.x) || is_outside(r->size.y - r->at.y))) ||
                          magnitude(&a.shape) + fabs(motion.x) + fabs(motion.y) > C2D_LIMIT * (1 - 0x1p-40));
}

/* The caller does not check motions. */
static void check_bad_motion(double x)
{
    c2d_vec bad[] = {{x, 0}, {0, x}};
    c2d_status expected = x - x != 0 ? C2D_NOT_FINITE : C2D_TOO_LARGE;
    solid moved;
    answer found;

    for (int i = 0; i < 2 && !(fabs(x) <= C2D_LIMIT); i++) {
        c2d_status status = c2d_moved(&moved.shape, &a.shape, solid_rect(&a), bad[i], storage_for(&a.shape, &moved));
        CHECK(status == expected, "moved by (%g, %g): status %d", bad[i].x, bad[i].y, (int)status);
        found = cast(&a, bad[i], &b.shape);
        CHECK(found.status == expected && !found.hits, "cast by (%g, %g): status %d, hits %d", bad[i].x, bad[i].y,
              (int)found.status, found.hits);
    }
}

static double note_visit(void *context, uint32_t item, double limit)
{
    *(bool *)context = item == 0;
    return limit;
}

/* A query of a tree with the box of the cast finds b no later than it is hit. */
static void check_bounds(double t)
{
    c2d_vec room[4 * DRAFT_POINTS];
    c2d_bounds box;
    c2d_tree tree;
    uint32_t leaf;
    bool visited = false;

    CHECK(c2d_cast_bounds(&a.shape, solid_rect(&a), motion, room, &box) == C2D_OK, "no bounds of a cast");
    c2d_tree_init(&tree);
    if (c2d_tree_insert(&tree, c2d_cast_target_bounds(&b.shape), 0, &leaf) == C2D_OK) {
        c2d_tree_cast(&tree, box, motion, t, note_visit, &visited);
        CHECK(visited, "hit at %a, outside the bounds of the cast: (%a, %a) - (%a, %a)", t, box.min.x, box.min.y,
              box.max.x, box.max.y);
    }
    c2d_tree_free(&tree);
}

static void check_hit(const answer *found, int start, bool small)
{
    const c2d_hit *hit = &found->hit;
    arrival r;

    CHECK(hit->t >= 0 && hit->t <= 1, "t = %a", hit->t);
    check_unit(hit->normal);
    CHECK(finite_vec(hit->point), "point (%g, %g)", hit->point.x, hit->point.y);
    CHECK((hit->depth > 0) == (start > 0), "depth %a, relation at the start %d", hit->depth, start);
    if (start > 0) {
        check_overlapping_start(hit);
        return;
    }
    CHECK(hit->depth == 0, "depth %a", hit->depth);
    arrive(hit, &r);
    CHECK(start < 0 || !r.exact || hit->t == 0, "in touch at the start, but t = %.17g", hit->t);
    check_stop(&r);
    check_normal(&r);
    check_point(&r);
    check_middle(&r);
    if (small) {
        check_small(&r);
        check_swapped(found, &r);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    solid end;
    swept all;
    c2d_status status;
    answer found;
    int start, exact;
    bool small;

    in.most = MOST_VERTICES;
    target_context = NULL;
    read_journey(&in, &a, &b, &motion);
    target_context = print_journey;
    target_subjects(&a.shape, &b.shape);
    found = cast(&a, motion, &b.shape);
    status = move(&a, motion, &end);
    CHECK(found.status == status, "cast: status %d, moved: %d", (int)found.status, (int)status);
    CHECK((status != C2D_OK) <= leaves_domain(), "not moved, though it stays in the domain: %s", c2d_rule(status));
    if (status != C2D_OK) {
        c2d_vec room[4 * DRAFT_POINTS];
        c2d_bounds box;
        CHECK(!found.hits, "hits outside the domain");
        CHECK(c2d_cast_bounds(&a.shape, solid_rect(&a), motion, room, &box) == status, "bounds outside the domain");
        return 0;
    }

    sweep(&a.shape, &end.shape, &all);
    check_sweep(&a.shape, &end.shape, &all.shape);
    exact = relate_exactly(&all.shape, &b.shape);
    target_relations[exact + 1]++;
    CHECK(found.hits == (exact > 0), "hits is %d, the sweep's relation %d", found.hits, exact);
    start = relate_exactly(&a.shape, &b.shape);
    small = is_small_shape(&a.shape) && is_small_shape(&b.shape) && is_small(motion.x) && is_small(motion.y) &&
            moves_exactly(&a, motion);
    if (found.hits) {
        check_bounds(found.hit.t);
        check_hit(&found, start, small);
    }
    if (!found.hits && small)
        check_swapped(&found, NULL);
    check_touching(&found, start, exact);
    check_bad_motion(read_number(&in));
    check_two_movers((c2d_vec){read_number(&in), read_number(&in)});
    if (a.shape.count == 1 && a.shape.radius == 0)
        check_point_by_other_names(c2d_vertices(&a.shape)[0]);
    return 0;
}
