#!/usr/bin/env python3
"""What a mutex guards is read and written only under it: clang reads the files of src/ and
says where not (`-Wthread-safety`, by the annotations of src/base/mutex.hpp).

`thread_safety.py BUILD [ROOT] [--all]`: takes the compiler's commands from a configured build; of
the files below ROOT/src those that have base/mutex.hpp, also through others, as a build that is
made knows; all with --all, and where the build does not know. Files of one room are read together,
as builds with sanitizers compile them: what they include is read once. SEMSITE_CLANG names another clang++
than the first that is found. Exit code 0: kept, 1: broken, or a file that clang does not compile
(what it says is printed), 77: there is no clang++, or the build has no commands.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

# Warnings of other kinds are the matter of the compiler that builds the program: later clangs warn
# of earlier standard libraries.
TOGETHER = 24  # as in src/rooms.cmake
READ = ["-Wno-everything", "-Wthread-safety", "-Werror=thread-safety", "-ferror-limit=0",
        "-fsyntax-only"]


def sources(file):
    """The file, or those that CMake had put together into it."""
    if file.name.startswith("unity_") and file.is_file():
        return [pathlib.Path(name).resolve()
                for name in re.findall(r'^#include "([^"]+)"', file.read_text("utf-8"), re.M)]
    return [file.resolve()]


def commands(build, root):
    """Of each file below `root`/src, or of several that are compiled together, what clang must be
    told to read it: where headers are, the language and what is defined."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text("utf-8")):
        file = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if not all(root / "src" in source.parents for source in sources(file)):
            continue
        options = []
        words = iter(shlex.split(entry["command"]))
        for word in words:
            if word == "-isystem":
                options += [word, next(words)]
            elif word.startswith(("-I", "-D", "-std=")):
                options.append(word)
        found[file] = options
    return found


def with_mutexes(build):
    """The objects that were made with base/mutex.hpp; none if the build does not know."""
    ninja = shutil.which("ninja")
    if not ninja or not (build / "build.ninja").is_file():
        return set()
    told = subprocess.run([ninja, "-C", build, "-t", "deps"], capture_output=True, text=True,
                          check=False, timeout=120).stdout
    found = set()
    for block in told.split("\n\n"):
        needed = [line.strip() for line in block.splitlines()[1:]]
        if any(name.endswith("base/mutex.hpp") for name in needed):
            found.add(pathlib.Path(build, needed[0]).resolve())
    return found


def precompiled(clang, options, root, folder):
    """The option that gives what most files include, read once; none if nothing is listed."""
    listed = re.search(r"target_precompile_headers\(\w+ PRIVATE\s+([^)]*)\)",
                       (root / "src/CMakeLists.txt").read_text("utf-8"))
    if not listed:
        return []
    header = pathlib.Path(folder, "common.hpp")
    header.write_text("".join(f"#include {name}\n" for name in listed[1].split()), "utf-8")
    subprocess.run([clang, *options, "-x", "c++-header", header, "-o", f"{header}.pch"],
                   check=True, timeout=600)
    return ["-include-pch", f"{header}.pch"]


def together(files, folder):
    """Joint files of at most TOGETHER files that clang must be told the same for, and the options."""
    same = {}
    for file, options in sorted(files.items()):
        same.setdefault(tuple(options), []).extend(sources(file))
    out = {}
    for options, all_sources in same.items():
        for at in range(0, len(all_sources), TOGETHER):
            joint = pathlib.Path(folder, f"joint_{len(out)}.cpp")
            joint.write_text("".join(f'#include "{source}"\n'
                                     for source in all_sources[at:at + TOGETHER]), "utf-8")
            out[joint] = list(options)
    return out


def refusal(clang, options, file):
    """What clang says against a file; empty if it is as it should be."""
    done = subprocess.run([clang, *options, *READ, file], capture_output=True, text=True,
                          check=False, timeout=600)
    return "" if done.returncode == 0 else done.stderr or f"{file}: ended with {done.returncode}"


def main():
    words = [word for word in sys.argv[1:] if word != "--all"]
    if len(words) not in (1, 2):
        sys.exit(__doc__)
    build = pathlib.Path(words[0]).resolve()
    root = pathlib.Path(words[1]).resolve() if len(words) == 2 else \
        pathlib.Path(__file__).resolve().parents[2]
    clang = os.environ.get("SEMSITE_CLANG") or shutil.which("clang++")
    if not clang or not (build / "compile_commands.json").is_file():
        print(f"not checked: {f'{build} has no commands' if clang else 'there is no clang++'}")
        sys.exit(77)
    files = commands(build, root)
    if not files:
        sys.exit(f"{build} has no commands for files of {root / 'src'}")
    if "--all" not in sys.argv:
        some = with_mutexes(build)
        files = {file: options for file, options in files.items() if file in some} or files
    start = time.monotonic()
    bad = 0
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        same = [word for word in next(iter(files.values())) if word.startswith(("-D", "-std="))]
        common = precompiled(clang, same, root, folder)
        count = sum(len(sources(file)) for file in files)
        tasks = [pool.submit(refusal, clang, options + common, file)
                 for file, options in together(files, folder).items()]
        for task in concurrent.futures.as_completed(tasks):
            if task.result():
                bad += 1
                print(task.result(), flush=True)
    print(f"{count} files read in {time.monotonic() - start:.0f} s: "
          f"{f'{bad} refused' if bad else 'kept'}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
