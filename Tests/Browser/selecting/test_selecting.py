"""Selecting by drawing, with a finger, and what the page shows at the limit; nothing that is selected is lost."""

import os
import shutil
import subprocess

import pytest
from playwright.sync_api import Page, expect

from conftest import cell, check, keep_screenshot, open_camera_roll, wait_until
from page_modules import run
from picker_process import PickerProcess
from touch import Touch, between

PHONE = {"size": (390, 844), "is_touch": True}


def middle(page: Page, index: int) -> tuple[float, float]:
    box = page.locator(f'.cell[data-index="{index}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def selected(page: Page) -> list[int]:
    return sorted(page.locator(".cell.is-selected").evaluate_all("cells => cells.map(cell => Number(cell.dataset.index))"))


def test_drawing_with_the_mouse_selects_a_range_and_takes_back(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        expect(page.locator(".cell:not(.is-unknown)")).to_have_count(7)
        # A press that ends elsewhere draws nothing afterwards.
        bar = page.locator("selection-bar").bounding_box()
        assert bar
        page.mouse.move(*middle(page, 1))
        page.mouse.down()
        # A quick hand is there at once.
        page.mouse.move(bar["x"] + bar["width"] / 2, bar["y"] + 4)
        page.mouse.up()
        page.mouse.move(*middle(page, 1))
        page.mouse.move(*middle(page, 4), steps=5)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert selected(page) == []
        page.mouse.move(*middle(page, 1))
        page.mouse.down()
        page.mouse.move(*middle(page, 4), steps=5)
        expect(page.locator(".bar-count")).to_have_text("4 selected")
        page.mouse.move(*middle(page, 3), steps=3)
        expect(page.locator(".bar-count")).to_have_text("3 selected")
        page.mouse.up()
        assert selected(page) == [1, 2, 3]
        # The end of the drag is no click of its own, and the next click is one again.
        expect(page.locator("photo-viewer")).to_be_hidden()
        page.locator('.cell[data-index="5"]').click()
        expect(page.locator(".bar-count")).to_have_text("4 selected")


@pytest.mark.slow
def test_drawing_near_the_edge_scrolls_along(many, open_page):
    with PickerProcess("pick", many) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        expect(page.locator('.cell[data-index="0"]:not(.is-unknown)')).to_be_visible()
        x, y = middle(page, 0)
        bottom = page.locator("grid-view").evaluate("grid => grid.getBoundingClientRect().bottom")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + 100, steps=3)
        page.mouse.move(x + 2, bottom - 6, steps=3)
        wait_until(page, "document.querySelector('grid-view').scrollTop > 1200")
        page.mouse.up()
        top = page.locator("grid-view").evaluate("grid => grid.scrollTop")
        columns = page.locator("grid-view").evaluate("grid => grid.layout.columns")
        count = page.locator(".bar-count").inner_text().split()[0]
        assert int(count) > 4 * columns
        # It stopped with the button.
        page.mouse.move(x + 4, bottom - 5)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.locator("grid-view").evaluate("grid => grid.scrollTop") == top


@pytest.mark.slow
def test_a_finger_that_rests_begins_to_select_and_draws(many, open_page):
    with PickerProcess("pick", many) as picker, open_page(picker.link, **PHONE) as page:
        open_camera_roll(page)
        expect(page.locator('.cell[data-index="9"]:not(.is-unknown)')).to_be_visible()
        touch = Touch(page)
        start, end = middle(page, 1), middle(page, 8)
        touch.press(start)
        expect(page.locator(".bar-count")).to_have_text("1 selected")
        touch.move(start, end)
        expect(page.locator(".bar-count")).to_have_text("8 selected")
        touch.move(end, middle(page, 5))
        expect(page.locator(".bar-count")).to_have_text("5 selected")
        touch.lift()
        assert selected(page) == [1, 2, 3, 4, 5]
        assert page.locator("grid-view").evaluate("grid => grid.scrollTop") == 0
        keep_screenshot(page, "phone-drawing")


@pytest.mark.slow
def test_a_finger_that_moves_at_once_scrolls_and_selects_nothing(many, open_page):
    with PickerProcess("pick", many) as picker, open_page(picker.link, **PHONE) as page:
        open_camera_roll(page)
        touch = Touch(page)
        start = middle(page, 7)
        touch.swipe(start, between(start, (start[0], start[1] - 300), 1))
        wait_until(page, "document.querySelector('grid-view').scrollTop > 100")
        expect(page.locator(".cell.is-selected")).to_have_count(0)
        expect(page.locator("photo-viewer")).to_be_hidden()


def test_a_phone_has_circles_only_while_selecting(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, **PHONE) as page:
        open_camera_roll(page)
        circle = cell(page, "lake.jpg").locator(".cell-check")
        expect(circle).to_have_css("opacity", "0")
        # Where the circle would be, a tap opens the photo, as everywhere on it.
        circle.tap()
        expect(page.locator(".viewer-title")).to_have_text("lake.jpg")
        page.get_by_role("button", name="Back").click()
        page.get_by_role("button", name="Select", exact=True).tap()
        expect(circle).to_have_css("opacity", "1")
        cell(page, "lake.jpg").tap()
        expect(page.locator(".bar-count")).to_have_text("1 selected")
        expect(page.get_by_role("button", name="Select", exact=True)).to_be_hidden()
        cell(page, "lake.jpg").tap()
        expect(circle).to_have_css("opacity", "0")


def test_at_the_limit_photos_stay_and_circles_go(library, open_page):
    with PickerProcess("pick", library, "--limit", "2") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        colour = page.locator(".bar-count").evaluate("count => getComputedStyle(count).color")
        check(page, "beach.jpg")
        check(page, "lake.jpg")
        other = cell(page, "forest.jpg")
        other.hover()
        expect(other.locator(".cell-frame")).to_have_css("opacity", "1")
        expect(other.locator(".cell-check")).to_have_css("opacity", "0")
        expect(cell(page, "lake.jpg").locator(".cell-check")).to_have_css("opacity", "1")
        expect(page.locator(".bar-count")).not_to_have_css("color", colour)
        # The colour of Done, which takes a moment to become it.
        fill = page.get_by_role("button", name="Done").evaluate("done => getComputedStyle(done).backgroundColor")
        expect(page.locator(".bar-count")).to_have_css("color", fill)


def test_a_reload_keeps_the_selection_in_its_order(library, open_page):
    with PickerProcess("pick", library, "--ordered", "--print", "path") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        check(page, "street.jpg")
        check(page, "beach.jpg")
        # Nothing waits for the selection to be sent: who leaves takes it along.
        page.reload()
        expect(page.locator(".bar-count")).to_have_text("2 selected")
        expect(cell(page, "beach.jpg").locator(".cell-check")).to_have_text("2")
        with page.expect_response("**/session/selection"):
            check(page, "lake.jpg")
        page.reload()
        expect(page.locator(".bar-count")).to_have_text("3 selected")
        page.get_by_role("button", name="Done").click()
        code, printed = picker.result()
    assert code == 0
    assert [line.rsplit("/", 1)[-1] for line in printed] == ["street.jpg", "beach.jpg", "lake.jpg"]


def test_a_refused_done_keeps_the_selection(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True) as page:
        open_camera_roll(page)
        check(page, "street.jpg")
        page.route("**/session/done", lambda route: route.fulfill(status=503, json={"error": {"code": 503, "message": "not now"}}))
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".toast")).to_contain_text("Not now")
        expect(page.locator(".bar-count")).to_have_text("1 selected")
        # Where requests are answered here, what a page sends as it goes may end with it.
        page.unroute("**/session/done")
        page.reload()
        expect(page.locator(".bar-count")).to_have_text("1 selected")


