/* Containment of bodies: whether the union of the pieces of one contains every piece of the other, exactly where the
 * pieces of the container are sharp.
 *
 * A piece that no single piece contains may lie across several. remainder.c takes the sharp pieces away from it, one
 * after the other: it is contained if nothing is left. Round pieces of the container are not taken away, and a round
 * piece is replaced by its bounds, so the answer is never true wrongly. */
#include "pieces.h"
#include "remainder.h"

typedef struct holder_search {
    const c2d_body *body;
    const c2d_shape *s;
} holder_search;

static bool does_not_contain(void *context, uint32_t i)
{
    const holder_search *search = context;
    return !c2d_contains(search->body->pieces[i], search->s);
}

static bool is_in_one_piece(const c2d_body *a, const c2d_shape *s)
{
    holder_search search = {a, s};
    return !c2d_visit_pieces(a, c2d_bounds_of(s), does_not_contain, &search);
}

/* A sharp shape that contains s: s itself, or its bounds. */
static c2d_shape sharp_shape(const c2d_shape *s)
{
    c2d_shape box;
    if (s->radius == 0 || c2d_box(&box, s->min, s->max, 0) != C2D_OK)
        return *s;
    return box;
}

c2d_status c2d_body_contains(const c2d_body *a, const c2d_body *b, bool *contains)
{
    c2d_status status = C2D_OK;
    *contains = true;
    for (size_t j = 0; j < b->count && *contains && !status; j++) {
        if (is_in_one_piece(a, b->pieces[j]))
            continue;
        c2d_shape sharp = sharp_shape(b->pieces[j]);
        *contains = false;
        if (a->count > 1 && sharp.count > 1 && sharp.radius == 0)
            status = c2d_remainder_is_empty(&sharp, a, contains);
    }
    return status;
}
