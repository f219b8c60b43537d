"""A refresh in which a file cannot be had whole: what an earlier run had of it stays (fetch.md, State)."""

from crawl_run import CrawlTest
from harness import triples
from semantic_sitemap import dataset, publish
from web import Answer

SITE = "http://www.example.com"


class FormerFiles(CrawlTest):
    options = ("--delay", "0", "--retries", "1")

    def setUp(self):
        super().setUp()
        self.site = self.web.host("www.example.com")
        publish(self.site, *(dataset(f"{SITE}/{name}", dumps=[f"{SITE}/{name}.nt"]) for name in ("one", "two")))
        self.offer("one", 50)
        self.offer("two", 30)

    def offer(self, name, count, start=0):
        text = "".join(triples(count, name=f"http://data.example/{name}", start=start))
        self.site.add(f"/{name}.nt", text=text)
        return text

    def lines(self):
        return sorted(set((self.folder / "out.nq").read_bytes().splitlines()))

    def run_with_list(self, *more):
        result, _ = self.run_it("--changes", "list", *more)
        text = (self.folder / "list").read_text("utf-8").splitlines()
        return result, {line for line in text if line.startswith("D ")}, {line for line in text
                                                                         if line.startswith("A ")}

    def test_what_fails_stays_and_is_told_and_had_again_later(self):
        for name, answers in (("status", [Answer(status=500)]), ("gone", [Answer(status=404)]),
                              ("page", [Answer(text="<html><body>maintenance</body></html>", type="text/html")]),
                              ("empty", [Answer(text="")]),
                              ("half", [Answer(text="".join(triples(25, start=900)), cut=1000)])):
            with self.subTest(name):
                self.clear()
                self.offer("one", 50)
                self.offer("two", 30)
                first, _, _ = self.run_with_list()
                self.assertEqual(first.code, 0, first)
                before = self.lines()
                self.assertEqual(len(before), 80)
                self.site.add("/one.nt", answers=answers)
                new = self.offer("two", 31)
                result, gone, added = self.run_with_list()
                self.assertEqual(result.code, 1, result)
                self.assertIn("what an earlier run had of it stays in the output", result.errors)
                self.assertEqual(gone, set())
                self.assertEqual(len(added), 1, added)
                self.assertEqual(len(self.lines()), 81)
                self.assertLess(set(before), set(self.lines()))
                again, gone, added = self.run_with_list()  # a second night
                self.assertEqual((again.code, gone, added), (1, set(), set()), again)
                self.assertEqual(len(self.lines()), 81)
                self.offer("one", 49)
                healed, gone, added = self.run_with_list()
                self.assertEqual((healed.code, len(gone), added), (0, 1, set()), healed)
                self.assertEqual(len(self.lines()), len(new.splitlines()) + 49)

    def test_one_part_of_several(self):
        self.site.add("/a.nt", text="".join(triples(5)))
        self.site.add("/b.nt", text="".join(triples(5, start=100)))
        publish(self.site, dataset(f"{SITE}/d", dumps=[f"{SITE}/a.nt", f"{SITE}/b.nt"]))
        first, _, _ = self.run_with_list("--dump-semantics", "parts")
        self.assertEqual(first.code, 0, first)
        self.site.add("/a.nt", answers=[Answer(status=503)])
        self.site.add("/b.nt", text="".join(triples(6, start=100)))
        result, gone, added = self.run_with_list("--dump-semantics", "parts")
        self.assertEqual((result.code, gone, len(added)), (1, set(), 1), result)
        self.assertEqual(len(self.lines()), 11)

    def test_a_budget_leaves_no_half_beside_the_whole(self):
        first, _, _ = self.run_with_list()
        self.assertEqual(first.code, 0, first)
        before = self.lines()
        self.site.add("/two.nt", text="".join(triples(4000, name="http://data.example/new")))
        result, gone, added = self.run_with_list("--max-bytes", "50k", "--rate", "100k")
        self.assertEqual(result.code, 1, result)
        self.assertEqual((gone, added), (set(), set()), result)
        self.assertEqual(self.lines(), before)


class EntriesAreTold(CrawlTest):
    """Quads of entries of sitemaps stand in a list of changes once."""

    options = ("--delay", "0")

    def test_each_once(self):
        site = self.web.host("www.example.com")
        site.add("/robots.txt", text=f"User-agent: *\nAllow: /\nSitemap: {SITE}/sitemap.xml\n")
        site.add("/p.pdf", data=b"%PDF-1.7", type="application/pdf")
        site.add("/sitemap.xml", type="application/xml", text=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
            'xmlns:diwoo="https://standaarden.overheid.nl/diwoo/metadata/">'
            f"<url><loc>{SITE}/p.pdf</loc><diwoo:Document><diwoo:DiWoo><diwoo:titelcollectie><diwoo:officieleTitel>t"
            "</diwoo:officieleTitel></diwoo:titelcollectie></diwoo:DiWoo></diwoo:Document></url></urlset>"))
        result, _ = self.run_it("--changes", "list")
        self.assertEqual(result.code, 0, result)
        told = [line for line in (self.folder / "list").read_text("utf-8").splitlines() if line.startswith("A ")]
        self.assertGreater(len(told), 0)
        self.assertEqual(len(told), len(set(told)))
        self.assertEqual({line[2:] for line in told}, {line.decode() for line in result.lines})
