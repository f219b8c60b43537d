"""A page that several sites list is in the output once, with the newest that is known of it (fetch.md#state).

Whoever of them rests, fails or is named no more: the output is what a run without a state would have given.
"""

import json
import sqlite3
import unittest

from test_selection import StepTest
from crawl_web import urlset
from web import Answer, redirect

ONE, TWO, THREE = (f"http://{name}.example/" for name in ("one", "two", "three"))
SHARED = f"{ONE}shared"
DAY = 24 * 3600


def page(url, text):
    """Two quads: one that never changes, and one that says `text`."""
    block = {"@id": f"{url}#it", "http://words.example/name": url, "http://words.example/text": text}
    return (f'<html><head><script type="application/ld+json">{json.dumps(block)}</script></head><body>'
            "</body></html>")


class Copies(StepTest):
    """Two sites, each with a page of its own, that list one page together."""

    def setUp(self):
        super().setUp()
        self.urls = [ONE, TWO]
        self.lists = {ONE: [f"{ONE}own", SHARED], TWO: [f"{TWO}own", SHARED]}
        self.texts = {f"{ONE}own": "1", f"{TWO}own": "2", SHARED: "old"}
        self.publish()

    def publish(self, changefreqs=None):
        for site, urls in self.lists.items():
            host = self.web.host(site.split("/")[2])
            host.add("/robots.txt", text=f"User-agent: *\nDisallow:\nSitemap: {site}sitemap.xml\n")
            listed = urlset(urls)
            if changefreqs:
                listed = listed.replace("</loc>", f"</loc><changefreq>{changefreqs[site]}</changefreq>")
            host.add("/sitemap.xml", text=listed)
        for url in self.texts:
            self.put(url)

    def put(self, url, **answer):
        self.web.host(url.split("/")[2]).add("/" + url.split("/", 3)[3], **(answer or {
            "type": "text/html", "text": page(url, self.texts[url]), "etag": f'"{self.texts[url]}"'}))

    def say(self, text):
        self.texts[SHARED] = text
        self.put(SHARED)

    def run_once(self, *more, code=0):
        """A run whose output has no line twice, and of the shared page no more than one version."""
        result, asked = self.run_it("--changes", "changes", *more)
        self.assertEqual(result.code, code, result)
        self.held = self.take_list(self.held)
        lines = (self.folder / "out.nq").read_bytes().splitlines()
        self.assertEqual(len(lines), len(set(lines)), lines)
        self.assertEqual(self.held, set(lines))
        said = [line for line in lines if b"words.example/text" in line and SHARED.encode() in line]
        self.assertLessEqual(len(said), 1, said)
        if "--provenance" not in more:
            self.assertEqual(result.report["totals"]["quads"], len(lines), result)
        self.said = said[0].split(b'"')[1].decode() if said else None
        return result, asked

    def later(self, days):
        with sqlite3.connect(self.folder / "out.nq.state") as state:
            state.execute("UPDATE visit SET asked = asked - ?1 * (asked > 0), first = first - ?1", (days * DAY,))
        state.close()

    def test_one_of_the_two_rests(self):
        for resting in (ONE, TWO):
            with self.subTest(resting):
                self.clear()
                self.held = set()
                self.say("old")
                self.publish({site: "yearly" if site == resting else "always" for site in self.lists})
                self.run_once("--due")
                self.later(2)
                self.say("new")
                result, asked = self.run_once("--due")
                self.assertNotIn(resting.split("/")[2], {one.host for one in asked.common if one.path == "/sitemap.xml"})
                self.assertIn("1 site is not due", result.errors)
                self.assertEqual(self.said, "new")
                self.assert_same(self.fresh().quads, result)
                # And when the other one rests as well.
                self.run_once("--due")
                self.assertEqual(self.said, "new")

    def test_who_rests_has_it_though_the_other_is_named_no_more(self):
        self.lists[THREE] = [f"{THREE}own"]
        self.texts[f"{THREE}own"] = "3"
        self.urls.append(THREE)
        self.publish({ONE: "always", TWO: "yearly", THREE: "always"})
        self.run_once("--due")
        self.say("new")
        self.run_once("--due")
        self.urls = [TWO, THREE]
        self.run_once("--due")
        self.assertEqual((self.said, len(self.held)), ("new", 6))

    def test_one_that_is_named_no_more_may_stay(self):
        self.run_once()
        self.say("new")
        self.urls = [TWO]
        self.run_once("--keep-gone")
        self.assertEqual((self.said, len(self.held)), ("new", 6))
        self.urls = [ONE, TWO]
        self.step()

    def test_one_fails(self):
        """The page is there for who asks first, and breaks down for the other."""
        self.run_once()
        for number in range(4):
            with self.subTest(number):
                self.texts[SHARED] = f"new {number}"
                self.answer_in_turn(*((500, 200) if number % 2 else (200, 500)))
                self.run_once("--retries", "0", code=1)
                self.assertEqual(self.said, f"new {number}")
        self.put(SHARED)
        self.step()

    def test_a_site_that_cannot_be_looked_at(self):
        self.run_once()
        self.web.host("two.example").add("/robots.txt", status=500)
        self.say("new")
        self.run_once("--retries", "0", code=1)
        self.assertEqual((self.said, len(self.held)), ("new", 6))
        self.publish()
        self.step()

    def test_it_leaves_one_list(self):
        self.run_once()
        self.say("new")
        self.lists[ONE].remove(SHARED)
        self.publish()
        self.step()
        self.assertEqual(len(self.held), 6)
        self.lists[TWO].remove(SHARED)
        self.publish()
        self.step()
        self.assertEqual(len(self.held), 4)

    def test_gone_for_one_while_the_other_rests(self):
        self.publish({ONE: "always", TWO: "yearly"})
        self.run_once("--due")
        self.put(SHARED, status=404)
        self.run_once("--due", code=1)
        self.assertEqual(self.said, "old")  # told once
        self.run_once("--due", code=1)
        self.assertEqual((self.said, len(self.held)), (None, 4))
        self.put(SHARED)
        self.run_once("--due")
        self.assertEqual(self.said, "old")

    def test_a_page_that_says_something_else_each_time(self):
        count = iter(range(1000))
        self.web.host("one.example").serve("/shared", lambda form, headers: Answer(
            type="text/html", text=page(SHARED, str(next(count)))))
        for _ in range(3):
            self.run_once()
            self.assertEqual(len(self.held), 6)

    def answer_in_turn(self, *statuses):
        """What the shared page answers to one who asks after the other."""
        good = Answer(type="text/html", text=page(SHARED, self.texts[SHARED]))
        host = self.web.host("one.example")
        host.add("/shared", answers=[good if status == 200 else Answer(status=status) for status in statuses])
        host.forget("/shared")

    def test_the_same_document_by_two_urls(self):
        self.web.host("two.example").add("/away", answers=[redirect(SHARED)])
        self.lists[TWO][1] = f"{TWO}away"
        self.publish({ONE: "always", TWO: "yearly"})
        self.run_once("--due")
        self.say("new")
        self.run_once("--due")
        self.assertEqual((self.said, len(self.held)), ("new", 6))

    def test_graphs_of_datasets_keep_what_each_has(self):
        """`--graph` with the site in it: each site has a graph, and says what it knows."""
        self.run_it("--graph", "http://graphs.example/{site}")
        lines = (self.folder / "out.nq").read_bytes().splitlines()
        self.assertEqual(len([line for line in lines if b"words.example/text" in line and SHARED.encode() in line]), 2)

    def test_nobody_is_due(self):
        self.publish({ONE: "yearly", TWO: "yearly"})
        for _ in range(2):
            self.run_once("--due")  # which holds the counts of the report against the output
            self.assertEqual(len(self.held), 6)

    def test_what_entries_of_a_shared_sitemap_say(self):
        def images(title):
            return ('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
                    'xmlns:i="http://www.google.com/schemas/sitemap-image/1.1">'
                    f"<url><loc>{ONE}own</loc><changefreq>{{}}</changefreq><i:image><i:loc>{ONE}{title}.png</i:loc>"
                    "</i:image></url></urlset>")

        for site in (ONE, TWO):
            host = self.web.host(site.split("/")[2])
            host.add("/robots.txt", text=f"User-agent: *\nDisallow:\nSitemap: {ONE}map.xml\n")
        self.web.host("one.example").add("/map.xml", text=images("old").format("yearly"))
        self.run_once("--due")
        with sqlite3.connect(self.folder / "out.nq.state") as state:
            state.execute("UPDATE visit SET said = 0 WHERE url LIKE ?", (f"{TWO}%",))
        state.close()
        self.web.host("one.example").add("/map.xml", text=images("new").format("yearly"))
        result, _ = self.run_once("--due")
        self.assertIn("1 site is not due", result.errors)
        lines = b"\n".join(self.held)
        self.assertEqual((b"old.png" in lines, b"new.png" in lines), (False, True))

    def test_a_killed_refresh_goes_on(self):
        self.run_once()
        self.say("new")
        for requests in (3, 5, 7):
            self.stop_at(requests, 0, "--changes", "changes")
        self.run_once()
        self.assertEqual((self.said, len(self.held)), ("new", 6))

    def test_provenance_tells_of_it_once(self):
        self.run_once("--provenance")
        for statuses in ((200, 200), (200, 500), (500, 200)):
            with self.subTest(statuses):
                self.texts[SHARED] = f"new {statuses}"
                self.answer_in_turn(*statuses)
                result, _ = self.run_once("--provenance", "--retries", "0", code=1 if 500 in statuses else 0)
                about = [quad for quad in result.quads
                         if quad[1][1] == "http://purl.org/dc/terms/source" and quad[2][1] == SHARED]
                self.assertEqual(len(about), 1, about)
                outcomes = [quad[2][1] for quad in result.quads
                            if quad[0] == about[0][0] and quad[1][1].endswith("outcome")]
                self.assertEqual(outcomes, ["whole"])


if __name__ == "__main__":
    unittest.main()
