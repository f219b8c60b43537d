"""What a site, an archive or an endpoint calls its graphs and things: no IRI reaches an output or
a query unchecked, and no page grows without end (output.md, sparql.md, options.md)."""

import io
import json
import re
import subprocess
import tarfile

from harness import ProgramTest, triples
from semantic_sitemap import dataset, publish, sitemap
from small_store import SmallStore
from web import Answer, redirect

DATA = triples(5)
TEXT = "".join(DATA)
DUMP = "http://www.example.com/all.nt"
HOSTILE = ["http://x.example/> } ; DROP ALL ; #", "http://x.example/\n} #", "http://x.example/\\u003E",
           "http://x.example/\"{}|^`", "relative name", "\u0085"]
MIB = 1024 * 1024


def graphs(result):
    return {quad[3] and quad[3][1] for quad in result.quads}


class Outputs(ProgramTest):
    def check(self, result, count):
        """Read strictly by the tests' reader already; and by another."""
        self.assertEqual(len(result.quads), count, result)
        self.assertNotIn(None, graphs(result), "nothing falls into the default graph")
        file = self.folder / "read.nq"
        file.write_bytes(b"".join(line + b"\n" for line in result.lines))
        done = subprocess.run(["rapper", "-q", "-i", "nquads", "-c", str(file)],
                              capture_output=True, check=False, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_a_dataset_whose_iri_is_none(self):
        self.site.add("/all.nt", text=TEXT)
        for name, graph in (("http://www.example.com/a b\"<c>", "http://www.example.com/a%20b%22%3Cc%3E"),
                            ("http://www.example.com/{x}|\\u003E",
                             "http://www.example.com/%7Bx%7D%7C%5Cu003E")):
            publish(self.site, dataset(name, dumps=[DUMP]))
            for policy in ("auto", "dataset", "http://g.example/{dataset}"):
                result = self.fetch("--prefer", "dump", "--graph", policy)
                self.check(result, 5)
                if policy == "dataset":
                    [found] = graphs(result)
                    self.assertIn(found, (graph, DUMP), result)
                    self.assertRegex(result.errors, r"iri\.(repaired|bad-graph)")

    def test_a_dump_behind_a_raw_address(self):
        for place in (b"/d\xe9{x}|^`\\u003E<b>.nt", "/\u00e9 \"x\".nt".encode()):
            raw = place.decode("latin-1")
            publish(self.site, dataset("", label="d", dumps=[DUMP]))
            self.site.add("/all.nt", answers=[redirect("http://www.example.com" + raw, 302)])
            self.site.otherwise = lambda path, headers: Answer(text=TEXT) if path.startswith("/d") or \
                path.startswith("/%C3") else None
            self.check(self.fetch("--prefer", "dump", "--graph", "source"), 5)

    def archive(self):
        """Names as tar has them: any bytes."""
        names = [b"a b.nt", b"line\nbreak.nt", b"caf\xe9.nt", b"x>.nt", b"../../up.nt", b"q?a#b.nt",
                 b"back\\u003E.nt", b"%0A%3E.nt", b"http%3A%2F%2Fx.example%2F%3E%20%7D.nt", b"\x01\x02.nt",
                 b"50%.nt", "\u8a9e.nt".encode()]
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT, encoding="latin-1") as tar:
            for i, name in enumerate(names):
                text = f"<http://x.example/{i}> <http://x.example/p> \"{i}\" .\n"
                info = tarfile.TarInfo(name.decode("latin-1"))
                info.size = len(text)
                tar.addfile(info, io.BytesIO(text.encode()))
        return out.getvalue(), len(names)

    def test_entries_of_an_archive_with_raw_names(self):
        data, count = self.archive()
        publish(self.site, dataset("", label="d", dumps=["http://www.example.com/all.tar"]))
        self.site.add("/all.tar", data=data)
        for policy in ("auto", "source", "http://g.example/{entry}", "http://g.example/{source}/{entry}",
                       "http://g.example/?{site}"):
            result = self.fetch("--prefer", "dump", "--graph", policy)
            self.check(result, count)
        self.run_program("fetch", "http://www.example.com/", "--delay", "0", "--prefer", "dump", "-o", "out.trig",
                         "--format", "trig", *self.web.connect_to_args())
        done = subprocess.run(["rapper", "-q", "-i", "trig", "-c", str(self.folder / "out.trig")],
                              capture_output=True, check=False, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_the_plan_in_turtle_leaves_out_what_is_no_iri(self):
        publish(self.site, *(dataset(name, dumps=[DUMP], samples=[name], graph=name,
                                     endpoints=["http://www.example.com/sparql"])
                             for name in HOSTILE[:5] if "\n" not in name))
        self.site.add("/all.nt", text=TEXT)
        result = self.run_program("plan", "http://www.example.com/", "--format", "turtle", "--delay", "0",
                                  *self.web.connect_to_args())
        file = self.folder / "plan.ttl"
        file.write_bytes(result.out)
        done = subprocess.run(["rapper", "-q", "-i", "turtle", "-c", str(file)],
                              capture_output=True, check=False, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""), result.out.decode())

    def test_pages_with_hostile_names(self):
        page = """<html lang="en us&quot;> <x:a"><head><base href="http://www.example.com/&#10;> <x"></head>
            <body prefix="p: http://x.example/&gt;&#10;"><p about="p:a b" property="p:&quot;x" datatype="p:> .">v</p>
            <a rel="p:\\u003E" href="x y|{}">l</a>
            <script type="application/ld+json">{"@context": {"p": "http://x.example/> <"}, "@id": "p:\\u003e \\ud800",
              "p:a\\nb": {"@value": "v", "@type": "p: .\\n"}, "http://x.example/q": {"@value": "t", "@language": "e>n"},
              "http://x.example/r": {"@id": "//no-scheme"}, "http://x.example/s": "kept"}</script>
            <div itemscope itemtype="http://x.example/T> <x" itemid="a&#10;b"><p itemprop="n> <m">v</p></div>"""
        self.site.add("/page", text=page, type="text/html")
        for arguments in (("--graph", "auto"), ("--graph", "auto", "--strict"),
                          ("--graph", "http://g.example/{source}")):
            result = self.run_program("convert", "http://www.example.com/page", "-o", "out.nq", *arguments,
                                      *self.web.connect_to_args(), output=self.folder / "out.nq")
            self.assertIsNotNone(result.quads, result)
            self.check(result, len(result.quads))
            self.assertTrue(result.quads or "--strict" in arguments, result)


