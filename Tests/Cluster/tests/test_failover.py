"""The database fails, and a standby takes its place, at the same address."""

import json
import shutil
import subprocess
import time

from cluster import photos
from cluster.gate import Gate
from cluster.hosts import Hosts
from cluster.library import PICKER
from .case import LibraryTest, takes_long


class FailoverTests(LibraryTest):
    """What the standby knew is there; what it did not know yet is brought in again."""

    def setUp(self) -> None:
        super().setUp()
        self.primary = self.servers.database
        self.gate = Gate(self.primary.port)
        self.library.database_port = self.gate.port

    def follow(self) -> None:
        """Makes a standby, which is gone with the test."""
        self.standby = self.primary.standby()

        def end() -> None:
            self.standby.stop()
            shutil.rmtree(self.standby.folder.parent, ignore_errors=True)

        self.addCleanup(end)

    def fail_over(self) -> None:
        """The primary ends as in a crash, and all connections with it; then the address leads to the standby."""
        self.primary.stop("immediate")
        # For the tests that come after this one; it was never told that it is the primary no more.
        self.addCleanup(self.primary.start)
        self.standby.promote()
        self.gate.target = self.standby.port

    @takes_long
    def test_hosts_and_ingest_go_on_over_the_standby(self) -> None:
        """Sessions, listings, and files that are being brought in."""
        photos.fill(self.photos, 200)
        hosts = Hosts(self.scratch, self.library, count=2)
        self.addCleanup(hosts.end)
        hosts.start(behind_nginx=False)
        token = hosts.hosts[0].home.picker("clients", "add", "notes").stdout.strip()
        headers = {"Authorization": f"Bearer {token}"}
        status, answer = hosts.ask("POST", "/v1/sessions", headers, "{}", hosts.hosts[0])
        self.assertEqual(status, 200, answer)
        session = json.loads(answer)["id"]
        self.follow()
        self.standby.wait_for(self.primary)

        # A standby is read; who writes is told in one line.
        self.gate.target = self.standby.port
        self.gate.drop()
        self.assertIn("notes", hosts.hosts[1].home.picker("clients", "list").stdout)
        done = hosts.hosts[1].home.picker("clients", "add", "more", check=False)
        self.assertEqual((done.returncode, len(done.stderr.strip().splitlines())), (77, 1), done.stderr)
        self.assertIn("takes no writes now", done.stderr)
        # No one can listen to it, and it is looked at now and then instead.
        self.home.add("club", self.library)
        watch = subprocess.Popen(
            [PICKER, "watch", "--library", "club"], env=self.home.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        time.sleep(3)
        watch.terminate()
        self.assertNotIn("not observed", watch.communicate(timeout=30)[0])
        self.gate.target = self.primary.port
        self.gate.drop()

        process = self.library.begin_ingest(self.photos)
        self.library.wait_for_assets()
        self.fail_over()
        report = json.loads(process.communicate(timeout=90)[0])
        self.assertNotIn("message", report)
        self.assertEqual(report["failures"], [])
        for host in hosts.hosts:
            self.assertEqual(hosts.ask("GET", f"/v1/sessions/{session}", headers, None, host)[0], 200)
        status, answer = hosts.ask("POST", "/v1/sessions", headers, "{}", hosts.hosts[1])
        self.assertEqual(status, 200, answer)
        # What was committed and not copied yet is gone; the same said once more brings it in.
        self.library.ingest(self.photos)
        self.servers.database = self.standby
        try:
            self.assert_whole()
        finally:
            self.servers.database = self.primary
