"""Libraries of the same photos, brought in once and copied: that takes longer than most checks of the conformance kit do."""

import fcntl
import hashlib
import os
import pathlib
import stat

from .library import Library
from .servers import Servers


class NotBroughtIn(Exception):
    """What the program said instead."""


def copy(servers: Servers, place: pathlib.Path, folder: pathlib.Path) -> Library:
    """A library of this folder, with a database of its own. Its bucket is that of all with the same photos, whose files are found by their hashes.

    `place` is where it is written down which photos are there, for all processes of a run.
    """
    content = digest(folder)
    with (place / f"{content}.made").open("a+", encoding="utf-8") as made:
        fcntl.flock(made, fcntl.LOCK_EX)
        original = Library(servers, f"made-{content}")
        # A process that was killed while it made one leaves a part of it.
        if not os.fstat(made.fileno()).st_size:
            report = original.ingest(folder, keeps_duplicates=True, workers=6)
            if "message" in report:
                raise NotBroughtIn(report["message"])
            made.write("made\n")
    # One that is asked for once more, by another process of the same check, is the same library.
    name = hashlib.sha256(os.fsencode(folder) + content.encode()).hexdigest()[:20]
    return Library(servers, f"lib-{name}", original=original)


def digest(folder: pathlib.Path) -> str:
    """What is in a folder: names, files with their times, links; of all else only that it is there."""
    whole = hashlib.sha256()
    for path, folders, names in os.walk(os.fsencode(folder)):
        folders.sort()
        for name in sorted(folders + names):
            file = os.path.join(path, name)
            status = os.lstat(file)
            whole.update(b"\0".join([os.path.relpath(file, os.fsencode(folder)), b"%d" % status.st_mode, b""]))
            if stat.S_ISREG(status.st_mode):
                whole.update(b"%d " % status.st_mtime_ns)
                with open(file, "rb") as content:
                    whole.update(hashlib.file_digest(content, "sha256").digest())
            elif stat.S_ISLNK(status.st_mode):
                whole.update(os.readlink(file))
    return whole.hexdigest()[:20]
