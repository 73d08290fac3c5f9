"""The page's modules without a server: a folder of files over HTTP, and scripts that import from it."""

import http.server
from pathlib import Path

from playwright.sync_api import Page

MODULES = Path(__file__).resolve().parents[2] / "Sources" / "PickerPage" / "Page" / "modules"


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def run(page: Page, script: str):
    """Runs the body of an async function with the modules and a few assets at hand."""
    prelude = """
        const { Selection } = await import("/picking/selection.js");
        const { RangeGesture } = await import("/picking/range-gesture.js");
        const { AssetSource } = await import("/grid/asset-source.js");
        const layout = await import("/grid/grid-layout.js");
        const asset = (id) => ({ localIdentifier: String(id), byteSize: 10, version: "1" });
        const assets = (from, to) => Array.from({ length: to - from }, (_, place) => asset(from + place));
        const config = (selectionLimit = null, minimum = 0) => ({ selectionLimit, minimum, ordered: false, mediaFilter: "any" });
        const library = (count, { total = count, most = 500 } = {}) => async (offset, limit) => {
            const end = Math.min(count, offset + Math.min(limit, most));
            return { total, offset, assets: assets(Math.min(offset, count), end), next: end < count ? end : null };
        };
    """
    return page.evaluate(f"async () => {{ {prelude} {script} }}")
