/* The functions of the module and the methods that every shape has, with their documentation. Both are defined in the
 * file named below. module.c has the table of functions; every table of methods begins with SHAPE_METHODS. */
#ifndef C2D_METHODS_H
#define C2D_METHODS_H

#include "binding.h"

typedef PyObject *one_argument_function(PyObject *self, PyObject *argument);
typedef PyObject *positional_function(PyObject *self, PyObject *const *args, Py_ssize_t nargs);
typedef PyObject *keyword_function(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);

#define POSITIONAL(function) (PyCFunction)(void (*)(void))(function), METH_FASTCALL
#define KEYWORDS(function)   (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS

/* Defines the documentation of a verb that is a function and a method. */
#define DOCS(function_doc, function_signature, method_doc, method_signature, text)                                     \
    const char function_doc[] = PyDoc_STR(function_signature "\n--\n\n" text);                                           \
    const char method_doc[] = PyDoc_STR(method_signature "\n--\n\n" text)

/* Phrases of the documentation. */
#define ARRAYS_DOC                                                                                                     \
    "Arrays of shapes are answered element by element, with broadcasting. For arrays only, out takes the result, "     \
    "and\n"                                                                                                            \
    "threads is how many threads may share the work: see collide2d.arrays.\n\n"

/* ---- verbs/queries.c ---- */

one_argument_function method_relate, method_collides, method_overlaps, method_touches, method_contains,
    method_separation, method_distance, method_closest_points, method_contact, method_minkowski_difference,
    method_overlap_area, method_intersection;
one_argument_function body_method_relate, body_method_collides, body_method_overlaps, body_method_touches,
    body_method_contains, body_method_separation, body_method_distance, body_method_closest_points, body_method_contact,
    body_method_minkowski_difference, body_method_overlap_area, body_method_intersection;
extern const char method_relate_doc[], method_collides_doc[], method_overlaps_doc[], method_touches_doc[],
    method_contains_doc[], method_separation_doc[], method_distance_doc[], method_closest_points_doc[],
    method_contact_doc[], method_minkowski_difference_doc[], method_overlap_area_doc[], method_intersection_doc[];
keyword_function function_relate, function_collides, function_overlaps, function_touches, function_contains,
    function_separation, function_distance, function_closest_points, function_contact, function_minkowski_difference,
    function_overlap_area, function_intersection;
extern const char function_relate_doc[], function_collides_doc[], function_overlaps_doc[], function_touches_doc[],
    function_contains_doc[], function_separation_doc[], function_distance_doc[], function_closest_points_doc[],
    function_contact_doc[], function_minkowski_difference_doc[], function_overlap_area_doc[],
    function_intersection_doc[];

/* ---- verbs/motion.c ---- */

one_argument_function method_sweep, body_method_sweep, method_clip;
keyword_function function_sweep;
keyword_function function_clip, method_cast, body_method_cast, method_raycast, function_cast, function_raycast;
extern const char method_sweep_doc[], method_cast_doc[], method_raycast_doc[], method_clip_doc[], function_sweep_doc[],
    function_cast_doc[], function_raycast_doc[], function_clip_doc[];

/* ---- verbs/turn.c ---- */

keyword_function method_turn_cast, function_turn_cast;
extern const char method_turn_cast_doc[], function_turn_cast_doc[];

/* ---- verbs/response.c ---- */

keyword_function method_separate, function_separate, separate_more, function_bounce, function_slide;
extern const char method_separate_doc[], function_separate_doc[], separate_more_doc[], function_bounce_doc[],
    function_slide_doc[];

/* ---- verbs/lists.c ---- */

keyword_function shape_collidelist, shape_collidelistall, shape_collideobjects, shape_collideobjectsall,
    shape_collidedict, shape_collidedictall;
extern const char collidelist_doc[], collidelistall_doc[], collideobjects_doc[], collideobjectsall_doc[],
    collidedict_doc[], collidedictall_doc[];

