"""Answers that break HTTP or the patience of a client: late, cut, wrong in their length, or without an end."""

import base64
import itertools
import json
import socket
import struct
import time
import zlib
from email.utils import formatdate

from immich_server.connection import answer_of
from immich_server.messages import Response
from immich_server.problems import Problem

GIB = 1 << 30
LONGEST_HANG = 600
LINGER_NOT = struct.pack("ii", 1, 0)


def status(options, server, request, connection, find) -> Response:
    """An error in the form of Immich, or with `text` one of something in front of it."""
    code = options.get("status", 500)
    if "text" in options:
        response = Response(code, {"Content-Type": options.get("contentType", "text/html")}, options["text"].encode())
    else:
        message = options.get("message", "Internal server error")

        def fail(*_):
            raise Problem(code, message)

        response = answer_of(server, request, fail)
    response.headers |= options.get("headers", {})
    return response


def reset(options, server, request, connection, find) -> None:
    """RST instead of an answer, or within it."""
    _begin(options, connection, request, find)
    connection.raw_socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER_NOT)
    connection.end()


def close(options, server, request, connection, find) -> None:
    """The end of the connection instead of an answer, or within it."""
    _begin(options, connection, request, find)
    connection.end()


def hang(options, server, request, connection, find) -> None:
    """Nothing more, until the client goes."""
    _begin(options, connection, request, find)
    end = time.monotonic() + options.get("seconds", LONGEST_HANG)
    connection.raw_socket.settimeout(0.2)
    while time.monotonic() < end:
        try:
            if not connection.raw_socket.recv(1):
                break
        except TimeoutError:
            continue
        except OSError:
            break
    connection.end()


def _begin(options: dict, connection, request, find) -> None:
    """Sends the head and so many bytes of the true answer, if that is asked for."""
    if "afterBytes" not in options:
        return
    answer = find()
    data = whole(answer)
    answer.headers["Content-Length"] = str(len(data))
    answer.body, answer.pieces = data[:options["afterBytes"]], None
    connection.send(request, answer, connection.entry)


def trickle(options, server, request, connection, find) -> Response:
    """The true answer, a few bytes at a time."""
    answer = find()
    data, size = whole(answer), max(1, options.get("bytes", 1))

    def pieces():
        for start in range(0, len(data), size):
            yield data[start:start + size]
            connection.wfile.flush()
            time.sleep(options.get("everyMs", 100) / 1000)

    answer.pieces, answer.length = pieces(), len(data)
    return answer


def length(options, server, request, connection, find) -> Response:
    """A Content-Length that is larger than the body, or smaller; the connection ends then."""
    answer = find()
    data = whole(answer)
    answer.headers |= {"Content-Length": str(len(data) + options.get("add", 100)), "Connection": "close"}
    answer.body, answer.pieces = data, None
    return answer


def trailers(options, server, request, connection, find) -> Response:
    """The true answer in chunks, with headers after them, as proxies have that measure."""
    answer = find()
    answer.pieces, answer.length, answer.trailers = iter([whole(answer)]), None, options.get("set", {"Server-Timing": "total;dur=1"})
    answer.headers.pop("Content-Length", None)
    return answer


def announce(options, server, request, connection, find) -> Response:
    """A body of many bytes, of which none is sent unless `isSent`."""
    size = options.get("bytes", 10 * GIB)
    zeros = bytes(1 << 20)
    pieces = (zeros[:min(len(zeros), size - start)] for start in range(0, size, len(zeros)))
    headers = {"Content-Type": options.get("contentType", "image/jpeg"), "Connection": "close"}
    if options.get("isSent"):
        return Response(200, headers, pieces=pieces, length=size)
    return Response(200, headers | {"Content-Length": str(size)})


def endless(options, server, request, connection, find) -> Response:
    """`start`, and then `text` again and again."""
    text = options.get("text", '{"id":"x"},').encode() * 10_000
    pieces = itertools.chain([options.get("start", '{"assets":{"items":[').encode()], itertools.repeat(text))
    return Response(200, {"Content-Type": options.get("contentType", "application/json")}, pieces=pieces)


def inflate(options, server, request, connection, find) -> Response:
    """A short body that becomes a long one when it is decompressed."""

    def pieces():
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        yield packer.compress(b'{"message":"')
        for _ in range(options.get("bytes", GIB) >> 20):
            yield packer.compress(b" " * (1 << 20))
        yield packer.compress(b'"}') + packer.flush()

    headers = {"Content-Type": "application/json; charset=utf-8", "Content-Encoding": "gzip"}
    return Response(200, headers, pieces=pieces())


def redirect(options, server, request, connection, find) -> Response:
    """To `to`, or for `to` "itself" to the same address for ever."""
    place = request.target if options.get("to", "itself") == "itself" else options["to"]
    return Response(options.get("status", 302), {"Location": place})


def headers(options, server, request, connection, find) -> Response:
    """The true answer with other headers: nothing is checked of them."""
    answer = find()
    unwanted = {name.lower() for name in options.get("remove", [])}
    kept = {name: value for name, value in answer.headers.items() if name.lower() not in unwanted}
    answer.headers = kept | options.get("set", {})
    return answer


def date(options, server, request, connection, find) -> Response:
    """The true answer of a clock that is wrong."""
    answer = find()
    answer.headers["Date"] = formatdate(time.time() + options.get("addSeconds", 86_400), usegmt=True)
    return answer


def body(options, server, request, connection, find) -> Response:
    """Another body; its status is that of the true answer unless it is given."""
    answer = find()
    data = base64.b64decode(options["base64"]) if "base64" in options else options.get("text", "").encode("utf-8", "surrogatepass")
    content_type = options.get("contentType") or answer.headers.get("Content-Type", "application/json")
    return Response(options.get("status", answer.status), {"Content-Type": content_type}, data)


def whole(answer: Response) -> bytes:
    """The body of an answer, of which nothing is sent yet."""
    return b"".join(answer.pieces) if answer.pieces is not None else answer.body


def replace_json(answer: Response, value: object) -> Response:
    """The same answer with other JSON; what describes the old body is gone."""
    answer.body, answer.pieces, answer.length = json.dumps(value).encode(), None, None
    for name in ("ETag", "Content-Encoding", "Content-Length"):
        answer.headers.pop(name, None)
    return answer
