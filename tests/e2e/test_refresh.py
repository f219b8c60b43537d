"""The same command after a finished run: asks for what may have changed, keeps the rest.

DESIGN §7: unchanged things are not fetched, changed graphs are replaced, a graph is dropped
only on 404 or 410 seen twice or on absence from a complete sitemap.
"""

import re

from crawl_run import CrawlTest
from big_web_documents import in_graph, thing
from catalogue import ntriples
import crawl_web
import quads

_STRING = r'"(?:[^"\\]|\\.)*"'
_TOKEN = re.compile(rf'{_STRING}|<[^>]*>|[{{}};]|[^\s{{}};<"]+')


def read_update(text):
    """SPARQL Update, in order: ("INSERT" or "DELETE", set of quads) or ("DROP", graph).

    No other forms than INSERT DATA, DELETE DATA, DROP GRAPH and CLEAR GRAPH.
    """
    text = re.sub(r"(?m)^\s*#.*$", "", text)
    tokens, steps, place = _TOKEN.findall(text), [], 0
    while place < len(tokens):
        if tokens[place] == ";":
            place += 1
            continue
        if tokens[place].upper() in ("DROP", "CLEAR"):
            place += 1 + (tokens[place + 1].upper() == "SILENT")
            if tokens[place].upper() != "GRAPH":
                raise ValueError(f"not one graph: {tokens[place]}")
            steps.append(("DROP", tokens[place + 1].strip("<>")))
            place += 2
            continue
        verb, data, opening = tokens[place].upper(), *tokens[place + 1:place + 3]
        if verb not in ("INSERT", "DELETE") or (data.upper(), opening) != ("DATA", "{"):
            raise ValueError(f"no INSERT DATA or DELETE DATA: {tokens[place:place + 3]}")
        place, depth, graph, words, lines = place + 3, 1, "", [], []
        while depth:
            token, place = tokens[place], place + 1
            if token.upper() == "GRAPH":
                graph, place = tokens[place], place + 1
            elif token == "{":
                depth += 1
            elif token == "}":
                depth -= 1
                graph = "" if depth == 1 else graph
            elif token == ".":
                lines.append(f"{' '.join(words)} {graph} .\n")
                words = []
            elif words and token[0] in "@^":
                words[-1] += token
            elif words and words[-1].endswith("^^"):
                words[-1] += token
            else:
                words.append(token)
        steps.append((verb, quads.read_dataset("".join(lines).encode())))
    return steps


def updated(old, steps):
    """The quads that a store holds after an update."""
    held = set(old)
    for number, (verb, data) in enumerate(steps):
        if verb == "DROP":
            held = {quad for quad in held if quad[3] != ("iri", data)}
        elif verb == "DELETE":
            if any(term and term[0] == "blank" for quad in data for term in quad):
                raise ValueError("a blank node in DELETE DATA (SPARQL 1.1 Update §3.1.2)")
            held -= data
        else:  # its blank nodes are new ones
            held |= {tuple(("blank", f"{number} {term[1]}") if term and term[0] == "blank"
                           else term for term in quad) for quad in data}
    return frozenset(held)


class RefreshTest(CrawlTest):
    def pages(self, count=20, **more):
        return crawl_web.Pages(self.web, count, **more)

    def fetch(self, pages, *more, code=0):
        result, asked = self.run_it("-v", *more)
        self.assertEqual(result.code, code, result)
        self.assert_same(frozenset(pages.expected()), result)
        return result, asked

    def statuses(self, asked):
        return {request.path: request.status for request in asked.documents}


