/* collide2d in an extension module: the functions of collide2d.h, from the table that the Python package has in a
 * capsule. Made by csrc/python/capi/make_headers.py.
 *
 * Call c2d_import once in each C file, in the function that initialises the module. After that the functions of
 * collide2d.h are called as usual; the extension is not linked with the core. All but the first four work without the
 * lock of Python. */
#ifndef COLLIDE2D_PYTHON_H
#define COLLIDE2D_PYTHON_H

#include <Python.h>

#include "collide2d.h"

#define C2D_API_CAPSULE "collide2d._C_API"

/* Differs if a function or a struct has changed. Functions are added at the end of the table, without a new version:
 * an extension works with the package that it was compiled for and with later ones of this version. */
#define C2D_API_VERSION 1

/* For Python's shapes:
 * c2d_shape_of: the shape inside a Circle, Rect, ...; borrowed from the object, which never changes. NULL with a
 *     TypeError if the object is no shape of the package.
 * c2d_rect_of: the rectangle that a Rect or RoundRect derives from, borrowed; NULL without an error for any other
 *     object.
 * c2d_shape_from: a new object of the simplest kind, Point, Circle, Segment, Capsule, Rect or Polygon, with the same
 *     vertices and radius, to the bit. NULL with a MemoryError.
 * c2d_rect_from: a new Rect, or RoundRect if the radius is not 0. NULL with a ValueError if the numbers are refused. */

