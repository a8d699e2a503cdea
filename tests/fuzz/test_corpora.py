"""Replays the fuzz corpora with the system's C compiler: every input that once found a bug must pass. The results of
all verbs over fixed inputs have the bits that every platform gives.

A C compiler is a documented requirement of the tests, as it is of building the package from source. The inputs of the
targets that embed Python run in this interpreter, against the package that is installed in it.
"""

from __future__ import annotations

import importlib
import os
import random
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from collide2d import Circle

ROOT = Path(__file__).resolve().parents[2]
FUZZ = ROOT / "fuzz"
SOURCES = FUZZ / "targets"
GENERATORS = ROOT / "tests" / "generators"
CORE = ROOT / "csrc" / "core"
TARGETS = sorted(path.stem for path in SOURCES.glob("fuzz_*.c"))
PYTHON_TARGETS = [name for name in TARGETS if "embed.h" in (SOURCES / f"{name}.c").read_text(encoding="utf-8")]
C_TARGETS = [name for name in TARGETS if name not in PYTHON_TARGETS]
INPUTS = {"fuzz_walker": 200, "fuzz_threads": 500, "fuzz_testing": 500}  # of the slow ones; 2000 of the others
BATCH = sorted((ROOT / "csrc" / "batch").glob("*.c"))
COMPILER = os.environ.get("CC", "").split() or [*(["ccache"] if shutil.which("ccache") else []), "cc"]
FLAGS = [
    "-std=c11", "-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-DFUZZ_STANDALONE",
    "-g", "-fno-optimize-sibling-calls",  # by which fuzz/memory/allocations.py knows the line of each call
    "-DC2D_REALLOC=target_realloc", "-DC2D_STEPS=target_steps", "-DC2D_TESTS_BY_BOX=target_tests_by_box",
    f"-I{ROOT / 'csrc' / 'include'}",
]  # fmt: skip
PARTS = [FUZZ / name for name in ("target.c", "decode.c", "oracle.c", "integer.c")]


def compile_c(output: Path, *arguments: str | Path) -> Path:
    subprocess.run([*COMPILER, *FLAGS, *map(str, arguments), "-o", str(output), "-lm"], check=True)
    return output


@pytest.fixture(scope="module")
def object_of(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Path]:
    """The core and the shared parts of the targets, compiled once; standalone, which has main, comes last."""
    folder = tmp_path_factory.mktemp("objects")
    sources = [*sorted(CORE.glob("*/*.c")), *PARTS, FUZZ / "standalone.c"]
    return {source: compile_c(folder / f"{i}.o", "-c", "-fPIC", source) for i, source in enumerate(sources)}


@pytest.fixture(scope="module")
def objects(object_of: dict[Path, Path]) -> list[Path]:
    return list(object_of.values())


