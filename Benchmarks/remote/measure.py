"""Measures Picker over a fake Immich server that takes 50 ms for each answer, beside the same requests without Picker.

Everything goes over HTTP to `picker serve`, signed in, as the page asks it. The peer is a client of Python's own that asks
the server for what the backend asks it for, over as many connections.
"""

import argparse
import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
THUMBNAILS = 60
# Pixels: what the cells of a page ask for, on a phone and on a desktop.
SIDE = 240


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binaries", required=True, help="where picker and its plugins are")
    parser.add_argument("--assets", type=int, default=100_000, help="assets of the server's library")
    parser.add_argument("--latency", type=int, default=50, help="milliseconds that each answer takes")
    parser.add_argument("--connections", type=int, default=8, help="connections to the server at once")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--isolation", default="in-process", choices=["in-process", "worker"])
    return parser.parse_args()


class Client:
    """A connection that stays open, and what each of its requests needs."""

    def __init__(self, url, headers):
        self.host = urllib.parse.urlsplit(url).netloc
        self.headers = headers
        self.connection = http.client.HTTPConnection(self.host, timeout=120)

    def ask(self, path, method="GET", body=None):
        headers = dict(self.headers, **({"Content-Type": "application/json"} if body else {}))
        self.connection.request(method, path, body=json.dumps(body) if body else None, headers=headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 300 and "location" not in answer.headers:
            raise SystemExit(f"{path}: {answer.status} {content[:200]!r}")
        return answer, content


def milliseconds(body):
    begin = time.perf_counter()
    result = body()
    return (time.perf_counter() - begin) * 1000, result


def in_parallel(clients, paths):
    """Each client takes the next path when it has its answer."""
    rest = list(reversed(paths))

    def work(client):
        while rest:
            client.ask(rest.pop())

    with concurrent.futures.ThreadPoolExecutor(len(clients)) as pool:
        list(pool.map(work, clients))


def memory(process):
    """The most that the process had, in MiB."""
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", text).group(1)) / 1024


def serve(options, folder, server):
    """Starts picker over the server: the process, how long it took to listen, its address and the cookie of its owner."""
    environment = dict(os.environ, HOME=folder, XDG_CONFIG_HOME=f"{folder}/config", XDG_CACHE_HOME=f"{folder}/cache",
                       XDG_DATA_HOME=f"{folder}/data")
    key = pathlib.Path(folder, "key")
    key.touch(mode=0o600)
    key.write_text(server["api_key"])
    picker = f"{options.binaries}/picker"
    location = "immich+" + server["url"]
    if not pathlib.Path(folder, "config").exists():
        subprocess.run([picker, "libraries", "add", "remote", location, "--secret-file", f"api-key={key}", "--set",
                        "insecure=yes", "--set", f"connections={options.connections}", "--quiet"],
                       env=environment, check=True)
    begin = time.perf_counter()
    process = subprocess.Popen([picker, "serve", "--library", "remote", "--listen", "127.0.0.1:0", "--thumbnail-cache", "0",
                                "--isolation", options.isolation], env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        found = re.search(r"(http://[^/\s]+)(/signin\S+)", line)
        if found:
            break
    started = (time.perf_counter() - begin) * 1000
    stranger = Client(found.group(1), {"Host": urllib.parse.urlsplit(found.group(1)).netloc})
    stranger.headers["X-Picker"] = "1"
    answer, secrets = stranger.ask("/signin", "POST", {"code": found.group(2).partition("code=")[2]})
    cookie = answer.headers["set-cookie"].split(";")[0]
    return process, started, found.group(1), {"Cookie": cookie, "X-Picker": json.loads(secrets)["proof"]}


def measure(options, server, folder, figures):
    process, started, url, headers = serve(options, folder, server)
    try:
        client = Client(url, headers)
        figures["start, until it listens"].append(started)
        collections = json.loads(client.ask("/picker/v1/collections")[1])
        roll = next(one for one in collections["collections"] if one["subtype"] == "cameraRoll")["localIdentifier"]
        window = f"/picker/v1/collections/{roll}/assets?limit=100"
        spent, (_, first) = milliseconds(lambda: client.ask(window))
        figures["first window of 100"].append(spent)
        assets = json.loads(first)["assets"][:THUMBNAILS]
        clients = [Client(url, headers) for _ in range(12)]
        paths = [f"/picker/v1/assets/{asset['localIdentifier']}/image?w={SIDE}&h={SIDE}&mode=fill" for asset in assets]
        figures[f"{THUMBNAILS} thumbnails at once"].append(milliseconds(lambda: in_parallel(clients, paths))[0])
        figures["memory, MiB"].append(memory(process))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def measure_bare(options, server, figures):
    """The same answers from the server itself."""
    headers = {"x-api-key": server["api_key"]}
    client = Client(server["url"], headers)
    body = {"size": 250, "page": 1, "withExif": True}
    client.ask("/api/server/ping")

    def window():
        client.ask("/api/search/statistics", "POST", {})
        return client.ask("/api/search/metadata", "POST", body)

    spent, (_, page) = milliseconds(window)
    figures["first window of 100"].append(spent)
    ids = [asset["id"] for asset in json.loads(page)["assets"]["items"][:THUMBNAILS]]
    clients = [Client(server["url"], headers) for _ in range(options.connections)]
    paths = [f"/api/assets/{each}/thumbnail?size=thumbnail" for each in ids]
    figures[f"{THUMBNAILS} thumbnails at once"].append(milliseconds(lambda: in_parallel(clients, paths))[0])


class Figures(dict):
    def __missing__(self, key):
        return self.setdefault(key, [])


def main():
    options = arguments()
    command = [ROOT / "Tests/ImmichServer/serve", "--synthetic", str(options.assets), "--latency-ms", str(options.latency)]
    server_process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    server = json.loads(server_process.stdout.readline())
    picker, bare = Figures(), Figures()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(options.rounds):
                measure(options, server, folder, picker)
                measure_bare(options, server, bare)
    finally:
        server_process.terminate()
        server_process.wait()
    print(f"{options.assets} assets, {options.latency} ms, {options.connections} connections, {options.isolation}; "
          f"medians of {options.rounds}")
    for name, values in picker.items():
        line = f"{name:30} {statistics.median(values):8.0f}"
        if bare[name]:
            alone = statistics.median(bare[name])
            line += f"   without Picker {alone:8.0f}   ratio {statistics.median(values) / alone:5.2f}"
        print(line)


if __name__ == "__main__":
    main()