class Queries(ProgramTest):
    """Endpoints that name graphs and predicates: what comes back goes into the next queries."""

    def endpoint(self, names, predicates=(), answer=""):
        self.queries = []

        def csv(name, rows):
            return Answer(type="text/csv", text=f"{name}\r\n" + "".join(
                '"' + row.replace('"', '""') + f'",{count}\r\n' for row, count in rows))

        def reply(form, headers):
            query = form.get("query", "")
            self.queries.append(query)
            if "SELECT ?g" in query:
                return csv("g,n", [] if "FILTER(STR(?g)" in query else [(name, 200_000) for name in names])
            if "SELECT ?p" in query:
                return csv("p,n", [(name, 100_000) for name in predicates])
            if "isBlank(?s) && isLiteral(?o)" in query:
                return Answer(type="application/n-triples", text=answer)
            if "COUNT(" in query:
                return Answer(type="text/csv", text="n\r\n200000\r\n")
            return Answer(type="application/n-triples", text=answer)
        self.site.serve("/sparql", reply)

    def assert_closed(self):
        """No query has anything of an answer outside its brackets and quotes."""
        self.assertTrue(self.queries)
        for query in self.queries:
            self.assertNotIn("DROP", query)
            self.assertNotIn("\n", query)
            self.assertNotIn("#", query.replace("http://x.example/#", ""))
            self.assertNotRegex(query, r"\\u")

    def test_graphs_predicates_and_answers(self):
        good = "http://x.example/good"
        answer = "".join(f'_:b{i} <http://x.example/p> "x{i}" }} ; DROP ALL # .\n' for i in range(5)) + \
            '_:c0 <http://x.example/p> "\\\\u0022 } ; DROP ALL" .\n' * 3 + '_:c1 <http://x.example/q> "y" .\n'
        self.endpoint([good, *HOSTILE], [good, *HOSTILE], answer)
        publish(self.site, dataset("http://www.example.com/d", endpoints=["http://www.example.com/sparql"],
                                   graph="*"))
        result = self.fetch("--only", "sparql", "--max-time", "20s")
        self.assert_closed()
        self.assertNotEqual(result.code, 0)
        self.assertTrue(any(f"GRAPH <{good}>" in query for query in self.queries), self.queries)

    def test_a_graph_that_a_sitemap_names(self):
        self.endpoint(["http://x.example/g"])
        for name in HOSTILE[:1] + HOSTILE[2:5]:
            publish(self.site, dataset("http://www.example.com/d", endpoints=["http://www.example.com/sparql"],
                                       graph=name))
            self.queries = []
            result = self.fetch("--only", "sparql")
            self.assertNotIn("DROP", "".join(self.queries))
            self.assertFalse([query for query in self.queries if "GRAPH" in query and "x.example/" in query])
            self.assertNotEqual(result.code, 0, result)


