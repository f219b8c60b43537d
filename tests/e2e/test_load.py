"""`semsite load`: every statement in the store once, whatever the store and the user do."""

import gzip
import os
import random
import signal
import subprocess
import time
import unittest

import harness
from harness import PROGRAM, SECONDS, ProgramTest

import load_data
import quads
from small_store import Fault, SmallStore

GRAPH = "http://graph.example/0"


class LoadTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.store = self.enterContext(SmallStore())

    def write(self, count=400, graphs=3, name="data.nq", seed=1):
        data = "".join(load_data.statements(count, graphs, seed)).encode()
        (self.folder / name).write_bytes(data)
        return quads.read_dataset(data)

    def load(self, *arguments, to=None, file="data.nq", **more):
        return self.run_program("load", file, "--to", to or self.store.base, "--retry-delay", "0.05",
                                *arguments, **more)

    def assert_stored(self, expected, result=None):
        got = self.store.dataset()
        if not quads.isomorphic(expected, got):
            self.fail(f"{quads.difference(expected, got)}\n{result}")

    def in_one_graph(self, dataset, graph=GRAPH):
        return frozenset((*quad[:3], ("iri", graph)) for quad in dataset)


RDF12 = (
    f'<http://a.example/r> <{quads.RDF}reifies> <<( <http://a.example/s> <http://a.example/p> _:o )>> <{GRAPH}> .\n'
    f'_:o <http://a.example/name> "x"@ar--rtl <{GRAPH}> .\n'
    f'<http://a.example/t> <http://a.example/says> <<( <http://a.example/s> <http://a.example/p> "y" )>> <{GRAPH}> .\n'
    f'<http://a.example/s> <http://a.example/p> "y" <{GRAPH}> .\n')


