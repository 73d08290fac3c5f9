"""What a photo was taken with."""

from comparison import Comparison
from oracles import needs_exiftool

# Keys of picker's JSON, and where ExifTool has the same.
FACTS = {
    "make": ["IFD0:Make", "XMP-tiff:Make"],
    "model": ["IFD0:Model", "XMP-tiff:Model"],
    "lens": ["ExifIFD:LensModel", "XMP-exifEX:LensModel", "XMP-aux:Lens"],
    "exposureTime": ["ExifIFD:ExposureTime", "ExifIFD:ShutterSpeedValue"],
    "fNumber": ["ExifIFD:FNumber", "ExifIFD:ApertureValue"],
    "focalLength": ["ExifIFD:FocalLength"],
    "isoSpeed": [
        "ExifIFD:ISO", "ExifIFD:RecommendedExposureIndex", "ExifIFD:ISOSpeed", "ExifIFD:StandardOutputSensitivity"],
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
            theirs = next((records[path][name] for name in names if says(records[path], name)), None)
            if key == "lens" and theirs is None:
                theirs = lens_of_note(records[path])
            comparison.add(path, key, camera.get(key), theirs, means_same(camera.get(key), theirs))
    comparison.check(least=800)


# What is written instead of the name of a lens.
NO_LENS = {"", "N/A", "NO-LENS", "NONE", "NO LENS", "UNKNOWN"}

# Where makers name a lens, and where its numbers are: the shortest and longest focal length, the widest apertures at these.
NOTE_NAMES = ["Canon:LensModel", "Panasonic:LensType", "Olympus:LensModel"]
NOTE_NUMBERS = ["Nikon:Lens", "ExifIFD:LensInfo", "IFD0:DNGLensInfo"]
NOTE_RANGES = {
    "Canon": ["MinFocalLength", "MaxFocalLength"],
    "FujiFilm": ["MinFocalLength", "MaxFocalLength", "MaxApertureAtMinFocal", "MaxApertureAtMaxFocal"],
}


def lens_of_note(record):
    """The lens that EXIF does not name, as picker writes it."""
    for name in NOTE_NAMES:
        if not is_nothing(record.get(name, "")):
            return str(record[name])
    for group, names in NOTE_RANGES.items():
        values = [record.get(f"{group}:{name}") for name in names]
        if None not in values and described(values):
            return described(values)
    found = (described(str(record[name]).split()) for name in NOTE_NUMBERS if name in record)
    return next((text for text in found if text), None)


def described(values):
    """"18-55mm f/3.5-5.6"; nothing without a focal length."""
    numbers = [number if 0 < number < 20_000 else None for number in map(known, values)] + [None, None]
    shortest, longest, first, last = numbers[:4]
    if not (shortest or longest):
        return None
    text = span(shortest or longest, longest or shortest) + "mm"
    return f"{text} f/{span(first, last or first)}" if first else text


def known(value):
    """A number; 0 for what is none."""
    try:
        return float(value)
    except ValueError:
        return 0


def span(first, last):
    """Both ends, or the one that there is."""
    first, last = (f"{round(number, 1):g}" for number in (first, last))
    return first if first == last else f"{first}-{last}"


def means_same(ours, theirs):
    if ours is None:
        return theirs is None or is_nothing(theirs)
    # ExifTool writes numbers of many digits as texts.
    if isinstance(ours, int | float) and (number := known(theirs or "")):
        return abs(ours - number) <= 0.001 * max(abs(ours), abs(number))
    return str(ours).strip() == str(theirs).strip()


def says(record, name):
    """Whether it has a value. A logarithm of 0, which ExifTool turns into 1, is none."""
    is_logarithm = name in ("ExifIFD:ShutterSpeedValue", "ExifIFD:ApertureValue")
    return not is_nothing(record.get(name, "")) and not (is_logarithm and record[name] == 1)


def is_nothing(value):
    """What cameras write that do not know: zeros, infinity, blanks."""
    return value in (0, "undef", "inf") or str(value).strip("- \0").upper() in NO_LENS
