"""Whole graphs from real SPARQL endpoints and Graph Stores: Virtuoso behind its row limit, and
Oxigraph."""

import collections
import json
import pathlib
import random
import subprocess
import tempfile
import threading
import time
import unittest

from harness import PROGRAM, ProgramTest
import oxigraph
import quads
from sparql_proxy import PAIRS, SparqlProxy
import virtuoso

SECONDS = 200
NAMES = "http://data.example/"
LABEL, NOTE, LINK, ADDRESS, STREET, TYPE = (f"<{NAMES}{name}>" for name in (
    "label", "note", "link", "address", "street", "type"))
#: Texts that writers and readers get wrong.
ODD = ['""', '"line\\nbreak\\r\\n"', '"tab\\t \\"quoted\\" back\\\\slash"', '"g\u00f3ra \u8a9e \U0001F600"@pl',
       '"comma, \'and\' <angle> & amp"', f'"x"^^<{NAMES}own>', '"Farbe"@de-AT', '"7"']


def triples(count, seed):
    """About `count` triples with blank nodes: labels, links, addresses, odd literals."""
    chance = random.Random(seed)
    out, number = [], 0
    while len(out) < count:
        item, blank = f"<{NAMES}{seed}/item/{number}>", f"_:a{seed}x{number}"
        out.append(f'{item} {TYPE} <{NAMES}Thing> .')
        out.append(f'{item} {LABEL} "Item {number}"@en .')
        out.append(f'{item} {LABEL} "Ding {number}"@de .')
        out.append(f'{item} {LINK} <{NAMES}{seed}/item/{chance.randrange(number + 1)}> .')
        if number % 3 == 0:
            out.append(f'{item} {ADDRESS} {blank} .')
            out.append(f'{blank} {STREET} "{number} Long Street" .')
        if number % 5 == 0:
            out.append(f'{item} {NOTE} {chance.choice(ODD)} .')
        number += 1
    return out


def quads_of(graphs):
    """{graph: lines} as a dataset; blank labels are of their graph alone."""
    lines = [f"{line[:-1]}<{graph}> ." for graph, some in graphs.items() for line in some]
    return frozenset(quads.read_dataset("\n".join(lines + [""]).encode()))


class HarvestTest(ProgramTest):
    store = None

    def proxy(self, **options):
        return self.enterContext(SparqlProxy(self.store.sparql, **options))

    def harvest(self, proxy, *arguments, **options):
        return self.fetch("--prefer", "sparql", *arguments, url=proxy.url, seconds=SECONDS, **options)

    def by(self, source):
        """How many graphs or parts came by which method."""
        return collections.Counter(one["by"] for one in source["partitions"]["noted"])

    def assert_complete(self, result, expected):
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, expected)
        [source] = [one for one in result.report["sources"] if one["quads"]]
        self.assertEqual(source["outcome"], "whole")
        self.assertEqual(source["expected"]["quads"], len(expected))
        self.assertEqual(source["got"]["quads"], len(expected))
        self.assertEqual(source["partitions"]["count"], source["partitions"]["whole"])
        self.assertEqual(sum(one["got"] for one in source["partitions"]["noted"]), len(expected))
        return source


