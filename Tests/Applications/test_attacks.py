"""What a program, a page elsewhere or a person without a token must not get."""

import json
import time

import pytest

from program import expect_error

EVERYWHERE = [
    ("POST", "/v1/sessions"), ("GET", "/v1/sessions/x"), ("DELETE", "/v1/sessions/x"),
    ("GET", "/v1/sessions/x/events"), ("GET", "/v1/mediaItems?sessionId=x"), ("GET", "/media/x=w9-h9"),
]


@pytest.fixture(scope="module")
def picked(program, owner) -> dict:
    session = program.create()
    owner.pick(session, ["lake.jpg", "beach.jpg", "window.jpg"])
    return session


@pytest.mark.parametrize("method, path", EVERYWHERE)
@pytest.mark.parametrize("token", [None, "", "guess", "owner's cookie", "x" * 5000, "\u00e9"])
def test_without_a_token_there_is_nothing(program, owner, method, path, token):
    if token == "owner's cookie":
        token = owner.cookie.split("=", 1)[1]
    headers = {"Cookie": owner.cookie, "X-Picker": owner.secrets["proof"]}
    answer = program.ask(method, path, token=token and token.encode().decode("latin-1"), **headers)
    error = expect_error(answer, 401, "UNAUTHENTICATED")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert "/" not in error["message"]


@pytest.mark.parametrize("scheme", ["Basic", "", "Bearer Bearer"])
def test_a_token_in_another_scheme_is_none(program, scheme):
    answer = program.ask("GET", "/v1/sessions/x", token=None, Authorization=f"{scheme} {program.token}")
    expect_error(answer, 401, "UNAUTHENTICATED")


def test_a_token_does_not_open_the_owners_interface(program, owner):
    for path in ["session", "collections", "assets/x/original", "events"]:
        expect_error(program.ask("GET", f"/picker/v1/{path}"), 401, "UNAUTHENTICATED")
    session = program.create()
    answer = program.ask("POST", f"/picker/v1/sessions/{session['id']}/session/done", '{"assets":[]}', **{"X-Picker": "1"})
    expect_error(answer, 401, "UNAUTHENTICATED")
    assert program.poll(session)["picker"]["state"] == "pending"


def test_a_picker_link_signs_no_one_in(program):
    session = program.create()
    for path in ["", "/autoclose"]:
        answer = program.ask("GET", session["pickerUri"] + path, token=None)
        assert answer.status == 401 and b"beach" not in answer.content
        assert answer.headers["Content-Type"].startswith("text/html") and "Set-Cookie" not in answer.headers
    assert program.ask("GET", f"/picker/v1/sessions/{session['id']}/session", token=None).status == 401


def test_a_session_of_another_program_is_as_unknown_as_none(program, other, picked):
    own, link = other.create(), program.items(picked)[0]["mediaFile"]["baseUrl"]
    unknown = expect_error(other.ask("GET", "/v1/sessions/" + "A" * len(picked["id"])), 404, "NOT_FOUND")
    for method, path in [
        ("GET", f"/v1/sessions/{picked['id']}"), ("DELETE", f"/v1/sessions/{picked['id']}"),
        ("GET", f"/v1/mediaItems?sessionId={picked['id']}"), ("GET", f"/v1/sessions/{picked['id']}/events"),
    ]:
        assert expect_error(other.ask(method, path), 404, "NOT_FOUND") == unknown
    expect_error(other.ask("GET", link + "=d"), 403, "PERMISSION_DENIED")
    assert program.poll(picked)["mediaItemsSet"] and not other.poll(own)["mediaItemsSet"]


def test_a_changed_link_leads_nowhere(program, picked):
    link = program.items(picked)[0]["mediaFile"]["baseUrl"]
    base, code = link.rsplit(".", 1)
    session, position, expires = base.split("/media/")[1].split(".")
    changed = [
        f"{session}.1.{expires}.{code}", f"{session}.99.{expires}.{code}", f"{session}.-1.{expires}.{code}",
        f"{session}.0{position}.{expires}.{code}", f"{session}.{position}.{int(expires) + 3600}.{code}",
        f"{session}.{position}.{int(time.time()) - 1}.{code}", f"{session}.{position}.{expires}.{code[:-1]}",
        f"{session}.{position}.{expires}.{'A' * len(code)}", f"{session}.{position}.{expires}.", f"{session}.{position}.{expires}",
        f"x.{position}.{expires}.{code}", f"{session}.{position}.{'9' * 30}.{code}", "", "...", "%00", "..%2F..%2Fetc%2Fpasswd",
    ]
    for text in changed:
        answer = program.ask("GET", f"/media/{text}=d")
        assert answer.status in (403, 404), text
        assert b"beach" not in answer.content and b"JFIF" not in answer.content, text
    assert program.ask("GET", link + "=d").status == 200


@pytest.mark.parametrize("form", [
    "", "=", "=w0", "=w-5", "=w16384", "=w9h9", "=c", "=w9-c", "=w9-w9", "=w9-h9-c-c", "=d-w9", "=dd", "=w9-h9-x",
    "=w99999999999999999999", "=W9-H9", "=w9-h9=d", "=w%D9%A4",
])
def test_an_unknown_form_is_an_invalid_argument(program, picked, form):
    link = program.items(picked)[0]["mediaFile"]["baseUrl"]
    expect_error(program.ask("GET", link + form), 400, "INVALID_ARGUMENT")


