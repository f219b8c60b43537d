"""A folder stands for the files in it; a list of changes is no data."""

import json

from harness import ProgramTest, triples
from small_store import SmallStore

import quads

PATCH = ("# semsite changes: D = quad removed, A = quad added\n"
         "A <http://a.example/1> <http://a.example/p> \"6\" .\n# end: 0 removed, 1 added\n")
NOTHING = "# semsite changes: D = quad removed, A = quad added\n# end: 0 removed, 0 added\n"
UPDATE = ("# semsite changes: SPARQL 1.1 Update, a line ';' after each operation\n"
          "INSERT DATA {\n<http://a.example/1> <http://a.example/p> \"6\" .\n}\n;\n")


class Folder(ProgramTest):
    def setUp(self):
        super().setUp()
        self.lines = triples(9)
        parts = {"b.nt": self.lines[3:6], "a/z.ttl": self.lines[0:3], "c.nq": self.lines[6:9]}
        for name, lines in parts.items():
            (self.folder / "in" / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / "in" / name).write_text("".join(lines))
        (self.folder / "in/.hidden.nt").write_text("<urn:no> <urn:no> <urn:no> .\n")
        (self.folder / "in/readme.txt").write_text("Read me.\n")
        self.names = ["in/a/z.ttl", "in/b.nt", "in/c.nq"]
        self.said = "in: 3 files; left out: 1 hidden, 1 that is no data by its suffix (1 .txt)"


class InPlaceOfItsFiles(Folder):
    def test_convert_has_them_in_their_order(self):
        result = self.run_program("convert", "in")
        self.assertEqual(result.code, 0, result)
        self.assertIn(self.said, result.errors)
        self.assertEqual(result.out, self.run_program("convert", *self.names).out)
        self.assertEqual(result.out.decode(), "".join(self.lines))
        url = self.run_program("convert", f"file://{self.folder}/in/", "-q")
        self.assertEqual((url.code, url.out, url.errors), (0, result.out, ""), url)

    def test_it_stands_among_files(self):
        more = self.folder / "more.nt"
        more.write_text("<urn:a> <urn:b> <urn:c> .\n")
        result = self.run_program("convert", "more.nt", "in", "-")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(result.out.decode(), more.read_text() + "".join(self.lines))

    def test_slice_and_index_take_it(self):
        for words in (("slice", "{}", "-o", "out.nq"),
                      ("index", "{}", "--feed", "bulk", "-o", "feed")):
            with self.subTest(words[0]):
                result = self.run_program(*(word.format("in") for word in words))
                self.assertEqual(result.code, 0, result)
                self.assertIn(self.said, result.errors)

    def test_load_takes_it_and_goes_on(self):
        with SmallStore() as store:
            for _ in range(2):
                result = self.run_program("load", "in", "--to", store.base)
                self.assertEqual(result.code, 0, result)
                self.assertTrue(quads.isomorphic(
                    quads.read_dataset("".join(self.lines).encode()), store.dataset()))
            self.assertIn("loaded already", result.errors)
            status = self.run_program("status", "in/a/z.ttl")
            self.assertIn(b"State of load: complete (in/a/z.ttl.load)", status.out)

    def test_validate_and_inspect_look_at_what_a_site_tells_of_itself_too(self):
        (self.folder / "in/robots.txt").write_text("User-agent: *\nDisallow:\n")
        result = self.run_program("validate", "in", "--format", "json", "--fail-on", "error")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(json.loads(result.out)["arguments"]), 4)
        self.assertIn("in: 4 files", result.errors)
        self.assertIn(b'"kind": "robots"', self.run_program("inspect", "in").out.replace(
            b'"kind":"robots"', b'"kind": "robots"'))

    def test_a_faulty_file_counts_as_one_that_was_named(self):
        (self.folder / "in/d.nt").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
        result = self.run_program("convert", "in")
        self.assertEqual(result.code, self.run_program("convert", *self.names, "in/d.nt").code)
        self.assertIn("in/d.nt", result.errors)

    def test_one_without_data_is_refused(self):
        (self.folder / "none").mkdir()
        (self.folder / "none/x.txt").write_text("x")
        for command in ("convert", "slice", "validate"):
            result = self.run_program(command, "none", "-o", "x.nq")
            self.assertEqual(result.code, 2, result)
            self.assertIn("none: no file in this folder is data by its suffix", result.errors)
            self.assertFalse((self.folder / "x.nq").exists())

    def test_an_output_in_it_is_no_input_that_is_written_over(self):
        self.assertEqual(self.run_program("convert", "in", "-o", "in/out.nq").code, 0)
        again = self.run_program("convert", "in", "-o", "in/out.nq")
        self.assertEqual(again.code, 2, again)
        self.assertIn("is an input, too", again.errors)


class Changes(ProgramTest):
    def refused(self, *words, code=3):
        result = self.run_program(*words)
        self.assertEqual(result.code, code, result)
        self.assertIn("is a list of changes (fetch --changes), not the data itself", result.errors)
        return result

    def test_convert_refuses_one_in_each_form(self):
        for name, text in (("a.nq", PATCH), ("b.nq", NOTHING), ("c.ru", UPDATE)):
            (self.folder / name).write_text(text)
            result = self.refused("convert", name, "-o", "x.nq")
            self.assertIn("[document.changes]", result.errors)
            self.assertFalse((self.folder / "x.nq").exists())
        self.refused("convert", "a.nq", "--syntax", "nquads")
        self.assertIn("semsite index --changes FILE", self.refused("convert", "a.nq").errors)
        self.assertIn("semsite load --changes FILE", self.refused("convert", "c.ru").errors)

    def test_load_and_the_others_refuse_it_too(self):
        (self.folder / "a.nq").write_text(PATCH)
        with SmallStore() as store:
            self.refused("load", "a.nq", "--to", store.base)
            self.assertFalse(store.dataset())
        self.refused("slice", "a.nq", "-o", "x.nq")
        self.refused("index", "a.nq", "--index", "x.index")

    def test_so_do_data_beside_it(self):
        (self.folder / "a.nq").write_text(PATCH)
        (self.folder / "b.nt").write_text("<urn:a> <urn:b> <urn:c> .\n")
        result = self.refused("convert", "a.nq", "b.nt")
        self.assertEqual(result.out, b"<urn:a> <urn:b> <urn:c> .\n")
