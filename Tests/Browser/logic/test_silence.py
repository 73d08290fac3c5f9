"""A network that goes away without a word: what the page makes of a line on which nothing comes."""

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
        Date.now = clock;
        return over(counts, heard);
    """) == [[1, 2, 2, 2, 3, 1], ["lost", "found", "lost", "found"]]
