"""Three hosts of one library behind nginx, with one store: none of them is needed for what another began."""

import http.client
import json
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from cluster import photos
from cluster.hosts import Host, Hosts
from cluster.library import PICKER
from receiver import Receiver, content, is_signed
from .case import LibraryTest


class HostTests(LibraryTest):
    """What people and programs see of them."""

    def setUp(self) -> None:
        super().setUp()
        photos.fill(self.photos, 6, size=(64, 48))
        self.library.ingest(self.photos)
        self.hosts = Hosts(self.scratch, self.library)
        self.addCleanup(self.hosts.end)
        self.hosts.start()
        self.first, self.second, self.third = self.hosts.hosts
        self.token = self.first.home.picker("clients", "add", "notes").stdout.strip()

    def program(
        self, method: str, path: str, body: object = None, host: Host | None = None
    ) -> tuple[int, bytes]:
        """What the program sends, to one host or to any."""
        return self.hosts.ask(
            method, path.removeprefix(self.hosts.origin), {"Authorization": f"Bearer {self.token}"},
            None if body is None else json.dumps(body), host)

    def session(self, host: Host | None = None) -> dict:
        """A new one."""
        status, answer = self.program("POST", "/v1/sessions", {}, host)
        self.assertEqual(status, 200, answer)
        return json.loads(answer)

    def state(self, session: dict, host: Host | None = None) -> dict:
        """As a host tells it."""
        status, answer = self.program("GET", f"/v1/sessions/{session['id']}", None, host)
        self.assertEqual(status, 200, answer)
        return json.loads(answer)

    def links(self, session: dict, host: Host) -> list[str]:
        """The addresses of what was picked, as one host gives them."""
        status, answer = self.program("GET", f"/v1/mediaItems?sessionId={session['id']}", None, host)
        self.assertEqual(status, 200, answer)
        return [item["mediaFile"]["baseUrl"] for item in json.loads(answer)["mediaItems"]]

    def test_what_begins_at_one_host_ends_at_another(self) -> None:
        """Sign-ins, sessions, links, events and revocations."""
        # The link of one host is opened at whichever nginx chooses; then every host knows the browser.
        owner = self.hosts.owner(self.first.link)
        for _ in self.hosts.hosts:
            self.assertEqual(owner.ask("GET", "/picker/v1/session")[0], 200)
        session = self.session(self.second)
        self.assertFalse(self.state(session, self.third)["mediaItemsSet"])
        connection = self.hosts.connect(self.third)
        self.addCleanup(connection.close)
        connection.request("GET", f"/v1/sessions/{session['id']}/events", headers={
            "Authorization": f"Bearer {self.token}", "Host": self.hosts.authority})
        events = connection.getresponse()
        self.assertEqual(events.status, 200)
        names = sorted(owner.photos())[:2]
        owner.pick(session, names)
        for host in self.hosts.hosts:
            self.assertTrue(self.state(session, host)["mediaItemsSet"])
        heard = ""
        while "event: picked" not in heard:
            line = events.readline().decode()
            self.assertTrue(line, f"the stream ended: {heard}")
            heard += line
        # A link is the same at all hosts, and leads to the same bytes.
        links = self.links(session, self.first)
        self.assertEqual(len(links), 2)
        answers = {self.program("GET", f"{link}=d", None, host) for link in links[:1] for host in self.hosts.hosts}
        self.assertEqual([status for status, _ in answers], [200])
        self.assertEqual(self.program("GET", f"{links[0]}=w32-h32", None, self.third)[0], 200)
        # What is revoked at one host is refused with the next request at every other.
        self.second.home.picker("clients", "revoke", "notes")
        for host in self.hosts.hosts:
            self.assertEqual(self.program("GET", f"{links[0]}=d", None, host)[0], 401)
            self.assertEqual(self.program("GET", f"/v1/sessions/{session['id']}", None, host)[0], 401)
        shown = self.third.home.picker("history", "--json").stdout
        self.assertEqual([record["event"] for record in json.loads(shown)],
                         ["client-revoked", "picked", "client-added"])

    def test_a_host_is_killed_and_started_while_people_pick(self) -> None:
        """Nothing that was promised is lost, and nothing that is asked meanwhile fails."""
        owner = self.hosts.owner(self.third.link)
        session = self.session()
        stop = threading.Event()

        def poll() -> list[int]:
            states = []
            while not stop.is_set():
                try:
                    states.append(self.program("GET", f"/v1/sessions/{session['id']}")[0])
                except http.client.IncompleteRead:
                    # An answer that had begun ends with its host: nginx has passed its head on. Who asks gets the next one.
                    states.append(self.program("GET", f"/v1/sessions/{session['id']}")[0])
                time.sleep(0.01)
            return states

        names = sorted(owner.photos())
        with ThreadPoolExecutor() as pool:
            polls = [pool.submit(poll) for _ in range(2)]
            try:
                for host in (self.first, self.second):
                    time.sleep(0.1)
                    host.kill()
                    status, answer = owner.end(session, "selection", {
                        "assets": [owner.photos()[name] for name in names[:3]]})
                    self.assertEqual(status, 200, answer)
                    host.start()
                    host.wait()
                self.first.kill()
                owner.pick(session, names[:3])
            finally:
                stop.set()
            states = [state for each in polls for state in each.result()]
        self.assertGreater(len(states), 50)
        # A request that is on its way when its host dies is asked once more by nginx.
        self.assertEqual(set(states), {200})
        self.first.start()
        self.first.wait()
        self.assertEqual(len(self.links(session, self.first)), 3)

    def test_each_message_is_delivered_once(self) -> None:
        """Whichever host it is that tells a webhook, and however many sessions end at once."""
        with Receiver() as receiver:
            key = self.first.home.picker("webhooks", "set", "notes", receiver.url).stdout.strip()
            owner = self.hosts.owner(self.first.link)
            sessions = [self.session() for _ in range(12)]
            with ThreadPoolExecutor(4) as pool:
                list(pool.map(owner.cancel, sessions))
            messages = receiver.wait(len(sessions))
            # Three looks of each host.
            time.sleep(1.5)
            messages = receiver.messages
            told = sorted(content(message)["data"]["sessionId"] for message in messages)
            self.assertEqual(told, sorted(session["id"] for session in sessions))
            self.assertTrue(all(is_signed(message, key) for message in messages))
            self.assertEqual(len({message["headers"]["webhook-id"] for message in messages}), len(messages))
            self.assertEqual(self.library.sql("SELECT count(*) FROM picker_server.delivery"), [["0"]])

    def test_hosts_outlive_the_database(self) -> None:
        """While it is away they say so; when it is back, they go on. Newer tables are used where they can be."""
        session, watched = self.session(), self.session()
        connection = self.hosts.connect(self.third)
        self.addCleanup(connection.close)
        connection.request("GET", f"/v1/sessions/{watched['id']}/events", headers={
            "Authorization": f"Bearer {self.token}", "Host": self.hosts.authority})
        events = connection.getresponse()
        self.assertEqual(events.readline(), b"event: pending\n")
        self.servers.database.stop("immediate")
        try:
            for host in self.hosts.hosts:
                status, answer = self.program("GET", f"/v1/sessions/{session['id']}", None, host)
                self.assertEqual(status, 503, answer)
                self.assertNotIn(b"127.0.0.1", answer)
            done = self.first.home.picker("clients", "list", check=False)
            self.assertEqual((done.returncode, len(done.stderr.strip().splitlines())), (69, 1), done.stderr)
            self.assertIn("cannot be reached", done.stderr)
            # A stream of events looks every two seconds.
            time.sleep(2.5)
        finally:
            self.servers.database.start()
        for host in self.hosts.hosts:
            self.assertFalse(self.state(session, host)["mediaItemsSet"])
        self.assertEqual(self.program("DELETE", f"/v1/sessions/{watched['id']}", None, self.first)[0], 200)
        heard = b""
        while b"event: deleted" not in heard:
            line = events.readline()
            self.assertTrue(line, f"the stream ended: {heard!r}")
            heard += line
        self.library.sql("INSERT INTO picker_server.migration (number, oldest_reader) VALUES (98, 1)")
        self.assertIn("notes", self.second.home.picker("clients", "list").stdout)
        self.library.sql("INSERT INTO picker_server.migration (number, oldest_reader) VALUES (99, 99)")
        done = self.second.home.picker("clients", "list", check=False)
        self.assertEqual((done.returncode, len(done.stderr.strip().splitlines())), (69, 1), done.stderr)
        self.assertIn("version 99", done.stderr)

    def test_secrets_are_nowhere_to_be_seen(self) -> None:
        """The password of the store is in no list of processes, no setting that all read, and no message."""
        password = self.library.settings["password"]
        place = self.first.home.home / ".local/share/picker/server"
        self.assertNotIn(password, (place / "store.json").read_text())
        for file in [place / "store.json", *(place / "secrets").iterdir()]:
            self.assertEqual(file.stat().st_mode & 0o077, 0, file)
        listed = subprocess.run(["ps", "axeww", "-o", "args"], capture_output=True, text=True, check=True).stdout
        self.assertIn(f"{PICKER} serve", listed)
        self.assertNotIn(password, listed)
        wrong = self.scratch / "wrong"
        wrong.write_text("not it\n")
        wrong.chmod(0o600)
        done = self.first.home.picker(
            "store", "use", self.library.location, "--set", "user=picker", "--set", "insecure=yes", "--secret-file",
            f"password={wrong}", "--no-questions", check=False)
        self.assertEqual((done.returncode, len(done.stderr.strip().splitlines())), (77, 1), done.stderr)
        self.assertNotIn("not it", done.stderr)
        # What was there before is there still.
        self.assertIn("notes", self.first.home.picker("clients", "list").stdout)
