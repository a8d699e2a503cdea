/* Property: constructors reject exactly the numbers they must, with the right status and without writing the shape, and
 * bring all others into the domain; sines, degrees, turned and placed points are the exact values rounded once; a
 * rectangle's vertices are those that the rules of derivation give; bounds contain vertices and radius and are no wider
 * than rounding makes them. */
#include "../decode.h"
#include "../oracle.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the required values ---- */

static c2d_status coordinate_status(double x)
{
    return x - x != 0 ? C2D_NOT_FINITE : fabs(x) > C2D_LIMIT ? C2D_TOO_LARGE : C2D_OK;
}

static c2d_status size_status(double x) { return x - x == 0 && x < 0 ? C2D_NEGATIVE : coordinate_status(x); }

static double normalised(double x) { return (fabs(x) < 0x1p-148 ? ldexp(rint(ldexp(x, 200)), -200) : x) + 0.0; }

static bool same_bits(double x, double y) { return memcmp(&x, &y, sizeof x) == 0; }

/* The statuses that may be returned, one bit each; OK only if nothing else may. */
typedef unsigned status_set;

static void expect(status_set *set, c2d_status status)
{
    if (status != C2D_OK)
        *set |= 1u << status;
}

static void check_status(const char *what, status_set set, c2d_status status)
{
    CHECK(c2d_rule(status)[0] != 0, "%s: no text for status %d", what, (int)status);
    CHECK(set ? (set >> status & 1) : status == C2D_OK, "%s: status %d, allowed mask %u", what, (int)status, set);
}

/* ---- properties ---- */

static void check_number(double x)
{
    double checked = x, size = x;
    c2d_status status = c2d_check(&checked);

    CHECK(status == coordinate_status(x), "check(%a) is %d", x, (int)status);
    CHECK(same_bits(checked, status == C2D_OK ? normalised(x) : x), "%a became %a", x, checked);
    status = c2d_check_size(&size);
    CHECK(status == size_status(x), "check_size(%a) is %d", x, (int)status);
    CHECK(same_bits(size, status == C2D_OK ? normalised(x) : x), "%a became %a", x, size);
}

static bool in_domain(double x) { return fabs(x) <= C2D_LIMIT && same_bits(x, normalised(x)); }

/* minus the radius, rounded down and no further */
static void check_lower_bound(double least, double radius, double bound)
{
    CHECK(oracle_sum_sign(least, -radius, bound) >= 0, "bound %a is inside %a - %a", bound, least, radius);
    CHECK(oracle_sum_sign(least, -radius, nextafter(bound, HUGE_VAL)) < 0, "bound %a is too far from %a - %a", bound,
          least, radius);
}

static void check_made(const c2d_shape *s)
{
    const c2d_vec *v = c2d_vertices(s);
    c2d_vec low = v[0], high = v[0], size = c2d_bounds_size(c2d_bounds_of(s));

    target_subjects(s, NULL);
    CHECK(in_domain(s->radius) && s->radius >= 0, "radius %a", s->radius);
    for (uint32_t i = 0; i < s->count; i++) {
        CHECK(in_domain(v[i].x) && in_domain(v[i].y), "vertex (%a, %a)", v[i].x, v[i].y);
        low.x = v[i].x < low.x ? v[i].x : low.x;
        low.y = v[i].y < low.y ? v[i].y : low.y;
        high.x = v[i].x > high.x ? v[i].x : high.x;
        high.y = v[i].y > high.y ? v[i].y : high.y;
    }
    check_lower_bound(low.x, s->radius, s->min.x);
    check_lower_bound(low.y, s->radius, s->min.y);
    check_lower_bound(-high.x, s->radius, -s->max.x);
    check_lower_bound(-high.y, s->radius, -s->max.y);
    /* The size is the least that reaches from one bound to the other. */
    check_lower_bound(s->min.x, s->max.x, -size.x);
    check_lower_bound(s->min.y, s->max.y, -size.y);
}

