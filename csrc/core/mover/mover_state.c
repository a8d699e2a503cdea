/* The state of a mover: its pieces, their poses, the scale of their rounding, and the lists of what it has met. */
#include "mover.h"

/* ---- lists ---- */

c2d_status c2d_obstacles_add(c2d_obstacles *obstacles, const c2d_obstacle *obstacle)
{
    void *list = c2d_list_append(obstacles->list, &obstacles->count, &obstacles->capacity, obstacle, sizeof *obstacle);
    obstacles->list = list ? list : obstacles->list;
    return list ? C2D_OK : C2D_NO_MEMORY;
}

static c2d_status add_stop(c2d_mover_result *result, c2d_vec stop)
{
    void *list = c2d_list_append(result->stops, &result->stop_count, &result->stop_capacity, &stop, sizeof stop);
    result->stops = list ? list : result->stops;
    return list ? C2D_OK : C2D_NO_MEMORY;
}

c2d_status c2d_mover_report(c2d_mover *m, size_t piece, const c2d_obstacle *o, const c2d_hit *hit, double time)
{
    c2d_mover_result *result = m->result;
    c2d_mover_hit meeting = {o->item, o->response, *hit, o->shape, piece};
    meeting.hit.t = time;
    meeting.hit.depth = time > 0 ? 0 : hit->depth;
    void *list =
        c2d_list_append(result->meetings, &result->meeting_count, &result->meeting_capacity, &meeting, sizeof meeting);
    result->meetings = list ? list : result->meetings;
    return list ? C2D_OK : C2D_NO_MEMORY;
}

c2d_status c2d_mover_add_met(c2d_mover *m, const c2d_encounter *e)
{
    void *list = c2d_list_append(m->met, &m->met_count, &m->met_capacity, e, sizeof *e);
    m->met = list ? list : m->met;
    return list ? C2D_OK : C2D_NO_MEMORY;
}

void c2d_mover_result_free(c2d_mover_result *result)
{
    free(result->stops);
    free(result->meetings);
    memset(result, 0, sizeof *result);
}

/* ---- what a result says ---- */

static c2d_vec push_of(const c2d_mover_result *result) { return result->pushes ? result->stops[0] : c2d_v(0, 0); }

/* From the pushed position to the last one. */
static c2d_vec last_stop_of(const c2d_mover_result *result)
{
    return result->stop_count > result->pushes ? result->stops[result->stop_count - 1] : c2d_v(0, 0);
}

c2d_vec c2d_mover_motion(const c2d_mover_result *result) { return c2d_add(push_of(result), last_stop_of(result)); }

/* Moves a shape and its rectangle; a motion of (0, 0) leaves every bit. out is not s. */
static c2d_status move_by(c2d_shape *out, const c2d_shape *s, c2d_rect *rect, c2d_vec d, c2d_vec *storage)
{
    if (d.x == 0 && d.y == 0) {
        c2d_copy(out, s, storage);
        return C2D_OK;
    }
    if (!rect)
        return c2d_moved(out, s, NULL, d, storage);
    c2d_rect_move(rect, d);
    return c2d_rect_shape(out, rect);
}

c2d_status c2d_mover_end(c2d_shape *out, const c2d_shape *s, c2d_rect *rect, const c2d_mover_result *result,
                         c2d_vec *storage)
{
    c2d_shape pushed;
    c2d_rect moved;
    if (rect)
        moved = *rect;
    c2d_status status = move_by(&pushed, s, rect ? &moved : NULL, push_of(result), storage);
    if (!status)
        status = move_by(out, &pushed, rect ? &moved : NULL, last_stop_of(result), storage);
    if (!status && rect)
        *rect = moved;
    return status;
}

/* ---- pieces ---- */

static size_t storage_of(const c2d_shape *s) { return s->count > C2D_INLINE_VERTICES ? 2 * (size_t)s->count : 0; }

/* Memory for the pieces of a body and three poses of them. */
static c2d_status new_pieces(c2d_mover *m, size_t count)
{
    m->count = count;
    m->pieces = &m->only_piece;
    c2d_posed_piece *posed = m->posed;
    if (count > 1) {
        m->pieces = c2d_new_array(count, sizeof *m->pieces);
        posed = m->pose_room = c2d_new_array(count, 3 * sizeof *posed);
        if (!m->pieces || !posed)
            return C2D_NO_MEMORY;
        memset(m->pieces, 0, count * sizeof *m->pieces);
    }
    for (size_t k = 0; k < 3; k++)
        m->poses[k].pieces = posed + k * count;
    return C2D_OK;
}

