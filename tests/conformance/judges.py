"""One judge per kind of suite: what to run the program with, and whether it was right.

A judge turns cases into jobs. A job answers several cases with as few calls of the
program as possible and gives for each case id None, or the reason why it failed.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import driver_judges  # noqa: E402
import json_documents  # noqa: E402
import quads  # noqa: E402
import sizes  # noqa: E402

SYNTAX = {"n-triples": "ntriples", "n-quads": "nquads", "turtle": "turtle", "trig": "trig",
          "rdf-xml": "rdfxml", "trix": "trix"}
CASE_SECONDS = 20


class Wrong(Exception):
    """The program did not do what the case asks for; the text says how."""


class Run:
    """One call of the program."""

    def __init__(self, program, *arguments, data=b""):
        self.command = [str(program), *map(str, arguments)]
        try:
            done = subprocess.run(self.command, input=data, capture_output=True,
                                  timeout=CASE_SECONDS, check=False)
        except subprocess.TimeoutExpired as error:
            raise Wrong(f"no end after {CASE_SECONDS} s") from error
        self.code, self.out = done.returncode, done.stdout
        self.errors = done.stderr.decode("utf-8", "replace").strip()
        if self.code not in (0, 1):
            how = f"signal {-self.code}" if self.code < 0 else f"exit code {self.code}"
            raise Wrong(f"{how}: {self.errors[-500:]}")

    def json_lines(self):
        try:
            return [json.loads(line) for line in self.out.decode("utf-8").splitlines() if line]
        except ValueError as error:
            raise Wrong(f"the output is not JSON lines: {error}") from error


def one_by_one(judge):
    """A maker of jobs of one case each from a function (program, folder, case)."""

    def jobs(program, folder, cases):
        def answer(case):
            try:
                judge(program, folder, case)
            except Wrong as wrong:
                return {case["id"]: str(wrong)}
            return {case["id"]: None}

        return [lambda case=case: answer(case) for case in cases]

    return jobs


_LABEL = re.compile(rb'("(?:[^"\\\\]|\\\\.)*")|_:[A-Za-z0-9_]+')


_TAG = re.compile(rb'("(?:[^"\\]|\\.)*")(@[A-Za-z0-9-]+)?')


def _in_small(match):
    return match.group(1) + (match.group(2) or b"").lower()


def judge_canonical(got, expected):
    """Byte by byte, but for the order of lines, the labels of blank nodes, and language tags,
    which the program writes as they came: the form has them in small letters."""

    def lines(data):
        return sorted(_LABEL.sub(lambda m: m.group(1) or b"_:", _TAG.sub(_in_small, line))
                      for line in data.split(b"\n"))

    if lines(got) != lines(expected):
        raise Wrong(f"{got!r}, not {expected!r}")
    if not quads.isomorphic(quads.read_dataset(expected), quads.read_dataset(got)):
        raise Wrong("blank nodes differ")


def check_round_trip(program, lines):
    """What goes through JSON-LD, which has no triple terms, is the same dataset when it is read
    again: in one of the two shapes, or in both if SEMSITE_ALL is 1."""
    if b"<<(" in lines:
        return
    expected = quads.read_dataset(lines)
    shapes = ("whole", "stream")
    if not sizes.ALL:
        shapes = (shapes[zlib.crc32(lines) % 2],)  # always the same one of a case
    for shape in shapes:
        document = Run(program, "convert", "--syntax", "nquads", "--format", "jsonld", "--jsonld", shape, "-",
                       data=lines)
        back = Run(program, "convert", "--syntax", "jsonld", "--rdf-direction", "rdf12", "-",
                   data=document.out)
        if document.code != 0 or back.code != 0:
            raise Wrong(f"JSON-LD ({shape}): {document.errors[-300:]} {back.errors[-300:]}")
        got = quads.read_dataset(back.out)
        if not quads.isomorphic(expected, got):
            raise Wrong(f"through JSON-LD ({shape}): {quads.difference(expected, got)}")


def judge_rdf(program, folder, case):
    """W3C suites and TriX: accepted, rejected, or the same dataset."""
    base = ["--base", case["base"]] if case["base"] else []
    # What is to be rejected is not to be repaired either.
    strict = ["--strict"] if case["kind"] == "negative" else []
    run = Run(program, "convert", "--syntax", SYNTAX[case["format"]], *base, *strict, "--on-error", "fail",
              "-o", "-", folder / case["input"])
    if case["kind"] == "negative":
        if run.code == 0:
            raise Wrong("accepted")
        if not run.errors:
            raise Wrong("rejected without a message")
        return
    if run.code != 0:
        raise Wrong(f"rejected: {run.errors[-500:]}")
    try:
        got = quads.read_dataset(run.out)
    except quads.BadQuad as error:
        raise Wrong(f"the output is not N-Quads: {error}") from error
    odd = quads.first_uncanonical_line(run.out)
    if odd is not None:
        raise Wrong(f"not canonical N-Quads: {odd[:300]}")
    if case["kind"] == "c14n":
        judge_canonical(run.out, (folder / case["expected"]).read_bytes())
    if case["kind"] == "eval":
        expected = quads.read_dataset((folder / case["expected"]).read_bytes())
        if not quads.isomorphic(expected, got):
            raise Wrong(quads.difference(expected, got))
    check_round_trip(program, run.out)


# Options of fromRdf (JSON-LD 1.1 API, section 9.3) as those of the program.
FROM_RDF = {"useNativeTypes": "--native-types", "useRdfType": "--use-rdf-type"}


def judge_from_rdf(program, folder, case):
    """RDF to JSON-LD: the document, and the same dataset when it is read again."""
    given = case["options"]
    options = [option for name, option in FROM_RDF.items() if given.get(name)]
    if given.get("rdfDirection"):
        options += ["--rdf-direction", given["rdfDirection"]]
    run = Run(program, "convert", "--syntax", "nquads", "--format", "jsonld", "--jsonld", "whole",
              *options, "--on-error", "fail", folder / case["input"])
    if case["kind"] == "negative":
        if run.code == 0:
            raise Wrong("accepted")
        code = "jsonld." + given["errorCode"].lower().replace(" ", "-")
        if f"[{code}]" not in run.errors:
            raise Wrong(f"rejected without {code}: {run.errors[-500:]}")
        return
    if run.code != 0:
        raise Wrong(f"rejected: {run.errors[-500:]}")
    try:
        got = json.loads(run.out)
    except ValueError as error:
        raise Wrong(f"the output is not JSON: {error}") from error
    expected = json.loads((folder / case["expected"]).read_text("utf-8"))
    if not json_documents.same_document(expected, got):
        raise Wrong(f"{run.out.decode()[:1500]}, not {json.dumps(expected)[:1500]}")
    lines = (folder / case["input"]).read_bytes()
    # By the standard a list does not keep the type of its cells, nor a JSON literal its spaces.
    if b"#List>" not in lines and b"#JSON>" not in lines:
        check_round_trip(program, lines)


# Asked where a case gives no URL, so that the program takes the file for a robots.txt and
# names the delay.
ANY_URL = "http://www.example.com/"


def judge_robots(case, verdicts, summary):
    if case["op"] == "sitemaps":
        if summary is None:
            raise Wrong("no line with the sitemaps")
        # An entry is a URL, or an object that has one beside its line number.
        got = {item["url"] if isinstance(item, dict) else item for item in summary["sitemaps"]}
        if got != set(case["sitemaps"]):
            raise Wrong(f"sitemaps {sorted(got)}, not {sorted(case['sitemaps'])}")
        return
    verdict = verdicts.get(case.get("url", ANY_URL))
    if verdict is None:
        raise Wrong(f"no verdict on {case.get('url', ANY_URL)!r}")
    if case["op"] == "crawl-delay":
        if verdict["crawl_delay"] != case["crawlDelay"]:
            raise Wrong(f"crawl delay {verdict['crawl_delay']}, not {case['crawlDelay']}")
    elif verdict["allowed"] is not case["allowed"]:
        raise Wrong(f"{case['url']} for {case['agent']}: allowed = {verdict['allowed']} by "
                    f"{verdict['rule']!r}, line {verdict['line']}")


def answer_robots(program, path, agent, cases):
    urls = list(dict.fromkeys(case.get("url", ANY_URL) for case in cases))
    try:
        lines = Run(program, "inspect", "--agent", agent,
                    *(word for url in urls for word in ("--url", url)), path).json_lines()
    except Wrong as wrong:
        return {case["id"]: str(wrong) for case in cases}
    verdicts = {line["url"]: line for line in lines if "allowed" in line}
    summary = next((line for line in lines if line.get("kind") == "robots"), None)
    answers = {}
    for case in cases:
        try:
            judge_robots(case, verdicts, summary)
            answers[case["id"]] = None
        except Wrong as wrong:
            answers[case["id"]] = str(wrong)
        except (KeyError, TypeError) as error:
            answers[case["id"]] = f"the output lacks {error}"
    return answers


def robots_jobs(program, folder, cases):
    batches = {}
    for case in cases:
        odd = case.get("url", ANY_URL) == ""  # must not spoil the others of its file
        batches.setdefault((case["input"], case.get("agent", "semsite"), odd), []).append(case)
    return [lambda key=key, batch=batch: answer_robots(program, folder / key[0], key[1], batch)
            for key, batch in batches.items()]


def judge_sitemap(program, folder, case):
    run = Run(program, "inspect", "--base", case["base"], folder / case["input"])
    if run.code != 0 and case["options"].get("mayReject"):
        return
    expected = json.loads((folder / case["expected"]).read_text("utf-8"))
    got = [line for line in run.json_lines() if "loc" in line]
    want_locs = [entry["loc"] for entry in expected["entries"]]
    got_locs = [entry["loc"] for entry in got]
    if got_locs != want_locs:
        place = next((i for i, pair in enumerate(zip(got_locs, want_locs)) if pair[0] != pair[1]),
                     min(len(got_locs), len(want_locs)))
        raise Wrong(f"{len(got_locs)} entries, {len(want_locs)} expected; first difference at "
                    f"{place}: {got_locs[place:place + 1]}, not {want_locs[place:place + 1]}; "
                    f"{run.errors[-300:]}")
    for have, want in zip(got, expected["entries"]):
        if "lastmod" in want and have.get("lastmod") != want["lastmod"]:
            raise Wrong(f"{want['loc']}: lastmod {have.get('lastmod')!r}, not {want['lastmod']!r}")


def expected_links(case, context):
    """A link for each relation of each link of a case: anchor, relation, target, attributes.
    Links are shown resolved, and as IRIs; those without an anchor are about `context`."""

    def iri(reference):
        return urllib.parse.urljoin(case["base"], reference).replace(" ", "%20")

    for link in case["links"]:
        anchor = context if link["anchor"] is None else iri(link["anchor"])
        for relation in link["rels"] or [""]:
            yield anchor, relation, iri(link["target"]), sorted(link["params"])


def shown_links(lines):
    for line in lines:
        if line["kind"] != "link":
            continue
        params = []
        for name, value in line["params"].items():
            for one in value if isinstance(value, list) else [value]:
                params.append([name, one["value"], one["language"]] if isinstance(one, dict)
                              else [name, one])
        yield line["anchor"], line["rel"], line["target"], sorted(params)


def judge_link_header(program, _folder, case):
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as header:
        header.write(f"Link: {case['header']}\n")
        header.flush()
        run = Run(program, "inspect", "--base", case["base"], "--header-file", header.name)
    got, expected = list(shown_links(run.json_lines())), list(expected_links(case, case["base"]))
    if got != expected:
        raise Wrong(f"{got}, not {expected}")


def judge_linkset(program, folder, case):
    run = Run(program, "inspect", "--base", case["base"], folder / case["input"])
    if case["kind"] == "negative":
        if run.code == 0:
            raise Wrong("taken for a whole link set")
        if not run.errors:
            raise Wrong("rejected without a message")
        return
    if run.code != 0:
        raise Wrong(f"rejected: {run.errors[-500:]}")
    got, expected = sorted(shown_links(run.json_lines()), key=repr), sorted(
        expected_links(case, None), key=repr)
    if got != expected:
        raise Wrong(f"{got}, not {expected}")


def linkset_jobs(program, folder, cases):
    """Link sets are inspected; those that are to be read as JSON-LD are converted."""
    as_jsonld = [case for case in cases if case["format"] == "json-ld"]
    rest = [case for case in cases if case["format"] != "json-ld"]
    return [*one_by_one(judge_linkset)(program, folder, rest),
            *driver_judges.driver_jobs(driver_judges.linked_context_job)(program, folder, as_jsonld)]


def shown_document(lines):
    """What `inspect` says of a ResourceSync document, in the form of the suite."""

    def said(line):
        return line.get("md"), line.get("ln", [])

    head = next((line for line in lines if line["kind"] == "document"), {})
    md, ln = said(head)
    entries = []
    for line in lines:
        if line["kind"] in ("page", "sitemap"):
            own_md, own_ln = said(line)
            entries.append({"loc": line["loc"], "lastmod": line["lastmod"], "md": own_md,
                            "ln": own_ln})
    return {"type": lines[-1]["type"], "md": md, "ln": ln, "entries": entries}


def judge_resourcesync(program, folder, case):
    run = Run(program, "inspect", "--base", case["base"], folder / case["input"])
    if run.code != 0:
        raise Wrong(f"rejected: {run.errors[-500:]}")
    lines = run.json_lines()
    got = shown_document(lines)
    expected = json.loads((folder / case["expected"]).read_text("utf-8"))
    for entry in expected["entries"]:  # shown resolved
        entry["loc"] = urllib.parse.urljoin(case["base"], entry["loc"])
    if got != expected:
        raise Wrong(f"{got}, not {expected}")
    if lines[-1].get("capability") != case["options"]["capability"]:
        raise Wrong(f"capability {lines[-1].get('capability')}")


rdf_jobs = one_by_one(judge_rdf)

# The suites that are run, in this order, and who makes their jobs.
SUITES = {
    "rdf11-n-triples": rdf_jobs,
    "rdf11-n-quads": rdf_jobs,
    "rdf11-turtle": rdf_jobs,
    "rdf11-trig": rdf_jobs,
    "rdf11-rdf-xml": rdf_jobs,
    "rdf12-n-triples": rdf_jobs,
    "rdf12-n-quads": rdf_jobs,
    "rdf12-turtle": rdf_jobs,
    "rdf12-trig": rdf_jobs,
    "rdf12-rdf-xml": rdf_jobs,
    "trix": rdf_jobs,
    "robots": robots_jobs,
    "robots-real": robots_jobs,
    "sitemaps": one_by_one(judge_sitemap),
    "link-header": one_by_one(judge_link_header),
    "linkset": linkset_jobs,
    "resourcesync": one_by_one(judge_resourcesync),
    "jsonld-fromRdf": one_by_one(judge_from_rdf),
    **driver_judges.SUITES,
}
