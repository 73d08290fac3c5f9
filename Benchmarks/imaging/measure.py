"""Picker's bulk thumbnails beside vipsthumbnail and a bare decode: see README.md. Started by `run`."""

import argparse
import functools
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

import photos
from PIL import Image

BENCHMARKS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(BENCHMARKS), str(BENCHMARKS.parent / "Tests/Similarity")]
import processes  # noqa: E402
from similarity import luma, reference, structural_similarity  # noqa: E402

COUNT = 20
QUALITY = 80
# The scale that Picker decodes at, in eighths, for photos of 12 megapixels.
SIZES = {256: 1, 1024: 4, 2048: 8}


def main():
    options = _options()
    print(f"{_machine()}; backend {options.backend}; medians of {options.rounds} runs in turns")
    for title, library in _libraries(options):
        print(f"\n{title}")
        for side in options.sizes:
            for jobs in (1, 2):
                _compare(options, library, side, jobs)
        _start_up(options)
        _first_frames(options, library)
        _similarity(options, library)


def _options():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--binaries", "--work", "--corpus"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each command that count")
    parser.add_argument("--sizes", type=int, nargs="+", choices=SIZES, default=list(SIZES))
    # Without an index, so that nothing but imaging is measured.
    parser.add_argument("--backend", default="legacy-group", help="the backend that makes the thumbnails")
    parser.add_argument("--patience", type=float, default=20, help="seconds spent on repeating disturbed runs, per row")
    return parser.parse_args()


def _machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    vips = subprocess.run(["vipsthumbnail", "--vips-version"], capture_output=True, text=True, check=True).stdout
    return f"{os.cpu_count()} cores, {model}; {vips.strip()}"


# MARK: Photos


