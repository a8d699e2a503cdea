/* Queries with one shape or item: what their files share. The tree finds candidates, the core decides, and the results
 * are sorted by time or distance, then by the order of insertion.
 *
 * query_arguments.c: the shape or item and the options / filters.c: exclude and filter / ranked_list.c: results with a
 * rank / places.c: where in a list the result of an item is / ranked_objects.c: the objects of results / queries.c:
 * query / contacts.c: contacts / nearest.c: nearest / casts.c: raycast, raycast_all, cast, cast_all / turn_casts.c:
 * turn_cast, turn_cast_all / union_search.c: items that block together, and items that are only touched / row_query.c:
 * one query for each row of an array.
 *
 * exclude and filter are user code. They are asked after a search of the tree and never during one, about items to
 * which the query holds references; other threads may change the space meanwhile. */
#ifndef C2D_QUERIES_H
#define C2D_QUERIES_H

#include "../bodies/bodies.h"
#include "../space/space.h"
#include "../../core/broad/ranked_heap.h"
#include "../../core/broad/tree.h"
#include "../../core/world/union_search.h"

/* ---- query_arguments.c ---- */

typedef struct query {
    space_object *space;
    operand operand;          /* what is looked for, and the owner of the shape of a shape-like */
    PyObject *item_shape;     /* or an owned reference to the shape of an item */
    const c2d_body *solid;    /* the shape, as a body of at least one piece, */
    one_piece own;            /* of which this is the only one, if it is no body */
    const c2d_shape *shape;   /* the piece that the search is about, see select_piece, */
    const c2d_rect *rect;     /* the rectangle that it derives from, or NULL, */
    size_t piece;             /* and its index */
    c2d_cell cell;            /* of the images that the search is about, see c2d_query_images */
    bool several;             /* an item may be found several times: it or another one is a body, or has images */
    bool remembers;           /* decided is in use */
    struct decision *decided; /* a table of owned references: items that exclude and filter have decided on */
    size_t decided_count, decided_capacity;
    PyObject *self_item;        /* the item itself, which is no result, an owned reference; NULL: a shape-like */
    uint64_t layer, mask;       /* the masks of the results must have a layer of the item */
    PyObject *exclude, *filter; /* borrowed from the arguments; NULL: not given */
    const bool *passing;        /* by id, the items that have passed them; NULL: all that exist */
} query;

/* The parameters that all queries have, and their number. */
#define QUERY_OPTIONS                                                                                                  \
    {"mask", OBJECT}, {"exclude", OBJECT | OPTIONAL}, { "filter", OBJECT | OPTIONAL }
#define QUERY_OPTION_COUNT 3

/* Reads QUERY_OPTIONS, the first of which is the given parameter; false with an error set, and there is nothing to
 * release. */
bool read_query_options(PyObject *self, const signature *s, const arguments *a, int option, query *out);
/* Reads also the first parameter, a shape-like or an item. Brings the tree up to date. */
bool read_query(PyObject *self, const signature *s, const arguments *a, int option, query *out);
/* The two steps of read_query. They take NULL for what is not given. */
bool read_query_choice(PyObject *self, const char *verb, PyObject *mask, PyObject *exclude, PyObject *filter,
                       query *out);
bool read_query_solid(PyObject *self, const char *verb, PyObject *object, query *out);
void release_query(query *q);
/* Whether the shape or body in the operand, unless it is that of an item, fits the period of the space; false with an
 * error set. */
bool solid_fits(const query *q, const char *verb, const char *argument);
/* Looks for the shape or body in the operand. */
void set_solid(query *q);
static inline void select_piece(query *q, size_t piece)
{
    q->piece = piece;
    q->shape = q->solid->pieces[piece];
    q->rect = q->solid->rects ? q->solid->rects[piece] : NULL;
}
/* Notes whether bodies take part, before each search of the tree. */
static inline void note_bodies(query *q)
{
    q->several = q->operand.body || q->space->body_count > 0 || c2d_repeats(q->space->period);
}

static inline bool query_matches(const query *q, const entry *e)
{
    return e->layer.bits & q->mask && (!q->passing || q->passing[e->id]) &&
           (!q->self_item || (e->mask.bits & q->layer && e->item != q->self_item));
}

/* A piece of an item whose image the search of the selected piece has found. */
typedef struct found_piece {
    solid_piece of;
    c2d_cell image; /* by how many periods it is shifted */
} found_piece;

