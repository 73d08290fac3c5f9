"""The timeline: how many assets each month has, and the assets of a month, as columns."""

import re

from immich_server.asset import Asset, bare_moment
from immich_server.filters import check_choice, matching, timeline_conditions
from immich_server.messages import Request, Response, json_answer
from immich_server.problems import bad_request
from immich_server.routes import route
from immich_server.versions import Version


@route("GET", "/api/timeline/buckets", "asset.read")
def buckets(server, request: Request) -> Response:
    months = _months(server, request)
    ordered = sorted(months, reverse=_order(request) == "desc")
    return json_answer(request, [{"timeBucket": month, "count": len(months[month])} for month in ordered])


@route("GET", "/api/timeline/bucket", "asset.read")
def bucket(server, request: Request) -> Response:
    wanted = request.first("timeBucket")
    found = re.match(r"[+-]?(\d{4}-\d\d-\d\d)", wanted or "")
    if not found:
        raise bad_request(["timeBucket must be a string"])
    assets = _months(server, request).get(found[1][:8] + "01", []) if found[1].endswith("-01") else []
    is_descending = _order(request) == "desc"
    ordered = sorted(assets, key=lambda asset: (asset.day, asset.taken, asset.name, asset.id), reverse=is_descending)
    columns = _columns(server, ordered)
    if request.flag("withCoordinates"):
        columns |= {name: [asset.exif.get(name) for asset in ordered] for name in ("latitude", "longitude")}
    if request.flag("withStacked"):
        columns["stack"] = [None] * len(ordered)
    return json_answer(request, columns, headers={"Content-Type": "application/json; charset=utf-8"})


def _order(request: Request) -> str:
    check_choice(request.first("order"), "order", ("asc", "desc"))
    return request.first("order") or "desc"


def _months(server, request: Request) -> dict[str, list[Asset]]:
    library = server.library
    with library.lock:
        conditions = timeline_conditions(library, request)
        names = ("visibility", "isTrashed", "isFavorite", "albumId", "personId", "userId", "withPartners")
        key = ("months", *(request.first(name) for name in names))

        is_of_album = request.first("albumId") and not request.first("userId")
        users = library.searched() if request.flag("withPartners") else library.own()
        reached = library.newest_first() if is_of_album else users

        def group() -> dict[str, list[Asset]]:
            months: dict[str, list[Asset]] = {}
            for asset in matching(reached, conditions):
                months.setdefault(asset.month, []).append(asset)
            return months

        return library.cached(key, group)


def _columns(server, assets: list[Asset]) -> dict[str, list]:
    render = server.renderer
    exif = [asset.exif for asset in assets]
    columns = {
        "id": [asset.id for asset in assets],
        "ownerId": [asset.owner for asset in assets],
        "ratio": [asset.ratio for asset in assets],
        "isFavorite": [asset.is_favorite for asset in assets],
        "visibility": [asset.visibility for asset in assets],
        "isTrashed": [asset.trashed is not None for asset in assets],
        "isImage": [asset.is_image for asset in assets],
        "thumbhash": [render.text64(server.content.thumb_hash(asset)) for asset in assets],
        "duration": [render.duration(asset, absent=None) for asset in assets],
        "projectionType": [read.get("projectionType") for read in exif],
        "livePhotoVideoId": [asset.live_video for asset in assets],
        "city": [read.get("city") for read in exif],
        "country": [read.get("country") for read in exif],
    }
    return columns | _times(server.version, assets)


def _times(version: Version, assets: list[Asset]) -> dict[str, list]:
    """None names a zone: `fileCreatedAt` is of UTC, and the offset makes what the clock on the wall showed of it."""
    if not version.buckets_have_offsets:
        return {"localDateTime": [bare_moment(asset.local) for asset in assets]}
    columns = {
        "fileCreatedAt": [bare_moment(asset.taken) for asset in assets],
        "localOffsetHours": [_hours(asset.local - asset.taken) for asset in assets],
    }
    if version.major >= 3:
        columns["createdAt"] = [bare_moment(asset.created) for asset in assets]
    return columns


def _hours(milliseconds: int) -> float | int:
    hours = milliseconds / 3_600_000
    return int(hours) if hours.is_integer() else hours
