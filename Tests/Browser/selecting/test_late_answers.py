"""Answers of a server that come in another order than they were asked for, or not at all."""

from page_modules import run

# 400 photos, of which the second half is refused until `isBroken` is false.
HALF = """
    const { Picking } = await import("/picking/picking.js");
    const load = library(400);
    let isBroken = true;
    const source = new AssetSource(async (offset, limit) => {
        if (offset >= 200 && isBroken) throw new Error("busy");
        return load(offset, limit);
    });
    await source.ensure(0, 0);
    const said = [];
    const selection = new Selection(config());
    const picking = new Picking(selection, (message) => said.push(message));
"""


def test_what_is_selected_is_sent_after_what_was_sent_before_is_answered(modules_page):
    assert run(modules_page, """
        const { SelectionKeeper } = await import("/picking/selection-keeper.js");
        const before = window.fetch;
        const answer = (body) => new Response(JSON.stringify(body));
        const sent = [];
        /** @type {(() => void)[]} */
        const held = [];
        window.fetch = async (_, { method, body }) => {
            if (method !== "POST") return answer({ total: 0, assets: [], runs: [], next: null });
            sent.push(JSON.parse(body).assets);
            await new Promise((go) => held.push(go));
            return answer({ state: "pending", runs: [], gone: [] });
        };
        const sentOf = async (count) => { while (sent.length < count) await new Promise((go) => setTimeout(go, 20)); };
        const selection = new Selection(config());
        await new SelectionKeeper(selection, () => {}, () => null).start(Promise.resolve());
        selection.add([asset("a")]);
        await sentOf(1);
        selection.add([asset("b")]);
        await new Promise((go) => setTimeout(go, 500));
        const early = sent.length;
        held[0]();
        await sentOf(2);
        held[1]();
        window.fetch = before;
        return [early, sent];
    """) == [1, [["a"], ["a", "b"]]]


def test_a_refresh_that_answers_late_does_not_undo_a_later_one(modules_page):
    assert run(modules_page, """
        let count = 1000;
        /** @type {(() => void)[]} */
        const held = [];
        let isSlow = false;
        const source = new AssetSource(async (offset, limit) => {
            const page = await library(count)(offset, limit);
            if (isSlow) await new Promise((go) => held.push(go));
            return page;
        });
        await source.ensure(0, 0);
        isSlow = true;
        const late = source.refresh(0, 0);
        while (held.length === 0) await new Promise((go) => setTimeout(go));
        isSlow = false;
        count = 300;
        await source.refresh(0, 0);
        held[0]();
        await late;
        return source.total;
    """) == 300


def test_of_an_album_that_does_not_come_whole_nothing_is_deselected(modules_page):
    assert run(modules_page, HALF + """
        selection.add(assets(0, 200));
        await picking.toggleRange(source, 0, 399);
        const counts = [selection.count];
        isBroken = false;
        await picking.toggleRange(source, 0, 399);
        return [...counts, selection.count];
    """) == [200, 400]


def test_a_range_that_does_not_come_whole_is_not_said_to_be_selected(modules_page):
    assert run(modules_page, HALF + """
        await picking.extend(source, 399);
        const count = selection.count;
        await picking.selectAll(source);
        return [count, said];
    """) == [0, ["Selecting…"]]


def test_days_that_come_late_do_not_undo_later_ones(modules_page):
    assert run(modules_page, """
        const { GridDates } = await import("/grid/grid-dates.js");
        const before = window.fetch;
        /** @type {((total: number) => void)[]} */
        const held = [];
        window.fetch = async () => {
            const total = await new Promise((go) => held.push(go));
            return new Response(JSON.stringify({ total, days: [null], counts: [total] }));
        };
        const grid = Object.assign(new EventTarget(), { collection: { localIdentifier: "c" }, narrowing: { kind: null, text: "" }, source: { total: 300 } });
        const dates = new GridDates(grid, false);
        const [late, latest] = [dates.load(), dates.load()];
        held[1](300);
        await latest;
        held[0](1000);
        await late;
        window.fetch = before;
        // There are days to show.
        return dates.isBehind;
    """)


# Two lists of 400 photos; the second half of each comes when `go` is called.
HELD = """
    const { Picking } = await import("/picking/picking.js");
    let go = () => {};
    const gate = new Promise((open) => { go = open; });
    const held = async (name) => {
        const source = new AssetSource(async (offset, limit) => {
            const page = await library(400)(offset, limit);
            if (offset >= 200) await gate;
            return { ...page, assets: page.assets.map((each) => ({ ...each, localIdentifier: name + each.localIdentifier })) };
        });
        await source.ensure(0, 0);
        return source;
    };
    const selection = new Selection(config());
    const picking = new Picking(selection, () => {});
"""


