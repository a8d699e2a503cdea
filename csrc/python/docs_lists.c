/* The documentation of one shape against many, and of sprites. */
#include "docs.h"

/* clang-format off */

#define RULE                                                                                                           \
    "What counts is overlaps, pygame's rule for rectangles: neighbouring tiles do not. With touching=True it is collides.\n"

#define LIST                                                                                                           \
    "shapes is an iterable of shapes, sprites with a .shape, pygame rectangles, circles and lines, or pairs of numbers.\n" \
    RULE

#define OBJECTS                                                                                                        \
    "objects is an iterable of anything shape-like; or of anything, if key gives the shape-like for each.\n"           \
    RULE

#define DICT                                                                                                           \
    "shapes is a mapping the keys of which are shapes or pairs, or, with values=True, the values of which are shape-like.\n" \
    RULE

const char collidelist_doc[] = PyDoc_STR(
    "collidelist($self, shapes, *, touching=False)\n--\n\n"
    "The index of the first of many shapes that this one overlaps, or -1.\n\n"
    LIST
    "Raises TypeError for what is no shape, and ValueError for a number out of range, up to the first hit.\n\n"
    ">>> Circle(5, 5, 2).collidelist([Rect(0, 0, 3, 3), Rect(6, 0, 9, 9), (5, 5)])\n"
    "1\n"
    ">>> Rect(0, 0, 4, 4).collidelist([Rect(4, 0, 4, 4)]), Rect(0, 0, 4, 4).collidelist([Rect(4, 0, 4, 4)], touching=True)\n"
    "(-1, 0)\n");

const char collidelistall_doc[] = PyDoc_STR(
    "collidelistall($self, shapes, *, touching=False)\n--\n\n"
    "The indices of all of many shapes that this one overlaps, in a list.\n\n"
    LIST
    "Raises TypeError for what is no shape, and ValueError for a number out of range.\n\n"
    ">>> Circle(5, 5, 2).collidelistall([Rect(0, 0, 3, 3), Rect(6, 0, 9, 9), (5, 5)])\n"
    "[1, 2]\n");

const char collideobjects_doc[] = PyDoc_STR(
    "collideobjects($self, objects, *, key=None, touching=False)\n--\n\n"
    "The first of many objects that this shape overlaps, or None.\n\n"
    OBJECTS
    "Raises TypeError for what is no shape, ValueError for a number out of range, and what key raises, up to the first hit.\n\n"
    ">>> doors = [{'name': 'north', 'area': Rect(40, 0, 20, 4)}, {'name': 'west', 'area': Rect(0, 40, 4, 20)}]\n"
    ">>> Circle(5, 50, 3).collideobjects(doors, key=lambda door: door['area'])['name']\n"
    "'west'\n");

const char collideobjectsall_doc[] = PyDoc_STR(
    "collideobjectsall($self, objects, *, key=None, touching=False)\n--\n\n"
    "All of many objects that this shape overlaps, in a list.\n\n"
    OBJECTS
    "Raises TypeError for what is no shape, ValueError for a number out of range, and what key raises.\n\n"
    ">>> coins = {'copper': Circle(10, 10, 4), 'silver': Circle(30, 10, 4), 'gold': Circle(50, 10, 4)}\n"
    ">>> Rect(20, 0, 40, 20).collideobjectsall(coins, key=coins.get)\n"
    "['silver', 'gold']\n");

const char collidedict_doc[] = PyDoc_STR(
    "collidedict($self, shapes, values=False, *, touching=False)\n--\n\n"
    "The first pair (key, value) of a mapping whose key, or value, this shape overlaps, or None.\n\n"
    DICT
    "Raises TypeError for what is no shape, and ValueError for a number out of range, up to the first hit.\n\n"
    ">>> Point(50, 50).collidedict({'lava': Rect(0, 0, 64, 64), 'exit': Rect(64, 0, 64, 64)}, values=True)\n"
    "('lava', Rect(0.0, 0.0, 64.0, 64.0))\n");

const char collidedictall_doc[] = PyDoc_STR(
    "collidedictall($self, shapes, values=False, *, touching=False)\n--\n\n"
    "All pairs (key, value) of a mapping whose keys, or values, this shape overlaps, in a list.\n\n"
    DICT
    "Raises TypeError for what is no shape, and ValueError for a number out of range.\n\n"
    ">>> Circle(0, 0, 5).collidedictall({Point(1, 2): 'near', Point(9, 9): 'far', (3, 3): 'also near'})\n"
    "[(Point(1.0, 2.0), 'near'), ((3, 3), 'also near')]\n");

const char collide_shape_doc[] = PyDoc_STR(
    "collide_shape($module, left, right, /)\n--\n\n"
    "Whether two sprites overlap, by their shapes: a callback for pygame's sprite functions.\n\n"
    "A sprite collides as its .shape, and as its .rect if it has none. Returns a bool: touching does not count. Raises\n"
    "TypeError for a sprite that has neither, ValueError for a number out of range.\n\n"
    ">>> from types import SimpleNamespace as Sprite\n"
    ">>> collide_shape(Sprite(shape=Circle(0, 0, 5)), Sprite(rect=Rect(3, 3, 10, 10)))\n"
    "True\n");

const char collide_scaled_doc[] = PyDoc_STR(
    "_collide_scaled($module, left, right, ratio, /)\n--\n\n"
    "Whether two sprites overlap, each scaled about the centre of its shape.");

const char sprite_hits_doc[] = PyDoc_STR(
    "_sprite_hits($module, sprite, group, ratio, first, /)\n--\n\n"
    "The sprites of a group that a sprite overlaps, in a list, or the first or None; scaled, unless ratio is None.");

const char group_hits_doc[] = PyDoc_STR(
    "_group_hits($module, groupa, groupb, ratio, /)\n--\n\n"
    "Pairs of the index of a sprite and of those of the other group that it overlaps, for each sprite that does.");

const char rect_numbers_doc[] = PyDoc_STR(
    "_rect_numbers($module, rect, /)\n--\n\n"
    "How a rectangle is held, where, its size (or second corner), radius, angle and core size.");
const char sprite_shape_doc[] = PyDoc_STR(
    "_sprite_shape($module, sprite, /)\n--\n\n"
    "The shape that a sprite collides as.");

const char separate_more_doc[] = PyDoc_STR(
    "_separate_more($module, a, b, mass_a, mass_b, part, /)\n--\n\n"
    "As separate, but farther by as much again as they are deep, at most that part of the smaller of them.");
