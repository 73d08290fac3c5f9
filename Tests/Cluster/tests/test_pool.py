"""A pool of connections by transaction between hosts and the database."""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor

from cluster import photos
from cluster.hosts import Hosts
from cluster.library import PICKER
from cluster.pool import Pool
from .case import LibraryTest, takes_long


class PoolTests(LibraryTest):
    """Libraries and stores need nothing of a connection that outlives a transaction."""

    def setUp(self) -> None:
        super().setUp()
        pool = Pool(self.servers)
        pool.__enter__()
        self.addCleanup(pool.__exit__)
        self.library.database_port = pool.port

    def test_libraries_are_filled_and_listed_through_it(self) -> None:
        """By more programs at once than it has connections."""
        photos.fill(self.photos, 60)
        processes = [self.library.begin_ingest(self.photos, workers=4) for _ in range(2)]
        for process in processes:
            report = json.loads(process.communicate(timeout=90)[0])
            self.assertNotIn("message", report)
            self.assertEqual(report["failures"], [])
        self.assert_whole()
        self.home.add("club", self.library)
        listings = [subprocess.Popen(
            [PICKER, "assets", "--library", "club", "--json"], env=self.home.environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True) for _ in range(5)]
        texts = set()
        for listing in listings:
            text, errors = listing.communicate(timeout=60)
            self.assertEqual(listing.returncode, 0, errors)
            texts.add(text)
        self.assertEqual(len(texts), 1)
        self.assertEqual(len(texts.pop().splitlines()), 60)

    @takes_long
    def test_hosts_share_their_store_through_it(self) -> None:
        """Sessions that several hosts change at once, each transaction over whichever connection is free."""
        photos.fill(self.photos, 4)
        self.library.ingest(self.photos)
        hosts = Hosts(self.scratch, self.library, count=2)
        self.addCleanup(hosts.end)
        hosts.start(behind_nginx=False)
        token = hosts.hosts[0].home.picker("clients", "add", "notes").stdout.strip()
        headers = {"Authorization": f"Bearer {token}"}

        def make(number: int) -> str:
            status, answer = hosts.ask("POST", "/v1/sessions", headers, "{}", hosts.hosts[number % 2])
            self.assertEqual(status, 200, answer)
            return json.loads(answer)["id"]

        with ThreadPoolExecutor(8) as pool:
            names = list(pool.map(make, range(24)))
            for host in hosts.hosts:
                answers = list(pool.map(
                    lambda name, host=host: hosts.ask("GET", f"/v1/sessions/{name}", headers, None, host)[0], names))
                self.assertEqual(set(answers), {200})
        self.assertEqual(self.library.sql("SELECT count(*) FROM picker_server.session"), [["24"]])
