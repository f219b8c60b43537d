"""Pages that name each other as another form, and say the same, are written once (fetch.md#crawling)."""

import json
import subprocess

from harness import STDOUT, Result
from test_selection import StepTest
from crawl_web import urlset

SITE = "http://pages.example/"


def page(name="the thing", canonical=None, languages=(), block=None):
    """A page with one statement about something of that name, and the forms of it that it names."""
    block = block or {"@id": "http://things.example/1", "http://words.example/name": name}
    links = [f'<link rel="canonical" href="{canonical}">'] if canonical else []
    links += [f'<link rel="alternate" hreflang="{path.strip("/")}" href="{path}">' for path in languages]
    return (f'<html><head>{"".join(links)}<script type="application/ld+json">{json.dumps(block)}</script>'
            "</head><body></body></html>")


class Canonical(StepTest):
    def setUp(self):
        super().setUp()
        self.urls = [SITE]
        self.host = self.web.host("pages.example")
        self.paths = []

    def add(self, path, text, **answer):
        """A page that the sitemap lists, with a validator that tells its text."""
        self.host.add(path, type="text/html", text=text, etag=f'"{hash((path, text))}"', **answer)
        if path not in self.paths:
            self.paths.append(path)
        self.host.add("/robots.txt", text=f"User-agent: *\nDisallow:\nSitemap: {SITE}sitemap.xml\n")
        self.host.add("/sitemap.xml", text=urlset(SITE + one.lstrip("/").replace("&", "&amp;") for one in self.paths))

    def graphs(self, result):
        """Paths of the pages whose quads were written."""
        return sorted(graph[1].removeprefix(SITE[:-1]) for *_, graph in result.quads)

    def pages_of(self, result):
        """Graphs of the pages, without what the entries of the sitemap say of themselves."""
        return [path for path in self.graphs(result) if path in self.paths]

    def run_step(self, *more, merged=0):
        result, _ = self.step(*more)
        self.assertEqual(result.report["totals"]["merged"], merged, result)
        return self.graphs(result)

    def test_the_canonical_page_stands_for_those_that_say_the_same(self):
        self.add("/thing?from=news", page(canonical="/thing"))
        self.add("/thing", page(canonical="/thing"))
        self.add("/print", page(canonical=f"{SITE}thing#top"))
        self.add("/another", page("another", canonical="/thing"))
        result, _ = self.step()
        self.assertEqual(self.graphs(result), ["/another", "/thing"])
        self.assertIn("written once: the quads of 2 pages", result.errors)
        [source] = [one for one in result.report["sources"] if one["way"] == "crawl"]
        self.assertEqual((source["documents"], source["quads"], source["merged"]), (4, 2, 2))
        self.assertTrue(result.report["totals"]["complete"])

    def test_keep_writes_each_and_may_be_changed(self):  # the state follows
        self.add("/a", page(canonical="/b"))
        self.add("/b", page())
        self.assertEqual(self.run_step("--canonical", "keep"), ["/a", "/b"])
        self.assertEqual(self.run_step(merged=1), ["/b"])
        self.assertEqual(self.run_step("--canonical", "keep"), ["/a", "/b"])

    def test_forms_in_other_languages(self):
        languages = ("/nl", "/de", "/fr")
        self.add("/de", page(languages=languages))
        self.add("/nl", page(languages=languages))
        self.add("/fr", page("la chose", languages=languages))
        self.assertEqual(self.run_step(merged=1), ["/de", "/fr"])

    def test_the_sitemap_may_name_them(self):
        for path in ("/nl", "/de", "/fr"):
            self.add(path, page("la chose" if path == "/fr" else "het ding"))
        links = "".join(f'<xhtml:link rel="alternate" hreflang="{path[1:]}" href="{SITE}{path[1:]}"/>' for path in self.paths)
        self.host.add("/sitemap.xml", text=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
            + "".join(f"<url><loc>{SITE}{path[1:]}</loc>{links}</url>" for path in self.paths) + "</urlset>"))
        self.assertEqual(self.pages_of(self.fresh()), ["/de", "/fr"])

    def test_a_header_says_it_too(self):  # RFC 8288, RFC 6596
        self.add("/a", page(), headers={"Link": '<b>; rel="canonical"'})
        self.add("/b", page())
        self.add("/c", page(), headers={"Link": f'<{SITE}b>; rel="alternate"; hreflang=de'})
        self.add("/d", page(), headers={"Link": '<b>; rel="alternate"; type="text/turtle"'})
        self.add("/e", page(), headers={"Link": '<b>; rel="canonical"; anchor="http://other.example/"'})
        self.assertEqual(self.run_step(merged=2), ["/b", "/d", "/e"])

    def test_what_is_not_said_is_not_merged(self):
        self.add("/a", page())
        self.add("/b", page())
        self.add("/c", page(canonical="http://elsewhere.example/a"))
        self.assertEqual(self.run_step(), ["/a", "/b", "/c"])

    def test_blank_nodes_and_order_do_not_tell_pages_apart(self):
        one = {"@graph": [{"http://words.example/by": {"http://words.example/name": "x"}},
                          {"@id": "http://things.example/1", "http://words.example/p": "y"}]}
        self.add("/a", page(canonical="/b", block={"@graph": one["@graph"][::-1]}))
        self.add("/b", page(block=one))
        self.assertEqual(set(self.run_step(merged=1)), {"/b"})

    def test_data_about_the_page_itself_are_those_of_that_page(self):
        block = {"@id": "#it", "http://words.example/name": "x"}
        self.add("/a", page(canonical="/b", block=block))
        self.add("/b", page(block=block))
        self.assertEqual(self.run_step(), ["/a", "/b"])

    def test_a_refresh_decides_anew(self):
        self.add("/a", page(canonical="/b"))
        self.add("/b", page())
        self.assertEqual(self.run_step(merged=1), ["/b"])
        self.assertEqual(self.run_step(merged=1), ["/b"])
        self.add("/b", page("something else"))
        self.assertEqual(self.run_step(), ["/a", "/b"])
        self.add("/b", page())
        self.assertEqual(self.run_step(merged=1), ["/b"])
        self.paths.remove("/b")
        self.add("/a", page(canonical="/b"))
        self.assertEqual(self.run_step(), ["/a"])

    def test_a_page_that_is_excluded_stands_for_no_other(self):
        self.add("/a", page(canonical="/b"))
        self.add("/b", page())
        self.assertEqual(self.run_step(merged=1), ["/b"])
        self.assertEqual(self.run_step("--exclude", "*/b"), ["/a"])
        self.assertEqual(self.run_step(merged=1), ["/b"])

    def test_a_run_that_was_cut_short_goes_on(self):
        for path in ("/a", "/c", "/d"):
            self.add(path, page(canonical="/b"))
        self.add("/b", page())
        result, _ = self.run_it("--max-pages", "2")
        self.assertEqual((result.code, self.graphs(result)), (1, ["/a"]), result)
        result, _ = self.run_it()
        self.assertEqual((result.code, self.graphs(result)), (0, ["/b"]), result)

    def test_what_another_site_lists_too_does_not_depend_on_who_is_first(self):
        other = "http://other.example/"
        self.add("/a", page())
        for turn in range(4):
            with self.subTest(turn):
                delay = [0.0, 0.3][turn % 2]
                host = self.web.host("other.example")
                host.add("/robots.txt", text=f"User-agent: *\nDisallow:\nSitemap: {other}sitemap.xml\n")
                host.add("/sitemap.xml", text=urlset([f"{other}b"]), wait=delay)
                host.add("/b", type="text/html", text=page(canonical=f"{SITE}a"))
                self.host.add("/sitemap.xml", text=urlset([f"{SITE}a", f"{other}b"]), wait=0.3 - delay)
                self.urls = [SITE, other]
                self.assertEqual(sorted({graph[1] for *_, graph in self.fresh().quads}), [f"{other}b", f"{SITE}a"])

    def test_a_run_that_a_bound_ends_counts_what_stays(self):
        for path in ("/a", "/b", "/c"):
            self.add(path, page(path))
        self.step()
        result, _ = self.run_it("--max-pages", "1")
        self.assertEqual((result.code, result.report["totals"]["quads"], len(result.quads)), (1, 3, 3), result)

    def test_without_a_state(self):
        self.add("/a", page(canonical="/b"))
        self.add("/b", page())
        done = subprocess.run(self.command(to="-"), cwd=self.folder, capture_output=True, timeout=60, check=False)
        self.assertEqual(self.graphs(Result(done, STDOUT)), ["/b"])

    def test_provenance_names_the_graph_where_the_quads_are(self):
        self.add("/a", page(canonical="/b"))
        self.add("/b", page())
        result = self.fresh("--provenance")
        graphs = {quad[2][1] for quad in result.quads if quad[1][1].endswith("#graph") or quad[1][1].endswith("/graph")}
        self.assertEqual(graphs, {SITE + "b"})
