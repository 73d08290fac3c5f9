"""Many photos selected as one range: quickly, in few bytes, and the same photos in the end."""

import json
import os
import re

import pytest
from playwright.sync_api import Page, Route, expect

from conftest import keep_screenshot, open_camera_roll
from million import MILLION, make_a_million
from page_modules import run
from photos import make_many
from picker_process import PickerProcess

LIST = """
    const { covers, offsetIn } = await import("/picking/runs.js");
    const listing = { collection: "c", kind: null, text: "", isReversed: false, isEverything: false };
    const source = new AssetSource(library(10000), listing);
    await source.ensure(0, 0);
    const place = (index, changes = {}) => ({ listing: { ...listing, ...changes }, index });
"""


def test_a_run_selects_places_of_its_list_from_either_end(modules_page):
    assert run(modules_page, LIST + """
        const selection = new Selection(config());
        selection.addRun(source.run(10, 5009));
        const has = (index, changes) => selection.has("x", place(index, changes));
        const before = [selection.count, has(9), has(10), has(5009), has(5010), has(10, { kind: "live" }),
            has(9989, { isReversed: true }), has(9990, { isReversed: true })];
        selection.toggle(asset("20"), place(20));
        return [...before, selection.count, selection.has("20", place(20)), selection.document.parts[0].except];
    """) == [5000, False, True, True, False, False, True, False, 4999, False, ["20"]]


def test_all_of_everything_is_selected_wherever_it_is_seen_until_there_is_more(modules_page):
    assert run(modules_page, LIST + """
        source.listing.isEverything = true;
        const selection = new Selection(config());
        selection.addRun(source.run(0, 9999));
        const elsewhere = () => selection.has("y", place(3, { collection: "other" }));
        const found = [elsewhere()];
        selection.remove(["y"], () => place(3, { collection: "other" }));
        found.push(elsewhere(), selection.count);
        selection.forgetPlaces();
        selection.learnTotal(source.listing, 10001);
        found.push(selection.has("z", place(3, { collection: "other" })));
        return found;
    """) == [True, False, 9999, False]


def test_what_was_selected_before_a_run_counts_once_and_overlaps_are_cut(modules_page):
    assert run(modules_page, LIST + """
        const selection = new Selection(config());
        selection.add([asset("30")], () => place(30));
        selection.addRun(source.run(0, 2999));
        selection.addRun(source.run(2000, 3999));
        const counts = [selection.count];
        selection.addRun(source.run(0, 4999));
        counts.push(selection.count, selection.runs.length);
        selection.remove(["30"], () => place(30));
        return [...counts, selection.count, selection.has("30", place(30))];
    """) == [4000, 5000, 1, 4999, False]


def test_a_stroke_of_which_a_day_was_deselected_is_over(modules_page):
    assert run(modules_page, LIST + """
        const { Picking } = await import("/picking/picking.js");
        const selection = new Selection(config());
        const picking = new Picking(selection, () => {});
        await picking.toggleRange(source, 1000, 3999);
        picking.setAnchor(0);
        await picking.extend(source, 6000);
        await picking.toggleRange(source, 4500, 4999);
        const counts = [selection.count];
        await picking.extend(source, 100);
        return [...counts, selection.count];
    """) == [5501, 5502]


def test_a_stroke_that_became_a_run_gives_back_what_it_took(modules_page):
    assert run(modules_page, LIST + """
        const { Picking } = await import("/picking/picking.js");
        const selection = new Selection(config());
        const picking = new Picking(selection, () => {});
        picking.toggle(asset("5"), source, 5);
        picking.setAnchor(0);
        const counts = [];
        for (const end of [3, 6000, 2]) {
            await picking.extend(source, end);
            counts.push([selection.count, selection.runs.length]);
        }
        await picking.toggleRange(source, 100, 4099);
        counts.push([selection.count, selection.runs.length]);
        await picking.toggleRange(source, 100, 4099);
        counts.push([selection.count, selection.runs.length]);
        return counts;
    """) == [[5, 0], [6001, 1], [4, 0], [4004, 1], [4, 0]]


