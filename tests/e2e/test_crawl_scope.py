"""What a crawl asks for, and what it leaves alone, as its options say."""

import subprocess
import time
from urllib.parse import urlsplit

from crawl_run import CrawlTest
from big_web_documents import in_graph, jsonld_page, thing
import crawl_web
import quads

PROV = "http://www.w3.org/ns/prov#"


class ScopeTest(CrawlTest):
    def paths(self, asked, host=None):
        return {request.path for request in asked.documents
                if host in (None, request.host.partition(":")[0])}

    def codes(self, result):
        """All codes of the report's sources."""
        found = set()
        for row in result.report["sources"]:
            found.add(row.get("code"))
            found |= {note.get("code") for key in ("noted", "noted_documents")
                      for note in row.get(key) or ()}
        return found

    def of_pages(self, pages, numbers):
        return frozenset().union(*(pages.quads[pages.url(number)] for number in numbers))


class Bounds(ScopeTest):
    def test_include_and_exclude_choose_among_pages(self):
        pages = crawl_web.Pages(self.web, 30)
        result, asked = self.run_it("--include", "*/p/1*", "--exclude", "*/p/13.html")
        wanted = [1, *(number for number in range(10, 20) if number != 13)]
        self.assertEqual(self.paths(asked), {f"/p/{number}.html" for number in wanted})
        self.assert_same(self.of_pages(pages, wanted), result)

    def test_exclude_holds_for_links_of_linked_data_too(self):
        crawl_web.linked_data(self.web, 15)
        _, asked = self.run_it("--exclude", "*/id/2")
        self.assertNotIn("/id/2", self.paths(asked))
        self.assertIn("/id/3", self.paths(asked))

    def test_since_leaves_out_what_the_sitemap_calls_older(self):
        pages = crawl_web.Pages(self.web, 10, lastmod=True)
        for number in (2, 7):
            pages.put(number, f"page {number}", "2025-03-01T00:00:00Z")
        pages.publish()
        result, asked = self.run_it("--since", "2025-01-01")
        self.assertEqual(self.paths(asked), {"/p/2.html", "/p/7.html"})
        self.assert_same(self.of_pages(pages, (2, 7)), result)

    def test_max_pages_ends_a_crawl_and_is_named(self):
        crawl_web.Pages(self.web, 30)
        result, asked = self.run_it("--max-pages", 7)
        self.assertEqual(len(asked.documents), 7)
        self.assertEqual(result.code, 1, result)
        self.assertIn("crawl.max-pages", self.codes(result))

    def test_max_depth_counts_links_and_is_named(self):
        crawl_web.linked_data(self.web, 31)
        result, asked = self.run_it("--max-depth", 2)
        self.assertEqual({path for path in self.paths(asked) if path.startswith("/id/")},
                         {f"/id/{number}" for number in range(7)})
        self.assertEqual(result.code, 1, result)
        self.assertIn("crawl.max-depth", self.codes(result))

    def test_max_time_ends_a_crawl_in_good_order(self):
        pages = crawl_web.Pages(self.web, 200)
        started = time.monotonic()
        result, asked = self.run_it("--max-time", "2s", "--delay", "0.05")
        self.assertLess(time.monotonic() - started, 6)
        self.assertEqual(result.code, 1, result)
        self.assertLess(len(asked.documents), 100)
        graphs = {quad[3][1] for quad in result.quads}
        self.assertGreaterEqual(len(graphs), 5)
        for graph in graphs:  # each document wholly or not at all
            said = frozenset(quad for quad in result.quads if quad[3][1] == graph)
            self.assertTrue(quads.isomorphic(frozenset(pages.quads[graph]), said), graph)


class OneThing(ScopeTest):
    def test_a_resource_alone(self):
        expected = crawl_web.linked_data(self.web, 15)
        result, asked = self.run_it("--resource", "http://things.example/id/5")
        self.assertEqual(self.paths(asked), {"/id/5", "/doc/5"})
        self.assertEqual(result.code, 0, result)
        self.assert_same(frozenset(quad for quad in expected
                                   if quad[3][1].endswith("/doc/5")), result)

    def test_samples_alone(self):
        expected = crawl_web.linked_data(self.web, 15)
        result, asked = self.run_it("--sample")
        self.assertEqual(self.paths(asked), {"/id/0", "/doc/0"})
        self.assert_same(frozenset(quad for quad in expected
                                   if quad[3][1].endswith("/doc/0")), result)

    def test_a_fragment_is_not_sent_and_its_document_asked_for_once(self):
        host, base = self.web.host("hash.example"), "http://hash.example"
        said = thing(f"{base}/d#a", "a") + thing(f"{base}/d#b", "b", f"{base}/d#a")[:2]
        host.add("/d", text=crawl_web.RDF_TYPES["text/turtle"](said), type="text/turtle")
        crawl_web.publish(host, crawl_web.dataset(
            f"{base}/set", prefixes=[f"{base}/d"], samples=[f"{base}/d#a", f"{base}/d#b"]))
        result, asked = self.run_it()
        self.assertEqual([request.path for request in asked.documents], ["/d"])
        self.assert_same(frozenset(in_graph(said, f"{base}/d")), result)

    def test_rdf_is_preferred_to_pages(self):
        crawl_web.linked_data(self.web, 3)
        _, asked = self.run_it()
        for request in asked.documents:
            weight = dict((item.partition(";")[0].strip(),
                           float(item.partition("q=")[2] or 1))
                          for item in request.headers["Accept"].split(","))
            self.assertGreater(weight["text/turtle"], weight["text/html"])
            self.assertGreaterEqual(weight["application/n-triples"], weight["text/turtle"])


