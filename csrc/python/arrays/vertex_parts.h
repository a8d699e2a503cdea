/* New rows on several threads whose shapes may have vertices. Each part of the rows has a list of vertices of its own;
 * in the end the lists are joined, so the result does not depend on the number of threads. */
#ifndef C2D_VERTEX_PARTS_H
#define C2D_VERTEX_PARTS_H

#include "element_parts.h"

/* The vertices of new polygons so far, from malloc. */
typedef struct vertex_list {
    c2d_vec *vertices;
    size_t count, capacity;
} vertex_list;

/* False if there is no memory. */
bool append_vertices(vertex_list *list, const c2d_shape *s);

typedef struct vertex_part vertex_part;

typedef struct vertex_parts {
    ptrdiff_t count; /* of rows */
    int threads;
    vertex_part *parts;
    vertex_room *rooms; /* of each thread */
} vertex_parts;

/* Makes row i, and appends its vertices to the list. 0, or why there is none, and no more rows are made. */
typedef int make_vertex_row(const void *context, vertex_room *room, vertex_list *list, ptrdiff_t i);
/* Where a row that was made has the start and the end of its vertices in the list; NULL if it has none. */
typedef double *ends_of_row(const void *context, ptrdiff_t i);

/* Makes all rows. *p must have count and threads, and be zero otherwise. Returns 0; or what `make` returned for the
 * first row that it refused, with the index of that row in *at; or C2D_NO_MEMORY. Needs no GIL. */
int vertex_parts_run(vertex_parts *p, make_vertex_row *make, const void *context, ptrdiff_t *at);
/* The vertices of all rows, (n, 2), with the starts and ends of the rows counted in it; NULL with an error set. */
PyArrayObject *vertex_parts_join(const vertex_parts *p, ends_of_row *ends, const void *context);
void vertex_parts_free(vertex_parts *p);

#endif
