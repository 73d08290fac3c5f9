"""Shared by all tests of the server: one library of drawn photos, one of many assets, and servers by version."""

from collections.abc import Iterator
from contextlib import ExitStack
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


@pytest.fixture(scope="session")
def changed(folder: Path) -> Iterator[dict[str, ServerProcess]]:
    """A server of each version of whose interface there is a description, for one test after the other."""
    with ExitStack() as servers:
        yield {
            version: servers.enter_context(ServerProcess("--library", folder, "--version", version))
            for version in VERSIONS[1:]
        }


@pytest.fixture
def own(changed: dict[str, ServerProcess]) -> Iterator[ServerProcess]:
    """A server over the library for one test alone, which may change what it serves."""
    yield reset(changed["2.5.2"])


@pytest.fixture(params=VERSIONS[1:])
def own_versioned(request: pytest.FixtureRequest, changed: dict[str, ServerProcess]) -> Iterator[ServerProcess]:
    """The same, in each version."""
    yield reset(changed[request.param])


def reset(server: ServerProcess) -> ServerProcess:
    server.disconnect()
    server.post("/_test/reset")
    return server
