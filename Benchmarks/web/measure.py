"""The page in real browsers, and media links of a program beside the page's own thumbnails: see README.md. Started by `run`."""

import argparse
import contextlib
import http.client
import importlib.util
import json
import pathlib
import re
import statistics
import subprocess
import sys

BENCHMARKS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(BENCHMARKS), str(BENCHMARKS / "host"), str(BENCHMARKS / "imaging")]

import browse  # noqa: E402  pylint: disable=wrong-import-position
import flood  # noqa: E402  pylint: disable=wrong-import-position
import load  # noqa: E402  pylint: disable=wrong-import-position

_SPEC = importlib.util.spec_from_file_location("host_measure", BENCHMARKS / "host" / "measure.py")
host = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(host)


def main():
    options = _options()
    missed = []
    if "page" in (options.only or ["page"]):
        missed += browse.measure(options)
    if "links" in (options.only or ["links"]):
        missed += _measure_links(options)
    if missed:
        sys.exit("targets were missed: " + "; ".join(missed))


def _measure_links(options):
    photos = host._photos(options)
    with contextlib.ExitStack() as stack:
        port, owner = stack.enter_context(host._picker(options, photos))
        pages = host._images(port, owner, options.work / "www")
        links, program = _links(options, port, owner, pages)
        servers = {"page": (port, pages, owner), "media": (port, links, program), "held": (port, links, program)}
        found = {name: [] for name in servers}
        for counts in [False] + [True] * options.rounds:
            for name, server in servers.items():
                held = flood.held(port, options.idle, options.slow, program) if name == "held" else contextlib.nullcontext()
                with held:
                    answer = load.measure(options, name, *server)
                if counts:
                    found[name].append(answer)
    rates = {name: statistics.median(rate for rate, _ in answers) for name, answers in found.items()}
    print(f"over HTTP, {options.connections} connections, {len(pages)} thumbnails of {host.SIDE} pixels; requests a second")
    tails = {name: statistics.median(tail for _, tail in answers) for name, answers in found.items()}
    for name, answers in found.items():
        spread = [rate for rate, _ in answers]
        print(f"{name:8} {rates[name]:10.0f}   {min(spread):.0f} to {max(spread):.0f}   p99 {tails[name]:.1f} ms")
    ratio, slower = rates["media"] / rates["page"], tails["held"] / tails["media"]
    print(f"links to pages, requests a second {ratio:10.3f}   at least {options.ratio}")
    print(f"p99 of links                      {tails['media']:10.1f}   at most {options.tail} ms")
    print(f"p99 with {options.idle} idle and {options.slow} slow {slower:10.2f}   at most {options.slower} times without")
    return ["media links"] if ratio < options.ratio or tails["media"] > options.tail or slower > options.slower else []


def _options():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--binaries", "--work"):
        parser.add_argument(name, type=lambda text: pathlib.Path(text).resolve(), required=True)
    parser.add_argument("--corpus", type=pathlib.Path, help="the folder of the photo corpus")
    parser.add_argument("--only", action="append", choices=["page", "links"], help="a part; none: both")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each that count")
    parser.add_argument("--seconds", type=int, default=5, help="of each run")
    parser.add_argument("--connections", type=int, default=64, help="at once")
    parser.add_argument("--ratio", type=float, default=0.95, help="the least of the page's requests a second")
    parser.add_argument("--tail", type=float, default=40, help="the most milliseconds of the 99th percentile of links")
    parser.add_argument("--idle", type=int, default=2000, help="connections that are idle in the third series")
    parser.add_argument("--slow", type=int, default=200, help="requests that trickle in in the third series")
    parser.add_argument("--slower", type=float, default=2, help="the most times that these make the 99th percentile")
    return parser.parse_args()


def _links(options, port, owner, pages):
    """Picks everything for a program. The targets of its links, in the order of the pages', and its header fields."""
    command = [str(options.binaries / "picker"), "clients", "add", f"bench {port}"]
    token = subprocess.run(command, env=host._environment(options), check=True, capture_output=True, text=True).stdout.strip()
    program = {"Authorization": f"Bearer {token}"}
    session = _ask(port, "POST", "/v1/sessions", program)["id"]
    assets = [re.search(r"assets/([^/]+)/image", page)[1] for page in pages]
    _ask(port, "POST", f"/picker/v1/sessions/{session}/session/done", owner, {"assets": assets})
    links, token = [], ""
    while token is not None:
        page = _ask(port, "GET", f"/v1/mediaItems?sessionId={session}&pageSize=100&pageToken={token}", program)
        links += [item["mediaFile"]["baseUrl"].split(str(port), 1)[1] for item in page["mediaItems"]]
        token = page.get("nextPageToken")
    return [f"{link}=w{host.SIDE}-h{host.SIDE}" for link in links], program


def _ask(port, method, target, headers, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request(method, target, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status != 200:
        sys.exit(f"{target}: {answer.status}: {text[:200]!r}")
    return json.loads(text)


if __name__ == "__main__":
    main()
