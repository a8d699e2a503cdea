/* New rows from old ones: what move at rotate scale_by grow replace make of single shapes, row by row. The numbers are
 * changed by the functions of the core that also change single shapes, and the new row is checked as a constructor
 * checks it. collide2d/arrays checks the arguments and chooses the anchor of the new rows. */
#include "element_parts.h"

#include <math.h>
#include <string.h>

typedef enum row_change {
    CHANGE_MOVE,
    CHANGE_AT,
    CHANGE_ROTATE,
    CHANGE_ROTATE_RADIANS,
    CHANGE_SCALE_BY,
    CHANGE_GROW,
    CHANGE_REPLACE,
    CHANGES
} row_change;

static const struct {
    const char *name, *verb;
} change_names[CHANGES] = {
    {"move", "move"},         {"at", "at"},     {"rotate", "rotate"},   {"radians", "rotate"},
    {"scale_by", "scale_by"}, {"grow", "grow"}, {"replace", "replace"},
};

typedef struct change {
    row_change how;
    unsigned given; /* CHANGE_REPLACE: a bit for each column that is replaced, counted as if there were an angle */
    row_format from, to;
} change;

#define MAX_ARRAYS 3 /* the rows and at most two arguments */

/* ---- one row ---- */

/* As c2d_check. Most numbers are neither tiny nor large, and stay as they are. */
static inline c2d_status settle(double *x)
{
    double size = fabs(*x);
    return size >= 0x1p-140 && size <= 0x1p190 ? C2D_OK : c2d_check(x);
}

static c2d_vec vector_at(const double *numbers) { return (c2d_vec){numbers[0], numbers[1]}; }

/* The place of the angle among the columns of rectangles. */
static int angle_of(row_kind kind) { return kind == ROW_ROUNDRECT ? 5 : 4; }

static void replace_numbers(const change *c, c2d_rect *rect, const double *values)
{
    double *numbers[] = {&rect->at.x, &rect->at.y, &rect->size.x, &rect->size.y, &rect->radius, &rect->angle};
    int angle = angle_of(c->from.kind);
    if (c->given & ~(1u << angle))
        *rect = rect_by_topleft(rect);
    else if (rect->anchor == C2D_BY_CORNERS && c->to.anchor != ROW_BY_CORNERS)
        c2d_rect_rotate(rect, 0, NULL); /* then by the centre, about which it turns */
    for (int i = 0; i <= angle; i++)
        if (c->given >> i & 1)
            *numbers[i == angle ? 5 : i] = *values++;
}

