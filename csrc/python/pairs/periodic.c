/* The pairs of rows that collide through an image: the members as the shapes of c2d_image_pairs, and the error for rows
 * that it refuses. */
#include "periodic.h"

#include "../space/period.h"

static void shape_of(const void *context, uint32_t i, c2d_shape *out)
{
    const members *m = context;
    if (m->discs)
        c2d_circle(out, m->discs[i].center, m->discs[i].radius); /* which are checked */
    else
        *out = m->shapes[i];
}

c2d_status image_pairs(const members *m, bool split, bool within, c2d_vec period, bool touching, c2d_visit_pair *visit,
                       void *context, far_row *far)
{
    bool repeats = period.x < INFINITY || period.y < INFINITY;
    if (!repeats || (split && (m->of_a == 0 || (!within && m->of_a == m->count))))
        return C2D_OK;
    c2d_image_set set = {m->count, split ? m->of_a : 0, within, shape_of, m, period};
    uint32_t fault;
    c2d_status status = c2d_image_pairs(&set, touching, visit, context, &fault);
    if (status == C2D_TOO_LARGE) {
        c2d_shape shape;
        shape_of(m, fault, &shape);
        far->of_b = split && !within && fault >= m->of_a;
        far->index = m->index ? m->index[fault] : fault - (far->of_b ? m->of_a : 0);
        far->box = c2d_bounds_of(&shape);
    }
    return status;
}

void refuse_far_row(const far_row *row, bool two_arrays, c2d_vec period)
{
    char where[32];
    PyOS_snprintf(where, sizeof where, " at index %u", (unsigned)row->index);
    refuse_far_box("pairs", row->of_b && two_arrays ? "b" : "a", row->box, period, where);
}
