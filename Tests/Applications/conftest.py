"""Shared by the tests of programs that ask for photos: one server, its owner, and programs with tokens."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "Browser"))

from owner import Owner  # noqa: E402
from photos import draw_image, make_library  # noqa: E402
from picker_process import PickerProcess  # noqa: E402
from program import Program  # noqa: E402


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes long; make test-slow runs it, make test does not")


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The store, indexes and thumbnails of these tests are not the user's."""
    for name in ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"]:
        os.environ[name] = str(tmp_path_factory.mktemp(name))


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_library(tmp_path_factory.mktemp("Pictures"))
    for number in range(130):
        draw_image((64, 48), ("#446688", f"#dd{number:02x}88")).save(folder / f"small-{number:03}.jpg", quality=80)
    return folder


@pytest.fixture(scope="session")
def server(library: Path) -> Iterator[PickerProcess]:
    with PickerProcess("serve", library, "--listen", "127.0.0.1:0") as picker:
        yield picker


@pytest.fixture(scope="session")
def owner(server: PickerProcess) -> Owner:
    return Owner(server.link)


def run_picker(*arguments: str) -> str:
    """Runs a command that has to succeed."""
    command = [os.environ["PICKER_BIN"], *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.strip()


@pytest.fixture(scope="session")
def add_program(server: PickerProcess) -> Callable[..., Program]:
    def added(name: str, *options: str) -> Program:
        return Program(server.origin, run_picker("clients", "add", name, *options))

    return added


@pytest.fixture(scope="session")
def program(add_program) -> Program:
    return add_program("notes")


@pytest.fixture(scope="session")
def other(add_program) -> Program:
    return add_program("other")
