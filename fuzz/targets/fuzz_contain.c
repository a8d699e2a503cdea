/* Property: c2d_contains is the answer of exact arithmetic: every point of b is one of a, in every relation that the
 * decoder builds and for hulls of a's own vertices. The Minkowski difference is the hull of differences rounded once,
 * with the radii added; where nothing is rounded it is exactly that, and a's centre is in it as a meets b, three ways.
 * The area of the overlap is positive exactly if there is one, at most the smaller area, that of a shape inside, the
 * same in both orders, and that of the intersection, which there is exactly if sharp shapes collide. An outline is a
 * strictly convex polygon whose corners are on the border, and which the shape exceeds by at most the tolerance. */
#include "../decode.h"
#include "../oracle.h"
#include "../target.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int relate_exactly(const c2d_shape *s, const c2d_shape *t)
{
    return oracle_relate(&c2d_vertices(s)->x, s->count, s->radius, &c2d_vertices(t)->x, t->count, t->radius);
}

static int contains_exactly(const c2d_shape *s, const c2d_shape *t)
{
    return oracle_contains(&c2d_vertices(s)->x, s->count, s->radius, &c2d_vertices(t)->x, t->count, t->radius);
}

static bool same_bits(double x, double y) { return memcmp(&x, &y, sizeof x) == 0; }

/* ---- containment ---- */

static void check_contains(const c2d_shape *s, const c2d_shape *t)
{
    bool found = c2d_contains(s, t);
    int exact = contains_exactly(s, t);

    target_subjects(s, t);
    CHECK(found == exact, "contains is %d, exactly %d", found, exact);
    CHECK(!found || c2d_collides(s, t), "contains what it does not meet");
    CHECK(c2d_contains(s, s), "does not contain itself");
}

/* Some of the vertices of s, with the radius between inside and outside, or a few ulps off. */
static void read_part(reader *in, const c2d_shape *s, solid *part)
{
    unsigned which = read_byte(in), how = read_byte(in);
    draft d;

    memset(&d, 0, sizeof d);
    d.kind = DRAFT_HULL;
    for (uint32_t i = 0; i < s->count; i++)
        if (d.count == 0 || which >> i % 8 & 1)
            d.p[d.count++] = c2d_vertices(s)[i];
    d.radius = s->radius;
    switch (how % 4) {
    case 0: d.radius = fabs(ulps_off(s->radius, (int)(how >> 6) - 1)); break;
    case 1: d.radius = read_size(in); break;
    case 2: /* moved by whole numbers, to be behind a side by exactly its radius */
        d.p[0].x += (double)(how >> 2 & 7) - 4;
        d.p[0].y += (double)(how >> 5) - 4;
        d.count = 1;
        d.radius = s->radius + (double)(how >> 4);
        break;
    default: /* halved and inside, grown by the remaining distance on the lattice */
        for (unsigned i = 0; i < d.count; i++) {
            d.p[i].x = d.p[i].x / 2 + d.p[0].x / 2;
            d.p[i].y = d.p[i].y / 2 + d.p[0].y / 2;
        }
        d.radius = s->radius + (double)(how >> 2) / 8;
        break;
    }
    for (unsigned i = 0; i < d.count; i++) /* at the edge of the domain */
        if (!(fabs(d.p[i].x) <= C2D_LIMIT && fabs(d.p[i].y) <= C2D_LIMIT))
            d.p[i] = c2d_vertices(s)[0];
    if (d.radius > C2D_LIMIT)
        d.radius = s->radius;
    draft_make(&d, part);
}

/* The largest circle that fits behind the side, up to rounding: the radius at which the sign changes. */
static void read_inscribed(reader *in, const c2d_shape *s, solid *circle)
{
    unsigned i = read_byte(in), j = i / 16, ulps = read_byte(in);
    const c2d_vec *v = c2d_vertices(s);
    c2d_vec p = v[i % s->count], q = v[j % s->count], e, w;
    draft d;
    double size;

    memset(&d, 0, sizeof d);
    d.kind = DRAFT_POINT;
    d.count = 1;
    d.p[0].x = p.x / 2 + q.x / 2;
    d.p[0].y = p.y / 2 + q.y / 2;
    d.radius = -1;
    for (uint32_t k = 0; k < s->count; k++) {
        p = v[k];
        q = v[(k + 1) % s->count];
        e.x = q.x - p.x;
        e.y = q.y - p.y;
        w.x = d.p[0].x - p.x;
        w.y = d.p[0].y - p.y;
        size = fabs(e.x * w.y - e.y * w.x) / sqrt(e.x * e.x + e.y * e.y);
        d.radius = size - size == 0 && (d.radius < 0 || size < d.radius) ? size : d.radius;
    }
    d.radius = fabs(ulps_off(d.radius < 0 ? 0 : d.radius, (int)(ulps % 7) - 3)) + s->radius;
    if (d.radius > C2D_LIMIT)
        d.radius = C2D_LIMIT;
    draft_make(&d, circle);
}