/* ---- verbs/sprites.c ---- */

one_argument_function sprite_shape;
positional_function collide_shape, collide_scaled, sprite_hits, group_hits;
extern const char sprite_shape_doc[], collide_shape_doc[], collide_scaled_doc[], sprite_hits_doc[], group_hits_doc[];

/* ---- drawing/drawing.c ---- */

positional_function shape_pixels;
extern const char shape_pixels_doc[];

/* ---- verbs/level.c ---- */

keyword_function function_merge_tiles, function_merge_rects;
extern const char function_merge_tiles_doc[], function_merge_rects_doc[];

/* ---- verbs/outlines.c ---- */

keyword_function function_decompose;
extern const char function_decompose_doc[];

/* ---- verbs/array_dispatch.c ---- */

PyObject *set_arrays(PyObject *module, PyObject *args);
extern const char set_arrays_doc[];

/* ---- shapes/transforms.c ---- */

keyword_function shape_move, shape_at, shape_rotate, shape_scale_by, shape_grow, shape_placed;
extern const char move_doc[], at_doc[], rotate_doc[], scale_by_doc[], grow_doc[], placed_doc[];

/* ---- shapes/replace.c ---- */

keyword_function shape_replace;
extern const char replace_doc[];

/* ---- bodies/body_replace.c ---- */

keyword_function body_replace;
extern const char body_replace_doc[];

/* ---- bodies/body_makers.c ---- */

keyword_function body_from_outline, function_chain;
extern const char from_outline_doc[], chain_doc[];

/* ---- bodies/body_transforms.c ---- */

keyword_function body_move, body_at, body_rotate, body_scale_by, body_grow, body_placed;
extern const char body_move_doc[], body_at_doc[], body_rotate_doc[], body_scale_by_doc[], body_grow_doc[],
    body_placed_doc[];

/* ---- shapes/shapes.c: some are methods of results and of Space as well ---- */

one_argument_function shape_self, shape_svg;
extern const char copy_doc[], deepcopy_doc[], reduce_doc[], svg_doc[];

/* ---- shapes/dicts.c ---- */

one_argument_function shape_to_dict, shape_from_dict;
extern const char to_dict_doc[], from_dict_doc[];

/* ---- shapes/rects.c ---- */

one_argument_function rect_numbers;
PyObject *restore_rect(PyObject *module, PyObject *args);
extern const char rect_numbers_doc[], restore_rect_doc[];

/* ---- shapes/outlines.c ---- */

keyword_function shape_outline, body_outline, shape_to_shapely;
PyObject *get_geo_interface(PyObject *self, void *closure);
extern const char outline_doc[], body_outline_doc[], to_shapely_doc[], geo_interface_doc[];

/* ---- space/space.c ---- */

extern const char class_getitem_doc[];

/* ---- the table ---- */