/* The shape is the hull of the points, each normalised; or it was rejected, unwritten, for a reason in the set. */
static void check_result(const char *what, status_set set, c2d_status status, const c2d_shape *got,
                         const c2d_shape *before, const c2d_vec *points, size_t n, double radius)
{
    c2d_vec want[4];
    const char *error;

    check_status(what, set, status);
    if (status != C2D_OK) {
        CHECK(memcmp(got, before, sizeof *got) == 0, "%s: written in spite of status %d", what, (int)status);
        return;
    }
    check_made(got);
    CHECK(same_bits(got->radius, normalised(radius)), "%s: radius %a became %a", what, radius, got->radius);
    for (size_t i = 0; i < n; i++) {
        want[i].x = normalised(points[i].x);
        want[i].y = normalised(points[i].y);
    }
    error = oracle_hull_error(&want->x, n, &c2d_vertices(got)->x, got->count);
    CHECK(error == NULL, "%s: %s; points (%a, %a) (%a, %a) (%a, %a) (%a, %a)", what, error, want[0].x, want[0].y,
          want[n > 1].x, want[n > 1].y, want[n > 2 ? 2 : 0].x, want[n > 2 ? 2 : 0].y, want[n > 3 ? 3 : 0].x,
          want[n > 3 ? 3 : 0].y);
    target_subjects(NULL, NULL); /* it belongs to the caller, who frees it */
}

static void check_constructors(reader *in)
{
    c2d_shape shape, before;
    c2d_vec p[4], storage[4];
    double radius;
    status_set one = 0, two = 0, size = 0;

    for (int i = 0; i < 2; i++) {
        p[i].x = read_number(in);
        p[i].y = read_number(in);
        check_number(p[i].x);
        check_number(p[i].y);
        expect(i == 0 ? &one : &two, coordinate_status(p[i].x));
        expect(i == 0 ? &one : &two, coordinate_status(p[i].y));
    }
    two |= one;
    radius = read_number(in);
    check_number(radius);
    expect(&size, size_status(radius));
    if (target_verbose)
        fprintf(stderr, "numbers %a %a %a %a, radius %a\n", p[0].x, p[0].y, p[1].x, p[1].y, radius);

    memset(&before, 0x5a, sizeof before);
    shape = before;
    check_result("point", one, c2d_point(&shape, p[0]), &shape, &before, p, 1, 0);
    shape = before;
    check_result("circle", one | size, c2d_circle(&shape, p[0], radius), &shape, &before, p, 1, radius);
    shape = before;
    check_result("segment", two, c2d_segment(&shape, p[0], p[1]), &shape, &before, p, 2, 0);
    shape = before;
    check_result("capsule", two | size, c2d_capsule(&shape, p[0], p[1], radius), &shape, &before, p, 2, radius);
    shape = before;
    check_result("hull", two | size, c2d_hull_shape(&shape, p, 2, radius, storage), &shape, &before, p, 2, radius);
    shape = before;
    check_result("polygon", two | size, c2d_polygon(&shape, p, 2, radius, storage), &shape, &before, p, 2, radius);
    CHECK(strcmp(c2d_rule((c2d_status)99), c2d_rule(C2D_OK)) != 0, "99 is no status");
    shape = before;
    check_result("no points", 1u << C2D_NO_POINTS, c2d_polygon(&shape, p, 0, 0, storage), &shape, &before, p, 0, 0);
    check_result("no points", 1u << C2D_NO_POINTS, c2d_hull_shape(&shape, p, 0, 0, storage), &shape, &before, p, 0, 0);
    if (sizeof(size_t) > 4) { /* more vertices than a shape can count, refused before one is read */
        size_t many = (size_t)UINT32_MAX + 1;
        check_result("many points", 1u << C2D_NO_MEMORY, c2d_hull_shape(&shape, p, many, 0, storage), &shape, &before,
                     p, 0, 0);
    }
    p[2] = p[1];
    p[1].y = p[0].y;
    p[3].x = p[0].x;
    p[3].y = p[2].y;
    shape = before;
    check_result("box", two | size, c2d_box(&shape, p[0], p[2], radius), &shape, &before, p, 4, radius);
}

static void check_angles(double degrees, c2d_vec p, c2d_vec pivot)
{
    double s, c, want_s, want_c, in_degrees;
    c2d_vec turned, want, corners[4];

    c2d_sincos(degrees, &s, &c);
    oracle_sincos(degrees, &want_s, &want_c);
    CHECK(same_bits(s, want_s + 0.0), "sine of %.17g degrees is %a, exactly %a", degrees, s, want_s);
    CHECK(same_bits(c, want_c + 0.0), "cosine of %.17g degrees is %a, exactly %a", degrees, c, want_c);
    in_degrees = c2d_degrees(degrees);
    CHECK(in_degrees == oracle_degrees(degrees), "%.17g radians are %a degrees", degrees, in_degrees);
    turned = c2d_turn(p, s, c, pivot);
    oracle_turn(&p.x, s, c, &pivot.x, &want.x);
    CHECK(turned.x == want.x && turned.y == want.y,
          "(%a, %a) turned by %.17g about (%a, %a) is (%a, %a), exactly (%a, %a)", p.x, p.y, degrees, pivot.x, pivot.y,
          turned.x, turned.y, want.x, want.y);
    c2d_turn_box(p, pivot, s, c, pivot, corners);
    for (int k = 0; k < 4; k++) {
        c2d_vec corner = {k == 1 || k == 2 ? pivot.x : p.x, k < 2 ? p.y : pivot.y};
        turned = c2d_turn(corner, s, c, pivot);
        CHECK(corners[k].x == turned.x && corners[k].y == turned.y, "corner %d, (%a, %a), is turned to (%a, %a)", k,
              corner.x, corner.y, corners[k].x, corners[k].y);
    }
}

