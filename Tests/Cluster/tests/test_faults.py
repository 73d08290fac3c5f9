"""The database and the store go away, refuse, and come back."""

import json
import pathlib
import secrets
import subprocess
import threading
import time

from cluster import photos
from cluster.gate import Gate
from cluster.library import PICKER
from .case import LibraryTest


class DatabaseFaults(LibraryTest):
    """A server that ends, and one that takes no writes."""

    def restart(self) -> None:
        """As after a crash."""
        self.servers.database.stop("immediate")
        self.servers.database.start()

    def test_ingest_goes_on_when_the_database_is_restarted(self) -> None:
        """Three times while it runs."""
        photos.fill(self.photos, 400)
        process = self.library.begin_ingest(self.photos)
        self.library.wait_for_assets()
        for _ in range(3):
            time.sleep(0.3)
            self.restart()
        report = json.loads(process.communicate(timeout=90)[0])
        self.assertNotIn("message", report)
        self.assertEqual(report["failures"], [])
        self.library.ingest(self.photos)
        self.assert_whole()

    def test_an_open_library_hears_of_changes_also_after_a_restart(self) -> None:
        """What is brought in is reported by a program that has the library open, before and after."""
        photos.fill(self.photos, 2)
        self.library.ingest(self.photos)
        self.home.add("club", self.library)
        process = subprocess.Popen(
            [PICKER, "watch", "--library", "club", "--json"], env=self.home.environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        lines: list[str] = []
        assert process.stdout
        reader = threading.Thread(target=lambda: lines.extend(iter(process.stdout.readline, "")), daemon=True)
        reader.start()

        def wait_for(count: int) -> None:
            end = time.monotonic() + 30
            while len(lines) < count and time.monotonic() < end:
                time.sleep(0.02)
            self.assertGreaterEqual(len(lines), count, lines)

        try:
            wait_for(1)
            seen = len(lines)
            photos.fill(self.photos, 3)
            begun = time.monotonic()
            self.library.ingest(self.photos)
            wait_for(seen + 1)
            # Woken, and not found when it looked by itself.
            self.assertLess(time.monotonic() - begun, 6)
            self.restart()
            seen = len(lines)
            photos.fill(self.photos, 5)
            self.library.ingest(self.photos)
            wait_for(seen + 1)
        finally:
            process.terminate()
            process.wait(20)
            reader.join(5)
            process.stdout.close()
            if process.stderr:
                process.stderr.close()

    def test_a_database_that_takes_no_writes_is_read(self) -> None:
        """As a standby is; what writes says why it cannot."""
        photos.fill(self.photos, 2)
        self.library.ingest(self.photos)
        self.home.add("club", self.library)
        self.library.sql(f'ALTER DATABASE "{self.library.name}" SET default_transaction_read_only = on')
        self.assertEqual(len(self.home.assets("club")), 2)
        photos.fill(self.photos, 3)
        report = self.library.ingest(self.photos)
        self.assertIn("read-only", report["message"])

    def test_a_user_with_no_room_for_connections_is_not_asked_for_another_password(self) -> None:
        """There are too many for a while, which is what is said."""
        self.library.ingest(self.photos)
        name = f"few-{secrets.token_hex(4)}"
        self.library.sql(f"CREATE ROLE \"{name}\" LOGIN PASSWORD 'right' CONNECTION LIMIT 0")
        self.addCleanup(self.library.sql, f'DROP ROLE "{name}"')
        self.library.changes = {"user": name, "password": "right"}
        done = self.home.add("club", self.library, check=False)
        self.assertEqual(done.returncode, 69, done.stderr)
        self.assertIn("too many connections for role", done.stderr)
        self.library.changes["password"] = "wrong"
        done = self.home.add("club", self.library, check=False)
        self.assertEqual(done.returncode, 77, done.stderr)

    def test_a_database_that_is_away_is_offline(self) -> None:
        """One line, and the exit code of what cannot be reached."""
        self.library.ingest(self.photos)
        self.home.add("club", self.library)
        self.servers.database.stop("fast")
        try:
            done = self.home.picker("assets", "--library", "club", check=False)
        finally:
            self.servers.database.start()
        self.assertEqual(done.returncode, 69, done.stderr)
        self.assertIn("cannot be reached", done.stderr)


class StoreFaults(LibraryTest):
    """An S3 that refuses, is away, or has lost something."""

    def setUp(self) -> None:
        super().setUp()
        self.gate = Gate(self.servers.s3_port)
        self.library.endpoint_port = self.gate.port

    def test_ingest_waits_for_a_store_that_is_away_or_wants_a_pause(self) -> None:
        """Nothing is lost, and nothing fails."""
        photos.fill(self.photos, 250)
        process = self.library.begin_ingest(self.photos, workers=3)
        time.sleep(0.4)
        for answer in (("503 Slow Down",), ("400 Bad Request", "RequestTimeout")):
            self.gate.refuse(*answer)
            time.sleep(0.4)
            self.gate.pass_on()
            time.sleep(0.3)
        self.gate.close()
        time.sleep(0.4)
        self.gate.pass_on()
        report = json.loads(process.communicate(timeout=90)[0])
        self.assertNotIn("message", report)
        self.assertEqual(report["failures"], [])
        self.assert_whole()

    def test_what_a_store_refuses_is_said_as_what_it_is(self) -> None:
        """Each with the exit code of its kind, in one line, and lists are there all the same where they can be."""
        photos.fill(self.photos, 1)
        self.library.ingest(self.photos)
        self.home.add("club", self.library)
        asset = self.home.assets("club")[0]["localIdentifier"]
        copy = self.scratch / "copy.png"

        def original() -> subprocess.CompletedProcess:
            return self.home.picker("original", asset, "--library", "club", "--out", str(copy), check=False)

        for refuse, code, words in (
            (lambda: self.gate.refuse("503 Slow Down"), 69, "wants a pause"),
            (lambda: self.gate.refuse("500 Internal Error", "InternalError"), 69, "ask again later"),
            (self.gate.close, 69, ""),
            (lambda: self.gate.refuse("403 Forbidden", "RequestTimeTooSkewed"), 77, "clock"),
            (lambda: self.gate.refuse("403 Forbidden", "InvalidObjectState"), 69, "in an archive"),
            (lambda: self.gate.refuse("301 Moved", "PermanentRedirect", "x-amz-bucket-region: eu-west-9\r\n"), 69,
             "in the region eu-west-9"),
            (lambda: self.gate.refuse("400 Bad Request", "AuthorizationHeaderMalformed</Code><Region>eu-9</Region><Code>"),
             69, "in the region eu-9"),
            (lambda: self.gate.refuse("307 Temporary Redirect", "TemporaryRedirect", "Location: http://127.0.0.9:9/\r\n"),
             69, "http://127.0.0.9:9"),
            (lambda: self.gate.refuse("403 Forbidden", "SignatureDoesNotMatch"), 77, "secret key is not accepted"),
        ):
            refuse()
            done = original()
            self.assertEqual(done.returncode, code, f"{words}: {done.stderr}")
            self.assertIn(words, done.stderr)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.gate.close()
        self.assertEqual(len(self.home.assets("club")), 1)
        self.gate.pass_on()
        self.assertEqual(original().returncode, 0)

    def test_an_object_that_is_missing_is_named(self) -> None:
        """It is brought in again with its file."""
        photos.fill(self.photos, 1)
        self.library.ingest(self.photos)
        self.home.add("club", self.library)
        asset = self.home.assets("club")[0]["localIdentifier"]
        key = next(iter(self.library.buckets.objects(self.library.name)))
        self.library.buckets.delete(self.library.name, key)
        done = self.home.picker("original", asset, "--library", "club", "--out", str(self.scratch / "x"), check=False)
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertIn(f"the object {key} is missing", done.stderr)


class SecretTests(LibraryTest):
    """Passwords and keys are where they must be, and nowhere else."""

    def test_wrong_secrets_are_refused_without_being_told(self) -> None:
        """Of the database and of the store; neither a message nor a list of processes nor a log has any."""
        photos.fill(self.photos, 40)
        right = self.library.settings
        for key, code in (("password", 77), ("secret-key", 77), ("bucket", 66)):
            wrong = dict(right) | {key: "not-the-right-one"}
            original = type(self.library).settings
            try:
                type(self.library).settings = property(lambda _, wrong=wrong: wrong)
                done = self.home.add("wrong", self.library, "--replace", check=False)
            finally:
                type(self.library).settings = original
            self.assertEqual(done.returncode, code, f"{key}: {done.stderr}")
            if key != "bucket":
                self.assertNotIn("not-the-right-one", done.stderr + done.stdout)
        process = self.library.begin_ingest(self.photos)
        arguments = pathlib.Path(f"/proc/{process.pid}/cmdline").read_bytes()
        environment = pathlib.Path(f"/proc/{process.pid}/environ").read_bytes()
        output, errors = process.communicate(timeout=60)
        self.home.add("club", self.library)
        said = self.home.picker("doctor", "club", check=False)
        seen = [arguments, environment, output, errors, said.stdout.encode(), said.stderr.encode()]
        seen += [file.read_bytes() for file in self.servers.folder.glob("*.log")]
        for secret in (right["password"], right["secret-key"]):
            for text in seen:
                self.assertNotIn(secret.encode(), text)
