/* The state of a mover: its poses, the scale of their rounding, and the lists of what it has met. */
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

c2d_status c2d_mover_report(c2d_mover *m, const c2d_obstacle *o, const c2d_hit *hit, double time)
{
    c2d_mover_result *result = m->result;
    c2d_mover_hit meeting = {o->item, o->response, *hit, o->shape};
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

/* ---- poses ---- */

c2d_status c2d_mover_try(c2d_mover *m, c2d_vec offset)
{
    c2d_status status = c2d_check_vec(&offset);
    if (status)
        return status;
    c2d_pose *p = m->trial;
    bool moved = !c2d_same(offset, c2d_v(0, 0));
    p->offset = offset;
    p->shape = *m->start;
    if (m->rect) {
        p->rect = *m->rect;
        c2d_rect_move(&p->rect, offset);
        return moved ? c2d_rect_shape(&p->shape, &p->rect) : C2D_OK;
    }
    return moved ? c2d_moved(&p->shape, m->start, NULL, offset, p->storage) : C2D_OK;
}

void c2d_mover_accept(c2d_mover *m)
{
    c2d_pose *left = m->pose;
    m->pose = m->trial;
    m->trial = left;
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

double c2d_mover_scale_of(const c2d_mover *m, const c2d_shape *s)
{
    double numbers = m->rect ? c2d_scale_of_numbers(&m->pose->rect) : 0;
    return c2d_max(c2d_scale_of_shape(s), numbers) + c2d_magnitude(m->pose->offset);
}

double c2d_mover_scale(const c2d_mover *m, c2d_vec motion)
{
    return c2d_mover_scale_of(m, &m->pose->shape) + c2d_magnitude(motion);
}
