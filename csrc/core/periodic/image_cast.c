/* Casts onto images: the cast onto a copy, and a start that is decided without rounding. */
#include "image_cast.h"

#include "../exact/exact.h"
#include "../exact/vec.h"
#include "../shape/shape.h"

typedef struct mover {
    const c2d_shape *shape;
    const c2d_rect *rect;
    c2d_vec motion;
    c2d_cast_options options;
    c2d_vec *room;
} mover;

static c2d_status cast_onto(const mover *m, const c2d_shape *target, c2d_relation *swept, c2d_hit *out)
{
    bool hits = false;
    c2d_status status;
    *swept = C2D_APART;
    if (m->options.touching)
        status = c2d_cast_touching(m->shape, m->rect, m->motion, target, m->room, swept, out);
    else
        status = c2d_cast(m->shape, m->rect, m->motion, target, m->room, &hits, out);
    if (hits) /* never with an error */
        *swept = C2D_OVERLAPPING;
    if (*swept >= C2D_TOUCHING && !m->options.leaving && c2d_leaves(m->shape, m->motion, target, *swept, out))
        *swept = C2D_APART;
    return status;
}

static bool moves_into(const mover *m, c2d_vec normal)
{
    c2d_vec origin = {0, 0};
    return c2d_dot_sign(origin, m->motion, normal) < 0;
}

/* Corrects the hit of a rounded copy that overlaps at the start where the image does not, or the other way. */
static c2d_relation correct_start(const mover *m, const c2d_image_pair *pair, c2d_relation swept, c2d_hit *out)
{
    bool starts_inside = swept == C2D_OVERLAPPING && out->depth > 0;
    if (starts_inside == (pair->relation == C2D_OVERLAPPING))
        return swept;
    if (!starts_inside) {
        c2d_contact contact;
        c2d_image_contact(pair, &contact);
        c2d_hit hit = {0, contact.points[0], contact.normal, contact.depth};
        *out = hit;
        return m->options.leaving || moves_into(m, hit.normal) ? C2D_OVERLAPPING : C2D_APART;
    }
    out->depth = 0;
    if (moves_into(m, out->normal))
        return C2D_OVERLAPPING;
    bool touches = pair->relation == C2D_TOUCHING && m->options.touching && m->options.leaving;
    return touches ? C2D_TOUCHING : C2D_APART;
}

bool c2d_move_thin(const c2d_shape *thin, const c2d_rect *rect, c2d_vec motion, c2d_vec period, c2d_cell image,
                   c2d_shape *out)
{
    c2d_shape end, moved_end;
    c2d_image_copy start, goal; /* of shapes so small that they need no memory */
    if (c2d_image_copy_init(&start, thin, period, image) || !start.exact || c2d_moved(&end, thin, rect, motion, NULL) ||
        c2d_image_copy_init(&goal, &end, period, image) || !goal.exact ||
        c2d_moved(&moved_end, &start.shape, NULL, motion, NULL))
        return false;
    const c2d_vec *p = moved_end.v.own, *q = goal.shape.v.own;
    *out = start.shape;
    return moved_end.count == goal.shape.count && c2d_same(p[0], q[0]) &&
           c2d_same(p[moved_end.count - 1], q[moved_end.count - 1]);
}

static bool is_inside(c2d_relation swept, const c2d_hit *hit) { return swept == C2D_OVERLAPPING && hit->depth > 0; }

/* Corrects the answer for a rounded copy by that for the thin shape moved back, which nothing rounds, if the two
 * relations differ, or only one of the two starts inside. */
static c2d_status correct_thin(const mover *back, const c2d_image_pair *pair, const c2d_shape *target,
                               c2d_relation *swept, c2d_hit *out)
{
    c2d_relation found;
    c2d_hit hit;
    c2d_status status = cast_onto(back, target, &found, &hit);
    if (status || (found == *swept && is_inside(found, &hit) == is_inside(*swept, out)))
        return status;
    *swept = found;
    if (found == C2D_APART)
        return C2D_OK;
    *out = hit;
    out->point = c2d_image_of_point(hit.point, pair->period, pair->image);
    return C2D_OK;
}

/* Corrects a cast onto the rounded copy of b. */
static c2d_status correct_rounded(const mover *m, const c2d_image_pair *pair, const c2d_shape *b, c2d_relation *swept,
                                  c2d_hit *out)
{
    c2d_shape moved;
    mover back = {&moved, NULL, m->motion, m->options, m->room};
    if (c2d_is_thin(m->shape) &&
        c2d_move_thin(m->shape, m->rect, m->motion, pair->period, c2d_cell_opposite(pair->image), &moved))
        return correct_thin(&back, pair, b, swept, out);
    *swept = correct_start(m, pair, *swept, out);
    return C2D_OK;
}

/* The image is moved even if that rounds and the other way does not: a cast is less accurate far away, where an item
 * may be, and it must not depend on that. */
c2d_status c2d_image_cast(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec period,
                          c2d_cell image, c2d_cast_options options, c2d_vec *room, c2d_relation *swept, c2d_hit *out)
{
    mover m = {a, rect, motion, options, room};
    if (!c2d_is_shifted(image))
        return cast_onto(&m, b, swept, out);
    c2d_image_pair pair;
    c2d_relation relation = c2d_relate_image(a, b, period, image.x, image.y);
    c2d_status status = c2d_image_pair_init(&pair, a, b, period, image, relation);
    if (status)
        return status;
    status = cast_onto(&m, &pair.copies[0].shape, swept, out);
    if (!status && !pair.copies[0].exact)
        status = correct_rounded(&m, &pair, b, swept, out);
    c2d_image_pair_free(&pair);
    return status;
}
