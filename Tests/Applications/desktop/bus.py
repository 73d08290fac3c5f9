"""A session bus of a test's own, with Debian's xdg-desktop-portal on it, and a program that opens files through it."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

PATIENCE = 60
CHOOSER = "org.freedesktop.impl.portal.FileChooser"
OPENER = """#!/bin/sh
cp "$1" {folder}/page-$$.new
mv {folder}/page-$$.new {folder}/page-$$.html
"""
PORTAL = "[portal]\nDBusName=org.freedesktop.impl.portal.desktop.{name}\nInterfaces={chooser}\nUseIn={name}\n"
SERVICE = "[D-BUS Service]\nName={name}\nExec={command}\n"


class Desktop:
    """The bus of a desktop, and what its browser was asked to open."""

    def __init__(self, folder: Path, library: Path, other: bool = False):
        self.folder = folder
        programs, services, portals = folder / "bin", folder / "share/dbus-1/services", folder / "share/xdg-desktop-portal/portals"
        for each in [programs, services, portals, folder / "run"]:
            each.mkdir(parents=True)
        opener = programs / "xdg-open"
        opener.write_text(OPENER.format(folder=folder))
        opener.chmod(0o755)
        (folder / "run").chmod(0o700)
        self._add(services, portals, "picker", f"{os.environ['PICKER_BIN']} portal --library {library}")
        if other:
            self._add(services, portals, "other", f"{sys.executable} {Path(__file__).with_name('other_chooser.py')} {folder}")
        (services / "portal.service").write_text(
            SERVICE.format(name="org.freedesktop.portal.Desktop", command="/usr/libexec/xdg-desktop-portal"))
        self._environment = os.environ | {
            "PATH": f"{programs}:{os.environ['PATH']}", "DISPLAY": ":77", "XDG_RUNTIME_DIR": str(folder / "run"),
            "XDG_DATA_DIRS": f"{folder}/share:/usr/local/share:/usr/share", "XDG_CURRENT_DESKTOP": "picker",
            "XDG_DESKTOP_PORTAL_DIR": str(portals), "HOME": str(folder), "GVFS_DISABLE_FUSE": "1", "GIO_USE_VFS": "local",
        }
        self._bus: subprocess.Popen | None = None

    @staticmethod
    def _add(services: Path, portals: Path, name: str, command: str) -> None:
        (portals / f"{name}.portal").write_text(PORTAL.format(name=name, chooser=CHOOSER))
        (services / f"{name}.service").write_text(
            SERVICE.format(name=f"org.freedesktop.impl.portal.desktop.{name}", command=command))

    def __enter__(self) -> "Desktop":
        # dbus-run-session ends its bus with the program that it runs, which here waits for its input to end.
        command = ["dbus-run-session", "--", "sh", "-c", "echo $DBUS_SESSION_BUS_ADDRESS; cat"]
        log = (self.folder / "log").open("wb")
        self._bus = subprocess.Popen(
            command, env=self._environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
            start_new_session=True)
        self.address = self._bus.stdout.readline().strip()
        assert self.address, self.log
        return self

    def __exit__(self, *_: object) -> None:
        self._bus.stdin.close()
        self._bus.wait(PATIENCE)

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def wait_for(self, find, what: str):
        end = time.monotonic() + PATIENCE
        while not (found := find()):
            assert time.monotonic() < end, f"{what} does not come; {self.log}"
            time.sleep(0.02)
        return found

    def link(self) -> str:
        """Of the next page that opens."""
        page = self.wait_for(lambda: sorted(self.folder.glob("page-*.html")), "a page")[0]
        text = page.read_text()
        page.unlink()
        return re.search(r'url=([^"]+)"', text)[1]

    def has_opened(self) -> bool:
        return any(self.folder.glob("page-*.html"))


class Caller:
    """A program on the bus, by its own connection."""

    def __init__(self, desktop: Desktop):
        self._connection = open_dbus_connection(desktop.address)
        self._number = 0

    def close(self) -> None:
        self._connection.close()

    def open_file(self, token: str, options: dict, title: str = "Open", parent: str = "") -> str:
        """Asks the portal, as programs do; the path of the request."""
        address = DBusAddress("/org/freedesktop/portal/desktop", "org.freedesktop.portal.Desktop", "org.freedesktop.portal.FileChooser")
        own = self._connection.unique_name[1:].replace(".", "_")
        handle = f"/org/freedesktop/portal/desktop/request/{own}/{token}"
        rule = MatchRule(type="signal", interface="org.freedesktop.portal.Request", path=handle)
        bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
        self._ask(new_method_call(bus, "AddMatch", "s", (rule.serialise(),)))
        body = (parent, title, options | {"handle_token": ("s", token)})
        answer = self._ask(new_method_call(address, "OpenFile", "ssa{sv}", body))
        assert answer.header.message_type == MessageType.method_return, answer.body
        assert answer.body == (handle,)
        return handle

    def response(self, handle: str) -> tuple[int, dict]:
        """What the portal says at the end of a request."""
        end = time.monotonic() + PATIENCE
        while True:
            message = self._connection.receive(timeout=max(0.01, end - time.monotonic()))
            if message.header.fields.get(HeaderFields.path) == handle and message.header.fields.get(HeaderFields.member) == "Response":
                return message.body

    def close_request(self, handle: str) -> None:
        address = DBusAddress(handle, "org.freedesktop.portal.Desktop", "org.freedesktop.portal.Request")
        answer = self._ask(new_method_call(address, "Close"))
        assert answer.header.message_type == MessageType.method_return, answer.body

    def ask_picker(self, member: str, signature: str, body: tuple, interface: str = CHOOSER, path: str = "/org/freedesktop/portal/desktop"):
        """Past the portal, as anything on the bus can; the error's name and text, or the answer."""
        address = DBusAddress(path, "org.freedesktop.impl.portal.desktop.picker", interface)
        answer = self._ask(new_method_call(address, member, signature, body))
        if answer.header.message_type == MessageType.error:
            return answer.header.fields[HeaderFields.error_name], answer.body
        return None, answer.body

    def _ask(self, call):
        return self._connection.send_and_get_reply(call, timeout=PATIENCE)


@contextmanager
def caller(desktop: Desktop) -> Iterator[Caller]:
    program = Caller(desktop)
    try:
        yield program
    finally:
        program.close()
