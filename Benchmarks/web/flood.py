"""Connections that are held: idle ones after a request each, and requests whose bodies trickle in."""

import contextlib
import resource
import socket
import sys
import threading

# Between two bytes of a slow request.
TRICKLE_SECONDS = 1


@contextlib.contextmanager
def held(port, idle, slow, headers):
    """Holds `idle` connections and `slow` requests of a program, while the block runs."""
    _make_room(idle + slow)
    with contextlib.ExitStack() as stack:
        head = f"Host: 127.0.0.1:{port}\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        connections = []
        for _ in range(idle):
            # One after the other: so many at once would wait for places in the queue of the system.
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            connections.append(connection)
            connection.sendall(f"GET /signin/state HTTP/1.1\r\n{head}\r\n".encode())
            if not connection.recv(1 << 16).startswith(b"HTTP/1.1 200"):
                sys.exit("an idle connection was refused")
        for _ in range(slow):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            connections.append(connection)
            connection.sendall(f"POST /v1/sessions HTTP/1.1\r\n{head}Content-Length: 500000\r\n\r\n".encode())
        over = threading.Event()
        thread = threading.Thread(target=_trickle, args=(connections[idle:], over))
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
        # Where they were closed, nothing was measured.
        open_still = sum(_is_open(connection) for connection in connections[:idle])
        if open_still < idle * 0.9:
            sys.exit(f"only {open_still} of {idle} idle connections were still open at the end")


def _trickle(connections, over):
    while not over.wait(TRICKLE_SECONDS):
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.sendall(b" ")


def _is_open(connection):
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def _make_room(count):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + 500
    if hard != resource.RLIM_INFINITY and hard < wanted:
        sys.exit(f"{wanted} descriptors are needed, and ulimit -Hn is {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
