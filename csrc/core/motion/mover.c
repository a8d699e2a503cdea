/* The mover: a shape goes as far as nothing blocks it, responds to what does, and goes on with what remains of its
 * motion, leg by leg. Every leg is one that exact casts found clear, so that whatever the arithmetic between the legs
 * makes of the motion, the shape is never inside anything and has passed through nothing. */
#include "../exact/allocate.h"
#include "../pair/relate.h"

#include <assert.h>
#include <string.h>

/* A travel that is deflected more often ends with the rest of its motion remaining. */
#define MOST_LEGS 256

/* What does not get it farther than this, relative to its coordinates and motion, is no progress. */
#define STANDSTILL (256 * C2D_U)

/* Deflected motion leaves the surface by so much of the same, lest rounding lets it dig in; by up to so much where it
 * does all the same: where a round corner was grazed its normal is less certain. */
#define NUDGE      (16 * C2D_U)
#define MOST_NUDGE 0x1p-20

/* ---- lists that grow ---- */

static bool grow(void **list, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity)
        return true;
    size_t more = *capacity ? 2 * *capacity : 8;
    void *larger = C2D_REALLOC(*list, more * size);
    if (!larger)
        return false;
    *list = larger;
    *capacity = more;
    return true;
}

c2d_status c2d_obstacles_add(c2d_obstacles *obstacles, const c2d_obstacle *obstacle)
{
    void *list = obstacles->list;
    if (!grow(&list, &obstacles->capacity, obstacles->count, sizeof *obstacle))
        return C2D_NO_MEMORY;
    obstacles->list = list;
    obstacles->list[obstacles->count++] = *obstacle;
    return C2D_OK;
}

static c2d_status add_stop(c2d_mover_result *travel, c2d_vec stop)
{
    void *list = travel->stops;
    if (!grow(&list, &travel->stop_capacity, travel->stop_count, sizeof stop))
        return C2D_NO_MEMORY;
    travel->stops = list;
    travel->stops[travel->stop_count++] = stop;
    return C2D_OK;
}

static c2d_status add_meeting(c2d_mover_result *travel, const c2d_obstacle *o, const c2d_hit *hit, double time)
{
    void *list = travel->meetings;
    c2d_mover_hit meeting = {o->item, o->response, *hit};
    meeting.hit.t = time;
    if (!grow(&list, &travel->meeting_capacity, travel->meeting_count, sizeof meeting))
        return C2D_NO_MEMORY;
    travel->meetings = list;
    travel->meetings[travel->meeting_count++] = meeting;
    return C2D_OK;
}

void c2d_mover_result_free(c2d_mover_result *travel)
{
    free(travel->stops);
    free(travel->meetings);
    memset(travel, 0, sizeof *travel);
}

/* ---- places ---- */

/* Where the shape is: the start of the legs, moved by the offset, so that each coordinate is rounded once, however many
 * legs led there. */
typedef struct place {
    c2d_vec offset;
    c2d_shape shape;
    c2d_rect rect;
    c2d_vec *storage; /* of the vertices, if they are many */
} place;

/* Something in contact, how it was met, and whether that has been told. */
typedef struct touch {
    c2d_obstacle obstacle;
    c2d_hit hit;
    bool told;
} touch;

/* So many surfaces can be held against one another before it counts as a dead end. */
#define MOST_TOUCHES 8

/* An obstacle of those near that is met on a leg. */
typedef struct encounter {
    size_t index;
    c2d_hit hit;
} encounter;

/* The coordinates of a motion that nothing has deflected. */
typedef struct axes {
    bool x, y;
} axes;

typedef struct mover {
    const c2d_shape *start; /* where it was put, or where it was pushed to */
    const c2d_rect *rect;   /* NULL: it is its vertices */
    place places[3], *here, *there;
    c2d_vec *room, *sweep_room;
    c2d_find_obstacles *gather;
    void *context;
    c2d_obstacles near;
    c2d_mover_result *travel;
    c2d_vec goal;         /* the offset at the end of a way that is free */
    c2d_vec want, motion; /* what remains before it was deflected by the touches, and after */
    axes want_free, free; /* of each of them */
    double time;
    double piece; /* of the motion, a length: what is near is first looked for along so much */
    touch touches[MOST_TOUCHES];
    int touch_count;
    encounter *met; /* at the stop of this leg */
    size_t met_count, met_capacity;
    uint32_t *passed; /* the items passed through, in order of their numbers */
    size_t passed_count, passed_capacity;
} mover;

static const c2d_vec nothing = {0, 0};

/* Makes there the place at an offset from the start. */
static c2d_status look(mover *m, c2d_vec offset)
{
    c2d_status status = c2d_check(&offset.x);
    if (!status)
        status = c2d_check(&offset.y);
    if (status)
        return status;
    place *p = m->there;
    bool moved = !c2d_same(offset, nothing);
    p->offset = offset;
    p->shape = *m->start;
    if (m->rect) {
        p->rect = *m->rect;
        c2d_rect_move(&p->rect, offset);
        return moved ? c2d_rect_shape(&p->shape, &p->rect) : C2D_OK;
    }
    return moved ? c2d_moved(&p->shape, m->start, NULL, offset, p->storage) : C2D_OK;
}

static c2d_vec from_here(const mover *m, c2d_vec d) { return c2d_add(m->here->offset, d); }

static void step(mover *m)
{
    place *left = m->here;
    m->here = m->there;
    m->there = left;
}

static c2d_status advance(mover *m, c2d_vec offset)
{
    c2d_status status = look(m, offset);
    if (!status)
        status = add_stop(m->travel, m->there->offset);
    if (!status)
        step(m);
    return status;
}

