"""Opens every page of the built site from the disk in headless Chromium, and drags in every live picture.

    pip install playwright && python tests/soak/live/live_site.py docs/_build --shots shots

Prints for each page: pictures of shapes, live ones, the milliseconds from the first picture that is wanted to its
answer, the layout shift, the bytes of all that it loads, the blocks of code that scroll at 1280 and at 390 pixels, and
what went wrong; then what shifts while pages arrive slowly, and sums. Exits with status 1 if a picture of shapes is not
live, a live picture does not answer a drag, the first answer takes more than a second, the script has more than 300,000
bytes, the layout shifts, the console has an error, a link has no target, something reaches over the edge of the page,
text has less contrast than WCAG's AA in light or dark mode, a button, a link or a picture has no name or is out of the
keyboard's reach, the picture that plays does not pause, or a hostile link leaves the page "Try to break it" dead.
--shots: a folder for pictures of some pages at 1280 and 390 pixels, light and dark. Needs Debian's chromium.
"""

from __future__ import annotations

import argparse
import mimetypes
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from live_attack import attack

SHIFT = """
window.shift = 0;
window.shifted = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    window.shift += entry.value;
    for (const { node, previousRect: a, currentRect: b } of entry.sources)
      window.shifted.push(`${(node?.outerHTML ?? node?.textContent)?.slice(0, 80)} by ${b.x - a.x}, ${b.y - a.y}`);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
CHECKS = Path(__file__).with_suffix(".js")
LINK = re.compile(r'<a [^>]*href="([^"]+)"')
# Pictures of answers, not of shapes.
CHARTS = {"why-exact.svg": "a chart of 16,384 answers, each at another position of a shape"}
MOST_BYTES = 300_000  # of the script, with the core in it
MOST_FIRST = 1000.0  # milliseconds to the first answer
PIECE, PAUSE = 4000, 0.01  # bytes of a page that arrive at once, and the seconds between two such pieces
WIDTHS, MODES = (1280, 390), ("light", "dark")
SHOTS = (
    "index", "cookbook", "cookbook/look", "first-game", "mover", "break", "reference/verbs", "reference/shapes",
    "reference/space#collide2d.Space.slide", "search?q=cast", "search?q=line+of+sight",
)  # fmt: skip
# Moves the n-th picture's first handle by the keyboard, and says whether the picture has changed.
MOVE = """
(n) => {
  const picture = window.collide2dLive.pictures[n];
  const handle = picture.svg.querySelector(".handle");
  if (!handle) return "no handle";
  picture.reset(); // what plays has moved
  const before = picture.frame.svg;
  handle.focus({ preventScroll: true });
  handle.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  const changed = picture.frame.svg !== before;
  const said = picture.said;
  handle.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  if (picture.frame.svg !== before && picture.name !== "break/board") return "not undone";
  return changed || said.startsWith("Not possible") ? "" : "nothing moved";
}
"""
# A point of a handle of the n-th picture that a pointer reaches.
IN_FRONT = """
(n) => {
  for (const handle of window.collide2dLive.pictures[n].svg.querySelectorAll(".handle")) {
    const box = handle.getBoundingClientRect();
    for (const [i, j] of [[2, 2], [1, 1], [1, 3], [3, 1], [3, 3], [2, 1], [2, 3], [1, 2], [3, 2]]) {
      const [x, y] = [box.left + (box.width * i) / 4, box.top + (box.height * j) / 4];
      if (document.elementFromPoint(x, y) === handle) return [x, y];
    }
  }
  return null;
}
"""
FRAME = "new Promise((done) => setTimeout(() => done(window.collide2dLive.pictures[0].frame.svg), 200))"
ANSWERED = """
([n, before]) => {
  const { frame, said } = window.collide2dLive.pictures[n];
  return frame.svg !== before || String(said).startsWith("Not possible");
}
"""


class Page(NamedTuple):
    """What was measured in a page."""

    pictures: int
    live: int
    first: float  # milliseconds from the first picture that is asked for to its answer
    shift: float
    size: int  # bytes of the page and of all that it loads
    cut: int  # blocks of code that scroll at 1280 pixels
    cut_narrow: int  # and at 390


def missing_links(site: Path) -> list[str]:
    """Links of pages to files or anchors that are not there."""
    texts = {page: page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    anchors = {page: set(re.findall(r'\sid="([^"]+)"', text)) for page, text in texts.items()}
    found = []
    for page, text in texts.items():
        for link in LINK.findall(text):
            address, _, anchor = link.partition("#")
            if ":" in address:
                continue
            target = (page.parent / address).resolve() if address else page
            if not target.exists() or (anchor and target in anchors and anchor not in anchors[target]):
                found.append(f"{page.relative_to(site)}: {link}")
    return found


def drag(page: Any, n: int) -> str:
    """Drags a handle of a picture by the mouse, the first one that is in front; what went wrong, or nothing."""
    page.evaluate("(n) => window.collide2dLive.pictures[n].box.scrollIntoView({ block: 'center' })", n)
    before = page.evaluate("(n) => window.collide2dLive.pictures[n].frame.svg", n)
    place = None
    for wait in (50, 200, 1000):  # a long page may still scroll
        page.wait_for_timeout(0 if place else wait)
        place = place or page.evaluate(IN_FRONT, n)
    if place is None:
        return "no handle in front"
    x, y = place
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y + 6, steps=3)
    page.mouse.up()
    try:
        page.wait_for_function(ANSWERED, arg=[n, before], timeout=2000)
    except Exception:  # playwright's own timeout
        return "no drag"
    return ""


def visit(browser: Any, site: Path, file: Path) -> tuple[Page, list[str]]:
    """What is measured in a page, and what went wrong."""
    page = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme="light")
    wrong: list[str] = []
    loaded: set[str] = set()
    page.on("console", lambda message: wrong.extend([message.text] if message.type == "error" else []))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: loaded.add(request.url.partition("?")[0].partition("#")[0]))
    page.add_init_script(SHIFT)
    page.add_init_script(path=CHECKS)
    page.goto(file.resolve().as_uri() + ("?q=cast" if file.name == "search.html" else ""))
    page.wait_for_timeout(400)
    size = sum(Path(unquote(urlsplit(url).path)).stat().st_size for url in loaded if url.startswith("file:"))
    images = page.locator('img[src$=".svg"]:not([src*="_static"])')
    pictures = images.count()
    still = images.evaluate_all("all => all.filter((i) => !i.dataset.live).map((i) => i.src.split('/').pop())")
    wrong += [f"not live: {name}" for name in still if name not in CHARTS]
    page.evaluate("window.collide2dLive && window.collide2dLive.takeOverAll()")
    page.wait_for_timeout(200)
    page.evaluate("document.querySelectorAll('.live-play').forEach((b) => b.textContent === 'Pause' && b.click())")
    count, first, errors = page.evaluate(
        "(({ pictures, firstAsked, firstAnswer, errors }) => [pictures.length, firstAnswer - firstAsked, errors])"
        "(window.collide2dLive ?? { pictures: [], firstAsked: 0, firstAnswer: 0, errors: [] })"
    )
    shift = page.evaluate("window.shift")
    wrong += errors
    if shift:
        wrong += [f"shifted: {each}" for each in page.evaluate("window.shifted")]
    for n in range(count):
        said = page.evaluate(MOVE, n)
        if said:
            wrong.append(f"{page.evaluate('(n) => collide2dLive.pictures[n].name', n)}: {said}")
    page.add_style_tag(content="html { scroll-behavior: auto !important; }")
    for n in range(count):
        said = drag(page, n)
        wrong += [f"{page.evaluate('(n) => collide2dLive.pictures[n].name', n)}: {said}"] if said else []
    wrong += [f"no name: {each}" for each in page.evaluate("measured.nameless()")]
    cut = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(50)
        found = page.evaluate("measured.overflow()")
        cut.append(found["cut"])
        wrong += [f"overflows at {width}: {each}" for each in found["over"]]
        wrong += [f"focus out of sight at {width}: {each}" for each in page.evaluate("measured.hidden()")]
        for mode in MODES:
            page.emulate_media(color_scheme=mode)
            page.wait_for_timeout(20)
            wrong += [f"contrast at {width}, {mode}: {each}" for each in page.evaluate("measured.contrast()")]
    page.close()
    return Page(pictures, count, first or 0.0, shift, size, *cut), wrong


@contextmanager
def slow_server(site: Path) -> Iterator[str]:
    """Serves the site at an address, and its pages in small pieces: a browser paints what there is of them."""

    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            file = site / unquote(urlsplit(self.path).path).lstrip("/")
            if not file.is_file():
                self.send_error(404)
                return
            data, kind = file.read_bytes(), mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            piece = PIECE if kind == "text/html" else len(data)
            for start in range(0, len(data), piece or 1):
                self.wfile.write(data[start : start + piece])
                time.sleep(PAUSE)

        def log_message(self, *_: object) -> None:
            """Not on stderr."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def arrive_slowly(browser: Any, site: Path, files: list[Path]) -> list[str]:
    """What moves on pages that arrive in small pieces, on a screen and on a phone."""
    wrong = []
    with slow_server(site) as address:
        for width in WIDTHS:
            for file in files:
                page = browser.new_page(viewport={"width": width, "height": 900})
                page.add_init_script(SHIFT)
                name = file.relative_to(site).as_posix()
                page.goto(f"{address}/{name}" + ("?q=cast" if name == "search.html" else ""))
                page.wait_for_timeout(300)
                wrong += [f"{name} shifts at {width}: {each}" for each in page.evaluate("window.shifted")]
                page.close()
    return wrong


