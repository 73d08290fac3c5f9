"""Bringing in what others put into a bucket: lists of many pages, kills, replaced and deleted objects, odd names."""

import json
import os
import pathlib
import random
import signal
import time
import unittest

from cluster import photos
from cluster.gate import Gate
from cluster.library import ROOT, Library
from .bucket_case import ODD_NAMES, BucketTest
from .case import takes_long

CORPUS = pathlib.Path(os.environ.get("PICKER_CORPUS", ROOT.parent / "shared/corpus"))

SIDECAR = (
    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
    "<rdf:Description xmlns:tiff='http://ns.adobe.com/tiff/1.0/' tiff:Orientation='6'/></rdf:RDF></x:xmpmeta>")


class BucketIngestTests(BucketTest):
    """What `picker ingest --from s3://…` writes."""

    def test_a_bucket_of_many_pages_comes_in_whole_and_once_and_later_what_is_new(self) -> None:
        """More than the thousand objects of a page; the second run reads none of them again."""
        for number in range(1_150):
            self.put(f"{number % 7}/IMG_{number:04}.png", photos.png(4, 3, number))
        self.library.buckets.put(self.incoming, "elsewhere/not-this.png", photos.png(4, 3, 9_001))
        self.library.buckets.put(self.incoming, "drop-not/not-this.png", photos.png(4, 3, 9_002))
        self.home.add("club", self.library)
        first = json.loads(self.home.picker(
            "ingest", "--from", self.source, "--library", "club", "--workers", "6", "--json", timeout=300).stdout)
        self.assertEqual((first["found"], first["inserted"], first["failures"]), (1_150, 1_150, []))
        self.assert_whole()
        again = self.library.ingest(self.source)
        self.assertEqual([again[key] for key in ("found", "inserted", "updated", "unchanged")], [1_150, 0, 0, 0])
        self.put("new/one.png", photos.png(5, 5, 9_003))
        later = self.library.ingest(self.source + "/")
        self.assertEqual([later[key] for key in ("inserted", "updated", "unchanged", "duplicates")], [1, 0, 0, 0])
        self.assert_whole()

    def behind(self, gate: Gate) -> dict[str, str]:
        """The settings of the same S3 by another way."""
        return {"endpoint": f"http://127.0.0.1:{gate.port}", "access-key": self.servers.access,
                "secret-key": self.servers.secret, "insecure": "yes"}

    def test_of_what_is_as_it_was_only_the_list_is_read(self) -> None:
        """One request for each page, and no other; of one that was replaced that one alone."""
        for number in range(1_020):
            self.put(f"{number}.png", photos.png(2, 2, number))
        gate = Gate(self.servers.s3_port)
        first = self.library.ingest(self.source, workers=6, source=self.behind(gate))
        self.assertEqual((first["inserted"], first["failures"]), (1_020, []))
        gate.requests.clear()
        self.library.ingest(self.source, workers=6, source=self.behind(gate))
        asked = [line.split(b" ")[1] for line in bytes(gate.requests).split(b"\r\n") if line.startswith(b"GET ")]
        self.assertEqual(len(asked), 2, asked)
        self.put("17.png", photos.png(3, 2, 17))
        gate.requests.clear()
        self.library.ingest(self.source, workers=6, source=self.behind(gate))
        asked = [line.split(b" ")[1] for line in bytes(gate.requests).split(b"\r\n") if line.startswith(b"GET ")]
        self.assertEqual([path for path in asked if b"?" not in path], [f"/{self.incoming}/drop/17.png".encode()])
        self.assert_whole()

    def test_a_source_that_goes_away_and_refuses_for_a_while_is_waited_for(self) -> None:
        """While it is listed, and while objects are read."""
        for number in range(200):
            self.put(f"{number % 3}/IMG_{number:04}.png", photos.png(60, 40, number))
        gate = Gate(self.servers.s3_port)
        gate.refuse("503 Slow Down")
        process = self.library.begin_ingest(self.source, source=self.behind(gate))
        time.sleep(0.7)
        gate.pass_on()
        self.library.wait_for_assets()
        for fault in (gate.close, lambda: gate.refuse("500 Internal Server Error", "InternalError"), gate.close):
            time.sleep(0.1)
            fault()
            time.sleep(0.4)
            gate.pass_on()
        report = json.loads(process.communicate(timeout=120)[0])
        self.assertEqual(report.get("failures"), [], report)
        self.assert_whole()

    def test_it_is_killed_again_and_again_and_loses_and_doubles_nothing(self) -> None:
        """At moments by chance, two at once; then one run to the end, which leaves nothing on the disk."""
        for number in range(300):
            self.put(f"{number // 100}/IMG_{number:04}.png", photos.png(40, 30, number))
        scratch = self.scratch / "tmp"
        scratch.mkdir()
        chance = random.Random(19)
        brought = 0
        os.environ["TMPDIR"], before = str(scratch), os.environ.get("TMPDIR")
        try:
            for _ in range(8):
                running = [self.library.begin_ingest(self.source) for _ in range(2)]
                wanted, end = brought + chance.randrange(1, 20), time.monotonic() + 20
                while brought < wanted and time.monotonic() < end:
                    if self.library.sql("SELECT to_regclass('picker.asset')") != [[""]]:
                        brought = int(self.library.sql("SELECT count(*) FROM picker.asset")[0][0])
                for process in running:
                    time.sleep(chance.uniform(0, 0.03))
                    os.kill(process.pid, signal.SIGKILL)
                    process.communicate()
            self.assertGreater(brought, 0, "each was killed before it did anything: nothing was tried")
            self.assertLess(brought, 300, "all was done before the last was killed")
            # What was written to a moment ago may be another program's.
            for path in scratch.iterdir():
                os.utime(path, (time.time() - 60,) * 2)
            report = self.library.ingest(self.source, workers=3)
        finally:
            if before is None:
                del os.environ["TMPDIR"]
            else:
                os.environ["TMPDIR"] = before
        self.assertEqual(report["failures"], [])
        self.assert_whole()
        self.assertEqual([path.name for path in scratch.iterdir()], [])

    def test_names_with_every_odd_character_come_in_as_they_are(self) -> None:
        """In the bucket, in its list and in the library they are the same; what no file can be called is named."""
        for number, name in enumerate(ODD_NAMES):
            self.put(name, photos.png(6, 4, number))
        self.library.buckets.put(self.incoming, "drop/", b"")
        self.library.buckets.put(self.incoming, "drop/folder/", b"")
        self.library.buckets.put(self.incoming, "drop/.hidden/z.png", photos.png(6, 4, 901))
        self.library.buckets.put(self.incoming, "drop/@eaDir/z.png", photos.png(6, 4, 902))
        self.library.buckets.put(self.incoming, "drop/text.txt", b"no photo")
        self.library.buckets.put(self.incoming, "drop/alone.xmp", SIDECAR.encode())
        long = "y" * 252 + ".png"
        for name in (long, "two//slashes.png"):
            self.library.buckets.put(self.incoming, f"drop/{name}", photos.png(6, 4, 903))
        report = self.library.ingest(self.source)
        self.assertEqual(sorted(failure["path"] for failure in report["failures"]), sorted([long, "two//slashes.png"]))
        self.assertEqual(self.paths(), set(ODD_NAMES))
        self.assert_whole()

    def test_buckets_may_be_in_the_name_of_the_host(self) -> None:
        """The library's and the one that photos come from, whatever the photos are called; the library is read so, too."""
        for number, name in enumerate(ODD_NAMES):
            self.put(name, photos.png(6, 4, number))
        gate = Gate(self.servers.s3_port)
        self.library.uses_path_style, self.library.endpoint_port = False, gate.port
        report = self.library.ingest(self.source)
        self.assertEqual((report["inserted"], report["failures"]), (len(ODD_NAMES), []))
        self.assertEqual(self.paths(), set(ODD_NAMES))
        self.home.add("club", self.library)
        got = self.photos.parent / "got.png"
        self.home.picker("original", "日本語.png", "--library", "club", "--out", str(got))
        self.assertEqual(got.read_bytes(), (self.photos / "日本語.png").read_bytes())
        hosts = {line.split(b": ")[1].decode() for line in bytes(gate.requests).split(b"\r\n") if line.lower().startswith(b"host: ")}
        self.assertEqual(hosts, {f"{bucket}.localhost:{gate.port}" for bucket in (self.library.name, self.incoming)})
        self.assert_whole()

    def test_a_replaced_object_is_the_same_asset_and_a_deleted_one_stays(self) -> None:
        """As files of a folder."""
        for number in range(3):
            self.put(f"IMG_{number}.png", photos.png(16, 12, number))
        self.home.add("club", self.library)
        self.library.ingest(self.source)
        before = {asset["relativePath"]: asset["localIdentifier"] for asset in self.home.assets("club")}
        self.put("IMG_1.png", photos.png(20, 30, 77))
        self.library.buckets.delete(self.incoming, "drop/IMG_2.png")
        report = self.library.ingest(self.source)
        self.assertEqual([report[key] for key in ("inserted", "updated", "unchanged")], [0, 1, 0])
        after = {asset["relativePath"]: asset for asset in self.home.assets("club")}
        self.assertEqual({path: asset["localIdentifier"] for path, asset in after.items()}, before)
        self.assertEqual((after["IMG_1.png"]["pixelWidth"], after["IMG_1.png"]["pixelHeight"]), (20, 30))
        self.assert_whole()

    def files(self, library: Library) -> list[list[str]]:
        """Which files each asset of a library has, and what they are to it."""
        return library.sql(
            "SELECT a.path, f.role, f.path, f.turned, a.width FROM picker.asset a JOIN picker.file f ON f.body = a.body "
            "WHERE a.until = 9223372036854775807 ORDER BY 1, 2, 3")

    def test_files_of_one_asset_are_grouped_as_those_of_a_folder(self) -> None:
        """Live Photos, an edited version, a RAW, sidecars of several programs; also what comes and goes later."""
        still, video = photos.STILL, photos.VIDEO
        for name, body in {
                "turned.png": photos.png(70, 50, 1), "IMG_7.png": photos.png(30, 20, 2), "IMG_E7.png": photos.png(30, 20, 3),
                "one/same.png": photos.png(30, 20, 4), "two/same.png": photos.png(30, 20, 5), "live/IMG_1.JPG": still,
                "live/IMG_1.MOV": video, "live/IMG_2.MOV": video + b"alone", "DCIM/100CAM/a.png": photos.png(30, 20, 6),
                "two/same.jpg.json": b'{"favorited": true}', "two/same.txt": b"text",
                "long/" + "l" * 46 + "12345.png": photos.png(30, 20, 7), "long/" + "l" * 46 + ".json": b'{"favorited": true}',
        }.items():
            self.put(name, body)
        self.library.ingest(self.source)
        folder = Library(self.servers)
        self.addCleanup(folder.drop)
        folder.ingest(self.photos)
        self.assertEqual(self.files(self.library), self.files(folder))
        self.assertEqual(len({row[0] for row in self.files(folder)}), 8)
        self.assertEqual(len(self.files(folder)), 10)
        favorites = "SELECT path FROM picker.asset WHERE is_favorite"
        self.assertEqual(self.library.sql(favorites), folder.sql(favorites))
        self.assertEqual(len(folder.sql(favorites)), 2)

        self.put("turned.xmp", SIDECAR.encode())
        self.assertEqual(self.library.ingest(self.source)["updated"], 1)
        self.assertEqual(folder.ingest(self.photos)["updated"], 1)
        self.assertEqual(self.files(self.library), self.files(folder))
        self.library.buckets.delete(self.incoming, "drop/turned.xmp")
        self.library.buckets.delete(self.incoming, "drop/live/IMG_1.MOV")
        self.assertEqual(self.library.ingest(self.source)["updated"], 2)
        (self.photos / "turned.xmp").unlink()
        (self.photos / "live/IMG_1.MOV").unlink()
        self.assertEqual(folder.ingest(self.photos)["updated"], 2)
        self.assertEqual(self.files(self.library), self.files(folder))

    def test_an_object_that_is_replaced_while_it_is_read_comes_in_as_one_version(self) -> None:
        """Of many pieces, on a slow way; the second version has the same length."""
        head = b"\0\0\0\x14ftypqt  \0\0\0\0qt  \x01\x40\0\x08mdat"
        first, second = (head + random.Random(seed).randbytes(20 << 20) for seed in (1, 2))
        self.put("film.mov", first)
        gate = Gate(self.servers.s3_port)
        gate.lag = 0.01
        process = self.library.begin_ingest(self.source, source=self.behind(gate))
        end = time.monotonic() + 60
        asked = f"GET /{self.incoming}/drop/film.mov".encode()
        while bytes(gate.requests).count(asked) < 3 and time.monotonic() < end:
            time.sleep(0.01)
        self.put("film.mov", second)
        gate.pass_on()
        report = json.loads(process.communicate(timeout=120)[0])
        self.assertEqual((report.get("inserted"), report.get("failures")), (1, []), report)
        self.assert_whole()
        # What was listed was the first: the next list has the time of the second, which is the date of what has no other.
        for updated in (1, 0):
            # On the same way: a bucket at another address is another source.
            again = self.library.ingest(self.source, source=self.behind(gate))
            self.assertEqual([again[key] for key in ("inserted", "updated", "failures")], [0, updated, []])
        self.assert_whole()

    def test_a_folder_of_a_bucket_may_be_called_anything(self) -> None:
        """With what addresses write otherwise."""
        name = "a b+c/100% ü&?#=;'"
        self.library.buckets.put(self.incoming, f"{name}/x/1.png", photos.png(4, 4, 1))
        self.library.buckets.put(self.incoming, f"{name}2/2.png", photos.png(4, 4, 2))
        report = self.library.ingest(f"s3://{self.incoming}/{name}")
        self.assertEqual((report["inserted"], report["failures"]), (1, []))
        self.assertEqual(self.paths(), {"x/1.png"})

    @unittest.skipUnless(CORPUS.is_dir(), "needs the photo corpus: set PICKER_CORPUS to its folder")
    @takes_long
    def test_real_photos_from_a_bucket_are_what_they_are_from_a_folder(self) -> None:
        """All files of the corpus: assets, files, sizes, facts of cameras and images that are kept ready."""
        files = [path for path in CORPUS.rglob("*") if path.is_file()]
        for path in files:
            self.library.buckets.put(self.incoming, f"drop/{path.relative_to(CORPUS)}", path.read_bytes())
        from_bucket = self.library.ingest(self.source, keeps_duplicates=True, workers=4)
        folder = Library(self.servers)
        self.addCleanup(folder.drop)
        from_folder = folder.ingest(CORPUS, keeps_duplicates=True, workers=4)
        self.assertGreater(from_folder["inserted"], 100)
        self.assertEqual(from_bucket["inserted"], from_folder["inserted"])
        self.assertEqual(
            sorted((failure["path"], failure["reason"]) for failure in from_bucket["failures"]),
            sorted((failure["path"], failure["reason"]) for failure in from_folder["failures"]))
        self.assertEqual(self.files(self.library), self.files(folder))
        # Dates of files are others.
        facts = (
            "SELECT a.path, a.content, a.width, a.height, a.subtypes, a.duration, a.latitude, a.longitude, a.is_favorite, a.words, "
            "a.created, b.make, b.model, b.lens, b.caption FROM picker.asset a "
            "JOIN picker.body b ON b.id = a.body WHERE a.until = 9223372036854775807 AND a.created_source = 1 ORDER BY 1")
        self.assertEqual(self.library.sql(facts), folder.sql(facts))
        self.assertGreater(len(folder.sql(facts)), 20)
        renditions = "SELECT hash, level, width, height, byte_size FROM picker.rendition ORDER BY 1, 2"
        self.assertEqual(self.library.sql(renditions), folder.sql(renditions))

    def test_the_same_bytes_are_brought_in_once_and_damage_is_listed_each_time(self) -> None:
        """What promises a photo and is none is named; the others come in."""
        self.put("a.png", photos.png(9, 9, 1))
        self.library.buckets.put(self.incoming, "drop/b.png", photos.png(9, 9, 1))
        for name, body in (("broken.jpg", b"no photo at all"), ("empty.jpg", b"")):
            self.library.buckets.put(self.incoming, f"drop/{name}", body)
        for expected in ((1, 1), (0, 0)):
            report = self.library.ingest(self.source, workers=1)
            self.assertEqual((report["inserted"], report["duplicates"]), expected)
            self.assertEqual(sorted(failure["path"] for failure in report["failures"]), ["broken.jpg", "empty.jpg"])
        self.assert_whole()

    def test_the_bucket_of_the_library_is_a_source_but_for_its_own_files(self) -> None:
        """A folder of it that the library does not write to."""
        self.library.buckets.put(self.library.name, "incoming/a.png", photos.png(9, 9, 1))
        own = f"s3://{self.library.name}"
        self.assertEqual(self.library.ingest(f"{own}/incoming")["inserted"], 1)
        for place in (own, f"{own}/", f"{own}/original", f"{own}/rendition/00", f"{own}/original/"):
            self.assertIn("keeps its own files there", self.library.ingest(place)["message"])
        self.assertEqual(self.paths(), {"a.png"})

    def test_what_is_wrong_with_a_source_is_said_in_one_line(self) -> None:
        """A bucket that is not there, a place that is none, keys that are not accepted, half of a setting."""
        nowhere = self.library.ingest("s3://no-such-bucket-here/x")["message"]
        self.assertIn("there is no such bucket", nowhere)
        self.assertIn("bucket must have", self.library.ingest("s3://X")["message"])
        self.assertIn("must be the path of a folder", self.library.ingest(f"{self.source}//x")["message"])
        wrong = {"access-key": self.servers.access, "secret-key": "wrong"}
        self.assertIn("say those of the S3 that photos come from", self.library.ingest(self.source, source=wrong)["message"])
        for source in ({"access-key": "a"}, {"endpoint": "http://127.0.0.1:9", "insecure": "yes"}):
            self.assertIn("needs both access-key and", self.library.ingest(self.source, source=source)["message"])
        self.assertIn("bucket is no setting", self.library.ingest(self.source, source={"bucket": "x"})["message"])

    def test_another_s3_is_asked_with_its_own_settings_alone(self) -> None:
        """With an address and keys that are said for it."""
        self.put("a.png", photos.png(9, 9, 1))
        self.home.add("club", self.library)
        key = self.home.home / "source-key"
        key.write_text(self.servers.secret)
        key.chmod(0o600)
        arguments = ["ingest", "--from", self.source, "--library", "club", "--set",
                     f"endpoint=http://localhost:{self.servers.s3_port}", "--set", f"access-key={self.servers.access}",
                     "--secret-file", f"secret-key={key}"]
        refused = self.home.picker(*arguments, check=False)
        self.assertIn("endpoint is not encrypted", refused.stderr)
        report = json.loads(self.home.picker(*arguments, "--set", "insecure=yes", "--json").stdout)
        self.assertEqual(report["inserted"], 1)
        shown = self.home.picker(*arguments[:5], "--set", "secret-key=x", check=False)
        self.assertEqual(shown.returncode, 64)
        folder = self.home.picker("ingest", "--from", str(self.photos), *arguments[3:], check=False)
        self.assertIn("a folder has no settings", folder.stderr)
