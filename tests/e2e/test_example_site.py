"""The bundled example site in all of its ways, against its known truth."""

import http.client
import pathlib
import subprocess
import sys
import tempfile
import unittest

from harness import ROOT, ProgramTest
import quads

EXPECTED = quads.read_dataset((ROOT / "examples/expected.nq").read_bytes())
CATALOGUE = ("iri", "http://www.example.com/catalogue")


class ExampleSite(ProgramTest):
    def setUp(self):
        super().setUp()
        server = subprocess.Popen([sys.executable, ROOT / "examples/serve.py"],
                                  stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait, 10)
        self.addCleanup(server.terminate)
        self.places = []
        for line in server.stdout:
            if line == "ready\n":
                break
            self.places += ["--connect-to", line.strip()]

    def fetch_example(self, *arguments):
        output = self.folder / "out.nq"
        for file in self.folder.glob("out.nq*"):
            file.unlink()
        return self.run_program("fetch", "http://www.example.com/", "-o", output, "--delay", "0",
                                *self.places, *arguments, output=output)

    def test_dumps_from_any_mirror_give_the_known_quads(self):
        for seed in range(6):
            with self.subTest(seed=seed):
                result = self.fetch_example("--prefer", "dump", "--seed", str(seed))
                self.assert_dataset(result, EXPECTED)
                self.assertEqual(result.code, 0, result)

    def test_fragments_and_endpoints_give_the_catalogue_too(self):
        catalogue = frozenset(quad for quad in EXPECTED if quad[3] == CATALOGUE)
        for way in ("fragments", "sparql"):
            with self.subTest(way):
                result = self.fetch_example("--only", way, "--dataset", CATALOGUE[1])
                self.assert_dataset(result, catalogue)

    def test_every_source_in_the_folder_says_the_same(self):
        site = ROOT / "examples/site"
        truth = {quad[:3] for quad in EXPECTED if quad[3] == CATALOGUE}
        for files in (["www.example.com/dumps/catalogue.nt"], ["mirror.example.net/catalogue.ttl"],
                      ["backup.example.net/catalogue.rdf"],
                      sorted((site / "archive.example.org").glob("catalogue-part*")),
                      [*(site / "www.example.com/seeds").iterdir(),
                       *(site / "www.example.com/kinds").iterdir()]):
            with self.subTest(files):
                result = self.run_program("convert", *(site / file for file in files))
                self.assertEqual(result.code, 0, result)
                self.assertEqual({quad[:3] for quad in quads.read_dataset(result.out)}, truth)


class Server(unittest.TestCase):
    """examples/serve.py, which serves all example sites."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "a.example").mkdir()

    def add(self, name, text):
        (self.folder / "a.example" / name).write_text(text, "utf-8")

    def start(self):
        server = subprocess.Popen([sys.executable, ROOT / "examples/serve.py", self.folder,
                                   "--config", self.folder / "places"], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
        for stream in (server.stdout, server.stderr):
            self.addCleanup(stream.close)
        self.addCleanup(server.wait, 10)
        self.addCleanup(server.terminate)
        return server

    def ask(self, path, port, method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self.addCleanup(connection.close)
        connection.request(method, path, headers={"Host": "a.example", **headers})
        response = connection.getresponse()
        return response, response.read()

    def test_answers_have_the_fields_of_the_file_of_headers(self):
        self.add("_headers", "# a remark\n/7\n  Link: </7.ttl>; rel=describedby\n"
                             "  Link: </>; rel=collection\n\n/*.json\n"
                             "  Content-Type: application/linkset+json\n")
        self.add("7.html", "<p>seven")
        self.add("7.json", "{}")
        server = self.start()
        self.assertEqual(server.stdout.readline().partition(":")[0], "a.example")
        self.assertEqual(server.stdout.readline(), "ready\n")
        place = (self.folder / "places").read_text("utf-8").strip()
        self.assertTrue(place.startswith("connect-to = a.example:80:127.0.0.1:"), place)
        port = int(place.rpartition(":")[2])
        for method, body in (("GET", b"<p>seven"), ("HEAD", b"")):
            page, got = self.ask("/7", port, method)
            self.assertEqual((page.status, got), (200, body))
            self.assertEqual(page.headers.get_all("Link"),
                             ["</7.ttl>; rel=describedby", "</>; rel=collection"])
            self.assertEqual(page.headers["Content-Type"], "text/html; charset=utf-8")
        links, _ = self.ask("/7.json", port)
        self.assertEqual(links.headers.get_all("Content-Type"), ["application/linkset+json"])
        self.assertIsNone(links.headers["Link"])
        again, got = self.ask("/7.json", port, **{"If-None-Match": links.headers["ETag"]})
        self.assertEqual((again.status, got), (304, b""))
        self.assertEqual(self.ask("/_headers", port)[0].status, 404)

    def test_files_come_in_parts_and_the_endpoint_describes_itself(self):
        # RFC 9110 §14.1.2, §14.4, §15.5.17
        self.add("d.nt", "0123456789")
        server = self.start()
        while server.stdout.readline() != "ready\n":
            pass
        port = int((self.folder / "places").read_text("utf-8").strip().rpartition(":")[2])
        whole, _ = self.ask("/d.nt", port)
        self.assertEqual(whole.headers["Accept-Ranges"], "bytes")
        for asked, status, body, said in (
                ("bytes=0-0", 206, b"0", "bytes 0-0/10"), ("bytes=7-", 206, b"789", "bytes 7-9/10"),
                ("bytes=-2", 206, b"89", "bytes 8-9/10"), ("bytes=8-99", 206, b"89", "bytes 8-9/10"),
                ("bytes=10-", 416, b"", "bytes */10"), ("bytes=5-4", 200, b"0123456789", None),
                ("bytes=0-1,3-4", 200, b"0123456789", None), ("lines=1-2", 200, b"0123456789", None)):
            part, got = self.ask("/d.nt", port, Range=asked)
            self.assertEqual((part.status, got, part.headers["Content-Range"]), (status, body, said), asked)
        part, got = self.ask("/d.nt", port, Range="bytes=7-", **{"If-Range": whole.headers["ETag"]})
        self.assertEqual((part.status, got, part.headers["ETag"]), (206, b"789", whole.headers["ETag"]))
        self.assertEqual(self.ask("/d.nt", port, Range="bytes=7-", **{"If-Range": '"old"'})[0].status, 200)
        service, got = self.ask("/sparql", port, Host="sparql.example.com")
        self.assertEqual((service.status, service.headers["Content-Type"]), (200, "text/turtle"))
        self.assertIn(b"sd:endpoint <http://sparql.example.com/sparql>", got)

    def test_a_mistake_in_the_file_of_headers_is_named(self):
        self.add("_headers", "/7\n  no field\n")
        server = self.start()
        self.assertEqual(server.wait(10), 1)
        self.assertIn("_headers:2: a path", server.stderr.read())
