"""Addresses: of what the page shows, of what it asks for, and which library and session it is for."""

import json

import pytest

from page_modules import run

NOWHERE = {"album": None, "asset": None, "isAlbums": False, "kind": None, "text": ""}


@pytest.mark.parametrize(("hash_", "route"), [
    ("", {}),
    ("#", {}),
    ("#albums", {"isAlbums": True}),
    ("#album/a%2Fb", {"album": "a/b"}),
    ("#album/a/asset/c%3F%20d", {"album": "a", "asset": "c? d"}),
    ("#?kind=live&text=a+b%26%C3%A9", {"kind": "live", "text": "a b&é"}),
    ("#album/a/asset/b?kind=raw", {"album": "a", "asset": "b", "kind": "raw"}),
])
def test_an_address_says_what_is_shown_and_is_written_the_same(modules_page, hash_, route):
    assert run(modules_page, f"""
        const {{ parseRoute, hashOf }} = await import("/router.js");
        const route = parseRoute({json.dumps(hash_)});
        return [route, hashOf(route)];
    """) == [NOWHERE | route, hash_ or "#"]


@pytest.mark.parametrize(("hash_", "route"), [
    # No such place is all photos; what is no encoding is taken as it is.
    ("#album/", {}),
    ("#album/a/b", {}),
    ("#album/a/asset/", {}),
    ("#elsewhere?kind=", {}),
    ("#album/%E0%A4", {"album": "%E0%A4"}),
])
def test_an_address_that_no_page_wrote_leads_somewhere(modules_page, hash_, route):
    assert run(modules_page, f"""
        const {{ parseRoute }} = await import("/router.js");
        return parseRoute({json.dumps(hash_)});
    """) == NOWHERE | route


def test_a_photo_has_no_address_without_its_album_and_the_albums_are_not_narrowed(modules_page):
    assert run(modules_page, """
        const { hashOf, isNarrowed } = await import("/router.js");
        return [hashOf({}), hashOf({ asset: "a" }), hashOf({ isAlbums: true, text: "x" }), hashOf({ album: "b", isAlbums: true }),
            isNarrowed({ kind: null, text: "" }), isNarrowed({ kind: "raw", text: "" }), isNarrowed({ kind: null, text: "x" })];
    """) == ["#", "#", "#albums", "#album/b", False, True, True]


# What is written into the history; `location.hash` stays empty, and `state` is what the current step has.
STEPS = """
    const router = await import("/router.js");
    history.replaceState(null, "", location.pathname);
    const written = [];
    history.pushState = (state, _, hash) => written.push(["push", state, hash]);
    history.replaceState = (state, _, hash) => written.push(["replace", state, hash]);
    history.back = () => written.push(["back"]);
    const within = (state, work) => {
        delete history.replaceState;
        history.replaceState(state, "");
        history.replaceState = (...entry) => written.push(["replace", entry[0], entry[2]]);
        work();
    };
    let changes = 0;
    const heard = () => { changes += 1; };
    addEventListener("routechange", heard);
    const over = () => {
        for (const name of ["pushState", "replaceState", "back"]) delete history[name];
        history.replaceState(null, "");
        removeEventListener("routechange", heard);
        return [written, changes];
    };
"""


def test_only_what_leads_elsewhere_is_a_step(modules_page):
    assert run(modules_page, STEPS + """
        router.go({ album: "a", asset: "b" }, 3);
        router.go({}, 4);
        router.redirect({ isAlbums: true });
        return over();
    """) == [[
        ["push", {"isStep": True, "place": 3}, "#album/a/asset/b"], ["replace", {"place": 4}, "#"], ["replace", {"place": None}, "#albums"],
    ], 3]


def test_the_way_back_is_the_step_before_or_what_is_around_a_deep_link(modules_page):
    assert run(modules_page, STEPS + """
        const places = [router.placeOfStep()];
        within({ isStep: true, place: 7 }, () => { places.push(router.placeOfStep()); router.leave({ album: "a" }); });
        dispatchEvent(new PopStateEvent("popstate"));
        within({ isStep: true }, () => router.redirect({ album: "b" }, 8));
        within(null, () => router.leave({ album: "c" }));
        return [places, ...over()];
    """) == [[None, 7], [["back"], ["replace", {"isStep": True, "place": 8}, "#album/b"], ["replace", {"place": None}, "#album/c"]], 2]


