/* Property: several shapes block a point or a thin segment together exactly if no small shift separates it from all of
 * them. On a lattice, shifts in every critical direction, a little to both sides of it, and along the cusps that arcs
 * leave, are tried one by one with c2d_relate. A way is blocked from the right t on, no earlier and no later, also for
 * the mirror image and with swapped axes, and what stops there overlaps nothing. */
#include "../decode.h"
#include "../target.h"

#include <math.h>
#include <stdlib.h>

/* Coordinates are at most 5, so a critical direction has coordinates of at most 10. The shifts are exact: 2^4 to 2^-36
 * fit into a double. A shift of size s leaves an arc of radius 8 by s^2 / 16; the sidestep into the cusp is less. */
#define MOST_MEMBERS    8
#define MOST_DIRECTIONS 512
#define SHIFT           0x1p-16
#define GERM            0x1p-25
#define CUSP            0x1p-38

typedef struct world {
    solid members[MOST_MEMBERS];
    const c2d_shape *list[MOST_MEMBERS];
    unsigned count;
    c2d_vec from, to, lead; /* the way: of the point `from`, or of the segment from `from` to lead */
} world;

static c2d_vec vec(double x, double y)
{
    c2d_vec v = {x, y};
    return v;
}

static c2d_vec read_small(reader *in, int most)
{
    unsigned byte = read_byte(in);
    int side = 2 * most + 1;
    return vec((double)((int)(byte % side) - most), (double)((int)(byte / side % side) - most));
}

/* ---- worlds ---- */

static bool fits(c2d_vec p) { return fabs(p.x) <= 5 && fabs(p.y) <= 5; }

/* A draft of a member at p: a corner, an edge or an arc is at p, or nothing is. */
static void read_member(reader *in, const world *w, c2d_vec p, draft *d)
{
    c2d_vec u = read_small(in, 3), v = read_small(in, 3), e = vec(w->to.x - w->from.x, w->to.y - w->from.y);
    unsigned kind = read_byte(in);
    double k = 1 + kind / 64;

    *d = (draft){.kind = DRAFT_HULL, .count = 1};
    d->p[0] = p;
    switch (kind % 8) {
    case 0: /* a segment that ends there */ d->p[d->count++] = vec(p.x + u.x, p.y + u.y); break;
    case 1: /* a corner */
        d->p[d->count++] = vec(p.x + u.x, p.y + u.y);
        d->p[d->count++] = vec(p.x + v.x, p.y + v.y);
        break;
    case 2: /* an edge */
        d->p[0] = vec(p.x - u.x, p.y - u.y);
        d->p[d->count++] = vec(p.x + u.x, p.y + u.y);
        d->p[d->count++] = vec(p.x + v.x, p.y + v.y);
        break;
    case 3: /* a box with a corner or side there */
        d->p[d->count++] = vec(p.x + u.x, p.y + u.y);
        d->p[d->count++] = vec(p.x + u.x, p.y);
        d->p[d->count++] = vec(p.x, p.y + u.y);
        break;
    case 4: /* a circle, straight beside it */
        d->p[0] = kind & 8 ? vec(p.x + (kind & 16 ? k : -k), p.y) : vec(p.x, p.y + (kind & 16 ? k : -k));
        d->radius = k;
        break;
    case 5: /* a circle, at (3, 4) beside it */
        d->p[0] = vec(p.x + (kind & 8 ? 3 : -3), p.y + (kind & 16 ? 4 : -4));
        d->radius = 5;
        break;
    case 6: /* a capsule, straight beside it */
        d->p[0] = fabs(e.x) > fabs(e.y) ? vec(p.x, p.y + (kind & 16 ? k : -k)) : vec(p.x + (kind & 16 ? k : -k), p.y);
        d->p[d->count++] = kind & 8 ? vec(d->p[0].x + u.x, d->p[0].y + u.y)
                                    : vec(d->p[0].x + (e.y == 0 ? u.x : 0), d->p[0].y + (e.x == 0 ? u.y : 0));
        d->radius = k;
        break;
    default: /* a triangle anywhere */
        d->p[0] = read_small(in, 4);
        d->p[d->count++] = u;
        d->p[d->count++] = v;
        break;
    }
}