class Rdf12Test(LoadTest):
    """A store gets of RDF 1.2 what it says that it knows."""

    def setUp(self):
        super().setUp()
        (self.folder / "data.nq").write_text(RDF12)
        self.data = quads.read_dataset(RDF12.encode())

    def assert_decodable(self, result):
        """Made nodes have other names in the store: each that is described is one."""
        got = self.store.dataset()
        self.assertFalse([quad for quad in got if quad[2][0] == "triple"], result)
        described = [quad[0] for quad in got if quad[1][1].endswith("propositionFormSubject")]
        self.assertEqual(len(set(described)), 2)
        used = {quad[2] for quad in got if quad[1][1].endswith(("reifies", "says"))}
        self.assertEqual(set(described), used)

    def asked(self):
        return [request.body for request in self.store.requests if b"ASK" in request.body]

    def test_a_store_of_rdf_1_2_gets_it_as_it_is(self):
        self.store.rdf12 = {"triple terms", "directions"}
        for protocol in ("gsp", "update", "nquads"):
            with self.subTest(protocol):
                self.store.quads.clear()
                result = self.load("--protocol", protocol, "--fresh", "--verify")
                self.assertEqual(result.code, 0, result)
                self.assert_stored(self.data, result)
                self.assertNotIn("load.rdf12", result.errors)

    def test_a_store_of_rdf_1_1_never_sees_a_triple_term(self):
        for protocol in ("gsp", "update", "nquads"):
            with self.subTest(protocol):
                self.store.quads.clear()
                result = self.load("--protocol", protocol, "--fresh", "--verify")
                self.assertEqual(result.code, 0, result)
                self.assert_decodable(result)
                self.assertIn(("literal", "x", "https://www.w3.org/ns/i18n#ar_rtl", None),
                              {quad[2] for quad in self.store.dataset()})
                self.assertFalse([one for one in self.store.writes if b"<<(" in one.body])
                self.assertIn("does not know triple terms of RDF 1.2", result.errors)
                self.assertIn("does not know base directions of RDF 1.2", result.errors)
                self.assertIn("[load.rdf12]", result.errors)
                self.assertIn("data.nq: 2 statements with triple terms are written in the basic "
                              "encoding", result.errors)

    def test_one_of_both_is_asked_for_apart(self):
        self.store.rdf12 = {"directions"}
        result = self.load("--verify")
        self.assertEqual(result.code, 0, result)
        self.assert_decodable(result)
        self.assertIn("ar--rtl", {quad[2][3] for quad in self.store.dataset() if len(quad[2]) > 3})

    def test_the_store_is_asked_once_a_load_and_only_if_that_matters(self):
        self.store.fault = lambda request: Fault("break") if request.is_write else None
        self.assertEqual(self.load("--retries", "1").code, 3)
        self.assertEqual(len(self.asked()), 2)
        self.store.fault = None
        # What it is now does not count: the bodies must be the same.
        self.store.rdf12 = {"triple terms", "directions"}
        result = self.load("--verify")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(self.asked()), 2)
        self.assert_decodable(result)
        self.store.requests.clear()
        self.write()
        self.assertEqual(self.load("--fresh").code, 0)
        self.assertEqual(self.asked(), [])

    def test_what_the_user_says_counts_more(self):
        self.store.rdf12 = {"triple terms", "directions"}
        result = self.load("--rdf", "1.1", "--verify")
        self.assertEqual(result.code, 0, result)
        self.assert_decodable(result)
        self.assertEqual(self.asked(), [])
        for options, triples in ((("--triple-terms", "drop"), 2), (("--triple-terms", "reify"), 11)):
            self.store.quads.clear()
            result = self.load(*options, "--verify")
            self.assertEqual(result.code, 0, result)
            self.assertEqual(len(self.store.dataset()), triples)
            self.assertIn("ar--rtl", {quad[2][3] for quad in self.store.dataset() if len(quad[2]) > 3})

    def test_a_store_that_nobody_can_ask_gets_rdf_1_1(self):
        self.store.fault = lambda request: \
            Fault("answer", 404) if request.path.startswith("/query") else None
        result = self.load()
        self.assertEqual(result.code, 0, result)
        self.assertIn("nothing there tells whether it knows triple terms", result.errors)
        self.assert_decodable(result)

    def test_a_question_without_an_answer_stops_the_load(self):
        self.store.fault = lambda request: Fault("answer", 503) if b"ASK" in request.body else None
        result = self.load()
        self.assertEqual(result.code, 3, result)
        self.assertEqual(self.store.writes, [])
        self.store.fault = lambda request: Fault("answer", 500) if b"ASK" in request.body else None
        result = self.load()
        self.assertEqual(result.code, 0, result)
        self.assert_decodable(result)

    def test_a_lost_answer_of_a_body_with_triple_terms_doubles_nothing(self):
        self.store.rdf12 = {"triple terms", "directions"}
        for protocol in ("gsp", "nquads"):
            with self.subTest(protocol):
                lost = []

                def fault(request):
                    if request.is_write and b"<<(" in request.body and not lost:
                        lost.append(request)
                        return Fault("break after")
                    return None

                self.store.quads.clear()
                self.store.fault = fault
                result = self.load("--protocol", protocol, "--fresh", "--verify")
                self.assertEqual(result.code, 0, result)
                self.assertEqual(len(lost), 1)
                self.assert_stored(self.data, result)


