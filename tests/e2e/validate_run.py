"""`semsite validate` of a site on loopback, and its report."""

import json

from harness import ProgramTest

SITE = "http://www.example.com"
URLSET = ('<?xml version="1.0" encoding="UTF-8"?>\n'
          '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
          ' xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"'
          ' xmlns:diwoo="https://standaarden.overheid.nl/diwoo/metadata/">\n')
DATASET = ("<sc:dataset><sc:datasetLabel>L</sc:datasetLabel>"
           f"<sc:datasetURI>{SITE}/d</sc:datasetURI>\n")
NT = b"<http://a.example/s> <http://a.example/p> <http://a.example/o> .\n"
FULL = {"etag": '"1"', "modified": "Sun, 06 Nov 1994 08:49:37 GMT", "ranges": True,
        "headers": {"Accept-Ranges": "bytes"}}
PAGE = "<!DOCTYPE html><html lang=en><head><title>T</title>%s</head><body>%s</body></html>"


def urlset(content):
    return URLSET + content + "\n</urlset>\n"


def listed(*paths):
    return urlset("\n".join(f"<url><loc>{SITE}{path}</loc></url>" for path in paths))


class Validation(ProgramTest):
    def validate(self, *arguments, url=f"{SITE}/", **named):
        """The report as JSON, with its exit status under "status"."""
        result = self.run_program("validate", url, "--format", "json", "--delay", "0",
                                  "--retries", "1", *self.web.connect_to_args(), *arguments,
                                  **named)
        self.assertIn(result.code, (0, 1, 3), result)
        return json.loads(result.out) | {"status": result.code}

    def validate_file(self, name, content, *arguments):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return self.validate(*arguments, url=path)

    def publish(self, sitemap, robots="Sitemap: http://www.example.com/sitemap.xml\n"):
        self.site.add("/robots.txt", text=robots)
        self.site.add("/sitemap.xml", text=sitemap)
        self.site.add("/", text=PAGE % ("", ""), type="text/html")
        self.site.add("/d", data=NT, type="application/n-triples")

    def publish_dump(self, path="/d.nt", url=None, **answer):
        location = url or f"{SITE}{path}"
        self.publish(urlset(DATASET + f"<sc:dataDumpLocation>{location}</sc:dataDumpLocation>"
                            "</sc:dataset>"))
        if answer:
            self.site.add(path, **answer)

    @staticmethod
    def places(report):
        """code → (url, line, column) of its first place."""
        return {group["code"]: tuple(group["places"][0][key] for key in ("url", "line", "column"))
                for group in report["findings"]}

    def serious(self, report):
        return [group["code"] for group in report["findings"] if group["severity"] != "note"]

    def assert_only(self, report, code, *place):
        """One finding above notes, or of that code, and where."""
        found = self.places(report)
        self.assertIn(code, found, report["findings"])
        url = f"{SITE}{place[0]}" if place[0].startswith("/") else place[0]
        expected = (url, *place[1:], None, None)[:3]
        self.assertEqual(found[code], expected)
        self.assertEqual([one for one in self.serious(report) if one != code], [])
