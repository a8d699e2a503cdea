/* What help() shows: the documentation of everything that is in C. A first line is the signature, as inspect reads it;
 * the examples are run by the tests. */
#include "docs.h"

/* clang-format off */

/* ---- verbs ---- */

#define DOCUMENT(verb, text)                                                                   \
    const char function_##verb##_doc[] = PyDoc_STR(#verb "($module, a, b, /)\n--\n\n" text);   \
    const char method_##verb##_doc[] = PyDoc_STR(#verb "($self, other, /)\n--\n\n" text);

/* The same of a verb that arrays have. */
#define DOCUMENT_ARRAYS(verb, text)                                                                       \
    const char function_##verb##_doc[] = PyDoc_STR(#verb "($module, a, b, /, *, out=None)\n--\n\n" text); \
    const char method_##verb##_doc[] = PyDoc_STR(#verb "($self, other, /)\n--\n\n" text);

#define GIVEN                                                                                                     \
    "The two may be shapes, objects with a .shape, pygame rectangles, circles and lines, or pairs of numbers as\n" \
    "points; otherwise TypeError, or ValueError for a number out of range.\n\n"

#define ARRAYS                                                                                                       \
    "Arrays of shapes are answered element by element, broadcast; out, for them only, takes the result: see\n" \
    "collide2d.arrays.\n\n"

DOCUMENT_ARRAYS(relate,
    "How two shapes lie to each other, exactly: APART, TOUCHING or OVERLAPPING.\n\n"
    GIVEN ARRAYS
    "Returns a Relation. Segments and points have no inside of their own, but a segment that crosses another, or\n"
    "enters a shape, overlaps it: no small shift separates them. Equal points, and segments end to end, touch.\n\n"
    ">>> relate(Circle(0, 0, 1), Circle(2, 0, 1))\n"
    "<Relation.TOUCHING: 0>\n"
    ">>> Segment(0, 0, 2, 2).relate(Segment(0, 2, 2, 0))\n"
    "<Relation.OVERLAPPING: 1>\n")

DOCUMENT_ARRAYS(collides,
    "Whether two shapes have a common point, exactly; touching counts.\n\n"
    GIVEN ARRAYS
    "Returns a bool. Equal points collide.\n\n"
    ">>> collides(Circle(0, 0, 1), Circle(2, 0, 1))\n"
    "True\n"
    ">>> Rect(0, 0, 4, 2).collides((4.5, 1))\n"
    "False\n")

DOCUMENT_ARRAYS(overlaps,
    "Whether two shapes have a common inside, exactly; touching does not count.\n\n"
    GIVEN ARRAYS
    "Returns a bool: whether no arbitrarily small shift separates them. Two points never overlap, a point strictly\n"
    "inside a shape does, and so do segments that cross.\n\n"
    ">>> overlaps(Rect(0, 0, 1, 1), Rect(1, 0, 1, 1))\n"
    "False\n"
    ">>> Rect(0, 0, 4, 2).overlaps((2, 1))\n"
    "True\n")

DOCUMENT_ARRAYS(touches,
    "Whether two shapes collide but do not overlap, exactly.\n\n"
    GIVEN ARRAYS
    "Returns a bool. Equal points touch.\n\n"
    ">>> touches(Rect(0, 0, 1, 1), Rect(1, 0, 1, 1))\n"
    "True\n"
    ">>> Rect(0, 0, 4, 2).touches((2, 1))\n"
    "False\n")

DOCUMENT(contains,
    "Whether every point of the second shape is in the first, exactly; sharing a border is allowed.\n\n"
    GIVEN
    "Returns a bool. Every shape contains itself.\n\n"
    ">>> contains(Rect(0, 0, 4, 4), Circle(1, 1, 1))\n"
    "True\n"
    ">>> Circle(0, 0, 1).contains((1, 1))\n"
    "False\n")

DOCUMENT_ARRAYS(separation,
    "The signed gap: the distance if apart, 0 if touching, minus the depth of the shortest way out if overlapping.\n\n"
    GIVEN ARRAYS
    "Returns a float in the caller's units, within 8 ulp of the true value; its sign is exact. Equal points: 0.\n\n"
    ">>> separation(Circle(0, 0, 1), Circle(5, 0, 1))\n"
    "3.0\n"
    ">>> Rect(0, 0, 4, 4).separation(Rect(1, 3, 4, 4))\n"
    "-1.0\n")

