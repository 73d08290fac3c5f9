"""Many sessions at once, each by a client library of its own."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

SESSIONS = 1000
THREADS = 64


@pytest.mark.slow
def test_a_thousand_sessions_at_once_make_no_error(program, owner):
    photos = [owner.photos_with(["lake.jpg"])["lake.jpg"]]

    def run(number: int) -> float:
        service = program.service()
        begin = time.monotonic()
        session = service.sessions().create(body={}).execute()
        assert not service.sessions().get(sessionId=session["id"]).execute()["mediaItemsSet"]
        assert owner.end(session, "done", {"assets": photos})[0] == 200
        assert service.sessions().get(sessionId=session["id"]).execute()["mediaItemsSet"]
        page = service.mediaItems().list(sessionId=session["id"]).execute()
        assert [item["id"] for item in page["mediaItems"]] == photos
        assert service.sessions().delete(sessionId=session["id"]).execute() == {}
        return time.monotonic() - begin

    begin = time.monotonic()
    with ThreadPoolExecutor(THREADS) as pool:
        times = sorted(pool.map(run, range(SESSIONS)))
    print(f"{SESSIONS} sessions, {THREADS} at once: {time.monotonic() - begin:.1f} s; one: median {times[SESSIONS // 2]:.2f} s, p99 {times[-SESSIONS // 100]:.2f} s")
