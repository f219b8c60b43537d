"""What goes wrong: each with its message and exit code, and nothing else lost (fetch.md,
exit-status.md)."""

import gzip
import json
import os
import signal
import subprocess
import time
import zlib

from harness import PROGRAM, ProgramTest, dataset_of, triples
from catalogue import PACK, tarred, zipped
from semantic_sitemap import dataset, publish
import quads
from web import Answer, redirect

DATASET = "http://www.example.com/catalogue"
DATA = triples(400)
TEXT = "".join(DATA)
BYTES = TEXT.encode()
PACKED = gzip.compress(BYTES, mtime=0)
EXPECTED = dataset_of(DATA, DATASET)
PLAIN = dataset_of(DATA)
HTML = "<!doctype html>\n<html><head><title>Under repair</title></head><body>Soon.</body></html>"
MIB = 1024 * 1024
LONG_LINE = os.environ.get("SEMSITE_LONG_LINE", "1G")  # 10G takes a minute


def rdfxml(inside, before=""):
    return ('<?xml version="1.0"?>\n' + before + '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/'
            '22-rdf-syntax-ns#" xmlns:e="http://x.example/">' + inside + "</rdf:RDF>")


def gzip_of(head, filler, megabytes):
    """A gzip file of a text and then so many megabytes of one character, made piecewise."""
    coder = zlib.compressobj(9, zlib.DEFLATED, 31)
    out = [coder.compress(head)]
    block = filler * MIB
    out += [coder.compress(block) for _ in range(megabytes)]
    return b"".join(out) + coder.flush()


