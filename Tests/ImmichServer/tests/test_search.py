"""Searches: pages, limits, each filter, and words."""

import pytest


def names(server, **options) -> set[str]:
    return {asset["originalFileName"] for asset in server.search(**options)}


@pytest.mark.parametrize("size", [1, 7, 250, 1000])
def test_pages_hold_each_asset_once_and_in_order(many, size):
    if size == 1:
        many.post("/api/search/metadata", {"size": 1, "page": 2850})
        return
    found = many.search(size=size)
    taken = [asset["fileCreatedAt"] for asset in found]
    assert len({asset["id"] for asset in found}) == len(found) == many.post("/api/search/statistics", {})["total"]
    assert taken == sorted(taken, reverse=True)


def test_oldest_come_first_when_that_is_asked_for(many):
    newest, oldest = many.search(size=1000), many.search(size=1000, order="asc")
    assert [asset["id"] for asset in oldest] == [asset["id"] for asset in reversed(newest)]


def test_a_page_says_how_many_it_has_and_not_how_many_there_are(many):
    page = many.post("/api/search/metadata", {"size": 10})["assets"]
    assert (page["total"], page["count"], page["nextPage"]) == (10, 10, "2")
    beyond = many.post("/api/search/metadata", {"size": 10, "page": 9999})["assets"]
    assert (beyond["total"], beyond["items"], beyond["nextPage"]) == (0, [], None)


def test_a_page_has_250_assets_unless_it_is_asked_for_others(many):
    assert many.post("/api/search/metadata", {})["assets"]["count"] == 250
    assert many.post("/api/search/smart", {"query": "img"})["assets"]["count"] == 100


@pytest.mark.parametrize("options", [{"size": 1001}, {"size": 0}, {"page": 0}, {"size": "x"}, {"page": 1.5}, {"size": True}])
def test_sizes_beyond_the_limits_are_refused(photos, options):
    answer = photos.ask("POST", "/api/search/metadata", options)
    assert answer.status == 400
    assert next(iter(options)) in answer.json()["message"][0]


def test_metadata_of_the_file_are_there_when_they_are_asked_for(photos):
    assert all("exifInfo" not in asset for asset in photos.search())
    exif = next(asset for asset in photos.search(withExif=True) if asset["originalFileName"] == "beach.jpg")["exifInfo"]
    expected = {
        "make": "Picker", "model": "Test camera", "fNumber": 2.8, "focalLength": 35, "iso": 400, "exposureTime": "1/250",
        "orientation": "1", "description": "a drawn photo", "timeZone": "UTC+2",
    }
    assert {key: exif[key] for key in expected} == expected


def test_names_are_found_in_parts_without_accents_and_case(photos):
    assert names(photos, originalFileName="ETE") == {"harbour été.jpg"}
    assert names(photos, originalFileName="été") == {"harbour été.jpg"}
    assert names(photos, originalFileName="h_rb%ete") == {"harbour été.jpg"}
    assert names(photos, originalFileName="h\\_rb") == set()


def test_types_and_favourites(many):
    kinds = {kind: {asset["id"] for asset in many.search(type=kind)} for kind in ("IMAGE", "VIDEO", "AUDIO")}
    everything = {asset["id"] for asset in many.search()}
    assert kinds["IMAGE"] | kinds["VIDEO"] == everything and not kinds["IMAGE"] & kinds["VIDEO"] and not kinds["AUDIO"]
    liked = many.search(isFavorite=True)
    assert liked and all(asset["isFavorite"] for asset in liked)
    assert len(liked) + len(many.search(isFavorite=False)) == len(everything)


def test_times_are_bounds_that_are_within(photos):
    taken = "2024-08-01T03:15:00.000Z"
    assert names(photos, takenAfter=taken, takenBefore=taken) == {"forest.jpg"}
    assert names(photos, takenAfter="2024-07-31T22:15:00-05:00", takenBefore=taken) == {"forest.jpg"}
    assert names(photos, createdAfter="2999-01-01T00:00:00Z") == set()
    assert photos.ask("POST", "/api/search/metadata", {"takenAfter": "yesterday"}).status == 400


