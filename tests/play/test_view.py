"""The view: the pictures of the playground, checked by their pixels, and its colours as people with any colour vision
see them.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from play_hand import Hand, difference, three, window

import collide2d
from collide2d import Circle, Point, Rect, RoundRect
from collide2d._rendering.colors import LAYERS
from collide2d.play.edit.handles import tip_of_turn
from collide2d.play.model.answers import Answers
from collide2d.play.model.camera import Camera
from collide2d.play.model.demo import SELECTED, demo
from collide2d.play.model.document import Document
from collide2d.play.model.files import opened
from collide2d.play.model.wording import answers_of, said_of_way
from collide2d.play.view import bidi, palette, text, typefaces
from collide2d.play.view.cached_outlines import SAG, TINY, OutlineCache, pieces_of
from collide2d.play.view.labels import Labels
from collide2d.play.view.palette import contrast, mixed
from collide2d.scene import load
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.recipes import KINDS, build
from collide2d.testing.sources import Seeded

SCENES = sorted((Path(__file__).parents[2] / "examples" / "scenes").glob("*.json"))


LEVEL = next(path for path in SCENES if path.name == "level.json")


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def hand() -> Iterator[Hand]:
    """At the demo."""
    with window(demo()) as found:
        yield found


# ---- words -----------------------------------------------------------------------------------------------------------


def ui_signs() -> set[str]:
    """Every sign in a string of the playground's own code."""
    found: set[str] = set()
    for path in Path(collide2d.__file__).parent.joinpath("play").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(c for c in node.value if c.isprintable())
    return found


def test_the_font_has_every_sign_in_both_weights() -> None:
    latin = {c for c in map(chr, range(0xA1, 0x180)) if c.isprintable()} - {"\u0149"}  # which Unicode deprecates
    signs = {*map(chr, range(33, 127)), *latin, *ui_signs()} - {" ", "\ufffd"}
    assert [sign for sign in sorted(signs) if not typefaces.has(sign)] == []
    for sign in sorted(signs):
        regular, bold = (ink(text.rendered(sign, (0, 0, 0), text.SMALL, weight)) for weight in (False, True))
        assert bold > 0.9 * regular > 0
    for size in (text.TINY, text.SMALL, text.BODY, text.HEAD, text.TITLE):
        assert ink(text.rendered("/", (0, 0, 0), size)) > 0


def ink(picture: pygame.Surface) -> int:
    """The ink of a text: the sum of its alpha."""
    return sum(pygame.image.tobytes(picture, "RGBA")[3::4])


def test_texts_are_drawn_after_pygame_was_quit() -> None:
    for steps in ((pygame.quit,), (pygame.quit, pygame.font.init), (pygame.font.quit,), (pygame.quit,)):
        for step in steps:
            step()
        text.rendered.cache_clear()
        assert ink(text.rendered("all the same", (0, 0, 0))) > 0


def test_a_text_is_as_wide_as_its_letters_in_both_weights() -> None:
    for said in (
        "",
        "1/3",
        "a\\b|c",
        "2^-10",
        "x\0y",
        "“°”",
        "e\u0301",
        "\u0301",
        "\xad",
        "\u200b\u200d",
        "日本",
        "😀",
    ):
        for bold in (False, True):
            w, h = text.rendered(said, (0, 0, 0), bold=bold).get_size()
            assert h == text.height()
            assert w == max(1, text.width(said, bold=bold))


