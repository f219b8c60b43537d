"""What says of itself that there is more is never the whole: followed, or incomplete.

Fact sheets: dcat-paging, ldes, change-discovery, oai-pmh. Each test says what stands on the
pages; nothing is expected because the program says so.
"""

import gzip
import io
import json
import socket
import subprocess
import sys
import tarfile
import threading
import unittest

from harness import ROOT, ProgramTest, dataset_of, triples
from descriptions import dcat, distribution, schema_jsonld, turtle
from nginx import free_port
from semantic_sitemap import dataset, publish
from web import Answer, redirect

SITE = "http://www.example.com"
NT = "application/n-triples"
FIXTURES = ROOT.parent / "shared/fixtures"
PREFIXES = """@prefix hydra: <http://www.w3.org/ns/hydra/core#> .
@prefix tree: <https://w3id.org/tree#> .
@prefix as: <https://www.w3.org/ns/activitystreams#> .
@prefix void: <http://rdfs.org/ns/void#> .
@prefix xhv: <http://www.w3.org/1999/xhtml/vocab#> .
"""


class PagingTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.lines = triples(3)
        self.text = "".join(self.lines)

    def asked(self, path):
        return sum(one.path == path for one in self.web.log)

    def assert_incomplete(self, result, *words):
        """Something came, and it is told why that is not all."""
        self.assertEqual(result.code, 1, result)
        self.assertFalse(result.report["totals"]["complete"], result)
        told = json.dumps([result.report["problems"],
                           [one.get("problem") for one in result.report["sources"]]])
        for word in words:
            self.assertIn(word, told)

    def assert_complete(self, result):
        self.assertEqual(result.code, 0, result)
        self.assertTrue(result.report["totals"]["complete"], result)


