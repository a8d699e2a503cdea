/* The mover: a shape goes as far as nothing blocks it, responds to what does, and goes on with what remains of its
 * motion, leg by leg. Every leg is one that exact casts found clear, so that whatever the arithmetic between the legs
 * makes of the motion, the shape is never inside anything and has passed through nothing. */
#include "exact.h"

#include <stdlib.h>
#include <string.h>

/* A travel that is deflected more often ends with the rest of its motion remaining. */
#define MOST_LEGS 256

/* What does not get it farther than this, relative to its coordinates and motion, is no progress. */
#define STANDSTILL (256 * C2D_U)

/* Deflected motion leaves the surface by so much of the same, lest rounding lets it dig in. */
#define NUDGE (16 * C2D_U)

/* ---- lists that grow ---- */

static bool grow(void **list, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity)
        return true;
    size_t more = *capacity ? 2 * *capacity : 8;
    void *larger = realloc(*list, more * size);
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

static c2d_status add_leg(c2d_travel *travel, c2d_vec leg)
{
    void *list = travel->legs;
    if (!grow(&list, &travel->leg_capacity, travel->leg_count, sizeof leg))
        return C2D_NO_MEMORY;
    travel->legs = list;
    travel->legs[travel->leg_count++] = leg;
    return C2D_OK;
}

static c2d_status add_meeting(c2d_travel *travel, const c2d_obstacle *o, const c2d_hit *hit, double time)
{
    void *list = travel->meetings;
    c2d_meeting meeting = {o->item, o->response, *hit};
    meeting.hit.t = time;
    if (!grow(&list, &travel->meeting_capacity, travel->meeting_count, sizeof meeting))
        return C2D_NO_MEMORY;
    travel->meetings = list;
    travel->meetings[travel->meeting_count++] = meeting;
    return C2D_OK;
}

void c2d_travel_free(c2d_travel *travel)
{
    free(travel->legs);
    free(travel->meetings);
    memset(travel, 0, sizeof *travel);
}

/* ---- places ---- */

typedef struct place {
    c2d_shape shape;
    c2d_rect rect;
    c2d_vec *storage; /* of the vertices, if they are many */
} place;

/* Something in contact, and the way out of it. */
typedef struct touch {
    c2d_obstacle obstacle;
    c2d_vec normal;
} touch;

/* So many surfaces can be held against one another before it counts as a dead end. */
#define MOST_TOUCHES 8

typedef struct mover {
    place places[2], *here, *there;
    bool has_rect;
    c2d_vec *room;
    c2d_gather *gather;
    void *context;
    c2d_obstacles near;
    c2d_travel *travel;
    c2d_vec want, motion; /* what remains before it was deflected by the touches, and after */
    double time;
    touch touches[MOST_TOUCHES];
    int touch_count;
} mover;

static const c2d_rect *rect_of(const mover *m) { return m->has_rect ? &m->here->rect : NULL; }

/* Makes there the place that is here moved by d. */
static c2d_status look(mover *m, c2d_vec d)
{
    if (m->has_rect) {
        c2d_status status = c2d_check(&d.x);
        if (!status)
            status = c2d_check(&d.y);
        if (status)
            return status;
        m->there->rect = m->here->rect;
        c2d_rect_move(&m->there->rect, d);
        return c2d_rect_shape(&m->there->shape, &m->there->rect);
    }
    return c2d_moved(&m->there->shape, &m->here->shape, NULL, d, m->there->storage);
}

static void step(mover *m)
{
    place *left = m->here;
    m->here = m->there;
    m->there = left;
}

static c2d_status advance(mover *m, c2d_vec d)
{
    c2d_status status = look(m, d);
    if (!status)
        status = add_leg(m->travel, d);
    if (!status)
        step(m);
    return status;
}

static double magnitude(c2d_vec v) { return c2d_max(fabs(v.x), fabs(v.y)); }

static double length_of(c2d_vec v) { return sqrt(c2d_dot(v, v)); }

static double scale_of(const mover *m, c2d_vec motion)
{
    const c2d_shape *s = &m->here->shape;
    return c2d_max(magnitude(s->min), magnitude(s->max)) + magnitude(motion);
}

/* Everything that a shape may meet on its way along d. */
static c2d_status gather(mover *m, const c2d_shape *s, c2d_vec d)
{
    double slack = STANDSTILL * (c2d_max(magnitude(s->min), magnitude(s->max)) + magnitude(d));
    c2d_bounds box = {c2d_v(s->min.x + c2d_min(d.x, 0) - slack, s->min.y + c2d_min(d.y, 0) - slack),
                      c2d_v(s->max.x + c2d_max(d.x, 0) + slack, s->max.y + c2d_max(d.y, 0) + slack)};
    m->near.count = 0;
    return m->gather(m->context, box, &m->near);
}

