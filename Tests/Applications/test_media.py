"""The media of what was picked: images, files without their place, ranges, and what happens when a file is changed."""

import io
import os
import signal
import time

import pytest
from PIL import Image

from conftest import run_picker
from owner import Owner
from photos import draw_image
from picker_process import PickerProcess
from program import Program, expect_error

PLACE = {1: "N", 2: (48.0, 51.0, 29.0), 3: "E", 4: (2.0, 17.0, 40.0)}


@pytest.fixture(scope="module")
def link(program, owner) -> str:
    session = program.create()
    owner.pick(session, ["beach.jpg"])
    return program.items(session)[0]["mediaFile"]["baseUrl"]


def write_photo(path, name: str, **options) -> None:
    exif = Image.Exif()
    exif[0x010F] = "Picker"
    exif.get_ifd(0x8825).update(PLACE)
    draw_image((320, 240), ("#224466", "#aa8855")).save(path / name, exif=exif, **options)


def pick_new(program, owner, name: str, body: object = None) -> dict:
    """A photo that was added just now, as soon as the server knows it."""
    session = program.create(body)
    owner.pick(session, [name])
    return program.items(session)[0]["mediaFile"]


@pytest.mark.parametrize("name, options", [("placed.jpg", {"quality": 90}), ("placed.png", {}), ("placed.webp", {"quality": 90})])
def test_a_download_has_no_place_and_keeps_the_rest(program, owner, library, name, options):
    write_photo(library, name, **options)
    assert Image.open(library / name).getexif().get_ifd(0x8825)
    media = pick_new(program, owner, name)
    answer = program.ask("GET", media["baseUrl"] + "=d")
    assert answer.status == 200 and int(answer.headers["Content-Length"]) == len(answer.content)
    image = Image.open(io.BytesIO(answer.content))
    assert not image.getexif().get_ifd(0x8825) and image.size == (320, 240)
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="placed.')
    if name.endswith(".jpg"):
        assert image.getexif()[0x010F] == "Picker"


def test_a_range_is_a_part_of_the_download(program, link):
    whole = program.ask("GET", link + "=d")
    tag, size = whole.headers["ETag"], len(whole.content)
    assert whole.headers["Accept-Ranges"] == "bytes" and "private" in whole.headers["Cache-Control"]
    for text, start, end in [
        ("bytes=0-99", 0, 100), ("bytes=100-", 100, size), ("bytes=-50", size - 50, size), ("bytes=5-999999999", 5, size),
        (f"bytes={size - 1}-", size - 1, size),
    ]:
        for condition in [{}, {"If-Range": tag}]:
            part = program.ask("GET", link + "=d", Range=text, **condition)
            assert part.status == 206 and part.content == whole.content[start:end], text
            assert part.headers["Content-Range"] == f"bytes {start}-{end - 1}/{size}"
    for condition in ['"other"', f"W/{tag}", "Wed, 21 Oct 2015 07:28:00 GMT"]:
        assert program.ask("GET", link + "=d", Range="bytes=0-9", **{"If-Range": condition}).content == whole.content
    head = program.ask("HEAD", link + "=d", Range="bytes=0-9")
    assert head.status == 200 and int(head.headers["Content-Length"]) == size and "Content-Range" not in head.headers
    beyond = program.ask("GET", link + "=d", Range=f"bytes={size}-")
    assert beyond.status == 416 and beyond.headers["Content-Range"] == f"bytes */{size}"