class ADumpThatIsAPage(PagingTest):
    """The dump of a dataset, by a sitemap."""

    def fetch_dump(self, text, path="/dump.ttl", type="text/turtle", headers=None, dumps=None):
        self.site.add(path, text=text, type=type, headers=headers or {})
        publish(self.site, dataset(uri=f"{SITE}/data", label="Things",
                                   dumps=dumps or [f"{SITE}{path}"]))
        return self.fetch()

    def assert_page(self, said, *words, **more):
        result = self.fetch_dump(PREFIXES + self.text + said, **more)
        self.assert_incomplete(result, *words)
        [row] = [one for one in result.report["sources"] if one["outcome"] != "not-needed"]
        self.assertEqual((row["outcome"], row["code"]), ("partial", "paging.more"))
        self.assertTrue(set(dataset_of(self.lines, f"{SITE}/data")) <= set(result.quads),
                        "what came is kept")

    def test_whole(self):
        self.assert_complete(self.fetch_dump(self.text))

    def test_hydra(self):
        self.assert_page("<> hydra:next <?page=2> .", "hydra:next", "/dump.ttl?page=2")
        self.assertEqual(self.asked("/dump.ttl?page=2"), 0)

    def test_a_text_as_the_next_page(self):
        self.assert_page(f'<?page=1> hydra:nextPage "{SITE}/dump.ttl?page=2" .', "nextPage")

    def test_a_blank_view(self):
        self.assert_page("<#it> hydra:view [ hydra:next <http://b.example/2> ] .", "b.example/2")

    def test_a_fragment_of_triples(self):
        self.assert_page("<> void:subset <?s=1> . <?s=1> hydra:next <?s=1&page=2> .", "page=2")

    def test_the_last_page(self):
        self.assert_page("<> hydra:previous </dump1.ttl> .", "hydra:previous")

    def test_terms_by_the_other_scheme(self):
        self.assert_page("<> <https://www.w3.org/ns/hydra/core#next> <?page=2> .", "hydra:next")
        self.assert_page("<> <http://w3id.org/tree#relation> [ <http://w3id.org/tree#node> <2> ] .",
                         "tree:relation")

    def test_a_link_with_a_term_as_its_relation(self):
        for relation in ("http://www.w3.org/ns/hydra/core#next",
                         "http://www.w3.org/1999/xhtml/vocab#next"):
            self.assert_page("", "rel=next", headers={"Link": f'</2>; rel="{relation}"'})

    def test_behind_many_pages_of_others(self):
        others = "".join(f"<o{one}> hydra:next <o{one}?p=1> .\n" for one in range(5000))
        self.assert_complete(self.fetch_dump(PREFIXES + self.text + others))
        self.assert_page(others + "<> hydra:view [ hydra:next <http://b.example/2> ] .",
                         "it says that there is more")

    def test_the_only_collection_by_another_name(self):
        self.assert_page("<o> as:first <o?p=1> . <o?p=1> as:items <n1> ; as:next <o?p=2> .",
                         "as:next", "/o?p=2")

    def test_a_page_that_is_its_own_next(self):
        self.assert_page("<> hydra:next <> .", "hydra:next")

    def test_tree(self):
        self.assert_page("<> tree:relation [ a tree:Relation ; tree:node <node/2> ] .",
                         "tree:relation", "/node/2")

    def test_header_of_the_answer(self):
        self.assert_page("", "Link: rel=next", headers={"Link": '</2>; rel="next"'})

    def test_header_with_the_uri_of_the_relation(self):
        self.assert_page("", "Link: rel=next", headers={
            "Link": '</2>; rel="http://www.iana.org/assignments/relation/next"'})

    def test_header_of_a_redirect_on_the_way(self):
        for status in (301, 302, 307, 308):
            with self.subTest(status):
                self.site.add("/d", answers=[Answer(status=status, type="", headers={
                    "Location": "/e"})])
                self.site.add("/e", answers=[Answer(status=status, type="", headers={
                    "Location": "/all.nt", "Link": '</d2>; rel="next"'})])
                self.site.add("/all.nt", text=self.text)
                publish(self.site, dataset(uri=f"{SITE}/data", dumps=[f"{SITE}/d"]))
                self.assert_incomplete(self.fetch(), "/d2")

    def test_what_leads_to_another_thing_says_nothing_of_it(self):
        self.site.add("/d", answers=[Answer(status=303, type="", headers={
            "Location": "/all.nt", "Link": '</d2>; rel="next"'})])
        self.site.add("/e", answers=[Answer(status=302, type="", headers={
            "Location": "/all.nt", "Link": '</all.nt>; rel="next", </x>; rel=next; anchor="/y"'})])
        self.site.add("/all.nt", text=self.text)
        for path in ("/d", "/e"):
            publish(self.site, dataset(uri=f"{SITE}/data", dumps=[f"{SITE}{path}"]))
            self.assert_complete(self.fetch())

    def test_an_entry_of_an_archive_and_its_header(self):
        def packed(more):
            out = io.BytesIO()
            with tarfile.open(fileobj=out, mode="w") as archive:
                for name, text in (("a.nt", self.text), ("b.ttl", PREFIXES + more)):
                    member = tarfile.TarInfo(name)
                    member.size = len(text)
                    archive.addfile(member, io.BytesIO(text.encode()))
            return out.getvalue()
        said = f"<{SITE}/d.tar> hydra:next <{SITE}/d.tar?page=2> ."
        for more, headers in ((said, {}), ("", {"Link": '<?page=2>; rel="next"'})):
            with self.subTest(more):
                self.site.add("/d.tar", data=packed(more), headers=headers)
                publish(self.site, dataset(uri=f"{SITE}/data", dumps=[f"{SITE}/d.tar"]))
                self.assert_incomplete(self.fetch(), "d.tar?page=2")
        self.site.add("/d.tar", data=packed(""))
        self.assert_complete(self.fetch())

    def test_items_of_more(self):
        self.assert_page("", "items 0-9/100", headers={"Content-Range": "items 0-9/100"})
        self.assert_complete(self.fetch_dump(self.text, headers={"Content-Range": "items 0-9/10"}))

    def test_of_one_url_that_is_converted(self):
        """What the user names is read, and no more; but it is told."""
        for more, headers in ((True, {"Content-Range": "items 0-9/100"}),
                              (True, {"Link": '<?page=2>; rel="next"'}),
                              (False, {"Content-Range": "items 0-9/10"})):
            with self.subTest(headers):
                self.site.add("/d.nt", text=self.text, headers=headers)
                result = self.run_program("convert", f"{SITE}/d.nt", "--graph", "none",
                                          *self.web.connect_to_args())
                self.assertEqual(result.code, 0, result)
                self.assertEqual(sorted(result.out.decode().splitlines(True)),
                                 sorted(self.lines))
                self.assertEqual("[paging.more]" in result.errors, more, result)

    def test_header_of_a_packed_file_of_lines(self):
        self.site.add("/d.nt.gz", data=gzip.compress(self.text.encode()),
                      headers={"Link": '<?page=2>; rel="next"'})
        publish(self.site, dataset(uri=f"{SITE}/data", dumps=[f"{SITE}/d.nt.gz"]))
        self.assert_incomplete(self.fetch(), "d.nt.gz?page=2")

    def test_the_url_before_a_redirect_is_the_documents_own(self):
        self.site.add("/dump", answers=[redirect(f"{SITE}/files/1.ttl")])
        self.site.add("/files/1.ttl", type="text/turtle", text=PREFIXES + self.text +
                      f"<{SITE}/dump> hydra:next <{SITE}/dump2> .")
        publish(self.site, dataset(uri=f"{SITE}/data", dumps=[f"{SITE}/dump"]))
        self.assert_incomplete(self.fetch(), "/dump2")

    def test_an_activity_streams_collection(self):
        collection = {"@context": "https://www.w3.org/ns/activitystreams", "id": f"{SITE}/outbox",
                      "type": "OrderedCollection", "totalItems": 9, "first": f"{SITE}/outbox?p=1"}
        for key, value in (("first", f"{SITE}/outbox?p=1"), ("last", f"{SITE}/outbox?p=9")):
            with self.subTest(key):
                del collection["first" if "first" in collection else "last"]
                collection[key] = value
                result = self.fetch_dump(json.dumps(collection), path="/outbox",
                                         type="application/activity+json")
                self.assert_incomplete(result, f"as:{key}")

    def test_an_activity_streams_page(self):
        page = {"@context": "https://www.w3.org/ns/activitystreams", "id": f"{SITE}/page",
                "type": "OrderedCollectionPage", "partOf": f"{SITE}/outbox",
                "next": f"{SITE}/page2", "orderedItems": [{"id": f"{SITE}/1", "type": "Note"}]}
        result = self.fetch_dump(json.dumps(page), path="/page", type="application/ld+json")
        self.assert_incomplete(result, "as:next")

    def test_a_collection_whose_only_page_is_in_it(self):
        collection = {"@context": "https://www.w3.org/ns/activitystreams", "id": f"{SITE}/outbox",
                      "type": "Collection",
                      "first": {"id": f"{SITE}/outbox?p=1", "type": "CollectionPage",
                                "items": [{"id": f"{SITE}/1", "type": "Note"}]}}
        self.assert_complete(self.fetch_dump(json.dumps(collection), path="/outbox",
                                             type="application/ld+json"))

    def test_oai_is_never_a_whole(self):
        text = ('<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record/>'
                "<resumptionToken>abc</resumptionToken></ListRecords></OAI-PMH>")
        for number, type in enumerate(("text/xml", "application/rdf+xml", "application/xml")):
            with self.subTest(type):
                result = self.fetch_dump(text, path=f"/oai{number}", type=type)
                self.assertNotEqual(result.code, 0, result)

    def test_statements_about_others_are_data(self):
        said = ("<http://b.example/> hydra:next <http://b.example/2> .\n"
                "<other> tree:relation [ tree:node <http://b.example/3> ] .\n"
                "[] hydra:next <other?page=2> . <http://b.example/o> as:first <http://b.example/1> .")
        result = self.fetch_dump(PREFIXES + self.text + said)
        self.assert_complete(result)
        self.assertEqual(len(result.quads), 3 + 5)

    def test_header_with_another_subject(self):
        self.assert_complete(self.fetch_dump(
            self.text, headers={"Link": '</2>; rel="next"; anchor="/other", </3>; rel="up"'}))

    def test_pages_that_are_all_named_as_parts(self):
        self.site.add("/2.ttl", type="text/turtle", text=PREFIXES + "".join(triples(2, start=9)) +
                      "<> hydra:previous <dump.ttl> .")
        result = self.fetch_dump(PREFIXES + self.text + "<> hydra:next <2.ttl> .",
                                 dumps=[f"{SITE}/dump.ttl", f"{SITE}/2.ttl"])
        self.assert_complete(result)
        self.assertEqual(len(result.quads), 3 + 2 + 2)

    def test_a_mirror_that_is_whole_is_better(self):
        self.site.add("/all.nt", text=self.text)
        self.site.add("/dump.ttl", type="text/turtle",
                      text=PREFIXES + self.lines[0] + "<> hydra:next <2.ttl> .")
        publish(self.site, dataset(uri=f"{SITE}/data", dumps=[f"{SITE}/dump.ttl",
                                                             f"{SITE}/all.nt"]))
        result = self.fetch("--dump-semantics", "mirrors", "--seed", "1")
        self.assert_complete(result)
        self.assert_dataset(result, dataset_of(self.lines, f"{SITE}/data"))


