"""The page while the server still reads the photos."""

import fcntl
import os
import subprocess
from pathlib import Path
from typing import TextIO

import pytest
from playwright.sync_api import expect

from conftest import keep_screenshot
from page_modules import run
from photos import make_library
from picker_process import PickerProcess


def hold_index(photos: Path, data: Path) -> TextIO:
    """Keeps the index of an empty folder as it is until the file is closed, as another process does that is at it."""
    photos.mkdir()
    picker = os.environ.get("PICKER_BIN", ".build/debug/picker")
    subprocess.run([picker, "albums", "--library", photos, "--data-dir", data], check=True, capture_output=True)
    [path] = data.glob("libraries/*/catalog.refresh.lock")
    lock = path.open()
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def test_the_page_says_that_photos_are_read_and_fills_in(tmp_path, open_page):
    photos, data = tmp_path / "photos", tmp_path / "data"
    lock = hold_index(photos, data)
    make_library(photos)
    with PickerProcess("pick", photos, "--data-dir", data) as picker, open_page(picker.link) as page:
        expect(page.get_by_role("heading", name="Reading your photos…", level=2)).to_be_visible()
        expect(page.locator(".header-note")).to_have_text("Reading your photos…")
        keep_screenshot(page, "reading")
        lock.close()
        expect(page.locator(".cell img")).to_have_count(7)
        expect(page.locator(".header-note")).to_have_text("7 photos")


@pytest.mark.slow
def test_who_moves_on_while_the_page_asks_again_stays_there(tmp_path, open_page):
    """The library changed, the answer takes its time, and End is pressed meanwhile."""
    make_library(tmp_path)
    with PickerProcess("pick", tmp_path, "--print", "path") as picker, open_page(picker.link) as page:
        expect(page.locator(".cell img")).to_have_count(7)
        page.locator(".cell").first.focus()
        held = []
        page.route("**/assets?*", lambda route: held.append(route))
        (tmp_path / "new.jpg").write_bytes(next(tmp_path.rglob("*.jpg")).read_bytes())
        for _ in range(1500):
            if held:
                break
            page.wait_for_timeout(20)
        assert held, "the page did not ask again"
        page.keyboard.press("End")
        expect(page.locator('.cell[data-index="6"]')).to_be_focused()
        for route in held:
            route.continue_()
        page.unroute("**/assets?*")
        expect(page.locator(".header-note")).to_have_text("8 photos")
        page.keyboard.press("Space")
        expect(page.locator('.cell[data-index="6"]')).to_have_attribute("aria-selected", "true")
        expect(page.locator('.cell[data-index="0"]')).to_have_attribute("aria-selected", "false")


def test_the_page_follows_a_library_that_changes_all_the_time(modules_page):
    assert run(modules_page, """
        const { LiveUpdates } = await import("/live-updates.js");
        const { EventSource: before } = window;
        let stream = new EventTarget();
        window.EventSource = class extends EventTarget {
            constructor() { super(); stream = this; }
            close() {}
        };
        let [now, followed] = [0, 0];
        performance.now = () => now;
        const updates = new LiveUpdates();
        updates.addEventListener("libraryChanged", () => { followed += 1; });
        updates.start(false);
        // A photo every tenth of a second, by a clock that stands still in between.
        for (let step = 0; step < 25; step += 1) {
            stream.dispatchEvent(new Event("libraryChanged"));
            now += 100;
            await new Promise((go) => setTimeout(go));
        }
        updates.pause();
        delete performance.now;
        window.EventSource = before;
        return followed;
    """) > 0


def test_a_page_whose_computer_slept_asks_for_what_it_has_missed(modules_page):
    assert run(modules_page, """
        const { LiveUpdates } = await import("/live-updates.js");
        const { EventSource, setInterval } = window;
        const streams = [];
        window.EventSource = class extends EventTarget {
            isOpen = true;
            constructor() { super(); streams.push(this); }
            close() { this.isOpen = false; }
        };
        let look = () => {};
        window.setInterval = (work) => { look = work; return 0; };
        let time = Date.now();
        const clock = Date.now;
        Date.now = () => time;
        const updates = new LiveUpdates();
        const asked = new Promise((go) => updates.addEventListener("libraryChanged", () => go(true)));
        updates.start(false);
        time += 10_000;
        look();
        const lines = [streams.length];
        time += 3_600_000;
        look();
        lines.push(streams.filter((each) => each.isOpen).length, streams.length);
        streams[1].dispatchEvent(new Event("open"));
        const hasAsked = await asked;
        updates.pause();
        Date.now = clock;
        Object.assign(window, { EventSource, setInterval });
        return [...lines, hasAsked];
    """) == [1, 1, 2, True]


def test_a_late_answer_does_not_say_that_photos_are_still_read(modules_page):
    assert run(modules_page, """
        const { PickerPage } = await import("/picker-page.js");
        const before = window.fetch;
        /** @type {((index: object) => void)[]} */
        const held = [];
        const facts = { title: "Photos", root: "/", backend: "b", kinds: [], isSearchable: false };
        const session = { mode: "browse", state: "pending", client: null, config: config(), library: facts, selection: [], index: { state: "reading", done: 1, total: null, message: null } };
        window.fetch = async (url) => {
            if (url.endsWith("/collections")) return new Response(JSON.stringify({ collections: [], cameraRoll: "all" }));
            if (!url.endsWith("/session")) return new Response(JSON.stringify({ library: [] }));
            const index = await new Promise((go) => held.push(go));
            return new Response(JSON.stringify({ ...session, index }));
        };
        const page = new PickerPage(session, new Selection(config()), []);
        document.body.append(page.root);
        const [late, latest] = [page.refresh(), page.refresh()];
        held[1]({ state: "ready" });
        await latest;
        held[0]({ state: "reading", done: 5 });
        await late;
        const shown = page.root.querySelector(".message h2").textContent;
        page.root.remove();
        window.fetch = before;
        return shown;
    """) == "No photos in this folder"
