/* Property: in a world that repeats, a search of a tree among images visits every image that trying all images finds to
 * meet the shape, to be the nearest of its item, or to be hit first. A copy of an image that nothing rounds is the
 * image: relations, distances, casts and what a body contains or surrounds are those of the copy. Of a rounded one, the
 * distance is 0 exactly if the image collides, the depth of a contact exactly if it only touches, and a cast starts
 * inside exactly if the image overlaps. Lack of memory is said. */
#include "../../csrc/core/periodic/body_image.h"
#include "../../csrc/core/periodic/image_cast.h"
#include "../../csrc/core/periodic/image_search.h"
#include "../../csrc/core/shape/shape.h"
#include "../decode.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SHAPES   16
#define VERTICES 6

typedef struct crowd {
    c2d_shape shape[SHAPES];
    c2d_vec storage[SHAPES][VERTICES];
    unsigned count;
    c2d_vec period;
    c2d_tree tree;
} crowd;

static crowd all;

/* Around a corner of the lattice, in eighths of the period. */
static void read_shape(reader *in, c2d_shape *out, c2d_vec *storage)
{
    double w = all.period.x < INFINITY ? all.period.x : all.period.y < INFINITY ? all.period.y : 1;
    double h = all.period.y < INFINITY ? all.period.y : w;
    unsigned tag = read_byte(in), place = read_byte(in), size = read_byte(in), away = read_byte(in);
    double least = w < h ? w : h, dx = w / 8 * (size % 8), dy = h / 8 * (size / 8 % 8);
    c2d_vec p = {w / 8 * (place % 8), h / 8 * (place / 8 % 8)}, q;
    c2d_vec ring[VERTICES] = {{0, dy}, {dx, 0}, {2 * dx, 0}, {3 * dx, dy}, {2 * dx, 2 * dy}, {dx, 2 * dy}};

    if (tag & 64)
        p.x = ulps_off(p.x, (int)(size % 3) - 1);
    if (tag & 128) {
        p.x += w * ((double)(away % 8) - 3) * (tag & 8 ? 12345 : 1);
        p.y += h * ((double)(away / 8 % 8) - 3);
    }
    q = (c2d_vec){p.x + dx, p.y + dy * (tag & 32 ? -1 : 1)};
    for (int k = 0; k < VERTICES; k++)
        ring[k] = (c2d_vec){p.x + ring[k].x, p.y + ring[k].y};
    c2d_status status = tag % 5 == 0   ? c2d_circle(out, p, least / 8 * (size % 8))
                        : tag % 5 == 1 ? c2d_box(out, p, q, 0)
                        : tag % 5 == 2 ? c2d_segment(out, p, q)
                        : tag % 5 == 3 ? c2d_capsule(out, p, q, least / 16 * (size % 4))
                                       : c2d_hull_shape(out, ring, VERTICES, least / 16 * (away % 2), storage);
    CHECK(status == C2D_OK, "%s", c2d_rule(status));
}

static void read_crowd(reader *in)
{
    static const double periods[] = {8, 2.4, 0.7, 1e-3, 12345.678, 0x1p-60};
    unsigned n = 1 + read_byte(in) % SHAPES, tag = read_byte(in);
    uint32_t leaf;

    all.period.x = tag % 4 != 1 ? periods[read_byte(in) % 6] : INFINITY;
    all.period.y = tag % 4 != 2 && tag % 16 != 5 ? periods[read_byte(in) % 6] : INFINITY;
    c2d_tree_init(&all.tree);
    for (all.count = 0; all.count < n; all.count++) {
        c2d_shape *s = &all.shape[all.count];
        read_shape(in, s, all.storage[all.count]);
        if (!c2d_fits_period(c2d_bounds_of(s), all.period)) /* the other axis is much shorter */
            CHECK(c2d_circle(s, (c2d_vec){0, 0}, 0) == C2D_OK, "a circle");
        CHECK(c2d_tree_insert(&all.tree, c2d_home_box(s, all.period), all.count, &leaf) == C2D_OK, "no memory");
    }
}

