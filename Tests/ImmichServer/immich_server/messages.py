"""Requests and answers, apart from the connection that they come and go by."""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.utils import formatdate, parsedate_to_datetime
from pathlib import Path
from typing import BinaryIO
from urllib.parse import parse_qs, quote, urlsplit

from immich_server.problems import bad_request

CHUNK = 256 * 1024
LARGEST_JSON = 10 << 20
WORTH_COMPRESSING = 1024
FILE_CACHE = "private, max-age=86400, no-transform"


@dataclass
class Request:
    """One request. `headers` has lower-case names; `body` is read when an endpoint asks for it."""

    method: str
    target: str
    headers: dict[str, str]
    body: BinaryIO
    origin: str
    parameters: dict[str, str] = field(default_factory=dict)
    account: object = None

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.target).query, keep_blank_values=True)

    def first(self, name: str) -> str | None:
        values = self.query.get(name)
        return values[0] if values else None

    def flag(self, name: str) -> bool | None:
        """A boolean of the query: nil when it is not there."""
        value = self.first(name)
        if value is None or value == "":
            return None
        if value not in ("true", "false"):
            raise bad_request([f"{name} must be a boolean value"])
        return value == "true"

    def read(self) -> bytes:
        return self.body.read()

    def json(self) -> dict:
        data = self.read()
        if len(data) > LARGEST_JSON:
            from immich_server.problems import Problem

            raise Problem(413, "request entity too large")
        try:
            value = json.loads(data or b"{}")
        except ValueError as error:
            raise bad_request(f"Unexpected token in JSON: {error}") from None
        if not isinstance(value, dict):
            raise bad_request("Expected an object")
        return value


@dataclass
class Response:
    """One answer: its body is bytes, or pieces of a known or unknown length; trailers follow only those of an unknown one."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    pieces: Iterator[bytes] | None = None
    length: int | None = None
    trailers: dict[str, str] = field(default_factory=dict)


def json_answer(request: Request, value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """With a strong ETag, answered by 304 to who has it, and compressed for who takes that: as Express does."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    digest = base64.b64encode(hashlib.sha1(body).digest()).decode()[:27]
    tag = f'"{len(body):x}-{digest}"'
    sent = {"Content-Type": "application/json; charset=utf-8", "ETag": tag, "Vary": "Accept-Encoding"} | (headers or {})
    if request.method in ("GET", "HEAD") and status == 200 and is_known(request, tag):
        sent.pop("Content-Type")
        return Response(304, sent)
    if len(body) >= WORTH_COMPRESSING and "gzip" in request.headers.get("accept-encoding", ""):
        compressed = gzip.compress(body, compresslevel=1)
        return Response(status, sent | {"Content-Encoding": "gzip"}, pieces=iter([compressed]))
    return Response(status, sent, body)


def is_known(request: Request, tag: str) -> bool:
    known = request.headers.get("if-none-match", "")
    strip = lambda text: text.strip().removeprefix("W/")
    return known.strip() == "*" or strip(tag) in map(strip, known.split(","))


def file_answer(request: Request, source: Path | bytes, content_type: str, name: str | None, modified: int, cache=FILE_CACHE) -> Response:
    """A file as Express sends it: ranges, weak ETag of size and time, `Last-Modified` in whole seconds."""
    size = len(source) if isinstance(source, bytes) else source.stat().st_size
    tag = f'W/"{size:x}-{modified:x}"'
    headers = {
        "Content-Type": content_type,
        "Cache-Control": cache,
        "Accept-Ranges": "bytes",
        "Last-Modified": formatdate(modified // 1000, usegmt=True),
        "ETag": tag,
    }
    if name is not None:
        headers["Content-Disposition"] = f"inline; filename*=UTF-8''{quote(name, safe=UNESCAPED)}"
    if _is_unmodified(request, tag, modified):
        headers.pop("Content-Type")
        return Response(304, headers)
    start, end = 0, size
    if _range_applies(request, tag, modified):
        found = parse_range(request.headers["range"], size)
        if found == "unsatisfiable":
            return Response(416, headers | {"Content-Range": f"bytes */{size}"}, b"")
        if found:
            start, end = found
            headers["Content-Range"] = f"bytes {start}-{end - 1}/{size}"
            return Response(206, headers, pieces=_read(source, start, end), length=end - start)
    return Response(200, headers, pieces=_read(source, start, end), length=size)


# Those that JavaScript's encodeURIComponent leaves as they are, beside letters and digits.
UNESCAPED = "-_.!~*'()"


def parse_range(text: str, size: int) -> tuple[int, int] | str | None:
    """Start and end of the only range; nil for what is no range, or several, which are answered with the whole."""
    found = re.match(r"\s*bytes\s*=\s*(.*)$", text)
    if not found:
        return None
    ranges = []
    for part in found[1].split(","):
        numbers = re.match(r"\s*(\d*)-(\d*)\s*$", part)
        if not numbers or not (numbers[1] or numbers[2]):
            continue
        if not numbers[1]:
            start, end = max(0, size - int(numbers[2])), size
        else:
            start, end = int(numbers[1]), min(size, int(numbers[2]) + 1) if numbers[2] else size
        if start < end:
            ranges.append((start, end))
    if not ranges:
        return "unsatisfiable"
    return ranges[0] if len(ranges) == 1 else None


def _is_unmodified(request: Request, tag: str, modified: int) -> bool:
    if "if-none-match" in request.headers:
        return is_known(request, tag)
    since = _date(request.headers.get("if-modified-since"))
    return since is not None and modified // 1000 <= since


def _range_applies(request: Request, tag: str, modified: int) -> bool:
    if "range" not in request.headers:
        return False
    condition = request.headers.get("if-range")
    if condition is None:
        return True
    if '"' in condition:
        return condition == tag
    since = _date(condition)
    return since is not None and modified // 1000 <= since


def _date(text: str | None) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp() if text else None
    except ValueError:
        return None


def _read(source: Path | bytes, start: int, end: int) -> Iterator[bytes]:
    if isinstance(source, bytes):
        yield source[start:end]
        return
    with source.open("rb") as opened:
        opened.seek(start)
        while start < end and (piece := opened.read(min(CHUNK, end - start))):
            start += len(piece)
            yield piece
