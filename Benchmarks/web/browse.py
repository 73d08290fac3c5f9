"""The page over a hundred thousand and a million photos, in real browsers: see README.md. Called by measure.py."""

import contextlib
import importlib.util
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

import frames

BENCHMARKS = pathlib.Path(__file__).resolve().parents[1]
_SPEC = importlib.util.spec_from_file_location("catalog_tree", BENCHMARKS / "catalog" / "tree.py")
tree = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(tree)

FILES = 100_000
# No file has more names than a file system allows.
COPIES = 10
HEICS = 24
IN_PAGE = (pathlib.Path(__file__).parent / "in_page.js").read_text(encoding="utf-8")
# Pixels a second, and how far: eight seconds of it.
SPEED, DISTANCE = 5000, 40_000
# Where on the scrubber jumps go to: another place each time.
JUMPS = [0.31, 0.77, 0.52, 0.13, 0.95]


class Targets:
    """Prints each figure with what is wanted, and remembers what was missed."""

    def __init__(self):
        self.missed = []

    def note(self, name, value, most, unit):
        mark = "" if value <= most else "   MISSED"
        print(f"{name:66} {value:10,.1f} {unit:4} of at most {most:g}{mark}", flush=True)
        if mark:
            self.missed.append(name)


def measure(options):
    """True when a target was missed."""
    targets = Targets()
    photos = _photos(options)
    with sync_playwright() as playwright:
        with _chromium(playwright) as browser:
            _library(options, browser, targets, photos, FILES, first=1000)
            million = _million(options, photos)
            _library(options, browser, targets, million, FILES * COPIES, first=1500)
            _heics(options, browser, targets)
        _firefox(options, playwright, targets, million)
    return targets.missed


# MARK: What is measured


def _library(options, browser, targets, photos, count, first):
    with _server(options, photos, count) as link:
        name = f"{count:,} photos"
        # The first of each makes the thumbnails.
        times = [_first_screen(browser, link())[0] for _ in range(options.rounds + 1)]
        targets.note(f"{name}: first screen of thumbnails after signing in", statistics.median(times[1:]), first, "ms")
        with _page(browser, link()) as page:
            _bytes(page, targets, name)
        found = []
        for turn in range(options.rounds + 1):
            with _page(browser, link()) as page:
                found.append(page.evaluate(f"bench.scrolled({DISTANCE}, {SPEED})"))
        found = found[1:]
        scroll = f"{name}: {SPEED} px/s"
        print(f"{scroll}: {sum(each['frames'] for each in found)} frames, {max(each['screen'] for each in found)} cells on a screen")
        targets.note(f"{scroll}: frames with a cell that shows nothing", sum(each["blank"] for each in found), 0, "")
        targets.note(f"{scroll}: cells that show nothing, at worst", max(each["worst"] for each in found), 0, "")
        targets.note(f"{scroll}: thumbnails final after the stop", statistics.median(each["settled"] for each in found), 300, "ms")
        targets.note(f"{scroll}: cells in the document, at most", max(each["cells"] for each in found), 599, "")
        _work(browser, link, targets, scroll, options)
        _jumps(browser, link, targets, name)
        _end(browser, link, targets, name, count)
        _all(browser, link, targets, name, count)


def _first_screen(browser, address, height=800):
    with _page(browser, address, height) as page:
        return page.evaluate("bench.first"), page.evaluate("bench.seen().cells")