def _libraries(options):
    """Folders of at least COUNT photos, with a title each."""
    generated = options.work / "photos"
    progressive = options.work / "progressive"
    for number in range(COUNT):
        path = generated / f"photo-{number:02}.jpg"
        _make(path, lambda unfinished, number=number: photos.write(unfinished, number))
        _make(progressive / path.name, lambda unfinished, path=path: photos.write_progressive(unfinished, path))
    yield f"{COUNT} generated photos of 12 megapixels", generated
    yield "the same as progressive JPEGs", progressive

    large = sorted((options.corpus / "jpeg/large").glob("*.jpg"))
    if large:
        links = _emptied(options.work / "large")
        copies = -(-COUNT // len(large))
        for copy in range(copies):
            for photo in large:
                _link(photo.resolve(), links / f"{copy}-{photo.name}")
        yield f"{len(large)} photos of the corpus, each {copies} times", links


def _make(path, write):
    """Calls `write` for a file that is not there, which has its name when it is complete."""
    path.parent.mkdir(exist_ok=True)
    if path.exists():
        return
    unfinished = path.parent / "unfinished"
    write(unfinished)
    unfinished.rename(path)


def _link(source, target):
    try:
        os.link(source, target)
    except OSError:  # Another file system, or a file of another user.
        shutil.copyfile(source, target)


def _emptied(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


# MARK: Commands


def _picker(options, library, side, jobs):
    out = options.work / "out-picker"
    arguments = [
        options.binaries / "picker", "thumbnails", "--library", library, "--backend", options.backend,
        "--size", str(side), "--jobs", str(jobs), "--quality", str(QUALITY), "--out", out, "--quiet",
        # What is measured is making them, in every round.
        "--thumbnail-cache", "0",
    ]
    return arguments, {}, lambda: _emptied(out)


def _vips(options, library, side, processes_count=1, threads=1):
    """One process for all files, or several, each for an equal part of them."""
    out = (options.work / "out-vips").resolve()
    files = [str(path.resolve()) for path in sorted(library.glob("*.jpg"))]
    # As Picker writes them: without metadata, subsampled, inside the box and never enlarged. Not told to export to
    # sRGB, which takes half as long again, also for photos without a profile: Picker leaves those alone.
    arguments = ["vipsthumbnail", "--size", f"{side}x{side}>", "-o", f"{out}/%s.jpg[Q={QUALITY},strip]"]
    if processes_count == 1:
        arguments += files
    else:
        names = options.work / "names"
        names.write_text("\0".join(files))
        each = -(-len(files) // processes_count)
        arguments = ["xargs", "-0", "-a", names, "-n", str(each), "-P", str(processes_count), *arguments]
    return arguments, {"VIPS_CONCURRENCY": str(threads)}, lambda: _emptied(out)


def _bare(options, library, side):
    files = sorted(library.glob("*.jpg"))
    return [options.work / "bare-decode", str(SIZES[side]), *files], {}, lambda: None


# MARK: What is measured


def _compare(options, library, side, jobs):
    commands = {"picker": _picker(options, library, side, jobs)}
    if jobs == 1:
        commands["vips"] = _vips(options, library, side)
        commands["bare"] = _bare(options, library, side)
    else:
        commands["vips, 2 threads"] = _vips(options, library, side, threads=jobs)
        commands["vips, 2 processes"] = _vips(options, library, side, processes_count=jobs)
    series = processes.in_turns(commands, options.rounds, options.patience)
    own = series.pop("picker")
    print(f"  {side} px, {jobs} job{'s' if jobs > 1 else ''}")
    _print_series("picker", own, own)
    for name, other in series.items():
        _print_series(name, other, own)


def _print_series(name, series, own):
    ratio = "" if series is own else (
        f"  ratio {series.wall / own.wall:5.2f} of times, {series.processor / own.processor:5.2f} of processor times")
    disturbed = f"  ({series.disturbed} disturbed)" if series.disturbed else ""
    print(
        f"    {name:18} {series.wall:6.3f} s ± {series.spread / 2:5.3f}  processor {series.processor:6.3f} s"
        f"{ratio}{disturbed}", flush=True)


def _start_up(options):
    empty = options.work / "empty"
    empty.mkdir(exist_ok=True)
    series = processes.in_turns({"picker": _picker(options, empty, 256, 1)}, options.rounds, options.patience)
    print("  an empty library")
    _print_series("picker", series["picker"], series["picker"])
    _one_small_picture(options)


def _one_small_picture(options):
    """`picker image` of a JPEG of 320x240, with and without what is kept of the plugin's trial."""
    library = options.work / "small"
    library.mkdir(exist_ok=True)
    Image.linear_gradient("L").resize((320, 240)).convert("RGB").save(library / "a.jpg")
    arguments = [
        options.binaries / "picker", "image", "a.jpg", "--library", library, "--backend", options.backend, "--size", "160",
        "--out", options.work / "small.jpg", "--data-dir", options.work / "data", "--quiet"]
    cache = options.work / "cache"
    variables = {"XDG_CACHE_HOME": str(cache)}
    series = processes.in_turns(
        {
            "again": (arguments, variables, lambda: None),
            "first": (arguments, variables, lambda: shutil.rmtree(cache, ignore_errors=True)),
        }, max(options.rounds, 15), options.patience)
    print("  one small picture: again, and for the first time")
    for name in series:
        _print_series(name, series[name], series[name])


def _first_frames(options, library):
    for side in options.sizes:
        line = subprocess.run(
            [options.binaries / "picker-frame-times", library, str(side), "3"], capture_output=True, text=True,
            check=True).stdout
        first, final = map(float, line.split())
        print(
            f"  first frame, {side} px: {first:.2f} ms of {final:.1f} ms: 1/{final / first:.0f} of the final frame's",
            flush=True)


def _similarity(options, library):
    for side in (256, 1024):
        for command in (_picker(options, library, side, 2), _vips(options, library, side, threads=2)):
            arguments, variables, prepare = command
            prepare()
            subprocess.run(arguments, env={**os.environ, **variables}, check=True, stdout=subprocess.DEVNULL)
        with open(options.work / "out-picker/manifest.jsonl", encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        values = {"picker": [], "vips": []}
        # Photos that are there twice say nothing new.
        for line in [line for line in lines if not line["relativePath"].startswith("1-")]:
            name = pathlib.Path(line["relativePath"])
            values["picker"].append(_compared(library / name, options.work / "out-picker" / line["file"]))
            values["vips"].append(_compared(library / name, options.work / f"out-vips/{name.stem}.jpg"))
        for name, found in values.items():
            print(
                f"  structural similarity, {side} px, {name}: median {statistics.median(found):.4f}, least"
                f" {min(found):.4f}", flush=True)


# Both tools are compared with the same.
_reference = functools.cache(reference)


def _compared(photo, thumbnail):
    with Image.open(thumbnail) as image:
        return structural_similarity(luma(image), _reference(photo, image.size))


main()
