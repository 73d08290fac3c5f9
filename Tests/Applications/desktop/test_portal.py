"""Programs of a desktop that open photos with Picker, through Debian's xdg-desktop-portal on a bus of the test's own."""

from pathlib import Path
from urllib.parse import unquote

import pytest

from bus import CHOOSER, PORTAL, Desktop, caller
from owner import Owner
from photos import draw_image, make_library

IMAGES = ("Images", [(1, "image/*")])
JPEGS = ("JPEG", [(1, "image/jpeg"), (0, "*.[jJ][pP][gG]")])
VIDEOS = ("Videos", [(0, "*.mp4"), (1, "video/webm")])
ALL = ("All files", [(0, "*")])


def filters(*given: tuple) -> dict:
    return {"filters": ("a(sa(us))", list(given))}


@pytest.fixture(scope="module")
def pictures(tmp_path_factory) -> Path:
    folder = make_library(tmp_path_factory.mktemp("Pictures"))
    draw_image((64, 48), ("#446688", "#dd8888")).save(folder / "a b#ü%.jpg")
    return folder


@pytest.fixture
def desktop(tmp_path, pictures):
    with Desktop(tmp_path, pictures) as desktop:
        yield desktop


def assets(owner: Owner) -> dict[str, str]:
    """Identifiers by file name, when all are read."""
    while owner.ask("GET", "/picker/v1/session")[1]["index"]["state"] == "reading":
        pass
    roll = owner.ask("GET", "/picker/v1/collections")[1]["cameraRoll"]
    page = owner.ask("GET", f"/picker/v1/collections/{roll}/assets?limit=500")[1]
    return {asset["filename"]: asset["localIdentifier"] for asset in page["assets"]}


def pick(link: str, *names: str) -> tuple[int, dict]:
    owner = Owner(link)
    known = assets(owner)
    return owner.ask("POST", "/picker/v1/session/done", {"assets": [known[name] for name in names]})


def test_a_program_gets_what_was_picked_in_order_with_its_filter_and_its_choices(desktop, pictures):
    choices = {"choices": ("a(ssa(ss)s)", [("encoding", "Encoding", [("u", "UTF-8"), ("l", "Latin-1")], "l")])}
    with caller(desktop) as program:
        handle = program.open_file("one", filters(IMAGES, ALL) | choices | {"multiple": ("b", True)}, parent="x11:4a0001")
        assert pick(desktop.link(), "lake.jpg", "a b#ü%.jpg")[0] == 200
        response, results = program.response(handle)
    assert response == 0
    paths = [unquote(uri.removeprefix("file://")) for uri in results["uris"][1]]
    assert paths == [str(next(pictures.rglob(name))) for name in ["lake.jpg", "a b#ü%.jpg"]]
    assert results["choices"] == ("a(ss)", [("encoding", "l")])
    assert results.get("current_filter", ("(sa(us))", IMAGES)) == ("(sa(us))", IMAGES)


def test_one_file_is_asked_for_unless_the_program_takes_several(desktop):
    with caller(desktop) as program:
        handle = program.open_file("one", filters(IMAGES))
        link = desktop.link()
        owner = Owner(link)
        config = owner.ask("GET", "/picker/v1/session")[1]["config"]
        assert (config["selectionLimit"], config["minimum"], config["mediaFilter"]) == (1, 1, "image")
        known = assets(owner)
        assert owner.ask("POST", "/picker/v1/session/done", {"assets": [known["lake.jpg"], known["beach.jpg"]]})[0] == 400
        assert owner.ask("POST", "/picker/v1/session/done", {"assets": [known["beach.jpg"]]})[0] == 200
        assert len(program.response(handle)[1]["uris"][1]) == 1


def test_cancel_is_told_as_such(desktop):
    with caller(desktop) as program:
        handle = program.open_file("one", filters(IMAGES))
        assert Owner(desktop.link()).ask("POST", "/picker/v1/session/cancel", {})[0] == 200
        assert program.response(handle)[0] == 1


def has_ended(owner: Owner) -> bool:
    """Whether the page that the owner had is gone."""
    try:
        owner.ask("GET", "/picker/v1/session")
    except OSError:
        return True
    return False


def test_a_request_that_is_closed_ends_its_page(desktop):
    with caller(desktop) as program:
        handle = program.open_file("one", filters(IMAGES))
        owner = Owner(desktop.link())
        assert owner.ask("GET", "/picker/v1/session")[0] == 200
        program.close_request(handle)

        desktop.wait_for(lambda: has_ended(owner), "the end of the page")
        # The next one is answered as ever.
        second = program.open_file("two", filters(IMAGES))
        assert pick(desktop.link(), "lake.jpg")[0] == 200
        assert program.response(second)[0] == 0


def test_a_program_that_ends_takes_its_page_with_it(desktop):
    with caller(desktop) as program:
        program.open_file("one", filters(IMAGES))
        owner = Owner(desktop.link())

    desktop.wait_for(lambda: has_ended(owner), "the end of the page")


def test_several_requests_at_once_are_told_apart(desktop):
    with caller(desktop) as first, caller(desktop) as second:
        one = first.open_file("one", filters(IMAGES))
        link = desktop.link()
        two = second.open_file("two", filters(JPEGS))
        other = desktop.link()
        assert pick(other, "beach.jpg")[0] == 200
        assert second.response(two)[1]["uris"][1][0].endswith("/beach.jpg")
        assert pick(link, "lake.jpg")[0] == 200
        assert first.response(one)[1]["uris"][1][0].endswith("/lake.jpg")


