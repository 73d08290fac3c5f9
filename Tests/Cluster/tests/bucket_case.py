"""What tests of photos that come from a bucket have in common."""

import secrets

from .case import LibraryTest

# What keys may have in them and what file names may, too; what XML, URLs and shells take for something else.
ODD_NAMES = [
    "a b.png", "plus+plus.png", "per%20cent.png", "100%.png", "amp&amp;.png", "<tag>.png", "quote\"'.png", "Ünïcödé.png",
    "Cafe\u0301.png", "日本語.png", "🌊.png", "semi;colon.png", "hash#.png", "question?.png", "star*.png", "back\\slash.png",
    "tab\there.png", "line\nend.png", "comma,=&.png", "~tilde~.png", "pipe|.png", "{brace}[bracket].png", "at@$!.png",
    "ends with space .png", "no extension", "deep/er/and deeper/x.png", "trailing dot./y.png", "x" * 251 + ".png"]


class BucketTest(LibraryTest):
    """A library, and a bucket of its own from which photos come."""

    def setUp(self) -> None:
        super().setUp()
        self.incoming = f"in-{secrets.token_hex(6)}"
        self.library.buckets.make(self.incoming)
        self.source = f"s3://{self.incoming}/drop"

    def put(self, name: str, body: bytes) -> None:
        """Writes an object, and the same file into the folder that the library is compared with."""
        self.library.buckets.put(self.incoming, f"drop/{name}", body)
        path = self.photos / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)

    def paths(self) -> set[str]:
        """What is in the library now."""
        rows = self.library.sql("SELECT encode(path, 'hex') FROM picker.asset WHERE until = 9223372036854775807")
        return {bytes.fromhex(row[0]).decode() for row in rows}
