/* Property: of c2d_turn_cast, with E = C2D_TURN_ERROR of the scale:
 * - an overlap at the start is a hit at 0 with the contact's depth; otherwise the stop does not overlap, exactly
 * - no place before the stop, or before the end of a turn without a hit, overlaps by more than E (and its rounding)
 * - a turn that ends before a hit has none; a turn by 0 that moves is a cast
 * - the mirror image of a turn that starts in touch hits at once if the turn does
 * - the work is bounded by the numbers of vertices
 * - the part of the turn with a hit reaches b, also if a moves: c2d_turn_parts leaves nothing out
 * - the candidates of a part are taken earliest first, and all that are early enough
 * - c2d_turn_bounds holds every place; as bodies, also beside a far piece, the two have the same hit
 * and of c2d_angle_of: it is the inverse of c2d_sincos. */
#include "../decode.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static solid a, b, mirrored_a, mirrored_b;
static c2d_vec room[C2D_CAST_ROOM(DRAFT_POINTS)], storage[4 * DRAFT_POINTS];
static double angle;
static bool has_about;
static c2d_vec about, motion; /* (0, 0) for half of the inputs */

static const c2d_vec *given_about(void) { return has_about ? &about : NULL; }

static void print_turn(void)
{
    fprintf(stderr, "angle %.17g about %d (%.17g, %.17g) motion (%.17g, %.17g)\n", angle, has_about, about.x, about.y,
            motion.x, motion.y);
    if (a.has_rect)
        print_rect("rect of a", &a.rect);
}

static double read_angle(reader *in)
{
    unsigned how = read_byte(in);
    double x = (how & 1 ? -1 : 1) * (1.0 + read_byte(in));
    switch (how >> 1 & 7) {
    case 0: return ldexp(x, -(int)read_byte(in));
    case 1: return x * 360 / 256;
    case 2: return how & 1 ? -360 : 360;
    case 3: return x < 0 ? -90 * ceil(-x / 64) : 90 * ceil(x / 64);
    case 4: return read_coordinate(in);
    default: return fmod(x * 1.40625 + read_byte(in) / 256.0, 360);
    }
}

static void read_about(reader *in)
{
    unsigned how = read_byte(in);
    has_about = how % 4 != 0;
    switch (how % 4) {
    case 1: about = c2d_vertices(&a.shape)[(how >> 2) % a.shape.count]; break;
    case 2: about = c2d_center(how & 4 ? &b.shape : &a.shape); break;
    default: about = read_point(in);
    }
    CHECK(!c2d_check(&about.x) && !c2d_check(&about.y), "a point of the domain");
}

static c2d_vec part_of_motion(double part) { return (c2d_vec){part * motion.x, part * motion.y}; }

/* Takes a back by a part of the way, so that the pair meets as it was built. */
static void turn_back(double part)
{
    static c2d_vec moved_storage[2 * DRAFT_POINTS];
    c2d_shape turned, moved;
    c2d_vec zero = {0, 0};
    if (a.has_rect || c2d_moved(&moved, &a.shape, NULL, part_of_motion(-part), moved_storage) ||
        c2d_turned(&turned, &moved, NULL, -part * angle, given_about(), zero, storage))
        return;
    if (turned.count > C2D_INLINE_VERTICES) {
        memcpy(a.storage, turned.v.many, turned.count * sizeof *storage);
        turned.v.many = a.storage;
    }
    a.shape = turned;
}

static double greatest(const c2d_shape *s)
{
    return fmax(fmax(fabs(s->min.x), fabs(s->min.y)), fmax(fabs(s->max.x), fabs(s->max.y)));
}

static c2d_vec pivot_of(void)
{
    c2d_frame frame;
    if (has_about)
        return about;
    if (!a.has_rect)
        return c2d_center(&a.shape);
    c2d_rect_frame(&a.rect, &frame);
    if (a.rect.anchor == C2D_BY_PIVOT || a.rect.anchor == C2D_BY_CENTER)
        return a.rect.at;
    return (c2d_vec){frame.min.x + frame.pivot.x, frame.min.y + frame.pivot.y};
}

/* Whether the pivot can be given as an argument, for the same turn. */
static bool can_give_pivot(void)
{
    c2d_vec p = pivot_of(), stored = p;
    return (has_about || !a.has_rect) && !c2d_check(&stored.x) && !c2d_check(&stored.y) && stored.x == p.x &&
           stored.y == p.y;
}

