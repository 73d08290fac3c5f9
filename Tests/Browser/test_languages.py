"""The page in the reader's language, from left to right and from right to left, with nothing that is not translated."""

import re

import pytest
from playwright.sync_api import Page, expect

from conftest import cell, check, enter_by, keep_screenshot, open_albums, open_camera_roll
from page_modules import MODULES
from photos import LIBRARY
from picker_process import PickerProcess

# English between brackets, from right to left.
PSEUDO = "en-XB"

TEXTS = r"""() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("noscript, script")) texts.push(walker.currentNode.data);
    for (const node of document.querySelectorAll("*")) {
        for (const name of ["aria-label", "aria-valuetext", "title", "alt", "placeholder"]) texts.push(node.getAttribute(name) ?? "");
    }
    return [...new Set(texts)].filter((text) => /\p{L}/u.test(text) && !text.includes("⟦"));
}"""

# What a reader of any language sees as it is: names in the library, sizes, types, and languages by their own names.
DATA = {name for photo in LIBRARY for name in photo[:2]} | {"JPEG", "Picker Test camera", "English", "简体中文"}
FORMATTED = re.compile(r"[\d.,]+ (kB|MB)|\w+day, \w+ \d+, \d+ at [\d:]+\s[AP]M|(\w+, )?\w+ \d+(, \d{4})?|\w+ \d{4}")


def untranslated(page: Page, library_title: str) -> list[str]:
    return [text for text in page.evaluate(TEXTS) if text not in DATA | {library_title} and not FORMATTED.fullmatch(text)]


def choose_pseudo(page: Page) -> None:
    page.evaluate(f"""localStorage.setItem("picker.language", '"{PSEUDO}"')""")


def speak_pseudo(page: Page) -> None:
    choose_pseudo(page)
    page.reload()


@pytest.mark.slow
def test_every_text_of_every_view_is_in_the_catalogue(library, open_page):

    def prepare(page: Page) -> None:
        enter_by(page, picker.link)
        choose_pseudo(page)

    with PickerProcess("pick", library, "--ordered", "--limit", "2", "--min", "2") as picker, open_page(picker.origin + "/", prepare=prepare) as page:
        open_camera_roll(page)
        expect(page.locator(".cell:not(.is-unknown)")).to_have_count(7)
        assert untranslated(page, library.name) == []
        check(page, "⟦beach.jpg")
        assert untranslated(page, library.name) == []
        check(page, "⟦lake.jpg")
        cell(page, "⟦forest.jpg").click(force=True)
        expect(page.locator(".toast")).to_be_visible()
        page.locator(".bar-count").click()
        expect(page.locator(".tray img")).to_have_count(2)
        assert untranslated(page, library.name) == []
        page.keyboard.press("Escape")
        page.locator(".bar-clear").click()
        expect(page.locator(".toast button")).to_be_visible()
        assert untranslated(page, library.name) == []
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
        assert untranslated(page, library.name) == []
        page.keyboard.press("Escape")
        cell(page, "⟦beach.jpg").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".stage img.is-final")).to_be_visible()
        page.keyboard.press("i")
        expect(page.locator(".details")).to_contain_text("Test camera")
        assert untranslated(page, library.name) == []
        page.keyboard.press("Escape")
        open_albums(page)
        assert untranslated(page, library.name) == []
        page.locator(".bar-actions button").first.click()
        expect(page.locator(".message.is-cancelled")).to_be_visible()
        assert untranslated(page, library.name) == []


def test_the_signin_page_is_in_the_readers_language(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.origin + "/", expects_errors=True, locale="zh-CN") as page:
        expect(page.get_by_role("heading", name="请打开终端中的链接")).to_be_visible()
        assert page.evaluate("document.documentElement.lang") == "zh-Hans"
        speak_pseudo(page)
        expect(page.locator("h1")).to_contain_text("⟦")
        assert untranslated(page, library.name) == []


def test_no_module_has_a_text_of_its_own():
    # What is shown or spoken, as a literal with a letter in it.
    shown = re.compile(r"""(?:\b(?:text|title|note)|"aria-label"|"alt"):\s*(["'`])(?=[^"'`]*[A-Za-z]{2})|announce\(["'`][^"'`]*[A-Za-z]{2}|textButton\((["'`])[A-Za-z]""")
    found = []
    for path in [*MODULES.rglob("*.js"), MODULES.parent / "app.js", MODULES.parent / "signin.js"]:
        if path.parent.name != "languages":
            lines = [line.strip() for line in path.read_text().splitlines()]
            # What is put into a text is not a word of it.
            found += [f"{path.name}: {line}" for line in lines if shown.search(re.sub(r"\$\{[^}]*\}", "", line)) and not line.startswith(("*", "//"))]
    assert found == []


def test_the_browsers_language_counts_and_another_can_be_chosen(library, open_page):
    with PickerProcess("pick", library, "--min", "3") as picker, open_page(picker.link, locale="zh-CN") as page:
        open_camera_roll(page)
        expect(page.locator(".header-note")).to_have_text("7 张照片")
        check(page, "beach.jpg")
        expect(page.locator("selection-bar .is-primary")).to_have_text("完成（1/3）")
        expect(cell(page, "beach.jpg")).to_have_attribute("aria-label", "beach.jpg，2024年7月2日")
        open_albums(page)
        expect(page.locator(".shelf h2")).to_have_text("相册")
        keep_screenshot(page, "chinese-albums")
        page.keyboard.press("?")
        page.locator(".dialog select").select_option("en")
        # The page begins again, with what was selected.
        expect(page.get_by_role("button", name="Done (1/3)")).to_be_visible()
        assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["en", "ltr"]


def test_from_right_to_left_everything_is_mirrored(library, open_page):
    with PickerProcess("pick", library, "--ordered") as picker, open_page(picker.link) as page:
        speak_pseudo(page)
        open_camera_roll(page)
        expect(page.locator(".cell:not(.is-unknown)")).to_have_count(7)
        first, second = (page.locator(f'.cell[data-index="{index}"]').bounding_box() for index in (0, 1))
        assert first and second and first["x"] - second["x"] - second["width"] == 2
        title, help_button = page.locator("h1").bounding_box(), page.locator(".header-help").bounding_box()
        assert title and help_button and title["x"] > help_button["x"]
        page.locator('.cell[data-index="0"]').focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator('.cell[data-index="1"]')).to_be_focused()
        # Drawing follows the cells under the pointer.
        page.mouse.move(first["x"] + 20, first["y"] + 60)
        page.mouse.down()
        page.mouse.move(second["x"] + 20, second["y"] + 60, steps=4)
        page.mouse.up()
        expect(page.locator(".cell.is-selected")).to_have_count(2)
        keep_screenshot(page, "mirrored-grid")
        page.locator('.cell[data-index="1"]').focus()
        page.keyboard.press("Enter")
        expect(page.locator(".stage img.is-final")).to_be_visible()
        following, previous = page.locator(".is-next").bounding_box(), page.locator(".is-previous").bounding_box()
        assert following and previous and following["x"] < previous["x"]
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".viewer-place")).to_have_text("⟦3 of 7⟧")
        keep_screenshot(page, "mirrored-viewer")
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280
