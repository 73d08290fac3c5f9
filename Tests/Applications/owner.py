"""The owner of the photos, who picks: what the page sends, without a browser."""

import http.client
import json
import time
from urllib.parse import urlsplit


def root_of(library: str | None) -> str:
    """Where the pages of a library find it; none: the first."""
    return "/picker/v1" if library is None else f"/picker/v1/libraries/{library}"


class Owner:
    """Signed in by the link that the terminal printed."""

    def __init__(self, link: str):
        self._link = urlsplit(link)
        code = self._link.query.removeprefix("code=")
        answer = self.send("POST", "/signin", {"X-Picker": "1"}, json.dumps({"code": code}))
        assert answer.status == 200, answer.content
        self.set_cookie = answer.headers["Set-Cookie"]
        self.cookie = self.set_cookie.split(";")[0]
        self.secrets = json.loads(answer.content)

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict]:
        headers = {"Cookie": self.cookie, "X-Picker": self.secrets["proof"]}
        answer = self.send(method, path, headers, None if body is None else json.dumps(body))
        return answer.status, json.loads(answer.content)

    def photos(self, library: str | None = None) -> dict[str, str]:
        """Identifiers of all photos by their names, of the first library or of that with a key."""
        return {asset["filename"]: asset["localIdentifier"] for asset in self.assets(library)}

    def assets(self, library: str | None = None) -> list[dict]:
        """All photos as the page lists them."""
        found = []
        root = root_of(library)
        roll = self.ask("GET", f"{root}/collections")[1]["cameraRoll"]
        offset = 0
        while offset is not None:
            page = self.ask("GET", f"{root}/collections/{roll}/assets?offset={offset}&limit=500")[1]
            found += page["assets"]
            offset = page["next"]
        return found

    def photos_with(self, names: list[str], library: str | None = None) -> dict[str, str]:
        """Waits until the server has read these."""
        end = time.monotonic() + 60
        while not set(names) <= set(photos := self.photos(library)):
            assert time.monotonic() < end, f"{names} are not all in the library"
        return photos

    def pick(self, session: dict, names: list[str], library: str | None = None) -> None:
        photos = self.photos_with(names, library)
        status, answer = self.end(session, "done", {"assets": [photos[name] for name in names]}, library)
        assert status == 200, answer

    def cancel(self, session: dict) -> None:
        status, answer = self.end(session, "cancel", {})
        assert status == 200, answer

    def end(self, session: dict, how: str, body: object, library: str | None = None) -> tuple[int, dict]:
        return self.ask("POST", f"{root_of(library)}/sessions/{session['id']}/session/{how}", body)

    def listen(self, path: str):
        """The lines of a stream of events, as they come."""
        connection = self.connection()
        connection.request("GET", path, headers={"Cookie": self.cookie, "X-Picker": self.secrets["proof"]})
        answer = connection.getresponse()
        assert answer.status == 200
        return connection, (line.decode().rstrip("\n") for line in answer)

    def send(self, method: str, path: str, headers: dict, body: str | None = None):
        connection = self.connection()
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.content = answer.read()
        connection.close()
        return answer

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self._link.netloc, timeout=60)
