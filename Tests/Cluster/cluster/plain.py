"""An S3 that knows little: lists in XML without encoding, and objects as a whole, whatever part was asked for."""

import hashlib
import http.server
import threading
import urllib.parse
from xml.sax.saxutils import escape


class PlainStore:
    """One bucket, in memory; it asks no one who they are."""

    def __init__(self, objects: dict[str, bytes]) -> None:
        store = self
        self.objects = objects

        class Handler(http.server.BaseHTTPRequestHandler):
            """Answers one request after the other over each connection."""

            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:  # pylint: disable=invalid-name
                """A list, or an object."""
                path, _, query = self.path.partition("?")
                key = urllib.parse.unquote(path).split("/", 2)[2:]
                body = store.listing(query) if not key else store.objects.get(key[0])
                found = b"<Error><Code>NoSuchKey</Code></Error>" if body is None else body
                self.send_response(404 if body is None else 200)
                self.send_header("Content-Length", str(len(found)))
                self.send_header("ETag", store.tag(found))
                self.end_headers()
                try:
                    self.wfile.write(found)
                except OSError:
                    self.close_connection = True

            def log_message(self, *_arguments) -> None:
                """Nothing is written down."""

        class Server(http.server.ThreadingHTTPServer):
            """Clients leave when they have what they want."""

            def handle_error(self, *_arguments) -> None:
                """Nothing is written down."""

        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self) -> None:
        """Takes no more connections."""
        self.server.shutdown()
        self.server.server_close()

    @staticmethod
    def tag(body: bytes) -> str:
        """Of an object."""
        return f'"{hashlib.md5(body).hexdigest()}"'

    def listing(self, query: str) -> bytes:
        """All of one page."""
        prefix = urllib.parse.parse_qs(query).get("prefix", [""])[0]
        entries = "".join(
            f"<Contents><Key>{escape(key)}</Key><LastModified>2024-05-06T07:08:09.000Z</LastModified>"
            f"<ETag>{escape(self.tag(body))}</ETag><Size>{len(body)}</Size></Contents>"
            for key, body in sorted(self.objects.items(), key=lambda item: item[0].encode()) if key.startswith(prefix))
        return f"<ListBucketResult><IsTruncated>false</IsTruncated>{entries}</ListBucketResult>".encode()