/* ---- rectangles, from the text of the rules ---- */

/* One axis of the core before it is turned: about is the coordinate of the pivot, low and high are relative to it. At
 * angle 0 the ends are the sums that each anchor prescribes. */
typedef struct span {
    double about, low, high, left, right;
} span;

static span derive_span(const c2d_rect *rect, double at, double size, double pivot)
{
    double inset = rect->inner ? 0 : rect->radius, inner = rect->inner ? size : size - 2 * rect->radius;
    bool by_pivot = rect->anchor == C2D_BY_PIVOT || (rect->anchor == C2D_BY_TOPLEFT && rect->has_pivot);
    span s;

    s.low = by_pivot ? inset - pivot : -inner / 2;
    s.high = by_pivot ? s.low + inner : inner / 2;
    s.about = at;
    s.left = at + s.low;
    s.right = at + s.high;
    if (rect->anchor == C2D_BY_TOPLEFT) {
        s.about = at + (rect->has_pivot ? pivot : size / 2);
        s.left = at + inset;
        s.right = s.left + inner;
    } else if (rect->anchor == C2D_BY_CORNERS) {
        s.left = at;
        s.right = size;
    }
    return s;
}

static void derive(const c2d_rect *rect, c2d_vec *corner)
{
    span x = derive_span(rect, rect->at.x, rect->size.x, rect->pivot.x);
    span y = derive_span(rect, rect->at.y, rect->size.y, rect->pivot.y);
    double s, c, about[2] = {x.about, y.about};

    if (fmod(rect->angle, 360) != 0)
        oracle_sincos(rect->angle, &s, &c);
    for (int i = 0; i < 4; i++) {
        bool right = i == 1 || i == 2, bottom = i >= 2;
        double local[2] = {right ? x.high : x.low, bottom ? y.high : y.low};
        if (fmod(rect->angle, 360) != 0) {
            oracle_turn(local, s, c, about, &corner[i].x);
        } else {
            corner[i].x = right ? x.right : x.left;
            corner[i].y = bottom ? y.right : y.left;
        }
    }
}

static void check_rect(const char *what, c2d_rect rect)
{
    c2d_shape shape, before;
    c2d_vec corner[4];
    double *numbers[] = {&rect.at.x, &rect.at.y, &rect.pivot.x, &rect.pivot.y, &rect.angle};
    double *sizes[] = {&rect.size.x, &rect.size.y, &rect.radius};
    bool corners = rect.anchor == C2D_BY_CORNERS;
    c2d_rect given = rect;
    c2d_status status;
    status_set set = 0;

    if (target_verbose)
        fprintf(stderr,
                "%s: rect anchor %d inner %d has_pivot %d at %a %a size %a %a pivot %a %a angle %.17g radius %a\n",
                what, rect.anchor, rect.inner, rect.has_pivot, rect.at.x, rect.at.y, rect.size.x, rect.size.y,
                rect.pivot.x, rect.pivot.y, rect.angle, rect.radius);
    for (int i = 0; i < 5; i++)
        expect(&set, coordinate_status(*numbers[i]));
    for (int i = 0; i < 3; i++)
        expect(&set, corners && i < 2 ? coordinate_status(*sizes[i]) : size_status(*sizes[i]));
    memset(&before, 0x5a, sizeof before);
    shape = before;
    status = c2d_rect_shape(&shape, &given);
    if (set) {
        check_result(what, set, status, &shape, &before, corner, 4, rect.radius);
        return;
    }

    for (int i = 0; i < 5; i++)
        *numbers[i] = normalised(*numbers[i]);
    for (int i = 0; i < 3; i++)
        *sizes[i] = normalised(*sizes[i]);
    if (!corners && !rect.inner && (2 * rect.radius > rect.size.x || 2 * rect.radius > rect.size.y))
        set = 1u << C2D_RADIUS_TOO_LARGE;
    derive(&rect, corner);
    for (int i = 0; i < 4 && !set; i++) {
        expect(&set, coordinate_status(corner[i].x));
        expect(&set, coordinate_status(corner[i].y));
    }
    check_result(what, set, status, &shape, &before, corner, 4, rect.radius);
}

