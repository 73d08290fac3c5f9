"""Bytes: originals with ranges and tags, thumbnails of each size, videos, and what cannot be shown."""

import base64
import hashlib
import io

import pytest
import thumbhash
from PIL import Image, ImageOps, ImageStat


@pytest.fixture(scope="module")
def beach(photos) -> dict:
    return next(asset for asset in photos.search() if asset["originalFileName"] == "beach.jpg")


@pytest.fixture(scope="module")
def data(folder) -> bytes:
    return (folder / "Summer" / "beach.jpg").read_bytes()


def original(server, asset, **headers):
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return server.ask("GET", f"/api/assets/{asset['id']}/original", headers=names)


def test_an_original_is_the_file_with_its_checksum(photos, beach, data):
    answer = original(photos, beach)
    assert (answer.status, answer.body) == (200, data)
    assert answer.headers["content-length"] == str(len(data))
    assert answer.headers["accept-ranges"] == "bytes"
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["content-disposition"] == "inline; filename*=UTF-8''beach.jpg"
    assert base64.b64decode(beach["checksum"]) == hashlib.sha1(data).digest()


def test_names_are_escaped_in_the_disposition(photos):
    asset = next(asset for asset in photos.search() if asset["originalFileName"].startswith("harbour"))
    assert original(photos, asset).headers["content-disposition"] == "inline; filename*=UTF-8''harbour%20%C3%A9t%C3%A9.jpg"


@pytest.mark.parametrize(("wanted", "start", "end"), [
    ("bytes=0-0", 0, 1), ("bytes=0-99", 0, 100), ("bytes=100-", 100, None), ("bytes=-50", -50, None),
    ("bytes=10-99999999", 10, None), ("bytes=-99999999", 0, None),
])
def test_a_range_is_answered_by_its_bytes(photos, beach, data, wanted, start, end):
    answer = original(photos, beach, Range=wanted)
    expected = data[start:end]
    assert (answer.status, answer.body) == (206, expected)
    first = len(data) + start if start < 0 else start
    assert answer.headers["content-range"] == f"bytes {first}-{first + len(expected) - 1}/{len(data)}"
    assert answer.headers["content-length"] == str(len(expected))


@pytest.mark.parametrize("wanted", ["bytes=99999999-", "bytes=5-4", "bytes=-0"])
def test_a_range_beyond_the_file_is_refused_with_its_size(photos, beach, data, wanted):
    answer = original(photos, beach, Range=wanted)
    assert (answer.status, answer.headers["content-range"]) == (416, f"bytes */{len(data)}")


@pytest.mark.parametrize("wanted", ["lines=0-1", "bytes=0-1,5-6"])
def test_what_is_no_single_range_is_answered_with_the_whole(photos, beach, data, wanted):
    answer = original(photos, beach, Range=wanted)
    assert (answer.status, answer.body) == (200, data)


def test_a_known_tag_is_answered_without_a_body(photos, beach):
    tag = original(photos, beach).headers["etag"]
    assert tag.startswith('W/"')
    answer = original(photos, beach, If_None_Match=tag)
    assert (answer.status, answer.body) == (304, b"")


def test_a_range_of_another_file_is_answered_with_the_whole(photos, beach, data):
    answer = original(photos, beach)
    assert original(photos, beach, Range="bytes=0-9", If_Range='"other"').body == data
    same = original(photos, beach, Range="bytes=0-9", If_Range=answer.headers["last-modified"])
    assert same.body == data[:10]


def test_a_head_has_no_body(photos, beach, data):
    answer = photos.ask("HEAD", f"/api/assets/{beach['id']}/original")
    assert (answer.status, answer.body, answer.headers["content-length"]) == (200, b"", str(len(data)))


@pytest.mark.parametrize(("size", "form", "shorter"), [("thumbnail", "WEBP", 250), ("preview", "JPEG", 1200)])
def test_thumbnails_are_upright_and_of_their_size(photos, size, form, shorter):
    asset = next(asset for asset in photos.search() if asset["originalFileName"] == "window.jpg")
    answer = photos.ask("GET", f"/api/assets/{asset['id']}/thumbnail", size=size)
    image = Image.open(io.BytesIO(answer.body))
    assert (image.format, min(image.size)) == (form, shorter)
    # The file is upside down: its white corner is the last one here.
    assert min(image.convert("RGB").getpixel((image.width - 2, image.height - 2))) > 240
    assert max(image.convert("RGB").getpixel((2, 2))[1:2]) < 100
    assert 0x0112 not in image.getexif()


def test_a_photo_that_lies_on_its_side_stands_in_its_thumbnail(photos):
    asset = next(asset for asset in photos.search() if asset["originalFileName"] == "forest.jpg")
    answer = photos.ask("GET", f"/api/assets/{asset['id']}/thumbnail")
    width, height = Image.open(io.BytesIO(answer.body)).size
    assert width < height


