"""Starts a server, prints how to reach it, and serves until it is ended."""

import argparse
import contextlib
import json
import os
import select
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

from immich_server import accounts, connection, scan, synthetic
from immich_server.application import Application, Settings
from immich_server.asset import stable_id
from immich_server.library import Library
from immich_server.versions import DEFAULT, Version

PARENT_SECONDS = 0.3


def folder(text: str) -> Path:
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no folder")
    return path.absolute()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="serve", description=__doc__)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--library", type=folder, metavar="FOLDER", help="photos and videos; its folders become albums")
    source.add_argument("--synthetic", type=int, metavar="N", help="N drawn assets over twenty years")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0, which is the default, takes a free one")
    parser.add_argument("--version", type=Version.parse, default=Version.parse(DEFAULT), help=f"of Immich; {DEFAULT} by default")
    parser.add_argument("--latency-ms", type=float, default=0, help="waited before each answer")
    parser.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"), help="PEM files: serves HTTPS")
    parser.add_argument("--faults", metavar="JSON", help="faults from the start: a file, or JSON; see README.md")
    parser.add_argument("--no-smart-search", action="store_true", help="as without machine learning")
    parser.add_argument("--people", type=int, help="how many people a synthetic library has; 20 by default", default=20)
    parser.add_argument("--api-key", help="the key that may do everything; random by default")
    parser.add_argument(
        "--for-conformance", action="store_true",
        help="prints the location and settings of a library, and ends when standard input is closed")
    parser.add_argument("--watch", type=float, metavar="SECONDS", help="looks so often for changes in the folder")
    parser.add_argument("--outlive-parent", action="store_true", help="goes on when what started it has ended")
    given = parser.parse_args()
    if given.watch is not None and given.library is None:
        parser.error("--watch is for --library")
    return given


class End:
    """That the server is to end: said by threads, and by handlers of signals, which may interrupt the one that waits.

    Not an Event of threading: a handler that comes while its lock is held waits for that lock without an end.
    """

    def __init__(self) -> None:
        self._reading, self._writing = os.pipe()
        os.set_blocking(self._writing, False)

    def say(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._writing, b"!")

    def wait(self, seconds: float | None) -> bool:
        """Whether it was said, at the latest after these seconds; None: without an end."""
        return bool(select.select([self._reading], [], [], seconds)[0])


def main() -> int:
    given = arguments()
    ended = End()
    if not given.outlive_parent:
        threading.Thread(target=end_with_parent, args=(ended, os.getppid()), daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.say())
    with tempfile.TemporaryDirectory(prefix="immich-server-") as uploads:
        application = make_application(given, Path(uploads))
        listener = connection.Listener((given.host, given.port), application, tuple(given.tls) if given.tls else None)
        application.listener = listener
        connection.serve(listener)
        describe = location if given.for_conformance else description
        print(json.dumps(describe(application, listener.url)), flush=True)
        if given.for_conformance:
            threading.Thread(target=end_with_input, args=(ended,), daemon=True).start()
        while not ended.wait(given.watch):
            # Files come and go meanwhile: what was missed is found the next time.
            with contextlib.suppress(OSError):
                scan.rescan(application.library, given.library)
        listener.server_close()
    # Threads that still send to a client do not keep it.
    sys.stdout.flush()
    os._exit(0)


def make_application(given: argparse.Namespace, uploads: Path) -> Application:
    user = accounts.User(stable_id("user", "admin"), "admin@example.com", "Admin", "immich-password", Library("").now())
    known = accounts.Accounts(user)
    known.add_key("all", ["all"], given.api_key)
    known.add_key("limited", list(accounts.LIMITED))
    known.lasting = tuple(known.keys)
    settings = Settings(
        given.version, given.library, given.latency_ms / 1000, not given.no_smart_search, faults_of(given.faults))

    def fill() -> tuple[Library, synthetic.Drawings | None]:
        library = Library(user.id)
        if given.library is not None:
            scan.fill(library, given.library)
            return library, None
        return library, synthetic.fill(library, given.synthetic, given.people)

    return Application(settings, known, uploads, fill)


def faults_of(given: str | None) -> list[dict]:
    """One fault or a list of them, as JSON or in a file."""
    if given is None:
        return []
    found = json.loads(Path(given).read_text() if Path(given).is_file() else given)
    return found if isinstance(found, list) else found.get("faults", [found])


def description(application: Application, url: str) -> dict:
    """How to reach the server."""
    user = application.accounts.user
    whole, limited = application.accounts.lasting
    return {
        "url": url, "api_key": whole.secret, "limited_api_key": limited.secret, "email": user.email,
        "password": user.password, "version": str(application.version), "user_id": user.id,
    }


def location(application: Application, url: str) -> dict:
    """What `picker conformance --fixture` reads: a location with the settings to open it, and what tests may want."""
    whole, _ = application.accounts.lasting
    return {"location": f"immich+{url}", "settings": {"api-key": whole.secret, "insecure": "yes"}, "control": f"{url}/_test"}


def end_with_parent(ended: End, parent: int) -> None:
    """Asked again and again: the signal that Linux offers comes when the thread ends that started this process."""
    while os.getppid() == parent:
        time.sleep(PARENT_SECONDS)
    ended.say()


def end_with_input(ended: End) -> None:
    while os.read(sys.stdin.fileno(), 4096):
        pass
    ended.say()


if __name__ == "__main__":
    sys.exit(main())
