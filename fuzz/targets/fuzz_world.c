/* Property: after any changes, a world answers each question as the core does about each item in turn, and about the
 * union of those that only touch a thin shape, in the order of the items and bit for bit: what is overlapped, touched,
 * contained, hit first, hit at all, nearest, which pairs collide, and where the mover stops. Ids stay valid, layers and
 * filters decide what is asked about, ids without an item are refused, and nothing that fails changes anything: neither
 * a motion out of the domain nor lack of memory. What a query finds is hit at 0 by every way of a point, and of a
 * segment along itself. */
#include "../decode.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST 64
#define ROOM C2D_CAST_ROOM(2 * DRAFT_POINTS)

typedef struct model_item {
    uint32_t id;
    solid solid;
    uint64_t layer, mask;
    bool refused;          /* by the filter */
    c2d_response response; /* chosen for it */
} model_item;

static c2d_world world;
static model_item items[MOST]; /* in order */
static unsigned count;
static double unit;
static c2d_vec origin;
static c2d_vec room[ROOM];

/* ---- shapes and motions ---- */

static c2d_vec lattice(double x, double y)
{
    c2d_vec p = {origin.x + x * unit / 2, origin.y + y * unit / 2};
    return p;
}

static c2d_vec read_place(reader *in)
{
    unsigned tag = read_byte(in);
    return lattice(tag % 16, tag / 16);
}

static void read_rect_in_cell(reader *in, c2d_vec p, solid *out)
{
    unsigned tag = read_byte(in);

    memset(&out->rect, 0, sizeof out->rect);
    out->rect.anchor = tag % 2 ? C2D_BY_CENTER : C2D_BY_TOPLEFT;
    out->rect.at = p;
    out->rect.size.x = unit * (1 + tag / 2 % 4) / 2;
    out->rect.size.y = unit * (1 + tag / 8 % 4) / 2;
    out->rect.angle = tag >= 192 ? 15.0 * (tag % 24) : 0;
    out->has_rect = c2d_rect_shape(&out->shape, &out->rect) == C2D_OK;
}

/* Flush boxes, slopes, walls, discs and points of a lattice, and any other shape. */
static void read_solid(reader *in, solid *out)
{
    unsigned kind = read_byte(in);
    c2d_vec p = read_place(in), q = p, r = p;
    c2d_status status = C2D_OK;
    draft d;

    q.x += unit * (1 + kind / 64);
    q.y += unit;
    r.x = q.x;
    out->has_rect = false;
    switch (kind % 12) {
    case 0:
    case 1:
    case 2: status = c2d_box(&out->shape, p, q, 0); break;
    case 3: status = c2d_segment(&out->shape, p, kind & 16 ? r : q); break;
    case 4: status = c2d_point(&out->shape, p); break;
    case 5: status = c2d_circle(&out->shape, p, unit / 2); break;
    case 6: status = c2d_capsule(&out->shape, p, q, unit / 4); break;
    case 7: status = c2d_hull_shape(&out->shape, (c2d_vec[3]){p, q, r}, 3, 0, out->storage); break;
    case 8:
    case 9: read_rect_in_cell(in, p, out); break;
    default:
        read_draft(in, &d);
        draft_make(&d, out);
        return;
    }
    if (status == C2D_OK && (out->has_rect || kind % 12 < 8))
        return;
    CHECK(c2d_point(&out->shape, c2d_bounds_of(&items[0].solid.shape).min) == C2D_OK || count == 0, "a corner");
    if (count == 0)
        CHECK(c2d_point(&out->shape, (c2d_vec){0, 0}) == C2D_OK, "the origin");
}

static c2d_vec read_way(reader *in)
{
    unsigned tag = read_byte(in);
    c2d_vec p = read_place(in), q = read_place(in), d = {p.x - q.x, p.y - q.y};

    if (tag % 8 == 0)
        d = read_point(in);
    if (tag % 8 == 1)
        d.y = 0;
    if (tag % 8 == 2)
        d.x = 0;
    if (tag == 255)
        d.x = d.y = 0;
    return d;
}

static bool same_shape(const c2d_shape *a, const c2d_shape *b)
{
    return a->count == b->count && a->radius == b->radius && a->form == b->form &&
           memcmp(c2d_vertices(a), c2d_vertices(b), a->count * sizeof(c2d_vec)) == 0 &&
           memcmp(&a->min, &b->min, 2 * sizeof(c2d_vec)) == 0;
}

/* ---- the model ---- */

static model_item *model_of(uint32_t id)
{
    for (unsigned i = 0; i < count; i++)
        if (items[i].id == id)
            return &items[i];
    return NULL;
}

static bool passes(void *context, uint32_t item)
{
    CHECK(context == &world && model_of(item), "the filter is asked about item %u", item);
    return !model_of(item)->refused;
}

static c2d_response choose(void *context, uint32_t item)
{
    CHECK(context == &world && model_of(item), "a response to item %u", item);
    return model_of(item)->response;
}

