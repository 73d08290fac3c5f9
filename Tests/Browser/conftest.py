"""Shared by all browser tests: one Chromium, one drawn library, and pages that fail on complaints."""

import functools
import http.server
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Error, Page, Playwright, expect, sync_playwright

from page_modules import MODULES, QuietHandler
from photos import make_library, make_many
from picker_process import PickerProcess

PATIENCE = 60
# The line on which a page hears of changes and of the end: before it is open the page cannot hear them.
EVENTS = "**/events?*"
ARTIFACTS = Path(__file__).resolve().parents[2] / "artifacts" / "browser"
OpenPage = Callable[..., AbstractContextManager[Page]]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes long; make test-slow runs it, make test does not")
    # At the same address, a browser has the page's files from the tests before: to get, read and compile them takes a tenth of a test.
    PickerProcess.ports = []


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """One for all browsers: a process cannot have two of them."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    # Minutes, for a busy machine: nothing waits longer than it has to.
    expect.set_options(timeout=PATIENCE * 1000)
    # Nothing is drawn on a screen: a process for that takes a tenth of the time of all.
    arguments = ["--disable-gpu", "--in-process-gpu"]
    # Chromium's sandbox needs a user other than root.
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    path = os.environ["CHROMIUM"]
    chromium = playwright.chromium.launch(executable_path=path, args=arguments, headless=True)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Indexes, thumbnails and sockets of these tests are not the user's; those of one test serve the next one."""
    for name in ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"]:
        os.environ[name] = str(tmp_path_factory.mktemp(name))


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("Pictures"))


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """300 photos, more than one window of the grid. No test changes them."""
    return make_many(tmp_path_factory.mktemp("Many"), 300)


@pytest.fixture(scope="session")
def module_server() -> Iterator[str]:
    handler = functools.partial(QuietHandler, directory=str(MODULES))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


@pytest.fixture(scope="session")
def modules_page(browser, module_server) -> Iterator[Page]:
    """One for all: the modules that are tested here keep nothing between two calls."""
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    page.goto(module_server)
    yield page
    context.close()


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> "Profiles":
    return Profiles(browser)


class Profiles:
    """Browser profiles for one page each. The first page of a new one takes the browser more than twice as long."""

    def __init__(self, browser: Browser):
        self._browser = browser
        self._free: dict[str, list[Page]] = {}

    @contextmanager
    def page(self, **options) -> Iterator[Page]:
        """A page that shows nothing, in a profile that keeps nothing and that no other test uses meanwhile."""
        free = self._free.setdefault(repr(options), [])
        page = free.pop() if free else self._browser.new_context(**options).new_page()
        try:
            yield page
        except BaseException:
            # It is not known what is left in it. What answers for a server meanwhile must not fail the next test.
            page.unroute_all(behavior="ignoreErrors")
            page.context.close()
            raise
        self._empty(page)
        free.append(page)

    @staticmethod
    def _empty(page: Page) -> None:
        page.unroute_all(behavior="ignoreErrors")
        page.mouse.move(0, 0)
        # Another server gets the port of this one. A page may keep something as it goes.
        page.evaluate("""() => {
            const clear = () => { localStorage.clear(); sessionStorage.clear(); };
            clear();
            addEventListener("pagehide", clear);
        }""")
        page.goto("about:blank")
        page.context.clear_cookies()
        page.context.clear_permissions()


@pytest.fixture
def open_page(profiles: Profiles) -> OpenPage:
    """Opens an address in an empty browser profile: `with open_page(link) as page`.

    `prepare` gets the page before that, to answer in the place of the server from the start: a page takes its time to be loaded twice.
    `awaits` is an address whose answer has come when the page is there.
    """

    @contextmanager
    def opened(
        address: str, *, size=(1280, 800), is_dark=False, is_touch=False, expects_errors=False, locale="en-US",
        prepare: Callable[[Page], object] | None = None, awaits: str | None = None,
    ) -> Iterator[Page]:
        options = {
            "viewport": {"width": size[0], "height": size[1]},
            "color_scheme": "dark" if is_dark else "light",
            "locale": locale,
            # What moves is drawn frame by frame, by a processor that tests have better use for.
            "reduced_motion": "reduce",
            "has_touch": is_touch,
            "is_mobile": is_touch,
            "device_scale_factor": 2 if is_touch else 1,
        }
        with profiles.page(**options) as page:
            complaints: list[str] = []
            with listening(page, {} if expects_errors else complaint_listeners(address, complaints)):
                if prepare:
                    prepare(page)
                with page.expect_response(awaits) if awaits else nullcontext():
                    go_to(page, address)
                yield page
                # What the browser still has to say is said while it answers.
                page.evaluate("1")
            assert complaints == []

    return opened


