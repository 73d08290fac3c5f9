"""Dates in the grid: what stands above photos, and the timeline beside them."""

import os
import re
from datetime import datetime, timezone
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from conftest import keep_screenshot, open_camera_roll, wait_until
from page_modules import run
from photos import make_many
from picker_process import PickerProcess
from touch import Touch

# Photos on the first day of each month, from the oldest one.
MONTHS = [(year, month) for year in (2021, 2022, 2023) for month in (1, 4, 7, 10)]
EACH = 25
COUNT = len(MONTHS) * EACH


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """25 photos on each of twelve days in three years."""
    folder = make_many(tmp_path_factory.mktemp("Years"), COUNT)
    for number in range(COUNT):
        time = datetime(*MONTHS[number // EACH], 1, 12, 0, number % EACH, tzinfo=timezone.utc).timestamp()
        os.utime(folder / f"img-{number:05}.jpg", (time, time))
    return folder


def header(page: Page, date: str):
    return page.get_by_role("button", name=f"Select all of {date}", exact=True)


def first_on_screen(page: Page) -> int:
    return page.evaluate("""() => {
        const top = document.querySelector("grid-view").getBoundingClientRect().top;
        const cells = [...document.querySelectorAll(".cell")].filter((cell) => cell.getBoundingClientRect().bottom > top + 60);
        return Math.min(...cells.map((cell) => Number(cell.dataset.index)));
    }""")


@pytest.mark.slow
def test_a_header_selects_its_day_as_far_as_the_limit_goes(years, open_page):
    # High enough for two of the days.
    with PickerProcess("pick", years, "--limit", "30") as picker, open_page(picker.link, size=(1280, 1100)) as page:
        open_camera_roll(page)
        newest = header(page, "Sunday, October 1, 2023")
        expect(newest).to_have_attribute("aria-pressed", "false")
        newest.click()
        expect(page.locator(".bar-count")).to_have_text("25 of 30")
        expect(newest).to_have_attribute("aria-pressed", "true")
        keep_screenshot(page, "dates-selected")
        header(page, "Saturday, July 1, 2023").click()
        expect(page.locator(".bar-count")).to_have_text("30 of 30")
        expect(page.locator(".toast")).to_contain_text("20 left out")
        newest.click()
        expect(page.locator(".bar-count")).to_have_text("5 of 30")
        expect(newest).to_have_attribute("aria-pressed", "false")


@pytest.mark.slow
def test_days_that_the_photos_were_too_busy_for_come_by_themselves(years, open_page):
    refusal = {"code": 503, "status": "BUSY", "message": "too many at once"}

    def prepare(page: Page) -> None:
        page.route("**/days*", lambda route: route.fulfill(status=503, headers={"Retry-After": "1"}, json={"error": refusal}), times=2)

    with PickerProcess("pick", years) as picker, open_page(picker.link, expects_errors=True, prepare=prepare) as page:
        open_camera_roll(page)
        expect(page.locator(".cell img").first).to_be_visible()
        expect(header(page, "Sunday, October 1, 2023")).to_be_visible()
        expect(page.get_by_role("slider", name="Timeline")).to_be_visible()


@pytest.mark.slow
def test_the_timeline_jumps_by_keys_and_tells_where(years, open_page):
    with PickerProcess("pick", years) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        timeline = page.get_by_role("slider", name="Timeline")
        expect(timeline).to_have_attribute("aria-valuetext", "October 2023")
        expect(page.locator(".timeline-year")).to_have_text(["2023", "2022", "2021"])
        height = page.locator("grid-view").evaluate("grid => grid.scrollHeight")
        timeline.focus()
        for key, text, index in [("ArrowDown", "July 2023", 25), ("PageDown", "October 2022", 100), ("ArrowUp", "January 2023", 75), ("Home", "October 2023", 0)]:
            page.keyboard.press(key)
            expect(timeline).to_have_attribute("aria-valuetext", text)
            expect(page.locator(f'.cell[data-index="{index}"]:not(.is-unknown)')).to_be_visible()
            assert first_on_screen(page) == index
        page.keyboard.press("End")
        expect(page.locator(f'.cell[data-index="{COUNT - 1}"]')).to_be_in_viewport()
        # Nothing that was looked at made the rest longer or shorter.
        assert page.locator("grid-view").evaluate("grid => grid.scrollHeight") == height
        # Tab leads to the photos that are on the screen now, past the headers above them.
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.cell')"):
                break
        assert int(page.evaluate("document.activeElement.dataset.index ?? 0")) > COUNT // 2
        # Small photos stand under months.
        page.keyboard.press("Home")
        expect(header(page, "Sunday, October 1, 2023")).to_be_visible()
        for _ in range(3):
            page.keyboard.press("-")
        expect(header(page, "October 2023")).to_be_visible()
        keep_screenshot(page, "dates-months")
        assert page.locator(".day-header").count() < 20


@pytest.mark.slow
def test_a_drag_along_the_timeline_names_the_month_and_goes_there(years, open_page):
    with PickerProcess("pick", years) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        track = page.locator(".timeline-track").bounding_box()
        assert track and track["width"] >= 44
        x = track["x"] + track["width"] / 2
        page.mouse.move(x, track["y"] + 4)
        page.mouse.down()
        page.mouse.move(x, track["y"] + track["height"] * 0.54, steps=4)
        label = page.locator(".timeline-label")
        expect(label).to_be_visible()
        expect(label).to_have_text("April 2022")
        keep_screenshot(page, "dates-timeline")
        page.mouse.up()
        wait_until(page, "document.querySelector('.cell[data-index=\"162\"]:not(.is-unknown)') !== null")
        expect(page.locator('.cell[data-index="162"]')).to_be_in_viewport()
        expect(page.locator(".cell.is-selected")).to_have_count(0)


@pytest.mark.slow
def test_a_phone_has_a_handle_while_it_scrolls_which_a_finger_draws(years, open_page):
    with PickerProcess("pick", years) as picker, open_page(picker.link, size=(390, 844), is_touch=True) as page:
        open_camera_roll(page)
        expect(page.locator(".day-header").first).to_be_visible()
        page.locator("grid-view").evaluate("grid => { grid.scrollTop = 2000; }")
        expect(page.locator(".timeline.is-awake")).to_be_attached()
        handle = page.locator(".timeline-handle").bounding_box()
        assert handle and handle["width"] >= 44 and handle["height"] >= 44
        keep_screenshot(page, "dates-phone")
        expect(page.locator(".timeline.is-awake")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        # A finger draws it to a month. Scrolled on by a pixel and back, since the handle rests otherwise before the finger is there on a
        # busy machine.
        page.locator("grid-view").evaluate("""grid => {
            window.nudges = setInterval(() => { grid.scrollTop += grid.scrollTop % 2 ? 1 : -1; }, 100);
        }""")
        expect(page.locator(".timeline.is-awake")).to_be_attached()
        handle = page.locator(".timeline-handle").bounding_box()
        track = page.locator(".timeline-track").bounding_box()
        x = handle["x"] + handle["width"] / 2
        start, end = (x, handle["y"] + handle["height"] / 2), (x, track["y"] + track["height"] * 0.54)
        touch = Touch(page)
        touch.swipe(start, end, ends=False)
        page.evaluate("() => clearInterval(window.nudges)")
        expect(page.locator(".timeline-label")).to_be_visible()
        expect(page.locator(".timeline-label")).to_have_text("April 2022")
        touch.lift()
        expect(page.locator('.cell[data-index="162"]')).to_be_in_viewport()
        expect(page.locator(".cell.is-selected")).to_have_count(0)


@pytest.mark.slow
def test_a_phone_has_circles_of_days_only_while_selecting(years, open_page):
    with PickerProcess("pick", years) as picker, open_page(picker.link, size=(390, 844), is_touch=True) as page:
        open_camera_roll(page)
        newest = header(page, "Sunday, October 1, 2023")
        expect(newest.locator(".day-date")).to_be_visible()
        expect(newest.locator(".day-check")).to_be_hidden()
        page.locator(".header-choose").tap()
        expect(newest.locator(".day-check")).to_be_visible()
        newest.tap()
        expect(page.locator(".bar-count")).to_have_text(f"{EACH} selected")


# The second language has other dates in the same places, so that it waits for the slow run.
@pytest.mark.parametrize("locale", ["en-US", pytest.param("zh-CN", marks=pytest.mark.slow)])
def test_dates_are_as_long_as_there_is_room_and_never_cut_off(tmp_path, open_page, locale):
    make_many(tmp_path, 12)
    for number in range(12):
        time = datetime(2024, 9, 12 + number, 12, tzinfo=timezone.utc).timestamp()
        os.utime(tmp_path / f"img-{number:05}.jpg", (time, time))
    with PickerProcess("pick", tmp_path) as picker, open_page(picker.link, size=(390, 844), is_touch=True, locale=locale) as page:
        open_camera_roll(page)
        dates = page.locator(".day-date")
        # Those with a neighbour are short; the last of a row has the rest of it.
        expect(dates).to_have_count(12)
        cut = "dates => dates.filter(date => date.scrollWidth > date.clientWidth).map(date => date.textContent)"
        assert dates.evaluate_all(cut) == []
        keep_screenshot(page, f"dates-narrow-{locale}")
        page.locator(".header-choose").tap()
        expect(page.locator(".day-check").first).to_be_visible()
        assert dates.evaluate_all(cut) == []
        page.locator("grid-view").evaluate("grid => grid.changeDensity(-1)")
        assert dates.evaluate_all(cut) == []
        page.locator("grid-view").evaluate("grid => { for (let step = 0; step < 4; step += 1) grid.changeDensity(1); }")
        # How long exactly depends on the font.
        expect(dates.first).to_have_text(re.compile("^(Mon, )?Sep 23, 2024$" if locale == "en-US" else "^2024年9月23日"))


# Bands, rows and keys across them, without a server.

# A day of 3, three of 1, one of 12 and one of 2 photos in five columns: bands of 3 and 1 and 1, of 1, of 12, of 2.
DAYS = """
    const { sectionsOf, yearsOn } = await import("/grid/sections.js");
    const days = { total: 20, days: ["2023-01-05", "2023-01-06", "2023-01-09", "2023-02-01", "2024-03-01", null], counts: [3, 1, 1, 1, 12, 2] };
    const sections = sectionsOf(days, { isReversed: false, isMonthly: false });
    const grid = layout.withSections({ columns: 5, cell: 100, gap: 4, pitch: 104 }, sections, 44);
"""


def test_short_days_share_a_row_and_long_ones_begin_one(modules_page):
    assert run(modules_page, f"""{DAYS}
        return [grid.bands.starts, grid.bands.tops, layout.heightOf(grid, 20), layout.placeOf(grid, 4), layout.placeOf(grid, 5), layout.placeOf(grid, 17)];
    """) == [[0, 5, 6, 18], [44, 192, 340, 696], 796, {"x": 416, "y": 44}, {"x": 0, "y": 192}, {"x": 104, "y": 548}]


def test_days_become_months_from_either_end(modules_page):
    assert run(modules_page, f"""{DAYS}
        const months = sectionsOf(days, {{ isReversed: true, isMonthly: true }});
        return [months.map(({{ start, count, date }}) => [start, count, date]), yearsOn(months, 20, {{ height: 200, room: 22 }})];
    """) == [
        [[0, 2, None], [2, 12, "2024-03"], [14, 1, "2023-02"], [15, 5, "2023-01"]],
        [{"year": "2024", "top": 20}, {"year": "2023", "top": 140}],
    ]


@pytest.mark.parametrize(("key", "start", "end"), [
    ("ArrowDown", 1, 5), ("ArrowDown", 5, 6), ("ArrowDown", 10, 15), ("ArrowDown", 14, 17), ("ArrowDown", 17, 19), ("ArrowDown", 19, 19),
    ("ArrowUp", 19, 17), ("ArrowUp", 9, 5), ("ArrowUp", 5, 0), ("ArrowUp", 3, 3), ("PageDown", 4, 6), ("PageUp", 18, 11), ("ArrowRight", 17, 18),
])
def test_keys_move_across_days(modules_page, key, start, end):
    assert run(modules_page, f"""{DAYS}
        return layout.moveBy(grid, "{key}", {{ index: {start}, count: 20, rowsInView: 3 }});
    """) == end


def test_a_place_and_a_stretch_of_days_are_found_again(modules_page):
    assert run(modules_page, f"""{DAYS}
        const found = days.counts.flatMap((_, place) => sections[place].start).map((index) => {{
            const {{ x, y }} = layout.placeOf(grid, index);
            return layout.indexAt(grid, {{ x: x + 50, y: y + 50, count: 20 }}) === index && layout.firstBelow(grid, y, 20) <= index;
        }});
        const {{ first, last }} = layout.rangeInView(grid, {{ top: 300, height: 100, count: 20, overscan: 0 }});
        return [found, first <= 6 && last >= 10 && last < 18, layout.firstBelow(grid, 45, 20), layout.hasHeaderNear(grid, 290, 40), layout.hasHeaderNear(grid, 400, 40)];
    """) == [[True] * 6, True, 5, True, False]


def test_a_million_photos_of_many_days_are_laid_out_at_once(modules_page):
    took, cells, end = run(modules_page, """
        const { sectionsOf } = await import("/grid/sections.js");
        const counts = Array.from({ length: 20000 }, () => 50);
        const days = counts.map((_, place) => new Date(place * 86400000).toISOString().slice(0, 10));
        const began = performance.now();
        const grid = layout.withSections(layout.layoutFor(1200, { target: 188, gap: 2 }), sectionsOf({ total: 1e6, days, counts }, { isReversed: true, isMonthly: false }), 44);
        let most = 0;
        for (let top = 0; top < layout.heightOf(grid, 1e6); top += 100003) {
            const { first, last } = layout.rangeInView(grid, { top, height: 800, count: 1e6, overscan: 2 });
            most = Math.max(most, last - first + 1);
        }
        const { last } = layout.rangeInView(grid, { top: layout.heightOf(grid, 1e6) - 800, height: 800, count: 1e6, overscan: 2 });
        return [performance.now() - began, most, last];
    """)
    assert took < 2000 and cells < 80 and end == 999_999


@pytest.mark.slow
def test_the_timeline_is_beside_the_photos_where_they_are_hardly_long_enough_for_it(library, open_page):
    # Photos that make room for it are smaller, and with that no two screens any more.
    with PickerProcess("pick", library) as picker, open_page(picker.link, size=(844, 390), is_touch=True) as page:
        open_camera_roll(page)
        for width, height in [(844, 390), (844, 430), (844, 390), (700, 390), (844, 390)]:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(".timeline-track")).to_be_visible()
            wait_until(page, """(() => {
                const track = document.querySelector(".timeline-track").getBoundingClientRect().left;
                const edges = [...document.querySelectorAll(".cell")].map((cell) => cell.getBoundingClientRect().right);
                return innerWidth === %d && Math.max(...edges) <= track;
            })()""" % width)
