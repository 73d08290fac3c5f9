"""Arithmetic of the screen: how large a picture is, how many photos there are beside each other, and what fingers and wheels ask for."""

import math

import pytest

from page_modules import run

# A photo of 12 megapixels on a stage of 1000 by 750, with two pixels of the screen for one of CSS.
ZOOM = """
    const { Zoom } = await import("/viewer/zoom.js");
    const zoom = new Zoom({ width: 4000, height: 3000 }, { width: 1000, height: 750 }, 2);
    const now = () => [zoom.scale, zoom.x, zoom.y];
"""


def test_a_double_press_shows_the_pixels_of_what_is_under_it_and_the_next_one_all(modules_page):
    assert run(modules_page, ZOOM + """
        const found = [now(), zoom.isFitted, zoom.edge];
        zoom.toggle({ x: 100, y: 50 });
        found.push(now(), zoom.isFitted, zoom.ratio, zoom.edge, zoom.part(0, 1), zoom.part(0.25, 256));
        zoom.toggle({ x: 100, y: 50 });
        return [...found, now()];
    """) == [
        [0.25, 0, 0], True, 2000, [0.5, -100, -50], False, 1, 4000, {"x": 1200, "y": 850, "width": 2000, "height": 1500},
        {"x": 512, "y": 256, "width": 3328, "height": 2560}, [0.25, 0, 0],
    ]


def test_a_part_is_enough_as_long_as_all_that_is_seen_is_within_it(modules_page):
    assert run(modules_page, ZOOM + """
        zoom.to(0.5);
        const seen = zoom.part(0, 1);
        const changes = [{}, { x: seen.x + 1 }, { y: seen.y + 1 }, { width: seen.width - 1 }, { height: seen.height - 1 }, { x: seen.x - 1, width: seen.width + 1 }];
        return [seen, changes.map((change) => zoom.isWithin({ ...seen, ...change }))];
    """) == [{"x": 1000, "y": 750, "width": 2000, "height": 1500}, [True, False, False, False, False, True]]


def test_a_picture_is_enlarged_to_four_times_its_pixels_and_is_no_smaller_than_it_fits(modules_page):
    assert run(modules_page, ZOOM + """
        const ends = ({ width, height }, pixelRatio = 1) => {
            const other = new Zoom({ width, height }, { width: 1000, height: 750 }, pixelRatio);
            const sizes = [other.scale];
            for (const factor of [1000, 0.00001]) { other.by(factor); sizes.push(other.scale); }
            other.toggle();
            return [...sizes, other.scale];
        };
        return [ends({ width: 4000, height: 3000 }, 2), ends({ width: 100, height: 100 }), ends({ width: 1250, height: 100 }), ends({ width: 64000, height: 48000 }, 64)];
    """) == [
        # From the size that fits: the most, the least, and what a double press makes of it.
        [0.25, 2, 0.25, 0.5], [1, 4, 1, 2.5], [0.8, 4, 0.8, 1], [0.015625, 0.0625, 0.015625, 0.0390625],
    ]


def test_a_picture_is_moved_as_far_as_its_edges(modules_page):
    assert run(modules_page, ZOOM + """
        const moves = [zoom.panBy(50, 50)];
        zoom.to(0.5);
        for (const [x, y] of [[100, 0], [0.5, 0.5], [-1000, 0], [-10, 0], [0, 1000], [0, 10]]) moves.push(zoom.panBy(x, y));
        return [moves, now()];
    """) == [[False, True, False, True, False, True, False], [0.5, -500, 375]]


def test_what_fits_the_window_fits_it_again_and_what_is_enlarged_stays_so(modules_page):
    assert run(modules_page, ZOOM + """
        zoom.resize({ width: 500, height: 750 }, 2);
        const found = [now()];
        zoom.to(0.5);
        zoom.panBy(-750, -375);
        found.push(now());
        zoom.resize({ width: 1500, height: 750 }, 2);
        found.push(now());
        zoom.resize({ width: 4000, height: 3000 }, 1);
        return [...found, now()];
    """) == [[0.125, 0, 0], [0.5, -750, -375], [0.5, -250, -375], [1, 0, 0]]


