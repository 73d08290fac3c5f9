"""A server: its library, accounts and content, and the way from a request to an answer."""

from immich_server import endpoints, routes  # noqa: F401
from immich_server.accounts import Accounts
from immich_server.connection import answer_of, pause
from immich_server.content import Content
from immich_server.control import interface
from immich_server.control.faults import Faults
from immich_server.control.log import Log
from immich_server.library import Library
from immich_server.messages import Request, Response
from immich_server.rendering import Renderer
from immich_server.versions import Version


class Application:
    """Everything but the socket."""

    def __init__(self, version: Version, library: Library, content: Content, accounts: Accounts):
        self.version = version
        self.library = library
        self.content = content
        self.accounts = accounts
        self.renderer = Renderer(version, library, content, accounts.user)
        self.log = Log()
        self.faults = Faults()
        self.has_smart_search = True
        self.latency = 0.0
        self.folder = None
        self.listener = None

    def respond(self, request: Request, connection) -> Response | None:
        """Nil when a fault has answered, or ended the connection, itself."""
        if request.path.startswith("/_test"):
            return answer_of(self, request, interface.answer)
        pause(self.latency)
        return self.faults.respond(self, request, connection, lambda: answer_of(self, request, routes.answer))
