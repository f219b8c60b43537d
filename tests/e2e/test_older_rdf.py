"""Outputs for readers that know less than RDF 1.2 (docs/output.md#rdf-12-and-older-readers)."""

import json
import re
import unittest

from crawl_run import CrawlTest
from harness import ProgramTest
import crawl_web
import quads
from semantic_sitemap import dataset
from test_sparql_harvest import OxigraphTest, quads_of, triples

RDF = quads.RDF
DATA = f"""\
<http://a.example/s> <http://a.example/p> <http://a.example/o> .
<http://a.example/r> <{RDF}reifies> <<( <http://a.example/s> <http://a.example/p> _:o )>> .
_:o <http://a.example/name> "x"@AR-eg--rtl .
_:q <{RDF}reifies> <<( _:o <http://a.example/p> <<( <http://a.example/s> <http://a.example/p> "say \\"@EN"@en--ltr )>> )>> <http://g.example/> .
<http://a.example/t> <http://a.example/says> <<( <http://a.example/s> <http://a.example/p> _:o )>> .
<http://a.example/t> <http://a.example/says> <<( <http://a.example/s> <http://a.example/p> _:o )>> <http://g.example/> .
"""
WAYS = ({}, {"--rdf": "1.2-basic"}, {"--rdf": "1.1"}, {"--triple-terms": "reify"},
        {"--rdf": "1.1", "--triple-terms": "drop", "--direction": "drop"})


def without_directions(dataset):
    """`dataset` with `"x"@ar--rtl` as RDF 1.1 has it: with a datatype."""
    def older(term):
        if term and term[0] == "triple":
            return ("triple", *map(older, term[1:]))
        if term and term[0] == "literal" and "--" in (term[3] or ""):
            return ("literal", term[1], "https://www.w3.org/ns/i18n#" + term[3].replace("--", "_"), None)
        return term

    return frozenset(tuple(map(older, quad)) for quad in dataset)