class WaysTest(LoadTest):
    def test_each_protocol_brings_everything(self):
        expected = self.write()
        for protocol in ("auto", "gsp", "update", "nquads"):
            with self.subTest(protocol=protocol):
                self.store.quads.clear()
                result = self.load("--protocol", protocol, "--fresh", "--verify", "--batch-size",
                                   "4Ki")
                self.assertEqual(result.code, 0, result)
                self.assert_stored(expected, result)
                self.assertIn("3 graphs have what they should", result.errors)

    def test_the_store_is_asked_what_it_takes(self):
        self.write()
        self.assertIn("by nquads", self.load().errors)
        self.store.nquads = False
        self.assertIn("by gsp", self.load("--fresh").errors)

    def test_robots_txt_is_not_asked(self):
        self.write()
        self.load()
        self.assertNotIn("/robots.txt", [request.path for request in self.store.requests])

    def test_statements_without_graph_go_into_the_nameless_one_or_where_the_user_says(self):
        expected = self.write(graphs=0)
        for protocol in ("gsp", "update", "nquads"):
            self.store.quads.clear()
            result = self.load("--protocol", protocol, "--fresh", "--verify")
            self.assertEqual(result.code, 0, result)
            self.assert_stored(expected, result)
        self.store.quads.clear()
        self.assertEqual(self.load("--graph", GRAPH, "--fresh").code, 0)
        self.assert_stored(self.in_one_graph(expected))

    def test_other_syntaxes_compressed_files_and_standard_input(self):
        expected = self.write()
        data = (self.folder / "data.nq").read_bytes()
        (self.folder / "data.nq.gz").write_bytes(gzip.compress(data))
        self.assertEqual(self.load(file="data.nq.gz").code, 0)
        self.assert_stored(expected)
        self.store.quads.clear()
        self.assertEqual(self.load(file="-", stdin=data).code, 0)
        self.assert_stored(expected)
        self.store.quads.clear()
        (self.folder / "data.ttl").write_text("<http://a.example/s> <http://a.example/p> 1, [] .")
        self.assertEqual(self.load(file="data.ttl").code, 0)
        self.assertEqual(len(self.store.dataset()), 2)

    def test_several_files_share_no_blank_node(self):
        one, two = self.write(name="one.nq"), self.write(name="two.nq")
        self.assertTrue(one == two)
        self.assertEqual(self.load("two.nq", file="one.nq").code, 0)
        blank = sum(any(t and t[0] == "blank" for t in quad) for quad in one)
        self.assertEqual(len(self.store.dataset()), len(one) + blank)

    def test_replace_takes_away_what_was_there_and_leaves_other_graphs(self):
        expected = self.write()
        old = (("iri", "http://a.example/old"), ("iri", "http://a.example/p"),
               ("iri", "http://a.example/o"))
        other = (*old, ("iri", "http://other.example/graph"))
        for protocol in ("auto", "gsp", "update"):
            self.store.quads = {(*old, ("iri", GRAPH)), other}
            result = self.load("--replace", "--protocol", protocol, "--fresh", "--verify",
                               "--batch-size", "2Ki")
            self.assertEqual(result.code, 0, result)
            self.assert_stored(expected | {other}, result)

    def test_blank_nodes_that_hang_together_go_in_one_body_however_far_apart(self):
        lines = [f"_:a <http://a.example/p> _:b{i} <{GRAPH}> .\n" for i in range(300)]
        ground = "".join(load_data.statements(2000, 1, 5))
        (self.folder / "data.nq").write_text(
            lines[0] + ground + "".join(lines[1:]), "utf-8")
        expected = quads.read_dataset((self.folder / "data.nq").read_bytes())
        for protocol in ("gsp", "nquads"):
            self.store.quads.clear()
            result = self.load("--protocol", protocol, "--batch-size", "1Ki", "--fresh")
            self.assertEqual(result.code, 0, result)
            # By degrees: 300 twins are too many for a search.
            star = [q for q in self.store.dataset() if q[1][1] == "http://a.example/p"]
            self.assertEqual(len(star), 300)
            self.assertEqual(len({quad[0] for quad in star}), 1)
            self.assertEqual(len(self.store.dataset()), len(expected))