/* The scale of the header. */
static double scale_of(void)
{
    c2d_vec p = pivot_of(), q = p;
    double scale_a = greatest(&a.shape);
    if (a.has_rect) {
        bool had_about = has_about;
        has_about = false;
        q = pivot_of();
        has_about = had_about;
        scale_a = fmax(scale_a, fmax(fabs(q.x), fabs(q.y)));
    }
    return scale_a + greatest(&b.shape) + 2 * fmax(fabs(p.x), fabs(p.y)) + 2 * fmax(fabs(motion.x), fabs(motion.y)) +
           0x1p-148;
}

/* Near the end of the domain a turn may stop earlier than rounding explains. */
static bool is_at_limit(void) { return scale_of() > C2D_LIMIT; }

/* How far a vertex goes at most. */
static double longest_way(void)
{
    double reach = 0;
    c2d_vec p = pivot_of();
    for (uint32_t i = 0; i < a.shape.count; i++)
        reach = fmax(reach, hypot(c2d_vertices(&a.shape)[i].x - p.x, c2d_vertices(&a.shape)[i].y - p.y));
    return reach * fabs(angle) * (3.15 / 180) + hypot(motion.x, motion.y);
}

static void mirror(const solid *s, solid *out)
{
    c2d_vec points[DRAFT_POINTS];
    for (uint32_t i = 0; i < s->shape.count; i++) {
        points[i] = c2d_vertices(&s->shape)[i];
        points[i].y = -points[i].y;
    }
    CHECK(!c2d_hull_shape(&out->shape, points, s->shape.count, s->shape.radius, out->storage), "a mirror image");
}

/* The start touches: exact signs decide, of the image too. */
static void check_image(bool hits, const c2d_hit *hit)
{
    c2d_hit other;
    bool other_hits;
    c2d_vec p = pivot_of();
    if (!can_give_pivot() || angle == 0) /* a cast, in which a rectangle moves by its corners */
        return;
    if (is_at_limit()) /* a part of the way may be beyond it */
        return;
    if (longest_way() < 16 * C2D_TURN_ERROR * scale_of()) /* then the way decides, not the touch */
        return;
    mirror(&a, &mirrored_a);
    mirror(&b, &mirrored_b);
    p.y = -p.y;
    CHECK(!c2d_turn_cast(&mirrored_a.shape, NULL, -angle, &p, (c2d_vec){motion.x, -motion.y}, &mirrored_b.shape, 1,
                         room, &other_hits, &other),
          "status");
    if (hits && hit->t == 0)
        CHECK(other_hits, "its mirror image does not hit at once");
}

static void check_places(double until, double scale)
{
    c2d_shape turned;
    c2d_bounds box;
    if (c2d_turn_bounds(&a.shape, solid_rect(&a), angle, given_about(), motion, &box)) {
        CHECK(angle == 0, "the bounds"); /* a cast does not ask where the point is */
        return;
    }
    for (int k = 1; k <= 6; k++) {
        if (c2d_turned(&turned, &a.shape, solid_rect(&a), until * k / 6 * angle, given_about(),
                       part_of_motion(until * k / 6), storage))
            return;
        CHECK(turned.min.x >= box.min.x && turned.min.y >= box.min.y && turned.max.x <= box.max.x &&
                  turned.max.y <= box.max.y,
              "at %.17g it leaves its bounds", until * k / 6);
        double gap = c2d_separation(&turned, &b.shape);
        CHECK(gap >= -2 * C2D_TURN_ERROR * scale, "at %.17g it overlaps by %g, E is %g", until * k / 6, -gap,
              C2D_TURN_ERROR * scale);
    }
}

/* The same two as bodies, b with a piece that is out of reach. */
static void check_bodies(bool hits, const c2d_hit *hit, double scale)
{
    c2d_shape far;
    c2d_vec center = {b.shape.max.x + 8 * scale, b.shape.max.y}, pivot = pivot_of();
    const c2d_shape *pieces_a[1] = {&a.shape}, *pieces_b[2] = {&b.shape, &far};
    const c2d_rect *rects_a[1] = {solid_rect(&a)}, *rects_b[2] = {NULL, NULL};
    c2d_body body_a = {pieces_a, rects_a, 1, NULL}, body_b = {pieces_b, rects_b, 2, NULL};
    c2d_hit other;
    c2d_piece_pair pair;
    bool other_hits;

    if (!can_give_pivot())
        return;
    if (c2d_circle(&far, center, 0))
        body_b.count = 1;
    CHECK(!c2d_body_turn_cast(&body_a, angle, pivot, motion, &body_b, room, &other_hits, &other, &pair), "status");
    CHECK(other_hits == hits && (!hits || (other.t == hit->t && other.depth == hit->depth)), "as bodies, t %.17g",
          other_hits ? other.t : -1);
    CHECK(!hits || (pair.a == 0 && pair.b == 0), "the pieces (%zu, %zu)", pair.a, pair.b);
}