def test_a_window_has_two_columns_at_least_and_rows_are_found_to_the_pixel(modules_page):
    assert run(modules_page, """
        const columns = [1200, 100, 10].map((width) => Object.values(layout.layoutFor(width, { target: 188, gap: 2 })));
        const grid = { columns: 5, cell: 100, gap: 4, pitch: 104 };
        const rows = [[1040, 208, 1000, 1], [1040, 207, 58, 0], [0, 104, 1000, 0], [0, 103, 1000, 0], [0, 800, 0, 2]].map(([top, height, count, overscan]) =>
            Object.values(layout.rangeInView(grid, { top, height, count, overscan })));
        const below = [0, 1, 104, 105, 1e6].map((y) => layout.firstBelow(grid, y, 12));
        const heights = [0, 1, 5, 6].map((count) => layout.heightOf(grid, count));
        const lines = ["ArrowLeft", "ArrowRight"].map((key) => layout.moveBy(grid, key, { index: 4, count: 12, rowsInView: 1, isRightToLeft: true }));
        return [columns, rows, below, heights, lines, layout.moveBy(grid, "PageDown", { index: 0, count: 12, rowsInView: 1 })];
    """) == [
        [[6, 198, 2, 200], [2, 49, 2, 51], [2, 24, 2, 26]],
        [[45, 69], [50, 57], [0, 9], [0, 4], [0, -1]],
        [0, 5, 5, 10, 11], [0, 100, 100, 204], [5, 3], 5,
    ]


def test_years_stand_on_the_timeline_where_there_is_room_for_them(modules_page):
    assert run(modules_page, """
        const { yearsOn } = await import("/grid/sections.js");
        const months = [[0, "2024-05"], [10, "2023-12"], [11, "2023-01"], [15, null], [21, "2022-06"], [89, "2021-02"], [90, "2020-01"]].map(([start, date]) => ({ start, date }));
        return yearsOn(months, 100, { height: 200, room: 22 }).map(({ year, top }) => [year, top]);
    """) == [["2024", 0], ["2022", 42], ["2021", 178]]


# The usual sizes, whatever was chosen before, and again afterwards.
DENSITY = """
    const { wishFor, changeDensity, listenForDensity } = await import("/grid/density.js");
    const { prefer } = await import("/preferences.js");
    prefer("density", 0);
    const over = (found) => { prefer("density", 0); localStorage.removeItem("picker.density"); return found; };
"""


def test_photos_become_larger_and_smaller_step_by_step_up_to_the_ends(modules_page):
    assert run(modules_page, DENSITY + """
        const along = (step, isNarrow) => {
            const targets = [];
            while (changeDensity(step, isNarrow)) targets.push(wishFor(isNarrow).target);
            return targets;
        };
        const found = [wishFor(true).target, wishFor(false).target, along(1, false), along(-1, false)];
        prefer("density", 9);
        found.push(wishFor(true).target);
        prefer("density", -9);
        return over([...found, wishFor(true), localStorage.getItem("picker.density")]);
    """) == [128, 188, [264, 372], [264, 188, 128, 96, 72, 52], 372, {"target": 52, "gap": 2}, "-9"]


def test_a_wheel_and_two_fingers_ask_for_steps(modules_page):
    assert run(modules_page, DENSITY + """
        const root = document.createElement("div");
        let steps = [];
        listenForDensity(root, (step) => steps.push(step));
        const taken = () => steps.splice(0);
        const wheel = (deltaY, options = {}) => {
            const event = new WheelEvent("wheel", { deltaY, ctrlKey: true, cancelable: true, ...options });
            root.dispatchEvent(event);
            return [event.defaultPrevented, ...taken()];
        };
        const wheels = [wheel(300, { ctrlKey: false }), wheel(79), wheel(1), wheel(-79), wheel(-81), wheel(5, { deltaMode: WheelEvent.DOM_DELTA_LINE }), wheel(800)];
        const touch = (type, ...places) => {
            const event = Object.assign(new Event(type, { cancelable: true }), { touches: places.map((clientX) => ({ clientX, clientY: 0 })) });
            root.dispatchEvent(event);
            return [event.defaultPrevented, ...taken()];
        };
        const touches = [touch("touchstart", 0, 100), touch("touchmove", 0, 129), touch("touchmove", 0, 131), touch("touchmove", 0, 290), touch("touchmove", 0, 150),
            touch("touchmove", 0), touch("touchmove", 0, 50, 900), touch("touchstart", 0), touch("touchmove", 0, 400), touch("touchmove", 0, 600)];
        return over([wheels, touches]);
    """) == [
        [[False], [True], [True, -1], [True], [True, 1], [True, -1], [True, -1]],
        # From 100: one step at 130, three more at 285.6, and back below 169.
        [[False], [True], [True, 1], [True, 1, 1, 1], [True, -1, -1], [False], [False], [False], [True], [True, 1]],
    ]