static inline found_piece piece_found(const query *q, uint32_t number)
{
    solid_piece p = piece_of_leaf(q->space, number);
    bool repeats = c2d_repeats(q->space->period);
    return (found_piece){p, repeats ? c2d_image_in_cell(q->cell, p.shape, q->space->period) : (c2d_cell){0, 0}};
}
static inline c2d_relation relation_to(const query *q, const found_piece *p)
{
    return c2d_relate_image(q->shape, p->of.shape, q->space->period, p->image.x, p->image.y);
}

static inline void query_candidates(query *q, c2d_bounds box, c2d_visit *visit, void *context)
{
    c2d_query_images(&q->space->tree, box, q->space->period, &q->cell, visit, context);
}

/* ---- filters.c ---- */

/* Whether exclude or filter decides on the items that are found. */
static inline bool has_filter(const query *q) { return q->exclude || q->filter; }
/* Marks the current thread as one that must not change the space, until end_filtering; false with an error set. */
bool begin_filtering(space_object *space);
void end_filtering(space_object *space);
/* Whether an item passes exclude and filter: 1, 0, or -1 with an error set. Call it between begin_filtering and
 * end_filtering, with a reference to the item. */
int passes_filter(query *q, PyObject *item);
/* As passes_filter, but it does not ask again about an item that a query that remembers has asked about. */
int passes_filter_once(query *q, PyObject *item);
void forget_decisions(query *q);

/* ---- places.c ---- */

/* Places in a list by the keys of its results. Zeros are an empty table. */
typedef struct result_place result_place;
typedef struct result_places {
    result_place *slots;
    size_t size, count;
} result_places;

#define NO_PLACE SIZE_MAX

/* Makes room for one more key; false if there is no memory. */
bool result_places_reserve(result_places *p);
void result_places_clear(result_places *p);
void result_places_free(result_places *p);
/* NO_PLACE if the key has none. */
size_t result_places_find(const result_places *p, uint64_t key);
/* There must be room for a new key. */
void result_places_set(result_places *p, uint64_t key, size_t place);
/* The key must have a place. */
void result_places_remove(result_places *p, uint64_t key);

/* ---- ranked_list.c ---- */

typedef struct ranked_result {
    union {
        c2d_rank order;
        struct {
            double rank;  /* least first, */
            uint64_t key; /* and then in order of insertion */
        };
    };
    PyObject *item;     /* an owned reference, once all results are found, */
    PyObject *shape;    /* and one to the shape of the item if that is a body or for a turn, otherwise NULL */
    double tie;         /* of results of one item with the same rank, the one with the least tie counts, */
    c2d_cell image;     /* and then that of the least image of the item, */
    uint32_t pieces[2]; /* and then that with the least pieces, which are those of the shape and the item */
    union {
        c2d_contact contact;
        c2d_hit hit;
    };
} ranked_result;

_Static_assert(sizeof(ranked_result) <= C2D_HEAP_ELEMENT, "a heap moves it");

typedef struct union_search union_search;

/* A turn by an angle in degrees, and a motion on the way. about: NULL for the pivot or centre of a shape. */
typedef struct turn_way {
    double angle;
    const c2d_vec *about;
    c2d_vec motion;
} turn_way;

typedef struct ranked_list {
    query *query;
    ranked_result *list;
    size_t count, capacity, most; /* most: how many are kept at most */
    uint64_t *filtered;           /* the serials, sorted, of entries that the filter has decided on */
    size_t filtered_count, filtered_capacity;
    result_places places; /* of a list that keeps one result of each item, while it is a heap of more than a few */
    uint64_t last;  /* the serial of the last result if the list is full and all ranks are 0; otherwise the greatest */
    double limit;   /* of nearest */
    c2d_vec motion; /* of casts, with the bounds of the shape that moves, their motion, and working memory */
    c2d_vec way;
    c2d_bounds box;
    c2d_vec *room;
    c2d_cast_options options;
    const turn_way *turn;   /* of turn casts; otherwise NULL */
    union_search *together; /* of casts of a thin shape, unless the filter comes first; otherwise NULL */
    bool failed;
} ranked_list;

/* Whether the list has as many results as are wanted. Then a result that ranks after all of them can be skipped. */
static inline bool ranked_list_is_full(const ranked_list *a) { return a->count == a->most; }

/* Tells the searches of the tree that only earlier items can still be results, see c2d_tree_cast_first. */
static inline void note_last(ranked_list *a)
{
    bool is_final = ranked_list_is_full(a) && a->count > 0 && a->list[0].rank == 0;
    a->last = is_final ? entry_of(a->query->space, a->list[0].key)->serial : UINT64_MAX;
}

/* Whether an entry can be a result: its layers match, and the filter has not decided on it. */
bool was_filtered(const ranked_list *a, const entry *e);
static inline bool ranked_list_wants(const ranked_list *a, const entry *e)
{
    return query_matches(a->query, e) && !(a->filtered_count && was_filtered(a, e));
}

