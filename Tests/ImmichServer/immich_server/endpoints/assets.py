"""One asset: to read, to change and to delete; and how many there are."""

from immich_server.asset import parse_moment
from immich_server.endpoints.media import asset_of
from immich_server.filters import VISIBILITIES, check_choice, identifiers
from immich_server.messages import Request, Response, json_answer
from immich_server.problems import bad_request, no_access
from immich_server.routes import route


@route("GET", "/api/assets/statistics", "asset.statistics")
def statistics(server, request: Request) -> Response:
    check_choice(request.first("visibility"), "visibility", VISIBILITIES)
    visibility = request.first("visibility")
    shown = (visibility,) if visibility else ("timeline", "archive")
    is_favorite, is_trashed = request.flag("isFavorite"), bool(request.flag("isTrashed"))
    found = [
        asset for asset in server.library.own()
        if asset.visibility in shown and (asset.trashed is not None) == is_trashed
        and (is_favorite is None or asset.is_favorite == is_favorite)
    ]
    images = sum(asset.is_image for asset in found)
    return json_answer(request, {"images": images, "videos": len(found) - images, "total": len(found)})


@route("GET", "/api/assets/{id}", "asset.read")
def asset(server, request: Request) -> Response:
    """Trashed ones too."""
    with server.library.lock:
        return json_answer(request, _whole(server, asset_of(server, request, "asset.read")))


@route("PUT", "/api/assets/{id}", "asset.update")
def update(server, request: Request) -> Response:
    given = request.json()
    with server.library.lock:
        found = asset_of(server, request, "asset.update")
        if found.owner != server.library.owner:
            raise no_access("asset.update")
        change(found, given)
        server.library.touch(found)
        return json_answer(request, _whole(server, found))


@route("PUT", "/api/assets", "asset.update")
def update_many(server, request: Request) -> Response:
    given = request.json()
    for found in _assets(server, given, "asset.update"):
        change(found, given)
        server.library.touch(found)
    return Response(204)


@route("DELETE", "/api/assets", "asset.delete")
def delete(server, request: Request) -> Response:
    """Into the trash, or with `force` for ever."""
    given = request.json()
    with server.library.lock:
        for found in _assets(server, given, "asset.delete"):
            if given.get("force"):
                server.library.delete(found)
            else:
                server.library.trash(found)
    return Response(204)


@route("POST", "/api/trash/restore/assets", "asset.delete")
def restore(server, request: Request) -> Response:
    with server.library.lock:
        found = [each for each in _assets(server, request.json(), "asset.delete") if each.trashed is not None]
        for each in found:
            server.library.restore(each)
    return json_answer(request, {"count": len(found)})


def change(asset, given: dict) -> None:
    """Sets what is given, as far as Immich lets it be set."""
    check_choice(given.get("visibility"), "visibility", VISIBILITIES)
    asset.visibility = given.get("visibility") or asset.visibility
    asset.is_favorite = given.get("isFavorite", asset.is_favorite)
    asset.description = given.get("description", asset.description)
    if given.get("dateTimeOriginal"):
        try:
            taken = parse_moment(given["dateTimeOriginal"])
        except ValueError:
            raise bad_request(["dateTimeOriginal must be a valid ISO 8601 date string"]) from None
        asset.local += taken - asset.taken
        asset.taken = taken
    read = {name: given[name] for name in ("latitude", "longitude", "rating") if name in given}
    if read:
        asset.metadata = asset.exif | read


def _whole(server, found) -> dict:
    return server.renderer.asset(found, with_exif=True, with_people=True, with_owner=True, with_stack=True)


def _assets(server, given: dict, permission: str) -> list:
    ids = identifiers(given, "ids")
    if not ids:
        raise bad_request(["ids should not be empty"])
    known = server.library.assets
    if not all(key in known and known[key].owner == server.library.owner for key in ids):
        raise no_access(permission)
    return [server.library.assets[key] for key in dict.fromkeys(ids)]