def test_what_a_stroke_covered_for_a_moment_stays_selected(modules_page):
    assert run(modules_page, LIST + """
        const { Picking } = await import("/picking/picking.js");
        const selection = new Selection(config());
        const picking = new Picking(selection, () => {});
        await picking.toggleRange(source, 3000, 5499);
        picking.toggle(asset("4000"), source, 4000);
        picking.toggle(asset("0"), source, 0);
        const counts = [selection.count];
        for (const end of [8000, 10]) {
            await picking.extend(source, end);
            counts.push(selection.count);
        }
        return [...counts, selection.has("x", place(3000)), selection.has("4000", place(4000))];
    """) == [2500, 8001, 2510, True, False]


def test_a_long_day_is_taken_out_of_a_run_and_put_back(modules_page):
    assert run(modules_page, LIST + """
        const { Picking } = await import("/picking/picking.js");
        const selection = new Selection(config());
        const picking = new Picking(selection, () => {});
        const counts = [];
        await picking.selectAll(source);
        for (let turn = 0; turn < 2; turn += 1) {
            await picking.toggleRange(source, 2000, 5999);
            counts.push(selection.count, selection.has("x", place(1999)), selection.has("x", place(2000)), selection.has("x", place(6000)));
        }
        picking.toggle(asset("3000"), source, 3000);
        await picking.toggleRange(source, 2000, 5999);
        counts.push(selection.count);
        await picking.toggleRange(source, 2000, 5999);
        return [...counts, selection.count];
    """) == [6000, True, False, True, 10000, True, True, True, 10000, 6000]


def test_what_is_taken_out_of_one_piece_of_a_run_stays_in_the_other(modules_page):
    assert run(modules_page, LIST + """
        const { Picking } = await import("/picking/picking.js");
        const selection = new Selection(config());
        const picking = new Picking(selection, () => {});
        await picking.selectAll(source);
        await picking.toggleRange(source, 3, 5999);
        const counts = [selection.count, selection.runs.length];
        // Of the second piece, as many photos as the first one has.
        picking.toggle(asset("7000"), source, 7000);
        counts.push(selection.count);
        await picking.toggleRange(source, 6000, 6001);
        return [...counts, selection.count, selection.runs.length, selection.has("1", place(1))];
    """) == [4003, 2, 4002, 4000, 2, True]


def test_each_run_gets_its_own_place_when_nothing_is_left_of_another(modules_page):
    assert run(modules_page, LIST + """
        const other = new AssetSource(library(9000), { ...listing, collection: "d" });
        await other.ensure(0, 0);
        const selection = new Selection(config());
        selection.addRun(source.run(3000, 5999));
        selection.add([asset("x")]);
        selection.addRun(other.run(0, 2499));
        const [, kept] = selection.runs;
        selection.moveRuns([{ part: 2, run: { ...kept, first: 7, except: new Set(), ends: null } }]);
        return [selection.count, selection.runs.length, selection.document.parts.map(({ asset, collection, offset }) => asset ?? [collection, offset])];
    """) == [2501, 1, ["x", ["d", 7]]]


def test_a_run_counts_what_was_taken_out_of_it_only_while_it_is_there(modules_page):
    assert run(modules_page, LIST + """
        const selection = new Selection(config());
        selection.addRun(source.run(3000, 5999));
        selection.remove(["3001", "3002"], (number) => source.placeOf(3001 + number));
        const [kept] = selection.runs;
        const counts = [selection.count];
        // One of the two was deleted, and another photo came.
        selection.moveRuns([{ part: 0, run: { ...kept, except: new Set(["3001"]) } }]);
        return [...counts, selection.count];
    """) == [2998, 2999]


def test_runs_stay_within_a_limit(modules_page):
    assert run(modules_page, LIST + """
        const { Picking } = await import("/picking/picking.js");
        const selection = new Selection(config(2500));
        const picking = new Picking(selection, () => {});
        await picking.selectAll(source);
        const all = [selection.count, selection.runs.length];
        picking.clear();
        picking.setAnchor(0);
        await picking.extend(source, 2400);
        return [...all, selection.count, selection.runs.length];
    """) == [2500, 0, 2401, 1]


