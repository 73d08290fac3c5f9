"""What the session is sent of what is selected, and when."""

from page_modules import run


def test_what_the_server_cannot_take_for_the_moment_is_sent_again(modules_page):
    assert run(modules_page, """
        const { SelectionKeeper } = await import("/picking/selection-keeper.js");
        const before = window.fetch;
        const answer = (body, options) => new Response(JSON.stringify(body), options);
        const sent = [];
        window.fetch = async (_, { method, body }) => {
            if (method !== "POST") return answer({ total: 0, assets: [], runs: [], next: null });
            sent.push(JSON.parse(body).assets);
            if (sent.length > 2) return answer({ state: "pending", runs: [], gone: [] });
            return answer({}, { status: sent.length === 1 ? 503 : 429, headers: { "Retry-After": "0.01" } });
        };
        const selection = new Selection(config());
        await new SelectionKeeper(selection, () => {}, () => null).start(Promise.resolve());
        selection.add([asset("a")]);
        while (sent.length < 3) await new Promise((go) => setTimeout(go, 20));
        await new Promise((go) => setTimeout(go, 50));
        window.fetch = before;
        return sent;
    """) == [["a"], ["a"], ["a"]]


def test_what_would_take_the_place_of_a_selection_elsewhere_is_held_until_it_is_wanted(modules_page):
    assert run(modules_page, """
        const { SelectionKeeper } = await import("/picking/selection-keeper.js");
        const before = window.fetch;
        const answer = (body) => new Response(JSON.stringify(body));
        const sent = [];
        window.fetch = async (_, { method, body }) => {
            if (method !== "POST") return answer({ total: 0, assets: [], runs: [], next: null });
            sent.push(JSON.parse(body).assets);
            return answer({ state: "pending", runs: [], gone: [] });
        };
        const selection = new Selection(config());
        const keeper = new SelectionKeeper(selection, () => {}, () => null);
        keeper.hold();
        await keeper.start(Promise.resolve());
        selection.add([asset("a")]);
        await new Promise((go) => setTimeout(go, 400));
        const early = sent.length;
        // As Done does that is refused.
        keeper.release();
        keeper.pause();
        keeper.resume();
        while (sent.length < 1) await new Promise((go) => setTimeout(go, 20));
        window.fetch = before;
        return [early, sent];
    """) == [0, [["a"]]]
