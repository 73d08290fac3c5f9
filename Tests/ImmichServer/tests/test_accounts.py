"""Keys and sessions: who is let in, who is not, and how that is said."""

import pytest


def test_a_session_is_as_good_as_a_key(own):
    login = own.post("/api/auth/login", {"email": "ADMIN@example.com", "password": own.described["password"]}, status=201)
    token = login["accessToken"]
    for headers in (
        {"Authorization": f"Bearer {token}"}, {"Cookie": f"a=b; immich_access_token={token}"}, {"x-immich-user-token": token},
    ):
        answer = own.ask("GET", "/api/users/me", key=None, headers=headers)
        assert (answer.status, answer.json()["email"]) == (200, own.described["email"])


def test_a_session_ends(own):
    credentials = {name: own.described[name] for name in ("email", "password")}
    bearers = [{"Authorization": f"Bearer {own.post('/api/auth/login', credentials, status=201)['accessToken']}"} for _ in range(2)]
    assert own.ask("POST", "/api/auth/logout", {}, key=None, headers=bearers[0]).json()["successful"]
    assert [own.ask("GET", "/api/users/me", key=None, headers=bearer).status for bearer in bearers] == [401, 200]
    own.change(op="expire-tokens")
    answer = own.ask("GET", "/api/users/me", key=None, headers=bearers[1])
    assert (answer.status, answer.json()["message"]) == (401, "Invalid user token")


@pytest.mark.parametrize(("key", "message"), [(None, "Authentication required"), ("wrong", "Invalid API key")])
def test_without_a_key_nothing_is_told(versioned, key, message):
    answer = versioned.ask("GET", "/api/albums", key=key)
    body = answer.json()
    assert (answer.status, body["message"]) == (401, message)
    if versioned.described["version"].startswith("3"):
        assert set(body) == {"message"}
    else:
        assert (body["error"], body["statusCode"], len(body["correlationId"])) == ("Unauthorized", 401, 21)
    assert answer.headers["x-correlation-id"]


def test_a_wrong_password_is_refused(photos):
    answer = photos.ask("POST", "/api/auth/login", {"email": photos.described["email"], "password": "x"}, key=None)
    assert (answer.status, answer.json()["message"]) == (401, "Incorrect email or password")


@pytest.mark.parametrize("path", ["ping", "version", "features", "config", "media-types"])
def test_anyone_may_ask_what_a_server_is(photos, path):
    assert photos.ask("GET", f"/api/server/{path}", key=None).status == 200


def test_the_interface_is_found_from_the_address_of_the_site(photos):
    assert photos.ask("GET", "/.well-known/immich", key=None).json() == {"api": {"endpoint": "/api"}}


def test_a_limited_key_may_look_and_nothing_else(photos):
    key = photos.described["limited_api_key"]
    asset = photos.search()[0]["id"]
    allowed = [("GET", "/api/albums"), ("GET", "/api/timeline/buckets"), ("GET", f"/api/assets/{asset}/thumbnail")]
    assert [photos.ask(*request, key=key).status for request in allowed] == [200] * 3
    assert photos.ask("POST", "/api/search/metadata", {}, key=key).status == 200
    refused = {
        ("GET", f"/api/assets/{asset}/original"): "asset.download", ("POST", "/api/assets"): "asset.upload",
        ("DELETE", "/api/assets"): "asset.delete", ("GET", "/api/people"): "person.read",
        ("POST", "/api/albums"): "album.create", ("GET", "/api/server/about"): "server.about",
    }
    for (method, path), permission in refused.items():
        answer = photos.ask(method, path, {} if method == "POST" else None, key=key)
        assert (answer.status, answer.json()["message"]) == (403, f"Missing required permission: {permission}")


def test_a_key_knows_what_it_may_do(photos):
    mine = photos.get("/api/api-keys/me", key=photos.described["limited_api_key"])
    assert mine["permissions"] == ["asset.read", "asset.view", "album.read", "timeline.read"]
    assert photos.get("/api/api-keys/me")["permissions"] == ["all"]


def test_keys_come_and_go(own):
    key = own.change(op="add-key", name="one", permissions=["album.read"])["key"]
    assert own.ask("GET", "/api/albums", key=key).status == 200
    assert own.ask("GET", "/api/timeline/buckets", key=key).status == 403
    own.change(op="delete-key", name="one")
    assert own.ask("GET", "/api/albums", key=key).status == 401


def test_what_is_not_offered_is_not_found(photos):
    for method, path in (("GET", "/api/nothing"), ("PUT", "/api/albums"), ("GET", "/elsewhere")):
        answer = photos.ask(method, path)
        assert (answer.status, answer.json()["message"]) == (404, f"Cannot {method} {path}")
