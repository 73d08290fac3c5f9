"""The page as people see it, in the sizes and themes they have; the pictures are kept."""

import os
import re

import pytest
from playwright.sync_api import Page, Route, expect

from conftest import keep_screenshot, open_albums, open_camera_roll
from page_modules import run
from photos import make_many
from picker_process import PickerProcess

COUNT = 3000 if os.environ.get("PICKER_TEST_ALL") == "1" else 1200
SCREENS = {
    "desktop": {"size": (1280, 800)},
    "desktop-dark": {"size": (1280, 800), "is_dark": True},
    "phone": {"size": (390, 844), "is_touch": True},
}


# In the dark, all is where it is in the light: that is for people to look at.
@pytest.mark.parametrize("screen", ["desktop", pytest.param("desktop-dark", marks=pytest.mark.slow), "phone"])
def test_every_view_fits_the_screen(library, open_page, screen):
    with PickerProcess("pick", library, "--limit", "5", "--ordered") as picker, open_page(picker.link, **SCREENS[screen]) as page:
        open_albums(page)
        keep_screenshot(page, f"{screen}-albums")
        page.get_by_role("link", name="Photos", exact=True).click()
        open_camera_roll(page)
        if SCREENS[screen].get("is_touch"):
            page.get_by_role("button", name="Select", exact=True).click()
        for index in (3, 0):
            page.locator(".cell-check").nth(index).click()
        expect(page.locator(".cell img")).to_have_count(7)
        keep_screenshot(page, f"{screen}-grid")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= SCREENS[screen]["size"][0]
        page.locator(".cell").nth(1).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".stage img.is-final")).to_be_visible()
        page.keyboard.press("i")
        expect(page.locator(".details dd").first).to_be_visible()
        keep_screenshot(page, f"{screen}-viewer")


def test_buttons_are_a_finger_wide(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, **SCREENS["phone"]) as page:
        open_camera_roll(page)
        page.get_by_role("button", name="Help").tap()
        # Nothing of keys, where there are none.
        expect(page.get_by_role("dialog")).to_contain_text("Press and hold, then draw")
        expect(page.get_by_role("dialog")).not_to_contain_text("Ctrl")
        keep_screenshot(page, "phone-help")
        page.get_by_role("button", name="Close").tap()
        page.locator(".cell-check").first.click()
        for target in page.locator("button:visible, .cell-check").all():
            box = target.bounding_box()
            assert box and box["width"] >= 44 and box["height"] >= 44, target.evaluate("node => node.outerHTML")


def test_an_empty_folder_says_so(tmp_path, open_page):
    with PickerProcess("pick", tmp_path) as picker, open_page(picker.link) as page:
        expect(page.get_by_role("heading", name="No photos in this folder")).to_be_visible()
        keep_screenshot(page, "empty-library")


def test_a_folder_without_a_photo_says_which_files_it_has(tmp_path, open_page):
    for name in ["one.pdf", "two.pdf", "notes.txt"]:
        (tmp_path / name).write_text("words")
    with PickerProcess("pick", tmp_path) as picker, open_page(picker.link) as page:
        expect(page.get_by_role("heading", name="No photos in this folder")).to_be_visible()
        expect(page.locator(".left-out")).to_contain_text("2 PDF, 1 TXT")


def test_a_damaged_file_shows_its_name_and_the_reason(tmp_path, open_page):
    make_many(tmp_path, 2)
    whole = (tmp_path / "img-00001.jpg").read_bytes()
    (tmp_path / "img-00001.jpg").write_bytes(whole[:30])
    with PickerProcess("pick", tmp_path) as picker, open_page(picker.link, expects_errors=True) as page:
        open_camera_roll(page)
        expect(page.locator(".cell.is-failed")).to_contain_text("img-00001.jpg")
        expect(page.locator(".cell.is-failed .cell-reason")).not_to_be_empty()
        keep_screenshot(page, "damaged")


