"""A Live Photo plays while it is pressed, by its badge, and by a key; an animation moves by itself."""

import base64
import os
import struct
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from conftest import keep_screenshot, open_camera_roll
from page_modules import MODULES
from photos import draw_image
from picker_process import PickerProcess

# A second of a drawn video, as this browser records it.
RECORD = """async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 320; canvas.height = 240;
    const context = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm;codecs=vp8" });
    const pieces = [];
    recorder.ondataavailable = (event) => pieces.push(event.data);
    const ended = new Promise((resolve) => { recorder.onstop = resolve; });
    recorder.start();
    const begin = performance.now();
    while (performance.now() - begin < 1000) {
        context.fillStyle = `hsl(${performance.now() / 3} 80% 50%)`;
        context.fillRect(0, 0, 320, 240);
        await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
}"""


def box(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", 8 + len(content)) + name + content


@pytest.fixture(scope="module")
def live(tmp_path_factory) -> Path:
    """A photo and a QuickTime file of one name, in which there is nothing to play; and a photo alone."""
    folder = tmp_path_factory.mktemp("Live")
    draw_image((1600, 1200), ("#7fc4e8", "#f2d8a0")).save(folder / "IMG_1.jpg")
    draw_image((1600, 1200), ("#234d2c", "#9cc069")).save(folder / "IMG_2.jpg")
    os.utime(folder / "IMG_1.jpg", (1_700_000_000, 1_700_000_000))
    (folder / "IMG_1.mov").write_bytes(box(b"ftyp", b"qt  \0\0\0\0qt  ") + box(b"moov", b""))
    return folder


def open_large(page: Page, name: str) -> None:
    open_camera_roll(page)
    page.locator(f'.cell[aria-label^="{name}"]').click()
    expect(page.locator(".stage img.is-final")).to_be_visible()


@pytest.fixture(scope="module")
def video(browser) -> bytes:
    page = browser.new_page()
    recorded = base64.b64decode(page.evaluate(RECORD))
    page.close()
    return recorded


@pytest.mark.slow
def test_it_plays_while_it_is_pressed_and_once_by_its_badge(live, video, open_page):
    with PickerProcess("pick", live) as picker, open_page(picker.link) as page:
        page.route("**/original?role=pairedVideo&*", lambda route: route.fulfill(body=video, content_type="video/webm"))
        open_large(page, "IMG_1")
        expect(page.locator(".live-badge")).to_have_text("Live")
        keep_screenshot(page, "live-photo")
        stage = page.locator(".stage").bounding_box()
        page.mouse.move(stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2)
        page.mouse.down()
        expect(page.locator(".live-video.is-playing")).to_be_visible()
        page.mouse.up()
        expect(page.locator(".live-video")).to_have_count(0)
        expect(page.locator(".stage img.is-final")).to_be_visible()
        page.get_by_role("button", name="Play the Live Photo").click()
        expect(page.locator(".live-video.is-playing")).to_be_visible()
        expect(page.locator(".live-badge")).to_have_attribute("aria-pressed", "true")
        # It ends by itself.
        expect(page.locator(".live-video")).to_have_count(0)
        expect(page.locator(".live-badge")).to_have_attribute("aria-pressed", "false")
        page.keyboard.press("p")
        expect(page.locator(".live-video")).to_have_count(1)
        # The newest is first, and this is the other one, which is not live.
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".viewer-title")).to_have_text("IMG_2.jpg")
        expect(page.locator(".live-video")).to_have_count(0)
        expect(page.locator(".stage img.is-final")).to_be_visible()
        expect(page.locator(".live-badge")).to_have_count(0)


def test_a_video_that_is_refused_or_cannot_be_played_says_which_and_the_photo_stays(live, open_page):
    with PickerProcess("pick", live) as picker, open_page(picker.link, expects_errors=True) as page:
        refusal = {"code": 503, "status": "BUSY", "message": "too many at once"}
        page.route("**/original?role=pairedVideo&*", lambda route: route.fulfill(status=503, json={"error": refusal}))
        open_large(page, "IMG_1")
        for words in ["The photos are busy right now", "cannot play"]:
            page.get_by_role("button", name="Play the Live Photo").click()
            expect(page.locator(".toast")).to_contain_text(words)
            expect(page.locator(".live-video")).to_have_count(0)
            expect(page.locator(".stage img.is-final")).to_be_visible()
            page.unroute("**/original?role=pairedVideo&*")


@pytest.fixture(scope="module")
def moving(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("Moving")
    frames = [Image.new("RGB", (400, 300), color) for color in ("#c03030", "#3030c0")]
    frames[0].save(folder / "moves.gif", save_all=True, append_images=frames[1:], duration=200, loop=0)
    frames[0].save(folder / "still.gif")
    return folder


def test_an_animation_is_the_file_itself_in_the_large_view_and_a_still_is_a_picture(moving, open_page):
    with PickerProcess("pick", moving) as picker, open_page(picker.link) as page:
        page.emulate_media(reduced_motion="no-preference")
        open_large(page, "moves.gif")
        image = page.locator(".stage img.is-moving")
        expect(image).to_be_visible()
        expect(page.locator(".stage img")).to_have_count(1)
        assert "/original" in image.get_attribute("src")
        # What moves by itself can be stopped.
        buttons = page.locator(".stage").get_by_role("button")
        expect(buttons).to_have_attribute("aria-label", "Pause")
        buttons.click()
        expect(image).to_have_count(0)
        expect(page.locator(".stage img.is-final")).to_be_visible()
        page.keyboard.press("p")
        expect(image).to_be_visible()
        expect(page.locator(".stage img")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator("photo-viewer")).to_be_hidden()
        open_large(page, "still.gif")
        expect(page.locator(".stage.is-loading")).to_have_count(0)
        assert "/original" not in page.locator(".stage img").get_attribute("src")
        expect(buttons).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator("photo-viewer")).to_be_hidden()
        # For those who want less motion it stands still until they press.
        page.emulate_media(reduced_motion="reduce")
        open_large(page, "moves.gif")
        expect(buttons).to_have_attribute("aria-label", "Play")
        expect(image).to_have_count(0)
        buttons.click()
        expect(image).to_be_visible()


def test_where_a_finger_holds_an_iphone_shows_no_menu_of_its_own():
    """No other browser knows the property by which that is said, so that its style is read as it is written."""
    styles = MODULES.parent / "styles"
    for name, held in [("viewer.css", ".stage {"), ("grid.css", ".grid-canvas {"), ("bar.css", ".tray.is-ordered .tray-picture {")]:
        rule = (styles / name).read_text().split(f"\n{held}", 1)[1].split("}", 1)[0]
        assert "-webkit-touch-callout: none" in rule and "-webkit-user-select: none" in rule, held
