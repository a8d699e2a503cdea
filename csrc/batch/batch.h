/* Verbs over arrays: each element is the core's answer for the shapes that the same constructors make of its rows, bit
 * for bit. This room knows no Python and no NumPy; only polygons of many vertices, casts of these and
 * verbs of bodies allocate memory.
 *
 * rows.c: rows as shapes / loops.c: verbs over broadcast arrays / solids.c: rows and a body /
 * nearby.c: one row among many / blocks.c: blocks of simple shapes, decided by the kernels of filter.h / threads: a job
 * on several threads. Callers may run a job without the interpreter's lock. */
#ifndef C2D_BATCH_H
#define C2D_BATCH_H

#include "../include/collide2d.h"
#include "../core/broad/ranked_heap.h"

/* ---- rows ---- */

/* The kinds of rows, in the order of shape_kind in binding.h. */
typedef enum row_kind {
    ROW_POINT,
    ROW_CIRCLE,
    ROW_SEGMENT,
    ROW_CAPSULE,
    ROW_RECT,
    ROW_ROUNDRECT,
    ROW_POLYGON, /* start, end, radius: the vertices from start up to end of a table that all rows share */
    ROW_MIXED,   /* a code, then the numbers of the kind that it names; those beyond them are not read */
    ROW_KINDS,
    ROW_NONE = ROW_KINDS /* a single shape of any kind */
} row_kind;

#define MAX_COLUMNS 7

/* The code of a mixed row: its kind, plus this many times its anchor. */
#define ANCHOR_CODES 10

/* The meaning of a rectangle's numbers; 0 for every other kind. */
typedef enum row_anchor {
    ROW_BY_TOPLEFT,      /* x y w h: the outer rectangle before it is turned about its centre */
    ROW_BY_CENTER,       /* cx cy w h: the outer rectangle */
    ROW_BY_CORNERS,      /* x1 y1 x2 y2: the core, of rectangles that are not turned */
    ROW_AROUND,          /* cx cy inner_w inner_h: the core, of rounded rectangles */
    ROW_BY_CORE_TOPLEFT, /* x y inner_w inner_h: the core before it is turned, of rounded rectangles */
    ROW_ANCHORS
} row_anchor;

/* The table of vertices of rows of polygons. Rows may refer to vertices beyond its end: no more than `count` are read.
 */
typedef struct row_vertices {
    const char *data;
    ptrdiff_t count, stride, component; /* bytes from one vertex to the next, and from x to y */
    bool single;                        /* float32; otherwise float64 */
} row_vertices;

/* The layout of a row's numbers in memory, and their meaning. */
typedef struct row_format {
    row_kind kind;
    int columns;
    bool single;      /* float32; otherwise float64 */
    ptrdiff_t column; /* bytes from one number to the next */
    row_anchor anchor;
    row_vertices vertices; /* ROW_POLYGON, and ROW_MIXED if it has polygons */
} row_format;

/* ---- rows.c ---- */

/* Memory for vertices that are taken one shape after the other. {NULL, NULL} is empty. */
typedef struct room_part room_part;
typedef struct vertex_room {
    room_part *first, *last; /* last: the part in use */
} vertex_room;

/* Room for count > 0 vertices, which stays where it is until the room is reset or freed; NULL: no memory. */
c2d_vec *room_take(vertex_room *room, size_t count);
/* Gives back all but the first vertices of what was taken last. */
void room_shorten(vertex_room *room, const c2d_vec *last, size_t count);
/* Gives back everything; the memory is kept for what is taken next. */
void room_reset(vertex_room *room);
void room_free(vertex_room *room);

/* The status of a row of a polygon whose vertices are not all in the table. */
#define ROW_OUT_OF_TABLE ((c2d_status)(C2D_ABOVE_TURN + 1))
/* The status of a mixed row whose code names no kind. */
#define ROW_OF_NO_KIND ((c2d_status)(C2D_ABOVE_TURN + 2))

