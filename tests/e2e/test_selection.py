"""Other sites, or other pages of them, under one state: the others keep what they have (fetch.md#state).

Whatever is added, taken away, narrowed or widened: the output is what a run without a state would have given,
and the list of changes leads there.
"""

import json
import subprocess

from harness import Result, triples
from crawl_web import urlset
from semantic_sitemap import dataset, publish
from test_true_lists import ListTest
from web import Answer

DUMPS, PAGES, LINKS, SIGNS = (f"http://{name}.example/" for name in ("dumps", "pages", "links", "signs"))


def page(url, *links, data=True):
    """A page of one quad, if it has data, and links."""
    block = {"@id": f"{url}#it", "http://words.example/name": url}
    return (f'<html><head><script type="application/ld+json">{json.dumps(block)}</script></head><body>' if data
            else "<html><body>") + "".join(f'<a href="{link}">x</a>' for link in links) + "</body></html>"


class StepTest(ListTest):
    """Runs under one state, each held against one without."""
    codes = (0,)

    def setUp(self):
        super().setUp()
        self.held = set()
        self.urls = []

    def entries(self):
        return self.urls

    def fresh(self, *more):
        """What a run without a state gives."""
        done = subprocess.run([*self.command(*more, to="fresh.nq"), "--state", "fresh.state", "--fresh"],
                              cwd=self.folder, capture_output=True, timeout=60, check=False)
        self.asked()
        return Result(done, self.folder / "fresh.nq", self.folder / "report.json")

    def step(self, *more, urls=None, code=0):
        """A run, held against one without a state: gives it, and which documents it was given anew, by host."""
        if urls is not None:
            self.urls = list(urls)
        result, asked = self.run_it("--changes", "changes", *more)
        self.assertEqual(result.code, code, result)
        self.held = self.take_list(self.held)
        self.assertEqual(self.held ^ self.lines(), set(), result)
        report = result.report
        self.assert_same(self.fresh(*more).quads, result)
        self.assertEqual(report["totals"]["quads"], len(self.held), result)
        bodies = {}
        for one in asked.documents:
            if one.status == 200 and one.method == "GET":
                bodies.setdefault(one.host.removesuffix(".example"), []).append(one.path)
        return result, {host: sorted(paths) for host, paths in bodies.items()}