class Updates(ProgramTest):
    """Text of updates: lists of changes as SPARQL, and bodies that go into a store."""

    IRI = r"<[^\x00-\x20<>\"{}|^`\\]*>"
    TERM = rf"(?:{IRI}|_:[A-Za-z0-9]+|\"(?:[^\"\\\n\r]|\\[tbnrf\"'\\]|\\[uU][0-9A-Fa-f]+)*\"(?:\^\^{IRI}|@[A-Za-z0-9-]+)?)"
    LINE = re.compile(rf"(?:#[^\n]*|(?:DELETE|INSERT) DATA \{{|GRAPH {IRI} \{{|{TERM} {IRI} {TERM} \.|\}}|;|"
                      rf"DROP SILENT (?:GRAPH {IRI}|DEFAULT))")

    def offer(self, word):
        """Quads of an archive whose names, and of TriG and N-Quads whose graphs, are hostile."""
        files = {b"a b.nt": f'<http://x.example/1> <http://x.example/p> "{word} }} ; DROP ALL #" .\n',
                 b"x> } ; DROP ALL #.nt": f'<http://x.example/2> <http://x.example/p> "{word}" .\n',
                 b"line\nbreak.nt": f'_:b <http://x.example/p> "{word}\\n}} ; DROP ALL" .\n',
                 b"back\\u003E.nt": f'<http://x.example/3> <http://x.example/p> "{word}\\\\u0022 }} ;" .\n',
                 b"g.nq": f'<http://x.example/4> <http://x.example/p> "{word}" <http://x.example/g#}}> .\n'
                          f'<http://x.example/5> <http://x.example/p> "{word}" <http://x.example/g> .\n',
                 b"g.trig": f'<http://x.example/h\\u003E}}DROP> {{ <x:6> <x:p> "{word}" }}\n'
                            f'<http://x.example/i> {{ <x:7> <x:p> "{word}" }}\n'}
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT, encoding="latin-1") as tar:
            for name, text in files.items():
                info = tarfile.TarInfo(name.decode("latin-1"))
                info.size = len(text.encode())
                tar.addfile(info, io.BytesIO(text.encode()))
        self.site.add("/all.tar", data=out.getvalue())
        publish(self.site, dataset("", label="d", dumps=["http://www.example.com/all.tar"]))

    def test_a_list_of_changes_stays_in_its_brackets(self):
        changes = self.folder / "x.ru"
        for word in ("one", "two", "two"):
            self.offer(word)
            result = self.fetch("--prefer", "dump", "--changes", changes)
            self.assertGreaterEqual(len(result.quads), 6, result)
            lines = changes.read_text(encoding="utf-8").splitlines()
            for line in lines:
                self.assertRegex(line, self.LINE)
                self.assertIsNotNone(self.LINE.fullmatch(line), line)
            text = "\n".join(line for line in lines if not line.startswith("#"))
            self.assertEqual(text.count(" DATA {") + text.count("\nGRAPH "), text.count("\n}"), text)
            self.assertNotRegex(re.sub(r'"(?:[^"\\]|\\.)*"', '""', text), "DROP ALL")
            changes.unlink()

    def test_bodies_for_a_store_name_what_the_output_names(self):
        self.offer("one")
        result = self.fetch("--prefer", "dump")
        for protocol in ("update", "gsp"):
            with SmallStore() as store:
                loaded = self.run_program("load", self.folder / "out.nq", "--to", store.base, "--protocol", protocol)
                self.assertEqual(loaded.code, 0, loaded)
                self.assertEqual({quad[3] and quad[3][1] for quad in store.dataset()}, graphs(result))
                self.assertEqual(len(store.dataset()), len(result.quads))
                self.assertTrue(store.writes)


