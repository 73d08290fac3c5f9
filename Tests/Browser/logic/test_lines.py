"""The line of events and requests for images: when, how often, and what follows a failure."""

from page_modules import run

# Timers and the clock stand still; `pass` goes on to the end of the timer that was set last.
CLOCK = """
    const { setTimeout, clearTimeout, setInterval } = window;
    const waits = [];
    let pending = null;
    let now = 1000;
    window.setTimeout = (work, wait) => { waits.push(wait); pending = work; return waits.length; };
    window.clearTimeout = () => { pending = null; };
    window.setInterval = () => 0;
    performance.now = () => now;
    const pass = () => { const work = pending; pending = null; work?.(); };
    const rest = () => new Promise((go) => setTimeout(go));
    const restore = (found) => {
        delete performance.now;
        Object.assign(window, { setTimeout, clearTimeout, setInterval });
        return found;
    };
"""

LINE = CLOCK + """
    const { LiveUpdates } = await import("/live-updates.js");
    const { EventSource } = window;
    const streams = [];
    window.EventSource = class extends EventTarget {
        static CLOSED = 2;
        readyState = 1;
        constructor() { super(); streams.push(this); }
        close() { this.readyState = 2; }
        send(type, readyState = this.readyState) { this.readyState = readyState; this.dispatchEvent(new Event(type)); }
    };
    const line = () => streams.at(-1);
    const updates = new LiveUpdates();
    const heard = [];
    for (const name of ["libraryChanged", "closed", "lost", "refused", "found"]) updates.addEventListener(name, () => heard.push(name));
    const over = (...found) => { updates.pause(); window.EventSource = EventSource; return restore(found); };
"""


def test_a_line_that_breaks_is_said_once_and_that_it_is_back(modules_page):
    assert run(modules_page, LINE + """
        updates.start(false);
        line().send("open");
        line().send("error", 0);
        line().send("error", 0);
        const tried = [streams.length, waits.length];
        line().send("open", 1);
        line().send("closed");
        return over(tried, heard, waits);
    """) == [[1, 0], ["lost", "found", "closed"], []]


def test_a_line_that_is_refused_is_opened_again_after_three_seconds(modules_page):
    assert run(modules_page, LINE + """
        updates.start(false);
        line().send("error", 2);
        pass();
        line().send("error", 2);
        pass();
        line().send("open", 1);
        return over(streams.length, heard, waits);
    """) == [3, ["lost", "refused", "found"], [3000, 3000]]


def test_doubts_that_follow_each_other_take_twice_as_long_up_to_sixteen_times(modules_page):
    assert run(modules_page, LINE + """
        updates.start(false);
        const doubt = (later) => {
            now += later;
            updates.doubt();
            // One at a time is enough.
            updates.doubt();
            pass();
            line().send("open", 1);
        };
        for (const later of [0, 0, 59_999, 0, 0, 0, 60_000, 0]) doubt(later);
        return over(waits, streams.length, new Set(heard).size, heard.length);
    """) == [[3000, 6000, 12_000, 24_000, 48_000, 48_000, 3000, 6000], 9, 1, 8]


def test_changes_are_followed_when_they_rest_and_two_seconds_after_the_first_at_the_latest(modules_page):
    assert run(modules_page, LINE + """
        updates.start(false);
        for (const time of [0, 1500, 1700, 2600]) {
            now = 1000 + time;
            line().send("libraryChanged");
        }
        const before = heard.length;
        pass();
        now += 100;
        line().send("libraryChanged");
        return over(waits, before, heard);
    """) == [[400, 400, 300, 0, 400], 0, ["libraryChanged"]]


def test_a_page_that_pauses_hears_nothing_and_has_missed_something_when_it_goes_on(modules_page):
    assert run(modules_page, LINE + """
        updates.start(true);
        line().send("open");
        const behind = [...waits];
        line().send("libraryChanged");
        const first = line();
        updates.pause();
        updates.doubt();
        first.send("error", 2);
        pass();
        const paused = [streams.length, [...heard], waits.length];
        updates.resume();
        line().send("open");
        pass();
        return over(behind, paused, streams.length, heard);
    """) == [[400], [1, [], 2], 2, ["libraryChanged"]]


