"""A catalogue of tools as known truth, and its dumps in every syntax.

The statements are made here, as terms of `quads`, and written by the writers below, so that
nothing the program says takes part in what is expected of it.
"""

import bz2
import gzip
import io
import lzma
import subprocess
import tarfile
import urllib.parse
import zipfile
from xml.sax.saxutils import escape, quoteattr

from quads import LANG_STRING, XSD_STRING

PREFIX = "http://www.example.com/tools/"
WORDS = "http://words.example/"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
INTEGER = "http://www.w3.org/2001/XMLSchema#integer"


def iri(text):
    return ("iri", text)


def text(value, datatype=XSD_STRING):
    return ("literal", value, datatype, None)


def tagged(value, language):
    return ("literal", value, LANG_STRING, language)


def tool(number, count):
    """The statements about one tool: a ring of links, so that a crawl finds all."""
    subject, part = iri(f"{PREFIX}{number}"), ("blank", f"part{number}")
    return [(subject, iri(RDF + "type"), iri(WORDS + "Tool")),
            (subject, iri(WORDS + "name"), tagged(f"Säge “{number}” <&>\n\"two\"\\", "de")),
            (subject, iri(WORDS + "weight"), text(str(number * 7), INTEGER)),
            (subject, iri(WORDS + "next"), iri(f"{PREFIX}{(number + 1) % count}")),
            (subject, iri(WORDS + "part"), part),
            (part, iri(WORDS + "label"), text(f"handle of {number}"))]


def term_nt(term):
    if term[0] == "iri":
        return f"<{term[1]}>"
    if term[0] == "blank":
        return f"_:{term[1]}"
    value = term[1].replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    if term[3]:
        return f'"{value}"@{term[3]}'
    return f'"{value}"' if term[2] == XSD_STRING else f'"{value}"^^<{term[2]}>'


def ntriples(statements):
    return "".join(" ".join(map(term_nt, statement)) + " .\n" for statement in statements)


def nquads(statements, graph):
    return "".join(" ".join(map(term_nt, (*statement, iri(graph)))) + " .\n"
                   for statement in statements)


def turtle(statements):
    """With prefixes, `a`, and one sentence for each subject."""
    def short(term):
        for prefix, start in (("w", WORDS), ("t", PREFIX)):
            if term[0] == "iri" and term[1].startswith(start):
                return f"{prefix}:{term[1].removeprefix(start)}"
        return "a" if term == iri(RDF + "type") else term_nt(term)

    lines, last = [f"@prefix w: <{WORDS}> .", f"@prefix t: <{PREFIX}> ."], None
    for subject, predicate, value in statements:
        if subject == last:
            lines[-1] = lines[-1].removesuffix(" .") + " ;"
            lines.append(f"  {short(predicate)} {short(value)} .")
        else:
            lines.append(f"{short(subject)} {short(predicate)} {short(value)} .")
        last = subject
    return "\n".join(lines) + "\n"


def trig(statements, graph):
    head, _, rest = turtle(statements).partition("\n")
    second, _, rest = rest.partition("\n")
    return f"{head}\n{second}\n<{graph}> {{\n{rest}}}\n"


def rdfxml(statements):
    lines = [f'<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="{RDF}" xmlns:w="{WORDS}">\n']
    for subject, predicate, value in statements:
        about = (f"rdf:nodeID={quoteattr(subject[1])}" if subject[0] == "blank"
                 else f"rdf:about={quoteattr(subject[1])}")
        name = ("rdf:" + predicate[1].removeprefix(RDF) if predicate[1].startswith(RDF)
                else "w:" + predicate[1].removeprefix(WORDS))
        if value[0] == "iri":
            body = f"<{name} rdf:resource={quoteattr(value[1])}/>"
        elif value[0] == "blank":
            body = f"<{name} rdf:nodeID={quoteattr(value[1])}/>"
        else:
            kind = (f' xml:lang="{value[3]}"' if value[3] else
                    "" if value[2] == XSD_STRING else f' rdf:datatype="{value[2]}"')
            body = f"<{name}{kind}>{escape(value[1])}</{name}>"
        lines.append(f"<rdf:Description {about}>{body}</rdf:Description>\n")
    return "".join(lines) + "</rdf:RDF>\n"


def trix(statements, graph):
    def element(term):
        if term[0] == "iri":
            return f"<uri>{escape(term[1])}</uri>"
        if term[0] == "blank":
            return f"<id>{term[1]}</id>"
        if term[3]:
            return f'<plainLiteral xml:lang="{term[3]}">{escape(term[1])}</plainLiteral>'
        if term[2] == XSD_STRING:
            return f"<plainLiteral>{escape(term[1])}</plainLiteral>"
        return f'<typedLiteral datatype="{term[2]}">{escape(term[1])}</typedLiteral>'

    body = "".join("<triple>" + "".join(map(element, statement)) + "</triple>\n"
                   for statement in statements)
    return ('<?xml version="1.0"?>\n<TriX xmlns="http://www.w3.org/2004/03/trix/trix-1/">\n'
            f"<graph><uri>{graph}</uri>\n{body}</graph></TriX>\n")


def zipped(files, method=zipfile.ZIP_DEFLATED):
    """A zip archive of names and bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(files, mode="w"):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def zstd(data):
    return subprocess.run(["zstd", "-q", "-c"], input=data, capture_output=True,
                          check=True).stdout


#: How to pack bytes under the suffix.
PACK = {"": lambda data: data, ".gz": lambda data: gzip.compress(data, mtime=0),
        ".bz2": bz2.compress, ".xz": lzma.compress, ".zst": zstd,
        ".zip": lambda data: zipped({"data/all": data}),
        ".tar.gz": lambda data: tarred({"data/all": data}, "w:gz")}
#: How to unpack an output file by its suffix.
UNPACK = {".gz": gzip.decompress, ".bz2": bz2.decompress, ".xz": lzma.decompress,
          ".zst": lambda data: subprocess.run(["zstd", "-q", "-d", "-c"], input=data,
                                              capture_output=True, check=True).stdout}


class Catalogue:
    """So many tools, as one graph or as one document for each."""

    def __init__(self, count=40):
        self.tools = [tool(number, count) for number in range(count)]
        self.statements = [statement for one in self.tools for statement in one]

    def dataset(self, graph):
        """The quads that an access to the whole must give."""
        name = iri(graph) if graph else None
        return frozenset((*statement, name) for statement in self.statements)

    def pages(self):
        """URL → statements, as Linked Data serves them."""
        return {f"{PREFIX}{number}": one for number, one in enumerate(self.tools)}

    def page_dataset(self):
        """The quads that a crawl must give: each document in its own graph."""
        return frozenset((*statement, iri(url)) for url, one in self.pages().items()
                         for statement in one)

    def parts(self, count):
        """The statements in so many pieces; a tool's blank node stays in one."""
        size = -(-len(self.tools) // count)
        return [[statement for one in self.tools[start:start + size] for statement in one]
                for start in range(0, len(self.tools), size)]

    def entries(self):
        """Archive entries named by the URL-encoded URI, RDF/XML inside (the paper, §2.2)."""
        return {urllib.parse.quote(url, safe=""): rdfxml(one).encode()
                for url, one in self.pages().items()}
