"""Uploads: new assets, duplicates, and the question which files are there already."""

import mmap
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from immich_server import scan
from immich_server.asset import Asset, mime_type, parse_moment, stable_id
from immich_server.content import sha1
from immich_server.filters import VISIBILITIES, check_choice, checksum_bytes
from immich_server.messages import CHUNK, Request, Response, json_answer
from immich_server.problems import bad_request
from immich_server.routes import route


@dataclass
class Part:
    """One part of a form: a text, or a file's name and bytes."""

    name: str
    filename: str | None
    data: bytes


@route("POST", "/api/assets", "asset.upload")
def upload(server, request: Request) -> Response:
    """Who names a checksum that is known need not send the file; the answer of a duplicate has another status."""
    announced = request.headers.get("x-immich-checksum")
    known = _of_checksum(server, checksum_bytes(announced)) if announced else None
    if known:
        return json_answer(request, {"id": known.id, "status": "duplicate"}, 200)
    parts = {part.name: part for part in read_form(request)}
    file = parts.get("assetData")
    if file is None or file.filename is None:
        raise bad_request("Field assetData should not be empty")
    fields = {name: part.data.decode("utf-8", "replace") for name, part in parts.items() if part.filename is None}
    name = fields.get("filename") or file.filename
    if mime_type(name) is None:
        raise bad_request(f"Unsupported file type {name}")
    created, modified = _check(server, fields)
    with tempfile.NamedTemporaryFile(dir=server.content.uploads, suffix=Path(name).suffix, delete=False) as stored:
        stored.write(file.data)
    path = Path(stored.name)
    with server.library.lock:
        checksum = sha1(path)
        known = _of_checksum(server, checksum)
        if known:
            path.unlink()
            return json_answer(request, {"id": known.id, "status": "duplicate"}, 200)
        asset = _asset(server, path, name, fields, created, modified)
        asset.checksum = checksum
        server.library.add(asset)
    return json_answer(request, {"id": asset.id, "status": "created"}, 201)


@route("POST", "/api/assets/bulk-upload-check", "asset.upload")
def check_many(server, request: Request) -> Response:
    given = request.json().get("assets")
    if not isinstance(given, list) or not all(isinstance(each, dict) and each.get("checksum") and each.get("id") for each in given):
        raise bad_request(["assets must be an array"])
    results = []
    for each in given:
        known = _of_checksum(server, checksum_bytes(each["checksum"]))
        if known:
            results.append({
                "id": each["id"], "action": "reject", "reason": "duplicate", "assetId": known.id,
                "isTrashed": known.trashed is not None,
            })
        else:
            results.append({"id": each["id"], "action": "accept"})
    return json_answer(request, {"results": results})


def read_form(request: Request) -> list[Part]:
    """The parts of a multipart/form-data body, which lies in a file meanwhile."""
    found = re.search(r'boundary="?([^";]+)"?', request.headers.get("content-type", ""))
    if not found:
        raise bad_request("Multipart: Boundary not found")
    mark = b"--" + found[1].encode("latin-1")
    with tempfile.TemporaryFile() as spool:
        while piece := request.body.read(CHUNK):
            spool.write(piece)
        if not spool.tell():
            raise bad_request("Unexpected end of form")
        spool.flush()
        with mmap.mmap(spool.fileno(), 0, access=mmap.ACCESS_READ) as body:
            return list(_split(body, mark))


def _split(body: mmap.mmap, mark: bytes):
    start = body.find(mark)
    while start >= 0:
        start += len(mark)
        if body[start:start + 2] == b"--":
            return
        head_end = body.find(b"\r\n\r\n", start)
        end = body.find(b"\r\n" + mark, max(start, head_end + 2))
        if head_end < 0 or end < 0:
            break
        head = body[start + 2:head_end].decode("utf-8", "replace")
        yield Part(_parameter(head, "name") or "", _parameter(head, "filename"), body[head_end + 4:end])
        start = end + 2
    raise bad_request("Unexpected end of form")


def _parameter(head: str, name: str) -> str | None:
    """Of the Content-Disposition: plain UTF-8, as browsers write it, or escaped."""
    line = next((line for line in head.split("\r\n") if line.lower().startswith("content-disposition:")), "")
    escaped = re.search(rf"[;\s]{name}\*=utf-8'[^']*'([^;\s]+)", line, re.IGNORECASE)
    if escaped:
        return unquote(escaped[1])
    quoted = re.search(rf'[;\s]{name}="((?:[^"\\]|\\.)*)"', line, re.IGNORECASE)
    if quoted:
        return re.sub(r"\\(.)", r"\1", quoted[1]).replace("%22", '"')
    plain = re.search(rf"[;\s]{name}=([^;\s\"]+)", line, re.IGNORECASE)
    return plain[1] if plain else None


def _check(server, fields: dict[str, str]) -> tuple[int, int]:
    """The two times, in milliseconds."""
    required = ["deviceAssetId", "deviceId"] if server.version.has_device_ids else []
    wrong = [f"{name} should not be empty" for name in required if not fields.get(name)]
    times = []
    for name in ("fileCreatedAt", "fileModifiedAt"):
        try:
            times.append(parse_moment(fields.get(name, "")))
        except ValueError:
            wrong.append(f"{name} must be a Date instance")
    if wrong:
        raise bad_request(wrong)
    check_choice(fields.get("visibility"), "visibility", VISIBILITIES)
    return times[0], times[1]


def _asset(server, path: Path, name: str, fields: dict[str, str], created: int, modified: int) -> Asset:
    """What the file says of itself comes first, as it does once Immich has looked at it."""
    tags = scan.read_tags([path])[0]
    asset = scan.make_asset(path.parent, path, tags, server.library.now())
    asset.id = stable_id("upload", path.name, asset.created)
    if not scan.has_date(tags):
        asset.taken = asset.local = created
    asset.name, asset.modified = name, modified
    asset.original_path = f"/data/upload/admin/{asset.id}{path.suffix}"
    asset.device_asset_id, asset.device_id = fields.get("deviceAssetId", ""), fields.get("deviceId", "")
    asset.is_favorite = fields.get("isFavorite") == "true"
    asset.visibility = fields.get("visibility") or "timeline"
    video = server.library.assets.get(fields.get("livePhotoVideoId", ""))
    if video:
        asset.live_video, video.visibility = video.id, "hidden"
        server.library.touch(video)
    return asset


def _of_checksum(server, checksum: bytes) -> Asset | None:
    by_checksum = server.library.cached("checksums", lambda: {
        server.content.checksum(asset): asset for asset in server.library.own()})
    return by_checksum.get(checksum)