DOCUMENT_ARRAYS(distance,
    "The gap between two shapes, 0 if they collide.\n\n"
    GIVEN ARRAYS
    "Returns a float in the caller's units, within 8 ulp of the true value; it is 0 exactly if they collide.\n\n"
    ">>> distance(Circle(0, 0, 1), Circle(5, 0, 1))\n"
    "3.0\n"
    ">>> Point(0, 0).distance((3, 4))\n"
    "5.0\n")

DOCUMENT(closest_points,
    "The nearest points of two shapes, one on each.\n\n"
    GIVEN
    "Returns two pairs of floats, the first on the first shape. If the shapes collide, both are the same point, common\n"
    "to both up to rounding.\n\n"
    ">>> closest_points(Circle(0, 0, 1), Point(3, 0))\n"
    "((1.0, 0.0), (3.0, 0.0))\n"
    ">>> Rect(0, 0, 1, 1).closest_points((3, 1))\n"
    "((1.0, 1.0), (3.0, 1.0))\n")

DOCUMENT_ARRAYS(contact,
    "How two colliding shapes meet: a Contact with normal, depth and one or two points; None if they are apart.\n\n"
    GIVEN ARRAYS
    "The normal points out of the second shape, toward the first: moving the first by contact.mtv takes it out, up to\n"
    "rounding; separate does it exactly. The depth is 0 exactly if they touch. contact(b, a) has the normal of\n"
    "contact(a, b) negated, unless they are the same set. Equal points and concentric circles part along x, the larger\n"
    "one to the right.\n\n"
    ">>> contact(Circle(0, 0, 1), Rect(0.5, -2, 4, 4))\n"
    "Contact((-1.0, 0.0), 0.5, ((0.75, 0.0),))\n"
    ">>> print(Point(0, 0).contact((1, 0)))\n"
    "None\n")

DOCUMENT(minkowski_difference,
    "The shape of all places of the first shape's centre at which it collides with the second: its configuration space\n"
    "obstacle.\n\n"
    GIVEN
    "Returns a shape of the simplest kind: a Point or Circle, Segment or Capsule, Rect or RoundRect if its core is\n"
    "axis-aligned, otherwise a Polygon. Each coordinate is rounded once, and so is the sum of the radii. Raises ValueError\n"
    "also if it would be out of range.\n\n"
    ">>> minkowski_difference(Rect(0, 0, 2, 2), Rect(4, 0, 2, 6))\n"
    "Rect(3.0, -1.0, 4.0, 8.0)\n"
    ">>> Circle(0, 0, 1).minkowski_difference(Circle(5, 0, 2))\n"
    "Circle(5.0, 0.0, 3.0)\n")

/* ---- motion ---- */

#define DOCUMENT_AS(verb, of_function, of_method, text)                                          \
    const char function_##verb##_doc[] = PyDoc_STR(#verb of_function "\n--\n\n" text);           \
    const char method_##verb##_doc[] = PyDoc_STR(#verb of_method "\n--\n\n" text);

DOCUMENT_AS(sweep, "($module, a, motion, /)", "($self, motion, /)",
    "All that a shape passes over: the hull of its vertices before and after the motion, with its radius.\n\n"
    "The shape may be anything that the other verbs take; motion is a pair of numbers, in the caller's units. Returns a\n"
    "shape of the simplest kind: a point sweeps a Segment, a circle a Capsule, a rectangle a Polygon, or a Rect if its\n"
    "sides are upright and it moves along one; a motion of (0, 0) sweeps the shape itself. Raises TypeError, or ValueError\n"
    "for a number out of range, given or reached.\n\n"
    ">>> sweep(Circle(0, 0, 1), (4, 0))\n"
    "Capsule(0.0, 0.0, 4.0, 0.0, 1.0)\n"
    ">>> Rect(0, 0, 1, 1).sweep((3, 0))\n"
    "Rect(0.0, 0.0, 4.0, 1.0)\n")

