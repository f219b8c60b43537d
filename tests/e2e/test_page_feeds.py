"""The feeds of the page that the user names: docs/fetch.md, "Feeds of a page".

RSS Autodiscovery (rssboard.org): `<link rel="alternate" type="application/rss+xml">`, and the same
with `application/atom+xml`; RFC 8288 for the `Link` field.
"""

from harness import ProgramTest

SITE = "http://www.example.com"
PAGE = f"{SITE}/blog/post"
RSS, ATOM = "application/rss+xml", "application/atom+xml"


def link(href, type=RSS, rel="alternate"):
    return f'<link rel="{rel}" type="{type}" href="{href}">'


class PageFeeds(ProgramTest):
    def setUp(self):
        super().setUp()
        self.site.add("/robots.txt", text="User-agent: *\nDisallow: /private\n")

    def page(self, path, head="", links=(), host=None, **more):
        """A page with one quad; `links` are for people."""
        (host or self.site).add(path, type="text/html", **more, text=(
            f'<html><head>{head}<script type="application/ld+json">{{"@id": "http://e.example{path}", '
            '"http://e.example/p": "x"}</script></head><body>'
            + "".join(f'<a href="{one}">x</a>' for one in links) + "</body></html>"))

    def rss(self, path, *items, host=None):
        """A feed of these URLs, each with a date if it is a pair."""
        pairs = [(one, "") if isinstance(one, str) else one for one in items]
        (host or self.site).add(path, type=RSS, text=(
            '<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>' + "".join(
                f"<item><link>{url}</link>{date and f'<pubDate>{date}</pubDate>'}</item>"
                for url, date in pairs) + "</channel></rss>"))

    def get(self, *words, url=PAGE, code=0, to="out.nq"):
        """Paths that were asked for, in order, but for those where something may be guessed."""
        before = len(self.web.paths())
        self.result = self.fetch("--retries", "0", *words, url=url, to=to)
        self.assertEqual(self.result.code, code, self.result)
        asked = self.web.paths()[before:]
        # The page that was named is looked at, and then read.
        for path in set(asked) - {"/robots.txt", "/blog/post", url.removeprefix(SITE)}:
            self.assertEqual(asked.count(path), 1, f"{path} was asked for twice; {self.result}")
        looks = {"/robots.txt", "/sitemap.xml", "/.well-known/void", "/blog/robots.txt"}
        return sorted(set(asked) - looks)

    def graphs(self):
        """Paths of the pages whose quads are there."""
        return sorted(quad[3][1].removeprefix(SITE) for quad in self.result.quads)

    def sitemaps(self):
        return {row["url"]: row for row in self.result.report["sites"][0]["sitemaps"]}


