"""Ports for servers that are told theirs."""

from __future__ import annotations

import pathlib
import random
import socket

_given: set[int] = set()


def free_port() -> int:
    """A port of 127.0.0.1 that stays free until its server listens, also when that is later.

    It is none that the kernel gives to connections that go out: one of those may be taken before the server starts.
    Nor is it one that this process was given before.
    """
    for port in random.sample(_candidates(), 1000):
        if port in _given:
            continue
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        _given.add(port)
        return port
    raise RuntimeError("no port of a thousand is free")


def _candidates() -> range:
    first = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii").split()[0])
    return range(10_000, first) if first > 12_000 else range(61_000, 65_536)
