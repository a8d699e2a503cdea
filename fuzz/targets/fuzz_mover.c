/* Property: the mover's promise, by the oracle, for a shape and for a body of up to 4 pieces, which says so in the last
 * bytes of the input, or for a scene, which the last byte says: vertices of bodies with notches and seams that go to
 * thin obstacles, to seams of tiles and along the tangent of two discs. A shape that overlaps nothing that blocks it
 * does not at the end of its travel, nor does the sweep of any leg. One that does is pushed out, no farther than
 * max_push and by no more than the shortest way that any one obstacle offers, and neither the push nor a later leg
 * passes through anything that it did not overlap at the start. If it is not pushed, it stays or leads no deeper into
 * what it overlaps. A clear way is gone in one leg, to the bit, and so is the way along a row of flush boxes that it
 * stands on and is moved into, and each coordinate that only what lies across the other axis deflects; it stops at what
 * stops it, tells what that was, and stays only where there is no way on. What it meets is told in order of time,
 * nothing twice; what is passed through changes nothing, and trees of pieces and obstacles change no bit. Errors of
 * gather and lack of memory end it with that status.
 */
#include "../decode.h"
#include "../oracle.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST        256
#define ROOM        C2D_CAST_ROOM(4 * DRAFT_POINTS)
#define MOST_LEGS   256
#define MOST_PIECES 4
#define COSTLY      8192 /* a travel to which so many obstacles were handed out is not done again in a variation */
#define PIECE_BYTES 4    /* of the input, for each piece but the first */
#define SCENE       0xfb /* the last byte of the input if it is a scene */
#define ULP         0x1p-53
#define GRAIN       0x1p-190 /* how early a cast may stop where coordinates are rounded to 2^-200 */

/* A body at some position. */
typedef struct place {
    solid piece[MOST_PIECES];
} place;

static place start;
static unsigned pieces; /* of the body */
static const uint8_t *piece_tags;
static solid world[MOST];
static c2d_response responses[MOST];
static unsigned count;
static c2d_vec motion;
static c2d_mover_options options;

/* For gather: the number of its calls, the number of obstacles in all, and the call that fails. */
static unsigned gathered, fails_at;
static unsigned long handed;

static void print_world(void)
{
    static const char *const name[] = {"pass", "slide", "stop", "bounce", "ignore"};

    fprintf(stderr, "motion = (%.17g, %.17g)\nmax_push = %.17g\n", motion.x, motion.y, options.max_push);
    if (start.piece[0].has_rect)
        print_rect("a is", &start.piece[0].rect);
    for (unsigned k = 1; k < pieces; k++)
        print_shape("and", &start.piece[k].shape);
    for (unsigned i = 0; i < count; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s[%u]", name[responses[i]], i);
        print_shape(text, &world[i].shape);
    }
}

static double magnitude(c2d_vec v) { return fmax(fabs(v.x), fabs(v.y)); }

static double length_of(c2d_vec v) { return sqrt(v.x * v.x + v.y * v.y); }

static double extent(const c2d_shape *s) { return fmax(magnitude(s->min), magnitude(s->max)); }

/* The largest number of the input, to which errors are relative. */
static double scale_of_all(void)
{
    double scale = 0;

    for (unsigned k = 0; k < pieces; k++)
        scale = fmax(scale, extent(&start.piece[k].shape));
    for (unsigned i = 0; i < count; i++)
        scale = fmax(scale, extent(&world[i].shape));
    if (start.piece[0].has_rect)
        scale = fmax(scale, magnitude(start.piece[0].rect.at) + magnitude(start.piece[0].rect.size) +
                                magnitude(start.piece[0].rect.pivot));
    return scale + length_of(motion);
}

static bool is_nothing(c2d_vec v) { return v.x == 0 && v.y == 0; }

static bool same(c2d_vec v, c2d_vec w) { return v.x == w.x && v.y == w.y; }

static bool blocks(unsigned i) { return responses[i] != C2D_PASS && responses[i] != C2D_IGNORE; }

/* Whether the interiors of the bounds meet. If not, the shapes do not overlap. */
static bool near(const c2d_shape *s, const c2d_shape *t)
{
    return s->min.x < t->max.x && t->min.x < s->max.x && s->min.y < t->max.y && t->min.y < s->max.y;
}

static int relation(const c2d_shape *s, const c2d_shape *t)
{
    return oracle_relate(&c2d_vertices(s)->x, s->count, s->radius, &c2d_vertices(t)->x, t->count, t->radius);
}

static double gap_between(const c2d_shape *s, const c2d_shape *t)
{
    return oracle_separation(&c2d_vertices(s)->x, s->count, s->radius, &c2d_vertices(t)->x, t->count, t->radius);
}

static bool is_piece_free(const c2d_shape *s)
{
    for (unsigned i = 0; i < count; i++)
        if (blocks(i) && near(s, &world[i].shape) && relation(s, &world[i].shape) > 0)
            return false;
    return true;
}

static bool is_free(const place *here)
{
    for (unsigned k = 0; k < pieces; k++)
        if (!is_piece_free(&here->piece[k].shape))
            return false;
    return true;
}

static bool is_inside(const place *here, const c2d_shape *obstacle)
{
    for (unsigned k = 0; k < pieces; k++)
        if (relation(&here->piece[k].shape, obstacle) > 0)
            return true;
    return false;
}

/* Whether the pieces surround a point or segment together. */
static bool surrounds(const place *here, const c2d_shape *obstacle)
{
    const c2d_shape *list[MOST_PIECES];
    bool are_around = false;

    for (unsigned k = 0; k < pieces; k++)
        list[k] = &here->piece[k].shape;
    if (pieces > 1 && obstacle->radius == 0 && obstacle->count <= 2)
        CHECK(c2d_union_surrounds(obstacle, list, pieces, &are_around) == C2D_OK, "no memory");
    return are_around;
}

/* Whether the sweep of a piece overlaps nothing that blocks and that the body does not leave. */
static bool is_free_from(const place *from, const c2d_shape *s)
{
    for (unsigned i = 0; i < count; i++)
        if (blocks(i) && near(s, &world[i].shape) && relation(s, &world[i].shape) > 0 &&
            !is_inside(from, &world[i].shape) && !surrounds(from, &world[i].shape))
            return false;
    return true;
}

/* A piece moved by d; false if that is out of the domain. */
static bool piece_moved_by(const solid *a, c2d_vec d, solid *out)
{
    c2d_vec *storage = a->shape.count > C2D_INLINE_VERTICES ? out->storage : NULL;

    out->has_rect = a->has_rect;
    if (c2d_moved(&out->shape, &a->shape, solid_rect(a), d, storage) != C2D_OK)
        return false;
    if (a->has_rect) {
        out->rect = a->rect;
        c2d_check(&d.x);
        c2d_check(&d.y);
        c2d_rect_move(&out->rect, d);
    }
    return true;
}

static bool moved_by(const place *from, c2d_vec d, place *out)
{
    for (unsigned k = 0; k < pieces; k++)
        if (!piece_moved_by(&from->piece[k], d, &out->piece[k]))
            return false;
    return true;
}

static c2d_shape swept_between(const c2d_shape *from, const c2d_shape *to)
{
    static c2d_vec storage[8 * DRAFT_POINTS];
    c2d_shape swept;

    CHECK(c2d_sweep(&swept, from, to, storage) == C2D_OK, "no sweep");
    return swept;
}

/* The sweep of piece k. It is valid until the next call. */
static c2d_shape swept_piece(const place *from, const place *to, unsigned k)
{
    return swept_between(&from->piece[k].shape, &to->piece[k].shape);
}

/* Whether the sweeps of all pieces overlap nothing that blocks. */
static bool is_way_free(const place *from, const place *to)
{
    for (unsigned k = 0; k < pieces; k++) {
        c2d_shape swept = swept_piece(from, to, k);
        if (!is_piece_free(&swept))
            return false;
    }
    return true;
}

static bool is_way_free_from_start(const place *from, const place *to)
{
    for (unsigned k = 0; k < pieces; k++) {
        c2d_shape swept = swept_piece(from, to, k);
        if (!is_free_from(from, &swept))
            return false;
    }
    return true;
}

/* The least gap between the pieces and an obstacle. */
static double gap_to(const place *here, unsigned i)
{
    double gap = INFINITY;

    for (unsigned k = 0; k < pieces; k++)
        gap = fmin(gap, gap_between(&here->piece[k].shape, &world[i].shape));
    return gap;
}

