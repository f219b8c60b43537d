#!/usr/bin/env python3
"""Proves that the built-in contexts say what the published ones say.

The published contexts are not part of the project. They are looked for in
$SEMSITE_CONTEXTS, else in ../shared/contexts beside the checkout. Three proofs: the
tables are what vocab/make_tables.py makes of them; each built-in context is the same,
member by member (by the unit tests); and for every term of every context a document gives
the same quads with the context named by its URL as with the published one written into it.
Exit code 0: they agree; 1: they do not; 77: the published contexts are not there.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SECONDS = 120


def nodes_about(term, definition):
    """Nodes that bring out everything a definition can say of the term."""
    if isinstance(definition, str) and definition.startswith("@"):  # an alias of a keyword
        yield {"@id": f"urn:alias:{term}", "urn:p": {term: "urn:x:value"}}
        return
    values = ["text", "2020-02-03", "http://example.org/o", "relative", 7, 1.5, True,
              {"@id": "urn:o"}, {"@value": "v", "@language": "nl"}, {"en": "map"}]
    for number, value in enumerate(values):
        yield {"@id": f"urn:{number}:{term}", term: value}
    yield {"@id": f"urn:set:{term}", term: ["a", "b"]}
    yield {"@id": f"urn:type:{term}", "@type": term}
    yield {"@id": f"urn:vocab:{term}", "urn:p": {"@value": "v", "@type": term}}
    # Lists cannot be reversed, and languages cannot be the subject.
    if not isinstance(definition, dict) or "@container" not in definition:
        yield {"@id": f"urn:reverse:{term}", "@reverse": {term: {"@id": "urn:o"}}}
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*", term):
        yield {"@id": f"urn:prefix:{term}", "urn:p": {"@id": f"{term}:x"}, f"{term}:y": "z"}


def document(context, published):
    graph = []
    for term, value in published.items():
        if not term.startswith("@"):
            graph += nodes_about(term, value)
    graph.append({"@id": "urn:unlisted", "noTermOfAnyContext": "x", "@type": "NoTypeOfAnyContext"})
    return json.dumps({"@context": context, "@graph": graph})


def convert(program, folder, text):
    """The sorted quads of a JSON-LD document; of one name, so that blank nodes are alike."""
    file = folder / "document.jsonld"
    file.write_text(text, "utf-8")
    done = subprocess.run(
        [program, "convert", "-q", "--syntax", "jsonld", "--base", "http://example.org/doc",
         "-o", "-", file], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS,
        check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"convert: exit code {done.returncode}: {done.stderr.decode()[-500:]}")
    return sorted(done.stdout.decode("utf-8").splitlines())


def differences(program, folder, contexts):
    index = json.loads((contexts / "index.json").read_text("utf-8"))
    urls = {file: url for url, file in sorted(index.items())}
    for file, url in sorted(urls.items()):
        published = json.loads((contexts / file).read_text("utf-8"))["@context"]
        # A context that is fetched cannot set the base, one in the document can.
        written = {term: value for term, value in published.items() if term != "@base"}
        if file == "oerschema.jsonld":
            written["@vocab"] = "http://oerschema.org/"  # docs/vocabularies.md
        ours = convert(program, folder, document(url, published))
        theirs = convert(program, folder, document(written, published))
        if len(theirs) < 10 * len(published):
            yield f"{file}: only {len(theirs)} quads of {len(published)} terms"
        only = [f"- {q}" for q in set(theirs) - set(ours)] + [f"+ {q}" for q in set(ours) - set(theirs)]
        yield from (f"{file}: {line}" for line in sorted(only)[:20])
        print(f"{url}: {len(published)} members, {len(theirs)} quads, {len(only)} differ")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/semsite")
    parser.add_argument("--tests", type=pathlib.Path, help="the program of the unit tests")
    options = parser.parse_args()
    named = os.environ.get("SEMSITE_CONTEXTS") or ROOT.parent / "shared/contexts"
    contexts = pathlib.Path(named).resolve()
    if not (contexts / "index.json").is_file():
        print(f"nothing compared: {contexts} is not there; SEMSITE_CONTEXTS names another place")
        return 77
    wrong = []
    made = subprocess.run([sys.executable, ROOT / "vocab/make_tables.py", "--check", contexts],
                          capture_output=True, text=True, check=False)
    if made.returncode != 0:
        wrong.append(f"vocab/make_tables.py --check: {made.stdout}{made.stderr}")
    if options.tests:
        unit = subprocess.run([options.tests, "--gtest_filter=PublishedContexts.*"],
                              env=os.environ | {"SEMSITE_CONTEXTS": str(contexts)},
                              capture_output=True, text=True, check=False)
        if unit.returncode != 0 or "[  PASSED  ] 2 tests" not in unit.stdout:
            wrong.append(unit.stdout + unit.stderr)
    with tempfile.TemporaryDirectory() as folder:
        wrong += differences(options.program.resolve(), pathlib.Path(folder), contexts)
    print("\n".join(wrong) if wrong else "the built-in contexts are the published ones")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
