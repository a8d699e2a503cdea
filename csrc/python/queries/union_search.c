/* The results of the core's search for the items that block a ray, a point or a thin segment together.
 *
 * With a period the members are copies of images. What is flush must not be parted by rounding, so where a copy would
 * be rounded, the search begins again in a frame in which the shape and all that it touches are shifted exactly. */
#include "queries.h"

#include "../../core/periodic/image_cast.h"

/* Whether a candidate is to be shifted exactly. */
typedef enum weight { WEIGHT_UNKNOWN, WEIGHT_NONE, WEIGHT_SOME } weight;

typedef struct image_candidate {
    found_piece found;
    uint64_t key; /* of its item */
    weight weight;
    bool is_exact;      /* not rounded in the frame in use */
    c2d_relation swept; /* of a cast of this candidate alone, see c2d_union_search_add, */
    c2d_hit hit;        /* and its hit, unless that is C2D_APART */
} image_candidate;

struct image_node {
    struct image_node *next;
    c2d_image_copy copy;
};

static void free_node(struct image_node *node)
{
    c2d_image_copy_free(&node->copy);
    PyMem_Free(node);
}

static void free_images(union_search *u)
{
    for (struct image_node *node = u->images, *next; node; node = next) {
        next = node->next;
        free_node(node);
    }
    u->images = NULL;
}

void union_search_free(union_search *u)
{
    c2d_union_search_free(&u->core);
    free_images(u);
    for (size_t i = 0; i < u->held_count; i++) {
        Py_DECREF(u->held[i].item);
        Py_DECREF(u->held[i].shape);
    }
    PyMem_Free(u->held);
    PyMem_Free(u->candidates);
}

/* ---- frames ---- */

static inline bool has_frame(const union_search *u) { return u->frame < u->frame_count; }
static inline c2d_cell frame_of(const union_search *u) { return u->frames[has_frame(u) ? u->frame : 0]; }

/* By how many periods a candidate is shifted in the frame in use. */
static c2d_cell shift_of(const union_search *u, const image_candidate *c)
{
    c2d_cell frame = frame_of(u);
    return (c2d_cell){c->found.image.x - frame.x, c->found.image.y - frame.y};
}

/* All that may block a shape together touches this segment or, if its sweep is none, the shape. */
static void set_path(union_search *u)
{
    c2d_thin_sweep sweep;
    if (!c2d_thin_sweep_of(u->shape, u->rect, u->core.motion, &sweep) || c2d_segment(&u->path, sweep.from, sweep.to))
        u->path = *u->shape;
    u->has_path = true;
}

/* Whether the way of the shape, or the shape at the start, touches a candidate. */
static bool is_touched(const union_search *u, const image_candidate *c)
{
    const c2d_shape *member = c->found.of.shape;
    c2d_cell image = c->found.image;
    c2d_relation relation = c2d_relate_image(&u->path, member, u->period, image.x, image.y);
    return relation == C2D_TOUCHING ||
           (relation == C2D_OVERLAPPING &&
            c2d_relate_image(u->shape, member, u->period, image.x, image.y) == C2D_TOUCHING);
}

static bool matters(const union_search *u, image_candidate *c)
{
    if (c->weight == WEIGHT_UNKNOWN)
        c->weight = c->swept == C2D_TOUCHING || is_touched(u, c) ? WEIGHT_SOME : WEIGHT_NONE;
    return c->weight == WEIGHT_SOME;
}

/* Whether nothing of a candidate that matters is rounded in the frame in use. False, and *failed, if there is no
 * memory. */
static bool fits_frame(const union_search *u, image_candidate *c, bool *failed)
{
    c2d_image_copy copy;
    c2d_cell shift = shift_of(u, c);
    if (!c2d_is_shifted(shift))
        return true;
    *failed = c2d_image_copy_init(&copy, c->found.of.shape, u->period, shift) != C2D_OK;
    if (*failed)
        return false;
    bool exact = copy.exact;
    c2d_image_copy_free(&copy);
    return exact || !matters(u, c);
}

/* Moves the shape to the frame in use; false if that rounds. */
static bool enter_frame(union_search *u)
{
    c2d_cell frame = frame_of(u);
    return !c2d_is_shifted(frame) ||
           c2d_move_thin(u->shape, u->rect, u->core.motion, u->period, c2d_cell_opposite(frame), &u->moved);
}

/* Goes on to the next frame that all candidates fit; to none if there is none. A frame that has been left is left for
 * good, so this takes O(n) time for each. False if there is no memory. */
static bool find_frame(union_search *u)
{
    bool failed = false, fits = false;
    for (; has_frame(u) && !fits && !failed; u->frame += !fits) {
        fits = enter_frame(u);
        for (size_t i = 0; i < u->candidate_count && fits && !failed; i++)
            fits = fits_frame(u, &u->candidates[i], &failed);
    }
    return !failed;
}

/* The image of a candidate that matters is a frame to try. */
static void note_frame(union_search *u, c2d_cell image)
{
    for (size_t i = 0; i < u->frame_count; i++)
        if (u->frames[i].x == image.x && u->frames[i].y == image.y)
            return;
    if (u->frame_count < UNION_FRAMES)
        u->frames[u->frame_count++] = image;
}

