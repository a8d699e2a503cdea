/* The core for a page: functions of plain numbers over a table of shapes, for JavaScript. It decides nothing.
 *
 * A shape is a number, its slot. Lists of numbers go in and out through live_io. The table is emptied by live_reset,
 * before a picture is drawn. A negative result is -1 - status, for what the core refuses. */
#include "collide2d.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default"), used))

/* ---- memory, in the place of the C library's, which has 20 times the code ---- */

enum { PAGE = 65536, SMALLEST = 6, LARGEST = 30 }; /* powers of two */

/* What is before the memory that is given: a block has 2^size bytes, and is used again for the same size. */
typedef union block {
    struct {
        union block *next;
        uint32_t size;
    };
    long double aligned;
} block;

static block *unused[LARGEST];

static block *new_block(uint32_t size)
{
    extern char __heap_base;
    static uintptr_t next, end;
    if (next == 0) {
        next = ((uintptr_t)&__heap_base + sizeof(block) - 1) / sizeof(block) * sizeof(block);
        end = __builtin_wasm_memory_size(0) * PAGE;
    }
    size_t bytes = (size_t)1 << size;
    if (bytes > end - next) {
        size_t pages = bytes / PAGE + 1;
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX)
            return NULL;
        end += pages * PAGE;
    }
    block *made = (block *)next;
    next += bytes;
    return made;
}

void free(void *memory)
{
    if (!memory)
        return;
    block *b = (block *)memory - 1;
    b->next = unused[b->size];
    unused[b->size] = b;
}

void *realloc(void *memory, size_t bytes)
{
    block *old = memory ? (block *)memory - 1 : NULL, *made;
    uint32_t size = SMALLEST;
    while (size < LARGEST && ((size_t)1 << size) - sizeof(block) < bytes)
        size++;
    if (old && old->size >= size)
        return memory;
    if (size == LARGEST)
        return NULL;
    if ((made = unused[size]))
        unused[size] = made->next;
    else if (!(made = new_block(size)))
        return NULL;
    made->size = size;
    if (old) {
        memcpy(made + 1, memory, ((size_t)1 << old->size) - sizeof(block));
        free(memory);
    }
    return made + 1;
}

enum { SLOTS = 65536, NUMBERS = 16384, VERTICES = 262144, MEMBERS = 4096 };

static struct {
    c2d_shape shape;
    c2d_rect rect;
    bool has_rect;
} slots[SLOTS];
static c2d_vec vertices[VERTICES], room[NUMBERS];
static double io[NUMBERS];
static uint32_t members[MEMBERS]; /* slots of the pieces of bodies, and of the obstacles of a move */
static size_t slot_count, vertex_count;

EXPORT double *live_io(void) { return io; }
EXPORT uint32_t *live_members(void) { return members; }
EXPORT void live_reset(void) { slot_count = vertex_count = 0; }

static c2d_vec vec_at(size_t i) { return (c2d_vec){io[i], io[i + 1]}; }

static void put(size_t i, c2d_vec v)
{
    io[i] = v.x;
    io[i + 1] = v.y;
}

static const c2d_rect *rect_of(uint32_t slot) { return slots[slot].has_rect ? &slots[slot].rect : NULL; }

/* A number as a constructor or a verb takes it: what is out of range is refused later. */
EXPORT double live_checked(double x)
{
    c2d_check(&x);
    return x;
}

/* ---- shapes ---- */

/* Keeps what a constructor made in the next slot: its number, or the refusal. */
static int keep(c2d_status status, size_t storage)
{
    if (status != C2D_OK)
        return -1 - (int)status;
    vertex_count += storage;
    return (int)slot_count++;
}

static bool is_full(size_t storage) { return slot_count == SLOTS || vertex_count + storage > VERTICES; }

/* Points, grown: a circle, a capsule, or a convex polygon; hull: the hull of any points, such as those of a shape that
 * was turned, which rounding may make concave. */
static int from_points(const c2d_vec *points, size_t n, double radius, bool hull)
{
    if (is_full(n))
        return -1 - (int)C2D_NO_MEMORY;
    c2d_shape *out = &slots[slot_count].shape;
    c2d_vec *storage = vertices + vertex_count;
    slots[slot_count].has_rect = false;
    if (hull)
        return keep(c2d_hull_shape(out, points, n, radius, storage), n);
    if (n == 1)
        return keep(c2d_circle(out, points[0], radius), 0);
    if (n == 2)
        return keep(c2d_capsule(out, points[0], points[1], radius), 0);
    return keep(c2d_polygon(out, points, n, radius, storage), n);
}

