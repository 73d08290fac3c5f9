"""The tray of what is selected: looked at, taken out, and put in another order by buttons, the mouse and a finger."""

import pytest
from playwright.sync_api import Locator, expect

from conftest import cell, check, keep_screenshot, open_camera_roll, settle
from picker_process import PickerProcess
from touch import Touch


def middle_of(item: Locator) -> tuple[float, float]:
    box = item.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def names_in(tray: Locator) -> list[str | None]:
    return [image.get_attribute("alt") for image in tray.get_by_role("img").all()]


def test_what_is_selected_can_be_looked_at_taken_out_and_reordered(library, open_page):
    with PickerProcess("pick", library, "--ordered", "--print", "path") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        for name in ["street.jpg", "beach.jpg", "lake.jpg", "window.jpg"]:
            check(page, name)
        page.get_by_role("button", name="4 selected").click()
        tray = page.get_by_role("dialog")
        expect(tray.get_by_role("img")).to_have_count(4)
        keep_screenshot(page, "tray")
        tray.get_by_role("button", name="Deselect beach.jpg").press("Enter")
        expect(tray.get_by_role("listitem")).to_have_count(3)
        # The keyboard is where it was needed: at the next one.
        expect(tray.get_by_role("button", name="Deselect lake.jpg")).to_be_focused()
        # The page behind the dialog is not read to anyone.
        expect(tray.get_by_role("status")).to_have_text("3 selected")
        forward = tray.get_by_role("button", name="Move window.jpg forward")
        forward.press("Enter")
        forward.press("Enter")
        expect(forward).to_be_focused()
        expect(tray.get_by_role("status")).to_have_text("window.jpg, 1 of 3")
        expect(tray.get_by_role("listitem").first.get_by_role("img")).to_have_attribute("alt", "window.jpg")
        assert tray.locator(".tray-number").all_inner_texts() == ["1", "2", "3"]
        page.keyboard.press("Escape")
        expect(cell(page, "window.jpg").locator(".cell-check")).to_have_text("1")
        expect(page.locator(".bar-count")).to_have_text("3 selected")
        page.get_by_role("button", name="Done").click()
        code, printed = picker.result()
    assert code == 0
    assert [line.rsplit("/", 1)[-1] for line in printed] == ["window.jpg", "street.jpg", "lake.jpg"]


def test_the_order_changes_by_dragging(library, open_page):
    with PickerProcess("pick", library, "--ordered", "--print", "path") as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        names = ["street.jpg", "beach.jpg", "lake.jpg", "window.jpg"]
        for name in names:
            check(page, name)
        page.get_by_role("button", name="4 selected").click()
        tray = page.get_by_role("dialog")
        expect(tray.get_by_role("img")).to_have_count(4)
        first, third = (middle_of(tray.get_by_role("img", name=name)) for name in ("street.jpg", "lake.jpg"))
        page.mouse.move(*first)
        page.mouse.down()
        page.mouse.move(*third, steps=6)
        expect(tray.locator(".is-lifted")).to_have_count(1)
        keep_screenshot(page, "tray-dragging")
        page.mouse.up()
        expect(tray.locator(".is-lifted")).to_have_count(0)
        assert names_in(tray) == ["beach.jpg", "lake.jpg", "street.jpg", "window.jpg"]
        assert tray.locator(".tray-number").all_inner_texts() == ["1", "2", "3", "4"]
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Done").click()
        code, printed = picker.result()
    assert code == 0
    assert [line.rsplit("/", 1)[-1] for line in printed] == ["beach.jpg", "lake.jpg", "street.jpg", "window.jpg"]


@pytest.mark.slow
def test_a_finger_takes_a_photo_up_after_a_moment_and_scrolls_before(library, open_page):
    with PickerProcess("pick", library, "--ordered") as picker, open_page(picker.link, size=(390, 844), is_touch=True) as page:
        open_camera_roll(page)
        page.get_by_role("button", name="Select", exact=True).click()
        for name in ["street.jpg", "beach.jpg", "lake.jpg"]:
            check(page, name)
        page.get_by_role("button", name="3 selected").click()
        tray = page.get_by_role("dialog")
        expect(tray.get_by_role("img")).to_have_count(3)
        settle(page)
        first, last = (middle_of(tray.get_by_role("img", name=name)) for name in ("street.jpg", "lake.jpg"))
        touch = Touch(page)
        touch.swipe(first, last)
        assert names_in(tray) == ["street.jpg", "beach.jpg", "lake.jpg"]
        touch.press(first)
        expect(tray.locator(".is-lifted")).to_have_count(1)
        touch.move(first, last)
        expect(tray.get_by_role("img").last).to_have_attribute("alt", "street.jpg")
        touch.lift()
        expect(tray.locator(".is-lifted")).to_have_count(0)
        assert names_in(tray) == ["beach.jpg", "lake.jpg", "street.jpg"]


def test_without_an_order_nothing_is_dragged(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        for name in ["street.jpg", "beach.jpg"]:
            check(page, name)
        page.get_by_role("button", name="2 selected").click()
        tray = page.get_by_role("dialog")
        expect(tray.get_by_role("img")).to_have_count(2)
        page.mouse.move(*middle_of(tray.get_by_role("img", name="street.jpg")))
        page.mouse.down()
        page.mouse.move(*middle_of(tray.get_by_role("img", name="beach.jpg")), steps=4)
        expect(tray.locator(".is-lifted")).to_have_count(0)
        page.mouse.up()
        assert names_in(tray) == ["street.jpg", "beach.jpg"]


def test_only_a_press_that_begins_and_ends_beside_the_tray_closes_it_and_it_goes_with_the_last_photo(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        open_camera_roll(page)
        check(page, "street.jpg")
        page.get_by_role("button", name="1 selected").click()
        tray = page.get_by_role("dialog")
        settle(page)
        box = tray.bounding_box()
        assert box
        # Between its edge and its contents.
        page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2)
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 8)
        expect(tray).to_be_visible()
        # As one selects text, from inside to somewhere outside.
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 30)
        page.mouse.down()
        page.mouse.move(box["x"] - 60, box["y"] + 30, steps=4)
        page.mouse.up()
        expect(tray).to_be_visible()
        page.mouse.click(box["x"] - 60, box["y"] + 30)
        expect(tray).to_have_count(0)
        page.get_by_role("button", name="1 selected").click()
        tray.get_by_role("button", name="Deselect street.jpg").press("Enter")
        expect(tray).to_have_count(0)
        expect(page.locator("body > .visually-hidden")).to_have_text("Nothing selected")
