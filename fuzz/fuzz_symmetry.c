/* Property: relate, separation and depth do not change in any bit when the operands are swapped, or when both shapes
 * are mirrored in x or y, have x and y swapped, or are turned by quarters; scaling both by a power of two inside the
 * domain scales separation and depth exactly. */
#include "decode.h"
#include "target.h"

#include <math.h>
#include <string.h>

typedef struct symmetry {
    bool swap_axes, mirror_x, mirror_y;
    int exponent;
} symmetry;

/* 2^exponent must keep every number exact: at most C2D_LIMIT, and on the grid of 2^-200 that normalising rounds to. */
static bool scales_exactly(double x, int exponent)
{
    double scaled = ldexp(x, exponent), grid = ldexp(scaled, 200);

    return fabs(scaled) <= C2D_LIMIT && (fabs(scaled) >= 0x1p-148 || grid == floor(grid));
}

static bool shape_scales_exactly(const c2d_shape *s, int exponent)
{
    const c2d_vec *v = c2d_vertices(s);

    for (uint32_t i = 0; i < s->count; i++)
        if (!scales_exactly(v[i].x, exponent) || !scales_exactly(v[i].y, exponent))
            return false;
    return scales_exactly(s->radius, exponent);
}

static void apply(const symmetry *map, const solid *from, solid *to)
{
    const c2d_vec *v = c2d_vertices(&from->shape);
    double radius = ldexp(from->shape.radius, map->exponent);
    c2d_vec p[DRAFT_POINTS];
    c2d_status status;

    for (uint32_t i = 0; i < from->shape.count; i++) {
        p[i].x = ldexp(map->mirror_x ? -v[i].x : v[i].x, map->exponent);
        p[i].y = ldexp(map->mirror_y ? -v[i].y : v[i].y, map->exponent);
        if (map->swap_axes) {
            double x = p[i].x;
            p[i].x = p[i].y;
            p[i].y = x;
        }
    }
    status = c2d_polygon(&to->shape, p, from->shape.count, radius, to->storage);
    CHECK(status == C2D_OK, "the image of a shape was rejected: %s", c2d_rule(status));
    CHECK(to->shape.count == from->shape.count, "the image has %u vertices", (unsigned)to->shape.count);
    CHECK(to->shape.form == from->shape.form, "the image has form %u", (unsigned)to->shape.form);
}

typedef struct answers {
    int relation;
    bool collide;
    double separation, distance, depth;
} answers;

static answers ask(const c2d_shape *a, const c2d_shape *b)
{
    answers out;
    c2d_contact contact;

    contact.depth = 0;
    out.relation = c2d_relate(a, b);
    out.separation = c2d_separation(a, b);
    out.distance = c2d_distance(a, b);
    out.collide = c2d_collide(a, b, &contact);
    out.depth = contact.depth;
    return out;
}

static bool same_bits(double x, double y) { return memcmp(&x, &y, sizeof x) == 0; }

static void compare(const char *what, const answers *got, const answers *want, int exponent)
{
    CHECK(got->relation == want->relation, "%s: relate is %d, was %d", what, got->relation, want->relation);
    CHECK(got->collide == want->collide, "%s: collide is %d, was %d", what, got->collide, want->collide);
    CHECK(same_bits(got->separation, ldexp(want->separation, exponent)), "%s: separation is %a, was %a", what,
          got->separation, want->separation);
    CHECK(same_bits(got->distance, ldexp(want->distance, exponent)), "%s: distance is %a, was %a", what, got->distance,
          want->distance);
    CHECK(same_bits(got->depth, ldexp(want->depth, exponent)), "%s: depth is %a, was %a", what, got->depth,
          want->depth);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    unsigned how = read_byte(&in), scale = read_byte(&in);
    symmetry map = {how & 1, (how & 2) != 0, (how & 4) != 0, (int)scale - 128};
    solid a, b, image_a, image_b;
    answers here, there, swapped;

    in.most = DRAFT_POINTS;
    read_pair(&in, &a, &b);
    target_subjects(&a.shape, &b.shape);
    here = ask(&a.shape, &b.shape);
    swapped = ask(&b.shape, &a.shape);
    compare("operands swapped", &swapped, &here, 0);

    while (map.exponent != 0 &&
           !(shape_scales_exactly(&a.shape, map.exponent) && shape_scales_exactly(&b.shape, map.exponent)))
        map.exponent /= 2;
    apply(&map, &a, &image_a);
    apply(&map, &b, &image_b);
    there = ask(&image_a.shape, &image_b.shape);
    compare(map.exponent ? "image, scaled" : "image", &there, &here, map.exponent);
    return 0;
}