EXPORT int live_points(int n, double radius, int hull)
{
    for (int i = 0; i < n; i++)
        room[i] = vec_at(2 * (size_t)i);
    return from_points(room, (size_t)n, radius, hull);
}

static int from_rect(const c2d_rect *rect)
{
    if (is_full(0))
        return -1 - (int)C2D_NO_MEMORY;
    slots[slot_count].rect = *rect;
    slots[slot_count].has_rect = true;
    return keep(c2d_rect_shape(&slots[slot_count].shape, &slots[slot_count].rect), 0);
}

/* io: at, size, pivot, angle, radius. */
EXPORT int live_rect(int anchor, int inner, int has_pivot)
{
    c2d_rect rect = {(uint8_t)anchor, inner, has_pivot, false, vec_at(0), vec_at(2), vec_at(4), io[6], io[7]};
    return from_rect(&rect);
}

/* io: radius, left, top, right, bottom, area, centre, vertices; their number. */
EXPORT int live_describe(int slot)
{
    const c2d_shape *s = &slots[slot].shape;
    io[0] = s->radius;
    put(1, s->min);
    put(3, s->max);
    io[5] = c2d_area(s);
    put(6, slots[slot].has_rect ? c2d_rect_center(&slots[slot].rect) : c2d_center(s));
    for (uint32_t i = 0; i < s->count; i++)
        put(8 + 2 * i, c2d_vertices(s)[i]);
    return (int)s->count;
}

/* io: at, size, pivot, angle, radius, anchor, inner, has_pivot; false if the shape is no rectangle. */
EXPORT int live_numbers(int slot)
{
    const c2d_rect *r = &slots[slot].rect;
    if (!slots[slot].has_rect)
        return 0;
    put(0, r->at);
    put(2, r->size);
    put(4, r->pivot);
    io[6] = r->angle;
    io[7] = r->radius;
    io[8] = r->anchor;
    io[9] = r->inner;
    io[10] = r->has_pivot;
    return 1;
}

/* io: the pivot of a rectangle, where it is in the world. */
EXPORT void live_turning_point(int slot) { put(0, c2d_rect_turning_point(&slots[slot].rect)); }

/* ---- transforms ---- */

static size_t copy_points(int slot)
{
    const c2d_shape *s = &slots[slot].shape;
    memcpy(room, c2d_vertices(s), s->count * sizeof *room);
    return s->count;
}

EXPORT int live_move(int slot, double dx, double dy)
{
    c2d_vec d = {dx, dy};
    if (slots[slot].has_rect) {
        c2d_rect rect = slots[slot].rect;
        c2d_rect_move(&rect, d);
        return from_rect(&rect);
    }
    size_t n = copy_points(slot);
    c2d_move_points(room, n, d);
    return from_points(room, n, slots[slot].shape.radius, n > 2);
}

/* The rectangle, point or circle with its centre there; others are moved by the caller. */
EXPORT int live_at(int slot, double x, double y)
{
    c2d_vec to = {x, y};
    if (slots[slot].has_rect) {
        c2d_rect rect = slots[slot].rect;
        c2d_rect_at(&rect, to);
        return from_rect(&rect);
    }
    if (slots[slot].shape.count == 1)
        return from_points(&to, 1, slots[slot].shape.radius, false);
    c2d_vec from = c2d_center(&slots[slot].shape);
    return live_move(slot, x - from.x, y - from.y);
}

EXPORT int live_rotate(int slot, double degrees, int has_about, double x, double y)
{
    c2d_vec about = {x, y};
    if (slots[slot].has_rect) {
        c2d_rect rect = slots[slot].rect;
        c2d_rect_rotate(&rect, degrees, has_about ? &about : NULL);
        return from_rect(&rect);
    }
    size_t n = copy_points(slot);
    c2d_rotate_points(room, n, degrees, has_about ? about : c2d_center(&slots[slot].shape));
    return from_points(room, n, slots[slot].shape.radius, n > 2);
}