static bool blocks(const c2d_obstacle *o)
{
    return o->response == C2D_SLIDE || o->response == C2D_STOP || o->response == C2D_BOUNCE;
}

static bool cast(const mover *m, c2d_vec d, const c2d_obstacle *o, c2d_hit *hit)
{
    bool hits;
    c2d_status status = c2d_cast(&m->here->shape, rect_of(m), d, o->shape, m->room, &hits, hit);
    return !status && hits;
}

/* ---- out of what it overlaps at the start ---- */

/* Whether the shape, in a place around which things were gathered, overlaps something that blocks; the deepest. */
static const c2d_obstacle *deepest(const mover *m, const c2d_shape *s, c2d_contact *contact)
{
    const c2d_obstacle *found = NULL;
    contact->depth = 0;
    for (size_t i = 0; i < m->near.count; i++) {
        const c2d_obstacle *o = &m->near.list[i];
        c2d_contact c;
        if (blocks(o) && c2d_collide(s, o->shape, &c) && c.depth > contact->depth) {
            *contact = c;
            found = o;
        }
    }
    return found;
}

static c2d_status is_free(mover *m, const c2d_shape *s, bool *free)
{
    c2d_contact contact;
    c2d_status status = gather(m, s, c2d_v(0, 0));
    *free = !status && !deepest(m, s, &contact);
    return status;
}

/* The way out of one obstacle, if the shape is then free of all. */
static c2d_status try_out(mover *m, const c2d_shape *obstacle, double *best, c2d_vec *way)
{
    c2d_vec push, stay;
    bool free;
    c2d_status status = c2d_separate(&m->here->shape, rect_of(m), 1, obstacle, NULL, INFINITY, m->room, &push, &stay);
    if (status == C2D_TOO_LARGE || length_of(push) >= *best)
        return C2D_OK;
    status = look(m, push);
    if (!status)
        status = is_free(m, &m->there->shape, &free);
    if (!status && free) {
        *best = length_of(push);
        *way = push;
    }
    return status == C2D_TOO_LARGE ? C2D_OK : status;
}

/* How far along u the shape is clear of everything on the way: always as far as the bounds of what it overlaps. */
static c2d_status try_along(mover *m, c2d_vec u, double *best, c2d_vec *way)
{
    double far = 0;
    for (int tries = 0; tries < MOST_LEGS && far < *best; tries++) {
        c2d_contact contact;
        c2d_vec d = c2d_mul(u, far);
        c2d_status status = look(m, d);
        if (!status)
            status = gather(m, &m->there->shape, c2d_v(0, 0));
        if (status)
            return status == C2D_TOO_LARGE ? C2D_OK : status;
        const c2d_shape *s = &m->there->shape;
        const c2d_obstacle *o = deepest(m, s, &contact);
        if (!o) {
            *best = far;
            *way = d;
            return C2D_OK;
        }
        double gap = u.x > 0   ? o->shape->max.x - s->min.x
                     : u.x < 0 ? s->max.x - o->shape->min.x
                     : u.y > 0 ? o->shape->max.y - s->min.y
                               : s->max.y - o->shape->min.y;
        far = (far + gap) * (1 + 4 * C2D_U);
    }
    return C2D_OK;
}

/* Out of the deepest, again and again: out of a corner between two walls, say. */
static c2d_status try_in_turn(mover *m, bool *free)
{
    for (int tries = 0; tries < 2 * MOST_TOUCHES; tries++) {
        c2d_contact contact;
        c2d_vec push, stay;
        c2d_status status = gather(m, &m->here->shape, c2d_v(0, 0));
        const c2d_obstacle *o = status ? NULL : deepest(m, &m->here->shape, &contact);
        *free = !status && !o;
        if (!o)
            return status;
        status = c2d_separate(&m->here->shape, rect_of(m), 1, o->shape, NULL, INFINITY, m->room, &push, &stay);
        if (!status)
            status = advance(m, push);
        if (status)
            return status == C2D_TOO_LARGE ? C2D_OK : status;
    }
    return C2D_OK;
}

static c2d_status report_overlaps(mover *m)
{
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < m->near.count && !status; i++) {
        c2d_contact c;
        const c2d_obstacle *o = &m->near.list[i];
        if (!blocks(o) || !c2d_collide(&m->here->shape, o->shape, &c) || c.depth == 0)
            continue;
        c2d_hit hit = {0, c.points[0], c.normal, c.depth};
        status = add_meeting(m->travel, o, &hit, 0);
    }
    return status;
}

