"""Parts of the page by themselves: what they show, what they say, and what keys and presses make of them."""

from page_modules import run

# Timers stand still; `pass` goes on to the end of the one that was set last.
TIMERS = """
    const { setTimeout, clearTimeout } = window;
    const waits = [];
    let pending = null;
    window.setTimeout = (work, wait) => { waits.push(wait); pending = work; return waits.length; };
    window.clearTimeout = () => { pending = null; };
    const later = async () => {
        const work = pending;
        pending = null;
        work?.();
        await new Promise((go) => setTimeout(go));
    };
    const restore = (...found) => { Object.assign(window, { setTimeout, clearTimeout }); return found; };
"""


def test_details_say_what_is_known_and_nothing_of_the_rest(modules_page):
    assert run(modules_page, """
        const { DetailsPanel } = await import("/viewer/viewer-details.js");
        const before = window.fetch;
        const listed = { ...asset("a"), filename: "a.jpg", relativePath: "Trip/Day/a.jpg", pixelWidth: 4000, pixelHeight: 3000, byteSize: 2_500_000, uniformTypeIdentifier: "public.jpeg", creationDate: null, duration: null };
        const camera = { make: "Canon Inc.", model: "canon EOS", lens: "L 35", exposureTime: 0.004, fNumber: 2.75, isoSpeed: 100, focalLength: 35.04 };
        const files = [{ role: "photo", filename: "a.jpg" }, { role: "edited", filename: "b.jpg" }];
        const shown = async (known, told) => {
            window.fetch = async () => new Response(JSON.stringify(told ?? {}), { status: told ? 200 : 500 });
            const panel = new DetailsPanel();
            await panel.show({ ...listed, ...known });
            return [...panel.root.querySelectorAll("dl > div")].map((row) => [...row.children].map((each) => each.textContent.replace(/\\s/gu, " ")).join(": "));
        };
        const found = [
            await shown({}, { creationDate: "2024-05-01T23:30:00-08:00", duration: 65, camera, hasAdjustments: true, representations: files }),
            await shown({ relativePath: "a.jpg", pixelWidth: 800, pixelHeight: 600, hasAdjustments: true, camera: { make: " Nikon ", model: "D5" } }),
            await shown({ relativePath: "a.jpg", pixelWidth: 0, byteSize: 0 }, { hasAdjustments: true, representations: files.slice(1), camera: { model: "Pixel" } }),
        ];
        window.fetch = before;
        return found;
    """) == [
        ["Taken: Wednesday, May 1, 2024 at 11:30 PM", "Name: a.jpg", "In: Trip / Day", "Dimensions: 4,000 × 3,000 · 12.0 MP", "Duration: 1:05", "Size: 2.5 MB", "Type: JPEG",
         "Camera: canon EOS", "Lens: L 35", "Exposure: 1/250 s · f/2.8 · ISO 100 · 35 mm", "Edited: Without the edits it is a.jpg", "Files: a.jpg, b.jpg"],
        ["Name: a.jpg", "Dimensions: 800 × 600", "Size: 2.5 MB", "Type: JPEG", "Camera: Nikon D5", "Edited: The edits are in a file of their own; this is the photo without them"],
        ["Name: a.jpg", "Type: JPEG", "Camera: Pixel", "Edited: Edited"],
    ]


def test_what_cannot_be_reached_is_asked_for_every_five_seconds_until_it_is_not_that_any_more(modules_page):
    assert run(modules_page, TIMERS + """
        const { ReachNote, isAboutReach } = await import("/libraries/reach-note.js");
        const { ApiError } = await import("/api.js");
        // Notes of other pages hear nothing of it.
        let show = () => {};
        window.addEventListener = (_, listener) => { show = (error, again) => listener({ detail: { error, again } }); };
        const note = new ReachNote();
        delete window.addEventListener;
        let reached = 0;
        note.addEventListener("reached", () => { reached += 1; });
        const [away, silent, closed] = [[503, "OFFLINE", "photos.example cannot be reached"], [0, "OFFLINE", ""], [403, "SIGN_IN_REQUIRED", "the key is not known"]].map((error) => new ApiError(...error));
        let [asked, outcome] = [0, () => Promise.reject(away)];
        const again = () => { asked += 1; return outcome(); };
        const now = () => [note.root.hidden, note.root.querySelector("[role=status]").textContent, asked, reached];
        const found = [now()];
        show(away, again);
        found.push(now());
        await later();
        outcome = () => Promise.reject(silent);
        await later();
        found.push(now());
        // Refused for another reason, it is reached.
        outcome = () => Promise.reject(new ApiError(404, "NOT_FOUND", "gone"));
        await later();
        await later();
        found.push(now());
        show(closed, again);
        found.push(now());
        outcome = () => Promise.resolve();
        note.root.querySelector("button").click();
        await later();
        found.push(now());
        note.stop();
        return restore(found, waits, [away, silent, closed, new ApiError(503, "BUSY", "")].map(isAboutReach));
    """) == [[
        [True, "", 0, 0], [False, "The photos cannot be reached photos.example cannot be reached", 0, 0],
        [False, "The photos cannot be reached photos.example cannot be reached", 2, 0], [True, "", 3, 1],
        [False, "Sign in where the photos are The key is not known", 3, 1], [True, "", 4, 2],
    ], [5000, 5000, 5000, 5000], [True, False, True, False]]


