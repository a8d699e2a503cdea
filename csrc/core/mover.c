/* The mover: a shape goes as far as nothing blocks it, responds to what does, and goes on with what remains of its
 * motion, leg by leg. Every leg is one that exact casts found clear, so that whatever the arithmetic between the legs
 * makes of the motion, the shape is never inside anything and has passed through nothing. */
#include "allocate.h"
#include "relate.h"

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
    encounter *met; /* at the stop of this leg */
    size_t met_count, met_capacity;
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

/* Bounds the coordinates of a shape, and what enters them if it derives from a rectangle's numbers, where it is
 * rounded.
 */
static double magnitude_of(const mover *m, const c2d_shape *s)
{
    const c2d_rect *r = &m->here->rect;
    double numbers = m->has_rect ? magnitude(r->at) + magnitude(r->size) + magnitude(r->pivot) + r->radius : 0;
    return c2d_max(c2d_max(magnitude(s->min), magnitude(s->max)), numbers);
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

/* How far along the unit vector u a shape gets out of another. */
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

/* How far along u the shape is clear of everything on the way: always as far as it takes out of what it overlaps. */
static c2d_status try_along(mover *m, c2d_vec u, double *best, c2d_vec *way)
{
    double far = 0, scale = scale_of(m, c2d_v(0, 0));
    for (int tries = 0; tries < MOST_LEGS && far < *best; tries++) {
        c2d_contact contact;
        c2d_vec d = c2d_mul(u, far);
        c2d_status status = look(m, d);
        if (!status)
            status = gather(m, &m->there->shape, c2d_v(0, 0));
        if (status)
            return status == C2D_TOO_LARGE ? C2D_OK : status;
        const c2d_obstacle *o = deepest(m, &m->there->shape, &contact);
        if (!o) {
            *best = far;
            *way = d;
            return C2D_OK;
        }
        far += exit_along(&m->there->shape, o->shape, u) + tries * C2D_U * (scale + far);
    }
    return C2D_OK;
}

/* Shapes of more edges are left by the normal of the contact only. */
#define MOST_EDGES 8

/* The ways across the edges of s, out of it (side 1) or into it. */
static c2d_status try_edges(mover *m, const c2d_shape *s, double side, double *best, c2d_vec *way)
{
    c2d_status status = C2D_OK;
    const c2d_vec *v = c2d_vertices(s);
    for (uint32_t i = 0; i < s->count && s->count > 1 && s->count <= MOST_EDGES && !status; i++) {
        c2d_vec e = c2d_sub(v[c2d_next(s, i)], v[i]);
        double length = side * length_of(e);
        status = try_along(m, c2d_v(e.y / length, -e.x / length), best, way);
    }
    return status;
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

/* The ways that lead out of all at once: out of one of the obstacles, or across an edge or an axis. */
static c2d_status try_at_once(mover *m, const c2d_obstacles *start, double *best, c2d_vec *way)
{
    static const c2d_vec axes[4] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
    const c2d_shape *s = &m->here->shape;
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < start->count && !status; i++) {
        const c2d_shape *o = start->list[i].shape;
        if (!blocks(&start->list[i]) || !c2d_overlaps(s, o))
            continue;
        status = try_out(m, o, best, way);
        if (!status)
            status = try_edges(m, o, 1, best, way);
    }
    if (!status)
        status = try_edges(m, s, -1, best, way);
    for (int i = 0; i < 4 && !status; i++)
        status = try_along(m, axes[i], best, way);
    return status;
}

/* The place where it is, to come back to. */
typedef struct memory {
    c2d_shape shape;
    c2d_rect rect;
    c2d_vec *vertices;
} memory;

static bool remember(const mover *m, memory *kept)
{
    kept->shape = m->here->shape;
    kept->rect = m->here->rect;
    kept->vertices = NULL;
    if (kept->shape.count <= C2D_INLINE_VERTICES)
        return true;
    kept->vertices = C2D_REALLOC(NULL, kept->shape.count * sizeof *kept->vertices);
    if (kept->vertices)
        memcpy(kept->vertices, kept->shape.v.many, kept->shape.count * sizeof *kept->vertices);
    return kept->vertices != NULL;
}

static void go_back(mover *m, const memory *kept)
{
    m->here->shape = kept->shape;
    m->here->rect = kept->rect;
    if (kept->vertices) {
        memcpy(m->here->storage, kept->vertices, kept->shape.count * sizeof *kept->vertices);
        m->here->shape.v.many = m->here->storage;
    }
    m->travel->leg_count = 0;
}

/* Out of each in turn, unless that is longer than the way out of all at once, of length best. */
static c2d_status leave(mover *m, double best, c2d_vec way, bool *is_out)
{
    memory kept;
    if (!remember(m, &kept))
        return C2D_NO_MEMORY;
    c2d_vec sum = {0, 0};
    c2d_status status = try_in_turn(m, is_out);
    for (size_t i = 0; i < m->travel->leg_count; i++)
        sum = c2d_add(sum, m->travel->legs[i]);
    if (status || !*is_out || length_of(sum) >= best) {
        go_back(m, &kept);
        *is_out = !status && best < INFINITY;
        if (*is_out)
            status = advance(m, way);
    }
    free(kept.vertices);
    return status;
}

/* Out of what it overlaps, the shortest way that was found; if there is none it stays. */
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
    if (!status)
        status = try_at_once(m, &start, &best, &way);
    free(start.list);
    /* No way is shorter than that out of the deepest. */
    bool is_out = best <= contact.depth * (1 + STANDSTILL);
    if (!status && is_out)
        status = advance(m, way);
    else if (!status)
        status = leave(m, best, way, &is_out);
    if (status)
        m->travel->leg_count = 0;
    m->travel->pushes = m->travel->leg_count;
    m->travel->stuck = !status && !is_out;
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

/* The leg d * t. A stop that is safe for one obstacle may be an ulp inside another, and a short part of a motion that
 * was nudged off a surface has hardly any of the nudge: so it is moved out of what is in the way by a few ulps, or else
 * shortened, until all casts miss. Where that would be to creep along a surface it is no leg at all. *blocker: what
 * made it so, if anything did.
 *
 * Whatever a leg may meet is among what gather found about d, within 256 u of the scale (STANDSTILL, u = C2D_U): the
 * pushes that are tried are at most 16 + 32 + 64 + 128 = 240 u, with no more than 2 u for the length of the normals and
 * the sums. A vertex is 6 u off at most: 1 for at + d, 1 for a size between two corners, 2 each for the turning point
 * and for the vertex itself, here and there. The box that was asked for and the leg lose 4 u: 252 u. */
static c2d_vec clear_leg(const mover *m, c2d_vec d, double *t, encounter *blocker)
{
    c2d_vec leg = c2d_mul(d, *t), push = {0, 0};
    double scale = scale_of(m, leg), out = NUDGE * scale, back = STANDSTILL * scale / length_of(d);
    for (int tries = 0; tries < 5; tries++) {
        encounter e;
        assert(magnitude(push) <= 242 * C2D_U * scale);
        e.index = first_hit(m, leg, &e.hit);
        if (e.index == m->near.count)
            return leg;
        *blocker = e;
        push = c2d_add(push, c2d_mul(e.hit.normal, out));
        leg = c2d_add(c2d_mul(d, c2d_max(*t - back, 0)), push); /* a little less far makes room for it in a notch */
        out *= 2;
        back *= 2;
    }
    while (*t > 0) {
        encounter e;
        leg = c2d_mul(d, *t);
        e.index = first_hit(m, leg, &e.hit);
        if (e.index == m->near.count)
            return leg;
        *blocker = e;
        bool creeps = e.hit.t <= 0.5 && is_held(m, &m->near.list[e.index]);
        *t = creeps ? 0 : c2d_min(*t * e.hit.t, *t * (1 - 4 * C2D_U));
    }
    return c2d_v(0, 0);
}

/* Everything to be passed through that is met on a leg, which takes t of the time, once each, in order of time. */
static c2d_status report_passed(mover *m, c2d_vec leg, double t)
{
    size_t from = m->travel->meeting_count;
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < m->near.count && !status; i++) {
        const c2d_obstacle *o = &m->near.list[i];
        c2d_hit hit;
        bool known = false;
        for (size_t k = 0; k < m->travel->meeting_count && o->response == C2D_PASS; k++)
            known |= m->travel->meetings[k].item == o->item;
        if (o->response != C2D_PASS || known || !cast(m, leg, o, &hit))
            continue;
        status = add_meeting(m->travel, o, &hit, m->time + (1 - m->time) * t * hit.t);
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
            choice c = {gain, d, i};
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
                choice c = {0, d, i};
                *best = c;
            }
        }
}

