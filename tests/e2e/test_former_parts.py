"""What an earlier run had whole stays until something whole takes its place (fetch.md, State)."""

from harness import triples
import crawl_web
from semantic_sitemap import dataset, publish, sitemap
from test_got_nothing import Nightly
from web import Answer

SITE = "http://pages.example"
NT = "application/n-triples"


def part(version, *numbers):
    return "".join(f'<{SITE}/id/{i}> <http://words.example/name> "{version}{i}" .\n' for i in numbers)


class Parts(Nightly):
    def offer(self, **files):
        """Answers by name; None is a failure, a text an N-Triples file."""
        for name, answer in files.items():
            if answer is None:
                answer = Answer(status=500)
            elif isinstance(answer, str):
                answer = Answer(text=answer, type=NT)
            self.host.add(f"/{name.replace('_', '/')}", answers=[answer])

    def lay_ways(self, prefixes=(), samples=(), label="W"):
        publish(self.host, dataset(f"{SITE}/d", label=label, dumps=[f"{SITE}/dump"],
                                   fragments=[f"{SITE}/f1", f"{SITE}/f2"], prefixes=prefixes, samples=samples))

    def lay_parts(self, *names, urls=()):
        self.host.add("/sitemap.xml", text=sitemap(
            dataset(f"{SITE}/d", label="D", dumps=[f"{SITE}/{name}" for name in names]), urls=urls))


    def names(self):
        return sorted(super().names())


class Ways(Parts):
    def test_a_crawl_in_the_place_of_a_dump_is_not_had_whole(self):
        self.lay_ways([f"{SITE}/id/"], [f"{SITE}/id/1"])
        for first in (None, part("v", 1, 2, 3, 4)):
            with self.subTest(first=first):
                self.clear()
                self.offer(dump=first, f1=None, f2=None, id_1=part("w", 1))
                result, _ = self.night(0 if first else 1)
                self.offer(dump=None, f1=None if first else part("w", 1, 2), f2=None)
                for _ in range(2):
                    result, _ = self.night(1)
                    self.assertEqual(self.names(), ["v1", "v2", "v3", "v4"] if first else ["w1", "w2"])
                    self.assertFalse(result.report["totals"]["complete"])
                    self.assertEqual(result.report["totals"]["quads"], len(self.names()))

    def test_a_crawl_alone_says_that_nobody_knows_whether_it_is_all(self):
        self.lay_ways([f"{SITE}/id/"], [f"{SITE}/id/1"])
        self.offer(dump=None, f1=None, f2=None, id_1=part("w", 1))
        result, _ = self.night(1)
        self.assertEqual(self.names(), ["w1"])
        self.assertIn("[crawl.instead]", result.errors)
        # What was crawled then goes when the dump is back.
        self.offer(dump=part("v", 5, 6))
        self.night(0)
        self.assertEqual(self.names(), ["v5", "v6"])

    def test_the_ways_after_nights_that_were_not_whole(self):
        self.lay_ways()
        for nights in ("dump f2", "dump f1", "dump f1 f2", "dump f2"), ("", "dump f2", "dump f1", ""), \
                      ("dump", "dump f1", "dump f2", "dump f1 f2"):
            with self.subTest(nights):
                self.clear()
                had = {"f1": [], "f2": []}
                for number, bad in enumerate(nights):
                    files = {"dump": part(number, 1, 2, 3, 4), "f1": part(number, 1, 2), "f2": part(number, 3, 4)}
                    self.offer(**{name: None if name in bad else text for name, text in files.items()})
                    for name, numbers in ("f1", "12"), ("f2", "34"):
                        if name not in bad:
                            had[name] = [f"{number}{i}" for i in numbers]
                    nothing = bad == "dump f1 f2"
                    self.night(3 if nothing else 1 if "f" in bad else 0)
                    if "dump" in bad:
                        whole = [f"{number - 1}{i}" for i in "1234"]
                        if number == 1 and nights[0] == "":
                            self.assertEqual(self.names(), whole)  # the dump of the first night
                        elif nights[0] != "":
                            self.assertEqual(self.names(), sorted(had["f1"] + had["f2"]))
                    else:
                        self.assertEqual(self.names(), [f"{number}{i}" for i in "1234"])


