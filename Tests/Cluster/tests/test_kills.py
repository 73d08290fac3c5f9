"""Whatever works at a library is killed at any moment, again and again."""

import random
import threading
import time

from cluster import checker, photos
from cluster.hosts import Hosts
from . import case
from .case import LibraryTest

# What is to be so while work is left undone: each of these is gone when the next ingest has ended.
UNDONE = ("is lost", "jobs still wait", "is of nothing")


class KillTests(LibraryTest):
    """Ingest on two machines and two hosts, of which none ends in good order."""

    def test_nothing_is_lost_doubled_or_orphaned_by_kills_at_random_moments(self) -> None:
        """A hundred rounds in a long run, else eight. In between, too, rows name no object that is not there."""
        rounds = 100 if case.is_long else 8
        chance = random.Random(time.time_ns())
        photos.fill(self.photos, 4)
        self.library.ingest(self.photos)
        hosts = Hosts(self.scratch, self.library, count=2)
        self.addCleanup(hosts.end)
        hosts.start(behind_nginx=False)
        count, killed = 4, 0
        for number in range(rounds):
            count += chance.randrange(3, 9)
            photos.fill(self.photos, count)
            running = [self.library.begin_ingest(self.photos) for _ in range(2)]
            host = chance.choice(hosts.hosts)
            killer = threading.Timer(chance.uniform(0, 0.3), host.kill)
            killer.start()
            for process in running:
                time.sleep(chance.uniform(0, 0.25))
                killed += process.poll() is None
                # Nothing, when it has ended by itself.
                process.kill()
                process.communicate()
            killer.join()
            host.start()
            if number % 10 == 0:
                found = checker.problems(self.library, self.photos)
                self.assertEqual([line for line in found if not line.endswith(UNDONE)], [], f"after round {number}")
        self.assertGreater(killed, 0, "all had ended before they were killed: nothing was tried")
        report = self.library.ingest(self.photos, workers=3)
        self.assertEqual(report["failures"], [])
        self.assert_whole()
        for host in hosts.hosts:
            host.wait()
            host.end()
        self.home.add("club", self.library)
        self.assertEqual(len(self.home.assets("club")), count)