DOCUMENT_AS(cast, "($module, a, motion, b, /, *, out=None)", "($self, motion, other, /)",
    "Moves a shape until it meets another: a Hit, or None if the way is free.\n\n"
    "The two may be anything that the other verbs take, the first is moved; motion is a pair of numbers, in the caller's\n"
    "units. It hits exactly when the sweep of the first overlaps the second: grazing, moving along or away is no hit,\n"
    "moving into what is touched is one at t = 0. If they do not overlap at the start, the first moved by t * motion, and\n"
    "the sweep to there, do not either, exactly. If they do, t is 0, and normal and depth are those of the contact. Raises\n"
    "TypeError, or ValueError for a number out of range, given or reached.\n\n"
    ARRAYS
    ">>> cast(Circle(0, 0, 1), (8, 0), Rect(5, -2, 1, 4))\n"
    "Hit(0.5, (5.0, 0.0), (-1.0, 0.0), 0.0)\n"
    ">>> print(Rect(0, 0, 1, 1).cast((5, 0), Rect(3, 1, 1, 1)))\n"
    "None\n")

DOCUMENT_AS(raycast, "($module, origin, motion, b, /, *, out=None)", "($self, origin, motion, /)",
    "Where a ray first meets a shape: a Hit, or None if it misses.\n\n"
    "origin is a pair of numbers or a Point, motion a pair of numbers: the ray goes from origin to origin + motion. It is\n"
    "the cast of a point: along a border is no hit, from a border inward is one at t = 0. Raises TypeError, or ValueError\n"
    "for a number out of range, given or reached.\n\n"
    ARRAYS
    ">>> raycast((0, 0), (8, 0), Rect(4, -1, 2, 2))\n"
    "Hit(0.5, (4.0, 0.0), (-1.0, 0.0), 0.0)\n"
    ">>> print(Rect(0, 0, 4, 2).raycast((-1, 2), (9, 0)))\n"
    "None\n")

/* ---- response ---- */

#define MASSES \
    "Masses are > 0 in any unit; what has an infinite one stays where it is, and not both may be infinite."

DOCUMENT_AS(separate, "($module, a, b, /, mass_a=1.0, mass_b=1.0)", "($self, other, /, mass_a=1.0, mass_b=1.0)",
    "Two overlapping shapes pushed apart along the contact's normal, each by its part of the depth.\n\n"
    "The two may be anything that the other verbs take; mass_a is of the first, mass_b of the second. The lighter moves\n"
    "farther, in proportion to 1 / mass. " MASSES "\n\n"
    "Returns both shapes, each of its kind: they do not overlap, exactly, and are at most a few ulps apart. Shapes that do\n"
    "not overlap are returned as they are. Raises TypeError, or ValueError for a number out of range.\n\n"
    ">>> separate(Circle(0, 0, 2), Circle(3, 0, 2))\n"
    "(Circle(-0.5, 0.0, 2.0), Circle(3.5, 0.0, 2.0))\n"
    ">>> Rect(0, 0, 2, 2).separate(Rect(1, -4, 9, 9), mass_b=float(\"inf\"))\n"
    "(Rect(-1.0, 0.0, 2.0, 2.0), Rect(1.0, -4.0, 9.0, 9.0))\n")

const char function_bounce_doc[] = PyDoc_STR(
    "bounce($module, /, va, vb, normal, restitution=1.0, mass_a=1.0, mass_b=1.0, friction=0.0)\n--\n\n"
    "The velocities of two bodies after they collide.\n\n"
    "va and vb are the velocities, pairs in any unit, normal the direction out of the second body toward the first, a pair\n"
    "of any length but 0. restitution is 0 (they stay together) to 1 (nothing is lost), friction >= 0 is Coulomb's\n"
    "coefficient. " MASSES "\n\n"
    "Returns two pairs of floats, va and vb themselves if the bodies are parting already. Momentum is conserved within\n"
    "rounding, and the kinetic energy never grows, exactly. Raises TypeError, or ValueError for a number out of range.\n\n"
    ">>> bounce((3, 1), (0, 0), (-1, 0))\n"
    "((0.0, 1.0), (3.0, 0.0))\n"
    ">>> bounce((3, 1), (0, 0), (-1, 0), restitution=0.5, mass_b=float(\"inf\"))\n"
    "((-1.5, 1.0), (0.0, 0.0))\n");

