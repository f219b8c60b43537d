#!/usr/bin/env python3
"""Runs the end-to-end tests, several files at once: `run.py [--jobs N] [NAME...]`
or, one after another, those that measure `--queue` in its real sizes: `run.py --scale [NAME...]`

Each file of tests is a process of its own (`python3 -m unittest`), and most of its time goes
by waiting for servers. What it prints comes in one piece when it has ended, with its time, and how
much of it a processor was busy. A file that fails beside others is run once more, alone: some tests
have bounds on time. Both are shown, the second counts, and the end names such files.

Where a test does less than all (tests/support/sizes.py), its file says so, and the end counts it.
What is left out altogether is named there, too. `--scale` prints each measured number beside its limit,
in lines that begin with `measured: `, and once more at the end.

The last line is that of unittest: `OK`, or `FAILED (failures=N, errors=N)`; exit code 1 if a
test failed or a file did not come to its end.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import threading
import time

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "support"))
from sizes import SAID  # noqa: E402

#: Those that take longest come first, so that none of them runs alone at the end.
FIRST = ("test_load_stores", "test_follow_changes", "test_html_report", "test_resume",
         "test_sparql_harvest", "test_index", "test_load", "test_round_trip", "test_refresh",
         "test_paper_examples", "test_politeness", "test_large_statements", "test_docs_commands",
         "test_durable", "test_archives", "test_hostile_iris", "test_former_parts")
SECONDS = 1500
#: Files of `--scale`, minutes that they take, and what they are about.
SCALE = {"scale_queue": (14, "1,000 hosts, kills, skew, workers that come and go, growth"),
         "scale_failures": (9, "outages of the database, the network and the store"),
         "scale_slurm": (2, "an array with a requeue")}
SCALE_SECONDS = 3600
MEASURED = "measured: "


def run_file(name):
    """Returns (name, output, seconds, those of a processor, exit code; None if it was ended)."""
    started = time.monotonic()
    process = subprocess.Popen([sys.executable, "-m", "unittest", "--verbose", name], cwd=FOLDER,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace")
    ended = threading.Event()

    def end():
        ended.set()
        process.kill()

    timer = threading.Timer(SCALE_SECONDS if name.partition(".")[0] in SCALE else SECONDS, end)
    timer.start()
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    process.stdout.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    return (name, output, time.monotonic() - started, usage.ru_utime + usage.ru_stime,
            None if ended.is_set() else process.returncode)


def number(pattern, text):
    found = re.search(pattern, text)
    return int(found.group(1)) if found else 0


class Outcome:
    """What one run of a file came to."""

    def __init__(self, name, output, seconds, busy, code):
        self.name, self.output = name, output.rstrip()
        self.seconds, self.busy = seconds, busy
        # A file may print something of its own behind it.
        lines = re.findall(r"(?m)^(?:OK|FAILED)(?: \(.*\))?$", output)
        summary = lines[-1] if lines else ""
        self.ran = number(r"\nRan (\d+) test", output)
        self.failures = number(r"failures=(\d+)", summary)
        self.errors = number(r"errors=(\d+)", summary)
        if not summary or (code != 0 and summary.startswith("OK")):
            self.errors += 1
            self.output += (f"\nERROR: {name} {'was ended' if code is None else 'ended early'} "
                            f"(exit code {code})")

    def is_good(self):
        return self.failures + self.errors == 0

    def show(self, margin=""):
        text = f"{self.output}\n-- {self.name}: {self.seconds:.0f} s, {self.busy:.0f} of them busy"
        print("\n".join(margin + line for line in text.splitlines()), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int,
                        help="files at once, which wait more than they work (default: two a core)")
    parser.add_argument("--scale", action="store_true",
                        help=f"only {', '.join(SCALE)}; one after another unless --jobs says otherwise")
    parser.add_argument("names", nargs="*", help="files, without .py (default: all)")
    arguments = parser.parse_args()
    found = sorted(path.stem for path in FOLDER.glob("test_*.py"))
    names = arguments.names or list(SCALE if arguments.scale else sorted(
        found, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST)))
    arguments.jobs = arguments.jobs or (1 if arguments.scale else 2 * (os.cpu_count() or 1))
    outcomes, alone = [], []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(run_file, n) for n in names]):
            outcome = Outcome(*done.result())
            if outcome.is_good() or arguments.jobs == 1:
                outcome.show()
                outcomes.append(outcome)
            else:
                outcome.show("| ")  # its lines do not count
                alone.append(outcome.name)
    for name in alone:
        outcomes.append(Outcome(*run_file(name)))
        outcomes[-1].show()
        if outcomes[-1].is_good():
            print(f"{name} failed beside others and passed alone")
    failures = sum(outcome.failures for outcome in outcomes)
    errors = sum(outcome.errors for outcome in outcomes)
    ran = sum(outcome.ran for outcome in outcomes)
    short = sorted({line for outcome in outcomes for line in outcome.output.splitlines()
                    if line.startswith(SAID)})
    print("\n".join(["", *short, f"{len(short)} numbers are larger with --all (SEMSITE_ALL=1)"] if short
                    else [""]))
    if not arguments.scale and not arguments.names:
        for name, (minutes, what) in SCALE.items():
            print(f"left out: {name}: {what}; run.py --scale {name}, some {minutes} minutes")
    measured = [line[line.index(MEASURED):] for outcome in outcomes for line in outcome.output.splitlines()
                if MEASURED in line]
    for line in measured:
        print(line)
    print(f"Ran {ran} tests")
    if failures or errors or ran == 0:
        print(f"FAILED (failures={failures}, errors={errors})")
        return 1
    print("OK")
    return 0


if __name__ == "__main__":
    sys.exit(main())
