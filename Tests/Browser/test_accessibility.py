"""axe-core finds nothing to complain about, in any view, in light and dark, in either language."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from conftest import check, open_albums, open_camera_roll, settle
from picker_process import PickerProcess


# What differs between light and dark.
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
# The second language has other words in the same places, so that it waits for the slow run.
LANGUAGES = pytest.mark.parametrize(
    "locale", [pytest.param("en-US", id="English"), pytest.param("zh-CN", id="Chinese", marks=pytest.mark.slow)])


def expect_no_violations(page: Page, view: str) -> None:
    for scheme, rules in [("light", None), ("dark", COLOURS)]:
        page.emulate_media(color_scheme=scheme)
        # Colours are measured when nothing is on its way from one to another.
        settle(page)
        found = Axe().run(page, options=rules).response["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == [], f"{view}, {scheme}"
    page.emulate_media(color_scheme="light")


@pytest.mark.slow
@LANGUAGES
def test_every_view_is_accessible(library, open_page, locale):
    with PickerProcess("pick", library, "--ordered", "--limit", "2") as picker, open_page(picker.link, locale=locale) as page:
        open_albums(page)
        expect_no_violations(page, "albums")
        page.locator(".tabs a").first.click()
        open_camera_roll(page)
        page.locator(".cell-check").first.click()
        expect_no_violations(page, "grid")
        page.locator(".cell-check").nth(1).click()
        page.locator(".cell").nth(2).click(force=True)
        expect(page.locator(".toast")).to_be_visible()
        expect_no_violations(page, "limit")
        page.locator(".bar-count").click()
        expect(page.locator(".tray img")).to_have_count(2)
        expect_no_violations(page, "tray")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        expect_no_violations(page, "help")
        page.keyboard.press("Escape")
        page.locator(".cell").nth(2).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".stage img.is-final")).to_be_visible()
        page.keyboard.press("i")
        expect_no_violations(page, "viewer")
        page.locator("selection-bar .is-primary").click()
        expect(page.locator(".message.is-picked h1")).to_be_visible()
        expect_no_violations(page, "done")


@pytest.mark.slow
@LANGUAGES
def test_what_is_in_the_way_of_photos_is_accessible(library, tmp_path, open_page, locale):
    (tmp_path / "notes.pdf").write_text("words")
    refusal = {"code": 503, "status": "OFFLINE", "message": "photos.example cannot be reached"}

    def prepare(page: Page) -> None:
        page.route("**/image?*", lambda route: route.fulfill(status=503, json={"error": refusal}))

    server = PickerProcess("serve", library, "--library", tmp_path, "--listen", "127.0.0.1:0")
    with server as picker, open_page(picker.link, locale=locale, expects_errors=True, prepare=prepare) as page:
        expect(page.locator(".reach")).to_be_visible()
        expect_no_violations(page, "cells that cannot be reached")
        page.goto(f"{picker.origin}/library/{tmp_path.name}")
        expect(page.locator(".message h2")).to_be_visible()
        expect(page.locator(".left-out")).to_be_visible()
        expect_no_violations(page, "nothing to show")
        page.route("**/camera-roll", lambda route: route.fulfill(status=503, json={"error": refusal}))
        page.route("**/collections", lambda route: route.fulfill(status=503, json={"error": refusal}))
        page.reload()
        expect(page.locator(".message h1")).to_be_visible()
        expect_no_violations(page, "a library that cannot be reached")


@LANGUAGES
def test_the_signin_page_is_accessible(library, open_page, locale):
    with PickerProcess("pick", library) as picker, open_page(picker.origin + "/", locale=locale, expects_errors=True) as page:
        expect_no_violations(page, "signin")


def test_in_the_systems_few_colours_what_is_chosen_is_told_apart(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        page.emulate_media(forced_colors="active")
        open_camera_roll(page)
        check(page, "beach.jpg")
        expect(page.locator(".cell[aria-selected='true'] .cell-check .icon")).to_be_visible()
        others = page.locator(".cell[aria-selected='false'] .cell-check .icon")
        assert others.count() > 1
        for number in range(others.count()):
            expect(others.nth(number)).to_be_hidden()
        expect(page.locator(".day-header[aria-pressed='false'] .day-check .icon").first).to_be_hidden()
        colours = page.locator(".tabs a").evaluate_all("all => all.map((each) => getComputedStyle(each).backgroundColor)")
        assert len(set(colours)) == len(colours) == 2
        open_albums(page)
        expect(page.locator(".card-choice .icon").first).to_be_hidden()
        page.emulate_media(forced_colors="none")
