#!/usr/bin/env python3
"""Do other RML engines make the same triples of our mappings? `run.py [--modules DIR]`

Each mapping of mappings/ and of tests/rml/data is run by semsite and by rocketrml (npm) on
every sitemap of tests/data/entries and tests/rml/data; the results are compared up to the
names of blank nodes. What calls a named function, which is ours alone, is taken out of the
mapping before, for both engines; rocketrml is given the vocabulary that it knows
(translate.cjs).

The documents are made plain before, for both: rocketrml neither trims values nor resolves
relative references, nor repairs IRIs. So text is trimmed, URLs are made absolute, and entries and
links with URLs that are meant to be faulty are left out.

Exit code 0: they agree; 1: they do not; 77: rocketrml cannot be had here.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
import npm  # noqa: E402
import quads  # noqa: E402

BASE = "http://document.example/"


def is_plain(text):
    """An IRI that both engines take as it is, if it is one at all."""
    return "://" in text and not re.search(r"[\s<>\"{}|\\^`]", text)


def made_plain(source, target):
    """Writes the document as rocketrml can read it; False if it is no XML."""
    try:
        root = ET.parse(source).getroot()
    except ET.ParseError:
        return False
    for entry in list(root):
        urls = [e for e in entry.iter() if e.tag.rpartition("}")[2] in ("loc", "image")]
        for one in urls:
            if one.text and one.text.strip():
                one.text = urllib.parse.urljoin(BASE, one.text.strip())
        if any(one.text and one.text.strip() and not is_plain(one.text) for one in urls):
            root.remove(entry)
    for element in root.iter():
        element.text = (element.text or "").strip() or None
        element.tail = None
        for name, value in list(element.attrib.items()):
            element.attrib[name] = value.strip()
            if not value.strip() or name == "href" and not is_plain(value.strip()):
                del element.attrib[name]
    target.write_bytes(ET.tostring(root, encoding="utf-8"))
    return True


# Takes the place of a built-in mapping, and makes nothing.
NOTHING = """@prefix rml: <http://w3id.org/rml/> .
<#m> a rml:TriplesMap ; rml:subject <urn:nothing:s> ; rml:predicateObjectMap [ rml:predicate <urn:nothing:p> ; rml:object 1 ] ;
  rml:logicalSource [ rml:referenceFormulation rml:XPath ; rml:iterator "/none/none" ] .
"""


def run_semsite(program, mapping, source):
    with tempfile.TemporaryDirectory() as folder:
        for one in (ROOT / "mappings").glob("*.ttl"):
            (pathlib.Path(folder) / one.name).write_text(NOTHING, "utf-8")
        (pathlib.Path(folder) / "tested.ttl").write_bytes(mapping.read_bytes())
        done = subprocess.run(
            [program, "convert", "-q", "--syntax", "sitemap", "--mappings", folder, str(source)],
            capture_output=True, check=False, timeout=120)
    if done.returncode not in (0, 1) and b"[sitemap.root]" not in done.stderr:
        raise RuntimeError(done.stderr.decode())
    return quads.read_dataset(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modules", type=pathlib.Path, default=npm.FOLDER,
                        help="where npm packages are installed (default build/npm)")
    parser.add_argument("--semsite", default=os.environ.get(
        "SEMSITE", str(ROOT / "build/release/semsite")))
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    if why := npm.install("rocketrml", arguments.modules):
        print(f"skipped: {why}")
        return 77
    own = ROOT / "tests/rml/data"
    mappings = sorted((ROOT / "mappings").glob("*.ttl")) + sorted(own.glob("*.ttl"))
    documents = sorted((ROOT / "tests/data/entries").glob("*.xml")) + sorted(own.glob("*.xml"))
    with tempfile.TemporaryDirectory(prefix="semsite-rml-") as name:
        folder = pathlib.Path(name)
        jobs = []
        for place, document in enumerate(documents):
            source = folder / f"{place}.xml"
            if not made_plain(document, source):
                continue
            for mapping in mappings:
                stem = folder / f"{place}-{mapping.stem}"
                jobs.append({"mapping": str(mapping), "source": str(source),
                             "reduced": f"{stem}.ttl", "old": f"{stem}.old.ttl",
                             "result": f"{stem}.nq",
                             "title": f"{mapping.name} on {document.name}"})
        (folder / "jobs.json").write_text(json.dumps(jobs), "utf-8")
        done = subprocess.run(["node", str(ROOT / "tests/rml/translate.cjs"),
                               str(arguments.modules), str(folder / "jobs.json")],
                              capture_output=True, check=False, timeout=900, text=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()
                   if line.startswith('{"left"')]
        if len(answers) != len(jobs):
            print(f"rocketrml ended early: {done.stderr[-2000:]}")
            return 1
        return compare(jobs, answers, arguments)


def compare(jobs, answers, arguments):
    compared = triples = failed = 0
    for job, answer in zip(jobs, answers):
        if "problem" in answer:
            failed += 1
            print(f"FAILED {job['title']}: rocketrml: {answer['problem'][:1000]}")
        if answer["left"] == 0 or "problem" in answer:
            continue
        theirs = quads.read_dataset(pathlib.Path(job["result"]).read_bytes())
        ours = run_semsite(arguments.semsite, pathlib.Path(job["reduced"]), job["source"])
        if not ours and not theirs:
            continue
        compared += 1
        triples += len(theirs)
        if not quads.isomorphic(ours, theirs):
            failed += 1
            print(f"FAILED {job['title']} (expected: rocketrml's)\n"
                  f"{quads.difference(theirs, ours, 40)}")
        elif arguments.verbose:
            print(f"{job['title']}: {len(theirs)} triples of {answer['left']} maps")
    print(f"rocketrml {npm.VERSIONS['rocketrml']}: {compared} pairs of mapping and sitemap with {triples} triples, "
          f"{failed} differ")
    return 1 if failed or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
