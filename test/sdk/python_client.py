"""What `test/sdk/python.test.ts` asks of the client for Python, against a running service."""

import inspect
import json
import os
import threading
import time
import unittest
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer

import toscan
from toscan import Toscan, verify_webhook

WEB = os.environ["TEST_WEB"]
SECRET = os.environ["TEST_WEBHOOK_SECRET"]


class Client(unittest.TestCase):
    def setUp(self):
        self.toscan = Toscan()

    def test_scan_and_webhook(self):
        seen = []
        scan = self.toscan.scans.create_and_wait(
            profile_url=f"{WEB}/nadia",
            scan_mode="quick",
            callback_url=os.environ["TEST_RECEIVER"],
            metadata={"case": 17, "name": "Zoë"},
            poll_seconds=0.1,
            on_progress=lambda reading: seen.append(reading["status"]),
        )
        self.assertEqual(scan["triage_report"]["recommendation"], "no_flags")
        self.assertEqual(scan["metadata"], {"case": 17, "name": "Zoë"})
        self.assertEqual(seen[-1], "completed")
        scan_id = scan["profile_id"]
        self.assertEqual(self.toscan.scans.get(scan_id)["url"], f"{WEB}/nadia")
        ref = scan["triage_report"]["evidence_index"][0]["ref"]
        self.assertIn(b"<", self.toscan.evidence.capture(scan_id, ref))

        deadline = time.monotonic() + 20
        while True:
            [delivery] = self.toscan.webhook_deliveries.list(scan_id=scan_id)
            if delivery["status"] == "delivered":
                break
            self.assertLess(time.monotonic(), deadline, delivery)
            time.sleep(0.1)
        record = self.toscan.webhook_deliveries.get(delivery["delivery_id"])
        headers, body = record["attempts"][0]["request_headers"], record["request_body"]
        event = verify_webhook(body, headers, SECRET)
        self.assertEqual((event["type"], event["scan_id"]), ("scan.completed", scan_id))
        self.assertEqual(verify_webhook(body.encode(), headers, ["whsec_b3RoZXI=", SECRET]), event)
        for wrong in (
            lambda: verify_webhook(body + " ", headers, SECRET),
            lambda: verify_webhook(body, headers, "whsec_b3RoZXI="),
            lambda: verify_webhook(body, {**headers, "webhook-id": "msg_other"}, SECRET),
            lambda: verify_webhook(body, {}, SECRET),
            lambda: verify_webhook(body, headers, SECRET, now=time.time() + 301),
        ):
            self.assertRaises(toscan.WebhookNotVerified, wrong)
        self.assertRaises(toscan.ToscanError, verify_webhook, json.loads(body), headers, SECRET)
        for secrets in (None, "", "whsec_", "whsec_???", [], [SECRET, None], [SECRET, ""]):
            with self.assertRaises(toscan.ToscanError) as told:
                verify_webhook(body, headers, secrets)
            self.assertNotIsInstance(told.exception, toscan.WebhookNotVerified)
        [receiver] = self.toscan.webhook_deliveries.endpoints()["endpoints"]
        self.assertEqual(receiver["state"], "working")

    def test_batch_and_pages(self):
        urls = [f"{WEB}/page-{n}" for n in range(3)]
        batch = self.toscan.batches.create(profile_urls=urls, scan_mode="quick")
        self.assertEqual((batch["total_profiles"], batch["skipped_urls"]), (3, []))
        ended = self.toscan.batches.wait(batch["batch_id"], poll_seconds=0.1)
        self.assertEqual((ended["status"], ended["completed"], ended["profile_urls"]), ("completed", 3, urls))
        page = self.toscan.batches.get(batch["batch_id"], limit=2)
        self.assertEqual((page["profile_urls"], page["has_more"]), (urls[:2], True))
        listed = self.toscan.scans.list(batch_id=batch["batch_id"], recommendation=["no_flags", "review_low"], limit=2)
        self.assertEqual(sorted(scan["profile_url"] for scan in listed), urls)
        self.assertEqual([len(page["scans"]) for page in listed.pages()], [2, 1])
        self.assertTrue(listed.first_page()["has_more"])
        self.assertIn(batch["batch_id"], [each["batch_id"] for each in self.toscan.batches.list()])

    def test_watches_and_creators(self):
        url = f"{WEB}/watched"
        scan = self.toscan.scans.create_and_wait(profile_url=url, scan_mode="quick", poll_seconds=0.1)
        watch = self.toscan.watches.create(profile_urls=[url], schedule={"every": "day"}, name="daily", muted=True)
        watch_id = watch["watch_id"]
        self.assertEqual([each["watch_id"] for each in self.toscan.watches.list(profile_url=url)], [watch_id])
        self.assertEqual(watch["state"], "muted")
        self.assertEqual(self.toscan.watches.update(watch_id, muted=False)["state"], "active")
        self.assertEqual(self.toscan.watches.get(watch_id)["name"], "daily")
        self.assertEqual([list(self.toscan.watches.changes(of)) for of in (watch_id, None)], [[], []])
        self.toscan.watches.remove(watch_id)
        self.assertRaises(toscan.NotFound, self.toscan.watches.scans(watch_id).first_page)
        self.assertEqual(self.toscan.creators.get(url)["scans"], 1)
        self.assertEqual([each["scan_id"] for each in self.toscan.creators.scans(url)], [scan["profile_id"]])
        self.assertEqual(self.toscan.creators.sharers(url)["sharers"], [])

    def test_progress_and_cancel(self):
        scan_id = self.toscan.scans.create(profile_url=f"{WEB}/held-for-ever", scan_mode="quick")["scan_id"]
        seen = []
        for progress in self.toscan.scans.progress(scan_id):
            seen.append(progress["status"])
            if progress["step"]:
                cancelled = self.toscan.scans.cancel(scan_id)
        self.assertEqual(cancelled, {"scan_id": scan_id, "status": "failed", "cancelled": True})
        self.assertEqual((progress["status"], progress["error"]), ("failed", "Cancelled"))
        self.assertEqual(set(seen[:-1]), {"processing"})
        self.assertEqual([each["status"] for each in self.toscan.scans.progress(scan_id)], ["failed"])
        self.assertRaises(toscan.NotFound, self.toscan.scans.progress(str(uuid.uuid4())).__next__)
        urls = [f"{WEB}/held-for-ever-{n}" for n in range(2)]
        batch_id = self.toscan.batches.create(profile_urls=urls, scan_mode="quick")["batch_id"]
        self.assertEqual(self.toscan.batches.cancel(batch_id)["cancelled"], 2)

    def test_a_stream_that_ends_without_its_end_is_opened_again(self):
        processing, done = '{"status": "processing"}', '{"status": "completed"}'
        first = f"retry: 2000\n\nevent: progress\ndata: {processing}\n\n: nothing new\n\n"
        second = f"event: progress\r\ndata: {processing}\r\n\r\nevent: end\r\ndata: {done}\r\n\r\n"
        with answering([(200, first), (200, second)]) as url:
            told = [each["status"] for each in Toscan(base_url=url, api_key="sk_x").scans.progress("x")]
        self.assertEqual(told, ["processing", "completed"])

    def test_export(self):
        url = f"{WEB}/exported"
        scan = self.toscan.scans.create_and_wait(profile_url=url, scan_mode="quick", poll_seconds=0.1)
        lines = b"".join(self.toscan.scans.export(q="exported", status="completed")).splitlines()
        self.assertEqual([json.loads(line)["scan_id"] for line in lines], [scan["profile_id"]])
        table = b"".join(self.toscan.scans.export(format="csv", q="exported")).decode("utf-8-sig").splitlines()
        self.assertEqual((table[0].split(",")[:2], len(table)), (["scan_id", "profile_url"], 2))
        self.assertRaises(toscan.ValidationFailed, self.toscan.scans.export, unheard_of="x")
        with answering([(200, "scan_id,")], length=1000) as broken:
            parts = Toscan(base_url=broken, api_key="sk_x").scans.export(format="csv")
            self.assertEqual(next(parts), b"scan_id,")
            self.assertRaises(toscan.ConnectionLost, next, parts)

    def test_what_has_not_changed_is_not_sent_again(self):
        scan = self.toscan.scans.create_and_wait(profile_url=f"{WEB}/same", scan_mode="quick", poll_seconds=0.1)
        first = self.toscan.scans.get(scan["profile_id"])
        self.assertIs(self.toscan.scans.get(scan["profile_id"], last=first), first)
        self.assertTrue(first.headers["etag"])
        other = self.toscan.org.usage()
        self.assertEqual(self.toscan.scans.get(scan["profile_id"], last=other)["url"], f"{WEB}/same")

    def test_notifications(self):
        self.assertRaises(toscan.Forbidden, self.toscan.notifications.get)
        admin = Toscan(api_key=os.environ["TEST_SESSION"]).notifications
        self.assertEqual(admin.get()["channels"], [])
        channel = admin.create_channel(kind="slack", name="reviews", url=os.environ["TEST_RECEIVER"], changes=True)
        channel_id = channel["channel_id"]
        self.assertEqual(admin.change_channel(channel_id, name="changes")["name"], "changes")
        self.assertIsNone(admin.test_channel(channel_id)["error"])
        self.assertEqual([each["channel_id"] for each in admin.get()["channels"]], [channel_id])
        admin.remove_channel(channel_id)
        self.assertEqual(admin.get()["channels"], [])
        self.assertEqual(list(admin.notices(limit=5)), [])
        self.assertEqual(admin.seen(until="2026-01-01T00:00:00Z")["unseen"], 0)
        self.assertIn("mine", admin.set_mine())

    def test_the_same_id_is_one_scan(self):
        scan_id = str(uuid.uuid4())
        first = self.toscan.scans.create(scan_id=scan_id, profile_url=f"{WEB}/once", scan_mode="quick")
        again = self.toscan.scans.create(scan_id=scan_id, profile_url=f"{WEB}/once", scan_mode="quick")
        self.assertEqual(first, again)
        with self.assertRaises(toscan.Conflict):
            self.toscan.scans.create(scan_id=scan_id, profile_url=f"{WEB}/other", scan_mode="quick")

    def test_a_scan_that_fails(self):
        with self.assertRaises(toscan.ScanFailed) as caught:
            self.toscan.scans.create_and_wait(profile_url="http://127.0.0.1:9/", scan_mode="quick", poll_seconds=0.1)
        self.assertEqual(caught.exception.scan["status"], "failed")
        self.assertEqual(caught.exception.scan_id, caught.exception.scan["profile_id"])

    def test_refusals(self):
        with self.assertRaises(toscan.NotFound) as caught:
            self.toscan.scans.get(str(uuid.uuid4()))
        self.assertEqual((caught.exception.status, str(caught.exception)), (404, "Scan not found"))
        self.assertTrue(caught.exception.request_id)
        self.assertRaises(toscan.Unauthorized, Toscan(api_key="sk_none").org.usage)
        self.assertRaises(toscan.Forbidden, self.toscan.scans.delete, str(uuid.uuid4()))
        self.assertRaises(toscan.BadRequest, self.toscan.scans.list(recommendation=["none"]).first_page)
        with self.assertRaises(toscan.ValidationFailed) as caught:
            self.toscan.scans.create(profile_url="no address")
        self.assertEqual(caught.exception.errors[0]["loc"], ["body", "profile_url"])
        with self.assertRaises(toscan.DailyLimitReached) as caught:
            limited = Toscan(api_key=os.environ["TEST_LIMITED_KEY"])
            limited.scans.create(profile_url=f"{WEB}/too-many")
        self.assertEqual((caught.exception.limit, caught.exception.used), (0, 0))
        self.assertGreater(caught.exception.resets_at.timestamp(), time.time())

    def test_an_address_with_the_prefix_of_the_interface_is_the_same(self):
        base_url = os.environ["TOSCAN_SERVER"].rstrip("/") + "/api/v2/"
        self.assertEqual(Toscan(base_url=base_url).org.usage(), self.toscan.org.usage())

    def test_a_server_that_is_not_there(self):
        with self.assertRaises(toscan.ConnectionLost) as caught:
            Toscan(base_url="http://127.0.0.1:9", max_retries=0).org.usage()
        self.assertFalse(caught.exception.may_have_been_received)
        self.assertRaises(toscan.ToscanError, Toscan, base_url="toscan.example")

    def test_reads_are_repeated_and_waits_ride_out_an_outage(self):
        answers = [(503, "{}"), (200, '{"limit": 5}')]
        with answering(answers) as url:
            self.assertEqual(Toscan(base_url=url, api_key="sk_x").org.usage(), {"limit": 5})
        troubles = []
        processing, done = '{"status": "processing"}', '{"status": "completed", "triage_report": {}}'
        with answering([(200, processing), (503, "{}"), (200, done)]) as url:
            client = Toscan(base_url=url, api_key="sk_x")
            scan = client.scans.wait("x", poll_seconds=0.05, on_trouble=troubles.append)
        self.assertEqual(scan["status"], "completed")
        self.assertEqual([type(each) for each in troubles], [toscan.ServerError])
        with answering([(200, processing)] * 20) as url:
            with self.assertRaises(toscan.TimedOut) as caught:
                Toscan(base_url=url, api_key="sk_x").scans.wait("x", timeout=0.3, poll_seconds=0.1)
        self.assertEqual(caught.exception.scan_id, "x")
        # A change that is no submission is not repeated.
        with answering([(503, "{}"), (200, "{}")]) as url:
            self.assertRaises(toscan.ServerError, Toscan(base_url=url, api_key="sk_x").webhook_deliveries.resend, "dlv_1")

    def test_what_is_no_toscan_server(self):
        for status, body in ((302, ""), (200, "<html>")):
            with answering([(status, body)]) as url:
                self.assertRaises(toscan.UnexpectedAnswer, Toscan(base_url=url, api_key="sk_x").org.usage)

    def test_names(self):
        """Printed for whoever compares them with those of the package for TypeScript."""
        parts = {
            name: [each for each, _ in inspect.getmembers(part, inspect.ismethod) if not each.startswith("_")]
            for name, part in vars(self.toscan).items()
            if not name.startswith("_")
        }
        print("NAMES", json.dumps({"parts": parts, "errors": toscan.__all__}))


class answering:
    """A server that gives these answers, one after the other."""

    def __init__(self, answers, length=None):
        waiting = list(answers)

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                self.rfile.read(int(self.headers.get("content-length", 0)))
                status, body = waiting.pop(0)
                self.send_response(status)
                self.send_header("location", "http://127.0.0.1:9/")
                self.send_header("content-length", str(length or len(body)))
                self.end_headers()
                self.wfile.write(body.encode())

            do_GET = do_POST = answer

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_port}"

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


if __name__ == "__main__":
    unittest.main(verbosity=2)
