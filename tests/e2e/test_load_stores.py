"""`semsite load` into real stores: OpenLink Virtuoso and Oxigraph."""

import os
import random
import signal
import subprocess
import unittest

from harness import PROGRAM, ProgramTest

import load_data
import quads
from sizes import up_to
from store_tests import OxigraphStore, VirtuosoStore
import virtuoso

GRAPHS = [f"http://graph.example/{i}" for i in range(3)]
LARGE = up_to(1_000_000, 250_000, "statements into each store")
XSD = "http://www.w3.org/2001/XMLSchema#"
#: Lexical forms that Virtuoso 7.2.5 gives back otherwise: the table of docs/load.md.
VIRTUOSO_CHANGES = {
    ("007", "integer"): ("7", "integer"), ("+5", "integer"): ("5", "integer"),
    ("-0", "integer"): ("0", "integer"), ("01", "nonNegativeInteger"): ("1", "nonNegativeInteger"),
    ("12345678901234567890", "integer"): ("12345678901234567890", "decimal"),
    ("1.50", "decimal"): ("1.5", "decimal"), (".5", "decimal"): ("0.5", "decimal"),
    ("3.0", "decimal"): ("3", "decimal"), ("1e3", "double"): ("1000.0", "double"),
    ("1.10", "float"): ("1.1", "float"), ("1", "boolean"): ("true", "boolean"),
    ("0", "boolean"): ("false", "boolean"), ("-0044-03-15", "date"): ("-044-03-15", "date"),
    ("P1Y", "duration"): ("12", "duration"),
}
#: A longer IRI becomes another one in Virtuoso.
VIRTUOSO_IRI_BYTES = 1900

RDF12 = (
    f'<http://a.example/r> <{quads.RDF}reifies> <<( <http://a.example/s> <http://a.example/p> _:o )>> <{GRAPHS[0]}> .\n'
    f'_:o <http://a.example/name> "x"@ar--rtl <{GRAPHS[0]}> .\n'
    f'<http://a.example/t> <http://a.example/says> <<( <http://a.example/s> <http://a.example/p> '
    f'<<( _:o <http://a.example/p> "y"@en )>> )>> <{GRAPHS[0]}> .\n'
    f'<http://a.example/s> <http://a.example/p> "y" <{GRAPHS[1]}> .\n')


class StoreTest(ProgramTest):
    def write(self, count, seed=1, odd=False, graphs=3):
        with (self.folder / "data.nq").open("w", encoding="utf-8") as out:
            out.writelines(load_data.statements(count, graphs, seed, odd))
        return self.folder / "data.nq"

    def load(self, *arguments, seconds=300):
        result = self.run_program("load", "data.nq", *arguments, seconds=seconds)
        self.assertEqual(result.code, 0, result)
        return result

    def kill_and_go_on(self, *arguments):
        """Kills the load at random moments until one ends; how often."""
        dice = random.Random(3)
        kills = 0
        for _ in range(40):
            process = subprocess.Popen([PROGRAM, "load", "data.nq", "-q", *arguments],
                                       cwd=self.folder, start_new_session=True)
            try:
                self.assertEqual(process.wait(0.2 + dice.random()), 0)
                return kills
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(10)
                kills += 1
        self.load(*arguments)
        return kills


