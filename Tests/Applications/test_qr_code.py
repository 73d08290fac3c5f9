"""The QR code on a terminal, read again by another program from what the terminal would show."""

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from pathlib import Path

import pytest
from PIL import Image

from proxy import needs

HOME = "https://photos.example"
BLACK_ON_WHITE = "\x1b[38;5;16;48;5;231m"
PIXELS = 4


class Terminal:
    """Runs a command with a terminal of so many columns as its standard error."""

    def __init__(self, columns: int, *command: str | Path, environment: dict[str, str] | None = None):
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))
        command = [os.environ["PICKER_BIN"], *map(str, command)]
        self.process = subprocess.Popen(command, stderr=slave, stdout=subprocess.PIPE, env=os.environ | (environment or {}))
        os.close(slave)
        self.text = ""
        # What is read may end within a character.
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def read_until(self, pattern: str) -> re.Match:
        end = time.monotonic() + 60
        while not (found := re.search(pattern, self.text)):
            assert time.monotonic() < end, self.text
            if select.select([self._master], [], [], 0.2)[0]:
                self.text += self._decoder.decode(os.read(self._master, 65536))
        return found

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)


def drawn(lines: list[str]) -> Image.Image:
    """Black on white, as a camera sees it: two modules above each other in a character."""
    image = Image.new("L", (len(lines[0]), 2 * len(lines)), 255)
    for row, line in enumerate(lines):
        assert len(line) == len(lines[0]), "the lines of a code are of one length"
        for column, character in enumerate(line):
            upper, lower = {" ": (255, 255), "▀": (0, 255), "▄": (255, 0), "█": (0, 0)}[character]
            image.putpixel((column, 2 * row), upper)
            image.putpixel((column, 2 * row + 1), lower)
    return image.resize((image.width * PIXELS, image.height * PIXELS), Image.NEAREST)


def decoded(lines: list[str], folder: Path) -> str:
    needs("zbarimg")
    drawn(lines).save(folder / "code.png")
    return subprocess.run(
        ["zbarimg", "--quiet", "--raw", folder / "code.png"], check=True, capture_output=True, text=True).stdout.strip()


def is_code(line: str) -> bool:
    return line != "" and set(line) <= set(" ▀▄█")


def colored_lines(text: str) -> list[str]:
    return re.findall(re.escape(BLACK_ON_WHITE) + "([ ▀▄█]+)\x1b\\[0m", text)


@pytest.mark.parametrize("command", ["serve", "pick"])
def test_a_terminal_shows_the_printed_link_as_a_code_that_another_program_reads(library, tmp_path, command):
    arguments = [command, library, "--listen", "127.0.0.1:0", "--public-url", HOME]
    with Terminal(100, *arguments) as terminal:
        link = terminal.read_until(r"https://photos\.example/signin\?code=[\w-]{43}")[0]
        terminal.read_until(r"(?:\x1b\[38;5;16;48;5;231m[ ▀▄█]+\x1b\[0m\r\n){20,}(?!\x1b)")
        lines = colored_lines(terminal.text)
        assert decoded(lines, tmp_path) == link
        # It fits on a terminal as they come.
        assert len(lines) <= 24 and len(lines[0]) <= 80
        # The margin that readers need.
        assert all(line.startswith("    ") and line.endswith("    ") for line in lines)
        assert not lines[0].strip() and not lines[1].strip() and not lines[-1].strip()


def test_without_a_terminal_there_is_none_unless_it_is_asked_for_and_then_without_colours(library, tmp_path):
    for option, isShown in [("--no-qr", False), ("", False), ("--qr", True)]:
        command = [os.environ["PICKER_BIN"], "serve", library, "--listen", "127.0.0.1:0", "--public-url", HOME, *option.split()]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            lines = []
            for line in process.stderr:
                lines.append(line.rstrip("\n"))
                # The code is written at once, after the link.
                if "signin?code=" in line and not isShown or is_code(lines[-1]):
                    break
            process.terminate()
            lines += process.stderr.read().splitlines()
        link = next(line.strip() for line in lines if "signin?code=" in line)
        code = [line for line in lines if is_code(line)]
        assert bool(code) == isShown
        assert "\x1b" not in "".join(lines)
        if isShown:
            assert decoded(code, tmp_path) == link


def test_a_link_of_this_machine_is_no_code_for_a_phone(library):
    with Terminal(100, "serve", library, "--listen", "127.0.0.1:0") as terminal:
        terminal.read_until(r"http://127\.0\.0\.1:\d+/signin\?code=[\w-]{43}\r\n")
        assert "▀" not in terminal.text


def test_a_terminal_that_is_too_narrow_gets_the_link_and_the_reason(library):
    with Terminal(30, "serve", library, "--listen", "127.0.0.1:0", "--public-url", HOME) as terminal:
        terminal.read_until(r"no QR code: it takes \d+ columns, and the terminal has 30")
        assert "signin?code=" in terminal.text and "▀" not in terminal.text


def test_without_libqrencode_the_link_is_printed_and_what_would_help(library, tmp_path):
    # A file that is no library is found before the system's.
    (tmp_path / "libqrencode.so.4").write_text("none")
    environment = {"LD_LIBRARY_PATH": f"{tmp_path}:{os.environ.get('LD_LIBRARY_PATH', '')}"}
    with Terminal(100, "serve", library, "--listen", "127.0.0.1:0", "--public-url", HOME, environment=environment) as terminal:
        line = terminal.read_until(r"picker: no QR code: [^\r\n]+")[0]
        assert "install libqrencode4" in line
        assert re.search(r"signin\?code=[\w-]{43}", terminal.text)
