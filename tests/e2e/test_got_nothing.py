"""A run that comes to its end with nothing is over: the next one asks for everything anew."""

import gzip
import io
import json
import subprocess
import zipfile

from crawl_run import CrawlTest
from harness import PROGRAM, Result, triples
import crawl_web
from semantic_sitemap import dataset, sitemap
from web import Answer

BASE = "http://pages.example"
LONG = 20  #: seconds: nobody waits for it to its end
WORDS = "<http://data.example/a> <http://words.example/name> "


def page(name, etag=None):
    return Answer(text=f'{WORDS}"{name}" .\n', type="application/n-triples",
                  etag=etag or f'"{name}"')


#: What a site under repair says instead of every page.
EMPTY = {
    "a page without data": Answer(text="<html><p>soon</p></html>", type="text/html", etag='"m"'),
    "no content": Answer(status=204),
    "remarks only": Answer(text="# soon\n", type="application/n-triples", etag='"m"'),
    "gone": Answer(status=410),
    "a failure": Answer(status=500),
}
MISSING = ("gone", "a failure")


class Nightly(CrawlTest):
    def setUp(self):
        super().setUp()
        self.host = self.web.host("pages.example")
        self.host.add("/robots.txt", text=f"Sitemap: {BASE}/sitemap.xml\n")

    def entries(self):
        return [f"{BASE}/"]

    def lay(self, **pages):
        """The sitemap lists these pages, and they answer so."""
        self.host.add("/sitemap.xml", text=crawl_web.urlset([f"{BASE}/{name}" for name in pages]))
        for name, answer in pages.items():
            self.host.add(f"/{name}", answers=[answer])

    def lay_dump(self, *texts):
        self.host.add("/sitemap.xml", text=sitemap(dataset(
            f"{BASE}/set", dumps=[f"{BASE}/all{i}.nt" for i in range(len(texts))])))
        for i, text in enumerate(texts):
            self.host.add(f"/all{i}.nt", answers=[Answer(text=text, type="application/n-triples")])

    def output(self, name="out.nq"):
        path = self.folder / name
        data = path.read_bytes() if path.exists() else b""
        return sorted((gzip.decompress(data) if name.endswith(".gz") else data).decode()
                      .splitlines())

    def night(self, code, *more, to="out.nq", goes_on=False):
        """A run; the list of its changes leads from the old output to the new one."""
        before = self.output(to)
        result, asked = self.run_it("--changes", "changes", "--retries", "1", *more, to=to)
        self.assertEqual(result.code, code, result)
        told = (self.folder / "changes").read_text().splitlines()
        gone = {line[2:] for line in told if line.startswith("D ")}
        came = {line[2:] for line in told if line.startswith("A ")}
        self.assertLessEqual(gone, set(before))
        self.assertEqual(sorted((set(before) - gone) | came), self.output(to), told)
        self.assertEqual("broken off" in result.errors, goes_on, result)
        self.assertFalse((self.folder / f"{to}.part").exists())
        return result, sorted(one.path for one in asked.documents)

    def names(self):
        return [line.split('"')[1] for line in self.output()]


