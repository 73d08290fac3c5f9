"""The main interactions in Debian's Firefox, by Playwright over WebDriver BiDi: looking, scrolling to the end of a million photos, selecting, the large view, Done."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from conftest import PATIENCE, Profiles, cell, check, open_albums, open_camera_roll, wait_until
from million import MILLION, expect_a_million, make_a_million, reach_the_end
from picker_process import PickerProcess

pytestmark = pytest.mark.slow

# No element of Firefox is higher, in CSS pixels.
MOST_PIXELS = 17_895_698
# A machine without a screen has no mouse: pages are to think that there is one, which is fine (2) and hovers (4).
MOUSE = {"ui.primaryPointerCapabilities": 6, "ui.allPointerCapabilities": 6}


@pytest.fixture(scope="session")
def browser(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    path = Path(os.environ.get("FIREFOX", "/usr/bin/firefox-esr"))
    if not path.exists():
        pytest.skip(f"{path} is not there; install the package firefox-esr, or set FIREFOX")
    expect.set_options(timeout=PATIENCE * 1000)
    # It refuses a home that is not its user's, and must not find the settings of the user.
    home = {**os.environ, "HOME": str(tmp_path_factory.mktemp("Home"))}
    # Not a Firefox of Playwright's own: the channel says by which protocol it is driven.
    firefox = playwright.firefox.launch(executable_path=path, channel="moz-firefox", headless=True, env=home, firefox_user_prefs=MOUSE)
    yield firefox
    firefox.close()


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Profiles:
    """Of this browser: those of the folder above are Chromium's."""
    return Profiles(browser)


def in_view(page: Page) -> list[int]:
    """Which photos are on the screen, at least in part, from the first one on."""
    return page.evaluate("""() => {
        const grid = document.querySelector("grid-view").getBoundingClientRect();
        const cells = [...document.querySelectorAll(".cell")].filter((cell) => {
            const { top, bottom } = cell.getBoundingClientRect();
            return bottom > grid.top && top < grid.bottom;
        });
        return cells.map((cell) => Number(cell.dataset.index)).sort((one, other) => one - other);
    }""")


def middle(page: Page, index: int) -> tuple[float, float]:
    box = page.locator(f'.cell[data-index="{index}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def next_frame(page: Page) -> None:
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.fixture
def picking(library: Path, open_page) -> Iterator[tuple[PickerProcess, Page]]:
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        expect(page.locator(".cell:not(.is-unknown)")).to_have_count(7)
        yield picker, page


def test_photos_are_shown_and_picked_with_the_mouse(library, picking):
    picker, page = picking
    assert page.evaluate("navigator.userAgent").count("Firefox") == 1
    check(page, "beach.jpg")
    cell(page, "lake.jpg").click()
    expect(page.locator(".bar-count")).to_have_text("2 selected")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".message.is-picked")).to_be_visible()
    code, printed = picker.result()
    assert (code, printed) == (0, [str(library / "Summer" / "beach.jpg"), str(library / "Autumn" / "lake.jpg")])


def test_everything_is_done_with_the_keyboard(library, picking):
    picker, page = picking
    page.locator('.cell[data-index="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".bar-count")).to_have_text("3 selected")
    page.keyboard.press("Escape")
    expect(page.locator(".cell.is-selected")).to_have_count(0)
    page.keyboard.press("Control+a")
    expect(page.locator(".bar-count")).to_have_text("7 selected")
    page.keyboard.press("End")
    expect(page.locator('.cell[data-index="6"]')).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(".bar-count")).to_have_text("6 selected")
    done = page.get_by_role("button", name="Done")
    done.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".message.is-picked")).to_be_visible()
    code, printed = picker.result()
    # The newest come first: the last one on the screen is the oldest.
    assert code == 0 and len(printed) == 6 and str(library / "Autumn" / "street.jpg") not in printed


def test_ranges_by_shift_and_by_drawing(picking):
    _, page = picking
    check(page, "window.jpg")
    page.locator('.cell[data-index="3"]').click(modifiers=["Shift"])
    expect(page.locator(".bar-count")).to_have_text("4 selected")
    page.keyboard.press("Escape")
    expect(page.locator(".cell.is-selected")).to_have_count(0)
    page.mouse.move(*middle(page, 1))
    page.mouse.down()
    page.mouse.move(*middle(page, 4), steps=5)
    expect(page.locator(".bar-count")).to_have_text("4 selected")
    page.mouse.move(*middle(page, 3), steps=3)
    page.mouse.up()
    expect(page.locator(".bar-count")).to_have_text("3 selected")
    assert page.locator(".cell.is-selected").evaluate_all("cells => cells.map(cell => cell.dataset.index)") == ["1", "2", "3"]