@pytest.fixture(scope="module")
def thousands(tmp_path_factory):
    return make_many(tmp_path_factory.mktemp("Thousands"), 2100)


@pytest.mark.slow
def test_a_range_of_thousands_is_changed_kept_and_handed_over(thousands, open_page):
    with PickerProcess("pick", thousands, "--print", "path") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        # The library is still being looked through, and new photos come before those that are there.
        expect(page.locator('.cell[data-index="0"]')).to_have_attribute("aria-label", re.compile("^img-02099"))
        page.locator('.cell[data-index="0"]').focus()
        with page.expect_response(lambda answer: answer.url.endswith("/session/selection") and answer.request.method == "POST") as sent:
            page.keyboard.press("Control+a")
        expect(page.locator(".bar-count")).to_have_text("2,100 selected")
        [part] = json.loads(sent.value.request.post_data)["parts"]
        assert (part["offset"], part["count"]) == (0, 2100)
        # Two are not meant, and none of an album's photos looks unselected.
        left_out = [page.locator(f'.cell[data-index="{index}"]') for index in (1, 3)]
        for each in left_out:
            each.click()
        expect(page.locator(".bar-count")).to_have_text("2,098 selected")
        names = [each.get_attribute("aria-label").split(",")[0] for each in left_out]
        # At once: what was not sent yet is sent as the page goes.
        page.reload()
        expect(page.locator(".bar-count")).to_have_text("2,098 selected")
        expect(page.locator('.cell[data-index="2"]')).to_have_attribute("aria-selected", "true")
        expect(left_out[0]).to_have_attribute("aria-selected", "false")
        page.locator(".bar-count").click()
        expect(page.locator(".tray-run")).to_have_text("2,098 items in a row")
        keep_screenshot(page, "tray-of-a-range")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Done").click()
        # Its paths are more than a pipe holds: they are read before the page has its answer.
        code, printed = picker.result()
        expect(page.locator(".message.is-picked")).to_contain_text("2,098")
    assert code == 0 and len(printed) == len(set(printed)) == 2098
    assert {os.path.basename(line) for line in printed}.isdisjoint(names)


def answer_as_sent(route: Route) -> None:
    """The server has 300 photos; to the page there are a million, and all runs are where they were."""
    missing = {"kind": None, "text": None, "first": None, "last": None, "except": []}
    parts = json.loads(route.request.post_data)["parts"]
    runs = [{**missing, **part, "part": place} for place, part in enumerate(parts) if "collection" in part]
    route.fulfill(json={"state": "pending", "runs": runs, "gone": []})


@pytest.mark.slow
def test_everything_of_a_million_is_selected_at_once(many, open_page):

    def prepare(page: Page) -> None:
        make_a_million(page)
        page.route("**/session/selection", answer_as_sent)

    with PickerProcess("serve", "--library", many, "--listen", "127.0.0.1:0") as picker, open_page(picker.link, expects_errors=True, prepare=prepare) as page:
        open_camera_roll(page)
        page.locator('.cell[data-index="0"]').focus()
        with page.expect_request(lambda request: request.url.endswith("/session/selection") and request.method == "POST") as sent:
            page.keyboard.press("Control+a")
        expect(page.locator(".bar-count")).to_have_text(f"{MILLION:,} selected")
        assert len(sent.value.post_data) < 10_000
        assert page.locator('.cell[aria-selected="false"]').count() == 0
        page.keyboard.press("End")
        expect(page.locator(f'.cell[data-index="{MILLION - 1}"]')).to_have_attribute("aria-selected", "true")


def test_what_a_limit_leaves_out_is_counted_in_the_album_that_is_selected(modules_page):
    assert run(modules_page, """
        const { Picking } = await import("/picking/picking.js");
        const said = [];
        const selection = new Selection(config(10));
        const picking = new Picking(selection, (message, options) => { if (!options?.isQuiet) said.push(message); });
        selection.add(assets(100, 105));
        await picking.selectAll(new AssetSource(library(7)));
        return said;
    """) == ["5 added, 2 left out: the limit is 10."]
