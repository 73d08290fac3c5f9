"""What a program is told without asking: signed, again until it is accepted, and nowhere but where its owner said."""

import json
import os
import subprocess
import threading
import time

import pytest

from conftest import PickerProcess, run_picker
from owner import Owner
from program import Program
from receiver import Receiver, accept, content, is_signed


@pytest.fixture
def told(add_program, request):
    """A program, and a function that gives it a webhook and returns its key."""
    name = f"told {abs(hash(request.node.name)):x}"
    program = add_program(name)

    def tell(url: str) -> str:
        return run_picker("webhooks", "set", name, url)

    program.name = name
    yield program, tell
    run_picker("clients", "revoke", name)


def webhook(name: str, *options: str) -> dict:
    return next(each for each in json.loads(run_picker("webhooks", "list", "--json", *options)) if each["client"] == name)


def wait_for_failure(name: str, *options: str) -> str:
    end = time.monotonic() + 60
    while (reason := webhook(name, *options)["failure"]) is None:
        assert time.monotonic() < end
        time.sleep(0.2)
    return reason


def expect_accepted(name: str) -> None:
    """Nothing is left to be told. What was refused is kept for a second try, and says why."""
    end = time.monotonic() + 60
    while (state := webhook(name))["waiting"] > 0:
        assert state["failure"] is None and time.monotonic() < end
        time.sleep(0.1)
    assert state["failure"] is None


def test_the_end_of_a_session_and_changes_of_grants_are_told_and_signed(told, owner, library):
    program, tell = told
    with Receiver() as receiver:
        key = tell(receiver.url)
        picked, cancelled = program.create(), program.create()
        owner.pick(picked, ["lake.jpg", "beach.jpg"])
        owner.cancel(cancelled)
        grant = run_picker("grants", "add", program.name, "--album", "Summer", "--library", str(library)).split()[0]
        run_picker("grants", "revoke", grant)
        messages = receiver.wait(4)
        assert {(each["type"], each["data"].get("sessionId"), each["data"].get("itemCount")) for each in map(content, messages)} == {
            ("session.picked", picked["id"], 2), ("session.cancelled", cancelled["id"], 0), ("grants.changed", None, None)}
        assert all(is_signed(message, key) for message in messages)
        assert len({message["headers"]["webhook-id"] for message in messages}) == 4
        assert all(abs(int(message["headers"]["webhook-timestamp"]) - message["time"]) < 30 for message in messages)
        for message in messages:
            assert message["path"] == "/picked" and message["headers"]["Content-Type"] == "application/json"
            assert b"lake" not in message["body"] and b"Summer" not in message["body"] and program.token not in str(message)
        forged = dict(messages[0], body=messages[0]["body"].replace(b"2", b"3"))
        assert not is_signed(forged, key) or forged["body"] == messages[0]["body"]
        time.sleep(1.5)
        assert len(receiver.messages) == 4 and webhook(program.name)["waiting"] == 0


def test_a_message_that_fails_is_sent_again_the_same_with_a_new_time(told, owner):
    program, tell = told
    with Receiver(lambda number, handler: accept(number, handler, 503 if number == 1 else 200)) as receiver:
        key = tell(receiver.url)
        session = program.create()
        owner.cancel(session)
        first, second = receiver.wait(2)
        assert first["headers"]["webhook-id"] == second["headers"]["webhook-id"] and first["body"] == second["body"]
        assert second["time"] - first["time"] >= 4
        assert int(second["headers"]["webhook-timestamp"]) > int(first["headers"]["webhook-timestamp"])
        assert is_signed(first, key) and is_signed(second, key)


@pytest.mark.slow
def test_a_receiver_that_is_slow_keeps_no_other_waiting(add_program, told, owner):
    program, tell = told
    other = add_program("quick")
    with Receiver(lambda *_: time.sleep(30)) as slow, Receiver() as quick:
        tell(slow.url)
        run_picker("webhooks", "set", "quick", quick.url)
        for _ in range(12):
            owner.cancel(program.create())
        slow.wait(1)
        owner.cancel(other.create())
        began = time.monotonic()
        quick.wait(1)
        assert time.monotonic() - began < 10
        # One at a time.
        assert len(slow.messages) == 1
        assert "in time" in wait_for_failure(program.name)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_are_not_followed(told, owner, status):
    program, tell = told
    with Receiver() as elsewhere, Receiver(lambda number, handler: accept(number, handler, status, Location=elsewhere.url)) as receiver:
        tell(receiver.url)
        owner.cancel(program.create())
        receiver.wait(1)
        assert "redirects" in wait_for_failure(program.name)
        assert elsewhere.messages == []