static c2d_status gather(void *context, c2d_bounds box, c2d_obstacles *out)
{
    c2d_status status = C2D_OK;

    CHECK(context == &start, "a context of its own");
    gathered++;
    for (unsigned i = 0; i < count && status == C2D_OK; i++) {
        const c2d_shape *s = &world[i].shape;
        c2d_obstacle o = {s, i, responses[i]};
        if (s->min.x <= box.max.x && box.min.x <= s->max.x && s->min.y <= box.max.y && box.min.y <= s->max.y)
            status = c2d_obstacles_add(out, &o);
    }
    handed += out->count;
    return gathered == fails_at ? C2D_NO_MEMORY : status;
}

static c2d_status travel_through(c2d_mover_result *travel)
{
    gathered = 0;
    handed = 0;
    const c2d_shape *shapes[MOST_PIECES];
    const c2d_rect *rects[MOST_PIECES];
    c2d_body body = {shapes, rects, pieces, NULL};

    for (unsigned k = 0; k < pieces; k++) {
        shapes[k] = &start.piece[k].shape;
        rects[k] = solid_rect(&start.piece[k]);
    }
    if (pieces == 1)
        return c2d_mover_run(shapes[0], rects[0], motion, &options, gather, &start, travel);
    return c2d_mover_run_body(&body, motion, &options, gather, &start, travel);
}

/* ---- worlds ---- */

static void read_responses(reader *in)
{
    unsigned mode = read_byte(in);

    for (unsigned i = 0; i < count; i++) {
        unsigned tag = mode % 4 < 2 ? 0 : read_byte(in);
        responses[i] = mode % 4 == 0 ? C2D_SLIDE : mode % 4 == 1 ? (c2d_response)(1 + mode / 4 % 3) : C2D_SLIDE;
        if (tag >= (mode % 4 == 2 ? 192 : 64))
            responses[i] = (c2d_response)(tag % 5);
    }
}

static void add_box(double x, double y, double right, double bottom, double radius)
{
    c2d_vec p = {x, y}, q = {right, bottom};

    if (count == MOST || c2d_box(&world[count].shape, p, q, radius) != C2D_OK)
        return;
    world[count++].has_rect = false;
}

static void add_hull(const c2d_vec *points, size_t n, double radius)
{
    if (count == MOST || c2d_hull_shape(&world[count].shape, points, n, radius, world[count].storage) != C2D_OK)
        return;
    world[count++].has_rect = false;
}

/* The content of a cell of a map; neighbouring cells share its numbers. */
static void add_tile(unsigned kind, double x, double y, double right, double bottom)
{
    c2d_vec p[4] = {{x, y}, {right, y}, {right, bottom}, {x, bottom}}, center = {(x + right) / 2, (y + bottom) / 2};

    switch (kind % 16) {
    case 7: /* slopes: a box without one corner */
    case 8: add_hull(p + kind % 2, 3, 0); break;
    case 9:
        p[0] = p[3];
        add_hull(p, 3, 0);
        break;
    case 10: /* a gentle one */
        p[0].y = center.y;
        add_hull(p, 4, 0);
        break;
    case 11: add_hull(p, 2, 0); break; /* thin walls */
    case 12: add_hull(p + 1, 2, 0); break;
    case 13:
        p[1] = p[2];
        add_hull(p, 2, 0);
        break;
    case 14: add_hull(&center, 1, (right - x) / 2); break;
    case 15: add_hull(&center, 1, kind & 16 ? 0 : (right - x) / 3); break;
    default:
        if (kind % 16 >= 3)
            add_box(x, y, right, bottom, 0);
    }
}

/* Adds a piece beside the first one: flush with a side of its bounds, or anywhere near. */
static void add_piece(const uint8_t *tag)
{
    solid *out = &start.piece[pieces];
    c2d_vec min = start.piece[0].shape.min, max = start.piece[0].shape.max, p = min, q = max;
    double w = max.x - min.x, h = max.y - min.y, unit = fmax(w, h);
    c2d_status status;

    w = w > 0 ? w : unit > 0 ? unit : 1;
    h = h > 0 ? h : unit > 0 ? unit : 1;
    switch (tag[0] % 4) {
    case 0:
        p.x = max.x;
        q.x = max.x + w * (1 + tag[3] % 16) / 8;
        break;
    case 1:
        q.y = min.y;
        p.y = min.y - h * (1 + tag[3] % 16) / 8;
        break;
    case 2:
        p.y = max.y;
        q.y = max.y + h * (1 + tag[3] % 16) / 8;
        break;
    default:
        p.x = min.x + w * ((double)tag[1] - 128) / 16;
        p.y = min.y + h * ((double)tag[2] - 128) / 16;
        q.x = p.x + w * (1 + tag[3] % 16) / 8;
        q.y = p.y + h * (1 + tag[3] / 16) / 8;
    }
    out->has_rect = false;
    switch (tag[0] / 4 % 8) {
    case 4: status = c2d_circle(&out->shape, p, h / 2); break;
    case 5: status = c2d_segment(&out->shape, p, q); break;
    case 6: status = c2d_point(&out->shape, tag[0] & 128 ? p : q); break;
    case 7: status = c2d_capsule(&out->shape, p, q, h / 8); break;
    default: status = c2d_box(&out->shape, p, q, 0); break;
    }
    pieces += status == C2D_OK;
}

/* Makes a body of the first piece. */
static void add_pieces(void)
{
    unsigned most = pieces;

    pieces = 1;
    for (unsigned k = 1; k < most; k++)
        add_piece(piece_tags + PIECE_BYTES * (k - 1));
}

static bool overlaps_start(const c2d_shape *s)
{
    for (unsigned k = 0; k < pieces; k++)
        if (c2d_overlaps(&start.piece[k].shape, s))
            return true;
    return false;
}

/* A mover as large as the tiles, with a corner or the middle of its bounds at a position. */
static void read_mover(reader *in, unsigned how, c2d_vec at, double unit)
{
    unsigned sizes = read_byte(in);
    double w = unit * (1 + sizes % 16) / (how >= 192 ? 1 : 8), h = unit * (1 + sizes / 16) / 8;
    bool below = how & 1, right = how & 2;
    double x = right ? at.x : at.x - w, y = below ? at.y : at.y - h;
    c2d_vec p = {right ? at.x : x, below ? at.y : y}, q = {right ? at.x + w : at.x, below ? at.y + h : at.y};
    c2d_vec middle = {(p.x + q.x) / 2, (p.y + q.y) / 2};
    c2d_vec six[6] = {{p.x, middle.y}, {p.x + w / 4, p.y}, {q.x - w / 4, p.y},
                      {q.x, middle.y}, {q.x - w / 4, q.y}, {p.x + w / 4, q.y}};
    c2d_vec diamond[4] = {{p.x, middle.y}, {middle.x, p.y}, {q.x, middle.y}, {middle.x, q.y}};
    double r = fmin(w, h) / 2;
    c2d_status status = C2D_OK;

    start.piece[0].has_rect = false;
    switch (how / 4 % 16) {
    case 0: /* rectangles with their numbers */
    case 1:
    case 2:
        memset(&start.piece[0].rect, 0, sizeof start.piece[0].rect);
        start.piece[0].rect.anchor = (uint8_t)(how / 4 % 16);
        start.piece[0].rect.at = how / 4 % 16 == 0 ? p : middle;
        start.piece[0].rect.size = (c2d_vec){w, h};
        if (start.piece[0].rect.anchor == C2D_BY_PIVOT) {
            start.piece[0].rect.pivot = read_point(in);
            start.piece[0].rect.at = (c2d_vec){p.x + start.piece[0].rect.pivot.x, p.y + start.piece[0].rect.pivot.y};
        }
        start.piece[0].has_rect = c2d_rect_shape(&start.piece[0].shape, &start.piece[0].rect) == C2D_OK;
        if (!start.piece[0].has_rect)
            status = c2d_box(&start.piece[0].shape, p, q, 0);
        break;
    case 3: /* circles that touch at the same places as the box */
    case 4:
        p.x = right ? at.x + r : at.x - r;
        p.y = below ? at.y + r : at.y - r;
        status = c2d_circle(&start.piece[0].shape, p, r);
        break;
    case 5:
        p.x = middle.x;
        p.y = below ? at.y + r : at.y - r;
        q = (c2d_vec){p.x, below ? p.y + h : p.y - h};
        status = c2d_capsule(&start.piece[0].shape, p, q, r);
        break;
    case 6: status = c2d_hull_shape(&start.piece[0].shape, six, 6, 0, start.piece[0].storage); break;
    case 7: status = c2d_hull_shape(&start.piece[0].shape, diamond, 4, 0, start.piece[0].storage); break;
    case 8: status = c2d_hull_shape(&start.piece[0].shape, six, 6, r / 4, start.piece[0].storage); break;
    case 9: status = c2d_point(&start.piece[0].shape, at); break;
    case 10: status = c2d_box(&start.piece[0].shape, p, q, r / 4); break;
    case 11: status = c2d_segment(&start.piece[0].shape, p, q); break;
    default: status = c2d_box(&start.piece[0].shape, p, q, 0); break;
    }
    if (status != C2D_OK)
        CHECK(c2d_point(&start.piece[0].shape, (c2d_vec){0, 0}) == C2D_OK, "no point");
    add_pieces();
}

