"""The state of a server: assets, albums and people of one user, and what changed when."""

import bisect
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from immich_server.asset import Asset, stable_id

CACHED_RESULTS = 64


@dataclass(slots=True, eq=False)
class Album:
    """`assets` is ordered as they were added, each with the number of that change. `owner` is empty for the user's own."""

    id: str
    name: str
    created: int
    updated: int
    description: str = ""
    assets: dict[str, int] = field(default_factory=dict)
    order: str = "desc"
    poster: str | None = None
    is_shared: bool = False
    owner: str = ""
    version: int = 0


@dataclass(slots=True, eq=False)
class Person:
    """A person, with the assets where their face is."""

    id: str
    name: str
    updated: int
    assets: dict[str, None] = field(default_factory=dict)
    is_hidden: bool = False
    is_favorite: bool = False
    birth_date: str | None = None
    version: int = 0


@dataclass(frozen=True, slots=True)
class Deletion:
    """A deletion. `kind` is `asset`, `album`, `album-asset` or `person`, and `number` counts all changes."""

    number: int
    kind: str
    ids: tuple[str, ...]
    at: int


class Library:
    """Held by one lock, which is reentrant: to read several things that must fit, or to change one, callers take it."""

    def __init__(self, owner: str):
        self.owner = owner
        self.lock = threading.RLock()
        self.assets: dict[str, Asset] = {}
        self.albums: dict[str, Album] = {}
        self.people: dict[str, Person] = {}
        # Users whose photos the user sees in the timeline.
        self.partners: set[str] = set()
        self.deletions: list[Deletion] = []
        self.changes = 0
        self.revision = 0
        self._last_moment = 0
        self._results: OrderedDict[object, object] = OrderedDict()

    def now(self) -> int:
        """Milliseconds since 1970; no two calls get the same, so that changes have an order by their times."""
        with self.lock:
            self._last_moment = max(self._last_moment + 1, round(time.time() * 1000))
            return self._last_moment

    def cached(self, key: object, make: Callable[[], object]) -> object:
        """A result that holds until the library changes."""
        with self.lock:
            key = (self.revision, key)
            if key not in self._results:
                self._results[key] = make()
            self._results.move_to_end(key)
            while len(self._results) > CACHED_RESULTS:
                self._results.popitem(last=False)
            return self._results[key]

    def newest_first(self) -> list[Asset]:
        """All assets, trashed and hidden ones too."""
        return self.cached("newest", lambda: sorted(self.assets.values(), key=lambda asset: (-asset.taken, asset.id)))

    def load(self, assets: list[Asset]) -> None:
        """Assets that were there before anyone asked."""
        with self.lock:
            for number, asset in enumerate(assets):
                asset.owner = self.owner
                asset.version = number - len(assets)
                self.assets[asset.id] = asset
            self.revision += 1

    def load_album(self, name: str, key: str, ids: Iterable[str]) -> Album:
        """An album that was there before anyone asked."""
        with self.lock:
            now = self.now()
            album = Album(stable_id("album", key), name, now, now, assets=dict.fromkeys(ids, 0))
            album.poster = next(iter(album.assets), None)
            self.albums[album.id] = album
            self.revision += 1
            return album

    def own(self) -> list[Asset]:
        """The user's assets, newest first: without those that others share in their albums."""
        return self.cached("own", lambda: [asset for asset in self.newest_first() if asset.owner == self.owner])

    def searched(self) -> list[Asset]:
        """The user's assets and those of partners, newest first. Searches look at all of them, also at what partners put away."""
        return self.cached(
            "searched", lambda: [asset for asset in self.newest_first() if asset.owner in self.partners | {self.owner}])

    def is_withheld(self, asset: Asset) -> bool:
        """Whether it is a partner's, and put away: what searches say of it is all that there is."""
        is_away = asset.trashed is not None or asset.visibility not in ("timeline", "hidden")
        return asset.owner in self.partners and is_away

    def add(self, asset: Asset) -> None:
        with self.lock:
            asset.owner = asset.owner or self.owner
            self.assets[asset.id] = asset
            self.touch(asset)

    def touch(self, asset: Asset) -> None:
        """After an asset was changed: it is newly updated."""
        with self.lock:
            asset.updated = self.now()
            asset.version = self._count()

    def delete(self, asset: Asset) -> None:
        """For ever, and out of albums."""
        with self.lock:
            del self.assets[asset.id]
            for album in self.albums.values():
                if asset.id in album.assets:
                    self._forget(album, asset.id)
            for person in self.people.values():
                person.assets.pop(asset.id, None)
            self._record_deletion("asset", asset.id)

    def trash(self, asset: Asset) -> None:
        with self.lock:
            asset.trashed = self.now()
            self.touch(asset)

    def restore(self, asset: Asset) -> None:
        with self.lock:
            asset.trashed = None
            self.touch(asset)

    def add_album(self, name: str, description: str = "", key: str | None = None) -> Album:
        with self.lock:
            now = self.now()
            album = Album(stable_id("album", key or f"{name}\0{now}"), name, now, now, description)
            self.albums[album.id] = album
            album.version = self._count()
            return album

    def touch_album(self, album: Album) -> None:
        with self.lock:
            album.updated = self.now()
            album.version = self._count()

    def delete_album(self, album: Album) -> None:
        with self.lock:
            del self.albums[album.id]
            self._record_deletion("album", album.id)

    def put_in_album(self, album: Album, ids: Iterable[str]) -> None:
        """Of the assets that are not in it yet."""
        with self.lock:
            for asset_id in ids:
                album.assets[asset_id] = self._count()
            album.poster = album.poster or next(iter(album.assets), None)
            self.touch_album(album)

    def take_out_of_album(self, album: Album, ids: Iterable[str]) -> None:
        with self.lock:
            for asset_id in ids:
                self._forget(album, asset_id)
            self.touch_album(album)

    def add_person(self, name: str, ids: Iterable[str], key: str | None = None) -> Person:
        with self.lock:
            person = Person(stable_id("person", key or name), name, self.now(), dict.fromkeys(ids))
            self.people[person.id] = person
            person.version = self._count()
            return person

    def touch_person(self, person: Person) -> None:
        with self.lock:
            person.updated = self.now()
            person.version = self._count()

    def delete_person(self, person: Person) -> None:
        with self.lock:
            del self.people[person.id]
            self._record_deletion("person", person.id)

    def members(self, album: Album) -> list[Asset]:
        """The assets of an album that are neither trashed nor hidden, in the album's order."""
        members = [self.assets[key] for key in album.assets if key in self.assets]
        members = [asset for asset in members if asset.trashed is None and asset.visibility in ("timeline", "archive")]
        return sorted(members, key=lambda asset: (asset.taken, asset.id), reverse=album.order == "desc")

    def deletions_since(self, number: int, kind: str) -> list[Deletion]:
        with self.lock:
            start = bisect.bisect_right(self.deletions, number, key=lambda deletion: deletion.number)
            return [deletion for deletion in self.deletions[start:] if deletion.kind == kind]

    def _forget(self, album: Album, asset_id: str) -> None:
        del album.assets[asset_id]
        if album.poster == asset_id:
            album.poster = next(iter(album.assets), None)
        self._record_deletion("album-asset", album.id, asset_id)

    def _count(self) -> int:
        """The number of a change that is being made."""
        self.revision += 1
        self.changes += 1
        return self.changes

    def _record_deletion(self, kind: str, *ids: str) -> None:
        self.deletions.append(Deletion(self._count(), kind, ids, self.now()))
