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
    else if (space->filtering_count && find_filtering(space) < space->filtering_count)
        rule = "Space: must not be changed by the filter of a query";
    if (rule)
        PyErr_SetString(PyExc_RuntimeError, rule);
    return !rule;
}

int passes_filter(const query *q, PyObject *item)
{
    int excluded = q->exclude ? PySequence_Contains(q->exclude, item) : 0;
    if (excluded || !q->filter)
        return excluded < 0 ? -1 : !excluded;
    PyObject *reply = PyObject_CallOneArg(q->filter, item);
    int passes = reply ? PyObject_IsTrue(reply) : -1;
    Py_XDECREF(reply);
    return passes;
}
