/* The module collide2d._core: its types, its functions and its state. It uses multi-phase initialisation, has one state
 * per module object and no global variable, and so runs in subinterpreters with their own GIL, and without a GIL. */
#include "base/methods.h"
#include "bodies/bodies.h"
#include "capi/capi.h"
#include "space/space.h"

/* ---- types ---- */

typedef struct type_definition {
    PyType_Spec *spec;
    vectorcallfunc construct;
    const char *match_args[MAX_MATCH_ARGS];
} type_definition;

static const type_definition shape_types[KIND_COUNT] = {
    [KIND_POINT] = {&point_spec, point_new, {"x", "y"}},
    [KIND_CIRCLE] = {&circle_spec, circle_new, {"x", "y", "r"}},
    [KIND_SEGMENT] = {&segment_spec, segment_new, {"ax", "ay", "bx", "by"}},
    [KIND_CAPSULE] = {&capsule_spec, capsule_new, {"ax", "ay", "bx", "by", "r"}},
    [KIND_RECT] = {&rect_spec, rect_new, {"x", "y", "w", "h", "angle"}},
    [KIND_ROUNDRECT] = {&roundrect_spec, roundrect_new, {"x", "y", "w", "h", "r", "angle"}},
    [KIND_POLYGON] = {&polygon_spec, polygon_new, {"points", "radius"}},
};

static const type_definition body_type = {&body_spec, body_new, {"pieces"}};
static const type_definition contact_type = {&contact_spec, contact_new, {"normal", "depth", "points"}};
static const type_definition hit_type = {&hit_spec, hit_new, {"t", "point", "normal", "depth"}};
static const type_definition space_type = {&space_spec, space_new, {NULL}};
static const type_definition watch_type = {&watch_spec, watch_new, {NULL}};
static const type_definition snapshot_type = {&snapshot_spec, NULL, {NULL}};
static const type_definition move_type = {&move_spec, move_new, {"shape", "motion", "remaining", "hits", "path"}};

static int set_match_args(PyTypeObject *type, const char *const *names)
{
    Py_ssize_t count = 0;
    while (count < MAX_MATCH_ARGS && names[count])
        count++;
    if (count == 0)
        return 0;
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t i = 0; i < count && tuple; i++) {
        PyObject *name = PyUnicode_InternFromString(names[i]);
        if (name)
            PyTuple_SET_ITEM(tuple, i, name);
        else
            Py_CLEAR(tuple);
    }
    int result = tuple ? PyObject_SetAttrString((PyObject *)type, "__match_args__", tuple) : -1;
    Py_XDECREF(tuple);
    return result;
}

/* Makes the type immutable and final. */
static void freeze(PyTypeObject *type)
{
    type->tp_flags = (type->tp_flags | Py_TPFLAGS_IMMUTABLETYPE) & ~(unsigned long)Py_TPFLAGS_BASETYPE;
    PyType_Modified(type);
}

/* Makes a type and adds it to the module. It is frozen last, because freezing forbids new attributes. */
static PyTypeObject *make_type(PyObject *module, const type_definition *definition, PyTypeObject *base)
{
    PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, definition->spec, (PyObject *)base);
    if (!type)
        return NULL;
    type->tp_vectorcall = definition->construct;
    if (set_match_args(type, definition->match_args) < 0 || PyModule_AddType(module, type) < 0)
        Py_CLEAR(type);
    else
        freeze(type);
    return type;
}

