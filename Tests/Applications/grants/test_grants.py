"""What a program learns of a library that it was granted a part of: that part, and of the rest not even that it is there."""

import json
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import PickerProcess, draw_image, run_picker
from owner import Owner
from program import Answer, Program, expect_error

ALBUMS = 6
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))]
# A 304 or a range must say no more than the whole answer.
CONDITIONS = [{}, {"If-None-Match": "*"}, {"If-None-Match": '"0"'}, {"Range": "bytes=0-9"}, {"If-Range": '"0"', "Range": "bytes=0-9"}]


class House:
    """A library of albums, its server, its owner, and what is in it as the owner sees it."""

    def __init__(self, folder: Path, server: PickerProcess, owner: Owner):
        self.folder, self.server, self.owner = folder, server, owner
        self.albums = {}
        self.items = {}
        listing = self.owner.ask("GET", "/picker/v1/collections")[1]
        self.roll = listing["cameraRoll"]
        for album in listing["collections"]:
            if album["localIdentifier"] != self.roll and album["type"] == "album":
                self.albums[album["localIdentifier"]] = self.assets_of(album["localIdentifier"])
                self.items |= self.albums[album["localIdentifier"]]
        self.titles = {album["localIdentifier"]: album["title"] for album in listing["collections"]}
        loose = self.assets_of(self.roll)
        self.items |= loose

    def assets_of(self, album: str) -> dict[str, dict]:
        page = self.owner.ask("GET", f"/picker/v1/collections/{album}/assets?limit=500")[1]
        return {asset["localIdentifier"]: asset for asset in page["assets"]}

    def grant(self, client: int, **what: object) -> dict:
        status, answer = self.owner.ask("POST", "/picker/v1/grants", {"client": client, **what})
        assert status == 200, answer
        return answer

    def named(self, name: str) -> str:
        """The name of a program, for all libraries share their server's store."""
        return f"{name} of {self.folder.name}"

    def client(self, name: str) -> dict:
        name = self.named(name)
        return next(each for each in self.owner.ask("GET", "/picker/v1/clients")[1]["clients"] if each["name"] == name)

    def add(self, name: str) -> tuple[Program, int]:
        program = Program(self.server.origin, run_picker("clients", "add", self.named(name)))
        return program, self.client(name)["id"]


def fill(folder: Path) -> None:
    for album in range(ALBUMS):
        place = folder / f"secret-album-{album}"
        place.mkdir()
        for number in range(4 + 7 * album):
            draw_image((40 + number, 30 + album), (f"#{album:02x}6688", f"#dd{number:02x}88")).save(place / f"private-{album}-{number}.jpg")
    for number in range(5):
        draw_image((50, 40 + number), ("#001122", "#334455")).save(folder / f"loose-{number}.jpg")


