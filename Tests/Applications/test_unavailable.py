"""A library that goes away while programs have sessions and grants in it, and is there again later."""

import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conftest import PickerProcess, draw_image, run_picker
from owner import Owner
from picker_process import free_port
from program import Answer, Program, expect_error

SERVER = Path(__file__).resolve().parents[1] / "ImmichServer" / "serve"
KEY = "a-key-of-this-test"
NAMES = ["one.jpg", "two.jpg", "three.jpg"]


class PhotoServer:
    """Photos on a server that is switched off and on: the one that stands in for Immich."""

    def __init__(self, folder: Path):
        self._photos = folder / "Photos"
        self._photos.mkdir()
        for number, name in enumerate(NAMES):
            draw_image((64 + number, 48), ("#446688", "#dd8844")).save(self._photos / name, quality=80)
        self._port = free_port()
        self.switch_on()
        key = folder / "key"
        key.touch(mode=0o600)
        key.write_text(KEY + "\n")
        self.name = f"nas-{self._port}"
        run_picker("libraries", "add", self.name, f"immich+http://127.0.0.1:{self._port}", "--no-questions", "--set", "insecure=yes", "--secret-file", f"api-key={key}")

    def switch_on(self) -> None:
        command = [SERVER, "--library", self._photos, "--port", str(self._port), "--api-key", KEY]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline(), "the server that stands in for Immich does not start"

    def switch_off(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=30)


@pytest.fixture
def nas(tmp_path, monkeypatch) -> Iterator[PhotoServer]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    made = PhotoServer(tmp_path)
    yield made
    made.switch_off()


def until(ask: Callable[[], Answer], status: int) -> Answer:
    """The first answer with this status; the last one when there is none in a minute."""
    end = time.monotonic() + 60
    while (answer := ask()).status != status and time.monotonic() < end:
        time.sleep(0.1)
    return answer


def expect_unavailable(program: Program, paths: list[str], names: list[str]) -> None:
    """Not that a photo is gone: a program would forget what it was given. And no word of where it is."""
    for path in paths:
        answer = until(lambda: program.ask("GET", path), 503)
        message = expect_error(answer, 503, answer.json()["error"]["status"])["message"]
        assert message == "the photos are not available now: try again later", path
        assert not any(name in answer.content.decode() for name in names), path


@pytest.mark.parametrize("is_first", [True, False], ids=["alone", "beside another"])
def test_what_was_picked_and_granted_is_unavailable_and_comes_back(nas, tmp_path, is_first):
    (tmp_path / "Home").mkdir()
    data = ["--data-dir", str(tmp_path / "data")]
    named = ["--library", nas.name] if is_first else [tmp_path / "Home", "--library", nas.name]
    token = run_picker("clients", "add", "notes", *data)
    with PickerProcess("serve", *named, "--listen", "127.0.0.1:0", *data) as server:
        program, owner = Program(server.origin, token), Owner(server.link)
        key = owner.ask("GET", "/picker/v1/libraries")[1]["libraries"][-1]["key"]
        known = owner.photos_with(NAMES, key)
        picked, pending = program.create(), program.create()
        owner.pick(picked, NAMES[:2], key)
        client = owner.ask("GET", "/picker/v1/clients")[1]["clients"][0]["id"]
        assert owner.ask("POST", f"/picker/v1/libraries/{key}/grants", {"client": client, "assets": [known["three.jpg"]]})[0] == 200
        place = f"/v1/libraries/{program.ask('GET', '/v1/libraries').json()['libraries'][0]['id']}"
        link = program.items(picked)[0]["mediaFile"]["baseUrl"].removeprefix(server.origin)
        granted = program.ask("GET", f"{place}/mediaItems").json()["mediaItems"][0]["mediaFile"]["baseUrl"].removeprefix(server.origin)
        paths = [f"/v1/mediaItems?sessionId={picked['id']}", link + "=d", link + "=w33", f"{place}/mediaItems/{known['three.jpg']}", granted + "=d"]
        # What is in the cache already stays there: the image is asked for when it cannot be made.
        assert all(program.ask("GET", path).status == 200 for path in paths if not path.endswith("=w33"))

        nas.switch_off()
        expect_unavailable(program, paths, [nas.name, "127.0.0.1:"])
        # Its own state needs no library, nor does another session.
        assert program.poll(picked)["mediaItemsSet"] is True and program.poll(pending)["picker"]["state"] == "pending"
        assert program.create()["mediaItemsSet"] is False
        nas.switch_on()
        for path in paths:
            assert until(lambda: program.ask("GET", path), 200).status == 200, path
        owner.pick(pending, ["three.jpg"], key)
        assert [item["id"] for item in program.items(pending)] == [known["three.jpg"]]

    if is_first:
        return  # It does not start without its first library.
    nas.switch_off()
    with PickerProcess("serve", *named, "--listen", "127.0.0.1:0", *data) as server:
        program, owner = Program(server.origin, token), Owner(server.link)
        expect_unavailable(program, [path for path in paths if path.startswith("/v1/m")] + [link + "=d", f"{place}/mediaItems"], [nas.name, "127.0.0.1:"])
        assert program.poll(picked)["mediaItemsSet"] is True
        # A library that were missing here would look as if its grants had been revoked.
        assert [f"/v1/libraries/{each['id']}" for each in program.ask("GET", "/v1/libraries").json()["libraries"]] == [place]
        nas.switch_on()
        assert owner.photos_with(NAMES, key) == known
        assert [item["mediaFile"]["filename"] for item in program.items(picked)] == NAMES[:2]
        assert program.ask("GET", link + "=d").status == 200 and program.ask("GET", granted + "=d").status == 200