/* The shortest of: the way out of one obstacle, which out of flush ones is the way out of all; out of each in turn;
 * along an axis. If there is none it stays. */
static c2d_status push_out(mover *m)
{
    c2d_status status = gather(m, &m->here->shape, c2d_v(0, 0));
    c2d_contact contact;
    if (status || !deepest(m, &m->here->shape, &contact))
        return status;
    status = report_overlaps(m);
    double best = INFINITY;
    c2d_vec way = {0, 0};
    /* Looking around gathers anew: what is overlapped now is kept. */
    c2d_obstacles start = m->near;
    memset(&m->near, 0, sizeof m->near);
    for (size_t i = 0; i < start.count && !status; i++)
        if (blocks(&start.list[i]) && c2d_overlaps(&m->here->shape, start.list[i].shape))
            status = try_out(m, start.list[i].shape, &best, &way);
    free(start.list);
    if (!status && best < INFINITY) {
        status = advance(m, way);
        m->travel->pushes = 1;
        return status;
    }
    place *home = m->here;
    c2d_shape shape = home->shape;
    c2d_rect rect = home->rect;
    c2d_vec *kept = NULL;
    if (shape.count > C2D_INLINE_VERTICES) {
        kept = malloc(shape.count * sizeof *kept);
        if (!kept)
            return C2D_NO_MEMORY;
        memcpy(kept, shape.v.far, shape.count * sizeof *kept);
    }
    bool is_out = false;
    if (!status)
        status = try_in_turn(m, &is_out);
    if (!status && !is_out) {
        m->travel->leg_count = 0;
        m->here->shape = shape;
        m->here->rect = rect;
        if (kept) {
            memcpy(m->here->storage, kept, shape.count * sizeof *kept);
            m->here->shape.v.far = m->here->storage;
        }
        static const c2d_vec axes[4] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
        for (int i = 0; i < 4 && !status; i++)
            status = try_along(m, axes[i], &best, &way);
        if (!status && best < INFINITY) {
            status = advance(m, way);
            is_out = true;
        }
    }
    free(kept);
    m->travel->pushes = m->travel->leg_count;
    m->travel->stuck = !is_out;
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

/* A stop that is safe for one obstacle may be an ulp inside another: shortened until all casts miss. */
static double clear_part(const mover *m, c2d_vec d, double t)
{
    c2d_hit hit;
    while (t > 0 && first_hit(m, c2d_mul(d, t), &hit) < m->near.count)
        t = c2d_min(t * hit.t, t * (1 - 4 * C2D_U)) * (hit.t > 0.5);
    return t;
}

/* Everything to be passed through that is met within t, once each, in order of time. */
static c2d_status report_passed(mover *m, c2d_vec d, double t)
{
    size_t from = m->travel->meeting_count;
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < m->near.count && !status; i++) {
        const c2d_obstacle *o = &m->near.list[i];
        c2d_hit hit;
        bool known = false;
        for (size_t k = 0; k < m->travel->meeting_count && o->response == C2D_PASS; k++)
            known |= m->travel->meetings[k].item == o->item;
        if (o->response != C2D_PASS || known || !cast(m, d, o, &hit) || hit.t > t)
            continue;
        status = add_meeting(m->travel, o, &hit, m->time + (1 - m->time) * hit.t);
        c2d_meeting *list = m->travel->meetings;
        for (size_t k = m->travel->meeting_count - 1; !status && k > from && list[k].hit.t < list[k - 1].hit.t; k--) {
            c2d_meeting later = list[k - 1];
            list[k - 1] = list[k];
            list[k] = later;
        }
    }
    return status;
}

/* ---- deflection ---- */

