"""Which assets a search or a timeline means."""

import re
import unicodedata
from collections.abc import Callable

from immich_server.asset import Asset, parse_moment
from immich_server.library import Library
from immich_server.problems import bad_request, no_access, unauthorized
from immich_server.routes import UUID

VISIBILITIES = ("archive", "timeline", "hidden", "locked")
TYPES = ("IMAGE", "VIDEO", "AUDIO", "OTHER")
Condition = Callable[[Asset], bool]

TIMES = {
    "taken": lambda asset: asset.taken,
    "created": lambda asset: asset.created,
    "updated": lambda asset: asset.updated,
    "trashed": lambda asset: asset.trashed,
}
# Compared with `exifInfo` as a whole; null asks for assets without it.
EXACT = ["city", "state", "country", "make", "model", "lensModel", "rating"]
CONTAINED = {
    "originalFileName": lambda asset: asset.name,
    "originalPath": lambda asset: asset.original_path or asset.name,
    "description": lambda asset: asset.description or asset.exif.get("description") or "",
}


def folded(text: str) -> str:
    """Without accents and case."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).casefold()


def like(pattern: str) -> re.Pattern:
    """What PostgreSQL finds with ILIKE, to which the pattern comes as it was asked for. It fits folded texts as a whole."""
    parts = re.findall(r"\\.|.", f"%{folded(pattern)}%", re.DOTALL)
    expression = "".join({"%": ".*", "_": "."}.get(part, re.escape(part[-1])) for part in parts)
    return re.compile(expression, re.DOTALL)


def check_choice(value: object, name: str, choices: tuple[str, ...]) -> None:
    if value is not None and value not in choices:
        raise bad_request([f"{name} must be one of the following values: {', '.join(choices)}"])


def identifiers(options: dict, name: str) -> list[str]:
    values = options.get(name) or []
    if not isinstance(values, list) or not all(isinstance(value, str) and UUID.match(value) for value in values):
        raise bad_request([f"each value in {name} must be a UUID"])
    return [value.lower() for value in values]


def search_conditions(library: Library, content, options: dict) -> list[Condition]:
    """Of the body of a search. Without `visibility` only what the timeline shows is found."""
    check_visibility(options.get("visibility"))
    check_choice(options.get("type"), "type", TYPES)
    visibility = options.get("visibility") or "timeline"
    conditions: list[Condition] = [lambda asset: asset.visibility == visibility]
    with_deleted = options.get("withDeleted") or options.get("trashedAfter") or options.get("trashedBefore")
    if not (with_deleted or options.get("isOffline")):
        conditions.append(lambda asset: asset.trashed is None)
    conditions += _times(options) + _flags(options) + _texts(options)
    conditions += _members(library, options)
    if options.get("id"):
        wanted = str(options["id"]).lower()
        conditions.append(lambda asset: asset.id == wanted)
    if options.get("type"):
        conditions.append(lambda asset: asset.type == options["type"])
    if options.get("checksum"):
        checksum = checksum_bytes(options["checksum"])
        conditions.append(lambda asset: content.checksum(asset) == checksum)
    return conditions


def checksum_bytes(text: str) -> bytes:
    """SHA-1 in Base64, which has 28 characters, or in hexadecimal digits."""
    import base64
    import binascii

    try:
        return base64.b64decode(text) if len(text) == 28 else bytes.fromhex(text)
    except (ValueError, binascii.Error):
        return b"no checksum"


def _times(options: dict) -> list[Condition]:
    conditions = []
    for name, time in TIMES.items():
        for suffix, holds in (("After", lambda a, b: a >= b), ("Before", lambda a, b: a <= b)):
            text = options.get(name + suffix)
            if not text:
                continue
            try:
                limit = parse_moment(text)
            except (ValueError, TypeError):
                raise bad_request([f"{name}{suffix} must be a Date instance"]) from None
            conditions.append(
                lambda asset, time=time, limit=limit, holds=holds: time(asset) is not None and holds(time(asset), limit))
    return conditions


def _flags(options: dict) -> list[Condition]:
    read = {
        "isFavorite": lambda asset: asset.is_favorite,
        "isOffline": lambda asset: asset.is_offline,
        "isMotion": lambda asset: asset.live_video is not None,
        "isEncoded": lambda asset: False,
    }
    conditions = []
    for name, flag in read.items():
        value = options.get(name)
        if value is None:
            continue
        if not isinstance(value, bool):
            raise bad_request([f"{name} must be a boolean value"])
        conditions.append(lambda asset, flag=flag, value=value: flag(asset) == value)
    return conditions


def _texts(options: dict) -> list[Condition]:
    conditions = []
    for name in EXACT:
        if name in options:
            conditions.append(lambda asset, name=name: asset.exif.get(name) == options[name])
    for name, text in CONTAINED.items():
        if options.get(name):
            wanted = like(str(options[name]))
            conditions.append(lambda asset, text=text, wanted=wanted: wanted.fullmatch(folded(text(asset))) is not None)
    for name, text in (("deviceAssetId", lambda a: a.device_asset_id), ("deviceId", lambda a: a.device_id)):
        if options.get(name):
            conditions.append(lambda asset, text=text, name=name: text(asset) == options[name])
    return conditions


def _members(library: Library, options: dict) -> list[Condition]:
    """In all of the albums, of all of the people."""
    conditions = []
    albums = identifiers(options, "albumIds")
    for key in albums:
        inside = library.albums[key].assets if key in library.albums else {}
        conditions.append(lambda asset, inside=inside: asset.id in inside)
    if not albums and options.get("isNotInAlbum"):
        outside = set().union(*(album.assets for album in library.albums.values()))
        conditions.append(lambda asset: asset.id not in outside)
    for key in identifiers(options, "personIds"):
        shown = library.people[key].assets if key in library.people else {}
        conditions.append(lambda asset, shown=shown: asset.id in shown)
    if identifiers(options, "tagIds"):
        conditions.append(lambda asset: False)
    return conditions


def check_visibility(value: str | None) -> None:
    """What is locked needs a session that was opened by a code, which none here is: that 401 is not about the key."""
    check_choice(value, "visibility", VISIBILITIES)
    if value == "locked":
        raise unauthorized("Elevated permission is required")


def timeline_conditions(library: Library, request) -> list[Condition]:
    """Of the query of a timeline. Without `visibility` archived assets are shown as well."""
    check_visibility(request.first("visibility"))
    visibility = request.first("visibility")
    shown = (visibility,) if visibility else ("timeline", "archive")
    is_trashed, is_favorite = request.flag("isTrashed"), request.flag("isFavorite")
    if request.flag("withPartners") and (
        visibility in (None, "archive", "locked") or is_favorite is not None or is_trashed
    ):
        raise bad_request(
            "withPartners is only supported for non-archived, non-trashed, non-favorited, non-locked assets")
    conditions: list[Condition] = [
        lambda asset: asset.visibility in shown,
        lambda asset: (asset.trashed is not None) == bool(is_trashed),
    ]
    if is_favorite is not None:
        conditions.append(lambda asset: asset.is_favorite == is_favorite)
    album, person = _identifier(request, "albumId"), _identifier(request, "personId")
    if album is not None:
        if album not in library.albums:
            raise no_access("album.read")
        inside = library.albums[album].assets
        conditions.append(lambda asset: asset.id in inside)
    if person is not None:
        shown_there = library.people[person].assets if person in library.people else {}
        conditions.append(lambda asset: asset.id in shown_there)
    user = _identifier(request, "userId")
    if user not in (None, library.owner):
        raise no_access("timeline.read")
    if _identifier(request, "tagId") is not None:
        raise no_access("tag.read")
    return conditions


def _identifier(request, name: str) -> str | None:
    value = request.first(name)
    if value and not UUID.match(value):
        raise bad_request([f"{name} must be a UUID"])
    return value.lower() if value else None


def matching(assets: list[Asset], conditions: list[Condition]) -> list[Asset]:
    for condition in conditions:
        assets = [asset for asset in assets if condition(asset)]
    return assets
