/* Containment of bodies: whether the union of the pieces of one contains every piece of the other. */
#include "pieces.h"

static bool is_in_one_piece(const c2d_body *a, const c2d_shape *s)
{
    for (size_t i = 0; i < a->count; i++)
        if (c2d_contains(a->pieces[i], s))
            return true;
    return false;
}

c2d_status c2d_body_contains(const c2d_body *a, const c2d_body *b, bool *contains)
{
    *contains = true;
    for (size_t j = 0; j < b->count && *contains; j++)
        *contains = is_in_one_piece(a, b->pieces[j]);
    return C2D_OK;
}
