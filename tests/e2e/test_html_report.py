"""The account of a run as a page for people (docs/report.md), looked at in a browser."""

import functools
import json
import re
import signal
import subprocess
import time

from harness import PROGRAM, ProgramTest, triples
from browser import Browser
from eventful_site import SITE, add_eventful_site
from semantic_sitemap import dataset, publish

RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def number(text):
    """1234 of "1 234 quads", with thin spaces or commas."""
    return int(re.sub(r"[,\u202f]", "", re.search(r"\d[\d,\u202f]*", text)[0]))


class Page(ProgramTest):
    """One browser for all tests of the file."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.driver.quit)

    def fetch_page(self, *arguments, **keywords):
        page = self.folder / "run.html"
        page.unlink(missing_ok=True)
        return page, self.fetch("--report", page, *arguments, **keywords)

    def tiles(self):
        return dict(zip(self.browser.texts("#totals dt"), self.browser.texts("#totals dd")))

    def table(self, caption):
        """Rows of the table with this caption, folded or not."""
        return self.browser.run("""
            const table = [...document.querySelectorAll('table')].find(
                t => t.caption && t.caption.textContent === arguments[0]);
            return table && [...table.tBodies[0].rows].map(
                r => [...r.cells].map(c => c.textContent.trim()))""", caption)


class EventfulRun(Page):
    def setUp(self):
        super().setUp()
        add_eventful_site(self.web)
        self.page, self.result = self.fetch_page("--seed", "1", "--retries", "1")
        self.report = self.result.report
        self.browser.screen(1280)
        self.browser.open_file(self.page)

    def test_is_a_page_that_asks_for_nothing_and_runs_nothing(self):
        self.assertEqual(self.result.code, 1, self.result)
        self.assertEqual(self.browser.errors(), [])
        self.assertEqual([url for url in self.browser.requests()
                          if url != self.page.as_uri() and url != "data:,"], [])
        self.assertIsNone(self.browser.run("return window.harmed"))
        self.assertEqual(self.browser.run("return document.scripts.length"), 0)
        # The style came through its own policy.
        self.assertNotEqual(self.browser.run(
            "return getComputedStyle(document.querySelector('.card')).borderRadius"), "0px")

    def test_links_lead_to_the_web_and_nowhere_else(self):
        links = self.browser.run("return [...document.links].map(a => [a.protocol, a.rel])")
        self.assertGreater(len(links), 20)
        self.assertEqual({protocol for protocol, _ in links}, {"http:"})
        self.assertEqual({"noreferrer" in rel for _, rel in links}, {True})

    def test_text_of_the_web_stays_text(self):
        words = self.browser.text("body")
        self.assertIn("Registry <script>window.harmed = 1</script> \"' onmouseover=", words)
        self.assertIn("[U+202E]", words)
        self.assertNotIn("\u202e", words)
        self.assertFalse(self.browser.run(
            "return [...document.querySelectorAll('*')].some(e => e.onmouseover !== null)"))

    def test_numbers_are_those_of_the_json_report(self):
        totals, sources = self.report["totals"], self.report["sources"]
        tiles = self.tiles()
        self.assertEqual(number(tiles["quads in the output"]), totals["quads"])
        self.assertEqual(number(tiles["requests"]), totals["requests"])
        self.assertEqual(number(tiles["faults"]), totals["faults"])
        self.assertEqual(totals["quads"], len(self.result.lines))
        exact = self.browser.run(
            "return [...document.querySelectorAll('#totals dd span')].map(e => e.title)")
        self.assertIn(f'{totals["bytes"]:,} bytes', exact)
        complete = sum(one["complete"] for one in self.report["datasets"])
        self.assertEqual(tiles["datasets complete"],
                         f'{complete} of {len(self.report["datasets"])}')
        outcomes = {}
        for source in sources:
            outcomes[source["outcome"]] = outcomes.get(source["outcome"], 0) + 1
        self.assertEqual({words.split(" (")[0].replace(" ", "-"): number(count)
                          for words, count in self.table("How the sources ended")}, outcomes)
        for title, key in (("Quads by source", "quads"), ("Bytes by source", "bytes")):
            with self.subTest(title):
                rows = {url: number(count) for url, count in self.table(title)}
                self.assertEqual(rows.pop("all others", 0) + sum(rows.values()),
                                 sum(source[key] for source in sources))
                for source in sources:
                    if len(source["url"]) < 100 and source["url"] in rows:
                        self.assertEqual(rows[source["url"]], source[key])
        times = {row[0]: row[1:] for row in self.table("When each source was fetched")}
        started = [source for source in sources if "started_after" in source]
        self.assertEqual(len(times), len(started))
        for source in started:
            if source["url"] in times:
                self.assertEqual(times[source["url"]],
                                 [source["outcome"], f'{source["started_after"]:.3f}',
                                  f'{source["seconds"]:.3f}'])

    def test_terms_are_those_of_the_output(self):
        properties, classes = {}, {}
        for quad in self.result.quads:
            properties[quad[1][1]] = properties.get(quad[1][1], 0) + 1
            if quad[1][1] == RDF_TYPE and quad[2][0] == "iri":
                classes[quad[2][1]] = classes.get(quad[2][1], 0) + 1
        terms = self.report["terms"]
        self.assertEqual(terms["quads"], len(self.result.quads))
        for name, truth in (("properties", properties), ("classes", classes)):
            with self.subTest(name):
                self.assertEqual({row["iri"]: row["count"] for row in terms[name]["top"]}, truth)
                self.assertIs(terms[name]["exact"], True)
                self.assertEqual({iri: number(count) for iri, count in
                                  self.table(name.capitalize())}, truth)

    def test_bars_are_as_long_as_their_numbers(self):
        bars = self.browser.run("""
            return [...document.querySelectorAll('figure .bars li')].filter(
                li => li.closest('figure').querySelector('h3').textContent === 'Quads by source'
            ).map(li => [li.querySelector('.value').textContent,
                         li.querySelectorAll('rect')[1].getBoundingClientRect().width,
                         li.querySelectorAll('rect')[0].getBoundingClientRect().width])""")
        longest = max(number(text) for text, _, _ in bars)
        self.assertGreater(len(bars), 5)
        for text, width, whole in bars:
            self.assertAlmostEqual(width / whole, number(text) / longest, delta=0.01)

    def test_says_what_is_missing_and_why(self):
        missing = " ".join(self.browser.texts("#verdict li"))
        for name in ("Names with a dump that breaks off", "Registry", "Old letters",
                     "What robots.txt keeps to itself"):
            self.assertIn(name, missing)
        # Made up for by the mirror.
        self.assertNotIn("Measurements", missing)
        failures = self.browser.text("#failures")
        self.assertIn("<!doctype html><title><script>", failures)
        self.assertIn("an HTML page", failures)
        self.assertIn("<p>Too many letters", failures)  # of the page that came with 503
        self.assertIn("Nothing is missing by it", failures)
        [row] = [row for row in self.table("Faults over all sources")
                 if row[0] == "nquads.bad-iri"]
        self.assertEqual(number(row[1]), self.report["faults"]["nquads.bad-iri"])
        self.assertIn("an IRI has a character that it may not have", row[2])

    def test_every_way_stands_there_with_its_verdict(self):
        tables = self.browser.run("""
            return [...document.querySelectorAll('table')].filter(
                t => t.caption.textContent.startsWith('Ways')).map(
                t => [...t.tBodies[0].rows].map(r => [...r.cells].map(c => c.textContent)))""")
        ways = [way for one in self.report["datasets"] for way in one["ways"]]
        self.assertEqual(sum(map(len, tables)), len(ways))
        for row, way in zip((row for table in tables for row in table), ways):
            self.assertTrue(row[0].startswith(way["way"]))
            self.assertEqual(row[2], way["reason"])

    def test_fits_every_screen_in_light_and_dark(self):
        papers = {}
        for dark in (False, True):
            for width in (320, 390, 768, 1280, 1920):
                with self.subTest(width=width, dark=dark):
                    self.browser.screen(width, dark=dark)
                    self.browser.unfold()
                    self.assertLessEqual(self.browser.overflow(), 0)
                    if width in (390, 1280):
                        self.assertEqual(self.browser.accessibility(), [])
            ratio, text = self.browser.contrasts()[0]
            self.assertGreaterEqual(ratio, 4.5, text)
            papers[dark] = self.browser.run(
                "return getComputedStyle(document.body).backgroundColor")
        self.assertNotEqual(papers[False], papers[True])

    def test_prints_without_anything_folded_away(self):
        self.browser.screen(800, media="print", dark=True)
        self.assertEqual(self.browser.run(
            "return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        ratio, text = self.browser.contrasts()[0]
        self.assertGreaterEqual(ratio, 4.5, text)
        self.assertTrue(self.browser.run(
            "return document.querySelector('details table').getBoundingClientRect().height > 0"))

    def test_can_be_read_by_those_who_do_not_see_it(self):
        self.assertEqual(self.browser.run("""
            const wrong = [];
            for (const e of document.querySelectorAll('svg[role=img]'))
                if (!e.querySelector('title')?.textContent) wrong.push(e.outerHTML);
            for (const e of document.querySelectorAll('svg:not([role=img])'))
                if (e.getAttribute('aria-hidden') !== 'true') wrong.push(e.outerHTML);
            for (const e of document.querySelectorAll('table'))
                if (!e.caption?.textContent) wrong.push(e.outerHTML);
            for (const e of document.querySelectorAll('th'))
                if (!e.scope || !e.textContent) wrong.push(e.outerHTML);
            let last = 0;
            for (const e of document.querySelectorAll('h1,h2,h3,h4')) {
                const level = Number(e.tagName[1]);
                if (level > last + 1) wrong.push(e.outerHTML);
                last = level;
            }
            if (document.querySelectorAll('h1').length !== 1) wrong.push('h1');
            if (!document.documentElement.lang) wrong.push('lang');
            return wrong"""), [])


class FailuresOfPages(Page):
    """The first line of what came for pages of a crawl that could not be had."""

    def setUp(self):
        super().setUp()
        answers = {
            "good.ttl": {"text": "<#it> <http://p.example/n> 1 .\n", "type": "text/turtle"},
            "error.ttl": {"status": 500, "type": "text/html",
                          "text": "\n \r\n<h1>Out of order</h1>\n<p>Come back later"},
            "login.ttl": {"type": "text/html", "text": "<!doctype html><title>Log in</title>\n"},
            "binary.ttl": {"type": "text/turtle", "data": b"\x7fELF\x02\x01\x00\x00\xff\xfe" * 100},
            "hostile.ttl": {"status": 403, "type": "text/html", "text":
                            "<img src=x onerror='window.harmed = 1'>"
                            "<script>window.harmed = 1</script>\u202e\n"},
            "latin.ttl": {"status": 501, "type": "text/plain", "data": b"caf\xe9 closed\x1b[2J"},
            "long.ttl": {"status": 501, "type": "text/plain", "text": "long " * 1000},
            "missing.ttl": {"status": 404, "type": "text/html", "text": "<h1>Nothing here</h1>"}}
        self.site.add("/robots.txt", text=f"User-agent: *\nSitemap: {SITE}/sitemap.txt\n")
        self.site.add("/sitemap.txt", text="".join(f"{SITE}/{name}\n" for name in answers))
        for name, answer in answers.items():
            self.site.add(f"/{name}", **answer)
        self.page, self.result = self.fetch_page("--retries", "1")

    def test_stand_in_the_json_report(self):
        self.assertEqual(self.result.code, 1, self.result)
        [crawl] = [source for source in self.result.report["sources"]
                   if source["way"] == "crawl"]
        pages = {page["name"].removeprefix(f"{SITE}/"): page
                 for page in crawl["noted_documents"]}
        self.assertEqual(pages["login.ttl"]["code"], "document.html")
        self.assertEqual(pages["binary.ttl"]["code"], "document.binary")
        begins = {name: page.get("begins") for name, page in pages.items()}
        self.assertEqual(begins.pop("long.ttl"), ("long " * 1000)[:160] + "…")
        self.assertLess(len(begins["binary.ttl"]), 170)
        self.assertTrue(begins.pop("binary.ttl").startswith("\\x7FELF\\x02\\x01\\x00\\x00\ufffd"))
        self.assertEqual(begins, {
            "error.ttl": "<h1>Out of order</h1>",
            "login.ttl": "<!doctype html><title>Log in</title>",
            "hostile.ttl": "<img src=x onerror='window.harmed = 1'>"
                           "<script>window.harmed = 1</script>\u202e",
            "latin.ttl": "caf\ufffd closed\\x1B[2J",
            "missing.ttl": None})  # docs/report.md: its page is not read

    def test_stand_in_the_page_as_text(self):
        self.browser.screen(390)
        self.browser.open_file(self.page)
        self.browser.unfold()
        words = self.browser.text("#failures")
        for line in ("<h1>Out of order</h1>", "<!doctype html><title>Log in</title>", "\\x7FELF",
                     "<script>window.harmed = 1</script>[U+202E]", "caf\ufffd closed\\x1B[2J"):
            self.assertIn(line, words)
        self.assertNotIn("Come back later", words)
        self.assertIsNone(self.browser.run("return window.harmed"))
        self.assertEqual(self.browser.errors(), [])
        self.assertLessEqual(self.browser.overflow(), 0)


class OtherRuns(Page):
    def test_a_complete_run_says_so(self):
        publish(self.site, dataset(f"{SITE}/d", dumps=[f"{SITE}/d.nt"]))
        self.site.add("/d.nt", text="".join(triples(1234)), type="application/n-triples")
        page, result = self.fetch_page()
        self.assertEqual(result.code, 0, result)
        self.browser.open_file(page)
        self.assertIn("Complete", self.browser.text("#verdict h2"))
        self.assertIn("1\u202f234 quads", self.browser.text("#verdict"))
        self.assertEqual(self.browser.errors(), [])
        self.assertEqual(self.browser.texts("#failures"), [])

    def test_notes_stand_in_the_verdict_with_the_meanings_of_their_codes(self):
        paths = [f"x:none{number}" for number in range(8)]
        (self.folder / "shop.ttl").write_text("""@prefix rml: <http://w3id.org/rml/> .
