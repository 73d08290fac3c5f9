"""Signing in and out, and who is signed in with what."""

from immich_server.asset import moment
from immich_server.messages import Request, Response, json_answer
from immich_server.problems import bad_request
from immich_server.rendering import AVATAR
from immich_server.routes import route


@route("POST", "/api/auth/login", is_public=True)
def login(server, request: Request) -> Response:
    given = request.json()
    wrong = [f"{name} should not be empty" for name in ("email", "password") if not isinstance(given.get(name), str)]
    if wrong:
        raise bad_request(wrong)
    token = server.accounts.login(given["email"], given["password"])
    user = server.accounts.user
    cookies = f"immich_access_token={token}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax"
    return json_answer(request, {
        "accessToken": token,
        "userId": user.id,
        "userEmail": user.email,
        "name": user.name,
        "isAdmin": user.is_admin,
        "profileImagePath": "",
        "shouldChangePassword": False,
        "isOnboarded": True,
    }, 201, {"Set-Cookie": cookies})


@route("POST", "/api/auth/logout")
def logout(server, request: Request) -> Response:
    server.accounts.logout(request.account.token)
    emptied = "immich_access_token=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"
    found = {"successful": True, "redirectUri": "/auth/login?autoLaunch=0"}
    return json_answer(request, found, headers={"Set-Cookie": emptied})


@route("POST", "/api/auth/validateToken")
def validate_token(server, request: Request) -> Response:
    return json_answer(request, {"authStatus": True})


@route("GET", "/api/users/me", "user.read")
def me(server, request: Request) -> Response:
    user = server.accounts.user
    found = {
        "id": user.id, "email": user.email, "name": user.name, "profileImagePath": "", "avatarColor": AVATAR,
        "profileChangedAt": moment(user.created), "storageLabel": "admin", "shouldChangePassword": False,
        "isAdmin": user.is_admin, "createdAt": moment(user.created), "deletedAt": None, "updatedAt": moment(user.created),
        "oauthId": "", "quotaSizeInBytes": None, "status": "active", "license": None,
        "quotaUsageInBytes": sum(asset.size for asset in server.library.own()),
    }
    return json_answer(request, found | ({"clusterGroupId": user.id} if server.version.major >= 3 else {}))


@route("GET", "/api/api-keys/me")
def my_key(server, request: Request) -> Response:
    key = request.account.key
    if key is None:
        raise bad_request("Not authenticated with an API Key")
    return json_answer(request, {
        "id": key.id, "name": key.name, "permissions": key.permissions, "createdAt": moment(key.created),
        "updatedAt": moment(key.created),
    })
