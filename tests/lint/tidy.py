#!/usr/bin/env python3
"""What clang-tidy says of src/, by the checks of .clang-tidy; minutes, so it is run by hand.

`tidy.py BUILD [WORD...]`: takes the compiler's commands from a configured build, files that are compiled together as
one; all, or those whose path has one of the words. SEMSITE_TIDY names another clang-tidy than clang-tidy-14 or
clang-tidy. Exit code 0: nothing is said, 1: something is (it is printed), 77: there is no clang-tidy, or the build has
no commands.
"""

import concurrent.futures
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

#: Options of the compiler's that clang must know; what warns is the compiler's business.
KEPT = ("-I", "-D", "-std=")


def options(command, common):
    """What clang-tidy must be told to read a file. A header that the compiler has precompiled for itself is read as
    text, from the folder `common`."""
    words, out = iter(shlex.split(command)), []
    for word in words:
        if word.startswith(KEPT):
            out.append(word)
        elif word in ("-isystem", "-include"):
            value = next(words)
            if word == "-include":
                value = shutil.copy(value, common)
            out += [word, value]
    return out


def said(tidy, entry, common):
    """What is found in a file; empty if nothing is."""
    done = subprocess.run([tidy, "--quiet", entry["file"], "--", *options(entry["command"], common), "-Wno-everything"],
                          cwd=entry["directory"], capture_output=True, text=True, check=False, timeout=1200)
    return "" if done.returncode == 0 else done.stdout or f"{entry['file']}: {done.stderr}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    root = pathlib.Path(__file__).resolve().parents[2]
    commands = pathlib.Path(sys.argv[1], "compile_commands.json")
    tidy = os.environ.get("SEMSITE_TIDY") or shutil.which("clang-tidy-14") or shutil.which("clang-tidy")
    if not tidy or not commands.is_file():
        print(f"not checked: {f'{commands.parent} has no commands' if tidy else 'there is no clang-tidy'}")
        sys.exit(77)
    # Joint files lie in the build, below its src/.
    files = {entry["file"]: entry for entry in json.loads(commands.read_text("utf-8"))
             if "/src/" in entry["file"] and entry["file"].startswith(str(root)) and "precompiled" not in entry["file"]}
    wanted = [entry for file, entry in files.items() if not sys.argv[2:] or any(word in file for word in sys.argv[2:])]
    if not wanted:
        sys.exit(f"{commands} has no commands for such files")
    start, bad = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as common, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for told in pool.map(lambda entry: said(tidy, entry, common), wanted):
            if told:
                bad += 1
                print(told, flush=True)
    print(f"{len(wanted)} files read in {time.monotonic() - start:.0f} s: "
          f"{f'something is said of {bad}' if bad else 'kept'}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