class OlderRdfTest(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "in.nq").write_text(DATA)
        self.data = quads.read_dataset(DATA.encode())

    def convert(self, name, *options, code=0):
        result = self.run_program("convert", "in.nq", "-o", name, *options)
        self.assertEqual(result.code, code, result)
        return result

    def read_back(self, name):
        result = self.run_program("convert", name, "--rdf-direction", "rdf12")
        self.assertEqual(result.code, 0, result)
        return quads.read_dataset(result.out)

    def assert_same(self, expected, got):
        if not quads.isomorphic(expected, got):
            self.fail(quads.difference(expected, got))

    def test_the_basic_encoding_can_be_undone(self):
        for name in ("x.nq", "x.trig", "x.jsonld"):
            for options in (("--rdf", "1.2-basic"), ("--triple-terms", "encode")):
                with self.subTest(name):
                    result = self.convert(name, *options)
                    got = self.read_back(name)
                    self.assertFalse([quad for quad in got if quad[2][0] == "triple"])
                    self.assert_same(self.data, quads.with_triple_terms(got))
                    self.assertIn("in.nq: 4 statements with triple terms are written in the basic "
                                  "encoding (rdf:PropositionForm) [output.encoded]", result.errors)

    def test_rdf_1_1_has_directions_in_datatypes(self):
        for name in ("x.nq", "x.trig", "x.jsonld"):
            with self.subTest(name):
                result = self.convert(name, "--rdf", "1.1")
                got = self.read_back(name)
                self.assert_same(without_directions(self.data), quads.with_triple_terms(got))
                self.assertIn("2 texts have the base direction in the datatype", result.errors)
                self.assertIn("[output.direction]", result.errors)

    def test_what_is_encoded_is_not_encoded_again(self):
        self.convert("x.nq", "--rdf", "1.1")
        result = self.run_program("convert", "x.nq", "--rdf", "1.1", "-o", "y.nq")
        self.assertEqual(result.code, 0, result)
        self.assertNotIn("output.", result.errors)
        self.assert_same(quads.read_dataset((self.folder / "x.nq").read_bytes()),
                         quads.read_dataset((self.folder / "y.nq").read_bytes()))

    def test_the_classic_reification_is_the_same_data_where_it_is_unambiguous(self):
        for name in ("x.nq", "x.trig", "x.jsonld"):
            with self.subTest(name):
                self.convert(name, "--triple-terms", "reify")
                got = self.read_back(name)
                self.assertFalse([quad for quad in got if quad[2][0] == "triple"])
                if name == "x.nq":  # where labels tell what was made
                    self.assert_same(self.data, quads.with_triple_terms(got, quads.REIFICATION))

    def test_a_reifier_of_two_triples_is_told(self):
        with (self.folder / "in.nq").open("a") as out:
            out.write(f'<http://a.example/r> <{RDF}reifies> <<( <http://a.example/s> '
                      '<http://a.example/p> "2" )>> .\n')
        result = self.convert("x.nq", "--triple-terms", "reify", code=1)
        self.assertIn("[output.ambiguous-reifier]", result.errors)
        self.convert("x.nq", "--triple-terms", "encode")

    def test_a_reifier_of_two_triples_in_two_graphs_is_told_where_no_graphs_are_written(self):
        with (self.folder / "in.nq").open("a") as out:
            out.write(f'<http://a.example/r> <{RDF}reifies> <<( <http://a.example/s> '
                      '<http://a.example/p> "2" )>> <http://a.example/other> .\n')
        self.convert("x.nq", "--triple-terms", "reify")
        for name in ("x.ttl", "x.nt"):
            result = self.convert(name, "--triple-terms", "reify", code=1)
            self.assertIn("[output.ambiguous-reifier]", result.errors)

    def test_data_that_is_encoded_in_part_is_told(self):
        with (self.folder / "in.nq").open("a") as out:
            out.write(f"_:b <{RDF}type> <{RDF}PropositionForm> .\n")
        result = self.convert("x.nq", "--triple-terms", "encode", code=1)
        self.assertIn("[output.proposition-form]", result.errors)

    def test_dropped_triple_terms_leave_what_is_said_of_reifiers(self):
        result = self.convert("x.nq", "--triple-terms", "drop")
        self.assertIn("in.nq: 4 statements with triple terms were left out [output.triple-term]",
                      result.errors)
        self.assert_same(frozenset(quad for quad in self.data if quad[2][0] != "triple"),
                         self.read_back("x.nq"))

    def test_a_triple_term_stops_if_that_is_wanted(self):
        result = self.convert("x.nq", "--triple-terms", "fail", code=3)
        self.assertIn("[output.triple-term]", result.errors)
        self.assertFalse((self.folder / "x.nq").exists())

    def test_the_version_is_that_of_what_may_come(self):  # RDF 1.2 Concepts: 1.2-basic has no triple terms
        for options, version in (((), "1.2"), (("--rdf", "1.2"), "1.2"), (("--direction", "drop"), "1.2"),
                                 (("--rdf", "1.2-basic"), "1.2-basic"), (("--rdf", "1.1"), None),
                                 (("--triple-terms", "reify"), "1.2-basic"),
                                 (("--triple-terms", "drop", "--direction", "drop"), None)):
            for name in ("x.trig", "x.ttl"):
                self.convert(name, *options)
                said = set(re.findall('^VERSION "(.*)"', (self.folder / name).read_text(), re.MULTILINE))
                self.assertEqual(said, {version} if version else set(), (name, options))

    def test_columns_and_slices_go_down_too(self):
        self.convert("x.csv", "--rdf", "1.1")
        self.assertNotIn("triple,", (self.folder / "x.csv").read_text())
        result = self.run_program("slice", "in.nq", "--by", "cbd", "--rdf", "1.2-basic", "-o", "s.nq")
        self.assertEqual(result.code, 0, result)
        lines = (self.folder / "s.nq").read_text().splitlines()
        self.assertFalse([line for line in lines if "<<(" in line])
        # The node is part of the description of what it belongs to.
        self.assertTrue([line for line in lines if "propositionFormSubject" in line and
                         line.endswith("<http://a.example/r> .")])

    def test_files_are_told_apart(self):
        (self.folder / "b.nq").write_text(DATA)
        (self.folder / "c.nq").write_text("<a:s> <a:p> <a:o> .\n")
        result = self.run_program("convert", "in.nq", "b.nq", "c.nq", "-o", "x.nq", "--triple-terms",
                                  "drop")
        self.assertEqual(re.findall(r"(\w+)\.nq: 4 statements with triple terms", result.errors),
                         ["in", "b"])


