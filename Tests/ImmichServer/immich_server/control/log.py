"""What was asked for, by which connection, and how much of it at once."""

import threading
import time
from dataclasses import asdict, dataclass, field

from immich_server.messages import Request

SECRETS = {"x-api-key", "authorization", "cookie", "x-immich-user-token", "x-immich-session-token"}
SECRET_PARAMETERS = {"apiKey", "sessionKey", "key"}
MOST_ENTRIES = 200_000


@dataclass
class Entry:
    """One request. `in_flight` counts it and the others that were not answered when it came."""

    number: int
    connection: int
    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    in_flight: int
    started: float
    status: int | None = None
    sent: int = 0
    seconds: float | None = None
    fault: str | None = None


@dataclass
class Log:
    """Requests for /_test are not in it."""

    entries: list[Entry] = field(default_factory=list)
    connections: set[int] = field(default_factory=set)
    opened: int = 0
    most_in_flight: int = 0
    # Of entries that have no answer yet: their identities, since numbers begin again.
    waiting: set[int] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def connected(self, number: int) -> None:
        with self.lock:
            self.connections.add(number)
            self.opened += 1

    def disconnected(self, number: int) -> None:
        with self.lock:
            self.connections.discard(number)

    def begin(self, connection: int, request: Request) -> Entry:
        headers = {name: "(secret)" if name in SECRETS else value for name, value in request.headers.items()}
        query = {name: ["(secret)"] if name in SECRET_PARAMETERS else values for name, values in request.query.items()}
        with self.lock:
            entry = Entry(len(self.entries) + 1, connection, request.method, request.path, query, headers, 0, time.time())
            if not request.path.startswith("/_test"):
                self.waiting.add(id(entry))
                entry.in_flight = len(self.waiting)
                self.most_in_flight = max(self.most_in_flight, entry.in_flight)
                if len(self.entries) < MOST_ENTRIES:
                    self.entries.append(entry)
            return entry

    def answered(self, entry: Entry) -> None:
        """To be said before the last bytes go out: who has them may ask the next question before this thread goes on."""
        with self.lock:
            self.waiting.discard(id(entry))

    def end(self, entry: Entry) -> None:
        with self.lock:
            entry.seconds = time.time() - entry.started
            self.waiting.discard(id(entry))

    def snapshot(self) -> dict:
        with self.lock:
            return {
                "requests": [asdict(entry) for entry in self.entries],
                "connectionsOpened": self.opened,
                "connectionsOpen": len(self.connections),
                "mostInFlight": self.most_in_flight,
            }

    def clear(self) -> None:
        with self.lock:
            self.entries.clear()
            self.opened = len(self.connections)
            self.most_in_flight = len(self.waiting)