/* The vertices of s, moved inward by a sixteenth, and points that are by more than a difference of radii, or by less,
 * away from one of them, to a side of its outward direction. */
static void read_beyond(reader *in, const c2d_shape *s, solid *part)
{
    unsigned first = read_byte(in), extra = read_byte(in) % 4, n = s->count;
    double radius = s->radius * (first >> 6) / 4;
    c2d_vec center = c2d_center(s);
    draft d;

    memset(&d, 0, sizeof d);
    d.kind = DRAFT_HULL;
    d.radius = radius;
    for (uint32_t i = 0; i < n; i++) {
        c2d_vec v = c2d_vertices(s)[i];
        d.p[d.count++] = (c2d_vec){v.x - (v.x - center.x) / 16, v.y - (v.y - center.y) / 16};
    }
    for (unsigned i = 0; i < extra && d.count < DRAFT_POINTS; i++) {
        unsigned how = read_byte(in);
        c2d_vec v = c2d_vertices(s)[(first % 64 + i / 2) % n], out = {v.x - center.x, v.y - center.y};
        double length = sqrt(out.x * out.x + out.y * out.y), aside = ((double)(how % 16) - 8) / (double)(2 * n);
        double beyond = (s->radius - radius) * (1 + ldexp(how & 128 ? 1 : -1, -(int)(how >> 4 & 7) * 4 - 2));
        if (length > 0 && length < INFINITY)
            d.p[d.count++] = (c2d_vec){v.x + beyond * (out.x - aside * out.y) / length,
                                       v.y + beyond * (out.y + aside * out.x) / length};
    }
    for (unsigned i = 0; i < d.count; i++) /* at the edge of the domain */
        if (!(fabs(d.p[i].x) <= C2D_LIMIT && fabs(d.p[i].y) <= C2D_LIMIT))
            d.p[i] = c2d_vertices(s)[0];
    draft_make(&d, part);
}

/* ---- the Minkowski difference ---- */

/* The differences whose hull the oracle computes. */
#define MOST_COMPARED 128

/* The difference q - p + c of one coordinate, rounded once; *exact is cleared if it is inexact. */
static double difference(double p, double q, double c, bool *exact)
{
    double sum = oracle_sum(q, -p, c);

    *exact = *exact && oracle_sum_sign(q, -p, q - p) == 0 && oracle_sum_sign(q - p, c, sum) == 0;
    return sum + 0.0;
}

static double larger(double x, double y) { return x > y ? x : y; }

static void check_hull(const c2d_shape *found, const c2d_vec *all, size_t n)
{
    const c2d_vec *v = c2d_vertices(found);
    c2d_vec storage[DRAFT_POINTS * 2];
    c2d_shape again, point;
    double most = 0, gap;
    const char *error;
    c2d_status status;

    status = c2d_polygon(&again, v, found->count, found->radius, storage);
    CHECK(status == C2D_OK && again.count == found->count && again.form == found->form,
          "the difference is not the shape of its own vertices: %s", c2d_rule(status));
    CHECK(memcmp(v, c2d_vertices(&again), found->count * sizeof *v) == 0, "its vertices are not a shape's");
    for (uint32_t i = 0; i < found->count; i++) {
        bool given = false;
        for (size_t k = 0; k < n && !given; k++)
            given = same_bits(v[i].x, all[k].x) && same_bits(v[i].y, all[k].y);
        CHECK(given, "vertex (%a, %a) is no difference rounded once", v[i].x, v[i].y);
        most = larger(most, larger(fabs(v[i].x), fabs(v[i].y)));
    }
    error = oracle_hull_error(&v->x, found->count, &v->x, found->count);
    CHECK(error == NULL, "vertices: %s", error);
    again.radius = 0;
    for (size_t k = 0; k < n; k++) {
        CHECK(c2d_point(&point, all[k]) == C2D_OK, "a difference outside the domain");
        gap = c2d_separation(&point, &again);
        CHECK(gap <= 2 * 0x1p-52 * most, "difference (%.17g, %.17g) is %g outside", all[k].x, all[k].y, gap);
    }
}