def test_who_presses_twice_before_the_browser_has_gone_back_goes_one_step(modules_page):
    assert run(modules_page, STEPS + """
        let now = performance.now() + 60_000;
        performance.now = () => now;
        const backs = () => written.filter(([kind]) => kind === "back").length;
        const leave = () => within({ isStep: true }, () => router.leave({ album: "a" }));
        leave();
        leave();
        const counts = [backs()];
        // The browser is there.
        dispatchEvent(new PopStateEvent("popstate"));
        leave();
        counts.push(backs());
        // Of a step that no browser took nothing is heard.
        now += 1000;
        leave();
        counts.push(backs());
        dispatchEvent(new PopStateEvent("popstate"));
        delete performance.now;
        over();
        return counts;
    """) == [1, 2, 3]


def test_a_link_is_followed_by_the_page_only_when_it_is_pressed_plainly(modules_page):
    assert run(modules_page, STEPS + """
        const link = Object.assign(document.createElement("a"), { href: "#album/x", innerHTML: "<b>x</b>" });
        const beside = document.createElement("p");
        const found = [];
        const press = (target, options = {}) => target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...options }));
        for (const each of [link, beside]) {
            document.body.append(each);
            each.addEventListener("click", (event) => {
                router.followLink(event);
                found.push(event.defaultPrevented);
                event.preventDefault();
            });
        }
        press(link.firstChild);
        for (const key of ["ctrlKey", "metaKey", "shiftKey", "altKey"]) press(link, { [key]: true });
        press(link, { button: 1 });
        press(beside);
        link.remove();
        beside.remove();
        return [found, ...over()];
    """) == [[True, False, False, False, False, False, False], [["push", {"isStep": True, "place": None}, "#album/x"]], 1]


@pytest.mark.parametrize(("path", "session", "closes", "library", "root", "other", "first"), [
    ("/", None, False, None, "/picker/v1", "/library/c%20d", "/"),
    ("/?library=b", None, False, None, "/picker/v1", "/library/c%20d", "/"),
    ("/library/b.2", None, False, "b.2", "/picker/v1/libraries/b.2", "/library/c%20d", "/"),
    ("/library/%2F", None, False, None, "/picker/v1", "/library/c%20d", "/"),
    ("/access", None, False, None, "/picker/v1", "/access?library=c%20d", "/access"),
    ("/access?library=b", None, False, "b", "/picker/v1/libraries/b", "/access?library=c%20d", "/access"),
    ("/pick/a-b_1", "a-b_1", False, None, "/picker/v1/sessions/a-b_1", "/pick/a-b_1?library=c%20d", "/pick/a-b_1"),
    ("/pick/a/autoclose?library=b", "a", True, "b", "/picker/v1/libraries/b/sessions/a", "/pick/a/autoclose?library=c%20d", "/pick/a/autoclose"),
    ("/pick/a/elsewhere", None, False, None, "/picker/v1", "/library/c%20d", "/"),
])
def test_the_address_of_a_page_says_what_it_is_for(modules_page, path, session, closes, library, root, other, first):
    assert run(modules_page, f"""
        const before = location.href;
        history.replaceState(null, "", "{path}");
        const place = await import("/libraries/place.js?" + encodeURIComponent("{path}"));
        const found = [place.clientSession, place.closesItself, place.libraryOfPage, place.pageRoot, place.addressFor("c d"), place.addressFor(null)];
        history.replaceState(null, "", before);
        return found;
    """) == [session, closes, library, root, other, first]


# What is asked for, and with what; `reply` says what is answered.
ASKED = """
    const api = await import("/api.js");
    const before = window.fetch;
    const asked = [];
    let reply = () => new Response("{}");
    window.fetch = async (url, options) => { asked.push([url, options]); return reply(); };
    const json = (body, options) => () => new Response(JSON.stringify(body), options);
    const refused = async (work) => { try { await work; } catch (error) { return error; } };
"""