static void check_items(void)
{
    uint32_t id = c2d_world_first(&world);

    for (unsigned i = 0; i < count; i++) {
        const c2d_shape *shape = c2d_world_shape(&world, items[i].id);
        CHECK(id == items[i].id, "item %u in order is %u, should be %u", i, id, items[i].id);
        CHECK(shape && same_shape(shape, &items[i].solid.shape), "the shape of item %u", i);
        CHECK(!c2d_world_rect(&world, id) == !items[i].solid.has_rect, "the rectangle of item %u", i);
        id = c2d_world_next(&world, id);
    }
    CHECK(id == C2D_NULL_INDEX, "item %u after the last one", id);
    CHECK(c2d_world_next(&world, MOST) == C2D_NULL_INDEX && !c2d_world_shape(&world, MOST), "an item that is not");
}

/* What a question is about. */
typedef struct question {
    c2d_query query;
    solid own;
    const c2d_shape *shape;
    const c2d_rect *rect;
} question;

static bool wants(const question *a, unsigned i)
{
    const model_item *self = a->query.item == C2D_NULL_INDEX ? NULL : model_of(a->query.item);
    uint64_t mask = a->query.mask & (self ? self->mask : C2D_ALL_LAYERS);

    return (items[i].layer & mask) && !(self && (self == &items[i] || !(items[i].mask & self->layer))) &&
           !(a->query.filter && items[i].refused);
}

static void read_question(reader *in, question *a)
{
    unsigned tag = read_byte(in), k = read_byte(in);

    if (tag & 1 && count) {
        const model_item *self = &items[k % count];
        a->query = c2d_query_of_item(self->id);
        a->shape = &self->solid.shape;
        a->rect = solid_rect(&self->solid);
    } else {
        read_solid(in, &a->own);
        a->shape = &a->own.shape;
        a->rect = solid_rect(&a->own);
        a->query = c2d_query_of_shape(a->shape, a->rect);
    }
    a->query.touching = tag & 2;
    a->query.contained = (tag & 12) == 12;
    a->query.leaving = tag & 16;
    if (tag & 32)
        a->query.mask = k;
    if (tag & 64) {
        a->query.filter = passes;
        a->query.context = &world;
    }
}

static bool is_thin(const c2d_shape *s) { return s->radius == 0 && s->count <= 2; }

/* ---- questions ---- */

static int fails_in; /* the allocation of the next question that fails; negative: none */

/* Asks once with an allocation that fails, and again if it did. */
#define ASK(status, empty, call)                                                                                       \
    do {                                                                                                               \
        target_allocations_left = fails_in;                                                                            \
        status = call;                                                                                                 \
        if (fails_in >= 0 && target_allocations_left < 0) {                                                            \
            CHECK(status == C2D_NO_MEMORY && (empty), "status %d", (int)status);                                       \
            status = call;                                                                                             \
        }                                                                                                              \
        target_allocations_left = -1;                                                                                  \
    } while (0)

static void check_query(const question *a)
{
    static c2d_items found;
    const c2d_shape *around[MOST];
    bool expected[MOST] = {false}, touched[MOST] = {false}, surrounds = false;
    size_t touching = 0, n = 0;
    c2d_status status;

    for (unsigned i = 0; i < count; i++) {
        const c2d_shape *s = &items[i].solid.shape;
        c2d_relation relation = c2d_relate(a->shape, s);
        if (!wants(a, i))
            continue;
        expected[i] = a->query.contained ? c2d_contains(a->shape, s)
                                         : relation >= (a->query.touching ? C2D_TOUCHING : C2D_OVERLAPPING);
        touched[i] = relation == C2D_TOUCHING && !a->query.contained;
        if (touched[i])
            around[touching++] = s;
    }
    if (is_thin(a->shape))
        CHECK(c2d_union_surrounds(a->shape, around, touching, &surrounds) == C2D_OK, "memory");
    ASK(status, found.count == 0, c2d_world_query(&world, &a->query, &found));
    CHECK(status == C2D_OK, "status %d", (int)status);
    for (unsigned i = 0; i < count; i++)
        if (expected[i] || (touched[i] && surrounds)) {
            CHECK(n < found.count && found.list[n] == items[i].id, "item %u is not found at place %zu", i, n);
            n++;
        }
    CHECK(n == found.count, "%zu items are found, not %zu", found.count, n);
    c2d_items_free(&found);
}

typedef struct expected_hit {
    unsigned i;
    c2d_hit hit;
} expected_hit;

static expected_hit expected_hits[2 * MOST];
static size_t expected_count;

static void expect_hit(unsigned i, const c2d_hit *hit)
{
    size_t k = expected_count++;

    for (; k > 0 && (expected_hits[k - 1].hit.t > hit->t ||
                     (expected_hits[k - 1].hit.t == hit->t && expected_hits[k - 1].i > i));
         k--)
        expected_hits[k] = expected_hits[k - 1];
    expected_hits[k].i = i;
    expected_hits[k].hit = *hit;
}