static void check_difference(const c2d_shape *s, const c2d_shape *t, c2d_vec center)
{
    size_t room = (s->count + t->count) * sizeof(c2d_vec);
    c2d_vec *storage = malloc(room), all[FEW_POINTS * FEW_POINTS];
    c2d_shape found, point;
    c2d_status status;
    double radius = s->radius + t->radius;
    bool inside = radius <= C2D_LIMIT, exact = oracle_sum_sign(s->radius, t->radius, radius) == 0;
    size_t n = 0;
    int relation, expected;
    const char *error;

    CHECK(storage != NULL, "no memory");
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t j = 0; j < t->count; j++) {
            c2d_vec p = c2d_vertices(s)[i], q = c2d_vertices(t)[j];
            all[n].x = difference(p.x, q.x, center.x, &exact);
            all[n].y = difference(p.y, q.y, center.y, &exact);
            inside = inside && fabs(all[n].x) <= C2D_LIMIT && fabs(all[n].y) <= C2D_LIMIT;
            n++;
        }
    status = c2d_minkowski_difference(&found, s, center, t, storage);
    CHECK(status == (inside ? C2D_OK : C2D_TOO_LARGE), "difference: status %d, in the domain: %d", (int)status, inside);
    if (status == C2D_OK) {
        CHECK(found.radius == radius, "radius %a, sum %a", found.radius, radius);
        check_hull(&found, all, n);
    }
    if (status == C2D_OK && exact) {
        error = n <= MOST_COMPARED ? oracle_hull_error(&all->x, n, &c2d_vertices(&found)->x, found.count) : NULL;
        CHECK(error == NULL, "nothing is rounded, but the difference is not the hull: %s", error);
        CHECK(c2d_point(&point, center) == C2D_OK, "centre (%a, %a)", center.x, center.y);
        relation = relate_exactly(&point, &found);
        expected = relate_exactly(s, t);
        target_relations[expected + 1]++;
        CHECK(relation == expected, "the centre (%.17g, %.17g) relates to the difference by %d, a to b by %d", center.x,
              center.y, relation, expected);
    }
    free(storage);
}

/* ---- areas ---- */

/* The intersection of sharp shapes is within the bounds of both. Its vertices are rounded, and its area is off by half
 * an ulp of the coordinates times the perimeter. */
static void check_intersection(const c2d_shape *s, const c2d_shape *t, double area, unsigned seed)
{
    static c2d_vec storage[4 * DRAFT_POINTS];
    c2d_shape common;
    bool collides;
    unsigned long used = target_allocations;
    c2d_status status = c2d_intersection(&common, s, t, storage, &collides);

    used = target_allocations - used;
    CHECK(status == C2D_OK, "%s", c2d_rule(status));
    CHECK(collides == c2d_collides(s, t), "an intersection: %d", collides);
    if (!collides)
        return;
    CHECK(common.radius == 0 && common.min.x >= fmax(s->min.x, t->min.x) && common.min.y >= fmax(s->min.y, t->min.y) &&
              common.max.x <= fmin(s->max.x, t->max.x) && common.max.y <= fmin(s->max.y, t->max.y),
          "the intersection is out of the bounds");
    double grain = 0x1p-200 + 0x1p-52 * (fmax(fabs(common.min.x), fabs(common.max.x)) +
                                         fmax(fabs(common.min.y), fabs(common.max.y)));
    double least = fmin(c2d_area(s), c2d_area(t)),
           slack = 0x1p-40 * least + 2 * grain * (c2d_perimeter(&common) + grain);
    CHECK(fabs(c2d_area(&common) - area) <= slack, "the overlap is %.17g, of the intersection %.17g", area,
          c2d_area(&common));
    if (used == 0)
        return;
    target_allocations_left = (int)(seed % used);
    status = c2d_intersection(&common, s, t, storage, &collides);
    CHECK(target_allocations_left < 0 && (status == C2D_OK || status == C2D_NO_MEMORY),
          "allocation %u of %lu fails, the status is %d", (unsigned)(seed % used), used, (int)status);
    target_allocations_left = -1;
}

static void check_areas(const c2d_shape *s, const c2d_shape *t, unsigned seed)
{
    double area, again, least = fmin(c2d_area(s), c2d_area(t));
    unsigned long used = target_allocations;
    c2d_status status = c2d_overlap_area(s, t, &area);

    used = target_allocations - used;
    CHECK(status == C2D_OK && c2d_overlap_area(t, s, &again) == C2D_OK, "%s", c2d_rule(status));
    CHECK(same_bits(area, again), "the overlap is %.17g, swapped %.17g", area, again);
    CHECK((area > 0) == (least > 0 && c2d_overlaps(s, t)), "the overlap is %.17g", area);
    CHECK(area >= 0 && area <= least, "the overlap is %.17g, the smaller area %.17g", area, least);
    if (c2d_contains(s, t) && least > 0)
        CHECK(fabs(area - c2d_area(t)) <= 0x1p-45 * area, "the overlap is %.17g, the shape inside %.17g", area,
              c2d_area(t));
    if (s->count == 1 && t->count == 1 && area > 0) { /* two discs: the largest disc in both */
        double across = fmin(2 * fmin(s->radius, t->radius), -c2d_separation(s, t));
        CHECK(area >= 0.7853981633974483 * across * across * (1 - 0x1p-40),
              "the overlap is %.17g, a disc of diameter %.17g is in it", area, across);
    }
    if (s->radius == 0 && t->radius == 0)
        check_intersection(s, t, area, seed);
    if (used == 0)
        return;
    target_allocations_left = (int)(seed % used);
    status = c2d_overlap_area(s, t, &again);
    CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "allocation %u of %lu fails, the status is %d",
          (unsigned)(seed % used), used, (int)status);
    target_allocations_left = -1;
}

