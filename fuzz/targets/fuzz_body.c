/* Property: pairs of pieces decide every verb of two bodies: the relation, the nearest pair and its contact, the first
 * hit. Only a point or a thin segment may also be surrounded by several pieces, or stopped by them together. The area
 * is at most the sum of the pieces' and at least the largest one; the order of the pieces, a piece twice and swapped
 * axes change it by rounding at most; that of an outline with holes is known. A body contains what one of its pieces
 * contains, and never a shape with a vertex outside of it. After c2d_body_separate no pieces overlap, exactly. Lack of
 * memory is a status. */
#include "../decode.h"
#include "../oracle.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PIECES  20
#define MOST_CROWD   12
#define MOST_COLUMNS 6
#define MOST_PAIRS   4
#define ULP          0x1p-52
/* The domain's numbers are multiples of 2^-200: below this magnitude that is more than an ulp. */
#define GRAIN 0x1p-148

/* A body with the shapes that it refers to. */
typedef struct solids {
    solid piece[MOST_PIECES];
    const c2d_shape *shapes[MOST_PIECES];
    const c2d_rect *rects[MOST_PIECES];
    c2d_body body;
} solids;

static solids a, b;
static bool is_crowd;
static c2d_vec lattice_way; /* that points of a crowd move along */
static c2d_vec room[C2D_CAST_ROOM(DRAFT_POINTS)];

static void print_body(const char *name, const solids *s)
{
    for (size_t i = 0; i < s->body.count; i++) {
        fprintf(stderr, "%s[%zu]: ", name, i);
        print_shape(name, s->shapes[i]);
        if (s->rects[i])
            print_rect("derives from", s->rects[i]);
    }
}

static void print_bodies(void)
{
    print_body("a", &a);
    print_body("b", &b);
}

static void copy(solid *out, const solid *from)
{
    *out = *from;
    if (from->shape.count > C2D_INLINE_VERTICES)
        out->shape.v.many = out->storage + (from->shape.v.many - from->storage);
}

static void add_piece(solids *s, const solid *piece, bool by_corners)
{
    size_t i = s->body.count++;

    copy(&s->piece[i], piece);
    s->shapes[i] = &s->piece[i].shape;
    s->piece[i].rect.by_corners = by_corners;
    s->rects[i] = solid_rect(&s->piece[i]);
}

/* ---- outlines ---- */

/* The corners of an outline and of its holes, as c2d_decompose_outlines takes them. */
typedef struct outlines {
    c2d_vec points[2 * MOST_COLUMNS + 16];
    size_t ends[3], count, length;
} outlines;

static void add_corner(outlines *o, c2d_vec origin, double unit, double x, double y)
{
    o->points[o->length].x = origin.x + unit * x;
    o->points[o->length++].y = origin.y + unit * y;
    o->ends[o->count - 1] = o->length;
}

/* Ground below a row of heights, with up to two holes in it. */
static void read_ground(reader *in, outlines *o)
{
    unsigned tag = read_byte(in), columns = 1 + tag % MOST_COLUMNS, holes = tag / 8 % 3, heights[MOST_COLUMNS + 1];
    double unit = tag & 128 ? 1 : 0.1;
    c2d_vec origin = {0, 0};

    if (tag & 64)
        origin = read_point(in);
    o->length = 0;
    o->count = 1;
    for (unsigned i = 0; i <= columns; i++)
        heights[i] = 1 + read_byte(in) % 8;
    add_corner(o, origin, unit, 0, 0);
    add_corner(o, origin, unit, columns, 0);
    for (unsigned i = columns + 1; i-- > 0;)
        add_corner(o, origin, unit, i, heights[i]);
    for (unsigned k = 0; k < holes && k < columns; k++) {
        double top = heights[k] < heights[k + 1] ? heights[k] : heights[k + 1];
        o->count++;
        add_corner(o, origin, unit, k + 0.25, top / 4);
        add_corner(o, origin, unit, k + 0.75, top / 4);
        add_corner(o, origin, unit, k + 0.75, top / 2);
        if (tag & 4)
            add_corner(o, origin, unit, k + 0.25, top / 2);
    }
}

/* Of the first outline, without the others. */
static double area_of_outlines(const outlines *o)
{
    double area = 0;

    for (size_t k = 0, start = 0; k < o->count; start = o->ends[k++]) {
        double twice = 0;
        c2d_vec first = o->points[start];
        for (size_t i = start + 1; i + 1 < o->ends[k]; i++)
            twice += (o->points[i].x - first.x) * (o->points[i + 1].y - first.y) -
                     (o->points[i].y - first.y) * (o->points[i + 1].x - first.x);
        area += k == 0 ? fabs(twice) / 2 : -fabs(twice) / 2;
    }
    return area;
}

