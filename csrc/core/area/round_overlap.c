/* The area of the intersection of two shapes of which at least one is round: the integral over x of min(upper borders)
 * - max(lower borders), where it is positive.
 *
 * Borders are rows of lines and arcs. Columns between their ends have one curve of each border. Curves that cross in a
 * column cut it; then the area is a trapezoid and two segments of circles. Every column adds the true length at both
 * ends, so a cut that rounding misplaces costs only the small area between two curves that nearly meet there.
 *
 * The error in doubles: values of curves are off by a few ulps of their greatest coordinate M, relative to the middle
 * of the overlap, so the area is off by that times the perimeter of the overlap. Where this bound is not far below the
 * smaller area (thin shapes, or a small one at a large one), values are pairs, of about 100 bits, and only the sum is
 * rounded. Pairs are accurate until M is 2^50 times the thickness of the smaller shape. */
#include "border.h"
#include "overlap.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"

/* The perimeter of the overlap times M may be this many times the smaller area in doubles: 2^9 * 8 roundings of 2^-53
 * are 2^-41. */
#define DOUBLES_SUFFICE 0x1p9

/* The curves in a column: those of one border are next to each other. */
enum { UPPER_A, UPPER_B, LOWER_A, LOWER_B, CURVES };

/* A curve, and the same curve in pairs, set if the measure is precise. */
typedef struct precise_curve {
    const c2d_curve *curve;
    c2d_pair x, y;  /* a point of the line, or the centre */
    c2d_pair slope; /* of the line */
    c2d_pair sine;  /* of the angle of the line, which goes to the right */
} precise_curve;

typedef struct measure {
    bool is_precise;
    c2d_vec origin;
    const c2d_shape *shapes[CURVES];
    precise_curve curves[CURVES];
    double negligible; /* an area */
    double rounding;   /* of values: curves that differ by no more count as crossing */
    double area;
} measure;

/* An x and the values of the curves there. */
typedef struct cut {
    double x;
    c2d_pair y[CURVES];
} cut;

static double difference(c2d_pair x, c2d_pair y) { return (x.hi - y.hi) + (x.lo - y.lo); }

/* ---- values ---- */

static c2d_pair pair_of(double x)
{
    c2d_pair p = {x, 0};
    return p;
}

/* The curve in pairs. A line is an edge of the core, moved out by the radius. */
static void refine(measure *m, int k)
{
    precise_curve *f = &m->curves[k];
    const c2d_vec *v = c2d_vertices(m->shapes[k]);
    c2d_vec p = v[f->curve->from], q = v[f->curve->to];
    f->x = c2d_two_diff(p.x, m->origin.x);
    f->y = c2d_two_diff(p.y, m->origin.y);
    if (f->curve->radius > 0)
        return;
    c2d_pair ex = c2d_two_diff(q.x, p.x), ey = c2d_two_diff(q.y, p.y);
    c2d_pair length = c2d_pair_sqrt(c2d_pair_add(c2d_pair_mul(ex, ex), c2d_pair_mul(ey, ey)));
    f->slope = c2d_pair_divide(ey, ex);
    f->sine = c2d_pair_divide(ey, length);
    if (m->shapes[k]->radius > 0) {
        c2d_pair offset = c2d_pair_divide(pair_of(f->curve->side * m->shapes[k]->radius), length);
        f->x = c2d_pair_sub(f->x, c2d_pair_mul(offset, ey));
        f->y = c2d_pair_add(f->y, c2d_pair_mul(offset, ex));
    }
}

static c2d_pair value(const measure *m, int k, double x)
{
    const precise_curve *f = &m->curves[k];
    double r = f->curve->radius;
    if (!m->is_precise)
        return pair_of(c2d_curve_y(f->curve, x));
    c2d_pair d = c2d_pair_sub(pair_of(x), f->x);
    if (r == 0)
        return c2d_pair_add(f->y, c2d_pair_mul(f->slope, d));
    c2d_pair height = c2d_pair_sqrt(c2d_pair_mul(c2d_pair_sub(pair_of(r), d), c2d_pair_add(pair_of(r), d)));
    return f->curve->side > 0 ? c2d_pair_add(f->y, height) : c2d_pair_sub(f->y, height);
}

static cut cut_at(const measure *m, double x)
{
    cut c = {.x = x};
    for (int k = 0; k < CURVES; k++)
        c.y[k] = value(m, k, x);
    return c;
}

/* ---- a column in which curves do not cross ---- */

/* The area between an arc, at most a quarter of its circle, and its chord; 0 for a line. */
static double bulge(const c2d_curve *f, double width, double rise)
{
    double r = f->radius;
    if (r == 0)
        return 0;
    return r * r * c2d_unit_segment(c2d_min(c2d_norm(c2d_v(width, rise)) / (2 * r), 0.75));
}

