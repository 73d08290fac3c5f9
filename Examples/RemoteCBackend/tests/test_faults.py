"""What the backend makes of a server that fails: python3 tests/test_faults.py PLUGIN [arguments of unittest]

`picker conformance` checks the rules over a server that works; the network is for these tests to break.
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import shelf
from shelf import *

PLUGIN = ""


class FaultTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.asking = build_asking(cls.scratch.name)
        cls.shelf = Shelf()

    @classmethod
    def tearDownClass(cls):
        cls.shelf.end()
        cls.scratch.cleanup()

    def setUp(self):
        self.shelf.break_with()

    def ask(self, what: str, cancel: int = 0, location: str = "", server: Shelf | None = None, **settings: str) -> dict:
        server = server or self.shelf
        said = server.settings | {name.replace("_", "-"): value for name, value in settings.items()}
        pairs = [f"{name}={value}" for name, value in said.items() if value]
        result = subprocess.run(
            [self.asking, PLUGIN, what, str(cancel), location or server.location, *pairs],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120,
        )  # fmt: skip
        # A sanitizer that found something ends with another status, and says what.
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        answer = json.loads(result.stdout)
        self.assertNotIn(KEY, answer["message"])
        self.assertEqual(answer["message"] == "", answer["status"] == OK)
        self.assertNotIn("\n", answer["message"])
        return answer

    def expect(self, status: int, what: str, said: str = "", retry_after: int = 0, **settings) -> dict:
        answer = self.ask(what, **settings)
        self.assertEqual((answer["status"], answer["retryAfter"]), (status, retry_after), answer)
        self.assertIn(said, answer["message"])
        return answer

    def test_sound(self):
        """What follows would say nothing if these failed."""
        self.assertEqual(self.expect(OK, "albums")["records"], 2)
        self.assertEqual(self.expect(OK, "photos")["records"], 3)
        self.assertGreater(self.expect(OK, "image")["bytes"], 1000)
        self.assertEqual(self.expect(OK, "bytes")["bytes"], 1000)
        self.expect(OK, "details")

    def test_statuses(self):
        """Each refusal is what it is, in lists and images alike, and no message has what the server wrote."""
        cases = [
            (401, SIGN_IN_REQUIRED, "api-key"), (403, ACCESS_DENIED, "does not allow"), (404, NOT_FOUND, ""),
            (409, CHANGED, ""), (410, NOT_FOUND, ""), (413, TOO_LARGE, ""), (500, BUSY, "500"), (502, BUSY, "502"),
            (507, NO_SPACE, "full"), (400, UNSUPPORTED, "400"), (418, UNSUPPORTED, ""),
        ]  # fmt: skip
        for path, what in [("^/photos[?]", "photos"), ("/image", "image"), ("/file", "bytes"), ("^/albums", "albums")]:
            for code, status, said in cases:
                with self.subTest(what=what, code=code):
                    self.shelf.break_with(path=path, status=code, body=f'{{"error": "no: {KEY}"}}')
                    self.expect(status, what, said)

    def test_pauses(self):
        """Retry-After is passed on, as seconds or as a date."""
        for path, what in [("^/photos[?]", "photos"), ("/image", "image"), ("/file", "bytes"), ("^/shelf", "open")]:
            with self.subTest(what=what):
                self.shelf.break_with(path=path, status=429, headers={"Retry-After": "7"})
                self.expect(RATE_LIMITED, what, "pause", 7000)
                self.shelf.break_with(path=path, status=503, headers={"Retry-After": "3"})
                self.expect(BUSY, what, "503", 3000)
        self.shelf.break_with(status=429)
        self.expect(RATE_LIMITED, "open", "", 10000)
        self.shelf.break_with(status=503, headers={"Retry-After": "99999999999999999999"})
        self.assertLessEqual(self.ask("open")["retryAfter"], 86_400_000)
        self.shelf.break_with(status=429, headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"})
        self.expect(RATE_LIMITED, "open", "", 10000)

    def test_redirects(self):
        """None is followed, and nothing at all is sent to the other server."""
        other = Shelf()
        try:
            for code in (301, 302, 303, 307, 308):
                self.shelf.break_with(path="^/photos", status=code, headers={"Location": other.address + "/photos"})
                self.expect(UNSUPPORTED, "photos", "another address")
            self.assertEqual(other.requests(), [])
        finally:
            other.end()
        before = len(self.shelf.requests())
        self.shelf.break_with(path="^/shelf", status=302, headers={"Location": "/shelf"})
        self.expect(UNSUPPORTED, "open")
        self.assertEqual(len(self.shelf.requests()), before + 1)

    def test_cut_off(self):
        for path, what in [("^/photos[?]", "photos"), ("/image", "image"), ("/file", "bytes"), ("^/shelf", "open")]:
            with self.subTest(what=what):
                self.shelf.break_with(path=path, cut=10)
                self.expect(STOPPED, what, "ended the connection")

    def test_endless(self):
        """Takes neither time nor memory."""
        for path, what in [("^/photos[?]", "photos"), ("/image", "image"), ("/file", "bytes"), ("^/shelf", "open")]:
            with self.subTest(what=what):
                headers = {"Content-Range": "bytes 3-1002/5000"} if what == "bytes" else {}
                self.shelf.break_with(path=path, endless=True, status=206 if headers else 200, headers=headers)
                self.assertLess(self.expect(TOO_LARGE, what)["milliseconds"], 5000)
                self.shelf.break_with(path=path, endless=True, status=500)
                self.assertLess(self.expect(BUSY, what)["milliseconds"], 5000)

    def test_slow(self):
        """Patience ends, and a call that is not wanted any more ends long before."""
        self.shelf.break_with(path="^/photos", delay=6)
        answer = self.expect(OFFLINE, "photos", "does not answer", patience="1")
        self.assertLess(answer["milliseconds"], 4500)
        for path, what in [("^/photos[?]", "photos"), ("/image", "image"), ("/file", "bytes"), ("^/shelf", "open")]:
            with self.subTest(what=what):
                self.shelf.break_with(path=path, delay=6)
                answer = self.expect(CANCELLED, what, cancel=1000)
                self.assertLess(answer["milliseconds"], 1500)
                self.assertLess(answer["longestGap"], 500)

    def test_no_answer_of_a_shelf(self):
        texts = [
            "", "<html>", "[]", "{}", "null", '{"shelf": 1', '{"shelf": "1"}', '{"shelf": -1}', '{"shelf": 1.5}',
            '{"shelf": 1, "shelf": 1}', '{"title": "\\ud800", "shelf": 1}', "[" * 100_000, '{"a":' * 100_000,
            '{"shelf": 99999999999999999999999}',
        ]  # fmt: skip
        for text in texts:
            with self.subTest(text=text[:40]):
                self.shelf.break_with(path="^/shelf", body=text)
                self.expect(UNSUPPORTED, "open", "than a photo shelf does")
        self.shelf.break_with(path="^/shelf", body='{"shelf": 2, "title": "later"}')
        self.expect(UNSUPPORTED, "open", "version 2")
        self.shelf.break_with(path="^/shelf", status=404)
        self.expect(UNSUPPORTED, "open", "is the address right?")

    def photo(self, **changes) -> dict:
        sound = {
            "id": "x1", "name": "x.png", "type": "image/png", "size": 5, "version": 1, "width": 1, "height": 1,
            "taken": None, "modified": 0,
        }  # fmt: skip
        return {name: value for name, value in (sound | changes).items() if value != "left out"}

    def list_of(self, items: list, **changes) -> str:
        return json.dumps({"total": len(items), "state": "s", "photos": items} | changes)

    def test_wrong_photos(self):
        """A record that is none is no record, whatever is wrong with it."""
        wrong = [
            {"id": ""}, {"id": "../secret"}, {"id": "a b"}, {"id": "x" * 64}, {"id": 5}, {"id": "left out"}, {"name": ""},
            {"name": "../x.png"}, {"name": "n" * 1025}, {"name": None}, {"type": "text/html"}, {"type": 1}, {"size": -1},
            {"size": "5"}, {"version": 0}, {"version": -1}, {"version": 1.5}, {"modified": "today"}, {"modified": "left out"},
        ]  # fmt: skip
        self.shelf.break_with(path="^/photos", body=self.list_of([self.photo()]))
        self.expect(OK, "photos")
        for changes in wrong:
            with self.subTest(changes=str(changes)[:60]):
                self.shelf.break_with(path="^/photos", body=self.list_of([self.photo(), self.photo(**changes)]))
                self.expect(UNSUPPORTED, "photos")
        odd = self.photo(width=1 << 40, height=-5, taken="x", name="\u202e\n\t.png", extra={"a": [1]})
        self.shelf.break_with(path="^/photos", body=self.list_of([odd]))
        self.assertEqual(self.expect(OK, "photos")["records"], 1)

    def test_wrong_lists(self):
        one = [self.photo()]
        wrong = [
            {"total": 2}, {"total": 0}, {"total": -1}, {"total": "1"}, {"state": ""}, {"state": "a&first=0"}, {"state": 1},
            {"photos": {}}, {"photos": None}, {"photos": [5]}, {"total": 1 << 62, "photos": []},
        ]  # fmt: skip
        for changes in wrong:
            with self.subTest(changes=changes):
                self.shelf.break_with(path="^/photos", body=self.list_of(one, **changes))
                self.expect(UNSUPPORTED, "photos")
        # A second page that is the first one again, and one that the server refuses: it has another state.
        pages = self.list_of([self.photo(id=f"x{index}") for index in range(100)], total=150)
        self.shelf.break_with(path="^/photos", body=pages, status=200)
        self.expect(UNSUPPORTED, "photos")
        self.shelf.break_with(path="first=0", body=pages)
        self.expect(CHANGED, "photos")
        album = {"id": "t", "title": "Trip", "count": 1}
        for changes in [{"id": "a/b"}, {"title": None}, {"count": -1}]:
            self.shelf.break_with(path="^/albums", body=json.dumps({"total": 1, "photos": 1, "albums": [album | changes]}))
            self.expect(UNSUPPORTED, "albums")
        # More albums than ever come.
        self.shelf.break_with(path="^/albums", body=json.dumps({"total": 1 << 60, "photos": 1, "albums": []}))
        self.assertEqual(self.expect(OK, "albums")["records"], 1)

    def test_wrong_parts(self):
        """Bytes of another place, or of another number, are no bytes of the file."""
        self.shelf.break_with(path="/file", status=200)
        self.expect(UNSUPPORTED, "bytes")
        for place in ["bytes 4-1003/5000", "bytes 3-1002/50", "bytes 3-1002/*", "bytes=3-1002/5000", "words 1-2/3", "-"]:
            with self.subTest(place=place):
                self.shelf.break_with(path="/file", headers={"Content-Range": place})
                self.expect(UNSUPPORTED, "bytes")
        self.shelf.break_with(path="/file", status=206, body="short", headers={"Content-Range": "bytes 3-1002/5000"})
        self.expect(UNSUPPORTED, "bytes")
        self.shelf.break_with(path="/file", status=416)
        self.assertEqual(self.expect(OK, "bytes")["bytes"], 0)

    def test_settings(self):
        self.expect(SIGN_IN_REQUIRED, "open", "api-key", api_key="another")
        self.expect(INVALID, "open", "api-key", api_key="")
        self.expect(INVALID, "open", "api-key", api_key="two\r\nX-Header: lines")
        self.expect(INVALID, "open", "insecure", insecure="")
        for value in ("perhaps", "Yes", "no ", "1"):
            self.expect(INVALID, "open", "insecure: yes or no", insecure=value)
        self.expect(INVALID, "open", "connections", connections="0")
        self.expect(INVALID, "open", "connections", connections="3")
        self.expect(INVALID, "open", "patience", patience="1e3")
        self.expect(INVALID, "open", "certificate", certificate="cert.pem")
        self.expect(INVALID, "open", "color", color="red")
        host = self.shelf.address.removeprefix("http://")
        for place in [
            "/tmp", "photo-shelf+ftp://a", "photo-shelf+http://", f"photo-shelf+http://ada:{KEY}@{host}",
            f"photo-shelf+http://{host}/?a=b", f"photo-shelf+http://{host}/#a", f"photo-shelf+http://{host}/a b",
            "photo-shelf+http://" + "a" * 3000, "immich+http://" + host,
        ]:  # fmt: skip
            with self.subTest(place=place[:60]):
                self.expect(INVALID, "open", location=place)
        self.expect(OK, "photos", location=f"photo-shelf+http://{host}//")

    def test_away(self):
        self.expect(OFFLINE, "open", "cannot be reached", location="photo-shelf+http://127.0.0.1:1")
        self.expect(UNSUPPORTED, "open", location=self.shelf.location.replace("+http:", "+https:"))

    def test_certificates(self):
        certificate, key = f"{self.scratch.name}/certificate.pem", f"{self.scratch.name}/key.pem"
        try:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                 "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
                check=True, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except FileNotFoundError:
            self.skipTest("openssl is not installed")
        server = Shelf("--tls", certificate, key)
        try:
            self.expect(ACCESS_DENIED, "open", "could not prove", server=server)
            self.assertEqual(server.requests(), [])
            self.assertEqual(self.expect(OK, "photos", server=server, certificate=certificate)["records"], 3)
            self.expect(INVALID, "open", "PEM", server=server, certificate=key)
        finally:
            server.end()


if __name__ == "__main__":
    PLUGIN = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
