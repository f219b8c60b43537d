"""Entries of sitemaps become RDF: every example of the fact sheets on OCX, Signposting and DiWoo.

tests/data/entries has a sitemap NAME.xml and the quads it must give, NAME.ttl, written from
the fact sheets: Turtle with one triple a line and the prefixes below.
"""

import collections
import re

from harness import ROOT, ProgramTest
import quads

DATA = ROOT / "tests/data/entries"
FN = "https://w3id.org/semsite/function#"
FNO = "https://w3id.org/function/ontology#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
KERN = "https://identifier.overheid.nl/tooi/def/thes/kern/"
PREFIXES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "dcterms": "http://purl.org/dc/terms/",
    "diwoo": "https://standaarden.overheid.nl/diwoo/metadata/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "iana": "http://www.iana.org/assignments/relation/",
    "kern": KERN,
    "oer": "http://oerschema.org/",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": RDF,
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "http://schema.org/",
    "spdx": "http://spdx.org/rdf/terms#",
    "wdrs": "http://www.w3.org/2007/05/powder-s#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
WORD = re.compile(r'<[^>]*>|"(?:[^"\\]|\\.)*"(?:@[\w-]+|\^\^\S+)?|\S+')
NAME = re.compile(r"(?<![\w:])(\w+):([\w.-]+)$")


def whole(word):
    """`xsd:date` as an IRI; also behind `^^`."""
    if word[0] in "<_." or (word[0] == '"' and "^^" not in word):
        return word
    head, mark, name = word.rpartition("^^")
    prefix, _, local = name.partition(":")
    return f"{head}{mark}<{PREFIXES[prefix]}{local}>"


def expected(name, graph):
    lines = []
    for line in (DATA / f"{name}.ttl").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            subject, predicate, item, dot = (whole(word) for word in WORD.findall(line))
            lines.append(f"{subject} {predicate} {item} <{graph}> {dot}")
    return quads.read_dataset("\n".join(lines).encode())


def codes(result):
    return set(re.findall(r"\[([a-z]+\.[a-z-]+)\]", result.errors))


class Entries(ProgramTest):
    def check(self, name, *notes, code=0):
        """NAME.xml gives NAME.ttl in the graph of its URL, and these codes; no quad twice."""
        self.site.add(f"/entries/{name}.xml", type="application/xml",
                      data=(DATA / f"{name}.xml").read_bytes())
        url = f"http://www.example.com/entries/{name}.xml"
        output = self.folder / "out.nq"
        result = self.run_program("convert", url, "--syntax", "sitemap", "--graph", "auto",
                                  "-o", output, *self.web.connect_to_args(), output=output)
        self.assertEqual(result.code, code, result)
        self.assert_dataset(result, expected(name, url))
        self.assertEqual(codes(result), set(notes), result)


class Ocx(Entries):
    def test_every_tag(self):
        self.check("ocx-tags", "ocx.type-trailing-slash")

    def test_an_unbound_prefix_and_markup_after_the_end(self):
        self.check("ocx-recovery", "sitemap.unbound-prefix", "sitemap.trailing-markup",
                   "ocx.type-trailing-slash")

    def test_entries_without_a_root(self):
        self.check("ocx-fragment", "sitemap.no-root", "sitemap.unbound-prefix",
                   "ocx.type-trailing-slash")

    def test_the_nearest_language(self):
        self.check("ocx-language", "map.bad-language")

    def test_pitfalls_and_odd_values(self):
        self.check("ocx-odd", "ocx.unknown-type", "ocx.unknown-format", "map.bad-date",
                   "iri.repaired", "ocx.type-trailing-slash")


class Signmap(Entries):
    def test_links_in_either_place(self):
        self.check("signmap")

    def test_relations_and_attributes(self):
        self.check("signmap-relations", "map.unknown-relation", "iri.repaired",
                   "map.bad-media-type", "map.bad-number", "map.bad-date", "map.bad-checksum")

    def test_deletions_of_a_change_list(self):
        self.check("resource-changes")

    def test_links_of_an_index(self):
        self.check("index")


