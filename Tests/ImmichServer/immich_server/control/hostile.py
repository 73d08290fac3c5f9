"""JSON that a client must survive: of other types, without keys, nested without end, with names that no one should trust."""

import gzip
import itertools
import json
from collections.abc import Callable

from immich_server.control.broken_answers import replace_json, whole
from immich_server.messages import Response

NAME_KEYS = {"originalFileName", "albumName", "name", "description"}
NAMES = [
    "../../etc/passwd",
    "/absolute.jpg",
    "a/b\\c.jpg",
    "nul\0inside.jpg",
    "line\r\nSet-Cookie: x=1.jpg",
    "\u202egpj.exe",
    "x" * 100_000,
    "",
    ".",
    "..",
    "\ud800.jpg",
    "\u200b.jpg",
    "<script>alert(1)</script>.jpg",
    "e\u0301\u0301\u0301" * 200,
    "CON.jpg ",
    "\x1b[31mred.jpg",
    "%2e%2e%2f.jpg",
    "\uffff\ufdd0.jpg",
]


def deep(options, server, request, connection, find) -> Response:
    depth = options.get("depth", 100_000)
    return Response(200, {"Content-Type": "application/json"}, b'{"a":[' * depth + b"1" + b"]}" * depth)


def wrong_types(options, server, request, connection, find) -> Response:
    """Each value of `keys`, or each that is no object and no list, becomes `to`: or a text a number, and the rest a text."""
    keys = options.get("keys")

    def other(key: str | None, value: object) -> object:
        if keys is not None and key not in keys:
            return value
        if "to" in options:
            return options["to"]
        return 12345678901234567890 if isinstance(value, str) else {"was": str(value)}

    return _rewritten(find, other)


def missing_keys(options, server, request, connection, find) -> Response:
    """Objects without `keys`, or without any."""
    keys = options.get("keys")

    def without(value: object) -> object:
        if isinstance(value, list):
            return [without(each) for each in value]
        if isinstance(value, dict):
            if keys is None:
                return {}
            return {key: without(each) for key, each in value.items() if key not in keys}
        return value

    answer = find()
    return replace_json(answer, without(_json(answer)))


def other_values(options, server, request, connection, find) -> Response:
    """Keys get the values that `values` has for them, wherever they are, lists and objects too."""
    values = options.get("values", {})

    def changed(value: object) -> object:
        if isinstance(value, list):
            return [changed(each) for each in value]
        if isinstance(value, dict):
            return {key: values[key] if key in values else changed(each) for key, each in value.items()}
        return value

    answer = find()
    return replace_json(answer, changed(_json(answer)))


def names(options, server, request, connection, find) -> Response:
    """Each name in the answer becomes the next of `names`."""
    following = itertools.cycle(options.get("names") or NAMES)
    return _rewritten(find, lambda key, value: next(following) if key in NAME_KEYS and isinstance(value, str) else value)


def cut(options, server, request, connection, find) -> Response:
    """The first bytes of the true JSON, as if that were all: the length fits."""
    answer = find()
    data = _plain(answer)
    replace_json(answer, None).body = data[:options.get("bytes", len(data) // 2)]
    return answer


def _rewritten(find: Callable, other: Callable[[str | None, object], object]) -> Response:
    """The true answer with other values in the places of those that are no object and no list."""

    def rewrite(key: str | None, value: object) -> object:
        if isinstance(value, dict):
            return {name: rewrite(name, each) for name, each in value.items()}
        if isinstance(value, list):
            return [rewrite(key, each) for each in value]
        return other(key, value)

    answer = find()
    return replace_json(answer, rewrite(None, _json(answer)))


def _json(answer: Response) -> object:
    return json.loads(_plain(answer) or b"null")


def _plain(answer: Response) -> bytes:
    data = whole(answer)
    return gzip.decompress(data) if answer.headers.get("Content-Encoding") == "gzip" else data
