"""nginx with TLS in front of Picker, with the configuration that docs/deploy.md gives."""

import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "deploy.md"
HOST = "photos.example"


def needs(*programs: str) -> None:
    """Skips what cannot run here."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed; scripts/setup test installs it")


def guide_configuration() -> str:
    (text,) = re.findall(r"```nginx\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    return text


def replace(text: str, old: str, new: str) -> str:
    """What is replaced is there, once: the guide and the tests do not drift apart."""
    assert text.count(old) == 1, f"{old!r} is in the guide's configuration {text.count(old)} times"
    return text.replace(old, new)


class Proxy:
    """nginx on a free port. Use it with `with`."""

    def __init__(self, folder: Path, picker_port: int, port: int, configuration: str | None = None):
        needs("nginx", "openssl")
        self.port = port
        self.origin = f"https://{HOST}:{port}"
        self.certificate = folder / "cert.pem"
        self._folder = folder
        key = folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
             "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", key, "-out", self.certificate],
            check=True, capture_output=True)
        site = configuration or guide_configuration()
        site = replace(site, "listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;")
        site = replace(site, f"/etc/ssl/{HOST}.crt", str(self.certificate))
        site = replace(site, f"/etc/ssl/{HOST}.key", str(key))
        site = replace(site, "http://127.0.0.1:8420", f"http://127.0.0.1:{picker_port}")
        user = "user root;" if os.geteuid() == 0 else ""
        temporary = "\n".join(f"{name}_temp_path {folder}/{name};" for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        (folder / "nginx.conf").write_text(
            f"{user}\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nworker_rlimit_nofile 8192;\n"
            f"events {{ worker_connections 4096; }}\nhttp {{\naccess_log {folder}/access.log;\n{temporary}\n{site}\n}}\n")

    def __enter__(self) -> "Proxy":
        self._process = subprocess.Popen(["nginx", "-p", self._folder, "-c", self._folder / "nginx.conf", "-g", "daemon off;"])
        end = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
                return self
            except OSError:
                assert self._process.poll() is None and time.monotonic() < end, self.errors
                time.sleep(0.05)

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()

    @property
    def errors(self) -> str:
        log = self._folder / "error.log"
        return log.read_text() if log.exists() else ""

    @property
    def access_log(self) -> str:
        return (self._folder / "access.log").read_text()
