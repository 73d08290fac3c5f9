"""A server that is told by webhooks: it accepts, fails, is slow, redirects, or answers without end, as its test says."""

import base64
import hashlib
import hmac
import http.server
import json
import threading
import time
from collections.abc import Callable


class Receiver:
    """Use it with `with`. `behave` gets the number of the request from 1 and the handler, and answers."""

    def __init__(self, behave: Callable[[int, http.server.BaseHTTPRequestHandler], None] | None = None):
        self.messages: list[dict] = []
        self._new = threading.Condition()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with receiver._new:
                    receiver.messages.append({"headers": dict(self.headers.items()), "body": body, "path": self.path, "time": time.time()})
                    number = len(receiver.messages)
                    receiver._new.notify_all()
                (behave or accept)(number, self)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/picked"

    def __enter__(self) -> "Receiver":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def wait(self, count: int, patience: float = 60) -> list[dict]:
        """Until there are so many."""
        with self._new:
            assert self._new.wait_for(lambda: len(self.messages) >= count, patience), f"{len(self.messages)} of {count} messages"
            return list(self.messages)


def accept(_: int, handler: http.server.BaseHTTPRequestHandler, status: int = 204, **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def is_signed(message: dict, key: str) -> bool:
    """By the words of the Standard Webhooks specification."""
    headers = {name.lower(): value for name, value in message["headers"].items()}
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + message["body"]
    code = hmac.new(base64.b64decode(key.removeprefix("whsec_")), signed, hashlib.sha256).digest()
    return headers["webhook-signature"] == "v1," + base64.b64encode(code).decode()


def content(message: dict) -> dict:
    return json.loads(message["body"])