class Conditional(RefreshTest):
    # RFC 9110 §13.1.2
    def test_unchanged_pages_are_answered_with_304_and_kept(self):
        pages = self.pages()
        first, _ = self.fetch(pages)
        again, asked = self.fetch(pages)
        self.assertEqual(set(self.statuses(asked).values()), {304})
        self.assertEqual(sorted(again.lines), sorted(first.lines))

    def test_a_changed_page_is_replaced(self):
        pages = self.pages()
        self.fetch(pages)
        pages.put(7, "page seven")
        _, asked = self.fetch(pages)
        answered = self.statuses(asked)
        self.assertEqual([path for path, status in answered.items() if status == 200],
                         ["/p/7.html"])

    def test_a_page_that_lost_its_data_loses_its_graph(self):
        pages = self.pages(5)
        self.fetch(pages)
        url = pages.url(2)
        pages.host.add("/p/2.html", text="<!doctype html><p>nothing", type="text/html")
        pages.quads[url] = set()
        self.fetch(pages)

    def test_a_new_page_is_added(self):
        pages = self.pages(5)
        self.fetch(pages)
        pages.put(5, "page five")
        pages.publish()
        self.fetch(pages)

    def test_last_modified_will_do_where_there_is_no_etag(self):
        host = self.web.host("pages.example")
        page, expected = crawl_web.jsonld_page("http://pages.example/p/0.html", "a page")
        host.add("/p/0.html", text=page, modified="Mon, 01 Jan 2024 00:00:00 GMT")
        host.add("/robots.txt", text="Sitemap: http://pages.example/sitemap.xml\n")
        host.add("/sitemap.xml", text=crawl_web.urlset(["http://pages.example/p/0.html"]))
        for status in (200, 304):
            result, asked = self.run_it()
            self.assertEqual(self.statuses(asked), {"/p/0.html": status})
            self.assert_same(frozenset(expected), result)

    def test_linked_data_is_refreshed_through_its_redirects(self):
        expected = frozenset(crawl_web.linked_data(self.web, 15))
        for _ in range(2):
            result, asked = self.run_it()
            self.assertEqual(result.code, 0, result)
            self.assert_same(expected, result)
        self.assertEqual({r.status for r in asked.documents if r.path.startswith("/doc/")}, {304})

    def test_a_dump_that_did_not_change_is_not_sent_again(self):
        expected = frozenset(crawl_web.several_dumps(self.web, 2, 0))
        for _ in range(2):
            result, asked = self.run_it("--dump-semantics", "parts")
            self.assert_same(expected, result)
        self.assertLess(sum(request.bytes for request in asked.documents), 1000)

    def test_a_changed_dump_replaces_its_graph(self):
        host = self.web.host("set.example")
        base = "http://set.example"
        crawl_web.publish(host, crawl_web.dataset(f"{base}/set", dumps=[f"{base}/all.nt"]))
        for count in (30, 20):
            said = sum((thing(f"{base}/id/{i}", f"thing {i} of {count}")[:2]
                        for i in range(count)), [])
            text = ntriples(said)
            host.add("/all.nt", text=text, etag=crawl_web.etag(text), ranges=True)
            result, _ = self.run_it()
            self.assert_same(frozenset(in_graph(said, f"{base}/set")), result)

    def test_a_refresh_that_is_killed_goes_on(self):
        pages = self.pages(60)
        self.fetch(pages)
        for number in range(0, 60, 2):
            pages.put(number, f"page {number} anew")
        self.assertIsNotNone(self.stop_at(40, 0))
        self.fetch(pages)


class LastModification(RefreshTest):
    """`lastmod` is believed once it has changed when the content did, and only then."""

    def learn(self, pages, runs=4):
        """Runs in which it tells the truth: two pages change each time, with it."""
        for run in range(runs):
            self.fetch(pages)
            for number in (2 * run, 2 * run + 1):
                pages.put(number, f"page {number} of run {run}", f"2024-02-0{run + 1}T00:00:00Z")
            pages.publish()

    def test_a_trusted_lastmod_saves_the_request(self):
        pages = self.pages(200, lastmod=True)
        self.learn(pages)
        _, asked = self.fetch(pages)
        # One in a hundred changed: about so many requests.
        self.assertLessEqual({"/p/6.html", "/p/7.html"}, set(self.statuses(asked)))
        self.assertLessEqual(len(asked.documents), 2 + 0.02 * 200, self.statuses(asked))

    def test_a_lastmod_that_lied_is_not_trusted(self):
        pages = self.pages(40, lastmod=True)
        for run in range(4):
            self.fetch(pages)
            for number in range(10):  # the same lastmod, another page
                pages.put(number, f"page {number} of run {run}")
            pages.publish()
        _, asked = self.fetch(pages)
        self.assertGreaterEqual(len(asked.documents), 40)

    def test_a_newer_lastmod_is_always_followed(self):
        pages = self.pages(40, lastmod=True)
        self.learn(pages, 3)
        for number in range(30, 40):
            pages.put(number, f"page {number} at last", "2024-06-01T00:00:00Z")
        pages.publish()
        self.fetch(pages)