/* clang-format off */
/* Every type repeats these rows: the interpreter's fast calls need a method to be the type's own, not inherited. */
#define SHAPE_METHODS                                                                                        \
    {"relate", method_relate, METH_O, method_relate_doc},                                                    \
    {"collides", method_collides, METH_O, method_collides_doc},                                              \
    {"overlaps", method_overlaps, METH_O, method_overlaps_doc},                                              \
    {"touches", method_touches, METH_O, method_touches_doc},                                                 \
    {"contains", method_contains, METH_O, method_contains_doc},                                              \
    {"overlap_area", method_overlap_area, METH_O, method_overlap_area_doc},                                  \
    {"intersection", method_intersection, METH_O, method_intersection_doc},                                  \
    {"separation", method_separation, METH_O, method_separation_doc},                                        \
    {"distance", method_distance, METH_O, method_distance_doc},                                              \
    {"closest_points", method_closest_points, METH_O, method_closest_points_doc},                            \
    {"contact", method_contact, METH_O, method_contact_doc},                                                 \
    {"minkowski_difference", method_minkowski_difference, METH_O, method_minkowski_difference_doc},          \
    {"sweep", method_sweep, METH_O, method_sweep_doc},                                                       \
    {"cast", KEYWORDS(method_cast), method_cast_doc},                                                        \
    {"raycast", KEYWORDS(method_raycast), method_raycast_doc},                                               \
    {"turn_cast", KEYWORDS(method_turn_cast), method_turn_cast_doc},                                               \
    {"clip", method_clip, METH_O, method_clip_doc},                                                          \
    {"separate", KEYWORDS(method_separate), method_separate_doc},                                            \
    {"collidelist", KEYWORDS(shape_collidelist), collidelist_doc},                                           \
    {"collidelistall", KEYWORDS(shape_collidelistall), collidelistall_doc},                                  \
    {"collideobjects", KEYWORDS(shape_collideobjects), collideobjects_doc},                                  \
    {"collideobjectsall", KEYWORDS(shape_collideobjectsall), collideobjectsall_doc},                         \
    {"collidedict", KEYWORDS(shape_collidedict), collidedict_doc},                                           \
    {"collidedictall", KEYWORDS(shape_collidedictall), collidedictall_doc},                                  \
    {"move", KEYWORDS(shape_move), move_doc},                                                                \
    {"at", KEYWORDS(shape_at), at_doc},                                                                      \
    {"rotate", KEYWORDS(shape_rotate), rotate_doc},                                                          \
    {"scale_by", KEYWORDS(shape_scale_by), scale_by_doc},                                                    \
    {"grow", KEYWORDS(shape_grow), grow_doc},                                                                \
    {"placed", KEYWORDS(shape_placed), placed_doc},                                                          \
    {"replace", KEYWORDS(shape_replace), replace_doc},                                                       \
    {"__replace__", KEYWORDS(shape_replace), replace_doc}

/* The same verbs for a body. */
#define BODY_METHODS                                                                                         \
    {"relate", body_method_relate, METH_O, method_relate_doc},                                               \
    {"collides", body_method_collides, METH_O, method_collides_doc},                                         \
    {"overlaps", body_method_overlaps, METH_O, method_overlaps_doc},                                         \
    {"touches", body_method_touches, METH_O, method_touches_doc},                                            \
    {"contains", body_method_contains, METH_O, method_contains_doc},                                         \
    {"overlap_area", body_method_overlap_area, METH_O, method_overlap_area_doc},                             \
    {"intersection", body_method_intersection, METH_O, method_intersection_doc},                             \
    {"separation", body_method_separation, METH_O, method_separation_doc},                                   \
    {"distance", body_method_distance, METH_O, method_distance_doc},                                         \
    {"closest_points", body_method_closest_points, METH_O, method_closest_points_doc},                       \
    {"contact", body_method_contact, METH_O, method_contact_doc},                                            \
    {"minkowski_difference", body_method_minkowski_difference, METH_O, method_minkowski_difference_doc},     \
    {"sweep", body_method_sweep, METH_O, method_sweep_doc},                                                  \
    {"cast", KEYWORDS(body_method_cast), method_cast_doc}, \
    {"raycast", KEYWORDS(method_raycast), method_raycast_doc},                                             \
    {"turn_cast", KEYWORDS(method_turn_cast), method_turn_cast_doc},                                             \
    {"separate", KEYWORDS(method_separate), method_separate_doc},                                            \
    {"collidelist", KEYWORDS(shape_collidelist), collidelist_doc},                                           \
    {"collidelistall", KEYWORDS(shape_collidelistall), collidelistall_doc},                                  \
    {"collideobjects", KEYWORDS(shape_collideobjects), collideobjects_doc},                                  \
    {"collideobjectsall", KEYWORDS(shape_collideobjectsall), collideobjectsall_doc},                         \
    {"collidedict", KEYWORDS(shape_collidedict), collidedict_doc},                                           \
    {"collidedictall", KEYWORDS(shape_collidedictall), collidedictall_doc}
/* clang-format on */

#endif
