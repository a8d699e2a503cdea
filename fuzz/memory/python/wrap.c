/* Lets a call of a function that allocates fail, inside the extension module: fail_each.py links this file into it.
 *
 * The linker's --wrap sends the calls of these functions here, from the core, the batch layer and the binding alike. A
 * place is a return address. One that fails does nothing and reports a lack of memory as the function itself would,
 * whether it would allocate now or not: a small int or a recycled float fails, too. trial.py chooses what fails.
 *
 * Blocks of malloc and of PyMem_Malloc are counted. Threads of the batch layer come here at once. */
#define _GNU_SOURCE /* dladdr */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define EXPORTED __attribute__((visibility("default")))
#define CALLER   __builtin_return_address(0)

/* ---- places ---- */

#define MOST_PLACES 4096 /* a power of two, several times their number */

typedef struct place {
    _Atomic(uintptr_t) caller; /* 0: none */
    atomic_ulong calls;        /* since failing_start */
    atomic_ulong failures;
} place;

static place places[MOST_PLACES];
static atomic_bool is_running;
static uintptr_t fails_at;
static unsigned long fails_after;
static bool all_follow;
static atomic_bool has_failed;

static place *place_of(uintptr_t caller)
{
    size_t i = (caller * 0x9E3779B97F4A7C15u) >> 32 & (MOST_PLACES - 1);
    for (;; i = (i + 1) & (MOST_PLACES - 1)) {
        uintptr_t there = 0;
        if (atomic_compare_exchange_strong(&places[i].caller, &there, caller) || there == caller)
            return &places[i];
    }
}

static bool refuse(const void *caller)
{
    if (!is_running)
        return false;
    place *p = place_of((uintptr_t)caller);
    unsigned long before = atomic_fetch_add(&p->calls, 1);
    bool fails = (uintptr_t)caller == fails_at && before == fails_after;
    if (fails)
        has_failed = true;
    else if (!all_follow || !has_failed)
        return false;
    p->failures += fails;
    return true;
}

/* ---- what trial.py calls ---- */

EXPORTED const char failing_origin = 0;

/* From now on the call of a place, after so many others, fails; and all calls that follow if `all` is true. With a
 * distance of 0 the calls are only counted. distance: of the place from failing_origin. */
EXPORTED void failing_start(intptr_t distance, unsigned long after, int all);
void failing_start(intptr_t distance, unsigned long after, int all)
{
    for (int i = 0; i < MOST_PLACES; i++)
        atomic_store_explicit(&places[i].calls, 0, memory_order_relaxed);
    fails_at = distance ? (uintptr_t)&failing_origin + (uintptr_t)distance : 0;
    fails_after = after;
    all_follow = all != 0;
    has_failed = false;
    is_running = true;
}

/* Returns whether the call failed. */
EXPORTED int failing_stop(void);
int failing_stop(void)
{
    is_running = false;
    return has_failed;
}

/* The places that were called since failing_start, and how often; their number. */
EXPORTED int failing_calls(intptr_t *distance, unsigned long *calls);
int failing_calls(intptr_t *distance, unsigned long *calls)
{
    int count = 0;
    for (int i = 0; i < MOST_PLACES; i++)
        if (places[i].calls) {
            distance[count] = (intptr_t)(places[i].caller - (uintptr_t)&failing_origin);
            calls[count++] = places[i].calls;
        }
    return count;
}

static atomic_long blocks_of_c, blocks_of_python;

EXPORTED long failing_blocks(void);
long failing_blocks(void) { return blocks_of_c + blocks_of_python; }

/* ---- the C library ---- */

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    void *made = refuse(CALLER) ? NULL : __real_malloc(size);
    blocks_of_c += made != NULL;
    return made;
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    void *made = refuse(CALLER) ? NULL : __real_calloc(count, size);
    blocks_of_c += made != NULL;
    return made;
}

/* Both know no size of 0. A block that cannot grow stays. */
void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size)
{
    void *made = refuse(CALLER) ? NULL : __real_realloc(memory, size);
    blocks_of_c += made && !memory;
    return made;
}

