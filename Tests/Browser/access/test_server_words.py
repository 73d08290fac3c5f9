"""What the server refuses, in the language of the reader: it speaks English, and the page has a sentence for each of its reasons."""

import re
import shutil

import pytest
from playwright.sync_api import Page, expect

from conftest import check, keep_screenshot, open_albums, open_camera_roll
from page_modules import MODULES, run
from picker_process import PickerProcess

SOURCES = MODULES.parents[2]
# Folders of what programs alone are told: they read English.
FOR_PROGRAMS = {"Applications", "Grants", "Webhooks"}
ENGLISH = re.compile(r"[A-Za-z]{2,}")


def names_of_refusals() -> set[str]:
    """All reasons and statuses that the server's sources and the interface of backends name."""
    found = set()
    for path in (SOURCES / "PickerServer").rglob("*.swift"):
        if path.parent.name not in FOR_PROGRAMS:
            found |= set(re.findall(r'"([A-Z]+(?:_[A-Z]+)+|INTERNAL|UNAVAILABLE|UNAUTHENTICATED)"', path.read_text()))
    statuses = (SOURCES / "PhotoModel" / "Backends" / "PhotoStatus.swift").read_text()
    found |= set(re.findall(r'\.\w+: "([A-Z_]+)"', statuses))
    return {name for name in found if not name.startswith("XDG_")}


def test_each_refusal_has_a_sentence_in_each_language_that_is_not_the_servers(modules_page):
    names = names_of_refusals()
    assert {"CORRUPT_MEDIA", "SESSION_GONE", "OVER_LIMIT", "RESOURCE_EXHAUSTED"} <= names
    catalogues = run(modules_page, """
        const { catalogues } = await import("/strings.js");
        const { serverTag } = await import("/language.js");
        const others = Object.entries(catalogues).filter(([tag]) => tag !== serverTag);
        return Object.fromEntries(others.map(([tag, { refusals, reasons, statuses }]) => [tag, { ...refusals, ...reasons, ...statuses }]));
    """)
    assert list(catalogues) == ["zh-Hans"]
    for tag, sentences in catalogues.items():
        assert names - set(sentences) == set(), tag
        assert [text for text in sentences.values() if not re.search(r"[\u4e00-\u9fff]", text)] == []


@pytest.mark.slow
def test_a_photo_that_cannot_be_shown_says_why_in_chinese(library, tmp_path, open_page):
    shutil.copytree(library / "Summer", tmp_path / "photos")
    (tmp_path / "photos" / "damaged.jpg").write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0" + bytes(64))
    with PickerProcess("pick", tmp_path / "photos") as picker, open_page(picker.link, locale="zh-CN", expects_errors=True) as page:
        open_camera_roll(page)
        reason = page.locator(".cell.is-failed .cell-reason")
        expect(reason).not_to_be_empty()
        assert not ENGLISH.search(reason.inner_text()), reason.inner_text()
        page.locator(".cell.is-failed").click()
        expect(page.locator(".stage-reason")).to_be_visible()
        shown = page.locator(".stage-reason p").inner_text()
        assert not ENGLISH.search(shown), shown
        keep_screenshot(page, "chinese-damaged")


@pytest.mark.slow
def test_a_refusal_is_said_in_chinese_and_its_details_follow(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, locale="zh-CN", expects_errors=True) as page:
        open_camera_roll(page)
        check(page, "street.jpg")
        refuse = {"code": 400, "status": "FAILED_PRECONDITION", "message": "photos were added", "details": [{"reason": "SELECTION_CHANGED"}]}
        page.route("**/session/done", lambda route: route.fulfill(status=400, json={"error": refuse}))
        page.get_by_role("button", name="完成").click()
        expect(page.locator(".toast")).to_contain_text("所选范围内的照片有增减")
        expect(page.locator(".toast")).not_to_contain_text("photos")
        refuse |= {"message": "/full/a.jpg cannot be written: no space", "details": [{"reason": "NOT_HANDED_OVER"}]}
        page.get_by_role("button", name="完成").click()
        expect(page.locator(".toast")).to_have_text(re.compile("所选内容未能交付。/full/a.jpg cannot be written: no space"))


@pytest.mark.slow
def test_what_a_library_says_itself_is_marked_as_english(library, open_page):
    refuse = {"code": 503, "status": "IO", "message": "the disk said no"}

    def prepare(page: Page) -> None:
        page.route("**/session", lambda route: route.fulfill(status=503, json={"error": refuse}))

    with PickerProcess("pick", library) as picker, open_page(picker.link, locale="zh-CN", expects_errors=True, prepare=prepare) as page:
        expect(page.get_by_role("heading", name="无法读取文件")).to_be_visible()
        words = page.locator(".message-words")
        expect(words).to_have_text("The disk said no")
        expect(words).to_have_attribute("lang", "en")
        # What passes needs no press.
        page.unroute("**/session")
        expect(page.locator(".cell img").first).to_be_visible()


@pytest.mark.slow
def test_files_that_are_left_out_are_counted_below_the_albums(library, tmp_path, open_page):
    photos = tmp_path / "photos"
    shutil.copytree(library, photos)
    for name in ["one.pdf", "two.pdf", "notes.txt"]:
        (photos / name).write_text("words")
    with PickerProcess("pick", photos, "--data-dir", tmp_path / "data") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        open_albums(page)
        expect(page.locator(".left-out")).to_contain_text("2 PDF, 1 TXT")
        keep_screenshot(page, "left-out-files")


def test_without_scripts_the_page_says_so_in_both_languages(library, browser):
    with PickerProcess("pick", library) as picker:
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        for path in ["/", "/signin"]:
            page.goto(picker.origin + path)
            expect(page.get_by_role("heading", name="Picker needs JavaScript")).to_be_visible()
            expect(page.get_by_role("heading", name="Picker 需要 JavaScript")).to_be_visible()
            expect(page.locator("form")).to_be_hidden()
        context.close()


@pytest.mark.slow
def test_a_page_of_which_a_part_does_not_come_says_so_in_both_languages_and_is_loaded_again(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.origin + "/", expects_errors=True) as page:
        expect(page.get_by_role("heading", name="Open the link from the terminal")).to_be_visible()
        # What an extension of the browser puts into the page is no part of it.
        page.evaluate("""() => new Promise((done) => {
            const other = document.createElement("script");
            other.addEventListener("error", () => done(null));
            Object.defineProperty(other, "src", { value: "https://elsewhere.example/x.js" });
            document.head.append(other);
            other.dispatchEvent(new Event("error"));
        })""")
        expect(page.get_by_role("heading", name="Open the link from the terminal")).to_be_visible()
        for part, address, shown, answer in [
            ("strings.js", picker.origin + "/", "h1[data-text]", lambda route: route.abort()),
            # Of another version, which has nothing of what is taken from it.
            ("strings.js", picker.origin + "/", "h1[data-text]", lambda route: route.fulfill(content_type="text/javascript", body="export {};")),
            ("grid/sections.js", picker.link, "grid-view", lambda route: route.abort()),
        ]:
            page.route(f"**/modules/{part}", answer)
            page.goto(address)
            expect(page.get_by_role("alert").get_by_role("heading", name="Picker could not be loaded")).to_be_visible()
            expect(page.get_by_role("heading", name="无法加载 Picker")).to_be_visible()
            expect(page.locator(shown)).to_have_count(0)
            page.unroute(f"**/modules/{part}")
            page.get_by_role("button", name="Load again").click()
            expect(page.locator(shown)).to_be_visible()