class Read(PageFeeds):
    def test_the_pages_that_its_feeds_list_are_read_each_once(self):
        self.page("/blog/post", link("/feed/") + link("/comments/feed/"))
        self.rss("/feed/", f"{SITE}/a", f"{SITE}/b", PAGE)
        self.rss("/comments/feed/", f"{SITE}/a#comment-1", f"{PAGE}#comment-2", f"{SITE}/a#comment-3")
        for path in ("/a", "/b"):
            self.page(path, link("/other-feed"))
        self.assertEqual(self.get(), ["/a", "/b", "/blog/post", "/comments/feed/", "/feed/"])
        self.assertEqual(self.graphs(), ["/a", "/b", "/blog/post"])
        rows = self.sitemaps()
        self.assertEqual({url: (row["kind"], row["named_by"], row["of_page"], row["entries"])
                          for url, row in rows.items()},
                         {f"{SITE}/feed/": ("rss", PAGE, True, 3),
                          f"{SITE}/comments/feed/": ("rss", PAGE, True, 3)})
        self.assertIn(f"{SITE}/feed/ is a feed of {PAGE}: 3 entries, no list of the whole site",
                      self.result.errors)

    def test_feeds_are_named_in_many_ways(self):
        self.page("/old", status=301, headers={
            "Location": "/blog/post", "Link": f'</f0>; rel="alternate"; type="{RSS}"'})
        self.page("/blog/post", headers={"Link": f'<f1>; rel=alternate; type="{ATOM}", '
                                                 f'</no1>; rel=alternate; type="{RSS}"; anchor="/elsewhere"'},
                  head='<base href="/base/">' + link("f2", ATOM, "ALTERNATE home")
                       + '<link rel="feed" href="f3">' + link("f4", "text/xml", "feed")
                       + link("f5", "Application/RSS+XML; charset=utf-8") + link("f2", ATOM)
                       + link("/no2", "text/xml") + link("/no3", "text/css", "alternate stylesheet")
                       + link("/no4", "application/atom+xml;type=entry") + link("/no5", RSS, "hub")
                       + link("/no6", "application/json+oembed"))
        feeds = ["/base/f2", "/base/f3", "/base/f4", "/base/f5", "/blog/f1", "/f0"]
        for number, path in enumerate(feeds):
            self.rss(path, f"{SITE}/p{number}")
            self.page(f"/p{number}")
        self.assertEqual(self.get("--scope", "folder", url=f"{SITE}/old"),
                         sorted(["/old", "/blog/post", *feeds, *(f"/p{i}" for i in range(6))]))

    def test_links_are_followed_beside_the_feed(self):
        self.page("/blog/post", link("/feed"), links=["next"])
        self.rss("/feed", f"{SITE}/a")
        for path in ("/a", "/blog/next"):
            self.page(path)
        self.assertEqual(self.get(), ["/a", "/blog/next", "/blog/post", "/feed"])
        self.assertIn("all links that were seen", self.result.errors)
        [dataset] = self.result.report["datasets"]
        self.assertTrue(dataset["by_links"])
        self.assertIn("a feed lists what is new, which need not be all: "
                      f"{SITE}/feed", dataset["notes"])

    def test_the_entry_page_of_a_site_that_names_no_sitemap_has_feeds_too(self):
        self.page("/", link("/feed"))
        self.rss("/feed", f"{SITE}/a")
        self.page("/a")
        self.assertEqual(self.get(url=f"{SITE}/"), ["/", "/a", "/feed"])

    def test_beside_a_sitemap_the_feed_adds_what_it_has(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/map.txt\nSitemap: {SITE}/feed\n")
        self.site.add("/map.txt", text=f"{SITE}/listed\n")
        self.page("/blog/post", link("/feed") + link("/news"))
        self.rss("/feed", f"{SITE}/a")
        self.rss("/news", f"{SITE}/listed", f"{SITE}/b")
        for path in ("/a", "/b", "/listed"):
            self.page(path)
        self.assertEqual(self.get(), ["/a", "/b", "/blog/post", "/feed", "/listed", "/map.txt", "/news"])
        rows = self.sitemaps()
        # Named by robots.txt it is a list of the site; that the page names it, too, adds nothing.
        self.assertEqual(rows[f"{SITE}/feed"]["named_by"], f"{SITE}/robots.txt")
        self.assertNotIn("of_page", rows[f"{SITE}/feed"])
        self.assertTrue(rows[f"{SITE}/news"]["of_page"])
        self.assertIn("by crawl, complete", self.result.errors)

    def test_a_feed_of_another_host_is_read_as_its_robots_txt_allows(self):
        other = self.web.host("feeds.example.net")
        other.add("/robots.txt", text="User-agent: *\nDisallow: /no\n")
        self.page("/blog/post", link("http://feeds.example.net/yes") + link("http://feeds.example.net/no"))
        self.rss("/yes", f"{SITE}/a", "http://feeds.example.net/x", host=other)
        self.page("/a")
        self.page("/x", host=other)
        self.get()
        self.assertEqual(self.web.paths("feeds.example.net"), ["/robots.txt", "/yes", "/x"])
        self.assertEqual(len(self.result.quads), 3)
        self.assertIn("robots.txt does not allow http://feeds.example.net/no", self.result.errors)

    def test_pages_of_a_feed_follow(self):
        self.page("/blog/post", link("/feed", ATOM))
        self.site.add("/feed", type=ATOM, text=(
            '<feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="/feed2"/>'
            f'<entry><link href="/a"/><updated>2026-01-01T00:00:00Z</updated></entry></feed>'))
        self.site.add("/feed2", type=ATOM, text=(
            '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="/b"/></entry></feed>'))
        for path in ("/a", "/b"):
            self.page(path)
        self.assertEqual(self.get(), ["/a", "/b", "/blog/post", "/feed", "/feed2"])
        self.site.add("/feed2", status=404, text="gone")
        self.get(code=1)  # there is more, and it cannot be had


class Chosen(PageFeeds):
    def setUp(self):
        super().setUp()
        self.page("/blog/post", link("/feed") + link("/feed.json", "application/feed+json"))
        self.rss("/feed", (f"{SITE}/a", "Wed, 01 Jan 2020 10:00:00 GMT"),
                 (f"{SITE}/b", "Thu, 01 Jan 2026 10:00:00 GMT"))
        for path in ("/a", "/b"):
            self.page(path)

    def test_scope_page_is_that_page_alone(self):
        self.assertEqual(self.get("--scope", "page"), ["/blog/post"])
        self.assertIn(f"1 feed of {PAGE} not read: that page alone is wanted (--scope page): {SITE}/feed",
                      self.result.errors)

    def test_a_feed_is_no_guess(self):
        self.assertEqual(self.get("--no-guess"), ["/a", "/b", "/blog/post", "/feed"])
        self.assertIn("by crawl, all that its feeds list", self.result.errors)
        [dataset] = self.result.report["datasets"]
        self.assertTrue(dataset["by_feeds"])
        self.assertTrue(dataset["complete"])

    def test_bounds_and_wishes_hold_for_its_pages(self):
        self.assertEqual(len(self.get("--max-pages", "2", code=1)), 3)  # and the feed
        self.assertEqual(self.get("--since", "2025-01-01"), ["/b", "/blog/post", "/feed"])
        self.assertEqual(self.get("--exclude", "*/a"), ["/b", "/blog/post", "/feed"])
        self.assertEqual(self.get("--pages", "never"), ["/blog/post", "/feed"])

    def test_a_plan_shows_where_its_pages_come_from(self):
        site = self.plan(url=PAGE)
        [feed] = site["profile"]["sitemaps"]
        self.assertEqual((feed["url"], feed["named_by"], feed["of_page"], feed["entries"]),
                         (f"{SITE}/feed", PAGE, True, 2))
        self.assertEqual(site["profile"]["pages"], 3)
        self.assertIn(f"1 feed of {PAGE} not read: a JSON Feed is in no form that is read: "
                      f"{SITE}/feed.json", site["left_out"])
        text = self.run_program("plan", PAGE, "--delay", "0", *self.web.connect_to_args()).out.decode()
        self.assertIn(f"  feed     {SITE}/feed: rss, named by {PAGE}, 2 entries", text)

    def test_more_feeds_than_one_page_may_have(self):
        self.page("/blog/post", "".join(link(f"/f{i}") for i in range(22)))
        for i in range(22):
            self.rss(f"/f{i}")
        self.assertEqual(len(self.get()), 21)
        self.assertIn(f"2 feeds of {PAGE} not read: of one page 20 are: {SITE}/f20, {SITE}/f21",
                      self.result.errors)

    def test_a_local_page_leads_to_no_feed(self):
        page = self.folder / "page.html"
        page.write_text(link(f"{SITE}/feed") + '<script type="application/ld+json">'
                        '{"@id": "http://e.example/x", "http://e.example/p": "x"}</script>')
        result = self.run_program("fetch", page, "-o", "-", *self.web.connect_to_args())
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.web.paths(), [])


