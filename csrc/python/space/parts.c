/* The pieces of bodies in the tree of a space: each has its own leaf, so that a query visits only the pieces that are
 * near it. The parts of an entry are made when the tree is brought up to date, and kept as long as its shape is a body.
 */
#include "space.h"

#include "../../core/broad/tree.h"

#define MOST_PARTS (UINT32_C(1) << 30)

void switch_body(space_object *space, entry *e)
{
    e->has_body = !e->has_body;
    if (e->order_index != C2D_NULL_INDEX)
        space->body_count = e->has_body ? space->body_count + 1 : space->body_count - 1;
}

static uint32_t count_parts(const space_object *space, const entry *e)
{
    uint32_t count = 0;
    for (uint32_t i = e->leaf; i != C2D_NULL_INDEX; i = space->parts[i].next)
        count++;
    return count;
}

/* Makes room for more parts; false with an error set. */
static bool reserve_parts(space_object *space, size_t more)
{
    size_t used = space->part_count - space->free_part_count, capacity = space->part_capacity;
    if (more <= capacity - used)
        return true;
    capacity = capacity < 8 ? 8 : 2 * capacity;
    while (more <= MOST_PARTS && capacity - used < more)
        capacity *= 2;
    part *larger =
        more <= MOST_PARTS && capacity <= MOST_PARTS ? PyMem_Realloc(space->parts, capacity * sizeof *larger) : NULL;
    if (!larger) {
        PyErr_NoMemory();
        return false;
    }
    space->parts = larger;
    space->part_capacity = (uint32_t)capacity;
    return true;
}

/* The index of a part that is free. */
static uint32_t take_part(space_object *space)
{
    uint32_t index = space->free_part;
    if (space->free_part_count == 0)
        return space->part_count++;
    space->free_part = space->parts[index].next;
    space->free_part_count--;
    return index;
}

static void give_back_part(space_object *space, uint32_t index)
{
    space->parts[index].next = space->free_part_count ? space->free_part : C2D_NULL_INDEX;
    space->free_part = index;
    space->free_part_count++;
}

/* Removes the part that is linked at a place, and all that follow. */
static void release_parts_from(space_object *space, uint32_t *link)
{
    uint32_t index = *link, next;
    *link = C2D_NULL_INDEX;
    for (; index != C2D_NULL_INDEX; index = next) {
        next = space->parts[index].next;
        c2d_tree_remove(&space->tree, space->parts[index].leaf);
        give_back_part(space, index);
    }
}

void remove_from_tree(space_object *space, entry *e)
{
    if (e->has_parts)
        release_parts_from(space, &e->leaf);
    else if (e->leaf != C2D_NULL_INDEX)
        c2d_tree_remove(&space->tree, e->leaf);
    e->leaf = C2D_NULL_INDEX;
    e->has_parts = false;
}

bool index_parts(space_object *space, entry *e, uint32_t *inserted)
{
    const c2d_body *body = &((body_object *)e->shape)->body;
    if (!e->has_parts)
        remove_from_tree(space, e);
    e->has_parts = true;
    uint32_t count = count_parts(space, e), *link = &e->leaf;
    if (body->count > count && !reserve_parts(space, body->count - count))
        return false;
    for (size_t i = 0; i < body->count; i++) {
        c2d_bounds box = c2d_home_box(body->pieces[i], space->period);
        if (*link != C2D_NULL_INDEX) {
            c2d_tree_move(&space->tree, space->parts[*link].leaf, box);
        } else {
            uint32_t index = take_part(space);
            part *p = &space->parts[index];
            *p = (part){e, (uint32_t)i, C2D_NULL_INDEX, C2D_NULL_INDEX};
            if (c2d_tree_insert_ordered(&space->tree, box, PART_BIT | index, e->serial, &p->leaf)) {
                give_back_part(space, index);
                PyErr_NoMemory();
                return false;
            }
            *link = index;
            ++*inserted;
        }
        link = &space->parts[*link].next;
    }
    release_parts_from(space, link);
    return true;
}