static void add_column(measure *m, const cut *start, const cut *end)
{
    const c2d_pair *y = start->y, *z = end->y;
    bool a_is_lower = difference(y[UPPER_A], y[UPPER_B]) + difference(z[UPPER_A], z[UPPER_B]) < 0;
    bool b_is_lower = difference(y[LOWER_A], y[LOWER_B]) + difference(z[LOWER_A], z[LOWER_B]) > 0;
    int upper = a_is_lower ? UPPER_A : UPPER_B, lower = b_is_lower ? LOWER_A : LOWER_B;
    double width = end->x - start->x,
           area = width * (difference(y[upper], y[lower]) + difference(z[upper], z[lower])) / 2;
    area += bulge(m->curves[upper].curve, width, difference(z[upper], y[upper]));
    area += bulge(m->curves[lower].curve, width, difference(z[lower], y[lower]));
    m->area += c2d_max(area, 0);
}

/* ---- crossings ---- */

/* The pairs of curves whose order decides. The lower and upper curve of one shape do not cross. */
static const int pairs[4][2] = {{UPPER_A, UPPER_B}, {LOWER_A, LOWER_B}, {UPPER_A, LOWER_B}, {UPPER_B, LOWER_A}};

/* The halvings of doubles between two values, with every sixth step a bisection. */
#define MOST_STEPS 512

/* Where curves f and g cross between two cuts at which their difference has opposite signs: the Illinois method, until
 * the area that a wrong order costs is negligible. */
static double find_crossing(const measure *m, int f, int g, const cut *start, const cut *end)
{
    double x = start->x, z = end->x, at_x = difference(start->y[f], start->y[g]),
           at_z = difference(end->y[f], end->y[g]);
    double dx = at_x, dz = at_z; /* the differences, halved where an end is kept twice */
    int moved = 0;               /* the end that moved last: -1 or 1 */
    for (int step = 1; step < MOST_STEPS; step++) {
        if ((z - x) * c2d_max(fabs(at_x), fabs(at_z)) <= m->negligible)
            break;
        double middle = step % 6 == 0 ? x / 2 + z / 2 : x + (z - x) * (dx / (dx - dz));
        if (!(x < middle && middle < z))
            middle = x / 2 + z / 2;
        if (!(x < middle && middle < z))
            break;
        double d = difference(value(m, f, middle), value(m, g, middle));
        if (fabs(d) <= m->rounding)
            return middle;
        if ((d > 0) == (at_x > 0)) {
            x = middle;
            at_x = dx = d;
            dz = moved == -1 ? dz / 2 : at_z;
            moved = -1;
        } else {
            z = middle;
            at_z = dz = d;
            dx = moved == 1 ? dx / 2 : at_x;
            moved = 1;
        }
    }
    return fabs(at_x) < fabs(at_z) ? x : z;
}

static void insert(double *list, int *count, double x)
{
    int k = (*count)++;
    for (; k > 0 && list[k - 1] > x; k--)
        list[k] = list[k - 1];
    list[k] = x;
}

/* Between two cuts the difference of every two curves is monotone. */
static void add_monotone(measure *m, const cut *start, const cut *end)
{
    double crossings[4];
    int count = 0;
    for (int k = 0; k < 4; k++) {
        int f = pairs[k][0], g = pairs[k][1];
        double before = difference(start->y[f], start->y[g]), after = difference(end->y[f], end->y[g]);
        if ((before < 0 && after > 0) || (before > 0 && after < 0))
            insert(crossings, &count, find_crossing(m, f, g, start, end));
    }
    cut last = *start;
    for (int k = 0; k < count; k++) {
        if (!(last.x < crossings[k] && crossings[k] < end->x))
            continue;
        cut next = cut_at(m, crossings[k]);
        add_column(m, &last, &next);
        last = next;
    }
    add_column(m, &last, end);
}

/* The x at which two curves are parallel; no number if nowhere. On an arc of radius r round c, x - c is r times the
 * sine of the angle of its slope, negative on an upper arc. */
static double parallel_at(const c2d_curve *f, const c2d_curve *g)
{
    if (f->radius == 0 && g->radius == 0)
        return NAN;
    if (f->radius == 0 || g->radius == 0) {
        const c2d_curve *line = f->radius == 0 ? f : g, *arc = f->radius == 0 ? g : f;
        return arc->at.x - arc->side * arc->radius * (line->way.y / c2d_norm(line->way));
    }
    double apart = f->radius - (f->side == g->side ? g->radius : -g->radius), d = g->at.x - f->at.x;
    return fabs(d) < fabs(apart) ? f->at.x + d / apart * f->radius : NAN;
}