def _bytes(page, targets, name):
    """What a window of photos takes on the wire: its answer, as it is compressed."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes, lists = {}, {}
    session.on("Network.responseReceived", lambda event: lists.__setitem__(event["requestId"], event["response"]["url"]))
    session.on("Network.loadingFinished", lambda event: sizes.__setitem__(event["requestId"], event["encodedDataLength"]))
    page.evaluate(f"bench.scrollBy(8000, {SPEED})")
    page.wait_for_timeout(1000)
    windows = [sizes[each] for each, url in lists.items() if "/assets?offset=" in url and each in sizes]
    if not windows:
        sys.exit("no window of photos was fetched")
    targets.note(f"{name}: bytes a photo in a window of 200", statistics.mean(windows) / 200, 120, "B")


def _work(browser, link, targets, name, options):
    """Work of the main thread for each frame of the same scroll, without looking at cells meanwhile."""
    wall, processor = [], []
    for _ in range(options.rounds):
        with _page(browser, link()) as page:
            page.evaluate("bench.first")
            browser.start_tracing(page=page, categories=frames.CATEGORIES)
            page.evaluate(f"bench.scrollBy({DISTANCE}, {SPEED})")
            trace = json.loads(browser.stop_tracing())
            for one, other in frames.work(trace["traceEvents"]):
                wall.append(one)
                processor.append(other)
    print(f"{name}: {len(wall)} frames were traced")
    targets.note(f"{name}: main thread a frame, 95th percentile", frames.percentile(wall, 0.95), 16.7, "ms")
    print(f"{name}: of it, processor time of the thread {frames.percentile(processor, 0.95):.1f} ms")


def _jumps(browser, link, targets, name):
    """Presses on the scrubber. The first series makes the thumbnails."""
    for is_warm in [False, True]:
        known, final = [], []
        with _page(browser, link()) as page:
            page.evaluate("bench.first")
            # Days are counted while the first photos are shown.
            page.locator(".timeline-track").wait_for()
            track = page.locator(".timeline-track").bounding_box()
            for place in JUMPS:
                page.evaluate("""() => { addEventListener("pointerdown", ({ timeStamp }) => {
                    window.jump = Promise.all([bench.until(bench.isKnown, timeStamp), bench.until(bench.isFinal, timeStamp)]);
                }, { capture: true, once: true }); }""")
                page.mouse.click(track["x"] + track["width"] / 2, track["y"] + track["height"] * place)
                one, other = page.evaluate("jump")
                known.append(one)
                final.append(other)
        if is_warm:
            targets.note(f"{name}: scrubber, preview hashes", statistics.median(known), 100, "ms")
            targets.note(f"{name}: scrubber, thumbnails", statistics.median(final), 500, "ms")


def _end(browser, link, targets, name, count):
    """The last photo, by the keyboard and by the scroll bar."""
    with _page(browser, link()) as page:
        reached = _reach(page, count)
    targets.note(f"{name}: ends that were not reached, of 2", 2 - reached, 0, "")


def _reach(page, count):
    last = f'.cell[data-index="{count - 1}"]'
    page.locator(".cell").first.focus()
    page.keyboard.press("End")
    reached = int(_is_shown(page, last))
    page.keyboard.press("Home")
    _is_shown(page, '.cell[data-index="0"]')
    page.evaluate('document.querySelector("grid-view").scrollTop = 1e9')
    return reached + int(_is_shown(page, last))


def _is_shown(page, selector):
    """Whether a cell is wholly on the screen and knows its photo, at the latest after ten seconds."""
    inside = """(selector) => {
        const [cell, grid] = [document.querySelector(selector), document.querySelector("grid-view").getBoundingClientRect()];
        const box = cell?.getBoundingClientRect();
        return Boolean(box && box.top >= grid.top - 1 && box.bottom <= grid.bottom + 1 && cell.hasAttribute("aria-label"));
    }"""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if page.evaluate(inside, selector):
            return True
        page.wait_for_timeout(50)
    return False


def _all(browser, link, targets, name, count):
    with _page(browser, link()) as page:
        page.evaluate("bench.first")
        page.locator(".cell").first.focus()
        sent = []
        page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
        page.evaluate("() => { window.selected = bench.selecting(); }")
        page.keyboard.press("Control+a")
        answer = page.evaluate("selected")
        page.wait_for_timeout(1500)
        if re.sub(r"\D", "", answer["text"]) != str(count):
            sys.exit(f"Ctrl+A selected {answer['text']!r}")
        targets.note(f"{name}: Ctrl+A, until the page says so", answer["milliseconds"], 100, "ms")
        targets.note(f"{name}: Ctrl+A, bytes that are sent", sum(sent), 10_000, "B")


def _heics(options, browser, targets):
    """Photos of iPhones, with nothing of them in any cache but what the index knows."""
    found = sorted((options.corpus / "heif" / "camera").glob("*iphone*.heic")) if options.corpus else []
    if not found:
        print("iPhone HEICs: there are none in the corpus: not measured")
        return
    library = options.work / "heics"
    shutil.rmtree(library, ignore_errors=True)
    library.mkdir(parents=True)
    for number in range(HEICS):
        shutil.copyfile(found[number % len(found)], library / f"IMG_{number:04}.HEIC")
    times = []
    for _ in range(options.rounds):
        with _server(options, library, HEICS, is_cold=True) as link:
            # They are of several days, so that a screen of the usual height shows fewer.
            milliseconds, cells = _first_screen(browser, link(), height=1600)
            if cells != HEICS:
                sys.exit(f"{cells} of {HEICS} HEICs are on the screen")
            times.append(milliseconds)
    targets.note(f"{HEICS} iPhone HEICs ({len(found)} different), cold: first screen", statistics.median(times), 2500, "ms")


def _firefox(options, playwright, targets, million):
    """The end of a million, in the other browser."""
    path = pathlib.Path(os.environ.get("FIREFOX", "/usr/bin/firefox-esr"))
    if not path.exists():
        print(f"Firefox: {path} is not there: not measured")
        return
    home = options.work / "firefox-home"
    home.mkdir(exist_ok=True)
    mouse = {"ui.primaryPointerCapabilities": 6, "ui.allPointerCapabilities": 6}
    browser = playwright.firefox.launch(
        executable_path=path, channel="moz-firefox", headless=True, env={**os.environ, "HOME": str(home)}, firefox_user_prefs=mouse)
    with contextlib.closing(browser), _server(options, million, FILES * COPIES) as link:
        _end(browser, link, targets, f"Firefox {browser.version}, {FILES * COPIES:,} photos", FILES * COPIES)


# MARK: What it takes


def _photos(options):
    photos = options.work / f"photos-{FILES}"
    if not photos.exists():
        unfinished = _emptied(options.work / "unfinished")
        tree.write(unfinished, FILES, thumbnails=True)
        unfinished.rename(photos)
    return photos


def _million(options, photos):
    million = options.work / f"links-{FILES}"
    if not million.exists():
        unfinished = _emptied(options.work / "unfinished")
        tree.link(photos, unfinished, COPIES)
        unfinished.rename(million)
    return million


def _emptied(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


@contextlib.contextmanager
def _server(options, photos, count, is_cold=False):
    """`picker serve` with an index that is complete. Gives a function that makes links to sign in with."""
    home = options.work / "page-home"
    if is_cold:
        _emptied(home)
    home.mkdir(exist_ok=True)
    # A home of its own, so that no socket or cache is the user's.
    env = {**os.environ, "HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
    env |= {f"XDG_{name.upper()}_HOME": str(home / name) for name in ["cache", "config", "data", "state"]}
    picker = str(options.binaries / "picker")
    log = open(options.work / "serve.log", "w", encoding="utf-8")
    with log, subprocess.Popen([picker, "serve", "--library", str(photos), "--listen", "127.0.0.1:0"], env=env, stderr=log) as process:
        ask = lambda *words: subprocess.run([picker, "ctl", *words], env=env, check=False, capture_output=True, text=True)  # noqa: E731
        try:
            start = time.monotonic()
            while True:
                status = ask("status", "--json")
                if status.returncode == 0 and _is_ready(json.loads(status.stdout)):
                    break
                if process.poll() is not None or time.monotonic() - start > 1800:
                    sys.exit(f"picker serve is not ready: {log.name}: {status.stderr}")
                time.sleep(1)
            print(f"{count:,} photos: the index was up to date after {time.monotonic() - start:.0f} s", flush=True)
            yield lambda: re.search(r"http://\S+", ask("link").stdout)[0]
        finally:
            process.terminate()


def _is_ready(status):
    return status["address"] is not None and status["index"]["state"] == "ready"


@contextlib.contextmanager
def _chromium(playwright):
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    browser = playwright.chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=arguments, headless=True)
    with contextlib.closing(browser):
        yield browser


@contextlib.contextmanager
def _page(browser, address, height=800):
    """In a profile that has seen nothing; the first screen is complete."""
    with contextlib.closing(browser.new_context(viewport={"width": 1280, "height": height}, locale="en-US")) as context:
        context.add_init_script(IN_PAGE)
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("grid-view .cell img", timeout=60_000)
        page.evaluate("bench.first")
        yield page
