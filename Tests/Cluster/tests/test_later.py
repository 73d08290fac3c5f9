"""What comes, goes and changes place in a folder after it was brought in: nothing of it is lost, and nothing is there twice."""

import os
import shutil
import signal
import subprocess
import time

from cluster import photos
from cluster.library import INGEST
from .case import LibraryTest


class LaterTests(LibraryTest):
    """The same folder, brought in more than once."""

    def setUp(self) -> None:
        super().setUp()
        self.home.add("club", self.library)

    def put(self, name: str, seed: int) -> bytes:
        """Writes a photo, and gives its bytes."""
        file = self.photos / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(photos.png(16, 12, seed))
        return file.read_bytes()

    def bring_in(self, **options) -> dict[str, int]:
        """What is said of it, but for what is none."""
        report = self.library.ingest(self.photos, **options)
        self.assertEqual(report.pop("failures"), [])
        return {key: count for key, count in report.items() if count and key != "found"}

    def paths(self) -> list[str]:
        """Of what the library shows."""
        return sorted(asset["relativePath"] for asset in self.home.assets("club"))

    def test_a_copy_comes_in_when_the_photo_that_it_was_a_copy_of_is_replaced(self) -> None:
        """A camera gives a name again; the photo that had it was put elsewhere before."""
        first = self.put("incoming/IMG_0001.png", 1)
        self.assertEqual(self.bring_in(), {"inserted": 1})
        shutil.move(self.photos / "incoming", self.photos / "trip")
        self.assertEqual(self.bring_in(), {"duplicates": 1})
        self.put("incoming/IMG_0001.png", 2)
        self.assertEqual(self.bring_in(), {"updated": 1, "inserted": 1})
        self.assertEqual(self.paths(), ["incoming/IMG_0001.png", "trip/IMG_0001.png"])
        copy = self.scratch / "copy.png"
        self.home.picker("original", "trip/IMG_0001.png", "--library", "club", "--out", str(copy))
        self.assertEqual(copy.read_bytes(), first)
        self.assertEqual(self.bring_in(), {})

    def test_a_copy_in_another_folder_comes_in_with_the_next_run_for_that(self) -> None:
        """Each place has jobs of its own."""
        self.put("a.png", 1)
        other = self.scratch / "other"
        other.mkdir()
        shutil.copy(self.photos / "a.png", other / "b.png")
        self.bring_in()
        self.assertEqual(self.library.ingest(other)["duplicates"], 1)
        self.put("a.png", 2)
        self.assertEqual(self.bring_in(), {"updated": 1})
        self.assertEqual(self.library.ingest(other)["inserted"], 1)
        self.assertEqual(self.paths(), ["a.png", "b.png"])

    def test_a_copy_that_was_deleted_since_is_no_failure(self) -> None:
        """What it was a copy of is replaced when it is gone."""
        self.put("a.png", 1)
        self.assertEqual(self.bring_in(), {"inserted": 1})
        # Later: of two that come at once, either may be the copy.
        shutil.copy(self.photos / "a.png", self.photos / "b.png")
        self.assertEqual(self.bring_in(), {"duplicates": 1})
        (self.photos / "b.png").unlink()
        self.put("a.png", 2)
        self.assertEqual(self.bring_in(), {"updated": 1})
        # It comes back, with the time that it had.
        self.put("b.png", 1)
        self.assertEqual(self.bring_in(), {"inserted": 1})

    def test_copies_that_were_passed_over_come_in_when_they_are_wanted(self) -> None:
        """Later, too; and once."""
        self.put("a.png", 1)
        shutil.copy(self.photos / "a.png", self.photos / "b.png")
        self.assertEqual(self.bring_in(), {"inserted": 1, "duplicates": 1})
        self.assertEqual(self.bring_in(), {})
        self.assertEqual(self.bring_in(keeps_duplicates=True), {"inserted": 1})
        self.assertEqual(self.bring_in(keeps_duplicates=True), {})
        self.assertEqual(self.paths(), ["a.png", "b.png"])

    def test_a_file_that_becomes_a_part_of_an_asset_is_none_of_its_own_any_more(self) -> None:
        """The edited photo comes first, and what it was made of later; then that is deleted."""
        self.put("IMG_E0001.png", 1)
        self.assertEqual(self.bring_in(), {"inserted": 1})
        self.put("IMG_0001.png", 2)
        self.bring_in()
        self.assertEqual(self.paths(), ["IMG_0001.png"])
        shown = "FROM picker.asset WHERE until = 9223372036854775807"
        self.assertEqual(self.library.sql(f"SELECT file_count {shown}"), [["2"]])
        # What was deleted stays, with all its files.
        (self.photos / "IMG_0001.png").unlink()
        self.bring_in()
        self.assertEqual(self.paths(), ["IMG_0001.png"])

    def test_a_file_that_is_no_part_of_an_asset_any_more_is_one_of_its_own_again(self) -> None:
        """A video, and the photo that it was the video of, which another image took the place of."""
        (self.photos / "IMG_1.MOV").write_bytes(photos.VIDEO)
        self.assertEqual(self.bring_in(), {"inserted": 1})
        (self.photos / "IMG_1.jpg").write_bytes(photos.STILL)
        self.bring_in()
        self.assertEqual(self.paths(), ["IMG_1.jpg"])
        self.put("IMG_1.jpg", 1)
        self.assertEqual(self.bring_in(), {"updated": 1, "inserted": 1})
        self.assertEqual(self.paths(), ["IMG_1.MOV", "IMG_1.jpg"])
        self.assertEqual(self.bring_in(), {})

    def test_a_folder_that_was_moved_is_taken_over(self) -> None:
        """Once that was said, changes there are changes of the same photos."""
        self.put("a.png", 1)
        self.bring_in()
        moved = self.scratch / "moved"
        self.photos.rename(moved)
        self.assertEqual(self.library.ingest(moved, replaces=True)["unchanged"], 1)
        (moved / "a.png").write_bytes(photos.png(16, 12, 2))
        report = self.library.ingest(moved)
        self.assertEqual((report["updated"], report["failures"]), (1, []))

    def test_a_file_that_is_touched_is_listed_with_its_new_time(self) -> None:
        """As in the folder, also where the photo has a date of its own, which stays."""
        name = "IMG_20190714_120000.png"
        self.put(name, 1)
        os.utime(self.photos / name, (1_500_000_000,) * 2)
        self.assertEqual(self.bring_in(), {"inserted": 1})
        os.utime(self.photos / name, (1_600_000_000,) * 2)
        self.assertEqual(self.bring_in(), {"updated": 1})
        (asset,) = self.home.assets("club")
        self.assertEqual((asset["creationDate"][:10], asset["modificationDate"][:10]), ("2019-07-14", "2020-09-13"))
        self.assertEqual(self.bring_in(), {})

    def test_paths_of_any_length_come_in(self) -> None:
        """As in a folder: only parts of a path are limited."""
        place, start = self.photos, os.getcwd()
        self.addCleanup(os.chdir, start)
        os.chdir(place)
        for number in range(14):
            name = photos.png(20, 20, number).hex()[200:440]
            os.mkdir(name)
            os.chdir(name)
        with open("deep.png", "wb") as file:
            file.write(photos.png(16, 12, 1))
        os.chdir(start)
        self.put("ok.png", 2)
        self.assertEqual(self.bring_in(), {"inserted": 2})
        self.assertEqual([path.rpartition("/")[2] for path in self.paths()], ["deep.png", "ok.png"])
        self.assertEqual(self.bring_in(), {})

    def test_an_image_or_an_object_that_is_missing_is_made_by_reading_again(self) -> None:
        """The date of a photo without one stays, as it does not when the file is touched."""
        (self.photos / "large.png").write_bytes(photos.png(500, 300, 1))
        os.utime(self.photos / "large.png", (1_500_000_000,) * 2)
        self.bring_in()
        (before,) = self.home.assets("club")
        self.library.sql("DELETE FROM picker.rendition")
        for key in self.library.buckets.objects(self.library.name):
            self.library.buckets.delete(self.library.name, key)
        self.assertEqual(self.bring_in(), {})
        self.assertEqual(self.bring_in(reads_again=True), {"updated": 1})
        self.assertEqual(self.bring_in(reads_again=True), {"unchanged": 1})
        (after,) = self.home.assets("club")
        self.assertEqual(after["creationDate"], before["creationDate"])
        self.assert_whole()
        self.home.picker("image", "large.png", "--library", "club", "--size", "64", "--out", str(self.scratch / "x.jpg"))

    def test_the_program_ends_with_the_one_that_started_it(self) -> None:
        """Killed, that one cannot say so."""
        photos.fill(self.photos, 300, size=(400, 300))
        # In the background, where a shell gives no input but what it is told to.
        ingest = subprocess.Popen(
            ["/bin/sh", "-c", 'exec 3<&0; "$0" <&3 3<&- & echo $!; exec 3<&-; wait', INGEST], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        assert ingest.stdin and ingest.stdout
        child = int(ingest.stdout.readline())
        ingest.stdin.write(self.library.order(self.photos))
        ingest.stdin.close()
        self.library.wait_for_assets()
        ingest.send_signal(signal.SIGKILL)
        ingest.wait()
        end = time.monotonic() + 30
        while os.path.exists(f"/proc/{child}") and self._is_running(child):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        ingest.stdout.close()
        waiting = self.library.sql("SELECT count(*) FROM picker.job WHERE state = 0")
        self.assertNotEqual(waiting, [["0"]])
        self.bring_in()
        self.assert_whole()

    @staticmethod
    def _is_running(process: int) -> bool:
        try:
            with open(f"/proc/{process}/stat", encoding="utf-8") as file:
                return file.read().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False