static double magnitude(c2d_vec v) { return c2d_max(fabs(v.x), fabs(v.y)); }

static double length_of(c2d_vec v) { return sqrt(c2d_dot(v, v)); }

static double extent_of(const c2d_shape *s) { return magnitude(c2d_sub(s->max, s->min)); }

/* Bounds the coordinates of a shape in one of the places, and all numbers that enter them where they are rounded: the
 * offset, and what a rectangle derives from. */
static double magnitude_of(const mover *m, const c2d_shape *s)
{
    const c2d_rect *r = &m->here->rect;
    double numbers = m->rect ? magnitude(r->at) + magnitude(r->size) + magnitude(r->pivot) + r->radius : 0;
    return c2d_max(c2d_max(magnitude(s->min), magnitude(s->max)), numbers) + magnitude(m->here->offset);
}

static double scale_of(const mover *m, c2d_vec motion) { return magnitude_of(m, &m->here->shape) + magnitude(motion); }

/* Everything that a shape may meet on its way along d. */
static c2d_status gather(mover *m, const c2d_shape *s, c2d_vec d)
{
    double slack = STANDSTILL * (magnitude_of(m, s) + magnitude(d));
    c2d_bounds box = {c2d_v(s->min.x + c2d_min(d.x, 0) - slack, s->min.y + c2d_min(d.y, 0) - slack),
                      c2d_v(s->max.x + c2d_max(d.x, 0) + slack, s->max.y + c2d_max(d.y, 0) + slack)};
    m->near.count = 0;
    return m->gather(m->context, box, &m->near);
}

static bool blocks(const c2d_obstacle *o)
{
    return o->response == C2D_SLIDE || o->response == C2D_STOP || o->response == C2D_BOUNCE;
}

static bool cast_from(const mover *m, const place *p, c2d_vec d, const c2d_obstacle *o, c2d_hit *hit)
{
    bool hits;
    c2d_status status = c2d_cast(&p->shape, m->rect ? &p->rect : NULL, d, o->shape, m->room, &hits, hit);
    return !status && hits;
}

static bool cast(const mover *m, c2d_vec d, const c2d_obstacle *o, c2d_hit *hit)
{
    return cast_from(m, m->here, d, o, hit);
}

/* ---- out of what it overlaps at the start ---- */

/* Something overlapped at the start, and how deep. */
typedef struct overlap {
    c2d_obstacle obstacle;
    double depth;
    size_t order;
} overlap;

/* So many directions are tried, and so many obstacles of the same depth: the cost of getting out grows with how many
 * are overlapped, not with its square. */
#define MOST_WAYS 64

/* The search for the shortest way out. */
typedef struct escape {
    overlap *list; /* the deepest first */
    size_t count, capacity;
    size_t witness; /* the one of them that showed the last way to be none */
    c2d_vec tried[MOST_WAYS];
    int tried_count;
    double best; /* length of the shortest way that was found, or INFINITY */
    c2d_vec way;
} escape;

/* The deepest of what is near and overlaps a shape. */
static const c2d_obstacle *deepest(const mover *m, const c2d_shape *s)
{
    const c2d_obstacle *found = NULL;
    double depth = 0;
    for (size_t i = 0; i < m->near.count; i++) {
        const c2d_obstacle *o = &m->near.list[i];
        c2d_contact c;
        if (blocks(o) && c2d_find_contact(s, o->shape, &c) && c.depth > depth) {
            depth = c.depth;
            found = o;
        }
    }
    return found;
}

static int compare_overlaps(const void *p, const void *q)
{
    const overlap *a = p, *b = q;
    if (a->depth != b->depth)
        return a->depth > b->depth ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* Notes and reports what overlaps the shape here, of what is near. */
static c2d_status find_overlaps(mover *m, escape *e)
{
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < m->near.count && !status; i++) {
        c2d_contact c;
        const c2d_obstacle *o = &m->near.list[i];
        if (!blocks(o) || !c2d_find_contact(&m->here->shape, o->shape, &c) || c.depth == 0)
            continue;
        void *list = e->list;
        if (!grow(&list, &e->capacity, e->count, sizeof *e->list))
            return C2D_NO_MEMORY;
        overlap found = {*o, c.depth, i};
        e->list = list;
        e->list[e->count++] = found;
        c2d_hit hit = {0, c.points[0], c.normal, c.depth};
        status = add_meeting(m->travel, o, &hit, 0);
    }
    if (e->count > 1)
        qsort(e->list, e->count, sizeof *e->list, compare_overlaps);
    return status;
}

/* Whether the shape there overlaps nothing that blocks. What was overlapped at the start is asked first, as it is known
 * and in general the answer. */
static c2d_status is_free_there(mover *m, escape *e, bool *free)
{
    const c2d_shape *s = &m->there->shape;
    *free = false;
    if (c2d_overlaps(s, e->list[e->witness].obstacle.shape))
        return C2D_OK;
    for (size_t i = 0; i < e->count; i++)
        if (c2d_overlaps(s, e->list[i].obstacle.shape)) {
            e->witness = i;
            return C2D_OK;
        }
    c2d_status status = gather(m, s, nothing);
    for (size_t i = 0; i < m->near.count && !status; i++)
        if (blocks(&m->near.list[i]) && c2d_overlaps(s, m->near.list[i].shape))
            return C2D_OK;
    *free = !status;
    return status;
}

