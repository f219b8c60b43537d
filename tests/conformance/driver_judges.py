"""Judges of the suites that go through tests/conformance/driver.cpp, many cases a process.

A suite's row names the function that turns a case into the driver's job (its fields stand
in driver.cpp). Suites of pages (HTML, RDFa, Microdata) are added here in the same way.
"""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import quads  # noqa: E402
import result_sets  # noqa: E402

CHUNK = 60
CHUNK_SECONDS = 120
SYNTAX = {"json-ld": "jsonld", "n-triples": "ntriples", "n-quads": "nquads", "turtle": "turtle",
          "trig": "trig", "rdf-xml": "rdfxml", "trix": "trix", "html": "html", "xhtml": "html",
          "svg": "html", "xml": "html",
          **{name: name for name in ("sparql-xml", "sparql-json", "sparql-csv", "sparql-tsv")}}
MEDIA_TYPE = {"html": "text/html", "xhtml": "application/xhtml+xml", "svg": "image/svg+xml",
              "xml": "application/xml"}


class Wrong(Exception):
    """The program did not do what the case asks for; the text says how."""


def remote_documents(folder):
    """The `documents` and `prefixes` of a suite, as absolute paths."""
    path = folder / "documents.json"
    if not path.is_file():
        return {}
    table = json.loads(path.read_text("utf-8"))
    return {part: {url: str(folder / name) + ("/" if name.endswith("/") else "")
                   for url, name in table.get(part, {}).items()}
            for part in ("documents", "prefixes")}


def plain_job(folder, case):
    """A document of any syntax, read leniently."""
    return {"syntax": SYNTAX[case["format"]], "input": str(folder / case["input"]),
            "base": case["base"] or ""}


def strict_job(folder, case):
    """The same, read strictly: the expected graph is that of processors without repairs."""
    return {**plain_job(folder, case), "strict": True}


def w3c_jsonld_job(folder, case):
    """JSON-LD API tests: strict, so that what is no IRI is dropped and not repaired."""
    options = case["options"]
    job = {**plain_job(folder, case), **remote_documents(folder), "strict": True,
           "iri": options.get("documentUrl", "")}
    if options["api"] == "expand":
        job["op"] = "expand"
    if options.get("processingMode") == "json-ld-1.0":
        job["jsonldVersion"] = "1.0"
    if options.get("produceGeneralizedRdf"):
        job["blankPredicates"] = True
    if "rdfDirection" in options:
        job["rdfDirection"] = options["rdfDirection"]
    if "expandContext" in options:
        job["expandContext"] = str(folder / options["expandContext"])
    return job


def page_job(folder, case, **settings):
    return {**plain_job(folder, case), **remote_documents(folder),
            "mediaType": MEDIA_TYPE[case["format"]], **settings}


def rdfa_job(folder, case):
    """RDFa tests; vocabulary expansion only where a case asks for it."""
    return page_job(folder, case, syntax="rdfa",
                    vocabularyExpansion=bool(case["options"].get("vocabExpansion")))


def jsonld_html_job(folder, case):
    """JSON-LD in HTML: one script, or all."""
    options = case["options"]
    every = options.get("extractAllScripts", options["api"] == "toRdf")
    job = page_job(folder, case, strict=True, iri=options.get("documentUrl", ""),
                   scripts="#" + options["fragment"] if "fragment" in options
                   else "all" if every else "first")
    if options["api"] == "expand":
        job["op"] = "expand"
    return job


def remote_doc_job(folder, case):
    """What a document loader makes of an answer; the client itself is tested elsewhere, so
    redirects are followed already and a missing answer is a missing file."""
    options = case["options"]
    by_suffix = {".jsonld": "application/ld+json", ".json": "application/json",
                 ".html": "text/html"}
    name = pathlib.PurePosixPath(options.get("requestPath") or case["input"] or "missing.jsonld")
    links = options.get("httpLink", [])
    base = case["base"] or ""
    if "redirectTo" in options:  # the base is where the redirection leads
        base = base.rpartition("/")[0] + "/" + options["redirectTo"].rpartition("/")[2]
    return {**remote_documents(folder), "syntax": "jsonld", "op": "expand", "load": True,
            "strict": True, "input": str(folder / (case["input"] or "missing.jsonld")),
            "base": base, "iri": options["documentUrl"],
            "mediaType": options.get("contentType") or by_suffix[name.suffix],
            "links": [links] if isinstance(links, str) else links}


def linked_context_job(folder, case):
    """JSON that has its context from a Link field."""
    return {**plain_job(folder, case), **remote_documents(folder),
            "mediaType": case["options"]["contentType"],
            "links": [case["options"]["linkHeader"]]}


def example_job(folder, case):
    """Pages of which one syntax is judged."""
    syntax = case["options"]["syntax"]
    strict = case["options"].get("level") != "lenient"
    if case["format"] == "json-ld":
        return {**plain_job(folder, case), "strict": strict}
    if syntax == "json-ld":
        return page_job(folder, case, scripts="all", strict=strict)
    return page_job(folder, case, syntax=syntax)


