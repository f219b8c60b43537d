"""RDF in pages and JSON-LD as users meet it: contexts from elsewhere, modes, repairs."""

import json

from harness import ProgramTest
import quads
from web import Answer

CONTEXT = '{"@context": {"name": "http://xmlns.com/foaf/0.1/name"}}'
SITE = "http://www.example.com"
NAME = "<http://xmlns.com/foaf/0.1/name>"


class Pages(ProgramTest):
    def setUp(self):
        super().setUp()
        self.context = self.web.host("contexts.example.org")
        self.context.add("/c.jsonld", text=CONTEXT, type="application/ld+json")

    def convert(self, *arguments, code=0, **more):
        result = self.run_program("convert", *arguments, "--delay", "0", "--allow-private",
                                  *self.web.connect_to_args(), **more)
        self.assertEqual(result.code, code, result)
        return result

    def asked(self, path):
        return sum(request.path == path for request in self.web.log)

    def assert_quads(self, result, text):
        expected, got = quads.read_dataset(text.encode()), quads.read_dataset(result.out)
        self.assertTrue(quads.isomorphic(expected, got),
                        f"{quads.difference(expected, got)}\n{result}")

    def page(self, path, text, **more):
        self.site.add(path, text=text, **more)
        return SITE + path

    def test_a_context_is_asked_for_once_by_many_pages(self):
        urls = [self.page(f"/{i}.html", '<script type="application/ld+json">'
                          '{"@context": "http://contexts.example.org/c.jsonld", '
                          f'"@id": "http://e.example/{i}", "name": "n{i}"}}</script>')
                for i in range(20)]
        result = self.convert(*urls)
        self.assert_quads(result, "".join(
            f'<http://e.example/{i}> {NAME} "n{i}" .\n' for i in range(20)))
        self.assertEqual(self.asked("/c.jsonld"), 1)

    def test_a_missing_context_loses_only_its_block(self):
        url = self.page("/p.html", """
            <script type="application/ld+json">{"@context": "http://contexts.example.org/none",
              "@id": "http://e.example/1", "name": "lost"}</script>
            <script type="application/ld+json">{"@context": "http://contexts.example.org/c.jsonld",
              "@id": "http://e.example/2", "name": "kept"}</script>
            <p vocab="http://xmlns.com/foaf/0.1/" resource="http://e.example/3"
               ><b property="name">kept too</b></p>""")
        result = self.convert(url, code=1)
        self.assertIn("http://contexts.example.org/none", result.errors)
        self.assertIn("jsonld.remote-context", result.errors)
        self.assertIn(b'<http://e.example/2> <http://xmlns.com/foaf/0.1/name> "kept"', result.out)
        self.assertIn(b'"kept too"', result.out)
        self.assertNotIn(b"lost", result.out)

    def test_well_known_contexts_need_no_network(self):
        url = self.page("/p.jsonld", '{"@context": "https://schema.org/", "@type": "Person", '
                        '"@id": "http://e.example/1", "name": "Ann"}',
                        type="application/ld+json")
        result = self.convert(url)
        self.assertIn(b'<http://schema.org/name> "Ann"', result.out)
        self.assertEqual({request.path for request in self.web.log}, {"/p.jsonld"})

    # JSON-LD 1.1 §6.1
    def test_a_link_header_gives_plain_json_its_context(self):
        link = ('<http://contexts.example.org/c.jsonld>; '
                'rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"')
        url = self.page("/p.json", '{"name": "Ann"}', type="application/json",
                        headers={"Link": link})
        self.assert_quads(self.convert(url), f'_:x {NAME} "Ann" .\n')
        url = self.page("/plain.json", '{"name": "Ann"}', type="application/json")
        self.assertIn("looks like json", self.convert(url, code=3).errors)

    def test_a_document_map_stands_in_for_the_web(self):
        (self.folder / "c.jsonld").write_text(CONTEXT)
        (self.folder / "map.json").write_text(json.dumps(
            {"documents": {"https://nowhere.invalid/c": "c.jsonld"}}))
        (self.folder / "d.jsonld").write_text(
            '{"@context": "https://nowhere.invalid/c", "@id": "http://e.example/1", "name": "A"}')
        result = self.convert("d.jsonld", "--document-map", "map.json")
        self.assert_quads(result, f'<http://e.example/1> {NAME} "A" .\n')

    def test_a_mapped_document_of_any_syntax_is_read(self):
        (self.folder / "d.nt").write_text(f'<http://e.example/1> {NAME} "A" .\n')
        (self.folder / "d.ttl").write_text(
            '@prefix f: <http://xmlns.com/foaf/0.1/> .\n<http://e.example/2> f:name "A" .\n')
        (self.folder / "d.rdf").write_text(
            '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
            'xmlns:f="http://xmlns.com/foaf/0.1/"><r:Description r:about="http://e.example/3">'
            '<f:name>A</f:name></r:Description></r:RDF>')
        (self.folder / "map.json").write_text(json.dumps(
            {"prefixes": {"https://nowhere.invalid/": "."}}))
        result = self.convert(*(f"https://nowhere.invalid/d.{end}" for end in
                                ("nt", "ttl", "rdf")), "--document-map", "map.json")
        self.assert_quads(result, "".join(
            f'<http://e.example/{i}> {NAME} "A" .\n' for i in (1, 2, 3)))

    # DESIGN: inspect shows the links of a page and of its header.
    def test_inspect_shows_the_links_of_a_page_and_its_header(self):
        url = self.page("/p.html", "<!doctype html><link rel=item href=b.csv type=text/csv>",
                        headers={"Link": '</m.ttl>; rel="describedby type"'})
        result = self.run_program("inspect", url, "--delay", "0", "--allow-private",
                                  *self.web.connect_to_args())
        self.assertEqual(result.code, 0, result)
        links = [line for line in map(json.loads, result.out.splitlines())
                 if line["kind"] == "link"]
        self.assertEqual([(link["place"], link["anchor"], link["rel"], link["target"])
                          for link in links],
                         [("header", url, "describedby", SITE + "/m.ttl"),
                          ("header", url, "type", SITE + "/m.ttl"),
                          ("link", url, "item", SITE + "/b.csv")])
        self.assertEqual(links[2]["params"], {"type": "text/csv"})

    def test_inspect_reads_a_header_by_itself(self):
        (self.folder / "header").write_text(
            "HTTP/1.1 200 OK\r\nLink: <a>; rel=next,\r\n <b>; rel=prev\r\n\r\n")
        result = self.run_program("inspect", "--header-file", "header", "--base",
                                  "http://e.example/x/")
        self.assertEqual(result.code, 0, result)
        self.assertEqual([json.loads(line)["target"] for line in result.out.splitlines()],
                         ["http://e.example/x/a", "http://e.example/x/b"])

    def test_the_mode_and_the_direction_are_the_users(self):
        (self.folder / "d.jsonld").write_text(
            '{"@context": {"@version": 1.1, "@direction": "rtl", "@language": "ar", '
            '"n": "http://e.example/n"}, "@id": "http://e.example/1", "n": "x"}')
        plain = self.convert("d.jsonld")
        self.assertIn(b'"x"@ar .', plain.out)
        i18n = self.convert("d.jsonld", "--rdf-direction", "i18n-datatype")
        self.assertIn(b'"x"^^<https://www.w3.org/ns/i18n#ar_rtl>', i18n.out)
        refused = self.convert("d.jsonld", "--jsonld-mode", "json-ld-1.0", code=3)
        self.assertIn("processing", refused.errors)

    def test_an_expand_context_comes_first(self):
        (self.folder / "c.jsonld").write_text(CONTEXT)
        (self.folder / "d.jsonld").write_text('{"@id": "http://e.example/1", "name": "A"}')
        result = self.convert("d.jsonld", "--expand-context", "c.jsonld")
        self.assert_quads(result, f'<http://e.example/1> {NAME} "A" .\n')

    def test_a_repair_is_counted_and_strict_refuses_it(self):
        block = ('<script type="application/ld+json">{"@context": "https://schema.org", '
                 '"@id": "http://e.example/1", "name": "Ann",}</script>')
        url = self.page("/p.html", block)
        lenient = self.convert(url)
        self.assertIn(b'"Ann"', lenient.out)
        self.assertIn("json.trailing-comma", lenient.errors)
        strict = self.convert(url, "--strict", code=1)
        self.assertEqual(strict.out, b"")

    # ocx.md §3: what is generated inside the selected elements
    def test_xpath_selects_a_part_of_a_page(self):
        url = self.page("/p.html", """
            <body vocab="http://xmlns.com/foaf/0.1/">
            <section class="a" resource="http://e.example/1"><b property="name">one</b></section>
            <section class="b" resource="http://e.example/2"><b property="name">two</b></section>
            <script type="application/ld+json">{"@id": "http://e.example/3",
              "http://xmlns.com/foaf/0.1/name": "three"}</script></body>""")
        result = self.convert(url, "--xpath", '//section[@class="b"]')
        self.assert_quads(result, f'<http://e.example/2> {NAME} "two" .\n')
        result = self.convert(url, "--xpath", "//section[starts-with(@class, 'a')]")
        self.assertIn("xpath", result.errors.lower())
        for text in (b'"one"', b'"two"', b'"three"'):
            self.assertIn(text, result.out)

    def test_a_page_in_another_encoding(self):
        self.site.add("/p.html", answers=[Answer(
            data='<p vocab="http://xmlns.com/foaf/0.1/" resource="http://e.example/1">'
                 '<b property="name">Zoë</b></p>'.encode("iso-8859-1"),
            type="text/html; charset=iso-8859-1")])
        self.assertIn('"Zoë"'.encode(), self.convert(SITE + "/p.html").out)

    def test_a_page_without_rdf_is_no_error(self):
        result = self.convert(self.page("/p.html", "<p>Nothing here"))
        self.assertEqual(result.out, b"")
        self.assertIn("holds no RDF", result.errors)


