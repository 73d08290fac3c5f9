"""Compares a database, a bucket and the folders that were brought in: nothing may be lost, doubled or orphaned."""

import hashlib
import pathlib

from .library import Library

CURRENT = "until = 9223372036854775807"
# What the triggers count, and the same counted again.
COUNTED = "SELECT utc, civil, created_offset, media_type, is_hidden, count FROM picker.day_count WHERE count <> 0"
RECOUNTED = f"""
SELECT picker.day(created, 0), picker.day(created, coalesce(created_offset, 0)), coalesce(created_offset, 0), media_type, is_hidden,
count(*) FROM picker.asset WHERE {CURRENT} GROUP BY 1, 2, 3, 4, 5"""


def problems(library: Library, folder: pathlib.Path, keeps_duplicates: bool = False) -> list[str]:
    """What is wrong, a line each; of a library into which nothing but this folder was brought, all of it photos."""
    found: list[str] = []
    hashes = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*")
              if path.is_file() and path.suffix != ".xmp"}
    rows = library.sql(
        "SELECT encode(a.path, 'hex'), encode(f.hash, 'hex'), f.byte_size FROM picker.asset a "
        f"JOIN picker.file f ON f.body = a.body WHERE a.{CURRENT}")
    listed = [(bytes.fromhex(row[0]).decode("utf-8", "surrogateescape"), row[1], int(row[2])) for row in rows]
    paths = [path for path, _, _ in listed]
    found += [f"{path} is there more than once" for path in set(paths) if paths.count(path) > 1]
    for path, digest, _ in listed:
        if hashes.get(folder / path) != digest:
            found.append(f"{path} has the hash {digest[:8]}, which is not that of the file")
    found += [f"{path} is lost" for path, digest in hashes.items() if digest not in {row[1] for row in rows}]
    if not keeps_duplicates:
        digests = [digest for _, digest, _ in listed]
        found += [f"the content {digest[:8]} is there twice" for digest in set(digests) if digests.count(digest) > 1]

    objects = library.buckets.objects(library.name)
    known = {f"original/{row[0]}": int(row[1]) for row in library.sql("SELECT encode(hash, 'hex'), byte_size FROM picker.object")}
    known |= {
        f"rendition/{row[0]}/{row[1]}": int(row[2])
        for row in library.sql("SELECT encode(hash, 'hex'), level, byte_size FROM picker.rendition")}
    found += [f"the object {key} is missing" for key in known.keys() - objects.keys()]
    found += [f"the object {key} is of nothing" for key in objects.keys() - known.keys()]
    found += [f"the object {key} has {objects[key]} bytes, not {size}" for key, size in known.items()
              if key in objects and objects[key] != size]
    for statement, what in (
        ("SELECT count(*) FROM picker.object o WHERE NOT EXISTS (SELECT FROM picker.file f WHERE f.hash = o.hash)",
         "objects in the table are of no file"),
        ("SELECT count(*) FROM picker.body b WHERE NOT EXISTS (SELECT FROM picker.asset a WHERE a.body = b.id)",
         "bodies are of no asset"),
        ("SELECT count(*) FROM picker.job WHERE state = 0", "jobs still wait"),
        ("SELECT count(*) FROM picker.asset a, picker.library l WHERE a.since > l.change", "rows are of changes to come"),
        (f"SELECT count(*) FROM (({COUNTED} EXCEPT {RECOUNTED}) UNION ALL ({RECOUNTED} EXCEPT {COUNTED})) differences",
         "counts by day are not those of the assets"),
    ):
        number = int(library.sql(statement)[0][0])
        if number:
            found.append(f"{number} {what}")
    return found
