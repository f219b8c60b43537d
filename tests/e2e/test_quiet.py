"""With `-q` a run that does not end with 0 says why in one line (exit-status.md)."""

import gzip
import unittest

from harness import ProgramTest, triples
from semantic_sitemap import dataset, publish
from small_store import SmallStore

SITE = "http://www.example.com"
FAULTY = "".join(["bad\n", *triples(30), "<http://a.example/ s> <http://a.example/p> 7 .\n"])


class Quiet(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "faulty.nt").write_text(FAULTY)
        (self.folder / "whole.nt").write_text("".join(triples(3)))

    def said(self, *words, code=1):
        result = self.run_program(*words, "-q")
        self.assertEqual(result.code, code, result)
        self.assertEqual(result.errors.count("\n"), 1, result)
        self.assertNotIn("without -q", result.errors)
        return result.errors

    def test_what_was_skipped(self):
        for words in (["convert", "faulty.nt"], ["convert", "whole.nt", "faulty.nt"],
                      ["slice", "faulty.nt", "-o", "s.nq"],
                      ["index", "faulty.nt", "--index", "i"]):
            with self.subTest(words):
                said = self.said(*words)
                self.assertIn("faulty.nt: 2 statements skipped (nquads.", said)

    def test_what_a_store_did_not_get(self):
        with SmallStore() as store:
            said = self.said("load", "faulty.nt", "--to", store.base, "--state", "l")
        self.assertIn("faulty.nt: 2 statements skipped (nquads.", said)

    def test_bytes_behind_the_end(self):
        (self.folder / "a.nt.gz").write_bytes(
            gzip.compress("".join(triples(3)).encode()) + b"something else")
        self.assertIn("[unpack.trailing]", self.said("convert", "a.nt.gz"))

    def test_an_error_goes_before_what_was_skipped(self):
        said = self.said("convert", "faulty.nt", "none.nt", code=3)
        self.assertIn("none.nt", said)

    def test_plan(self):
        publish(self.site, dataset(f"{SITE}/d", dumps=[f"{SITE}/d.nt"]))
        more = ["--delay", "0", *self.web.connect_to_args()]
        said = self.said("plan", f"{SITE}/", "--only", "sparql", *more, code=3)
        self.assertIn("no way can be used (dump: left out by --only", said)
        self.assertIn("nope", self.said("plan", f"{SITE}/", "--dataset", "nope", *more, code=3))
        # It is no matter of -q: nothing was found, and that is said.
        result = self.run_program("plan", f"{SITE}/", "--dataset", "nope", *more)
        self.assertIn("nope", result.errors)

    def test_a_plan_with_one_dataset_that_cannot_be_had(self):
        publish(self.site, dataset(f"{SITE}/d", dumps=[f"{SITE}/d.nt"]),
                dataset(f"{SITE}/e", endpoints=[f"{SITE}/sparql"]))
        said = self.said("plan", f"{SITE}/", "--only", "dump", "--delay", "0",
                         *self.web.connect_to_args())
        self.assertIn("no way can be used", said)

    def test_nothing_is_said_of_what_is_whole(self):
        result = self.run_program("convert", "whole.nt", "-q")
        self.assertEqual((result.code, result.errors), (0, ""))


if __name__ == "__main__":
    unittest.main()
