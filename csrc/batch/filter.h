/* Blocks of pairs of simple shapes, decided in floating point where that is certain; the rest is left to the core.
 *
 * arrays_filter.c: rows as the columns of a block, and which path is taken / arrays_kernels.h: what is decided, and why
 * it is certain, in lanes / arrays_seen.h: the domain / arrays_forms.h: columns of what kernels read /
 * arrays_lanes_*.h: the lanes of a machine / arrays_path_*.c: a path each, of all these. What is certain may depend on
 * the path, the answers do not. */
#ifndef C2D_ARRAYS_FILTER_H
#define C2D_ARRAYS_FILTER_H

#include "batch.h"

/* So many elements are filtered at a time. */
#define BLOCK 512
/* The most lanes of a path: so many places beyond the last are read, and written in columns. */
#define MOST_LANES 8

/* What a shape is filtered as. A circle can be a box of no size, with its radius. */
typedef enum filter_form {
    NO_FORM,
    CIRCLE_FORM, /* x y r */
    BOX_FORM,    /* left top right bottom r: an upright core, grown */
    FRAME_FORM   /* x y, a unit vector, half the sizes along and across it, r, slack: a core at any angle, grown */
} filter_form;

enum { CIRCLE_X, CIRCLE_Y, CIRCLE_R };
enum { BOX_LEFT, BOX_TOP, BOX_RIGHT, BOX_BOTTOM, BOX_R };
enum { FRAME_X, FRAME_Y, FRAME_UX, FRAME_UY, FRAME_W, FRAME_H, FRAME_R, FRAME_SLACK, MOST_FORM_COLUMNS };

typedef struct block_columns {
    double at[MOST_FORM_COLUMNS][BLOCK + MOST_LANES];
} block_columns;

/* One side of a block. */
typedef struct filter_side {
    const char *rows; /* of the numbers of circles or upright rectangles, one behind the other, or NULL: */
    bool single;      /* the rows are float32 */
    const block_columns *columns;
    int step; /* of the columns; 0: the first MOST_LANES places are the same */
} filter_side;

typedef enum filter_pair {
    CIRCLES,
    BOXES, /* without radii */
    ROUND_BOXES,
    CIRCLE_FRAME, /* the first side is the circle */
    FRAMES,       /* without radii */
    ROUND_FRAMES,
    FILTER_PAIRS
} filter_pair;

/* Answers for each set of bits, a bit for each of four lanes: 1 is overlapping, 0 apart. */
typedef uint32_t answer_table[16];

/* Writes what the table says of each element, and the places of those that are to be settled. Returns how many; -1 if
 * rows may be out of the domain, then nothing is known. undecided has BLOCK + MOST_LANES places. */
typedef int filter_kernel(const filter_side *a, const filter_side *b, int count, const uint32_t *table, int8_t *out,
                          uint16_t *undecided);

typedef struct filter_path {
    const char *name;
    filter_kernel *kernel[FILTER_PAIRS];
    /* The columns of rows; false if these may be out of the domain. The stride may be 0: then of MOST_LANES rows. */
    bool (*form)(filter_form form, const row_format *format, const char *row, ptrdiff_t stride, int count,
                 block_columns *columns);
} filter_path;

/* What a shape can be, at best; and its columns, in that form or a more general one. */
filter_form form_of_shape(const c2d_shape *shape);
void gather_shape(filter_form form, const c2d_shape *shape, block_columns *out);

extern const filter_path filter_plain;
#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_AVX2
#define HAS_AVX512
extern const filter_path filter_avx2, filter_avx512;
#endif
#if defined(__aarch64__) && defined(__GNUC__)
#define HAS_NEON
extern const filter_path filter_neon;
#endif

/* What a machine has, best first: how many. */
#define MOST_PATHS 3
int filter_paths(const filter_path *paths[MOST_PATHS]);
/* The one in use, chosen when the module is made. */
extern const filter_path *filter_in_use;

#endif
