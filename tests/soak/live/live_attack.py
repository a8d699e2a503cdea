"""Attacks the page "Try to break it": many shapes in one go, and links that no page has written. See live_site.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

MOST_SHAPES = 146  # are added to the board and taken away in one go
MOST_TIME = 3000.0  # milliseconds for these, and for a frame with all of them
# Adds shapes to the board of break.html, moves one of them, and removes as many: the milliseconds of each.
CROWD = """
(n) => {
  const [board] = window.collide2dLive.pictures;
  const buttons = [...document.querySelectorAll(".live-tools button")];
  const kinds = buttons.slice(0, 7);
  const remove = buttons.find((button) => button.textContent === "Remove");
  const timed = (run) => {
    const start = performance.now();
    run();
    board.frame;
    return performance.now() - start;
  };
  const press = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
  return [
    timed(() => { for (let i = 0; i < n; i++) kinds[i % 7].click(); }),
    timed(() => document.activeElement.dispatchEvent(press)),
    timed(() => { for (let i = 0; i < n; i++) remove.click(); }),
  ];
}
"""
# Whether the board works: a shape moves by the keyboard, and its answers and its Python follow.
WORKS = """
() => new Promise((done) => {
  const [board] = window.collide2dLive.pictures;
  const handle = board.svg.querySelector(".handle");
  const before = board.frame.svg;
  handle.focus({ preventScroll: true });
  handle.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  const moves = board.frame.svg !== before || String(board.said).startsWith("Not possible");
  setTimeout(() => done(moves && board.says.textContent !== "" && board.code.value.startsWith("from collide2d")), 400);
})
"""
SCRIPT = "<img src=x onerror=throw(1)>'\"];</script><script>throw 1</script>"
BALL: dict[str, Any] = {"kind": "circle", "points": [[4, 4]], "radius": 2}
BOX: dict[str, Any] = {"kind": "rect", "rect": [9, 2, 4, 4, 0, 0, 20, 0], "anchor": 0, "inner": 0, "pivoted": 0}
ALL = ["contact", "separation", "cast", "sweep", "separate", "obstacle"]


def linked(shapes: Any, *, motion: Any = (3, 1), chosen: Any = None, shown: Any = ALL) -> str:
    """What a link holds."""
    first = next(iter(shapes), "") if isinstance(shapes, dict) else ""
    chosen = first if chosen is None else chosen
    return quote(json.dumps({"shapes": shapes, "motion": motion, "chosen": chosen, "shown": shown}))


def circles(numbers: list[tuple[float, float, float]]) -> dict[str, Any]:
    return {f"c {i}": {"kind": "circle", "points": [[x, y]], "radius": r} for i, (x, y, r) in enumerate(numbers)}


def hostile() -> dict[str, str]:
    """Links that no page has written, by what is wrong with them."""
    points = [[round(1e6 * x), round(1e6 * x * x)] for x in (i / 999 - 0.5 for i in range(1000))]
    polygon: dict[str, Any] = {"kind": "polygon", "points": points, "radius": 0}
    raw = {
        "empty": "",
        "a brace": "{",
        "null": "null",
        "a number": "5",
        "bad escapes": "%E0%A4%A",
        "base64": "eyJzaGFwZXMiO",
        "NaN": linked({"a": BALL}).replace("4%2C%204", "NaN%2C%204"),
        "1e999": linked({"a": BALL}).replace("4%2C%204", "1e999%2C%204"),
        "deep": "[" * 100000 + "]" * 100000,
        "a megabyte": "x" * 1_000_000,
        "__proto__": linked({"a": BALL}).replace("%22a%22%3A", "%22__proto__%22%3A"),
    }
    sets: dict[str, Any] = {
        "10,000 shapes": circles([(i, i, 1.0) for i in range(10_000)]),
        "200 in one place": circles([(0, 0, 1.0)] * 200),
        "200 at random": circles([(37 * i % 101, 53 * i % 97, 1 + i % 5) for i in range(200)]),
        "huge": circles([(1e60, 1e60, 1.0), (-1e60, -1e60, 1e60)]),
        "too huge": circles([(1e308, -1e308, 1e308), (0, 0, 1)]),
        "tiny": circles([(5e-324, 0, 5e-324), (0, 0, 0)]),
        "far and small": circles([(1e15, 1e15, 1e-9), (1e15, 1e15, 0)]),
        "huge and tiny": circles([(0, 0, 1e-300), (1e59, 0, 1)]),
        "a list of shapes": [BALL],
        "text for numbers": {"a": {**BALL, "points": [["4", "4"]]}},
        "a name with a script": {SCRIPT: BALL, f"{SCRIPT[:20]}b": BOX},
        "a kind with a script": {"a": {**BALL, "kind": SCRIPT}},
        "constructor": {"constructor": BALL, "b": BOX},
        "a long name": {"x" * 10_000: BALL},
        "right to left": {"\u202e\u05e9\u05dc": BALL, "\u0000": BOX},
        "no name": {"": BALL, " ": BOX},
        "1,000 points": {"a": polygon},
        "20,000 points": {f"{i}": polygon for i in range(20)},
        "a concave polygon": {"a": {**polygon, "points": [[0, 0], [4, 0], [1, 1], [0, 4]]}},
        "a polygon of one point": {"a": {**polygon, "points": [[0, 0]]}},
        "a rectangle without size": {"a": {**BOX, "rect": [0] * 8}},
        "a rectangle inside out": {"a": {**BOX, "rect": [0, 0, -4, -4, 0, 0, 0, 9]}},
        "a wild anchor": {"a": {**BOX, "anchor": 77}},
        "1e30 degrees": {"a": {**BOX, "rect": [0, 0, 4, 4, 0, 0, 1e30, 0]}},
        "a negative radius": {"a": {**BALL, "radius": -1}},
    }
    both = {"a": BALL, "b": BOX}
    others = {
        "a huge motion": linked(both, motion=[1e60, -1e60]),
        "a motion of 1e308": linked(both, motion=[1e308, 1e308]),
        "no motion": linked(both, motion=[0, 0]),
        "a script in the choice": linked(both, chosen=SCRIPT),
        "unknown questions": linked(both, shown=["constructor", 5, None]),
    }
    return {**raw, **{said: linked(shapes) for said, shapes in sets.items()}, **others}


def attack(browser: Any, site: Path) -> list[str]:
    """What is wrong with break.html when many shapes come and go, and after each hostile link."""
    wrong: list[str] = []
    said = f"{MOST_SHAPES} shapes"
    file = (site / "break.html").resolve().as_uri()
    page = browser.new_page()
    page.on("pageerror", lambda error: wrong.append(f"{said}: {error}"))
    page.on("console", lambda message: wrong.extend([f"{said}: {message.text}"] if message.type == "error" else []))
    page.on("dialog", lambda dialog: wrong.append(f"{said}: a dialog"))
    page.goto(file)
    page.wait_for_function("window.collide2dLive.pictures.length")
    times = page.evaluate(CROWD, MOST_SHAPES)
    print(
        f"{MOST_SHAPES} shapes added in {times[0]:.0f} ms, one moved in {times[1]:.0f}, all removed in {times[2]:.0f}"
    )
    wrong += [f"{said}: {time:.0f} ms" for time in times if time > MOST_TIME]
    links, slowest = hostile(), 0.0
    for said, link in links.items():
        page.goto("about:blank")
        try:
            page.goto(f"{file}#{link}")
            page.wait_for_function("window.collide2dLive.pictures.length", timeout=5000)
            works = page.evaluate(WORKS)
            slowest = max(slowest, page.evaluate("performance.now()"))
            wrong += [] if works else [f"{said}: the page is dead"]
        except Exception as error:  # playwright's own, such as a timeout
            wrong.append(f"{said}: {str(error)[:80]}")
        if page.locator(".live script, .live img").count():
            wrong.append(f"{said}: elements from a link")
    print(f"{len(links)} hostile links, each page works {slowest:.0f} ms after it was asked for, or before")
    page.close()
    return wrong
