"""Several libraries on one server: a program is given photos of the one that the owner chose, and knows of no other."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import draw_image, run_picker
from owner import Owner
from picker_process import PickerProcess
from program import Program, expect_error


class Server:
    """One with two libraries, in which photos of the same names have other sizes."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.data = str(folder / "data")
        for place, width in [("Home", 40), ("Work", 60)]:
            for name in ["same.jpg", f"only-{place}.jpg", "Album/inside.jpg"]:
                path = folder / place / name
                path.parent.mkdir(parents=True, exist_ok=True)
                draw_image((width, 30), ("#112233", "#ddeeff")).save(path)

    def __enter__(self) -> "Server":
        self.process = PickerProcess("serve", self.folder / "Home", "--library", self.folder / "Work", "--listen", "127.0.0.1:0", "--data-dir", self.data)
        self.process.__enter__()
        self.owner = Owner(self.process.link)
        self.owner.photos_with(["same.jpg"], "Work")
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stop()

    def add(self, name: str) -> Program:
        return Program(self.process.origin, run_picker("clients", "add", name, "--data-dir", self.data))

    def identifier(self, name: str) -> int:
        return next(each["id"] for each in self.owner.ask("GET", "/picker/v1/clients")[1]["clients"] if each["name"] == name)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("Two")) as made:
        yield made


def width(item: dict) -> int:
    return item["mediaFile"]["mediaFileMetadata"]["width"]


def test_what_is_picked_is_of_the_library_in_which_the_owner_was(server):
    program = server.add("picker of both")
    for library, size in [(None, 40), ("Home", 40), ("Work", 60)]:
        session = program.create()
        server.owner.pick(session, ["same.jpg", "inside.jpg"], library)
        assert program.poll(session)["picker"]["itemCount"] == 2
        items = program.items(session)
        assert [(item["mediaFile"]["filename"], width(item)) for item in items] == [("same.jpg", size), ("inside.jpg", size)]
        path = server.folder / ("Work" if library == "Work" else "Home") / "same.jpg"
        original = program.ask("GET", items[0]["mediaFile"]["baseUrl"] + "=d")
        assert original.status == 200 and original.content == path.read_bytes()
        assert program.ask("GET", items[1]["mediaFile"]["baseUrl"] + "=w20").status == 200
        record = json.loads(run_picker("history", "--client", "picker of both", "--limit", "1", "--json", "--data-dir", server.data))[0]
        assert record["library"] == str(path.parent)


def test_a_choice_in_one_library_is_none_in_another(server):
    program, owner = server.add("undecided"), server.owner
    home, work = owner.photos("Home"), owner.photos("Work")
    session = program.create()
    place = f"sessions/{session['id']}/session"
    assert owner.ask("POST", f"/picker/v1/{place}/selection", {"assets": [home["same.jpg"], home["only-Home.jpg"]]})[0] == 200
    assert owner.ask("GET", f"/picker/v1/libraries/Home/{place}/selection")[1]["total"] == 2
    assert owner.ask("GET", f"/picker/v1/libraries/Work/{place}/selection")[1]["total"] == 0
    assert owner.ask("POST", f"/picker/v1/libraries/Work/{place}/selection", {"assets": [work["only-Work.jpg"]]})[0] == 200
    assert owner.ask("GET", f"/picker/v1/{place}/selection")[1]["total"] == 0
    # Nothing of the first library is left when nothing is picked in the second.
    assert owner.ask("POST", f"/picker/v1/{place}/selection", {"assets": [home["same.jpg"]]})[0] == 200
    assert owner.end(session, "done", {"assets": []}, "Work")[0] == 200
    assert program.items(session) == [] and program.poll(session)["picker"]["itemCount"] == 0
    # And what has ended is not moved.
    assert owner.end(session, "done", {"assets": [home["same.jpg"]]}, "Home")[0] == 400


def test_a_program_that_listens_and_the_page_of_another_library_hear_of_the_end(server):
    program, owner = server.add("listener"), server.owner
    session = program.create()
    connection, lines = program.listen(f"/v1/sessions/{session['id']}/events")
    page, events = owner.listen(f"/picker/v1/sessions/{session['id']}/events")
    assert next(lines) == "event: pending" and next(events) == ": open"
    owner.pick(session, ["only-Work.jpg"], "Work")
    assert "event: picked" in list(lines)
    assert "event: closed" in [next(events) for _ in range(6)]
    connection.close()
    page.close()