/* The images of b that may come to within half a period of a; and more of them. */
static c2d_cell_range images_near(const c2d_shape *a, const c2d_shape *b, double lead_x, double lead_y)
{
    c2d_cell_range r = {{0, 0}, {0, 0}};
    if (all.period.x < INFINITY) {
        double w = all.period.x;
        r.first.x = (int32_t)floor((a->min.x + fmin(lead_x, 0) - b->max.x) / w) - 2;
        r.last.x = (int32_t)ceil((a->max.x + fmax(lead_x, 0) - b->min.x) / w) + 2;
    }
    if (all.period.y < INFINITY) {
        double h = all.period.y;
        r.first.y = (int32_t)floor((a->min.y + fmin(lead_y, 0) - b->max.y) / h) - 2;
        r.last.y = (int32_t)ceil((a->max.y + fmax(lead_y, 0) - b->min.y) / h) + 2;
    }
    return r;
}

#define EACH_IMAGE(image, range)                                                                                       \
    for (c2d_cell image = (range).first; image.x <= (range).last.x; image.x++)                                         \
        for (image.y = (range).first.y; image.y <= (range).last.y; image.y++)

/* ---- searches ---- */

typedef struct asking {
    const c2d_shape *a;
    c2d_cell cell;
    c2d_vec motion;
    int relation[SHAPES];
    double nearest[SHAPES], first[SHAPES], limit;
    unsigned visits, most;
} asking;

static bool visit_meeting(void *context, uint32_t i)
{
    asking *s = context;
    c2d_cell image = c2d_image_in_cell(s->cell, &all.shape[i], all.period);
    int relation = c2d_relate_image(s->a, &all.shape[i], all.period, image.x, image.y);
    s->relation[i] = relation > s->relation[i] ? relation : s->relation[i];
    return ++s->visits != s->most;
}

static double visit_nearest(void *context, uint32_t i, double limit)
{
    asking *s = context;
    double distance;
    c2d_cell image = c2d_image_in_cell(s->cell, &all.shape[i], all.period);
    CHECK(c2d_distance_to_image(s->a, &all.shape[i], all.period, image, &distance) == C2D_OK, "no memory");
    s->nearest[i] = fmin(s->nearest[i], distance);
    return ++s->visits == s->most ? -1 : limit;
}

static double visit_way(void *context, uint32_t i, double limit)
{
    asking *s = context;
    c2d_cell image = c2d_image_in_cell(s->cell, &all.shape[i], all.period);
    c2d_vec room[C2D_CAST_ROOM(VERTICES)];
    c2d_relation swept;
    c2d_hit hit;
    c2d_status status = c2d_image_cast(s->a, NULL, s->motion, &all.shape[i], all.period, image,
                                       (c2d_cast_options){false, true}, room, &swept, &hit);
    CHECK(status == C2D_OK, "%s", c2d_rule(status));
    if (swept == C2D_OVERLAPPING)
        s->first[i] = fmin(s->first[i], hit.t);
    return ++s->visits == s->most ? -1 : fmin(limit, s->limit);
}

static void forget(asking *s, unsigned most)
{
    s->visits = 0;
    s->most = most;
    s->limit = 1;
    for (unsigned i = 0; i < all.count; i++) {
        s->relation[i] = C2D_APART;
        s->nearest[i] = s->first[i] = INFINITY;
    }
}

/* Of all images of b that may be nearest, one that is not may seem so by rounding: 0 if nothing is rounded. */
static double rounding_at(const c2d_shape *a, const c2d_shape *b)
{
    c2d_cell_range near = images_near(a, b, 0, 0);
    double x = fmax(fabs(a->min.x), fabs(a->max.x)), y = fmax(fabs(a->min.y), fabs(a->max.y));
    c2d_image_pair pair;
    bool exact = true;
    EACH_IMAGE(image, near)
    {
        CHECK(c2d_image_pair_init(&pair, a, b, all.period, image, C2D_APART) == C2D_OK, "no memory");
        exact = exact && pair.exact;
        c2d_image_pair_free(&pair);
    }
    x += all.period.x < INFINITY ? 32 * all.period.x : 0;
    y += all.period.y < INFINITY ? 32 * all.period.y : 0;
    return exact ? 0 : 0x1p-48 * (x + y);
}

