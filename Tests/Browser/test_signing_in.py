"""Only the browser that opened the terminal's link sees the library."""

import http.client

from playwright.sync_api import Page, expect

from conftest import keep_screenshot
from photos import LIBRARY
from picker_process import PickerProcess


def expect_signin_page(page: Page) -> None:
    expect(page.get_by_role("heading", name="Open the link from the terminal")).to_be_visible()
    content = page.content()
    for name, album, *_ in LIBRARY:
        assert name not in content
        assert not album or album not in content


def test_without_the_link_nothing_of_the_library_is_shown(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.origin + "/", expects_errors=True) as page:
        expect_signin_page(page)
        keep_screenshot(page, "signin")


def test_without_the_link_no_call_answers(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.origin + "/", expects_errors=True) as page:
        for path in ["session", "collections", "assets/x", "assets/x/image?w=64&h=64", "assets/x/original", "events"]:
            answer = page.request.get(f"{picker.origin}/picker/v1/{path}")
            assert answer.status == 401, path
            assert answer.json()["error"]["status"] == "UNAUTHENTICATED"
        for path in ["session/done", "session/cancel"]:
            answer = page.request.post(f"{picker.origin}/picker/v1/{path}", headers={"X-Picker": "1"}, data={"assets": []})
            assert answer.status == 401, path
        assert picker.is_running()


def test_the_link_works_once(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        expect(page.locator(".cell").first).to_be_visible()
        assert "code=" not in page.url
        with open_page(picker.link, expects_errors=True) as second:
            expect_signin_page(second)
        page.reload()
        expect(page.locator(".cell").first).to_be_visible()


def test_the_page_allows_no_inline_script_and_no_other_origin(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        headers = page.request.get(picker.origin + "/").headers
        policy = headers["content-security-policy"]
        assert "unsafe-inline" not in policy and "unsafe-eval" not in policy
        assert "http:" not in policy and "https:" not in policy
        cookie = page.context.cookies()[0]
        assert cookie["httpOnly"] and cookie["sameSite"] in ("Lax", "Strict")


def test_another_host_name_is_refused(library, open_page):
    # What a page of another name gets after it made its name point to this machine.
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        cookie = page.context.cookies()[0]
        connection = http.client.HTTPConnection(picker.origin.removeprefix("http://"), timeout=10)
        headers = {"Host": "evil.example", "Cookie": f"{cookie['name']}={cookie['value']}"}
        connection.request("GET", "/picker/v1/session", headers=headers)
        answer = connection.getresponse()
        assert answer.status >= 400
        assert b"config" not in answer.read()


def test_a_post_from_elsewhere_changes_nothing(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        done = f"{picker.origin}/picker/v1/session/done"
        without_header = page.request.post(done, data={"assets": []})
        other_origin = page.request.post(done, data={"assets": []}, headers={"X-Picker": "1", "Origin": "http://evil.example"})
        assert without_header.status == 403
        assert other_origin.status == 403
        assert picker.is_running()
