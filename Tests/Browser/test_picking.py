"""What `picker pick` prints is what was chosen in the page."""

import pytest
from playwright.sync_api import Page, Route, expect

from conftest import EVENTS, check, keep_screenshot, open_albums, open_camera_roll
from picker_process import PickerProcess


def test_two_photos_are_printed_in_the_order_picked(library, open_page):
    with PickerProcess("pick", library, "--print", "path") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        names = [label.split(",")[0] for label in page.locator(".cell").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")]
        first, second = names[4], names[1]
        check(page, first)
        check(page, second)
        expect(page.locator(".bar-count")).to_have_text("2 selected")
        keep_screenshot(page, "picking-two-selected")
        page.get_by_role("button", name="Done").click()
        expect(page.get_by_role("heading", name="You can close this page")).to_be_visible()
        keep_screenshot(page, "picking-done")
        code, printed = picker.result()
    assert code == 0
    assert [line.rsplit("/", 1)[-1] for line in printed] == [first, second]
    assert all((library / line).is_file() for line in printed)


def test_cancel_prints_nothing_and_exits_with_1(library, open_page):
    with PickerProcess("pick", library, "--print", "path") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        check(page, "lake.jpg")
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("heading", name="You can close this page")).to_be_visible()
        assert picker.result() == (1, [])


def test_the_limit_is_kept_and_explained(library, open_page):
    with PickerProcess("pick", library, "--limit", "2", "--print", "path") as picker, open_page(picker.link) as page:
        expect(page.locator(".bar-count")).to_contain_text("up to 2")
        open_camera_roll(page)
        check(page, "beach.jpg")
        check(page, "street.jpg")
        expect(page.locator("grid-view")).to_have_class("is-selecting is-full")
        # The cell says that it is disabled, so Playwright has to be told to press it.
        page.locator('.cell[aria-label^="forest.jpg"]').click(force=True)
        expect(page.get_by_role("status").filter(has_text="You can choose up to 2")).to_be_attached()
        keep_screenshot(page, "picking-limit")
        expect(page.locator(".bar-count")).to_have_text("2 of 2")
        check(page, "beach.jpg")
        check(page, "forest.jpg")
        page.get_by_role("button", name="Done").click()
        code, printed = picker.result()
    assert code == 0
    assert [line.rsplit("/", 1)[-1] for line in printed] == ["street.jpg", "forest.jpg"]


def test_done_waits_for_the_minimum_and_says_how_many_are_missing(library, open_page):
    with PickerProcess("pick", library, "--min", "3", "--print", "path") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        check(page, "beach.jpg")
        expect(page.get_by_role("button", name="Done (1/3)")).to_be_disabled()
        expect(page.locator(".bar-bytes")).to_contain_text("2 more")
        check(page, "lake.jpg")
        expect(page.get_by_role("button", name="Done (2/3)")).to_be_disabled()
        check(page, "forest.jpg")
        page.get_by_role("button", name="Done", exact=True).click()
        code, printed = picker.result()
    assert (code, len(printed)) == (0, 3)


@pytest.mark.slow
def test_the_selection_survives_changing_albums(library, open_page):
    with PickerProcess("pick", library, "--ordered", "--print", "path") as picker, open_page(picker.link) as page:
        open_albums(page)
        page.locator(".card", has_text="Summer").click()
        check(page, "harbour.jpg")
        page.get_by_role("button", name="Back").click()
        page.locator(".card", has_text="Autumn").click()
        check(page, "leaves.jpg")
        expect(page.locator('.cell[aria-label^="leaves.jpg"] .cell-check')).to_have_text("2")
        keep_screenshot(page, "picking-ordered")
        page.get_by_role("button", name="Done").click()
        code, printed = picker.result()
    assert code == 0
    assert [line.rsplit("/", 1)[-1] for line in printed] == ["harbour.jpg", "leaves.jpg"]


def test_ctrl_c_in_the_terminal_closes_the_page(library, open_page):
    with PickerProcess("pick", library, "--print", "path") as picker, open_page(picker.link, expects_errors=True, awaits=EVENTS) as page:
        expect(page.locator(".cell").first).to_be_visible()
        picker.interrupt()
        code, printed = picker.result()
        expect(page.locator("body")).to_contain_text("You can close this page")
    assert (code, printed) == (130, [])


def test_a_cell_offers_no_check_before_its_photo_is_known(library, open_page):
    held: list[Route] = []
    released: list[bool] = []

    def prepare(page: Page) -> None:
        page.route("**/assets?*", lambda route: route.continue_() if released else held.append(route))

    with PickerProcess("pick", library, "--print", "path") as picker, open_page(picker.link, prepare=prepare) as page:
        expect(page.locator(".cell").first).to_be_visible()
        expect(page.locator(".cell-check").first).to_be_hidden()
        released.append(True)
        for route in held:
            route.continue_()
        page.locator(".cell-check").first.click()
        expect(page.locator(".bar-count")).to_have_text("1 selected")


