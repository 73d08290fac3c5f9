"""The large view: enlarging with wheel, keys and fingers, sharp images for what is enlarged, details."""

import base64
import functools
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from conftest import keep_screenshot, open_camera_roll, wait_until
from page_modules import run
from photos import draw_image
from picker_process import PickerProcess
from touch import Touch

PICTURE = ".stage-picture"
ZOOM = ".viewer-zoom"


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo that is larger than every screen, one with a place, and a stamp."""
    folder = tmp_path_factory.mktemp("Large")
    save(folder / "large.jpg", (4000, 3000), "2024:01:03")
    save(folder / "place.jpg", (1600, 1200), "2024:01:02", (47.05, 8.31))
    save(folder / "stamp.jpg", (64, 48), "2024:01:01")
    return folder


def save(path: Path, size: tuple[int, int], day: str, place: tuple[float, float] | None = None) -> None:
    exif = Image.Exif()
    exif.get_ifd(0x8769)[0x9003] = f"{day} 12:00:00"
    if place:
        degrees = [(int(each), round((each % 1) * 60, 4), 0.0) for each in place]
        exif.get_ifd(0x8825).update({1: "N", 2: degrees[0], 3: "E", 4: degrees[1]})
    draw_image(size, ("#34506b", "#e58b54")).save(path, quality=85, exif=exif)


def open_photo(page: Page, name: str) -> None:
    open_camera_roll(page)
    page.locator(f'.cell[aria-label^="{name}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".viewer-title")).to_have_text(name)
    expect(page.locator(".stage img.is-final")).to_be_visible()


def box(page: Page) -> tuple[float, float, float]:
    """The middle and the width of the picture."""
    found = page.locator(PICTURE).bounding_box()
    assert found
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2, found["width"]


def middle_of_stage(page: Page) -> tuple[float, float]:
    found = page.locator(".stage").bounding_box()
    assert found
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def test_the_wheel_enlarges_around_the_pointer_and_a_drag_moves_the_photo(photos, open_page):
    with PickerProcess("pick", photos) as picker, open_page(picker.link) as page:
        open_photo(page, "large.jpg")
        x, y = middle_of_stage(page)
        _, _, fitted = box(page)
        page.mouse.move(x + 100, y)
        page.mouse.wheel(0, -300)
        expect(page.locator(".stage")).to_have_class(re.compile("is-zoomed"))
        centre, _, width = box(page)
        # What is under the pointer stays there: the middle went the other way.
        assert width > 1.3 * fitted and abs((x + 100 - centre) / width - 100 / fitted) < 0.01
        page.mouse.down()
        page.mouse.move(x + 60, y + 10, steps=3)
        page.mouse.up()
        assert abs(box(page)[0] - centre + 40) < 2
        expect(page.locator("photo-viewer")).to_be_visible()
        page.mouse.wheel(0, 3000)
        expect(page.locator(".stage")).not_to_have_class(re.compile("is-zoomed"))
        assert abs(box(page)[2] - fitted) < 1


def test_what_is_enlarged_becomes_sharp(photos, open_page):
    with PickerProcess("pick", photos) as picker, open_page(picker.link) as page:
        open_photo(page, "large.jpg")
        assert page.locator(".stage img").evaluate("image => image.naturalWidth") < 1300
        with page.expect_request(lambda request: "/image?" in request.url and "w=4000" in request.url):
            page.keyboard.press("1")
        expect(page.locator(".stage img.is-sharper")).to_be_visible()
        assert page.locator(".stage img").evaluate("image => [image.naturalWidth, image.clientWidth]") == [4000, 4000]
        expect(page.locator(ZOOM)).to_have_text("100%")
        keep_screenshot(page, "viewer-enlarged")


@pytest.mark.slow
def test_of_a_photo_too_large_to_have_whole_the_part_that_is_seen_becomes_sharp(tmp_path, open_page):
    save(tmp_path / "huge.jpg", (7200, 5400), "2024:01:03")
    with PickerProcess("pick", tmp_path) as picker, open_page(picker.link) as page:
        open_photo(page, "huge.jpg")
        page.keyboard.press("1")
        part = page.locator(".stage-part")
        expect(part).to_be_visible()
        # A pixel of the photo on each of the screen, where it belongs, beyond all that is seen.
        drawn = part.evaluate("""image => [image.naturalWidth / image.getBoundingClientRect().width, image.naturalHeight / image.getBoundingClientRect().height]""")
        assert drawn == pytest.approx([1, 1], abs=0.001)
        whole, shown, stage = page.locator(PICTURE).bounding_box(), part.bounding_box(), page.locator(".stage").bounding_box()
        assert whole and shown and stage
        assert shown["width"] < whole["width"] / 2 and (shown["x"] - whole["x"]) % 256 == pytest.approx(0, abs=0.1)
        assert shown["x"] <= stage["x"] and shown["x"] + shown["width"] >= stage["x"] + stage["width"]
        keep_screenshot(page, "viewer-part")
        first = part.get_attribute("src")
        x, y = middle_of_stage(page)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 30, y - 20, steps=3)
        page.mouse.up()
        # Little else is seen: nothing is asked for.
        page.wait_for_timeout(300)
        assert part.get_attribute("src") == first
        with page.expect_request(lambda request: "part=" in request.url):
            for _ in range(3):
                page.keyboard.press("ArrowRight")
        expect(part).not_to_have_attribute("src", first)
        expect(part).to_have_count(1)
        # The whole photo needs no part of it.
        page.keyboard.press("0")
        expect(page.locator(".stage")).not_to_have_class(re.compile("is-zoomed"))


def test_keys_and_a_double_click_enlarge_move_and_reduce(photos, open_page):
    with PickerProcess("pick", photos) as picker, open_page(picker.link) as page:
        open_photo(page, "large.jpg")
        centre, _, fitted = box(page)
        page.keyboard.press("+")
        assert abs(box(page)[2] / fitted - 1.5) < 0.01
        page.keyboard.press("-")
        assert abs(box(page)[2] / fitted - 1) < 0.01
        for _ in range(3):
            page.keyboard.press("+")
        page.keyboard.press("ArrowLeft")
        assert box(page)[0] > centre + 100
        page.keyboard.press("0")
        assert box(page)[::2] == pytest.approx((centre, fitted), abs=1)
        # A double click shows every pixel, and the button says so.
        page.mouse.dblclick(*middle_of_stage(page))
        expect(page.locator(ZOOM)).to_have_text("100%")
        assert abs(box(page)[2] - 4000) < 1
        page.locator(ZOOM).click()
        expect(page.locator(ZOOM)).not_to_have_text("100%")
        assert abs(box(page)[2] - fitted) < 1
        # With the whole photo in view the arrows lead to the next one.
        page.keyboard.press("ArrowRight")
        expect(page.locator(".viewer-title")).to_have_text("place.jpg")


def test_a_stamp_is_shown_pixel_for_pixel_and_home_and_end_show_the_first_and_the_last(photos, open_page):
    with PickerProcess("pick", photos) as picker, open_page(picker.link) as page:
        open_photo(page, "stamp.jpg")
        assert abs(box(page)[2] - 64) < 1
        expect(page.locator(ZOOM)).to_have_text("100%")
        page.keyboard.press("Home")
        expect(page.locator(".viewer-place")).to_have_text("1 of 3")
        expect(page.locator(".viewer-step.is-previous")).to_be_disabled()
        page.keyboard.press("End")
        expect(page.locator(".viewer-place")).to_have_text("3 of 3")


def test_fingers_pinch_tap_swipe_and_close(photos, open_page):
    with PickerProcess("pick", photos) as picker, open_page(picker.link, size=(390, 844), is_touch=True) as page:
        open_photo(page, "place.jpg")
        touch = Touch(page)
        x, y = middle_of_stage(page)
        fitted = box(page)[2]
        touch.pinch((x, y), 60, 150)
        assert abs(box(page)[2] / fitted - 2.5) < 0.1
        # A finger on an enlarged photo moves it; neither the next one comes, nor does the view close.
        before = box(page)[0]
        touch.swipe((x, y), (x - 100, y))
        assert abs(box(page)[0] - before + 100) < 5
        touch.swipe((x, y - 100), (x, y + 100))
        expect(page.locator(".viewer-title")).to_have_text("place.jpg")
        touch.double_tap((x, y))
        assert abs(box(page)[2] - fitted) < 1
        touch.swipe((x + 100, y), (x - 100, y), ends=False)
        assert box(page)[0] < x - 100
        touch.lift()
        expect(page.locator(".viewer-title")).not_to_have_text("place.jpg")
        touch.swipe((x, y - 100), (x, y + 120))
        expect(page.locator("photo-viewer")).to_be_hidden()
        expect(page.locator("grid-view")).to_be_visible()


def test_details_begin_with_the_date_and_the_place_can_be_followed_or_copied(photos, open_page):
    with PickerProcess("pick", photos) as picker, open_page(picker.link) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        open_photo(page, "place.jpg")
        page.keyboard.press("i")
        place = page.locator(".details a")
        expect(place).to_have_attribute("href", "geo:47.05000,8.31000")
        assert page.locator(".details dt").all_inner_texts()[:2] == ["Taken", "Place"]
        expect(page.locator(".details dd").first).to_contain_text("January 2, 2024")
        page.get_by_role("button", name="Copy the place").click()
        expect(page.locator(".toast")).to_contain_text("Place copied")
        assert page.evaluate("navigator.clipboard.readText()") == "47.05000, 8.31000"
        keep_screenshot(page, "viewer-place")


RECORD = """async () => {
    const canvas = document.body.appendChild(document.createElement("canvas"));
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm" });
    const pieces = [];
    recorder.ondataavailable = (event) => pieces.push(event.data);
    const ended = new Promise((resolve) => { recorder.onstop = resolve; });
    const brush = canvas.getContext("2d");
    recorder.start();
    for (let frame = 0; frame < 12; frame += 1) {
        brush.fillStyle = `hsl(${frame * 30} 60% 50%)`;
        brush.fillRect(0, 0, canvas.width, canvas.height);
        await new Promise((resolve) => setTimeout(resolve, 60));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
}"""


@functools.cache
def recorded(browser: Browser) -> bytes:
    page = browser.new_page()
    video = base64.b64decode(page.evaluate(RECORD))
    page.close()
    return video


def record_video(browser: Browser, path: Path) -> None:
    """A video of changing colours, by the browser itself: each process has it recorded once."""
    path.write_bytes(recorded(browser))


@pytest.mark.slow
def test_a_video_has_its_controls_below_the_picture(tmp_path, browser, open_page):
    record_video(browser, tmp_path / "clip.webm")
    # Where FFmpeg's libraries are missing, there is no poster.
    with PickerProcess("pick", tmp_path) as picker, open_page(picker.link, expects_errors=True) as page:
        page.locator('.cell[aria-label^="clip.webm"]').click()
        controls, video = page.get_by_role("group", name="Video controls"), page.locator(".stage video")
        expect(controls).to_be_visible()
        picture, below = video.bounding_box(), controls.bounding_box()
        assert picture and below and picture["y"] + picture["height"] <= below["y"]
        video.evaluate("video => { video.loop = true; }")
        controls.get_by_role("button", name="Play").click()
        expect(controls.get_by_role("button", name="Pause")).to_be_visible()
        wait_until(page, "document.querySelector('.stage video').currentTime > 0")
        keep_screenshot(page, "viewer-video")
        page.keyboard.press("p")
        expect(controls.get_by_role("button", name="Play")).to_be_visible()
        video.click()
        expect(controls.get_by_role("button", name="Pause")).to_be_visible()
        # No hand is so steady that nothing moves.
        x, y = middle_of_stage(page)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 2, y + 1)
        page.mouse.up()
        expect(controls.get_by_role("button", name="Play")).to_be_visible()
        video.click()
        controls.get_by_role("button", name="Mute").click()
        assert video.evaluate("video => video.muted")
        video.click()
        controls.get_by_role("slider").fill("0")
        assert video.evaluate("video => video.currentTime") == 0
        # The keys of a slider are its own.
        controls.get_by_role("slider").press("ArrowLeft")
        expect(page.locator("photo-viewer")).to_be_visible()
        # All others are those of the large view.
        controls.get_by_role("slider").press("Escape")
        expect(page.locator("photo-viewer")).to_be_hidden()


def test_who_presses_on_while_a_photo_is_asked_for_is_not_led_back(modules_page):
    assert run(modules_page, """
        const { PhotoViewer } = await import("/viewer/viewer.js");
        const { Picking } = await import("/picking/picking.js");
        const photo = (each) => ({ ...each, filename: `${each.localIdentifier}.jpg`, mediaType: "image", mediaSubtypes: [], pixelWidth: 8, pixelHeight: 6 });
        let go = () => {};
        const gate = new Promise((open) => { go = open; });
        const source = new AssetSource(async (offset, limit) => {
            const page = await library(400)(offset, limit);
            if (offset === 200) await gate;
            return { ...page, assets: page.assets.map(photo) };
        });
        await source.ensure(0, 0);
        const selection = new Selection(config());
        const viewer = new PhotoViewer(selection, new Picking(selection, () => {}));
        document.body.append(viewer);
        const moves = [];
        viewer.addEventListener("move", (event) => moves.push(event.detail.localIdentifier));
        await viewer.open(source, 199);
        const steps = [viewer.step(1), viewer.step(1)];
        go();
        await Promise.all(steps);
        const shown = viewer.querySelector(".viewer-title").textContent;
        viewer.close();
        viewer.remove();
        return [shown, moves];
    """) == ["201.jpg", ["201"]]


def test_a_photo_that_did_not_come_is_not_stepped_over(modules_page):
    assert run(modules_page, """
        const { PhotoViewer } = await import("/viewer/viewer.js");
        const { Picking } = await import("/picking/picking.js");
        const photo = (each) => ({ ...each, filename: `${each.localIdentifier}.jpg`, mediaType: "image", mediaSubtypes: [], pixelWidth: 8, pixelHeight: 6 });
        let isBroken = true;
        const source = new AssetSource(async (offset, limit) => {
            if (offset === 200 && isBroken) throw new Error("busy");
            const page = await library(400)(offset, limit);
            return { ...page, assets: page.assets.map(photo) };
        });
        await source.ensure(0, 0);
        const selection = new Selection(config());
        const viewer = new PhotoViewer(selection, new Picking(selection, () => {}));
        document.body.append(viewer);
        await viewer.open(source, 199);
        await viewer.step(1);
        isBroken = false;
        await viewer.step(1);
        const shown = [viewer.querySelector(".viewer-title").textContent, viewer.querySelector(".viewer-place").textContent];
        viewer.close();
        viewer.remove();
        return shown;
    """) == ["200.jpg", "201 of 400"]


def test_a_video_of_unknown_length_is_not_said_to_have_none(modules_page):
    assert run(modules_page, """
        const { VideoControls } = await import("/viewer/video-controls.js");
        // One that a browser recorded, say: its file has no length in it.
        const shown = (known) => {
            const { root } = new VideoControls(document.createElement("video"), known);
            return [root.querySelector(".video-time").textContent, root.querySelector("input").max];
        };
        return [shown(65), shown(null)];
    """) == [["0:00 / 1:05", "65"], ["0:00", "1"]]