void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory)
{
    blocks_of_c -= memory != NULL;
    __real_free(memory);
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *context)
{
    return refuse(CALLER) ? EAGAIN : __real_pthread_create(thread, attributes, start, context);
}

/* ---- CPython's blocks, which set no error ---- */

void *__real_PyMem_Malloc(size_t size);
void *__wrap_PyMem_Malloc(size_t size);
void *__wrap_PyMem_Malloc(size_t size)
{
    void *made = refuse(CALLER) ? NULL : __real_PyMem_Malloc(size);
    blocks_of_python += made != NULL;
    return made;
}

void *__real_PyMem_Calloc(size_t count, size_t size);
void *__wrap_PyMem_Calloc(size_t count, size_t size);
void *__wrap_PyMem_Calloc(size_t count, size_t size)
{
    void *made = refuse(CALLER) ? NULL : __real_PyMem_Calloc(count, size);
    blocks_of_python += made != NULL;
    return made;
}

void *__real_PyMem_Realloc(void *memory, size_t size);
void *__wrap_PyMem_Realloc(void *memory, size_t size);
void *__wrap_PyMem_Realloc(void *memory, size_t size)
{
    void *made = refuse(CALLER) ? NULL : __real_PyMem_Realloc(memory, size);
    blocks_of_python += made && !memory;
    return made;
}

void __real_PyMem_Free(void *memory);
void __wrap_PyMem_Free(void *memory);
void __wrap_PyMem_Free(void *memory)
{
    blocks_of_python -= memory != NULL;
    __real_PyMem_Free(memory);
}

/* ---- CPython's functions, which set a MemoryError ---- */

#define WRAPPED(result, name, failed, parameters, arguments)                                                           \
    result __real_##name parameters;                                                                                   \
    result __wrap_##name parameters;                                                                                   \
    result __wrap_##name parameters                                                                                    \
    {                                                                                                                  \
        if (!refuse(CALLER))                                                                                           \
            return __real_##name arguments;                                                                            \
        PyErr_NoMemory();                                                                                              \
        return failed;                                                                                                 \
    }
#define OBJECT(name, parameters, arguments) WRAPPED(PyObject *, name, NULL, parameters, arguments)
#define STATUS(name, parameters, arguments) WRAPPED(int, name, -1, parameters, arguments)