/* The pieces of an outline, with their area; false if rounding spoils the outline. */
static bool read_outline(reader *in, solids *s, double *area)
{
    outlines o;
    c2d_pieces pieces;
    static solid piece;

    read_ground(in, &o);
    if (c2d_decompose_outlines(o.points, o.ends, o.count, &pieces) != C2D_OK)
        return false;
    CHECK(pieces.count <= MOST_PIECES, "%zu pieces", pieces.count);
    piece.has_rect = false;
    for (size_t i = 0; i < pieces.count; i++) {
        size_t first = pieces.first[i], count = pieces.first[i + 1] - first;
        CHECK(c2d_hull_shape(&piece.shape, pieces.vertices + first, count, 0, piece.storage) == C2D_OK, "no piece");
        add_piece(s, &piece, false);
    }
    c2d_pieces_free(&pieces);
    if (s->body.count == 0)
        return false;
    *area = area_of_outlines(&o);
    return true;
}

/* The image of a body, mirrored or turned by quarters, at some place, sometimes with the pieces in reverse order; false
 * if it leaves the domain. */
static bool read_image(reader *in, const solids *of, solids *s)
{
    unsigned tag = read_byte(in);
    c2d_vec d = {0, 0}, points[2 * DRAFT_POINTS];
    static solid piece;

    if (tag & 8)
        d = read_point(in);
    piece.has_rect = false;
    for (size_t i = 0; i < of->body.count; i++) {
        const c2d_shape *t = of->shapes[tag & 16 ? of->body.count - 1 - i : i];
        for (uint32_t k = 0; k < t->count; k++) {
            c2d_vec v = c2d_vertices(t)[k], w = {tag & 1 ? v.y : v.x, tag & 1 ? v.x : v.y};
            points[k].x = (tag & 2 ? -w.x : w.x) + d.x;
            points[k].y = (tag & 4 ? -w.y : w.y) + d.y;
        }
        if (c2d_hull_shape(&piece.shape, points, t->count, t->radius, piece.storage) != C2D_OK) {
            s->body.count = 0;
            return false;
        }
        add_piece(s, &piece, false);
    }
    return true;
}

/* ---- bodies ---- */

/* A body of an outline, or one that is the image of the other. *area: of the outline. */
static void read_special(reader *in, unsigned tag, double *area)
{
    static solid p, q;

    read_bodies(in, &p, &q);
    if (!(tag & 32 && read_outline(in, &a, area))) {
        add_piece(&a, &p, false);
        add_piece(&a, &q, false);
    }
    if (!(tag & 16 && read_image(in, &a, &b)))
        add_piece(&b, &q, false);
}

static c2d_vec read_lattice(reader *in, int most)
{
    unsigned byte = read_byte(in), side = 2 * (unsigned)most + 1;
    c2d_vec v = {(double)((int)(byte % side) - most), (double)((int)(byte / side % side) - most)};
    return v;
}

/* Adds a shape with a corner, an edge or an arc at p: a triangle, a box, a segment, a circle or a capsule. */
static void add_neighbour(reader *in, solids *s, c2d_vec p)
{
    unsigned byte = read_byte(in), kind = byte % 8;
    c2d_vec u = read_lattice(in, 2), v = {-u.y, u.x};
    draft d = {.kind = DRAFT_HULL, .count = 1};
    static solid made;

    if (byte & 64)
        v = read_lattice(in, 2);
    d.p[0] = p;
    if (kind < 3) { /* a corner */
        d.p[d.count++] = (c2d_vec){p.x + u.x, p.y + u.y};
        d.p[d.count++] = (c2d_vec){p.x + v.x, p.y + v.y};
    } else if (kind < 5) { /* a box */
        d.p[d.count++] = (c2d_vec){p.x + u.x, p.y};
        d.p[d.count++] = (c2d_vec){p.x + u.x, p.y + v.y};
        d.p[d.count++] = (c2d_vec){p.x, p.y + v.y};
    } else if (kind == 5) { /* a segment from p, or through it */
        d.p[0] = (c2d_vec){p.x - (byte & 16 ? u.x : 0), p.y - (byte & 16 ? u.y : 0)};
        d.p[d.count++] = (c2d_vec){p.x + u.x, p.y + u.y};
    } else { /* a circle or a capsule beside p */
        d.radius = 1 + (byte >> 7);
        d.p[0] = (c2d_vec){p.x + (byte & 16  ? 0
                                  : byte & 8 ? d.radius
                                             : -d.radius),
                           p.y + (byte & 16 ? byte & 8 ? d.radius : -d.radius : 0)};
        if (kind == 7)
            d.p[d.count++] = (c2d_vec){d.p[0].x + (byte & 16 ? u.x : 0), d.p[0].y + (byte & 16 ? 0 : u.y)};
    }
    draft_make(&d, &made);
    add_piece(s, &made, false);
}

