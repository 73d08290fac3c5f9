"""The bytes behind assets: originals, thumbnails, checksums and preview hashes, made when they are first asked for."""

import hashlib
import io
import tempfile
from pathlib import Path

from immich_server import thumbnails
from immich_server.asset import Asset
from immich_server.synthetic import DRAWINGS, Drawings

CHUNK = 1 << 20


class Content:
    """Of a folder, of drawings, and of what was uploaded; each asset knows where it is from."""

    def __init__(self, drawings: Drawings | None, uploads: Path):
        self.drawings = drawings
        self.uploads = uploads

    def original(self, asset: Asset) -> Path | bytes:
        return asset.path or self.drawings.original(asset.number)

    def thumbnail(self, asset: Asset, size: str) -> bytes | None:
        """Nil when the server could not make one."""
        if not asset.is_processed:
            return None
        if asset.path is None:
            return self.drawings.thumbnail(asset.number % DRAWINGS, size)
        return thumbnails.thumbnail(asset.path, size, asset.modified, not asset.is_image, asset.upright_size)

    def thumb_hash(self, asset: Asset) -> bytes | None:
        if not asset.is_processed:
            return None
        if asset.thumbhash is None and asset.path is None:
            asset.thumbhash = self.drawings.thumb_hash(asset.number % DRAWINGS)
        elif asset.thumbhash is None:
            from PIL import Image

            data = self.thumbnail(asset, "thumbnail")
            # An empty one stands for none that can be made, so that it is tried once.
            asset.thumbhash = thumbnails.thumb_hash(Image.open(io.BytesIO(data))) if data else b""
        return asset.thumbhash or None

    def checksum(self, asset: Asset) -> bytes:
        """SHA-1 of the original."""
        if not asset.checksum:
            asset.checksum = sha1(asset.path) if asset.path else self.drawings.checksum(asset.number)
        return asset.checksum

    def draw(self, seed: str) -> Path:
        """A photo like no other, as a file among the uploads."""
        from PIL import Image

        digest = hashlib.sha1(seed.encode("utf-8", "surrogatepass")).digest()
        image = Image.new("RGB", (320, 240), tuple(digest[:3]))
        image.paste(tuple(digest[3:6]), (digest[6], digest[7] // 2, 320, 240))
        with tempfile.NamedTemporaryFile(dir=self.uploads, suffix=".jpg", delete=False) as stored:
            image.save(stored, "JPEG", comment=digest.hex())
        return Path(stored.name)

    def replace(self, asset: Asset) -> None:
        """Gives an asset other content, of another size in pixels, and leaves the file that it had."""
        asset.path = self.draw(f"{asset.id} {asset.updated}")
        status = asset.path.stat()
        asset.size, asset.modified = status.st_size, status.st_mtime_ns // 1_000_000
        asset.width, asset.height = 320, 240
        asset.checksum, asset.thumbhash = b"", None


def sha1(file: Path) -> bytes:
    hasher = hashlib.sha1()
    try:
        with file.open("rb") as opened:
            while chunk := opened.read(CHUNK):
                hasher.update(chunk)
    except FileNotFoundError:
        pass
    return hasher.digest()