def test_an_answer_without_end_is_taken_for_its_status_and_cut_off(told, owner):
    cut = threading.Event()

    def pour(_, handler):
        handler.send_response(200)
        handler.end_headers()
        try:
            for _ in range(10_000):
                handler.wfile.write(b"x" * 65536)
        except OSError:
            cut.set()

    program, tell = told
    with Receiver(pour) as receiver:
        tell(receiver.url)
        owner.cancel(program.create())
        receiver.wait(1)
        assert cut.wait(30)
        expect_accepted(program.name)
        assert len(receiver.messages) == 1


def test_an_answer_that_breaks_off_behind_its_status_is_taken_for_it(told, owner):
    def break_off(_, handler):
        handler.send_response(200)
        handler.send_header("Content-Length", "100")
        handler.end_headers()

    program, tell = told
    with Receiver(break_off) as receiver:
        tell(receiver.url)
        owner.cancel(program.create())
        receiver.wait(1)
        expect_accepted(program.name)
        assert len(receiver.messages) == 1


@pytest.mark.slow
def test_an_answer_that_stalls_behind_its_status_is_taken_for_it(told, owner):
    def stall(_, handler):
        handler.send_response(200)
        handler.send_header("Content-Length", "100")
        handler.end_headers()
        time.sleep(30)

    program, tell = told
    with Receiver(stall) as receiver:
        tell(receiver.url)
        owner.cancel(program.create())
        receiver.wait(1)
        # It is waited for for twenty seconds; a second try would come five seconds after that.
        time.sleep(28)
        assert len(receiver.messages) == 1 and webhook(program.name)["waiting"] == 0


@pytest.mark.parametrize("url", [
    "http://notes.example/", "http://127.0.0.1.nip.example/", "http://user:secret@127.0.0.1/", "ftp://127.0.0.1/", "file:///etc/passwd",
    "https://127.0.0.1/#x", "//127.0.0.1/", "127.0.0.1", "", "http://2130706433/", "http://0x7f.1/", "http://127.1/", "http://localhost.example/",
    "http://8.8.8.8/", "http://[2001:4860:4860::8888]/", "http://169.254.169.254/", "https://169.254.169.254/", "http://0.0.0.0/", "http://[::]/",
    "http://[::ffff:169.254.169.254]/", "http://[fe80::1]/", "http://224.0.0.1/",
])
def test_addresses_that_may_not_be_told_are_refused_by_the_command(add_program, url):
    add_program(f"refused {url}")
    result = subprocess.run([os.environ["PICKER_BIN"], "webhooks", "set", f"refused {url}", url], capture_output=True, text=True, timeout=60)
    assert result.returncode == 64 and result.stdout == ""


@pytest.mark.parametrize("url", [
    # Names that lead to this machine.
    "https://2130706433:{port}/", "https://127.1:{port}/", "https://0x7f000001:{port}/", "https://localhost.localdomain:{port}/",
])
def test_addresses_out_of_reach_are_not_connected_to(told, owner, url):
    program, tell = told
    with Receiver() as receiver:
        tell(url.format(port=receiver.url.split(":")[2].split("/")[0]))
        owner.cancel(program.create())
        reason = wait_for_failure(program.name)
        assert "not one that may be connected to" in reason or "no address is known" in reason, reason
        assert receiver.messages == []


@pytest.mark.slow
def test_what_could_not_be_told_is_told_by_the_next_server(library, tmp_path):
    data = ["--data-dir", str(tmp_path / "data")]
    token = run_picker("clients", "add", "notes", *data)
    states = []
    with Receiver(lambda number, handler: accept(number, handler, 500 if not states else 200)) as receiver:
        key = run_picker("webhooks", "set", "notes", receiver.url, *data)
        with PickerProcess("serve", library, "--listen", "127.0.0.1:0", *data) as server:
            Owner(server.link).cancel(Program(server.origin, token).create())
            first = receiver.wait(1)[0]
            # Otherwise the next one waits until the lease of this one ends, a minute.
            wait_for_failure("notes", *data)
            server.stop()
        states.append("well")
        with PickerProcess("serve", library, "--listen", "127.0.0.1:0", *data):
            last = receiver.wait(2)[-1]
        assert first["headers"]["webhook-id"] == last["headers"]["webhook-id"] and is_signed(last, key)


@pytest.mark.slow
def test_a_program_that_is_revoked_or_has_no_webhook_is_told_nothing(told, owner, add_program):
    program, tell = told
    silent, revoked = add_program("silent"), add_program("revoked")
    with Receiver(lambda number, handler: accept(number, handler, 500)) as receiver:
        tell(receiver.url)
        owner.cancel(program.create())
        receiver.wait(1)
        run_picker("webhooks", "remove", program.name)
        owner.cancel(silent.create())
        run_picker("webhooks", "set", "revoked", receiver.url)
        revoked.create()
        run_picker("clients", "revoke", "revoked")
        count = len(receiver.messages)
        time.sleep(7)
        assert len(receiver.messages) == count
