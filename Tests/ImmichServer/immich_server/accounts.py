"""The user, the keys and the sessions, and what they may do."""

import secrets
import threading
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie

from immich_server.asset import stable_id
from immich_server.messages import Request
from immich_server.problems import unauthorized

LIMITED = ("asset.read", "asset.view", "album.read", "timeline.read")


@dataclass
class User:
    """The only user of the server, who is no administrator unless the server is told so."""

    id: str
    email: str
    name: str
    password: str
    created: int
    is_admin: bool = True


@dataclass
class Key:
    """An API key: `all` among its permissions stands for each."""

    id: str
    name: str
    secret: str
    permissions: list[str]
    created: int


@dataclass
class Access:
    """Who asks: by a key, or by a session, which may do everything."""

    user: User
    key: Key | None = None
    token: str | None = None

    def allows(self, permission: str) -> bool:
        return self.key is None or permission in self.key.permissions or "all" in self.key.permissions


@dataclass
class Accounts:
    """Tokens and keys are random in each run, unless they are given. `checkpoints` is what sessions acknowledged, by token.

    The keys in `lasting` are there again when all is reset.
    """

    user: User
    keys: list[Key] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    checkpoints: dict[str, dict[str, str]] = field(default_factory=dict)
    lasting: tuple[Key, ...] = ()
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add_key(self, name: str, permissions: list[str], secret: str | None = None) -> Key:
        secret = secret or secrets.token_urlsafe(32).replace("-", "a").replace("_", "b")
        key = Key(stable_id("key", name), name, secret, list(permissions), self.user.created)
        with self.lock:
            self.keys.append(key)
        return key

    def reset(self) -> None:
        with self.lock:
            self.keys = list(self.lasting)
            self.tokens.clear()
            self.checkpoints.clear()

    def delete_key(self, name: str) -> None:
        with self.lock:
            self.keys = [key for key in self.keys if key.name != name]

    def login(self, email: str, password: str) -> str:
        if email.lower() != self.user.email or password != self.user.password:
            raise unauthorized("Incorrect email or password")
        token = secrets.token_urlsafe(32)
        with self.lock:
            self.tokens.add(token)
        return token

    def logout(self, token: str | None) -> None:
        with self.lock:
            self.tokens.discard(token)

    def expire_all(self) -> None:
        with self.lock:
            self.tokens.clear()

    def authenticate(self, request: Request) -> Access:
        """The first of token, key that the request names; only that one counts, even if another were valid."""
        token = _token(request)
        secret = request.headers.get("x-api-key") or request.first("apiKey")
        with self.lock:
            if token:
                if token not in self.tokens:
                    raise unauthorized("Invalid user token")
                return Access(self.user, token=token)
            if secret:
                for key in self.keys:
                    if secrets.compare_digest(key.secret.encode(), secret.encode()):
                        return Access(self.user, key=key)
                raise unauthorized("Invalid API key")
        raise unauthorized("Authentication required")


def _token(request: Request) -> str | None:
    given = request.headers.get("x-immich-user-token") or request.headers.get("x-immich-session-token")
    given = given or request.first("sessionKey")
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    if not given and kind.lower() == "bearer":
        given = value
    if not given and "cookie" in request.headers:
        try:
            cookie = SimpleCookie(request.headers["cookie"]).get("immich_access_token")
        except CookieError:
            cookie = None
        given = cookie.value if cookie else None
    return given
