"""Changes to a library: those of a client, those of tests, and how a client learns of them."""

import json

import pytest

from described import check

UNTIL = "2999-01-01T00:00:00.000Z"


def names(server) -> set[str]:
    return {asset["originalFileName"] for asset in server.search()}


def first_id(server) -> str:
    return server.search()[0]["id"]


def test_assets_are_trashed_restored_and_deleted(own):
    target, path = first_id(own), "/api/assets"
    assert own.ask("DELETE", path, {"ids": [target]}).status == 204
    assert own.get(f"{path}/{target}")["isTrashed"]
    assert own.post("/api/trash/restore/assets", {"ids": [target]}) == {"count": 1}
    assert target == first_id(own)
    assert own.ask("DELETE", path, {"ids": [target], "force": True}).status == 204
    assert own.ask("GET", f"{path}/{target}").status == 400


def test_deleting_what_does_not_exist_deletes_nothing(own):
    missing = "11111111-1111-4111-8111-111111111111"
    answer = own.ask("DELETE", "/api/assets", {"ids": [first_id(own), missing]})
    assert (answer.status, answer.json()["message"]) == (400, "Not found or no asset.delete access")
    assert len(own.search()) == 7


def test_an_asset_is_changed_by_its_fields(own):
    target = first_id(own)
    given = {"isFavorite": True, "description": "seen", "rating": 4, "dateTimeOriginal": "2020-05-05T10:00:00+02:00"}
    changed = own.ask("PUT", f"/api/assets/{target}", given).json()
    assert changed["isFavorite"] and changed["fileCreatedAt"] == "2020-05-05T08:00:00.000Z"
    assert (changed["exifInfo"]["description"], changed["exifInfo"]["rating"]) == ("seen", 4)
    assert own.ask("PUT", "/api/assets", {"ids": [target], "visibility": "archive"}).status == 204
    assert target not in {asset["id"] for asset in own.search()}


def test_albums_are_made_filled_renamed_and_deleted(own_versioned):
    own, version = own_versioned, own_versioned.described["version"]
    ids = [asset["id"] for asset in own.search()]
    album = own.post("/api/albums", {"albumName": "New", "assetIds": ids[:2]}, status=201)
    check(version, "AlbumResponseDto", album)
    path = f"/api/albums/{album['id']}"
    results = own.ask("PUT", f"{path}/assets", {"ids": ids[1:3] + ["11111111-1111-4111-8111-111111111111"]}).json()
    assert [(each["success"], each.get("error")) for each in results] == [
        (False, "duplicate"), (True, None), (False, "no_permission")]
    for result in results:
        check(version, "BulkIdResponseDto", result)
    assert own.ask("PATCH", path, {"albumName": "Other", "order": "asc"}).json()["albumName"] == "Other"
    assert own.ask("DELETE", f"{path}/assets", {"ids": ids[:1]}).json() == [{"id": ids[0], "success": True}]
    found = own.get(path)
    assert (found["albumName"], found["assetCount"], found["albumThumbnailAssetId"]) == ("Other", 2, ids[1])
    assert own.ask("DELETE", path).status == 204
    assert own.ask("GET", path).json()["message"] == "Not found or no album.read access"


def test_an_album_of_version_2_has_its_assets_and_later_not(own_versioned):
    album = own_versioned.get("/api/albums")[0]
    whole = own_versioned.get(f"/api/albums/{album['id']}")
    if own_versioned.described["version"].startswith("3"):
        assert "assets" not in whole
        return
    assert album["assets"] == [] and len(whole["assets"]) == whole["assetCount"] == album["assetCount"]
    assert own_versioned.get(f"/api/albums/{album['id']}", withoutAssets="true")["assets"] == []


