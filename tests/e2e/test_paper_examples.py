"""The examples of the paper and of the final form, every way and every fall-through.

Semantic Sitemap fact sheet: §2 the paper's form with its three long examples (basic,
complete, different hosts), §3 the final form, §5 authority.
"""

import collections
import time

from harness import ProgramTest
from catalogue import PACK, PREFIX, Catalogue, nquads, ntriples, rdfxml, tarred, trig, trix, \
    turtle, zipped
from semantic_sitemap import SC, dataset, endpoint, publish, sitemap
from web import Answer

DATASET = "http://www.example.com/tools.rdf#catalogue"
SEEDS_FOR_BOTH_MIRRORS = range(300)
OPEN = "User-agent: *\nDisallow:\n"
HTML = "<!doctype html><html><head><title>Oops</title></head><body>error</body></html>"


def urlset(inside, prefix="sc", namespace=SC):
    return ('<?xml version="1.0" encoding="UTF-8"?>\n'
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
            f'xmlns:{prefix}="{namespace}">\n{inside}</urlset>\n')


class PaperTest(ProgramTest):
    """Hosts of the examples: the site, two mirrors, an archive, two endpoints."""

    def setUp(self):
        super().setUp()
        self.truth = Catalogue(16)
        self.mirror = self.web.host("mirror.example.net", address="127.0.0.2")
        self.backup = self.web.host("backup.example.org", address="127.0.0.3")
        self.archive = self.web.host("archive.example.edu", address="127.0.0.4")
        self.query = self.web.host("sparql.example.com", address="127.0.0.5")
        self.query2 = self.web.host("sparql2.example.net", address="127.0.0.6")
        self.triples = ntriples(self.truth.statements).splitlines(keepends=True)

    def publish(self, text):
        self.site.add("/robots.txt", text=f"{OPEN}\nSitemap: http://www.example.com/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=text)

    def serve_pages(self):
        for number, (url, page) in enumerate(self.truth.pages().items()):
            write = (turtle, rdfxml, ntriples)[number % 3]
            media_type = ("text/turtle", "application/rdf+xml",
                          "application/n-triples")[number % 3]
            self.site.add(url.removeprefix("http://www.example.com"), text=write(page),
                          type=media_type)

    def got(self, host, path):
        """How often the data of a path was asked for."""
        return sum(request.path.partition("?")[0] == path and request.method != "HEAD"
                   for request in self.web.log if request.host.partition(":")[0] == host)

    def assert_whole(self, result, expected, way, complete=True):
        self.assert_dataset(result, expected)
        self.assertEqual(result.code, 0 if complete else 1, result)
        totals = result.report["totals"]
        self.assertEqual((totals["quads"], totals["complete"]), (len(expected), complete), result)
        self.assertEqual([(one["way"], one["complete"], one["quads"])
                          for one in result.report["datasets"]], [(way, complete, len(expected))])

    def assert_crawled_instead(self, result, expected):
        """All of it came, but by a crawl alone: nobody knows, and that is said."""
        self.assert_whole(result, expected, "crawl", complete=False)
        self.assertIn("[crawl.instead]", result.errors)


class AWholeThatCannotBeHad(PaperTest):
    """Where a dump exists and cannot be had, a crawl is not called complete."""

    def serve(self, *dumps, robots="User-agent: *\nDisallow: /data/\n"):
        self.publish(urlset(
            f"<sc:dataset><sc:linkedDataPrefix>{PREFIX}</sc:linkedDataPrefix><sc:sampleURI>{PREFIX}0</sc:sampleURI>"
            + "".join(f"<sc:dataDumpLocation>{dump}</sc:dataDumpLocation>" for dump in dumps) + "</sc:dataset>"))
        self.site.add("/robots.txt", text=robots + "Sitemap: http://www.example.com/sitemap.xml\n")
        self.serve_pages()

    def test_one_that_robots_txt_closes_is_crawled_for_and_that_is_said(self):
        self.serve("http://www.example.com/data/dump.rdf")
        self.assert_crawled_instead(self.fetch(), self.truth.page_dataset())

    def test_one_of_another_scheme_is_not_crawled_for(self):
        for dump in ("rsync://mirror.example.com/dump.nt.gz", "S3://bucket.example/a%20b.ttl"):
            self.serve(dump, robots="")
            result = self.fetch()
            self.assertEqual((result.code, result.report["totals"]["quads"]), (3, 0), result)
            self.assertIn("only by --only crawl", self.run_program("plan", "http://www.example.com/",
                                                                   *self.web.connect_to_args()).out.decode())
            self.assertEqual(self.got("www.example.com", "/tools/0"), 0)

    def test_who_asks_for_a_crawl_gets_one(self):
        self.serve("rsync://mirror.example.com/dump.nt.gz", robots="")
        self.assert_whole(self.fetch("--only", "crawl"), self.truth.page_dataset(), "crawl")

    def test_one_that_the_user_leaves_out_is_no_whole_that_is_missed(self):
        self.serve("http://www.example.com/data/dump.rdf", robots="")
        self.assert_whole(self.fetch("--exclude", "*/data/*"), self.truth.page_dataset(), "crawl")


class PrefixOfADocument(PaperTest):
    """A prefix that ends in `#`, or is called RDF, is a document that can be asked for."""

    def serve(self, *prefixes):
        self.publish(urlset("<sc:dataset>" + "".join(
            f"<sc:linkedDataPrefix>{prefix}</sc:linkedDataPrefix>" for prefix in prefixes) + "</sc:dataset>"))
        for path, subject in (("/terms.rdf", "http://www.example.com/terms.rdf#a"), ("/t.ttl", "http://www.example.com/t.ttl")):
            self.site.add(path, type="text/turtle",
                          text=f'<{subject}> <http://e.example/p> "x", <http://www.example.com/other> .')

    def test_it_is_asked_for_though_nothing_else_is_named(self):
        self.serve("http://www.example.com/terms.rdf#", "http://www.example.com/t.ttl")
        result = self.fetch()
        self.assertEqual((result.code, result.report["totals"]["quads"]), (0, 4), result)
        self.assertEqual(self.got("www.example.com", "/terms.rdf"), 1)
        self.assertEqual(self.got("www.example.com", "/other"), 0)

    def test_one_that_is_missing_is_a_loss(self):
        self.serve("http://www.example.com/gone.rdf#", "http://www.example.com/t.ttl")
        self.assertEqual(self.fetch().code, 1)


class Basic(PaperTest):
    """Example 1: one prefix, one dump, a label and how often it changes."""

    SITEMAP = urlset(f"""
  <sc:dataset>
    <sc:datasetLabel>Tool catalogue</sc:datasetLabel>
    <sc:datasetURI>{DATASET}</sc:datasetURI>
    <sc:linkedDataPrefix>{PREFIX}</sc:linkedDataPrefix>
    <sc:sampleURI>{PREFIX}0</sc:sampleURI>
    <sc:dataDumpLocation>http://www.example.com/data/dump.rdf</sc:dataDumpLocation>
    <changefreq>weekly</changefreq>
  </sc:dataset>
""")

    def setUp(self):
        super().setUp()
        self.publish(self.SITEMAP)
        self.serve_pages()
        self.site.add("/data/dump.rdf", text=rdfxml(self.truth.statements))

    def test_by_its_dump(self):
        self.assert_whole(self.fetch(), self.truth.dataset(DATASET), "dump")
        self.assertEqual(self.got("www.example.com", "/tools/0"), 0, "it crawled as well")

    def test_by_a_crawl_from_its_sample(self):
        result = self.fetch("--only", "crawl")
        self.assert_whole(result, self.truth.page_dataset(), "crawl")
        self.assertEqual(self.got("www.example.com", "/data/dump.rdf"), 0)
        asked = collections.Counter(self.web.paths("www.example.com"))
        self.assertEqual({path: n for path, n in asked.items() if n > 1}, {}, "asked twice")

    def test_a_crawl_and_the_dump_say_the_same(self):
        # §2.1: merging all Linked Data responses under the prefix equals the dump.
        crawled = self.fetch("--only", "crawl", "--graph", "none").quads
        self.assert_dataset(self.fetch("--graph", "none"), crawled)

    def test_a_dump_in_every_syntax_and_packing(self):
        everything = self.truth.statements
        named = "http://www.example.com/named"
        texts = {"nt": (ntriples(everything), DATASET), "ttl": (turtle(everything), DATASET),
                 "rdf": (rdfxml(everything), DATASET), "nq": (nquads(everything, named), named),
                 "trig": (trig(everything, named), named),
                 "trix": (trix(everything, named), named)}
        packings = list(PACK)
        for number, (name, (text, graph)) in enumerate(texts.items()):
            for suffix in {"", packings[1 + number], ".zip"}:
                with self.subTest(name + suffix):
                    # The name promises RDF/XML: bytes decide, not the suffix.
                    self.site.add("/data/dump.rdf", data=PACK[suffix](text.encode()))
                    self.assert_whole(self.fetch(), self.truth.dataset(graph), "dump")

    def test_archive_entries_named_by_uris_are_graphs_of_their_own(self):
        # §2.2: each file name is the URL-encoded URI.
        for name, data in (("zip", zipped(self.truth.entries())),
                           ("tar.gz", tarred(self.truth.entries(), "w:gz"))):
            with self.subTest(name):
                self.site.add("/data/dump.rdf", data=data)
                self.assert_whole(self.fetch(), self.truth.page_dataset(), "dump")


class Spellings(PaperTest):
    """What the paper writes in two ways, and what generators made of it (§2.3, §7)."""

    def sitemap(self, prefix="sc", namespace=SC, dump="dataDumpLocation",
                fragment="dataFragmentDump", query="sparqlEndpointLocation", space="",
                uri="datasetURI", frequency="weekly"):
        def element(name, value):
            return f"<{prefix}:{name}>{value}{space}</{prefix}:{name}>\n"

        return urlset(
            f"<{prefix}:dataset>\n" + element(uri, DATASET)
            + element("linkedDataPrefix", PREFIX) + element("sampleURI", f"{PREFIX}1")
            + element(dump, "http://www.example.com/gone.nt")
            + "".join(element(fragment, f"http://archive.example.edu/part{n}.ttl")
                      for n in range(2))
            + element(query, "http://sparql.example.com/query")
            + f"<changefreq>{frequency}</changefreq>\n</{prefix}:dataset>\n", prefix, namespace)

    def test_all_of_them(self):
        self.truth = Catalogue(3)
        self.triples = ntriples(self.truth.statements).splitlines(keepends=True)
        for number, part in enumerate(self.truth.parts(2)):
            self.archive.add(f"/part{number}.ttl", text=turtle(part))
        self.query.serve("/query", endpoint(self.triples))
        self.site.add("/gone.nt", status=404, text="gone")
        self.serve_pages()
        deriv = SC.replace("deri.org", "deriv.org")
        for change in (
                {}, {"prefix": "cs"}, {"prefix": "x"}, {"fragment": "dataFragmentDumpLocation"},
                {"query": "sparqlEndPoint"}, {"query": "sparqlEndpoint"},
                {"query": "sparqlEndoPoint"}, {"query": "sparqlEndPointLocation"},
                {"namespace": deriv}, {"prefix": "cs", "namespace": deriv},
                {"namespace": SC.removesuffix("/scschema.xsd")},
                {"namespace": SC.removesuffix("scschema.xsd")}, {"dump": "dataDump"},
                {"uri": "datasetUri"}, {"space": "\n      "}, {"frequency": "WEEKLY"}):
            with self.subTest(**change):
                self.publish(self.sitemap(**change))
                [plan] = self.plan()["datasets"]
                self.assertEqual(plan["changefreq"], "weekly")
                self.assertEqual([(way["way"], len(way["parts"])) for way in plan["ways"]],
                                 [("dump", 1), ("fragments", 2), ("sparql", 1), ("crawl", 1)])
                self.assert_whole(self.fetch(), self.truth.dataset(DATASET), "fragments")
                for way in ("sparql", "crawl"):
                    expected = (self.truth.dataset(DATASET) if way == "sparql"
                                else self.truth.page_dataset())
                    self.assert_whole(self.fetch("--only", way), expected, way)

    def test_a_prefix_that_nothing_declares(self):
        # §1, tolerant mode: read by local names.
        text = sitemap(dataset(DATASET, dumps=["http://www.example.com/all.nt"]))
        self.publish(text.replace(f' xmlns:sc="{SC}"', ""))
        self.site.add("/all.nt", text="".join(self.triples))
        result = self.fetch()
        self.assert_dataset(result, self.truth.dataset(DATASET))


class DifferentHosts(PaperTest):
    """Examples 2 and 3: all ways at once, on six hosts, with priorities."""

    DUMPS = ("http://www.example.com/data/dump.nt.gz", "http://backup.example.org/dump.rdf")
    PARTS = ("http://archive.example.edu/part0.ttl", "http://mirror.example.net/part1.nt",
             "http://archive.example.edu/part2.rdf.gz")
    QUERIES = ("http://sparql.example.com/query", "http://sparql2.example.net/query")
    SITEMAP = urlset(f"""
  <cs:dataset>
    <cs:datasetLabel>Tool catalogue</cs:datasetLabel>
    <cs:datasetURI>{DATASET}</cs:datasetURI>
    <cs:linkedDataPrefix>{PREFIX}
    </cs:linkedDataPrefix>
    <cs:dataDumpLocation>{DUMPS[0]}</cs:dataDumpLocation>
    <cs:dataDumpLocation priority="0">{DUMPS[1]}</cs:dataDumpLocation>
    <cs:dataFragmentDumpLocation>{PARTS[0]}</cs:dataFragmentDumpLocation>
    <cs:dataFragmentDumpLocation>{PARTS[1]}</cs:dataFragmentDumpLocation>
    <cs:dataFragmentDump>{PARTS[2]}</cs:dataFragmentDump>
    <cs:sparqlEndPoint priority="10">{QUERIES[0]}</cs:sparqlEndPoint>
    <cs:sparqlEndPoint>{QUERIES[1]}</cs:sparqlEndPoint>
    <cs:sampleURI>{PREFIX}0</cs:sampleURI>
    <changefreq>monthly</changefreq>
  </cs:dataset>
""", "cs", SC.replace("deri.org", "deriv.org"))

    def setUp(self):
        super().setUp()
        self.publish(self.SITEMAP)
        first, second, third = self.truth.parts(3)
        self.bodies = {
            self.DUMPS[0]: PACK[".gz"](ntriples(self.truth.statements).encode()),
            self.DUMPS[1]: rdfxml(self.truth.statements).encode(),
            self.PARTS[0]: turtle(first).encode(), self.PARTS[1]: ntriples(second).encode(),
            self.PARTS[2]: PACK[".gz"](rdfxml(third).encode())}
        for url, body in self.bodies.items():
            self.at(url, lambda host, path, body=body: host.add(path, data=body))
        for url in self.QUERIES:
            self.at(url, lambda host, path: host.serve(path, endpoint(self.triples)))
        self.serve_pages()

    def at(self, url, do):
        name, _, path = url.removeprefix("http://").partition("/")
        do(self.web.host(name), "/" + path)

    def make_missing(self, url):
        if url in self.QUERIES:
            self.at(url, lambda host, path: host.serve(path, lambda *_: Answer(
                status=404, text="gone", type="text/plain")))
        else:
            self.at(url, lambda host, path: host.add(path, status=404, text="gone"))

    def make_half(self, url):
        """Begins well: the first half of its statements comes."""
        if url in self.QUERIES:  # counts all, gives half: a row limit
            whole, half = endpoint(self.triples), endpoint(self.triples[:len(self.triples) // 2])
            self.at(url, lambda host, path: host.serve(path, lambda form, headers: (
                half if "CONSTRUCT" in form.get("query", "").upper() else whole)(form, headers)))
        else:
            body = self.bodies[url]
            body = (body[:len(body) // 2] if url.endswith((".gz", ".rdf")) else
                    body[:body.rindex(b"\n", 0, len(body) // 2)] + b"\n<broken\n" * 200)
            self.at(url, lambda host, path: host.add(path, data=body))

    def fall(self, broken, spoil, arguments=(), to="out.nq"):
        """Spoils these locations and fetches."""
        for url in broken:
            spoil(url)
        return self.fetch("--retries", "1", *arguments, to=to)

    #: Which locations are broken, and what is used then.
    STEPS = (((), DUMPS[0]), (DUMPS[:1], DUMPS[1]), (DUMPS, "fragments"),
             (DUMPS + PARTS[1:2], "sparql"), (DUMPS + PARTS[2:] + QUERIES, "crawl"))

    def test_each_way_alone(self):
        for way, expected in (("dump", DATASET), ("fragments", DATASET), ("sparql", DATASET),
                              ("crawl", None)):
            with self.subTest(way):
                truth = (self.truth.dataset(DATASET) if expected
                         else self.truth.page_dataset())
                self.assert_whole(self.fetch("--only", way), truth, way)

    def check_fall_through(self, spoil):
        for broken, used in self.STEPS:
            with self.subTest(used=used):
                result = self.fall(broken, spoil)
                way = used if used in ("fragments", "sparql", "crawl") else "dump"
                if way == "crawl":
                    self.assert_crawled_instead(result, self.truth.page_dataset())
                else:
                    self.assert_whole(result, self.truth.dataset(DATASET), way)
                outcomes = result.outcomes()
                for url in broken:
                    row = result.source(url)
                    self.assertIn(row["outcome"], ("failed", "partial", "damaged"), url)
                    self.assertTrue(row["code"] and row["problem"], row)
                    self.assertEqual(row["quads"], 0, f"quads of {url} were kept")
                    self.assertIn(url, result.errors)
                if used in outcomes:
                    self.assertEqual(outcomes[used], "whole")
                # Every planned source has one row, the unused ones too.
                self.assertEqual(set(outcomes), {*self.DUMPS, *self.PARTS, *self.QUERIES, PREFIX})
                if way == "dump":
                    for url in (*self.PARTS, *self.QUERIES, PREFIX):
                        self.assertEqual(outcomes[url], "not-needed", url)

    def test_falls_through_what_is_missing(self):
        self.check_fall_through(self.make_missing)

    def test_falls_through_what_broke_off(self):
        self.check_fall_through(self.make_half)

    def test_nothing_of_a_failed_attempt_is_in_any_kind_of_output(self):
        broken = self.STEPS[-1][0]
        for to in ("-", "out.nq", "out.nq.gz", "out.nq.bz2", "out.nq.xz", "out.nq.zst"):
            with self.subTest(to):
                self.assert_crawled_instead(self.fall(broken, self.make_half, to=to),
                                            self.truth.page_dataset())
                self.assertEqual(list(self.folder.glob("*.part")), [])
        with self.subTest("standard output, dump of the backup"):
            self.setUp()
            self.assert_whole(self.fall(self.DUMPS[:1], self.make_half, to="-"),
                              self.truth.dataset(DATASET), "dump")

    def test_when_all_fail_the_best_is_kept_and_called_incomplete(self):
        pages = list(self.truth.pages().values())
        self.site.remove("/tools/10")  # the ring of links is broken there
        for to in ("-", "out.nq", "out.nq.gz"):
            with self.subTest(to):
                result = self.fall(self.DUMPS + self.PARTS + self.QUERIES, self.make_missing,
                                   to=to)
                self.assertEqual(result.code, 1, result)
                self.assertIs(result.report["totals"]["complete"], False)
                self.assert_dataset(result, frozenset(
                    (*statement, ("iri", f"{PREFIX}{number}"))
                    for number in range(10) for statement in pages[number]))
                [row] = result.report["datasets"]
                self.assertEqual((row["way"], row["complete"]), ("crawl", False))

    def test_of_mirrors_that_all_fail_the_best_is_kept(self):
        # fetch.md: the one that gave most is kept.
        self.make_half(self.DUMPS[0])
        for spoil in (self.make_missing, self.make_half):
            spoil(self.DUMPS[1])
            for to in ("-", "out.nq", "out.nq.gz"):
                with self.subTest(to, backup=spoil.__name__):
                    result = self.fetch("--only", "dump", "--retries", "1", to=to)
                    self.assertEqual(result.code, 1, result)
                    self.assertIs(result.report["totals"]["complete"], False)
                    self.assertGreater(len(result.quads), 10, result)
                    self.assertEqual(len(result.lines), len(result.quads), result)
                    words = {quad[1] for quad in self.truth.dataset(DATASET)}
                    self.assertLessEqual({quad[1] for quad in result.quads}, words)
                    self.assertEqual(sum(row["quads"] > 0 for row in result.report["sources"]),
                                     1, result)
                    self.assertEqual(result.report["totals"]["quads"], len(result.quads))

    def test_when_nothing_comes_at_all_it_stops(self):
        for url in (*self.DUMPS, *self.PARTS, *self.QUERIES):
            self.make_missing(url)
        self.site.remove("/tools/0")
        result = self.fetch("--retries", "1")
        self.assertEqual(result.code, 3, result)
        self.assertFalse(result.lines)
        self.assertIs(result.report["totals"]["complete"], False)
        self.assertEqual(result.report["datasets"][0]["way"], "")

    def test_when_nothing_comes_an_older_output_stays(self):
        for url in (*self.DUMPS, *self.PARTS, *self.QUERIES):
            self.make_missing(url)
        self.site.remove("/tools/0")
        old = self.folder / "kept.nq"
        old.write_text("<urn:a> <urn:b> <urn:c> .\n")
        result = self.fetch("--retries", "1", "-o", str(old))
        self.assertEqual(result.code, 3, result)
        self.assertEqual(old.read_text(), "<urn:a> <urn:b> <urn:c> .\n")
        self.assertFalse(old.with_name("kept.nq.part").exists())
        self.assertIn("nothing was fetched", result.errors)

    def test_a_priority_0_mirror_is_for_emergencies_and_then_really_used(self):
        for seed in range(12):
            self.assert_whole(self.fetch("--seed", str(seed)), self.truth.dataset(DATASET),
                              "dump")
        self.assertEqual(self.got("backup.example.org", "/dump.rdf"), 0)
        self.make_missing(self.DUMPS[0])
        self.assert_whole(self.fetch(), self.truth.dataset(DATASET), "dump")
        self.assertEqual(self.got("backup.example.org", "/dump.rdf"), 1)
        [order] = [way["parts"] for way in self.plan()["datasets"][0]["ways"]
                   if way["way"] == "dump"]
        self.assertEqual([(mirror["url"], mirror["probability"]) for mirror in order[0]],
                         [(self.DUMPS[0], 1), (self.DUMPS[1], 0)])

    def endpoints_of_plan(self, seed):
        plan = self.plan("--seed", str(seed), "--only", "sparql", "--no-head")
        [way] = [way for way in plan["datasets"][0]["ways"] if way["way"] == "sparql"]
        [mirrors] = way["parts"]
        return mirrors

    def test_endpoints_are_drawn_by_their_priority(self):
        # 10/(10+1) and 1/(10+1) (§2.1).
        first, started, runs = collections.Counter(), time.monotonic(), 0
        for seed in SEEDS_FOR_BOTH_MIRRORS:
            mirrors = self.endpoints_of_plan(seed)
            for mirror in mirrors:
                share = 10 / 11 if mirror["url"] == self.QUERIES[0] else 1 / 11
                self.assertAlmostEqual(mirror["probability"], share, places=6)
            first[mirrors[0]["url"]] += 1
            runs += 1
            if time.monotonic() - started > 10:
                break
        self.assertGreaterEqual(runs, 40, "too slow to tell")
        # Four standard deviations of a binomial draw.
        spread = 4 * (runs * 10 / 121) ** 0.5
        self.assertAlmostEqual(first[self.QUERIES[1]], runs / 11, delta=spread)
        self.assertGreater(first[self.QUERIES[1]], 0)
        self.assertEqual(set(first), set(self.QUERIES))

    def test_a_seed_repeats_the_plan_and_fetch_keeps_to_it(self):
        used = set()
        for seed in range(60):
            mirrors = self.endpoints_of_plan(seed)
            if mirrors[0]["url"] in used:
                continue
            used.add(mirrors[0]["url"])
            self.assertEqual(mirrors, self.endpoints_of_plan(seed))
            before = {url: self.got(url.split("/")[2], "/query") for url in self.QUERIES}
            self.assert_whole(self.fetch("--only", "sparql", "--seed", str(seed)),
                              self.truth.dataset(DATASET), "sparql")
            asked = [url for url in self.QUERIES
                     if self.got(url.split("/")[2], "/query") > before[url]]
            self.assertEqual(asked, [mirrors[0]["url"]])
        self.assertEqual(used, set(self.QUERIES))

    def test_an_endpoint_that_fails_leads_to_the_other(self):
        for broken, other in (self.QUERIES, self.QUERIES[::-1]):
            for spoil in (self.make_missing, self.make_half):
                with self.subTest(broken=broken, how=spoil.__name__):
                    self.setUp()
                    seed = next(seed for seed in range(100)
                                if self.endpoints_of_plan(seed)[0]["url"] == broken)
                    self.at(broken, lambda *_, url=broken, spoil=spoil: spoil(url))
                    result = self.fetch("--only", "sparql", "--seed", str(seed),
                                        "--retries", "1")
                    self.assert_whole(result, self.truth.dataset(DATASET), "sparql")
                    self.assertEqual(result.outcomes()[other], "whole")
                    self.assertNotEqual(result.outcomes()[broken], "whole")


class FinalForm(PaperTest):
    """The final form's example: three dumps that are parts, two of them on another host."""

    GRAPH = "http://www.example.com/graph"
    PARTS = ("http://www.example.com/data/toolsdump.rdf.gz",
             "http://archive.example.edu/tools_archive.rdf.gz",
             "http://archive.example.edu/kinds.rdf.gz")
    SITEMAP = urlset(f"""
  <sc:dataset>
    <sc:datasetLabel>Example Corp. tool catalogue</sc:datasetLabel>
    <sc:datasetURI>{DATASET}</sc:datasetURI>
    <sc:linkedDataPrefix slicing="subject-object">{PREFIX}</sc:linkedDataPrefix>
    <sc:sampleURI>{PREFIX}0</sc:sampleURI>
    <sc:sparqlEndpointLocation slicing="cbd">http://sparql.example.com/query</sc:sparqlEndpointLocation>
    <sc:sparqlGraphName>http://www.example.com/graph</sc:sparqlGraphName>
    <sc:dataDumpLocation>{PARTS[0]}</sc:dataDumpLocation>
    <sc:dataDumpLocation>{PARTS[1]}</sc:dataDumpLocation>
    <sc:dataDumpLocation>{PARTS[2]}</sc:dataDumpLocation>
    <lastmod>2007-11-21T14:41:09+00:00</lastmod>
    <changefreq>weekly</changefreq>
  </sc:dataset>
""")

    def setUp(self):
        super().setUp()
        self.publish(self.SITEMAP)
        for url, part in zip(self.PARTS, self.truth.parts(3)):
            name, _, path = url.removeprefix("http://").partition("/")
            self.web.host(name).add("/" + path, data=PACK[".gz"](rdfxml(part).encode()))
        self.query.serve("/query", endpoint(self.triples, graph=self.GRAPH))
        self.serve_pages()

    def test_the_dataset_is_the_merge_of_all_dumps(self):
        self.assert_whole(self.fetch(), self.truth.dataset(DATASET), "dump")

    def test_one_part_missing_is_not_the_dataset(self):
        self.archive.remove("/kinds.rdf.gz")
        # A named graph of an endpoint keeps its name.
        self.assert_whole(self.fetch(), self.truth.dataset(self.GRAPH), "sparql")
        result = self.fetch("--only", "dump")
        self.assertEqual(result.code, 1, result)
        self.assertEqual(list(result.outcomes("dump").values()), ["whole", "whole", "failed"])
        first, second, _ = self.truth.parts(3)
        self.assert_dataset(result, frozenset(
            (*statement, ("iri", DATASET)) for statement in first + second))

    def test_the_plan_keeps_what_the_sitemap_said(self):
        [plan] = self.plan()["datasets"]
        self.assertEqual(plan["dumps"]["meaning"], "parts")
        self.assertEqual(plan["graph_name"], self.GRAPH)
        self.assertEqual(plan["prefixes"], [{"prefix": PREFIX, "slicing": "subject-object",
                                              "authority": "own"}])
        self.assertEqual(plan["samples"], [f"{PREFIX}0"])
        self.assertEqual((plan["lastmod"], plan["changefreq"]),
                         ("2007-11-21T14:41:09+00:00", "weekly"))
        ways = {way["way"]: way for way in plan["ways"]}
        self.assertEqual(ways["sparql"]["parts"][0][0]["slicing"], "cbd")
        self.assertEqual([part[0]["url"] for part in ways["dump"]["parts"]], list(self.PARTS))
        self.assertEqual(plan["chosen"], "dump")

    def test_a_graph_name_is_asked_for(self):
        # The endpoint's default graph is empty: only GRAPH <…> gives anything.
        self.assert_whole(self.fetch("--only", "sparql"), self.truth.dataset(self.GRAPH), "sparql")

    def test_a_query_that_gives_an_html_page_with_status_200_fails(self):
        self.query.serve("/query", lambda *_: Answer(text=HTML, type="text/html"))
        result = self.fetch("--only", "sparql")
        self.assertEqual(result.code, 3, result)
        self.assertEqual(result.report["sources"][-1]["outcome"] == "whole", False)
        [row] = [row for row in result.report["sources"] if row["way"] == "sparql"]
        self.assertEqual(row["outcome"], "failed", row)
        self.assert_whole(self.fetch("--prefer", "sparql"), self.truth.dataset(DATASET), "dump")

    def test_an_error_page_after_a_good_count_fails_too(self):
        count = endpoint(self.triples, graph=self.GRAPH)
        self.query.serve("/query", lambda form, headers: (
            Answer(text=HTML, type="text/html") if "CONSTRUCT" in form["query"]
            else count(form, headers)))
        result = self.fetch("--prefer", "sparql")
        self.assert_whole(result, self.truth.dataset(DATASET), "dump")
        self.assertIn("HTML", result.errors)

    def capped(self):
        whole = endpoint(self.triples, graph=self.GRAPH)
        part = endpoint(self.triples[:30], graph=self.GRAPH)
        self.query.serve("/query", lambda form, headers: (
            part if "CONSTRUCT" in form["query"] else whole)(form, headers))

    def test_a_row_limit_is_not_the_end_of_the_data(self):
        self.capped()
        result = self.fetch("--prefer", "sparql")
        self.assert_whole(result, self.truth.dataset(DATASET), "dump")
        row = result.source("http://sparql.example.com/query")
        self.assertEqual((row["outcome"], row["code"]), ("partial", "sparql.incomplete"))
        self.assertEqual((row["expected"]["quads"], row["quads"]), (96, 0))

    def test_what_a_row_limit_let_through_is_kept_if_there_is_nothing_else(self):
        # fetch.md: if no way gives everything, the one that gave most is kept.
        self.capped()
        for to in ("out.nq", "-", "out.nq.gz"):
            with self.subTest(to):
                result = self.fetch("--only", "sparql", to=to)
                self.assertEqual(result.code, 1, result)
                self.assertIs(result.report["totals"]["complete"], False)
                self.assertEqual(len(result.quads), 30, result)

    def test_dump_semantics_overrides(self):
        [plan] = self.plan("--dump-semantics", "mirrors")["datasets"]
        self.assertEqual(plan["dumps"], {"meaning": "mirrors",
                                         "reason": "--dump-semantics mirrors"})
        [way] = [way for way in plan["ways"] if way["way"] == "dump"]
        [mirrors] = way["parts"]
        self.assertEqual({mirror["url"] for mirror in mirrors}, set(self.PARTS))
        result = self.fetch("--dump-semantics", "mirrors")
        self.assertEqual(sum(outcome == "whole" for outcome in result.outcomes("dump").values()),
                         1)
        self.assertEqual(sum(self.got(url.split("/")[2], "/" + url.split("/", 3)[3])
                             for url in self.PARTS), 1)

    def test_parts_can_be_forced_on_a_paper_form(self):
        first, second = self.truth.parts(2)
        publish(self.site, dataset(DATASET, dumps=[("http://www.example.com/a.nt", 2),
                                                   ("http://www.example.com/b.nt", 1)]))
        self.site.add("/a.nt", text=ntriples(first))
        self.site.add("/b.nt", text=ntriples(second))
        self.assertEqual(self.plan()["datasets"][0]["dumps"]["meaning"], "mirrors")
        self.assert_whole(self.fetch("--dump-semantics", "parts"), self.truth.dataset(DATASET),
                          "dump")

    def test_the_same_file_name_on_another_host_is_a_backup(self):
        # §3, decision rule 3: no part twice.
        publish(self.site, dataset(DATASET, dumps=["http://www.example.com/all.nt",
                                                   "http://mirror.example.net/all.nt"]))
        for host in (self.site, self.mirror):
            host.add("/all.nt", text=ntriples(self.truth.statements))
        result = self.fetch()
        self.assert_whole(result, self.truth.dataset(DATASET), "dump")
        self.assertEqual(self.got("mirror.example.net", "/all.nt"), 0)
        self.site.remove("/all.nt")
        self.assert_whole(self.fetch(), self.truth.dataset(DATASET), "dump")

    def test_several_graphs_lead_to_another_way(self):
        self.publish(self.SITEMAP.replace(">http://www.example.com/graph<", ">*<"))
        [plan] = self.plan()["datasets"]
        self.assertEqual(plan["graph_name"], "*")
        result = self.fetch("--prefer", "sparql")
        self.assert_whole(result, self.truth.dataset(DATASET), "dump")
        self.assertEqual(result.source("http://sparql.example.com/query")["code"],
                         "sparql.incomplete")


class Authority(PaperTest):
    """§5: a location on another host is a claim until that host says the same."""

    OWN = "http://www.example.com/all.nt"
    CONFIRMED = "http://mirror.example.net/copy.nt"
    CLAIMED = "http://backup.example.org/other.nt"

    def setUp(self):
        super().setUp()
        dumps = [(self.OWN, 1), (self.CONFIRMED, 1), (self.CLAIMED, 1)]
        publish(self.site, dataset(DATASET, dumps=dumps))
        publish(self.mirror, dataset(DATASET, dumps=[(self.CONFIRMED, 1)]))
        # The third host speaks of another dataset under that location.
        publish(self.backup, dataset("http://backup.example.org/else", dumps=[self.CLAIMED]))
        for host, path in ((self.site, "/all.nt"), (self.mirror, "/copy.nt"),
                           (self.backup, "/other.nt")):
            host.add(path, text=ntriples(self.truth.statements))

    def mirrors(self, *arguments):
        [plan] = self.plan(*arguments)["datasets"]
        [pool] = plan["ways"][0]["parts"]
        return {mirror["url"]: mirror for mirror in pool}

    def test_own_confirmed_and_claim_in_plan_and_report(self):
        expected = {self.OWN: "own", self.CONFIRMED: "confirmed", self.CLAIMED: "claim"}
        self.assertEqual({url: one["authority"] for url, one in self.mirrors().items()},
                         expected)
        self.assertIn("mirror.example.net/sitemap.xml",
                      self.mirrors()[self.CONFIRMED]["authority_reason"])
        result = self.fetch()
        self.assertEqual({row["url"]: row["authority"] for row in result.report["sources"]},
                         expected)

    def test_claims_can_be_left_out(self):
        mirrors = self.mirrors("--authoritative-only")
        self.assertEqual({url: one["robots"]["allowed"] for url, one in mirrors.items()},
                         {self.OWN: True, self.CONFIRMED: True, self.CLAIMED: False})
        for seed in range(12):
            self.assert_dataset(self.fetch("--authoritative-only", "--seed", str(seed)),
                                self.truth.dataset(DATASET))
        self.assertEqual(self.got("backup.example.org", "/other.nt"), 0)
        self.site.remove("/all.nt")
        self.mirror.remove("/copy.nt")
        result = self.fetch("--authoritative-only")
        self.assertEqual(result.code, 3, result)
        self.assertEqual(self.got("backup.example.org", "/other.nt"), 0)
        self.assertEqual(result.outcomes()[self.CLAIMED], "refused")
        self.assert_dataset(self.fetch(), self.truth.dataset(DATASET))

    def test_a_host_that_cannot_be_asked_confirms_nothing(self):
        self.mirror.add("/robots.txt", status=404, text="")
        self.assertEqual(self.mirrors()[self.CONFIRMED]["authority"], "claim")
