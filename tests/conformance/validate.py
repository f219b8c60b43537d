#!/usr/bin/env python3
"""`semsite validate` on the public sitemaps, ResourceSync documents and link sets.

What a suite calls right must have no findings above notes; what it calls lenient, a threat
or wrong must have some; and whatever the reader says that it tolerated must be a finding.
Exit code 0: so it is; 1: it is not; 77: the suites are not there.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SECONDS = 60

# Where we and a suite do not agree, and why.
WRONG_ONLY_BY_ITS_HEADER = {"text-wrong-media-type"}  # a file has none
RIGHT_BUT_FOR = {
    # An example of Z39.99-2017 itself: a hash in base64 where it wants hexadecimal digits.
    "spec_v1_1-resourcesync_ex_27": {"rs.hash"},
    # Test data of a library: an element that no version has, a time without its zone, and an
    # index of relative names.
    "sitemapindex1-sitemap00000": {"rs.unknown-element"},
    "sitemapindex1-sitemap00001": {"rs.unknown-element"},
    "sitemapindex1-sitemap00002": {"rs.unknown-element", "sitemap.lastmod-zone"},
    "sitemapindex2-sitemap": {"sitemap.relative"},
    "sitemapindex2-sitemap00000": {"rs.unknown-element"},
    "sitemapindex2-sitemap00001": {"rs.unknown-element"},
    "sitemapindex2-sitemap00002": {"rs.unknown-element"},
}


def run(program, *words):
    done = subprocess.run([program, *map(str, words)], stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=SECONDS, check=False)
    return done.stdout.decode("utf-8")


def is_right(case):
    if case["id"] in WRONG_ONLY_BY_ITS_HEADER:
        return True
    return case["kind"] != "negative" and case["options"].get("level", "core") == "core"


def judge(program, suite, case, path):
    """What is wrong with the verdict on one case, or None."""
    report = json.loads(run(program, "validate", "-q", "--format", "json", path))
    found = {group["code"] for group in report["findings"] if group["severity"] != "note"}
    if suite != "linkset" and '"kind":"note"' in run(program, "inspect", path, "--base",
                                                     case["base"] or "http://a.example/"):
        if not report["findings"]:
            return "the reader tolerated something that is not told"
    if suite == "linkset" and case["kind"] != "negative":
        # Link sets need not keep to the FAIR profile, nor name what they are about.
        found = {code for code in found if not code.startswith(("fair.", "linkset.no-anchor",
                                                                "linkset.relative"))}
    expected = RIGHT_BUT_FOR.get(case["id"])
    if expected is not None:
        return None if found == expected else f"{sorted(found)} instead of {sorted(expected)}"
    if is_right(case):
        return f"it is right, but {sorted(found)}" if found else None
    return None if found else "it is wrong, and nothing was found"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/semsite")
    program = parser.parse_args().program.resolve()
    named = os.environ.get("SEMSITE_CONFORMANCE") or ROOT.parent / "shared/conformance"
    suites = pathlib.Path(named).resolve()
    if not (suites / "sitemaps/cases.jsonl").is_file():
        print(f"nothing validated: {suites} is not there; SEMSITE_CONFORMANCE names another place")
        return 77
    count, wrong = 0, []
    for suite in ("sitemaps", "resourcesync", "linkset"):
        for line in (suites / suite / "cases.jsonl").read_text("utf-8").splitlines():
            case = json.loads(line)
            count += 1
            if problem := judge(program, suite, case, suites / suite / case["input"]):
                wrong.append(f"{suite} {case['id']}: {problem}")
    print("\n".join([*wrong, f"validate: {count - len(wrong)} of {count} documents judged as their "
                     f"suites do, but for {len(RIGHT_BUT_FOR)} that are listed"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
