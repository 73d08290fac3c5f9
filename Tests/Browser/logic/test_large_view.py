"""The large view by itself: whose keys are whose, and what it leaves."""

from page_modules import run

# A large view of 40 photos of which one is open.
VIEWER = """
    const { PhotoViewer } = await import("/viewer/viewer.js");
    const { Picking } = await import("/picking/picking.js");
    const photo = (each) => ({ ...each, filename: `${each.localIdentifier}.jpg`, mediaType: "image", mediaSubtypes: [], pixelWidth: 8, pixelHeight: 6 });
    const source = new AssetSource(async (offset, limit) => {
        const page = await library(40)(offset, limit);
        return { ...page, assets: page.assets.map(photo) };
    });
    await source.ensure(0, 0);
    const selection = new Selection(config());
    const viewer = new PhotoViewer(selection, new Picking(selection, () => {}));
    document.body.append(viewer);
    await viewer.open(source, 7);
    const over = (...found) => { viewer.close(); viewer.remove(); return found; };
"""


def test_keys_that_scroll_are_those_of_the_details_where_the_keyboard_is_in_them(modules_page):
    assert run(modules_page, VIEWER + """
        const details = viewer.querySelector(".details");
        // What a browser still does with a key is true.
        const press = (target, key) => {
            target.addEventListener("keydown", (event) => viewer.handleKey(event), { once: true });
            return target.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
        };
        const keys = ["ArrowDown", "ArrowUp", "End", "Home", " ", "PageDown"];
        const inDetails = keys.map((key) => press(details, key));
        const untouched = [viewer.index, selection.count, details.tabIndex];
        const elsewhere = keys.map((key) => press(viewer, key));
        const isAnyLeft = ["ArrowRight", "Escape"].map((key) => press(details, key));
        return over(inDetails, untouched, elsewhere, isAnyLeft);
    """) == [[True] * 6, [7, 0, 0], [False] * 5 + [True], [False, False]]


def test_a_view_that_is_left_gives_the_whole_screen_back(modules_page):
    assert run(modules_page, VIEWER + """
        let [filling, left] = [null, 0];
        Object.defineProperty(document, "fullscreenElement", { configurable: true, get: () => filling });
        document.exitFullscreen = async () => { left += 1; };
        viewer.close();
        const counts = [left];
        await viewer.open(source, 7);
        filling = viewer.querySelector(".viewer-middle");
        viewer.close();
        counts.push(left);
        filling = null;
        for (const name of ["fullscreenElement", "exitFullscreen"]) delete document[name];
        return over(...counts);
    """) == [0, 1]


def test_a_video_that_waits_for_more_of_it_is_seen_to_wait(modules_page):
    assert run(modules_page, """
        const { ViewerStage } = await import("/viewer/viewer-stage.js");
        const stage = new ViewerStage();
        document.body.append(stage.root);
        stage.show({ ...asset("v"), filename: "v.mp4", mediaType: "video", mediaSubtypes: [], pixelWidth: 8, pixelHeight: 6, duration: 3 }, () => {});
        const video = stage.root.querySelector("video");
        const seen = ["waiting", "playing", "waiting", "pause", "waiting"].map((name) => {
            video.dispatchEvent(new Event(name));
            return stage.root.classList.contains("is-loading");
        });
        stage.clear();
        seen.push(stage.root.classList.contains("is-loading"));
        // What a video that is left still says is not about the next photo.
        stage.root.classList.add("is-loading");
        video.dispatchEvent(new Event("pause"));
        seen.push(stage.root.classList.contains("is-loading"));
        stage.root.remove();
        return seen;
    """) == [True, False, True, False, True, False, True]


def test_an_image_that_begins_to_move_or_stops_says_so_that_no_other_takes_its_place(modules_page):
    assert run(modules_page, """
        const { MovingImage } = await import("/viewer/moving-image.js");
        const { decode } = HTMLImageElement.prototype;
        HTMLImageElement.prototype.decode = async () => {};
        const still = document.createElement("img");
        const seen = [];
        const picture = { image: still, place: (image) => seen.push(image === still ? "still" : "moving") };
        const moving = new MovingImage({ ...asset("m"), filename: "m.gif" }, picture, () => seen.push("said"));
        document.body.append(moving.button);
        await new Promise((go) => setTimeout(go));
        moving.toggle();
        moving.button.remove();
        HTMLImageElement.prototype.decode = decode;
        return seen;
    """) == ["moving", "said", "still", "said"]