/* Points and thin segments, and shapes on a lattice that may surround or block them together. */
static void read_crowd(reader *in)
{
    unsigned tag = read_byte(in), thin = 1 + tag / 16 % 2, members = 2 + read_byte(in) % (MOST_CROWD - 1);
    solids *first = tag & 8 ? &b : &a, *second = tag & 8 ? &a : &b;
    static solid made;
    c2d_vec p = read_lattice(in, 3);

    for (unsigned i = 0; i < thin; i++) {
        draft d = {.kind = DRAFT_HULL, .count = 1};
        c2d_vec u = read_lattice(in, 2);
        d.p[0] = i == 0 ? p : (c2d_vec){p.x + u.y, p.y - u.x};
        d.p[d.count] = (c2d_vec){d.p[0].x + u.x, d.p[0].y + u.y};
        d.count += tag & 32 ? 1 : 0;
        draft_make(&d, &made);
        add_piece(first, &made, false);
    }
    c2d_vec way = read_lattice(in, 3), to = {p.x + way.x, p.y + way.y};
    for (unsigned i = 0; i < members; i++)
        add_neighbour(in, second, tag & 64 || i % 4 == 3 ? p : to);
    lattice_way = (c2d_vec){tag & 8 ? -way.x : way.x, tag & 8 ? -way.y : way.y};
}

/* Pairs of related shapes: one to each body, or both to one. */
static void read_pairs(reader *in, unsigned tag)
{
    unsigned pairs = 1 + tag % MOST_PAIRS;
    static solid p, q;

    for (unsigned k = 0; k < pairs; k++) {
        unsigned where = k == 0 ? 0 : read_byte(in) % 4;
        read_bodies(in, &p, &q);
        add_piece(where == 2 ? &b : &a, &p, tag & 128);
        add_piece(where == 1 ? &a : &b, &q, tag & 128);
    }
}

/* *area: of an outline of a; less than 0: it has none. */
static void read_solids(reader *in, double *area)
{
    unsigned tag = read_byte(in);

    a.body = b.body = (c2d_body){NULL, NULL, 0, NULL};
    *area = -1;
    lattice_way = (c2d_vec){0, 0};
    is_crowd = (tag & 12) == 12;
    if (is_crowd)
        read_crowd(in);
    else if ((tag & 12) == 8 && tag & (16 | 32))
        read_special(in, tag, area);
    else
        read_pairs(in, tag);
    bool has_rects = is_crowd || !(tag & 64);
    a.body = (c2d_body){a.shapes, has_rects ? a.rects : NULL, a.body.count, NULL};
    b.body = (c2d_body){b.shapes, has_rects ? b.rects : NULL, b.body.count, NULL};
}

static int relate_exactly(const c2d_shape *s, const c2d_shape *t)
{
    return oracle_relate(&c2d_vertices(s)->x, s->count, s->radius, &c2d_vertices(t)->x, t->count, t->radius);
}

static double larger(double x, double y) { return x > y ? x : y; }

static double magnitude(const solids *s)
{
    c2d_bounds box = c2d_body_bounds(&s->body);

    return larger(larger(fabs(box.min.x), fabs(box.max.x)), larger(fabs(box.min.y), fabs(box.max.y)));
}

static double larger_part(c2d_vec v) { return larger(fabs(v.x), fabs(v.y)); }

/* The same for what a move has to keep in the domain: the pivot of a rectangle may be far from its corners. */
static double farthest_number(const solids *s)
{
    double most = magnitude(s);

    for (size_t i = 0; i < s->body.count && s->body.rects; i++) {
        const c2d_rect *r = s->body.rects[i];
        if (r)
            most = larger(most, larger(larger_part(r->at), larger_part(r->pivot)));
    }
    return most;
}

static bool same_bits(double x, double y) { return memcmp(&x, &y, sizeof x) == 0; }

/* ---- relation and distance ---- */

static int greatest_relation(void)
{
    int greatest = -1;

    for (size_t i = 0; i < a.body.count; i++)
        for (size_t j = 0; j < b.body.count; j++) {
            int relation = relate_exactly(a.shapes[i], b.shapes[j]);
            greatest = relation > greatest ? relation : greatest;
        }
    return greatest;
}

static bool is_thin(const c2d_shape *s) { return s->radius == 0 && s->count <= 2; }

/* Whether pieces of t surround a point or a thin segment of s. */
static bool is_surrounded(const solids *s, const solids *t)
{
    bool surrounds = false;

    for (size_t i = 0; i < s->body.count && !surrounds; i++)
        CHECK(c2d_union_surrounds(s->shapes[i], t->shapes, t->body.count, &surrounds) == C2D_OK, "no memory");
    return surrounds;
}