/* ---- outline ---- */

static double support(const c2d_vec *points, size_t n, c2d_vec direction)
{
    double most = -INFINITY;

    for (size_t i = 0; i < n; i++)
        most = fmax(most, points[i].x * direction.x + points[i].y * direction.y);
    return most;
}

static void check_outline(const c2d_shape *s, unsigned seed)
{
    static c2d_vec outline[2 * DRAFT_POINTS + 4 * 100], storage[2 * DRAFT_POINTS + 4 * 100];
    double tolerance = s->radius / (1 + seed * 16.0), most = 0;
    size_t count = 0;
    c2d_shape hull;
    c2d_vec direction;

    target_subjects(s, NULL);
    CHECK(!c2d_outline_is_too_fine(s, tolerance), "a tolerance of %g is too fine", tolerance);
    CHECK(c2d_outline_is_too_fine(s, C2D_FINEST_OUTLINE / 2 * s->radius) == (s->radius > 0), "not too fine");
    CHECK(c2d_outline_room(s, tolerance) <= sizeof outline / sizeof *outline, "room for too many corners");
    CHECK(c2d_outline_points(s, tolerance, outline, &count) == C2D_OK, "no memory");
    CHECK(count >= 1 && count <= c2d_outline_room(s, tolerance), "%zu corners", count);
    if (s->radius == 0)
        CHECK(count == s->count && memcmp(outline, c2d_vertices(s), count * sizeof *outline) == 0, "not the vertices");
    for (size_t i = 0; i < count; i++)
        most = fmax(most, fmax(fabs(outline[i].x), fabs(outline[i].y)));
    if (most > C2D_LIMIT)
        return;
    CHECK(c2d_polygon(&hull, outline, count, 0, storage) == C2D_OK && hull.count == count &&
              memcmp(c2d_vertices(&hull), outline, count * sizeof *outline) == 0,
          "the outline is not strictly convex");
    double rounding = 8 * 0x1p-52 * (most + s->radius) + 0x1p-190;
    for (size_t i = 0; i < count; i++) {
        c2d_shape corner;
        CHECK(c2d_point(&corner, outline[i]) == C2D_OK, "corner %zu", i);
        double off = s->radius == 0 ? c2d_distance(s, &corner) : c2d_separation(s, &corner);
        CHECK(fabs(off) <= rounding, "corner %zu is %.17g off the border, may be %.17g", i, off, rounding);
    }
    c2d_sincos(seed * 1.40625 + 0.7, &direction.y, &direction.x);
    double exceeds = support(c2d_vertices(s), s->count, direction) + s->radius - support(outline, count, direction);
    CHECK(exceeds <= tolerance + rounding, "exceeds the outline by %.17g, the tolerance is %.17g", exceeds, tolerance);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    unsigned what = read_byte(&in);
    solid a, b;
    c2d_vec center = {0, 0};

    in.most = DRAFT_POINTS;
    read_bodies(&in, &a, &b);
    if (what % 4 == 1)
        read_part(&in, &a.shape, &b);
    else if (what % 4 == 2)
        read_inscribed(&in, &a.shape, &b);
    else if (what % 4 == 3 && what & 128)
        read_beyond(&in, &a.shape, &b);
    check_contains(&b.shape, &a.shape);
    check_contains(&a.shape, &b.shape);
    check_areas(&a.shape, &b.shape, what);
    check_outline(&a.shape, what);
    check_outline(&b.shape, 255 - what);
    if (what & 4)
        center = what & 8 ? read_point(&in) : c2d_center(&a.shape);
    CHECK(c2d_check(&center.x) == C2D_OK && c2d_check(&center.y) == C2D_OK, "centre (%a, %a)", center.x, center.y);
    if (a.shape.count <= FEW_POINTS && b.shape.count <= FEW_POINTS)
        check_difference(&a.shape, &b.shape, center);
    return 0;
}