const char function_slide_doc[] = PyDoc_STR(
    "slide($module, /, v, normal)\n--\n\n"
    "A velocity without the part of it that goes in against a normal.\n\n"
    "v is a pair in any unit, normal a pair of any length but 0, out of what is in the way. Returns a pair of floats whose\n"
    "product with the normal is never negative, exactly: v itself if its own is not. Raises TypeError, or ValueError for a\n"
    "number out of range.\n\n"
    ">>> slide((3, 2), (0, -1))\n"
    "(3.0, 0.0)\n"
    ">>> slide((3, -2), (0, -1))\n"
    "(3.0, -2.0)\n");

/* ---- shapes ---- */

#define RAISES                                                                                                        \
    "Raises TypeError for an argument of a wrong kind, ValueError for one that is NaN, infinite, beyond 1e60 or, of a\n" \
    "size, negative.\n\n"

const char move_doc[] = PyDoc_STR(
    "move($self, dx, dy=...)\n--\n\n"
    "The shape moved by (dx, dy): two numbers or one pair, in the caller's units.\n\n"
    "Returns a new shape of the same kind. Each coordinate is rounded once; a rectangle changes its position only, so that\n"
    "it is never deformed. Raises TypeError, or ValueError for a number out of range.\n\n"
    ">>> Circle(0, 0, 1).move(2, 3)\n"
    "Circle(2.0, 3.0, 1.0)\n"
    ">>> a, b = Circle(0, 0, 2), Circle(3, 0, 2)\n"
    ">>> a.move(a.contact(b).mtv).touches(b)\n"
    "True\n");

const char at_doc[] = PyDoc_STR(
    "at($self, x, y=...)\n--\n\n"
    "The shape with its centre at (x, y): two numbers or one pair.\n\n"
    "Returns a new shape of the same kind. Points, circles and rectangles have their centre there exactly; the others, and\n"
    "rectangles with a pivot, are moved by the rounded difference. Raises TypeError, or ValueError for a number out of range.\n\n"
    ">>> Rect(0, 0, 4, 2).at(10, 10)\n"
    "Rect.centered(10.0, 10.0, 4.0, 2.0)\n");

const char rotate_doc[] = PyDoc_STR(
    "rotate($self, angle=None, about=None, *, radians=None)\n--\n\n"
    "The shape turned by an angle in degrees, or in radians, from +x toward +y.\n\n"
    "about is the point to turn about, a pair; without it a rectangle turns about its pivot and any other shape about its\n"
    "centre. Returns a new shape of the same kind; quarter turns are exact, other coordinates are rounded once. Raises\n"
    "TypeError unless exactly one of angle and radians is given, ValueError for a number out of range.\n\n"
    ">>> Segment(0, 0, 2, 0).rotate(90, about=(0, 0))\n"
    "Segment(0.0, 0.0, 0.0, 2.0)\n"
    ">>> Rect(0, 0, 4, 2).rotate(30)\n"
    "Rect(0.0, 0.0, 4.0, 2.0, 30.0)\n");

const char scale_by_doc[] = PyDoc_STR(
    "scale_by($self, k)\n--\n\n"
    "The shape k >= 0 times as large, about its centre.\n\n"
    "Returns a new shape of the same kind; the radius is scaled too. With k = 0 only the centre is left. Raises TypeError, or\n"
    "ValueError for a negative k and for a result out of range.\n\n"
    ">>> Circle(1, 1, 2).scale_by(3)\n"
    "Circle(1.0, 1.0, 6.0)\n");

const char grow_doc[] = PyDoc_STR(
    "grow($self, d)\n--\n\n"
    "The shape with d added to its radius; the core stays as it is, to the bit.\n\n"
    "Returns a new shape: a Point becomes a Circle, a Segment a Capsule, a Rect a RoundRect; the others keep their kind. A\n"
    "negative d shrinks. Raises TypeError, or ValueError if the radius would be negative or out of range.\n\n"
    ">>> Segment(0, 0, 4, 0).grow(0.5)\n"
    "Capsule(0.0, 0.0, 4.0, 0.0, 0.5)\n"
    ">>> Circle(0, 0, 3).grow(-1)\n"
    "Circle(0.0, 0.0, 2.0)\n");

const char copy_doc[] = PyDoc_STR(
    "__copy__($self, /)\n--\n\nThe object itself: it is immutable.");

const char deepcopy_doc[] = PyDoc_STR(
    "__deepcopy__($self, memo, /)\n--\n\nThe object itself: it is immutable.");

