"""The servers of a run: a PostgreSQL and an S3, started in a scratch folder and gone with it."""

from __future__ import annotations

import json
import pathlib
import secrets
import shutil

from . import processes
from .database import Database
from .store import Store


class Servers:
    """Both of them."""

    def __init__(self, folder: pathlib.Path, database: Database, s3_port: int, access: str, secret: str) -> None:
        self.folder, self.database, self.s3_port = folder, database, s3_port
        self.access, self.secret = access, secret
        self.store: Store | None = None

    @staticmethod
    def start() -> Servers:
        """Starts both, and waits until they answer."""
        owner = processes.unprivileged_user()
        folder = processes.scratch_folder(owner)
        servers = Servers(folder, Database(folder, owner), 0, "picker", secrets.token_hex(20))
        try:
            servers.store = Store(folder, owner, servers.access, servers.secret)
            servers.store.start()
            servers.s3_port = servers.store.port
            servers.database.create()
            servers.database.start()
            servers.store.wait()
        except BaseException:
            servers.end()
            raise
        return servers

    def end(self) -> None:
        """Ends both, and takes away what they wrote."""
        if self.store:
            self.store.end()
        if (self.database.folder / "postmaster.pid").exists():
            self.database.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def describe(self) -> str:
        """What they are, with versions."""
        version = self.database.sql("SHOW server_version")[0][0]
        return f"PostgreSQL {version}" + (f", radosgw of Ceph {self.store.version}" if self.store else "")

    def write(self, file: pathlib.Path) -> None:
        """Keeps what others need to use them."""
        file.write_text(json.dumps({
            "folder": str(self.folder), "port": self.database.port, "password": self.database.password,
            "s3": self.s3_port, "access": self.access, "secret": self.secret}), encoding="utf-8")
        file.chmod(0o600)

    @staticmethod
    def read(file: pathlib.Path) -> Servers:
        """Those that others started."""
        state = json.loads(file.read_text(encoding="utf-8"))
        folder = pathlib.Path(state["folder"])
        database = Database(folder, None)
        database.port, database.password = state["port"], state["password"]
        return Servers(folder, database, state["s3"], state["access"], state["secret"])