def test_the_filter_decides_what_is_shown_and_taken(desktop):
    with caller(desktop) as program:
        handle = program.open_file("one", filters(("PNG", [(1, "image/png")]), IMAGES))
        owner = Owner(desktop.link())
        known = assets(owner)
        code, answer = owner.ask("POST", "/picker/v1/session/done", {"assets": [known["lake.jpg"]]})
        assert code == 400 and "image/png" in answer["error"]["message"]
        assert owner.ask("POST", "/picker/v1/session/cancel", {})[0] == 200
        assert program.response(handle)[0] != 0
        program.open_file("two", filters(IMAGES, VIDEOS) | {"current_filter": ("(sa(us))", VIDEOS)})
        assert Owner(desktop.link()).ask("GET", "/picker/v1/session")[1]["config"]["mediaFilter"] == "video"


@pytest.mark.parametrize("options", [{}, filters(ALL), filters(("Text", [(1, "text/plain")]), IMAGES), filters(IMAGES) | {"directory": ("b", True)}])
def test_other_files_are_refused_with_words_where_there_is_no_other_chooser(desktop, options):
    with caller(desktop) as program:
        name, body = program.ask_picker("OpenFile", "osssa{sv}", ("/a/b", "", "", "", options))
        assert name == "org.freedesktop.DBus.Error.NotSupported" and "photos" in body[0]
        assert program.response(program.open_file("one", options))[0] == 2
    assert not desktop.has_opened()


def test_other_files_are_left_to_the_other_chooser_of_the_desktop(tmp_path, pictures):
    with Desktop(tmp_path, pictures, other=True) as desktop, caller(desktop) as program:
        response, results = program.response(program.open_file("one", filters(ALL), title="any"))
        assert (response, results["uris"][1]) == (0, ["file:///OpenFile/any"])
        name, body = program.ask_picker("SaveFile", "osssa{sv}", ("/a/b", "", "", "new", {}))
        assert name is None and body[1]["uris"][1] == ["file:///SaveFile/new"]
        handle = program.open_file("two", filters(ALL), title="wait")
        desktop.wait_for((tmp_path / "waits").exists, "the request")
        program.close_request(handle)
        desktop.wait_for((tmp_path / "closed").exists, "the end of the request")
        third = program.open_file("three", filters(IMAGES))
        assert pick(desktop.link(), "lake.jpg")[0] == 200 and program.response(third)[0] == 0


def test_without_its_library_photos_are_left_to_the_other_chooser_too(tmp_path):
    with Desktop(tmp_path, tmp_path / "away", other=True) as desktop, caller(desktop) as program:
        response, results = program.response(program.open_file("one", filters(IMAGES), title="any"))
        assert (response, results["uris"][1]) == (0, ["file:///OpenFile/any"])
        assert not desktop.has_opened()


def test_without_its_library_and_another_chooser_a_request_ends(tmp_path):
    with Desktop(tmp_path, tmp_path / "away") as desktop, caller(desktop) as program:
        assert program.response(program.open_file("one", filters(IMAGES)))[0] == 2


def test_another_chooser_that_cannot_be_called_ends_one_request_and_not_the_service(tmp_path):
    desktop = Desktop(tmp_path, tmp_path / "away")
    (tmp_path / "share/xdg-desktop-portal/portals/wrong.portal").write_text(PORTAL.format(name="no name", chooser=CHOOSER))
    with desktop, caller(desktop) as program:
        assert program.response(program.open_file("one", filters(IMAGES)))[0] == 2
        # That is what the service said when it ended.
        assert "cannot be called" not in desktop.log


HOSTILE = [
    {"multiple": ("s", "yes")}, {"directory": ("u", 1)}, {"filters": ("s", "image/*")}, {"filters": ("a(sa(us))", [("x", [(1, "image/x")] * 1001)])},
    {"current_filter": ("a(us)", [])}, {"choices": ("as", ["x"])},
]


@pytest.mark.parametrize("options", HOSTILE)
def test_options_of_another_form_are_refused_and_the_next_request_is_answered(desktop, options):
    with caller(desktop) as program:
        name, _ = program.ask_picker("OpenFile", "osssa{sv}", ("/a/b", "", "", "", filters(IMAGES) | options))
        assert name == "org.freedesktop.DBus.Error.InvalidArgs"
        assert program.ask_picker("OpenFile", "s", ("x",))[0] == "org.freedesktop.DBus.Error.InvalidArgs"
        assert program.ask_picker("Close", "", (), "org.freedesktop.impl.portal.Request", "/a/b")[0] is not None
        assert program.ask_picker("Nothing", "", ())[0] == "org.freedesktop.DBus.Error.UnknownMethod"
        handle = program.open_file("one", filters(IMAGES))
        assert pick(desktop.link(), "lake.jpg")[0] == 200 and program.response(handle)[0] == 0


def test_patterns_that_look_like_options_are_patterns(desktop):
    hostile = ("x", [(1, "image/--copy-to=/tmp/x"), (0, "*.jpg"), (1, "image/$(reboot)")])
    with caller(desktop) as program:
        handle = program.open_file("one", filters(hostile), title="\x1b[2J--media=any")
        assert pick(desktop.link(), "lake.jpg")[0] == 200 and program.response(handle)[0] == 0
