"""`semsite validate` does not pass what it did not look at."""

import io
import zipfile

from validate_run import PAGE, SITE, Validation, listed


class NothingChecked(Validation):
    def assert_failed(self, report, code):
        self.assertEqual(report["status"], 1, report["findings"])
        self.assertIn(code, self.serious(report))

    def test_a_site_without_a_sitemap_or_data(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        self.site.add("/", text=PAGE % ("", ""), type="text/html")
        self.assert_failed(self.validate(), "site.nothing-checked")

    def test_an_entry_page_that_is_empty_or_no_data(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        for text, type in (("", "text/html"), ("hello", "text/plain"),
                           ("%PDF-1.4", "application/pdf"), ('{"a": 1}', "application/json")):
            with self.subTest(type):
                self.site.add("/", text=text, type=type)
                self.assert_failed(self.validate(), "site.nothing-checked")

    def test_a_page_without_data_alone(self):
        page = PAGE % ("", "<p>hello</p>")
        self.site.add("/page", text=page, type="text/html")
        self.site.add("/paper.pdf", text="%PDF-1.4", type="application/pdf")
        for url in (f"{SITE}/page", f"{SITE}/paper.pdf"):
            with self.subTest(url):
                report = self.validate(url=url)
                self.assert_failed(report, "site.nothing-checked")
                self.assertEqual(self.places(report)["site.nothing-checked"], (url, None, None))
        self.assert_failed(self.validate_file("page.html", page), "site.nothing-checked")
        # Beside one with data it is nothing odd, nor with a link that leads to some.
        data = self.folder / "data.nt"
        data.write_text("<urn:a:s> <urn:a:p> <urn:a:o> .\n")
        self.assertEqual(self.serious(self.validate_file("page.html", page, data)), [])
        self.site.add("/paper.pdf", text="%PDF-1.4", type="application/pdf", headers={
            "Link": f'<{SITE}/data.nt>; rel="describedby"; type="application/n-triples"'})
        self.assertNotIn("site.nothing-checked", self.serious(self.validate(url=f"{SITE}/paper.pdf")))

    def test_its_robots_txt_alone(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        self.assert_failed(self.validate(url=f"{SITE}/robots.txt"), "site.nothing-checked")

    def test_a_robots_txt_that_is_not_there(self):
        self.site.add("/", text=PAGE % ("", ""), type="text/html")
        report = self.validate(url=f"{SITE}/robots.txt")
        self.assertEqual((report["status"], report["passed"]), (3, False))
        self.assertEqual(set(self.places(report)), {"robots.missing", "site.nothing-checked"})

    def test_a_choice_of_codes_does_not_hide_it(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        self.site.add("/", text=PAGE % ("", ""), type="text/html")
        self.assert_failed(self.validate("--only", "sc.*"), "site.nothing-checked")
        self.assertEqual(self.validate("--ignore", "site.*")["status"], 0)

    def test_each_site_without_anything_is_told(self):
        self.publish(listed("/gone"))
        empty = self.web.host("empty.example.org")
        empty.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        empty.add("/", text=PAGE % ("", ""), type="text/html")
        report = self.validate("http://empty.example.org/")
        self.assertEqual(self.places(report)["site.nothing-checked"][0], "http://empty.example.org/")

    def test_a_robots_txt_that_is_a_page(self):
        for path in ("/", "/robots.txt"):
            self.site.add(path, text=PAGE % ("", ""), type="text/html")
        for url in (f"{SITE}/", f"{SITE}/robots.txt"):
            report = self.validate(url=url)
            self.assert_failed(report, "robots.html")
            self.assert_failed(report, "site.nothing-checked")

    def test_a_page_with_data_is_something(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        self.site.add("/", text=PAGE % ("", '<p vocab="http://schema.org/" typeof="Thing">'
                                        '<b property="name">x</b></p>'), type="text/html")
        self.assertEqual(self.serious(self.validate()), [])


class Refused(Validation):
    def test_a_robots_txt_that_is_not_given_out_is_not_missing(self):
        for status, code in ((401, "robots.refused"), (403, "robots.refused"),
                             (451, "robots.refused"), (404, "robots.missing"),
                             (410, "robots.missing")):
            with self.subTest(status):
                self.publish(listed("/d"))
                self.site.add("/robots.txt", status=status, text="no")
                found = self.places(self.validate())
                self.assertEqual({"robots.refused", "robots.missing"} & set(found), {code})


class Guessed(Validation):
    """Where nothing names a sitemap, /sitemap.xml is tried, as `plan` does."""

    def test_a_sitemap_that_nothing_names_is_checked(self):
        for robots in ("User-agent: *\nDisallow:\n", None):
            self.publish(listed("/gone"), robots or "")
            if robots is None:
                self.site.remove("/robots.txt")
            for url in (f"{SITE}/", f"{SITE}/robots.txt"):
                with self.subTest(url, robots=robots):
                    report = self.validate(url=url)
                    if robots is None and url.endswith("txt"):
                        self.assertIn("robots.missing", self.places(report))
                    self.assertEqual(self.serious(report), ["page.unreachable"])
                    self.assertEqual(self.places(report)["sitemap.unnamed"][0], f"{SITE}/sitemap.xml")

    def test_what_is_no_sitemap_is_none(self):
        for text, type in ((PAGE % ("", "sorry"), "text/html"), ("<a/>", "text/xml"), ("", "text/xml")):
            with self.subTest(text):
                self.publish("", "User-agent: *\nDisallow:\n")
                self.site.add("/sitemap.xml", text=text, type=type)
                self.assertEqual(self.serious(self.validate()), ["site.nothing-checked"])

    def test_it_is_not_tried_where_one_is_named_or_it_is_forbidden(self):
        self.publish(listed("/"), "User-agent: *\nDisallow: /sitemap\n")
        self.assertEqual(self.serious(self.validate()), ["site.nothing-checked"])
        self.publish(listed("/gone"), f"Sitemap: {SITE}/other.xml\n")
        self.site.add("/other.xml", text=listed("/"))
        self.assertEqual(self.serious(self.validate()), [])
        self.assertNotIn("/sitemap.xml", [request.path for request in self.web.log])


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
        # Nor with warnings that are no failure: nobody knows what is in it.
        self.assert_failed(self.validate("--max-sitemaps", "1", "--fail-on", "error"),
                           f"{SITE}/robots.txt", 2)

    def test_a_robots_txt_in_a_folder_is_followed(self):
        self.publish(listed("/d"))
        self.site.add("/repository/robots.txt", text=f"Sitemap: {SITE}/repository/sitemap.xml\n")
        self.site.add("/repository/sitemap.xml", text=listed("/repository/gone"))
        for url in f"{SITE}/repository/robots.txt", f"{SITE}/repository/":
            self.site.add("/repository/", text=PAGE % ("", ""), type="text/html")
            with self.subTest(url):
                report = self.validate(url=url)
                self.assertIn("page.unreachable", self.serious(report))

    def test_what_a_robots_txt_in_a_folder_has_wrong_is_told_however_it_is_met(self):
        self.publish(listed("/d"))
        self.site.add("/repository/robots.txt", text="User-agent: *\nDisallow: /\n"
                      f"Site-map: {SITE}/repository/sitemap.xml\n")
        self.site.add("/repository/sitemap.xml", text=listed("/repository/gone"))
        self.site.add("/repository/", text=PAGE % ("", ""), type="text/html")
        for url in f"{SITE}/repository/robots.txt", f"{SITE}/repository/":
            with self.subTest(url):
                found = self.places(self.validate(url=url))
                self.assertEqual(found["robots.misspelt"], (f"{SITE}/repository/robots.txt", 3, 1))
                self.assertIn("page.unreachable", found)
                self.assertNotIn("robots.closed", found, "no rule holds there")

    def test_further_pages_of_a_list_are_followed(self):
        feed = ('<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
                "<id>urn:x:1</id><title>t</title><updated>2025-01-01T00:00:00Z</updated>%s"
                f'<entry><id>urn:x:2</id><title>t</title><link href="{SITE}/%s"/>'
                "<updated>2025-01-01T00:00:00Z</updated></entry></feed>")
        more = f'<link rel="next" href="{SITE}/2.xml"/>'
        for first, header in ((feed % (more, "d"), {}), (feed % ("", "d"), {"Link": "</2.xml>; rel=next"}),
                              (listed("/d"), {"Link": "</2.xml>; rel=next"})):
            with self.subTest(first, header=header):
                self.publish(first)
                self.site.add("/sitemap.xml", text=first, type="application/xml", headers=header)
                self.site.add("/2.xml", text=feed % ("", "gone"), type="application/xml")
                self.assertIn("page.unreachable", self.serious(self.validate()))
                back = f'<link rel="next" href="{SITE}/sitemap.xml"/>'
                self.site.add("/2.xml", text=feed % (back, "e"), type="application/xml")
                self.assertIn("sitemap.not-followed", self.serious(self.validate()))
                self.site.add("/2.xml", text=first, type="application/xml")
                self.assertIn("sitemap.not-followed", self.serious(self.validate()))

    def test_an_index_that_names_itself(self):
        index = ('<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/'
                 f'schemas/sitemap/0.9"><sitemap><loc>{SITE}%s</loc></sitemap></sitemapindex>')
        for named in "/sitemap.xml", "/sitemap.xml#it":
            self.publish(index % named)
            self.assert_failed(self.validate(), f"{SITE}/sitemap.xml", 1)

    def test_an_archive_of_several(self):
        def packed(*names):
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w") as archive:
                for name in names:
                    archive.writestr(name, listed("/d"))
            return out.getvalue()

        self.publish(listed("/d"), f"Sitemap: {SITE}/maps.zip\n")
        self.site.add("/maps.zip", data=packed("a.xml", "b.xml"), type="application/octet-stream")
        self.assert_failed(self.validate(), f"{SITE}/robots.txt", 1)
        self.site.add("/maps.zip", data=packed("a.xml"), type="application/octet-stream")
        self.assertEqual(self.serious(self.validate()), [])

    def test_a_feed_of_rss_1_is_followed_however_it_is_named(self):
        feed = ("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
                f"xmlns='http://purl.org/rss/1.0/'><channel rdf:about='{SITE}/feed.rdf'><title>t"
                f"</title></channel><item rdf:about='{SITE}/gone'><link>{SITE}/gone</link></item>"
                "</rdf:RDF>")
        self.publish(listed("/d"), f"Sitemap: {SITE}/feed.rdf\n")
        self.site.add("/feed.rdf", text=feed, type="application/rdf+xml")
        for url in f"{SITE}/", f"{SITE}/feed.rdf":
            self.assertIn("page.unreachable", self.serious(self.validate(url=url)))

    def test_of_a_file_only_the_file_is_checked_and_that_is_said(self):
        report = self.validate_file("index.xml", (
            '<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/'
            f'schemas/sitemap/0.9"><sitemap><loc>{SITE}/one.xml</loc></sitemap></sitemapindex>'),
            "--base", f"{SITE}/index.xml")
        self.assertIn("sitemap.not-followed", self.places(report))
        self.assertEqual(self.serious(report), [])
