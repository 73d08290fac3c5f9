"""Fingers on the screen, as Chromium gets them from one."""

from playwright.sync_api import Page

Point = tuple[float, float]


class Touch:
    """Sends touches to a page that was opened with `is_touch`."""

    def __init__(self, page: Page):
        self._session = page.context.new_cdp_session(page)

    def _send(self, kind: str, *points: Point) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def press(self, point: Point) -> None:
        self._send("touchStart", point)

    def move(self, start: Point, end: Point, steps: int = 6) -> None:
        for step in range(1, steps + 1):
            self._send("touchMove", between(start, end, step / steps))

    def lift(self) -> None:
        self._send("touchEnd")

    def swipe(self, start: Point, end: Point, ends: bool = True) -> None:
        self.press(start)
        self.move(start, end)
        if ends:
            self.lift()

    def double_tap(self, point: Point) -> None:
        for _ in range(2):
            self.press(point)
            self.lift()

    def pinch(self, middle: Point, start: float, end: float) -> None:
        """Two fingers side by side, `start` and then `end` pixels from the middle."""
        x, y = middle
        self._send("touchStart", (x - start, y), (x + start, y))
        for step in range(1, 7):
            distance = start + (end - start) * step / 6
            self._send("touchMove", (x - distance, y), (x + distance, y))
        self.lift()


def between(start: Point, end: Point, part: float) -> Point:
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
