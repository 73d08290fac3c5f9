"""The rows of the sync stream: users, assets, albums and people, in the order in which Immich sends their types."""

from collections.abc import Callable, Iterator

from immich_server.asset import moment
from immich_server.rendering import AVATAR

OLD_TYPES = {
    "AlbumsV1", "AlbumUsersV1", "AlbumToAssetsV1", "AlbumAssetsV1", "AlbumAssetExifsV1", "AssetsV1", "AssetExifsV1",
    "AssetMetadataV1", "AuthUsersV1", "MemoriesV1", "MemoryToAssetsV1", "PartnersV1", "PartnerAssetsV1",
    "PartnerAssetExifsV1", "PartnerStacksV1", "StacksV1", "UsersV1", "PeopleV1", "AssetFacesV1", "UserMetadataV1",
}
NEW_TYPES = OLD_TYPES | {
    "AlbumsV2", "AlbumAssetsV2", "AssetsV2", "AssetEditsV1", "AssetOcrV1", "AuthUsersV2", "MemoriesV2", "MemoryToAssetsV2",
    "PartnerAssetsV2", "AssetFacesV2", "AssetFacesV3",
}
REQUEST_TYPES = {False: OLD_TYPES, True: NEW_TYPES}
ENTITY_TYPES = {
    "AuthUserV1", "AuthUserV2", "UserV1", "AssetV1", "AssetV2", "AssetDeleteV1", "AssetExifV1", "AlbumV1", "AlbumV2",
    "AlbumDeleteV1", "AlbumUserV1", "AlbumToAssetV1", "AlbumToAssetDeleteV1", "PersonV1", "PersonDeleteV1", "SyncCompleteV1",
}

Row = tuple
EXIF = [
    "make", "model", "lensModel", "orientation", "fNumber", "focalLength", "iso", "exposureTime", "latitude", "longitude",
    "city", "state", "country", "timeZone", "projectionType", "rating", "description", "exifImageWidth",
    "exifImageHeight", "fileSizeInByte", "dateTimeOriginal", "modifyDate",
]


def rows(server, types: list[str], known: dict[str, int]) -> Iterator[Row]:
    """Kind, number of the change, data: those after the numbers that are known of their kinds."""
    for name, make in ORDER.items():
        if name in types:
            yield from make(server, name, lambda kind: known.get(kind, -(1 << 39)))


def _changed(values, kind: str, after: Callable[[str], int], data: Callable) -> Iterator[Row]:
    found = sorted((value for value in values if value.version > after(kind)), key=lambda value: value.version)
    for value in found:
        yield kind, value.version, data(value)


def _deleted(server, of: str, kind: str, after: Callable[[str], int], names: list[str]) -> Iterator[Row]:
    for deletion in server.library.deletions_since(max(0, after(kind)), of):
        yield kind, deletion.number, dict(zip(names, deletion.ids))


def _auth_users(server, name: str, after) -> Iterator[Row]:
    kind = name.replace("Users", "User")
    user = server.accounts.user
    if after(kind) < 0:
        yield kind, 0, _user(server) | {
            "isAdmin": user.is_admin, "oauthId": "", "pinCode": None, "quotaSizeInBytes": None, "quotaUsageInBytes": 0,
            "storageLabel": "admin",
        }


def _users(server, name: str, after) -> Iterator[Row]:
    if after("UserV1") < 0:
        yield "UserV1", 0, _user(server)


def _assets(server, name: str, after) -> Iterator[Row]:
    yield from _deleted(server, "asset", "AssetDeleteV1", after, ["assetId"])
    kind = name.replace("Assets", "Asset")
    yield from _changed(server.library.own(), kind, after, lambda asset: _asset(server, asset, kind))


def _exifs(server, name: str, after) -> Iterator[Row]:
    def data(asset) -> dict:
        exif = server.renderer.exif(asset)
        found = {"assetId": asset.id, "fps": None, "profileDescription": None}
        found |= {field: exif[field] for field in EXIF}
        return found | {"dateTimeOriginal": moment(asset.taken), "modifyDate": moment(asset.modified)}

    yield from _changed(server.library.own(), "AssetExifV1", after, data)


