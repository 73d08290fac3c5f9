"""The page's rules without a server: selecting, ranges, windows of assets, arithmetic of the grid."""

import base64
import json
import re
from pathlib import Path

import pytest

from page_modules import MODULES, run


def test_the_page_names_all_its_modules_at_once():
    """Otherwise a browser learns of each only from the one that imports it: six questions after each other."""
    page = MODULES.parent
    found: set[Path] = set()
    pending = [page / "app.js"]
    while pending:
        module = pending.pop()
        imported = re.findall(r'^(?:import|export)\b[^;]*?from\s+"(\.[^"]+)"', module.read_text(), re.MULTILINE)
        new = {(module.parent / path).resolve() for path in imported} - found
        found |= new
        pending += new
    named = re.findall(r'<link rel="modulepreload" href="/page/([^"]+)">', (page / "index.html").read_text())
    assert named == sorted(str(module.relative_to(page)) for module in found)


def test_the_selection_keeps_the_order_and_the_limit(modules_page):
    assert run(modules_page, """
        const selection = new Selection(config(2));
        selection.toggle(asset("b"));
        selection.toggle(asset("a"));
        const third = selection.toggle(asset("c"));
        return [selection.ids, third, selection.byteTotal, selection.isAtLimit, selection.position("a")];
    """) == [["b", "a"], False, 20, True, 2]


def test_with_a_limit_of_one_a_choice_replaces_the_other(modules_page):
    assert run(modules_page, """
        const selection = new Selection(config(1));
        selection.toggle(asset("a"));
        selection.toggle(asset("b"));
        return selection.ids;
    """) == ["b"]


def test_done_needs_the_minimum_and_at_least_one(modules_page):
    assert run(modules_page, """
        const none = new Selection(config());
        const two = new Selection(config(null, 2));
        two.add(assets(0, 1));
        const before = two.isEnough;
        two.add(assets(1, 2));
        return [none.isEnough, before, two.isEnough];
    """) == [False, False, True]


def test_a_range_takes_back_only_what_it_took(modules_page):
    assert run(modules_page, """
        const selection = new Selection(config(4));
        selection.add([asset(2)]);
        const gesture = new RangeGesture(selection);
        const wide = gesture.cover(assets(0, 6));
        const idsWide = selection.ids;
        gesture.cover(assets(0, 1));
        return [idsWide, wide.leftOut, selection.ids];
    """) == [["2", "0", "1", "3"], 2, ["2", "0"]]


def test_windows_are_fetched_where_one_looks(modules_page):
    assert run(modules_page, """
        const asked = [];
        const load = library(100000);
        const source = new AssetSource((offset, limit, signal) => (asked.push(offset), load(offset, limit, signal)));
        await source.ensure(0, 30);
        await source.ensure(70010, 70030);
        await source.ensure(70011, 70031);
        return [asked, source.count, source.at(70010).localIdentifier, source.at(50) !== undefined, source.at(300) === undefined];
    """) == [[0, 70000], 100000, "70010", True, True]


def test_an_unknown_total_grows_until_the_end(modules_page):
    assert run(modules_page, """
        const source = new AssetSource(library(450, { total: null, most: 90 }));
        const counts = [source.count];
        for (const index of [0, 200, 400]) {
            await source.ensure(index, index);
            counts.push(source.count);
        }
        return [counts, source.total];
    """) == [[200, 400, 600, 450], 450]


def test_enumerating_passes_through_unseen_windows_in_order(modules_page):
    assert run(modules_page, """
        const source = new AssetSource(library(1000));
        const seen = [];
        await source.enumerate(150, 649, (piece) => (seen.push(...piece.map((each) => Number(each.localIdentifier))), true));
        return [seen.length, seen[0], seen.at(-1), seen.every((value, place) => value === 150 + place)];
    """) == [500, 150, 649, True]


def test_a_refresh_after_deletions_finds_the_new_end(modules_page):
    assert run(modules_page, """
        let count = 1000;
        const source = new AssetSource((offset, limit) => library(count)(offset, limit));
        await source.ensure(900, 950);
        count = 120;
        await source.refresh(900, 950);
        return [source.total, source.at(119).localIdentifier, source.at(120) === undefined];
    """) == [120, "119", True]