/* Memory for the vertices of all pieces in three poses, and for a cast and a sweep of the largest piece. */
static c2d_status new_vertices(c2d_mover *m, const c2d_body *body)
{
    size_t largest = 0, all = 0;
    for (size_t i = 0; i < body->count; i++) {
        size_t n = storage_of(body->pieces[i]);
        m->pieces[i].vertices = all;
        largest = n > largest ? n : largest;
        all += n;
    }
    if (all == 0)
        return C2D_OK;
    m->cast_room = c2d_new_array(C2D_CAST_ROOM(largest / 2) + 2 * largest + 3 * all, sizeof *m->cast_room);
    if (!m->cast_room)
        return C2D_NO_MEMORY;
    m->sweep_room = m->cast_room + C2D_CAST_ROOM(largest / 2);
    for (size_t k = 0; k < 3; k++)
        m->poses[k].storage = m->sweep_room + 2 * largest + k * all;
    return C2D_OK;
}

/* Sets the bounds and the scale of the current pose. */
static void measure(c2d_mover *m)
{
    c2d_bounds box = c2d_bounds_of(&m->pose->pieces[0].shape);
    double pivot = 0;
    for (size_t i = 0; i < m->count; i++) {
        const c2d_posed_piece *p = &m->pose->pieces[i];
        box.min = c2d_v(c2d_min(box.min.x, p->shape.min.x), c2d_min(box.min.y, p->shape.min.y));
        box.max = c2d_v(c2d_max(box.max.x, p->shape.max.x), c2d_max(box.max.y, p->shape.max.y));
        if (m->pieces[i].rect)
            pivot = c2d_max(pivot, c2d_scale_of_pivot(&p->rect));
    }
    m->pose->bounds = box;
    double extreme = c2d_max(c2d_magnitude(box.min), c2d_magnitude(box.max));
    m->scale = c2d_max(extreme, pivot) + c2d_magnitude(m->pose->offset) + C2D_GRAIN;
}

c2d_status c2d_mover_place(c2d_mover *m, const c2d_body *body)
{
    c2d_status status = new_pieces(m, body->count);
    if (!status)
        status = new_vertices(m, body);
    if (status)
        return status;
    m->pose = &m->poses[0];
    m->trial = &m->poses[1];
    for (size_t i = 0; i < m->count; i++) {
        c2d_mover_piece *p = &m->pieces[i];
        c2d_posed_piece *posed = &m->pose->pieces[i];
        p->start = body->pieces[i];
        p->rect = c2d_piece_rect(body, i);
        posed->shape = *p->start;
        if (p->rect)
            posed->rect = *p->rect;
        m->has_thin |= c2d_is_thin(p->start);
    }
    measure(m);
    return C2D_OK;
}

void c2d_mover_free_pieces(c2d_mover *m)
{
    if (m->pieces != &m->only_piece)
        free(m->pieces);
    free(m->pose_room);
    free(m->cast_room);
}

void c2d_mover_restart(c2d_mover *m)
{
    c2d_mover_pose *pushed = m->pose;
    m->restart = c2d_add(m->restart, pushed->offset);
    m->pose = &m->poses[2];
    m->pose->offset = c2d_v(0, 0);
    for (size_t i = 0; i < m->count; i++) {
        c2d_mover_piece *p = &m->pieces[i];
        p->start = &pushed->pieces[i].shape;
        p->rect = c2d_posed_rect(m, pushed, i);
        m->has_thin |= c2d_is_thin(p->start); /* rounding can make it thin */
        m->pose->pieces[i] = pushed->pieces[i];
    }
    measure(m);
}

/* ---- poses ---- */

/* Places a piece of the trial pose at a checked offset. */
static c2d_status place_piece(c2d_mover *m, size_t i, c2d_vec offset)
{
    const c2d_mover_piece *p = &m->pieces[i];
    c2d_posed_piece *there = &m->trial->pieces[i];
    bool moved = !c2d_same(offset, c2d_v(0, 0));
    there->shape = *p->start;
    if (p->rect) {
        there->rect = *p->rect;
        c2d_rect_move(&there->rect, offset);
        return moved ? c2d_rect_shape(&there->shape, &there->rect) : C2D_OK;
    }
    c2d_vec *storage = m->trial->storage ? m->trial->storage + p->vertices : NULL;
    return moved ? c2d_moved(&there->shape, p->start, NULL, offset, storage) : C2D_OK;
}

c2d_status c2d_mover_try_piece(c2d_mover *m, size_t piece, c2d_vec offset)
{
    c2d_status status = c2d_check_vec(&offset);
    return status ? status : place_piece(m, piece, offset);
}

c2d_status c2d_mover_try(c2d_mover *m, c2d_vec offset)
{
    c2d_status status = c2d_check_vec(&offset);
    m->trial->offset = status ? m->trial->offset : offset;
    for (size_t i = 0; i < m->count && !status; i++)
        status = place_piece(m, i, offset);
    return status;
}

void c2d_mover_accept(c2d_mover *m)
{
    c2d_mover_pose *left = m->pose;
    m->pose = m->trial;
    m->trial = left;
    measure(m);
}

c2d_status c2d_mover_advance(c2d_mover *m, c2d_vec offset)
{
    c2d_status status = c2d_mover_try(m, offset);
    if (!status)
        status = add_stop(m->result, m->trial->offset);
    if (!status)
        c2d_mover_accept(m);
    return status;
}
