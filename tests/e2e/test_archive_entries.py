"""What lies in an archive is read alike, whoever says that the archive is data, and is called
alike, wherever its bytes come from (convert.md)."""

import io
import unittest
import zipfile

from harness import ProgramTest
from semantic_sitemap import dataset, publish
import quads

SITE = "http://www.example.com"
TRIPLE = b"<http://data.example/s> <http://data.example/p> \"1\" .\n"
RELATIVE = b"<> <p> <other.ttl> , <#it> , </root> ; <q> [ <r> \"1\" ] .\n"
PAGE = ('<!DOCTYPE html><html><head><title>T</title><script type="application/ld+json">'
        '{"@id":"","http://data.example/name":"%s"}</script></head><body></body></html>')
BARE = "<!DOCTYPE html><html><head><title>T</title></head><body><p>No data</p></body></html>"
SITEMAP = ('<?xml version="1.0" encoding="UTF-8"?>'
           '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
           ' xmlns:rs="http://www.openarchives.org/rs/terms/">'
           "<url><loc>/listed/1</loc><lastmod>2024-05-01</lastmod>"
           f'<rs:ln rel="describedby" href="{SITE}/listed/1.ttl"/></url></urlset>')
MAPPING = """
@prefix rml: <http://w3id.org/rml/> .
@prefix fn: <https://w3id.org/semsite/function#> .
<#m> a rml:TriplesMap ; rml:logicalSource [ rml:referenceFormulation
    [ a rml:XPathReferenceFormulation ; rml:namespace [ rml:namespacePrefix "sm" ;
      rml:namespaceURL "http://www.sitemaps.org/schemas/sitemap/0.9" ] ] ;
    rml:iterator "/sm:urlset/sm:url" ] ;
  rml:subjectMap [ rml:reference "sm:loc" ] ;
  rml:predicateObjectMap [ rml:predicate <http://v.example/document> ; rml:objectMap
    [ rml:functionExecution [ rml:function fn:documentUrl ] ] ] ;
  rml:predicateObjectMap [ rml:predicate <http://v.example/reference> ; rml:objectMap
    [ rml:functionExecution [ rml:function fn:reference ;
      rml:input [ rml:parameter fn:value ; rml:inputValue "./near" ] ] ] ] ;
  rml:predicateObjectMap [ rml:predicate <http://v.example/template> ; rml:objectMap
    [ rml:template "x/{sm:lastmod}" ; rml:termType rml:IRI ] ] .
"""


