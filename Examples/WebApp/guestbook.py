#!/usr/bin/env python3
"""A guest book whose guests add photos from a Picker: a web application that knows only Picker's public interface.

    PICKER_URL=http://127.0.0.1:8420 PICKER_TOKEN=... ./guestbook.py [PORT]

It needs nothing but Python. The token stays here; the page gets the address of a session's picking page and nothing else.
"""

import html
import http.server
import json
import os
import secrets
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

PICKER_URL = os.environ.get("PICKER_URL", "http://127.0.0.1:8420").rstrip("/")
PICKER_TOKEN = os.environ.get("PICKER_TOKEN", "")
FOLDER = Path(os.environ.get("GUESTBOOK_FOLDER", "guestbook-data"))
STATIC = Path(__file__).resolve().parent / "static"

MOST_PHOTOS = 5
LARGEST_BODY = 64 << 10
LARGEST_PHOTO = 20 << 20


class Picker:
    """The five calls of the interface that it takes."""

    def create_session(self) -> dict:
        wish = {"pickingConfig": {"maxItemCount": str(MOST_PHOTOS)}, "picker": {"mediaFilter": "image", "minItemCount": 1}}
        return json.loads(self._ask("POST", "/v1/sessions", json.dumps(wish).encode()))

    def items(self, session: str) -> list[dict]:
        items, token = [], ""
        while True:
            query = urllib.parse.urlencode({"sessionId": session, "pageSize": 100, "pageToken": token})
            page = json.loads(self._ask("GET", f"/v1/mediaItems?{query}"))
            items += page["mediaItems"]
            token = page.get("nextPageToken")
            if not token:
                return items

    def photo(self, item: dict) -> bytes:
        """At most 1600 pixels on a side, without the place where it was taken."""
        return self._ask("GET", item["mediaFile"]["baseUrl"].removeprefix(PICKER_URL) + "=w1600-h1600")

    def delete_session(self, session: str) -> None:
        self._ask("DELETE", f"/v1/sessions/{urllib.parse.quote(session, safe='')}")

    def _ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        headers = {"Authorization": f"Bearer {PICKER_TOKEN}", "Content-Type": "application/json"}
        request = urllib.request.Request(PICKER_URL + path, data=body, headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            content = answer.read(LARGEST_PHOTO + 1)
        if len(content) > LARGEST_PHOTO:
            raise ValueError("the answer is too large")
        return content


class Book:
    """Entries in a file, photos beside it."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "entries.json"

    @property
    def entries(self) -> list[dict]:
        return json.loads(self._file.read_text()) if self._file.exists() else []

    def add(self, name: str, text: str, photos: list[bytes]) -> None:
        names = []
        for photo in photos:
            names.append(f"{secrets.token_hex(8)}.{'png' if photo.startswith(b'PNG', 1) else 'jpg'}")
            (self.folder / names[-1]).write_bytes(photo)
        entries = [{"name": name, "text": text, "photos": names}, *self.entries]
        new = self._file.with_suffix(".new")
        new.write_text(json.dumps(entries))
        new.replace(self._file)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    book = Book(FOLDER)
    picker = Picker()
    types = {".css": "text/css", ".js": "text/javascript", ".jpg": "image/jpeg", ".png": "image/png"}

    def do_GET(self) -> None:
        place, _, name = self.path.lstrip("/").partition("/")
        if self.path == "/":
            return self._send(200, "text/html; charset=utf-8", self._page().encode())
        if self.path == "/favicon.ico":
            return self._send(204, "image/x-icon", b"")
        folder = {"static": STATIC, "photos": FOLDER}.get(place)
        kind = self.types.get(Path(name).suffix)
        if folder is None or kind is None or "/" in name or not (folder / name).is_file():
            return self._send(404, "text/plain", b"not found")
        self._send(200, kind, (folder / name).read_bytes())

    def do_POST(self) -> None:
        # Forms of other sites must not write here.
        if self.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            return self._send(403, "text/plain", b"forbidden")
        length = int(self.headers.get("Content-Length") or 0)
        if not 0 <= length <= LARGEST_BODY:
            return self._send(413, "text/plain", b"too large")
        body = self.rfile.read(length)
        try:
            if self.path == "/photo-session":
                session = self.picker.create_session()
                answer = {"id": session["id"], "pickerUri": session["pickerUri"]}
            elif self.path == "/entries":
                answer = self._add(json.loads(body))
            else:
                return self._send(404, "text/plain", b"not found")
        except urllib.error.HTTPError as error:
            return self._send(502, "text/plain", f"Picker answered {error.code}".encode())
        except OSError:
            return self._send(502, "text/plain", b"Picker cannot be reached")
        except (ValueError, KeyError, TypeError):
            return self._send(400, "text/plain", b"bad request")
        self._send(200, "application/json", json.dumps(answer).encode())

    def _add(self, wish: dict) -> dict:
        name, text, session = str(wish["name"])[:80], str(wish["text"])[:2000], wish.get("sessionId")
        photos = []
        if session is not None:
            photos = [self.picker.photo(item) for item in self.picker.items(str(session))]
            self.picker.delete_session(str(session))
        self.book.add(name, text, photos)
        return {"photos": len(photos)}

    def _page(self) -> str:
        entries = "".join(self._entry(entry) for entry in self.book.entries)
        page = (STATIC / "index.html").read_text()
        return page.replace("{picker}", html.escape(PICKER_URL)).replace("{entries}", entries)

    @staticmethod
    def _entry(entry: dict) -> str:
        photos = "".join(f'<img src="/photos/{html.escape(name)}" alt="" loading="lazy">' for name in entry["photos"])
        words = f'<p class="words">{html.escape(entry["text"])}</p><p class="name">{html.escape(entry["name"])}</p>'
        return f'<article>{words}<div class="photos">{photos}</div></article>'

    def _send(self, status: int, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("X-Content-Type-Options", "nosniff")
        # The one thing from elsewhere is Picker's module.
        self.send_header(
            "Content-Security-Policy",
            f"default-src 'none'; script-src 'self' {PICKER_URL}/picker.js; style-src 'self'; img-src 'self'; connect-src 'self'; "
            "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        )
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def main() -> None:
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
    print(f"The guest book is open at http://127.0.0.1:{server.server_address[1]}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
