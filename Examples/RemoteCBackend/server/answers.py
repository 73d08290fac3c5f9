"""The interface of a photo shelf over HTTP, as README.md describes it."""

import hmac
import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import faults
import images
from photos import Folder, Listing, Photo, version_of

MOST_AT_ONCE = 200


class Refusal(Exception):
    def __init__(self, status: int, message: str):
        self.status = status
        self.message = message


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], folder: Folder, key: str, title: str, faults_file: str | None, log: str | None):
        super().__init__(address, Handler)
        self.folder, self.key, self.title = folder, key, title
        self.faults_file = faults_file
        self.log = open(log, "a", buffering=1) if log else None

    def handle_error(self, request, client_address):
        """A client that goes away in the middle of an answer is no news."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    # Head and body leave together.
    wbufsize = -1
    server: Server

    ROUTES = (
        ("shelf", r"/shelf"), ("albums", r"/albums"), ("album", r"/albums/([\w-]+)"), ("photos", r"/photos"),
        ("photo", r"/photos/([\w-]+)"), ("position", r"/photos/([\w-]+)/position"),
        ("image", r"/photos/([\w-]+)/image"), ("file", r"/photos/([\w-]+)/file"),
    )  # fmt: skip

    def do_GET(self):
        address = urlsplit(self.path)
        self.query = {name: values[0] for name, values in parse_qs(address.query).items()}
        fault = faults.find(self.server.faults_file, self.path)
        try:
            status, headers, body = self._answer(address.path)
        except Refusal as refusal:
            status, headers, body = refusal.status, {}, json.dumps({"error": refusal.message}).encode()
        headers = {"Content-Type": "application/json", "Cache-Control": "no-store"} | headers
        if self.server.log:
            key = "with a key" if "Authorization" in self.headers else "without a key"
            self.server.log.write(f"{self.command} {self.path} {fault.get('status', status)} {key}\n")
        if fault:
            faults.send(self, fault, status, headers, body)
            return
        self.send_response(status)
        for name, value in (headers | {"Content-Length": str(len(body))}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *arguments):
        """Standard error is for what is wrong with the server."""

    def _answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        given = self.headers.get("Authorization", "").encode("utf-8", "replace")
        if not hmac.compare_digest(given, f"Bearer {self.server.key}".encode()):
            raise Refusal(401, "no key, or not a known one")
        for name, pattern in self.ROUTES:
            if found := re.fullmatch(pattern, path):
                return getattr(self, f"_{name}")(self.server.folder.listing(), *found.groups())
        raise Refusal(404, "there is nothing at this address")

    # Parts of questions.

    def _number(self, name: str, default: int, most: int) -> int:
        value = self.query.get(name, str(default))
        if not re.fullmatch(r"\d{1,18}", value):
            raise Refusal(400, f"{name}: a number")
        return min(int(value), most)

    def _check_state(self, listing: Listing) -> None:
        if self.query.get("state", listing.state) != listing.state:
            raise Refusal(409, "the photos changed")

    def _scope(self, listing: Listing) -> list[Photo]:
        self._check_state(listing)
        album = self.query.get("album")
        if album is not None and album not in listing.albums:
            raise Refusal(404, "no such album")
        return listing.members[album] if album is not None else listing.photos

    def _known(self, listing: Listing, id: str) -> Photo:
        if id not in listing.by_id:
            raise Refusal(404, "no such photo")
        return listing.by_id[id]

    @staticmethod
    def _document(document: dict) -> tuple[int, dict[str, str], bytes]:
        return 200, {}, json.dumps(document).encode()

    # Answers.

    def _shelf(self, listing: Listing):
        return self._document({"shelf": 1, "title": self.server.title, "account": "reader"})

    def _album_document(self, listing: Listing, id: str) -> dict:
        return {"id": id, "title": listing.albums[id], "count": len(listing.members[id])}

    def _albums(self, listing: Listing):
        first, count = self._number("first", 0, 1 << 60), self._number("count", MOST_AT_ONCE, MOST_AT_ONCE)
        page = list(listing.albums)[first : first + count]
        albums = [self._album_document(listing, id) for id in page]
        return self._document({"total": len(listing.albums), "photos": len(listing.photos), "albums": albums})

    def _album(self, listing: Listing, id: str):
        if id not in listing.albums:
            raise Refusal(404, "no such album")
        return self._document(self._album_document(listing, id))

    def _photos(self, listing: Listing):
        if "ids" in self.query:
            ids = self.query["ids"].split(",")[:MOST_AT_ONCE]
            found = [listing.by_id[id].document() for id in ids if id in listing.by_id]
            return self._document({"photos": found})
        photos = self._scope(listing)
        first, count = self._number("first", 0, 1 << 60), self._number("count", MOST_AT_ONCE, MOST_AT_ONCE)
        page = [photo.document() for photo in photos[first : first + count]]
        return self._document({"total": len(photos), "state": listing.state, "photos": page})

    def _photo(self, listing: Listing, id: str):
        return self._document(self._known(listing, id).document())

    def _position(self, listing: Listing, id: str):
        photo, photos = self._known(listing, id), self._scope(listing)
        if photo not in photos:
            raise Refusal(404, "not in this album")
        return self._document({"index": photos.index(photo)})

    def _image(self, listing: Listing, id: str):
        photo = self._known(listing, id)
        if "width" in self.query:
            wanted = self._number("width", 0, 1 << 31), self._number("height", 0, 1 << 31)
            self._read(photo, 0, 0)
            if image := images.smaller(photo, *wanted):
                return 200, {"Content-Type": image[1], "Shelf-Size": f"{image[2]}x{image[3]}"}, image[0]
        return 200, {"Content-Type": photo.facts.type}, self._read(photo, 0, None)

    def _file(self, listing: Listing, id: str):
        photo = self._known(listing, id)
        headers = {"Content-Type": photo.facts.type, "Accept-Ranges": "bytes"}
        part = re.fullmatch(r"bytes=(\d{1,20})-(\d{1,20})", self.headers.get("Range", ""))
        if not part:
            return 200, headers, self._read(photo, 0, None)
        first, last = int(part[1]), min(int(part[2]), photo.size - 1)
        bytes_ = self._read(photo, min(first, photo.size), max(0, last + 1 - first))
        if first > last:
            return 416, {"Content-Range": f"bytes */{photo.size}"}, b""
        return 206, headers | {"Content-Range": f"bytes {first}-{last}/{photo.size}"}, bytes_

    def _read(self, photo: Photo, offset: int, count: int | None) -> bytes:
        """Bytes of the version that was asked for, and of no other."""
        wanted = self._number("version", photo.version, 1 << 62)
        try:
            with open(photo.file, "rb") as file:
                file.seek(offset)
                bytes_ = file.read(-1 if count is None else count)
                version = version_of(os.fstat(file.fileno()))
        except FileNotFoundError:
            raise Refusal(404, "the photo is gone") from None
        except OSError:
            raise Refusal(500, "the photo cannot be read") from None
        if not wanted == version == photo.version:
            raise Refusal(409, "another version than asked for")
        return bytes_
