"""What is selected: its order, its runs, and what other modules make of it."""

from page_modules import run

# `mark` counts changes; `runAt` is a part of one list.
CHOSEN = """
    const listing = { collection: "c", kind: null, text: "", isReversed: false, isEverything: false };
    const runAt = (first, length, changes = {}) => ({ listing: { ...listing, ...changes }, first, length, total: 100, ends: null, except: new Set() });
    const selection = new Selection(config());
    let changes = 0;
    selection.addEventListener("change", () => { changes += 1; });
    const mark = (value) => { const count = changes; changes = 0; return [value ?? null, count]; };
"""


def test_photos_change_places_within_the_order_and_not_beyond_it(modules_page):
    assert run(modules_page, CHOSEN + """
        selection.add(["a", "b", "c", "d"].map(asset));
        mark();
        const steps = [["move", "a", 2], ["move", "b", -1], ["move", "d", 1], ["move", "x", 1], ["move", "c", 0], ["moveTo", "d", "b"], ["moveTo", "x", "a"], ["moveTo", "a", "x"]];
        return steps.map(([name, ...entries]) => { selection[name](...entries); return mark(selection.ids.join("")); });
    """) == [["bcad", 1], ["bcad", 0], ["bcad", 0], ["bcad", 0], ["bcad", 0], ["dbca", 1], ["dbca", 0], ["dbca", 0]]


def test_a_place_in_the_order_counts_the_photos_of_runs_before_it(modules_page):
    assert run(modules_page, CHOSEN + """
        selection.add([asset("a")]);
        selection.addRun(runAt(10, 10));
        selection.add([asset("z")]);
        selection.remove(["e"], () => ({ listing, index: 19 }));
        return [selection.position("a"), selection.position("x", { listing, index: 13 }), selection.position("z"), selection.position("x"), selection.position("e", { listing, index: 19 }), selection.count];
    """) == [1, 5, 11, 0, 0, 11]


def test_only_a_newer_version_of_what_is_selected_is_taken(modules_page):
    assert run(modules_page, CHOSEN + """
        selection.add([asset("a"), asset("b")]);
        mark();
        const edited = (id, version) => [{ localIdentifier: id, byteSize: 25, version }];
        return [edited("a", "1"), edited("x", "2"), edited("a", "2")].map((all) => { selection.update(all); return mark(selection.byteTotal); });
    """) == [[20, 0], [20, 0], [35, 1]]


def test_what_is_gone_is_news_once_and_stays_selected_until_it_is_taken_out(modules_page):
    assert run(modules_page, CHOSEN + """
        selection.add([asset("a"), asset("b")]);
        mark();
        const marked = [["a", "x"], ["a", "x"], ["a", "b", "x"], ["b"]].map((ids) => mark([selection.markGone(ids), selection.gone.length, selection.count]));
        return [...marked, mark(selection.removeGone()), selection.ids];
    """) == [[[True, 1, 2], 1], [[False, 1, 2], 0], [[True, 2, 2], 1], [[False, 1, 2], 1], [["b"], 1], ["a"]]


def test_clearing_gives_back_all_in_order_and_nothing_is_no_change(modules_page):
    assert run(modules_page, CHOSEN + """
        const nothing = mark(selection.clear());
        selection.add([asset("a")]);
        selection.addRun(runAt(0, 5));
        selection.add([asset("b")]);
        selection.remove([]);
        mark();
        const parts = selection.clear();
        const cleared = mark([parts.map((part) => part.localIdentifier ?? part.length), selection.count, selection.runs.length, selection.document]);
        selection.restore(parts);
        return [nothing, cleared, mark([selection.count, selection.runs.length, Object.keys(selection.document)])];
    """) == [[[], 0], [[["a", 5, "b"], 0, 0, {"assets": []}], 1], [[7, 1, ["parts"]], 1]]


def test_a_run_is_cut_exactly_where_another_one_is(modules_page):
    assert run(modules_page, CHOSEN + """
        const { without, overlap, isWithin } = await import("/picking/runs.js");
        const base = runAt(10, 10);
        const others = [runAt(0, 10), runAt(0, 11), runAt(14, 2), runAt(19, 5), runAt(20, 5), runAt(10, 10), runAt(12, 3, { kind: "raw" }), runAt(12, 3, { isReversed: true })];
        return others.map((other) => [without(base, [other]).map(({ first, length }) => [first, length]), overlap(base, other), isWithin(base, other)]);
    """) == [
        [[[10, 10]], 0, False], [[[11, 9]], 1, False], [[[10, 4], [16, 4]], 2, False], [[[10, 9]], 1, False], [[[10, 10]], 0, False], [[], 10, True],
        [[[10, 10]], 0, False], [[[10, 10]], 0, False],
    ]


