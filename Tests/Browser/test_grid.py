"""The grid: the order of photos, how large they are, what a thumbnail does not show, and cells that are used again."""

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from conftest import check, keep_screenshot, open_albums, open_camera_roll
from page_modules import run
from photos import draw_image, make_many
from picker_process import PickerProcess

# By the days they were taken.
OLDEST_FIRST = ["street.jpg", "lake.jpg", "leaves.jpg", "forest.jpg", "beach.jpg", "harbour.jpg", "window.jpg"]


def names(page: Page) -> list[str]:
    expect(page.locator(".cell:not(.is-unknown)")).to_have_count(7)
    return [label.split(",")[0] for label in page.locator(".cell").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")]


def test_the_newest_come_first_until_the_reader_chooses_otherwise(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        assert names(page) == OLDEST_FIRST[::-1]
        # Gaps are narrow, and there are no round corners.
        first, second = (page.locator(f'.cell[data-index="{index}"]').bounding_box() for index in (0, 1))
        assert first and second and second["x"] - first["x"] - first["width"] == 2
        for part in [".cell", ".cell-frame"]:
            expect(page.locator(part).first).to_have_css("border-radius", "0px")
        check(page, "lake.jpg")
        page.get_by_role("button", name="Newest first").click()
        expect(page.locator('.cell[data-index="0"]')).to_have_attribute("aria-label", "street.jpg, September 17, 2023")
        assert names(page) == OLDEST_FIRST
        expect(page.locator(".cell.is-selected")).to_have_attribute("data-index", "1")
        page.reload()
        expect(page.get_by_role("button", name="Oldest first")).to_be_visible()
        assert names(page) == OLDEST_FIRST


@pytest.mark.slow
def test_the_months_on_the_screen_are_named_while_scrolling(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, size=(1280, 500)) as page:
        open_camera_roll(page)
        expect(page.locator(".grid-months")).to_be_hidden()
        # Three in a row, so that there is something to scroll.
        for _ in range(3):
            page.keyboard.press("+")
        expect(page.locator(".cell:not(.is-unknown)")).to_have_count(7)
        page.locator("grid-view").evaluate("grid => { grid.scrollTop = 300; }")
        expect(page.locator(".grid-months")).to_have_text(re.compile(r"^October 2023.+January 2025$"))
        keep_screenshot(page, "grid-months")
        page.locator("grid-view").evaluate("grid => { grid.scrollTop = 0; }")
        expect(page.locator(".grid-months")).to_be_hidden()


@pytest.mark.slow
def test_an_album_is_left_for_the_card_one_came_from(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_albums(page)
        # All photos came lately, so an album of those would say nothing new.
        assert page.locator(".card-title").all_inner_texts() == ["Autumn", "Summer", "Not in an album"]
        page.locator(".card", has_text="Summer").click()
        expect(page.locator(".header-note")).to_have_text("3 photos")
        page.keyboard.press("Escape")
        expect(page.locator(".card", has_text="Summer")).to_be_focused()


@pytest.mark.slow
def test_what_the_library_gathers_is_one_line_and_nothing_is_there_twice(tmp_path, open_page):
    make_many(tmp_path / "Trip", 3)
    (tmp_path / "Screenshots").mkdir()

    def take(folder: str, number: int) -> None:
        draw_image((90, 160), ("#446688", "#ddbb88")).save(tmp_path / folder / f"Screenshot_20240101-12000{number}.png")

    take("Screenshots", 1)
    take("Screenshots", 2)
    with PickerProcess("pick", tmp_path) as picker, open_page(picker.link) as page:
        open_albums(page)
        assert page.locator(".card-title").all_inner_texts() == ["Screenshots", "Trip"]
        chips = page.locator(".smart-albums a")
        expect(chips).to_have_count(0)
        # Now it has more than the folder of that name.
        take("Trip", 3)
        expect(chips).to_have_count(1)
        expect(chips).to_have_attribute("aria-label", "Screenshots, 3 photos")
        keep_screenshot(page, "albums-gathered")
        chips.click()
        expect(page.locator("h1")).to_have_text("Screenshots")
        expect(page.locator(".cell:not(.is-unknown)")).to_have_count(3)
        page.keyboard.press("Escape")
        expect(chips).to_be_focused()


def test_a_folder_shows_four_of_its_albums(tmp_path, open_page):
    for name in ["Year", "Year/a", "Year/b", "Year/Trip/c", "Other/e"]:
        make_many(tmp_path / name, 1)
    with PickerProcess("pick", tmp_path) as picker, open_page(picker.link) as page:
        open_albums(page)
        year = page.locator(".card", has=page.get_by_text("Year", exact=True))
        expect(year.locator(".poster img")).to_have_count(4)
        boxes = [image.bounding_box() for image in year.locator(".poster img").all()]
        assert len({(box["x"], box["y"]) for box in boxes if box}) == 4
        expect(year).to_contain_text("4 photos")
        expect(page.locator(".card", has=page.get_by_text("Other", exact=True)).locator(".poster img")).to_have_count(1)
        keep_screenshot(page, "folders")
        # What is in a folder itself is no second card beside it, but one inside of it.
        assert page.locator(".card-title").all_inner_texts() == ["Other", "Year"]
        year.click()
        expect(page.locator("h1")).to_have_text("Year")
        assert page.locator(".card-title").all_inner_texts() == ["a", "b", "Not in an album", "Trip"]
        page.locator(".card", has_text="Not in an album").click()
        expect(page.locator(".cell:not(.is-unknown)")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator(".card", has_text="Not in an album")).to_be_focused()


@pytest.mark.slow
def test_cells_that_leave_the_screen_are_used_again(many, open_page):
    with PickerProcess("pick", many) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        page.evaluate("""() => {
            window.made = 0;
            const make = document.createElement;
            document.createElement = function (name, ...rest) {
                if (name === "div") window.made += 1;
                return make.call(this, name, ...rest);
            };
        }""")
        for top in range(1200, 9000, 2400):
            page.locator("grid-view").evaluate(f"grid => {{ grid.scrollTop = {top}; }}")
            first = page.locator("grid-view").evaluate("grid => Math.ceil(grid.scrollTop / grid.layout.pitch) * grid.layout.columns")
            expect(page.locator(f'.cell[data-index="{first}"]:not(.is-unknown)')).to_be_visible()
        # A screen and its overscan, and not one for each of the 200 places that came by.
        assert page.evaluate("window.made") < 40
        labels = page.locator(".cell").evaluate_all("cells => cells.map((cell) => [Number(cell.dataset.index), cell.ariaLabel.slice(4, 9)])")
        # The newest come first; equal times are in the order of names.
        assert all(int(number) == 299 - index for index, number in labels)
        assert labels == sorted(labels)
        page.locator(f'.cell[data-index="{labels[40][0]}"] .cell-check').click()
        expect(page.locator(".bar-count")).to_have_text("1 selected")
        page.locator("grid-view").evaluate("grid => { grid.scrollTop = 0; }")
        expect(page.locator('.cell[data-index="0"]:not(.is-unknown)')).to_be_visible()
        # The one that has the keyboard stays; none that was used again is marked.
        assert page.locator(".cell.is-selected").evaluate_all("cells => cells.map((cell) => Number(cell.dataset.index))") == [labels[40][0]]


@pytest.mark.slow
def test_an_image_that_the_photos_were_too_busy_for_comes_by_itself(library, open_page):
    # As long as no one has seen one of them, whatever is asked for.
    refusals = itertools.cycle([
        (503, {"Retry-After": "1"}, {"code": 503, "status": "BUSY", "message": "too many at once"}), (429, {"Retry-After": "1"}, {"code": 429, "status": "RATE_LIMITED", "message": ""}),
        (504, {"Retry-After": "1"}, {"code": 504, "status": "DEADLINE_EXCEEDED", "message": "it took too long"})])
    seen: list[bool] = []

    def answer(route) -> None:
        if seen:
            return route.continue_()
        status, headers, error = next(refusals)
        route.fulfill(status=status, headers=headers, json={"error": error})

    def prepare(page: Page) -> None:
        page.route("**/image?*", answer)

    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True, prepare=prepare) as page:
        expect(page.locator(".cell-reason").first).to_be_visible()
        seen.append(True)
        expect(page.locator(".cell img")).to_have_count(7)
        expect(page.locator(".cell.is-failed")).to_have_count(0)
        titles = page.locator(".cell").evaluate_all("cells => cells.map((cell) => cell.title)")
        assert sorted(titles) == sorted(OLDEST_FIRST)
        page.unroute("**/image?*")


def test_a_cell_lets_go_of_each_image_however_often_its_size_changes(modules_page):
    assert run(modules_page, """
        const { GridCell } = await import("/grid/grid-cell.js");
        const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        const blob = await (await fetch(pixel)).blob();
        const browsers = { fetch: window.fetch, createObjectURL: URL.createObjectURL, revokeObjectURL: URL.revokeObjectURL };
        const held = new Set();
        window.fetch = async () => new Response(blob);
        URL.createObjectURL = (made) => { const url = browsers.createObjectURL(made); held.add(url); return url; };
        URL.revokeObjectURL = (url) => { held.delete(url); browsers.revokeObjectURL(url); };
        const photo = { ...asset("a"), filename: "a.jpg", mediaType: "image", mediaSubtypes: [], creationDate: null, duration: null, placeholder: null };
        const cell = new GridCell();
        cell.use(0);
        const shown = async () => {
            const before = cell.root.querySelector("img")?.src;
            while ((cell.root.querySelector("img")?.src ?? before) === before) await new Promise((go) => setTimeout(go, 10));
        };
        cell.show(photo, 128, 1);
        await shown();
        cell.show(photo, 192, 1);
        cell.show(photo, 256, 1);
        await shown();
        const whileShown = held.size;
        cell.show(photo, 384, 1);
        cell.dispose();
        window.fetch = browsers.fetch;
        Object.assign(URL, { createObjectURL: browsers.createObjectURL, revokeObjectURL: browsers.revokeObjectURL });
        return [whileShown, held.size];
    """) == [1, 0]


# A grid of 1000 photos whose server refuses everything while `isBroken`; `end` takes it away.
GRID = """
    const { GridView } = await import("/grid/grid-view.js");
    const { Picking } = await import("/picking/picking.js");
    const before = window.fetch;
    const load = library(1000);
    const about = { filename: "a.jpg", mediaType: "image", uniformTypeIdentifier: "public.jpeg" };
    let isBroken = false;
    window.fetch = async (url, { signal }) => {
        const { pathname, searchParams } = new URL(url, location.href);
        if (pathname.endsWith("/days")) return new Response(JSON.stringify({ total: 0, days: [], counts: [] }));
        if (!pathname.endsWith("/assets") || isBroken) return new Response("{}", { status: 500 });
        const found = await load(Number(searchParams.get("offset")), Number(searchParams.get("limit")));
        await new Promise((go) => setTimeout(go));
        signal.throwIfAborted();
        return new Response(JSON.stringify({ ...found, assets: found.assets.map((each) => ({ ...each, ...about })) }));
    };
    const selection = new Selection(config());
    const album = { localIdentifier: "c", title: "c", type: "album", estimatedAssetCount: 1000, parent: null, posterUrl: null };
    const grid = new GridView(album, selection, new Picking(selection, () => {}), { kind: null, text: "" }, false);
    grid.style.cssText = "display: block; width: 800px; height: 600px; overflow: auto";
    document.body.append(grid);
    while (grid.source.total === null) await new Promise((go) => setTimeout(go, 10));
    const failures = [];
    grid.addEventListener("failure", (event) => failures.push(String(event.detail)));
    const end = () => { grid.remove(); window.fetch = before; };
"""


def test_a_grid_keeps_its_photos_and_its_place_when_others_are_refused(modules_page):
    assert run(modules_page, GRID + """
        grid.showFirst(500);
        // After a change the first photos of all are not in memory any more.
        await grid.source.refresh(500, 520);
        isBroken = true;
        await grid.source.ensure(0, 0);
        const isHidden = grid.querySelector(".grid-canvas").hidden;
        end();
        return [failures.length > 0, isHidden];
    """) == [True, False]


def test_who_leaves_while_the_grid_asks_again_hears_of_no_failure(modules_page):
    assert run(modules_page, GRID + """
        const refreshed = grid.refresh();
        grid.remove();
        await refreshed;
        end();
        return failures;
    """) == []


# A cell that shows a photo whose image is refused; `settled` waits for that, `end` takes it away.
FAILED_CELL = """
    const { GridCell } = await import("/grid/grid-cell.js");
    const before = window.fetch;
    window.fetch = async () => new Response("{}", { status: 500 });
    const photo = { ...asset("a"), filename: "a.jpg", mediaType: "image", mediaSubtypes: [], creationDate: null, duration: null, placeholder: null, uniformTypeIdentifier: "public.jpeg" };
    const cell = new GridCell();
    cell.use(0);
    cell.show(photo, 128, 1);
    const settled = async () => { while (!cell.root.classList.contains("is-failed")) await new Promise((go) => setTimeout(go, 10)); };
    const end = () => { cell.dispose(); window.fetch = before; };
"""


def test_a_reason_goes_when_the_image_is_asked_for_again(modules_page):
    assert run(modules_page, FAILED_CELL + """
        await settled();
        const reasons = () => cell.root.querySelectorAll(".cell-reason").length;
        const counts = [reasons()];
        cell.retry();
        cell.show(photo, 128, 1);
        counts.push(reasons());
        await settled();
        // A window that became larger asks for a larger image.
        cell.show(photo, 256, 1);
        counts.push(reasons());
        end();
        return counts;
    """) == [1, 0, 0]


def test_a_label_keeps_the_place_in_the_order_when_the_size_changes(modules_page):
    assert run(modules_page, FAILED_CELL + """
        const labels = [128, 256].map((pixels) => {
            cell.show(photo, pixels, 1);
            cell.mark({ position: 3, isOrdered: true, isFocused: false, isBlocked: false });
            return cell.root.getAttribute("aria-label");
        });
        end();
        return labels;
    """) == ["a.jpg, 3", "a.jpg, 3"]