/* Whether the sweep of a thin shape has no interior. */
static bool has_thin_sweep(const question *a, c2d_vec motion)
{
    c2d_vec storage[4 * C2D_INLINE_VERTICES];
    c2d_shape end, swept;

    return is_thin(a->shape) && c2d_moved(&end, a->shape, a->rect, motion, NULL) == C2D_OK &&
           c2d_sweep(&swept, a->shape, &end, storage) == C2D_OK && is_thin(&swept);
}

/* What an item is hit by. */
typedef struct item_hits {
    bool alone[MOST];    /* it is overlapped on the way, and that is a hit */
    bool touched[MOST];  /* with options.touching, it is hit where it is only touched, */
    c2d_hit hits[MOST];  /* there */
    bool together[MOST]; /* it blocks the way together with others */
} item_hits;

/* The hits of what is on both sides of the way of a thin shape. Returns the time from which it blocks the way. */
static double expect_union(const question *a, c2d_vec motion, item_hits *of, bool inside)
{
    c2d_thin_sweep sweep;
    c2d_grazes grazes;
    size_t hits;
    double blocked;

    if (!c2d_thin_sweep_of(a->shape, a->rect, motion, &sweep))
        return C2D_NEVER;
    c2d_grazes_init(&grazes);
    for (unsigned i = 0; i < count; i++) {
        if (!wants(a, i) || of->alone[i])
            continue;
        CHECK(c2d_grazes_add(&grazes, &sweep, &items[i].solid.shape, i) == C2D_OK, "memory");
        if (!a->query.leaving)
            CHECK(c2d_grazes_add_behind(&grazes, &sweep, &items[i].solid.shape, i) == C2D_OK, "memory");
    }
    if (!a->query.leaving)
        CHECK(c2d_grazes_leave(&grazes, a->shape, &sweep) == C2D_OK, "memory");
    hits = c2d_union_hits(a->shape, a->rect, &sweep, &grazes);
    blocked = c2d_grazes_block(&grazes);
    for (size_t k = 0; k < hits; k++) {
        unsigned i = (unsigned)grazes.list[k].key;
        bool is_sooner = of->touched[i] || (inside && c2d_touches(a->shape, &items[i].solid.shape));
        of->together[i] = !(is_sooner && grazes.list[k].first < blocked);
        if (of->together[i])
            expect_hit(i, &grazes.list[k].hit);
    }
    c2d_grazes_free(&grazes);
    return blocked;
}

/* Whether the items that a thin shape touches surround it. */
static bool is_surrounded(const question *a)
{
    const c2d_shape *around[MOST];
    size_t n = 0;
    bool surrounds;

    for (unsigned i = 0; i < count; i++)
        if (wants(a, i) && c2d_touches(a->shape, &items[i].solid.shape))
            around[n++] = &items[i].solid.shape;
    CHECK(c2d_union_surrounds(a->shape, around, n, &surrounds) == C2D_OK, "memory");
    return surrounds;
}

/* A shape that starts inside several items, which it touches, hits each at 0. */
static void expect_start(const question *a, c2d_vec motion, const item_hits *of)
{
    for (unsigned i = 0; i < count; i++) {
        const c2d_shape *s = &items[i].solid.shape;
        c2d_relation swept;
        c2d_hit hit;
        if (!wants(a, i) || !c2d_touches(a->shape, s) || of->alone[i] || of->touched[i] || of->together[i])
            continue;
        CHECK(!c2d_cast_touching(a->shape, a->rect, motion, s, room, &swept, &hit), "the motion is valid");
        CHECK(swept == C2D_TOUCHING && hit.t == 0, "item %u is touched at %.17g, relation %d", i, hit.t, swept);
        expect_hit(i, &hit);
    }
}

static void expect_hits(const question *a, c2d_vec motion)
{
    static item_hits of;
    c2d_cast_options options = {a->query.touching, a->query.leaving};
    bool is_thin_sweep = has_thin_sweep(a, motion), surrounded = is_thin_sweep && is_surrounded(a);

    expected_count = 0;
    memset(&of, 0, sizeof of);
    for (unsigned i = 0; i < count; i++) {
        const c2d_shape *s = &items[i].solid.shape;
        c2d_relation swept;
        bool hits;
        c2d_hit hit, ignored;
        if (!wants(a, i))
            continue;
        CHECK(!c2d_cast_with(a->shape, a->rect, motion, s, room, options, &hits, &hit), "the motion is valid");
        CHECK(!c2d_cast_touching(a->shape, a->rect, motion, s, room, &swept, &ignored), "the motion is valid");
        of.alone[i] = hits && (swept == C2D_OVERLAPPING || !is_thin(a->shape));
        of.touched[i] = hits && !of.alone[i];
        of.hits[i] = hit;
        if (of.alone[i])
            expect_hit(i, &hit);
    }
    if (is_thin_sweep) {
        bool starts_inside = surrounded && a->query.leaving;
        double blocked = expect_union(a, motion, &of, starts_inside);
        if (starts_inside || (surrounded && blocked == 0))
            expect_start(a, motion, &of);
    }
    for (unsigned i = 0; i < count; i++)
        if (of.touched[i] && !of.together[i])
            expect_hit(i, &of.hits[i]);
}

