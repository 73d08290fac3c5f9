"""What the main thread of a page did for each of its frames, by a trace of Chromium."""

import bisect

CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]


def work(events):
    """Milliseconds of work, by the clock and by the processor, from the beginning of each frame to that of the next."""
    main = _main_thread(events)
    tasks = sorted(
        (event for event in events if event["name"] == "RunTask" and (event["pid"], event["tid"]) == main and "dur" in event),
        key=lambda event: event["ts"])
    starts = sorted(
        event["ts"] for event in events if event["name"] == "FireAnimationFrame" and (event["pid"], event["tid"]) == main)
    moments = [task["ts"] for task in tasks]
    # Several callbacks are of one frame, which is one task.
    begins = sorted({max(0, bisect.bisect_right(moments, start) - 1) for start in starts})
    found = []
    for begin, end in zip(begins, begins[1:]):
        inside = tasks[begin:end]
        found.append((sum(task["dur"] for task in inside) / 1000, sum(task.get("tdur", 0) for task in inside) / 1000))
    return found


def percentile(values, part):
    """Nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def _main_thread(events):
    """The one of the renderer that made frames: each process has one of that name."""
    counts = {}
    for event in events:
        if event["name"] == "FireAnimationFrame":
            place = (event["pid"], event["tid"])
            counts[place] = counts.get(place, 0) + 1
    if not counts:
        raise SystemExit("the trace has no frames")
    return max(counts, key=counts.get)
