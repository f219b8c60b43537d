"""What one run is led to in several ways it has once: in the output, in the counts, in every run."""

import json

from harness import ProgramTest, triples
from semantic_sitemap import dataset
import crawl_web

XMLNS = ('xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
         'xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"')
SITE = "http://www.example.com"


def sitemap(*datasets, pages=()):
    return (f"<urlset {XMLNS}>" + "".join(datasets)
            + "".join(f"<url><loc>{page}</loc></url>\n" for page in pages) + "</urlset>")


class HadOnce(ProgramTest):
    def lay_pages(self, host, site, count):
        for i in range(count):
            host.add(f"/p/{i}", text=triples(1, f"{site}/id/{i}")[0],
                     type="application/n-triples", etag=f'"{i}"')
        return [f"{site}/p/{i}" for i in range(count)]

    def run_of(self, urls, *more):
        """A run with a state: as many lines as it counts, none of them twice."""
        output, report = self.folder / "out.nq", self.folder / "report.json"
        result = self.run_program("fetch", *urls, "-o", output, "--report", report, "--delay", "0",
                                  *self.web.connect_to_args(), *more, output=output, report=report)
        self.assertEqual(len(result.lines), len(set(result.lines)), f"lines came twice; {result}")
        return result

    def assert_counts(self, result, count, code=0):
        self.assertEqual(result.code, code, result)
        self.assertEqual(len(result.lines), count, result)
        self.assertEqual(result.report["totals"]["quads"], count, result)

    def test_a_dataset_that_two_sitemaps_describe(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/1.xml\nSitemap: {SITE}/2.xml\n")
        self.site.add("/d.nt", text="".join(triples(10)))
        one = dataset(f"{SITE}/d", "D", dumps=[f"{SITE}/d.nt"])
        for name, other in (("the same", one),
                            ("without its label", dataset(f"{SITE}/d", dumps=[f"{SITE}/d.nt"])),
                            ("spelt otherwise",
                             dataset(f"{SITE}/d", "D", dumps=["http://WWW.example.com:80/./d.nt"]))):
            with self.subTest(name):
                self.site.add("/1.xml", text=sitemap(one)).add("/2.xml", text=sitemap(other))
                self.assert_counts(self.run_of([SITE], "--fresh"), 10)
                result = self.fetch(to="-")
                self.assertEqual(len(result.lines), 10, result)

    def test_datasets_with_different_files_stay_two(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/1.xml\nSitemap: {SITE}/2.xml\n")
        for i, name in enumerate("ab"):
            self.site.add(f"/{name}.nt", text="".join(triples(5, start=5 * i)))
            self.site.add(f"/{i + 1}.xml",
                          text=sitemap(dataset(f"{SITE}/d", "D", dumps=[f"{SITE}/{name}.nt"])))
        self.assert_counts(self.run_of([SITE]), 10)
        self.assert_counts(self.run_of([SITE]), 10)

    def test_a_site_its_sitemap_and_its_dump(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/d.nt", text="".join(triples(10)), etag='"1"')
        self.site.add("/sitemap.xml",
                      text=sitemap(dataset(f"{SITE}/d", "D", dumps=[f"{SITE}/d.nt"])))
        for more in (["/sitemap.xml"], ["/d.nt"], ["/d.nt", "/sitemap.xml", "/robots.txt"]):
            with self.subTest(more):
                urls = [f"{SITE}/"] + [SITE + path for path in more]
                self.assert_counts(self.run_of(urls, "--fresh"), 10)
                self.assert_counts(self.run_of(urls[::-1]), 10)

    def test_the_pages_of_a_site_that_is_named_twice(self):
        pages = self.lay_pages(self.site, SITE, 12)
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=crawl_web.urlset(pages[:8]))
        self.site.add("/more.xml", text=crawl_web.urlset(pages[4:]))
        for urls, count in (([f"{SITE}/", f"{SITE}/sitemap.xml"], 8),
                            ([f"{SITE}/sitemap.xml", f"{SITE}/more.xml"], 12)):
            for _ in range(3):
                with self.subTest(urls):
                    result = self.run_of(urls, "--fresh")
                    self.assert_counts(result, count)
                    self.assertEqual(len(result.report["datasets"]), 1, result)
            with self.subTest(urls, refresh=True):
                self.assert_counts(self.run_of(urls[::-1], "--changes", "changes"), count)
                self.assertNotRegex((self.folder / "changes").read_text("utf-8"), "(?m)^[AD] ")

    def test_one_page_in_several_spellings(self):
        self.lay_pages(self.site, SITE, 1)
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/r", answers=[crawl_web.redirect("/x/../p/./0")])
        self.site.add("/sitemap.xml", text=crawl_web.urlset([
            f"{SITE}/./p/0", f"{SITE}:80/p/0", f"{SITE}/x/../p/0", "HTTP://WWW.EXAMPLE.COM/p/0",
            f"{SITE}/%70/0", f"{SITE}/p/0#part", f"{SITE}/r", f"{SITE}/p/0"]))
        result = self.run_of([SITE])
        self.assert_counts(result, 1)
        self.assertIn(f"<{SITE}/p/0> .".encode(), result.lines[0])

    def test_a_server_that_insists_on_another_spelling(self):
        # Equal by RFC 3986, but it redirects to the one that it likes.
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/~a", answers=[crawl_web.redirect("/%7Ea")])
        self.site.add("/%7Ea", text=triples(1)[0], type="application/n-triples")
        self.site.add("/sitemap.xml", text=crawl_web.urlset([f"{SITE}/%7ea"]))
        self.assert_counts(self.run_of([SITE]), 1)


class PagesOfSeveralCrawls(HadOnce):
    """A page that several crawls of one run come to is written by one of them, whichever is kept."""

    def lay(self, *datasets, pages=()):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=sitemap(*datasets, pages=pages))

    def lay_pages(self, host, site, count):
        # What they speak of is elsewhere: nothing leads beyond them.
        return super().lay_pages(host, "http://data.example", count) and [
            f"{site}/p/{i}" for i in range(count)]

    def of(self, name, prefix, *samples):
        return dataset(f"{SITE}/{name}", prefixes=[f"{SITE}{prefix}"], samples=samples)

    def assert_stays(self, urls, count):
        """A refresh gives the same, and nothing that has changed."""
        self.assert_counts(self.run_of(urls, "--changes", "changes"), count)
        self.assertNotRegex((self.folder / "changes").read_text("utf-8"), "(?m)^[AD] ")

    def test_prefixes_that_overlap(self):
        pages = self.lay_pages(self.site, SITE, 3)
        for prefixes in (("/p/", "/p/"), ("/p/", "/"), ("/", "/p/")):
            with self.subTest(prefixes):
                self.lay(self.of("a", prefixes[0], *pages), self.of("b", prefixes[1], *pages[1:]))
                result = self.run_of([SITE], "--fresh")
                self.assert_counts(result, 3)
                self.assertIn("are in the output once", result.errors)
                self.assert_stays([SITE], 3)
                result = self.fetch(to="-")
                self.assertEqual((len(result.lines), result.code), (3, 0), result)

    def test_all_pages_of_one_are_pages_of_the_other(self):
        pages = self.lay_pages(self.site, SITE, 2)
        self.lay(self.of("a", "/p/", *pages), self.of("b", "/p/", *pages))
        result = self.run_of([SITE])
        self.assert_counts(result, 2)
        self.assertEqual([one["complete"] for one in result.report["datasets"]], [True, True])

    def test_the_samples_of_two_datasets(self):
        pages = self.lay_pages(self.site, SITE, 2)
        self.lay(self.of("a", "/p/", *pages), self.of("b", "/p/", pages[1]))
        self.assert_counts(self.run_of([SITE], "--sample"), 2)

    def test_names_that_redirect_to_one_document(self):
        [page] = self.lay_pages(self.site, SITE, 1)
        for name in "ab":
            self.site.add(f"/{name}/1", answers=[crawl_web.redirect("/p/0")])
        self.lay(*(self.of(name, f"/{name}/", f"{SITE}/{name}/1") for name in "ab"))
        result = self.run_of([SITE])
        self.assert_counts(result, 1)
        self.assertIn(f"<{page}> .".encode(), result.lines[0])

    def test_lists_of_two_sites(self):
        pages = self.lay_pages(self.site, SITE, 4)
        other = self.web.host("other.example")
        other.add("/robots.txt", text="Sitemap: http://other.example/s.xml\n")
        other.add("/s.xml", text=crawl_web.urlset(pages[1:]))
        for datasets in ((), (self.of("a", "/p/", *pages),)):
            with self.subTest(datasets):
                self.lay(*datasets, pages=pages)
                for urls in ([SITE, "http://other.example/"], ["http://other.example/", SITE]):
                    self.assert_counts(self.run_of(urls, "--fresh"), 4)
                    self.assert_stays(urls, 4)

    def test_what_the_first_has_no_more_the_second_has(self):
        pages = self.lay_pages(self.site, SITE, 3)
        both = self.of("a", "/p/", *pages), self.of("b", "/", pages[2])
        self.lay(*both)
        self.assert_counts(self.run_of([SITE]), 3)
        self.lay(both[1], pages=pages[:2])
        self.assert_counts(self.run_of([SITE]), 3)
        self.lay(*both)
        self.assert_stays([SITE], 3)

    def test_other_quads_are_another_page(self):
        # One graph for each dataset: what is said is said in both.
        pages = self.lay_pages(self.site, SITE, 2)
        self.lay(self.of("a", "/p/", *pages), self.of("b", "/p/", *pages))
        self.assert_counts(self.run_of([SITE], "--graph", "dataset"), 4)


class ToldPlainly(ProgramTest):
    def test_an_unreachable_robots_txt_that_is_ignored(self):
        self.site.add("/robots.txt", status=500)
        self.site.add("/sitemap.xml", text=crawl_web.urlset([f"{SITE}/p"]))
        self.site.add("/p", text=triples(1)[0], type="application/n-triples")
        result = self.fetch("--retries", "1", "--ignore-robots")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(result.lines), 1, result)
        result = self.fetch("--retries", "1")
        self.assertEqual(result.code, 3, result)

    def test_why_there_is_no_sitemap(self):
        for answer, told in (({"status": 404}, "does not exist"),
                             ({"text": "<html><body>Hello</body></html>", "type": "text/html"},
                              "is an HTML page"),
                             ({"text": "User-agent: *\n"}, "names no sitemap")):
            with self.subTest(told):
                self.site.add("/robots.txt", **answer)
                self.site.add("/", text="<html><title>x</title></html>", type="text/html")
                result = self.fetch("--no-guess")
                self.assertEqual(result.code, 3, result)
                self.assertIn(f"robots.txt {told}", result.errors)
                self.assertIn(f"semsite convert {SITE}/", result.errors)

    def test_a_dataset_of_a_site_without_any(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=crawl_web.urlset([f"{SITE}/p"]))
        result = self.fetch("--dataset", "Dta")
        self.assertEqual(result.code, 3, result)
        self.assertIn("no dataset is called Dta", result.errors)

    def test_lines_of_a_list_of_sites(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=crawl_web.urlset([f"{SITE}/p"]))
        self.site.add("/p", text=triples(1)[0], type="application/n-triples")
        (self.folder / "sites").write_text(f"# all\n\n{SITE}/ # ours\ngopher://x.example/\n", "utf-8")
        result = self.run_program("fetch", "--sites", "sites", "--delay", "0",
                                  *self.web.connect_to_args())
        self.assertNotIn("%20", result.errors)
        self.assertIn("--sites sites, line 4: gopher://x.example/", result.errors)
        self.assertEqual(len(result.out.splitlines()), 1, result)

    def test_no_tls_at_a_port(self):
        self.site.add("/d.nt", text=triples(1)[0])
        port = self.web.port("www.example.com")
        result = self.run_program("convert", f"https://127.0.0.1:{port}/d.nt", "--retries", "1")
        self.assertIn("did you mean http://", result.errors)

    def test_a_context_that_is_gone(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=crawl_web.urlset([f"{SITE}/p"]))
        self.site.add("/c", text='{"@context": {"n": "http://words.example/n"}}',
                      type="application/ld+json")
        self.site.add("/p", text=json.dumps({"@context": f"{SITE}/c", "@id": f"{SITE}/1", "n": "x"}),
                      type="application/ld+json", etag='"1"')
        command = ("fetch", f"{SITE}/", "-o", "out.nq", "--report", "report.json", "--delay", "0",
                   "--retries", "1", *self.web.connect_to_args())
        self.assertEqual(self.run_program(*command).code, 0)
        self.site.add("/c", status=404)
        result = self.run_program(*command, report=self.folder / "report.json")
        self.assertEqual(result.code, 0, result)
        self.assertIn(f"the context {SITE}/c cannot be had", result.errors)
        [note] = result.report["notes"]
        self.assertIn("it is used as it was had before", note)
