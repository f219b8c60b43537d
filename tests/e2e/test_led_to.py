"""What pages lead to is a part of a site as long as one of them does: descriptions, other forms."""

import contextlib
import sqlite3

from test_refresh import read_update, updated
from test_signposting import BASE, TURTLE, Signposts, json_set

LINKSET = "application/linkset+json"


class LedTo(Signposts):
    """Pages `/a` and `/b`, and documents that only these name."""

    def setUp(self):
        super().setUp()
        self.data("/one.ttl", "/two.ttl")
        self.list("/a", "/b")

    def described(self, path, *by, **answer):
        """A page of which it is told by a validator whether it has changed."""
        links = [("describedby", one, TURTLE) for one in by]
        self.page(path, links, etag=f'"{path} {by} {answer}"', **answer)

    def gone(self, path, status=404):
        self.host.add(path, status=status, text="gone", type="text/plain")

    def run_for(self, names, code=0, *more):
        """A run after which these documents are in the output."""
        result, asked = self.run_it(*more)
        self.assertEqual(self.names(result), set(names), result)
        self.assertEqual(result.code, code, result)
        return result, asked

    def asked_for(self, asked, path):
        return any(one.path == path for one in asked.documents)


class PageGone(LedTo):
    def test_what_only_a_gone_page_named_goes_with_it(self):
        self.described("/a", "/one.ttl")
        self.described("/b", "/two.ttl")
        before, _ = self.run_for(["/one.ttl", "/two.ttl"])
        self.list("/b")
        self.gone("/a")
        self.gone("/one.ttl")
        after, _ = self.run_for(["/two.ttl"], 0, "--changes", "changes.ru")
        steps = read_update((self.folder / "changes.ru").read_text())
        self.assertEqual(updated(before.quads, steps), after.quads)
        _, asked = self.run_for(["/two.ttl"])
        self.assertFalse(self.asked_for(asked, "/one.ttl"))

    def test_so_it_does_though_it_still_answers(self):
        self.described("/a", "/one.ttl")
        self.described("/b", "/two.ttl")
        self.run_for(["/one.ttl", "/two.ttl"])
        self.list("/b")
        self.gone("/a")
        self.run_for(["/two.ttl"])
        _, asked = self.run_for(["/two.ttl"])
        self.assertFalse(self.asked_for(asked, "/one.ttl"))

    def test_and_though_it_fails(self):
        self.described("/a", "/one.ttl")
        self.described("/b", "/two.ttl")
        self.run_for(["/one.ttl", "/two.ttl"])
        self.list("/b")
        self.gone("/one.ttl", 500)
        self.run_for(["/two.ttl"])

    def test_a_page_that_is_listed_yet_and_gone_takes_it_along_the_second_time(self):
        for status in (404, 410):
            with self.subTest(status=status):
                self.clear()
                self.described("/a", "/one.ttl")
                self.described("/b", "/two.ttl")
                self.run_for(["/one.ttl", "/two.ttl"])
                self.gone("/a", status)
                self.run_for(["/one.ttl", "/two.ttl"], 1)
                result, _ = self.run_for(["/two.ttl"], 1)
                self.assertIn(f"{BASE}/a ", result.errors)
                result, asked = self.run_for(["/two.ttl"], 1)
                self.assertFalse(self.asked_for(asked, "/one.ttl"))
                self.assertNotIn("/one.ttl", result.errors)

    def test_what_another_page_names_too_stays(self):
        self.described("/a", "/one.ttl")
        self.described("/b", "/one.ttl", "/two.ttl")
        self.run_for(["/one.ttl", "/two.ttl"])
        self.list("/b")
        self.gone("/a")
        for _ in range(2):  # `/b` has not changed, and is not read
            self.run_for(["/one.ttl", "/two.ttl"])
        self.list("/none")
        self.page("/none")
        self.run_for([])

    def test_what_that_named_goes_too(self):
        self.described("/a", "/one.ttl")
        self.described("/b")
        self.host.add("/one.ttl", text='<#it> <http://words.example/name> "/one.ttl" .',
                      type=TURTLE, headers={"Link": f'</two.ttl>; rel=describedby; type="{TURTLE}", '
                                                    f'</one.ttl>; rel=describedby; type="{TURTLE}"'})
        self.run_for(["/one.ttl", "/two.ttl"])
        self.list("/b")
        self.run_for([])

    def test_descriptions_that_name_each_other_keep_none(self):
        self.described("/a", "/one.ttl")
        self.described("/b")
        for one, other in (("/one.ttl", "/two.ttl"), ("/two.ttl", "/one.ttl")):
            self.host.add(one, text=f'<#it> <http://words.example/name> "{one}" .', type=TURTLE,
                          headers={"Link": f'<{other}>; rel=describedby; type="{TURTLE}"'})
        self.run_for(["/one.ttl", "/two.ttl"])
        self.list("/b")
        self.run_for([])


