/* What help() shows of merge_tiles, merge_rects and decompose: as docs.c has it of the rest. */
#include "docs.h"

/* clang-format off */

const char function_merge_tiles_doc[] = PyDoc_STR(
    "merge_tiles($module, /, grid, tile_size, solid=..., origin=(0.0, 0.0))\n--\n\n"
    "The fewest boxes that cover exactly the solid tiles of a grid, none overlapping.\n\n"
    "grid is a sequence of rows, from the top, of cells, from the left: lists, text, an array; all rows of one length.\n"
    "tile_size is a number, or (width, height), > 0. solid says of a cell whether there is a tile, any function that is\n"
    "true or false of it; if it is not given, bool. origin is where the corner of the first cell is. Returns a list of\n"
    "Rect, from the top, then from the left; none for no tiles. No other way to cut the tiles into rectangles has fewer;\n"
    "of those with as few, cuts along rows are preferred.\n\n"
    "Tile (column, row) begins at origin + (column, row) * tile_size, computed as Python does, and ends where the next one\n"
    "begins: boxes side by side share their edges, exactly, so what slides along them catches on no seam.\n"
    "Raises TypeError for a wrong kind of argument, ValueError for rows of different lengths, a number out of range, or\n"
    "tiles so small beside where they lie that rounding leaves nothing of them.\n\n"
    ">>> level = [\"#....#\",\n"
    "...          \"######\",\n"
    "...          \"######\"]\n"
    ">>> merge_tiles(level, 16, solid=\"#\".__eq__)\n"
    "[Rect(0.0, 0.0, 16.0, 16.0), Rect(80.0, 0.0, 16.0, 16.0), Rect(0.0, 16.0, 96.0, 32.0)]\n"
    ">>> merge_tiles([[0, 7], [3, 7]], (16, 8), origin=(100, 0))\n"
    "[Rect(116.0, 0.0, 16.0, 8.0), Rect(100.0, 8.0, 32.0, 8.0)]\n");

const char function_merge_rects_doc[] = PyDoc_STR(
    "merge_rects($module, /, rects)\n--\n\n"
    "The fewest boxes that cover exactly what rectangles cover, none overlapping.\n\n"
    "rects is an iterable of axis-aligned rectangles: Rect, pygame's rectangles, objects whose .shape is a Rect. They may\n"
    "overlap, touch, and be equal; those without area add nothing. Returns a list of Rect, by top, then left, whose edges\n"
    "are at coordinates of the input, to the bit. No other way to cut the union into rectangles has fewer; of those with\n"
    "as few, cuts from left to right are preferred. Where many strips cross, the fewest are many: n and n that cross like\n"
    "a grid take about n * n.\n"
    "Raises TypeError for what is no rectangle (four numbers are ambiguous), ValueError for one that is turned or has a\n"
    "number out of range.\n\n"
    ">>> merge_rects([Rect(0, 0, 10, 10), Rect(10, 0, 10, 10), Rect(5, 2, 10, 8)])\n"
    "[Rect(0.0, 0.0, 20.0, 10.0)]\n"
    ">>> merge_rects([Rect(0, 4, 12, 4), Rect(4, 0, 4, 12), Rect(0, 0, 0, 9)])\n"
    "[Rect(4.0, 0.0, 4.0, 4.0), Rect(0.0, 4.0, 12.0, 4.0), Rect(4.0, 8.0, 4.0, 4.0)]\n");

const char function_decompose_doc[] = PyDoc_STR(
    "decompose($module, /, points)\n--\n\n"
    "Convex polygons whose union is exactly what a polygon encloses, none overlapping.\n\n"
    "points is an iterable of pairs of numbers, the corners in order, either way round; repeated and collinear ones are\n"
    "accepted. Returns a list of Polygon, whose corners are given points, at most four times as many as needed and mostly\n"
    "close to the fewest. A polygon may touch itself, at corners and along edges: so it may have holes, each joined to\n"
    "the border by an edge there and back. What has no area, like a spike, adds nothing, and nothing at all is the empty\n"
    "list.\n\n"
    "Raises TypeError for what are no pairs of numbers, ValueError for no points, a number out of range, or a polygon\n"
    "that crosses itself: two edges cross, or something is enclosed twice or by a part that runs the other way round.\n"
    "The message names two edges, each by the index of the point where it starts, and by its ends.\n\n"
    ">>> decompose([(0, 0), (4, 0), (4, 4), (2, 4), (2, 1), (0, 1)])\n"
    "[Polygon([(0.0, 0.0), (4.0, 0.0), (2.0, 1.0), (0.0, 1.0)]), Polygon([(2.0, 1.0), (4.0, 0.0), (4.0, 4.0), (2.0, 4.0)])]\n"
    ">>> decompose([(0, 0), (4, 4), (4, 0), (0, 4)])\n"
    "Traceback (most recent call last):\n"
    "ValueError: decompose: points must be those of a polygon that does not cross itself, got edge 0 from (0.0, 0.0) to (4.0, 4.0) and edge 2 from (4.0, 0.0) to (0.0, 4.0)\n");
