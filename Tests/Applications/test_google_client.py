"""Google's own client library, built from the discovery document, does all there is to do."""

import io
import json

import pytest
from googleapiclient.errors import HttpError
from PIL import Image


def names(page: dict) -> list[str]:
    return [item["mediaFile"]["filename"] for item in page["mediaItems"]]


def test_it_creates_polls_lists_downloads_and_deletes(program, owner):
    photos = program.service()
    session = photos.sessions().create(body={"pickingConfig": {"maxItemCount": "3"}}).execute()
    assert session["pickerUri"] == f"{program.origin}/pick/{session['id']}"
    assert session["mediaItemsSet"] is False and session["pickingConfig"] == {"maxItemCount": "3"}
    assert session["expireTime"].endswith("Z")

    pending = photos.sessions().get(sessionId=session["id"]).execute()
    assert pending["mediaItemsSet"] is False
    assert pending["pollingConfig"]["pollInterval"] == "5s"
    assert 3500 < int(pending["pollingConfig"]["timeoutIn"].removesuffix("s")) <= 3600

    owner.pick(session, ["lake.jpg", "beach.jpg"])
    picked = photos.sessions().get(sessionId=session["id"]).execute()
    assert picked["mediaItemsSet"] is True and "pollingConfig" not in picked

    page = photos.mediaItems().list(sessionId=session["id"]).execute()
    assert names(page) == ["lake.jpg", "beach.jpg"] and "nextPageToken" not in page
    item = page["mediaItems"][1]
    assert item["type"] == "PHOTO" and item["createTime"] == "2024-07-02T12:00:00Z"
    media = item["mediaFile"]
    assert media["mimeType"] == "image/jpeg"
    facts = media["mediaFileMetadata"]
    assert (facts["width"], facts["height"], facts["cameraModel"]) == (1600, 1200, "Test camera")

    http = photos._http
    for form, size in [("=w400-h400", (400, 300)), ("=w400-h400-c", (400, 400)), ("=w200", (200, 150)), ("=h150", (200, 150))]:
        head, content = http.request(media["baseUrl"] + form)
        assert head.status == 200, content
        assert Image.open(io.BytesIO(content)).size == size, form
    head, content = http.request(media["baseUrl"] + "=d")
    assert head.status == 200 and Image.open(io.BytesIO(content)).size == (1600, 1200)

    assert photos.sessions().delete(sessionId=session["id"]).execute() == {}
    with pytest.raises(HttpError) as error:
        photos.sessions().get(sessionId=session["id"]).execute()
    assert error.value.status_code == 404
    assert http.request(media["baseUrl"] + "=d")[0].status == 403


def test_it_pages_through_what_was_picked(program, owner):
    photos = program.service()
    session = photos.sessions().create().execute()
    wanted = sorted(name for name in owner.photos() if name.startswith("small-"))
    owner.pick(session, wanted)
    for size in [None, 1000, 7, 130]:
        listed, tokens = [], set()
        request = photos.mediaItems().list(sessionId=session["id"], pageSize=size)
        while request is not None:
            page = request.execute()
            listed += names(page)
            assert len(page["mediaItems"]) <= min(size or 50, 100)
            token = page.get("nextPageToken")
            assert token not in tokens
            tokens.add(token)
            request = photos.mediaItems().list_next(request, page)
        assert listed == wanted


def test_a_cancelled_session_is_told_so_that_no_program_polls_for_ever(program, owner):
    session = program.create()
    owner.cancel(session)
    polled = program.poll(session)
    assert polled["picker"]["state"] == "cancelled" and polled["mediaItemsSet"] is False
    assert polled["pollingConfig"] == {"pollInterval": "5s", "timeoutIn": "0s"}


@pytest.mark.parametrize("how", ["picked", "cancelled", "deleted"])
def test_a_program_that_listens_hears_of_the_end_at_once(program, owner, how):
    session = program.create()
    connection, lines = program.listen(f"/v1/sessions/{session['id']}/events")
    assert next(lines) == "event: pending"
    assert json.loads(next(lines).removeprefix("data: "))["id"] == session["id"]
    if how == "picked":
        owner.pick(session, ["lake.jpg"])
    elif how == "cancelled":
        owner.cancel(session)
    else:
        program.ask("DELETE", f"/v1/sessions/{session['id']}")
    rest = [line for line in lines if line]
    assert rest[0] == f"event: {how}"
    document = json.loads(rest[1].removeprefix("data: "))
    assert document == {} if how == "deleted" else document["picker"]["state"] == how
    connection.close()


def test_what_has_ended_already_is_said_once(program, owner):
    session = program.create()
    owner.cancel(session)
    connection, lines = program.listen(f"/v1/sessions/{session['id']}/events")
    assert [line for line in lines if line.startswith("event")] == ["event: cancelled"]
    connection.close()


def test_nothing_picked_is_an_empty_list(program, owner):
    session = program.create()
    owner.pick(session, [])
    assert program.poll(session)["mediaItemsSet"] is True
    assert program.items(session) == []


def test_the_same_request_makes_one_session(program):
    first = program.create(request_id="a")
    assert program.create(request_id="a")["id"] == first["id"]
    assert program.create(request_id="b")["id"] != first["id"]


def test_items_of_an_earlier_session_are_selected_when_the_page_opens(program, owner):
    first = program.create()
    owner.pick(first, ["lake.jpg", "beach.jpg"])
    items = [item["id"] for item in program.items(first)]
    body = {"picker": {"preselectedItemIds": [items[1], "aNone", items[0]]}}
    session = program.create(body, request_id="earlier")
    assert session["picker"]["itemCount"] == 0
    selected = owner.ask("GET", f"/picker/v1/sessions/{session['id']}/session")[1]["selection"]
    assert selected == [items[1], items[0]]
    assert program.create(body, request_id="earlier")["id"] == session["id"]
    owner.cancel(session)
    program.ask("DELETE", f"/v1/sessions/{session['id']}")


@pytest.mark.parametrize("count", ["7", 7])
def test_a_limit_may_be_a_number_or_its_digits(program, count):
    assert program.create({"pickingConfig": {"maxItemCount": count}})["pickingConfig"] == {"maxItemCount": "7"}


@pytest.mark.parametrize("body", [None, {}, {"pickingConfig": {}}, {"pickingConfig": {"maxItemCount": "0"}}, {"unknown": [1]}])
def test_without_a_limit_it_is_that_of_google(program, body):
    assert program.create(body)["pickingConfig"] == {"maxItemCount": "2000"}