# Fingers and a mouse on 400 by 300 pixels, by a clock of its own: `rest` is as long as a press has to stay.
PRESSES = """
    const root = document.createElement("div");
    root.style.cssText = "position: fixed; left: 0; top: 0; width: 400px; height: 300px";
    // Pointers that no one has cannot be captured.
    root.setPointerCapture = () => {};
    root.hasPointerCapture = () => true;
    document.body.append(root);
    const heard = [];
    const taken = () => heard.splice(0);
    const { setTimeout, clearTimeout } = window;
    let resting = null;
    window.setTimeout = (work, wait) => { resting = work; heard.push(["rests", wait]); return 1; };
    window.clearTimeout = () => { resting = null; };
    const rest = () => { const work = resting; resting = null; work?.(); };
    const send = (type, clientX, clientY, options = {}) => {
        const event = new PointerEvent(type, { clientX, clientY, pointerId: 1, buttons: type === "pointerup" ? 0 : 1, pointerType: "touch", cancelable: true, ...options });
        root.dispatchEvent(event);
    };
    const over = (found) => { root.remove(); Object.assign(window, { setTimeout, clearTimeout }); return found; };
"""
STAGE = PRESSES + """
    const { StageGestures } = await import("/viewer/stage-gestures.js");
    let isZoomed = false;
    new StageGestures(root, {
        isZoomed: () => isZoomed, zoomBy: (factor, { x, y }) => heard.push(["zoom", factor, x, y]), toggleZoom: ({ x, y }) => heard.push(["toggle", x, y]),
        panBy: (x, y) => heard.push(["pan", x, y]), drag: (x, y) => heard.push(["drag", x, y]), step: (direction) => heard.push(["step", direction]),
        close: () => heard.push(["close"]), hold: (isHeld) => heard.push(["hold", isHeld]),
    });
    const only = (...names) => taken().filter(([name]) => names.includes(name));
"""


def test_a_swipe_is_long_enough_and_goes_more_one_way_than_the_other(modules_page):
    assert run(modules_page, STAGE + """
        const swipe = (x, y, options) => {
            send("pointerdown", 200, 150, options);
            send("pointermove", 200 + x, 150 + y, options);
            send("pointerup", 200 + x, 150 + y, options);
            return only("step", "close", "toggle", "pan");
        };
        const fitted = [swipe(-61, 0), swipe(61, 60), swipe(-60, 0), swipe(-70, -80), swipe(0, 61), swipe(61, 62), swipe(0, 60), swipe(0, -100), swipe(-100, 0, { pointerType: "mouse" })];
        isZoomed = true;
        return over([...fitted, swipe(-100, 0)]);
    """) == [[["step", 1]], [["step", -1]], [], [], [["close"]], [["close"]], [], [], [], [["pan", -100, 0]]]


def test_a_picture_follows_the_finger_and_is_let_go(modules_page):
    assert run(modules_page, STAGE + """
        send("pointerdown", 200, 150);
        for (const [x, y] of [[230, 160], [210, 190], [210, 100]]) send("pointermove", x, y);
        const followed = only("drag");
        send("pointercancel", 100, 150);
        send("pointermove", 90, 150);
        const cancelled = only("drag", "step");
        // Let go beside the stage, which only a move without a button tells.
        send("pointerdown", 200, 150);
        send("pointermove", 100, 150, { buttons: 0 });
        send("pointerup", 100, 150);
        return over([followed, cancelled, only("step", "drag")]);
    """) == [[["drag", 0, 0], ["drag", 30, 0], ["drag", 0, 40], ["drag", 0, 0]], [["drag", 0, 0]], [["drag", 0, 0], ["drag", 0, 0]]]


