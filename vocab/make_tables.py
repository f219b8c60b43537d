#!/usr/bin/env python3
"""Makes the fact tables of this folder from the published contexts.

make_tables.py FOLDER     FOLDER holds index.json (URL -> file) and the contexts themselves
make_tables.py --check FOLDER   changes nothing; exit code 1 when a table is out of date

Only facts are taken: term, IRI, coercion, container, and where a context is asked for. What the
lines mean stands in docs/vocabularies.md.
"""

import json
import pathlib
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
WIDTH = 96

# The contexts in the order of the table; the letter stands in the names of shared lists.
CONTEXTS = [
    ("schemaorg.jsonld", "s"),
    ("ro-crate-1.0.jsonld", "0"),
    ("ro-crate-1.1.jsonld", "1"),
    ("ro-crate-1.2.jsonld", "2"),
    ("ro-crate-1.3.jsonld", "3"),
    ("oerschema.jsonld", ""),
    ("activitystreams.jsonld", ""),
]

# OER Schema publishes no context; the file is derived. Names that it does not list fall into its
# flat namespace, as the page of a term that came later would say.
ADDED = {"oerschema.jsonld": {"@vocab": "http://oerschema.org/"}}

RDFA = "rdfa11-initial-contexts.json"
# Prefixes of today's list that older editions lack.
RDFA_ADDED = {"jsonld": "http://www.w3.org/ns/json-ld#", "duv": "https://www.w3.org/ns/duv#"}

HEAD = """\
# Made by make_tables.py; change that, not this. docs/vocabularies.md explains the lines.
"""


def without_scheme(url):
    return url.partition("#")[0].removeprefix("https:").removeprefix("http:")


def line(head, words):
    """A logical line: the head, then words on indented lines."""
    one = " ".join([head, *words])
    if len(one) <= WIDTH:
        return one + "\n"
    filled = textwrap.fill(" ".join(words), WIDTH, initial_indent="  ", subsequent_indent="  ",
                           break_long_words=False, break_on_hyphens=False)
    return f"{head}\n{filled}\n"


def row(term, definition):
    """(form, IRI, coercion, container) of a term definition; fails on anything else."""
    if definition is None or isinstance(definition, str):
        return ("string", definition, None, None)
    left = set(definition) - {"@id", "@type", "@container"}
    if left:
        raise ValueError(f"{term}: the tables have no place for {', '.join(sorted(left))}")
    return ("full", definition["@id"], definition.get("@type"), definition.get("@container"))


def split_iri(term, iri):
    """The prefix in front of the term, or None."""
    return iri[:-len(term)] if iri and iri.endswith(term) and iri != term else None


def read(folder):
    index = json.loads((folder / "index.json").read_text("utf-8"))
    contexts = {}
    for file, letter in CONTEXTS:
        document = json.loads((folder / file).read_text("utf-8"))["@context"]
        rows = {term: row(term, value) for term, value in (document | ADDED.get(file, {})).items()}
        urls = sorted({without_scheme(url) for url, name in index.items() if name == file})
        contexts[file] = (letter, urls, rows)
    unknown = set(index.values()) - set(contexts)
    if unknown:
        raise ValueError(f"index.json names {', '.join(sorted(unknown))}, which no table covers")
    return contexts


def schema_terms(contexts):
    """The terms of schema.org by the set of contexts that have them."""
    sets = {}
    for file, (letter, _, rows) in contexts.items():
        prefix = {"schemaorg.jsonld": "schema:"}.get(file, "http://schema.org/")
        for term, (_, iri, _, _) in rows.items():
            if letter and iri == prefix + term:
                sets[term] = sets.get(term, "") + letter
    lists = {}
    for term, letters in sets.items():
        lists.setdefault(letters, []).append(term)
    return {letters: sorted(terms) for letters, terms in
            sorted(lists.items(), key=lambda item: (-len(item[1]), item[0]))}


def context_text(file, context, lists):
    letter, urls, rows = context
    mine = {letters: terms for letters, terms in lists.items() if letter and letter in letters}
    plain = {term for terms in mine.values() for term in terms}
    groups = {}
    settings = []
    for term, (form, iri, coercion, container) in rows.items():
        if term in plain and coercion is None and container is None:
            continue
        prefix = split_iri(term, iri)
        if form == "string" and (prefix is None or term.startswith("@")):
            settings.append((term, iri))
        else:
            word = term if prefix is not None else f"{term}={iri}"
            groups.setdefault((form, prefix or "-", coercion or "-", container or "-"), []).append(word)
    # Single words do better with their whole IRI than with a line of their own.
    for key in [key for key, words in groups.items() if len(words) == 1 and key[0] == "string"]:
        word = groups.pop(key)[0]
        settings.append((word, (key[1] if key[1] != "-" else "") + word))
    text = f"\ncontext {file.removesuffix('.jsonld')}\n"
    text += line("url", urls)
    for term, iri in sorted(settings, key=lambda item: (not item[0].startswith("@"), item[0])):
        text += f"set {term} {iri if iri is not None else 'null'}\n"
    names = ["+" + letters for letters in mine]
    if names:
        text += line("full schema: - -" if file == "schemaorg.jsonld" else
                     "string http://schema.org/", names)
    for (form, prefix, coercion, container), words in sorted(groups.items()):
        head = f"{form} {prefix}" + (f" {coercion} {container}" if form == "full" else "")
        text += line(head, sorted(words))
    return text


def rdfa_text(folder):
    facts = json.loads((folder / RDFA).read_text("utf-8"))
    text = HEAD
    for name in ("rdfa-1.1", "html-rdfa-1.1", "xhtml-rdfa-1.1"):
        context = facts[name]
        prefixes = context["prefixes"] | (RDFA_ADDED if name == "rdfa-1.1" else {})
        if prefixes:
            text += f"\ncontext {name}-prefixes\n"
            text += "".join(f"set {prefix} {prefixes[prefix]}\n" for prefix in sorted(prefixes))
        groups = {}
        for term, iri in context["terms"].items():
            groups.setdefault(split_iri(term, iri), []).append(term)
        if groups:
            text += f"\ncontext {name}-terms\n"
            text += "".join(line(f"string {prefix}", sorted(terms))
                            for prefix, terms in sorted(groups.items()))
    return text


def tables(folder):
    contexts = read(folder)
    lists = schema_terms(contexts)
    terms = HEAD
    for letters, words in lists.items():
        terms += "\n" + line(f"list {letters}", words)
    text = HEAD
    for file, context in contexts.items():
        text += context_text(file, context, lists)
    return {"schema-terms.txt": terms, "contexts.txt": text, "rdfa.txt": rdfa_text(folder)}


def main():
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    stale = 0
    for name, text in tables(pathlib.Path(arguments[0])).items():
        file = HERE / name
        if file.is_file() and file.read_text("utf-8") == text:
            continue
        stale = 1
        if "--check" in sys.argv:
            print(f"{name} is not what make_tables.py gives")
        else:
            file.write_text(text, "utf-8")
            print(f"{name}: {len(text)} bytes")
    sys.exit(stale if "--check" in sys.argv else 0)


if __name__ == "__main__":
    main()
