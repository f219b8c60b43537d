"""Mappings of one's own: `semsite mappings`, `--mappings`, and sitemaps as documents."""

import json

from harness import ProgramTest

MAPPING = """@prefix rml: <http://w3id.org/rml/> .
<#m> a rml:TriplesMap ;
  rml:logicalSource [ rml:source "sitemap.xml" ; rml:iterator "/sm:urlset/sm:url" ;
    rml:referenceFormulation [ a rml:XPathReferenceFormulation ; rml:namespace
      [ rml:namespacePrefix "sm" ; rml:namespaceURL "http://www.sitemaps.org/schemas/sitemap/0.9" ] ,
      [ rml:namespacePrefix "x" ; rml:namespaceURL "http://shop.example/ns" ] ] ] ;
  rml:subjectMap [ rml:reference "sm:loc" ] ;
  rml:predicateObjectMap [ rml:predicate <http://shop.example/price> ;
    rml:objectMap [ rml:reference "x:price" ] ] .
"""
ENTRIES = """<url><loc>http://www.example.com/1</loc><x:price> 12 </x:price></url>
<url><loc>http://www.example.com/2</loc><x:price/></url>
"""
SITEMAP = ('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
           f'xmlns:x="http://shop.example/ns">{ENTRIES}</urlset>\n')
QUAD = '<http://www.example.com/1> <http://shop.example/price> "12"'


