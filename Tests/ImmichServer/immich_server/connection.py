"""The HTTP side: connections that stay open, answers in whole or in pieces, and what of them is noted."""

import http.server
import io
import itertools
import socket
import ssl
import threading
import time
import traceback
import uuid

from immich_server.messages import Request, Response, json_answer
from immich_server.problems import Problem

# Node, which Immich runs on, closes connections that no one used for so long, and says so.
IDLE_SECONDS = 5
BODY_SECONDS = 300


class Body(io.RawIOBase):
    """The rest of a request's body; what no one read is skipped before the next request."""

    def __init__(self, source, length: int):
        self._source = source
        self.left = length

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        data = self._source.read(min(len(buffer), self.left))
        self.left -= len(data)
        buffer[:len(data)] = data
        return len(data)

    def skip(self) -> None:
        while self.left and self.read(min(self.left, 1 << 16)):
            pass


class ChunkedBody(Body):
    """A body that is sent in chunks, of a length that no one knows before."""

    def __init__(self, source):
        super().__init__(source, 0)
        self._is_at_end = False

    def readinto(self, buffer) -> int:
        if not self.left and not self._is_at_end:
            self.left = int(self._source.readline(1024).split(b";")[0] or b"0", 16)
            self._is_at_end = self.left == 0
            if self._is_at_end:
                while self._source.readline(1 << 16).strip():
                    pass
        count = super().readinto(buffer)
        if count and not self.left:
            self._source.readline(8)
        return count

    def skip(self) -> None:
        while not self._is_at_end and self.read(1 << 16):
            pass


class Listener(http.server.ThreadingHTTPServer):
    """Listens for the server of `application`, an object with `answer`, `log` and `faults`."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, address: tuple[str, int], application, certificate: tuple[str, str] | None):
        super().__init__(address, Handler)
        self.application = application
        self.numbers = itertools.count(1)
        self._connected: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._context = None
        if certificate:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(*certificate)

    @property
    def url(self) -> str:
        scheme = "https" if self._context else "http"
        return f"{scheme}://{self.server_address[0]}:{self.server_address[1]}"

    def process_request_thread(self, request: socket.socket, client_address) -> None:
        """The handshake is made by the connection's own thread: one that is slow keeps no other waiting."""
        if self._context:
            try:
                request = self._context.wrap_socket(request, server_side=True)
            except OSError:
                request.close()
                return
        with self._lock:
            self._connected.add(request)
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._connected.discard(request)

    def refuse(self, seconds: float) -> None:
        """Ends all connections and takes none for a while; then it listens at the same port again."""
        self.shutdown()
        self.socket.close()
        with self._lock:
            for connected in self._connected:
                abandon(connected)
        time.sleep(seconds)
        self.socket = socket.socket(self.address_family, self.socket_type)
        self.server_bind()
        self.server_activate()
        serve(self)

    def handle_error(self, request, client_address) -> None:
        """Clients may go whenever they like."""


class Handler(http.server.BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    timeout = IDLE_SECONDS
    server: Listener
    disable_nagle_algorithm = True
    # The head of an answer leaves together with the first piece of its body.
    wbufsize = 1 << 16

    def setup(self) -> None:
        super().setup()
        self.number = next(self.server.numbers)
        self.server.application.log.connected(self.number)

    def finish(self) -> None:
        self.server.application.log.disconnected(self.number)
        super().finish()

    def log_message(self, format, *arguments) -> None:
        """Nothing is printed: tests ask for the log."""

    def do_any(self) -> None:
        application = self.server.application
        is_chunked = self.headers.get("Transfer-Encoding", "").lower() == "chunked"
        body = ChunkedBody(self.rfile) if is_chunked else Body(self.rfile, int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, self.path, headers, io.BufferedReader(body), self.server.url)
        self.connection.settimeout(BODY_SECONDS)
        entry = self.entry = application.log.begin(self.number, request)
        try:
            if headers.get("expect", "").lower() == "100-continue":
                self.wfile.flush()
            answer = application.respond(request, self)
            if answer is not None:
                body.skip()
                self.send(request, answer, entry)
        except (ConnectionError, TimeoutError, ssl.SSLError):
            self.close_connection = True
        finally:
            application.log.end(entry)
            self.connection.settimeout(IDLE_SECONDS)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_any

    @property
    def raw_socket(self) -> socket.socket:
        return self.connection

    def end(self) -> None:
        """Ends the connection at once; what is not sent yet is lost."""
        self.close_connection = True
        try:
            self.wfile.flush()
        except OSError:
            pass
        abandon(self.connection)

    def send(self, request: Request, answer: Response, entry) -> None:
        entry.status = answer.status
        self.send_response_only(answer.status)
        lasts = {"Connection": "keep-alive", "Keep-Alive": f"timeout={IDLE_SECONDS}"}
        kept = {"Connection": "close"} if self.close_connection else lasts
        headers = {"Date": self.date_time_string()} | kept | answer.headers
        has_body = request.method != "HEAD" and answer.status not in (204, 304)
        if answer.pieces is None:
            if answer.status not in (204, 304):
                headers.setdefault("Content-Length", str(len(answer.body)))
            pieces, is_chunked = iter([answer.body]), False
        elif answer.length is not None:
            headers.setdefault("Content-Length", str(answer.length))
            pieces, is_chunked = answer.pieces, False
        else:
            headers["Transfer-Encoding"] = "chunked"
            pieces, is_chunked = answer.pieces, True
        for name, value in headers.items():
            self.send_header(name, value)
        if headers.get("Connection") == "close":
            self.close_connection = True
        if answer.pieces is None:
            self.server.application.log.answered(entry)
        self.end_headers()
        if has_body:
            self._send_pieces(pieces, is_chunked, answer.trailers, entry)
        self.wfile.flush()

    def _send_pieces(self, pieces, is_chunked: bool, trailers: dict[str, str], entry) -> None:
        for piece in pieces:
            if not piece:
                continue
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece) if is_chunked else piece)
            entry.sent += len(piece)
        if is_chunked:
            lines = "".join(f"{name}: {value}\r\n" for name, value in trailers.items())
            self.wfile.write(b"0\r\n" + lines.encode("latin-1") + b"\r\n")


def answer_of(application, request: Request, find) -> Response:
    """What `find` answers, or the error that it ends with."""
    correlation = uuid.uuid4().hex[:21]
    try:
        response = find(application, request)
    except Problem as problem:
        response = json_answer(request, problem.body(application.version, correlation), problem.status)
    except (ConnectionError, TimeoutError, ssl.SSLError):
        raise
    except Exception:
        traceback.print_exc()
        problem = Problem(500, "Internal server error")
        response = json_answer(request, problem.body(application.version, correlation), 500)
    response.headers.setdefault("X-Correlation-ID", correlation)
    return response


def abandon(connected: socket.socket) -> None:
    try:
        connected.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


def serve(listener: Listener) -> threading.Thread:
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    return thread


def pause(seconds: float) -> None:
    if seconds > 0:
        time.sleep(seconds)