/* As c2d_rect_shape sorts them. */
static void sort_corners(c2d_rect *rect)
{
    c2d_vec a = rect->at, b = rect->size;
    if (rect->anchor != C2D_BY_CORNERS)
        return;
    rect->at = (c2d_vec){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
    rect->size = (c2d_vec){a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y};
}

static void change_rect(const change *c, c2d_rect *rect, const double *x, const c2d_vec *about)
{
    double angle = rect->angle;
    switch (c->how) {
    case CHANGE_MOVE:
        c2d_rect_move(rect, vector_at(x));
        if (rect->anchor == C2D_BY_CORNERS && c->to.anchor != ROW_BY_CORNERS) {
            rect->size = (c2d_vec){rect->size.x - rect->at.x, rect->size.y - rect->at.y};
            rect->anchor = C2D_BY_TOPLEFT;
        }
        break;
    case CHANGE_AT: c2d_rect_at(rect, vector_at(x)); break;
    case CHANGE_SCALE_BY: c2d_rect_scale(rect, *x); break;
    case CHANGE_GROW:
        if (c->to.anchor == ROW_BY_CORE_TOPLEFT)
            rect->angle = 0; /* the anchor of a turned one would become its centre */
        c2d_rect_grow(rect, *x);
        rect->angle = angle;
        break;
    case CHANGE_REPLACE: replace_numbers(c, rect, x); break;
    default: c2d_rect_rotate(rect, *x, about); break;
    }
}

static c2d_vec center_of_row(const row_format *format, const double *n)
{
    row_shape made;
    if (format->kind <= ROW_CIRCLE || shape_of_row(format, n, NULL, &made))
        return vector_at(n);
    return c2d_center(&made.shape);
}

static void change_points(const change *c, double *n, const double *x, const c2d_vec *about)
{
    int count = c->from.kind <= ROW_CIRCLE ? 1 : 2;
    c2d_vec points[2] = {vector_at(n), count == 2 ? vector_at(n + 2) : (c2d_vec){0, 0}};
    c2d_vec center = about || c->how == CHANGE_MOVE ? vector_at(n) : center_of_row(&c->from, n);
    double radius = c->from.columns > 2 * count ? n[2 * count] : 0;
    switch (c->how) {
    case CHANGE_MOVE: c2d_move_points(points, (size_t)count, vector_at(x)); break;
    case CHANGE_AT:
        if (count == 1)
            points[0] = vector_at(x);
        else
            c2d_move_points(points, 2, (c2d_vec){x[0] - center.x, x[1] - center.y});
        break;
    case CHANGE_SCALE_BY:
        c2d_scale_points(points, (size_t)count, *x, center);
        radius = *x * radius;
        break;
    case CHANGE_GROW: radius = radius + *x; break;
    case CHANGE_REPLACE: break;
    default: c2d_rotate_points(points, (size_t)count, *x, about ? *about : center); break;
    }
    for (int i = 0; i < count; i++) {
        n[2 * i] = points[i].x;
        n[2 * i + 1] = points[i].y;
    }
    if (c->to.columns > 2 * count)
        n[2 * count] = radius;
    for (int i = 0; i < c->to.columns; i++)
        if (c->given >> i & 1)
            n[i] = *x++;
}

typedef enum change_fault { NO_CHANGE_FAULT, FAULT_OF_ROW, FAULT_OF_ANGLE, FAULT_OF_RESULT } change_fault;

/* Changes the numbers of a row to those of the new one. x: the argument; about: NULL, or the other one. */
static change_fault change_row(const change *c, double *n, double *x, int count, double *about, c2d_status *status)
{
    *status = check_row(&c->from, n);
    if (*status)
        return FAULT_OF_ROW;
    if (c->how == CHANGE_ROTATE_RADIANS)
        *x = c2d_degrees(*x);
    for (int i = 0; i < count && c->how != CHANGE_REPLACE; i++)
        if ((*status = settle(&x[i])))
            return FAULT_OF_ANGLE; /* the other arguments are in the domain */
    for (int i = 0; i < 2 && about; i++)
        settle(&about[i]);
    for (int i = 0; i < c->from.columns; i++)
        settle(&n[i]);
    c2d_vec pivot = about ? vector_at(about) : (c2d_vec){0, 0};
    if (c->from.kind >= ROW_RECT) {
        c2d_rect rect = rect_of_row(&c->from, n);
        sort_corners(&rect);
        change_rect(c, &rect, x, about ? &pivot : NULL);
        double numbers[] = {rect.at.x, rect.at.y, rect.size.x, rect.size.y, rect.radius};
        memcpy(n, numbers, sizeof numbers);
        if (c->to.columns > least_columns(c->to.kind))
            n[c->to.columns - 1] = rect.angle;
    } else {
        change_points(c, n, x, about ? &pivot : NULL);
    }
    for (int i = 0; i < c->to.columns; i++)
        settle(&n[i]);
    *status = check_row(&c->to, n);
    return *status ? FAULT_OF_RESULT : NO_CHANGE_FAULT;
}

/* ---- all rows ---- */

/* What a loop over rows reads and writes, and where it stopped. */
typedef struct change_job {
    change change;
    int arrays;
    PyArrayObject *array[MAX_ARRAYS]; /* borrowed: the rows, then the arguments; the last axis is that of one row */
    int axes;                         /* of the result */
    ptrdiff_t size[MAX_AXES], stride[MAX_ARRAYS][MAX_AXES]; /* in bytes, 0 where an array is broadcast */
    bool masked;
    double *out; /* contiguous */
    ptrdiff_t index[MAX_AXES];
    double numbers[MAX_COLUMNS + 1];
    c2d_status status;
} change_job;

/* The rows and the arguments along the last axis. */
typedef struct change_line {
    const char *at[MAX_ARRAYS];
    ptrdiff_t step[MAX_ARRAYS];
    row_format format[MAX_ARRAYS];
} change_line;

/* Changes the rows of a line. done: how many, before the one at fault if there is one. */
static change_fault change_rows_of_line(change_job *j, const change_line *line, ptrdiff_t count, double *out,
                                        ptrdiff_t *done)
{
    const change *c = &j->change;
    const bool has_about = j->arrays > 2, masked = j->masked;
    const int columns = c->to.columns, numbers = line->format[1].columns;
    for (ptrdiff_t i = 0; i < count; i++, out += columns) {
        double n[MAX_COLUMNS + 1], x[MAX_COLUMNS + 1], about[MAX_COLUMNS + 1];
        c2d_status status;
        read_row(&c->from, line->at[0] + i * line->step[0], n);
        read_row(&line->format[1], line->at[1] + i * line->step[1], x);
        if (has_about)
            read_row(&line->format[2], line->at[2] + i * line->step[2], about);
        change_fault fault = change_row(c, n, x, numbers, has_about ? about : NULL, &status);
        if (fault && !masked) {
            memcpy(j->numbers, fault == FAULT_OF_ANGLE ? x : n, sizeof j->numbers);
            j->status = status;
            *done = i;
            return fault;
        }
        for (int k = 0; k < columns; k++)
            out[k] = fault ? NAN : n[k];
    }
    *done = count;
    return NO_CHANGE_FAULT;
}

/* The rows from j->index to the end of its line. */
static change_line line_at_index(const change_job *j)
{
    change_line line;
    for (int k = 0; k < j->arrays; k++) {
        line.at[k] = PyArray_BYTES(j->array[k]);
        for (int a = 0; a < j->axes; a++)
            line.at[k] += j->index[a] * j->stride[k][a];
        line.step[k] = j->axes ? j->stride[k][j->axes - 1] : 0;
        line.format[k] = format_of_numbers(j->array[k], ROW_POINT, ROW_BY_TOPLEFT);
    }
    return line;
}

/* Changes the results from `from` up to `to`, in C order. After a fault j->index is that of the row. */
static change_fault change_rows(change_job *j, ptrdiff_t from, ptrdiff_t to)
{
    int last = j->axes - 1;
    index_of_element(j->axes, j->size, from, j->index);
    while (from < to) {
        change_line line = line_at_index(j);
        ptrdiff_t done, left = j->axes ? j->size[last] - j->index[last] : 1;
        left = left < to - from ? left : to - from;
        change_fault fault = change_rows_of_line(j, &line, left, j->out + from * j->change.to.columns, &done);
        if (j->axes)
            j->index[last] += done;
        if (fault)
            return fault;
        from += left;
        for (int a = last; a > 0 && j->index[a] == j->size[a]; a--) {
            j->index[a] = 0;
            j->index[a - 1]++;
        }
    }
    return NO_CHANGE_FAULT;
}

static bool change_part(void *context, int Py_UNUSED(worker), size_t part)
{
    change_job j = *(const change_job *)context;
    ptrdiff_t rows = PyArray_MultiplyList(j.size, j.axes);
    return change_rows(&j, first_of_part(part), end_of_part(part, rows)) == NO_CHANGE_FAULT;
}

/* Runs without the GIL. If a part has a fault, one thread finds the first. */
static change_fault change_all_rows(change_job *j, int threads)
{
    ptrdiff_t rows = PyArray_MultiplyList(j->size, j->axes);
    threads = threads_for_elements(rows, threads);
    if (threads > 1 && run_parts(threads, count_parts(rows), change_part, j))
        return NO_CHANGE_FAULT;
    return change_rows(j, 0, rows);
}

/* Whether the arrays of the arguments are float64 and have an axis of their own. */
static bool check_arguments_of(const change_job *j)
{
    bool good = true;
    for (int k = 1; k < j->arrays && good; k++) {
        const PyArrayObject *a = j->array[k];
        int last = PyArray_Check((PyObject *)j->array[k]) ? PyArray_NDIM(a) - 1 : -1;
        good = last >= 0 && last <= MAX_AXES && PyArray_TYPE(a) == NPY_FLOAT64 && PyArray_ISNOTSWAPPED(a) &&
               PyArray_DIM(a, last) <= MAX_COLUMNS;
    }
    if (!good)
        PyErr_SetString(PyExc_ValueError, "_change: the arguments must be arrays of float64");
    return good;
}

/* "(2,) and (3,)": the leading axes of all arrays. */
static PyObject *text_of_shapes(const change_job *j)
{
    PyObject *text = PyUnicode_FromString("");
    for (int k = 0; k < j->arrays && text; k++) {
        PyObject *shape = tuple_of_sizes(PyArray_NDIM(j->array[k]) - 1, PyArray_DIMS(j->array[k]));
        PyObject *next = shape ? PyUnicode_FromFormat(k ? " and %R" : "%R", shape) : NULL;
        Py_XDECREF(shape);
        PyUnicode_AppendAndDel(&text, next);
    }
    return text;
}

/* Broadcasts the leading axes of all arrays; false with an error set. names: of the arguments. */
static bool broadcast_arguments(change_job *j, const char *names)
{
    j->axes = 0;
    for (int k = 0; k < j->arrays; k++)
        if (PyArray_NDIM(j->array[k]) - 1 > j->axes)
            j->axes = PyArray_NDIM(j->array[k]) - 1;
    bool good = true;
    for (int a = 0; a < j->axes; a++)
        j->size[a] = 1;
    for (int k = 0; k < j->arrays && good; k++) {
        int own = PyArray_NDIM(j->array[k]) - 1, offset = j->axes - own;
        for (int a = 0; a < own; a++) {
            ptrdiff_t size = PyArray_DIM(j->array[k], a);
            good = good && (size == 1 || j->size[offset + a] == 1 || j->size[offset + a] == size);
            if (size != 1)
                j->size[offset + a] = size;
        }
    }
    for (int k = 0; k < j->arrays; k++) {
        int own = PyArray_NDIM(j->array[k]) - 1, offset = j->axes - own;
        for (int a = 0; a < j->axes; a++)
            j->stride[k][a] =
                a < offset || PyArray_DIM(j->array[k], a - offset) == 1 ? 0 : PyArray_STRIDE(j->array[k], a - offset);
    }
    PyObject *shapes = good ? NULL : text_of_shapes(j);
    if (shapes)
        PyErr_Format(PyExc_ValueError, "%s: the shapes of the array and of %s must broadcast, got %U",
                     change_names[j->change.how].verb, names, shapes);
    Py_XDECREF(shapes);
    return good;
}

static void set_change_error(const change_job *j, change_fault fault, const array_object *rows)
{
    const char *verb = change_names[j->change.how].verb;
    int axes = j->axes;
    if (fault == FAULT_OF_RESULT) {
        refuse_row(verb, "", &j->change.to, j->numbers, j->status, axes, j->index);
    } else if (fault == FAULT_OF_ROW) {
        if (check_rows(short_name(Py_TYPE((PyObject *)rows)), "", rows))
            PyErr_SetString(PyExc_ValueError, "the array was changed meanwhile");
    } else {
        PyObject *where = index_text(axes, j->index), *got = PyFloat_FromDouble(j->numbers[0]);
        if (where && got)
            PyErr_Format(PyExc_ValueError, "%s: the angle in degrees %s, got %R%U", verb, c2d_rule(j->status), got,
                         where);
        Py_XDECREF(where);
        Py_XDECREF(got);
    }
}

static row_change change_named(const char *name)
{
    int how = 0;
    while (how < CHANGES && strcmp(change_names[how].name, name) != 0)
        how++;
    if (how == CHANGES)
        PyErr_Format(PyExc_ValueError, "_change: no change is named %s", name);
    return (row_change)how;
}

PyObject *arrays_change(PyObject *module, PyObject *args)
{
    const arrays_state *state = PyModule_GetState(module);
    const char *name, *names;
    PyObject *rows, *anchor, *argument[2] = {NULL, Py_None}, *count = NULL;
    PyTypeObject *type;
    change_job j = {.arrays = 2};
    int threads;
    if (!PyArg_ParseTuple(args, "sO!O!UiIsO|OO:_change", &name, state->array_type, &rows, &PyType_Type, &type, &anchor,
                          &j.change.to.columns, &j.change.given, &names, &argument[0], &argument[1], &count))
        return NULL;
    const array_object *a = (array_object *)rows;
    if (a->kind >= ROW_POLYGON)
        return PyErr_Format(PyExc_TypeError, "_change: rows of polygons and of mixed kinds are changed elsewhere");
    j.change.how = change_named(name);
    if (j.change.how == CHANGES || !PyType_IsSubtype(type, state->array_type) ||
        !read_threads(change_names[j.change.how].verb, count, &threads))
        return NULL;
    j.arrays += argument[1] != Py_None;
    j.array[0] = a->array;
    j.array[1] = (PyArrayObject *)argument[0];
    j.array[2] = (PyArrayObject *)argument[1];
    j.masked = a->masked;
    j.change.from = format_of(a);
    row_format *to = &j.change.to;
    to->kind = kind_of_class(type);
    to->anchor = to->kind == ROW_NONE ? ROW_ANCHORS : read_anchor(type, to->kind, anchor);
    to->column = sizeof(double);
    if (to->kind == ROW_POLYGON || to->kind == ROW_MIXED)
        return PyErr_Format(PyExc_TypeError, "_change: no rows of %s are made here", short_name(type));
    if (to->anchor == ROW_ANCHORS || !check_arguments_of(&j) || !broadcast_arguments(&j, names))
        return NULL;
    ptrdiff_t sizes[MAX_AXES + 1];
    memcpy(sizes, j.size, (size_t)j.axes * sizeof *sizes);
    sizes[j.axes] = to->columns;
    PyArrayObject *given = (PyArrayObject *)PyArray_SimpleNew(j.axes + 1, sizes, NPY_FLOAT64),
                  *array = given ? own_view(given) : NULL;
    if (!array || !check_columns(type, to->kind, to->anchor, array))
        goto fail;
    j.out = PyArray_DATA(array);
    change_fault fault;
    Py_BEGIN_ALLOW_THREADS;
    fault = change_all_rows(&j, threads);
    Py_END_ALLOW_THREADS;
    if (!fault)
        return new_array(type, to->kind, to->anchor, j.masked, given, array);
    set_change_error(&j, fault, a);
fail:
    Py_XDECREF(given);
    Py_XDECREF(array);
    return NULL;
}
