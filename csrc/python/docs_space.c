/* What help() shows of Space, Move and Watch: as docs.c has it of the rest. */
#include "docs.h"

/* clang-format off */

#define SHAPE_LIKE "a shape, an object with a .shape, a pygame rectangle, circle or line, or a pair of numbers as a point"
#define WHO "shape is an item, or a shape-like. An item does not find itself, and meets others as it does in the space: if each\n" \
            "one's mask has a layer of the other's. Anything else finds what has a layer in mask.\n"
#define UNKNOWN "Raises KeyError if the item is not in the space.\n\n"
#define REFUSES "Raises TypeError for a wrong kind of argument, ValueError for a number out of range.\n\n"
#define CHANGES "Raises RuntimeError if a slide is going on in the space, as in a filter.\n\n"

const char class_getitem_doc[] = PyDoc_STR(
    "__class_getitem__($type, item, /)\n--\n\nThe type with the type of its items, for annotations.");

/* ---- Space ---- */

const char space_type_doc[] = PyDoc_STR(
    "Space(items=())\n--\n\n"
    "Things that move among each other: who is near whom, who is in the way, and moving without ending up inside a wall.\n\n"
    "items is a mapping or an iterable of pairs, of items and shapes. Items are any hashable objects, shapes are " SHAPE_LIKE ".\n"
    "Answers are lists of items in the order in which they were added. Two items meet if each one's mask has a layer of\n"
    "the other's; if nothing else is said everything meets everything. A space is a collection of its items: len, in,\n"
    "iteration, and space[item] for the shape. The shape is the one that was given last: when a sprite's changes, say so\n"
    "with update. Can be pickled and copied; may be used from several threads.\n\n"
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(4, -2, 1, 4)})\n"
    ">>> space.query(Circle(4, 0, 1))\n"
    "['wall']\n"
    ">>> space.slide(\"player\", 9, 1).shape\n"
    "Circle(3.0, 1.0, 1.0)\n"
    ">>> space[\"player\"]\n"
    "Circle(3.0, 1.0, 1.0)\n");

const char space_add_doc[] = PyDoc_STR(
    "add($self, /, item, shape=None, layer=1, mask=-1)\n--\n\n"
    "Adds an item with its shape, last in order.\n\n"
    "item is any hashable object; shape may be left out if it has a .shape or is a shape-like itself. layer says in which\n"
    "layers it is, one bit each, mask whom it meets; they have 64 bits, and -1 is all of them. In layer 0 it meets nothing.\n"
    "Raises ValueError if the item is there already, or for a number out of range, TypeError for a wrong kind of argument.\n"
    CHANGES
    ">>> space = Space()\n"
    ">>> space.add(\"player\", Circle(0, 0, 1))\n"
    ">>> space.add(\"ghost\", Circle(1, 0, 1), layer=2, mask=2)\n"
    ">>> space.pairs()\n"
    "[]\n"
    ">>> space.add(\"player\", Circle(0, 0, 1))\n"
    "Traceback (most recent call last):\n"
    "ValueError: add: item must not be in the space already, got 'player'\n");

const char space_update_doc[] = PyDoc_STR(
    "update($self, /, item, shape=None)\n--\n\n"
    "Gives an item another shape, wherever that is.\n\n"
    "shape may be left out if the item has a .shape or is a shape-like itself. " UNKNOWN
    CHANGES
    ">>> space = Space({\"player\": Circle(0, 0, 1)})\n"
    ">>> space.update(\"player\", Circle(5, 0, 1))\n"
    ">>> space[\"player\"]\n"
    "Circle(5.0, 0.0, 1.0)\n");

const char space_move_doc[] = PyDoc_STR(
    "move($self, /, item, dx, dy=...)\n--\n\n"
    "Moves an item by (dx, dy) through everything, and returns whom it ran into: a list of items in order.\n\n"
    "They are those that it overlaps at the end or has overlapped on the way. (dx, dy) may be one pair. " UNKNOWN
    "Raises ValueError for a number out of range, for a motion out of range too, and RuntimeError in a filter.\n\n"
    ">>> space = Space({\"lift\": Rect(0, 10, 8, 1), \"player\": Circle(4, 4, 1)})\n"
    ">>> space.move(\"lift\", 0, -2)\n"
    "[]\n"
    ">>> space.move(\"lift\", 0, -20)\n"
    "['player']\n");

