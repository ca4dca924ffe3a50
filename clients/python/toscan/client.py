"""A client of one Toscan server. What it gives are the dictionaries that the server answers with."""

from __future__ import annotations

import os
import uuid
from typing import Any, Callable, Iterator
from urllib.parse import quote

from .errors import ConnectionLost, ScanFailed, ServerError, TimedOut, ToscanError
from .events import SILENCE, follow
from .pages import Pages
from .transport import Transport
from .version import VERSION
from .wait import Reading, poll

Record = dict[str, Any]


class Toscan:
    """
    `api_key`: an API key (`sk_…`) or a session token; default: `TOSCAN_API_KEY` of the environment. `token`: instead of a key, asked
    before every request. `base_url`: default `TOSCAN_SERVER`. `timeout`: seconds without a word from the server, for one attempt.
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        token: Callable[[], str | None] | None = None,
        base_url: str | None = None,
        timeout: float = 30.0,
        max_retries: int = 2,
    ):
        key = api_key or os.environ.get("TOSCAN_API_KEY")
        transport = Transport(
            base_url or os.environ.get("TOSCAN_SERVER") or "http://127.0.0.1:8080",
            token or (lambda: key),
            timeout,
            max_retries,
            f"toscan-python/{VERSION}",
        )
        self._transport = transport
        self.scans = Scans(transport)
        self.batches = Batches(transport)
        self.evidence = Evidence(transport)
        self.org = Organization(transport)
        self.webhook_deliveries = WebhookDeliveries(transport)
        self.watches = Watches(transport)
        self.creators = Creators(transport)
        self.notifications = Notifications(transport)

    def reason_codes(self) -> Record:
        """The codes that a report may carry, with their meaning."""
        return self._transport.json("GET", "/api/v2/reason-codes")


class _Part:
    def __init__(self, transport: Transport):
        self._transport = transport

    def _pages(self, path: str, items: str, filter: dict[str, Any]) -> Pages:
        def read(after: str | None) -> Record:
            query = {**filter, "after": after or filter.get("after")}
            return self._transport.json("GET", path, query=query)

        return Pages(read, items)


class Scans(_Part):
    def create(self, *, profile_url: str, scan_id: str | None = None, **body: Any) -> Record:
        """
        Submits one profile: `scan_mode` ("deep", "quick"), `callback_url`, `metadata`. Sent again under its id where no answer
        came, it is one scan; `scan_id` is a UUID of your own, else a new one. Raises Conflict when the id stands for another.
        """
        path = _scan_path(scan_id or str(uuid.uuid4()))
        return self._transport.json("PUT", path, body={"profile_url": profile_url, **body}, may_repeat=True)

    def create_and_wait(
        self,
        *,
        profile_url: str,
        scan_id: str | None = None,
        timeout: float = 600.0,
        poll_seconds: float = 2.0,
        on_progress: Callable[[Reading], None] | None = None,
        on_trouble: Callable[[ToscanError], None] | None = None,
        **body: Any,
    ) -> Record:
        """Submits and waits for the report. Every error after the submission has the `scan_id`. Raises ScanFailed, TimedOut."""
        scan_id = scan_id or str(uuid.uuid4())
        try:
            self.create(profile_url=profile_url, scan_id=scan_id, **body)
        except (ConnectionLost, TimedOut, ServerError) as error:
            error.scan_id = scan_id if getattr(error, "may_have_been_received", True) else None
            raise
        return self._wait(scan_id, timeout, poll_seconds, on_progress, on_trouble, is_known=True)

    def wait(
        self,
        scan_id: str,
        *,
        timeout: float = 600.0,
        poll_seconds: float = 2.0,
        on_progress: Callable[[Reading], None] | None = None,
        on_trouble: Callable[[ToscanError], None] | None = None,
    ) -> Record:
        """Waits for the report of a scan. Raises ScanFailed; TimedOut, and then the scan goes on."""
        return self._wait(scan_id, timeout, poll_seconds, on_progress, on_trouble, is_known=False)

    def get(self, scan_id: str, **call: Any) -> Record:
        """`last`: an earlier answer, given back where nothing has changed since then; `timeout`, `max_retries`."""
        return self._transport.json("GET", _scan_path(scan_id), **call)

    def progress(self, scan_id: str) -> Iterator[Record]:
        """How far it is: at once, whenever that changes, and last how it ended. Sent by the server, so nothing is polled."""
        path = f"{_scan_path(scan_id)}/events"
        return follow(lambda: self._transport.stream(path, timeout=SILENCE))

    def cancel(self, scan_id: str) -> Record:
        """Ends it as failed, whether it waits or runs; one that has ended stays as it is."""
        return self._transport.json("POST", f"{_scan_path(scan_id)}/cancel", may_repeat=True)

    def delete(self, scan_id: str) -> Record:
        """For good, with its pages, webhooks and reviews. Takes an administrator's session."""
        return self._transport.json("DELETE", _scan_path(scan_id))

    def export(self, *, format: str = "ndjson", **filter: Any) -> Iterator[bytes]:
        """
        All that a filter of `list` chooses as one file, "ndjson" or "csv", in parts while the server writes it. Raises BadRequest, Refused
        and, where it breaks off, ConnectionLost: then it is not whole.
        """
        return self._transport.stream("/api/v2/org/scans/export", query={"format": format, **filter})

    def list(self, **filter: Any) -> Pages:
        """`recommendation`, `scan_mode`, `q`, `from_date`, `to_date`, `status`, `batch_id`, `sort_by`, `limit` and so on."""
        return self._pages("/api/v2/org/scans", "scans", filter)

    def _wait(
        self,
        scan_id: str,
        timeout: float,
        poll_seconds: float,
        on_progress: Callable[[Reading], None] | None,
        on_trouble: Callable[[ToscanError], None] | None,
        is_known: bool,
    ) -> Record:
        try:
            scan = poll(
                lambda **call: self.get(scan_id, **call),
                f"Scan {scan_id}",
                timeout=timeout,
                poll_seconds=poll_seconds,
                is_known=is_known,
                on_progress=on_progress,
                on_trouble=on_trouble,
            )
        except ToscanError as error:
            error.scan_id = scan_id
            raise
        if scan["status"] == "failed" or "triage_report" not in scan:
            raise ScanFailed(scan)
        return scan


