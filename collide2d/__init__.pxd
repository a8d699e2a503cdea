# The C core for Cython: `from collide2d cimport c2d_relate`. Made by csrc/python/capi/make_headers.py.
# Call c2d_import() once, at the top of the module; compile it with include_dirs=[collide2d.get_include()].
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

cdef extern from "collide2d_python.h":
    ctypedef bint c2d_bool "bool"
    ctypedef struct c2d_node:
        pass
    ctypedef struct c2d_leaf:
        pass
    ctypedef struct c2d_item:
        pass
    const double C2D_LIMIT
    const unsigned long long C2D_NULL_INDEX
    const unsigned long long C2D_INLINE_VERTICES
    const double C2D_FINEST_OUTLINE
    const double C2D_LEAST_PERIOD
    const double C2D_TURN_ERROR
    const double C2D_NEVER
    const unsigned long long C2D_TURN_CANDIDATES
    const unsigned long long C2D_MOST_PERIODS
    const unsigned long long C2D_FARTHEST_PERIOD
    const double C2D_DEFAULT_MAX_PUSH
    const unsigned long long C2D_ALL_LAYERS
    ctypedef enum c2d_status:
        C2D_OK
        C2D_NOT_FINITE
        C2D_TOO_LARGE
        C2D_NEGATIVE
        C2D_NO_POINTS
        C2D_NOT_CONVEX
        C2D_RADIUS_TOO_LARGE
        C2D_NOT_POSITIVE
        C2D_ABOVE_ONE
        C2D_NO_DIRECTION
        C2D_BOTH_INFINITE
        C2D_NO_MEMORY
        C2D_VANISHES
        C2D_CROSSES
        C2D_NOT_INSIDE
        C2D_ABOVE_TURN
        C2D_NO_ITEM
    ctypedef struct c2d_vec:
        double x, y
    ctypedef enum c2d_form:
        C2D_POINT
        C2D_SEGMENT
        C2D_BOX
        C2D_CONVEX
    ctypedef struct c2d_shape:
        double radius
        uint32_t count
        uint32_t form
        c2d_vec min, max
    ctypedef enum c2d_anchor:
        C2D_BY_TOPLEFT
        C2D_BY_CENTER
        C2D_BY_PIVOT
        C2D_BY_CORNERS
    ctypedef struct c2d_rect:
        uint8_t anchor
        c2d_bool inner
        c2d_bool has_pivot
        c2d_bool by_corners
        c2d_vec at, size, pivot
        double angle
        double radius
    ctypedef struct c2d_frame:
        c2d_vec min, max, size, pivot, inner_size
    ctypedef struct c2d_placement:
        c2d_vec at, about
        double scale, degrees
        c2d_bool flip_x
    ctypedef enum c2d_relation:
        C2D_APART
        C2D_TOUCHING
        C2D_OVERLAPPING
    ctypedef struct c2d_contact:
        c2d_vec normal
        double depth
        int count
        c2d_vec points[2]
    ctypedef struct c2d_hit:
        double t
        c2d_vec point
        c2d_vec normal
        double depth
    ctypedef struct c2d_cast_options:
        c2d_bool touching, leaving
    ctypedef struct c2d_thin_sweep:
        c2d_vec from_ "from", to, lead, motion
        double advance2
    ctypedef struct c2d_graze:
        const c2d_shape *member
        uint64_t key
        int side
        uint32_t vertex
        double first, last
        c2d_hit hit
    ctypedef struct c2d_grazes:
        c2d_graze *list
        size_t count, capacity
        double first[2]
    ctypedef struct c2d_collision:
        c2d_vec normal
        double restitution
        double mass_a, mass_b
        double friction
    ctypedef struct c2d_bounds:
        c2d_vec min, max
    ctypedef struct c2d_body:
        const c2d_shape *const *pieces
        const c2d_rect *const *rects
        size_t count
        const c2d_tree *index
    ctypedef struct c2d_piece_pair:
        size_t a, b
    ctypedef struct c2d_tree:
        c2d_node *nodes
        c2d_leaf *leaves
        uint32_t capacity, count, free_node, free_leaf
    ctypedef c2d_bool c2d_visit(void *context, uint32_t item) noexcept nogil
    ctypedef double c2d_visit_within(void *context, uint32_t item, double limit) noexcept nogil
    ctypedef struct c2d_turn_parts:
        const c2d_shape *a
        const c2d_rect *rect
        double angle
        const c2d_vec *about
        c2d_vec motion
        double from_ "from", to
        double step, longest
        double reach, scale
        c2d_vec pivot
        double hole
        c2d_bool has_places
        uint32_t count
    ctypedef c2d_bool c2d_visit_pair(void *context, uint32_t i, uint32_t j) noexcept nogil
    ctypedef struct c2d_shape_set:
        const c2d_bounds *boxes
        size_t count
        size_t split
        c2d_bool within
        const c2d_shape *(*shape)(const void *shapes, uint32_t i)
        const void *shapes
        const size_t *found
    ctypedef struct c2d_image_set:
        size_t count
        size_t split
        c2d_bool within
        void (*shape)(const void *shapes, uint32_t i, c2d_shape *out)
        const void *shapes
        c2d_vec period
    ctypedef struct c2d_disc:
        c2d_vec center
        double radius
    ctypedef struct c2d_index_pair:
        uint32_t i, j
    ctypedef c2d_bool c2d_visit_pairs(void *context, const c2d_index_pair *pairs, size_t count) noexcept nogil
    ctypedef enum c2d_response:
        C2D_PASS
        C2D_SLIDE
        C2D_STOP
        C2D_BOUNCE
        C2D_IGNORE
    ctypedef struct c2d_obstacle:
        const c2d_shape *shape
        uint32_t item
        c2d_response response
    ctypedef struct c2d_obstacles:
        c2d_obstacle *list
        size_t count, capacity
    ctypedef c2d_status c2d_find_obstacles(void *context, c2d_bounds box, c2d_obstacles *obstacles) noexcept nogil
    ctypedef struct c2d_mover_options:
        double max_push
    ctypedef struct c2d_mover_hit:
        uint32_t item
        c2d_response response
        c2d_hit hit
        const c2d_shape *shape
        size_t piece
    ctypedef struct c2d_mover_result:
        c2d_vec *stops
        size_t stop_count
        c2d_mover_hit *meetings
        size_t meeting_count
        size_t pushes
        c2d_bool stuck
        c2d_vec remaining
        size_t stop_capacity, meeting_capacity
    ctypedef struct c2d_world:
        c2d_item *items
        uint32_t capacity, used, count
        uint32_t first, last, free_item
        uint64_t last_serial
        c2d_tree tree
    ctypedef c2d_bool c2d_item_filter(void *context, uint32_t item) noexcept nogil
    ctypedef struct c2d_query:
        uint32_t item
        const c2d_shape *shape
        const c2d_rect *rect
        uint64_t mask
        c2d_bool touching
        c2d_bool contained
        c2d_bool leaving
        c2d_item_filter *filter
        void *context
    ctypedef struct c2d_items:
        uint32_t *list
        size_t count, capacity
    ctypedef struct c2d_item_pairs:
        c2d_index_pair *list
        size_t count, capacity
    ctypedef struct c2d_item_distance:
        uint32_t item
        double distance
    ctypedef struct c2d_item_distances:
        c2d_item_distance *list
        size_t count, capacity
    ctypedef struct c2d_item_hit:
        uint32_t item
        c2d_hit hit
    ctypedef struct c2d_item_hits:
        c2d_item_hit *list
        size_t count, capacity
    ctypedef c2d_response c2d_choose_response(void *context, uint32_t item) noexcept nogil
    ctypedef struct c2d_slide_options:
        c2d_response response
        double max_push
        c2d_choose_response *choose
        void *context
    ctypedef struct c2d_boxes:
        c2d_bounds *list
        size_t count
    ctypedef struct c2d_pieces:
        c2d_vec *vertices
        size_t *first
        size_t count
        size_t crossing[2]
    int c2d_import() except -1
    const c2d_shape *c2d_shape_of(object shape) except? NULL
    const c2d_rect *c2d_rect_of(object shape) except? NULL
    object c2d_shape_from(const c2d_shape *shape)
    object c2d_rect_from(const c2d_rect *rect)
    c2d_status c2d_check(double *x) noexcept nogil
    c2d_status c2d_check_size(double *x) noexcept nogil
    const char * c2d_rule(c2d_status status) noexcept nogil
    const c2d_vec * c2d_vertices(const c2d_shape *s) noexcept nogil
    c2d_status c2d_point(c2d_shape *out, c2d_vec p) noexcept nogil
    c2d_status c2d_circle(c2d_shape *out, c2d_vec center, double radius) noexcept nogil
    c2d_status c2d_segment(c2d_shape *out, c2d_vec a, c2d_vec b) noexcept nogil
    c2d_status c2d_capsule(c2d_shape *out, c2d_vec a, c2d_vec b, double radius) noexcept nogil
    c2d_status c2d_box(c2d_shape *out, c2d_vec corner, c2d_vec opposite, double radius) noexcept nogil
    c2d_status c2d_hull_shape(c2d_shape *out, const c2d_vec *points, size_t n, double radius, c2d_vec *storage) noexcept nogil
    c2d_status c2d_polygon(c2d_shape *out, const c2d_vec *points, size_t n, double radius, c2d_vec *storage) noexcept nogil
    size_t c2d_concave_corner(const c2d_vec *points, size_t n) noexcept nogil
    void c2d_copy(c2d_shape *out, const c2d_shape *s, c2d_vec *storage) noexcept nogil
    size_t c2d_copy_room(const c2d_shape *s) noexcept nogil
    double c2d_area(const c2d_shape *s) noexcept nogil
    double c2d_perimeter(const c2d_shape *s) noexcept nogil
    c2d_vec c2d_center(const c2d_shape *s) noexcept nogil
    c2d_status c2d_rect_shape(c2d_shape *out, c2d_rect *rect) noexcept nogil
    void c2d_rect_frame(const c2d_rect *rect, c2d_frame *out) noexcept nogil
    c2d_bool c2d_rect_corners(const c2d_rect *rect, c2d_vec *corner, c2d_vec *opposite) noexcept nogil
    c2d_vec c2d_rect_center(const c2d_rect *rect) noexcept nogil
    c2d_vec c2d_rect_turning_point(const c2d_rect *rect) noexcept nogil
    void c2d_rect_move(c2d_rect *rect, c2d_vec d) noexcept nogil
    void c2d_rect_at(c2d_rect *rect, c2d_vec center) noexcept nogil
    void c2d_rect_rotate(c2d_rect *rect, double degrees, const c2d_vec *about) noexcept nogil
    void c2d_rect_scale(c2d_rect *rect, double k) noexcept nogil
    void c2d_rect_place(c2d_rect *rect, const c2d_placement *p) noexcept nogil
    void c2d_rect_grow(c2d_rect *rect, double d) noexcept nogil
    void c2d_move_points(c2d_vec *points, size_t n, c2d_vec d) noexcept nogil
    void c2d_rotate_points(c2d_vec *points, size_t n, double degrees, c2d_vec about) noexcept nogil
    void c2d_scale_points(c2d_vec *points, size_t n, double k, c2d_vec about) noexcept nogil
    void c2d_place_points(c2d_vec *points, size_t n, const c2d_placement *p) noexcept nogil
    c2d_status c2d_hull(const c2d_vec *points, size_t n, c2d_vec *hull, size_t *count) noexcept nogil
    void c2d_sincos(double degrees, double *sine, double *cosine) noexcept nogil
    double c2d_degrees(double radians) noexcept nogil
    double c2d_angle_of(c2d_vec v) noexcept nogil
    c2d_vec c2d_turn(c2d_vec p, double sine, double cosine, c2d_vec pivot) noexcept nogil
    void c2d_turn_box(c2d_vec lo, c2d_vec hi, double sine, double cosine, c2d_vec pivot, c2d_vec corners[4]) noexcept nogil
    c2d_relation c2d_relate(const c2d_shape *a, const c2d_shape *b) noexcept nogil
    c2d_bool c2d_collides(const c2d_shape *a, const c2d_shape *b) noexcept nogil
    c2d_bool c2d_overlaps(const c2d_shape *a, const c2d_shape *b) noexcept nogil
    c2d_bool c2d_touches(const c2d_shape *a, const c2d_shape *b) noexcept nogil
    c2d_bool c2d_contains(const c2d_shape *a, const c2d_shape *b) noexcept nogil
    c2d_status c2d_overlap_area(const c2d_shape *a, const c2d_shape *b, double *area) noexcept nogil
    c2d_status c2d_intersection(c2d_shape *out, const c2d_shape *a, const c2d_shape *b, c2d_vec *storage, c2d_bool *collides) noexcept nogil
    double c2d_separation(const c2d_shape *a, const c2d_shape *b) noexcept nogil
    double c2d_distance(const c2d_shape *a, const c2d_shape *b) noexcept nogil
    void c2d_closest_points(const c2d_shape *a, const c2d_shape *b, c2d_vec *on_a, c2d_vec *on_b) noexcept nogil
    c2d_bool c2d_find_contact(const c2d_shape *a, const c2d_shape *b, c2d_contact *out) noexcept nogil
    c2d_status c2d_moved(c2d_shape *out, const c2d_shape *s, const c2d_rect *rect, c2d_vec d, c2d_vec *storage) noexcept nogil
    c2d_status c2d_sweep(c2d_shape *out, const c2d_shape *from_, const c2d_shape *to, c2d_vec *storage) noexcept nogil
    c2d_status c2d_cast(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room, c2d_bool *hits, c2d_hit *out) noexcept nogil
    c2d_status c2d_cast_touching(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room, c2d_relation *swept, c2d_hit *out) noexcept nogil
    c2d_bool c2d_leaves(const c2d_shape *a, c2d_vec motion, const c2d_shape *b, c2d_relation swept, const c2d_hit *hit) noexcept nogil
    c2d_status c2d_cast_with(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, const c2d_shape *b, c2d_vec *room, c2d_cast_options options, c2d_bool *hits, c2d_hit *out) noexcept nogil
    c2d_bool c2d_clip(const c2d_shape *s, c2d_vec p, c2d_vec q, double *t_in, double *t_out) noexcept nogil
    c2d_status c2d_minkowski_difference(c2d_shape *out, const c2d_shape *a, c2d_vec center_of_a, const c2d_shape *b, c2d_vec *storage) noexcept nogil
    c2d_status c2d_turned(c2d_shape *out, const c2d_shape *s, const c2d_rect *rect, double degrees, const c2d_vec *about, c2d_vec d, c2d_vec *storage) noexcept nogil
    c2d_status c2d_turn_cast(const c2d_shape *a, const c2d_rect *rect, double angle, const c2d_vec *about, c2d_vec motion, const c2d_shape *b, double t_max, c2d_vec *room, c2d_bool *hits, c2d_hit *out) noexcept nogil
    c2d_bool c2d_thin_sweep_of(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, c2d_thin_sweep *out) noexcept nogil
    c2d_bool c2d_thin_sweep_between(const c2d_shape *start, const c2d_shape *end, c2d_vec motion, c2d_thin_sweep *out) noexcept nogil
    c2d_bool c2d_find_graze(const c2d_thin_sweep *sweep, const c2d_shape *member, c2d_graze *out) noexcept nogil
    void c2d_grazes_init(c2d_grazes *grazes) noexcept nogil
    void c2d_grazes_free(c2d_grazes *grazes) noexcept nogil
    c2d_status c2d_grazes_add(c2d_grazes *grazes, const c2d_thin_sweep *sweep, const c2d_shape *member, uint64_t key) noexcept nogil
    double c2d_grazes_block(const c2d_grazes *grazes) noexcept nogil
    c2d_status c2d_grazes_add_behind(c2d_grazes *grazes, const c2d_thin_sweep *sweep, const c2d_shape *member, uint64_t key) noexcept nogil
    c2d_status c2d_grazes_leave(c2d_grazes *grazes, const c2d_shape *a, const c2d_thin_sweep *sweep) noexcept nogil
    size_t c2d_union_hits(const c2d_shape *a, const c2d_rect *rect, const c2d_thin_sweep *sweep, c2d_grazes *grazes) noexcept nogil
    c2d_status c2d_union_gaps(const c2d_shape *s, const c2d_shape *const *members, size_t n, size_t *gaps) noexcept nogil
    c2d_status c2d_union_surrounds(const c2d_shape *s, const c2d_shape *const *members, size_t n, c2d_bool *surrounds) noexcept nogil
    c2d_status c2d_separate(const c2d_shape *a, const c2d_rect *rect_a, double mass_a, const c2d_shape *b, const c2d_rect *rect_b, double mass_b, c2d_vec *room, c2d_vec *move_a, c2d_vec *move_b) noexcept nogil
    c2d_status c2d_separate_more(const c2d_shape *a, const c2d_rect *rect_a, double mass_a, const c2d_shape *b, const c2d_rect *rect_b, double mass_b, double part, c2d_vec *room, c2d_vec *move_a, c2d_vec *move_b) noexcept nogil
    c2d_status c2d_check_mass(double *mass) noexcept nogil
    c2d_status c2d_check_collision(c2d_collision *collision) noexcept nogil
    void c2d_bounce(c2d_vec *va, c2d_vec *vb, const c2d_collision *collision) noexcept nogil
    c2d_vec c2d_slide(c2d_vec v, c2d_vec normal) noexcept nogil
    c2d_bounds c2d_bounds_of(const c2d_shape *s) noexcept nogil
    c2d_vec c2d_bounds_size(c2d_bounds b) noexcept nogil
    c2d_status c2d_body_make_index(const c2d_body *body, c2d_tree *tree) noexcept nogil
    c2d_bounds c2d_body_bounds(const c2d_body *body) noexcept nogil
    c2d_vec c2d_body_center(const c2d_body *body) noexcept nogil
    c2d_status c2d_body_area(const c2d_body *body, double *area) noexcept nogil
    c2d_status c2d_body_relate(const c2d_body *a, const c2d_body *b, c2d_relation *relation) noexcept nogil
    c2d_status c2d_body_overlap_area(const c2d_body *a, const c2d_body *b, double *area) noexcept nogil
    c2d_status c2d_body_separation(const c2d_body *a, const c2d_body *b, double *separation) noexcept nogil
    void c2d_body_closest_points(const c2d_body *a, const c2d_body *b, c2d_vec *on_a, c2d_vec *on_b) noexcept nogil
    c2d_status c2d_body_find_contact(const c2d_body *a, const c2d_body *b, c2d_bool *collides, c2d_contact *out, c2d_piece_pair *pair) noexcept nogil
    c2d_status c2d_body_contains(const c2d_body *a, const c2d_body *b, c2d_bool *contains) noexcept nogil
    c2d_status c2d_body_cast(const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_cast_options options, c2d_vec *room, c2d_bool *hits, c2d_hit *out, c2d_piece_pair *pair) noexcept nogil
    c2d_status c2d_body_turn_cast(const c2d_body *a, double angle, c2d_vec about, c2d_vec motion, const c2d_body *b, c2d_vec *room, c2d_bool *hits, c2d_hit *out, c2d_piece_pair *pair) noexcept nogil
    c2d_status c2d_cast_both(const c2d_shape *a, const c2d_rect *rect_a, c2d_vec motion, const c2d_shape *b, const c2d_rect *rect_b, c2d_vec motion_b, c2d_cast_options options, c2d_vec *room, c2d_bool *hits, c2d_hit *out) noexcept nogil
    c2d_status c2d_body_cast_both(const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_vec motion_b, c2d_cast_options options, c2d_vec *room, c2d_bool *hits, c2d_hit *out, c2d_piece_pair *pair) noexcept nogil
    c2d_status c2d_body_separate(const c2d_body *a, double mass_a, const c2d_body *b, double mass_b, c2d_vec *move_a, c2d_vec *move_b) noexcept nogil
    c2d_status c2d_body_separate_more(const c2d_body *a, double mass_a, const c2d_body *b, double mass_b, double part, c2d_vec *move_a, c2d_vec *move_b) noexcept nogil
    void c2d_tree_init(c2d_tree *tree) noexcept nogil
    void c2d_tree_free(c2d_tree *tree) noexcept nogil
    c2d_status c2d_tree_insert(c2d_tree *tree, c2d_bounds box, uint32_t item, uint32_t *leaf) noexcept nogil
    void c2d_tree_remove(c2d_tree *tree, uint32_t leaf) noexcept nogil
    void c2d_tree_move(c2d_tree *tree, uint32_t leaf, c2d_bounds box) noexcept nogil
    c2d_status c2d_tree_rebuild(c2d_tree *tree) noexcept nogil
    c2d_bool c2d_tree_query(const c2d_tree *tree, c2d_bounds box, c2d_visit *visit, void *context) noexcept nogil
    void c2d_tree_cast(const c2d_tree *tree, c2d_bounds box, c2d_vec motion, double limit, c2d_visit_within *visit, void *context) noexcept nogil
    c2d_bounds c2d_cast_target_bounds(const c2d_shape *s) noexcept nogil
    c2d_status c2d_cast_bounds(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, c2d_vec *room, c2d_bounds *out) noexcept nogil
    c2d_status c2d_turn_bounds(const c2d_shape *s, const c2d_rect *rect, double angle, const c2d_vec *about, c2d_vec motion, c2d_bounds *box) noexcept nogil
    c2d_status c2d_turn_parts_init(c2d_turn_parts *parts, const c2d_shape *a, const c2d_rect *rect, double angle, const c2d_vec *about, c2d_vec motion) noexcept nogil
    c2d_bool c2d_turn_parts_next(c2d_turn_parts *parts, double limit, c2d_bounds *box) noexcept nogil
    double c2d_turn_parts_earliest(const c2d_turn_parts *parts, const c2d_shape *b) noexcept nogil
    c2d_bool c2d_turn_parts_add(c2d_turn_parts *parts, double limit, const c2d_shape *b, uint32_t number) noexcept nogil
    c2d_bool c2d_turn_parts_take(c2d_turn_parts *parts, double limit, uint32_t *number) noexcept nogil
    void c2d_tree_nearest(const c2d_tree *tree, c2d_bounds box, double limit, c2d_visit_within *visit, void *context) noexcept nogil
    c2d_status c2d_all_pairs(const c2d_bounds *boxes, size_t n, c2d_visit_pair *visit, void *context) noexcept nogil
    c2d_status c2d_shape_pairs(const c2d_shape_set *crowd, c2d_visit_pair *visit, void *context) noexcept nogil
    c2d_status c2d_check_disc(c2d_disc *disc) noexcept nogil
    c2d_status c2d_disc_pairs(const c2d_disc *discs, size_t n, size_t split, c2d_bool within, c2d_bool touching, c2d_visit_pairs *visit, void *context) noexcept nogil
    c2d_status c2d_obstacles_add(c2d_obstacles *obstacles, const c2d_obstacle *obstacle) noexcept nogil
    c2d_status c2d_mover_run(const c2d_shape *shape, const c2d_rect *rect, c2d_vec motion, const c2d_mover_options *options, c2d_find_obstacles *gather, void *context, c2d_mover_result *out) noexcept nogil
    c2d_status c2d_mover_run_body(const c2d_body *body, c2d_vec motion, const c2d_mover_options *options, c2d_find_obstacles *gather, void *context, c2d_mover_result *out) noexcept nogil
    void c2d_mover_result_free(c2d_mover_result *travel) noexcept nogil
    c2d_vec c2d_mover_motion(const c2d_mover_result *result) noexcept nogil
    c2d_status c2d_mover_end(c2d_shape *out, const c2d_shape *s, c2d_rect *rect, const c2d_mover_result *result, c2d_vec *storage) noexcept nogil
    void c2d_world_init(c2d_world *world) noexcept nogil
    void c2d_world_free(c2d_world *world) noexcept nogil
    c2d_status c2d_world_add(c2d_world *world, const c2d_shape *shape, const c2d_rect *rect, uint32_t *id) noexcept nogil
    c2d_status c2d_world_update(c2d_world *world, uint32_t id, const c2d_shape *shape, const c2d_rect *rect) noexcept nogil
    c2d_status c2d_world_move(c2d_world *world, uint32_t id, c2d_vec d) noexcept nogil
    c2d_status c2d_world_remove(c2d_world *world, uint32_t id) noexcept nogil
    c2d_status c2d_world_set_layers(c2d_world *world, uint32_t id, uint64_t layer, uint64_t mask) noexcept nogil
    const c2d_shape * c2d_world_shape(const c2d_world *world, uint32_t id) noexcept nogil
    const c2d_rect * c2d_world_rect(const c2d_world *world, uint32_t id) noexcept nogil
    uint32_t c2d_world_first(const c2d_world *world) noexcept nogil
    uint32_t c2d_world_next(const c2d_world *world, uint32_t id) noexcept nogil
    c2d_query c2d_query_of_item(uint32_t item) noexcept nogil
    c2d_query c2d_query_of_shape(const c2d_shape *shape, const c2d_rect *rect) noexcept nogil
    void c2d_items_free(c2d_items *items) noexcept nogil
    void c2d_item_pairs_free(c2d_item_pairs *pairs) noexcept nogil
    void c2d_item_distances_free(c2d_item_distances *distances) noexcept nogil
    void c2d_item_hits_free(c2d_item_hits *hits) noexcept nogil
    c2d_status c2d_world_query(const c2d_world *world, const c2d_query *query, c2d_items *out) noexcept nogil
    c2d_status c2d_world_cast(const c2d_world *world, const c2d_query *query, c2d_vec motion, c2d_item_hit *out) noexcept nogil
    c2d_status c2d_world_cast_all(const c2d_world *world, const c2d_query *query, c2d_vec motion, c2d_item_hits *out) noexcept nogil
    c2d_status c2d_world_raycast(const c2d_world *world, c2d_vec origin, c2d_vec motion, const c2d_query *options, c2d_item_hit *out) noexcept nogil
    c2d_status c2d_world_raycast_all(const c2d_world *world, c2d_vec origin, c2d_vec motion, const c2d_query *options, c2d_item_hits *out) noexcept nogil
    c2d_status c2d_world_nearest(const c2d_world *world, const c2d_query *query, size_t most, double max_distance, c2d_item_distances *out) noexcept nogil
    c2d_status c2d_world_pairs(const c2d_world *world, c2d_bool touching, c2d_item_pairs *out) noexcept nogil
    c2d_slide_options c2d_slide_defaults() noexcept nogil
    c2d_status c2d_world_slide(c2d_world *world, uint32_t id, c2d_vec motion, const c2d_slide_options *options, c2d_mover_result *out) noexcept nogil
    c2d_status c2d_world_try_slide(const c2d_world *world, const c2d_query *query, c2d_vec motion, const c2d_slide_options *options, c2d_mover_result *out) noexcept nogil
    void c2d_boxes_free(c2d_boxes *boxes) noexcept nogil
    c2d_status c2d_merge_tiles(const uint8_t *solid, size_t width, size_t height, c2d_vec origin, c2d_vec tile, c2d_boxes *out) noexcept nogil
    c2d_status c2d_merge_boxes(const c2d_bounds *boxes, size_t n, c2d_boxes *out) noexcept nogil
    void c2d_pieces_free(c2d_pieces *pieces) noexcept nogil
    c2d_status c2d_decompose(const c2d_vec *points, size_t n, c2d_pieces *out) noexcept nogil
    c2d_status c2d_decompose_outlines(const c2d_vec *points, const size_t *ends, size_t outlines, c2d_pieces *out) noexcept nogil
    c2d_bool c2d_outline_is_too_fine(const c2d_shape *s, double tolerance) noexcept nogil
    size_t c2d_outline_room(const c2d_shape *s, double tolerance) noexcept nogil
    c2d_status c2d_outline_points(const c2d_shape *s, double tolerance, c2d_vec *points, size_t *count) noexcept nogil
    c2d_relation c2d_relate_image(const c2d_shape *a, const c2d_shape *b, c2d_vec period, int32_t i, int32_t j) noexcept nogil
    c2d_status c2d_image_pairs(const c2d_image_set *set, c2d_bool touching, c2d_visit_pair *visit, void *context, uint32_t *fault) noexcept nogil
    c2d_status c2d_tree_fill(c2d_tree *tree, const c2d_bounds *boxes, uint32_t count) noexcept nogil