/* The way out of one obstacle, if the shape is then free of all. */
static c2d_status try_out(mover *m, escape *e, const c2d_shape *obstacle)
{
    c2d_vec push, stay;
    bool free;
    c2d_status status = c2d_separate(&m->here->shape, m->rect, 1, obstacle, NULL, INFINITY, m->room, &push, &stay);
    if (status == C2D_TOO_LARGE || length_of(push) >= e->best)
        return C2D_OK;
    status = look(m, push);
    if (!status)
        status = is_free_there(m, e, &free);
    if (!status && free) {
        e->best = length_of(push);
        e->way = push;
    }
    return status == C2D_TOO_LARGE ? C2D_OK : status;
}

/* What rounding may do to a depth. */
static double blur_of(const mover *m, const overlap *o)
{
    const c2d_shape *s = o->obstacle.shape;
    return STANDSTILL * (scale_of(m, nothing) + c2d_max(magnitude(s->min), magnitude(s->max)));
}

/* A way out of one is no shorter than that one is deep, so that out of all leads only the way out of the deepest, or of
 * one as deep but for rounding. */
static c2d_status try_deepest(mover *m, escape *e)
{
    double least = 0;
    int tried = 0;
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < e->count; i++)
        least = c2d_max(least, e->list[i].depth - blur_of(m, &e->list[i]));
    for (size_t i = 0; i < e->count && tried < MOST_WAYS && !status; i++)
        if (e->list[i].depth + blur_of(m, &e->list[i]) >= least) {
            status = try_out(m, e, e->list[i].obstacle.shape);
            tried++;
        }
    return status;
}

/* How far along the unit vector u a shape certainly gets out of another: to where a line separates them. */
static double exit_along(const c2d_shape *s, const c2d_shape *o, c2d_vec u)
{
    const c2d_vec *v = c2d_vertices(s), *w = c2d_vertices(o), origin = v[0];
    double back = INFINITY, front = -INFINITY;
    for (uint32_t i = 0; i < s->count; i++)
        back = c2d_min(back, c2d_dot(c2d_sub(v[i], origin), u));
    for (uint32_t i = 0; i < o->count; i++)
        front = c2d_max(front, c2d_dot(c2d_sub(w[i], origin), u));
    return c2d_max(front - back + (s->radius + o->radius), 0);
}

/* How far along u from the place that is there it gets out of all that it overlaps, of what is near: beyond them, a
 * cast back meets the one that it leaves last. Each is left once, so none is asked again farther on. No farther than
 * most; 0 if it overlaps nothing. */
static c2d_status leave_along(mover *m, c2d_vec u, double most, double *exit)
{
    const c2d_shape *s = &m->there->shape;
    c2d_vec from = m->there->offset;
    double beyond = 0, first = 1;
    size_t kept = 0;
    for (size_t i = 0; i < m->near.count; i++) {
        c2d_obstacle o = m->near.list[i];
        if (!blocks(&o) || !c2d_overlaps(s, o.shape))
            continue;
        beyond = c2d_max(beyond, exit_along(s, o.shape, u));
        m->near.list[kept++] = o;
    }
    m->near.count = kept;
    *exit = 0;
    if (kept == 0)
        return C2D_OK;
    c2d_vec d = c2d_mul(u, beyond);
    c2d_status status = look(m, c2d_add(from, d));
    for (size_t i = 0; i < kept && beyond * (1 - first) < most && !status; i++) {
        c2d_hit hit;
        bool hits = cast_from(m, m->there, c2d_neg(d), &m->near.list[i], &hit);
        first = c2d_min(first, hits ? hit.t : 0);
    }
    *exit = beyond * (1 - first);
    return status;
}

/* How far along u the shape is clear of everything, if that is not as far as the best way. */
static c2d_status try_along(mover *m, escape *e, c2d_vec u)
{
    double far = 0, scale = scale_of(m, nothing);
    for (int tries = 0; tries < MOST_LEGS && far < e->best; tries++) {
        double exit;
        c2d_vec d = c2d_mul(u, far);
        c2d_status status = look(m, d);
        if (!status)
            status = gather(m, &m->there->shape, nothing);
        if (!status)
            status = leave_along(m, u, e->best - far, &exit);
        if (status)
            return status == C2D_TOO_LARGE ? C2D_OK : status;
        if (exit == 0 && m->near.count == 0) {
            e->best = far;
            e->way = d;
            return C2D_OK;
        }
        far += exit + (1 + tries) * C2D_U * (scale + far);
    }
    return C2D_OK;
}

/* The same, unless that direction was tried. */
static c2d_status try_direction(mover *m, escape *e, c2d_vec u)
{
    for (int i = 0; i < e->tried_count; i++)
        if (magnitude(c2d_sub(u, e->tried[i])) < 1e-9)
            return C2D_OK;
    if (e->tried_count == MOST_WAYS)
        return C2D_OK;
    e->tried[e->tried_count++] = u;
    return try_along(m, e, u);
}

/* Shapes of more edges are left by the normal of the contact only. */
#define MOST_EDGES 8

/* The ways across the edges of s, out of it (side 1) or into it. */
static c2d_status try_edges(mover *m, escape *e, const c2d_shape *s, double side)
{
    c2d_status status = C2D_OK;
    const c2d_vec *v = c2d_vertices(s);
    for (uint32_t i = 0; i < s->count && s->count > 1 && s->count <= MOST_EDGES && !status; i++) {
        c2d_vec edge = c2d_sub(v[c2d_next_vertex(i, s->count)], v[i]);
        double length = side * length_of(edge);
        status = try_direction(m, e, c2d_v(edge.y / length, -edge.x / length));
    }
    return status;
}