def test_a_window_of_before_a_refresh_is_asked_for_again(modules_page):
    assert run(modules_page, """
        let count = 1000;
        /** @type {(() => void)[]} */
        const held = [];
        const asked = [];
        const source = new AssetSource(async (offset, limit) => {
            const page = await library(count)(offset, limit);
            asked.push([offset, count]);
            // The first answer of the second window is long on its way.
            if (offset === 200 && count === 1000) await new Promise((go) => held.push(go));
            return page;
        });
        await source.ensure(0, 0);
        const seen = [];
        const collected = source.enumerate(200, 399, (piece) => (seen.push(...piece), true));
        while (held.length === 0) await new Promise((go) => setTimeout(go));
        count = 300;
        await source.refresh(0, 0);
        held[0]();
        await collected;
        return [source.total, seen.length, asked.at(-1), source.at(300) === undefined];
    """) == [300, 100, [200, 300], True]


def test_a_failed_window_is_told_and_can_be_asked_again(modules_page):
    assert run(modules_page, """
        let isBroken = true;
        const load = library(10);
        const source = new AssetSource((...call) => (isBroken ? Promise.reject(new Error("gone")) : load(...call)));
        const messages = [];
        source.addEventListener("failure", (event) => messages.push(event.detail.message));
        await source.ensure(0, 5);
        isBroken = false;
        await source.ensure(0, 5);
        return [messages, source.total];
    """) == [["gone"], 10]


def test_a_window_that_was_refused_for_the_moment_is_looked_at_again(modules_page):
    assert run(modules_page, """
        const { ApiError } = await import("/api.js");
        const load = library(1000);
        const refusals = [new ApiError(503, "BUSY", "", 0.01), new ApiError(429, "RATE_LIMITED", "", 0.01)];
        const source = new AssetSource(async (...call) => {
            const refusal = call[0] >= 200 ? refusals.pop() : undefined;
            if (refusal) throw refusal;
            return load(...call);
        });
        await source.ensure(0, 0);
        // As a grid does that shows these.
        const look = () => source.ensure(210, 230);
        source.addEventListener("change", look);
        await look();
        for (let step = 0; step < 300 && !source.at(210); step += 1) await new Promise((go) => setTimeout(go, 10));
        return source.at(210)?.localIdentifier;
    """) == "210"


@pytest.mark.parametrize(("key", "start", "end"), [
    ("ArrowRight", 0, 1), ("ArrowLeft", 0, 0), ("ArrowDown", 3, 8), ("ArrowDown", 8, 11), ("ArrowDown", 10, 10),
    ("ArrowUp", 7, 2), ("ArrowUp", 2, 2), ("Home", 9, 0), ("End", 0, 11), ("PageDown", 1, 11), ("PageUp", 11, 1),
    ("x", 4, None),
])
def test_keys_move_as_in_a_grid_with_a_short_last_row(modules_page, key, start, end):
    # Twelve photos in five columns: rows of 5, 5 and 2, three of which are in view.
    assert run(modules_page, f"""
        const grid = {{ columns: 5, cell: 100, gap: 4, pitch: 104 }};
        return layout.moveBy(grid, "{key}", {{ index: {start}, count: 12, rowsInView: 3 }});
    """) == end


def test_only_the_rows_near_the_screen_are_laid_out(modules_page):
    assert run(modules_page, """
        const grid = layout.layoutFor(1200, { target: 188, gap: 6 });
        const { first, last } = layout.rangeInView(grid, { top: 1e6, height: 800, count: 100000, overscan: 2 });
        return [grid.columns, first % grid.columns, last - first < 60, layout.heightOf(grid, 0)];
    """) == [6, 0, True, 0]


def placeholder(header: list[int], cells: bytes) -> str:
    return base64.urlsafe_b64encode(bytes(header) + cells).decode().rstrip("=")


def test_a_placeholder_becomes_an_image_of_its_cells(modules_page):
    opaque = placeholder([1, 0, 2, 1], bytes([255, 0, 0, 250, 251, 252]))
    upright = placeholder([1, 0, 1, 3], bytes([1, 2, 3, 4, 5, 6, 7, 8, 9]))
    clear = placeholder([1, 1, 1, 2], bytes([9, 8, 7, 255, 0, 0, 0, 0]))
    assert run(modules_page, f"""
        const {{ placeholderElement }} = await import("/grid/placeholder.js");
        const read = async (text) => {{
            const image = new Image();
            image.src = placeholderElement(text).style.backgroundImage.match(/url\\("(.*)"\\)/)[1];
            await image.decode();
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0);
            return [canvas.width, canvas.height, ...context.getImageData(0, 0, canvas.width, canvas.height).data];
        }};
        return [await read("{opaque}"), await read("{upright}"), await read("{clear}")];
    """) == [
        [2, 1, 255, 0, 0, 255, 250, 251, 252, 255],
        [1, 3, 1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255],
        [1, 2, 9, 8, 7, 255, 0, 0, 0, 0],
    ]


