"""Only the browser that opened the terminal's link sees the library."""

import http.client
import json
import os
import subprocess

import pytest
from playwright.sync_api import Page, expect

from conftest import keep_screenshot
from page_modules import run
from photos import LIBRARY
from picker_process import PickerProcess


def expect_signin_page(page: Page) -> None:
    expect(page.get_by_role("heading", name="Open the link from the terminal")).to_be_visible()
    content = page.content()
    for name, album, *_ in LIBRARY:
        assert name not in content
        assert not album or album not in content


def test_without_the_link_nothing_of_the_library_is_shown_and_no_call_answers(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.origin + "/", expects_errors=True) as page:
        expect_signin_page(page)
        keep_screenshot(page, "signin")
        for path in ["session", "collections", "assets/x", "assets/x/image?w=64&h=64", "assets/x/original", "events"]:
            answer = page.request.get(f"{picker.origin}/picker/v1/{path}")
            assert answer.status == 401, path
            assert answer.json()["error"]["status"] == "UNAUTHENTICATED"
        for path in ["session/done", "session/cancel"]:
            answer = page.request.post(f"{picker.origin}/picker/v1/{path}", headers={"X-Picker": "1"}, data={"assets": []})
            assert answer.status == 401, path
        assert picker.is_running()


def test_the_link_works_once_and_says_so_the_next_time(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link) as page:
        expect(page.locator(".cell").first).to_be_visible()
        assert "code=" not in page.url
        with open_page(picker.link, expects_errors=True) as second:
            expect_signin_page(second)
            expect(second.get_by_role("alert")).to_contain_text("used already")
            assert "code=" not in second.url
        page.reload()
        expect(page.locator(".cell").first).to_be_visible()


def test_nothing_but_the_page_itself_is_allowed_anything(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.link, expects_errors=True) as page:
        # No inline script, and no other origin.
        expect(page.locator(".cell").first).to_be_visible()
        headers = page.request.get(picker.origin + "/").headers
        policy = headers["content-security-policy"]
        assert "unsafe-inline" not in policy and "unsafe-eval" not in policy
        assert "http:" not in policy and "https:" not in policy
        cookie = page.context.cookies()[0]
        assert cookie["httpOnly"] and cookie["sameSite"] in ("Lax", "Strict")
        # What a page of another name gets after it made its name point to this machine.
        connection = http.client.HTTPConnection(picker.origin.removeprefix("http://"), timeout=10)
        proof = page.evaluate("JSON.parse(localStorage['picker.sign-in']).proof")
        headers = {"Host": "evil.example", "Cookie": f"{cookie['name']}={cookie['value']}", "X-Picker": proof}
        connection.request("GET", "/picker/v1/session", headers=headers)
        answer = connection.getresponse()
        assert answer.status >= 400
        assert b"config" not in answer.read()
        # A request from elsewhere changes nothing.
        done = f"{picker.origin}/picker/v1/session/done"
        without_header = page.request.post(done, data={"assets": []})
        other_origin = page.request.post(done, data={"assets": []}, headers={"X-Picker": proof, "Origin": "http://evil.example"})
        assert without_header.status == 403
        assert other_origin.status == 403
        assert picker.is_running()
        # What another server on this machine has, which the browser sent the cookie to.
        page.evaluate("localStorage.clear()")
        page.reload()
        expect_signin_page(page)
        # It took the cookie with it: the next visit is not to the same dead end.
        assert page.context.cookies() == []


