"""Several libraries on one server: the menu that switches, what stays of a choice, and one that cannot be reached."""

import base64
import re
import socket
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from conftest import cell, enter_by, hasten, keep_screenshot, open_camera_roll
from immich import add_library
from photos import make_many
from picker_process import PickerProcess
from test_viewer import record_video


@pytest.fixture
def unreachable(tmp_path, monkeypatch) -> Iterator[str]:
    """The name of a library whose server takes no connections."""
    # Bound and not listened on: no other program gets it meanwhile.
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
        yield add_library("family", f"http://127.0.0.1:{taken.getsockname()[1]}", "a-key", tmp_path)


@pytest.mark.slow
def test_switching_keeps_what_is_selected_in_each(library, tmp_path, open_page):
    other = make_many(tmp_path / "Work", 5)
    with PickerProcess("serve", library, "--library", other, "--listen", "127.0.0.1:0") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        page.locator(".cell-check").first.click()
        bar = page.get_by_role("region", name="Selection").or_(page.locator("selection-bar"))
        expect(bar.first).to_contain_text("1")
        menu = page.get_by_role("combobox", name="Library")
        expect(menu).to_have_value(library.name)
        keep_screenshot(page, "libraries")
        menu.select_option("Work")
        page.wait_for_url("**/library/Work")
        expect(page.locator(".cell")).to_have_count(5)
        expect(page.locator(".cell[aria-selected='true']")).to_have_count(0)
        expect(page.locator(".cell img").first).to_be_visible()
        page.go_back()
        expect(page.get_by_role("combobox", name="Library")).to_have_value(library.name)
        expect(page.locator(".cell[aria-selected='true']")).to_have_count(1)


@pytest.mark.slow
def test_by_keyboard_and_on_a_phone(library, tmp_path, open_page):
    other = make_many(tmp_path / "Work", 5)
    with PickerProcess("serve", library, "--library", other, "--listen", "127.0.0.1:0") as picker, open_page(picker.link, size=(390, 844), is_touch=True) as page:
        open_camera_roll(page)
        menu = page.get_by_role("combobox", name="Library")
        box = menu.bounding_box()
        assert box and box["height"] >= 44
        menu.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_url("**/library/Work")
        expect(page.locator(".cell")).to_have_count(5)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_one_that_cannot_be_reached_is_shown_as_such(library, unreachable, open_page):

    def prepare(page: Page) -> None:
        enter_by(page, picker.link)

    picker = PickerProcess("serve", library, "--library", unreachable, "--listen", "127.0.0.1:0")
    with picker, open_page(f"{picker.origin}/library/{unreachable}", expects_errors=True, prepare=prepare) as page:
        expect(page.get_by_role("heading", name="The photos cannot be reached")).to_be_visible()
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
        keep_screenshot(page, "library-offline")
        page.get_by_role("link", name=library.name).click()
        open_camera_roll(page)
        expect(page.get_by_role("combobox", name="Library").locator("option").nth(1)).to_have_text("family (cannot be reached)")


# One cell of one colour, as docs/placeholder.md writes it.
HASH = base64.urlsafe_b64encode(bytes([1, 0, 1, 1, 90, 120, 60])).decode().rstrip("=")


@pytest.mark.slow
def test_photos_that_cannot_be_reached_keep_their_previews_and_the_reason_is_said_once(library, open_page):
    refusal = {"code": 503, "status": "OFFLINE", "message": "photos.example cannot be reached"}

    def listed(route: Route) -> None:
        answer = route.fetch()
        window = answer.json()
        for asset in window["assets"][:4]:
            asset["placeholder"] = HASH
        for asset in window["assets"][4:]:
            asset["placeholder"] = None
        route.fulfill(response=answer, json=window)

    def prepare(page: Page) -> None:
        page.route("**/image?*", lambda route: route.fulfill(status=503, json={"error": refusal}))
        page.route("**/assets?*", listed)

    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True, prepare=prepare) as page:
        expect(page.locator(".cell.is-failed")).to_have_count(7)
        kept = page.locator(".cell.is-failed:has(.cell-preview)")
        expect(kept).to_have_count(4)
        expect(kept.first.locator(".cell-badge")).to_have_text("Offline")
        expect(page.locator(".cell-reason")).to_have_text(["The photos cannot be reached"] * 3)
        note = page.locator(".reach")
        expect(note.get_by_role("status")).to_contain_text("The photos cannot be reached")
        expect(note.get_by_role("status")).to_contain_text("photos.example cannot be reached")
        expect(page.locator("body > .visually-hidden")).to_have_text("The photos cannot be reached")
        keep_screenshot(page, "cells-offline")
        # What to do is said in the same place, and it goes by itself.
        refusal |= {"code": 403, "status": "SIGN_IN_REQUIRED", "message": "photos.example does not know the API key (any more)"}
        hasten(page, 5000)
        note.get_by_role("button", name="Try again").click()
        expect(note.get_by_role("status")).to_contain_text("Sign in where the photos are")
        expect(note.get_by_role("status")).to_contain_text("does not know the API key")
        page.unroute("**/image?*")
        expect(note).to_be_hidden()
        expect(page.locator(".cell.is-failed")).to_have_count(0)
        expect(page.locator(".cell img").first).to_be_visible()


