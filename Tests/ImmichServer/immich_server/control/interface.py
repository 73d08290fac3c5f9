"""The endpoints under /_test."""

from immich_server.messages import Request, Response, json_answer
from immich_server.problems import not_found


def answer(server, request: Request) -> Response:
    if (request.method, request.path) == ("GET", "/_test/log"):
        return json_answer(request, server.log.snapshot())
    raise not_found(f"Cannot {request.method} {request.path}")
