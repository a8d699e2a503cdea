/* All pairs of shapes that collide through an image: shifted by whole periods.
 *
 * Each shape has a home: its image whose least corner is in the first period, [0, w) by [0, h) from the least corner of
 * all shapes. Its ghosts are the images to the left of home and above it that still reach into the first period.
 *
 * Take two images that collide, and an axis. Shift both so that the one that begins later along the axis is at home
 * there. The other begins earlier and meets it, so it is at home or a ghost. Hence each pair of images that collide
 * appears exactly once, up to a common shift, among the pairs of homes and ghosts of which one is at home along x, and
 * one (perhaps the other) along y. The search for pairs of boxes finds these. Positions in the first period are rounded
 * and the boxes grown by the rounding, and c2d_relate_image decides, so rounding decides nothing.
 *
 * A shape that is as long as the period along both axes has no images there, as they would meet those of all other
 * shapes: it is tried with each of these, until one of its images collides. */
#include "../exact/allocate.h"
#include "../exact/exact.h"
#include "../broad/bounds.h"
#include "periods.h"

/* ---- positions ---- */

/* A shape along one axis. The home is the shape shifted by -cell periods. */
typedef struct span {
    double lo, hi; /* of the home, relative to the least corner; grown by the error */
    double error;
    int32_t cell;
    uint32_t ghosts;
} span;

typedef struct axis {
    double origin, period; /* INFINITY: nothing repeats */
    double reach;          /* a home begins at -reach or later */
    double ghosts_end;     /* no ghost that is not at home along this axis ends later */
    bool one_cell;         /* all shapes have the same cell */
} axis;

typedef struct home {
    span x, y;
} home;

/* Brings a span home. False if it spans too many periods or is too far away. */
static bool bring_home(const axis *on, span *s)
{
    double w = on->period, lo = s->lo, hi = s->hi;
    if (w == INFINITY)
        return true;
    if (!c2d_spans_few(lo, hi, w) || !c2d_is_within(lo, hi, w))
        return false;
    double from = lo - on->origin, cell = from < w ? 0 : floor(from / w), shift = cell * w; /* from >= 0 */
    double error = 8 * C2D_U * (fabs(lo) + fabs(hi) + fabs(on->origin) + fabs(shift) + w);
    *s = (span){((lo - on->origin) - shift) - error, ((hi - on->origin) - shift) + error, error, (int32_t)cell, 0};
    return true;
}

/* The ghost that is n periods before home. */
static span ghost_of(const axis *on, const span *s, uint32_t n)
{
    if (n == 0)
        return *s;
    double shift = n * on->period, error = 8 * C2D_U * shift;
    return (span){s->lo - shift - error, s->hi - shift + error, s->error + error, s->cell, n};
}

static void note_home(axis *on, const span *s, const span *first)
{
    on->reach = c2d_max(on->reach, 2 * s->error);
    on->one_cell &= s->cell == first->cell;
}

/* Shapes may begin by `reach` before the first period, by rounding. */
static void count_ghosts(axis *on, span *s)
{
    double end = s->hi + 2 * on->reach;
    if (end < on->period)
        return;
    s->ghosts = (uint32_t)(end / on->period);
    on->ghosts_end = c2d_max(on->ghosts_end, ghost_of(on, s, 1).hi);
}

/* ---- the images ---- */

typedef struct image {
    uint32_t shape;
    uint32_t x, y; /* how many periods before home */
} image;

typedef struct image_search {
    const c2d_image_set *set;
    bool touching;
    c2d_visit_pair *visit;
    void *context;
    axis x, y;
    home *homes;
    bool any_long;       /* whether a shape's extent may differ from its box */
    size_t count, split; /* of images, and of those of the shapes before the set's split */
    image *images;
    c2d_bounds *boxes;
    c2d_shape *shapes; /* the images, grown by their rounding; NULL if all are circles or one leaves the domain */
    size_t found;
    bool ended; /* by visit */
} image_search;