def test_two_taps_at_one_place_enlarge_what_is_under_them(modules_page):
    assert run(modules_page, STAGE + """
        const tap = (x, y) => { send("pointerdown", x, y); send("pointerup", x, y); return only("toggle"); };
        return over([tap(100, 100), tap(136, 100), tap(250, 140), tap(255, 140)]);
    """) == [[], [], [], [["toggle", 55, -10]]]


def test_two_fingers_enlarge_around_their_middle_and_are_no_swipe(modules_page):
    assert run(modules_page, STAGE + """
        send("pointerdown", 100, 150);
        send("pointerdown", 200, 150, { pointerId: 2 });
        send("pointermove", 300, 150, { pointerId: 2 });
        const pinched = only("pan", "zoom");
        send("pointerup", 300, 150, { pointerId: 2 });
        send("pointermove", 0, 150);
        send("pointerup", 0, 150);
        return over([pinched, only("step", "close", "toggle", "hold")]);
    """) == [[["pan", 50, 0], ["zoom", 2, 0, 0]], []]


def test_a_press_that_stays_is_held_until_it_ends_or_moves(modules_page):
    assert run(modules_page, STAGE + """
        const press = (work) => { send("pointerdown", 200, 150); work(); send("pointerup", 200, 150); return only("rests", "hold"); };
        return over([press(rest), press(() => { send("pointermove", 207, 150); rest(); }), press(() => { send("pointermove", 213, 150); rest(); }), press(() => { rest(); send("pointermove", 213, 150); rest(); })]);
    """) == [[["rests", 350], ["hold", True], ["hold", False]]] * 2 + [[["rests", 350]], [["rests", 350], ["hold", True], ["hold", False]]]


def test_a_wheel_enlarges_by_what_it_turns_and_by_no_more_than_a_hand_means(modules_page):
    factors = run(modules_page, STAGE + """
        for (const options of [{ deltaY: -100 }, { deltaY: 10, ctrlKey: true }, { deltaY: 5, deltaMode: WheelEvent.DOM_DELTA_LINE }, { deltaY: 5000 }]) {
            root.dispatchEvent(new WheelEvent("wheel", { clientX: 300, clientY: 100, cancelable: true, ...options }));
        }
        return over(only("zoom"));
    """)
    assert [round(math.log(factor), 6) for _, factor, _, _ in factors] == [0.25, -0.1, -0.2, -0.5]
    assert {(x, y) for _, _, x, y in factors} == {(100, -50)}


@pytest.mark.parametrize(("kind", "moves", "expected"), [
    ("mouse", [(6, 0)], ["end"]),
    ("mouse", [(7, 0), (20, 0)], ["begin", (7, 0), (20, 0), "end"]),
    ("touch", [(10, 0)], [("rests", 300), "end"]),
    ("touch", [(11, 0), "rest"], [("rests", 300), "end"]),
    ("touch", [(5, 0), "rest", (40, 0)], [("rests", 300), "begin", (5, 0), (40, 0), "end"]),
    # Another finger zooms, and a button that was let go elsewhere is not pressed any more.
    ("touch", ["second", "rest"], [("rests", 300), "end"]),
    ("mouse", ["released", (50, 0)], ["end"]),
])
def test_a_press_becomes_a_drag_by_moving_or_by_resting(modules_page, kind, moves, expected):
    script = {"rest": "rest();", "second": 'at("pointerdown", 0, 0, { pointerId: 2 });', "released": 'at("pointermove", 30, 0, { buttons: 0 });'}
    steps = "".join(script[move] if isinstance(move, str) else f'at("pointermove", {move[0]}, {move[1]});' for move in moves)
    assert run(modules_page, PRESSES + f"""
        const {{ PressDrag }} = await import("/press-drag.js");
        new PressDrag(root, 300, {{
            take: () => "held", begin: () => {{ heard.push("begin"); return true; }}, follow: (_, {{ x, y }}) => heard.push([x, y]), end: () => heard.push("end"),
        }});
        const at = (type, x, y, options) => send(type, x, y, {{ pointerType: "{kind}", ...options }});
        at("pointerdown", 0, 0);
        {steps}
        at("pointerup", 0, 0);
        return over(taken());
    """) == [list(entry) if isinstance(entry, tuple) else entry for entry in expected]
