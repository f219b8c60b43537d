"""Tests of the judge itself: the N-Quads reader and the comparison of datasets."""

import json
import os
import pathlib
import random
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import json_documents  # noqa: E402
import quads  # noqa: E402


def dataset(text):
    return quads.read_dataset(text.encode("utf-8"))


def relabelled(quad_set, seed):
    """The same dataset under other, shuffled labels."""
    nodes = sorted({t for q in quad_set for t in q if t is not None and t[0] == "blank"})
    labels = [("blank", f"n{i}") for i in range(len(nodes))]
    random.Random(seed).shuffle(labels)
    names = dict(zip(nodes, labels))
    return frozenset(tuple(names.get(t, t) for t in q) for q in quad_set)


def graph(edges):
    return dataset("".join(f"_:a{a} <x:p> _:a{b} .\n" for a, b in edges))


class Reader(unittest.TestCase):
    def test_reads_every_kind_of_term(self):
        text = '_:b <x:p> "a\\tb\\u00E9"@EN <x:g> . # remark\n<x:s> <x:p> "1"^^<x:t>.\n\n# end'
        self.assertEqual(dataset(text), {
            (("blank", "b"), ("iri", "x:p"), ("literal", "a\tb\u00e9", quads.LANG_STRING, "en"),
             ("iri", "x:g")),
            (("iri", "x:s"), ("iri", "x:p"), ("literal", "1", "x:t", None), None)})

    def test_a_plain_literal_is_an_xsd_string(self):
        self.assertEqual(dataset('<x:s> <x:p> "a" .'),
                         dataset(f'<x:s> <x:p> "a"^^<{quads.XSD_STRING}> .'))

    def test_a_blank_label_may_hold_but_not_end_with_a_dot(self):
        quad = next(iter(dataset("_:a.b <x:p> _:c.\n")))
        self.assertEqual((quad[0][1], quad[2][1]), ("a.b", "c"))

    def test_refuses_what_is_not_nquads(self):
        for text in ('<x:s> <x:p> .', '<x:s> <x:p> <x:o>', '"s" <x:p> <x:o> .',
                     '<x:s> _:p <x:o> .', '<x:s> <x:p> <rel> .', '<x:s> <x:p> "a .',
                     '<x:s> <x:p> <x:o> "g" .', '<x:s> <x:p> <x:o> <x:g> <x:h> .',
                     '<x:s> <x:p> <x:o> . junk', '<x:s> <x:p> "\\x" .', '<x:a b> <x:p> <x:o> .'):
            with self.subTest(text), self.assertRaises(quads.BadQuad):
                dataset(text)
        with self.assertRaises(quads.BadQuad):
            quads.read_dataset(b'<x:s> <x:p> "\xff" .')

    def test_names_the_first_line_that_is_not_canonical(self):
        good = '<x:s> <x:p> "\\t\\"\\\\\\u0001\u00e9"@en-GB <x:g> .\n_:a <x:p> "1"^^<x:t> .\n'
        self.assertIsNone(quads.first_uncanonical_line(good.encode()))
        for bad in ('<x:s>  <x:p> <x:o> .\n', '<x:s> <x:p> "\\u00E9" .\n',
                    f'<x:s> <x:p> "a"^^<{quads.XSD_STRING}> .\n', '<x:s> <x:p> <x:o>.\n',
                    '<x:s> <x:p> "\t" .\n', '<x:s> <x:p> <x:o> .', '# remark\n'):
            with self.subTest(bad):
                self.assertIsNotNone(quads.first_uncanonical_line(bad.encode()))


