"""Tests of the loopback web, by a client that is not ours."""

import gzip
import http.client
import socket
import time
import unittest

from web import Answer, Web, redirect


class LoopbackWeb(unittest.TestCase):
    def setUp(self):
        self.web = Web()
        self.web.__enter__()
        self.addCleanup(self.web.__exit__, None, None, None)
        self.host = self.web.host("www.example.com")

    def get(self, path, host="www.example.com", method="GET", **headers):
        connection = http.client.HTTPConnection(self.web.hosts["www.example.com"].address,
                                                self.web.port("www.example.com"), timeout=10)
        self.addCleanup(connection.close)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers={"Host": host, **headers})
        return connection.getresponse()

    def test_serves_by_host_and_path_and_keeps_a_log(self):
        self.host.add("/a.nt", text="x")
        self.web.host("other.example").add("/a.nt", text="y")
        answer = self.get("/a.nt")
        self.assertEqual((answer.status, answer.read()), (200, b"x"))
        self.assertEqual(answer.headers["Content-Type"], "application/n-triples")
        self.assertEqual(self.get("/a.nt", host="other.example:80").read(), b"y")
        self.assertEqual(self.get("/b").status, 404)
        self.assertEqual(self.get("/a.nt", host="third.example").status, 421)
        self.assertEqual([(r.status, r.path) for r in self.web.log],
                         [(200, "/a.nt"), (200, "/a.nt"), (404, "/b"), (421, "/a.nt")])
        self.assertEqual(self.web.log[0].bytes, 1)

    def test_names_where_to_connect(self):
        self.web.host("b.example", address="127.0.0.2").add("/", text="b")
        arguments = self.web.connect_to_args()
        self.assertEqual(arguments[2:], [
            "--connect-to", f"b.example:80:127.0.0.2:{self.web.port('b.example')}"])

    def test_answers_in_turn(self):
        self.host.add("/a", answers=[Answer(status=503, headers={"Retry-After": "1"}),
                                     redirect("/b", 301), Answer(text="x")])
        self.assertEqual(self.get("/a", method="HEAD").status, 503)
        answers = [self.get("/a") for _ in range(4)]
        self.assertEqual([a.status for a in answers], [503, 301, 200, 200])
        self.assertEqual(answers[0].headers["Retry-After"], "1")
        self.assertEqual(answers[1].headers["Location"], "/b")

    def test_answers_by_a_function_of_the_query(self):
        self.host.serve("/sparql", lambda form, _: Answer(text=form.get("query", "none")))
        self.assertEqual(self.get("/sparql?query=ASK+%7B%7D").read(), b"ASK {}")
        self.assertEqual(self.get("/sparql").read(), b"none")

    def test_codes_content_only_if_asked(self):
        self.host.add("/a", text="x" * 100, gzip=True)
        self.assertEqual(self.get("/a").read(), b"x" * 100)
        coded = self.get("/a", Accept_Encoding="gzip")
        self.assertEqual(gzip.decompress(coded.read()), b"x" * 100)

    def test_ranges_are_guarded_by_if_range(self):
        self.host.add("/a", data=b"0123456789", ranges=True, etag='"1"')
        part = self.get("/a", Range="bytes=4-", If_Range='"1"')
        self.assertEqual((part.status, part.read()), (206, b"456789"))
        self.assertEqual(part.headers["Content-Range"], "bytes 4-9/10")
        self.assertEqual(self.get("/a", Range="bytes=4-", If_Range='"0"').status, 200)
        self.assertEqual(self.get("/a", Range="bytes=10-").status, 416)
        self.assertEqual(self.get("/a", If_None_Match='"1"').status, 304)

    def test_head_has_no_body(self):
        self.host.add("/a", text="x" * 100)
        head = self.get("/a", method="HEAD")
        self.assertEqual((head.headers["Content-Length"], head.read()), ("100", b""))

    def test_cuts_a_body_short_of_its_length(self):
        self.host.add("/a", data=b"x" * 100, cut=10)
        with self.assertRaises(http.client.IncompleteRead) as caught:
            self.get("/a").read()
        self.assertEqual(len(caught.exception.partial), 10)

    def test_resets_the_connection(self):
        self.host.add("/a", data=b"x" * 100, reset=0)
        with self.assertRaises(ConnectionResetError):
            self.get("/a").read()

    def test_stalls_until_the_client_goes(self):
        self.host.add("/a", data=b"x" * 100, stall=10)
        client = socket.create_connection(("127.0.0.1", self.web.port("www.example.com")), 5)
        with client:
            client.sendall(b"GET /a HTTP/1.1\r\nHost: www.example.com\r\n\r\n")
            client.settimeout(0.3)
            got = b""
            with self.assertRaises(TimeoutError):
                while True:
                    got += client.recv(1000)
            self.assertTrue(got.endswith(b"\r\n\r\n" + b"x" * 10))
        self.assertEqual(self.web.log[0].bytes, 10)

    def test_drips_and_sends_chunks(self):
        self.host.add("/a", data=b"x" * 10, drip=(5, 0.1), chunked=True)
        start = time.monotonic()
        answer = self.get("/a")
        self.assertEqual(answer.read(), b"x" * 10)
        self.assertIsNone(answer.headers["Content-Length"])
        self.assertGreater(time.monotonic() - start, 0.1)

    def test_an_endless_body_ends_with_the_client(self):
        self.host.add("/a", data=b"x" * 1000, endless=True)
        answer = self.get("/a")
        self.assertEqual(len(answer.read(100_000)), 100_000)
        answer.close()


if __name__ == "__main__":
    unittest.main()