/* clang-format off */
#define C2D_API_FUNCTIONS(F) \
    F(const c2d_shape *, c2d_shape_of, (PyObject *shape)) \
    F(const c2d_rect *, c2d_rect_of, (PyObject *shape)) \
    F(PyObject *, c2d_shape_from, (const c2d_shape *shape)) \
    F(PyObject *, c2d_rect_from, (const c2d_rect *rect)) \
    F(c2d_status, c2d_check, (double *x)) \
    F(c2d_status, c2d_check_size, (double *x)) \
    F(const char *, c2d_rule, (c2d_status status)) \
    F(const c2d_vec *, c2d_vertices, (const c2d_shape *s)) \
    F(c2d_status, c2d_point, (c2d_shape *out, c2d_vec p)) \
    F(c2d_status, c2d_circle, (c2d_shape *out, c2d_vec center, double radius)) \
    F(c2d_status, c2d_segment, (c2d_shape *out, c2d_vec a, c2d_vec b)) \
    F(c2d_status, c2d_capsule, (c2d_shape *out, c2d_vec a, c2d_vec b, double radius)) \
    F(c2d_status, c2d_box, (c2d_shape *out, c2d_vec corner, c2d_vec opposite, double radius)) \
    F(c2d_status, c2d_hull_shape, (c2d_shape *out, const c2d_vec *points, size_t n, double radius, c2d_vec *storage)) \
    F(c2d_status, c2d_polygon, (c2d_shape *out, const c2d_vec *points, size_t n, double radius, c2d_vec *storage)) \
    F(size_t, c2d_concave_corner, (const c2d_vec *points, size_t n)) \
    F(void, c2d_copy, (c2d_shape *out, const c2d_shape *s, c2d_vec *storage)) \
    F(size_t, c2d_copy_room, (const c2d_shape *s)) \
    F(double, c2d_area, (const c2d_shape *s)) \
    F(double, c2d_perimeter, (const c2d_shape *s)) \
    F(c2d_vec, c2d_center, (const c2d_shape *s)) \
    F(c2d_status, c2d_rect_shape, (c2d_shape *out, c2d_rect *rect)) \
    F(void, c2d_rect_frame, (const c2d_rect *rect, c2d_frame *out)) \
    F(bool, c2d_rect_corners, (const c2d_rect *rect, c2d_vec *corner, c2d_vec *opposite)) \
    F(c2d_vec, c2d_rect_center, (const c2d_rect *rect)) \
    F(c2d_vec, c2d_rect_turning_point, (const c2d_rect *rect)) \
    F(void, c2d_rect_move, (c2d_rect *rect, c2d_vec d)) \
    F(void, c2d_rect_at, (c2d_rect *rect, c2d_vec center)) \
    F(void, c2d_rect_rotate, (c2d_rect *rect, double degrees, const c2d_vec *about)) \
    F(void, c2d_rect_scale, (c2d_rect *rect, double k)) \
    F(void, c2d_rect_place, (c2d_rect *rect, const struct c2d_placement *p)) \
    F(void, c2d_rect_grow, (c2d_rect *rect, double d)) \
    F(void, c2d_move_points, (c2d_vec *points, size_t n, c2d_vec d)) \
    F(void, c2d_rotate_points, (c2d_vec *points, size_t n, double degrees, c2d_vec about)) \
    F(void, c2d_scale_points, (c2d_vec *points, size_t n, double k, c2d_vec about)) \
    F(void, c2d_place_points, (c2d_vec *points, size_t n, const c2d_placement *p)) \
    F(c2d_status, c2d_hull, (const c2d_vec *points, size_t n, c2d_vec *hull, size_t *count)) \
    F(void, c2d_sincos, (double degrees, double *sine, double *cosine)) \
    F(double, c2d_degrees, (double radians)) \
    F(double, c2d_angle_of, (c2d_vec v)) \
    F(c2d_vec, c2d_turn, (c2d_vec p, double sine, double cosine, c2d_vec pivot)) \
    F(void, c2d_turn_box, (c2d_vec lo, c2d_vec hi, double sine, double cosine, c2d_vec pivot, c2d_vec corners[4])) \
    F(c2d_relation, c2d_relate, (const c2d_shape *a, const c2d_shape *b)) \
    F(bool, c2d_collides, (const c2d_shape *a, const c2d_shape *b)) \
    F(bool, c2d_overlaps, (const c2d_shape *a, const c2d_shape *b)) \
    F(bool, c2d_touches, (const c2d_shape *a, const c2d_shape *b)) \
    F(bool, c2d_contains, (const c2d_shape *a, const c2d_shape *b)) \
    F(c2d_status, c2d_overlap_area, (const c2d_shape *a, const c2d_shape *b, double *area)) \
    F(c2d_status, c2d_intersection, (c2d_shape *out, const c2d_shape *a, const c2d_shape *b, c2d_vec *storage, bool *collides)) \
    F(double, c2d_separation, (const c2d_shape *a, const c2d_shape *b)) \
    F(double, c2d_distance, (const c2d_shape *a, const c2d_shape *b)) \
    F(void, c2d_closest_points, (const c2d_shape *a, const c2d_shape *b, c2d_vec *on_a, c2d_vec *on_b)) \
    F(bool, c2d_find_contact, (const c2d_shape *a, const c2d_shape *b, c2d_contact *out)) \
    F(c2d_status, c2d_moved, (c2d_shape *out, const c2d_shape *s, const c2d_rect *rect, c2d_vec d, c2d_vec *storage)) \
    F(c2d_status, c2d_sweep, (c2d_shape *out, const c2d_shape *from, const c2d_shape *to, c2d_vec *storage)) \
    F(c2d_status, c2d_cast, (const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room, bool *hits, c2d_hit *out)) \
    F(c2d_status, c2d_cast_touching, (const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room, c2d_relation *swept, c2d_hit *out)) \
    F(bool, c2d_leaves, (const c2d_shape *a, c2d_vec motion, const c2d_shape *b, c2d_relation swept, const c2d_hit *hit)) \
    F(c2d_status, c2d_cast_with, (const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room, c2d_cast_options options, bool *hits, c2d_hit *out)) \
    F(bool, c2d_clip, (const c2d_shape *s, c2d_vec p, c2d_vec q, double *t_in, double *t_out)) \
    F(c2d_status, c2d_minkowski_difference, (c2d_shape *out, const c2d_shape *a, c2d_vec center_of_a, const c2d_shape *b, c2d_vec *storage)) \
    F(c2d_status, c2d_turned, (c2d_shape *out, const c2d_shape *s, const c2d_rect *rect, double degrees, const c2d_vec *about, c2d_vec d, c2d_vec *storage)) \
    F(c2d_status, c2d_turn_cast, (const c2d_shape *a, const c2d_rect *rect, double angle, const c2d_vec *about, c2d_vec motion, const c2d_shape *b, double t_max, c2d_vec *room, bool *hits, c2d_hit *out)) \
    F(bool, c2d_thin_sweep_of, (const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, c2d_thin_sweep *out)) \
    F(bool, c2d_thin_sweep_between, (const c2d_shape *start, const c2d_shape *end, c2d_vec motion, c2d_thin_sweep *out)) \
    F(bool, c2d_find_graze, (const c2d_thin_sweep *sweep, const c2d_shape *member, c2d_graze *out)) \
    F(void, c2d_grazes_init, (c2d_grazes *grazes)) \
    F(void, c2d_grazes_free, (c2d_grazes *grazes)) \
    F(c2d_status, c2d_grazes_add, (c2d_grazes *grazes, const c2d_thin_sweep *sweep, const c2d_shape *member, uint64_t key)) \
    F(double, c2d_grazes_block, (const c2d_grazes *grazes)) \
    F(c2d_status, c2d_grazes_add_behind, (c2d_grazes *grazes, const c2d_thin_sweep *sweep, const c2d_shape *member, uint64_t key)) \
    F(c2d_status, c2d_grazes_leave, (c2d_grazes *grazes, const c2d_shape *a, const c2d_thin_sweep *sweep)) \
    F(size_t, c2d_union_hits, (const c2d_shape *a, const c2d_rect *rect, const c2d_thin_sweep *sweep, c2d_grazes *grazes)) \
    F(c2d_status, c2d_union_gaps, (const c2d_shape *s, const c2d_shape *const *members, size_t n, size_t *gaps)) \
    F(c2d_status, c2d_union_surrounds, (const c2d_shape *s, const c2d_shape *const *members, size_t n, bool *surrounds)) \
    F(c2d_status, c2d_separate, (const c2d_shape *a, const c2d_rect *rect_a, double mass_a, const c2d_shape *b, const c2d_rect *rect_b, double mass_b, c2d_vec *room, c2d_vec *move_a, c2d_vec *move_b)) \
    F(c2d_status, c2d_separate_more, (const c2d_shape *a, const c2d_rect *rect_a, double mass_a, const c2d_shape *b, const c2d_rect *rect_b, double mass_b, double part, c2d_vec *room, c2d_vec *move_a, c2d_vec *move_b)) \
    F(c2d_status, c2d_check_mass, (double *mass)) \
    F(c2d_status, c2d_check_collision, (c2d_collision *collision)) \
    F(void, c2d_bounce, (c2d_vec *va, c2d_vec *vb, const c2d_collision *collision)) \
    F(c2d_vec, c2d_slide, (c2d_vec v, c2d_vec normal)) \
    F(c2d_bounds, c2d_bounds_of, (const c2d_shape *s)) \
    F(c2d_vec, c2d_bounds_size, (c2d_bounds b)) \
    F(c2d_status, c2d_body_make_index, (const c2d_body *body, struct c2d_tree *tree)) \
    F(c2d_bounds, c2d_body_bounds, (const c2d_body *body)) \
    F(c2d_vec, c2d_body_center, (const c2d_body *body)) \
    F(c2d_status, c2d_body_area, (const c2d_body *body, double *area)) \
    F(c2d_status, c2d_body_relate, (const c2d_body *a, const c2d_body *b, c2d_relation *relation)) \
    F(c2d_status, c2d_body_overlap_area, (const c2d_body *a, const c2d_body *b, double *area)) \
    F(c2d_status, c2d_body_separation, (const c2d_body *a, const c2d_body *b, double *separation)) \
    F(void, c2d_body_closest_points, (const c2d_body *a, const c2d_body *b, c2d_vec *on_a, c2d_vec *on_b)) \
    F(c2d_status, c2d_body_find_contact, (const c2d_body *a, const c2d_body *b, bool *collides, c2d_contact *out, c2d_piece_pair *pair)) \
    F(c2d_status, c2d_body_contains, (const c2d_body *a, const c2d_body *b, bool *contains)) \
    F(c2d_status, c2d_body_cast, (const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_cast_options options, c2d_vec *room, bool *hits, c2d_hit *out, c2d_piece_pair *pair)) \
    F(c2d_status, c2d_body_turn_cast, (const c2d_body *a, double angle, c2d_vec about, c2d_vec motion, const c2d_body *b, c2d_vec *room, bool *hits, c2d_hit *out, c2d_piece_pair *pair)) \
    F(c2d_status, c2d_cast_both, (const c2d_shape *a, const c2d_rect *rect_a, c2d_vec motion, const c2d_shape *b, const c2d_rect *rect_b, c2d_vec motion_b, c2d_cast_options options, c2d_vec *room, bool *hits, c2d_hit *out)) \
    F(c2d_status, c2d_body_cast_both, (const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_vec motion_b, c2d_cast_options options, c2d_vec *room, bool *hits, c2d_hit *out, c2d_piece_pair *pair)) \
    F(c2d_status, c2d_body_separate, (const c2d_body *a, double mass_a, const c2d_body *b, double mass_b, c2d_vec *move_a, c2d_vec *move_b)) \
    F(c2d_status, c2d_body_separate_more, (const c2d_body *a, double mass_a, const c2d_body *b, double mass_b, double part, c2d_vec *move_a, c2d_vec *move_b)) \
    F(void, c2d_tree_init, (c2d_tree *tree)) \
    F(void, c2d_tree_free, (c2d_tree *tree)) \
    F(c2d_status, c2d_tree_insert, (c2d_tree *tree, c2d_bounds box, uint32_t item, uint32_t *leaf)) \
    F(void, c2d_tree_remove, (c2d_tree *tree, uint32_t leaf)) \
    F(void, c2d_tree_move, (c2d_tree *tree, uint32_t leaf, c2d_bounds box)) \
    F(c2d_status, c2d_tree_rebuild, (c2d_tree *tree)) \
    F(bool, c2d_tree_query, (const c2d_tree *tree, c2d_bounds box, c2d_visit *visit, void *context)) \
    F(void, c2d_tree_cast, (const c2d_tree *tree, c2d_bounds box, c2d_vec motion, double limit, c2d_visit_within *visit, void *context)) \
    F(c2d_bounds, c2d_cast_target_bounds, (const c2d_shape *s)) \
    F(c2d_status, c2d_cast_bounds, (const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, c2d_vec *room, c2d_bounds *out)) \
    F(c2d_status, c2d_turn_bounds, (const c2d_shape *s, const c2d_rect *rect, double angle, const c2d_vec *about, c2d_vec motion, c2d_bounds *box)) \
    F(c2d_status, c2d_turn_parts_init, (c2d_turn_parts *parts, const c2d_shape *a, const c2d_rect *rect, double angle, const c2d_vec *about, c2d_vec motion)) \
    F(bool, c2d_turn_parts_next, (c2d_turn_parts *parts, double limit, c2d_bounds *box)) \
    F(double, c2d_turn_parts_earliest, (const c2d_turn_parts *parts, const c2d_shape *b)) \
    F(bool, c2d_turn_parts_add, (c2d_turn_parts *parts, double limit, const c2d_shape *b, uint32_t number)) \
    F(bool, c2d_turn_parts_take, (c2d_turn_parts *parts, double limit, uint32_t *number)) \
    F(void, c2d_tree_nearest, (const c2d_tree *tree, c2d_bounds box, double limit, c2d_visit_within *visit, void *context)) \
    F(c2d_status, c2d_all_pairs, (const c2d_bounds *boxes, size_t n, c2d_visit_pair *visit, void *context)) \
    F(c2d_status, c2d_shape_pairs, (const c2d_shape_set *crowd, c2d_visit_pair *visit, void *context)) \
    F(c2d_status, c2d_check_disc, (c2d_disc *disc)) \
    F(c2d_status, c2d_disc_pairs, (const c2d_disc *discs, size_t n, size_t split, bool within, bool touching, c2d_visit_pairs *visit, void *context)) \
    F(c2d_status, c2d_obstacles_add, (c2d_obstacles *obstacles, const c2d_obstacle *obstacle)) \
    F(c2d_status, c2d_mover_run, (const c2d_shape *shape, const c2d_rect *rect, c2d_vec motion, const c2d_mover_options *options, c2d_find_obstacles *gather, void *context, c2d_mover_result *out)) \
    F(c2d_status, c2d_mover_run_body, (const c2d_body *body, c2d_vec motion, const c2d_mover_options *options, c2d_find_obstacles *gather, void *context, c2d_mover_result *out)) \
    F(void, c2d_mover_result_free, (c2d_mover_result *travel)) \
    F(c2d_vec, c2d_mover_motion, (const c2d_mover_result *result)) \
    F(c2d_status, c2d_mover_end, (c2d_shape *out, const c2d_shape *s, c2d_rect *rect, const c2d_mover_result *result, c2d_vec *storage)) \
    F(void, c2d_world_init, (c2d_world *world)) \
    F(void, c2d_world_free, (c2d_world *world)) \
    F(c2d_status, c2d_world_add, (c2d_world *world, const c2d_shape *shape, const c2d_rect *rect, uint32_t *id)) \
    F(c2d_status, c2d_world_update, (c2d_world *world, uint32_t id, const c2d_shape *shape, const c2d_rect *rect)) \
    F(c2d_status, c2d_world_move, (c2d_world *world, uint32_t id, c2d_vec d)) \
    F(c2d_status, c2d_world_remove, (c2d_world *world, uint32_t id)) \
    F(c2d_status, c2d_world_set_layers, (c2d_world *world, uint32_t id, uint64_t layer, uint64_t mask)) \
    F(const c2d_shape *, c2d_world_shape, (const c2d_world *world, uint32_t id)) \
    F(const c2d_rect *, c2d_world_rect, (const c2d_world *world, uint32_t id)) \
    F(uint32_t, c2d_world_first, (const c2d_world *world)) \
    F(uint32_t, c2d_world_next, (const c2d_world *world, uint32_t id)) \
    F(c2d_query, c2d_query_of_item, (uint32_t item)) \
    F(c2d_query, c2d_query_of_shape, (const c2d_shape *shape, const c2d_rect *rect)) \
    F(void, c2d_items_free, (c2d_items *items)) \
    F(void, c2d_item_pairs_free, (c2d_item_pairs *pairs)) \
    F(void, c2d_item_distances_free, (c2d_item_distances *distances)) \
    F(void, c2d_item_hits_free, (c2d_item_hits *hits)) \
    F(c2d_status, c2d_world_query, (const c2d_world *world, const c2d_query *query, c2d_items *out)) \
    F(c2d_status, c2d_world_cast, (const c2d_world *world, const c2d_query *query, c2d_vec motion, c2d_item_hit *out)) \
    F(c2d_status, c2d_world_cast_all, (const c2d_world *world, const c2d_query *query, c2d_vec motion, c2d_item_hits *out)) \
    F(c2d_status, c2d_world_raycast, (const c2d_world *world, c2d_vec origin, c2d_vec motion, const c2d_query *options, c2d_item_hit *out)) \
    F(c2d_status, c2d_world_raycast_all, (const c2d_world *world, c2d_vec origin, c2d_vec motion, const c2d_query *options, c2d_item_hits *out)) \
    F(c2d_status, c2d_world_nearest, (const c2d_world *world, const c2d_query *query, size_t most, double max_distance, c2d_item_distances *out)) \
    F(c2d_status, c2d_world_pairs, (const c2d_world *world, bool touching, c2d_item_pairs *out)) \
    F(c2d_slide_options, c2d_slide_defaults, (void)) \
    F(c2d_status, c2d_world_slide, (c2d_world *world, uint32_t id, c2d_vec motion, const c2d_slide_options *options, c2d_mover_result *out)) \
    F(c2d_status, c2d_world_try_slide, (const c2d_world *world, const c2d_query *query, c2d_vec motion, const c2d_slide_options *options, c2d_mover_result *out)) \
    F(void, c2d_boxes_free, (c2d_boxes *boxes)) \
    F(c2d_status, c2d_merge_tiles, (const uint8_t *solid, size_t width, size_t height, c2d_vec origin, c2d_vec tile, c2d_boxes *out)) \
    F(c2d_status, c2d_merge_boxes, (const c2d_bounds *boxes, size_t n, c2d_boxes *out)) \
    F(void, c2d_pieces_free, (c2d_pieces *pieces)) \
    F(c2d_status, c2d_decompose, (const c2d_vec *points, size_t n, c2d_pieces *out)) \
    F(c2d_status, c2d_decompose_outlines, (const c2d_vec *points, const size_t *ends, size_t outlines, c2d_pieces *out)) \
    F(bool, c2d_outline_is_too_fine, (const c2d_shape *s, double tolerance)) \
    F(size_t, c2d_outline_room, (const c2d_shape *s, double tolerance)) \
    F(c2d_status, c2d_outline_points, (const c2d_shape *s, double tolerance, c2d_vec *points, size_t *count)) \
    F(c2d_relation, c2d_relate_image, (const c2d_shape *a, const c2d_shape *b, c2d_vec period, int32_t i, int32_t j)) \
    F(c2d_status, c2d_image_pairs, (const c2d_image_set *set, bool touching, c2d_visit_pair *visit, void *context, uint32_t *fault)) \
    F(c2d_status, c2d_tree_fill, (c2d_tree *tree, const c2d_bounds *boxes, uint32_t count))