static void ask_meeting_and_nearest(const c2d_shape *a, unsigned stop)
{
    static asking s;
    s.a = a;
    forget(&s, 0);
    CHECK(c2d_query_images(&all.tree, c2d_bounds_of(a), all.period, &s.cell, visit_meeting, &s), "it ended");
    c2d_search_images_near(&all.tree, c2d_bounds_of(a), INFINITY, all.period, &s.cell, NULL, visit_nearest, &s);
    for (unsigned i = 0; i < all.count; i++) {
        c2d_cell_range near = images_near(a, &all.shape[i], 0, 0);
        int relation = C2D_APART;
        double nearest = INFINITY, distance, rounding = rounding_at(a, &all.shape[i]);
        target_subjects(a, &all.shape[i]);
        EACH_IMAGE(image, near)
        {
            int found = c2d_relate_image(a, &all.shape[i], all.period, image.x, image.y);
            relation = found > relation ? found : relation;
            CHECK(c2d_distance_to_image(a, &all.shape[i], all.period, image, &distance) == C2D_OK, "no memory");
            nearest = fmin(nearest, distance);
        }
        CHECK(s.relation[i] == relation, "shape %u is %d, of all images %d", i, s.relation[i], relation);
        CHECK(s.nearest[i] >= nearest && s.nearest[i] <= nearest + rounding,
              "shape %u is %.17g away, of all images %.17g", i, s.nearest[i], nearest);
    }
    forget(&s, stop);
    CHECK(c2d_query_images(&all.tree, c2d_bounds_of(a), all.period, &s.cell, visit_meeting, &s) == (s.visits < stop),
          "%u visits, to end after %u", s.visits, stop);
    forget(&s, stop);
    c2d_search_images_near(&all.tree, c2d_bounds_of(a), 1e300, all.period, &s.cell, NULL, visit_nearest, &s);
    CHECK(s.visits <= stop, "%u visits, to end after %u", s.visits, stop);
}

static void ask_way(const c2d_shape *a, c2d_vec motion, unsigned stop)
{
    static asking s;
    c2d_vec room[C2D_CAST_ROOM(VERTICES)];
    c2d_bounds box;
    double sooner = 1;

    if (c2d_check(&motion.x) || c2d_check(&motion.y) || !c2d_way_fits(motion, all.period) ||
        c2d_cast_bounds(a, NULL, motion, room, &box))
        return;
    s.a = a;
    s.motion = motion;
    forget(&s, 0);
    c2d_search_images_along(&all.tree, c2d_bounds_of(a), box, motion, 1, all.period, &s.cell, NULL, visit_way, &s);
    for (unsigned i = 0; i < all.count; i++) {
        c2d_cell_range near = images_near(a, &all.shape[i], motion.x, motion.y);
        double first = INFINITY;
        target_subjects(a, &all.shape[i]);
        EACH_IMAGE(image, near)
        {
            c2d_relation swept;
            c2d_hit hit;
            c2d_status status = c2d_image_cast(a, NULL, motion, &all.shape[i], all.period, image,
                                               (c2d_cast_options){false, true}, room, &swept, &hit);
            CHECK(status == C2D_OK, "%s", c2d_rule(status));
            if (swept == C2D_OVERLAPPING)
                first = fmin(first, hit.t);
        }
        CHECK(s.first[i] == first, "shape %u is hit at %.17g, of all images at %.17g", i, s.first[i], first);
        sooner = fmin(sooner, first);
    }
    forget(&s, 0);
    s.limit = sooner; /* what comes later is left out, and nothing that is hit first */
    c2d_search_images_along(&all.tree, c2d_bounds_of(a), box, motion, sooner, all.period, &s.cell, NULL, visit_way, &s);
    for (unsigned i = 0; i < all.count; i++)
        sooner = fmin(sooner, s.first[i]);
    CHECK(sooner == s.limit, "the first hit is at %.17g, with a limit of %.17g", sooner, s.limit);
    forget(&s, stop);
    c2d_search_images_along(&all.tree, c2d_bounds_of(a), box, motion, 1, all.period, &s.cell, NULL, visit_way, &s);
    CHECK(s.visits <= stop, "%u visits, to end after %u", s.visits, stop);
}

/* ---- one image ---- */

static double scale_of(const c2d_shape *s) { return fabs(s->min.x) + fabs(s->min.y) + fabs(s->max.x) + fabs(s->max.y); }

/* The points are at the place of the first shape, where they are no farther from it than the depth, but for rounding.
 */