@pytest.mark.parametrize(("header", "length"), [
    ([2, 0, 2, 2], 12), ([1, 2, 2, 2], 12), ([1, 0, 0, 2], 0), ([1, 0, 2, 2], 11), ([1, 0, 2, 2], 13),
    ([1, 0, 9, 1], 27), ([1, 1, 8, 1], 32), ([1], 0),
])
def test_what_is_no_placeholder_is_passed_over(modules_page, header, length):
    text = placeholder(header, bytes(length))
    assert run(modules_page, f"""
        const {{ placeholderElement }} = await import("/grid/placeholder.js");
        return [placeholderElement("{text}"), placeholderElement("?!")];
    """) == [None, None]


@pytest.mark.parametrize(("text", "shown"), [("AQABAf8AAA", 1), ("broken", 0), (None, 0)])
def test_a_cell_shows_the_placeholder_until_the_thumbnail_is_there(modules_page, text, shown):
    assert run(modules_page, f"""
        const {{ GridCell }} = await import("/grid/grid-cell.js");
        const cell = new GridCell();
        cell.use(0);
        const placeholder = {json.dumps(text)};
        cell.show({{ ...asset("a"), filename: "a.jpg", mediaType: "image", mediaSubtypes: [], creationDate: null, duration: null, placeholder }}, 128, 1);
        const found = cell.root.querySelectorAll(".cell-frame .cell-preview").length;
        cell.dispose();
        return found;
    """) == shown


def test_a_cell_says_what_its_thumbnail_does_not_show(modules_page):
    assert run(modules_page, """
        const { GridCell } = await import("/grid/grid-cell.js");
        const badges = (mediaType, mediaSubtypes, duration = null, availability = "local") => {
            const cell = new GridCell();
            cell.use(0);
            cell.show({ ...asset("a"), filename: "a.jpg", mediaType, mediaSubtypes, creationDate: null, duration, availability, placeholder: null }, 128, 1);
            const found = [...cell.root.querySelectorAll(".cell-badge")].map((badge) => badge.textContent);
            cell.dispose();
            return found;
        };
        const special = (namesFormat, uniformTypeIdentifier, mediaSubtypes, hasAdjustments = false) => {
            const cell = new GridCell(namesFormat);
            cell.use(0);
            cell.show({ ...asset("a"), filename: "a", mediaType: "image", mediaSubtypes, hasAdjustments, uniformTypeIdentifier, creationDate: null, duration: null, placeholder: null }, 128, 1);
            const found = [...cell.root.querySelectorAll(".cell-badge")].map((badge) => badge.textContent);
            cell.dispose();
            return found;
        };
        return [special(true, "public.heic", []), special(false, "public.heic", []), special(true, "public.jpeg", ["hdr", "panorama"]),
            special(false, "public.jpeg", ["burst"], true),
            badges("image", []), badges("image", ["livePhoto"]), badges("image", ["raw"]), badges("image", ["livePhoto", "raw"]),
            badges("video", [], 65), badges("video", []),
            badges("image", [], null, "remote"), badges("image", ["raw"], null, "offline")];
    """) == [["HEIC"], [], ["Panorama", "HDR"], ["Burst", "Edited"], [], ["Live"], ["RAW"], ["Live", "RAW"], ["1:05"], [""], [], ["RAW", "Offline"]]


def test_a_place_of_the_canvas_is_the_nearest_cell(modules_page):
    places = {(0, 0): 0, (103, 0): 0, (104, 0): 1, (519, 0): 4, (900, 110): 9, (-5, -9): 0, (300, 900): 11}
    assert run(modules_page, f"""
        const grid = {{ columns: 5, cell: 100, gap: 4, pitch: 104 }};
        return {json.dumps(list(places))}.map(([x, y]) => layout.indexAt(grid, {{ x, y, count: 12 }}));
    """) == list(places.values())


