"""`semsite validate` does not pass what it did not look at."""

from validate_run import PAGE, SITE, Validation, listed


class NothingChecked(Validation):
    def assert_failed(self, report, code):
        self.assertEqual(report["status"], 1, report["findings"])
        self.assertIn(code, self.serious(report))

    def test_a_site_without_a_sitemap_or_data(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        self.site.add("/", text=PAGE % ("", ""), type="text/html")
        self.assert_failed(self.validate(), "site.nothing-checked")

    def test_its_robots_txt_alone(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        self.assert_failed(self.validate(url=f"{SITE}/robots.txt"), "site.nothing-checked")

    def test_a_page_with_data_is_something(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        self.site.add("/", text=PAGE % ("", '<p vocab="http://schema.org/" typeof="Thing">'
                                        '<b property="name">x</b></p>'), type="text/html")
        self.assertEqual(self.serious(self.validate()), [])


class NotFollowed(Validation):
    def assert_failed(self, report, url, line=None):
        self.assertEqual(report["status"], 1, report["findings"])
        self.assertEqual(self.places(report)["sitemap.not-followed"], (url, line, None))

    def test_our_agent_may_not_read_it(self):
        self.publish(listed("/d"), "User-agent: semsite\nDisallow: /sitemap.xml\n\n"
                     f"Sitemap: {SITE}/sitemap.xml\n")
        self.assert_failed(self.validate(), f"{SITE}/robots.txt", 4)

    def test_more_of_them_than_max_sitemaps(self):
        self.publish(listed("/d"), f"Sitemap: {SITE}/sitemap.xml\nSitemap: {SITE}/two.xml\n")
        self.site.add("/two.xml", text=listed("/d"))
        self.assert_failed(self.validate("--max-sitemaps", "1"), f"{SITE}/robots.txt", 2)

    def test_a_robots_txt_in_a_folder_is_followed(self):
        self.publish(listed("/d"))
        self.site.add("/repository/robots.txt", text=f"Sitemap: {SITE}/repository/sitemap.xml\n")
        self.site.add("/repository/sitemap.xml", text=listed("/repository/gone"))
        for url in f"{SITE}/repository/robots.txt", f"{SITE}/repository/":
            self.site.add("/repository/", text=PAGE % ("", ""), type="text/html")
            with self.subTest(url):
                report = self.validate(url=url)
                self.assertIn("page.unreachable", self.serious(report))

    def test_of_a_file_only_the_file_is_checked_and_that_is_said(self):
        report = self.validate_file("index.xml", (
            '<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/'
            f'schemas/sitemap/0.9"><sitemap><loc>{SITE}/one.xml</loc></sitemap></sitemapindex>'),
            "--base", f"{SITE}/index.xml")
        self.assertIn("sitemap.not-followed", self.places(report))
        self.assertEqual(self.serious(report), [])
