"""Starts `picker` and speaks with it as a shell would: arguments, printed lines, exit code."""

import os
import random
import re
import signal
import socket
import subprocess
import threading
from pathlib import Path

LINK = re.compile(r"https?://(?:127\.0\.0\.1|localhost|\[::1\]|photos\.example):\d+/signin\?code=[^\s\"'<>]+")
PATIENCE = 30


class PickerProcess:
    """One running `picker pick` or `picker serve`. Use it with `with`: it never outlives the test."""

    # Where servers have listened that are gone, so that others listen there again; None: each at a port that the kernel gives it.
    ports: list[int] | None = None

    def __init__(self, *arguments: str | Path):
        self._port: int | None = None
        command = [os.environ.get("PICKER_BIN", ".build/debug/picker"), *self._with_port([str(each) for each in arguments])]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self._lines: list[str] = []
        self._has_link = threading.Event()
        self.link = ""
        # Read on the side: a pipe that is not emptied would stop the process.
        self._reader = threading.Thread(target=self._read_messages, daemon=True)
        self._reader.start()

    def __enter__(self) -> "PickerProcess":
        if not self._has_link.wait(PATIENCE):
            self.stop()
            raise AssertionError(f"picker printed no link; it printed: {self.messages!r}")
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def messages(self) -> str:
        """What was printed on standard error."""
        return "".join(self._lines)

    @property
    def origin(self) -> str:
        return self.link.split("/signin", 1)[0]

    @property
    def pid(self) -> int:
        return self._process.pid

    def result(self) -> tuple[int, list[str]]:
        """Waits for the end; the exit code and the lines printed on standard output."""
        printed, _ = self._process.communicate(timeout=PATIENCE)
        return self._process.returncode, printed.splitlines()

    def is_running(self) -> bool:
        return self._process.poll() is None

    def interrupt(self) -> None:
        self._process.send_signal(signal.SIGINT)

    def stop(self) -> None:
        if self.is_running():
            self._process.kill()
        self._process.wait()
        if self.ports is not None and self._port is not None:
            self.ports.append(self._port)
            self._port = None

    def _with_port(self, words: list[str]) -> list[str]:
        """The arguments, with a port of `ports` where they leave it to the kernel."""
        if self.ports is None:
            return words
        if words[0] == "pick" and "--listen" not in words:
            words += ["--listen", "127.0.0.1:0"]
        if "127.0.0.1:0" not in words:
            return words
        while self.ports and self._port is None:
            port = self.ports.pop()
            self._port = port if _is_free(port) else None
        self._port = self._port or free_port()
        return [f"127.0.0.1:{self._port}" if word == "127.0.0.1:0" else word for word in words]

    def _read_messages(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._lines.append(line)
            found = LINK.search(line)
            if found and not self.link:
                self.link = found.group(0)
                self._has_link.set()


_given: set[int] = set()


def free_port() -> int:
    """A port of 127.0.0.1 that stays free until its server listens, also when that is later.

    It is none that the kernel gives to connections that go out: one of those may be taken before the server starts.
    Nor is it one that this process was given before.
    """
    for port in random.sample(_candidates(), 1000):
        if port in _given:
            continue
        if _is_free(port):
            _given.add(port)
            return port
    raise RuntimeError("no port of a thousand is free")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        # As a server, which need not wait until the connections of the last one are forgotten.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _candidates() -> range:
    first = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii").split()[0])
    return range(10_000, first) if first > 12_000 else range(61_000, 65_536)
