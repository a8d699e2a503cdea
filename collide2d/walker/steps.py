"""One walk: along the floor piece by piece, up and down steps, and through the air.

The result of a walk does not depend on how the motion is cut into frames. On the floor the walker follows the surface
to the end of its sideways motion. In the air it follows a straight line, except along surfaces that block it.
"""

from __future__ import annotations

from math import atan2, copysign, cos, sin, sqrt
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from collide2d import Body, Hit, closest_points
from collide2d.walker import controller
from collide2d.walker.follow import moved_with
from collide2d.walker.hold import hold, pieces

if TYPE_CHECKING:
    from collide2d.typing import Solid

T = TypeVar("T")
Vec = tuple[float, float]

_TILT = 2.0**-43  # of the scale: how far a leg along a slope leads away from it, as its direction is rounded
_SAG = 2.0**-8  # of the walker's size: a leg along a surface ends where the surface is this far from it
_GAP = 2.0**-17  # of the walker's size: pieces of a surface that are this near each other are one
_NONE = 2.0**-50  # of the scale: a motion that is none
_FAR = 64  # of the walker's size: a longer leg is at most as long as its coordinates are large
_NO_TURN = 2.0**-24  # of a radian: a floor that turns by less is straight
_LEGS = 4096  # the most legs of a walk
_STILL = 16  # the most legs that lead nowhere, one after the other
_HALVINGS = 40  # of the search for the least motion onto a step


