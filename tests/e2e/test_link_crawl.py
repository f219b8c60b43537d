"""A site whose sitemap nobody names is looked for, then crawled by its links (docs/fetch.md)."""

from harness import ProgramTest

SITE = "http://www.example.com"
SITEMAP = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'


class LinkCrawl(ProgramTest):
    def setUp(self):
        super().setUp()
        self.site.add("/robots.txt", text="User-agent: *\nDisallow: /private\n")

    def page(self, path, *links, host=None, head=""):
        """A page with one quad and links; each of them asked for at most once a run."""
        (host or self.site).add(path, type="text/html", text=(
            f'<html><head>{head}<script type="application/ld+json">{{"@id": "http://e.example{path}", '
            '"http://e.example/p": "x"}</script></head><body>'
            + "".join(f'<a href="{link}">x</a>' for link in links) + "</body></html>"))

    def crawl(self, *words, url=f"{SITE}/", code=0):
        """Paths that were asked for once the site had been looked at, in order."""
        before = len(self.web.paths())
        self.result = self.fetch("--retries", "0", *words, url=url)
        self.assertEqual(self.result.code, code, self.result)
        looks = {"/robots.txt", "/sitemap.xml", "/.well-known/void", "/b/robots.txt", "/x/robots.txt"}
        return sorted(set(self.web.paths()[before:]) - looks)

    def test_the_links_of_the_page_lead_on(self):
        self.page("/", "/a", "b/c", "http://other.example/x")
        self.page("/a", "/")
        self.page("/b/c", "../a", "d")
        self.page("/b/d")
        self.assertEqual(self.crawl(), ["/", "/a", "/b/c", "/b/d"])
        self.assertEqual(self.result.report["totals"]["quads"], 4)
        self.assertIn("all links that were seen", self.result.errors)
        [dataset] = self.result.report["datasets"]
        self.assertTrue(dataset["by_links"])
        self.assertTrue(dataset["complete"])

    def test_a_page_below_a_folder_stays_in_it(self):
        self.page("/b/c", "/a", "d", "/b/e/f", "/bc")
        for path in ("/a", "/b/d", "/b/e/f", "/bc"):
            self.page(path)
        url = f"{SITE}/b/c"
        self.assertEqual(self.crawl(url=url), ["/b/c", "/b/d", "/b/e/f"])
        self.assertEqual(self.crawl("--scope", "host", url=url), ["/a", "/b/c", "/b/d", "/b/e/f", "/bc"])
        self.assertEqual(self.crawl("--scope", "page", url=url), ["/b/c"])

    def test_a_domain_has_several_hosts(self):
        self.page("/", "http://data.example.com/x", "http://example.org/y")
        data = self.web.host("data.example.com")
        self.page("/x", host=data)
        self.page("/y", host=self.web.host("example.org"))
        self.assertEqual(self.crawl("--scope", "host"), ["/"])
        self.assertEqual(self.crawl("--scope", "domain"), ["/", "/x"])

    def test_two_pages_of_one_site_have_each_their_folder(self):
        for folder in ("/a", "/b"):
            self.page(f"{folder}/x", f"{folder}/y", "/c")
            self.page(f"{folder}/y")
        self.page("/c")
        self.assertEqual(self.crawl(f"{SITE}/b/x", url=f"{SITE}/a/x"),
                         ["/a/robots.txt", "/a/x", "/a/y", "/b/x", "/b/y"])

    def test_links_that_a_page_asks_not_to_follow_are_left_and_counted(self):
        self.page("/", "/a", "/b", head='<meta name="googlebot" content="nofollow">')
        self.site.add("/a", type="text/html", headers={"X-Robots-Tag": "noindex, nofollow"},
                      text='<div vocab="http://e.example/" about="/a" property="p">x</div><a href="/c">x</a>')
        self.site.add("/b", type="text/html", headers={"X-Robots-Tag": "otherbot: none"},
                      text='<a rel="external NoFollow" href="/d">x</a><a href="/e">x</a><a rel="nofollow" href="/a">x</a>')
        for path in ("/c", "/d"):
            self.page(path)
        self.page("/e", "/c", head='<meta name="robots" content="NONE">')
        self.assertEqual(self.crawl(), ["/", "/a", "/b", "/e"])
        [dataset] = self.result.report["datasets"]
        self.assertTrue(dataset["complete"])
        # /a: /c; /b: /d and /a; /e: /c
        self.assertIn("noted: 2 × robots.noindex", self.result.errors)
        self.assertIn("noted: 4 × robots.nofollow", self.result.errors)
        self.assertEqual(self.result.report["robots_notes"], {"robots.noindex": 2, "robots.nofollow": 4})
        self.assertEqual(self.result.report["totals"]["faults"], 0)
        self.assertEqual(self.crawl("--nofollow", "ignore", "--fresh"),
                         ["/", "/a", "/b", "/c", "/d", "/e"])

    def test_a_page_that_has_moved_leads_to_where_it_is(self):
        self.site.add("/", type="text/html", text='<meta http-equiv="refresh" content="0; url=en/">')
        self.page("/en/", "/en/a")
        self.page("/en/a", head='<meta http-equiv="refresh" content="600">')
        self.assertEqual(self.crawl(), ["/", "/en/", "/en/a"])
        self.assertEqual(self.result.report["totals"]["quads"], 2)

    def test_a_listed_page_that_has_moved_to_another_host_is_read_there(self):
        other = self.web.host("new.example.org")
        self.page("/x", "/y", host=other)
        self.site.add("/sitemap.xml", type="application/xml",
                      text=f"{SITEMAP}<url><loc>{SITE}/old</loc></url></urlset>")
        self.site.add("/old", type="text/html", text='<noscript><META content="1;URL=\'http://new.example.org/x\'" '
                                                     'HTTP-EQUIV=Refresh></noscript>')
        self.assertEqual(self.crawl(), ["/old", "/x"])
        self.assertEqual(self.result.report["totals"]["quads"], 1)

    def test_pages_that_move_to_one_another_come_to_an_end(self):
        for here, there in (("/", "/a"), ("/a", "/")):
            self.page(here, head=f'<meta http-equiv="refresh" content="0; url={there}">')
        self.assertEqual(self.crawl(), ["/", "/a"])

    def test_where_the_page_redirects_to_is_where_the_crawl_begins(self):
        self.site.add("/old", status=302, headers={"Location": "/start/"})
        self.page("/start/", "/start/a", "/elsewhere")
        self.page("/start/a")
        self.page("/elsewhere")
        self.assertEqual(self.crawl(url=f"{SITE}/old"), ["/old", "/start/", "/start/a"])

    def test_a_folder_that_was_named_stays_the_bound(self):  # DESIGN §12: the folder of the URL
        self.site.add("/x/", status=302, headers={"Location": "/x/start/"})
        self.page("/x/start/", "/x/start/a", "/x/b", "/elsewhere")
        for path in ("/x/start/a", "/x/b", "/elsewhere"):
            self.page(path)
        self.assertEqual(self.crawl(url=f"{SITE}/x/"), ["/x/", "/x/b", "/x/start/", "/x/start/a"])

    def test_dead_and_forbidden_links_are_told_and_no_loss(self):
        self.page("/", "/gone", "/missing", "/private/x")
        self.site.add("/gone", status=410, text="gone")
        self.assertEqual(self.crawl(), ["/", "/gone", "/missing"])
        self.assertIn("/missing does not exist", self.result.errors)

    def test_metadata_that_a_page_names_and_that_is_gone_is_a_loss(self):
        self.page("/", "/a", head='<link rel="describedby" href="/meta.ttl" type="text/turtle">')
        self.page("/a")
        self.assertEqual(self.crawl(code=1), ["/", "/a", "/meta.ttl"])

    def test_pages_never_reads_the_named_page_alone(self):
        self.page("/", "/a")
        self.page("/a")
        self.assertEqual(self.crawl("--pages", "never"), ["/"])
        self.assertNotIn("links", self.result.errors)

    def test_a_page_of_a_local_file_leads_nowhere(self):
        page = self.folder / "page.html"
        page.write_text('<script type="application/ld+json">{"@id": "http://e.example/x", '
                        '"http://e.example/p": "x"}</script><a href="other.html">x</a>'
                        f'<a href="{SITE}/a">x</a>')
        (self.folder / "other.html").write_text("never read")
        result = self.run_program("fetch", page, "-o", "-", *self.web.connect_to_args())
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(result.out.splitlines()), 1)
        self.assertEqual(self.web.paths(), [])
        self.assertNotIn("links", result.errors)

    def test_a_link_that_fails_is_a_loss(self):
        self.page("/", "/broken")
        self.site.add("/broken", status=500, text="broken")
        self.crawl(code=1)
        self.assertFalse(self.result.report["totals"]["complete"])

    def test_what_is_no_page_by_its_name_is_not_asked_for(self):
        self.page("/", "/a.png", "/b.CSS?v=1", "/c.js", "/d.pngx",
                  head='<link rel="stylesheet" href="/style"><link rel="next" href="/e.html">')
        self.page("/d.pngx")
        self.page("/e.html", head='<link rel="alternate" type="application/atom+xml" href="/feed">')
        self.assertEqual(self.crawl(), ["/", "/d.pngx", "/e.html"])

    def test_as_many_pages_as_max_pages_says(self):
        self.page("/", *(f"/p{number}" for number in range(20)))
        for number in range(20):
            self.page(f"/p{number}")
        self.assertEqual(len(self.crawl("--max-pages", "5", code=1)), 5)
        self.assertIn("stopped after 5 (--max-pages)", self.result.errors)

    def test_a_guess_is_told(self):
        self.page("/", "/linked")
        self.page("/listed")
        self.site.add("/sitemap.xml", text=f"{SITEMAP}<url><loc>{SITE}/listed</loc></url></urlset>")
        self.assertEqual(self.crawl(), ["/listed"])
        self.assertIn(f"{SITE}/sitemap.xml is a guess", self.result.errors)
        [sitemap] = self.result.report["sites"][0]["sitemaps"]
        self.assertEqual(sitemap["named_by"], "a guess")

    def test_a_guess_is_tried_once_and_its_404_remembered(self):
        self.page("/")
        self.fetch("--retries", "0", to="kept.nq")
        self.fetch("--retries", "0", to="kept.nq")
        self.assertEqual(self.web.paths().count("/sitemap.xml"), 1)
        self.fetch("--retries", "0", "--fresh", to="kept.nq")
        self.assertEqual(self.web.paths().count("/sitemap.xml"), 2)

    def test_more_guesses(self):
        self.page("/b/c")
        self.page("/listed")
        self.site.add("/b/sitemap.xml", text=f"{SITEMAP}<url><loc>{SITE}/listed</loc></url></urlset>")
        self.assertEqual(self.crawl(url=f"{SITE}/b/c"), ["/b/c"])
        paths = self.crawl("--guess", "more", url=f"{SITE}/b/c")
        self.assertIn("/listed", paths)
        self.assertIn("/b/c", paths)  # the page that was named is always read

    def test_the_page_that_is_named_is_read_beside_what_the_sitemap_lists(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/map.xml\n")
        self.site.add("/map.xml", text=f"{SITEMAP}<url><loc>{SITE}/listed</loc></url></urlset>")
        self.page("/listed")
        self.page("/b/c", "/b/d")
        self.page("/b/d")
        self.assertEqual(self.crawl(url=f"{SITE}/b/c"), ["/b/c", "/listed", "/map.xml"])

    def test_no_guess_asks_for_nothing_else(self):
        self.page("/", "/a")
        self.assertEqual(self.crawl("--no-guess", code=3), ["/"])
        self.assertNotIn("/sitemap.xml", self.web.paths())

    def test_a_site_that_lets_nobody_in(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow: /\n")
        self.page("/")
        self.assertEqual(self.crawl(code=3), [])
        self.assertIn("lets no robot in (Disallow: /)", self.result.errors)

    def test_a_refresh_asks_again_and_drops_what_is_gone(self):
        self.page("/", "/a", "/b")
        self.page("/a")
        self.page("/b")
        output = self.folder / "kept.nq"
        self.fetch("--retries", "0", to=output.name)
        self.assertEqual(len(output.read_text().splitlines()), 3)
        self.page("/", "/a")
        self.site.add("/b", status=404, text="gone")
        for quads in (3, 2):  # what is told to be gone twice goes
            result = self.fetch("--retries", "0", to=output.name)
            self.assertEqual(result.code, 0, result)
            self.assertEqual(len(output.read_text().splitlines()), quads)
