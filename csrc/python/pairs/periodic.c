/* The pairs of rows that collide through an image: the members as the shapes of c2d_image_pairs, and the error for rows
 * that it refuses. */
#include "periodic.h"

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

/* Whether it is the length along the axis that is refused, or else the place. */
static bool spans_too_many(double lo, double hi, double period) { return !(hi - lo <= C2D_MOST_PERIODS * period); }

static bool is_too_far(double lo, double hi, double period)
{
    double farthest = C2D_FARTHEST_PERIOD * period;
    return !(fabs(lo) <= farthest && fabs(hi) <= farthest);
}

void refuse_far_row(const far_row *row, bool two_arrays, c2d_vec period)
{
    c2d_vec lo = row->box.min, hi = row->box.max;
    bool along_x = spans_too_many(lo.x, hi.x, period.x) || is_too_far(lo.x, hi.x, period.x);
    double from = along_x ? lo.x : lo.y, to = along_x ? hi.x : hi.y, w = along_x ? period.x : period.y;
    const char *rule = spans_too_many(from, to, w) ? "span at most 16 periods" : "be within 2**29 periods of 0";
    PyObject *first = PyFloat_FromDouble(from), *last = PyFloat_FromDouble(to), *period_of = PyFloat_FromDouble(w);
    if (first && last && period_of)
        PyErr_Format(PyExc_ValueError,
                     "pairs: %s must %s along %s, got bounds from %R to %R with period %R at index %u",
                     row->of_b && two_arrays ? "b" : "a", rule, along_x ? "x" : "y", first, last, period_of,
                     (unsigned)row->index);
    Py_XDECREF(first);
    Py_XDECREF(last);
    Py_XDECREF(period_of);
}