# Images of a loader of its own, which come when `come` says so.
IMAGES = """
    const { loadImage, holdImages, releaseImages, restartImages } = await import("/image-loader.js?alone=" + Math.random());
    const { fetch } = window;
    const { revokeObjectURL } = URL;
    const [asked, heard, revoked, gates] = [[], [], [], new Map()];
    URL.revokeObjectURL = (url) => revoked.push(url);
    window.fetch = (url, { signal }) => new Promise((go, refuse) => {
        asked.push(url);
        gates.set(url, (answer) => (answer instanceof Error ? refuse(answer) : go(answer)));
        signal.addEventListener("abort", () => refuse(signal.reason));
    });
    const settle = () => new Promise((go) => setTimeout(go, 15));
    const come = async (url, answer = new Response("image")) => {
        const before = heard.length;
        gates.get(url)(answer);
        while (heard.length === before) await settle();
        await settle();
    };
    const want = (url, dwell = 1) => loadImage(url, { onImage: () => heard.push(url), onError: ({ code, status }) => heard.push([url, code, status]) }, dwell);
    const taken = () => asked.splice(0).join(" ");
    const over = (...found) => { window.fetch = fetch; Object.assign(URL, { revokeObjectURL }); return found; };
"""


def test_four_images_are_fetched_at_once_and_one_more_that_was_opened(modules_page):
    assert run(modules_page, IMAGES + """
        const tickets = ["1", "2", "3", "4", "5", "6"].map((url) => want(url));
        await settle();
        const steps = [taken()];
        const opened = ["7", "8"].map((url) => want(url, 0));
        await settle();
        steps.push(taken());
        await come("1");
        steps.push(taken());
        tickets[1].cancel();
        await settle();
        steps.push(taken());
        await come("7");
        steps.push(taken());
        for (const ticket of [...tickets, ...opened]) ticket.cancel();
        return over(steps, heard);
    """) == [["1 2 3 4", "7", "8", "", "5"], ["1", "7"]]


def test_images_that_are_held_are_asked_for_again_in_their_order(modules_page):
    assert run(modules_page, IMAGES + """
        const tickets = ["1", "2", "3"].map((url) => want(url));
        await settle();
        taken();
        holdImages();
        const other = want("4");
        tickets[1].cancel();
        await settle();
        const held = taken();
        releaseImages();
        await settle();
        const steps = [held, taken()];
        await come("1");
        for (const ticket of [...tickets, other]) ticket.cancel();
        return over(steps, heard);
    """) == [["", "1 3 4"], ["1"]]


def test_images_that_may_never_come_are_asked_for_once_more_and_not_more_at_once(modules_page):
    assert run(modules_page, IMAGES + """
        const tickets = ["1", "2", "3", "4", "5", "6"].map((url) => want(url));
        await settle();
        const steps = [taken()];
        tickets.push(...["7", "8"].map((url) => want(url, 0)));
        await settle();
        steps.push(taken());
        for (let time = 0; time < 2; time += 1) restartImages();
        await settle();
        // What was opened still comes first.
        steps.push(taken());
        await come("2");
        steps.push(taken());
        for (const ticket of tickets) ticket.cancel();
        return over(steps, heard);
    """) == [["1 2 3 4", "7", "7 8 1 2", "3"], ["2"]]


def test_what_is_not_wanted_any_more_is_not_asked_for_and_leaves_nothing_behind(modules_page):
    assert run(modules_page, IMAGES + """
        want("early").cancel();
        const late = want("late");
        const shown = want("shown");
        await settle();
        late.cancel();
        await come("shown");
        const before = revoked.length;
        for (let turn = 0; turn < 2; turn += 1) shown.cancel();
        return over(taken(), heard, before, revoked.length, revoked[0].startsWith("blob:"));
    """) == ["late shown", ["shown"], 0, 1, True]


def test_an_image_that_is_refused_says_why_and_only_silence_is_everyones_concern(modules_page):
    assert run(modules_page, IMAGES + """
        const failures = [];
        const listen = ({ detail }) => failures.push(detail.status);
        addEventListener("requestfailure", listen);
        for (const url of ["1", "2"]) want(url, 0);
        await settle();
        await come("1", new Response("{}", { status: 404 }));
        await come("2", new TypeError("Failed to fetch"));
        removeEventListener("requestfailure", listen);
        return over(heard, failures);
    """) == [[["1", 404, "UNKNOWN"], ["2", 0, "OFFLINE"]], ["OFFLINE"]]


def test_thumbnails_have_few_sizes_and_hardly_any_is_enlarged(modules_page):
    sizes = {1: 96, 97: 96, 98: 128, 244: 240, 245: 256, 500: 512, 1044: 1024, 5000: 1024}
    assert run(modules_page, f"""
        const {{ thumbnailSize }} = await import("/image-loader.js");
        return {list(sizes)}.map((size) => thumbnailSize(size / devicePixelRatio));
    """) == list(sizes.values())
