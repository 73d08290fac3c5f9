"""The program: how it starts and ends, its log, many requests at once, TLS, and a hundred thousand assets."""

import http.client
import json
import os
import signal
import ssl
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from server_process import PATIENCE, SERVE, ServerProcess, wait_until

FIXTURE = SERVE.with_name("fixture")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_it_is_told_to(number):
    process = subprocess.Popen([SERVE, "--synthetic", "5"], stdout=subprocess.PIPE, text=True)
    assert json.loads(process.stdout.readline())["url"].startswith("http://127.0.0.1:")
    process.send_signal(number)
    assert process.wait(PATIENCE) == 0
    process.stdout.close()


def test_it_ends_with_the_program_that_started_it():
    starter = "import subprocess, sys, time; subprocess.Popen(sys.argv[1:]); time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", starter, SERVE, "--synthetic", "5"], stdout=subprocess.PIPE, text=True)
    url = urlsplit(json.loads(process.stdout.readline())["url"])
    process.kill()
    process.wait()

    def is_gone() -> bool:
        try:
            http.client.HTTPConnection(url.netloc).request("GET", "/")
        except OSError as error:
            return isinstance(error, ConnectionRefusedError)
        return False

    wait_until(is_gone)
    process.stdout.close()


def test_it_outlives_the_thread_that_started_it():
    started = []
    thread = threading.Thread(target=lambda: started.append(ServerProcess("--synthetic", 5)))
    thread.start()
    thread.join()
    with started[0] as server:
        time.sleep(0.7)
        assert server.get("/api/server/ping") == {"res": "pong"}


def test_the_fixture_serves_until_its_input_is_closed(folder):
    process = subprocess.Popen([FIXTURE, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    line = json.loads(process.stdout.readline())
    url = urlsplit(line["location"].removeprefix("immich+"))
    connection = http.client.HTTPConnection(url.netloc)
    connection.request("GET", "/api/albums", headers={"x-api-key": line["settings"]["api-key"]})
    assert connection.getresponse().status == 200
    assert line["settings"]["insecure"] == "yes"
    connection.close()
    process.stdin.close()
    assert process.wait(PATIENCE) == 0
    process.stdout.close()


def test_one_connection_serves_many_requests(own):
    for _ in range(5):
        own.get("/api/albums")
    log = own.log()
    assert len(log["requests"]) == 5
    assert len({request["connection"] for request in log["requests"]}) == 1 and log["connectionsOpened"] == 1
    request = log["requests"][0]
    assert (request["method"], request["path"], request["status"], request["in_flight"]) == ("GET", "/api/albums", 200, 1)
    own.ask("DELETE", "/_test/log")
    assert own.log()["requests"] == []


def test_the_log_keeps_no_secrets(own):
    own.get("/api/albums", apiKey="in the query")
    own.ask("GET", "/api/users/me", key=None, headers={"Authorization": "Bearer secret-token", "X-Other": "shown"})
    text = json.dumps(own.log())
    assert own.key not in text and "secret-token" not in text and "in the query" not in text and "shown" in text


def test_two_requests_at_once_are_answered_at_once(own):
    own.change(op="set-latency", ms=300)
    address = urlsplit(own.url).netloc

    def ask(_) -> int:
        connection = http.client.HTTPConnection(address)
        connection.request("GET", "/api/albums", headers={"x-api-key": own.key})
        status = connection.getresponse().status
        connection.close()
        return status

    start = time.monotonic()
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(8))) == [200] * 8
    assert time.monotonic() - start < 1.5
    assert own.log()["mostInFlight"] >= 2


def test_readers_and_writers_may_meet(own):
    """Lists stay whole while another thread adds and deletes."""
    failures, stop = [], threading.Event()

    def change() -> None:
        with ThreadPoolExecutor(1):
            connection = http.client.HTTPConnection(urlsplit(own.url).netloc)
            while not stop.is_set():
                for body in ({"op": "add-asset", "count": 3},):
                    connection.request("POST", "/_test/change", json.dumps(body))
                    ids = json.loads(connection.getresponse().read())["ids"]
                    connection.request("POST", "/_test/change", json.dumps({"op": "delete-asset", "ids": ids}))
                    if connection.getresponse().read() is None:
                        failures.append(ids)
            connection.close()

    writer = threading.Thread(target=change)
    writer.start()
    try:
        for _ in range(15):
            count = len({asset["id"] for asset in own.search(size=1000)})
            assert 7 <= count <= 10
    finally:
        stop.set()
        writer.join()
    assert not failures


def test_it_speaks_tls(tmp_path):
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    with ServerProcess("--synthetic", 5, "--tls", certificate, key) as server:
        assert server.url.startswith("https://")
        context = ssl.create_default_context(cafile=certificate)
        connection = http.client.HTTPSConnection(urlsplit(server.url).netloc, context=context)
        connection.request("GET", "/api/server/ping")
        assert connection.getresponse().read() == b'{"res":"pong"}'
        connection.close()


def test_faults_may_be_there_from_the_start(tmp_path):
    fault = json.dumps({"kind": "status", "status": 503, "count": 1})
    (tmp_path / "faults.json").write_text(f"[{fault}]")
    for given in (fault, tmp_path / "faults.json"):
        with ServerProcess("--synthetic", 5, "--faults", given) as server:
            assert [server.ask("GET", "/api/server/ping").status for _ in range(2)] == [503, 200]


def test_compressed_answers_are_the_same(many):
    plain = many.ask("POST", "/api/search/metadata", {"size": 100})
    compressed = many.ask("POST", "/api/search/metadata", {"size": 100}, headers={"Accept-Encoding": "gzip, br"})
    import gzip

    assert compressed.headers["content-encoding"] == "gzip" and "content-length" not in compressed.headers
    assert gzip.decompress(compressed.body) == plain.body


def test_a_hundred_thousand_assets_start_quickly_and_stay_small():
    with ServerProcess("--synthetic", 100_000) as server:
        # Three seconds, which other programs make longer by the clock, and hardly by the processor.
        fields = Path(f"/proc/{server._process.pid}/stat").read_text().rpartition(")")[2].split()
        assert (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") < 15
        assert sum(bucket["count"] for bucket in server.get("/api/timeline/buckets")) == 100_000
        status = Path(f"/proc/{server._process.pid}/status").read_text()
        resident = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
        assert resident < 500_000


@pytest.mark.parametrize("arguments", [[], ["--synthetic", "5", "--version", "3"], ["--library", "/nowhere/at/all"]])
def test_wrong_arguments_end_it_with_a_message(arguments):
    ended = subprocess.run([SERVE, *arguments], capture_output=True, text=True)
    assert ended.returncode == 2 and "serve: error" in ended.stderr


def test_a_client_may_end_its_connection_with_a_request(photos):
    answer = photos.ask("GET", "/api/server/ping", headers={"Connection": "close"})
    assert answer.headers["connection"] == "close"
    photos.disconnect()


def test_a_connection_that_no_one_uses_ends_after_five_seconds(own):
    address = urlsplit(own.url)
    import socket

    with socket.create_connection((address.hostname, address.port)) as connection:
        connection.sendall(b"GET /api/server/ping HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = connection.recv(1 << 16)
        assert b"Keep-Alive: timeout=5" in answer
        start = time.monotonic()
        connection.settimeout(PATIENCE)
        assert connection.recv(1) == b""
        assert time.monotonic() - start > 4
