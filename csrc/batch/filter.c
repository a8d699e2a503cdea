/* Filtering blocks of pairs: single shapes as the columns that a kernel reads, and the choice of the path. */
#include "filter.h"

#include <math.h>
#include <string.h>

/* ---- single shapes ---- */

static double distance(c2d_vec p, double x, double y) { return fabs(p.x - x) + fabs(p.y - y); }

/* The frame of two or four vertices; its slack is how much these are off, and what the kernels ask for. */
static void frame_of_shape(const c2d_shape *s, double out[MOST_FORM_COLUMNS])
{
    const c2d_vec *v = s->v.own;
    c2d_vec from = v[0], to = v[1], far = s->count == 4 ? v[2] : v[1], other = s->count == 4 ? v[3] : v[0];
    double ex = to.x - from.x, ey = to.y - from.y, length = sqrt(ex * ex + ey * ey);
    double across = sqrt((other.x - from.x) * (other.x - from.x) + (other.y - from.y) * (other.y - from.y));
    double x = from.x / 2 + far.x / 2, y = from.y / 2 + far.y / 2;
    double ux = length > 0x1p-140 ? ex / length : 1, uy = length > 0x1p-140 ? ey / length : 0;
    double w = length / 2, h = across / 2, off = 0;
    for (int i = 0; i < 4; i++) {
        double ahead = i == 1 || i == 2 ? w : -w, aside = i > 1 ? h : -h;
        c2d_vec corner = i == 0 ? from : i == 1 ? to : i == 2 ? far : other;
        off += distance(corner, x + ux * ahead - uy * aside, y + uy * ahead + ux * aside);
    }
    double slack = 0x1p-44 * (fabs(x) + fabs(y) + w + h + s->radius) + 0x1p-140 + off;
    const double frame[] = {x, y, ux, uy, w, h, s->radius, slack};
    memcpy(out, frame, sizeof frame);
}

filter_form form_of_shape(const c2d_shape *shape)
{
    switch (shape->form) {
    case C2D_POINT: return CIRCLE_FORM;
    case C2D_BOX: return BOX_FORM;
    case C2D_SEGMENT: return FRAME_FORM;
    default: break;
    }
    return shape->count == 4 ? FRAME_FORM : NO_FORM;
}

void gather_shape(filter_form form, const c2d_shape *shape, block_columns *out)
{
    const c2d_vec *v = shape->v.own, *far = &v[shape->form == C2D_BOX ? 2 : 0];
    const double circle[] = {v[0].x, v[0].y, shape->radius};
    const double box[] = {v[0].x, v[0].y, far->x, far->y, shape->radius};
    double frame[MOST_FORM_COLUMNS];
    const double *numbers = form == CIRCLE_FORM ? circle : form == BOX_FORM ? box : frame;
    int columns = form == CIRCLE_FORM ? CIRCLE_R + 1 : form == BOX_FORM ? BOX_R + 1 : MOST_FORM_COLUMNS;
    if (form == FRAME_FORM)
        frame_of_shape(shape, frame);
    for (int k = 0; k < columns; k++)
        for (int i = 0; i < MOST_LANES; i++)
            out->at[k][i] = numbers[k];
}

/* ---- choosing ---- */

int filter_paths(const filter_path *paths[MOST_PATHS])
{
    int count = 0;
#ifdef HAS_AVX2
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        paths[count++] = &filter_avx512;
    if (avx2)
        paths[count++] = &filter_avx2;
#endif
#ifdef HAS_NEON
    paths[count++] = &filter_neon;
#endif
    paths[count++] = &filter_plain;
    return count;
}

const filter_path *filter_in_use = &filter_plain;
