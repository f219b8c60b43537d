"""The forms of outputs (docs/output.md): what a suffix asks for is what is in the file."""

import bz2
import csv
import gzip
import io
import json
import lzma
import pathlib
import random
import re
import subprocess
import time
import unittest

from harness import PROGRAM, ProgramTest, triples
import npm
import quads
from semantic_sitemap import dataset, publish

DOCS = pathlib.Path(__file__).resolve().parent.parent.parent / "docs"
DATA = "".join(triples(300))
GRAPH = DATA.replace(" .\n", " <http://g.example/> .\n")
OPENERS = {"": lambda data: data, ".gz": gzip.decompress, ".xz": lzma.decompress,
           ".bz2": bz2.decompress}


def docs_section(name):
    text = (DOCS / "output.md").read_text("utf-8")
    return re.search(rf"^## {name}\n(.*?)^## ", text, re.S | re.M).group(1)


class Suffixes(ProgramTest):
    def setUp(self):
        super().setUp()
        self.input = self.folder / "in.nq"
        self.input.write_text(GRAPH)

    def convert(self, name, *options):
        output = self.folder / name
        result = self.run_program("convert", self.input, "-o", output, *options)
        return result, output

    def read_back(self, path, syntax):
        """The quads of a file, by the reader of that syntax and no other."""
        result = self.run_program("convert", "--syntax", syntax, "-", stdin=path)
        self.assertEqual(result.code, 0, result)
        return quads.read_dataset(result.out)

    def test_what_rdf_1_2_has_and_a_form_does_not_is_told(self):
        """JSON-LD has no triple terms; CSV and TSV show them as N-Quads does. A base direction
        has a column, and is @direction."""
        self.input.write_text('<a:r> <a:q> <<( <a:s> <a:p> _:b )>> .\n<a:s> <a:p> "x"@ar--rtl .\n'
                              '<a:s> <a:p> <a:o> .\n')
        for name in ("x.jsonld", "x.ndjson", "y.jsonld"):
            with self.subTest(name):
                options = ("--jsonld", "stream") if name.startswith("y") else ()
                result, output = self.convert(name, *options)
                self.assertEqual(result.code, 1, result)
                self.assertIn("1 statement with a triple term was left out", result.errors)
                self.assertIn("output.triple-term", result.errors)
                self.assertIn('"@direction":"rtl"', output.read_text())
                self.assertNotIn("a:q", output.read_text())
        result, output = self.convert("x.csv")
        self.assertEqual(result.code, 0, result)
        rows = list(csv.DictReader(io.StringIO(output.read_text())))
        self.assertEqual([row["object_type"] for row in rows], ["triple", "literal", "iri"])
        self.assertRegex(rows[0]["object"], r"^<<\( <a:s> <a:p> _:\w+ \)>>$")
        self.assertEqual((rows[1]["language"], rows[1]["direction"]), ("ar", "rtl"))
        self.assertTrue(rows[1]["datatype"].endswith("#dirLangString"))

    def test_the_suffix_decides_the_form_also_before_a_compression(self):
        with_graphs = quads.read_dataset(GRAPH.encode())
        without = quads.read_dataset(DATA.encode())
        for suffix, syntax, expected in ((".ttl", "turtle", without), (".trig", "trig", with_graphs),
                                         (".nt", "ntriples", without), (".nq", "nquads", with_graphs)):
            for packing, unpack in OPENERS.items():
                with self.subTest(suffix + packing):
                    result, output = self.convert(f"x{suffix}{packing}")
                    self.assertEqual(result.code, 0, result)
                    got = self.read_back(unpack(output.read_bytes()), syntax)
                    self.assertTrue(quads.isomorphic(expected, got))
        # Not N-Quads, which any of these readers would take.
        self.assertIn(b"@prefix", (self.folder / "x.ttl").read_bytes())
        self.assertIn(b"{", (self.folder / "x.trig").read_bytes())

    def test_the_option_wins(self):
        result, output = self.convert("x.ttl", "--format", "nq")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(output.read_text(), GRAPH)

    def test_an_unknown_suffix_is_nquads_and_that_is_said(self):
        result, output = self.convert("x.foo")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(output.read_text(), GRAPH)
        self.assertIn("x.foo: .foo says no form", result.errors)
        result, _ = self.convert("x")
        self.assertNotIn("N-Quads", result.errors)

    def test_what_the_docs_list_as_not_written_is_refused_before_any_work(self):
        rows = [line for line in docs_section("Forms").splitlines() if line.startswith("| `.")]
        suffixes = [one for row in rows for one in re.findall(r"`(\.\w+)`", row.split("|")[1])]
        self.assertGreater(len(suffixes), 20)
        for suffix in suffixes:
            with self.subTest(suffix):
                result = self.run_program("convert", self.folder / "not-there.nt", "-o",
                                          self.folder / f"x{suffix}")
                self.assertEqual(result.code, 2, result)
                self.assertIn("is not written here", result.errors)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["in.nq"])


