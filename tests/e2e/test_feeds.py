"""`semsite index --feed`: documents as files for other search engines."""

import collections
import gzip
import json
import signal
import subprocess
import tarfile
import time
import unittest

from harness import PROGRAM, ProgramTest

import load_data
import quads


class FeedTest(ProgramTest):
    def write(self, count=600, graphs=40, name="data.nq"):
        data = "".join(load_data.statements(count, graphs, 3)).encode()
        (self.folder / name).write_bytes(data)
        by_graph = collections.defaultdict(set)
        for quad in quads.read_dataset(data):
            by_graph[quad[3][1]].add(quad[:3])
        return by_graph

    def feed(self, form, *arguments, out="feed", file="data.nq", **more):
        return self.run_program("index", file, "--feed", form, "-o", out, *arguments, **more)

    def names(self, out="feed"):
        return sorted(path.name for path in (self.folder / out).iterdir())


class BulkTest(FeedTest):
    def documents(self, data):
        lines = data.decode().splitlines()
        self.assertEqual(len(lines) % 2, 0)
        for action, document in zip(lines[::2], lines[1::2]):
            yield json.loads(action)["index"], json.loads(document)

    def check(self, pairs, by_graph):
        seen = {}
        for action, document in pairs:
            self.assertEqual(action["_id"], document["link"])
            seen[document["link"]] = document
        self.assertEqual(set(seen), set(by_graph))
        for graph, triples in by_graph.items():
            document = seen[graph]
            self.assertEqual(document["explicit_content_size"], len(triples))
            content = quads.read_dataset(document["explicit_content"].encode())
            self.assertTrue(quads.isomorphic(content,
                                             frozenset((*t, None) for t in triples)))
            iris = {term[1] for triple in triples for term in triple if term[0] == "iri"}
            self.assertEqual(set(document["uri"]), iris)
            properties = collections.Counter(triple[1][1] for triple in triples)
            self.assertEqual(dict(zip(document["predicate"], document["predicate_count"])),
                             dict(properties))

    def test_every_document_is_in_the_files_once_and_files_are_bounded(self):
        by_graph = self.write()
        result = self.feed("bulk", "--shard-size", "40k")
        self.assertEqual(result.code, 0, result)
        names = self.names()
        self.assertIn("mapping.json", names)
        shards = [name for name in names if name.startswith("bulk-")]
        self.assertGreater(len(shards), 2)
        self.assertEqual(shards, [f"bulk-{i + 1:05}.ndjson" for i in range(len(shards))])
        data = b""
        for name in shards:
            part = (self.folder / "feed" / name).read_bytes()
            self.assertTrue(len(part) <= 40_000 or part.count(b"\n") == 2)
            data += part
        self.check(self.documents(data), by_graph)

    def test_standard_output_compression_and_the_name_of_the_index(self):
        by_graph = self.write()
        result = self.feed("bulk", "--feed-index", "web", out="-")
        self.assertEqual(result.code, 0, result)
        pairs = list(self.documents(result.out))
        self.assertTrue(all(action["_index"] == "web" for action, _ in pairs))
        self.check(pairs, by_graph)
        result = self.feed("bulk", "--compress", "gz")
        self.assertEqual(result.code, 0, result)
        data = gzip.decompress((self.folder / "feed/bulk-00001.ndjson.gz").read_bytes())
        self.check(self.documents(data), by_graph)

    def test_documents_that_are_gone(self):
        self.write()
        result = self.feed("bulk", "--remove", "http://gone.example/1", out="-")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(json.loads(result.out.decode().splitlines()[0]),
                         {"delete": {"_id": "http://gone.example/1"}})

    def test_a_fault_stops_it_if_it_shall(self):
        faulty = self.folder / "faulty.nq"
        faulty.write_text('<urn:a> <urn:b> "c" _:g .\n')
        arguments = ["index", "--feed", "bulk", faulty, "-o"]
        self.assertEqual(self.run_program(*arguments, self.folder / "a").code, 1)
        result = self.run_program(*arguments, self.folder / "b", "--on-error", "fail")
        self.assertEqual(result.code, 3, result)
        self.assertIn("the feed is not whole", result.errors)
        self.assertNotIn("an error that is ours", result.errors)

    def test_an_index_gives_the_same_feed_as_its_files(self):
        by_graph = self.write()
        result = self.run_program("index", "data.nq", "--index", "x.index")
        self.assertEqual(result.code, 0, result)
        result = self.run_program("index", "--index", "x.index", "--feed", "bulk", "-o", "-")
        self.assertEqual(result.code, 0, result)
        self.check(self.documents(result.out), by_graph)

    def test_wrong_usage_is_told(self):
        self.write()
        (self.folder / "old").mkdir()
        (self.folder / "old/bulk-00001.ndjson").write_text("x")
        for arguments, what in ((("--feed", "bulk"), "-o DIR"),
                                (("--feed", "bulks", "-o", "x"), "bulk"),
                                (("--feed", "bulk", "-o", "old"), "earlier feed"),
                                (("--feed", "sindice", "-o", "-"), "archives"),
                                (("--feed", "bulk", "-o", "x", "--index", "y"), "both"),
                                (("--feed", "bulk", "-o", "-", "--compress", "gz"), "pipe"),
                                (("--index", "y", "-o", "x"), "--feed")):
            result = self.run_program("index", "data.nq", *arguments)
            self.assertEqual(result.code, 2, result)
            self.assertIn(what, result.errors)

    def test_a_full_disk_and_a_reader_that_goes(self):
        self.write(20000)
        with open("/dev/full", "wb") as full:
            process = subprocess.run([PROGRAM, "index", "data.nq", "--feed", "bulk", "-o", "-"],
                                     cwd=self.folder, stdout=full, stderr=subprocess.PIPE,
                                     timeout=60, check=False)
        self.assertEqual(process.returncode, 3, process)
        self.assertIn(b"No space", process.stderr)

    def test_an_interrupt_leaves_only_whole_files(self):
        self.write(60000, graphs=3000)
        process = subprocess.Popen(
            [PROGRAM, "index", "data.nq", "--feed", "sindice", "-o", "feed", "--shard-size",
             "100k"], cwd=self.folder, stderr=subprocess.PIPE)
        place = self.folder / "feed"
        for _ in range(600):
            if place.is_dir() and any(path.name == "DE-00002.tar.gz"
                                      for path in place.iterdir()):
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=60)[1]
        self.assertIn(process.returncode, (0, 130), errors)
        if process.returncode == 130:
            self.assertIn(b"the feed is not", errors)
        for path in place.iterdir():
            self.assertFalse(path.name.endswith(".part"), path)
            if path.name.endswith(".gz"):
                with tarfile.open(path) as archive:
                    archive.getmembers()