static c2d_shape shape_at(const image_search *s, uint32_t i)
{
    c2d_shape shape;
    s->set->shape(s->set->shapes, i, &shape);
    return shape;
}

static bool is_as_long(const axis *on, const span *s) { return s->hi - s->lo >= on->period; }

/* Whether the box of a shape meets an image of every box. It has many images, and each would meet all others, so the
 * shape is tried with each other one instead. */
static bool is_everywhere(const image_search *s, const home *h)
{
    return is_as_long(&s->x, &h->x) && is_as_long(&s->y, &h->y);
}

/* Whether the home may meet a ghost, or a home that is another image. */
static bool is_home_needed(const image_search *s, const home *h)
{
    if (is_everywhere(s, h))
        return false;
    return !s->x.one_cell || !s->y.one_cell || h->x.ghosts > 0 || h->y.ghosts > 0 || h->x.lo <= s->x.ghosts_end ||
           h->y.lo <= s->y.ghosts_end;
}

static size_t images_of(const image_search *s, const home *h)
{
    return is_home_needed(s, h) ? (size_t)(h->x.ghosts + 1) * (h->y.ghosts + 1) : 0;
}

/* Places all shapes; C2D_TOO_LARGE for one that is too long or too far away. */
static c2d_status place_all(image_search *s, uint32_t *fault)
{
    size_t n = s->set->count;
    for (size_t i = 0; i < n; i++) {
        c2d_shape shape = shape_at(s, (uint32_t)i);
        s->homes[i].x = (span){.lo = shape.min.x, .hi = shape.max.x};
        s->homes[i].y = (span){.lo = shape.min.y, .hi = shape.max.y};
        s->any_long |= shape.count > 1;
        s->x.origin = c2d_min(s->x.origin, shape.min.x);
        s->y.origin = c2d_min(s->y.origin, shape.min.y);
    }
    for (size_t i = 0; i < n; i++) {
        home *h = &s->homes[i];
        if (!bring_home(&s->x, &h->x) || !bring_home(&s->y, &h->y)) {
            *fault = (uint32_t)i;
            return C2D_TOO_LARGE;
        }
        note_home(&s->x, &h->x, &s->homes[0].x);
        note_home(&s->y, &h->y, &s->homes[0].y);
    }
    for (size_t i = 0; i < n; i++) {
        count_ghosts(&s->x, &s->homes[i].x);
        count_ghosts(&s->y, &s->homes[i].y);
    }
    return C2D_OK;
}

static c2d_bounds box_of(const span *x, const span *y)
{
    c2d_bounds box = {{x->lo, y->lo}, {x->hi, y->hi}};
    return box;
}

/* The image, moved with rounding and grown by the rounding. False if it leaves the domain. */
static bool make_image(const image_search *s, const c2d_shape *shape, const image *m, const span *x, const span *y,
                       c2d_shape *out)
{
    const c2d_vec *v = c2d_vertices(shape);
    c2d_vec moved[C2D_INLINE_VERTICES];
    bool repeats_x = s->x.period < INFINITY, repeats_y = s->y.period < INFINITY;
    double cells_x = (double)x->cell + m->x, cells_y = (double)y->cell + m->y;
    if (shape->count > C2D_INLINE_VERTICES)
        return c2d_box(out, c2d_v(x->lo, y->lo), c2d_v(x->hi, y->hi), 0) == C2D_OK;
    for (uint32_t k = 0; k < shape->count; k++)
        moved[k] = c2d_v(repeats_x ? (v[k].x - s->x.origin) - cells_x * s->x.period : v[k].x,
                         repeats_y ? (v[k].y - s->y.origin) - cells_y * s->y.period : v[k].y);
    return c2d_hull_shape(out, moved, shape->count, shape->radius + 2 * (x->error + y->error), moved) == C2D_OK;
}

static void forget_shapes(image_search *s)
{
    free(s->shapes);
    s->shapes = NULL;
}