class Bounds(ProgramTest):
    """A page that breaks a bound fails alone, by name, and the run goes on."""

    def bomb(self, count, length):
        nodes = ",".join(f'{{"@id":"p:{i}","p:x":"v"}}' for i in range(count))
        return f'{{"@context":{{"p":"http://x.example/{"a" * length}/"}},"@graph":[{nodes}]}}'

    def rdfa(self, count, length):
        return (f'<html prefix="p: http://x.example/{"a" * length}/"><body>'
                + "".join(f'<p property="p:{i}">v</p>' for i in range(count)))

    def turtle(self, count, length):
        return (f'@prefix p: <http://x.example/{"a" * length}/> .\n'
                + "".join(f"p:{i} p:x {i} .\n" for i in range(count)))

    def pages(self):
        script = '<html><script type="application/ld+json">{}</script>'
        return {"/json.html": ("text/html", script.format(self.bomb(100_000, MIB))),
                "/rdfa.html": ("text/html", self.rdfa(100_000, MIB)),
                "/data.jsonld": ("application/ld+json", self.bomb(100_000, MIB)),
                "/data.ttl": ("text/turtle", self.turtle(100_000, MIB)),
                "/context.jsonld": ("application/ld+json", json.dumps({
                    "@context": {"p": "http://x.example/" + "a" * MIB + "/"} | {f"t{i}": f"p:{i}" for i in range(100_000)},
                    "@id": "http://x.example/s", "t1": "v"}))}

    def test_iris_that_are_written_short(self):
        pages = self.pages()
        for path, (kind, text) in pages.items():
            self.site.add(path, text=text, type=kind)
        self.site.add("/good.html", type="text/html", text='<html><script type="application/ld+json">'
                      '{"@id":"http://x.example/good","http://x.example/p":"v"}</script>')
        publish(self.site)
        urls = [f"http://www.example.com{path}" for path in ("/good.html", *pages)]
        self.site.add("/sitemap.xml", text=sitemap(urls=urls))
        note = self.folder / "report.json"
        code, peak, errors = self.run_measured(
            "fetch", "http://www.example.com/", "--only", "crawl", "--delay", "0", "--connections", "1",
            "-o", "out.nq", "--report", note, *self.web.connect_to_args())
        self.assertEqual(code, 1, errors)
        self.assertLess(peak, 256 * MIB)
        text = json.dumps(json.loads(note.read_text("utf-8")))
        self.assertIn("limit.page-iris", text, errors)
        lines = (self.folder / "out.nq").read_bytes().splitlines()
        self.assertTrue(any(b"<http://x.example/good>" in line for line in lines), errors)

    def test_each_alone_by_convert(self):
        for path, (kind, text) in self.pages().items():
            file = self.folder / path[1:]
            file.write_text(text, "utf-8")
            code, peak, errors = self.run_measured("convert", file, "-o", "out.nq")
            self.assertNotEqual(code, 0, f"{path}: {errors}")
            self.assertIn("limit.page-iris", errors, path)
            self.assertLess(peak, 256 * MIB, path)

    def test_quads_of_one_page(self):
        self.site.add("/page.html", type="text/html", text='<html><script type="application/ld+json">'
                      + '{"@id":"http://x.example/s","http://x.example/p":['
                      + ",".join(map(str, range(1_000_001))) + "]}</script>")
        output = self.folder / "out.nq"
        code, peak, errors = self.run_measured("convert", "http://www.example.com/page.html", "-o", output,
                                               *self.web.connect_to_args())
        self.assertNotEqual(code, 0)
        self.assertIn("limit.page-quads", errors)
        self.assertLess(peak, 256 * MIB)
        code, peak, errors = self.run_measured(
            "convert", "http://www.example.com/page.html", "--max-page-quads", "1000001", "--max-page-iris", "1Gi",
            "-o", output, *self.web.connect_to_args())
        self.assertEqual(code, 0, errors)
        with output.open("rb") as file:
            self.assertEqual(sum(1 for _ in file), 1_000_001)
