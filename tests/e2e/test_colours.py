"""Colours of what people read on standard output, and problems that are told once."""

import gzip
import subprocess
import unittest

from harness import PROGRAM, SECONDS, ProgramTest, triples
from semantic_sitemap import dataset, publish
from small_store import Fault, SmallStore
from terminal import run_on_terminal

SITE = "http://www.example.com"
BOLD, YELLOW, RED, PLAIN = "\x1b[1m", "\x1b[1;33m", "\x1b[1;31m", "\x1b[0m"


class Coloured(ProgramTest):
    """plan, validate and search: by standard output, --color and NO_COLOR."""

    def setUp(self):
        super().setUp()
        self.site.add("/d.nt", text="".join(triples(3)))
        publish(self.site, dataset(f"{SITE}/c", label="\x9b31mC", dumps=[f"{SITE}/d.nt"]))
        (self.folder / "data.nq").write_text("<urn:a> <urn:b> \"river\" <http://a.example/doc> .\n")
        self.run_program("index", "data.nq", "--index", "data.index")
        web = ("--delay", "0", "--retries", "0", *self.web.connect_to_args())
        self.commands = {"plan": ("plan", f"{SITE}/", *web), "validate": ("validate", f"{SITE}/", *web),
                         "search": ("search", "--index", "data.index", "river")}

    def on_terminal(self, *words, **environment):
        code, seen = run_on_terminal([PROGRAM, *words], cwd=self.folder, **environment)
        return seen if isinstance(seen, str) else seen.decode()

    def test_on_a_terminal_and_nowhere_else(self):
        for name, words in self.commands.items():
            with self.subTest(name):
                self.assertIn(BOLD, self.on_terminal(*words))
                self.assertNotIn("\x1b[1", self.on_terminal(*words, NO_COLOR="1"))
                self.assertNotIn("\x1b[1", self.on_terminal(*words, TERM="dumb"))
                self.assertNotIn("\x1b[1", self.on_terminal(*words, "--color", "never"))
                self.assertNotIn(b"\x1b", self.run_program(*words).out)
                self.assertIn(BOLD.encode(), self.run_program(*words, "--color", "always").out)

    def test_never_in_a_file_or_in_another_form(self):
        self.run_program(*self.commands["validate"], "-o", "report.txt", "--format", "text", "--color", "always")
        self.assertNotIn("\x1b", (self.folder / "report.txt").read_text("utf-8"))
        for name, words in self.commands.items():
            with self.subTest(name):
                out = self.run_program(*words, "--format", "json", "--color", "always").out
                self.assertNotIn(b"\x1b", out)

    def test_what_stands_out_in_a_plan(self):
        out = self.run_program(*self.commands["plan"], "--color", "always").out.decode()
        self.assertIn(f"{BOLD}{SITE}/{PLAIN}\n", out)
        self.assertIn(f"{BOLD}    → dump       preferred{PLAIN}\n", out)
        # What comes from the web colours nothing.
        self.assertNotIn("\x9b", out)
        self.assertRegex(out, r"\x1b\[1m  dataset [^\x1b]+31mC\x1b\[0m\n")
        publish(self.site, dataset(f"{SITE}/c", label="C", dumps=[f"{SITE}/d.nt"]),
                robots="User-agent: *\nDisallow: /d.nt\n")
        out = self.run_program(*self.commands["plan"], "--color", "always").out.decode()
        self.assertIn(f"{YELLOW}    ✗ dump ", out)
        self.assertIn(f"{RED}    no way can be used{PLAIN}\n", out)

    def test_what_stands_out_in_a_validation_and_in_a_search(self):
        out = self.run_program(*self.commands["validate"], "--color", "always").out.decode()
        self.assertRegex(out, r"\x1b\[1;3[13]m(error|warning):\x1b\[0m |\x1b\[1mnote:\x1b\[0m ")
        self.assertRegex(out, r"\x1b\[1(;31)?m(not )?passed: ")
        out = self.run_program(*self.commands["search"], "--color", "always").out.decode()
        self.assertTrue(out.startswith(f"{BOLD}http://a.example/doc{PLAIN}\n"), out)