<#m> a rml:TriplesMap ;
  rml:logicalSource [ rml:source "sitemap.xml" ; rml:iterator "/sm:urlset/sm:url" ;
    rml:referenceFormulation [ a rml:XPathReferenceFormulation ; rml:namespace
      [ rml:namespacePrefix "sm" ; rml:namespaceURL "http://www.sitemaps.org/schemas/sitemap/0.9" ] ,
      [ rml:namespacePrefix "x" ; rml:namespaceURL "http://shop.example/ns?<i>&amp;" ] ] ] ;
  rml:subjectMap [ rml:reference "sm:loc" ]""" + "".join(
    f""" ;
  rml:predicateObjectMap [ rml:predicate <http://shop.example/p> ; rml:objectMap [ rml:reference "{path}" ] ]"""
    for path in paths) + " .\n")
        (self.folder / "sitemap.xml").write_text(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
            'xmlns:x="http://shop.example/ns?&lt;i&gt;&amp;amp;">'
            "<url><loc>http://www.example.com/1</loc><x:price>1</x:price></url></urlset>")
        words = ("--mappings", "shop.ttl", "-o", "out.nq")
        for report in ("run.json", "run.html"):
            result = self.run_program("convert", *words, "--report", report, "sitemap.xml")
            self.assertEqual(result.code, 0, result)
        notes = json.loads((self.folder / "run.json").read_text())["notes"]
        self.assertEqual(len(notes), len(paths), notes)
        page = self.folder / "run.html"
        self.browser.open_file(page)
        self.assertIn("What is worth knowing", self.browser.texts("#verdict h3"))
        self.assertEqual(self.browser.text("#verdict summary"), "3 more notes")
        self.browser.unfold()
        self.assertEqual(self.browser.texts("#verdict li"), notes)
        [meaning] = [text for text in self.browser.texts("#verdict p.small")]
        self.assertTrue(meaning.startswith("map.unmatched – a map, path, prefix or namespace of your own "
                                           "mapping matched nothing"), meaning)
        self.browser.assert_fits_every_screen(self, page)

    def test_a_run_that_gets_nothing_has_a_page_too(self):
        page, result = self.fetch_page("--retries", "1")
        self.assertEqual(result.code, 3, result)
        self.browser.open_file(page)
        self.assertIn("Nothing was got", self.browser.text("#verdict h2"))

    def test_the_output_may_fill_the_disk(self):
        publish(self.site, dataset(f"{SITE}/d", dumps=[f"{SITE}/d.nt"]))
        self.site.add("/d.nt", text="".join(triples(50_000)), type="application/n-triples")
        page = self.folder / "run.html"
        result = self.run_program("fetch", f"{SITE}/", "-o", "/dev/full", "--delay", "0",
                                  "--report", page, *self.web.connect_to_args())
        self.assertEqual(result.code, 3, result)
        self.browser.open_file(page)
        self.assertIn("Stopped", self.browser.text("#verdict h2"))
        self.assertIn("No space left", self.browser.text("#verdict"))

    def test_an_interrupted_run_tells_what_it_did_not_come_to(self):
        publish(self.site, dataset(f"{SITE}/a", label="First", dumps=[f"{SITE}/a.nt"]),
                dataset(f"{SITE}/b", label="Slow", dumps=[f"{SITE}/b.nt"]),
                dataset(f"{SITE}/c", label="Third", dumps=[f"{SITE}/c.nt"]))
        self.site.add("/a.nt", text="".join(triples(100)), type="application/n-triples")
        self.site.add("/b.nt", text="".join(triples(100)), type="application/n-triples",
                      wait=30)
        page, report = self.folder / "run.html", self.folder / "report.json"
        running = subprocess.Popen(
            [PROGRAM, "fetch", f"{SITE}/", "-o", self.folder / "out.nq", "--delay", "0",
             "--no-head", "--report", page, "--report", report, *self.web.connect_to_args()],
            stderr=subprocess.PIPE)
        self.addCleanup(running.stderr.close)
        deadline = time.monotonic() + 30
        while not any(r.path == "/b.nt" for r in self.web.started):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        self.assertEqual(running.wait(30), 130, running.stderr.read())
        told = json.loads(report.read_text("utf-8"))
        self.assertEqual({one["label"]: one["reached"] for one in told["datasets"]},
                         {"First": True, "Slow": True, "Third": False})
        self.browser.open_file(page)
        self.assertIn("Interrupted", self.browser.text("#verdict h2"))
        self.assertIn("Third: not begun", self.browser.text("#verdict"))

    def test_one_file_for_two_reports_is_refused(self):
        page, result = self.fetch_page("--report", self.folder / "report.json")
        self.assertEqual(result.code, 2, result)
        self.assertIn("given twice", result.errors)
        self.assertEqual(self.web.log, [])
        self.assertEqual([file.name for file in self.folder.iterdir()
                          if "state" not in file.name], [])
        self.assertFalse(page.exists())

    def test_a_thousand_sites_with_failures_stay_a_page(self):
        pages = "".join(f"{SITE}/d{i}.nt\n" for i in range(1000))
        self.site.add("/robots.txt", text="User-agent: *\nDisallow: /d7\n")
        for i in range(0, 1000, 2):
            self.site.add(f"/d{i}.nt", text=triples(1, start=i)[0], type="application/n-triples")
        (self.folder / "urls.txt").write_text(pages, "ascii")
        page, result = self.fetch_page("--sites", self.folder / "urls.txt", "--retries", "1")
        self.assertEqual(result.code, 1, result)
        self.assertLess(page.stat().st_size, 4_000_000)
        self.browser.screen(390)
        self.browser.open_file(page)
        self.assertEqual(number(self.tiles()["quads in the output"]),
                         result.report["totals"]["quads"])
        # A row for each, and details of the worst and the largest.
        self.assertEqual(self.browser.run(
            "return document.querySelectorAll('#sites tr:has(td)').length"),
            len(result.report["sites"]))
        self.assertIn("datasets are shown", self.browser.text("#datasets"))
        self.assertLessEqual(self.browser.overflow(), 0)

    def test_quads_taken_back_are_not_counted(self):
        publish(self.site, dataset(f"{SITE}/d", dumps=[
            (f"{SITE}/broken.nt", 1), ("http://mirror.example.net/d.nt", 0)]))
        broken = "".join(f"<http://x/{i}> <http://broken.example/p> \"{i}\" .\n"
                         for i in range(60))
        self.site.add("/broken.nt", type="application/n-triples",
                      text=broken + "no triple\n" * 40)
        self.web.host("mirror.example.net").add("/d.nt", text="".join(triples(70)),
                                                type="application/n-triples")
        _, result = self.fetch_page()
        self.assertEqual(result.report["totals"]["quads"], 70, result)
        terms = result.report["terms"]
        self.assertEqual((terms["quads"], [row["iri"] for row in terms["properties"]["top"]]),
                         (70, ["http://data.example/value"]))

    def test_pages_of_a_crawl_are_counted_also_when_they_come_from_the_state(self):
        self.site.add("/robots.txt", text=f"User-agent: *\nSitemap: {SITE}/sitemap.txt\n")
        self.site.add("/sitemap.txt", type="text/plain",
                      text="".join(f"{SITE}/{i}.ttl\n" for i in range(20)))
        for i in range(20):
            self.site.add(f"/{i}.ttl", type="text/turtle", etag=f'"{i}"',
                          text=f"<#it> a <http://c.example/{i % 2}> ; <http://p.example/n> {i} .\n")
        fetch = functools.partial(
            self.run_program, "fetch", f"{SITE}/", "-o", self.folder / "out.nq", "--delay", "0",
            "--report", self.folder / "r.json", *self.web.connect_to_args(),
            output=self.folder / "out.nq", report=self.folder / "r.json")
        for run in ("first", "refresh"):
            with self.subTest(run):
                result = fetch()
                self.assertEqual(result.code, 0, result)
                terms = result.report["terms"]
                self.assertEqual(terms["quads"], 40)
                self.assertEqual(terms["classes"]["top"],
                                 [{"iri": "http://c.example/0", "count": 10},
                                  {"iri": "http://c.example/1", "count": 10}])

    def test_several_sites_are_added_up(self):
        second = self.web.host("data.example.org")
        for host, count in ((self.site, 100), (second, 30)):
            publish(host, dataset(f"http://{host.name}/d", dumps=[f"http://{host.name}/d.nt"]))
            host.add("/d.nt", text="".join(triples(count)), type="application/n-triples")
        page, result = self.fetch_page("http://data.example.org/")
        self.assertEqual(result.report["terms"]["quads"], 130, result)
        self.browser.open_file(page)
        self.assertEqual(len(self.browser.texts("h3.site")), 2)


