"""What deploy/compose.yaml tells picker, told to it here: no engine is needed for that."""

import http.client
import os
import subprocess
import time

import yaml

from cluster import photos, processes
from cluster.library import BUILT, ROOT
from .case import LibraryTest


class ContainerTests(LibraryTest):
    """The commands of the services, over the servers of the tests."""

    def setUp(self) -> None:
        super().setUp()
        text = (ROOT / "deploy/compose.yaml").read_text(encoding="utf-8")
        self.ports = {"8420": str(processes.free_port()), "9420": str(processes.free_port())}
        for old, new in {
                "postgresql://database:5432/club": self.library.location, "http://store:9000": self.library.settings["endpoint"],
                "bucket=club": f"bucket={self.library.name}", "user=picker": f"user={self.library.settings['user']}",
                "${FROM:-/srv/incoming}": str(self.photos), "${WORKERS:-2}": "2",
                "${PUBLIC_URL:-http://localhost:8420}": "http://localhost:8420", "0.0.0.0:": "127.0.0.1:",
                "sleep 600": "exit 0", "/var/tmp": str(self.scratch)}.items():
            self.assertIn(old, text)
            text = text.replace(old, new)
        for old, new in self.ports.items():
            text = text.replace(f":{old}", f":{new}")
        self.services = yaml.safe_load(text)["services"]
        secrets = self.scratch / "secrets"
        secrets.mkdir()
        values = {"database-password": self.library.settings["password"], "store-secret-key": self.library.settings["secret-key"]}
        for secret in self.services["settings"]["secrets"]:
            (secrets / secret["target"]).write_text(values[secret["source"]])
        self.environment = self.home.environment | {
            "PATH": f"{BUILT}:{os.environ['PATH']}", "CREDENTIALS_DIRECTORY": str(secrets)}

    def begin(self, name: str) -> subprocess.Popen:
        """Starts what a service starts."""
        service = self.services[name]
        environment = self.environment | {
            key: str(value) for key, value in service["environment"].items() if key != "CREDENTIALS_DIRECTORY"}
        command = [*service.get("entrypoint", ["picker"]), *service["command"]]
        return subprocess.Popen(
            [str(word).replace("$$", "$") for word in command], env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)

    def run_to_end(self, name: str) -> str:
        """Runs it, and gives what it printed."""
        process = self.begin(name)
        printed = process.communicate(timeout=120)[0]
        self.assertEqual(process.returncode, 0, printed)
        return printed

    def test_the_services_set_up_a_library_fill_it_and_serve_it(self) -> None:
        """Settings twice, as with each `up`; the host is healthy by the question that the file asks."""
        photos.fill(self.photos, 5)
        for _ in range(2):
            self.run_to_end("settings")
        self.assertNotIn("again in ten minutes", self.run_to_end("ingest"))
        self.assert_whole()
        host = self.begin("host")
        try:
            question = self.services["host"]["healthcheck"]["test"]
            end = time.monotonic() + 60
            while subprocess.run(question[1:], capture_output=True, check=False).returncode != 0:
                self.assertIsNone(host.poll(), "the host has ended")
                self.assertLess(time.monotonic(), end, "the host is not healthy")
                time.sleep(0.1)
            page = http.client.HTTPConnection("localhost", int(self.ports["8420"]), timeout=10)
            page.request("GET", "/")
            self.assertLess(page.getresponse().status, 500)
            page.close()
            link = subprocess.run(["picker", "ctl", "link"], env=self.environment, capture_output=True, text=True, check=False)
            self.assertIn(f"http://localhost:{self.ports['8420']}/", link.stdout + link.stderr)
        finally:
            host.terminate()
            host.communicate(timeout=30)
        shown = self.home.picker("store", "show").stdout
        self.assertIn(self.library.name, shown)
        # Nothing of a secret is kept beside the settings.
        for path in self.home.home.rglob("*"):
            if path.is_file():
                self.assertNotIn(self.library.settings["password"].encode(), path.read_bytes(), str(path))
