"""The host under load, and images that were asked for before, beside nginx: see README.md. Started by `run`."""

import argparse
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import time

BENCHMARKS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(BENCHMARKS), str(BENCHMARKS / "imaging")]

import in_host  # noqa: E402  pylint: disable=wrong-import-position
import load  # noqa: E402  pylint: disable=wrong-import-position

# Of each photo, so that there are about a hundred assets.
COPIES = 10
SIDE = 256

NGINX = """
{user}
worker_processes auto;
pid {work}/nginx.pid;
error_log {work}/nginx-errors.log;
daemon off;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    sendfile on;
    types {{ image/jpeg jpg; }}
    keepalive_requests 1000000;
    client_body_temp_path {work}/nginx-body;
    proxy_temp_path {work}/nginx-proxy;
    fastcgi_temp_path {work}/nginx-fastcgi;
    uwsgi_temp_path {work}/nginx-uwsgi;
    scgi_temp_path {work}/nginx-scgi;
    server {{ listen 127.0.0.1:{port}; root {work}/www; }}
}}
"""


def main():
    options = _options()
    photos = _photos(options)
    measured = {
        "hits": lambda: in_host.hits(options, photos),
        "windows": lambda: in_host.windows(options, photos),
        "isolation": lambda: in_host.isolation(options, photos),
        "scroll": lambda: in_host.scroll(options, photos),
        "flood": lambda: in_host.flood(options, photos),
        "http": lambda: _http(options, photos),
    }
    missed = [name for name in options.only or measured if measured[name]()]
    if missed:
        sys.exit(f"targets were missed: {', '.join(missed)}")


def _options():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--binaries", "--work"):
        parser.add_argument(name, type=lambda text: pathlib.Path(text).resolve(), required=True)
    parser.add_argument("--corpus", type=pathlib.Path, help="the folder of the photo corpus")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each that count")
    parser.add_argument("--seconds", type=int, default=5, help="of each run over HTTP")
    parser.add_argument("--connections", type=int, default=64, help="at once, over HTTP")
    parser.add_argument("--only", action="append", help="hits, windows, isolation, scroll, flood or http; none: all")
    parser.add_argument("--seed", type=int, default=1, help="of the traces")
    parser.add_argument("--memory", type=float, default=20, help="the most microseconds of a hit in memory")
    parser.add_argument("--disk", type=float, default=300, help="the most microseconds of a hit on the disk")
    parser.add_argument("--worker", type=float, default=150, help="the most microseconds that a worker adds to a window of 100")
    parser.add_argument("--ratio", type=float, default=0.15, help="the least of nginx's requests a second")
    return parser.parse_args()


def _photos(options):
    """A library of photos of cameras, or of generated ones, each under several names."""
    folder = options.work / "photos"
    if folder.exists():
        return folder
    unfinished = options.work / "photos.part"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    large = options.corpus / "jpeg" / "large" if options.corpus else None
    found = sorted(large.glob("*.jp*g")) if large and large.is_dir() else []
    for number in range(len(found) or 10):
        first = unfinished / f"{number}-0.jpg"
        if found:
            shutil.copyfile(found[number], first)
        else:
            import photos  # pylint: disable=import-outside-toplevel
            photos.write(first, number)
        for copy in range(1, COPIES):
            os.link(first, unfinished / f"{number}-{copy}.jpg")
    unfinished.rename(folder)
    return folder


def _http(options, photos):
    """Prints requests a second of Picker and nginx with the same bytes. True when the target was missed."""
    with contextlib.ExitStack() as stack:
        port, headers = stack.enter_context(_picker(options, photos))
        paths = _images(port, headers, options.work / "www")
        nginx = stack.enter_context(_nginx(options))
        servers = {
            "picker": (port, paths, headers),
            "nginx": (nginx, [f"/{number}.jpg" for number in range(len(paths))], {}),
        }
        rates = {name: [] for name in servers}
        for counts in [False] + [True] * options.rounds:
            for name, server in servers.items():
                rate, _ = load.measure(options, name, *server)
                if counts:
                    rates[name].append(rate)
    medians = {name: statistics.median(found) for name, found in rates.items()}
    ratio = medians["picker"] / medians["nginx"]
    print(f"over HTTP, {options.connections} connections, {len(paths)} thumbnails; requests a second")
    for name, found in rates.items():
        print(f"{name:8} {medians[name]:10.0f}   {min(found):.0f} to {max(found):.0f}")
    print(f"ratio    {ratio:10.3f}   target {options.ratio}")
    return ratio < options.ratio


@contextlib.contextmanager
def _picker(options, photos):
    """A server that is signed in to: its port, and the header fields of its owner."""
    command = [str(options.binaries / "picker"), "serve", "--library", str(photos), "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, env=in_host.environment(options), stderr=subprocess.PIPE, text=True) as process:
        try:
            for line in process.stderr:
                link = re.search(r"http://127\.0\.0\.1:(\d+)(/signin\?code=\S+)", line)
                if link:
                    break
            port = int(link[1])
            connection = http.client.HTTPConnection("127.0.0.1", port)
            code = link[2].partition("code=")[2]
            connection.request("POST", "/signin", json.dumps({"code": code}), {"X-Picker": "1"})
            answer = connection.getresponse()
            cookie = answer.getheader("Set-Cookie").split(";")[0]
            yield port, {"Cookie": cookie, "X-Picker": json.load(answer)["proof"]}
        finally:
            process.terminate()
            process.stderr.read()


def _images(port, headers, folder):
    """Asks for all thumbnails once and writes them into a folder. Their targets."""
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def get(target):
        connection.request("GET", target, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            sys.exit(f"{target}: {answer.status}")
        return body

    while json.loads(get("/picker/v1/session"))["index"]["state"] == "reading":
        time.sleep(0.1)
    roll = json.loads(get("/picker/v1/collections"))["cameraRoll"]
    assets = json.loads(get(f"/picker/v1/collections/{roll}/assets"))["assets"]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    targets = []
    for number, asset in enumerate(assets):
        target = f"/picker/v1/assets/{asset['localIdentifier']}/image?w={SIDE}&h={SIDE}&v={asset['version']}"
        (folder / f"{number}.jpg").write_bytes(get(target))
        targets.append(target)
    return targets


@contextlib.contextmanager
def _nginx(options):
    """nginx with the same bytes as files: its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    configuration = options.work / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""
    configuration.write_text(NGINX.format(work=options.work, port=port, user=user), encoding="utf-8")
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    with subprocess.Popen([program, "-c", str(configuration), "-p", str(options.work)]) as process:
        try:
            for _ in range(100):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.05)
            yield port
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