class ManySites(Page):
    """500 sites, 20 of which fail for 3 causes (docs/report.md, the page for people)."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.names = [f"s{i:03}.example.org" for i in range(500)]
        cls.causes = {"http.503": cls.names[10:19], "http.404": cls.names[100:107],
                      "site.no-sitemap": cls.names[400:404]}

    def setUp(self):
        super().setUp()
        if hasattr(self, "made"):  # the same page for all tests
            self.result, text = self.made
            self.page = self.folder / "run.html"
            self.page.write_text(text, "utf-8")
            return
        failing = {name: cause for cause, names in self.causes.items() for name in names}
        for i, name in enumerate(self.names):
            host, url = self.web.host(name), f"http://{name}"
            match failing.get(name):
                case "http.503":
                    host.add("/robots.txt", status=503, text="")
                case "site.no-sitemap":
                    host.add("/robots.txt", text="User-agent: *\n")
                case "http.404":
                    publish(host, dataset(f"{url}/d", dumps=[f"{url}/gone.nt"]))
                case _:
                    publish(host, dataset(f"{url}/d", dumps=[f"{url}/d.nt"]))
                    host.add("/d.nt", text="".join(triples(1 + i % 7, start=i)),
                             type="application/n-triples")
        (self.folder / "sites.txt").write_text("".join(f"http://{name}/\n" for name in self.names))
        self.page = self.folder / "run.html"
        self.result = self.run_program(
            "fetch", "--sites", self.folder / "sites.txt", "-o", self.folder / "out.nq",
            "--delay", "0", "--retries", "1", "--no-guess", "--report", self.page,
            *self.web.connect_to_args())
        type(self).made = self.result, self.page.read_text("utf-8")

    def rows(self):
        """State and URL of each row of the table of sites, folded ones too."""
        return self.browser.run("""
            return [...document.querySelectorAll('#sites tr')].filter(r => r.cells.length > 2
                && r.cells[0].tagName === 'TD').map(
                r => [r.cells[1].textContent.replace(/^[^a-z]+/, ''),
                      r.querySelector('a').href, r.closest('details') !== null])""")

    def test_is_one_table_by_state_and_cause_that_fits_every_screen(self):
        self.assertEqual(self.result.code, 1, self.result)
        self.browser.screen(1280)
        self.browser.open_file(self.page)
        rows = self.rows()
        self.assertEqual(len(rows), 500)
        self.assertEqual([(state, folded) for state, _, folded in rows],
                         [("failed", False)] * 20 + [("complete", True)] * 480)
        # The causes group: none of them names a site.
        headings = self.browser.texts("#sites th.group")
        self.assertEqual([number(one) for one in headings], [9, 7, 4])
        for heading, (cause, names) in zip(headings, self.causes.items()):
            self.assertIn(cause, heading)
            self.assertNotIn("example.org", heading)
        self.assertEqual([url for _, url, _ in rows[:20]],
                         [f"http://{name}/" for names in self.causes.values() for name in names])
        # The terminal has the same groups.
        self.assertIn(f"9 × http.503: http://{self.names[10]}/", self.result.errors)
        self.assertLessEqual(self.browser.height(), 6000)
        for dark in (False, True):
            for width in (390, 1280):
                with self.subTest(width=width, dark=dark):
                    self.browser.screen(width, dark=dark)
                    self.browser.open_file(self.page)
                    self.assertLessEqual(self.browser.overflow(), 0)
                    self.assertEqual(self.browser.accessibility(), [])
                    self.browser.unfold()
                    self.assertLessEqual(self.browser.overflow(), 0)

    def head(self, name):
        """The button in the head of a column of the first table."""
        return self.browser.driver.find_element(
            "xpath", f"//section[@id='sites']//table[1]//th/button[.='{name}']")

    def first_table(self):
        """Its rows in their order: cells of each, or the text of a heading over some."""
        return self.browser.run("""
            return [...document.querySelector('#sites table').rows].slice(1).map(r =>
                r.cells.length === 1 ? r.cells[0].textContent : [...r.cells].map(c => c.textContent))""")

    def sorted_by(self):
        return self.browser.run("""
            return [...document.querySelectorAll('#sites table')].map(t =>
                [...t.tHead.rows[0].cells].map(c => c.getAttribute('aria-sort')))""")

    def test_sorts_by_the_head_of_a_column(self):
        from selenium.webdriver.common.keys import Keys
        self.browser.screen(1280)
        self.browser.open_file(self.page)
        began = self.first_table()
        self.assertEqual(sum(isinstance(row, str) for row in began), 3)
        self.assertEqual(self.sorted_by(), [[None] * 5] * 2)
        urls = sorted(row[0] for row in began if not isinstance(row, str))
        self.head("Site").click()
        self.assertEqual([row[0] for row in self.first_table()], urls)
        self.assertEqual(self.sorted_by(), [["ascending", None, None, None, None], [None] * 5])
        # By the keyboard: Enter and the space bar.
        self.head("Site").send_keys(Keys.ENTER)
        self.assertEqual([row[0] for row in self.first_table()], urls[::-1])
        self.assertEqual(self.sorted_by()[0][0], "descending")
        self.assertEqual(self.browser.accessibility(), [])
        self.head("Site").send_keys(Keys.SPACE)
        self.assertEqual(self.first_table(), began)
        self.assertEqual(self.sorted_by(), [[None] * 5] * 2)
        self.assertTrue(self.browser.run(
            "return [...document.querySelectorAll('#sites details')].every(d => !d.open)"))
        self.assertEqual(self.browser.errors(), [])
        self.assertEqual([url for url in self.browser.requests() if url.startswith("http")], [])

    def test_sorts_numbers_by_what_they_are(self):
        self.browser.screen(1280)
        self.browser.open_file(self.page)
        self.browser.unfold()
        for name, column in ("Quads", 3), ("Received", 4):
            with self.subTest(name):
                self.browser.run("""
                    const table = [...document.querySelectorAll('#sites table')].pop();
                    [...table.querySelectorAll('th button')][arguments[0]].click()""", column)
                shown = self.browser.run("""
                    const table = [...document.querySelectorAll('#sites table')].pop();
                    return [...table.tBodies[0].rows].map(r => r.cells[arguments[0]].textContent)""",
                                         column)
                self.assertEqual(len(shown), 480)
                numbers = [number(one) for one in shown]
                self.assertEqual(numbers, sorted(numbers))

    def test_is_whole_where_scripts_do_not_run(self):
        self.browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        self.addCleanup(self.browser.driver.execute_cdp_cmd, "Emulation.setScriptExecutionDisabled",
                        {"value": False})
        self.browser.open_file(self.page)
        self.assertEqual(len(self.rows()), 500)
        self.assertEqual(self.browser.texts("#sites th button"), [])

    def test_a_row_leads_to_its_site(self):
        self.browser.screen(1280)
        self.browser.open_file(self.page)
        self.browser.run("document.querySelector('#sites a.more').click()")
        place = self.browser.run("return location.hash")
        self.assertTrue(self.browser.run(
            "return document.querySelector(arguments[0]).closest('details').querySelector('.missing')"
            ".checkVisibility()", place))
