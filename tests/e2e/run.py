#!/usr/bin/env python3
"""Runs the end-to-end tests, several files at once: `run.py [--jobs N] [NAME...]`

Each file of tests is a process of its own (`python3 -m unittest`), and most of its time goes
by waiting for servers. What it prints comes in one piece when it has ended, with its time. The last
line is that of unittest: `OK`, or `FAILED (failures=N, errors=N)`; exit code 1 if a test
failed or a file did not come to its end.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import time

FOLDER = pathlib.Path(__file__).resolve().parent
#: Those that take longest come first, so that none of them runs alone at the end.
FIRST = ("test_load_stores", "test_resume", "test_sparql_harvest", "test_load",
         "test_round_trip", "test_refresh", "test_paper_examples", "test_politeness")
SECONDS = 1500


def run_file(name):
    """Returns (name, output, seconds, exit code; None if it was ended)."""
    started = time.monotonic()
    process = subprocess.Popen([sys.executable, "-m", "unittest", "--verbose", name], cwd=FOLDER,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace")
    try:
        output, _ = process.communicate(timeout=SECONDS)
        code = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        output, _ = process.communicate()
        code = None
    return name, output, time.monotonic() - started, code


def number(pattern, text):
    found = re.search(pattern, text)
    return int(found.group(1)) if found else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=max(2, os.cpu_count() or 2),
                        help="files at once (default: one for each core, at least 2)")
    parser.add_argument("names", nargs="*", help="files, without .py (default: all)")
    arguments = parser.parse_args()
    found = sorted(path.stem for path in FOLDER.glob("test_*.py"))
    names = arguments.names or sorted(
        found, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    ran = failures = errors = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(run_file, n) for n in names]):
            name, output, seconds, code = done.result()
            print(f"{output.rstrip()}\n-- {name}: {seconds:.0f} s", flush=True)
            # A file may print something of its own behind it.
            lines = re.findall(r"(?m)^(?:OK|FAILED)(?: \(.*\))?$", output)
            summary = lines[-1] if lines else ""
            ran += number(r"\nRan (\d+) test", output)
            failures += number(r"failures=(\d+)", summary)
            errors += number(r"errors=(\d+)", summary)
            if not summary or (code != 0 and summary.startswith("OK")):
                errors += 1
                print(f"ERROR: {name} {'was ended' if code is None else 'ended early'} "
                      f"(exit code {code})")
    print(f"\nRan {ran} tests")
    if failures or errors or ran == 0:
        print(f"FAILED (failures={failures}, errors={errors})")
        return 1
    print("OK")
    return 0


if __name__ == "__main__":
    sys.exit(main())
