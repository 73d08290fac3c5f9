"""Everything can be done without a mouse."""

import pytest
from playwright.sync_api import Page, expect

from conftest import keep_screenshot, open_albums, open_camera_roll
from page_modules import run
from photos import make_many
from picker_process import PickerProcess


def focused_index(page: Page) -> int:
    return int(page.evaluate("document.activeElement.dataset.index ?? -1"))


@pytest.mark.slow
def test_arrows_lead_from_album_to_album(tmp_path, open_page):
    for name in "abcdefgh":
        make_many(tmp_path / name, 1)
    with PickerProcess("pick", tmp_path) as picker, open_page(picker.link, size=(800, 700)) as page:
        open_albums(page)
        cards = page.locator(".card")
        expect(cards).to_have_count(8)
        tops = [card.bounding_box()["y"] for card in cards.all()]
        columns = tops.count(tops[0])
        assert 1 < columns < 8
        cards.first.focus()
        for key, place in [("ArrowRight", 1), ("ArrowDown", 1 + columns), ("ArrowLeft", columns), ("ArrowUp", 0), ("ArrowUp", 0), ("End", 7), ("ArrowRight", 7), ("Home", 0)]:
            page.keyboard.press(key)
            expect(cards.nth(place)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("a")


def test_albums_that_come_while_photos_are_read_leave_the_keyboard_where_it_is(modules_page):
    assert run(modules_page, """
        const { AlbumsView } = await import("/albums-view.js");
        const album = (localIdentifier, title, estimatedAssetCount) => ({ localIdentifier, title, type: "album", estimatedAssetCount, parent: null, posterUrl: null });
        const roll = { ...album("all", "all", 9), type: "smartAlbum", subtype: "cameraRoll" };
        const found = (count) => ({ collections: [roll, album("a", "Autumn", 2), album("s", "Summer", count)], cameraRoll: "all", ownAlbum: null });
        const index = { state: "reading", done: 1, total: null, message: null };
        const view = new AlbumsView(found(1), null, index, "any", true);
        document.body.append(view);
        const names = [];
        for (const [count, kind] of [[2, ".card"], [3, ".card-choice"]]) {
            [...view.querySelectorAll(kind)].at(-1).focus();
            view.update(found(count), index);
            names.push(document.activeElement.getAttribute("aria-label"));
        }
        view.remove();
        return names;
    """) == ["Summer, 2 photos", "Select all of Summer, or none"]


def test_photos_are_chosen_with_the_keyboard_alone(library, open_page):
    with PickerProcess("pick", library, "--print", "path") as picker, open_page(picker.link) as page:
        open_albums(page)
        page.locator(".card", has_text="Summer").focus()
        page.keyboard.down("Enter")
        expect(page.locator(".cell").first).to_be_focused()
        # The key is held.
        page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        expect(page.locator("photo-viewer")).to_be_hidden()
        page.get_by_role("button", name="Back").focus()
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Photos", exact=True).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".cell").first).to_be_focused()
        page.keyboard.press("End")
        last = focused_index(page)
        page.keyboard.down("Space")
        page.keyboard.down("Space")
        page.keyboard.up("Space")
        expect(page.locator(".bar-count")).to_have_text("1 selected")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        expect(page.locator(".cell img")).to_have_count(7)
        keep_screenshot(page, "keyboard-focus")
        names = [page.locator(f'.cell[data-index="{index}"]').get_attribute("aria-label") for index in (last, 1)]
        expect(page.locator(".bar-count")).to_have_text("2 selected")
        page.get_by_role("button", name="Done").focus()
        page.keyboard.press("Enter")
        code, printed = picker.result()
    assert code == 0
    assert [line.rsplit("/", 1)[-1] for line in printed] == [name.split(",")[0] for name in names]


def test_shift_extends_and_takes_back(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        # A range begins at the photo that has the keyboard, also when that was led there by the large view.
        page.locator(".cell").nth(2).focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".viewer-place")).to_have_text("4 of 7")
        page.keyboard.press("Escape")
        expect(page.locator('.cell[data-index="3"]')).to_be_focused()
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator(".bar-count")).to_have_text("2 selected")
        page.keyboard.press("Escape")
        expect(page.locator(".cell.is-selected")).to_have_count(0)
        page.locator(".cell").first.focus()
        page.keyboard.press("Home")
        for expected in ["2 selected", "3 selected"]:
            page.keyboard.press("Shift+ArrowRight")
            expect(page.locator(".bar-count")).to_have_text(expected)
        page.keyboard.press("Shift+ArrowLeft")
        expect(page.locator(".bar-count")).to_have_text("2 selected")
        page.keyboard.press("Escape")
        expect(page.locator(".cell.is-selected")).to_have_count(0)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".bar-count")).to_have_text("2 selected")