/* A draft of a member round p: a circle or capsule beside it, a box or triangle with a corner or an edge there. A few
 * of them often surround p, or leave only a cusp. */
static void read_neighbour(reader *in, c2d_vec p, draft *d)
{
    unsigned byte = read_byte(in), side = byte % 4;
    c2d_vec out = vec(side == 0   ? 1
                      : side == 2 ? -1
                                  : 0,
                      side == 1   ? 1
                      : side == 3 ? -1
                                  : 0),
            next = vec(-out.y, out.x);
    c2d_vec corners[] = {out, next, {-next.x, -next.y}, {out.x + next.x, out.y + next.y}};

    *d = (draft){.kind = DRAFT_HULL, .count = 1};
    d->p[0] = p;
    if (byte >> 2 & 1) {
        d->radius = 1 + (byte >> 7);
        d->p[0] = vec(p.x + out.x * d->radius, p.y + out.y * d->radius);
        if (byte >> 3 & 1)
            d->p[d->count++] = vec(d->p[0].x + next.x, d->p[0].y + next.y);
        if (byte >> 4 & 1)
            d->p[d->count++] = vec(d->p[0].x + out.x, d->p[0].y + out.y);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        if (byte >> (3 + i) & 1)
            d->p[d->count++] = vec(p.x + corners[i].x, p.y + corners[i].y);
}

/* The point of the way after a part of it, on the lattice: one of its ends, or the middle if that has whole numbers. */
static c2d_vec read_place(reader *in, const world *w)
{
    unsigned byte = read_byte(in);
    c2d_vec middle = vec((w->from.x + w->to.x) / 2, (w->from.y + w->to.y) / 2);
    bool whole = middle.x == floor(middle.x) && middle.y == floor(middle.y);
    return byte % 8 == 0 ? w->from : byte % 8 == 1 ? w->to : whole ? middle : w->lead;
}

static void read_world(reader *in, world *w)
{
    unsigned size = read_byte(in);
    w->from = read_small(in, 4);
    w->to = read_small(in, 4);
    w->lead = w->from;
    c2d_vec middle = vec((w->from.x + w->to.x) / 2, (w->from.y + w->to.y) / 2);
    if (size & 64 && middle.x == floor(middle.x) && middle.y == floor(middle.y))
        w->lead = middle;
    w->count = 0;
    for (unsigned i = 0; i < 1 + size % MOST_MEMBERS; i++) {
        draft d;
        bool good = true;
        if (size & 128)
            read_neighbour(in, i % 4 < 3 ? w->from : read_place(in, w), &d);
        else
            read_member(in, w, read_place(in, w), &d);
        for (unsigned k = 0; k < d.count; k++)
            good = good && fits(d.p[k]);
        if (!good)
            continue;
        draft_make(&d, &w->members[w->count]);
        w->list[w->count] = &w->members[w->count].shape;
        w->count++;
    }
}

/* ---- the definition ---- */

static unsigned add_direction(c2d_vec *list, unsigned count, c2d_vec u)
{
    c2d_vec turned[4] = {u, {-u.y, u.x}, {-u.x, -u.y}, {u.y, -u.x}};
    for (int k = 0; k < 4; k++) {
        bool known = u.x == 0 && u.y == 0;
        for (unsigned i = 0; i < count && !known; i++)
            known = list[i].x * turned[k].y == list[i].y * turned[k].x &&
                    list[i].x * turned[k].x + list[i].y * turned[k].y > 0;
        if (!known && count < MOST_DIRECTIONS)
            list[count++] = turned[k];
    }
    return count;
}

/* Every direction that may bound a cone: edges of members, the way, radii to the ends of the way, and all of these
 * after quarter turns. */
static unsigned critical_directions(const world *w, c2d_vec p, c2d_vec q, c2d_vec *list)
{
    unsigned count = add_direction(list, 0, vec(1, 0));
    count = add_direction(list, count, vec(w->to.x - w->from.x, w->to.y - w->from.y));
    for (unsigned m = 0; m < w->count; m++) {
        const c2d_vec *v = c2d_vertices(w->list[m]);
        for (uint32_t i = 0; i < w->list[m]->count; i++) {
            uint32_t next = (i + 1) % w->list[m]->count;
            count = add_direction(list, count, vec(v[next].x - v[i].x, v[next].y - v[i].y));
            count = add_direction(list, count, vec(p.x - v[i].x, p.y - v[i].y));
            count = add_direction(list, count, vec(q.x - v[i].x, q.y - v[i].y));
        }
    }
    return count;
}

/* Whether the segment p q, or the point p, shifted by d, meets a member. */
static bool meets(const world *w, c2d_vec p, c2d_vec q, c2d_vec d)
{
    c2d_shape s;
    CHECK(c2d_segment(&s, vec(p.x + d.x, p.y + d.y), vec(q.x + d.x, q.y + d.y)) == C2D_OK, "no segment");
    for (unsigned i = 0; i < w->count; i++)
        if (c2d_collides(&s, w->list[i]))
            return true;
    return false;
}

/* Whether no small shift separates the segment p q from all members. Neighbouring critical directions differ by more
 * than a germ, so the shifts beside each of them show every arc between two of them. */
static bool overlaps_by_shifts(const world *w, c2d_vec p, c2d_vec q)
{
    static const double aside[] = {0, GERM, -GERM, CUSP, -CUSP};
    c2d_vec list[MOST_DIRECTIONS];
    unsigned count = critical_directions(w, p, q, list);
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < sizeof aside / sizeof *aside; k++) {
            c2d_vec u = list[i];
            if (!meets(w, p, q, vec(u.x * SHIFT - u.y * aside[k], u.y * SHIFT + u.x * aside[k])))
                return false;
        }
    return true;
}

