"""axe-core finds nothing to complain about, in any view and either theme."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from conftest import open_albums, open_camera_roll, settle
from picker_process import PickerProcess


def expect_no_violations(page: Page, view: str) -> None:
    # Colours are measured when nothing is on its way from one to another.
    settle(page)
    found = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == [], view


@pytest.mark.parametrize(("is_dark", "locale"), [(False, "en-US"), (True, "zh-CN")], ids=["light-English", "dark-Chinese"])
def test_every_view_is_accessible(library, open_page, is_dark, locale):
    with PickerProcess("pick", library, "--ordered", "--limit", "2") as picker, open_page(picker.link, is_dark=is_dark, locale=locale) as page:
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


def test_the_signin_page_is_accessible(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.origin + "/", expects_errors=True) as page:
        expect_no_violations(page, "signin")