EXPORT int live_scale(int slot, double k, int has_about, double x, double y)
{
    c2d_vec about = {x, y};
    if (slots[slot].has_rect) {
        c2d_rect rect = slots[slot].rect;
        if (has_about) {
            c2d_vec center = c2d_rect_center(&rect);
            c2d_scale_points(&center, 1, k, about);
            c2d_rect_scale(&rect, k);
            c2d_rect_at(&rect, center);
        } else {
            c2d_rect_scale(&rect, k);
        }
        return from_rect(&rect);
    }
    size_t n = copy_points(slot);
    c2d_scale_points(room, n, k, has_about ? about : c2d_center(&slots[slot].shape));
    return from_points(room, n, k * slots[slot].shape.radius, n > 2);
}

EXPORT int live_grow(int slot, double d)
{
    double radius = slots[slot].shape.radius + d;
    if (radius < 0)
        return -1 - (int)C2D_NEGATIVE;
    if (slots[slot].has_rect) {
        c2d_rect rect = slots[slot].rect;
        c2d_rect_grow(&rect, d);
        return from_rect(&rect);
    }
    size_t n = copy_points(slot);
    return from_points(room, n, radius, n > 2);
}

/* io: at, about, scale, degrees, flip_x. */
EXPORT int live_place(int slot)
{
    c2d_placement p = {vec_at(0), vec_at(2), io[4], io[5], io[6] != 0};
    if (slots[slot].has_rect) {
        c2d_rect rect = slots[slot].rect;
        c2d_rect_place(&rect, &p);
        return from_rect(&rect);
    }
    size_t n = copy_points(slot);
    c2d_place_points(room, n, &p);
    return from_points(room, n, p.scale * slots[slot].shape.radius, n > 2);
}

EXPORT int live_keeps_axes(double degrees)
{
    double sine, cosine;
    c2d_sincos(degrees, &sine, &cosine);
    return sine == 0 || cosine == 0;
}

/* Two opposite corners of the core of an upright rectangle, as circles of its radius in two slots, of which the first
 * is returned; they are not checked, as what is made of them is. Negative for others. */
EXPORT int live_corners(int slot)
{
    c2d_vec corners[2];
    if (!slots[slot].has_rect || slot_count + 2 > SLOTS ||
        !c2d_rect_corners(&slots[slot].rect, &corners[0], &corners[1]))
        return -1;
    for (int i = 0; i < 2; i++) {
        c2d_shape *s = &slots[slot_count + (size_t)i].shape;
        slots[slot_count + (size_t)i].has_rect = false;
        *s = (c2d_shape){.count = 1, .radius = slots[slot].shape.radius};
        s->v.own[0] = corners[i];
    }
    slot_count += 2;
    return (int)slot_count - 2;
}

/* The rectangle between two corners of the core; another one in the slot `like` if it has the same vertices. */
EXPORT int live_between(int like, double radius, double ax, double ay, double bx, double by)
{
    c2d_rect rect = {.at = {ax, ay}, .size = {bx, by}, .radius = radius, .inner = radius > 0};
    rect.anchor = C2D_BY_CORNERS;
    int made = from_rect(&rect);
    if (like < 0 || made < 0)
        return made < 0 ? like : made;
    const c2d_shape *s = &slots[like].shape, *t = &slots[made].shape;
    bool same = s->count == t->count;
    for (uint32_t i = 0; i < s->count && same; i++)
        same = c2d_vertices(s)[i].x == c2d_vertices(t)[i].x && c2d_vertices(s)[i].y == c2d_vertices(t)[i].y;
    return same ? like : made;
}

/* Keeps what a verb made, as a rectangle if its sides are level. */
static int keep_simplest(c2d_status status, size_t storage)
{
    int made = keep(status, storage);
    if (made >= 0 && slots[made].shape.form == C2D_BOX) {
        const c2d_shape *s = &slots[made].shape;
        slots[made].rect =
            (c2d_rect){.at = s->v.own[0], .size = s->v.own[2], .radius = s->radius, .inner = s->radius > 0};
        slots[made].rect.anchor = C2D_BY_CORNERS;
        slots[made].has_rect = true;
    }
    return made;
}

EXPORT int live_sweep(int slot, double dx, double dy)
{
    int moved = live_move(slot, dx, dy);
    if (moved < 0)
        return moved;
    size_t storage = 2 * (size_t)(slots[slot].shape.count + slots[moved].shape.count);
    if (is_full(storage))
        return -1 - (int)C2D_NO_MEMORY;
    c2d_shape *out = &slots[slot_count].shape;
    slots[slot_count].has_rect = false;
    return keep_simplest(c2d_sweep(out, &slots[slot].shape, &slots[moved].shape, vertices + vertex_count), storage);
}