const char reduce_doc[] = PyDoc_STR(
    "__reduce__($self, /)\n--\n\nHow pickle makes an equal object again.");

const char svg_doc[] = PyDoc_STR(
    "_repr_svg_($self, /)\n--\n\n"
    "The shape as a small SVG picture, which notebooks show.\n\n"
    ">>> Circle(0, 0, 1)._repr_svg_()[:4]\n"
    "'<svg'\n");

const char sizeof_doc[] = PyDoc_STR(
    "__sizeof__($self, /)\n--\n\nThe memory the object has, in bytes.");

const char shape_type_doc[] = PyDoc_STR(
    "The base of all shapes: the convex hull of some vertices, grown by a radius.\n\n"
    "Shapes are immutable values: hashable, comparable, picklable, usable in match and shared freely between threads. Equal\n"
    "are shapes of the same kind with the same numbers. Shape itself cannot be made, nor can any shape be subclassed.\n\n"
    ">>> isinstance(Circle(0, 0, 1), Shape)\n"
    "True\n");

const char point_type_doc[] = PyDoc_STR(
    "Point(x, y=...)\n--\n\n"
    "A point, from two numbers or one pair.\n\n"
    RAISES
    ">>> Point(1, 2)\n"
    "Point(1.0, 2.0)\n"
    ">>> Point((1, 2)).grow(3)\n"
    "Circle(1.0, 2.0, 3.0)\n");

const char circle_type_doc[] = PyDoc_STR(
    "Circle(x, y=..., r=...)\n--\n\n"
    "A disc around (x, y) with radius r >= 0; the centre may be one pair. With r = 0 it answers as a point.\n\n"
    RAISES
    ">>> Circle(1, 2, 3)\n"
    "Circle(1.0, 2.0, 3.0)\n"
    ">>> Circle((1, 2), r=3) == Circle(1, 2, 3)\n"
    "True\n"
    ">>> Circle(0, 0, -1)\n"
    "Traceback (most recent call last):\n"
    "ValueError: Circle: r must be >= 0, got -1.0\n");

const char segment_type_doc[] = PyDoc_STR(
    "Segment(ax, ay, bx=..., by=...)\n--\n\n"
    "The straight line from (ax, ay) to (bx, by), ends included; each end may be one pair. Equal ends make a point.\n\n"
    "Segments with the same ends are equal, whichever end is a.\n\n"
    RAISES
    ">>> Segment((0, 0), (4, 2))\n"
    "Segment(0.0, 0.0, 4.0, 2.0)\n");

const char capsule_type_doc[] = PyDoc_STR(
    "Capsule(ax, ay, bx=..., by=..., r=...)\n--\n\n"
    "The segment from (ax, ay) to (bx, by), grown by r >= 0; each end may be one pair. Equal ends make a disc.\n\n"
    RAISES
    ">>> Capsule((0, 0), (4, 2), 1)\n"
    "Capsule(0.0, 0.0, 4.0, 2.0, 1.0)\n");

const char polygon_type_doc[] = PyDoc_STR(
    "Polygon(points, radius=0.0)\n--\n\n"
    "A convex polygon of any number of points, grown by a radius >= 0.\n\n"
    "points is an iterable of pairs that go once round, either way; repeated and collinear ones are dropped. One point makes\n"
    "a disc, two a capsule. Raises ValueError for no points and for a polygon that is not convex: see Polygon.hull.\n"
    RAISES
    ">>> Polygon([(0, 0), (0, 3), (4, 0), (2, 0)])\n"
    "Polygon([(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)])\n"
    ">>> Polygon([(0, 0), (4, 0), (1, 1), (0, 4)])\n"
    "Traceback (most recent call last):\n"
    "ValueError: Polygon: points must run once round a convex polygon, got 4 points\n");

const char hull_doc[] = PyDoc_STR(
    "hull($type, points, radius=0.0)\n--\n\n"
    "The convex hull of any points, an iterable of pairs in any order, grown by a radius >= 0.\n\n"
    RAISES
    ">>> Polygon.hull([(0, 0), (4, 0), (1, 1), (0, 4)])\n"
    "Polygon([(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)])\n");

/* ---- rectangles ---- */