/* The ways that lead out of all at once: out of the deepest, along an axis, or across an edge. */
static c2d_status try_at_once(mover *m, escape *e)
{
    static const c2d_vec axes[4] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
    c2d_status status = try_deepest(m, e);
    for (int i = 0; i < 4 && !status; i++)
        status = try_direction(m, e, axes[i]);
    if (!status)
        status = try_edges(m, e, m->start, -1);
    for (size_t i = 0; i < e->count && e->tried_count < MOST_WAYS && !status; i++)
        status = try_edges(m, e, e->list[i].obstacle.shape, 1);
    return status;
}

/* Out of the deepest, again and again: out of a corner between two walls, say. */
static c2d_status try_in_turn(mover *m, bool *free)
{
    for (int tries = 0; tries < 2 * MOST_TOUCHES; tries++) {
        c2d_vec push, stay;
        c2d_status status = gather(m, &m->here->shape, nothing);
        const c2d_obstacle *o = status ? NULL : deepest(m, &m->here->shape);
        *free = !status && !o;
        if (!o)
            return status;
        const c2d_rect *rect = m->rect ? &m->here->rect : NULL;
        status = c2d_separate(&m->here->shape, rect, 1, o->shape, NULL, INFINITY, m->room, &push, &stay);
        if (!status)
            status = advance(m, from_here(m, push));
        if (status)
            return status == C2D_TOO_LARGE ? C2D_OK : status;
    }
    return C2D_OK;
}

/* Out of each in turn, unless that is longer than the best way out of all at once. */
static c2d_status leave(mover *m, const escape *e, bool *is_out)
{
    c2d_status status = try_in_turn(m, is_out);
    if (!status && *is_out && length_of(m->here->offset) < e->best)
        return C2D_OK;
    m->travel->stop_count = 0;
    *is_out = !status && e->best < INFINITY;
    if (!status)
        status = look(m, nothing);
    if (status)
        return status;
    step(m);
    return *is_out ? advance(m, e->way) : C2D_OK;
}

/* Out of what it overlaps, the shortest way that was found; if there is none it stays. */
static c2d_status push_out(mover *m)
{
    escape e = {.best = INFINITY};
    c2d_status status = gather(m, &m->here->shape, nothing);
    if (!status)
        status = find_overlaps(m, &e);
    if (!status && e.count > 0) {
        status = try_at_once(m, &e);
        /* No way is shorter than that out of the deepest. */
        bool is_out = e.best <= e.list[0].depth * (1 + STANDSTILL);
        if (!status)
            status = is_out ? advance(m, e.way) : leave(m, &e, &is_out);
        if (status)
            m->travel->stop_count = 0;
        m->travel->pushes = m->travel->stop_count;
        m->travel->stuck = !status && !is_out;
    }
    free(e.list);
    return status;
}

/* ---- legs ---- */

/* The first of what blocks the way along d, and when; the list's count if nothing does. */
static size_t first_hit(const mover *m, c2d_vec d, c2d_hit *first)
{
    size_t found = m->near.count;
    first->t = INFINITY;
    for (size_t i = 0; i < m->near.count; i++) {
        c2d_hit hit;
        if (blocks(&m->near.list[i]) && cast(m, d, &m->near.list[i], &hit) && hit.t < first->t) {
            *first = hit;
            found = i;
        }
    }
    return found;
}

static bool is_held(const mover *m, const c2d_obstacle *o)
{
    for (int i = 0; i < m->touch_count; i++)
        if (m->touches[i].obstacle.item == o->item)
            return true;
    return false;
}

/* The first of what is near and blocks that the sweep from here to there overlaps, exactly; the list's count if nothing
 * does. How it is met the cast says, or, if rounding lets the cast miss, the contact with the sweep. */
static size_t first_in_sweep(const mover *m, c2d_hit *first)
{
    c2d_vec own[4 * C2D_INLINE_VERTICES];
    c2d_shape swept;
    c2d_vec leg = c2d_sub(m->there->offset, m->here->offset);
    size_t found = m->near.count;
    first->t = INFINITY;
    c2d_sweep(&swept, &m->here->shape, &m->there->shape, m->sweep_room ? m->sweep_room : own);
    for (size_t i = 0; i < m->near.count; i++) {
        const c2d_obstacle *o = &m->near.list[i];
        if (!blocks(o) || !c2d_overlaps(&swept, o->shape))
            continue;
        c2d_hit hit;
        if (!cast(m, leg, o, &hit)) {
            c2d_contact c;
            c2d_find_contact(&swept, o->shape, &c);
            hit = (c2d_hit){1, c.points[0], c.normal, 0};
        }
        if (hit.t < first->t) {
            *first = hit;
            found = i;
        }
    }
    return found;
}

/* Whether the way to an offset is clear; if not, of what. A place out of the domain is for advance to refuse. */
static bool is_clear_to(mover *m, c2d_vec offset, encounter *blocker)
{
    encounter e;
    if (look(m, offset))
        return true;
    e.index = first_in_sweep(m, &e.hit);
    if (e.index == m->near.count)
        return true;
    *blocker = e;
    return false;
}

/* The offset after the part t of the motion. What nothing has deflected ends at the goal, to the bit. */
static c2d_vec offset_at(const mover *m, double t)
{
    c2d_vec offset = from_here(m, c2d_mul(m->motion, t));
    if (t == 1 && m->free.x)
        offset.x = m->goal.x;
    if (t == 1 && m->free.y)
        offset.y = m->goal.y;
    return offset;
}