static double read_unit(reader *in)
{
    static const double units[] = {1, 16, 0.1, 1.0 / 3, 0.7, 1e-3, 1e6, 32};
    unsigned tag = read_byte(in);

    return tag < 240 ? units[tag % 8] : fmax(fmin(read_size(in), 1e40), 1e-40);
}

static c2d_vec read_origin(reader *in)
{
    static const double places[] = {0, 0, 0, 0.3, -17.3, 1e3, 1000000.1, -1e9 / 7};
    unsigned tag = read_byte(in);
    c2d_vec at = {places[tag % 8], places[tag / 8 % 8]};

    return tag < 240 ? at : read_point(in);
}

/* A motion from less than a unit to a million units; sometimes along an axis. */
static c2d_vec read_push(reader *in, double unit)
{
    static const double far[] = {1, 1, 1, 1.0 / 64, 16, 1e3, 1e6, 0.1};
    unsigned tag = read_byte(in), x = read_byte(in), y = read_byte(in);
    c2d_vec d = {((double)x - 128) / 8 * unit * far[tag % 8], ((double)y - 128) / 8 * unit * far[tag % 8]};

    if (tag & 8)
        d.x *= far[tag >> 5];
    if (tag & 16)
        d.y *= tag & 32 ? 0 : 0x1p-20;
    if (tag & 64 && !(tag & 16))
        d.x = 0;
    if (c2d_check(&d.x) != C2D_OK || c2d_check(&d.y) != C2D_OK)
        d.x = d.y = 0;
    return d;
}

/* A map of tiles, and a mover at some position in it. */
static void read_map(reader *in)
{
    unsigned style = read_byte(in), how = read_byte(in), cell = read_byte(in), off = read_byte(in);
    unsigned columns = 1 + style % 8, rows = 1 + style / 8 % 8;
    double unit = read_unit(in);
    c2d_vec origin = read_origin(in), at;

    count = 0;
    motion = read_push(in, unit);
    at.x = origin.x + (double)(cell % 8) * unit;
    at.y = origin.y + (double)(cell / 8 % 8) * unit;
    if (off & 1)
        at.x += unit * (off >> 4) / 16;
    if (off & 2)
        at.y += unit * (off >> 4) / 16;
    if (off & 4)
        at.x = ulps_off(at.x, (int)(off >> 4) % 3 - 1);
    if (off & 8)
        at.y = ulps_off(at.y, (int)(off >> 6) % 3 - 1);
    read_mover(in, how, at, unit);
    for (unsigned y = 0; y < rows; y++)
        for (unsigned x = 0; x < columns && read_left(in) > 0; x++)
            add_tile(read_byte(in), origin.x + x * unit, origin.y + y * unit, origin.x + (x + 1) * unit,
                     origin.y + (y + 1) * unit);
    if (style & 128) { /* the tiles that it would overlap are removed */
        unsigned kept = 0;
        for (unsigned i = 0; i < count; i++)
            if (!overlaps_start(&world[i].shape)) {
                solid copy = world[i];
                world[kept] = copy;
                if (copy.shape.count > C2D_INLINE_VERTICES)
                    world[kept].shape.v.many = world[kept].storage;
                kept++;
            }
        count = kept;
    }
}

/* Shapes in all the relations of decode.h, to the mover or to each other. */
static void read_shapes(reader *in)
{
    unsigned more = read_byte(in) % 6;

    read_journey(in, &start.piece[0], &world[0], &motion);
    add_pieces();
    count = 1;
    for (unsigned i = 0; i < more; i++) {
        read_bodies(in, &world[count], &world[count + 1]);
        count += 2;
    }
}

/* Many shapes, most of them around the mover, from a few bytes. */
static void read_crowd(reader *in)
{
    unsigned n = 1 + read_byte(in) % 64, how = read_byte(in), seed = read_byte(in) << 8;
    unsigned spread = read_byte(in), size = read_byte(in), kinds = read_byte(in);
    double unit = read_unit(in);
    c2d_vec origin = read_origin(in);

    seed |= read_byte(in);
    count = 0;
    motion = read_push(in, unit);
    if (kinds & 1)
        motion = (c2d_vec){0, 0};
    read_mover(in, how, origin, unit);
    for (unsigned i = 0; i < n; i++) {
        c2d_vec p[6];
        double x, y, r;
        for (unsigned k = 0; k < 6; k++) {
            seed = seed * 1103515245u + 12345u;
            p[k].x = origin.x + unit * (((double)(seed >> 8 & 255) - 128) * (1 + size % 16) / 128);
            p[k].y = origin.y + unit * (((double)(seed >> 16 & 255) - 128) * (1 + size / 16) / 128);
        }
        x = unit * (double)((seed >> 4 & 15) * (spread % 16)) / 8;
        y = unit * (double)((seed >> 12 & 15) * (spread / 16)) / 8;
        for (unsigned k = 0; k < 6; k++)
            p[k] = (c2d_vec){p[k].x + x, p[k].y + y};
        r = kinds & 2 && seed & 4 ? unit * (seed >> 9 & 7) / 8 : 0;
        if (kinds & 4 && seed & 8)
            add_box(fmin(p[0].x, p[1].x), fmin(p[0].y, p[1].y), fmax(p[0].x, p[1].x), fmax(p[0].y, p[1].y), 0);
        else
            add_hull(p, kinds & 8 ? 1 + seed / 16 % 6 : 6, r);
    }
}

/* The longer side of the bounds. */
static double size_of_start(void)
{
    c2d_vec min = start.piece[0].shape.min, max = start.piece[0].shape.max;

    for (unsigned k = 1; k < pieces; k++) {
        const c2d_shape *s = &start.piece[k].shape;
        min = (c2d_vec){fmin(min.x, s->min.x), fmin(min.y, s->min.y)};
        max = (c2d_vec){fmax(max.x, s->max.x), fmax(max.y, s->max.y)};
    }
    return fmax(max.x - min.x, max.y - min.y);
}

/* The number of pushes that are tried does not grow with the number of obstacles: of 96 directions each may be tried at
 * 9 ends, and corners have a number of tries that obstacles share. Where few doubles are left between one side of the
 * mover and the other, rounding blocks pushes that would be free, and more are tried. */
static void check_cost(const c2d_mover_result *t)
{
    unsigned long most = pieces > 1 || size_of_start() < 0x1p-44 * scale_of_all() ? 8192 : 2048;

    CHECK(t->pushes < t->stop_count || !is_nothing(motion) || handed <= most * (count + 1),
          "%lu obstacles were handed out, of %u", handed, count);
}

/* A point given with x along the row and y out of it, in the axes of the world. */
static c2d_vec turned(c2d_vec v, unsigned side)
{
    c2d_vec w = {side & 2 ? v.y : v.x, side & 2 ? v.x : v.y};
    double *out = side & 2 ? &w.x : &w.y, *along = side & 2 ? &w.y : &w.x;

    *out = side & 1 ? -*out : *out;
    *along = side & 4 ? -*along : *along;
    return w;
}

/* A row of flush boxes of any widths and depths, a box that stands on it, and a motion along and into it. Returns
 * which way the row faces, or -1 if the mover does not stand on it. */