class Broken(PageFeeds):
    """That a host has no feed is told and no loss; what a feed has and cannot be had is one."""

    def feed_gives(self, code, words, **answer):
        self.page("/blog/post", link("/feed"))
        self.site.add("/feed", **answer)
        self.get(code=code)
        self.assertIn(words, self.result.errors)
        self.assertEqual(self.result.report["totals"]["complete"], code == 0)
        self.assertIn("/blog/post", self.graphs())

    def test_there_is_none(self):
        self.feed_gives(0, f"feed {SITE}/feed, which {PAGE} names: ", status=404, text="no")
        self.feed_gives(0, f"feed {SITE}/feed, which {PAGE} names: ", status=410, text="gone")

    def test_a_page_in_its_place(self):
        self.feed_gives(0, "an HTML page, not a sitemap", type="text/html", text="<!doctype html><p>x")
        self.feed_gives(0, "no sitemap", type=RSS, text="")

    def test_the_host_does_not_answer_well(self):
        self.feed_gives(1, f"feed {SITE}/feed: ", status=500, text="broken")
        self.feed_gives(1, f"feed {SITE}/feed: ", status=403, text="no")

    def test_a_robots_txt_that_cannot_be_had_is_no_answer(self):
        other = self.web.host("feeds.example.net")
        other.add("/robots.txt", status=503, text="later")
        self.page("/blog/post", link("http://feeds.example.net/feed"))
        self.get(code=1)
        self.assertEqual(set(self.web.paths("feeds.example.net")), {"/robots.txt"})

    def test_xml_that_breaks_off_gives_what_came(self):
        self.page("/a")
        self.feed_gives(1, "breaks off", type=RSS,
                        text=f"<rss><channel><item><link>{SITE}/a</link></item><item><link>{SITE}/b")
        self.assertEqual(self.graphs(), ["/a", "/blog/post"])

    def test_a_transfer_that_breaks_before_it_shows_what_it_is(self):
        self.page("/blog/post", link("/feed"))
        self.site.add("/feed", type=RSS, text="<rss>" + " " * 900, cut=2)
        result = self.fetch("--retries", "0", url=PAGE)  # which begins it once more
        self.assertEqual(result.code, 1, result)
        self.assertIn(f"error: feed {SITE}/feed: ", result.errors)