def test_the_grid_scrolls_along_near_its_edges(modules_page):
    speeds = {300: 0, 100: -24, 20: -24, 132: -12, 164: 0, 500: 24, 468: 12}
    assert run(modules_page, f"""
        const {{ scrollOf }} = await import("/press-drag.js");
        return {list(speeds)}.map((y) => scrollOf(y, {{ top: 100, bottom: 500 }}));
    """) == list(speeds.values())


@pytest.mark.parametrize(("message", "name", "sentence"), [
    ("a.heic is HEIC; install it", "a.heic", "HEIC; install it"),
    ("a.jpg: the data ends too early", "a.jpg", "The data ends too early"),
    ("the file is damaged", "a.jpg", "The file is damaged"),
    ("other.jpg is gone", "a.jpg", "other.jpg is gone"),
])
def test_reasons_read_as_sentences_beside_a_file_name(modules_page, message, name, sentence):
    assert run(modules_page, f"""
        const {{ formatReason }} = await import("/format.js");
        return formatReason("{message}", "{name}");
    """) == sentence


@pytest.mark.parametrize(("tag", "sentences"), [
    ("en", ["1 photo", "2 photos", "1 video was handed over.", "0 items were handed over.", "1 path copied", "1,200 paths copied", "Choose a photo",
            "Choose up to 3 photos or videos", "Choose 3 videos", "Choose at least 2 photos"]),
    ("zh-Hans", ["1 张照片", "2 张照片", "已交付 1 个视频。", "已交付 0 个项目。", "已复制 1 个路径", "已复制 1,200 个路径", "请选择一张照片",
                 "最多可选择 3 个照片或视频", "请选择 3 个视频", "请至少选择 2 张照片"]),
])
def test_sentences_follow_the_plurals_of_their_language(modules_page, tag, sentences):
    assert run(modules_page, f"""
        const {{ catalogues }} = await import("/strings.js");
        const say = catalogues["{tag}"];
        return [say.things(1, "image"), say.things(2, "image"), say.picked(1, "video"), say.picked(0, "any"), say.copied(1), say.copied(1200),
            say.invitation(1, 0, "image"), say.invitation(3, 0, "any"), say.invitation(3, 3, "video"), say.invitation(null, 2, "image")];
    """) == sentences


def test_the_first_language_that_there_is_is_spoken(modules_page):
    wanted = [["zh-CN", "en"], ["zh-TW"], ["en-GB"], ["de-DE", "en-GB"], ["de"], [], ["en-US@posix"], ["en-XB"]]
    assert run(modules_page, f"""
        const {{ languageFor }} = await import("/language.js");
        return {json.dumps(wanted)}.map((tags) => [languageFor(tags).tag, languageFor(tags).format]);
    """) == [["zh-Hans", "zh-Hans"], ["zh-Hans", "zh-Hans"], ["en", "en-GB"], ["en", "en-GB"], ["en", "en"], ["en", "en"], ["en", "en"], ["en-XB", "en"]]


def test_how_far_reading_is_says_what_is_known(modules_page):
    assert run(modules_page, """
        const { strings } = await import("/strings.js");
        return [[0, null], [1200, null], [1200, 34000]].map(([done, total]) => strings.readingProgress({ done, total }));
    """) == ["", "1,200 so far", "1,200 of 34,000"]


def test_what_was_refused_for_the_moment_is_asked_for_again_ever_later_and_not_for_ever(modules_page):
    assert run(modules_page, """
        const { ApiError } = await import("/api.js");
        const { pauseBefore } = await import("/failure.js");
        const busy = new ApiError(503, "BUSY", "");
        const all = [1, 2, 5, 6].map((repetition) => pauseBefore(busy, repetition));
        const said = [7, 600].map((seconds) => pauseBefore(new ApiError(429, "RATE_LIMITED", "", seconds), 1));
        const lasting = [[503, "OFFLINE"], [0, "OFFLINE"], [404, "NOT_FOUND"], [415, "CORRUPT_MEDIA"], [500, "INTERNAL"]].map(([code, status]) => pauseBefore(new ApiError(code, status, ""), 1));
        return [all, said, lasting, pauseBefore(new Error("busy"), 1)];
    """) == [[2000, 4000, 32000, None], [7000, 60000], [None] * 5, None]
