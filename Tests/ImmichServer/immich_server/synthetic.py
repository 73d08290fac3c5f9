"""A library of any number of drawn assets over twenty years, made quickly: what is large is made when it is asked for."""

import functools
import hashlib
import io
import random
from datetime import UTC, datetime

from immich_server import thumbnails
from immich_server.asset import Asset, milliseconds, stable_id
from immich_server.library import Library

DRAWINGS = 24
LAST_DAY = datetime(2025, 12, 31, 12, tzinfo=UTC)
YEARS = 20
HOUR = 3_600_000
DAY = 24 * HOUR
ZONES = [(0, "UTC"), (1, "UTC+1"), (2, "UTC+2"), (-5, "UTC-5"), (-8, "UTC-8"), (5.5, "UTC+5:30"), (9, "UTC+9")]
CAMERAS = [
    ("Canon", "Canon EOS R6", "RF24-105mm F4 L IS USM"),
    ("Apple", "iPhone 15 Pro", "iPhone 15 Pro back triple camera 6.765mm f/1.78"),
    ("SONY", "ILCE-7M4", "FE 35mm F1.8"),
    ("Google", "Pixel 8", None),
    (None, None, None),
]
PLACES = [
    ("Lisbon", "Lisbon", "Portugal", 38.7223, -9.1393),
    ("Kyoto", "Kyoto", "Japan", 35.0116, 135.7681),
    ("Reykjavik", "Capital Region", "Iceland", 64.1466, -21.9426),
    ("Wellington", "Wellington", "New Zealand", -41.2866, 174.7756),
    (None, None, None, None, None),
    (None, None, None, None, None),
]
WORDS = ["beach", "forest", "harbour", "snow", "birthday", "dog", "train", "market", "sunset", "bridge"]
SHAPES = [(640, 480), (640, 480), (480, 640), (640, 360), (640, 640)]
ALBUM_OF = 500


class Drawings:
    """The few images that all assets of the library share, each with a thumbnail, a preview and a hash, by its number below `DRAWINGS`."""

    def __init__(self):
        from PIL import Image, ImageDraw

        self.originals: list[bytes] = []
        self._images = []
        self.shapes: list[tuple[int, int]] = []
        for number in range(DRAWINGS):
            shape = SHAPES[number % len(SHAPES)]
            rng = random.Random(number)
            image = Image.new("RGB", shape, tuple(rng.randrange(256) for _ in range(3)))
            pen = ImageDraw.Draw(image)
            for _ in range(4):
                x, y = rng.randrange(shape[0]), rng.randrange(shape[1])
                pen.ellipse((x - 90, y - 90, x + 90, y + 90), fill=tuple(rng.randrange(256) for _ in range(3)))
            target = io.BytesIO()
            image.save(target, "JPEG", quality=70)
            self.originals.append(target.getvalue())
            self.shapes.append(shape)
            self._images.append(image)
        self._hashers = [hashlib.sha1(data[:-2]) for data in self.originals]

    # Made once, when it is first asked for: a test that looks at none starts in half the time.
    @functools.cache
    def thumbnail(self, drawing: int, size: str) -> bytes:
        return self.originals[drawing] if size == "preview" else thumbnails.encoded(self._images[drawing], size)

    @functools.cache
    def thumb_hash(self, drawing: int) -> bytes:
        return thumbnails.thumb_hash(self._images[drawing])

    def original(self, number: int) -> bytes:
        """The drawing, with a comment that no other asset has, so that no two have the same checksum."""
        if is_video(number):
            return _video(number)
        data = self.originals[number % DRAWINGS]
        return data[:-2] + _comment(number) + data[-2:]

    def size(self, number: int) -> int:
        if is_video(number):
            return len(_video(number))
        return len(self.originals[number % DRAWINGS]) + len(_comment(number))

    def checksum(self, number: int) -> bytes:
        if is_video(number):
            return hashlib.sha1(_video(number)).digest()
        hasher = self._hashers[number % DRAWINGS].copy()
        hasher.update(_comment(number) + b"\xff\xd9")
        return hasher.digest()


def is_video(number: int) -> bool:
    return number % 20 == 19


def _video(number: int) -> bytes:
    """The boxes of an MP4 around something that is no frame: this library is for lists, not for players."""
    content = b"asset %08d" % number * 64
    return b"\0\0\0\x18ftypisom\0\0\2\0isommp41" + (len(content) + 8).to_bytes(4, "big") + b"mdat" + content


def _comment(number: int) -> bytes:
    text = b"asset %08d" % number
    return b"\xff\xfe" + (len(text) + 2).to_bytes(2, "big") + text


def exif(number: int) -> dict:
    """What `exifInfo` says of the asset of this number, besides its times."""
    make, model, lens = CAMERAS[number % len(CAMERAS)]
    city, state, country, latitude, longitude = PLACES[number // 40 % len(PLACES)]
    return {
        "make": make, "model": model, "lensModel": lens, "orientation": "1",
        "fNumber": 1.8 + number % 5 if make else None, "focalLength": 24 + number % 80 if make else None,
        "iso": 100 << number % 6 if make else None, "exposureTime": f"1/{30 << number % 5}" if make else None,
        "city": city, "state": state, "country": country, "latitude": latitude, "longitude": longitude,
        "timeZone": ZONES[number // 40 % len(ZONES)][1], "description": WORDS[number // 7 % len(WORDS)] if number % 3 == 0 else "",
    }


def make_assets(count: int, drawings: Drawings) -> list[Asset]:
    """Newest last, each uploaded an hour after it was taken. One in twenty is a video, in fifty a favourite, in a hundred archived."""
    rng = random.Random(count)
    end = milliseconds(LAST_DAY)
    step = YEARS * 365 * DAY / max(1, count)
    assets = []
    for number in range(count):
        taken = round(end - (count - number) * step + rng.random() * step)
        offset = round(ZONES[number // 40 % len(ZONES)][0] * 3_600_000)
        width, height = drawings.shapes[number % DRAWINGS]
        assets.append(Asset(
            id=stable_id("synthetic", number),
            name=f"VID_{number:06}.mp4" if is_video(number) else f"IMG_{number:06}.jpg",
            type="VIDEO" if is_video(number) else "IMAGE",
            taken=taken, local=taken + offset, modified=taken, created=taken + HOUR, updated=taken + HOUR,
            size=drawings.size(number), width=width, height=height, number=number,
            visibility="archive" if number % 100 == 50 else "timeline",
            is_favorite=number % 50 == 0,
            duration=1_000 + number % 60_000 if is_video(number) else None,
            device_asset_id=f"synthetic-{number}", metadata=exif,
        ))
    return assets


def fill(library: Library, count: int, people: int) -> Drawings:
    """Fills a library, and returns what its images are."""
    drawings = Drawings()
    assets = make_assets(count, drawings)
    library.load(assets)
    for start in range(0, count, ALBUM_OF * 10):
        chosen = [asset.id for asset in assets[start:start + ALBUM_OF]]
        library.load_album(f"Album {start // (ALBUM_OF * 10) + 1}", f"synthetic {start}", chosen)
    for number in range(people):
        chosen = [asset.id for asset in assets[number::max(1, people * 3)] if asset.is_image]
        person = library.add_person(f"Person {number + 1}" if number % 4 else "", chosen, key=f"synthetic {number}")
        person.is_hidden = number % 10 == 9
    return drawings
