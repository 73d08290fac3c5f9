"""The bar of what is selected on narrow screens: the number stays in sight and can be pressed."""

import pytest
from playwright.sync_api import expect

from conftest import keep_screenshot, open_camera_roll
from page_modules import run
from picker_process import PickerProcess

# Phones, and a window of 1280 by 1024 that is enlarged to 400 %.
SCREENS = [(320, 640), (360, 740), (390, 844), (430, 932), (320, 256)]
COMMANDS = {"serve": ["--listen", "127.0.0.1:0"], "pick": ["--min", "3", "--limit", "1000"]}

IS_IN_SIGHT = """(count) => {
    const box = count.getBoundingClientRect();
    // Along its whole width, as a finger may press anywhere.
    const isOnTop = [0.1, 0.5, 0.9].every((part) => document.elementFromPoint(box.x + box.width * part, box.y + box.height / 2) === count);
    return isOnTop && count.scrollWidth <= count.clientWidth && document.documentElement.scrollWidth <= innerWidth;
}"""


# The numbers are shorter in Chinese and where nothing is picked: those wait for the slow run.
@pytest.mark.parametrize(("command", "locale", "text"), [
    ("pick", "en-US", "1 of 1,000"), pytest.param("pick", "zh-CN", "已选 1/1,000 项", marks=pytest.mark.slow), pytest.param("serve", "en-US", "1 selected", marks=pytest.mark.slow), pytest.param("serve", "zh-CN", "1", marks=pytest.mark.slow),
])
def test_the_number_is_beside_the_buttons_or_above_them_and_opens_the_tray(library, open_page, command, locale, text):
    with PickerProcess(command, library, *COMMANDS[command]) as picker, open_page(picker.link, locale=locale, size=SCREENS[0], is_touch=True) as page:
        open_camera_roll(page)
        page.locator('.cell[data-index="0"]').focus()
        page.keyboard.press("Space")
        count = page.locator(".bar-count")
        expect(count).to_contain_text(text)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            keep_screenshot(page, f"bar-{command}-{locale}-{width}x{height}")
            assert count.evaluate(IS_IN_SIGHT), (width, height)
            box = count.bounding_box()
            assert box and box["width"] >= 44 and box["height"] >= 44
            count.tap()
            expect(page.get_by_role("dialog")).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)


ROOM = """() => {
    const [photos, bar] = ["grid-view", "selection-bar"].map((name) => document.querySelector(name).getBoundingClientRect());
    return Math.min(photos.bottom, bar.top) - Math.max(photos.top, 0);
}"""


@pytest.mark.parametrize("command", COMMANDS)
def test_photos_have_room_in_a_window_that_is_enlarged_to_400_percent(library, open_page, command):
    with PickerProcess(command, library, *COMMANDS[command]) as picker, open_page(picker.link, size=SCREENS[-1]) as page:
        open_camera_roll(page)
        page.locator('.cell[data-index="0"]').focus()
        page.keyboard.press("Space")
        expect(page.locator(".bar-count")).to_contain_text("1")
        page.keyboard.press("ArrowRight")
        keep_screenshot(page, f"enlarged-{command}")
        # As soon as the page has scrolled to the photo that has the focus.
        page.wait_for_function(f"({ROOM})() >= 100")
        # What is above them is a scroll away.
        page.get_by_role("link", name="Albums").click()
        expect(page.locator(".card").first).to_be_visible()


def test_paths_are_offered_where_photos_are_files(modules_page):
    assert run(modules_page, """
        const { SelectionBar } = await import("/picking/selection-bar.js");
        const offers = (mode, hasFiles) => {
            const bar = new SelectionBar(new Selection(config()), mode, hasFiles);
            document.body.append(bar);
            const names = [...bar.querySelectorAll(".bar-actions button:not([hidden])")].map((button) => button.textContent);
            bar.remove();
            return names;
        };
        return [offers("browse", true), offers("browse", false), offers("pick", false)];
    """) == [["Grant to a program", "Copy paths"], ["Grant to a program"], ["Cancel", "Done"]]
