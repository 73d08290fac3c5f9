"""What the host takes without HTTP, in this process and in a worker: see README.md. Started by measure.py."""

import os
import shutil
import subprocess

import processes

# Names of photos in a large library.
LARGE = 100_000
EACH_FOLDER = 1000
STOPS = 12
# Of the most requests at full resolution, in seconds.
FLOOD = 20
# What `picker` takes without an image, in MiB: code, index, caches of SQLite.
BASE = 128
SIDE = 256


def hits(options, photos):
    """Prints the times of images that were asked for before. True when a target was missed."""
    cache = options.work / "host-cache"
    shutil.rmtree(cache, ignore_errors=True)
    found = _run(options, "hits", photos, cache, SIDE, options.rounds)
    print(f"in the host, {SIDE} pixels, one request at a time; microseconds")
    print(f"{'image':8} {'median':>10} {'p99':>10} {'target':>8}")
    targets = {"memory": options.memory, "disk": options.disk}
    for name, (median, tail) in found.items():
        print(f"{name:8} {median:10.1f} {tail:10.1f} {targets.get(name, ''):>8}")
    return any(found[name][0] > target for name, target in targets.items())


def windows(options, photos):
    """Prints what a window of 100 takes more in a worker. True when that is too much."""
    found = _run(options, "windows", _large(options, photos), options.work / "large-data", options.seed)
    more = found["worker"][0] - found["here"][0]
    print(f"a window of 100 of {LARGE} assets; microseconds: median and p99")
    for name, (median, tail) in found.items():
        print(f"{name:8} {median:10.1f} {tail:10.1f}")
    print(f"more     {more:10.1f}   target {options.worker:.0f}")
    return more > options.worker


def isolation(options, photos):
    """Prints what thumbnails cost more in a worker: with as many at once as Picker chooses, and one at a time, where processors
    sleep while the two processes wait for each other. True when one more photo costs more than three hundredths more as Picker
    chooses.

    What a library costs once (programs that start, an index) is told apart: two libraries, of which one has more photos.
    """
    folders = {"few": _few(options, photos), "all": _many(options, photos)}
    counts = {name: len(os.listdir(folder)) for name, folder in folders.items()}
    missed = False
    for side in (256, 1024):
        for jobs in (None, 1):
            commands = {(name, place): _thumbnails(options, folder, side, jobs, place)
                        for name, folder in folders.items() for place in ("in-process", "worker")}
            series = processes.in_turns(commands, options.rounds, 60)
            print(f"a thumbnail of {side} pixels, {f'{jobs} at once' if jobs else 'as Picker chooses'}; milliseconds, and what is more "
                  "in a worker")
            for figure in ("wall", "processor"):
                each, once = {}, {}
                for place in ("in-process", "worker"):
                    few, every = (getattr(series[name, place], figure) * 1000 for name in folders)
                    each[place] = (every - few) / (counts["all"] - counts["few"])
                    once[place] = every - each[place] * counts["all"]
                more = each["worker"] / each["in-process"] - 1
                print(f"  {figure:10} {each['in-process']:.2f} and {each['worker']:.2f}, {more:+.1%}{'' if jobs else '   target +3 %'}   "
                      f"once for a library: {once['in-process']:.0f} and {once['worker']:.0f}")
                missed = missed or (jobs is None and more > 0.03)
    return missed


def _thumbnails(options, folder, side, jobs, place):
    """A command that makes all thumbnails of a folder again, its environment, and what goes before each run."""
    out = options.work / f"thumbnails-{place}"
    arguments = [
        str(options.binaries / "picker"), "thumbnails", "--library", str(folder), "--size", str(side), "--out", str(out),
        *(["--jobs", str(jobs)] if jobs else []), "--thumbnail-cache", "0", "--isolation", place, "--quiet", "--data-dir",
        str(options.work / f"thumbnails-data-{place}")]
    return arguments, environment(options), lambda: shutil.rmtree(out, ignore_errors=True)


def _few(options, photos):
    """A tenth of the photos, one of each name."""
    folder = options.work / "few-photos"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file in photos.glob("*-0.jpg"):
        os.link(file, folder / file.name)
    return folder


def _many(options, photos):
    """Four times the photos, so that what differs is more than what machines do from run to run."""
    folder = options.work / "many-photos"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file in photos.iterdir():
        for number in range(4):
            os.link(file, folder / f"{number}-{file.name}")
    return folder


def scroll(options, photos):
    """Prints what a fast scroll does. True when a target was missed."""
    missed = False
    for place in ("here", "worker"):
        found = _run(
            options, "scroll", _large(options, photos), options.work / f"large-data-{place}", options.seed, STOPS, place)
        screen, alive, begun, made = (found[name][0] for name in ("screen", "alive", "begun", "made"))
        wasted = (begun - made) / begun
        print(f"fast scroll, {place}: {alive:.0f} requests alive of {screen:.0f} on a screen; {begun:.0f} begun, "
              f"{wasted:.1%} wasted   target 20 %")
        print(f"  after a stop, milliseconds: cells p50 {found['cells'][0]:.0f}, p95 {found['cells'][1]:.0f}   target 300; "
              f"p95 of a screen: median {found['screens'][0]:.0f}, worst {found['screens'][1]:.0f}")
        missed = missed or alive > screen or wasted > 0.2 or found["cells"][1] > 300
    return missed


def flood(options, photos):
    """Prints what 1,000 images at full resolution leave to others. True when a target was missed."""
    missed = False
    for place in ("here", "worker"):
        found = _run(options, "flood", _large(options, photos), options.work / f"large-data-{place}", FLOOD, place)
        before, most, budget = found["memory"]
        print(f"1,000 at full resolution, {place}, of which {found['made'][0]:.0f} were made in {FLOOD} s; milliseconds:")
        for name, target in (("albums", 50), ("thumbnails", 500)):
            print(f"  {name:10} median {found[name][0]:.1f}, p99 {found[name][1]:.1f}   target {target}")
            missed = missed or found[name][1] > target
        print(f"  memory: {before:.0f} MiB before, {most:.0f} at most, budget {budget:.0f}")
        missed = missed or most > 1.1 * budget + BASE
    return missed


def _run(options, *arguments):
    """Rows of picker-host-times: figures by name."""
    result = subprocess.run(
        [str(options.binaries / "picker-host-times"), *map(str, arguments)], env=environment(options), check=True,
        stdout=subprocess.PIPE, text=True)
    rows = [line.split() for line in result.stdout.splitlines()]
    return {name: [float(figure) for figure in figures] for name, *figures in rows}


def environment(options):
    """That of programs which are measured: with a home of their own."""
    home = options.work / "home"
    home.mkdir(exist_ok=True)
    return {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"), "XDG_RUNTIME_DIR": str(home)}


def _large(options, photos):
    """A library of many names of the same photos."""
    folder = options.work / "large"
    if folder.exists():
        return folder
    unfinished = options.work / "large.part"
    shutil.rmtree(unfinished, ignore_errors=True)
    files = sorted(photos.glob("*-0.jpg"))
    for number in range(LARGE):
        part = unfinished / f"{number // EACH_FOLDER:03}"
        if number % EACH_FOLDER == 0:
            part.mkdir(parents=True)
        os.link(files[number % len(files)], part / f"{number:06}.jpg")
    unfinished.rename(folder)
    return folder