@pytest.fixture(scope="module")
def programs(objects: list[Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("targets")
    parts: dict[str, list[Path]] = {"fuzz_filter": BATCH}
    return {name: compile_c(folder / name, SOURCES / f"{name}.c", *parts.get(name, []), *objects) for name in C_TARGETS}


def run(program: Path, *arguments: str | Path) -> str:
    done = subprocess.run(
        [str(program), *map(str, arguments)], capture_output=True, text=True, cwd=program.parent, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_target_states_its_property_and_has_a_corpus() -> None:
    assert len(TARGETS) >= 5
    for name in TARGETS:
        assert (SOURCES / f"{name}.c").read_text(encoding="utf-8").startswith("/* Property: ")
        assert any((FUZZ / "corpus" / name).iterdir())


def test_corpora_are_small() -> None:
    assert sum(path.stat().st_size for path in (FUZZ / "corpus").glob("*/*")) < 1_000_000


@pytest.mark.parametrize("target", C_TARGETS)
def test_corpus_replays(programs: dict[str, Path], target: str) -> None:
    corpus = FUZZ / "corpus" / target
    output = run(programs[target], corpus)
    assert f"{len(list(corpus.iterdir()))} inputs replayed" in output


@pytest.mark.parametrize("target", C_TARGETS)
def test_random_inputs_hold(programs: dict[str, Path], target: str) -> None:
    assert "2000 inputs" in run(programs[target], "--random", "2000", "7")


@pytest.mark.parametrize("target", C_TARGETS)
def test_mutated_inputs_hold(programs: dict[str, Path], target: str) -> None:
    assert "500 inputs" in run(programs[target], "--mutate", "500", "7", FUZZ / "corpus" / target)


@pytest.mark.parametrize("target", ["fuzz_exact", "fuzz_cast"])
def test_decoder_builds_exact_touches(programs: dict[str, Path], target: str) -> None:
    """Chance gives one touch in ten thousand pairs; the relation tags must give one in ten, and of sweeps as well."""
    output = run(programs[target], "--random", "20000", "3")
    seen = {name: int(number) for name, number in re.findall(r"(apart|touching|overlapping) (\d+)", output)}
    assert 19_000 < sum(seen.values()) <= 20_000  # a few motions leave the domain
    assert min(seen.values()) >= 2_000


def test_a_wrong_answer_is_caught(tmp_path: Path, object_of: dict[Path, Path]) -> None:
    """The targets can fail: with a filter that trusts every rounded sign, the first hundred thousand inputs show it."""
    weak = [path for path in object_of if re.search("C2D_FILTER_(ORIENT|LENGTH)", path.read_text(encoding="utf-8"))]
    program = compile_c(
        tmp_path / "weak", "-O0", "-DC2D_FILTER_ORIENT=0.0", "-DC2D_FILTER_LENGTH=0.0", SOURCES / "fuzz_exact.c",
        *weak, *(compiled for path, compiled in object_of.items() if path not in weak),
    )  # fmt: skip
    harmless = tmp_path / "harmless"
    harmless.mkdir()
    for number in range(20):
        (harmless / str(number)).write_bytes(random.Random(number).randbytes(100))
    assert "20 inputs" in run(program, harmless)
    for made in (("--random", "100000"), ("--mutate", "100000", "1", str(harmless))):
        done = subprocess.run([str(program), *made], capture_output=True, text=True, cwd=tmp_path, check=False)
        assert done.returncode != 0
        assert "property violated" in done.stderr
        again = subprocess.run(
            [str(program), "--print", "failure.bin"], capture_output=True, text=True, cwd=tmp_path, check=False
        )
        assert again.returncode != 0
        assert "property violated" in again.stderr
        (tmp_path / "failure.bin").unlink()


BITS = FUZZ / "bits"
REGENERATE = "Results have changed. If you meant it, run fuzz/bits/run.sh --write, and say in the commit what changed."


@pytest.fixture(scope="module")
def bits(objects: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_c(tmp_path_factory.mktemp("bits") / "bits", "-O0", *sorted(BITS.glob("*.c")), *objects[:-1])


def test_every_verb_gives_the_same_bits_as_on_every_platform(bits: Path) -> None:
    assert run(bits).splitlines() == (BITS / "expected.txt").read_text().splitlines(), REGENERATE


@pytest.mark.parametrize(
    ("factor", "complaint"), [(1.0005, ""), (1.01, "1.00 % more work"), (0.99, "1.00 % less work")]
)
def test_another_amount_of_work_is_noticed(factor: float, complaint: str, tmp_path: Path) -> None:
    """run.sh --work compares what a program prints: here the recorded results, with other calls of one verb."""
    results = (BITS / "expected.txt").read_text().splitlines()
    calls = dict(line.split(" ") for line in (BITS / "work.txt").read_text().splitlines())
    assert [line.split(" ")[0] for line in results] == list(calls)
    calls["cast"] = str(round(factor * int(calls["cast"])))
    program = tmp_path / "program"
    program.write_text(
        "\n".join(["#!/bin/sh", "cat <<END", *(f"{line} {calls[line.split(' ')[0]]}" for line in results), "END", ""])
    )
    program.chmod(0o755)
    # The program exists, so nothing is compiled, and the compiler is only asked for the processor.
    environment = {**os.environ, "CC": "echo x86_64", "PROGRAM": str(program)}
    run = subprocess.run([str(BITS / "run.sh"), "--work"], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == bool(complaint), run.stdout + run.stderr
    assert f"cast: {complaint}" in run.stdout if complaint else "the same work" in run.stdout


def test_the_bits_of_every_function_of_the_header_are_compared() -> None:
    header = (ROOT / "csrc" / "include" / "collide2d.h").read_text(encoding="utf-8")
    declarations = re.sub(r"/\*.*?\*/|typedef[^{;]*;", "", header, flags=re.DOTALL)
    functions = set(re.findall(r"\b(c2d_[a-z0-9_]+)\(", declarations))
    sources = "".join(path.read_text(encoding="utf-8") for path in BITS.glob("*.c"))
    called = set(re.findall(r"\b(c2d_[a-z0-9_]+)\(", sources))
    assert len(functions) > 100
    assert functions <= called


@pytest.mark.skipif(sys.platform != "linux", reason="the linker and binutils of Linux tell who allocates")
def test_every_allocation_fails_once(objects: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FUZZ / "memory"))
    memory = importlib.import_module("allocations")
    report = memory.examine(compile_c(tmp_path / "memory", "-O0", *memory.MAIN, *objects[:-1], *memory.LINK))
    assert not report.problems
    assert report.verbs > 80
    assert report.places > 180


def test_no_small_input_of_the_lists_and_trees_is_wrong(objects: list[Path], tmp_path: Path) -> None:
    output = run(compile_c(tmp_path / "scope", FUZZ / "scope" / "scope.c", *objects[:-1]))
    cases = {name: int(number) for name, number in re.findall(r"(\w+) (\d+)", output)}
    assert cases.keys() == {"heaps", "radix_sort", "rank_set", "buckets", "avl_tree", "tree", "hull"}
    assert min(cases.values()) > 9_000


REPLAY = """
import importlib, random, sys
sys.path[:0] = [*sys.argv[1:3], sys.argv[4]]
from pathlib import Path
target = importlib.import_module(sys.argv[3])
for path in sorted(Path(sys.argv[2], "corpus", sys.argv[3]).iterdir()):
    print(path.name, file=sys.stderr)
    target.replay(path.read_bytes())
source = random.Random(7)
for i in range(int(sys.argv[5])):
    print("random input", i, file=sys.stderr)
    target.replay(source.randbytes(source.randrange(4, 300)))
print("held")
"""


@pytest.mark.parametrize(("target", "inputs"), [(name, INPUTS.get(name, 2000)) for name in PYTHON_TARGETS])
def test_corpus_replays_in_python(tmp_path: Path, objects: list[Path], target: str, inputs: int) -> None:
    """In a process of its own, since a violated property aborts; the last input named is the one that did."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    include = sysconfig.get_path("include")
    compile_c(
        tmp_path / f"{target}{suffix}", *shared, "-fPIC", f"-D{target.upper()}_MODULE", f"-I{include}",
        SOURCES / f"{target}.c", *objects[:-1],
    )  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-P", "-B", "-c", REPLAY, str(tmp_path), str(FUZZ), target, str(GENERATORS), str(inputs)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout == "held\n"


class SmallerCircle:
    """Makes circles that are an ulp too small."""

    __match_args__ = Circle.__match_args__

    def __call__(self, x: float, y: float, r: float) -> Circle:
        return Circle(x, y, r * (1 - 2.0**-52))


def test_a_wrong_element_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of arrays can fail: single circles that are an ulp smaller differ from those of the array."""
    monkeypatch.syspath_prepend(str(FUZZ))
    law = importlib.import_module("arrays_law")
    numbers, memory = [0.0, 0.0, 1.0, 5.0, 0.0, 1.0], [2.0, 0.0, 1.0, 5.0, 1.0, 1.0]
    for verb in range(6):
        assert law.hold(1, 1, numbers, memory, [1.0, 0.0], bytes([verb])) == ""
    monkeypatch.setattr(law, "SINGLES", (law.SINGLES[0], SmallerCircle(), *law.SINGLES[2:]))
    wrong = [law.hold(1, 1, numbers, memory, [1.0, 0.0], bytes([verb])) for verb in range(6)]
    assert any(wrong)


@pytest.mark.parametrize(
    ("place", "name", "weaker"),
    [
        ("steps", "hold", lambda *_: 1.0),  # every surface goes on for ever
        ("controller.Walker", "_is_floor", lambda self, normal: self._rise(normal) > 0),  # every slope is a floor
    ],
)
def test_a_broken_walker_is_caught(monkeypatch: pytest.MonkeyPatch, place: str, name: str, weaker: object) -> None:
    """The law of walkers can fail: the corpus finds each weakening."""
    monkeypatch.syspath_prepend(str(FUZZ))
    law = importlib.import_module("walker_law")
    monkeypatch.setattr(f"collide2d.walker.{place}.{name}", weaker)
    assert any(law.hold(path.read_bytes()) for path in sorted((FUZZ / "corpus" / "fuzz_walker").iterdir()))


def test_an_answer_that_no_single_thread_gets_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of threads can fail: each question gets the answer of another one."""
    monkeypatch.syspath_prepend(str(FUZZ))
    law = importlib.import_module("threads_law")
    corpus = [path.read_bytes() for path in sorted((FUZZ / "corpus" / "fuzz_threads").iterdir())[:20]]
    monkeypatch.setattr(law, "at_once", lambda works: [work() for work in works])
    assert not any(map(law.hold, corpus))
    monkeypatch.setattr(law, "at_once", lambda works: [(work() or [])[::-1] or None for work in works])
    assert any(map(law.hold, corpus))


def test_standalone_reads_directories_and_refuses_nothing(programs: dict[str, Path], tmp_path: Path) -> None:
    """No bytes, one byte, and more than any input needs: the decoder never rejects."""
    nested = tmp_path / "deep" / "er"
    nested.mkdir(parents=True)
    for name, data in (("empty", b""), ("one", b"\xff"), ("long", random.Random(1).randbytes(5000))):
        (nested / name).write_bytes(data)
    for program in programs.values():
        assert "3 inputs replayed" in run(program, tmp_path)


@pytest.mark.parametrize(
    ("name", "weaker"),
    [
        ("right_answer", lambda verb, relation: None),  # examples have wrong answers
        ("truth_text", lambda truth: "pair"),  # a truth does not come back
        ("HEADER", "collide2d truths 0"),  # a file does not begin with its first line
    ],
)
def test_a_broken_exam_or_reader_is_caught(monkeypatch: pytest.MonkeyPatch, name: str, weaker: object) -> None:
    """The law of files of truths and of exams can fail: the corpus finds each weakening, or has no truths any more."""
    monkeypatch.syspath_prepend(str(FUZZ))
    law = importlib.import_module("testing_law")
    corpus = [path.read_bytes() for path in sorted((FUZZ / "corpus" / "fuzz_testing").iterdir())]

    def broken(data: bytes) -> bool:
        try:
            return bool(law.hold(data))
        except ValueError:
            return True

    read: list[object] = []
    reader = law.read_truths

    def recorded(path: Path) -> Iterator[object]:
        for truth in reader(path):
            read.append(truth)
            yield truth

    monkeypatch.setattr(law, "read_truths", recorded)
    assert not any(map(broken, corpus))
    count = len(read)
    assert count > 50
    read.clear()
    monkeypatch.setattr(law, name, weaker)
    assert any(map(broken, corpus)) or len(read) < count
