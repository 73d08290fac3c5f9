"""What outlives a server, and what ends with a program."""

import json
import os
import signal
import subprocess

import pytest

from conftest import run_picker
from owner import Owner
from picker_process import PickerProcess, free_port
from program import Program, expect_error


@pytest.fixture
def data(tmp_path) -> str:
    return str(tmp_path / "data")


def serve(library, data: str, address: str) -> PickerProcess:
    return PickerProcess("serve", library, "--listen", address, "--data-dir", data)


def kill(server: PickerProcess) -> None:
    os.kill(server._process.pid, signal.SIGKILL)
    server._process.wait()


def test_a_killed_server_loses_no_session_no_pick_no_token_and_no_sign_in(library, data):
    address = f"127.0.0.1:{free_port()}"
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


def set_time(data: str, session: dict, column: str, milliseconds: int) -> None:
    """As if the time had come."""
    import sqlite3

    with sqlite3.connect(f"{data}/server/sessions.sqlite", timeout=30) as store:
        store.execute(f"UPDATE session SET {column} = ? WHERE id = ?", (milliseconds, session["id"]))


def test_a_session_that_took_too_long_expires_for_its_program_and_on_its_page(library, data):
    token = run_picker("clients", "add", "notes", "--data-dir", data)
    with serve(library, data, "127.0.0.1:0") as server:
        program, owner = Program(server.origin, token), Owner(server.link)
        session = program.create()
        set_time(data, session, "deadline", 1)
        polled = program.poll(session)
        assert polled["picker"]["state"] == "expired" and not polled["mediaItemsSet"]
        assert polled["pollingConfig"] == {"pollInterval": "5s", "timeoutIn": "0s"}
        status, answer = owner.end(session, "done", {"assets": []})
        assert status == 400 and "expired" in answer["error"]["message"]
        assert owner.ask("GET", f"/picker/v1/sessions/{session['id']}/session")[1]["state"] == "expired"
        error = expect_error(program.ask("GET", f"/v1/mediaItems?sessionId={session['id']}"), 400, "FAILED_PRECONDITION")
        assert error["details"][0]["reason"] == "SESSION_EXPIRED"


def test_a_session_that_is_forgotten_takes_its_links_with_it(library, data):
    token = run_picker("clients", "add", "notes", "--data-dir", data)
    with serve(library, data, "127.0.0.1:0") as server:
        program, owner = Program(server.origin, token), Owner(server.link)
        session = program.create()
        owner.pick(session, ["lake.jpg"])
        link = program.items(session)[0]["mediaFile"]["baseUrl"]
        set_time(data, session, "expires", 1)
        expect_error(program.ask("GET", f"/v1/sessions/{session['id']}"), 404, "NOT_FOUND")
        expect_error(program.ask("GET", link + "=d"), 403, "PERMISSION_DENIED")


def test_a_store_that_cannot_be_used_is_named_and_stays_as_it_is(library, tmp_path):
    folder = tmp_path / "data" / "server"
    folder.mkdir(parents=True)
    store = folder / "sessions.sqlite"
    store.write_bytes(b"no database " * 400)
    for command in [["serve", str(library), "--listen", "127.0.0.1:0"], ["clients", "list"], ["sessions"]]:
        command = [os.environ["PICKER_BIN"], *command, "--data-dir", str(tmp_path / "data")]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert result.returncode == 65, result
        assert f"picker: {store} is damaged: restore a copy of it, or move it away" in result.stderr
    assert store.read_bytes() == b"no database " * 400


@pytest.mark.parametrize("arguments", [
    ["add", ""], ["add", " "], ["add", "x" * 65], ["add", "a\nb"], ["add", "notes", "--origin", "https://notes.example/"],
    ["add", "notes", "--origin", "*"], ["revoke", "unknown"], ["revoke"],
])
def test_a_program_that_cannot_be_added_or_revoked_is_refused(data, arguments):
    command = [os.environ["PICKER_BIN"], "clients", *arguments, "--data-dir", data]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.returncode in (64, 66) and result.stdout == "" and result.stderr.count("\n") == 1, result


def test_a_name_is_for_one_program_at_a_time(data):
    first = run_picker("clients", "add", "notes", "--data-dir", data)
    command = [os.environ["PICKER_BIN"], "clients", "add", "notes", "--data-dir", data]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.returncode == 73 and "revoke it first" in result.stderr
    run_picker("clients", "revoke", "notes", "--data-dir", data)
    assert run_picker("clients", "add", "notes", "--data-dir", data) != first
