"""Measures the time and peak memory of all pairs in one call and under dask, with one and more worker processes.

    python bench/python/dask_pairs.py [--rows 8000000] [--workers 1 2]      needs dask and distributed

The rows are circles with about four neighbours each, in 20 .npy files. Each method runs in its own process and must
give the same pairs. Memory is the peak resident size of a process, printed beside its size before the work.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from distributed import Client, LocalCluster

from collide2d import Circles, pairs
from collide2d import dask as lazy

CHUNKS = 20


def peak() -> float:
    """The largest resident size so far, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def write_chunks(folder: Path, rows: int) -> list[Path]:
    rng, side, paths = np.random.default_rng(1), 0.9 * rows**0.5, []
    for k in range(CHUNKS):
        count = rows * (k + 1) // CHUNKS - rows * k // CHUNKS
        paths.append(folder / f"chunk-{k:02}.npy")
        np.save(paths[-1], np.column_stack((rng.uniform(0, side, (count, 2)), rng.uniform(0.2, 0.8, count))))
    return paths


def in_one_call(paths: list[Path], target: Path) -> None:
    before, start = peak(), time.perf_counter()
    found = pairs(Circles(np.concatenate([np.load(path) for path in paths])))
    print(f"one call: {len(found):,} pairs, {time.perf_counter() - start:.1f} s, peak {peak():.0f} MB ({before:.0f})")
    np.save(target, found)


def under_dask(paths: list[Path], target: Path, workers: int) -> None:
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        ask: Any = client.run
        before, start = max(ask(peak).values()), time.perf_counter()
        found = lazy.pairs(lazy.LazyShapes.from_chunks(Circles, paths), directory=target)
        seconds, after = time.perf_counter() - start, max(ask(peak).values())
        print(f"dask, workers: {workers}: {len(found):,} pairs, {seconds:.1f} s, ", end="")
        print(f"peak of a worker {after:.0f} MB ({before:.0f})")


def check_parts(folder: Path, want: Any) -> None:
    at = 0
    for part in sorted(folder.iterdir()):
        found = np.load(part)
        assert np.array_equal(found, want[at : at + len(found)])
        at += len(found)
    assert at == len(want)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=8_000_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    chosen = parser.parse_args()
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = write_chunks(folder, chosen.rows)
        single = spawn.Process(target=in_one_call, args=(paths, folder / "found.npy"))
        single.start()
        single.join()
        want = np.load(folder / "found.npy", mmap_mode="r")
        for workers in chosen.workers:
            parts = folder / f"parts-{workers}"
            under_dask(paths, parts, workers)
            check_parts(parts, want)
        print("the same pairs in the same order")


if __name__ == "__main__":
    main()
