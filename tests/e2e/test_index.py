"""`semsite index`: what is in an index after runs, changes, merges, kills and faults."""

import gzip
import json
import os
import resource
import signal
import sqlite3
import subprocess
import time
import unittest

from harness import PROGRAM, ProgramTest, triples
import index_data
import quads

G = "http://a.example/doc"


def graph(number, text, other=""):
    return (f'<{G}/{number}#it> <http://www.w3.org/2000/01/rdf-schema#label> "{text}" '
            f"<{G}/{number}> .\n{other}")


def many(count, word="number"):
    return "".join(graph(i, f"{word} {i}", f'_:b <urn:p{i % 50}> "value {i}" <{G}/{i}> .\n'
                         f"<{G}/{i}#it> <urn:q> <{G}/{i * 7 % count}> <{G}/{i}> .\n")
                   for i in range(count))


class IndexTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.place = self.folder / "documents.index"

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name

    def index(self, *arguments, code=0, place=None, **more):
        result = self.run_program("index", "--index", place or self.place, *arguments, **more)
        self.assertEqual(result.code, code, result)
        return result

    def found(self, *arguments, place=None):
        result = self.run_program("search", "--index", place or self.place, "--format", "json",
                                  "--limit", "1000", *arguments)
        self.assertEqual(result.code, 0, result)
        answer = json.loads(result.out)
        self.assertEqual(answer["totalResults"], len(answer["entries"]))
        return answer["entries"]

    def links(self, *arguments, place=None):
        return sorted(entry["link"] for entry in self.found(*arguments, place=place))

    def content(self, *arguments, place=None):
        """The statements of what is found, as lines."""
        result = self.run_program("search", "--index", place or self.place, "--format",
                                  "ntriples", "--limit", "1000", *arguments)
        self.assertEqual(result.code, 0, result)
        return sorted(result.out.decode().splitlines())

    def counts(self, result):
        """The last line: documents; new, replaced, unchanged, removed."""
        words = result.errors.splitlines()[-1].replace(",", "").replace(";", "").split()
        self.assertIn(words[3], ("document", "documents"), result)
        return [int(words[i]) for i in (2, 4, 6, 8, 10)]

    def whole(self, place=None):
        """All that an index answers: what each document is, and what is found by what."""
        place = place or self.place
        entries = {entry["link"]: entry for entry in self.found("--namespace", "http:",
                                                                place=place)}
        for entry in entries.values():
            for key in ("updated", "source", "rank"):  # ranks: test_search.py
                entry.pop(key)
        return entries, self.content("--namespace", "http:", place=place)


