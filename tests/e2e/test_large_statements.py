"""One statement of a dump may be as long as --max-line allows; it is read in parts, below 512 MiB."""

import unittest

from harness import ProgramTest

MIB = 1 << 20
LENGTH = 63 * MIB
HEAD = "@prefix e: <http://e.example/> .\ne:a e:p e:b .\n"
RDF = ('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e.example/">'
       '<rdf:Description rdf:about="http://e.example/s">')
MORE = "a-name-of-some-length-" * 4


def repeated(text, length=LENGTH):
    return text * (length // len(text))


class LargeStatements(ProgramTest):
    def convert(self, name, text, code=0):
        """The messages, and how many lines came of it."""
        (self.folder / name).write_text(text, "utf-8")
        return self.measured(name, code=code)

    def measured(self, *names, code=0):
        done, peak, errors = self.run_measured("convert", *names, "-o", "out.nq", seconds=300)
        self.assertEqual(done, code, errors[-2000:])
        self.assertLess(peak, 512 * MIB, errors[-2000:])
        with open(self.folder / "out.nq", "rb") as out:
            return errors, sum(block.count(b"\n") for block in iter(lambda: out.read(MIB), b""))

    def test_objects_of_one_statement(self):
        objects = repeated(f"e:{MORE},\n")
        _, lines = self.convert("a.ttl", HEAD + "e:s e:p " + objects + "e:last .\n")
        self.assertEqual(lines, objects.count("\n") + 2)

    def test_a_list_in_a_graph(self):
        items = repeated(f" e:{MORE}")
        _, lines = self.convert("a.trig", HEAD + "e:g { e:s e:p (" + items + ") }\n")
        self.assertEqual(lines, 2 * items.count(" ") + 2)

    def test_a_graph_before_its_context(self):
        nodes = repeated(f'{{"@id":"http://e.example/s","p":"{MORE}"}},\n')
        _, lines = self.convert("a.jsonld", '{"@graph":[' + nodes + '{}],"@context":{"p":"http://e.example/p"}}')
        self.assertEqual(lines, nodes.count("\n"))

    def test_a_document_that_takes_too_much_fails_by_name(self):
        (self.folder / "a.jsonld").write_text('{"http://e.example/p":[' + repeated("{},", 24 * MIB) + "1]}", "utf-8")
        code, peak, errors = self.run_measured("convert", "a.jsonld", "-o", "out.nq", seconds=300)
        self.assertEqual(code, 3, errors[-2000:])
        self.assertIn("limit.page-memory", errors)
        self.assertLess(peak, 512 * MIB)

    def test_a_literal_of_control_characters(self):
        good = "<http://e.example/s> <http://e.example/p> <http://e.example/o> .\n"
        errors, lines = self.convert(
            "a.nt", good + '<http://e.example/s> <http://e.example/p> "' + repeated("\x01") + '" .\n' + good, code=1)
        self.assertIn("literal.too-long", errors)
        self.assertEqual(lines, 2)

    def test_several_at_once(self):
        objects = repeated(f"e:{MORE},\n")
        (self.folder / "a.ttl").write_text(HEAD + "e:s e:p " + objects + "e:last .\n", "utf-8")
        (self.folder / "b.ttl").write_text(HEAD + "e:s e:p " + objects + "e:last .\n", "utf-8")
        (self.folder / "c.rdf").write_text(
            RDF + "<e:p>" + repeated(MORE) + "</e:p></rdf:Description></rdf:RDF>", "utf-8")
        (self.folder / "d.rdf").write_text(
            RDF + "<e:p>" + repeated(MORE) + "</e:p></rdf:Description></rdf:RDF>", "utf-8")
        _, lines = self.measured("a.ttl", "b.ttl", "c.rdf", "d.rdf")
        self.assertEqual(lines, 2 * (objects.count("\n") + 2) + 2)


if __name__ == "__main__":
    unittest.main()