class Deletions(RefreshTest):
    def test_one_404_or_410_keeps_the_graph_and_the_second_drops_it(self):
        for status in (404, 410):
            with self.subTest(status):
                self.clear()
                pages = self.pages(6)
                self.fetch(pages)
                pages.fail(4, status)
                self.fetch(pages, code=1)
                pages.quads[pages.url(4)] = set()
                result, _ = self.run_it()
                self.assert_same(frozenset(pages.expected()), result)

    def test_a_404_that_heals_keeps_the_graph(self):
        pages = self.pages(6)
        self.fetch(pages)
        for _ in range(2):  # seen twice, but not one after the other
            pages.fail(4, 404)
            self.fetch(pages, code=1)
            pages.put(4, "page 4")
            self.fetch(pages)

    def test_other_failures_never_drop_a_graph(self):
        pages = self.pages(6)
        self.fetch(pages)
        for number, status in enumerate((500, 503, 403, 401, 429)):
            pages.fail(number, status)
        for _ in range(3):
            self.fetch(pages, code=1)

    def test_absence_from_a_complete_sitemap_drops_it(self):
        pages = self.pages(8)
        self.fetch(pages)
        pages.unlist(3)
        pages.publish()
        _, asked = self.fetch(pages)
        self.assertNotIn("/p/3.html", self.statuses(asked))

    def test_absence_from_an_incomplete_sitemap_does_not(self):
        pages = self.pages(8)
        self.fetch(pages)
        pages.host.add("/map1.xml", status=500, text="no")
        result, _ = self.run_it()
        self.assertEqual(result.code, 1, result)
        self.assert_same(frozenset(pages.expected()), result)

    def test_a_site_that_is_down_keeps_everything(self):
        pages = self.pages(8)
        self.fetch(pages)
        pages.host.guard = lambda *_: crawl_web.Answer(status=503, text="down")
        before = (self.folder / "out.nq").read_bytes()
        result, _ = self.run_it()
        self.assertIn(result.code, (1, 3), result)
        self.assertEqual((self.folder / "out.nq").read_bytes(), before)

    def test_a_site_that_is_down_keeps_its_pages_and_files_beside_others(self):
        for to in ("out.nq", "out.nq.gz"):
            with self.subTest(to):
                pages = self.pages(8)
                files = crawl_web.fragments(self.web, 5)
                whole, _ = self.run_it(to=to)
                self.assert_same(frozenset(pages.expected()) | frozenset(files), whole)
                for host, name in ((pages.host, "pages"), (self.web.host("parts.example"), "files")):
                    host.guard = lambda *_: crawl_web.Answer(status=503, text="down")
                    result, _ = self.run_it("--retries", "1", to=to)
                    self.assertEqual(result.code, 1, result)
                    self.assert_same(whole.quads, result)
                    self.assertIn("of an earlier run", str(result.report["problems"]), name)
                    host.guard = None

    def test_what_a_budget_left_out_of_a_refresh_stays(self):
        pages = self.pages(8)
        crawl_web.fragments(self.web, 5)
        whole, _ = self.run_it()
        for host in (self.web.host("parts.example"), pages.host):
            with self.subTest(host.name):
                # Its robots.txt comes too late: nothing of it is reached.
                host.guard = lambda *_: crawl_web.Answer(status=404, text="", wait=4)
                result, _ = self.run_it("--max-time", "1")
                self.assertEqual(result.code, 1, result)
                self.assertIn("--max-time", str(result.report["problems"]))
                self.assert_same(whole.quads, result)
                host.guard = None
                again, _ = self.run_it()
                self.assertEqual(again.code, 0, again)
                self.assert_same(whole.quads, again)

    def test_files_that_have_not_changed_are_not_sent_again(self):
        for to in ("out.nq", "out.nq.zst"):
            with self.subTest(to):
                files = crawl_web.fragments(self.web, 5)
                self.run_it(to=to)
                again, asked = self.run_it(to=to)
                self.assert_same(frozenset(files), again)
                self.assertEqual({one.status for one in asked.documents}, {304})
                # An output that somebody has touched is not to be relied upon.
                with open(self.folder / to, "ab") as output:
                    output.write(b"\n")
                third, asked = self.run_it(to=to)
                self.assert_same(frozenset(files), third)
                self.assertEqual({one.status for one in asked.documents}, {200})


    def test_what_has_not_changed_of_several_sites_is_taken_over_as_it_was(self):
        # All of it from one file, by as many threads as there are sites.
        said = [quad for i in range(8) for quad in crawl_web.several_dumps(
            self.web, 1, drip=0, address=f"127.0.4.{i + 1}", name=f"dumps{i}.example")]
        first, _ = self.run_it("--dump-semantics", "parts")
        self.assertEqual(first.code, 0, first)
        self.assert_same(frozenset(said), first)
        for night in range(6):
            again, asked = self.run_it("--dump-semantics", "parts")
            self.assertEqual(again.code, 0, again)
            self.assertEqual({one.status for one in asked.documents}, {304})
            self.assertEqual(sorted(again.lines), sorted(first.lines), night)


