"""Picker's index beside find, a plain read of the same files, and exiftool: see ../README.md. Started by `run`."""

import argparse
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

import tree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import processes  # noqa: E402

# exiftool is slow: a part of the files tells enough.
SAMPLE = 2000
# Trees of links for a million: no file has more names than a file system allows.
COPIES = 10


def main():
    options = _options()
    print(f"{_machine()}; medians of {options.rounds} runs in turns")
    photos = _tree(options)
    print(f"\n{options.files} small photos in folders of {tree.FILES_PER_FOLDER}")
    _index(options, photos)
    if options.million:
        million = _million(options, photos)
        print(f"\n{options.files * COPIES} files: links to the same photos")
        _index_once(options, million)
    print(f"\n{options.synthetic} assets without files", flush=True)
    subprocess.run(
        [options.binaries / "picker-catalog-times", _emptied(options.work / "synthetic"), str(options.synthetic)],
        check=True)


def _options():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--binaries", "--work"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each command that count")
    parser.add_argument("--files", type=int, default=100_000, help="photos of the generated tree")
    parser.add_argument("--synthetic", type=int, default=1_000_000, help="assets of the catalog without files")
    parser.add_argument("--million", action="store_true", help="index ten times as many files, too")
    parser.add_argument("--patience", type=float, default=60, help="seconds spent on repeating disturbed runs, per row")
    return parser.parse_args()


def _machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    return f"{os.cpu_count()} cores, {model}"


# MARK: Folders


def _tree(options):
    photos = options.work / f"photos-{options.files}"
    if not photos.exists():
        unfinished = _emptied(options.work / "unfinished")
        tree.write(unfinished, options.files)
        unfinished.rename(photos)
    return photos


def _million(options, photos):
    million = options.work / f"links-{options.files}"
    if not million.exists():
        unfinished = _emptied(options.work / "unfinished")
        tree.link(photos, unfinished, COPIES)
        unfinished.rename(million)
    return million


def _emptied(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


# MARK: What is measured


def _picker(options, command, library, *arguments, prepare=lambda: None):
    program = [
        options.binaries / "picker", command, "--library", library, "--backend", "fetch-result", "--data-dir",
        options.work / "data", "--quiet", *arguments,
    ]
    return program, {}, prepare


def _index(options, photos):
    sample = [str(path) for path in sorted(photos.rglob("*.JPG"))[: SAMPLE]]
    names = options.work / "sample"
    names.write_text("\n".join(sample))
    _compare(options, options.files, "first index", {
        "picker index": _picker(options, "index", photos, prepare=lambda: _emptied(options.work / "data")),
        "list and read": ([options.work / "read-heads", photos], {}, lambda: None),
    })
    _insert_rows(options)
    _memory(_picker(options, "index", photos, prepare=lambda: _emptied(options.work / "data")))
    _compare(options, len(sample), f"metadata of {len(sample)} files", {
        "exiftool -fast2": (["exiftool", "-fast2", "-json", "-q", "-@", names], {}, lambda: None),
    })
    _compare(options, options.files, "index of unchanged files", {
        "picker index": _picker(options, "index", photos),
        "find -printf": (["find", photos, "-type", "f", "-printf", "%p %s %T@ %i\\n"], {}, lambda: None),
    })
    _compare(options, 100, "first 100 assets", {
        "picker assets": _picker(options, "assets", photos, "--limit", "100"),
    })


def _insert_rows(options):
    """What SQLite alone takes for the rows of the index that was just made: no index in SQLite is faster."""
    catalog = next((options.work / "data").rglob("catalog.sqlite"))
    program = [options.work / "insert-rows", catalog]
    texts = [subprocess.run(program, capture_output=True, text=True, check=True).stdout for _ in range(options.rounds)]
    walls, processors = zip(*(re.fullmatch(r"\d+ assets, (\S+) s, processor (\S+) s\n", text).groups() for text in texts))
    wall, processor = (statistics.median(map(float, numbers)) for numbers in (walls, processors))
    print(f"    {'SQLite alone':16} {wall:7.3f} s, processor {processor:7.3f} s, on one thread", flush=True)


def _memory(command):
    print(f"    {'picker index':16} {processes.memory(*command):5.0f} MiB of memory", flush=True)


def _index_once(options, library):
    """A million takes minutes: once."""
    once = argparse.Namespace(**{**vars(options), "rounds": 1, "patience": 0})
    _emptied(options.work / "data")
    count = options.files * COPIES
    program = processes.Series([processes.run(*_picker(options, "index", library))])
    _print("first index", program, program, count)
    _memory(_picker(options, "index", library, prepare=lambda: _emptied(options.work / "data")))
    _compare(once, count, "index of unchanged files", {
        "picker index": _picker(options, "index", library),
        "find -printf": (["find", library, "-type", "f", "-printf", "%p %s %T@ %i\\n"], {}, lambda: None),
    })
    _compare(options, 100, "first 100 assets", {
        "picker assets": _picker(options, "assets", library, "--limit", "100"),
    })


def _compare(options, count, title, commands):
    series = processes.in_turns(commands, options.rounds, options.patience)
    print(f"  {title}")
    own = next(iter(series.values()))
    for name, other in series.items():
        _print(name, other, own, count)


def _print(name, series, own, count):
    ratio = "" if series is own else (
        f"  ratio {own.wall / series.wall:5.2f} of times, {own.processor / series.processor:5.2f} of processor times")
    disturbed = f"  ({series.disturbed} disturbed)" if series.disturbed else ""
    print(
        f"    {name:16} {series.wall:7.3f} s ± {series.spread / 2:5.3f}  processor {series.processor:7.3f} s"
        f"  {count / series.wall:8.0f} a second{ratio}{disturbed}", flush=True)


main()