def test_the_full_size_is_elsewhere(photos, beach):
    answer = photos.ask("GET", f"/api/assets/{beach['id']}/thumbnail", size="fullsize")
    assert (answer.status, answer.headers["location"]) == (302, f"/api/assets/{beach['id']}/original")
    assert photos.ask("GET", f"/api/assets/{beach['id']}/thumbnail", size="huge").status == 400


def test_thumbnails_are_missing_until_the_asset_is_processed(own):
    asset = own.search()[0]
    own.change(op="process-asset", id=asset["id"], isDone=False)
    answer = own.ask("GET", f"/api/assets/{asset['id']}/thumbnail")
    assert (answer.status, answer.json()["message"]) == (404, "Asset media not found")
    assert own.get(f"/api/assets/{asset['id']}")["thumbhash"] is None
    own.change(op="process-asset", id=asset["id"])
    assert own.ask("GET", f"/api/assets/{asset['id']}/thumbnail").status == 200


def test_videos_are_played_in_parts_and_photos_are_not(photos, beach):
    video = next(asset for asset in photos.search(type="VIDEO"))
    answer = photos.ask("GET", f"/api/assets/{video['id']}/video/playback", headers={"Range": "bytes=4-7"})
    assert (answer.status, answer.body, answer.headers["content-type"]) == (206, b"ftyp", "video/mp4")
    refused = photos.ask("GET", f"/api/assets/{beach['id']}/video/playback")
    assert (refused.status, refused.json()["message"]) == (400, "Asset is not a video")


@pytest.mark.parametrize(("path", "permission"), [("", "read"), ("/thumbnail", "view"), ("/original", "download")])
def test_what_does_not_exist_is_a_bad_request(photos, path, permission):
    answer = photos.ask("GET", f"/api/assets/11111111-1111-4111-8111-111111111111{path}")
    assert (answer.status, answer.json()["message"]) == (400, f"Not found or no asset.{permission} access")
    assert photos.ask("GET", f"/api/assets/1{path}").json()["message"] == ["id must be a UUID"]


def test_a_file_that_is_gone_is_an_error_of_the_server(tmp_path):
    from server_process import ServerProcess

    Image.new("RGB", (30, 20)).save(tmp_path / "gone.jpg")
    with ServerProcess("--library", tmp_path) as server:
        (asset,) = server.search()
        (tmp_path / "gone.jpg").unlink()
        assert original(server, asset).status == 500


def test_originals_of_a_synthetic_library_are_all_different(many):
    assets = many.search(size=300)[:30]
    bodies = [original(many, asset).body for asset in assets]
    assert len(set(bodies)) == len(assets)
    for asset, body in zip(assets, bodies):
        assert hashlib.sha1(body).digest() == base64.b64decode(asset["checksum"])


def test_preview_hashes_are_those_that_others_read(photos, folder):
    for asset in photos.search(type="IMAGE"):
        file = next(folder.rglob(asset["originalFileName"]))
        image = ImageOps.exif_transpose(Image.open(file)).convert("RGB")
        hashed = base64.b64decode(asset["thumbhash"])
        average = [255 * part for part in thumbhash.thumb_hash_to_average_rgba(hashed)[:3]]
        assert average == pytest.approx(ImageStat.Stat(image).mean, abs=12)
        ratio = thumbhash.thumb_hash_to_approximate_aspect_ratio(hashed)
        assert ratio == pytest.approx(image.width / image.height, rel=0.25)


def test_photos_of_telephones_have_thumbnails(tmp_path):
    import pillow_heif

    from server_process import ServerProcess

    pillow_heif.register_heif_opener()
    Image.new("RGB", (300, 200), "coral").save(tmp_path / "IMG_0001.HEIC")
    (tmp_path / "IMG_0001.MOV").write_bytes(b"\0\0\0\x14ftypqt  \0\0\2\0qt  ")
    with ServerProcess("--library", tmp_path) as server:
        (asset,) = server.search()
        assert asset["originalMimeType"] == "image/heic" and asset["livePhotoVideoId"]
        answer = server.ask("GET", f"/api/assets/{asset['id']}/thumbnail", size="preview")
        assert Image.open(io.BytesIO(answer.body)).size == (300, 200)
        full = server.ask("GET", f"/api/assets/{asset['id']}/thumbnail", size="fullsize")
        assert full.headers["location"].endswith("thumbnail?size=preview")
        video = server.ask("GET", f"/api/assets/{asset['livePhotoVideoId']}/video/playback")
        assert (video.status, video.headers["content-type"]) == (200, "video/quicktime")
        assert server.get(f"/api/assets/{asset['livePhotoVideoId']}")["visibility"] == "hidden"
