"""A client that openapi-python-client generates from the OpenAPI document does all there is to do."""

import importlib
import io
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image


@pytest.fixture(scope="module")
def generated(program, tmp_path_factory):
    """The client of `program`, with the modules of its calls and models."""
    folder = tmp_path_factory.mktemp("generated")
    document = folder / "openapi.json"
    document.write_bytes(program.ask("GET", "/openapi.json", token=None).content)
    generator = Path(sys.executable).with_name("openapi-python-client")
    # Without tools that would only format what was generated.
    (folder / "config.yml").write_text("post_hooks: []\n")
    command = [str(generator), "generate", "--path", str(document), "--meta", "none", "--output-path", str(folder / "picker_client"),
               "--config", str(folder / "config.yml"), "--fail-on-warning"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    sys.path.insert(0, str(folder))
    try:
        package = importlib.import_module("picker_client")
        calls = SimpleNamespace(**{name: importlib.import_module(f"picker_client.api.default.{name}") for name in [
            "create_session", "get_session", "delete_session", "list_media_items", "get_media", "list_granted_libraries",
            "list_granted_items_of_library", "list_granted_items", "get_granted_media_of_library"]})
        models = importlib.import_module("picker_client.models")
        with package.AuthenticatedClient(base_url=program.origin, token=program.token, raise_on_unexpected_status=True) as client:
            yield SimpleNamespace(client=client, calls=calls, models=models, unset=importlib.import_module("picker_client.types").UNSET)
    finally:
        sys.path.remove(str(folder))


def link_of(item) -> str:
    return item.media_file.base_url.rsplit("/", 1)[1]


@pytest.mark.slow
def test_it_creates_polls_lists_downloads_and_deletes(generated, owner, library):
    client, calls, models = generated.client, generated.calls, generated.models
    wish = models.NewSession.from_dict({"pickingConfig": {"maxItemCount": "200"}, "picker": {"mediaFilter": "image"}})
    session = calls.create_session.sync(client=client, body=wish)
    assert session.media_items_set is False and session.picking_config.max_item_count == "200"
    assert session.picker.media_filter.value == "image" and session.polling_config.poll_interval == "5s"
    refused = calls.list_media_items.sync_detailed(client=client, session_id=session.id)
    assert refused.status_code == 400 and refused.parsed.error.status == "FAILED_PRECONDITION"

    wanted = sorted(name for name in owner.photos() if name.startswith("small-")) + ["lake.jpg"]
    owner.pick({"id": session.id}, wanted)
    picked = calls.get_session.sync(client=client, session_id=session.id)
    assert picked.media_items_set is True and picked.polling_config is generated.unset
    assert picked.picker.state.value == "picked" and picked.picker.item_count == len(wanted)

    items, token, pages = [], generated.unset, 0
    while token is not generated.unset or pages == 0:
        page = calls.list_media_items.sync(client=client, session_id=session.id, page_size=50, page_token=token)
        items += page.media_items
        token, pages = page.next_page_token, pages + 1
    assert [item.media_file.filename for item in items] == wanted and pages == 3
    assert items[-1].type_.value == "PHOTO" and items[-1].media_file.media_file_metadata.width == 1600

    small = calls.get_media.sync_detailed(client=client, link=link_of(items[-1]) + "=w200-h200")
    assert small.status_code == 200 and Image.open(io.BytesIO(small.content)).size == (200, 150)
    whole = calls.get_media.sync_detailed(client=client, link=link_of(items[0]) + "=d")
    assert whole.status_code == 200 and whole.content == (library / wanted[0]).read_bytes()
    part = calls.get_media.sync_detailed(client=client, link=link_of(items[0]) + "=d", range_="bytes=0-9")
    assert part.status_code == 206 and part.content == whole.content[:10]

    assert calls.delete_session.sync(client=client, session_id=session.id).to_dict() == {}
    gone = calls.get_session.sync_detailed(client=client, session_id=session.id)
    assert gone.status_code == 404 and gone.parsed.error.status == "NOT_FOUND"
    assert calls.get_media.sync_detailed(client=client, link=link_of(items[0]) + "=d").status_code == 403


def test_it_reads_what_it_was_granted(generated, owner):
    client, calls = generated.client, generated.calls
    assert calls.list_granted_libraries.sync(client=client).libraries == []
    number = next(each["id"] for each in owner.ask("GET", "/picker/v1/clients")[1]["clients"] if each["name"] == "notes")
    photo = owner.photos_with(["lake.jpg"])["lake.jpg"]
    status, answer = owner.ask("POST", "/picker/v1/grants", {"client": number, "assets": [photo]})
    assert status == 200
    try:
        libraries = calls.list_granted_libraries.sync(client=client).libraries
        assert len(libraries) == 1
        page = calls.list_granted_items_of_library.sync(client=client, library_id=libraries[0].id)
        assert [item.id for item in page.media_items] == [photo]
        assert calls.list_granted_items.sync(client=client).media_items[0].id == photo
        image = calls.get_granted_media_of_library.sync_detailed(client=client, library_id=libraries[0].id, link=link_of(page.media_items[0]) + "=w64")
        assert image.status_code == 200 and Image.open(io.BytesIO(image.content)).width == 64
    finally:
        grant = next(each for each in answer["clients"] if each["id"] == number)["grants"][0]
        assert owner.ask("DELETE", f"/picker/v1/grants/{grant['id']}")[0] == 200