/* Pieces that touch a point or a thin segment may surround it, which is an overlap that no pair shows. */
static c2d_relation check_relation(int greatest)
{
    c2d_relation found, swapped;
    bool surrounds = greatest == 0 && (is_surrounded(&a, &b) || is_surrounded(&b, &a));

    CHECK(c2d_body_relate(&a.body, &b.body, &found) == C2D_OK, "no memory");
    CHECK(c2d_body_relate(&b.body, &a.body, &swapped) == C2D_OK, "no memory");
    CHECK((int)found == (surrounds ? 1 : greatest), "the relation is %d, of pieces %d, surrounded %d", (int)found,
          greatest, (int)surrounds);
    CHECK(swapped == found, "the relation depends on the order");
    return found;
}

static double separation_of(const solids *s, const solids *t)
{
    double separation;

    CHECK(c2d_body_separation(&s->body, &t->body, &separation) == C2D_OK, "no memory");
    return separation;
}

static void check_distance(c2d_relation relation)
{
    double least = HUGE_VAL, found = separation_of(&a, &b), gap;
    c2d_vec p, q, on_a, on_b;
    c2d_contact contact, of_pair;
    c2d_piece_pair pair, swapped;
    bool collides;

    for (size_t i = 0; i < a.body.count; i++)
        for (size_t j = 0; j < b.body.count; j++) {
            gap = c2d_separation(a.shapes[i], b.shapes[j]);
            least = gap < least ? gap : least;
        }
    bool surrounds = least == 0 && relation == C2D_OVERLAPPING;
    CHECK(c2d_body_find_contact(&a.body, &b.body, &collides, &contact, &pair) == C2D_OK, "no memory");
    CHECK(surrounds ? found < 0 : found == least, "the separation is %.17g, the least of pieces %.17g", found, least);
    CHECK(same_bits(separation_of(&b, &a), found), "the separation depends on the order");
    CHECK(collides == (least <= 0), "a separation of %g and contact %d", least, (int)collides);
    CHECK(pair.a < a.body.count && pair.b < b.body.count, "pieces %zu and %zu", pair.a, pair.b);
    CHECK(c2d_separation(a.shapes[pair.a], b.shapes[pair.b]) == least, "pieces %zu and %zu", pair.a, pair.b);
    if (collides) {
        CHECK(c2d_find_contact(a.shapes[pair.a], b.shapes[pair.b], &of_pair), "the pair has no contact");
        CHECK((surrounds || contact.depth == of_pair.depth) && contact.count == of_pair.count,
              "another contact than the pair's");
        CHECK(contact.depth == -found, "a depth of %.17g, a separation of %.17g", contact.depth, found);
    }
    CHECK(c2d_body_find_contact(&b.body, &a.body, &collides, &of_pair, &swapped) == C2D_OK, "no memory");
    CHECK(swapped.a + swapped.b == pair.a + pair.b, "swapped, the sum of the indices differs");
    c2d_body_closest_points(&a.body, &b.body, &on_a, &on_b);
    c2d_closest_points(a.shapes[pair.a], b.shapes[pair.b], &p, &q);
    CHECK(surrounds || (memcmp(&p, &on_a, sizeof p) == 0 && memcmp(&q, &on_b, sizeof q) == 0),
          "other points than the pair's");
}

/* ---- measures ---- */

static void check_center(const solids *s)
{
    c2d_bounds box = c2d_body_bounds(&s->body);
    c2d_vec p = c2d_body_center(&s->body);
    double slack = 16 * ULP * magnitude(s) + GRAIN;

    for (size_t i = 0; i < s->body.count; i++) /* the centre of a turned rectangle is rounded from its numbers */
        if (s->rects[i])
            slack += 16 * ULP *
                     (fabs(s->rects[i]->at.x) + fabs(s->rects[i]->at.y) + fabs(s->rects[i]->pivot.x) +
                      fabs(s->rects[i]->pivot.y) + fabs(s->rects[i]->size.x) + fabs(s->rects[i]->size.y));
    CHECK(p.x >= box.min.x - slack && p.x <= box.max.x + slack && p.y >= box.min.y - slack && p.y <= box.max.y + slack,
          "the centre (%.17g, %.17g) is out of the bounds", p.x, p.y);
}

/* The error that the area may have. */
static double area_slack(const solids *s)
{
    c2d_bounds box = c2d_body_bounds(&s->body);
    double sum = 0;

    for (size_t i = 0; i < s->body.count; i++)
        sum += s->shapes[i]->max.x - s->shapes[i]->min.x + s->shapes[i]->max.y - s->shapes[i]->min.y;
    return 0x1p-46 * (box.max.x - box.min.x + box.max.y - box.min.y) * sum;
}

static double area_of(const c2d_shape *const *shapes, size_t count)
{
    c2d_body body = {shapes, NULL, count, NULL};
    double area;

    CHECK(c2d_body_area(&body, &area) == C2D_OK, "no memory");
    return area;
}

