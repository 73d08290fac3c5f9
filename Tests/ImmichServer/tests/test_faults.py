"""Faults: each kind does what it says, to the requests that it is meant for, as often as it is meant to."""

import http.client
import socket
import time
import zlib
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import pytest

PING = "/api/server/ping"


@pytest.fixture(scope="module")
def running(folder):
    from server_process import ServerProcess

    with ServerProcess("--library", folder) as server:
        yield server


@pytest.fixture
def server(running):
    """One for all, without the faults of the test before."""
    yield running
    running.ask("DELETE", "/_test/faults")
    running.disconnect()


def raw(server, path: str = PING, seconds: float = 5) -> bytes:
    """Everything that comes until the connection ends, or for so long."""
    address = urlsplit(server.url)
    received = b""
    with socket.create_connection((address.hostname, address.port)) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nx-api-key: {server.key}\r\n\r\n".encode())
        connection.settimeout(seconds)
        try:
            while piece := connection.recv(1 << 16):
                received += piece
                if len(received) > 5_000_000:
                    break
        except TimeoutError:
            pass
    return received


def test_a_fault_meets_the_requests_that_it_names(server):
    server.fault(kind="status", status=503, path="version", skip=1, count=2)
    assert [server.ask("GET", "/api/server/version").status for _ in range(5)] == [200, 503, 503, 200, 200]
    assert server.ask("GET", PING).status == 200
    assert server.get("/_test/faults")[0]["met"] == 2


def test_a_fault_may_be_meant_for_one_method(server):
    server.fault(kind="status", status=500, method="POST", path="search")
    assert server.ask("POST", "/api/search/metadata", {}).status == 500
    assert server.ask("GET", "/api/search/person").status == 200


@pytest.mark.parametrize("status", [401, 403, 429, 500, 502, 503])
def test_errors_have_the_form_of_immich(server, status):
    server.fault(kind="status", status=status, message="Too much", headers={"Retry-After": "2"})
    answer = server.ask("GET", PING)
    assert (answer.status, answer.headers["retry-after"]) == (status, "2")
    assert answer.json()["message"] == "Too much" and answer.json()["statusCode"] == status


def test_trailers_follow_the_last_chunk(server):
    server.fault(kind="trailers", set={"Server-Timing": "total;dur=1"})
    head, _, body = raw(server, seconds=0.5).partition(b"\r\n\r\n")
    assert b"Transfer-Encoding: chunked" in head and b"Content-Length" not in head
    assert body.endswith(b"\r\n0\r\nServer-Timing: total;dur=1\r\n\r\n")


def test_errors_of_a_proxy_are_no_json(server):
    server.fault(kind="status", status=502, text="<html>Bad Gateway</html>")
    answer = server.ask("GET", PING)
    assert (answer.headers["content-type"], answer.body) == ("text/html", b"<html>Bad Gateway</html>")


def test_a_delay_keeps_no_other_request_waiting(server):
    server.fault(kind="slow", path="version", delayMs=700)
    start = time.monotonic()
    address = urlsplit(server.url).netloc
    slow = http.client.HTTPConnection(address)
    slow.request("GET", "/api/server/version")
    assert server.ask("GET", PING).status == 200
    assert time.monotonic() - start < 0.6
    assert slow.getresponse().status == 200
    assert time.monotonic() - start >= 0.7
    slow.close()


@pytest.mark.parametrize("after", [None, 3])
@pytest.mark.parametrize(("kind", "error"), [("reset", ConnectionResetError), ("close", http.client.HTTPException)])
def test_connections_end_before_and_within_answers(server, kind, error, after):
    server.fault(kind=kind, **({} if after is None else {"afterBytes": after}), count=1)
    with pytest.raises((error, http.client.IncompleteRead, ConnectionResetError)):
        server.ask("GET", PING)
    server.disconnect()
    assert server.ask("GET", PING).status == 200


def test_an_answer_may_hang_after_its_first_bytes(server):
    server.fault(kind="hang", afterBytes=4, count=1)
    received = raw(server, seconds=0.4)
    assert received.endswith(b'{"re')


def test_an_answer_may_trickle(server):
    server.fault(kind="trickle", bytes=5, everyMs=40)
    start = time.monotonic()
    assert server.ask("GET", PING).json() == {"res": "pong"}
    assert time.monotonic() - start > 0.07


@pytest.mark.parametrize("add", [100, -5])
def test_a_length_may_be_wrong(server, add):
    server.fault(kind="length", add=add)
    head, _, body = raw(server).partition(b"\r\n\r\n")
    assert f"Content-Length: {len(body) + add}".encode() in head
    assert body == b'{"res":"pong"}'


def test_ten_gigabytes_may_be_announced(server):
    server.fault(kind="announce", contentType="image/webp")
    head, _, body = raw(server).partition(b"\r\n\r\n")
    assert b"Content-Length: 10737418240" in head and body == b""


