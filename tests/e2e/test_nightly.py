"""The nightly recipe of docs/changes.md, examples/nightly/nightly.sh, as it stands, into real stores: after each
night the store is what the output is."""

import os
import shlex
import subprocess
import unittest

from harness import PROGRAM, ROOT, ProgramTest

import quads
from store_tests import OxigraphStore, VirtuosoStore
from test_follow_changes import E, FIRST, SECOND, THIRD, FollowTest

SCRIPT = ROOT / "examples/nightly/nightly.sh"
SECONDS = 120


class Nights:
    """A subclass has `store`, `login` (options) and `dataset`, what the store holds."""

    login = ()
    offer = FollowTest.offer

    def night(self, pages, code=0):
        self.offer(pages)
        done = subprocess.run(
            ["bash", SCRIPT, f"{E}/", self.store.base, *self.login], cwd=self.folder, capture_output=True,
            text=True, timeout=SECONDS, check=False,
            env={**os.environ, "SEMSITE": str(PROGRAM),
                 "FETCH_OPTIONS": shlex.join(["--delay", "0", *self.web.connect_to_args()])})
        self.assertEqual(done.returncode, code, done.stderr)
        expected, got = self.output(), self.dataset()
        self.assertTrue(quads.isomorphic(expected, got), f"{quads.difference(expected, got)}\n{done.stderr}")
        return done.stderr

    def test_night_after_night(self):
        self.assertNotIn("followed", self.night(FIRST))
        for pages in (SECOND, THIRD, THIRD, FIRST):
            self.assertNotIn("a list between", self.night(pages))

    def test_a_night_without_the_store_is_made_up_for(self):
        self.night(FIRST)
        self.offer(SECOND)
        missed = subprocess.run(
            [PROGRAM, "fetch", f"{E}/", "-o", "site.nq", "--changes", "changes.ru", "--graph", "source", "--delay",
             "0", *self.web.connect_to_args()], cwd=self.folder, capture_output=True, check=False)
        self.assertEqual(missed.returncode, 0, missed.stderr)
        told = self.night({name: text for name, text in SECOND.items() if name != "new"} | {"gone": FIRST["gone"]})
        self.assertIn("a list between them is missing", told)
        self.assertIn("followed", self.night(THIRD | {"gone": FIRST["gone"]}))


class OxigraphNights(Nights, OxigraphStore, ProgramTest):
    def output(self):
        return quads.read_dataset((self.folder / "site.nq").read_bytes())

    def dataset(self):
        return quads.read_dataset(self.store.dataset())


class VirtuosoNights(Nights, VirtuosoStore, ProgramTest):
    def setUp(self):
        super().setUp()
        self.login = ("--user", self.store.login)

    output = OxigraphNights.output

    def dataset(self):
        out = set()
        for graph in self.store.graphs():
            data = self.store.ask(f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ GRAPH <{graph}> {{ ?s ?p ?o }} }}",
                                  accept="text/plain")
            out |= {(*quad[:3], ("iri", graph)) for quad in quads.read_dataset(data)}
        return frozenset(out)


if __name__ == "__main__":
    unittest.main()
