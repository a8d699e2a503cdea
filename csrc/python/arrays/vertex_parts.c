/* Rows with vertices on several threads, and lists of vertices. */
#include "vertex_parts.h"

#include <stdlib.h>
#include <string.h>

struct vertex_part {
    vertex_list list;
    int fault;    /* of a row that is refused, */
    ptrdiff_t at; /* and the row */
};

bool append_vertices(vertex_list *list, const c2d_shape *s)
{
    if (list->capacity - list->count < s->count) {
        size_t capacity =
            2 * list->capacity > list->count + s->count ? 2 * list->capacity : list->count + s->count + 256;
        c2d_vec *vertices = realloc(list->vertices, capacity * sizeof *vertices);
        if (!vertices)
            return false;
        list->vertices = vertices;
        list->capacity = capacity;
    }
    memcpy(list->vertices + list->count, c2d_vertices(s), s->count * sizeof *list->vertices);
    list->count += s->count;
    return true;
}

/* ---- making ---- */

typedef struct making {
    vertex_parts *parts;
    make_vertex_row *make;
    const void *context;
} making;

static bool make_part(void *context, int worker, size_t number)
{
    const making *m = context;
    vertex_part *part = &m->parts->parts[number];
    vertex_room *room = &m->parts->rooms[worker];
    for (ptrdiff_t i = first_of_part(number), end = end_of_part(number, m->parts->count); i < end; i++) {
        room_reset(room);
        part->at = i;
        part->fault = m->make(m->context, room, &part->list, i);
        if (part->fault)
            return false;
    }
    return true;
}

int vertex_parts_run(vertex_parts *p, make_vertex_row *make, const void *context, ptrdiff_t *at)
{
    size_t parts = count_parts(p->count);
    making m = {p, make, context};
    p->threads = threads_for_elements(p->count, p->threads);
    p->parts = calloc(parts + 1, sizeof *p->parts);
    p->rooms = calloc((size_t)p->threads, sizeof *p->rooms);
    if (!p->parts || !p->rooms)
        return C2D_NO_MEMORY;
    run_parts(p->threads, parts, make_part, &m);
    for (size_t k = 0; k < parts; k++)
        if (p->parts[k].fault) {
            *at = p->parts[k].at;
            return p->parts[k].fault;
        }
    return 0;
}

/* ---- joining ---- */

PyArrayObject *vertex_parts_join(const vertex_parts *p, ends_of_row *ends, const void *context)
{
    npy_intp size[2] = {0, 2};
    for (size_t k = 0; k < count_parts(p->count); k++)
        size[0] += (npy_intp)p->parts[k].list.count;
    PyArrayObject *vertices = (PyArrayObject *)PyArray_SimpleNew(2, size, NPY_FLOAT64);
    size_t before = 0;
    for (size_t k = 0; vertices && k < count_parts(p->count); k++) {
        const vertex_list *list = &p->parts[k].list;
        if (list->count > 0)
            memcpy((c2d_vec *)PyArray_DATA(vertices) + before, list->vertices, list->count * sizeof *list->vertices);
        for (ptrdiff_t i = first_of_part(k); i < end_of_part(k, p->count); i++) {
            double *both = ends(context, i);
            if (both) {
                both[0] += (double)before;
                both[1] += (double)before;
            }
        }
        before += list->count;
    }
    return vertices;
}

void vertex_parts_free(vertex_parts *p)
{
    for (size_t k = 0; p->parts && k < count_parts(p->count); k++)
        free(p->parts[k].list.vertices);
    for (int k = 0; p->rooms && k < p->threads; k++)
        room_free(&p->rooms[k]);
    free(p->parts);
    free(p->rooms);
}
