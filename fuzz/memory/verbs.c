/* Verbs whose allocations those of fuzz/bits do not reach: many vertices, many touching pieces, and functions that are
 * not in collide2d.h. */
#include "../../csrc/core/broad/place_order.h"
#include "../../csrc/core/periodic/body_image.h"
#include "../../csrc/core/periodic/image_cast.h"
#include "memory.h"

#include <math.h>

#define MANY 120

/* Vertices on a parabola, and on one that opens downward: they overlap by much, or by so little that doubles alone do
 * not measure it. */
static void run_many_vertices(reader *in)
{
    static c2d_vec points[MANY], storage[2][MANY], room_of_both[4 * MANY];
    c2d_shape shapes[2], common;
    unsigned tag = read_byte(in);
    double area, depth = tag & 1 ? tag : tag * 0x1p-44;
    bool collides;

    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < MANY; i++)
            points[i] = c2d_v(i - MANY / 2, (k ? 1 : -1) * (i - MANY / 2.0) * (i - MANY / 2) + (k ? 0 : depth));
        if (TRY(c2d_hull_shape(&shapes[k], points, MANY, 0, storage[k])) != C2D_OK)
            return;
    }
    if (add_status_of(c2d_overlap_area(&shapes[0], &shapes[1], &area)))
        add_number(area);
    if (add_status_of(c2d_intersection(&common, &shapes[0], &shapes[1], room_of_both, &collides)) && collides)
        add_shape(&common);
}

/* A fan of segments and triangles around a point, or a segment from there. */
static void run_many_touch(reader *in)
{
    static c2d_shape fan[MANY];
    static const c2d_shape *pieces[MANY];
    unsigned tag = read_byte(in), step = 1 + read_byte(in) % 4;
    c2d_vec center = c2d_v(read_byte(in), read_byte(in));
    c2d_shape thin;
    const c2d_shape *alone = &thin;
    c2d_body body = {pieces, NULL, MANY, NULL}, other = {&alone, NULL, 1, NULL};
    size_t gaps;
    bool surrounds;
    double separation;
    c2d_relation relation;

    for (unsigned i = 0; i < MANY; i++) {
        unsigned at = i * step % MANY;
        c2d_vec ends[3] = {center};
        for (unsigned k = 0; k < 2; k++) {
            double x = at + k < MANY / 2 ? 64 - 2.0 * (at + k) : 2.0 * (at + k) - 3 * 64;
            ends[1 + k] = c2d_v(center.x + x, center.y + (at + k < MANY / 2 ? 1 : -1) * (80 - fabs(x)));
        }
        if (c2d_hull_shape(&fan[i], ends, tag & 1 ? 3 : 2, 0, ends) != C2D_OK)
            return;
        pieces[i] = &fan[i];
    }
    if (c2d_segment(&thin, center, tag & 2 ? c2d_v(center.x - 3, center.y + 1) : center) != C2D_OK)
        return;
    if (add_status_of(c2d_union_gaps(&thin, pieces, MANY, &gaps)))
        add_word(gaps);
    if (add_status_of(c2d_union_surrounds(&thin, pieces, MANY, &surrounds)))
        add_word(surrounds);
    if (add_status_of(c2d_body_relate(&other, &body, &relation)))
        add_word((uint64_t)(relation - C2D_APART));
    if (add_status_of(c2d_body_separation(&body, &other, &separation)))
        add_number(separation);
}

