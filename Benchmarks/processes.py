"""Times whole processes, and notices when others had a part of the processors meanwhile."""

import dataclasses
import os
import statistics
import subprocess
import sys
import time

# The part of all processors' time that others may take in a run that counts as undisturbed.
QUIET = 0.05


@dataclasses.dataclass
class Run:
    wall: float
    processor: float  # user and system, of the process and its children
    others: float  # the part of the processors that went to other processes


@dataclasses.dataclass
class Series:
    """Runs of one command."""

    runs: list
    repeated: int = 0

    @property
    def wall(self):
        return statistics.median(run.wall for run in self.runs)

    @property
    def processor(self):
        return statistics.median(run.processor for run in self.runs)

    @property
    def spread(self):
        walls = [run.wall for run in self.runs]
        return max(walls) - min(walls)

    @property
    def disturbed(self):
        return sum(run.others > QUIET for run in self.runs)


def in_turns(commands, rounds, patience):
    """Runs the named commands one after the other, `rounds` times, after one time that does not count.

    A command is (arguments, variables of the environment, a function that makes ready for it). A disturbed run is
    repeated; all commands together have `patience` seconds for that. Of each command the least disturbed runs count.
    """
    series = {name: Series([]) for name in commands}
    for command in commands.values():
        run(*command)
    end = time.monotonic() + patience
    for _ in range(rounds):
        for name, command in commands.items():
            attempts = [run(*command)]
            while attempts[-1].others > QUIET and time.monotonic() < end:
                _wait_for_quiet(end)
                attempts.append(run(*command))
            series[name].runs.append(min(attempts, key=lambda run: run.others))
            series[name].repeated += len(attempts) - 1
    return series


def run(arguments, variables, prepare):
    prepare()
    busy_before = _busy_seconds()
    start = time.perf_counter()
    process = subprocess.Popen(
        arguments, env={**os.environ, **variables}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE)
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{arguments[0]} ended with {process.returncode}: {message.decode(errors='replace')}")
    processor = usage.ru_utime + usage.ru_stime
    others = max(0, _busy_seconds() - busy_before - processor) / (wall * os.cpu_count())
    # The system counts its own time in hundredths of a second.
    others -= 0.02 / (wall * os.cpu_count())
    return Run(wall, processor, max(0, others))


def memory(arguments, variables, prepare):
    """The most that a process had resident at once, in MiB.

    Through GNU time: the system counts what a process had before its program began, which of a child of Python's is much.
    """
    prepare()
    result = subprocess.run(
        ["/usr/bin/time", "-f", "%M", "--", *arguments], env={**os.environ, **variables}, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    return int(result.stderr.splitlines()[-1]) / 1024


def _busy_seconds():
    """What all processors worked since the system started."""
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system, _, _, irq, soft_irq, steal = map(int, file.readline().split()[1:9])
    return (user + nice + system + irq + soft_irq + steal) / os.sysconf("SC_CLK_TCK")


def _wait_for_quiet(end):
    while time.monotonic() < end:
        before = _busy_seconds()
        time.sleep(0.3)
        if (_busy_seconds() - before) / (0.3 * os.cpu_count()) < QUIET:
            return
