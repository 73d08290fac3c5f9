"""All photos are narrowed to a kind, or to what words find."""

import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from conftest import cell, check, keep_screenshot, open_albums, open_camera_roll
from page_modules import run
from picker_process import PickerProcess

RATING = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5"/></rdf:RDF></x:xmpmeta>'


@pytest.fixture(scope="session")
def varied(library, tmp_path_factory) -> Path:
    """The drawn library, with a favourite and a screenshot."""
    folder = tmp_path_factory.mktemp("Varied") / "Photos"
    shutil.copytree(library, folder)
    (folder / "Summer" / "beach.xmp").write_text(RATING)
    shutil.copy(folder / "window.jpg", folder / "Screenshot_20240501-100000.jpg")
    return folder


def names(page: Page) -> list[str]:
    expect(page.locator(".cell.is-unknown")).to_have_count(0)
    return sorted(label.split(",")[0] for label in page.locator(".cell").evaluate_all("cells => cells.map((cell) => cell.getAttribute('aria-label'))"))


def chip(page: Page, name: str):
    return page.locator(".narrow-bar").get_by_role("button", name=name, exact=True)


def test_chips_show_one_kind_and_what_there_is_none_of_is_not_offered(varied, open_page):
    with PickerProcess("pick", varied) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        assert page.locator(".chip").all_text_contents() == ["All", "Favourites", "Screenshots"]
        expect(chip(page, "All")).to_have_attribute("aria-pressed", "true")
        chip(page, "Favourites").click()
        expect(page.locator(".header-note")).to_have_text("1 photo")
        assert names(page) == ["beach.jpg"]
        expect(chip(page, "Favourites")).to_have_attribute("aria-pressed", "true")
        chip(page, "Screenshots").click()
        expect(cell(page, "Screenshot_20240501")).to_be_visible()
        expect(page.locator(".cell")).to_have_count(1)
        page.reload()
        expect(chip(page, "Screenshots")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".cell img")).to_have_count(1)
        # However often the kind changed, it was one step.
        page.go_back()
        expect(chip(page, "All")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".cell img")).to_have_count(8)
        open_albums(page)
        expect(page.locator(".narrow-bar")).to_be_hidden()


@pytest.mark.slow
def test_of_each_burst_one_photo_is_shown_and_selected_where_that_is_asked_for(library, open_page, tmp_path):
    folder = tmp_path / "Photos"
    shutil.copytree(library, folder)
    for name in ("P_BURST001.jpg", "P_BURST002_COVER.jpg", "P_BURST003.jpg"):
        shutil.copy(folder / "window.jpg", folder / name)
    with PickerProcess("pick", folder, "--print", "path") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        assert page.locator(".chip").all_text_contents() == ["All", "One per burst"]
        expect(page.locator(".cell img")).to_have_count(10)
        chip(page, "One per burst").click()
        expect(page.locator(".header-note")).to_have_text("8 photos")
        shown = names(page)
        assert [name for name in shown if "BURST" in name] == ["P_BURST002_COVER.jpg"]
        # What stands for a burst says that it is of one.
        expect(cell(page, "P_BURST002").locator(".cell-badges")).to_contain_text("Burst")
        keep_screenshot(page, "one-per-burst")
        page.locator(".cell").first.focus()
        page.keyboard.press("Control+a")
        expect(page.locator(".bar-count")).to_contain_text("8 selected")
        page.get_by_role("button", name="Done").click()
        code, paths = picker.result()
        assert code == 0
        assert sorted(Path(path).name for path in paths) == shown


def test_words_find_photos_while_they_are_typed(varied, open_page):
    with PickerProcess("pick", varied, "--print", "path") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        page.keyboard.press("/")
        expect(page.get_by_role("searchbox")).to_be_focused()
        page.keyboard.type("lake")
        expect(page.locator(".cell")).to_have_count(1)
        assert names(page) == ["lake.jpg"]
        # Who types goes on typing.
        expect(page.get_by_role("searchbox")).to_be_focused()
        expect(page.get_by_role("searchbox")).to_have_value("lake")
        keep_screenshot(page, "search")
        page.keyboard.press("Enter")
        expect(cell(page, "lake.jpg")).to_be_focused()
        page.keyboard.press("Space")
        page.keyboard.press("/")
        page.keyboard.type("forest")
        expect(cell(page, "forest.jpg")).to_be_visible()
        check(page, "forest.jpg")
        # What was selected before stays selected.
        expect(page.locator(".bar-count")).to_contain_text("2 selected")
        page.get_by_role("searchbox").focus()
        page.keyboard.down("Escape")
        page.keyboard.down("Escape")
        page.keyboard.up("Escape")
        expect(page.locator(".cell img")).to_have_count(8)
        # The key was held, which does no more than a press.
        expect(page.get_by_role("searchbox")).to_be_focused()
        expect(page.locator('.cell[aria-selected="true"]')).to_have_count(2)
        page.get_by_role("button", name="Done").click()
        code, paths = picker.result()
        assert code == 0
        assert sorted(Path(path).name for path in paths) == ["forest.jpg", "lake.jpg"]


@pytest.mark.slow
def test_several_words_find_what_has_all_of_them_and_words_that_find_nothing_lead_back(varied, open_page):
    with PickerProcess("pick", varied) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        page.get_by_role("searchbox").fill("summer beach")
        expect(page.locator(".cell")).to_have_count(1)
        assert names(page) == ["beach.jpg"]
        page.reload()
        expect(page.get_by_role("searchbox")).to_have_value("summer beach")
        expect(cell(page, "beach.jpg")).to_be_visible()
        # As the page itself writes it in Chinese.
        page.get_by_role("searchbox").fill("2023年10月")
        expect(cell(page, "lake.jpg")).to_be_visible()
        expect(page.locator(".cell")).to_have_count(1)
        page.get_by_role("searchbox").fill("zebra & <b> 100%?#")
        expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
        expect(page.locator(".message")).to_contain_text("“zebra & <b> 100%?#”")
        page.reload()
        expect(page.get_by_role("searchbox")).to_have_value("zebra & <b> 100%?#")
        expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
        keep_screenshot(page, "nothing-found")
        page.get_by_role("button", name="Show all photos").click()
        expect(page.locator(".cell img")).to_have_count(8)
        expect(page.get_by_role("searchbox")).to_have_value("")