def test_a_message_is_there_long_enough_to_read_it_and_to_press_what_it_offers(modules_page):
    assert run(modules_page, TIMERS + """
        const { announce, installAnnouncer } = await import("/announcer.js");
        installAnnouncer();
        const [spoken, toast] = [document.querySelector("body > .visually-hidden"), document.querySelector(".toast")];
        let undone = 0;
        const now = () => [toast.hidden, toast.textContent];
        announce("One");
        const found = [now()];
        announce("Two", { isQuiet: true });
        found.push(now());
        announce("Three", { action: "Undo", onAction: () => { undone += 1; } });
        announce("Four", { isQuiet: true });
        found.push(now());
        toast.querySelector("button").click();
        found.push([toast.hidden, undone]);
        await new Promise(requestAnimationFrame);
        found.push(spoken.textContent);
        announce("Five", { action: "Undo" });
        found.push([...now(), spoken.textContent]);
        await later();
        found.push(toast.hidden);
        for (const node of [spoken, toast]) node.remove();
        return restore(found, waits);
    """) == [[
        [False, "One"], [True, "One"], [False, "ThreeUndo"], [True, 1], "Four",
        # The region is empty for a moment, so that the same sentence is spoken again.
        [False, "Five", ""], True,
    ], [4500, 8000, 8000]]


def test_albums_are_shown_once_in_their_order_and_what_is_empty_is_not_offered(modules_page):
    assert run(modules_page, """
        const { AlbumsView, isEmptyLibrary } = await import("/albums-view.js");
        const before = window.fetch;
        window.fetch = async () => new Response(JSON.stringify({ library: [] }));
        const made = (localIdentifier, type, estimatedAssetCount, changes = {}) => ({ localIdentifier, type, estimatedAssetCount, title: localIdentifier, parent: null, posterUrl: null, ...changes });
        const found = { cameraRoll: "roll", ownAlbum: "Not in an album", collections: [
            made("Not in an album", "album", 3), made("roll", "smartAlbum", 9, { subtype: "cameraRoll" }), made("recent", "smartAlbum", 9, { subtype: "recentlyAdded" }),
            made("shots", "smartAlbum", 2, { title: "Screenshots", subtype: "screenshots" }), made("screenshots", "album", 2), made("fav", "smartAlbum", 0, { subtype: "favorites" }),
            made("raws", "smartAlbum", null, { subtype: "raw" }), made("selfies", "smartAlbum", 4, { subtype: "selfies" }),
            made("Trips", "folder", null), made("trips-own", "album", 1, { title: "Trips" }), made("Alps", "album", 5, { parent: "Trips" }), made("Party", "event", 1), made("Empty", "album", 0),
        ] };
        const index = { state: "ready", done: null, total: null, message: null };
        const labels = (view, kind) => [...view.querySelectorAll(kind)].map((each) => each.getAttribute("aria-label"));
        const shown = (parent, filter, isPicking, other = found, state = index) => {
            const view = new AlbumsView(other, parent, state, filter, isPicking);
            document.body.append(view);
            const texts = [labels(view, ".chip"), labels(view, ".card"), labels(view, ".card-choice").length, view.querySelector(".message h2")?.textContent ?? null];
            view.remove();
            return texts;
        };
        const nothing = { collections: [made("roll", "smartAlbum", 0)], cameraRoll: "roll", ownAlbum: null };
        const states = [index, { ...index, state: "reading" }, { ...index, state: "failed" }].map((state) => shown(null, "any", true, nothing, state)[3]);
        const all = [shown(null, "any", true), shown("Trips", "any", false), shown("Alps", "any", true), shown(null, "video", true)[1]];
        window.fetch = before;
        return [...all, states, isEmptyLibrary(nothing), isEmptyLibrary({ collections: [made("f", "folder", 0)] })];
    """) == [
        [["RAW", "Selfies, 4 photos"], ["screenshots, 2 photos", "Empty, 0 photos", "Not in an album, 3 photos", "Party, 1 photo", "Trips, 6 photos"], 3, None],
        [[], ["Alps, 5 photos", "Not in an album, 1 photo"], 0, None],
        [[], [], 0, "No albums"],
        # How many of them are videos is not known.
        ["screenshots", "Empty", "Not in an album", "Party", "Trips, Folder"],
        ["No photos in this folder", "Reading your photos…", "The photos could not all be read"], True, False,
    ]