def test_select_all_stops_at_the_limit(library, open_page):
    with PickerProcess("pick", library, "--limit", "3") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        page.locator(".cell").first.focus()
        page.keyboard.press("Control+a")
        expect(page.locator(".bar-count")).to_have_text("3 of 3")
        expect(page.locator(".toast")).to_contain_text("4 left out")


def test_enter_opens_the_large_view_and_escape_returns(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        page.locator(".cell").nth(2).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".stage img.is-final")).to_be_visible()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".viewer-place")).to_have_text("4 of 7")
        # Who hears the page hears which photo it is.
        expect(page.get_by_role("status").filter(has_text=".jpg, 4 of 7")).to_be_attached()
        page.keyboard.press("Space")
        expect(page.locator(".bar-count")).to_have_text("1 selected")
        page.keyboard.press("i")
        expect(page.locator(".details")).to_contain_text("Test camera")
        keep_screenshot(page, "viewer-details")
        page.keyboard.press("Escape")
        expect(page.locator("photo-viewer")).to_be_hidden()
        expect(page.locator('.cell[data-index="3"]')).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(".bar-count")).to_contain_text("Choose")
        # All photos have nothing before them; an album has the albums.
        page.keyboard.press("Escape")
        expect(page.locator("grid-view")).to_be_visible()
        open_albums(page)
        page.locator(".card", has_text="Summer").click()
        expect(page.locator(".cell").first).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("albums-view")).to_be_visible()


@pytest.mark.slow
def test_escape_does_in_an_album_what_the_help_says(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_albums(page)
        page.locator(".card", has_text="Summer").click()
        expect(page.locator(".cell").first).to_be_focused()
        expect(page.locator(".cell:not(.is-unknown)")).to_have_count(3)
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        expect(page.locator(".stage img.is-final")).to_be_visible()
        page.keyboard.press("?")
        escape = page.locator(".shortcuts > div").filter(has=page.get_by_text("Esc", exact=True)).locator("dd")
        expect(escape).to_have_text("Close the large view, then clear the selection, then go back")
        expect(page.get_by_role("dialog", name="Help")).to_contain_text("Select a range")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name="Help")).to_be_hidden()
        expect(page.locator("photo-viewer")).to_be_visible()
        page.keyboard.down("Escape")
        expect(page.locator("photo-viewer")).to_be_hidden()
        # The key is held: only a second press does what comes next.
        page.keyboard.down("Escape")
        page.keyboard.up("Escape")
        expect(page.locator(".bar-count")).to_have_text("1 selected")
        page.keyboard.press("Escape")
        expect(page.locator(".bar-count")).to_contain_text("Choose")
        expect(page.locator("grid-view")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("albums-view")).to_be_visible()


def test_keys_work_after_the_focused_button_went_away(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        page.locator(".cell").nth(5).click()
        expect(page.locator(".stage img.is-final")).to_be_visible()
        page.locator(".viewer-step.is-next").click()
        expect(page.locator(".viewer-step.is-next")).to_be_disabled()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".viewer-place")).to_have_text("6 of 7")
        page.keyboard.press("Escape")
        page.locator(".cell-check").nth(1).click()
        page.get_by_role("button", name="Clear selection").click()
        page.keyboard.press("Home")
        page.keyboard.press("Space")
        expect(page.locator('.cell[data-index="0"]')).to_have_attribute("aria-selected", "true")


