"""The bytes of assets: thumbnails, originals and videos to play."""

from pathlib import PurePosixPath

from immich_server import thumbnails
from immich_server.asset import SHOWN_BY_BROWSERS, Asset, extension, mime_type
from immich_server.filters import check_choice
from immich_server.messages import Request, Response, file_answer
from immich_server.problems import Problem, bad_request, no_access, not_found
from immich_server.routes import route

SIZES = ("thumbnail", "preview", "fullsize")


@route("GET", "/api/assets/{id}/thumbnail", "asset.view")
def thumbnail(server, request: Request) -> Response:
    """Upright images. There is no large one of the server's own: who asks for it is sent to the original or the preview."""
    size = request.first("size") or "thumbnail"
    check_choice(size, "size", SIZES)
    asset = asset_of(server, request, "asset.view")
    if size == "fullsize":
        here = f"/api/assets/{asset.id}"
        is_shown = asset.is_image and extension(asset.name) in SHOWN_BY_BROWSERS
        place = f"{here}/original" if is_shown else f"{here}/thumbnail?size=preview"
        return Response(302, {"Location": place, "Vary": "Accept, Accept-Encoding"})
    data = server.content.thumbnail(asset, size)
    if data is None:
        raise not_found("Asset media not found")
    name = f"{PurePosixPath(asset.name).stem}_{size}{thumbnails.file_extension(size)}"
    return file_answer(request, data, thumbnails.content_type(size), name, asset.modified)


@route("GET", "/api/assets/{id}/original", "asset.download")
def original(server, request: Request) -> Response:
    asset = asset_of(server, request, "asset.download")
    return _file(server, request, asset, asset.name)


@route("GET", "/api/assets/{id}/video/playback", "asset.view")
def playback(server, request: Request) -> Response:
    asset = asset_of(server, request, "asset.view")
    if asset.is_image:
        raise bad_request("Asset is not a video")
    return _file(server, request, asset, None)


def _file(server, request: Request, asset: Asset, name: str | None) -> Response:
    source = server.content.original(asset)
    modified = asset.modified
    if not isinstance(source, bytes):
        try:
            modified = source.stat().st_mtime_ns // 1_000_000
        except FileNotFoundError:
            raise Problem(500, "Internal server error") from None
    return file_answer(request, source, mime_type(asset.name) or "application/octet-stream", name, modified)


def asset_of(server, request: Request, permission: str) -> Asset:
    asset = server.library.assets.get(request.parameters["id"])
    if asset is None or asset.visibility == "locked" or server.library.is_withheld(asset):
        raise no_access(permission)
    return asset