class VirtuosoTest(HarvestTest):
    """60,000 triples in three graphs, the largest of 45,000, behind 10,000 rows an answer."""

    @classmethod
    def setUpClass(cls):
        problem = virtuoso.missing()
        if problem:
            raise AssertionError(problem)
        cls.store = cls.enterClassContext(virtuoso.Virtuoso(buffers=20_000))
        cls.graphs = {"http://g.example/large": triples(45_000, 1),
                      "http://g.example/middle": triples(14_000, 2),
                      "http://g.example/small": triples(1_000, 3)}
        with tempfile.TemporaryDirectory() as folder:
            for name, lines in cls.graphs.items():
                file = pathlib.Path(folder) / "part.nt"
                file.write_text("\n".join(lines + [""]), "utf-8")
                cls.store.load_file(file, name)
                file.unlink()
        cls.expected = quads_of(cls.graphs)

    def test_several_graphs_come_back_whole_with_their_names(self):
        source = self.assert_complete(self.harvest(self.proxy(graph="*")), self.expected)
        self.assertGreater(source["partitions"]["count"], 7)

    def test_labels_are_compared_where_what_is_listed_first_has_few_values(self):
        # Virtuoso lists the predicate first that came first: it tells no node from another.
        name = "http://g.example/few-values"
        lines = [f'_:n{i} <http://p.example/kind> "same" .' for i in range(6_000)]
        lines += [f'_:n{i} <http://p.example/number> "no. {i}" .' for i in range(6_000)]
        file = self.folder / "few.nt"
        file.write_text("\n".join(lines + [""]), "utf-8")
        self.addCleanup(self.store.isql, f"sparql clear graph <{name}>;")
        self.store.load_file(file, name)
        self.assert_complete(self.harvest(self.proxy(graph=name)), quads_of({name: lines}))

    def test_of_predicates_with_iris_only_rows_are_asked_for(self):
        # One has a literal among its IRIs, one blank nodes, one odd IRIs only.
        name = "http://g.example/rows"
        mixed, blanks, iris = (f"<http://p.example/{which}>" for which in ("mixed", "blanks", "iris"))
        ends = ["", "a,b", "a'b", "%22%20%0A", "\u017b\u00f3\u0142\u8a9e\U0001F600", "x?y=1&z=2#f", "(a)!*", "_:b0", "~@$;"]
        items = [f"<http://s.example/{i}/{ends[i % len(ends)]}>" for i in range(15_000)]
        lines = [f"{item} {mixed} {item} ." for item in items] + [f'{items[0]} {mixed} "text" .']
        lines += [f"{items[i]} {blanks} _:n{i} ." for i in range(14_000)]
        lines += [f'_:n{i} {blanks} "node {i}" .' for i in range(14_000)]
        lines += [f"{item} {iris} {other} ." for item, other in zip(items, reversed(items))]
        lines += [f"{items[0]} {iris} <urn:x:{i}> ." for i in range(9)]
        file = self.folder / "rows.nt"
        file.write_text("\n".join(lines + [""]), "utf-8")
        self.addCleanup(self.store.isql, f"sparql clear graph <{name}>;")
        self.store.load_file(file, name)
        proxy = self.proxy(graph=name)
        self.assert_complete(self.harvest(proxy), quads_of({name: lines}))
        rows = [query for query in proxy.queries if query.startswith(PAIRS)]
        self.assertEqual(len(rows), 2, rows)
        self.assertTrue(all(iris in query for query in rows), rows)
        # An endpoint that does not write tables in CSV gives triples instead.
        proxy = self.proxy(graph=name, tables="application/sparql-results+json")
        result = self.harvest(proxy, "--connections", "8", "-v")
        self.assert_complete(result, quads_of({name: lines}))
        self.assertRegex(result.errors, "status 406.*; it is asked for as triples")
        self.assertTrue(any(query.startswith("CONSTRUCT") and iris in query for query in proxy.queries))

    def test_four_queries_at_once_give_the_same(self):
        result = self.harvest(self.proxy(graph="*"), "--connections", "4")
        self.assert_complete(result, self.expected)

    def test_one_graph_alone_into_a_compressed_pipe_and_by_get(self):
        name = "http://g.example/middle"
        proxy = self.proxy(graph=name, methods=("GET",))
        expected = quads_of({name: self.graphs[name]})
        self.assert_complete(self.harvest(proxy, to="out.nq.gz"), expected)
        result = self.harvest(proxy, to="-")
        self.assertTrue(quads.isomorphic(expected, frozenset(result.quads)))

    def test_trouble_on_the_way_is_overcome_or_told(self):
        proxy = self.proxy(graph="http://g.example/large")
        chance = random.Random(11)
        kinds = ["error"] * 10 + ["page"] * 5 + ["broken"] * 5 + ["cut"] * 5 + [None] * 75
        proxy.mishap = lambda number, query: chance.choice(kinds) if number > 1 else None
        result = self.harvest(proxy)
        expected = quads_of({"http://g.example/large": self.graphs["http://g.example/large"]})
        if result.code == 0:
            self.assert_complete(result, expected)
            return
        [source] = [one for one in result.report["sources"] if one["way"] == "sparql"]
        self.assertLess(source["got"]["quads"], source["expected"]["quads"], result)
        self.assertEqual(source["outcome"], "partial", result)

    def test_an_endpoint_that_fails_for_good_is_left_alone(self):
        proxy = self.proxy(graph="http://g.example/large")
        proxy.mishap = lambda number, query: "page" if number > 3 else None
        result = self.harvest(proxy)
        self.assertNotEqual(result.code, 0)
        self.assertLess(len(proxy.queries), 60)

    def test_a_killed_harvest_goes_on_without_asking_again_for_what_it_has(self):
        proxy = self.proxy(graph="*")
        output = self.folder / "out.nq"
        command = [str(PROGRAM), "fetch", proxy.url, "--prefer", "sparql", "--delay", "0",
                   "-o", str(output), "-q"]
        for wanted in (4, 8):  # killed twice
            with subprocess.Popen(command, cwd=self.folder, stderr=subprocess.DEVNULL) as run:
                end = time.monotonic() + SECONDS
                while len(proxy.data_queries()) < wanted and run.poll() is None:
                    self.assertLess(time.monotonic(), end)
                    time.sleep(0.005)
                run.kill()
            self.assertFalse(output.exists())
        before = proxy.data_queries()
        report = self.folder / "report.json"
        result = self.run_program(*command[1:], "--report", report, output=output, report=report,
                                  seconds=SECONDS)
        source = self.assert_complete(result, self.expected)
        again = [one for one in proxy.data_queries()[len(before):] if one in before]
        # Only what was on its way when the program was killed.
        self.assertLessEqual(len(again), 2, again)
        self.assertGreater(source["partitions"]["count"], len(proxy.data_queries()) - len(before))

    def test_a_dump_that_comes_back_after_a_kill_replaces_the_parts(self):
        name = "http://g.example/middle"
        proxy = self.proxy(graph=name, more="<sc:dataDumpLocation>{url}dump.nt</sc:dataDumpLocation>")
        output = self.folder / "out.nq"
        command = [str(PROGRAM), "fetch", proxy.url, "--delay", "0", "-o", str(output), "-q"]
        with subprocess.Popen(command, cwd=self.folder, stderr=subprocess.DEVNULL) as run:
            end = time.monotonic() + SECONDS
            while len(proxy.data_queries()) < 3 and run.poll() is None:
                self.assertLess(time.monotonic(), end)
                time.sleep(0.005)
            run.kill()
        proxy.files["/dump.nt"] = "\n".join(self.graphs[name] + [""]).encode()
        result = self.run_program(*command[1:], output=output, seconds=SECONDS)
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, quads_of({f"{proxy.url}data": self.graphs[name]}))

    def test_a_graph_store_gives_what_its_row_limit_does_not_cut(self):
        proxy = self.proxy(graph="*", graph_store=f"{self.store.base}/sparql-graph-crud")
        result = self.harvest(proxy, "--graph-store", f"{proxy.url}store")
        source = self.assert_complete(result, self.expected)
        # That it gives 10,001 rows at most, the store does not say.
        self.assertIn("it gave 10,001 of ", source["graph_store"]["problem"])
        self.assertIn("http://g.example/small", proxy.graphs)
        self.assertEqual(self.by(source)["graph-store"], 1)
        self.assertGreater(self.by(source)["query"], 6)

    def test_a_resource_without_a_prefix_is_described(self):
        result = self.harvest(self.proxy(graph="*"), "--resource", f"{NAMES}3/item/3")
        self.assertEqual(result.code, 0, result)
        self.assertIn(("literal", "Item 3", quads.LANG_STRING, "en"),
                      {quad[2] for quad in result.quads})

    def test_so_is_one_of_the_default_graph(self):
        # DESCRIBE without FROM gives nothing there.
        result = self.harvest(self.proxy(), "--resource", f"{NAMES}3/item/3")
        self.assertEqual(result.code, 0, result)
        self.assertIn(("literal", "Item 3", quads.LANG_STRING, "en"),
                      {quad[2] for quad in result.quads})

    def test_its_page_describes_one_dataset(self):
        plan = self.run_program("plan", self.store.sparql, "--format", "json", "--no-head")
        self.assertEqual(plan.code, 0, plan)
        [site] = json.loads(plan.out)["sites"]
        self.assertEqual(len(site["datasets"]), 1, site["datasets"])


