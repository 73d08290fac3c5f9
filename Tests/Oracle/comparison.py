"""Compares two accounts of the same files, with a list of those that may differ."""

from exceptions import EXCEPTIONS


class Comparison:
    """Collects where two accounts differ.

    An exception that does not differ any more is an error, too: the list becomes shorter and never out of date.
    """

    def __init__(self, check):
        self._exceptions = EXCEPTIONS.get(check, {})
        self._differences = {}
        self.count = 0

    def add(self, path, what, ours, theirs, equal=None):
        """Notes one fact of one file. `equal` says whether the two mean the same; None: whether they are equal."""
        self.count += 1
        if not (ours == theirs if equal is None else equal):
            self._differences.setdefault(path, []).append(f"{what}: picker {ours!r}, the other {theirs!r}")

    def check(self, least):
        """Fails where files differ that are no exceptions, or where fewer facts were compared than `least`."""
        unexpected = [
            f"{path}: {'; '.join(facts)}" for path, facts in self._differences.items() if path not in self._exceptions]
        stale = [path for path in self._exceptions if path not in self._differences]
        assert not unexpected, f"{len(unexpected)} files differ:\n" + "\n".join(unexpected)
        assert not stale, "exceptions that do not differ any more:\n" + "\n".join(stale)
        assert self.count >= least, f"compared {self.count} facts only"