class States(ProgramTest):
    def test_a_state_of_another_form_is_refused_with_what_to_do(self):
        self.site.add("/d.nt", text=DATA)
        output = self.folder / "x.ttl"

        def fetch(*options):
            return self.run_program("fetch", "http://www.example.com/d.nt", "-o", output, "--delay", "0",
                                    *self.web.connect_to_args(), *options)

        self.assertEqual(fetch("--format", "nq").code, 0)
        before = output.read_bytes()
        result = fetch()
        self.assertEqual(result.code, 2, result)
        self.assertIn("before: --format nquads; now: --format turtle", result.errors)
        self.assertIn("--fresh", result.errors)
        self.assertEqual(output.read_bytes(), before)
        self.assertEqual(fetch("--format", "nquads").code, 0)
        self.assertEqual(fetch("--fresh").code, 0)
        self.assertIn(b"@prefix", output.read_bytes())
        # The same form, said in the other way: the same command.
        self.assertEqual(fetch("--format", "ttl").code, 0)


def quads_of_rows(rows):
    """A dataset from records of the columns that docs/output.md names."""
    def name(text):
        return ("blank", text[2:]) if text.startswith("_:") else ("iri", text)

    out = set()
    for row in rows:
        if row["object_type"] == "literal":
            value = ("literal", row["object"], row["datatype"],
                     row["language"].lower() or None)
        else:
            value = name(row["object"])
        out.add((name(row["subject"]), name(row["predicate"]), value,
                 name(row["graph"]) if row["graph"] else None))
    return frozenset(out)


def tsv_field(text):
    return re.sub(r"\\(.)", lambda found: {"t": "\t", "n": "\n", "r": "\r"}.get(found[1], found[1]), text)


class Forms(ProgramTest):
    """What is written is the same dataset, read by others where that can be."""

    def dataset_in(self, path):
        data = path.read_bytes()
        if path.suffix == ".csv":
            return quads_of_rows(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))
        if path.suffix == ".tsv":
            head, *lines = data.decode("utf-8").removesuffix("\n").split("\n")
            return quads_of_rows(dict(zip(head.split("\t"), map(tsv_field, line.split("\t"))))
                                 for line in lines)
        if path.suffix == ".jsonld":
            json.loads(data)
        if path.suffix == ".ndjson":
            for line in data.splitlines():
                json.loads(line)
        if path.suffix in (".jsonld", ".ndjson"):
            result = self.run_program("convert", "--syntax", "jsonld", "-", stdin=data)
            self.assertEqual(result.code, 0, result)
            data = result.out
        return quads.read_dataset(data)

    def assert_same(self, expected, got):
        self.assertTrue(quads.isomorphic(expected, got), quads.difference(expected, got))


HARD = (
    '<http://e.example/s> <http://e.example/p> "comma, \\"quote\\", tab\\t, \\r\\nline \\\\n" .\n'
    '<http://e.example/s> <http://e.example/p> "" <http://e.example/g> .\n'
    '<http://e.example/s> <http://e.example/p> "=1+1"@en-GB .\n'
    '<http://e.example/s> <http://e.example/p> "7"^^<http://www.w3.org/2001/XMLSchema#integer> _:g .\n'
    '_:b <http://e.example/p,q> _:b _:g .\n'
    '<http://e.example/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e.example/C> .\n'
    '<http://e.example/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "no class" .\n'
    '<http://e.example/s> <http://e.example/l> _:l1 .\n'
    '_:l1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> "\\u0001\\u007F\\u2028\U0001F600" .\n'
    '_:l1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> '
    '<http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> .\n')