class SameBytes(Parts):
    def test_what_was_another_part_once_more_has_quads_of_its_own_when_it_fails(self):
        for later, kept in (({"a": part("n", 7, 8)}, ["n7", "n8", "v1", "v2", "v3"]),
                            ({"a": part("v", 1, 2, 3)}, ["v1", "v2", "v3"]),
                            ({"a": None, "c": part("c", 2)}, ["c2", "v1", "v2", "v3"]),
                            ({"a": part("n", 7), "c": None}, ["c1", "n7", "v1", "v2", "v3"])):
            with self.subTest(later):
                self.clear()
                self.lay_parts("a", "b", "c")
                self.offer(a=part("v", 1, 2, 3), b=part("v", 1, 2, 3), c=part("c", 1))
                self.night(0, "--dump-semantics", "parts")
                self.offer(b=None, **later)
                for _ in range(2):
                    result, _ = self.night(1, "--dump-semantics", "parts")
                    self.assertEqual(self.names(), sorted(kept + (["c1"] if "c" not in later else [])))
                    self.assertEqual(result.report["totals"]["quads"], len(self.names()))
                self.offer(b=part("b", 9))
                self.night(1 if "c" in later and later["c"] is None or later["a"] is None else 0,
                           "--dump-semantics", "parts")
                self.assertIn("b9", self.names())
                self.assertEqual("v1" in self.names(), not later["a"] or "v1" in later["a"])


class Counts(Parts):
    def test_what_stays_is_counted_and_told(self):
        self.lay_parts("a", "b")
        self.offer(a=part("v", 1, 2, 3), b=part("w", 4))
        self.night(0, "--dump-semantics", "parts")
        self.offer(a=None, b=part("x", 4, 5))
        result, _ = self.night(1, "--dump-semantics", "parts")
        self.assertEqual(self.names(), ["v1", "v2", "v3", "x4", "x5"])
        self.assertEqual(result.report["totals"]["quads"], 5)
        row = result.source(f"{SITE}/a")
        self.assertEqual((row["outcome"], row["code"], row["got"]["quads"]), ("failed", "part.former", 3))
        self.assertIn("[http.500]; what an earlier run had of it stays", row["problem"])

    def test_a_site_that_cannot_be_looked_at_is_counted(self):
        other = self.web.host("other.example")
        publish(other, dataset("http://other.example/o", dumps=["http://other.example/o.nt"]))
        other.add("/o.nt", text="".join(triples(7)))
        self.lay_parts("a")
        self.offer(a=part("v", 1, 2, 3))
        sites = [f"{SITE}/", "http://other.example/"]
        self.entries = lambda: sites
        self.night(0)
        other.add("/robots.txt", status=500)
        result, _ = self.night(1)
        self.assertEqual(len(self.names()), 10)
        self.assertEqual(result.report["totals"]["quads"], 10)
        self.assertIn("http://other.example/o.nt: not had; its quads are those of an earlier run [part.former]",
                      result.errors)

    def test_so_is_a_site_whose_sitemap_is_a_page(self):
        self.lay_parts("a")
        self.offer(a=part("v", 1, 2, 3))
        self.night(0)
        self.host.add("/sitemap.xml", text="<html><body>Maintenance</body></html>", type="text/html")
        result, _ = self.night(3)  # nothing could be got at all
        self.assertEqual(self.names(), ["v1", "v2", "v3"])
        self.assertEqual(result.report["totals"]["quads"], 3)


class NamedNoMore(Parts):
    def test_a_part_that_a_whole_sitemap_leaves_out_goes(self):
        self.lay_parts("a", "b", "c")
        self.offer(a=part("a", 1), b=part("b", 2), c=part("c", 3))
        self.night(0, "--dump-semantics", "parts")
        self.lay_parts("a", "b")
        self.offer(b=None)
        result, _ = self.night(1, "--dump-semantics", "parts")
        self.assertEqual(self.names(), ["a1", "b2"])
        self.assertIn(f"{SITE}/c: named no more", result.errors)

    def test_a_part_stays_as_long_as_a_sitemap_cannot_be_read_and_that_is_said(self):
        self.lay_parts("a", "b", "c")
        self.offer(a=part("a", 1), b=part("b", 2), c=part("c", 3))
        self.night(0, "--dump-semantics", "parts")
        self.host.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\nSitemap: {SITE}/other.xml\n")
        self.host.add("/other.xml", status=500)
        self.lay_parts("a", "b")
        result, _ = self.night(1, "--dump-semantics", "parts")
        self.assertEqual(self.names(), ["a1", "b2", "c3"])
        self.assertIn(f"{SITE}/c: not had; its quads are those of an earlier run [part.former]", result.errors)
        self.assertEqual(result.report["totals"]["quads"], 3)

    def test_a_dataset_that_is_gone_goes_though_a_page_fails(self):
        self.lay_parts("a")
        self.offer(a=part("a", 1, 2))
        self.night(0)
        self.host.add("/sitemap.xml", text=crawl_web.urlset([f"{SITE}/p", f"{SITE}/q"]))
        self.offer(p=part("p", 1), q=None)
        self.night(1)
        self.assertEqual(self.names(), ["p1"])

    def test_what_came_by_a_mirror_does_not_stay_beside_another_one(self):
        both = dataset(f"{SITE}/d", label="D", dumps=[(f"{SITE}/a", 1), (f"{SITE}/b", 0)])
        other = dataset(f"{SITE}/e", label="E", dumps=[f"{SITE}/c"])
        self.host.add("/sitemap.xml", text=sitemap(both, other))
        self.offer(a=None, b=part("v", 1), c=part("c", 1))
        self.night(0)
        self.offer(a=part("w", 2), c=None)
        self.night(1)
        self.assertEqual(self.names(), ["c1", "w2"])


