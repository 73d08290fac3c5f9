"""Thumbnails of one host behind nginx and of three, over one database and one S3. Each host gets a part of a processor, as a slow machine of
its own, so that there is time left for nginx, the servers and who asks."""

import pathlib
import re
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from cluster import photos
from cluster.hosts import Hosts
from cluster.library import Library
from cluster.servers import Servers
from owner import Owner

import processor_times
import shares

SIDE = 256
# Who ask at the same time.
ASKING = 12
ROUNDS = 3


def measure(options):
    """Prints thumbnails a second, how many each host served, and what that took of it and of the servers."""
    servers = Servers.start()
    try:
        with tempfile.TemporaryDirectory(prefix="picker-scale-") as scratch:
            folder = pathlib.Path(scratch)
            photos.fill(folder / "photos", options.photos, size=(640, 480))
            library = Library(servers)
            library.ingest(folder / "photos")
            runs = {1: [], 3: []}
            for number in range(ROUNDS):
                for count in runs:
                    runs[count].append(run(folder / f"{count}-{number}", library, count, options.share))
            report(runs, options)
    except shares.NoShares as error:
        print(f"thumbnails of hosts with a part of a processor each were not measured: {error}", flush=True)
    finally:
        servers.end()


def run(folder, library, count, share):
    """Asks hosts that have nothing in their caches for each photo once: photos a second, photos of each host, and the seconds of a
    processor that a photo takes of each kind of part."""
    folder.mkdir()
    hosts = Hosts(folder, library, count)
    with shares.shares(count, share) as parts:
        try:
            hosts.start(before=[part.enter for part in parts])
            owner = Owner(hosts.hosts[0].link)
            paths = [
                f"/picker/v1/assets/{asset['localIdentifier']}/image?w={SIDE}&h={SIDE}&v={asset['version']}" for asset in owner.assets()]
            signed_in = {"Cookie": owner.cookie, "X-Picker": owner.secrets["proof"]}
            # What a host does once belongs to no photo: it opens the library, and knows the browser.
            for _ in range(4 * count):
                assert owner.ask("GET", "/picker/v1/session")[0] == 200
            served, spent, begun = counted(hosts), seconds(parts), time.monotonic()
            with ThreadPoolExecutor(ASKING) as pool:
                for status, body in pool.map(lambda path: hosts.ask("GET", path, signed_in), paths):
                    assert status == 200 and len(body) > 500, (status, body)
            took = time.monotonic() - begun
            now_spent = seconds(parts)
            served = [after - before for after, before in zip(counted(hosts), served)]
            assert sum(served) == len(paths), served
            return len(paths) / took, served, {kind: (now - spent[kind]) / len(paths) for kind, now in now_spent.items()}
        finally:
            hosts.end()


def seconds(parts):
    return {"host": sum(part.seconds() for part in parts)} | processor_times.of_servers()


def counted(hosts):
    """How many images each host has begun to make, as it says itself."""
    answers = [host.home.picker("ctl", "metrics").stdout for host in hosts.hosts]
    return [int(re.search(r"^picker_images_begun_total (\d+)$", answer, re.MULTILINE).group(1)) for answer in answers]


def report(runs, options):
    one, three = (statistics.median(rate for rate, _, _ in runs[count]) for count in (1, 3))
    print(
        f"thumbnails of {SIDE} px a second, hosts with {options.share:.0%} of a processor each: "
        f"one {one:.1f}, three {three:.1f}, ratio {three / one:.2f}", flush=True)
    for count, found in runs.items():
        for rate, served, work in found:
            parts = ", ".join(f"{kind} {1000 * taken:.1f}" for kind, taken in work.items())
            print(f"  {count}: {rate:.1f} a second; served by each {served}; ms of a processor for each: {parts}", flush=True)
    model({kind: statistics.median(work[kind] for _, _, work in runs[3]) for kind in runs[3][0][2]})


def model(demand):
    """Prints what more machines would serve at most, by the utilization law: no part works more than all of its time, so that N hosts and one
    server of each kind, with a processor each, answer no more than min(N / host, 1 / PostgreSQL, 1 / S3). See Denning and Buzen, "The
    Operational Analysis of Queueing Network Models", 1978."""
    least = {kind: 1 / taken if taken else float("inf") for kind, taken in demand.items()}
    end = min(least["PostgreSQL"], least["S3"])
    who = min(("PostgreSQL", "S3"), key=least.get)
    rates = ", ".join(f"{count}: {min(count * least['host'], end):.0f}" for count in (1, 3, 10, 30))
    print(f"model, not measured: hosts of a processor each serve a second at most {rates}; {who} of one processor ends it at {end:.0f}", flush=True)
