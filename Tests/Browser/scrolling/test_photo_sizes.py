"""The size of photos in the grid."""

import pytest
from playwright.sync_api import Page, expect

from conftest import keep_screenshot, open_camera_roll, wait_until
from picker_process import PickerProcess
from touch import Touch


def columns(page: Page) -> int:
    return page.locator("grid-view").evaluate("grid => grid.layout.columns")


@pytest.mark.slow
def test_keys_wheel_and_a_reload_keep_the_size_of_photos(many, open_page):
    with PickerProcess("pick", many) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        usual = columns(page)
        page.locator(".cell").first.focus()
        page.keyboard.press("-")
        more = columns(page)
        assert more > usual
        keep_screenshot(page, "grid-dense")
        page.keyboard.press("+")
        page.keyboard.press("+")
        assert columns(page) < usual
        page.locator("grid-view").evaluate("grid => { grid.scrollTop = 4000; }")
        top = page.locator("grid-view").evaluate("grid => Math.ceil(grid.scrollTop / grid.layout.pitch) * grid.layout.columns")
        expect(page.locator(f'.cell[data-index="{top}"]:not(.is-unknown)')).to_be_visible()
        page.mouse.move(600, 400)
        page.keyboard.down("Control")
        page.mouse.wheel(0, 100)
        page.mouse.wheel(0, 100)
        page.keyboard.up("Control")
        wait_until(page, f"document.querySelector('grid-view').layout.columns === {more}")
        # What was on the screen is still there.
        expect(page.locator(f'.cell[data-index="{top}"]')).to_be_in_viewport()
        page.reload()
        expect(page.locator(".cell").first).to_be_visible()
        assert columns(page) == more


def pinch_until(page: Page, condition: str, start: float, end: float) -> None:
    """Pinches, again where nothing came of it: a browser that is kept waiting takes the touch from the page."""
    for _ in range(10):
        Touch(page).pinch((195, 400), start, end)
        for _ in range(8):
            if page.evaluate(condition):
                return
            page.wait_for_timeout(50)
    raise AssertionError(condition)


@pytest.mark.slow
def test_two_fingers_change_the_size_of_photos(many, open_page):
    with PickerProcess("pick", many) as picker, open_page(picker.link, size=(390, 844), is_touch=True) as page:
        open_camera_roll(page)
        usual = columns(page)
        pinch_until(page, f"document.querySelector('grid-view').layout.columns < {usual}", 40, 70)
        pinch_until(page, f"document.querySelector('grid-view').layout.columns > {usual}", 120, 50)
        # The page itself is as large as before, and nothing was opened or selected. Wherever the fingers are, the browser leaves them to it.
        assert page.evaluate("[visualViewport.scale, getComputedStyle(document.querySelector('grid-view')).touchAction]") == [1, "pan-y"]
        expect(page.locator("photo-viewer")).to_be_hidden()
        expect(page.locator(".cell.is-selected")).to_have_count(0)