static double extreme(const c2d_shape *s, bool x_axis, double side)
{
    const c2d_vec *v = c2d_vertices(s);
    double most = -INFINITY;
    for (uint32_t i = 0; i < s->count; i++)
        most = c2d_max(most, side * (x_axis ? v[i].x : v[i].y));
    return side * most;
}

/* Whether neither the mover nor an obstacle has any thickness: on it, the mover is on neither side. */
static bool are_thin(const c2d_shape *s, const c2d_shape *o)
{
    return s->count <= 2 && s->radius + o->radius == 0 && c2d_cores_are_flat(s, o);
}

/* At a face across an axis, the offset at which the shape is flush with it, rounded once; for other faces as given. */
static c2d_vec flush_offset(const mover *m, c2d_vec offset, const encounter *e)
{
    c2d_vec n = e->hit.normal;
    bool x_axis = n.x != 0;
    const c2d_shape *o = m->near.list[e->index].shape;
    if ((n.x != 0 && n.y != 0) || are_thin(m->start, o))
        return offset;
    double side = copysign(1, x_axis ? n.x : n.y), *axis = x_axis ? &offset.x : &offset.y;
    double wall = extreme(o, x_axis, side), from = extreme(m->start, x_axis, -side);
    double flush = -side * c2d_sum4(side * from, -side * wall, -m->start->radius, -o->radius);
    /* Half of what gather adds to the bounds, so that all that is met there was gathered. */
    if (fabs(flush - *axis) <= STANDSTILL / 2 * scale_of(m, m->motion))
        *axis = flush;
    return offset;
}

/* The offset at which it stops, at most t of the motion from here. A stop that is safe for one obstacle may be an ulp
 * inside another, and a short part of a motion that was nudged off a surface has hardly any of the nudge: so it is
 * moved out of what is in the way by a few ulps, or else shortened, until its sweep is clear. Where that would be to
 * creep along a surface it stays here. *blocker: what made it so, if anything did.
 *
 * All that such a stop may meet is among what gather found about the motion, within 256 u of the scale (STANDSTILL, u =
 * C2D_U): the pushes that are tried add up to at most 16 + 32 + 64 + 128 = 240 u, with no more than 2 u for the length
 * of the normals and the sums. A vertex is off by 6 u at most: 1 for at + d, 1 for a size between two corners, 2 each
 * for the turning point and for the vertex itself. The box that was asked for and the offset lose 4 u: 252 u. */
static c2d_vec clear_stop(mover *m, double *t, encounter *blocker)
{
    c2d_vec d = m->motion, push = {0, 0}, offset = offset_at(m, *t), flush = flush_offset(m, offset, blocker);
    double scale = scale_of(m, c2d_mul(d, *t)), out = NUDGE * scale, back = STANDSTILL * scale / length_of(d);
    if (*t > 0 && !c2d_same(flush, offset) && is_clear_to(m, flush, blocker))
        return flush;
    for (int tries = 0; tries < 5; tries++) {
        assert(magnitude(push) <= 242 * C2D_U * scale);
        if (is_clear_to(m, offset, blocker))
            return offset;
        push = c2d_add(push, c2d_mul(blocker->hit.normal, out));
        /* a little less far makes room for it in a notch */
        offset = from_here(m, c2d_add(c2d_mul(d, c2d_max(*t - back, 0)), push));
        out *= 2;
        back *= 2;
    }
    /* Where only rounding is in the way a cast misses and does not tell how far: by twice as much each time. */
    for (double less = 4 * C2D_U; *t > 0; less *= 2) {
        offset = offset_at(m, *t);
        if (is_clear_to(m, offset, blocker))
            return offset;
        bool creeps = blocker->hit.t <= 0.5 && is_held(m, &m->near.list[blocker->index]);
        *t = creeps ? 0 : c2d_min(*t * blocker->hit.t, c2d_max(*t * (1 - less), 0));
    }
    return m->here->offset;
}

static c2d_status add_passed(mover *m, uint32_t item)
{
    void *list = m->passed;
    if (!grow(&list, &m->passed_capacity, m->passed_count, sizeof item))
        return C2D_NO_MEMORY;
    m->passed = list;
    m->passed[m->passed_count++] = item;
    return C2D_OK;
}

static int compare_items(const void *p, const void *q)
{
    uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
    return (a > b) - (a < b);
}

