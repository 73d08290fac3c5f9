"""What outlives a server, and what ends with a program."""

import json
import os
import signal

import pytest

from conftest import run_picker
from owner import Owner
from picker_process import PickerProcess
from program import Program, expect_error


def free_port() -> str:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


@pytest.fixture
def data(tmp_path) -> str:
    return str(tmp_path / "data")


def serve(library, data: str, address: str) -> PickerProcess:
    return PickerProcess("serve", library, "--listen", address, "--data-dir", data)


def kill(server: PickerProcess) -> None:
    os.kill(server._process.pid, signal.SIGKILL)
    server._process.wait()


def test_a_killed_server_loses_no_session_no_pick_no_token_and_no_sign_in(library, data):
    address = free_port()
    token = run_picker("clients", "add", "notes", "--data-dir", data)
    with serve(library, data, address) as server:
        program, owner = Program(server.origin, token), Owner(server.link)
        pending, picked = program.create(), program.create({"picker": {"ordered": True}})
        owner.pick(picked, ["lake.jpg", "beach.jpg"])
        chosen = [owner.photos_with(["street.jpg"])["street.jpg"]]
        assert owner.ask("POST", f"/picker/v1/sessions/{pending['id']}/session/selection", {"assets": chosen})[0] == 200
        # Between Done and the program's list.
        kill(server)
    with serve(library, data, address) as server:
        assert program.poll(picked)["mediaItemsSet"] and not program.poll(pending)["mediaItemsSet"]
        items = program.items(picked)
        assert [item["mediaFile"]["filename"] for item in items] == ["lake.jpg", "beach.jpg"]
        link = items[0]["mediaFile"]["baseUrl"] + "=w100"
        assert program.ask("GET", link).status == 200
        # The cookie of the server before.
        status, document = owner.ask("GET", f"/picker/v1/sessions/{pending['id']}/session")
        assert status == 200 and document["selection"] == chosen
        owner.pick(pending, ["street.jpg"])
        kill(server)
    with serve(library, data, address) as server:
        assert program.ask("GET", link).status == 200
        assert len(program.items(pending)) == 1


def test_two_servers_share_a_store_and_each_shows_its_own_library(library, data, tmp_path):
    from photos import make_many

    token = run_picker("clients", "add", "notes", "--data-dir", data)
    elsewhere = make_many(tmp_path / "Elsewhere", 2)
    with serve(library, data, "127.0.0.1:0") as one, serve(library, data, "127.0.0.1:0") as same, serve(elsewhere, data, "127.0.0.1:0") as away:
        session = Program(one.origin, token).create()
        Owner(same.link).pick(session, ["lake.jpg"])
        assert len(Program(one.origin, token).items(session)) == 1
        expect_error(Program(away.origin, token).ask("GET", f"/v1/sessions/{session['id']}"), 404, "NOT_FOUND")
        status, _ = Owner(away.link).ask("GET", f"/picker/v1/sessions/{session['id']}/session")
        assert status == 404


def test_a_revoked_program_is_out_at_once_and_its_requests_end(library, data):
    token = run_picker("clients", "add", "notes", "--data-dir", data)
    with serve(library, data, "127.0.0.1:0") as server:
        program, owner = Program(server.origin, token), Owner(server.link)
        pending, picked = program.create(), program.create()
        owner.pick(picked, ["lake.jpg"])
        link = program.items(picked)[0]["mediaFile"]["baseUrl"]
        run_picker("clients", "revoke", "notes", "--data-dir", data)
        for path in [f"/v1/sessions/{pending['id']}", f"/v1/mediaItems?sessionId={picked['id']}", link + "=d"]:
            expect_error(program.ask("GET", path), 401, "UNAUTHENTICATED")
        status, document = owner.ask("GET", f"/picker/v1/sessions/{pending['id']}/session")
        assert status == 200 and document["state"] == "cancelled"
        # A new one of the same name gets nothing of the old one's.
        again = Program(server.origin, run_picker("clients", "add", "notes", "--data-dir", data))
        expect_error(again.ask("GET", f"/v1/sessions/{picked['id']}"), 404, "NOT_FOUND")
        expect_error(again.ask("GET", link + "=d"), 403, "PERMISSION_DENIED")


def test_the_owner_reads_who_asked_and_what_they_got(library, data):
    token = run_picker("clients", "add", "notes", "--origin", "https://notes.example", "--data-dir", data)
    with serve(library, data, "127.0.0.1:0") as server:
        program, owner = Program(server.origin, token), Owner(server.link)
        owner.pick(program.create(), ["lake.jpg", "beach.jpg"])
        owner.cancel(program.create())
    clients = json.loads(run_picker("clients", "list", "--json", "--data-dir", data))
    assert [(each["name"], each["origin"], each["revoked"]) for each in clients] == [("notes", "https://notes.example", None)]
    assert token not in run_picker("clients", "list", "--data-dir", data)
    listed = json.loads(run_picker("sessions", "--json", "--data-dir", data))
    assert sorted((each["client"], each["state"], each["itemCount"]) for each in listed) == [("notes", "cancelled", 0), ("notes", "picked", 2)]
    # Nothing that opens the interface is in the files.
    for path in (library.__class__(data) / "server").iterdir():
        assert token.encode() not in path.read_bytes()