/* ---- candidates ---- */

static bool add_member(union_search *u, const image_candidate *c, const c2d_shape *shape)
{
    size_t count = u->core.count;
    bool good = c2d_union_search_add(&u->core, shape, c->key, c->found.of.piece, c->swept, &c->hit) == C2D_OK;
    if (u->core.count > count)
        u->core.members[count].image = c->found.image;
    return good;
}

/* Adds a candidate to the core's search: as a copy, unless its copy is rounded and does not matter. */
static bool add_in_frame(union_search *u, image_candidate *c)
{
    size_t count = u->core.count;
    c2d_cell shift = shift_of(u, c);
    c->is_exact = true;
    if (!c2d_is_shifted(shift))
        return add_member(u, c, c->found.of.shape);
    struct image_node *node = PyMem_New(struct image_node, 1);
    if (!node || c2d_image_copy_init(&node->copy, c->found.of.shape, u->period, shift)) {
        PyMem_Free(node);
        return false;
    }
    c->is_exact = node->copy.exact;
    bool left_out = has_frame(u) && !c->is_exact && !matters(u, c);
    bool good = left_out || add_member(u, c, &node->copy.shape);
    if (u->core.count == count) {
        free_node(node);
        return good;
    }
    node->next = u->images;
    u->images = node;
    return good;
}

/* Begins again with all candidates, in the frame in use. */
static bool add_all_again(union_search *u)
{
    bool moves = c2d_is_shifted(frame_of(u)), good = true;
    c2d_vec motion = u->core.motion;
    c2d_cast_options options = u->core.options;
    c2d_union_search_free(&u->core);
    free_images(u);
    c2d_union_search_init(&u->core, moves ? &u->moved : u->shape, moves ? NULL : u->rect, motion, options);
    for (size_t i = 0; i < u->candidate_count && good; i++)
        good = add_in_frame(u, &u->candidates[i]);
    return good;
}

static bool append_candidate(union_search *u, const image_candidate *added)
{
    if (u->candidate_count == u->candidate_capacity) {
        image_candidate *larger = grow_block(u->candidates, &u->candidate_capacity, 8, sizeof *larger);
        if (!larger)
            return false;
        u->candidates = larger;
    }
    u->candidates[u->candidate_count++] = *added;
    return true;
}

/* Whether a candidate that has not become a member can be forgotten: it would be none in any frame. Most are such, and
 * a long way has many. */
static bool can_forget(const union_search *u, image_candidate *c)
{
    return !c2d_is_shifted(frame_of(u)) && (c->is_exact || !matters(u, c));
}

static bool add_candidate(union_search *u, const image_candidate *added)
{
    if (!u->has_path)
        set_path(u);
    if (!append_candidate(u, added))
        return false;
    image_candidate *c = &u->candidates[u->candidate_count - 1];
    size_t count = u->core.count;
    bool had_frame = has_frame(u), failed = false, fits = !had_frame || fits_frame(u, c, &failed);
    if (failed || (fits && !add_in_frame(u, c)))
        return false;
    if (fits && u->core.count == count && can_forget(u, c)) {
        u->candidate_count--;
        return true;
    }
    if (matters(u, c))
        note_frame(u, c->found.image);
    if (had_frame && fits)
        return true;
    if (!find_frame(u))
        return false;
    return !(had_frame || has_frame(u)) || add_all_again(u);
}

bool union_search_add(union_search *u, const found_piece *p, c2d_relation swept, const c2d_hit *hit)
{
    image_candidate added = {.found = *p, .key = sort_key_of(p->of.entry), .swept = swept};
    if (!c2d_union_search_wants(swept, hit))
        return true;
    if (swept != C2D_APART)
        added.hit = *hit;
    return c2d_repeats(u->period) ? add_candidate(u, &added) : add_member(u, &added, p->of.shape);
}

/* ---- hits ---- */

typedef struct hit_list {
    const union_search *search;
    ranked_list *found;
} hit_list;

static c2d_status add_result(void *context, const c2d_union_member *member, const c2d_hit *hit)
{
    const hit_list *list = context;
    const held_candidate *h = held_candidate_of(list->search, member->order);
    ranked_result result = {.rank = hit->t, .key = member->order, .pieces = {list->search->piece, member->item}};
    result.image = member->image;
    result.item = h ? Py_NewRef(h->item) : NULL;
    result.shape = h && is_body(h->shape) ? Py_NewRef(h->shape) : NULL;
    result.tie = !member->is_part && !member->is_met; /* hits of what surrounds the shape give way to others */
    result.hit = *hit;
    if (hit != &member->hit && c2d_is_shifted(frame_of(list->search))) /* what is only touched was hit where it is */
        result.hit.point = c2d_image_of_point(hit->point, list->search->period, frame_of(list->search));
    return ranked_list_add(list->found, &result) ? C2D_OK : C2D_NO_MEMORY;
}

bool union_search_add_hits(union_search *u, ranked_list *found)
{
    hit_list list = {u, found};
    return c2d_union_search_report(&u->core, add_result, &list) == C2D_OK;
}
