/* Casts of two bodies or shapes that move at the same time: seen from the second, the first moves by the difference of
 * the motions. The stop of that cast is made safe for both, each moved by its own motion and rounded. */
#include "../motion/cast.h"
#include "pieces.h"

/* A body and how it moves. */
typedef struct mover {
    const c2d_body *body;
    c2d_vec motion;
} mover;

static c2d_status piece_at(const mover *m, size_t i, double t, c2d_shape *out, c2d_vec *storage)
{
    return c2d_moved(out, m->body->pieces[i], c2d_piece_rect(m->body, i), c2d_mul(m->motion, t), storage);
}

/* Whether each piece is in the domain after the motion. */
static c2d_status check_end(const mover *m, c2d_vec *room)
{
    c2d_status status = C2D_OK;
    c2d_shape end;
    for (size_t i = 0; i < m->body->count && !status; i++)
        status = piece_at(m, i, 1, &end, room);
    return status;
}

/* The greatest of the numbers whose rounding moves a body. */
static double scale_of_mover(const mover *m)
{
    double scale = c2d_magnitude(m->motion) + C2D_GRAIN;
    for (size_t i = 0; i < m->body->count; i++) {
        const c2d_rect *rect = c2d_piece_rect(m->body, i);
        scale = c2d_max(scale, c2d_scale_of_shape(m->body->pieces[i]));
        scale = rect ? c2d_max(scale, c2d_scale_of_pivot(rect)) : scale;
    }
    return scale;
}

/* A piece of the first body, moved, and the pieces of the second one at the same time. */
typedef struct overlap_search {
    const c2d_shape *piece;
    const mover *b;
    double t;
    c2d_vec *room;
    bool overlaps;
} overlap_search;

static bool test_piece(void *context, uint32_t j)
{
    overlap_search *s = context;
    c2d_shape moved;
    s->overlaps = piece_at(s->b, j, s->t, &moved, s->room) || c2d_overlaps(s->piece, &moved);
    return !s->overlaps;
}

/* Whether the bodies overlap at t, exactly. slack bounds the error of the second one's bounds, moved. */
static bool overlap_at(const mover *a, const mover *b, double t, double slack, c2d_vec *room)
{
    overlap_search s = {.b = b, .t = t};
    c2d_vec back = c2d_mul(b->motion, -t);
    for (size_t i = 0; i < a->body->count && !s.overlaps; i++) {
        c2d_shape p;
        s.piece = &p;
        s.room = room ? room + 2 * (size_t)a->body->pieces[i]->count : NULL;
        if (piece_at(a, i, t, &p, room))
            return true;
        c2d_bounds box = {c2d_add(p.min, back), c2d_add(p.max, back)};
        c2d_visit_pieces(b->body, c2d_grown_bounds(box, slack), test_piece, &s);
    }
    return s.overlaps;
}

/* The latest t, at most the given one, at which they do not overlap. The first step is as small as the rounding. */
static double clear_at(const mover *a, const mover *b, c2d_vec relative, double t, c2d_vec *room)
{
    double scale = scale_of_mover(a) + scale_of_mover(b);
    double step = 2 * C2D_U * scale / c2d_sqrt(c2d_dot(relative, relative));
    while (t > 0 && overlap_at(a, b, t, 64 * C2D_U * scale, room)) {
        t = c2d_max(t - step, 0);
        step *= 2;
    }
    return t;
}

c2d_status c2d_body_cast_both(const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_vec motion_b,
                              c2d_cast_options options, c2d_vec *room, bool *hits, c2d_hit *out, c2d_piece_pair *pair)
{
    mover first = {a, motion}, second = {b, motion_b};
    c2d_vec relative = c2d_sub(motion, motion_b);
    *hits = false;
    c2d_status status = check_end(&first, room);
    if (!status)
        status = check_end(&second, room);
    if (!status)
        status = c2d_body_cast(a, relative, b, options, room, hits, out, pair);
    if (status || !*hits || c2d_same(motion_b, c2d_v(0, 0)))
        return status;
    if (out->depth == 0 && out->t > 0)
        out->t = clear_at(&first, &second, relative, out->t, room);
    out->point = c2d_add(out->point, c2d_mul(motion_b, out->t));
    return C2D_OK;
}

c2d_status c2d_cast_both(const c2d_shape *a, const c2d_rect *rect_a, c2d_vec motion, const c2d_shape *b,
                         const c2d_rect *rect_b, c2d_vec motion_b, c2d_cast_options options, c2d_vec *room, bool *hits,
                         c2d_hit *out)
{
    c2d_body first = {&a, &rect_a, 1, NULL}, second = {&b, &rect_b, 1, NULL};
    c2d_piece_pair pair;
    return c2d_body_cast_both(&first, motion, &second, motion_b, options, room, hits, out, &pair);
}