/* The other functions refuse the angle, too. */
static void check_refused(void)
{
    const c2d_shape *piece_a = &a.shape, *piece_b = &b.shape;
    c2d_body body_a = {&piece_a, NULL, 1, NULL}, body_b = {&piece_b, NULL, 1, NULL};
    c2d_bounds box;
    c2d_turn_parts parts;
    c2d_hit hit;
    c2d_piece_pair pair;
    bool hits;

    CHECK(c2d_turn_bounds(&a.shape, solid_rect(&a), angle, given_about(), motion, &box) == C2D_ABOVE_TURN,
          "the bounds");
    CHECK(c2d_turn_parts_init(&parts, &a.shape, solid_rect(&a), angle, given_about(), motion) == C2D_ABOVE_TURN,
          "the parts");
    CHECK(strstr(c2d_rule(C2D_ABOVE_TURN), "360"), "the rule is %s", c2d_rule(C2D_ABOVE_TURN));
    CHECK(c2d_body_turn_cast(&body_a, angle, pivot_of(), motion, &body_b, room, &hits, &hit, &pair) == C2D_ABOVE_TURN &&
              !hits,
          "as bodies");
    CHECK(c2d_body_turn_cast(&body_a, NAN, pivot_of(), motion, &body_b, room, &hits, &hit, &pair) == C2D_NOT_FINITE &&
              !hits,
          "as bodies, by no number");
}

/* The candidates of a part are taken in order. */
static void check_candidates(c2d_turn_parts *parts, double limit)
{
    const c2d_shape *shapes[3] = {&b.shape, &a.shape, &b.shape};
    double t[3], last = 0;
    uint32_t left = 0, number;
    for (uint32_t i = 0; i < 3; i++) {
        t[i] = c2d_turn_parts_earliest(parts, shapes[i]);
        CHECK(t[i] >= parts->from, "candidate %u at %.17g, before the part", i, t[i]);
        CHECK(!c2d_turn_parts_add(parts, limit, shapes[i], i), "no room for candidate %u", i);
        left += t[i] <= limit;
    }
    for (; left > 0; left--) {
        CHECK(c2d_turn_parts_take(parts, limit, &number), "%u candidates are lost", left);
        CHECK(t[number] >= last && t[number] <= limit, "candidate %u at %.17g", number, t[number]);
        last = t[number];
    }
    CHECK(!c2d_turn_parts_take(parts, limit, &number), "one candidate too many");
}

/* hit: NULL if there is none. */
static void check_parts(const c2d_hit *hit)
{
    c2d_turn_parts parts;
    c2d_bounds box, target = c2d_cast_target_bounds(&b.shape);
    if (c2d_turn_parts_init(&parts, &a.shape, solid_rect(&a), angle, given_about(), motion)) {
        CHECK(angle == 0, "the parts"); /* a cast does not ask where the point is */
        return;
    }
    int count = 0;
    while (c2d_turn_parts_next(&parts, hit ? hit->t : 1, &box)) {
        bool here = hit && parts.from <= hit->t && hit->t <= parts.to;
        bool meets = box.min.x <= target.max.x && target.min.x <= box.max.x && box.min.y <= target.max.y &&
                     target.min.y <= box.max.y;
        CHECK(parts.from < parts.to && parts.to <= 1 && ++count <= 64, "part %d from %.17g to %.17g", count, parts.from,
              parts.to);
        CHECK(!here || is_at_limit() || (meets && c2d_turn_parts_earliest(&parts, &b.shape) <= hit->t),
              "the part from %.17g misses the hit", parts.from);
        check_candidates(&parts, hit ? hit->t : 1);
    }
    CHECK(parts.to >= (hit ? hit->t : 1), "the parts end at %.17g", parts.to);
}

static void check_angle_of(void)
{
    double turn = fmod(fabs(angle), 360), s, c;
    c2d_sincos(turn, &s, &c);
    double found = c2d_angle_of((c2d_vec){c, s});
    CHECK(fabs(found - turn) <= 0x1p-49 * turn, "angle_of %.17g is %.17g", turn, found);
}

