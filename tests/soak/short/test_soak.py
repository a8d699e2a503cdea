"""The long runs are found, end in time, and report failures."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
import soak

EXAMS = Path(__file__).resolve().parents[2] / "exams"


@pytest.mark.parametrize("path", sorted(EXAMS.glob("million*.py")), ids=lambda path: path.stem)
def test_every_long_run_names_its_command_in_the_docstring(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if "run_command(__doc__" in text:  # which reads the options
        text += (EXAMS / "exam.py").read_text(encoding="utf-8")
    for job in soak.million_jobs(path, 7):
        assert job.command[-4:] == ["--seed", "7", "--processes", "1"]
        assert f'"{job.command[2]}"' in text, "the option that the docstring names is there"
    assert [*soak.million_jobs(path, 7)], "the docstring names a command"
    assert '"--seed"' in text
    assert '"--processes"' in text


def test_a_round_has_the_long_runs_and_the_properties() -> None:
    names = [job.name for job in soak.one_round(1)]
    assert "million_slides.py --seams" in names
    assert "pair/test_laws.py" in names
    assert "space/test_machine.py" in names
    assert len(names) == len(set(names))
    assert soak.one_round(1) == soak.one_round(1) != soak.one_round(2)
    assert [job.name for job in soak.one_round(1, ["million_casts"])] == ["million_casts.py --casts"]


def test_a_failure_is_counted_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    jobs = [
        soak.Job(name, [sys.executable, "-S", "-E", "-c", code])
        for name, code in (("fine", "pass"), ("broken", "print('WRONG'); raise SystemExit(1)"))
    ]
    assert soak.soak(jobs, time.monotonic() + 600, 1) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("fine")
    assert "WRONG" in shown


def test_a_run_that_exceeds_the_time_is_ended_and_does_not_fail(capsys: pytest.CaptureFixture[str]) -> None:
    sleeper = soak.Job("sleeper", [sys.executable, "-S", "-E", "-c", "import time; time.sleep(3600)"])
    assert soak.soak([sleeper, sleeper], time.monotonic() + 0.2, 1) == 0
    assert "the time is up" in capsys.readouterr().out


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        soak.main(["--only", "nothing"])
    assert "no run is called nothing" in capsys.readouterr().err
