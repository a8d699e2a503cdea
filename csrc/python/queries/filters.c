/* exclude and filter of a query: a container and a predicate of items. They are user code, and the thread that runs
 * them must not change the space meanwhile; other threads may. */
#include "queries.h"

/* The threads are kept in a block of memory, because a stack may move away while its thread runs user code (greenlets
 * do that). */
bool begin_filtering(space_object *space)
{
    if (space->filtering_count == space->filtering_capacity) {
        size_t capacity = space->filtering_capacity;
        unsigned long *larger = grow_block(space->filtering, &capacity, 4, sizeof *larger);
        if (!larger) {
            PyErr_NoMemory();
            return false;
        }
        space->filtering = larger;
        space->filtering_capacity = capacity;
    }
    space->filtering[space->filtering_count++] = PyThread_get_thread_ident();
    return true;
}

static size_t find_filtering(const space_object *space)
{
    unsigned long thread = PyThread_get_thread_ident();
    size_t i = 0;
    while (i < space->filtering_count && space->filtering[i] != thread)
        i++;
    return i;
}

void end_filtering(space_object *space)
{
    size_t i = find_filtering(space);
    assert(i < space->filtering_count);
    space->filtering[i] = space->filtering[--space->filtering_count];
}

bool may_change(const space_object *space)
{
    const char *rule = NULL;
    if (space->sliding)
        rule = "Space: must not be changed during slide";
    else if (space->row_queries)
        rule = "Space: must not be changed by a signal handler, or another thread, during a query with arrays";
    else if (space->filtering_count && find_filtering(space) < space->filtering_count)
        rule = "Space: must not be changed by the filter of a query";
    if (rule)
        PyErr_SetString(PyExc_RuntimeError, rule);
    return !rule;
}

/* ---- decisions ---- */

typedef struct decision {
    PyObject *item;
    bool passes;
} decision;

/* The place of an item in a table of decisions, which is not full. */
static decision *place_of(decision *table, size_t capacity, const PyObject *item)
{
    size_t i = ((uintptr_t)item >> 4) * 0x9E3779B1u & (capacity - 1);
    while (table[i].item && table[i].item != item)
        i = (i + 1) & (capacity - 1);
    return &table[i];
}

static bool enlarge_decisions(query *q)
{
    size_t capacity = q->decided_capacity ? 2 * q->decided_capacity : 16;
    decision *larger = PyMem_Calloc(capacity, sizeof *larger);
    if (!larger) {
        PyErr_NoMemory();
        return false;
    }
    for (size_t i = 0; i < q->decided_capacity; i++)
        if (q->decided[i].item)
            *place_of(larger, capacity, q->decided[i].item) = q->decided[i];
    PyMem_Free(q->decided);
    q->decided = larger;
    q->decided_capacity = capacity;
    return true;
}

static bool remember(query *q, PyObject *item, bool passes)
{
    if (2 * q->decided_count >= q->decided_capacity && !enlarge_decisions(q))
        return false;
    decision *d = place_of(q->decided, q->decided_capacity, item);
    q->decided_count += !d->item;
    if (!d->item)
        *d = (decision){Py_NewRef(item), passes};
    return true;
}

void forget_decisions(query *q)
{
    for (size_t i = 0; i < q->decided_capacity; i++)
        Py_XDECREF(q->decided[i].item);
    PyMem_Free(q->decided);
    q->decided = NULL;
    q->decided_count = q->decided_capacity = 0;
}

static int ask(const query *q, PyObject *item)
{
    int excluded = q->exclude ? PySequence_Contains(q->exclude, item) : 0;
    if (excluded || !q->filter)
        return excluded < 0 ? -1 : !excluded;
    PyObject *reply = PyObject_CallOneArg(q->filter, item);
    int passes = reply ? PyObject_IsTrue(reply) : -1;
    Py_XDECREF(reply);
    return passes;
}

int passes_filter(query *q, PyObject *item)
{
    int passes = ask(q, item);
    return passes >= 0 && q->remembers && !remember(q, item, passes) ? -1 : passes;
}

int passes_filter_once(query *q, PyObject *item)
{
    const decision *d = q->decided_count ? place_of(q->decided, q->decided_capacity, item) : NULL;
    return d && d->item ? d->passes : passes_filter(q, item);
}
