"""The programs in docs/integrate.md, run as they are written."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import run_picker
from receiver import Receiver

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "integrate.md"


def snippet(language: str, words: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    (text,) = [each for each in found if words in each]
    return text


@pytest.mark.parametrize("language, words", [("sh", "curl --fail"), ("python", "googleapiclient")])
def test_the_guides_program_downloads_what_is_picked(add_program, owner, server, tmp_path, language, words):
    program = add_program(f"guide in {language}")
    text = snippet(language, words)
    command = {"sh": ["bash", "-euo", "pipefail", "-c", text], "python": [sys.executable, "-c", text]}[language]
    environment = os.environ | {"PICKER_URL": server.origin, "PICKER_TOKEN": program.token}
    with subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as running:
        line = running.stdout.readline()
        session = {"id": re.search(r"/pick/([\w-]+)", line).group(1)}
        owner.pick(session, ["lake.jpg", "beach.jpg"])
        assert running.wait(timeout=60) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["beach.jpg", "lake.jpg"]
    assert program.ask("GET", f"/v1/sessions/{session['id']}").status == 404


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