/* Of the motions along one of the surfaces that it touches, the one that gets it farthest in the direction that it
 * wants; all that touch are asked, so that a corner in line with the surface beside it is none. Returns the touch, or
 * -1 if there is no way. */
static int deflect(mover *m)
{
    choice best = {0, {0, 0}, -1};
    for (int i = 0; i < m->touch_count; i++) {
        c2d_vec n = m->touches[i].hit.normal;
        if (is_nearly_on_axis(n))
            consider(m, i, on_axis(n), &best);
        if (n.x != 0 && n.y != 0)
            consider(m, i, n, &best);
    }
    consider_both(m, &best);
    if (best.touch >= 0)
        m->motion = best.motion;
    return best.touch;
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

static c2d_status add_met(mover *m, const encounter *e)
{
    void *list = m->met;
    if (!grow(&list, &m->met_capacity, m->met_count, sizeof *e))
        return C2D_NO_MEMORY;
    m->met = list;
    m->met[m->met_count++] = *e;
    return C2D_OK;
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
        bool thin = blocks(&m->near.list[i]) && o->radius == 0 && c2d_cores_are_flat(s, o) && crosses(m, o) &&
                    !c2d_collides(s, o);
        while (thin && t > 0 && !look(m, c2d_mul(m->motion, t)) && c2d_collides(&m->there->shape, o)) {
            t = c2d_max(t - step, 0);
            step *= 2;
        }
    }
    return t;
}

