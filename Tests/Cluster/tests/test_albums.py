"""Albums of a library, and the folders that they are in, are those of the folder that it came from."""

import json

from cluster import photos
from .case import LibraryTest


class AlbumTests(LibraryTest):
    """Folders inside of others, some with photos and some without, and two of one name."""

    def setUp(self) -> None:
        super().setUp()
        folders = ["2024/01/Trip", "2024/02/Trip", "2024/10/Trip", "2024/2", "Camera/DCIM/100CANON", "ähnlich", "b", "b/c"]
        for number, folder in enumerate(folders):
            (self.photos / folder).mkdir(parents=True, exist_ok=True)
            for more in range(2):
                (self.photos / folder / f"{more}.png").write_bytes(photos.png(16, 12, number * 2 + more))
        self.home.add("club", self.library)
        self.library.ingest(self.photos)

    def tree(self, *place: str) -> list[tuple]:
        """What is listed, with how deep it is in place of identifiers."""
        shown = [json.loads(line) for line in self.home.picker("albums", *place, "--json").stdout.splitlines()]
        titles = {each["localIdentifier"]: each["title"] for each in shown}
        return [
            (each["title"], each["type"], titles.get(each["parent"]), each["estimatedAssetCount"])
            for each in shown if each["type"] != "smartAlbum"]

    def test_they_are_those_of_the_folder(self) -> None:
        """With the same titles, counts and places."""
        expected = [entry for entry in self.tree(str(self.photos)) if entry[0] != self.photos.name]
        self.assertEqual(self.tree("--library", "club"), expected)
        self.assertIn(("Trip", "album", "01", 2), expected)
        for path in ("2024/01/Trip", "2024/10/Trip", "b/c"):
            listed = self.home.picker("assets", "--library", "club", "--album", path, "--json").stdout.splitlines()
            self.assertEqual(len(listed), 2, path)
