/* Pairs of long shapes at an angle: boxes along the axes are mostly empty there, boxes in a frame turned with the
 * shapes are not. Shapes are sorted by direction, and a sweep in a frame along the middle one, or across those of two
 * groups, finds what may meet; if there are still many, those of either half of the directions are looked at by
 * themselves. Which frame is best is counted. A frame only rules out pairs that are apart, so what remains is never too
 * little. */
#include "oriented_pairs.h"

#include "../exact/allocate.h"
#include "../exact/radix_sort.h"
#include "../exact/vec.h"

#include <string.h>

#define FEW 32
/* In proportion to the shapes: not worth being divided. */
#define FEW_PAIRS 8
/* What a frame must gain over another one. */
#define GAIN 4
/* Shapes that are less long for their width have no direction of their own. */
#define LONG 4

typedef struct turned {
    const c2d_shape *const *shapes;
    const c2d_ends *ends; /* along the axes */
    const uint8_t *side;
    c2d_wanted wanted;
    c2d_visit_pair *visit;
    void *context;
    uint32_t *order;    /* of shapes by direction */
    c2d_vec *direction; /* by shape, (0, 0): none of its own */
    bool ended;
} turned;

/* ---- directions ---- */

/* From the first vertex to the farthest, so with x >= 0; scaled. */
static c2d_vec direction_of(const c2d_shape *s)
{
    const c2d_vec *v = c2d_vertices(s);
    c2d_vec d = {0, 0};
    for (uint32_t i = 1; i < s->count; i++) {
        c2d_vec to = c2d_sub(v[i], v[0]);
        d = c2d_dot(to, to) > c2d_dot(d, d) ? to : d;
    }
    double length = sqrt(c2d_dot(d, d)), width = 0, size = c2d_max(fabs(d.x), fabs(d.y));
    for (uint32_t i = 1; i < s->count; i++)
        width = c2d_max(width, fabs(c2d_cross(d, c2d_sub(v[i], v[0]))));
    if (!(length > 0) || length + 2 * s->radius < LONG * (width / length + 2 * s->radius))
        return c2d_v(0, 0);
    return c2d_v(d.x / size, d.y / size);
}

/* From -1 to 1, in the order of the angles from -90 to 90 degrees. */
static double angle_of(c2d_vec d) { return d.y / (fabs(d.x) + fabs(d.y)); }

/* A shape without a direction gets that of the one before it, so they spread as the others do; false: none has one. */
static bool find_directions(turned *t, uint32_t n)
{
    c2d_vec last = {0, 0};
    for (uint32_t i = 0; i < n; i++)
        t->direction[i] = direction_of(t->shapes[i]);
    for (uint32_t i = n; i-- > 0;)
        last = t->direction[i].x != 0 || t->direction[i].y != 0 ? t->direction[i] : last;
    if (last.x == 0 && last.y == 0)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        last = t->direction[i].x != 0 || t->direction[i].y != 0 ? t->direction[i] : last;
        t->direction[i] = last;
    }
    return true;
}

