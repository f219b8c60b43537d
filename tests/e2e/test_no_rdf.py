"""What a site lists and is no RDF is no failure, costs next to nothing, and is remembered."""

import gzip
import io
import json
import pathlib
import socket
import subprocess
import tempfile
import threading
import unittest
import zipfile

from crawl_run import CrawlTest
from harness import PROGRAM
import crawl_web
from semantic_sitemap import dataset, sitemap
from web import Answer, redirect

BASE = "http://pages.example"
WORDS = "<http://data.example/a> <http://words.example/name> "
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n" + bytes(range(256)) * 200
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 8
HTML = "<!doctype html><title>a page</title><p>Some words.</p>"
RSS = '<?xml version="1.0"?><rss version="2.0"><channel><title>news</title></channel></rss>'
ATOM = '<feed xmlns="http://www.w3.org/2005/Atom"><title>news</title></feed>'
JSON = json.dumps({"items": [{"name": f"thing {i}", "id": i} for i in range(900)]})
MARKED = ('<!doctype html><script type="application/ld+json">{"@id": "http://data.example/a", '
          '"http://words.example/name": "marked"}</script>')
MIB = 1024 * 1024


def zip_of(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


#: What a sitemap lists as a page, by its path: how it is answered, and as what it counts.
OTHERS = {
    "/a.pdf": (Answer(data=PDF, type="application/pdf"), "application/pdf"),
    "/as-html": (Answer(data=PDF, type="text/html"), "application/pdf"),
    "/as-bytes": (Answer(data=PDF, type="application/octet-stream"), "application/pdf"),
    "/coded.pdf": (Answer(data=PDF, type="application/pdf", gzip=True), "application/pdf"),
    "/packed.pdf.gz": (Answer(data=gzip.compress(PDF)), "application/gzip"),
    "/picture.ttl": (Answer(data=PNG, type="image/png"), "image/png"),
    "/list.json": (Answer(text=JSON, type="application/json"), "application/json"),
    "/feed": (Answer(text=RSS, type="application/rss+xml"), "application/rss+xml"),
    "/news": (Answer(text=ATOM, type="text/xml"), "application/atom+xml"),
    "/table.csv": (Answer(text="name,born\nAda,1815\n" * 900, type="text/csv"), "text/csv"),
    "/table.tsv": (Answer(text="name\tborn\nAda\t1815\n" * 900, type="text/tab-separated-values"),
                   "text/tab-separated-values"),
    "/read.me": (Answer(text="Just some words.\n" * 2000, type="text/plain"), "text/plain"),
    "/text.docx": (Answer(data=zip_of({"[Content_Types].xml": b"<Types/>", "word/document.xml": PNG}),
                          type="application/vnd.openxmlformats-officedocument"
                               ".wordprocessingml.document"),
                   "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    "/pictures.zip": (Answer(data=zip_of({"a.png": PNG, "b.pdf": PDF})), "application/zip"),
    "/instead.pdf": (Answer(text=HTML, type="text/html"), "text/html"),
    "/page": (Answer(text=HTML, type="text/html"), "text/html"),
    "/nothing": (Answer(data=b"", type="application/pdf"), "application/pdf"),
    "/untyped": (Answer(data=PNG, type=""), "image/png"),
    "/urls.xml": (Answer(text=crawl_web.urlset([f"{BASE}/page"])), "application/xml"),
}


class NoRdfTest(CrawlTest):
    def setUp(self):
        super().setUp()
        self.host = self.web.host("pages.example")
        self.host.add("/robots.txt", text=f"Sitemap: {BASE}/sitemap.xml\n")

    def entries(self):
        return [f"{BASE}/"]

    def lay(self, pages, lastmod=None):
        """The sitemap lists these pages, and they answer so."""
        self.host.add("/sitemap.xml", text=crawl_web.urlset([f"{BASE}{path}" for path in pages]))
        for path, answer in pages.items():
            self.host.add(path, answers=[answer])

    def status(self):
        done = subprocess.run([PROGRAM, "status", "--state", "out.nq.state", "--format", "json"],
                              cwd=self.folder, capture_output=True, timeout=30, check=False)
        return json.loads(done.stdout)

    def source(self, result):
        [source] = result.report["sources"]
        return source


class Kinds(NoRdfTest):
    def test_each_kind_alone_is_whole_and_counted(self):
        for path, (answer, kind) in OTHERS.items():
            with self.subTest(path):
                self.clear()
                self.lay({path: answer})
                result, asked = self.run_it()
                self.assertEqual(result.code, 0, result)
                self.assertEqual([one.path for one in asked.documents], [path])
                source = self.source(result)
                self.assertEqual((source["outcome"], source["no_rdf"]), ("no-rdf", {kind: 1}))
                self.assertEqual(result.lines, [])

    def test_all_kinds_beside_a_page_with_data(self):
        self.lay({path: answer for path, (answer, _) in OTHERS.items()}
                 | {"/to.pdf": redirect("/moved.pdf"), "/data": Answer(text=MARKED, type="text/html")})
        self.host.add("/moved.pdf", data=PDF, type="application/pdf")
        result, _ = self.run_it("--report", "report.html")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(result.lines), 1)
        kinds = {}
        for _, kind in [*OTHERS.values(), (None, "application/pdf")]:
            kinds[kind] = kinds.get(kind, 0) + 1
        self.assertEqual(result.report["no_rdf"], kinds)
        self.assertEqual(result.report["totals"]["no_rdf"], len(OTHERS) + 1)
        self.assertTrue(result.report["totals"]["complete"])
        self.assertEqual(self.source(result)["outcome"], "whole")
        self.assertEqual(self.source(result)["noted_documents"], [])
        self.assertIn(f"no RDF in them: {kinds['application/pdf']} × application/pdf",
                      result.errors)
        page = (self.folder / "report.html").read_text("utf-8")
        self.assertIn("Pages without RDF", page)
        self.assertNotIn("Not complete", page)

    def test_a_site_without_rdf_says_so_first(self):
        self.lay({f"/{i}": Answer(text=HTML, type="text/html") for i in range(12)}
                 | {"/a.pdf": OTHERS["/a.pdf"][0]})
        result, _ = self.run_it("--report", "report.html")
        self.assertEqual(result.code, 0, result)
        self.assertIn("pages of http://pages.example: 13 pages, no RDF in them by crawl, complete",
                      result.errors)
        self.assertIn("13 pages, no RDF in them: 12 × text/html, 1 × application/pdf.",
                      (self.folder / "report.html").read_text("utf-8"))
        self.assertEqual((self.folder / "out.nq").read_bytes(), b"")
        self.assertEqual(self.source(result)["pages_without_rdf"],
                         [f"http://pages.example/{i}" for i in range(12)])
        facts = self.status()
        self.assertEqual((facts["standing"], facts["exit_status"]), ("complete", 0))
        [part] = facts["parts"]
        self.assertEqual(part["no_rdf"], {"text/html": 12, "application/pdf": 1})
        self.assertEqual([(one["outcome"], one["count"]) for one in part["outcomes"]],
                         [("no-rdf", 13)])

    def test_what_could_not_be_had_is_missing(self):
        for missing in (Answer(status=404), Answer(status=500),
                        Answer(data=b"%", type="application/pdf", length=5 * MIB),
                        Answer(data=b"", type="application/pdf", length=5 * MIB)):
            with self.subTest(missing):
                self.clear()
                self.lay({"/a.pdf": OTHERS["/a.pdf"][0], "/b.pdf": missing})
                result, _ = self.run_it("--retries", "1")
                self.assertEqual(result.code, 1, result)
                self.assertEqual(self.source(result)["outcome"], "partial")
                self.assertEqual(self.source(result)["no_rdf"], {"application/pdf": 1})
                self.assertEqual(len(self.source(result)["noted_documents"]), 1)

    def test_a_transfer_that_breaks_when_the_kind_is_known_is_none(self):
        for cut in (dict(cut=40), dict(reset=9000), dict(cut=45000)):
            with self.subTest(cut):
                self.clear()
                self.lay({"/a.pdf": Answer(data=PDF, type="application/pdf", **cut)})
                result, asked = self.run_it()
                self.assertEqual(result.code, 0, result)
                self.assertEqual(len(asked.documents), 1)

    def test_what_is_said_to_be_rdf_stays_a_failure(self):
        for path, answer, code in (
                ("/a.ttl", Answer(data=PNG), "document.binary"),
                ("/b", Answer(data=PNG, type="text/turtle"), "document.binary"),
                ("/c.ttl", Answer(data=PNG, type="application/octet-stream"), "document.binary"),
                ("/d.nt.gz", Answer(data=gzip.compress(PDF)), "document.binary"),
                ("/e.hdt", Answer(data=b"$HDT\1" + PDF, type=""), "document.binary"),
                ("/f.ttl", Answer(text=HTML, type="text/html"), "document.html"),
                ("/g", Answer(text=JSON, type="application/rdf+xml"), "document.not-rdf"),
                ("/h", Answer(text='<Ontology xmlns="http://www.w3.org/2002/07/owl#"/>',
                              type="application/xml"), "document.owl-xml")):
            with self.subTest(path):
                self.clear()
                self.lay({path: answer})
                result, _ = self.run_it()
                self.assertEqual(result.code, 3, result)
                [noted] = self.source(result)["noted_documents"]
                self.assertEqual((noted["outcome"], noted["code"]), ("failed", code))

    def test_a_dump_and_a_dataset_that_hold_none_stay_failures(self):
        self.host.add("/all.nt", data=PDF, type="application/pdf")
        self.host.add("/sitemap.xml", text=sitemap(dataset(f"{BASE}/set", dumps=[f"{BASE}/all.nt"])))
        result, _ = self.run_it()
        self.assertEqual(result.code, 3, result)
        self.assertEqual(self.source(result)["code"], "document.binary")
        self.clear()
        self.host.add("/id/1", text=HTML, type="text/html")
        self.host.add("/sitemap.xml", text=sitemap(dataset(
            f"{BASE}/set", prefixes=[f"{BASE}/id/"], samples=[f"{BASE}/id/1"])))
        result, _ = self.run_it()
        self.assertEqual(result.code, 3, result)
        self.assertEqual(self.source(result)["code"], "crawl.no-rdf")


class Refreshes(NoRdfTest):
    def test_an_unchanged_one_is_not_sent_again(self):
        self.lay({"/a.pdf": Answer(data=PDF, type="application/pdf", etag='"1"'),
                  "/page": Answer(text=HTML, type="text/html", etag='"p"'),
                  "/data": Answer(text=MARKED, type="text/html", etag='"d"')})
        self.run_it()
        for _ in range(2):
            result, asked = self.run_it()
            self.assertEqual(result.code, 0, result)
            self.assertEqual({one.status for one in asked.documents}, {304})
            self.assertEqual(result.report["no_rdf"], {"application/pdf": 1, "text/html": 1})
        self.assertEqual(len(result.lines), 1)

    def test_a_server_that_knows_no_conditions_is_told_by_its_validator(self):
        big = PDF + bytes(3 * MIB)
        for same in (dict(headers={"ETag": '"1"'}),
                     dict(headers={"Last-Modified": "Mon, 02 Nov 2026 10:00:00 GMT"})):
            with self.subTest(same):
                self.clear()
                self.lay({"/a.pdf": Answer(data=big, type="application/pdf", **same)})
                self.run_it()
                result, asked = self.run_it()
                self.assertEqual([one.status for one in asked.documents], [200])
                self.assertEqual(result.code, 0, result)
                self.assertEqual(result.report["no_rdf"], {"application/pdf": 1})

    def test_one_that_has_become_rdf_is_read_and_back(self):
        turtle = Answer(text=f'{WORDS}"now" .', type="text/turtle", etag='"2"')
        pdf = Answer(data=PDF, type="application/pdf", etag='"1"')
        keeps = Answer(text=MARKED, type="text/html")
        for codes in (("--changes", "changes"), ()):
            self.clear()
            self.lay({"/a": pdf})
            self.run_it(*codes)
            self.lay({"/a": turtle, "/b": keeps})
            result, _ = self.run_it(*codes)
            self.assertEqual((result.code, len(result.lines)), (0, 2), result)
            self.assertEqual(result.report["no_rdf"], {})
            self.lay({"/a": pdf, "/b": keeps})
            result, _ = self.run_it(*codes)
            self.assertEqual((result.code, len(result.lines)), (0, 1), result)
            self.assertEqual(result.report["no_rdf"], {"application/pdf": 1})

    def test_a_failed_night_leaves_what_it_was(self):
        pdf = Answer(data=PDF, type="application/pdf", etag='"1"')
        self.lay({"/a.pdf": pdf})
        self.run_it()
        self.host.add("/a.pdf", status=500)
        result, _ = self.run_it("--retries", "1")
        self.assertNotEqual(result.code, 0, result)
        self.host.add("/a.pdf", answers=[pdf])
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(result.report["no_rdf"], {"application/pdf": 1})

    def test_a_site_that_had_rdf_and_has_none_keeps_what_was_there(self):
        self.lay({"/a": Answer(text=MARKED, type="text/html")})
        self.run_it()
        self.lay({"/a": Answer(text=HTML, type="text/html")})
        for _ in range(2):
            result, _ = self.run_it()
            self.assertEqual(result.code, 3, result)
            self.assertEqual(self.source(result)["code"], "crawl.no-rdf")
            self.assertIn("though there was some before", result.errors)
            self.assertEqual(len((self.folder / "out.nq").read_text().splitlines()), 1)

    def test_a_run_that_was_killed_goes_on(self):
        paths = {f"/{i}.pdf": Answer(data=PDF, type="application/pdf") for i in range(12)}
        self.lay(paths)
        self.stop_at(6, 0.01)
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertLessEqual(len(asked.documents), 12)
        self.assertEqual(result.report["no_rdf"], {"application/pdf": 12})


class BigServer:
    """Sends bodies of 300 MB, and counts what of them it could send."""

    SIZE = 300 * 1000 * 1000

    def __init__(self, begins, head):
        self.begins, self.head, self.sent, self.asked = begins, head, 0, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.listener.close()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        with connection, connection.makefile("rb") as lines:
            while request := lines.readline():
                while lines.readline() not in (b"\r\n", b""):
                    pass
                path = request.split()[1].decode()
                if path == "/robots.txt":
                    text = f"Sitemap: {self.url('/sitemap.xml')}\n"
                elif path == "/sitemap.xml":
                    text = crawl_web.urlset([self.url("/a.pdf")])
                elif path == "/.well-known/void":
                    text = ""
                else:
                    self.asked.append(path)
                    return self.send_big(connection)
                connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {len(text)}\r\n\r\n{text}"
                                   .encode())

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def send_big(self, connection):
        try:
            connection.sendall(b"HTTP/1.1 200 OK\r\n" + self.head + b"\r\n")
            piece = self.begins + bytes(2048 - len(self.begins))
            while self.sent < self.SIZE:
                connection.sendall(b"800\r\n" + piece + b"\r\n" if b"chunked" in self.head else piece)
                self.sent += len(piece)
                piece = bytes(2048)
        except OSError:
            pass


class Cost(unittest.TestCase):
    """A file of 300 MB that is no RDF costs next to nothing, and its host no trust."""

    #: What the program takes, and what both systems have on the way meanwhile.
    MOST = 512 * 1024

    def test_what_is_sent(self):
        for head in (b"Content-Type: application/pdf\r\nContent-Length: %d\r\n" % BigServer.SIZE,
                     b"Content-Type: application/pdf\r\nTransfer-Encoding: chunked\r\n",
                     b"Content-Type: text/html\r\nContent-Length: %d\r\n" % BigServer.SIZE):
            with self.subTest(head):
                server = BigServer(b"%PDF-1.7\n", head)
                self.addCleanup(server.close)
                folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
                done = subprocess.run(
                    [PROGRAM, "fetch", server.url("/"), "-o", "out.nq", "--report", "report.json"],
                    cwd=folder, capture_output=True, timeout=60, check=False)
                report = json.loads((folder / "report.json").read_text())
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(report["no_rdf"], {"application/pdf": 1})
                self.assertEqual(server.asked, ["/a.pdf"])
                self.assertLessEqual(report["totals"]["bytes"], 64 * 1024 + 1024)
                self.assertLessEqual(server.sent, self.MOST)
                self.assertNotIn("again", done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
