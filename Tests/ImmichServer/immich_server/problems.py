"""Errors as Immich answers them."""

from http import HTTPStatus

from immich_server.versions import Version


class Problem(Exception):
    """Ends a request with an error. `message` is a list for what is wrong in a request's fields."""

    def __init__(self, status: int, message: str | list[str]):
        super().__init__(message)
        self.status = status
        self.message = message

    def body(self, version: Version, correlation: str) -> dict:
        if version.errors_repeat_status:
            phrase = HTTPStatus(self.status).phrase
            return {
                "message": self.message,
                "error": phrase,
                "statusCode": self.status,
                "correlationId": correlation,
            }
        if isinstance(self.message, list):
            issues = [{"code": "custom", "path": [text.split(" ")[0]], "message": text} for text in self.message]
            return {"message": "Validation failed", "errors": issues}
        return {"message": self.message}


def bad_request(message: str | list[str]) -> Problem:
    return Problem(400, message)


def no_access(permission: str) -> Problem:
    """What is not there and what is another's look alike, and are no 404."""
    return Problem(400, f"Not found or no {permission} access")


def unauthorized(message: str) -> Problem:
    return Problem(401, message)


def forbidden(permission: str) -> Problem:
    return Problem(403, f"Missing required permission: {permission}")


def not_found(message: str) -> Problem:
    return Problem(404, message)
