"""Shared by all browser tests: one Chromium, one drawn library, and pages that fail on complaints."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from photos import make_library

ARTIFACTS = Path(__file__).resolve().parents[2] / "artifacts" / "browser"
OpenPage = Callable[..., AbstractContextManager[Page]]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=15_000)
    # Chromium's sandbox needs a user other than root.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        chromium = playwright.chromium.launch(executable_path=path, args=arguments, headless=True)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("Pictures"))


@pytest.fixture
def open_page(browser: Browser) -> OpenPage:
    """Opens an address in a fresh browser profile: `with open_page(link) as page`."""

    @contextmanager
    def opened(address: str, *, size=(1280, 800), is_dark=False, is_touch=False, expects_errors=False) -> Iterator[Page]:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if is_dark else "light",
            has_touch=is_touch,
            is_mobile=is_touch,
            device_scale_factor=2 if is_touch else 1,
        )
        page = context.new_page()
        complaints: list[str] = []
        if not expects_errors:
            listen_for_complaints(page, address, complaints)
        try:
            page.goto(address)
            yield page
            # What the browser still has to say is said while it answers.
            page.evaluate("1")
        finally:
            context.close()
        assert complaints == []

    return opened


def listen_for_complaints(page: Page, address: str, complaints: list[str]) -> None:
    """Console errors (violations of the Content-Security-Policy among them), exceptions, requests elsewhere."""
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url) if is_elsewhere(request.url, address) else None)


def is_elsewhere(url: str, address: str) -> bool:
    return url.startswith("http") and url.split("/")[2] != address.split("/")[2]


def open_camera_roll(page: Page) -> None:
    """From the albums into the first one, until its thumbnails are there."""
    page.locator(".card").first.click()
    expect(page.locator(".cell img").first).to_be_visible()


def cell(page: Page, name: str):
    return page.locator(f'.cell[aria-label^="{name}"]')


def check(page: Page, name: str) -> None:
    """Presses the corner check of a photo."""
    cell(page, name).locator(".cell-check").click()


def keep_screenshot(page: Page, name: str) -> None:
    """For people to look at; no test compares pixels."""
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    # Movements end first.
    page.wait_for_timeout(500)
    page.screenshot(path=ARTIFACTS / f"{name}.png")