def test_page_tokens_are_for_their_session_alone(program, owner, picked):
    one = program.ask("GET", f"/v1/mediaItems?sessionId={picked['id']}&pageSize=1").json()
    token = one["nextPageToken"]
    second = program.create()
    owner.pick(second, ["lake.jpg", "beach.jpg", "window.jpg"])
    offset, code = token.split(".")
    forged = code[:-1] + ("A" if code[-1] != "A" else "E")
    for text in ["x", "1", "1.", f"2.{code}", f"01.{code}", f"-1.{code}", f"{offset}.{forged}", "0.", "9" * 40 + f".{code}"]:
        answer = program.ask("GET", f"/v1/mediaItems?sessionId={picked['id']}&pageToken={text}")
        expect_error(answer, 400, "INVALID_ARGUMENT")
    answer = program.ask("GET", f"/v1/mediaItems?sessionId={second['id']}&pageToken={token}")
    expect_error(answer, 400, "INVALID_ARGUMENT")
    again = program.ask("GET", f"/v1/mediaItems?sessionId={picked['id']}&pageSize=5&pageToken={token}").json()
    assert [item["mediaFile"]["filename"] for item in again["mediaItems"]] == ["beach.jpg", "window.jpg"]


@pytest.mark.parametrize("size, status", [
    ("-1", 400), ("x", 400), ("1.5", 400), ("+5", 400), ("%20", 400), ("0", 200), ("", 200), ("9" * 30, 200), ("2147483647", 200),
])
def test_page_sizes(program, picked, size, status):
    answer = program.ask("GET", f"/v1/mediaItems?sessionId={picked['id']}&pageSize={size}")
    if status == 400:
        expect_error(answer, 400, "INVALID_ARGUMENT")
    else:
        assert answer.status == 200 and len(answer.json()["mediaItems"]) == 3


@pytest.mark.parametrize("body, code", [
    ("{", 400), ("[]", 400), ("nonsense", 400), ('"x"', 400), ('{"pickingConfig": 5}', 400),
    ('{"pickingConfig": {"maxItemCount": "many"}}', 400), ('{"pickingConfig": {"maxItemCount": -1}}', 400),
    ('{"pickingConfig": {"maxItemCount": 1.5}}', 400), ('{"pickingConfig": {"maxItemCount": "99999999999999999999"}}', 400),
    ('{"picker": {"mediaFilter": "cats"}}', 400), ('{"picker": {"minItemCount": 9}, "pickingConfig": {"maxItemCount": 3}}', 400),
    ('{"picker": {"preselectedItemIds": [1]}}', 400), ("[" * 100_000, 400), ("\xff\xfe", 400), (" " * (2 << 20), 413),
])
def test_malformed_and_oversized_bodies_make_no_session(program, body, code):
    answer = program.ask("POST", "/v1/sessions", body.encode("latin-1"))
    error = expect_error(answer, code, "INVALID_ARGUMENT")
    assert len(error["message"]) < 300


def test_listing_before_picking_after_cancelling_and_without_a_session(program, owner):
    session = program.create()
    path = f"/v1/mediaItems?sessionId={session['id']}"
    error = expect_error(program.ask("GET", path), 400, "FAILED_PRECONDITION")
    assert error["details"][0]["reason"] == "SESSION_PENDING"
    owner.cancel(session)
    error = expect_error(program.ask("GET", path), 400, "FAILED_PRECONDITION")
    assert error["details"][0]["reason"] == "SESSION_CANCELLED"
    expect_error(program.ask("GET", "/v1/mediaItems"), 400, "INVALID_ARGUMENT")
    expect_error(program.ask("GET", "/v1/mediaItems?sessionId=x"), 404, "NOT_FOUND")


def test_another_host_and_a_foreign_origin_are_refused(program, picked):
    link = program.items(picked)[0]["mediaFile"]["baseUrl"]
    for path in [f"/v1/sessions/{picked['id']}", f"/v1/mediaItems?sessionId={picked['id']}", link + "=d", "/$discovery/rest?version=v1"]:
        assert program.ask("GET", path, Host="evil.example").status == 421, path
    for path in [f"/v1/sessions/{picked['id']}", link + "=d"]:
        answer = program.ask("GET", path, Origin="https://evil.example")
        expect_error(answer, 403, "PERMISSION_DENIED")
        assert "Access-Control-Allow-Origin" not in answer.headers
    expect_error(program.ask("POST", "/v1/sessions", Origin="null"), 403, "PERMISSION_DENIED")


def test_only_the_owner_ends_a_session_and_only_once(program, owner):
    session = program.create({"pickingConfig": {"maxItemCount": 1}, "picker": {"minItemCount": 1, "mediaFilter": "image"}})
    photos = owner.photos()
    assert owner.end(session, "done", {"assets": []})[0] == 400
    assert owner.end(session, "done", {"assets": [photos["lake.jpg"], photos["beach.jpg"]]})[0] == 400
    assert owner.end(session, "done", {"assets": ["aNone"]})[0] == 404
    owner.pick(session, ["lake.jpg"])
    for how in ["done", "cancel"]:
        assert owner.end(session, how, {"assets": [photos["beach.jpg"]]})[0] == 400
    assert [item["mediaFile"]["filename"] for item in program.items(session)] == ["lake.jpg"]


def test_no_answer_tells_of_paths_or_other_programs(program, picked, library):
    for path in [f"/v1/sessions/{picked['id']}", f"/v1/mediaItems?sessionId={picked['id']}", "/$discovery/rest"]:
        text = json.dumps(program.ask("GET", path).json())
        assert str(library) not in text and str(library.name) not in text and "Summer" not in text