class Nothing(Nightly):
    def test_a_first_run_of_nothing(self):
        for what in MISSING:
            with self.subTest(what):
                self.clear()
                self.lay(p=EMPTY[what])
                self.night(3)
                done = subprocess.run(
                    [PROGRAM, "status", "--state", "out.nq.state", "--format", "json"],
                    cwd=self.folder, capture_output=True, timeout=30, check=False)
                facts = json.loads(done.stdout)
                self.assertEqual((facts["standing"], facts["exit_status"]), ("incomplete", 3))
                self.night(3)
                self.lay(p=page("p"), k=page("k"))
                _, asked = self.night(0)
                self.assertEqual(asked, ["/k", "/p"])
                self.assertEqual(self.names(), ["k", "p"])
                _, asked = self.night(0)
                self.assertEqual(asked, ["/k", "/p"])

    def test_first_runs_of_pages_without_rdf_have_all_there_is(self):
        for what, answer in EMPTY.items():
            if what in MISSING:
                continue
            with self.subTest(what):
                self.clear()
                self.lay(p=answer)
                for _ in range(2):
                    result, _ = self.night(0)
                    self.assertIn("1 page, no RDF in it", result.errors)
                self.lay(p=page("p"), k=page("k"))
                _, asked = self.night(0)
                self.assertEqual(asked, ["/k", "/p"])
                self.assertEqual(self.names(), ["k", "p"])

    def test_a_night_of_nothing_after_good_ones(self):
        for what, answer in EMPTY.items():
            if what in MISSING:  # what was had stays, and is something
                continue
            with self.subTest(what):
                self.clear()
                self.lay(p=page("p"), k=page("k"))
                self.night(0)
                for _ in range(2):
                    self.lay(p=answer, k=answer, n=answer)
                    _, asked = self.night(3)
                    self.assertEqual(asked, ["/k", "/n", "/p"])
                    self.assertEqual(self.names(), ["k", "p"])
                # One comes back, one fails: its quads are still there.
                self.lay(p=page("p2"), k=Answer(status=500), n=page("n"))
                self.night(1)
                self.assertEqual(self.names(), ["k", "n", "p2"])
                self.lay(p=page("p2"), n=page("n"))
                self.night(0)
                self.assertEqual(self.names(), ["n", "p2"])

    def test_a_dump_that_fails_for_some_nights(self):
        self.lay_dump(f'{WORDS}"d" .\n')
        self.night(0)
        for answer in (Answer(status=500), EMPTY["a page without data"], Answer(status=404)):
            self.host.add("/all0.nt", answers=[answer])
            self.night(3)
            self.assertEqual(self.names(), ["d"])
        self.lay_dump(f'{WORDS}"e" .\n')
        self.night(0)
        self.assertEqual(self.names(), ["e"])

    def test_a_page_in_the_place_of_an_archive_that_was_named(self):
        for name in ("all.zip", "all.tar.gz", "all.7z"):
            with self.subTest(name):
                self.clear()
                packed = io.BytesIO()
                with zipfile.ZipFile(packed, "w") as archive:
                    archive.writestr("a.nt", "".join(triples(5)))
                self.host.add(f"/{name}", type="application/zip", data=packed.getvalue())
                url = f"{BASE}/{name}"
                result = self.fetch_named(url)
                self.assertEqual((result.code, len(result.lines)), (0, 5), result)
                self.host.add(f"/{name}", type="text/html", text="<html><title>Log in</title></html>\n")
                result = self.fetch_named(url)
                self.assertEqual((result.code, len(result.lines)), (3, 5), result)
                self.assertIn("document.html", result.errors)
                (self.folder / name).write_text("<html><title>Log in</title></html>\n", "utf-8")
                for empty in (False, True):
                    if empty:
                        (self.folder / name).write_bytes(b"")
                    done = subprocess.run([PROGRAM, "convert", name, "-o", "kept.nq"], cwd=self.folder,
                                          capture_output=True, timeout=60, check=False)
                    self.assertEqual(done.returncode, 3, done)

    def fetch_named(self, url):
        done = subprocess.run([PROGRAM, "fetch", url, "-o", "out.nq", "--delay", "0", "--retries", "1",
                               *self.web.connect_to_args()], cwd=self.folder, capture_output=True, timeout=60, check=False)
        return Result(done, self.folder / "out.nq")

    def test_a_feed_in_the_place_of_a_sitemap_drops_nothing(self):
        def feed(*names):
            return ('<rss version="2.0"><channel><title>x</title>' + "".join(
                f"<item><link>{BASE}/{name}</link></item>" for name in names) + "</channel></rss>")
        for name in ("p", "k"):
            self.host.add(f"/{name}", answers=[page(name)])
        for names in (("p", "k"), ("k",)):
            self.host.add("/sitemap.xml", type="application/rss+xml", text=feed(*names))
            self.night(0)
            self.assertEqual(self.names(), ["k", "p"])

    def test_a_site_that_cannot_be_looked_at_afterwards_keeps_its_pages(self):
        self.lay(p=page("p"))
        self.night(0)
        self.lay(p=EMPTY["a page without data"])
        self.night(3)
        self.host.add("/sitemap.xml", status=500)
        self.night(1)
        self.assertEqual(self.names(), ["p"])
        self.lay(p=page("p"))
        result, _ = self.night(0)
        self.assertEqual(self.names(), ["p"])
        self.assertIn("refreshing what earlier runs got", result.errors)

    def test_one_of_two_sites(self):
        other = self.web.host("other.example")
        other.add("/robots.txt", text="Sitemap: http://other.example/sitemap.xml\n")
        other.add("/sitemap.xml", text=crawl_web.urlset(["http://other.example/o"]))
        self.entries = lambda: [f"{BASE}/", "http://other.example/"]
        soon = EMPTY["a page without data"]
        for first in (soon, page("o")):
            with self.subTest(first):
                self.clear()
                other.add("/o", answers=[first])
                self.lay(p=page("p"))
                self.run_it()
                other.add("/o", answers=[soon])
                self.lay(p=soon)
                self.night(3)
                other.add("/sitemap.xml", status=500)
                self.lay(p=page("p2"))
                self.night(1)
                self.assertEqual(self.names(), ["p2"] if first is soon else ["o", "p2"])
                other.add("/sitemap.xml", text=crawl_web.urlset(["http://other.example/o"]))
                other.add("/o", answers=[page("o2")])
                self.night(0)
                self.assertEqual(self.names(), ["o2", "p2"])

    def test_a_first_run_that_a_budget_ends_is_gone_on_with(self):
        self.lay(p=page("p"), k=Answer(wait=LONG))
        result, _ = self.run_it("--max-time", "0.3")
        self.assertEqual(result.code, 1, result)
        self.lay(p=page("p"), k=page("k"))
        self.night(0, goes_on=True)
        self.assertEqual(self.names(), ["k", "p"])