class PageFails(LedTo):
    def test_what_a_failing_page_named_stays(self):
        self.described("/a", "/one.ttl")
        self.described("/b", "/two.ttl")
        self.run_for(["/one.ttl", "/two.ttl"])
        self.gone("/a", 500)
        for _ in range(2):
            result, _ = self.run_for(["/one.ttl", "/two.ttl"], 1)
        self.described("/a", "/one.ttl")
        self.run_for(["/one.ttl", "/two.ttl"])

    def test_what_is_gone_itself_is_missing_as_long_as_a_page_names_it(self):
        self.described("/a", "/one.ttl")
        self.described("/b", "/two.ttl")
        self.run_for(["/one.ttl", "/two.ttl"])
        self.gone("/one.ttl")
        self.run_for(["/one.ttl", "/two.ttl"], 1)
        for _ in range(2):
            result, _ = self.run_for(["/two.ttl"], 1)
            self.assertIn(f"{BASE}/one.ttl", result.errors)
        self.described("/a")
        self.run_for(["/two.ttl"])

    def test_a_description_that_fails_stays_while_it_is_named(self):
        self.described("/a", "/one.ttl")
        self.run_for(["/one.ttl"], 1)
        self.described("/b")
        self.gone("/one.ttl", 503)
        for _ in range(2):
            self.run_for(["/one.ttl"], 1, "--retries", 1)

    def test_nothing_goes_while_a_page_that_never_came_may_name_it(self):
        self.described("/a", "/one.ttl")
        self.described("/b", "/two.ttl")
        self.run_for(["/one.ttl", "/two.ttl"])
        self.described("/a")
        self.list("/a", "/b", "/new")
        self.gone("/new", 503)
        self.run_for(["/one.ttl", "/two.ttl"], 1, "--retries", 1)
        self.described("/new", "/one.ttl")
        self.run_for(["/one.ttl", "/two.ttl"])
        self.described("/new")
        self.run_for(["/two.ttl"])


class PageChanges(LedTo):
    def test_what_a_page_names_no_more_goes(self):
        self.described("/a", "/one.ttl")
        self.described("/b")
        self.run_for(["/one.ttl"])
        self.described("/a", "/two.ttl")
        self.run_for(["/two.ttl"])
        _, asked = self.run_for(["/two.ttl"])
        self.assertFalse(self.asked_for(asked, "/one.ttl"))

    def test_what_has_not_changed_names_what_it_named(self):
        self.described("/a", "/one.ttl")
        self.described("/b")
        for _ in range(4):
            self.run_for(["/one.ttl"])

    def test_other_forms_and_files_beside_a_page_too(self):
        for head in (f'<link rel="alternate" type="{TURTLE}" href="/one.ttl">',
                     '<a href="/one.ttl">data</a>'):
            with self.subTest(head=head):
                self.clear()
                self.page("/a", head=head)
                self.page("/b")
                self.run_for(["/one.ttl"])
                self.page("/a")
                self.run_for([])

    def test_what_leaves_the_sitemap_and_is_named_stays(self):
        self.list("/a", "/b", "/one.ttl")
        self.described("/a", "/one.ttl")
        self.described("/b", "/two.ttl")
        self.run_for(["/one.ttl", "/two.ttl"])
        self.list("/a", "/b")
        for _ in range(2):
            self.run_for(["/one.ttl", "/two.ttl"])
        self.described("/a")
        self.run_for(["/two.ttl"])


class LinkSets(LedTo):
    def test_what_a_link_set_says_of_a_page_goes_with_the_page(self):
        for path in ("/a", "/b"):
            self.page(path, [("linkset", "/set", LINKSET)], etag=f'"{path}"')
        self.host.add("/set", type=LINKSET, etag='"set"', text=json_set({
            "/a": [("describedby", "/one.ttl", TURTLE)],
            "/b": [("describedby", "/two.ttl", TURTLE)]}))
        for _ in range(2):
            self.run_for(["/one.ttl", "/two.ttl"])
        self.list("/b")
        self.gone("/a")
        self.gone("/one.ttl")
        for _ in range(3):
            self.run_for(["/two.ttl"])
        self.list("/a", "/b")
        self.page("/a", [("linkset", "/set", LINKSET)], etag='"again"')
        self.data("/one.ttl")
        self.run_for(["/one.ttl", "/two.ttl"])


class LinkCrawls(LedTo):
    """A site without a sitemap: pages lead to pages, and stay; what these name goes."""

    def test_descriptions_go_with_their_pages(self):
        self.host.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        self.host.remove("/sitemap.xml")
        self.page("/", head='<a href="/a">a</a><a href="/b">b</a><a href="/two.ttl">two</a>')
        self.described("/a", "/one.ttl")
        self.described("/b")
        self.run_for(["/one.ttl", "/two.ttl"])
        self.gone("/one.ttl")
        self.run_for(["/one.ttl", "/two.ttl"], 1)
        self.described("/a")
        self.run_for(["/two.ttl"])
        self.page("/", head='<a href="/a">a</a><a href="/b">b</a>')
        self.run_for(["/two.ttl"])


class EarlierStates(LedTo):
    def test_a_state_that_does_not_say_what_leads_where_finds_it_out_where_it_matters(self):
        self.described("/a", "/one.ttl")
        self.described("/b", "/two.ttl")
        self.run_for(["/one.ttl", "/two.ttl"])
        self.list("/b")
        self.gone("/one.ttl")
        with contextlib.closing(sqlite3.connect(self.folder / "out.nq.state")) as state:
            state.executescript("DELETE FROM lead; DELETE FROM leads_known;")
        self.run_for(["/one.ttl", "/two.ttl"], 1)
        self.run_for(["/two.ttl"], 1)
        _, asked = self.run_for(["/two.ttl"])
        self.assertIn(200, [one.status for one in asked.documents if one.path == "/b"])
        _, asked = self.run_for(["/two.ttl"])
        self.assertEqual([one.status for one in asked.documents if one.path == "/b"], [304])
        self.described("/b")
        self.page("/b", head='<script type="application/ld+json">{"@id": "#x", '
                             '"http://words.example/name": "b"}</script>')
        self.run_for(["b"])
