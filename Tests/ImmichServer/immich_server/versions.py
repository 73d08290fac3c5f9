"""Versions of Immich, and what of the interface differs between them."""

from dataclasses import dataclass

DEFAULT = "2.5.2"


@dataclass(frozen=True, order=True)
class Version:
    """A version of the server, as its `major.minor.patch`."""

    major: int
    minor: int
    patch: int

    @classmethod
    def parse(cls, text: str) -> "Version":
        parts = [int(part) for part in text.removeprefix("v").split(".")]
        if len(parts) != 3:
            raise ValueError(f"{text} is no version such as {DEFAULT}")
        return cls(*parts)

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    @property
    def duration_is_milliseconds(self) -> bool:
        """Before version 3 it is a text such as 0:00:03.12300."""
        return self.major >= 3

    @property
    def has_device_ids(self) -> bool:
        return self.major < 3

    @property
    def has_dimensions(self) -> bool:
        """Assets name their upright width and height themselves, not only those of the file in `exifInfo`."""
        return self >= Version(2, 5, 0)

    @property
    def albums_hold_assets(self) -> bool:
        """GET /albums/{id} answers with the assets, unless it is asked not to."""
        return self.major < 3

    @property
    def albums_name_owner(self) -> bool:
        """As `owner`; later it is one of `albumUsers`, with the role `owner`."""
        return self.major < 3

    @property
    def searches_reach_shared_albums(self) -> bool:
        """Before, a search finds nothing of what others put into an album; its timeline has that."""
        return self.major >= 3

    @property
    def zones_of_metadata_are_numbers(self) -> bool:
        """Times in `exifInfo` end in +00:00, as PostgreSQL writes them, and not in Z."""
        return self.major < 3

    @property
    def lowest_rating(self) -> int:
        """Since version 3 none and rejected are both null."""
        return 1 if self.major >= 3 else -1

    @property
    def has_old_sync(self) -> bool:
        """/sync/full-sync and /sync/delta-sync."""
        return self.major < 3

    @property
    def has_sync_stream(self) -> bool:
        return self >= Version(1, 133, 0)

    @property
    def errors_repeat_status(self) -> bool:
        """Bodies of errors have `error`, `statusCode` and `correlationId`; later only `message`."""
        return self.major < 3

    @property
    def every_endpoint_has_permission(self) -> bool:
        """Before that, keys with few permissions may use most endpoints beside those of assets and albums."""
        return self >= Version(1, 138, 0)

    @property
    def buckets_have_offsets(self) -> bool:
        """Times of buckets are of UTC and have an offset beside them; before, only the time on the wall."""
        return self >= Version(1, 135, 0)
