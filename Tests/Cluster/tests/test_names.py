"""Names of files, albums and what people write: whatever they are, they are values."""

from cluster import photos
from .case import LibraryTest

SIDECAR = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:subject><rdf:Bag><rdf:li>{tag}</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>"""

NAMES = [
    "'; DROP TABLE picker.asset; --.png", "\"quoted\".png", "back\\slash.png", "$1 ? %s {0} :name.png", "a..png",
    "%2e%2e%2f%2e%2e%2fetc.png", "' OR '1'='1.png", "$$body$$.png", "{\"a\",NULL}.png", "-- comment.png",
    "ÄÖÜ ß Ångström 日本語.png", "new\nline.png", "\\x00\\'.png", "&amp;<Key>original<Key>.png",
]


class NameTests(LibraryTest):
    """Nothing that a person says becomes a part of a statement, or of a key."""

    def test_names_that_look_like_sql_and_paths_are_names(self) -> None:
        """They come in, are listed, found and read under these names."""
        for number, name in enumerate(NAMES):
            folder = self.photos / f"{number} {name.removesuffix('.png')}"
            folder.mkdir()
            (folder / name).write_bytes(photos.png(16, 12, number))
        raw = bytes(self.photos) + b"/caf\xe9.png"
        with open(raw, "wb") as file:
            file.write(photos.png(16, 12, 500))
        report = self.library.ingest(self.photos)
        self.assertEqual((report["inserted"], report["failures"]), (len(NAMES) + 1, []))
        self.home.add("club", self.library)
        listed = {asset["filename"]: asset for asset in self.home.assets("club")}
        self.assertEqual(set(listed), {*NAMES, "caf\ufffd.png"})
        for name in NAMES:
            copy = self.scratch / "copy.png"
            self.home.picker("original", listed[name]["localIdentifier"], "--library", "club", "--out", str(copy))
            self.assertEqual(copy.read_bytes(), photos.png(16, 12, NAMES.index(name)), name)
            copy.unlink()
        keys = self.library.buckets.objects(self.library.name)
        for key in keys:
            self.assertRegex(key, r"^(original/[0-9a-f]{64}|rendition/[0-9a-f]{64}/[0-8]?[0-2])$")
        # The tables are where they were.
        self.assertEqual(self.library.sql("SELECT count(*) FROM picker.asset")[0][0], str(len(NAMES) + 1))

    def test_what_is_searched_for_is_a_value(self) -> None:
        """Injections find nothing, or what has these words, and change nothing."""
        (self.photos / "beach.png").write_bytes(photos.png(16, 12, 1))
        title, tag = "Robert'); DROP TABLE picker.asset;--", "a | b & !c :* <-> (d)"
        (self.photos / "beach.xmp").write_text(
            SIDECAR.format(title=title.replace("&", "&amp;"), tag=tag.replace("&", "&amp;").replace("<", "&lt;")))
        self.library.ingest(self.photos)
        self.home.add("club", self.library)

        def found(words: str) -> int:
            return len(self.home.picker("assets", "--library", "club", "--search", words).stdout.splitlines())

        self.assertEqual(found("beach"), 1)
        self.assertEqual(found("robert drop"), 1)
        self.assertEqual(found("' OR 1=1 --"), 0)
        self.assertEqual(found("x' | 'beach"), 0)
        for text in ["!beach", "beach & !nothing", "(", "'", "\\", "beach:*", "<->", "%"]:
            self.assertLessEqual(found(text), 1, text)
        for text in [title, tag, "'", "\\", "%", "?"]:
            done = self.home.picker("assets", "--library", "club", "--text", text, check=False)
            self.assertIn(done.returncode, (0, 64), done.stderr)
        self.assertEqual(self.library.sql("SELECT count(*) FROM picker.asset")[0][0], "1")

    def test_settings_are_values(self) -> None:
        """A database, a bucket or an endpoint that is something else is refused in one line, before anything is asked."""
        for location in ["postgresql://127.0.0.1:1/x?options=-c%20a", "postgresql:///tmp/socket/x", "postgresql://h1,h2:1/x",
                         "postgresql://127.0.0.1:99999/x", "postgresql://127.0.0.1:1/"]:
            settings = [word for key, value in self.library.settings.items() if key not in ("password", "secret-key")
                        for word in ("--set", f"{key}={value}")]
            secret = self.scratch / "secret"
            secret.write_text("x")
            secret.chmod(0o600)
            done = self.home.picker(
                "libraries", "add", "odd", location, *settings, "--secret-file", f"secret-key={secret}",
                "--no-questions", check=False)
            self.assertNotEqual(done.returncode, 0, location)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
