"""SPARQL result sets as datasets in the vocabulary of the RDF Data Access Working Group.

The suite has them as JSON: `vars` and `rows`, or `boolean`. Terms are those of quads.py.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import quads  # noqa: E402

RS = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#"
RDF_TYPE = ("iri", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
XSD_BOOLEAN = "http://www.w3.org/2001/XMLSchema#boolean"


def rs(name):
    return ("iri", RS + name)


def text(value):
    return ("literal", value, quads.XSD_STRING, None)


def term(cell):
    kind, value = cell.get("type"), cell["value"]
    if kind is None:  # CSV: the value alone
        return ("blank", "d" + value[2:]) if value.startswith("_:") else text(value)
    if kind == "uri":
        return ("iri", value)
    if kind == "bnode":
        return ("blank", "d" + value)
    if cell.get("lang"):
        return ("literal", value, quads.LANG_STRING, cell["lang"].lower())
    return ("literal", value, cell.get("datatype", quads.XSD_STRING), None)


def dataset(results):
    """What the JSON of the suite says."""
    table = ("blank", "table")
    triples = {(table, RDF_TYPE, rs("ResultSet"))}
    if "boolean" in results:
        truth = "true" if results["boolean"] else "false"
        triples.add((table, rs("boolean"), ("literal", truth, XSD_BOOLEAN, None)))
    for name in results.get("vars", []):
        triples.add((table, rs("resultVariable"), text(name)))
    for number, row in enumerate(results.get("rows", [])):
        solution = ("blank", f"row{number}")
        triples.add((table, rs("solution"), solution))
        for name, cell in zip(results["vars"], row):
            if cell is not None:
                binding = ("blank", f"row{number}.{name}")
                triples |= {(solution, rs("binding"), binding),
                            (binding, rs("variable"), text(name)),
                            (binding, rs("value"), term(cell))}
    return frozenset((*triple, None) for triple in triples)


def without_order(found):
    """The order of rows does not count in the suite."""
    return frozenset(quad for quad in found if quad[1] != rs("index"))


def texts_only(found):
    """CSV does not tell the kinds of terms."""
    return frozenset(
        (subject, predicate, text(value[1]) if predicate == rs("value") and value[0] != "blank"
         else value, graph)
        for subject, predicate, value, graph in found)