/* ---- checks ---- */

static bool overlaps_member(const world *w, const c2d_shape *s)
{
    for (unsigned i = 0; i < w->count; i++)
        if (c2d_overlaps(s, w->list[i]))
            return true;
    return false;
}

/* Points and segments at rest. */
static void check_at_rest(const world *w, c2d_vec p, c2d_vec q)
{
    c2d_shape s;
    bool surrounds;
    CHECK(c2d_segment(&s, p, q) == C2D_OK, "no segment");
    if (overlaps_member(w, &s))
        return;
    CHECK(c2d_union_surrounds(&s, w->list, w->count, &surrounds) == C2D_OK, "no memory");
    bool exact = overlaps_by_shifts(w, p, q);
    target_relations[1 + exact]++;
    CHECK(surrounds == exact, "(%g, %g) to (%g, %g) is surrounded: %d, by shifts %d", p.x, p.y, q.x, q.y, surrounds,
          exact);
}

static size_t find_hits(const world *w, const c2d_shape *a, c2d_vec motion, c2d_thin_sweep *sweep, c2d_grazes *grazes)
{
    c2d_grazes_init(grazes);
    bool is_thin = c2d_thin_sweep_of(a, NULL, motion, sweep);
    CHECK(is_thin == (motion.x != 0 || motion.y != 0), "thin: %d", is_thin);
    for (unsigned i = 0; i < w->count && is_thin; i++)
        CHECK(c2d_grazes_add(grazes, sweep, w->list[i], i) == C2D_OK, "no memory");
    return is_thin ? c2d_union_hits(a, NULL, sweep, grazes) : 0;
}

static c2d_vec along(const world *w, double t)
{
    return vec(w->lead.x + t * (w->to.x - w->lead.x), w->lead.y + t * (w->to.y - w->lead.y));
}

