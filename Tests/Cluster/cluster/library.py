"""A library of a test: a database and a bucket, and what Picker's programs do with them."""

from __future__ import annotations

import json
import os
import pathlib
import secrets
import subprocess
import time

from .bucket import Buckets
from .servers import Servers

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILT = pathlib.Path(os.environ.get("PICKER_BUILT", ROOT / ".build/debug"))
INGEST = BUILT / "picker-ingest-postgres"
PICKER = BUILT / "picker"


class Library:
    """A database, and a bucket of the same name or that of the library of which it is a copy."""

    def __init__(self, servers: Servers, name: str | None = None, original: Library | None = None) -> None:
        self.servers = servers
        self.name = name or f"lib-{secrets.token_hex(6)}"
        self.bucket = original.bucket if original else self.name
        self.is_new = not servers.database.sql(f"SELECT 1 FROM pg_database WHERE datname = '{self.name}'")
        if self.is_new:
            template = f' TEMPLATE "{original.name}"' if original else ""
            servers.database.sql(f'CREATE DATABASE "{self.name}"{template} STRATEGY file_copy')
            if not original:
                self.buckets.make(self.name)
        self.endpoint_port = servers.s3_port
        # Whether the bucket is in the path of an address, or in the name of its host.
        self.uses_path_style = True
        self.database_port = servers.database.port
        # Of its settings, which are others.
        self.changes: dict[str, str] = {}

    @property
    def buckets(self) -> Buckets:
        """The S3, asked without what stands in between."""
        return Buckets("127.0.0.1", self.servers.s3_port, self.servers.access, self.servers.secret)

    @property
    def location(self) -> str:
        """What opens it."""
        return f"postgresql://127.0.0.1:{self.database_port}/{self.name}"

    @property
    def settings(self) -> dict[str, str]:
        """What its backend is told."""
        host, style = ("127.0.0.1", "yes") if self.uses_path_style else ("localhost", "no")
        return {
            "user": self.servers.database.user, "password": self.servers.database.password,
            "endpoint": f"http://{host}:{self.endpoint_port}", "bucket": self.bucket, "region": "us-east-1", "path-style": style,
            "access-key": self.servers.access, "secret-key": self.servers.secret, "insecure": "yes"} | self.changes

    def order(
            self, folder: pathlib.Path | str, workers: int = 2, keeps_duplicates: bool = False, replaces: bool = False,
            source: dict[str, str] | None = None, reads_again: bool = False) -> bytes:
        """What `picker ingest` writes to the program of the backend."""
        return json.dumps({
            "location": self.location, "settings": self.settings, "from": str(folder), "source": source or {},
            "workers": workers, "keepsDuplicates": keeps_duplicates, "replaces": replaces,
            "readsAgain": reads_again}).encode()

    def begin_ingest(self, folder: pathlib.Path | str, before=None, **options) -> subprocess.Popen:
        """Starts it, and goes on; `before` runs in the new process before it becomes the program."""
        process = subprocess.Popen(
            [INGEST], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=before)
        assert process.stdin
        process.stdin.write(self.order(folder, **options))
        process.stdin.close()
        process.stdin = None
        return process

    def ingest(self, folder: pathlib.Path | str, environment: dict[str, str] | None = None, **options) -> dict:
        """Runs it to its end, and gives what it says."""
        done = subprocess.run(
            [INGEST], input=self.order(folder, **options), capture_output=True, check=False, timeout=300,
            env=os.environ | (environment or {}))
        try:
            return json.loads(done.stdout)
        except json.JSONDecodeError:
            raise RuntimeError(f"ingest ended with {done.returncode}: {done.stdout!r} {done.stderr!r}") from None

    def wait_for_assets(self) -> None:
        """Until a program that brings photos in has begun with it, however slow the machine is."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.sql("SELECT to_regclass('picker.asset')") != [[""]] and self.sql(
                    "SELECT EXISTS (SELECT FROM picker.asset)") == [["t"]]:
                return
            time.sleep(0.02)
        raise RuntimeError("no photo is brought in")

    def sql(self, statement: str) -> list[list[str]]:
        """Runs a statement of the tests' own in its database."""
        return self.servers.database.sql(statement, self.name)

    def drop(self) -> None:
        """Takes its database away; the bucket ends with the S3."""
        self.servers.database.sql(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')


class Configured:
    """A home folder in which libraries have names: what `picker` is run in."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.home = folder
        folder.mkdir(exist_ok=True)
        self.environment = {
            key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "PG", "AWS_", "PICKER_"))
        } | {"HOME": str(folder)}

    def picker(self, *arguments: str, check: bool = True, timeout: float = 60) -> subprocess.CompletedProcess:
        """Runs `picker`."""
        done = subprocess.run(
            [PICKER, *arguments], env=self.environment, capture_output=True, text=True, check=False, timeout=timeout)
        if check and done.returncode != 0:
            raise RuntimeError(f"picker {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
        return done

    def add(self, name: str, library: Library, *options: str, check: bool = True) -> subprocess.CompletedProcess:
        """Gives a library a name, as a person does."""
        arguments = []
        for key, value in library.settings.items():
            if key in ("password", "secret-key"):
                file = self.home / f"{name}-{key}"
                file.write_text(value)
                file.chmod(0o600)
                arguments += ["--secret-file", f"{key}={file}"]
            else:
                arguments += ["--set", f"{key}={value}"]
        return self.picker("libraries", "add", name, library.location, *arguments, "--no-questions", *options, check=check)

    def assets(self, name: str) -> list[dict]:
        """What `picker assets` lists."""
        lines = self.picker("assets", "--library", name, "--json").stdout
        return [json.loads(line) for line in lines.splitlines()]
