"""A million photos for the page alone: what a server lists of a few hundred, again and again."""

import re

from playwright.sync_api import Page, Route, expect

from conftest import open_camera_roll, wait_until

MILLION = 1_000_000
NEXT_FRAME_IS_AT_THE_END = """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const { scrollTop, clientHeight, scrollHeight } = document.querySelector("grid-view");
    done(scrollTop + clientHeight >= scrollHeight - 1);
})))"""


def make_a_million(page: Page) -> None:
    """What the server lists of a few hundred photos, again and again until there are a million, a thousand on each day."""

    def listed(route: Route) -> None:
        offset, limit = (int(re.search(rf"\b{name}=(\d+)", route.request.url)[1]) for name in ("offset", "limit"))
        page_of_few = route.fetch(url=re.sub(r"\boffset=\d+", f"offset={offset % 100}", route.request.url))
        document = page_of_few.json()
        limit = min(limit, len(document["assets"]), MILLION - offset)
        assets = [{**asset, "filename": f"{offset + place}.jpg"} for place, asset in enumerate(document["assets"][:limit])]
        following = offset + limit
        route.fulfill(json={"total": MILLION, "offset": offset, "assets": assets, "next": following if following < MILLION else None})

    def counted(route: Route) -> None:
        days = [f"{year}-{month:02}-{day:02}" for year in range(2000, 2003) for month in range(1, 13) for day in range(1, 29)]
        route.fulfill(json={"total": MILLION, "days": days[:1000], "counts": [1000] * 1000})

    page.route("**/collections/*/assets?*", listed)
    page.route("**/collections/*/days*", counted)


def expect_a_million(page: Page, most_pixels: int) -> None:
    """They are the camera roll. Laid out one below the other they are higher than any element of this browser can be."""
    open_camera_roll(page)
    expect(page.locator(".header-note")).to_contain_text("1,000,000")
    expect(page.locator(".day-header").first).to_be_visible()
    assert page.evaluate("document.querySelector('grid-view').tall.height") > most_pixels
    assert page.locator(".grid-canvas").bounding_box()["height"] < most_pixels


def reach_the_end(page: Page) -> None:
    """By the key, by the timeline, by the wheel and by the scroll bar; each time the last photo is whole on the screen."""
    first, last = (page.locator(f'.cell[data-index="{index}"]') for index in (0, MILLION - 1))

    def is_there() -> None:
        expect(last).to_be_in_viewport(ratio=1)
        expect(last).to_have_attribute("aria-label", re.compile(f"^{MILLION - 1}.jpg"))
        assert page.locator(".cell").count() < 600

    page.evaluate("document.querySelector('grid-view').scrollTop = 0")
    first.focus()
    page.keyboard.press("End")
    is_there()
    page.keyboard.press("Home")
    expect(first).to_be_in_viewport(ratio=1)
    track = page.locator(".timeline-track").bounding_box()
    assert track
    page.mouse.click(track["x"] + track["width"] / 2, track["y"] + track["height"] - 1)
    is_there()
    # Up from there and down again, by as much as wheels turn.
    grid = page.locator("grid-view").bounding_box()
    assert grid
    page.mouse.move(grid["x"] + grid["width"] / 2, grid["y"] + grid["height"] / 2)
    for _ in range(12):
        page.mouse.wheel(0, -400)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(last).not_to_be_in_viewport()
    for _ in range(40):
        page.mouse.wheel(0, 400)
        if page.evaluate(NEXT_FRAME_IS_AT_THE_END):
            break
    is_there()
    page.evaluate("document.querySelector('grid-view').scrollTop = 0")
    expect(last).not_to_be_in_viewport()
    page.evaluate("document.querySelector('grid-view').scrollTop = 1e9")
    is_there()
    # The first on the screen is of the last hundred.
    wait_until(page, f"Number(document.querySelector('.timeline-track').getAttribute('aria-valuenow')) > {MILLION - 100}")
