"""The photos of a folder, as a shelf shows them: sub-folders are albums."""

import base64
import hashlib
import os
import stat
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import headers

# Seconds for which a look at the folder counts as new.
FRESH = 2
# Bytes of a file in which its header is looked for.
HEAD = 256 << 10


@dataclass(frozen=True)
class Photo:
    id: str
    name: str
    file: Path
    # Of its folder; empty at the top.
    album: str
    version: int
    size: int
    modified: int
    facts: headers.Facts

    def document(self) -> dict:
        return {
            "id": self.id, "name": self.name, "type": self.facts.type, "size": self.size, "version": self.version,
            "width": self.facts.width, "height": self.facts.height, "taken": self.facts.taken, "modified": self.modified,
        }  # fmt: skip


@dataclass(frozen=True)
class Listing:
    """What the folder had at one moment."""

    state: str
    # Newest first.
    photos: list[Photo]
    by_id: dict[str, Photo]
    # Identifier → title, by title.
    albums: dict[str, str]
    members: dict[str, list[Photo]]


def version_of(status: os.stat_result) -> int:
    """Changes with the file; never 0."""
    told = f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}"
    return int.from_bytes(hashlib.sha256(told.encode()).digest()[:7], "big") + 1


def identifier(kind: str, path: Path) -> str:
    """The same in every run, and another one on each shelf: the path is the whole one."""
    digest = hashlib.sha256(f"{kind} ".encode() + os.fsencode(path)).digest()[:15]
    return base64.urlsafe_b64encode(digest).decode()


def printable(name: str) -> str:
    """Names of files need be no text; those of a shelf are."""
    return os.fsencode(name).decode("utf-8", "replace")


class Folder:
    def __init__(self, path: str):
        self.path = Path(path).resolve(strict=True)
        self._lock = threading.Lock()
        self._known: dict[tuple, headers.Facts | None] = {}
        self._listing: Listing | None = None
        self._time = 0.0

    def listing(self) -> Listing:
        with self._lock:
            if self._listing is None or time.monotonic() - self._time > FRESH:
                self._listing = self._look()
                self._time = time.monotonic()
            return self._listing

    def _look(self) -> Listing:
        photos = [photo for file in self._files() if (photo := self._photo(file))]
        photos.sort(key=lambda photo: (photo.facts.taken if photo.facts.taken is not None else photo.modified, photo.name, photo.id), reverse=True)
        titles = {photo.album: printable(photo.file.parent.name) for photo in photos if photo.album}
        members: dict[str, list[Photo]] = {}
        for photo in photos:
            members.setdefault(photo.album, []).append(photo)
        told = "".join(f"{photo.id}{photo.version}{photo.album}" for photo in photos)
        return Listing(
            state=hashlib.sha256(told.encode()).hexdigest()[:32],
            photos=photos,
            by_id={photo.id: photo for photo in photos},
            albums=dict(sorted(titles.items(), key=lambda item: (item[1], item[0]))),
            members=members,
        )

    def _files(self):
        """Left out: hidden ones, what is no file, and links to files elsewhere."""
        for folder, folders, names in os.walk(self.path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                file = Path(folder, name)
                if name.startswith("."):
                    continue
                try:
                    if stat.S_ISREG(file.stat().st_mode) and file.resolve().is_relative_to(self.path):
                        yield file
                except OSError:
                    continue

    def _photo(self, file: Path) -> Photo | None:
        try:
            status = file.stat()
            version = version_of(status)
            facts = self._facts(file, version)
        except OSError:
            return None
        if not facts:
            return None
        return Photo(
            id=identifier("photo", file), name=printable(file.name), file=file,
            album="" if file.parent == self.path else identifier("album", file.parent), version=version, size=status.st_size,
            modified=status.st_mtime_ns // 1_000_000, facts=facts,
        )  # fmt: skip

    def _facts(self, file: Path, version: int) -> headers.Facts | None:
        key = (file, version)
        if key not in self._known:
            with open(file, "rb") as opened:
                self._known[key] = headers.read(opened.read(HEAD))
        return self._known[key]