def test_keys_and_presses_go_along_the_timeline_by_months_and_years(modules_page):
    assert run(modules_page, """
        const { Timeline } = await import("/grid/timeline.js");
        const timeline = new Timeline();
        document.body.prepend(timeline.root);
        const months = [[0, 5, "2024-03"], [5, 5, "2024-01"], [10, 10, "2023-12"], [20, 5, "2022-06"]].map(([start, count, date]) => ({ start, count, date }));
        timeline.use(months, 25, 224);
        const track = timeline.root.querySelector("[role=slider]");
        track.setPointerCapture = () => {};
        const went = [];
        timeline.addEventListener("go", (event) => went.push(event.detail));
        const first = [timeline.root.hidden, track.getAttribute("aria-valuemax"), track.getAttribute("aria-valuetext"), [...timeline.root.querySelectorAll(".timeline-year")].map((each) => each.textContent)];
        const taken = () => went.splice(0);
        const press = (key, options) => track.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true, ...options }));
        for (const key of ["ArrowUp", "ArrowDown", "ArrowDown", "PageDown", "ArrowRight", "PageDown", "PageUp", "PageUp", "PageUp", "End", "Home"]) press(key);
        const keys = taken();
        const left = [press("x"), press("End", { ctrlKey: true }), press("ArrowDown")];
        const others = taken();
        const { top } = track.getBoundingClientRect();
        const at = (type, y, options) => track.dispatchEvent(new PointerEvent(type, { clientY: top + y, pointerId: 1, ...options }));
        at("pointermove", 60);
        at("pointerdown", 60, { button: 2 });
        at("pointerdown", 100);
        at("pointermove", 0);
        at("pointermove", 500);
        at("pointerup", 500);
        at("pointermove", 100);
        const last = [track.getAttribute("aria-valuenow"), track.getAttribute("aria-valuetext"), timeline.root.querySelector(".timeline-handle").style.top];
        const drawn = taken();
        timeline.use(months.slice(0, 1), 5, 224);
        timeline.root.remove();
        return [first, keys, left, others, drawn, last, timeline.root.hidden];
    """) == [
        [False, "24", "March 2024", ["2024", "2023", "2022"]], [0, 5, 10, 20, 20, 20, 10, 5, 0, 24, 0], [True, True, False], [5], [12, 0, 24],
        ["24", "June 2022", "200px"], True,
    ]


def test_other_libraries_are_offered_as_far_as_they_can_be_shown(modules_page):
    assert run(modules_page, """
        const { libraryLinks, librarySwitch } = await import("/libraries/libraries.js");
        const made = (key, state = "ready") => ({ key, title: key.toUpperCase(), state });
        const all = [made("a"), made("b", "unavailable"), made("c")];
        const links = (libraries) => [...libraryLinks(libraries)?.querySelectorAll("a") ?? []].map((link) => [link.textContent, link.getAttribute("href")]);
        const options = [...librarySwitch(all).querySelectorAll("option")].map((option) => [option.value, option.textContent, option.selected]);
        return [links(all), libraryLinks(all.slice(0, 2)), libraryLinks([]), librarySwitch(all.slice(0, 1)), options];
    """) == [[["C", "/library/c"]], None, None, None, [["a", "A", True], ["b", "B (cannot be reached)", False], ["c", "C", False]]]