static bool finite_vec(c2d_vec v) { return v.x - v.x == 0 && v.y - v.y == 0; }

/* A placed rectangle follows the rules of all others, and an identity changes no vertex. */
static void check_placement(c2d_rect rect, unsigned tag, c2d_vec d, double k)
{
    c2d_placement p = {d, c2d_rect_center(&rect), k, tag & 8 ? 90.0 * (tag & 3) : d.x, tag & 16};
    c2d_vec still = rect.at;

    if (c2d_check(&p.at.x) || c2d_check(&p.at.y) || c2d_check_size(&p.scale) || c2d_check(&p.degrees))
        return;
    if (tag & 32)
        p.about = d;
    c2d_rect_place(&rect, &p);
    check_rect("placed", rect);
    p = (c2d_placement){p.about, p.about, 1, 0, false};
    d = still;
    c2d_place_points(&still, 1, &p);
    CHECK(same_bits(still.x, d.x) && same_bits(still.y, d.y), "the identity moved (%a, %a)", d.x, d.y);
}

/* A placed point is the exact one rounded once. Quarter turns swap and negate coordinates, and a mirror image negates.
 */
static void check_placed_point(reader *in, unsigned tag)
{
    c2d_vec p = read_point(in), want;
    c2d_placement to = {read_point(in), read_point(in), read_size(in), read_coordinate(in), tag & 1};
    double s, c, *numbers[] = {&p.x, &p.y, &to.at.x, &to.at.y, &to.about.x, &to.about.y, &to.degrees};
    c2d_vec placed = p;

    to.degrees = tag & 2 ? 90.0 * (double)(tag >> 4 & 7) : to.degrees;
    to.scale = tag & 4 ? 1 : to.scale;
    to.at = tag & 8 ? (c2d_vec){0, 0} : to.at;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (c2d_check(numbers[i]) != C2D_OK)
            return;
    if (c2d_check_size(&to.scale) != C2D_OK)
        return;
    placed = p;
    c2d_place_points(&placed, 1, &to);
    oracle_sincos(to.degrees, &s, &c);
    oracle_place(&p.x, &to.about.x, &to.at.x, to.flip_x ? -to.scale : to.scale, to.scale, s, c, &want.x);
    CHECK(same_bits(placed.x, want.x + 0.0) && same_bits(placed.y, want.y + 0.0),
          "(%a, %a) about (%a, %a) placed at (%a, %a), scale %a, %.17g degrees, flip %d is (%a, %a), exactly (%a, %a)",
          p.x, p.y, to.about.x, to.about.y, to.at.x, to.at.y, to.scale, to.degrees, to.flip_x, placed.x, placed.y,
          want.x, want.y);

    c2d_placement twin = to;
    c2d_vec mirrored = {-p.x + 0.0, p.y}, image = {-want.x + 0.0, want.y + 0.0};
    twin.about.x = -to.about.x;
    twin.at.x = -to.at.x;
    twin.degrees = -to.degrees;
    c2d_place_points(&mirrored, 1, &twin);
    CHECK(same_bits(mirrored.x, image.x) && same_bits(mirrored.y, image.y), "the mirror image is placed at (%a, %a)",
          mirrored.x, mirrored.y);
}

