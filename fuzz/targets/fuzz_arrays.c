/* Property: whatever numbers an array of shapes has, and however they lie in memory, every element of every verb is the
 * answer of the single shapes, bit for bit, and so are all pairs, first hits, nearest rows, and the queries of a Space
 * with arrays; or a ValueError names the first row that is none. The law itself is in arrays_law.py, since NumPy says
 * best what an index means; here an input becomes rows that are related to each other (decode.h), some spoilt by any
 * double at all, and the choices of memory, verb and out.
 *
 * Built two ways, as fuzz_binding.c: with the interpreter embedded and both extensions linked in, which needs a NumPy
 * for it (FUZZ_NUMPY, or NUMPY_ROOT in the environment: the directory that has the package); with FUZZ_ARRAYS_MODULE
 * as an extension module whose replay(bytes) asks the installed package. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef FUZZ_ARRAYS_MODULE
#define EMBED_MODULE
#endif
#include "../decode.h"
#include "../embed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_ROWS 8

enum { POINT, CIRCLE, SEGMENT, CAPSULE, RECT, ROUNDRECT, KINDS };
static const int columns_of[KINDS] = {2, 3, 4, 5, 5, 6};

static PyObject *hold; /* arrays_law.hold */

/* ---- rows ---- */

/* The numbers of a constructor that makes approximately this shape. */
static void row_of(int kind, const solid *s, double angle, double *out)
{
    const c2d_shape *shape = &s->shape;
    const c2d_vec *v = c2d_vertices(shape);
    c2d_vec first = v[0], second = v[shape->count / 2];
    double radius = shape->radius, numbers[6] = {first.x, first.y, second.x, second.y, radius, angle};

    if (kind == CIRCLE)
        numbers[2] = radius;
    if (kind >= RECT) {
        c2d_vec low = shape->min, high = shape->max;
        if (kind == RECT && shape->count > 1 && radius == 0) {
            low = (c2d_vec){fmin(first.x, second.x), fmin(first.y, second.y)};
            high = (c2d_vec){fmax(first.x, second.x), fmax(first.y, second.y)};
        }
        numbers[0] = low.x;
        numbers[1] = low.y;
        numbers[2] = high.x - low.x;
        numbers[3] = high.y - low.y;
        if (kind == RECT)
            numbers[4] = angle;
        else
            numbers[4] = fmin(radius, fmin(numbers[2], numbers[3]) / 2);
    }
    memcpy(out, numbers, (size_t)columns_of[kind] * sizeof *out);
}

static PyObject *list_of(const double *numbers, Py_ssize_t count)
{
    PyObject *list = PyList_New(count);

    for (Py_ssize_t i = 0; i < count && list; i++)
        PyList_SET_ITEM(list, i, PyFloat_FromDouble(numbers[i]));
    if (!list)
        fatal("a list");
    return list;
}

static double read_angle(reader *in)
{
    unsigned tag = read_byte(in);

    return tag < 96 ? 0 : tag < 192 ? (double)(tag - 96) * 7.5 : read_coordinate(in);
}

/* Replaces one of n numbers by any double, rarely. */
static void spoil(reader *in, double *numbers, int count)
{
    unsigned tag = read_byte(in);

    if (tag >= 216 && count > 0)
        numbers[tag % (unsigned)count] = read_number(in);
}

static void run(reader *in)
{
    int kind[2] = {(int)(read_byte(in) % KINDS), (int)(read_byte(in) % KINDS)};
    int counts = (int)read_byte(in), count[2] = {counts % (MOST_ROWS + 1), counts / 16 % (MOST_ROWS + 1)};
    double rows[2][MOST_ROWS * 6], motions[MOST_ROWS * 2];
    char choices[56];
    int ways = counts % 3 ? 1 : MOST_ROWS;

    /* Read first, because the rows may use all bytes that are left. */
    for (size_t i = 0; i < sizeof choices; i++)
        choices[i] = (char)read_byte(in);
    if (counts % 5)
        count[1] = count[0];
    for (int i = 0; i < (count[0] > count[1] ? count[0] : count[1]); i++) {
        solid s[2];
        read_pair(in, &s[0], &s[1]);
        for (int k = 0; k < 2; k++) {
            double *row = rows[k] + i * columns_of[kind[k]];
            row_of(kind[k], &s[k], read_angle(in), row);
            spoil(in, row, columns_of[kind[k]]);
        }
    }
    for (int i = 0; i < 2 * ways; i++)
        motions[i] = read_coordinate(in);
    spoil(in, motions, 2 * ways);

    PyObject *a = list_of(rows[0], count[0] * columns_of[kind[0]]);
    PyObject *b = list_of(rows[1], count[1] * columns_of[kind[1]]);
    PyObject *args = Py_BuildValue("(iiNNNy#)", kind[0], kind[1], a, b, list_of(motions, 2 * ways), choices,
                                   (Py_ssize_t)sizeof choices);
    if (!args)
        fatal("the arguments");
    if (target_verbose) {
        fprintf(stderr, "hold");
        PyObject_Print(args, stderr, 0);
        fprintf(stderr, "\n");
    }
    PyObject *broken = PyObject_CallObject(hold, args);
    if (!broken)
        fatal("an exception");
    if (PyUnicode_GetLength(broken) != 0) {
        fprintf(stderr, "hold");
        PyObject_Print(args, stderr, 0);
        CHECK(0, "%s", PyUnicode_AsUTF8(broken));
    }
    Py_DECREF(broken);
    Py_DECREF(args);
}

static void run_once(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);

    if (!hold)
        hold = imported("arrays_law", "hold");
    run(&in);
    CHECK(!PyErr_Occurred(), "an exception was left behind");
}

#ifndef FUZZ_ARRAYS_MODULE

static void start(void) { start_python_with_numpy(PYMEM_ALLOCATOR_PYMALLOC); }

#endif

EMBED_REPLAY(fuzz_arrays)