@pytest.mark.slow
def test_the_large_view_goes_through_what_was_found(varied, open_page):
    with PickerProcess("pick", varied) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        page.get_by_role("searchbox").fill("Autumn")
        expect(page.locator(".cell")).to_have_count(3)
        page.locator(".cell").first.click()
        expect(page.locator(".viewer-place")).to_have_text("1 of 3")
        page.keyboard.press("End")
        expect(page.locator(".viewer-place")).to_have_text("3 of 3")
        page.reload()
        expect(page.locator(".viewer-place")).to_have_text("3 of 3")
        page.keyboard.press("Escape")
        expect(page.locator("photo-viewer")).to_be_hidden()
        expect(page.locator(".cell")).to_have_count(3)
        expect(page.get_by_role("searchbox")).to_have_value("Autumn")
        # Escape clears what is narrowed when nothing is selected.
        page.keyboard.press("Escape")
        expect(page.locator(".cell img")).to_have_count(8)
        # Headers of days count what is shown.
        page.get_by_role("searchbox").fill("Summer")
        expect(page.locator(".cell")).to_have_count(3)
        expect(page.locator(".day-header")).to_have_count(3)
        page.locator(".day-header").first.click()
        expect(page.locator(".bar-count")).to_contain_text("1 selected")


def test_a_backend_that_does_not_search_offers_no_box(varied, open_page):
    with PickerProcess("pick", varied, "--backend", "legacy-group") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        expect(page.locator(".narrow-search")).to_be_hidden()
        page.keyboard.press("/")
        expect(page.locator(".cell").first).to_be_visible()


def test_on_a_phone_the_line_of_chips_scrolls_and_the_page_does_not(varied, open_page):
    with PickerProcess("pick", varied) as picker, open_page(picker.link, size=(390, 844), is_touch=True) as page:
        open_camera_roll(page)
        keep_screenshot(page, "phone-chips")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        chip(page, "Screenshots").tap()
        expect(page.locator(".header-note")).to_have_text(re.compile("^1 photo$"))


def test_keys_that_choose_a_word_are_not_those_of_the_search(modules_page):
    assert run(modules_page, """
        const { NarrowBar } = await import("/grid/narrow-bar.js");
        const bar = new NarrowBar();
        document.body.append(bar.root);
        bar.show({ kind: null, text: "" }, [], true);
        const heard = [];
        for (const name of ["narrow", "leave"]) bar.addEventListener(name, () => heard.push(name));
        const field = bar.root.querySelector("input");
        field.value = "hai tan";
        const press = (key, isComposing) => field.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing, bubbles: true, cancelable: true }));
        const isLeft = ["ArrowDown", "Escape", "Enter"].map((key) => press(key, true));
        // As Safari says it.
        isLeft.push(field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true })));
        const text = field.value;
        press("Enter", false);
        bar.root.remove();
        return [isLeft, text, heard];
    """) == [[True] * 4, "hai tan", ["narrow", "leave"]]


@pytest.mark.parametrize(("is_coarse", "early", "waits"), [(False, [], [300, 300]), (True, ["hai", "hai tan"], [1000, 1000, 300, 300])])
def test_letters_of_a_word_that_is_not_chosen_yet_are_searched_for_on_phones_alone(modules_page, is_coarse, early, waits):
    assert run(modules_page, f"const isCoarse = {json.dumps(is_coarse)};" + """
        const { NarrowBar } = await import("/grid/narrow-bar.js");
        const { setTimeout, clearTimeout, matchMedia } = window;
        let work = null;
        const waits = [];
        window.setTimeout = (next, wait) => { work = next; waits.push(wait); return 1; };
        window.clearTimeout = () => { work = null; };
        window.matchMedia = (query) => ({ matches: isCoarse && query === "(pointer: coarse)" });
        const bar = new NarrowBar();
        const heard = [];
        bar.addEventListener("narrow", (event) => heard.push(event.detail.text));
        const field = bar.root.querySelector("input");
        const write = (value, event) => {
            field.value = value;
            field.dispatchEvent(event);
            // The fingers rest.
            work?.();
        };
        for (const letters of ["hai", "hai tan"]) write(letters, new InputEvent("input", { isComposing: true }));
        const early = [...heard];
        write("海滩", new CompositionEvent("compositionend"));
        write("海滩 2024", new InputEvent("input"));
        Object.assign(window, { setTimeout, clearTimeout, matchMedia });
        return [early, heard.slice(early.length), waits];
    """) == [early, ["海滩", "海滩 2024"], waits]


def test_who_leaves_while_typing_is_not_led_back(modules_page):
    assert run(modules_page, """
        const { NarrowBar } = await import("/grid/narrow-bar.js");
        const bar = new NarrowBar();
        bar.show({ kind: null, text: "" }, [], true);
        const heard = [];
        bar.addEventListener("narrow", (event) => heard.push(event.detail.text));
        const field = bar.root.querySelector("input");
        field.value = "cat";
        field.dispatchEvent(new Event("input"));
        bar.show(null, [], true);
        // Longer than fingers rest before photos are asked for.
        await new Promise((go) => setTimeout(go, 400));
        return [heard, field.value];
    """) == [[], ""]