EXPORT int live_minkowski(int a, double x, double y, int b)
{
    size_t storage = slots[a].shape.count + slots[b].shape.count;
    if (is_full(storage))
        return -1 - (int)C2D_NO_MEMORY;
    c2d_vec center = {x, y};
    c2d_shape *out = &slots[slot_count].shape;
    slots[slot_count].has_rect = false;
    c2d_vec *into = vertices + vertex_count;
    return keep_simplest(c2d_minkowski_difference(out, &slots[a].shape, center, &slots[b].shape, into), storage);
}

/* The slots count from 0, and errors are negative: NOTHING is neither. */
#define NOTHING (-1000)

EXPORT int live_intersection(int a, int b)
{
    bool collides;
    size_t storage = 2 * ((size_t)slots[a].shape.count + slots[b].shape.count);
    if (is_full(storage))
        return -1 - (int)C2D_NO_MEMORY;
    c2d_shape *out = &slots[slot_count].shape;
    slots[slot_count].has_rect = false;
    c2d_status status = c2d_intersection(out, &slots[a].shape, &slots[b].shape, vertices + vertex_count, &collides);
    return status || collides ? keep_simplest(status, storage) : NOTHING;
}

/* ---- pairs of shapes ---- */

/* io: t in, t out. */
EXPORT int live_clip(int a, double px, double py, double qx, double qy)
{
    return c2d_clip(&slots[a].shape, (c2d_vec){px, py}, (c2d_vec){qx, qy}, &io[0], &io[1]);
}

/* io: va, vb, normal, restitution, masses, friction; then va, vb. */
EXPORT void live_bounce(void)
{
    c2d_vec va = vec_at(0), vb = vec_at(2);
    c2d_collision c = {vec_at(4), io[6], io[7], io[8], io[9]};
    c2d_check_collision(&c);
    c2d_bounce(&va, &vb, &c);
    put(0, va);
    put(2, vb);
}

EXPORT void live_slide_velocity(double vx, double vy, double nx, double ny)
{
    put(0, c2d_slide((c2d_vec){vx, vy}, (c2d_vec){nx, ny}));
}

/* ---- bodies: a body is a stretch of the list of members; a shape is a body of one piece ---- */

static const c2d_shape *pieces[2][MEMBERS];
static const c2d_rect *rects[2][MEMBERS];

static c2d_body body_of(int which, int first, int n)
{
    for (int i = 0; i < n; i++) {
        pieces[which][i] = &slots[members[first + i]].shape;
        rects[which][i] = rect_of(members[first + i]);
    }
    return (c2d_body){pieces[which], rects[which], (size_t)n, NULL};
}

/* a: the first n members; b: the m after them. */
EXPORT int live_body_relate(int n, int m)
{
    c2d_body a = body_of(0, 0, n), b = body_of(1, n, m);
    c2d_relation relation = C2D_APART;
    c2d_body_relate(&a, &b, &relation);
    return relation;
}

EXPORT int live_body_contains(int n, int m)
{
    c2d_body a = body_of(0, 0, n), b = body_of(1, n, m);
    bool contains = false;
    c2d_body_contains(&a, &b, &contains);
    return contains;
}

EXPORT double live_body_separation(int n, int m)
{
    c2d_body a = body_of(0, 0, n), b = body_of(1, n, m);
    double separation = 0;
    c2d_body_separation(&a, &b, &separation);
    return separation;
}

EXPORT double live_body_overlap_area(int n, int m)
{
    c2d_body a = body_of(0, 0, n), b = body_of(1, n, m);
    double area = 0;
    c2d_body_overlap_area(&a, &b, &area);
    return area;
}

EXPORT void live_body_closest(int n, int m)
{
    c2d_body a = body_of(0, 0, n), b = body_of(1, n, m);
    c2d_vec p, q;
    c2d_body_closest_points(&a, &b, &p, &q);
    put(0, p);
    put(2, q);
}

/* io: normal, depth, points, the pieces; the number of points, 0 without a contact. */
EXPORT int live_body_contact(int n, int m)
{
    c2d_body a = body_of(0, 0, n), b = body_of(1, n, m);
    bool collides = false;
    c2d_contact c;
    c2d_piece_pair pair;
    if (c2d_body_find_contact(&a, &b, &collides, &c, &pair) != C2D_OK || !collides)
        return 0;
    put(0, c.normal);
    io[2] = c.depth;
    put(3, c.points[0]);
    put(5, c.count == 2 ? c.points[1] : c.points[0]);
    io[7] = (double)pair.a;
    io[8] = (double)pair.b;
    return c.count;
}

