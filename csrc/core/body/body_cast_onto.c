/* The cast of a body onto a piece without interior: the sweeps of several pieces may surround it. A point that a wall
 * of flush tiles moves onto at a seam is an example. It is hit as if it moved the other way against the body at rest.
 * Where rounding hides a seam from the reversed motion, the stored sweeps decide. */
#include "pieces.h"
#include "thin_pieces.h"

#include "../exact/allocate.h"
#include "../motion/cast.h"
#include "../pair/relate.h"

/* Halvings of the time from 0 to 1. */
#define BISECTIONS 64

/* ---- the sweeps of the pieces ---- */

/* The sweeps that touch a target and do not overlap it, in the order of their pieces. */
typedef struct swept_pieces {
    const c2d_body *body;
    c2d_bounds box; /* of the body */
    c2d_shape *shapes;
    const c2d_shape **touched; /* the shapes */
    size_t *indices;           /* of the pieces */
    c2d_vec **rooms;           /* for each shape, room_of its piece in storage */
    size_t count, capacity;
    c2d_vec *storage;
    size_t storage_capacity;
} swept_pieces;

/* Vectors for the piece moved, and for its sweep. A rectangle may have two vertices at one end of the motion, and four
 * at the other. */
static size_t room_of(const c2d_shape *s) { return 6 * ((size_t)s->count > 4 ? s->count : 4); }

static void swept_free(swept_pieces *w)
{
    free(w->shapes);
    free(w->touched);
    free(w->indices);
    free(w->rooms);
    free(w->storage);
}

/* Makes room for n shapes and their storage; those that were there are lost. */
static c2d_status swept_reserve(swept_pieces *w, size_t n, size_t storage)
{
    if (n <= w->capacity && storage <= w->storage_capacity)
        return C2D_OK;
    swept_pieces larger = {w->body, w->box, .capacity = n + n / 2 + 2, .storage_capacity = storage + storage / 2};
    larger.shapes = c2d_new_array(larger.capacity, sizeof *larger.shapes);
    larger.touched = c2d_new_array(larger.capacity, sizeof *larger.touched);
    larger.indices = c2d_new_array(larger.capacity, sizeof *larger.indices);
    larger.rooms = c2d_new_array(larger.capacity, sizeof *larger.rooms);
    larger.storage = c2d_new_array(larger.storage_capacity, sizeof *larger.storage);
    if (!larger.shapes || !larger.touched || !larger.indices || !larger.rooms || !larger.storage) {
        swept_free(&larger);
        return C2D_NO_MEMORY;
    }
    swept_free(w);
    *w = larger;
    return C2D_OK;
}

/* The shape k: the sweep of its piece up to d. */
static c2d_status sweep_piece(swept_pieces *w, size_t k, c2d_vec d)
{
    const c2d_shape *s = w->body->pieces[w->indices[k]];
    c2d_vec *storage = w->rooms[k], *rest = storage + room_of(s) / 3 * 2;
    c2d_shape moved;
    w->touched[k] = &w->shapes[k];
    c2d_status status = c2d_moved(&moved, s, c2d_piece_rect(w->body, w->indices[k]), d, rest);
    return status ? status : c2d_sweep(&w->shapes[k], s, &moved, storage);
}

static c2d_status sweep_all(swept_pieces *w, c2d_vec d)
{
    c2d_status status = C2D_OK;
    for (size_t k = 0; k < w->count && !status; k++)
        status = sweep_piece(w, k, d);
    return status;
}

/* ---- the time ---- */

typedef struct thin_target {
    swept_pieces *swept;
    c2d_vec motion;
    double slack; /* see slack_of */
    double limit; /* pieces that reach the target later do not matter */
    const c2d_shape *shape;
    const c2d_rect *rect;
} thin_target;

/* Whether the sweeps up to t, of the pieces whose whole sweeps touch the target, neither overlap nor surround it. */
static c2d_status check_clear(const thin_target *q, double t, bool *clear)
{
    swept_pieces *w = q->swept;
    bool surrounds = false;
    c2d_status status = sweep_all(w, c2d_mul(q->motion, t));
    *clear = !status;
    for (size_t k = 0; k < w->count && *clear; k++)
        *clear = !c2d_overlaps(q->shape, w->touched[k]);
    if (*clear)
        status = c2d_union_surrounds(q->shape, w->touched, w->count, &surrounds);
    *clear = *clear && !surrounds;
    return status;
}

/* Finds the pieces that block the target, moved against the body at rest. The first of them gives t, the normal and the
 * index; *found: whether there are any. */