#define SIZES "Sizes are >= 0; of no width or height it is a segment or a point.\n"
#define TURNING \
    "angle is in degrees, from +x toward +y; radians= may be given instead. A negative or too large size, NaN and infinity\n" \
    "raise ValueError, arguments of a wrong kind TypeError.\n\n"

const char restore_rect_doc[] = PyDoc_STR(
    "_restore_rect($module, /, *fields)\n--\n\nThe rectangle of a pickle.");

const char set_arrays_doc[] = PyDoc_STR(
    "_set_arrays($module, arrays, type, /)\n--\n\nWhere calls with arrays of shapes go.");

const char rect_type_doc[] = PyDoc_STR(
    "Rect(x, y=..., w=..., h=..., angle=0.0, *, pivot=None, radians=None)\n--\n\n"
    "A rectangle with its top-left corner at (x, y) and size (w, h), turned by an angle about its pivot.\n\n"
    "Also Rect((x, y), (w, h)), and Rect(anything rect-like): four numbers in a sequence, or an object with x, y, w and h.\n"
    "pivot is a pair, an offset from the top-left corner; without it the rectangle turns about its centre. x y w h and the\n"
    "sides and corners named as in pygame are those before turning; center, vertices and bounds are the turned ones.\n"
    SIZES TURNING
    ">>> Rect(0, 0, 4, 2).vertices\n"
    "((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))\n"
    ">>> Rect(0, 0, 4, 2, 90, pivot=(0, 0)).vertices\n"
    "((-2.0, 0.0), (0.0, 0.0), (0.0, 4.0), (-2.0, 4.0))\n");

const char roundrect_type_doc[] = PyDoc_STR(
    "RoundRect(x, y=..., w=..., h=..., r=..., angle=0.0, *, pivot=None, radians=None)\n--\n\n"
    "A rectangle of outer size (w, h) whose corners are rounded by r, as pygame.draw.rect(border_radius=r) draws it.\n\n"
    "r is at least 0 and at most half the smaller side. With r = 0 it answers as a Rect, with w = h = 2r as a Circle. Also\n"
    "RoundRect((x, y), (w, h), r) and RoundRect(anything rect-like, r); otherwise as Rect.\n"
    SIZES TURNING
    ">>> RoundRect(0, 0, 6, 4, 1).vertices\n"
    "((1.0, 1.0), (5.0, 1.0), (5.0, 3.0), (1.0, 3.0))\n"
    ">>> RoundRect(0, 0, 4, 2, 3)\n"
    "Traceback (most recent call last):\n"
    "ValueError: RoundRect: r must be at most half the smaller side, got 3.0\n");

const char rect_centered_doc[] = PyDoc_STR(
    "centered($type, cx, cy, w=..., h=..., angle=0.0, *, radians=None)\n--\n\n"
    "A rectangle of size (w, h) around its centre (cx, cy), turned about it; also centered((cx, cy), (w, h)).\n\n"
    SIZES TURNING
    ">>> Rect.centered(1, 1, 2, 2) == Rect(0, 0, 2, 2)\n"
    "True\n");

const char roundrect_centered_doc[] = PyDoc_STR(
    "centered($type, cx, cy, w, h=..., r=..., angle=0.0, *, radians=None)\n--\n\n"
    "A rounded rectangle of outer size (w, h) around its centre (cx, cy), turned about it.\n\n"
    SIZES TURNING
    ">>> RoundRect.centered(0, 0, 6, 4, 1).inner_size\n"
    "(4.0, 2.0)\n");

const char rect_pivoted_doc[] = PyDoc_STR(
    "pivoted($type, x, y, w, h=..., offset=..., angle=0.0, *, radians=None)\n--\n\n"
    "A rectangle of size (w, h) whose pivot is at (x, y); offset, a pair, is the pivot from the top-left corner.\n\n"
    SIZES TURNING
    ">>> Rect.pivoted(0, 0, 4, 2, (4, 2)).vertices\n"
    "((-4.0, -2.0), (0.0, -2.0), (0.0, 0.0), (-4.0, 0.0))\n");

const char roundrect_pivoted_doc[] = PyDoc_STR(
    "pivoted($type, x, y, w, h, r=..., offset=..., angle=0.0, *, radians=None)\n--\n\n"
    "A rounded rectangle of outer size (w, h) whose pivot is at (x, y); offset, a pair, is the pivot from the top-left\n"
    "corner of the outer rectangle.\n\n"
    SIZES TURNING
    ">>> RoundRect.pivoted(0, 0, 4, 2, 1, (4, 1)).vertices\n"
    "((-3.0, 0.0), (-1.0, 0.0))\n");

