"""Picker behind nginx with TLS, as docs/deploy.md says: what a browser and a program get through it."""

import http.client
import json
import socket
import ssl
import threading
import time

import pytest

from owner import Owner
from picker_process import PickerProcess, free_port
from program import Program, expect_error
from proxy import HOST, Proxy, guide_configuration, needs
from conftest import run_picker


class TLSConnection(http.client.HTTPSConnection):
    """To the proxy, which no name service knows; its certificate is checked as browsers do."""

    def __init__(self, proxy: Proxy):
        super().__init__(HOST, proxy.port, timeout=60, context=ssl.create_default_context(cafile=proxy.certificate))

    def connect(self) -> None:
        plain = socket.create_connection(("127.0.0.1", self.port), self.timeout)
        self.sock = self._context.wrap_socket(plain, server_hostname=HOST)


class RemoteOwner(Owner):
    def __init__(self, link: str, proxy: Proxy):
        self._proxy = proxy
        super().__init__(link)

    def connection(self) -> http.client.HTTPConnection:
        return TLSConnection(self._proxy)


class RemoteProgram(Program):
    def __init__(self, proxy: Proxy, token: str):
        self._proxy = proxy
        super().__init__(proxy.origin, token)

    def connection(self) -> http.client.HTTPConnection:
        return TLSConnection(self._proxy)


@pytest.fixture(scope="module")
def behind(library, tmp_path_factory):
    """A server and the proxy in front of it."""
    needs("nginx", "openssl")
    picker_port, port = free_port(), free_port()
    arguments = ["--listen", f"127.0.0.1:{picker_port}", "--public-url", f"https://{HOST}:{port}"]
    with PickerProcess("serve", library, *arguments) as server, Proxy(tmp_path_factory.mktemp("nginx"), picker_port, port) as proxy:
        server.port = picker_port
        yield server, proxy


@pytest.fixture(scope="module")
def owner(behind) -> RemoteOwner:
    server, proxy = behind
    return RemoteOwner(server.link, proxy)


@pytest.fixture(scope="module")
def program(behind) -> RemoteProgram:
    return RemoteProgram(behind[1], run_picker("clients", "add", "behind the proxy", "--origin", "https://notes.example"))


def test_the_printed_link_has_the_public_address_and_the_cookie_is_for_it_alone(behind, owner):
    server, proxy = behind
    assert server.link.startswith(f"{proxy.origin}/signin?code=")
    attributes = owner.set_cookie.split("; ")
    assert attributes[0].startswith(f"__Host-picker_{proxy.port}=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(attributes) and "Domain" not in owner.set_cookie
    assert owner.ask("GET", "/picker/v1/session")[0] == 200


def test_a_program_picks_through_the_proxy_with_links_that_lead_through_it(behind, owner, program):
    _, proxy = behind
    session = program.create()
    assert session["pickerUri"] == f"{proxy.origin}/pick/{session['id']}"
    connection, lines = program.listen(f"/v1/sessions/{session['id']}/events")
    assert next(lines) == "event: pending"
    owner.pick(session, ["lake.jpg"])
    # Nothing holds events back.
    begin = time.monotonic()
    assert any(line == "event: picked" for line in lines) and time.monotonic() - begin < 10
    connection.close()
    (item,) = program.items(session)
    link = item["mediaFile"]["baseUrl"]
    assert link.startswith(f"{proxy.origin}/media/")
    whole = program.ask("GET", link + "=d")
    part = program.ask("GET", link + "=d", Range="bytes=10-19", **{"If-Range": whole.headers["ETag"]})
    assert part.status == 206 and part.content == whole.content[10:20]
    assert program.ask("GET", link + "=w50").headers["Content-Type"] == "image/jpeg"
    discovery = program.ask("GET", "/$discovery/rest?version=v1").json()
    assert discovery["rootUrl"].startswith(proxy.origin)


def test_hosts_and_origins_are_checked_through_the_proxy(behind, owner, program):
    _, proxy = behind
    path = "/picker/v1/session"
    own = {"Cookie": owner.cookie, "X-Picker": owner.secrets["proof"]}
    assert owner.send("GET", path, own | {"Origin": proxy.origin}).status == 200
    for origin in ["https://evil.example", f"http://{HOST}:{proxy.port}", f"https://{HOST}", "null"]:
        assert owner.send("GET", path, own | {"Origin": origin}).status == 403, origin
    for host in ["evil.example", f"{HOST}.evil.example", HOST, f"{HOST}:1"]:
        assert owner.send("GET", path, own | {"Host": host}).status == 421, host
    # What a browser adds to a proxy's headers changes nothing.
    forwarded = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http", "Forwarded": "host=evil.example;proto=http"}
    session = program.create()
    answer = program.ask("GET", f"/v1/sessions/{session['id']}", **forwarded)
    assert answer.json()["pickerUri"].startswith(proxy.origin)
    expect_error(program.ask("GET", f"/v1/sessions/{session['id']}", Origin="https://evil.example"), 403, "PERMISSION_DENIED")
    assert program.ask("GET", f"/v1/sessions/{session['id']}", Origin="https://notes.example").status == 200


def test_the_sign_in_is_no_good_at_the_servers_own_port(behind, owner):
    server, _ = behind
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", "/picker/v1/session", headers={"Cookie": owner.cookie, "X-Picker": owner.secrets["proof"]})
    assert connection.getresponse().status == 401
    connection.close()


def test_a_proxy_that_sends_its_own_host_is_told_what_is_wrong(behind, tmp_path):
    server, _ = behind
    text = guide_configuration().replace("proxy_set_header Host $http_host;", "")
    with Proxy(tmp_path, server.port, free_port(), text) as proxy:
        connection = TLSConnection(proxy)
        # The origin that the server knows is that of the other proxy.
        origin = server.link.split("/signin")[0]
        connection.request("POST", "/signin", json.dumps({"code": "x"}), {"X-Picker": "1", "Origin": origin})
        answer = connection.getresponse()
        assert answer.status == 403 and "Host" in json.loads(answer.read())["error"]["message"]
        connection.close()


def test_no_secret_is_in_the_log_of_the_proxy(behind, owner):
    _, proxy = behind
    owner.ask("GET", "/picker/v1/session")
    log = proxy.access_log
    assert "/picker/v1/session" in log
    assert owner.cookie.split("=", 1)[1] not in log and owner.secrets["proof"] not in log


def test_a_large_selection_comes_through(owner, program):
    session = program.create()
    status, answer = owner.end(session, "done", {"assets": ["a" * 40] * 50_000})
    assert status in (400, 404), answer


def test_many_at_once_come_through(owner):
    failures = []

    def ask() -> None:
        for _ in range(5):
            if owner.ask("GET", "/picker/v1/session")[0] != 200:
                failures.append(1)

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