OBJECT(PyBytes_FromStringAndSize, (const char *text, Py_ssize_t size), (text, size))
OBJECT(PyCapsule_New, (void *pointer, const char *name, PyCapsule_Destructor destructor), (pointer, name, destructor))
OBJECT(PyDict_Items, (PyObject * dict), (dict))
OBJECT(PyDict_New, (void), ())
STATUS(PyDict_SetItem, (PyObject * dict, PyObject *key, PyObject *value), (dict, key, value))
STATUS(PyDict_SetItemString, (PyObject * dict, const char *key, PyObject *value), (dict, key, value))
WRAPPED(double, PyFloat_AsDouble, -1, (PyObject * object), (object))
OBJECT(PyFloat_FromDouble, (double value), (value))
OBJECT(PyImport_ImportModule, (const char *name), (name))
OBJECT(PyIter_Next, (PyObject * iterator), (iterator))
STATUS(PyList_Append, (PyObject * list, PyObject *item), (list, item))
OBJECT(PyList_AsTuple, (PyObject * list), (list))
OBJECT(PyList_New, (Py_ssize_t size), (size))
OBJECT(PyLong_FromDouble, (double value), (value))
OBJECT(PyLong_FromLong, (long value), (value))
OBJECT(PyLong_FromLongLong, (long long value), (value))
OBJECT(PyLong_FromSize_t, (size_t value), (value))
OBJECT(PyLong_FromSsize_t, (Py_ssize_t value), (value))
OBJECT(PyLong_FromUnsignedLongLong, (unsigned long long value), (value))
OBJECT(PyLong_FromVoidPtr, (void *value), (value))
OBJECT(PyMapping_Items, (PyObject * mapping), (mapping))
STATUS(PyModule_AddObjectRef, (PyObject * module, const char *name, PyObject *value), (module, name, value))
STATUS(PyModule_AddStringConstant, (PyObject * module, const char *name, const char *value), (module, name, value))
STATUS(PyModule_AddType, (PyObject * module, PyTypeObject *type), (module, type))
WRAPPED(Py_ssize_t, PyNumber_AsSsize_t, -1, (PyObject * object, PyObject *error), (object, error))
OBJECT(PyNumber_Index, (PyObject * object), (object))
OBJECT(PyNumber_Lshift, (PyObject * a, PyObject *b), (a, b))
OBJECT(PyNumber_Or, (PyObject * a, PyObject *b), (a, b))
OBJECT(PyNumber_ToBase, (PyObject * object, int base), (object, base))
OBJECT(PyObject_CallNoArgs, (PyObject * function), (function))
OBJECT(PyObject_CallOneArg, (PyObject * function, PyObject *argument), (function, argument))
OBJECT(PyObject_GetAttr, (PyObject * object, PyObject *name), (object, name))
OBJECT(PyObject_GetAttrString, (PyObject * object, const char *name), (object, name))
OBJECT(PyObject_GetIter, (PyObject * object), (object))
WRAPPED(Py_hash_t, PyObject_Hash, -1, (PyObject * object), (object))
STATUS(PyObject_IsTrue, (PyObject * object), (object))
OBJECT(PyObject_Repr, (PyObject * object), (object))
OBJECT(PyObject_RichCompare, (PyObject * a, PyObject *b, int how), (a, b, how))
STATUS(PyObject_RichCompareBool, (PyObject * a, PyObject *b, int how), (a, b, how))
STATUS(PyObject_SetAttr, (PyObject * object, PyObject *name, PyObject *value), (object, name, value))
STATUS(PyObject_SetAttrString, (PyObject * object, const char *name, PyObject *value), (object, name, value))
OBJECT(PyObject_Vectorcall, (PyObject * function, PyObject *const *arguments, size_t count, PyObject *names),
       (function, arguments, count, names))
STATUS(PySequence_Contains, (PyObject * sequence, PyObject *item), (sequence, item))
OBJECT(PySequence_GetItem, (PyObject * sequence, Py_ssize_t index), (sequence, index))
OBJECT(PySequence_List, (PyObject * sequence), (sequence))
WRAPPED(Py_ssize_t, PySequence_Size, -1, (PyObject * sequence), (sequence))
OBJECT(PySequence_Tuple, (PyObject * sequence), (sequence))
OBJECT(PyTuple_GetSlice, (PyObject * tuple, Py_ssize_t first, Py_ssize_t end), (tuple, first, end))
OBJECT(PyTuple_New, (Py_ssize_t size), (size))
OBJECT(PyType_FromModuleAndSpec, (PyObject * module, PyType_Spec *spec, PyObject *bases), (module, spec, bases))
OBJECT(PyType_GetName, (PyTypeObject * type), (type))
WRAPPED(const char *, PyUnicode_AsUTF8, NULL, (PyObject * text), (text))
OBJECT(PyUnicode_FromObject, (PyObject * text), (text))
OBJECT(PyUnicode_FromString, (const char *text), (text))
OBJECT(PyUnicode_InternFromString, (const char *text), (text))
OBJECT(PyUnicode_Substring, (PyObject * text, Py_ssize_t first, Py_ssize_t end), (text, first, end))
OBJECT(PyVectorcall_Call, (PyObject * function, PyObject *arguments, PyObject *names), (function, arguments, names))
OBJECT(PyWeakref_NewRef, (PyObject * object, PyObject *callback), (object, callback))
STATUS(Py_ReprEnter, (PyObject * object), (object))
OBJECT(_PyObject_New, (PyTypeObject * type), (type))
WRAPPED(PyVarObject *, _PyObject_GC_NewVar, NULL, (PyTypeObject * type, Py_ssize_t size), (type, size))

