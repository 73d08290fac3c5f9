"""Processes that get no more than a part of a processor each: stand-ins for machines of their own, where one machine has too few
processors for a database, an S3 and several workers. By the control groups of the kernel, of version 1 or 2; needs root."""

import contextlib
import os
import pathlib
import secrets
from collections.abc import Iterator

import processor_times

PERIOD = 20_000  # Microseconds.


class NoShares(Exception):
    """Processes cannot be given a part of a processor here."""


class Share:
    """A part of a processor, for the processes that enter it."""

    def __init__(self, part: float) -> None:
        name = f"picker-{secrets.token_hex(4)}"
        first, second = pathlib.Path("/sys/fs/cgroup/cpu"), pathlib.Path("/sys/fs/cgroup")
        quota = int(part * PERIOD)
        if first.is_dir():
            self._folder = first / name
            limits = {"cpu.cfs_period_us": str(PERIOD), "cpu.cfs_quota_us": str(quota)}
        else:
            self._folder = second / name
            limits = {"cpu.max": f"{quota} {PERIOD}"}
        self._folder.mkdir()
        for file, text in limits.items():
            (self._folder / file).write_text(text, encoding="ascii")

    def enter(self) -> None:
        """Takes this process into it, for a child that is about to become another program."""
        (self._folder / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")

    def seconds(self) -> float:
        """Of a processor, that the processes in it took so far, with those of theirs that ended."""
        return processor_times.of((self._folder / "cgroup.procs").read_text(encoding="ascii").split())

    def remove(self) -> None:
        self._folder.rmdir()


@contextlib.contextmanager
def shares(count: int, part: float) -> Iterator[list[Share]]:
    """So many of them, removed in the end; NoShares where the kernel or its owner allows none."""
    with contextlib.ExitStack() as stack:
        made = []
        for _ in range(count):
            try:
                made.append(Share(part))
            except OSError as error:
                raise NoShares(str(error)) from error
            stack.callback(made[-1].remove)
        yield made