class DiWoo(Entries):
    def test_every_element(self):
        self.check("diwoo-all")

    def test_any_order_and_label_only_values(self):
        self.check("diwoo-tolerance")

    def test_an_index_says_nothing_itself(self):
        self.check("diwoo-index")

    def test_the_root_element_documents(self):
        self.check("diwoo-documents", "map.not-listed", "map.date-repaired")

    def test_values_that_are_not_what_they_should_be(self):
        self.check("diwoo-odd", "map.not-an-iri", "map.not-listed", "map.bad-date",
                   "sitemap.near-miss", "sitemap.mdto")


class Others(Entries):
    def test_google_and_xhtml(self):
        self.check("google", "map.bad-number")

    def test_plain_entries_give_nothing(self):
        self.check("plain")


class Documentation(Entries):
    """docs/mappings.md: its example works, its table of functions is that of the program."""

    PAGE = (ROOT / "docs/mappings.md").read_text("utf-8")

    def block(self, language):
        return re.search(rf"^```{language}\n(.*?)^```$", self.PAGE, re.DOTALL | re.MULTILINE)[1]

    def test_the_example_gives_what_it_says(self):
        (self.folder / "sitemap.xml").write_text(self.block("xml"), "utf-8")
        (self.folder / "recipe.ttl").write_text(self.block("turtle"), "utf-8")
        result = self.run_program("convert", "sitemap.xml", "--syntax", "sitemap",
                                  "--mappings", "recipe.ttl",
                                  "--base", "https://recipes.example/sitemap.xml")
        self.assertEqual((result.code, result.errors), (0, ""), result)
        wanted = quads.read_dataset(self.block("nquads").encode())
        got = quads.read_dataset(result.out)
        self.assertTrue(quads.isomorphic(wanted, got), quads.difference(wanted, got))

    def test_the_functions_and_their_parameters(self):
        listed = re.findall(r"^fn:(\w+)\((.*)\)$",
                            self.run_program("mappings", "--functions").out.decode(),
                            re.MULTILINE)
        table = [(name, parameters.replace("`", ""))
                 for name, parameters in re.findall(r"^\| `(\w+)` \|(.*?)\|", self.PAGE.partition(
                     "## Functions")[2].partition("## What")[0], re.MULTILINE)]
        self.assertEqual([(name, parameters.strip()) for name, parameters in table],
                         [(name, parameters.replace("fn:", "")) for name, parameters in listed])

    def test_the_functions_are_described_in_the_function_ontology_and_no_others(self):
        listed = re.findall(r"^fn:(\w+)\((.*)\)\n    (.*)$",
                            self.run_program("mappings", "--functions").out.decode(), re.MULTILINE)
        ours = {FN + name: ([(FN + one.strip("[]")[3:], "false" if "[" in one else "true")
                             for one in parameters.split(", ") if one], summary)
                for name, parameters, summary in listed}
        result = self.run_program("convert", str(ROOT / "vocab/functions.ttl"))
        self.assertEqual((result.code, result.errors), (0, ""), result)
        said = collections.defaultdict(list)
        for subject, predicate, item, _ in quads.read_dataset(result.out):
            said[subject, predicate[1]].append(item)

        def one(subject, predicate):
            (item,) = said[subject, predicate]
            return item

        def members(node):
            while node[1] != RDF + "nil":
                yield one(node, RDF + "first")
                node = one(node, RDF + "rest")

        theirs = {}
        for subject in [subject for (subject, predicate), items in said.items()
                        if predicate == RDF + "type" and ("iri", FNO + "Function") in items]:
            parameters = list(members(one(subject, FNO + "expects")))
            (output,) = members(one(subject, FNO + "returns"))
            for node, kind in [(each, "Parameter") for each in parameters] + [(output, "Output")]:
                self.assertEqual(one(node, RDF + "type"), ("iri", FNO + kind))
                self.assertEqual(one(node, FNO + "type")[0], "iri")
            theirs[subject[1]] = (
                [(one(each, FNO + "predicate")[1], one(each, FNO + "required")[1])
                 for each in parameters], one(subject, "http://purl.org/dc/terms/description")[1])
        self.assertEqual(theirs, ours)

    def test_each_built_in_mapping_has_a_section(self):
        out = self.run_program("mappings").out.decode()
        names = re.findall(r"^([\w-]+\.ttl)  built in", out, re.MULTILINE)
        headings = " ".join(re.findall(r"^### (.*)$", self.PAGE, re.MULTILINE))
        self.assertEqual(len(names), 7, out)
        for name in names:
            self.assertIn(name, headings)


if __name__ == "__main__":
    import unittest
    unittest.main()
