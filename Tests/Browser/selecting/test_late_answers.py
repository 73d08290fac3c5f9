"""Answers of a server that come in another order than they were asked for."""

from page_modules import run


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