def test_elements_are_made_of_text_and_fields_keep_their_keys(modules_page):
    assert run(modules_page, """
        const { element, isTyping } = await import("/dom.js");
        const range = element("input", { type: "range" });
        const typing = [[range, "ArrowLeft"], [range, "End"], [range, " "], [element("input"), "x"], [element("textarea"), "Escape"], [element("button"), "ArrowLeft"]].map(([target, key]) => isTyping({ target, key }));
        return [element("p", { text: "a<b>", hidden: true, title: null, id: false, lang: undefined, "data-x": 0 }, null, undefined, "c").outerHTML, typing];
    """) == ['<p hidden="" data-x="0">a&lt;b&gt;c</p>', [True, True, False, True, True, False]]


def test_what_a_program_asked_for_goes_to_its_page_alone_file_by_file(modules_page, module_server):
    page = modules_page.context.new_page()
    page.goto(f"{module_server}pick/s-1/autoclose")
    assert run(page, TIMERS + """
        const { reportEnd } = await import("/client-session.js");
        const { port1: opener } = new MessageChannel();
        const sent = [];
        Object.assign(opener, { closed: false, postMessage: ({ file, ...report }, origin) => sent.push([file ? { file: file.name, kind: file.type } : report, origin]) });
        window.opener = opener;
        let closes = 0;
        window.close = () => { closes += 1; };
        const photo = (headers) => new Response(new Blob(["x"], { type: "image/jpeg" }), { headers });
        const refused = (status, name) => new Response(JSON.stringify({ error: { status: name, message: "/home/me/a.jpg" } }), { status });
        let answers = [photo({ "Content-Disposition": "attachment; filename*=UTF-8''a%20b.jpg" }), refused(404, "NOT_FOUND"), photo({})];
        const asked = [];
        window.fetch = async (url) => { asked.push(url); return answers[Number(url.split("/").at(-1))]; };
        const said = (origin, sessionId) => dispatchEvent(new MessageEvent("message", { source: opener, origin, data: { source: "photo-picker", type: "files", sessionId } }));
        const end = async (type) => { while (sent.at(-1)?.[0].type !== type) await new Promise((go) => setTimeout(go, 5)); return sent.splice(0).map(([report]) => report); };
        const client = { origin: "https://book.example" };
        reportEnd(client, "picked", ["x", "y", "z"], false);
        const first = sent.splice(0);
        said("https://evil.example", "s-1");
        said("https://book.example", "s-2");
        const early = asked.length;
        said("https://book.example", "s-1");
        const files = await end("end");
        said("https://book.example", "s-1");
        const afterwards = asked.length;
        answers = [refused(401, "UNAUTHENTICATED")];
        reportEnd(client, "picked", ["x"], false);
        said("https://book.example", "s-1");
        const failed = (await end("failed")).at(-1);
        reportEnd({ origin: null }, "cancelled", [], false);
        reportEnd(client, "expired", [], true);
        const last = sent.splice(0);
        pending = null;
        return restore(first, early, files, asked, afterwards, failed, last, waits, closes);
    """) == [
        [[{"source": "picker", "sessionId": "s-1", "type": "picked", "itemIds": ["x", "y", "z"], "isNews": False}, "https://book.example"]], 0,
        [{"file": "a b.jpg", "kind": "image/jpeg"}, {"source": "picker", "sessionId": "s-1", "type": "missing", "itemId": "y"}, {"file": "2", "kind": "image/jpeg"},
         {"source": "picker", "sessionId": "s-1", "type": "end"}],
        [f"/picker/v1/sessions/s-1/items/{number}" for number in (0, 1, 2, 0)], 3,
        # No path of the owner's.
        {"source": "picker", "sessionId": "s-1", "type": "failed", "message": "401 UNAUTHENTICATED"},
        [[{"source": "picker", "sessionId": "s-1", "type": "expired", "itemIds": [], "isNews": True}, "https://book.example"]], [3000, 3000, 250], 0,
    ]
    page.close()