class RoundTrip(Forms):
    def test_every_form_holds_the_dataset(self):
        source = self.folder / "in.nq"
        source.write_text(HARD, "utf-8")
        for name, *options in (("x.csv",), ("x.tsv",), ("x.ndjson",), ("x.jsonld",),
                               ("y.jsonld", "--jsonld", "stream"), ("z.ndjson", "--use-rdf-type"),
                               ("z.jsonld", "--use-rdf-type")):
            with self.subTest(name):
                output = self.folder / name
                result = self.run_program("convert", source, "-o", output, *options)
                self.assertEqual(result.code, 0, result)
                self.assert_same(quads.read_dataset(HARD.encode()), self.dataset_in(output))

    def test_compacted_under_a_context_it_is_the_same_dataset(self):
        context = {"@context": {
            "@vocab": "http://e.example/", "id": "@id", "kind": "@type",
            "l": {"@container": "@list"}, "text": {"@id": "p", "@language": "en-GB"},
            "number": {"@id": "p", "@type": "http://www.w3.org/2001/XMLSchema#integer"},
            "e": "http://e.example/"}}
        (self.folder / "context.json").write_text(json.dumps(context))
        source = self.folder / "in.nq"
        source.write_text(HARD, "utf-8")
        for shape in ("whole", "stream"):
            output = self.folder / f"{shape}.jsonld"
            result = self.run_program("convert", source, "-o", output, "--jsonld", shape, "--context",
                                      self.folder / "context.json")
            self.assertEqual(result.code, 0, result)
            document = json.loads(output.read_text())
            self.assertEqual(document["@context"], context["@context"])
            text = output.read_text()
            for piece in ('"text":"=1+1"', '"number":"7"', '"kind":"C"', '"id":"e:s"'):
                self.assertIn(piece, text)
            self.assert_same(quads.read_dataset(HARD.encode()), self.dataset_in(output))
        self.assertIn('"l":["', text)

    def test_a_bad_context_is_refused_before_anything_is_written(self):
        source = self.folder / "in.nq"
        source.write_text(HARD, "utf-8")
        for text, code in (("{", 2), ("3", 2), ('{"@context": {"a": {"@type": 3}}}', 3)):
            (self.folder / "context.json").write_text(text)
            result = self.run_program("convert", source, "-o", "x.jsonld", "--context", "context.json")
            self.assertEqual(result.code, code, result)
            self.assertIn("context", result.errors)
            self.assertFalse((self.folder / "x.jsonld").exists())


