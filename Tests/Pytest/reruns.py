"""For pytest: says at the end which tests passed only when they were run once more, and what the first run failed of.

CI runs a failed test once more (`--reruns` in scripts/test): see docs/decisions/0041-once-more.md.
"""


def pytest_terminal_summary(terminalreporter) -> None:
    """Prints it behind what failed."""
    failed = {report.nodeid for report in terminalreporter.stats.get("failed", [])}
    for report in terminalreporter.stats.get("rerun", []):
        kind = "failed at first" if report.nodeid in failed else "unsteady"
        terminalreporter.write_line(f"{kind}: {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)