class FaultyDataTest(LoadTest):
    def test_a_file_that_is_not_there_stops_before_anything_is_sent(self):
        self.write()
        result = self.load("missing.nq")
        self.assertEqual(result.code, 3, result)
        self.assertIn("missing.nq: no such file", result.errors)
        self.assertEqual(self.store.requests, [])

    def test_a_web_page_instead_of_a_dump_can_be_replaced_by_it(self):
        (self.folder / "data.nq").write_text("<html><body>Not found</body></html>", "utf-8")
        result = self.load()
        self.assertEqual(result.code, 3, result)
        self.assertIn("is an HTML page, not RDF data", result.errors)
        self.assertEqual(self.store.writes, [])
        expected = self.write()
        self.assert_stored(expected, self.load())

    def test_broken_statements_are_told_and_the_others_loaded(self):
        expected = self.write()
        file = self.folder / "data.nq"
        file.write_bytes(b"<http://a.example/s> nonsense .\n" + file.read_bytes())
        result = self.load("--verify")
        self.assertEqual(result.code, 1, result)
        self.assertIn("data.nq:1", result.errors)
        self.assert_stored(expected, result)

    def test_graphs_with_blank_names_need_nquads(self):
        (self.folder / "data.nq").write_text(
            "_:s <http://a.example/p> _:o _:g .\n"
            "<http://a.example/s> <http://a.example/p> <http://a.example/o> _:g .\n"
            "<http://a.example/s> <http://a.example/p> \"x\" <http://g.example/> .\n")
        expected = quads.read_dataset((self.folder / "data.nq").read_bytes())
        self.assertEqual(self.load().code, 0)
        self.assert_stored(expected)
        self.store.quads.clear()
        result = self.load("--protocol", "gsp", "--fresh")
        self.assertEqual(result.code, 1, result)
        self.assertIn("[load.blank-graph]", result.errors)
        self.assertEqual(len(self.store.dataset()), 1)

    def test_nodes_that_graphs_share_are_kept_by_nquads_and_told_otherwise(self):
        (self.folder / "data.nq").write_text(
            "_:s <http://a.example/p> \"1\" <http://g.example/1> .\n"
            "_:s <http://a.example/p> \"2\" <http://g.example/2> .\n")
        expected = quads.read_dataset((self.folder / "data.nq").read_bytes())
        self.assertEqual(self.load().code, 0)
        self.assert_stored(expected)
        result = self.load("--protocol", "gsp", "--fresh")
        self.assertEqual(result.code, 1, result)
        self.assertIn("[load.shared-blank]", result.errors)

    def test_wrong_usage_is_told(self):
        self.write()
        for arguments, what in (((), "--to URL"), (("--to", "ftp://a.example/"), "--to ftp:"),
                                (("--to", self.store.base, "--protocol", "odbc"), "--protocol"),
                                (("--to", self.store.base, "--replace", "--protocol", "nquads"),
                                 "--replace"),
                                (("--to", "http://u:p@a.example/"), "--user")):
            result = self.run_program("load", "data.nq", *arguments)
            self.assertEqual(result.code, 2, result)
            self.assertIn(what, result.errors)


