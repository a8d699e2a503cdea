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

/* The pieces whose images touch a thin shape, exactly: *count of them, in a list that is to be freed. */
static c2d_status list_touching(const c2d_body *body, c2d_vec period, c2d_cell image, const c2d_shape *thin,
                                const c2d_shape ***out, size_t *count)
{
    *count = 0;
    *out = c2d_new_array(body->count, sizeof **out);
    if (!*out)
        return C2D_NO_MEMORY;
    for (size_t i = 0; i < body->count; i++)
        if (c2d_relate_image(thin, body->pieces[i], period, image.x, image.y) == C2D_TOUCHING)
            (*out)[(*count)++] = body->pieces[i];
    return C2D_OK;
}

/* Whether copies of the pieces surround a thin shape: those that still touch it. */
static c2d_status copies_surround(c2d_body_image *copy, const c2d_shape *thin, bool *surrounds)
{
    size_t kept = 0;
    for (size_t i = 0; i < copy->count; i++)
        if (copy->exact || c2d_touches(thin, copy->pieces[i]))
            copy->pieces[kept++] = copy->pieces[i];
    return kept > 1 ? c2d_union_surrounds(thin, copy->pieces, kept, surrounds) : C2D_OK;
}

/* The pieces do not move if their copies would be rounded and the thin shape moves back exactly. */
static c2d_status images_surround(const c2d_body *touching, c2d_vec period, c2d_cell image, const c2d_shape *thin,
                                  bool *surrounds)
{
    c2d_body_image moved;
    c2d_image_copy back; /* of a shape so small that it needs no memory */
    c2d_status status = c2d_body_image_init(&moved, touching, period, image);
    if (!status && !moved.exact)
        status = c2d_image_copy_init(&back, thin, period, c2d_cell_opposite(image));
    if (!status && !moved.exact && back.exact)
        status = c2d_union_surrounds(&back.shape, touching->pieces, touching->count, surrounds);
    else if (!status)
        status = copies_surround(&moved, thin, surrounds);
    c2d_body_image_free(&moved);
    return status;
}

c2d_status c2d_body_image_surrounds(const c2d_body *body, c2d_vec period, c2d_cell image, const c2d_shape *thin,
                                    bool *surrounds)
{
    const c2d_shape **touching;
    size_t count;
    c2d_status status = list_touching(body, period, image, thin, &touching, &count);
    *surrounds = false;
    if (!status && count > 1) {
        c2d_body pieces = {touching, NULL, count, NULL};
        status = images_surround(&pieces, period, image, thin, surrounds);
    }
    free((void *)touching);
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
