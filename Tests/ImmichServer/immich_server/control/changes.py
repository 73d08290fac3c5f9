"""Changes that others make to a library, while a client reads it."""

from collections.abc import Callable

from immich_server import scan
from immich_server.asset import Asset, parse_moment, stable_id
from immich_server.endpoints.assets import change as change_asset
from immich_server.problems import bad_request


def apply(server, given: dict) -> dict:
    """Does what `op` names, and says what came of it."""
    operation = OPERATIONS.get(given.get("op"))
    if operation is None:
        raise bad_request(f"op must be one of {', '.join(sorted(OPERATIONS))}")
    try:
        with server.library.lock:
            return operation(server, given) or {}
    except KeyError as error:
        raise bad_request(f"there is no {error}") from None


def _add_asset(server, given: dict, owner: str = "") -> dict:
    """One that is drawn, or `count` of them; `date` has the zone of the place where it was taken."""
    assets = []
    for number in range(given.get("count", 1)):
        path = server.content.draw(f"{given.get('name', 'added')} {server.library.changes} {number}")
        now = server.library.now()
        asset = scan.make_asset(path.parent, path, {"ImageSize": "320x240"}, now)
        asset.id, asset.name = stable_id("added", now), given.get("name", f"added-{now}.jpg")
        asset.taken = parse_moment(given["date"]) if "date" in given else now
        asset.local = asset.taken
        change_asset(asset, {key: value for key, value in given.items() if key in ("visibility", "isFavorite", "description")})
        asset.owner = owner
        server.library.add(asset)
        assets.append(asset.id)
    return {"id": assets[0], "ids": assets} if assets else {"ids": []}


def _of_assets(work: Callable) -> Callable:
    """An operation on the assets of `ids`, or of `id`."""

    def operation(server, given: dict) -> dict:
        assets = [server.library.assets[key] for key in given.get("ids") or [given["id"]]]
        for asset in assets:
            work(server, asset, given)
        return {"ids": [asset.id for asset in assets]}

    return operation


def _update(server, asset: Asset, given: dict) -> None:
    change_asset(asset, given)
    asset.name = given.get("name", asset.name)
    server.library.touch(asset)


def _archive(server, asset: Asset, given: dict) -> None:
    _update(server, asset, {"visibility": "archive"})


def _replace(server, asset: Asset, given: dict) -> None:
    server.content.replace(asset)
    server.library.touch(asset)


def _process(server, asset: Asset, given: dict) -> None:
    """Without `isDone` as right after an upload: no thumbnails, no preview hash yet."""
    asset.is_processed = bool(given.get("isDone", True))
    server.library.touch(asset)


def _add_album(server, given: dict) -> dict:
    album = server.library.add_album(given.get("name", "Album"), given.get("description", ""))
    if given.get("assetIds"):
        server.library.put_in_album(album, _known(server, given["assetIds"]))
    return {"id": album.id}


def _add_shared_album(server, given: dict) -> dict:
    """An album of another user, with drawn assets of theirs, in which the user may change what is in it."""
    friend = stable_id("user", "friend")
    added = _add_asset(server, {"count": given.get("count", 3)}, owner=friend)
    album = server.library.add_album(given.get("name", "Shared"))
    album.owner, album.is_shared = friend, True
    server.library.put_in_album(album, added["ids"])
    return {"id": album.id, "assetIds": added["ids"]}


def _add_partner(server, given: dict) -> dict:
    """Drawn assets of another user, whose photos the user sees in the timeline."""
    partner = stable_id("user", "partner")
    server.library.partners.add(partner)
    return _add_asset(server, given, owner=partner)


def _update_album(server, given: dict) -> None:
    album = server.library.albums[given["id"]]
    album.name = given.get("name", album.name)
    album.description = given.get("description", album.description)
    album.order = given.get("order", album.order)
    album.is_shared = given.get("isShared", album.is_shared)
    server.library.touch_album(album)


def _fill_album(server, given: dict) -> None:
    album = server.library.albums[given["id"]]
    fresh = [key for key in _known(server, given["assetIds"]) if key not in album.assets]
    server.library.put_in_album(album, fresh)


def _empty_album(server, given: dict) -> None:
    album = server.library.albums[given["id"]]
    server.library.take_out_of_album(album, [key for key in given.get("assetIds", album.assets.copy()) if key in album.assets])


def _delete_album(server, given: dict) -> None:
    server.library.delete_album(server.library.albums[given["id"]])


def _add_person(server, given: dict) -> dict:
    name = given.get("name", "")
    person = server.library.add_person(name, _known(server, given.get("assetIds", [])), key=f"{name} {server.library.changes}")
    return {"id": person.id}


def _update_person(server, given: dict) -> None:
    person = server.library.people[given["id"]]
    person.name = given.get("name", person.name)
    person.is_hidden = given.get("isHidden", person.is_hidden)
    person.is_favorite = given.get("isFavorite", person.is_favorite)
    server.library.touch_person(person)


def _delete_person(server, given: dict) -> None:
    server.library.delete_person(server.library.people[given["id"]])


def _add_key(server, given: dict) -> dict:
    return {"key": server.accounts.add_key(given.get("name", "added"), given.get("permissions", ["all"])).secret}


def _rescan(server, given: dict) -> dict:
    if server.folder is None:
        raise bad_request("The library is of no folder")
    return scan.rescan(server.library, server.folder)


def _set_smart_search(server, given: dict) -> None:
    server.has_smart_search = bool(given.get("isOn"))


def _set_unsteady_ties(server, given: dict) -> None:
    server.has_unsteady_ties = bool(given.get("isOn"))


def _set_latency(server, given: dict) -> None:
    server.latency = given.get("ms", 0) / 1000


def _known(server, ids: list[str]) -> list[str]:
    return [server.library.assets[key].id for key in ids]


OPERATIONS: dict[str, Callable] = {
    "add-asset": _add_asset,
    "delete-asset": _of_assets(lambda server, asset, given: server.library.delete(asset)),
    "trash-asset": _of_assets(lambda server, asset, given: server.library.trash(asset)),
    "restore-asset": _of_assets(lambda server, asset, given: server.library.restore(asset)),
    "archive-asset": _of_assets(_archive),
    "update-asset": _of_assets(_update),
    "replace-asset": _of_assets(_replace),
    "process-asset": _of_assets(_process),
    "add-album": _add_album,
    "add-shared-album": _add_shared_album,
    "update-album": _update_album,
    "fill-album": _fill_album,
    "empty-album": _empty_album,
    "delete-album": _delete_album,
    "add-partner": _add_partner,
    "add-person": _add_person,
    "update-person": _update_person,
    "delete-person": _delete_person,
    "expire-tokens": lambda server, given: server.accounts.expire_all(),
    "delete-key": lambda server, given: server.accounts.delete_key(given["name"]),
    "add-key": _add_key,
    "rescan": _rescan,
    "set-smart-search": _set_smart_search,
    "set-unsteady-ties": _set_unsteady_ties,
    "set-latency": _set_latency,
}