class Batches(_Part):
    def create(self, *, profile_urls: list[str], batch_id: str | None = None, **body: Any) -> Record:
        """
        Submits several profiles: `scan_mode`, `callback_url`, `metadata`. `skipped_urls` of the answer is the tail that the daily limit
        left out. Sent again under its id where no answer came, it is one batch.
        """
        path = _batch_path(batch_id or str(uuid.uuid4()))
        accepted = self._transport.json("PUT", path, body={"profile_urls": profile_urls, **body}, may_repeat=True)
        return {**accepted, "skipped_urls": profile_urls[accepted["total_profiles"] :]}

    def get(self, batch_id: str, *, limit: int | None = None, after: str | None = None, **call: Any) -> Record:
        """With all its profiles; with `limit` those of one page (`next_cursor` goes into `after`), with 0 the counts alone."""
        return self._transport.json("GET", _batch_path(batch_id), query={"limit": limit, "after": after}, **call)

    def wait(
        self,
        batch_id: str,
        *,
        timeout: float = 600.0,
        poll_seconds: float = 2.0,
        on_progress: Callable[[Reading], None] | None = None,
        on_trouble: Callable[[ToscanError], None] | None = None,
    ) -> Record:
        """
        Waits until every scan of it has ended, also in failure. Without `on_progress` only the counts are read until then.
        Raises TimedOut, and then it goes on.
        """
        limit = None if on_progress else 0
        try:
            ended = poll(
                lambda **call: self.get(batch_id, limit=limit, **call),
                f"Batch {batch_id}",
                timeout=timeout,
                poll_seconds=poll_seconds,
                is_known=False,
                on_progress=on_progress,
                on_trouble=on_trouble,
            )
            return ended if on_progress else self.get(batch_id)
        except ToscanError as error:
            error.batch_id = batch_id
            raise

    def cancel(self, batch_id: str) -> Record:
        """Ends all of it that waits or runs, as failed. `cancelled`: how many."""
        cancelled = 0
        while True:
            done = self._transport.json("POST", f"{_batch_path(batch_id)}/cancel", may_repeat=True)
            cancelled += done["cancelled"]
            if not done["has_more"]:
                return {**done, "cancelled": cancelled}

    def list(self, **filter: Any) -> Pages:
        """Newest first; `limit`, `after`."""
        return self._pages("/api/v2/org/batches", "batches", filter)


