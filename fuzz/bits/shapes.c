/* Numbers, constructors, transforms of points, hulls and angles. */
#include "bits.h"

#include <string.h>

static c2d_vec points[DRAFT_POINTS], storage[2 * DRAFT_POINTS];

/* Any number at all, but usually one in the domain. */
static double read_any(reader *in) { return read_byte(in) % 8 == 0 ? read_number(in) : read_coordinate(in); }

static c2d_vec read_any_point(reader *in)
{
    c2d_vec p;

    p.x = read_any(in);
    p.y = read_any(in);
    return p;
}

static void add_made(c2d_status status, const c2d_shape *s)
{
    if (add_status(status))
        add_shape(s);
}

static void run_check(reader *in)
{
    double x = read_number(in), size = read_number(in);

    if (add_status_of(c2d_check(&x)))
        add_number(x);
    if (add_status_of(c2d_check_size(&size)))
        add_number(size);
}

static void run_rule(reader *in)
{
    for (const char *c = c2d_rule((c2d_status)(read_byte(in) % 17)); *c; c++)
        add_word((unsigned char)*c);
}

static void run_point(reader *in)
{
    c2d_vec p = read_any_point(in);
    c2d_shape s;

    add_made(c2d_point(&s, p), &s);
}

static void run_circle(reader *in)
{
    c2d_vec p = read_any_point(in);
    double radius = read_any(in);
    c2d_shape s;

    add_made(c2d_circle(&s, p, radius), &s);
}

static void run_segment(reader *in)
{
    c2d_vec p = read_any_point(in), q = read_any_point(in);
    c2d_shape s;

    add_made(c2d_segment(&s, p, q), &s);
}

static void run_capsule(reader *in)
{
    c2d_vec p = read_any_point(in), q = read_any_point(in);
    double radius = read_any(in);
    c2d_shape s;

    add_made(c2d_capsule(&s, p, q, radius), &s);
}

static void run_box(reader *in)
{
    c2d_vec p = read_any_point(in), q = read_any_point(in);
    double radius = read_any(in);
    c2d_shape s;

    add_made(c2d_box(&s, p, q, radius), &s);
}

static void run_hull_shape(reader *in)
{
    size_t n = read_points(in, points, 128);
    double radius = read_any(in);
    c2d_shape s;

    add_made(TRY(c2d_hull_shape(&s, points, n, radius, storage)), &s);
}

static void run_polygon(reader *in)
{
    size_t n = read_points(in, points, FEW_POINTS);
    double radius = read_any(in);
    c2d_shape s;
    c2d_status status = TRY(c2d_polygon(&s, points, n, radius, storage));

    add_made(status, &s);
    if (status == C2D_NOT_CONVEX)
        add_word(c2d_concave_corner(points, n));
}

static void run_draft(reader *in)
{
    static solid s;
    draft d;

    read_draft(in, &d);
    draft_make(&d, &s);
    add_shape(&s.shape);
    add_number(c2d_area(&s.shape));
    add_vec(c2d_center(&s.shape));
}

static void run_outline(reader *in)
{
    static solid s;
    static c2d_vec corners[2 * DRAFT_POINTS + 4 * 1000];
    draft d;
    size_t count;

    read_draft(in, &d);
    draft_make(&d, &s);
    double tolerance = s.shape.radius / (1 + read_byte(in) * 1000);
    if (c2d_outline_is_too_fine(&s.shape, tolerance) ||
        c2d_outline_room(&s.shape, tolerance) > sizeof corners / sizeof *corners)
        return;
    if (add_status_of(c2d_outline_points(&s.shape, tolerance, corners, &count)))
        add_vecs(corners, count);
}

/* How much memory its corners take. */
static void run_outline_room(reader *in)
{
    static solid s;
    draft d;
    double tolerance;

    in->most = DRAFT_POINTS;
    read_draft(in, &d);
    draft_make(&d, &s);
    tolerance = read_size(in);
    add_word(c2d_outline_is_too_fine(&s.shape, tolerance));
    add_word(c2d_outline_is_too_fine(&s.shape, C2D_FINEST_OUTLINE * s.shape.radius));
    add_word(c2d_outline_is_too_fine(&s.shape, -1));
    if (!c2d_outline_is_too_fine(&s.shape, tolerance))
        add_word(c2d_outline_room(&s.shape, tolerance));
}

static void run_hull(reader *in)
{
    size_t n = read_points(in, points, 128), count;

    for (size_t i = 0; i < n; i++)
        CHECK(c2d_check(&points[i].x) == C2D_OK && c2d_check(&points[i].y) == C2D_OK, "a point of read_points");
    if (add_status_of(c2d_hull(points, n, storage, &count)))
        add_vecs(storage, count);
}

/* ---- transforms ---- */

static void run_move_points(reader *in)
{
    size_t n = read_points(in, points, FEW_POINTS);

    c2d_move_points(points, n, read_point(in));
    add_vecs(points, n);
}

static double read_angle(reader *in)
{
    unsigned tag = read_byte(in);

    return tag < 64 ? 15.0 * tag : read_coordinate(in);
}

