/* The bits of every result of collide2d.h over fixed random inputs, as one hash for each verb. A verb here is a
 * function of the header, or a few that are one operation.
 *
 * bits.c: the hash, the table and main / chosen.c: the inputs after the first thousand / given.c, given_motions.c:
 * inputs made by hand / worlds.c: solids of a common frame / the other files: the verbs. */
#ifndef FUZZ_BITS_H
#define FUZZ_BITS_H

#include "../../csrc/core/exact/vec.h" /* forbids contraction, also of the inputs */
#include "../decode.h"
#include "../target.h"

/* ---- results ---- */

/* Each adds a result of the running verb to its hash. Only members that a function sets are added, never padding. The
 * sign of a zero counts, since programs can see it. A NaN fails, since no result is one. */
void add_word(uint64_t word);
void add_number(double x);
void add_vec(c2d_vec v);
void add_vecs(const c2d_vec *v, size_t n);
void add_bounds(c2d_bounds b);
void add_shape(const c2d_shape *s);
void add_contact(const c2d_contact *c);
void add_hit(const c2d_hit *hit);
/* What a search for pairs, whose context is not used, has found: it goes on. */
bool add_index_pair(void *context, uint32_t i, uint32_t j);
bool add_index_pairs(void *context, const c2d_index_pair *pairs, size_t count);
const c2d_shape *shape_at(const void *list, uint32_t i);
void copy_shape(const void *list, uint32_t i, c2d_shape *out);
/* The status, and whether it is C2D_OK. */
bool add_status(c2d_status status);
#define add_status_of(call) add_status(TRY(call))

/* The status of a call that may allocate memory. fuzz/memory lets it lack memory: what it has added is dropped, and it
 * is called again. So the call has no side effects but its own, and its results are the same if the first one changed
 * nothing. */
#define TRY(call) (begin_call(), end_call(call) ? (begin_call(), end_call(call), last_status) : last_status)
void begin_call(void);
bool end_call(c2d_status status); /* whether it lacked memory */
extern c2d_status last_status;
extern bool is_calling;
extern unsigned long calls_without_memory;

/* ---- verbs ---- */

/* Decodes an input, calls the functions and adds their results. */
typedef struct verb {
    const char *name;
    void (*run)(reader *in);
} verb;

/* Each ends with a verb without a name. */
extern const verb shape_verbs[], rect_verbs[], pair_verbs[], motion_verbs[], union_verbs[], body_verbs[], seam_verbs[],
    index_verbs[], crowd_verbs[], mover_verbs[], item_verbs[], level_verbs[], given_verbs[], given_motion_verbs[];
#define TABLES 14
extern const verb *const tables[TABLES];

#define INPUTS 1000 /* of each verb */

/* The hash of all results, and how many they are. */
typedef struct tally {
    uint64_t hash, results;
} tally;

/* Runs a verb on one of the inputs of a seed, and adds its results to those from before. */
tally run_input(const verb *v, uint64_t seed, uint64_t number, tally from);
/* The hash of the results of that input alone. */
uint64_t hash_of(const verb *v, uint64_t seed, uint64_t input);

/* Inputs after the first thousand that notice changes of the core which those do not: mutants/run.py tells which are
 * noticed. The last verb is NULL, and the last input of each is 0. */
typedef struct chosen {
    const char *verb;
    const unsigned *inputs;
} chosen;
extern const chosen chosen_inputs[];

/* Ends the program if no verb has this name. */
const verb *find_verb(const char *name);
/* The inputs of chosen:VERB; NULL if the name is that of a verb. */
const chosen *find_chosen(const char *name);

/* ---- inputs ---- */

/* Working memory of the motion verbs, enough for two shapes of DRAFT_POINTS vertices. */
#define ROOM C2D_CAST_ROOM(2 * DRAFT_POINTS)
extern c2d_vec room[ROOM];

/* Random steps below a range, from few bytes of the input. */
unsigned random_step(uint64_t *state, unsigned range);
/* A positive mass, sometimes infinite. */
double read_mass(reader *in);
c2d_cast_options read_options(reader *in);

/* The frame of related worlds: coordinates are origin + k unit / 4, rounded. */
typedef struct frame {
    c2d_vec origin;
    double unit; /* > 0 */
} frame;
frame read_frame(reader *in);
/* A point of a lattice of 8 by 8 units. */
c2d_vec read_place(reader *in, const frame *f);

#define MOST_SOLIDS 24
typedef struct world {
    solid list[MOST_SOLIDS];
    const c2d_shape *shapes[MOST_SOLIDS];
    const c2d_rect *rects[MOST_SOLIDS];
    size_t count; /* at least 1 */
} world;
/* 1 to most solids: boxes, slopes, walls, circles and points in cells that share their sides, some an ulp off. */
void read_world(reader *in, const frame *f, size_t most, world *out);
/* The solids of a world as one body without an index; it refers to the world. */
c2d_body body_of(const world *w);

#endif
