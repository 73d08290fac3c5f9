"""What the first bytes of a JPEG or PNG tell: how large the picture is, which way is up, and when it was taken."""

import struct
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

PNG = b"\x89PNG\r\n\x1a\n"
ORIENTATION, EXIF, TAKEN, OFFSET = 0x0112, 0x8769, 0x9003, 0x9011


class Facts(NamedTuple):
    type: str
    # Upright; 0 when the file does not tell.
    width: int = 0
    height: int = 0
    # Milliseconds since 1970, UTC.
    taken: int | None = None


def read(head: bytes) -> Facts | None:
    """None: it is neither."""
    if head.startswith(PNG):
        sized = len(head) >= 24 and head[12:16] == b"IHDR"
        return Facts("image/png", *(struct.unpack(">II", head[16:24]) if sized else (0, 0)))
    if head.startswith(b"\xff\xd8\xff"):
        return _read_jpeg(head)
    return None


def _read_jpeg(head: bytes) -> Facts:
    tags: dict[int, object] = {}
    at = 2
    while at + 9 <= len(head) and head[at] == 0xFF:
        marker = head[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        length = int.from_bytes(head[at + 2 : at + 4], "big")
        if marker == 0xE1 and head[at + 4 : at + 10] == b"Exif\0\0":
            tags = _read_exif(head[at + 10 : at + 2 + length])
        # Frames; C4, C8 and CC are tables.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", head[at + 5 : at + 9])
            if tags.get(ORIENTATION) in (5, 6, 7, 8):
                width, height = height, width
            return Facts("image/jpeg", width, height, _date(tags))
        at += 2 + length
    return Facts("image/jpeg", taken=_date(tags))


def _read_exif(block: bytes) -> dict[int, object]:
    order = {b"II": "<", b"MM": ">"}.get(block[:2])
    if not order or len(block) < 8:
        return {}
    tags = _read_directory(block, order, struct.unpack_from(order + "I", block, 4)[0])
    return tags | _read_directory(block, order, tags.get(EXIF, len(block)))


def _read_directory(block: bytes, order: str, at: int) -> dict[int, object]:
    if at + 2 > len(block):
        return {}
    tags: dict[int, object] = {}
    for index in range(struct.unpack_from(order + "H", block, at)[0]):
        entry = at + 2 + index * 12
        if entry + 12 > len(block):
            break
        tag, kind, count, value = struct.unpack_from(order + "HHII", block, entry)
        if kind == 3:
            tags[tag] = struct.unpack_from(order + "H", block, entry + 8)[0]
        elif kind == 4:
            tags[tag] = value
        elif kind == 2:
            start = entry + 8 if count <= 4 else value
            tags[tag] = block[start : start + min(count, 64)].split(b"\0")[0].decode("ascii", "replace")
    return tags


def _date(tags: dict[int, object]) -> int | None:
    """Without a distance from UTC it is taken for UTC, as docs/abi.md wants it (R9.13)."""
    try:
        wall = datetime.strptime(str(tags.get(TAKEN)), "%Y:%m:%d %H:%M:%S").replace(tzinfo=timezone.utc)
    except ValueError:
        return None
    offset = str(tags.get(OFFSET, ""))
    if len(offset) == 6 and offset[0] in "+-" and offset[1:3].isdigit() and offset[4:].isdigit():
        distance = timedelta(hours=int(offset[1:3]), minutes=int(offset[4:]))
        wall -= distance if offset[0] == "+" else -distance
    return int(wall.timestamp() * 1000)
