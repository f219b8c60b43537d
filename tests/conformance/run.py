#!/usr/bin/env python3
"""Runs the conformance suites through the program and prints a table.

The suites are not part of the project. They are looked for in $SEMSITE_CONFORMANCE, else
in ../shared/conformance beside the checkout; each has a cases.jsonl. Exit code 0: no
unexpected failure; 1: some; 2: wrong usage, or no program.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import sys

import judges

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def read_known_failing(path):
    """`suite case reason` a line; '#' starts a remark line."""
    known = {}
    for line in path.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            suite, case, reason = line.split(maxsplit=2)
            known[suite, case] = reason
    return known


def read_cases(folder, only):
    with open(folder / "cases.jsonl", encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines if line.strip()]
    return [case for case in cases
            if "skip" not in case["options"] and (only is None or case["id"] == only)]


def run_suite(name, folder, program, only, workers):
    """Cases and their answers: (case, None or the reason of the failure)."""
    cases = read_cases(folder, only)
    answers = {}
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        jobs = [pool.submit(job) for job in judges.SUITES[name](program, folder, cases)]
        for job in concurrent.futures.as_completed(jobs):
            answers.update(job.result())
    return [(case, answers[case["id"]]) for case in cases]


class Tally:
    """Counts of one suite and what must be said about it."""

    def __init__(self, name, results, known):
        self.name = name
        self.count = collections.Counter()
        self.failing, self.stale = [], []
        for case, reason in results:
            self._take(case, reason, known.get((name, case["id"])))

    def _take(self, case, reason, known_reason):
        if case["options"].get("optional"):
            self.count["optional run"] += 1
            self.count["optional passed"] += reason is None
            return
        self.count["run"] += 1
        if reason is None:
            self.count["passed"] += 1
            if known_reason is not None:
                self.stale.append(case["id"])
        elif known_reason is not None:
            self.count["known"] += 1
        else:
            self.failing.append((case["id"], reason))

    def row(self):
        optional = f"{self.count['optional passed']}/{self.count['optional run']}"
        return (self.name, self.count["passed"], self.count["run"],
                optional if self.count["optional run"] else "", self.count["known"] or "")


def print_table(rows):
    rows = [("suite", "passed", "run", "optional passed", "known failing"), *rows]
    widths = [max(len(str(row[i])) for row in rows) for i in range(5)]
    for row in rows:
        cells = [str(cell).rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join([row[0].ljust(widths[0]), *cells]))


def print_problems(tally, options):
    for case, reason in tally.failing:
        if options.list_failing:
            print(tally.name, case)
        else:
            shown = reason if options.verbose else reason.splitlines()[0][:300]
            print(f"FAILED {tally.name} {case}: {shown}")
    for case in tally.stale:
        print(f"PASSES {tally.name} {case}: take it out of known_failing.txt")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=pathlib.Path, metavar="PATH",
                        default=ROOT / "build/release/semsite")
    parser.add_argument("--suite", action="append", choices=list(judges.SUITES), metavar="NAME",
                        help="only this suite (may be repeated): " + " ".join(judges.SUITES))
    parser.add_argument("--case", metavar="ID", help="only the case of this id")
    parser.add_argument("-v", "--verbose", action="store_true", help="whole reasons")
    parser.add_argument("--list-failing", action="store_true", help="suite and id, no reasons")
    parser.add_argument("--jobs", type=int, default=max(2, os.cpu_count() or 2), metavar="N")
    return parser.parse_args()


def main():
    options = read_options()
    suites = pathlib.Path(os.environ.get("SEMSITE_CONFORMANCE") or
                          ROOT.parent / "shared/conformance")
    if not suites.is_dir():
        mark = "!" * 72
        loud = os.environ.get("CI") == "true"
        message = (f"0 conformance cases ran: {suites} is not there; "
                   "SEMSITE_CONFORMANCE names another place")
        print(f"{mark}\n{message}\n{mark}" if loud else message)
        return 0
    if not os.access(options.program, os.X_OK):
        print(f"{options.program} is not there: build it, or give --program", file=sys.stderr)
        return 2

    known = read_known_failing(HERE / "known_failing.txt")
    tallies = []
    for name in options.suite or judges.SUITES:
        if (suites / name).is_dir():
            results = run_suite(name, suites / name, options.program.resolve(), options.case,
                                options.jobs)
            tallies.append(Tally(name, results, known))
            print_problems(tallies[-1], options)
        else:
            print(f"suite {name} is not in {suites}: not run")
    print_table([tally.row() for tally in tallies])
    if not judges.sizes.ALL:
        print(judges.sizes.SAID + "each RDF case goes through JSON-LD in one shape, not in both")

    total = collections.Counter()
    for tally in tallies:
        total.update(tally.count)
    failed = sum(len(tally.failing) + len(tally.stale) for tally in tallies)
    print(f"{total['run'] + total['optional run']} conformance cases ran: "
          f"{total['passed']} of {total['run']} passed, {failed} failed, {total['known']} known "
          f"failing; optional {total['optional passed']} of {total['optional run']}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
