"""Albums: to read, to make, to fill and to delete."""

from immich_server.filters import check_choice, identifiers
from immich_server.library import Album
from immich_server.messages import Request, Response, json_answer
from immich_server.problems import bad_request, no_access
from immich_server.routes import UUID, route


@route("GET", "/api/albums", "album.read")
def albums(server, request: Request) -> Response:
    """Newest first. Albums with their assets are never listed."""
    asset = request.first("assetId")
    if asset and not UUID.match(asset):
        raise bad_request(["assetId must be a UUID"])
    if server.version.albums_hold_assets:
        is_shared, is_owned = request.flag("shared"), None
    else:
        is_shared, is_owned = request.flag("isShared"), request.flag("isOwned")
    with server.library.lock:
        found = list(server.library.albums.values())
        if asset:
            found = [album for album in found if asset.lower() in album.assets]
        else:
            # Before version 3, those of others are listed only with the others that are shared.
            if server.version.albums_hold_assets and not is_shared:
                is_owned = True
            found = [album for album in found if is_shared is None or album.is_shared == is_shared]
            found = [album for album in found if is_owned is None or is_owned == (not album.owner)]
        if server.version.major >= 3 and request.first("name") is not None:
            found = [album for album in found if album.name == request.first("name")]
        found.sort(key=lambda album: album.created, reverse=True)
        return json_answer(request, [server.renderer.album(album) for album in found])


@route("GET", "/api/albums/statistics", "album.statistics")
def statistics(server, request: Request) -> Response:
    found = list(server.library.albums.values())
    owned = [album for album in found if not album.owner]
    shared = sum(album.is_shared for album in found)
    not_shared = sum(not album.is_shared for album in owned)
    return json_answer(request, {"owned": len(owned), "shared": shared, "notShared": not_shared})


@route("GET", "/api/albums/{id}", "album.read")
def album_info(server, request: Request) -> Response:
    """With all its assets, in versions before 3, unless `withoutAssets` is true."""
    with server.library.lock:
        album = _album(server, request, "album.read")
        without = server.version.albums_hold_assets and request.flag("withoutAssets")
        return json_answer(request, server.renderer.album(album, with_assets=not without))


@route("POST", "/api/albums", "album.create")
def create(server, request: Request) -> Response:
    given = request.json()
    if not isinstance(given.get("albumName"), str):
        raise bad_request(["albumName must be a string"])
    library = server.library
    with library.lock:
        album = library.add_album(given["albumName"], str(given.get("description") or ""))
        ids = [key for key in identifiers(given, "assetIds") if key in library.assets]
        if ids:
            library.put_in_album(album, ids)
        return json_answer(request, server.renderer.album(album, with_assets=True), 201)


@route("PATCH", "/api/albums/{id}", "album.update")
def update(server, request: Request) -> Response:
    given = request.json()
    check_choice(given.get("order"), "order", ("asc", "desc"))
    with server.library.lock:
        album = _album(server, request, "album.update")
        poster = given.get("albumThumbnailAssetId")
        if poster and poster not in album.assets:
            raise bad_request("Invalid album thumbnail")
        album.name = given.get("albumName", album.name)
        album.description = given.get("description", album.description)
        album.order = given.get("order") or album.order
        album.poster = poster or album.poster
        server.library.touch_album(album)
        return json_answer(request, server.renderer.album(album))


@route("DELETE", "/api/albums/{id}", "album.delete")
def delete(server, request: Request) -> Response:
    with server.library.lock:
        album = _album(server, request, "album.delete")
        if album.owner:
            raise no_access("album.delete")
        server.library.delete_album(album)
    return Response(204 if server.version.major >= 2 else 200)


@route("PUT", "/api/albums/{id}/assets", "albumAsset.create")
def add_assets(server, request: Request) -> Response:
    """Answers for each: those that are in it already, and those that do not exist, are no error of the whole."""
    ids = identifiers(request.json(), "ids")
    library = server.library
    with library.lock:
        album = _album(server, request, "albumAsset.create")
        results, fresh = [], []
        for key in ids:
            if key in album.assets or key in fresh:
                results.append({"id": key, "success": False, "error": "duplicate"})
            elif key not in library.assets:
                results.append({"id": key, "success": False, "error": "no_permission"})
            else:
                fresh.append(key)
                results.append({"id": key, "success": True})
        if fresh:
            library.put_in_album(album, fresh)
    return json_answer(request, results)


@route("DELETE", "/api/albums/{id}/assets", "albumAsset.delete")
def remove_assets(server, request: Request) -> Response:
    ids = identifiers(request.json(), "ids")
    library = server.library
    with library.lock:
        album = _album(server, request, "albumAsset.delete")
        inside = [key for key in dict.fromkeys(ids) if key in album.assets]
        if inside:
            library.take_out_of_album(album, inside)
    results = [{"id": key, "success": True} if key in inside else {"id": key, "success": False, "error": "not_found"} for key in ids]
    return json_answer(request, results)


def _album(server, request: Request, permission: str) -> Album:
    album = server.library.albums.get(request.parameters["id"])
    if album is None:
        raise no_access(permission)
    return album
