"""Of a robots.txt that breaks off the last line is not read, and it is told that there may be
more: half a URL is another URL, half a rule another rule."""

import json
import unittest

from validate_run import PAGE, SITE, Validation, listed

WHOLE = f"User-agent: *\nDisallow: /x\nSitemap: {SITE}/first.xml\n"
LINES = f"{WHOLE}Sitemap: {SITE}/a.xml.old\n"
CUT = len(f"{WHOLE}Sitemap: {SITE}/a.xml")


class CutRobots(Validation):
    def arrange(self, path, data=LINES.encode(), cut=CUT):
        self.site.add(path, data=data, cut=cut, type="text/plain")
        self.site.add("/first.xml", text=listed("/1"))
        self.site.add("/1", text=PAGE % ("", ""), type="text/html")

    def run_it(self, *words, code):
        result = self.run_program(*words, "--delay", "0", "--retries", "0",
                                  *self.web.connect_to_args())
        self.assertEqual(result.code, code, result)
        return result

    def inspected(self, url, code=1):
        result = self.run_it("inspect", url, code=code)
        return json.loads(result.out.splitlines()[0])

    def test_inspect(self):
        for lines, cut in (LINES.encode(), CUT), (LINES.replace("\n", "\r\n").encode(), CUT + 3), (
                b"\xff\xfe" + LINES.encode("utf-16-le"), 2 * CUT + 2):
            self.arrange("/robots.txt", lines, cut)
            said = self.inspected(f"{SITE}/robots.txt")
            self.assertEqual(said["sitemaps"], [f"{SITE}/first.xml"])
            self.assertIs(said["complete"], False)
            self.assertIn("robots.txt", said["problem"])
        self.arrange("/robots.txt", cut=CUT - len(f"{SITE}/a.xml"))
        self.assertEqual(self.inspected(f"{SITE}/robots.txt")["sitemaps"], [f"{SITE}/first.xml"])
        self.arrange("/robots.txt", cut=None)
        said = self.inspected(f"{SITE}/robots.txt", code=0)
        self.assertEqual(said["sitemaps"], [f"{SITE}/first.xml", f"{SITE}/a.xml.old"])
        self.assertEqual((said["complete"], said["problem"]), (True, None))

    def test_half_a_rule(self):
        self.arrange("/robots.txt", b"User-agent: *\nDisallow: /x\nDisallow: /private\n", 38)
        said = self.inspected(f"{SITE}/robots.txt")
        self.assertEqual([rule["path"] for rule in said["groups"][0]["rules"]], ["/x"])

    def test_that_of_the_site_is_not_read_at_all(self):  # RFC 9309 2.3.1.4
        self.arrange("/robots.txt")
        for command in ("plan",), ("fetch", "-o", "out.nq"):
            self.web.log.clear()
            self.run_it(*command, f"{SITE}/", code=3)
            self.assertEqual({path for path in self.web.paths() if "robots" not in path}, set())

    def test_that_of_a_folder_makes_a_plan_incomplete(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        self.site.add("/folder/", text=PAGE % ("", ""), type="text/html")
        cut = LINES.replace("/a.xml.old", "/b.xml")
        self.arrange("/folder/robots.txt", cut.encode(), len(cut) - 3)
        self.web.log.clear()
        result = self.run_it("plan", f"{SITE}/folder/", code=1)
        self.assertIn("problem: http://www.example.com/folder/robots.txt", result.out.decode())
        self.assertIn("/first.xml", self.web.paths())
        self.assertFalse([path for path in self.web.paths() if path.startswith("/b")])

    def test_validate_names_it(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        self.site.add("/folder/", text=PAGE % ("", ""), type="text/html")
        self.arrange("/folder/robots.txt")
        for url in f"{SITE}/folder/robots.txt", f"{SITE}/folder/":
            report = self.validate("--retries", "0", url=url)
            self.assertEqual(self.places(report)["robots.unreachable"],
                             (f"{SITE}/folder/robots.txt", None, None))


if __name__ == "__main__":
    unittest.main()