/* By time, those of the same time in the order of what is near. */
static int compare_encounters(const void *p, const void *q)
{
    const encounter *a = p, *b = q;
    if (a->hit.t != b->hit.t)
        return a->hit.t < b->hit.t ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static c2d_status add_met(mover *m, const encounter *e)
{
    void *list = m->met;
    if (!grow(&list, &m->met_capacity, m->met_count, sizeof *e))
        return C2D_NO_MEMORY;
    m->met = list;
    m->met[m->met_count++] = *e;
    return C2D_OK;
}

static bool was_passed(const mover *m, size_t count, uint32_t item)
{
    return count > 0 && bsearch(&item, m->passed, count, sizeof item, compare_items);
}

/* Everything to be passed through that is met on a leg, which takes t of the time, once each, in order of time. */
static c2d_status report_passed(mover *m, c2d_vec leg, double t)
{
    size_t known = m->passed_count;
    c2d_status status = C2D_OK;
    m->met_count = 0;
    for (size_t i = 0; i < m->near.count && !status; i++) {
        const c2d_obstacle *o = &m->near.list[i];
        encounter e = {.index = i};
        if (o->response != C2D_PASS || was_passed(m, known, o->item) || !cast(m, leg, o, &e.hit))
            continue;
        status = add_met(m, &e);
        if (!status)
            status = add_passed(m, o->item);
    }
    if (m->met_count > 1)
        qsort(m->met, m->met_count, sizeof *m->met, compare_encounters);
    if (m->passed_count > known)
        qsort(m->passed, m->passed_count, sizeof *m->passed, compare_items);
    for (size_t i = 0; i < m->met_count && !status; i++) {
        const encounter *e = &m->met[i];
        status = add_meeting(m->travel, &m->near.list[e->index], &e->hit, m->time + (1 - m->time) * t * e->hit.t);
    }
    return status;
}

/* ---- deflection ---- */

/* The motion after it met a surface. Along an axis it is exact; otherwise it leaves the surface a little. */
static c2d_vec deflected(const mover *m, c2d_vec want, c2d_response response, c2d_vec n, double nudge)
{
    if (response == C2D_BOUNCE)
        return c2d_sub(want, c2d_mul(n, 2 * c2d_min(c2d_dot(want, n), 0)));
    c2d_vec along = c2d_slide(want, n);
    bool on_axis = n.x == 0 || n.y == 0;
    double scale = scale_of(m, along), most = c2d_max(STANDSTILL * scale, 0x1p-10 * length_of(along));
    double out = on_axis && nudge <= NUDGE ? 0 : c2d_min(nudge * scale, most);
    return c2d_same(along, c2d_v(0, 0)) ? along : c2d_add(along, c2d_mul(n, out));
}

/* How far the motion d gets past everything that it touches. */
static double reach_of(const mover *m, c2d_vec d)
{
    double least = 1;
    for (int i = 0; i < m->touch_count; i++) {
        c2d_hit hit;
        if (cast(m, d, &m->touches[i].obstacle, &hit))
            least = c2d_min(least, hit.t);
    }
    return least;
}

/* Whether a motion along one touch leads into another. */
static bool leads_into_another(const mover *m, int along, c2d_vec d)
{
    for (int i = 0; i < m->touch_count; i++)
        if (i != along && c2d_dot(d, m->touches[i].hit.normal) < 0)
            return true;
    return false;
}

/* The best motion so far: how far it gets in the direction that is wanted, and along which surface. */
typedef struct choice {
    double gain;
    c2d_vec motion;
    int touch; /* -1: none */
    int other; /* the second of two, or the same */
} choice;

/* A motion along the surface of a touch, nudged off it until it does not hit that again: what is convex and was slid
 * along is hit only by rounding. What leads past another touch by the nudge alone, and so back, is none. */
static void consider(const mover *m, int i, c2d_vec normal, choice *best)
{
    double least = STANDSTILL * scale_of(m, m->want), toward = length_of(m->want);
    c2d_response response = m->touches[i].obstacle.response;
    bool hits = true;
    for (double nudge = NUDGE; nudge < MOST_NUDGE && hits; nudge *= 8) {
        c2d_hit hit;
        c2d_vec d = deflected(m, m->want, response, normal, nudge);
        hits = cast(m, d, &m->touches[i].obstacle, &hit);
        double reach = reach_of(m, d), progress = reach * length_of(d);
        double gain = response == C2D_BOUNCE ? progress : reach * c2d_dot(d, m->want) / toward;
        bool leads_back = gain <= 0 && leads_into_another(m, i, c2d_slide(m->want, normal));
        if (progress > least && !leads_back && (best->touch < 0 || gain > best->gain * (1 + 1e-12))) {
            choice c = {gain, d, i, i};
            *best = c;
        }
    }
}

/* A normal so near to an axis that rounding may have turned it: a round corner that comes down on the corner of a tile
 * says by a few ulps less than the tile beside it where the floor is. */
static bool is_nearly_on_axis(c2d_vec n) { return c2d_min(fabs(n.x), fabs(n.y)) < 1e-9; }

static c2d_vec on_axis(c2d_vec n)
{
    return fabs(n.x) > fabs(n.y) ? c2d_v(copysign(1, n.x), 0) : c2d_v(0, copysign(1, n.y));
}

/* Met at once, two surfaces from which it bounces reflect it one after the other: out of the corner of a room. */
static void consider_both(const mover *m, choice *best)
{
    double least = STANDSTILL * scale_of(m, m->want);
    for (int i = 0; i < m->touch_count; i++)
        for (int k = 0; k < m->touch_count && best->touch < 0; k++) {
            const touch *first = &m->touches[i], *second = &m->touches[k];
            bool both = first->obstacle.response == C2D_BOUNCE && second->obstacle.response == C2D_BOUNCE;
            c2d_vec d = deflected(m, m->want, C2D_BOUNCE, first->hit.normal, 0);
            d = deflected(m, d, C2D_BOUNCE, second->hit.normal, 0);
            if (i != k && both && reach_of(m, d) * length_of(d) > least) {
                choice c = {0, d, i, k};
                *best = c;
            }
        }
}

/* Of the motions along one of the surfaces that it touches, the one that gets it farthest in the direction that it
 * wants; all that touch are asked, so that a corner in line with the surface beside it is none. */
static choice deflect(mover *m)
{
    choice best = {0, {0, 0}, -1, -1};
    for (int i = 0; i < m->touch_count; i++) {
        c2d_vec n = m->touches[i].hit.normal;
        if (is_nearly_on_axis(n))
            consider(m, i, on_axis(n), &best);
        if (n.x != 0 && n.y != 0)
            consider(m, i, n, &best);
    }
    consider_both(m, &best);
    if (best.touch >= 0) {
        m->motion = best.motion;
        m->free.x = m->want_free.x && best.motion.x == m->want.x;
        m->free.y = m->want_free.y && best.motion.y == m->want.y;
    }
    return best;
}

/* What it is held against from now on. */
static void hold(mover *m, const c2d_obstacle *o, const c2d_hit *hit)
{
    for (int i = 0; i < m->touch_count; i++)
        if (m->touches[i].obstacle.item == o->item && c2d_same(m->touches[i].hit.normal, hit->normal))
            return;
    if (m->touch_count < MOST_TOUCHES) {
        touch t = {*o, *hit, false};
        m->touches[m->touch_count++] = t;
    }
}

/* Tells of one touch, or of all (-1), once. */
static c2d_status tell(mover *m, int which)
{
    c2d_status status = C2D_OK;
    for (int i = 0; i < m->touch_count && !status; i++) {
        touch *t = &m->touches[i];
        if ((which >= 0 && i != which) || t->told)
            continue;
        t->told = true;
        status = add_meeting(m->travel, &t->obstacle, &t->hit, m->time);
    }
    return status;
}

/* Everything that blocks and is met until the time last, with no more than gap to go to it from the time t on. */
static c2d_status note_met(mover *m, double last, double t, double gap)
{
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < m->near.count && !status; i++) {
        encounter e = {.index = i};
        bool is_new = m->met_count == 0 || m->met[0].index != i;
        if (is_new && blocks(&m->near.list[i]) && cast(m, m->motion, &m->near.list[i], &e.hit) && e.hit.t <= last &&
            (t - e.hit.t) * c2d_dot(m->motion, e.hit.normal) <= gap)
            status = add_met(m, &e);
    }
    return status;
}

