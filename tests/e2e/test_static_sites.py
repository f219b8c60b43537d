"""What generators of static sites write: forms in RDF, files beside pages, old robots.txt, navigation."""

import json

from harness import ProgramTest, triples
from nginx import free_port
from web import Answer, redirect

SITE = "http://www.example.com"
NT = "application/n-triples"
TURTLE = "text/turtle"


def script(said):
    return f'<script type="application/ld+json">{json.dumps(said)}</script>'


def one_quad(subject):
    return script({"@id": subject, "http://e.example/p": "x"})


def alternate(href, kind=TURTLE, rel="alternate"):
    return f'<link rel="{rel}" type="{kind}" href="{href}">'


class StaticSite(ProgramTest):
    def page(self, path, body="", head="", **more):
        self.site.add(path, type="text/html; charset=utf-8", **more, text=(
            f"<!doctype html><html><head><title>x</title>{one_quad(SITE + path)}{head}</head>"
            f"<body>{body}</body></html>"))

    def sitemap(self, *paths):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            + "".join(f"<url><loc>{SITE}{path}</loc></url>" for path in paths) + "</urlset>"))

    def rdf(self, *paths, host=None):
        for path in paths:
            (host or self.site).add(path, text="".join(triples(1, name=f"http://data.example{path}")))

    def got(self, *words, url=f"{SITE}/", code=0):
        """Paths that were asked for, each once, but for those that every site is asked for."""
        before = len(self.web.log)
        self.result = self.fetch("--retries", "0", *words, url=url)
        self.assertEqual(self.result.code, code, self.result)
        asked = [one.path if one.host == "www.example.com" else f"//{one.host}{one.path}"
                 for one in self.web.log[before:]]
        looks = {"/robots.txt", "/sitemap.xml", "/.well-known/void"}
        return sorted(path for path in set(asked) if path not in looks and not path.endswith("/robots.txt"))


