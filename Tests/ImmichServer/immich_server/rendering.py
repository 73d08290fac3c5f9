"""What Immich says of assets, albums, people and users, in the form of one version."""

import base64

from immich_server import content
from immich_server.asset import MIME_TYPES, Asset, bare_moment, extension, moment
from immich_server.library import Album, Library, Person
from immich_server.versions import Version

AVATAR = "primary"
FRIEND = ("Friend", "friend@example.com")
NO_DURATION = "0:00:00.00000"
EXIF_FIELDS = [
    "make", "model", "lensModel", "orientation", "fNumber", "focalLength", "iso", "exposureTime", "latitude", "longitude",
    "city", "state", "country", "timeZone", "projectionType",
]


class Renderer:
    """Makes JSON of values. `user` is an Account."""

    def __init__(self, version: Version, library: Library, store: "content.Content", user):
        self.version = version
        self.library = library
        self.content = store
        self.user = user

    def asset(self, asset: Asset, *, with_exif=False, with_people=False, with_owner=False, with_stack=False) -> dict:
        found = {
            "id": asset.id,
            "createdAt": moment(asset.created),
            "ownerId": asset.owner,
            "libraryId": None,
            "type": asset.type,
            "originalPath": asset.original_path or f"/data/library/admin/{asset.name}",
            "originalFileName": asset.name,
            "originalMimeType": MIME_TYPES.get(extension(asset.name)),
            "thumbhash": self.text64(self.content.thumb_hash(asset)),
            "fileCreatedAt": moment(asset.taken),
            "fileModifiedAt": moment(asset.modified),
            "localDateTime": moment(asset.local),
            "updatedAt": moment(asset.updated),
            "isFavorite": asset.is_favorite and asset.owner == self.user.id,
            "isArchived": asset.visibility == "archive",
            "isTrashed": asset.trashed is not None,
            "visibility": asset.visibility,
            "duration": self.duration(asset, absent=NO_DURATION),
            "livePhotoVideoId": asset.live_video,
            "people": [],
            "checksum": self.text64(self.content.checksum(asset)),
            "isOffline": asset.is_offline,
            "hasMetadata": True,
            "duplicateId": None,
            "resized": True,
        }
        if self.version.has_device_ids:
            found |= {"deviceAssetId": asset.device_asset_id, "deviceId": asset.device_id}
        if self.version.has_dimensions:
            width, height = asset.upright_size
            found |= {"width": width, "height": height, "isEdited": False}
        if with_exif:
            found["exifInfo"] = self.exif(asset)
        if with_people:
            found |= {"people": self.people_of(asset), "tags": []}
            if self.version.major < 3:
                found["unassignedFaces"] = []
        if with_owner:
            found["owner"] = self.owner(asset.owner)
        if with_stack:
            found["stack"] = None
        return found

    def exif(self, asset: Asset) -> dict:
        """The dimensions are those of the file: `orientation` says how it is turned."""
        read = asset.exif
        description = read.get("description") if asset.description is None else asset.description
        rating = read.get("rating")
        return {field: read.get(field) for field in EXIF_FIELDS} | {
            "rating": rating if rating is None or rating >= self.version.lowest_rating else None,
            "exifImageWidth": asset.width,
            "exifImageHeight": asset.height,
            "fileSizeInByte": asset.size,
            "dateTimeOriginal": self.metadata_time(asset.taken),
            "modifyDate": self.metadata_time(asset.modified),
            "description": description or "",
        }

    def metadata_time(self, milliseconds: int) -> str:
        if self.version.zones_of_metadata_are_numbers:
            return f"{bare_moment(milliseconds)}+00:00"
        return moment(milliseconds)

    def duration(self, asset: Asset, absent: str | None) -> str | int | None:
        if asset.duration is None:
            return None if self.version.duration_is_milliseconds else absent
        return asset.duration if self.version.duration_is_milliseconds else self.duration_text(asset.duration)

    @staticmethod
    def duration_text(milliseconds: int) -> str:
        seconds, fraction = divmod(milliseconds, 1000)
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{fraction:03}"

    def people_of(self, asset: Asset) -> list[dict]:
        found = [person for person in self.library.people.values() if asset.id in person.assets]
        people = [self.person(person) for person in found if not person.is_hidden]
        if self.version.major >= 3:
            return people
        return [each | {"faces": [self.face(asset, each["id"])]} for each in people]

    def face(self, asset: Asset, person_id: str) -> dict:
        """Each face is in the middle, since no one looked for it."""
        width, height = (side or 100 for side in asset.upright_size)
        return {
            "id": person_id, "imageWidth": width, "imageHeight": height, "sourceType": "machine-learning",
            "boundingBoxX1": width // 4, "boundingBoxX2": width * 3 // 4,
            "boundingBoxY1": height // 4, "boundingBoxY2": height * 3 // 4,
        }

    def person(self, person: Person) -> dict:
        found = {
            "id": person.id,
            "name": person.name,
            "birthDate": person.birth_date,
            "thumbnailPath": f"/data/thumbs/admin/{person.id}.jpeg",
            "isHidden": person.is_hidden,
            "isFavorite": person.is_favorite,
            "updatedAt": moment(person.updated),
        }
        if self.version.major >= 3:
            found |= {"otherPeople": [], "sharedBy": [], "sharedWith": []}
        return found

    def album(self, album: Album, *, with_assets=False) -> dict:
        members = self.library.members(album)
        days = [asset.local for asset in members]
        found = {
            "id": album.id,
            "albumName": album.name,
            "description": album.description,
            "albumThumbnailAssetId": album.poster,
            "createdAt": moment(album.created),
            "updatedAt": moment(album.updated),
            "shared": album.is_shared,
            "hasSharedLink": album.is_shared,
            "assetCount": len(members),
            "isActivityEnabled": True,
            "order": album.order,
        }
        if days:
            found |= {"startDate": moment(min(days)), "endDate": moment(max(days))}
            found["lastModifiedAssetTimestamp"] = moment(max(asset.updated for asset in members))
        owner = album.owner or self.user.id
        others = [] if owner == self.user.id else [{"user": self.owner(self.user.id), "role": "editor"}]
        if self.version.albums_name_owner:
            found |= {"ownerId": owner, "owner": self.owner(owner), "albumUsers": others}
        else:
            found["albumUsers"] = [{"user": self.owner(owner), "role": "owner"}, *others]
        if self.version.albums_hold_assets:
            shown = members if with_assets else []
            found["assets"] = [self.asset(asset, with_exif=True) for asset in shown]
        return found

    def owner(self, key: str) -> dict:
        """The user, or the only other one."""
        name, email = (self.user.name, self.user.email) if key == self.user.id else FRIEND
        return {
            "id": key,
            "name": name,
            "email": email,
            "profileImagePath": "",
            "avatarColor": AVATAR,
            "profileChangedAt": moment(self.user.created),
        }

    @staticmethod
    def text64(data: bytes | None) -> str | None:
        return base64.b64encode(data).decode() if data else None