def test_a_run_goes_to_the_session_and_comes_back_as_it_is(modules_page):
    assert run(modules_page, CHOSEN + """
        const { wireOf, runOf, offsetIn } = await import("/picking/runs.js");
        const full = { ...runAt(3, 9, { kind: "raw", text: "x", isReversed: true }), ends: ["a", "b"], except: new Set(["e"]) };
        const document = { collection: "c", offset: null, count: 4, kind: null, text: null, order: "default", first: "a", last: null, except: [] };
        const read = (changes) => { const made = runOf({ ...document, ...changes }, "c"); return [made.listing, made.first, made.length, made.total, made.ends, [...made.except]]; };
        const unknown = { ...runAt(0, 10), total: null };
        const mirrored = (index) => ({ listing: { ...listing, isReversed: true }, index });
        return [wireOf(full), wireOf(runAt(0, 2)), read({}), read({ ...wireOf(full), order: "reversed", first: "a", last: "b" }), read({ collection: "d" }),
            [offsetIn(unknown, mirrored(99)), offsetIn(runAt(0, 10), mirrored(99)), offsetIn(runAt(0, 10), mirrored(90)), offsetIn(runAt(0, 10), mirrored(89)), offsetIn(unknown, undefined)]];
    """) == [
        {"collection": "c", "offset": 3, "count": 9, "kind": "raw", "text": "x", "order": "reversed", "first": "a", "last": "b", "except": ["e"]},
        {"collection": "c", "offset": 0, "count": 2},
        [{"collection": "c", "kind": None, "text": "", "isReversed": False, "isEverything": True}, 0, 4, None, None, []],
        # Narrowed, it is not everything any more.
        [{"collection": "c", "kind": "raw", "text": "x", "isReversed": True, "isEverything": False}, 3, 9, None, ["a", "b"], ["e"]],
        [{"collection": "d", "kind": None, "text": "", "isReversed": False, "isEverything": False}, 0, 4, None, None, []],
        [-1, 0, 9, -1, -1],
    ]


def test_what_is_selected_is_listed_once_in_order_or_not_at_all(modules_page):
    assert run(modules_page, CHOSEN + """
        const { selectedAssets } = await import("/picking/listed.js");
        const before = window.fetch;
        let count = 300;
        window.fetch = async (url) => {
            const query = new URL(url, location.href).searchParams;
            return count === 0 ? new Response("{}", { status: 500 }) : new Response(JSON.stringify(await library(count)(Number(query.get("offset")), Number(query.get("limit")))));
        };
        selection.add([asset("7")]);
        selection.addRun({ ...runAt(195, 10), except: new Set(["199"]) });
        selection.addRun(runAt(6, 3));
        const ids = (await selectedAssets(selection)).map(({ localIdentifier }) => localIdentifier);
        const failures = [];
        for (count of [200, 0]) await selectedAssets(selection).catch((error) => failures.push(error.message));
        window.fetch = before;
        return [ids, failures];
    """) == [["7", "195", "196", "197", "198", "200", "201", "202", "203", "204", "6", "8"], ["the library changed", "500 "]]


def test_ranges_go_on_from_the_same_photo_when_its_place_changes(modules_page):
    assert run(modules_page, CHOSEN + """
        const { Picking } = await import("/picking/picking.js");
        let shift = 0;
        const source = new AssetSource(async (offset, limit) => {
            const page = await library(1000)(offset, limit);
            return { ...page, assets: page.assets.map(({ localIdentifier }) => asset(Number(localIdentifier) - shift)) };
        });
        await source.ensure(0, 0);
        const picking = new Picking(selection, () => {});
        const change = async (anchor, seen, [from, to], meanwhile = () => {}) => {
            picking.setAnchor(anchor);
            const follow = picking.watchAnchor(source, seen);
            meanwhile();
            shift += 3;
            await source.refresh(from, to);
            follow();
        };
        const found = [];
        const drawn = async (index) => { selection.clear(); await picking.extend(source, index); found.push(selection.ids); };
        await change(10, 0, [0, 50]);
        await drawn(15);
        // A range that began meanwhile is of what is on the screen now.
        await change(10, 0, [0, 50], () => picking.setAnchor(20));
        await drawn(21);
        // The anchor is not known any more: it went as far as what is seen.
        await source.ensure(300, 300);
        await change(10, 300, [250, 350]);
        await drawn(14);
        return found;
    """) == [["10", "11", "12"], ["14", "15"], ["4", "5"]]


