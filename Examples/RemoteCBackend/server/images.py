"""Smaller images of photos, where Pillow is installed. Without it a shelf has only the photos themselves."""

import io
import threading
from collections import OrderedDict
from pathlib import Path

try:
    from PIL import Image, ImageOps
except ImportError:
    Image = None

# Longest sides, small to large.
SIDES = (256, 1440)
# Images that are kept.
MOST_KEPT = 200
# Larger photos are not made smaller here: that would take all memory.
MOST_PIXELS = 100_000_000

_kept: OrderedDict[tuple, tuple[bytes, str, int, int] | None] = OrderedDict()
_lock = threading.Lock()


def smaller(photo, width: int, height: int) -> tuple[bytes, str, int, int] | None:
    """The smallest image of at least that size that is smaller than the photo: bytes, type, size. None: there is none."""
    if Image is None or photo.facts.width * photo.facts.height > MOST_PIXELS:
        return None
    for side in SIDES:
        if max(photo.facts.width, photo.facts.height) <= side:
            return None
        image = _ready(photo, side)
        if image and image[2] >= width and image[3] >= height:
            return image
    return None


def _ready(photo, side: int) -> tuple[bytes, str, int, int] | None:
    key = (photo.file, photo.version, side)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    made = _make(photo.file, side)
    with _lock:
        _kept[key] = made
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return made


def _make(file: Path, side: int) -> tuple[bytes, str, int, int] | None:
    """None for what Pillow does not read, or not without loss: then the photo itself is shown."""
    try:
        with Image.open(file) as opened:
            if opened.mode not in ("RGB", "L", "RGBA"):
                return None
            profile = opened.info.get("icc_profile")
            image = ImageOps.exif_transpose(opened)
            image.thumbnail((side, side), Image.Resampling.LANCZOS)
            form, kind = ("PNG", "image/png") if image.mode == "RGBA" else ("JPEG", "image/jpeg")
            options = {"quality": 90, "subsampling": 0} if form == "JPEG" else {}
            bytes_ = io.BytesIO()
            image.save(bytes_, form, icc_profile=profile, **options)
            return bytes_.getvalue(), kind, *image.size
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