@pytest.fixture
def fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The fonts of the system, in place of those of this machine."""
    found: list[str] = []
    caches = (typefaces.runs, typefaces._of_system, text.rendered, text.width)
    monkeypatch.setattr(typefaces, "_candidates", lambda sign: iter(found))
    monkeypatch.setattr(typefaces, "_found", [])
    monkeypatch.setattr(typefaces, "_missed", Counter())
    for cache in caches:
        cache.cache_clear()
    yield found
    for cache in caches:
        cache.cache_clear()


def test_a_sign_that_no_font_has_is_a_box(fonts: list[str]) -> None:
    fonts.append("no such font.ttf")
    for said in ("日本", "a\0\x1b", "\udcff", "\ufdd0\u0301", "नि"):
        picture = text.rendered(said, (0, 0, 0))
        assert {run.source for run in typefaces.runs(said)} == {"own"}
        assert ink(picture) >= ink(text.rendered(typefaces.BOX, (0, 0, 0)))
    assert [run.text for run in typefaces.runs("日本 x")] == ["□□ x"]


def test_the_system_is_not_asked_about_each_sign_of_a_script_that_no_font_has(
    fonts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def none(sign: str) -> Iterator[str]:
        asked.append(sign)
        return iter(())

    monkeypatch.setattr(typefaces, "_candidates", none)
    typefaces.runs("".join(map(chr, range(0x4E00, 0x4F00))) + "한국어")
    assert asked == ["一", "丁", "한", "국"]


def test_the_system_s_fonts_draw_what_the_own_font_lacks(fonts: list[str]) -> None:
    import matplotlib

    fonts.append(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"))
    hebrew, arabic = "\u05d0\u05d1 \u05d2", "\u0633\u0644\u0627\u0645"
    parts = typefaces.runs(f"door {hebrew} 12")
    assert [(run.text, run.is_leftward) for run in parts] == [("door ", False), ("12", False), (f"{hebrew} ", True)]
    assert typefaces.runs(arabic) == (typefaces.Run(arabic, fonts[0], True, "Arab"),)
    joined, apart = text.width(arabic), sum(map(text.width, arabic))
    assert joined < apart or not hasattr(pygame.font.Font, "set_script")


def test_scripts_from_right_to_left_stand_in_unicode_s_order() -> None:
    """Capitals are Hebrew, as in Unicode's own examples."""
    for logical, seen, base in [
        ("car is THE CAR in arabic", "car is RAC EHT in arabic", 0),
        ("CAR IS the car IN", "NI the car SI RAC", 1),
        ("he said THE VALUE 1.5% x", "he said 1.5% EULAV EHT x", 0),
        ("A 1-2", "1-2 A", 1),
        ("A hits b", "A hits b", 0),
        ("", "", 0),
        ("!?", "!?", 0),
    ]:
        text = "".join(chr(0x05D0 + ord(c) - 65) if c.isupper() else c for c in logical)
        assert "".join(bidi.visual(logical, bidi.levels(text, base))) == seen
        assert bidi.base_of(text) == base * ("car" not in logical)


@pytest.mark.parametrize("make", [demo, lambda: opened(str(LEVEL))])
def test_an_answer_reads_from_both_sides(make: Callable[[], Document]) -> None:
    """Whoever is in a trigger is said to be, and of the trigger the reverse; all other words are symmetric."""
    world = Answers(make())
    said = {(name, a.name): a for name in world.document.items for a in answers_of(world, name)}
    reverse = {"is in": "is entered by", "is entered by": "is in", "overlaps": "overlaps", "touches": "touches"}
    pairs = [(f.first.name, f.second.name) for f in world.findings()]
    for a, b in pairs:
        assert said[b, a].text == reverse[said[a, b].text]
        assert said[b, a].number == said[a, b].number
        for one, other in ((a, b), (b, a)):
            if said[one, other].text == "is in":
                assert world.is_trigger(other)
                assert not world.is_trigger(one)
    assert any(said[pair].text == "is entered by" for pair in said)


# ---- what is seen ----------------------------------------------------------------------------------------------------


def test_relations_are_seen_by_colour_and_the_common_ground_is_darker(tmp_path: Path) -> None:
    with window(three()) as hand:
        hand.app.shown = replace(hand.app.shown, contacts=False, names=False, grid=False)
        hand.look(tmp_path / "relations.png")
        seen = [hand.color(hand.pixel(p)) for p in ((-200, 10), (-40, 0), (120, -10))]
        for color, relation in zip(seen, palette.now.relations, strict=True):
            wanted = palette.mixed(palette.now.sheet, palette.now.relations[relation], palette.FILLS[relation])
            assert difference(color, wanted) < 6
        for place, relation in zip(((-240, 0), (20, 0), (100, 0)), palette.now.relations, strict=True):
            assert hand.sees(palette.now.relations[relation], hand.pixel(place), 2)
        common = hand.color(hand.pixel((190, 20)))
        assert sum(common) < sum(seen[2]) - 60
        # The sheet itself, away from everything.
        assert difference(hand.color(hand.pixel((-121, 101))), palette.now.sheet) < 20


