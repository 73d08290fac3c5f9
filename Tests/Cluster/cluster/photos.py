"""Photos for tests: PNG files that are made without any library."""

import pathlib
import random
import struct
import zlib

# The beginnings of a JPEG and of a QuickTime video, which are the halves of a Live Photo by their names.
STILL = b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0"
VIDEO = b"\0\0\0\x14ftypqt  \0\0\0\0qt  \0\0\0\x08mdat"


def png(width: int, height: int, seed: int) -> bytes:
    """An image of noise: no two seeds have the same, and it does not compress."""
    numbers = random.Random(seed)
    rows = b"".join(b"\0" + numbers.randbytes(width * 3) for _ in range(height))

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


def fill(folder: pathlib.Path, count: int, first_seed: int = 0, size: tuple[int, int] = (16, 12)) -> None:
    """So many photos in folders of fifty."""
    for number in range(count):
        place = folder / f"album {number // 50}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"IMG_{first_seed + number:04}.png").write_bytes(png(*size, first_seed + number))