/* The way is blocked at t exactly: free up to the last sixty-fourth before it, blocked from the next one on. */
static void check_way(const world *w)
{
    c2d_shape a, whole;
    c2d_thin_sweep sweep;
    c2d_grazes grazes;
    c2d_vec motion = vec(w->to.x - w->lead.x, w->to.y - w->lead.y);
    CHECK(c2d_segment(&a, w->from, w->lead) == C2D_OK && c2d_segment(&whole, w->from, w->to) == C2D_OK, "no segment");
    size_t count = find_hits(w, &a, motion, &sweep, &grazes);
    if ((motion.x != 0 || motion.y != 0) && !overlaps_member(w, &whole)) {
        /* At t itself the end of the way may be between members that touch it from the front. */
        double t = count ? grazes.list[0].hit.t : 1, before = (ceil(t * 64) - 1) / 64, after = (floor(t * 64) + 1) / 64;
        target_relations[1 + (count > 0)]++;
        if (count == 0)
            after = 1 - 0x1p-10; /* what is met exactly at the end does not block */
        CHECK(overlaps_by_shifts(w, w->from, along(w, after < 1 ? after : 1 - 0x1p-10)) == (count > 0),
              "blocked at %g: %d", after, count > 0);
        CHECK(count == 0 || before <= 0 || !overlaps_by_shifts(w, w->from, along(w, before)),
              "blocked before %g already", before);
        CHECK(count == 0 || grazes.list[0].hit.depth == 0, "depth");
    }
    for (size_t i = 0; i < count; i++) {
        c2d_hit hit = grazes.list[i].hit;
        double length = hypot(hit.normal.x, hit.normal.y);
        CHECK(hit.t >= 0 && hit.t < 1, "t is %g", hit.t);
        CHECK(fabs(length - 1) < 1e-15 && hit.normal.x * motion.x + hit.normal.y * motion.y < 0, "normal (%g, %g)",
              hit.normal.x, hit.normal.y);
        CHECK(i == 0 || hit.t >= grazes.list[i - 1].hit.t, "hits are not sorted");
    }
    c2d_grazes_free(&grazes);
}

static int side_of_line(const world *w, const c2d_shape *s)
{
    int side = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        c2d_vec v = c2d_vertices(s)[i], e = vec(w->to.x - w->from.x, w->to.y - w->from.y);
        double cross = e.x * (v.y - w->from.y) - e.y * (v.x - w->from.x);
        side = side ? side : (cross > 0) - (cross < 0);
    }
    return side;
}

/* What is left, if anything is, surrounds the point from which the way starts, is on both sides of the way, and is
 * touched at the start; what stays is not. */
static void check_leaving(const world *w)
{
    c2d_shape a;
    bool surrounded;
    CHECK(c2d_segment(&a, w->from, w->from) == C2D_OK, "no point");
    CHECK(c2d_union_surrounds(&a, w->list, w->count, &surrounded) == C2D_OK, "no memory");
    for (int back = 0; back < 2; back++) {
        c2d_vec motion = vec(w->to.x - w->from.x, w->to.y - w->from.y);
        c2d_thin_sweep sweep;
        c2d_grazes grazes;
        c2d_grazes_init(&grazes);
        motion = back ? vec(-motion.x, -motion.y) : motion;
        if (!c2d_thin_sweep_of(&a, NULL, motion, &sweep))
            return;
        for (unsigned i = 0; i < w->count; i++)
            CHECK(c2d_grazes_add(&grazes, &sweep, w->list[i], i) == C2D_OK &&
                      c2d_grazes_add_behind(&grazes, &sweep, w->list[i], i) == C2D_OK,
                  "no memory");
        double blocked = c2d_grazes_block(&grazes);
        size_t count = grazes.count;
        target_allocations_left = 0;
        c2d_status status = c2d_grazes_leave(&grazes, &a, &sweep);
        CHECK(status == (target_allocations_left < 0 ? C2D_NO_MEMORY : C2D_OK), "%s", c2d_rule(status));
        target_allocations_left = -1;
        CHECK(!status || grazes.count == count, "leaves something without memory");
        CHECK(!status || c2d_grazes_leave(&grazes, &a, &sweep) == C2D_OK, "no memory");
        bool leaves = grazes.count < count;
        CHECK(!leaves || (blocked == 0 && surrounded), "leaves what does not surround it, from %g on", blocked);
        double first[2] = {C2D_NEVER, C2D_NEVER};
        for (size_t i = 0; i < grazes.count; i++) {
            const c2d_graze *g = &grazes.list[i];
            int right = (side_of_line(w, g->member) < 0) != (back != 0);
            first[right] = fmin(first[right], g->first);
            CHECK(!leaves || !c2d_touches(&a, g->member), "keeps what it leaves");
        }
        CHECK(first[0] == grazes.first[0] && first[1] == grazes.first[1], "first is %g, %g", first[0], first[1]);
        c2d_grazes_free(&grazes);
    }
}