def test_a_window_is_asked_for_with_what_it_is_narrowed_to_and_comes_complete(modules_page):
    assert run(modules_page, ASKED + """
        reply = json({ offset: 5, assets: [{ localIdentifier: "a" }] });
        const narrowed = { kind: "live", text: "a b" };
        const page = await api.fetchAssets("a/b", { offset: 5, limit: 7, isReversed: true }, narrowed);
        await api.fetchAssets("c", { offset: 0, limit: 200, isReversed: false }, { kind: null, text: "" });
        await api.fetchDays("a/b", narrowed, new AbortController().signal);
        await api.fetchDays("c", { kind: null, text: "" }, new AbortController().signal);
        window.fetch = before;
        return [page, asked.map(([url]) => url), asked[0][1].headers.Accept, asked[0][1].credentials];
    """) == [
        {"offset": 5, "total": None, "next": None, "assets": [{
            "localIdentifier": "a", "creationDate": None, "duration": None, "mediaSubtypes": [], "placeholder": None,
        }]},
        [
            "/picker/v1/collections/a%2Fb/assets?offset=5&limit=7&order=reversed&kind=live&text=a+b", "/picker/v1/collections/c/assets?offset=0&limit=200",
            "/picker/v1/collections/a%2Fb/days?kind=live&text=a+b", "/picker/v1/collections/c/days",
        ],
        "application/json", "same-origin",
    ]


def test_what_is_left_out_of_an_answer_is_what_it_usually_is(modules_page):
    assert run(modules_page, ASKED + """
        const sessions = [];
        for (const [mode, representationMode] of [["pick", "current"], ["pick", "compatible"], ["browse", "current"]]) {
            reply = json({ mode, config: { representationMode } });
            sessions.push(await api.fetchSession());
        }
        reply = json({ collections: [{ localIdentifier: "own", title: "Pictures" }, { localIdentifier: "b", title: "B", parent: "p", estimatedAssetCount: 0 }], ownAlbum: "own" });
        const found = await api.fetchCollections();
        reply = json({ total: 0, assets: [], runs: [] });
        const selected = await api.fetchSelection(40);
        window.fetch = before;
        const [{ client, selection, index, config: { selectionLimit } }] = sessions;
        return [sessions.map((each) => each.config.givesOriginals), [client, selection, index, selectionLimit], found, selected.next, asked.at(-1)[0]];
    """) == [
        [True, False, False], [None, [], {"state": "ready", "done": None, "total": None, "message": None}, None],
        {"cameraRoll": None, "ownAlbum": "own", "collections": [
            {"localIdentifier": "own", "title": "Not in an album", "estimatedAssetCount": None, "parent": None, "posterUrl": None},
            {"localIdentifier": "b", "title": "B", "estimatedAssetCount": 0, "parent": "p", "posterUrl": None},
        ]},
        None, "/picker/v1/session/selection?offset=40",
    ]


def test_a_refusal_says_all_that_the_server_said_and_of_a_proxy_its_status(modules_page):
    assert run(modules_page, ASKED + """
        const told = async () => {
            const { code, status, message, retryAfter, reason, about } = await refused(api.fetchLibraries());
            return [code, status, message, retryAfter, reason, about];
        };
        reply = json({ error: { status: "BUSY", message: "too many", details: [{ reason: "FULL", metadata: { most: "4" } }, { reason: "second" }] } }, { status: 503, headers: { "Retry-After": "7" } });
        const ours = await told();
        reply = () => new Response("<html>", { status: 502, statusText: "Bad Gateway", headers: { "Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT" } });
        const other = await told();
        reply = () => { throw new TypeError("Failed to fetch"); };
        const none = await told();
        // Who broke it off knows that.
        const line = new AbortController();
        line.abort();
        reply = () => { throw line.signal.reason; };
        const broken = await refused(api.fetchImage("/image", line.signal, 4));
        window.fetch = before;
        return [ours, other, none, [broken.name, broken instanceof api.ApiError]];
    """) == [
        [503, "BUSY", "too many", 7, "FULL", {"most": "4"}], [502, "UNKNOWN", "502 Bad Gateway", None, "", {}],
        [0, "OFFLINE", "Picker is not answering", None, "", {}], ["AbortError", False],
    ]