class Documents(IndexTest):
    def test_statements_without_a_graph_are_a_document_of_their_source_or_base(self):
        dump = self.write("dump.nt", triples(3)[0] + triples(3)[1])
        self.index(dump)
        self.assertEqual(self.links("number"), [dump.as_uri()])
        self.index(dump, "--base", "http://a.example/whole")
        self.assertEqual(self.links("number"), [dump.as_uri(), "http://a.example/whole"])

    def test_any_syntax_and_compression_is_read(self):
        (self.folder / "a.ttl.gz").write_bytes(gzip.compress(b'<http://a.example/x> <urn:p> "ttl" .'))
        page = self.write("b.html", '<html><body vocab="http://schema.org/" typeof="Thing">'
                                    '<p property="name">rdfa</p></body></html>')
        self.index(self.folder / "a.ttl.gz", page)
        [turtle] = self.found("ttl")
        self.assertEqual(turtle["formats"], ["TURTLE"])
        [html] = self.found("rdfa")
        self.assertEqual((html["link"], html["formats"]), (page.as_uri(), ["HTML"]))
        self.assertEqual(self.links("--in-format", "html"), [page.as_uri()])

    def test_a_graph_of_several_files_is_one_document(self):
        a = self.write("a.nq", graph(1, "first") + graph(2, "second"))
        b = self.write("b.nq", graph(1, "third"))
        self.index(a, b)
        [entry] = self.found("first")
        self.assertEqual(entry["explicit_content_size"], 2)
        self.assertEqual(entry["source"], [a.as_uri(), b.as_uri()])
        self.assertEqual(self.links("third"), [f"{G}/1"])

    def test_triples_are_all_counted(self):
        nquads = index_data.dump(60)
        self.index(self.write("dump.nq", nquads))
        scan = index_data.Scan(nquads)
        entries, lines = self.whole()
        self.assertEqual({url: e["explicit_content_size"] for url, e in entries.items()},
                         {url: len(t) for url, t in scan.documents.items()})
        self.assertEqual(len(lines), sum(map(len, scan.documents.values())))
        self.assertEqual(sum(e["explicit_content_length"] for e in entries.values()),
                         sum(len(line.encode()) + 1 for line in lines))

    def test_a_document_beyond_the_bound_is_counted_and_said(self):
        dump = self.write("dump.nq", "".join(graph(1, f"word{i}") for i in range(100))
                          + graph(2, "small"))
        result = self.index(dump, "--max-document", "1k", code=1)
        self.assertIn("[index.too-large]", result.errors)
        [entry] = self.found("word0")
        self.assertEqual(entry["explicit_content_size"], 100)
        self.assertGreater(entry["triples_left_out"], 80)
        self.assertEqual(100 - entry["triples_left_out"], len(self.content("word0")))
        self.assertEqual(self.links("small"), [f"{G}/2"])
        shown = self.run_program("search", "--index", self.place, "word0", "--format", "ntriples")
        self.assertIn("are not in the index", shown.errors)
        self.index(dump)  # the same document, which now fits

    def test_graphs_of_blank_nodes_are_left_out_and_said(self):
        dump = self.write("dump.nq", '<urn:s> <urn:p> "lost" _:g .\n' + graph(1, "kept"))
        result = self.index(dump, code=1)
        self.assertIn("1 statement stands in graphs that blank nodes name", result.errors)
        self.assertIn("[index.blank-graph]", result.errors)
        self.assertEqual((self.links("kept"), self.links("lost")), ([f"{G}/1"], []))

    def test_the_dataset_is_said_or_found_out(self):
        dump = self.write("dump.nq", '<urn:s> <urn:p> "x" <http://www.data.example.co.uk/d> .\n')
        self.index(dump)
        self.assertEqual(self.found("x")[0]["dataset"], "example.co.uk")
        other = self.folder / "other.index"
        self.index(dump, "--dataset", "my set", place=other)
        self.assertEqual(len(self.links("--in-dataset", "my set", place=other)), 1)

    def test_a_faulty_line_loses_only_itself(self):
        dump = self.write("dump.nq", graph(1, "one") + "this is no quad\n" + graph(2, "two"))
        bad = self.folder / "bad"
        result = self.index(dump, "--quarantine", bad, code=1)
        self.assertEqual(len(self.links("one OR two")), 2)
        self.assertIn("this is no quad", bad.read_text())
        place = self.folder / "none.index"
        self.index(dump, "--on-error", "fail", code=1, place=place)
        self.assertEqual(self.links("one OR two", place=place), [])