void __real_PyUnicode_AppendAndDel(PyObject **text, PyObject *more);
void __wrap_PyUnicode_AppendAndDel(PyObject **text, PyObject *more);
void __wrap_PyUnicode_AppendAndDel(PyObject **text, PyObject *more)
{
    if (!refuse(CALLER)) {
        __real_PyUnicode_AppendAndDel(text, more);
        return;
    }
    if (*text && more)
        PyErr_NoMemory();
    Py_XDECREF(more);
    Py_CLEAR(*text);
}

/* Since Python 3.13 these have public names. */
#if PY_VERSION_HEX < 0x030D0000
#define GET_OPTIONAL(prefix) prefix##_PyObject_LookupAttr
#define CLEAN(name)          __wrap__##name##_SizeT
#else
#define GET_OPTIONAL(prefix) prefix##PyObject_GetOptionalAttr
#define CLEAN(name)          __wrap_##name
#endif

int GET_OPTIONAL(__real_)(PyObject *object, PyObject *name, PyObject **result);
int GET_OPTIONAL(__wrap_)(PyObject *object, PyObject *name, PyObject **result);
int GET_OPTIONAL(__wrap_)(PyObject *object, PyObject *name, PyObject **result)
{
    if (!refuse(CALLER))
        return GET_OPTIONAL(__real_)(object, name, result);
    *result = NULL;
    PyErr_NoMemory();
    return -1;
}

/* This function cannot report an error: without memory its search finds nothing. */
int __real_PyObject_HasAttrString(PyObject *object, const char *name);
int __wrap_PyObject_HasAttrString(PyObject *object, const char *name);
int __wrap_PyObject_HasAttrString(PyObject *object, const char *name)
{
    return refuse(CALLER) ? 0 : __real_PyObject_HasAttrString(object, name);
}

/* ---- those with any number of arguments ---- */

PyObject *CLEAN(Py_BuildValue)(const char *format, ...);
PyObject *CLEAN(Py_BuildValue)(const char *format, ...)
{
    va_list list;
    bool fails = refuse(CALLER);
    va_start(list, format);
    PyObject *value = Py_VaBuildValue(format, list); /* also to fail: it takes over references, of N */
    va_end(list);
    if (fails && value) {
        Py_CLEAR(value);
        PyErr_NoMemory();
    }
    return value;
}

/* Calls a function, and gives up the reference to it. */
static PyObject *call_with(PyObject *function, const char *format, va_list list)
{
    PyObject *value = function ? Py_VaBuildValue(format, list) : NULL, *result = NULL;
    if (value)
        result =
            PyTuple_Check(value) ? PyObject_Call(function, value, NULL) : __real_PyObject_CallOneArg(function, value);
    Py_XDECREF(value);
    Py_XDECREF(function);
    return result;
}

PyObject *CLEAN(PyObject_CallFunction)(PyObject *function, const char *format, ...);
PyObject *CLEAN(PyObject_CallFunction)(PyObject *function, const char *format, ...)
{
    va_list list;
    if (refuse(CALLER))
        return PyErr_NoMemory();
    va_start(list, format);
    PyObject *result = call_with(Py_NewRef(function), format, list);
    va_end(list);
    return result;
}

PyObject *CLEAN(PyObject_CallMethod)(PyObject *object, const char *name, const char *format, ...);
PyObject *CLEAN(PyObject_CallMethod)(PyObject *object, const char *name, const char *format, ...)
{
    va_list list;
    if (refuse(CALLER))
        return PyErr_NoMemory();
    va_start(list, format);
    PyObject *result = call_with(__real_PyObject_GetAttrString(object, name), format, list);
    va_end(list);
    return result;
}

PyObject *__wrap_PyObject_CallFunctionObjArgs(PyObject *function, ...);
PyObject *__wrap_PyObject_CallFunctionObjArgs(PyObject *function, ...)
{
    PyObject *arguments[8];
    size_t count = 0;
    va_list list;
    if (refuse(CALLER))
        return PyErr_NoMemory();
    va_start(list, function);
    while ((arguments[count] = va_arg(list, PyObject *)))
        count++;
    va_end(list);
    return __real_PyObject_Vectorcall(function, arguments, count, NULL);
}

