"""What does not come: a network that goes away without a word, and photos that were refused before there were any."""

from page_modules import run
from test_lines import LINE


def test_a_line_that_does_not_open_or_falls_silent_is_lost_and_opened_again(modules_page):
    assert run(modules_page, LINE + """
        window.EventSource.CONNECTING = 0;
        let look = () => {};
        window.setInterval = (work) => { look = work; return 0; };
        const clock = Date.now;
        let time = clock();
        Date.now = () => time;
        const wait = (seconds) => {
            for (let passed = 0; passed < seconds; passed += 10) {
                time += 10_000;
                look();
            }
        };
        updates.start(false);
        line().readyState = 0;
        wait(40);
        const counts = [streams.length];
        wait(10);
        counts.push(streams.length);
        line().send("open", 1);
        // What is in between may keep back that the server is there.
        wait(600);
        counts.push(streams.length);
        line().send("alive");
        wait(30);
        line().send("alive");
        wait(40);
        counts.push(streams.length);
        wait(10);
        counts.push(streams.length, streams.filter(({ readyState }) => readyState === 1).length);
        line().send("open");
        // The server that is there now may be an older one, which does not say that.
        wait(600);
        counts.push(streams.length);
        Date.now = clock;
        return over(counts, heard);
    """) == [[1, 2, 2, 2, 3, 1, 3], ["lost", "found", "lost", "found"]]


def test_what_cannot_be_answered_any_more_is_given_up_when_picker_is_there_again(modules_page):
    assert run(modules_page, """
        const { withPatience } = await import("/picking/patience.js");
        const { fetch, setInterval, clearInterval } = window;
        let look = async () => {};
        const cleared = [];
        window.setInterval = (work) => { look = work; return 7; };
        window.clearInterval = (timer) => cleared.push(timer);
        let isThere = true;
        window.fetch = async () => {
            if (!isThere) throw new TypeError("Failed to fetch");
            return new Response(JSON.stringify({ signedIn: true, hasPassword: false }));
        };
        let silences = 0;
        const never = (signal) => new Promise((_, refuse) => signal.addEventListener("abort", () => refuse(signal.reason)));
        const given = withPatience(never, () => { silences += 1; }).catch(({ code, status }) => [code, status]);
        const seen = [];
        // One look alone that is missed says nothing.
        for (isThere of [true, false, true, false, false, false]) {
            await look();
            seen.push(silences);
        }
        isThere = true;
        await look();
        const refused = withPatience(async () => { throw new Error("busy"); }, () => {}).catch((error) => error.message);
        const found = [seen, await given, await withPatience(async () => "done", () => {}), await refused, cleared];
        Object.assign(window, { fetch, setInterval, clearInterval });
        return found;
    """) == [[0, 0, 0, 0, 1, 1], [0, "OFFLINE"], "done", "busy", [7, 7, 7]]


def test_photos_of_which_the_first_were_refused_for_the_moment_come_by_themselves(modules_page):
    assert run(modules_page, """
        const { ApiError } = await import("/api.js");
        const load = library(10);
        const refusals = [new ApiError(503, "BUSY", "", 0.01), new ApiError(429, "RATE_LIMITED", "", 0.01)];
        const [failures, changes] = [[], []];
        const sourceOf = () => new AssetSource(async (...call) => {
            const refusal = refusals.pop();
            if (refusal) throw refusal;
            return load(...call);
        });
        const source = sourceOf();
        source.addEventListener("failure", ({ detail }) => failures.push(detail.status));
        // Nothing is said to be there in between.
        source.addEventListener("change", () => changes.push(source.total));
        await source.ensure(0, 0);
        for (let step = 0; step < 300 && source.total === null; step += 1) await new Promise((go) => setTimeout(go, 10));
        // Nor is anything asked for by who has left.
        refusals.push(new ApiError(503, "BUSY", "", 0.01));
        const left = sourceOf();
        await left.ensure(0, 0);
        left.dispose();
        await new Promise((go) => setTimeout(go, 40));
        return [failures, changes, left.isKnown];
    """) == [["RATE_LIMITED", "BUSY"], [10], False]


def test_the_keyboard_stays_on_the_button_while_photos_are_asked_for_again(modules_page):
    assert run(modules_page, """
        const { GridView } = await import("/grid/grid-view.js");
        const { Picking } = await import("/picking/picking.js");
        const { fetch } = window;
        window.fetch = async () => new Response(JSON.stringify({ error: { status: "BUSY" } }), { status: 503, headers: { "Retry-After": "0.05" } });
        const album = { localIdentifier: "c", title: "c", type: "album", estimatedAssetCount: 9, parent: null, posterUrl: null };
        const selection = new Selection(config());
        const grid = new GridView(album, selection, new Picking(selection, () => {}), { kind: null, text: "" }, false);
        grid.style.cssText = "display: block; width: 800px; height: 600px; overflow: auto";
        document.body.append(grid);
        const button = () => grid.querySelector(".message button");
        const until = async (condition) => { for (let step = 0; step < 600 && !condition(); step += 1) await new Promise((go) => setTimeout(go, 10)); };
        await until(button);
        const first = button();
        first.focus();
        await until(() => button() !== first);
        const found = [button() !== first, document.activeElement === button()];
        grid.remove();
        window.fetch = fetch;
        return found;
    """) == [True, True]
