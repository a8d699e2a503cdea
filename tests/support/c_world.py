"""c2d_world of the core by ctypes, with the methods and the answers of `collide2d.Space`; items are the ids."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any

from collide2d import capi

Vec = tuple[float, float]
NOBODY = 2**32 - 1
ALL_LAYERS = 2**64 - 1
RESPONSES = ["pass", "slide", "stop", "bounce", None]

U32, SIZE, POINTER = ctypes.c_uint32, ctypes.c_size_t, ctypes.c_void_p


class CVec(ctypes.Structure):
    _fields_ = [("x", ctypes.c_double), ("y", ctypes.c_double)]

    def pair(self) -> Vec:
        return self.x, self.y


class CHit(ctypes.Structure):
    _fields_ = [("t", ctypes.c_double), ("point", CVec), ("normal", CVec), ("depth", ctypes.c_double)]

    def numbers(self) -> tuple[float, Vec, Vec, float]:
        return self.t, self.point.pair(), self.normal.pair(), self.depth


class CItemHit(ctypes.Structure):
    _fields_ = [("item", U32), ("hit", CHit)]


class CItemDistance(ctypes.Structure):
    _fields_ = [("item", U32), ("distance", ctypes.c_double)]


class CPair(ctypes.Structure):
    _fields_ = [("i", U32), ("j", U32)]


Filter = ctypes.CFUNCTYPE(ctypes.c_bool, POINTER, U32)
Choose = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, U32)


class CQuery(ctypes.Structure):
    _fields_ = [
        ("item", U32), ("shape", POINTER), ("rect", POINTER), ("mask", ctypes.c_uint64), ("touching", ctypes.c_bool),
        ("contained", ctypes.c_bool), ("leaving", ctypes.c_bool), ("filter", Filter), ("context", POINTER),
    ]  # fmt: skip


class CSlideOptions(ctypes.Structure):
    _fields_ = [("response", ctypes.c_int), ("max_push", ctypes.c_double), ("choose", Choose), ("context", POINTER)]


class CMeeting(ctypes.Structure):
    _fields_ = [("item", U32), ("response", ctypes.c_int), ("hit", CHit), ("shape", POINTER), ("piece", SIZE)]


class CTravel(ctypes.Structure):
    _fields_ = [
        ("stops", ctypes.POINTER(CVec)), ("stop_count", SIZE), ("meetings", ctypes.POINTER(CMeeting)),
        ("meeting_count", SIZE), ("pushes", SIZE), ("stuck", ctypes.c_bool), ("remaining", CVec),
        ("stop_capacity", SIZE), ("meeting_capacity", SIZE),
    ]  # fmt: skip


def list_type(element: Any) -> Any:
    class List(ctypes.Structure):
        _fields_ = [("list", ctypes.POINTER(element)), ("count", SIZE), ("capacity", SIZE)]

    return List


CItems, CItemHits, CItemDistances, CItemPairs = map(list_type, (U32, CItemHit, CItemDistance, CPair))


def function(name: str, result: Any = ctypes.c_int, *arguments: Any, python: bool = False) -> Any:
    kind = ctypes.PYFUNCTYPE if python else ctypes.CFUNCTYPE
    return kind(result, *arguments)(capi.address(name))


INIT = function("c2d_world_init", None, POINTER)
FREE = function("c2d_world_free", None, POINTER)
ADD = function("c2d_world_add", ctypes.c_int, POINTER, POINTER, POINTER, POINTER)
UPDATE = function("c2d_world_update", ctypes.c_int, POINTER, U32, POINTER, POINTER)
MOVE = function("c2d_world_move", ctypes.c_int, POINTER, U32, CVec)
REMOVE = function("c2d_world_remove", ctypes.c_int, POINTER, U32)
SET_LAYERS = function("c2d_world_set_layers", ctypes.c_int, POINTER, U32, ctypes.c_uint64, ctypes.c_uint64)
SHAPE = function("c2d_world_shape", POINTER, POINTER, U32)
QUERY = function("c2d_world_query", ctypes.c_int, POINTER, POINTER, POINTER)
CAST = function("c2d_world_cast", ctypes.c_int, POINTER, POINTER, CVec, POINTER)
CAST_ALL = function("c2d_world_cast_all", ctypes.c_int, POINTER, POINTER, CVec, POINTER)
RAYCAST = function("c2d_world_raycast", ctypes.c_int, POINTER, CVec, CVec, POINTER, POINTER)
RAYCAST_ALL = function("c2d_world_raycast_all", ctypes.c_int, POINTER, CVec, CVec, POINTER, POINTER)
NEAREST = function("c2d_world_nearest", ctypes.c_int, POINTER, POINTER, SIZE, ctypes.c_double, POINTER)
PAIRS = function("c2d_world_pairs", ctypes.c_int, POINTER, ctypes.c_bool, POINTER)
SLIDE = function("c2d_world_slide", ctypes.c_int, POINTER, U32, CVec, POINTER, POINTER)
TRY_SLIDE = function("c2d_world_try_slide", ctypes.c_int, POINTER, POINTER, CVec, POINTER, POINTER)
MOTION = function("c2d_mover_motion", CVec, POINTER)
FREE_TRAVEL = function("c2d_mover_result_free", None, POINTER)
RULE = function("c2d_rule", ctypes.c_char_p, ctypes.c_int)
SHAPE_FROM = function("c2d_shape_from", ctypes.py_object, POINTER, python=True)
RECT_OF = function("c2d_rect_of", POINTER, ctypes.py_object, python=True)


class CWorld:
    """A world whose shapes come from Python's."""

    def __init__(self) -> None:
        self.world = ctypes.create_string_buffer(256)
        INIT(self.world)

    def close(self) -> None:
        FREE(self.world)

    @staticmethod
    def check(status: int) -> None:
        if status:
            raise ValueError(RULE(status).decode())

    def add(self, shape: Any, layer: int = 1, mask: int = ALL_LAYERS) -> int:
        item = U32(NOBODY)
        self.check(ADD(self.world, capi.shape_address(shape), RECT_OF(shape), ctypes.byref(item)))
        self.check(SET_LAYERS(self.world, item, layer, mask))
        return item.value

    def update(self, item: int, shape: Any) -> None:
        self.check(UPDATE(self.world, item, capi.shape_address(shape), RECT_OF(shape)))

    def move(self, item: int, d: Vec) -> None:
        self.check(MOVE(self.world, item, CVec(*d)))

    def remove(self, item: int) -> None:
        self.check(REMOVE(self.world, item))

    def shape(self, item: int) -> Any:
        return SHAPE_FROM(SHAPE(self.world, item))

    def _query(self, who: Any, touching: bool = False, contained: bool = False, leaving: bool = True,
               mask: int = ALL_LAYERS, filter: Callable[[int], bool] | None = None) -> CQuery:  # fmt: skip
        asked = CQuery(NOBODY, None, None, mask, touching, contained, leaving)
        if isinstance(who, int):
            asked.item = who
        elif who is not None:
            asked.shape, asked.rect = capi.shape_address(who), RECT_OF(who)
        if filter:
            chosen = filter
            asked.filter = Filter(lambda context, item: chosen(item))
        return asked

    def query(self, who: Any, **options: Any) -> list[int]:
        found, asked = CItems(), self._query(who, **options)
        self.check(QUERY(self.world, ctypes.byref(asked), ctypes.byref(found)))
        return self._list("c2d_items_free", found, lambda item: item)

    def _list(self, free: str, found: Any, value: Callable[[Any], Any]) -> list[Any]:
        values = [value(found.list[i]) for i in range(found.count)]
        function(free, None, POINTER)(ctypes.byref(found))
        return values

    def cast(self, who: Any, motion: Vec, **options: Any) -> Any:
        found, asked = CItemHit(), self._query(who, **options)
        self.check(CAST(self.world, ctypes.byref(asked), CVec(*motion), ctypes.byref(found)))
        return None if found.item == NOBODY else (found.item, found.hit.numbers())

    def cast_all(self, who: Any, motion: Vec, **options: Any) -> list[Any]:
        found, asked = CItemHits(), self._query(who, **options)
        self.check(CAST_ALL(self.world, ctypes.byref(asked), CVec(*motion), ctypes.byref(found)))
        return self._list("c2d_item_hits_free", found, lambda a: (a.item, a.hit.numbers()))

    def raycast(self, origin: Vec, motion: Vec, who: int | None = None, **options: Any) -> Any:
        found, asked = CItemHit(), self._query(who, **options)
        self.check(RAYCAST(self.world, CVec(*origin), CVec(*motion), ctypes.byref(asked), ctypes.byref(found)))
        return None if found.item == NOBODY else (found.item, found.hit.numbers())

    def raycast_all(self, origin: Vec, motion: Vec, who: int | None = None, **options: Any) -> list[Any]:
        found, asked = CItemHits(), self._query(who, **options)
        self.check(RAYCAST_ALL(self.world, CVec(*origin), CVec(*motion), ctypes.byref(asked), ctypes.byref(found)))
        return self._list("c2d_item_hits_free", found, lambda a: (a.item, a.hit.numbers()))

    def nearest(self, who: Any, k: int, max_distance: float = math.inf, **options: Any) -> list[tuple[int, float]]:
        found, asked = CItemDistances(), self._query(who, **options)
        self.check(NEAREST(self.world, ctypes.byref(asked), k, max_distance, ctypes.byref(found)))
        return self._list("c2d_item_distances_free", found, lambda a: (a.item, a.distance))

    def pairs(self, touching: bool = False) -> list[tuple[int, int]]:
        found = CItemPairs()
        self.check(PAIRS(self.world, touching, ctypes.byref(found)))
        return self._list("c2d_item_pairs_free", found, lambda a: (a.i, a.j))

    def slide(self, who: Any, motion: Vec, response: str = "slide", choose: Callable[[int], str | None] | None = None,
              max_push: float = -1.0, mask: int = ALL_LAYERS, tries: bool = False) -> tuple[Any, ...]:  # fmt: skip
        """The motion, the remaining motion, the hits, the push, and whether it is stuck."""
        options, travel = CSlideOptions(RESPONSES.index(response), max_push), CTravel()
        if choose:
            chosen = choose
            options.choose = Choose(lambda context, item: RESPONSES.index(chosen(item)))
        at = ctypes.byref(options), ctypes.byref(travel)
        if tries:
            asked = self._query(who, mask=mask)
            status = TRY_SLIDE(self.world, ctypes.byref(asked), CVec(*motion), *at)
        else:
            status = SLIDE(self.world, who, CVec(*motion), *at)
        hits = [(m.item, m.hit.numbers()) for m in travel.meetings[: travel.meeting_count]]
        pushed = travel.stops[0].pair() if travel.pushes else (0.0, 0.0)
        told = MOTION(ctypes.byref(travel)).pair(), travel.remaining.pair(), hits, pushed, bool(travel.stuck)
        FREE_TRAVEL(ctypes.byref(travel))
        self.check(status)
        return told