def test_what_a_browser_opens_by_itself_has_the_ticket_and_what_the_page_asks_for_the_proof(modules_page):
    assert run(modules_page, ASKED + """
        const photo = { localIdentifier: "a/b", version: "v 1" };
        const addresses = () => [api.originalUrl(photo), api.pairedVideoUrl(photo), api.eventsUrl()];
        const proof = async () => { await api.fetchLibraries(); return asked.at(-1)[1].headers["X-Picker"]; };
        const found = [];
        for (const kept of [null, "{", JSON.stringify({ proof: "p" }), JSON.stringify({ proof: "p", ticket: "t/1" })]) {
            if (kept === null) localStorage.removeItem("picker.sign-in");
            else localStorage.setItem("picker.sign-in", kept);
            reply = json({ libraries: [] });
            found.push([await proof(), ...addresses()]);
        }
        localStorage.removeItem("picker.sign-in");
        const size = { width: 128, height: 96, mode: "fill" };
        const images = [size, { ...size, fast: true }, { ...size, part: { x: 1, y: 2, width: 3, height: 4 } }].map((each) => api.imageUrl(photo, each));
        await api.fetchImage("/image", new AbortController().signal, 6);
        window.fetch = before;
        return [found, images, asked.at(-1)[1].headers.Priority];
    """) == [
        [["1", "/picker/v1/assets/a%2Fb/original", "/picker/v1/assets/a%2Fb/original?role=pairedVideo", "/picker/v1/events"]] * 3 + [[
            "p", "/picker/v1/assets/a%2Fb/original?ticket=t%2F1", "/picker/v1/assets/a%2Fb/original?role=pairedVideo&ticket=t%2F1", "/picker/v1/events?ticket=t%2F1",
        ]],
        [f"/picker/v1/assets/a%2Fb/image?w=128&h=96&mode=fill&v=v+1{more}" for more in ("", "&quality=fast", "&part=1%2C2%2C3%2C4")],
        "u=6",
    ]


def test_signing_in_keeps_the_secrets_and_says_how_long_to_wait(modules_page):
    assert run(modules_page, ASKED + """
        const { signIn, signInState } = await import("/owner/sign-in.js");
        const attempt = async (work) => { try { return await work(); } catch (error) { return error.message; } };
        const found = [];
        for (const [body, options] of [[{}, { status: 401 }], [{}, { status: 429, headers: { "Retry-After": "30" } }], [{}, { status: 500, statusText: "Broken" }], [{ proof: "p", ticket: "t" }, {}]]) {
            reply = json(body, options);
            found.push(await attempt(() => signIn({ password: "word" })));
        }
        const kept = localStorage.getItem("picker.sign-in");
        const [url, { method, body, headers }] = asked.at(-1);
        const states = [];
        for (const answer of [json({ signedIn: true }), json({}, { status: 503 }), () => new Response("no JSON"), () => { throw new TypeError("away"); }]) {
            reply = answer;
            states.push(await signInState());
        }
        const proof = asked.at(-1)[1].headers["X-Picker"];
        localStorage.removeItem("picker.sign-in");
        window.fetch = before;
        return [found, kept, [url, method, body, headers["X-Picker"]], states, proof];
    """) == [
        [
            {"isSignedIn": False, "isKept": True, "secondsToWait": 0}, {"isSignedIn": False, "isKept": True, "secondsToWait": 30}, "500 Broken",
            {"isSignedIn": True, "isKept": True, "secondsToWait": 0},
        ],
        '{"proof":"p","ticket":"t"}', ["/signin", "POST", '{"password":"word"}', "1"], [{"signedIn": True}, None, None, None], "p",
    ]


def test_a_page_whose_session_has_ended_follows_no_step(modules_page):
    assert run(modules_page, """
        const { PickerPage } = await import("/picker-page.js");
        const facts = { title: "Photos", root: "/", backend: "b", kinds: [], isSearchable: false, hasFiles: true };
        const session = { mode: "browse", state: "pending", client: null, config: config(), library: facts, selection: [], index: { state: "ready", done: null, total: null, message: null } };
        const page = new PickerPage(session, new Selection(config()), []);
        document.body.append(page.root);
        page.start();
        const titles = [document.title];
        page.root.remove();
        document.title = "It is over";
        history.replaceState(null, "", "#albums");
        dispatchEvent(new PopStateEvent("popstate"));
        titles.push(document.title);
        history.replaceState(null, "", location.pathname);
        return titles;
    """) == ["Picker", "It is over"]
