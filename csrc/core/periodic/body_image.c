/* Images of bodies: copies, and what is decided with them. */
#include "body_image.h"

#include "../exact/allocate.h"

c2d_status c2d_body_image_init(c2d_body_image *copy, const c2d_body *body, c2d_vec period, c2d_cell image)
{
    *copy = (c2d_body_image){.exact = true};
    copy->copies = c2d_new_array(body->count, sizeof *copy->copies);
    copy->pieces = c2d_new_array(body->count, sizeof *copy->pieces);
    if (!copy->copies || !copy->pieces)
        return C2D_NO_MEMORY;
    for (size_t i = 0; i < body->count; i++) {
        if (c2d_image_copy_init(&copy->copies[i], body->pieces[i], period, image))
            return C2D_NO_MEMORY;
        copy->pieces[copy->count++] = &copy->copies[i].shape;
        copy->exact &= copy->copies[i].exact;
    }
    copy->body = (c2d_body){copy->pieces, NULL, copy->count, NULL};
    return C2D_OK;
}

void c2d_body_image_free(c2d_body_image *copy)
{
    for (size_t i = 0; i < copy->count; i++)
        c2d_image_copy_free(&copy->copies[i]);
    free(copy->copies);
    free((void *)copy->pieces);
}

/* The copies of the pieces that touch a thin shape, before and after rounding. */
static c2d_status copy_touching(c2d_body_image *copy, const c2d_body *body, c2d_vec period, c2d_cell image,
                                const c2d_shape *thin)
{
    copy->copies = c2d_new_array(body->count, sizeof *copy->copies);
    copy->pieces = c2d_new_array(body->count, sizeof *copy->pieces);
    if (!copy->copies || !copy->pieces)
        return C2D_NO_MEMORY;
    for (size_t i = 0; i < body->count; i++) {
        c2d_image_copy *next = &copy->copies[copy->count];
        if (c2d_relate_image(thin, body->pieces[i], period, image.x, image.y) != C2D_TOUCHING)
            continue;
        if (c2d_image_copy_init(next, body->pieces[i], period, image))
            return C2D_NO_MEMORY;
        if (c2d_touches(thin, &next->shape))
            copy->pieces[copy->count++] = &next->shape;
        else
            c2d_image_copy_free(next);
    }
    return C2D_OK;
}

c2d_status c2d_body_image_surrounds(const c2d_body *body, c2d_vec period, c2d_cell image, const c2d_shape *thin,
                                    bool *surrounds)
{
    c2d_body_image copy = {.count = 0};
    c2d_status status = copy_touching(&copy, body, period, image, thin);
    *surrounds = false;
    if (!status && copy.count > 1)
        status = c2d_union_surrounds(thin, copy.pieces, copy.count, surrounds);
    c2d_body_image_free(&copy);
    return status;
}

/* Moves b or, if that rounds and the other way does not, a. */
c2d_status c2d_body_image_contains(const c2d_body *a, const c2d_body *b, c2d_vec period, c2d_cell image, bool *contains)
{
    c2d_body_image moved = {.count = 0}, back = {.count = 0};
    c2d_status status = c2d_body_image_init(&moved, b, period, image);
    if (!status && !moved.exact)
        status = c2d_body_image_init(&back, a, period, c2d_cell_opposite(image));
    bool moves_back = !status && !moved.exact && back.exact;
    if (!status)
        status = c2d_body_contains(moves_back ? &back.body : a, moves_back ? b : &moved.body, contains);
    c2d_body_image_free(&back);
    c2d_body_image_free(&moved);
    return status;
}