class FaultyStoreTest(LoadTest):
    """The store or the way to it fails; nothing may be missing or doubled after all."""

    def each(self, fault, *arguments, ways=("gsp", "update", "nquads"), times=1, code=0):
        """Runs a load in which each body fails so many times."""
        expected = self.write()
        for protocol in ways:
            with self.subTest(protocol=protocol):
                self.store.quads.clear()
                self.store.requests.clear()
                seen = {}

                def choose(request):
                    if not request.is_write:
                        return None
                    seen[request.body] = seen.get(request.body, 0) + 1
                    return fault if seen[request.body] <= times else None

                self.store.fault = choose
                result = self.load("--protocol", protocol, "--batch-size", "4Ki", "--fresh",
                                   "--verify", *arguments)
                self.store.fault = None
                self.assertEqual(result.code, code, result)
                if code == 0:
                    self.assert_stored(expected, result)
                    self.assertTrue(seen, "no body was sent")

    def test_an_error_before_anything_was_done(self):
        self.each(Fault("answer", 500))
        self.each(Fault("answer", 503, {"Retry-After": "1"}), ways=["gsp"])

    def test_an_error_after_it_was_done(self):
        self.each(Fault("answer after", 500))

    def test_a_connection_that_breaks_before(self):
        self.each(Fault("break"))

    def test_a_connection_that_breaks_after_the_body_was_taken(self):
        self.each(Fault("break after"))

    def test_lost_answers_beside_bodies_without_blank_nodes(self):
        # Only what holds blank nodes loses its answer, while the others are still on their way.
        expected = self.write(2000, graphs=0)
        for kind in ("break", "break after"):
            self.store.quads.clear()
            self.store.requests.clear()
            seen = set()

            def choose(request, seen=seen, kind=kind):
                if not request.is_write or b"_:" not in request.body:
                    time.sleep(0.02)
                    return None
                first = request.body not in seen
                seen.add(request.body)
                return Fault(kind) if first and len(seen) % 4 == 1 else None

            self.store.fault = choose
            result = self.load("--protocol", "gsp", "--batch-size", "4Ki", "--fresh", "--verify",
                               "--connections", "3", "--graph", GRAPH)
            self.assertEqual(result.code, 0, result)
            self.assert_stored(self.in_one_graph(expected), result)
            self.assertIn("closed the connection without an answer", result.errors)
            self.assertNotIn("callback", result.errors)
            plain = [b"_:" not in request.body for request in self.store.writes]
            self.assertIn(True, plain[plain.index(False):], "nothing was sent side by side")

    def test_a_graph_that_is_counted_slowly_is_not_counted_for_each_body(self):
        expected = self.write(2000, graphs=0)
        self.store.count_seconds = 0.1

        def choose(request, seen=set()):
            if not request.is_write or b"_:" not in request.body:
                return None
            seen.add(request.body)
            return Fault("break after") if len(seen) == 8 else None

        self.store.fault = choose
        result = self.load("--protocol", "gsp", "--batch-size", "4Ki", "--graph", GRAPH)
        self.assertEqual(result.code, 0, result)
        self.assert_stored(self.in_one_graph(expected), result)
        self.assertIn("not sent again", result.errors)
        bodies = [request for request in self.store.writes if b"_:" in request.body]
        counts = [request for request in self.store.requests if b"isBlank" in request.body]
        self.assertGreater(len(bodies), 10)
        self.assertLessEqual(len(counts), 4)

    def test_nothing_is_counted_while_a_body_is_under_way(self):
        # Virtuoso can hang where it counts what is just being inserted.
        with_nodes = []

        def choose(request):
            if not request.is_write:
                return None
            time.sleep(0.005)
            if b"_:" not in request.body:
                return None
            with_nodes.append(request)  # a lost answer is found by counting beside other bodies
            return Fault("break after") if len(with_nodes) == 3 else None

        for graphs, target in ((0, ["--graph", GRAPH]), (5, [])):
            expected = self.write(2000, graphs=graphs)
            self.store.quads.clear()
            self.store.met.clear()
            with_nodes.clear()
            self.store.fault = choose
            result = self.load("--protocol", "gsp", "--batch-size", "4Ki", "--fresh", "--verify",
                               "--connections", "3", *target)
            self.store.fault = None
            self.assertEqual(result.code, 0, result)
            self.assert_stored(self.in_one_graph(expected) if target else expected, result)
            self.assertGreater(self.store.most_writes, 1, "nothing was sent side by side")
            self.assertIn("not sent again", result.errors)
            self.assertEqual(self.store.met, [])

    def test_a_graph_that_was_found_empty_is_not_counted_again_for_its_first_body(self):
        expected = self.write(2000, graphs=40)
        result = self.load("--protocol", "gsp", "--verify", "--connections", "1")
        self.assertEqual(result.code, 0, result)
        self.assert_stored(expected, result)
        counts = [request for request in self.store.requests if request.is_count]
        of_nodes = [request for request in counts if b"isBlank" in request.body]
        self.assertGreaterEqual(len(counts), 80)  # each before and after
        self.assertEqual(of_nodes, [])

    def test_a_store_that_falls_silent(self):
        self.each(Fault("stall"), "--stall-timeout", "1", "--connections", "8", ways=["gsp"])
        self.each(Fault("stall after"), "--stall-timeout", "1", "--connections", "8", ways=["nquads"])

    def hang_after(self, writes):
        """From then on the store answers nothing at all."""
        left = [writes]

        def choose(request):
            left[0] -= request.is_write
            return Fault("stall") if left[0] < 0 else None

        self.store.fault = choose

    def test_a_store_that_hangs_and_is_restarted(self):
        self.write(2000)
        file = self.folder / "data.nq"
        file.write_bytes(b"".join(line for line in file.read_bytes().splitlines(True)
                                  if b"_:" not in line))
        expected = quads.read_dataset(file.read_bytes())
        self.hang_after(5)
        command = ("--protocol", "gsp", "--batch-size", "4Ki", "--stall-timeout", "1", "--retries",
                   "2", "--verify")
        result = self.load(*command)
        self.assertEqual(result.code, 3, result)
        self.assertRegex(result.errors, r"stalled: no byte came for 1 s .*\(2 attempts; if the store "
                         r"answers no query either, restart it\); the same command goes on")
        taken = {request.body for request in self.store.writes if request.status}
        self.assertEqual(len(taken), 5)
        self.store.fault = None
        self.store.requests.clear()
        result = self.load(*command)
        self.assertEqual(result.code, 0, result)
        self.assertIn("going on with the load", result.errors)
        self.assert_stored(expected, result)
        self.assertFalse(taken & {request.body for request in self.store.writes},
                         "what the store has was sent again")

    def test_a_store_that_hangs_from_the_start_is_told_without_asking_it_everywhere(self):
        self.write()
        self.store.fault = lambda _: Fault("stall")
        result = self.load("--stall-timeout", "1")
        self.assertEqual(result.code, 3, result)
        self.assertIn("stalled: no byte came for 1 s", result.errors)
        self.assertIn("if the store answers no query either, restart it", result.errors)
        self.assertEqual(len(self.store.requests), 1)
        # It takes data, but no query is answered.
        self.store.fault = lambda request: (
            Fault("stall") if b"COUNT" in request.body else None)
        self.store.requests.clear()
        result = self.load("--stall-timeout", "1")
        self.assertEqual(result.code, 3, result)
        self.assertIn("if the store answers no query either, restart it", result.errors)
        self.assertEqual(self.store.writes, [])

    def test_what_is_refused_is_told_and_nothing_else_is_lost(self):
        expected = self.write()
        victim = "http://data.example/item/7>"

        def choose(request):
            if request.is_write and b"item/7> <http://data.example/code>" in request.body:
                return Fault("answer", 400, text="I do not like it")
            return None

        for protocol in ("gsp", "update", "nquads"):
            self.store.quads.clear()
            self.store.fault = choose
            result = self.load("--protocol", protocol, "--fresh")
            self.assertEqual(result.code, 1, result)
            self.assertIn("I do not like it [load.refused]", result.errors)
            self.assertIn(victim, result.errors)
            self.assertTrue(quads.isomorphic(
                frozenset(q for q in expected if not (q[0][1].endswith("/item/7") and
                                                      q[1][1].endswith("/code"))),
                self.store.dataset()), result)
            again = self.load("--protocol", protocol)
            self.assertEqual(again.code, 1, again)
            self.assertIn("everything is loaded already", again.errors)
            self.assertIn("refused 1 statement", again.errors)

    def test_bodies_that_are_too_large_are_halved(self):
        expected = self.write()
        self.store.fault = lambda request: (
            Fault("answer", 413) if len(request.body) > 3000 else None)
        for protocol in ("gsp", "update", "nquads"):
            self.store.quads.clear()
            result = self.load("--protocol", protocol, "--fresh", "--verify")
            self.assertEqual(result.code, 0, result)
            self.assert_stored(expected, result)

    def test_a_part_that_was_taken_stops_the_load_and_says_why(self):
        self.write()
        self.store.fault = lambda request: (
            Fault("half", 500) if b"_:" in request.body and request.is_write else None)
        result = self.load("--protocol", "gsp", "--retries", "2", seconds=120)
        self.assertEqual(result.code, 3, result)
        self.assertIn("[load.partial]", result.errors)
        self.store.fault = None
        result = self.load("--protocol", "gsp", "--fresh", "--replace", "--verify")
        self.assertEqual(result.code, 0, result)

    def test_a_web_page_is_no_success(self):
        self.write()
        self.store.fault = lambda request: (
            Fault("answer", 200, text="<html>Please log in", type="text/html")
            if request.is_write else None)
        result = self.load("--protocol", "gsp")
        self.assertEqual(result.code, 3, result)
        self.assertIn("web page", result.errors)
        self.store.fault = lambda _: Fault("answer", 200, text="<html>Welcome", type="text/html")
        result = self.load("--fresh")
        self.assertEqual(result.code, 3, result)
        self.assertIn("no store that takes data", result.errors)

    def test_a_closed_port_stops_and_the_same_command_goes_on(self):
        expected = self.write()
        with SmallStore() as gone:
            base = gone.base
        result = self.load(to=base)
        self.assertEqual(result.code, 3, result)
        self.assertIn("cannot connect", result.errors)
        counter = iter(range(1000))
        self.store.fault = lambda request: (
            Fault("break") if request.is_write and next(counter) > 2 else None)
        result = self.load("--batch-size", "4Ki", "--connections", "1")
        self.assertEqual(result.code, 3, result)
        self.assertIn("the same command goes on", result.errors)
        self.store.fault = None
        result = self.load("--batch-size", "4Ki", "--verify")
        self.assertEqual(result.code, 0, result)
        self.assertIn("going on", result.errors)
        self.assert_stored(expected, result)

    def test_verify_lists_what_differs(self):
        self.write()
        self.store.fault = lambda request: (
            Fault("half", 204, text="") if request.is_write else None)
        result = self.load("--verify")
        self.assertEqual(result.code, 1, result)
        self.assertIn("[load.count]", result.errors)

    def test_redirects_are_told_not_followed(self):
        self.write()
        self.store.fault = lambda _: Fault("answer", 301, {"Location": "http://x.example/"})
        result = self.load("--protocol", "gsp")
        self.assertEqual(result.code, 3, result)
        self.assertIn("redirects to http://x.example/", result.errors)


