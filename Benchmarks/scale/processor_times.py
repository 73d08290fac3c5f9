"""Seconds of a processor that processes took, from what the kernel says of each."""

import os
import pathlib
from collections.abc import Iterable

TICKS = os.sysconf("SC_CLK_TCK")


def of(processes: Iterable[str]) -> float:
    """Those of these took so far, with those of theirs that ended; of one that is gone, nothing."""
    return sum(taken for _, taken in _read(processes))


def of_servers() -> dict[str, float]:
    """Those of each kind of server of `make test-cluster`."""
    taken = dict.fromkeys(("PostgreSQL", "S3"), 0.0)
    for name, seconds in _read(file.name for file in pathlib.Path("/proc").glob("[0-9]*")):
        kind = "PostgreSQL" if "(postgres" in name else "S3" if "(radosgw" in name or "(ceph-" in name else None
        if kind:
            taken[kind] += seconds
    return taken


def _read(processes):
    for process in processes:
        try:
            name, figures = pathlib.Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)
        except OSError:
            continue
        yield name, sum(map(int, figures.split()[11:15])) / TICKS