class SindiceTest(FeedTest):
    """Section 10 of the fact sheet on Sindice: the collection of 2011."""

    def records(self, kind):
        out = []
        for name in self.names():
            if not name.startswith(kind + "-"):
                continue
            with tarfile.open(self.folder / "feed" / name) as archive:
                members = archive.getmembers()
                self.assertEqual(len(members) % 3, 0)
                for i in range(0, len(members), 3):
                    place = members[i].name.rsplit("/", 1)[0]
                    self.assertEqual([m.name for m in members[i:i + 3]],
                                     [f"{place}/{file}" for file in
                                      ("metadata", "outgoing-triples.nt", "incoming-triples.nt")])
                    metadata, outgoing, incoming = (archive.extractfile(m).read()
                                                    for m in members[i:i + 3])
                    self.assertTrue((metadata + outgoing + incoming).isascii())
                    out.append((place, metadata.decode(), outgoing, incoming))
        return out

    def expected(self, by_graph):
        """By brute force: for each document and entity what goes out and comes in."""
        out = {}
        for graph, triples in by_graph.items():
            entities = {t[0][1] for t in triples if t[0][0] == "iri"}
            for entity in entities:
                me = ("iri", entity)
                out[graph, entity] = (sum(t[0] == me for t in triples),
                                      sum(t[2] == me for t in triples))
        return out

    def test_both_ways_hold_the_same_as_the_quads(self):
        by_graph = self.write()
        # An entity in two documents, and one that others point to.
        more = ('<http://e.example/é> <http://e.example/knows> <http://data.example/item/1> '
                '<http://graph.example/0> .\n'
                '<http://e.example/é> <http://e.example/name> "Ünï 🚲" <http://graph.example/1> .\n')
        with open(self.folder / "data.nq", "a", encoding="utf-8") as out:
            out.write(more)
        for quad in quads.read_dataset(more.encode()):
            by_graph[quad[3][1]].add(quad[:3])
        result = self.feed("sindice", "--shard-size", "50k")
        self.assertEqual(result.code, 0, result)
        expected = self.expected(by_graph)
        for kind, pattern in (("DE", r"docID\d{9}/entityID\d{8}"),
                              ("ED", r"entityID\d{8}/docID\d{8}")):
            found = {}
            for place, metadata, outgoing, incoming in self.records(kind):
                self.assertRegex(place, f"^{pattern}$")
                document, entity = metadata.encode().decode("unicode_escape").split("\n")
                self.assertNotIn((document, entity), found)
                found[document, entity] = (len(outgoing.splitlines()),
                                           len(incoming.splitlines()))
                for line in outgoing.splitlines():
                    quad = next(iter(quads.read_dataset(line + b"\n")))
                    self.assertEqual(quad[0], ("iri", entity))
                    if all(term[0] != "blank" for term in quad[:3]):
                        self.assertIn(quad[:3], by_graph[document])
            self.assertEqual(found, expected, kind)
        self.assertGreater(len([n for n in self.names() if n.startswith("DE-")]), 1)
        numbers = [place.split("/")[0] for place, *_ in self.records("ED")]
        self.assertEqual(numbers, sorted(numbers), "an entity's records stand together")

    def test_the_same_documents_give_the_same_archives(self):
        self.write()
        for out in ("one", "two"):
            result = self.feed("sindice", out=out)
            self.assertEqual(result.code, 0, result)
        for name in ("DE-00001.tar.gz", "ED-00001.tar.gz"):
            self.assertEqual((self.folder / "one" / name).read_bytes(),
                             (self.folder / "two" / name).read_bytes())


if __name__ == "__main__":
    unittest.main()
