"""A server: its library, accounts and content, and the way from a request to an answer."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from immich_server import endpoints, routes  # noqa: F401
from immich_server.accounts import Accounts
from immich_server.connection import answer_of, pause
from immich_server.content import Content
from immich_server.control import interface
from immich_server.control.faults import Faults
from immich_server.control.log import Log
from immich_server.messages import Request, Response
from immich_server.rendering import Renderer
from immich_server.versions import Version


@dataclass
class Settings:
    """What a server is at its start, and again after a reset. `latency` is in seconds."""

    version: Version
    folder: Path | None = None
    latency: float = 0.0
    has_smart_search: bool = True
    faults: list[dict] = field(default_factory=list)


class Application:
    """Everything but the socket. `fill` makes the library and the drawings of its assets, if it has any."""

    def __init__(self, settings: Settings, accounts: Accounts, uploads: Path, fill: Callable):
        self.settings = settings
        self.version = settings.version
        self.folder = settings.folder
        self.accounts = accounts
        self.uploads = uploads
        self.log = Log()
        self.faults = Faults()
        self.listener = None
        self._fill = fill
        self.reset()

    def reset(self) -> None:
        """The library, accounts, settings and faults of the start. What runs meanwhile ends with the old ones."""
        self.library, drawings = self._fill()
        self.content = Content(drawings, self.uploads)
        self.renderer = Renderer(self.version, self.library, self.content, self.accounts.user)
        self.accounts.reset()
        self.has_smart_search = self.settings.has_smart_search
        self.has_unsteady_ties = False
        self.latency = self.settings.latency
        self.faults.clear()
        self.faults.add({"faults": self.settings.faults})
        self.log.clear()

    def respond(self, request: Request, connection) -> Response | None:
        """Nil when a fault has answered, or ended the connection, itself."""
        if request.path.startswith("/_test"):
            return answer_of(self, request, interface.answer)
        pause(self.latency)
        return self.faults.respond(self, request, connection, lambda: answer_of(self, request, routes.answer))
