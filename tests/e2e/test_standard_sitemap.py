"""Standard-Sitemaps: found by the pages that name them, walked, written, crawled.

Expected quads are those of the fact sheet's examples (standard-sitemap §9), completed by
hand from its table of triples (§8).
"""

import json
import re
import unittest

from harness import ProgramTest, quads
from web import Answer

NAMESPACE = "http://standard-sitemap.org/2007/ns"
PREFIXES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "http://schema.org/",
    "dcterms": "http://purl.org/dc/terms/",
    "xhv": "http://www.w3.org/1999/xhtml/vocab#",
    "ssp": NAMESPACE + "#",
}
SITE = "http://dorp.example"
NAV = "schema:SiteNavigationElement"

BASIC = """<?xml version="1.0" encoding="UTF-8"?>
<sitemap xmlns="http://standard-sitemap.org/2007/ns" xml:base="http://dorp.example/" xml:lang="nl"
         lang="nl" type="text/html">
  <style url="nav/map.css" type="text/css"/>
  <class-change xmlns:html="http://www.w3.org/1999/xhtml"
                elem="/html:html/html:body" attr="class" prefix="nav"/>
  <item xml:id="home" url="" name="Thuis" role="home">
    <group name="Dorp" relation="sequence">
      <item url="kerk" name="De kerk" description="Toren &amp; orgel"/>
      <item url="molen" name="De molen" priority="2">
        <variant lang="en" url="en/mill" name="The mill"/>
      </item>
    </group>
    <item name="Praktisch">
      <item url="contact" name="Contact" role="contact contentinfo"/>
    </item>
  </item>
</sitemap>
"""
BASIC_TRIPLES = f"""
<G#element(/1)> rdf:type {NAV}
<G#home> rdf:type {NAV}
<G#home> schema:url </>
<G#home> schema:name "Thuis"@nl
<G#home> ssp:role "home"
<G#element(/1/3/1)> rdf:type {NAV}
<G#element(/1/3/1)> schema:name "Dorp"@nl
<G#element(/1/3/1)> ssp:relation "sequence"
<G#element(/1/3/1/1)> rdf:type {NAV}
<G#element(/1/3/1/1)> schema:url </kerk>
<G#element(/1/3/1/1)> schema:name "De kerk"@nl
<G#element(/1/3/1/1)> schema:description "Toren & orgel"@nl
<G#element(/1/3/1/2)> rdf:type {NAV}
<G#element(/1/3/1/2)> schema:url </molen>
<G#element(/1/3/1/2)> schema:url </en/mill>
<G#element(/1/3/1/2)> schema:name "De molen"@nl
<G#element(/1/3/1/2)> schema:name "The mill"@en
<G#element(/1/3/1/2)> ssp:priority "2"
<G#element(/1/3/2)> rdf:type {NAV}
<G#element(/1/3/2)> schema:name "Praktisch"@nl
<G#element(/1/3/2/1)> rdf:type {NAV}
<G#element(/1/3/2/1)> schema:url </contact>
<G#element(/1/3/2/1)> schema:name "Contact"@nl
<G#element(/1/3/2/1)> xhv:role xhv:contentinfo
<G#element(/1/3/2/1)> ssp:role "contact"
</> dcterms:language "nl"
</kerk> dcterms:language "nl"
</molen> dcterms:language "nl"
</en/mill> dcterms:language "en"
</contact> dcterms:language "nl"
</> dcterms:format "text/html"
</kerk> dcterms:format "text/html"
</molen> dcterms:format "text/html"
</en/mill> dcterms:format "text/html"
</contact> dcterms:format "text/html"
<G#element(/1)> > <G#home>
<G#home> > <G#element(/1/3/1)>
<G#element(/1/3/1)> > <G#element(/1/3/1/1)>
<G#element(/1/3/1)> > <G#element(/1/3/1/2)>
<G#home> > <G#element(/1/3/2)>
<G#element(/1/3/2)> > <G#element(/1/3/2/1)>
"""