class Fetched(Forms):
    """A fetch of any form goes on, refreshes and gathers several sites as one of N-Quads."""
    PARTS = 6
    FORMS = ("x.jsonld", "x.csv", "x.tsv", "x.ndjson", "x.csv.gz")

    def setUp(self):
        super().setUp()
        self.parts = [f"http://www.example.com/{i}.nt" for i in range(self.PARTS)]
        self.offer()

    def offer(self, changed=()):
        for i in range(self.PARTS):
            text = "".join(triples(400, f"http://data.example/{i}"))
            text += f'_:b <http://e.example/p> "{"new" if i in changed else "old"}, {i}" .\n'
            self.site.add(f"/{i}.nt", text=text, etag=f'"{i in changed}"')
        publish(self.site, dataset("http://www.example.com/all", dumps=self.parts))

    def command(self, name, *options):
        return ["fetch", "http://www.example.com/", "-o", self.folder / name, "--delay", "0", "--only", "dump",
                "--dump-semantics", "parts", *self.web.connect_to_args(), *options]

    def read(self, name):
        path = self.folder / name
        if path.suffix == ".gz":
            plain = self.folder / f"plain-{path.stem}"
            plain.write_bytes(gzip.decompress(path.read_bytes()))
            path = plain
        if path.suffix == ".csv":
            self.assertEqual(path.read_bytes().count(b"subject,predicate,"), 1)
        if path.suffix == ".jsonld":
            self.assertEqual(path.read_bytes().count(b'"@graph":[\n'), 1)
        return self.dataset_in(path)

    def expected(self):
        result = self.run_program(*self.command("expected.nq", "--fresh"))
        self.assertEqual(result.code, 0, result)
        return quads.read_dataset((self.folder / "expected.nq").read_bytes())

    def test_a_run_that_was_broken_off_goes_on(self):
        expected = self.expected()
        for name in self.FORMS:
            with self.subTest(name):
                result = self.run_program(*self.command(name, "--max-bytes", "60000"))
                self.assertNotEqual(result.code, 0, result)
                result = self.run_program(*self.command(name))
                self.assertEqual(result.code, 0, result)
                self.assert_same(expected, self.read(name))

    def test_a_run_that_was_killed_goes_on(self):
        started = time.monotonic()
        expected = self.expected()
        length = time.monotonic() - started
        dice = random.Random(23)
        for name in self.FORMS:
            killed = 0
            for attempt in range(12):
                with self.subTest(name, attempt=attempt):
                    for file in self.folder.glob(f"{name}*"):
                        file.unlink()
                    started = time.monotonic()
                    child = subprocess.Popen([str(PROGRAM), *map(str, self.command(name))],
                                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    end = started + length * dice.random()
                    while time.monotonic() < end and child.poll() is None:
                        time.sleep(0.001)
                    if child.poll() is None:
                        killed += 1
                    else:  # quicker than the one before: aim earlier
                        length = min(length, time.monotonic() - started)
                    child.kill()
                    child.wait()
                    result = self.run_program(*self.command(name))
                    self.assertEqual(result.code, 0, result)
                    self.assert_same(expected, self.read(name))
            self.assertGreater(killed, 2, "kills that came too late prove nothing")

    def test_a_refresh_keeps_what_has_not_changed(self):
        for name in self.FORMS:
            with self.subTest(name):
                self.offer()
                self.assertEqual(self.run_program(*self.command(name)).code, 0)
                self.offer(changed=(2, 5))
                result = self.run_program(*self.command(name))
                self.assertEqual(result.code, 0, result)
                self.assert_same(self.expected(), self.read(name))

    def test_several_sites_are_one_document(self):
        other = self.web.host("other.example.com")
        other.add("/d.nt", text="".join(triples(50, "http://other.example.com/d")))
        urls = ["http://www.example.com/0.nt", "http://other.example.com/d.nt"]
        common = ["--delay", "0", *self.web.connect_to_args()]
        self.assertEqual(self.run_program("fetch", *urls, "-o", "e.nq", *common).code, 0)
        expected = quads.read_dataset((self.folder / "e.nq").read_bytes())
        for name in self.FORMS:
            with self.subTest(name):
                result = self.run_program("fetch", *urls, "-o", name, *common)
                self.assertEqual(result.code, 0, result)
                self.assert_same(expected, self.read(name))

    def test_what_is_made_at_the_end_is_made_of_quads_that_are_kept(self):
        expected = self.expected()
        result = self.run_program(*self.command("w.jsonld", "--jsonld", "whole", "--max-bytes", "60000"))
        self.assertNotEqual(result.code, 0, result)
        result = self.run_program(*self.command("w.jsonld", "--jsonld", "whole"))
        self.assertEqual(result.code, 0, result)
        self.assertTrue((self.folder / "w.jsonld.quads").exists())
        self.assert_same(expected, self.dataset_in(self.folder / "w.jsonld"))
        result = self.run_program(*self.command("t.csv", "--predicates", "http://e.example/p"))
        self.assertEqual(result.code, 0, result)
        with (self.folder / "t.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), self.PARTS)
        self.assertEqual({row["http://e.example/p"] for row in rows},
                         {f"old, {i}" for i in range(self.PARTS)})


class Tables(Forms):
    DATA = ('<http://e.example/b> <http://schema.org/name> "B" .\n'
            '<http://e.example/a> <http://schema.org/name> "A, \\"quoted\\"" .\n'
            '<http://e.example/a> <http://schema.org/name> "one|two"@en .\n'
            '<http://e.example/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> '
            '<http://schema.org/Place> .\n'
            '<http://e.example/b> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> '
            '<http://schema.org/Place> .\n'
            '<http://e.example/b> <http://schema.org/floorSize> '
            '"12"^^<http://www.w3.org/2001/XMLSchema#integer> .\n'
            '<http://e.example/c> <http://schema.org/name> "C" .\n')

    def table(self, name, *options):
        (self.folder / "in.nt").write_text(self.DATA)
        result = self.run_program("convert", "in.nt", "-o", name, "--class", "schema:Place", "--predicates",
                                  "schema:name,schema:floorSize", *options)
        self.assertEqual(result.code, 0, result)
        return self.folder / name

    def test_a_row_for_each_entity(self):
        with self.table("x.csv").open(newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows, [["subject", "schema:name", "schema:floorSize"],
                                ["http://e.example/a", 'A, "quoted"|one\\|two', ""],
                                ["http://e.example/b", "B", "12"]])
        with self.table("y.csv", "--many", "rows").open(newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[1:], [["http://e.example/a", 'A, "quoted"', ""],
                                    ["http://e.example/a", "one|two", ""],
                                    ["http://e.example/b", "B", "12"]])
        lines = self.table("x.ndjson").read_text().splitlines()
        self.assertEqual([json.loads(line) for line in lines],
                         [{"subject": "http://e.example/a", "schema:name": 'A, "quoted"|one\\|two'},
                          {"subject": "http://e.example/b", "schema:name": "B",
                           "schema:floorSize": "12"}])

    def test_memory_bounds_it_whatever_the_order(self):
        dice = random.Random(7)
        lines = [f'<http://e.example/{i % 40000}> <http://e.example/p{i % 5}> "value {i}" .\n'
                 for i in range(300_000)]
        dice.shuffle(lines)
        (self.folder / "large.nt").write_text("".join(lines))
        code, peak, errors = self.run_measured(
            "convert", "large.nt", "-o", "t.csv", "--predicates",
            ",".join(f"http://e.example/p{i}" for i in range(5)), "--memory", "8Mi")
        self.assertEqual(code, 0, errors)
        with (self.folder / "t.csv").open(newline="") as file:
            rows = list(csv.reader(file))[1:]
        self.assertEqual(len(rows), 40000)
        got = {(row[0], value) for row in rows for cell in row[1:] for value in cell.split("|") if value}
        self.assertEqual(len(got), 300_000)
        self.assertLess(peak, 96 << 20)

    def test_duckdb_reads_what_is_written(self):
        why = npm.install("@duckdb/node-api")
        if why:
            self.skipTest(why)
        csv_file, rows_file = self.table("t.csv"), self.table("t.ndjson")
        quads_csv, quads_tsv = self.folder / "q.csv.gz", self.folder / "q.tsv"
        (self.folder / "hard.nq").write_text(HARD, "utf-8")
        for path in (quads_csv, quads_tsv):
            self.assertEqual(self.run_program("convert", "hard.nq", "-o", path).code, 0)
        queries = [
            f"SELECT subject, unnest(string_split(\"schema:name\", '|')) AS n FROM '{csv_file}' "
            "WHERE \"schema:floorSize\" IS NOT NULL",
            f"SELECT count(*)::INT AS n FROM read_json('{rows_file}', format = 'newline_delimited')",
            f"SELECT object FROM read_csv('{quads_csv}') WHERE language = 'en-GB'",
            f"SELECT count(*)::INT AS n FROM read_csv('{quads_csv}', all_varchar = true)",
            f"SELECT count(*)::INT AS n FROM read_csv('{quads_tsv}', delim = '\\t', quote = '', "
            "escape = '', header = true, all_varchar = true)",
        ]
        script = self.folder / "ask.mjs"
        module = (npm.FOLDER / "node_modules/@duckdb/node-api/lib/index.js").as_uri()
        script.write_text(
            f'import duckdb from "{module}";\n'
            "const base = await duckdb.DuckDBInstance.create(':memory:');\n"
            "const link = await base.connect();\n"
            f"for (const query of {json.dumps(queries)})\n"
            "  console.log(JSON.stringify((await link.runAndReadAll(query)).getRowObjectsJson()));\n")
        done = subprocess.run(["node", script], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(answers, [[{"subject": "http://e.example/b", "n": "B"}], [{"n": 2}],
                                   [{"object": "=1+1"}], [{"n": 10}], [{"n": 10}]])


if __name__ == "__main__":
    unittest.main()
