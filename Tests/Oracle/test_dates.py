"""When a photo was taken."""

import re

from comparison import Comparison
from oracles import needs_exiftool

# Where docs/photos.md says that a date comes from, in that order: what cameras and people wrote.
TAKEN = [
    "ExifIFD:DateTimeOriginal", "XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated", "IPTC",
    "ExifIFD:CreateDate", "XMP-exif:DateTimeDigitized", "XMP-xmp:CreateDate",
]
# Other names of the same, in files of several makers and in PNG.
OFFSETS = {
    "ExifIFD:DateTimeOriginal": "ExifIFD:OffsetTimeOriginal", "ExifIFD:CreateDate": "ExifIFD:OffsetTimeDigitized",
}
_TIME = re.compile(r"(\d{4}):(\d\d):(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|[+-]\d\d:\d\d)?$")


@needs_exiftool
def test_dates_are_those_that_exiftool_reads(library, paths, records):
    comparison = Comparison("date")
    for path in paths:
        record = records.get(path)
        if not record or library.assets[path]["mediaType"] != "image":
            continue
        ours, source = library.assets[path]["creationDate"], library.assets[path]["creationDateSource"]
        theirs, offset = taken(record)
        if theirs:
            comparison.add(path, "date", ours[:19] if source == "metadata" else source, theirs)
            if offset and source == "metadata":
                comparison.add(path, "offset", zone(ours), zone(offset))
        elif satellite := satellite_time(record):
            comparison.add(path, "date by GPS", (ours[:19], source), (satellite, "gps"))
        elif changed := parsed(record.get("IFD0:ModifyDate")):
            comparison.add(path, "date of change", ours[:19] if source == "metadata" else source, changed[0])
        else:
            comparison.add(path, "source", source, "no date", source in ("filename", "modification"))
    comparison.check(least=400)


def taken(record):
    """The clock and the zone, the latter where the file has it beside the clock."""
    for name in TAKEN:
        value = iptc(record) if name == "IPTC" else record.get(name)
        if date := parsed(value):
            return date[0], date[1] or zone_of(record, name)
    return None, None


def zone_of(record, name):
    offset = record.get(OFFSETS.get(name, ""))
    return offset if isinstance(offset, str) and re.fullmatch(r"[+-]\d\d:\d\d|Z", offset) else None


def iptc(record):
    day, time = record.get("IPTC:DateCreated"), record.get("IPTC:TimeCreated")
    return f"{day} {time}" if day and time else day


def satellite_time(record):
    day, time = record.get("GPS:GPSDateStamp"), record.get("GPS:GPSTimeStamp")
    date = parsed(f"{day} {time}") if day and time else None
    return date and date[0]


def parsed(value):
    match = _TIME.match(str(value or "").strip())
    if not match or match[1] < "1900":
        return None
    year, month, day, hour, minute, second, offset = match.groups()
    if not (1 <= int(month) <= 12 and 1 <= int(day) <= 31):
        return None
    return f"{year}-{month}-{day}T{hour or '00'}:{minute or '00'}:{second or '00'}", offset


def zone(text):
    """Minutes east of UTC at the end of a text."""
    if text.endswith("Z"):
        return 0
    sign, hours, minutes = re.search(r"([+-])(\d\d):(\d\d)$", text).groups()
    return (int(hours) * 60 + int(minutes)) * (1 if sign == "+" else -1)