class ToldOnce(ProgramTest):
    """One problem (a code at a place) is told in one message, and only counted in the summary."""

    def one(self, text, words):
        self.assertEqual(text.count(words), 1, text)

    def fetch_site(self, **dump):
        publish(self.site, dataset(f"{SITE}/c", label="C", dumps=[f"{SITE}/d.nt"]))
        self.site.add("/d.nt", **dump)
        return self.fetch("--retries", "0")

    def test_a_source_that_failed_or_is_damaged(self):
        for dump, words, code, outcome in (
                ({"status": 404}, "/d.nt does not exist", "http.404", "failed"),
                ({"type": "text/html", "text": "<html>error</html>"}, "is an HTML page", "document.html",
                 "failed"),
                ({"text": "<urn:a> <urn:b> <urn:c> .\n<urn:a <b> .\n"}, "more than a tenth of its",
                 "document.damaged", "damaged")):
            with self.subTest(code):
                errors = self.fetch_site(**dump).errors
                self.one(errors, words)
                self.assertIn(f"  {outcome}: 1 source [{code}], told above\n", errors)

    def test_a_source_that_nothing_was_told_of_is_told_in_the_summary(self):
        publish(self.site, dataset(f"{SITE}/c", label="C", dumps=[f"{SITE}/d.nt"]),
                robots="User-agent: *\nDisallow: /d.nt\n")
        self.one(self.fetch("--retries", "0").errors, "Disallow: /d.nt")

    def plan_in_one(self, *words):
        """A plan whose two outputs come to one reader."""
        done = subprocess.run([PROGRAM, "plan", f"{SITE}/", "--delay", "0", "--retries", "0", *words,
                               *self.web.connect_to_args()], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS, check=False)
        return done.returncode, done.stdout.decode()

    def test_a_problem_of_a_plan(self):
        cases = {
            "answered with status 500": lambda: self.site.add("/robots.txt", status=500),
            "two.xml does not exist": lambda: self.site.add("/robots.txt", text=f"Sitemap: {SITE}/two.xml\n"),
            "breaks off before its end": lambda: self.site.add(
                "/robots.txt", text=f"Sitemap: {SITE}/cut.xml\n").add(
                    "/cut.xml", text='<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url>')}
        for words, break_it in cases.items():
            with self.subTest(words):
                break_it()
                code, text = self.plan_in_one()
                self.assertEqual(code, 3)
                self.one(text, words)
                # Where the plan goes elsewhere, the message says it.
                apart = self.run_program("plan", f"{SITE}/", "--delay", "0", "--retries", "0",
                                         *self.web.connect_to_args())
                self.one(apart.errors, words)
                self.one(apart.out.decode(), words)
                self.assertIn(words, self.plan_in_one("-q")[1])

    def test_statements_that_a_store_refuses_are_counted_at_the_end_of_a_load(self):
        (self.folder / "a.nt").write_text("<urn:a> <urn:b> <urn:c> .\n")
        with SmallStore() as store:
            store.fault = lambda request: Fault("answer", status=400) if request.is_write else None
            errors = self.run_program("load", "a.nt", "--to", store.base, "--retries", "0").errors
        self.one(errors, "[load.refused]")
        self.assertRegex(errors, r"loaded 0 statements .*; the store refused 1 statement\n")
        self.assertEqual(errors.count("refused"), 2, errors)

    def test_inputs_of_convert(self):
        (self.folder / "cut.nt.gz").write_bytes(gzip.compress(b"<urn:a> <urn:b> <urn:c> .\n" * 500)[:-20])
        result = self.run_program("convert", "cut.nt.gz", "gone.nt", "-o", "out.nq")
        self.one(result.errors, "[unpack.truncated]")
        self.one(result.errors, "gone.nt")


if __name__ == "__main__":
    unittest.main()