class EmptyOutputs(Nightly):
    """An output of no bytes is one."""

    def test_a_dump_without_statements(self):
        some = "".join(f'{WORDS}"{i}" .\n' for i in range(3))
        for to in ("out.nq", "out.nq.gz"):
            for texts in ((some, "# none\n", some, some), ("# none\n", some, "# none\n", "# none\n")):
                with self.subTest(to=to, first=texts[0][:6]):
                    self.clear()
                    for text in texts:
                        self.lay_dump(text)
                        self.night(0, to=to)
                        self.assertEqual(len(self.output(to)), 3 if text is some else 0)

    def test_as_an_update(self):
        self.lay_dump("# none\n")
        for code in (0, 0):
            result, _ = self.run_it("--changes", "changes.ru")
            self.assertEqual(result.code, code, result)
        self.lay_dump(f'{WORDS}"d" .\n')
        result, _ = self.run_it("--changes", "changes.ru")
        self.assertEqual(result.code, 0, result)
        self.assertIn('"d"', (self.folder / "changes.ru").read_text())

    def test_an_empty_one_that_is_lost(self):
        self.lay_dump("# none\n")
        self.night(0)
        (self.folder / "out.nq").unlink()
        result, _ = self.run_it("--changes", "changes")
        self.assertEqual(result.code, 2, result)


class Budgets(Nightly):
    """A refresh that a budget ends before it came to anything is over."""

    def check(self, lay, waiting):
        before = (self.folder / "out.nq").read_bytes()
        for budget in (("--max-bytes", "1"), ("--max-time", "0.3")):
            with self.subTest(budget):
                lay()
                self.host.add(waiting, answers=[Answer(wait=LONG)])
                result, _ = self.night(1, *budget)
                self.assertIn(f"({budget[0]})", result.errors)
                self.assertEqual((self.folder / "out.nq").read_bytes(), before)
        lay()
        result, asked = self.night(0)
        self.assertIn("refreshing what earlier runs got", result.errors)
        return asked

    def test_of_pages(self):
        self.lay(p=page("p"), k=page("k"))
        self.night(0)
        asked = self.check(lambda: self.lay(p=page("p2"), k=page("k2")), "/sitemap.xml")
        self.assertEqual(asked, ["/k", "/p"])
        self.assertEqual(self.names(), ["k2", "p2"])

    def test_of_a_dump(self):
        self.lay_dump(f'{WORDS}"d" .\n')
        self.night(0)
        self.check(lambda: self.lay_dump(f'{WORDS}"e" .\n'), "/all0.nt")
        self.assertEqual(self.names(), ["e"])