class State(ProgramTest):
    def test_a_later_fetch_asks_once_whether_the_context_is_what_it_was(self):
        """What an unchanged page says depends on it."""
        context = self.web.host("contexts.example.org")
        context.add("/c.jsonld", text=CONTEXT, type="application/ld+json")
        self.site.add("/robots.txt", text="Sitemap: /sitemap.xml\n")
        self.site.add("/sitemap.xml", text='<urlset xmlns="http://www.sitemaps.org/schemas/'
                      f'sitemap/0.9"><url><loc>{SITE}/p.html</loc></url></urlset>')
        self.site.add("/p.html", text='<!doctype html><script type="application/ld+json">'
                      '{"@context": "http://contexts.example.org/c.jsonld", "@id": "#it", '
                      '"name": "n"}</script>')
        asked = []
        for more in ((), (), ("--fresh",)):
            result = self.fetch("--allow-private", "--state", self.folder / "kept", *more)
            self.assertEqual(result.code, 0, result)
            self.assertEqual(len(result.lines), 1)
            asked.append(sum(request.path == "/c.jsonld" for request in self.web.log))
        self.assertEqual(asked, [1, 2, 3])


class PagesOfASite(ProgramTest):
    """A site without datasets: its sitemap's pages are crawled for the RDF in them."""

    def test_each_page_is_a_graph(self):
        pages = [f"{SITE}/page/{i}.html" for i in range(5)]
        self.site.add("/robots.txt", text="Sitemap: /sitemap.xml\n")
        self.site.add("/sitemap.xml", text='<urlset xmlns="http://www.sitemaps.org/schemas/'
                      'sitemap/0.9">' + "".join(f"<url><loc>{url}</loc></url>" for url in pages)
                      + "</urlset>")
        for i in range(4):
            self.site.add(f"/page/{i}.html", text='<!doctype html><script type='
                          '"application/ld+json">{"@context": "https://schema.org", '
                          f'"@id": "#it", "name": "n{i}"}}</script><p>text')
        self.site.add("/page/4.html", text="<!doctype html><p>A page without RDF")
        result = self.fetch("--allow-private")
        expected = "".join(f'<{url}#it> <http://schema.org/name> "n{i}" <{url}> .\n'
                           for i, url in enumerate(pages[:4]))
        self.assert_dataset(result, quads.read_dataset(expected.encode()))
        self.assertEqual(result.code, 0, result)
        self.assertIs(result.report["totals"]["complete"], True)