const char space_remove_doc[] = PyDoc_STR(
    "remove($self, /, item)\n--\n\n"
    "Removes an item.\n\n"
    UNKNOWN
    CHANGES
    ">>> space = Space({\"player\": Circle(0, 0, 1)})\n"
    ">>> space.remove(\"player\")\n"
    ">>> len(space)\n"
    "0\n"
    ">>> space.remove(\"player\")\n"
    "Traceback (most recent call last):\n"
    "KeyError: \"remove: item must be in the space, got 'player'\"\n");

const char space_clear_doc[] = PyDoc_STR(
    "clear($self, /)\n--\n\n"
    "Removes all items.\n\n"
    CHANGES
    ">>> space = Space({\"player\": Circle(0, 0, 1)})\n"
    ">>> space.clear()\n"
    ">>> len(space)\n"
    "0\n");

const char space_query_doc[] = PyDoc_STR(
    "query($self, /, shape, touching=False, mask=-1)\n--\n\n"
    "The items that overlap a shape, a list in order; those that only touch it as well if touching is true.\n\n"
    "shape is a shape-like; if it is an object with a .shape that is an item, it does not find itself. Only items with a\n"
    "layer in mask are found. " REFUSES
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(3, 0, 1)})\n"
    ">>> space.query(Circle(1, 0, 1))\n"
    "['a']\n"
    ">>> space.query(Circle(1, 0, 1), touching=True)\n"
    "['a', 'b']\n");

const char space_pairs_doc[] = PyDoc_STR(
    "pairs($self, /, touching=False)\n--\n\n"
    "All pairs of items that meet and overlap, or touch if touching is true: a list of tuples, each one and all in order.\n\n"
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(1, 0, 1), \"c\": Circle(3, 0, 1)})\n"
    ">>> space.pairs()\n"
    "[('a', 'b')]\n"
    ">>> space.pairs(touching=True)\n"
    "[('a', 'b'), ('b', 'c')]\n");

const char space_contacts_doc[] = PyDoc_STR(
    "contacts($self, /, shape, mask=-1)\n--\n\n"
    "Whom an item or a shape collides with, touching included, and how: a list of (item, Contact) in order.\n\n"
    "A normal points out of the item that is found. " WHO
    REFUSES
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(0.5, -2, 4, 4)})\n"
    ">>> space.contacts(\"player\")\n"
    "[('wall', Contact((-1.0, 0.0), 0.5, ((0.75, 0.0),)))]\n");

const char space_nearest_doc[] = PyDoc_STR(
    "nearest($self, /, shape, k=1, max_distance=1e999, mask=-1)\n--\n\n"
    "The k items that are nearest to an item or a shape, at most max_distance away: a list, the nearest first.\n\n"
    "Of those at the same distance, as are all that collide with it, the first in order comes first.\n" WHO
    REFUSES
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(9, 0, 1), \"c\": Circle(4, 0, 1)})\n"
    ">>> space.nearest((0, 5))\n"
    "['a']\n"
    ">>> space.nearest(\"a\", k=5)\n"
    "['c', 'b']\n");

#define CASTING \
    "t is the part of the motion until there. Of those that are met at once, the first in order comes first. Grazing,\n" \
    "moving along or away from what is touched is no hit; what is overlapped at the start is one, at t = 0. "

const char space_raycast_doc[] = PyDoc_STR(
    "raycast($self, /, origin, motion, mask=-1)\n--\n\n"
    "What a point first meets on its way: (item, Hit), or None.\n\n"
    "origin is a pair of numbers or a Point, motion a pair. Only items with a layer in mask are met. " CASTING
    REFUSES
    ">>> space = Space({\"a\": Rect(5, -1, 1, 2), \"b\": Rect(2, -1, 1, 2)})\n"
    ">>> space.raycast((0, 0), (10, 0))\n"
    "('b', Hit(0.2, (2.0, 0.0), (-1.0, 0.0), 0.0))\n");

