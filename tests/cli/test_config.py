"""`collide2d config` prints the paths that the package's functions return."""

from __future__ import annotations

from pathlib import Path

import pytest

import collide2d
from collide2d.cli.program import main


@pytest.mark.parametrize(
    ("option", "paths"),
    [
        ("--include", [collide2d.get_include()]),
        ("--sources", collide2d.get_sources()),
        ("--cmake-dir", [collide2d.get_cmake_dir()]),
    ],
)
def test_config_prints_a_path_on_each_line(option: str, paths: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", option]) == 0
    assert capsys.readouterr() == ("".join(f"{path}\n" for path in paths), "")
    assert paths
    assert all(Path(path).is_absolute() and Path(path).exists() for path in paths)


def test_config_alone_prints_all_paths(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config"]) == 0
    printed, complaint = capsys.readouterr()
    assert not complaint
    assert printed.splitlines() == [
        f"include: {collide2d.get_include()}",
        *(f"sources: {path}" for path in collide2d.get_sources()),
        f"cmake-dir: {collide2d.get_cmake_dir()}",
    ]


@pytest.mark.parametrize("arguments", [["--include", "--sources"], ["--libs"]])
def test_config_takes_one_of_its_options(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["config", *arguments])
    assert ended.value.code == 2
    assert "--include" in capsys.readouterr().err
