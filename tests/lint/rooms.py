#!/usr/bin/env python3
"""No room of src/ can include what stands above it: the compiler does not find it.

`rooms.py BUILD`: takes the compiler's command of one file of each room from a configured build
and asks it which headers it finds. Exit code 0: each room finds all that it uses, and
nothing of any other room; 1: not so; 77: the build has no commands.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "src"


def stated_uses():
    """Each room with the rooms that its CMakeLists.txt names, in the order of the floors."""
    order = re.findall(r"\w+", " ".join(re.findall(
        r"semsite_floor\(\w+ ROOMS ([\w\s]+?)(?: ON [\w\s]+)?\)",
        (SOURCE / "CMakeLists.txt").read_text("utf-8"))))
    uses = {}
    for room in order:
        text = (SOURCE / room / "CMakeLists.txt").read_text("utf-8")
        named = re.search(r"\n  USES ([\w ]+)", text)
        uses[room] = named[1].split() if named else []
    return uses


def with_all_below(uses):
    """The same with what the rooms used use themselves."""
    out = {}
    for room, named in uses.items():  # what a room uses stands before it
        out[room] = set().union({room}, *(out[one] for one in named))
    return out


def preprocessors(build):
    """Of each room with sources, a command that reads its file from standard input."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text("utf-8")):
        room = re.search(r"/room_(\w+)\.dir/", entry["command"])
        if room and room[1] not in found:
            words = shlex.split(entry["command"])
            compiler = next(i for i, word in enumerate(words) if re.search(r"(\+\+|clang)", word))
            flags = [word for word in words[compiler + 1:]
                     if word.startswith(("-I", "-D", "-std"))]
            found[room[1]] = [words[compiler], *flags, "-x", "c++", "-E", "-P", "-"]
    return found


def headers(room):
    """One of the room's own headers, and the public ones that it owns."""
    own = next(iter(sorted((SOURCE / room).glob("*.hpp"))), None)
    text = (SOURCE / room / "CMakeLists.txt").read_text("utf-8")
    public = re.search(r"\n  PUBLIC ([\w ]+)", text)
    return [f"{room}/{own.name}" for own in [own] if own] + [
        f"semsite/{name}.hpp" for name in (public[1].split() if public else [])]


def found_of(command, asked, folder):
    """Those of the headers that the compiler would include."""
    text = "".join(f'#if __has_include("{header}")\n"{header}"\n#endif\n' for header in asked)
    done = subprocess.run(command, input=text.encode(), cwd=folder, capture_output=True,
                          check=True, timeout=120)
    return set(re.findall(r'"([^"\n]+)"', done.stdout.decode("utf-8")))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    if not (build / "compile_commands.json").is_file():
        print(f"not checked: {build} has no compile_commands.json")
        sys.exit(77)
    below = with_all_below(stated_uses())
    commands = preprocessors(build)
    faults, tried = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for room, command in commands.items():
            of = {header: other for other in below for header in headers(other)}
            found = found_of(command, of, folder)
            for header, other in of.items():
                tried += 1
                may = other in below[room]
                if (header in found) != may:
                    faults.append(f"src/{room}: {header}, of {other}, is "
                                  f"{'not found' if may else 'found, and may not be'}")
    if not tried or len(commands) < len(below) // 2:
        faults.append("no commands of rooms were found")
    print("\n".join(faults) if faults else f"{tried} includes of {len(commands)} rooms tried: kept")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