static void check_points(const c2d_shape *a, const c2d_shape *b, const c2d_image_pair *pair, const c2d_contact *contact)
{
    double scale = scale_of(a) + scale_of(b) + scale_of(pair->a) + scale_of(pair->b);
    double slack = contact->depth + 16 * (pair->error + 0x1p-53 * scale);

    for (int i = 0; i < contact->count; i++) {
        c2d_vec p = contact->points[i];
        CHECK(p.x >= a->min.x - slack && p.x <= a->max.x + slack && p.y >= a->min.y - slack && p.y <= a->max.y + slack,
              "the point %.17g, %.17g is outside of %.17g, %.17g, %.17g, %.17g", p.x, p.y, a->min.x, a->min.y, a->max.x,
              a->max.y);
    }
}

static void ask_image(const c2d_shape *a, const c2d_shape *b, c2d_cell image, c2d_vec motion, unsigned tag)
{
    c2d_vec room[C2D_CAST_ROOM(VERTICES)];
    c2d_relation relation = c2d_relate_image(a, b, all.period, image.x, image.y), swept;
    c2d_cast_options options = {tag & 1, tag & 2};
    c2d_image_pair pair;
    c2d_contact contact;
    c2d_bounds box;
    c2d_hit hit;
    target_subjects(a, b);
    target_relations[relation + 1]++;
    CHECK(c2d_image_pair_init(&pair, a, b, all.period, image, relation) == C2D_OK, "no memory");
    if (pair.exact)
        CHECK(c2d_relate(pair.a, pair.b) == relation, "the copies are %d, the image %d", c2d_relate(pair.a, pair.b),
              relation);
    CHECK((c2d_image_distance(&pair) == 0) == (relation >= C2D_TOUCHING), "distance %.17g", c2d_image_distance(&pair));
    if (relation >= C2D_TOUCHING) {
        c2d_image_contact(&pair, &contact);
        CHECK((contact.depth == 0) == (relation == C2D_TOUCHING), "depth %.17g", contact.depth);
        CHECK(contact.count == 1 || contact.count == 2, "%d points", contact.count);
        check_points(a, b, &pair, &contact);
    }
    c2d_image_pair_free(&pair);
    if (c2d_check(&motion.x) || c2d_check(&motion.y) || c2d_cast_bounds(a, NULL, motion, room, &box))
        return;
    CHECK(c2d_image_cast(a, NULL, motion, b, all.period, image, options, room, &swept, &hit) == C2D_OK, "a cast");
    CHECK(swept != C2D_OVERLAPPING || (hit.depth > 0) == (relation == C2D_OVERLAPPING), "depth %.17g", hit.depth);
    CHECK(swept == C2D_OVERLAPPING || relation != C2D_OVERLAPPING || !options.leaving, "it starts inside");
    CHECK(swept != C2D_TOUCHING || options.touching, "it was not to be hit");
    bool wants_touch = pair.copies[0].exact && options.touching && options.leaving; /* a rounded copy may be parted */
    CHECK(swept != C2D_APART || relation != C2D_TOUCHING || !wants_touch, "it touches");
}

/* The shape, grown until it touches the image, or nearly so: rounding parts some of them, and makes others overlap. */
static void ask_touching(reader *in, const c2d_shape *a, const c2d_shape *b, c2d_cell image, c2d_vec motion)
{
    c2d_shape grown;
    double distance;
    CHECK(c2d_distance_to_image(a, b, all.period, image, &distance) == C2D_OK, "no memory");
    distance = ulps_off(distance, (int)(read_byte(in) % 5) - 2);
    if (!(distance > 0))
        return;
    c2d_shape_finish(&grown, c2d_vertices(a), a->count, a->radius + distance);
    ask_image(&grown, b, image, motion, read_byte(in));
    if (c2d_is_thin(b)) {
        const c2d_shape *twice[2] = {&grown, &grown};
        c2d_body body = {twice, NULL, 2, NULL};
        bool surrounds;
        c2d_status status = c2d_body_image_surrounds(&body, all.period, c2d_cell_opposite(image), b, &surrounds);
        CHECK(status == C2D_OK && !surrounds, "%s, one shape is on both sides", c2d_rule(status));
    }
}

