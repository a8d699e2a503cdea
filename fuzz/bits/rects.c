/* Rectangles by their numbers: the derived shape and what changes the numbers. */
#include "bits.h"

static void add_rect(const c2d_rect *rect)
{
    add_word(rect->anchor | (uint64_t)rect->inner << 2 | (uint64_t)rect->has_pivot << 3 |
             (uint64_t)rect->by_corners << 4);
    add_vec(rect->at);
    add_vec(rect->size);
    if (rect->has_pivot || rect->anchor == C2D_BY_PIVOT)
        add_vec(rect->pivot);
    add_number(rect->angle);
    add_number(rect->radius);
}

/* Adds the numbers and what derives from them; false if they are refused. */
static bool add_derived(c2d_rect *rect)
{
    c2d_shape s;

    if (!add_status_of(c2d_rect_shape(&s, rect)))
        return false;
    add_rect(rect);
    add_shape(&s);
    return true;
}

/* A valid rectangle whose numbers and shape are results. */
static bool read_valid(reader *in, c2d_rect *rect)
{
    c2d_shape s;

    *rect = read_rect(in);
    rect->by_corners = read_byte(in) & 1;
    return add_status_of(c2d_rect_shape(&s, rect));
}

static void run_rect_shape(reader *in)
{
    c2d_rect rect = read_rect(in);

    add_derived(&rect);
}

static void run_rect_frame(reader *in)
{
    c2d_rect rect;
    c2d_frame f;
    c2d_vec corners[2];

    if (!read_valid(in, &rect))
        return;
    c2d_rect_frame(&rect, &f);
    add_vec(f.min);
    add_vec(f.max);
    add_vec(f.size);
    add_vec(f.pivot);
    add_vec(f.inner_size);
    add_vec(c2d_rect_center(&rect));
    add_vec(c2d_rect_turning_point(&rect));
    if (c2d_rect_corners(&rect, &corners[0], &corners[1]))
        add_vecs(corners, 2);
}

static void run_rect_move(reader *in)
{
    c2d_rect rect;

    if (!read_valid(in, &rect))
        return;
    c2d_rect_move(&rect, read_point(in));
    add_derived(&rect);
}

static void run_rect_at(reader *in)
{
    c2d_rect rect;

    if (!read_valid(in, &rect))
        return;
    c2d_rect_at(&rect, read_point(in));
    add_derived(&rect);
}

static void run_rect_rotate(reader *in)
{
    c2d_rect rect;
    double degrees;
    c2d_vec about;

    if (!read_valid(in, &rect))
        return;
    degrees = read_coordinate(in);
    about = read_point(in);
    c2d_rect_rotate(&rect, degrees, read_byte(in) & 1 ? &about : NULL);
    add_derived(&rect);
}

static void run_rect_scale(reader *in)
{
    c2d_rect rect;

    if (!read_valid(in, &rect))
        return;
    c2d_rect_scale(&rect, read_size(in));
    add_derived(&rect);
}

static void run_rect_place(reader *in)
{
    c2d_rect rect;
    c2d_placement p;

    if (!read_valid(in, &rect))
        return;
    p.at = read_point(in);
    p.about = read_byte(in) & 1 ? read_point(in) : c2d_rect_center(&rect);
    p.scale = read_size(in);
    p.degrees = read_coordinate(in);
    p.flip_x = read_byte(in) & 1;
    c2d_rect_place(&rect, &p);
    add_derived(&rect);
}

static void run_rect_grow(reader *in)
{
    c2d_rect rect;

    if (!read_valid(in, &rect))
        return;
    c2d_rect_grow(&rect, read_coordinate(in));
    add_derived(&rect);
}

/* Every operation on rectangles that are not rotated, as hardly any of read_rect is. A field that the header gives no
 * meaning for the anchor is set at random. */
static void run_rect_upright(reader *in)
{
    unsigned how = read_byte(in), operation = read_byte(in);
    c2d_rect rect = read_rect(in);
    c2d_placement p = {.flip_x = how & 1};
    c2d_shape s;

    p.at = read_point(in);
    p.about = read_point(in);
    p.scale = read_size(in);
    rect.angle = how & 2 ? 0 : 720;
    rect.radius = how & 4 ? rect.radius : read_size(in);
    if (rect.anchor == C2D_BY_CORNERS) {
        rect.angle = 0;
        rect.inner = how & 8;
        rect.has_pivot = how & 16;
    }
    rect.by_corners = how & 32;
    if (!add_status_of(c2d_rect_shape(&s, &rect)))
        return;
    switch (operation % 6) {
    case 0: c2d_rect_move(&rect, p.at); break;
    case 1: c2d_rect_at(&rect, p.at); break;
    case 2: c2d_rect_rotate(&rect, operation < 128 ? 90 : 30, how & 64 ? &p.about : NULL); break;
    case 3: c2d_rect_scale(&rect, p.scale); break;
    case 4: c2d_rect_place(&rect, &p); break;
    default: c2d_rect_grow(&rect, p.scale); break;
    }
    add_derived(&rect);
}

const verb rect_verbs[] = {{"rect_shape", run_rect_shape},     {"rect_frame", run_rect_frame},
                           {"rect_move", run_rect_move},       {"rect_at", run_rect_at},
                           {"rect_rotate", run_rect_rotate},   {"rect_scale", run_rect_scale},
                           {"rect_place", run_rect_place},     {"rect_grow", run_rect_grow},
                           {"rect_upright", run_rect_upright}, {NULL, NULL}};
