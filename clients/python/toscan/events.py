"""How far a scan is, as the server tells it while it runs."""

from __future__ import annotations

import json
import re
import time
from typing import Any, Callable, Generator, Iterator

from .errors import ConnectionLost, TimedOut

#: Seconds. Longer than the server is ever silent.
SILENCE = 45.0
_AGAIN = 1.0


def follow(open_stream: Callable[[], Generator[bytes, None, None]]) -> Iterator[dict[str, Any]]:
    """
    Each state once, until the one that it ended with. A stream that breaks, falls silent or is ended by the server is opened again.
    Raises what the server says when it cannot be opened.
    """
    said = ""
    while True:
        for event, data in server_events(open_stream()):
            if data != said:
                yield json.loads(data)
            said = data
            if event == "end":
                return
        time.sleep(_AGAIN)


def server_events(parts: Generator[bytes, None, None]) -> Iterator[tuple[str, str]]:
    """Name and data of each event of a `text/event-stream`, until it ends, whatever ended it. Comments are left out."""
    waiting = b""
    try:
        for part in parts:
            *blocks, waiting = re.split(rb"\r?\n\r?\n", waiting + part)
            for block in blocks:
                fields = [line.partition(":") for line in block.decode().splitlines()]
                data = [value.removeprefix(" ") for name, _, value in fields if name == "data"]
                names = [value.strip() for name, _, value in fields if name == "event"]
                if data:
                    yield (names or ["message"])[-1], "\n".join(data)
    except (ConnectionLost, TimedOut):
        return
    finally:
        parts.close()