/* The motion after it met a surface. Along an axis it is exact; otherwise it leaves the surface a little. */
static c2d_vec deflected(const mover *m, c2d_vec want, const touch *t, double nudge)
{
    c2d_vec n = t->normal;
    double inward = c2d_min(c2d_dot(want, n), 0);
    if (t->obstacle.response == C2D_BOUNCE)
        return c2d_sub(want, c2d_mul(n, 2 * inward));
    c2d_vec along = c2d_slide(want, n);
    bool on_axis = n.x == 0 || n.y == 0;
    double out = on_axis && nudge <= NUDGE ? 0 : nudge * scale_of(m, along);
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

/* Of the motions along one of the surfaces that it touches, the one that gets it farthest in the direction that it
 * wants; all that touch are asked, so that a corner in line with the surface beside it is none. False: nothing does. */
static bool deflect(mover *m)
{
    double farthest = 0, least = STANDSTILL * scale_of(m, m->want), toward = length_of(m->want);
    bool found = false;
    for (int i = 0; i < m->touch_count; i++) {
        const touch *t = &m->touches[i];
        for (double nudge = NUDGE; nudge < STANDSTILL; nudge *= 4) {
            c2d_vec d = deflected(m, m->want, t, nudge);
            double reach = reach_of(m, d), progress = reach * length_of(d);
            bool bounces = t->obstacle.response == C2D_BOUNCE;
            double gain = bounces ? progress : reach * c2d_dot(d, m->want) / toward;
            if (progress <= least)
                continue;
            if (!found || gain > farthest) {
                farthest = gain;
                m->motion = d;
                found = true;
            }
            break;
        }
    }
    return found;
}

/* What it is held against from now on; what is already there is not met again. */
static c2d_status hold(mover *m, const c2d_obstacle *o, const c2d_hit *hit)
{
    for (int i = 0; i < m->touch_count; i++)
        if (m->touches[i].obstacle.item == o->item && c2d_same(m->touches[i].normal, hit->normal))
            return C2D_OK;
    if (m->touch_count < MOST_TOUCHES) {
        touch t = {*o, hit->normal};
        m->touches[m->touch_count++] = t;
    }
    return add_meeting(m->travel, o, hit, m->time);
}

/* One leg; *done when the travel is over. */
static c2d_status go(mover *m, bool *done)
{
    c2d_hit hit;
    c2d_status status = gather(m, &m->here->shape, m->motion);
    if (status)
        return status;
    size_t found = first_hit(m, m->motion, &hit);
    bool free = found == m->near.count;
    double t = free ? 1 : clear_part(m, m->motion, hit.t);
    status = report_passed(m, m->motion, t);
    if (status)
        return status;
    c2d_vec leg = c2d_mul(m->motion, t);
    /* What is met, before it leaves for there: nothing that the others do to the stop changes that. */
    touch met[MOST_TOUCHES];
    c2d_hit hits[MOST_TOUCHES];
    int met_count = 0;
    double tie = free ? 0 : hit.t + STANDSTILL * scale_of(m, m->motion) / length_of(m->motion);
    for (size_t i = 0; i < m->near.count && !free && met_count < MOST_TOUCHES; i++) {
        c2d_hit other;
        if (blocks(&m->near.list[i]) && cast(m, m->motion, &m->near.list[i], &other) && other.t <= tie) {
            touch one = {m->near.list[i], other.normal};
            hits[met_count] = other;
            met[met_count++] = one;
        }
    }
    bool moved = length_of(leg) > STANDSTILL * scale_of(m, m->motion);
    if (t > 0 && !c2d_same(leg, c2d_v(0, 0))) {
        status = advance(m, leg);
        if (status)
            return status;
    }
    m->time += (1 - m->time) * t;
    m->motion = free ? c2d_v(0, 0) : c2d_mul(m->motion, 1 - t);
    *done = free;
    if (free)
        return C2D_OK;
    if (moved || m->touch_count == 0) {
        m->touch_count = 0;
        m->want = m->motion;
    }
    for (int i = 0; i < met_count && !status; i++) {
        status = hold(m, &met[i].obstacle, &hits[i]);
        *done |= met[i].obstacle.response == C2D_STOP;
    }
    if (!status && !*done && !deflect(m))
        *done = true;
    return status;
}

/* ---- travel ---- */

static c2d_status start(mover *m, const c2d_shape *shape, const c2d_rect *rect)
{
    size_t n = shape->count > C2D_INLINE_VERTICES ? shape->count : 0;
    if (n) {
        m->room = malloc((4 + 6) * n * sizeof *m->room);
        if (!m->room)
            return C2D_NO_MEMORY;
        m->places[0].storage = m->room + 6 * n;
        m->places[1].storage = m->room + 8 * n;
    }
    m->here = &m->places[0];
    m->there = &m->places[1];
    m->has_rect = rect != NULL;
    m->here->shape = *shape;
    if (rect)
        m->here->rect = *rect;
    if (n) {
        memcpy(m->here->storage, shape->v.far, n * sizeof *m->room);
        m->here->shape.v.far = m->here->storage;
    }
    return C2D_OK;
}

c2d_status c2d_travel_along(const c2d_shape *shape, const c2d_rect *rect, c2d_vec motion, c2d_gather *gather,
                            void *context, c2d_travel *out)
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
        status = look(&m, motion); /* whether it stays in the domain */
    bool done = status || out->stuck || c2d_same(motion, c2d_v(0, 0));
    for (int legs = 0; legs < MOST_LEGS && !done && !status; legs++)
        status = go(&m, &done);
    out->remaining = m.motion;
    free(m.near.list);
    free(m.room);
    return status;
}