class Refreshed(PageFeeds):
    """A feed lists what is new: what it lists no more is still there."""

    def setUp(self):
        super().setUp()
        self.page("/blog/post", link("/feed"))
        self.rss("/feed", f"{SITE}/a", f"{SITE}/b")
        for path in ("/a", "/b", "/c"):
            self.page(path, etag=f'"{path}"')

    def again(self, *words, code=0):
        return self.get(*words, code=code, to="kept.nq")

    def test_what_has_not_changed_is_not_sent_again(self):
        all_of_it = ["/a", "/b", "/blog/post", "/feed"]
        self.assertEqual(self.again(), all_of_it)
        before = len(self.web.log)
        self.assertEqual(self.again(), all_of_it)
        codes = {one.path: one.status for one in self.web.log[before:]}
        self.assertEqual((codes["/a"], codes["/b"]), (304, 304))
        self.assertEqual(self.graphs(), ["/a", "/b", "/blog/post"])

    def test_a_page_that_has_left_the_feed_stays_until_it_is_gone(self):
        self.again()
        self.rss("/feed", f"{SITE}/b", f"{SITE}/c")
        self.assertEqual(self.again(), ["/a", "/b", "/blog/post", "/c", "/feed"])
        self.assertEqual(self.graphs(), ["/a", "/b", "/blog/post", "/c"])
        self.site.add("/a", status=404, text="gone")
        self.again()
        self.assertIn("/a does not exist", self.result.errors)
        self.assertIn("/a", self.graphs())
        self.again()
        self.assertEqual(self.graphs(), ["/b", "/blog/post", "/c"])
        self.assertNotIn("/a", self.again())

    def test_a_feed_that_fails_takes_nothing_away(self):
        self.again()
        self.site.add("/feed", status=500, text="broken")
        self.again(code=1)
        self.assertEqual(self.graphs(), ["/a", "/b", "/blog/post"])
        self.site.add("/feed", status=404, text="gone")
        self.again()
        self.assertEqual(self.graphs(), ["/a", "/b", "/blog/post"])

    def test_what_a_sitemap_lists_no_more_goes_though_a_feed_is_read(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/map.txt\n")
        self.site.add("/map.txt", text=f"{SITE}/c\n{SITE}/b\n")
        self.again()
        self.assertEqual(self.graphs(), ["/a", "/b", "/blog/post", "/c"])
        self.site.add("/map.txt", text=f"{SITE}/blog/post\n")
        self.again()
        self.assertEqual(self.graphs(), ["/a", "/b", "/blog/post"])

    def test_scope_page_drops_what_the_feeds_brought(self):
        self.again()
        self.assertEqual(self.again("--scope", "page"), ["/blog/post"])
        self.assertEqual(self.graphs(), ["/blog/post"])
        self.again()
        self.assertEqual(self.graphs(), ["/a", "/b", "/blog/post"])