/* A body of two shapes against another one, and against a thin shape. */
static void ask_bodies(const c2d_shape *const pieces[3], c2d_cell image)
{
    c2d_body a = {pieces, NULL, 2, NULL}, b = {pieces + 1, NULL, 2, NULL};
    c2d_body_image copy;
    bool contains, surrounds;
    c2d_relation relation;
    CHECK(c2d_body_image_init(&copy, &b, all.period, image) == C2D_OK, "no memory");
    CHECK(c2d_body_image_contains(&a, &b, all.period, image, &contains) == C2D_OK, "no memory");
    if (copy.exact) {
        bool exactly;
        CHECK(c2d_body_contains(&a, &copy.body, &exactly) == C2D_OK, "no memory");
        CHECK(contains == exactly, "contains is %d, of the copy %d", contains, exactly);
    }
    if (c2d_is_thin(pieces[0])) {
        c2d_body thin = {pieces, NULL, 1, NULL};
        CHECK(c2d_body_image_surrounds(&b, all.period, image, pieces[0], &surrounds) == C2D_OK, "no memory");
        CHECK(c2d_body_relate(&copy.body, &thin, &relation) == C2D_OK, "no memory");
        CHECK(!copy.exact || !surrounds || relation == C2D_OVERLAPPING, "it is surrounded, and %d", relation);
    }
    c2d_body_image_free(&copy);
}

/* Each function again with an allocation that fails. */
static void ask_without_memory(const c2d_shape *const pieces[3], c2d_cell image, int left)
{
    c2d_body a = {pieces, NULL, 2, NULL}, b = {pieces + 1, NULL, 2, NULL};
    c2d_vec room[C2D_CAST_ROOM(VERTICES)];
    c2d_relation swept;
    c2d_hit hit;
    bool answer;
    double distance;
    c2d_status status[4];
    target_allocations_left = left;
    status[0] = c2d_distance_to_image(pieces[0], pieces[1], all.period, image, &distance);
    target_allocations_left = left;
    status[1] = c2d_image_cast(pieces[0], NULL, (c2d_vec){0, 0}, pieces[1], all.period, image,
                               (c2d_cast_options){false, true}, room, &swept, &hit);
    target_allocations_left = left;
    status[2] = c2d_body_image_contains(&a, &b, all.period, image, &answer);
    target_allocations_left = left;
    status[3] = c2d_is_thin(pieces[0]) ? c2d_body_image_surrounds(&b, all.period, image, pieces[0], &answer) : C2D_OK;
    target_allocations_left = -1;
    for (int k = 0; k < 4; k++)
        CHECK(status[k] == C2D_OK || status[k] == C2D_NO_MEMORY, "%s", c2d_rule(status[k]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    static c2d_vec storage[VERTICES];
    c2d_shape a;
    unsigned stop;
    c2d_vec motion;

    read_crowd(&in);
    read_shape(&in, &a, storage);
    if (!c2d_fits_period(c2d_bounds_of(&a), all.period))
        a = all.shape[0];
    stop = 1 + read_byte(&in) % 4;
    motion.x =
        a.max.x - a.min.x + (all.period.x < INFINITY ? all.period.x / 4 * ((double)(read_byte(&in) % 32) - 16) : 0);
    motion.y = (all.period.y < INFINITY   ? all.period.y
                : all.period.x < INFINITY ? all.period.x
                                          : 1) /
               4 * ((double)(read_byte(&in) % 32) - 16);
    ask_meeting_and_nearest(&a, stop);
    ask_way(&a, motion, stop);
    ask_way(&a, (c2d_vec){0, motion.y}, stop);
    for (unsigned i = 0; i < all.count; i++) {
        const c2d_shape *b = &all.shape[i], *pieces[3] = {&a, b, &all.shape[(i + 1) % all.count]};
        c2d_cell_range near = images_near(&a, b, 0, 0);
        c2d_cell image = {near.first.x + (int)(read_byte(&in) % 8), near.first.y + (int)(read_byte(&in) % 8)};
        image.x = all.period.x < INFINITY ? image.x : 0;
        image.y = all.period.y < INFINITY ? image.y : 0;
        ask_image(&a, b, image, motion, read_byte(&in));
        ask_touching(&in, &a, b, image, motion);
        EACH_IMAGE(one, near)
        if (c2d_relate_image(&a, b, all.period, one.x, one.y) >= C2D_TOUCHING) {
            ask_image(&a, b, one, motion, read_byte(&in));
            ask_bodies(pieces, one);
            ask_without_memory(pieces, one, (int)(read_byte(&in) % 6));
        }
    }
    c2d_tree_free(&all.tree);
    target_subjects(NULL, NULL);
    return 0;
}