@pytest.mark.slow
def test_the_page_asks_for_nothing_more_while_the_session_ends(many, open_page):
    # The refusal is a console error of its own.
    with PickerProcess("pick", many, "--print", "path") as picker, open_page(picker.link, expects_errors=True) as page:
        open_camera_roll(page)
        # The end is where it will be: the first who asks for this library has it read.
        expect(page.locator(".header-note")).to_have_text("300 photos")
        asked: list[str] = []
        decisions: list[Route] = []
        page.route("**/image?*", lambda route: asked.append(route.request.url))
        page.locator(".cell-check").first.click()
        page.route("**/session/done", lambda route: decisions.append(route))
        with page.expect_request("**/session/done"):
            page.get_by_role("button", name="Done").click()
        asked.clear()
        page.locator("grid-view").evaluate("view => { view.scrollTop = view.scrollHeight; }")
        expect(page.locator('.cell[data-index="299"]')).to_be_attached()
        # Four times as long as a cell waits before it asks.
        page.wait_for_timeout(200)
        assert asked == []
        # Refused, the session goes on, and so do the thumbnails.
        page.unroute("**/image?*")
        decisions[0].fulfill(status=503, json={"error": {"code": 503, "status": "UNAVAILABLE", "message": "not now"}})
        page.unroute("**/session/done")
        expect(page.locator('.cell[data-index="299"] img')).to_be_visible()
        page.get_by_role("button", name="Done").click()
        code, printed = picker.result()
    assert (code, len(printed)) == (0, 1)


def test_a_whole_album_is_selected_on_its_card_and_deselected_again(library, open_page):
    with PickerProcess("pick", library, "--print", "path") as picker, open_page(picker.link) as page:
        open_albums(page)
        choice = page.get_by_role("button", name="Select all of Summer")
        choice.click()
        expect(page.locator(".bar-count")).to_contain_text("selected")
        choice.click()
        expect(page.get_by_role("button", name="Done")).to_be_disabled()
        choice.click()
        page.get_by_role("button", name="Done").click()
        code, printed = picker.result()
    album = library / "Summer"
    assert code == 0 and sorted(printed) == sorted(str(photo) for photo in album.iterdir())


def test_copying_that_fails_is_said_on_the_page_and_the_choice_stays(library, open_page, tmp_path):
    copies = tmp_path / "copies"
    arguments = ("pick", library, "--copy-to", copies)
    with PickerProcess(*arguments) as picker, open_page(picker.link, expects_errors=True) as page:
        open_camera_roll(page)
        check(page, "beach.jpg")
        copies.rmdir()
        copies.write_text("in the way")
        page.get_by_role("button", name="Done").click()
        expect(page.get_by_role("status").filter(has_text="copies")).to_be_attached()
        expect(page.locator(".bar-count")).to_have_text("1 selected")
        copies.unlink()
        page.get_by_role("button", name="Done").click()
        code, printed = picker.result()
    assert (code, printed) == (0, [str(copies / "beach.jpg")])


def test_what_is_selected_while_done_waits_is_not_said_to_be_handed_over(library, open_page):
    with PickerProcess("pick", library, "--print", "path") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        check(page, "beach.jpg")
        check(page, "lake.jpg")
        held: list[Route] = []
        page.route("**/session/done", lambda route: held.append(route))
        done = page.get_by_role("button", name="Done")
        with page.expect_request("**/session/done"):
            done.click()
        check(page, "forest.jpg")
        expect(page.locator(".bar-count")).to_have_text("3 selected")
        # Nothing is pressed twice.
        expect(done).to_be_disabled()
        held[0].continue_()
        expect(page.locator(".message.is-picked")).to_contain_text("2 items were handed over.")
        code, printed = picker.result()
    assert code == 0
    assert [line.rsplit("/", 1)[-1] for line in printed] == ["beach.jpg", "lake.jpg"]


def test_albums_do_not_count_what_may_not_be_picked(library, open_page):
    with PickerProcess("pick", library, "--media", "video") as picker, open_page(picker.link, expects_errors=True) as page:
        page.locator(".tabs a").last.click()
        card = page.locator(".card", has_text="Summer")
        expect(card).to_be_visible()
        # Three photos, of which none is a video.
        expect(card).to_have_attribute("aria-label", "Summer")
        assert set(page.locator(".card-count").all_inner_texts()) == {""}
        card.click()
        expect(page.get_by_role("heading", name="This album is empty")).to_be_visible()
