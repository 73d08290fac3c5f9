"""More photos than an element can be high: each is reached, and steps are as long as the wheel makes them."""

import pytest
from playwright.sync_api import expect

from conftest import keep_screenshot, open_camera_roll
from million import expect_a_million, make_a_million, reach_the_end
from page_modules import run
from picker_process import PickerProcess

# No element of Chromium is higher, in CSS pixels.
MOST_PIXELS = 33_554_431

# A window of 600 pixels over a million, in an element of 20,000.
TALL = """
    const { TallScroll } = await import("/grid/tall-scroll.js");
    const scroller = document.createElement("div");
    const canvas = document.createElement("div");
    scroller.style.cssText = "height: 600px; overflow: auto; padding: 10px 0";
    scroller.append(canvas);
    document.body.append(scroller);
    const tall = new TallScroll(scroller, canvas, 20000);
    tall.height = 1_000_000;
    const end = 1_000_000 + 20 - 620;
    const scrollBy = async (step) => {
        scroller.scrollTop += step;
        // A browser says that something scrolled before it draws the next frame.
        await new Promise((resolve) => requestAnimationFrame(resolve));
    };
"""


def test_steps_are_as_long_as_they_are(modules_page):
    tops = run(modules_page, TALL + """
        const tops = [];
        for (let step = 0; step < 50; step += 1) {
            await scrollBy(1000);
            tops.push(tall.top);
        }
        for (let step = 0; step < 50; step += 1) await scrollBy(-1000);
        return [...tops, tall.top, tall.shift, canvas.style.height];
    """)
    assert tops == [*range(1000, 51_000, 1000), 0, 0, "20000px"]


def test_the_end_is_reached_by_steps_and_by_a_jump(modules_page):
    assert run(modules_page, TALL + """
        const found = [];
        tall.top = end - 30_000;
        for (let step = 0; step < 70; step += 1) await scrollBy(500);
        found.push(tall.top - end);
        tall.top = 0;
        await scrollBy(0);
        await scrollBy(100_000_000);
        found.push(tall.top - end);
        await scrollBy(-100_000_000);
        found.push(tall.top);
        tall.top = 543_210;
        found.push(tall.top);
        await scrollBy(-500);
        found.push(tall.top);
        return found;
    """) == [0, 0, 0, 543_210, 542_710]


def test_a_jump_goes_to_the_same_fraction(modules_page):
    assert run(modules_page, TALL + """
        scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) / 2;
        await scrollBy(0);
        return Math.abs(tall.top - end / 2) < 100;
    """)


def test_what_becomes_short_again_scrolls_as_it_is(modules_page):
    assert run(modules_page, TALL + """
        tall.top = 500_000;
        tall.height = 10_000;
        const short = [tall.shift, canvas.style.height, tall.top <= 10_000];
        tall.top = 700;
        return [...short, scroller.scrollTop];
    """) == [0, "10000px", True, 700]


@pytest.mark.slow
def test_every_photo_of_a_tall_grid_is_reached(many, open_page):
    with PickerProcess("pick", many) as picker, open_page(picker.link) as page:

        def lower(route) -> None:
            answer = route.fetch()
            assert "8_000_000" in answer.text()
            route.fulfill(response=answer, body=answer.text().replace("8_000_000", "4_000"))

        page.route("**/tall-scroll.js", lower)
        page.reload()
        open_camera_roll(page)
        expect(page.locator(".day-header").first).to_be_visible()
        assert page.locator(".grid-canvas").evaluate("canvas => canvas.style.height") == "4000px"
        seen: set[int] = set()
        box = page.locator("grid-view").bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for _ in range(60):
            page.mouse.wheel(0, 250)
            page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
            seen.update(page.evaluate("""() => {
                const grid = document.querySelector("grid-view").getBoundingClientRect();
                const cells = [...document.querySelectorAll(".cell")].filter((cell) => {
                    const { top, bottom } = cell.getBoundingClientRect();
                    return bottom > grid.top && top < grid.bottom;
                });
                return cells.map((cell) => Number(cell.dataset.index));
            }"""))
        assert seen == set(range(300))
        page.keyboard.press("Home")
        expect(page.locator('.cell[data-index="0"]')).to_be_focused()
        page.keyboard.press("End")
        expect(page.locator('.cell[data-index="299"]')).to_be_in_viewport(ratio=1)
        page.locator('.cell[data-index="299"]').click()
        expect(page.locator(".viewer-place")).to_have_text("300 of 300")


@pytest.mark.slow
def test_the_end_of_a_million_photos_is_reached(many, open_page):
    # So narrow that photos are higher together than any element can be here.
    with PickerProcess("pick", many) as picker, open_page(picker.link, size=(640, 700), prepare=make_a_million) as page:
        expect_a_million(page, MOST_PIXELS)
        reach_the_end(page)
        keep_screenshot(page, "million-end")
