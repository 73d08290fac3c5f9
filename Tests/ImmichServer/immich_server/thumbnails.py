"""Thumbnails and preview hashes, as Immich makes them: WebP of 250 pixels, JPEG of 1440, both upright."""

import functools
import io
import math
import operator
import os
import threading
from pathlib import Path

THUMBNAIL_SIDE = 250
PREVIEW_SIDE = 1440
POSTER = (640, 360)


@functools.lru_cache(maxsize=512)
def _made(path: Path, size: str, _version: object, shape: tuple[int, int] | None) -> bytes | None:
    import pillow_heif
    from PIL import Image, ImageOps

    pillow_heif.register_heif_opener()
    try:
        with Image.open(path) as opened:
            opened.draft("RGB", (PREVIEW_SIDE, PREVIEW_SIDE))
            image = ImageOps.exif_transpose(opened)
            image = image.convert("RGBA" if image.mode in ("RGBA", "LA", "PA", "P") else "RGB")
    except Exception:
        # Damaged files make decoders raise whatever they like.
        if shape is None:
            return None
        image = _poster(path, shape)
    return encoded(image, size)


def encoded(image, size: str) -> bytes:
    """An image of Pillow in one of the two sizes, "thumbnail" or "preview"."""
    side = THUMBNAIL_SIDE if size == "thumbnail" else PREVIEW_SIDE
    # The shorter side gets that many pixels, and nothing becomes larger.
    scale = min(1, side / max(1, min(image.size)))
    if scale < 1:
        image = image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))))
    target = io.BytesIO()
    if size == "thumbnail":
        image.save(target, "WEBP", quality=80, method=0)
    else:
        image.convert("RGB").save(target, "JPEG", quality=80)
    return target.getvalue()


def _poster(path: Path, shape: tuple[int, int]):
    """What stands for the frame of a video: this machine need not be able to decode any."""
    from PIL import Image

    width, height = shape
    shade = sum(path.name.encode("utf-8", "surrogateescape")) % 200 + 28
    ramp = Image.linear_gradient("L").resize((width, height))
    return Image.merge("RGB", (ramp, Image.new("L", (width, height), shade), ramp.rotate(180)))


_few_at_a_time = threading.BoundedSemaphore(os.cpu_count() or 1)


def thumbnail(path: Path, size: str, version: object, is_video: bool, shape: tuple[int | None, int | None]) -> bytes | None:
    """Nil when the file cannot be read as an image. `version` changes with the file's content."""
    with _few_at_a_time:
        poster = (shape[0] or POSTER[0], shape[1] or POSTER[1]) if is_video else None
        return _made(path, size, version, poster)


def content_type(size: str) -> str:
    return "image/webp" if size == "thumbnail" else "image/jpeg"


def file_extension(size: str) -> str:
    return ".webp" if size == "thumbnail" else ".jpeg"


def thumb_hash(image) -> bytes:
    """ThumbHash of an image of Pillow, of at most 32 pixels each way (the hash keeps far fewer)."""
    image = image.convert("RGBA")
    image.thumbnail((32, 32))
    width, height = image.size
    pixels = list(image.getdata())
    alphas = [pixel[3] / 255 for pixel in pixels]
    total = sum(alphas)
    average = [sum(a * pixel[c] / 255 for a, pixel in zip(alphas, pixels)) / total if total else 0 for c in range(3)]
    has_alpha = total < len(pixels)
    limit = 5 if has_alpha else 7
    across = max(1, round(limit * width / max(width, height)))
    down = max(1, round(limit * height / max(width, height)))
    colours = [
        [average[c] * (1 - a) + a * pixel[c] / 255 for c in range(3)] for a, pixel in zip(alphas, pixels)
    ]
    planes = [
        [(r + g + b) / 3 for r, g, b in colours],
        [(r + g) / 2 - b for r, g, b in colours],
        [r - g for r, g, b in colours],
        alphas,
    ]
    lightness = _frequencies(planes[0], width, height, max(3, across), max(3, down))
    yellow = _frequencies(planes[1], width, height, 3, 3)
    red = _frequencies(planes[2], width, height, 3, 3)
    alpha = _frequencies(planes[3], width, height, 5, 5) if has_alpha else None
    return _packed(lightness, yellow, red, alpha, across, down, width > height)


def _frequencies(plane: list[float], width: int, height: int, across: int, down: int) -> tuple[float, list[float], float]:
    """The constant part, the others, and the largest of these."""
    constant, others = 0.0, []
    columns = [[math.cos(math.pi / width * c * (x + 0.5)) for x in range(width)] for c in range(across)]
    rows = [[math.cos(math.pi / height * r * (y + 0.5)) for y in range(height)] for r in range(down)]
    # Across first, which serves all frequencies down.
    lines = [plane[y * width:(y + 1) * width] for y in range(height)]
    summed = [[sum(map(operator.mul, line, column)) for line in lines] for column in columns]
    for r in range(down):
        c = 0
        while c * down < across * (down - r):
            value = sum(map(operator.mul, rows[r], summed[c])) / (width * height)
            if c or r:
                others.append(value)
            else:
                constant = value
            c += 1
    scale = max(map(abs, others), default=0.0)
    if scale:
        others = [0.5 + 0.5 / scale * value for value in others]
    return constant, others, scale


def _packed(lightness, yellow, red, alpha, across: int, down: int, is_landscape: bool) -> bytes:
    first = (
        round(63 * lightness[0]) | round(31.5 + 31.5 * yellow[0]) << 6 | round(31.5 + 31.5 * red[0]) << 12
        | round(31 * lightness[2]) << 18 | bool(alpha) << 23
    )
    second = (
        (down if is_landscape else across) | round(63 * yellow[2]) << 3 | round(63 * red[2]) << 9 | is_landscape << 15
    )
    data = bytearray(first.to_bytes(3, "little") + second.to_bytes(2, "little"))
    if alpha:
        data.append(round(15 * alpha[0]) | round(15 * alpha[2]) << 4)
    nibbles = [round(15 * value) for part in (lightness, yellow, red, alpha) if part for value in part[1]]
    for low, high in zip(nibbles[::2], nibbles[1::2] + [0]):
        data.append(low | high << 4)
    return bytes(data)
