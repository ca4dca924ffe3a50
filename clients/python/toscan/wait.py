"""Waiting for what runs at the server."""

from __future__ import annotations

import time
from typing import Any, Callable

from .errors import ConnectionLost, Refused, ServerError, TimedOut, ToscanError
from .transport import retry_after

_LONGEST_POLL = 15.0

Reading = dict[str, Any]


def poll(
    read: Callable[..., Reading],
    what: str,
    *,
    timeout: float,
    poll_seconds: float,
    is_known: bool,
    on_progress: Callable[[Reading], None] | None,
    on_trouble: Callable[[ToscanError], None] | None,
) -> Reading:
    """
    Reads until the status is no longer `processing`, what has not changed without its bytes. Once the server has answered, an outage only makes the wait longer.
    Raises TimedOut at the end of the time, and what the server says that is no 5xx.
    """
    ends_at = time.monotonic() + timeout
    is_first = not is_known
    last: Reading | None = None
    while True:
        asked = 0.0
        left = max(0.1, ends_at - time.monotonic())
        try:
            reading = read(timeout=min(30.0, left), last=last, **({} if is_first else {"max_retries": 0}))
        except (ConnectionLost, TimedOut, ServerError) as error:
            if is_first:
                raise
            if on_trouble:
                on_trouble(error)
            asked = retry_after(error.headers) if isinstance(error, Refused) else 0.0
        else:
            last = reading
            if on_progress:
                on_progress(reading)
            if reading["status"] != "processing":
                return reading
        is_first = False
        time.sleep(max(0.0, min(max(poll_seconds, asked), ends_at - time.monotonic())))
        if time.monotonic() >= ends_at:
            raise TimedOut(f"{what} has not ended in the time given; it goes on")
        poll_seconds = min(poll_seconds * 1.5, _LONGEST_POLL)