class VirtuosoTest(VirtuosoStore, StoreTest):
    STORE = {"max_rows": 1_000_000}

    def setUp(self):
        super().setUp()
        self.login = ("--to", self.store.base, "--user", self.store.login)

    def dump(self, graph):
        """The triples of a graph as the store gives them back."""
        data = self.store.ask(f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ GRAPH <{graph}> {{ ?s ?p ?o }} }}",
                              accept="text/plain")
        return quads.read_dataset(data)

    def test_many_statements_of_several_graphs_into_a_new_store(self):
        self.write(LARGE)
        with virtuoso.Virtuoso() as store:
            result = self.load("--to", store.base, "--user", store.login, "--verify")
            self.assertIn("verified: 3 graphs have what they should", result.errors)
            self.assertEqual(sum(store.count(graph) for graph in GRAPHS), LARGE)
            self.assertEqual(store.graphs(), set(GRAPHS))

    def test_kills_lose_and_double_nothing(self):
        file = self.write(60_000)
        kills = self.kill_and_go_on(*self.login, "--batch-size", "64Ki")
        self.assertGreater(kills, 0)
        self.load(*self.login, "--verify")
        expected = quads.read_dataset(file.read_bytes())
        for graph in GRAPHS:
            triples = {quad[:3] for quad in expected if quad[3] == ("iri", graph)}
            self.assertEqual(self.store.count(graph), len(triples))
            # Each node once: its street, and what leads to it.
            for predicate in ("street", "place", "zip", "address"):
                count = self.store.isql(
                    f"sparql select count(*) where {{ graph <{graph}> {{ ?s "
                    f"<http://data.example/{predicate}> ?o }} }};")
                self.assertEqual(int(count.split()[-1]), sum(
                    triple[1][1].endswith("/" + predicate) for triple in triples))

    def test_it_never_sees_a_triple_term(self):
        (self.folder / "data.nq").write_text(RDF12)
        result = self.load(*self.login, "--verify")
        self.assertIn("does not know triple terms of RDF 1.2", result.errors)
        triples = self.dump(GRAPHS[0])
        parts = {}
        for subject, predicate, value, _ in triples:
            if "propositionForm" in predicate[1]:
                parts.setdefault(subject, {})[predicate[1].removeprefix(quads.RDF)] = value
        inner = [node for node, known in parts.items()
                 if known["propositionFormObject"][1] == "y"]
        self.assertEqual((len(parts), len(inner)), (3, 1))
        self.assertIn(inner[0], [known["propositionFormObject"] for known in parts.values()])
        self.assertIn(("literal", "x", "https://www.w3.org/ns/i18n#ar_rtl", None),
                      {quad[2] for quad in triples})

    def test_replace_and_update(self):
        self.write(2000)
        self.load(*self.login)
        self.write(1500, seed=2)
        self.load(*self.login, "--replace", "--fresh", "--verify")
        self.assertEqual(sum(self.store.count(graph) for graph in GRAPHS), 1500)
        # It takes no blank nodes by update.
        self.store.clear()
        ground = "".join(line for line in load_data.statements(2000, 3) if "_:" not in line)
        (self.folder / "data.nq").write_text(ground, "utf-8")
        self.load("--to", self.store.sparql_auth, "--user", self.store.login, "--protocol",
                  "update", "--fresh", "--verify")

    def test_it_has_no_nameless_graph(self):
        self.write(100, graphs=0)
        result = self.run_program("load", "data.nq", *self.login)
        self.assertEqual(result.code, 1, result)
        self.assertIn("[load.nameless]", result.errors)
        self.load(*self.login, "--graph", GRAPHS[0], "--fresh", "--verify")

    def test_literals_that_it_changes_are_those_of_the_documentation(self):
        lines = []
        for number, (text, name) in enumerate(VIRTUOSO_CHANGES):
            lines.append(f'<http://a.example/{number}> <http://a.example/p> '
                         f'"{text}"^^<{XSD}{name}> <{GRAPHS[0]}> .\n')
        (self.folder / "data.nq").write_text("".join(lines))
        self.load(*self.login, "--verify")
        got = {quad[0][1]: (quad[2][1], quad[2][2].removeprefix(XSD))
               for quad in self.dump(GRAPHS[0])}
        self.assertEqual([got[f"http://a.example/{i}"] for i in range(len(VIRTUOSO_CHANGES))],
                         list(VIRTUOSO_CHANGES.values()))

    def test_what_looks_like_another_syntax_at_the_beginning_of_a_body_arrives(self):
        """It guesses what a body is: docs/load.md."""
        texts = ["<html>", "<xhtml>", "<html><body itemscope='x'>page</body></html>", "a --> <html>",
                 "-->", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>",
                 "@prefix : <urn:x> .", "x" * 100_000, "<p>" * 30_000]
        for together in (False, True):
            bodies = [texts] if together else [[text] for text in texts]
            for body in bodies:
                self.store.clear()
                with self.subTest(body=[text[:40] for text in body]):
                    (self.folder / "data.nq").write_text("".join(
                        f'<http://a.example/{number}> <http://a.example/p> "{text}" <{GRAPHS[0]}> .\n'
                        for number, text in enumerate(body)))
                    self.load(*self.login, "--fresh", "--verify")
                    self.assertEqual(sorted(quad[2][1] for quad in self.dump(GRAPHS[0])),
                                     sorted(body))

    def test_long_iris_become_others(self):
        (self.folder / "data.nq").write_text(
            f'<http://a.example/{"y" * 3000}> <http://a.example/p> "o" <{GRAPHS[0]}> .\n')
        self.load(*self.login, "--verify")
        [quad] = self.dump(GRAPHS[0])
        self.assertLess(len(quad[0][1]), VIRTUOSO_IRI_BYTES)

    def test_iris_of_all_kinds_come_back_as_they_were(self):
        """It gets prefixed names where they need no escapes: docs/load.md."""
        ends = ["", "a", "1", "1e5", "a-b", "-a", "a-", "_", "__b", "é", "a\u00B7b", "true", "nil", "a/",
                "/", "#", "a#b", "a/b", "%41", *(f"a{mark}b" for mark in ".:%~'()!$&*+,;=@?")]
        lines = [f"<http://a.example/n/{end}> <http://a.example/p#{end}> {value} <{GRAPHS[0]}> .\n"
                 for end in ends for value in (f"<urn:x:{end}>", f'"1"^^<http://a.example/n/{end}>')]
        # Namespaces that a resolver of references may see something else in (RFC 3986 §5.2.4).
        lines += [f"<{space}s{i}> <http://a.example/p#> <{space}o{i}> <{GRAPHS[0]}> .\n" for i in range(4)
                  for space in ("http://", "file:///", "http://a.example/n/../", "http://a.example/./",
                                "http://a.example//", "urn:x/", "urn:x#", "HTTP://A.example/%7e/",
                                "http://a.example:80/", "http://a.example/?q=/", "x:/", "x://y#z/")]
        (self.folder / "data.nq").write_text("".join(lines))
        self.load(*self.login, "--verify")
        self.assertEqual(self.dump(GRAPHS[0]), frozenset(
            (*quad[:3], None) for quad in quads.read_dataset("".join(lines).encode())))

    def test_everything_else_comes_back_as_it_was(self):
        file = self.write(3000, graphs=1)
        self.load(*self.login, "--verify")
        expected = frozenset((*quad[:3], None) for quad in quads.read_dataset(file.read_bytes()))
        got = self.dump(GRAPHS[0])
        self.assertTrue(quads.isomorphic(expected, got), quads.difference(expected, got))


