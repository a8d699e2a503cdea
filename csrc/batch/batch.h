/* What the files of the array extension share. It asks the same core the same questions as the binding of single
 * shapes, of shapes that the same functions make of rows of numbers: every element is the single answer, bit for bit.
 *
 * arrays.c: the module / arrays_numbers.c, arrays_type.c: typed views of arrays / arrays_calls.c, arrays_outs.c: calls
 * of the verbs / arrays_pairs.c: all pairs. These know Python; the rest runs without the global lock: arrays_rows.c:
 * rows as shapes / arrays_loops.c: the verbs over broadcast arrays / arrays_blocks.c: those of simple shapes, by the
 * filter of arrays_filter.h. */
#ifndef C2D_ARRAYS_H
#define C2D_ARRAYS_H

#include "../include/collide2d.h"

/* ---- rows ---- */

/* In the order of shape_kind in binding.h, less the polygons, which have no rows. */
typedef enum row_kind {
    ROW_POINT,
    ROW_CIRCLE,
    ROW_SEGMENT,
    ROW_CAPSULE,
    ROW_RECT,
    ROW_ROUNDRECT,
    ROW_KINDS,
    ROW_NONE = ROW_KINDS /* a single shape of any kind */
} row_kind;

#define MAX_COLUMNS 6

/* What the numbers of a rectangle's row are; 0 for every other kind. */
typedef enum row_anchor {
    ROW_BY_TOPLEFT, /* x y w h: the outer rectangle before it is turned about its centre */
    ROW_BY_CENTER,  /* cx cy w h: the outer rectangle */
    ROW_BY_CORNERS, /* x1 y1 x2 y2, of rectangles that are neither rounded nor turned */
    ROW_AROUND,     /* cx cy inner_w inner_h: the core, of rounded rectangles */
    ROW_ANCHORS
} row_anchor;

/* How the numbers of a row lie in memory, and what they mean. */
typedef struct row_format {
    row_kind kind;
    int columns;
    bool single;      /* float32; otherwise float64 */
    ptrdiff_t column; /* bytes from one number to the next */
    row_anchor anchor;
} row_format;

/* A row as the core knows it. */
typedef struct row_shape {
    c2d_shape shape;
    c2d_rect rect;       /* the numbers that the shape derives from */
    bool has_rect, good; /* not good: the row is invalid, the rest is not set */
} row_shape;

/* Columns that a kind has, at least and at most: with the angle of rectangles, which corners have none of. */
int least_columns(row_kind kind);
int most_columns(row_kind kind);
bool has_anchor(row_kind kind, row_anchor anchor);
/* The numbers of a row, as doubles, which is exact. */
void read_row(const row_format *format, const char *row, double numbers[MAX_COLUMNS]);
/* The shape that the constructor of the kind makes of these numbers. */
c2d_status shape_of_row(const row_format *format, const double *numbers, row_shape *out);
c2d_status make_row(const row_format *format, const char *row, row_shape *out);
/* The number that a status of shape_of_row is about, by its column. */
int column_at_fault(const row_format *format, const double *numbers, c2d_status status);
/* As == of two single shapes of one kind. */
bool rows_equal(const row_shape *a, const row_shape *b);

/* ---- jobs: one verb over broadcast arrays ---- */

typedef enum array_verb {
    DO_RELATE,
    DO_COLLIDES,
    DO_OVERLAPS,
    DO_TOUCHES,
    DO_EQUALS,
    DO_SEPARATION,
    DO_DISTANCE,
    DO_CONTACT,
    DO_CAST
} array_verb;

#define MAX_AXES 64
#define MAX_OUTS 5

/* One array of a job; strides are bytes by axis of the result, 0 where it is broadcast. */
typedef struct stream {
    char *data;
    ptrdiff_t stride[MAX_AXES];
} stream;

enum { IN_A, IN_B, IN_MOTION, FIRST_OUT, STREAMS = FIRST_OUT + MAX_OUTS };

typedef struct job_operand {
    row_format format;       /* of the stream */
    const row_shape *single; /* one shape instead of the stream */
    bool masked;             /* invalid rows answer False and nan; otherwise they end the job */
} job_operand;

/* What can end a job. */
typedef enum job_fault { NO_FAULT, FAULT_ROW_A, FAULT_ROW_B, FAULT_MOTION, FAULT_MOVED } job_fault;

typedef struct job {
    array_verb verb;
    job_operand operand[2];
    row_format motion; /* DO_CAST: two columns */
    int outs;
    ptrdiff_t component[MAX_OUTS]; /* bytes from x to y, of outputs that are vectors */
    c2d_vec *room;                 /* DO_CAST: for a single shape of many vertices */
    bool masked;                   /* either operand is: motions out of the domain are no fault then */
    const char *fault_at;          /* FAULT_MOTION, FAULT_MOVED: the element in the first output */
    int axes;
    ptrdiff_t size[MAX_AXES];
    stream streams[STREAMS];
} job;

/* The outputs: of DO_CONTACT hit, normal, depth; of DO_CAST hit, t, point, normal, depth; of the others the answer.
 * Memory is only read and written as the streams say. */
job_fault run_job(job *j);

/* The first index, in C order, at which the row is invalid, and its status; false if none is. */
bool find_invalid(const row_format *format, const char *data, int axes, const ptrdiff_t *size, const ptrdiff_t *stride,
                  ptrdiff_t *index, c2d_status *status, double numbers[MAX_COLUMNS]);

#endif
