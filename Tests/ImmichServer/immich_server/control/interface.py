"""The endpoints under /_test, which need no key."""

import threading

from immich_server.control import changes
from immich_server.messages import Request, Response, json_answer
from immich_server.problems import not_found


def answer(server, request: Request) -> Response:
    """Each answers with JSON."""
    endpoint = ENDPOINTS.get((request.method, request.path))
    if endpoint is None:
        raise not_found(f"Cannot {request.method} {request.path}")
    # Tests compare two answers: none of them may be remembered by a client.
    return json_answer(request, endpoint(server, request), headers={"Cache-Control": "no-store"})


def _clear_faults(server, request: Request) -> dict:
    server.faults.clear()
    return {}


def _clear_log(server, request: Request) -> dict:
    server.log.clear()
    return {}


def _reset(server, request: Request) -> dict:
    server.reset()
    return {}


def _refuse(server, request: Request) -> dict:
    """Ends all connections, this one after its answer, and takes none for `ms`."""
    seconds = request.json().get("ms", 1000) / 1000
    threading.Timer(0.05, server.listener.refuse, [seconds]).start()
    return {}


ENDPOINTS = {
    ("GET", "/_test/log"): lambda server, request: server.log.snapshot(),
    ("DELETE", "/_test/log"): _clear_log,
    ("GET", "/_test/faults"): lambda server, request: server.faults.descriptions(),
    ("POST", "/_test/faults"): lambda server, request: server.faults.add(request.json()),
    ("DELETE", "/_test/faults"): _clear_faults,
    ("POST", "/_test/change"): lambda server, request: changes.apply(server, request.json()),
    ("POST", "/_test/refuse"): _refuse,
    ("POST", "/_test/reset"): _reset,
}
