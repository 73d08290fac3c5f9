import os
import pathlib
import sys

import pytest

sys.path.insert(0, os.path.dirname(__file__))

from oracles import exiftool  # noqa: E402
from picker import Library  # noqa: E402


@pytest.fixture(scope="session")
def corpus():
    folder = pathlib.Path(os.environ["PICKER_CORPUS"])
    if not (folder / "manifest.tsv").exists():
        pytest.skip("needs the photo corpus: set PICKER_CORPUS to its folder")
    return folder.resolve()


@pytest.fixture(scope="session")
def library(corpus, tmp_path_factory):
    return Library(corpus, tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def paths(library):
    """Assets of one file that is not damaged on purpose: others are not the same thing to other programs."""
    return [
        path for path, asset in library.assets.items()
        if not path.startswith("malformed/") and len(asset["representations"]) == 1
    ]


@pytest.fixture(scope="session")
def records(corpus, paths):
    return exiftool(corpus, paths)
