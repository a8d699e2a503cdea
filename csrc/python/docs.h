/* The documentation strings, which docs.c, docs_level.c, docs_lists.c and docs_space.c hold. */
#ifndef C2D_DOCS_H
#define C2D_DOCS_H

#include "binding.h"

#define DECLARE_DOCS(verb) extern const char method_##verb##_doc[], function_##verb##_doc[];
VERBS(DECLARE_DOCS)

extern const char function_sweep_doc[], method_sweep_doc[], function_cast_doc[], method_cast_doc[],
    function_raycast_doc[], method_raycast_doc[], function_separate_doc[], method_separate_doc[], function_bounce_doc[],
    function_slide_doc[];

extern const char function_merge_tiles_doc[], function_merge_rects_doc[], function_decompose_doc[];

extern const char move_doc[], at_doc[], rotate_doc[], scale_by_doc[], grow_doc[], copy_doc[], deepcopy_doc[],
    reduce_doc[], svg_doc[], sizeof_doc[], shape_type_doc[], point_type_doc[], circle_type_doc[], segment_type_doc[],
    capsule_type_doc[], polygon_type_doc[], hull_doc[], restore_rect_doc[], set_arrays_doc[], rect_type_doc[],
    roundrect_type_doc[], rect_centered_doc[], roundrect_centered_doc[], rect_pivoted_doc[], roundrect_pivoted_doc[],
    rect_from_corners_doc[], roundrect_around_doc[], to_dict_doc[], from_dict_doc[], contact_type_doc[], hit_type_doc[];

extern const char collidelist_doc[], collidelistall_doc[], collideobjects_doc[], collideobjectsall_doc[],
    collidedict_doc[], collidedictall_doc[], collide_shape_doc[], collide_scaled_doc[], sprite_hits_doc[],
    group_hits_doc[], sprite_shape_doc[], rect_numbers_doc[], separate_more_doc[];

extern const char space_type_doc[], space_add_doc[], space_update_doc[], space_move_doc[], space_remove_doc[],
    space_clear_doc[], space_query_doc[], space_pairs_doc[], space_contacts_doc[], space_nearest_doc[],
    space_raycast_doc[], space_raycast_all_doc[], space_cast_doc[], space_cast_all_doc[], space_slide_doc[],
    space_watch_doc[], space_separate_all_doc[], space_items_doc[], space_layer_doc[], space_mask_doc[],
    space_copy_doc[], space_copy_protocol_doc[], space_setstate_doc[], class_getitem_doc[], watch_type_doc[],
    watch_update_doc[], move_type_doc[];

#endif
