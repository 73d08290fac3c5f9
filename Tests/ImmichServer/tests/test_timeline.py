"""The timeline: months by the clock on the wall, columns that fit each other, and the filters of searches."""

import itertools
from datetime import datetime, timedelta

import pytest


def by_name(server, name: str) -> dict:
    return next(asset for asset in server.search(withExif=True) if asset["originalFileName"] == name)


def test_a_photo_is_in_the_month_of_the_place_where_it_was_taken(photos):
    """Late in the evening west of Greenwich another day has begun there."""
    rows = {row["id"]: row for row in photos.timeline()}
    forest = by_name(photos, "forest.jpg")
    assert forest["fileCreatedAt"] == "2024-08-01T03:15:00.000Z"
    assert forest["localDateTime"] == "2024-07-31T22:15:00.000Z"
    assert rows[forest["id"]]["fileCreatedAt"] == "2024-08-01T03:15:00"
    assert rows[forest["id"]]["localOffsetHours"] == -5
    july = photos.get("/api/timeline/bucket", timeBucket="2024-07-01")
    assert forest["id"] in july["id"]


def test_an_offset_may_have_half_an_hour(photos):
    lake = by_name(photos, "lake.jpg")
    assert [row["localOffsetHours"] for row in photos.timeline() if row["id"] == lake["id"]] == [5.5]
    assert lake["exifInfo"]["timeZone"] == "UTC+5:30"


def test_a_photo_without_a_date_has_that_of_its_file(photos):
    leaves = by_name(photos, "leaves.png")
    assert leaves["fileCreatedAt"] == leaves["localDateTime"] == leaves["fileModifiedAt"]


def test_dimensions_of_the_file_are_turned_for_the_grid(photos):
    forest = by_name(photos, "forest.jpg")
    assert (forest["exifInfo"]["exifImageWidth"], forest["exifInfo"]["exifImageHeight"]) == (400, 300)
    assert forest["exifInfo"]["orientation"] == "6"
    assert (forest["width"], forest["height"]) == (300, 400)
    assert [row["ratio"] for row in photos.timeline() if row["id"] == forest["id"]] == [0.75]


def test_months_are_ordered_and_counted(many):
    for order in ("asc", "desc"):
        buckets = many.get("/api/timeline/buckets", order=order)
        months = [bucket["timeBucket"] for bucket in buckets]
        assert months == sorted(months, reverse=order == "desc")
        assert all(month.endswith("-01") for month in months)


def test_assets_of_a_month_are_ordered_by_day_and_time(many):
    for order in ("asc", "desc"):
        month = many.get("/api/timeline/bucket", timeBucket="2024-07-01", order=order)
        taken = [datetime.fromisoformat(text) for text in month["fileCreatedAt"]]
        days = [(time + timedelta(hours=hours)).date() for time, hours in zip(taken, month["localOffsetHours"])]
        keys = list(zip(days, taken))
        assert len(keys) > 5
        assert keys == sorted(keys, reverse=order == "desc")


@pytest.mark.parametrize("shown", [{}, {"visibility": "timeline"}, {"visibility": "archive"}, {"isFavorite": "true"}])
def test_buckets_hold_as_many_as_they_say(many, shown):
    assert len({row["id"] for row in many.timeline(**shown)}) == sum(
        bucket["count"] for bucket in many.get("/api/timeline/buckets", **shown))


def test_the_timeline_and_searches_find_the_same(many):
    def ids(values) -> set[str]:
        return {value["id"] for value in values}

    album = many.get("/api/albums")[0]["id"]
    person = many.get("/api/people")["people"][0]["id"]
    timeline = {"visibility": "timeline"}
    assert ids(many.timeline(**timeline)) == ids(many.search())
    assert ids(many.timeline(visibility="archive")) == ids(many.search(visibility="archive"))
    assert ids(many.timeline(**timeline, isFavorite="true")) == ids(many.search(isFavorite=True))
    assert ids(many.timeline(**timeline, albumId=album)) == ids(many.search(albumIds=[album]))
    assert ids(many.timeline(**timeline, personId=person)) == ids(many.search(personIds=[person]))


def test_archived_assets_are_shown_unless_a_visibility_is_named(many):
    everything = {row["visibility"] for row in many.timeline()}
    assert everything == {"timeline", "archive"}


def test_trashed_assets_are_in_no_bucket_but_those_of_the_trash(own):
    first = own.search()[0]["id"]
    own.change(op="trash-asset", id=first)
    assert first not in {row["id"] for row in own.timeline()}
    assert [(row["id"], row["isTrashed"]) for row in own.timeline(isTrashed="true")] == [(first, True)]


def test_partners_are_refused_together_with_what_they_do_not_share(photos):
    answer = photos.ask("GET", "/api/timeline/buckets", withPartners="true")
    assert answer.status == 400 and "withPartners is only supported" in answer.json()["message"]
    assert photos.ask("GET", "/api/timeline/buckets", withPartners="true", visibility="timeline").status == 200


def test_a_month_without_assets_has_empty_columns(photos):
    columns = photos.get("/api/timeline/bucket", timeBucket="1999-01-01")
    assert set(map(tuple, columns.values())) == {()}


@pytest.mark.parametrize("query", [
    {"visibility": "seen"}, {"order": "up"}, {"isFavorite": "maybe"}, {"albumId": "x"}, {"personId": "1"},
])
def test_values_that_do_not_exist_are_refused(photos, query):
    answer = photos.ask("GET", "/api/timeline/buckets", **query)
    assert answer.status == 400
    assert next(iter(query)) in answer.json()["message"][0]


def test_another_album_is_refused_as_if_it_did_not_exist(photos):
    answer = photos.ask("GET", "/api/timeline/buckets", albumId="11111111-1111-4111-8111-111111111111")
    assert (answer.status, answer.json()["message"]) == (400, "Not found or no album.read access")


def test_the_timeline_of_each_version_has_its_own_form(versioned):
    columns = versioned.get("/api/timeline/bucket", timeBucket="2024-07-01")
    durations = itertools.chain.from_iterable(
        versioned.get("/api/timeline/bucket", timeBucket=bucket["timeBucket"])["duration"]
        for bucket in versioned.get("/api/timeline/buckets"))
    assert set(durations) == {None}
    assert ("createdAt" in columns) == versioned.described["version"].startswith("3")


def test_what_is_locked_needs_more_than_a_key(photos):
    for answer in (
        photos.ask("GET", "/api/timeline/buckets", visibility="locked"),
        photos.ask("POST", "/api/search/metadata", {"visibility": "locked"}),
    ):
        assert (answer.status, answer.json()["message"]) == (401, "Elevated permission is required")