static int read_row(reader *in)
{
    unsigned side = read_byte(in) % 8, n = 1 + read_byte(in) % 16, how = read_byte(in);
    double unit = read_unit(in), right, radius;
    c2d_vec from = read_origin(in), p, q, d;
    bool stands = false;

    count = 0;
    p.x = from.x + unit * (read_byte(in) - 64.0) / 16;
    p.y = from.y;
    q.x = p.x + unit * (1 + read_byte(in)) / 32;
    q.y = p.y + unit * (1 + how / 16) / 8;
    radius = how & 1 ? unit / 8 : 0;
    start.piece[0].has_rect = false;
    if (c2d_box(&start.piece[0].shape, turned((c2d_vec){p.x, p.y + radius}, side),
                turned((c2d_vec){q.x, q.y + radius}, side), radius) != C2D_OK)
        return -1;
    d = read_push(in, unit);
    d.y = -fabs(d.y);
    motion = turned(d, side);
    for (unsigned i = 0; i < n; i++, from.x = right) {
        unsigned tag = read_byte(in);
        c2d_vec a, b;
        right = from.x + unit * (tag % 16 ? tag % 16 : 0.1);
        a = turned(from, side);
        b = turned((c2d_vec){right, from.y - unit * (1 + tag / 16)}, side);
        add_box(a.x, a.y, b.x, b.y, 0);
        if (count <= i || world[i].shape.form != C2D_BOX)
            break;
        stands |= p.x < right && from.x < q.x && relation(&start.piece[0].shape, &world[count - 1].shape) == 0;
    }
    while (count > 0 && world[count - 1].shape.form != C2D_BOX)
        count--;
    for (unsigned i = 0; i < count; i++) {
        responses[i] = how & 2 && i % 3 == 1 ? C2D_IGNORE : C2D_SLIDE;
        stands &= relation(&start.piece[0].shape, &world[i].shape) <= 0;
    }
    stands &= (fabs(d.x) >= 1e-12 * scale_of_all() || d.x == 0) && -d.y >= 1e-12 * scale_of_all();
    for (unsigned i = 0; stands && i < count; i++)
        if (responses[i] == C2D_IGNORE) /* it may start above a gap, or move into one */
            return -1;
    return stands ? (int)side : -1;
}

/* ---- scenes: what chance seldom puts together ---- */

/* Whole numbers: bodies with notches, seams and slots, and shapes of one piece. */
typedef struct outline {
    unsigned pieces;
    struct {
        unsigned count;
        signed char p[4][2];
    } piece[MOST_PIECES];
} outline;

static const outline outlines[] = {
    {1, {{1, {{0, 0}}}}},
    {1, {{2, {{0, 0}, {3, 4}}}}},
    {1, {{3, {{0, 0}, {4, 0}, {0, 4}}}}},
    {2, {{3, {{0, 0}, {4, 2}, {4, 6}}}, {3, {{4, 2}, {8, 0}, {4, 6}}}}},                 /* an arrow head */
    {2, {{4, {{0, 0}, {4, 2}, {4, 4}, {0, 6}}}, {4, {{4, 2}, {8, 0}, {8, 6}, {4, 4}}}}}, /* two notches */
    {2, {{2, {{-2, 1}, {0, 0}}}, {2, {{0, 0}, {2, 1}}}}},                                /* a chain */
    {3, {{2, {{0, 0}, {2, 3}}}, {2, {{2, 3}, {5, 3}}}, {2, {{5, 3}, {3, 0}}}}},          /* a longer one */
    {2, {{4, {{0, 0}, {2, 0}, {2, 6}, {0, 6}}}, {4, {{2, 4}, {6, 4}, {6, 6}, {2, 6}}}}}, /* an L */
    {3,
     {{4, {{0, 0}, {2, 0}, {2, 6}, {0, 6}}},
      {4, {{2, 4}, {4, 4}, {4, 6}, {2, 6}}},
      {4, {{4, 0}, {6, 0}, {6, 6}, {4, 6}}}}},                                           /* a U */
    {2, {{4, {{0, 0}, {2, 0}, {2, 4}, {0, 4}}}, {4, {{2, 0}, {6, 0}, {6, 4}, {2, 4}}}}}, /* cut boxes */
    {2, {{3, {{0, 0}, {6, 0}, {6, 4}}}, {3, {{0, 0}, {6, 4}, {0, 4}}}}},
    {4,
     {{4, {{0, 0}, {3, 0}, {3, 2}, {0, 2}}},
      {4, {{3, 0}, {6, 0}, {6, 2}, {3, 2}}},
      {4, {{0, 2}, {3, 2}, {3, 4}, {0, 4}}},
      {4, {{3, 2}, {6, 2}, {6, 4}, {3, 4}}}}},
    {2, {{3, {{0, 0}, {2, -6}, {3, -3}}}, {3, {{0, 0}, {3, 3}, {1, 5}}}}}, /* joined by a vertex */
    {2, {{1, {{0, 0}}}, {2, {{3, 1}, {3, 5}}}}},                           /* apart */
    {3, {{3, {{0, 0}, {6, 1}, {5, 4}}}, {3, {{0, 0}, {5, 4}, {1, 6}}}, {3, {{0, 0}, {1, 6}, {-4, 4}}}}}, /* a fan */
    {2, {{4, {{0, 0}, {4, 0}, {4, 4}, {0, 4}}}, {4, {{2, 0}, {6, 0}, {6, 4}, {2, 4}}}}}, /* overlapping */
};
#define OUTLINES (sizeof outlines / sizeof *outlines)

static c2d_vec sum_of(c2d_vec v, double by, c2d_vec w) { return (c2d_vec){v.x + by * w.x, v.y + by * w.y}; }

static c2d_vec outline_vertex(unsigned tag, unsigned piece, unsigned i)
{
    const outline *o = &outlines[tag % OUTLINES];
    unsigned k = piece % o->pieces;
    const signed char *p = o->piece[k].p[i % o->piece[k].count];

    return turned((c2d_vec){p[0], p[1]}, tag / OUTLINES);
}

/* The mover: an outline, turned or mirrored, of which vertex `which`, or the middle of an edge, is at a place. */
static void put_outline(unsigned tag, unsigned which, c2d_vec at, double unit)
{
    const outline *o = &outlines[tag % OUTLINES];
    c2d_vec p[4], held = outline_vertex(tag, which, which / 4);

    if (which & 64)
        held = sum_of((c2d_vec){held.x / 2, held.y / 2}, 0.5, outline_vertex(tag, which, which / 4 + 1));
    at = sum_of(at, -unit, held);
    pieces = 0;
    for (unsigned k = 0; k < o->pieces; k++) {
        solid *piece = &start.piece[pieces];
        for (unsigned i = 0; i < o->piece[k].count; i++)
            p[i] = sum_of(at, unit, outline_vertex(tag, k, i));
        piece->has_rect = false;
        pieces += c2d_hull_shape(&piece->shape, p, o->piece[k].count, 0, piece->storage) == C2D_OK;
    }
    start.piece[0].has_rect = false;
    if (pieces == 0)
        pieces = c2d_point(&start.piece[0].shape, (c2d_vec){0, 0}) == C2D_OK;
}

/* A whole number from -8 to 7 of each half of a byte. */
static c2d_vec read_cell(reader *in)
{
    unsigned tag = read_byte(in);

    return (c2d_vec){(double)(tag % 16) - 8, (double)(tag / 16) - 8};
}

/* A point, segment, box, triangle or disc. */
static void add_thing(reader *in, c2d_vec at, double unit)
{
    unsigned tag = read_byte(in);
    c2d_vec p[3] = {at, sum_of(at, unit, (c2d_vec){(double)(tag / 4 % 8) - 4, (double)(tag / 32) - 4})};

    p[2] = (c2d_vec){at.x, p[1].y};
    if (tag % 4 == 3 && tag / 4 % 8 < 4)
        add_hull(p, 1, fabs(p[1].y - at.y));
    else if (tag % 4 == 2)
        add_box(fmin(p[0].x, p[1].x), fmin(p[0].y, p[1].y), fmax(p[0].x, p[1].x), fmax(p[0].y, p[1].y), 0);
    else
        add_hull(p, tag % 4 == 3 ? 3 : 1 + tag % 4, 0);
}

static void add_things(reader *in, c2d_vec at, double unit)
{
    for (unsigned n = read_byte(in) % 8; n > 0; n--) {
        c2d_vec cell = read_cell(in);
        add_thing(in, sum_of(at, unit, cell), unit);
    }
}