static c2d_status find_reversed(const thin_target *q, bool *found, c2d_hit *hit, size_t *index)
{
    const swept_pieces *w = q->swept;
    c2d_thin_sweep sweep;
    c2d_grazes grazes;
    c2d_status status = C2D_OK;
    *found = false;
    if (!c2d_thin_sweep_of(q->shape, q->rect, c2d_neg(q->motion), &sweep))
        return C2D_OK;
    c2d_grazes_init(&grazes);
    for (size_t k = 0; k < w->count && !status; k++)
        status = c2d_grazes_add(&grazes, &sweep, w->body->pieces[w->indices[k]], w->indices[k]);
    if (!status && c2d_union_hits(q->shape, q->rect, &sweep, &grazes)) {
        c2d_hit first = grazes.list[0].hit;
        c2d_vec normal = {0.0 - first.normal.x, 0.0 - first.normal.y}; /* no -0 */
        *hit = (c2d_hit){first.t, sweep.lead, normal, 0};
        *index = (size_t)grazes.list[0].key;
        *found = true;
    }
    c2d_grazes_free(&grazes);
    return status;
}

/* The greatest t tried at which the sweeps are clear: *t, or a few ulps less where rounding makes them too large. */
static c2d_status step_back(const thin_target *q, double *t)
{
    double most = *t, scale = c2d_scale_of_shape(q->shape) + 2 * c2d_magnitude(q->motion) + C2D_GRAIN;
    double step = 2 * C2D_U * (scale / c2d_magnitude(q->motion));
    bool clear = false;
    c2d_status status = C2D_OK;
    while (!status && *t > 0 && !clear) {
        status = check_clear(q, *t, &clear);
        if (!clear) {
            *t = c2d_max(most - step, 0);
            step *= 2;
        }
    }
    return status;
}

/* The hit where rounding hides the pieces from the reversed motion. */
static c2d_status bisect(const thin_target *q, c2d_hit *hit, size_t *index)
{
    double low = 0, high = 1;
    bool clear;
    c2d_contact contact;
    *index = q->swept->indices[0];
    c2d_find_contact(q->shape, q->swept->touched[0], &contact);
    c2d_status status = check_clear(q, 0, &clear);
    for (int i = 0; i < BISECTIONS && !status && (clear || i > 0); i++) {
        double middle = low + (high - low) / 2;
        status = check_clear(q, middle, &clear);
        *(clear ? &low : &high) = middle;
    }
    c2d_vec m = q->motion, normal = c2d_norm(m) > 0 ? c2d_unit(c2d_neg(m)) : c2d_neg(contact.normal);
    *hit = (c2d_hit){low, contact.points[0], {normal.x + 0.0, normal.y + 0.0}, 0}; /* no -0 */
    return status;
}

/* Whether the target moves along itself, relative to the body. */
static bool is_along_itself(const thin_target *q)
{
    const c2d_vec *v = c2d_vertices(q->shape), zero = {0, 0};
    return q->shape->count == 1 || c2d_parallel_sign(v[0], v[1], zero, q->motion) == 0;
}

/* Sweeps that surround the target at the end of the motion, but not a few ulps before, do not block it: a way that ends
 * there is free. */
static c2d_status find_hit(const thin_target *q, bool *hits, c2d_hit *hit, size_t *index)
{
    c2d_status status = find_reversed(q, hits, hit, index);
    if (status)
        return status;
    if (*hits)
        return step_back(q, &hit->t);
    if (!is_along_itself(q))
        return C2D_OK;
    status = bisect(q, hit, index);
    double scale = c2d_scale_of_shape(q->shape) + 2 * c2d_magnitude(q->motion) + C2D_GRAIN;
    *hits = (1 - hit->t) * c2d_magnitude(q->motion) > 16 * C2D_U * scale || hit->t == 0;
    return status;
}

/* ---- the pieces of the other body ---- */

/* Whether the motion only leaves the piece j of b, which is surrounded at the start. */
static c2d_status check_leaving(const c2d_body *a, c2d_vec motion, const c2d_body *b, size_t j, bool *leaves)
{
    c2d_surrounded start;
    c2d_vec zero = {0, 0};
    c2d_status status = c2d_piece_find_surrounded(b, j, a, &start);
    *leaves = start.depth > 0 && c2d_along_sign(zero, motion, zero, start.normal) <= 0;
    return status;
}

typedef struct piece_list {
    size_t *indices, count, capacity;
    bool failed;
} piece_list;

static double add_piece(void *context, uint32_t i, double limit)
{
    piece_list *list = context;
    size_t *indices = c2d_list_reserve(list->indices, list->count, &list->capacity, sizeof *indices);
    list->failed = !indices;
    if (!indices)
        return -1;
    list->indices = indices;
    list->indices[list->count++] = i;
    return limit;
}