def play(browser: Any, site: Path) -> list[str]:
    """What is wrong with the picture that plays: a button pauses it; it starts paused where less motion is wanted."""
    wrong = []
    for wanted, plays in (("no-preference", True), ("reduce", False)):
        page = browser.new_page(reduced_motion=wanted)
        page.goto((site / "index.html").resolve().as_uri())
        button = page.locator(".live-play")
        button.wait_for()
        for expected in (plays, not plays):
            before = page.evaluate(FRAME)
            page.wait_for_timeout(500)
            if (page.evaluate(FRAME) != before) != expected:
                wrong.append(
                    f"motion {wanted}: the picture {'pauses' if expected else 'plays'}, {button.text_content()}"
                )
            button.press("Enter")
        page.close()
    return wrong


def swipe(page: Any, start: tuple[float, float], by: tuple[float, float]) -> None:
    """One finger moves over the page."""
    touches = page.context.new_cdp_session(page)
    for step in range(9):
        kind = "touchMove" if step else "touchStart"
        point = {"x": start[0] + by[0] * step / 8, "y": start[1] + by[1] * step / 8}
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        page.wait_for_timeout(16)
    touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(400)


def touch(browser: Any, site: Path) -> list[str]:
    """What is wrong on a phone: a finger drags a small shape, and scrolls the page on one as large as the picture."""
    wrong = []
    page = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}).new_page()
    page.goto((site / "cookbook" / "screen.html").resolve().as_uri())
    page.evaluate("collide2dLive.takeOverAll()")
    page.wait_for_function("collide2dLive.pictures.length === document.querySelectorAll('img[data-live]').length")
    page.add_style_tag(content="html { scroll-behavior: auto !important; }")
    state = "(() => [scrollY, collide2dLive.pictures[0].frame.svg])()"  # of the camera: the level is the whole picture
    for kind, moves in ((".handle:not(.broad)", True), (".handle.broad", False)):
        page.evaluate("collide2dLive.pictures[0].box.scrollIntoView({ block: 'center' })")
        page.wait_for_timeout(300)
        box = page.evaluate(f"(() => {{ const b = collide2dLive.pictures[0].svg.querySelector('{kind}')"
                            ".getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()")  # fmt: skip
        before, shown = page.evaluate(state)
        middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
        swipe(page, middle if moves else (box[0] + 4, box[1] + 4), (0, -90))
        after, now = page.evaluate(state)
        if (now != shown, abs(after - before) > 40) != (moves, not moves):
            wrong.append(
                f"touch: a finger on {kind} scrolls by {after - before}, and the picture changes: {now != shown}"
            )
    page.context.close()
    return wrong