class UpToDate(IndexTest):
    def test_the_same_again_writes_nothing(self):
        dump = self.write("dump.nq", many(50))
        self.assertEqual(self.counts(self.index(dump)), [50, 50, 0, 0, 0])
        before = self.place.read_bytes()
        self.write("dump.nq", "".join(reversed(many(50).splitlines(True))))
        self.assertEqual(self.counts(self.index(dump)), [50, 0, 0, 50, 0])
        with sqlite3.connect(self.place) as file:
            self.assertEqual(file.execute("SELECT count(*) FROM segment").fetchone(), (1,))
        self.assertEqual(len(before), len(self.place.read_bytes()))

    def test_a_document_again_replaces_the_old_one(self):
        self.index(self.write("a.nq", graph(1, "old words") + graph(2, "stays")))
        result = self.index(self.write("b.nq", graph(1, "new words")))
        self.assertEqual(self.counts(result), [2, 0, 1, 0, 0])
        self.assertEqual((self.links("old"), self.links("new"), self.links("stays")),
                         ([], [f"{G}/1"], [f"{G}/2"]))
        self.assertEqual(self.links("--property",
                                    "http://www.w3.org/2000/01/rdf-schema#label",
                                    "--value", "old words"), [])

    def test_a_removed_document_is_found_by_nothing(self):
        nquads = index_data.dump(30)
        self.index(self.write("dump.nq", nquads))
        gone = sorted(index_data.Scan(nquads).documents)[::3]
        arguments = [word for url in gone for word in ("--remove", url)]
        self.assertEqual(self.counts(self.index(*arguments))[4], len(gone))
        left = "".join(line for line in nquads.splitlines(True)
                       if not any(line.endswith(f"<{url}> .\n") for url in gone))
        other = self.folder / "fresh.index"
        self.index(self.write("dump.nq", left), place=other)
        self.assertEqual(self.whole(), self.whole(other))
        for query in (["river"], ['"old bridge"'], ["--mentions-host", "a.example"],
                      ["--in-dataset", "a.example"], ["--language", "de"]):
            self.assertEqual(self.links(*query), self.links(*query, place=other))

    def test_what_is_removed_and_given_anew_stays(self):
        """--remove goes first: the files of the same run say what there is."""
        dump = self.write("dump.nq", graph(1, "first") + graph(2, "second"))
        self.index(dump)
        self.index("--remove", f"{G}/1", dump)
        self.assertEqual((self.links("first"), self.links("second")), ([f"{G}/1"], [f"{G}/2"]))
        result = self.index("--remove", f"{G}/2", self.write("a.nq", graph(1, "other")))
        self.assertEqual(self.counts(result)[0], 1)
        self.assertEqual((self.links("other"), self.links("second")), ([f"{G}/1"], []))

    def test_triple_terms_are_found_by_what_is_in_them(self):
        data = self.write("terms.nq", "".join(line + "\n" for line in (
            f"<u:r> <{quads.RDF}reifies> <<( <u:s> <u:p> \"zebra fish\" )>> <http://a.example/1> .",
            '<u:x> <u:q> <<( <u:t> <u:p> <<( <u:in> <u:pin> "deep"@en )>> )>> <http://a.example/2> .',
            '<u:s> <u:p> "zebra" <http://a.example/3> .')))
        self.index(data)
        for query, found in (
                (("zebra",), "13"), (("--uri", "u:s"), "13"), (("--uri", "u:s", "--place", "object"), "1"),
                (("--property", "u:q", "--value", "deep"), "2"), (("--ntriple", "* rdf:reifies <u:s>"), "1"),
                (("--ntriple", "<u:s> <u:p> *"), "3"), (("--ntriple", "* * <<( <u:s> <u:p> * )>>"), "1"),
                (("--ntriple", "* <u:q> <<( * <u:pin> 'deep' )>>"), "2"),
                (("--ntriple", "* * <<( <u:p> * * )>>"), "")):
            with self.subTest(query):
                self.assertEqual(self.links(*query), [f"http://a.example/{one}" for one in found])

    def test_no_index_is_made_of_nothing(self):
        result = self.index(self.folder / "missing.nq", code=3)
        self.assertIn("nothing could be read", result.errors)
        self.assertFalse(self.place.exists())
        self.index(self.write("dump.nq", graph(1, "first")))
        self.index(self.folder / "missing.nq", code=3)
        self.assertEqual(self.links("first"), [f"{G}/1"])

    def test_many_small_runs_are_merged_and_lose_nothing(self):
        place = self.folder / "once.index"
        texts = [graph(i, f"run {i}", graph(i + 1, f"replaced {i}")) for i in range(0, 30)]
        for text in texts:
            self.index(self.write("dump.nq", text))
        with sqlite3.connect(self.place) as file:
            self.assertLessEqual(
                file.execute("SELECT count(*) FROM segment").fetchone()[0], 8)
        last = "".join(graph(i, f"run {i}") for i in range(30)) + graph(30, "replaced 29")
        self.index(self.write("dump.nq", last), place=place)
        self.assertEqual(self.whole(), self.whole(place))

    def test_changes_of_a_fetch_are_followed(self):
        """The index after changes is the one of the new output."""
        old = {i: f"http://www.example.com/{i}" for i in range(6)}

        def show(i, text):
            self.site.add(f"/{i}", data=(
                f'<html><body><div itemscope itemid="{old[i]}#it" '
                f'itemtype="http://schema.org/Thing"><p itemprop="name">{text}</p>'
                '<div itemprop="part" itemscope itemtype="http://schema.org/Thing">'
                f'<p itemprop="name">part {text}</p></div></div></body></html>').encode(),
                type="text/html")
        for i in range(6):
            show(i, f"thing{i}")
        self.site.add("/robots.txt", data=b"Sitemap: http://www.example.com/sitemap.xml")
        self.site.add("/sitemap.xml", data=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            + "".join(f"<url><loc>{url}</loc></url>" for url in old.values())
            + "</urlset>").encode())
        out, changes = self.folder / "out.nq", self.folder / "changes"
        fetch = ["fetch", "http://www.example.com/", "-o", out, "--changes", changes,
                 "--delay", "0", *self.web.connect_to_args()]
        self.assertEqual(self.run_program(*fetch).code, 0)
        self.index(out)
        show(1, "another")
        self.site.remove("/2")
        for _ in range(2):  # what is gone must be gone twice
            self.assertLessEqual(self.run_program(*fetch).code, 1)
            self.index("--changes", changes)
        fresh = self.folder / "fresh.index"
        self.index(out, place=fresh)
        self.assertEqual(self.whole()[1], self.whole(fresh)[1])
        self.assertEqual(self.links("another"), [old[1]])
        self.assertEqual(self.links("thing1"), [])