def go_to(page: Page, address: str) -> None:
    """Opens an address. What a link to sign in opens first shows nothing and leads on, unless it cannot sign in."""
    page.goto(address)
    expect(page.locator("body")).to_be_visible()


def enter_by(page: Page, link: str) -> None:
    """Signs the browser in as the page of the link does, without the photos that come after it."""
    origin, code = link.split("/signin?code=")
    # A file of the same origin that needs no script: of text, a browser complains that it may not style it.
    page.goto(f"{origin}/page/icon.svg")
    signed_in = page.evaluate("async (code) => (await import('/page/modules/owner/sign-in.js')).signIn({ code })", unquote(code))
    assert signed_in["isSignedIn"], signed_in


@contextmanager
def listening(page: Page, listeners: dict[str, Callable]) -> Iterator[None]:
    for event, listener in listeners.items():
        page.on(event, listener)
    try:
        yield
    finally:
        for event, listener in listeners.items():
            page.remove_listener(event, listener)


def complaint_listeners(address: str, complaints: list[str]) -> dict[str, Callable]:
    """Console errors (violations of the Content-Security-Policy among them), exceptions, requests elsewhere."""
    return {
        "console": lambda message: complaints.append(message.text) if message.type == "error" else None,
        "pageerror": lambda error: complaints.append(str(error)),
        "request": lambda request: complaints.append(request.url) if is_elsewhere(request.url, address) else None,
    }


def is_elsewhere(url: str, address: str) -> bool:
    return url.startswith("http") and url.split("/")[2] != address.split("/")[2]


def open_camera_roll(page: Page) -> None:
    """All photos, until they are known and thumbnails are there."""
    expect(page.locator("grid-view")).to_be_visible()
    expect(page.locator(".header-note")).to_have_text(re.compile("^[^…]+$"))
    expect(page.locator(".cell img").first).to_be_visible()


def open_albums(page: Page) -> None:
    page.locator(".tabs a").last.click()
    expect(page.locator(".poster img").first).to_be_visible()


def cell(page: Page, name: str):
    return page.locator(f'.cell[aria-label^="{name}"]')


def check(page: Page, name: str) -> None:
    """Presses the corner check of a photo."""
    cell(page, name).locator(".cell-check").click()


def wait_until(page: Page, condition: str) -> None:
    """Until an expression is true in the page. What the browser offers for that is refused by the page's own policy."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(50)


def hasten(page: Page, milliseconds: int) -> None:
    """What the page begins to wait for so long comes soon: how long it waits is proved where the clock stands still."""
    page.evaluate("""(long) => {
        const { setTimeout } = window;
        window.setTimeout = (work, wait) => setTimeout(work, wait === long ? 100 : wait);
    }""", milliseconds)


@contextmanager
def closing(window: Page) -> Iterator[None]:
    """Until a window is closed by what is pressed in it. It may be gone before the browser says that the key was pressed."""
    with window.expect_event("close"):
        try:
            yield
        except Error as error:
            if "has been closed" not in error.message:
                raise


def settle(page: Page) -> None:
    """Until nothing moves and no colour is on its way to another, but for what turns for ever."""
    wait_until(page, """document.getAnimations().every((each) =>
        each.playState !== "running" || each.effect.getComputedTiming().iterations === Infinity)""")


def keep_screenshot(page: Page, name: str) -> None:
    """For people to look at, when PICKER_SCREENSHOTS=1 asks for it; no test compares pixels."""
    if os.environ.get("PICKER_SCREENSHOTS") != "1":
        return
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    settle(page)
    page.screenshot(path=ARTIFACTS / f"{name}.png")