# `undo` is what the message offers that was last on the screen.
UNDO = """
    const { Picking } = await import("/picking/picking.js");
    let undo = () => {};
    const said = [];
    const pickingOf = (selection) => new Picking(selection, (message, { isQuiet, onAction = undo } = {}) => {
        if (!isQuiet) said.push(message);
        undo = onAction;
    });
"""


def test_undoing_a_clear_keeps_what_was_selected_since(modules_page):
    assert run(modules_page, UNDO + """
        const selection = new Selection(config());
        const picking = pickingOf(selection);
        const source = new AssetSource(library(20));
        await source.ensure(0, 0);
        selection.add([asset("5"), asset("2")]);
        picking.clear();
        for (const index of [7, 2]) picking.toggle(source.at(index), source, index);
        undo();
        return [selection.ids, selection.count, said];
    """) == [["5", "2", "7"], 3, ["Selection cleared", "Selection restored"]]


def test_undoing_a_clear_says_what_a_limit_leaves_out_of_what_was_selected_since(modules_page):
    assert run(modules_page, UNDO + """
        const selection = new Selection(config(3));
        const picking = pickingOf(selection);
        selection.add(assets(0, 2));
        picking.clear();
        selection.add(assets(7, 9));
        undo();
        return [selection.ids, said];
    """) == [["0", "1", "7"], ["Selection cleared", "2 added, 1 left out: the limit is 3."]]