/* The core integrates over x, so the image with swapped axes takes other ways through it. */
static double swapped_area(const solids *s)
{
    static solid image[MOST_PIECES];
    const c2d_shape *shapes[MOST_PIECES];
    c2d_vec points[2 * DRAFT_POINTS];

    for (size_t i = 0; i < s->body.count; i++) {
        const c2d_shape *t = s->shapes[i];
        for (uint32_t k = 0; k < t->count; k++) {
            points[k].x = c2d_vertices(t)[k].y;
            points[k].y = c2d_vertices(t)[k].x;
        }
        CHECK(c2d_hull_shape(&image[i].shape, points, t->count, t->radius, image[i].storage) == C2D_OK, "no image");
        shapes[i] = &image[i].shape;
    }
    return area_of(shapes, s->body.count);
}

static void check_area(const solids *s, double expected, unsigned seed)
{
    const c2d_shape *shapes[MOST_PIECES + 1];
    double area, sum = 0, most = 0, slack = area_slack(s), again;
    size_t count = s->body.count;
    unsigned long used = target_allocations;
    c2d_status status = c2d_body_area(&s->body, &area);

    used = target_allocations - used;
    for (size_t i = 0; i < count; i++) {
        sum += c2d_area(s->shapes[i]);
        most = larger(most, c2d_area(s->shapes[i]));
        shapes[count - 1 - i] = s->shapes[i];
    }
    CHECK(status == C2D_OK, "%s", c2d_rule(status));
    CHECK(area >= most - slack && area <= sum + slack, "the area %.17g is not between %.17g and %.17g", area, most,
          sum);
    CHECK(expected < 0 || fabs(area - expected) <= slack, "the area %.17g, of the outline %.17g", area, expected);
    again = area_of(shapes, count);
    CHECK(fabs(again - area) <= 2 * slack, "the area is %.17g, in reverse order %.17g", area, again);
    again = swapped_area(s);
    CHECK(fabs(again - area) <= 2 * slack, "the area is %.17g, with swapped axes %.17g", area, again);
    memcpy(shapes, s->shapes, count * sizeof *shapes);
    shapes[count] = shapes[seed % count];
    again = area_of(shapes, count + 1);
    CHECK(same_bits(again, area), "the area is %.17g, with a piece twice %.17g", area, again);
    if (used == 0)
        return;
    target_allocations_left = (int)(seed % used);
    status = c2d_body_area(&s->body, &again);
    CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "allocation %u of %lu fails, the status is %d",
          (unsigned)(seed % used), used, (int)status);
    target_allocations_left = -1;
}

/* The overlap of two bodies is at least that of a pair of pieces and at most the sum of all pairs, in both orders the
 * same, and there is one exactly if there is one of a pair. */
static void check_overlap_area(unsigned seed)
{
    double area, again, sum = 0, most = 0, of_pair;
    unsigned long used = target_allocations;
    c2d_status status = c2d_body_overlap_area(&a.body, &b.body, &area);

    used = target_allocations - used;
    CHECK(status == C2D_OK && c2d_body_overlap_area(&b.body, &a.body, &again) == C2D_OK, "%s", c2d_rule(status));
    CHECK(same_bits(area, again), "the overlap is %.17g, swapped %.17g", area, again);
    for (size_t i = 0; i < a.body.count; i++)
        for (size_t j = 0; j < b.body.count; j++) {
            CHECK(c2d_overlap_area(a.shapes[i], b.shapes[j], &of_pair) == C2D_OK, "no memory");
            sum += of_pair;
            most = larger(most, of_pair);
        }
    CHECK(area >= most && area <= sum * (1 + 0x1p-40) && (area > 0) == (most > 0),
          "the overlap %.17g is not between %.17g and %.17g", area, most, sum);
    target_allocations_left = (int)(seed % used);
    status = c2d_body_overlap_area(&a.body, &b.body, &again);
    CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "allocation %u of %lu fails, the status is %d",
          (unsigned)(seed % used), used, (int)status);
    target_allocations_left = -1;
}

/* ---- containment ---- */

/* Whether the vertices of sharp pieces of t are in s. */
static bool has_vertices_inside(const solids *s, const solids *t)
{
    for (size_t j = 0; j < t->body.count; j++)
        for (uint32_t k = 0; k < t->shapes[j]->count; k++) {
            bool inside = false;
            c2d_shape p;
            CHECK(c2d_point(&p, c2d_vertices(t->shapes[j])[k]) == C2D_OK, "a vertex out of the domain");
            for (size_t i = 0; i < s->body.count; i++)
                inside = inside || relate_exactly(s->shapes[i], &p) >= 0;
            if (!inside)
                return false;
        }
    return true;
}

