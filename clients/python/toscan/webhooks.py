"""Verification of webhooks by Standard Webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, Sequence

from .errors import ToscanError, WebhookNotVerified


def verify_webhook(
    raw_body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str] | None,
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> dict[str, Any]:
    """
    Checks a webhook and gives its payload. `raw_body`: as it was received, parsed and written again it would not match. `secrets`:
    `whsec_…`, several while one is being rotated. `now`: seconds since 1970. Raises WebhookNotVerified; ToscanError when the
    receiver is at fault, with no secret, one that cannot be any, or a parsed body.
    """
    keys = _keys_of(secrets)
    if not isinstance(raw_body, (bytes, bytearray, str)):
        raise ToscanError("The body of a webhook is verified as it was received: give its text or bytes, before any JSON parser")
    body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    given = {name.lower(): value for name, value in headers.items()}
    event_id, sent_at = given.get("webhook-id"), given.get("webhook-timestamp")
    signatures = given.get("webhook-signature")
    if not event_id or not sent_at or not signatures:
        raise WebhookNotVerified("A webhook header is missing")
    is_number = sent_at.isascii() and sent_at.isdecimal() and len(sent_at) <= 12
    if not is_number or abs((time.time() if now is None else now) - int(sent_at)) > tolerance_seconds:
        raise WebhookNotVerified("The timestamp is too far from the present")
    signed = f"{event_id}.{sent_at}.".encode() + body
    for key in keys:
        mac = hmac.new(key, signed, hashlib.sha256).digest()
        wanted = b"v1," + base64.b64encode(mac)
        # All of them, so that the time tells nothing.
        if any([hmac.compare_digest(wanted, each.encode()) for each in signatures.split(" ")]):
            return json.loads(body)
    raise WebhookNotVerified("No signature matches: wrong secret, or a body that was changed on the way")


def _keys_of(secrets: str | Sequence[str] | None) -> list[bytes]:
    """
    What cannot be a secret is the receiver's mistake, whatever it is sent: called a forgery it would have genuine webhooks refused
    without a word.
    """
    if secrets is None or len(secrets) == 0:
        raise ToscanError("There is no webhook secret to verify with")
    given = [secrets] if isinstance(secrets, str) else secrets
    return [
        _key_of(secret, "The webhook secret" if len(given) == 1 else f"Webhook secret {at} of {len(given)}")
        for at, secret in enumerate(given, 1)
    ]


def _key_of(secret: str, name: str) -> bytes:
    if not isinstance(secret, str):
        raise ToscanError(f"{name} is {'None' if secret is None else type(secret).__name__}")
    text = secret.strip().removeprefix("whsec_")
    if not text:
        raise ToscanError(f"{name} is empty")
    try:
        key = base64.b64decode(text, validate=True)
    except ValueError:
        key = b""
    # An empty key would make a signature that anybody can make.
    if not key:
        raise ToscanError(f"{name} is no base64: it is what stands behind whsec_")
    return key