@pytest.fixture(scope="module", params=["fetch-result", "legacy-group"])
def house(request, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("House")
    fill(folder)
    with PickerProcess("serve", folder, "--listen", "127.0.0.1:0", "--backend", request.param) as server:
        owner = Owner(server.link)
        owner.photos_with(["loose-4.jpg"] + [f"private-{album}-0.jpg" for album in range(ALBUMS)])
        yield House(folder, server, owner)


def listed(program: Program, path: str, field: str, size: int = 0) -> list[dict]:
    """All pages of a list."""
    found, token, seen = [], "", set()
    while True:
        joint = "&" if "?" in path else "?"
        answer = program.ask("GET", f"{path}{joint}pageSize={size}&pageToken={token}")
        assert answer.status == 200, answer.content
        page = answer.json()
        found += page[field]
        token = page.get("nextPageToken", "")
        if not token:
            return found
        assert token not in seen
        seen.add(token)


def endpoints(program: Program) -> list[tuple[str, str]]:
    """Every request that the interface describes, so that a new one is in this test by itself."""
    paths = program.ask("GET", "/openapi.json", token=None).json()["paths"]
    return [(method.upper(), path) for path, each in paths.items() for method in each if method in ("get", "post", "delete", "put", "patch")]


def requests_about(program: Program, key: str, identifier: str, version: str) -> Iterator[tuple[str, str, str | None]]:
    """Every endpoint with an identifier everywhere that one may stand, and of the library of this name."""
    link = f"{identifier}.{version}"
    for method, path in endpoints(program):
        if not path.endswith("/events"):
            for form in ["", "=w64", "=w32-h32-c", "=d", "=dv", "=x"]:
                for library in [identifier, key] if "{libraryId}" in path else [""]:
                    filled = path.replace("{link}", link + form).replace("{libraryId}", library)
                    yield method, re.sub(r"\{\w+\}", identifier, filled), None
                if "{link}" not in path:
                    break
        if method == "GET" and "{" not in path:
            for name in ["albumId", "sessionId", "pageToken", "id", "text"]:
                yield method, f"{path}?{name}={identifier}", None
        if method == "POST":
            yield method, path, json.dumps({"picker": {"preselectedItemIds": [identifier]}})


def learned(answer: Answer, identifier: str, version: str) -> tuple:
    """All of an answer but the time, what is random in a session, and the identifier that was sent itself."""
    headers = sorted((name, value) for name, value in answer.headers.items() if name != "Date")
    text = answer.content.decode("latin-1").replace(identifier, "ID").replace(version, "VERSION")
    text = re.sub(r'"(id|pickerUri|expireTime)":"[^"]*"', "", text)
    return answer.status, headers, re.sub(r'"timeoutIn":"\d+s"', "", text)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_program_sees_exactly_its_grants_and_learns_of_nothing_else(house, seed):
    chance = random.Random(seed)
    program, client = house.add(f"limited {seed}")
    albums = chance.sample(sorted(house.albums), chance.randint(0, 3))
    singles = chance.sample(sorted(house.items), chance.randint(0, 6))
    for album in albums:
        house.grant(client, collection=album)
    if singles:
        house.grant(client, assets=singles)
    granted = {item: house.items[item] for album in albums for item in house.albums[album]}
    granted |= {item: house.items[item] for item in singles}

    sees_exactly(program, house, albums, singles, chance)
    for item, asset in chance.sample(sorted(granted.items()), min(4, len(granted))):
        sees_all_of(program, item, asset)

    # Its own name for the library; that of the owner's pages where it has none.
    library = next((each["id"] for each in program.ask("GET", "/v1/libraries").json()["libraries"]), house.folder.name)
    assert bool(granted) == (library != house.folder.name)
    # The first seed, which make test runs, asks two of five ways for each path; the others all.
    conditions = CONDITIONS if seed else [{}, chance.choice(CONDITIONS[1:])]
    hidden = sorted(set(house.items) - set(granted)) + sorted(set(house.albums) - set(albums)) + [house.roll]
    mentions = [value for item in hidden for value in words_of(house, item)]
    for item in chance.sample(hidden, min(3, len(hidden))):
        version = house.items.get(item, {}).get("version", "5a5a")
        nothing = "".join(chance.choices("ABCDEFGHIJKLMNOPabcdefghijklmnop0123456789-_", k=len(item)))
        none = f"{chance.getrandbits(60):x}"
        for (method, path, body), (_, other, other_body) in zip(
            requests_about(program, library, item, version), requests_about(program, library, nothing, none), strict=True
        ):
            for headers in conditions if method == "GET" else [{}]:
                answer = program.ask(method, path, body, **headers)
                twin = program.ask(method, other, other_body, **headers)
                assert learned(answer, item, version) == learned(twin, nothing, none), (method, path, headers)
                assert answer.headers.get("ETag") is None or answer.status in (200, 206, 304)
                rest = answer.content.decode("latin-1").replace(item, "")
                assert not [word for word in mentions if word in rest], (method, path)


def words_of(house: House, identifier: str) -> list[str]:
    asset = house.items.get(identifier)
    return [identifier, asset["filename"]] if asset else [identifier, house.titles[identifier]]


def sees_exactly(program: Program, house: House, albums: list[str], singles: list[str], chance: random.Random) -> None:
    size = chance.choice([1, 3, 7, 0])
    seen = listed(program, "/v1/library/albums", "albums", size)
    expected = [(album, house.titles[album], str(len(house.albums[album]))) for album in albums]
    assert [(each["id"], each["title"], each["mediaItemsCount"]) for each in seen] == expected
    for album in albums:
        items = listed(program, f"/v1/library/mediaItems?albumId={album}", "mediaItems", size)
        assert sorted(item["id"] for item in items) == sorted(house.albums[album])
    items = listed(program, "/v1/library/mediaItems", "mediaItems", size)
    assert sorted(item["id"] for item in items) == sorted(singles)
    # Programs in which a field is empty send it so.
    unnamed = program.ask("GET", "/v1/library/mediaItems?albumId=&pageSize=100").json()["mediaItems"]
    assert {item["id"] for item in unnamed} <= set(singles) and len(unnamed) == min(100, len(singles))
    text = json.dumps([seen, items])
    assert "secret-album-" not in text.replace(json.dumps(seen), "") and str(house.folder) not in text


def sees_all_of(program: Program, identifier: str, asset: dict) -> None:
    item = program.ask("GET", f"/v1/library/mediaItems/{identifier}").json()
    assert item["mediaFile"]["filename"] == asset["filename"] and "location" not in json.dumps(item)
    base = item["mediaFile"]["baseUrl"]
    image = program.ask("GET", base + "=w32-h32")
    assert image.status == 200 and image.headers["Content-Type"].startswith("image/")
    assert program.ask("GET", base + "=w32-h32", **{"If-None-Match": image.headers["ETag"]}).status == 304
    file = program.ask("GET", base + "=d")
    assert file.status == 200 and len(file.content) > 100
    part = program.ask("GET", base + "=d", Range="bytes=10-19")
    assert part.status == 206 and part.content == file.content[10:20]


def test_what_is_revoked_is_gone_at_once_and_in_every_answer(house):
    program, client = house.add("revoked")
    album, single = sorted(house.albums)[0], house.assets_of(house.roll)
    loose = next(item for item, asset in single.items() if asset["filename"] == "loose-1.jpg")
    house.grant(client, collection=album)
    house.grant(client, assets=[loose])
    base = program.ask("GET", f"/v1/library/mediaItems/{loose}").json()["mediaFile"]["baseUrl"]
    image = program.ask("GET", base + "=w32")
    assert image.status == 200
    for grant in house.client("revoked")["grants"]:
        run_picker("grants", "revoke", str(grant["id"]))
    assert listed(program, "/v1/library/albums", "albums") == listed(program, "/v1/library/mediaItems", "mediaItems") == []
    expect_error(program.ask("GET", f"/v1/library/mediaItems?albumId={album}"), 404, "NOT_FOUND")
    expect_error(program.ask("GET", f"/v1/library/mediaItems/{loose}"), 404, "NOT_FOUND")
    for conditions in [{}, {"If-None-Match": "*"}, {"If-None-Match": image.headers["ETag"]}]:
        expect_error(program.ask("GET", base + "=w32", **conditions), 404, "NOT_FOUND")


def test_an_album_stays_up_to_date(house):
    program, client = house.add("follower")
    album = next(each for each, title in house.titles.items() if title == "secret-album-1")
    house.grant(client, collection=album)
    before = len(listed(program, f"/v1/library/mediaItems?albumId={album}", "mediaItems"))
    new = house.folder / "secret-album-1" / "new.jpg"
    shutil.copyfile(house.folder / "loose-0.jpg", new)
    try:
        identifier = house.owner.photos_with(["new.jpg"])["new.jpg"]
        items = listed(program, f"/v1/library/mediaItems?albumId={album}", "mediaItems")
        assert len(items) == before + 1 and identifier in [item["id"] for item in items]
        assert program.ask("GET", f"/v1/library/mediaItems/{identifier}").status == 200
        base = next(item for item in items if item["id"] == identifier)["mediaFile"]["baseUrl"]
        assert program.ask("GET", base + "=w32").status == 200
    finally:
        new.unlink()


def test_a_page_token_is_good_for_its_list_and_its_program(house):
    program, client = house.add("pages")
    other, other_client = house.add("other pages")
    first, second = sorted(house.albums, key=lambda album: -len(house.albums[album]))[:2]
    for each in [client, other_client]:
        house.grant(each, collection=first)
        house.grant(each, collection=second)
    token = program.ask("GET", f"/v1/library/mediaItems?albumId={first}&pageSize=2").json()["nextPageToken"]
    assert program.ask("GET", f"/v1/library/mediaItems?albumId={first}&pageToken={token}").status == 200
    for asker, path in [(program, f"mediaItems?albumId={second}&"), (program, "mediaItems?"), (program, "albums?"), (other, f"mediaItems?albumId={first}&")]:
        expect_error(asker.ask("GET", f"/v1/library/{path}pageToken={token}"), 400, "INVALID_ARGUMENT")


def test_the_owner_grants_and_revokes_by_command_and_reads_what_was_given(house):
    program, _ = house.add("by command")
    library = ["--library", str(house.folder)]
    printed = run_picker("grants", "add", house.named("by command"), "--album", "secret-album-2", "--asset", "loose-2.jpg", *library)
    assert [line.split(maxsplit=1)[1] for line in printed.splitlines()] == ["secret-album-2", "loose-2.jpg"]
    assert [album["title"] for album in listed(program, "/v1/library/albums", "albums")] == ["secret-album-2"]
    assert [item["mediaFile"]["filename"] for item in listed(program, "/v1/library/mediaItems", "mediaItems")] == ["loose-2.jpg"]
    session = program.create()
    house.owner.pick(session, ["loose-3.jpg", "private-0-1.jpg"])
    run_picker("clients", "revoke", house.named("by command"))
    records = json.loads(run_picker("history", "--client", house.named("by command"), "--json"))
    assert [record["event"] for record in records] == ["client-revoked", "picked", "granted", "granted", "client-added"]
    picked = records[1]
    assert picked["itemCount"] == 2 and picked["library"] == str(house.folder) and picked["byteTotal"] > 0
    assert [item["filename"] for item in picked["items"]] == ["loose-3.jpg", "private-0-1.jpg"]
    assert "loose-3.jpg" in run_picker("history", "--client", house.named("by command"), "--items")
    assert house.named("by command") not in run_picker("grants", "list")
    expect_error(program.ask("GET", "/v1/library/albums"), 401, "UNAUTHENTICATED")