def test_many_bytes_may_be_sent(server):
    server.fault(kind="announce", bytes=3_000_000, isSent=True)
    assert server.ask("GET", PING).body == bytes(3_000_000)


def test_a_body_may_have_no_end(server):
    server.fault(kind="endless")
    assert len(raw(server)) > 5_000_000


def test_a_short_body_may_become_a_long_one(server):
    server.fault(kind="inflate", bytes=50 << 20)
    answer = server.ask("GET", PING)
    assert answer.headers["content-encoding"] == "gzip" and len(answer.body) < 1 << 20
    assert len(zlib.decompress(answer.body, 31)) > 50 << 20


def test_redirects_lead_where_they_are_told_to(server):
    server.fault(kind="redirect", to="http://127.0.0.1:1/elsewhere", count=1)
    server.fault(kind="redirect", status=308)
    answer = server.ask("GET", PING)
    assert (answer.status, answer.headers["location"]) == (302, "http://127.0.0.1:1/elsewhere")
    assert [server.ask("GET", PING).headers["location"] for _ in range(3)] == [PING] * 3


def test_headers_may_be_others(server):
    server.fault(kind="headers", set={"Content-Type": "text/plain"}, remove=["ETag"])
    answer = server.ask("GET", PING)
    assert answer.headers["content-type"] == "text/plain" and "etag" not in answer.headers


def test_the_clock_may_be_wrong(server):
    server.fault(kind="date", addSeconds=-3600)
    told = parsedate_to_datetime(server.ask("GET", PING).headers["date"])
    assert timedelta(minutes=59) < datetime.now(UTC) - told < timedelta(minutes=61)


def test_json_may_be_nested_without_reason(server):
    server.fault(kind="deep-json", depth=5000)
    assert server.ask("GET", PING).body.count(b"[") == 5000


def test_json_may_have_other_types_values_and_keys(server):
    server.fault(kind="wrong-types", keys=["res"], count=1)
    server.fault(kind="other-values", values={"res": [None]}, count=1)
    server.fault(kind="missing-keys", keys=["res"], count=1)
    server.fault(kind="missing-keys", count=1)
    server.fault(kind="cut-json", bytes=7, count=1)
    bodies = [server.ask("GET", PING).body for _ in range(6)]
    assert bodies == [b'{"res": 12345678901234567890}', b'{"res": [null]}', b"{}", b"{}", b'{"res":', b'{"res":"pong"}']


def test_names_may_be_hostile(server):
    server.fault(kind="hostile-names")
    items = server.ask("POST", "/api/search/metadata", {}).json()["assets"]["items"]
    names = [item["originalFileName"] for item in items]
    assert names[0] == "../../etc/passwd" and "nul\0inside.jpg" in names and len(max(names, key=len)) == 100_000


def test_compressed_json_is_changed_as_well(server):
    server.fault(kind="other-values", values={"originalFileName": "x"})
    answer = server.ask("POST", "/api/search/metadata", {}, headers={"Accept-Encoding": "gzip"})
    assert {item["originalFileName"] for item in answer.json()["assets"]["items"]} == {"x"}


def test_a_body_may_be_replaced(server):
    server.fault(kind="body", text="<html>", contentType="text/html", count=1)
    server.fault(kind="body", base64="AAEC")
    first, second = server.ask("GET", PING), server.ask("GET", PING)
    assert (first.body, first.headers["content-type"], second.body) == (b"<html>", "text/html", b"\0\1\2")


def test_an_asset_may_change_between_its_metadata_and_its_bytes(own):
    asset = own.search()[0]
    path = f"/api/assets/{asset['id']}/original"
    first = own.ask("GET", path)
    own.fault(kind="changed-asset", path="original")
    second = own.ask("GET", path, headers={"If-Match": first.headers["etag"]})
    assert second.body != first.body and second.headers["etag"] != first.headers["etag"]
    assert own.get(f"/api/assets/{asset['id']}")["checksum"] != asset["checksum"]


def test_connections_may_be_refused_for_a_while(own):
    own.post("/_test/refuse", {"ms": 600})
    time.sleep(0.3)
    address = urlsplit(own.url)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((address.hostname, address.port))
    own.disconnect()
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            assert own.ask("GET", PING).status == 200
            return
        except OSError:
            own.disconnect()
            time.sleep(0.05)
    raise AssertionError("the server does not listen again")


@pytest.mark.parametrize("fault", [{"kind": "unknown"}, {"kind": "slow", "path": "("}, {"kind": "cut-json", "byts": 1}])
def test_faults_that_do_not_exist_are_refused(server, fault):
    assert server.ask("POST", "/_test/faults", fault).status == 400
