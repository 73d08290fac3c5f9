"""Processes that are started for a test, as a user without privileges, and ended with it."""

import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

# Ports are found as by the tests of the page.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Browser"))

from picker_process import free_port  # noqa: E402, F401


def unprivileged_user() -> str | None:
    """Whom servers run as that refuse to run as root; nil: as whom this runs."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        # The user of those who are not known here.
        return pwd.getpwuid(65534).pw_name


def as_user(command: list[str], user: str | None) -> list[str]:
    """The command, run as that user."""
    if user is None:
        return command
    return ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups", "--", *command]


def scratch_folder(user: str | None) -> pathlib.Path:
    """A folder of that user's. In memory where there is some: what servers write is gone with them."""
    parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = pathlib.Path(tempfile.mkdtemp(prefix="picker-cluster-", dir=parent))
    if user is not None:
        shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)
    return folder


def wait_for_port(port: int, process: subprocess.Popen | None, log: pathlib.Path, seconds: float = 30) -> None:
    """Waits until something listens; shows the log when it does not."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with socket.socket() as connection:
            connection.settimeout(1)
            if connection.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process is not None and process.poll() is not None:
            break
        time.sleep(0.02)
    raise RuntimeError(f"nothing listens at port {port}:\n{log.read_text(errors='replace')[-4000:]}")


def end_group(process: subprocess.Popen, how: int = signal.SIGTERM) -> None:
    """Ends a process and those that it started, and waits for it."""
    if process.poll() is None:
        try:
            os.killpg(process.pid, how)
        except ProcessLookupError:
            pass
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