def test_a_download_is_not_continued_with_what_another_backend_makes(library, tmp_path):
    config, data = tmp_path / "config.json", str(tmp_path / "data")
    config.write_text('{"backend": "legacy-group"}')
    token = run_picker("clients", "add", "notes", "--data-dir", data)
    with PickerProcess("serve", library, "--listen", "127.0.0.1:0", "--data-dir", data, "--config", config) as server:
        program = Program(server.origin, token)
        session = program.create()
        Owner(server.link).pick(session, ["beach.jpg"])
        address = program.items(session)[0]["mediaFile"]["baseUrl"]
        media = address + "=d"
        first, image = program.ask("GET", media, Range="bytes=0-9"), program.ask("GET", address + "=w50")
        assert first.status == 206
        condition = {"Range": "bytes=10-19", "If-Range": first.headers["ETag"]}
        assert program.ask("GET", media, **condition).status == 206
        config.write_text('{"backend": "fetch-result"}')
        os.kill(server.pid, signal.SIGHUP)
        end = time.monotonic() + 60
        # The other backend may have to read the photos first.
        while "now served by fetch-result" not in server.messages or (answer := program.ask("GET", media, **condition)).status == 404:
            assert time.monotonic() < end, server.messages
            time.sleep(0.05)
        assert answer.status == 200 and answer.headers["ETag"] != condition["If-Range"]
        # Nor is an image the same.
        assert program.ask("GET", address + "=w50", **{"If-None-Match": image.headers["ETag"]}).status == 200


def test_a_file_that_is_another_by_now_is_not_sent_in_its_place(program, link):
    tag = program.ask("GET", link + "=d").headers["ETag"]
    for condition in [tag, "*", f'"other", {tag}']:
        assert program.ask("GET", link + "=d", **{"If-Match": condition}).status == 200
    for condition in ['"other"', f"W/{tag}", "", "other"]:
        answer = program.ask("GET", link + "=d", Range="bytes=0-9", **{"If-Match": condition})
        assert answer.status == 412 and answer.json()["error"]["status"] == "FAILED_PRECONDITION", condition


def test_what_a_program_has_already_is_not_sent_again(program, other, link):
    for form in ["=d", "=w300-h300"]:
        first = program.ask("GET", link + form)
        again = program.ask("GET", link + form, **{"If-None-Match": first.headers["ETag"]})
        assert again.status == 304 and again.content == b""
        # That the content is known proves no right to it.
        expect_error(other.ask("GET", link + form, **{"If-None-Match": first.headers["ETag"]}), 403, "PERMISSION_DENIED")
        head = program.ask("HEAD", link + form)
        assert head.status == 200 and head.headers["ETag"] == first.headers["ETag"]


def test_a_changed_or_removed_photo_is_not_what_was_picked(program, owner, library):
    for name, change in [
        ("changes.jpg", lambda path: draw_image((99, 99), ("#ff0000", "#00ff00")).save(path)),
        ("goes.jpg", lambda path: path.unlink()),
        ("linked.jpg", lambda path: (path.unlink(), path.symlink_to(library / "window.jpg"))),
    ]:
        draw_image((320, 240), ("#224466", "#aa8855")).save(library / name)
        media = pick_new(program, owner, name)
        assert program.ask("GET", media["baseUrl"] + "=d").status == 200
        change(library / name)
        answers = []
        for _ in range(600):
            answers = [program.ask("GET", media["baseUrl"] + form) for form in ["=d", "=w50"]]
            if all(answer.status != 200 for answer in answers):
                break
        for answer in answers:
            assert answer.status in (404, 409), (name, answer.status)
            assert str(library).encode() not in answer.content


def test_in_compatible_mode_every_program_can_read_what_it_gets(program, owner, library):
    exif = Image.Exif()
    exif[0x0112] = 6
    draw_image((320, 240), ("#224466", "#aa8855")).save(library / "turned.jpg", exif=exif)
    media = pick_new(program, owner, "turned.jpg", {"picker": {"representationMode": "compatible"}})
    assert (media["mimeType"], media["filename"]) == ("image/jpeg", "turned.jpg")
    image = Image.open(io.BytesIO(program.ask("GET", media["baseUrl"] + "=d").content))
    assert image.size == (240, 320) and image.getexif().get(0x0112, 1) == 1


def test_a_photo_has_no_video(program, link):
    expect_error(program.ask("GET", link + "=dv"), 404, "NOT_FOUND")
