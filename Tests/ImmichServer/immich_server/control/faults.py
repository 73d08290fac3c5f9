"""Faults that tests ask for: which requests they meet, how often, and what becomes of these.

A fault is JSON: `kind` names what happens, and its other keys are those of the kind, which are in README.md.
"""

import itertools
import re
import threading
import time
from dataclasses import dataclass, field

from immich_server.control import broken_answers, hostile
from immich_server.problems import bad_request

COMMON = {"kind", "path", "method", "skip", "count", "delayMs"}


@dataclass
class Fault:
    """`path` is looked for in the path with its query; the first `skip` requests that fit pass, then `count` are met."""

    number: int
    kind: str
    path: re.Pattern
    method: str | None
    skip: int
    count: int | None
    delay: float
    options: dict
    met: int = 0
    passed: int = 0

    @classmethod
    def parse(cls, number: int, given: dict) -> "Fault":
        kind = given.get("kind")
        if kind not in KINDS:
            raise bad_request(f"kind must be one of {', '.join(sorted(KINDS))}")
        try:
            path = re.compile(given.get("path", ""))
        except re.error as error:
            raise bad_request(f"path is no regular expression: {error}") from None
        options = {name: value for name, value in given.items() if name not in COMMON}
        surplus = set(options) - KINDS[kind].options
        if surplus:
            raise bad_request(f"{kind} has no {', '.join(sorted(surplus))}")
        return cls(
            number, kind, path, given.get("method"), given.get("skip", 0), given.get("count"),
            given.get("delayMs", 0) / 1000, options)

    def meets(self, request) -> bool:
        """Counts the request, if it fits."""
        fits = self.path.search(request.target) and self.method in (None, request.method)
        if not fits or (self.count is not None and self.met >= self.count):
            return False
        if self.passed < self.skip:
            self.passed += 1
            return False
        self.met += 1
        return True

    def description(self) -> dict:
        return {
            "number": self.number, "kind": self.kind, "path": self.path.pattern, "method": self.method, "skip": self.skip,
            "count": self.count, "delayMs": self.delay * 1000, "met": self.met, **self.options,
        }


@dataclass(frozen=True)
class Kind:
    """`act` gets the fault's options, the server, the request, the connection and a function that finds the true answer."""

    act: object
    options: set[str]


def _nothing(options, server, request, connection, find):
    return find()


def _changed_asset(options, server, request, connection, find):
    """As if the asset had been replaced after its metadata were read."""
    found = re.search(r"/assets/([0-9a-f-]{36})", request.path)
    asset = server.library.assets.get(found[1]) if found else None
    if asset:
        server.content.replace(asset)
        server.library.touch(asset)
    return find()


KINDS = {
    "slow": Kind(_nothing, set()),
    "status": Kind(broken_answers.status, {"status", "message", "text", "contentType", "headers"}),
    "reset": Kind(broken_answers.reset, {"afterBytes"}),
    "close": Kind(broken_answers.close, {"afterBytes"}),
    "hang": Kind(broken_answers.hang, {"afterBytes", "seconds"}),
    "trickle": Kind(broken_answers.trickle, {"bytes", "everyMs"}),
    "length": Kind(broken_answers.length, {"add"}),
    "trailers": Kind(broken_answers.trailers, {"set"}),
    "announce": Kind(broken_answers.announce, {"bytes", "isSent", "contentType"}),
    "endless": Kind(broken_answers.endless, {"text", "start", "contentType"}),
    "inflate": Kind(broken_answers.inflate, {"bytes"}),
    "redirect": Kind(broken_answers.redirect, {"to", "status"}),
    "headers": Kind(broken_answers.headers, {"set", "remove"}),
    "date": Kind(broken_answers.date, {"addSeconds"}),
    "body": Kind(broken_answers.body, {"text", "base64", "contentType", "status"}),
    "deep-json": Kind(hostile.deep, {"depth"}),
    "wrong-types": Kind(hostile.wrong_types, {"keys", "to"}),
    "missing-keys": Kind(hostile.missing_keys, {"keys"}),
    "other-values": Kind(hostile.other_values, {"values"}),
    "hostile-names": Kind(hostile.names, {"names"}),
    "cut-json": Kind(hostile.cut, {"bytes"}),
    "changed-asset": Kind(_changed_asset, set()),
}


@dataclass
class Faults:
    """All faults, of which the first that fits meets a request."""

    faults: list[Fault] = field(default_factory=list)
    numbers: itertools.count = field(default_factory=lambda: itertools.count(1))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, given: dict) -> list[dict]:
        """One, or those in a list named `faults`."""
        parsed = [Fault.parse(next(self.numbers), each) for each in given.get("faults", [given])]
        with self.lock:
            self.faults += parsed
        return [fault.description() for fault in parsed]

    def clear(self) -> None:
        with self.lock:
            self.faults.clear()

    def descriptions(self) -> list[dict]:
        with self.lock:
            return [fault.description() for fault in self.faults]

    def respond(self, server, request, connection, find):
        """The answer; nil when the fault has sent what it wanted to."""
        with self.lock:
            met = next((fault for fault in self.faults if fault.meets(request)), None)
        if met is None:
            return find()
        connection.entry.fault = met.kind
        time.sleep(met.delay)
        return KINDS[met.kind].act(met.options, server, request, connection, find)
