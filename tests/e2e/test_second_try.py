"""Documents that cannot be continued are begun again, once, whatever they are; those that are
cut are never whole (fetch.md, What counts as whole)."""

import gzip
import subprocess
import zlib

from harness import ProgramTest, dataset_of, triples
from semantic_sitemap import sitemap
from test_truth_of_transfers import NT, RawServer

FILES = 20
LINES = triples(10 * FILES)
PADDING = "x" * 2000
VOID = "@prefix void: <http://rdfs.org/ns/void#> .\n"
TAG = 'ETag: "1"\r\n'


def part_of(number):
    return "".join(LINES[10 * number:10 * number + 10]).encode()


class Documents(ProgramTest):
    """Reads a site of which one document is answered by `answer(asked, its bytes)`."""

    def serve(self, path, answer):
        def any_path(asked):
            body, fields = self.documents.get(asked.path, (None, ""))
            if asked.path == path:
                answer(asked, body, fields)
            elif body is None:
                asked.reply(status="404 Not Found")
            else:
                asked.reply(body, fields)
        self.server = self.enterContext(RawServer(any_path))
        url = self.server.url
        files = [f"{url}/{i}.nt" for i in range(FILES)]
        self.documents = {f"/{i}.nt": (part_of(i), NT) for i in range(FILES)}
        self.documents["/robots.txt"] = (
            f"# {PADDING}\nSitemap: {url}/sitemap.xml\n".encode(), "Content-Type: text/plain\r\n")
        self.documents["/sitemap.xml"] = (sitemap(*(
            f"<!-- {PADDING} --><url><loc>{file}</loc></url>" for file in files)).encode(),
            "Content-Type: application/xml\r\n")
        self.documents["/void.ttl"] = ((VOID + "".join(
            f"# {PADDING}\n<{url}/void.ttl#{i}> a void:Dataset ; void:dataDump <{file}> .\n"
            for i, file in enumerate(files))).encode(), "Content-Type: text/turtle\r\n")
        self.documents["/all.nt"] = ("".join(LINES).encode(), NT)

    def read(self, path):
        options = ("--retry-delay", "0.01", "--graph", "none")
        url = self.server.url + ("/" if path in ("/robots.txt", "/sitemap.xml") else path)
        if path != "/all.nt":
            return self.fetch(*options, url=url)
        output = self.folder / "all.nq"
        output.unlink(missing_ok=True)
        return self.run_program("convert", *options, url, "-o", output, output=output)

    def each(self):
        """Every kind of document that is read by other means than a dump."""
        for path in ("/robots.txt", "/sitemap.xml", "/void.ttl", "/all.nt"):
            with self.subTest(path):
                yield path

    def assert_whole(self, result):
        self.assertEqual(result.code, 0, result)
        self.assertEqual(result.quads, dataset_of(LINES))
        self.assertEqual(len(result.lines), len(LINES), "no quad comes twice")

    def assert_not_whole(self, result, *words):
        self.assertIn(result.code, (1, 3), result)
        for word in words:
            self.assertIn(word, result.errors)
        self.assertLess(result.quads or frozenset(), dataset_of(LINES))