static void put_hit(const c2d_hit *h)
{
    io[0] = h->t;
    put(1, h->point);
    put(3, h->normal);
    io[5] = h->depth;
}

/* io: t, point, normal, depth, the pieces; 1 for a hit, 0 for none, negative for an error. */
static int put_hit_of_pieces(c2d_status status, bool hits, const c2d_hit *hit, c2d_piece_pair pair)
{
    if (status != C2D_OK)
        return -1 - (int)status;
    if (hits) {
        put_hit(hit);
        io[6] = (double)pair.a;
        io[7] = (double)pair.b;
    }
    return hits;
}

/* As put_hit_of_pieces. */
EXPORT int live_body_cast(int n, double dx, double dy, int m, int touching, int leaving)
{
    c2d_body a = body_of(0, 0, n), b = body_of(1, n, m);
    bool hits = false;
    c2d_hit hit;
    c2d_piece_pair pair;
    c2d_cast_options options = {touching, leaving};
    c2d_status status = c2d_body_cast(&a, (c2d_vec){dx, dy}, &b, options, room, &hits, &hit, &pair);
    return put_hit_of_pieces(status, hits, &hit, pair);
}

/* The same of a turn about a point, or without it about the pivot or centre of a single shape, with a motion. */
EXPORT int live_turn_cast(int n, double angle, int has_about, double x, double y, double dx, double dy, int m,
                          int is_of_bodies)
{
    c2d_body a = body_of(0, 0, n), b = body_of(1, n, m);
    bool hits = false;
    c2d_hit hit;
    c2d_piece_pair pair = {0, 0};
    c2d_vec about = {x, y}, motion = {dx, dy};
    c2d_status status;
    if (!is_of_bodies) {
        status = c2d_turn_cast(a.pieces[0], a.rects[0], angle, has_about ? &about : NULL, motion, b.pieces[0], 1, room,
                               &hits, &hit);
        return put_hit_of_pieces(status, hits, &hit, pair);
    }
    if (!has_about)
        about = a.rects[0] ? c2d_rect_turning_point(a.rects[0]) : c2d_center(a.pieces[0]);
    status = c2d_body_turn_cast(&a, angle, about, motion, &b, room, &hits, &hit, &pair);
    return put_hit_of_pieces(status, hits, &hit, pair);
}

/* The moves as c2d_moved takes them. */
static int put_moves(c2d_status status, c2d_vec a, c2d_vec b)
{
    c2d_check(&a.x);
    c2d_check(&a.y);
    c2d_check(&b.x);
    c2d_check(&b.y);
    put(0, a);
    put(2, b);
    return -(int)status;
}

/* io: the move of a and that of b. */
EXPORT int live_body_separate(int n, double mass_a, int m, double mass_b)
{
    c2d_body a = body_of(0, 0, n), b = body_of(1, n, m);
    c2d_vec move_a = {0, 0}, move_b = {0, 0};
    c2d_status status = c2d_body_separate(&a, mass_a, &b, mass_b, &move_a, &move_b);
    return put_moves(status, move_a, move_b);
}

EXPORT int live_body_separate_more(int n, double mass_a, int m, double mass_b, double part)
{
    c2d_body a = body_of(0, 0, n), b = body_of(1, n, m);
    c2d_vec move_a = {0, 0}, move_b = {0, 0};
    c2d_status status = c2d_body_separate_more(&a, mass_a, &b, mass_b, part, &move_a, &move_b);
    return put_moves(status, move_a, move_b);
}

/* io: area, centre. */
EXPORT void live_body_measure(int n)
{
    c2d_body a = body_of(0, 0, n);
    double area = 0;
    c2d_body_area(&a, &area);
    io[0] = area;
    put(1, c2d_body_center(&a));
}

/* Convex pieces of an outline with holes. io: for each outline the number of its points, then all points; then for each
 * piece the number of its vertices and they. The number of pieces. */
