"""A small library of drawn photos with known metadata, and something that stands for a video."""

from pathlib import Path

from PIL import Image

# Folder, name, EXIF date, offset, size in the file, orientation.
PHOTOS = [
    ("Summer", "beach.jpg", "2024:07:02 23:30:00", "+02:00", (400, 300), 1),
    ("Summer", "forest.jpg", "2024:07:31 22:15:00", "-05:00", (400, 300), 6),
    ("Summer", "harbour été.jpg", "2024:08:30 08:00:00", None, (320, 180), 8),
    ("Autumn", "lake.jpg", "2023:10:01 12:00:00", "+05:30", (300, 300), 1),
    ("Autumn", "leaves.png", None, None, (200, 100), 1),
    ("", "window.jpg", "2025:01:20 12:00:00", "+00:00", (1600, 1200), 3),
]


def make_library(folder: Path) -> Path:
    for place, name, taken, offset, size, orientation in PHOTOS:
        (folder / place).mkdir(parents=True, exist_ok=True)
        image = Image.new("RGB", size, f"hsl({len(name) * 30 % 360}, 60%, 50%)")
        image.paste("white", (0, 0, size[0] // 2, size[1] // 2))
        image.save(folder / place / name, exif=_exif(taken, offset, orientation))
    (folder / "Summer" / "waves.mp4").write_bytes(b"\0\0\0\x18ftypisom\0\0\2\0isommp41" + b"\0\0\4\x08mdat" + b"w" * 1024)
    (folder / "notes.txt").write_text("not an asset")
    return folder


def _exif(taken: str | None, offset: str | None, orientation: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x010F], exif[0x0110] = "Picker", "Test camera"
    exif[0x0112] = orientation
    exif[0x010E] = "a drawn photo"
    details = exif.get_ifd(0x8769)
    if taken:
        details[0x9003] = taken
    if offset:
        details[0x9011] = offset
    details[0x829D], details[0x920A], details[0x8827], details[0x829A] = 2.8, 35.0, 400, 1 / 250
    return exif