static int by_index(const void *p, const void *q)
{
    size_t a = *(const size_t *)p, b = *(const size_t *)q;
    return (a > b) - (a < b);
}

/* The error of the numbers that decide whether a piece of a moves onto a target. */
static double slack_of(const swept_pieces *w, c2d_vec motion)
{
    double scale = c2d_magnitude(w->box.min) + c2d_magnitude(w->box.max) + 2 * c2d_magnitude(motion) + C2D_GRAIN;
    for (size_t i = 0; i < w->body->count; i++) {
        const c2d_rect *rect = c2d_piece_rect(w->body, i);
        scale = rect ? c2d_max(scale, c2d_scale_of_pivot(rect)) : scale;
    }
    return 512 * C2D_U * scale;
}

/* Lists the sweeps that touch the target; those of pieces that touch it at the start only if skips_touched is false.
 * The pieces that may reach the target are those that it reaches when it moves the other way. */
static c2d_status list_touched(thin_target *q, bool skips_touched)
{
    swept_pieces *w = q->swept;
    piece_list reached = {NULL, 0, 0, false};
    c2d_visit_pieces_along(w->body, c2d_grown_bounds(c2d_bounds_of(q->shape), q->slack), c2d_neg(q->motion), q->limit,
                           add_piece, &reached);
    size_t storage = 0;
    for (size_t i = 0; i < reached.count; i++)
        storage += room_of(w->body->pieces[reached.indices[i]]);
    c2d_status status = reached.failed ? C2D_NO_MEMORY : swept_reserve(w, reached.count, storage);
    if (!status && reached.count > 1)
        qsort(reached.indices, reached.count, sizeof *reached.indices, by_index);
    w->count = 0;
    c2d_vec *next = w->storage;
    for (size_t i = 0; i < reached.count && !status; i++) {
        const c2d_shape *start = w->body->pieces[reached.indices[i]];
        size_t k = w->count;
        w->indices[k] = reached.indices[i];
        w->rooms[k] = next;
        status = sweep_piece(w, k, q->motion);
        if (status || !c2d_touches(q->shape, &w->shapes[k]) || (skips_touched && c2d_touches(q->shape, start)))
            continue;
        next += room_of(start);
        w->count++;
    }
    free(reached.indices);
    return status;
}

static c2d_status cast_onto(thin_target *q, bool skips_touched, bool *hits, c2d_hit *hit, size_t *index)
{
    c2d_status status = list_touched(q, skips_touched);
    *hits = false;
    if (!status && q->swept->count > 1)
        status = c2d_union_surrounds(q->shape, q->swept->touched, q->swept->count, hits);
    return status || !*hits ? status : find_hit(q, hits, hit, index);
}

/* Whether the bounds of the sweep of the body meet those of the target. */
static bool may_meet(const thin_target *q)
{
    c2d_bounds way = c2d_grown_bounds(q->swept->box, q->slack);
    way.min = c2d_v(way.min.x + c2d_min(q->motion.x, 0), way.min.y + c2d_min(q->motion.y, 0));
    way.max = c2d_v(way.max.x + c2d_max(q->motion.x, 0), way.max.y + c2d_max(q->motion.y, 0));
    return c2d_bounds_meet(way, c2d_bounds_of(q->shape));
}

c2d_status c2d_body_cast_onto_thin(const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_cast_options options,
                                   bool *hits, c2d_hit *out, c2d_piece_pair *pair)
{
    swept_pieces swept = {.body = a, .box = c2d_body_bounds(a)};
    c2d_status status = C2D_OK;
    double slack = slack_of(&swept, motion);
    for (size_t j = 0; j < b->count && !status; j++) {
        double limit = *hits && out->t < 1 ? out->t + C2D_SLACK_OF_T : 1;
        thin_target target = {&swept, motion, slack, limit, b->pieces[j], c2d_piece_rect(b, j)};
        if (!c2d_is_thin(b->pieces[j]) || !may_meet(&target))
            continue;
        bool found = false, leaves = false;
        c2d_hit hit;
        c2d_piece_pair at = {0, j};
        if (!options.leaving)
            status = check_leaving(a, motion, b, j, &leaves);
        if (!status)
            status = cast_onto(&target, leaves, &found, &hit, &at.a);
        if (!found || status || (*hits && !c2d_hit_precedes(&hit, at, out, *pair)))
            continue;
        *hits = true;
        *out = hit;
        *pair = at;
    }
    swept_free(&swept);
    return status;
}