const char space_raycast_all_doc[] = PyDoc_STR(
    "raycast_all($self, /, origin, motion, mask=-1)\n--\n\n"
    "Everything that a point meets on its way: a list of (item, Hit), in order of time.\n\n"
    "origin is a pair of numbers or a Point, motion a pair. Only items with a layer in mask are met. " CASTING
    REFUSES
    ">>> space = Space({\"a\": Rect(5, -1, 1, 2), \"b\": Rect(2, -1, 1, 2)})\n"
    ">>> [item for item, hit in space.raycast_all((0, 0), (10, 0))]\n"
    "['b', 'a']\n");

const char space_cast_doc[] = PyDoc_STR(
    "cast($self, /, shape, motion, mask=-1)\n--\n\n"
    "What an item or a shape would first meet if it were moved, a pair of numbers: (item, Hit), or None.\n\n"
    WHO CASTING
    REFUSES
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(5, -2, 1, 4)})\n"
    ">>> space.cast(\"player\", (8, 0))\n"
    "('wall', Hit(0.5, (5.0, 0.0), (-1.0, 0.0), 0.0))\n"
    ">>> print(space.cast(\"player\", (0, 8)))\n"
    "None\n");

const char space_cast_all_doc[] = PyDoc_STR(
    "cast_all($self, /, shape, motion, mask=-1)\n--\n\n"
    "Everything that an item or a shape would meet if it were moved through it all: a list of (item, Hit), in order of time.\n\n"
    WHO CASTING
    REFUSES
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"wall\": Rect(5, -2, 1, 4), \"coin\": Circle(3, 0, 0.5)})\n"
    ">>> [(item, hit.t) for item, hit in space.cast_all(\"player\", (8, 0))]\n"
    "[('coin', 0.1875), ('wall', 0.5)]\n");

const char space_slide_doc[] = PyDoc_STR(
    "slide($self, /, item, dx, dy=..., response='slide', filter=None)\n--\n\n"
    "Moves an item by (dx, dy) through everything that it meets, and returns how that went: a Move.\n\n"
    "If it overlaps nothing that blocks it, it does not afterwards either, nor anywhere on the way, exactly: nothing is\n"
    "tunnelled through, and nothing catches on the seam between two tiles. If it does at the start, it is first pushed out\n"
    "the shortest way that is found. A way that is free is gone to its end, to the bit, and whatever stops it is among the\n"
    "hits. At what it meets it responds: \"slide\" goes on along it, \"stop\" stays there, \"bounce\" is reflected,\n"
    "\"pass\" goes through and reports it. filter(item, other), if there is one, is asked once for each other that comes\n"
    "near; it returns one of these, True for the response of the call, or None for what is to be ignored. It may ask the space, but changing it raises RuntimeError. What\n"
    "it raises is passed on, and the item stays where it was. (dx, dy) may be one pair. " UNKNOWN
    REFUSES
    ">>> space = Space({\"ball\": Circle(0, 0, 1), \"wall\": Rect(4, -9, 1, 18), \"coin\": Circle(2, 0, 0.5)})\n"
    ">>> move = space.slide(\"ball\", 6, 2, filter=lambda item, other: \"pass\" if other == \"coin\" else \"slide\")\n"
    ">>> move.shape, [other for other, hit in move.hits]\n"
    "(Circle(3.0, 2.0, 1.0), ['coin', 'wall'])\n"
    ">>> space.slide(\"ball\", (5, 0), response=\"bounce\").shape\n"
    "Circle(-2.0, 2.0, 1.0)\n");

const char space_watch_doc[] = PyDoc_STR(
    "watch($self, /, touching=False)\n--\n\n"
    "A Watch, which tells which pairs began to overlap, and which ended, between one update and the next.\n\n"
    "With touching, pairs that only touch count as well.\n\n"
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"room\": Rect(5, -5, 10, 10)})\n"
    ">>> watch = space.watch()\n"
    ">>> watch.update()\n"
    "([], [])\n"
    ">>> space.update(\"player\", Circle(6, 0, 1))\n"
    ">>> watch.update()\n"
    "([('player', 'room')], [])\n");

