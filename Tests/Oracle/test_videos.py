"""What videos are, and what they show."""

import re
import subprocess
from datetime import datetime

from comparison import Comparison
from oracles import ffprobe, needs_ffprobe
from test_colors import mean_distance

# Of 255.
TOLERANCE = 3.0


@needs_ffprobe
def test_videos_are_what_ffprobe_says(library, corpus, paths):
    comparison = Comparison("video")
    videos = [path for path in paths if library.assets[path]["mediaType"] == "video"]
    for path, document in library.details(videos).items():
        probed = ffprobe(corpus / path)
        stream = next(stream for stream in probed["streams"] if stream["codec_type"] == "video")
        size = (document["pixelWidth"], document["pixelHeight"])
        comparison.add(path, "size", size, upright_size(stream))
        seconds = float(probed["format"].get("duration", 0))
        comparison.add(
            path, "duration", document["duration"], seconds, abs((document["duration"] or 0) - seconds) < 0.1)
        tags = probed["format"].get("tags", {})
        # Apple's has the zone of the place, the other one is UTC; Sony has both, a few seconds apart.
        if created := tags.get("com.apple.quicktime.creationdate"):
            comparison.add(path, "date", document["creationDate"][:19], created[:19])
        elif created := stream.get("tags", {}).get("creation_time"):
            apart = abs((moment(document["creationDate"]) - moment(created)).total_seconds())
            comparison.add(path, "date", document["creationDate"], created, apart < 60)
        if place := tags.get("com.apple.quicktime.location.ISO6709"):
            comparison.add(path, "place", coordinates(document["location"]), parsed_place(place))
    comparison.check(least=20)


@needs_ffprobe
def test_frames_look_like_those_of_ffmpeg(library, corpus, paths, tmp_path):
    comparison = Comparison("frame")
    reference = tmp_path / "theirs.png"
    for path in paths:
        if library.assets[path]["mediaType"] != "video":
            continue
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-i", corpus / path, "-frames:v", "1", reference], check=True, timeout=120)
        ours = library.image(
            path, tmp_path / "ours.png", "--time", "0", "--size", "4096x4096", "--delivery", "high-quality")
        distance = mean_distance(ours, reference)
        comparison.add(path, "distance", round(distance, 1), 0, distance <= TOLERANCE)
    comparison.check(least=8)


def upright_size(stream):
    turns = [data.get("rotation", 0) for data in stream.get("side_data_list", [])]
    width, height = stream["width"], stream["height"]
    return (height, width) if any(int(turn) % 180 for turn in turns) else (width, height)


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def coordinates(place):
    return place and (round(place["latitude"], 4), round(place["longitude"], 4))


def parsed_place(text):
    latitude, longitude = re.match(r"([+-][\d.]+)([+-][\d.]+)", text).groups()
    return round(float(latitude), 4), round(float(longitude), 4)
