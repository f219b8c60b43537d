"""N-Quads read strictly, and datasets compared up to the names of blank nodes.

A term is a tuple: ("iri", text), ("blank", label), ("literal", text, datatype, language
and direction) or ("triple", subject, predicate, object). A quad is a tuple of four terms; the graph is None in the default graph. A
dataset is a frozenset of quads, so duplicates do not count.
"""

import re

XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"
LANG_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
DIR_LANG_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString"

# Productions of RDF 1.2 N-Quads, section 5; the colon in labels is of older editions.
_NAME_START = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d"
    "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff_:"
)
_NAME = _NAME_START + "\\-0-9\u00b7\u0300-\u036f\u203f\u2040"
_UCHAR = r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}"
_IRI = rf"<((?:[^\x00-\x20<>\"{{}}|^`\\]|{_UCHAR})*)>"
_BLANK = rf"_:([{_NAME_START}0-9](?:[{_NAME}.]*[{_NAME}])?)"
_TEXT = rf"\"((?:[^\"\\\n\r]|\\[tbnrf\"'\\]|{_UCHAR})*)\""
_LITERAL = rf"{_TEXT}(?:\^\^{_IRI}|@([A-Za-z]+(?:-[A-Za-z0-9]+)*(?:--(?:ltr|rtl))?))?"

_TERM = re.compile(f"(?:{_IRI}|{_BLANK}|{_LITERAL})")
_GAP = re.compile(r"[ \t]*")
_REST = re.compile(r"[ \t]*(?:#.*)?$")
_ESCAPE = re.compile(rf"{_UCHAR}|\\.")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_LETTERS = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}


class BadQuad(ValueError):
    """A line that is not N-Quads."""


def _unescape(text):
    def decode(match):
        escape = match.group()
        if escape[1] in "uU":
            return chr(int(escape[2:], 16))
        return _LETTERS.get(escape[1], escape[1])

    return _ESCAPE.sub(decode, text) if "\\" in text else text


def _read_iri(text):
    iri = _unescape(text)
    if not _SCHEME.match(iri):
        raise BadQuad(f"relative IRI <{iri}>")
    return iri


def _read_triple_term(line, place):
    """What follows `<<(`; tests nest them only a little."""
    terms = []
    place = _GAP.match(line, place).end()
    for _ in range(3):
        term, place = _read_term(line, place)
        terms.append(term)
    if not line.startswith(")>>", place):
        raise BadQuad(f"no )>> at column {place + 1}")
    if terms[0][0] not in ("iri", "blank") or terms[1][0] != "iri":
        raise BadQuad("wrong kind of subject or predicate in a triple term")
    return ("triple", *terms), _GAP.match(line, place + 3).end()


def _read_term(line, place):
    if line.startswith("<<(", place):
        return _read_triple_term(line, place + 3)
    match = _TERM.match(line, place)
    if not match:
        raise BadQuad(f"no term at column {place + 1}")
    iri, blank, text, datatype, language = match.groups()
    if iri is not None:
        term = ("iri", _read_iri(iri))
    elif blank is not None:
        term = ("blank", blank)
    elif language is not None:
        kind = DIR_LANG_STRING if "--" in language else LANG_STRING
        term = ("literal", _unescape(text), kind, language.lower())
    else:
        datatype = XSD_STRING if datatype is None else _read_iri(datatype)
        term = ("literal", _unescape(text), datatype, None)
    return term, _GAP.match(line, match.end()).end()


def read_line(line):
    """The quad of one line, or None for an empty line or a comment."""
    place = _GAP.match(line).end()
    if place == len(line) or line[place] == "#":
        return None
    terms = []
    while place < len(line) and line[place] != ".":
        term, place = _read_term(line, place)
        terms.append(term)
    if not line.startswith(".", place) or not _REST.match(line, place + 1):
        raise BadQuad("the statement does not end with '.'")
    if len(terms) == 3:
        terms.append(None)
    if len(terms) != 4:
        raise BadQuad(f"{len(terms)} terms in a statement")
    subject, predicate, _, graph = terms
    if subject[0] not in ("iri", "blank") or predicate[0] != "iri":
        raise BadQuad("wrong kind of subject or predicate")
    if graph is not None and graph[0] not in ("iri", "blank"):
        raise BadQuad("a literal or a triple term as graph name")
    return tuple(terms)


