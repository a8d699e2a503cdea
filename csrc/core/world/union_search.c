/* Which members block a thin shape together: collecting them, and their hits. */
#include "union_search.h"

#include "../broad/bounds.h"
#include "../exact/allocate.h"
#include "../exact/vec.h"
#include "../motion/sweep.h"

void c2d_union_search_init(c2d_union_search *u, const c2d_shape *shape, const c2d_rect *rect, c2d_vec motion,
                           c2d_cast_options options)
{
    memset(u, 0, sizeof *u);
    u->shape = shape;
    u->rect = rect;
    u->motion = motion;
    u->options = options;
    u->kind = C2D_UNION_UNKNOWN;
    c2d_grazes_init(&u->grazes);
    u->ahead[0] = u->ahead[1] = u->touch_limit = C2D_NEVER;
}

void c2d_union_search_free(c2d_union_search *u)
{
    c2d_grazes_free(&u->grazes);
    free(u->members);
}

void c2d_union_search_restart(c2d_union_search *u)
{
    c2d_union_search emptied = *u;
    c2d_union_search_init(u, emptied.shape, emptied.rect, emptied.motion, emptied.options);
    c2d_union_search_free(&emptied);
}

/* ---- collecting ---- */

static c2d_union_kind union_kind_of(c2d_union_search *u)
{
    if (c2d_thin_sweep_of(u->shape, u->rect, u->motion, &u->sweep))
        return C2D_UNION_OF_SWEEP;
    return c2d_sweep_is_thin(u->shape, u->rect, u->motion) ? C2D_UNION_AT_START : C2D_UNION_NONE;
}

/* Adds a graze with the index of a member as its key; with the members that lie behind, if it may leave some. */
static c2d_status add_graze_of(c2d_union_search *u, const c2d_shape *member, size_t index)
{
    c2d_status status = c2d_grazes_add(&u->grazes, &u->sweep, member, index);
    if (!status && !u->options.leaving)
        status = c2d_grazes_add_behind(&u->grazes, &u->sweep, member, index);
    return status;
}

static bool touches_at_start(const c2d_union_search *u, const c2d_shape *member)
{
    return c2d_bounds_meet(c2d_bounds_of(u->shape), c2d_bounds_of(member)) && c2d_touches(u->shape, member);
}

c2d_status c2d_union_search_add(c2d_union_search *u, const c2d_shape *member, uint64_t order, uint32_t item,
                                c2d_relation swept, const c2d_hit *hit)
{
    size_t grazes = u->grazes.count;
    c2d_status status = C2D_OK;
    if (!c2d_union_search_wants(swept, hit))
        return C2D_OK;
    if (u->kind == C2D_UNION_UNKNOWN)
        u->kind = union_kind_of(u);
    c2d_union_member added = {.shape = member, .order = order, .item = item};
    added.is_hit = swept == C2D_OVERLAPPING;
    added.is_met = swept == C2D_TOUCHING;
    added.is_around = u->kind != C2D_UNION_NONE && touches_at_start(u, member);
    if (u->kind == C2D_UNION_OF_SWEEP && !added.is_hit)
        status = add_graze_of(u, member, u->count);
    bool is_grazed = u->grazes.count > grazes;
    for (size_t i = grazes; i < u->grazes.count; i++) {
        double *ahead = &u->ahead[u->grazes.list[i].side < 0], first = u->grazes.list[i].first;
        *ahead = first > 0 ? fmin(*ahead, first) : *ahead;
    }
    if (status || (!is_grazed && !added.is_around && !added.is_met))
        return status;
    if (added.is_met) {
        added.hit = *hit;
        double reach = is_grazed ? u->grazes.list[grazes].first : 0; /* what it may block together with others */
        u->touch_limit = fmin(u->touch_limit, fmax(hit->t, reach));
    }
    void *list = c2d_list_append(u->members, &u->count, &u->capacity, &added, sizeof added);
    u->members = list ? list : u->members;
    return list ? C2D_OK : C2D_NO_MEMORY;
}

/* ---- the answer ---- */

/* Whether what the shape touches at the start surrounds it. Copies are mostly found one after the other, and one of
 * them is enough. */
static c2d_status is_surrounded(const c2d_union_search *u, bool *surrounded)
{
    size_t count = 0;
    for (size_t i = 0; i < u->count; i++)
        count += u->members[i].is_around;
    *surrounded = false;
    if (count < 2)
        return C2D_OK;
    const c2d_shape **around = c2d_new_array(count, sizeof *around);
    if (!around)
        return C2D_NO_MEMORY;
    count = 0;
    for (size_t i = 0; i < u->count; i++) {
        const c2d_union_member *m = &u->members[i];
        if (m->is_around && (count == 0 || !c2d_same_shape(around[count - 1], m->shape)))
            around[count++] = m->shape;
    }
    c2d_status status = c2d_union_surrounds(u->shape, around, count, surrounded);
    free((void *)around);
    return status;
}

