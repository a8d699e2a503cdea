"""A controller for characters: it walks over slopes and steps, falls, lands and rides platforms.

Everything is built from the public methods of `Space`, so nothing that the mover guarantees is lost. The game keeps the
velocity, gravity and jumps; the guide has them as a few lines of arithmetic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from collide2d import Hit, Move, Rect, Space, cast, overlaps
from collide2d._numbers import finite, not_negative, push_limit, slope_limit, unit_vector
from collide2d.space import _test

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from collide2d.typing import Answer, Filter, Pair, Response, Solid

__all__ = ["Walk", "Walker", "WalkerState"]

T = TypeVar("T")
Vec = tuple[float, float]

# A surface within this part of the largest coordinate counts as touched: a slide stops at most 2^-45 of it early.
TOUCH = 2.0**-38
CORNER = 16 * TOUCH  # a foot that meets the lower corner of a slope is on the slope once it is raised by this much


class Walk(NamedTuple, Generic[T]):
    """The result of `Walker.walk`.

    moved: the vector from the start to the end.
    floor, wall, ceiling: the items that the walker stands on, ran into and hit with its head, or None.
    floor_normal, wall_normal: their unit normals, which point at the walker, or None.
    hits: the surfaces that it met, pairs of an item and a `Hit` in order of time; t is the part of the walk up to it.
    carried_by: the platform that moved the walker, or None.
    crushed: whether it overlaps something that it could not be pushed out of.

    >>> Walk((3.0, 0.0), floor="plank").crushed
    False
    """

    moved: Vec
    floor: T | None = None
    floor_normal: Vec | None = None
    wall: T | None = None
    ceiling: T | None = None
    hits: tuple[tuple[T, Hit], ...] = ()
    carried_by: T | None = None
    crushed: bool = False
    wall_normal: Vec | None = None

    def _repr_svg_(self) -> str:
        """A small SVG picture, which notebooks show.

        >>> Walk((3.0, 0.0), floor="plank")._repr_svg_()[:4]
        '<svg'
        """
        from collide2d.drawing.notebook import notebook

        return notebook(self)


class WalkerState(NamedTuple):
    """What a walker remembers between two walks: the floor, the floor's shape and its own shape.

    >>> WalkerState().floor is None
    True
    """

    floor: Any = None
    floor_shape: Solid | None = None
    shape: Solid | None = None


class Leg(NamedTuple, Generic[T]):
    """A slide, the surfaces that stopped it, and those that its filter let it pass."""

    move: Move[T]
    stops: list[tuple[T, Hit]]
    passes: list[tuple[T, Hit]]


class Walker(Generic[T]):
    """Moves an item of a space as a character that walks, falls and rides platforms.

    item is an item of space, of any shape or body. up is the direction against gravity; its length does not matter.

    max_slope: the steepest surface that it can stand on, in degrees from level, 0 <= max_slope < 90. Steeper ones are
    walls.
    step: the height of the steps that it walks up, 0 for none. A larger step is a wall.
    snap: how far below an edge a floor may lie that it follows down without falling; None means step. It always follows
    slopes that it can stand on.
    one_way: a container of items, or a predicate: platforms that block the walker only from above. None means none.
    filter: as in `Space.slide`: a function of the walker's item and another item that returns whether the other blocks
    it: "pass" reports it, None ignores it, everything else blocks. Layers and masks work too.
    Neither filter nor one_way may ask the walker what it touches.
    constant_speed: whether it moves on a slope as far as on level ground. By default it moves as far sideways.
    max_push: how far it may be pushed out of what has moved onto it, as in `Space.slide`.

    One thread at a time may use a walker. Other threads may use the space: a walk raises KeyError if they remove what
    it meets, and RuntimeError if a filter of theirs runs.

    Raises KeyError if item is not in the space, TypeError and ValueError for arguments out of their range.

    >>> from collide2d import Polygon, Rect, Space
    >>> space = Space({"floor": Rect(0, 40, 100, 9), "ramp": Polygon([(60, 40), (100, 10), (100, 40)])})
    >>> space.add("hero", Rect(10, 20, 10, 20))
    >>> hero = Walker(space, "hero")
    >>> hero.walk(40, 0).floor, hero.walk(20, 0).floor
    ('floor', 'ramp')
    >>> space["hero"].left, round(space["hero"].bottom, 9)
    (70.0, 25.0)
    >>> hero.walk(0, -9).floor, hero.grounded, hero.walk(-40, 50).floor
    (None, False, 'floor')
    """

    def __init__(
        self,
        space: Space[T],
        item: T,
        *,
        up: Pair = (0.0, -1.0),
        max_slope: float = 46.0,
        step: float = 0.0,
        snap: float | None = None,
        one_way: Container[T] | Callable[[T], object] | None = (),
        filter: Filter[T] | None = None,
        constant_speed: bool = False,
        max_push: float | None = None,
    ) -> None:
        if not isinstance(space, Space):
            raise TypeError(f"Walker: space must be a Space, got {type(space).__name__}")
        if filter is not None and not callable(filter):
            raise TypeError(f"Walker: filter must be callable or None, got {type(filter).__name__}")
        space[item]  # raises KeyError
        self._space, self._item = space, item
        self._up: Vec = unit_vector("Walker: up", up)
        self._right: Vec = (-self._up[1], self._up[0])
        self._least = slope_limit("Walker: max_slope", max_slope)
        self._step = not_negative("Walker: step", step)
        self._snap = self._step if snap is None else not_negative("Walker: snap", snap)
        self._max_push = push_limit("Walker: max_push", max_push)
        self._one_way: Container[T] | Callable[[T], object] = () if one_way is None else one_way
        self._is_one_way = _test(self._one_way, "Walker: one_way")
        self._user = filter
        self._asks = False  # whether filter or one_way is running
        self._constant = bool(constant_speed)
        self._motion: Vec = (0.0, 0.0)  # of the slide under way: the filter needs it for one-way platforms
        self._drops = False
        self._ignored: tuple[T, ...] = ()
        self._state = WalkerState()
        self._passed: list[T] = []
        self._remember(self.floor)

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        del state["_is_one_way"]  # a closure, which cannot be pickled
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._is_one_way = _test(self._one_way, "Walker: one_way")

    def __repr__(self) -> str:
        return f"Walker({self._item!r}, {self.shape!r})"

    # ---- what it stands on and touches

    @property
    def space(self) -> Space[T]:
        """The space."""
        return self._space

    @property
    def item(self) -> T:
        """The item that it moves."""
        return self._item

    @property
    def shape(self) -> Solid:
        """The shape of the item."""
        return self._space[self._item]

    @property
    def floor(self) -> T | None:
        """The item that it stands on now, or None."""
        return self._find_floor()[0]

    @property
    def grounded(self) -> bool:
        """Whether it stands on a floor now."""
        return self._find_floor()[1] is not None

    @property
    def on_wall(self) -> bool:
        """Whether it touches a wall now."""
        x, y = self._right
        return any(self._is_wall(hit.normal) for side in ((x, y), (-x, -y)) for _, hit in self._feel(side))

    @property
    def on_ceiling(self) -> bool:
        """Whether its head touches a ceiling now."""
        return any(self._is_ceiling(hit.normal) for _, hit in self._feel(self._up))

    @property
    def state(self) -> WalkerState:
        """What it remembers: keep it beside a `Space.snapshot`, and set it after `Space.restore`.

        >>> from collide2d import Rect, Space
        >>> space = Space({"floor": Rect(0, 40, 100, 9), "hero": Rect(10, 20, 10, 20)})
        >>> hero = Walker(space, "hero")
        >>> saved = space.snapshot(), hero.state
        >>> _ = hero.walk(40, 0)
        >>> space.restore(saved[0])
        >>> hero.state = saved[1]
        >>> space["hero"]
        Rect(10.0, 20.0, 10.0, 20.0)
        """
        return self._state

    @state.setter
    def state(self, state: WalkerState) -> None:
        if not isinstance(state, WalkerState):
            raise TypeError(f"Walker.state must be a state of a walker, got {type(state).__name__}")
        self._state = state

    # ---- the walk

    def walk(self, dx: float, dy: float, *, drop: bool = False) -> Walk[T]:
        """Moves by (dx, dy), the motion of this frame, and returns what happened.

        On a floor, only the part along the floor counts, and a motion with a part up is a jump. In the air it falls and
        flies, slides along walls and lands. If the floor has moved since the last walk, by `Space.move`, `update` or a
        turn, it is carried along first. drop=True falls through the one-way platforms that it stands on.

        Raises TypeError and ValueError if the motion is not two finite numbers. If a filter raises, the item stays
        where it was.
        """
        dx, dy = finite("walk: dx", dx), finite("walk: dy", dy)
        space, item = self._space, self._item
        before = space[item]
        self._drops = bool(drop)
        try:
            walk = Steps(self, (dx, dy)).run()
        except BaseException:
            if item in space:
                space.update(item, before)
            raise
        finally:
            self._drops, self._ignored = False, ()
        self._remember(walk.floor)
        return walk

    # ---- helpers that the steps share

    def _remember(self, floor: T | None) -> None:
        self._state = WalkerState(floor, None if floor is None else self._space.get(floor), self.shape)

    def _rise(self, v: Vec) -> float:
        """The part of a vector along up."""
        return v[0] * self._up[0] + v[1] * self._up[1]

    def _side(self, v: Vec) -> float:
        """The part of a vector along the level direction that has up on its left on a screen."""
        return v[0] * self._right[0] + v[1] * self._right[1]

    def _is_floor(self, normal: Vec) -> bool:
        return self._rise(normal) >= self._least

    def _is_ceiling(self, normal: Vec) -> bool:
        return -self._rise(normal) >= self._least

    def _is_wall(self, normal: Vec) -> bool:
        return not self._is_floor(normal) and not self._is_ceiling(normal)

    def _scale(self) -> float:
        x0, y0, x1, y1 = self._space[self._item].bounds
        return max(-x0, -y0, x1, y1)

    def _blocks(self, item: T, other: T) -> Response | None:
        """The filter of all slides: "stop", "pass" or None."""
        if other in self._ignored:
            return None
        if self._asks:
            raise RuntimeError("Walker: filter and one_way must not ask the walker what it touches")
        self._asks = True
        try:
            answer: Any = True if self._user is None else self._user(item, other)
            is_one_way = answer and answer != "pass" and self._is_one_way(other)
        finally:
            self._asks = False
        if answer is None or answer is False:
            return None
        if answer == "pass":
            self._passed.append(other)
            return "pass"
        if is_one_way:
            shape, platform = self._space[item], self._space[other]
            if self._drops or overlaps(shape, platform):
                return None
            hit = cast(shape, self._motion, platform)
            if hit is not None and not self._is_floor(hit.normal) and not self._is_above(shape, platform):
                return None
        return "stop"

    def _is_above(self, shape: Solid, platform: Solid) -> bool:
        """Whether a shape that meets a corner of a platform is above it: at the foot of a slope, or at a joint."""
        lift = CORNER * self._scale() / self._least
        raised = shape.move(self._up[0] * lift, self._up[1] * lift)
        hit = cast(raised, self._motion, platform)
        return self._rise(self._motion) <= 0 if hit is None else not hit.depth and self._is_floor(hit.normal)

    def _filter(self, follows: bool) -> Filter[T] | None:
        """The filter of a slide that follows surfaces or stops at them, None if everything blocks."""
        if self._user is None and self._one_way == () and not self._ignored:
            return None
        return self._slides if follows else self._blocks

    def _slides(self, item: T, other: T) -> Answer:
        """The filter of the slides that follow surfaces."""
        answer = self._blocks(item, other)
        return "slide" if answer == "stop" else answer

    def _follow(self, motion: Vec) -> Move[T]:
        """A slide along the surfaces that it meets."""
        self._motion, self._passed = motion, []
        return self._space.slide(self._item, motion[0], motion[1], filter=self._filter(True), max_push=0.0)

    def _slide(self, motion: Vec, max_push: float | None = 0.0) -> Leg[T]:
        """A slide that stops at the first surface."""
        self._motion, self._passed = motion, []
        x, y = motion
        return self._leg(
            self._space.slide(self._item, x, y, response="stop", filter=self._filter(False), max_push=max_push)
        )

    def _feel(self, direction: Vec) -> list[tuple[T, Hit]]:
        """What it touches in a direction. It follows each surface, as rounding may let it touch only one of two."""
        reach = self._scale() * TOUCH
        stops = self._try(direction, reach)
        if not stops and (wider := self._early()) > reach:
            stops = self._try(direction, wider)
        return stops

    def _try(self, direction: Vec, reach: float) -> list[tuple[T, Hit]]:
        x, y = self._motion = (direction[0] * reach, direction[1] * reach)
        self._passed = []
        move = self._space.try_slide(self._item, x, y, filter=self._filter(True), max_push=0.0)
        return self._leg(move).stops

    def _early(self) -> float:
        """How far from a surface a slide may stop here: surfaces with large coordinates are less precise."""
        space = self._space
        x0, y0, x1, y1 = space[self._item].bounds
        margin = TOUCH * self._scale() + max(x1 - x0, y1 - y0) * 2.0**-10
        near = Rect.from_corners(x0 - margin, y0 - margin, x1 + margin, y1 + margin)
        found = space.query(near, mask=space.mask(self._item))
        return 2.0**-43 * max((abs(number) for other in found for number in space[other].bounds), default=0.0)

    def _leg(self, move: Move[T]) -> Leg[T]:
        if not self._passed:
            return Leg(move, list(move.hits), [])
        stops = [(other, hit) for other, hit in move.hits if other not in self._passed]
        return Leg(move, stops, [(other, hit) for other, hit in move.hits if other in self._passed])

    def _find_floor(self) -> tuple[T | None, Vec | None]:
        """The floor that it touches and its normal, the most level of several."""
        return self._best_floor(self._feel((-self._up[0], -self._up[1])))

    def _best_floor(self, hits: list[tuple[T, Hit]]) -> tuple[T | None, Vec | None]:
        """The most level floor among hits. Two steep surfaces that face each other hold the walker like a level one."""
        if not hits:
            return None, None
        floor, best = hits[0] if len(hits) == 1 else max(hits, key=lambda hit: self._rise(hit[1].normal))
        normal = best.normal
        if self._is_floor(normal):
            return floor, normal
        sides = [self._side(hit.normal) for _, hit in hits if self._rise(hit.normal) > TOUCH]
        return (floor, self._up) if sides and min(sides) < 0 < max(sides) else (None, None)


from collide2d.walker.steps import Steps  # noqa: E402
