"""Where photos are that stand below dates: bands, rows, keys across them, without a server."""

import pytest

from page_modules import run

# A day of 3, three of 1, one of 12 and one of 2 photos in five columns: bands of 3 and 1 and 1, of 1, of 12, of 2.
DAYS = """
    const { sectionsOf, yearsOn } = await import("/grid/sections.js");
    const days = { total: 20, days: ["2023-01-05", "2023-01-06", "2023-01-09", "2023-02-01", "2024-03-01", null], counts: [3, 1, 1, 1, 12, 2] };
    const sections = sectionsOf(days, { isReversed: false, isMonthly: false });
    const grid = layout.withSections({ columns: 5, cell: 100, gap: 4, pitch: 104 }, sections, 44);
"""


def test_short_days_share_a_row_and_long_ones_begin_one(modules_page):
    assert run(modules_page, f"""{DAYS}
        return [grid.bands.starts, grid.bands.tops, layout.heightOf(grid, 20), layout.placeOf(grid, 4), layout.placeOf(grid, 5), layout.placeOf(grid, 17)];
    """) == [[0, 5, 6, 18], [44, 192, 340, 696], 796, {"x": 416, "y": 44}, {"x": 0, "y": 192}, {"x": 104, "y": 548}]


def test_days_become_months_from_either_end(modules_page):
    assert run(modules_page, f"""{DAYS}
        const months = sectionsOf(days, {{ isReversed: true, isMonthly: true }});
        return [months.map(({{ start, count, date }}) => [start, count, date]), yearsOn(months, 20, {{ height: 200, room: 22 }})];
    """) == [
        [[0, 2, None], [2, 12, "2024-03"], [14, 1, "2023-02"], [15, 5, "2023-01"]],
        [{"year": "2024", "top": 20}, {"year": "2023", "top": 140}],
    ]


@pytest.mark.parametrize(("key", "start", "end"), [
    ("ArrowDown", 1, 5), ("ArrowDown", 5, 6), ("ArrowDown", 10, 15), ("ArrowDown", 14, 17), ("ArrowDown", 17, 19), ("ArrowDown", 19, 19),
    ("ArrowUp", 19, 17), ("ArrowUp", 9, 5), ("ArrowUp", 5, 0), ("ArrowUp", 3, 3), ("PageDown", 4, 6), ("PageUp", 18, 11), ("ArrowRight", 17, 18),
])
def test_keys_move_across_days(modules_page, key, start, end):
    assert run(modules_page, f"""{DAYS}
        return layout.moveBy(grid, "{key}", {{ index: {start}, count: 20, rowsInView: 3 }});
    """) == end


def test_a_place_and_a_stretch_of_days_are_found_again(modules_page):
    assert run(modules_page, f"""{DAYS}
        const found = days.counts.flatMap((_, place) => sections[place].start).map((index) => {{
            const {{ x, y }} = layout.placeOf(grid, index);
            return layout.indexAt(grid, {{ x: x + 50, y: y + 50, count: 20 }}) === index && layout.firstBelow(grid, y, 20) <= index;
        }});
        const {{ first, last }} = layout.rangeInView(grid, {{ top: 300, height: 100, count: 20, overscan: 0 }});
        return [found, first <= 6 && last >= 10 && last < 18, layout.firstBelow(grid, 45, 20), layout.hasHeaderNear(grid, 290, 40), layout.hasHeaderNear(grid, 400, 40)];
    """) == [[True] * 6, True, 5, True, False]


def test_a_million_photos_of_many_days_are_laid_out_at_once(modules_page):
    took, cells, end = run(modules_page, """
        const { sectionsOf } = await import("/grid/sections.js");
        const counts = Array.from({ length: 20000 }, () => 50);
        const days = counts.map((_, place) => new Date(place * 86400000).toISOString().slice(0, 10));
        const began = performance.now();
        const grid = layout.withSections(layout.layoutFor(1200, { target: 188, gap: 2 }), sectionsOf({ total: 1e6, days, counts }, { isReversed: true, isMonthly: false }), 44);
        let most = 0;
        for (let top = 0; top < layout.heightOf(grid, 1e6); top += 100003) {
            const { first, last } = layout.rangeInView(grid, { top, height: 800, count: 1e6, overscan: 2 });
            most = Math.max(most, last - first + 1);
        }
        const { last } = layout.rangeInView(grid, { top: layout.heightOf(grid, 1e6) - 800, height: 800, count: 1e6, overscan: 2 });
        return [performance.now() - began, most, last];
    """)
    assert took < 2000 and cells < 80 and end == 999_999