class Hosts(ScopeTest):
    def test_a_page_elsewhere_that_the_sitemap_names_is_asked_for_politely(self):
        pages = crawl_web.Pages(self.web, 4)
        other = self.web.host("other.example", address="127.0.9.1")
        page, said = jsonld_page("http://other.example/p.html", "elsewhere",
                                 ["http://other.example/q.html"])
        other.add("/p.html", text=page)
        other.add("/no.html", text=page)
        other.add("/robots.txt", text="User-agent: *\nDisallow: /no\n")
        pages.host.add("/map1.xml", text=crawl_web.urlset(
            [*pages.listed[2:], "http://other.example/p.html", "http://other.example/no.html"]))
        self.entries = lambda: ["http://pages.example/"]
        result, asked = self.run_it()
        self.assertEqual([r.path for r in self.web.log if r.host.startswith("other")],
                         ["/robots.txt", "/p.html"])
        self.assert_same(frozenset(pages.expected() | said), result)

    def test_several_sites_and_one_that_is_silent(self):
        # One bad site does not slow the others.
        expected = set()
        for number in range(6):
            expected |= crawl_web.Pages(self.web, 10, address=f"127.0.{number + 1}.1",
                                        name=f"site{number}.example").expected()
        silent = self.web.host("silent.example", address="127.0.9.1")
        silent.guard = lambda *_: crawl_web.Answer(text="x", stall=0)
        (self.folder / "sites.txt").write_text(
            "# the silent one first\nhttp://silent.example/\n"
            + "".join(f"http://site{number}.example/\n" for number in range(6)), "utf-8")
        self.entries = lambda: ["--sites", "sites.txt"]
        result, asked = self.run_it("--stall-timeout", 4, "--retries", 2)
        self.assertEqual(result.code, 1, result)
        self.assert_same(frozenset(expected), result)
        begun = min(request.time for request in self.web.log)
        ended = max(request.over for request in self.web.log
                    if not request.host.startswith("silent"))
        self.assertLess(ended - begun, 3)


class Output(ScopeTest):
    def test_standard_output_needs_no_state(self):
        expected = crawl_web.linked_data(self.web, 10)
        done = subprocess.run(self.command(to="-"), cwd=self.folder, capture_output=True,
                              timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(quads.isomorphic(frozenset(expected), quads.read_dataset(done.stdout)))
        self.assertEqual([path.name for path in self.folder.iterdir() if "state" in path.name], [])

    def test_provenance_stands_in_a_graph_of_its_own(self):
        pages = crawl_web.Pages(self.web, 5)
        pages.fail(3, 404)
        result, _ = self.run_it("--provenance")
        documents = set(pages.listed)
        data = frozenset(quad for quad in result.quads if quad[3] and quad[3][1] in documents)
        self.assertTrue(quads.isomorphic(self.of_pages(pages, (0, 1, 2, 4)), data))
        rest = result.quads - data
        self.assertEqual(len({quad[3] for quad in rest}), 1, "one graph")
        texts = {term[1] for quad in rest for term in quad if term}
        self.assertTrue(any(text.startswith(PROV) for text in texts))
        [requests] = [int(quad[2][1]) for quad in rest if quad[1][1].endswith("#requests")
                      and (quad[0][1], PROV + "Activity") in
                      {(other[0][1], other[2][1]) for other in rest}]
        self.assertEqual(requests, result.report["totals"]["requests"])
        self.assertLessEqual(documents, texts, "each document, the failed one too")
        self.assertIn("http://www.w3.org/2001/XMLSchema#dateTime",
                      {quad[2][2] for quad in rest if quad[2][0] == "literal"})

    def test_provenance_calls_a_described_dataset_one_of_void(self):
        expected = frozenset(crawl_web.fragments(self.web, 3))
        result, _ = self.run_it("--provenance")
        self.assertLessEqual(expected, result.quads)
        self.assertTrue(any(term[1].startswith("http://rdfs.org/ns/void#")
                            for quad in result.quads - expected for term in quad if term))

    def test_the_graph_is_the_final_url(self):
        expected = crawl_web.linked_data(self.web, 10)
        result, _ = self.run_it()
        self.assertEqual({urlsplit(quad[3][1]).path for quad in result.quads},
                         {f"/doc/{number}" for number in range(10)})
        self.assert_same(frozenset(expected), result)
