/* The filter: blocks of pairs of simple shapes, decided in floating point where the answer is certain. The core
 * decides the other pairs.
 *
 * kernels.h: the tests and their error bounds / columns.h: rows as the columns that kernels read / domain.h: whether
 * rows are in the domain / lanes_*.h: the vector operations of a machine / backend_*.c: the former, compiled for these
 * lanes / filter.c: single shapes as columns, and the machine's backends. Backends differ in which
 * answers are certain, never in answers. */
#ifndef C2D_BATCH_FILTER_H
#define C2D_BATCH_FILTER_H

#include "batch.h"

#include "../core/exact/exact.h"

/* ---- error bounds ---- */

/* Rows are the user's numbers, which c2d_check has not rounded yet. A number below 2^-148 may differ by 2^-201 from the
 * one that the shape stores, and a sum of two such numbers by 2^-147. The floors cover both. */

/* The margin of a difference of squares, relative to their sum. As the core's: rounding takes 4 C2D_U of the squared
 * radius sum and 3 C2D_U of the squared distance. */
#define FILTER_MARGIN C2D_FILTER_LENGTH
/* The floor of that margin. A smaller difference is one of lengths below 2^-80, for which 2^-146 is not small. */
#define FILTER_FLOOR_SQUARED 0x1p-158
/* The floor of the margins of differences of coordinates. */
#define FILTER_FLOOR 0x1p-140
/* The slack of an OBB, relative to the sum of its numbers; derived in kernels.h. */
#define FILTER_SLACK (512 * C2D_U)

/* ---- columns ---- */

/* The elements of a block. */
#define BLOCK 512
/* The most lanes of a backend. Columns have this many elements more, which kernels read and write beyond the end. */
#define MAX_LANES 8

/* The cores that kernels read; all of them have radii. A circle can also be a box without size, every box an OBB. */
typedef enum core_kind {
    NO_CORE,
    CIRCLE_CORE, /* x y r */
    BOX_CORE,    /* left top right bottom r: axis-aligned */
    OBB_CORE     /* centre x y, unit vector, half sizes along and across it, r, slack: an oriented bounding box */
} core_kind;

enum { CIRCLE_X, CIRCLE_Y, CIRCLE_R };
enum { BOX_LEFT, BOX_TOP, BOX_RIGHT, BOX_BOTTOM, BOX_R };
enum { OBB_X, OBB_Y, OBB_UX, OBB_UY, OBB_W, OBB_H, OBB_R, OBB_SLACK, MAX_CORE_COLUMNS };

typedef struct block_columns {
    double at[MAX_CORE_COLUMNS][BLOCK + MAX_LANES];
} block_columns;

/* One operand of a block. */
typedef struct filter_side {
    const char *rows; /* contiguous rows of circles or axis-aligned rectangles, or NULL: see columns */
    bool single;      /* the rows are float32 */
    const block_columns *columns;
    int step; /* of the columns; 0: the first MAX_LANES elements are equal */
} filter_side;

typedef enum filter_pair {
    CIRCLES,
    BOXES, /* without radii */
    ROUND_BOXES,
    CIRCLE_OBB, /* the first side is the circle */
    OBBS,       /* without radii */
    ROUND_OBBS,
    FILTER_PAIRS
} filter_pair;

/* ---- kernels ---- */

/* By four bits, one for each lane (1: overlapping, 0: apart): the answers, one byte each. */
typedef uint32_t answer_table[16];

/* Writes the answer of each element, and the indices of those that the core must decide. Returns the number of these;
 * -1 if rows may be out of the domain, and then out has no meaning. undecided has BLOCK + MAX_LANES elements. */
typedef int filter_kernel(const filter_side *a, const filter_side *b, int count, const uint32_t *table, int8_t *out,
                          uint16_t *undecided);

typedef struct filter_backend {
    const char *name;
    filter_kernel *kernel[FILTER_PAIRS];
    /* Computes the columns of rows; false if these may be out of the domain. stride 0: there is one row, for MAX_LANES
     * elements. */
    bool (*columns_of_rows)(core_kind core, const row_format *format, const char *row, ptrdiff_t stride, int count,
                            block_columns *columns);
} filter_backend;

/* ---- shapes and backends ---- */

/* The simplest core of a shape, and the columns of a shape as that core or a more general one. */
core_kind core_of_shape(const c2d_shape *shape);
void columns_of_shape(core_kind core, const c2d_shape *shape, block_columns *out);

extern const filter_backend filter_plain;
#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_AVX2
#define HAS_AVX512
extern const filter_backend filter_avx2, filter_avx512;
#endif
#if defined(__aarch64__) && defined(__GNUC__)
#define HAS_NEON
extern const filter_backend filter_neon;
#endif

/* Collects the backends that this machine supports, the fastest first, and returns their number. */
#define MAX_BACKENDS 3
int filter_backends(const filter_backend *backends[MAX_BACKENDS]);

#endif
