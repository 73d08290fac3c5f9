"""Folder trees of small photos with EXIF, each with a date and a place of its own."""

import datetime
import io
import os
import random
import struct

from PIL import Image

FILES_PER_FOLDER = 500
# Photos that differ in their pixels; the rest differ in dates only.
IMAGES = 64
_MARK = b"2000:01:01 00:00:00"


def write(root, count, thumbnails=False):
    """Makes `count` photos of about 10 KB in folders of FILES_PER_FOLDER, the same ones each time.

    With `thumbnails` each has a small picture of itself in its EXIF, as cameras write it.
    """
    chance = random.Random(1)
    images = [_image(number, thumbnails) for number in range(IMAGES)]
    moment = datetime.datetime(2005, 1, 1)
    for number in range(count):
        folder = os.path.join(root, f"{number // FILES_PER_FOLDER // 20:03}", f"album {number // FILES_PER_FOLDER:05}")
        if number % FILES_PER_FOLDER == 0:
            os.makedirs(folder, exist_ok=True)
        moment += datetime.timedelta(seconds=chance.randrange(12 * 3600 * 20 * 365 * 2 // max(count, 1) + 1))
        content = images[number % IMAGES].replace(_MARK, moment.strftime("%Y:%m:%d %H:%M:%S").encode())
        with open(os.path.join(folder, f"IMG_{number:07}.JPG"), "wb") as file:
            file.write(content)


def link(root, target, times):
    """Links every file of the tree `root` into `times` trees below `target`."""
    for copy in range(times):
        for folder, _, names in os.walk(root):
            inside = os.path.join(target, f"copy {copy}", os.path.relpath(folder, root))
            os.makedirs(inside, exist_ok=True)
            for name in names:
                os.link(os.path.join(folder, name), os.path.join(inside, name))


def _image(number, has_thumbnail):
    chance = random.Random(number)
    image = Image.new("RGB", (320, 240), tuple(chance.randrange(40, 220) for _ in range(3)))
    noise = Image.frombytes("L", (80, 60), chance.randbytes(80 * 60)).resize((320, 240))
    image = Image.blend(image, Image.merge("RGB", (noise, noise, noise)), 0.25)
    exif = _exif(number)
    if has_thumbnail:
        exif = _with_thumbnail(exif, _jpeg(image.resize((160, 120))))
    return _jpeg(image, exif=exif)


def _jpeg(image, **options):
    out = io.BytesIO()
    image.save(out, "JPEG", quality=75, **options)
    return out.getvalue()


def _with_thumbnail(exif, jpeg):
    """Adds the second directory, which is the thumbnail's (EXIF 2.32, section 4.5.5): compressed, from where, how long."""
    head, tiff = exif[:6], bytearray(exif[6:])
    order = "<" if tiff[:2] == b"II" else ">"
    first, = struct.unpack_from(order + "I", tiff, 4)
    entries, = struct.unpack_from(order + "H", tiff, first)
    tiff += b"\0" * (len(tiff) % 2)
    struct.pack_into(order + "I", tiff, first + 2 + 12 * entries, len(tiff))
    place = len(tiff) + 2 + 3 * 12 + 4
    tiff += struct.pack(order + "H", 3) + struct.pack(order + "HHIHH", 0x0103, 3, 1, 6, 0)
    tiff += struct.pack(order + "HHII", 0x0201, 4, 1, place) + struct.pack(order + "HHII", 0x0202, 4, 1, len(jpeg))
    return head + bytes(tiff) + struct.pack(order + "I", 0) + jpeg


def _exif(number):
    """Maker, model, date and place as a phone writes them (EXIF 2.32, section 4.6)."""
    exif = Image.Exif()
    exif[0x010F] = "Example"
    exif[0x0110] = f"Camera {number % 5}"
    exif[0x0112] = 1
    details = exif.get_ifd(0x8769)
    details[0x9003] = _MARK.decode()
    details[0x9011] = "+02:00"
    details[0x829D] = 1.8
    details[0x8827] = 100
    place = exif.get_ifd(0x8825)
    place[1], place[2] = "N", (52.0, float(number % 60), 0.0)
    place[3], place[4] = "E", (13.0, float(number % 50), 0.0)
    return exif.tobytes()