PyObject *__wrap_PyTuple_Pack(Py_ssize_t size, ...);
PyObject *__wrap_PyTuple_Pack(Py_ssize_t size, ...)
{
    va_list list;
    if (refuse(CALLER))
        return PyErr_NoMemory();
    PyObject *tuple = __real_PyTuple_New(size);
    va_start(list, size);
    for (Py_ssize_t i = 0; i < size && tuple; i++)
        PyTuple_SET_ITEM(tuple, i, Py_NewRef(va_arg(list, PyObject *)));
    va_end(list);
    return tuple;
}

PyObject *__wrap_PyUnicode_FromFormat(const char *format, ...);
PyObject *__wrap_PyUnicode_FromFormat(const char *format, ...)
{
    va_list list;
    if (refuse(CALLER))
        return PyErr_NoMemory();
    va_start(list, format);
    PyObject *text = PyUnicode_FromFormatV(format, list);
    va_end(list);
    return text;
}

/* ---- calls by pointers: types, and NumPy ---- */

/* Whether it is a place of this module: its types are allocated by others, too. */
static bool is_here(const void *caller)
{
    Dl_info own, other;
    return dladdr(&failing_origin, &own) && dladdr(caller, &other) && own.dli_fbase == other.dli_fbase;
}

static PyObject *wrapped_alloc(PyTypeObject *type, Py_ssize_t items)
{
    return is_here(CALLER) && refuse(CALLER) ? PyErr_NoMemory() : PyType_GenericAlloc(type, items);
}

/* Objects of this type fail, too, where the module allocates them by tp_alloc. */
EXPORTED void failing_type(PyTypeObject *type);
void failing_type(PyTypeObject *type)
{
    if (type->tp_alloc == PyType_GenericAlloc)
        type->tp_alloc = wrapped_alloc;
}

#define NUMPY_FUNCTIONS 287 /* that the module may use: up to the last one of numpy_abi.h */

extern void **numpy_table;
static void *numpy[NUMPY_FUNCTIONS], **real_numpy;

/* DescrFromType is none of them: the dtypes of numbers are there for ever. stolen: an object to which the function
 * takes over the reference. */
#define NUMPY(name, place, result, failed, stolen, parameters, arguments)                                              \
    static result numpy_##name parameters                                                                              \
    {                                                                                                                  \
        if (!refuse(CALLER))                                                                                           \
            return ((result(*) parameters)real_numpy[place])arguments;                                                 \
        Py_XDECREF(stolen);                                                                                            \
        PyErr_NoMemory();                                                                                              \
        return failed;                                                                                                 \
    }

NUMPY(copy, 50, int, -1, NULL, (void *to, void *from), (to, from))
NUMPY(from_any, 69, void *, NULL, (PyObject *)dtype,
      (void *object, void *dtype, int least, int most, int flags, void *context),
      (object, dtype, least, most, flags, context))
NUMPY(unboxed, 76, void *, NULL, array, (PyObject * array), (array))
NUMPY(new, 93, void *, NULL, NULL,
      (void *type, int axes, const void *sizes, int dtype, const void *strides, void *data, int size, int flags,
       void *object),
      (type, axes, sizes, dtype, strides, data, size, flags, object))
NUMPY(view, 137, void *, NULL, (PyObject *)dtype, (void *array, void *dtype, void *type), (array, dtype, type))

/* NumPy's functions fail, too, where the module calls them. */
EXPORTED void failing_numpy(void);
void failing_numpy(void)
{
    if (numpy_table == numpy)
        return;
    real_numpy = numpy_table;
    for (int i = 0; i < NUMPY_FUNCTIONS; i++)
        numpy[i] = real_numpy[i];
    numpy[50] = (void *)(uintptr_t)numpy_copy;
    numpy[69] = (void *)(uintptr_t)numpy_from_any;
    numpy[76] = (void *)(uintptr_t)numpy_unboxed;
    numpy[93] = (void *)(uintptr_t)numpy_new;
    numpy[137] = (void *)(uintptr_t)numpy_view;
    numpy_table = numpy;
}