/* A result without contact or hit. */
static inline void set_result(ranked_result *result, const query *q, const found_piece *found, double rank)
{
    result->rank = rank;
    result->key = sort_key_of(found->of.entry);
    result->item = result->shape = NULL;
    result->tie = 0;
    result->pieces[0] = (uint32_t)q->piece;
    result->pieces[1] = found->of.piece;
    result->image = found->image;
}

/* If bodies take part, the list keeps the best result of each item. False if there is no memory. */
bool ranked_list_add(ranked_list *a, const ranked_result *result);

/* A search of the tree that adds results to the list: it skips what ranked_list_wants refuses. Runs no user code. */
typedef void ranked_search(ranked_list *found);

/* The first results, at most the number wanted, that pass the filter; sorted, with references to their items. The
 * filter is asked in the order of the ranks until enough have passed, in rounds: each round asks about twice as many as
 * the one before, and searches the tree only for these. False with an error set, and the list is freed. */
bool search_ranked(ranked_list *found, ranked_search *search, size_t wanted);

/* Sorts results by rank, then by order of insertion. */
void ranked_list_sort(ranked_list *a);
/* Keeps the best result of each item, and sorts the results. */
void ranked_list_finish(ranked_list *a);
/* ranked_list_finish, and references to the items. Call it before anything runs user code. */
void ranked_list_hold(ranked_list *a);
/* Releases the results that do not pass the filter; false with an error set. */
bool ranked_list_filter(ranked_list *a);
/* Releases the results of a piece of the shape that is looked for. */
void ranked_list_remove_piece(ranked_list *a, uint32_t piece);
void release_ranked(ranked_list *a);
/* Frees the memory of a list without references. */
void ranked_list_free(ranked_list *a);

/* Adds the results of another list, which hold references to their items, and frees that list. The list stays sorted
 * and has at most the number wanted. If good is false, or with an error set if there is no memory, both are freed and
 * the answer is false. */
bool ranked_list_merge(ranked_list *a, ranked_list *more, bool good);

/* ---- ranked_objects.c ---- */

/* The object of a result in the answer, a new reference; NULL with an error set. */
typedef PyObject *make_object(module_state *state, const query *q, const ranked_result *a);
make_object object_of_item, object_and_distance, object_of_contact, object_of_hit;

/* All results as a list; the first one or None. They free the list of results. NULL with an error set. */
PyObject *list_of_ranked(module_state *state, ranked_list *a, make_object *present);
PyObject *first_of_ranked(module_state *state, ranked_list *a, make_object *present);

/* ---- casts.c ---- */

/* The answer of cast or cast_all, in the name of a verb. mover: the argument that moves. */
PyObject *cast_query(PyObject *self, const char *verb, const char *mover, query *q, c2d_vec motion,
                     c2d_cast_options options, bool every);

/* ---- row_query.c: one query for each row of an array ---- */

/* Many queries in one call. exclude and filter are asked at the beginning, once about each item, and nothing may change
 * the space until the end, so the items that are found are numbered and their shapes stay. */
typedef struct row_query {
    query query;
    bool *passing;
    entry **asked; /* owned references to the entries that exclude and filter have decided on */
    size_t asked_count;
    uint32_t *positions; /* by the order of insertion with its gaps; NULL: it has none */
    bool has_solid;
} row_query;

/* mask, exclude and filter: NULL for what is not given. solid: the item or shape of all queries, or NULL if each row
 * has its own. False with an error set, and there is nothing to end. */
bool begin_row_query(PyObject *space, const char *verb, PyObject *mask, PyObject *exclude, PyObject *filter,
                     PyObject *solid, row_query *out);
/* May run user code. */
void end_row_query(row_query *r);
/* Looks for the shape of a row, which stays valid. */
void select_row(row_query *r, const c2d_shape *shape, const c2d_rect *rect);
/* The index of an item in list(space). */
static inline size_t position_of(const row_query *r, uint64_t key)
{
    return r->positions ? r->positions[key >> 32] : (size_t)(key >> 32);
}
static inline PyObject *item_of_key(const row_query *r, uint64_t key) { return entry_of(r->query.space, key)->item; }

/* The results for one row, in the order of the answer, with keys and without references. They run no user code, and set
 * found->failed, or return false, without an error set if there is no memory. */
bool find_row_overlaps(query *q, bool touching, bool contained, result_list *found);
void find_row_contacts(ranked_list *found);
/* The limit of the list is that of the distance. */
void find_row_nearest(ranked_list *found, size_t count);
/* The motion, the options and the room of the list are set. A status: the motion, or the shape moved by it, is not in
 * the domain. */
