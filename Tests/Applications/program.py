"""A program that asks for photos: by Google's own client library, and by plain requests for what that would not send."""

import http.client
import json
from urllib.parse import urlsplit

import google.oauth2.credentials
import httplib2
from google_auth_httplib2 import AuthorizedHttp
from googleapiclient.discovery import build_from_document


class Answer:
    def __init__(self, response: http.client.HTTPResponse):
        self.status = response.status
        self.headers = response.headers
        self.content = response.read()

    def json(self) -> dict:
        return json.loads(self.content)


class Program:
    """One with a token. It knows the address of the server and nothing else of it."""

    def __init__(self, origin: str, token: str):
        self.origin = origin
        self.token = token
        self._host = urlsplit(origin).netloc

    def service(self):
        """Google's client, built from the discovery document of the server."""
        document = self.ask("GET", "/$discovery/rest?version=v1", token=None).json()
        credentials = google.oauth2.credentials.Credentials(self.token)
        return build_from_document(document, http=AuthorizedHttp(credentials, http=httplib2.Http(timeout=60)))

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self._host, timeout=60)

    def ask(self, method: str, path: str, body: bytes | str | None = None, token: str | None = "own", **headers: str) -> Answer:
        """A plain request. A path may be a whole address."""
        if token is not None:
            headers["Authorization"] = f"Bearer {self.token if token == 'own' else token}"
        connection = self.connection()
        connection.request(method, path.removeprefix(self.origin), body, headers)
        answer = Answer(connection.getresponse())
        connection.close()
        return answer

    def listen(self, path: str):
        """The lines of a stream of events, as they come."""
        connection = self.connection()
        connection.request("GET", path, headers={"Authorization": f"Bearer {self.token}"})
        answer = connection.getresponse()
        assert answer.status == 200 and answer.headers["Content-Type"] == "text/event-stream"
        return connection, (line.decode().rstrip("\n") for line in answer)

    def create(self, body: object = None, request_id: str = "") -> dict:
        path = "/v1/sessions" + (f"?requestId={request_id}" if request_id else "")
        answer = self.ask("POST", path, json.dumps(body) if body is not None else b"")
        assert answer.status == 200, answer.content
        return answer.json()

    def poll(self, session: dict) -> dict:
        answer = self.ask("GET", f"/v1/sessions/{session['id']}")
        assert answer.status == 200, answer.content
        return answer.json()

    def items(self, session: dict) -> list[dict]:
        answer = self.ask("GET", f"/v1/mediaItems?sessionId={session['id']}")
        assert answer.status == 200, answer.content
        return answer.json()["mediaItems"]


def expect_error(answer: Answer, code: int, status: str) -> dict:
    """A refusal in Google's form."""
    assert answer.status == code, answer.content
    error = answer.json()["error"]
    assert error["code"] == code and error["status"] == status and error["message"] and error["details"] is not None
    return error