const char space_separate_all_doc[] = PyDoc_STR(
    "separate_all($self, /, iterations=10, movable=None, gap=0.0)\n--\n\n"
    "Pushes items apart until none overlap, or are closer than gap, or so many rounds are over; returns the pairs left that\n"
    "could be moved: collide2d.separate_all of the space.\n\n"
    ">>> space = Space({\"a\": Circle(0, 0, 1), \"b\": Circle(1, 0, 1)})\n"
    ">>> space.separate_all()\n"
    "[]\n"
    ">>> space[\"a\"], space[\"b\"]\n"
    "(Circle(-0.5, 0.0, 1.0), Circle(1.5, 0.0, 1.0))\n");

const char space_items_doc[] = PyDoc_STR(
    "items($self, /)\n--\n\n"
    "All items with their shapes: a list of tuples, in the order in which they were added.\n\n"
    ">>> Space({\"a\": Circle(0, 0, 1)}).items()\n"
    "[('a', Circle(0.0, 0.0, 1.0))]\n");

const char space_layer_doc[] = PyDoc_STR(
    "layer($self, item, /)\n--\n\n"
    "The layers that an item is in, one bit each, as they were given.\n\n"
    UNKNOWN
    ">>> Space({\"a\": Circle(0, 0, 1)}).layer(\"a\")\n"
    "1\n");

const char space_mask_doc[] = PyDoc_STR(
    "mask($self, item, /)\n--\n\n"
    "The layers that an item meets, one bit each, as they were given.\n\n"
    UNKNOWN
    ">>> Space({\"a\": Circle(0, 0, 1)}).mask(\"a\")\n"
    "-1\n");

const char space_copy_doc[] = PyDoc_STR(
    "copy($self, /)\n--\n\n"
    "Another space with the same items, shapes, layers and masks.\n\n"
    ">>> space = Space({\"a\": Circle(0, 0, 1)})\n"
    ">>> copy = space.copy()\n"
    ">>> copy.remove(\"a\")\n"
    ">>> len(space), len(copy)\n"
    "(1, 0)\n");

const char space_copy_protocol_doc[] = PyDoc_STR("__copy__($self, /)\n--\n\nAnother space with the same items.");
const char space_setstate_doc[] = PyDoc_STR("__setstate__($self, state, /)\n--\n\nThe items of a pickle.");

/* ---- Watch ---- */

const char watch_type_doc[] = PyDoc_STR(
    "Watch(space, touching=False)\n--\n\n"
    "Which pairs of a space began to overlap, and which ended: for triggers, such as a player who enters a room.\n\n"
    "With touching, pairs that only touch count as well. space.watch() makes one.\n\n"
    ">>> Watch(Space()).update()\n"
    "([], [])\n");

const char watch_update_doc[] = PyDoc_STR(
    "update($self, /)\n--\n\n"
    "Two lists of pairs, each in order: those that began, and those that ended, since the last update.\n\n"
    "The first update reports all pairs that there are. What is removed from the space ends its pairs; added again, it is\n"
    "another.\n\n"
    ">>> space = Space({\"player\": Circle(0, 0, 1), \"coin\": Circle(1, 0, 1)})\n"
    ">>> watch = space.watch()\n"
    ">>> watch.update()\n"
    "([('player', 'coin')], [])\n"
    ">>> space.remove(\"coin\")\n"
    ">>> watch.update()\n"
    "([], [('player', 'coin')])\n");

/* ---- Move ---- */

const char move_type_doc[] = PyDoc_STR(
    "Move(shape, motion, remaining, hits, path, legs=(), pushed=(0.0, 0.0), stuck=False)\n--\n\n"
    "How an item moved: what Space.slide returns.\n\n"
    "shape is where it ended; motion, remaining and pushed are pairs of floats; hits are pairs of an item and a Hit; path is\n"
    "the shapes from the first to the last, legs the motions between them. No sweep from one of the path to the next\n"
    "overlaps anything that blocks it, but while it is pushed out of what it overlapped at the start. Immutable, picklable,\n"
    "usable in match, hashable if the items are. Raises TypeError for a wrong kind of argument, ValueError for a number\n"
    "that is not finite.\n\n"
    ">>> space = Space({\"ball\": Circle(0, 0, 1), \"wall\": Rect(4, -9, 1, 18)})\n"
    ">>> move = space.slide(\"ball\", 6, 2)\n"
    ">>> move.shape, move.motion\n"
    "(Circle(3.0, 2.0, 1.0), (3.0, 2.0))\n");
