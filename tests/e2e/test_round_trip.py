"""Everything into a store and out of it again: `load`, then `fetch --prefer sparql`.

`SEMSITE_TRIPLES` says how many quads go round (60,000).
"""

import os
import unittest

from harness import ProgramTest

import load_data
import oxigraph
import quads
from semantic_sitemap import dataset, publish
from test_load_stores import VIRTUOSO_CHANGES, XSD
import virtuoso

TRIPLES = int(os.environ.get("SEMSITE_TRIPLES") or 60_000)
SECONDS = 1200
GRAPHS = 3
#: What Virtuoso makes of one date in a few quads of a million, beside what it mostly makes.
VIRTUOSO_MOODS = {("-044-03-15Z", "date"): ("-044-03-15", "date")}
#: Lexical forms that Oxigraph 0.5.11 gives back otherwise: the table of docs/load.md.
OXIGRAPH_CHANGES = {
    ("007", "integer"): ("7", "integer"), ("+5", "integer"): ("5", "integer"),
    ("-0", "integer"): ("0", "integer"), ("1.50", "decimal"): ("1.5", "decimal"),
    (".5", "decimal"): ("0.5", "decimal"), ("1.0", "double"): ("1", "double"),
    ("1e3", "double"): ("1000", "double"), ("1", "boolean"): ("true", "boolean"),
    ("0", "boolean"): ("false", "boolean"),
    ("2020-02-29T23:59:59.500Z", "dateTime"): ("2020-02-29T23:59:59.5Z", "dateTime"),
}


def changed(dataset, changes):
    """The quads as a store that makes these changes gives them back."""
    def form(term):
        if term[0] != "literal" or not term[2].startswith(XSD):
            return term
        own = (term[1], term[2].removeprefix(XSD))
        text, name = changes.get(own, own)
        return (term[0], text, XSD + name, *term[3:])

    return frozenset((*quad[:2], form(quad[2]), quad[3]) for quad in dataset)


class RoundTrip(ProgramTest):
    def go_round(self, store, *login):
        """What comes back of so many quads with odd literals, and what they were."""
        file = self.folder / "data.nq"
        with file.open("w", encoding="utf-8") as out:
            out.writelines(load_data.statements(TRIPLES, GRAPHS, odd=True))
        loaded = self.run_program("load", file, "--verify", *login, seconds=SECONDS)
        self.assertEqual(loaded.code, 0, loaded)
        self.assertIn(f"verified: {GRAPHS} graphs have what they should", loaded.errors)
        publish(self.site, dataset("http://www.example.com/all", graph="*", endpoints=[store]))
        fetched = self.fetch("--prefer", "sparql", "--allow-private", seconds=SECONDS)
        self.assertEqual(fetched.code, 0, fetched)
        [source] = [one for one in fetched.report["sources"] if one["quads"]]
        self.assertEqual((source["outcome"], source["expected"]["quads"], source["got"]["quads"]),
                         ("whole", TRIPLES, TRIPLES))
        self.assertEqual(len(fetched.lines), TRIPLES, "a quad came twice")
        return quads.read_dataset(file.read_bytes()), fetched.quads

    def assert_same(self, expected, got):
        if not quads.isomorphic(expected, got):
            self.fail(quads.difference(expected, got))

    def test_virtuoso_changes_what_is_known_and_nothing_else(self):
        if problem := virtuoso.missing():
            raise AssertionError(problem)
        with virtuoso.Virtuoso() as store:  # with Debian's limits: 10,000 rows an answer
            sent, got = self.go_round(store.sparql, "--to", store.base, "--user", store.login)
        self.assert_same(changed(sent, VIRTUOSO_CHANGES), changed(got, VIRTUOSO_MOODS))

    def test_oxigraph_changes_what_is_known_and_nothing_else(self):
        if problem := oxigraph.missing():
            raise unittest.SkipTest(problem)
        with oxigraph.Oxigraph() as store:
            sent, got = self.go_round(store.sparql, "--to", store.base)
        self.assert_same(changed(sent, OXIGRAPH_CHANGES), got)


if __name__ == "__main__":
    unittest.main()