class ChangeLists(IndexTest):
    HEAD = "# semsite changes: D = quad removed, A = quad added\n"

    def apply(self, lines, **more):
        count = [sum(line.startswith(mark) for line in lines) for mark in "DA"]
        changes = self.write("changes", self.HEAD + "".join(lines)
                             + f"# end: {count[0]} removed, {count[1]} added\n")
        return self.index("--changes", changes, **more)

    def test_statements_come_and_go_as_a_set(self):
        one, two, three = (graph(1, f"text{i}") for i in (1, 2, 3))
        self.index(self.write("dump.nq", one + two + graph(2, "all of it")))
        result = self.apply([f"D {one}", f"A {three}", f"D {graph(2, 'all of it')}",
                             f"A {graph(3, 'a new one')}", f"D {graph(9, 'never was')}",
                             f"D {two}", f"A {two}"])
        self.assertEqual(self.counts(result), [2, 1, 1, 0, 1])
        self.assertIn("1 statement that was to be removed was not there", result.errors)
        self.assertEqual((self.links("text1"), self.links("text2 text3"), self.links("new")),
                         ([], [f"{G}/1"], [f"{G}/3"]))
        self.assertEqual(self.links("all"), [])
        again = self.apply([f"D {one}", f"A {three}"])
        self.assertEqual(self.counts(again), [2, 0, 0, 1, 0])

    def test_a_list_that_does_not_lead_on_is_refused_and_one_that_it_has_is_passed_over(self):
        """docs/index.md; what was indexed otherwise may be anything, so any list leads on from it."""
        def step(a, b, code=0):
            result = self.apply([f"# from sha256:{a} to sha256:{b}\n", f"A {graph(1, f'{a}{b}')}"], code=code)
            return result.errors
        self.index(self.write("dump.nq", graph(1, "first")))
        step("a", "b")
        step("b", "c")
        self.assertIn("has it already", step("a", "c"))
        for text in ("sha256:a", "sha256:d", "sha256:c"):
            self.assertIn(text, step("a", "d", code=2))
        self.assertEqual((self.links("bc"), self.links("ac ad")), ([f"{G}/1"], []))
        self.index(self.folder / "dump.nq")
        step("a", "d")
        self.apply([f"A {graph(1, 'older')}"])
        step("x", "y")

    def test_what_cannot_be_applied_changes_nothing(self):
        self.index(self.write("dump.nq", graph(1, "kept")))
        for text, words in (
                (self.HEAD + "D " + graph(1, "kept"), "was cut off"),
                ("# semsite changes: SPARQL 1.1 Update\n;\n# end\n", "SPARQL Update"),
                (graph(1, "kept"), "is no list of changes"), ("", "is no list of changes")):
            result = self.index("--changes", self.write("changes", text), code=3)
            self.assertIn(words, result.errors)
            self.assertEqual(self.links("kept"), [f"{G}/1"])
        self.assertIn("cannot be read", self.index("--changes", "nowhere", code=3).errors)

    def test_a_faulty_line_of_a_list_is_told_at_its_place(self):
        self.index(self.write("dump.nq", graph(1, "one")))
        result = self.apply([f"A {graph(2, 'two')}", "A <urn:s> nonsense .\n"], code=1)
        self.assertIn(":3:", result.errors)
        self.assertEqual(len(self.links("one OR two")), 2)

    def test_a_document_that_is_not_whole_is_not_changed(self):
        self.index(self.write("dump.nq", "".join(graph(1, f"w{i}") for i in range(40))),
                   "--max-document", "1k", code=1)
        result = self.apply([f"A {graph(1, 'more')}"], code=1)
        self.assertIn("[index.cut-document]", result.errors)
        self.assertEqual(self.links("more"), [])