def zip_of(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


class EntriesTest(ProgramTest):
    def convert(self, what, *arguments, code=0):
        result = self.run_program("convert", what, *self.web.connect_to_args(), *arguments)
        self.assertEqual(result.code, code, result)
        return quads.read_dataset(result.out)

    def assert_same(self, expected, got):
        self.assertTrue(quads.isomorphic(expected, got), quads.difference(expected, got))


class PromisedArchive(EntriesTest):
    """As a dump of a dataset, and as a file that `convert` is given."""

    def assert_read(self, files, count, name="dump.zip", **answer):
        url = f"{SITE}/{name}"
        publish(self.site, dataset(f"{SITE}/dataset", dumps=[url]))
        self.site.add(f"/{name}", data=zip_of(files), **answer)
        result = self.fetch("--retries", "1", "--graph", "none")
        self.assertEqual(result.code, 0, result)
        self.assertIs(result.report["totals"]["complete"], True)
        self.assertEqual(len(result.quads), count, result)
        self.assert_same(self.convert(url, "--graph", "none"), result.quads)
        self.assertEqual(result.source(url)["outcome"], "whole")
        return result.source(url)["noted_documents"]

    def test_pages_are_read(self):
        files = {"data.nt": TRIPLE} | {f"p/{k}.html": PAGE % k for k in range(5)}
        for more in ({}, {"type": "application/n-triples"}, {"type": "text/html"}):
            with self.subTest(**more):
                noted = self.assert_read(files, 6, **more)
                self.assertEqual([row for row in noted if row["outcome"] != "whole"], [])

    def test_those_without_a_name_and_in_an_archive_are_too(self):
        self.assert_read({"data.nt": TRIPLE, "page": PAGE % "a",
                          "in.zip": zip_of({"page.html": PAGE % "b"})}, 3)

    def test_sitemaps_are_read(self):
        got = len(self.convert(self.local("sitemap.xml", SITEMAP), "--graph", "none",
                               "--syntax", "sitemap"))
        self.assertGreater(got, 0)
        self.assert_read({"data.nt": TRIPLE, "sitemap.xml": SITEMAP}, got + 1)

    def local(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def test_pages_alone_are_data_if_they_say_something(self):
        self.assert_read({"a.html": BARE, "b.html": PAGE % "b"}, 1)

    def failure(self, data, name="dump.zip", **answer):
        url = f"{SITE}/{name}"
        publish(self.site, dataset(f"{SITE}/dataset", dumps=[url]))
        self.site.add(f"/{name}", data=data, **answer)
        result = self.fetch("--retries", "1")
        self.assertIn(result.code, (1, 3), result)
        return result.source(url)["code"]

    def test_an_archive_of_silent_pages_is_no_dump(self):
        self.assertEqual(self.failure(zip_of({"a.html": BARE, "b.html": BARE})), "archive.no-rdf")

    def test_a_page_that_is_called_data_or_stands_for_the_dump_is_none(self):
        self.assertEqual(self.failure(zip_of({"a.nt": PAGE % "a", "data.nt": TRIPLE})),
                         "document.html")
        self.assertEqual(self.failure((PAGE % "a").encode(), type="application/zip"),
                         "document.html")


class OneBase(EntriesTest):
    """`--base URL` of a local archive: as if it came from there."""

    FILES = {"d1/a.ttl": RELATIVE, "d2/a.ttl": RELATIVE, "page.html": PAGE % "x",
             "d1/map.xml": SITEMAP, "http%3A%2F%2Fother.example%2Fx": RELATIVE,
             "in.zip": zip_of({"deep/b.ttl": RELATIVE})}

    def assert_one(self, url, data, *arguments):
        self.site.add(url.removeprefix(SITE), data=data)
        path = self.folder / "local file"
        path.write_bytes(data)
        there = self.convert(url, *arguments)
        self.assert_same(there, self.convert(path, "--base", url, *arguments))
        return there

    def test_of_each_way_to_name_graphs(self):
        for url in f"{SITE}/min.zip", f"{SITE}/get/":
            for graph in "auto", "source", "own", "none", "http://g.example/?{source}&{entry}":
                with self.subTest(url=url, graph=graph):
                    self.assert_one(url, zip_of(self.FILES), "--graph", graph)

    def test_entries_are_subjects_of_their_own(self):
        there = self.assert_one(f"{SITE}/min.zip", zip_of(self.FILES), "--graph", "auto")
        subjects = {quad[0] for quad in there}
        for name in "d1/a.ttl", "d2/a.ttl", "in.zip/deep/b.ttl":
            self.assertIn(("iri", f"{SITE}/min.zip/{name}"), subjects)

    def test_mappings_see_it_too(self):
        mapping = self.folder / "map.ttl"
        mapping.write_text(MAPPING)
        there = self.assert_one(f"{SITE}/min.zip", zip_of(self.FILES), "--mappings", mapping)
        objects = {quad[2][1] for quad in there if "http://v.example/" in quad[1][1]}
        self.assertEqual(objects, {f"{SITE}/min.zip/d1/{name}"
                                   for name in ("map.xml", "near", "x/2024-05-01")})

    def test_a_document_that_is_no_archive(self):
        self.assert_one(f"{SITE}/a.ttl", RELATIVE, "--graph", "auto")
        path = self.folder / "a.ttl"
        path.write_bytes(RELATIVE)
        self.assert_same(self.convert(f"{SITE}/a.ttl", "--graph", "auto"),
                         self.convert(path, "--base", f"{SITE}/a.ttl", "--graph", "auto"))


if __name__ == "__main__":
    unittest.main()
