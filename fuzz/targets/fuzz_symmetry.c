/* Property: relate, separation and depth do not change in any bit when the operands are swapped, or when both shapes
 * are mirrored in x or y, have x and y swapped, or are turned by quarters; scaling both by a power of two inside the
 * domain scales separation and depth exactly. A cast of their images by the image of the motion hits alike, with every
 * bit of t the same. A rectangle with its numbers has the bits of its vertices, unless its numbers round differently.
 */
#include "../decode.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
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

static c2d_vec image_of(const symmetry *map, c2d_vec v)
{
    double x = ldexp(map->mirror_x ? -v.x : v.x, map->exponent), y = ldexp(map->mirror_y ? -v.y : v.y, map->exponent);
    c2d_vec image = {map->swap_axes ? y : x, map->swap_axes ? x : y};

    return image;
}

static void apply(const symmetry *map, const solid *from, solid *to)
{
    const c2d_vec *v = c2d_vertices(&from->shape);
    c2d_vec p[DRAFT_POINTS];
    c2d_status status;

    for (uint32_t i = 0; i < from->shape.count; i++)
        p[i] = image_of(map, v[i]);
    status = c2d_polygon(&to->shape, p, from->shape.count, ldexp(from->shape.radius, map->exponent), to->storage);
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
    out.collide = c2d_find_contact(a, b, &contact);
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

/* ---- casts ---- */

static c2d_vec motion;
static symmetry map;

static void print_map(void)
{
    fprintf(stderr, "motion = (%.17g, %.17g), mirrored: %d %d, swapped: %d, times 2^%d\n", motion.x, motion.y,
            map.mirror_x, map.mirror_y, map.swap_axes, map.exponent);
}

/* Between these, 2^-200, the unit of the domain, is far less than an ulp of any sum, and no sum is near the limit. */
#define LEAST 0x1p-80
#define MOST  0x1p190

static bool is_inner(double x, int exponent)
{
    double size = fabs(ldexp(x, exponent));

    return size == 0 || (size >= LEAST && size <= MOST);
}

static bool is_inner_shape(const c2d_shape *s, int exponent)
{
    const c2d_vec *v = c2d_vertices(s);

    for (uint32_t i = 0; i < s->count; i++)
        if (!is_inner(v[i].x, exponent) || !is_inner(v[i].y, exponent))
            return false;
    return is_inner(s->radius, exponent);
}

/* Of a motion that is long beside the shapes, a part is cast. A coordinate of it must not reach the grain. */
static bool is_inner_motion(c2d_vec v, int exponent)
{
    double x = fabs(v.x), y = fabs(v.y), least = x < y ? x : y, most = x < y ? y : x;

    return is_inner(v.x, exponent) && is_inner(v.y, exponent) && (least == 0 || least >= 0x1p-60 * most);
}

static bool is_inner_cast(const c2d_shape *a, const c2d_shape *b, int exponent)
{
    return is_inner_shape(a, exponent) && is_inner_shape(b, exponent) && is_inner_motion(motion, exponent);
}

typedef struct journey {
    c2d_status status;
    c2d_relation swept;
    c2d_hit hit;
} journey;

static journey cast_by(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b)
{
    c2d_vec room[C2D_CAST_ROOM(DRAFT_POINTS)];
    journey out;

    out.status = c2d_cast_touching(a, rect, motion, b, room, &out.swept, &out.hit);
    return out;
}

static void compare_casts(const c2d_shape *a, const c2d_shape *b, const c2d_shape *image_a, const c2d_shape *image_b)
{
    journey here, there;

    if (a->count > 64 || b->count > 64) /* outside of it nothing is promised */
        return;
    if (map.exponent != 0 && !(is_inner_cast(a, b, 0) && is_inner_cast(a, b, map.exponent)))
        return;
    here = cast_by(a, NULL, motion, b);
    there = cast_by(image_a, NULL, image_of(&map, motion), image_b);
    CHECK(there.status == here.status && there.swept == here.swept, "the image of a cast: %d, %d, was %d, %d",
          there.status, there.swept, here.status, here.swept);
    if (here.status == C2D_OK && here.swept >= C2D_TOUCHING)
        CHECK(same_bits(there.hit.t, here.hit.t), "the image of a cast has t %a, was %a", there.hit.t, here.hit.t);
}

/* The numbers of a rectangle that has these vertices; false if rounding leaves none. */
static bool numbers_of(const c2d_shape *s, unsigned anchor, c2d_rect *rect)
{
    const c2d_vec *v = c2d_vertices(s);
    c2d_vec low = v[0], high = v[s->count / 2];
    c2d_shape derived;

    if (s->form == C2D_CONVEX || high.y < low.y)
        return false;
    memset(rect, 0, sizeof *rect);
    rect->anchor = (uint8_t)anchor;
    rect->inner = true;
    rect->radius = s->radius;
    rect->at = low;
    rect->size = (c2d_vec){high.x - low.x, high.y - low.y};
    if (anchor == C2D_BY_CORNERS)
        rect->size = high;
    if (anchor == C2D_BY_CENTER)
        rect->at = (c2d_vec){low.x / 2 + high.x / 2, low.y / 2 + high.y / 2};
    return c2d_rect_shape(&derived, rect) == C2D_OK && memcmp(&derived, s, sizeof derived) == 0;
}

/* Whether a rectangle, moved by its numbers, is where its vertices are, each rounded. */
static bool rounds_alike(const c2d_shape *s, const c2d_rect *rect, c2d_vec d)
{
    c2d_vec room[2 * DRAFT_POINTS];
    c2d_shape by_numbers, by_vertices;

    return c2d_moved(&by_numbers, s, rect, d, room) == C2D_OK && c2d_moved(&by_vertices, s, NULL, d, room) == C2D_OK &&
           memcmp(&by_numbers, &by_vertices, sizeof by_numbers) == 0;
}

static double size_of(const c2d_shape *s)
{
    return fmax(fmax(fabs(s->min.x), fabs(s->max.x)), fmax(fabs(s->min.y), fabs(s->max.y)));
}

static double sizes_of(const c2d_shape *a, const c2d_shape *b)
{
    return size_of(a) + size_of(b) + fmax(fabs(motion.x), fabs(motion.y));
}

/* The vertices have images with equal bits, so the rectangle has. */
static void compare_numbers(const c2d_shape *a, const c2d_shape *b, unsigned anchor)
{
    c2d_rect rect;
    journey numbers, vertices;
    c2d_vec by_numbers, by_vertices, n;
    double way;
    bool hidden, near;

    if (!numbers_of(a, anchor, &rect) || !rounds_alike(a, &rect, motion))
        return;
    numbers = cast_by(a, &rect, motion, b);
    vertices = cast_by(a, NULL, motion, b);
    CHECK(numbers.status == vertices.status && numbers.swept == vertices.swept,
          "a rectangle: %d, %d, its vertices %d, %d", numbers.status, numbers.swept, vertices.status, vertices.swept);
    if (numbers.status != C2D_OK || numbers.swept < C2D_TOUCHING)
        return;
    by_numbers = (c2d_vec){motion.x * numbers.hit.t, motion.y * numbers.hit.t};
    by_vertices = (c2d_vec){motion.x * vertices.hit.t, motion.y * vertices.hit.t};
    if (!rounds_alike(a, &rect, by_numbers) || !rounds_alike(a, &rect, by_vertices))
        return;
    /* The search for the stop at a face across an axis, or for the touch of rounded moved shapes, may have tried a t
     * at which they round differently. Along a face it is any t. So may the search for the stop at a corner if the
     * motion is so long that its rounding hides the radius. */
    n = vertices.hit.normal;
    way = n.x * (by_numbers.x - by_vertices.x) + n.y * (by_numbers.y - by_vertices.y);
    hidden = 0 < a->radius + b->radius && a->radius + b->radius <= 0x1p-46 * sizes_of(a, b);
    near = same_bits(numbers.hit.t, vertices.hit.t) ||
           ((n.x == 0 || n.y == 0 || vertices.swept == C2D_TOUCHING || hidden) &&
            fabs(way) <= 16 * 0x1p-53 * sizes_of(a, b));
    CHECK(near, "a rectangle has t %a, its vertices %a", numbers.hit.t, vertices.hit.t);
}

/* ---- pushes ---- */

static c2d_status find_only(void *context, c2d_bounds box, c2d_obstacles *out)
{
    c2d_obstacle o = {context, 0, C2D_SLIDE};

    (void)box;
    return c2d_obstacles_add(out, &o);
}

typedef struct push {
    c2d_status status;
    bool stuck;
    c2d_vec by;
} push;

static push push_out(const c2d_shape *a, c2d_shape *b)
{
    c2d_mover_result result;
    push out = {C2D_OK, false, {0, 0}};
    c2d_vec none = {0, 0};

    out.status = c2d_mover_run(a, NULL, none, NULL, find_only, b, &result);
    out.stuck = result.stuck;
    if (result.pushes > 0)
        out.by = result.stops[0];
    c2d_mover_result_free(&result);
    return out;
}

/* Whether a push is along an axis within rounding. Its own way and the axis are equally short then. */
static bool is_nearly_on_axis(c2d_vec v) { return fmin(fabs(v.x), fabs(v.y)) <= 0x1p-40 * fmax(fabs(v.x), fabs(v.y)); }

/* At least the greatest coordinate of a shape. */
static double reach_of(const c2d_shape *s) { return fmax(fmax(-s->min.x, s->max.x), fmax(-s->min.y, s->max.y)); }

/* Of two ways that are equally short but for rounding, the order of the vertices chooses one. Away from vertices that
 * are close together, or out of a sliver or a huge circle, both ways are nearly the same. */
static void compare_pushes(solid *a, solid *b, solid *image_a, solid *image_b)
{
    push here, there;
    c2d_vec want;
    double length, apart;

    if (a->shape.form == C2D_CONVEX || b->shape.form == C2D_CONVEX)
        return;
    if ((a->shape.form != C2D_POINT && b->shape.form != C2D_POINT) || !c2d_overlaps(&a->shape, &b->shape))
        return;
    if (map.exponent != 0 &&
        !(is_inner_cast(&a->shape, &b->shape, 0) && is_inner_cast(&a->shape, &b->shape, map.exponent)))
        return;
    here = push_out(&a->shape, &b->shape);
    there = push_out(&image_a->shape, &image_b->shape);
    CHECK(there.status == here.status, "the image of a push: %d, was %d", there.status, here.status);
    want = image_of(&map, here.by);
    length = fabs(want.x) + fabs(want.y);
    apart = fabs(want.x - there.by.x) + fabs(want.y - there.by.y);
    if (here.status != C2D_OK || here.stuck != there.stuck || is_nearly_on_axis(want) || is_nearly_on_axis(there.by))
        return;
    if (apart > 0x1p-46 * length && fabs(hypot(want.x, want.y) - hypot(there.by.x, there.by.y)) <=
                                        0x1p-48 * (reach_of(&image_a->shape) + reach_of(&image_b->shape)))
        return;
    if (apart <= 0x1p-10 * length && is_inner(want.x, 0) && is_inner(want.y, 0))
        CHECK(want.x == there.by.x && want.y == there.by.y, "the image of a push is (%a, %a), not (%a, %a)", there.by.x,
              there.by.y, want.x, want.y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    unsigned how = read_byte(&in), scale = read_byte(&in);
    solid a, b, image_a, image_b;
    answers here, there, swapped;

    in.most = DRAFT_POINTS;
    map = (symmetry){how & 1, (how & 2) != 0, (how & 4) != 0, (int)scale - 128};
    target_context = print_map;
    read_pair(&in, &a, &b);
    motion = read_motion(&in, &a, &b);
    target_subjects(&a.shape, &b.shape);
    here = ask(&a.shape, &b.shape);
    swapped = ask(&b.shape, &a.shape);
    compare("operands swapped", &swapped, &here, 0);

    while (map.exponent != 0 &&
           !(shape_scales_exactly(&a.shape, map.exponent) && shape_scales_exactly(&b.shape, map.exponent)))
        map.exponent /= 2;
    apply(&map, &a, &image_a);
    apply(&map, &b, &image_b);
    compare_numbers(&a.shape, &b.shape, how >> 3 & 1 ? C2D_BY_TOPLEFT : how >> 4 & 1 ? C2D_BY_CENTER : C2D_BY_CORNERS);
    there = ask(&image_a.shape, &image_b.shape);
    compare(map.exponent ? "image, scaled" : "image", &there, &here, map.exponent);
    compare_casts(&a.shape, &b.shape, &image_a.shape, &image_b.shape);
    compare_pushes(&a, &b, &image_a, &image_b);
    return 0;
}
