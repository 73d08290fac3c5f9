"""From a folder of photos on one machine to a library on servers, with what programs were granted."""

import json
import os
import signal
import subprocess
import time

from cluster import photos
from cluster.library import PICKER
from . import case
from .case import LibraryTest

FAVOURITE = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5"/></rdf:RDF></x:xmpmeta>
"""


class MigrationTests(LibraryTest):
    """Nothing is lost or doubled, also when it is killed and said again."""

    def migrate(self, check: bool = True) -> subprocess.CompletedProcess:
        """Runs it to its end."""
        return self.home.picker(
            "migrate", "--from", str(self.photos), "--library", "club", "--json", check=check)

    def test_it_is_killed_and_said_again(self) -> None:
        """Photos, the same one twice, favourites, albums of one title, and grants, once each."""
        photos.fill(self.photos, 120)
        for folder in ("2025/trip", "2026/trip"):
            (self.photos / folder).mkdir(parents=True)
        (self.photos / "2025/trip/a.png").write_bytes(photos.png(20, 10, 900))
        (self.photos / "2026/trip/a.png").write_bytes(photos.png(20, 10, 901))
        (self.photos / "2026/trip/again.png").write_bytes(photos.png(20, 10, 900))
        (self.photos / "2026/trip/a.xmp").write_text(FAVOURITE)
        self.home.add("club", self.library)
        token = self.home.picker("clients", "add", "frame").stdout.strip()
        albums = [json.loads(line) for line in self.home.picker(
            "albums", "--library", str(self.photos), "--json").stdout.splitlines()]
        trips = [album["localIdentifier"] for album in albums if album["title"] == "trip"]
        self.assertEqual(len(trips), 2)
        favourites = next(album["localIdentifier"] for album in albums if album["title"] == "Favorites")
        self.home.picker("grants", "add", "frame", "--library", str(self.photos), "--album", trips[1], "--album",
                         favourites, "--asset", "2025/trip/a.png")
        for seconds in (0.8, 1.6, 2.4) if case.is_long else (1.6,):
            process = subprocess.Popen(
                [PICKER, "migrate", "--from", str(self.photos), "--library", "club"], env=self.home.environment,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(seconds)
            # With the program of the backend that it started.
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        report = json.loads(self.migrate().stdout)
        self.assertEqual((report["differences"], report["lostGrants"], report["grants"]), ([], [], 3))
        again = json.loads(self.migrate().stdout)
        self.assertEqual(again["photos"]["inserted"], 0)
        grants = json.loads(self.home.picker("grants", "list", "--json").stdout)
        moved = [grant for grant in grants if grant["library"] == self.library.location]
        self.assertEqual(len(moved), 3)
        self.assertEqual(len(grants), 6)
        self.assert_whole(keeps_duplicates=True)
        # They lead to the same photos there.
        paths = {asset["localIdentifier"]: asset["relativePath"] for asset in self.home.assets("club")}
        self.assertEqual(len(paths), 123)
        single = next(grant for grant in moved if grant["kind"] == "asset")
        self.assertEqual(paths[single["localIdentifier"]], "2025/trip/a.png")
        contents = {
            grant["title"]: sorted(json.loads(line)["relativePath"] for line in self.home.picker(
                "assets", "--library", "club", "--album", grant["localIdentifier"], "--json").stdout.splitlines())
            for grant in moved if grant["kind"] != "asset"}
        self.assertEqual(contents, {"trip": self.trip(trips[1]), "Favorites": ["2026/trip/a.png"]})
        # And the store itself moves, too: the program's token is good at the other end.
        password = self.home.home / "club-password"
        self.home.picker("store", "use", self.library.location, "--set", "user=picker", "--set", "insecure=yes",
                         "--secret-file", f"password={password}", "--no-questions", "--copy")
        self.assertEqual(json.loads(self.home.picker("grants", "list", "--json").stdout), grants)
        self.assertEqual(self.library.sql("SELECT name FROM picker_server.client"), [["frame"]])
        self.assertNotEqual(token, "")

    def test_a_photo_that_came_from_elsewhere_is_granted_to_no_one(self) -> None:
        """It has the path of one that was granted in the folder, and stays there; that one is not in the library."""
        card = self.scratch / "card"
        card.mkdir()
        (card / "a.png").write_bytes(photos.png(20, 10, 1))
        self.home.add("club", self.library)
        self.library.ingest(card)
        for number, name in enumerate(("a.png", "b.png")):
            (self.photos / name).write_bytes(photos.png(21, 10, 2 + number))
        self.home.picker("clients", "add", "frame")
        self.home.picker("grants", "add", "frame", "--library", str(self.photos), "--asset", "a.png", "--asset", "b.png")
        done = self.migrate(check=False)
        self.assertEqual(done.returncode, 65, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual((report["grants"], [lost["title"] for lost in report["lostGrants"]]), (1, ["a.png"]))
        grants = json.loads(self.home.picker("grants", "list", "--json").stdout)
        self.assertEqual(
            [grant["title"] for grant in grants if grant["library"] == self.library.location], ["b.png"])

    def test_a_smart_album_that_has_other_photos_there_is_granted_to_no_one(self) -> None:
        """Photos from elsewhere are in it, too. Who may see all of it can be said there, and stays said."""
        card = self.scratch / "card"
        card.mkdir()
        (card / "x.png").write_bytes(photos.png(20, 10, 1))
        (card / "x.xmp").write_text(FAVOURITE)
        self.home.add("club", self.library)
        self.library.ingest(card)
        (self.photos / "trip").mkdir()
        (self.photos / "trip/a.png").write_bytes(photos.png(20, 10, 2))
        (self.photos / "trip/a.xmp").write_text(FAVOURITE)
        self.home.picker("clients", "add", "frame")
        albums = [argument for title in ("Favorites", "Recently Added", "trip") for argument in ("--album", title)]
        self.home.picker("grants", "add", "frame", "--library", str(self.photos), *albums)

        def moved() -> tuple[int, list[str]]:
            done = self.migrate(check=False)
            self.assertEqual(done.returncode, 65, done.stderr)
            report = json.loads(done.stdout)
            self.assertEqual(report["differences"], [])
            return report["grants"], sorted(lost["title"] for lost in report["lostGrants"])

        self.assertEqual(moved(), (1, ["Favorites", "Recently Added"]))
        self.home.picker("grants", "add", "frame", "--library", "club", "--album", "Favorites")
        self.assertEqual(moved(), (2, ["Recently Added"]))

    def test_an_album_with_photos_of_another_folder_is_granted_to_no_one(self) -> None:
        """Cards of two cameras have folders of one name, which are one album in the library."""
        card = self.scratch / "card"
        for place, name, number in ((card, "b.png", 1), (self.photos, "a.png", 2)):
            (place / "trip").mkdir(parents=True)
            (place / "trip" / name).write_bytes(photos.png(20, 10, number))
        self.home.add("club", self.library)
        self.library.ingest(card)
        self.home.picker("clients", "add", "frame")
        self.home.picker("grants", "add", "frame", "--library", str(self.photos), "--album", "trip")
        done = self.migrate(check=False)
        self.assertEqual(done.returncode, 65, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual((report["differences"], report["grants"]), ([], 0))
        self.assertEqual([lost["title"] for lost in report["lostGrants"]], ["trip"])

    def test_an_album_with_as_many_other_photos_is_granted_to_no_one(self) -> None:
        """One of its photos is from elsewhere, and has the path of one that could not be brought in."""
        card = self.scratch / "card"
        (card / "trip").mkdir(parents=True)
        (card / "trip/b.png").write_bytes(photos.png(20, 10, 1))
        self.home.add("club", self.library)
        self.library.ingest(card)
        (self.photos / "trip").mkdir()
        for number, name in enumerate(("a.png", "b.png")):
            (self.photos / "trip" / name).write_bytes(photos.png(21, 10, 2 + number))
        self.home.picker("clients", "add", "frame")
        self.home.picker("grants", "add", "frame", "--library", str(self.photos), "--album", "trip")
        done = self.migrate(check=False)
        self.assertEqual(done.returncode, 65, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual((report["grants"], [lost["title"] for lost in report["lostGrants"]]), (0, ["trip"]))
        self.assertIn("other photos", report["lostGrants"][0]["reason"])

    def trip(self, album: str) -> list[str]:
        """What is in an album of the folder."""
        lines = self.home.picker("assets", "--library", str(self.photos), "--album", album, "--json").stdout
        return sorted(json.loads(line)["relativePath"] for line in lines.splitlines())