def test_a_contact_has_its_point_and_an_arrow_out_of_what_is_met(tmp_path: Path) -> None:
    with window(three()) as hand:
        hand.app.shown = replace(hand.app.shown, names=False, grid=False)
        hand.app.editor.select(["touch"])
        hand.look(tmp_path / "contact.png")
        contact = hand.app.editor.document["touch"].contact(hand.app.editor.document["box"])
        assert contact is not None
        for point in contact.points:
            x, y = hand.pixel(point)
            assert hand.sees(palette.now.text, (x + 18 * contact.normal[0], y + 18 * contact.normal[1]), 2)
            assert not hand.sees(palette.now.text, (x - 18 * contact.normal[0], y - 18 * contact.normal[1]), 1)


def test_a_way_shows_the_sweep_the_stop_and_the_rest(tmp_path: Path) -> None:
    document = Document().added([("ball", Circle(0, 0, 30)), ("wall", Rect(150, -100, 40, 200))])
    with window(document.with_motion("ball", (240.0, 0.0))) as hand:
        hand.app.shown = replace(hand.app.shown, names=False, grid=False)
        hand.look(tmp_path / "way.png")
        assert hand.sees(palette.now.way, hand.pixel((120 - 21.2, 21.2)), 2)  # the ghost, where it stops
        assert difference(hand.color(hand.pixel((60, 22))), palette.now.sheet) > 20  # swept
        assert difference(hand.color(hand.pixel((60, 36))), palette.now.sheet) < 20
        assert hand.sees(palette.now.way, hand.pixel((60, 0)), 2)  # the arrow
        hand.key(pygame.K_w)
        hand.look()
        assert not hand.sees(palette.now.way, hand.pixel((60, 0)), 2)


def test_a_turn_shows_its_arc_the_stop_and_the_rest(tmp_path: Path) -> None:
    document = Document().added([("door", Rect.pivoted(0, 0, 200, 20, (10, 10))), ("peg", Circle(0, 150, 20))])
    with window(document.with_turn("door", 160.0)) as hand:
        hand.app.shown = replace(hand.app.shown, names=False, grid=False)
        hand.look(tmp_path / "turn.png")
        way = hand.app.editor.answers.way("door")
        assert 70 < way.stop < 85
        x, y = pieces_of(hand.app.editor.answers.stopped("door"))[0].vertices[2]
        assert hand.sees(palette.now.way, hand.pixel((x, y)), 3)  # the ghost, where it stops
        for angle, is_swept in ((40, True), (100, False)):
            swept = hand.color(hand.pixel(Point(120, 0).rotate(angle, (0, 0)).center))
            assert (difference(swept, palette.now.sheet) > 20) == is_swept
        tips = [tip_of_turn(document["door"], angle, hand.app.camera.unit) for angle in (40, 100)]
        assert hand.sees(palette.now.way, hand.pixel(tips[0]), 2)  # the arc
        assert not hand.sees(palette.now.way, hand.pixel(tips[1]), 2)
        assert hand.sees(mixed(palette.now.way, palette.now.sheet, 0.45), hand.pixel(tips[1]), 2)
        assert said_of_way(way).startswith("stops at peg at 78.4")
        hand.key(pygame.K_w)
        hand.look()
        assert not hand.sees(palette.now.way, hand.pixel(tips[0]), 2)


def test_the_numbers_of_a_turn_are_typed() -> None:
    document = Document().added([("door", Rect.pivoted(0, 0, 200, 20, (10, 10)))]).with_turn("door", 160.0)
    with window(document.with_motion("door", (8.0, 0.0))) as hand:
        hand.app.editor.select(["door"])
        hand.look()
        assert [t.what for t in hand.app.panel.targets if t.what in ("motion", "turn", "response")] == [
            "motion", "motion", "turn", "response",
        ]  # fmt: skip
        row = next(target for target in hand.app.panel.targets if target.what == "turn")
        hand.click((row.area.x + 9, row.area.y + 5))
        hand.type("-45")
        hand.key(pygame.K_RETURN)
        assert hand.app.editor.document.turns == {"door": -45.0}


def test_the_obstacle_is_that_of_the_library(tmp_path: Path) -> None:
    document = Document().added([("ball", Circle(0, 0, 20)), ("box", Rect(80, -40, 80, 80))])
    with window(document) as hand:
        hand.app.editor.select(["ball"])
        hand.key(pygame.K_c)
        hand.look(tmp_path / "obstacle.png")
        obstacle = document["ball"].minkowski_difference(document["box"])
        assert obstacle == RoundRect(60, -60, 120, 120, 20)
        top = [hand.sees(palette.now.obstacle, hand.pixel((x, -60)), 2, 60) for x in range(84, 156, 2)]
        assert sum(top) > len(top) / 2  # dashed
        hand.drag((0, 0), (70, 0))
        hand.look()
        top = [hand.sees(palette.now.obstacle, hand.pixel((x, -60)), 2, 60) for x in range(84, 156, 2)]
        assert all(top)  # the centre is in it


