"""PgBouncer between what is tested and the PostgreSQL: it gives each transaction another connection."""

import shutil
import subprocess

from . import processes
from .servers import Servers


class Pool:
    """Use it with `with`. Fewer connections to the server than are asked for, so that they change hands."""

    def __init__(self, servers: Servers, connections: int = 3) -> None:
        self.port = processes.free_port()
        database = servers.database
        self._owner = database.owner
        # In a folder that the user of the servers may enter.
        self._folder = servers.folder / f"pool-{self.port}"
        self._folder.mkdir()
        users = self._folder / "users"
        password = database.password.replace('"', '""')
        users.write_text(f'"{database.user}" "{password}"\n', encoding="utf-8")
        self._configuration = self._folder / "pgbouncer.ini"
        self._log = self._folder / "log"
        self._log.touch()
        self._configuration.write_text(f"""
[databases]
* = host=127.0.0.1 port={database.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {self.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {users}
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 200
logfile = {self._log}
""", encoding="utf-8")
        if self._owner:
            for path in (self._folder, users, self._configuration, self._log):
                shutil.chown(path, self._owner)
        self._process: subprocess.Popen | None = None

    def __enter__(self) -> "Pool":
        program = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
        if program is None:
            raise RuntimeError("pgbouncer is not installed: run make test-cluster, which installs it")
        self._process = subprocess.Popen(
            processes.as_user([program, "--quiet", str(self._configuration)], self._owner), cwd="/",
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            processes.wait_for_port(self.port, self._process, self._log)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._process:
            processes.end_group(self._process)
        shutil.rmtree(self._folder, ignore_errors=True)