class Merge(IndexTest):
    def test_indexes_become_one(self):
        nquads = index_data.dump(40)
        lines = sorted(nquads.splitlines(True), key=lambda line: line.split()[-2])
        half = next(i for i in range(len(lines) // 2, len(lines))
                    if lines[i].split()[-2] != lines[i - 1].split()[-2])
        places = []
        for name, part in (("a", lines[:half]), ("b", lines[half:])):
            places.append(self.folder / f"{name}.index")
            self.index(self.write("dump.nq", "".join(part)), place=places[-1])
        self.index("--merge", *places)
        fresh = self.folder / "fresh.index"
        self.index(self.write("dump.nq", nquads), place=fresh)
        self.assertEqual(self.whole(), self.whole(fresh))

    def test_the_later_document_wins(self):
        a, b = self.folder / "a.index", self.folder / "b.index"
        self.index(self.write("dump.nq", graph(1, "early") + graph(2, "only here")), place=a)
        time.sleep(1.1)  # dates are told to the second
        self.index(self.write("dump.nq", graph(1, "late")), place=b)
        for order in ((a, b), (b, a)):
            self.place = self.folder / f"{order[0].name}.merged"
            self.index("--merge", *order)
            self.assertEqual((self.links("early"), self.links("late"), self.links("only")),
                             ([], [f"{G}/1"], [f"{G}/2"]))

    def test_an_index_does_not_go_into_itself(self):
        self.index(self.write("dump.nq", graph(1, "x")))
        self.assertIn("cannot go into itself", self.index("--merge", self.place, code=2).errors)
        self.assertIn("there is no index", self.index("--merge", "nowhere", code=3).errors)


class Interrupted(IndexTest):
    def start(self, *arguments, place=None, **more):
        return subprocess.Popen([str(PROGRAM), "index", "--index", str(place or self.place),
                                 *map(str, arguments)], cwd=self.folder,
                                stderr=subprocess.PIPE, **more)

    def test_killed_at_several_moments_it_opens_and_goes_on(self):
        """Each time it has the documents of before, whole, and the same command ends it; if
        it was killed when they were seen already, ranking or merging, all of the new ones."""
        before = self.write("before.nq", many(300, "before"))
        after = self.write("after.nq", many(12_000, "after"))
        fresh = self.folder / "fresh.index"
        began = time.monotonic()
        self.index(after, place=fresh)
        whole = time.monotonic() - began
        wanted = self.links("after 77", place=fresh)
        self.index(before)
        for i in range(1, 9):
            run = self.start(after)
            try:
                run.wait(whole * i / 9)
            except subprocess.TimeoutExpired:
                run.kill()
            run.communicate()
            found = self.links("before")
            if run.returncode == 0 or not found:
                self.assertEqual((found, self.links("after 77")), ([], wanted), f"moment {i}")
                break
            self.assertEqual(len(found), 300, f"moment {i}")
            self.assertEqual(len(self.content("--uri", f"{G}/7#it")), 3)
        self.index(after)
        self.assertEqual(self.links("before"), [])
        self.assertEqual(self.links("after 77"), wanted)
        self.assertEqual(self.links("--uri", f"{G}/7"), [f"{G}/1"])
        with sqlite3.connect(self.place) as file:
            self.assertEqual(file.execute("PRAGMA integrity_check").fetchone(), ("ok",))
            live = [row[0] for row in file.execute("SELECT id FROM segment WHERE live = 1")]
            self.assertEqual(list(self.folder.glob("semsite-*")), [])
            for table in ("posting", "record", "content", "dataset", "link"):
                self.assertLessEqual({row[0] for row in file.execute(
                    f"SELECT DISTINCT segment FROM {table}")}, set(live))

    def test_ctrl_c_ends_it_and_the_same_command_goes_on(self):
        dump = self.write("dump.nq", many(60_000))
        run = self.start(dump)
        time.sleep(0.4)
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=60)
        self.assertIn(run.returncode, (0, 130), errors)
        self.assertEqual(self.counts(self.index(dump))[0], 60_000)
        self.assertEqual([path.name for path in self.folder.iterdir()
                          if path.name.startswith("semsite-")], [])

    def test_two_do_not_write_at_once_but_others_read(self):
        self.index(self.write("before.nq", graph(1, "before")))
        dump = self.write("dump.nq", many(60_000))
        run = self.start(dump)
        time.sleep(0.3)
        if run.poll() is None:
            self.assertEqual(self.links("before"), [f"{G}/1"])
        if run.poll() is None:
            self.assertIn("another run is writing", self.index(dump, code=3).errors)
        run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0)

    def test_a_disk_that_is_full_is_told_and_harms_nothing(self):
        self.index(self.write("before.nq", graph(1, "before")))

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
        run = self.start(self.write("dump.nq", many(20_000)), preexec_fn=limit)
        _, errors = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 3, errors)
        self.assertIn(b"stopped", errors)
        self.assertEqual(self.links("before"), [f"{G}/1"])


