"""Searches: by what is known of assets, by words, and how many there are."""

import hashlib
import itertools
import json

from immich_server.asset import Asset
from immich_server.filters import CONTAINED, check_choice, folded, matching, search_conditions
from immich_server.messages import Request, Response, json_answer
from immich_server.problems import bad_request
from immich_server.routes import route

LARGEST_PAGE = 1000


@route("POST", "/api/search/metadata", "asset.read")
def by_metadata(server, request: Request) -> Response:
    options = request.json()
    check_choice(options.get("order"), "order", ("asc", "desc"))
    assets = _found(server, options, "metadata")
    if options.get("order") == "asc":
        assets = server.library.cached(("ascending", _key(options)), lambda: assets[::-1])
    if server.has_unsteady_ties:
        assets = _with_unsteady_ties(assets, options)
    return _page(server, request, assets, options, 250)


def _with_unsteady_ties(assets: list[Asset], options: dict) -> list[Asset]:
    """Those of one time are in another order on each page, as versions that do not sort by identifiers, too, may have them."""
    place = f"{options.get('page')} {options.get('size')}"
    tie = lambda asset: hashlib.sha256(f"{place} {asset.id}".encode()).digest()
    groups = itertools.groupby(assets, key=lambda asset: asset.taken)
    return [asset for _, group in groups for asset in sorted(group, key=tie)]


@route("POST", "/api/search/smart", "asset.read")
def by_words(server, request: Request) -> Response:
    """There is no model behind it: assets with most of the words come first."""
    options = request.json()
    if not server.has_smart_search:
        raise bad_request("Smart search is not enabled")
    query = options.get("query")
    if not isinstance(query, str) or not query:
        raise bad_request("Either `query` or `queryAssetId` must be set")
    words = folded(query).split()
    assets = _found(server, {name: value for name, value in options.items() if name != "query"}, "smart")

    def ranked() -> list[Asset]:
        counted = [(sum(word in _text(asset) for word in words), asset) for asset in assets]
        hits = [(count, asset) for count, asset in counted if count]
        return [asset for _, asset in sorted(hits, key=lambda hit: -hit[0])]

    return _page(server, request, server.library.cached(("words", _key(options)), ranked), options, 100)


@route("POST", "/api/search/statistics", "asset.statistics")
def statistics(server, request: Request) -> Response:
    return json_answer(request, {"total": len(_found(server, request.json(), "statistics"))})


@route("POST", "/api/search/random", "asset.read")
def random(server, request: Request) -> Response:
    import random as chance

    options = request.json()
    assets = list(_found(server, options, "random"))
    chance.shuffle(assets)
    chosen = assets[:_number(options, "size", 250, LARGEST_PAGE)]
    return json_answer(request, [_rendered(server, asset, options) for asset in chosen])


@route("GET", "/api/search/person", "person.read")
def person(server, request: Request) -> Response:
    name = folded(request.first("name") or "")
    people = [each for each in server.library.people.values() if name in folded(each.name)]
    shown = [each for each in people if request.flag("withHidden") or not each.is_hidden]
    return json_answer(request, [server.renderer.person(each) for each in shown])


def _found(server, options: dict, kind: str) -> list[Asset]:
    """Newest first."""
    library = server.library
    with library.lock:
        conditions = search_conditions(library, server.content, options)
        return library.cached((kind, _key(options)), lambda: matching(_reached(server, options), conditions))


def _reached(server, options: dict) -> list[Asset]:
    """Assets of others are found in the albums that they share, since version 3."""
    if options.get("albumIds") and server.version.searches_reach_shared_albums:
        return server.library.newest_first()
    return server.library.searched()


def _key(options: dict) -> str:
    """The same for all pages of one search."""
    return json.dumps({name: options[name] for name in sorted(options) if name not in ("page", "size")}, default=str)


def _text(asset: Asset) -> str:
    return folded(" ".join([CONTAINED["originalFileName"](asset), CONTAINED["description"](asset)]))


def _page(server, request: Request, assets: list[Asset], options: dict, usual: int) -> Response:
    """`total` is how many this page has: no client learns from it how many there are."""
    page = _number(options, "page", 1, None)
    size = _number(options, "size", usual, LARGEST_PAGE)
    start = (page - 1) * size
    shown = assets[start:start + size]
    for asset in shown:
        # Made before the lock is taken: for photos of a folder that may take long.
        server.content.thumb_hash(asset)
    with server.library.lock:
        items = [_rendered(server, asset, options) for asset in shown]
    found = {
        "total": len(items),
        "count": len(items),
        "items": items,
        "facets": [],
        "nextPage": str(page + 1) if len(assets) > start + size else None,
    }
    if server.version.major >= 3:
        found["nextCursor"] = None
    return json_answer(request, {"albums": {"total": 0, "count": 0, "items": [], "facets": []}, "assets": found}, 200)


def _rendered(server, asset: Asset, options: dict) -> dict:
    with_people = bool(options.get("withPeople") or options.get("personIds"))
    return server.renderer.asset(asset, with_exif=bool(options.get("withExif")), with_people=with_people)


def _number(options: dict, name: str, usual: int, largest: int | None) -> int:
    value = options.get(name)
    if value is None:
        return usual
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != int(value):
        raise bad_request([f"{name} must be an integer number"])
    if value < 1:
        raise bad_request([f"{name} must not be less than 1"])
    if largest is not None and value > largest:
        raise bad_request([f"{name} must not be greater than {largest}"])
    return int(value)
