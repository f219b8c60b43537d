"""Tests of the web of many sites, by a client that is not ours."""

import http.client
import pathlib
import tempfile
import time
import unittest

from wide_web import Site, WideWeb


class Wide(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.web = self.enterContext(WideWeb(self.folder))

    def connect(self, address):
        connection = http.client.HTTPConnection(address, self.web.port, timeout=10)
        self.addCleanup(connection.close)
        return connection

    def get(self, connection, path, **headers):
        connection.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = connection.getresponse()
        return answer, answer.read()

    def test_serves_by_address_and_by_name_and_keeps_a_log(self):
        urls = self.web.add(Site("127.1.0.1", 3), Site("127.2.0.1", 2, name="a.example"))
        self.assertEqual(urls, [f"http://127.1.0.1:{self.web.port}/", "http://a.example/"])
        self.assertEqual(self.web.connect_to_args(), ["--connect-to", f"a.example:80:127.2.0.1:{self.web.port}"])
        began = time.time()
        one, other = self.connect("127.1.0.1"), self.connect("127.2.0.1")
        self.assertIn(b"Sitemap: ", self.get(one, "/robots.txt")[1])
        self.assertEqual(self.get(one, "/sitemap.xml")[1].count(b"<loc>"), 3)
        answer, body = self.get(one, "/p2", User_Agent="me")
        self.assertEqual((answer.status, body.count(b"_:")), (200, 0))
        self.assertEqual(self.get(one, "/p2", If_None_Match=answer.headers["ETag"])[0].status, 304)
        self.assertEqual(self.get(one, "/p3")[0].status, 404)
        self.assertEqual(self.get(other, "/p1", Host="a.example")[0].status, 200)
        self.assertEqual(self.get(other, "/p1", Host="b.example")[0].status, 421)
        log = self.web.log()
        self.assertEqual([(line.address, line.path, line.status) for line in log], [
            ("127.1.0.1", "/robots.txt", 200), ("127.1.0.1", "/sitemap.xml", 200), ("127.1.0.1", "/p2", 200),
            ("127.1.0.1", "/p2", 304), ("127.1.0.1", "/p3", 404), ("127.2.0.1", "/p1", 200), ("127.2.0.1", "/p1", 421)])
        self.assertEqual([line.agent for line in log if line.agent], ["me"])
        self.assertTrue(all(began <= line.time <= time.time() for line in log))
        self.assertEqual(self.web.asked(), 7)

    def test_a_page_may_be_large_or_lead_elsewhere(self):
        self.web.add(Site("127.1.0.1", 1, bytes=3 << 20), Site("127.1.0.2", 1, hub="http://hub.example"))
        answer, body = self.get(self.connect("127.1.0.1"), "/p0")
        self.assertGreater(len(body), 3 << 20)
        self.assertEqual(int(answer.headers["Content-Length"]), len(body))
        answer, _ = self.get(self.connect("127.1.0.2"), "/p0")
        self.assertEqual((answer.status, answer.headers["Location"]), (303, "http://hub.example/p0"))


if __name__ == "__main__":
    unittest.main()
