/* Which members block a thin shape together: collecting them, and their hits. */
#include "union_search.h"

#include "../exact/allocate.h"
#include "../exact/vec.h"

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

/* A shape whose motion is 0, or is rounded away, is at rest. */
static c2d_union_kind union_kind_of(c2d_union_search *u)
{
    const c2d_shape *s = u->shape;
    c2d_shape end;
    if (c2d_thin_sweep_of(s, u->rect, u->motion, &u->sweep))
        return C2D_UNION_OF_SWEEP;
    bool at_rest = !c2d_moved(&end, s, u->rect, u->motion, NULL) && end.count == s->count &&
                   c2d_same(end.v.own[0], s->v.own[0]) && c2d_same(end.v.own[s->count - 1], s->v.own[s->count - 1]);
    return at_rest ? C2D_UNION_AT_REST : C2D_UNION_NONE;
}

/* Adds a graze with the index of a member as its key; with the members that lie behind, if it may leave some. */
static c2d_status add_graze_of(c2d_union_search *u, const c2d_shape *member, size_t index)
{
    c2d_status status = c2d_grazes_add(&u->grazes, &u->sweep, member, index);
    if (!status && !u->options.leaving)
        status = c2d_grazes_add_behind(&u->grazes, &u->sweep, member, index);
    return status;
}

c2d_status c2d_union_search_add(c2d_union_search *u, const c2d_shape *member, uint64_t order, uint32_t item,
                                const c2d_hit *touched)
{
    size_t grazes = u->grazes.count;
    c2d_status status = C2D_OK;
    if (u->kind == C2D_UNION_UNKNOWN)
        u->kind = union_kind_of(u);
    if (u->kind == C2D_UNION_OF_SWEEP)
        status = add_graze_of(u, member, u->count);
    bool is_grazed = u->grazes.count > grazes;
    for (size_t i = grazes; i < u->grazes.count; i++) {
        double *ahead = &u->ahead[u->grazes.list[i].side < 0], first = u->grazes.list[i].first;
        *ahead = first > 0 ? fmin(*ahead, first) : *ahead;
    }
    c2d_union_member added = {.shape = member, .order = order, .item = item, .is_met = touched != NULL};
    added.is_around = u->kind == C2D_UNION_AT_REST && c2d_touches(u->shape, member);
    if (status || !(is_grazed || added.is_around || touched))
        return status;
    if (touched) {
        added.hit = *touched;
        double reach = is_grazed ? u->grazes.list[grazes].first : 0; /* what it may block together with others */
        u->touch_limit = fmin(u->touch_limit, fmax(touched->t, reach));
    }
    void *list = c2d_list_append(u->members, &u->count, &u->capacity, &added, sizeof added);
    u->members = list ? list : u->members;
    return list ? C2D_OK : C2D_NO_MEMORY;
}

/* ---- the answer ---- */

static c2d_status surrounds_at_rest(const c2d_union_search *u, bool *blocked)
{
    const c2d_shape **around = c2d_new_array(u->count, sizeof *around);
    size_t count = 0;
    if (!around)
        return C2D_NO_MEMORY;
    for (size_t i = 0; i < u->count; i++)
        if (u->members[i].is_around)
            around[count++] = u->members[i].shape;
    c2d_status status = c2d_union_surrounds(u->shape, around, count, blocked);
    free((void *)around);
    return status;
}

c2d_status c2d_union_search_blocks(const c2d_union_search *u, bool *blocked)
{
    *blocked = u->kind == C2D_UNION_OF_SWEEP && c2d_grazes_block(&u->grazes) < C2D_NEVER;
    return u->kind == C2D_UNION_AT_REST && u->count ? surrounds_at_rest(u, blocked) : C2D_OK;
}

static int by_order(const void *p, const void *q)
{
    const c2d_union_member *a = p, *b = q;
    int order = (a->order > b->order) - (a->order < b->order);
    order = order ? order : (a->item > b->item) - (a->item < b->item);
    order = order ? order : (a->image.x > b->image.x) - (a->image.x < b->image.x);
    return order ? order : (a->image.y > b->image.y) - (a->image.y < b->image.y);
}

/* Finds the grazes again, with keys in the order of the members, which decides on ties. */
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

static c2d_status report_sweep(c2d_union_search *u, c2d_report_member *report, void *context)
{
    c2d_status status = number_grazes(u);
    if (!status && !u->options.leaving)
        status = c2d_grazes_leave(&u->grazes, u->shape, &u->sweep);
    size_t hits = status ? 0 : c2d_union_hits(u->shape, u->rect, &u->sweep, &u->grazes);
    double blocked = c2d_grazes_block(&u->grazes);
    for (size_t i = 0; i < hits && !status; i++) {
        const c2d_graze *g = &u->grazes.list[i];
        c2d_union_member *m = &u->members[g->key];
        if (m->is_met && g->first < blocked) /* it is touched before the way is blocked */
            continue;
        m->is_part = true;
        status = report(context, m, &g->hit);
    }
    return status;
}

/* The shape is surrounded, and hits what it touches. */
static c2d_status report_at_rest(c2d_union_search *u, c2d_report_member *report, void *context)
{
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < u->count && !status; i++) {
        c2d_relation swept;
        c2d_hit hit;
        if (!u->members[i].is_around)
            continue;
        status = c2d_cast_touching(u->shape, u->rect, u->motion, u->members[i].shape, NULL, &swept, &hit);
        if (!status)
            status = report(context, &u->members[i], &hit);
    }
    return status;
}

c2d_status c2d_union_search_report(c2d_union_search *u, c2d_report_member *report, void *context)
{
    bool blocked;
    /* At rest, a shape leaves what it collides with, and with options.touching it hits it anyway. */
    bool is_met = u->kind != C2D_UNION_AT_REST || (u->options.leaving && !u->options.touching);
    c2d_status status = c2d_union_search_blocks(u, &blocked);
    if (u->count > 1)
        qsort(u->members, u->count, sizeof *u->members, by_order);
    if (!status && blocked && is_met)
        status = (u->kind == C2D_UNION_OF_SWEEP ? report_sweep : report_at_rest)(u, report, context);
    for (size_t i = 0; i < u->count && !status; i++)
        if (u->members[i].is_met && !u->members[i].is_part)
            status = report(context, &u->members[i], &u->members[i].hit);
    return status;
}
