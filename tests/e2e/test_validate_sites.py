"""`semsite validate` of many sites: a row for each (docs/validate.md, the report)."""

from validate_run import PAGE, Validation
from browser import Browser


class ManyArguments(Validation):
    """500 sites, of which 20 have findings."""

    def setUp(self):
        super().setUp()
        self.names = [f"s{i:03}.example.org" for i in range(500)]
        for i, name in enumerate(self.names):
            host = self.web.host(name)
            text = f"User-agent: *\nAllow: /\nSitemap: http://{name}/sitemap.txt\n"
            # Each 25th has an error or a warning.
            if i % 50 == 0:
                text = PAGE % ("", "")
            elif i % 25 == 0:
                text += "no line of robots.txt\n"
            host.add("/robots.txt", text=text, type="text/plain; charset=utf-8")
            host.add("/sitemap.txt", text=f"http://{name}/d.nt\n", type="text/plain; charset=utf-8")
            host.add("/d.nt", text=f"<http://{name}/d> <http://p.example/> 1 .\n".replace(
                " 1 ", ' "1" '), type="application/n-triples")
        self.urls = [f"http://{name}/" for name in self.names]
        self.only = ("--only", "robots.html", "--only", "robots.bad-line", "--delay", "0",
                     "--retries", "1", *self.web.connect_to_args())

    def test_those_with_errors_come_first_and_those_without_findings_are_folded(self):
        page = self.folder / "report.html"
        result = self.run_program("validate", *self.urls, *self.only, "-o", page)
        self.assertEqual(result.code, 1, result)
        with Browser() as browser:
            browser.screen(1280)
            browser.open_file(page)
            rows = browser.run("""
                return [...document.querySelectorAll('#sites tbody tr')].map(r => [
                    r.querySelector('a').href, r.cells[1].textContent.replace(/^[^a-z]+/, ''),
                    r.closest('details') !== null])""")
            self.assertEqual(len(rows), 500)
            self.assertEqual([tuple(row) for row in rows[:20]],
                             [(self.urls[i], "error", False) for i in range(0, 500, 50)]
                             + [(self.urls[i], "warning", False) for i in range(25, 500, 50)])
            self.assertEqual({tuple(row[1:]) for row in rows[20:]}, {("no finding", True)})
            self.assertLessEqual(browser.height(), 6000)
            # What a row names is on the page.
            self.assertEqual(browser.run(
                "return [...document.querySelectorAll('a[href^=\"#\"]')].filter("
                "a => !document.getElementById(a.hash.slice(1))).length"), 0)
            browser.assert_fits_every_screen(self, page)

    def test_the_json_report_has_a_row_for_each(self):
        report = self.validate(*self.urls[1:30], *self.only, url=self.urls[0])
        rows = report["by_argument"]
        self.assertEqual([row["url"] for row in rows], self.urls[:30])
        self.assertEqual({row["url"]: row["codes"] for row in rows if row["codes"]},
                         # A page in place of robots.txt names nothing that could be checked.
                         {self.urls[0]: ["robots.html", "site.nothing-checked", "robots.bad-line"],
                          self.urls[25]: ["robots.bad-line"]})
        for severity in ("error", "warning", "note"):
            self.assertEqual(sum(row[severity] for row in rows), report["totals"][severity])
        self.assertEqual(sum(row["documents"] for row in rows), report["checked"]["count"])