def without_script(browser: Any, site: Path) -> list[str]:
    """What is wrong without JavaScript: every picture is there as SVG, and nothing is kept free for what is missing."""
    page = browser.new_context(java_script_enabled=False).new_page()
    wrong = []
    for name in ("index", "break", "cookbook/look", "reference/verbs"):
        page.goto((site / f"{name}.html").resolve().as_uri())
        pictures, empty = page.locator("img[data-live]"), page.locator(".live-says, .live-tools")
        if not all(picture.is_visible() for picture in pictures.all()) or any(e.is_visible() for e in empty.all()):
            wrong.append(f"without JavaScript: {name}")
    page.context.close()
    return wrong


def shoot(browser: Any, site: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in SHOTS:
        for width in WIDTHS:
            for mode in MODES:
                page = browser.new_page(
                    viewport={"width": width, "height": 1400}, color_scheme=mode, has_touch=width == 390
                )
                path, rest = re.fullmatch(r"([^?#]*)(.*)", name).groups()  # type: ignore[union-attr]
                page.goto((site / f"{path}.html").resolve().as_uri() + rest)
                page.wait_for_timeout(900)
                page.screenshot(path=folder / f"{re.sub(r'[^a-z]+', '-', name)}-{width}-{mode}.png")
                page.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("--shots", type=Path)
    parser.add_argument("--only", default="", help="visit pages whose names have this pattern")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright

    failed = missing_links(options.site)
    links = sum(len(LINK.findall(page.read_text(encoding="utf-8"))) for page in options.site.rglob("*.html"))
    print(f"{links} links, {len(failed)} without a target")
    for link in failed:
        print(f"    {link}")
    pages: list[Page] = []
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        files = sorted(options.site.rglob("*.html"))
        files = [file for file in files if re.search(options.only, str(file.relative_to(options.site)))]
        for file in files:
            name = str(file.relative_to(options.site))
            page, wrong = visit(browser, options.site, file)
            pages.append(page)
            print(
                f"{name:32} {page.pictures:4} pictures {page.live:4} live {page.first:6.0f} ms,"
                f" shift {page.shift:.4f}, {page.size:8} bytes, code scrolls in {page.cut} and {page.cut_narrow}"
            )
            for text in wrong:
                print(f"    {text}")
            failed += wrong
        failed += (moved := arrive_slowly(browser, options.site, files))
        print(f"pages that arrive slowly: {len(moved)} things shift")
        for text in moved:
            print(f"    {text}")
        failed += (stuck := play(browser, options.site))
        print(f"the picture that plays: {stuck or 'plays and pauses'}")
        print(f"by touch: {(stuck := touch(browser, options.site)) or 'drags and scrolls'}")
        failed += stuck
        print(f"without JavaScript: {(stuck := without_script(browser, options.site)) or 'every picture is there'}")
        failed += stuck
        for text in (broken := attack(browser, options.site)):
            print(f"    {text}")
        failed += broken
        if options.shots:
            shoot(browser, options.site, options.shots)
        browser.close()
    size = (options.site / "_static" / "live.js").stat().st_size
    slowest, shifted = max(page.first for page in pages), max(page.shift for page in pages)
    shown, alive = sum(page.pictures for page in pages), sum(page.live for page in pages)
    print(f"{shown} pictures, {alive} of them live; the others: {CHARTS if shown > alive else 'none'}")
    failed += [f"a script of {size} bytes"] if size > MOST_BYTES else []
    failed += [f"first answer after {slowest:.0f} ms"] if slowest > MOST_FIRST else []
    print(f"first answer within {slowest:.0f} ms; shift {shifted:.4f}; script of {size} bytes;")
    print(f"the largest page {max(page.size for page in pages)} bytes with all that it loads;")
    scrolling, narrow = sum(page.cut for page in pages), sum(page.cut_narrow for page in pages)
    print(f"blocks of code that scroll: {scrolling} at 1280, {narrow} at 390;")
    print(f"{len(failed)} things wrong on {len(pages)} pages")
    return 1 if failed or shifted else 0


if __name__ == "__main__":
    sys.exit(main())
