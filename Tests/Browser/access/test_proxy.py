"""The page behind nginx with TLS, set up as docs/deploy.md says, in a browser."""

import os
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

sys.path.append(str(Path(__file__).resolve().parents[2] / "Applications"))

from conftest import PATIENCE, check, complaint_listeners, go_to, listening  # noqa: E402
from picker_process import PickerProcess, free_port  # noqa: E402
from proxy import HOST, Proxy  # noqa: E402


@pytest.fixture
def page(browser):
    """In a browser that finds the proxy under the name that it has in the guide."""
    arguments = [f"--host-resolver-rules=MAP {HOST} 127.0.0.1"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
    chromium = browser.browser_type.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=arguments)
    yield chromium.new_context(ignore_https_errors=True).new_page()
    chromium.close()


@pytest.mark.slow
def test_signing_in_looking_and_picking_work_through_the_proxy(page, library, tmp_path):
    picker_port, port = free_port(), free_port()
    arguments = ["--listen", f"127.0.0.1:{picker_port}", "--public-url", f"https://{HOST}:{port}", "--no-open"]
    with PickerProcess("pick", library, *arguments) as picker, Proxy(tmp_path, picker_port, port) as proxy:
        complaints: list[str] = []
        with listening(page, complaint_listeners(proxy.origin, complaints)):
            with page.expect_response(lambda answer: "/events" in answer.url) as events:
                go_to(page, picker.link)
            expect(page.locator(".cell img").first).to_be_visible()
            assert events.value.status == 200
            (cookie,) = page.context.cookies()
            assert cookie["name"] == f"__Host-picker_{port}" and cookie["secure"] and cookie["httpOnly"]
            assert page.evaluate("isSecureContext")
            page.reload()
            check(page, "beach.jpg")
            page.get_by_role("button", name="Done").click()
            expect(page.locator(".message.is-picked")).to_be_visible(timeout=PATIENCE * 1000)
        assert complaints == []
        code, printed = picker.result()
        assert code == 0 and [Path(line).name for line in printed] == ["beach.jpg"]