static void add_images(image_search *s, uint32_t i)
{
    const home *h = &s->homes[i];
    if (images_of(s, h) == 0)
        return;
    c2d_shape shape = {0};
    if (s->any_long)
        shape = shape_at(s, i);
    for (uint32_t m = 0; m <= h->x.ghosts; m++)
        for (uint32_t n = 0; n <= h->y.ghosts; n++) {
            image at = {i, m, n};
            span x = ghost_of(&s->x, &h->x, m), y = ghost_of(&s->y, &h->y, n);
            s->images[s->count] = at;
            s->boxes[s->count] = box_of(&x, &y);
            if (s->shapes && !make_image(s, &shape, &at, &x, &y, &s->shapes[s->count]))
                forget_shapes(s);
            s->count++;
        }
}

static c2d_status make_images(image_search *s)
{
    size_t total = 0, n = s->set->count;
    for (size_t i = 0; i < n; i++)
        total += images_of(s, &s->homes[i]);
    s->images = c2d_new_array(total, sizeof *s->images);
    s->boxes = c2d_new_array(total, sizeof *s->boxes);
    s->shapes = s->any_long ? c2d_new_array(total, sizeof *s->shapes) : NULL;
    if (!s->images || !s->boxes || (s->any_long && !s->shapes))
        return C2D_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        if (i == s->set->split)
            s->split = s->count;
        add_images(s, (uint32_t)i);
    }
    if (s->set->split >= n)
        s->split = s->count;
    return C2D_OK;
}

/* ---- pairs ---- */

static bool collides_at(const image_search *s, const c2d_shape *a, const c2d_shape *b, int32_t i, int32_t j)
{
    return c2d_relate_image(a, b, s->set->period, i, j) >= (s->touching ? C2D_TOUCHING : C2D_OVERLAPPING);
}

/* How far the images are apart along an axis in ghosts: -m for a ghost of the first shape, n for one of the second. */
static int32_t ghost_offset(uint32_t of_a, uint32_t of_b) { return of_a ? -(int32_t)of_a : (int32_t)of_b; }

/* Whether they collide where they are, or in an order of all pairs of images before that of the offsets x and y. */
static bool collides_before(const image_search *s, const c2d_shape *a, const c2d_shape *b, const home *of_a,
                            const home *of_b, int32_t x, int32_t y)
{
    if (collides_at(s, a, b, 0, 0))
        return true;
    for (int32_t m = -(int32_t)of_a->x.ghosts; m <= x; m++)
        for (int32_t n = -(int32_t)of_a->y.ghosts; n <= (int32_t)of_b->y.ghosts; n++) {
            if (m == x && n == y)
                return false;
            if (collides_at(s, a, b, of_a->x.cell - of_b->x.cell - m, of_a->y.cell - of_b->y.cell - n))
                return true;
        }
    return false;
}

static bool visit_images(void *context, uint32_t p, uint32_t q)
{
    image_search *s = context;
    const image *m = &s->images[p], *n = &s->images[q];
    if (m->shape == n->shape || (m->x && n->x) || (m->y && n->y))
        return true;
    const home *of_a = &s->homes[m->shape], *of_b = &s->homes[n->shape];
    int32_t x = ghost_offset(m->x, n->x), y = ghost_offset(m->y, n->y);
    int32_t i = of_a->x.cell - of_b->x.cell - x, j = of_a->y.cell - of_b->y.cell - y;
    if (i == 0 && j == 0)
        return true;
    c2d_shape a = shape_at(s, m->shape), b = shape_at(s, n->shape);
    if (!collides_at(s, &a, &b, i, j))
        return true;
    s->found++;
    s->ended = !collides_before(s, &a, &b, of_a, of_b, x, y) && !s->visit(s->context, m->shape, n->shape);
    return !s->ended;
}

/* ---- shapes that are everywhere ---- */