class OxigraphTest(HarvestTest):
    """A small Oxigraph with the lines of `graphs`, by name."""

    graphs = {}

    @classmethod
    def setUpClass(cls):
        problem = oxigraph.missing()
        if problem:
            raise unittest.SkipTest(problem)
        cls.store = cls.enterClassContext(oxigraph.Oxigraph())
        for name, lines in cls.graphs.items():
            cls.store.load("\n".join(lines + [""]).encode(), name, "application/n-triples")

    def kill_and_go_on(self, *options):
        """A harvest of two graphs from the Graph Store, killed when the state has the first one, and run
        again: the first one is not asked for again. What the second run came to."""
        proxy = self.proxy(graph="*", graph_store=self.store.graph_store)
        output, report = self.folder / "out.nq", self.folder / "report.json"
        command = [str(PROGRAM), "fetch", proxy.url, "--prefer", "sparql", "--delay", "0",
                   "--graph-store", f"{proxy.url}store", "-o", str(output), "-q", *options]
        killed = threading.Event()
        proxy.store_mishap = lambda number, graph: number == 1 and killed.wait(SECONDS) and None
        with subprocess.Popen(command, cwd=self.folder, stderr=subprocess.DEVNULL) as run:
            end = time.monotonic() + SECONDS
            part = pathlib.Path(f"{output}.part")
            while not (len(proxy.graphs) > 1 and part.exists() and part.stat().st_size) \
                    and run.poll() is None:
                self.assertLess(time.monotonic(), end)
                time.sleep(0.005)
            time.sleep(0.3)  # until the state has the first one, too
            run.kill()
        killed.set()
        first = proxy.graphs[0]
        result = self.run_program(*command[1:], "--report", report, output=output, report=report,
                                  seconds=SECONDS)
        self.assertEqual(proxy.graphs.count(first), 1)
        return result