class Evidence(_Part):
    def capture(self, scan_id: str, ref: str) -> bytes:
        """The stored bytes of an entry of `evidence_index`. Raises Refused with status 410 when they are not kept."""
        path = f"{_scan_path(scan_id)}/evidence/{quote(ref, safe='')}/capture"
        return self._transport.send("GET", path)[2]


class Organization(_Part):
    def settings(self) -> Record:
        return self._transport.json("GET", "/api/v2/org/settings")

    def update_settings(self, *, default_callback_url: str | None) -> Record:
        """Takes an administrator's session. None clears the address."""
        body = {"default_callback_url": default_callback_url}
        return self._transport.json("PATCH", "/api/v2/org/settings", body=body)

    def usage(self) -> Record:
        """How much of the daily limit is used."""
        return self._transport.json("GET", "/api/v2/org/usage")

    def retention(self) -> Record:
        """How long scans and their stored pages are kept."""
        return self._transport.json("GET", "/api/v2/org/retention")


class WebhookDeliveries(_Part):
    def list(self, **filter: Any) -> Pages:
        """Newest first; `status`, `scan_id`, `from` (as `**{"from": …}`), `to`, `limit`."""
        return self._pages("/api/v2/org/webhook-deliveries", "deliveries", filter)

    def get(self, delivery_id: str) -> Record:
        """With every attempt: what was sent, signature included, and what came back."""
        return self._transport.json("GET", f"/api/v2/org/webhook-deliveries/{quote(delivery_id, safe='')}")

    def resend(self, delivery_id: str) -> Record:
        """Sends it once more, soon; the receiver may see the event twice. Takes an administrator's session."""
        path = f"/api/v2/org/webhook-deliveries/{quote(delivery_id, safe='')}/resend"
        return self._transport.json("POST", path)

    def recover(self, *, since: str, dry_run: bool = False) -> Record:
        """Sends what failed or was skipped since a moment again; with `dry_run` it only counts."""
        body = {"since": since, "dry_run": dry_run}
        return self._transport.json("POST", "/api/v2/org/webhook-deliveries/recover", body=body)

    def endpoints(self) -> Record:
        """The addresses of the newest thousand deliveries, and how each does."""
        return self._transport.json("GET", "/api/v2/org/webhook-endpoints")