/* Shapes and bodies against an image. */
static void run_images(reader *in)
{
    static solid solids[3];
    c2d_vec period = c2d_v(64 << read_byte(in) % 8, read_byte(in) % 4 ? 48 : INFINITY);
    c2d_cell image = {(int)(read_byte(in) % 3) - 1, period.y < INFINITY ? (int)(read_byte(in) % 3) - 1 : 0};
    const c2d_shape *pieces[] = {&solids[0].shape, &solids[1].shape, &solids[2].shape};
    c2d_body a = {pieces, NULL, 2, NULL}, b = {pieces + 1, NULL, 2, NULL};
    c2d_relation swept = C2D_APART;
    c2d_hit hit;
    bool answer;
    double distance;

    read_pair(in, &solids[0], &solids[1]);
    read_pair(in, &solids[1], &solids[2]);
    for (int k = 0; k < 3; k++)
        if (fabs(solids[k].shape.min.x) > 1e6 || fabs(solids[k].shape.max.x) > 1e6 ||
            fabs(solids[k].shape.min.y) > 1e6 || fabs(solids[k].shape.max.y) > 1e6)
            return; /* out of the range of periods */
    if (add_status_of(c2d_distance_to_image(pieces[0], pieces[1], period, image, &distance)))
        add_number(distance);
    if (add_status_of(c2d_image_cast(pieces[0], NULL, c2d_v(8, 1), pieces[1], period, image,
                                     (c2d_cast_options){true, true}, room, &swept, &hit)) &&
        swept == C2D_OVERLAPPING)
        add_hit(&hit);
    if (add_status_of(c2d_body_image_contains(&a, &b, period, image, &answer)))
        add_word(answer);
}

/* Two boxes that share a side, and a point on it. */
static void run_image_seam(reader *in)
{
    c2d_vec period = c2d_v(64, 64), at = c2d_v(read_byte(in), read_byte(in) / 8.0 + 0.1);
    c2d_shape boxes[2], point;
    const c2d_shape *pieces[] = {&boxes[0], &boxes[1]};
    c2d_body body = {pieces, NULL, 2, NULL};
    c2d_cell image = {1, (int)(read_byte(in) % 2)};
    bool surrounds;

    if (c2d_box(&boxes[0], at, c2d_v(at.x + 2, at.y + 3), 0) != C2D_OK ||
        c2d_box(&boxes[1], c2d_v(at.x + 2, at.y), c2d_v(at.x + 4, at.y + 3), 0) != C2D_OK ||
        c2d_point(&point, c2d_v(at.x + 2 + image.x * period.x, at.y + 1 + image.y * period.y)) != C2D_OK)
        return;
    if (add_status_of(c2d_body_image_surrounds(&body, period, image, &point, &surrounds)))
        add_word(surrounds);
}

/* ---- an item that gets more vertices, and fewer ---- */

static void run_growing_item(reader *in)
{
    static c2d_vec points[MANY], storage[MANY];
    const unsigned counts[] = {5 + read_byte(in) % 8, 16 + read_byte(in) % 64, 5, 1 + read_byte(in) % MANY};
    c2d_world world;
    c2d_shape shape;
    uint32_t id = 0;

    c2d_world_init(&world);
    for (unsigned k = 0; k < sizeof counts / sizeof *counts; k++) {
        for (unsigned i = 0; i < counts[k]; i++)
            points[i] = c2d_v(i, (double)i * i);
        if (TRY(c2d_hull_shape(&shape, points, counts[k], 0, storage)) != C2D_OK ||
            !add_status_of(k ? c2d_world_update(&world, id, &shape, NULL) : c2d_world_add(&world, &shape, NULL, &id)))
            break;
        add_shape(c2d_world_shape(&world, id));
    }
    c2d_world_free(&world);
}

/* ---- the order of places ---- */

static c2d_vec place_of(const void *context, uint32_t i)
{
    const unsigned *step = context;

    return c2d_v(i * *step % 509, i * *step / 509 % 523);
}

static void run_place_order(reader *in)
{
    static uint32_t order[4000];
    unsigned step = 1 + read_byte(in);

    if (!add_status_of(c2d_place_order(place_of, &step, 4000, order) ? C2D_OK : C2D_NO_MEMORY))
        return;
    for (int i = 0; i < 4000; i++)
        add_word(order[i]);
}

const verb more_verbs[] = {{"many_vertices", run_many_vertices},
                           {"many_touch", run_many_touch},
                           {"images", run_images},
                           {"image_seam", run_image_seam},
                           {"place_order", run_place_order},
                           {"growing_item", run_growing_item},
                           {NULL, NULL}};
