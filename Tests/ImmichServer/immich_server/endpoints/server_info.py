"""What a server says of itself, mostly to anyone."""

from immich_server.asset import MIME_TYPES, SIDECARS
from immich_server.messages import Request, Response, json_answer
from immich_server.routes import route


@route("GET", "/.well-known/immich", is_public=True)
def well_known(server, request: Request) -> Response:
    return json_answer(request, {"api": {"endpoint": "/api"}})


@route("GET", "/api/server/ping", is_public=True)
def ping(server, request: Request) -> Response:
    return json_answer(request, {"res": "pong"})


@route("GET", "/api/server/version", is_public=True)
def version(server, request: Request) -> Response:
    found = {"major": server.version.major, "minor": server.version.minor, "patch": server.version.patch}
    return json_answer(request, found | ({"prerelease": None} if server.version.major >= 3 else {}))


@route("GET", "/api/server/about", "server.about")
def about(server, request: Request) -> Response:
    return json_answer(request, {
        "version": f"v{server.version}",
        "versionUrl": f"https://github.com/immich-app/immich/releases/tag/v{server.version}",
        "licensed": False,
        "repository": "immich-app/immich",
        "repositoryUrl": "https://github.com/immich-app/immich",
        "sourceRef": f"v{server.version}",
    })


@route("GET", "/api/server/features", is_public=True)
def features(server, request: Request) -> Response:
    found = {
        "smartSearch": server.has_smart_search,
        "facialRecognition": True, "duplicateDetection": server.has_smart_search, "map": True, "reverseGeocoding": True,
        "importFaces": False, "sidecar": True, "search": True, "trash": True, "oauth": False, "oauthAutoLaunch": False,
        "ocr": False, "passwordLogin": True, "configFile": False, "email": False,
    }
    return json_answer(request, found | ({"realtimeTranscoding": False} if server.version.major >= 3 else {}))


@route("GET", "/api/server/config", is_public=True)
def config(server, request: Request) -> Response:
    found = {
        "loginPageMessage": "", "trashDays": 30, "userDeleteDelay": 7, "oauthButtonText": "Login with OAuth",
        "isInitialized": True, "isOnboarded": True, "externalDomain": "", "publicUsers": True, "maintenanceMode": False,
        "mapDarkStyleUrl": "https://tiles.immich.cloud/v1/style/dark.json",
        "mapLightStyleUrl": "https://tiles.immich.cloud/v1/style/light.json",
    }
    return json_answer(request, found | ({"minFaces": 3} if server.version.major >= 3 else {}))


@route("GET", "/api/server/media-types", is_public=True)
def media_types(server, request: Request) -> Response:
    named = lambda kind: sorted(f".{name}" for name, mime in MIME_TYPES.items() if mime.startswith(kind))
    return json_answer(request, {
        "video": named("video/"), "image": named("image/"), "sidecar": [f".{name}" for name in SIDECARS],
    })


@route("GET", "/api/server/storage", "server.storage")
def storage(server, request: Request) -> Response:
    used = sum(asset.size for asset in server.library.own())
    size = 1 << 40
    text = lambda count: f"{count / (1 << 30):.1f} GiB"
    return json_answer(request, {
        "diskSize": text(size), "diskUse": text(used), "diskAvailable": text(size - used), "diskSizeRaw": size,
        "diskUseRaw": used, "diskAvailableRaw": size - used, "diskUsagePercentage": round(100 * used / size, 2),
    })