def _albums(server, name: str, after) -> Iterator[Row]:
    yield from _deleted(server, "album", "AlbumDeleteV1", after, ["albumId"])
    kind = name.replace("Albums", "Album")

    def data(album) -> dict:
        found = {
            "id": album.id, "name": album.name, "description": album.description, "createdAt": moment(album.created),
            "updatedAt": moment(album.updated), "thumbnailAssetId": album.poster, "isActivityEnabled": True,
            "order": album.order,
        }
        return found | ({"ownerId": album.owner or server.library.owner} if kind == "AlbumV1" else {})

    yield from _changed(server.library.albums.values(), kind, after, data)


def _album_users(server, name: str, after) -> Iterator[Row]:
    """The owner is one since version 3."""
    if server.version.major >= 3:
        data = lambda album: {"albumId": album.id, "userId": album.owner or server.library.owner, "role": "owner"}
        yield from _changed(server.library.albums.values(), "AlbumUserV1", after, data)


def _members(server, name: str, after) -> Iterator[Row]:
    yield from _deleted(server, "album-asset", "AlbumToAssetDeleteV1", after, ["albumId", "assetId"])
    found = [
        (number, album.id, asset) for album in server.library.albums.values() for asset, number in album.assets.items()
        if number > after("AlbumToAssetV1")
    ]
    for number, album, asset in sorted(found):
        yield "AlbumToAssetV1", number, {"albumId": album, "assetId": asset}


def _people(server, name: str, after) -> Iterator[Row]:
    yield from _deleted(server, "person", "PersonDeleteV1", after, ["personId"])

    def data(person) -> dict:
        return {
            "id": person.id, "name": person.name, "ownerId": server.library.owner, "createdAt": moment(person.updated),
            "updatedAt": moment(person.updated), "birthDate": person.birth_date, "isHidden": person.is_hidden,
            "isFavorite": person.is_favorite, "color": None, "faceAssetId": None,
        }

    yield from _changed(server.library.people.values(), "PersonV1", after, data)


def _user(server) -> dict:
    user = server.accounts.user
    return {
        "id": user.id, "name": user.name, "email": user.email, "avatarColor": AVATAR, "deletedAt": None,
        "hasProfileImage": False, "profileChangedAt": moment(user.created),
    }


def _asset(server, asset, kind: str) -> dict:
    width, height = asset.upright_size
    render = server.renderer
    found = {
        "id": asset.id, "ownerId": asset.owner, "originalFileName": asset.name, "type": asset.type,
        "thumbhash": render.text64(server.content.thumb_hash(asset)), "checksum": render.text64(server.content.checksum(asset)),
        "fileCreatedAt": moment(asset.taken), "fileModifiedAt": moment(asset.modified), "localDateTime": moment(asset.local),
        "deletedAt": moment(asset.trashed) if asset.trashed else None, "isFavorite": asset.is_favorite,
        "visibility": asset.visibility, "livePhotoVideoId": asset.live_video, "stackId": None, "libraryId": None,
        "duration": render.duration(asset, absent=None), "width": width, "height": height, "isEdited": False,
    }
    if server.version.major >= 3:
        found["createdAt"] = moment(asset.created)
    if kind == "AssetV1" and asset.duration is not None:
        found["duration"] = render.duration_text(asset.duration)
    return found


ORDER = {
    "AuthUsersV1": _auth_users, "AuthUsersV2": _auth_users, "UsersV1": _users, "AssetsV1": _assets, "AssetsV2": _assets,
    "AlbumsV1": _albums, "AlbumsV2": _albums, "AlbumUsersV1": _album_users, "AlbumToAssetsV1": _members,
    "AssetExifsV1": _exifs, "PeopleV1": _people,
}