static bool is_in_single_pieces(const solids *s, const solids *t)
{
    for (size_t j = 0; j < t->body.count; j++) {
        bool inside = false;
        for (size_t i = 0; i < s->body.count; i++)
            inside = inside || c2d_contains(s->shapes[i], t->shapes[j]);
        if (!inside)
            return false;
    }
    return true;
}

static void check_contains(const solids *s, const solids *t, unsigned seed)
{
    bool contains, again;
    unsigned long used = target_allocations;
    c2d_status status = c2d_body_contains(&s->body, &t->body, &contains);

    used = target_allocations - used;
    CHECK(status == C2D_OK, "%s", c2d_rule(status));
    CHECK(contains || !is_in_single_pieces(s, t), "it does not contain what its pieces contain");
    CHECK(!contains || has_vertices_inside(s, t), "it contains what has a vertex outside");
    CHECK(c2d_body_contains(&s->body, &s->body, &again) == C2D_OK && again, "it does not contain itself");
    if (used == 0)
        return;
    target_allocations_left = (int)(seed % used);
    status = c2d_body_contains(&s->body, &t->body, &again);
    CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "allocation %u of %lu fails, the status is %d",
          (unsigned)(seed % used), used, (int)status);
    target_allocations_left = -1;
}

/* ---- motion ---- */

static bool has_thin_piece(const solids *s)
{
    bool has = false;

    for (size_t i = 0; i < s->body.count; i++)
        has = has || is_thin(s->shapes[i]);
    return has;
}

static void check_cast(c2d_vec motion, unsigned how)
{
    c2d_cast_options options = {how & 1, !(how & 2)};
    c2d_hit hit, first = {.t = HUGE_VAL}, of_pair;
    c2d_piece_pair pair;
    bool hits, any = false, found;
    c2d_status status = c2d_body_cast(&a.body, motion, &b.body, options, room, &hits, &hit, &pair), expected = C2D_OK;

    for (size_t i = 0; i < a.body.count; i++)
        for (size_t j = 0; j < b.body.count; j++) {
            c2d_status one = c2d_cast_with(a.shapes[i], a.body.rects ? a.rects[i] : NULL, motion, b.shapes[j], room,
                                           options, &found, &of_pair);
            expected = expected ? expected : one;
            if (one || !found)
                continue;
            any = true;
            if (of_pair.depth > first.depth || (of_pair.depth == first.depth && of_pair.t < first.t))
                first = of_pair;
        }
    CHECK(status == expected, "status %d, of pieces %d", (int)status, (int)expected);
    if (status) {
        CHECK(!hits, "a hit in spite of status %d", (int)status);
        return;
    }
    bool may_differ = has_thin_piece(&a) || has_thin_piece(&b);
    CHECK(hits == any || (hits && may_differ), "a hit: %d, of pieces: %d", (int)hits, (int)any);
    if (!hits)
        return;
    CHECK(hit.depth == (any ? first.depth : 0) && (!any || hit.t <= first.t) && hit.t >= 0 && hit.t <= 1,
          "hit at %.17g, depth %g; of pieces %.17g, depth %g", hit.t, hit.depth, first.t, first.depth);
    if (may_differ)
        return;
    CHECK(hit.t == first.t && hit.depth == first.depth, "hit at %.17g, depth %g; of pieces %.17g, depth %g", hit.t,
          hit.depth, first.t, first.depth);
    c2d_cast_with(a.shapes[pair.a], a.body.rects ? a.rects[pair.a] : NULL, motion, b.shapes[pair.b], room, options,
                  &found, &of_pair);
    CHECK(found && memcmp(&of_pair, &hit, sizeof hit) == 0, "the hit is not that of pieces %zu and %zu", pair.a,
          pair.b);
}

static void move(const solids *s, size_t i, c2d_vec d, solid *out)
{
    c2d_status status = c2d_moved(&out->shape, s->shapes[i], s->body.rects ? s->rects[i] : NULL, d, out->storage);

    CHECK(status == C2D_OK, "moved by (%.17g, %.17g) it leaves the domain: %s", d.x, d.y, c2d_rule(status));
}

/* No two pieces of a and b overlap after the moves, exactly. */
static void check_moved(c2d_vec move_a, c2d_vec move_b)
{
    static solid p, q;

    for (size_t i = 0; i < a.body.count; i++)
        for (size_t j = 0; j < b.body.count; j++) {
            move(&a, i, move_a, &p);
            move(&b, j, move_b, &q);
            CHECK(relate_exactly(&p.shape, &q.shape) <= 0, "moved by (%.17g, %.17g) and (%.17g, %.17g) they overlap",
                  move_a.x, move_a.y, move_b.x, move_b.y);
        }
}