def test_a_path_is_a_line_of_its_own_that_a_shell_reads_back(modules_page):
    assert run(modules_page, r"""
        const { pathLine } = await import("/picking/copy-paths.js");
        const line = (root, relativePath, bytes) => pathLine(root, { relativePath, relativePathBase64: bytes && btoa(String.fromCharCode(...bytes)) });
        return [line("/photos", "a b.jpg"), line("/", "it's \\.jpg"), line("/photos/", "夏.jpg"), line("/photos", "two\nlines' \\\t1.jpg"), line("/p", "\u2028"),
            line("/it's", "caf?1", [0x63, 0xe9, 0x31, 0x27, 0x7e, 0x7f])];
    """) == [
        "/photos/a b.jpg", "/it's \\.jpg", "/photos/夏.jpg", r"$'/photos/two\nlines\' \\\0111.jpg'", r"$'/p/\342\200\250'", r"$'/it\'s/c\3511\'~\177'",
    ]


def test_what_a_page_could_not_send_counts_for_a_minute(modules_page):
    assert run(modules_page, """
        const { keepUnsent, unsent, forgetUnsent } = await import("/picking/unsent.js");
        const key = "picker.unsent./picker/v1";
        const clock = Date.now;
        let time = 1_000_000;
        Date.now = () => time;
        forgetUnsent();
        const found = [unsent()];
        keepUnsent({ assets: ["a"] });
        for (const wait of [59_999, 1]) { time += wait; found.push(unsent()); }
        for (const text of ["{", "null", '{"time": 1060000}']) { sessionStorage.setItem(key, text); found.push(unsent()); }
        keepUnsent({ assets: [] });
        found.push(unsent());
        forgetUnsent();
        Date.now = clock;
        return [...found, unsent(), sessionStorage.getItem(key)];
    """) == [None, {"assets": ["a"]}, None, None, None, None, {"assets": []}, None, None]


def test_albums_and_folders_are_counted_and_shown_by_what_is_inside(modules_page):
    assert run(modules_page, """
        const { ownOf, childrenOf, postersOf, countOf, hasVideos } = await import("/libraries/album-tree.js");
        const made = (localIdentifier, type, parent, estimatedAssetCount, changes = {}) => ({ localIdentifier, type, parent, estimatedAssetCount, title: localIdentifier, posterUrl: estimatedAssetCount && `/${localIdentifier}`, ...changes });
        const tree = (count, videos = 0) => ({ collections: [
            made("trips", "folder", null, null), made("own", "album", null, 2, { title: "trips" }), made("alps", "album", "trips", 3), made("deep", "folder", "trips", null),
            made("b", "album", "deep", count), made("c", "album", "deep", 5), made("bare", "folder", null, null), made("v", "smart", null, videos, { subtype: "videos" }),
        ] });
        const known = tree(4);
        const [trips, own, alps, deep, , , bare] = known.collections;
        return [
            [trips, own, deep].map((each) => ownOf(known, each)?.localIdentifier ?? null), childrenOf(known, "trips").map((each) => each.localIdentifier), childrenOf(known, "none"),
            [trips, deep, alps, bare].map((each) => postersOf(known, each)), [trips, deep, alps, bare].map((each) => countOf(known, each)),
            countOf(tree(null), trips), [0, 1, null].map((count) => hasVideos(tree(4, count))), hasVideos({ collections: [] }),
        ];
    """) == [
        ["own", None, None], ["alps", "deep"], [], [["/own", "/alps", "/b", "/c"], ["/b"], ["/alps"], []], [14, 9, 3, 0], None, [False, True, True], False,
    ]


def test_folders_that_are_inside_of_each_other_are_shown_and_end(modules_page):
    assert run(modules_page, """
        const { childrenOf, postersOf, countOf } = await import("/libraries/album-tree.js");
        const made = (localIdentifier, type, parent, estimatedAssetCount = null) => ({ localIdentifier, type, parent, estimatedAssetCount, title: localIdentifier, posterUrl: null });
        const circles = { collections: [made("a", "folder", "b"), made("b", "folder", "a"), made("self", "folder", "self"), made("in", "album", "b", 3)] };
        return [childrenOf(circles, null).map((each) => each.localIdentifier), circles.collections.map((each) => countOf(circles, each)), postersOf(circles, circles.collections[0])];
    """) == [["a", "b", "self"], [0, 3, 0, 3], []]


# What is said, loudly only, while photos of a list are picked.
PICKED = """
    const { Picking } = await import("/picking/picking.js");
    const { strings } = await import("/strings.js");
    const said = [];
    const begin = (limits, changes = {}) => {
        const selection = new Selection({ ...config(limits), ...changes });
        const picking = new Picking(selection, (message, { isQuiet = false } = {}) => { if (!isQuiet) said.push(message); });
        return { selection, picking };
    };
    const listed = async (count, isEverything = false) => {
        const source = new AssetSource(library(count), { collection: "c", kind: null, text: "", isReversed: false, isEverything });
        await source.ensure(0, 0);
        return source;
    };
"""


