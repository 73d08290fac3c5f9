"""Links and addresses that are none any more, or never were, by what is on the wire."""

import base64
import hashlib
import hmac
import socket
import sqlite3
import time

import pytest

from conftest import PickerProcess, run_picker
from owner import Owner
from program import Program, expect_error


class Signer:
    """Who has the store's key: what a stolen copy of it, or the server itself an hour ago, could sign."""

    def __init__(self, data: str, session: str):
        with sqlite3.connect(f"{data}/server/sessions.sqlite", timeout=30) as store:
            (self._key,) = store.execute("SELECT value FROM key WHERE name = 'signing'").fetchone()
            (self._client,) = store.execute("SELECT client FROM session WHERE id = ?", (session,)).fetchone()
            self._asset, tag = store.execute("SELECT asset, content_tag FROM selected WHERE session = ? AND position = 0", (session,)).fetchone()
        self._tag, self._session = tag % (1 << 64), session

    def link(self, expires: int) -> str:
        message = f"media\n{self._client}\n{self._session}\n0\n{self._asset}\n{self._tag}\n{expires}"
        code = base64.urlsafe_b64encode(hmac.new(self._key, message.encode(), hashlib.sha256).digest()).decode().rstrip("=")
        return f"/media/{self._session}.0.{expires}.{code}"


def test_a_link_of_an_hour_ago_leads_nowhere_however_well_it_is_signed(library, tmp_path):
    data = str(tmp_path / "data")
    token = run_picker("clients", "add", "notes", "--data-dir", data)
    with PickerProcess("serve", library, "--listen", "127.0.0.1:0", "--data-dir", data) as server:
        program = Program(server.origin, token)
        session = program.create()
        Owner(server.link).pick(session, ["lake.jpg"])
        given = program.items(session)[0]["mediaFile"]["baseUrl"].removeprefix(server.origin)
        signer, now = Signer(data, session["id"]), int(time.time())
        # It signs as the server does.
        assert signer.link(int(given.split(".")[2])) == given
        soon = signer.link(now + 3)
        assert program.ask("GET", soon + "=w50").status == 200
        for expired in [now, now - 1, now - 3600, 0, -1]:
            expect_error(program.ask("GET", signer.link(expired) + "=w50"), 403, "PERMISSION_DENIED")
        # One that was good, and is known to the server, is not any more when its time has come.
        time.sleep(max(0.0, now + 3.1 - time.time()))
        for form in ["=w50", "=d"]:
            expect_error(program.ask("GET", soon + form), 403, "PERMISSION_DENIED")
        assert program.ask("GET", given + "=w50").status == 200


def answer_to(server: PickerProcess, text: str, *, is_whole: bool = False) -> bytes:
    """All that comes for bytes that no library for HTTP would send. After what is no whole request the sending half is closed."""
    host, port = server.origin.removeprefix("http://").split(":")
    # Sooner than the server closes a connection that is idle: who refuses something and does not read on is found out.
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        try:
            connection.sendall(text.encode("latin-1"))
            if not is_whole:
                connection.shutdown(socket.SHUT_WR)
        except ConnectionError:
            pass  # It was refused before it was sent.
        pieces = []
        try:
            while piece := connection.recv(1 << 16):
                pieces.append(piece)
        except ConnectionError:
            pass
        return b"".join(pieces)


