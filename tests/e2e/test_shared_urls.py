"""A page that was had by way of another's redirect is asked for itself once that leads elsewhere."""

from crawl_run import CrawlTest
import crawl_web
import quads
from web import Answer, redirect

BASE = "http://pages.example"


def page(name):
    return Answer(text=f'<http://data.example/{name}> <http://words.example/name> "{name}" .\n',
                  type="application/n-triples", etag=f'"{name}"')


class SharedUrls(CrawlTest):
    # One at a time: the page that is listed first is asked for first.
    options = ("--delay", "0.01", "--connections", "1", "--retries", "0")

    def setUp(self):
        super().setUp()
        self.host = self.web.host("pages.example")
        self.host.add("/robots.txt", text=f"Sitemap: {BASE}/sitemap.xml\n")
        for name in ("p", "k", "m"):
            self.lay({f"/{name}": page(name)})

    def entries(self):
        return [f"{BASE}/"]

    def lay(self, answers):
        for path, answer in answers.items():
            self.host.add(path, answers=[answer])

    def expect(self, listed, names, *more, code=0):
        """A run of a sitemap with `listed` has the pages `names`, each once, and no others."""
        urls = [entry if isinstance(entry, tuple) else f"{BASE}/{entry}" for entry in listed]
        self.host.add("/sitemap.xml", text=crawl_web.urlset(urls))
        result, asked = self.run_it(*more)
        self.assertEqual(result.code, code, result)
        expected = "".join(f'<http://data.example/{name}> <http://words.example/name> "{name}" '
                           f'<{BASE}/{name}> .\n' for name in names)
        self.assert_same(quads.read_dataset(expected.encode()), result)
        return [request.path for request in asked.documents]

    def removed(self):
        return [line for line in (self.folder / "changes").read_text("utf-8").splitlines()
                if line.startswith("D ")]

    def test_a_redirect_that_is_no_longer_listed(self):
        for listed in (("r", "p", "k"), ("p", "r", "k")):
            with self.subTest(listed):
                self.clear()
                self.lay({"/r": redirect("/p", 302)})
                self.expect(listed, "pk")
                self.expect(("p", "k"), "pk", "--changes", "changes")
                self.assertEqual(self.removed(), [])
                self.expect(("p", "k"), "pk")

    def test_a_redirect_that_leads_elsewhere(self):
        for target, names in (("/m", "pkm"), ("/k", "pk")):
            for listed in (("r", "p", "k"), ("p", "r", "k")):
                with self.subTest((target, listed)):
                    self.clear()
                    self.lay({"/r": redirect("/p", 302)})
                    self.expect(listed, "pk")
                    self.lay({"/r": redirect(target, 302)})
                    self.expect(listed, names, "--changes", "changes")
                    self.assertEqual(self.removed(), [])
                    self.expect(listed, names)

    def test_a_redirect_that_fails(self):
        for status in (404, 410, 500):
            with self.subTest(status):
                self.clear()
                self.lay({"/r": redirect("/p", 302), "/p": page("p")})
                self.expect(("r", "p", "k"), "pk")
                self.lay({"/r": Answer(status=status), "/p": page("p")})
                for _ in range(3):
                    self.expect(("r", "p", "k"), "pk", "--changes", "changes", code=1)
                    self.assertEqual(self.removed(), [])

    def test_two_redirects_and_a_chain(self):
        self.lay({"/r": redirect("/s", 302), "/s": redirect("/p", 302),
                  "/t": redirect("/p", 302)})
        self.expect(("r", "s", "t", "p", "k"), "pk")
        self.expect(("s", "t", "p", "k"), "pk")
        self.lay({"/s": redirect("/m", 302), "/t": redirect("/m", 302)})
        self.expect(("s", "t", "p", "k"), "pkm")
        self.expect(("t", "p", "k"), "pkm")
        self.expect(("p", "k"), "pk")

    def test_what_does_not_move_is_asked_for_once(self):
        self.lay({"/r": redirect("/p", 302)})
        self.expect(("r", "p", "k"), "pk")
        self.assertEqual(sorted(self.expect(("r", "p", "k"), "pk")), ["/k", "/p", "/r"])
