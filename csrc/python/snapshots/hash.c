/* A hash of 128 bits of numbers, shapes and items, the same in every process and on every platform. */
#include "hash.h"

#include <math.h>
#include <string.h>

/* ---- the hash ---- */

void hash_word(hash128 *h, uint64_t word)
{
    uint64_t a = h->a ^ word, b = h->b ^ word;
    a = (a ^ a >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    b = (b ^ b >> 33) * UINT64_C(0xFF51AFD7ED558CCD);
    a = (a ^ a >> 27) * UINT64_C(0x94D049BB133111EB);
    b = (b ^ b >> 33) * UINT64_C(0xC4CEB9FE1A85EC53);
    h->a = (a ^ a >> 31) + UINT64_C(0x9E3779B97F4A7C15);
    h->b = (b ^ b >> 33) + UINT64_C(0xD1B54A32D192ED03);
}

void hash_hash(hash128 *h, hash128 other)
{
    hash_word(h, other.a);
    hash_word(h, other.b);
}

/* The bits of a number; both zeros have the same. */
void hash_number(hash128 *h, double number)
{
    uint64_t bits;
    number += 0.0;
    memcpy(&bits, &number, sizeof bits);
    hash_word(h, bits);
}

static void hash_vector(hash128 *h, c2d_vec v)
{
    hash_number(h, v.x);
    hash_number(h, v.y);
}

static void hash_str(hash128 *h, PyObject *object)
{
    Py_ssize_t length = PyUnicode_GET_LENGTH(object);
    hash_word(h, (uint64_t)length);
    for (Py_ssize_t i = 0; i < length; i++)
        hash_word(h, PyUnicode_READ_CHAR(object, i));
}

/* ---- shapes ---- */

static void hash_single(hash128 *h, PyObject *object)
{
    const shape_object *s = (const shape_object *)object;
    const c2d_vec *vertices = c2d_vertices(&s->shape);
    c2d_frame frame;
    hash_word(h, s->kind);
    hash_word(h, s->shape.count);
    hash_number(h, s->shape.radius);
    for (uint32_t i = 0; i < s->shape.count; i++)
        hash_vector(h, vertices[i]);
    if (!is_rect_kind(s))
        return;
    c2d_rect_frame(RECT(object), &frame);
    hash_vector(h, frame.min);
    hash_vector(h, frame.size);
    hash_vector(h, frame.pivot);
    hash_number(h, RECT(object)->angle);
}

/* The pieces, with their names: 1 and the text, or 0. */
static void hash_body(hash128 *h, const body_object *body)
{
    hash_word(h, KIND_COUNT);
    hash_word(h, body->body.count);
    for (size_t i = 0; i < body->body.count; i++) {
        PyObject *name = body->names ? PyTuple_GET_ITEM(body->names, (Py_ssize_t)i) : Py_None;
        hash_single(h, PyTuple_GET_ITEM(body->pieces, (Py_ssize_t)i));
        hash_word(h, name != Py_None);
        if (name != Py_None)
            hash_str(h, name);
    }
}

void hash_shape(hash128 *h, PyObject *object)
{
    if (is_body(object))
        hash_body(h, (body_object *)object);
    else
        hash_single(h, object);
}

/* ---- items ---- */

typedef enum item_tag {
    TAG_OTHER,
    TAG_INT,
    TAG_LARGE_INT,
    TAG_FLOAT,
    TAG_STR,
    TAG_BYTES,
    TAG_TUPLE,
    TAG_NONE
} item_tag;

/* Deeper tuples count as other objects do. */
#define MAX_NESTING 16

/* False with an error set. */
static bool hash_int(hash128 *h, PyObject *object)
{
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
    hash_word(h, overflow ? TAG_LARGE_INT : TAG_INT);
    if (!overflow) {
        hash_word(h, (uint64_t)value);
        return true;
    }
    PyObject *text = PyNumber_ToBase(object, 16);
    if (text)
        hash_str(h, text);
    Py_XDECREF(text);
    return text;
}

/* A float that is equal to an int has the same hash, because both are the same item. False with an error set. */
static bool hash_float(hash128 *h, double number)
{
    if (isfinite(number) && floor(number) == number) {
        PyObject *integer = PyLong_FromDouble(number);
        bool good = integer && hash_int(h, integer);
        Py_XDECREF(integer);
        return good;
    }
    hash_word(h, TAG_FLOAT);
    if (isnan(number))
        hash_word(h, UINT64_C(0x7FF8000000000000));
    else
        hash_number(h, number);
    return true;
}

static void hash_bytes(hash128 *h, PyObject *object)
{
    Py_ssize_t length = PyBytes_GET_SIZE(object);
    hash_word(h, TAG_BYTES);
    hash_word(h, (uint64_t)length);
    for (Py_ssize_t i = 0; i < length; i++)
        hash_word(h, (unsigned char)PyBytes_AS_STRING(object)[i]);
}

/* An object other than a tuple; false with an error set. No user code runs, not even for subclasses. */
static bool hash_scalar(hash128 *h, PyObject *object)
{
    if (PyLong_Check(object))
        return hash_int(h, object);
    if (PyFloat_Check(object))
        return hash_float(h, PyFloat_AS_DOUBLE(object));
    if (PyUnicode_Check(object)) {
        hash_word(h, TAG_STR);
        hash_str(h, object);
    } else if (PyBytes_Check(object)) {
        hash_bytes(h, object);
    } else {
        hash_word(h, object == Py_None ? TAG_NONE : TAG_OTHER);
    }
    return true;
}

bool hash_item(hash128 *h, PyObject *item)
{
    struct {
        PyObject *tuple;
        Py_ssize_t next;
    } stack[MAX_NESTING];
    size_t depth = 0;
    PyObject *object = item;
    while (object) {
        if (PyTuple_Check(object) && depth < MAX_NESTING) {
            hash_word(h, TAG_TUPLE);
            hash_word(h, (uint64_t)PyTuple_GET_SIZE(object));
            stack[depth].tuple = object;
            stack[depth++].next = 0;
        } else if (!hash_scalar(h, object)) {
            return false;
        }
        while (depth > 0 && stack[depth - 1].next == PyTuple_GET_SIZE(stack[depth - 1].tuple))
            depth--;
        object = depth ? PyTuple_GET_ITEM(stack[depth - 1].tuple, stack[depth - 1].next++) : NULL;
    }
    return true;
}