class ASitemapInPages(PagingTest):
    """A feed, or any sitemap, that robots.txt names and that goes on elsewhere."""

    def page(self, number):
        self.site.add(f"/p/{number}", type="application/n-triples",
                      text="".join(triples(1, start=number)))
        return f"{SITE}/p/{number}"

    def feed(self, path, number, link="", **more):
        self.site.add(path, text=f'<feed xmlns="http://www.w3.org/2005/Atom">{link}<entry>'
                      f'<link href="{self.page(number)}"/></entry></feed>',
                      type="application/atom+xml", **more)

    def setUp(self):
        super().setUp()
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/s.xml\n")

    def subjects(self, result):
        return {quad[0][1].rpartition("/")[2] for quad in result.quads}

    def test_atom(self):
        self.feed("/s.xml", 1, '<link rel="next" href="/s.xml?page=2"/>')
        self.feed("/s.xml?page=2", 2, '<link rel="previous" href="/s.xml"/>')
        result = self.fetch()
        self.assert_complete(result)
        self.assertEqual(self.subjects(result), {"1", "2"})

    def test_rss(self):
        def rss(number, link):
            return ('<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>'
                    f"{link}<item><link>{self.page(number)}</link></item></channel></rss>")
        self.site.add("/s.xml", text=rss(1, '<atom:link rel="next" href="/2.xml"/>'))
        self.site.add("/2.xml", text=rss(2, ""))
        result = self.fetch()
        self.assert_complete(result)
        self.assertEqual(self.subjects(result), {"1", "2"})

    def test_a_urlset_and_an_index(self):  # RFC 5005 §3: before the entries or behind them
        def urlset(number, before="", behind=""):
            return ('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
                    f'xmlns:a="http://www.w3.org/2005/Atom">{before}<url><loc>{self.page(number)}'
                    f"</loc></url>{behind}</urlset>")
        link = '<a:link rel="next" href="/2.xml"/>'
        self.site.add("/2.xml", text=urlset(2, '<a:link rel="self" href="/2.xml"/>'))
        self.site.add("/u.xml", text=urlset(3))
        for name, text, subjects in (
                ("before", urlset(1, link), "12"), ("behind", urlset(1, behind=link), "12"),
                ("index", '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
                 f'xmlns:a="http://www.w3.org/2005/Atom">{link}<sitemap><loc>{SITE}/u.xml</loc>'
                 "</sitemap></sitemapindex>", "23")):
            with self.subTest(name):
                self.site.add("/s.xml", text=text)
                result = self.fetch()
                self.assert_complete(result)
                self.assertEqual(self.subjects(result), set(subjects))
        self.site.add("/s.xml", text=urlset(1, link.replace("/2.xml", "/none.xml")))
        self.assert_incomplete(self.fetch(), "none.xml")

    def test_the_header_of_a_list_of_urls(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/s.txt\n")
        self.site.add("/s.txt", text=self.page(1) + "\n",
                      headers={"Link": '<s2.txt>; rel="next"'})
        self.site.add("/s2.txt", text=self.page(2) + "\n")
        result = self.fetch()
        self.assert_complete(result)
        self.assertEqual(self.subjects(result), {"1", "2"})

    def test_a_page_that_is_missing_or_leads_back(self):
        ends = {"missing": ("/none.xml", "/none.xml"), "a circle": ("/s.xml", "circle")}
        for name, (to, word) in ends.items():
            with self.subTest(name):
                self.feed("/s.xml", 1, '<link rel="next" href="/2.xml"/>')
                self.feed("/2.xml", 2, f'<link rel="next" href="{to}"/>')
                result = self.fetch()
                self.assert_incomplete(result, word)
                self.assertEqual(self.subjects(result), {"1", "2"})

    def test_lines_that_are_no_urls(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/s.txt\n")
        self.site.add("/s.txt", text=f"{self.page(1)}\nwww.example.com/p/2\n/p/3\n")
        result = self.fetch()
        self.assert_incomplete(result, "2 URLs in it cannot be asked for", "www.example.com/p/2")
        self.assertEqual(self.subjects(result), {"1"})
        self.site.add("/s.txt", text=f"# mine\n\n{self.page(1)}\n")
        self.assert_complete(self.fetch())

    def test_entries_that_are_no_urls(self):
        page = self.page(1)
        for loc, lost in (("mailto:me@a.example", True), ("&amp;base;/p/2", True), ("", False)):
            with self.subTest(loc):
                self.site.add("/s.xml", text='<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
                              f"<url><loc>{page}</loc></url><url><loc>{loc}</loc></url></urlset>")
                result = self.fetch()
                self.assertEqual(result.code, 1 if lost else 0, result)
                self.assertEqual(self.subjects(result), {"1"})

    def test_the_charset_that_a_server_says_of_xml(self):  # RFC 7303 §3.2
        self.site.add("/p/%E2%82%AC", type=NT, text="".join(triples(1, start=1)))
        url = f"{SITE}/p/\u20ac"
        for text in (f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>{url}'
                     "</loc></url></urlset>",
                     f'<rss version="2.0"><channel><item><link>{url}</link></item></channel></rss>',
                     f'<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="{url}"/></entry></feed>'):
            for charset in ("windows-1252", "utf-16le", "UTF-8"):
                with self.subTest(text[:5], charset=charset):
                    self.site.add("/s.xml", type=f'application/xml; charset="{charset}"',
                                  data=text.encode(charset))
                    result = self.fetch()
                    self.assert_complete(result)
                    self.assertEqual(len(result.quads), 1)

    def test_a_feed_as_json_is_not_passed_over(self):
        self.site.add("/s.xml", type="application/feed+json", text=json.dumps(
            {"version": "https://jsonfeed.org/version/1.1", "title": "x", "items": [],
             "next_url": f"{SITE}/2.json"}))
        result = self.fetch()
        self.assertNotEqual(result.code, 0, result)
        self.assertFalse(result.report["totals"]["complete"], result)


class ACatalogueInPages(PagingTest):
    """A DCAT catalogue that the user names."""

    def page(self, path, number, *said, **more):
        self.site.add(f"/{number}.nt", text="".join(triples(1, start=number)))
        self.site.add(path, type="text/turtle", **more, text=turtle(
            dcat(f"{SITE}/set{number}", str(number), distribution(f"{SITE}/{number}.nt", type=NT)),
            *said))

    def datasets(self, result):
        return {one["uri"] for one in result.report["datasets"]}

    def test_two_pages(self):
        self.page("/c", 1, "<> hydra:next <c?page=2> .")
        self.page("/c?page=2", 2, f"<{SITE}/c?page=2> hydra:previous <{SITE}/c> .")
        result = self.fetch(url=f"{SITE}/c")
        self.assert_complete(result)
        self.assertEqual(self.datasets(result), {f"{SITE}/set1", f"{SITE}/set2"})

    def test_a_page_that_is_missing(self):
        answers = {"nothing": {"status": 404}, "a page for people": {
            "type": "text/html", "text": "<!doctype html><title>Sorry</title>"},
            "neither": {"type": "text/plain", "text": "Sorry."}}
        for name, answer in answers.items():
            with self.subTest(name):
                self.page("/c", 1, "<> hydra:next <c?page=2> .")
                self.site.add("/c?page=2", **answer)
                result = self.fetch(url=f"{SITE}/c")
                if name == "a page for people":
                    # It can be read, describes nothing and names no page.
                    self.assertEqual(result.code, 1, result)
                self.assert_incomplete(result, "/c?page=2")
                self.assertEqual(self.datasets(result), {f"{SITE}/set1"})
                plan = self.plan("--no-head", url=f"{SITE}/c", code=1)
                self.assertIn("/c?page=2", json.dumps(plan["profile"]["problems"]))

    def test_circles(self):
        self.page("/c", 1, "<> hydra:next <c?page=2> .")
        for name, back in (("to the first", "<> hydra:next <c> ."),
                           ("to itself", "<> hydra:next <> ."),
                           ("said of the list", f"<{SITE}/c> hydra:next <{SITE}/c> .")):
            with self.subTest(name):
                self.page("/c?page=2", 2, back)
                result = self.fetch(url=f"{SITE}/c")
                self.assert_incomplete(result, "in a circle")
                self.assertEqual(self.datasets(result), {f"{SITE}/set1", f"{SITE}/set2"})

    def test_another_host(self):
        self.page("/c", 1, "<> hydra:next <http://other.example.net/2> .")
        result = self.fetch(url=f"{SITE}/c")
        self.assert_incomplete(result, "http://other.example.net/2", "another site")
        self.assertFalse([one for one in self.web.log if one.host.startswith("other")])

    def test_the_same_page_again_under_another_url(self):
        self.page("/c", 1, f"<{SITE}/c> hydra:next <{SITE}/c?page=2> .")
        self.page("/c?page=2", 1, f"<{SITE}/c> hydra:next <{SITE}/c?page=2> .")
        self.assert_incomplete(self.fetch(url=f"{SITE}/c"), "byte for byte")

    def test_the_same_datasets_again_in_other_bytes(self):
        """A server that knows no pages gives the first one for each."""
        nameless = ("[] a dcat:Dataset ; dcterms:title 'x' ; dcat:distribution [ "
                    f"dcat:downloadURL <{SITE}/9.nt> ] .")
        for name, more in (("a comment", "# at 12:00:0{}"), ("a date", '<> dcterms:modified "{}" .'),
                           ("a dataset without a name", nameless + "# {}")):
            with self.subTest(name):
                for number, path in enumerate(("/c", "/c?page=2")):
                    self.page(path, 1, f"<{SITE}/c> hydra:next <{SITE}/c?page=2> .",
                              more.replace("{}", str(number)))
                self.site.add("/9.nt", text="".join(triples(1, start=9)))
                self.assert_incomplete(self.fetch(url=f"{SITE}/c"), "/c?page=2", "no dataset")

    def test_the_same_datasets_again_beside_something_new_that_is_none(self):
        for number, path in enumerate(("/c", "/c?page=2")):
            self.page(path, 1, f"<{SITE}/c> hydra:next <{SITE}/c?page=2> .",
                      f"<http://b.example/run/{number}> dcterms:title 'run {number}' .")
        self.assert_incomplete(self.fetch(url=f"{SITE}/c"), "/c?page=2", "no dataset")

    def test_pages_that_only_name_their_datasets(self):
        for number, more in ((1, "<> hydra:next <c?page=2> ."), (2, "")):
            self.page(f"/set{number}", number)
            self.site.add("/c" if number == 1 else "/c?page=2", type="text/turtle", text=turtle(
                f"<{SITE}/c> a dcat:Catalog ; dcat:dataset <{SITE}/set{number}> .", more))
        result = self.fetch(url=f"{SITE}/c")
        self.assert_complete(result)
        self.assertEqual(len(result.quads), 2)

    def test_datasets_without_names_on_each_page(self):
        for number, (path, said) in enumerate((("/c", "<> hydra:next <c?page=2> ."), ("/c?page=2", ""))):
            self.site.add(f"/{number}.nt", text="".join(triples(1, start=number)))
            self.site.add(path, type="text/turtle", text=turtle(
                f"<{SITE}/all> a dcat:Catalog ; dcat:dataset [ a dcat:Dataset ; dcterms:title '{number}' "
                f"; dcat:distribution [ dcat:downloadURL <{SITE}/{number}.nt> ] ] .", said))
        result = self.fetch(url=f"{SITE}/c")
        self.assert_complete(result)
        self.assertEqual(len(result.quads), 2)

    def test_a_last_page_that_no_page_leads_to(self):
        last = f'<{SITE}/c?page={{}}> hydra:lastPage "{SITE}/c?page=3" .'
        self.page("/c?page=1", 1, f"<{SITE}/c?page=1> hydra:nextPage <{SITE}/c?page=2> .",
                  last.format(1))
        self.page("/c?page=2", 2, last.format(2))
        self.page("/c?page=3", 3, last.format(3))
        self.assert_incomplete(self.fetch(url=f"{SITE}/c?page=1"), "/c?page=3", "last page")
        self.page("/c?page=2", 2, f"<{SITE}/c?page=2> hydra:nextPage <{SITE}/c?page=3> .",
                  last.format(2))
        result = self.fetch(url=f"{SITE}/c?page=1")
        self.assert_complete(result)
        self.assertEqual(len(self.datasets(result)), 3)

    def test_a_last_page_that_is_the_only_one(self):
        self.page("/c", 1, f"<{SITE}/c> hydra:last <{SITE}/c?page=1> .")
        self.page("/c?page=1", 1)
        self.assert_complete(self.fetch(url=f"{SITE}/c"))
        self.page("/c?page=1", 2)
        self.assert_incomplete(self.fetch(url=f"{SITE}/c"), "/c?page=1")

    def test_pages_before_the_one_that_is_named(self):
        for number in (1, 2, 3):
            self.page(f"/c?page={number}", number, *(
                [f"<> hydra:previous <c?page={number - 1}> ."] if number > 1 else []))
        result = self.fetch(url=f"{SITE}/c?page=3")
        self.assert_complete(result)
        self.assertEqual(len(self.datasets(result)), 3)
        self.site.remove("/c?page=1")
        self.assert_incomplete(self.fetch(url=f"{SITE}/c?page=3"), "/c?page=1")

    def test_the_header_of_a_catalogue_for_people(self):
        for number, path in ((1, "/c"), (2, "/c2")):
            self.site.add(f"/{number}.nt", text="".join(triples(1, start=number)))
            script = json.dumps({
                "@context": "https://schema.org/", "@type": "DataCatalog", "@id": f"{SITE}/c",
                "dataset": [{"@type": "Dataset", "@id": f"{SITE}/set{number}", "distribution": [
                    {"@type": "DataDownload", "contentUrl": f"{SITE}/{number}.nt",
                     "encodingFormat": NT}]}]})
            self.site.add(path, type="text/html", text="<!doctype html><title>x</title>"
                          f'<script type="application/ld+json">{script}</script>',
                          headers={"Link": '</c2>; rel="next"'} if number == 1 else {})
        result = self.fetch(url=f"{SITE}/c")
        self.assert_complete(result)
        self.assertEqual(len(self.datasets(result)), 2)
        self.site.remove("/c2")
        self.assert_incomplete(self.fetch(url=f"{SITE}/c"), "/c2")

    def people_page(self, path, number, head="", body="", **more):
        """A catalogue as a page for people, in which one dataset is described."""
        self.site.add(f"/{number}.nt", text="".join(triples(1, start=number)))
        script = json.dumps({
            "@context": "https://schema.org/", "@type": "DataCatalog", "@id": f"{SITE}/c",
            "dataset": [{"@type": "Dataset", "@id": f"{SITE}/set{number}", "distribution": [
                {"@type": "DataDownload", "contentUrl": f"{SITE}/{number}.nt",
                 "encodingFormat": NT}]}]})
        self.site.add(path, type="text/html", text=f"<!doctype html><head><title>x</title>{head}"
                      f'<script type="application/ld+json">{script}</script></head><body>{body}', **more)

    def test_the_markup_of_a_catalogue_for_people(self):
        for head, body in (('<link rel="next" href="/c2">', ""), ("", '<a rel="next" href="c2">2</a>'),
                           ('<base href="/"><link rel="NEXT nofollow" href="c2">', ""),
                           ('<link rel="http://www.iana.org/assignments/relation/next" href="/c2">', "")):
            with self.subTest(head + body):
                self.people_page("/c", 1, head, body)
                self.people_page("/c2", 2, '<link rel="prev" href="/c">')
                result = self.fetch(url=f"{SITE}/c")
                self.assert_complete(result)
                self.assertEqual(len(self.datasets(result)), 2)
        self.people_page("/c2", 1, '<link rel="next" href="/c2">')
        self.assert_incomplete(self.fetch(url=f"{SITE}/c"), "/c2", "no dataset")
        self.site.remove("/c2")
        self.assert_incomplete(self.fetch(url=f"{SITE}/c"), "/c2")

    def test_the_markup_of_each_of_three_pages(self):
        """All speak of one catalogue, by the name that the first has."""
        by = {"markup": lambda n: {"body": f'<a rel="next" href="c{n}">more</a>'},
              "header": lambda n: {"headers": {"Link": f'</c{n}>; rel="next"'}}}
        for carrier, link in by.items():
            with self.subTest(carrier):
                for number in (1, 2, 3):
                    self.people_page(f"/c{number}", number, **(link(number + 1) if number < 3 else {}))
                result = self.fetch(url=f"{SITE}/c1")
                self.assert_complete(result)
                self.assertEqual(len(self.datasets(result)), 3)

    def test_markup_that_leads_back(self):
        self.people_page("/c", 1, '<link rel="next" href="/c2">')
        self.people_page("/c2", 2, body='<a rel="prev" href="/c">1</a>')
        result = self.fetch(url=f"{SITE}/c2")
        self.assert_complete(result)
        self.assertEqual(len(self.datasets(result)), 2)

    def test_markup_that_leads_nowhere(self):
        """How a button is written that has nothing to do."""
        for href in ("#", "", "/c#top", "javascript:void(0)", "http:///"):
            with self.subTest(href):
                self.people_page("/c", 1, body=f'<a rel="next" href="{href}">2</a>')
                self.assert_complete(self.fetch(url=f"{SITE}/c"))

    def test_the_next_of_a_page_for_people_that_is_no_catalogue(self):
        self.site.add("/1.nt", text="".join(triples(1)))
        self.site.add("/d", type="text/html", text='<head><link rel="next" href="/another">' +
                      schema_jsonld(f"{SITE}/set1", "x", [
                          {"contentUrl": f"{SITE}/1.nt", "encodingFormat": NT}]))
        self.assert_complete(self.fetch(url=f"{SITE}/d"))
        self.assertEqual(self.asked("/another"), 0)

    def listing(self, path, names, more=""):
        rows = "".join(f'<a href="{name}">{name}</a>\n' for name in ("../", *names))
        self.site.add(path, type="text/html", text=f"<html><head><title>Index of {path}</title></head>"
                      f'<body><h1>Index of {path}</h1><pre><a href="?C=N;O=D">Name</a>\n{rows}'
                      f"</pre>{more}</body></html>")

    def test_the_markup_of_a_folder(self):
        self.site.add("/f/1.nt", text="".join(triples(1)))
        self.listing("/f/", ["1.nt"], '<a rel="next" href="?page=2">more</a>')
        self.assert_incomplete(self.fetch(url=f"{SITE}/f/"), "/f/?page=2")
        self.listing("/f/", ["1.nt"], '<a rel="next" href="#">more</a>')
        self.assert_complete(self.fetch(url=f"{SITE}/f/"))

    def test_folders_in_a_folder(self):
        self.site.add("/f/1.nt", text="".join(triples(1)))
        self.listing("/f/", ["1.nt", "old/", "/f/more/"])
        result = self.fetch(url=f"{SITE}/f/")
        self.assert_incomplete(result, "2 folders in it were not looked into", "/f/old/", "/f/more/")
        self.assertEqual(len(result.quads), 1)
        self.listing("/f/", ["1.nt", "README.txt", "/g/", "http://b.example/f/x/"])
        self.assert_complete(self.fetch(url=f"{SITE}/f/"))

    def test_the_header_of_a_folder_and_of_a_metalink(self):
        self.site.add("/f/1.nt", text="".join(triples(1)))
        lists = {"/f/": ("text/html", "<html><head><title>Index of /f</title></head><body><h1>Index of /f"
                         '</h1><pre><a href="?C=N;O=D">Name</a>\n<a href="1.nt">1.nt</a></pre></body></html>'),
                 "/m.meta4": ("application/metalink4+xml", '<metalink xmlns="urn:ietf:params:xml:ns:metalink">'
                              f'<file name="1.nt"><url>{SITE}/f/1.nt</url></file></metalink>')}
        for path, (kind, text) in lists.items():
            with self.subTest(path):
                self.site.add(path, type=kind, text=text)
                self.assert_complete(self.fetch(url=f"{SITE}{path}"))
                self.site.add(path, type=kind, text=text, headers={"Link": "<?page=2>; rel=next"})
                result = self.fetch(url=f"{SITE}{path}")
                self.assert_incomplete(result, "?page=2")
                self.assertEqual(len(result.quads), 1)

    def test_an_empty_page_in_between(self):
        self.page("/c", 1, "<> hydra:next <c?page=2> .")
        self.site.add("/c?page=2", type="text/turtle", text=turtle("<> hydra:next <c?page=3> ."))
        self.page("/c?page=3", 3)
        result = self.fetch(url=f"{SITE}/c")
        self.assert_complete(result)
        self.assertEqual(self.datasets(result), {f"{SITE}/set1", f"{SITE}/set3"})

    def test_link_header(self):
        self.page("/c", 1, headers={"Link": '<?page=2>; rel="next"'})
        self.page("/c?page=2", 2)
        result = self.fetch(url=f"{SITE}/c")
        self.assert_complete(result)
        self.assertEqual(len(self.datasets(result)), 2)
        self.site.remove("/c?page=2")
        self.assert_incomplete(self.fetch(url=f"{SITE}/c"), "/c?page=2")

    def test_tree_of_a_feed(self):
        relation = "<{}> <https://w3id.org/tree#relation> [ <https://w3id.org/tree#node> <{}> ] ."
        self.page("/c", 1, relation.format(f"{SITE}/c", f"{SITE}/b"))
        self.page("/b", 2, relation.format(f"{SITE}/b", f"{SITE}/c"))  # both know each other
        result = self.fetch(url=f"{SITE}/c")
        self.assert_complete(result)
        self.assertEqual(len(self.datasets(result)), 2)

    def test_more_pages_than_are_read(self):
        def page(fields, headers):
            number = int(fields.get("page", "0"))
            return Answer(type="text/turtle", text=turtle(
                dcat(f"{SITE}/{number}", str(number), distribution(f"{SITE}/{number}.nt")),
                f"<{SITE}/all?page={number}> hydra:next <{SITE}/all?page={number + 1}> ."))

        self.site.serve("/all", page)
        plan = self.plan("--no-head", url=f"{SITE}/all", code=1)
        self.assertEqual(len(plan["datasets"]), 101)
        self.assertIn("more than 100 documents", json.dumps(plan["profile"]["problems"]))

    def test_what_a_dataset_in_a_sitemap_leads_to(self):
        self.page("/set1", 1, "<> hydra:next <set1?page=2> .")
        publish(self.site, dataset(uri=f"{SITE}/set1", label="Things"))
        self.assert_incomplete(self.fetch(), "/set1?page=2")


class AListedDocument(PagingTest):
    """An RDF document that a sitemap lists as a page."""

    def test_its_pages_are_followed(self):
        self.site.add("/1", type="text/turtle",
                      text=PREFIXES + self.lines[0] + "<> hydra:next <2> .")
        self.site.add("/2", type="text/turtle", text=self.lines[1])
        publish(self.site, f"<url><loc>{SITE}/1</loc></url>")
        result = self.fetch()
        self.assert_complete(result)
        self.assertEqual(len(result.quads), 3)
        self.site.remove("/2")
        self.assertEqual(self.fetch().code, 1)

    def test_of_pages_of_the_web_only_terms_for_machines_count(self):
        def page(path, terms, head=""):
            said = [{"@id": f"http://data.example{path}", "http://data.example/value": "1"},
                    {"@id": "", **{term: {"@id": "/2"} for term in terms}}]
            self.site.add(path, type="text/html", text=f"<html><head><title>x</title>{head}</head>"
                          f'<script type="application/ld+json">{json.dumps(said)}</script></html>')
        publish(self.site, f"<url><loc>{SITE}/1</loc></url>")
        page("/2", [])
        for terms, head, asked in (
                (["http://www.w3.org/ns/hydra/core#next"], "", 1), (["https://www.w3.org/ns/activitystreams#next"], "", 1),
                (["http://www.w3.org/1999/xhtml/vocab#next"], "", 0), ([], '<link rel="next" href="/2">', 0)):
            with self.subTest(terms, head=head):
                page("/1", terms, head)
                before = self.asked("/2")
                self.assert_complete(self.fetch())
                self.assertEqual(self.asked("/2") - before, asked)

    def test_not_to_other_sites(self):
        self.site.add("/1", type="text/turtle",
                      text=PREFIXES + self.lines[0] + "<> hydra:next <http://b.example/2> .")
        publish(self.site, f"<url><loc>{SITE}/1</loc></url>")
        result = self.fetch()
        self.assertEqual(result.code, 1, result)
        self.assertIn("http://b.example/2", result.errors)


@unittest.skipUnless((FIXTURES / "dcat-paging").is_dir(), "the fixtures of paged catalogues are not beside the checkout")
class Fixtures(PagingTest):
    """dcat-paging/INDEX.md says what must come out."""

    EXPECTED = {"ckan": ("catalog.ttl", 5, 0), "view": ("catalog.jsonld", 2, 0),
                "loop": ("catalog.ttl", 3, 1), "hole": ("catalog.ttl", 2, 1),
                "same": ("catalog.ttl", 2, 1)}

    def test_all(self):
        for name, (entry, count, code) in self.EXPECTED.items():
            with self.subTest(name):
                port = free_port()
                server = subprocess.Popen(
                    [sys.executable, FIXTURES / "tools/serve.py",
                     FIXTURES / "dcat-paging" / name, str(port)],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                try:
                    self.wait_for(port)
                    result = self.fetch("--retries", "1",
                                        url=f"http://127.0.0.1:{port}/{entry}")
                finally:
                    server.terminate()
                    server.wait()
                self.assertEqual(result.code, code, result)
                self.assertEqual(len(result.report["datasets"]), count, result)
                self.assertEqual(result.report["totals"]["complete"], code == 0)
                if name == "hole":
                    self.assertIn("page=2", json.dumps(result.report["problems"]))

    def wait_for(self, port):
        for _ in range(1000):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=5).close()
                return
            except ConnectionRefusedError:
                threading.Event().wait(0.01)
        self.fail("the server of the fixtures does not start")
