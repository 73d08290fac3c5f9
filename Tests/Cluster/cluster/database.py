"""A PostgreSQL of the tests' own: in a scratch folder, at a port of 127.0.0.1, as a user without privileges."""

from __future__ import annotations

import glob
import os
import pathlib
import secrets
import subprocess
import time

from . import processes


def programs() -> pathlib.Path:
    """The folder of PostgreSQL's programs, which Debian keeps out of PATH."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    if not found:
        raise SystemExit("PostgreSQL is not installed: install postgresql, or run make test-cluster, which does")
    return pathlib.Path(found[-1])


class Database:
    """The server. Workers of plugins open no sockets by path, so it also listens at 127.0.0.1, and wants a password there."""

    user = "picker"

    def __init__(self, folder: pathlib.Path, owner: str | None) -> None:
        self.folder, self.owner = folder / "postgres", owner
        self.socket = folder / "socket"
        self.port = processes.free_port()
        self.password = secrets.token_hex(12) + " '\\\"%"
        self.log = folder / "postgres.log"

    def create(self) -> None:
        """Makes its files."""
        passwords = self.folder.parent / "password"
        passwords.write_text(self.password)
        passwords.chmod(0o644)
        self.socket.mkdir()
        if self.owner:
            os.chown(self.socket, *processes_owner(self.owner))
        self._run("initdb", "--pgdata", str(self.folder), "--username", self.user, "--pwfile", str(passwords),
                  "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        passwords.unlink()
        settings = self.folder / "postgresql.auto.conf"
        with settings.open("a", encoding="utf-8") as file:
            # What is written need not outlive the machine, only the server.
            file.write(f"""
                listen_addresses = '127.0.0.1'
                port = {self.port}
                unix_socket_directories = '{self.socket}'
                dynamic_shared_memory_type = mmap
                fsync = off
                full_page_writes = off
                shared_buffers = 64MB
                max_connections = 200
                autovacuum_naptime = 5s
                log_min_messages = fatal
            """)

    def standby(self) -> Database:
        """A copy that follows this one, at a port of its own; it answers, and takes no writes until it is promoted."""
        folder = self.folder.parent / f"standby-{secrets.token_hex(3)}"
        folder.mkdir()
        if self.owner:
            os.chown(folder, *processes_owner(self.owner))
        other = Database(folder, self.owner)
        other.password, other.socket = self.password, self.socket
        self._run("pg_basebackup", "--pgdata", str(other.folder), "--host", "127.0.0.1", "--port", str(self.port),
                  "--username", self.user, "--checkpoint=fast", "--wal-method=stream", "--write-recovery-conf",
                  "--no-sync", password=self.password)
        with (other.folder / "postgresql.auto.conf").open("a", encoding="utf-8") as file:
            # The last line that says something counts.
            file.write(f"port = {other.port}\n")
        other.start()
        return other

    def wait_for(self, other: Database) -> None:
        """Until this standby has what the other one has now."""
        place = other.sql("SELECT pg_current_wal_lsn()")[0][0]
        end = time.monotonic() + 30
        while self.sql(f"SELECT pg_last_wal_replay_lsn() >= '{place}'")[0][0] != "t":
            if time.monotonic() > end:
                raise RuntimeError("a standby does not follow")
            time.sleep(0.05)

    def promote(self) -> None:
        """Makes a standby take writes."""
        self._run("pg_ctl", "promote", "--pgdata", str(self.folder), "--wait", "--silent")

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        self._run("pg_ctl", "start", "--pgdata", str(self.folder), "--log", str(self.log), "--wait", "--silent")

    def stop(self, mode: str = "immediate") -> None:
        """Ends it: "immediate" as a crash, "fast" in good order."""
        self._run("pg_ctl", "stop", "--pgdata", str(self.folder), "--mode", mode, "--wait", "--silent")

    def sql(self, statement: str, database: str = "postgres") -> list[list[str]]:
        """Runs a statement of the tests' own, and gives its rows as text."""
        done = subprocess.run(
            [str(programs() / "psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", "-F", "\x1f", "-h", "127.0.0.1", "-p",
             str(self.port), "-U", self.user, "-d", database, "-c", statement],
            # A check of the conformance kit hides the folder in which the socket is.
            env=os.environ | {"PGPASSWORD": self.password}, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"psql: {done.stderr.strip()}: {statement}")
        return [line.split("\x1f") for line in done.stdout.splitlines()]

    def _run(self, program: str, *arguments: str, password: str | None = None) -> None:
        command = processes.as_user([str(programs() / program), *arguments], self.owner)
        # Servers keep what they inherit: no pipe that is waited for.
        with open(self.folder.parent / f"{program}.log", "ab") as log:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", check=False,
                                  env=os.environ | ({"PGPASSWORD": password} if password else {}))
        if done.returncode != 0:
            text = (self.folder.parent / f"{program}.log").read_text(errors="replace")
            if self.log.exists():
                text += self.log.read_text(errors="replace")
            raise RuntimeError(f"{program} ended with {done.returncode}:\n{text[-3000:]}")


def processes_owner(user: str) -> tuple[int, int]:
    """The numbers of a user."""
    import pwd

    entry = pwd.getpwnam(user)
    return entry.pw_uid, entry.pw_gid
