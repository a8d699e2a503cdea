/* Property: shapes that overlap are moved so that they do not, exactly, and are at most a few ulps apart; each along
 * the contact's normal by its share of the depth, one of infinite mass not at all; shapes that do not overlap stay. It
 * fails only where there is no room left in the domain, or if neither mass can be moved. */
#include "../decode.h"
#include "../oracle.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ULP 0x1p-52
/* The domain's numbers are multiples of 2^-200: below this magnitude that is more than an ulp. */
#define GRAIN 0x1p-148

static solid a, b;
static double mass_a, mass_b;

static void print_masses(void)
{
    fprintf(stderr, "mass_a = %.17g, mass_b = %.17g\n", mass_a, mass_b);
    if (a.has_rect)
        print_rect("a is", &a.rect);
    if (b.has_rect)
        print_rect("b is", &b.rect);
}

static double larger(double x, double y) { return x > y ? x : y; }

/* The largest number that is rounded when the vertices are computed. */
static double magnitude(const solid *s)
{
    const c2d_rect *r = &s->rect;
    double most =
        larger(larger(fabs(s->shape.min.x), fabs(s->shape.max.x)), larger(fabs(s->shape.min.y), fabs(s->shape.max.y)));

    if (!s->has_rect)
        return most;
    return larger(most, fabs(r->at.x) + fabs(r->at.y) + fabs(r->size.x) + fabs(r->size.y) + fabs(r->pivot.x) +
                            fabs(r->pivot.y));
}

static double read_mass(reader *in)
{
    unsigned tag = read_byte(in);
    double mass = tag % 4 == 0 ? HUGE_VAL : tag % 4 == 1 ? 1 + (tag >> 4) : read_size(in);

    return c2d_check_mass(&mass) == C2D_OK ? mass : 1;
}

static bool is_zero(c2d_vec d) { return d.x == 0 && d.y == 0; }

static void move(const solid *s, c2d_vec d, solid *out)
{
    c2d_vec *storage = s->shape.count > C2D_INLINE_VERTICES ? out->storage : NULL;
    c2d_status status = c2d_moved(&out->shape, &s->shape, solid_rect(s), d, storage);

    CHECK(status == C2D_OK, "moved by (%.17g, %.17g) it leaves the domain: %s", d.x, d.y, c2d_rule(status));
    out->has_rect = s->has_rect;
    out->rect = s->rect;
}

/* The share of the motion of a body of mass m, against one of mass other. */
static double share(double m, double other)
{
    if (m == HUGE_VAL || other == HUGE_VAL)
        return m == HUGE_VAL ? 0 : 1;
    return other / (m + other);
}

static void check_move(const char *name, c2d_vec d, const c2d_contact *c, double part, double slack)
{
    double x = part * c->depth * c->normal.x, y = part * c->depth * c->normal.y;

    CHECK(part != 0 || is_zero(d), "%s, of infinite mass, is moved by (%.17g, %.17g)", name, d.x, d.y);
    CHECK(fabs(d.x - x) <= slack && fabs(d.y - y) <= slack,
          "%s is moved by (%.17g, %.17g), its share is (%.17g, %.17g)", name, d.x, d.y, x, y);
}

static void check_parted(const c2d_contact *c, c2d_vec move_a, c2d_vec move_b)
{
    solid moved_a, moved_b;
    const c2d_shape *s = &moved_a.shape, *t = &moved_b.shape;
    double gap;
    double scale;
    int relation;

    move(&a, move_a, &moved_a);
    move(&b, move_b, &moved_b);
    relation = oracle_relate(&c2d_vertices(s)->x, s->count, s->radius, &c2d_vertices(t)->x, t->count, t->radius);
    CHECK(relation <= 0, "moved by (%.17g, %.17g) and (%.17g, %.17g) they overlap", move_a.x, move_a.y, move_b.x,
          move_b.y);
    scale = larger(larger(magnitude(&a), magnitude(&b)), larger(magnitude(&moved_a), magnitude(&moved_b))) + GRAIN;
    gap = oracle_separation(&c2d_vertices(s)->x, s->count, s->radius, &c2d_vertices(t)->x, t->count, t->radius);
    CHECK(gap <= 16 * ULP * scale, "moved by (%.17g, %.17g) and (%.17g, %.17g) they are %g apart, %g ulp", move_a.x,
          move_a.y, move_b.x, move_b.y, gap, gap / (ULP * scale));
    check_move("a", move_a, c, share(mass_a, mass_b), 16 * ULP * scale);
    check_move("b", move_b, c, -share(mass_b, mass_a), 16 * ULP * scale);
}

