"""Runs tests, says which took longest, and in CI what failed once more: see docs/decisions/0041-once-more.md."""

import time
import unittest

MOST_AGAIN = 3


class TimedResult(unittest.TextTestResult):
    """Knows how long each test took, from its set-up to its end, and prints those that took longest."""

    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self._times: list[tuple[float, str]] = []

    def startTest(self, test: unittest.TestCase) -> None:
        self._begun = time.monotonic()
        super().startTest(test)

    def stopTest(self, test: unittest.TestCase) -> None:
        self._times.append((time.monotonic() - self._begun, test.id()))
        super().stopTest(test)

    def printErrors(self) -> None:
        super().printErrors()
        for seconds, name in sorted(self._times, reverse=True)[:10]:
            self.stream.writeln(f"{seconds:6.1f} s  {name}")

    def failed_tests(self) -> list[str] | None:
        """Their names; None if something failed that is no test, such as the set-up of a class, or a module's import."""
        failed = {getattr(test, "test_case", test) for test, _ in self.failures + self.errors} | set(self.unexpectedSuccesses)
        if any(type(test).__module__.startswith("unittest") for test in failed):
            return None
        return sorted(test.id() for test in failed)


def run(names: list[str], is_verbose: bool, again: bool) -> bool:
    """Whether these tests pass; with `again`, also when those that failed, if they are few, pass in a second run by themselves."""

    def result_of(names: list[str]) -> TimedResult:
        runner = unittest.TextTestRunner(verbosity=2 if is_verbose else 1, resultclass=TimedResult)
        result = runner.run(unittest.defaultTestLoader.loadTestsFromNames(names))
        assert isinstance(result, TimedResult)
        return result

    first = result_of(names)
    if first.wasSuccessful() or not again:
        return first.wasSuccessful()
    failed = first.failed_tests()
    if not failed or len(failed) > MOST_AGAIN or not result_of(failed).wasSuccessful():
        return False
    for name in failed:
        print(f"unsteady: {name}", flush=True)
    return True