#: A whole document, its name, and where it may be cut.
def cut_documents():
    lines = part("n", *range(100, 160))
    turtle = "@prefix w: <http://words.example/> .\n" + "".join(
        f'<{SITE}/id/{i}> w:name "n{i}" ; w:of [ w:at {i} ] .\n' for i in range(100, 160))
    return {
        "lines, in a literal": ("a.nt", lines, lines[:-9]),
        "lines, in an IRI": ("a.nt", lines, lines[:lines.rindex("words.") + 6]),
        "lines, before the dot": ("a.nq", lines, lines[:-2]),
        "Turtle, in a bracket": ("a.ttl", turtle, turtle[:-9]),
        "Turtle, before the dot": ("a.ttl", turtle, turtle[:-2]),
        "TriG, before the brace": ("a.trig", turtle.replace(".\n", ".\n<urn:g> {", 1) + "}",
                                   turtle.replace(".\n", ".\n<urn:g> {", 1)),
    }


class Cut(Parts):
    def test_a_document_that_ends_in_a_statement_is_not_whole(self):
        for what, (name, whole, half) in cut_documents().items():
            for chunked in False, True:
                with self.subTest(what, chunked=chunked):
                    self.clear()
                    self.lay_parts(name)
                    self.host.add(f"/{name}", text=whole)
                    self.night(0)
                    before = self.output()
                    self.host.add(f"/{name}", text=half, chunked=chunked)
                    result, _ = self.night(1)
                    self.assertEqual(self.output(), before)
                    self.assertIn("[document.cut]", result.errors)
                    self.clear()
                    result, _ = self.night(1)
                    row = result.source(f"{SITE}/{name}")
                    self.assertEqual((row["outcome"], row["code"]), ("partial", "document.cut"))

    def test_xml_and_json_that_end_in_the_middle_are_not_whole_either(self):
        rdf = ('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:w="http://words.example/">'
               + "".join(f'<rdf:Description rdf:about="http://x/{i}"><w:name>r{i}</w:name></rdf:Description>\n'
                         for i in range(40)) + "</rdf:RDF>")
        nodes = ",".join(f'{{"@id":"http://x/{i}","http://words.example/name":"j{i}"}}' for i in range(40))
        trix = ('<TriX xmlns="http://www.w3.org/2004/03/trix/trix-1/"><graph>' + "".join(
            f"<triple><uri>http://x/{i}</uri><uri>http://words.example/name</uri><plainLiteral>t{i}</plainLiteral>"
            "</triple>" for i in range(40)) + "</graph></TriX>")
        for name, whole, half in (("a.rdf", rdf, rdf[:-9]), ("a.rdf", rdf, rdf[:900]),
                                  ("a.jsonld", f"[{nodes}]", f"[{nodes}"), ("a.jsonld", f"[{nodes}]", f"[{nodes}"[:900]),
                                  ("a.trix", trix, trix[:900])):
            with self.subTest(name, length=len(half)):
                self.clear()
                self.lay_parts(name)
                kind = {"type": "application/ld+json"} if name.endswith("ld") else {}
                self.host.add(f"/{name}", text=whole, **kind)
                self.night(0)
                before = self.output()
                self.host.add(f"/{name}", text=half, chunked=True, **kind)
                self.night(1 if half.startswith("<") else 3)
                self.assertEqual(self.output(), before)

    def test_what_merely_lacks_the_last_line_end_is_whole(self):
        for name, text in (("a.nt", part("n", 1, 2).rstrip()), ("b.nt", part("n", 1) + "# the end"),
                           ("c.ttl", part("n", 1, 2).rstrip()), ("d.ttl", part("n", 1) + "# the end"),
                           ("e.trig", "<urn:g> {" + part("n", 1).rstrip(" .\n") + "}")):
            with self.subTest(name):
                self.clear()
                self.lay_parts(name)
                self.host.add(f"/{name}", text=text)
                self.night(0)

    def test_the_next_mirror_is_asked_and_the_one_that_gave_most_counts(self):
        self.host.add("/sitemap.xml", text=sitemap(
            dataset(f"{SITE}/d", dumps=[(f"{SITE}/a.nt", 3), (f"{SITE}/b.nt", 0)])))
        whole = part("n", *range(100, 160))
        self.host.add("/a.nt", text=whole[:-9])
        self.host.add("/b.nt", text=whole)
        self.night(0)
        self.assertEqual(len(self.output()), 60)
        self.clear()
        self.host.add("/b.nt", text=whole[:len(whole) // 2 + 9])
        self.night(1)
        self.assertEqual(len(self.output()), 59)

    def test_a_faulty_statement_at_the_end_is_no_cut(self):
        self.host.add("/sitemap.xml", text=sitemap(
            dataset(f"{SITE}/d", dumps=[(f"{SITE}/a.nt", 3), (f"{SITE}/b.nt", 0)])))
        self.host.add("/a.nt", text=part("n", *range(100, 160)) + "<http://x y> <http://p/> <http://o/> .")
        self.host.add("/b.nt", text=part("m", 1))
        result, asked = self.night(1)
        self.assertNotIn("/b.nt", asked)
        self.assertEqual(result.source(f"{SITE}/a.nt")["outcome"], "faulty")


class Pages(Parts):
    def test_a_page_that_is_damaged_or_cut_keeps_its_quads(self):
        turtle = "".join(f'<{SITE}/id/{i}> <http://words.example/name> "t{i}" .\n' for i in range(20))
        script = ('<html><script type="application/ld+json">[{"@id":"http://x/1","http://words.example/name":"h1"},'
                  '{"@id":"http://x/2","http://words.example/name":"h2"}]</script></html>')
        whole = {"/t.ttl": Answer(text=turtle, etag='"t"'), "/n.nt": Answer(text=part("n", *range(30)), etag='"n"'),
                 "/h.html": Answer(text=script, etag='"h"'), "/ok.nt": Answer(text=part("k", 1))}
        broken = {"/t.ttl": Answer(text=turtle[:700], chunked=True, etag='"t2"'),
                  "/n.nt": Answer(text=part("m", *range(9)) + "<http://x/a b> <http://p/> <http://o/> .\n" * 20, etag='"n2"'),
                  "/h.html": Answer(text=script[:120], chunked=True, etag='"h2"')}
        self.host.add("/sitemap.xml", text=crawl_web.urlset([f"{SITE}{path}" for path in whole]))
        for path, answer in whole.items():
            self.host.add(path, answers=[answer])
        self.night(0)
        before = self.output()
        for path, answer in broken.items():
            self.host.add(path, answers=[answer])
        for _ in range(2):
            result, _ = self.night(1)
            self.assertEqual(self.output(), before)
            self.assertEqual(result.report["totals"]["quads"], len(before))
        for path, answer in whole.items():
            self.host.add(path, answers=[answer])
        self.night(0)
        self.assertEqual(self.output(), before)

    def test_a_page_that_ends_within_a_script_or_a_tag_was_cut(self):
        """Other quads of it do not make it whole (what came before the cut is not all)."""
        rdfa = "".join(f'<p about="http://x/{i}" property="http://words.example/name">h{i}</p>' for i in range(9))
        script = ('<script type="application/ld+json">{"@id":"http://x/s","http://words.example/name":"s"}'
                  "</script>")
        whole = f"<!doctype html><html><head><title>x</title></head><body>{rdfa}{script}</body></html>"
        self.host.add("/sitemap.xml", text=crawl_web.urlset([f"{SITE}/h.html"]))
        self.host.add("/h.html", text=whole)
        self.night(0)
        before = self.output()
        self.assertEqual(len(before), 10)
        for end in (whole.index("</script>") - 3, whole.index("ld+json"), whole.index("property") + 4):
            with self.subTest(whole[:end][-9:]):
                self.host.add("/h.html", text=whole[:end], chunked=True)
                result, _ = self.night(1)
                self.assertEqual(self.output(), before)
                self.assertIn("document.cut", result.errors)
        # One that does not say where it ends may be all there.
        self.host.add("/h.html", text=whole.replace("</body></html>", ""))
        self.night(0)

    def test_half_a_page_makes_way_for_another_half(self):
        self.host.add("/sitemap.xml", text=crawl_web.urlset([f"{SITE}/n.nt", f"{SITE}/k.nt"]))
        self.host.add("/k.nt", text=part("k", 1))
        for version in "ab":
            text = part(version, *range(10))
            self.host.add("/n.nt", text=text[:-9])
            self.night(1)
            self.assertEqual(self.names(), sorted([f"{version}{i}" for i in range(9)] + ["k1"]))