def test_what_was_updated_later_is_found(own):
    before = max(asset["updatedAt"] for asset in own.search())
    target = next(asset for asset in own.search() if asset["originalFileName"] == "lake.jpg")["id"]
    own.change(op="update-asset", id=target, isFavorite=True)
    assert {asset["id"] for asset in own.search(updatedAfter=before)} >= {target}
    changed = [asset for asset in own.search() if asset["updatedAt"] > before]
    assert [asset["id"] for asset in changed] == [target]


def test_the_trash_is_searched_only_when_it_is_asked_for(own):
    target = own.search()[0]["id"]
    own.change(op="trash-asset", id=target)
    ids = lambda **options: {asset["id"] for asset in own.search(**options)}
    assert target not in ids()
    assert target in ids(withDeleted=True)
    assert ids(trashedAfter="2000-01-01T00:00:00Z") == {target}
    assert own.get(f"/api/assets/{target}")["isTrashed"]


def test_checksums_are_found_in_both_writings(photos):
    import base64

    asset = photos.search()[0]
    hexadecimal = base64.b64decode(asset["checksum"]).hex()
    assert [found["id"] for found in photos.search(checksum=asset["checksum"])] == [asset["id"]]
    assert [found["id"] for found in photos.search(checksum=hexadecimal)] == [asset["id"]]


def test_one_asset_is_found_by_its_identifier(photos):
    asset = photos.search()[0]
    assert [found["id"] for found in photos.search(id=asset["id"])] == [asset["id"]]


def test_assets_of_several_albums_are_in_each_of_them(own):
    first, second = own.get("/api/albums")
    assert own.search(albumIds=[first["id"], second["id"]]) == []
    inside = own.search(albumIds=[first["id"]])
    own.change(op="fill-album", id=second["id"], assetIds=[inside[0]["id"]])
    assert [asset["id"] for asset in own.search(albumIds=[first["id"], second["id"]])] == [inside[0]["id"]]
    assert names(own, isNotInAlbum=True) == {"window.jpg"}


def test_words_are_looked_for_in_names_and_descriptions(photos):
    found = photos.post("/api/search/smart", {"query": "beach drawn"})["assets"]["items"]
    assert found[0]["originalFileName"] == "beach.jpg" and len(found) > 3
    assert photos.ask("POST", "/api/search/smart", {}).status == 400


def test_words_are_refused_when_the_server_has_no_model(own):
    own.change(op="set-smart-search", isOn=False)
    assert own.get("/api/server/features")["smartSearch"] is False
    answer = own.ask("POST", "/api/search/smart", {"query": "x"})
    assert (answer.status, answer.json()["message"]) == (400, "Smart search is not enabled")


def test_places_and_cameras_are_compared_as_a_whole(many):
    lisbon = many.search(city="Lisbon", withExif=True)
    assert lisbon and {asset["exifInfo"]["city"] for asset in lisbon} == {"Lisbon"}
    assert many.search(city="Lis") == []
    nowhere = many.search(city=None, withExif=True)
    assert nowhere and {asset["exifInfo"]["city"] for asset in nowhere} == {None}


def test_searches_find_what_partners_have_and_only_what_they_show_is_given(own):
    shown = own.change(op="add-partner")["id"]
    away = own.change(op="add-partner", visibility="archive")["id"]
    assert shown in {asset["id"] for asset in own.search()}
    assert away in {asset["id"] for asset in own.search(visibility="archive")}
    assert [own.ask("GET", f"/api/assets/{key}/thumbnail").status for key in (shown, away)] == [200, 400]
    assert shown not in {row["id"] for row in own.timeline(visibility="timeline")}
    assert shown in {row["id"] for row in own.timeline(visibility="timeline", withPartners="true")}
