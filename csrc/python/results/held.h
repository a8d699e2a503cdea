/* What is found, and the lists and tuples that are made of it.
 *
 * To make any object that takes part in garbage collection may run code of the user's: up to Python 3.11 a collection
 * may begin there, and finalizers with it. So an answer is made in three steps: the keys of what is found are gathered,
 * which runs no such code; the objects are held; the container is made last, when all that goes into it is there, so
 * that nobody, not even by way of gc.get_objects, comes upon one that is half filled. */
#ifndef C2D_HELD_H
#define C2D_HELD_H

#include "../binding.h"

/* Keys, and then the objects that they stand for: references of the list's own. */
typedef union finding {
    uint64_t key;
    PyObject *object;
} finding;

typedef struct findings {
    finding *list;
    size_t count, capacity;
    finding own[32];
} findings;

static inline void open_findings(findings *f)
{
    f->list = f->own;
    f->count = 0;
    f->capacity = sizeof f->own / sizeof *f->own;
}
/* Gives back the memory, not the references. */
void close_findings(findings *f);
bool grow_findings(findings *f);
static inline bool add_finding(findings *f, uint64_t key)
{
    if (f->count == f->capacity && !grow_findings(f))
        return false;
    f->list[f->count++].key = key;
    return true;
}
void sort_findings(finding *list, size_t count);
/* Sorts findings the upper halves of which are less than n; false if there is no memory, and nothing is changed. */
bool sort_pairs(findings *found, size_t n);

/* Takes over a new reference; false with an error set, if it is NULL or there is no memory. */
bool add_object(findings *f, PyObject *object);
/* A container of all objects, whose references it takes over; the findings are closed. If not good, and if it cannot be
 * made, the references are given up, and the answer is NULL with an error set. */
PyObject *list_of_objects(findings *f, bool good);
PyObject *tuple_of_objects(findings *f, bool good);

#endif
