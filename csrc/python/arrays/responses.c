/* bounce and slide over rows of vectors. collide2d/arrays checks and broadcasts the arrays, and names the number at
 * fault if a row is refused. */
#include "element_parts.h"

#include <string.h>

typedef enum response { SLIDE, BOUNCE } response;

/* The arguments and the results of each, all of them float64; those before `numbers` are vectors. */
enum { MAX_GIVEN = 7, MAX_RESULTS = 2, MAX_ARRAYS = MAX_GIVEN + MAX_RESULTS };

static const struct {
    int given, vectors, results;
} counts[] = {[SLIDE] = {2, 2, 1}, [BOUNCE] = {7, 3, 2}};

typedef struct response_job {
    response how;
    int axes; /* the leading ones, which all arrays share */
    const ptrdiff_t *size;
    ptrdiff_t count;                  /* of elements */
    PyArrayObject *array[MAX_ARRAYS]; /* the arguments, then the results */
} response_job;

static bool read_vector(const response_job *j, char *const *at, int k, c2d_vec *out)
{
    const PyArrayObject *array = j->array[k];
    memcpy(&out->x, at[k], sizeof out->x);
    memcpy(&out->y, at[k] + PyArray_STRIDE(array, j->axes), sizeof out->y);
    return !c2d_check(&out->x) && !c2d_check(&out->y);
}

static double number_at(char *const *at, int k)
{
    double number;
    memcpy(&number, at[k], sizeof number);
    return number;
}

static void write_result(const response_job *j, char *const *at, int k, c2d_vec v)
{
    k += counts[j->how].given;
    memcpy(at[k], &v.x, sizeof v.x);
    memcpy(at[k] + PyArray_STRIDE(j->array[k], j->axes), &v.y, sizeof v.y);
}

/* Whether the numbers of an element are valid; then its results are written. */
static bool respond(const response_job *j, char *const *at)
{
    c2d_vec v[3];
    for (int k = 0; k < counts[j->how].vectors; k++)
        if (!read_vector(j, at, k, &v[k]))
            return false;
    c2d_collision c = {.normal = v[counts[j->how].vectors - 1], .mass_a = 1, .mass_b = 1};
    if (j->how == BOUNCE)
        c = (c2d_collision){c.normal, number_at(at, 3), number_at(at, 4), number_at(at, 5), number_at(at, 6)};
    if (c2d_check_collision(&c))
        return false;
    if (j->how == BOUNCE) {
        c2d_bounce(&v[0], &v[1], &c);
        write_result(j, at, 0, v[0]);
        write_result(j, at, 1, v[1]);
    } else {
        write_result(j, at, 0, c2d_slide(v[0], c.normal));
    }
    return true;
}

/* Whether the numbers of the elements of a part are valid. */
static bool respond_to_part(void *context, int Py_UNUSED(worker), size_t part)
{
    const response_job *j = context;
    char *at[MAX_ARRAYS];
    ptrdiff_t index[MAX_AXES], first = first_of_part(part);
    int arrays = counts[j->how].given + counts[j->how].results;
    index_of_element(j->axes, j->size, first, index);
    for (int k = 0; k < arrays; k++) {
        at[k] = PyArray_BYTES(j->array[k]);
        for (int a = 0; a < j->axes; a++)
            at[k] += index[a] * PyArray_STRIDE(j->array[k], a);
    }
    for (ptrdiff_t left = end_of_part(part, j->count) - first; left > 0; left--) {
        if (!respond(j, at))
            return false;
        for (int a = j->axes - 1; a >= 0; a--) {
            bool more = ++index[a] < j->size[a];
            ptrdiff_t steps = more ? 1 : 1 - j->size[a];
            for (int k = 0; k < arrays; k++)
                at[k] += steps * PyArray_STRIDE(j->array[k], a);
            if (more)
                break;
            index[a] = 0;
        }
    }
    return true;
}

/* Whether an array has the axes of all, and one of length 2 if it holds vectors. */
static bool fits(const response_job *j, int k)
{
    const PyArrayObject *array = j->array[k];
    int results = k - counts[j->how].given;
    bool vector = k < counts[j->how].vectors || results >= 0;
    bool good = PyArray_Check((PyObject *)j->array[k]) && PyArray_TYPE(array) == NPY_FLOAT64 &&
                PyArray_ISNOTSWAPPED(array) && PyArray_NDIM(array) == j->axes + vector &&
                (!vector || PyArray_DIM(array, j->axes) == 2) && (results < 0 || PyArray_ISWRITEABLE(array));
    for (int a = 0; a < j->axes && good; a++)
        good = PyArray_DIM(array, a) == j->size[a];
    return good;
}

PyObject *arrays_respond(PyObject *Py_UNUSED(module), PyObject *args)
{
    int how, threads;
    PyObject *given, *count;
    if (!PyArg_ParseTuple(args, "pO!O:_respond", &how, &PyTuple_Type, &given, &count) ||
        !read_threads(how ? "bounce" : "slide", count, &threads))
        return NULL;
    response_job j = {.how = how ? BOUNCE : SLIDE};
    int arrays = counts[j.how].given + counts[j.how].results;
    bool good = PyTuple_GET_SIZE(given) == arrays;
    for (int k = 0; k < arrays && good; k++)
        j.array[k] = (PyArrayObject *)PyTuple_GET_ITEM(given, k);
    good = good && PyArray_Check((PyObject *)j.array[0]) && PyArray_NDIM(j.array[0]) > 0;
    if (good) {
        j.axes = PyArray_NDIM(j.array[0]) - 1;
        j.size = PyArray_DIMS(j.array[0]);
        good = j.axes <= MAX_AXES;
    }
    for (int k = 0; k < arrays && good; k++)
        good = fits(&j, k);
    if (!good) {
        PyErr_SetString(PyExc_ValueError, "_respond: the arrays must be float64 and of one shape");
        return NULL;
    }
    bool valid;
    j.count = PyArray_MultiplyList(j.size, j.axes);
    threads = threads_for_elements(j.count, threads);
    Py_BEGIN_ALLOW_THREADS;
    valid = run_parts(threads, count_parts(j.count), respond_to_part, &j);
    Py_END_ALLOW_THREADS;
    return PyBool_FromLong(valid);
}
