/* Where pygame's rectangles keep their numbers. Attributes take forty times as long to read as memory, but the layout
 * belongs to pygame and is in no header of ours. So it is found by experiment, once for each type: rectangles are made,
 * and their memory must show the numbers at one offset, and show each number that is assigned. Only memory inside an
 * object (tp_basicsize) is read, and only of types that nobody can alter: static ones without a dictionary. If any test
 * fails, the attributes are read for good. */
#include "pygame_rects.h"

#include "arguments.h"

enum { PROBES = 3 };
/* Fractions tell apart whether the attributes show what the memory holds, or more. */
static const double probe_numbers[PROBES][4] = {
    {1193046, 7741, 2003, 90317}, {-77003, -4.25, 61.5, 8388607}, {0.1, -1e9, -3, 1e-3}};

static bool is_rect_of_pygame(PyTypeObject *type)
{
    const char *name = type->tp_name, *last = strrchr(name, '.');
    return strncmp(name, "pygame.", 7) == 0 && (strcmp(last, ".Rect") == 0 || strcmp(last, ".FRect") == 0) &&
           type->tp_itemsize == 0 && type->tp_dictoffset == 0;
}

/* Whether the memory shows the numbers that the attributes show. */
static bool layout_agrees(module_state *state, const rect_layout *layout, PyObject *rect)
{
    PyObject *const names[] = {state->x, state->y, state->w, state->h};
    double shown[4], held[4];
    if (number_attributes("", "", rect, names, 4, shown) <= 0)
        return false;
    load_rect(layout, rect, held);
    return memcmp(shown, held, sizeof shown) == 0;
}

/* Looks for the numbers in the memory of a rectangle; false if they are nowhere or at several places. */
static bool find_numbers(module_state *state, rect_layout *layout, PyObject *rect)
{
    rect_layout found = {0};
    int places = 0;
    for (Py_ssize_t at = sizeof(PyObject); at + 16 <= layout->type->tp_basicsize; at += 4)
        for (int floats = 0; floats < 2; floats++) {
            rect_layout tried = {layout->type, at, floats};
            if (!layout_agrees(state, &tried, rect))
                continue;
            found = tried;
            places++;
        }
    *layout = found;
    return places == 1;
}

/* Whether the memory shows each number that is assigned to an attribute. */
static bool follows_assignment(module_state *state, const rect_layout *layout, PyObject *rect)
{
    PyObject *const names[] = {state->x, state->y, state->w, state->h};
    for (int i = 0; i < 4; i++) {
        PyObject *number = PyLong_FromLong(5 * i - 4321);
        bool good = number && PyObject_SetAttr(rect, names[i], number) == 0 && layout_agrees(state, layout, rect);
        Py_XDECREF(number);
        if (!good)
            return false;
    }
    return true;
}

/* Experiments with a type. The offset stays 0 if its layout cannot be known. False for lack of memory: another call may
 * know more. */
static bool experiment(module_state *state, PyTypeObject *type, rect_layout *out)
{
    rect_layout layout = {type, 0, false};
    PyObject *shape;
    bool good = attribute((PyObject *)type, state->shape, &shape) == 0;
    Py_XDECREF(shape);
    for (int i = 0; i < PROBES && good; i++) {
        const double *n = probe_numbers[i];
        PyObject *rect = PyObject_CallFunction((PyObject *)type, "dddd", n[0], n[1], n[2], n[3]);
        good = rect && Py_TYPE(rect) == type && (i > 0 || find_numbers(state, &layout, rect)) &&
               layout_agrees(state, &layout, rect) && follows_assignment(state, &layout, rect);
        Py_XDECREF(rect);
    }
    bool has_memory = !lacks_memory();
    PyErr_Clear();
    *out = good ? layout : (rect_layout){type, 0, false};
    return has_memory;
}

const rect_layout *learn_rect_layout(module_state *state, PyTypeObject *type)
{
    bool full = LOAD_SHARED(state->rect_layouts[RECT_LAYOUTS - 1].type);
    rect_layout layout, *slot = NULL;
    if (full || !is_rect_of_pygame(type) || !experiment(state, type, &layout))
        return NULL;
    Py_BEGIN_CRITICAL_SECTION((PyObject *)state->shape_type);
    for (int i = 0; i < RECT_LAYOUTS && !slot; i++) {
        rect_layout *other = &state->rect_layouts[i];
        if (other->type == type) { /* another thread was first */
            slot = other;
        } else if (!other->type) {
            other->offset = layout.offset;
            other->floats = layout.floats;
            STORE_SHARED(other->type, type); /* last: threads read the type first */
            slot = other;
        }
    }
    Py_END_CRITICAL_SECTION();
    return slot && slot->offset ? slot : NULL;
}