/* The images have the same t and members, and the image of the normal. */
static void check_images(const world *w, world *image)
{
    for (int k = 0; k < 3; k++) {
        *image = *w;
        for (unsigned m = 0; m < w->count; m++) {
            draft d = {.kind = DRAFT_HULL, .count = w->list[m]->count, .radius = w->list[m]->radius};
            for (unsigned i = 0; i < d.count; i++) {
                c2d_vec v = c2d_vertices(w->list[m])[i];
                d.p[i] = k == 0 ? vec(-v.x, v.y) : k == 1 ? vec(v.x, -v.y) : vec(v.y, v.x);
            }
            draft_make(&d, &image->members[m]);
            image->list[m] = &image->members[m].shape;
        }
        c2d_vec *ends[] = {&image->from, &image->to, &image->lead};
        for (int i = 0; i < 3; i++)
            *ends[i] = k == 0   ? vec(-ends[i]->x, ends[i]->y)
                       : k == 1 ? vec(ends[i]->x, -ends[i]->y)
                                : vec(ends[i]->y, ends[i]->x);
        c2d_grazes found[2];
        size_t count[2];
        const world *both[] = {w, image};
        for (int i = 0; i < 2; i++) {
            c2d_shape a;
            c2d_thin_sweep sweep;
            const world *v = both[i];
            CHECK(c2d_segment(&a, v->from, v->lead) == C2D_OK, "no segment");
            count[i] = find_hits(v, &a, vec(v->to.x - v->lead.x, v->to.y - v->lead.y), &sweep, &found[i]);
        }
        CHECK(count[0] == count[1], "image %d has %zu hits instead of %zu", k, count[1], count[0]);
        for (size_t i = 0; i < count[0]; i++) {
            c2d_hit a = found[0].list[i].hit, b = found[1].list[i].hit;
            c2d_vec n = k == 0   ? vec(-b.normal.x, b.normal.y)
                        : k == 1 ? vec(b.normal.x, -b.normal.y)
                                 : vec(b.normal.y, b.normal.x);
            CHECK(found[0].list[i].key == found[1].list[i].key && a.t == b.t, "image %d has t %a instead of %a", k, b.t,
                  a.t);
            CHECK(a.normal.x == n.x && a.normal.y == n.y, "image %d has another normal", k);
        }
        c2d_grazes_free(&found[0]);
        c2d_grazes_free(&found[1]);
    }
}

/* What has an interior blocks ways by itself: its sweep is none of a thin shape. */
static void check_thick(const world *w)
{
    c2d_vec motion = vec(w->to.x - w->from.x, w->to.y - w->from.y);
    c2d_shape circle, box;
    c2d_thin_sweep sweep;

    CHECK(c2d_circle(&circle, w->from, 1) == C2D_OK, "circle");
    CHECK(c2d_box(&box, vec(0, 0), vec(1, 1), 0) == C2D_OK, "box");
    CHECK(!c2d_thin_sweep_of(&circle, NULL, motion, &sweep), "a circle has a thin sweep");
    CHECK(!c2d_thin_sweep_of(&box, NULL, motion, &sweep), "a box has a thin sweep");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static world w, image;
    reader in = reader_open(data, size);
    read_world(&in, &w);
    check_at_rest(&w, w.from, w.from);
    check_at_rest(&w, w.to, w.to);
    check_at_rest(&w, w.from, w.to);
    check_way(&w);
    check_leaving(&w);
    check_thick(&w);
    check_images(&w, &image);
    return 0;
}