class OneBadDump(ProgramTest):
    """The only dump is bad; the message names it, the report too. Another dataset is whole."""

    def setUp(self):
        super().setUp()
        publish(self.site,
                dataset(DATASET, dumps=["http://www.example.com/all.nt.gz"]),
                dataset("http://www.example.com/other", dumps=["http://www.example.com/other.nt"]))
        self.other = triples(20, "http://data.example/other")
        self.site.add("/other.nt", text="".join(self.other))

    def check(self, code, words, outcome="failed", kept=(), arguments=(), **answer):
        """Fetches with this answer as the first dump."""
        self.site.add("/all.nt.gz", **answer)
        result = self.fetch("--retries", "1", *arguments)
        self.assertEqual(result.code, 1, result)
        self.assert_dataset(result, dataset_of(kept, DATASET)
                            | dataset_of(self.other, "http://www.example.com/other"))
        row = result.source("http://www.example.com/all.nt.gz")
        self.assertEqual((row["outcome"], row["code"]), (outcome, code), result)
        for word in (*words, "http://www.example.com/all.nt.gz"):
            self.assertIn(word, result.errors)
        self.assertIs(result.report["totals"]["complete"], False)
        self.assertEqual([one["complete"] for one in result.report["datasets"]], [False, True])
        self.assertEqual(result.report["exit_status"], 1)
        return row

    def test_a_page_of_html(self):
        row = self.check("document.html", ["HTML page", "<!doctype html>"], text=HTML,
                         type="application/gzip")
        self.assertEqual(row["got"], {"bytes": len(HTML), "quads": 0})

    def test_an_empty_file(self):
        self.check("document.empty", ["empty"], data=b"")

    def test_gzip_of_nothing(self):
        self.check("document.empty", ["empty"], data=gzip.compress(b""))

    def test_a_picture(self):
        self.check("document.binary", ["binary"], data=b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(99))

    def test_a_truncated_gzip(self):
        for cut in (len(PACKED) // 2, len(PACKED) - 20, len(PACKED) - 4):
            with self.subTest(cut):
                self.site.add("/all.nt.gz", data=PACKED[:cut])
                result = self.fetch("--retries", "1")
                self.assertEqual(result.code, 1, result)
                row = result.source("http://www.example.com/all.nt.gz")
                self.assertIn(row["outcome"], ("partial", "failed"))
                self.assertTrue(row["code"].startswith("unpack."), row)
                self.assertIn("/all.nt.gz", result.errors)
                self.assertLessEqual(
                    result.quads, EXPECTED | dataset_of(self.other, "http://www.example.com/other"))

    def test_an_error_status(self):
        self.check("http.404", ["does not exist", "404"], status=404, text="no")
        self.check("http.403", ["forbidden", "403"], status=403, text="no")

    def test_a_decompression_bomb(self):
        bomb = gzip_of(BYTES, b"\n", 200)
        self.check("unpack.bomb", ["--max-ratio"], "partial", DATA,
                   data=gzip.compress(bomb, mtime=0))

    def test_a_server_that_stalls(self):
        start = time.monotonic()
        row = self.check("fetch.stalled", [], "partial", DATA[:100],
                         ("--stall-timeout", "1"), data=BYTES, type="application/n-triples",
                         stall=len("".join(DATA[:100]).encode()))
        self.assertLess(time.monotonic() - start, 20)
        self.assertEqual(row["got"]["quads"], 100)

    def test_a_server_that_never_answers(self):
        self.check("fetch.stalled", [], arguments=("--stall-timeout", "1"), data=BYTES, wait=8)

    def test_a_redirect_loop(self):
        self.site.add("/b", answers=[redirect("/all.nt.gz")])
        self.check("redirect.loop", ["circle"], answers=[redirect("/b")])

    def test_redirects_without_end(self):
        for number in range(30):
            self.site.add(f"/hop{number}", answers=[redirect(f"/hop{number + 1}")])
        self.check("redirect.too-many", ["--max-redirects"], answers=[redirect("/hop0")])
        self.assertEqual([path for path in self.web.paths() if path == "/hop11"], [])

    def test_redirects_to_where_a_site_must_not_send_us(self):
        port = self.web.port("www.example.com")
        for target in ("http://10.0.0.7/x", "http://192.168.1.1/x", "http://169.254.169.254/x",
                       "http://[::1]/x", f"http://localhost:{port}/x", f"http://127.1:{port}/x",
                       f"http://2130706433:{port}/x", "file:///etc/hostname",
                       "ftp://ftp.example.net/x", "gopher://127.0.0.1:9/x"):
            with self.subTest(target):
                start = time.monotonic()
                self.site.add("/all.nt.gz", answers=[redirect(target)])
                result = self.fetch("--retries", "1")
                self.assertEqual(result.code, 1, result)
                row = result.source("http://www.example.com/all.nt.gz")
                self.assertIn(row["outcome"], ("refused", "failed"), row)
                self.assertTrue(row["problem"])
                self.assertEqual(row["got"], {"bytes": 0, "quads": 0})
                self.assertLess(time.monotonic() - start, 10, "it tried to connect")
                self.assertNotIn("/x", self.web.paths())
                self.assertNotIn("/robots.txt", self.web.paths("localhost"))

    def test_a_host_that_does_not_exist(self):
        publish(self.site, dataset(DATASET, dumps=[("http://no-such-host.invalid/all.nt", 1),
                                                   ("http://www.example.com/all.nt", 0)]))
        self.site.add("/all.nt", text=TEXT)
        result = self.fetch("--retries", "1")
        self.assert_dataset(result, EXPECTED)
        self.assertIn("no-such-host.invalid", result.errors)
        self.assertNotEqual(result.outcomes()["http://no-such-host.invalid/all.nt"], "whole")


class BadFiles(ProgramTest):
    """`convert` of bad files: the other inputs are read all the same."""

    def convert(self, data, *arguments, name="bad"):
        """Between two good files."""
        for part, lines in (("a.nt", DATA[:200]), ("z.nt", DATA[200:])):
            (self.folder / part).write_text("".join(lines))
        (self.folder / name).write_bytes(data)
        return self.run_program("convert", "a.nt", name, "z.nt", *arguments)

    def check(self, data, words, code=1, kept="", arguments=(), name="bad"):
        result = self.convert(data, *arguments, name=name)
        self.assertEqual(result.code, code, result)
        for word in (name, *words):
            self.assertIn(word, result.errors)
        got = quads.read_dataset(result.out)
        expected = PLAIN | dataset_of([kept] if kept else [])
        self.assertTrue(quads.isomorphic(expected, got), quads.difference(expected, got))
        return result

    def test_wrong_suffixes_do_not_matter(self):
        for name in ("data.rdf", "data.ttl.gz", "data.zip", "data.html", "data.json", "data"):
            with self.subTest(name):
                result = self.convert(b'<http://x.example/s> <http://x.example/p> "o" .\n',
                                      name=name)
                self.assertEqual(result.code, 0, result)
                self.assertEqual(len(result.out.splitlines()), 401)

    def test_html(self):
        self.check(HTML.encode(), ["HTML page", "<!doctype html>"], code=3, name="bad.nt")
        self.check(HTML.encode(), ["HTML page", "<!doctype html>"], code=3, name="bad.ttl.gz")

    def test_html_that_nobody_calls_data_is_a_page(self):
        self.check(HTML.encode(), ["holds no RDF"], code=0)
        self.check(HTML.encode(), ["holds no RDF"], code=0, name="bad.html")

    def test_no_rdf_at_all(self):
        self.check(b"\x89PNG\r\n\x1a\n" + bytes(100), ["binary"], code=3)

    def test_invalid_utf8(self):
        good = '<http://x.example/s> <http://x.example/p> "o" .\n'
        for name, bad in (("literal", b'<http://x.example/s> <http://x.example/p> "\xc3(" .\n'),
                          ("surrogate", b'<http://x.example/s> <http://x.example/p> "\xed\xa0\x80" .\n'),
                          ("overlong", b'<http://x.example/s> <http://x.example/p> "\xc0\xaf" .\n'),
                          ("iri", b'<http://x.example/\xff> <http://x.example/p> "o" .\n')):
            with self.subTest(name):
                result = self.check(good.encode() + bad + BYTES, ["2:", "utf"], kept=good,
                                    name="bad.nt", arguments=("--on-error", "skip"))
                self.assertNotIn("damaged", result.errors)

    def test_an_iri_with_spaces(self):
        bad = b'<http://x.example/a b> <http://x.example/p> "o" .\n'
        self.check(bad + BYTES, ["bad.nt:1:", "nquads.bad-iri"], name="bad.nt")
        self.check(b"@prefix e: <http://x.example/> .\n" + bad + BYTES, ["bad.ttl", "2:"],
                   name="bad.ttl")
        description = ('<rdf:Description rdf:about="http://x.example/a b"><e:p>o</e:p>'
                       "</rdf:Description>")
        many = "".join(f'<rdf:Description rdf:about="http://x.example/{n}"><e:p>o</e:p>'
                       "</rdf:Description>" for n in range(20))
        # In XML it is mended, as in pages, unless that is not wanted.
        result = self.convert(rdfxml(description + many).encode(), name="bad.rdf")
        self.assertEqual(result.code, 0, result)
        self.assertIn("iri.repaired", result.errors)
        self.assertIn(b"<http://x.example/a%20b>", result.out)

    def test_the_charset_that_was_sent_goes_before_the_declaration(self):  # RFC 7303
        text = ('<rdf:Description rdf:about="http://x.example/a"><e:p>東京</e:p>'
                "</rdf:Description>")
        for sent, encoding, said in (("utf-8", "utf-8", "iso-8859-1"), ("EUC-JP", "euc-jp", "utf-8"),
                                     ("euc-jp", "utf-8-sig", "utf-8"),
                                     ("utf-16le", "utf-16-le", "utf-8"),
                                     ("us-ascii", "utf-8", "utf-8")):
            with self.subTest(sent):
                body = rdfxml(text).replace("?>", f' encoding="{said}"?>', 1).encode(encoding)
                self.site.add("/d", data=body, type=f"application/rdf+xml; charset={sent}")
                result = self.run_program("convert", "http://www.example.com/d",
                                          *self.web.connect_to_args())
                self.assertEqual(result.code, 0, result)
                self.assertIn("東京".encode(), result.out)
        self.site.add("/d", data=rdfxml(text).encode("utf-8"),
                      type="application/rdf+xml; charset=euc-jp")
        result = self.run_program("convert", "http://www.example.com/d", *self.web.connect_to_args())
        self.assertNotEqual(result.code, 0, result)
        self.assertIn("xml.encoding", result.errors)

    def test_json_that_is_not_utf8_has_lost_text(self):
        def node(text, encoding):
            return ('{"@id": "http://x.example/a", "http://x.example/p": "%s"}' % text).encode(
                encoding, "surrogatepass")
        for text, encoding in (("caf\u00e9", "latin-1"), ("\u6771\u4eac", "euc-jp"),
                               ("\uc11c\uc6b8", "euc-kr"), ("\u5317\u4eac", "gb18030"),
                               ("half \ud83d", "utf-16")):
            with self.subTest(encoding):
                result = self.convert(node(text, encoding), name="bad.jsonld")
                self.assertEqual(result.code, 1, result)
                self.assertIn("json.bad-utf8", result.errors)
                self.assertIn("\ufffd".encode(), result.out)
        result = self.convert(node("caf\u00e9", "utf-16"), name="good.jsonld")
        self.assertEqual(result.code, 0, result)

    def test_the_quarantine_has_what_was_skipped(self):
        bad = '<http://x.example/a b> <http://x.example/p> "o" .'
        quarantine = self.folder / "skipped"
        self.check((bad + "\n").encode() + BYTES, [], name="bad.nt",
                   arguments=("--quarantine", quarantine))
        text = quarantine.read_text()
        self.assertIn(bad, text)
        self.assertIn("bad.nt", text)

    def test_entities_do_not_expand_without_end(self):
        entities = '<!DOCTYPE r [\n<!ENTITY a0 "lolololololololol">\n' + "".join(
            f'<!ENTITY a{n} "{f"&a{n - 1};" * 16}">\n' for n in range(1, 16)) + "]>\n"
        bomb = rdfxml('<rdf:Description rdf:about="http://x.example/s"><e:p>&a15;</e:p>'
                      "</rdf:Description>", entities)
        (self.folder / "bomb.rdf").write_text(bomb)
        start = time.monotonic()
        code, peak, errors = self.run_measured("convert", "bomb.rdf")
        self.assertIn(code, (1, 3), errors)
        self.assertIn("entit", errors)
        self.assertLess(peak, 128 * MIB)
        self.assertLess(time.monotonic() - start, 10)

    def test_entities_read_no_files(self):
        (self.folder / "secret").write_text("the-secret")
        text = rdfxml('<rdf:Description rdf:about="http://x.example/s"><e:p>&x;</e:p>'
                      "</rdf:Description>",
                      f'<!DOCTYPE r [<!ENTITY x SYSTEM "{(self.folder / "secret").as_uri()}">]>\n')
        result = self.convert(text.encode(), name="bad.rdf")
        self.assertNotIn(b"the-secret", result.out)
        self.assertIn("entit", result.errors)
        self.assertNotEqual(result.code, 0)

    def test_an_archive_deeper_than_allowed(self):
        deep = BYTES
        for level in range(6):
            deep = zipped({f"level{level}.nt" if level == 0 else f"level{level}.zip": deep})
        good = "<http://x.example/s> <http://x.example/p> <http://x.example/o> .\n"
        archive = tarred({"deep.zip": deep, "good.nt": good.encode()})
        self.check(archive, ["--max-archive-depth"], kept=good, name="bad.tar")
        self.assertEqual(self.convert(archive, "--max-archive-depth", "8").code, 0)

    def test_bombs_in_archives(self):
        good = "<http://x.example/s> <http://x.example/p> <http://x.example/o> .\n"
        inner = gzip_of(good.encode(), b"\n", 200)
        for name, bomb in (("bomb.gz", gzip.compress(inner)),
                           ("bomb.zip", zipped({"a.gz": inner})),
                           ("bomb.tar.xz", PACK[".xz"](tarred({"a.gz": inner})))):
            with self.subTest(name):
                (self.folder / name).write_bytes(bomb)
                code, peak, errors = self.run_measured("convert", name)
                self.assertEqual(code, 1, errors)
                self.assertIn("--max-ratio", errors)
                self.assertIn(name, errors)
                self.assertLess(peak, 128 * MIB)
                done = self.run_program("convert", name, "--max-ratio", "1000000000")
                self.assertEqual((done.code, done.out), (0, good.encode()), done)

    def test_a_truncated_archive_gives_what_came_before(self):
        archive = tarred({"a.nt": "".join(DATA).encode(), "b.nt": BYTES})
        result = self.convert(archive[:len(BYTES) + 2000], name="bad.tar")
        self.assertEqual(result.code, 1, result)
        self.assertIn("bad.tar", result.errors)
        self.assertLessEqual(PLAIN, quads.read_dataset(result.out))

    def test_a_folder(self):
        result = self.run_program("convert", self.folder)
        self.assertEqual(result.code, 2, result)
        self.assertIn("no file in this folder is data", result.errors)
        for command in ("fetch", "plan"):
            result = self.run_program(command, self.folder)
            self.assertEqual(result.code, 3, result)
            self.assertIn("robots.txt", result.errors)

    def test_a_file_that_is_not_there_does_not_lose_the_others(self):
        (self.folder / "a.nt").write_text(TEXT)
        result = self.run_program("convert", "nowhere.nt", "a.nt")
        self.assertEqual(result.code, 3, result)
        self.assertIn("nowhere.nt", result.errors)
        self.assertEqual(quads.read_dataset(result.out), PLAIN)

    def test_a_very_long_line(self):
        start, end = (f'<http://x.example/{name}> <http://x.example/p> "o" .\n'
                      for name in ("start", "end"))
        script = (f"printf '%s' '{start}<http://x.example/s> <http://x.example/p> \"'; "
                  f"head -c {LONG_LINE} /dev/zero | tr '\\0' x; printf '%s' '\" .\n{end}'")
        with subprocess.Popen(["sh", "-c", script], stdout=subprocess.PIPE) as source, \
                open(self.folder / "out.nq", "wb") as out:
            code, peak, errors = self.run_measured("convert", "-", stdin=source.stdout, stdout=out,
                                                   seconds=300)
        self.assertEqual(code, 1, errors)
        self.assertIn("--max-line", errors)
        self.assertIn("2:", errors)
        self.assertLess(peak, 128 * MIB)
        self.assertEqual((self.folder / "out.nq").read_text(), start + end)

    def test_ten_gigabytes_of_zeros_in_a_sparse_file(self):
        start, end = (f'<http://x.example/{name}> <http://x.example/p> "o" .\n'.encode()
                      for name in ("start", "end"))
        with open(self.folder / "sparse.nt", "wb") as file:
            file.write(start)
            file.seek(10 * 1024 * MIB)
            file.write(b"\n" + end)
        code, peak, errors = self.run_measured("convert", "sparse.nt")
        # A line of zeros is a line that is too long; what comes before it is data.
        self.assertEqual(code, 1, errors)
        self.assertIn("--max-line", errors)
        self.assertLess(peak, 128 * MIB)


class Outputs(ProgramTest):
    def setUp(self):
        super().setUp()
        publish(self.site, dataset(DATASET, dumps=["http://www.example.com/all.nt"]))
        self.site.add("/all.nt", text=TEXT)

    def fetch_into(self, *arguments):
        return self.run_program("fetch", "http://www.example.com/", "--delay", "0",
                                *self.web.connect_to_args(), *arguments)

    def test_a_full_disk(self):
        for suffix in ("", ".gz"):
            link = self.folder / f"full{suffix}"
            link.symlink_to("/dev/full")
            report = self.folder / "report.json"
            result = self.fetch_into("-o", link, "--report", report)
            self.assertEqual(result.code, 3, result)
            self.assertIn("No space left", result.errors)
            told = json.loads(report.read_text())
            self.assertEqual(told["exit_status"], 3)
            self.assertIn("No space left", told["stopped"])
            self.assertIs(told["totals"]["complete"], False)

    def test_standard_output_that_is_full(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "fetch", "http://www.example.com/", "--delay", "0",
                                   *self.web.connect_to_args()], stdout=full,
                                  stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(b"standard output", done.stderr)
        for words in (["--help"], ["convert", "--help"], ["plan", "http://www.example.com/",
                                                          *self.web.connect_to_args()]):
            with self.subTest(words[:2]), open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE,
                                      timeout=60, check=False)
                self.assertEqual(done.returncode, 3, done.stderr)

    def test_a_closed_pipe_ends_it_quietly_and_soon(self):
        self.site.add("/all.nt", text="".join(triples(60_000)))
        process = subprocess.Popen(
            ["sh", "-c", '"$@" | head -n 1', "sh", PROGRAM, "fetch", "http://www.example.com/",
             "--delay", "0", "-q", *self.web.connect_to_args()],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, errors = process.communicate(timeout=60)
        self.assertEqual(len(out.splitlines()), 1)
        self.assertEqual(errors, b"")

    def test_a_folder_that_is_not_there(self):
        result = self.fetch_into("-o", self.folder / "nowhere/out.nq")
        self.assertEqual(result.code, 3, result)
        self.assertIn("nowhere/out.nq", result.errors)
        self.assertEqual(self.web.paths(), [], "found out only after the work")

    def test_a_folder_as_output(self):
        result = self.fetch_into("-o", self.folder)
        self.assertEqual(result.code, 2, result)
        self.assertIn("is a folder; -o", result.errors)

    def test_a_report_that_cannot_be_written_loses_no_data(self):
        result = self.fetch_into("--report", self.folder / "nowhere/report.json")
        self.assertEqual(result.code, 3, result)
        self.assertIn("nowhere/report.json", result.errors)
        if self.web.paths():  # better: it says so before it begins
            self.assertEqual(quads.read_dataset(result.out), EXPECTED)

    def test_ctrl_c(self):
        self.site.add("/all.nt", data=BYTES, stall=20_000)
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number.name):
                output, report = self.folder / "out.nq", self.folder / "report.json"
                output.write_text("of an earlier run\n")
                process = subprocess.Popen(
                    [PROGRAM, "fetch", "http://www.example.com/", "-o", output, "--report",
                     report, "--delay", "0", *self.web.connect_to_args()],
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                try:
                    end = time.monotonic() + 30
                    while time.monotonic() < end and process.poll() is None:
                        if any(r.path == "/all.nt" and r.method == "GET"
                               for r in self.web.started):
                            break
                        time.sleep(0.05)
                    time.sleep(0.5)
                    self.assertIsNone(process.poll(), "it did not wait for the stalled server")
                    start = time.monotonic()
                    process.send_signal(number)
                    _, errors = process.communicate(timeout=20)
                finally:
                    process.kill()
                    process.wait()
                self.web.started.clear()
                self.assertEqual(process.returncode, 130, errors)
                self.assertLess(time.monotonic() - start, 5)
                self.assertEqual(output.read_text(), "of an earlier run\n",
                                 "a part was given out as the whole")
                part = (self.folder / "out.nq.part").read_bytes()
                self.assertIn("out.nq.part", errors)
                whole_lines = part[:part.rindex(b"\n") + 1]
                self.assertGreater(len(quads.read_dataset(whole_lines)), 0)
                self.assertLess(quads.read_dataset(whole_lines), EXPECTED)
                self.assertEqual(whole_lines, part, "a line was left half written")
                told = json.loads(report.read_text())
                self.assertEqual((told["exit_status"], told["interrupted"]), (130, True))
                self.assertIs(told["totals"]["complete"], False)


class CommandLine(ProgramTest):
    def setUp(self):
        super().setUp()
        publish(self.site, dataset(DATASET, dumps=["http://www.example.com/all.nt"]))
        self.site.add("/all.nt", text=TEXT)

    def test_no_arguments(self):
        result = self.run_program()
        self.assertEqual((result.code, result.out), (2, b""), result)
        self.assertIn("Usage:", result.errors)
        for command in ("plan", "fetch", "convert", "inspect"):
            result = self.run_program(command)
            self.assertEqual((result.code, result.out), (2, b""), result)
            self.assertIn(f"semsite {command} --help", result.errors)

    def test_bad_values(self):
        for arguments in (("--delay", "soon"), ("--delay", "-1"), ("--max-bytes", "10 apples"),
                          ("--max-time", "1 fortnight"), ("--seed", "x"), ("--prefer", "pigeon"),
                          ("--only", ""), ("--format", "xml"), ("--on-error", "cry"),
                          ("--connect-to", "a:b"), ("--header", "no colon"),
                          ("--graph", "not an iri"), ("--log", "xml"), ("--progress", "spin"),
                          ("--dump-semantics", "both"), ("--connections", "two"),
                          ("--sites", "nowhere.txt"), ("--config", "nowhere.conf"), ("--dealy",)):
            with self.subTest(arguments):
                result = self.run_program("fetch", "http://www.example.com/", *arguments)
                self.assertEqual((result.code, result.out), (2, b""), result)
                self.assertIn(arguments[0], result.errors)
        self.assertEqual(self.web.paths(), [])

    def test_options_from_a_file(self):
        config = self.folder / "semsite.conf"
        places = self.web.connect_to_args()[1::2]
        config.write_text("# how we fetch\ndelay = 0\ncontact = mailto:us@example.com\n"
                          "graph = none\nonly = sparql\n"
                          + "".join(f"connect-to = {place}\n" for place in places))
        result = self.run_program("fetch", "http://www.example.com/", "--config", config,
                                  "--only", "dump")  # the command line wins
        self.assertEqual(result.code, 0, result)
        self.assertEqual(quads.read_dataset(result.out), PLAIN)
        self.assertIn("(+mailto:us@example.com)", self.web.log[0].headers["User-Agent"])
        for text, word in (("dealy = 1\n", "dealy"), ("delay = soon\n", "soon"),
                           ("what is this\n", "semsite.conf:1: write it as name = value")):
            with self.subTest(text):
                config.write_text(text)
                result = self.run_program("fetch", "http://www.example.com/", "--config", config)
                self.assertEqual(result.code, 2, result)
                self.assertIn(word, result.errors)

    def test_a_bad_site_does_not_lose_the_others(self):
        second = self.web.host("www.example.org", address="127.0.0.2")
        more = triples(30, "http://data.example/more")
        publish(second, dataset("http://www.example.org/more",
                                dumps=["http://www.example.org/more.nt"]))
        second.add("/more.nt", text="".join(more))
        down = self.web.host("down.example.org", address="127.0.0.3")
        down.add("/robots.txt", status=503, text="down")
        sites = self.folder / "sites.txt"
        for bad in ("http://no-such-host.invalid/", "http://down.example.org/",
                    "http://www.example.com/no-such-page", "nowhere.nt", "http://",
                    "http://www.example.com:99999/", "http://a b.example/", "http://[::1",
                    "ftp://ftp.example.com/x", "gopher://x.example/"):
            with self.subTest(bad):
                sites.write_text(f"# sites\nhttp://www.example.com/\n\n{bad}\r\n"
                                 "http://www.example.org/\n")
                self.site.add("/", text=HTML)
                output, report = self.folder / "out.nq", self.folder / "report.json"
                result = self.run_program(
                    "fetch", "--sites", sites, "-o", output, "--report", report, "--delay", "0",
                    "--retries", "1", "--fresh", *self.web.connect_to_args(), output=output,
                    report=report)
                self.assertEqual(result.code, 1, result)
                self.assert_dataset(result, EXPECTED
                                    | dataset_of(more, "http://www.example.org/more"))
                self.assertIs(result.report["totals"]["complete"], False)
                self.assertTrue(result.report["problems"])
                output.unlink()
