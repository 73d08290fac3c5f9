"""People: who is in how many assets, and their faces."""

from immich_server.library import Person
from immich_server.messages import Request, Response, file_answer, json_answer
from immich_server.problems import bad_request, no_access, not_found
from immich_server.routes import route

USUAL_PAGE = 500
LARGEST_PAGE = 1000
FEWEST_FACES = 3
FACE_CACHE = "private, no-cache, no-transform"


@route("GET", "/api/people", "person.read")
def people(server, request: Request) -> Response:
    """Those with a name or with three faces: favourites first, then those with names, then by how often they are seen."""
    page, size = _number(request, "page", 1, None), _number(request, "size", USUAL_PAGE, LARGEST_PAGE)
    with server.library.lock:
        known = [person for person in server.library.people.values() if person.name or len(person.assets) >= FEWEST_FACES]
        shown = [person for person in known if request.flag("withHidden") or not person.is_hidden]
        shown.sort(key=lambda person: (
            person.is_hidden, not person.is_favorite, not person.name, -len(person.assets), person.name, person.id))
        start = (page - 1) * size
        return json_answer(request, {
            "people": [server.renderer.person(person) for person in shown[start:start + size]],
            "hasNextPage": len(shown) > start + size,
            "total": len(known),
            "hidden": sum(person.is_hidden for person in known),
        })


@route("GET", "/api/people/{id}", "person.read")
def person_info(server, request: Request) -> Response:
    return json_answer(request, server.renderer.person(_person(server, request)))


@route("GET", "/api/people/{id}/statistics", "person.statistics")
def statistics(server, request: Request) -> Response:
    assets = [server.library.assets[key] for key in _person(server, request).assets]
    seen = [asset for asset in assets if asset.visibility == "timeline" and asset.trashed is None]
    return json_answer(request, {"assets": len(seen)})


@route("GET", "/api/people/{id}/thumbnail", "person.read")
def thumbnail(server, request: Request) -> Response:
    """The thumbnail of the first asset: no one cuts out faces here."""
    person = _person(server, request)
    asset = server.library.assets.get(next(iter(person.assets), ""))
    data = asset and server.content.thumbnail(asset, "preview")
    if not data:
        raise not_found("Not Found")
    return file_answer(request, data, "image/jpeg", None, person.updated, FACE_CACHE)


@route("GET", "/api/tags", "tag.read")
def tags(server, request: Request) -> Response:
    """No asset has any."""
    return json_answer(request, [])


def _person(server, request: Request) -> Person:
    person = server.library.people.get(request.parameters["id"])
    if person is None:
        raise no_access("person.read")
    return person


def _number(request: Request, name: str, usual: int, largest: int | None) -> int:
    text = request.first(name)
    if text is None:
        return usual
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise bad_request([f"{name} must not be less than 1"])
    if largest is not None and int(text) > largest:
        raise bad_request([f"{name} must not be greater than {largest}"])
    return int(text)
