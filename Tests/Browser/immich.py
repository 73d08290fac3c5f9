"""A library on a server: the project's stand-in for Immich, and its name among the person's libraries."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SERVE = Path(__file__).resolve().parents[1] / "ImmichServer" / "serve"
PATIENCE = 30


@dataclass
class StandIn:
    """One running server, with a key that may do everything."""

    url: str
    key: str
    process: subprocess.Popen

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


@contextmanager
def immich_server(photos: Path) -> Iterator[StandIn]:
    """Serves the photos of a folder as an account of Immich; its folders are albums."""
    with subprocess.Popen([SERVE, "--library", photos], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        described = json.loads(process.stdout.readline())
        server = StandIn(described["url"], described["api_key"], process)
        try:
            yield server
        finally:
            server.stop()


def add_library(name: str, url: str, key: str, folder: Path) -> str:
    """`picker libraries add` for a server; `folder` is any for the key. Returns the name."""
    key_file = folder / f"{name}-key"
    key_file.touch(mode=0o600)
    key_file.write_text(f"{key}\n")
    picker = os.environ.get("PICKER_BIN", ".build/debug/picker")
    settings = ["--set", "insecure=yes", "--secret-file", f"api-key={key_file}"]
    subprocess.run(
        [picker, "libraries", "add", name, f"immich+{url}", "--no-check", "--no-questions", *settings],
        check=True, capture_output=True, timeout=PATIENCE,
    )
    return name
