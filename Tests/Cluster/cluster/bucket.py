"""An S3 as the tests ask it: signed requests, from the description of AWS Signature Version 4 and not from Picker's code."""

import datetime
import hashlib
import hmac
import http.client
import re
import urllib.parse


class Refused(Exception):
    """What an S3 answered instead."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"{status}: {body[:300]!r}")
        self.status = status


class Buckets:
    """The buckets of one user."""

    def __init__(self, host: str, port: int, access: str, secret: str, region: str = "us-east-1") -> None:
        self.host, self.port, self.access, self.secret, self.region = host, port, access, secret, region

    def request(self, method: str, path: str, query: dict[str, str] | None = None, body: bytes = b"") -> bytes:
        """Sends one request, and gives the body of the answer."""
        target = urllib.parse.quote(path, safe="/-._~")
        sorted_query = "&".join(
            f"{urllib.parse.quote(key, safe='-._~')}={urllib.parse.quote(value, safe='-._~')}"
            for key, value in sorted((query or {}).items()))
        headers = self.signed(method, target, sorted_query, body)
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        try:
            connection.request(method, target + ("?" + sorted_query if sorted_query else ""), body, headers)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        if not 200 <= answer.status < 300:
            raise Refused(answer.status, content)
        return content

    def signed(self, method: str, target: str, query: str, body: bytes) -> dict[str, str]:
        """The headers that make a request one of this user's."""
        now = datetime.datetime.now(datetime.timezone.utc)
        moment, day = now.strftime("%Y%m%dT%H%M%SZ"), now.strftime("%Y%m%d")
        payload = hashlib.sha256(body).hexdigest()
        headers = {"host": f"{self.host}:{self.port}", "x-amz-content-sha256": payload, "x-amz-date": moment}
        names = ";".join(sorted(headers))
        lines = "".join(f"{name}:{headers[name]}\n" for name in sorted(headers))
        canonical = "\n".join([method, target, query, lines, names, payload])
        scope = f"{day}/{self.region}/s3/aws4_request"
        text = "\n".join(["AWS4-HMAC-SHA256", moment, scope, hashlib.sha256(canonical.encode()).hexdigest()])
        key = ("AWS4" + self.secret).encode()
        for part in (day, self.region, "s3", "aws4_request"):
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        code = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
        headers["authorization"] = (
            f"AWS4-HMAC-SHA256 Credential={self.access}/{scope}, SignedHeaders={names}, Signature={code}")
        return headers

    def make(self, bucket: str) -> None:
        """Makes a bucket."""
        self.request("PUT", f"/{bucket}")

    def put(self, bucket: str, key: str, body: bytes) -> None:
        """Writes an object; its key may be any text."""
        self.request("PUT", f"/{bucket}/{key}", body=body)

    def objects(self, bucket: str) -> dict[str, int]:
        """The keys of a bucket of Picker's, which need no escapes, and how long their objects are."""
        found: dict[str, int] = {}
        after = ""
        while True:
            query = {"list-type": "2", "max-keys": "1000"} | ({"start-after": after} if after else {})
            text = self.request("GET", f"/{bucket}", query).decode()
            entries = re.findall(r"<Contents>.*?</Contents>", text, re.S)
            for entry in entries:
                key = re.search(r"<Key>(.*?)</Key>", entry)
                size = re.search(r"<Size>(\d+)</Size>", entry)
                if key and size:
                    found[key[1]] = int(size[1])
                    after = key[1]
            if "<IsTruncated>true" not in text or not entries:
                return found

    def get(self, bucket: str, key: str) -> bytes:
        """An object."""
        return self.request("GET", f"/{bucket}/{key}")

    def delete(self, bucket: str, key: str) -> None:
        """Takes an object away."""
        self.request("DELETE", f"/{bucket}/{key}")
