/* Single shapes as the columns that a kernel reads, and the backends of this machine. */
#include "filter.h"

#include <math.h>
#include <string.h>

/* ---- single shapes ---- */

static double manhattan_distance(c2d_vec p, double x, double y) { return fabs(p.x - x) + fabs(p.y - y); }

/* The OBB of two or four vertices. Its slack is the sum of their distances from the corners of the OBB, plus the slack
 * of kernels.h. Lemma obb. */
static void obb_of_shape(const c2d_shape *s, double out[MAX_CORE_COLUMNS])
{
    const c2d_vec *v = s->v.own;
    c2d_vec from = v[0], to = v[1], opposite = s->count == 4 ? v[2] : v[1], other = s->count == 4 ? v[3] : v[0];
    double ex = to.x - from.x, ey = to.y - from.y, length = sqrt(ex * ex + ey * ey);
    double across = sqrt((other.x - from.x) * (other.x - from.x) + (other.y - from.y) * (other.y - from.y));
    double x = from.x / 2 + opposite.x / 2, y = from.y / 2 + opposite.y / 2;
    double ux = length > FILTER_FLOOR ? ex / length : 1, uy = length > FILTER_FLOOR ? ey / length : 0;
    double w = length / 2, h = across / 2, off = 0;
    for (int i = 0; i < 4; i++) {
        double ahead = i == 1 || i == 2 ? w : -w, aside = i > 1 ? h : -h;
        c2d_vec corner = i == 0 ? from : i == 1 ? to : i == 2 ? opposite : other;
        off += manhattan_distance(corner, x + ux * ahead - uy * aside, y + uy * ahead + ux * aside);
    }
    double slack = FILTER_SLACK * (fabs(x) + fabs(y) + w + h + s->radius) + FILTER_FLOOR + off;
    const double obb[] = {x, y, ux, uy, w, h, s->radius, slack};
    memcpy(out, obb, sizeof obb);
}

core_kind core_of_shape(const c2d_shape *shape)
{
    switch (shape->form) {
    case C2D_POINT: return CIRCLE_CORE;
    case C2D_BOX: return BOX_CORE;
    case C2D_SEGMENT: return OBB_CORE;
    default: break;
    }
    return shape->count == 4 ? OBB_CORE : NO_CORE;
}

void columns_of_shape(core_kind core, const c2d_shape *shape, block_columns *out)
{
    const c2d_vec *v = shape->v.own, *corner = &v[shape->form == C2D_BOX ? 2 : 0];
    const double circle[] = {v[0].x, v[0].y, shape->radius};
    const double box[] = {v[0].x, v[0].y, corner->x, corner->y, shape->radius};
    double obb[MAX_CORE_COLUMNS] = {0};
    const double *numbers = core == CIRCLE_CORE ? circle : core == BOX_CORE ? box : obb;
    int columns = core == CIRCLE_CORE ? CIRCLE_R + 1 : core == BOX_CORE ? BOX_R + 1 : MAX_CORE_COLUMNS;
    if (core == OBB_CORE)
        obb_of_shape(shape, obb);
    for (int k = 0; k < columns; k++)
        for (int i = 0; i < MAX_LANES; i++)
            out->at[k][i] = numbers[k];
}

/* ---- backends ---- */

int filter_backends(const filter_backend *backends[MAX_BACKENDS])
{
    int count = 0;
#ifdef HAS_AVX2
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        backends[count++] = &filter_avx512;
    if (avx2)
        backends[count++] = &filter_avx2;
#endif
#ifdef HAS_NEON
    backends[count++] = &filter_neon;
#endif
    backends[count++] = &filter_plain;
    return count;
}
