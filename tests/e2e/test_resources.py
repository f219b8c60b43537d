"""Memory does not grow with the size of a sitemap, a dump, a crawl's output or a page."""

import json
import zlib

from harness import ProgramTest
from semantic_sitemap import dataset, publish, sitemap
from web import Answer

MIB = 1024 * 1024
DATASET = "http://www.example.com/catalogue"
MANY = 20
ENTRIES = 50_000


class Memory(ProgramTest):
    def test_a_million_sitemap_entries(self):
        # Pages before and under the dataset's prefix, so that its seeds are gathered too.
        entries = "".join(
            f"<url><loc>http://www.example.com/things/NUMBER/{number}</loc>"
            "<lastmod>2024-05-01</lastmod></url>\n" for number in range(ENTRIES)).encode()
        head, _, tail = sitemap(dataset(
            DATASET, dumps=["http://www.example.com/all.nt"],
            prefixes=["http://www.example.com/things/"])).partition("</urlset>")
        bodies = [entries.replace(b"NUMBER", b"%d" % number) for number in range(2)]

        def body(number):
            return Answer(type="application/xml", data=b"".join(
                (head.encode(), bodies[number % 2].replace(b"things", b"things/s%d" % number),
                 b"</urlset>", tail.encode())))

        for number in range(MANY):
            self.site.serve(f"/sitemap{number}.xml", lambda *_, number=number: body(number))
        self.site.add("/robots.txt", text="Sitemap: http://www.example.com/index.xml\n")
        self.site.add("/index.xml", text=(
            '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' + "".join(
                f"<sitemap><loc>http://www.example.com/sitemap{number}.xml</loc></sitemap>"
                for number in range(MANY)) + "</sitemapindex>"))
        self.site.add("/all.nt", text="<http://x.example/s> <http://x.example/p> \"o\" .\n")
        plan = self.folder / "plan.json"
        with open(plan, "wb") as out:
            code, peak, errors = self.run_measured(
                "plan", "http://www.example.com/", "--format", "json", "--delay", "0",
                *self.web.connect_to_args(), stdout=out)
        self.assertEqual(code, 0, errors)
        [site] = json.loads(plan.read_text())["sites"]
        self.assertEqual(site["profile"]["pages"], MANY * ENTRIES)
        self.assertEqual(len(site["datasets"]), MANY)
        self.assertLess(peak / MIB, 64)

    def test_many_sitemaps_with_a_dataset_each(self):
        pages = "".join(f"<url><loc>http://www.example.com/things/SITE/{number}</loc></url>\n"
                        for number in range(10_500))
        names = []
        for number in range(100):
            names.append(f"http://www.example.com/s{number}.xml")
            text = sitemap(dataset(f"{DATASET}/{number}",
                                   dumps=[f"http://www.example.com/{number}.nt"],
                                   prefixes=[f"http://www.example.com/things/{number}/"]))
            self.site.serve(f"/s{number}.xml", lambda *_, text=text, number=number: Answer(
                type="application/xml", text=text.replace(
                    "</urlset>", pages.replace("SITE", str(number)) + "</urlset>")))
        self.site.add("/robots.txt", text="".join(f"Sitemap: {name}\n" for name in names))
        code, peak, errors = self.run_measured(
            "plan", "http://www.example.com/", "--format", "json", "--delay", "0", "--no-head",
            *self.web.connect_to_args())
        self.assertEqual(code, 0, errors)
        self.assertLess(peak / MIB, 64)

    def packed_dump(self, megabytes):
        """gzip of so many megabytes of N-Triples, and how many there are."""
        lines = "".join(f"<http://data.example/item/{number}> <http://data.example/value> "
                        f'"number {number * 7919 % 1_000_003}" .\n'
                        for number in range(40_000)).encode()
        times = megabytes * MIB // len(lines) + 1
        coder = zlib.compressobj(1, zlib.DEFLATED, 31)
        packed = b"".join([*(coder.compress(lines) for _ in range(times)), coder.flush()])
        return packed, times * 40_000

    def fetch_measured(self, *arguments):
        report = self.folder / "report.json"
        code, peak, errors = self.run_measured(
            "fetch", "http://www.example.com/", "--delay", "0", "--report", report,
            *self.web.connect_to_args(), *arguments, seconds=120)
        self.assertEqual(code, 0, errors)
        return peak / MIB, json.loads(report.read_text())["totals"]

    def test_a_large_dump(self):
        publish(self.site, dataset(DATASET, dumps=["http://www.example.com/all.nt.gz"]))
        packed, count = self.packed_dump(300)
        self.site.add("/all.nt.gz", data=packed)
        peak, totals = self.fetch_measured("-o", "/dev/null")
        self.assertEqual((totals["quads"], totals["complete"]), (count, True))
        self.assertLess(peak, 128)

    def test_an_attempt_that_is_taken_back_from_a_pipe_is_not_held_in_memory(self):
        publish(self.site, dataset(DATASET, dumps=[
            ("http://www.example.com/broken.nt.gz", 1), ("http://www.example.com/all.nt.gz", 0)]))
        packed, count = self.packed_dump(100)
        self.site.add("/broken.nt.gz", data=packed[:-8])
        self.site.add("/all.nt.gz", data=packed)
        peak, totals = self.fetch_measured()
        self.assertEqual((totals["quads"], totals["complete"]), (count, True))
        self.assertLess(peak, 128)