def test_the_page_of_programs_does_not_ask_without_end_where_there_is_the_cookie_alone(library, open_page, tmp_path):
    arguments = ["--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "data")]
    with PickerProcess("serve", library, *arguments) as picker, open_page(picker.link, expects_errors=True) as page:
        expect(page.locator(".cell").first).to_be_visible()
        # Some browsers forget what scripts keep long before they forget cookies.
        page.evaluate("localStorage.clear()")
        page.goto(picker.origin + "/access")
        expect_signin_page(page)
        assert page.context.cookies() == []


@pytest.fixture
def own_store(tmp_path, library):
    """A server with a store of its own, and what runs the owner's commands on it."""
    data = str(tmp_path / "data")

    def owner(*arguments: str) -> str:
        command = [os.environ["PICKER_BIN"], "owner", *arguments, "--data-dir", data]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout

    with PickerProcess("serve", library, "--listen", "127.0.0.1:0", "--data-dir", data) as picker:
        yield picker, owner, tmp_path


def test_a_password_signs_in_and_a_wrong_one_says_so(own_store, open_page):
    picker, owner, folder = own_store
    (folder / "password").write_text("correct horse\n")
    (folder / "password").chmod(0o600)
    with open_page(picker.origin + "/", expects_errors=True) as page:
        expect_signin_page(page)
        expect(page.get_by_label("Password")).to_be_hidden()
        owner("set-password", "--password-file", str(folder / "password"))
        page.reload()
        page.get_by_label("Password").fill("guess")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_have_text("This is not the password.")
        keep_screenshot(page, "signin-password")
        page.get_by_label("Password").fill("correct horse")
        page.get_by_role("button", name="Sign in").click()
        expect(page.locator(".cell").first).to_be_visible()
        page.reload()
        expect(page.locator(".cell").first).to_be_visible()


@pytest.mark.slow
def test_the_help_lists_browsers_and_signs_them_out(own_store, open_page):
    picker, owner, _ = own_store
    link = subprocess.run(
        [os.environ["PICKER_BIN"], "ctl", "link", "--pid", str(picker.pid)], check=True, capture_output=True, text=True).stdout.strip()
    with open_page(picker.link) as page, open_page(link, expects_errors=True, is_touch=True, size=(390, 780)) as phone:
        for each in [page, phone]:
            expect(each.locator(".cell").first).to_be_visible()
        page.keyboard.press("?")
        browsers = page.locator(".browsers li")
        expect(browsers).to_have_count(2)
        expect(browsers.filter(has_text="This browser")).to_have_count(1)
        keep_screenshot(page, "signed-in-browsers")
        browsers.filter(has_not_text="This browser").get_by_role("button").press("Enter")
        expect(browsers).to_have_count(1)
        # The keyboard is where it was, and does not sign out the next one.
        expect(page.get_by_role("heading", name="Signed-in browsers")).to_be_focused()
        # Without a touch: its line ends, and the page finds out why.
        expect_signin_page(phone)
    assert len(json.loads(owner("sign-ins", "--json"))) == 1


@pytest.mark.parametrize("forgets", [True, False], ids=["storage", "no-storage"])
def test_a_browser_signs_itself_out(own_store, open_page, forgets):
    picker, owner, _ = own_store
    with open_page(picker.link, expects_errors=True) as page:
        expect(page.locator(".cell").first).to_be_visible()
        if not forgets:
            # What a browser says that was told meanwhile to keep nothing.
            page.evaluate("() => { Storage.prototype.removeItem = () => { throw new DOMException('denied', 'SecurityError'); }; }")
        page.keyboard.press("?")
        page.get_by_role("button", name="Sign out: This browser").click()
        expect_signin_page(page)
        assert json.loads(owner("sign-ins", "--json")) == [] and page.context.cookies() == []


@pytest.mark.slow
def test_a_link_that_was_not_answered_is_tried_again_by_a_reload(library, open_page):
    with PickerProcess("pick", library) as picker, open_page(picker.origin + "/", expects_errors=True) as page:
        expect_signin_page(page)
        page.route("**/signin", lambda route: route.abort())
        page.goto(picker.link)
        expect(page.get_by_role("alert")).to_have_text("Picker is not answering")
        page.unroute("**/signin")
        page.reload()
        expect(page.locator(".cell").first).to_be_visible()
        assert "code=" not in page.url


@pytest.mark.slow
def test_a_page_that_got_no_answer_says_so_and_asks_for_the_password_once_there_is_one(own_store, open_page):
    picker, owner, folder = own_store
    (folder / "password").write_text("correct horse\n")
    (folder / "password").chmod(0o600)
    owner("set-password", "--password-file", str(folder / "password"))

    def prepare(page: Page) -> None:
        page.route("**/signin/state", lambda route: route.abort(), times=1)

    with open_page(picker.origin + "/", expects_errors=True, prepare=prepare) as page:
        expect(page.get_by_role("alert")).to_have_text("Picker is not answering")
        expect(page.get_by_label("Password")).to_be_visible()
        expect(page.get_by_role("alert")).to_be_hidden()


def test_a_browser_that_may_keep_nothing_is_told_so(modules_page):
    assert run(modules_page, """
        const { signIn } = await import("/owner/sign-in.js");
        const { fetch } = window;
        const { setItem } = Storage.prototype;
        window.fetch = async () => new Response(JSON.stringify({ proof: "p", ticket: "t" }));
        Storage.prototype.setItem = () => { throw new DOMException("denied", "SecurityError"); };
        const answer = await signIn({ code: "c" });
        Storage.prototype.setItem = setItem;
        window.fetch = fetch;
        return answer;
    """) == {"isSignedIn": False, "isKept": False, "secondsToWait": 0}