PATHS = [
    "/v1/../picker/v1/collections", "/v1/sessions/../../picker/v1/session", "/v1/%2e%2e/picker/v1/session", "/v1/sessions/%2e%2e%2f%2e%2e%2fpicker%2fv1%2fsession",
    "/v1//sessions//x", "//picker/v1/session", "/media/../picker/v1/session", "/media/..%2f..%2f..%2fetc%2fpasswd=d", "/media/%00=d", "/media/a%0d%0aSet-Cookie:%20x=d",
    "/picker.js/../app.js", "/modules/../../interface/openapi.json", "/modules/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/..%5c..%5cetc%5cpasswd", "/etc/passwd",
    "/v1/libraries/..%2f..%2f/mediaItems", "/v1/library/mediaItems/..%2fx", "/pick/..%2f..%2fetc%2fpasswd", "/pick/%22%3E%3Cscript%3E", "/v1/sessions/" + "x" * 5000,
    "http://evil.example/v1/sessions/x", "/v1/sessions/x?sessionId=../../x",
]


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_a_path_with_tricks_leads_to_nothing_of_the_library(server, program, library, path):
    host = server.origin.removeprefix("http://")
    for token in ["", f"Authorization: Bearer {program.token}\r\n"]:
        answer = answer_to(server, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{token}Connection: close\r\n\r\n", is_whole=True)
        status = int(answer.split(b" ", 2)[1])
        assert status in (400, 401, 403, 404, 414, 421, 431), (path, answer[:200])
        assert b"beach" not in answer and b"root:" not in answer and str(library).encode() not in answer
        assert b"\r\nset-cookie" not in answer.lower() and b"<script>" not in answer
    assert program.ask("GET", "/$discovery/rest").status == 200


def test_heads_without_end_are_cut_off_and_cost_no_memory(server, program):
    host = server.origin.removeprefix("http://")
    for head in [
        f"GET /v1/sessions/{'x' * (4 << 20)} HTTP/1.1\r\nHost: {host}\r\n\r\n",
        f"GET /v1/sessions/x HTTP/1.1\r\nHost: {host}\r\nX-Large: {'x' * (4 << 20)}\r\n\r\n",
        f"GET /v1/sessions/x HTTP/1.1\r\nHost: {host}\r\n" + "".join(f"X-{number}: {'y' * 40}\r\n" for number in range(80_000)) + "\r\n",
    ]:
        answer = answer_to(server, head)
        # Nothing at all, or a refusal: never an answer to what was asked.
        assert answer == b"" or int(answer.split(b" ", 2)[1]) in (400, 414, 431), answer[:200]
    assert program.ask("GET", "/$discovery/rest").status == 200


@pytest.mark.parametrize(("length", "status"), [(24_000, b"401"), (40_000, b"400")])
def test_a_head_may_be_large_but_not_larger_than_any_needs(server, length, status):
    host = server.origin.removeprefix("http://")
    head = f"GET /v1/sessions/x HTTP/1.1\r\nHost: {host}\r\nCookie: {'x' * length}\r\nConnection: close\r\n\r\n"
    assert answer_to(server, head, is_whole=True).split(b" ", 2)[1] == status


@pytest.mark.parametrize("text", [
    "nonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\x16\x03\x01\x02\x00\x01", "POST /v1/sessions HTTP/1.1\r\nHost: {host}\r\nContent-Length: -5\r\n\r\n",
    "POST /v1/sessions HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/sessions/x HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "POST /v1/sessions HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", "GET /v1/sessions/x HTTP/1.1\r\nHost: {host}\r\nA: b\r\n c: d\r\nX\x00: y\r\n\r\n",
])
def test_what_is_no_request_makes_no_session(server, program, owner, text):
    before = len(run_picker("sessions").splitlines())
    answer = answer_to(server, text.format(host=server.origin.removeprefix("http://")))
    assert answer == b"" or int(answer.split(b" ", 2)[1]) >= 400, answer[:200]
    assert len(run_picker("sessions").splitlines()) == before
    assert program.ask("GET", "/$discovery/rest").status == 200


def test_requests_that_are_broken_off_fill_no_log(library, tmp_path):
    data = str(tmp_path / "data")
    token = run_picker("clients", "add", "notes", "--data-dir", data)
    with PickerProcess("serve", library, "--listen", "127.0.0.1:0", "--data-dir", data) as server:
        host, port = server.origin.removeprefix("http://").split(":")
        said = server.messages
        for path, field in [("/signin", "X-Picker: 1"), ("/v1/sessions", f"Authorization: Bearer {token}")]:
            for _ in range(50):
                with socket.create_connection((host, int(port)), timeout=60) as connection:
                    connection.sendall(f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\n{field}\r\nContent-Length: 500\r\n\r\n{{".encode())
        # What comes after them is answered after them.
        program = Program(server.origin, token)
        assert all(program.create()["mediaItemsSet"] is False for _ in range(5))
        time.sleep(1)
        assert server.messages == said
