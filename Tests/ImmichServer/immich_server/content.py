"""The bytes behind assets: originals, thumbnails, checksums and preview hashes, made when they are first asked for."""

import hashlib
import io
import threading
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
        self._lock = threading.Lock()

    def original(self, asset: Asset) -> Path | bytes:
        return asset.path or self.drawings.original(asset.number)

    def thumbnail(self, asset: Asset, size: str) -> bytes | None:
        """Nil when the server could not make one."""
        if asset.path is None:
            return self.drawings.thumbnails[asset.number % DRAWINGS][size]
        return thumbnails.thumbnail(asset.path, size, asset.modified, not asset.is_image, asset.upright_size)

    def thumb_hash(self, asset: Asset) -> bytes | None:
        if asset.thumbhash is None and asset.path is not None:
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


def sha1(file: Path) -> bytes:
    hasher = hashlib.sha1()
    try:
        with file.open("rb") as opened:
            while chunk := opened.read(CHUNK):
                hasher.update(chunk)
    except FileNotFoundError:
        pass
    return hasher.digest()