static int make_types(PyObject *module, module_state *state)
{
    state->shape_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &shape_spec, NULL);
    if (!state->shape_type || PyModule_AddType(module, state->shape_type) < 0)
        return -1;
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        state->types[kind] = make_type(module, &shape_types[kind], state->shape_type);
        if (!state->types[kind])
            return -1;
    }
    freeze(state->shape_type);
    state->body_type = make_type(module, &body_type, NULL);
    state->contact_type = make_type(module, &contact_type, NULL);
    state->hit_type = make_type(module, &hit_type, NULL);
    state->entry_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &entry_spec, NULL);
    state->iterator_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &iterator_spec, NULL);
    state->space_type = make_type(module, &space_type, NULL);
    state->watch_type = make_type(module, &watch_type, NULL);
    state->move_type = make_type(module, &move_type, NULL);
    state->snapshot_type = make_type(module, &snapshot_type, NULL);
    state->saved_node_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &saved_node_spec, NULL);
    bool good = state->body_type && state->contact_type && state->hit_type && state->entry_type &&
                state->iterator_type && state->space_type && state->watch_type && state->move_type &&
                state->snapshot_type && state->saved_node_type;
    return good ? 0 : -1;
}

/* ---- the rest of the state ---- */

static int find_relations(module_state *state)
{
    static const char *const names[3] = {"APART", "TOUCHING", "OVERLAPPING"};
    PyObject *module = PyImport_ImportModule("collide2d._relation");
    PyObject *relation = module ? PyObject_GetAttrString(module, "Relation") : NULL;
    for (int i = 0; i < 3 && relation; i++) {
        state->relations[i] = PyObject_GetAttrString(relation, names[i]);
        if (!state->relations[i])
            Py_CLEAR(relation);
    }
    int result = relation ? 0 : -1;
    Py_XDECREF(module);
    Py_XDECREF(relation);
    return result;
}

