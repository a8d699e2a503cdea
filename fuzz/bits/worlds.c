/* Solids in the cells of a common frame: flush sides, seams and shared corners, as games have them. */
#include "bits.h"

#include <math.h>
#include <string.h>

frame read_frame(reader *in)
{
    unsigned tag = read_byte(in);
    frame f = {{0, 0}, 1};

    if (tag & 1)
        f.origin = read_point(in);
    if (tag & 2)
        f.unit = read_size(in);
    if (f.unit == 0)
        f.unit = 0.1;
    return f;
}

/* A coordinate of the frame; it may leave the domain, where constructors refuse it. */
static c2d_vec place_of(const frame *f, double x, double y)
{
    c2d_vec p = {f->origin.x + x * f->unit, f->origin.y + y * f->unit};

    return p;
}

c2d_vec read_place(reader *in, const frame *f)
{
    unsigned x = read_byte(in), y = read_byte(in);

    return place_of(f, x % 33 / 4.0, y % 33 / 4.0);
}

/* An upright or turned rectangle by its numbers, with the size of a cell. */
static c2d_status make_rect(reader *in, c2d_vec p, c2d_vec q, solid *out)
{
    unsigned tag = read_byte(in);

    memset(&out->rect, 0, sizeof out->rect);
    out->rect.anchor = tag % 2 ? C2D_BY_CENTER : C2D_BY_TOPLEFT;
    out->rect.by_corners = tag & 4;
    out->rect.size.x = q.x - p.x;
    out->rect.size.y = q.y - p.y;
    out->rect.at = p;
    if (tag % 2) {
        out->rect.at.x += out->rect.size.x / 2;
        out->rect.at.y += out->rect.size.y / 2;
    }
    if (tag >= 192)
        out->rect.angle = 15.0 * (tag % 64);
    out->has_rect = true;
    return c2d_rect_shape(&out->shape, &out->rect);
}

static c2d_status make_solid(reader *in, const frame *f, bool thin, solid *out)
{
    unsigned at = read_byte(in), kind = read_byte(in);
    unsigned form = thin ? 2 + kind % 2 + 3 * (kind / 2 % 2) : kind % 16;
    double x = at % 8, y = at / 8 % 8, w = at & 64 ? 2 : 1;
    c2d_vec p = place_of(f, x, y), q = place_of(f, x + w, y + 1), middle = place_of(f, x + w / 2, y + 0.5);
    c2d_vec corners[4] = {p, {q.x, p.y}, q, {p.x, q.y}};

    if (at & 128 && kind & 128)
        p.y = ulps_off(p.y, (int)(kind / 16 % 4) - 1);
    out->has_rect = false;
    switch (form) {
    case 0:
    case 1: /* a slope: a box without one corner */
        corners[kind / 16 % 4] = corners[(kind / 16 + 1) % 4];
        return c2d_hull_shape(&out->shape, corners, 4, 0, out->storage);
    case 2: return c2d_segment(&out->shape, p, q);
    case 3: return c2d_segment(&out->shape, corners[kind / 16 % 4], corners[(kind / 16 + 1) % 4]);
    case 4: return c2d_circle(&out->shape, middle, f->unit / 2);
    case 5:
    case 6: return c2d_point(&out->shape, corners[kind / 16 % 4]);
    case 7: return c2d_capsule(&out->shape, corners[0], corners[kind / 16 % 4], f->unit / 4);
    case 8:
    case 9: return make_rect(in, p, q, out);
    case 10: {
        draft d;
        read_draft(in, &d);
        draft_make(&d, out);
        return C2D_OK;
    }
    case 11: return c2d_box(&out->shape, p, q, f->unit / 8);
    default: return c2d_box(&out->shape, p, q, 0);
    }
}

void read_world(reader *in, const frame *f, size_t most, world *out)
{
    unsigned tag = read_byte(in);
    size_t wanted = 1 + tag % most;
    bool thin = tag >= 192; /* points and segments only */

    out->count = 0;
    for (size_t i = 0; i < wanted; i++) {
        solid *s = &out->list[out->count];
        if (make_solid(in, f, thin, s) != C2D_OK)
            continue;
        out->shapes[out->count] = &s->shape;
        out->rects[out->count++] = solid_rect(s);
    }
    if (out->count > 0)
        return;
    CHECK(c2d_point(&out->list[0].shape, f->origin) == C2D_OK, "the origin is in the domain");
    out->list[0].has_rect = false;
    out->shapes[0] = &out->list[0].shape;
    out->rects[0] = NULL;
    out->count = 1;
}

c2d_body body_of(const world *w)
{
    c2d_body body = {w->shapes, w->rects, w->count, NULL};

    return body;
}
