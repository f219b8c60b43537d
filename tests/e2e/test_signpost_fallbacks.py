"""What is asked for when a description or a link set that a signpost names comes to nothing."""

import json
import subprocess

from test_entry_fetch import RS, EntryTest
from catalogue import ntriples
from crawl_web import answer
from big_web_documents import in_graph, thing
from web import Answer, redirect

BASE = "http://repo.example"
LOGIN = ('<!doctype html><html prefix="og: http://ogp.me/ns#"><head><title>Log in</title>'
         '<meta property="og:title" content="Log in"></head><body>Who are you?</body></html>')


def signs(*links):
    """`rs:ln` elements of (relation, path or URL, media type)."""
    return "".join(
        f'<rs:ln rel="{rel}" href="{BASE + url if url.startswith("/") else url}"'
        + (f' type="{kind}"' if kind else "") + "/>" for rel, url, kind in links)


def entry(path, *links):
    return f"<url><loc>{BASE}{path}</loc>{signs(*links)}</url>"


def link_field(*links):
    return ", ".join(f'<{url}>; rel="{rel}"' + (f'; type="{kind}"' if kind else "")
                     for rel, url, kind in links)


class Fallbacks(EntryTest):
    """signposting.md §6, §10: the next best, then the next less cheap step."""

    def begin(self, entries):
        self.host = self.site("repo.example", entries, RS)
        self.entries = lambda: [f"{BASE}/"]  # other hosts are no sites of their own

    def metadata(self, path, name="something"):
        said = [statement for statement in thing(f"{BASE}{path}#it", name)
                if "blank" not in (statement[0][0], statement[2][0])]
        self.host.add(path, answers=[answer(ntriples(said), "text/turtle")])
        return in_graph(said, f"{BASE}{path}")

    def page(self, path, links=(), text="<p>a page"):
        headers = {"Link": link_field(*links)} if links else {}
        self.host.add(path, text=text, type="text/html", headers=headers)

    def linkset(self, path, *links, context="/obj/7"):
        members = {}
        for rel, url, kind in links:
            members.setdefault(rel, []).append({"href": BASE + url, **({"type": kind} if kind else {})})
        self.host.add(path, type="application/linkset+json", text=json.dumps(
            {"linkset": [{"anchor": BASE + context, **members}]}))

    def outcomes(self, result):
        """Code of each page that the report names, by path."""
        return {document["name"].removeprefix(BASE): document["code"]
                for source in result.report["sources"] if source["way"] == "crawl"
                for document in source["noted_documents"]}

    def assert_got(self, result, asked, paths, expected, path):
        self.assertEqual(self.asked_paths(asked), sorted(paths), result)
        self.assertEqual(self.of_graph(result, BASE + path), expected)
        self.assertEqual(len(result.lines), len(set(result.lines)), "lines came twice")

    def test_the_next_best_description_is_asked_when_the_best_fails(self):
        self.begin(entry("/obj/7", ("describedby", "/7.nq", "application/n-quads"),
                         ("describedby", "/7.rdf", "application/rdf+xml"),
                         ("describedby", "/7.ttl", "text/turtle")))
        for name, bad, code in (
                ("missing", dict(status=404, text="no"), "http.404"),
                ("a page in its place", dict(text=LOGIN, type="text/html"), "document.html"),
                ("damaged", dict(text="not a quad\n" * 20, type="application/n-quads"), "document.damaged"),
                ("empty", dict(text="", type="application/n-quads"), None)):
            with self.subTest(name):
                self.clear()
                expected = self.metadata("/7.ttl")
                self.host.add("/7.nq", **bad)
                result, asked = self.run_it()
                self.assert_got(result, asked, ["GET /7.nq", "GET /7.ttl"], expected, "/7.ttl")
                self.assertEqual(result.code, 1 if code else 0, result)
                if code == "http.404":
                    self.assertEqual(self.outcomes(result), {"/7.nq": code})

    def test_the_landing_page_comes_after_the_last_description(self):
        self.begin(entry("/obj/7", ("describedby", "/old.ttl", "text/turtle")))
        expected = self.metadata("/7.ttl")
        self.page("/obj/7", [("describedby", "/7.ttl", "text/turtle")])
        result, asked = self.run_it()
        self.assert_got(result, asked, ["GET /7.ttl", "GET /old.ttl", "HEAD /obj/7"],
                        expected, "/7.ttl")
        self.assertEqual(self.outcomes(result), {"/old.ttl": "http.404"})

    def test_a_page_whose_header_leads_nowhere_is_read_in_the_end(self):
        self.begin(entry("/obj/7", ("cite-as", "https://doi.example/7", "")))
        data = ('<script type="application/ld+json">{"@id": "http://a.example/7", '
                '"http://a.example/p": "of the page"}</script>')
        for name, links in (
                ("a description that fails", [("describedby", "/7.ttl", "text/turtle")]),
                ("link sets that fail", [("linkset", "/7.json", "application/linkset+json"),
                                         ("linkset", "/7.txt", "application/linkset")]),
                ("a link set that says nothing of it",
                 [("linkset", "/other.json", "application/linkset+json")])):
            for to in ("out.nq", "out2.nq"):
                with self.subTest(name, to=to):
                    self.clear()
                    self.page("/obj/7", links, text=data)
                    self.linkset("/other.json", ("describedby", "/8.ttl", "text/turtle"),
                                 context="/obj/8")
                    result, asked = self.run_it(*(["--no-head"] if to == "out2.nq" else []))
                    self.assertEqual(
                        self.asked_paths(asked),
                        sorted(["HEAD /obj/7", "GET /obj/7"] + [f"GET {url}" for _, url, _ in links]))
                    got = {quad[2][1] for quad in self.of_graph(result, f"{BASE}/obj/7")}
                    self.assertIn("of the page", got)
                    self.assertEqual(len(result.lines), len(set(result.lines)), "lines came twice")

    def test_to_standard_output_too_each_line_comes_once(self):
        self.begin(entry("/obj/7", ("cite-as", "https://doi.example/7", ""))
                   + entry("/obj/8", ("cite-as", "https://doi.example/8", "")))
        self.page("/obj/7", [("describedby", "/7.ttl", "text/turtle"),
                             ("cite-as", "https://doi.example/7", "")])
        self.page("/obj/8", [("describedby", "/8.ttl", "text/turtle")])
        self.metadata("/8.ttl")
        kept, _ = self.run_it()
        self.clear()
        with open(self.folder / "piped.nq", "wb") as out:
            child = subprocess.run(
                self.command(to="-"), cwd=self.folder, stdout=out, timeout=60,
                stderr=subprocess.DEVNULL, check=False)
        self.assertEqual(child.returncode, 1)
        piped = (self.folder / "piped.nq").read_bytes().splitlines()
        self.assertEqual(sorted(piped), sorted(kept.lines))

    def test_what_the_entry_names_comes_before_the_page_itself(self):
        self.begin(entry("/obj/7", ("linkset", "/7.json", "application/linkset+json")))
        expected = self.metadata("/7.ttl")
        self.page("/obj/7")
        self.linkset("/7.json", ("describedby", "/7.ttl", "text/turtle"))
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assert_got(result, asked, ["GET /7.json", "GET /7.ttl", "HEAD /obj/7"],
                        expected, "/7.ttl")

    def test_what_a_link_set_names_may_fail_too(self):
        self.begin(entry("/obj/7", ("cite-as", "https://doi.example/7", "")))
        self.page("/obj/7", [("linkset", "/7.json", "application/linkset+json")])
        self.linkset("/7.json", ("describedby", "/old.ttl", "text/turtle"))
        result, asked = self.run_it()
        self.assertEqual(self.asked_paths(asked), sorted(
            ["HEAD /obj/7", "GET /7.json", "GET /old.ttl", "GET /obj/7"]), result)

    def test_a_description_of_several_objects_leads_each_to_its_page(self):
        self.begin("".join(entry(f"/obj/{n}", ("describedby", "/all.ttl", "text/turtle"))
                           for n in range(5)))
        expected = {}
        for n in range(5):
            expected[n] = self.metadata(f"/{n}.ttl", f"number {n}")
            self.page(f"/obj/{n}", [("describedby", f"/{n}.ttl", "text/turtle")])
        result, asked = self.run_it()
        self.assertEqual(self.asked_paths(asked), sorted(
            ["GET /all.ttl"] + [f"{how}{n}{end}" for n in range(5) for how, end in
                                (("HEAD /obj/", ""), ("GET /", ".ttl"))]), result)
        for n in range(5):
            self.assertEqual(self.of_graph(result, f"{BASE}/{n}.ttl"), expected[n])

    def test_a_landing_page_that_redirects_is_read_by_its_own_url(self):
        self.begin(entry("/pid/7", ("cite-as", "https://doi.example/7", "")))
        self.host.add("/pid/7", answers=[redirect("/obj/7")])
        self.page("/obj/7", [("describedby", "/7.ttl", "text/turtle")])
        result, asked = self.run_it()
        self.assertEqual(self.asked_paths(asked), sorted(
            ["HEAD /pid/7", "HEAD /obj/7", "GET /7.ttl", "GET /pid/7", "GET /obj/7"]), result)
        self.assertTrue(self.of_graph(result, f"{BASE}/obj/7"))
        self.assertEqual(len(result.lines), len(set(result.lines)), "lines came twice")

    def test_a_host_that_is_given_up_leads_back_to_the_page(self):
        self.begin(entry("/obj/7", ("describedby", "http://meta.example/7.ttl", "text/turtle")))
        meta = self.web.host("meta.example", address="127.0.0.2")
        meta.guard = lambda method, path, _: (
            None if path == "/robots.txt" else Answer(text="down", status=500))
        expected = self.metadata("/7.ttl")
        self.page("/obj/7", [("describedby", "/7.ttl", "text/turtle")])
        result, asked = self.run_it("--retry-budget", "1", "--retries", "2")
        self.assertEqual(self.of_graph(result, f"{BASE}/7.ttl"), expected, result)
        self.assertIn("HEAD /obj/7", self.asked_paths(asked))

    def test_a_run_that_is_killed_goes_on_with_what_comes_next(self):
        self.begin("".join(
            entry(f"/obj/{n}", ("describedby", f"/old/{n}.ttl", "text/turtle"),
                  ("describedby", f"/old/{n}.rdf", "application/rdf+xml"))
            for n in range(8)))
        for n in range(8):
            self.metadata(f"/{n}.ttl", f"number {n}")
            self.page(f"/obj/{n}", [("describedby", f"/{n}.ttl", "text/turtle")] if n % 2
                      else [("describedby", "/gone.ttl", "text/turtle")])
        undisturbed, _ = self.run_it()
        for count in (2, 7, 12, 19, 24):
            with self.subTest(killed_at=count):
                self.clear()
                for _ in range(4):
                    if self.stop_at(count, 0, "--delay", "0.005") is None:
                        break
                result, _ = self.run_it("--delay", "0.005")
                self.assert_same(undisturbed.quads, result)

    def test_a_refresh_gives_the_same_and_takes_a_better_description_when_it_is_back(self):
        self.begin(entry("/obj/7", ("describedby", "/7.nq", "application/n-quads"),
                         ("describedby", "/7.ttl", "text/turtle")))
        second = self.metadata("/7.ttl")
        first, _ = self.run_it()
        again, _ = self.run_it()
        self.assert_same(first.quads, again)
        self.host.add("/7.nq", text="<http://a.example/7> <http://a.example/p> \"best\" .\n",
                      type="application/n-quads")
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(self.of_graph(result, f"{BASE}/7.nq")), 1)
        self.assertEqual(self.of_graph(result, f"{BASE}/7.ttl"), second, "it still is there")

    def test_what_an_earlier_run_had_needs_nothing_in_its_place(self):
        self.begin(entry("/obj/7", ("describedby", "/7.ttl", "text/turtle")))
        expected = self.metadata("/7.ttl")
        self.page("/obj/7")
        self.run_it()
        self.host.add("/7.ttl", status=404, text="no")
        result, asked = self.run_it()
        self.assertEqual(self.asked_paths(asked), ["GET /7.ttl"])
        self.assertEqual(self.of_graph(result, f"{BASE}/7.ttl"), expected)
        result, asked = self.run_it()
        self.assertEqual(self.asked_paths(asked), ["GET /7.ttl", "GET /obj/7", "HEAD /obj/7"])
        self.assertEqual(self.of_graph(result, f"{BASE}/7.ttl"), set())

    def test_a_page_that_was_read_after_its_header_stays_the_same_in_a_refresh(self):
        self.begin(entry("/obj/7", ("cite-as", "https://doi.example/7", "")))
        self.page("/obj/7", [("describedby", "/7.ttl", "text/turtle")],
                  text='<script type="application/ld+json">{"@id": "http://a.example/7", '
                       '"http://a.example/p": "of the page"}</script>')
        first, _ = self.run_it()
        again, _ = self.run_it("--changes", "changes.nq")
        self.assert_same(first.quads, again)
        changes = (self.folder / "changes.nq").read_text("utf-8")
        self.assertEqual([line for line in changes.splitlines() if not line.startswith("#")], [])