class Bad(IndexTest):
    def test_an_empty_index_answers(self):
        result = self.index(self.write("empty.nq", ""))
        self.assertEqual(self.counts(result), [0, 0, 0, 0, 0])
        for query in (["x"], ['"x y"'], ["--namespace", "http:"], ["--uri", "urn:x"],
                      ["--since", "2020"], ["x", "--sort", "date"]):
            self.assertEqual(self.links(*query), [])

    def test_what_is_no_index_stays_as_it_is(self):
        text = self.write("text", "not an index, but a text that is rather long\n" * 100)
        before = text.read_bytes()
        other = self.folder / "other.db"
        with sqlite3.connect(other) as file:
            file.execute("CREATE TABLE mine(x)")
        dump = self.write("dump.nq", graph(1, "x"))
        self.assertIn("not a database", self.index(dump, place=text, code=3).errors)
        self.assertEqual(text.read_bytes(), before)
        self.assertIn("another program", self.index(dump, place=other, code=3).errors)
        for place in ("/dev/full", self.folder, self.folder / "no" / "such" / "folder"):
            self.assertIn("index", self.index(dump, place=place, code=3).errors)

    def test_an_index_of_another_version_is_told(self):
        dump = self.write("dump.nq", graph(1, "x"))
        self.index(dump)
        for version, remedy in ((99, "use a newer semsite"), (1, "build the index again")):
            with sqlite3.connect(self.place) as file:
                file.execute(f"PRAGMA user_version = {version}")
            for result in (self.index(dump, code=3),
                           self.run_program("search", "x", "--index", self.place)):
                self.assertEqual(result.code, 3)
                self.assertIn(f"version {version},", result.errors)
                self.assertIn(remedy, result.errors)

    def test_a_damaged_index_is_told(self):
        self.index(self.write("dump.nq", many(500)))
        with sqlite3.connect(self.place) as file:
            file.execute("UPDATE record SET data = x'00'")
            file.execute("UPDATE posting SET data = x'FFFFFFFFFFFFFFFFFF' WHERE key LIKE 'U%'")
        for query in (["number"], ["--uri", f"{G}/7"]):
            result = self.run_program("search", "--index", self.place, *query)
            self.assertEqual(result.code, 3, result)
            self.assertIn("damaged", result.errors)

    def test_wrong_usage(self):
        self.assertEqual(self.run_program("index", "x.nq").code, 2)
        for arguments, words in ((["--merge"], "needs the indexes"),
                                 (["x.nq", "--dataset", "a\tb"], "control characters"),
                                 (["x.nq", "--memory", "1k"], "at least 4Mi"),
                                 (["x.nq", "--max-document", "2Gi"], "less than 1Gi"),
                                 ([], "needs a file")):
            self.assertIn(words, self.index(*arguments, code=2).errors)
        self.assertIn("no-such", self.index("no-such.nq", code=3).errors)

    def test_memory_stays_within_its_bound(self):
        """Ten times as much to index takes no more of it."""
        dump = self.write("dump.nq", many(100_000))
        limit = 512 << 20
        done = subprocess.run([str(PROGRAM), "index", str(dump), "--index", str(self.place),
                               "--memory", "8Mi"], capture_output=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        if os.environ.get("ASAN_OPTIONS") is None:
            self.assertLess(peak, limit)
        self.assertEqual(self.links('"number 77777"'), [f"{G}/77777"])


if __name__ == "__main__":
    unittest.main()