@pytest.mark.parametrize("scene", SCENES, ids=lambda path: path.stem)
@pytest.mark.parametrize("size", [(1280, 800), (640, 480), (360, 280)], ids=str)
def test_every_scene_is_drawn_at_every_size(scene: Path, size: tuple[int, int]) -> None:
    with window(opened(str(scene)), size) as hand:
        hand.look()
        assert difference(hand.color((hand.app.layout.tools.x + 4, 30)), palette.now.card) < 12
        room = hand.app.layout.room
        colors = {hand.color((x, y)) for x in range(int(room[0]), int(room[2]), 7)
                  for y in range(int(room[1]), int(room[3]), 7)}  # fmt: skip
        assert len(colors) > 5


@pytest.mark.parametrize("regime", list(REGIMES))
def test_shapes_of_every_size_are_drawn_selected_and_moved(regime: str) -> None:
    """Grains and giants, slivers and the edges of the domain: nothing of it is too much for the window."""
    source = Seeded(7)
    for kind in KINDS:
        pair = [build(collide2d, recipe) for recipe in REGIMES[regime](source, kind, kind)]
        document = Document().added([(f"{shape.kind} 1", shape) for shape in pair])
        with window(document, (400, 300)) as hand:
            app = hand.app
            app.painter.move()
            for name in document.items:
                app.editor.select([name])
                hand.key(pygame.K_RIGHT, pygame.KMOD_CTRL)
                app.editor.set_motion((pair[0].bounds[2] - pair[0].bounds[0], 1.0))
                app.editor.set_turn(200.0)
                app.shown = replace(app.shown, obstacles=2)
                app.draw(hand.screen)
                app.zoom(1e9)
                app.draw(hand.screen)
                app.zoom(1e-30)
                app.draw(hand.screen)
                app.fit()
                hand.drag(app.editor.document[name].center, (0.0, 0.0))
                app.draw(hand.screen)


def test_the_demo_is_seen_and_a_drag_shows_another_picture(hand: Hand, tmp_path: Path) -> None:
    hand.app.editor.select(SELECTED)
    before = pygame.image.tobytes(hand.look(tmp_path / "demo.png"), "RGB")
    hand.drag((112, 156), (112, 100))
    after = pygame.image.tobytes(hand.look(tmp_path / "dragged.png"), "RGB")
    assert before != after
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    hand.point((0, 0))
    hand.app.editor.note = ""
    hand.app.editor.history.undone.clear()
    assert pygame.image.tobytes(hand.look(tmp_path / "undone.png"), "RGB") == before


def test_the_picture_is_quick_while_something_moves_and_then_fine(hand: Hand) -> None:
    hand.drag((112, 156), (112, 100))
    hand.app.draw(hand.screen)
    assert hand.app.painter.factor < 3
    hand.app.painter.moved -= 1
    assert hand.app.needs_drawing()
    hand.app.draw(hand.screen)
    assert hand.app.painter.factor == 3
    assert not hand.app.needs_drawing()


def test_every_switch_changes_the_picture_and_back(hand: Hand) -> None:
    hand.app.editor.select(SELECTED)
    for name, times in (("contacts", 2), ("distances", 2), ("ways", 2), ("obstacles", 3), ("names", 2), ("grid", 2)):
        pictures = []
        hand.app.editor.select(["hero"] if name != "distances" else ["spark"])
        for _ in range(times + 1):
            hand.app.note = ""
            pictures.append(pygame.image.tobytes(hand.look(), "RGB"))
            hand.app.do(name)
        assert len(set(pictures)) == times, name
        assert pictures[0] == pictures[-1], name
        for _ in range(times - 1):
            hand.app.do(name)


# ---- colours ---------------------------------------------------------------------------------------------------------


