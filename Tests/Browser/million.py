"""A million photos for the page alone: what a server lists of a few hundred, again and again."""

import re

from playwright.sync_api import Page, Route

MILLION = 1_000_000


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