/* Two tiles with a seam through a place. */
static void add_seam(c2d_vec at, double unit, bool is_upright)
{
    double x = is_upright ? 1 : 4, y = is_upright ? 4 : 1;

    for (int side = -1; side < 2; side += 2) {
        c2d_vec p = sum_of(at, unit, (c2d_vec){-x, -y}), q = sum_of(at, unit, (c2d_vec){x, y});
        if (is_upright)
            *(side < 0 ? &q.x : &p.x) = at.x;
        else
            *(side < 0 ? &q.y : &p.y) = at.y;
        add_box(p.x, p.y, q.x, q.y, 0);
    }
}

static const double parts[] = {1, 2.0 / 3, 0.5, 1.0 / 7, 0, 29.0 / 31, 0x1p-20, 1.5};

/* The unit and the place of a scene; sometimes the right side of a body of 8 units ends at the limit of the domain. */
static c2d_vec read_scene_place(reader *in, unsigned which, double *unit)
{
    *unit = read_unit(in);
    c2d_vec at = read_origin(in);

    if (which & 128) {
        *unit = C2D_LIMIT / 16;
        at = (c2d_vec){C2D_LIMIT / 2, 0};
    }
    return at;
}

/* A vertex of the mover goes to an obstacle, often a thin one, or to a seam, at a part of the motion. */
static void read_notch(reader *in)
{
    unsigned tag = read_byte(in), which = read_byte(in), part = read_byte(in);
    double unit;
    c2d_vec at = read_scene_place(in, which, &unit);

    motion = read_push(in, unit);
    put_outline(tag, which, sum_of(at, -parts[part % 8], motion), unit);
    count = 0;
    if (part & 64)
        add_seam(at, unit, part & 128);
    else
        add_thing(in, at, unit);
    add_things(in, at, unit);
}

/* A vertex of the mover is where two discs touch, and the motion leads along their tangent, often to another disc. */
static void read_pinch(reader *in)
{
    static const double triples[][3] = {{1, 0, 1}, {3, 4, 5}, {5, -12, 13}, {-8, 15, 17}};
    unsigned tag = read_byte(in), which = read_byte(in), part = read_byte(in), radii = read_byte(in);
    double unit, ahead, length;
    const double *u = triples[radii % 4];
    c2d_vec at = read_scene_place(in, which, &unit), out = {u[0] * unit, u[1] * unit}, center;

    put_outline(tag, which, at, unit);
    ahead = parts[part % 8] * (part & 8 ? -1 : 1) * (1 + part / 16);
    motion = (c2d_vec){-out.y * ahead, out.x * ahead};
    if (c2d_check(&motion.x) != C2D_OK || c2d_check(&motion.y) != C2D_OK)
        motion = (c2d_vec){0, 0};
    count = 0;
    for (int side = -1; side < 2; side += 2) {
        length = side * (double)(1 + (side < 0 ? radii / 4 : radii / 32) % 8);
        center = sum_of(at, length, out);
        add_hull(&center, 1, fabs(length) * u[2] * unit);
    }
    center = sum_of(sum_of(at, 0.9, motion), read_byte(in) / 64.0, out);
    add_hull(&center, 1, read_byte(in) / 32.0 * unit);
    add_things(in, at, unit);
}

/* ---- laws of every move ---- */

/* Whether a sharp corner is at a sharp corner. Then either of the two faces may block. */
static bool is_piece_at_corner(const c2d_shape *here, double tolerance)
{
    const c2d_vec *v = c2d_vertices(here);

    for (unsigned i = 0; i < count; i++) {
        const c2d_vec *w = c2d_vertices(&world[i].shape);
        if (!blocks(i) || here->radius + world[i].shape.radius > tolerance)
            continue;
        for (unsigned j = 0; j < here->count; j++)
            for (unsigned k = 0; k < world[i].shape.count; k++)
                if (fabs(v[j].x - w[k].x) <= tolerance && fabs(v[j].y - w[k].y) <= tolerance)
                    return true;
    }
    return false;
}

static bool at_corner(const place *here, double tolerance)
{
    for (unsigned k = 0; k < pieces; k++)
        if (is_piece_at_corner(&here->piece[k].shape, tolerance))
            return true;
    return false;
}

static bool is_clear(const place *here, c2d_vec d)
{
    static place there;

    return moved_by(here, d, &there) && is_way_free(here, &there);
}

/* If it stops, even the first part of d, a large part of the remaining motion, is blocked. A passage that fits to an
 * ulp, where a small shift to either side is blocked, may be missed. In a notch it stays rather than to go back against
 * the motion. */
static void check_dead_end(const place *here, c2d_vec remaining, c2d_vec d, double scale)
{
    double step = fmin(magnitude(d), 1e-6 * scale);
    c2d_vec one, other;

    if (step <= fmax(1e-10 * scale, 16 * GRAIN) || magnitude(d) < 1e-3 * magnitude(remaining) ||
        d.x * motion.x + d.y * motion.y <= 0)
        return;
    d.x = copysign(fmin(fabs(d.x), step), d.x);
    d.y = copysign(fmin(fabs(d.y), step), d.y);
    one = (c2d_vec){d.x - d.y * 0x1p-10, d.y + d.x * 0x1p-10};
    other = (c2d_vec){d.x + d.y * 0x1p-10, d.y - d.x * 0x1p-10};
    CHECK(!is_clear(here, d) || (!is_clear(here, one) && !is_clear(here, other)),
          "it stays, but (%.17g, %.17g) is clear", d.x, d.y);
}

static bool ends_early(const c2d_mover_result *t)
{
    for (size_t i = 0; i < t->meeting_count; i++)
        if (t->meetings[i].response == C2D_STOP && t->meetings[i].hit.depth == 0)
            return true;
    return t->stuck || t->stop_count >= MOST_LEGS;
}

/* The obstacles that were passed through but not reported. */
static void check_passed(const c2d_mover_result *t, const c2d_shape *swept, double scale)
{
    for (unsigned i = 0; i < count; i++) {
        bool told = responses[i] != C2D_PASS || !near(swept, &world[i].shape);
        for (size_t k = 0; k < t->meeting_count && !told; k++)
            told = t->meetings[k].item == i;
        CHECK(told || gap_between(swept, &world[i].shape) > -4096 * ULP * scale, "passing through %u is not told", i);
    }
}

/* How far it was pushed. */
static c2d_vec pushed_by(const c2d_mover_result *t)
{
    c2d_vec none = {0, 0};

    return t->pushes ? t->stops[t->pushes - 1] : none;
}

/* The offset at which leg i begins: from the start, or, after the pushes, from where it was pushed to. */
static c2d_vec place_before(const c2d_mover_result *t, size_t i)
{
    c2d_vec none = {0, 0};

    return i && i != t->pushes ? t->stops[i - 1] : none;
}

/* Where it was pushed to. */
static bool pushed_place(const c2d_mover_result *t, place *out) { return moved_by(&start, pushed_by(t), out); }

/* The first stop is next to the obstacle that stops it (rounding may stop it at another one before), or it grazed that
 * obstacle on the way, by less than rounding. The time is then accurate only up to rounding. */
static void check_stop(const c2d_mover_result *t, double scale)
{
    static place from, stop;
    const c2d_mover_hit *first = NULL;
    double gap;

    for (size_t i = 0; i < t->meeting_count && !first; i++)
        if (blocks(t->meetings[i].item) && t->meetings[i].hit.depth == 0)
            first = &t->meetings[i];
    if (!first || (first->hit.t > 0 && t->stop_count == t->pushes))
        return;
    if (!pushed_place(t, &from) || !moved_by(&from, first->hit.t > 0 ? t->stops[t->pushes] : (c2d_vec){0, 0}, &stop))
        return;
    gap = gap_to(&stop, first->item);
    for (unsigned i = 0; i < count && gap > 1024 * ULP * scale + GRAIN; i++)
        if (blocks(i))
            gap = fmin(gap, gap_to(&stop, i));
    for (unsigned k = 0; k < pieces && gap > 1024 * ULP * scale + GRAIN; k++) {
        c2d_shape swept = swept_piece(&from, &stop, k);
        gap = fmin(gap, gap_between(&swept, &world[first->item].shape));
    }
    CHECK(gap <= 1024 * ULP * scale + GRAIN, "it stops %g away from everything", gap);
}

