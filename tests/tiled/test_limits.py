"""Maps above the limits, missing packages, and maps on the command line."""

from __future__ import annotations

import base64
import gzip
import importlib
import re
import shutil
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
import zstandard
from tiled_maps import (
    HOLLOW,
    SOLID,
    a_map,
    drawn,
    group,
    level,
    objects,
    said,
    tile,
    tiles,
    write,
)
from tiled_maps import tileset as a_tileset

from collide2d import Point, scene
from collide2d.cli.program import EXIT_MALFORMED, EXIT_UNWRITABLE, main
from collide2d.tiled import MapError, load

EXAMPLE = Path(__file__).parents[2] / "examples" / "maps"

PACK: dict[str, Callable[[bytes], bytes]] = {"zlib": zlib.compress, "gzip": gzip.compress, "zstd": zstandard.compress}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


# ---- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("compression", ["zlib", "gzip", "zstd"])
def test_nothing_is_unpacked_beyond_what_a_layer_holds(folder: Path, compression: str) -> None:
    plain = bytes(200_000_000)
    packed = PACK[compression](plain)
    data = base64.b64encode(packed).decode()
    message = said(folder, tiles([0], data=data, encoding="base64", compression=compression))
    assert re.search(rf"data must be compressed with {compression} and .* 4 bytes, got (more|200000000)$", message)


