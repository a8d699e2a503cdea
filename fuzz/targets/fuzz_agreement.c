/* Property: relate, collide, separation, distance, contact and closest_points tell one story: the signs agree, distance
 * is the positive part and depth the negative part of separation, normals have unit length within 4 ulp, nothing is
 * NaN, contact(b, a) is contact(a, b) negated, the reported points are where they must be, and moving by the contact
 * takes the shapes apart. */
#include "../decode.h"
#include "../target.h"

#include <math.h>
#include <string.h>

static bool finite(double x) { return x - x == 0; }

static bool finite_vec(c2d_vec v) { return finite(v.x) && finite(v.y); }

static bool same_bits(double x, double y) { return memcmp(&x, &y, sizeof x) == 0; }

static bool same_vec(c2d_vec a, c2d_vec b) { return same_bits(a.x, b.x) && same_bits(a.y, b.y); }

static bool identical(const c2d_shape *a, const c2d_shape *b)
{
    return a->radius == b->radius && a->count == b->count &&
           memcmp(c2d_vertices(a), c2d_vertices(b), a->count * sizeof(c2d_vec)) == 0;
}

static double larger(double x, double y) { return x > y ? x : y; }

/* The largest number in the pair: rounding errors of points are counted in its ulps. */
static double magnitude(const c2d_shape *s)
{
    double most = larger(larger(fabs(s->min.x), fabs(s->max.x)), larger(fabs(s->min.y), fabs(s->max.y)));

    return larger(most, s->radius);
}

static bool in_bounds(const c2d_shape *s, c2d_vec p, double slack)
{
    return p.x >= s->min.x - slack && p.x <= s->max.x + slack && p.y >= s->min.y - slack && p.y <= s->max.y + slack;
}

/* A point midway between two surfaces that are depth apart is within half the depth of both. */
static bool point_near(const c2d_shape *s, c2d_vec p, double slack)
{
    c2d_shape point;
    c2d_status status = c2d_point(&point, p);

    /* surfaces of grown shapes at the edge of the domain may lie outside it */
    return status == C2D_TOO_LARGE ? in_bounds(s, p, slack) : c2d_separation(&point, s) <= slack;
}

static void check_contact(const c2d_shape *a, const c2d_shape *b, const c2d_contact *c, double slack)
{
    c2d_vec n = c->normal;
    double length = sqrt(n.x * n.x + n.y * n.y);

    CHECK(finite_vec(n), "normal (%g, %g)", n.x, n.y);
    CHECK(fabs(length - 1) <= 4 * 0x1p-52, "normal (%a, %a) of length 1 + %g", n.x, n.y, length - 1);
    CHECK(c->count == 1 || c->count == 2, "%d points", c->count);
    CHECK(c->count == 1 || !same_vec(c->points[0], c->points[1]), "the same point (%a, %a) twice", c->points[0].x,
          c->points[0].y);
    for (int i = 0; i < c->count; i++) {
        c2d_vec p = c->points[i];
        CHECK(finite_vec(p), "point %d is (%g, %g)", i, p.x, p.y);
        CHECK(point_near(a, p, c->depth / 2 + slack), "point %d, (%.17g, %.17g), is too far from a", i, p.x, p.y);
        CHECK(point_near(b, p, c->depth / 2 + slack), "point %d, (%.17g, %.17g), is too far from b", i, p.x, p.y);
    }
}

/* a, moved by the contact's translation vector, touches b up to rounding. */
static void check_way_out(const c2d_shape *a, const c2d_shape *b, const c2d_contact *c, double slack)
{
    solid moved;
    c2d_vec p[DRAFT_POINTS];
    const c2d_vec *v = c2d_vertices(a);
    double gap;

    for (uint32_t i = 0; i < a->count; i++) {
        p[i].x = v[i].x + c->normal.x * c->depth;
        p[i].y = v[i].y + c->normal.y * c->depth;
    }
    if (c2d_hull_shape(&moved.shape, p, a->count, a->radius, moved.storage) != C2D_OK)
        return; /* moved out of the domain */
    gap = c2d_separation(&moved.shape, b);
    CHECK(fabs(gap) <= slack, "moved by (%.17g, %.17g) * %.17g the gap is %.17g, not within %g", c->normal.x,
          c->normal.y, c->depth, gap, slack);
}