class Isomorphism(unittest.TestCase):
    def assert_same(self, left, right):
        self.assertTrue(quads.isomorphic(left, right))
        self.assertTrue(quads.isomorphic(right, left))

    def assert_different(self, left, right):
        self.assertFalse(quads.isomorphic(left, right))
        self.assertFalse(quads.isomorphic(right, left))

    def test_labels_order_and_duplicates_do_not_count(self):
        self.assert_same(dataset("_:a <x:p> _:b .\n_:b <x:q> <x:o> .\n_:a <x:p> _:b .\n"),
                         dataset("_:y <x:q> <x:o> .\n_:x <x:p> _:y .\n"))

    def test_language_tags_compare_without_case(self):
        self.assert_same(dataset('<x:s> <x:p> "a"@en-GB .'), dataset('<x:s> <x:p> "a"@EN-gb .'))
        self.assert_different(dataset('<x:s> <x:p> "a"@en .'), dataset('<x:s> <x:p> "a"@de .'))

    def test_values_datatypes_and_graphs_count(self):
        base = dataset('<x:s> <x:p> "a" <x:g> .')
        for other in ('<x:s> <x:p> "b" <x:g> .', '<x:s> <x:p> "a"^^<x:t> <x:g> .',
                      '<x:s> <x:p> "a" <x:h> .', '<x:s> <x:p> "a" .'):
            with self.subTest(other):
                self.assert_different(base, dataset(other))

    def test_two_nodes_are_not_one(self):
        self.assert_different(dataset("_:a <x:p> <x:o> .\n_:a <x:q> <x:o> .\n"),
                              dataset("_:a <x:p> <x:o> .\n_:b <x:q> <x:o> .\n"))

    def test_direction_of_an_edge_counts(self):
        self.assert_different(dataset("_:a <x:p> _:b .\n_:a <x:q> <x:o> .\n"),
                              dataset("_:b <x:p> _:a .\n_:a <x:q> <x:o> .\n"))

    def test_a_loop_is_not_an_edge(self):
        self.assert_different(dataset("_:a <x:p> _:a .\n_:b <x:p> _:b .\n"),
                              dataset("_:a <x:p> _:b .\n_:b <x:p> _:a .\n"))

    def test_graph_names_are_part_of_the_bijection(self):
        left = "_:g <x:in> <x:a> .\n<x:s> <x:p> <x:o> _:g .\n_:h <x:in> <x:b> .\n"
        self.assert_same(dataset(left), dataset(left.replace("_:g", "_:z").replace("_:h", "_:g")))
        self.assert_different(dataset(left), dataset(left.replace("<x:o> _:g", "<x:o> _:h")))

    def test_a_blank_node_is_not_an_iri(self):
        self.assert_different(dataset("_:a <x:p> <x:o> ."), dataset("<x:a> <x:p> <x:o> ."))

    def test_regular_graphs_need_the_search_and_are_told_apart(self):
        hexagon = graph([(i, (i + 1) % 6) for i in range(6)] + [((i + 1) % 6, i) for i in range(6)])
        triangles = graph([(a, b) for t in ((0, 1, 2), (3, 4, 5)) for a in t for b in t if a != b])
        self.assert_different(hexagon, triangles)
        self.assert_same(hexagon, relabelled(hexagon, 1))
        self.assert_same(triangles, relabelled(triangles, 2))

    def test_a_dataset_is_the_same_under_any_labels_but_not_with_one_edge_moved(self):
        for seed in range(20):
            rand = random.Random(seed)
            edges = {(rand.randrange(12), rand.randrange(12)) for _ in range(30)}
            left = graph(sorted(edges))
            self.assert_same(left, relabelled(left, seed))
            moved = relabelled(left, seed)
            gone = min(moved, key=quads.show)
            new = (gone[0], ("iri", "x:other"), gone[2], None)
            self.assert_different(left, (moved - {gone}) | {new})

    def test_many_equal_nodes_stay_quick(self):
        left = dataset("".join(f"<x:s> <x:p> _:a{i} .\n" for i in range(100)))
        start = time.monotonic()
        self.assert_same(left, relabelled(left, 3))
        self.assertLess(time.monotonic() - start, 10)


SUITES = pathlib.Path(os.environ.get("SEMSITE_CONFORMANCE") or
                      pathlib.Path(__file__).resolve().parents[3] / "shared/conformance")


@unittest.skipUnless((SUITES / "rdf-canon").is_dir(), f"{SUITES} has no rdf-canon")
class Canonicalization(unittest.TestCase):
    """The W3C tests of RDFC-1.0: equal canonical forms are isomorphic datasets, others not."""

    @classmethod
    def setUpClass(cls):
        folder = SUITES / "rdf-canon"
        with open(folder / "cases.jsonl", encoding="utf-8") as lines:
            cases = [json.loads(line) for line in lines if line.strip()]
        cls.cases = [(case["id"], quads.read_dataset((folder / case["input"]).read_bytes()),
                      (folder / case["expected"]).read_bytes())
                     for case in cases if case["expectedFormat"] == "n-quads"
                     and "hashAlgorithm" not in case["options"]]  # other hashes, other forms

    def test_a_dataset_is_isomorphic_to_its_canonical_form(self):
        self.assertGreater(len(self.cases), 50)
        for name, given, canonical in self.cases:
            with self.subTest(name):
                self.assertTrue(quads.isomorphic(given, quads.read_dataset(canonical)))

    def test_datasets_with_other_canonical_forms_are_not(self):
        for name, given, canonical in self.cases:
            for other_name, other, other_canonical in self.cases:
                if len(given) == len(other):
                    with self.subTest(f"{name} and {other_name}"):
                        self.assertEqual(quads.isomorphic(given, other),
                                         quads.read_dataset(canonical) ==
                                         quads.read_dataset(other_canonical))


class Documents(unittest.TestCase):
    def assert_same(self, same, left, right):
        self.assertEqual(json_documents.same_document(left, right), same)

    def test_order_counts_in_lists_only(self):
        for name, same in (("p", True), ("@list", False)):
            self.assert_same(same, [{name: [{"@value": 1}, {"@value": 2}], "q": 3}],
                             [{"q": 3, name: [{"@value": 2}, {"@value": 1}]}])

    def test_labels_are_matched_one_to_one(self):
        def pair(a, b, c):
            return [{"@id": f"_:{a}", "p": [{"@id": f"_:{b}"}]}, {"@id": f"_:{c}"}]

        self.assert_same(True, pair("a", "b", "a"), pair("x", "y", "x"))
        self.assert_same(False, pair("a", "b", "a"), pair("x", "y", "y"))
        self.assert_same(False, pair("a", "b", "b"), pair("x", "x", "x"))

    def test_numbers_truths_and_texts_differ(self):
        self.assert_same(True, [1.0], [1])
        for left, right in ((1, True), (1, "1"), (None, "null"), ([], {})):
            self.assert_same(False, [left], [right])


if __name__ == "__main__":
    unittest.main()