EXPORT int live_decompose(int outlines)
{
    size_t ends[64], n = 0;
    if (outlines > 64)
        return -1 - (int)C2D_NO_MEMORY;
    for (int i = 0; i < outlines; i++)
        ends[i] = n += (size_t)io[i];
    for (size_t i = 0; i < n; i++)
        room[i] = vec_at((size_t)outlines + 2 * i);
    c2d_pieces found;
    c2d_status status = c2d_decompose_outlines(room, ends, (size_t)outlines, &found);
    if (status != C2D_OK)
        return -1 - (int)status;
    size_t k = 0;
    for (size_t i = 0; i < found.count; i++) {
        io[k++] = (double)(found.first[i + 1] - found.first[i]);
        for (size_t j = found.first[i]; j < found.first[i + 1]; j++, k += 2)
            put(k, found.vertices[j]);
    }
    int count = (int)found.count;
    c2d_pieces_free(&found);
    return count;
}

static int put_boxes(c2d_status status, c2d_boxes *found)
{
    if (status != C2D_OK)
        return -1 - (int)status;
    for (size_t i = 0; i < found->count; i++) {
        put(4 * i, found->list[i].min);
        put(4 * i + 2, found->list[i].max);
    }
    int count = (int)found->count;
    c2d_boxes_free(found);
    return count;
}

/* io: the boxes, by two corners, in and out. */
EXPORT int live_merge_boxes(int n)
{
    c2d_bounds boxes[256];
    c2d_boxes found;
    for (int i = 0; i < n && i < 256; i++)
        boxes[i] = (c2d_bounds){vec_at(4 * (size_t)i), vec_at(4 * (size_t)i + 2)};
    return put_boxes(c2d_merge_boxes(boxes, (size_t)n, &found), &found);
}

/* io: origin, tile, then the cells. */
EXPORT int live_merge_tiles(int width, int height)
{
    static uint8_t solid[NUMBERS];
    c2d_boxes found;
    for (int i = 0; i < width * height; i++)
        solid[i] = io[4 + i] != 0;
    return put_boxes(c2d_merge_tiles(solid, (size_t)width, (size_t)height, vec_at(0), vec_at(2), &found), &found);
}

/* ---- the mover ---- */

static int obstacle_count;
static int obstacle_first;

static c2d_status gather(void *context, c2d_bounds box, c2d_obstacles *obstacles)
{
    (void)context;
    const uint32_t *m = members + obstacle_first;
    for (int i = 0; i < obstacle_count; i++, m += 3) {
        const c2d_shape *s = &slots[m[0]].shape;
        if (s->min.x > box.max.x || s->max.x < box.min.x || s->min.y > box.max.y || s->max.y < box.min.y)
            continue;
        bool is_listed = false;
        for (size_t k = 0; k < obstacles->count && !is_listed; k++)
            is_listed = obstacles->list[k].shape == s;
        if (is_listed)
            continue;
        c2d_obstacle o = {s, m[1], (c2d_response)m[2]};
        c2d_status status = c2d_obstacles_add(obstacles, &o);
        if (status != C2D_OK)
            return status;
    }
    return C2D_OK;
}

/* Moves the body of the first n members among `obstacles`, of which the members after it have slot, item and response.
 * max_push: negative for the default. io: pushes, stuck, remaining, the number of stops, of hits, the stops, and each
 * hit: item, response, t, point, normal, depth, piece of the mover, slot of the obstacle. */
EXPORT int live_mover(int n, double dx, double dy, double max_push, int obstacles)
{
    c2d_body body = body_of(0, 0, n);
    c2d_mover_options options = {max_push};
    c2d_mover_result result;
    obstacle_first = n;
    obstacle_count = obstacles;
    c2d_status status = c2d_mover_run_body(&body, (c2d_vec){dx, dy}, &options, gather, NULL, &result);
    size_t k = 6;
    if (status == C2D_OK && 6 + 2 * result.stop_count + 10 * result.meeting_count <= NUMBERS) {
        for (size_t i = 0; i < result.stop_count; i++, k += 2)
            put(k, result.stops[i]);
        for (size_t i = 0; i < result.meeting_count; i++) {
            const c2d_mover_hit *m = &result.meetings[i];
            put_hit(&m->hit);
            memmove(io + k + 2, io, 6 * sizeof *io);
            io[k] = m->item;
            io[k + 1] = m->response;
            io[k + 8] = (double)m->piece;
            io[k + 9] = (double)(((const char *)m->shape - (const char *)&slots[0].shape) / (ptrdiff_t)sizeof slots[0]);
            k += 10;
        }
        io[0] = (double)result.pushes;
        io[1] = result.stuck;
        put(2, result.remaining);
        io[4] = (double)result.stop_count;
        io[5] = (double)result.meeting_count;
    }
    c2d_mover_result_free(&result);
    return -(int)status;
}
