"""A client of others, `aioimmich`, reads and fills a library of each version."""

import asyncio
from urllib.parse import urlsplit

import aiohttp
import pytest
from aioimmich import Immich
from aioimmich.assets.models import UploadStatus
from aioimmich.exceptions import ImmichForbiddenError, ImmichUnauthorizedError
from PIL import Image

from server_process import ServerProcess


def with_client(server: ServerProcess, work, key: str | None = None):
    """What `work` returns, of a client that is connected."""

    async def connected():
        address = urlsplit(server.url)
        async with aiohttp.ClientSession() as session:
            client = Immich(session, key or server.key, address.hostname, address.port, False)
            client.api._version = await client.server.async_get_version()
            return await work(client)

    return asyncio.run(connected())


def test_it_reads_all_assets_albums_and_the_user(versioned):
    async def work(client: Immich):
        albums = await client.albums.async_get_all_albums()
        inside = await client.search.async_get_all_by_album_ids([album.album_id for album in albums[:1]])
        return (
            await client.search.async_get_all(page_size=2), albums, inside, await client.users.async_get_my_user(),
            await client.server.async_get_about_info(), await client.server.async_get_storage_info(),
            await client.albums.async_get_album_info(albums[0].album_id), await client.tags.async_get_all_tags(),
            await client.people.async_get_all_people(),
        )

    assets, albums, inside, user, about, *_ = with_client(versioned, work)
    assert {asset.original_file_name for asset in assets} >= {"beach.jpg", "forest.jpg", "leaves.png", "waves.mp4"}
    assert sorted(album.album_name for album in albums) == ["Autumn", "Summer"]
    assert len(inside) == albums[0].asset_count
    assert user.email == versioned.described["email"]
    assert about.version == f"v{versioned.described['version']}"


def test_it_reads_images_of_every_size(versioned):
    async def work(client: Immich):
        assets = await client.search.async_get_all()
        image = next(asset for asset in assets if asset.original_file_name == "window.jpg")
        return [await client.assets.async_view_asset(image.asset_id, size) for size in ("thumbnail", "preview", "fullsize")]

    small, medium, large = with_client(versioned, work)
    assert small[:4] == b"RIFF" and medium[:2] == large[:2] == b"\xff\xd8"
    assert len(small) < len(medium)


def test_it_knows_an_answer_again_by_its_tag(versioned):
    async def work(client: Immich):
        return await client.users.async_get_my_user() == await client.users.async_get_my_user()

    assert with_client(versioned, work)
    assert any(request["status"] == 304 for request in versioned.log()["requests"])


def test_it_uploads_in_chunks_and_fills_an_album(own_versioned, tmp_path):
    photo = tmp_path / "fresh.jpg"
    Image.new("RGB", (64, 48), "teal").save(photo)

    async def work(client: Immich):
        first = await client.assets.async_upload_asset(str(photo))
        again = await client.assets.async_upload_asset(str(photo))
        album = (await client.albums.async_get_all_albums())[0]
        added = await client.albums.async_add_assets_to_album(album.album_id, [first.asset_id])
        return first, again, added

    first, again, added = with_client(own_versioned, work)
    assert (first.status, again.status) == (UploadStatus.CREATED, UploadStatus.DUPLICATED)
    assert first.asset_id == again.asset_id
    assert [each.success for each in added] == [True]


def test_it_is_told_what_a_key_may_not_do(versioned):
    async def upload(client: Immich):
        await client.api.async_do_request("assets", method="POST")

    with pytest.raises(ImmichForbiddenError):
        with_client(versioned, upload, versioned.described["limited_api_key"])
    with pytest.raises(ImmichUnauthorizedError):
        with_client(versioned, lambda client: client.users.async_get_my_user(), "wrong")
