"""What tests of a library have in common."""

import functools
import pathlib
import tempfile
import unittest

from cluster.library import Configured, Library
from cluster.servers import Servers

# Set by `Tests/Cluster/run`, which starts them.
servers: Servers | None = None
# Whether tests that take long are run.
is_long = False


def takes_long(test):
    """Left out of short runs. What it looks at is known only when the tests run."""

    @functools.wraps(test)
    def run(self, *arguments):
        if not is_long:
            self.skipTest("it takes long: LEVEL=full runs it")
        return test(self, *arguments)

    return run


class LibraryTest(unittest.TestCase):
    """A library, a folder of photos and a home of its own for each test."""

    def setUp(self) -> None:
        assert servers is not None
        self.servers = servers
        scratch = tempfile.TemporaryDirectory(prefix="picker-cluster-test-")
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.photos = self.scratch / "photos"
        self.photos.mkdir()
        self.library = Library(servers)
        self.addCleanup(self.library.drop)
        self.home = Configured(self.scratch / "home")

    def assert_whole(self, **options) -> None:
        """Nothing is lost, doubled or orphaned."""
        from cluster import checker

        self.assertEqual(checker.problems(self.library, self.photos, **options), [])
