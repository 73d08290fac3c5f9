"""Reads a folder of photos and videos as assets: what exiftool says of them, which is what Immich asks as well."""

import json
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

from immich_server.asset import Asset, extension, milliseconds, mime_type, stable_id
from immich_server.library import Library

FILES_AT_ONCE = 100
TAGS = [
    "ImageSize", "ImageWidth", "ImageHeight", "Orientation#", "Rotation#", "Make", "Model", "LensModel", "LensID",
    "SubSecDateTimeOriginal", "DateTimeOriginal", "SubSecCreateDate", "CreateDate", "CreationDate", "MediaCreateDate",
    "OffsetTimeOriginal", "OffsetTime", "ModifyDate", "FNumber", "FocalLength#", "ISO", "ExposureTime", "GPSLatitude#",
    "GPSLongitude#", "ImageDescription", "Description", "Rating#", "Duration#", "ProjectionType", "ContentIdentifier",
]
DATES = [
    "SubSecDateTimeOriginal", "DateTimeOriginal", "SubSecCreateDate", "CreationDate", "CreateDate", "MediaCreateDate",
]
DATE = re.compile(r"(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$")
TURNS = {90: "6", 180: "3", 270: "8"}


def media_files(folder: Path) -> list[Path]:
    """By name. Left out: hidden ones, those of types that Immich does not know, and links to files elsewhere."""
    place = folder.resolve()
    files = []
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files += [Path(root, name) for name in sorted(names) if not name.startswith(".") and mime_type(name)]
    return [file for file in files if file.is_file() and file.resolve().is_relative_to(place)]


def read_tags(files: list[Path]) -> list[dict]:
    """Empty for each file when there is no exiftool."""
    if not shutil.which("exiftool"):
        return [{} for _ in files]
    keys = [(file, file.stat().st_mtime_ns, file.stat().st_size) for file in files]
    unread = [key for key in keys if key not in _read]
    parts = [unread[start:start + FILES_AT_ONCE] for start in range(0, len(unread), FILES_AT_ONCE)]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for part, found in zip(parts, threads.map(lambda part: _ask_exiftool([key[0] for key in part]), parts)):
            _read.update(zip(part, found))
    return [_read[key] for key in keys]


# What exiftool said of files, by their paths, times and sizes: a reset reads the same again.
_read: dict[tuple[Path, int, int], dict] = {}


def _ask_exiftool(files: list[Path]) -> list[dict]:
    command = ["exiftool", "-json", "-fast", *(f"-{tag}" for tag in TAGS), "--", *map(str, files)]
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    found = json.loads(answer.decode("utf-8", "replace") or "[]")
    return found if len(found) == len(files) else [{} for _ in files]


def make_asset(folder: Path, file: Path, tags: dict, now: int) -> Asset:
    status = file.stat()
    name = printable(file.name)
    modified = status.st_mtime_ns // 1_000_000
    is_video = (mime_type(name) or "").startswith("video/")
    taken, local, zone = _date(tags) or (modified, modified, None)
    width, height = _dimensions(file, tags)
    relative = file.relative_to(folder)
    return Asset(
        id=stable_id("file", relative), name=name, type="VIDEO" if is_video else "IMAGE",
        taken=taken, local=local, modified=modified, created=now, updated=now, size=status.st_size,
        width=width, height=height, path=file,
        duration=round(float(tags["Duration"]) * 1000) if is_video and "Duration" in tags else None,
        device_asset_id=f"{name}-{status.st_size}".replace(" ", ""),
        original_path=printable(f"/data/library/admin/{relative}"),
        metadata=_metadata(tags, zone, is_video),
    )


def fill(library: Library, folder: Path) -> None:
    """Assets, albums of sub-folders, and the videos of Live Photos, which are hidden beside their photos."""
    files = media_files(folder)
    now = library.now()
    all_tags = read_tags(files)
    assets = [make_asset(folder, file, tags, now) for file, tags in zip(files, all_tags)]
    _link_live_photos(assets, all_tags)
    library.load(assets)
    members: dict[Path, list[str]] = {}
    for asset in assets:
        if asset.visibility != "hidden" and asset.path.parent != folder:
            members.setdefault(asset.path.parent.relative_to(folder), []).append(asset.id)
    for place, ids in members.items():
        library.load_album(printable(place.name), f"folder {place}", ids)


def printable(name: object) -> str:
    """Names of files need be no text; those of Immich are."""
    return str(name).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def put_in_folders_album(library: Library, folder: Path, asset: Asset) -> None:
    place = asset.path.parent.relative_to(folder)
    if not place.parts or asset.visibility == "hidden":
        return
    album = library.albums.get(stable_id("album", f"folder {place}"))
    album = album or library.add_album(printable(place.name), key=f"folder {place}")
    library.put_in_album(album, [asset.id])