def test_a_file_that_is_lost_on_its_way_is_asked_for_again_for_a_minute(modules_page, module_server):
    page = modules_page.context.new_page()
    page.goto(f"{module_server}pick/s-1")
    assert run(page, TIMERS + """
        const { reportEnd } = await import("/client-session.js");
        window.setTimeout = (work, wait) => { waits.push(wait); setTimeout(work); return 0; };
        const lost = () => { throw new TypeError("Failed to fetch"); };
        const brokenOff = () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError("network error")) }));
        const busy = () => new Response(JSON.stringify({ error: { status: "BUSY" } }), { status: 503 });
        const whole = () => new Response("x", { headers: { "Content-Disposition": "attachment; filename*=UTF-8''a.jpg" } });
        const origin = "https://book.example";
        const give = async (answers, state = lost) => {
            const { port1: opener } = new MessageChannel();
            const sent = [];
            Object.assign(opener, { closed: false, postMessage: ({ type, file, message }) => sent.push(message ?? file?.name ?? type) });
            window.opener = opener;
            window.fetch = async (path) => (path === "/signin/state" ? state : answers.shift() ?? lost)();
            reportEnd({ origin }, "picked", ["x"], false);
            dispatchEvent(new MessageEvent("message", { source: opener, origin, data: { source: "photo-picker", type: "files", sessionId: "s-1" } }));
            while (!["end", "0 OFFLINE"].includes(sent.at(-1))) await new Promise((go) => setTimeout(go, 5));
            return [sent, waits.splice(0)];
        };
        const there = () => new Response(JSON.stringify({ signedIn: true, hasPassword: false }));
        return [await give([lost, brokenOff, busy, whole]), await give([]), await give(Array(21).fill(brokenOff), there)];
    """) == [
        # After silence it is busy for the first time.
        [["picked", "a.jpg", "end"], [3000, 3000, 2000]],
        # In the end, eight seconds are left to say whether Picker is there, and it is this file alone.
        [["picked", "0 OFFLINE"], [*[3000] * 20, 8000]],
        [["picked", "missing", "end"], [*[3000] * 20, 8000]],
    ]
    page.close()


def test_each_key_of_the_grid_does_one_thing_and_those_of_the_browser_nothing(modules_page):
    assert run(modules_page, """
        const { handleGridKey } = await import("/grid/grid-keys.js");
        const heard = [];
        const source = { at: (index) => (index === 9 ? undefined : `photo ${index}`), total: 20, count: 220 };
        const grid = Object.assign(document.createElement("div"), {
            source, focusIndex: 4, rowsInView: 3, layout: { columns: 5, cell: 100, gap: 4, pitch: 104 }, changeDensity: (step) => heard.push(["density", step]),
            focusCell: (index) => { grid.focusIndex = index; heard.push(["focus", index]); },
            picking: {
                selectAll: () => heard.push(["all"]), toggle: (photo, _, index) => heard.push(["toggle", photo, index]), extend: (_, index) => heard.push(["extend", index]),
                setAnchor: (index) => heard.push(["anchor", index]), beginAt: (index) => heard.push(["begin", index]),
            },
        });
        grid.addEventListener("open", (event) => heard.push(["open", event.detail]));
        document.body.append(grid);
        const press = (key, options = {}) => {
            grid.focusIndex = options.at ?? 4;
            const event = new KeyboardEvent("keydown", { key, cancelable: true, ...options });
            handleGridKey(grid, event);
            return [event.defaultPrevented, ...heard.splice(0)];
        };
        const found = [
            press(" "), press(" ", { at: 9 }), press(" ", { shiftKey: true }), press(" ", { repeat: true }), press("Enter"), press("Enter", { repeat: true }),
            press("+"), press("="), press("-", { repeat: true }), press("A", { metaKey: true }), press("c", { ctrlKey: true }), press("ArrowDown", { altKey: true }), press(" ", { isComposing: true }),
            press("ArrowRight", { repeat: true }), press("ArrowDown", { shiftKey: true }), press("End"), press("x"),
        ];
        grid.remove();
        return found;
    """) == [
        [True, ["toggle", "photo 4", 4]], [True], [True, ["extend", 4]], [True], [True, ["open", 4]], [True],
        [True, ["density", 1]], [True, ["density", 1]], [True, ["density", -1]], [True, ["all"]], [False], [False], [False],
        [True, ["anchor", 5], ["focus", 5]], [True, ["begin", 4], ["focus", 9], ["extend", 9]], [True, ["anchor", 19], ["focus", 19]], [False],
    ]


def test_cells_stand_in_the_document_as_they_are_read(modules_page):
    assert run(modules_page, """
        const { following } = await import("/grid/grid-cell.js");
        const canvas = document.createElement("div");
        canvas.innerHTML = [1, 3, 5].map((index) => `<div data-index="${index}"></div>`).join("");
        return [0, 2, 3, 4, 9].map((index) => following(canvas, index)?.dataset.index ?? null);
    """) == ["1", "3", "5", "5", None]
