"""The owner sees what programs may see, grants it, takes it back, and reads what was given."""

import json
import os
import re
import subprocess
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import APIResponse, Page, Route, expect

from conftest import OpenPage, check, enter_by, keep_screenshot, open_camera_roll, settle
from page_modules import run
from photos import make_many
from picker_process import PickerProcess
from test_languages import speak_pseudo


def run_picker(*arguments: str | Path) -> str:
    command = [os.environ.get("PICKER_BIN", ".build/debug/picker"), *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.strip()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A store of this test alone."""
    return tmp_path / "data"


def titles(data: Path) -> list[str]:
    return sorted(each["title"] for each in json.loads(run_picker("grants", "list", "--json", "--data-dir", data)))


def serve(library: Path, data: Path) -> PickerProcess:
    return PickerProcess("serve", library, "--listen", "127.0.0.1:0", "--data-dir", data)


def open_access(open_page: OpenPage, picker: PickerProcess, *, prepare: Callable[[Page], object] = lambda page: None, **options):
    """The page of what programs may see, without that of the photos before it."""

    def enter(page: Page) -> None:
        enter_by(page, picker.link)
        prepare(page)

    return open_page(f"{picker.origin}/access", prepare=enter, **options)


def asked_by(picker: PickerProcess, token: str) -> str:
    """The address at which the owner picks what a program asks for."""
    request = urllib.request.Request(f"{picker.origin}/v1/sessions", method="POST", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["pickerUri"]


def program(page: Page, name: str):
    return page.get_by_role("article", name=name)


@pytest.mark.slow
def test_albums_and_photos_are_granted_and_revoked_with_the_keyboard_alone(library, open_page, data):
    for name in ["notes", "frame"]:
        run_picker("clients", "add", name, "--data-dir", data)
    with serve(library, data) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        check(page, "beach.jpg")
        check(page, "lake.jpg")
        page.get_by_role("button", name="Grant to a program").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Programs", level=1)).to_be_visible()
        notes = program(page, "notes")
        notes.get_by_role("combobox", name="Album for notes").focus()
        page.keyboard.type("Summer")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(notes.locator(".grants li")).to_have_text([re.compile("^Summersince ")])
        expect(notes.get_by_role("heading")).to_be_focused()
        assert notes.get_by_role("option", name="Summer").count() == 0
        notes.get_by_role("button", name="Grant the 2 selected items").focus()
        page.keyboard.press("Enter")
        expect(notes.locator(".grants li")).to_have_count(3)
        assert titles(data) == ["Summer", "beach.jpg", "lake.jpg"]
        expect(program(page, "frame")).to_contain_text("It sees nothing but what you pick")
        notes.get_by_role("button", name="Revoke Summer from notes").focus()
        page.keyboard.press("Enter")
        expect(notes.locator(".grants li")).to_have_count(2)
        assert titles(data) == ["beach.jpg", "lake.jpg"]
        page.get_by_role("button", name="Undo").focus()
        page.keyboard.press("Enter")
        expect(notes.locator(".grants li")).to_have_count(3)
        expect(page.locator(".records > li").first).to_contain_text("You granted Summer to notes")
        expect(page.locator(".records > li")).to_have_count(7)
        page.get_by_role("link", name="Back").click()
        page.get_by_role("link", name="What programs may see").click()
        expect(program(page, "notes").locator(".grants li")).to_have_count(3)


@pytest.mark.slow
def test_what_could_not_be_granted_is_offered_again_after_a_reload(library, open_page, data):
    run_picker("clients", "add", "notes", "--data-dir", data)
    with serve(library, data) as picker, open_page(picker.link, expects_errors=True) as page:
        open_camera_roll(page)
        check(page, "beach.jpg")
        page.get_by_role("button", name="Grant to a program").click()
        refusal = {"code": 503, "status": "BUSY", "message": "too many at once"}
        page.route("**/picker/v1/grants", lambda route: route.fulfill(status=503, json={"error": refusal}))
        give = program(page, "notes").get_by_role("button", name="Grant the selected item")
        give.click()
        expect(page.locator(".toast")).to_contain_text("The photos are busy right now")
        page.unroute("**/picker/v1/grants")
        page.reload()
        give.click()
        expect(program(page, "notes").locator(".grants li")).to_have_count(1)
        assert titles(data) == ["beach.jpg"]


@pytest.mark.slow
def test_what_was_granted_is_taken_back_while_the_photos_are_away(library, open_page, data):
    run_picker("clients", "add", "notes", "--data-dir", data)
    run_picker("grants", "add", "notes", "--album", "Summer", "--library", library, "--data-dir", data)
    refusal = {"code": 503, "status": "OFFLINE", "message": "photos.example cannot be reached"}

    def prepare(page: Page) -> None:
        page.route("**/picker/v1/collections", lambda route: route.fulfill(status=503, json={"error": refusal}))

    with serve(library, data) as picker, open_access(open_page, picker, expects_errors=True, prepare=prepare) as page:
        note = page.locator(".reach")
        expect(note.get_by_role("status")).to_contain_text("photos.example cannot be reached")
        notes = program(page, "notes")
        expect(notes.get_by_role("combobox")).to_be_hidden()
        keep_screenshot(page, "access-offline")
        notes.get_by_role("button", name="Revoke Summer from notes").click()
        expect(notes).to_contain_text("It sees nothing but what you pick")
        assert titles(data) == []
        page.unroute("**/picker/v1/collections")
        note.get_by_role("button", name="Try again").click()
        expect(note).to_be_hidden()
        expect(notes.get_by_role("combobox", name="Album for notes")).to_be_visible()


@pytest.mark.slow
def test_a_late_answer_does_not_bring_back_what_was_revoked(library, open_page, data):
    run_picker("clients", "add", "notes", "--data-dir", data)
    run_picker("grants", "add", "notes", "--album", "Summer", "--asset", "Autumn/lake.jpg", "--library", library, "--data-dir", data)
    with serve(library, data) as picker, open_access(open_page, picker, expects_errors=True) as page:
        notes = program(page, "notes")
        expect(notes.locator(".grants li")).to_have_count(2)
        late: list[tuple[Route, APIResponse]] = []
        page.route("**/picker/v1/clients", lambda route: late.append((route, route.fetch())), times=1)
        notes.get_by_role("button", name="Revoke Summer from notes").click()
        for _ in range(1500):
            if late:
                break
            page.wait_for_timeout(20)
        notes.get_by_role("button", name="Revoke lake.jpg from notes").click()
        expect(notes).to_contain_text("It sees nothing but what you pick")
        [(route, answer)] = late
        with page.expect_response("**/picker/v1/clients"):
            route.fulfill(response=answer)
        page.wait_for_timeout(200)
        assert notes.locator(".grants li").count() == 0


# A program that may see an album. `answer` is what the server says to its revocation, after `go` was called.
SUMMER = """
    const { ProgramList } = await import("/access/program-list.js");
    const before = window.fetch;
    const program = (grants) => ({ id: 1, name: "notes", origin: null, added: "2026-01-01T00:00:00Z", grants });
    const summer = { id: 7, kind: "collection", subject: "s", title: "Summer", given: "2026-01-01T00:00:00Z" };
    let answer = () => new Response("{}");
    let go = () => {};
    const gate = new Promise((open) => { go = open; });
    const asked = [];
    window.fetch = async (_, { method = "GET" }) => {
        asked.push(method);
        if (method === "GET") return new Response(JSON.stringify({ clients: [program([])] }));
        await gate;
        return answer();
    };
    const failures = [];
    const list = new ProgramList([program([summer])], { albums: [], chosen: [], onChange: () => {}, onFailure: (error) => failures.push(error.reason) });
    const take = list.root.querySelector(".grants button");
    const until = async (isTrue) => { for (let step = 0; step < 300 && !isTrue(); step += 1) await new Promise((next) => setTimeout(next, 10)); };
"""


def test_what_is_revoked_with_two_presses_is_revoked_once(modules_page):
    assert run(modules_page, SUMMER + """
        take.click();
        take.click();
        go();
        await until(() => list.root.querySelector(".grants") === null);
        window.fetch = before;
        return [asked, failures];
    """) == [["DELETE", "GET"], []]


def test_what_was_revoked_elsewhere_is_said_and_goes_from_the_list(modules_page):
    assert run(modules_page, SUMMER + """
        const error = { code: 404, status: "NOT_FOUND", message: "this was revoked before", details: [{ reason: "REVOKED_BEFORE" }] };
        answer = () => new Response(JSON.stringify({ error }), { status: 404 });
        take.click();
        go();
        await until(() => list.root.querySelector(".grants") === null);
        window.fetch = before;
        return [failures, list.root.querySelector(".grants") === null];
    """) == [["REVOKED_BEFORE"], True]


@pytest.mark.slow
def test_what_is_granted_is_of_the_library_that_the_menu_names(library, tmp_path, open_page, data):
    work = make_many(tmp_path / "Work", 5)
    run_picker("clients", "add", "notes", "--data-dir", data)
    with PickerProcess("serve", library, "--library", work, "--listen", "127.0.0.1:0", "--data-dir", data) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        page.get_by_role("combobox", name="Library").select_option("Work")
        expect(page.locator(".cell")).to_have_count(5)
        page.locator(".cell-check").first.click()
        page.get_by_role("button", name="Grant to a program").click()
        page.wait_for_url("**/access?library=Work")
        program(page, "notes").get_by_role("button", name=re.compile("Grant the")).click()
        expect(program(page, "notes").locator(".grants li")).to_have_count(1)
        assert {each["library"] for each in json.loads(run_picker("grants", "list", "--json", "--data-dir", data))} == {str(work)}
        # The other library has another list, and the same record of what was given.
        page.get_by_role("combobox", name="Library").select_option(library.name)
        page.wait_for_url("**/access")
        expect(program(page, "notes")).to_contain_text("It sees nothing but what you pick")
        expect(page.locator(".records > li").first).to_contain_text("You granted")
        page.go_back()
        program(page, "notes").get_by_role("button", name=re.compile("^Revoke ")).click()
        expect(program(page, "notes").locator(".grants li")).to_have_count(0)
        assert titles(data) == []
        page.get_by_role("link", name="Back").click()
        page.wait_for_url("**/library/Work")


def test_what_was_picked_is_in_the_records_with_its_names(library, open_page, data):
    token = run_picker("clients", "add", "<b>notes</b>", "--data-dir", data)
    with serve(library, data) as picker, open_page(asked_by(picker, token), prepare=lambda page: enter_by(page, picker.link)) as page:
        open_camera_roll(page)
        check(page, "beach.jpg")
        check(page, "forest.jpg")
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".message.is-picked")).to_be_visible()
        page.goto(picker.origin + "/access")
        picked = page.locator(".records > li").first
        expect(picked).to_contain_text(re.compile(r"You picked 2 items \([\d.]+ kB\) for <b>notes</b>"))
        picked.locator("summary").focus()
        page.keyboard.press("Enter")
        expect(picked.locator("li")).to_have_text(["beach.jpg", "forest.jpg"])
        keep_screenshot(page, "access-records")


def test_records_that_come_late_are_not_put_after_newer_ones(modules_page):
    assert run(modules_page, """
        const { AccessLog } = await import("/access/access-log.js");
        const before = window.fetch;
        const held = [];
        window.fetch = async () => new Response(JSON.stringify(await new Promise((go) => held.push(go))));
        const added = (id) => ({ id, time: "2026-01-01T00:00:00Z", event: "client-added", client: `p${id}`, library: null, title: null, itemCount: 0, byteTotal: 0 });
        const failures = [];
        const log = new AccessLog((error) => failures.push(String(error)));
        const first = log.load();
        held[0]({ records: [added(3), added(2)], next: 2 });
        await first;
        const more = log.root.querySelector("button");
        more.click();
        // Something was granted meanwhile: the first page ends earlier than before.
        const latest = log.load();
        held[2]({ records: [added(4), added(3)], next: 3 });
        await latest;
        held[1]({ records: [added(1)], next: null });
        await new Promise((go) => setTimeout(go, 50));
        window.fetch = before;
        return [[...log.root.querySelectorAll("li > span")].map((each) => each.textContent), more.hidden, more.disabled, failures];
    """) == [["You added p4", "You added p3"], False, False, []]


@pytest.mark.slow
@pytest.mark.parametrize("size, is_dark", [((1280, 800), False), ((390, 844), True)], ids=["light", "dark-phone"])
def test_the_page_is_accessible_and_fits(library, open_page, data, size, is_dark):
    run_picker("clients", "add", "notes", "--origin", "https://notes.example", "--data-dir", data)
    run_picker("grants", "add", "notes", "--album", "Summer", "--asset", "Autumn/lake.jpg", "--library", library, "--data-dir", data)
    with serve(library, data) as picker, open_access(open_page, picker, size=size, is_dark=is_dark, is_touch=is_dark) as page:
        expect(page.locator(".grants li")).to_have_count(2)
        expect(page.locator(".records > li")).to_have_count(3)
        settle(page)
        found = Axe().run(page).response["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = page.locator("button:visible, select:visible, a:visible").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect()).filter(({width, height}) => width < 44 || height < 44).length")
        assert small == 0
        keep_screenshot(page, f"access-{'dark' if is_dark else 'light'}")


@pytest.mark.slow
def test_records_that_cannot_be_read_are_not_said_to_be_none_and_signed_out_nothing_is_said(library, open_page, data):
    refusal = {"code": 503, "status": "BUSY", "message": "too many at once"}

    def prepare(page: Page) -> None:
        page.route("**/picker/v1/records?*", lambda route: route.fulfill(status=503, json={"error": refusal}))

    with serve(library, data) as picker, open_access(open_page, picker, expects_errors=True, prepare=prepare) as page:
        expect(page.locator(".toast")).to_contain_text("The photos are busy right now")
        nothing = page.get_by_text("Nothing was given so far.")
        expect(nothing).to_be_hidden()
        page.unroute("**/picker/v1/records?*")
        page.reload()
        expect(nothing).to_be_visible()
        expect(page.locator(".message")).to_contain_text("picker clients add NAME")
        speak_pseudo(page)
        expect(page.locator("h1")).to_have_text("⟦Programs⟧")
        page.context.clear_cookies()
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.locator(".programs").count() == 0
        for method, path in [("GET", "clients"), ("GET", "records"), ("POST", "grants"), ("DELETE", "grants/1")]:
            answer = page.request.fetch(f"{picker.origin}/picker/v1/{path}", method=method, headers={"X-Picker": "1"})
            assert answer.status == 401
