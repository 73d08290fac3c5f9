"""What other programs say of files."""

import json
import shutil
import subprocess

import pytest


def needs(program, package):
    """Skips tests where a program is not installed."""
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}: install {package}")


needs_exiftool = needs("exiftool", "libimage-exiftool-perl")
needs_vips = needs("vipsheader", "libvips-tools")
needs_ffprobe = needs("ffprobe", "ffmpeg")


def exiftool(folder, paths):
    """What ExifTool reads, by path; keys are `group:tag`, values as the file has them."""
    output = subprocess.run(
        ["exiftool", "-json", "-G1", "-n", "-charset", "filename=utf8", "-@", "-"], cwd=folder, timeout=600,
        input="\n".join(paths).encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return {record["SourceFile"]: record for record in json.loads(output)}


def vips_sizes(folder, paths):
    """Width and height upright as libvips finds them, by path; those that it opens."""
    output = subprocess.run(
        ["vipsheader", "-a", *paths], cwd=folder, timeout=600, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ).stdout.decode("utf8", "replace")
    fields = {}
    known = set(paths)
    for line in output.splitlines():
        path, _, rest = line.partition(": ")
        name, separator, value = rest.partition(": ")
        if path in known and separator:
            fields.setdefault(path, {})[name] = value
    return {path: _upright(entry) for path, entry in fields.items() if "width" in entry}


def _upright(fields):
    width, height = int(fields["width"]), int(fields["height"])
    return (height, width) if int(fields.get("orientation", 1)) >= 5 else (width, height)


def vips_thumbnail(source, out, side, has_profile):
    """Writes an upright thumbnail in sRGB that fits into a square. False where libvips cannot read the file."""
    # Without a profile, libvips would take colours for those of a device that is not sRGB.
    conversion = ["--export-profile", "srgb"] if has_profile else []
    result = subprocess.run(
        ["vipsthumbnail", source, "--size", f"{side}x{side}>", *conversion, "--output", out],
        timeout=120, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return result.returncode == 0 and out.exists()


def ffprobe(source):
    """Streams and format of a video."""
    return json.loads(
        subprocess.run(
            ["ffprobe", "-v", "error", "-print_format", "json", "-show_format", "-show_streams", source], timeout=120,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