class RdfBesidePages(StaticSite):
    """RDF/XML §9 recommends `<link rel="alternate" type="application/rdf+xml">`."""

    def test_the_form_in_rdf_that_a_listed_page_names_is_read(self):
        self.sitemap("/", "/a")
        self.page("/", head=alternate("/x.ttl"))
        self.page("/a", headers={"Link": f'<form>; rel=alternate; type="{NT}"'})
        self.rdf("/x.ttl")
        self.site.add("/form", type=NT, text="".join(triples(1, name="http://data.example/form")))
        self.assertEqual(self.got(), ["/", "/a", "/form", "/x.ttl"])
        self.assertEqual(self.result.report["totals"]["quads"], 4)

    def test_of_several_forms_of_one_page_one_is_read(self):
        self.sitemap("/")
        self.page("/", head=alternate("/x.rdf", "application/rdf+xml") + alternate("/x.ttl")
                  + alternate("/x.jsonld", "application/ld+json"))
        self.rdf("/x.ttl")
        self.assertEqual(self.got(), ["/", "/x.ttl"])

    def test_the_other_form_is_read_where_the_first_is_not_there(self):
        self.sitemap("/")
        self.page("/", head=alternate("/x.nt", NT) + alternate("/x.ttl"))
        self.rdf("/x.ttl")
        self.assertEqual(self.got(code=1), ["/", "/x.nt", "/x.ttl"])
        self.assertEqual(self.result.report["totals"]["quads"], 2)
        self.assertIn("could not be had", self.result.errors)

    def test_other_forms_are_for_others(self):
        other = self.web.host("other.example.org")
        self.rdf("/x.ttl", host=other)
        self.sitemap("/")
        self.page("/", head=(
            alternate("/feed", "application/rss+xml") + alternate("/de", "text/html") + alternate("/print", "")
            + alternate("/style.css", "text/css", "alternate stylesheet")
            + alternate("http://other.example.org/x.ttl") + alternate("/api", "application/json")))
        self.assertEqual(self.got(), ["/"])

    def test_what_describes_the_page_and_is_a_form_of_it_is_read_once(self):
        self.sitemap("/")
        self.page("/", head=alternate("/x.ttl", rel="alternate describedby") + alternate("/y.ttl"))
        self.rdf("/x.ttl", "/y.ttl")
        self.assertEqual(self.got(), ["/", "/x.ttl", "/y.ttl"])

    def test_follow_says_so(self):
        self.sitemap("/")
        self.page("/", head=alternate("/x.ttl"))
        self.rdf("/x.ttl")
        for words in ("describedby", "none"):
            self.assertEqual(self.got("--follow", words), ["/"])
        self.assertEqual(self.got("--follow", "alternate"), ["/", "/x.ttl"])

    def test_a_link_crawl_reads_them_too(self):
        self.page("/b/", head=alternate("/data/x.ttl"), body='<a href="c">c</a>')
        self.page("/b/c")
        self.rdf("/data/x.ttl")
        self.assertEqual(self.got(url=f"{SITE}/b/"), ["/b/", "/b/c", "/data/x.ttl"])

    def test_a_link_crawl_reads_rdf_beyond_its_folder(self):
        """A draft describes the files of the release beside it."""
        self.page("/draft/", body=(
            '<a href="../release/x.ttl">x</a><a href="/release/">r</a><a href="/release/y.nt.gz">y</a>'))
        self.page("/release/")
        self.rdf("/release/x.ttl")
        self.assertEqual(self.got(url=f"{SITE}/draft/"), ["/draft/", "/release/x.ttl"])
        self.assertEqual(self.result.report["totals"]["quads"], 2)
        self.assertEqual(self.got("--scope", "page", url=f"{SITE}/draft/"), ["/draft/"])
        self.assertEqual(self.got("--exclude", "*.ttl", url=f"{SITE}/draft/"), ["/draft/"])

    def test_rdf_that_listed_pages_link_to_is_read(self):
        """Their generators list pages; what lies beside these is linked."""
        self.sitemap("/")
        other = self.web.host("other.example.org")
        self.rdf("/o.ttl", host=other)
        self.page("/", body=(
            '<a href="/v/x.ttl#it">1</a><a href="/y.RDF?v=2">2</a><a type="text/turtle" href="/z">3</a>'
            '<a href="/page">4</a><a href="/d.json">5</a><a href="/dump.nt.gz">6</a><a href="/all.zip">7</a>'
            '<a rel="nofollow" href="/n.ttl">8</a><a href="http://other.example.org/o.ttl">9</a>'
            '<a type="text/html" href="/about.ttl">10</a>'))
        self.rdf("/v/x.ttl", "/n.ttl")
        self.site.add("/y.RDF?v=2", type="application/rdf+xml", text=(
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e.example/">'
            '<rdf:Description rdf:about="http://e.example/y"><e:p>x</e:p></rdf:Description></rdf:RDF>'))
        self.site.add("/z", type=TURTLE, text="<http://e.example/z> <http://e.example/p> 1 .")
        self.assertEqual(self.got(), ["/", "/v/x.ttl", "/y.RDF?v=2", "/z"])
        self.assertEqual(self.result.report["totals"]["quads"], 4)
        self.assertEqual(self.got("--exclude", "*/v/*"), ["/", "/y.RDF?v=2", "/z"])

    def test_what_an_object_consists_of_is_for_who_asks_for_it(self):
        self.sitemap("/")
        self.page("/", head='<link rel="item" type="text/turtle" href="/part.ttl">',
                  body='<a href="/part.ttl">data</a>')
        self.rdf("/part.ttl")
        self.assertEqual(self.got(), ["/"])
        self.assertEqual(self.got("--follow", "describedby,item"), ["/", "/part.ttl"])

    def test_a_refresh_keeps_what_pages_lead_to(self):
        self.sitemap("/")
        self.page("/", head=alternate("/x.ttl"), body='<a href="/y.ttl">y</a>', etag='"1"')
        for path in ("/x.ttl", "/y.ttl"):
            self.site.add(path, etag='"1"', text="".join(triples(1, name=f"http://data.example{path}")))
        output = self.folder / "kept.nq"
        for statuses in ({200}, {304}):
            before = len(self.web.log)
            result = self.run_program("fetch", f"{SITE}/", "-o", output, "--delay", "0",
                                      *self.web.connect_to_args(), output=output)
            self.assertEqual(result.code, 0, result)
            self.assertEqual(len(result.quads), 3)
            self.assertEqual({one.status for one in self.web.log[before:]
                              if one.path in ("/", "/x.ttl", "/y.ttl")}, statuses)


