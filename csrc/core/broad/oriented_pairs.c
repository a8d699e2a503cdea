/* Pairs of long oblique shapes. Their axis-aligned boxes are mostly empty, boxes in a frame along the shapes are not.
 * Shapes are sorted by direction, and plane sweeps find the pairs in a frame along the middle direction, or across the
 * directions of two groups. If many pairs remain, the two halves of the directions are searched separately. Pairs are
 * counted to choose the best frame. A frame only excludes pairs that are apart, so no pair is lost. */
#include "oriented_pairs.h"

#include "../exact/allocate.h"
#include "../exact/radix_sort.h"
#include "../exact/vec.h"

#include <string.h>

#define TRY_ALL_LIMIT 32
/* A part with fewer pairs for each shape is not divided. */
#define PAIRS_PER_SHAPE 8
/* A frame must have this many times fewer pairs than another one to be preferred. */
#define MIN_GAIN 4
/* A shape with a smaller ratio of length to width has no direction. */
#define MIN_ASPECT 4

typedef struct oriented_search {
    const c2d_shape *const *shapes;
    const c2d_ends *ends; /* along the axes */
    const uint8_t *side;
    c2d_wanted wanted;
    c2d_visit_pair *visit;
    void *context;
    uint32_t *order;    /* the shapes, sorted by direction */
    c2d_vec *direction; /* by shape; (0, 0): none */
    bool ended, out_of_memory;
} oriented_search;

/* ---- directions ---- */

/* The vector from the first vertex to the farthest one, scaled to the larger coordinate; x >= 0. (0, 0) for a short
 * shape. */
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
    if (!(length > 0) || length + 2 * s->radius < MIN_ASPECT * (width / length + 2 * s->radius))
        return c2d_v(0, 0);
    return c2d_v(d.x / size, d.y / size);
}

/* A number from -1 to 1, in the order of the angles from -90 to 90 degrees. */
static double angle_of(c2d_vec d) { return d.y / (fabs(d.x) + fabs(d.y)); }

static bool is_zero(c2d_vec v) { return v.x == 0 && v.y == 0; }

/* Gives a shape without a direction that of the shape before it, so that both kinds are spread alike. False if no
 * shape has one. */
static bool find_directions(oriented_search *t, uint32_t n)
{
    c2d_vec last = {0, 0};
    for (uint32_t i = 0; i < n; i++)
        t->direction[i] = direction_of(t->shapes[i]);
    for (uint32_t i = n; i-- > 0;)
        last = is_zero(t->direction[i]) ? last : t->direction[i];
    if (is_zero(last))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        last = is_zero(t->direction[i]) ? last : t->direction[i];
        t->direction[i] = last;
    }
    return true;
}

/* Sorts the shapes by direction, from the largest gap between two directions on. */
static void sort_directions(oriented_search *t, uint32_t n, c2d_radix_item *keys, c2d_radix_item *spare)
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

/* Two directions, not necessarily perpendicular. In the frame a shape is an interval along each of them. */
typedef struct frame {
    c2d_vec axis[2]; /* the greater coordinate is 1 or -1; (0, 0): the axes of the boxes */
} frame;

enum { ALONG_THE_AXES, PERPENDICULAR, OBLIQUE, FRAMES };

static c2d_vec across(c2d_vec d) { return c2d_v(-d.y, d.x); }

static frame frame_of(const oriented_search *t, const uint32_t *order, uint32_t n, int kind)
{
    c2d_vec middle = t->direction[order[n / 2]];
    if (kind == ALONG_THE_AXES)
        return (frame){{{0, 0}, {0, 0}}};
    if (kind == PERPENDICULAR)
        return (frame){{across(middle), middle}};
    return (frame){{across(t->direction[order[n / 4]]), across(t->direction[order[n - 1 - n / 4]])}};
}

/* The interval of a shape along an axis, rounded outward. For a x + b y with |a|, |b| <= 1, the two products and the
 * sum are each rounded by at most 2^-53 of |x| + |y|, or underflow. The radius term, which is rounded up by more than
 * its product and root lose, and the margin itself add a few more such roundings. 2^-49 of the sum is more than eight
 * times the total. */
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

static c2d_ends ends_in(const oriented_search *t, const frame *f, uint32_t shape)
{
    c2d_ends e = t->ends[shape];
    if (f->axis[0].x != 0 || f->axis[0].y != 0)
        for (int k = 0; k < 2; k++)
            ends_along(t->shapes[shape], f->axis[k], &e.low[k], &e.high[k]);
    return e;
}

/* Opens a sweep over n shapes in a frame. Those of the latter half are on sides of their own. */
static c2d_status open_sweep(const oriented_search *t, const frame *f, const uint32_t *order, uint32_t n,
                             c2d_plane_sweep *s)
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

