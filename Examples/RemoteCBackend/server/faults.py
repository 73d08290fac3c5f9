"""Broken answers, to see what a backend makes of them: a file with a list of faults, read again for each request.

    [{"path": "^/photos", "status": 429, "headers": {"Retry-After": "7"}}]

`path` is a regular expression that is looked for in path and query; the first fault that fits is had. Its other members, all of
which may be left out: `delay` (seconds before the answer), `status`, `headers`, `body` (a text) and `type` in place of the
true ones, `cut` (the connection ends after so many bytes of the body), `endless` (the body, again and again).
"""

import json
import re
import time
from pathlib import Path


def find(file: str | None, target: str) -> dict:
    if not file or not Path(file).exists():
        return {}
    faults = json.loads(Path(file).read_text() or "[]")
    return next((fault for fault in faults if re.search(fault.get("path", ""), target)), {})


def send(handler, fault: dict, status: int, headers: dict[str, str], body: bytes) -> None:
    """Sends an answer with what is wrong with it; ends the connection."""
    time.sleep(fault.get("delay", 0))
    status = fault.get("status", status)
    body = fault["body"].encode() if "body" in fault else body
    headers = headers | ({"Content-Type": fault["type"]} if "type" in fault else {}) | fault.get("headers", {})
    handler.close_connection = True
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Connection", "close")
    if not fault.get("endless"):
        handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body[: fault.get("cut", len(body))])
    # Not for ever: who tries it out may have gone.
    end = time.monotonic() + 60
    while fault.get("endless") and time.monotonic() < end:
        handler.wfile.write(body * (65536 // max(1, len(body)) + 1))