def test_a_photo_stays_in_sight_while_it_cannot_be_had_in_another_size(modules_page):
    assert run(modules_page, """
        const { GridCell } = await import("/grid/grid-cell.js");
        const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        const blob = await (await fetch(pixel)).blob();
        const before = window.fetch;
        let asked = 0;
        const whole = () => new Response(blob);
        let answer = whole;
        window.fetch = async () => { asked += 1; return answer(); };
        const until = async (is) => { while (!is()) await new Promise((go) => setTimeout(go, 10)); };
        const photo = { ...asset("a"), filename: "a.jpg", mediaType: "image", mediaSubtypes: [], creationDate: null, duration: null, placeholder: null, uniformTypeIdentifier: "public.jpeg" };
        const cell = new GridCell();
        const shown = () => cell.root.querySelector("img")?.src;
        cell.use(0);
        cell.show(photo, 128, 1);
        await until(shown);
        const small = shown();
        const seen = [];
        // It is refused, or nothing that a browser can show.
        for (const [pixels, broken] of [[256, () => new Response("{}", { status: 500 })], [512, () => new Response("no image")]]) {
            answer = broken;
            const earlier = asked;
            cell.show(photo, pixels, 1);
            await until(() => asked > earlier);
            await new Promise((go) => setTimeout(go, 50));
            seen.push(shown() === small, cell.root.classList.contains("is-failed"));
        }
        // It is asked for once more when the others are.
        answer = whole;
        cell.retry();
        cell.show(photo, 512, 1);
        await until(() => shown() !== small);
        cell.dispose();
        window.fetch = before;
        return [...seen, asked];
    """) == [True, False, True, False, 4]


@pytest.mark.slow
def test_an_image_that_the_browser_cannot_show_says_so_in_the_large_view_as_well(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True) as page:
        open_camera_roll(page)
        # Only what is asked for there.
        page.route(re.compile(r"/image\?.*mode=fit"), lambda route: route.fulfill(content_type="image/jpeg", body="no picture"))
        page.locator(".cell").first.click()
        expect(page.locator(".stage-reason")).to_contain_text("this browser cannot show it")
        expect(page.locator(".stage img")).to_have_count(0)


@pytest.mark.slow
def test_albums_that_do_not_come_say_why_and_are_asked_for_again(library, open_page):
    held: list[Route] = []

    def prepare(page: Page) -> None:
        page.route("**/picker/v1/collections", lambda route: held.append(route))

    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True, prepare=prepare) as page:
        # All photos are known without them.
        expect(page.locator(".cell img").first).to_be_visible()
        page.locator(".tabs a").last.click()
        expect(page.locator("main .starting")).to_be_attached()
        held[0].fulfill(status=500, json={"error": {"code": 500, "status": "INTERNAL", "message": "see the log"}})
        panel = page.locator("main .message")
        expect(panel.get_by_role("heading")).to_have_text("This could not be loaded")
        page.unroute("**/picker/v1/collections")
        busy = {"error": {"code": 503, "status": "BUSY", "message": "too many at once"}}
        page.route("**/picker/v1/collections", lambda route: route.fulfill(status=503, headers={"Retry-After": "1"}, json=busy))
        panel.get_by_role("button", name="Try again").click()
        expect(panel.get_by_role("heading")).to_have_text("The photos are busy right now")
        # That passes by itself.
        page.unroute("**/picker/v1/collections")
        expect(page.locator(".card").first).to_be_visible()


@pytest.mark.slow
def test_thousands_of_photos_are_a_few_hundred_cells(tmp_path, open_page):
    make_many(tmp_path, COUNT)
    with PickerProcess("pick", tmp_path, "--print", "path") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        expect(page.locator(".header-note")).to_have_text(f"{COUNT:,} photos")
        page.locator(".cell").first.focus()
        page.keyboard.press("End")
        expect(page.locator(f'.cell[data-index="{COUNT - 1}"]')).to_be_focused()
        expect(page.locator(f'.cell[data-index="{COUNT - 1}"] img')).to_be_visible()
        assert page.locator(".cell").count() < 300
        page.keyboard.press("Space")
        page.keyboard.press("Home")
        page.keyboard.press("Space")
        page.get_by_role("button", name="Done").click()
        code, printed = picker.result()
    assert (code, len(set(printed))) == (0, 2)


def test_the_address_follows_what_is_shown_and_no_faster_than_browsers_take_it(modules_page):
    assert run(modules_page, """
        const { follow, onRoute, redirect } = await import("/router.js");
        const { setTimeout, clearTimeout } = window;
        let work = null;
        window.setTimeout = (next) => { work = next; return 1; };
        window.clearTimeout = () => { work = null; };
        const written = [];
        history.replaceState = (_, __, hash) => written.push(hash);
        onRoute(() => {});
        const hold = (from) => { for (let number = from; number < from + 100; number += 1) follow({ album: "a", asset: String(number) }, number); };
        hold(0);
        work();
        hold(100);
        // Who goes elsewhere is not led back by what was to follow.
        redirect({ isAlbums: true });
        const isLeft = work === null;
        delete history.replaceState;
        Object.assign(window, { setTimeout, clearTimeout });
        return [written, isLeft];
    """) == [["#album/a/asset/0", "#album/a/asset/99", "#albums"], True]