/* The offsets of the images of two shapes along an axis. */
typedef struct offsets {
    int32_t first, count;
} offsets;

static offsets offsets_of(const span *of_a, const span *of_b)
{
    offsets all = {-(int32_t)of_a->ghosts, (int32_t)(of_a->ghosts + of_b->ghosts) + 1};
    return all;
}

/* The offset at place k, from the middle one on, with which large shapes collide. */
static int32_t offset_at(const offsets *all, int32_t k) { return all->first + (all->count / 2 + k) % all->count; }

/* Whether two shapes collide through an image, and not where they are. */
static bool collides_elsewhere(const image_search *s, uint32_t i, uint32_t j)
{
    const home *of_a = &s->homes[i], *of_b = &s->homes[j];
    offsets x = offsets_of(&of_a->x, &of_b->x), y = offsets_of(&of_a->y, &of_b->y);
    c2d_shape a = shape_at(s, i), b = shape_at(s, j);
    if (collides_at(s, &a, &b, 0, 0))
        return false;
    for (int32_t m = 0; m < x.count; m++)
        for (int32_t n = 0; n < y.count; n++)
            if (collides_at(s, &a, &b, of_a->x.cell - of_b->x.cell - offset_at(&x, m),
                            of_a->y.cell - of_b->y.cell - offset_at(&y, n)))
                return true;
    return false;
}

/* Whether a pair is wanted, i < j. */
static bool is_wanted(const c2d_image_set *set, size_t i, size_t j)
{
    return set->split == 0 || (i < set->split && (set->within || j >= set->split));
}

/* Visits the pairs of a shape that is everywhere. Of two such shapes the second one leaves the pair to the first. False
 * if visit ended it. */
static bool visit_all_pairs(image_search *s, uint32_t i)
{
    for (uint32_t k = 0; k < s->set->count; k++) {
        uint32_t first = i < k ? i : k, second = i < k ? k : i;
        if (k == i || (k < i && is_everywhere(s, &s->homes[k])) || !is_wanted(s->set, first, second))
            continue;
        if (collides_elsewhere(s, first, second) && !s->visit(s->context, first, second))
            return false;
    }
    return true;
}

static void search_everywhere(image_search *s)
{
    for (uint32_t i = 0; i < s->set->count; i++)
        if (is_everywhere(s, &s->homes[i]) && !visit_all_pairs(s, i))
            return;
}

/* ---- the search ---- */

static const c2d_shape *image_shape(const void *shapes, uint32_t i) { return (const c2d_shape *)shapes + i; }

static c2d_status search(image_search *s)
{
    const c2d_image_set *set = s->set;
    if (set->split > 0 && (s->split == 0 || (s->split == s->count && !set->within)))
        return C2D_OK;
    c2d_shape_set all = {.boxes = s->boxes,
                         .count = s->count,
                         .split = set->split > 0 ? s->split : 0,
                         .within = set->within,
                         .shape = s->shapes ? image_shape : NULL,
                         .shapes = s->shapes,
                         .found = &s->found};
    return c2d_shape_pairs(&all, visit_images, s);
}

c2d_status c2d_image_pairs(const c2d_image_set *set, bool touching, c2d_visit_pair *visit, void *context,
                           uint32_t *fault)
{
    image_search s = {.set = set, .touching = touching, .visit = visit, .context = context};
    s.x = (axis){INFINITY, set->period.x, 0, -INFINITY, true};
    s.y = (axis){INFINITY, set->period.y, 0, -INFINITY, true};
    s.homes = c2d_new_array(set->count, sizeof *s.homes);
    c2d_status status = s.homes ? place_all(&s, fault) : C2D_NO_MEMORY;
    if (!status)
        status = make_images(&s);
    if (!status)
        status = search(&s);
    if (!status && !s.ended)
        search_everywhere(&s);
    free(s.homes);
    free(s.images);
    free(s.boxes);
    free(s.shapes);
    return status;
}