def w3c_microdata_job(folder, case):
    """Microdata to RDF: each case names its registry."""
    return {"syntax": "microdata", "input": str(folder / case["input"]), "base": case["base"],
            "registry": str(folder / case["options"]["registry"]), "stopAtFault": True}


def results_job(folder, case):
    """SPARQL results: rows of s, p and o are to stay rows."""
    return {**plain_job(folder, case), "solutions": True}


def answers_of(driver, jobs):
    """The driver's answers to the jobs, in their order; None where it died."""
    text = "".join(json.dumps(job) + "\n" for job in jobs)
    try:
        done = subprocess.run([str(driver)], input=text.encode(), capture_output=True,
                              timeout=CHUNK_SECONDS, check=False)
        lines = done.stdout.decode("utf-8").splitlines()
    except subprocess.TimeoutExpired as error:
        lines = (error.stdout or b"").decode("utf-8").splitlines()
    answers = [json.loads(line) for line in lines]
    return answers + [None] * (len(jobs) - len(answers))


def same_json(left, right, ordered=False):
    """Equal as expanded JSON-LD: the order of arrays counts only under @list."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(
            same_json(value, right[key], key in ("@list", "@value"))
            for key, value in left.items())
    if isinstance(left, list):
        if len(left) != len(right):
            return False
        if ordered:
            return all(same_json(a, b) for a, b in zip(left, right))
        rest = list(right)
        for item in left:
            found = next((i for i, other in enumerate(rest) if same_json(item, other)), None)
            if found is None:
                return False
            del rest[found]
        return True
    return left == right


def judge(folder, case, answer):
    if answer is None:
        raise Wrong("the driver died or did not end")
    if case["kind"] == "negative" and "forbidden" not in case["options"]:
        if "error" not in answer:
            raise Wrong("accepted")
        if not answer["message"]:
            raise Wrong("rejected without a message")
        return
    if "error" in answer:
        if "forbidden" in case["options"]:
            return
        raise Wrong(f"rejected: {answer['error']}: {answer['message']}")
    if case["kind"] != "eval" and "forbidden" not in case["options"]:
        return
    if "expanded" in answer:
        got = json.loads(answer["expanded"])
        expected = json.loads((folder / case["expected"]).read_text("utf-8"))
        if not same_json(expected, got):
            raise Wrong(f"expanded to {json.dumps(got)}, not {json.dumps(expected)}")
        return
    got = quads.read_dataset(answer["quads"].encode("utf-8"))
    if "forbidden" in case["options"]:
        forbidden = quads.read_dataset((folder / case["options"]["forbidden"]).read_bytes())
        if set(forbidden) & set(got):
            raise Wrong("gives a triple that must not be")
        return
    if case["expectedFormat"] == "json":
        expected = result_sets.dataset(json.loads((folder / case["expected"]).read_text("utf-8")))
        got = result_sets.without_order(got)
        if case["format"] == "sparql-csv":
            got, expected = map(result_sets.texts_only, (got, expected))
    else:
        expected = quads.read_dataset((folder / case["expected"]).read_bytes())
    if not quads.isomorphic(expected, got):
        raise Wrong(quads.difference(expected, got))


def error_code(name):
    """The code of a fault for an error of the JSON-LD API."""
    return "jsonld." + name.lower().replace("@", "").replace(" ", "-")


def driver_jobs(job_of):
    """A maker of jobs (as judges.SUITES wants them) from a function (folder, case) → job."""

    def jobs(program, folder, cases):
        driver = pathlib.Path(program).parent / "semsite_conformance"

        def answer(chunk):
            answers = answers_of(driver, [job_of(folder, case) for case in chunk])
            result = {}
            for case, one in zip(chunk, answers):
                try:
                    judge(folder, case, one)
                    result[case["id"]] = None
                except (Wrong, quads.BadQuad) as wrong:
                    result[case["id"]] = str(wrong)
            return result

        chunks = [cases[i:i + CHUNK] for i in range(0, len(cases), CHUNK)]
        return [lambda chunk=chunk: answer(chunk) for chunk in chunks]

    return jobs


SUITES = {
    "jsonld-toRdf": driver_jobs(w3c_jsonld_job),
    "jsonld-expand": driver_jobs(w3c_jsonld_job),
    "jsonld-remote-doc": driver_jobs(remote_doc_job),
    "jsonld-html": driver_jobs(jsonld_html_job),
    "rdfa11": driver_jobs(rdfa_job),
    "schemaorg-examples": driver_jobs(example_job),
    "extruct": driver_jobs(example_job),
    "activitystreams": driver_jobs(strict_job),
    "ro-crate": driver_jobs(strict_job),
    "schemaorg-dumps": driver_jobs(plain_job),
    "microdata-rdf": driver_jobs(w3c_microdata_job),
    "sparql-results": driver_jobs(results_job),
}