def test_an_opened_photo_that_cannot_be_reached_keeps_what_came_and_is_complete_when_it_can(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True) as page:
        open_camera_roll(page)
        refusal = {"code": 503, "status": "OFFLINE", "message": "photos.example cannot be reached"}
        sharp = re.compile(r"/image\?(?!.*quality=fast)")
        page.route(sharp, lambda route: route.fulfill(status=503, json={"error": refusal}))
        cell(page, "lake.jpg").click()
        note = page.locator(".reach")
        expect(note.get_by_role("status")).to_contain_text("The photos cannot be reached")
        expect(page.locator(".stage img.is-degraded")).to_be_visible()
        expect(page.locator(".stage-reason")).to_have_count(0)
        keep_screenshot(page, "viewer-offline")
        page.unroute(sharp)
        note.get_by_role("button", name="Try again").click()
        expect(note).to_be_hidden()
        expect(page.locator(".stage img.is-final")).to_be_visible()


def test_an_opened_photo_of_which_nothing_came_says_why_until_it_comes(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True) as page:
        open_camera_roll(page)
        refusal = {"code": 503, "status": "OFFLINE", "message": "photos.example cannot be reached"}
        page.route("**/image?*", lambda route: route.fulfill(status=503, json={"error": refusal}))
        cell(page, "lake.jpg").click()
        expect(page.locator(".stage-reason")).to_contain_text("The photos cannot be reached")
        page.unroute("**/image?*")
        page.locator(".reach").get_by_role("button", name="Try again").click()
        expect(page.locator(".stage img.is-final")).to_be_visible()
        expect(page.locator(".stage-reason")).to_have_count(0)


@pytest.mark.slow
def test_a_video_that_cannot_be_reached_says_why_and_comes_when_it_can(tmp_path, browser, open_page):
    record_video(browser, tmp_path / "clip.webm")
    with PickerProcess("pick", tmp_path) as picker, open_page(picker.link, expects_errors=True) as page:
        refusal = {"code": 503, "status": "OFFLINE", "message": "photos.example cannot be reached"}
        page.route("**/original?*", lambda route: route.fulfill(status=503, json={"error": refusal}))
        cell(page, "clip.webm").click()
        expect(page.locator(".stage-reason")).to_contain_text("The photos cannot be reached")
        expect(page.locator(".stage-reason")).not_to_contain_text("cannot play")
        page.unroute("**/original?*")
        page.locator(".reach").get_by_role("button", name="Try again").click()
        expect(page.get_by_role("group", name="Video controls")).to_be_visible()
        expect(page.locator(".stage-reason")).to_have_count(0)


@pytest.mark.slow
def test_an_opened_photo_that_was_refused_for_the_moment_comes_by_itself(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True) as page:
        open_camera_roll(page)
        refusal = {"code": 503, "status": "BUSY", "message": "too many at once"}
        sharp = re.compile(r"/image\?(?!.*mode=fill)(?!.*quality=fast)")
        page.route(sharp, lambda route: route.fulfill(status=503, headers={"Retry-After": "1"}, json={"error": refusal}), times=2)
        cell(page, "lake.jpg").click()
        expect(page.locator(".stage-reason")).to_contain_text("The photos are busy right now")
        expect(page.locator(".stage img.is-final")).to_be_visible()
        expect(page.locator(".stage-reason")).to_have_count(0)