c2d_status find_row_hits(ranked_list *found, bool every);

/* Whether a call has an array of shapes, or of several pairs of numbers: 1, 0, or -1 with an error set. numbers: bit i
 * says that argument i may be the latter; if any, so may origin and motion by name. */
int has_rows(PyObject *self, const char *verb, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
             unsigned numbers);
/* name: calls locked_name under the lock of the space, or for arrays the function of a verb in Python. */
#define DEFINE_QUERY(name, locked_name, verb, numbers)                                                                 \
    static DEFINE_LOCKED(name##_of_one, locked_name) PyObject *name(PyObject *self, PyObject *const *args,             \
                                                                    Py_ssize_t nargs, PyObject *kwnames)               \
    {                                                                                                                  \
        int rows = has_rows(self, verb, args, nargs, kwnames, numbers);                                                \
        if (rows)                                                                                                      \
            return rows < 0 ? NULL : call_python("collide2d.arrays.space_queries", verb, self, args, nargs, kwnames);  \
        return name##_of_one(self, args, nargs, kwnames);                                                              \
    }

/* ---- union_search.c ---- */

/* A candidate that has passed the filter: owned references, as user code has run. */
typedef struct held_candidate {
    uint64_t key;
    PyObject *item, *shape;
} held_candidate;

#define UNION_FRAMES 8 /* so many are tried */

/* The core's search for what blocks a piece of the shape. The order of a member is the key of its item, and its number
 * is that of its piece. */
struct union_search {
    c2d_union_search core;
    uint32_t piece;       /* its index in the body that is looked for */
    held_candidate *held; /* after union_search_filter, sorted by key, one for each item */
    size_t held_count;
    /* With a period: all candidates, and the frames in which they may be decided on. In a frame all is shifted back by
     * the image of a candidate, so that nothing that matters is rounded. In the first one nothing moves. */
    const c2d_shape *shape;
    const c2d_rect *rect;
    c2d_vec period;
    struct image_candidate *candidates;
    size_t candidate_count, candidate_capacity;
    struct image_node *images; /* the copies of candidates */
    c2d_cell frames[UNION_FRAMES];
    size_t frame, frame_count; /* the frame in use; frame_count: there is none, nothing moves, and copies are rounded */
    c2d_shape moved, path;     /* the shape in that frame, and, once there is a candidate, its way */
    bool has_path;
};

/* A search for the selected piece of a query, which stays valid until union_search_free. */
static inline void union_search_init(union_search *u, const query *q, c2d_vec motion, c2d_cast_options options)
{
    c2d_union_search_init(&u->core, q->shape, q->rect, motion, options);
    u->piece = (uint32_t)q->piece;
    u->held = NULL;
    u->held_count = 0;
    u->shape = q->shape;
    u->rect = q->rect;
    u->period = q->space->period;
    u->candidates = NULL;
    u->candidate_count = u->candidate_capacity = 0;
    u->images = NULL;
    u->frames[0] = (c2d_cell){0, 0};
    u->frame = 0;
    u->frame_count = 1;
    u->has_path = false;
}
void union_search_free(union_search *u);
/* Adds a candidate: c2d_union_search_add says what swept and hit are. False if there is no memory; no error is set. */
bool union_search_add(union_search *u, const found_piece *p, c2d_relation swept, const c2d_hit *hit);
/* Whether the candidates block the shape together. False if there is no memory; no error is set. */
static inline bool union_search_blocks(const union_search *u, bool *blocked)
{
    return c2d_union_search_blocks(&u->core, blocked) == C2D_OK;
}
/* Adds the hits of the candidates that block the shape together, and of those that it only touches; after
 * union_search_filter, with references to their items. False if there is no memory; no error is set. */
bool union_search_add_hits(union_search *u, ranked_list *found);

/* ---- union_filter.c ---- */

/* The held candidate with a key, or NULL. */
const held_candidate *held_candidate_of(const union_search *u, uint64_t key);
/* References to the items and shapes of all candidates, because user code runs next. False if there is no memory; no
 * error is set. */
bool union_search_hold(union_search *u, const space_object *space);
/* Keeps the candidates with these sorted keys. The references stay until union_search_free, as releasing them may run
 * user code. False if there is no memory; no error is set. */
static inline bool union_search_keep(union_search *u, const uint64_t *passed, size_t count)
{
    return c2d_union_search_keep(&u->core, passed, count) == C2D_OK;
}
/* Asks exclude and filter about the candidates, if they may be hit, and keeps those that pass. False with an error
 * set. */
bool union_search_filter(union_search *u, query *q);

#endif