/* Whether an obstacle has almost no thickness. Then rounding decides whether a corner is beside it or inside. */
static bool is_needle(const c2d_shape *s)
{
    double size = fmax(s->max.x - s->min.x, s->max.y - s->min.y);

    return (s->count <= 2 && s->radius == 0) || c2d_area(s) < 1e-5 * size * size;
}

/* A leg leads a shape no deeper into what it begins in. A piece of a body may go deeper while the body leaves; laws of
 * tests/generators/body_slides.py check that. */
static void check_deeper(const c2d_shape *here, const c2d_shape *next, double scale)
{
    for (unsigned i = 0; i < count; i++) {
        double before = blocks(i) && near(here, &world[i].shape) ? gap_between(here, &world[i].shape) : 0;
        CHECK(before >= 0 || gap_between(next, &world[i].shape) >= before - 1e-9 * scale - GRAIN,
              "it goes deeper into %u", i);
    }
}

/* Whether what blocks surrounds a point, which fuzz_union checks. It then starts inside, and never ends so. */
static bool is_piece_surrounded(const c2d_shape *s)
{
    const c2d_shape *list[sizeof world / sizeof *world];
    bool surrounds = false;
    unsigned n = 0;

    for (unsigned i = 0; i < count && s->count == 1; i++)
        if (blocks(i))
            list[n++] = &world[i].shape;
    CHECK(c2d_union_surrounds(s, list, n, &surrounds) == C2D_OK, "no memory");
    return surrounds;
}

/* Whether the pieces surround a point or segment that blocks. A segment that fits exactly may come between them by a
 * motion that rounding turns a little off its line. */
static bool surrounds_any(const place *here)
{
    for (unsigned i = 0; i < count; i++)
        if (blocks(i) && surrounds(here, &world[i].shape) &&
            (world[i].shape.count == 1 || surrounds(&start, &world[i].shape)))
            return true;
    return false;
}

static bool is_surrounded(const place *here)
{
    for (unsigned k = 0; k < pieces; k++)
        if (is_piece_surrounded(&here->piece[k].shape))
            return true;
    return surrounds_any(here);
}

static bool has_needle(void)
{
    for (unsigned k = 0; k < pieces; k++)
        if (is_needle(&start.piece[k].shape))
            return true;
    return false;
}

/* Checks leg i of piece k. */
static void check_leg(const c2d_mover_result *t, size_t i, unsigned k, const place *here, const place *next,
                      double scale)
{
    c2d_shape swept = swept_piece(here, next, k);
    /* Out of a seam, through what it only touched. */
    bool out_of_seam = i < t->pushes && (is_piece_surrounded(&start.piece[k].shape) || surrounds_any(&start));

    CHECK(out_of_seam || is_free_from(here, &swept),
          "leg %zu of %zu, to (%.17g, %.17g): piece %u overlaps what blocks it", i, t->stop_count, t->stops[i].x,
          t->stops[i].y, k);
    if (i < t->pushes)
        return;
    if (pieces == 1)
        check_deeper(&here->piece[k].shape, &next->piece[k].shape, scale);
    check_passed(t, &swept, scale);
}

/* Follows the legs as a user would, and checks each with the oracle. */
static void check_legs(const c2d_mover_result *t, bool free_at_start)
{
    static place at[2], pushed;
    const place *here = &start, *from_place = &start;
    double scale = scale_of_all(), length = length_of(t->remaining), slack;
    bool is_thin = has_needle(), only_bounces = !is_thin, only_slides = true;

    for (size_t i = 0; i < t->stop_count; i++) {
        place *next = &at[i % 2];
        c2d_vec to = t->stops[i], from = place_before(t, i), d = {to.x - from.x, to.y - from.y};
        if (i == t->pushes && i > 0) {
            CHECK(pushed_place(t, &pushed), "pushed out of the domain");
            from_place = &pushed;
        }
        CHECK(moved_by(from_place, to, next), "stop %zu, (%.17g, %.17g), leaves the domain", i, to.x, to.y);
        CHECK(!same(to, from), "leg %zu of %zu is none", i, t->stop_count);
        for (unsigned k = 0; k < pieces; k++)
            check_leg(t, i, k, here, next, scale);
        length += i >= t->pushes ? length_of(d) : 0;
        here = next;
    }
    /* Of a body as small as the grain, rounding may put an obstacle that is between its pieces into one of them. */
    CHECK((pieces > 1 && size_of_start() < 64 * GRAIN) || t->stuck != (is_free(here) && !is_surrounded(here)),
          "stuck is %d, after %zu legs", t->stuck, t->stop_count);
    CHECK(!free_at_start || (t->pushes == 0 && !t->stuck), "%zu pushes from a free place", t->pushes);
    CHECK(t->pushes <= 1, "%zu pushes", t->pushes);
    CHECK(t->stop_count <= t->pushes + MOST_LEGS, "%zu legs", t->stop_count);
    /* What was pushed out of a seam is reported as met there, and may be far away from it. */
    if (!t->stuck && !is_thin && (t->pushes == 0 || !is_surrounded(&start)))
        check_stop(t, scale);
    for (unsigned i = 0; i < count; i++) {
        only_bounces &= !blocks(i) || responses[i] == C2D_BOUNCE;
        only_slides &= !blocks(i) || responses[i] == C2D_SLIDE;
    }
    slack = (double)(t->stop_count + t->meeting_count + 4) * (0x1p16 * ULP * scale + GRAIN);
    /* A normal of a round corner with a radius near the rounding counts as that of an axis if it is tilted by 2^-10 or
     * less (mover_deflect.c), and then the coordinate along the axis goes on to its end. */
    CHECK(length <= length_of(motion) * (1 + 0x1p-20) + slack, "a path of %.17g for a motion of %.17g", length,
          length_of(motion));
    CHECK(!only_bounces || length >= length_of(motion) - slack, "bounces for %.17g of %.17g", length,
          length_of(motion));
    if (only_slides && !is_thin && !ends_early(t) && !at_corner(here, 1e-6 * scale)) {
        check_dead_end(here, t->remaining, t->remaining, scale);
        check_dead_end(here, t->remaining, (c2d_vec){t->remaining.x, 0}, scale);
        check_dead_end(here, t->remaining, (c2d_vec){0, t->remaining.y}, scale);
    }
}

static void check_meetings(const c2d_mover_result *t)
{
    double last = 0;
    bool surrounded = is_surrounded(&start); /* it is pushed out, and may meet the same again */

    for (size_t i = 0; i < t->meeting_count; i++) {
        const c2d_mover_hit *m = &t->meetings[i];
        CHECK(m->item < count && responses[m->item] == m->response && m->response != C2D_IGNORE, "item %u", m->item);
        CHECK(m->piece < pieces, "piece %zu", m->piece);
        CHECK(m->hit.t >= last && m->hit.t <= 1, "meeting %zu at %.17g, after one at %.17g", i, m->hit.t, last);
        CHECK(fabs(length_of(m->hit.normal) - 1) <= 4 * 0x1p-52, "a normal of length %.17g", length_of(m->hit.normal));
        CHECK(m->hit.depth == 0 || m->hit.t == 0, "%g deep at %g", m->hit.depth, m->hit.t);
        last = m->hit.t;
        for (size_t k = 0; k < i; k++) {
            const c2d_mover_hit *n = &t->meetings[k];
            CHECK(n->item != m->item || m->response != C2D_PASS, "%u is passed through twice", m->item);
            CHECK(n->item != m->item || n->piece != m->piece || m->hit.t > 0 || surrounded ||
                      n->hit.depth != m->hit.depth || !same(n->hit.normal, m->hit.normal),
                  "%u is met twice at the start", m->item);
        }
    }
}

/* Whether several shapes that nothing overlaps may block it together: obstacles a thin sweep, or pieces a thin
 * obstacle. */
static bool may_be_blocked_together(const place *there)
{
    for (unsigned k = 0; k < pieces; k++) {
        c2d_shape swept = swept_piece(&start, there, k);
        if (swept.radius == 0 && swept.count <= 2)
            return true;
    }
    for (unsigned i = 0; i < count && pieces > 1; i++)
        if (blocks(i) && world[i].shape.radius == 0 && world[i].shape.count <= 2)
            return true;
    return false;
}

