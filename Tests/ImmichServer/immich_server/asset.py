"""One asset of a library, and the forms in which Immich writes its times."""

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

MIME_TYPES = {
    "3gp": "video/3gpp", "arw": "image/arw", "avi": "video/avi", "avif": "image/avif", "bmp": "image/bmp",
    "cr2": "image/cr2", "cr3": "image/cr3", "dng": "image/dng", "flv": "video/x-flv", "gif": "image/gif",
    "heic": "image/heic", "heif": "image/heif", "hif": "image/hif", "insp": "image/jpeg", "jpe": "image/jpeg", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "jxl": "image/jxl", "m4v": "video/x-m4v", "mkv": "video/x-matroska", "mov": "video/quicktime",
    "mp4": "video/mp4", "mpg": "video/mpeg", "mpo": "image/jpeg", "mts": "video/mp2t", "nef": "image/nef", "orf": "image/orf",
    "png": "image/png", "psd": "image/psd", "raf": "image/raf", "rw2": "image/rw2", "svg": "image/svg",
    "tif": "image/tiff", "tiff": "image/tiff", "webm": "video/webm", "webp": "image/webp", "wmv": "video/x-ms-wmv",
}
SIDECARS = {"xmp": "application/xml"}
SHOWN_BY_BROWSERS = {"avif", "gif", "jpeg", "jpg", "png", "webp"}
SIDEWARDS = {"5", "6", "7", "8"}


def extension(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else ""


def mime_type(name: str) -> str | None:
    return MIME_TYPES.get(extension(name))


def stable_id(*parts: object) -> str:
    """The same identifier for the same text, in every run: a UUID of version 4, which Immich insists on."""
    digest = hashlib.md5("\0".join(map(str, parts)).encode("utf-8", "surrogateescape"), usedforsecurity=False).digest()
    return str(uuid.UUID(bytes=digest, version=4))


def moment(milliseconds: int) -> str:
    """A time as JavaScript writes dates."""
    time = EPOCH + timedelta(milliseconds=milliseconds)
    return f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03}Z" if time.year > 999 else time.isoformat()


def bare_moment(milliseconds: int) -> str:
    """A time as PostgreSQL writes one without a zone, which is what time buckets have."""
    time = EPOCH + timedelta(milliseconds=milliseconds)
    fraction = f"{time.microsecond:06}".rstrip("0")
    return f"{time:%Y-%m-%dT%H:%M:%S}" + (f".{fraction}" if fraction else "")


def milliseconds(time: datetime) -> int:
    return round((time - EPOCH) / timedelta(milliseconds=1))


def parse_moment(text: str) -> int:
    """Milliseconds since 1970 of an ISO 8601 time; without a zone it is one of UTC."""
    time = datetime.fromisoformat(text)
    return milliseconds(time if time.tzinfo else time.replace(tzinfo=UTC))


@dataclass(slots=True, eq=False)
class Asset:
    """Times are milliseconds since 1970; `local` is what the clock on the wall showed, read as a time of UTC.

    `version` is the number of the last change, and negative for what was there from the start.
    """

    id: str
    name: str
    type: str
    taken: int
    local: int
    modified: int
    created: int
    updated: int
    size: int
    width: int | None
    height: int | None
    path: Path | None = None
    number: int = -1
    visibility: str = "timeline"
    is_favorite: bool = False
    trashed: int | None = None
    is_offline: bool = False
    duration: int | None = None
    live_video: str | None = None
    thumbhash: bytes | None = None
    checksum: bytes = b""
    owner: str = ""
    device_asset_id: str = ""
    device_id: str = "Library Import"
    original_path: str = ""
    metadata: dict | Callable[[int], dict] | None = None
    description: str | None = None
    version: int = 0
    is_processed: bool = True

    @property
    def is_image(self) -> bool:
        return self.type == "IMAGE"

    @property
    def is_sidewards(self) -> bool:
        return self.orientation in SIDEWARDS

    @property
    def exif(self) -> dict:
        """What was read out of the file, by the names of `exifInfo`; made again for each call when it is drawn."""
        if callable(self.metadata):
            return self.metadata(self.number)
        return self.metadata or {}

    @property
    def orientation(self) -> str | None:
        return self.exif.get("orientation")

    @property
    def month(self) -> str:
        return (EPOCH + timedelta(milliseconds=self.local)).strftime("%Y-%m-01")

    @property
    def day(self) -> int:
        return self.local // 86_400_000

    @property
    def upright_size(self) -> tuple[int | None, int | None]:
        return (self.height, self.width) if self.is_sidewards else (self.width, self.height)

    @property
    def ratio(self) -> float:
        width, height = self.upright_size
        return round(width / height, 3) if width and height else 1
