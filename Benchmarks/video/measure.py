"""Picker's posters of videos beside ffmpeg: see README.md. Started by `run`."""

import argparse
import pathlib
import statistics
import subprocess
import sys

BENCHMARKS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(BENCHMARKS)]
import processes  # noqa: E402

# What phones record: name, size, encoder and its options. The picture moves and has grain, so that no frame is cheap.
VIDEOS = {
    "1080p H.264": ("1920x1080", ["-c:v", "libx264", "-preset", "veryfast", "-b:v", "17M", "-pix_fmt", "yuv420p"]),
    "4K H.264": ("3840x2160", ["-c:v", "libx264", "-preset", "ultrafast", "-b:v", "45M", "-pix_fmt", "yuv420p"]),
    "4K HEVC": ("3840x2160", ["-c:v", "libx265", "-preset", "ultrafast", "-b:v", "25M", "-tag:v", "hvc1",
                              "-x265-params", "log-level=error", "-pix_fmt", "yuv420p"]),
    "4K HEVC, 10 bits": ("3840x2160", ["-c:v", "libx265", "-preset", "ultrafast", "-b:v", "25M", "-tag:v", "hvc1",
                                       "-x265-params", "log-level=error", "-pix_fmt", "yuv420p10le"]),
}
TINY = ("32x32", ["-c:v", "libx264", "-pix_fmt", "yuv420p"])


def main():
    options = _options()
    tiny = _video(options.work / "tiny.mp4", *TINY)
    print(f"posters of {options.side} pixels; medians of {options.rounds} runs in turns; milliseconds")
    print(f"{'video':18} {'poster':>8} {'first':>8} {'picker':>8} {'ffmpeg':>8} {'its start':>9} {'ratio':>6} {'without start':>14}")
    failed = False
    for title, video in VIDEOS.items():
        path = _video(options.work / (title.replace(" ", "-").replace(",", "") + ".mp4"), *video)
        ratio = _compare(options, title, path, tiny)
        failed = failed or ratio > options.target
    if failed:
        sys.exit(f"a poster took more than {options.target} times as long as ffmpeg")


def _options():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--binaries", "--work"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("--rounds", type=int, default=9, help="runs of each command that count")
    parser.add_argument("--side", type=int, default=512, help="of the box that posters fit into")
    parser.add_argument("--target", type=float, default=1.3, help="the most that a poster may take, in times of ffmpeg")
    parser.add_argument("--patience", type=float, default=20, help="seconds spent on repeating disturbed runs, per row")
    return parser.parse_args()


def _video(path, size, encoder):
    """Two seconds of a moving pattern with grain."""
    if not path.exists():
        unfinished = path.with_suffix(".part.mp4")
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=size={size}:rate=30:duration=2",
             "-vf", "noise=alls=12:allf=t", *encoder, "-g", "30", "-movflags", "+faststart", str(unfinished)],
            check=True)
        unfinished.rename(path)
    return path


def _ffmpeg(options, path):
    """The first frame as a JPEG of the same size, on one thread, as a poster has one."""
    out = options.work / "ffmpeg.jpg"
    scale = f"scale={options.side}:{options.side}:force_original_aspect_ratio=decrease:flags=lanczos"
    return ["ffmpeg", "-v", "error", "-y", "-threads", "1", "-i", str(path), "-frames:v", "1", "-vf", scale,
            "-q:v", "3", str(out)]


def _picker(options, path):
    return [str(options.binaries / "picker"), "image", path.name, "--library", str(path.parent), "--backend",
            "legacy-group", "--size", f"{options.side}x{options.side}", "--out", str(options.work / "picker.jpg")]


def _compare(options, title, path, tiny):
    """Prints one row. The ratio is that of a poster in a running process to the whole of ffmpeg."""
    commands = {
        "ffmpeg": (_ffmpeg(options, path), {}, lambda: None),
        "start": (_ffmpeg(options, tiny), {}, lambda: None),
        "picker": (_picker(options, path), {}, lambda: None),
    }
    series = processes.in_turns(commands, options.rounds, options.patience)
    times = {name: 1000 * found.wall for name, found in series.items()}
    first, poster = _posters(options, path)
    ratio = poster / times["ffmpeg"]
    bare = times["ffmpeg"] - times["start"]
    without_start = f"{poster / bare:.2f}" if bare > 0 else "-"
    disturbed = sum(found.disturbed for found in series.values())
    print(f"{title:18} {poster:8.1f} {first:8.1f} {times['picker']:8.1f} {times['ffmpeg']:8.1f} "
          f"{times['start']:9.1f} {ratio:6.2f} {without_start:>14}" + (f"  ({disturbed} disturbed)" if disturbed else ""))
    return ratio


def _posters(options, path):
    """The first poster of a process and the median of the later ones, medians over three processes."""
    command = [str(options.binaries / "picker-poster-times"), str(path), str(options.side), str(options.rounds)]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() for _ in range(3)]
    return tuple(statistics.median(float(run[index]) for run in runs) for index in (0, 1))


if __name__ == "__main__":
    main()
