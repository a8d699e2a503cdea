"""A short test of an installed collide2d, with or without NumPy: exact results, and its version.

    python .ci/smoke.py [VERSION]

The numbers are hexadecimal, so they are compared to the last bit.
"""

import importlib.util
import os
import sys

import collide2d
from collide2d import Body, Capsule, Circle, Point, Polygon, Rect, RoundRect, Space, merge_rects

a, b = Rect(0.1, 0, 0.2, 1, angle=30), Capsule(1, 1, 3, 2, 0.7)
assert Circle(0, 0, 1).touches((1, 0))
assert not Circle(0, 0, 1).touches(Circle(1.2, 1.6, 1))  # the doubles next to 1.2 and 1.6: apart by less than an ulp
assert Circle(3, 4, 2).distance((0, 0)) == 3
assert a.separation(b).hex() == "0x1.247efb44dc222p-3"
contact, hit = b.contact(Polygon([(1, 1), (2, 1), (2, 3)])), a.cast((5, 4), b)
assert contact is not None
assert contact.depth.hex() == "0x1.25afca4a32ea9p+0"
assert hit is not None
assert hit.t.hex() == "0x1.71a7e2900928fp-6"
assert Body([a, b]).relate(Point(1, 1)).name == "OVERLAPPING"
space = Space({"floor": Rect(0, 64, 320, 32), "player": RoundRect(10, 0, 24, 40, 8)})
assert space.slide("player", 290, 90).shape == RoundRect(300, 24, 24, 40, 8)
assert merge_rects([Rect(0, 0, 64, 32), Rect(32, 0, 64, 32)]) == [Rect(0, 0, 96, 32)]
for header in ("collide2d.h", "collide2d_python.h"):
    assert os.path.exists(os.path.join(collide2d.get_include(), header))
assert os.path.exists(os.path.join(os.path.dirname(collide2d.__file__), "__init__.pxd"))
assert os.path.exists(os.path.join(collide2d.get_cmake_dir(), "collide2d-config.cmake"))
assert [os.path.basename(path) for path in collide2d.get_sources()] == ["collide2d.c"]

if importlib.util.find_spec("numpy"):
    rows = [[0.1 * i, 0.2, 0.3, 0.4 + i, 7 * i] for i in range(100)]
    arrays = collide2d.Rects(rows).separation(b).tolist()
    assert arrays == [Rect(x, y, w, h, angle).separation(b) for x, y, w, h, angle in rows]
    numpy = "NumPy " + importlib.import_module("numpy").__version__
else:
    try:
        collide2d.Rects  # noqa: B018
    except ImportError as error:
        assert "pip install" in str(error)  # noqa: PT017
    else:
        raise AssertionError("collide2d.Rects without NumPy")
    numpy = "no NumPy"

assert sys.argv[1:] in ([], [collide2d.__version__])
print(f"collide2d {collide2d.__version__}, Python {sys.version.split()[0]}, {numpy}: good")
