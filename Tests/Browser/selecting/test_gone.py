"""Photos that are selected, or looked at, and vanish from the library meanwhile, or get another place in it."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from conftest import cell, check, keep_screenshot, open_camera_roll
from picker_process import PickerProcess

GONE = "“beach.jpg” is no longer in the library."


@pytest.fixture
def changing(library, tmp_path) -> Path:
    """The drawn library, to take photos out of."""
    return Path(shutil.copytree(library, tmp_path / "Photos"))


def select(page: Page, *names: str) -> None:
    open_camera_roll(page)
    for name in names:
        check(page, name)


def test_what_is_gone_is_named_where_done_is_refused_and_one_press_deselects_it(changing, open_page):
    with PickerProcess("pick", changing, "--print", "path") as picker, open_page(picker.link, expects_errors=True) as page:
        select(page, "beach.jpg", "lake.jpg", "forest.jpg")
        for name in ["beach.jpg", "forest.jpg"]:
            (changing / "Summer" / name).unlink()
        expect(page.locator(".toast")).to_contain_text("“beach.jpg”, “forest.jpg” are no longer in the library.")
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".toast")).to_contain_text("“beach.jpg”, “forest.jpg” are no longer in the library.")
        expect(page.locator(".bar-count")).to_have_text("3 selected")
        keep_screenshot(page, "gone-selected")
        page.locator(".toast").get_by_role("button", name="Deselect them").click()
        expect(page.locator(".bar-count")).to_have_text("1 selected")
        page.get_by_role("button", name="Done").click()
        assert picker.result() == (0, [str(changing / "Autumn" / "lake.jpg")])


@pytest.mark.slow
def test_a_refusal_alone_names_what_is_gone(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True, locale="zh-CN") as page:
        select(page, "beach.jpg", "lake.jpg")
        with page.expect_response("**/session/selection") as kept:
            check(page, "street.jpg")
        beach = kept.value.request.post_data_json["assets"][0]
        details = [{"reason": "ASSET_GONE", "metadata": {"assets": beach}}]
        refusal = {"error": {"code": 404, "status": "NOT_FOUND", "message": "a photo is gone", "details": details}}
        page.route("**/session/done", lambda route: route.fulfill(status=404, json=refusal))
        page.get_by_role("button", name="完成").click()
        expect(page.locator(".toast")).to_contain_text("“beach.jpg”已不在图库中。")


@pytest.mark.slow
def test_the_tray_shows_what_is_gone_by_its_name_until_it_is_back(changing, open_page):
    with PickerProcess("pick", changing) as picker, open_page(picker.link, expects_errors=True) as page:
        select(page, "beach.jpg", "lake.jpg")
        beach = changing / "Summer" / "beach.jpg"
        aside = beach.rename(changing.parent / "beach.jpg")
        expect(page.locator(".toast")).to_contain_text(GONE)
        page.get_by_role("button", name="2 selected").click()
        tray = page.get_by_role("dialog")
        lost = tray.locator(".tray-item.is-gone")
        expect(lost).to_have_count(1)
        expect(lost.locator(".tray-name")).to_have_text("beach.jpg")
        expect(lost).to_contain_text("No longer in the library")
        expect(tray.locator(".tray-gone")).to_contain_text(GONE)
        keep_screenshot(page, "tray-gone")
        beach = aside.rename(beach)
        expect(lost).to_have_count(0)
        expect(tray.locator(".tray-gone")).to_be_hidden()
        expect(tray.get_by_role("listitem")).to_have_count(2)
        beach.unlink()
        expect(lost).to_have_count(1)
        tray.get_by_role("button", name="Deselect it").click()
        expect(lost).to_have_count(0)
        expect(tray.locator(".tray-gone")).to_be_hidden()
        expect(tray.get_by_role("listitem")).to_have_count(1)


@pytest.mark.slow
def test_the_large_view_goes_to_the_next_photo_when_its_own_is_gone(changing, open_page):
    with PickerProcess("pick", changing) as picker, open_page(picker.link, expects_errors=True) as page:
        open_camera_roll(page)
        # The newest come first: window, harbour, beach, forest.
        page.locator('.cell[aria-label^="beach.jpg"]').click()
        expect(page.locator(".viewer-place")).to_have_text("3 of 7")
        # What is gone before it changes its place alone.
        (changing / "window.jpg").unlink()
        expect(page.locator(".viewer-place")).to_have_text("2 of 6")
        expect(page.locator(".viewer-title")).to_have_text("beach.jpg")
        (changing / "Summer" / "beach.jpg").unlink()
        expect(page.locator(".toast")).to_contain_text(GONE)
        expect(page.locator(".viewer-title")).to_have_text("forest.jpg")
        expect(page.locator(".viewer-place")).to_have_text("2 of 5")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".viewer-title")).to_have_text("harbour.jpg")


@pytest.mark.slow
def test_the_large_view_of_the_last_photo_closes_with_it(tmp_path, open_page, library):
    shutil.copy(library / "window.jpg", tmp_path)
    with PickerProcess("pick", tmp_path) as picker, open_page(picker.link, expects_errors=True) as page:
        open_camera_roll(page)
        page.locator(".cell").click()
        expect(page.locator(".viewer-place")).to_have_text("1 of 1")
        (tmp_path / "window.jpg").unlink()
        expect(page.locator("photo-viewer")).to_be_hidden()
        expect(page.get_by_role("heading", name="No photos in this folder")).to_be_visible()


@pytest.mark.slow
def test_a_long_name_leaves_the_button_beside_it_on_a_phone(changing, open_page):
    name = "x" * 120 + ".jpg"
    photo = (changing / "Summer" / "beach.jpg").rename(changing / "Summer" / name)
    with PickerProcess("pick", changing) as picker, open_page(picker.link, size=(390, 844), is_touch=True, expects_errors=True) as page:
        open_camera_roll(page)
        cell(page, name).focus()
        page.keyboard.press("Space")
        expect(page.locator(".bar-count")).to_have_text("1 selected")
        photo.unlink()
        expect(page.locator(".toast").get_by_role("button", name="Deselect it")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_range_begins_at_its_photo_when_others_have_come_before_it(changing, open_page):
    with PickerProcess("pick", changing) as picker, open_page(picker.link, expects_errors=True) as page:
        # The newest come first: window, harbour, beach, forest, leaves.
        select(page, "beach.jpg")
        shutil.copy(changing / "window.jpg", changing / "another.jpg")
        expect(page.locator(".header-note")).to_have_text("8 photos")
        cell(page, "leaves.jpg").click(modifiers=["Shift"])
        expect(page.locator(".bar-count")).to_have_text("3 selected")
        # A change is followed later where that was refused for the moment.
        refusal = {"code": 503, "status": "BUSY", "message": "too many at once"}
        # One change may be reported more than once.
        page.route("**/picker/v1/collections", lambda route: route.fulfill(status=503, headers={"Retry-After": "0.1"}, json={"error": refusal}), times=3)
        shutil.copy(changing / "window.jpg", changing / "third.jpg")
        expect(page.locator(".header-note")).to_have_text("9 photos")
