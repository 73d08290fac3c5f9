"""The programs in docs/integrate.md, run as they are written."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "integrate.md"


def snippet(language: str, words: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    (text,) = [each for each in found if words in each]
    return text


@pytest.mark.parametrize("language, words", [("sh", "curl"), ("python", "googleapiclient")])
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