static bool same_hit(const c2d_hit *a, const c2d_hit *b)
{
    return a->t == b->t && a->depth == b->depth && memcmp(&a->point, &b->point, sizeof a->point) == 0 &&
           memcmp(&a->normal, &b->normal, sizeof a->normal) == 0;
}

/* The hits are those that are expected, and the first one is the first of them. */
static void check_hits(const c2d_item_hits *found, const c2d_item_hit *first, const char *verb)
{
    CHECK(found->count == expected_count, "%s: %zu hits, not %zu", verb, found->count, expected_count);
    for (size_t k = 0; k < found->count; k++)
        CHECK(found->list[k].item == items[expected_hits[k].i].id &&
                  same_hit(&found->list[k].hit, &expected_hits[k].hit),
              "%s: hit %zu is of item %u at %.17g, should be of %u at %.17g", verb, k, found->list[k].item,
              found->list[k].hit.t, items[expected_hits[k].i].id, expected_hits[k].hit.t);
    if (expected_count == 0)
        CHECK(first->item == C2D_NULL_INDEX, "%s hits item %u, and none is in the way", verb, first->item);
    else
        CHECK(first->item == found->list[0].item && same_hit(&first->hit, &found->list[0].hit),
              "%s hits item %u, not %u, or elsewhere", verb, first->item, found->list[0].item);
}

/* What a query finds is hit at 0, unless it may be left. */
static void check_start(const question *a, c2d_vec motion, const c2d_item_hits *hits)
{
    static c2d_items found;
    c2d_query query = a->query;
    size_t k = 0;

    if (!query.leaving || !has_thin_sweep(a, motion))
        return;
    query.touching = query.contained = false;
    CHECK(c2d_world_query(&world, &query, &found) == C2D_OK, "a query");
    for (size_t i = 0; i < found.count; i++) {
        while (k < hits->count && hits->list[k].hit.t == 0 && hits->list[k].item != found.list[i])
            k++;
        CHECK(k < hits->count && hits->list[k].hit.t == 0, "item %u is found, and not hit at 0", found.list[i]);
    }
    c2d_items_free(&found);
}

/* A ray from a vertex of the shape, in the name of the item if there is one: it has its layers and does not hit it. */
static void check_ray(const question *a, c2d_vec motion)
{
    static c2d_item_hits found;
    static question ray;
    c2d_shape point;
    c2d_item_hit first;

    CHECK(!c2d_point(&point, c2d_vertices(a->shape)[0]), "a vertex is valid");
    ray.query = a->query;
    ray.query.shape = NULL;
    ray.shape = &point;
    expect_hits(&ray, motion);
    CHECK(!c2d_world_raycast(&world, c2d_vertices(&point)[0], motion, &ray.query, &first), "a ray");
    CHECK(!c2d_world_raycast_all(&world, c2d_vertices(&point)[0], motion, &ray.query, &found), "a ray");
    check_hits(&found, &first, "a ray");
    if (ray.query.item == C2D_NULL_INDEX) {
        ray.query.shape = &point;
        check_start(&ray, motion, &found);
    }
    c2d_item_hits_free(&found);
}

static void check_cast(const question *a, c2d_vec motion)
{
    static c2d_item_hits found;
    c2d_item_hit first;
    c2d_bounds box;
    c2d_status status, valid = c2d_check(&motion.x) || c2d_check(&motion.y) ? C2D_TOO_LARGE : C2D_OK;

    if (!valid)
        valid = c2d_cast_bounds(a->shape, a->rect, motion, room, &box);
    ASK(status, found.count == 0, c2d_world_cast_all(&world, &a->query, motion, &found));
    CHECK(!status == !valid, "status %d, should be %d", (int)status, (int)valid);
    ASK(status, first.item == C2D_NULL_INDEX, c2d_world_cast(&world, &a->query, motion, &first));
    CHECK(!status == !valid, "status %d, should be %d", (int)status, (int)valid);
    if (valid) {
        CHECK(found.count == 0 && first.item == C2D_NULL_INDEX, "a hit of a motion out of the domain");
    } else {
        expect_hits(a, motion);
        check_hits(&found, &first, "a cast");
        check_start(a, motion, &found);
        check_ray(a, motion);
    }
    c2d_item_hits_free(&found);
}

static void check_nearest(const question *a, size_t most, double max_distance)
{
    static c2d_item_distances found;
    c2d_item_distance expected[MOST];
    size_t n = 0;
    c2d_status status;

    for (unsigned i = 0; i < count; i++) {
        double distance = c2d_distance(a->shape, &items[i].solid.shape);
        size_t k;
        if (!wants(a, i) || !(distance <= max_distance))
            continue;
        for (k = n++; k > 0 && expected[k - 1].distance > distance; k--)
            expected[k] = expected[k - 1];
        expected[k].item = items[i].id;
        expected[k].distance = distance;
    }
    ASK(status, found.count == 0, c2d_world_nearest(&world, &a->query, most, max_distance, &found));
    CHECK(status == C2D_OK, "status %d", (int)status);
    CHECK(found.count == (n < most ? n : most), "%zu items are near, not %zu of %zu", found.count, most, n);
    for (size_t k = 0; k < found.count; k++)
        CHECK(found.list[k].item == expected[k].item && found.list[k].distance == expected[k].distance,
              "place %zu of the nearest has item %u, should have %u", k, found.list[k].item, expected[k].item);
    c2d_item_distances_free(&found);
    CHECK(c2d_world_nearest(&world, &a->query, most, -1, &found) == C2D_NEGATIVE, "a negative distance");
}