/* The leg that takes at most t of the motion. A stop that was shortened may be on something thin again. */
static c2d_vec leg_until(mover *m, double *t, encounter *blocker)
{
    c2d_vec leg;
    double most;
    do {
        most = *t = short_of_thin(m, *t);
        leg = *t == 1 ? m->motion : clear_leg(m, m->motion, t, blocker);
    } while (*t < most);
    return leg;
}

/* What stopped the leg d * t: all that is met at once, or what made it shorter than the first hit allows, and what it
 * is beside all the same, as the motion grazes it. */
static c2d_status note_stop(mover *m, double t, double hit_t, const encounter *blocker)
{
    double gap = STANDSTILL * scale_of(m, m->motion), tie = gap / length_of(m->motion);
    bool is_short = hit_t - t > tie;
    m->met_count = 0;
    c2d_status status = is_short ? add_met(m, blocker) : C2D_OK;
    return status ? status : note_met(m, hit_t + tie, t, is_short ? gap : INFINITY);
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
    int along = *done ? -1 : deflect(m);
    c2d_hit hit;
    /* In a gap that it fits to an ulp it was only held up by rounding; */
    bool is_free = along < 0 && !*done && first_hit(m, m->motion, &hit) == m->near.count;
    /* in one in which no place farther on is a double, it would try the same for ever. */
    bool again = along >= 0 && stood && m->touch_count == held && c2d_same(m->motion, tried);
    *done |= again || (along < 0 && !is_free);
    return tell(m, again ? -1 : along);
}

/* One leg; *done when the travel is over. */
static c2d_status go(mover *m, bool *done)
{
    c2d_hit hit;
    c2d_status status = gather(m, &m->here->shape, m->motion);
    if (status)
        return status;
    size_t found = first_hit(m, m->motion, &hit);
    encounter blocker = {found, hit};
    *done = found == m->near.count;
    double t = *done ? 1 : hit.t;
    c2d_vec leg = leg_until(m, &t, &blocker);
    status = report_passed(m, leg, t);
    if (!status && !*done)
        status = note_stop(m, t, hit.t, &blocker);
    bool moves = length_of(leg) > STANDSTILL * scale_of(m, m->motion);
    if (!status && !c2d_same(leg, c2d_v(0, 0)))
        status = advance(m, leg);
    if (status)
        return status;
    m->time += (1 - m->time) * t;
    m->motion = c2d_mul(m->motion, 1 - t);
    if (*done)
        return C2D_OK;
    if (moves || m->touch_count == 0) {
        m->touch_count = 0;
        m->want = m->motion;
    }
    return respond(m, t == 0, done);
}

/* ---- travel ---- */

static c2d_status start(mover *m, const c2d_shape *shape, const c2d_rect *rect)
{
    size_t n = shape->count > C2D_INLINE_VERTICES ? shape->count : 0;
    if (n) {
        m->room = C2D_REALLOC(NULL, (4 + 6) * n * sizeof *m->room);
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
        memcpy(m->here->storage, shape->v.many, n * sizeof *m->room);
        m->here->shape.v.many = m->here->storage;
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
    free(m.met);
    free(m.room);
    return status;
}