static bool is_tiny(double x) { return x != 0 && fabs(x) < 0x1p-100; }

/* The first obstacle that stops it is reported, and a hit is reported by then. An obstacle that is only grazed, by less
 * than rounding, may be missing. Nothing is hit before the first cast hits,
 * unless it may be narrower than rounding. */
static void check_first_meeting(const c2d_mover_result *t, const place *there)
{
    static c2d_vec room[ROOM];
    double times[MOST], first = INFINITY, first_deep = INFINITY, scale = scale_of_all(), size = 0;
    bool told = false;

    for (unsigned i = 0; i < count; i++) {
        times[i] = INFINITY;
        for (unsigned k = 0; k < pieces && blocks(i); k++) {
            const solid *a = &start.piece[k];
            bool hits = false;
            c2d_hit hit = {0};
            c2d_cast(&a->shape, solid_rect(a), motion, &world[i].shape, room, &hits, &hit);
            times[i] = fmin(times[i], hits ? hit.t : INFINITY);
            if (hits && hit.t < first_deep) {
                c2d_shape swept = swept_piece(&start, there, k);
                if (gap_between(&swept, &world[i].shape) < -4096 * ULP * scale)
                    first_deep = hit.t;
            }
        }
        first = fmin(first, times[i]);
    }
    for (size_t k = 0; k < t->meeting_count; k++)
        told |=
            blocks(t->meetings[k].item) && t->meetings[k].hit.t <= first_deep + 1024 * ULP * scale / length_of(motion);
    CHECK(told || first_deep == INFINITY, "nothing is told of what is met first, at %.17g", first_deep);
    /* Or the joint of two segments stops it before; or the grain of numbers near 0 decides when it comes to a point. */
    bool alone = !may_be_blocked_together(there) && !is_tiny(motion.x) && !is_tiny(motion.y);
    for (size_t k = 0; k < t->meeting_count && scale < 0x1p30 && alone; k++)
        CHECK(!blocks(t->meetings[k].item) || t->meetings[k].hit.t >= first - 4096 * ULP * scale / length_of(motion),
              "%u is met at %.17g, but the first cast hits at %.17g", t->meetings[k].item, t->meetings[k].hit.t, first);
    for (unsigned k = 0; k < pieces; k++)
        size = fmax(size, extent(&start.piece[k].shape));
    for (unsigned i = 0; i < count && alone && first < INFINITY && size > 0x1p-100; i++)
        CHECK(times[i] > first || responses[i] != C2D_STOP || t->stop_count <= 1, "%u stops it, but there are %zu legs",
              i, t->stop_count);
}

/* A clear way is one leg, to the bit. Where the sweep is a segment, several shapes that it only touches may block it
 * together, which fuzz_union and tests/motion check. */
static void check_first_leg(const c2d_mover_result *t)
{
    static place there;
    c2d_vec none = {0, 0}, first = t->stop_count ? t->stops[0] : none;
    bool met = false;

    for (size_t i = 0; i < t->meeting_count; i++)
        met |= t->meetings[i].response != C2D_PASS;
    if (!moved_by(&start, motion, &there))
        return;
    if (is_way_free(&start, &there)) {
        CHECK((met && may_be_blocked_together(&there)) ||
                  (!met && t->stop_count == !is_nothing(motion) && same(first, motion) && is_nothing(t->remaining)),
              "the way is clear, but it goes (%.17g, %.17g) in %zu legs, (%.17g, %.17g) remains", first.x, first.y,
              t->stop_count, t->remaining.x, t->remaining.y);
    } else if (!is_nothing(motion)) {
        check_first_meeting(t, &there);
    }
}

/* Whether a push that is turned by a small angle, and longer by as much, passes through nothing either. If it does,
 * only rounding may have left the push free. */
static bool has_room(c2d_vec push, double angle)
{
    static place out;
    c2d_vec turned_push = {push.x - angle * push.y, push.y + angle * push.x};

    turned_push.x *= 1 + fabs(angle);
    turned_push.y *= 1 + fabs(angle);
    return moved_by(&start, turned_push, &out) && is_free(&out) && is_way_free_from_start(&start, &out);
}

/* The push is no longer than the way of a piece out of any single obstacle that leads out of all and passes through
 * nothing. At the limit of the domain some ways are not tried: those past all of an obstacle would lead out of it. A
 * body whose pieces only surround something together is pushed out through one of them, not always the shortest way. */
static void check_push(const c2d_mover_result *t)
{
    static c2d_vec room[ROOM];
    static place out;
    double pushed = length_of(pushed_by(t)), slack = 4096 * ULP * scale_of_all() + GRAIN;
    double limit = (options.max_push < 0 ? size_of_start() : options.max_push) - slack;
    bool is_at_limit = scale_of_all() > C2D_LIMIT / 8;

    /* A push of a few grains is rounded to the grid. */
    CHECK(options.max_push < 0 || pushed <= options.max_push || pushed < 64 * GRAIN, "pushed by %.17g", pushed);
    for (unsigned i = 0; i < pieces * count && !is_at_limit && !surrounds_any(&start); i++) {
        const solid *a = &start.piece[i / count], *o = &world[i % count];
        c2d_vec push, stay;
        if (!blocks(i % count) || relation(&a->shape, &o->shape) <= 0 ||
            c2d_separate(&a->shape, solid_rect(a), 1, &o->shape, NULL, INFINITY, room, &push, &stay) != C2D_OK ||
            length_of(push) > limit || length_of(push) <= slack || !moved_by(&start, push, &out) || !is_free(&out) ||
            !is_way_free_from_start(&start, &out) || !has_room(push, 0x1p-10) || !has_room(push, -0x1p-10))
            continue;
        CHECK(t->pushes > 0, "not pushed, but (%.17g, %.17g) is a way out", push.x, push.y);
        CHECK(pushed <= length_of(push) + slack, "pushed by %.17g, but (%.17g, %.17g) is a way out", pushed, push.x,
              push.y);
    }
}

/* A move that ends early has a hit. A coordinate that moved to its end, and was deflected only by faces across the
 * other axis, ends where the whole motion leads, to the bit. */
static void check_end(const c2d_mover_result *t)
{
    bool met = false, off_x = false, off_y = false, merged = false;
    c2d_vec none = {0, 0}, end = t->stop_count > t->pushes ? t->stops[t->stop_count - 1] : none;

    for (size_t i = 0; i < t->meeting_count; i++) {
        const c2d_mover_hit *m = &t->meetings[i];
        met |= m->response != C2D_PASS;
        /* An overlap is the only report of its obstacle: not those of other pieces' touches, nor of the touch of a
         * mover that was not pushed out and turns back into it. */
        merged |= m->hit.depth > 0 && (pieces > 1 || t->pushes == 0);
        if (m->response == C2D_PASS || m->hit.depth > 0)
            continue;
        off_x |= m->hit.normal.x != 0;
        off_y |= m->hit.normal.y != 0;
    }
    CHECK(met || is_nothing(t->remaining), "(%.17g, %.17g) remains, and nothing was met", t->remaining.x,
          t->remaining.y);
    if (t->stuck || merged)
        return;
    CHECK(off_x || t->remaining.x != 0 || end.x == motion.x, "x ends at %.17g of %.17g", end.x, motion.x);
    CHECK(off_y || t->remaining.y != 0 || end.y == motion.y, "y ends at %.17g of %.17g", end.y, motion.y);
}

static void check_all(const c2d_mover_result *t)
{
    bool free_at_start = is_free(&start) && !is_surrounded(&start);

    check_meetings(t);
    check_legs(t, free_at_start);
    check_end(t);
    if (free_at_start)
        check_first_leg(t);
    else
        check_push(t);
}

/* ---- laws of the same move in a slightly different world ---- */

static void check_same_legs(const c2d_mover_result *t, const c2d_mover_result *u, const char *why)
{
    CHECK(t->stop_count == u->stop_count && t->pushes == u->pushes && t->stuck == u->stuck &&
              same(t->remaining, u->remaining),
          "%s: %zu legs, not %zu", why, u->stop_count, t->stop_count);
    for (size_t i = 0; i < t->stop_count; i++)
        CHECK(same(t->stops[i], u->stops[i]), "%s: stop %zu is (%.17g, %.17g), not (%.17g, %.17g)", why, i,
              u->stops[i].x, u->stops[i].y, t->stops[i].x, t->stops[i].y);
}