static void run_rotate_points(reader *in)
{
    size_t n = read_points(in, points, FEW_POINTS);
    double degrees = read_angle(in);

    c2d_rotate_points(points, n, degrees, read_point(in));
    add_vecs(points, n);
}

static void run_scale_points(reader *in)
{
    size_t n = read_points(in, points, FEW_POINTS);
    double k = read_size(in);

    c2d_scale_points(points, n, k, read_point(in));
    add_vecs(points, n);
}

static void run_place_points(reader *in)
{
    size_t n = read_points(in, points, FEW_POINTS);
    c2d_placement p;

    p.at = read_point(in);
    p.about = read_point(in);
    p.scale = read_size(in);
    p.degrees = read_angle(in);
    p.flip_x = read_byte(in) & 1;
    c2d_place_points(points, n, &p);
    add_vecs(points, n);
}

/* ---- angles ---- */

static void run_sincos(reader *in)
{
    double degrees = read_angle(in), sine, cosine;

    c2d_sincos(degrees, &sine, &cosine);
    add_number(sine);
    add_number(cosine);
    add_number(c2d_degrees(read_coordinate(in)));
}

static void run_turn(reader *in)
{
    double degrees = read_angle(in), sine, cosine;
    c2d_vec lo = read_point(in), hi = read_point(in), pivot = read_point(in), corners[4];

    CHECK(c2d_check(&degrees) == C2D_OK, "a coordinate");
    for (unsigned i = 0; i < 6; i++)
        CHECK(c2d_check(i < 2 ? &(&lo.x)[i] : i < 4 ? &(&hi.x)[i - 2] : &(&pivot.x)[i - 4]) == C2D_OK, "a coordinate");
    c2d_sincos(degrees, &sine, &cosine);
    add_vec(c2d_turn(lo, sine, cosine, pivot));
    c2d_turn_box(lo, hi, sine, cosine, pivot, corners);
    add_vecs(corners, 4);
}

/* A point in the domain. */
static c2d_vec read_checked(reader *in)
{
    c2d_vec p = read_point(in);

    CHECK(c2d_check(&p.x) == C2D_OK && c2d_check(&p.y) == C2D_OK, "a coordinate");
    return p;
}

/* Half the distance to the next double, so that the sum is halfway between two. */
static double half_ulp(double x) { return (ulps_off(x, 1) - x) / 2; }

/* By angles whose sines multiply to less than any double. The first coordinates of a point and the pivot cancel, or
 * their sum is halfway between two doubles: then the sine decides. */
static void run_turn_tiny(reader *in)
{
    unsigned how = read_byte(in);
    double sine, cosine;
    c2d_vec p = read_checked(in), q = read_checked(in), pivot = read_checked(in), corners[4];

    c2d_sincos(ldexp(read_angle(in), -600 - (int)(2 * (how >> 2))), &sine, &cosine);
    if (how & 1)
        p = c2d_v(-pivot.x, -pivot.y);
    else if (how & 2)
        p = c2d_v(half_ulp(pivot.x), -half_ulp(pivot.y));
    add_vec(c2d_turn(p, sine, cosine, pivot));
    c2d_turn_box(p, q, sine, cosine, pivot, corners);
    add_vecs(corners, 4);
}

static void run_angle_of(reader *in)
{
    unsigned how = read_byte(in);
    c2d_vec v = read_checked(in);

    if (how % 4 == 1)
        v = how & 4 ? c2d_v(0, v.y) : c2d_v(v.x, 0);
    if (how % 4 == 2)
        v = how & 4 ? c2d_v(v.x, v.x) : c2d_v(-v.y, v.y);
    if (v.x != 0 || v.y != 0)
        add_number(c2d_angle_of(v));
}

static void run_copy(reader *in)
{
    static solid s;
    c2d_shape copy;
    draft d;

    in->most = DRAFT_POINTS;
    read_draft(in, &d);
    draft_make(&d, &s);
    c2d_copy(&copy, &s.shape, points);
    memset(s.storage, 0, sizeof s.storage);
    add_word(c2d_copy_room(&copy));
    add_shape(&copy);
}

const verb shape_verbs[] = {{"check", run_check},
                            {"rule", run_rule},
                            {"point", run_point},
                            {"circle", run_circle},
                            {"segment", run_segment},
                            {"capsule", run_capsule},
                            {"box", run_box},
                            {"hull_shape", run_hull_shape},
                            {"polygon", run_polygon},
                            {"copy", run_copy},
                            {"area_center", run_draft},
                            {"hull", run_hull},
                            {"outline", run_outline},
                            {"outline_room", run_outline_room},
                            {"move_points", run_move_points},
                            {"rotate_points", run_rotate_points},
                            {"scale_points", run_scale_points},
                            {"place_points", run_place_points},
                            {"sincos", run_sincos},
                            {"turn", run_turn},
                            {"turn_tiny", run_turn_tiny},
                            {"angle_of", run_angle_of},
                            {NULL, NULL}};