class Watches(_Part):
    """Standing orders to scan profiles again, and what has changed."""

    def create(self, *, schedule: Record, **body: Any) -> Record:
        """
        `profile_urls` (a thousand at most) or `view_id`; `name`, `scan_mode`, `callback_url`, `muted`, `ends_at`, and of one profile
        `since_scan_id`, a completed scan to compare the first one with.
        """
        return self._transport.json("POST", "/api/v2/org/watches", body={"schedule": schedule, **body})

    def get(self, watch_id: str) -> Record:
        return self._transport.json("GET", _watch_path(watch_id))

    def update(self, watch_id: str, **change: Any) -> Record:
        """What is left out stays; `snoozed_until`: nothing is scanned until then."""
        return self._transport.json("PATCH", _watch_path(watch_id), body=change)

    def remove(self, watch_id: str) -> Record:
        """With the list of what changed; its scans stay."""
        return self._transport.json("DELETE", _watch_path(watch_id))

    def list(self, **filter: Any) -> Pages:
        """Newest first; `profile_url`: only those that watch this address."""
        return self._pages("/api/v2/org/watches", "watches", filter)

    def scans(self, watch_id: str, **filter: Any) -> Pages:
        """Newest first."""
        return self._pages(f"{_watch_path(watch_id)}/scans", "scans", filter)

    def changes(self, watch_id: str | None = None, **filter: Any) -> Pages:
        """What has changed, newest first; of one watch, or of all."""
        path = "/api/v2/org/changes" if watch_id is None else f"{_watch_path(watch_id)}/changes"
        return self._pages(path, "changes", filter)


class Creators(_Part):
    """One profile over all its scans; any address of it will do, however it is written."""

    def get(self, profile_url: str) -> Record:
        """Raises NotFound for somebody of whom no scan has ended."""
        return self._transport.json("GET", "/api/v2/org/creators", query={"profile_url": profile_url})

    def scans(self, profile_url: str, **filter: Any) -> Pages:
        """Newest first."""
        return self._pages("/api/v2/org/creators/scans", "scans", {**filter, "profile_url": profile_url})

    def sharers(self, profile_url: str) -> Record:
        """Other creators of the organization who share a link, a handle or a picture with this one."""
        return self._transport.json("GET", "/api/v2/org/creators/sharers", query={"profile_url": profile_url})


class Notifications(_Part):
    """Who is told of what, where. All of these take a session, what concerns channels an administrator's."""

    def get(self) -> Record:
        return self._transport.json("GET", _NOTIFICATIONS)

    def set_mine(self, **terms: Any) -> Record:
        """What you are told by mail, from now on; what is left out is off."""
        return self._transport.json("PUT", f"{_NOTIFICATIONS}/mine", body=terms)

    def create_channel(self, *, kind: str, name: str, url: str, **terms: Any) -> Record:
        """`kind`: "slack" or "teams"; `url`: of its incoming webhook, never shown again."""
        body = {"kind": kind, "name": name, "url": url, **terms}
        return self._transport.json("POST", f"{_NOTIFICATIONS}/channels", body=body)

    def change_channel(self, channel_id: str, **change: Any) -> Record:
        """What is left out stays."""
        return self._transport.json("PATCH", _channel_path(channel_id), body=change)

    def test_channel(self, channel_id: str) -> Record:
        """Sends one message now and says what the receiver made of it."""
        return self._transport.json("POST", f"{_channel_path(channel_id)}/test")

    def remove_channel(self, channel_id: str) -> Record:
        return self._transport.json("DELETE", _channel_path(channel_id))

    def notices(self, **filter: Any) -> Pages:
        """What has happened, the newest first, and what you have seen of it; `limit`, `after`."""
        return self._pages("/api/v2/org/notices", "notices", filter)

    def seen(self, **which: Any) -> Record:
        """You have seen these (`notice_ids`), or all `until` a moment."""
        return self._transport.json("POST", "/api/v2/org/notices/seen", body=which)


_NOTIFICATIONS = "/api/v2/org/notifications"


def _channel_path(channel_id: str) -> str:
    return f"{_NOTIFICATIONS}/channels/{quote(channel_id, safe='')}"


def _watch_path(watch_id: str) -> str:
    return f"/api/v2/org/watches/{quote(watch_id, safe='')}"


def _scan_path(scan_id: str) -> str:
    return f"/api/v2/scans/{quote(scan_id, safe='')}"


def _batch_path(batch_id: str) -> str:
    return f"/api/v2/batches/{quote(batch_id, safe='')}"
