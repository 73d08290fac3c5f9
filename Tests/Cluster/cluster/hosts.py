"""Hosts of one library and one store, and nginx in front of them, with the configuration that docs/scale.md gives."""

from __future__ import annotations

import http.client
import os
import pathlib
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from . import processes
from .library import PICKER, ROOT, Configured, Library

# The owner who picks and the server that is told are those of the tests of applications.
sys.path.append(str(ROOT / "Tests/Applications"))

from owner import Owner  # noqa: E402

NAME = "photos.example"


class Host:
    """One `picker serve`, with a home and a port of its own."""

    def __init__(self, folder: pathlib.Path, library: Library, origin: str) -> None:
        self.home = Configured(folder)
        self.home.add("club", library, "--no-check")
        self.origin = origin
        self.port = processes.free_port()
        self.process: subprocess.Popen | None = None
        self.link = ""
        self.lines: list[str] = []
        settings = library.settings
        self.home.picker(
            "store", "use", library.location, "--set", f"user={settings['user']}", "--set", "insecure=yes",
            "--secret-file", f"password={folder}/club-password", "--no-questions")

    def start(self, before: Callable[[], None] | None = None) -> None:
        """Starts it, and goes on; `before` runs in the new process before it becomes the program."""
        self.link = ""
        self.process = subprocess.Popen(
            [PICKER, "serve", "--library", "club", "--listen", f"127.0.0.1:{self.port}", "--public-url", self.origin],
            env=self.home.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=before)
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()

    def _read(self, process: subprocess.Popen) -> None:
        assert process.stderr
        for line in process.stderr:
            self.lines.append(line)
            if "signin?code=" in line:
                self.link = line.strip()
        process.stderr.close()

    def wait(self) -> None:
        """Until it has printed how its owner gets in."""
        end = time.monotonic() + 60
        while not self.link:
            if time.monotonic() > end or (self.process and self.process.poll() is not None):
                raise RuntimeError(f"a host does not start: {''.join(self.lines)}")
            time.sleep(0.02)

    def kill(self) -> None:
        """As a machine that loses its power."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        """Ends it in good order."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)


class Hosts:
    """Several of them, and nginx. Whatever is asked of `origin` goes to one after the other."""

    def __init__(self, folder: pathlib.Path, library: Library, count: int = 3) -> None:
        self.folder = folder
        self.port = processes.free_port()
        self.authority = f"127.0.0.1:{self.port}"
        self.origin = f"http://{self.authority}"
        self.hosts = [Host(folder / f"host-{number}", library, self.origin) for number in range(count)]
        self.nginx: subprocess.Popen | None = None

    def start(self, behind_nginx: bool = True, before: list[Callable[[], None]] | None = None) -> None:
        """Starts all, and waits until they answer; `before` has for each of them what runs in its process first."""
        for number, host in enumerate(self.hosts):
            host.start(before[number] if before else None)
        if behind_nginx:
            self._start_nginx()
        for host in self.hosts:
            host.wait()

    def end(self) -> None:
        """Ends all."""
        for host in self.hosts:
            host.end()
        if self.nginx:
            self.nginx.terminate()
            self.nginx.wait(20)

    def _start_nginx(self) -> None:
        (site,) = re.findall(r"```nginx\n(.*?)```", (ROOT / "docs/scale.md").read_text(encoding="utf-8"), re.DOTALL)
        servers = re.findall(r"server host-\d\.example:8420[^;]*;", site)
        for server in servers[len(self.hosts):]:
            site = _replace(site, f"    {server}\n", "")
        for server, host in zip(servers[:len(self.hosts)], self.hosts, strict=True):
            site = _replace(site, server, re.sub(r"host-\d\.example:8420", f"127.0.0.1:{host.port}", server))
        site = _replace(site, "listen 443 ssl http2;", f"listen {self.authority};")
        site = _replace(site, f"    ssl_certificate /etc/ssl/{NAME}.crt;\n", "")
        site = _replace(site, f"    ssl_certificate_key /etc/ssl/{NAME}.key;\n", "")
        user = "user root;" if os.geteuid() == 0 else ""
        temporary = "\n".join(
            f"{name}_temp_path {self.folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        configuration = self.folder / "nginx.conf"
        configuration.write_text(
            f"{user}\npid {self.folder}/nginx.pid;\nerror_log {self.folder}/error.log;\nevents {{ }}\n"
            f"http {{\naccess_log off;\n{temporary}\n{site}\n}}\n", encoding="utf-8")
        self.nginx = subprocess.Popen(
            ["nginx", "-p", str(self.folder), "-c", str(configuration), "-g", "daemon off;"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        processes.wait_for_port(self.port, self.nginx, self.folder / "error.log")

    def owner(self, link: str) -> Owner:
        """Signs in by a link, through nginx."""
        return Owner(link)

    def ask(
        self, method: str, path: str, headers: dict | None = None, body: str | None = None, host: Host | None = None
    ) -> tuple[int, bytes]:
        """A request to one host, as nginx would pass it on; or to any of them."""
        connection = self.connect(host)
        try:
            connection.request(method, path, body, (headers or {}) | {"Host": self.authority})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def connect(self, host: Host | None = None) -> http.client.HTTPConnection:
        """To one host, or to nginx."""
        return http.client.HTTPConnection("127.0.0.1", host.port if host else self.port, timeout=60)


def _replace(text: str, old: str, new: str) -> str:
    """What is replaced is there, once: the guide and the tests do not drift apart."""
    assert text.count(old) == 1, f"{old!r} is in the guide's configuration {text.count(old)} times"
    return text.replace(old, new)
