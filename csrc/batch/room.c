/* Room for the vertices of many shapes: parts that never move, so that shapes may refer to them. */
#include "batch.h"

#include <stdlib.h>

struct room_part {
    room_part *next;
    size_t size, used;
    c2d_vec vertices[];
};

#define LEAST_PART 512

c2d_vec *room_take(vertex_room *room, size_t count)
{
    room_part *part = room->last;
    if (!part || part->size - part->used < count) {
        room_part *next = part ? part->next : room->first;
        if (!next || next->size < count) { /* a part that is too small for this shape is for later ones */
            size_t size = count > LEAST_PART ? count : LEAST_PART;
            room_part *made = malloc(sizeof *made + size * sizeof *made->vertices);
            if (!made)
                return NULL;
            made->next = next;
            made->size = size;
            if (part)
                part->next = made;
            else
                room->first = made;
            next = made;
        }
        next->used = 0;
        room->last = part = next;
    }
    part->used += count;
    return part->vertices + part->used - count;
}

void room_shorten(vertex_room *room, const c2d_vec *last, size_t count)
{
    room->last->used = (size_t)(last - room->last->vertices) + count;
}

void room_reset(vertex_room *room) { room->last = NULL; }

void room_free(vertex_room *room)
{
    for (room_part *part = room->first; part;) {
        room_part *next = part->next;
        free(part);
        part = next;
    }
    room->first = room->last = NULL;
}