LOOP = """<?xml version="1.0" encoding="UTF-8"?>
<sitemap xmlns="http://standard-sitemap.org/2007/ns" xmlns:xlink="http://www.w3.org/1999/xlink">
  <item xml:id="a" url="a" name="A">
    <external xlink:href="#b"/>
  </item>
  <item tree="exclude">
    <item xml:id="b" url="b" name="B">
      <external xlink:href="#a"/>
      <external xlink:href="#b"/>
    </item>
    <item xml:id="c" url="c" name="C" role="help"/>
    <item xml:id="d" url="d" name="D"/>
  </item>
</sitemap>
"""
LOOP_TRIPLES = f"""
<G#element(/1)> rdf:type {NAV}
<G#a> rdf:type {NAV}
<G#a> schema:url </nav/a>
<G#a> schema:name "A"
<G#b> rdf:type {NAV}
<G#b> schema:url </nav/b>
<G#b> schema:name "B"
<G#c> rdf:type {NAV}
<G#c> schema:url </nav/c>
<G#c> schema:name "C"
<G#c> xhv:role xhv:help
<G#element(/1)> > <G#a>
<G#a> > <G#b>
<G#b> > <G#a>
<G#b> > <G#b>
"""

ROOT = """<sitemap xmlns="http://standard-sitemap.org/2007/ns">
  <item xml:id="start" url="/" name="Start">
    <external url="sub/school.xml"/>
    <external url="sub/school.xml#les"/>
    <external url="sub/weg.xml"/>
  </item>
</sitemap>
"""
SCHOOL = """<sitemap xmlns="http://standard-sitemap.org/2007/ns" lang="fy">
  <item xml:id="school" url="../../school/" name="Skoalle">
    <item xml:id="les" url="../../school/les" name="Les"/>
    <external url="../root.xml"/>
  </item>
</sitemap>
"""
ROOT_TRIPLES = f"""
<R#element(/1)> rdf:type {NAV}
<R#start> rdf:type {NAV}
<R#start> schema:url </>
<R#start> schema:name "Start"
<R#element(/1)> > <R#start>
<R#start> > <S#school>
<R#start> > <S#les>
"""
SCHOOL_TRIPLES = f"""
<S#school> rdf:type {NAV}
<S#school> schema:url </school/>
<S#school> schema:name "Skoalle"@fy
<S#les> rdf:type {NAV}
<S#les> schema:url </school/les>
<S#les> schema:name "Les"@fy
</school/> dcterms:language "fy"
</school/les> dcterms:language "fy"
<S#school> > <S#les>
<S#school> > <R#start>
"""

LEGACY = """<sitemap xmlns="http://standard-sitemap.org/2007/ns" baseurl="http://dorp.example/site/">
  <image url="logo.png" type="image/png" width="80" height="80"/>
  <style url="x.css" type="text/css" replace="yes"/>
  <change elem="/html" attr="class" prefix="x"/>
  <item xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="p1" name="P1"/>
  <item url="zoek" name="Zoek" role="search" method="post" data="q="/>
  <item role="home" name="Overzicht"/>
</sitemap>
"""
LEGACY_TRIPLES = f"""
<G#element(/1)> rdf:type {NAV}
<G#element(/1)> schema:logo </site/logo.png>
<G#element(/1/4)> rdf:type {NAV}
<G#element(/1/4)> schema:url </site/p1>
<G#element(/1/4)> schema:name "P1"
<G#element(/1/5)> rdf:type {NAV}
<G#element(/1/5)> schema:url </site/zoek>
<G#element(/1/5)> schema:name "Zoek"
<G#element(/1/5)> xhv:role xhv:search
<G#element(/1/6)> rdf:type {NAV}
<G#element(/1/6)> schema:name "Overzicht"
<G#element(/1/6)> ssp:role "home"
<G#element(/1)> > <G#element(/1/4)>
<G#element(/1)> > <G#element(/1/5)>
<G#element(/1)> > <G#element(/1/6)>
"""
STRICT_TRIPLES = "\n".join(
    line.replace("</site/zoek>", "</nav/zoek>") for line in LEGACY_TRIPLES.splitlines()
    if "logo" not in line and "/site/p1" not in line)


