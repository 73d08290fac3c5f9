"""What clients say of their connection and of their body (RFC 9110, 10.1.1; RFC 9112, 9.6), in bytes."""

import json
import socket
import urllib.parse

import pytest


def connect(program) -> socket.socket:
    address = urllib.parse.urlsplit(program.origin)
    return socket.create_connection((address.hostname, address.port), timeout=10)


def head(program, *lines: str, method: str = "GET", path: str = "/openapi.json") -> bytes:
    host = urllib.parse.urlsplit(program.origin).netloc
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}", *lines, "", ""]).encode()


def test_a_client_that_waits_is_told_to_continue_and_then_answered(program):
    body = json.dumps({"pickingConfig": {"maxItemCount": "3"}}).encode()
    with connect(program) as client:
        client.sendall(head(
            program, f"Authorization: Bearer {program.token}", "Content-Type: application/json", "Expect: 100-continue",
            f"Content-Length: {len(body)}", method="POST", path="/v1/sessions"))
        assert client.recv(4096).startswith(b"HTTP/1.1 100 Continue\r\n\r\n")
        client.sendall(body)
        assert client.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_a_request_behind_another_one_is_told_nothing_in_the_midst_of_that_answer(program):
    with connect(program) as client:
        client.sendall(head(program) + head(program, "Expect: 100-continue", "Content-Length: 0", "Connection: close"))
        answers = b"".join(iter(lambda: client.recv(65536), b""))
    first, _, second = answers.partition(b"\r\n\r\n")
    length = int(next(line for line in first.split(b"\r\n") if line.lower().startswith(b"content-length:")).split(b":")[1])
    assert first.startswith(b"HTTP/1.1 200 ") and second[length:].startswith(b"HTTP/1.1 ")


@pytest.mark.parametrize("option", ["close", "Close", "keep-alive, CLOSE", "close, TE"])
def test_a_connection_is_closed_after_the_answer_when_a_client_says_so(program, option):
    with connect(program) as client:
        client.sendall(head(program, f"Connection: {option}"))
        answer = b"".join(iter(lambda: client.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 200 ")