static int intern_names(module_state *state)
{
    struct {
        PyObject **place;
        const char *name;
    } names[] = {{&state->shape, "shape"},
                 {&state->rect, "rect"},
                 {&state->items, "items"},
                 {&state->x, "x"},
                 {&state->y, "y"},
                 {&state->w, "w"},
                 {&state->h, "h"},
                 {&state->r, "r"},
                 {&state->ax, "ax"},
                 {&state->ay, "ay"},
                 {&state->bx, "bx"},
                 {&state->by, "by"},
                 {&state->geo_interface, "__geo_interface__"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        *names[i].place = PyUnicode_InternFromString(names[i].name);
        if (!*names[i].place)
            return -1;
    }
    return 0;
}

static int module_exec(PyObject *module)
{
    module_state *state = PyModule_GetState(module);
    /* The relations are of the package, which imports all else from this module if it is not imported yet. */
    bool good = make_types(module, state) == 0 && add_capi(module) == 0 && find_relations(state) == 0;
    return good ? intern_names(state) : -1;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = PyModule_GetState(module);
    Py_VISIT(state->shape_type);
    for (int kind = 0; kind < KIND_COUNT; kind++)
        Py_VISIT(state->types[kind]);
    Py_VISIT(state->body_type);
    Py_VISIT(state->contact_type);
    Py_VISIT(state->hit_type);
    Py_VISIT(state->entry_type);
    Py_VISIT(state->space_type);
    Py_VISIT(state->iterator_type);
    Py_VISIT(state->watch_type);
    Py_VISIT(state->move_type);
    Py_VISIT(state->snapshot_type);
    Py_VISIT(state->saved_node_type);
    for (int i = 0; i < 3; i++)
        Py_VISIT(state->relations[i]);
    Py_VISIT(state->arrays);
    Py_VISIT(state->array_type);
    return 0;
}

static int module_clear(PyObject *module)
{
    module_state *state = PyModule_GetState(module);
    Py_CLEAR(state->shape_type);
    for (int kind = 0; kind < KIND_COUNT; kind++)
        Py_CLEAR(state->types[kind]);
    Py_CLEAR(state->body_type);
    Py_CLEAR(state->contact_type);
    Py_CLEAR(state->hit_type);
    Py_CLEAR(state->entry_type);
    Py_CLEAR(state->space_type);
    Py_CLEAR(state->iterator_type);
    Py_CLEAR(state->watch_type);
    Py_CLEAR(state->move_type);
    Py_CLEAR(state->snapshot_type);
    Py_CLEAR(state->saved_node_type);
    for (int i = 0; i < 3; i++)
        Py_CLEAR(state->relations[i]);
    Py_CLEAR(state->arrays);
    Py_CLEAR(state->array_type);
    PyObject **names[] = {&state->shape,
                          &state->rect,
                          &state->items,
                          &state->x,
                          &state->y,
                          &state->w,
                          &state->h,
                          &state->r,
                          &state->ax,
                          &state->ay,
                          &state->bx,
                          &state->by,
                          &state->geo_interface};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        Py_CLEAR(*names[i]);
    return 0;
}

static void module_free(void *module) { module_clear(module); }

/* ---- the module ---- */

static PyMethodDef module_functions[] = {
    {"relate", KEYWORDS(function_relate), function_relate_doc},
    {"collides", KEYWORDS(function_collides), function_collides_doc},
    {"overlaps", KEYWORDS(function_overlaps), function_overlaps_doc},
    {"touches", KEYWORDS(function_touches), function_touches_doc},
    {"contains", KEYWORDS(function_contains), function_contains_doc},
    {"overlap_area", KEYWORDS(function_overlap_area), function_overlap_area_doc},
    {"intersection", KEYWORDS(function_intersection), function_intersection_doc},
    {"separation", KEYWORDS(function_separation), function_separation_doc},
    {"distance", KEYWORDS(function_distance), function_distance_doc},
    {"closest_points", KEYWORDS(function_closest_points), function_closest_points_doc},
    {"contact", KEYWORDS(function_contact), function_contact_doc},
    {"minkowski_difference", KEYWORDS(function_minkowski_difference), function_minkowski_difference_doc},
    {"sweep", KEYWORDS(function_sweep), function_sweep_doc},
    {"cast", KEYWORDS(function_cast), function_cast_doc},
    {"raycast", KEYWORDS(function_raycast), function_raycast_doc},
    {"turn_cast", KEYWORDS(function_turn_cast), function_turn_cast_doc},
    {"clip", KEYWORDS(function_clip), function_clip_doc},
    {"separate", KEYWORDS(function_separate), function_separate_doc},
    {"_separate_more", KEYWORDS(separate_more), separate_more_doc},
    {"bounce", KEYWORDS(function_bounce), function_bounce_doc},
    {"slide", KEYWORDS(function_slide), function_slide_doc},
    {"collide_shape", POSITIONAL(collide_shape), collide_shape_doc},
    {"_collide_scaled", POSITIONAL(collide_scaled), collide_scaled_doc},
    {"_sprite_hits", POSITIONAL(sprite_hits), sprite_hits_doc},
    {"_group_hits", POSITIONAL(group_hits), group_hits_doc},
    {"_shape_pixels", POSITIONAL(shape_pixels), shape_pixels_doc},
    {"_sprite_shape", sprite_shape, METH_O, sprite_shape_doc},
    {"_rect_numbers", rect_numbers, METH_O, rect_numbers_doc},
    {"merge_tiles", KEYWORDS(function_merge_tiles), function_merge_tiles_doc},
    {"merge_rects", KEYWORDS(function_merge_rects), function_merge_rects_doc},
    {"decompose", KEYWORDS(function_decompose), function_decompose_doc},
    {"Chain", KEYWORDS(function_chain), chain_doc},
    {"_restore_rect", restore_rect, METH_VARARGS, restore_rect_doc},
    {"_capi_address", capi_address, METH_O, capi_address_doc},
    {"_capi_shape_address", capi_shape_address, METH_O, capi_shape_address_doc},
    {"_set_arrays", set_arrays, METH_VARARGS, set_arrays_doc},
    {0},
};

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "collide2d._core",
    .m_doc = PyDoc_STR("The C core of collide2d: import collide2d instead."), .m_size = sizeof(module_state),
                       .m_methods = module_functions, .m_slots = module_slots, .m_traverse = module_traverse,
                       .m_clear = module_clear, .m_free = module_free,
};

PyMODINIT_FUNC PyInit__core(void) { return PyModuleDef_Init(&module_definition); }
