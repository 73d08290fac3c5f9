"""What a photo was taken with."""

from comparison import Comparison
from oracles import needs_exiftool

# Keys of picker's JSON, and where ExifTool has the same.
FACTS = {
    "make": ["IFD0:Make", "XMP-tiff:Make"],
    "model": ["IFD0:Model", "XMP-tiff:Model"],
    "lens": ["ExifIFD:LensModel", "XMP-exifEX:LensModel", "XMP-aux:Lens"],
    "exposureTime": ["ExifIFD:ExposureTime"],
    "fNumber": ["ExifIFD:FNumber"],
    "focalLength": ["ExifIFD:FocalLength"],
    "isoSpeed": ["ExifIFD:ISO"],
}


@needs_exiftool
def test_cameras_are_those_that_exiftool_reads(library, paths, records):
    comparison = Comparison("camera")
    asked = [
        path for path in paths
        if library.assets[path]["mediaType"] == "image" and any(
            name in records.get(path, {}) for names in FACTS.values() for name in names)
    ]
    for path, document in library.details(asked).items():
        camera = document["camera"] or {}
        for key, names in FACTS.items():
            theirs = next((records[path][name] for name in names if records[path].get(name) not in (None, "")), None)
            comparison.add(path, key, camera.get(key), theirs, means_same(camera.get(key), theirs))
    comparison.check(least=800)


def means_same(ours, theirs):
    if ours is None:
        return theirs is None or is_nothing(theirs)
    if isinstance(ours, int | float) and isinstance(theirs, int | float):
        return abs(ours - theirs) <= 0.001 * max(abs(ours), abs(theirs))
    return str(ours).strip() == str(theirs).strip()


def is_nothing(value):
    """What cameras write that do not know: zeros, infinity, blanks."""
    return value in (0, "undef", "inf") or not str(value).strip("- \0")