class Steps(Generic[T]):
    """One walk under way. left is the part of its time that is left, from 1 to 0."""

    def __init__(self, walker: controller.Walker[T], motion: Vec) -> None:
        self.walker, self.space, self.item = walker, walker.space, walker.item
        self.motion = motion
        self.side, self.rise = walker._side(motion), walker._rise(motion)
        self.jumps = self.rise > 2.0**-32 * abs(self.side)  # rounding of up must not turn level motion into a jump
        self.left = 1.0
        self.start = self.shape
        self.measure()
        self.hits: list[tuple[T, Hit]] = []
        self.passes: list[tuple[T, Hit]] = []  # of the last leg
        self.depth = 0.0  # how far down the last snap went
        self.wall: T | None = None
        self.wall_normal: controller.Vec | None = None
        self.ceiling: T | None = None
        self.legs = _LEGS

    @property
    def shape(self) -> Solid:
        return self.space[self.item]

    def measure(self) -> None:
        """Measures the place: how long a leg from here may be, and how far off rounding may put it."""
        x0, y0, x1, y1 = self.shape.bounds
        place, whole = max(abs(x0), abs(y0), abs(x1), abs(y1)), max(abs(self.motion[0]), abs(self.motion[1]))
        self.size = max(x1 - x0, y1 - y0)
        reach = min(whole, max(place, _FAR * self.size) or whole)
        self.most = reach / whole if reach < whole else 1.0  # of the motion, that one leg may go
        self.scale = max(place, reach)
        self.touch = self.scale * controller.TOUCH
        # A floor beyond the edge of a step may slope: it is this much off within the motion past the edge.
        self.slack = self.touch * (2.0 + 8.0 / self.walker._least)
        width = self.size or min(_length(self.motion), place or whole)
        self.sag = max(width * _SAG, 4 * self.touch)
        self.gap = max(width * _GAP, self.touch)

    def measure_again(self) -> None:
        """Measures the place before another leg, if the motion is longer than a leg may be."""
        if self.most < 1.0:
            self.measure()

    def run(self) -> controller.Walk[T]:
        walker = self.walker
        carrier = self.be_carried()
        out = walker._slide((0.0, 0.0), max_push=walker._max_push)
        if out.move.stuck and carrier is not None:  # carried into something, perhaps the platform: it stays behind
            carrier = None
            self.space.update(self.item, self.start)
            out = walker._slide((0.0, 0.0), max_push=walker._max_push)
        self.note(out.stops)
        crushed = out.move.stuck
        if crushed:
            leg = walker._slide(self.motion)  # the mover lets it leave
            crushed = leg.move.stuck
            self.note(leg.stops)
            self.note_passes(leg.passes)
        else:
            normal = walker._find_floor()[1]
            normal = None if self.jumps else normal
            still, length = 0, _length(self.motion)
            while self.legs > 0 and still < _STILL:
                left, walked = self.left, normal is not None
                if normal is not None and not self.walk(normal):
                    break
                normal = self.fly(leaves=walked)
                if normal is None:
                    break
                # A body that hangs on the very end of a floor lands where it left.
                still = still + 1 if (left - self.left) * length <= self.touch else 0
        floor, normal = walker._find_floor()
        moved = _difference(self.shape, self.start)
        return controller.Walk(
            moved, floor, normal, self.wall, self.ceiling, (*self.hits,), carrier, crushed, self.wall_normal
        )

    def note(self, stops: list[tuple[T, Hit]]) -> None:
        """Adds surfaces to the report."""
        for other, hit in stops:
            self.hits.append((other, Hit(1.0 - self.left, hit.point, hit.normal, hit.depth, hit.pieces)))
            if self.walker._is_ceiling(hit.normal):
                self.ceiling = other
            elif self.walker._is_wall(hit.normal):
                self.wall, self.wall_normal = other, hit.normal

    def note_passes(self, passes: list[tuple[T, Hit]]) -> None:
        """Adds what the filter let it pass to the report, each item once."""
        known = [other for other, _ in self.hits]
        for other, hit in passes:
            if other not in known:
                self.hits.append((other, Hit(1.0 - self.left, hit.point, hit.normal, hit.depth, hit.pieces)))

    def along(self, side: float, up: float) -> Vec:
        """A vector of its parts along the walker's level and up."""
        (rx, ry), (ux, uy) = self.walker._right, self.walker._up
        return (rx * side + ux * up, ry * side + uy * up)

    # ---- on the floor

    def walk(self, normal: Vec) -> bool:
        """Follows the floor for the sideways motion that is left; returns whether it leaves the floor before."""
        walker = self.walker
        tilt, still = _TILT, 0
        while abs(self.side) * self.left > self.scale * _NONE and self.legs > 0 and still < _STILL:
            self.legs -= 1
            self.measure_again()
            before, left = self.shape, self.left
            stops, gone = self.leg(normal, tilt)
            if walker._constant and stops and gone * abs(self.side) > 64 * self.touch and self.is_off(normal):
                # The floor turned away, and then it met another: half of the way, until it meets it from the floor.
                self.space.update(self.item, before)
                self.left = left
                stops, gone = self.leg(normal, tilt, gone / min(left, self.most) / 2)
            still = still + 1 if gone * abs(self.side) <= 8 * self.touch else 0  # a leg past an edge has 4
            floor = self.snap()
            if floor is not None and walker._constant and not stops:
                floor = self.turn(before, left, normal, tilt, floor)
            self.note([(other, hit) for other, hit in stops if walker._is_floor(hit.normal)])
            if floor is None:
                floor = self.leave(before, left, normal, tilt)
            self.note_passes(self.passes)
            if floor is None:
                floor = self.land(walker._snap + self.slack, self.size / 2) if walker._snap else None
                if floor is None:
                    return True
            if not stops:
                normal, tilt = floor, _TILT
                continue
            ahead = [hit.normal for _, hit in stops if walker._is_floor(hit.normal)]
            if floor != normal:
                normal = floor
            elif ahead:
                onto = max(ahead, key=lambda n: -self.side * walker._side(n))
                if onto == normal and gone * abs(self.side) <= self.touch:  # rounding holds it: away from the floor
                    if tilt > 2.0**-24:
                        return False
                    tilt *= 16
                normal = onto
            else:
                # A foot that is exactly at the lower corner of a slope meets the corner, not the slope.
                step = self.climb(self.scale * controller.CORNER / walker._least, -self.touch, 0.0) or self.climb(
                    walker._step and walker._step + self.slack, self.touch / 4, self.size / 2
                )
                if step is None:
                    self.note(stops)
                    return False
                normal = step
        return still >= _STILL  # what seems to be a floor holds it nowhere

    def leg(self, normal: Vec, tilt: float, part: float = 1.0) -> tuple[list[tuple[T, Hit]], float]:
        """Follows a floor to its end, or to the first surface: what stopped it, and the part of the motion.

        part: the part of that way that it goes.
        """
        motion = self.on_slope(normal, self.side * min(self.left, self.most))
        beyond = 4 * self.touch / _length(motion)  # past an edge, so that it leaves
        part *= min(1.0, self.holds(motion, self.along(0.0, -self.sag)) + beyond)
        motion = (motion[0] * part, motion[1] * part)
        if normal[0] and normal[1]:  # along an axis nothing is rounded
            dx, dy = self.along(0.0, self.scale * tilt)
            motion = (motion[0] + dx, motion[1] + dy)
        leg = self.walker._slide(motion)
        self.passes = leg.passes
        moved = leg.move.motion
        gone = _length(moved) / abs(self.side) if self.walker._constant else self.walker._side(moved) / self.side
        self.left = min(1.0, max(0.0, self.left - gone))  # gone may be a rounding back
        return leg.stops, gone

    def is_off(self, normal: Vec) -> bool:
        """Whether a floor of this normal has turned away, so that the walker no longer touches it."""
        felt = self.walker._try((-normal[0], -normal[1]), 4 * self.touch)
        return all(_dot(hit.normal, normal) < 1.0 - _NO_TURN for _, hit in felt)

    def turn(self, before: Solid, left: float, normal: Vec, tilt: float, floor: Vec, part: float = 1.0) -> Vec:
        """Measures the last leg along its arc, if the floor turned away below it, and shortens it if it went too far.

        Returns the normal of the floor at its end. For a constant speed along the floor.
        """
        speed = abs(self.side)
        for _ in range(_HALVINGS):
            way = self.arc(before, normal, floor)
            if way is None:
                break
            over = way / speed - left
            self.left = max(0.0, -over)
            if over * speed <= self.touch / 16:
                break
            part *= left * speed / way
            self.space.update(self.item, before)
            self.left = left
            self.leg(normal, tilt, part)
            floor = self.snap() or floor
        return floor

    def arc(self, before: Solid, old: Vec, new: Vec) -> float | None:
        """The length of a way between two places on a floor that turns away, or None if it does not.

        Such a way is straight, an arc of a foot about a corner, and straight again. Along the middle of its two
        directions, the chord of the arc and both straight parts are known without where one ends.
        """
        sign = copysign(1.0, self.side)
        ahead, after = (-old[1] * sign, old[0] * sign), (-new[1] * sign, new[0] * sign)
        angle = atan2(_dot(ahead, new), _dot(old, new))
        if angle <= _NO_TURN:
            return None
        radius = self.radius()
        if not radius or self.depth > 2 * self.sag:  # a sharp corner on a sharp one, or down a step
            return None
        middle = (ahead[0] + after[0], ahead[1] + after[1])
        along = _dot(_difference(self.shape, before), middle) / _length(middle)
        return (along - 2.0 * radius * sin(angle / 2)) / cos(angle / 2) + radius * angle

    def radius(self) -> float:
        """The radius about which a foot turns here: its own and that of the floor."""
        walker = self.walker
        felt = walker._feel(self.along(0.0, -1.0))
        if not felt:
            return 0.0
        other, hit = max(felt, key=lambda hit: walker._rise(hit[1].normal))
        both: Any = zip((self.shape, self.space[other]), hit.pieces or (None, None), strict=True)
        return float(sum((solid[name] if isinstance(solid, Body) else solid).radius for solid, name in both))

    def leave(self, before: Solid, left: float, normal: Vec, tilt: float) -> Vec | None:
        """Goes back to the place of the last leg at which the floor ended, or became too steep.

        Returns the normal of the floor if the motion ends before that place, measured along the floor.
        """
        stays, leaves, stood, way = 0.0, 1.0, before, None
        for _ in range(_HALVINGS):
            middle = (stays + leaves) / 2
            self.space.update(self.item, before)
            self.left = left
            self.leg(normal, tilt, middle)
            floor = self.snap()
            if floor is None:
                leaves = middle
            else:
                stays, stood = middle, self.shape
                way = self.arc(before, normal, floor) if self.walker._constant else None
        if way is not None and way > left * abs(self.side):
            self.space.update(self.item, before)
            self.left = left
            self.leg(normal, tilt, stays)
            floor = self.snap()
            if floor is not None:
                return self.turn(before, left, normal, tilt, floor, stays)
        self.space.update(self.item, before)
        self.left = left
        self.leg(normal, tilt, leaves)
        if way is not None:
            self.left = max(0.0, left - way / abs(self.side))
        off = self.shape
        if not self.walker._slide(self.along(0.0, -2 * self.sag)).stops:
            self.space.update(self.item, off)
            # Past the top of a slope, the leg rises above the edge that the walker still stands on.
            above = self.walker._rise(_difference(off, stood))
            if above > self.touch:
                self.walker._slide(self.along(0.0, -above))
        return None

    def on_slope(self, normal: Vec, budget: float) -> Vec:
        """The motion along a floor that uses up a sideways motion."""
        rise = self.walker._rise(normal)
        length = budget if self.walker._constant else budget / rise
        return (-normal[1] * length, normal[0] * length)

    def holds(self, motion: Vec, into: Vec) -> float:
        """The part of a motion during which something that blocks stays within reach."""
        walker, space, item = self.walker, self.space, self.item
        layer, mask = space.layer(item), space.mask(item)
        walker._motion = motion

        def near(solid: Solid) -> list[Solid]:
            return [
                space[other]
                for other in space.query(solid, mask=mask)
                if other != item and space.mask(other) & layer and walker._blocks(item, other) == "stop"
            ]

        return hold(self.shape, motion, into, 4 * self.touch / self.sag, self.gap, near)

    def snap(self) -> Vec | None:
        """Puts the walker on a floor within reach below; returns its normal, or None if it stays in the air."""
        walker, before = self.walker, self.shape
        leg = walker._slide(self.along(0.0, -max(walker._snap + self.slack, 2 * self.sag)))
        if not leg.stops:
            self.space.update(self.item, before)
            return None
        self.depth = _length(leg.move.motion)
        normal = walker._best_floor(leg.stops)[1] or walker._find_floor()[1]
        if normal is None:
            # At the end of a leg a steep surface may hold it above the floor: down along that surface.
            back = walker._follow(self.along(0.0, -2 * self.sag)).motion
            normal = walker._find_floor()[1]
            if normal is not None and self.side:
                self.left = min(1.0, max(0.0, self.left - walker._side(back) / self.side))
        if normal is None:
            self.space.update(self.item, before)
        return normal

    def climb(self, height: float, least: float, most: float) -> Vec | None:
        """Gets onto a step ahead, with a motion forward of at most `most`; returns the normal of the floor, or None.

        It must end at least `least` above its place before.
        """
        before = self.shape
        raised = _length(self.walker._slide(self.along(0.0, height)).move.motion) if height else 0.0
        normal = self.land(raised - least, most) if raised > self.touch else None
        if normal is None:
            self.space.update(self.item, before)
        return normal

    def land(self, depth: float, most: float) -> Vec | None:
        """Goes forward by the least motion that leads onto a floor within a depth below; returns its normal, or None.

        A flat foot stands at once, and its motion forward counts as walked. A round one must first get over the edge
        of a step, as far as max_slope demands. That motion is free, so that it is the same at any speed.
        """
        walker, high = self.walker, self.shape

        def lands(forward: float) -> Vec | None:
            """The normal of the floor after a motion forward and down."""
            self.space.update(self.item, high)
            if walker._slide(self.along(copysign(forward, self.side), 0.0)).stops:
                return None
            return walker._find_floor()[1] if walker._slide(self.along(0.0, -depth)).stops else None

        least = 4 * self.touch
        normal = lands(least)
        if normal is not None:
            self.left = max(0.0, self.left - least / abs(self.side))
            return normal
        # The radius is enough for the edge of a step, and the next step may be nearer than half the size.
        radius = min(most, max(piece.radius for piece in pieces(high)))
        enough = next((reach for reach in (radius, most) if reach > least and lands(reach)), None)
        if enough is None:
            self.space.update(self.item, high)
            return None
        most = enough
        for _ in range(_HALVINGS):
            middle = (least + most) / 2
            least, most = (least, middle) if lands(middle) else (middle, most)
        return lands(most)

    # ---- in the air

    def fly(self, leaves: bool) -> Vec | None:
        """Moves through the air for the time that is left; returns the normal of the floor where it lands, or None.

        leaves: whether it has just left a floor. It does not land where it left: on an edge at which the floor becomes
        too steep, rounding would let it leave and land for ever.
        """
        walker, edge = self.walker, self.shape
        recent: list[Vec] = []  # the normals of the surfaces at this place
        tilt = _TILT
        while self.left > 0 and self.legs > 0:
            self.legs -= 1
            self.measure_again()
            share = min(self.left, self.most)  # of the time
            rest = self.left - share
            whole = (self.motion[0] * share, self.motion[1] * share)
            motion = self.deflected(whole, recent)
            if motion is None:
                break
            part = 1.0
            if recent:
                n = recent[-1]
                beyond = 4 * self.touch / _length(motion)
                sides = recent if tilt == 0.0 else [n]
                held = min(self.holds(motion, (-x * self.sag, -y * self.sag)) for x, y in sides)
                part = min(1.0, held + beyond)
                out = self.scale * tilt
                motion = (motion[0] * part + n[0] * out, motion[1] * part + n[1] * out)
            leg = walker._slide(motion)
            self.note_passes(leg.passes)
            if not leg.stops:
                self.left = rest + (share * (1.0 - part) if part < 1 else 0.0)
                if part < 1:
                    recent, tilt = [], _TILT
                continue
            gone = max(0.0, 1.0 - _length(leg.move.remaining) / _length(motion))
            self.left = rest + share * (1.0 - gone * part)
            self.note(leg.stops)
            if not self.jumps and not (leaves and _near(self.shape, edge, 4 * self.touch)):
                floor = walker._best_floor(leg.stops)[1] or walker._find_floor()[1]
                if floor is not None:
                    return floor
            # Between two surfaces, the way out of one leads into the other.
            narrow = recent and any(_dot(hit.normal, recent[-1]) < -0.5 for _, hit in leg.stops)
            if not narrow and gone > 0 and _length(leg.move.motion) > self.touch:
                recent, tilt = [], _TILT
            new = [hit.normal for _, hit in leg.stops if hit.normal not in recent]
            if (not new and tilt == 0.0) or len(recent) > _STILL:
                break
            tilt = _TILT if new and not narrow else 0.0
            recent += new
        return None

    def deflected(self, motion: Vec, normals: list[Vec]) -> Vec | None:
        """The motion nearest to this one that leads into none of the surfaces, or None if it is none."""
        x, y = motion
        ways = [motion] + [(x - (x * n[0] + y * n[1]) * n[0], y - (x * n[0] + y * n[1]) * n[1]) for n in normals]
        free = [way for way in ways if all(way[0] * n[0] + way[1] * n[1] >= -self.touch for n in normals)]
        best = max(free, key=_length, default=(0.0, 0.0))
        return best if abs(best[0]) + abs(best[1]) > self.touch else None

    # ---- on a platform

    def be_carried(self) -> T | None:
        """Moves along with the floor, if it has moved since the last walk; returns the floor if so."""
        walker, state = self.walker, self.walker.state
        if state.floor is None or state.floor not in self.space or state.shape != self.shape:
            return None
        now = self.space[state.floor]
        if now == state.floor_shape or state.floor_shape is None:
            return None
        _, foot = closest_points(self.shape, state.floor_shape)
        there = moved_with(foot, state.floor_shape, now)
        motion = (there[0] - foot[0], there[1] - foot[1])
        walker._ignored = (state.floor,)
        walker._follow(motion)
        walker._ignored = ()
        carrier: T = state.floor
        return carrier


def _difference(after: Solid, before: Solid) -> Vec:
    """The motion of a shape."""
    a, b = after.bounds, before.bounds
    return (a[0] - b[0], a[1] - b[1])


def _near(one: Solid, other: Solid, reach: float) -> bool:
    """Whether a shape has moved by at most reach."""
    dx, dy = _difference(one, other)
    return abs(dx) <= reach and abs(dy) <= reach


def _dot(v: Vec, w: Vec) -> float:
    return v[0] * w[0] + v[1] * w[1]


def _length(v: Vec) -> float:
    return sqrt(v[0] * v[0] + v[1] * v[1])
