"""The page and the server of docs/integrate.md, as they are written there, on any address that is free."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import PATIENCE, check, closing
from picker_process import free_port
from test_guest_book import context, open_picker, server, sign_in  # noqa: F401

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "integrate.md"


def snippet(language: str, words: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    (text,) = [each for each in found if words in each]
    return text


@pytest.fixture
def site(server, tmp_path) -> Iterator[str]:
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    command = [os.environ["PICKER_BIN"], "clients", "add", "guide", "--origin", origin, "--data-dir", tmp_path / "data"]
    token = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.strip()
    folder = tmp_path / "site"
    folder.mkdir()
    html = snippet("html", "<photo-picker")
    assert html.count("https://picker.example") == 1
    (folder / "index.html").write_text(html.replace("https://picker.example", server.origin))
    command = [sys.executable, "-c", snippet("python", "SimpleHTTPRequestHandler"), str(port)]
    environment = os.environ | {"PICKER_URL": server.origin, "PICKER_TOKEN": token}
    with subprocess.Popen(command, env=environment, cwd=folder, stderr=subprocess.DEVNULL) as process:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield origin
        process.kill()


def test_the_guides_page_gets_what_is_picked(server, site, context):
    sign_in(context, server)
    page = context.new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text) if message.type == "log" else None)
    page.goto(site)
    picker = open_picker(page)
    expect(picker.locator(".asker")).to_contain_text(f"guide {site} asks for photos")
    check(picker, "lake.jpg")
    with closing(picker), page.expect_console_message(lambda message: message.type == "log"):
        picker.get_by_role("button", name="Done").click()
    assert re.fullmatch(r"[\w-]{43} \[[\w-]+\]", messages[-1]), messages


def test_the_guides_server_makes_no_session_for_pages_of_other_sites(site, context):
    for path, site_of_request in [("/photo-session", "cross-site"), ("/photo-session", "same-site"), ("/other", "same-origin")]:
        answer = context.request.post(site + path, headers={"Sec-Fetch-Site": site_of_request})
        assert answer.status == 403, (path, site_of_request)