/* The same with pairs. */
static double parallel_precisely(const precise_curve *f, const precise_curve *g)
{
    double r = f->curve->radius, s = g->curve->radius;
    if (r == 0 && s == 0)
        return NAN;
    if (r == 0 || s == 0) {
        const precise_curve *line = r == 0 ? f : g, *arc = r == 0 ? g : f;
        c2d_pair height = pair_of(arc->curve->side * arc->curve->radius);
        return c2d_pair_sub(arc->x, c2d_pair_mul(height, line->sine)).hi;
    }
    c2d_pair apart = c2d_two_diff(r, f->curve->side == g->curve->side ? s : -s), d = c2d_pair_sub(g->x, f->x);
    if (!(fabs(d.hi) < fabs(apart.hi)))
        return NAN;
    return c2d_pair_add(f->x, c2d_pair_mul(c2d_pair_divide(d, apart), pair_of(r))).hi;
}

/* Cuts a column at the middles of arcs and where two curves are parallel. A border of the intersection is concave, so
 * an upper and a lower curve that are in order at both ends are so in between. */
static void add_curves(measure *m, double from, double to)
{
    double list[8];
    int count = 0;
    cut start = cut_at(m, from), end = cut_at(m, to);
    for (int k = 0; k < CURVES; k++) {
        const c2d_curve *f = m->curves[k].curve;
        if (f->radius > 0 && from < f->at.x && f->at.x < to)
            insert(list, &count, f->at.x);
    }
    for (int k = 0; k < 4; k++) {
        int f = pairs[k][0], g = pairs[k][1];
        bool in_order = difference(start.y[f], start.y[g]) >= 0 && difference(end.y[f], end.y[g]) >= 0;
        if (k >= 2 && in_order)
            continue;
        double x = m->is_precise ? parallel_precisely(&m->curves[f], &m->curves[g])
                                 : parallel_at(m->curves[f].curve, m->curves[g].curve);
        if (from < x && x < to)
            insert(list, &count, x);
    }
    for (int k = 0; k < count; k++) {
        if (!(start.x < list[k]))
            continue;
        cut next = cut_at(m, list[k]);
        add_monotone(m, &start, &next);
        start = next;
    }
    add_monotone(m, &start, &end);
}

/* ---- the overlap ---- */

/* The curves that remain of a border. */
typedef struct rest {
    const c2d_curve *next, *end;
} rest;

static void add_columns(measure *m, const c2d_outline *a, const c2d_outline *b)
{
    rest rows[CURVES] = {{a->upper, a->upper + a->upper_count},
                         {b->upper, b->upper + b->upper_count},
                         {a->lower, a->lower + a->lower_count},
                         {b->lower, b->lower + b->lower_count}};
    double from = c2d_max(rows[UPPER_A].next->start, rows[UPPER_B].next->start);
    double last = c2d_min(rows[UPPER_A].end[-1].end, rows[UPPER_B].end[-1].end);
    while (from < last) {
        double to = last;
        for (int k = 0; k < CURVES; k++) {
            while (rows[k].next->end <= from)
                rows[k].next++;
            to = c2d_min(to, rows[k].next->end);
            if (m->curves[k].curve == rows[k].next)
                continue;
            m->curves[k].curve = rows[k].next;
            if (m->is_precise)
                refine(m, k);
        }
        add_curves(m, from, to);
        from = to;
    }
}

static double greatest_offset(const c2d_shape *s, c2d_vec origin)
{
    c2d_vec low = c2d_sub(origin, s->min), high = c2d_sub(s->max, origin);
    return c2d_max(low.x, high.x) + c2d_max(low.y, high.y);
}

#define SMALL 64

c2d_status c2d_round_overlap(const c2d_shape *smaller, const c2d_shape *other, double *area)
{
    c2d_curve few[SMALL];
    size_t room = C2D_OUTLINE_CURVES * (size_t)smaller->count, most = room + C2D_OUTLINE_CURVES * (size_t)other->count;
    c2d_curve *curves = most <= SMALL ? few : c2d_new_array(most, sizeof *curves);
    if (!curves)
        return C2D_NO_MEMORY;
    c2d_vec min = c2d_v(c2d_max(smaller->min.x, other->min.x), c2d_max(smaller->min.y, other->min.y));
    c2d_vec max = c2d_v(c2d_min(smaller->max.x, other->max.x), c2d_min(smaller->max.y, other->max.y));
    c2d_vec size = c2d_sub(max, min), origin = c2d_add(min, c2d_mul(size, 0.5));
    double least = c2d_area(smaller), reach = c2d_max(greatest_offset(smaller, origin), greatest_offset(other, origin));
    measure m = {.is_precise = !(reach * 2 * (size.x + size.y) <= DOUBLES_SUFFICE * least),
                 .origin = origin,
                 .shapes = {smaller, other, smaller, other},
                 .negligible = least * 0x1p-52};
    m.rounding = m.is_precise ? 0 : 4 * C2D_U * reach;
    c2d_outline a, b;
    c2d_outline_of(smaller, origin, m.is_precise, curves, &a);
    c2d_outline_of(other, origin, m.is_precise, curves + room, &b);
    if (a.lower_count && b.lower_count)
        add_columns(&m, &a, &b);
    *area = m.area;
    if (curves != few)
        free(curves);
    return C2D_OK;
}