class Changes(RefreshTest):
    def lines(self, name):
        """Those of a file of changes, without remarks."""
        return [line for line in (self.folder / name).read_bytes().splitlines()
                if line and not line.startswith(b"#")]

    def change(self, pages):
        pages.put(3, "page three")
        pages.unlist(5)
        pages.put(20, "page twenty")
        pages.publish()

    def test_lines_say_what_was_added_and_removed(self):
        pages = self.pages()
        old, _ = self.fetch(pages, "--changes", "first.txt")
        self.assertEqual(sorted(self.lines("first.txt")),
                         sorted(b"A " + line for line in old.lines))
        self.change(pages)
        new, _ = self.fetch(pages, "--changes", "second.txt")
        kept = set(old.lines)
        lines = self.lines("second.txt")
        for line in lines:
            self.assertIn(line[:2], (b"A ", b"D "))
            if line[:1] == b"D":
                kept.remove(line[2:])  # KeyError: it was not there
            else:
                self.assertNotIn(line[2:], kept)
                kept.add(line[2:])
        self.assertEqual(sorted(kept), sorted(new.lines))
        self.assertLess(len(lines), 20, "more than what changed")

    def test_an_unchanged_site_has_no_changes(self):
        pages = self.pages(5)
        self.fetch(pages)
        self.fetch(pages, "--changes", "none.txt")
        self.assertEqual(self.lines("none.txt"), [])

    def test_sparql_update_turns_the_old_quads_into_the_new(self):
        # Data without blank nodes, which DELETE DATA cannot name.
        host = self.web.host("parts.example")
        expected = crawl_web.fragments(self.web, 10)
        old, _ = self.run_it("--changes", "first.ru")
        self.assert_same(frozenset(expected), old)
        steps = read_update((self.folder / "first.ru").read_text("utf-8"))
        self.assertEqual({verb for verb, _ in steps}, {"INSERT"})
        self.assertEqual(frozenset().union(*(data for _, data in steps)), old.quads)
        text = '<http://parts.example/id/3> <http://words.example/name> "b } \\" . ;"@en .\n'
        host.add("/part3.nt", text=text, etag='"new"', ranges=True)
        new, _ = self.run_it("--changes", "second.ru")
        steps = read_update((self.folder / "second.ru").read_text("utf-8"))
        self.assertIn("DELETE", {verb for verb, _ in steps})
        self.assertEqual(updated(old.quads, steps), new.quads)
        self.assertNotEqual(new.quads, old.quads)

    def test_sparql_update_replaces_graphs_with_blank_nodes(self):
        pages = self.pages()
        old, _ = self.fetch(pages, "--changes", "first.ru")
        steps = read_update((self.folder / "first.ru").read_text("utf-8"))
        self.assertTrue(quads.isomorphic(updated((), steps), old.quads))
        self.change(pages)
        new, _ = self.fetch(pages, "--changes", "second.ru")
        text = (self.folder / "second.ru").read_text("utf-8")
        self.assertTrue(quads.isomorphic(updated(old.quads, read_update(text)), new.quads))
        self.assertLess(text.count("\n"), 60, "more than what changed")


class Readers(RefreshTest):
    def test_the_reader_of_updates_here(self):
        steps = read_update('# made by x\nDELETE DATA { GRAPH <http://g/> { <http://s/> <http://p/>'
                            ' "a } . \\" ;"@en . <http://s/> <http://p/> "1"^^<http://t/> . } } ;\n'
                            'DROP SILENT GRAPH <http://h/> ;\nINSERT DATA {\n<http://s/> <http://p/> _:b .\n}')
        [(verb, gone), dropped, (_, came)] = steps
        self.assertEqual(dropped, ("DROP", "http://h/"))
        self.assertEqual((verb, len(gone)), ("DELETE", 2))
        self.assertIn((("iri", "http://s/"), ("iri", "http://p/"),
                       ("literal", 'a } . " ;', quads.LANG_STRING, "en"), ("iri", "http://g/")),
                      gone)
        self.assertEqual([quad[2:] for quad in came], [(("blank", "b"), None)])