const char rect_from_corners_doc[] = PyDoc_STR(
    "from_corners($type, x1, y1, x2=..., y2=...)\n--\n\n"
    "The axis-aligned rectangle between two opposite corners, in any order; each may be one pair.\n\n"
    "The corners are kept exactly, so that rectangles that share a corner's numbers share the edge. Raises TypeError, or\n"
    "ValueError for a number out of range. Equal corners make a point.\n\n"
    ">>> Rect.from_corners(3, 0, 1, 4)\n"
    "Rect(1.0, 0.0, 2.0, 4.0)\n");

const char roundrect_around_doc[] = PyDoc_STR(
    "around($type, cx, cy, inner_w, inner_h=..., r=..., angle=0.0, *, radians=None)\n--\n\n"
    "A rounded rectangle from its centre, the size of its core, and the radius by which that is grown.\n\n"
    SIZES TURNING
    ">>> RoundRect.around(1, 1, 0, 0, 5).vertices\n"
    "((1.0, 1.0),)\n"
    ">>> RoundRect.around(0, 0, 4, 2, 1).size\n"
    "(6.0, 4.0)\n");

/* ---- dictionaries ---- */

const char to_dict_doc[] = PyDoc_STR(
    "to_dict($self, /)\n--\n\n"
    "The numbers that define the shape as a dictionary that json can write; from_dict makes an equal shape of it.\n\n"
    ">>> Circle(1, 2, 3).to_dict()\n"
    "{'kind': 'circle', 'x': 1.0, 'y': 2.0, 'r': 3.0}\n");

const char from_dict_doc[] = PyDoc_STR(
    "from_dict($type, data, /)\n--\n\n"
    "The shape that a dictionary from to_dict describes; \"radians\" may stand for \"angle\".\n\n"
    "Called on Shape it makes any kind, called on a kind only that. Raises TypeError if data is no dictionary or holds a value\n"
    "of a wrong kind, ValueError for a missing or unknown key and for a number out of range.\n\n"
    ">>> Shape.from_dict({\"kind\": \"rect\", \"cx\": 0, \"cy\": 0, \"w\": 4, \"h\": 2})\n"
    "Rect.centered(0.0, 0.0, 4.0, 2.0)\n"
    ">>> Circle.from_dict({\"kind\": \"circle\", \"x\": 0, \"y\": 0, \"radius\": 1})\n"
    "Traceback (most recent call last):\n"
    "ValueError: Circle.from_dict: the keys must be x, y, r, got unknown key 'radius'\n");

/* ---- contacts ---- */

const char contact_type_doc[] = PyDoc_STR(
    "Contact(normal, depth, points)\n--\n\n"
    "How two colliding shapes meet: what the verb contact returns.\n\n"
    "normal is a unit vector out of the second shape toward the first, depth how far to move along it until they only\n"
    "touch (>= 0), points one or two pairs midway between the two surfaces. Immutable, hashable, picklable, usable in\n"
    "match. Raises TypeError for a wrong kind of argument, ValueError for a number that is not finite, a negative depth\n"
    "or another number of points.\n\n"
    ">>> Contact((1, 0), 0.5, [(2, 3)])\n"
    "Contact((1.0, 0.0), 0.5, ((2.0, 3.0),))\n");

/* ---- hits ---- */

const char hit_type_doc[] = PyDoc_STR(
    "Hit(t, point, normal, depth)\n--\n\n"
    "Where a moving shape first meets another: what the verbs cast and raycast return.\n\n"
    "t is the part of the motion that is free, 0 to 1; point is where they meet, on the border of what is hit; normal is a\n"
    "unit vector out of it; depth is > 0 only if they overlapped at the start. Immutable, hashable, picklable, usable in\n"
    "match. Raises TypeError for a wrong kind of argument, ValueError for a number that is not finite, a t that is not from\n"
    "0 to 1 or a negative depth.\n\n"
    ">>> Hit(0.5, (2, 3), (0, -1), 0)\n"
    "Hit(0.5, (2.0, 3.0), (0.0, -1.0), 0.0)\n");
