"""Everything that this package raises. The names are those of the package for TypeScript."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Mapping


class ToscanError(Exception):
    #: The scan that was submitted or waited for. It goes on, and can be waited for again.
    scan_id: str | None = None
    #: The batch that was waited for.
    batch_id: str | None = None


class Refused(ToscanError):
    """The server refused; `detail` is what it said."""

    def __init__(self, status: int, detail: Any, headers: Mapping[str, str], message: str | None = None):
        super().__init__(message or (detail if isinstance(detail, str) else f"HTTP {status}"))
        self.status = status
        self.detail = detail
        #: Of the answer, in small letters.
        self.headers = {name.lower(): value for name, value in headers.items()}

    @property
    def request_id(self) -> str | None:
        """The request's name in the log of the server."""
        return self.headers.get("x-request-id")


class BadRequest(Refused):
    """400: the request contradicts itself or names something that cannot be."""


class Unauthorized(Refused):
    """401: no credential, or one that is not valid (any more)."""


class Forbidden(Refused):
    """403: a valid credential that may not do this."""


class NotFound(Refused):
    """404: nothing under this id in the organization of the credential."""


class Conflict(Refused):
    """409: the id stands for another thing, or the thing is in a state that does not allow this."""


class ValidationFailed(Refused):
    """422: fields of the request cannot be used; `errors` say where and why."""

    def __init__(self, status: int, detail: Any, headers: Mapping[str, str]):
        self.errors: list[dict[str, Any]] = detail if isinstance(detail, list) else []
        sentences = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in self.errors]
        super().__init__(status, detail, headers, "; ".join(sentences) or None)


class DailyLimitReached(Refused):
    """429: the organization has used its scans of this UTC day."""

    def __init__(self, detail: Mapping[str, int], headers: Mapping[str, str]):
        self.limit = detail["limit"]
        self.used = detail["used"]
        now = _time_of(headers)
        today = now.replace(hour=0, minute=0, second=0, microsecond=0)
        self.resets_at = today + timedelta(days=1)
        message = f"{self.used} of {self.limit} scans used today; resets at {self.resets_at.isoformat()}"
        super().__init__(429, detail, headers, message)


class ServerError(Refused):
    """5xx: the server or something behind it failed; the same request may work later."""


class UnexpectedAnswer(Refused):
    """What answered is no Toscan server: a redirect, or a page where JSON should be."""


class ConnectionLost(ToscanError):
    """No answer came."""

    def __init__(self, message: str, may_have_been_received: bool):
        super().__init__(message)
        #: False only where the request certainly never reached the server.
        self.may_have_been_received = may_have_been_received


class TimedOut(ToscanError):
    """The time that the caller gave has passed."""

    may_have_been_received = True


class ScanFailed(ToscanError):
    """The scan that was waited for could not be carried out; `scan["error"]` says why."""

    def __init__(self, scan: dict[str, Any]):
        super().__init__(scan.get("error") or f"The scan ended as {scan['status']}, without a report")
        self.scan = scan
        self.scan_id = scan["profile_id"]


class WebhookNotVerified(ToscanError):
    """The request did not come from Toscan as it is: answer 400 and do nothing."""


_BY_STATUS = {
    400: BadRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    422: ValidationFailed,
}


def refused_by(status: int, detail: Any, headers: Mapping[str, str]) -> Refused:
    """The error for an answer that is no success."""
    is_limit = isinstance(detail, dict) and detail.get("error") == "daily_scan_limit_exceeded"
    if status == 429 and is_limit:
        return DailyLimitReached(detail, headers)
    kind = _BY_STATUS.get(status) or (ServerError if status >= 500 else Refused)
    return kind(status, detail, headers)


def _time_of(headers: Mapping[str, str]) -> datetime:
    try:
        return parsedate_to_datetime(headers.get("date", "")).astimezone(timezone.utc)
    except (TypeError, ValueError):
        return datetime.now(timezone.utc)
