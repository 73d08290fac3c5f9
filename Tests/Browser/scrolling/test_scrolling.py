"""Scrolling fast: what passes is colours only and asks for nothing, what is on the screen in the end is there soon."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from conftest import open_camera_roll, wait_until
from page_modules import run
from picker_process import PickerProcess

# A preview hash of four by three cells.
HASH = "AQAEA3lCvfIhBvCEd2Lw88tNdk3HByBRFZoPifLG2srjRLsxEkX9bw"

# The browser's own frames: those of the page come by a clock that the test turns.
FRAMES = "window.drawn = requestAnimationFrame.bind(window);"

MOVE = """async (distance) => {
    const grid = document.querySelector("grid-view");
    grid.scrollTop += distance;
    await new Promise(drawn);
    await new Promise(drawn);
    return grid.scrollTop + grid.clientHeight < grid.scrollHeight - 400;
}"""

BARE = """() => {
    const grid = document.querySelector("grid-view");
    const box = grid.getBoundingClientRect();
    const cells = [...grid.querySelectorAll(".cell")].filter((cell) => {
        const { top, bottom } = cell.getBoundingClientRect();
        return bottom > box.top && top < box.bottom;
    });
    return [cells.length, cells.filter((cell) => !cell.querySelector(".cell-preview, img")).length];
}"""


@pytest.mark.slow
def test_what_passes_is_not_asked_for_and_shows_its_colours(many, open_page):

    def listed(route: Route) -> None:
        answer = route.fetch()
        window = answer.json()
        for asset in window["assets"]:
            asset["placeholder"] = HASH
        route.fulfill(response=answer, json=window)

    def prepare(page: Page) -> None:
        page.route("**/assets?*", listed)
        page.add_init_script(FRAMES)
        page.clock.install()

    with PickerProcess("pick", many) as picker, open_page(picker.link, prepare=prepare) as page:
        open_camera_roll(page)
        expect(page.locator(".cell.is-waiting")).to_have_count(0)
        # The second window is asked for when the first is there.
        wait_until(page, "document.querySelector('grid-view').source.at(299) !== undefined")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/image?" in request.url else None)
        # From here on a frame of the page takes 16 milliseconds, however long this machine needs for it.
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        frames = 0
        while page.evaluate(MOVE, 100):
            page.clock.run_for(16)
            frames += 1
            cells, bare = page.evaluate(BARE)
            assert (cells > 10, bare) == (True, 0), f"frame {frames}"
        passed = len(asked)
        # Cells for some 230 photos came by; only the first frames do not tell yet that they pass.
        assert (frames > 10, passed <= 10) == (True, True), (frames, passed)
        page.clock.resume()
        expect(page.locator(".cell.is-waiting")).to_have_count(0)
        assert len(asked) > passed
        shown = page.locator(".cell-frame").evaluate_all("frames => frames.map((frame) => frame.firstElementChild.tagName)")
        assert set(shown) == {"IMG"}


# Frames of a screen of 700 pixels: its upper edge, and when that was.
@pytest.mark.parametrize(("frames", "passing"), [
    # 5,000 pixels a second, from the third frame on.
    ([(0, 0), (80, 16), (160, 32), (240, 48)], [False, False, True, True]),
    # A wheel: 1,000 pixels a second.
    ([(0, 0), (16, 16), (32, 32), (48, 48)], [False] * 4),
    # A jump, and the frames after it.
    ([(0, 0), (9000, 16), (9000, 32), (9000, 48)], [False] * 4),
    # Upwards, and a pause in it.
    ([(900, 0), (800, 16), (700, 32), (300, 900), (200, 916), (100, 932)], [False, False, True, False, False, True]),
])
def test_what_crosses_the_screen_in_a_moment_passes(modules_page, frames, passing):
    assert run(modules_page, f"""
        const {{ ScrollSpeed }} = await import("/grid/scroll-speed.js");
        const speed = new ScrollSpeed();
        return {json.dumps(frames)}.map(([top, time]) => speed.isPassing(top, 700, time));
    """) == passing


def test_no_image_of_what_passes_is_asked_for_and_then_what_is_on_the_screen_first(modules_page):
    assert run(modules_page, """
        const { loadImage, letPass } = await import("/image-loader.js");
        const { fetch, setTimeout, clearTimeout } = window;
        // A clock of its own: on a busy machine a frame takes longer than what counts as rest.
        const [asked, timers] = [[], new Map()];
        let [now, last] = [0, 0];
        window.fetch = async (url) => { asked.push(url); return new Response("image"); };
        window.setTimeout = (work, delay) => { timers.set(++last, { work, at: now + delay }); return last; };
        window.clearTimeout = (timer) => timers.delete(timer);
        const pass = (milliseconds) => {
            now += milliseconds;
            for (const [timer, { work, at }] of [...timers]) if (at <= now && timers.delete(timer)) work();
        };
        const wanted = (url, receiver, dwell) => new Promise((onImage, onError) => loadImage(url, { onImage, onError, ...receiver }, dwell));
        letPass();
        const images = [wanted("/near", { isInView: () => false }, 1), wanted("/seen", { isInView: () => true }, 1), wanted("/other", {}, 1)];
        const opened = wanted("/opened", {}, 0);
        for (let frame = 0; frame < 12; frame += 1) {
            pass(16);
            letPass();
        }
        await opened;
        const meanwhile = [...asked];
        pass(100);
        await Promise.all(images);
        Object.assign(window, { fetch, setTimeout, clearTimeout });
        return [meanwhile, asked];
    """) == [["/opened"], ["/opened", "/seen", "/other", "/near"]]


def test_a_jump_asks_for_the_screen_and_then_for_what_is_around_it(modules_page):
    assert run(modules_page, """
        const asked = [];
        const source = new AssetSource((offset, limit) => { asked.push([offset, limit]); return library(2000)(offset, limit); });
        const show = async (first, last) => {
            for (let turn = 0; turn < 4; turn += 1) {
                source.ensureAround(first, last);
                await new Promise((resolve) => setTimeout(resolve));
            }
            return [asked.splice(0), source.at(first).localIdentifier, source.at(last).localIdentifier];
        };
        const shown = [await show(0, 30), await show(190, 230), await show(990, 1020), await show(1010, 1040), await show(1980, 1999)];
        return [...shown, source.at(1600)?.localIdentifier, source.total];
    """) == [
        # Nothing is known: the first window says how many there are.
        [[[0, 200], [200, 200], [400, 200]], "0", "30"],
        [[[600, 200]], "190", "230"],
        [[[990, 31], [800, 200], [1000, 200], [1200, 200], [1400, 200]], "990", "1020"],
        [[], "1010", "1040"],
        [[[1980, 20], [1800, 200], [1600, 200]], "1980", "1999"],
        "1600", 2000,
    ]


def test_a_jump_that_is_never_answered_keeps_no_other_waiting_after_a_refresh(modules_page):
    assert run(modules_page, """
        const asked = [];
        let isSilent = false;
        const source = new AssetSource((offset, limit) => {
            asked.push([offset, limit]);
            return isSilent ? new Promise(() => {}) : library(2000)(offset, limit);
        });
        await source.ensure(0, 0);
        isSilent = true;
        source.ensureAround(1000, 1030);
        isSilent = false;
        // As where the network went without a word, and is back.
        await source.refresh(0, 30);
        source.ensureAround(1500, 1530);
        await new Promise((resolve) => setTimeout(resolve));
        return [asked, source.at(1500)?.localIdentifier];
    """) == [[[0, 200], [1000, 31], [0, 200], [1500, 31]], "1500"]


def test_what_cannot_be_had_of_a_jump_is_reported_by_its_window(modules_page):
    assert run(modules_page, """
        const [asked, failures] = [[], []];
        const load = (offset, limit) => { asked.push([offset, limit]); return offset < 200 ? library(2000)(offset, limit) : Promise.reject(new Error("gone")); };
        const source = new AssetSource(load);
        source.addEventListener("failure", ({ detail }) => failures.push(detail.message));
        await source.ensure(0, 0);
        for (let turn = 0; turn < 2; turn += 1) {
            source.ensureAround(1000, 1030);
            await new Promise((resolve) => setTimeout(resolve));
        }
        return [asked, failures, source.at(1000) ?? null];
    """) == [[[0, 200], [1000, 31], [1000, 200]], ["gone"], None]