def test_albums_are_listed_by_what_they_hold_and_by_who_sees_them(own):
    summer, autumn = sorted(own.get("/api/albums"), key=lambda album: album["albumName"], reverse=True)
    beach = next(asset["id"] for asset in own.search() if asset["originalFileName"] == "beach.jpg")
    assert [album["id"] for album in own.get("/api/albums", assetId=beach)] == [summer["id"]]
    own.change(op="update-album", id=autumn["id"], isShared=True)
    assert [album["id"] for album in own.get("/api/albums", shared="true")] == [autumn["id"]]
    assert [album["id"] for album in own.get("/api/albums", shared="false")] == [summer["id"]]


def test_the_old_sync_tells_what_was_changed_and_deleted(own):
    full = own.post("/api/sync/full-sync", {"updatedUntil": UNTIL, "limit": 3})
    rest = own.post("/api/sync/full-sync", {"updatedUntil": UNTIL, "limit": 100, "lastId": full[-1]["id"]})
    ids = [asset["id"] for asset in full + rest]
    assert len(ids) == 7 and ids == sorted(ids)
    since = max(asset["updatedAt"] for asset in full + rest)
    own.change(op="update-asset", id=ids[0], isFavorite=True)
    own.change(op="delete-asset", id=ids[1])
    delta = {"updatedAfter": since, "userIds": [own.described["user_id"]]}
    found = own.post("/api/sync/delta-sync", delta)
    assert ([asset["id"] for asset in found["upserted"]], found["deleted"]) == ([ids[0]], [ids[1]])
    assert own.post("/api/sync/delta-sync", delta | {"updatedAfter": "2020-01-01T00:00:00Z"})["needsFullSync"]


class Session:
    """One that is signed in, and its stream."""

    def __init__(self, server):
        self._server = server
        credentials = {name: server.described[name] for name in ("email", "password")}
        token = server.post("/api/auth/login", credentials, status=201)["accessToken"]
        self.headers = {"Authorization": f"Bearer {token}"}

    def stream(self, *types: str) -> list[dict]:
        answer = self._server.ask("POST", "/api/sync/stream", {"types": list(types)}, key=None, headers=self.headers)
        assert answer.status == 200, answer
        return [json.loads(line) for line in answer.body.splitlines()]

    def acknowledge(self, rows: list[dict]) -> None:
        acks = list({row["type"]: row["ack"] for row in rows}.values())
        assert self._server.ask("POST", "/api/sync/ack", {"acks": acks}, key=None, headers=self.headers).status == 204


def test_the_stream_sends_everything_once_and_then_what_changed(own_versioned):
    own, version = own_versioned, own_versioned.described["version"]
    session, assets = Session(own), "AssetsV2" if version.startswith("3") else "AssetsV1"
    types = ["UsersV1", "AuthUsersV1", assets, "AlbumsV1", "AlbumToAssetsV1", "AssetExifsV1", "PeopleV1"]
    own.change(op="add-person", name="Ada", assetIds=[first_id(own)])
    rows = session.stream(*types)
    for row in rows[:-1]:
        check(version, f"Sync{row['type']}", row["data"])
    kinds = [row["type"] for row in rows]
    count = kinds.count
    assert (count("UserV1"), count(assets.replace("ts", "t")), count("AlbumV1"), count("AssetExifV1"), count("PersonV1")) == (1, 7, 2, 7, 1)
    assert kinds[-1] == "SyncCompleteV1"
    session.acknowledge(rows)
    assert [row["type"] for row in session.stream(*types)] == ["SyncCompleteV1"]
    target, album = first_id(own), own.get("/api/albums")[0]
    own.change(op="delete-asset", id=target)
    own.change(op="update-album", id=album["id"], name="Other")
    changed = session.stream(*types)
    assert {"AssetDeleteV1", "AlbumV1", "SyncCompleteV1"} <= {row["type"] for row in changed}
    assert {"assetId": target} in [row["data"] for row in changed]
    for row in changed[:-1]:
        check(version, f"Sync{row['type']}", row["data"])


