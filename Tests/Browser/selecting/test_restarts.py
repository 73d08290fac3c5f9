"""Pages stay open while their server is started again: they wait, come back by themselves, and keep what is selected."""

import os
import signal
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, Route, expect

from conftest import EVENTS, cell, check, hasten, keep_screenshot, open_camera_roll
from picker_process import PickerProcess, free_port


def serve(library, data, port: int) -> PickerProcess:
    return PickerProcess("serve", library, "--listen", f"127.0.0.1:{port}", "--data-dir", data)


def wait_for_end(server: PickerProcess) -> None:
    server.result()


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_page_comes_back_with_its_server_and_what_is_selected_is_kept(library, open_page, tmp_path, how):
    port = free_port()
    with serve(library, tmp_path, port) as server, open_page(server.link, expects_errors=True, awaits=EVENTS) as page:
        open_camera_roll(page)
        with page.expect_response("**/session/selection"):
            check(page, "lake.jpg")
        os.kill(server.pid, how)
        wait_for_end(server)
        expect(page.locator(".banner")).to_be_visible()
        expect(page.locator(".banner")).to_have_text("Picker is not answering. Trying again…")
        expect(page.get_by_role("status").filter(has_text="Picker is not answering")).to_be_attached()
        keep_screenshot(page, f"restart-{how.name.lower()}")
        expect(page.locator(".bar-count")).to_have_text("1 selected")
        with ExitStack() as running:
            # The page sends it, since it does not know what the server has kept.
            with page.expect_response("**/session/selection"):
                running.enter_context(serve(library, tmp_path, port))
                expect(page.locator(".banner")).to_be_hidden()
            page.reload()
            expect(page.locator(".bar-count")).to_have_text("1 selected")
            expect(page.locator('.cell[aria-label^="lake.jpg"]')).to_have_attribute("aria-selected", "true")


@pytest.mark.slow
def test_a_photo_that_was_opened_while_the_server_was_away_comes_with_it(library, open_page, tmp_path):
    port = free_port()
    with serve(library, tmp_path, port) as server, open_page(server.link, expects_errors=True, awaits=EVENTS) as page:
        open_camera_roll(page)
        os.kill(server.pid, signal.SIGKILL)
        wait_for_end(server)
        expect(page.locator(".banner")).to_be_visible()
        cell(page, "lake.jpg").click()
        expect(page.locator(".stage-reason")).to_contain_text("Picker is not answering")
        with serve(library, tmp_path, port):
            expect(page.locator(".stage img.is-final")).to_be_visible()
            expect(page.locator(".stage-reason")).to_have_count(0)


@pytest.mark.slow
def test_a_page_that_the_server_knows_no_more_asks_for_a_link(library, open_page, tmp_path):
    port = free_port()
    for name in ["before", "after"]:
        (tmp_path / name).mkdir()
    with serve(library, tmp_path / "before", port) as server, open_page(server.link, expects_errors=True, awaits=EVENTS) as page:
        open_camera_roll(page)
        os.kill(server.pid, signal.SIGKILL)
        wait_for_end(server)
        expect(page.locator(".banner")).to_be_visible()
        # Whatever it answers now is not that it is away.
        with serve(library, tmp_path / "after", port):
            expect(page.get_by_role("heading", name="Open the link from the terminal")).to_be_visible()


@pytest.mark.slow
def test_a_page_of_which_one_request_alone_was_lost_goes_on(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True) as page:
        open_camera_roll(page)
        check(page, "lake.jpg")
        page.route("**/session/done", lambda route: route.abort())
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".banner")).to_be_visible()
        page.unroute("**/session/done")
        expect(page.locator(".banner")).to_be_hidden()
        expect(page.locator(".bar-count")).to_have_text("1 selected")
        page.get_by_role("button", name="Done").click()
        code, printed = picker.result()
    assert (code, len(printed)) == (0, 1)


@pytest.mark.slow
def test_a_refusal_that_comes_after_a_silence_ends_it(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True, awaits=EVENTS) as page:
        open_camera_roll(page)
        check(page, "lake.jpg")
        hasten(page, 3000)
        # So often it is looked whether Picker answers at all while Done is on its way.
        page.evaluate("""() => {
            const { setInterval } = window;
            window.setInterval = (work, wait) => setInterval(work, wait === 15_000 ? 100 : wait);
        }""")
        held: list[Route] = []
        page.route("**/session/done", lambda route: held.append(route))
        page.route("**/signin/state", lambda route: route.abort())
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".banner")).to_be_visible()
        held[0].fulfill(status=503, json={"error": {"code": 503, "message": "not now"}})
        expect(page.locator(".banner")).to_be_hidden()
        expect(page.get_by_role("button", name="Done")).to_be_enabled()


@pytest.mark.slow
def test_thumbnails_that_are_lost_on_their_way_come_by_themselves(library, open_page):

    def prepare(page: Page) -> None:
        page.route("**/image?*", lambda route: route.abort())

    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True, prepare=prepare) as page:
        expect(page.locator(".banner")).to_be_visible()
        expect(page.locator(".cell-reason").first).to_have_text("Picker is not answering")
        page.unroute("**/image?*")
        expect(page.locator(".cell img")).to_have_count(7)
        expect(page.locator(".cell.is-failed")).to_have_count(0)
        expect(page.locator(".banner")).to_be_hidden()