class FetchTest(CrawlTest):
    options = ("--delay", "0", "--retries", "1")

    def test_dumps_pages_and_the_report_of_a_fetch(self):
        host = self.web.host("set.example")
        crawl_web.publish(host, dataset("http://set.example/set", dumps=["http://set.example/all.nq"]))
        host.add("/all.nq", data=DATA.encode())
        result, _ = self.run_it("--rdf", "1.1")
        self.assertEqual(result.code, 0, result)
        text = (self.folder / "out.nq").read_text()
        self.assertNotIn("<<(", text)
        self.assertNotIn("--rtl", text)
        self.assertIn("[output.encoded]", result.errors)
        report = json.loads((self.folder / "report.json").read_text())
        self.assertTrue([note for note in report["notes"] if "output.encoded" in note], report["notes"])
        source = next(one for one in report["sources"] if one["url"].endswith("all.nq"))
        self.assertEqual((source["faults"]["output.encoded"], source["faults"]["output.direction"]),
                         (4, 2))
        self.assertEqual(source["quads"], len(text.splitlines()))
        # Another way to write is another command.
        result, _ = self.run_it("--rdf", "1.2")
        self.assertEqual(result.code, 2, result)

    def test_pages_of_a_crawl(self):
        host = self.web.host("set.example")
        turtle = ('@prefix e: <http://set.example/> . e:a e:p e:b ~ e:r {| e:q "x"@ar--rtl |} .')
        crawl_web.publish(host, dataset("http://set.example/set", prefixes=["http://set.example/id/"],
                                        samples=["http://set.example/id/1"]))
        host.add("/id/1", data=turtle.encode(), type="text/turtle")
        result, _ = self.run_it("--rdf", "1.1", "--prefer", "crawl")
        text = (self.folder / "out.nq").read_text()
        self.assertIn("propositionFormSubject", text, result)
        self.assertNotIn("<<(", text)
        self.assertIn("[output.encoded]", result.errors)


def lines_of_graph(number):
    """Lines of a graph, blank nodes of its own, with triple terms and directions among them."""
    return triples(2_000, number) + [
        f"<http://a.example/r{i}> <{RDF}reifies> <<( <http://a.example/s> <http://a.example/p> "
        f"_:o{number}x{i % 7} )>> ." for i in range(300)] + [
        f'_:o{number}x{i} <http://a.example/name> "{i}"@ar--rtl .' for i in range(7)]


class EndpointTest(OxigraphTest):
    graphs = {f"http://g.example/{number}": lines_of_graph(number) for number in (1, 2)}

    def assert_went_down(self, result):
        """All of the store is there, in the basic encoding."""
        self.assertEqual(result.code, 0, result)
        text = (self.folder / "out.nq").read_bytes()
        self.assertNotIn(b"<<(", text)
        self.assertNotIn(b"--rtl", text)
        expected = without_directions(quads_of(self.graphs))
        got = quads.with_triple_terms(quads.read_dataset(text))
        if not quads.isomorphic(expected, got):
            self.fail(quads.difference(expected, got))

    def test_what_an_endpoint_gives_goes_down(self):
        result = self.harvest(self.proxy(graph="*"), "--rdf", "1.1")
        self.assert_went_down(result)
        self.assertIn("[output.encoded]", result.errors)

    def test_a_killed_harvest_goes_on_with_what_went_down_already(self):
        self.assert_went_down(self.kill_and_go_on("--rdf", "1.1"))


if __name__ == "__main__":
    unittest.main()
