"""Starts `serve` and speaks HTTP with it: keeps its connection, and shows what was answered."""

import http.client
import json
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

SERVE = Path(__file__).resolve().parents[1] / "serve"
PATIENCE = 30


@dataclass
class Answer:
    """One answer, with the names of its headers in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self):
        return json.loads(self.body)


class ServerProcess:
    """One running server. Use it with `with`: it never outlives the test."""

    def __init__(self, *arguments: str | Path | int):
        self._process = subprocess.Popen([SERVE, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
        line = self._process.stdout.readline()
        if not line:
            raise AssertionError(f"the server ended with exit status {self._process.wait()}")
        self.described = json.loads(line)
        self.url = self.described["url"]
        self.key = self.described["api_key"]
        self._last_use = time.monotonic()
        self._connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=PATIENCE)

    def __enter__(self) -> "ServerProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._process.stdout.close()

    def ask(self, method: str, path: str, body=None, *, key: str | None = "", headers=None, **query) -> Answer:
        """`body` is JSON unless it is bytes; `key` is the one that may do everything, another, or nil for none."""
        sent = dict(headers or {})
        if key is not None:
            sent["x-api-key"] = key or self.key
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        if query:
            path = f"{path}?{urlencode(query)}"
        # The server ends connections that no one used for five seconds.
        if time.monotonic() - self._last_use > 3:
            self._connection.close()
        self._last_use = time.monotonic()
        self._connection.request(method, path, body, sent)
        response = self._connection.getresponse()
        names = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, names, response.read())

    def disconnect(self) -> None:
        """The next request is made by another connection."""
        self._connection.close()

    def get(self, path: str, **query):
        """The JSON of an answer that is no error."""
        answer = self.ask("GET", path, **query)
        assert answer.status == 200, answer
        return answer.json()

    def post(self, path: str, body=None, *, status=200):
        answer = self.ask("POST", path, {} if body is None else body)
        assert answer.status == status, answer
        return answer.json() if answer.body else None

    def search(self, **options) -> list[dict]:
        """All pages of a search."""
        found, page = [], "1"
        while page is not None:
            answer = self.post("/api/search/metadata", options | {"page": int(page)})["assets"]
            assert answer["count"] == answer["total"] == len(answer["items"])
            found += answer["items"]
            page = answer["nextPage"]
        return found

    def timeline(self, **query) -> list[dict]:
        """All assets of all buckets, as rows."""
        rows = []
        for bucket in self.get("/api/timeline/buckets", **query):
            columns = self.get("/api/timeline/bucket", timeBucket=bucket["timeBucket"], **query)
            assert {len(column) for column in columns.values()} == {bucket["count"]}
            rows += [dict(zip(columns, row)) for row in zip(*columns.values())]
        return rows

    def fault(self, **fault) -> None:
        self.post("/_test/faults", fault)

    def change(self, **change) -> dict:
        return self.post("/_test/change", change)

    def log(self) -> dict:
        return self.get("/_test/log")


def wait_until(condition) -> None:
    """Until it is true, with a limit that a busy machine keeps."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