/* Obstacles that are passed through change nothing but their own hits. */
static void without_passing(const c2d_mover_result *t)
{
    c2d_mover_result u;
    size_t k = 0;

    for (unsigned i = 0; i < count; i++)
        if (responses[i] == C2D_PASS)
            responses[i] = C2D_IGNORE;
    CHECK(travel_through(&u) == C2D_OK, "another status");
    check_same_legs(t, &u, "without passing");
    for (size_t i = 0; i < t->meeting_count; i++)
        if (t->meetings[i].response != C2D_PASS) {
            CHECK(k < u.meeting_count && u.meetings[k].item == t->meetings[i].item &&
                      u.meetings[k].hit.t == t->meetings[i].hit.t,
                  "without passing it is not met: %u", t->meetings[i].item);
            k++;
        }
    CHECK(k == u.meeting_count, "%zu meetings more", u.meeting_count - k);
    c2d_mover_result_free(&u);
}

static void with_all(c2d_response response)
{
    c2d_mover_result u;

    for (unsigned i = 0; i < count; i++)
        if (blocks(i))
            responses[i] = response;
    if (travel_through(&u) == C2D_OK) {
        check_all(&u);
        if (response == C2D_STOP) {
            CHECK(u.stop_count <= u.pushes + 1, "%zu legs, %zu of them pushes", u.stop_count, u.pushes);
            /* What surrounded it at the start is met there, at no depth, and does not stop it once it is out. */
            bool surrounded = is_surrounded(&start);
            for (size_t i = 1; i < u.meeting_count; i++)
                CHECK(u.meetings[i - 1].response == C2D_PASS || u.meetings[i - 1].hit.depth > 0 ||
                          u.meetings[i - 1].hit.t == u.meetings[i].hit.t ||
                          (surrounded && u.meetings[i - 1].hit.t == 0),
                      "it goes on after a stop at %.17g", u.meetings[i - 1].hit.t);
        }
    }
    c2d_mover_result_free(&u);
}

/* The move ends with the status of gather, having moved as far as before. Sanitizers check that everything is freed. */
static void with_failing_gather(const c2d_mover_result *t, unsigned at)
{
    unsigned calls = gathered;
    c2d_status status;
    c2d_mover_result u;

    fails_at = calls ? 1 + at % calls : 1;
    status = travel_through(&u);
    CHECK(status == (calls ? C2D_NO_MEMORY : C2D_OK), "gather fails at call %u of %u, the status is %d", fails_at,
          calls, (int)status);
    CHECK(gathered == fails_at || !calls, "%u calls after it failed", gathered - fails_at);
    for (size_t i = 0; i < u.stop_count; i++)
        CHECK(i < t->stop_count && same(u.stops[i], t->stops[i]), "stop %zu", i);
    fails_at = 0;
    c2d_mover_result_free(&u);
    CHECK(!u.stops && !u.meetings && u.stop_count == 0 && u.meeting_count == 0, "not emptied");
    c2d_mover_result_free(&u);
}

/* One allocation fails, any of those that are made, with trees or without. */
static void without_memory(const c2d_mover_result *t, unsigned at, bool has_trees)
{
    unsigned long before;
    c2d_status status = C2D_OK;
    c2d_mover_result u;

    target_tests_by_box = has_trees ? 0 : 256;
    before = target_allocations;
    CHECK(travel_through(&u) == C2D_OK, "another status");
    check_same_legs(t, &u, "again");
    c2d_mover_result_free(&u);
    before = target_allocations - before;
    if (before > 0) {
        target_allocations_left = (int)(at % before);
        status = travel_through(&u);
        CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "allocation %lu of %lu fails, the status is %d",
              at % before, before, (int)status);
        target_allocations_left = -1;
        c2d_mover_result_free(&u);
    }
    target_tests_by_box = 256;
}

/* With trees of the pieces and of what is near, which otherwise many have, the move is the same, bit for bit. */
static void with_trees(const c2d_mover_result *t)
{
    c2d_mover_result u;

    target_tests_by_box = 0;
    CHECK(travel_through(&u) == C2D_OK, "another status");
    target_tests_by_box = 256;
    check_same_legs(t, &u, "with trees");
    CHECK(t->meeting_count == u.meeting_count, "%zu meetings, not %zu", u.meeting_count, t->meeting_count);
    for (size_t i = 0; i < t->meeting_count; i++) {
        const c2d_mover_hit *p = &t->meetings[i], *q = &u.meetings[i];
        CHECK(p->item == q->item && p->piece == q->piece && p->response == q->response && p->shape == q->shape &&
                  memcmp(&p->hit, &q->hit, sizeof p->hit) == 0,
              "with trees meeting %zu is another one", i);
    }
    c2d_mover_result_free(&u);
}

static void check_row(const c2d_mover_result *t, unsigned side)
{
    c2d_vec along = motion;

    *(side & 2 ? &along.x : &along.y) = 0;
    /* The normal of a round corner at the corner of a tile is rounded, and leads the mover nowhere. */
    if (is_nothing(along))
        CHECK(t->stop_count == 0, "%zu legs into a row", t->stop_count);
    else
        CHECK(t->stop_count == 1 && same(t->stops[0], along), "%zu legs along a row, the first (%.17g, %.17g)",
              t->stop_count, t->stop_count ? t->stops[0].x : 0, t->stop_count ? t->stops[0].y : 0);
    CHECK(is_nothing(along) || is_nothing(t->remaining), "(%.17g, %.17g) remains", t->remaining.x, t->remaining.y);
}

/* Sets the number of pieces, and returns how many bytes at the end of the input are about them. */
static size_t read_piece_count(const uint8_t *data, size_t size)
{
    unsigned last = size ? data[size - 1] : 0, extra = last > 0xf0 && last < 0xf0 + MOST_PIECES ? last - 0xf0 : 0;
    size_t tags = 1 + PIECE_BYTES * (size_t)extra;

    pieces = 1;
    if (extra == 0 || tags > size)
        return 0;
    pieces += extra;
    piece_tags = data + size - tags;
    return tags;
}

/* Reads the world; the side that the row faces if it is one, otherwise -1. */
static int read_world(reader *in, unsigned kind, bool is_scene)
{
    int row = -1;

    if (is_scene) {
        if (kind % 2)
            read_pinch(in);
        else
            read_notch(in);
    } else {
        switch (kind % 8) {
        case 0:
        case 1: read_shapes(in); break;
        case 2:
            pieces = 1;
            row = read_row(in);
            break;
        case 3: read_crowd(in); break;
        default: read_map(in); break;
        }
    }
    if (is_scene || kind % 8 != 2)
        read_responses(in);
    return row;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool is_scene = size > 0 && data[size - 1] == SCENE;
    size_t tags = is_scene ? 1 : read_piece_count(data, size);
    reader in = reader_open(data, size - tags);
    unsigned kind = read_byte(&in), variation = read_byte(&in);
    c2d_mover_result travel;
    c2d_status status;

    target_context = NULL;
    int row = read_world(&in, kind, is_scene);
    options.max_push = kind / 8 % 4 < 2    ? C2D_DEFAULT_MAX_PUSH
                       : kind / 8 % 4 == 2 ? INFINITY
                                           : length_of(motion) / (1 + kind / 32);
    target_context = print_world;
    target_subjects(&start.piece[0].shape, NULL);
    target_relations[is_free(&start) ? 0 : 2]++;
    status = travel_through(&travel);
    CHECK(status == C2D_OK || status == C2D_TOO_LARGE, "%s", c2d_rule(status));
    if (status == C2D_OK) {
        check_cost(&travel);
        check_all(&travel);
        if (row >= 0 && pieces == 1)
            check_row(&travel, (unsigned)row);
        switch (handed > COSTLY ? 8 : variation % 8) {
        case 0: without_passing(&travel); break;
        case 1: with_all(C2D_STOP); break;
        case 2: with_all(C2D_BOUNCE); break;
        case 3: with_all(C2D_SLIDE); break;
        case 4: with_failing_gather(&travel, variation / 8); break;
        case 5: {
            unsigned more = read_byte(&in); /* 0 where the input ends */
            without_memory(&travel, variation / 8 + 32 * (more / 2), more % 2);
            break;
        }
        case 8: break;
        default: with_trees(&travel); break;
        }
    }
    c2d_mover_result_free(&travel);
    return 0;
}
