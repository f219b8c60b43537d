"""Tests of what is read out of server logs, and of the times that they hold."""

import http.client
import socket
import threading
import time
import unittest

from server_log import asked_too_soon, gaps, most_at_once, smallest_slack
from web import Answer, Request, Web


def request(start, end, **more):
    return Request(**{"time": start, "host": "h", "method": "GET", "path": "/", "headers": {},
                      "status": 200, "bytes": 0, "over": end} | more)


class Reading(unittest.TestCase):
    def test_gaps_are_between_arrivals_in_order(self):
        found = gaps([request(3, 9), request(1, 2), request(1.5, 7)])
        self.assertEqual([gap for gap, _ in found], [0.5, 1.5])

    def test_slack_is_that_of_any_requests_that_follow_each_other(self):
        self.assertEqual(smallest_slack([10], 0.5), float("inf"))
        self.assertAlmostEqual(smallest_slack([10, 10.5, 11.25, 11.75], 0.5), 0)
        self.assertAlmostEqual(smallest_slack([10, 10.5, 10.875, 11.5], 0.5), -0.125)
        # Each gap is a little short: together they are not.
        times = [10 + 0.45 * number for number in range(11)]
        self.assertAlmostEqual(smallest_slack(times, 0.5), -0.5)
        # Who was late may not catch up.
        self.assertAlmostEqual(smallest_slack([10, 12, 12.2, 12.4], 0.5), -0.6)

    def test_what_ends_when_the_next_begins_was_not_there_together(self):
        self.assertEqual(most_at_once([request(0, 1), request(1, 2), request(2, 3)]), 1)
        self.assertEqual(most_at_once([request(0, 1.1), request(1, 2), request(1.05, 3)]), 3)
        self.assertEqual(most_at_once([]), 0)

    def test_a_request_before_retry_after_is_over_is_found(self):
        told = request(10, 10.1, status=429, retry_after=2.0)
        self.assertEqual(asked_too_soon([told, request(10.12, 11), request(12.2, 13)]), [])
        soon = request(11.9, 13)
        self.assertEqual(asked_too_soon([told, soon]), [(soon, told)])


class Times(unittest.TestCase):
    def setUp(self):
        self.web = self.enterContext(Web())
        self.host = self.web.host("www.example.com")

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.web.port("www.example.com"),
                                                timeout=10)
        self.addCleanup(connection.close)
        connection.request("GET", path, headers={"Host": "www.example.com"})
        return connection.getresponse()

    def test_a_request_has_the_time_of_its_arrival_though_the_server_is_busy(self):
        self.host.add("/a", text="x")
        address = ("127.0.0.1", self.web.port("www.example.com"))
        with socket.create_connection(address) as client:
            stop = threading.Event()

            def busy():
                while not stop.is_set():
                    sum(range(10_000))

            busy_threads = [threading.Thread(target=busy) for _ in range(4)]
            for thread in busy_threads:
                thread.start()
            sent = []
            for _ in range(5):
                sent.append(time.time())
                client.sendall(b"GET /a HTTP/1.1\r\nHost: www.example.com\r\n\r\n")
                client.recv(4096)
                time.sleep(0.05)
            stop.set()
            for thread in busy_threads:
                thread.join()
        for before, one in zip(sent, self.web.log):
            self.assertGreaterEqual(one.time, before - 0.001)
            self.assertLess(one.time - before, 0.5)
            self.assertGreaterEqual(one.over, one.time)

    def test_over_is_before_the_client_has_the_last_byte(self):
        self.host.add("/slow", text="x" * 10, wait=0.1, drip=(5, 0.1))
        self.get("/slow").read()
        had = time.time()
        [one] = self.web.log
        self.assertLessEqual(one.over, had)
        self.assertGreaterEqual(one.over - one.time, 0.19)

    def test_a_guard_answers_first_and_otherwise_last(self):
        self.host.add("/a", text="a")
        self.host.guard = lambda method, path, headers: (
            Answer(status=503, headers={"Retry-After": "7"}) if path == "/busy" else None)
        self.host.otherwise = lambda path, headers: (
            Answer(text=path) if path.startswith("/deep/") else None)
        self.assertEqual(self.get("/a").read(), b"a")
        self.assertEqual(self.get("/busy").status, 503)
        self.assertEqual(self.get("/deep/x/y").read(), b"/deep/x/y")
        self.assertEqual(self.get("/other").status, 404)
        self.assertEqual([one.retry_after for one in self.web.log], [None, 7, None, None])


if __name__ == "__main__":
    unittest.main()
