"""What is sent of the selection: when, how often, and what follows a failure."""

import pytest

from page_modules import run
from test_lines import CLOCK

# A keeper whose requests are answered by `reply`.
KEEPER = CLOCK + """
    const { SelectionKeeper } = await import("/picking/selection-keeper.js");
    const { forgetUnsent } = await import("/picking/unsent.js");
    forgetUnsent();
    const { fetch } = window;
    // What a Response reads takes a time of its own.
    const json = (body, { status = 200 } = {}) => ({ ok: status < 300, status, statusText: "", headers: new Headers(), json: async () => body });
    const sent = [];
    let refusals = 0;
    let reply = () => json({ state: "pending", runs: [], gone: [] });
    let pages = [{ total: 0, assets: [], runs: [], next: null }];
    window.fetch = async (url, { method, body }) => {
        if (method !== "POST") return json(pages[Number(new URL(url, location.href).searchParams.get("offset"))]);
        sent.push(JSON.parse(body).assets.length);
        return reply();
    };
    const selection = new Selection(config());
    const keeper = new SelectionKeeper(selection, () => { refusals += 1; }, () => "all");
    const open = () => keeper.start(Promise.resolve());
    const later = async () => { pass(); await rest(); };
    const over = (...found) => { keeper.pause(); window.fetch = fetch; return restore(found); };
"""


def test_a_large_selection_is_sent_less_often_and_one_change_after_the_other_once(modules_page):
    assert run(modules_page, KEEPER + """
        await open();
        selection.add(assets(0, 2000));
        await later();
        selection.add(assets(2000, 2001));
        selection.add(assets(2001, 2002));
        await later();
        // Nothing has changed.
        await later();
        return over(waits, sent);
    """) == [[250, 2000, 2000], [2000, 2002]]


@pytest.mark.parametrize(("code", "waits", "refusals"), [
    (400, [250], 1), (404, [250], 1), (500, [250], 0), (413, [250], 0),
    # Again after ever longer times, and then with the next change.
    (503, [250, 2000, 4000, 8000, 16_000, 32_000], 0), (429, [250, 2000, 4000, 8000, 16_000, 32_000], 0),
])
def test_what_the_session_does_not_take_is_sent_again_only_where_it_may_take_it(modules_page, code, waits, refusals):
    assert run(modules_page, KEEPER + f"""
        await open();
        reply = () => json({{}}, {{ status: {code} }});
        selection.add([asset("a")]);
        for (let turn = 0; turn < 8; turn += 1) await later();
        const before = [[...waits], sent.length, refusals];
        // What was not taken goes along when the server is there again.
        reply = () => json({{ state: "pending", runs: [], gone: [] }});
        keeper.resume();
        await later();
        keeper.resume();
        await later();
        return over(...before, sent.length);
    """) == [waits, len(waits), refusals, len(waits) + 1]


def test_what_is_sent_as_the_page_goes_is_kept_until_it_was_answered(modules_page):
    assert run(modules_page, KEEPER + """
        const { unsent } = await import("/picking/unsent.js");
        await open();
        const kept = () => unsent()?.assets ?? null;
        const found = [kept()];
        selection.add([asset("a")]);
        dispatchEvent(new Event("pagehide"));
        found.push(kept());
        await rest();
        return over(...found, kept(), sent);
    """) == [None, ["a"], None, [1]]


def test_what_the_session_has_is_taken_in_its_order_page_by_page(modules_page):
    assert run(modules_page, KEEPER + """
        const kept = (collection, offset) => ({ collection, offset, count: 10, kind: null, text: null, order: "default", first: null, last: null, except: [] });
        pages = {
            0: { total: 24, assets: [asset("a"), asset("b")], runs: [{ after: 0, run: kept("all", 5) }, { after: 1, run: kept("c", 7) }], next: 22 },
            22: { total: 24, assets: [asset("d")], runs: [{ after: 1, run: kept("d", 1) }] },
        };
        let changes = 0;
        selection.addEventListener("change", () => { changes += 1; });
        await open();
        const parts = selection.parts.map((part) => part.localIdentifier ?? [part.listing.collection, part.first, part.listing.isEverything]);
        // It is the session's, which is not told of it.
        return over(parts, selection.count, changes, waits.length);
    """) == [[["all", 5, True], "a", ["c", 7, False], "b", "d", ["d", 1, False]], 33, 1, 0]


def test_an_empty_selection_is_not_sent_when_the_library_changes(modules_page):
    assert run(modules_page, KEEPER + """
        await open();
        keeper.refresh();
        const empty = waits.length;
        selection.add([asset("a")]);
        await later();
        keeper.refresh();
        await later();
        return over(empty, sent);
    """) == [0, [1, 1]]


def test_a_selection_that_was_not_answered_is_everyones_concern_and_goes_along_later(modules_page):
    assert run(modules_page, KEEPER + """
        const failures = [];
        const listen = ({ detail }) => failures.push(detail.status);
        addEventListener("requestfailure", listen);
        await open();
        reply = () => { throw new TypeError("Failed to fetch"); };
        selection.add([asset("a")]);
        await later();
        const silent = [...failures];
        reply = () => json({ state: "pending", runs: [], gone: [] });
        keeper.resume();
        await later();
        reply = () => json({}, { status: 500 });
        selection.add([asset("b")]);
        await later();
        removeEventListener("requestfailure", listen);
        return over(silent, failures.length, sent, refusals);
    """) == [["OFFLINE"], 1, [1, 1, 2], 0]