class Selection(StepTest):
    def setUp(self):
        super().setUp()
        host = self.web.host("dumps.example")
        publish(host, *(dataset(f"{DUMPS}set/{n}", dumps=[f"{DUMPS}{n}.nt"]) for n in (1, 2)))
        for n in (1, 2):
            host.add(f"/{n}.nt", etag=f'"{n}"', text="".join(triples(5, f"{DUMPS}{n}/")))
        self.list_pages("a/1", "a/2", "b/1", "b/2")
        links = {"": ("a/1", "b/1"), "a/1": ("a/2", "c"), "a/2": ("b/2",), "b/1": ("b/2", "d"), "b/2": (), "c": (), "d": ()}
        for path, others in links.items():
            self.web.host("links.example").add(f"/{path}", type="text/html", etag=f'"{path}"',
                                               text=page(LINKS + path, *(LINKS + other for other in others)))
        self.web.host("links.example").add("/robots.txt", text="User-agent: *\nDisallow:\n")
        self.publish_signs("a/1", "a/2", "b/1")

    def list_pages(self, *paths):
        host = self.web.host("pages.example")
        host.add("/robots.txt", text=f"User-agent: *\nDisallow:\nSitemap: {PAGES}sitemap.xml\n")
        host.add("/sitemap.xml", text=urlset(PAGES + path for path in paths))
        for path in paths:
            host.add(f"/{path}", type="text/html", etag=f'"{path}"', text=page(PAGES + path))

    def publish_signs(self, *paths):
        """Landing pages whose metadata only their headers name; two of them share one document."""
        host = self.web.host("signs.example")
        host.add("/robots.txt", text=f"User-agent: *\nDisallow:\nSitemap: {SIGNS}sitemap.xml\n")
        host.add("/sitemap.xml", text=urlset(SIGNS + path for path in paths))
        for path in paths:
            meta = [f"{SIGNS}data/{path}.ttl", f"{SIGNS}data/shared-{path[0]}.ttl"]
            host.add(f"/{path}", type="text/html", etag=f'"{path}"', text=page(SIGNS + path, data=False),
                     headers={"Link": ", ".join(f'<{url}>; rel="describedby"; type="text/turtle"' for url in meta)})
            for url in meta:
                host.add(url[len(SIGNS) - 1:], type="text/turtle", etag=f'"{url}"',
                         text=f'<{url}#it> <http://words.example/name> "{url}" .\n')

    def test_a_site_more_is_had_and_the_others_are_refreshed(self):
        self.step(urls=[DUMPS])
        result, had = self.step(urls=[PAGES, DUMPS])
        self.assertEqual(had, {"pages": ["/a/1", "/a/2", "/b/1", "/b/2"]})
        self.assertIn("1 site that the run before was not given: " + PAGES, result.errors)
        result, had = self.step(urls=[DUMPS, LINKS, PAGES])
        self.assertEqual(list(had), ["links"])

    def test_a_site_that_is_named_no_more_goes(self):
        self.step(urls=[DUMPS, PAGES, LINKS])
        result, had = self.step(urls=[LINKS, DUMPS])
        self.assertEqual(had, {"links": ["/"]})  # looked at for links to a sitemap
        self.assertIn("http://pages.example is named no more: 4 quads of it are dropped", result.errors)
        self.assertTrue(any("pages.example is named no more" in note for note in result.report["notes"]))
        _, had = self.step(urls=[PAGES, LINKS])
        self.assertEqual(had["pages"], ["/a/1", "/a/2", "/b/1", "/b/2"])

    def test_it_goes_though_another_site_fails(self):
        self.step(urls=[DUMPS, PAGES, LINKS])
        self.web.host("links.example").add("/a/2", status=500)
        self.urls = [DUMPS, LINKS]
        result, _ = self.run_it("--changes", "changes")
        self.assertEqual(result.code, 1, result)
        self.held = self.take_list(self.held)
        self.assertEqual(self.held ^ self.lines(), set())
        hosts = {line.split(b"//")[1].split(b".")[0] for line in self.held}
        self.assertEqual(hosts, {b"dumps", b"links"})
        self.assertEqual(len(self.held), 17)  # that of the page that failed stays

    def test_what_is_gone_may_stay(self):
        self.step(urls=[DUMPS, PAGES, LINKS])
        before = self.lines()
        for _ in range(2):
            self.urls = [LINKS]
            result, asked = self.run_it("--changes", "changes", "--keep-gone")
            self.assertEqual(result.code, 0, result)
            self.held = self.take_list(self.held)
            self.assertEqual((self.held, self.lines()), (before, before))
            self.assertEqual({one.host for one in asked.common + asked.documents}, {"links.example"})
            self.assertIn("left: http://dumps.example is named no more: 10 quads of it stay as they were", result.errors)
            self.assertIn("quads of an earlier run stay: its site is named no more", result.errors)
            self.assertEqual(result.report["totals"]["quads"], len(before))
        self.step(urls=[LINKS])

    def test_another_site_alone_is_another_command(self):
        self.step(urls=[DUMPS])
        before = self.lines()
        self.urls = [PAGES]
        result, asked = self.run_it()
        self.assertEqual((result.code, asked.documents, asked.common), (2, [], []), result)
        self.assertIn(f"before: {DUMPS}; now: {PAGES}", result.errors)
        self.assertEqual(self.lines(), before)

    def test_pages_of_a_sitemap_by_narrower_and_wider_words(self):
        self.step(urls=[PAGES])
        _, had = self.step("--exclude", "*/b/*")
        self.assertEqual(had, {})
        self.assertEqual(len(self.held), 2)
        _, had = self.step("--exclude", "*/b/1")
        self.assertEqual(had, {"pages": ["/b/2"]})
        _, had = self.step("--include", "*/1", "--include", "*/robots.txt")
        self.assertEqual((had, len(self.held)), ({"pages": ["/b/1"]}, 2))
        self.step()
        self.assertEqual(len(self.held), 4)

    def test_pages_that_only_links_lead_to(self):
        self.step(urls=[LINKS])
        self.assertEqual(len(self.held), 7)
        self.step("--exclude", "*/b/1")  # /d with it
        self.assertEqual(len(self.held), 5)
        _, had = self.step("--exclude", "*/b/1")
        self.assertEqual(had, {"links": ["/"]})
        self.step("--exclude", "*/a/1")
        self.assertEqual(len(self.held), 4)
        self.step()
        self.assertEqual(len(self.held), 7)

    def test_how_far_links_are_followed(self):
        self.step("--scope", "page", urls=[f"{LINKS}a/1"])
        self.assertEqual(len(self.held), 1)
        self.step("--scope", "host")
        self.assertEqual(len(self.held), 4)
        self.step()
        self.assertEqual(len(self.held), 2)

    def test_what_signposts_of_pages_name_goes_with_them(self):
        def documents():
            return sorted({line.split(b"<")[-1].split(b">")[0][len(f"{SIGNS}data/"):].decode()
                           for line in self.held if b"words.example" in line})
        self.step(urls=[SIGNS])
        self.assertEqual(documents(), ["a/1.ttl", "a/2.ttl", "b/1.ttl", "shared-a.ttl", "shared-b.ttl"])
        self.step("--exclude", "*.example/b/*")
        self.assertEqual(documents(), ["a/1.ttl", "a/2.ttl", "shared-a.ttl"])
        self.step("--exclude", "*.example/a/2")
        self.assertEqual(documents(), ["a/1.ttl", "b/1.ttl", "shared-a.ttl", "shared-b.ttl"])
        self.step()
        self.assertEqual(len(documents()), 5)

    def test_a_dump_that_is_excluded(self):
        self.step(urls=[DUMPS])
        _, had = self.step("--exclude", "*/1.nt", code=self.fresh("--exclude", "*/1.nt").code)
        self.assertEqual((had, len(self.held)), ({}, 5))
        _, had = self.step()
        self.assertEqual(had, {"dumps": ["/1.nt"]})

    def test_sites_and_words_of_a_run_that_was_broken_off(self):
        for urls, words in (([LINKS, PAGES], ()), ([PAGES], ()), ([LINKS, PAGES, DUMPS], ("--exclude", "*/b/*"))):
            for at in (6, 10, 14):
                with self.subTest(urls, words=words, at=at):
                    self.clear()
                    self.urls = [LINKS, PAGES]
                    self.stop_at(at, 0)
                    self.urls = urls
                    result, _ = self.run_it(*words)
                    self.assertEqual(result.code, 0, result)
                    # What was written of a site before it went stays until the next run.
                    result, _ = self.run_it(*words)
                    self.assert_same(self.fresh(*words).quads, result)

    def test_a_kill_while_a_selection_changes(self):
        words = ("--exclude", "*/a/1")
        for at in range(1, 14, 2):
            with self.subTest(at):
                self.clear()
                self.urls = [LINKS, SIGNS, PAGES]
                self.held = set()
                self.step()
                self.urls = [LINKS, SIGNS]
                self.stop_at(at, 0, *words, "--changes", "changes")
                for _ in range(3):
                    self.step(*words)

    def test_a_site_that_is_down_when_the_words_change(self):
        """What is to be found anew then is found when it can be asked: also where another run comes between."""
        for site, words, down in ((LINKS, ("--exclude", "*/b/1"), ()), (LINKS, (), ("--exclude", "*/a/1")),
                                  (SIGNS, ("--exclude", "*.example/b/*"), ())):
            for way in ("down", "away", "stopped"):
                with self.subTest(site, words=words, way=way):
                    self.clear()
                    self.held = set()
                    self.step(*down, urls=[site, DUMPS])
                    host = self.web.host(site[len("http://"):-1])
                    if way == "down":
                        host.guard = lambda *_: Answer(status=503, text="down")
                        self.run_it("--retries", "1", *words, "--changes", "changes")
                    elif way == "away":
                        self.urls = [DUMPS]
                        self.run_it("--keep-gone", *words, "--changes", "changes")
                        self.urls = [site, DUMPS]
                    else:
                        self.run_it("--max-time", "0.001", *words, "--changes", "changes")
                    host.guard = None
                    self.held = self.take_list(self.held)
                    for _ in range(2):
                        self.step(*words)

    def test_excluded_pages_of_a_site_that_is_down(self):
        """They are wanted no more, whether or not their site answers; all else of it waits for it."""
        for site in (PAGES, LINKS, SIGNS):
            with self.subTest(site):
                self.clear()
                self.held = set()
                self.step(urls=[site, DUMPS])
                before = self.held
                host = self.web.host(site[len("http://"):-1])
                host.guard = lambda *_: Answer(status=503, text="down")
                result, _ = self.run_it("--retries", "1", "--exclude", "*.example/b/1", "--changes", "changes")
                host.guard = None
                self.assertEqual(result.code, 1, result)
                self.held = self.take_list(self.held)
                self.assertEqual(self.held ^ self.lines(), set(), result)
                # A document that signposts of the page named may be named by others, too.
                gone = {line for line in before if b"example/b/1>" in line}
                self.assertEqual(before - self.held, gone, result)
                self.assertTrue(gone)
