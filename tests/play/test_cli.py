"""`python -m collide2d play`: a window with a display, a picture without one, a one-line error if neither works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pygame
import pytest

from collide2d.cli.program import main
from collide2d.play.ui import window
from collide2d.play.ui.app import App
from collide2d.play.ui.window import make_app
from collide2d.pygame.display import has_display
from collide2d.scene import Scene, load

ROOT = Path(__file__).resolve().parents[2]
LEVEL = ROOT / "examples" / "scenes" / "level.json"
BLIND = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}


def play(*arguments: str, cwd: Path, code: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The program as a user runs it, where there is no display."""
    command = (
        [sys.executable, "-c", code, *arguments] if code else [sys.executable, "-m", "collide2d", "play", *arguments]
    )
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        cwd=cwd,
        env={**BLIND, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )


def is_picture(path: Path, size: tuple[int, int] = (1280, 800)) -> bool:
    return path.exists() and pygame.image.load(path).get_size() == size


@pytest.mark.parametrize("driver", [{}, {"SDL_VIDEODRIVER": "dummy"}, {"SDL_VIDEODRIVER": "nonsense"}], ids=str)
def test_without_a_display_a_picture_is_saved_and_said_where(tmp_path: Path, driver: dict[str, str]) -> None:
    if not driver and sys.platform in ("win32", "darwin"):
        return  # there a window would open
    done = play(cwd=tmp_path, **driver)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.startswith("no display")
    assert str(tmp_path / "play.png") in done.stdout
    assert done.stdout.count("\n") == 1
    assert is_picture(tmp_path / "play.png")


def test_a_picture_of_a_scene_is_saved_in_a_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "level.png"
    assert main(["play", str(LEVEL), "--picture", str(path), "--size", "700x500"]) == 0
    assert capsys.readouterr().out == f"saved {path}\n"
    assert is_picture(path, (700, 500))


def test_a_window_is_open_for_so_many_frames(tmp_path: Path) -> None:
    done = play("--frames", "3", cwd=tmp_path, SDL_VIDEODRIVER="dummy")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (tmp_path / "play.png").exists()


def test_events_reach_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    app = make_app(None, (640, 480))
    screen = window._open((640, 480))
    try:
        pygame.event.clear()
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DELETE, mod=0, unicode=""))
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q, mod=pygame.KMOD_CTRL, unicode=""))
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_d, mod=0, unicode="d"))
        window._loop(app, screen, None)
    finally:
        pygame.display.quit()
    assert app.done
    assert "hero" not in app.editor.document


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_the_scene_is_saved_before_an_exception_closes_the_window(
    error: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    changed: list[Any] = []

    def loop(app: App, screen: pygame.Surface, frames: int | None) -> None:
        if changed:
            app.editor.select(["drag me"])
            app.editor.nudge(1, 0)
            changed.append(app.editor.document.scene)
        raise error

    monkeypatch.setattr(window, "_loop", loop)
    for _ in range(3):
        with pytest.raises(error):
            window.run(None, None, (640, 480), 1)
        changed.append(None)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["rescued-2.json", "rescued.json"]
    assert load("rescued.json") == changed[1]
    assert capsys.readouterr().err.splitlines()[0] == "the scene had unsaved changes, which are now in rescued.json"


@pytest.mark.parametrize("folders", [["here"], ["here", "temporary"]])
def test_a_scene_that_cannot_be_rescued_here_is_rescued_elsewhere_or_kept(
    folders: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("here", "temporary", "state"):
        (tmp_path / folder).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    save = Scene.save

    def full(scene: Scene, path: str) -> None:
        if os.path.dirname(os.path.abspath(path)) in {str(tmp_path / folder) for folder in folders}:
            raise OSError(28, "No space left on device")
        save(scene, path)

    monkeypatch.setattr(Scene, "save", full)
    app = make_app(None, (640, 480))
    app.editor.select(["drag me"])
    app.editor.nudge(1, 0)
    assert window.rescue(app) is (folders == ["here"])
    assert list((tmp_path / "temporary").glob("rescued.json")) == [tmp_path / "temporary" / "rescued.json"] * (
        2 - len(folders)
    )
    assert ("No space left" in capsys.readouterr().err) is (len(folders) == 2)


def test_without_pygame_one_line_names_the_extra(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['pygame'] = None; from collide2d.cli.program import main; sys.exit(main(sys.argv[1:]))"
    )
    done = play("play", cwd=tmp_path, code=code)
    assert done.returncode == 1
    assert (done.stdout, done.stderr) == ("", "play needs pygame-ce: pip install 'collide2d[pygame]'\n")
    other = play("check", str(LEVEL), cwd=tmp_path, code=code)
    assert other.returncode == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot be read: No such file or directory"),
        ("", "must hold a JSON object, got nothing"),
        ('{"shapes": [{"name": "a", "kind": "circle", "x": 0, "y": 0, "r": -1}]}', "Circle: r must be >= 0, got -1"),
    ],
)
def test_a_bad_scene_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, says: str
) -> None:
    path = tmp_path / "bad.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert main(["play", str(path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"{path}: ")
    assert says in printed.err
    assert printed.err.count("\n") == 1


def test_a_bad_map_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.tmj"
    path.write_text("{", encoding="utf-8")
    assert main(["play", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("picture", ["nowhere/x.png", "x.gif", "x"])
def test_a_picture_that_cannot_be_saved_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], picture: str
) -> None:
    path = str(tmp_path / picture)
    assert main(["play", "--picture", path]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"{path}: ")
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--size", "12"], ["--size", "9x9"], ["--frames", "0"], ["--frames", "x"]])
def test_wrong_usage_is_argparse_s(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["play", *arguments])
    assert stop.value.code == 2
    assert "error: argument" in capsys.readouterr().err


def test_a_display_is_one_that_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_display()
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert not has_display()
    assert has_display(blind_too=True)


def test_every_package_is_installed() -> None:
    """setup.py finds the packages by their folders, which it does only for those with an __init__.py."""
    assert "find_packages(include" in (ROOT / "setup.py").read_text(encoding="utf-8")
    folders = {path.parent for path in ROOT.glob("collide2d/**/*.py")}
    assert {folder.name for folder in folders if not (folder / "__init__.py").exists()} == set()


def test_the_scene_of_a_file_is_what_is_played() -> None:
    assert make_app(str(LEVEL), (640, 480)).editor.document.scene == load(LEVEL)
