/* Images of shapes: copies, and the distance and the contact of a shape and an image. */
#include "image.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"
#include "../shape/shape.h"

/* ---- copies ---- */

static double shifted(double x, double period, int32_t count, bool *exact)
{
    if (count == 0)
        return x;
    c2d_pair shift = c2d_two_prod(count, period);
    *exact &= shift.lo == 0 && c2d_two_sum(x, shift.hi).lo == 0;
    return c2d_sum4(x, shift.hi, shift.lo, 0) + 0.0;
}

static c2d_vec shifted_point(c2d_vec p, c2d_vec period, c2d_cell image, bool *exact)
{
    return c2d_v(shifted(p.x, period.x, image.x, exact), shifted(p.y, period.y, image.y, exact));
}

c2d_vec c2d_image_of_point(c2d_vec p, c2d_vec period, c2d_cell image)
{
    bool exact = true;
    return shifted_point(p, period, image, &exact);
}

/* Rounding may leave vertices on an edge or in one place, so a rounded image is the hull of its vertices. */
c2d_status c2d_image_copy_init(c2d_image_copy *copy, const c2d_shape *s, c2d_vec period, c2d_cell image)
{
    c2d_vec own[2 * C2D_INLINE_VERTICES], *moved = own;
    const c2d_vec *v = c2d_vertices(s);
    copy->exact = true;
    copy->room = NULL;
    if (s->count > C2D_INLINE_VERTICES)
        moved = copy->room = c2d_new_array(2 * (size_t)s->count, sizeof *copy->room);
    if (!moved)
        return C2D_NO_MEMORY;
    for (uint32_t k = 0; k < s->count; k++)
        moved[k] = shifted_point(v[k], period, image, &copy->exact);
    c2d_vec *hull = copy->exact ? moved : moved + s->count;
    c2d_shape_finish(&copy->shape, hull, copy->exact ? s->count : c2d_hull_into(hull, moved, s->count), s->radius);
    return C2D_OK;
}

void c2d_image_copy_free(c2d_image_copy *copy) { free(copy->room); }

/* ---- pairs ---- */

static double scale_of(const c2d_shape *s)
{
    return c2d_max(c2d_max(fabs(s->min.x), fabs(s->max.x)), c2d_max(fabs(s->min.y), fabs(s->max.y)));
}

c2d_status c2d_image_pair_init(c2d_image_pair *pair, const c2d_shape *a, const c2d_shape *b, c2d_vec period,
                               c2d_cell image, c2d_relation relation)
{
    *pair = (c2d_image_pair){.a = a, .b = b, .period = period, .image = image, .relation = relation};
    if (c2d_image_copy_init(&pair->copies[0], b, period, image))
        return C2D_NO_MEMORY;
    pair->exact = pair->copies[0].exact;
    if (!pair->exact && c2d_image_copy_init(&pair->copies[1], a, period, c2d_cell_opposite(image))) {
        c2d_image_copy_free(&pair->copies[0]);
        return C2D_NO_MEMORY;
    }
    pair->moves_back = !pair->exact && pair->copies[1].exact;
    pair->exact |= pair->moves_back;
    if (pair->moves_back)
        pair->a = &pair->copies[1].shape;
    else
        pair->b = &pair->copies[0].shape;
    pair->error = pair->exact ? 0 : C2D_U * scale_of(&pair->copies[0].shape);
    return C2D_OK;
}

void c2d_image_pair_free(c2d_image_pair *pair)
{
    c2d_image_copy_free(&pair->copies[0]);
    c2d_image_copy_free(&pair->copies[1]);
}

double c2d_image_distance(const c2d_image_pair *pair)
{
    if (pair->relation >= C2D_TOUCHING)
        return 0;
    double distance = c2d_distance(pair->a, pair->b);
    return distance > 0 ? distance : pair->error;
}

c2d_status c2d_distance_to_image(const c2d_shape *a, const c2d_shape *b, c2d_vec period, c2d_cell image, double *out)
{
    c2d_image_pair pair;
    if (!c2d_is_shifted(image)) {
        *out = c2d_distance(a, b);
        return C2D_OK;
    }
    c2d_relation relation = c2d_relate_image(a, b, period, image.x, image.y);
    c2d_status status = c2d_image_pair_init(&pair, a, b, period, image, relation);
    if (status)
        return status;
    *out = c2d_image_distance(&pair);
    c2d_image_pair_free(&pair);
    return C2D_OK;
}

/* If rounding has parted shapes that collide, one of them is grown until they do. */
static void find_parted_contact(const c2d_image_pair *pair, c2d_contact *out)
{
    const c2d_shape *b = pair->b;
    c2d_shape grown;
    double by = c2d_separation(pair->a, b);
    do {
        by += pair->error;
        c2d_shape_finish(&grown, c2d_vertices(b), b->count, b->radius + by);
    } while (!c2d_find_contact(pair->a, &grown, out));
}

void c2d_image_contact(const c2d_image_pair *pair, c2d_contact *out)
{
    if (!c2d_find_contact(pair->a, pair->b, out))
        find_parted_contact(pair, out);
    if (!pair->exact)
        out->depth = pair->relation == C2D_TOUCHING ? 0 : c2d_max(out->depth, pair->error);
    for (int i = 0; i < out->count && pair->moves_back; i++)
        out->points[i] = c2d_image_of_point(out->points[i], pair->period, pair->image);
}
