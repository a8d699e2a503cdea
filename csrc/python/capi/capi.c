/* The table of collide2d_python.h, in the capsule collide2d._C_API, and the addresses of its functions as ints. */
#include "capi.h"

#define C2D_API_TABLE /* the table itself is here, so its functions are called by their names */
#include "../../include/collide2d_python.h"

#include <string.h>

/* ---- Python's shapes ---- */

/* The state of the module of this interpreter, with a reference to the module; NULL with an error set. */
static module_state *hold_state(PyObject **module)
{
    *module = PyImport_ImportModule("collide2d._core");
    return *module ? PyModule_GetState(*module) : NULL;
}

static const c2d_shape *c2d_shape_of(PyObject *shape)
{
    if (is_shape(shape))
        return SHAPE(shape);
    PyErr_Format(PyExc_TypeError, "shape must be a shape, got %.100s", Py_TYPE(shape)->tp_name);
    return NULL;
}

static const c2d_rect *c2d_rect_of(PyObject *shape) { return is_shape(shape) ? rect_of((shape_object *)shape) : NULL; }

static PyObject *c2d_shape_from(const c2d_shape *shape)
{
    PyObject *module;
    module_state *state = hold_state(&module);
    PyObject *object = state ? simplest_object(state, shape) : NULL;
    Py_XDECREF(module);
    return object;
}

static PyObject *c2d_rect_from(const c2d_rect *rect)
{
    PyObject *module;
    module_state *state = hold_state(&module);
    shape_kind kind = rect->radius == 0 ? KIND_RECT : KIND_ROUNDRECT;
    shape_object *object = state ? new_shape(state->types[kind], kind) : NULL;
    Py_XDECREF(module);
    if (!object)
        return NULL;
    *RECT(object) = *rect;
    c2d_status status = c2d_rect_shape(&object->shape, RECT(object));
    if (status) {
        Py_DECREF(object);
        PyErr_Format(PyExc_ValueError, "rect: a number %s", c2d_rule(status));
        return NULL;
    }
    return (PyObject *)object;
}

/* ---- the table ---- */

#define TABLE_MEMBER(result, name, parameters) name,
static const c2d_api table = {sizeof table, C2D_API_VERSION, C2D_API_FUNCTIONS(TABLE_MEMBER)};

typedef void any_function(void);

#define NAMED_FUNCTION(result, name, parameters) {#name, (any_function *)name},
static const struct {
    const char *name;
    any_function *function;
} named_functions[] = {C2D_API_FUNCTIONS(NAMED_FUNCTION)};

int add_capi(PyObject *module)
{
    PyObject *capsule = PyCapsule_New((void *)&table, C2D_API_CAPSULE, NULL);
    int result = capsule ? PyModule_AddObjectRef(module, "_C_API", capsule) : -1;
    Py_XDECREF(capsule);
    return result;
}

/* ---- addresses ---- */

const char capi_address_doc[] = PyDoc_STR("_capi_address($module, name, /)\n--\n\nSee collide2d.capi.address.");

PyObject *capi_address(PyObject *module, PyObject *name)
{
    (void)module;
    if (name == Py_None)
        return PyLong_FromVoidPtr((void *)&table);
    if (!PyUnicode_Check(name)) {
        PyErr_Format(PyExc_TypeError, "address: name must be a str or None, got %.100s", Py_TYPE(name)->tp_name);
        return NULL;
    }
    for (size_t i = 0; i < sizeof named_functions / sizeof *named_functions; i++)
        if (PyUnicode_CompareWithASCIIString(name, named_functions[i].name) == 0)
            return PyLong_FromVoidPtr((void *)(uintptr_t)named_functions[i].function);
    PyErr_Format(PyExc_ValueError, "address: name must be that of a function of collide2d_python.h, got %R", name);
    return NULL;
}

const char capi_shape_address_doc[] =
    PyDoc_STR("_capi_shape_address($module, shape, /)\n--\n\nSee collide2d.capi.shape_address.");

PyObject *capi_shape_address(PyObject *module, PyObject *shape)
{
    (void)module;
    const c2d_shape *inside = c2d_shape_of(shape);
    return inside ? PyLong_FromVoidPtr((void *)inside) : NULL;
}