/* A row as a shape of the core. Its vertices may be in a room. */
typedef struct row_shape {
    c2d_shape shape;
    c2d_rect rect;       /* the numbers from which the shape is computed */
    bool has_rect, good; /* not good: the row is invalid and the rest is not set */
    uint8_t kind;        /* a row_kind, of a mixed row the one that its code names */
} row_shape;

/* The least and the greatest number of columns of a kind. Rectangles may have an angle, except those by corners. */
int least_columns(row_kind kind);
int most_columns(row_kind kind);
bool has_anchor(row_kind kind, row_anchor anchor);
/* Whether rows of rounded rectangles hold the core, and the radius is outside it. */
bool holds_core(row_anchor anchor);
/* Reads the numbers of a row as doubles, which is exact. */
void read_row(const row_format *format, const char *row, double numbers[MAX_COLUMNS]);
/* The code of mixed rows of this kind and anchor. */
double code_of_row(row_kind kind, row_anchor anchor);
/* The format of the numbers that follow the code of a mixed row; false: the code names no kind. */
bool format_of_code(const row_format *mixed, double code, row_format *out);
/* The format of the numbers of a row: its own, or of a mixed row that of its code, and then *numbers follow the code.
 * room: for the result. NULL: the code names no kind. */
const row_format *format_of_numbers_in(const row_format *format, const double **numbers, row_format *room);
/* Makes the shape that the constructor of the kind makes of these numbers. room: only polygons need it. The vertices of
 * a polygon are copied before they are checked, so that no other thread can change them meanwhile. */
c2d_status shape_of_row(const row_format *format, const double *numbers, vertex_room *room, row_shape *out);
/* The numbers of a rectangle, which c2d_rect_shape checks and normalises. */
c2d_rect rect_of_row(const row_format *format, const double *numbers);
/* The status of shape_of_row. Most rows are checked by comparisons; one that fails them is made as a shape, which
 * decides. */
c2d_status check_row(const row_format *format, const double *numbers);
c2d_status make_row(const row_format *format, const char *row, vertex_room *room, row_shape *out);
/* The column to which a status of shape_of_row refers; -1 if it is none. Not of mixed rows. */
int column_at_fault(const row_format *format, const double *numbers, c2d_status status);
/* As == of two single shapes. */
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
    DO_CONTAINS,
    DO_OVERLAP_AREA,
    DO_CLIP,
    DO_CLOSEST_POINTS,
    DO_CONTACT,
    DO_SEPARATE,
    DO_CAST,
    DO_TURN
} array_verb;

#define MAX_AXES 64
#define MAX_OUTS 5

/* One array of a job; strides are bytes by axis of the result, 0 where it is broadcast. */
typedef struct stream {
    char *data;
    ptrdiff_t stride[MAX_AXES];
} stream;

enum { IN_A, IN_B, IN_MOTION, IN_ANGLE, IN_ABOUT, IN_MASSES, FIRST_OUT, STREAMS = FIRST_OUT + MAX_OUTS };

typedef struct job_operand {
    row_format format;       /* of the stream */
    const row_shape *single; /* one shape instead of the stream */
    const c2d_body *body;    /* or one body */
    bool masked;             /* invalid rows answer False and nan; otherwise they end the job */
    c2d_vec ends[2];         /* DO_CLIP: of a single segment, in the user's order */
} job_operand;

/* The reasons for which a job ends. */
typedef enum job_fault {
    NO_FAULT,
    FAULT_ROW_A,
    FAULT_ROW_B,
    FAULT_MOTION,
    FAULT_ANGLE,
    FAULT_ABOUT,
    FAULT_MOVED,
    FAULT_MEMORY,
    FAULT_FAR, /* a row does not fit the period, */
    FAULT_LONG /* or its motion does not */
} job_fault;

