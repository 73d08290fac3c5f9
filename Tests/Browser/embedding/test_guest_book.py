"""The whole way of a program's page: its button, the picking page in a window, and the photos on the program's server."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from conftest import PATIENCE, cell, check, closing, enter_by, keep_screenshot, wait_until
from photos import make_many
from picker_process import PickerProcess, free_port
from test_accessibility import expect_no_violations

ROOT = Path(__file__).resolve().parents[3]


class GuestBook:
    """Examples/WebApp, with a token of this server."""

    def __init__(self, picker: PickerProcess, folder: Path, data: str):
        self._picker = picker
        self._data = data
        self._folder = folder
        self._environment = os.environ | {"PICKER_URL": picker.origin, "GUESTBOOK_FOLDER": str(folder)}
        # Its token is made for its origin.
        port = free_port()
        self.origin = f"http://127.0.0.1:{port}"
        self.token = self.run_picker("clients", "add", "Guest <b>book</b>", "--origin", self.origin)
        self._environment["PICKER_TOKEN"] = self.token
        command = [sys.executable, ROOT / "Examples" / "WebApp" / "guestbook.py", str(port)]
        self._process = subprocess.Popen(command, env=self._environment, stdout=subprocess.PIPE, text=True)
        # It says where it listens.
        assert self._process.stdout is not None
        self._process.stdout.readline()

    def run_picker(self, *arguments: str) -> str:
        command = [os.environ["PICKER_BIN"], *arguments, "--data-dir", self._data]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.strip()

    @property
    def photos(self) -> list[Path]:
        return [path for path in self._folder.iterdir() if path.suffix == ".jpg"]

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def server(library, tmp_path) -> Iterator[PickerProcess]:
    with PickerProcess("serve", library, "--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "data")) as picker:
        yield picker


@pytest.fixture
def book(server, tmp_path) -> Iterator[GuestBook]:
    guest_book = GuestBook(server, tmp_path / "book", str(tmp_path / "data"))
    yield guest_book
    guest_book.stop()


@pytest.fixture
def context(browser, request) -> Iterator[BrowserContext]:
    options = getattr(request, "param", {})
    made = browser.new_context(locale="en-US", **options)
    made.set_default_timeout(PATIENCE * 1000)
    yield made
    made.close()


def sign_in(context: BrowserContext, server: PickerProcess) -> None:
    page = context.new_page()
    enter_by(page, server.link)
    page.close()


def open_book(context: BrowserContext, book: GuestBook) -> Page:
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.complaints = complaints
    page.goto(book.origin)
    page.get_by_label("Your name").fill("Ada <script>")
    page.get_by_label("A few words").fill("What a view!")
    return page


def open_picker(page: Page) -> Page:
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Add photos").click()
    expect(popup.value.locator(".cell").first).to_be_visible()
    return popup.value


def session_of(picker: Page) -> str:
    return picker.url.split("/pick/")[1].split("/")[0]


def write_and_expect(page: Page, book: GuestBook, count: int) -> None:
    expect(page.locator("output")).to_have_text("1 photo" if count == 1 else f"{count} photos")
    page.get_by_role("button", name="Write").click()
    expect(page.locator("article img")).to_have_count(count)
    expect(page.locator("article .name")).to_have_text("Ada <script>")
    assert len(book.photos) == count
    assert page.complaints == []


def test_photos_that_are_picked_in_the_window_arrive_in_the_guest_book(server, book, context):
    sign_in(context, server)
    page = open_book(context, book)
    picker = open_picker(page)
    expect(picker.locator(".asker")).to_contain_text(f"Guest <b>book</b> {book.origin} asks for photos, and gets only what you pick.")
    check(picker, "lake.jpg")
    check(picker, "beach.jpg")
    keep_screenshot(picker, "asked-by-a-program")
    with closing(picker):
        picker.get_by_role("button", name="Done").click()
    write_and_expect(page, book, 2)
    keep_screenshot(page, "guest-book")


@pytest.mark.slow
def test_by_keyboard_alone(server, book, context):
    sign_in(context, server)
    page = open_book(context, book)
    page.get_by_label("A few words").press("Tab")
    with page.expect_popup() as popup:
        page.keyboard.press("Enter")
    picker = popup.value
    expect(picker.locator(".cell").first).to_be_visible()
    picker.locator(".cell").first.focus()
    picker.keyboard.press("Space")
    picker.keyboard.press("Shift+ArrowRight")
    done = picker.get_by_role("button", name="Done")
    expect(done).to_be_enabled()
    for _ in range(60):
        if done.evaluate("(button) => button === document.activeElement"):
            break
        picker.keyboard.press("Tab")
    with closing(picker):
        picker.keyboard.press("Enter")
    # Who goes on in the page begins at the button that opened the window.
    expect(page.locator("output")).to_have_text("2 photos")
    assert page.evaluate("document.activeElement.localName") == "photo-picker"
    write_and_expect(page, book, 2)


@pytest.mark.slow
@pytest.mark.parametrize("context", [{"viewport": {"width": 390, "height": 760}, "has_touch": True, "is_mobile": True}], indirect=True)
def test_by_touch_at_the_size_of_a_phone(server, book, context):
    sign_in(context, server)
    page = open_book(context, book)
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Add photos").tap()
    picker = popup.value
    # Phones open a tab; the browser of the test, a window.
    picker.set_viewport_size(page.viewport_size)
    expect(picker.locator(".cell").first).to_be_visible()
    picker.get_by_role("button", name="Select", exact=True).tap()
    cell(picker, "lake.jpg").tap()
    keep_screenshot(picker, "asked-by-a-program-phone")
    with closing(picker):
        picker.get_by_role("button", name="Done").tap()
    write_and_expect(page, book, 1)


@pytest.mark.slow
def test_who_is_not_signed_in_sees_nothing_of_the_library_and_goes_on_when_signed_in(server, book, context):
    page = open_book(context, book)
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Add photos").click()
    picker = popup.value
    expect(picker.get_by_text("A program asks you for photos.")).to_be_visible()
    assert "beach" not in picker.content() and "Guest" not in picker.content()
    keep_screenshot(picker, "signin-for-a-program")
    sign_in(context, server)
    check(picker, "lake.jpg")
    with closing(picker):
        picker.get_by_role("button", name="Done").click()
    write_and_expect(page, book, 1)


def pick(picker: Page, cells: list[Locator], by_touch: bool) -> None:
    """Selects photos as one does with a mouse, or with a finger: the circles of a phone are there only while one selects."""
    if by_touch:
        picker.get_by_role("button", name="Select", exact=True).tap()
    for each in cells:
        each.tap() if by_touch else each.locator(".cell-check").click()


@pytest.mark.slow
@pytest.mark.parametrize("context, by_touch", [({}, False), ({"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}, True)], indirect=["context"], ids=["desk", "phone"])
@pytest.mark.parametrize("wants_files", [False, True], ids=["links", "files"])
def test_the_person_chooses_the_library_that_is_picked_from(library, tmp_path, context, by_touch, wants_files):
    work = make_many(tmp_path / "Work", 5)
    data = str(tmp_path / "data")
    with PickerProcess("serve", library, "--library", work, "--listen", "127.0.0.1:0", "--data-dir", data) as picker_process:
        guest_book = GuestBook(picker_process, tmp_path / "book", data)
        try:
            sign_in(context, picker_process)
            page = open_book(context, guest_book)
            if wants_files:
                page.evaluate("""() => {
                    document.querySelector("photo-picker").toggleAttribute("files", true);
                    document.querySelector("form").addEventListener("pick", (event) => { window.got = event.detail.files.map((file) => file.name); });
                }""")
            picker = open_picker(page)
            picker.set_viewport_size(page.viewport_size)
            pick(picker, [cell(picker, "lake.jpg")], by_touch)
            expect(picker.get_by_role("button", name="Done")).to_be_enabled()
            menu = picker.get_by_role("combobox", name="Library")
            expect(menu).to_have_value(library.name)
            menu.select_option("Work")
            expect(picker.locator(".cell")).to_have_count(5)
            expect(picker.get_by_role("complementary", name="Who asks for photos")).to_contain_text("Guest <b>book</b>")
            # What was checked is a photo of the other library.
            expect(picker.locator(".cell[aria-selected='true']")).to_have_count(0)
            expect_no_violations(picker, "grid")
            pick(picker, picker.locator(".cell").all()[:2], by_touch)
            with closing(picker):
                picker.get_by_role("button", name="Done").click()
            if wants_files:
                wait_until(page, "window.got")
                assert len(page.evaluate("window.got")) == 2
            else:
                write_and_expect(page, guest_book, 2)
            records = json.loads(guest_book.run_picker("history", "--limit", "1", "--json"))
            assert records[0]["library"] == str(work) and records[0]["itemCount"] == 2
            assert page.complaints == []
        finally:
            guest_book.stop()


# What of the files came, and which of the photos that were picked have none.
GOT = """() => {
    document.querySelector("photo-picker").toggleAttribute("files", true);
    document.querySelector("form").addEventListener("pick", async ({ detail }) => {
        const files = await Promise.all(detail.files.map(async (file) => [file.name, file.type, (await createImageBitmap(file)).width]));
        window.got = [files, detail.missing.map((id) => detail.itemIds.indexOf(id))];
    });
}"""
LAKE, FOREST = ["lake.jpg", "image/jpeg", 1600], ["forest.jpg", "image/jpeg", 1200]


def picked_files(page: Page, names: list[str], answers: dict[str, Callable[[Route], None]]) -> list:
    """What the page gets when these are picked, and requests for some of their files are answered otherwise."""
    page.evaluate("window.got = null")
    picker = open_picker(page)
    for name in names:
        check(picker, name)
    for address, answer in answers.items():
        picker.route(address, answer)
    with closing(picker):
        picker.get_by_role("button", name="Done").click()
    wait_until(page, "window.got")
    return page.evaluate("window.got")


@pytest.mark.slow
def test_files_come_to_the_page_itself_when_it_wants_them(server, book, context):
    sign_in(context, server)
    page = open_book(context, book)
    page.evaluate(GOT)
    assert picked_files(page, ["lake.jpg", "forest.jpg"], {}) == [[LAKE, FOREST], []]
    expect(page.locator("output")).to_have_text("2 photos")

    def refuse(code: int, status: str, headers: dict[str, str] | None = None) -> Callable[[Route], None]:
        error = {"code": code, "status": status, "message": "there is none", "details": []}
        return lambda route: route.fulfill(status=code, headers=headers, json={"error": error})

    # Photos without a file keep the page from no other.
    without = {"**/items/0": refuse(415, "UNSUPPORTED_FORMAT"), "**/items/1": refuse(403, "ACCESS_DENIED")}
    assert picked_files(page, ["lake.jpg", "beach.jpg", "forest.jpg"], without) == [[FOREST], [0, 1]]

    # A file that is refused for the moment is asked for again.
    refusals: list[str] = []

    def refuse_once(route: Route) -> None:
        if refusals:
            return route.continue_()
        refusals.append(route.request.url)
        refuse(503, "BUSY", {"Retry-After": "1"})(route)

    assert picked_files(page, ["lake.jpg", "forest.jpg"], {"**/items/1": refuse_once}) == [[LAKE, FOREST], []]
    assert len(refusals) == 1
    assert page.complaints == []


@pytest.mark.slow
@pytest.mark.parametrize("context", [{"color_scheme": "light"}, {"color_scheme": "dark"}], indirect=True, ids=["light", "dark"])
def test_the_picking_page_of_a_program_is_accessible(server, book, context):
    page = open_book(context, book)
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Add photos").click()
    picker = popup.value
    expect(picker.get_by_text("A program asks you for photos.")).to_be_visible()
    expect_no_violations(picker, "signin")
    sign_in(context, server)
    expect(picker.locator(".cell img").first).to_be_visible()
    expect_no_violations(picker, "grid")
    keep_screenshot(picker, f"asked-{'dark' if picker.evaluate('matchMedia(`(prefers-color-scheme: dark)`).matches') else 'light'}")
    expect_no_violations(page, "guest book")


def test_a_page_of_another_origin_hears_nothing(server, book, context, library):
    sign_in(context, server)
    book.run_picker("clients", "revoke", "Guest <b>book</b>")
    token = book.run_picker("clients", "add", "elsewhere", "--origin", "https://elsewhere.example")
    page = open_book(context, book)
    answer = page.request.post(f"{server.origin}/v1/sessions", headers={"Authorization": f"Bearer {token}"})
    uri = answer.json()["pickerUri"]
    page.evaluate("addEventListener('message', (event) => { window.heard = event.data; })")
    with page.expect_popup() as popup:
        page.evaluate("(uri) => { window.open(uri); }", uri)
    picker = popup.value
    check(picker, "lake.jpg")
    picker.get_by_role("button", name="Done").click()
    expect(picker.get_by_text("You can close this page")).to_be_visible()
    assert page.evaluate("window.heard") is None