def test_the_large_view_shows_enlarges_and_selects(picking):
    _, page = picking
    cell(page, "beach.jpg").click()
    expect(page.locator(".viewer-title")).to_have_text("beach.jpg")
    expect(page.locator(".stage img.is-final")).to_be_visible()
    before = page.locator(".stage-picture").bounding_box()
    page.keyboard.press("+")
    wait_until(page, f"document.querySelector('.stage-picture').getBoundingClientRect().width > {before['width'] * 1.1}")
    page.keyboard.press("0")
    wait_until(page, f"document.querySelector('.stage-picture').getBoundingClientRect().width < {before['width'] * 1.01}")
    box = page.locator(".stage").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -300)
    wait_until(page, f"document.querySelector('.stage-picture').getBoundingClientRect().width > {before['width'] * 1.1}")
    page.keyboard.press("0")
    page.keyboard.press("i")
    expect(page.locator(".details")).to_contain_text("Test camera")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".viewer-title")).not_to_have_text("beach.jpg")
    page.keyboard.press("Escape")
    expect(page.locator("photo-viewer")).to_be_hidden()
    expect(page.locator(".bar-count")).to_have_text("1 selected")


def test_albums_are_opened_and_a_selection_outlives_a_reload(picking):
    _, page = picking
    check(page, "lake.jpg")
    open_albums(page)
    page.locator(".shelf").get_by_text("Summer").first.click()
    expect(page.locator(".cell:not(.is-unknown)")).to_have_count(3)
    check(page, "forest.jpg")
    expect(page.locator(".bar-count")).to_have_text("2 selected")
    # It is sent a quarter of a second after the last change.
    with page.expect_response("**/session/selection"):
        check(page, "harbour.jpg")
    page.reload()
    expect(page.locator(".bar-count")).to_have_text("3 selected")


def test_the_wheel_passes_every_photo(many, open_page):
    with PickerProcess("pick", many) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        page.mouse.move(640, 400)
        seen: set[int] = set()
        for _ in range(80):
            page.mouse.wheel(0, 400)
            next_frame(page)
            seen.update(in_view(page))
            if 299 in seen:
                break
        assert seen >= set(range(20, 300))


def test_the_end_of_a_million_photos_is_reached(many, open_page):
    with PickerProcess("pick", many) as picker, open_page(picker.link, prepare=make_a_million) as page:
        expect_a_million(page, MOST_PIXELS)
        page.locator('.cell[data-index="0"]').focus()
        page.keyboard.press("End")
        last = page.locator(f'.cell[data-index="{MILLION - 1}"]')
        expect(last).to_be_in_viewport(ratio=1)
        expect(last).to_have_attribute("aria-label", re.compile(f"^{MILLION - 1}.jpg"))
        assert page.locator(".cell").count() < 600
        # Rows stand where a layout puts them, without the gaps that rounding at great heights would make.
        tops = page.locator(".cell").evaluate_all("cells => [...new Set(cells.map(cell => cell.getBoundingClientRect().top))].sort((one, other) => one - other)")
        steps = {round(below - above) for above, below in zip(tops, tops[1:])}
        assert len(steps) <= 2, "rows, and rows with a header between them"
        # From there, photo by photo, as from anywhere.
        before = in_view(page)[0]
        page.mouse.move(640, 400)
        page.mouse.wheel(0, -1000)
        wait_until(page, f"Math.min(...[...document.querySelectorAll('.cell')].map(cell => Number(cell.dataset.index))) < {before}")
        next_frame(page)
        assert 0 < before - in_view(page)[0] < 200
        # A press at half of the timeline goes to half of the photos.
        box = page.locator(".timeline-track").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        wait_until(page, "Math.abs(Number(document.querySelector('.cell').dataset.index) - 500000) < 10000")
        next_frame(page)
        assert abs(in_view(page)[0] - MILLION // 2) < MILLION // 100
        reach_the_end(page)
