"""How `picker pick` opens the browser of the desktop: without a secret that others on this machine could read."""

import os
import re
import stat
import subprocess
import time
from pathlib import Path

import pytest

from owner import Owner

OPENER = """#!/bin/sh
printf '%s\\n' "$@" >{folder}/arguments.new
tr '\\0' '\\n' </proc/self/environ >{folder}/environment
cp "$1" {folder}/page
stat -c %a "$1" "$(dirname "$1")" >{folder}/permissions
echo $$ >{folder}/process
mv {folder}/arguments.new {folder}/arguments
sleep 5
"""


def wait_for(path: Path) -> str:
    end = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < end, f"{path.name} does not come"
        time.sleep(0.02)
    return path.read_text()


@pytest.fixture
def desktop(tmp_path) -> dict[str, str]:
    """The environment of a desktop whose opener keeps what it was given."""
    opener = tmp_path / "bin" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text(OPENER.format(folder=tmp_path))
    opener.chmod(0o755)
    return os.environ | {"PATH": f"{opener.parent}:{os.environ['PATH']}", "DISPLAY": ":77", "XDG_RUNTIME_DIR": str(tmp_path / "run")}


def all_command_lines() -> str:
    lines = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                lines.append((folder / "cmdline").read_bytes().decode(errors="replace"))
            except OSError:
                pass  # It ended meanwhile.
    return "\n".join(lines)


def test_the_browser_gets_a_private_file_that_leads_to_the_link(library, desktop, tmp_path):
    command = [os.environ["PICKER_BIN"], "pick", library, "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, env=desktop, stderr=subprocess.PIPE, text=True) as process:
        link = next(found[0] for line in process.stderr if (found := re.search(r"http://\S+/signin\?code=(\S+)", line)))
        code = link.split("code=")[1]
        (argument,) = wait_for(tmp_path / "arguments").splitlines()
        assert code not in all_command_lines() and code not in (tmp_path / "environment").read_text()
        assert (tmp_path / "permissions").read_text().split() == ["600", "700"]
        page = (tmp_path / "page").read_text()
        (target,) = re.findall(r'http-equiv="refresh" content="0; url=([^"]+)"', page)
        assert target == link and argument.endswith(".html")
        owner = Owner(target)
        assert owner.ask("POST", "/picker/v1/session/cancel", {})[0] == 200
        process.stderr.read()
        assert process.wait(timeout=60) == 1
    assert not Path(argument).exists()


def test_the_browser_gets_no_signal_of_the_terminal_and_its_end_is_noticed(library, desktop, tmp_path):
    command = [os.environ["PICKER_BIN"], "pick", library, "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, env=desktop, stderr=subprocess.DEVNULL) as process:
        wait_for(tmp_path / "arguments")
        opener = int((tmp_path / "process").read_text())
        # Ctrl-C goes to all processes of a group.
        assert os.getpgid(opener) != os.getpgid(process.pid)
        end = time.monotonic() + 60
        while Path(f"/proc/{opener}").exists():
            assert time.monotonic() < end, "the opener stays as a zombie"
            time.sleep(0.1)
        assert process.poll() is None
        process.terminate()


def test_what_a_killed_program_left_goes_with_the_next_one_and_a_link_in_its_place_is_not_followed(library, desktop, tmp_path):
    command = [os.environ["PICKER_BIN"], "pick", library, "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, env=desktop, stderr=subprocess.DEVNULL) as killed:
        wait_for(tmp_path / "arguments")
        killed.kill()
    folder = tmp_path / "run" / "picker"
    (left,) = folder.glob("*.html")
    assert stat.S_IMODE(left.stat().st_mode) == 0o600
    (tmp_path / "arguments").unlink()
    with subprocess.Popen(command, env=desktop, stderr=subprocess.DEVNULL) as process:
        (argument,) = wait_for(tmp_path / "arguments").splitlines()
        assert not left.exists() and list(folder.glob("*.html")) == [Path(argument)]
        process.terminate()
    assert list(folder.glob("*.html")) == []


def test_serve_opens_its_page_and_once_more_the_page_of_the_server_that_runs(library, desktop, tmp_path):
    picker = os.environ["PICKER_BIN"]
    command = [picker, "serve", library, "--listen", "127.0.0.1:0", "--open", "--data-dir", tmp_path / "data"]
    with subprocess.Popen(command, env=desktop, stderr=subprocess.PIPE, text=True) as server:
        link = next(found[0] for line in server.stderr if (found := re.search(r"http://\S+/signin\?code=\S+", line)))
        (argument,) = wait_for(tmp_path / "arguments").splitlines()
        assert link in (tmp_path / "page").read_text() and (tmp_path / "permissions").read_text().split() == ["600", "700"]
        assert Owner(link).ask("GET", "/picker/v1/session")[1]["mode"] == "browse"
        (tmp_path / "arguments").unlink()
        # It serves nothing itself, whatever it was told to serve.
        again = subprocess.run([picker, "serve", "--open"], env=desktop, capture_output=True, text=True, timeout=60)
        assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
        (second,) = wait_for(tmp_path / "arguments").splitlines()
        (other,) = re.findall(r'content="0; url=([^"]+)"', (tmp_path / "page").read_text())
        assert other != link and other.split("/signin")[0] == link.split("/signin")[0] and second != argument
        assert Owner(other).ask("GET", "/picker/v1/session")[0] == 200
        # Without a desktop the link is printed.
        bare = {name: value for name, value in desktop.items() if name != "DISPLAY"}
        printed = subprocess.run([picker, "serve", "--open"], env=bare, capture_output=True, text=True, timeout=60)
        assert printed.returncode == 0 and Owner(printed.stdout.strip()).ask("GET", "/picker/v1/session")[0] == 200
        # So it is on a desktop without xdg-open. Who names a library learns that it is another server's page.
        alone = desktop | {"PATH": str(tmp_path)}
        printed = subprocess.run([picker, "serve", library, "--open"], env=alone, capture_output=True, text=True, timeout=60)
        assert printed.returncode == 0 and Owner(printed.stdout.strip()).ask("GET", "/picker/v1/session")[0] == 200
        assert "a server runs already" in printed.stderr
        server.terminate()
        server.stderr.read()
        assert server.wait(timeout=60) == 0
    assert not Path(argument).exists()


def test_serve_opens_a_page_also_when_several_servers_run(library, desktop, tmp_path):
    picker = os.environ["PICKER_BIN"]
    command = [picker, "serve", library, "--listen", "127.0.0.1:0", "--data-dir"]
    servers = [subprocess.Popen([*command, tmp_path / name], env=desktop, stderr=subprocess.PIPE, text=True) for name in ["one", "two"]]
    try:
        for server in servers:
            assert any("signin?code=" in line for line in server.stderr)
        again = subprocess.run([picker, "serve", "--open"], env=desktop, capture_output=True, text=True, timeout=60)
        assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
        wait_for(tmp_path / "arguments")
        (link,) = re.findall(r'content="0; url=([^"]+)"', (tmp_path / "page").read_text())
        assert Owner(link).ask("GET", "/picker/v1/session")[0] == 200
    finally:
        for server in servers:
            server.terminate()
            server.stderr.read()
            server.wait(timeout=60)