def test_the_browser_goes_back_and_forward(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_albums(page)
        page.locator(".card", has_text="Summer").click()
        page.locator(".cell:not(.is-unknown)").nth(2).click()
        expect(page.locator("photo-viewer")).to_be_visible()
        page.reload()
        expect(page.locator(".stage img.is-final")).to_be_visible()
        page.go_back()
        expect(page.locator("photo-viewer")).to_be_hidden()
        page.go_back()
        expect(page.locator("albums-view")).to_be_visible()
        page.go_forward()
        expect(page.locator("grid-view")).to_be_visible()
        page.go_back()
        expect(page.locator("albums-view")).to_be_visible()
        # A tab that is pressed again is no step to go back.
        photos = page.get_by_role("link", name="Photos", exact=True)
        photos.click()
        expect(page.locator(".cell").first).to_be_focused()
        photos.click()
        photos.click()
        page.go_back()
        expect(page.locator("albums-view")).to_be_visible()


@pytest.mark.slow
def test_a_photo_in_the_address_is_shown_however_late_the_selection_comes(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        page.locator(".cell").nth(2).click()
        expect(page.locator(".stage img.is-final")).to_be_visible()
        held = []
        page.route("**/session/selection?*", lambda route: held.append(route))
        with page.expect_response("**/collections"):
            page.reload()
        # Long enough for a page that does not wait.
        page.wait_for_timeout(250)
        for route in held:
            route.continue_()
        expect(page.locator(".stage img.is-final")).to_be_visible()
        # It was asked for in the size of a stage that is in the document.
        assert page.locator(".stage img.is-final").evaluate("image => image.naturalWidth") > 64


def test_an_opened_photo_is_found_again_near_its_place_however_far_that_is(modules_page):
    assert run(modules_page, """
        const { placeAgain } = await import("/viewer/place-now.js");
        const find = (id, before, refused = -1) => {
            const load = library(10000);
            const source = new AssetSource(async (offset, limit) => {
                if (offset === refused) throw new Error("busy");
                return load(offset, limit);
            });
            return placeAgain(source, id, before);
        };
        const found = [];
        for (const [id, before] of [["7000", 7000], ["7000", 6990], ["4000", null], ["4000", 9000], ["7000", null], ["x", 7000]]) found.push(await find(id, before));
        // The window that it is in does not come.
        for (const [id, before, refused] of [["7000", 7000, 7000], ["4000", null, 4000]]) found.push(await find(id, before, refused));
        return found;
    """) == [7000, 7000, 4000, 4000, "unknown", "unknown", "refused", "refused"]


@pytest.mark.slow
def test_a_photo_of_the_address_that_is_not_found_is_said_to_be_missing(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        page.locator(".cell").nth(2).click()
        expect(page.locator(".stage img.is-final")).to_be_visible()
        assert page.evaluate("history.state.place") == 2
        page.keyboard.press("ArrowRight")
        expect(page.locator(".viewer-place")).to_have_text("4 of 7")
        assert page.evaluate("history.state.place") == 3
        page.evaluate("history.replaceState(history.state, '', location.hash.replace(/asset.[^?]*/, 'asset/none'))")
        page.reload()
        expect(page.locator(".toast")).to_contain_text("The photo that was open here was not found.")
        expect(page.locator("photo-viewer")).to_be_hidden()
        expect(page.locator("grid-view")).to_be_visible()


def test_who_went_elsewhere_while_the_photos_were_on_their_way_stays_there(library, open_page):
    held = []

    def prepare(page: Page) -> None:
        page.route("**/assets?*", lambda route: held.append(route), times=1)

    with PickerProcess("pick", library) as picker, open_page(picker.link, prepare=prepare) as page:
        cancel = page.get_by_role("button", name="Cancel")
        cancel.focus()
        for _ in range(1500):
            if held:
                break
            page.wait_for_timeout(20)
        held[0].continue_()
        expect(page.locator(".cell img").first).to_be_visible()
        expect(cancel).to_be_focused()


def test_what_can_be_pressed_stays_while_the_keyboard_is_on_it(modules_page):
    assert run(modules_page, """
        const { announce, installAnnouncer } = await import("/announcer.js");
        const { setTimeout: before } = window;
        let hide = () => {};
        window.setTimeout = (work) => { hide = work; return 0; };
        installAnnouncer();
        announce("Selection cleared", { action: "Undo", onAction: () => {} });
        const toast = document.querySelector(".toast");
        const seen = [toast.hidden];
        toast.querySelector("button").focus();
        hide();
        seen.push(toast.hidden);
        document.activeElement.blur();
        hide();
        seen.push(toast.hidden);
        window.setTimeout = before;
        for (const node of document.querySelectorAll("[role=status], .toast")) node.remove();
        return seen;
    """) == [False, False, True]


def test_a_page_whose_session_has_ended_takes_no_keys(modules_page):
    assert run(modules_page, """
        const { PickerPage } = await import("/picker-page.js");
        const facts = { title: "Photos", root: "/", backend: "b", kinds: [], isSearchable: false, hasFiles: true };
        const session = { mode: "browse", state: "pending", client: null, config: config(), library: facts, selection: [], index: { state: "ready", done: null, total: null, message: null } };
        const selection = new Selection(config());
        const page = new PickerPage(session, selection, []);
        selection.toggle(asset("a"));
        const counts = [];
        for (const isThere of [false, true]) {
            if (isThere) document.body.append(page.root);
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
            counts.push(selection.count);
        }
        page.root.remove();
        return counts;
    """) == [1, 0]