/* Whether the motion leads from one side of a thin obstacle to the other, not along it. */
static bool crosses(const mover *m, const c2d_shape *o)
{
    const c2d_shape *s = m->here->shape.count == 2 ? &m->here->shape : o;
    return s->count == 2 && c2d_cross(c2d_sub(s->v.own[1], s->v.own[0]), m->motion) != 0;
}

/* Where neither the mover nor an obstacle has any thickness, a mover that touches it is on neither side of it: unless
 * it was so before, it stops short of that, lest its next motion goes through. */
static double short_of_thin(mover *m, double t)
{
    const c2d_shape *s = &m->here->shape;
    double step = 2 * C2D_U * scale_of(m, m->motion) / length_of(m->motion);
    for (size_t i = 0; i < m->near.count && s->count <= 2 && s->radius == 0; i++) {
        const c2d_shape *o = m->near.list[i].shape;
        bool thin = blocks(&m->near.list[i]) && are_thin(s, o) && crosses(m, o) && !c2d_collides(s, o);
        while (thin && t > 0 && !look(m, offset_at(m, t)) && c2d_collides(&m->there->shape, o)) {
            t = c2d_max(t - step, 0);
            step *= 2;
        }
    }
    return t;
}

/* The offset of a stop after at most t of the motion. One that was shortened may be on something thin again. */
static c2d_vec stop_before(mover *m, double *t, encounter *blocker)
{
    c2d_vec offset;
    double most;
    do {
        most = *t = short_of_thin(m, *t);
        offset = clear_stop(m, t, blocker);
    } while (*t < most);
    return offset;
}

/* What ended the leg after t of the motion: all that is met at once, or what made it shorter than the first hit allows,
 * and what it is beside all the same, as the motion grazes it. Never nothing. */
static c2d_status note_stop(mover *m, double t, double hit_t, const encounter *blocker)
{
    double gap = STANDSTILL * scale_of(m, m->motion), tie = gap / length_of(m->motion);
    bool is_short = hit_t - t > tie;
    m->met_count = 0;
    c2d_status status = is_short ? add_met(m, blocker) : C2D_OK;
    if (!status)
        status = note_met(m, hit_t + tie, t, is_short ? gap : INFINITY);
    return status || m->met_count > 0 ? status : add_met(m, blocker);
}

/* What it does about what it has met, having stood still or not. */
static c2d_status respond(mover *m, bool stood, bool *done)
{
    c2d_vec tried = m->motion;
    int held = m->touch_count;
    for (size_t i = 0; i < m->met_count; i++) {
        const c2d_obstacle *o = &m->near.list[m->met[i].index];
        hold(m, o, &m->met[i].hit);
        *done |= o->response == C2D_STOP;
    }
    choice way = {0, {0, 0}, -1, -1};
    if (!*done)
        way = deflect(m);
    bool is_free = way.touch < 0 && !*done;
    if (is_free) {
        /* In a gap that it fits to an ulp it was only held up by rounding; */
        c2d_hit hit;
        c2d_status status = gather(m, &m->here->shape, m->motion);
        if (status)
            return status;
        is_free = first_hit(m, m->motion, &hit) == m->near.count;
    }
    /* in one in which no place farther on is a double, it would try the same for ever. */
    bool again = way.touch >= 0 && stood && m->touch_count == held && c2d_same(m->motion, tried);
    *done |= again || (way.touch < 0 && !is_free);
    c2d_status status = tell(m, again ? -1 : way.touch);
    return status || way.other < 0 ? status : tell(m, way.other);
}

/* So small a part of a motion is the first that is looked at, lest it takes many to come to its end. */
#define SMALLEST_PIECE 0x1p-40

/* The first of what blocks the rest of the motion. What is near is looked for along one piece of it, then along four
 * times as much, until something is hit within the piece: it is the same as if all were looked at, at the cost of what
 * is near the leg. */
