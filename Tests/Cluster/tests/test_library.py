"""What the library shows, beside the folder that it was made from, and hosts of several versions at it."""

import json
import subprocess

from cluster import photos, processes
from cluster.library import PICKER, ROOT
from .case import LibraryTest

# What differs between a library and a folder: where it is, and where its bytes are.
OF_THE_PLACE = {"localIdentifier", "availability", "representations", "placeholder", "version"}


class LibraryTests(LibraryTest):
    """Lists, counts and images."""

    def test_it_shows_what_the_folder_shows(self) -> None:
        """The same assets with the same facts, in the same order, as the index of the folder."""
        subprocess.run([ROOT / "scripts/demo-library", self.photos / "demo"], check=True, capture_output=True)
        photos.fill(self.photos, 5)
        self.library.ingest(self.photos, keeps_duplicates=True)
        self.home.add("club", self.library)
        self.home.picker("libraries", "add", "folder", str(self.photos))
        for arguments in ([], ["--sort", "filename"], ["--sort", "-created"], ["--rating", "0"], ["--text", "img"]):
            lists = []
            for name in ("club", "folder"):
                done = self.home.picker("assets", "--library", name, "--json", *arguments, check=False)
                if done.returncode != 0:
                    self.fail(f"{arguments}: {done.stderr}")
                lists.append([
                    {key: value for key, value in json.loads(line).items() if key not in OF_THE_PLACE}
                    for line in done.stdout.splitlines()])
            self.assertGreater(len(lists[0]), 0, arguments)
            self.assertEqual(lists[0], lists[1], arguments)

    def test_images_are_those_of_the_folder(self) -> None:
        """A thumbnail comes from what is kept ready, all pixels from the file."""
        (self.photos / "large.png").write_bytes(photos.png(700, 500, 3))
        self.library.ingest(self.photos)
        self.home.add("club", self.library)
        asset = self.home.assets("club")[0]["localIdentifier"]
        small = self.scratch / "small.png"
        self.home.picker("image", asset, "--library", "club", "--size", "140x100", "--out", str(small))
        self.assertEqual(small.read_bytes()[16:24], (140).to_bytes(4, "big") + (100).to_bytes(4, "big"))
        self.home.picker("image", asset, "--library", "club", "--size", "full", "--out", str(self.scratch / "full.png"))
        full = (self.scratch / "full.png").read_bytes()
        self.assertEqual(full[16:24], (700).to_bytes(4, "big") + (500).to_bytes(4, "big"))

    def test_hosts_that_open_an_empty_database_at_once_make_the_tables_once(self) -> None:
        """Five of them, none of which fails."""
        self.home.add("club", self.library, "--no-check")
        hosts = [
            subprocess.Popen([PICKER, "albums", "--library", "club"], env=self.home.environment, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE) for _ in range(5)]
        for host in hosts:
            _, errors = host.communicate(timeout=60)
            self.assertEqual(host.returncode, 0, errors)
        self.assertEqual(self.library.sql("SELECT count(*) FROM picker.library"), [["1"]])

    def test_tables_of_newer_hosts_are_used_where_they_can_be(self) -> None:
        """A version that older hosts understand is no reason to end; one that they do not is, in one line."""
        photos.fill(self.photos, 2)
        self.library.ingest(self.photos)
        self.home.add("club", self.library)
        self.library.sql("INSERT INTO picker.migration (number, oldest_reader) VALUES (98, 1)")
        self.assertEqual(len(self.home.assets("club")), 2)
        self.library.sql("INSERT INTO picker.migration (number, oldest_reader) VALUES (99, 99)")
        done = self.home.picker("assets", "--library", "club", check=False)
        self.assertEqual(done.returncode, 69, done.stderr)
        self.assertIn("version 99", done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)

    def test_a_store_that_does_not_answer_is_told_when_the_library_gets_its_name(self) -> None:
        """It may be away for a while, or its address may be wrong: lists are there in either case."""
        self.library.endpoint_port = processes.free_port()
        done = self.home.add("club", self.library)
        self.assertIn(f"127.0.0.1:{self.library.endpoint_port}", done.stderr)
        self.assertEqual(self.home.assets("club"), [])

    def test_a_database_that_is_not_in_utf8_is_refused_in_one_line(self) -> None:
        """Before anything is written into it."""
        self.library.drop()
        self.servers.database.sql(
            f"CREATE DATABASE \"{self.library.name}\" ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        done = self.home.add("club", self.library, check=False)
        self.assertEqual(done.returncode, 69, done.stderr)
        (line,) = done.stderr.strip().splitlines()
        self.assertIn("LATIN1", line)
        self.assertEqual(self.library.sql("SELECT to_regclass('picker.asset')"), [[""]])