/* Whether the shape starts inside the members together: then it hits all that it touches at the start. Without
 * options.leaving it may leave them; then it only starts inside what still blocks it there. */
static c2d_status starts_inside(const c2d_union_search *u, bool *inside)
{
    *inside = false;
    return u->options.leaving || c2d_grazes_block(&u->grazes) == 0 ? is_surrounded(u, inside) : C2D_OK;
}

c2d_status c2d_union_search_blocks(const c2d_union_search *u, bool *blocked)
{
    *blocked = c2d_grazes_block(&u->grazes) < C2D_NEVER;
    return *blocked ? C2D_OK : starts_inside(u, blocked);
}

static int by_order(const void *p, const void *q)
{
    const c2d_union_member *a = p, *b = q;
    int order = (a->order > b->order) - (a->order < b->order);
    order = order ? order : (a->item > b->item) - (a->item < b->item);
    order = order ? order : (a->image.x > b->image.x) - (a->image.x < b->image.x);
    return order ? order : (a->image.y > b->image.y) - (a->image.y < b->image.y);
}

/* Finds the grazes again, with the indices of the members that are left as keys. */
static c2d_status number_grazes(c2d_union_search *u)
{
    c2d_status status = C2D_OK;
    c2d_grazes_free(&u->grazes);
    c2d_grazes_init(&u->grazes);
    for (size_t i = 0; i < u->count && !status; i++)
        status = add_graze_of(u, u->members[i].shape, i);
    return status;
}

static int compare_orders(const void *p, const void *q)
{
    uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;
    return (a > b) - (a < b);
}

c2d_status c2d_union_search_keep(c2d_union_search *u, const uint64_t *orders, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < u->count; i++)
        if (bsearch(&u->members[i].order, orders, count, sizeof *orders, compare_orders))
            u->members[kept++] = u->members[i];
    u->count = kept;
    return u->kind == C2D_UNION_OF_SWEEP ? number_grazes(u) : C2D_OK;
}

/* Sorts the members, as their order decides on ties of grazes that block the way, and removes the grazes of what the
 * shape leaves. */
static c2d_status prepare_grazes(c2d_union_search *u)
{
    if (c2d_grazes_block(&u->grazes) == C2D_NEVER)
        return C2D_OK;
    qsort(u->members, u->count, sizeof *u->members, by_order);
    c2d_status status = number_grazes(u);
    return status || u->options.leaving ? status : c2d_grazes_leave(&u->grazes, u->shape, &u->sweep);
}

/* What is touched before the way is blocked is hit there: if it is met, or if the shape starts inside. */
static c2d_status report_blocking(c2d_union_search *u, bool inside, c2d_report_member *report, void *context)
{
    c2d_status status = C2D_OK;
    size_t hits = c2d_union_hits(u->shape, u->rect, &u->sweep, &u->grazes);
    double blocked = c2d_grazes_block(&u->grazes);
    for (size_t i = 0; i < hits && !status; i++) {
        const c2d_graze *g = &u->grazes.list[i];
        c2d_union_member *m = &u->members[g->key];
        if ((m->is_met || (inside && m->is_around)) && g->first < blocked)
            continue;
        m->is_part = true;
        status = report(context, m, &g->hit);
    }
    return status;
}

/* The hits of what surrounds the shape at the start and has no other hit: those of c2d_cast_touching, at 0. */
static c2d_status report_surrounding(const c2d_union_search *u, c2d_report_member *report, void *context)
{
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < u->count && !status; i++) {
        const c2d_union_member *m = &u->members[i];
        c2d_relation swept = C2D_APART;
        c2d_hit hit;
        if (!m->is_around || m->is_hit || m->is_met || m->is_part)
            continue;
        status = c2d_cast_touching(u->shape, u->rect, u->motion, m->shape, NULL, &swept, &hit);
        if (!status && swept == C2D_TOUCHING) /* the caller knows what is overlapped on the way */
            status = report(context, m, &hit);
    }
    return status;
}

c2d_status c2d_union_search_report(c2d_union_search *u, c2d_report_member *report, void *context)
{
    bool inside = false;
    c2d_status status = prepare_grazes(u);
    if (!status)
        status = starts_inside(u, &inside);
    if (!status)
        status = report_blocking(u, inside, report, context);
    if (!status && inside)
        status = report_surrounding(u, report, context);
    for (size_t i = 0; i < u->count && !status; i++)
        if (u->members[i].is_met && !u->members[i].is_part)
            status = report(context, &u->members[i], &u->members[i].hit);
    return status;
}