def test_the_same_request_is_the_same_session_wherever_it_was_picked(server):
    program = server.add("repeater")
    session = program.create(request_id="again")
    server.owner.pick(session, ["only-Work.jpg"], "Work")
    assert program.create(request_id="again")["id"] == session["id"]


def granted(program: Program, path: str, field: str) -> list[dict]:
    answer = program.ask("GET", f"/v1/{path}")
    assert answer.status == 200, answer.content
    return answer.json()[field]


def test_a_grant_is_of_one_library_and_of_no_other(server):
    program, stranger, owner = server.add("granted"), server.add("stranger"), server.owner
    client = server.identifier("granted")
    work = owner.photos("Work")
    status, answer = owner.ask("POST", "/picker/v1/libraries/Work/grants", {"client": client, "assets": [work["same.jpg"]]})
    assert status == 200 and [len(each["grants"]) for each in answer["clients"] if each["name"] == "granted"] == [1]
    first = owner.ask("GET", "/picker/v1/clients")[1]["clients"]
    assert [each["grants"] for each in first if each["name"] == "granted"] == [[]]

    libraries = granted(program, "libraries", "libraries")
    assert len(libraries) == 1
    name = libraries[0].pop("id")
    # What the owner calls it is the name of a folder, which was not granted.
    assert libraries == [{}] and "Work" not in name
    assert granted(program, "library/mediaItems", "mediaItems") == []
    item = granted(program, f"libraries/{name}/mediaItems", "mediaItems")[0]
    assert width(item) == 60 and item["id"] == work["same.jpg"]
    assert program.ask("GET", item["mediaFile"]["baseUrl"] + "=d").content == (server.folder / "Work" / "same.jpg").read_bytes()
    # The same photo, by name, of the other library is not granted; nor is anything to another program.
    expect_error(program.ask("GET", f"/v1/library/mediaItems/{item['id']}"), 404, "NOT_FOUND")
    nowhere = expect_error(program.ask("GET", "/v1/libraries/Nowhere/albums"), 404, "NOT_FOUND")
    for asker, library in [(program, "Home"), (program, "Work"), (stranger, "Work"), (stranger, name)]:
        for path in ["albums", "mediaItems", f"mediaItems/{item['id']}", f"media/{item['mediaFile']['baseUrl'].split('/')[-1]}=w9"]:
            assert expect_error(asker.ask("GET", f"/v1/libraries/{library}/{path}"), 404, "NOT_FOUND") == nowhere
    assert granted(stranger, "libraries", "libraries") == []

    grant = next(each for each in answer["clients"] if each["name"] == "granted")["grants"][0]
    assert owner.ask("DELETE", f"/picker/v1/libraries/Work/grants/{grant['id']}")[0] == 200
    assert expect_error(program.ask("GET", f"/v1/libraries/{name}/mediaItems"), 404, "NOT_FOUND") == nowhere
    expect_error(program.ask("GET", item["mediaFile"]["baseUrl"] + "=w9"), 404, "NOT_FOUND")


def test_page_tokens_are_of_one_library(server):
    program = server.add("turner")
    client = server.identifier("turner")
    for library in ["Home", "Work"]:
        photos = server.owner.photos(library)
        status, _ = server.owner.ask("POST", f"/picker/v1/libraries/{library}/grants", {"client": client, "assets": list(photos.values())})
        assert status == 200
    home, work = (each["id"] for each in granted(program, "libraries", "libraries"))
    token = program.ask("GET", f"/v1/libraries/{work}/mediaItems?pageSize=1").json()["nextPageToken"]
    assert program.ask("GET", f"/v1/libraries/{work}/mediaItems?pageSize=1&pageToken={token}").status == 200
    for library in ["library", f"libraries/{home}"]:
        expect_error(program.ask("GET", f"/v1/{library}/mediaItems?pageToken={token}"), 400, "INVALID_ARGUMENT")


def test_the_owner_alone_sees_the_library_behind_a_session(server):
    program = server.add("outsider")
    session = program.create()
    for path in [f"libraries/Work/sessions/{session['id']}/session", "libraries/Work/clients", "libraries/Work/records"]:
        expect_error(program.ask("GET", f"/picker/v1/{path}"), 401, "UNAUTHENTICATED")
        assert server.owner.ask("GET", f"/picker/v1/{path}")[0] == 200
    assert server.owner.ask("GET", "/picker/v1/libraries/Work/sessions/none/session")[0] == 404