class Mappings(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "own").mkdir()
        (self.folder / "own/shop.ttl").write_text(MAPPING, "utf-8")
        (self.folder / "sitemap.xml").write_text(SITEMAP, "utf-8")

    def test_lists_and_checks(self):
        result = self.run_program("mappings", "own")
        self.assertEqual(result.code, 0, result)
        self.assertIn("ocx.ttl  built in, ", result.out.decode())
        self.assertIn("shop.ttl  own/shop.ttl, 1 map\n", result.out.decode())
        (self.folder / "own/bad.ttl").write_text(MAPPING.replace("x:price", "y:price"), "utf-8")
        result = self.run_program("mappings", "own")
        self.assertEqual(result.code, 2, result)
        self.assertIn('own/bad.ttl:9: the path "y:price": its logical source declares no '
                      'rml:namespace for the prefix "y"', result.errors)
        self.assertIn("shop.ttl  own/shop.ttl", result.out.decode())

    def test_lists_functions(self):
        result = self.run_program("mappings", "--functions")
        self.assertEqual(result.code, 0, result)
        self.assertIn("\nfn:date(fn:value)\n    ", result.out.decode())

    def test_convert_uses_them(self):
        plain = self.run_program("convert", "sitemap.xml")
        self.assertEqual((plain.code, plain.out.decode()), (0, ""), plain)
        for place in ("own", "own/shop.ttl"):
            result = self.run_program("convert", "--mappings", place, "sitemap.xml")
            self.assertEqual((result.code, result.out.decode()), (0, f"{QUAD} .\n"), result)
        graph = self.run_program("convert", "--mappings", "own", "--graph", "source", "sitemap.xml")
        self.assertEqual(graph.out.decode(), f"{QUAD} <file://{self.folder / 'sitemap.xml'}> .\n")

    def test_says_at_the_end_what_never_matched(self):
        mistaken = MAPPING.replace('"x:price"', '"price"')
        (self.folder / "own/shop.ttl").write_text(mistaken, "utf-8")
        note = ('own/shop.ttl:9: the path "price" never matched: no price in /sm:urlset/sm:url '
                "(did you mean x:price?) [map.unmatched]")
        for command in (("convert", "-o", "out.nq"),
                        ("slice", "--by", "subject", "-o", "out.jsonl")):
            result = self.run_program(*command, "--mappings", "own", "--report", "r.json",
                                      "sitemap.xml")
            self.assertEqual((result.code, result.errors.count("map.unmatched")), (0, 1), result)
            self.assertIn(note, result.errors)
            self.assertEqual(json.loads((self.folder / "r.json").read_text())["notes"], [note])
        # Nothing that could have matched was read, or the mapping is not the user's.
        (self.folder / "data.nt").write_text("<http://a/> <http://b/> <http://c/> .\n", "utf-8")
        for arguments in (("--mappings", "own", "data.nt"), ("sitemap.xml",)):
            result = self.run_program("convert", *arguments)
            self.assertNotIn("map.unmatched", result.errors)

    def test_a_fetch_says_what_never_matched_in_all_sitemaps(self):
        (self.folder / "own/shop.ttl").write_text(
            MAPPING.replace('"x:price"', '"x:prices"'), "utf-8")
        loc = "<loc>http://www.example.com/1</loc>"
        self.site.add("/robots.txt", text="Sitemap: http://www.example.com/a.xml\n"
                      "Sitemap: http://www.example.com/b.xml\n")
        for name, more in (("a", ""), ("b", "<x:price>1</x:price>")):
            self.site.add(f"/{name}.xml",
                          text=SITEMAP.replace(ENTRIES, f"<url>{loc}{more}</url>"))
        self.site.add("/1", text="<p>nothing</p>", type="text/html")
        result = self.fetch("--mappings", "own")
        note = ('own/shop.ttl:9: the path "x:prices" never matched: no x:prices in '
                "/sm:urlset/sm:url (did you mean x:price?) [map.unmatched]")
        self.assertEqual(result.errors.count("map.unmatched"), 1, result)
        self.assertIn(note, result.errors)
        self.assertIn(note, result.report["notes"])
        self.site.add("/b.xml", text=SITEMAP.replace(
            ENTRIES, f"<url>{loc}<x:prices>1</x:prices></url>"))
        self.assertNotIn("map.unmatched", self.fetch("--mappings", "own").errors)

    def test_a_bad_one_stops_before_anything_is_read(self):
        (self.folder / "own/shop.ttl").write_text("<a> <b> .", "utf-8")
        result = self.run_program("convert", "--mappings", "own", "-o", "out.nq", "sitemap.xml")
        self.assertEqual(result.code, 2, result)
        self.assertIn("own/shop.ttl:1: not Turtle", result.errors)
        self.assertFalse((self.folder / "out.nq").exists())

    def test_a_name_of_a_built_in_one_takes_its_place(self):
        sitemap = SITEMAP.replace("<x:price> 12 </x:price>", '<image:image xmlns:image="http://www.'
                                  'google.com/schemas/sitemap-image/1.1"><image:loc>http://www.'
                                  "example.com/i.png</image:loc></image:image>")
        (self.folder / "sitemap.xml").write_text(sitemap, "utf-8")
        self.assertNotEqual(self.run_program("convert", "sitemap.xml").out, b"")
        (self.folder / "own/shop.ttl").rename(self.folder / "own/google-image.ttl")
        result = self.run_program("convert", "--mappings", "own", "sitemap.xml")
        self.assertEqual((result.code, result.out.decode()), (0, ""), result)

    def test_recovers_and_says_so(self):
        broken = (SITEMAP.replace("</urlset>", "</urlset></xml>")
                  .replace("</x:price>", "</x:price><ocx:ocx/>"))
        (self.folder / "sitemap.xml").write_text(broken, "utf-8")
        result = self.run_program("convert", "--mappings", "own", "sitemap.xml")
        self.assertEqual((result.code, result.out.decode()), (0, f"{QUAD} .\n"), result)
        for code in ("sitemap.trailing-markup", "sitemap.unbound-prefix"):
            self.assertIn(f"[{code}]", result.errors)
        strict = self.run_program("convert", "--strict", "--mappings", "own", "sitemap.xml")
        self.assertIn("[xml.syntax]", strict.errors)
        fragment = ENTRIES.replace("<x:price>", '<x:price xmlns:x="http://shop.example/ns">')
        (self.folder / "part.xml").write_text(fragment.replace("<x:price/>", ""), "utf-8")
        result = self.run_program("convert", "--syntax", "sitemap", "--mappings", "own", "part.xml")
        self.assertEqual((result.code, result.out.decode()), (0, f"{QUAD} .\n"), result)
        self.assertIn("[sitemap.no-root]", result.errors)

    def test_memory_does_not_grow_with_a_sitemap(self):
        with (self.folder / "large.xml").open("w") as file:
            file.write(SITEMAP.partition("<url>")[0])
            for number in range(60_000):
                file.write(f"<url><loc>http://www.example.com/{number}</loc>"
                           f"<x:price>{number}</x:price><z>{'padding ' * 20}</z></url>\n")
            file.write("</urlset>")
        code, peak, messages = self.run_measured("convert", "--mappings", "own", "-o", "out.nq",
                                                 "large.xml")
        self.assertEqual(code, 0, messages)
        self.assertLess(peak, 64 * 2**20)
        with (self.folder / "out.nq").open() as lines:
            self.assertEqual(sum(1 for _ in lines), 60_000)
