/* Property: the mover's promise. A shape that overlaps nothing that blocks it, by the oracle, does not at the end of
 * its travel, nor does the sweep of any leg; one that does is pushed out first, or stays and is said to be stuck. What
 * it meets is told in order of time, nothing that is ignored, nothing twice in a row; where nothing is near, it goes
 * all the way. */
#include "decode.h"
#include "oracle.h"
#include "target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 12

static solid mover, world[MOST];
static c2d_response responses[MOST];
static unsigned count;
static c2d_vec motion;

static void print_world(void)
{
    fprintf(stderr, "motion = (%.17g, %.17g)\n", motion.x, motion.y);
    if (mover.has_rect)
        print_rect("a is", &mover.rect);
    for (unsigned i = 0; i < count; i++) {
        fprintf(stderr, "response %d: ", responses[i]);
        print_shape("obstacle", &world[i].shape);
    }
}

static int blocks(unsigned i) { return responses[i] != C2D_PASS && responses[i] != C2D_IGNORE; }

static c2d_status gather(void *context, c2d_bounds box, c2d_obstacles *out)
{
    c2d_status status = C2D_OK;
    unsigned i;

    (void)context;
    for (i = 0; i < count && status == C2D_OK; i++) {
        const c2d_shape *s = &world[i].shape;
        c2d_obstacle o = {s, i, responses[i]};
        if (s->min.x <= box.max.x && box.min.x <= s->max.x && s->min.y <= box.max.y && box.min.y <= s->max.y)
            status = c2d_obstacles_add(out, &o);
    }
    return status;
}

static int relation(const c2d_shape *s, const c2d_shape *t)
{
    return oracle_relate(&c2d_vertices(s)->x, s->count, s->radius, &c2d_vertices(t)->x, t->count, t->radius);
}

static int is_free(const c2d_shape *s)
{
    unsigned i;

    for (i = 0; i < count; i++)
        if (blocks(i) && relation(s, &world[i].shape) > 0)
            return 0;
    return 1;
}

/* Follows the legs as a user would, and has the oracle look at every one. */
static void check_legs(const c2d_travel *t, int free_at_start)
{
    solid at[2] = {mover, mover};
    const solid *here = &mover;
    size_t i;

    for (i = 0; i < t->leg_count; i++) {
        solid *next = &at[i % 2];
        c2d_vec d = t->legs[i], swept_storage[8 * DRAFT_POINTS];
        c2d_shape swept;
        c2d_vec *storage = here->shape.count > C2D_INLINE_VERTICES ? next->storage : NULL;
        c2d_status status = c2d_moved(&next->shape, &here->shape, solid_rect(here), d, storage);

        CHECK(status == C2D_OK, "leg %zu, (%.17g, %.17g), leaves the domain", i, d.x, d.y);
        next->has_rect = mover.has_rect;
        if (mover.has_rect) {
            next->rect = here->rect;
            c2d_check(&d.x);
            c2d_check(&d.y);
            c2d_rect_move(&next->rect, d);
        }
        if (i >= t->pushes) {
            CHECK(c2d_sweep(&swept, &here->shape, &next->shape, swept_storage) == C2D_OK, "no sweep");
            CHECK(is_free(&swept), "leg %zu of %zu, (%.17g, %.17g), overlaps what blocks it", i, t->leg_count, d.x,
                  d.y);
        }
        here = next;
    }
    CHECK(t->stuck || is_free(&here->shape), "it ends inside something, after %zu legs", t->leg_count);
    CHECK(!free_at_start || (t->pushes == 0 && !t->stuck), "%zu pushes from a free place", t->pushes);
    CHECK(!t->stuck || t->leg_count == 0, "stuck, but moved");
    CHECK(free_at_start || t->stuck || t->pushes > 0, "it overlaps something and is not pushed out");
}

static void check_meetings(const c2d_travel *t)
{
    double last = 0;
    size_t i;

    for (i = 0; i < t->meeting_count; i++) {
        const c2d_meeting *m = &t->meetings[i];
        double length = sqrt(m->hit.normal.x * m->hit.normal.x + m->hit.normal.y * m->hit.normal.y);

        CHECK(m->item < count && responses[m->item] == m->response && m->response != C2D_IGNORE, "item %u", m->item);
        CHECK(m->hit.t >= last && m->hit.t <= 1, "meeting %zu at %.17g, after one at %.17g", i, m->hit.t, last);
        CHECK(fabs(length - 1) <= 4 * 0x1p-52, "a normal of length %.17g", length);
        last = m->hit.t;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    unsigned more = read_byte(&in) % (MOST / 2), tiles = read_byte(&in), i;
    c2d_travel travel;
    c2d_status status;
    int free_at_start;

    target_context = NULL;
    read_journey(&in, &mover, &world[0], &motion);
    count = 1;
    for (i = 0; i < more; i++) {
        read_bodies(&in, &world[count], &world[count + 1]);
        count += 2;
    }
    if (tiles % 4 == 0) { /* a row of flush boxes, from an obstacle's corner on */
        c2d_vec at = c2d_vertices(&world[0].shape)[0];
        double side = read_size(&in);
        for (count = 0; count < 2 + tiles / 32; count++) {
            c2d_vec next = {at.x + side, at.y + side};
            world[count].has_rect = false;
            if (c2d_box(&world[count].shape, at, next, 0) != C2D_OK)
                break;
            at.x = next.x;
        }
    }
    for (i = 0; i < count; i++) {
        unsigned tag = read_byte(&in);
        responses[i] = tag < 192 ? C2D_SLIDE : (c2d_response)(tag % 5);
    }
    target_context = print_world;
    target_subjects(&mover.shape, &mover.shape);
    free_at_start = is_free(&mover.shape);
    target_relations[free_at_start ? 0 : 2]++;
    status = c2d_travel_along(&mover.shape, solid_rect(&mover), motion, gather, NULL, &travel);
    CHECK(status == C2D_OK || status == C2D_TOO_LARGE, "%s", c2d_rule(status));
    if (status == C2D_OK) {
        check_legs(&travel, free_at_start);
        check_meetings(&travel);
        if (count == 0)
            CHECK(travel.remaining.x == 0 && travel.remaining.y == 0, "nothing is near, (%g, %g) remains",
                  travel.remaining.x, travel.remaining.y);
    }
    c2d_travel_free(&travel);
    return 0;
}
