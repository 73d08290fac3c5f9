"""Stands between a client and a server, and does what networks and servers do: nothing, 503, refusals, pauses, slow answers."""

import socket
import threading
import time


class Gate:
    """Passes connections on to a port, unless it is told otherwise."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        self.answer: bytes | None = None
        self.is_closed = False
        self.delay = 0.0
        # Seconds that each piece of an answer takes longer, at most 64 KiB of it.
        self.lag = 0.0
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.requests = bytearray()
        self.open: set[socket.socket] = set()
        self.lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def pass_on(self) -> None:
        """All is well from now on."""
        self.answer, self.is_closed, self.delay, self.lag = None, False, 0.0, 0.0
        self.may_answer.set()

    def hold(self) -> None:
        """Requests go on their way, and no answer comes back until all is well again."""
        self.may_answer.clear()

    def refuse(self, status: str, code: str = "SlowDown", headers: str = "") -> None:
        """Every request is answered so from now on; connections that are open end."""
        body = f"<?xml version='1.0'?><Error><Code>{code}</Code></Error>".encode()
        self.is_closed = False
        self.answer = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{headers}Connection: close\r\n\r\n".encode() + body
        self.drop()

    def close(self) -> None:
        """No connection holds from now on."""
        self.is_closed = True
        self.drop()

    def drop(self) -> None:
        """Ends all connections that are open."""
        with self.lock:
            for connection in self.open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            if self.is_closed:
                return
            if self.answer is not None:
                self._refuse(connection, self.answer)
                return
            time.sleep(self.delay)
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            with server:
                with self.lock:
                    self.open |= {connection, server}
                back = threading.Thread(target=self._copy, args=(server, connection, None, True), daemon=True)
                back.start()
                self._copy(connection, server, self.requests)
                back.join()
                with self.lock:
                    self.open -= {connection, server}

    @staticmethod
    def _refuse(connection: socket.socket, answer: bytes) -> None:
        head = b""
        connection.settimeout(5)
        try:
            while b"\r\n\r\n" not in head and (piece := connection.recv(65536)):
                head += piece
            connection.sendall(answer)
            # What is still sent is taken in, so that the answer is not lost with it.
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass
        except OSError:
            pass

    def _copy(
        self, source: socket.socket, target: socket.socket, seen: bytearray | None = None, is_answer: bool = False
    ) -> None:
        try:
            while piece := source.recv(65536):
                if seen is not None:
                    seen += piece
                if is_answer:
                    self.may_answer.wait()
                    time.sleep(self.lag)
                target.sendall(piece)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
