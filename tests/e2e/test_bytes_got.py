"""`got.bytes` of a source are those of bodies that came in this run (report.md)."""

import unittest

from test_selection import StepTest, page
from crawl_web import urlset
from web import Answer
from harness import triples
import semantic_sitemap

SITE, SET = "http://pages.example/", "http://set.example/"


class BytesGot(StepTest):
    def setUp(self):
        super().setUp()
        self.urls = [SITE]
        self.host = self.web.host("pages.example")
        self.host.add("/robots.txt", text=f"User-agent: *\nDisallow:\nSitemap: {SITE}sitemap.xml\n")
        self.paths = ["a", "b", "c"]
        self.host.add("/sitemap.xml", text=urlset(SITE + path for path in self.paths))
        for path in self.paths:
            self.put(path)

    def put(self, path, version=1, **answer):
        text = page(SITE + path + "x" * version)
        self.host.add(f"/{path}", **({"type": "text/html", "text": text, "etag": f'"{version}"'} | answer))
        self.host.forget(f"/{path}")
        return len(text)

    def got(self, *more, code=0, way="crawl"):
        """The bytes of the source of that way, and its quads."""
        result, _ = self.run_it(*more)
        self.assertEqual(result.code, code, result)
        [source] = [one for one in result.report["sources"] if one["way"] == way]
        return source["got"]["bytes"], source["got"]["quads"]

    def test_of_a_crawl(self):
        sizes = {path: self.put(path) for path in self.paths}
        self.assertEqual(self.got(), (sum(sizes.values()), 3))
        self.assertEqual(self.got(), (0, 3))  # not changed
        size = self.put("b", 2)
        self.assertEqual(self.got(), (size, 3))
        self.assertEqual(self.got(), (0, 3))

    def test_what_came_and_was_not_kept_counts(self):
        self.got()
        size = self.put("a", etag=None)  # the same once more, and no 304
        self.assertEqual(self.got(), (size, 3))
        self.assertEqual(self.got(), (size, 3))
        size = self.put("a", 2, type="text/turtle", text="<a> <b> <c> . this is no Turtle " + "x" * 500, etag=None)
        self.assertGreater(self.got("--retries", "0", code=1)[0], 500)

    def test_what_fails_without_a_body_counts_nothing(self):
        self.got()
        for path in self.paths:
            self.put(path, status=404, text="")
        self.assertEqual(self.got(code=1), (0, 3))

    def test_of_a_run_that_was_killed(self):
        sizes = sum(self.put(path) for path in self.paths)
        self.stop_at(5, 0)
        self.assertEqual(self.got(), (sizes, 3))

    def test_of_a_file(self):
        host = self.web.host("set.example")
        semantic_sitemap.publish(host, semantic_sitemap.dataset(f"{SET}set", dumps=[f"{SET}d.nt"]))
        text = "".join(triples(9, SET))
        host.add("/d.nt", etag='"1"', text=text)
        self.urls = [SET]
        self.assertEqual(self.got(way="dump"), (len(text), 9))
        self.assertEqual(self.got(way="dump"), (0, 9))
        host.add("/d.nt", answers=[Answer(status=500)])
        self.assertEqual(self.got("--retries", "0", way="dump", code=3), (0, 9))

    def test_of_a_site_that_rests(self):
        self.host.add("/sitemap.xml", text=urlset(SITE + path for path in self.paths).replace(
            "</loc>", "</loc><changefreq>yearly</changefreq>"))
        self.got("--due")
        self.assertEqual(self.got("--due"), (0, 3))


if __name__ == "__main__":
    unittest.main()