/* Whether the push alone reaches the limit. */
static bool has_no_room(const c2d_contact *c)
{
    return magnitude(&a) + c->depth > C2D_LIMIT * (1 - 0x1p-40) || magnitude(&b) + c->depth > C2D_LIMIT * (1 - 0x1p-40);
}

/* c2d_separate_more: no less far apart, at most by the depth again and by that part of the smaller, and not
 * overlapping. */
static void check_farther(c2d_vec *room, c2d_vec move_a, c2d_vec move_b)
{
    c2d_vec far_a, far_b;
    double part = 0.0625, least = hypot(move_a.x - move_b.x, move_a.y - move_b.y), way, slack, size_a, size_b;
    c2d_status status = c2d_separate_more(&a.shape, solid_rect(&a), mass_a, &b.shape, solid_rect(&b), mass_b, part,
                                          room, &far_a, &far_b);
    solid moved_a, moved_b;
    const c2d_shape *s = &moved_a.shape, *t = &moved_b.shape;

    if (status != C2D_OK)
        return;
    move(&a, far_a, &moved_a);
    move(&b, far_b, &moved_b);
    slack = 64 * ULP * (magnitude(&a) + magnitude(&b) + magnitude(&moved_a) + magnitude(&moved_b)) + GRAIN;
    size_a = fmax(a.shape.max.x - a.shape.min.x, a.shape.max.y - a.shape.min.y);
    size_b = fmax(b.shape.max.x - b.shape.min.x, b.shape.max.y - b.shape.min.y);
    way = hypot(far_a.x - far_b.x, far_a.y - far_b.y);
    CHECK(way >= least - slack && way <= least + fmin(least, part * fmin(size_a, size_b)) + slack,
          "farther is %.17g, apart is %.17g", way, least);
    CHECK(oracle_relate(&c2d_vertices(s)->x, s->count, s->radius, &c2d_vertices(t)->x, t->count, t->radius) <= 0,
          "moved farther, by (%.17g, %.17g) and (%.17g, %.17g), they overlap", far_a.x, far_a.y, far_b.x, far_b.y);
    CHECK((mass_a < HUGE_VAL || is_zero(far_a)) && (mass_b < HUGE_VAL || is_zero(far_b)), "what is fixed is moved");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    c2d_vec move_a = {1, 1}, move_b = {1, 1}, *room = NULL;
    size_t vectors;
    c2d_contact contact;
    c2d_status status;
    int relation;

    target_context = NULL;
    mass_a = read_mass(&in);
    mass_b = read_mass(&in);
    read_bodies(&in, &a, &b);
    target_context = print_masses;
    target_subjects(&a.shape, &b.shape);
    vectors = C2D_CAST_ROOM(a.shape.count + b.shape.count);
    if (a.shape.count > C2D_INLINE_VERTICES || b.shape.count > C2D_INLINE_VERTICES) {
        room = malloc(vectors * sizeof *room);
        CHECK(room, "no memory");
    }
    status = c2d_separate(&a.shape, solid_rect(&a), mass_a, &b.shape, solid_rect(&b), mass_b, room, &move_a, &move_b);
    if (status == C2D_OK)
        check_farther(room, move_a, move_b);
    free(room);

    if (mass_a == HUGE_VAL && mass_b == HUGE_VAL) {
        CHECK(status == C2D_BOTH_INFINITE, "both masses are infinite, status %d", (int)status);
        return 0;
    }
    relation = oracle_relate(&c2d_vertices(&a.shape)->x, a.shape.count, a.shape.radius, &c2d_vertices(&b.shape)->x,
                             b.shape.count, b.shape.radius);
    target_relations[relation + 1]++;
    if (relation <= 0) {
        CHECK(status == C2D_OK && is_zero(move_a) && is_zero(move_b),
              "they do not overlap, yet they are moved by (%g, %g) and (%g, %g)", move_a.x, move_a.y, move_b.x,
              move_b.y);
        return 0;
    }
    CHECK(c2d_find_contact(&a.shape, &b.shape, &contact), "an overlap without a contact");
    CHECK(status == C2D_OK || has_no_room(&contact), "there is room in the domain: %s", c2d_rule(status));
    if (status == C2D_OK)
        check_parted(&contact, move_a, move_b);
    else
        CHECK(is_zero(move_a) && is_zero(move_b), "moved by (%g, %g) and (%g, %g) in spite of status %d", move_a.x,
              move_a.y, move_b.x, move_b.y, (int)status);
    return 0;
}