class BeginAgain(Documents):
    def broken(self, rest, again=None, fields=TAG):
        """Breaks off in the middle at first; `rest(asked, body, at)` answers what asks on."""
        self.wholes = 0

        def answer(asked, body, own):
            at = len(body) * 2 // 3
            if asked.first is not None:
                rest(asked, body, at)
                return
            self.wholes += 1
            if self.wholes > 1 and again:
                again(asked, body, own + fields)
            elif self.wholes > 1:
                asked.reply(body, own + fields)
            else:
                asked.send(f"HTTP/1.1 200 OK\r\n{own}{fields}Content-Length: {len(body)}\r\n\r\n"
                           .encode() + body[:at])
        return answer

    @staticmethod
    def part(asked, body, first, fields=TAG, total=None):
        asked.reply(body[first:], f"{fields}Content-Range: bytes {first}-{len(body) - 1}/"
                    f"{total or len(body)}\r\n", "206 Partial Content")

    def test_what_is_not_the_rest(self):
        rests = {
            "another first byte": lambda asked, body, at: self.part(asked, body, at - 1),
            "another version": lambda asked, body, at: self.part(asked, body, at, 'ETag: "2"\r\n'),
            "another total": lambda asked, body, at: self.part(asked, body, at, total=len(body) + 9),
            "no range": lambda asked, body, at: asked.reply(body[at:], TAG, "206 Partial Content"),
            "a page": lambda asked, body, at: asked.reply(
                b"<!DOCTYPE html>", "Content-Type: text/html\r\n"),
            "a page in a part": lambda asked, body, at: self.part(
                asked, body, at, TAG + "Content-Type: text/html\r\n"),
            "nothing more": lambda asked, body, at: asked.reply(
                b"", f"Content-Range: bytes */{len(body)}\r\n", "416 Range Not Satisfiable"),
        }
        for name, rest in rests.items():
            for path in self.each():
                with self.subTest(name):
                    self.serve(path, self.broken(rest))
                    self.assert_whole(self.read(path))
                    self.assertEqual(self.server.paths().count(path), 3)

    def test_without_a_validator(self):
        for path in self.each():
            self.serve(path, self.broken(None, fields=""))
            self.assert_whole(self.read(path))

    def test_only_once(self):
        def again(asked, body, fields):
            asked.send(f"HTTP/1.1 200 OK\r\n{fields}Content-Length: {len(body)}\r\n\r\n".encode()
                       + body[:len(body) // 2])
        for path in self.each():
            self.serve(path, self.broken(None, again, fields=""))
            self.assert_not_whole(self.read(path))
            self.assertEqual(self.server.paths().count(path), 2)

    def test_what_begins_otherwise_has_changed(self):
        def again(asked, body, fields):
            asked.reply(body.replace(b"x", b"y", 1).replace(b"number 0", b"number 9", 1), fields)
        for path in self.each():
            self.serve(path, self.broken(None, again, fields=""))
            self.assert_not_whole(self.read(path), "it changed meanwhile")


class Codings(Documents):
    """A content coding has an end of its own, and that is held to."""

    @staticmethod
    def cut(body, bits):
        """The coding stops at a clean place: what came can all be undone."""
        coder = zlib.compressobj(6, zlib.DEFLATED, bits)
        half = body[:body.rfind(b"\n", 0, len(body) // 2) + 1] or body[:len(body) // 2]
        return coder.compress(half) + coder.flush(zlib.Z_FULL_FLUSH)

    def test_one_that_stops_in_the_middle(self):
        for coding, bits in (("gzip", 31), ("x-gzip", 31), ("deflate", 15), ("deflate", -15)):
            for path in (*self.each(), "/0.nt"):
                for length in (True, False):
                    with self.subTest(path=path, coding=coding, bits=bits, length=length):
                        self.serve(path, lambda asked, body, fields: asked.reply(
                            self.cut(body, bits), f"{fields}Content-Encoding: {coding}\r\n",
                            length=length))
                        self.assert_not_whole(self.read(
                            "/sitemap.xml" if path == "/0.nt" else path))

    def test_whole_ones(self):
        def bare(body):
            coder = zlib.compressobj(6, zlib.DEFLATED, -15)
            return coder.compress(body) + coder.flush()
        codings = {
            "gzip": gzip.compress, "deflate": zlib.compress, "Deflate": bare, "identity": bytes,
            "GZip": lambda body: gzip.compress(body[:999]) + gzip.compress(body[999:]),
            "zstd": lambda body: subprocess.run(["zstd", "-qc"], input=body, check=True,
                                                capture_output=True).stdout}
        for coding, pack in codings.items():
            for path in (*self.each(), "/0.nt"):
                with self.subTest(path=path, coding=coding):
                    self.serve(path, lambda asked, body, fields: asked.reply(
                        pack(body), f"{fields}Content-Encoding: {coding}\r\n"))
                    self.assert_whole(self.read("/sitemap.xml" if path == "/0.nt" else path))

    def test_a_wrong_checksum(self):
        def answer(asked, body, fields):
            packed = bytearray(gzip.compress(body))
            packed[-5] ^= 1
            asked.reply(bytes(packed), f"{fields}Content-Encoding: gzip\r\n")
        for path in (*self.each(), "/0.nt"):
            with self.subTest(path=path):
                self.serve(path, answer)
                result = self.read("/sitemap.xml" if path == "/0.nt" else path)
                self.assertIn(result.code, (1, 3), result)


class Descriptions(Documents):
    """Half a description names half of the data."""

    def test_one_that_is_cut(self):
        half = slice(None, -3000)
        answers = {
            "by the connection": lambda asked, body, fields: asked.send(
                f"HTTP/1.1 200 OK\r\n{fields}Content-Length: {len(body)}\r\n\r\n".encode()
                + body[half]),
            "by chunks that stop": lambda asked, body, fields: asked.send(
                f"HTTP/1.1 200 OK\r\n{fields}Transfer-Encoding: chunked\r\n\r\n".encode()
                + b"%x\r\n%s\r\n" % (len(body[half]), body[half])),
            "by its digest": lambda asked, body, fields: asked.reply(
                body[half], f"{fields}Content-MD5: {'A' * 22}==\r\n"),
        }
        for name, answer in answers.items():
            with self.subTest(name):
                self.serve("/void.ttl", answer)
                result = self.read("/void.ttl")
                self.assertEqual(result.code, 1, result)
                self.assertIs(result.report["totals"]["complete"], False)
                self.assertIn("a description is not whole", result.errors)
                self.assertGreater(len(result.quads), 0, "what it names is fetched")

    def test_one_with_statements_that_cannot_be_read(self):
        for name, old, new in (("no dot", b"/3.nt> .", b"/3.nt>"), ("a blank", b"/3.nt>", b"/3 .nt>"),
                               ("an open text", b"a void:Dataset", b'a "void:Dataset')):
            with self.subTest(name):
                self.serve("/void.ttl", lambda asked, body, fields: asked.reply(
                    body.replace(old, new, 1), fields))
                result = self.read("/void.ttl")
                self.assertEqual(result.code, 1, result)
                self.assertIn("/void.ttl could not be read (the first: line ", result.errors)

    def test_a_page_of_a_catalogue_that_is_empty(self):
        self.serve("/void.ttl", lambda asked, body, fields: asked.reply(
            body, fields + 'Link: </more.ttl>; rel="next"\r\n'))
        self.documents["/more.ttl"] = (b"", "Content-Type: text/turtle\r\n")
        result = self.read("/void.ttl")
        self.assertEqual(result.code, 1, result)
        self.assertIn("/more.ttl is empty", result.errors)