static void check_pairs(bool touching)
{
    static c2d_item_pairs found;
    size_t n = 0;
    c2d_status status;

    target_allocations_left = fails_in;
    status = c2d_world_pairs(&world, touching, &found);
    if (status != C2D_OK) {
        CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0 && found.count == 0, "status %d", (int)status);
        status = c2d_world_pairs(&world, touching, &found);
    }
    target_allocations_left = -1;
    CHECK(status == C2D_OK, "status %d", (int)status);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = i + 1; j < count; j++) {
            c2d_relation relation = c2d_relate(&items[i].solid.shape, &items[j].solid.shape);
            if (!(items[i].layer & items[j].mask) || !(items[j].layer & items[i].mask) ||
                relation < (touching ? C2D_TOUCHING : C2D_OVERLAPPING))
                continue;
            CHECK(n < found.count && found.list[n].i == items[i].id && found.list[n].j == items[j].id,
                  "pair %u %u is not at place %zu", i, j, n);
            n++;
        }
    CHECK(n == found.count, "%zu pairs, not %zu", found.count, n);
    c2d_item_pairs_free(&found);
}

/* ---- slides ---- */

typedef struct brute_gather {
    const question *asked;
    const c2d_slide_options *options;
} brute_gather;

static c2d_status gather(void *context, c2d_bounds box, c2d_obstacles *out)
{
    const brute_gather *g = context;
    c2d_status status = C2D_OK;

    for (unsigned i = 0; i < count && !status; i++) {
        const c2d_shape *s = &items[i].solid.shape;
        c2d_obstacle o = {s, items[i].id, g->options->choose ? items[i].response : g->options->response};
        if (wants(g->asked, i) && o.response != C2D_IGNORE && s->min.x <= box.max.x && box.min.x <= s->max.x &&
            s->min.y <= box.max.y && box.min.y <= s->max.y)
            status = c2d_obstacles_add(out, &o);
    }
    return status;
}

/* The push, and the last stop behind it. */
static void check_whole_motion(const c2d_mover_result *a)
{
    c2d_vec way = c2d_mover_motion(a), expected = {0, 0};

    if (a->pushes > 0)
        expected = a->stops[0];
    if (a->stop_count > a->pushes) {
        expected.x += a->stops[a->stop_count - 1].x;
        expected.y += a->stops[a->stop_count - 1].y;
    }
    CHECK(way.x == expected.x && way.y == expected.y, "the whole motion is (%a, %a)", way.x, way.y);
}

static void check_same_travel(const c2d_mover_result *a, const c2d_mover_result *b)
{
    CHECK(a->stop_count == b->stop_count && a->meeting_count == b->meeting_count && a->pushes == b->pushes &&
              a->stuck == b->stuck,
          "%zu stops and %zu hits, not %zu and %zu", a->stop_count, a->meeting_count, b->stop_count, b->meeting_count);
    for (size_t i = 0; i < a->stop_count; i++)
        CHECK(a->stops[i].x == b->stops[i].x && a->stops[i].y == b->stops[i].y, "stop %zu", i);
    for (size_t i = 0; i < a->meeting_count; i++)
        CHECK(a->meetings[i].item == b->meetings[i].item && a->meetings[i].response == b->meetings[i].response &&
                  same_hit(&a->meetings[i].hit, &b->meetings[i].hit),
              "hit %zu", i);
    CHECK(a->remaining.x == b->remaining.x && a->remaining.y == b->remaining.y, "the remaining motion");
    check_whole_motion(a);
}

/* What is passed through is what a cast finds, hit for hit. */
static void check_passed(const question *a, c2d_vec motion, const c2d_mover_result *t)
{
    c2d_query query = a->query;
    c2d_item_hits found = {0};

    query.touching = false;
    query.leaving = true;
    CHECK(!c2d_world_cast_all(&world, &query, motion, &found), "a slide goes where a cast fails");
    CHECK(found.count == t->meeting_count, "%zu are passed, and %zu hit by a cast", t->meeting_count, found.count);
    for (size_t i = 0; i < found.count; i++)
        CHECK(found.list[i].item == t->meetings[i].item && same_hit(&found.list[i].hit, &t->meetings[i].hit),
              "passed %zu is not what a cast hits", i);
    c2d_item_hits_free(&found);
}

