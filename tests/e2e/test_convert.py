"""`semsite convert` and the command line: inputs, outputs, exit codes."""

import bz2
import gzip
import io
import json
import lzma
import subprocess
import tarfile
import zipfile

from harness import PROGRAM, ProgramTest, dataset_of, triples
import quads

DATA = triples(300)
BYTES = "".join(DATA).encode()
EXPECTED = dataset_of(DATA)


class Convert(ProgramTest):
    def convert(self, data, *arguments, name="input"):
        file = self.folder / name
        file.write_bytes(data)
        return self.run_program("convert", file, *arguments)

    def assert_quads(self, result, expected=EXPECTED, code=0):
        self.assertEqual(result.code, code, result)
        got = quads.read_dataset(result.out)
        self.assertTrue(quads.isomorphic(expected, got), quads.difference(expected, got))

    def test_what_cannot_be_read_leaves_an_older_output(self):
        old = self.folder / "old.nq"
        old.write_text("<urn:a> <urn:b> <urn:c> .\n")
        result = self.convert(b"\x89PNG\r\n\x1a\n\0\0\0", "-o", old)
        self.assertEqual(result.code, 3, result)
        self.assertIn("not written", result.errors)
        self.assertEqual(old.read_text(), "<urn:a> <urn:b> <urn:c> .\n")
        missing = self.run_program("convert", self.folder / "none.nt", "-o", old)
        self.assertEqual(missing.code, 3, missing)
        self.assertEqual(old.read_text(), "<urn:a> <urn:b> <urn:c> .\n")

    def test_many_inputs_come_out_in_their_order(self):
        files, expected = [], b""
        for i in range(60):
            # Sizes that differ a lot: later ones are done before earlier ones.
            lines = "".join(triples(1 + (59 - i) * 40, f"http://data.example/{i}"))
            files.append(self.folder / f"{i}.nt")
            files[-1].write_text(lines)
            expected += lines.encode()
        files.insert(30, self.folder / "none.nt")
        result = self.run_program("convert", *files)
        self.assertEqual(result.code, 3, result)
        self.assertIn("none.nt", result.errors)
        self.assertEqual(result.out, expected)

    def test_the_first_fault_ends_all_inputs_when_asked(self):
        good, bad = self.folder / "good.nt", self.folder / "bad.nt"
        good.write_bytes(BYTES)
        bad.write_text(DATA[0] + "nonsense\n" + DATA[1])
        result = self.run_program("convert", good, bad, *[good] * 20, "--on-error", "fail")
        self.assertEqual(result.code, 1, result)
        self.assertEqual(result.out, BYTES + DATA[0].encode())

    def test_standard_input(self):
        self.assert_quads(self.run_program("convert", "-", stdin=BYTES))

    def test_results_of_sparql_are_statements_or_solutions(self):
        # SPARQL 1.1 Query Results XML §2, JSON §3, CSV and TSV §3 and §4.
        rows = [("http://a.example/s", "http://a.example/p", text) for text in ("one", "two, too")]
        terms = [[f"<{s}>", f"<{p}>", f'"{o}"'] for s, p, o in rows]
        expected = quads.read_dataset("".join(f"{' '.join(row)} .\n" for row in terms).encode())
        kinds = ("uri", "uri", "literal")
        cells = [list(zip("spo", kinds, row)) for row in rows]
        as_xml = "".join("<result>" + "".join(
            f'<binding name="{name}"><{kind}>{value}</{kind}></binding>'
            for name, kind, value in row) + "</result>" for row in cells)
        as_xml = ('<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head>'
                  + "".join(f'<variable name="{name}"/>' for name in "spo")
                  + f"</head><results>{as_xml}</results></sparql>")
        as_json = json.dumps({"head": {"vars": list("spo")}, "results": {"bindings": [
            {name: {"type": kind, "value": value} for name, kind, value in row}
            for row in cells]}})
        as_csv = "s,p,o\r\n" + "".join(f'{s},{p},"{o}"\r\n' for s, p, o in rows)
        as_tsv = "?s\t?p\t?o\n" + "".join("\t".join(row) + "\n" for row in terms)
        for text, name, arguments in (
                (as_xml, "a.srx", ()), (as_xml, "a.data", ()), (as_json, "a.srj", ()),
                (as_json, "a.json", ()), (as_tsv, "a.tsv", ()),
                (as_csv, "a.csv", ("--syntax", "sparql-csv"))):
            with self.subTest(name=name):
                self.assert_quads(self.convert(text.encode(), *arguments, name=name), expected)
                solutions = self.convert(text.encode(), "--solutions", *arguments, name=name)
                # The set and its variables; for each solution two, for each binding three.
                self.assertEqual(len(quads.read_dataset(solutions.out)), 4 + 2 * (2 + 3 * 3), solutions)
        # No table of the web is taken for results by chance.
        for text, name in ((as_csv, "results.csv"), ("s\tp\n1\t2\n", "a.tsv")):
            refused = self.convert(text.encode(), name=name)
            self.assertEqual((refused.code, refused.out), (3, b""), refused)
        # What breaks off is told, and what came before is kept.
        broken = self.convert(as_json[:as_json.index("two")].encode(), name="b.srj")
        self.assertEqual((broken.code, len(quads.read_dataset(broken.out))), (1, 1), broken)

    def test_compressed_files_are_told_by_their_bytes(self):
        zstd = subprocess.run(["zstd", "-q", "-c"], input=BYTES, capture_output=True,
                              check=True).stdout
        for name, data in (("gzip", gzip.compress(BYTES)), ("bzip2", bz2.compress(BYTES)),
                           ("xz", lzma.compress(BYTES)), ("zstd", zstd),
                           ("two gzip members", gzip.compress(BYTES[:0]) + gzip.compress(BYTES))):
            with self.subTest(name):
                self.assert_quads(self.convert(data, "--syntax", "ntriples"))

    def test_an_archive_in_an_archive(self):
        outer, inner = io.BytesIO(), io.BytesIO()
        with tarfile.open(fileobj=inner, mode="w:gz") as tar:
            entry = tarfile.TarInfo("deep/all.nt")
            entry.size = len(BYTES)
            tar.addfile(entry, io.BytesIO(BYTES))
        with zipfile.ZipFile(outer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("data.tar.gz", inner.getvalue())
        self.assert_quads(self.convert(outer.getvalue()))

    def test_an_entry_that_cannot_be_unpacked_hides_no_other(self):
        outer = io.BytesIO()
        with zipfile.ZipFile(outer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.nt.gz", b"\x1f\x8b\x08\0 this is no gzip data")
            archive.writestr("b.nt", "".join(DATA[:100]))
            archive.writestr("c.nt.gz", b"\x1f\x8b\x08\0 nor is this")
            archive.writestr("d.nt", "".join(DATA[100:]))
        result = self.convert(outer.getvalue())
        self.assert_quads(result, code=1)
        self.assertIn("a.nt.gz: damaged", result.errors)

    def test_a_truncated_gzip_is_a_fault(self):
        result = self.convert(gzip.compress(BYTES)[:-20], "--syntax", "ntriples")
        self.assertEqual(result.code, 1, result)
        self.assertTrue(result.errors)

    PAGE = """<!DOCTYPE html><html lang=en><head><base href="http://x.example/">
<script type="application/ld+json">{"@id": "j", "http://x.example/p": "j"}</script>
<script type="application/ld+json">{"@id": </script>
<script type="text/turtle"><t> <p> "t" .</script></head>
<body><main><p about="r" property="http://x.example/p" lang="">r</p></main>
<div itemscope itemid="m"><b itemprop="http://x.example/p" lang="">m</b></div></body></html>""".encode()

    def page_quads(self, *names):
        return dataset_of([f'<http://x.example/{name}> <http://x.example/p> "{name}" .\n'
                           for name in names])

    def test_a_page_gives_all_its_syntaxes(self):
        result = self.convert(self.PAGE, "-q", name="page.html")
        self.assert_quads(result, self.page_quads("j", "t", "r", "m"), code=1)
        self.assertIn("json.syntax", self.convert(self.PAGE, name="page.html").errors)

    def test_one_syntax_of_a_page(self):
        self.assert_quads(self.convert(self.PAGE, "--syntax", "rdfa"), self.page_quads("r"))

    def test_a_path_selects_a_part_of_a_page(self):
        self.assert_quads(self.convert(self.PAGE, "--xpath", "//main", name="page.html"),
                          self.page_quads("r"))
        result = self.convert(self.PAGE, "--xpath", "//main[", name="page.html")
        self.assertIn("xpath.syntax", result.errors)

    def test_strict_mends_nothing(self):
        page = b'<p about="http://x.example/a b" property="http://x.example/p">x</p>'
        mended = self.convert(page, name="page.html")
        self.assertIn(b"<http://x.example/a%20b>", mended.out)
        self.assertIn("iri.repaired", mended.errors)
        strict = self.convert(page, "--strict", name="page.html")
        self.assertEqual((strict.out, strict.code), (b"", 1), strict)
        self.assertIn("rdfa.bad-iri", strict.errors)

    def test_a_page_may_be_too_long(self):
        result = self.convert(b"<p>" + b"x" * 2000, "--max-page", "1000", name="page.html")
        self.assertEqual(result.code, 3, result)
        self.assertIn("longer than 1.0 kB (--max-page)", result.errors)

    def test_the_options_of_a_limit_are_named_and_obeyed(self):
        deep = {"deep.jsonld": ('{"u:p":' * 5 + "1" + "}" * 5, "--max-json-depth"),
                "deep.ttl": ("<u:s> <u:p> " + "(" * 5 + "1" + ")" * 5 + " .",
                             "--max-turtle-depth"),
                "deep.rdf": ('<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
                             'xmlns:u="u:">' + "<r:Description><u:p>" * 2 + "x" +
                             "</u:p></r:Description>" * 2 + "</r:RDF>", "--max-xml-depth")}
        for name, (text, option) in deep.items():
            with self.subTest(name):
                refused = self.convert(text.encode(), option, "4", name=name)
                self.assertIn(f"4 deep ({option})" if "xml" not in option
                              else f"deeper than 4 ({option})", refused.errors)
                read = self.convert(text.encode(), option, "5", name=name)
                self.assertEqual(read.code, 0, read.errors)
                absurd = self.convert(text.encode(), option, "2001", name=name)
                self.assertEqual(absurd.code, 2)
                self.assertIn("at most 2000", absurd.errors)

    def test_a_bad_line_is_skipped_and_said(self):
        lines = [*DATA[:10], "<http://x.example/a b> <http://x.example/p> <http://x.example/o> .\n",
                 *DATA[10:]]
        result = self.convert("".join(lines).encode(), "--syntax", "ntriples")
        self.assert_quads(result, code=1)
        self.assertIn("nquads.bad-iri", result.errors)
        self.assertIn("11", result.errors)

    def test_invalid_utf8_costs_its_line_only(self):
        result = self.convert(BYTES + b'<http://x.example/s> <http://x.example/p> "\xff" .\n',
                              "--syntax", "ntriples")
        self.assert_quads(result, code=1)

    def test_fail_stops_at_the_first_fault(self):
        result = self.convert(b"what is this\n" + BYTES, "--syntax", "ntriples", "--on-error", "fail")
        self.assertEqual(result.code, 1, result)
        self.assertEqual(result.out, b"")

    def test_entities_are_not_expanded_without_end(self):
        bomb = ['<?xml version="1.0"?>\n<!DOCTYPE r [\n<!ENTITY a0 "lol">\n']
        bomb += [f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">\n' for i in range(1, 12)]
        bomb += ['<!ENTITY x SYSTEM "file:///etc/hostname">\n]>\n'
                 '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
                 'xmlns:e="http://x.example/"><rdf:Description rdf:about="http://x.example/s">'
                 '<e:p>&a11;</e:p></rdf:Description></rdf:RDF>']
        result = self.convert("".join(bomb).encode(), "--syntax", "rdfxml")
        self.assertIn(result.code, (1, 3), result)
        self.assertIn("entit", result.errors)
        self.assertLess(len(result.out), 10_000_000)

    def test_an_output_that_is_full_stops_the_run(self):
        done = subprocess.run([PROGRAM, "convert", "--syntax", "ntriples", "-", "-o", "/dev/full"],
                              input=BYTES, capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(b"/dev/full", done.stderr)

    def test_a_closed_pipe_ends_it_quietly(self):
        file = self.folder / "large.nt"
        file.write_bytes(b"".join(BYTES for _ in range(400)))
        process = subprocess.Popen([PROGRAM, "convert", "--syntax", "ntriples", file],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            process.stdout.readline()
            process.stdout.close()
            self.assertNotIn(process.wait(timeout=60), (-11, -6), "it crashed")
        finally:
            process.kill()
            process.wait()

    def test_compressed_output(self):
        self.assertEqual(self.convert(BYTES, "--syntax", "ntriples", "-o",
                                      self.folder / "out.nq.gz").code, 0)
        got = quads.read_dataset(gzip.decompress((self.folder / "out.nq.gz").read_bytes()))
        self.assertEqual(got, EXPECTED)

    def test_a_file_that_is_not_there(self):
        result = self.run_program("convert", self.folder / "nowhere.nt")
        self.assertEqual(result.code, 3, result)
        self.assertIn("nowhere.nt", result.errors)


class CommandLine(ProgramTest):
    def test_wrong_usage_suggests_the_nearest(self):
        for arguments, word in ((["fecth", "http://www.example.com/"], "fetch"),
                                (["fetch", "--prefere", "dump", "http://www.example.com/"],
                                 "--prefer")):
            with self.subTest(arguments):
                result = self.run_program(*arguments)
                self.assertEqual(result.code, 2, result)
                self.assertIn(word, result.errors)
                self.assertEqual(result.out, b"")

    def test_help_and_version_go_to_standard_output(self):
        for arguments, word in ((["--help"], b"convert"), (["--version"], b"semsite"),
                                (["fetch", "--help"], b"--prefer")):
            with self.subTest(arguments):
                result = self.run_program(*arguments)
                self.assertEqual((result.code, result.errors), (0, ""))
                self.assertIn(word, result.out)
