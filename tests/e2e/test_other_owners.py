"""One owner for each file, whatever it is to whom: a state, an index, an output in the making (fetch.md, State)."""

import subprocess
import time

from harness import PROGRAM, SECONDS, ProgramTest
import crawl_web


class OtherOwners(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "in.nt").write_text("<urn:a> <urn:b> <urn:c> .\n", "utf-8")
        self.site.add("/robots.txt", text="Sitemap: http://www.example.com/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=crawl_web.urlset(["http://www.example.com/p"]), wait=30)

    def fetch_words(self, *more):
        return ("fetch", "http://www.example.com/", "--delay", "0", *self.web.connect_to_args(), *more)

    def holding(self, until, *words):
        child = subprocess.Popen([PROGRAM, *words], cwd=self.folder, stdin=subprocess.PIPE,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(child.stdin.close)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        end = time.monotonic() + SECONDS
        while not until():
            self.assertLess(time.monotonic(), end)
            self.assertIsNone(child.poll())
            time.sleep(0.01)

    def check_refused(self, *words):
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        result = self.run_program(*words)
        self.assertEqual(result.code, 3, result)
        self.assertRegex(result.errors, "another (process|run)")
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir()}, before)

    def test_the_state_of_a_run_is_nobodys_output(self):
        self.holding(lambda: self.web.started, *self.fetch_words("-o", "out.nq", "--state", "x"))
        for words in (("convert", "in.nt", "-o", "x"), ("slice", "in.nt", "-o", "x"),
                      ("validate", "in.nt", "-o", "x"), ("convert", "in.nt", "-o", "y.nq", "--quarantine", "x")):
            with self.subTest(words):
                self.check_refused(*words)

    def test_an_output_in_the_making_is_nobodys_state_or_index(self):
        self.holding((self.folder / "x.part").exists, "convert", "-", "-o", "x", "--syntax", "ntriples")
        for words in (self.fetch_words("-o", "out.nq", "--state", "x"), ("index", "in.nt", "--index", "x")):
            with self.subTest(words):
                self.check_refused(*words)
