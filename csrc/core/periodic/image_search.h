/* Searches of a tree among images, in a world that repeats. Each box in the tree is that of the image whose cell is
 * (0, 0), c2d_home_box, so a search costs no more where shapes are far away. Without a period they
 * are the searches of tree.c. Before each visit *cell is written: c2d_image_in_cell is the image that is visited. */
#ifndef C2D_IMAGE_SEARCH_H
#define C2D_IMAGE_SEARCH_H

#include "periods.h"

/* The box of a shape for the tree. With a period it is not larger than the bounds, but for rounding: how much earlier a
 * cast may hit depends on where the image is. */
c2d_bounds c2d_home_box(const c2d_shape *s, c2d_vec period);
/* By how many periods a shape is shifted to its image in a cell. */
c2d_cell c2d_image_in_cell(c2d_cell cell, const c2d_shape *s, c2d_vec period);

/* As c2d_tree_query, c2d_tree_nearest and c2d_tree_cast, but an item may be visited once for each image. The box fits
 * the period. The nearest image of each item is within the limit of c2d_search_images_near even if rounding moves it;
 * others may be left out. last: as for c2d_tree_cast_first without a period; with one, all are visited. */
bool c2d_query_images(const c2d_tree *tree, c2d_bounds box, c2d_vec period, c2d_cell *cell, c2d_visit *visit,
                      void *context);
void c2d_search_images_near(const c2d_tree *tree, c2d_bounds box, double limit, c2d_vec period, c2d_cell *cell,
                            const uint64_t *last, c2d_visit_within *visit, void *context);
/* box: that of c2d_cast_bounds for a shape with these bounds. */
void c2d_search_images_along(const c2d_tree *tree, c2d_bounds bounds, c2d_bounds box, c2d_vec way, double limit,
                             c2d_vec period, c2d_cell *cell, const uint64_t *last, c2d_visit_within *visit,
                             void *context);

#endif
