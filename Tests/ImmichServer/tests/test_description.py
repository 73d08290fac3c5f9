"""Every answer is what Immich's own description of its interface says, field by field."""

import pytest

from described import check, check_each
from server_process import ServerProcess


@pytest.fixture(scope="module", params=["2.5.2", "3.3.5"])
def version(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def server(version: str, folder):
    with ServerProcess("--library", folder, "--version", version) as running:
        shown = [asset["id"] for asset in running.search()]
        running.change(op="add-person", name="Ada", assetIds=shown[:3])
        running.change(op="add-person", name="", assetIds=shown[1:5])
        yield running


@pytest.fixture(scope="module")
def synthetic(version: str):
    with ServerProcess("--synthetic", 300, "--version", version) as running:
        yield running


def test_what_a_server_says_of_itself_is_as_described(server, version):
    check(version, "ServerPingResponse", server.get("/api/server/ping"))
    check(version, "ServerVersionResponseDto", server.get("/api/server/version"))
    check(version, "ServerAboutResponseDto", server.get("/api/server/about"))
    check(version, "ServerFeaturesDto", server.get("/api/server/features"))
    check(version, "ServerConfigDto", server.get("/api/server/config"))
    check(version, "ServerMediaTypesResponseDto", server.get("/api/server/media-types"))
    check(version, "ServerStorageResponseDto", server.get("/api/server/storage"))


def test_accounts_and_keys_are_as_described(server, version):
    credentials = {name: server.described[name] for name in ("email", "password")}
    login = check(version, "LoginResponseDto", server.post("/api/auth/login", credentials, status=201))
    bearer = {"Authorization": f"Bearer {login.access_token}"}
    user = server.ask("GET", "/api/users/me", key=None, headers=bearer).json()
    check(version, "UserAdminResponseDto", user)
    name = "APIKeyResponseDto" if version.startswith("2") else "ApiKeyResponseDto"
    check(version, name, server.get("/api/api-keys/me"))
    answer = server.ask("POST", "/api/auth/validateToken", key=None, headers=bearer)
    check(version, "ValidateAccessTokenResponseDto", answer.json())
    answer = server.ask("POST", "/api/auth/logout", key=None, headers=bearer)
    check(version, "LogoutResponseDto", answer.json())


@pytest.mark.parametrize("query", [{}, {"withCoordinates": "true", "withStacked": "true", "order": "asc"}])
@pytest.mark.parametrize("library", ["server", "synthetic"])
def test_the_timeline_is_as_described(library, version, query, request):
    running = request.getfixturevalue(library)
    buckets = running.get("/api/timeline/buckets", **query)
    check_each(version, "TimeBucketsResponseDto", buckets)
    for bucket in buckets[:30]:
        columns = running.get("/api/timeline/bucket", timeBucket=bucket["timeBucket"], **query)
        check(version, "TimeBucketAssetResponseDto", columns)


@pytest.mark.parametrize("library", ["server", "synthetic"])
def test_searches_are_as_described(library, version, request):
    running = request.getfixturevalue(library)
    body = {"withExif": True, "withPeople": True, "size": 200}
    check(version, "SearchResponseDto", running.post("/api/search/metadata", body))
    check(version, "SearchResponseDto", running.post("/api/search/metadata", {}))
    check(version, "SearchResponseDto", running.post("/api/search/smart", {"query": "beach"}))
    check(version, "SearchStatisticsResponseDto", running.post("/api/search/statistics", {}))
    check_each(version, "AssetResponseDto", running.post("/api/search/random", {"size": 5}))


def test_assets_are_as_described(server, version):
    for asset in server.search(withDeleted=True):
        check(version, "AssetResponseDto", server.get(f"/api/assets/{asset['id']}"))
    check(version, "AssetStatsResponseDto", server.get("/api/assets/statistics"))


def test_albums_are_as_described(server, version):
    albums = server.get("/api/albums")
    assert len(albums) == 2
    check_each(version, "AlbumResponseDto", albums)
    for album in albums:
        check(version, "AlbumResponseDto", server.get(f"/api/albums/{album['id']}"))
    check(version, "AlbumStatisticsResponseDto", server.get("/api/albums/statistics"))


def test_people_are_as_described(server, version):
    people = check(version, "PeopleResponseDto", server.get("/api/people")).people
    assert [person.name for person in people] == ["Ada", ""]
    check(version, "PersonResponseDto", server.get(f"/api/people/{people[0].id}"))
    check(version, "PersonStatisticsResponseDto", server.get(f"/api/people/{people[0].id}/statistics"))
    check_each(version, "PersonResponseDto", server.get("/api/search/person", name="ada"))


def test_the_old_syncs_are_as_described(server, version):
    until = {"updatedUntil": "2999-01-01T00:00:00.000Z", "limit": 100}
    since = {"updatedAfter": "2999-01-01T00:00:00.000Z", "userIds": [server.described["user_id"]]}
    if version.startswith("3"):
        assert server.ask("POST", "/api/sync/full-sync", until).status == 404
        assert server.ask("POST", "/api/sync/delta-sync", since).status == 404
        return
    assert len(check_each(version, "AssetResponseDto", server.post("/api/sync/full-sync", until))) == 7
    check(version, "AssetDeltaSyncResponseDto", server.post("/api/sync/delta-sync", since))