class FallThroughTest(OxigraphTest):
    """Which way and which endpoint is taken."""

    lines = triples(12_000, 4)
    graphs = {"http://g.example/1": triples(5_000, 5), "http://g.example/2": triples(700, 6)}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.store.load("\n".join(cls.lines + [""]).encode(), media_type="application/n-triples")

    def expected(self, proxy):
        return quads_of({f"{proxy.url}data": self.lines})

    def test_a_graph_without_limits_comes_in_one_answer(self):
        proxy = self.proxy()
        source = self.assert_complete(self.harvest(proxy), self.expected(proxy))
        self.assertEqual(source["partitions"]["count"], 1)
        self.assertEqual(len(proxy.queries), 2)

    def test_a_limit_of_a_standard_endpoint_is_found_and_kept(self):
        proxy = self.proxy(max_triples=1000)
        source = self.assert_complete(self.harvest(proxy), self.expected(proxy))
        self.assertGreater(source["partitions"]["count"], 11)

    def test_tables_in_another_format_than_csv_count_as_well(self):
        for media_type in ("application/sparql-results+json", "application/sparql-results+xml"):
            with self.subTest(media_type=media_type):
                proxy = self.proxy(graph="*", max_triples=1000, tables=media_type)
                self.assert_complete(self.harvest(proxy, to=f"{media_type[-4:]}.nq"),
                                     quads_of(self.graphs))

    def test_all_named_graphs(self):
        result = self.harvest(self.proxy(graph="*"))
        self.assert_complete(result, quads_of(self.graphs))

    def test_a_dump_that_is_gone_gives_way_to_the_endpoint(self):
        proxy = self.proxy(more="<sc:dataDumpLocation>{url}gone.nt</sc:dataDumpLocation>")
        result = self.fetch(url=proxy.url, seconds=SECONDS)
        self.assert_complete(result, self.expected(proxy))
        self.assertEqual(result.outcomes("dump"), {f"{proxy.url}gone.nt": "failed"})

    def test_an_endpoint_that_is_gone_gives_way_to_its_backup(self):
        proxy = self.proxy(endpoints=(("gone", 5), ("sparql", 0)))
        result = self.harvest(proxy)
        self.assert_complete(result, self.expected(proxy))
        self.assertEqual(result.outcomes("sparql"),
                         {f"{proxy.url}gone": "failed", f"{proxy.url}sparql": "whole"})

    def store_proxy(self, **options):
        return self.proxy(graph_store=self.store.graph_store, **options)

    def by_store(self, proxy, *arguments):
        return self.harvest(proxy, "--graph-store", f"{proxy.url}store", *arguments)

    def test_a_default_graph_comes_from_the_graph_store_in_one_answer(self):
        proxy = self.store_proxy()
        source = self.assert_complete(self.by_store(proxy), self.expected(proxy))
        self.assertEqual((proxy.graphs, len(proxy.queries)), ([None], 1))
        self.assertEqual(self.by(source), {"graph-store": 1})
        self.assertEqual(source["graph_store"], {"url": f"{proxy.url}store"})

    def test_named_graphs_come_from_the_graph_store_one_by_one(self):
        proxy = self.store_proxy(graph="*")
        result = self.by_store(proxy)
        self.assert_complete(result, quads_of(self.graphs))
        self.assertEqual(proxy.graphs, list(self.graphs))
        self.assertEqual(proxy.data_queries(), [])

    def test_what_the_graph_store_does_not_give_whole_comes_from_the_endpoint(self):
        for mishap in ("cut", "broken", "page", "gone", "error"):
            with self.subTest(mishap):
                proxy = self.store_proxy(max_triples=5000)
                proxy.store_mishap = lambda number, graph, what=mishap: what
                result = self.by_store(proxy, "--retries", "2", "--retry-delay", "0.1", "--fresh")
                source = self.assert_complete(result, self.expected(proxy))
                self.assertEqual(set(self.by(source)), {"query"})
                self.assertTrue(source["graph_store"]["problem"])
                self.assertLessEqual(len(proxy.graphs), 2)

    def test_robots_txt_holds_for_the_graph_store(self):
        proxy = self.store_proxy(robots="Disallow: /store")
        source = self.assert_complete(self.by_store(proxy), self.expected(proxy))
        self.assertEqual(proxy.graphs, [])
        self.assertIn("robots.txt", source["graph_store"]["problem"])

    def test_a_described_graph_store_is_used_unasked(self):
        proxy = self.store_proxy()
        proxy.files["/about.ttl"] = f"""
            @prefix dcat: <http://www.w3.org/ns/dcat#> .
            @prefix dct: <http://purl.org/dc/terms/> .
            <{proxy.url}data> a dcat:Dataset .
            [] a dcat:DataService ; dcat:servesDataset <{proxy.url}data> ;
              dcat:endpointURL <{proxy.url}sparql> ;
              dct:conformsTo <https://www.w3.org/TR/sparql11-protocol/> .
            [] a dcat:DataService ; dcat:servesDataset <{proxy.url}data> ;
              dcat:endpointURL <{proxy.url}store> ;
              dct:conformsTo <https://www.w3.org/TR/sparql11-http-rdf-update/> .""".encode()
        result = self.fetch(url=f"{proxy.url}about.ttl", seconds=SECONDS)
        source = self.assert_complete(result, self.expected(proxy))
        self.assertEqual(self.by(source), {"graph-store": 1})

    def test_a_killed_harvest_does_not_ask_again_for_graphs_that_it_has(self):
        source = self.assert_complete(self.kill_and_go_on(), quads_of(self.graphs))
        self.assertEqual(self.by(source), {"graph-store": 2})


if __name__ == "__main__":
    unittest.main()
