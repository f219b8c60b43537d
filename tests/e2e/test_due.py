"""`fetch --due`: only sites that may have changed are asked (docs/fetch.md#sites-that-are-due)."""

import sqlite3

from harness import triples
from crawl_web import urlset
from test_true_lists import ListTest
import semantic_sitemap

DAY = 24 * 3600


class Due(ListTest):
    codes = (0,)

    def setUp(self):
        super().setUp()
        self.held = set()
        self.versions = dict.fromkeys(("a", "b", "c"), 0)
        for name in self.versions:
            self.publish(name)

    def entries(self):
        return [f"http://{name}.example/" for name in self.versions]

    def publish(self, name, changefreq=None):
        """A site of one dump, which has another validator for each version."""
        host, version = self.web.host(f"{name}.example"), self.versions[name]
        said = semantic_sitemap.dataset(f"http://{name}.example/set", dumps=[f"http://{name}.example/d.nt"])
        if changefreq:
            said = said.replace("</sc:dataset>", f"<changefreq>{changefreq}</changefreq></sc:dataset>")
        semantic_sitemap.publish(host, said)
        host.add("/d.nt", etag=f'"{version}"', text="".join(triples(3 + version, f"http://{name}.example/")))

    def change(self, *names):
        for name in names:
            self.versions[name] += 1
            self.publish(name)

    def later(self, days):
        """The runs so far lie so much further back."""
        with sqlite3.connect(self.folder / "out.nq.state") as state:
            state.execute("UPDATE visit SET asked = asked - ?1 * (asked > 0), first = first - ?1, changed = changed - "
                          "?1 * (changed > 0)", (int(days * DAY),))
        state.close()

    def visit(self, *more, code=0):
        """The names of the sites that a run asks."""
        result, asked = self.run_it("--due", "--changes", "changes", *more)
        self.assertEqual(result.code, code, result)
        self.held = self.take_list(self.held)
        self.assertEqual(self.held ^ self.lines(), set(), result)
        self.assertEqual(result.report["totals"]["quads"], len(self.held), result)
        self.result = result
        return sorted({one.host[0] for one in asked.common + asked.documents})

    def test_sites_say_how_often_they_change(self):
        self.publish("a", "daily")
        self.publish("b", "Weekly")
        self.assertEqual(self.visit(), ["a", "b", "c"])
        self.later(0.5)
        self.assertEqual(self.visit(), ["c"])  # which says nothing
        self.assertIn("2 sites are not due (--due): 6 quads of them stay as they were", self.result.errors)
        self.assertTrue(self.result.report["totals"]["complete"])
        self.later(0.45)
        self.assertEqual(self.visit(), ["a", "c"])
        self.later(6)
        self.assertIn("b", self.visit())

    def test_entries_of_a_sitemap_say_it_too(self):
        host = self.web.host("b.example")
        listed = urlset([f"http://b.example/{n}" for n in range(3)])
        for changefreq in ("monthly", "daily", "weekly"):
            listed = listed.replace("</loc></url>", f"</loc><changefreq>{changefreq}</changefreq></url>", 1)
        host.add("/sitemap.xml", text=listed)
        for n in range(3):
            host.add(f"/{n}", type="text/turtle", text=f"<http://b.example/{n}> a <http://e.example/T> .")
        self.visit()
        self.later(5)
        self.assertNotIn("b", self.visit())
        self.later(1.9)  # within a week two of three have changed
        self.assertIn("b", self.visit())

    def test_what_was_seen_counts_more(self):
        self.publish("a", "always")
        self.publish("b", "yearly")
        self.visit()
        for _ in range(4):
            self.change("b")
            self.later(31)
            self.visit()
        # b changed every month, a never in four.
        self.later(14)
        self.assertEqual(self.visit(), ["b"])
        self.later(16)
        self.assertEqual(self.visit(), ["a", "b", "c"])

    def test_nobody_is_due(self):
        for name in self.versions:
            self.publish(name, "weekly")
        self.visit()
        before = (self.folder / "out.nq").read_bytes()
        self.change(*self.versions)
        self.assertEqual(self.visit(), [])
        self.assertEqual((self.folder / "out.nq").read_bytes(), before)
        self.assertEqual((self.folder / "changes").exists(), False)
        self.assertIn("3 sites are not due", self.result.errors)
        self.assertIn("the next of the sites that are not due is so at ", self.result.errors)
        result, _ = self.run_it()  # without --due all are asked
        self.assertEqual(len(result.lines), 12, result)

    def test_without_the_output_of_the_last_run_all_are(self):
        for spoil in (lambda path: path.unlink(), lambda path: path.write_bytes(b"")):
            with self.subTest(spoil):
                self.clear()
                for name in self.versions:
                    self.publish(name, "weekly")
                self.run_it("--due")
                spoil(self.folder / "out.nq")
                result, _ = self.run_it("--due")
                self.assertEqual((result.code, len(result.lines)), (0, 9), result)

    def test_one_that_failed_is_due_at_once(self):
        for name in self.versions:
            self.publish(name, "monthly")
        self.visit()
        self.later(31)
        self.web.host("b.example").add("/d.nt", status=500)
        self.assertEqual(self.visit(code=1), ["a", "b", "c"])
        self.publish("b", "monthly")
        self.assertEqual(self.visit(), ["b"])
        self.assertEqual(self.visit(), [])

    def test_a_run_that_was_broken_off_goes_on_with_all(self):
        for name in self.versions:
            self.publish(name, "monthly")
        self.visit()
        self.change("a", "b", "c")
        self.later(31)
        self.stop_at(5, 0, "--due", "--changes", "changes")
        self.later(-31)
        self.visit()
        self.assertEqual(len(self.held), 12)

    def test_a_new_site_is_due_and_one_that_is_named_no_more_goes(self):
        for name in self.versions:
            self.publish(name, "monthly")
        self.visit()
        del self.versions["a"]
        self.versions["d"] = 0
        self.publish("d")
        self.assertEqual(self.visit(), ["d"])
        self.assertEqual({line[8:9] for line in self.held}, {b"b", b"c", b"d"})

    def test_one_that_fails_alone_is_due_at_once(self):
        self.versions = {"a": 0}
        self.publish("a", "weekly")
        self.visit()
        self.later(8)
        self.web.host("a.example").add("/d.nt", status=500)
        self.run_it("--due", "--retries", "1")
        self.publish("a", "weekly")
        self.assertEqual(self.visit(), ["a"])
        self.assertEqual(self.visit(), [])

    def test_another_url_of_a_site_that_was_visited_is_due(self):
        self.versions = {"a": 0}
        self.publish("a", "monthly")
        self.visit()
        self.web.host("a.example").add("/more.nt", text="<http://a.example/m> <http://e.example/p> 'x' .")
        self.entries = lambda: ["http://a.example/", "http://a.example/more.nt"]
        self.assertEqual(self.visit(), ["a"])
        self.assertEqual(len(self.held), 4)
        self.assertEqual(self.visit(), [])

    def test_other_words_are_for_all(self):
        for name in self.versions:
            self.publish(name, "monthly")
        self.visit()
        self.assertEqual(self.visit("--exclude", "*b.example/d.nt", code=self.fresh_code("--exclude", "*b.example/d.nt")),
                         ["a", "b", "c"])
        self.assertEqual({line[8:9] for line in self.held}, {b"a", b"c"})

    def fresh_code(self, *more):
        return self.run_it(*more, to="fresh.nq")[0].code

    def test_it_needs_a_state(self):
        result = self.run_it("--due", to="-")[0]
        self.assertEqual(result.code, 2)
        self.assertIn("--due goes by what earlier runs saw", result.errors)
