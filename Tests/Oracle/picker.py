"""What picker says of a library."""

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

BACKEND = "heif"


def _picker(*arguments, check=True):
    return subprocess.run(
        [os.environ["PICKER_BIN"], *arguments], check=check, timeout=600, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL).stdout


class Library:
    """A folder of photos, with an index in a folder of its own."""

    def __init__(self, folder, data):
        self.folder = folder
        self._where = ["--library", folder, "--backend", BACKEND, "--data-dir", data, "--quiet"]
        lines = _picker("assets", *self._where, "--json").splitlines()
        # By path of the file that shows it, from the root of the library.
        self.assets = {asset["relativePath"]: asset for asset in map(json.loads, lines)}

    def details(self, paths):
        """What `picker info` says of each, by path."""
        def of(path):
            return path, json.loads(_picker("info", self.assets[path]["localIdentifier"], *self._where, "--json"))

        with ThreadPoolExecutor(2) as pool:
            return dict(pool.map(of, paths))

    def thumbnails(self, side, out):
        """Makes a thumbnail of each asset; the files by path."""
        _picker(
            "thumbnails", *self._where, "--size", str(side), "--quality", "100", "--thumbnail-cache", "0",
            "--desktop-thumbnails", "off", "--out", out, check=False)
        return {
            path: file for path, asset in self.assets.items()
            if (file := out / f"{asset['localIdentifier']}.jpg").exists()
        }

    def image(self, path, out, *arguments):
        """Writes one image, and gives its path."""
        _picker("image", self.assets[path]["localIdentifier"], *self._where, "--out", out, *arguments)
        return out
