"""A folder and a server of Immich side by side: albums of both, a pick from each, and the server gone."""

import json
import re
from collections.abc import Iterator

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from conftest import cell, check, closing, keep_screenshot, open_albums, open_camera_roll
from immich import StandIn, add_library, immich_server
from photos import draw_image
from picker_process import PickerProcess
from test_guest_book import GuestBook, context, open_book, open_picker, sign_in, write_and_expect  # noqa: F401


@pytest.fixture
def immich(tmp_path, monkeypatch) -> Iterator[StandIn]:
    """Three photos of an account, two of them in an album; known as the library `family`."""
    photos = tmp_path / "account"
    (photos / "Harvest").mkdir(parents=True)
    draw_image((1200, 900), ("#b8d8c8", "#c8a03c")).save(photos / "Harvest" / "field.jpg", quality=85)
    draw_image((900, 1200), ("#e8d0b0", "#7c4a28")).save(photos / "Harvest" / "barn.jpg", quality=85)
    draw_image((1200, 800), ("#404870", "#202838")).save(photos / "night.jpg", quality=85)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with immich_server(photos) as server:
        add_library("family", server.url, server.key, tmp_path)
        yield server


def switch_to(page: Page, library: str) -> None:
    page.get_by_role("combobox", name="Library").select_option(library)


def expect_albums(page: Page, *titles: str) -> None:
    open_albums(page)
    for title in titles:
        expect(page.get_by_role("link", name=re.compile(f"^{title}, ")).locator("img").first).to_be_visible()


@pytest.mark.slow
def test_albums_of_both_are_shown_and_photos_are_picked_from_each(library, immich, context, tmp_path):
    data = str(tmp_path / "data")
    with PickerProcess("serve", library, "--library", "family", "--listen", "127.0.0.1:0", "--data-dir", data) as server:
        page = context.new_page()
        page.goto(server.link)
        open_camera_roll(page)
        expect_albums(page, "Summer", "Autumn")
        keep_screenshot(page, "two-places-folder")
        switch_to(page, "family")
        page.wait_for_url("**/library/family**")
        expect_albums(page, "Harvest")
        keep_screenshot(page, "two-places-server")
        page.close()
        book = GuestBook(server, tmp_path / "book", data)
        try:
            page = open_book(context, book)
            picker = open_picker(page)
            check(picker, "lake.jpg")
            with closing(picker):
                picker.get_by_role("button", name="Done").click()
            write_and_expect(page, book, 1)

            page = open_book(context, book)
            picker = open_picker(page)
            switch_to(picker, "family")
            check(picker, "field.jpg")
            check(picker, "barn.jpg")
            expect(picker.locator(".cell img").first).to_be_visible()
            keep_screenshot(picker, "two-places-picking")
            with closing(picker):
                picker.get_by_role("button", name="Done").click()
            expect(page.locator("output")).to_have_text("2 photos")
            page.get_by_role("button", name="Write").click()
            expect(page.locator("article")).to_have_count(2)
            assert sorted(size_of(photo) for photo in book.photos) == [(900, 1200), (1200, 900), (1600, 1200)]
            picked = json.loads(book.run_picker("history", "--limit", "2", "--json"))
            assert [(record["library"], record["itemCount"]) for record in picked] == [(f"immich+{immich.url}", 2), (str(library), 1)]
        finally:
            book.stop()


def size_of(photo) -> tuple[int, int]:
    with Image.open(photo) as opened:
        return opened.size


@pytest.mark.slow
def test_a_server_that_goes_is_shown_as_offline_and_the_folder_stays(library, immich, open_page):
    with PickerProcess("serve", library, "--library", "family", "--listen", "127.0.0.1:0") as server, open_page(server.link, expects_errors=True) as page:
        open_camera_roll(page)
        switch_to(page, "family")
        expect(page.locator(".cell")).to_have_count(3)
        expect(cell(page, "night.jpg").locator("img")).to_be_visible()
        immich.stop()
        # What came before stays; what would have to come is missed, and said.
        page.reload()
        cell(page, "field.jpg").click()
        expect(page.get_by_text("The photos cannot be reached").first).to_be_visible()
        keep_screenshot(page, "two-places-offline-photo")
        page.keyboard.press("Escape")
        expect(page.locator(".reach").get_by_role("status")).to_contain_text("The photos cannot be reached")
        keep_screenshot(page, "two-places-offline")
        switch_to(page, library.name)
        open_camera_roll(page)
        expect(page.locator(".cell")).to_have_count(7)