/* c2d_body_separate_more moves neither body less far, and neither into the other. */
static void check_farther(double mass_a, double mass_b, c2d_vec move_a, c2d_vec move_b)
{
    c2d_vec far_a, far_b;
    c2d_status status = c2d_body_separate_more(&a.body, mass_a, &b.body, mass_b, 0.0625, &far_a, &far_b);
    double slack = 0x1p-40 * (farthest_number(&a) + farthest_number(&b) + hypot(move_a.x, move_a.y));
    slack += 0x1p-198; /* coordinates below 2^-148 are rounded to 2^-200 */

    if (status) {
        CHECK(larger(farthest_number(&a), farthest_number(&b)) > C2D_LIMIT / 64, "there is room: %s", c2d_rule(status));
        return;
    }
    CHECK(hypot(far_a.x, far_a.y) >= hypot(move_a.x, move_a.y) - slack &&
              hypot(far_b.x, far_b.y) >= hypot(move_b.x, move_b.y) - slack,
          "moves (%.17g, %.17g) and (%.17g, %.17g) are shorter", far_a.x, far_a.y, far_b.x, far_b.y);
    check_moved(far_a, far_b);
}

static void check_separate(double mass_a, double mass_b, c2d_relation relation, unsigned seed)
{
    c2d_vec move_a = {1, 1}, move_b = {1, 1};
    unsigned long used = target_allocations;
    c2d_status status = c2d_body_separate(&a.body, mass_a, &b.body, mass_b, &move_a, &move_b);
    bool still_a = move_a.x == 0 && move_a.y == 0, still_b = move_b.x == 0 && move_b.y == 0;

    used = target_allocations - used;
    if (status) {
        bool fixed = isinf(mass_a) && isinf(mass_b);
        CHECK(still_a && still_b, "moved in spite of status %d", (int)status);
        CHECK(fixed == (status == C2D_BOTH_INFINITE), "%s", c2d_rule(status));
        CHECK(fixed || larger(farthest_number(&a), farthest_number(&b)) > C2D_LIMIT / 64, "there is room: %s",
              c2d_rule(status));
        return;
    }
    CHECK((still_a || !isinf(mass_a)) && (still_b || !isinf(mass_b)), "a body of infinite mass is moved");
    CHECK(relation == C2D_OVERLAPPING || (still_a && still_b), "they do not overlap, yet they are moved");
    check_moved(move_a, move_b);
    check_farther(mass_a, mass_b, move_a, move_b);
    if (used == 0)
        return;
    target_allocations_left = (int)(seed % used);
    status = c2d_body_separate(&a.body, mass_a, &b.body, mass_b, &move_a, &move_b);
    CHECK(status == C2D_NO_MEMORY && target_allocations_left < 0, "allocation %u of %lu fails, the status is %d",
          (unsigned)(seed % used), used, (int)status);
    target_allocations_left = -1;
}

/* ---- indices ---- */

/* What the queries answer; memory between the members is zero. */
typedef struct answers {
    c2d_relation relation;
    c2d_status status;
    bool collides, contains, hits;
    double separation;
    c2d_vec on_a, on_b, move_a, move_b;
    c2d_contact contact;
    c2d_piece_pair contact_pair, hit_pair;
    c2d_hit hit;
} answers;

static void answer(const c2d_body *s, const c2d_body *t, c2d_vec motion, unsigned how, double mass, answers *out)
{
    c2d_cast_options options = {how & 1, !(how & 2)};
    c2d_piece_pair pair = {0, 0};
    bool hits = false;

    memset(out, 0, sizeof *out);
    CHECK(c2d_body_relate(s, t, &out->relation) == C2D_OK, "no memory");
    CHECK(c2d_body_separation(s, t, &out->separation) == C2D_OK, "no memory");
    c2d_body_closest_points(s, t, &out->on_a, &out->on_b);
    CHECK(c2d_body_find_contact(s, t, &out->collides, &out->contact, &pair) == C2D_OK, "no memory");
    out->contact_pair = pair;
    CHECK(c2d_body_contains(s, t, &out->contains) == C2D_OK, "no memory");
    if (how & 4)
        out->status = c2d_body_cast(s, motion, t, options, room, &hits, &out->hit, &pair);
    else
        out->status =
            c2d_body_cast_both(s, motion, t, (c2d_vec){-motion.y, motion.x}, options, room, &hits, &out->hit, &pair);
    out->hits = hits;
    if (hits)
        out->hit_pair = pair;
    else
        memset(&out->hit, 0, sizeof out->hit);
    c2d_body_separate(s, mass, t, 1, &out->move_a, &out->move_b);
}

