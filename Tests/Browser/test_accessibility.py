"""axe-core finds nothing to complain about, in any view and either theme."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from conftest import open_camera_roll
from picker_process import PickerProcess


def expect_no_violations(page: Page, view: str) -> None:
    # Colours are measured when nothing is on its way from one to another.
    page.wait_for_timeout(600)
    found = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == [], view


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_every_view_is_accessible(library, open_page, is_dark):
    with PickerProcess("pick", library, "--ordered", "--limit", "2") as picker, open_page(picker.link, is_dark=is_dark) as page:
        expect(page.locator(".poster img").first).to_be_visible()
        expect_no_violations(page, "albums")
        open_camera_roll(page)
        page.locator(".cell-check").first.click()
        expect_no_violations(page, "grid")
        page.locator(".cell-check").nth(1).click()
        page.locator(".cell").nth(2).click(force=True)
        expect(page.locator(".toast")).to_be_visible()
        expect_no_violations(page, "limit")
        page.keyboard.press("?")
        expect_no_violations(page, "help")
        page.keyboard.press("Escape")
        page.locator(".cell").nth(2).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".stage img.is-final")).to_be_visible()
        page.keyboard.press("i")
        expect_no_violations(page, "viewer")
        page.get_by_role("button", name="Done").click()
        expect(page.get_by_role("heading", name="You can close this page")).to_be_visible()
        expect_no_violations(page, "done")


def test_the_signin_page_is_accessible(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.origin + "/", expects_errors=True) as page:
        expect_no_violations(page, "signin")