class OxigraphTest(OxigraphStore, StoreTest):
    def test_many_statements_of_several_graphs(self):
        self.write(LARGE)
        result = self.load("--to", self.store.base, "--verify")
        self.assertIn("verified: 3 graphs have what they should", result.errors)

    def test_it_gets_rdf_1_2_as_it_is(self):
        (self.folder / "data.nq").write_text(RDF12)
        expected = quads.read_dataset(RDF12.encode())
        for protocol in ("gsp", "update", "nquads"):
            self.store.clear()
            result = self.load("--to", self.store.base, "--protocol", protocol, "--fresh", "--verify")
            self.assertNotIn("load.rdf12", result.errors)
            got = quads.read_dataset(self.store.dataset())
            self.assertTrue(quads.isomorphic(expected, got), quads.difference(expected, got))
        # And as RDF 1.1, if that is wanted.
        self.store.clear()
        self.load("--to", self.store.base, "--rdf", "1.1", "--verify")
        self.assertNotIn(b"<<(", self.store.dataset())

    def test_each_protocol_gives_the_same_dataset(self):
        file = self.write(20_000)
        expected = quads.read_dataset(file.read_bytes())
        for protocol in ("gsp", "update", "nquads"):
            self.store.clear()
            self.load("--to", self.store.base, "--protocol", protocol, "--fresh", "--verify")
            self.assertTrue(quads.isomorphic(expected, quads.read_dataset(self.store.dataset())))

    def test_kills_lose_and_double_nothing(self):
        file = self.write(60_000)
        expected = quads.read_dataset(file.read_bytes())
        self.kill_and_go_on("--to", self.store.base, "--batch-size", "32Ki")
        self.load("--to", self.store.base, "--verify")
        self.assertTrue(quads.isomorphic(expected, quads.read_dataset(self.store.dataset())))

    def test_forms_that_it_merges_are_found_by_verify(self):
        (self.folder / "data.nq").write_text("".join(
            f'<http://a.example/s> <http://a.example/p> "{text}"^^<{XSD}integer> .\n'
            for text in ("1", "01", "+1")))
        result = self.run_program("load", "data.nq", "--to", self.store.base, "--verify")
        self.assertEqual(result.code, 1, result)
        self.assertIn("has 1 triple, 3 were loaded [load.count]", result.errors)


if __name__ == "__main__":
    unittest.main()
