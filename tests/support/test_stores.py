"""The stores that other tests are given: do they hold what was put in, and begin empty?"""

import pathlib
import tempfile
import unittest

import oxigraph
import quads
from store_tests import OxigraphStore, VirtuosoStore
import virtuoso

GRAPH, OTHER = "http://graph.example/one", "http://graph.example/two"
TRIPLES = (b'<http://a.example/a> <http://a.example/p> "caf\xc3\xa9"@fr .\n'
           b'_:x <http://a.example/p> "line\\nbreak" .\n')


class VirtuosoTest(VirtuosoStore, unittest.TestCase):
    def load(self, graph):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "data.nt"
            file.write_bytes(TRIPLES)
            self.store.load_file(file, graph)

    def test_loads_counts_and_clears(self):
        self.load(GRAPH)
        self.load(OTHER)
        self.assertEqual(self.store.count(GRAPH), 2)
        self.assertEqual(self.store.graphs(), {GRAPH, OTHER})
        self.store.clear()
        self.assertEqual(self.store.count(GRAPH), 0)
        self.assertEqual(self.store.graphs(), set())

    def test_data_outlives_a_restart(self):
        self.load(GRAPH)
        self.store.restart()
        self.assertEqual(self.store.count(GRAPH), 2)

    def test_updates_need_the_permission(self):
        update = f'INSERT DATA {{ GRAPH <{GRAPH}> {{ <http://a.example/a> <http://a.example/p> 1 }} }}'
        with self.assertRaises(virtuoso.StoreError):
            self.store.ask(update)
        self.store.allow_anonymous_update()
        self.store.ask(update)
        self.assertEqual(self.store.count(GRAPH), 1)
        self.store.forbid_anonymous_update()
        with self.assertRaises(virtuoso.StoreError):
            self.store.ask(update)

    def test_faulty_files_and_sql_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "bad.nt"
            file.write_bytes(b"<http://a.example/a> nonsense\n")
            with self.assertRaises(virtuoso.StoreError):
                self.store.load_file(file, GRAPH)
        with self.assertRaises(virtuoso.StoreError):
            self.store.isql("select nothing from nowhere;")


class OxigraphTest(OxigraphStore, unittest.TestCase):
    def test_loads_counts_and_clears(self):
        self.store.load(TRIPLES, media_type="application/n-triples")
        self.store.load(TRIPLES, GRAPH, "application/n-triples")
        self.assertEqual((self.store.count(), self.store.count(GRAPH)), (2, 2))
        self.store.clear()
        self.assertEqual(self.store.dataset(), b"")

    def test_gives_back_the_dataset(self):
        data = TRIPLES + f'_:x <http://a.example/q> _:x <{GRAPH}> .\n'.encode()
        self.store.load(data)
        self.assertTrue(quads.isomorphic(quads.read_dataset(self.store.dataset()),
                                         quads.read_dataset(data)))

    def test_blank_nodes_of_two_bodies_differ(self):
        for _ in range(2):
            self.store.load(TRIPLES)
        self.assertEqual(self.store.count(), 3)

    def test_put_replaces_one_graph_and_nothing_if_it_is_faulty(self):
        self.store.load(TRIPLES, GRAPH, "application/n-triples")
        self.store.load(TRIPLES, OTHER, "application/n-triples")
        one = f"/store?graph={GRAPH}"
        with self.assertRaises(oxigraph.StoreError):
            self.store.request(one, b"<bad", "PUT", Content_Type="application/n-triples")
        self.assertEqual(self.store.count(GRAPH), 2)
        self.store.request(one, TRIPLES.splitlines()[0], "PUT",
                           Content_Type="application/n-triples")
        self.assertEqual((self.store.count(GRAPH), self.store.count(OTHER)), (1, 2))


if __name__ == "__main__":
    unittest.main()