/* The model's shape at the end: moved by the push, then by the last stop. */
static void move_solid(solid *s, c2d_vec d)
{
    static solid moved;

    if (d.x == 0 && d.y == 0)
        return;
    CHECK(!c2d_moved(&moved.shape, &s->shape, solid_rect(s), d, moved.storage), "the mover left the domain");
    c2d_copy(&s->shape, &moved.shape, s->storage);
    if (s->has_rect) {
        c2d_shape ignored;
        c2d_check(&d.x);
        c2d_check(&d.y);
        c2d_rect_move(&s->rect, d);
        CHECK(!c2d_rect_shape(&ignored, &s->rect), "a moved rectangle");
    }
}

static void check_slide(const question *a, c2d_vec motion, unsigned tag)
{
    c2d_slide_options options = c2d_slide_defaults();
    c2d_mover_options how;
    brute_gather context = {a, &options};
    c2d_mover_result travel, expected;
    c2d_status status, expected_status;

    options.response = (c2d_response)(tag % 4);
    options.max_push = tag & 4 ? unit * (tag / 64) : C2D_DEFAULT_MAX_PUSH;
    options.choose = tag & 8 ? choose : NULL;
    options.context = &world;
    how.max_push = options.max_push;
    expected_status = c2d_check(&motion.x) || c2d_check(&motion.y) ? C2D_TOO_LARGE : C2D_OK;
    memset(&expected, 0, sizeof expected);
    if (!expected_status)
        expected_status = c2d_mover_run(a->shape, a->rect, motion, &how, gather, &context, &expected);
    target_allocations_left = fails_in;
    status = c2d_world_try_slide(&world, &a->query, motion, &options, &travel);
    if (fails_in >= 0 && target_allocations_left < 0) {
        CHECK(status == C2D_NO_MEMORY, "status %d", (int)status);
        c2d_mover_result_free(&travel);
        status = c2d_world_try_slide(&world, &a->query, motion, &options, &travel);
    }
    target_allocations_left = -1;
    CHECK(!status == !expected_status, "status %d, should be %d", (int)status, (int)expected_status);
    if (!status)
        check_same_travel(&travel, &expected);
    if (!status && options.response == C2D_PASS && !options.choose)
        check_passed(a, motion, &travel);
    c2d_mover_result_free(&travel);
    check_items();
    if (a->query.item != C2D_NULL_INDEX && !a->query.filter && a->query.mask == C2D_ALL_LAYERS) {
        model_item *self = model_of(a->query.item);
        status = c2d_world_slide(&world, self->id, motion, &options, &travel);
        CHECK(!status == !expected_status, "status %d, should be %d", (int)status, (int)expected_status);
        if (!status) {
            check_same_travel(&travel, &expected);
            for (size_t i = 0; i < expected.pushes; i++)
                move_solid(&self->solid, expected.stops[i]);
            if (expected.stop_count > expected.pushes)
                move_solid(&self->solid, expected.stops[expected.stop_count - 1]);
        }
        c2d_mover_result_free(&travel);
        check_items();
    }
    c2d_mover_result_free(&expected);
}

/* ---- changes ---- */

/* Adds items[count], whose solid is there. */
static void add_item(unsigned tag)
{
    model_item *added = &items[count];
    c2d_status status;

    added->id = MOST + 1;
    ASK(status, added->id == MOST + 1,
        c2d_world_add(&world, &added->solid.shape, solid_rect(&added->solid), &added->id));
    CHECK(status == C2D_OK && added->id < MOST && !model_of(added->id), "status %d, id %u", (int)status, added->id);
    added->layer = 1;
    added->mask = C2D_ALL_LAYERS;
    added->refused = tag & 1;
    added->response = (c2d_response)(tag / 2 % 5);
    count++;
    if (tag & 64) {
        added->layer = tag & 3;
        added->mask = tag / 4 & 3;
        CHECK(!c2d_world_set_layers(&world, added->id, added->layer, added->mask), "no item %u", added->id);
    }
}

static void add_solid(reader *in)
{
    unsigned tag = read_byte(in);

    memset(&items[count], 0, sizeof items[count]);
    read_solid(in, &items[count].solid);
    add_item(tag);
}

/* Flush boxes or slopes in the quadrants about a place, those of `which`. */
static void surround(c2d_vec p, unsigned which, unsigned tag)
{
    for (unsigned i = 0; i < 4 && count < MOST; i++) {
        c2d_vec q = {p.x + (i & 1 ? unit : -unit), p.y + (i & 2 ? unit : -unit)};
        c2d_vec corners[3] = {p, {p.x, q.y}, {q.x, p.y}};
        solid *s = &items[count].solid;
        c2d_status status;
        if (!(which & (1u << i)))
            continue;
        memset(&items[count], 0, sizeof items[count]);
        status =
            which & (16u << i) ? c2d_hull_shape(&s->shape, corners, 3, 0, s->storage) : c2d_box(&s->shape, p, q, 0);
        if (status == C2D_OK)
            add_item(tag);
    }
}

/* A line of the lattice: unit steps along it and across. */
typedef struct line {
    c2d_vec origin, along, across;
} line;

static c2d_vec on_line(const line *l, double along, double across)
{
    c2d_vec p = {l->origin.x + along * l->along.x + across * l->across.x,
                 l->origin.y + along * l->along.y + across * l->across.y};
    return p;
}

