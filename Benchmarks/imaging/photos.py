"""Photos of 12 megapixels made of nothing but noise and mathematics, like photos where a decoder can tell."""

import io
import struct

import numpy
from PIL import Image, ImageDraw

SIZE = (4000, 3000)
FILE_BYTES = 2_700_000


def write(path, number):
    """Writes photo `number`, the same one each time: 4:2:0, about FILE_BYTES long, every fourth one upright."""
    random = numpy.random.default_rng(number)
    image = _textured(_leaves(random), random)
    orientation = 6 if number % 4 == 3 else 1
    exif = _exif(orientation, _encoded(image.resize((160, 120), Image.Resampling.LANCZOS), 75))
    quality = _quality(image)
    path.write_bytes(_encoded(image, quality, exif))


def write_progressive(path, source):
    """Writes the photo `source` as a progressive JPEG, with the same tables and subsampling."""
    with Image.open(source) as image:
        image.save(path, "JPEG", quality="keep", progressive=True, exif=image.info["exif"])


def _leaves(random):
    """Discs that cover each other, their radii by a power law: the edges and areas of natural scenes."""
    image = Image.new("RGB", SIZE, tuple(random.integers(60, 200, 3).tolist()))
    draw = ImageDraw.Draw(image)
    radii = 12 / numpy.sqrt(random.uniform(2e-4, 1, 6000))
    for radius in radii:
        x, y = random.uniform(0, SIZE[0]), random.uniform(0, SIZE[1])
        gray = random.normal(120, 45)
        color = tuple(numpy.clip(gray + random.normal(0, 18, 3), 0, 255).astype(int).tolist())
        draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=color)
    return image


def _textured(image, random):
    """With texture whose amplitude falls with frequency, and the noise of a sensor."""
    width, height = SIZE
    rows = numpy.fft.fftfreq(height)[:, None]
    columns = numpy.fft.rfftfreq(width)[None, :]
    amplitude = 1 / numpy.maximum(numpy.hypot(rows, columns), 1 / width)
    phases = random.uniform(0, 2 * numpy.pi, amplitude.shape)
    texture = numpy.fft.irfft2(amplitude * numpy.exp(1j * phases), SIZE[::-1])
    texture *= 22 / texture.std()
    noise = random.normal(0, 2.2, (height, width))
    pixels = numpy.asarray(image, dtype=numpy.float32) + (texture + noise)[:, :, None].astype(numpy.float32)
    return Image.fromarray(numpy.clip(pixels, 0, 255).astype(numpy.uint8))


def _quality(image):
    """The quality whose file is the largest that is not over FILE_BYTES."""
    low, high = 60, 97
    while low < high:
        middle = (low + high + 1) // 2
        if len(_encoded(image, middle)) <= FILE_BYTES:
            low = middle
        else:
            high = middle - 1
    return low


def _encoded(image, quality, exif=b""):
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality, subsampling="4:2:0", exif=exif)
    return out.getvalue()


def _exif(orientation, thumbnail):
    """An EXIF block with an orientation and a thumbnail (EXIF 2.32, sections 4.5 and 4.6.2)."""
    first = 8
    second = first + 2 + 12 + 4
    after = second + 2 + 3 * 12 + 4
    entry = struct.Struct("<HHII")
    return b"".join([
        b"Exif\0\0", b"II*\0", struct.pack("<I", first),
        struct.pack("<H", 1), entry.pack(0x0112, 3, 1, orientation), struct.pack("<I", second),
        struct.pack("<H", 3), entry.pack(0x0103, 3, 1, 6), entry.pack(0x0201, 4, 1, after),
        entry.pack(0x0202, 4, 1, len(thumbnail)), struct.pack("<I", 0),
        thumbnail,
    ])
