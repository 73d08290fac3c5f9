"""Where a photo was taken."""

from comparison import Comparison
from oracles import needs_exiftool

# In degrees: about a metre.
TOLERANCE = 0.00001


@needs_exiftool
def test_places_are_those_that_exiftool_reads(library, paths, records):
    comparison = Comparison("place")
    for path in paths:
        record = records.get(path)
        if not record or library.assets[path]["mediaType"] != "image":
            continue
        place = library.assets[path]["location"]
        ours = place and (place["latitude"], place["longitude"])
        comparison.add(path, "place", ours, position(record), is_near(ours, position(record)))
    comparison.check(least=400)


def position(record):
    """Latitude and longitude, of EXIF or else of XMP, where both are numbers on Earth."""
    # Of a reference without a number ExifTool makes zero.
    if isinstance(record.get("GPS:GPSLatitude"), int | float):
        return number_pair(record, "Composite:GPSLatitude", "Composite:GPSLongitude")
    return number_pair(record, "XMP-exif:GPSLatitude", "XMP-exif:GPSLongitude")


def number_pair(record, *names):
    latitude, longitude = (record.get(name) for name in names)
    if all(isinstance(value, int | float) for value in (latitude, longitude)):
        # Zeros stand for a place that is not known.
        if abs(latitude) <= 90 and abs(longitude) <= 180 and (latitude or longitude):
            return latitude, longitude
    return None


def is_near(ours, theirs):
    if ours is None or theirs is None:
        return ours == theirs
    return all(abs(one - other) < TOLERANCE for one, other in zip(ours, theirs))
