"""Connections that are held open, and requests that trickle in, against the programs' interface and signing in."""

import http.client
import json
import resource
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from conftest import run_picker
from owner import Owner
from picker_process import PickerProcess
from program import Program

SILENT, KEPT, SLOW = 1000, 1000, 200
ROUNDS = 150
# Seconds for which the server waits for a request at least.
PATIENCE = 10


@pytest.fixture(scope="module")
def flooded(library) -> Iterator[PickerProcess]:
    """A server of its own: what is left of a flood is no matter of other tests."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = SILENT + KEPT + SLOW + 200
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"{wanted} descriptors are needed, and ulimit -Hn is {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    with PickerProcess("serve", library, "--listen", "127.0.0.1:0") as picker:
        yield picker
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def connect(server: PickerProcess) -> socket.socket:
    host, port = server.origin.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=60)


def send(connections: list[socket.socket], text: str) -> int:
    """How many took it: those that were closed do not."""
    count = 0
    for each in connections:
        try:
            each.sendall(text.encode())
            count += 1
        except OSError:
            pass
    return count


@contextmanager
def flood(server: PickerProcess, slow_head: str, token: str) -> Iterator[None]:
    """Silent connections, kept ones after a request each, and requests that go on with a byte a second."""
    host = server.origin.removeprefix("http://")
    silent = [connect(server) for _ in range(SILENT)]
    kept = [connect(server) for _ in range(KEPT)]
    assert send(kept, f"GET /signin/state HTTP/1.1\r\nHost: {host}\r\n\r\n") == KEPT
    slow = [connect(server) for _ in range(SLOW)]
    assert send(slow, slow_head.format(host=host, token=token)) == SLOW
    over = threading.Event()

    def trickle() -> None:
        while not over.wait(1):
            send(slow, "x")

    thread = threading.Thread(target=trickle)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        for each in silent + kept + slow:
            each.close()


def p99(times: list[float]) -> float:
    return sorted(times)[len(times) * 99 // 100]


def timed(body) -> list[float]:
    times = []
    for _ in range(ROUNDS):
        begin = time.monotonic()
        body()
        times.append(time.monotonic() - begin)
    return times


@pytest.mark.slow
@pytest.mark.parametrize("slow_head", [
    "POST /v1/sessions HTTP/1.1\r\nHost: {host}\r\nContent-Length: 500000\r\nAuthorization: Bearer {token}\r\n\r\n",
    "POST /signin HTTP/1.1\r\nHost: {host}\r\nX-Picker: 1\r\nContent-Length: 4000\r\n\r\n{{\"password\":\"",
    "GET /v1/sessions/",
], ids=["bodies of sessions", "bodies of sign-ins", "heads"])
def test_held_connections_and_slow_requests_keep_no_program_and_no_owner_out(flooded, slow_head):
    # A name of its own each time: the test may be run again.
    program = Program(flooded.origin, run_picker("clients", "add", f"flooded {secrets.token_hex(4)}"))
    session = program.create()

    def poll() -> None:
        assert not program.poll(session)["mediaItemsSet"]

    quiet = p99(timed(poll))
    with flood(flooded, slow_head, program.token):
        during = p99(timed(poll))
        signing_in = time.monotonic()
        owner = Owner(run_picker("ctl", "link", "--pid", str(flooded.pid)))
        assert owner.ask("GET", "/picker/v1/session")[0] == 200
        signing_in = time.monotonic() - signing_in
    print(f"p99 of polling: {quiet * 1000:.1f} ms without, {during * 1000:.1f} ms with the flood; signing in: {signing_in:.2f} s")
    # How much slower it is, make bench-web measures on a quiet machine. This is whether anything waits for the flood, of
    # which every request lasts until the server's patience with it ends.
    assert during < PATIENCE / 2 and signing_in < 2 * PATIENCE


def peak(server: PickerProcess) -> int:
    """The most memory that a server has had, in bytes."""
    return int(next(line for line in open(f"/proc/{server.pid}/status") if line.startswith("VmHWM")).split()[1]) << 10


def test_what_follows_an_offer_of_another_protocol_is_not_kept(library, tmp_path):
    with PickerProcess("serve", library, "--listen", "127.0.0.1:0", "--data-dir", tmp_path / "data") as server:
        host = server.origin.removeprefix("http://")
        before = peak(server)
        with connect(server) as client:
            client.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n".encode())
            assert client.recv(4096).startswith(b"HTTP/1.1 ")
            try:
                for _ in range(400):
                    client.sendall(bytes(1 << 20))
            except ConnectionError:
                pass  # A client that goes on sending after the last answer is cut off.
            after = peak(server)
    assert after - before < 150 << 20


def test_a_password_is_not_guessed_faster_by_many_at_once(library, tmp_path):
    """The memory of a comparison is taken once, however many come."""
    data = str(tmp_path / "data")
    password = tmp_path / "password"
    password.write_text("correct horse\n")
    password.chmod(0o600)
    run_picker("owner", "set-password", "--password-file", str(password), "--data-dir", data)
    with PickerProcess("serve", library, "--listen", "127.0.0.1:0", "--data-dir", data) as server:
        host = server.origin.removeprefix("http://")
        answers = []

        def guess(number: int) -> None:
            connection = http.client.HTTPConnection(host, timeout=120)
            connection.request("POST", "/signin", json.dumps({"password": f"guess {number}"}), {"X-Picker": "1"})
            answer = connection.getresponse()
            answers.append((answer.status, answer.headers["Retry-After"], answer.headers["Set-Cookie"]))
            connection.close()

        threads = [threading.Thread(target=guess, args=[number]) for number in range(100)]
        begin = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.monotonic() - begin
        compared = [answer for answer in answers if answer[0] == 401]
        waiting = [answer for answer in answers if answer[0] == 429]
        # More than five only if the guesses took longer than the first pause.
        assert 5 <= len(compared) <= 5 + seconds / 5 and len(compared) + len(waiting) == 100
        assert all(int(answer[1]) >= 1 for answer in waiting) and not any(answer[2] for answer in answers)
        print(f"100 guesses at once: {seconds:.1f} s, {len(compared)} compared, peak {peak(server) >> 20} MiB")
        shown = json.loads(run_picker("owner", "show", "--json", "--data-dir", data))
        assert shown["wrongPasswords"] == len(compared)
