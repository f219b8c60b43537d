"""A validator is of one URL (RFC 9110 §8.8): a 304 of another says nothing of what was had."""

from crawl_run import CrawlTest
import crawl_web
import quads
from semantic_sitemap import dataset
from web import Answer, redirect

DATE = "Mon, 01 Jan 2024 00:00:00 GMT"
BASE = "http://pages.example"
VALUE = "<http://data.example/a> <http://words.example/name> "


def page(name, **validators):
    """A JSON-LD page that says `name`."""
    validators = validators or {"etag": '"1"'}
    return Answer(text='{"@id": "http://data.example/a", "http://words.example/name": "%s"}' % name,
                  type="application/ld+json", **validators)


def dump(name, **validators):
    validators = validators or {"etag": '"1"'}
    return Answer(text=f'{VALUE}"{name}" .\n', type="application/n-triples", **validators)


class Validators(CrawlTest):
    def setUp(self):
        super().setUp()
        self.host = self.web.host("pages.example")
        self.host.add("/robots.txt", text=f"Sitemap: {BASE}/sitemap.xml\n")
        self.host.add("/sitemap.xml", text=crawl_web.urlset([f"{BASE}/p"]))

    def entries(self):
        return [f"{BASE}/"]

    def lay(self, answers):
        for path, answer in answers.items():
            host, _, rest = path.rpartition("//")
            name, _, place = rest.partition("/") if host else (None, None, path[1:])
            (self.web.hosts.get(name) or self.web.host(name) if name else self.host).add(
                "/" + place, answers=[answer])

    def expect(self, name, url, *more, code=0):
        """A run has `name` in graph `url`, and nothing else."""
        result, asked = self.run_it(*more)
        self.assertEqual(result.code, code, result)
        self.assert_same(quads.read_dataset(f'{VALUE}"{name}" <{url}> .\n'.encode()), result)
        return asked

    def conditional(self, asked):
        return [request.path for request in asked.documents
                if "If-None-Match" in request.headers or "If-Modified-Since" in request.headers]

    def test_another_target_is_another_document(self):
        for status in (301, 302, 303, 307, 308):
            with self.subTest(status):
                self.clear()
                self.lay({"/p": redirect("/x", status), "/x": page("old"), "/y": page("new")})
                self.expect("old", f"{BASE}/x")
                self.lay({"/p": redirect("/y", status)})
                asked = self.expect("new", f"{BASE}/y", "--changes", "changes")
                self.assertEqual(self.conditional(asked), [])
                self.assertEqual(sorted((self.folder / "changes").read_text().splitlines()[2:4]),
                                 [f'A {VALUE}"new" <{BASE}/y> .', f'D {VALUE}"old" <{BASE}/x> .'])

    def test_ways_to_another_document(self):
        ways = {
            "direct before, redirected now": ({"/p": page("old")}, "/p", {"/p": redirect("/y")}, "/y"),
            "redirected before, direct now": ({"/p": redirect("/x")}, "/x", {"/p": page("new")}, "/p"),
            "by another hop": ({"/p": redirect("/x")}, "/x",
                               {"/p": redirect("/q"), "/q": redirect("/y")}, "/y"),
            "by way of the former": ({"/p": redirect("/x")}, "/x", {"/x": redirect("/y")}, "/y"),
            "on another host": ({"/p": redirect("/x")}, "/x",
                                {"/p": redirect("http://other.example/x"),
                                 "http://other.example/x": page("new")}, "http://other.example/x"),
        }
        for name, (before, old, now, new) in ways.items():
            with self.subTest(name):
                self.clear()
                self.lay({"/x": page("old"), "/y": page("new")} | before)
                self.expect("old", BASE + old)
                self.lay(now)
                self.expect("new", new if new.startswith("http") else BASE + new)

    def test_a_date_is_of_one_url_too(self):
        self.lay({"/p": redirect("/x"), "/x": page("old", modified=DATE),
                  "/y": page("new", modified=DATE)})
        self.expect("old", f"{BASE}/x")
        self.lay({"/p": redirect("/y")})
        self.expect("new", f"{BASE}/y")

    def test_the_same_target_is_not_sent_again(self):
        self.lay({"/p": redirect("/x"), "/x": page("old")})
        self.expect("old", f"{BASE}/x")
        for way in ({}, {"/p": redirect("/q"), "/q": redirect("/x")}):
            self.lay(way)
            asked = self.expect("old", f"{BASE}/x", "--changes", "changes")
            self.assertEqual(self.conditional(asked), ["/x"])
            self.assertEqual(asked.documents[-1].status, 304)
            self.assertIn("# end: 0 removed, 0 added", (self.folder / "changes").read_text())

    def test_what_says_the_same_elsewhere_is_of_there_from_then_on(self):
        self.lay({"/p": redirect("/x"), "/x": page("one"), "/y": page("one")})
        graph = ("--graph", "http://g.example/")
        self.expect("one", "http://g.example/", *graph)
        self.lay({"/p": redirect("/y")})
        self.expect("one", "http://g.example/", *graph)
        asked = self.expect("one", "http://g.example/", *graph)
        self.assertEqual(self.conditional(asked), ["/y"])
        self.lay({"/p": redirect("/x"), "/x": page("two")})
        self.expect("two", "http://g.example/", *graph)

    def test_a_304_of_another_version_is_asked_for_anew(self):  # RFC 9110 §15.4.5
        self.lay({"/p": page("old")})
        self.expect("old", f"{BASE}/p")
        self.host.guard = lambda method, path, headers: (
            Answer(status=304, type="", headers={"ETag": '"2"'})
            if path == "/p" and "If-None-Match" in headers else None)
        self.lay({"/p": page("new", etag='"2"')})
        self.expect("new", f"{BASE}/p")

    def test_what_was_read_with_another_context_is_read_again(self):
        def context(term, **more):
            return Answer(text='{"@context": {"name": "http://words.example/%s"}}' % term,
                          type="application/ld+json", **more)
        self.lay({"/c": context("old"), "/p": Answer(
            text='{"@context": "/c", "@id": "http://data.example/a", "name": "x"}',
            type="application/ld+json", etag='"1"')})

        def run(term, page_status):
            result, asked = self.run_it()
            self.assertEqual(result.code, 0, result)
            self.assert_same(quads.read_dataset(
                f'<http://data.example/a> <http://words.example/{term}> "x" <{BASE}/p> .\n'
                .encode()), result)
            self.assertEqual([one.status for one in asked.documents if one.path == "/p"],
                             [page_status])
        run("old", 200)
        run("old", 304)
        self.lay({"/c": context("new")})
        run("new", 200)
        run("new", 304)
        self.lay({"/c": Answer(status=404)})
        run("new", 304)

    def test_a_page_whose_context_failed_is_read_again(self):
        self.lay({"/c": Answer(status=404), "/p": Answer(
            text='<!doctype html><script type="application/ld+json">'
                 '{"@id": "http://data.example/a", "http://words.example/name": "x"}</script>'
                 '<script type="application/ld+json">{"@context": "/c", '
                 '"@id": "http://data.example/a", "name": "y"}</script>',
            type="text/html", etag='"1"')})
        result, _ = self.run_it()
        self.assertEqual(result.code, 1, result)
        self.assertEqual(len(result.quads), 1)
        self.lay({"/c": Answer(text='{"@context": {"name": "http://words.example/name"}}',
                               type="application/ld+json")})
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(result.quads), 2)

    def test_dumps_are_no_other(self):
        self.host.add("/sitemap.xml", text=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
            'xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd">'
            + dataset(f"{BASE}/set", dumps=[f"{BASE}/all.nt"]) + "</urlset>"))
        ways = {
            "another target": ({"/all.nt": redirect("/x.nt")}, {"/all.nt": redirect("/y.nt")}),
            "direct before": ({"/all.nt": dump("old")}, {"/all.nt": redirect("/y.nt")}),
            "direct now": ({"/all.nt": redirect("/x.nt")}, {"/all.nt": dump("new")}),
        }
        for name, (before, now) in ways.items():
            with self.subTest(name):
                self.clear()
                self.lay({"/x.nt": dump("old"), "/y.nt": dump("new")} | before)
                self.expect("old", f"{BASE}/set")
                self.assertIn(304, [one.status for one in self.expect("old", f"{BASE}/set").documents])
                self.lay(now)
                self.expect("new", f"{BASE}/set", "--changes", "changes")
                self.assertEqual(
                    sorted((self.folder / "changes").read_text().splitlines()[2:4]),
                    [f'A {VALUE}"new" <{BASE}/set> .', f'D {VALUE}"old" <{BASE}/set> .'])