/* clang-format on */

#define C2D_API_MEMBER(result, name, parameters) result(*name) parameters;
typedef struct c2d_api {
    size_t size; /* of the table */
    unsigned version;
    C2D_API_FUNCTIONS(C2D_API_MEMBER)
} c2d_api;

#ifndef C2D_API_TABLE
static const c2d_api *c2d_api_table;

/* 0, or -1 with an ImportError if the package is missing, or is too old or too new for the extension. */
static inline int c2d_import(void)
{
    const c2d_api *table = (const c2d_api *)PyCapsule_Import(C2D_API_CAPSULE, 0);
    if (!table)
        return -1;
    if (table->version != C2D_API_VERSION || table->size < sizeof *table) {
        PyErr_Format(PyExc_ImportError, "collide2d has version %u of its C API (%zu bytes), not %u (%zu) as is needed",
                     table->version, table->size, (unsigned)C2D_API_VERSION, sizeof *table);
        return -1;
    }
    c2d_api_table = table;
    return 0;
}

/* clang-format off */
#define c2d_shape_of (c2d_api_table->c2d_shape_of)
#define c2d_rect_of (c2d_api_table->c2d_rect_of)
#define c2d_shape_from (c2d_api_table->c2d_shape_from)
#define c2d_rect_from (c2d_api_table->c2d_rect_from)
#define c2d_check (c2d_api_table->c2d_check)
#define c2d_check_size (c2d_api_table->c2d_check_size)
#define c2d_rule (c2d_api_table->c2d_rule)
#define c2d_point (c2d_api_table->c2d_point)
#define c2d_circle (c2d_api_table->c2d_circle)
#define c2d_segment (c2d_api_table->c2d_segment)
#define c2d_capsule (c2d_api_table->c2d_capsule)
#define c2d_box (c2d_api_table->c2d_box)
#define c2d_hull_shape (c2d_api_table->c2d_hull_shape)
#define c2d_polygon (c2d_api_table->c2d_polygon)
#define c2d_concave_corner (c2d_api_table->c2d_concave_corner)
#define c2d_copy (c2d_api_table->c2d_copy)
#define c2d_area (c2d_api_table->c2d_area)
#define c2d_perimeter (c2d_api_table->c2d_perimeter)
#define c2d_center (c2d_api_table->c2d_center)
#define c2d_rect_shape (c2d_api_table->c2d_rect_shape)
#define c2d_rect_frame (c2d_api_table->c2d_rect_frame)
#define c2d_rect_corners (c2d_api_table->c2d_rect_corners)
#define c2d_rect_center (c2d_api_table->c2d_rect_center)
#define c2d_rect_turning_point (c2d_api_table->c2d_rect_turning_point)
#define c2d_rect_move (c2d_api_table->c2d_rect_move)
#define c2d_rect_at (c2d_api_table->c2d_rect_at)
#define c2d_rect_rotate (c2d_api_table->c2d_rect_rotate)
#define c2d_rect_scale (c2d_api_table->c2d_rect_scale)
#define c2d_rect_place (c2d_api_table->c2d_rect_place)
#define c2d_rect_grow (c2d_api_table->c2d_rect_grow)
#define c2d_move_points (c2d_api_table->c2d_move_points)
#define c2d_rotate_points (c2d_api_table->c2d_rotate_points)
#define c2d_scale_points (c2d_api_table->c2d_scale_points)
#define c2d_place_points (c2d_api_table->c2d_place_points)
#define c2d_hull (c2d_api_table->c2d_hull)
#define c2d_sincos (c2d_api_table->c2d_sincos)
#define c2d_degrees (c2d_api_table->c2d_degrees)
#define c2d_angle_of (c2d_api_table->c2d_angle_of)
#define c2d_turn (c2d_api_table->c2d_turn)
#define c2d_turn_box (c2d_api_table->c2d_turn_box)
#define c2d_relate (c2d_api_table->c2d_relate)
#define c2d_collides (c2d_api_table->c2d_collides)
#define c2d_overlaps (c2d_api_table->c2d_overlaps)
#define c2d_touches (c2d_api_table->c2d_touches)
#define c2d_contains (c2d_api_table->c2d_contains)
#define c2d_overlap_area (c2d_api_table->c2d_overlap_area)
#define c2d_intersection (c2d_api_table->c2d_intersection)
#define c2d_separation (c2d_api_table->c2d_separation)
#define c2d_distance (c2d_api_table->c2d_distance)
#define c2d_closest_points (c2d_api_table->c2d_closest_points)
#define c2d_find_contact (c2d_api_table->c2d_find_contact)
#define c2d_moved (c2d_api_table->c2d_moved)
#define c2d_sweep (c2d_api_table->c2d_sweep)
#define c2d_cast (c2d_api_table->c2d_cast)
#define c2d_cast_touching (c2d_api_table->c2d_cast_touching)
#define c2d_leaves (c2d_api_table->c2d_leaves)
#define c2d_cast_with (c2d_api_table->c2d_cast_with)
#define c2d_clip (c2d_api_table->c2d_clip)
#define c2d_minkowski_difference (c2d_api_table->c2d_minkowski_difference)
#define c2d_turned (c2d_api_table->c2d_turned)
#define c2d_turn_cast (c2d_api_table->c2d_turn_cast)
#define c2d_thin_sweep_of (c2d_api_table->c2d_thin_sweep_of)
#define c2d_thin_sweep_between (c2d_api_table->c2d_thin_sweep_between)
#define c2d_find_graze (c2d_api_table->c2d_find_graze)
#define c2d_grazes_free (c2d_api_table->c2d_grazes_free)
#define c2d_grazes_add (c2d_api_table->c2d_grazes_add)
#define c2d_grazes_add_behind (c2d_api_table->c2d_grazes_add_behind)
#define c2d_grazes_leave (c2d_api_table->c2d_grazes_leave)
#define c2d_union_hits (c2d_api_table->c2d_union_hits)
#define c2d_union_gaps (c2d_api_table->c2d_union_gaps)
#define c2d_union_surrounds (c2d_api_table->c2d_union_surrounds)
#define c2d_separate (c2d_api_table->c2d_separate)
#define c2d_separate_more (c2d_api_table->c2d_separate_more)
#define c2d_check_mass (c2d_api_table->c2d_check_mass)
#define c2d_check_collision (c2d_api_table->c2d_check_collision)
#define c2d_bounce (c2d_api_table->c2d_bounce)
#define c2d_slide (c2d_api_table->c2d_slide)
#define c2d_bounds_size (c2d_api_table->c2d_bounds_size)
#define c2d_body_make_index (c2d_api_table->c2d_body_make_index)
#define c2d_body_bounds (c2d_api_table->c2d_body_bounds)
#define c2d_body_center (c2d_api_table->c2d_body_center)
#define c2d_body_area (c2d_api_table->c2d_body_area)
#define c2d_body_relate (c2d_api_table->c2d_body_relate)
#define c2d_body_overlap_area (c2d_api_table->c2d_body_overlap_area)
#define c2d_body_separation (c2d_api_table->c2d_body_separation)
#define c2d_body_closest_points (c2d_api_table->c2d_body_closest_points)
#define c2d_body_find_contact (c2d_api_table->c2d_body_find_contact)
#define c2d_body_contains (c2d_api_table->c2d_body_contains)
#define c2d_body_cast (c2d_api_table->c2d_body_cast)
#define c2d_body_turn_cast (c2d_api_table->c2d_body_turn_cast)
#define c2d_cast_both (c2d_api_table->c2d_cast_both)
#define c2d_body_cast_both (c2d_api_table->c2d_body_cast_both)
#define c2d_body_separate (c2d_api_table->c2d_body_separate)
#define c2d_body_separate_more (c2d_api_table->c2d_body_separate_more)
#define c2d_tree_init (c2d_api_table->c2d_tree_init)
#define c2d_tree_free (c2d_api_table->c2d_tree_free)
#define c2d_tree_insert (c2d_api_table->c2d_tree_insert)
#define c2d_tree_remove (c2d_api_table->c2d_tree_remove)
#define c2d_tree_move (c2d_api_table->c2d_tree_move)
#define c2d_tree_rebuild (c2d_api_table->c2d_tree_rebuild)
#define c2d_tree_query (c2d_api_table->c2d_tree_query)
#define c2d_tree_cast (c2d_api_table->c2d_tree_cast)
#define c2d_cast_target_bounds (c2d_api_table->c2d_cast_target_bounds)
#define c2d_cast_bounds (c2d_api_table->c2d_cast_bounds)
#define c2d_turn_bounds (c2d_api_table->c2d_turn_bounds)
#define c2d_turn_parts_init (c2d_api_table->c2d_turn_parts_init)
#define c2d_turn_parts_next (c2d_api_table->c2d_turn_parts_next)
#define c2d_turn_parts_earliest (c2d_api_table->c2d_turn_parts_earliest)
#define c2d_turn_parts_add (c2d_api_table->c2d_turn_parts_add)
#define c2d_turn_parts_take (c2d_api_table->c2d_turn_parts_take)
#define c2d_tree_nearest (c2d_api_table->c2d_tree_nearest)
#define c2d_all_pairs (c2d_api_table->c2d_all_pairs)
#define c2d_shape_pairs (c2d_api_table->c2d_shape_pairs)
#define c2d_check_disc (c2d_api_table->c2d_check_disc)
#define c2d_disc_pairs (c2d_api_table->c2d_disc_pairs)
#define c2d_obstacles_add (c2d_api_table->c2d_obstacles_add)
#define c2d_mover_run (c2d_api_table->c2d_mover_run)
#define c2d_mover_run_body (c2d_api_table->c2d_mover_run_body)
#define c2d_mover_result_free (c2d_api_table->c2d_mover_result_free)
#define c2d_mover_motion (c2d_api_table->c2d_mover_motion)
#define c2d_mover_end (c2d_api_table->c2d_mover_end)
#define c2d_world_init (c2d_api_table->c2d_world_init)
#define c2d_world_free (c2d_api_table->c2d_world_free)
#define c2d_world_add (c2d_api_table->c2d_world_add)
#define c2d_world_update (c2d_api_table->c2d_world_update)
#define c2d_world_move (c2d_api_table->c2d_world_move)
#define c2d_world_remove (c2d_api_table->c2d_world_remove)
#define c2d_world_set_layers (c2d_api_table->c2d_world_set_layers)
#define c2d_world_shape (c2d_api_table->c2d_world_shape)
#define c2d_world_rect (c2d_api_table->c2d_world_rect)
#define c2d_world_first (c2d_api_table->c2d_world_first)
#define c2d_world_next (c2d_api_table->c2d_world_next)
#define c2d_items_free (c2d_api_table->c2d_items_free)
#define c2d_item_pairs_free (c2d_api_table->c2d_item_pairs_free)
#define c2d_item_distances_free (c2d_api_table->c2d_item_distances_free)
#define c2d_item_hits_free (c2d_api_table->c2d_item_hits_free)
#define c2d_world_query (c2d_api_table->c2d_world_query)
#define c2d_world_cast (c2d_api_table->c2d_world_cast)
#define c2d_world_cast_all (c2d_api_table->c2d_world_cast_all)
#define c2d_world_raycast (c2d_api_table->c2d_world_raycast)
#define c2d_world_raycast_all (c2d_api_table->c2d_world_raycast_all)
#define c2d_world_nearest (c2d_api_table->c2d_world_nearest)
#define c2d_world_pairs (c2d_api_table->c2d_world_pairs)
#define c2d_world_slide (c2d_api_table->c2d_world_slide)
#define c2d_world_try_slide (c2d_api_table->c2d_world_try_slide)
#define c2d_boxes_free (c2d_api_table->c2d_boxes_free)
#define c2d_merge_tiles (c2d_api_table->c2d_merge_tiles)
#define c2d_merge_boxes (c2d_api_table->c2d_merge_boxes)
#define c2d_pieces_free (c2d_api_table->c2d_pieces_free)
#define c2d_decompose (c2d_api_table->c2d_decompose)
#define c2d_decompose_outlines (c2d_api_table->c2d_decompose_outlines)
#define c2d_outline_is_too_fine (c2d_api_table->c2d_outline_is_too_fine)
#define c2d_outline_room (c2d_api_table->c2d_outline_room)
#define c2d_outline_points (c2d_api_table->c2d_outline_points)
#define c2d_relate_image (c2d_api_table->c2d_relate_image)
#define c2d_image_pairs (c2d_api_table->c2d_image_pairs)
#define c2d_tree_fill (c2d_api_table->c2d_tree_fill)
/* clang-format on */
#endif

#endif
