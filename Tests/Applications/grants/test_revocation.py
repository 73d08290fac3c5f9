"""What goes on when a browser is signed out, or a program revoked: streams and downloads under way end, and only theirs."""

import json
import time

import pytest

from conftest import draw_image, run_picker
from owner import Owner
from picker_process import PickerProcess
from program import Program, expect_error
from receiver import Receiver, content
from test_restart import set_time

# The server looks every two seconds, and breaks off what it found revoked the time before.
PATIENCE = 15
# More than the buffers of two sockets hold.
LARGE = 24 << 20


@pytest.fixture
def place(tmp_path):
    folder = tmp_path / "Photos"
    folder.mkdir()
    draw_image((64, 48), ("#446688", "#dd8844")).save(folder / "large.png")
    with open(folder / "large.png", "ab") as file:
        file.write(bytes(LARGE))
    data = str(tmp_path / "data")
    with PickerProcess("serve", folder, "--listen", "127.0.0.1:0", "--data-dir", data) as server:
        yield server, data


def rest_of(answer) -> int:
    """Reads on until the end; how many bytes came. A server that breaks off is an end, too."""
    count = 0
    try:
        while piece := answer.read(1 << 16):
            count += len(piece)
    except (ConnectionError, OSError):
        pass
    except Exception as error:  # http.client tells a short answer by an error of its own.
        assert type(error).__name__ == "IncompleteRead", error
    return count


@pytest.mark.slow
def test_a_browser_that_is_signed_out_hears_and_gets_nothing_more(place):
    server, data = place
    out, stays = Owner(server.link), Owner(run_picker("ctl", "link", *control(server)))
    photo = out.photos_with(["large.png"])["large.png"]
    lines = {each: each.listen("/picker/v1/events") for each in [out, stays]}
    downloads = {each: begin(each.connection(), f"/picker/v1/assets/{photo}/original", {"Cookie": each.cookie, "X-Picker": each.secrets["proof"]}) for each in [out, stays]}
    first = json.loads(run_picker("owner", "sign-ins", "--json", "--data-dir", data))
    oldest = min(first, key=lambda each: each["id"])
    run_picker("owner", "sign-out", str(oldest["id"]), "--data-dir", data)
    began = time.monotonic()
    assert list(lines[out][1])[0] == ": open"
    assert time.monotonic() - began < PATIENCE
    # The one that reads on gets what the sockets held, and not the file.
    assert rest_of(downloads[out]) < LARGE
    assert rest_of(downloads[stays]) > LARGE
    assert stays.ask("GET", "/picker/v1/session")[0] == 200 and out.ask("GET", "/picker/v1/session")[0] == 401


def control(server: PickerProcess) -> list[str]:
    return ["--pid", str(server.pid)]


def begin(connection, path: str, headers: dict):
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    return answer


@pytest.mark.slow
def test_a_program_that_is_revoked_gets_nothing_more(place):
    server, data = place
    owner = Owner(server.link)
    programs = {name: Program(server.origin, run_picker("clients", "add", name, "--data-dir", data)) for name in ["out", "stays"]}
    downloads = {}
    for name, program in programs.items():
        session = program.create()
        owner.pick(session, ["large.png"])
        link = program.items(session)[0]["mediaFile"]["baseUrl"] + "=d"
        downloads[name] = begin(program.connection(), link.removeprefix(program.origin), {"Authorization": f"Bearer {program.token}"})
    pending = programs["out"].create()
    connection, lines = programs["out"].listen(f"/v1/sessions/{pending['id']}/events")
    assert next(lines) == "event: pending"
    run_picker("clients", "revoke", "out", "--data-dir", data)
    assert "event: cancelled" in list(lines)
    connection.close()
    time.sleep(6)
    assert rest_of(downloads["out"]) < LARGE
    assert rest_of(downloads["stays"]) > LARGE
    expect_error(programs["out"].ask("GET", "/v1/mediaItems?sessionId=x"), 401, "UNAUTHENTICATED")


@pytest.mark.slow
def test_a_grant_that_is_revoked_ends_its_downloads(place):
    server, data = place
    owner = Owner(server.link)
    photo = owner.photos_with(["large.png"])["large.png"]
    downloads = {}
    for name in ["out", "stays"]:
        program = Program(server.origin, run_picker("clients", "add", name, "--data-dir", data))
        client = next(each["id"] for each in owner.ask("GET", "/picker/v1/clients")[1]["clients"] if each["name"] == name)
        assert owner.ask("POST", "/picker/v1/grants", {"client": client, "assets": [photo]})[0] == 200
        link = program.ask("GET", "/v1/library/mediaItems").json()["mediaItems"][0]["mediaFile"]["baseUrl"] + "=d"
        downloads[name] = begin(program.connection(), link.removeprefix(program.origin), {"Authorization": f"Bearer {program.token}"})
    clients = owner.ask("GET", "/picker/v1/clients")[1]["clients"]
    grant = next(each["grants"][0]["id"] for each in clients if each["name"] == "out")
    assert owner.ask("DELETE", f"/picker/v1/grants/{grant}")[0] == 200
    time.sleep(3)
    assert rest_of(downloads["out"]) < LARGE
    assert rest_of(downloads["stays"]) > LARGE


@pytest.mark.slow
def test_the_end_of_the_time_is_told_to_who_listens_and_to_webhooks(place):
    server, data = place
    program = Program(server.origin, run_picker("clients", "add", "late", "--data-dir", data))
    with Receiver() as receiver:
        run_picker("webhooks", "set", "late", receiver.url, "--data-dir", data)
        late, intime = program.create(), program.create()
        connection, lines = program.listen(f"/v1/sessions/{late['id']}/events")
        set_time(data, late, "deadline", 1)
        told = content(receiver.wait(1)[0])
        assert told["type"] == "session.expired"
        assert told["data"] == {"sessionId": late["id"], "state": "expired", "itemCount": 0}
        events = [line for line in lines if line]
        assert [line for line in events if line.startswith("event")] == ["event: pending", "event: expired"]
        assert json.loads(events[-1].removeprefix("data: "))["pollingConfig"]["timeoutIn"] == "0s"
        connection.close()
        assert program.poll(intime)["picker"]["state"] == "pending"
        time.sleep(2)
        assert len(receiver.messages) == 1
