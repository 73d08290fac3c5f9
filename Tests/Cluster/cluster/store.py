"""An S3 of the tests' own: Ceph's radosgw over one monitor and one OSD that keeps its objects in memory."""

import os
import pathlib
import re
import subprocess
import time
import uuid

from . import processes

SETTINGS = """
[global]
fsid = {fsid}
mon host = v1:127.0.0.1:{monitor_port}
mon initial members = a
mon data = {folder}/mon
mon data avail warn = 0
mon data avail crit = 0
mon max pg per osd = 1000
mon allow pool size one = true
mon warn on pool no redundancy = false
osd data = {folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
osd crush chooseleaf type = 0
# The keys of the cluster are not asked for, and so the OSD may not change its map: it is put there by hand.
osd crush update on start = false
osd class update on start = false
osd class load list = *
osd class default list = *
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
run dir = {folder}/run
admin socket = {folder}/run/$name.$pid.asok
pid file = {folder}/run/$name.$pid.pid
log file = {folder}/$name.log
log to stderr = false
keyring = {folder}/keyring
auth cluster required = none
auth service required = none
auth client required = none
ms bind msgr2 = false
rgw data = {folder}/rgw
# Without it an answer waits 40 ms for the acknowledgement of its head.
rgw frontends = beast endpoint=127.0.0.1:{port} tcp_nodelay=1
rgw rados pool pg num min = 1
# Buckets may be in the host's name, too: curl finds all names below localhost here.
rgw dns name = localhost
rgw enable usage log = false
rgw run sync thread = false
rgw enable gc threads = false
rgw enable lc threads = false
"""


class Store:
    """Its processes. They run as a user without privileges, as PostgreSQL does."""

    def __init__(self, scratch: pathlib.Path, owner: str | None, access: str, secret: str) -> None:
        self.folder, self.owner = scratch / "ceph", owner
        self.access, self.secret = access, secret
        self.port, self.monitor_port = processes.free_port(), processes.free_port()
        self.configuration = self.folder / "ceph.conf"
        self.running: list[subprocess.Popen] = []

    def start(self) -> None:
        """Starts all of it; `wait` says when it answers."""
        fsid = str(uuid.uuid4())
        for folder in (self.folder, *(self.folder / name for name in ("mon", "osd", "rgw", "run"))):
            folder.mkdir()
        self.configuration.write_text(
            SETTINGS.format(folder=self.folder, fsid=fsid, monitor_port=self.monitor_port, port=self.port))
        self._give_away()
        keyring, map_file = str(self.folder / "keyring"), str(self.folder / "monmap")
        self._run("monmaptool", "--create", "--clobber", "--fsid", fsid, "--addv", "a",
                  f"[v1:127.0.0.1:{self.monitor_port}]", map_file)
        self._run("ceph-authtool", "--create-keyring", keyring, "--gen-key", "-n", "mon.", "--cap", "mon", "allow *")
        self._run("ceph-authtool", keyring, "--gen-key", "-n", "client.admin", "--cap", "mon", "allow *", "--cap", "osd",
                  "allow *")
        self._run("ceph-mon", "--mkfs", "-i", "a", "--monmap", map_file, "--keyring", keyring)
        self._begin("ceph-mon", "-i", "a", "-f")
        processes.wait_for_port(self.monitor_port, self.running[-1], self.folder / "ceph-mon.out")
        osd = str(uuid.uuid4())
        self._retry("ceph", "osd", "new", osd)
        self._retry("ceph", "osd", "crush", "add", "0", "1", "root=default", "host=a")
        self._run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", osd)
        self._begin("ceph-osd", "-i", "0", "-f")
        self._begin("radosgw", "-n", "client.admin", "-f")

    def wait(self) -> None:
        """Waits until it answers, and makes its user."""
        processes.wait_for_port(self.port, self.running[-1], self.folder / "radosgw.out", 60)
        self._run("radosgw-admin", "-n", "client.admin", "user", "create", "--uid=picker", "--display-name=Picker",
                  f"--access-key={self.access}", f"--secret={self.secret}", "--max-buckets=0")
        # Its pools are made with the first bucket and the first object.
        from .bucket import Buckets

        buckets = Buckets("127.0.0.1", self.port, self.access, self.secret)
        buckets.make("warm-up")
        buckets.request("PUT", "/warm-up/object", body=b"1")

    @property
    def version(self) -> str:
        """As it says itself."""
        text = subprocess.run(["radosgw", "--version"], capture_output=True, text=True, check=True).stdout
        found = re.search(r"ceph version (\S+)", text)
        return found[1] if found else text.strip()

    def end(self) -> None:
        """Ends all of it at once: nothing of it is kept."""
        import signal

        for process in reversed(self.running):
            processes.end_group(process, signal.SIGKILL)

    def _give_away(self) -> None:
        if self.owner:
            from .database import processes_owner

            for path in (self.folder, *self.folder.rglob("*")):
                os.chown(path, *processes_owner(self.owner))

    def _environment(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "CEPH_CONF": str(self.configuration),
                "PYTHONDONTWRITEBYTECODE": "1"}

    def _run(self, program: str, *arguments: str) -> None:
        command = processes.as_user([program, *arguments], self.owner)
        done = subprocess.run(
            command, env=self._environment(), capture_output=True, text=True, check=False, timeout=60, cwd="/")
        if done.returncode != 0:
            raise RuntimeError(f"{program} ended with {done.returncode}: {(done.stdout + done.stderr)[-2000:]}")

    def _retry(self, program: str, *arguments: str) -> None:
        """A monitor that has just begun to listen may not know yet who may do what."""
        end = time.monotonic() + 20
        while True:
            try:
                self._run(program, *arguments)
                return
            except RuntimeError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def _begin(self, program: str, *arguments: str) -> None:
        with open(self.folder / f"{program}.out", "ab") as log:
            self.running.append(subprocess.Popen(
                processes.as_user([program, *arguments], self.owner), env=self._environment(), cwd="/",
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True))
        time.sleep(0.05)
