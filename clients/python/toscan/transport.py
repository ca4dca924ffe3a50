"""One request, and when it may be made again."""

from __future__ import annotations

import http.client
import json
import random
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Generator, Mapping, TypeVar

from .errors import ConnectionLost, Refused, ServerError, TimedOut, ToscanError, UnexpectedAnswer, refused_by

_LONGEST_WAIT = 30.0
_FIRST_DELAY = 0.5


_Read = TypeVar("_Read")


class Answer(dict):
    """What the server answered, with the `headers` that it came with, their names in lower case."""

    def __init__(self, body: Mapping[str, Any], headers: Mapping[str, str]):
        super().__init__(body)
        self.headers = headers


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """They would carry the credential along."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Transport:
    def __init__(
        self, base_url: str, token: Callable[[], str | None], timeout: float, max_retries: int, user_agent: str
    ):
        # The calls bring the prefix of the interface, which many put into the address of other services.
        self.base_url = base_url.rstrip("/").removesuffix("/api/v2")
        if not self.base_url.startswith(("http://", "https://")):
            raise ToscanError(f"base_url must be an address such as https://toscan.example, and is {base_url}")
        self._token = token
        self._timeout = timeout
        self._max_retries = max_retries
        self._user_agent = user_agent
        self._opener = urllib.request.build_opener(_NoRedirects)

    def json(self, method: str, path: str, *, last: Any = None, **call: Any) -> Any:
        """
        `query`, `body`, `may_repeat`, `timeout` (seconds), `max_retries`. `last`: an earlier answer to the same question, given back where
        nothing has changed since then. Raises what `errors` has.
        """
        tag = last.headers.get("etag") if isinstance(last, Answer) else None
        status, headers, content = self.send(method, path, tag=tag, **call)
        if status == 304:
            return last
        try:
            body = json.loads(content)
        except ValueError:
            what = headers.get("content-type") or "what is no JSON"
            raise _unexpected(method, path, status, headers, what) from None
        return Answer(body, headers) if isinstance(body, dict) else body

    def send(self, method: str, path: str, **call: Any) -> tuple[int, Mapping[str, str], bytes]:
        """Tries again where that can do no harm: reads, and what names its own id."""

        def whole(answer: Any) -> tuple[int, Mapping[str, str], bytes]:
            with answer:
                return answer.status, _lower(answer.headers), answer.read()

        return self._send(whole, method, path, **call)

    def stream(self, path: str, **call: Any) -> Generator[bytes, None, None]:
        """What an answer holds, as it comes; `timeout`: seconds of silence. Raises as `send` does, before the first part or behind it."""
        answer = self._send(lambda opened: opened, "GET", path, **call)
        return self._parts(answer, f"GET {path}", call.get("timeout") or self._timeout)

    def _parts(self, answer: Any, what: str, timeout: float) -> Generator[bytes, None, None]:
        with answer:
            try:
                while True:
                    part = answer.read1(65536)
                    if not part:
                        break
                    yield part
            except (http.client.HTTPException, OSError) as error:
                raise _lost(what, error, timeout) from error
            # An answer of a length that it said itself breaks off without an error.
            if answer.length:
                raise _lost(what, None, timeout)

    def _send(
        self,
        read: Callable[[Any], _Read],
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        tag: str | None = None,
        may_repeat: bool = False,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> _Read:
        is_safe = method == "GET" or may_repeat
        retries = self._max_retries if max_retries is None else max_retries
        for attempt in range(retries + 1):
            try:
                request = self._request(method, self._address(path, query), body, tag)
                return self._send_once(read, request, path, timeout or self._timeout)
            except ToscanError as error:
                asked = retry_after(error.headers) if isinstance(error, Refused) else 0.0
                delay = min(_FIRST_DELAY * 2**attempt, _LONGEST_WAIT) * (0.5 + random.random() / 2)
                if attempt == retries or not _may_repeat(error, is_safe) or asked > _LONGEST_WAIT:
                    raise
                time.sleep(max(delay, asked))
        raise AssertionError("the last attempt returns or raises")

    def _address(self, path: str, query: Mapping[str, Any] | None) -> str:
        given = {
            name: ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
            for name, value in (query or {}).items()
            if value is not None and value != ""
        }
        return self.base_url + path + (f"?{urllib.parse.urlencode(given)}" if given else "")

    def _request(self, method: str, address: str, body: Any, tag: str | None) -> urllib.request.Request:
        headers = {"accept": "application/json", "user-agent": self._user_agent}
        token = self._token()
        if token:
            headers["authorization"] = f"Bearer {token}"
        if tag:
            headers["if-none-match"] = tag
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["content-type"] = "application/json"
        return urllib.request.Request(address, data=data, headers=headers, method=method)

    def _send_once(
        self, read: Callable[[Any], _Read], request: urllib.request.Request, path: str, timeout: float
    ) -> _Read:
        method = request.get_method()
        try:
            return read(self._opener.open(request, timeout=timeout))
        except urllib.error.HTTPError as error:
            if error.code == 304 and request.has_header("If-none-match"):
                return read(error)
            with error:
                raise self._refusal(method, path, error) from None
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            raise _lost(f"{method} {path}", getattr(error, "reason", error), timeout) from error

    def _refusal(self, method: str, path: str, error: urllib.error.HTTPError) -> Refused:
        headers = _lower(error.headers)
        if 300 <= error.code < 400:
            return _unexpected(method, path, error.code, headers, "a redirect")
        return refused_by(error.code, _detail_of(error.read()), headers)


def retry_after(headers: Mapping[str, str]) -> float:
    """Seconds that an answer asks to wait, given as a number or a date; 0 where it does not."""
    value = headers.get("retry-after", "").strip()
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0


def _lower(headers: Any) -> Mapping[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _detail_of(content: bytes) -> Any:
    """What is no JSON comes from something in front of the service: its first words say more than nothing."""
    try:
        body = json.loads(content)
    except ValueError:
        return content.decode(errors="replace")[:200]
    return body.get("detail", body) if isinstance(body, dict) else body


def _unexpected(method: str, path: str, status: int, headers: Mapping[str, str], what: str) -> UnexpectedAnswer:
    message = f"{method} {path}: answered by {what}. Is base_url the address of a Toscan server?"
    return UnexpectedAnswer(status, None, headers, message)


def _lost(what: str, reason: Any, timeout: float) -> ToscanError:
    if isinstance(reason, (socket.timeout, TimeoutError)):
        return TimedOut(f"{what}: no answer within {timeout:g} s")
    if isinstance(reason, (ConnectionRefusedError, socket.gaierror)):
        return ConnectionLost(f"{what}: the server cannot be reached", may_have_been_received=False)
    return ConnectionLost(f"{what}: the connection was lost before the answer", may_have_been_received=True)


def _may_repeat(error: ToscanError, is_safe: bool) -> bool:
    if isinstance(error, ConnectionLost) and not error.may_have_been_received:
        return True
    # The daily limit is another matter than something in front of the service that asks to slow down.
    is_throttled = type(error) is Refused and error.status == 429
    return is_safe and (isinstance(error, (ConnectionLost, TimedOut, ServerError)) or is_throttled)
