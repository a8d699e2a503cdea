/* Space.digest: 128 bits that depend on the state of a space only, not on its history, the process or the platform.
 *
 * Every entry has a hash of its shape, its layers and its item, and a link: the hash of its own hash and that of the
 * next entry in the order. The digest is made of the sum of all links. A change therefore replaces the links of two
 * entries, and the links determine the order, unless entries with equal hashes permit several.
 */
#include "../space/space.h"
#include "hash.h"

#include <string.h>

/* ---- the table ---- */

/* What the digest knows of the entry with an id. */
typedef struct digest_row {
    hash128 item, hash, link; /* link is part of the sum */
    uint32_t previous, next;  /* ids in the order, C2D_NULL_INDEX at the ends */
    bool has_item;
} digest_row;

struct digest_table {
    digest_row *rows;
    id_set stale;
    uint32_t last;
    hash128 sum;
};

id_set *stale_ids(digest_table *digest) { return &digest->stale; }

bool digest_resize(digest_table *digest, uint32_t old_capacity, uint32_t capacity)
{
    if (!digest)
        return true;
    digest_row *rows = PyMem_Realloc(digest->rows, capacity * sizeof *rows);
    if (rows)
        digest->rows = rows;
    return rows && id_set_resize(&digest->stale, old_capacity, capacity);
}

void free_digest(digest_table *digest)
{
    if (!digest)
        return;
    PyMem_Free(digest->rows);
    id_set_free(&digest->stale);
    PyMem_Free(digest);
}

/* Makes b the one after a; either may be C2D_NULL_INDEX. */
static void connect(digest_table *digest, uint32_t a, uint32_t b)
{
    if (b == C2D_NULL_INDEX)
        digest->last = a;
    else
        digest->rows[b].previous = a;
    if (a == C2D_NULL_INDEX)
        return;
    digest->rows[a].next = b;
    id_set_add(&digest->stale, a);
}

void digest_note_insertion(digest_table *digest, const entry *e, const entry *next)
{
    if (!digest)
        return;
    uint32_t previous = next ? digest->rows[next->id].previous : digest->last;
    memset(&digest->rows[e->id], 0, sizeof digest->rows[e->id]);
    connect(digest, previous, e->id);
    connect(digest, e->id, next ? next->id : C2D_NULL_INDEX);
}

void digest_note_removal(digest_table *digest, const entry *e)
{
    if (!digest)
        return;
    const digest_row *row = &digest->rows[e->id];
    digest->sum.a -= row->link.a;
    digest->sum.b -= row->link.b;
    connect(digest, row->previous, row->next);
}

/* ---- digest ---- */

/* Makes the table of a space if it has none; false with an error set. */
static bool begin_digest(space_object *space)
{
    if (space->digest)
        return true;
    digest_table *digest = PyMem_Calloc(1, sizeof *digest);
    if (!digest || !digest_resize(digest, 0, space->capacity ? space->capacity : 1)) {
        free_digest(digest);
        PyErr_NoMemory();
        return false;
    }
    digest->last = C2D_NULL_INDEX;
    for (uint32_t i = 0; i < space->order_length; i++)
        if (space->order[i])
            digest_note_insertion(digest, space->order[i], NULL);
    space->digest = digest;
    return true;
}

/* Hashes the entry of a row; false with an error set. */
static bool update_hash(digest_row *row, const entry *e)
{
    hash128 h = {0, 0};
    if (!row->has_item && !hash_item(&h, e->item))
        return false;
    if (!row->has_item)
        row->item = h;
    row->has_item = true;
    h = row->item;
    hash_word(&h, e->layer.bits);
    hash_word(&h, e->mask.bits);
    hash_shape(&h, e->shape);
    row->hash = h;
    return true;
}

static void update_link(digest_table *digest, digest_row *row)
{
    hash128 old = row->link, end = {0, 0};
    row->link = row->hash;
    hash_hash(&row->link, row->next == C2D_NULL_INDEX ? end : digest->rows[row->next].hash);
    digest->sum.a += row->link.a - old.a;
    digest->sum.b += row->link.b - old.b;
}

/* Brings the sum up to date; false with an error set. */
static bool update_digest(const space_object *space, digest_table *digest)
{
    id_set *stale = &digest->stale;
    uint32_t changed = stale->count;
    for (uint32_t i = 0; i < changed; i++) {
        const entry *e = space->by_id[stale->ids[i]];
        digest_row *row = &digest->rows[stale->ids[i]];
        if (e && !update_hash(row, e))
            return false;
        if (e && row->previous != C2D_NULL_INDEX)
            id_set_add(stale, row->previous);
    }
    for (uint32_t i = 0; i < stale->count; i++)
        if (space->by_id[stale->ids[i]])
            update_link(digest, &digest->rows[stale->ids[i]]);
    id_set_clear(stale);
    return true;
}

const char space_digest_doc[] = PyDoc_STR(
    "digest($self, /)\n--\n\n"
    "A hash of the state: an int below 2**128, equal for equal states in every process and on every platform.\n\n"
    "The state is the items, their order, shapes, layers and masks; how a space came to its state has no effect.\n"
    "Numbers, strings, bytes, None and tuples of these count as items by their value. Other objects count by their\n"
    "shape, layers and neighbours in the order only, because nothing else about them is the same in two processes.\n"
    "The first call hashes all items; later ones hash those that changed since the last call.\n\n"
    ">>> space = Space({\"player\": Circle(0, 0, 1)})\n"
    ">>> before = space.digest()\n"
    ">>> space.move(\"player\", 1, 0)\n"
    "[]\n"
    ">>> space.digest() == before\n"
    "False\n"
    ">>> space.move(\"player\", -1, 0)\n"
    "[]\n"
    ">>> space.digest() == before\n"
    "True\n");

static PyObject *int_of_hash(hash128 h)
{
    PyObject *a = PyLong_FromUnsignedLongLong(h.a), *b = PyLong_FromUnsignedLongLong(h.b), *shift = PyLong_FromLong(64);
    PyObject *upper = a && shift ? PyNumber_Lshift(a, shift) : NULL;
    PyObject *number = upper && b ? PyNumber_Or(upper, b) : NULL;
    Py_XDECREF(a);
    Py_XDECREF(b);
    Py_XDECREF(shift);
    Py_XDECREF(upper);
    return number;
}

PyObject *space_digest(PyObject *self, PyObject *Py_UNUSED(unused))
{
    hash128 h = {0, 0};
    bool good;
    Py_BEGIN_CRITICAL_SECTION(self);
    space_object *space = SPACE(self);
    good = begin_digest(space) && update_digest(space, space->digest);
    if (good) {
        hash_hash(&h, space->digest->sum);
        hash_word(&h, space->count);
        if (c2d_repeats(space->period)) {
            hash_number(&h, space->period.x);
            hash_number(&h, space->period.y);
        }
    }
    Py_END_CRITICAL_SECTION();
    return good ? int_of_hash(h) : NULL;
}