def test_a_limit_keeps_what_is_nearest_to_where_a_range_began_and_says_what_it_leaves_out(modules_page):
    assert run(modules_page, PICKED + """
        const source = await listed(100);
        const { selection, picking } = begin(3);
        picking.setAnchor(10);
        await picking.extend(source, 5);
        const found = [selection.ids];
        await picking.extend(source, 12);
        found.push(selection.ids);
        picking.toggle(source.at(50), source, 50);
        found.push(selection.ids, said.pop() === strings.atLimit(3, "any"));
        await picking.toggleRange(source, 10, 12);
        found.push(selection.ids);
        await picking.toggleRange(source, 20, 24);
        return [...found, selection.ids, said];
    """) == [
        ["10", "9", "8"], ["10", "11", "12"], ["10", "11", "12"], True, [], ["20", "21", "22"],
        ["3 added, 3 left out: the limit is 3.", "3 added, 2 left out: the limit is 3."],
    ]


def test_all_photos_take_the_place_of_what_was_picked_unless_the_order_matters(modules_page):
    assert run(modules_page, PICKED + """
        const source = await listed(3000, true);
        const found = [];
        for (const ordered of [false, true]) {
            const { selection, picking } = begin(null, { ordered });
            selection.add([asset("x")]);
            await picking.selectAll(source);
            found.push([selection.ids, selection.runs.map(({ length, except }) => [length, [...except]]), selection.count]);
        }
        // Shorter lists, and those of which not all fits, are selected photo by photo.
        for (const [count, limit] of [[2000, null], [3000, 2999], [3000, 3000]]) {
            const { selection, picking } = begin(limit);
            await picking.selectAll(await listed(count));
            found.push([selection.ids.length, selection.runs.length]);
        }
        return [found, said];
    """) == [[
        [[], [[3000, []]], 3000], [["x"], [[3000, ["x"]]], 3000], [2000, 0], [2999, 0], [0, 1],
    ], ["Selecting…", "Selecting…", "2,999 added, 1 left out: the limit is 2,999."]]


def test_of_a_long_list_sixty_windows_are_kept_which_were_looked_at_last(modules_page):
    assert run(modules_page, """
        const source = new AssetSource(library(20000));
        for (let number = 0; number < 60; number += 1) await source.ensure(number * 200, number * 200);
        const all = source.at(0) !== undefined;
        await source.ensure(0, 0);
        await source.ensure(12000, 12000);
        const runs = [source.run(0, 400), source.run(0, 200)].map(({ first, length, total, ends }) => [first, length, total, ends]);
        return [all, source.at(0) !== undefined, source.at(200) === undefined, source.at(400) !== undefined, source.indexOf("12000"), source.indexOf("200"), runs];
    """) == [True, True, True, True, 12_000, -1, [[0, 401, 20_000, ["0", "400"]], [0, 201, 20_000, None]]]


def test_who_has_enough_of_a_list_or_left_it_asks_for_no_more(modules_page):
    assert run(modules_page, """
        const asked = [];
        const source = new AssetSource((offset, limit) => { asked.push(offset); return library(1000)(offset, limit); });
        const pieces = [];
        const isWhole = await source.enumerate(150, 900, (piece) => { pieces.push(piece.length); return pieces.length < 2; });
        let changes = 0;
        source.addEventListener("change", () => { changes += 1; });
        const late = source.ensure(600, 600);
        source.dispose();
        await late;
        return [isWhole, pieces, asked, changes, source.at(600) === undefined];
    """) == [True, [50, 200], [0, 200, 600], 0, True]


def test_of_one_photo_alone_it_is_not_said_that_several_can_be_selected(modules_page):
    assert run(modules_page, """
        const { GridView } = await import("/grid/grid-view.js");
        const { Picking } = await import("/picking/picking.js");
        const album = { localIdentifier: "c", title: "c", type: "album", estimatedAssetCount: 9, parent: null, posterUrl: null };
        return [null, 5, 1].map((limit) => {
            const selection = new Selection(config(limit));
            const grid = new GridView(album, selection, new Picking(selection, () => {}), { kind: null, text: "" }, false);
            document.body.append(grid);
            const said = grid.querySelector("[role=listbox]").getAttribute("aria-multiselectable");
            grid.remove();
            return said;
        });
    """) == ["true", "true", "false"]