@pytest.mark.parametrize("compression", ["zlib", "gzip", "zstd"])
def test_data_that_ends_early_is_an_error(folder: Path, compression: str) -> None:
    plain = struct.pack("<4000I", *(i * 1234567 % 2**28 for i in range(4000)))
    packed = PACK[compression](plain)
    data = base64.b64encode(packed[: len(packed) // 2]).decode()
    layer = tiles([0] * 4000, data=data, encoding="base64", compression=compression)
    assert "data must be compressed with" in said(folder, layer)


def test_a_map_has_at_most_so_many_shapes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("collide2d.tiled.builder.MAX_SHAPES", 5)
    assert len(level(folder, objects(*[drawn()] * 5))) == 5
    assert said(folder, objects(*[drawn()] * 6)) == "layer 'objects': the shapes of a map must be at most 5, got more"


def test_all_layers_together_have_at_most_so_many_tiles(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("collide2d.tiled.normalize.MAX_TILES", 10)
    assert len(level(folder, tiles([0] * 5), tiles([0] * 5))) == 0
    assert "must be at most 10, got 6 x 1 here" in said(folder, tiles([0] * 5), tiles([0] * 6))


def test_a_file_has_at_most_so_many_bytes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("collide2d.tiled.files.MAX_BYTES", 100)
    assert said(folder) == "must be at most 100 bytes, got more"


def test_entities_of_entities_are_no_way_to_fill_the_memory(folder: Path) -> None:
    entities = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 20 if i else "x" * 50}">' for i in range(9))
    xml = f'<!DOCTYPE map [{entities}]><map width="1" height="1" tilewidth="1" tileheight="1" class="&e8;"/>'
    with pytest.raises(MapError, match="must be XML"):
        load(write(folder / "a.tmx", xml))


# ---- without packages ------------------------------------------------------------------------------------------------


def test_without_a_package_for_zstd_the_line_says_what_to_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = base64.b64encode(zstandard.compress(struct.pack("<2I", 0, 1))).decode()
    layer = tiles([0, 0], data=data, encoding="base64", compression="zstd")
    one = [a_tileset(tile(0, properties=SOLID))]
    assert len(level(folder, layer, tilesets=one)) == 1
    real = importlib.import_module

    def missing(name: str, package: str | None = None) -> ModuleType:
        if "zst" in name:
            raise ModuleNotFoundError(name)
        return real(name, package)

    monkeypatch.setattr(importlib, "import_module", missing)
    assert "zstd, which needs Python 3.14 or `pip install zstandard`" in said(folder, layer, tilesets=one)


def test_without_pytiled_parser_the_line_names_the_extra() -> None:
    hide = "import sys; sys.modules['pytiled_parser'] = None\n"
    path = EXAMPLE / "level.tmj"
    code = f"{hide}import collide2d\ntry:\n import collide2d.tiled\nexcept ImportError as error:\n print(error)\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    said = "collide2d.tiled needs pytiled-parser: pip install 'collide2d[tiled]'"
    assert done.stdout == said + "\n"
    code = f"{hide}from collide2d.cli.program import main\nsys.exit(main(['check', {str(path)!r}]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (EXIT_UNWRITABLE, f"{path}: {said}\n")


# ---- the command line ------------------------------------------------------------------------------------------------


def test_check_cast_and_draw_take_a_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("level.tmj", "level.tmx"):
        path = str(EXAMPLE / name)
        assert main(["check", path, "--overlapping", "--shape", "spawn"]) == 0
        assert capsys.readouterr().out.startswith(f"{name}: ")
        assert main(["cast", path, "spawn", "0", "200"]) == 0
        assert (
            "spawn moved by (0, 200) hits nothing" in capsys.readouterr().out
        )  # it is a trigger, and stops at nothing
        assert main(["draw", path, "-o", str(tmp_path / "a.svg")]) == 0
        assert "boulder" in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_a_scene_of_a_map_tells_what_is_where_it_should_not_be(folder: Path) -> None:
    held = [
        drawn(name="pit", x=3, y=4, width=5, height=5, type="hole"),
        drawn(name="pit", x=20, y=4, width=5, height=5),
    ]
    solid = [drawn(name="wall", x=0, y=0, width=16, height=16), drawn(name="wall", x=8, y=8, width=16, height=16)]
    level(folder, objects(*held, name="a"), objects(*solid, name="a", **{"class": "solid"}))
    found = scene.load(folder / "map.tmj")
    assert [item.name for item in found.items] == ["pit", "pit 2", "wall", "wall 2"]
    assert [(f.first.name, f.second.name, f.trigger) for f in found.findings()] == [
        ("pit", "wall", True), ("pit", "wall 2", True), ("pit 2", "wall 2", True)]  # fmt: skip
    assert scene.loads(found.dumps()) == found


def test_names_of_a_scene_are_made_to_fit(folder: Path) -> None:
    names = ["", "*", "a\nb", " ", "x" * 200, "x" * 199, "pit 2", "pit", "pit", "solid"]
    held = [drawn(name=name, point=True, properties=HOLLOW if i % 2 else SOLID) for i, name in enumerate(names)]
    found = level(folder, objects(*held, name="*"), group(objects(*held, name="\n"), name=""))
    made = found.to_scene()
    assert len({item.name for item in made.items}) == len(found) == 20
    assert scene.loads(made.dumps()) == made


@pytest.mark.parametrize("command", [["check"], ["draw"], ["cast"]])
@pytest.mark.parametrize("broken", ["missing", "cut", "tileset", "template", "encoding", "orientation"])
def test_a_broken_map_is_one_line_and_status_2(
    tmp_path: Path, command: list[str], broken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "maps")
    path = tmp_path / "maps" / "level.tmx"
    text = path.read_text(encoding="utf-8")
    changed = {
        "cut": text[: len(text) // 2],
        "encoding": text.replace('compression="zlib"', 'compression="lzip"'),
        "orientation": text.replace('"orthogonal"', '"isometric"'),
    }
    if broken in changed:
        write(path, changed[broken])
    else:
        {"missing": path, "tileset": path.with_name("tiles.tsx"), "template": path.with_name("coin.tx")}[
            broken
        ].unlink()
    assert main([*command, str(path), *(["spawn", "1", "1"] if command == ["cast"] else [])]) == EXIT_MALFORMED
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(str(path))
    assert err.count("\n") == 1


def test_a_map_that_is_named_as_a_scene_is_recognized(folder: Path) -> None:
    path = write(folder / "map.json", a_map())
    with pytest.raises(
        scene.SceneError, match=r"map\.json: must hold a scene, got a Tiled map, whose name must end in"
    ):
        scene.load(path)
    assert len(load(path)) == 0


def test_a_point_of_a_map_is_met_on_the_way(folder: Path) -> None:
    held = objects(
        drawn(name="ball", width=8, height=8, ellipse=True),
        drawn(name="dot", x=30, y=4, point=True),
        **{"class": "solid"},
    )
    level(folder, held, objects(drawn(name="free", x=60, y=4, point=True)))
    cast = scene.load(folder / "map.tmj").cast("ball", (100, 0))
    assert cast.hits == ()  # solid things of a map do not meet each other
    assert [met.item.shape for met in cast.passed] == [Point(60, 4)]
