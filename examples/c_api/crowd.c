/* The pairs of shapes that overlap, as an extension module of Python. crowd.pyx, crowd_numba.py and crowd_cffi.py are
 * the same with other tools.
 *
 *     cc -shared -fPIC $(python3-config --includes) -I $(python -c "import collide2d; print(collide2d.get_include())")
 * \ crowd.c -o crowd$(python3-config --extension-suffix)
 */
#define PY_SSIZE_T_CLEAN
#include "collide2d_python.h"

/* Adds the shapes of a sequence to a world, with ids that are their indices; false with an error set. */
static bool add_shapes(c2d_world *world, PyObject *shapes)
{
    bool good = true;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(shapes) && good; i++) {
        PyObject *object = PySequence_Fast_GET_ITEM(shapes, i);
        const c2d_shape *shape = c2d_shape_of(object);
        uint32_t id;
        good = shape && c2d_world_add(world, shape, c2d_rect_of(object), &id) == C2D_OK;
        if (!good && !PyErr_Occurred())
            PyErr_NoMemory();
    }
    return good;
}

static PyObject *list_of_pairs(const c2d_item_pairs *found)
{
    PyObject *list = PyList_New(0);
    for (size_t k = 0; k < found->count && list; k++) {
        PyObject *pair = Py_BuildValue("(II)", found->list[k].i, found->list[k].j);
        if (!pair || PyList_Append(list, pair) < 0)
            Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    return list;
}

static PyObject *pairs(PyObject *module, PyObject *argument)
{
    (void)module;
    PyObject *shapes = PySequence_Fast(argument, "pairs: shapes must be a sequence");
    if (!shapes)
        return NULL;
    c2d_world world;
    c2d_item_pairs found = {0};
    PyObject *list = NULL;
    c2d_world_init(&world);
    if (add_shapes(&world, shapes)) {
        c2d_status status;
        Py_BEGIN_ALLOW_THREADS /* the core needs no lock */
            status = c2d_world_pairs(&world, false, &found);
        Py_END_ALLOW_THREADS list = status ? PyErr_NoMemory() : list_of_pairs(&found);
    }
    c2d_item_pairs_free(&found);
    c2d_world_free(&world);
    Py_DECREF(shapes);
    return list;
}

/* A new object with the vertices and the radius of a shape. */
static PyObject *copy(PyObject *module, PyObject *object)
{
    (void)module;
    const c2d_rect *rect = c2d_rect_of(object);
    const c2d_shape *shape = c2d_shape_of(object);
    if (!shape)
        return NULL;
    return rect ? c2d_rect_from(rect) : c2d_shape_from(shape);
}

static PyMethodDef functions[] = {{"pairs", pairs, METH_O, "pairs(shapes)\n\nThe pairs of indices that overlap."},
                                  {"copy", copy, METH_O, "copy(shape)\n\nAn equal shape."},
                                  {0}};
static int exec_module(PyObject *module)
{
    (void)module;
    return c2d_import();
}
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)exec_module},
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};
static PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "crowd", .m_methods = functions, .m_slots = slots};

PyMODINIT_FUNC PyInit_crowd(void) { return PyModuleDef_Init(&definition); }