typedef struct job {
    array_verb verb;
    const struct filter_backend *backend; /* of filter.h */
    job_operand operand[2];
    row_format motion;        /* DO_CAST, DO_TURN: two columns; none: a turn that does not move */
    row_format angle;         /* DO_TURN: one column */
    row_format about;         /* DO_TURN: two columns; none: each turns about its pivot or centre */
    row_format masses;        /* DO_SEPARATE: two columns, checked */
    c2d_cast_options options; /* DO_CAST */
    int outs;
    ptrdiff_t component[MAX_OUTS]; /* bytes from x to y, of outputs that are vectors */
    ptrdiff_t vector[MAX_OUTS];    /* bytes from one vector to the next, of outputs that are pairs of vectors */
    uint32_t vertices;             /* the greatest number of vertices of a single shape or body that moves */
    c2d_vec *room;                 /* of verbs that move a shape, from malloc: see room_of_job */
    size_t room_size;
    bool masked;          /* one of the operands is masked: a motion or turn out of the domain is no fault */
    const char *fault_at; /* from FAULT_MOTION on: the element in the first output */
    int axes;
    ptrdiff_t size[MAX_AXES];
    stream streams[STREAMS];
} job;

/* Runs a job. The outputs of DO_CONTACT are hit, normal, depth, points; of DO_CAST and DO_TURN hit, t, point, normal,
 * depth; of DO_CLIP t_in, t_out; of DO_CLOSEST_POINTS the points on a and b; of DO_SEPARATE the moves of a and b; of
 * the other verbs the answer. Memory is accessed only as the streams say. */
job_fault run_job(job *j);

/* Finds the first invalid row, in C order: its index, status and numbers. False if all rows are valid. */
bool find_invalid(const row_format *format, const char *data, int axes, const ptrdiff_t *size, const ptrdiff_t *stride,
                  ptrdiff_t *index, c2d_status *status, double numbers[MAX_COLUMNS]);

/* ---- one row among many: nearby.c ---- */

/* Rows of one axis. */
typedef struct row_stream {
    row_format format;
    const char *data;
    ptrdiff_t stride, count;
    bool masked; /* invalid rows are skipped */
} row_stream;

/* An order of rows in which neighbours in the plane come near each other: all numbers below their count. False if there
 * is no memory. */
bool order_rows(const row_stream *rows, uint32_t *order);

/* The shapes of the valid rows, in the order of order_rows. Equal ones are one shape, so that a search tries it once.
 */
typedef struct row_index {
    c2d_tree tree;
    c2d_shape *shapes;
    uint32_t *rows; /* the number of each in the array, of several rows the first; */
    uint32_t *next; /* and after each row the next one with an equal shape; C2D_NULL_INDEX: none */
    vertex_room room;
    uint32_t count, valid; /* shapes; valid rows */
    c2d_vec period;        /* INFINITY along an axis on which nothing repeats */
    uint32_t *places; /* with a period, by the number of a row: where the heap of nearest_rows has it, if it does */
    size_t work;      /* the number of searches, and of shapes that were tried in them */
} row_index;

/* At most 2^31 - 2 rows. FAULT_ROW_B: a row is invalid. FAULT_FAR: it does not fit the period. The caller frees the
 * index in every case. */
job_fault row_index_init(row_index *index, const row_stream *rows, c2d_vec period);
void row_index_free(row_index *index);

/* Finds the row that a meets first: its number, or -1. Of several at the same t it is the first. The hit is that of
 * c2d_cast_with, or of c2d_image_cast, of the deepest image. FAULT_MOTION, FAULT_MOVED: the motion or a + motion leaves
 * the domain. FAULT_FAR, FAULT_LONG: a or the motion does not fit the period. room: that of c2d_cast. */
job_fault first_hit(row_index *index, const row_shape *a, c2d_vec motion, c2d_cast_options options, c2d_vec *room,
                    ptrdiff_t *row, c2d_hit *hit);
/* Finds the nearest rows up to a distance, each by its nearest image: at most `most`, for which there is room, as
 * distances and numbers, sorted. own: a row that does not count, as it is a itself; C2D_NULL_INDEX: all count. *count:
 * how many. FAULT_FAR: a does not fit the period. */
job_fault nearest_rows(row_index *index, const c2d_shape *a, uint32_t own, size_t most, double farthest, c2d_rank *out,
                       size_t *count);

#endif