/* The wanted pairs of all shapes, or only those between the two halves. */
static c2d_wanted wanted_of(const oriented_search *t, bool halves)
{
    c2d_wanted w;
    for (int i = 0; i < C2D_SIDES; i++)
        for (int j = 0; j < C2D_SIDES; j++)
            w.sides[i][j] = t->wanted.sides[i % 2][j % 2] && (!halves || i / 2 != j / 2);
    return w;
}

/* ---- the choice ---- */

/* The number of pairs in the best frame, and that frame: for all shapes, and for pairs between the two halves.
 * Counting stops once a frame has few pairs, and without memory. */
typedef struct choice {
    uint64_t pairs[2];
    int frame[2];
    uint64_t along_the_axes; /* of all shapes */
} choice;

static choice choose(oriented_search *t, const uint32_t *order, uint32_t n)
{
    choice c = {{UINT64_MAX, UINT64_MAX}, {0, 0}, UINT64_MAX};
    for (int kind = 0; kind < FRAMES && c.pairs[0] / PAIRS_PER_SHAPE > n && !t->out_of_memory; kind++) {
        frame f = frame_of(t, order, n, kind);
        c2d_plane_sweep s;
        t->out_of_memory = open_sweep(t, &f, order, n, &s) != C2D_OK;
        for (int halves = 0; !t->out_of_memory && halves < 2 && (!halves || c.pairs[0] / PAIRS_PER_SHAPE > n);
             halves++) {
            c2d_wanted w = wanted_of(t, halves);
            uint64_t pairs = c2d_plane_sweep_count(&s, &w);
            t->out_of_memory = pairs == C2D_UNCOUNTED;
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
    return c->pairs[0] / PAIRS_PER_SHAPE > n && c->pairs[1] <= c->pairs[0] / MIN_GAIN;
}

/* ---- visiting ---- */

typedef struct part {
    oriented_search *t;
    const uint32_t *order;
} part;

static bool visit_part(void *context, uint32_t i, uint32_t j)
{
    const part *p = context;
    uint32_t a = p->order[i], b = p->order[j];
    p->t->ended = !p->t->visit(p->t->context, a < b ? a : b, a < b ? b : a);
    return !p->t->ended;
}

/* Visits all wanted pairs, whether they meet or not. */
static void try_all(oriented_search *t, const uint32_t *order, uint32_t n, const c2d_wanted *w)
{
    part p = {t, order};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n && !t->ended; j++)
            if (w->sides[t->side[order[i]] + 2 * (i >= n / 2)][t->side[order[j]] + 2 * (j >= n / 2)])
                visit_part(&p, i, j);
}

static void sweep_part(oriented_search *t, const uint32_t *order, uint32_t n, int kind, bool halves)
{
    frame f = frame_of(t, order, n, kind);
    c2d_wanted w = wanted_of(t, halves);
    part p = {t, order};
    c2d_plane_sweep s;
    c2d_status status = open_sweep(t, &f, order, n, &s);
    status = status ? status : c2d_plane_sweep_visit(&s, &w, visit_part, &p);
    c2d_plane_sweep_close(&s);
    t->out_of_memory |= status != C2D_OK;
}

/* Visits the pairs of n shapes; the depth of the recursion is at most the number of bits of n. */
static void visit_parts(oriented_search *t, const uint32_t *order, uint32_t n, const choice *c)
{
    if (!t->out_of_memory)
        sweep_part(t, order, n, c->frame[is_divided(c, n)], is_divided(c, n));
    for (int half = 0; half < 2 && is_divided(c, n) && !t->ended && !t->out_of_memory; half++) {
        const uint32_t *first = half ? order + n / 2 : order;
        uint32_t count = half ? n - n / 2 : n / 2;
        c2d_wanted all = wanted_of(t, false);
        if (count <= TRY_ALL_LIMIT) {
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
    oriented_search t = {shapes, ends, side, *wanted, visit, context, NULL, NULL, false, false};
    t.order = c2d_new_array(n, sizeof *t.order);
    t.direction = c2d_new_array(n, sizeof *t.direction);
    c2d_radix_item *keys = c2d_new_array(n, sizeof *keys), *spare = c2d_new_array(n, sizeof *spare);
    c2d_search_status status = C2D_OUT_OF_MEMORY;
    if (t.order && t.direction && keys && spare) {
        status = C2D_OVER_BUDGET;
        if (find_directions(&t, n)) {
            sort_directions(&t, n, keys, spare);
            choice c = choose(&t, t.order, n);
            bool is_better = c.pairs[0] < c.along_the_axes / MIN_GAIN || is_divided(&c, n);
            if (is_better)
                visit_parts(&t, t.order, n, &c);
            status = t.out_of_memory ? C2D_OUT_OF_MEMORY : is_better ? C2D_DONE : C2D_OVER_BUDGET;
        }
    }
    free(t.order);
    free(t.direction);
    free(keys);
    free(spare);
    return status;
}
