"""A small photo library of drawn photos: nothing in it was taken by anyone."""

import shutil
from pathlib import Path

from PIL import Image, ImageDraw

# File name, folder, day taken, size and two colours. The order of names, of dates and of folders differ.
LIBRARY = [
    ("beach.jpg", "Summer", "2024:07:02", (1600, 1200), ("#7fc4e8", "#f2d8a0")),
    ("forest.jpg", "Summer", "2024:06:11", (1200, 1600), ("#234d2c", "#9cc069")),
    ("harbour.jpg", "Summer", "2024:08:30", (1600, 900), ("#34506b", "#e58b54")),
    ("lake.jpg", "Autumn", "2023:10:01", (1600, 1200), ("#28536b", "#c2948a")),
    ("leaves.jpg", "Autumn", "2023:11:05", (1200, 1200), ("#a4361d", "#f3b545")),
    ("street.jpg", "Autumn", "2023:09:17", (900, 1600), ("#3a3238", "#d8b89a")),
    ("window.jpg", "", "2025:01:20", (1600, 1200), ("#dfe7ea", "#7d8ca3")),
]


def make_library(folder: Path) -> Path:
    """Draws the library into a folder and returns it."""
    for name, album, day, size, colours in LIBRARY:
        place = folder / album
        place.mkdir(parents=True, exist_ok=True)
        exif = Image.Exif()
        exif[0x010F] = "Picker"
        exif[0x0110] = "Test camera"
        exif.get_ifd(0x8769)[0x9003] = f"{day} 12:00:00"
        draw_image(size, colours).save(place / name, quality=85, exif=exif)
    return folder


def make_many(folder: Path, count: int) -> Path:
    """A library that fills many screens: one small photo under many names."""
    folder.mkdir(parents=True, exist_ok=True)
    first = folder / "img-00000.jpg"
    draw_image((160, 120), ("#446688", "#ddbb88")).save(first, quality=80)
    for number in range(1, count):
        shutil.copyfile(first, folder / f"img-{number:05}.jpg")
    return folder


def draw_image(size: tuple[int, int], colours: tuple[str, str]) -> Image.Image:
    """A sky, a sun and two hills."""
    width, height = size
    sky, ground = colours
    image = Image.new("RGB", size, sky)
    draw = ImageDraw.Draw(image)
    sun = height // 8
    draw.ellipse((width * 0.7 - sun, height * 0.25 - sun, width * 0.7 + sun, height * 0.25 + sun), fill="#fff6e0")
    draw.ellipse((-width * 0.4, height * 0.55, width * 0.7, height * 1.7), fill=ground)
    darker = Image.blend(Image.new("RGB", (1, 1), ground), Image.new("RGB", (1, 1), "#000"), 0.25).getpixel((0, 0))
    draw.ellipse((width * 0.3, height * 0.65, width * 1.5, height * 1.8), fill=darker)
    return image