def read_dataset(data):
    """The dataset in `data` (bytes of N-Triples or N-Quads); raises BadQuad."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadQuad(f"not UTF-8: {error}") from error
    quads = set()
    for number, line in enumerate(re.split("\r\n|\n|\r", text), start=1):
        try:
            quad = read_line(line)
        except BadQuad as error:
            raise BadQuad(f"line {number}: {error}: {line[:200]}") from error
        if quad is not None:
            quads.add(quad)
    return frozenset(quads)


# The canonical form (RDF 1.2 N-Triples, N-Quads; but for language tags, which may be as
# written): what must be escaped is, nothing else; one space between terms and within the
# brackets of triple terms; xsd:string is left out.
_CANONICAL_ESCAPES = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r",
                      '"': '\\"', "\\": "\\\\"}
_MUST_ESCAPE = re.compile("[\x00-\x1f\x7f\"\\\\\ufffe\uffff]")
_CANONICAL_TOKEN = re.compile(rf"(?:(<<\(|\)>>)|{_TERM.pattern})")


def _canonical_token(match):
    bracket, iri, blank, text, datatype, language = match.groups()
    if bracket is not None:
        return bracket
    if iri is not None:
        return f"<{_unescape(iri)}>"
    if blank is not None:
        return f"_:{blank}"
    escaped = _MUST_ESCAPE.sub(
        lambda m: _CANONICAL_ESCAPES.get(m.group(), f"\\u{ord(m.group()):04X}"),
        _unescape(text))
    if language is not None:
        return f'"{escaped}"@{language}'
    datatype = None if datatype is None else _unescape(datatype)
    return f'"{escaped}"' + ("" if datatype in (None, XSD_STRING) else f"^^<{datatype}>")


def first_uncanonical_line(data):
    """The first line of valid N-Quads that is not in canonical form, or None."""
    if data and not data.endswith(b"\n"):
        return data.decode("utf-8").rsplit("\n", 1)[-1]
    for line in data.decode("utf-8").split("\n")[:-1]:
        terms = [_canonical_token(match) for match in _CANONICAL_TOKEN.finditer(line)]
        if line != " ".join(terms) + " .":
            return line
    return None


def show(quad):
    """A quad as text, for messages."""
    def term_text(term):
        if term[0] == "triple":
            return f"<<( {' '.join(map(term_text, term[1:]))} )>>"
        if term[0] == "iri":
            return f"<{term[1]}>"
        if term[0] == "blank":
            return f"_:{term[1]}"
        tail = f"@{term[3]}" if term[3] else "" if term[2] == XSD_STRING else f"^^<{term[2]}>"
        return f'"{_MUST_ESCAPE.sub(lambda m: repr(m.group())[1:-1], term[1])}"{tail}'

    return " ".join(term_text(term) for term in quad if term is not None) + " ."


def _within(term):
    """The terms that `term` is made of."""
    if term is not None and term[0] == "triple":
        for part in term[1:]:
            yield from _within(part)
    else:
        yield term


def _mapped(term, change):
    """`term` with each term in it changed."""
    if term is not None and term[0] == "triple":
        return ("triple", *(_mapped(part, change) for part in term[1:]))
    return change(term)


def _blanks(quads):
    return {part for quad in quads for term in quad for part in _within(term)
            if part is not None and part[0] == "blank"}


def _refine(quads, colours):
    """Spreads the colours along the quads until they tell no more nodes apart.

    A colour is a number given by sorting what is seen of the node in a way that only
    depends on structure, so equal numbers mean the same in two datasets.
    """
    seen = {node: [] for node in colours}
    for quad in quads:
        for node in _blanks([quad]) & seen.keys():
            seen[node].append(quad)
    count = len(set(colours.values()))
    while True:
        def view(node, term):
            if term == node:
                return ("self",)
            return ("colour", colours[term]) if term in colours else term

        signatures = {
            node: hash((colours[node], tuple(sorted(
                hash(tuple(_mapped(term, lambda part: view(node, part)) for term in quad))
                for quad in around))))
            for node, around in seen.items()
        }
        colours = signatures
        new_count = len(set(colours.values()))
        if new_count == count:
            return colours
        count = new_count


def _classes(colours):
    classes = {}
    for node, colour in colours.items():
        classes.setdefault(colour, []).append(node)
    return classes


def _same_under(mapping, left, right):
    return {tuple(_mapped(term, lambda part: mapping.get(part, part)) for term in quad)
            for quad in left} == right


def _search(left, right, left_colours, right_colours):
    left_colours = _refine(left, left_colours)
    right_colours = _refine(right, right_colours)
    left_classes, right_classes = _classes(left_colours), _classes(right_colours)
    if {c: len(n) for c, n in left_classes.items()} != {
            c: len(n) for c, n in right_classes.items()}:
        return False
    open_classes = [colour for colour, nodes in left_classes.items() if len(nodes) > 1]
    if not open_classes:
        mapping = {nodes[0]: right_classes[colour][0] for colour, nodes in left_classes.items()}
        return _same_under(mapping, left, right)
    colour = min(open_classes, key=lambda c: (len(left_classes[c]), c))
    chosen = left_classes[colour][0]
    mark = hash(("chosen", colour))
    return any(
        _search(left, right, {**left_colours, chosen: mark}, {**right_colours, other: mark})
        for other in right_classes[colour])


def isomorphic(left, right):
    """True if a bijection of blank nodes (graph names included) makes the sets equal."""
    if len(left) != len(right):
        return False
    left_blank = {quad for quad in left if _blanks([quad])}
    right_blank = {quad for quad in right if _blanks([quad])}
    if left - left_blank != right - right_blank:
        return False
    left_nodes, right_nodes = _blanks(left_blank), _blanks(right_blank)
    if len(left_nodes) != len(right_nodes):
        return False
    return _search(left_blank, right_blank, dict.fromkeys(left_nodes, 0),
                   dict.fromkeys(right_nodes, 0))


def difference(expected, got, limit=10):
    """A short account of what differs; only a hint where blank nodes are concerned."""
    lines = [f"{len(expected)} quads expected, {len(got)} got"]
    for title, quads in (("missing", expected - got), ("not expected", got - expected)):
        ordered = sorted(quads, key=lambda quad: (bool(_blanks([quad])), show(quad)))
        lines += [f"  {title}: {show(quad)}" for quad in ordered[:limit]]
        if len(ordered) > limit:
            lines.append(f"  {title}: … {len(ordered) - limit} more")
    return "\n".join(lines)


RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
ENCODING = ("PropositionForm", "propositionFormSubject", "propositionFormPredicate",
            "propositionFormObject")
REIFICATION = ("Statement", "subject", "predicate", "object")


def with_triple_terms(dataset, words=ENCODING):
    """`dataset` with a triple term in the place of each node that is described as one: of a type,
    with one subject, predicate and object. Of REIFICATION only blank nodes with such labels as semsite makes
    are in the place of triple terms; other nodes are what reifies them.

    RDF 1.2 Interoperability, decoding of the basic encoding; for the classic reification only
    where it is unambiguous.
    """
    terms = [("iri", RDF + word) for word in words]
    described = {}
    for subject, predicate, value, graph in dataset:
        if (subject, ("iri", RDF + "type"), terms[0], graph) in dataset and predicate in terms[1:]:
            described.setdefault((subject, graph), {}).setdefault(predicate, []).append(value)
    for parts in described.values():
        if any(len(parts.get(term, ())) != 1 for term in terms[1:]):
            raise ValueError(f"not decodable: {parts}")

    def is_made(node):
        # `-` is 2D in the labels that are written, however often it goes through.
        return node[0] == "blank" and (words == ENCODING or re.search("z_(5F)*2D", node[1]))

    def triple(node, graph):
        parts = described[node, graph]
        return ("triple", *(decoded(parts[term][0], graph) for term in terms[1:]))

    def decoded(term, graph):
        return triple(term, graph) if is_made(term) and (term, graph) in described else term

    out = set()
    for subject, predicate, value, graph in dataset:
        if (subject, graph) in described and (
                predicate in terms[1:] or (predicate, value) == (("iri", RDF + "type"), terms[0])):
            if not is_made(subject):
                out.add((subject, ("iri", RDF + "reifies"), triple(subject, graph), graph))
            continue
        out.add((subject, predicate, decoded(value, graph), graph))
    return frozenset(out)