@pytest.fixture(params=[palette.LIGHT, palette.DARK], ids=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> Iterator[palette.Theme]:
    """Both themes, one after the other."""
    palette.use(request.param)
    yield request.param
    palette.use(palette.LIGHT)


def test_lines_and_texts_stand_out_from_the_paper(theme: palette.Theme) -> None:
    """WCAG 2.2, level AA: 4.5 to 1 for texts, 3 to 1 for lines and icons."""
    for ground in (theme.sheet, theme.card, theme.hovered, theme.pressed):
        for color in (theme.text, theme.chosen):
            assert contrast(color, ground) >= 4.5
    for ground in (theme.sheet, theme.card):
        for color in (*theme.relations.values(), theme.way, theme.obstacle, theme.chosen):
            assert contrast(color, ground) >= 3
        for color in (*theme.relation_texts.values(), theme.quiet, theme.way_text):
            assert contrast(color, ground) >= 4.5
    for color in (*theme.relation_texts.values(), theme.text, theme.quiet):  # answers under the mouse
        assert contrast(color, theme.hovered) >= 4.5
    assert contrast(theme.faint, theme.sheet) >= 4.5
    for relation, edge in theme.relations.items():
        fill = palette.mixed(theme.sheet, edge, palette.FILLS[relation])
        assert contrast(theme.text_on(fill), fill) >= 4.5


def test_names_are_legible_on_every_layer(theme: palette.Theme) -> None:
    colors = {layer.color for path in SCENES for layer in load(path).layers if layer.color} | {*LAYERS}
    for color in (*colors, "#000", "#fff", "#777", "#f00", "#0f0", "#00f"):
        fill = theme.fill_of_layer(palette.rgb(color))
        assert contrast(theme.text_on(fill), fill) >= 4.5
        edge = theme.edge_on(fill)
        assert max(contrast(edge, fill), contrast(edge, theme.sheet)) >= 3


def test_a_theme_is_drawn_everywhere(theme: palette.Theme) -> None:
    with window(three()) as hand:
        if theme is palette.DARK:
            hand.key(pygame.K_k)
        hand.look()
        assert difference(hand.color(hand.pixel((100, 130))), theme.sheet) < 12
        assert difference(hand.color((hand.app.layout.tools.x + 4, 30)), theme.card) < 12


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_no_label_covers_another(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Labels] = []
    draw = Labels.draw

    def spy(labels: Labels, target: pygame.Surface) -> None:
        seen.append(labels)
        draw(labels, target)

    monkeypatch.setattr(Labels, "draw", spy)
    monkeypatch.setattr("collide2d.play.view.scene_view.MANY", 10**6)  # all names, also in the level
    with window(opened(str(path))) as hand:
        for chosen in ((), tuple(hand.app.editor.document.items)[:3]):
            hand.app.editor.select(chosen)
            hand.look()
            places = [place for _, place in seen[-1].placed]
            assert len(places) > len(chosen)
            assert all(a.shared(b) == 0 for a, b in itertools.combinations(places, 2))


# How the linear parts of a colour are seen by who lacks one kind of cones: Machado, Oliveira and Fernandes, 2009.
_SEEN = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


@pytest.mark.parametrize("sight", list(_SEEN))
def test_relations_are_three_colours_to_everybody(sight: str, theme: palette.Theme) -> None:
    def seen(color: palette.Color) -> palette.Color:
        linear = [(c / 255) ** 2.2 for c in color]
        parts = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in _SEEN[sight]]
        red, green, blue = (round(255 * part ** (1 / 2.2)) for part in parts)
        return (red, green, blue)

    for a, b in itertools.combinations(theme.relations.values(), 2):
        assert difference(seen(a), seen(b)) > 50


def test_a_shape_of_less_than_three_pixels_is_drawn_as_its_box() -> None:
    """In a scene of 100,000 shapes most are as small."""
    cache, window = OutlineCache((0.0, 0.0, 400.0, 400.0), 1), Camera((0.0, 0.0), (200.0, 200.0), 1.0)
    cache.use_camera(window)
    for r in (0.1, TINY / 2 - 0.01):
        assert cache.of(Circle(10, 20, r)).points == [
            (210 - r, 220 - r), (210 + r, 220 - r), (210 + r, 220 + r), (210 - r, 220 + r)
        ]  # fmt: skip
    points = cache.of(Circle(10, 20, TINY / 2 + 0.01)).points
    assert len(points) > 4
    assert all(abs(((x - 210) ** 2 + (y - 220) ** 2) ** 0.5 - TINY / 2) < 0.02 + SAG for x, y in points)
