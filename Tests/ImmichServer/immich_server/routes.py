"""Which endpoint answers which method and path, and what one may do to use it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from immich_server.messages import Request, Response
from immich_server.problems import bad_request, forbidden, not_found
from immich_server.versions import Version

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\Z", re.IGNORECASE)
# Named by endpoints before all others had one as well.
LONG_KNOWN = ("asset.", "album.", "person.", "timeline.", "apiKey.", "tag.", "stack.")


@dataclass(frozen=True)
class Route:
    """`permission` is nil where any valid key is enough, and `is_public` where none is needed."""

    method: str
    pattern: re.Pattern
    endpoint: Callable
    permission: str | None
    is_public: bool
    exists: Callable[[Version], bool]


ROUTES: list[Route] = []


def route(method: str, path: str, permission: str | None = None, *, is_public=False, exists=lambda version: True):
    """Registers an endpoint: a function of a server and a request, whose names in braces are its parameters."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path) + r"/?\Z")

    def register(endpoint: Callable) -> Callable:
        ROUTES.append(Route(method, pattern, endpoint, permission, is_public, exists))
        return endpoint

    return register


def answer(server, request: Request) -> Response:
    """Finds the endpoint, checks who asks, and calls it. Paths with fixed names are registered before those with braces."""
    method = "GET" if request.method == "HEAD" else request.method
    for each in ROUTES:
        found = each.pattern.match(request.path)
        if each.method != method or not found or not each.exists(server.version):
            continue
        if not each.is_public:
            request.account = server.accounts.authenticate(request)
            check_permission(server, request, each.permission)
        request.parameters = found.groupdict()
        for name, value in request.parameters.items():
            if not UUID.match(value):
                raise bad_request([f"{name} must be a UUID"])
            request.parameters[name] = value.lower()
        return each.endpoint(server, request)
    raise not_found(f"Cannot {request.method} {request.target}")


def check_permission(server, request: Request, permission: str | None) -> None:
    if permission is None:
        return
    if not server.version.every_endpoint_has_permission and not permission.startswith(LONG_KNOWN):
        return
    if not request.account.allows(permission):
        raise forbidden(permission)