/* A shape that touches the line from one side, with a side, a corner or an arc, or lies in it. */
static void add_beside(const line *l, unsigned tag, unsigned refused)
{
    double x = (int)(tag % 16) - 8, side = tag & 16 ? 1 : -1;
    c2d_vec p = on_line(l, x / 2, 0), q = on_line(l, x / 2 + 1, 0), r = on_line(l, x / 2, side),
            corner = on_line(l, x / 2 + 1, side);
    c2d_status status = C2D_OK;
    solid *s;

    if (count == MOST)
        return;
    memset(&items[count], 0, sizeof items[count]);
    s = &items[count].solid;
    switch (tag / 32) {
    case 0: status = c2d_circle(&s->shape, r, unit); break;
    case 1: status = c2d_capsule(&s->shape, r, corner, unit); break;
    case 2: status = c2d_hull_shape(&s->shape, (c2d_vec[4]){p, q, r, corner}, 4, 0, s->storage); break;
    case 3: status = c2d_hull_shape(&s->shape, (c2d_vec[3]){p, q, r}, 3, 0, s->storage); break;
    case 4: status = c2d_hull_shape(&s->shape, (c2d_vec[3]){p, r, corner}, 3, 0, s->storage); break;
    case 5: status = c2d_segment(&s->shape, p, r); break;
    case 6: status = c2d_segment(&s->shape, p, q); break;
    default: status = c2d_point(&s->shape, p); break;
    }
    if (status == C2D_OK)
        add_item(refused);
}

static void move_item(model_item *item, c2d_vec d)
{
    static solid moved;
    c2d_vec given = d;
    bool valid = !c2d_check(&d.x) && !c2d_check(&d.y);

    moved = item->solid;
    valid = valid && !c2d_moved(&moved.shape, &item->solid.shape, solid_rect(&item->solid), d, moved.storage);
    CHECK(!c2d_world_move(&world, item->id, given) == valid, "a move by (%g, %g)", given.x, given.y);
    if (!valid)
        return;
    c2d_copy(&item->solid.shape, &moved.shape, item->solid.storage);
    if (item->solid.has_rect) {
        c2d_rect_move(&item->solid.rect, d);
        CHECK(!c2d_rect_shape(&moved.shape, &item->solid.rect), "a moved rectangle");
    }
}

static void change(reader *in, unsigned op)
{
    unsigned k = count ? read_byte(in) % count : 0;
    c2d_status status;

    if (count == 0 || (op % 8 < 5 && count < MOST)) {
        add_solid(in);
    } else if (op % 8 == 5) {
        CHECK(!c2d_world_remove(&world, items[k].id), "no item %u", items[k].id);
        CHECK(c2d_world_remove(&world, items[k].id) == C2D_NO_ITEM, "item %u is still there", items[k].id);
        memmove(&items[k], &items[k + 1], (count - k - 1) * sizeof *items);
        count--;
        for (unsigned i = 0; i < count; i++) /* vertices have moved with the solids */
            if (c2d_copy_room(&items[i].solid.shape))
                items[i].solid.shape.v.many = items[i].solid.storage;
    } else if (op % 8 == 6) {
        move_item(&items[k], read_way(in));
    } else {
        solid other;
        read_solid(in, &other);
        ASK(status, same_shape(c2d_world_shape(&world, items[k].id), &items[k].solid.shape),
            c2d_world_update(&world, items[k].id, &other.shape, solid_rect(&other)));
        CHECK(status == C2D_OK, "status %d", (int)status);
        items[k].solid.has_rect = other.has_rect;
        items[k].solid.rect = other.rect;
        c2d_copy(&items[k].solid.shape, &other.shape, items[k].solid.storage);
    }
}

static void print_items(void)
{
    for (unsigned i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "item %u", items[i].id);
        print_shape(name, &items[i].solid.shape);
    }
}

static void ask(reader *in, unsigned op)
{
    static question a;

    read_question(in, &a);
    target_subjects(a.shape, NULL);
    switch (op % 5) {
    case 0: check_query(&a); break;
    case 1:
    case 2: check_cast(&a, read_way(in)); break;
    case 3:
        check_nearest(&a, op / 5 % 6, op & 64 ? INFINITY : unit * (op / 16));
        target_tests_by_box = op % 3 ? 256 : op % 8; /* so that all ways to search are taken by few items */
        check_pairs(op & 128);
        target_tests_by_box = 256;
        break;
    default: check_slide(&a, read_way(in), read_byte(in)); break;
    }
}

/* Asks about a point or a segment from p to q. */
static void ask_thin(c2d_vec p, c2d_vec q, c2d_vec way, unsigned tag, unsigned slide)
{
    static question a;

    a.own.has_rect = false;
    if (c2d_segment(&a.own.shape, p, q) != C2D_OK && c2d_point(&a.own.shape, q) != C2D_OK)
        return;
    a.shape = &a.own.shape;
    a.rect = NULL;
    a.query = c2d_query_of_shape(a.shape, NULL);
    a.query.touching = tag & 16;
    a.query.leaving = tag & 32;
    if (tag & 64) {
        a.query.filter = passes;
        a.query.context = &world;
    }
    target_subjects(a.shape, NULL);
    check_query(&a);
    check_cast(&a, way);
    if (tag & 128)
        check_slide(&a, way, slide);
}

