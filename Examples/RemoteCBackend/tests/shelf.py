"""A server whose answers a test breaks, and a host of one call that asks the plugin for something."""

import json
import os
import shlex
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEY = "a-key-that-is-in-no-message"
# Of the ABI.
OK, UNSUPPORTED, INVALID, NOT_FOUND, TOO_LARGE = 0, 1, 2, 3, 6
CHANGED, CANCELLED, OFFLINE, BUSY, RATE_LIMITED, STOPPED = 1000, 1003, 1005, 1006, 1007, 1008
ACCESS_DENIED, SIGN_IN_REQUIRED, NO_SPACE = 2000, 2001, 2004


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + os.urandom(width * 3) for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def build_asking(folder: str) -> str:
    """Compiles the host; CC and CFLAGS are those of the plugin."""
    program = f"{folder}/asking"
    flags = shlex.split(os.environ.get("CFLAGS", "-D_GNU_SOURCE"))
    packages = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "picker-backend", "jansson"], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.split()
    command = [*shlex.split(os.environ.get("CC", "cc")), *flags, str(HERE / "asking.c"), *packages, "-ldl", "-o", program]
    subprocess.run(command, check=True)
    return program


class Shelf:
    """Serves three photos, one of them in an album."""

    def __init__(self, *arguments: str):
        self.folder = tempfile.TemporaryDirectory()
        photos = Path(self.folder.name, "photos")
        (photos / "trip").mkdir(parents=True)
        for name in ("a.png", "b.png", "trip/c.png"):
            (photos / name).write_bytes(png(160, 120))
        self.faults = Path(self.folder.name, "faults.json")
        self.log = Path(self.folder.name, "log")
        command = [sys.executable, "-B", str(HERE.parent / "server/serve"), "--until-input-ends", str(photos), "--key", KEY]
        self.process = subprocess.Popen(
            [*command, "--faults", str(self.faults), "--log", str(self.log), *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        place = json.loads(self.process.stdout.readline())
        self.location, self.settings = place["location"], place["settings"]

    @property
    def address(self) -> str:
        return self.location.split("+", 1)[1]

    def break_with(self, **fault) -> None:
        """Until another fault takes its place; nothing: answers are right again."""
        self.faults.write_text(json.dumps([fault] if fault else []))

    def requests(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()
