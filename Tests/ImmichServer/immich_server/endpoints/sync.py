"""What changed since a client last asked: the two ways before version 3, and the stream of the newer ones."""

import json
import uuid
from collections.abc import Iterator

from immich_server.asset import Asset, parse_moment
from immich_server.filters import identifiers
from immich_server.messages import Request, Response, json_answer
from immich_server.problems import Problem, bad_request, no_access
from immich_server.routes import UUID, route
from immich_server.sync_rows import ENTITY_TYPES, REQUEST_TYPES, rows

LONGEST_AGE = 100 * 86_400_000
MOST_CHANGES = 10_000
ORIGIN = 1 << 40

has_old_sync = lambda version: version.has_old_sync
has_stream = lambda version: version.has_sync_stream


@route("POST", "/api/sync/full-sync", "all", exists=has_old_sync)
def full_sync(server, request: Request) -> Response:
    """By identifier: `lastId` is the last one of the answer before. Trashed and archived assets are there too."""
    given = request.json()
    limit, until, last = given.get("limit"), _time(given, "updatedUntil"), given.get("lastId") or ""
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise bad_request(["limit must be a positive number"])
    if last and not UUID.match(last):
        raise bad_request(["lastId must be a UUID"])
    if given.get("userId") not in (None, server.library.owner):
        raise no_access("timeline.read")
    with server.library.lock:
        assets = [asset for asset in _visible(server) if asset.updated <= until and asset.id > last]
        assets.sort(key=lambda asset: asset.id)
        return json_answer(request, [_rendered(server, asset) for asset in assets[:limit]])


@route("POST", "/api/sync/delta-sync", "all", exists=has_old_sync)
def delta_sync(server, request: Request) -> Response:
    given = request.json()
    after, users = _time(given, "updatedAfter"), identifiers(given, "userIds")
    with server.library.lock:
        changed = [asset for asset in _visible(server) if asset.updated > after]
        is_too_old = server.library.now() - after > LONGEST_AGE
        if is_too_old or users != [server.library.owner] or len(changed) >= MOST_CHANGES:
            return json_answer(request, {"needsFullSync": True, "upserted": [], "deleted": []})
        deleted = [each.ids[0] for each in server.library.deletions if each.kind == "asset" and each.at > after]
        upserted = [_rendered(server, asset) for asset in changed]
        return json_answer(request, {"needsFullSync": False, "upserted": upserted, "deleted": deleted})


@route("POST", "/api/sync/stream", "sync.stream", exists=has_stream)
def stream(server, request: Request) -> Response:
    """Lines of JSON, by type, each of what changed after what the session acknowledged of its type."""
    acks = _acks(server, request)
    given = request.json()
    types = given.get("types")
    if not isinstance(types, list) or not set(types) <= REQUEST_TYPES[server.version.major >= 3]:
        raise bad_request(["each value in types must be one of the following values: AssetsV1, …"])
    if given.get("reset"):
        acks.clear()
    known = {kind: _number(ack) for kind, ack in acks.items()}

    def lines() -> Iterator[bytes]:
        with server.library.lock:
            found = list(rows(server, types, known))
            last = server.library.changes
        for kind, number, data, *extra in found:
            yield _line(kind, number, data, *extra)
        yield _line("SyncCompleteV1", last, {})

    return Response(200, {"Content-Type": "application/jsonlines+json"}, pieces=lines())


@route("GET", "/api/sync/ack", "syncCheckpoint.read", exists=has_stream)
def get_acks(server, request: Request) -> Response:
    return json_answer(request, [{"type": kind, "ack": ack} for kind, ack in _acks(server, request).items()])


@route("POST", "/api/sync/ack", "syncCheckpoint.update", exists=has_stream)
def set_acks(server, request: Request) -> Response:
    acks = _acks(server, request)
    given = request.json().get("acks")
    if not isinstance(given, list) or not all(isinstance(ack, str) for ack in given):
        raise bad_request(["each value in acks must be a string"])
    for ack in given:
        kind = ack.split("|")[0]
        if kind == "SyncResetV1":
            acks.clear()
            return Response(204)
        if kind not in ENTITY_TYPES:
            raise bad_request(f"Invalid ack type: {kind}")
        acks[kind] = ack
    return Response(204)


@route("DELETE", "/api/sync/ack", "syncCheckpoint.delete", exists=has_stream)
def delete_acks(server, request: Request) -> Response:
    acks = _acks(server, request)
    for kind in request.json().get("types") or list(acks):
        acks.pop(kind, None)
    return Response(204)


def _acks(server, request: Request) -> dict[str, str]:
    """Of the session: keys have none, and no permission helps them."""
    token = request.account.token
    if token is None:
        raise Problem(403, "Sync endpoints cannot be used with API keys")
    return server.accounts.checkpoints.setdefault(token, {})


def _line(kind: str, number: int, data: dict, *extra: str) -> bytes:
    identifier = str(uuid.UUID(int=(ORIGIN + number) << 80 | 7 << 76 | 8 << 60))
    line = {"type": kind, "data": data, "ack": "|".join([kind, identifier, *extra])}
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _number(ack: str) -> int:
    try:
        return (uuid.UUID(ack.split("|")[1]).int >> 80) - ORIGIN
    except (IndexError, ValueError):
        raise bad_request(f"Invalid ack: {ack}") from None


def _time(given: dict, name: str) -> int:
    try:
        return parse_moment(given[name])
    except (KeyError, TypeError, ValueError):
        raise bad_request([f"{name} must be a Date instance"]) from None


def _visible(server) -> list[Asset]:
    return [asset for asset in server.library.own() if asset.visibility != "hidden"]


def _rendered(server, asset: Asset) -> dict:
    return server.renderer.asset(asset, with_exif=True, with_stack=True)
