"""A store or a database that is slow, objects that are others than their rows say, and a disk that is full."""

import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

from cluster import database, photos
from cluster.gate import Gate
from .case import LibraryTest


class SlowStore(LibraryTest):
    """An S3 whose answers are on their way for long."""

    def setUp(self) -> None:
        super().setUp()
        self.gate = Gate(self.servers.s3_port)
        self.addCleanup(self.gate.pass_on)
        self.library.endpoint_port = self.gate.port

    def test_what_a_slow_store_has_comes_whole(self) -> None:
        """Half a second for each piece; the list of what is there comes, too."""
        photos.fill(self.photos, 2, size=(300, 200))
        self.library.ingest(self.photos)
        self.home.add("club", self.library)
        self.gate.lag = 0.5
        asset = self.home.assets("club")[0]
        copy = self.scratch / "copy.png"
        self.home.picker("original", asset["localIdentifier"], "--library", "club", "--out", str(copy))
        self.assertEqual(copy.read_bytes(), (self.photos / asset["relativePath"]).read_bytes())

    def test_ingest_into_a_store_that_is_slow_loses_nothing(self) -> None:
        """Also when answers stop for a while after requests were sent."""
        photos.fill(self.photos, 40)
        self.gate.lag = 0.05
        process = self.library.begin_ingest(self.photos, workers=3)
        self.library.wait_for_assets()
        self.gate.hold()
        before = self.library.sql("SELECT count(*) FROM picker.asset")
        # Three workers wait for the store, each with one asset: at most what was on its way is still written.
        self.assertIsNone(process.poll())
        self.assertLess(int(before[0][0]), 40)
        self.gate.pass_on()
        report = json.loads(process.communicate(timeout=90)[0])
        self.assertNotIn("message", report)
        self.assertEqual((report["inserted"], report["failures"]), (40, []))
        self.assert_whole()

    def test_each_worker_has_a_connection_of_its_own(self) -> None:
        """Also where there are more of them than a host has connections."""
        photos.fill(self.photos, 30)
        self.gate.lag = 0.2
        process = self.library.begin_ingest(self.photos, workers=10)
        connections = 0
        while process.poll() is None:
            # Both ends of each are open.
            connections = max(connections, len(self.gate.open) // 2)
            time.sleep(0.02)
        report = json.loads(process.communicate(timeout=90)[0])
        self.assertEqual((report["inserted"], report["failures"]), (30, []))
        self.assertGreaterEqual(connections, 10)


class OtherObjects(LibraryTest):
    """What is in the bucket is not what the rows say."""

    def setUp(self) -> None:
        super().setUp()
        (self.photos / "one.png").write_bytes(photos.png(700, 500, 4))
        self.library.ingest(self.photos)
        self.home.add("club", self.library)
        self.asset = self.home.assets("club")[0]["localIdentifier"]
        self.keys = {key.split("/")[0]: key for key in self.library.buckets.objects(self.library.name)}
        self.copy = self.scratch / "copy.png"

    def original(self) -> subprocess.CompletedProcess:
        """Asks for the file."""
        return self.home.picker("original", self.asset, "--library", "club", "--out", str(self.copy), check=False)

    def image(self, size: str = "140") -> subprocess.CompletedProcess:
        """Asks for a thumbnail, which is kept ready, or for all pixels; not from what this machine kept of it."""
        return self.home.picker(
            "image", self.asset, "--library", "club", "--size", size, "--out", str(self.scratch / "image.png"),
            check=False)

    def ingest_again(self) -> None:
        """After `touch`, as the message and the guide say."""
        (self.photos / "one.png").touch()
        report = self.library.ingest(self.photos)
        self.assertEqual(report["failures"], [])

    def replace(self, key: str, content: bytes) -> None:
        """Another program writes into the bucket."""
        self.library.buckets.request("PUT", f"/{self.library.name}/{key}", body=content)

    def test_objects_that_were_deleted_are_brought_in_again(self) -> None:
        """Both the original and the image that is kept ready; until then each is named, and the list is there."""
        for key, ask in ((self.keys["original"], self.original), (self.keys["rendition"], self.image)):
            self.library.buckets.delete(self.library.name, key)
            done = ask()
            self.assertEqual(done.returncode, 65, done.stderr)
            self.assertIn(f"the object {key} is missing", done.stderr)
            self.assertEqual(len(self.home.assets("club")), 1)
            self.ingest_again()
            self.assertEqual(ask().returncode, 0)
        self.assertEqual(self.copy.read_bytes(), (self.photos / "one.png").read_bytes())
        self.assert_whole()

    def test_an_object_of_another_length_is_not_given_out_as_the_file(self) -> None:
        """It is said which it is, whether it is shorter or longer, and it is replaced by what it should be."""
        right = (self.photos / "one.png").read_bytes()
        for content in (right[:1000], right + b"more", b"short", b""):
            self.replace(self.keys["original"], content)
            done = self.original()
            self.assertNotEqual(done.returncode, 0, f"{len(content)} bytes")
            self.assertIn(self.keys["original"], done.stderr)
            self.assertIn("picker ingest --again", done.stderr)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
            self.ingest_again()
            self.assertEqual(self.original().returncode, 0)
            self.assertEqual(self.copy.read_bytes(), right)
        self.assert_whole()

    def test_no_image_is_made_of_an_object_of_another_length(self) -> None:
        """Neither of one that is kept ready nor of the file itself, be it an image of something else."""
        for key, size in ((self.keys["rendition"], "140"), (self.keys["original"], "full")):
            self.replace(key, photos.png(358, 256, 5))
            done = self.image(size)
            self.assertNotEqual(done.returncode, 0, key)
            self.assertIn(f"the object {key} has", done.stderr)
            self.assertIn("picker ingest --again", done.stderr)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
            self.ingest_again()
            self.assertEqual(self.image(size).returncode, 0)
        self.assert_whole()


class SlowDatabase(LibraryTest):
    """A way to the database on which each answer takes long."""

    def test_what_is_brought_in_and_listed_over_a_slow_way_is_whole(self) -> None:
        """20 ms a piece more, and answers that stop while a statement is on its way."""
        gate = Gate(self.servers.database.port)
        self.addCleanup(gate.pass_on)
        self.library.database_port = gate.port
        gate.lag = 0.02
        photos.fill(self.photos, 30)
        process = self.library.begin_ingest(self.photos, workers=2)
        self.library.wait_for_assets()
        gate.hold()
        self.assertIsNone(process.poll())
        gate.pass_on()
        gate.lag = 0.02
        report = json.loads(process.communicate(timeout=90)[0])
        self.assertEqual((report["inserted"], report["failures"]), (30, []))
        self.home.add("club", self.library)
        self.assertEqual(len(self.home.assets("club")), 30)
        self.assert_whole()


@unittest.skipUnless(os.geteuid() == 0, "only root mounts a small disk")
class FullDatabase(LibraryTest):
    """The database's disk has no room left."""

    def setUp(self) -> None:
        super().setUp()
        self.disk = pathlib.Path(tempfile.mkdtemp(prefix="small-", dir=self.servers.folder))
        self.mount("size=48m")
        self.name = f"small_{self.disk.name[6:].lower()}"
        self.servers.database.sql(f"CREATE TABLESPACE {self.name} LOCATION '{self.disk}'")
        self.library.drop()
        self.servers.database.sql(
            f'CREATE DATABASE "{self.library.name}" TABLESPACE {self.name} STRATEGY file_copy')

    def mount(self, *options: str) -> None:
        """A disk in memory, which the server's user may write to."""
        user, group = database.processes_owner(self.servers.database.owner or "root")
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", ",".join((*options, f"uid={user}", f"gid={group}", "mode=0700")), "picker-small",
             str(self.disk)], check=True)

    def tearDown(self) -> None:
        self.library.drop()
        self.servers.database.sql(f"DROP TABLESPACE {self.name}")
        subprocess.run(["umount", str(self.disk)], check=True)
        super().tearDown()

    def fill_up(self) -> None:
        """Leaves less room than an asset takes."""
        try:
            with open(self.disk / "ballast", "wb", buffering=0) as file:
                while file.write(b"\0" * 4096):
                    pass
        except OSError:
            return

    def make_room_for_processes(self) -> None:
        """Leaves as much as a process of the server writes for itself.

        When the catalogue of a database was changed, by autovacuum too, the first process for a new connection writes its cache of
        it (pg_internal.init) again, and refuses the connection if it cannot.
        """
        ballast = self.disk / "ballast"
        os.truncate(ballast, ballast.stat().st_size - (1 << 20))

    def test_a_full_disk_ends_ingest_in_one_line_and_lists_go_on(self) -> None:
        """With room again, the same command goes on where it was, and nothing is lost or doubled."""
        photos.fill(self.photos, 3)
        self.library.ingest(self.photos)
        self.home.add("club", self.library)
        photos.fill(self.photos, 400)
        self.fill_up()
        report = self.library.ingest(self.photos)
        # The second, when the server finds it out as it makes a process for a new connection.
        self.assertRegex(report["message"], "No space left on device|could not write init file")
        self.assertEqual(len(report["message"].strip().splitlines()), 1)
        self.make_room_for_processes()
        listed = len(self.home.assets("club"))
        self.assertLess(listed, 400)
        self.assertGreaterEqual(listed, 3)
        (self.disk / "ballast").unlink()
        subprocess.run(["mount", "-o", "remount,size=256m", str(self.disk)], check=True)
        report = self.library.ingest(self.photos)
        self.assertEqual(report["failures"], [])
        self.assert_whole()
