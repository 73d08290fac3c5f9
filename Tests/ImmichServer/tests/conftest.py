"""Shared by all tests of the server: one library of drawn photos, one of many assets, and servers by version."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from photos import make_library
from server_process import ServerProcess

VERSIONS = ["1.135.3", "2.5.2", "3.3.5"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """No test changes it."""
    return make_library(tmp_path_factory.mktemp("Pictures"))


@pytest.fixture(scope="session", params=VERSIONS)
def versioned(request: pytest.FixtureRequest, folder: Path) -> Iterator[ServerProcess]:
    """A server over the library, in each version. No test changes it."""
    with ServerProcess("--library", folder, "--version", request.param) as server:
        yield server


@pytest.fixture(scope="session")
def photos(folder: Path) -> Iterator[ServerProcess]:
    """A server over the library, in the version that is the default. No test changes it."""
    with ServerProcess("--library", folder) as server:
        yield server


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server of 3,000 assets and 20 people. No test changes it."""
    with ServerProcess("--synthetic", 3000) as server:
        yield server


@pytest.fixture
def own(folder: Path) -> Iterator[ServerProcess]:
    """A server over the library for one test alone, which may change what it serves."""
    with ServerProcess("--library", folder) as server:
        yield server


@pytest.fixture(params=["2.5.2", "3.3.5"])
def own_versioned(request: pytest.FixtureRequest, folder: Path) -> Iterator[ServerProcess]:
    """The same, in each version of whose interface there is a description."""
    with ServerProcess("--library", folder, "--version", request.param) as server:
        yield server