class RdfThatIsNone(StaticSite):
    def test_a_context_for_others_is_no_loss_though_it_is_faulty(self):
        self.page("/", body='<a href="/context.jsonld">context</a><a href="/broken.jsonld">data</a>')
        context = {"@context": {"Xsd:date": "http://www.w3.org/2001/XMLSchema#date"}}
        self.site.add("/context.jsonld", type="application/ld+json", text=json.dumps(context))
        self.assertEqual(self.got(), ["/", "/broken.jsonld", "/context.jsonld"])
        self.assertIn('the term "Xsd:date"', self.result.errors)
        self.site.add("/broken.jsonld", type="application/ld+json", text=json.dumps(context | {"@id": SITE}))
        self.assertEqual(self.got(code=1), ["/", "/broken.jsonld", "/context.jsonld"])


class OldRobots(StaticSite):
    def test_a_sitemap_that_is_named_and_not_there_is_no_dead_end(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/old/sitemap.xml\n")
        self.page("/", body='<a href="/a">a</a>')
        self.page("/a")
        self.assertEqual(self.got(code=1), ["/", "/a", "/old/sitemap.xml"])
        self.assertEqual(self.result.report["totals"]["quads"], 2)
        self.assertIn("/old/sitemap.xml does not exist", self.result.errors)
        self.assertIn("2 quads by crawl, all links that were seen", self.result.errors)
        self.page("/b/", body='<a href="/b/c">c</a>')
        self.page("/b/c")
        self.assertEqual(self.got(url=f"{SITE}/b/", code=1), ["/b/", "/b/c", "/old/sitemap.xml"])

    def test_a_sitemap_that_lists_nothing_is_no_dead_end(self):
        for path in ("/", "/a"):
            self.page(path, body='<a href="/a">a</a>')
        for named in (False, True):
            self.sitemap()
            if not named:
                self.site.add("/robots.txt", status=404)
            self.assertEqual(self.got(), ["/", "/a"])
            self.assertIn("2 quads by crawl, all links that were seen", self.result.errors)

    def test_nor_is_an_index_of_sitemaps_that_are_not_there(self):
        self.sitemap()
        self.site.add("/sitemap.xml", text=(
            '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            + "".join(f"<sitemap><loc>{SITE}/{name}.xml</loc></sitemap>" for name in "ab") + "</sitemapindex>"))
        self.page("/", body='<a href="/c">c</a>')
        self.page("/c")
        self.assertEqual(self.got(code=1), ["/", "/a.xml", "/b.xml", "/c"])
        self.site.add("/b.xml", status=503)
        self.assertEqual(self.got(code=3), ["/a.xml", "/b.xml"])

    def test_another_one_that_is_there_is_guessed(self):
        self.sitemap("/a")
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap_index.xml\n")
        self.page("/", body='<a href="/b">b</a>')
        self.page("/a")
        self.assertEqual(self.got(code=1), ["/a", "/sitemap_index.xml"])

    def test_one_of_two_is_a_list(self):
        self.sitemap("/a")
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/gone.xml\nSitemap: {SITE}/sitemap.xml\n")
        self.page("/", body='<a href="/b">b</a>')
        self.page("/a")
        self.assertEqual(self.got(code=1), ["/a", "/gone.xml"])

    def test_one_that_fails_for_a_night_is_not_made_up_for(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/map.xml\n")
        self.site.add("/map.xml", status=503)
        self.page("/", body='<a href="/a">a</a>')
        self.assertEqual(self.got(code=3), ["/map.xml"])

    def test_no_guess_makes_up_for_nothing(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/gone.xml\n")
        self.page("/")
        self.assertNotIn("/a", self.got("--no-guess", code=3))


class SitemapsElsewhere(StaticSite):
    """A robots.txt that was moved, or copied, with a host that is not there."""

    NOWHERE = ("http://gone.invalid/sitemap.xml",         # no such name (RFC 2606)
               "http://refuses.example.com/sitemap.xml",  # nobody listens
               "http://www.example.com:4000/sitemap.xml")  # a port of the machine it was made on

    def setUp(self):
        super().setUp()
        self.page("/", body='<a href="/a">a</a>')
        self.page("/a")
        self.closed = free_port()

    def nowhere(self, sitemap):
        self.site.add("/robots.txt", text=f"Sitemap: {sitemap}\n")
        return [word for host in ("refuses.example.com:80", "www.example.com:4000")
                for word in ("--connect-to", f"{host}:127.0.0.1:{self.closed}")]

    def test_a_host_that_is_not_there_is_no_dead_end(self):
        for sitemap in self.NOWHERE:
            with self.subTest(sitemap):
                self.assertEqual(self.got(*self.nowhere(sitemap), code=1), ["/", "/a"])
                self.assertEqual(self.result.report["totals"]["quads"], 2)
                self.assertIn(f"sitemap {sitemap}: ", self.result.errors)
                self.assertIn("all links that were seen", self.result.errors)
                self.assertIn("not complete", self.result.errors)
                [row] = self.result.report["sites"]
                self.assertIn("problem", row["sitemaps"][-1])

    def test_a_guess_comes_before_the_links(self):
        words = self.nowhere(self.NOWHERE[0])
        self.page("/listed")
        self.site.add("/sitemap.xml", text=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            f"<url><loc>{SITE}/listed</loc></url></urlset>"))
        self.assertEqual(self.got(*words, code=1), ["/listed"])

    def test_another_sitemap_that_is_there_is_a_list(self):
        words = self.nowhere(self.NOWHERE[1])
        self.sitemap("/a")
        self.site.add("/robots.txt", text=(
            f"Sitemap: {self.NOWHERE[1]}\nSitemap: {SITE}/sitemap.xml\n"))
        self.assertEqual(self.got(*words, code=1), ["/a"])

    def test_no_guess_makes_up_for_nothing(self):
        self.assertEqual(self.got("--no-guess", *self.nowhere(self.NOWHERE[0]), code=3), ["/"])


class Projects(StaticSite):
    """The pages of a project: `user.github.io/project/`, whose sitemap lies beside them."""

    def setUp(self):
        super().setUp()
        for path in ("/project/", "/project/a", "/project/hidden"):
            self.page(path, body='<a href="a">a</a>')
        self.site.add("/project/sitemap.xml", text=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            f"<url><loc>{SITE}/project/hidden</loc></url></urlset>"))

    def test_a_crawl_of_a_folder_says_that_its_sitemap_was_not_looked_for(self):
        self.assertEqual(self.got(url=f"{SITE}/project/"), ["/project/", "/project/a"])
        hint = f"whether there is {SITE}/project/sitemap.xml was not asked: --guess more does"
        self.assertIn(hint, self.result.errors)
        plan = self.plan(url=f"{SITE}/project/")
        self.assertEqual(plan["left_out"], [hint])
        self.assertIn("/project/hidden", self.got("--guess", "more", url=f"{SITE}/project/"))
        self.assertNotIn(hint, self.result.errors)

    def test_a_root_has_no_folder(self):
        self.page("/", body='<a href="a">a</a>')
        self.page("/a")
        self.got(url=f"{SITE}/")
        self.assertNotIn("--guess", self.result.errors)


class AskedOnce(StaticSite):
    """One request a run for the page that is named, whatever it turns out to be."""

    def asked(self, *words, url, code=0, to="-"):
        before = len(self.web.log)
        self.result = self.fetch("--retries", "0", *words, url=url, to=to)
        self.assertEqual(self.result.code, code, self.result)
        return [f"{one.method} {one.path}" for one in self.web.log[before:]
                if not one.path.endswith(("robots.txt", "sitemap.xml", "void"))]

    def test_a_page_that_the_sitemap_lists(self):
        self.sitemap("/a/", "/b")
        self.page("/a/", etag='"a"')
        self.page("/b", etag='"b"')
        for url, quads in ((f"{SITE}/a/", 2), (f"{SITE}/", 2)):
            self.assertEqual(sorted(self.asked(url=url)), ["GET /a/", "GET /b"])
            self.assertEqual(self.result.report["totals"]["quads"], quads)
        for again in range(2):
            self.assertEqual(sorted(self.asked(url=f"{SITE}/a/", to="kept.nq")), ["GET /a/", "GET /b"], again)
            self.assertEqual(self.result.report["totals"]["quads"], 2)

    def test_a_page_where_the_crawl_begins(self):
        for folder in ("/", "/p/"):
            self.page(folder, body='<a href="a">a</a>')
            self.page(f"{folder}a", body=f'<a href="{folder}">home</a>')
            for again in range(3):
                self.assertEqual(self.asked(url=SITE + folder, to=f"kept{len(folder)}.nq"),
                                 [f"GET {folder}", f"GET {folder}a"], again)
                self.assertEqual(self.result.report["totals"]["quads"], 2)

    def test_a_page_that_redirects(self):
        self.site.add("/", answers=[redirect("/en/", 301)])
        self.page("/en/", body='<a href="/">home</a><a href="/en/a">a</a>')
        self.page("/en/a")
        for again in range(2):
            self.assertEqual(sorted(self.asked(url=f"{SITE}/", to="kept.nq")),
                             ["GET /", "GET /en/", "GET /en/a"], again)
            self.assertEqual(self.result.report["totals"]["quads"], 2)
        self.sitemap("/en/", "/en/a")
        self.assertEqual(sorted(self.asked(url=f"{SITE}/", to="listed.nq")), ["GET /en/", "GET /en/a"])
        self.site.add("/old/x", answers=[redirect("/en/", 301)])
        self.assertEqual(sorted(self.asked(url=f"{SITE}/old/x", to="-")),
                         ["GET /en/", "GET /en/a", "GET /old/x"])
        self.assertEqual(self.result.report["totals"]["quads"], 2)

    def test_who_gives_rdf_to_who_asks_for_it_is_a_page_all_the_same(self):
        def negotiated(_, headers):
            if "turtle" in headers.get("Accept", ""):
                return Answer(text=f"<{SITE}/p/#it> <http://words.example/name> 'rdf' .", type=TURTLE)
            return Answer(text='<html><body><a href="/p/a">a</a></body></html>', type="text/html")
        self.site.serve("/p/", negotiated)
        self.page("/p/a")
        self.assertEqual(self.asked(url=f"{SITE}/p/"), ["GET /p/"] * 2)
        self.assertEqual([line.split()[2] for line in self.result.lines], [b'"rdf"'])

    def test_a_site_of_its_own_beside_others(self):
        other = self.web.host("other.example")
        other.add("/", type="text/html", text=one_quad("http://other.example/"))
        self.page("/", body='<a href="/a">a</a>')
        self.page("/a")
        before = len(self.web.log)
        result = self.fetch("http://other.example/", to="kept.nq")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(sorted(one.host + one.path for one in self.web.log[before:]
                                if not one.path.endswith(("robots.txt", "sitemap.xml", "void"))),
                         ["other.example/", "www.example.com/", "www.example.com/a"])


class PagesThatAreOthers(StaticSite):
    FORM = '<form role="search" action="/search"><input type="text" name="query"></form>'

    def test_a_field_for_searching_pages_is_no_endpoint(self):
        self.page("/docs/", body=self.FORM)
        self.assertEqual(self.got(url=f"{SITE}/docs/"), ["/docs/"])

    def test_a_page_that_speaks_of_sparql_is_asked_one_query(self):
        self.page("/docs/", body=f"About SPARQL {self.FORM}")
        for refuses in (False, True):  # as servers of files do: 405, and the same page to any query
            self.site.guard = lambda method, path, headers: (
                Answer(status=405) if refuses and method == "POST" else
                self.site.next_answer("GET", "/docs/", "", {}) if path.startswith("/docs/?") else None)
            before = len(self.web.log)
            self.got(url=f"{SITE}/docs/")
            queries = [one.status for one in self.web.log[before:] if one.method == "POST" or "?query=" in one.path]
            self.assertEqual(queries, [405, 200] if refuses else [200])

    def test_text_that_its_server_calls_a_page_is_one(self):
        self.site.add("/", type="text/html", text=f"Hello {one_quad('http://e.example/s')} <a href='/a'>a</a>")
        self.page("/a")
        self.assertEqual(self.got(), ["/", "/a"])
        self.assertEqual(self.result.report["totals"]["quads"], 2)

    def test_backslashes_in_links_are_slashes_as_browsers_have_it(self):
        self.page("/doc/", body='<a href="..\\a">1</a><a href="b\\c.html?x=\\">2</a>')
        for path in ("/a", "/doc/b/c.html"):
            self.page(path)
        self.page("/doc/b/c.html?x=%5C")
        self.assertEqual(self.got("--scope", "host", url=f"{SITE}/doc/"), ["/a", "/doc/", "/doc/b/c.html?x=%5C"])
        self.assertEqual(self.result.report["totals"]["quads"], 3)

    def test_links_without_a_host_lead_nowhere(self):
        self.page("/", body='<a href="http:///">1</a><a href="http://">2</a><a href="//">3</a><a href="/a">4</a>')
        self.page("/a")
        self.assertEqual(self.got(), ["/", "/a"])

    def catalogue(self, *datasets):
        return script({"@context": "https://schema.org/", "@type": "DataCatalog", "@id": f"{SITE}/#all",
                       "dataset": list(datasets)})

    def dataset(self, number):
        return {"@type": "Dataset", "@id": f"{SITE}/set{number}", "name": str(number), "distribution": [
            {"@type": "DataDownload", "contentUrl": f"{SITE}/{number}.nt", "encodingFormat": NT}]}

    def test_the_page_to_be_read_next_is_no_page_of_the_catalogue(self):
        self.rdf("/1.nt")
        self.page("/d/", head=self.catalogue(self.dataset(1)) + '<link rel="next" href="/d/intro">')
        self.page("/d/intro", head='<link rel="prev" href="/d/"><link rel="next" href="/d/usage">')
        self.page("/d/usage")
        self.assertEqual(self.got(url=f"{SITE}/d/"), ["/1.nt", "/d/", "/d/intro"])
        self.assertIn("complete", self.result.errors)

    def test_a_page_whose_datasets_cannot_be_had_is_read_itself(self):
        self.page("/d/", head=script(self.dataset(1) | {"@context": "https://schema.org/"}))
        self.assertEqual(self.got(url=f"{SITE}/d/", code=1), ["/1.nt", "/d/"])
        self.assertGreater(self.result.report["totals"]["quads"], 4)

    def test_beside_its_datasets_it_is_left_by_choice(self):
        self.rdf("/1.nt")
        self.page("/d/", head=script(self.dataset(1) | {"@context": "https://schema.org/"}))
        self.got(url=f"{SITE}/d/")
        self.assertEqual(self.result.report["totals"]["quads"], 1)
        self.assertEqual(len(self.result.report["left_alone"]), 1)
