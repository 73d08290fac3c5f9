"""How the picking in a program's window ends without photos: cancelled, revoked, too late, withdrawn."""

import sqlite3

import pytest
from playwright.sync_api import Route, expect

from conftest import check, closing, keep_screenshot
from test_accessibility import expect_no_violations
from test_guest_book import book, context, open_book, open_picker, server, session_of, sign_in  # noqa: F401


def let_the_time_end(folder) -> None:
    """As if the hour were over."""
    with sqlite3.connect(folder / "data" / "server" / "sessions.sqlite", timeout=30) as store:
        store.execute("UPDATE session SET deadline = 1")


def select(picker, name: str) -> None:
    """Selects a photo, and waits until the session has it: what follows is not overtaken by that."""
    with picker.expect_response("**/selection"):
        check(picker, name)


def test_cancel_closes_the_window_and_gives_nothing(server, book, context):
    sign_in(context, server)
    page = open_book(context, book)
    picker = open_picker(page)
    check(picker, "lake.jpg")
    with closing(picker):
        picker.get_by_role("button", name="Cancel").click()
    expect(page.locator("output")).to_have_text("No photos")
    # The button works again.
    open_picker(page).close()
    expect(page.get_by_role("button", name="Add photos")).to_be_enabled()
    page.get_by_role("button", name="Write").click()
    expect(page.locator("article")).to_have_count(1)
    assert book.photos == []


@pytest.mark.slow
def test_a_program_that_is_revoked_while_its_window_is_open_gets_nothing(server, book, context):
    sign_in(context, server)
    page = open_book(context, book)
    picker = open_picker(page)
    select(picker, "lake.jpg")
    book.run_picker("clients", "revoke", "Guest <b>book</b>")
    picker.get_by_role("button", name="Done").click()
    # The window stays, and says what happened.
    expect(picker.get_by_role("heading", name="You can close this page")).to_be_visible()
    expect(picker.locator(".message.is-cancelled")).to_contain_text("The program that asked gets nothing.")
    expect(page.locator("output")).to_have_text("No photos")
    assert not picker.is_closed() and book.photos == []
    keep_screenshot(picker, "ended-revoked")


@pytest.mark.slow
def test_a_session_whose_time_is_over_while_its_window_is_open_says_so_and_gives_nothing(server, book, context, tmp_path):
    sign_in(context, server)
    page = open_book(context, book)
    picker = open_picker(page)
    select(picker, "lake.jpg")
    let_the_time_end(tmp_path)
    picker.get_by_role("button", name="Done").click()
    expect(picker.get_by_role("heading", name="The time to pick is over")).to_be_visible()
    expect(picker.locator(".message.is-expired")).to_contain_text("Let the program ask again.")
    keep_screenshot(picker, "ended-expired")
    expect_no_violations(picker, "expired")
    answer = page.request.get(f"{server.origin}/v1/sessions/{session_of(picker)}", headers={"Authorization": f"Bearer {book.token}"})
    assert answer.json()["picker"]["state"] == "expired" and answer.json()["pollingConfig"]["timeoutIn"] == "0s"
    expect(page.locator("output")).to_have_text("No photos: the time to pick was over")
    # The window stays for its reader; the button opens another one.
    assert not picker.is_closed()
    picker.close()
    picker = open_picker(page)
    # Who goes on selecting after the time is told so at once.
    let_the_time_end(tmp_path)
    check(picker, "lake.jpg")
    expect(picker.get_by_role("heading", name="The time to pick is over")).to_be_visible()
    # Who opens its link once more is told the same.
    picker.reload()
    expect(picker.get_by_role("heading", name="The time to pick is over")).to_be_visible()
    assert book.photos == []


def test_a_request_that_is_withdrawn_ends_on_its_page(server, book, context):
    sign_in(context, server)
    page = open_book(context, book)
    picker = open_picker(page)
    session = session_of(picker)
    answer = page.request.delete(f"{server.origin}/v1/sessions/{session}", headers={"Authorization": f"Bearer {book.token}"})
    assert answer.ok
    expect(page.locator("output")).to_have_text("No photos")
    expect(page.get_by_role("button", name="Add photos")).to_be_enabled()


def set_hidden(picker, is_hidden: bool) -> None:
    """As a browser does with the pages of its other tabs."""
    picker.evaluate("""(isHidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
        document.dispatchEvent(new Event("visibilitychange"));
    }""", is_hidden)


@pytest.mark.slow
def test_a_page_that_comes_back_from_the_background_knows_that_its_session_has_ended(server, book, context):
    sign_in(context, server)
    page = open_book(context, book)
    picker = open_picker(page)
    set_hidden(picker, True)
    other = context.new_page()
    other.goto(f"{server.origin}/pick/{session_of(picker)}")
    check(other, "lake.jpg")
    other.get_by_role("button", name="Done").click()
    expect(other.locator(".message.is-picked")).to_be_visible()
    with closing(picker):
        set_hidden(picker, False)
    expect(page.locator("output")).to_have_text("1 photo")

    withdrawn = open_picker(page)
    set_hidden(withdrawn, True)
    answer = page.request.delete(f"{server.origin}/v1/sessions/{session_of(withdrawn)}", headers={"Authorization": f"Bearer {book.token}"})
    assert answer.ok
    set_hidden(withdrawn, False)
    expect(withdrawn.get_by_role("heading", name="You can close this page")).to_be_visible()


@pytest.mark.slow
def test_what_a_page_ends_while_its_session_is_made_ends_nothing_that_begins_after_it(server, book, context):
    sign_in(context, server)
    page = open_book(context, book)
    held: list[Route] = []
    page.route("**/photo-session", lambda route: held.append(route))
    page.evaluate("""() => {
        const picker = document.querySelector("photo-picker");
        window.said = [];
        for (const name of ["pick", "cancel", "error"]) picker.addEventListener(name, (event) => window.said.push(event.type));
    }""")
    with page.expect_request("**/photo-session"):
        page.get_by_role("button", name="Add photos").click()
    page.evaluate("document.querySelector('photo-picker').close()")
    with page.expect_popup() as second, page.expect_request("**/photo-session"):
        page.get_by_role("button", name="Add photos").click()
    for route in held:
        with page.expect_response("**/photo-session"):
            route.continue_()
    expect(second.value.locator(".cell").first).to_be_visible()
    assert page.evaluate("window.said") == []


@pytest.mark.slow
def test_no_more_files_are_fetched_for_a_page_that_is_closed(server, book, context):
    sign_in(context, server)
    page = open_book(context, book)
    page.evaluate("document.querySelector('photo-picker').toggleAttribute('files', true)")
    picker = open_picker(page)
    for name in ["lake.jpg", "beach.jpg"]:
        check(picker, name)
    asked: list[Route] = []
    picker.route("**/items/*", lambda route: asked.append(route))
    with picker.expect_request("**/items/0"):
        picker.get_by_role("button", name="Done").click()
    # Who closes it now loses them.
    expect(picker.get_by_role("heading", name="Keep this page open")).to_be_visible()
    # What changes there is read.
    expect(picker.locator(".message")).to_have_attribute("aria-live", "polite")
    page.close()
    asked[0].continue_()
    expect(picker.get_by_role("heading", name="You can close this page")).to_be_visible()
    expect(picker.locator(".message")).to_contain_text("did not get all of the files")
    # Nothing is asked for after that.
    assert len(asked) == 1