/* An index changes no bit of an answer. seed: where memory ends while the first index is made. */
static void check_index(c2d_vec motion, unsigned how, double mass, unsigned seed)
{
    static answers without, with;
    c2d_body s = a.body, t = b.body;
    c2d_tree trees[2];

    target_allocations_left = (int)(seed % 2);
    CHECK(c2d_body_make_index(&s, &trees[0]) == C2D_NO_MEMORY, "allocation %u fails", seed % 2);
    target_allocations_left = -1;
    CHECK(c2d_body_make_index(&s, &trees[0]) == C2D_OK && c2d_body_make_index(&t, &trees[1]) == C2D_OK, "no memory");
    answer(&s, &t, motion, how, mass, &without);
    for (unsigned which = 1; which < 4; which++) {
        s.index = which & 1 ? &trees[0] : NULL;
        t.index = which & 2 ? &trees[1] : NULL;
        answer(&s, &t, motion, how, mass, &with);
        CHECK(memcmp(&with, &without, sizeof with) == 0,
              "an index of %u: relation %d %d, separation %g %g, pair %zu %zu and %zu %zu, hit %d %.17g %zu %zu and %d "
              "%.17g %zu %zu",
              which, (int)with.relation, (int)without.relation, with.separation, without.separation,
              with.contact_pair.a, with.contact_pair.b, without.contact_pair.a, without.contact_pair.b, (int)with.hits,
              with.hit.t, with.hit_pair.a, with.hit_pair.b, (int)without.hits, without.hit.t, without.hit_pair.a,
              without.hit_pair.b);
    }
    c2d_tree_free(&trees[0]);
    c2d_tree_free(&trees[1]);
}

/* ---- memory ---- */

/* Lack of memory is a status of every query, whichever allocation fails. */
static void check_memory(c2d_vec motion, unsigned how, double mass, unsigned seed)
{
    c2d_cast_options options = {how & 1, !(how & 2)};
    c2d_tree trees[2];
    c2d_body s = a.body, t = b.body;

    CHECK(c2d_body_make_index(&s, &trees[0]) == C2D_OK && c2d_body_make_index(&t, &trees[1]) == C2D_OK, "no memory");
    s.index = how & 4 ? &trees[0] : NULL;
    t.index = how & 8 ? &trees[1] : NULL;
    for (int query = 0; query < 4; query++) {
        unsigned long used = 0;
        c2d_relation relation;
        c2d_contact contact;
        c2d_hit hit;
        c2d_piece_pair pair;
        c2d_vec move_a, move_b;
        bool found;
        for (int round = 0; round < 2; round++) {
            unsigned long before = target_allocations;
            c2d_status status = C2D_OK;
            if (round > 0 && used == 0)
                break;
            target_allocations_left = round > 0 ? (int)(seed % used) : -1;
            if (query == 0)
                status = c2d_body_relate(&s, &t, &relation);
            else if (query == 1)
                status = c2d_body_find_contact(&s, &t, &found, &contact, &pair);
            else if (query == 2)
                status = c2d_body_cast(&s, motion, &t, options, room, &found, &hit, &pair);
            else
                status = c2d_body_separate(&s, mass, &t, 1, &move_a, &move_b);
            CHECK(round == 0 || (status == C2D_NO_MEMORY && target_allocations_left < 0),
                  "query %d, allocation %lu of %lu fails, the status is %d", query, seed % used, used, (int)status);
            used = target_allocations - before;
        }
        target_allocations_left = -1;
    }
    c2d_tree_free(&trees[0]);
    c2d_tree_free(&trees[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double masses[4] = {1, 3, 0.5, HUGE_VAL};
    reader in = reader_open(data, size);
    unsigned tag, seed;
    c2d_vec motion;
    double outline_area;
    int greatest;
    c2d_relation relation;
    static solid p, q;

    target_context = NULL;
    target_subjects(NULL, NULL);
    tag = read_byte(&in);
    seed = read_byte(&in);
    read_solids(&in, &outline_area);
    copy(&p, &a.piece[0]);
    copy(&q, &b.piece[0]);
    motion = read_motion(&in, &p, &q); /* it may change a radius of these copies */
    if (is_crowd) {
        double times = seed % 4 == 0 ? 2 : seed % 4 == 1 ? 1 + seed / 64 : seed % 16 == 2 ? 0 : 1;
        motion = (c2d_vec){lattice_way.x * times, lattice_way.y * times};
    }
    target_context = print_bodies;
    if (target_verbose)
        print_bodies();
    greatest = greatest_relation();
    target_relations[greatest + 1]++;
    relation = check_relation(greatest);
    check_distance(relation);
    check_center(&a);
    check_area(&a, outline_area, seed);
    check_overlap_area(seed);
    check_contains(&a, &b, seed);
    check_contains(&b, &a, seed);
    check_cast(motion, tag >> 4);
    check_separate(masses[tag % 4], masses[tag / 4 % 4], relation, seed);
    check_index(motion, tag >> 4, masses[tag % 4], seed);
    check_memory(motion, tag >> 4, masses[tag % 4], seed);
    target_context = NULL;
    return 0;
}
