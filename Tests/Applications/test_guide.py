"""The programs in docs/integrate.md, run as they are written."""

import io
import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from conftest import run_picker
from photos import draw_image
from receiver import Receiver

# It says where it was taken.
CORPUS = Path(os.environ.get("PICKER_CORPUS", Path(__file__).resolve().parents[3] / "shared" / "corpus"))
HEIC = CORPUS / "heif" / "camera" / "photoprism__iphone_15_pro.heic"
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "integrate.md"


def snippet(language: str, words: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    (text,) = [each for each in found if words in each]
    return text


# Names of programs are taken once.
NUMBERS = itertools.count(1)
DOWNLOADS = pytest.mark.parametrize("language, words", [("sh", "curl --fail"), ("python", "googleapiclient")])
# The same of Google's client takes seconds.
OTHER_DOWNLOADS = pytest.mark.parametrize(
    "language, words", [("sh", "curl --fail"), pytest.param("python", "googleapiclient", marks=pytest.mark.slow)])


class Download:
    """A program of the guide that waits for a choice. The shell is started as people start it: without any options."""

    def __init__(self, language: str, words: str, folder: Path, origin: str, token: str):
        text = snippet(language, words)
        command = {"sh": ["bash", "-c", text], "python": [sys.executable, "-c", text]}[language]
        environment = os.environ | {"PICKER_URL": origin, "PICKER_TOKEN": token}
        self._process = subprocess.Popen(
            command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.session = {"id": re.search(r"/pick/([\w-]+)", self._process.stdout.readline()).group(1)}
        self.folder = folder / f"picked-{self.session['id']}"

    def end(self) -> int:
        with self._process:
            return self._process.wait(timeout=60)

    def files(self) -> dict[str, bytes]:
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}


@pytest.fixture
def download(add_program, server, tmp_path):
    def started(language: str, words: str) -> Download:
        program = add_program(f"guide {next(NUMBERS)} in {language}")
        started = Download(language, words, tmp_path, server.origin, program.token)
        started.program = program
        return started

    return started


@DOWNLOADS
def test_the_guides_program_downloads_what_is_picked(download, owner, tmp_path, language, words):
    running = download(language, words)
    owner.pick(running.session, ["lake.jpg", "beach.jpg"])
    assert running.end() == 0
    assert sorted(running.files()) == ["1/lake.jpg", "2/beach.jpg"] and list(tmp_path.iterdir()) == [running.folder]
    assert running.program.ask("GET", f"/v1/sessions/{running.session['id']}").status == 404


@OTHER_DOWNLOADS
def test_the_guides_program_keeps_photos_of_one_name_apart(download, owner, library, language, words):
    for folder, width in [("First", 120), ("Second", 130)]:
        (library / folder).mkdir(exist_ok=True)
        draw_image((width, 90), ("#224466", "#aa8855")).save(library / folder / "twin.jpg")
    twins = []
    for _ in range(600):
        roll = owner.ask("GET", "/picker/v1/collections")[1]["cameraRoll"]
        page = owner.ask("GET", f"/picker/v1/collections/{roll}/assets?limit=500")[1]["assets"]
        if len(twins := [each["localIdentifier"] for each in page if each["filename"] == "twin.jpg"]) == 2:
            break
    running = download(language, words)
    status, answer = owner.end(running.session, "done", {"assets": twins})
    assert status == 200, answer
    assert running.end() == 0
    files = running.files()
    assert sorted(files) == ["1/twin.jpg", "2/twin.jpg"]
    assert sorted(Image.open(io.BytesIO(each)).width for each in files.values()) == [120, 130]


@OTHER_DOWNLOADS
@pytest.mark.skipif(not HEIC.exists(), reason="needs the photo corpus")
def test_the_guides_program_gives_a_file_the_ending_of_what_was_sent(download, owner, library, language, words):
    if not (library / "IMG_7.HEIC").exists():
        shutil.copyfile(HEIC, library / "IMG_7.HEIC")
    running = download(language, words)
    owner.pick(running.session, ["IMG_7.HEIC"])
    assert running.end() == 0
    ((name, content),) = running.files().items()
    assert name == "1/IMG_7.jpg" and Image.open(io.BytesIO(content)).format == "JPEG"


@OTHER_DOWNLOADS
def test_the_guides_program_fails_when_something_does(download, owner, language, words):
    running = download(language, words)
    owner.cancel(running.session)
    assert running.end() != 0 and not running.folder.exists()

    running = download(language, words)
    (running.folder / "1").mkdir(parents=True)
    (running.folder / "1" / "lake.jpg").write_text("mine")
    owner.pick(running.session, ["lake.jpg", "beach.jpg"])
    assert running.end() != 0
    assert running.files()["1/lake.jpg"] == b"mine"
    # What was not downloaded is still there to be asked for.
    assert running.program.ask("GET", f"/v1/sessions/{running.session['id']}").status == 200


@pytest.mark.parametrize("language, words", [("sh", "openssl"), ("python", "is_from_picker")])
def test_the_guides_check_of_a_message_takes_what_picker_sent_and_nothing_else(add_program, owner, tmp_path, language, words):
    program = add_program(f"checked in {language}")
    with Receiver() as receiver:
        key = run_picker("webhooks", "set", f"checked in {language}", receiver.url)
        owner.cancel(program.create())
        (message,) = receiver.wait(1)
    text = snippet(language, words)
    command = {"sh": ["bash", "-euo", "pipefail", "-c", text], "python": [sys.executable, "-c", text]}[language]
    fields = {name.upper().replace("-", "_"): value for name, value in message["headers"].items() if name.lower().startswith("webhook-")}

    def is_taken(body: bytes = message["body"], **changed: str) -> bool:
        (tmp_path / "body").write_bytes(body)
        environment = os.environ | fields | {"WEBHOOK_KEY": key} | changed
        with (tmp_path / "body").open("rb") as given:
            return subprocess.run(command, env=environment, cwd=tmp_path, stdin=given, timeout=60).returncode == 0

    assert is_taken()
    assert not is_taken(message["body"] + b" ") and not is_taken(WEBHOOK_ID="msg_other")
    assert not is_taken(WEBHOOK_KEY="whsec_" + "A" * 43 + "=") and not is_taken(WEBHOOK_SIGNATURE="v1,")
    for time in [int(fields["WEBHOOK_TIMESTAMP"]) - 400, int(fields["WEBHOOK_TIMESTAMP"]) + 400]:
        assert not is_taken(WEBHOOK_TIMESTAMP=str(time))
