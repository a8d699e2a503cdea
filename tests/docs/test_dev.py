"""dev.py, the first command of a clone: what it installs, what it says, and one message if that fails."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from scripts import script

ROOT = Path(__file__).resolve().parents[2]
DEV = script(ROOT / "dev.py")


def test_no_arguments_are_answered_with_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert DEV.main([]) == DEV.main(["fly"]) == 2
    said = capsys.readouterr().err
    assert all(f"python3 dev.py {name} " in said for name in [*DEV.COMMANDS, *DEV.SCRIPTS])


def test_amalgamate_writes_the_pair_and_needs_no_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(DEV, "set_up", lambda command: pytest.fail("sets up an environment"))
    assert DEV.main(["amalgamate", str(tmp_path / "new" / "folder")]) == 0
    files = [tmp_path / "new" / "folder" / name for name in ("collide2d.c", "collide2d.h")]
    assert capfd.readouterr().out.split() == [str(path) for path in files]
    assert all(path.stat().st_size > 10_000 for path in files)
    assert DEV.main(["amalgamate", "one", "two"]) != 0
    assert "usage" in capfd.readouterr().err


def test_proofs_need_no_environment_and_say_which_prover_is_missing(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(DEV, "set_up", lambda command: pytest.fail("sets up an environment"))
    assert DEV.main(["proofs", "--table"]) == 0
    assert capfd.readouterr().out.startswith("proofs: the table holds")
    monkeypatch.setenv("PATH", "")
    assert DEV.main(["proofs"]) == 1
    assert capfd.readouterr().err.strip().endswith("needs gappa (Debian: apt-get install gappa); --table does without")


@pytest.mark.parametrize("name", DEV.COMMANDS)
def test_every_group_is_a_list_of_packages(name: str) -> None:
    wanted = list(DEV.requirements(DEV.COMMANDS[name].groups))
    assert all(isinstance(one, str) for one in wanted)
    assert len(set(wanted)) >= len(DEV.COMMANDS[name].groups)


def test_an_installation_that_is_current_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed: list[tuple[str, ...]] = []
    monkeypatch.setattr(DEV, "ENVIRONMENT", tmp_path)
    monkeypatch.setattr(DEV, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(DEV, "pip_install", lambda *arguments, **options: installed.append(arguments))
    for name, installs in [("test", 2), ("test", 0), ("run", 0), ("play", 1), ("play", 0), ("run", 0)]:
        installed.clear()
        DEV.set_up(DEV.COMMANDS[name])
        assert len(installed) == installs, name
        assert (capsys.readouterr().err == "") == (installs == 0)


def test_modules_are_compiled_once_even_if_the_tree_must_stay_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    assert DEV.variables() == dict(os.environ)
    clean = os.environ | {"PYTHONPYCACHEPREFIX": str(DEV.ENVIRONMENT / "pycache")}
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert DEV.variables() == clean


def test_a_failure_ends_with_what_may_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DEV, "PYTHON", Path(sys.executable))
    with pytest.raises(DEV.SetupError) as failed:
        DEV.pip_install("--no-such-option", help="Try this.")
    assert "--no-such-option" in str(failed.value)
    assert str(failed.value).endswith("\nTry this.")
