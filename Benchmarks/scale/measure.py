"""Measures answers of a library of millions in PostgreSQL beside the SQL of the same answers, and how quickly photos come in.

The peer is psql in one session over the same server: statements as a person writes them who knows where each window begins,
from the statement to the last row, by psql's own clock. Both are asked by turns, so that a machine that gets slower does so for both.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests/Cluster"))

from cluster import database, photos, processes  # noqa: E402
from cluster.database import Database  # noqa: E402
from cluster.library import Library  # noqa: E402
from cluster.servers import Servers  # noqa: E402

import assets  # noqa: E402
import processor_times  # noqa: E402
import shares  # noqa: E402
import thumbnails  # noqa: E402

NOW = "until = 9223372036854775807"
COLUMNS = (
    "identifier, path, content_type, media_type, subtypes, width, height, created, created_offset, created_source, modified, "
    "byte_size, content_tag, duration, latitude, longitude, is_favorite, is_hidden, has_adjustments, file_count, "
    "preview_hash, sort_name")
NEWEST = "ORDER BY created DESC, sort_name DESC, identifier DESC"
SHOWN = f"{NOW} AND NOT is_hidden"
# What the page asks for at once, as in ScaleTimes.
WINDOW = 200
WORDS = ("rare", "2015", "img")
# How often Picker is asked, and then psql.
TURNS = 5
# Of the days on which clocks are mixed, the assets between the first and the last midnight, in their order. OFFSET keeps the server from
# reading all assets for it.
MIXED = """
SELECT picker.day(a.created, coalesce(a.created_offset, 0)) FROM (
    SELECT min(midnight) AS lower, max(midnight) AS upper FROM (
        SELECT DISTINCT utc, (floor((utc * 86400000 + created_offset * 60000) / 86400000.0)::bigint + 1) * 86400000
            - created_offset * 60000 AS midnight FROM picker.day_count WHERE NOT is_hidden
    ) clock GROUP BY utc HAVING count(*) > 1
) mixed CROSS JOIN LATERAL (
    SELECT created, created_offset, sort_name, identifier FROM picker.asset
    WHERE created >= lower AND created < upper AND until = 9223372036854775807 AND NOT is_hidden OFFSET 0
) a ORDER BY a.created DESC, a.sort_name DESC, a.identifier DESC
"""
# Milliseconds: what is wanted, of the 99th percentile for random windows, else of the median.
WANTED = {"first-window": 20, "first-window-watched": 20, "random-window": 15, "days": 50} | {f"search-{word}": 100 for word in WORDS}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--assets", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--photos", type=int, default=400, help="photos that are brought in by one worker, and by two, and shown by hosts")
    parser.add_argument("--share", type=float, default=0.15, help="of a processor, for each ingest and each host that stands for a machine of its own")
    parser.add_argument("--only", choices=["answers", "ingest", "hosts"])
    return parser.parse_args()


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, len(times) * part // 100)]


def large_database(folder, owner):
    """A server with memory for caches, whose files are on the disk."""
    server = Database(folder, owner)
    server.create()
    with (server.folder / "postgresql.auto.conf").open("a", encoding="utf-8") as file:
        file.write("shared_buffers = 2GB\nmax_wal_size = 16GB\nwork_mem = 16MB\nrandom_page_cost = 1.1\n")
    server.start()
    return server


def psql_times(server, name, statements):
    """Milliseconds of each statement, by the clock of one psql, which reads all rows. Nothing is compiled, as Picker wants it, too: that
    takes longer than these statements."""
    text = "\\timing on\n\\o /dev/null\n" + "".join(f"{statement};\n" for statement in statements)
    done = subprocess.run(
        [str(database.programs() / "psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(server.port), "-U",
         server.user, "-d", name],
        input=text, env=os.environ | {"PGPASSWORD": server.password, "PGOPTIONS": "-c jit=off"}, capture_output=True, text=True, check=True)
    times = [float(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("Time:")]
    assert len(times) == len(statements), done.stdout[:500]
    return times


def bare(server, name, options):
    """What the same answers take without Picker."""
    rounds = options.rounds

    def times(statement, rounds=rounds):
        return psql_times(server, name, [statement] * (rounds + 1))[1:]

    first = f"SELECT {COLUMNS} FROM picker.asset WHERE {SHOWN} {NEWEST} LIMIT {WINDOW}"
    state = "SELECT change FROM picker.library"
    figures = {
        "first-window": times(first),
        "first-window-watched": [sum(both) for both in zip(times(state), times(first))],
        "count": times("SELECT sum(count) FROM picker.day_count WHERE NOT is_hidden"),
        "days": [sum(both) for both in zip(
            times("SELECT utc, civil, created_offset, sum(count) FROM picker.day_count WHERE NOT is_hidden GROUP BY 1, 2, 3 "
                  "ORDER BY 1 DESC, 2 DESC"), times(MIXED))],
    }
    figures["albums"] = times(
        "SELECT b.identifier, b.title, count(*), min(a.created), max(a.created) FROM picker.album b JOIN picker.asset a "
        f"ON a.album = b.id WHERE {SHOWN} GROUP BY b.id ORDER BY b.sort_path, b.path", max(2, rounds // 4))
    days = server.sql("SELECT utc, sum(count) FROM picker.day_count WHERE NOT is_hidden GROUP BY 1 ORDER BY 1 DESC", name)
    starts, total = [], 0
    for day, count in days:
        starts.append((total, int(day)))
        total += int(count)
    numbers, statements = random.Random(options.seed), []
    for _ in range(10 * rounds):
        place = numbers.randrange(total - WINDOW)
        start, day = max(one for one in starts if one[0] <= place)
        statements.append(
            f"SELECT {COLUMNS} FROM picker.asset WHERE {SHOWN} AND created < {(day + 1) * 86_400_000} {NEWEST} "
            f"OFFSET {place - start} LIMIT {WINDOW}")
    figures["random-window"] = psql_times(server, name, statements)
    for word in WORDS:
        query = f"'''{word}'':*'::tsquery"
        # Titles and keywords first, as Picker has them.
        figures[f"search-{word}"] = times(
            f"SELECT {COLUMNS} FROM picker.asset WHERE {SHOWN} AND words @@ {query} "
            f"ORDER BY best_words @@ {query} DESC, created DESC, identifier LIMIT {WINDOW}", max(2, rounds // 4))
    return figures


def answers(options):
    """Answers of a library that has no files, so that its S3 may be away."""
    owner = processes.unprivileged_user()
    with tempfile.TemporaryDirectory(prefix="picker-scale-") as scratch:
        folder = pathlib.Path(scratch)
        if owner:
            os.chown(folder, *database.processes_owner(owner))
        server = large_database(folder, owner)
        try:
            measure_answers(server, options)
        finally:
            server.stop()


def plugin(server, name, options, words):
    """The times of each question through the plugin in milliseconds; none when there are no words: then the library is opened alone."""
    order = {
        "location": f"postgresql://127.0.0.1:{server.port}/{name}", "words": words,
        "settings": {"user": server.user, "password": server.password, "endpoint": "http://127.0.0.1:9", "bucket": "none",
                     "access-key": "none", "secret-key": "none", "insecure": "yes"}}
    program = pathlib.Path(os.environ["PICKER_BUILT"]) / "picker-scale-times"
    done = subprocess.run([program, str(options.rounds), str(options.seed)], input=json.dumps(order), capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"picker-scale-times ended with {done.returncode}: {done.stderr[:2000]}")
    lines = (line.split() for line in done.stdout.splitlines())
    return {what: [float(time) for time in times] for what, *times in lines}


def measure_answers(server, options):
    name = "scale"
    server.sql(f"CREATE DATABASE {name}")
    plugin(server, name, options, ())
    begun = time.monotonic()
    assets.fill(lambda statement: server.sql(statement, name), options.assets)
    size = server.sql("SELECT pg_size_pretty(pg_database_size(current_database()))", name)[0][0]
    print(f"{options.assets:,} assets, {size}, made in {time.monotonic() - begun:.0f} s; PostgreSQL "
          f"{server.sql('SHOW server_version')[0][0]}", flush=True)
    options.rounds = max(2, options.rounds // TURNS)
    taken, beside = collections.defaultdict(list), collections.defaultdict(list)
    for _ in range(TURNS):
        options.seed += 1
        for times, more in ((taken, plugin(server, name, options, WORDS)), (beside, bare(server, name, options))):
            for what, some in more.items():
                times[what] += some
    print("| answer | median, p99 | wanted | bare SQL: median, p99 | ratio of medians |\n|---|---|---|---|---|")
    for what, times in taken.items():
        median, last, wanted = statistics.median(times), percentile(times, 99), WANTED.get(what)
        row = f"| {what} | {median:.2f}, {last:.1f} ms | {f'{wanted} ms' if wanted else ''} |"
        if what in beside:
            peer = statistics.median(beside[what])
            row += f" {peer:.2f}, {percentile(beside[what], 99):.1f} ms | {median / peer:.2f} |"
        else:
            row += " | |"
        print(row, flush=True)


def times_of_all():
    """Seconds of a processor that kinds of processes took so far, with those of theirs that ended; and all that were idle."""
    taken = processor_times.of_servers()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken["ingest"] = usage.ru_utime + usage.ru_stime
    taken["nothing"] = int(pathlib.Path("/proc/stat").read_text(encoding="utf-8").split()[4]) / processor_times.TICKS
    return taken


def ingest(options):
    """How quickly photos come in with one worker and with two, into the servers of the tests."""
    servers = Servers.start()
    try:
        with tempfile.TemporaryDirectory(prefix="picker-scale-") as scratch:
            folder = pathlib.Path(scratch)
            photos.fill(folder, options.photos, size=(640, 480))
            ingest_together(servers, folder, options)
            ingest_apart(servers, folder, options)
    finally:
        servers.end()


def ingest_together(servers, folder, options):
    """Photos a second with one worker and with two of one program; each time another library. Also what of the processors each side
    took, since these end what a second worker gains where it is not the database."""
    rates = {1: [], 2: []}
    taken = {workers: collections.Counter() for workers in rates}
    for round_ in range(4):
        for workers in rates:
            library = Library(servers)
            before, begun = times_of_all(), time.monotonic()
            report = library.ingest(folder, workers=workers)
            spent = time.monotonic() - begun
            assert report["inserted"] == options.photos, report
            if round_:
                rates[workers].append(options.photos / spent)
                taken[workers].update({kind: now - before[kind] for kind, now in times_of_all().items()})
                taken[workers]["all"] += spent * os.cpu_count()
            library.drop()
    print_rates("workers of one program", rates)
    print(f"{os.cpu_count()} processors, on which the database and the S3 work, too", flush=True)
    for workers, times in taken.items():
        parts = ", ".join(f"{kind} {times[kind] / times['all']:.0%}" for kind in ("ingest", "PostgreSQL", "S3", "nothing"))
        print(f"of the processors' time with {workers}: {parts}", flush=True)


def ingest_apart(servers, folder, options):
    """The same with programs that get a part of a processor each, as on slow machines of their own: there is time left for the servers,
    so that what a second one gains is limited by the work that they share alone."""
    rates = {1: [], 2: []}
    try:
        for _ in range(3):
            for count in rates:
                library = Library(servers)
                with shares.shares(count, options.share) as parts:
                    begun = time.monotonic()
                    running = [library.begin_ingest(folder, before=part.enter, workers=1) for part in parts]
                    reports = [json.loads(one.communicate()[0]) for one in running]
                    spent = time.monotonic() - begun
                assert sum(report["inserted"] for report in reports) == options.photos, reports
                rates[count].append(options.photos / spent)
                library.drop()
    except shares.NoShares as error:
        print(f"programs with a part of a processor each were not measured: {error}", flush=True)
        return
    print_rates(f"programs, each with {options.share:.0%} of a processor,", rates)


def print_rates(who, rates):
    one, two = (statistics.median(rates[count]) for count in (1, 2))
    print(f"ingest, photos of 640 x 480 a second: {who} one {one:.1f}, two {two:.1f}, ratio {two / one:.2f}", flush=True)


def main():
    options = arguments()
    # So that what was started ends with this, too.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(143))
    if options.only in (None, "answers"):
        answers(options)
    if options.only in (None, "ingest"):
        ingest(options)
    if options.only in (None, "hosts"):
        thumbnails.measure(options)


if __name__ == "__main__":
    main()