def test_undoing_the_clear_of_a_run_keeps_the_run_that_was_selected_since(modules_page):
    assert run(modules_page, UNDO + """
        const listing = { collection: "c", kind: null, text: "", isReversed: false, isEverything: false };
        const source = new AssetSource(library(10000), listing);
        await source.ensure(0, 0);
        const selection = new Selection(config());
        const picking = pickingOf(selection);
        await picking.toggleRange(source, 0, 2999);
        picking.clear();
        await picking.toggleRange(source, 2000, 4999);
        picking.toggle(asset("6000"), source, 6000);
        undo();
        return [selection.count, selection.runs.length, selection.ids];
    """) == [5001, 2, ["6000"]]


def test_copied_paths_are_absolute(library, open_page):
    with PickerProcess("serve", "--library", library, "--listen", "127.0.0.1:0") as picker, open_page(picker.link) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        open_camera_roll(page)
        # A single library has no menu.
        expect(page.get_by_role("combobox", name="Library")).to_have_count(0)
        check(page, "street.jpg")
        check(page, "window.jpg")
        page.get_by_role("button", name="Copy paths").click()
        expect(page.locator(".toast")).to_contain_text("2 paths copied")
        copied = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert copied == [str(library / "Autumn" / "street.jpg"), str(library / "window.jpg")]


def test_copied_paths_that_are_no_plain_text_are_what_a_shell_reads(library, open_page, tmp_path):
    names = [b"plain name.jpg", b"two\nlines.jpg", b"it's a \\ \t\x1b[0m.jpg", "夏\u2028\u0085.jpg".encode(), b"caf\xe9 1.jpg"]
    folder = tmp_path / "Odd 'names'"
    folder.mkdir()
    for name in names:
        shutil.copy(library / "window.jpg", os.fsencode(folder) + b"/" + name)
    with PickerProcess("serve", folder, "--listen", "127.0.0.1:0") as picker, open_page(picker.link) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        open_camera_roll(page)
        page.locator(".cell").first.focus()
        page.keyboard.press("Control+a")
        expect(page.locator(".bar-count")).to_have_text("5 selected")
        page.get_by_role("button", name="Copy paths").click()
        expect(page.locator(".toast")).to_contain_text("5 paths copied. 4 of them are written as a shell reads them, $'…'")
        lines = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert len(lines) == 5 and str(folder / "plain name.jpg") in lines
    quoted = [line for line in lines if line.startswith("$'")]
    read = subprocess.run(["bash", "-c", f"printf '%s\\0' {' '.join(quoted)}"], check=True, capture_output=True).stdout
    assert sorted(read.split(b"\0")[:-1]) == sorted(os.fsencode(folder) + b"/" + name for name in names[1:])
