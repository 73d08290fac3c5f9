"""What schemathesis makes of the OpenAPI document: requests that fit it and requests that do not, and answers that must."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_every_answer_is_one_that_the_document_describes(program, tmp_path):
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "run", f"{program.origin}/openapi.json",
        "--header", f"Authorization: Bearer {program.token}", "--max-examples", "40", "--seed", "14", "--no-color",
        # HEAD is answered where GET is. A list before picking is a 400, as in Google's interface, and that a minimum is no more
        # than the limit is in no schema.
        "--exclude-checks", "unsupported_method,positive_data_acceptance",
        # A stream ends when its session does.
        "--exclude-path", "/v1/sessions/{sessionId}/events",
    ]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=600)
    assert result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:]


def test_each_operation_says_how_programs_are_refused():
    page = Path(__file__).resolve().parents[2] / "Sources" / "PickerPage" / "Page" / "interface" / "openapi.json"
    paths = json.loads(page.read_text())["paths"]
    for path, operations in paths.items():
        for method in {"get", "post", "delete"} & operations.keys():
            assert {"401", "403", "421", "503"} <= operations[method]["responses"].keys(), f"{method} {path}"
            # A library on a server may ask to wait, or not answer in time.
            if "media" in path or "albums" in path:
                assert {"429", "504"} <= operations[method]["responses"].keys(), f"{method} {path}"