/* A turn by 0. */
static void check_cast(void)
{
    c2d_hit hit, other;
    bool hits, other_hits;
    c2d_status status = c2d_cast(&a.shape, solid_rect(&a), motion, &b.shape, room, &hits, &hit);
    CHECK(c2d_turn_cast(&a.shape, solid_rect(&a), 0, given_about(), motion, &b.shape, 1, room, &other_hits, &other) ==
              status,
          "status");
    CHECK(hits == other_hits && (!hits || memcmp(&hit, &other, sizeof hit) == 0), "the cast hits at %.17g",
          hits ? hit.t : -1);
}

static void check_turn(void)
{
    c2d_hit hit, shorter;
    bool hits, hits_shorter;
    c2d_relation start = c2d_relate(&a.shape, &b.shape);
    double scale = scale_of();

    target_steps_done = 0;
    c2d_status status =
        c2d_turn_cast(&a.shape, solid_rect(&a), angle, given_about(), motion, &b.shape, 1, room, &hits, &hit);
    unsigned long vertices = a.shape.count + b.shape.count;
    CHECK(target_steps_done <= vertices * (256 + 64 * vertices), "%lu steps of %lu vertices", target_steps_done,
          vertices);
    if (fabs(angle) > 360) {
        CHECK(status == C2D_ABOVE_TURN && !hits, "status %d", status);
        check_refused();
        return;
    }
    if (status) {
        CHECK(status == C2D_TOO_LARGE && scale > C2D_LIMIT / 8 && !hits, "status %d", status);
        return;
    }
    check_angle_of();
    if (motion.x != 0 || motion.y != 0)
        check_cast();
    target_relations[hits ? (hit.t > 0 ? 2 : 1) : 0]++;
    CHECK(start != C2D_OVERLAPPING || (hits && hit.t == 0 && hit.depth > 0), "an overlap at the start");
    check_bodies(hits, &hit, scale);
    /* Near the limit, a rectangle with a far pivot may have no place on its way: then it stops long before b. */
    if (scale <= C2D_LIMIT / 8 || !a.has_rect)
        check_parts(hits ? &hit : NULL);
    if (start == C2D_OVERLAPPING)
        return;
    if (hits) {
        c2d_shape turned;
        CHECK(hit.t >= 0 && hit.t <= 1 && hit.depth == 0, "t %.17g depth %.17g", hit.t, hit.depth);
        CHECK(fabs(hypot(hit.normal.x, hit.normal.y) - 1) < 0x1p-48, "normal (%g, %g)", hit.normal.x, hit.normal.y);
        CHECK(!c2d_turned(&turned, &a.shape, solid_rect(&a), hit.t * angle, given_about(), part_of_motion(hit.t),
                          storage),
              "the stop");
        CHECK(!c2d_overlaps(&turned, &b.shape), "overlaps at the stop, t %.17g", hit.t);
        if (hit.t > 0) {
            CHECK(!c2d_turn_cast(&a.shape, solid_rect(&a), angle, given_about(), motion, &b.shape, hit.t / 2, room,
                                 &hits_shorter, &shorter),
                  "status");
            CHECK(!hits_shorter, "half of the way to t %.17g hits at %.17g", hit.t, shorter.t);
        }
    }
    if (start == C2D_TOUCHING)
        check_image(hits, &hit);
    /* a rectangle that was turned often does not turn by less than an ulp of its angle */
    if (!a.has_rect || fabs(a.rect.angle) <= 720)
        check_places(hits ? hit.t : 1, scale);
}

/* A motion: any, or one that rolls a about the point. */
static c2d_vec read_step(reader *in)
{
    unsigned how = read_byte(in);
    c2d_vec d = read_point(in), c = c2d_center(&b.shape), p = pivot_of();
    double theta = angle * 0x1.1df46a2529d39p-6;
    if (how & 1)
        d = (c2d_vec){theta * (c.y - p.y), -theta * (c.x - p.x)};
    if (how & 2)
        d = (c2d_vec){ldexp(d.x, (int)(how >> 4) - 8), ldexp(d.y, (int)(how >> 4) - 8)};
    return c2d_check(&d.x) || c2d_check(&d.y) ? (c2d_vec){0, 0} : d;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    unsigned how = read_byte(&in);

    in.most = how & 1 ? FEW_POINTS : DRAFT_POINTS;
    angle = read_angle(&in);
    if (c2d_check(&angle))
        return 0;
    read_bodies(&in, &a, &b);
    read_about(&in);
    motion = how & 64 ? read_step(&in) : (c2d_vec){0, 0};
    if (how & 2)
        turn_back((how >> 2 & 15) / 8.0);
    target_context = print_turn;
    target_subjects(&a.shape, &b.shape);
    check_turn();
    return 0;
}