static void check_closest(const c2d_shape *a, const c2d_shape *b, double distance, double slack)
{
    c2d_vec on_a, on_b;
    double gap;

    c2d_closest_points(a, b, &on_a, &on_b);
    CHECK(finite_vec(on_a) && finite_vec(on_b), "closest points (%g, %g), (%g, %g)", on_a.x, on_a.y, on_b.x, on_b.y);
    CHECK(in_bounds(a, on_a, slack), "closest point (%.17g, %.17g) is outside the bounds of a", on_a.x, on_a.y);
    CHECK(in_bounds(b, on_b, slack), "closest point (%.17g, %.17g) is outside the bounds of b", on_b.x, on_b.y);
    CHECK(point_near(a, on_a, slack), "closest point (%.17g, %.17g) is not on a", on_a.x, on_a.y);
    CHECK(point_near(b, on_b, slack), "closest point (%.17g, %.17g) is not on b", on_b.x, on_b.y);
    gap = sqrt((on_a.x - on_b.x) * (on_a.x - on_b.x) + (on_a.y - on_b.y) * (on_a.y - on_b.y));
    CHECK(fabs(gap - distance) <= slack, "closest points %.17g apart, distance %.17g", gap, distance);
    if (distance == 0)
        CHECK(same_vec(on_a, on_b), "shapes collide, closest points (%.17g, %.17g), (%.17g, %.17g)", on_a.x, on_a.y,
              on_b.x, on_b.y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    solid a, b;
    const c2d_shape *s = &a.shape, *t = &b.shape;
    c2d_contact c, d;
    double separation, distance, slack;
    int relation;
    bool collide;

    in.most = DRAFT_POINTS;
    read_pair(&in, &a, &b);
    target_subjects(s, t);
    slack = 64 * 0x1p-53 * larger(magnitude(s), magnitude(t)) + 0x1p-200;
    relation = c2d_relate(s, t);
    separation = c2d_separation(s, t);
    distance = c2d_distance(s, t);
    memset(&c, 0xff, sizeof c);
    collide = c2d_find_contact(s, t, &c);

    CHECK(relation >= -1 && relation <= 1, "relate is %d", relation);
    CHECK(finite(separation), "separation is %g", separation);
    CHECK((separation < 0) - (separation > 0) == relation, "separation is %a, relate %d", separation, relation);
    CHECK(same_bits(distance, separation > 0 ? separation : 0.0), "distance is %a, separation %a", distance,
          separation);
    CHECK(collide == (relation >= 0), "collide is %d, relate %d", collide, relation);
    check_closest(s, t, distance, slack);
    if (!collide)
        return 0;

    CHECK(same_bits(c.depth, separation == 0 ? 0.0 : -separation), "depth is %a, separation %a", c.depth, separation);
    check_contact(s, t, &c, 4 * slack); /* points of a manifold are transformed into a frame and back */
    check_way_out(s, t, &c, slack);
    CHECK(c2d_find_contact(t, s, &d), "collides one way round");
    CHECK(same_bits(c.depth, d.depth), "depth %a, the other way %a", c.depth, d.depth);
    CHECK(c.count == d.count, "%d points, the other way %d", c.count, d.count);
    if (!identical(s, t)) {
        CHECK(c.normal.x == -d.normal.x && c.normal.y == -d.normal.y, "normal (%a, %a), the other way (%a, %a)",
              c.normal.x, c.normal.y, d.normal.x, d.normal.y);
        for (int i = 0; i < c.count; i++)
            CHECK(same_vec(c.points[i], d.points[i]), "point %d is (%a, %a), the other way (%a, %a)", i, c.points[i].x,
                  c.points[i].y, d.points[i].x, d.points[i].y);
    }
    return 0;
}