def graph(name, triples, **files):
    """N-Quads of lines as above, in the graph `name`. `S > O`: O is part of S."""
    files = {"G": name, **files}

    def iri(text):
        if text.startswith("<"):
            text = text[1:-1]
            for short, url in files.items():
                if text.startswith(short + "#"):
                    return f"<{url}{text[1:]}>"
            return f"<{SITE}{text}>" if text.startswith("/") else f"<{text}>"
        prefix, _, local = text.partition(":")
        return f"<{PREFIXES[prefix]}{local}>"

    out = []
    for line in filter(None, triples.splitlines()):
        subject, predicate, value = line.split(" ", 2)
        if predicate == ">":
            out.append(f"{iri(subject)} {iri('dcterms:hasPart')} {iri(value)} <{name}> .\n")
            out.append(f"{iri(value)} {iri('dcterms:isPartOf')} {iri(subject)} <{name}> .\n")
        else:
            value = value if value.startswith('"') else iri(value)
            out.append(f"{iri(subject)} {iri(predicate)} {value} <{name}> .\n")
    return "".join(out)


def see_also(page, sitemap):
    return f"<{page}> <{PREFIXES['rdfs']}seeAlso> <{sitemap}> <{page}> .\n"


def data_in(page):
    """The one quad of a page that says something."""
    return f"<{page}#it> <http://x.example/p> \"o\" <{page}> .\n"


def page_text(url, head=""):
    return (f"<!doctype html><html><head><title>P</title>{head}"
            '<script type="application/ld+json">{"@id": "' + url + '#it", '
            '"http://x.example/p": "o"}</script></head><body><p>Text</body></html>')


def link(target, prefix="nav"):
    return (f'<link rel="schema.{prefix}" href="{NAMESPACE}">'
            f'<link rel="{prefix}.location" href="{target}">')


