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
            lambda: verify_webhook(body, headers, "whsec_"),
            lambda: verify_webhook(body, {**headers, "webhook-id": "msg_other"}, SECRET),
            lambda: verify_webhook(body, {}, SECRET),
            lambda: verify_webhook(body, headers, SECRET, now=time.time() + 301),
        ):
            self.assertRaises(toscan.WebhookNotVerified, wrong)
        self.assertRaises(toscan.ToscanError, verify_webhook, json.loads(body), headers, SECRET)
        self.assertRaises(toscan.ToscanError, verify_webhook, body, headers, None)
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

    def __init__(self, answers):
        waiting = list(answers)

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                self.rfile.read(int(self.headers.get("content-length", 0)))
                status, body = waiting.pop(0)
                self.send_response(status)
                self.send_header("location", "http://127.0.0.1:9/")
                self.send_header("content-length", str(len(body)))
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