class LoginTest(LoadTest):
    def check(self, *arguments, password_is="right"):
        expected = self.write()
        for protocol in ("gsp", "update", "nquads"):
            self.store.quads.clear()
            result = self.load("--protocol", protocol, "--fresh", "--verify", "--batch-size",
                               "4Ki", *arguments)
            self.assertEqual(result.code, 0, result)
            self.assert_stored(expected, result)

    def test_basic(self):
        self.store.ask_for_basic("me", "secret")
        self.check("--user", "me:secret")

    def test_digest_never_sends_the_password(self):
        self.store.ask_for_digest("me", "secret")
        self.check("--user", "me:secret")
        for request in self.store.requests:
            self.assertFalse(request.headers.get("Authorization", "").startswith("Basic"))

    def test_digest_asks_once_and_then_answers_at_once(self):  # RFC 7616 §3.3
        self.store.ask_for_digest("me", "secret")
        self.write()
        result = self.load("--protocol", "gsp", "--batch-size", "4Ki", "--user", "me:secret")
        self.assertEqual(result.code, 0, result)
        self.assertGreater(len(self.store.writes), 10)
        questions = [request for request in self.store.requests
                     if request.status == 401 and request.path.startswith("/store?")]
        self.assertLess(len(questions), 6, questions)

    def test_a_nonce_that_the_store_no_longer_takes_loses_nothing(self):
        for says_stale in (True, False):
            self.store.ask_for_digest("me", "secret", uses=3, says_stale=says_stale)
            self.check("--user", "me:secret")
            self.assertGreater(len(self.store.nonces), 10)

    def test_bearer(self):
        self.store.ask_for_bearer("token")
        self.check("--header", "Authorization: Bearer token")

    def test_netrc(self):
        self.store.ask_for_digest("me", "secret")
        self.write()
        (self.folder / ".netrc").write_text("machine 127.0.0.1 login me password secret\n")
        done = subprocess.run([PROGRAM, "load", "data.nq", "--to", self.store.base, "--netrc"],
                              cwd=self.folder, env={**os.environ, "HOME": str(self.folder)},
                              capture_output=True, timeout=SECONDS, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_wrong_or_missing_login_is_told(self):
        self.write()
        for ask in (self.store.ask_for_basic, self.store.ask_for_digest,
                    lambda *login: self.store.ask_for_digest(*login, says_stale="always")):
            ask("me", "secret")
            for arguments in ((), ("--user", "me:wrong")):
                result = self.load("--fresh", *arguments)
                self.assertEqual(result.code, 3, result)
                self.assertIn("401", result.errors)
                self.assertIn("--user", result.errors)
                self.assertNotIn("wrong:", result.errors)
        self.assertEqual(self.store.dataset(), frozenset())


class ResumeTest(LoadTest):
    def run_and_kill(self, seconds, *arguments):
        """Starts a load and kills it after so long; True if it had ended before."""
        process = subprocess.Popen(
            [PROGRAM, "load", "data.nq", "--to", self.store.base, "-q", *arguments],
            cwd=self.folder, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            process.wait(seconds)
            return True
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)
            return False

    def test_kills_at_any_moment_lose_and_double_nothing(self):
        dice = random.Random(7)
        expected = self.write(2000)
        for protocol in ("gsp", "update", "nquads"):
            kills = 0
            self.store.quads.clear()
            for file in self.folder.glob("data.nq.load*"):
                file.unlink()
            arguments = ("--protocol", protocol, "--batch-size", "4Ki", "--connections", "2")

            def slow(request):
                time.sleep(0.01)
                if request.is_write and dice.random() < 0.1:
                    return Fault("break after")
                return None

            self.store.fault = slow
            for turn in range(40):
                # After a lost answer it first waits for the store to come to rest.
                rest = 2.5 if turn % 4 == 3 else 0
                if self.run_and_kill(rest + 0.05 + dice.random() * 0.4, *arguments,
                                     "--retry-delay", "0.05"):
                    break
                kills += 1
            self.store.fault = None
            result = self.load(*arguments, "--verify")
            self.assertEqual(result.code, 0, result)
            self.assertGreater(kills, 1)
            self.assert_stored(expected, result)

    def test_a_second_run_does_nothing_and_fresh_does_all(self):
        self.write()
        self.load()
        before = len(self.store.writes)
        result = self.load()
        self.assertEqual(result.code, 0, result)
        self.assertIn("loaded already", result.errors)
        self.assertEqual(len(self.store.writes), before)
        self.load("--fresh", "--replace")
        self.assertGreater(len(self.store.writes), before)

    def test_a_verify_of_a_finished_load_finds_what_is_gone(self):
        self.write()
        self.load("--verify")
        self.store.quads.clear()
        result = self.load("--verify")
        self.assertEqual(result.code, 1, result)
        self.assertIn("[load.count]", result.errors)

    def break_off(self):
        counter = iter(range(1000))
        self.store.fault = lambda request: (
            Fault("break") if request.is_write and next(counter) > 2 else None)
        result = self.load("--batch-size", "4Ki", "--connections", "1", "--retries", "1")
        self.assertEqual(result.code, 3, result)
        self.store.fault = None

    def test_another_input_is_not_taken_for_the_same(self):
        for change in ("size", "content"):
            self.write()
            self.break_off()
            data = (self.folder / "data.nq").read_bytes()
            if change == "size":
                data += b"# more\n"
            else:
                data = data.replace(b"item/1>", b"item/x>")
            (self.folder / "data.nq").write_bytes(data)
            result = self.load("--batch-size", "4Ki")
            self.assertEqual(result.code, 3, result)
            self.assertIn("--fresh", result.errors)
            for file in self.folder.glob("data.nq.load*"):
                file.unlink()

    def test_another_batch_size_goes_on_as_it_was_cut(self):
        expected = self.write()
        self.break_off()
        result = self.load("--batch-size", "1Ki", "--verify")
        self.assertEqual(result.code, 0, result)
        self.assert_stored(expected, result)

    def test_an_interrupt_saves_the_state(self):
        expected = self.write(2000)
        self.store.fault = lambda _: time.sleep(0.05)
        process = subprocess.Popen(
            [PROGRAM, "load", "data.nq", "--to", self.store.base, "--batch-size", "4Ki"],
            cwd=self.folder, stderr=subprocess.PIPE)
        time.sleep(0.6)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn(b"interrupted", errors)
        self.store.fault = None
        result = self.load("--batch-size", "4Ki", "--verify")
        self.assertEqual(result.code, 0, result)
        self.assert_stored(expected, result)

    def test_state_can_be_elsewhere(self):
        self.write()
        self.assertEqual(self.load("--state", "elsewhere.db").code, 0)
        self.assertTrue((self.folder / "elsewhere.db").exists())
        self.assertFalse(list(self.folder.glob("data.nq.load*")))


if __name__ == "__main__":
    unittest.main()