/* The circle of directions is cut where the gap between two is largest. */
static void sort_directions(turned *t, uint32_t n, c2d_radix_item *keys, c2d_radix_item *spare)
{
    for (uint32_t i = 0; i < n; i++)
        keys[i] = (c2d_radix_item){c2d_radix_key(angle_of(t->direction[i]) + 0.0), i};
    c2d_radix_sort(keys, n, spare);
    uint32_t cut = 0;
    double largest = angle_of(t->direction[keys[0].value]) + 2 - angle_of(t->direction[keys[n - 1].value]);
    for (uint32_t i = 1; i < n; i++) {
        double gap = angle_of(t->direction[keys[i].value]) - angle_of(t->direction[keys[i - 1].value]);
        if (gap > largest) {
            largest = gap;
            cut = i;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        t->order[i] = keys[(i + cut) % n].value;
}

/* ---- frames ---- */

/* A shape is between two lines across each of two directions, which need not be at right angles. */
typedef struct frame {
    c2d_vec axis[2]; /* the greater coordinate is 1 or -1; (0, 0): as the boxes are */
} frame;

enum { ALONG_THE_AXES, TURNED, OBLIQUE, FRAMES };

static c2d_vec across(c2d_vec d) { return c2d_v(-d.y, d.x); }

static frame frame_of(const turned *t, const uint32_t *order, uint32_t n, int kind)
{
    c2d_vec middle = t->direction[order[n / 2]];
    if (kind == ALONG_THE_AXES)
        return (frame){{{0, 0}, {0, 0}}};
    if (kind == TURNED)
        return (frame){{across(middle), middle}};
    return (frame){{across(t->direction[order[n / 4]]), across(t->direction[order[n - 1 - n / 4]])}};
}

/* Outward: of a x + b y, where |a|, |b| <= 1, the two products and the sum are each rounded by 2^-53 of |x| + |y| at
 * most, or by an underflow; adding the radius, which is rounded up by more than its own product and root lose, and the
 * margin itself take another few; 2^-49 of all is more than eight times that. */
static void ends_along(const c2d_shape *s, c2d_vec axis, double *low, double *high)
{
    const c2d_vec *v = c2d_vertices(s);
    double size = 0, grown = s->radius * sqrt(c2d_dot(axis, axis));
    *low = INFINITY;
    *high = -INFINITY;
    for (uint32_t i = 0; i < s->count; i++) {
        double at = c2d_dot(axis, v[i]);
        *low = c2d_min(*low, at);
        *high = c2d_max(*high, at);
        size = c2d_max(size, fabs(v[i].x) + fabs(v[i].y));
    }
    double margin = grown + 0x1p-49 * (size + s->radius) + 0x1p-1000;
    *low -= margin;
    *high += margin;
}

static c2d_ends ends_in(const turned *t, const frame *f, uint32_t shape)
{
    c2d_ends e = t->ends[shape];
    if (f->axis[0].x != 0 || f->axis[0].y != 0)
        for (int k = 0; k < 2; k++)
            ends_along(t->shapes[shape], f->axis[k], &e.low[k], &e.high[k]);
    return e;
}

/* Shapes n of the order, in a frame; those of the latter half are on sides of their own. */
static c2d_status open_sweep(const turned *t, const frame *f, const uint32_t *order, uint32_t n, c2d_plane_sweep *s)
{
    c2d_ends *ends = c2d_new_array(n, sizeof *ends);
    uint8_t *side = c2d_new_array(n, sizeof *side);
    c2d_status status = C2D_NO_MEMORY;
    memset(s, 0, sizeof *s);
    if (ends && side) {
        for (uint32_t i = 0; i < n; i++) {
            ends[i] = ends_in(t, f, order[i]);
            side[i] = (uint8_t)(t->side[order[i]] + 2 * (i >= n / 2));
        }
        status = c2d_plane_sweep_open(s, ends, side, n);
    }
    free(ends);
    free(side);
    return status;
}

/* What is wanted, of all or of the two halves against each other only. */
static c2d_wanted wanted_of(const turned *t, bool halves)
{
    c2d_wanted w;
    for (int i = 0; i < C2D_SIDES; i++)
        for (int j = 0; j < C2D_SIDES; j++)
            w.sides[i][j] = t->wanted.sides[i % 2][j % 2] && (!halves || i / 2 != j / 2);
    return w;
}

/* ---- the choice ---- */

/* How many pairs meet in the best frame, and in which; first of all, then of the halves against each other. What is not
 * needed is not counted: once a frame has few pairs nothing more. */
typedef struct choice {
    uint64_t pairs[2];
    int frame[2];
    uint64_t along_the_axes; /* of all */
} choice;

static choice choose(const turned *t, const uint32_t *order, uint32_t n)
{
    choice c = {{UINT64_MAX, UINT64_MAX}, {0, 0}, UINT64_MAX};
    for (int kind = 0; kind < FRAMES && c.pairs[0] / FEW_PAIRS > n; kind++) {
        frame f = frame_of(t, order, n, kind);
        c2d_plane_sweep s;
        bool open = open_sweep(t, &f, order, n, &s) == C2D_OK;
        for (int halves = 0; open && halves < 2 && (!halves || c.pairs[0] / FEW_PAIRS > n); halves++) {
            c2d_wanted w = wanted_of(t, halves);
            uint64_t pairs = c2d_plane_sweep_count(&s, &w);
            c.frame[halves] = pairs < c.pairs[halves] ? kind : c.frame[halves];
            c.pairs[halves] = pairs < c.pairs[halves] ? pairs : c.pairs[halves];
            c.along_the_axes = kind == ALONG_THE_AXES && !halves ? pairs : c.along_the_axes;
        }
        c2d_plane_sweep_close(&s);
    }
    return c;
}

static bool is_divided(const choice *c, uint32_t n)
{
    return c->pairs[0] / FEW_PAIRS > n && c->pairs[1] <= c->pairs[0] / GAIN;
}

/* ---- visiting ---- */

typedef struct part {
    turned *t;
    const uint32_t *order;
} part;

static bool visit_part(void *context, uint32_t i, uint32_t j)
{
    const part *p = context;
    uint32_t a = p->order[i], b = p->order[j];
    p->t->ended = !p->t->visit(p->t->context, a < b ? a : b, a < b ? b : a);
    return !p->t->ended;
}

/* Whatever the frame. */
static void try_all(turned *t, const uint32_t *order, uint32_t n, const c2d_wanted *w)
{
    part p = {t, order};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n && !t->ended; j++)
            if (w->sides[t->side[order[i]] + 2 * (i >= n / 2)][t->side[order[j]] + 2 * (j >= n / 2)])
                visit_part(&p, i, j);
}

static void sweep_part(turned *t, const uint32_t *order, uint32_t n, int kind, bool halves)
{
    frame f = frame_of(t, order, n, kind);
    c2d_wanted w = wanted_of(t, halves);
    part p = {t, order};
    c2d_plane_sweep s;
    c2d_status status = open_sweep(t, &f, order, n, &s);
    status = status ? status : c2d_plane_sweep_visit(&s, &w, visit_part, &p);
    c2d_plane_sweep_close(&s);
    if (status) /* slow is better than not at all */
        try_all(t, order, n, &w);
}

/* As often divided as n has bits, at most. */
static void visit_parts(turned *t, const uint32_t *order, uint32_t n, const choice *c)
{
    sweep_part(t, order, n, c->frame[is_divided(c, n)], is_divided(c, n));
    for (int half = 0; half < 2 && is_divided(c, n) && !t->ended; half++) {
        const uint32_t *first = half ? order + n / 2 : order;
        uint32_t count = half ? n - n / 2 : n / 2;
        c2d_wanted all = wanted_of(t, false);
        if (count <= FEW) {
            try_all(t, first, count, &all);
        } else {
            choice of_half = choose(t, first, count);
            visit_parts(t, first, count, &of_half);
        }
    }
}

c2d_search_status c2d_oriented_pairs(const c2d_shape *const *shapes, const c2d_ends *ends, const uint8_t *side,
                                     uint32_t n, const c2d_wanted *wanted, c2d_visit_pair *visit, void *context)
{
    turned t = {shapes, ends, side, *wanted, visit, context, NULL, NULL, false};
    t.order = c2d_new_array(n, sizeof *t.order);
    t.direction = c2d_new_array(n, sizeof *t.direction);
    c2d_radix_item *keys = c2d_new_array(n, sizeof *keys), *spare = c2d_new_array(n, sizeof *spare);
    c2d_search_status progress = C2D_OUT_OF_MEMORY;
    if (t.order && t.direction && keys && spare) {
        progress = C2D_OVER_BUDGET;
        if (find_directions(&t, n)) {
            sort_directions(&t, n, keys, spare);
            choice c = choose(&t, t.order, n);
            bool gains = c.pairs[0] < c.along_the_axes / GAIN || is_divided(&c, n);
            if (gains)
                visit_parts(&t, t.order, n, &c);
            progress = gains ? C2D_DONE : C2D_OVER_BUDGET;
        }
    }
    free(t.order);
    free(t.direction);
    free(keys);
    free(spare);
    return progress;
}
