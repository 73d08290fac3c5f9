"""What is typed finds in a library what it finds in the folder that the library came from."""

import datetime
import json
import os

from cluster import photos
from .case import LibraryTest

TYPED = [
    "2019-07", "2019-01-07", "2019-07-01", "2019 07", "July 2019", "07", "IMG_2", "img_2019", "IMG_0003.PNG", "0003.png",
    "2.8", "f/2.8", "8/2", "trip", "archive", "sub trip", "beach-trip", "trip-beach", "é", "CAFE", "a_b_c", "a_c", "b_c", "0003",
    "2019年7月", "2019年07月01日", "2019年1月",
]


class SearchTests(LibraryTest):
    """Dates, names with signs between their words, folders inside of others."""

    def test_it_finds_what_the_folder_finds(self) -> None:
        """Pieces without a space are found as they stand there."""
        times = ["2019-07-01", "2019-03-07", "2019-10-07", "2019-01-19", "2001-09-07"]
        for number, day in enumerate(times):
            self.put(f"archive/IMG_{number:04}.png", number, day)
        self.put("archive/sub/beach-trip f2 8.png", 11, "2012-01-02")
        self.put("archive/sub/Trip/café.png", 12, "2012-01-02")
        self.put("a_b_c 2019.png", 13, "2012-01-02")
        self.put("lens f-2.8.png", 14, "2012-01-02")
        self.put("IMG 2020 07.png", 15, "2012-01-02")
        self.home.add("club", self.library)
        self.library.ingest(self.photos)
        found = {}
        for text in TYPED:
            found[text] = self.search(text, "--library", "club")
            self.assertEqual(found[text], self.search(text, str(self.photos)), text)
        self.assertEqual(found["2019-07"], ["archive/IMG_0000.png"])
        self.assertEqual(found["2019-01-07"], [])
        self.assertEqual(len(found["archive"]), 5)

    def put(self, name: str, seed: int, day: str) -> None:
        """A photo that has the time of its file alone."""
        file = self.photos / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(photos.png(16, 12, seed))
        os.utime(file, (datetime.datetime.fromisoformat(f"{day}T12:00+00:00").timestamp(),) * 2)

    def search(self, text: str, *place: str) -> list[str]:
        """The paths of what is found."""
        shown = self.home.picker("assets", *place, "--search", text, "--json").stdout.splitlines()
        return sorted(json.loads(line)["relativePath"] for line in shown)
