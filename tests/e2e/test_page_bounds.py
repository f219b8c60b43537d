"""What one page may take while it is read: memory, and texts that it says many times."""

import json
import unittest

from harness import ProgramTest
from semantic_sitemap import publish, sitemap

MIB = 1 << 20
A = '"a"'
SITE = "http://www.example.com"


def script(text):
    return "text/html", f'<!doctype html><html><script type="application/ld+json">{text}</script>'


def body(text):
    return "text/html", f'<!doctype html><html><body><i property="http://x.example/p">v</i>{text}'


class PageMemory(ProgramTest):
    """A page fails alone and by name, below 256 MiB; several of them at once, below 512."""

    def pages(self):
        """Path → media type, text, code."""
        vocab = '"@context":{"@vocab":"http://x.example/"}'
        return {
            "/numbers.html": (*script(f'{{{vocab},"p":[{",".join("1" * 7_900_000)}]}}'), "limit.page-memory"),
            "/nodes.html": (*script(f'{{{vocab},"p":[{",".join(["{}"] * 5_000_000)}]}}'), "limit.page-memory"),
            "/terms.html": (*script('{"@context":{' + ",".join(f'"t{i}":"x:b{i}"' for i in range(600_000)) + "}}"),
                            "limit.page-memory"),
            "/tags.html": (*body("<p>" * 5_000_000), "html.too-complex"),
            "/tags.xhtml": ("application/xhtml+xml", '<html xmlns="http://www.w3.org/1999/xhtml"><body>'
                            '<p property="http://x.example/p">v</p>' + "<p/>" * 4_000_000 + "</body></html>",
                            "html.too-complex"),
            "/literals.html": (*body('<div property="x:p" datatype="rdf:XMLLiteral">' * 250 + "<b>x</b>" * 100_000),
                               "limit.page-texts"),
        }

    def test_each_alone(self):
        for path, (kind, text, code) in self.pages().items():
            with self.subTest(path):
                self.assertLessEqual(len(text), 16 * MIB)
                self.site.add(path, text=text, type=kind)
                result, peak, errors = self.run_measured("convert", SITE + path, "-o", "out.nq",
                                                         *self.web.connect_to_args(), seconds=180)
                self.assertNotEqual(result, 0, errors)
                self.assertIn(f"[{code}", errors)
                self.assertLess(peak, 256 * MIB)
                self.site.remove(path)

    def test_all_at_once_beside_a_good_one(self):
        vocab = '"@context":{"@vocab":"http://x.example/"}'
        pages = self.pages() | {
            "/types.jsonld": ("application/ld+json", f'{{{vocab},"@type":[{",".join([A] * 3_900_000)}]}}',
                              "limit.page-memory")}
        for path, (kind, text, _) in pages.items():
            self.site.add(path, text=text, type=kind)
        kind, text = script('{"@id":"http://x.example/good","http://x.example/p":"v"}')
        self.site.add("/good.html", text=text, type=kind)
        publish(self.site)
        self.site.add("/sitemap.xml", text=sitemap(urls=[SITE + path for path in (*pages, "/good.html")]))
        code, peak, errors = self.run_measured(
            "fetch", SITE + "/", "--delay", "0", "--connections", "8", "-o", "out.nq", "--report", "report.json",
            *self.web.connect_to_args(), seconds=300)
        self.assertEqual(code, 1, errors)
        self.assertLess(peak, 512 * MIB)
        self.assertIn("<http://x.example/good>", (self.folder / "out.nq").read_text("utf-8"))
        text = json.dumps(json.loads((self.folder / "report.json").read_text("utf-8")))
        for path, (_, _, code) in pages.items():
            self.assertIn(SITE + path, text)
            self.assertIn(code, text)