def test_what_is_cleared_while_it_is_being_selected_stays_cleared(modules_page):
    assert run(modules_page, HELD + """
        const source = await held("a");
        const all = picking.selectAll(source);
        while (selection.count === 0) await new Promise((next) => setTimeout(next));
        const day = picking.toggleRange(source, 100, 399);
        picking.clear();
        go();
        await Promise.all([all, day]);
        return selection.count;
    """) == 0


def test_who_selects_one_album_after_the_other_gets_both(modules_page):
    assert run(modules_page, HELD + """
        const albums = [await held("a"), await held("b")].map((source) => picking.toggleRange(source, 0, 399));
        go();
        await Promise.all(albums);
        return selection.count;
    """) == 800


def test_an_answer_that_breaks_off_is_none(modules_page):
    assert run(modules_page, """
        const { fetchImage, fetchSession } = await import("/api.js");
        const before = window.fetch;
        window.fetch = async () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError("network error")) }));
        const found = [];
        for (const ask of [() => fetchSession(), () => fetchImage("/image", new AbortController().signal, 4)]) {
            await ask().catch((error) => found.push([error.isOffline, error.message]));
        }
        window.fetch = before;
        return found;
    """) == [[True, "Picker is not answering"]] * 2


def test_photos_that_cannot_be_reached_are_not_asked_for_after_the_end(modules_page):
    assert run(modules_page, """
        const { ReachNote, reportUnreached } = await import("/libraries/reach-note.js");
        const { ApiError } = await import("/api.js");
        const note = new ReachNote();
        const heard = [];
        note.addEventListener("reached", () => heard.push("reached"));
        let [asked, go] = [0, () => {}];
        reportUnreached(new ApiError(503, "OFFLINE", "photos.example cannot be reached"), () => {
            asked += 1;
            return new Promise((open) => { go = open; });
        });
        const retry = note.root.querySelector("button");
        retry.click();
        note.stop();
        go();
        await new Promise((next) => setTimeout(next));
        retry.click();
        return [asked, heard];
    """) == [1, []]


def test_a_selection_outlives_its_page_only_as_far_as_browsers_let_it(modules_page):
    assert run(modules_page, """
        const { keepSelection } = await import("/api.js");
        const before = window.fetch;
        const kept = [];
        window.fetch = async (_, { keepalive, signal }) => {
            kept.push([keepalive === true, signal !== undefined]);
            return new Response("{}");
        };
        // As many letters, of one byte and of three.
        for (const letter of ["a", "夏"]) await keepSelection({ assets: [letter.repeat(40_000)] }, new AbortController().signal, true);
        // As in a browser that knows nothing of it.
        const known = Object.getOwnPropertyDescriptor(Request.prototype, "keepalive");
        delete Request.prototype.keepalive;
        await keepSelection({ assets: ["a"] }, new AbortController().signal, true);
        Object.defineProperty(Request.prototype, "keepalive", known);
        window.fetch = before;
        return kept;
    """) == [[True, False], [False, True], [False, True]]


def test_a_large_selection_that_was_changed_as_its_page_went_is_sent_by_the_next_page(modules_page):
    assert run(modules_page, """
        const { SelectionKeeper } = await import("/picking/selection-keeper.js");
        const before = window.fetch;
        const answer = (body) => new Response(JSON.stringify(body));
        const asked = [];
        let isLeaving = true;
        window.fetch = async (_, { method, body }) => {
            if (method !== "POST") {
                asked.push("read");
                return answer({ total: 0, assets: [], runs: [], next: null });
            }
            // A browser ends with a page what is on its way from it.
            if (isLeaving) throw new TypeError("Failed to fetch");
            asked.push(JSON.parse(body).assets.length);
            return answer({ state: "pending", runs: [], gone: [] });
        };
        const open = async (selection) => {
            const keeper = new SelectionKeeper(selection, () => {}, () => null);
            await keeper.start(Promise.resolve());
            return keeper;
        };
        const selection = new Selection(config());
        const left = await open(selection);
        selection.add([asset("a".repeat(70_000)), asset("b")]);
        dispatchEvent(new Event("pagehide"));
        await new Promise((go) => setTimeout(go));
        left.pause();
        isLeaving = false;
        await open(new Selection(config()));
        await open(new Selection(config()));
        window.fetch = before;
        return asked;
    """) == ["read", 2, "read", "read"]


