"""Bringing folders in: once, again, by several, and killed at any moment."""

import json
import os
import random
import signal
import struct
import time

from cluster import photos
from .case import LibraryTest


class IngestTests(LibraryTest):
    """What `picker ingest` writes."""

    def test_a_folder_comes_in_whole_and_once(self) -> None:
        """The second run finds everything there."""
        photos.fill(self.photos, 60)
        (self.photos / "large.png").write_bytes(photos.png(700, 500, 9_999))
        self.home.add("club", self.library)
        first = json.loads(self.home.picker("ingest", "--from", str(self.photos), "--library", "club", "--json").stdout)
        self.assertEqual((first["found"], first["inserted"], first["failures"]), (61, 61, []))
        self.assert_whole()
        again = self.library.ingest(self.photos)
        self.assertEqual((again["inserted"], again["updated"], again["duplicates"]), (0, 0, 0))
        listed = self.home.assets("club")
        self.assertEqual(len(listed), 61)
        renditions = self.library.sql("SELECT level, width, height FROM picker.rendition")
        self.assertEqual(renditions, [["0", "358", "256"]])

    def test_of_what_is_as_it_was_no_row_is_written_or_waited_for(self) -> None:
        """A second run over a folder, beside others or after them, changes nothing."""
        photos.fill(self.photos, 5)
        self.library.ingest(self.photos)
        # Where a row is, who wrote it and who locked it last.
        rows = "SELECT id, ctid, xmin, xmax FROM picker.job ORDER BY id"
        before = self.library.sql(rows)
        report = self.library.ingest(self.photos)
        self.assertEqual([report[key] for key in ("found", "inserted", "failures")], [5, 0, []])
        self.assertEqual(self.library.sql(rows), before)
        (self.photos / "album 0/IMG_0002.png").write_bytes(photos.png(8, 8, 70))
        self.assertEqual(self.library.ingest(self.photos)["updated"], 1)

    def test_a_file_that_is_replaced_is_the_same_asset_with_other_bytes(self) -> None:
        """Its identifier stays, its version does not, and what is read is the new file."""
        photos.fill(self.photos, 3)
        self.home.add("club", self.library)
        self.library.ingest(self.photos)
        before = {asset["relativePath"]: asset["localIdentifier"] for asset in self.home.assets("club")}
        changed = self.photos / "album 0/IMG_0001.png"
        changed.write_bytes(photos.png(20, 30, 77))
        report = self.library.ingest(self.photos)
        self.assertEqual((report["inserted"], report["updated"]), (0, 1))
        after = {asset["relativePath"]: asset for asset in self.home.assets("club")}
        self.assertEqual({path: asset["localIdentifier"] for path, asset in after.items()}, before)
        asset = after["album 0/IMG_0001.png"]
        self.assertEqual((asset["pixelWidth"], asset["pixelHeight"]), (20, 30))
        copy = self.scratch / "copy.png"
        self.home.picker("original", asset["localIdentifier"], "--library", "club", "--out", str(copy))
        self.assertEqual(copy.read_bytes(), changed.read_bytes())

    def test_the_same_file_under_another_name_is_not_brought_in_twice(self) -> None:
        """Unless that is wanted; its bytes are in the bucket once in any case."""
        photos.fill(self.photos, 4)
        (self.photos / "copy.png").write_bytes((self.photos / "album 0/IMG_0002.png").read_bytes())
        report = self.library.ingest(self.photos)
        self.assertEqual((report["inserted"], report["duplicates"]), (4, 1))
        self.assert_whole()
        other = self.scratch / "others"
        other.mkdir()
        (other / "again.png").write_bytes((self.photos / "copy.png").read_bytes())
        self.assertEqual(self.library.ingest(other, keeps_duplicates=True)["inserted"], 1)
        originals = [key for key in self.library.buckets.objects(self.library.name) if key.startswith("original/")]
        self.assertEqual(len(originals), 4)

    def test_photos_of_two_cards_with_the_same_names_do_not_take_each_others_place(self) -> None:
        """The second one is listed, each time, and stays out until it is said that it is to replace the first."""
        cards = [self.scratch / name for name in ("card 1", "card 2")]
        for number, card in enumerate(cards):
            (card / "DCIM").mkdir(parents=True)
            (card / "DCIM/IMG_0001.png").write_bytes(photos.png(30, 20 + number, number))
            # The same photo on both, of another time: it has no date of its own.
            (card / "DCIM/IMG_0002.png").write_bytes(photos.png(8, 8, 8))
            os.utime(card / "DCIM/IMG_0002.png", (1_500_000_000 + number,) * 2)
        self.home.add("club", self.library)
        self.assertEqual(self.library.ingest(cards[0])["inserted"], 2)
        before = self.home.assets("club")
        for _ in range(2):
            report = self.library.ingest(cards[1])
            self.assertEqual((report["inserted"], report["updated"]), (0, 0))
            self.assertEqual([failure["path"] for failure in report["failures"]], ["DCIM/IMG_0001.png"])
            self.assertIn(str(cards[0]), report["failures"][0]["reason"])
            self.assertEqual(self.home.assets("club"), before)
        # What was there can still be replaced from where it came.
        (cards[0] / "DCIM/IMG_0001.png").write_bytes(photos.png(40, 20, 3))
        self.assertEqual(self.library.ingest(cards[0])["updated"], 1)
        # A folder above both has a path for each.
        self.assertEqual(self.library.ingest(self.scratch, keeps_duplicates=True)["inserted"], 4)
        said = self.home.picker("ingest", "--from", str(cards[1]), "--library", "club", "--replace", "--json")
        report = json.loads(said.stdout)
        self.assertEqual((report["updated"], report["failures"]), (1, []))
        (cards[0] / "DCIM/IMG_0001.png").write_bytes(photos.png(50, 20, 4))
        self.assertEqual(len(self.library.ingest(cards[0])["failures"]), 1)

    def test_a_photo_of_two_cards_is_missed_when_one_of_them_replaces_it(self) -> None:
        """As long as both have it, one row is enough; then the second card's is not in the library any more."""
        cards = [self.scratch / name for name in ("card 1", "card 2")]
        for card in cards:
            card.mkdir()
            (card / "IMG_0001.png").write_bytes(photos.png(30, 20, 1))
        self.assertEqual(self.library.ingest(cards[0])["inserted"], 1)
        for _ in range(2):
            report = self.library.ingest(cards[1])
            self.assertEqual([report[key] for key in ("inserted", "updated", "duplicates", "failures")], [0, 0, 0, []])
        (cards[0] / "IMG_0001.png").write_bytes(photos.png(40, 20, 2))
        self.assertEqual(self.library.ingest(cards[0])["updated"], 1)
        report = self.library.ingest(cards[1])
        self.assertEqual([failure["path"] for failure in report["failures"]], ["IMG_0001.png"])

    def test_of_a_photo_that_is_refused_nothing_is_sent(self) -> None:
        """Its path is that of one from another place: no row would name what was sent, the file and the images of it."""
        (self.photos / "IMG_0001.png").write_bytes(photos.png(300, 280, 1))
        self.library.ingest(self.photos)
        other = self.scratch / "other"
        other.mkdir()
        (other / "IMG_0001.png").write_bytes(photos.png(310, 280, 2))
        (other / "IMG_0002.png").write_bytes((self.photos / "IMG_0001.png").read_bytes())
        before = self.library.buckets.objects(self.library.name)
        self.assertEqual(len(before), 2)
        for duplicates in (1, 0):
            report = self.library.ingest(other)
            self.assertEqual([failure["path"] for failure in report["failures"]], ["IMG_0001.png"])
            self.assertEqual((report["found"], report["inserted"], report["duplicates"]), (2, 0, duplicates))
            self.assertEqual(self.library.buckets.objects(self.library.name), before)
            self.assert_whole()
        report = self.library.ingest(other, replaces=True)
        self.assertEqual((report["inserted"], report["updated"], report["failures"]), (1, 1, []))
        self.assertEqual(len(self.library.buckets.objects(self.library.name)), 4)

    def test_a_sidecar_turns_a_photo_and_leaves_its_bytes_alone(self) -> None:
        """Its images are others than those of the same file without one, and it is another version."""
        bytes_of = photos.png(700, 500, 9_999)
        (self.photos / "turned.png").write_bytes(bytes_of)
        (self.photos / "turned.xmp").write_text(
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
            "<rdf:Description xmlns:tiff='http://ns.adobe.com/tiff/1.0/' tiff:Orientation='6'/></rdf:RDF></x:xmpmeta>")
        self.home.add("club", self.library)
        tags = set()
        for sides in [(500, 700), (700, 500)]:
            self.library.ingest(self.photos)
            asset = self.home.assets("club")[0]
            self.assertEqual((asset["pixelWidth"], asset["pixelHeight"]), sides)
            tags.add(asset["version"])
            for size, shown in [("full", sides), ("140", tuple(side // 5 for side in sides))]:
                image = self.scratch / f"image-{sides[0]}-{size}.png"
                self.home.picker(
                    "image", asset["localIdentifier"], "--library", "club", "--size", size, "--out", str(image))
                self.assertEqual(struct.unpack(">2I", image.read_bytes()[16:24]), shown)
            copy = self.scratch / f"copy-{sides[0]}.png"
            self.home.picker("original", asset["localIdentifier"], "--library", "club", "--out", str(copy))
            self.assertEqual(copy.read_bytes(), bytes_of)
            (self.photos / "turned.xmp").unlink(missing_ok=True)
        self.assertEqual(len(tags), 2)
        levels = self.library.sql("SELECT level FROM picker.rendition ORDER BY level")
        self.assertEqual(levels, [["0"], ["60"], ["62"]])

    def test_a_damaged_file_does_not_keep_others_from_coming_in(self) -> None:
        """What begins as a photo is one, as in a folder; what is none is passed over."""
        photos.fill(self.photos, 3)
        (self.photos / "cut.png").write_bytes(photos.png(300, 200, 5)[:20_000])
        (self.photos / "text.png").write_text("no photo")
        report = self.library.ingest(self.photos)
        self.assertEqual(report["inserted"], 4)

    def test_two_programs_share_the_work(self) -> None:
        """Each asset is brought in by one of them."""
        photos.fill(self.photos, 150)
        running = [self.library.begin_ingest(self.photos) for _ in range(2)]
        reports = [json.loads(process.communicate(timeout=90)[0]) for process in running]
        self.assertEqual(sum(report["inserted"] for report in reports), 150)
        self.assertEqual(sum(report["duplicates"] + report["updated"] for report in reports), 0)
        self.assert_whole()

    def test_ingest_that_is_killed_again_and_again_loses_and_doubles_nothing(self) -> None:
        """Twenty times, at moments by chance while it writes, two at once; then one run to the end."""
        photos.fill(self.photos, 240)
        for number in range(6):
            (self.photos / f"large {number}.png").write_bytes(photos.png(420, 300, 50_000 + number))
        self.home.add("club", self.library)
        chance = random.Random(18)
        brought = 0
        for _ in range(10):
            running = [self.library.begin_ingest(self.photos) for _ in range(2)]
            wanted, end = brought + chance.randrange(1, 20), time.monotonic() + 20
            while brought < wanted and time.monotonic() < end:
                brought = int(self.library.sql("SELECT count(*) FROM picker.asset")[0][0])
            for process in running:
                time.sleep(chance.uniform(0, 0.03))
                os.kill(process.pid, signal.SIGKILL)
                process.communicate()
        self.assertGreater(brought, 0, "each was killed before it did anything: nothing was tried")
        report = self.library.ingest(self.photos, workers=3)
        self.assertEqual(report["failures"], [])
        self.assertGreater(report["inserted"], 0, "all was done before the last was killed")
        self.assert_whole()
