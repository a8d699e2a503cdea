"""Opens every page of the built site from the disk in headless Chromium, and drags in every live picture.

    pip install playwright && python tests/soak/live_site.py docs/_build --shots shots

Prints for each page: pictures of shapes, live ones, the milliseconds to the first live answer, the layout shift, and
what went wrong; then the sums, the bytes of the script, and links without a target. Exits with status 1 if a live
picture does not answer a drag, if the layout shifts, if the console has an error, or if a link has no target.
--shots: a folder for pictures of some pages at 1280 and 390 pixels, light and dark. Needs Debian's chromium.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

SHIFT = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
MOST_SHIFT = 0.001  # what the buttons of the theme shift when its own script adds them
SHOTS = ("index", "break", "mover", "ideas", "reference/verbs", "reference/shapes", "reference/space")
# Moves the n-th picture's first handle by the keyboard, and says whether the picture has changed.
MOVE = """
(n) => {
  const picture = window.collide2dLive.pictures[n];
  const handle = picture.svg.querySelector(".handle");
  if (!handle) return "no handle";
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
ANSWERED = """
([n, before]) => {
  const { frame, said } = window.collide2dLive.pictures[n];
  return frame.svg !== before || String(said).startsWith("Not possible");
}
"""


def missing_links(site: Path) -> list[str]:
    """Links of pages to files or anchors that are not there."""
    texts = {page: page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    anchors = {page: set(re.findall(r'\sid="([^"]+)"', text)) for page, text in texts.items()}
    found = []
    for page, text in texts.items():
        for link in re.findall(r'<a [^>]*href="([^"]+)"', text):
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
    page.wait_for_timeout(50)
    before = page.evaluate("(n) => window.collide2dLive.pictures[n].frame.svg", n)
    place = page.evaluate(IN_FRONT, n)
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


def visit(browser: Any, site: Path, file: Path) -> tuple[list[Any], list[str]]:
    """Pictures, live ones, first answer and shift of a page; and what went wrong."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    wrong: list[str] = []
    page.on("console", lambda message: wrong.extend([message.text] if message.type == "error" else []))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.add_init_script(SHIFT)
    page.goto(file.resolve().as_uri())
    page.wait_for_timeout(400)
    pictures = page.locator('img[src$=".svg"]:not([src*="_static"])').count()
    page.evaluate("window.collide2dLive && window.collide2dLive.takeOverAll()")
    page.wait_for_timeout(200)
    count, first, errors = page.evaluate(
        "(({ pictures, firstAnswer, errors }) => [pictures.length, firstAnswer, errors])"
        "(window.collide2dLive ?? { pictures: [], firstAnswer: 0, errors: [] })"
    )
    shift = page.evaluate("window.shift")
    wrong += errors
    for n in range(count):
        said = page.evaluate(MOVE, n)
        if said:
            wrong.append(f"{page.evaluate('(n) => collide2dLive.pictures[n].name', n)}: {said}")
    page.add_style_tag(content="html { scroll-behavior: auto !important; }")
    for n in range(count):
        said = drag(page, n)
        wrong += [f"{page.evaluate('(n) => collide2dLive.pictures[n].name', n)}: {said}"] if said else []
    page.close()
    return [pictures, count, first or 0.0, shift], wrong


def shoot(browser: Any, site: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in SHOTS:
        for width in (1280, 390):
            for mode in ("light", "dark"):
                page = browser.new_page(
                    viewport={"width": width, "height": 1400}, color_scheme=mode, has_touch=width == 390
                )
                page.goto((site / f"{name}.html").resolve().as_uri())
                page.wait_for_timeout(900)
                if page.locator(".handle").count():
                    page.locator(".handle").first.focus()
                page.wait_for_timeout(200)
                page.screenshot(path=folder / f"{name.replace('/', '-')}-{width}-{mode}.png")
                page.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("--shots", type=Path)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright

    failed = missing_links(options.site)
    sums, slowest, shifted = [0, 0], 0.0, 0.0
    for link in failed:
        print(f"no target: {link}")
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        for file in sorted(options.site.rglob("*.html")):
            (pictures, count, first, shift), wrong = visit(browser, options.site, file)
            sums[0] += pictures
            sums[1] += count
            slowest, shifted = max(slowest, first), max(shifted, shift)
            if pictures or wrong:
                name = file.relative_to(options.site)
                print(f"{name!s:32} {pictures:4} pictures {count:4} live {first:6.0f} ms, shift {shift:.4f}")
            for text in wrong:
                print(f"    {text}")
            failed += wrong
        if options.shots:
            shoot(browser, options.site, options.shots)
        browser.close()
    size = (options.site / "_static" / "live.js").stat().st_size
    print(f"{sums[0]} pictures, {sums[1]} of them live; first answer within {slowest:.0f} ms; shift {shifted:.4f};")
    print(f"script of {size} bytes; {len(failed)} things wrong")
    return 1 if failed or shifted > MOST_SHIFT else 0


if __name__ == "__main__":
    sys.exit(main())
