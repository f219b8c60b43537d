"""Shapes of sites that generators write, each by `fetch https://site/` alone: what people see is got."""

import gzip
import json

from harness import ProgramTest
from web import redirect

SITE = "http://www.example.com"
XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
LOOKS = ("/robots.txt", "/sitemap.xml", "/.well-known/void")


def script(said):
    return f'<script type="application/ld+json">{json.dumps(said)}</script>'


def urlset(*urls, names=""):
    return f"<urlset {XMLNS} {names}>" + "".join(f"<url><loc>{url}</loc></url>" for url in urls) + "</urlset>"


class Generators(ProgramTest):
    """Each document has one quad, whose object is the path of the document."""

    def page(self, path, body="", head="", **more):
        said = script({"@id": f"http://data.example{path}", "http://words.example/p": path})
        self.site.add(path, type="text/html; charset=utf-8", **more, text=(
            f"<!doctype html><html><head><title>x</title>{said}{head}</head><body>{body}</body></html>"))

    def shell(self, path, text, **more):
        """A page without data of its own."""
        self.site.add(path, type="text/html", text=text, **more)

    def turtle(self, path, kind="text/turtle"):
        self.site.add(path, type=kind, text=f'<http://data.example{path}> <http://words.example/p> "{path}" .\n')

    def rdfxml(self, path, kind="application/rdf+xml"):
        self.site.add(path, type=kind, text=(
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:w="http://words.example/">'
            f'<rdf:Description rdf:about="http://data.example{path}"><w:p>{path}</w:p></rdf:Description></rdf:RDF>'))

    def got(self, *words, url=f"{SITE}/", code=0):
        """Which documents are in the output; each URL was asked for once."""
        before = len(self.web.log)
        self.result = self.fetch("--retries", "0", *words, url=url)
        self.assertEqual(self.result.code, code, self.result)
        self.asked = [f"{one.host}{one.path}" for one in self.web.log[before:]
                      if one.method == "GET" and not one.path.endswith(LOOKS)]
        self.assertEqual(len(self.asked), len(set(self.asked)), self.asked)
        return sorted(line.split(b" ")[2].decode().strip('"') for line in self.result.lines or ()
                      if b"<http://words.example/p>" in line)


class Jekyll(Generators):
    def test_without_an_address_it_writes_paths(self):
        self.site.add("/robots.txt", text="Sitemap: /sitemap.xml\n")
        self.site.add("/sitemap.xml", text=urlset("/a/", "/b/"))
        for path in ("/", "/a/", "/b/"):
            self.page(path)
        self.assertEqual(self.got(), ["/a/", "/b/"])

    def test_made_on_a_machine_it_writes_that_of_the_machine(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=urlset("http://localhost:4000/a/", "http://127.0.0.1:4000/b/"))
        self.page("/", body='<a href="/a/">a</a> <a href="b/">b</a>')
        self.page("/a/")
        self.page("/b/")
        self.assertEqual(self.got(code=1), ["/", "/a/", "/b/"])
        self.assertIn("2 of 5 documents could not be had", self.result.errors)
        self.site.add("/sitemap.xml", text=urlset("http://localhost:4000/a/", f"{SITE}/b/"))
        self.assertEqual(self.got(code=1), ["/b/"])


class Ontologies(Generators):
    def test_widoco_with_its_redirect_and_four_forms(self):
        self.shell("/", '<html><head><meta http-equiv="refresh" content="0; URL=index-en.html"></head></html>')
        forms = "".join(f'<a href="ontology.{suffix}"><img src="https://img.example/x.svg"></a>'
                        for suffix in ("owl", "nt", "ttl"))
        self.page("/index-en.html", body=forms + '<a href="webvowl/index.html#">graph</a>'
                                                 '<a href="provenance/provenance-en.html">p</a>')
        self.rdfxml("/ontology.owl", kind="application/octet-stream")
        self.turtle("/ontology.nt", kind="text/plain")
        self.turtle("/ontology.ttl")
        self.shell("/webvowl/index.html", "<canvas></canvas>")
        self.shell("/provenance/provenance-en.html", '<a href="provenance-en.ttl">x</a>')
        self.turtle("/provenance/provenance-en.ttl")
        self.assertEqual(self.got(), ["/index-en.html", "/ontology.nt", "/ontology.owl", "/ontology.ttl",
                                      "/provenance/provenance-en.ttl"])

    def test_owldoc_in_frames(self):
        self.shell("/", '<html><frameset cols="1,2"><frame src="toc.html"><frame src="main.html">'
                        '<frame src="http://other.example/x"></frameset></html>')
        self.page("/toc.html", body='<a href="onto.ttl">x</a>')
        self.page("/main.html", body='<iframe src="inner.html"></iframe><p>text</p>')
        self.page("/inner.html")
        self.turtle("/onto.ttl")
        self.assertEqual(self.got(), ["/inner.html", "/main.html", "/onto.ttl", "/toc.html"])


