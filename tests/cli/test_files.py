"""Files are replaced in one step: what fails leaves the old file as it was, and nothing beside it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from collide2d import Circle
from collide2d._files import replacing, write_text
from collide2d.cli.program import main
from collide2d.scene import Scene, load

SCENE = Scene({"ball": Circle(0, 0, 1)})
# Elsewhere there are no such files, so there is nothing to test.
needs_posix = pytest.mark.skipif(os.name != "posix", reason="modes, links and devices of POSIX")


class FullDiskError(OSError):
    """A disk without room."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file that exists."""
    path = tmp_path / "scene.json"
    path.write_text("old", encoding="utf-8")
    return path


@pytest.mark.parametrize("error", [FullDiskError, KeyboardInterrupt])
def test_a_failure_leaves_the_old_file(error: type[BaseException], old: Path) -> None:
    def write() -> None:
        with replacing(old) as file:
            file.write(b"half of the new fi")
            raise error

    with pytest.raises(error):
        write()
    assert (old.read_text(encoding="utf-8"), os.listdir(old.parent)) == ("old", ["scene.json"])


def test_a_scene_that_cannot_be_written_leaves_the_old_file(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int) -> None:
        raise FullDiskError(28, "No space left on device")

    monkeypatch.setattr("collide2d._files.os.fsync", full)
    with pytest.raises(FullDiskError):
        SCENE.save(old)
    assert (old.read_text(encoding="utf-8"), os.listdir(old.parent)) == ("old", ["scene.json"])


def test_what_is_saved_is_read_back(old: Path) -> None:
    SCENE.save(old)
    assert (load(old), os.listdir(old.parent)) == (SCENE, ["scene.json"])
    SCENE.save(old.with_name("new.json"))
    assert load(old.with_name("new.json")) == SCENE


@needs_posix
def test_modes_and_links_are_kept(old: Path) -> None:
    old.chmod(0o640)
    link = old.with_name("link.json")
    link.symlink_to(old.name)
    write_text(link, "new")
    assert (link.is_symlink(), old.read_text(encoding="utf-8")) == (True, "new")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    umask = os.umask(0o022)
    try:
        write_text(old.with_name("fresh.json"), "new")
    finally:
        os.umask(umask)
    assert stat.S_IMODE(old.with_name("fresh.json").stat().st_mode) == 0o644


@needs_posix
def test_a_link_to_nothing_makes_its_file(old: Path) -> None:
    link = old.with_name("link.json")
    link.symlink_to("target.json")
    write_text(link, "new")
    assert (link.is_symlink(), old.with_name("target.json").read_text(encoding="utf-8")) == (True, "new")


@needs_posix
def test_devices_are_written_and_not_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    write_text("/dev/null", "new")
    assert not os.path.isfile("/dev/null")
    if os.path.exists("/dev/full"):
        level = str(Path(__file__).parents[2] / "examples" / "scenes" / "level.json")
        assert main(["check", level, "-o", "/dev/full"]) == 1
        assert capsys.readouterr().err == "/dev/full: cannot be written: No space left on device\n"


@needs_posix
def test_pipes_and_open_files_are_written_where_they_are(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from collide2d._files import write_text; write_text('/dev/stdout', 'new')"]
    assert subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout == b"new"
    with open(tmp_path / "log.txt", "w+b") as file:
        number = os.stat(file.name).st_ino
        subprocess.run(command, stdout=file, check=True)
        assert (os.stat(file.name).st_ino, file.read()) == (number, b"new")


def test_folders_and_names_without_a_file_are_refused(tmp_path: Path) -> None:
    for path in ("", f"{tmp_path / 'file'}{os.sep}", tmp_path, tmp_path / "no" / "such.json"):
        with pytest.raises(OSError, match=r"No such file|directory|denied"):
            write_text(path, "new")
    assert os.listdir(tmp_path) == []


@needs_posix
@pytest.mark.parametrize("protected", ["file", "folder"])
def test_what_is_read_only_stays(protected: str, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a user: the superuser may write everything."""
    if protected == "file":
        monkeypatch.setattr("collide2d._files.os.access", lambda path, mode: False)
    else:

        def refuse(*_: object) -> int:
            raise PermissionError

        monkeypatch.setattr("collide2d._files.os.open", refuse)
    said = "Permission denied" if protected == "file" else "no file can be made in the folder"
    with pytest.raises(PermissionError, match=said):
        SCENE.save(old)
    assert old.read_text(encoding="utf-8") == "old"
