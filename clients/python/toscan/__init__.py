"""Client for Toscan: scans of creator profiles, and verification of its webhooks. Only the standard library."""

from .client import Toscan
from .errors import (
    BadRequest,
    Conflict,
    ConnectionLost,
    DailyLimitReached,
    Forbidden,
    NotFound,
    Refused,
    ScanFailed,
    ServerError,
    TimedOut,
    ToscanError,
    Unauthorized,
    UnexpectedAnswer,
    ValidationFailed,
    WebhookNotVerified,
)
from .pages import Pages
from .version import VERSION
from .webhooks import verify_webhook

__version__ = VERSION

__all__ = [
    "BadRequest",
    "Conflict",
    "ConnectionLost",
    "DailyLimitReached",
    "Forbidden",
    "NotFound",
    "Pages",
    "Refused",
    "ScanFailed",
    "ServerError",
    "TimedOut",
    "Toscan",
    "ToscanError",
    "Unauthorized",
    "UnexpectedAnswer",
    "ValidationFailed",
    "WebhookNotVerified",
    "verify_webhook",
]
