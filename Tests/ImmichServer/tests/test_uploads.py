"""Uploads: as forms, with and without a checksum before them, and what is refused."""

import base64
import hashlib
import io

import pytest
from PIL import Image

from described import check

BOUNDARY = "picker-test-boundary"
TIMES = {"fileCreatedAt": "2022-02-02T02:02:02.000Z", "fileModifiedAt": "2022-02-03T02:02:02.000Z"}
FIELDS = {"deviceAssetId": "one", "deviceId": "tests", **TIMES}


def photo(colour: str) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (48, 32), colour).save(target, "JPEG")
    return target.getvalue()


def form(data: bytes | None, name: str, fields: dict) -> bytes:
    parts = [f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode() for key, value in fields.items()]
    if data is not None:
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="assetData"; filename="{name}"\r\nContent-Type: image/jpeg\r\n\r\n'
        parts.append(head.encode() + data + b"\r\n")
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()


def upload(server, data: bytes | None, name="é photo.jpg", fields=None, **headers):
    sent = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"} | headers
    return server.ask("POST", "/api/assets", form(data, name, FIELDS if fields is None else fields), headers=sent)


def test_a_photo_is_created_and_then_a_duplicate(own_versioned):
    version = own_versioned.described["version"]
    data = photo("teal")
    first, second = upload(own_versioned, data), upload(own_versioned, data, name="other.jpg")
    assert (first.status, first.json()["status"], second.status, second.json()["status"]) == (201, "created", 200, "duplicate")
    assert first.json()["id"] == second.json()["id"]
    check(version, "AssetMediaResponseDto", first.json())
    asset = own_versioned.get(f"/api/assets/{first.json()['id']}")
    check(version, "AssetResponseDto", asset)
    assert (asset["originalFileName"], asset["fileCreatedAt"]) == ("é photo.jpg", TIMES["fileCreatedAt"])
    assert base64.b64decode(asset["checksum"]) == hashlib.sha1(data).digest()
    assert own_versioned.ask("GET", f"/api/assets/{asset['id']}/original").body == data


def test_a_known_checksum_ends_the_upload_before_its_body(own):
    data = photo("olive")
    known = upload(own, data).json()["id"]
    for checksum in (hashlib.sha1(data).hexdigest(), base64.b64encode(hashlib.sha1(data).digest()).decode()):
        answer = own.ask("POST", "/api/assets", b"not read", headers={"x-immich-checksum": checksum})
        assert (answer.status, answer.json()) == (200, {"id": known, "status": "duplicate"})


def test_many_files_are_checked_before_they_are_uploaded(own_versioned):
    known = own_versioned.search()[0]
    body = {"assets": [
        {"id": "a.jpg", "checksum": known["checksum"]}, {"id": "b.jpg", "checksum": hashlib.sha1(b"new").hexdigest()},
    ]}
    answer = own_versioned.post("/api/assets/bulk-upload-check", body)
    check(own_versioned.described["version"], "AssetBulkUploadCheckResponseDto", answer)
    assert [each["action"] for each in answer["results"]] == ["reject", "accept"]
    assert answer["results"][0]["assetId"] == known["id"]


def test_a_trashed_file_is_still_a_duplicate(own):
    data = photo("navy")
    known = upload(own, data).json()["id"]
    own.change(op="trash-asset", id=known)
    assert upload(own, data).json() == {"id": known, "status": "duplicate"}
    body = {"assets": [{"id": "x", "checksum": hashlib.sha1(data).hexdigest()}]}
    assert own.post("/api/assets/bulk-upload-check", body)["results"][0]["isTrashed"]


def test_an_upload_may_be_a_favourite_or_archived(own):
    liked = upload(own, photo("red"), fields=FIELDS | {"isFavorite": "true"}).json()["id"]
    hidden = upload(own, photo("blue"), fields=FIELDS | {"visibility": "archive"}).json()["id"]
    assert own.get(f"/api/assets/{liked}")["isFavorite"]
    assert own.get(f"/api/assets/{hidden}")["isArchived"]


def test_a_photo_and_its_video_become_one(own):
    video = upload(own, b"\0\0\0\x18ftypqt  " + bytes(99), name="live.mov").json()["id"]
    still = upload(own, photo("pink"), name="live.jpg", fields=FIELDS | {"livePhotoVideoId": video}).json()["id"]
    assert own.get(f"/api/assets/{still}")["livePhotoVideoId"] == video
    assert video not in {asset["id"] for asset in own.search()}
    assert own.ask("GET", f"/api/assets/{video}/video/playback").status == 200


@pytest.mark.parametrize(("data", "name", "fields", "message"), [
    (b"x", "notes.txt", FIELDS, "Unsupported file type notes.txt"),
    (None, "", FIELDS, "Field assetData should not be empty"),
    (b"x", "a.jpg", TIMES, "deviceAssetId should not be empty"),
    (b"x", "a.jpg", FIELDS | {"fileCreatedAt": "now"}, "fileCreatedAt must be a Date instance"),
])
def test_forms_that_lack_something_are_refused(photos, data, name, fields, message):
    answer = upload(photos, data, name, fields)
    assert answer.status == 400
    assert message in str(answer.json()["message"])


def test_a_form_that_is_cut_is_refused(photos):
    whole = form(photo("gold"), "cut.jpg", FIELDS)
    answer = photos.ask("POST", "/api/assets", whole[:-60], headers={"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"})
    assert (answer.status, answer.json()["message"]) == (400, "Unexpected end of form")
    assert len(photos.search()) == 7