class Homes(Generators):
    def test_foaf(self):
        link = '<link rel="meta" type="application/rdf+xml" title="FOAF" href="foaf.rdf">'
        self.rdfxml("/foaf.rdf")
        self.page("/", head=link + '<link rel="meta" href="other"><link rel="meta" type="text/xml" href="x">')
        self.assertEqual(self.got(), ["/", "/foaf.rdf"])
        self.assertEqual(self.got("--follow", "describedby"), ["/"])
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=urlset(f"{SITE}/"))
        self.assertEqual(self.got(), ["/", "/foaf.rdf"])

    def test_in_several_languages(self):
        self.site.add("/", answers=[redirect("/en/", 302)])
        self.page("/en/", body='<a href="/de/">de</a><a href="/data/x.ttl">x</a><a href="more">m</a>')
        self.page("/en/more")
        self.page("/de/")
        self.turtle("/data/x.ttl")
        everything = ["/data/x.ttl", "/de/", "/en/", "/en/more"]
        self.assertEqual(self.got(), everything)
        bare = self.web.host("example.com")
        for path in ("/", "/robots.txt", "/sitemap.xml", "/.well-known/void"):
            bare.add(path, answers=[redirect(f"{SITE}{path}" if path != "/" else f"{SITE}/en/", 301)])
        self.assertEqual(self.got(url="http://example.com/"), everything)
        self.assertEqual(self.got(url=f"{SITE}/en/"), ["/data/x.ttl", "/en/", "/en/more"])

    def test_elsewhere(self):
        """A name that leads to a folder of another host is that folder."""
        name = self.web.host("name.example")
        for path in ("/", "/robots.txt", "/sitemap.xml", "/.well-known/void"):
            name.add(path, answers=[redirect(f"{SITE}/user/", 302)] if path == "/" else None,
                     **({} if path == "/" else {"status": 404}))
        self.page("/user/", body='<a href="a">a</a><a href="/b">b</a>')
        self.page("/user/a")
        self.page("/b")
        self.assertEqual(self.got(url="http://name.example/"), ["/user/", "/user/a"])


class Applications(Generators):
    def test_one_page_for_every_path(self):
        """Hosts of applications send the same page for what is not there, with status 200."""
        said = script({"@id": "http://data.example/app", "http://words.example/p": "app"})
        app = f'<html><head>{said}</head><body><a href="/about">a</a><a href="/data.jsonld">d</a></body></html>'
        for path in ("/", *LOOKS, "/about"):
            self.shell(path, app)
        self.site.add("/data.jsonld", type="application/json", text=json.dumps(
            {"@id": "http://data.example/x", "http://words.example/p": "data"}))
        self.assertEqual(self.got(), ["app", "app", "data"])

    def test_wordpress_whose_sitemap_is_an_index_elsewhere(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow: /wp-admin/\n")
        self.site.add("/sitemap.xml", answers=[redirect("/sitemap_index.xml", 301)])
        self.site.add("/sitemap_index.xml", type="text/xml", text=(
            '\ufeff<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet type="text/xsl" href="//www.example.com/x.xsl"?>\n'
            f"<sitemapindex {XMLNS}><sitemap><loc>{SITE}/post-sitemap.xml?a=1&amp;b=2</loc></sitemap></sitemapindex>"))
        self.site.add("/post-sitemap.xml?a=1&b=2", type="text/xml", text=urlset(f"{SITE}/a/?p=1&amp;x=2"))
        self.page("/a/?p=1&x=2")
        self.page("/")
        self.assertEqual(self.got(), ["/a/?p=1&x=2"])

    def test_hugo_in_two_languages(self):
        self.site.add("/sitemap.xml", text=f"<sitemapindex {XMLNS}>" + "".join(
            f"<sitemap><loc>{SITE}/{one}/sitemap.xml</loc></sitemap>" for one in ("en", "fr")) + "</sitemapindex>")
        for one in ("en", "fr"):
            self.site.add(f"/{one}/sitemap.xml", text=urlset(f"{SITE}/{one}/p/"))
            self.page(f"/{one}/p/")
        self.shell("/", '<html><head><meta http-equiv=refresh content="0; url=/en/"></head></html>')
        self.assertEqual(self.got(), ["/en/p/", "/fr/p/"])


class Data(Generators):
    def test_a_folder_that_a_page_links_to(self):
        self.page("/", body='<a href="data/">data</a>')
        self.shell("/data/", '<html><head><title>Index of /data</title></head><body><h1>Index of /data</h1>'
                             '<a href="/">Parent Directory</a> <a href="x.ttl">x.ttl</a> <a href="sub/">sub/</a></body></html>')
        self.shell("/data/sub/", '<html><head><title>Index of /data/sub</title></head><body><h1>Index of /data/sub</h1>'
                                 '<a href="../">../</a> <a href="y.nt.gz">y.nt.gz</a></body></html>')
        self.site.add("/data/sub/y.nt.gz", type="application/x-gzip", data=gzip.compress(
            b'<http://data.example/y> <http://words.example/p> "y" .\n'))
        self.turtle("/data/x.ttl")
        self.assertEqual(self.got(), ["/", "/data/x.ttl", "y"])

    def test_a_catalogue_whose_datasets_have_pages(self):
        context = {"dcat": "http://www.w3.org/ns/dcat#", "dct": "http://purl.org/dc/terms/"}
        self.shell("/", "<html><head>" + script({
            "@context": context, "@id": f"{SITE}/", "@type": "dcat:Catalog", "dct:title": "c",
            "dcat:dataset": [{"@id": f"{SITE}/ds/{i}"} for i in (1, 2)]}) + "</head></html>")
        for i in (1, 2):
            self.shell(f"/ds/{i}", "<html><head>" + script({
                "@context": context, "@id": f"{SITE}/ds/{i}", "@type": "dcat:Dataset", "dct:title": f"d{i}",
                "dcat:distribution": {"@type": "dcat:Distribution", "dcat:mediaType": "text/turtle",
                                      "dcat:downloadURL": {"@id": f"{SITE}/files/{i}.ttl"}}}) + "</head></html>")
            self.turtle(f"/files/{i}.ttl")
        self.assertEqual(self.got(), ["/files/1.ttl", "/files/2.ttl"])