static c2d_status find_first(mover *m, encounter *first)
{
    double length = length_of(m->motion), tie = STANDSTILL * scale_of(m, m->motion) / length;
    for (double part = c2d_max(m->piece / length, SMALLEST_PIECE);; part *= 4) {
        bool is_whole = !(part < 0.5);
        c2d_status status = gather(m, &m->here->shape, is_whole ? m->motion : c2d_mul(m->motion, part));
        if (status)
            return status;
        first->index = first_hit(m, m->motion, &first->hit);
        if (is_whole || first->hit.t + 2 * tie <= part)
            return C2D_OK;
    }
}

/* Whether the end of the motion, to which nothing is hit, is a place where it may be: it differs by a rounding from
 * where the cast looked, unless this is the first leg. */
static bool ends_well(mover *m, c2d_vec *stop, encounter *blocker)
{
    *stop = offset_at(m, 1);
    if (c2d_same(m->here->offset, nothing) || is_clear_to(m, *stop, blocker))
        return true;
    blocker->hit.t = c2d_min(blocker->hit.t, 1 - 4 * C2D_U);
    return false;
}

static c2d_vec normalised(c2d_vec v)
{
    c2d_check(&v.x);
    c2d_check(&v.y);
    return v;
}

/* What is left after the part t of the motion. */
static c2d_vec rest_of(const mover *m, double t)
{
    c2d_vec rest = c2d_mul(m->motion, 1 - t);
    if (m->free.x)
        rest.x = m->goal.x - m->here->offset.x;
    if (m->free.y)
        rest.y = m->goal.y - m->here->offset.y;
    return rest;
}

/* One leg; *done when the travel is over. */
static c2d_status go(mover *m, bool *done)
{
    encounter blocker;
    c2d_vec stop;
    c2d_status status = find_first(m, &blocker);
    if (status)
        return status;
    *done = blocker.index == m->near.count && ends_well(m, &stop, &blocker);
    double hit_t = *done ? 1 : blocker.hit.t, t = hit_t;
    if (!*done)
        stop = stop_before(m, &t, &blocker);
    stop = normalised(stop);
    c2d_vec leg = c2d_sub(stop, m->here->offset);
    status = report_passed(m, leg, t);
    if (!status && !*done)
        status = note_stop(m, t, hit_t, &blocker);
    bool moves = length_of(leg) > STANDSTILL * scale_of(m, m->motion);
    if (!status && !c2d_same(leg, nothing))
        status = advance(m, stop);
    if (status)
        return status;
    m->time += (1 - m->time) * t;
    m->motion = *done ? nothing : rest_of(m, t);
    m->piece = extent_of(&m->here->shape) + 4 * length_of(leg);
    if (*done)
        return C2D_OK;
    if (moves || m->touch_count == 0) {
        m->touch_count = 0;
        m->want = m->motion;
        m->want_free = m->free;
    }
    return respond(m, t == 0, done);
}

/* ---- travel ---- */

static c2d_status start(mover *m, const c2d_shape *shape, const c2d_rect *rect)
{
    size_t n = shape->count > C2D_INLINE_VERTICES ? shape->count : 0;
    if (n) { /* of a cast, of a sweep, and of three places */
        m->room = C2D_REALLOC(NULL, (6 + 4 + 6) * n * sizeof *m->room);
        if (!m->room)
            return C2D_NO_MEMORY;
        m->sweep_room = m->room + 6 * n;
        m->places[0].storage = m->room + 10 * n;
        m->places[1].storage = m->room + 12 * n;
        m->places[2].storage = m->room + 14 * n;
    }
    m->start = shape;
    m->rect = rect;
    m->here = &m->places[0];
    m->there = &m->places[1];
    m->here->shape = *shape;
    if (rect)
        m->here->rect = *rect;
    return C2D_OK;
}

/* Makes the place to which it was pushed the start of the legs: rounding may bring the first start, moved by both, an
 * ulp into what it was just pushed out of. */
static void start_here(mover *m)
{
    place *pushed = m->here;
    m->start = &pushed->shape;
    m->rect = m->rect ? &pushed->rect : NULL;
    m->here = &m->places[2];
    m->here->offset = nothing;
    m->here->shape = pushed->shape;
    m->here->rect = pushed->rect;
}

/* The legs through what is near, once nothing is overlapped. */
static c2d_status go_on(mover *m, c2d_vec motion)
{
    if (m->travel->pushes > 0)
        start_here(m);
    bool done = m->travel->stuck || c2d_same(motion, nothing);
    m->want_free = m->free = (axes){true, true};
    m->goal = from_here(m, motion);
    m->piece = c2d_max(8 * extent_of(&m->here->shape), length_of(motion) / 64);
    c2d_status status = look(m, m->goal); /* whether it stays in the domain */
    for (int legs = 0; legs < MOST_LEGS && !done && !status; legs++)
        status = go(m, &done);
    return status;
}

c2d_status c2d_mover_run(const c2d_shape *shape, const c2d_rect *rect, c2d_vec motion, c2d_find_obstacles *gather,
                         void *context, c2d_mover_result *out)
{
    memset(out, 0, sizeof *out);
    mover m = {.gather = gather, .context = context, .travel = out};
    c2d_status status = c2d_check(&motion.x);
    if (!status)
        status = c2d_check(&motion.y);
    if (!status)
        status = start(&m, shape, rect);
    m.motion = m.want = motion;
    if (!status)
        status = push_out(&m);
    if (!status)
        status = go_on(&m, motion);
    out->remaining = m.motion;
    free(m.near.list);
    free(m.met);
    free(m.passed);
    free(m.room);
    return status;
}