def test_a_photo_that_is_on_the_screen_is_opened_before_those_around_it_have_come(modules_page):
    assert run(modules_page, """
        const { PhotoViewer } = await import("/viewer/viewer.js");
        const { Picking } = await import("/picking/picking.js");
        const photo = (each) => ({ ...each, filename: `${each.localIdentifier}.jpg`, mediaType: "image", mediaSubtypes: [], pixelWidth: 8, pixelHeight: 6 });
        const source = new AssetSource(async (offset, limit) => {
            // After a jump the screen alone is asked for first; its window is long on its way.
            if (offset === 5000 && limit === 200) await new Promise(() => {});
            const page = await library(10000)(offset, limit);
            return { ...page, assets: page.assets.map(photo) };
        });
        await source.ensure(0, 0);
        source.ensureAround(5010, 5040);
        while (!source.at(5020)) await new Promise((go) => setTimeout(go));
        const selection = new Selection(config());
        const viewer = new PhotoViewer(selection, new Picking(selection, () => {}));
        document.body.append(viewer);
        const index = source.indexOf("5020");
        viewer.open(source, index);
        const shown = viewer.querySelector(".viewer-title").textContent;
        viewer.close();
        viewer.remove();
        return [index, shown];
    """) == [5020, "5020.jpg"]


def test_posters_of_albums_that_were_lost_on_their_way_are_asked_for_again(modules_page):
    assert run(modules_page, """
        const { AlbumsView } = await import("/albums-view.js");
        const before = window.fetch;
        const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        const image = await (await fetch(pixel)).blob();
        let asked = 0;
        window.fetch = async (url) => {
            if (!url.includes("/poster")) return new Response(JSON.stringify({ library: [] }));
            asked += 1;
            if (asked === 1) throw new TypeError("Failed to fetch");
            return new Response(image);
        };
        const album = { localIdentifier: "s", title: "Summer", type: "album", estimatedAssetCount: 3, parent: null, posterUrl: "/poster" };
        const found = { collections: [album], cameraRoll: "all", ownAlbum: null };
        const index = { state: "ready", done: null, total: null, message: null };
        const view = new AlbumsView(found, null, index, "any", true);
        // On the screen, where icons without a style are too large for it: what is not there is not asked for.
        const style = document.createElement("style");
        style.textContent = "svg { width: 1em; height: 1em }";
        document.head.append(style);
        document.body.prepend(view);
        const until = async (isTrue) => { for (let step = 0; step < 300 && !isTrue(); step += 1) await new Promise((go) => setTimeout(go, 10)); };
        await until(() => asked === 1);
        await new Promise((go) => setTimeout(go, 10));
        // As the page does when Picker answers again; nothing has changed.
        view.update(found, index);
        await until(() => view.querySelector(".poster img") !== null);
        const hasPoster = view.querySelector(".poster img") !== null;
        view.remove();
        style.remove();
        window.fetch = before;
        return hasPoster;
    """)


def test_posters_that_are_slow_come_while_photos_are_read(modules_page):
    assert run(modules_page, """
        const { AlbumsView } = await import("/albums-view.js");
        const before = window.fetch;
        const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        const image = await (await fetch(pixel)).blob();
        let go = () => {};
        const gate = new Promise((open) => { go = open; });
        let asked = 0;
        window.fetch = async (url) => {
            if (!url.includes("/poster")) return new Response(JSON.stringify({ library: [] }));
            asked += 1;
            await gate;
            return new Response(image);
        };
        const album = { localIdentifier: "s", title: "Summer", type: "album", parent: null, posterUrl: "/poster" };
        const found = (estimatedAssetCount) => ({ collections: [{ ...album, estimatedAssetCount }], cameraRoll: "all", ownAlbum: null });
        const index = { state: "reading", done: 1, total: null, message: null };
        const view = new AlbumsView(found(1), null, index, "any", true);
        const style = document.createElement("style");
        style.textContent = "svg { width: 1em; height: 1em }";
        document.head.append(style);
        document.body.prepend(view);
        const until = async (isTrue) => { for (let step = 0; step < 300 && !isTrue(); step += 1) await new Promise((next) => setTimeout(next, 10)); };
        await until(() => asked === 1);
        view.update(found(2), index);
        // Longer than what comes on the screen waits before it is asked for.
        await new Promise((next) => setTimeout(next, 200));
        go();
        await until(() => view.querySelector(".poster img") !== null);
        const hasPoster = view.querySelector(".poster img") !== null;
        view.remove();
        style.remove();
        window.fetch = before;
        return [asked, hasPoster];
    """) == [1, True]