/* A point or a segment on a line that items touch from both sides, before and behind it, and a way along the line or
 * any other. */
static void ask_on_a_line(reader *in)
{
    unsigned tag = read_byte(in), ends = read_byte(in), turn = read_byte(in);
    double x = (int)(ends % 16) - 8, y = (int)(ends / 16) - 8;
    line l = {read_place(in), {unit, 0}, {0, unit}};
    c2d_vec way = {0, 0};

    if (turn & 1)
        l = (line){l.origin, l.across, l.along};
    if (turn & 2)
        l = (line){l.origin, {unit, unit}, {-unit, unit}};
    for (unsigned k = turn / 4 % 8; k > 0; k--)
        add_beside(&l, read_byte(in), tag & 1);
    if (turn / 32 < 7) {
        double steps = (int)(turn / 32) - 3;
        way = (c2d_vec){steps * l.along.x, steps * l.along.y};
    } else {
        way = read_way(in);
    }
    ask_thin(on_line(&l, x / 2, 0), on_line(&l, tag & 2 ? x / 2 : y / 2, 0), way, tag, turn);
}

/* A point or a segment at the corner where several items meet, or on the seam between them: at rest, moved by less than
 * rounding, along the seams, or anywhere. */
static void ask_at_a_corner(reader *in)
{
    unsigned which = read_byte(in), tag, ask;
    c2d_vec p, q, way = {0, 0};

    if (which == 0) {
        ask_on_a_line(in);
        return;
    }
    tag = read_byte(in);
    ask = read_byte(in);
    q = p = read_place(in);
    surround(p, which, tag & 1);
    for (unsigned k = read_byte(in) % 4; k > 0; k--) /* along the way, on both of its sides */
        surround((c2d_vec){p.x - 2 * k * unit, p.y}, read_byte(in), tag & 1);
    q.x += tag & 2 ? unit : 0;
    q.y += tag & 4 ? unit : 0;
    if (tag & 8) /* the middle of the seam is where they meet */
        p = (c2d_vec){2 * p.x - q.x, 2 * p.y - q.y};
    switch (ask % 8) {
    case 0: break;
    case 1: way.x = unit * 0x1p-90; break;
    case 2: way = read_way(in); break;
    default: way = (c2d_vec){unit * ((int)(ask / 8 % 5) - 2), unit * ((int)(ask / 40 % 5) - 2)}; break;
    }
    ask_thin(p, q, way, tag, ask);
}

static void check_refusals(void)
{
    c2d_query nobody = c2d_query_of_item(MOST);
    c2d_items found = {0};
    c2d_item_hit hit;
    c2d_mover_result travel;
    c2d_vec d = {1, 0};
    c2d_shape point;

    CHECK(c2d_point(&point, d) == C2D_OK, "a point");
    CHECK(c2d_world_update(&world, MOST, &point, NULL) == C2D_NO_ITEM &&
              c2d_world_move(&world, MOST, d) == C2D_NO_ITEM && c2d_world_remove(&world, MOST) == C2D_NO_ITEM &&
              c2d_world_set_layers(&world, C2D_NULL_INDEX, 1, 1) == C2D_NO_ITEM,
          "item %d was changed", MOST);
    CHECK(c2d_world_query(&world, &nobody, &found) == C2D_NO_ITEM && found.count == 0, "item %d asked", MOST);
    CHECK(c2d_world_cast(&world, &nobody, d, &hit) == C2D_NO_ITEM && hit.item == C2D_NULL_INDEX, "item %d hit", MOST);
    CHECK(c2d_world_slide(&world, MOST, d, NULL, &travel) == C2D_NO_ITEM && travel.stop_count == 0, "item %d slid",
          MOST);
    CHECK(c2d_rule(C2D_NO_ITEM)[0] == 'm', "the rule is %s", c2d_rule(C2D_NO_ITEM));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    unsigned tag = read_byte(&in);

    count = 0;
    unit = tag & 1 ? read_size(&in) : 1;
    origin = tag & 2 ? read_point(&in) : (c2d_vec){0, 0};
    if (!(unit >= 0x1p-100 && unit <= 1e50))
        unit = 0.1;
    target_context = print_items;
    c2d_world_init(&world);
    for (unsigned i = 0; i < 48 && read_left(&in) > 0; i++) {
        unsigned op = read_byte(&in);
        fails_in = op & 128 ? (int)(read_byte(&in) % 8) : -1;
        if (op % 16 < 10)
            change(&in, op % 16);
        else if (op % 16 == 15)
            ask_at_a_corner(&in);
        else
            ask(&in, read_byte(&in));
        check_items();
    }
    check_refusals();
    c2d_world_free(&world);
    CHECK(c2d_world_first(&world) == C2D_NULL_INDEX, "an item after the end");
    target_context = NULL;
    return 0;
}
