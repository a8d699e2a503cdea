/* The part of NumPy's binary interface that this folder uses: a few functions by their places in the table that NumPy
 * exports, and the fields of an array. So the package is built without NumPy, and one build serves NumPy 1.23.2 to 2.
 *
 * The names are those of NumPy's headers. NumPy keeps places, fields and constants for as long as the number of its
 * interface stays; import_numpy (module.c) checks it. tests/arrays/test_numpy_abi.py compares all of this with the
 * headers of the NumPy that is installed. */
#ifndef C2D_ARRAYS_NUMPY_ABI_H
#define C2D_ARRAYS_NUMPY_ABI_H

#include <Python.h>

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- arrays ---- */

/* The first fields of a dtype: those that follow differ between NumPy 1 and 2. */
typedef struct PyArray_Descr {
    PyObject_HEAD
    PyTypeObject *typeobj;
    char kind, type, byteorder, former_flags;
    int type_num;
} PyArray_Descr;

typedef struct PyArrayObject {
    PyObject_HEAD
    char *data;
    int nd;
    ptrdiff_t *dimensions, *strides;
    PyObject *base;
    PyArray_Descr *descr;
    int flags;
} PyArrayObject;

typedef ptrdiff_t npy_intp;
typedef unsigned char npy_bool;

/* NumPy names numbers by the types of C: long has 64 bits or 32. */
enum {
    NPY_BOOL = 0,
    NPY_INT8 = 1,
    NPY_UINT8 = 2,
    NPY_INT = 5,
    NPY_LONG = 7,
    NPY_LONGLONG = 9,
    NPY_FLOAT32 = 11,
    NPY_FLOAT64 = 12,
    NPY_OBJECT = 17,
    NPY_INT64 = sizeof(long) == 8 ? NPY_LONG : NPY_LONGLONG,
    NPY_INTP = sizeof(npy_intp) == sizeof(long)  ? NPY_LONG
               : sizeof(npy_intp) == sizeof(int) ? NPY_INT
                                                 : NPY_LONGLONG
};

enum {
    NPY_ARRAY_C_CONTIGUOUS = 0x0001,
    NPY_ARRAY_ENSUREARRAY = 0x0040,
    NPY_ARRAY_ALIGNED = 0x0100,
    NPY_ARRAY_NOTSWAPPED = 0x0200,
    NPY_ARRAY_WRITEABLE = 0x0400,
    NPY_ARRAY_CARRAY = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED | NPY_ARRAY_WRITEABLE
};

static inline int PyArray_NDIM(const PyArrayObject *a) { return a->nd; }
static inline npy_intp *PyArray_DIMS(const PyArrayObject *a) { return a->dimensions; }
static inline npy_intp PyArray_DIM(const PyArrayObject *a, int axis) { return a->dimensions[axis]; }
static inline npy_intp *PyArray_STRIDES(const PyArrayObject *a) { return a->strides; }
static inline npy_intp PyArray_STRIDE(const PyArrayObject *a, int axis) { return a->strides[axis]; }
static inline char *PyArray_BYTES(const PyArrayObject *a) { return a->data; }
static inline void *PyArray_DATA(const PyArrayObject *a) { return a->data; }
static inline PyArray_Descr *PyArray_DESCR(const PyArrayObject *a) { return a->descr; }
static inline int PyArray_TYPE(const PyArrayObject *a) { return a->descr->type_num; }
static inline bool PyArray_ISNOTSWAPPED(const PyArrayObject *a)
{
    return a->descr->byteorder != (PY_BIG_ENDIAN ? '<' : '>');
}
/* The bytes of an element, whose place in a dtype differs between NumPy 1 and 2; for the types above. */
static inline npy_intp PyArray_ITEMSIZE(const PyArrayObject *a)
{
    int type = a->descr->type_num;
    return type <= NPY_UINT8 ? 1 : type == NPY_FLOAT32 ? 4 : 8;
}
static inline bool PyArray_CHKFLAGS(const PyArrayObject *a, int flags) { return (a->flags & flags) == flags; }
static inline bool PyArray_IS_C_CONTIGUOUS(const PyArrayObject *a)
{
    return PyArray_CHKFLAGS(a, NPY_ARRAY_C_CONTIGUOUS);
}
static inline bool PyArray_ISWRITEABLE(const PyArrayObject *a) { return PyArray_CHKFLAGS(a, NPY_ARRAY_WRITEABLE); }
static inline bool PyArray_ISCARRAY(const PyArrayObject *a)
{
    return PyArray_CHKFLAGS(a, NPY_ARRAY_CARRAY) && PyArray_ISNOTSWAPPED(a);
}

/* ---- the table of functions ---- */

extern void **numpy_table;

#define NUMPY_FUNCTION(place, result, ...) ((result(*)(__VA_ARGS__))numpy_table[place])

#define PyArray_Type                      (*(PyTypeObject *)numpy_table[2])
#define PyArray_GetNDArrayCVersion        NUMPY_FUNCTION(0, unsigned, void)
#define PyArray_DescrFromType             NUMPY_FUNCTION(45, PyArray_Descr *, int)
#define PyArray_CopyInto                  NUMPY_FUNCTION(50, int, PyArrayObject *, PyArrayObject *)
#define PyArray_FromAny                   NUMPY_FUNCTION(69, PyObject *, PyObject *, PyArray_Descr *, int, int, int, PyObject *)
#define PyArray_Return                    NUMPY_FUNCTION(76, PyObject *, PyArrayObject *)
#define PyArray_View                      NUMPY_FUNCTION(137, PyObject *, PyArrayObject *, PyArray_Descr *, PyTypeObject *)
#define PyArray_MultiplyList              NUMPY_FUNCTION(158, npy_intp, const npy_intp *, int)
#define PyArray_GetNDArrayCFeatureVersion NUMPY_FUNCTION(211, unsigned, void)
#define PyArray_FailUnlessWriteable       NUMPY_FUNCTION(286, int, PyArrayObject *, const char *)
#define PyArray_New                                                                                                    \
    NUMPY_FUNCTION(93, PyObject *, PyTypeObject *, int, const npy_intp *, int, const npy_intp *, void *, int, int,     \
                   PyObject *)

#define PyArray_Check(object) PyObject_TypeCheck(object, &PyArray_Type)

static inline npy_intp PyArray_SIZE(const PyArrayObject *a) { return PyArray_MultiplyList(a->dimensions, a->nd); }

static inline PyObject *PyArray_SimpleNew(int axes, const npy_intp *sizes, int type)
{
    return PyArray_New(&PyArray_Type, axes, sizes, type, NULL, NULL, 0, 0, NULL);
}

#endif