def rescan(library: Library, folder: Path) -> dict[str, list[str]]:
    """Takes over what was added to, removed from and changed in the folder since it was read."""
    with library.lock:
        known = {asset.path: asset for asset in library.assets.values() if asset.path and asset.path.is_relative_to(folder)}
        files = media_files(folder)
        gone = [asset for path, asset in known.items() if path not in set(files)]
        for asset in gone:
            library.delete(asset)
        fresh = [file for file in files if file not in known]
        changed = [file for file in files if file in known and _is_changed(known[file])]
        now = library.now()
        for file, tags in zip(fresh + changed, read_tags(fresh + changed)):
            asset = make_asset(folder, file, tags, now)
            before = known.get(file)
            if before:
                asset.created, asset.visibility, asset.is_favorite = before.created, before.visibility, before.is_favorite
            library.add(asset)
            if not before:
                put_in_folders_album(library, folder, asset)
        name = lambda found: [stable_id("file", path.relative_to(folder)) for path in found]
        return {"added": name(fresh), "changed": name(changed), "removed": [asset.id for asset in gone]}


def has_date(tags: dict) -> bool:
    return _date(tags) is not None


def _is_changed(asset: Asset) -> bool:
    status = asset.path.stat()
    return (status.st_size, status.st_mtime_ns // 1_000_000) != (asset.size, asset.modified)


def _date(tags: dict) -> tuple[int, int, str | None] | None:
    """When it was taken, what the clock on the wall showed, and the zone. Without a zone the server's own: UTC."""
    for tag in DATES:
        found = DATE.match(str(tags.get(tag, "")))
        if not found:
            continue
        zone = found[8] or tags.get("OffsetTimeOriginal") or tags.get("OffsetTime")
        try:
            wall = datetime(*map(int, found.groups()[:6]), tzinfo=UTC)
        except ValueError:
            continue
        local = milliseconds(wall) + round(float(found[7] or 0) * 1000)
        offset = _offset(zone)
        if offset is None:
            return local, local, None
        return local - offset // timedelta(milliseconds=1), local, _zone_name(offset)
    return None


def _offset(zone: object) -> timedelta | None:
    if zone == "Z":
        return timedelta()
    found = re.match(r"([+-])(\d\d):(\d\d)$", str(zone or ""))
    if not found:
        return None
    size = timedelta(hours=int(found[2]), minutes=int(found[3]))
    return -size if found[1] == "-" else size


def _zone_name(offset: timedelta) -> str:
    """As luxon names fixed zones: UTC, UTC+2, UTC+5:30."""
    if not offset:
        return "UTC"
    hours, minutes = divmod(abs(offset) // timedelta(minutes=1), 60)
    return f"UTC{'-' if offset < timedelta() else '+'}{hours}" + (f":{minutes:02}" if minutes else "")


def _dimensions(file: Path, tags: dict) -> tuple[int | None, int | None]:
    """Those of the file, before it is turned upright."""
    found = re.match(r"(\d+)\D+(\d+)$", str(tags.get("ImageSize", "")))
    if found and int(found[1]) and int(found[2]):
        return int(found[1]), int(found[2])
    if not tags and extension(file.name) not in ("mp4", "mov"):
        try:
            from PIL import Image

            with Image.open(file) as image:
                return image.size
        except (OSError, ValueError, SyntaxError):
            pass
    return None, None


def _metadata(tags: dict, zone: str | None, is_video: bool) -> dict:
    number = lambda tag: tags[tag] if isinstance(tags.get(tag), (int, float)) else None
    text = lambda tag: str(tags[tag]).strip() if tag in tags else None
    orientation = TURNS.get(number("Rotation") or 0, "1") if is_video else number("Orientation")
    rating = number("Rating")
    return {
        "make": text("Make"), "model": text("Model"), "lensModel": text("LensModel") or text("LensID"),
        "orientation": str(orientation) if orientation is not None else None, "fNumber": number("FNumber"),
        "focalLength": number("FocalLength"), "iso": number("ISO"), "exposureTime": text("ExposureTime"),
        "latitude": number("GPSLatitude"), "longitude": number("GPSLongitude"), "timeZone": zone,
        "description": text("ImageDescription") or text("Description") or "",
        "projectionType": (text("ProjectionType") or "").upper() or None,
        "rating": int(rating) if rating is not None and -1 <= rating <= 5 else None,
    }


def _link_live_photos(assets: list[Asset], all_tags: list[dict]) -> None:
    """By the identifier that both files have, or in one folder by their names."""
    videos = {}
    for asset, tags in zip(assets, all_tags):
        if asset.type == "VIDEO":
            videos[asset.path.with_suffix("")] = asset
            if "ContentIdentifier" in tags:
                videos[tags["ContentIdentifier"]] = asset
    for asset, tags in zip(assets, all_tags):
        video = videos.get(tags.get("ContentIdentifier")) or videos.get(asset.path.with_suffix(""))
        if asset.is_image and video:
            asset.live_video = video.id
            video.visibility = "hidden"
