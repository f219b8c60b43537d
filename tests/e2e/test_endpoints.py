"""A URL that is a SPARQL endpoint is known as one, by a cheap query (docs/plan.md)."""

import unittest

from harness import ProgramTest
import oxigraph
import quads
from web import Answer

SITE = "http://www.example.com"
HTML = '<html><body><form><textarea name="query"></textarea></form></body></html>'


class Recognised(ProgramTest):
    """An endpoint that knows three triples, and what it says to who asks for nothing."""

    def setUp(self):
        super().setUp()
        self.asked = []
        self.rows = {"s": "http://v.example/a", "g": ""}

    def endpoint(self, bare, path="/sparql"):
        def answer(form, headers):
            query = form.get("query", "")
            if not query:
                return bare
            self.asked.append(query)
            for name, value in self.rows.items():
                if f"?{name} WHERE" in query:
                    return Answer(type="text/csv", text=f"{name}\r\n" + (f"{value}\r\n" if value else ""))
            return Answer(status=400, text="no such query")

        self.site.serve(path, answer)

    def ways(self, *words, path="/sparql", code=0):
        plan = self.plan(*words, url=SITE + path, code=code)
        return [(one["label"], one.get("graph_name", ""), [option["way"] for option in one["ways"]])
                for one in plan["datasets"]]

    def test_one_that_answers_with_400_is_asked(self):
        for status in (400, 405, 500):
            with self.subTest(status):
                self.endpoint(Answer(status=status, text="no query"))
                self.assertEqual(self.ways("--retries", "0"),
                                 [(f"default graph of {SITE}/sparql", "", ["sparql"])])

    def test_one_with_a_form_is_asked(self):
        self.endpoint(Answer(type="text/html", text=HTML))
        self.assertEqual(self.ways(), [(f"default graph of {SITE}/sparql", "", ["sparql"])])

    def silent(self, answer, form=HTML, path="/sparql", command="plan"):
        """What comes of a page with a form whose queries are answered so."""
        self.site.serve(path, lambda fields, headers: answer if fields.get("query") else
                        Answer(type="text/html", text=form))
        words = (command, SITE + path, "--retries", "0", "--delay", "0", "--request-timeout", "1",
                 "--stall-timeout", "1", *self.web.connect_to_args())
        return self.run_program(*words, *(("-o", "out.nq") if command == "fetch" else ()))

    def test_a_form_whose_queries_fail_is_told(self):
        told = "shows a form for queries, as SPARQL endpoints do, and does not answer one"
        for answer in (Answer(status=500), Answer(status=503), Answer(status=429), Answer(status=401), Answer(wait=5),
                       Answer(type="text/csv", text="s\r\nhttp://v.example/a\r\n", reset=3)):
            for command in ("plan", "fetch"):
                with self.subTest((answer, command)):
                    result = self.silent(answer, command=command)
                    self.assertIn(result.code, (1, 3), result)
                    self.assertIn(f"{SITE}/sparql {told}", result.out.decode() + result.errors)

    def test_a_form_elsewhere_with_a_field_for_a_query(self):
        search = '<html><body><form><input name="query"></form></body></html>'
        for answer, form, path, code in (
                (Answer(status=500), search, "/search", 0),  # searches the pages of a site
                (Answer(status=500), HTML, "/ask", 1),
                (Answer(status=500), search + "<h1>SPARQL</h1>", "/ask", 1),
                (Answer(status=404), HTML, "/sparql", 0),  # says that it is none
                (Answer(type="text/html", text="<html><body>found nothing</body></html>"), HTML, "/sparql", 0)):
            with self.subTest((answer.status, path)):
                result = self.silent(answer, form, path)
                self.assertEqual(result.code, code, result)

    def test_named_graphs_are_a_dataset_of_their_own(self):
        self.rows["g"] = "http://v.example/g"
        self.endpoint(Answer(status=400, text="no query"))
        self.assertEqual(self.ways(), [(f"named graphs of {SITE}/sparql", "*", ["sparql"]),
                                       (f"default graph of {SITE}/sparql", "", ["sparql"])])

    def test_what_could_not_be_learnt_of_named_graphs_is_told(self):
        del self.rows["g"]
        self.endpoint(Answer(status=400, text="no query"))
        self.assertEqual(self.ways("--retries", "0", code=1),
                         [(f"default graph of {SITE}/sparql", "", ["sparql"])])

    def test_a_file_is_no_endpoint(self):
        (self.folder / "data.nt").write_text("<http://v.example/a> <http://v.example/b> <http://v.example/c> .")
        result = self.run_program("fetch", "--endpoint", self.folder / "data.nt", "-o", "-")
        self.assertEqual(result.code, 3, result)
        self.assertIn("data.nt", result.errors)

    def test_the_option_says_it(self):
        self.endpoint(Answer(type="text/plain", text="hello"))
        self.assertEqual(len(self.ways("--endpoint")), 1)
        self.assertEqual(len(self.asked), 2)

    def test_what_is_none_is_told_as_before(self):
        self.site.add("/sparql", status=400, text="bad")
        result = self.fetch("--retries", "0", url=f"{SITE}/sparql")
        self.assertEqual(result.code, 3, result)
        self.assertIn("400", " ".join(result.report["problems"]))
        self.site.add("/page", text="hello", type="text/plain")
        result = self.fetch("--retries", "0", "--endpoint", url=f"{SITE}/page")
        self.assertEqual(result.code, 3, result)
        self.assertTrue(result.report["problems"], result)

    def test_robots_txt_is_obeyed(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow: /sparql\n")
        self.endpoint(Answer(status=400, text="no query"))
        self.assertEqual(self.fetch(url=f"{SITE}/sparql").code, 3)
        self.assertEqual(self.asked, [])


class Harvested(ProgramTest):
    """A real one, with a default graph and a named one."""

    def test_all_of_it_comes(self):
        problem = oxigraph.missing()
        if problem:
            raise unittest.SkipTest(problem)
        lines = [f"<http://v.example/{n}> <http://v.example/p> \"{n}\"" for n in range(50)]
        named = [f"{line} <http://v.example/g> ." for line in lines[:20]]
        with oxigraph.Oxigraph() as store:
            store.load("\n".join(named + [f"{line} ." for line in lines[20:]] + [""]).encode())
            for words in ("--prefer", "sparql"), ("--endpoint",):
                result = self.fetch(*words, url=store.sparql)
                self.assertEqual(result.code, 0, result)
                text = (self.folder / "out.nq").read_bytes()
                got = quads.read_dataset(text)
                self.assertEqual(len(got), 50)
                self.assertEqual(sum(b"<http://v.example/g> ." in line for line in text.splitlines()), 20)


if __name__ == "__main__":
    unittest.main()
