"""HEIC to thumbnails beside vipsthumbnail, and tiles on one and two threads: see README.md. Started by `run`."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

BENCHMARKS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(BENCHMARKS)]
import processes  # noqa: E402

# Of 12 megapixels, in tiles of 512 pixels, with a thumbnail of 320x240 in the container.
PHOTOS = ["photoprism__iphone_15_pro.heic", "pillow_heif__arrow.heic"]
COPIES = 20
QUALITY = 80
# 256 comes from the thumbnail; 1024 takes all tiles.
SIZES = (256, 1024)


def main():
    options = _options()
    print(f"{os.cpu_count()} cores; {_vips_version()}; medians of {options.rounds} runs in turns")
    library = _library(options)
    print(f"\n{len(PHOTOS)} photos of the corpus, each {COPIES} times, one job")
    for side in SIZES:
        commands = {"picker": _picker(options, library, side), "vips": _vips(options, library, side)}
        series = processes.in_turns(commands, options.rounds, options.patience)
        print(f"  {side} px")
        for name, found in series.items():
            _print_series(name, found, series["picker"])
    print("\nall tiles of one photo, inside one process")
    for photo in PHOTOS:
        _threads(options, options.corpus / "heif/camera" / photo)


def _options():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--binaries", "--work", "--corpus"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each command that count")
    parser.add_argument("--patience", type=float, default=20, help="seconds spent on repeating disturbed runs, per row")
    return parser.parse_args()


def _vips_version():
    return subprocess.run(["vipsthumbnail", "--vips-version"], capture_output=True, text=True, check=True).stdout.strip()


def _library(options):
    folder = _emptied(options.work / "photos")
    for photo in PHOTOS:
        for copy in range(COPIES):
            shutil.copyfile(options.corpus / "heif/camera" / photo, folder / f"{copy:02}-{photo}")
    return folder


def _emptied(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _picker(options, library, side):
    out = options.work / "out-picker"
    # One processor, as vipsthumbnail gets one thread: ratios are per thread. The index is made by the run before that
    # does not count.
    arguments = [
        "taskset", "-c", "0", options.binaries / "picker", "thumbnails", "--library", library, "--backend", "heif",
        "--data-dir", options.work / "data", "--size", str(side), "--jobs", "1", "--quality", str(QUALITY),
        "--out", out, "--quiet",
        # What is measured is making them, in every round.
        "--thumbnail-cache", "0",
    ]
    return arguments, {}, lambda: _emptied(out)


def _vips(options, library, side):
    out = (options.work / "out-vips").resolve()
    files = [str(path.resolve()) for path in sorted(library.glob("*.heic"))]
    arguments = [
        "taskset", "-c", "0", "vipsthumbnail", "--size", f"{side}x{side}>", "-o",
        f"{out}/%s.jpg[Q={QUALITY},strip]", *files,
    ]
    return arguments, {"VIPS_CONCURRENCY": "1"}, lambda: _emptied(out)


def _print_series(name, series, own):
    ratio = "" if series is own else (
        f"  ratio {series.wall / own.wall:5.2f} of times, {series.processor / own.processor:5.2f} of processor times")
    disturbed = f"  ({series.disturbed} disturbed)" if series.disturbed else ""
    print(
        f"    {name:8} {series.wall:6.3f} s ± {series.spread / 2:5.3f}  processor {series.processor:6.3f} s"
        f"{ratio}{disturbed}", flush=True)


def _threads(options, photo):
    line = subprocess.run(
        [options.binaries / "picker-heif-times", photo, str(options.rounds)], capture_output=True, text=True,
        check=True).stdout
    one, two = map(float, line.split())
    print(f"  {photo.name}: {one:.1f} ms on one thread, {two:.1f} ms on two: {one / two:.2f} times as quick", flush=True)


main()