/* The operations give rectangles that follow the same rules, or are rejected by them. */
static void check_operations(reader *in, c2d_rect rect)
{
    unsigned tag = read_byte(in);
    c2d_rect changed;
    c2d_shape shape, grown;
    c2d_frame frame;
    c2d_vec d = read_point(in), center;
    double k = read_size(in);

    if (c2d_rect_shape(&shape, &rect) != C2D_OK)
        return;
    center = c2d_rect_center(&rect);
    c2d_rect_frame(&rect, &frame);
    CHECK(finite_vec(center) && finite_vec(frame.min) && finite_vec(frame.max) && finite_vec(frame.size) &&
              finite_vec(frame.pivot),
          "frame or centre (%a, %a) is not finite", center.x, center.y);
    if (rect.anchor == C2D_BY_CENTER)
        CHECK(same_bits(center.x, rect.at.x) && same_bits(center.y, rect.at.y), "centre (%a, %a)", center.x, center.y);

    check_placement(rect, tag, d, k);
    changed = rect;
    switch (tag % 5) {
    case 0:
        c2d_rect_move(&changed, d);
        check_rect("moved", changed);
        return;
    case 1:
        c2d_rect_at(&changed, d);
        check_rect("centred", changed);
        return;
    case 2:
        c2d_rect_rotate(&changed, k, tag & 128 ? &d : NULL);
        check_rect("rotated", changed);
        return;
    case 3:
        c2d_rect_scale(&changed, k);
        check_rect("scaled", changed);
        return;
    default:
        k = tag & 128 ? k : -rect.radius;
        c2d_rect_grow(&changed, k);
        check_rect("grown", changed);
        break;
    }
    if ((rect.inner || fmod(rect.angle, 360) == 0) && c2d_rect_shape(&grown, &changed) == C2D_OK) {
        CHECK(grown.count == shape.count && memcmp(&grown.v, &shape.v, sizeof shape.v) == 0,
              "growing changed the core to %u vertices, (%a, %a)...", (unsigned)grown.count, grown.v.own[0].x,
              grown.v.own[0].y);
        CHECK(same_bits(grown.radius, normalised(rect.radius + k)), "radius grown to %a", grown.radius);
    }
}

/* A sum of pivot and point that is halfway between two doubles, or 0, so that a tiny term decides how it rounds. */
static void put_between(reader *in, c2d_vec *p, c2d_vec *pivot)
{
    unsigned tag = read_byte(in);

    if (tag & 1)
        p->x = normalised(ldexp(ulps_off(pivot->x, 1) - pivot->x, (int)(tag >> 6) - 1));
    if (tag & 2)
        p->y = normalised(ldexp(ulps_off(pivot->y, 1) - pivot->y, (int)(tag >> 6) - 1));
    if (tag & 4)
        pivot->x = -p->x + 0.0;
    if (tag & 8)
        pivot->y = -p->y + 0.0;
}

static void check_transforms(reader *in, unsigned finer)
{
    c2d_vec p = read_point(in), about = read_point(in), q = p, want;
    double k = read_coordinate(in), s, c, difference[2];

    c2d_move_points(&q, 1, about);
    CHECK(q.x == p.x + about.x && q.y == p.y + about.y, "moved to (%a, %a)", q.x, q.y);
    q = p;
    c2d_scale_points(&q, 1, k, about);
    want.x = k * (p.x - about.x);
    want.y = k * (p.y - about.y);
    CHECK(q.x == about.x + want.x && q.y == about.y + want.y, "scaled to (%a, %a)", q.x, q.y);
    q = p;
    if (c2d_check(&k) != C2D_OK || c2d_check(&p.x) || c2d_check(&p.y) || c2d_check(&about.x) || c2d_check(&about.y))
        return;
    k = ldexp(k, -18 * (int)finer);
    q = p;
    c2d_rotate_points(&q, 1, k, about);
    oracle_sincos(k, &s, &c);
    difference[0] = p.x - about.x;
    difference[1] = p.y - about.y;
    oracle_turn(difference, s, c, &about.x, &want.x);
    CHECK(q.x == want.x && q.y == want.y, "rotated to (%a, %a)", q.x, q.y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    unsigned what = read_byte(&in);
    double degrees;
    c2d_vec p, pivot;
    c2d_rect rect;

    target_subjects(NULL, NULL);
    switch (what % 4) {
    case 0: check_constructors(&in); break;
    case 1:
        degrees = read_coordinate(&in);
        p = read_point(&in);
        pivot = read_point(&in);
        CHECK(c2d_check(&p.x) == C2D_OK && c2d_check(&p.y) == C2D_OK && c2d_check(&pivot.x) == C2D_OK &&
                  c2d_check(&pivot.y) == C2D_OK,
              "point (%a, %a), pivot (%a, %a)", p.x, p.y, pivot.x, pivot.y);
        CHECK(c2d_check(&degrees) == C2D_OK, "angle %a", degrees);
        if (what / 4 > 0) {
            degrees =
                ldexp(degrees, -18 * (int)(what / 4)); /* down to where its sine, or its products, are subnormal */
            put_between(&in, &p, &pivot);
        }
        check_angles(degrees, p, pivot);
        check_transforms(&in, what / 4);
        check_placed_point(&in, read_byte(&in));
        break;
    default:
        rect = read_rect(&in);
        if (rect.anchor == C2D_BY_CORNERS && size % 2)
            rect.inner = false; /* two corners are those of the core in any case */
        check_rect("rectangle", rect);
        check_operations(&in, rect);
        break;
    }
    return 0;
}
