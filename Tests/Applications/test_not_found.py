"""What the time of a refusal tells."""

import statistics
import time

import pytest

from program import Program, expect_error

ROUNDS = 300
# What tells something tells it most times; what else this machine does need not.
TIMES = 3


def quickest(program: Program, paths: list[str]) -> list[float]:
    """Of each path, asked for in turn, so that a busy machine is busy for all of them; to and fro, since who comes second
    is served a little later.
    """
    times = [[] for _ in paths]
    for number in range(ROUNDS):
        for path, found in list(zip(paths, times))[:: 1 if number % 2 else -1]:
            begin = time.perf_counter()
            answer = program.ask("GET", path)
            found.append(time.perf_counter() - begin)
            expect_error(answer, 404, "NOT_FOUND")
    return [sorted(found)[ROUNDS // 20] for found in times]


def difference(program: Program, path: str, foreign: str, unknown: str) -> float:
    """How much longer a refusal takes for another program's than for none, as a part of what is allowed."""
    one, none = quickest(program, [path.format(foreign), path.format(unknown)])
    print(f"{path}: {one * 1e6:.0f} µs for another program's, {none * 1e6:.0f} µs for none")
    return abs(one - none) / max(0.15 * none, 0.0003)


@pytest.mark.slow
def test_a_session_of_another_program_takes_as_long_to_be_unknown_as_none(program, other):
    # What would take long to read, if it were read.
    body = {"pickingConfig": {"maxItemCount": "2000"}, "picker": {"preselectedItemIds": [f"a{number:040}" for number in range(2000)]}}
    foreign = other.create(body)["id"]
    unknown = "A" * len(foreign)
    for path in ["/v1/sessions/{}", "/v1/mediaItems?sessionId={}", "/v1/sessions/{}/events"]:
        assert statistics.median(difference(program, path, foreign, unknown) for _ in range(TIMES)) < 1, path