class StandardSitemap(ProgramTest):
    def setUp(self):
        super().setUp()
        self.site = self.web.host("dorp.example")
        self.before = 0

    def page(self, path, head="", **answer):
        self.site.add(path, type="text/html", text=page_text(SITE + path, head), **answer)

    def xml(self, path, text, type="application/xml"):
        self.site.add(path, type=type, data=text.encode())

    def asked(self, *but):
        """Paths that the last run asked for; robots.txt, the guess and those of `but` aside."""
        return sorted(request.path for request in self.web.log[self.before:]
                      if not request.path.endswith("/robots.txt")
                      and request.path not in (*but, "/sitemap.xml"))

    def fetch_page(self, path, *arguments):
        self.before = len(self.web.log)
        return self.fetch(*arguments, url=SITE + path)

    def assert_quads(self, result, text):
        self.assert_dataset(result, quads.read_dataset(text.encode()))

    # The examples of the fact sheet, from the page that names them to the crawled pages.

    def test_the_basic_example(self):
        self.page("/", link("/nav/map.xml"))
        self.xml("/nav/map.xml", BASIC)
        for path in ("/kerk", "/molen", "/en/mill", "/contact"):
            self.page(path)
        self.page("/welkom", link("/nav/map.xml"))
        result = self.fetch_page("/welkom")
        self.assertEqual(result.code, 0, result)
        name = SITE + "/nav/map.xml"
        pages = [SITE + path for path in ("/", "/kerk", "/molen", "/en/mill", "/contact",
                                          "/welkom")]
        self.assert_quads(result, graph(name, BASIC_TRIPLES) +
                          see_also(SITE + "/", name) + see_also(SITE + "/welkom", name) +
                          "".join(map(data_in, pages)))
        self.assertEqual(self.asked("/welkom"),
                         ["/", "/contact", "/en/mill", "/kerk", "/molen", "/nav/map.xml"])

    def test_the_loop_with_a_store_of_shared_items(self):
        self.page("/p", link("/nav/map.xml"))
        self.xml("/nav/map.xml", LOOP)
        for path in ("/nav/a", "/nav/b", "/nav/c", "/nav/d"):
            self.page(path)
        result = self.fetch_page("/p")
        self.assertEqual(result.code, 0, result)
        name = SITE + "/nav/map.xml"
        self.assert_quads(result, graph(name, LOOP_TRIPLES) + see_also(SITE + "/p", name) +
                          "".join(data_in(SITE + path)
                                  for path in ("/p", "/nav/a", "/nav/b", "/nav/c")))

    def test_two_files_that_include_each_other(self):
        self.page("/p", link("/nav/root.xml"))
        self.xml("/nav/root.xml", ROOT)
        self.xml("/nav/sub/school.xml", SCHOOL)
        for path in ("/", "/school/", "/school/les"):
            self.page(path)
        result = self.fetch_page("/p")
        self.assertEqual(result.code, 0, result)
        root, school = SITE + "/nav/root.xml", SITE + "/nav/sub/school.xml"
        files = {"R": root, "S": school}
        self.assert_quads(result, graph(root, ROOT_TRIPLES, **files) +
                          graph(school, SCHOOL_TRIPLES, **files) +
                          see_also(SITE + "/p", root) +
                          "".join(data_in(SITE + path)
                                  for path in ("/p", "/", "/school/", "/school/les")))
        files = [path for path in self.asked() if path.startswith("/nav/")]
        self.assertEqual(files, ["/nav/root.xml", "/nav/sub/school.xml", "/nav/sub/weg.xml"])
        self.assertIn("/nav/sub/weg.xml, which cannot be had", result.errors)
        faults = result.report["sources"][0]["faults"]
        self.assertEqual(faults, {"ssp.external-failed": 1})

    def test_legacy_forms(self):
        self.page("/p", '<link rel="standard-sitemap" href="/nav/oud.xml">')
        self.xml("/nav/oud.xml", LEGACY)
        self.page("/site/p1")
        result = self.fetch_page("/p")
        self.assertEqual(result.code, 0, result)
        name = SITE + "/nav/oud.xml"
        self.assert_quads(result, graph(name, LEGACY_TRIPLES) + see_also(SITE + "/p", name) +
                          data_in(SITE + "/p") + data_in(SITE + "/site/p1"))
        self.assertEqual(self.asked("/p"), ["/nav/oud.xml", "/site/p1"],
                         "an item that is to be posted to is never asked for")
        self.assertEqual(result.report["sources"][0]["faults"],
                         {"ssp.baseurl": 1, "ssp.change": 1, "ssp.image": 1,
                          "ssp.style-replace": 1, "ssp.xlink-href": 1})

    # Discovery (§2).

    def found(self, *, head="", headers=None, type="text/html", path="/a/page", text=None):
        """Whether /nav/map.xml was found for a page like that, and what was asked for."""
        self.xml("/nav/map.xml", LOOP.replace('url="', 'data="'))
        self.site.add(path, type=type, headers=headers or {},
                      text=text or page_text(SITE + path, head))
        result = self.fetch_page(path)
        asked = self.asked(path)
        said = see_also(SITE + path, SITE + "/nav/map.xml").encode()[:-1]
        return said in (result.lines or []), asked, result

    def assert_found(self, **page):
        found, asked, result = self.found(**page)
        self.assertTrue(found, result)
        self.assertEqual(asked, ["/nav/map.xml"], result)
        return found, asked, result

    def assert_not_found(self, expected=(), **page):
        found, asked, result = self.found(**page)
        self.assertFalse(found, result)
        self.assertEqual(asked, list(expected), result)
        return result

    def test_header_form(self):
        self.assert_found(headers={"Opt": f'"{NAMESPACE}"; ns=15', "15-Location": "/nav/map.xml"})

    def test_header_form_among_others(self):
        self.assert_found(headers={
            "opt": f'"http://other.example/x"; ns=14; q="a,b", "{NAMESPACE}"; x=1; ns=16',
            "14-location": "/wrong.xml", "16-LOCATION": "../nav/map.xml"})

    def test_legacy_header(self):
        self.assert_found(headers={"x-standard-sitemap-location": "/nav/map.xml"})

    def test_html_form(self):
        self.assert_found(head=link("/nav/map.xml"))

    def test_html_form_with_its_declaration_behind_and_words_around(self):
        self.assert_found(
            head='<link rel="start NAV.Location x" href="../nav/map.xml">'
                 f'<link rel="SCHEMA.nav other" href="{NAMESPACE}">')

    def test_html_form_with_a_base(self):
        self.assert_found(head='<base href="/nav/x">' + link("map.xml"))

    def test_xhtml_form_with_an_xml_base(self):
        self.assert_found(type="application/xhtml+xml", text=(
            '<html xmlns="http://www.w3.org/1999/xhtml"><head xml:base="/nav/"><title>x</title>'
            f'<link rel="schema.s" href="{NAMESPACE}"/><link rel="s.location" href="map.xml"/>'
            "</head><body/></html>"))

    def test_meta_form_of_the_lenient_reading(self):
        head = (f'<meta name="schema.ssm" content="{NAMESPACE}">'
                '<link rel="ssm.location" href="/nav/map.xml">')
        _, _, result = self.assert_found(head=head)
        self.assertEqual(result.report["sources"][0]["faults"]["ssp.meta-schema"], 1)

    def test_the_header_goes_before_the_page(self):
        self.assert_found(headers={"X-Standard-Sitemap-Location": "/nav/map.xml"},
                          head=link("/other.xml"))

    def test_the_extension_goes_before_the_legacy_header(self):
        self.assert_found(headers={"Opt": f'"{NAMESPACE}"; ns=15', "15-Location": "/nav/map.xml",
                                   "X-Standard-Sitemap-Location": "/other.xml"})

    def test_nothing_near_is_taken_for_a_header(self):
        for headers in ({"Opt": f'"{NAMESPACE}"; ns=15', "Location": "/nav/map.xml"},
                        {"Opt": f'"{NAMESPACE}/"; ns=15', "15-Location": "/nav/map.xml"},
                        {"Opt": f'"{NAMESPACE}"; ns=5', "5-Location": "/nav/map.xml"},
                        {"15-Location": "/nav/map.xml"}):
            with self.subTest(headers=headers):
                # No page that is crawled: nothing names anything.
                found, asked, _ = self.found(headers=headers)
                self.assertFalse(found)
                self.assertEqual(asked, [])

    # Negative tests (§9.5).

    def test_a_hit_that_leads_nowhere_ends_the_search(self):
        result = self.assert_not_found(
            ["/gone.xml"], headers={"Opt": f'"{NAMESPACE}"; ns=15', "15-Location": "/gone.xml"},
            head='<link rel="standard-sitemap" href="/nav/map.xml">')
        self.assertEqual(self.asked("/a/page"), ["/gone.xml"])
        self.assertEqual(result.report["sources"][0]["faults"], {"ssp.unavailable": 1})
        self.assertIn("status 404", result.errors)

    def test_an_empty_hit_ends_the_search(self):
        result = self.assert_not_found(
            headers={"X-Standard-Sitemap-Location": ""}, head=link("/nav/map.xml"))
        self.assertEqual(result.report["sources"][0]["faults"], {"ssp.location": 1})

    def test_a_page_without_any_route_is_asked_for_nothing(self):
        self.xml("/sitemap.xml", BASIC)  # where one is guessed, and is none of sitemaps.org
        found, asked, result = self.found()
        self.assertFalse(found, result)
        self.assertEqual(asked, [])

    def test_an_index_of_sitemaps_org_is_none(self):
        self.site.add("/index.xml", type="application/xml", text=(
            '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap>'
            "<loc>http://dorp.example/s.xml</loc></sitemap></sitemapindex>"))
        result = self.assert_not_found(["/index.xml"], head=link("/index.xml"))
        self.assertIn("the root element is sitemapindex", result.errors)

    def test_a_lone_sitemap_of_sitemaps_org_is_none(self):
        self.site.add("/lone.xml", type="application/xml", text=(
            '<sitemap xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            "<loc>http://dorp.example/s.xml</loc></sitemap>"))
        result = self.assert_not_found(["/lone.xml"], head=link("/lone.xml"))
        self.assertIn("sitemaps.org has no such root either", result.errors)
        self.site.add("/robots.txt", text="Sitemap: /lone.xml\n")
        result = self.fetch(url=SITE + "/")
        self.assertEqual(result.code, 3, result)

    def test_html_is_none(self):
        self.site.add("/map.html", type="text/html", text=LOOP)
        result = self.assert_not_found(["/map.html"], head=link("/map.html"))
        self.assertIn("it was sent as text/html", result.errors)

    # The run around it.

    def test_many_pages_that_name_one_cause_one_request(self):
        items = "".join(f'<item url="/p{i}" name="P{i}"/>' for i in range(40))
        self.xml("/map.xml", f'<sitemap xmlns="{NAMESPACE}">{items}</sitemap>')
        for i in range(40):
            self.page(f"/p{i}", link("/map.xml"))
        result = self.fetch_page("/p0")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.asked().count("/map.xml"), 1)
        self.assertEqual(sum(b"seeAlso" in line for line in result.lines), 40)
        self.assertEqual(sum(b"hasPart" in line for line in result.lines), 40)

    def test_many_pages_that_name_a_missing_one_cause_one_request(self):
        items = "".join(f'<item url="/p{i}" name="P{i}"/>' for i in range(20))
        self.xml("/map.xml", f'<sitemap xmlns="{NAMESPACE}">{items}</sitemap>')
        self.page("/start", link("/map.xml"))
        for i in range(20):
            self.page(f"/p{i}", link("/gone.xml"))
        result = self.fetch_page("/start")
        self.assertEqual(self.asked().count("/gone.xml"), 1, result)

    def test_robots_txt_holds_for_all_of_it(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow: /nav/sub/\nDisallow: /kerk\n")
        self.page("/p", link("/nav/root.xml"))
        self.xml("/nav/root.xml", ROOT.replace(
            '<external url="sub/weg.xml"/>', '<item url="/kerk"/><item url="/molen"/>'))
        self.xml("/nav/sub/school.xml", SCHOOL)
        self.page("/")
        self.page("/kerk")
        self.page("/molen")
        result = self.fetch_page("/p")
        self.assertEqual(self.asked("/p"), ["/", "/molen", "/nav/root.xml"], result)

    def test_scope_holds_for_all_of_it(self):
        self.page("/p", link("/nav/root.xml"))
        self.xml("/nav/root.xml", ROOT)
        self.xml("/nav/sub/school.xml", SCHOOL)
        self.page("/")
        result = self.fetch_page("/p", "--exclude", "*/school*")
        self.assertEqual(self.asked("/p"), ["/", "/nav/root.xml", "/nav/sub/weg.xml"], result)
        result = self.fetch_page("/p", "--exclude", "*/nav/*")
        self.assertEqual(self.asked("/p"), [], result)
        self.assertNotIn(b"seeAlso", b"".join(result.lines))

    def test_pages_and_files_of_other_sites_are_named_only(self):
        other = self.web.host("elders.example")
        other.add("/x.xml", type="application/xml", text=SCHOOL)
        self.page("/p", link("/map.xml"))
        self.xml("/map.xml", f'<sitemap xmlns="{NAMESPACE}">'
                             '<item xml:id="e" url="http://elders.example/page" name="E">'
                             '<external url="http://elders.example/x.xml"/></item></sitemap>')
        result = self.fetch_page("/p")
        self.assertEqual(result.code, 0, result)
        self.assertEqual({request.host for request in self.web.log}, {"dorp.example"})
        self.assertIn("http://elders.example/x.xml, which is on another site", result.errors)

    def test_a_charset_that_was_sent_goes_before_the_declaration(self):
        self.page("/p", link("/map.xml"))
        text = (f'<?xml version="1.0" encoding="UTF-8"?><sitemap xmlns="{NAMESPACE}">'
                '<item xml:id="s" name="Sk\u00f4lle"/></sitemap>')
        for sent, data in (("text/xml; charset=iso-8859-1", text.encode("latin-1")),
                           ("application/xml; charset=utf-8",
                            text.replace("UTF-8", "ISO-8859-1").encode()),
                           ("application/x+xml; charset=iso-8859-1",
                            b"\xef\xbb\xbf" + text.encode())):
            with self.subTest(sent=sent):
                self.site.add("/map.xml", type=sent, data=data)
                result = self.fetch_page("/p")
                self.assertIn("Sk\u00f4lle".encode(), b"".join(result.lines))

    def test_a_redirect_moves_the_file_and_its_base(self):
        self.page("/p", link("/nav"))
        self.site.add("/nav", answers=[Answer(status=302, headers={"Location": "/menu/map.xml"})])
        self.xml("/menu/map.xml", f'<sitemap xmlns="{NAMESPACE}">'
                                  '<item xml:id="i" url="q" name="Q"/></sitemap>')
        self.page("/menu/q")
        result = self.fetch_page("/p")
        name = SITE + "/menu/map.xml"
        self.assert_quads(result, graph(name, f"""
<G#element(/1)> rdf:type {NAV}
<G#i> rdf:type {NAV}
<G#i> schema:url </menu/q>
<G#i> schema:name "Q"
<G#element(/1)> > <G#i>
""") + see_also(SITE + "/p", name) + data_in(SITE + "/p") + data_in(SITE + "/menu/q"))
        self.assertEqual(self.asked("/p"), ["/menu/map.xml", "/menu/q", "/nav"])

    def test_a_url_that_the_user_names_may_be_one(self):
        self.xml("/nav/root.xml", ROOT)
        self.xml("/nav/sub/school.xml", SCHOOL)
        for path in ("/", "/school/", "/school/les"):
            self.page(path)
        result = self.fetch_page("/nav/root.xml")
        root, school = SITE + "/nav/root.xml", SITE + "/nav/sub/school.xml"
        files = {"R": root, "S": school}
        self.assert_quads(result, graph(root, ROOT_TRIPLES, **files) +
                          graph(school, SCHOOL_TRIPLES, **files) +
                          "".join(data_in(SITE + path) for path in ("/", "/school/", "/school/les")))

    def test_a_refresh_sees_a_changed_part(self):
        self.page("/p", link("/nav/root.xml"))
        self.xml("/nav/root.xml", ROOT)
        self.xml("/nav/sub/school.xml", SCHOOL)
        for path in ("/", "/school/", "/school/les"):
            self.page(path)
        first = self.fetch_page("/p")
        self.xml("/nav/sub/school.xml", SCHOOL.replace("Skoalle", "Nij"))
        output = self.folder / "out.nq"
        second = self.run_program("fetch", SITE + "/p", "-o", output, "--delay", "0",
                                  *self.web.connect_to_args(), output=output)
        self.assertEqual(second.code, 0, second)
        expected = b"\n".join(first.lines).replace(b"Skoalle", b"Nij")
        self.assert_dataset(second, quads.read_dataset(expected))

    def test_the_plan_says_so(self):
        self.page("/p", link("/nav/map.xml"))
        site = self.plan(url=SITE + "/p")
        self.assertEqual(site["profile"]["standard_sitemaps"], [{
            "page": SITE + "/p", "url": SITE + "/nav/map.xml", "route": "the link of the page"}])
        self.assertNotIn("/nav/map.xml", self.asked())

    # convert and inspect.

    def convert(self, text, *arguments, base=SITE + "/nav/map.xml"):
        return self.run_program("convert", "--graph", "source", "--base", base, *arguments, "-",
                                stdin=text.encode() if isinstance(text, str) else text)

    def test_convert_tells_it_by_its_root(self):
        result = self.convert(BASIC)
        self.assertEqual(result.code, 0, result)

    def test_convert_gives_the_same_triples(self):
        for text, triples in ((BASIC, BASIC_TRIPLES), (LOOP, LOOP_TRIPLES),
                              (LEGACY, LEGACY_TRIPLES)):
            file = self.folder / "map.xml"
            file.write_text(text, "utf-8")
            output = self.folder / "map.nq"
            name = SITE + "/nav/map.xml"
            for syntax in ((), ("--syntax", "standard-sitemap"), ("--syntax", "ssp")):
                result = self.run_program("convert", file, "--base", name, "-o", output,
                                          *syntax, output=output)
                expected = graph(name, triples).replace(f" <{name}> .", " .")
                self.assert_dataset(result, quads.read_dataset(expected.encode()))

    def test_strict_reading_has_no_legacy_forms(self):
        output = self.folder / "map.nq"
        name = SITE + "/nav/oud.xml"
        result = self.run_program("convert", "--strict", "--base", name, "-o", output, "-",
                                  stdin=LEGACY.encode(), output=output)
        expected = graph(name, STRICT_TRIPLES).replace(f" <{name}> .", " .")
        self.assert_dataset(result, quads.read_dataset(expected.encode()))
        self.assertIn("is passed over (--strict)", result.errors)

    def test_convert_names_other_files_and_asks_for_none(self):
        result = self.run_program("convert", "--base", SITE + "/nav/root.xml", "-",
                                  stdin=ROOT.encode())
        self.assertEqual(result.code, 0, result)
        self.assertIn(SITE + "/nav/sub/school.xml, which is another file", result.errors)
        self.assertEqual(self.web.log, [])

    def test_inspect_shows_nodes_and_links(self):
        result = self.run_program("inspect", "--base", SITE + "/nav/root.xml", "-",
                                  stdin=ROOT.encode())
        self.assertEqual(result.code, 0, result)
        lines = [json.loads(line) for line in result.out.splitlines()]
        root = SITE + "/nav/root.xml"
        self.assertEqual([line["kind"] for line in lines],
                         ["node", "node", "external", "external", "external", "edge", "summary"])
        self.assertEqual(lines[1], {
            "kind": "node", "node": root + "#start", "element": "item", "place": "node",
            "url": SITE + "/", "name": "Start", "line": 2})
        self.assertEqual(lines[2], {
            "kind": "external", "parent": root + "#start",
            "url": SITE + "/nav/sub/school.xml", "line": 3})
        self.assertEqual(lines[5], {
            "kind": "edge", "parent": root + "#element(/1)", "child": root + "#start"})
        self.assertEqual(lines[6]["type"], "standard-sitemap")

    # Hostile input.

    def test_groups_in_groups_without_end(self):
        deep = 100_000
        text = (f'<sitemap xmlns="{NAMESPACE}">' + '<group name="g">' * deep +
                "</group>" * deep + "</sitemap>")
        result = self.convert(text)
        self.assertEqual(result.code, 1, result)
        self.assertIn("ssp.too-deep", result.errors)

    def test_externals_by_the_thousand(self):
        self.page("/p", link("/map.xml"))
        self.xml("/map.xml", f'<sitemap xmlns="{NAMESPACE}"><item xml:id="i" name="i">' + "".join(
            f'<external url="f{i}.xml"/>' for i in range(5000)) + "</item></sitemap>")
        result = self.fetch_page("/p")
        self.assertEqual(len([p for p in self.asked() if re.fullmatch(r"/f\d+\.xml", p)]), 99)
        self.assertEqual(result.report["sources"][0]["faults"]["ssp.too-many-files"], 4901)

    def test_a_file_that_includes_itself_ends(self):
        self.page("/p", link("/map.xml"))
        self.xml("/map.xml", f'<sitemap xmlns="{NAMESPACE}"><external url="map.xml"/>'
                             '<item xml:id="i" name="i"><external url="map.xml"/>'
                             '<external url=""/><external url="#i"/></item></sitemap>')
        result = self.fetch_page("/p")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.asked("/p"), ["/map.xml"])
        self.assertEqual(sum(b"hasPart" in line for line in result.lines), 2)

    def test_fifty_megabytes_and_more(self):
        item = '<item url="f" name="{}"/>\n'.format("x" * 300)
        text = f'<sitemap xmlns="{NAMESPACE}">' + item * (56 * 1024 * 1024 // len(item))
        file = self.folder / "big.xml"
        file.write_text(text)
        code, peak, errors = self.run_measured("convert", file)
        self.assertEqual(code, 1, errors)
        self.assertIn("ssp.too-large", errors)
        self.assertLess(peak / 1024 / 1024, 250)


if __name__ == "__main__":
    unittest.main()