class OtherDocuments(ProgramTest):
    """What is no HTML, or no page, is bounded as well, wherever it is read."""

    def documents(self):
        """Name → media type, text."""
        rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        return {
            "list": ("text/turtle", "<x:a> <x:b> (" + " 1" * 4_000_000 + ") ."),
            "objects": ("application/trig", "<x:g> { <x:a> <x:b> []" + ", []" * 3_000_000 + " . }"),
            "arrays": ("application/ld+json", '{"@context":{"@vocab":"http://x.example/"},"p":['
                       + ",".join(["[1]"] * 3_000_000) + "]}"),
            "prefix": ("application/rdf+xml", f'<rdf:RDF {rdf} xmlns:p="http://x.example/{"a" * MIB}/">'
                       + "<rdf:Description><p:a>v</p:a></rdf:Description>" * 100_000 + "</rdf:RDF>"),
        }

    def measured(self, *arguments):
        code, peak, errors = self.run_measured(*arguments, "--delay", "0", *self.web.connect_to_args(), seconds=180)
        self.assertLess(peak, 256 * MIB, errors)
        return code, errors

    def test_listed_pages_of_validate(self):
        publish(self.site)
        self.site.add("/sitemap.xml", text=sitemap(urls=[SITE + "/page"]))
        for name, (kind, text) in self.documents().items():
            with self.subTest(name):
                self.site.add("/page", text=text, type=kind, gzip=True)
                code, errors = self.measured("validate", SITE + "/")
                self.assertEqual(code, 1, errors)

    def test_descriptions(self):
        self.site.add("/robots.txt", text="User-agent: *\nAllow: /\n")
        good = ('<http://www.example.com/d> a <http://rdfs.org/ns/void#Dataset> ; '
                '<http://rdfs.org/ns/void#dataDump> <http://www.example.com/d.nt> .\n')
        self.site.add("/d.nt", text="<x:s> <x:p> <x:o> .\n", type="application/n-triples")
        for name, (kind, text) in self.documents().items():
            with self.subTest(name):
                if kind == "text/turtle":
                    text = good + "<x:y> <x:z> 1 .\n" * 40_000 + text
                self.site.add("/.well-known/void", text=text, type=kind, gzip=True)
                for command in ("plan", "validate"):
                    self.measured(command, SITE + "/")
                code, errors = self.measured("fetch", SITE + "/", "-o", "out.nq", "--fresh")
                if kind == "text/turtle":
                    # What came before is a dataset, and not known to be all.
                    self.assertEqual(code, 1, errors)
                    self.assertIn("of memory while it is read", errors)
                    self.assertIn("<x:s>", (self.folder / "out.nq").read_text("utf-8"))

    def test_contexts_of_one_host(self):
        count = 40
        publish(self.site)
        self.site.add("/sitemap.xml", text=sitemap(urls=[f"{SITE}/p{i}" for i in range(count)]))
        for i in range(count):
            self.site.add(f"/c{i}", text=" " * 3_500_000 + '{"@context":{"t":"http://x.example/t"}}',
                          type="application/ld+json", gzip=True)
            self.site.add(f"/p{i}", type="application/ld+json",
                          text=f'{{"@context":"{SITE}/c{i}","@id":"http://x.example/{i}","t":"v"}}')
        for output in ("out.nq", "-"):
            code, errors = self.measured("fetch", SITE + "/", "-o", output)
            self.assertEqual(code, 1, errors)
        self.assertEqual(len((self.folder / "out.nq").read_text("utf-8").splitlines()), 19)
        state = sum(path.stat().st_size for path in self.folder.iterdir() if "state" in path.name)
        self.assertLess(state, 100 * MIB)


class RepeatedTexts(ProgramTest):
    """A megabyte that stands once is not written a thousand times."""

    def test_language_tags_and_attributes(self):
        tag = "en" + "-x2345678" * 100_000
        vocab = '"@context":{"@vocab":"http://x.example/","@language":"' + tag + '"}'
        pages = {
            "/values.html": (*script(f'{{{vocab},"p":[{",".join([A] * 100_000)}]}}'), "limit.page-iris"),
            "/keys.html": (*script(f"{{{vocab}," + ",".join(f'"p{i}":"a"' for i in range(100_000)) + "}"),
                           "limit.page-iris"),
            "/lang.html": (*body(f'<div lang="{tag}">' + '<p property="x:p">v</p>' * 100_000), "limit.page-iris"),
            "/items.html": (*body(f'<div lang="{tag}" itemscope>' + '<p itemprop="x:p">v</p>' * 100_000),
                            "limit.page-iris"),
            "/content.html": (*body('<p content="' + "x" * MIB + '" property="'
                                    + " ".join(f"x:{i}" for i in range(10_000)) + '">v'), "limit.page-texts"),
        }
        for path, (kind, text, code) in pages.items():
            with self.subTest(path):
                self.site.add(path, text=text, type=kind)
                result, peak, errors = self.run_measured("convert", SITE + path, "-o", "out.nq",
                                                         *self.web.connect_to_args(), seconds=180)
                self.assertNotEqual(result, 0, errors)
                self.assertIn(f"[{code}", errors)
                self.assertLess(peak, 256 * MIB)
                out = self.folder / "out.nq"
                self.assertLess(out.stat().st_size if out.exists() else 0, 160 * MIB)


if __name__ == "__main__":
    unittest.main()