def test_a_part_that_was_acknowledged_is_not_sent_again(own):
    session = Session(own)
    rows = session.stream("AssetsV1")
    session.acknowledge(rows[:3])
    again = session.stream("AssetsV1")
    assert [row["data"] for row in again] == [row["data"] for row in rows[3:]]


def test_the_stream_is_for_sessions_and_not_for_keys(photos):
    answer = photos.ask("POST", "/api/sync/stream", {"types": ["AssetsV1"]})
    assert (answer.status, answer.json()["message"]) == (403, "Sync endpoints cannot be used with API keys")


def test_assets_are_added_for_tests(own):
    ids = own.change(op="add-asset", count=3, name="drawn.jpg", date="2021-06-01T00:00:00Z")["ids"]
    assert len(set(ids)) == 3 and "drawn.jpg" in names(own)
    june = own.get("/api/timeline/bucket", timeBucket="2021-06-01")
    assert set(june["id"]) == set(ids)
    bodies = {own.ask("GET", f"/api/assets/{key}/original").body for key in ids}
    assert len(bodies) == 3


def test_the_folder_is_read_again_when_that_is_asked_for(tmp_path):
    from PIL import Image

    from server_process import ServerProcess

    (tmp_path / "Album").mkdir()
    for name in ("a.jpg", "b.jpg"):
        Image.new("RGB", (40, 30), "navy").save(tmp_path / "Album" / name)
    with ServerProcess("--library", tmp_path) as server:
        (tmp_path / "Album" / "a.jpg").unlink()
        Image.new("RGB", (80, 30), "red").save(tmp_path / "Album" / "b.jpg")
        Image.new("RGB", (10, 30), "red").save(tmp_path / "Album" / "c.png")
        assert names(server) == {"a.jpg", "b.jpg"}
        found = server.change(op="rescan")
        assert [len(found[key]) for key in ("added", "changed", "removed")] == [1, 1, 1]
        assert names(server) == {"b.jpg", "c.png"}
        assert server.get("/api/albums")[0]["assetCount"] == 2
        assert {asset["width"] for asset in server.search()} == {80, 10}


def test_a_folder_that_is_watched_is_read_again_by_itself(tmp_path):
    from PIL import Image

    from server_process import ServerProcess, wait_until

    with ServerProcess("--library", tmp_path, "--watch", 0.1) as server:
        assert names(server) == set()
        Image.new("RGB", (40, 30), "navy").save(tmp_path / "new.png")
        wait_until(lambda: names(server) == {"new.png"})


@pytest.mark.parametrize("change", [{"op": "unknown"}, {"op": "trash-asset", "id": "x"}, {"op": "trash-asset"}])
def test_changes_of_what_does_not_exist_are_refused(photos, change):
    assert photos.ask("POST", "/_test/change", change).status == 400


def test_what_others_share_is_in_the_timeline_of_their_album_alone(own_versioned):
    own, is_new = own_versioned, own_versioned.described["version"].startswith("3")
    shared = own.change(op="add-shared-album", name="Theirs", count=3)
    inside = set(shared["assetIds"])
    assert {row["id"] for row in own.timeline(albumId=shared["id"])} == inside
    assert not inside & {row["id"] for row in own.timeline()}
    assert not inside & {asset["id"] for asset in own.search()}
    assert {asset["id"] for asset in own.search(albumIds=[shared["id"]])} == (inside if is_new else set())
    asset = check(own.described["version"], "AssetResponseDto", own.get(f"/api/assets/{shared['assetIds'][0]}"))
    assert asset.owner.name == "Friend"
    assert own.ask("DELETE", "/api/assets", {"ids": list(inside)}).status == 400
    album = own.get(f"/api/albums/{shared['id']}")
    check(own.described["version"], "AlbumResponseDto", album)
    listed = {each["id"] for each in own.get("/api/albums")}
    assert (shared["id"] in listed) == is_new
    assert shared["id"] in {each["id"] for each in own.get("/api/albums", **{"isShared" if is_new else "shared": "true"})}
