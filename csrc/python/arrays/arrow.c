/* Tables for other libraries: columns in the Arrow C data interface, in the capsules of the Arrow PyCapsule interface.
 * Everything is copied, so a table needs neither Python nor its source: it may be released by any thread, at any time.
 * The structures are those of https://arrow.apache.org/docs/format/CDataInterface.html */
#include "numpy.h"

#include <stdlib.h>
#include <string.h>

typedef struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
} ArrowSchema;

typedef struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
} ArrowArray;

enum { NULLABLE = 2, MAX_BUFFERS = 3 };

static void *copy_of(const void *data, size_t size)
{
    void *copy = malloc(size + !size);
    if (copy)
        memcpy(copy, data, size);
    return copy;
}

/* ---- release ---- */

/* Consumers may have moved a child elsewhere; its release is NULL then. */
static void release_schema(ArrowSchema *s)
{
    for (int64_t i = 0; i < s->n_children && s->children; i++) {
        if (s->children[i] && s->children[i]->release)
            s->children[i]->release(s->children[i]);
        free(s->children[i]);
    }
    free(s->children);
    free((void *)s->name);
    s->release = NULL;
}

static void release_array(ArrowArray *a)
{
    for (int64_t i = 0; i < a->n_children && a->children; i++) {
        if (a->children[i] && a->children[i]->release)
            a->children[i]->release(a->children[i]);
        free(a->children[i]);
    }
    free(a->children);
    for (int64_t i = 0; i < a->n_buffers && a->buffers; i++)
        free((void *)a->buffers[i]);
    free(a->buffers);
    a->release = NULL;
}

static void free_schema(PyObject *capsule)
{
    ArrowSchema *s = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (s->release)
        s->release(s);
    free(s);
}

static void free_array(PyObject *capsule)
{
    ArrowArray *a = PyCapsule_GetPointer(capsule, "arrow_array");
    if (a->release)
        a->release(a);
    free(a);
}

/* ---- nodes ---- */

/* A schema and the array of it. Both can be released from the start, and so after an error. */
typedef struct node {
    ArrowSchema *schema;
    ArrowArray *array;
} node;

static bool start_node(node n, const char *name, const char *format, int64_t length, int64_t children)
{
    memset(n.schema, 0, sizeof *n.schema);
    memset(n.array, 0, sizeof *n.array);
    n.schema->release = release_schema;
    n.array->release = release_array;
    n.schema->format = format;
    n.schema->flags = NULLABLE;
    n.array->length = length;
    n.schema->name = copy_of(name, strlen(name) + 1);
    n.array->buffers = calloc(MAX_BUFFERS, sizeof *n.array->buffers);
    n.schema->children = calloc((size_t)children + 1, sizeof *n.schema->children);
    n.array->children = calloc((size_t)children + 1, sizeof *n.array->children);
    if (!n.schema->name || !n.array->buffers || !n.schema->children || !n.array->children)
        return false;
    n.array->n_buffers = 1; /* validity; NULL: all are valid */
    n.schema->n_children = n.array->n_children = children;
    return true;
}

/* Allocates child i, which is then to be started. */
static bool add_child(node parent, int64_t i, node *out)
{
    out->schema = parent.schema->children[i] = calloc(1, sizeof *out->schema);
    out->array = parent.array->children[i] = calloc(1, sizeof *out->array);
    return out->schema && out->array;
}

/* Bits, the first one lowest, from bytes that are 0 or 1; *zeros: the number of bits that are 0. */
static uint8_t *pack_bits(const char *bytes, int64_t count, int64_t *zeros)
{
    uint8_t *bits = calloc((size_t)(count / 8 + 1), 1);
    *zeros = 0;
    for (int64_t i = 0; i < count && bits; i++) {
        bool set = bytes[i] != 0;
        bits[i / 8] = (uint8_t)(bits[i / 8] | set << i % 8);
        *zeros += !set;
    }
    return bits;
}

static bool set_validity(node n, PyArrayObject *valid)
{
    if (!valid)
        return true;
    n.array->buffers[0] = pack_bits(PyArray_BYTES(valid), n.array->length, &n.array->null_count);
    return n.array->buffers[0] != NULL;
}

static bool set_data(node n, const void *data)
{
    n.array->buffers[1] = data;
    n.array->n_buffers = 2;
    return data != NULL;
}

static bool fill_numbers(node n, const char *name, PyArrayObject *column, PyArrayObject *valid)
{
    int64_t length = PyArray_SIZE(column);
    return start_node(n, name, "g", length, 0) && set_validity(n, valid) &&
           set_data(n, copy_of(PyArray_BYTES(column), (size_t)length * sizeof(double)));
}

/* A column of lists of pairs: row i has the pairs from offsets[i] up to offsets[i + 1]. */
static bool fill_lists(node n, const char *name, PyArrayObject *offsets, PyArrayObject *pairs, PyArrayObject *valid)
{
    node pair, number;
    int64_t length = PyArray_SIZE(offsets) - 1;
    return start_node(n, name, "+L", length, 1) && set_validity(n, valid) &&
           set_data(n, copy_of(PyArray_BYTES(offsets), (size_t)(length + 1) * sizeof(int64_t))) &&
           add_child(n, 0, &pair) && start_node(pair, "item", "+w:2", PyArray_SIZE(pairs) / 2, 1) &&
           add_child(pair, 0, &number) && fill_numbers(number, "item", pairs, NULL);
}

/* A column of strings in UTF-8: row i has the bytes from offsets[i] up to offsets[i + 1]. */
static bool fill_strings(node n, const char *name, PyArrayObject *offsets, PyArrayObject *bytes, PyArrayObject *valid)
{
    int64_t length = PyArray_SIZE(offsets) - 1;
    if (!start_node(n, name, "U", length, 0) || !set_validity(n, valid) ||
        !set_data(n, copy_of(PyArray_BYTES(offsets), (size_t)(length + 1) * sizeof(int64_t))))
        return false;
    n.array->n_buffers = 3;
    n.array->buffers[2] = copy_of(PyArray_BYTES(bytes), (size_t)PyArray_SIZE(bytes));
    return n.array->buffers[2] != NULL;
}

/* ---- tables ---- */

static bool is_contiguous(PyObject *object, int type, int axes)
{
    const PyArrayObject *array = (PyArrayObject *)object;
    return PyArray_Check(object) && PyArray_IS_C_CONTIGUOUS(array) && PyArray_ISNOTSWAPPED(array) &&
           PyArray_TYPE(array) == type && PyArray_NDIM(array) == axes;
}

/* Whether a column is what collide2d/arrays promises to pass. The offsets have been checked. */
static bool is_column(PyObject *data, PyObject *more, PyObject *valid, ptrdiff_t rows)
{
    bool lists = more != Py_None;
    bool good = lists ? is_contiguous(data, NPY_INT64, 1) &&
                            (is_contiguous(more, NPY_FLOAT64, 2) || is_contiguous(more, NPY_UINT8, 1))
                      : is_contiguous(data, NPY_FLOAT64, 1);
    if (valid != Py_None)
        good = good && is_contiguous(valid, NPY_BOOL, 1) && PyArray_SIZE((PyArrayObject *)valid) == rows;
    return good && PyArray_SIZE((PyArrayObject *)data) == rows + lists;
}

static bool fill_column(node parent, Py_ssize_t i, PyObject *column, ptrdiff_t rows)
{
    node n;
    const char *name;
    PyObject *data, *more, *valid;
    if (!PyArg_ParseTuple(column, "sOOO:_arrow", &name, &data, &more, &valid))
        return false;
    if (!is_column(data, more, valid, rows)) {
        PyErr_SetString(PyExc_ValueError, "_arrow: the columns must be contiguous arrays of one length");
        return false;
    }
    PyArrayObject *mask = valid == Py_None ? NULL : (PyArrayObject *)valid;
    PyArrayObject *first = (PyArrayObject *)data, *second = (PyArrayObject *)more;
    bool good = add_child(parent, i, &n);
    if (good && more == Py_None)
        good = fill_numbers(n, name, first, mask);
    else if (good)
        good = PyArray_TYPE(second) == NPY_UINT8 ? fill_strings(n, name, first, second, mask)
                                                 : fill_lists(n, name, first, second, mask);
    if (!good)
        PyErr_NoMemory();
    return good;
}

PyObject *arrays_arrow(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_ssize_t rows;
    PyObject *columns;
    if (!PyArg_ParseTuple(args, "nO!:_arrow", &rows, &PyTuple_Type, &columns))
        return NULL;
    node table = {calloc(1, sizeof(ArrowSchema)), calloc(1, sizeof(ArrowArray))};
    PyObject *schema = table.schema ? PyCapsule_New(table.schema, "arrow_schema", free_schema) : PyErr_NoMemory();
    PyObject *array = table.array ? PyCapsule_New(table.array, "arrow_array", free_array) : PyErr_NoMemory();
    if (!schema)
        free(table.schema);
    if (!array)
        free(table.array);
    bool good = schema && array;
    if (good && !start_node(table, "", "+s", rows, PyTuple_GET_SIZE(columns))) {
        PyErr_NoMemory();
        good = false;
    }
    for (Py_ssize_t i = 0; good && i < PyTuple_GET_SIZE(columns); i++)
        good = fill_column(table, i, PyTuple_GET_ITEM(columns, i), rows);
    PyObject *pair = good ? PyTuple_Pack(2, schema, array) : NULL;
    Py_XDECREF(schema);
    Py_XDECREF(array);
    return pair;
}
