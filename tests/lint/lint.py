#!/usr/bin/env python3
"""House rules that no compiler checks. `lint.py CHECK [ROOT]`; exit code 0: kept, 1:
broken (file, line and rule are printed), 77: cannot be checked here.

Checks: includes, format, lists, sizes, scripts, paths, codes, types, locks, threads, names.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

# Where an outside library may be included: the .cpp files that match.
LIBRARIES = {
    r"curl/": r"fetch/curl_\w+",
    r"libxml/": r"markup/\w+",
    r"uchardet/": r"markup/html_encoding",
    r"archive(_entry)?\.h": r"unpack/\w+|io/output_coder|feed/archive_feed",
    r"serd/": r"sink/turtle_sink",
    r"sord/": r"map/turtle_graph",
    r"isa-l": r"unpack/(byte_sum|gzip_source|zip_records)|serve/response",
    r"lzma\.h": r"unpack/lzma_source",
    r"zstd": r"unpack/zstd_source|io/packed_text",
    r"brotli/": r"unpack/brotli_source",
    r"sqlite3\.h": r"store/database",
    r"openssl/": r"base/sha256|fetch/published_digest",
    r"boost/": r"commands/option_table",
    r"gumbo\.h": r"markup/html_gumbo",
    r"libpq-fe\.h": r"queue/queue_connection",
    r"libpsl\.h": r"index/document_record|plan/scope",
    r"utf8proc\.h": r"index/text_tokens",
    r"iconv\.h": r"markup/html_(encoding|charset)",
    r"rapidjson/": r"parse/json_(reader|events)",
    r"malloc\.h": r"base/large_turn",
    r"fmt/": r".*",
}
SYSTEM_HEADER = re.compile(
    r"[a-z_0-9]+|(sys|netinet|arpa)/\w+\.h|\w+intrin\.h|"
    r"(fcntl|unistd|signal|poll|netdb|termios|pthread|errno|fnmatch|glob)\.h")
STANDARD_HEADER = re.compile(r"[a-z_]+")  # of C++, as <string>; not <stdint.h>

SIZE_LIMIT = 1000
LONGER_FILES = {
    # "src/folder/file.cpp": "why there is no seam",
}

# A source file without a test file of its own name is tested through others; a test file
# without a source file of its name is a mistake, unless it is listed here.
TESTS_OF_SEVERAL_FILES = {
    "tests/validate/extension_check_test.cpp",  # of the three small extensions
}

# Who may name the place of the suites, which are not part of the project.
MAY_NAME_SHARED = re.compile(r"tests/(run\.sh|conformance/|bench/)|docs/|README\.md|\.ci/")
MACHINE_PATH = re.compile(r"(?<![\w.:/$}*-])/(work|home|root|Users|mnt)/\w")

# A fault code in the sources, and where the reader of a report can look it up.
FAULT_CODE = r"[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*"
CODE_PAGES = ["docs/faults.md", "docs/inspect.md", "docs/validate.md"]
FILE_NAME = re.compile(r"(?:robots|sitemap)\.txt|.*\.(json|nt|nq|ttl|gz|xsd)")
# Codes put together from a group and a name: the names are what this file returns.
COMPOSED_CODES = {"fetch": "src/fetch/body.cpp"}
NO_CODES = {"fetch.none"}  # stands for "no failure"

# Locks of which clang knows nothing, and where those of which it does are made of them.
UNCHECKED_LOCK = re.compile(
    r"std::(?:(?:recursive_|timed_|recursive_timed_|shared_|shared_timed_)?mutex|scoped_lock|"
    r"unique_lock|lock_guard|shared_lock|condition_variable(?:_any)?)\b|"
    r"#\s*include\s*<(?:shared_mutex|condition_variable)>")
LOCKS = "src/base/mutex.hpp"
# What a file has in which threads work together.
OF_THREADS = re.compile(r"\b(?:Mutex|MutexLock|Condition|StopCondition)\b|std::(?:j?thread|async)\b")

# Pages that tell of files as they were.
NAMES_OF_THEN = {"CHANGELOG.md"}

FORMATTER = "14"  # the major version whose result is the rule


def tracked_files(root):
    """Files of the project, relative; those git knows, or all where there is no git."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root,
            capture_output=True, check=True).stdout.decode().split("\0")
        files = [pathlib.PurePosixPath(name) for name in listed if name]
    except (OSError, subprocess.CalledProcessError):
        files = [path.relative_to(root) for path in root.rglob("*") if path.is_file()]
        files = [path for path in files if path.parts[0] not in ("build", ".git")
                 and "__pycache__" not in path.parts]
    return sorted(path for path in map(str, files) if (root / path).is_file())


def cpp_files(root, folder="src"):
    return [f for f in tracked_files(root)
            if f.startswith(f"{folder}/") and f.endswith((".hpp", ".cpp"))]


def include_fault(file, quoted, header):
    """What is wrong with an include in `file` (below src/), or None. Which room may include
    which other is not asked here: a compiler that may not does not find the header."""
    if quoted:
        return None if re.fullmatch(r"\w+/\w+\.hpp", header) else \
            "own headers are included as \"room/name.hpp\""
    for library, places in LIBRARIES.items():
        if re.match(library, header):
            if not file.endswith(".cpp"):
                return "no header includes an outside library"
            if not re.fullmatch(places, file.removesuffix(".cpp")):
                return f"<{header}> may only be included by {places}"
            return None
    if not SYSTEM_HEADER.fullmatch(header):
        return f"<{header}> is of no library known here; add it to LIBRARIES with its one place"
    return None


def check_includes(root):
    pattern = re.compile(r"\s*#\s*include\s*([<\"])([^>\"]+)[>\"]")
    for file in cpp_files(root):
        for number, line in enumerate((root / file).read_text("utf-8").splitlines(), start=1):
            match = pattern.match(line)
            if not match:
                continue
            fault = include_fault(file.removeprefix("src/"), match[1] == '"', match[2])
            if not fault and match[1] == '"' and not any(
                    (root / place).is_file()  # or what one is made from
                    for place in (f"src/{match[2]}", f"src/{match[2]}.in", f"include/{match[2]}")):
                fault = "there is no such header in src/ or include/"
            if fault:
                yield f"{file}:{number}: {line.strip()}: {fault}"
    # Who has the library has no room of ours, and perhaps none of the libraries below it.
    for file in cpp_files(root, "include"):
        for number, line in enumerate((root / file).read_text("utf-8").splitlines(), start=1):
            match = pattern.match(line)
            if not match:
                continue
            own = re.fullmatch(r"semsite/(\w+\.hpp)", match[2])
            if match[1] == '"' and own and (root / "include" / match[2]).is_file():
                continue
            if match[1] == "<" and STANDARD_HEADER.fullmatch(match[2]):
                continue
            yield (f"{file}:{number}: {line.strip()}: a public header includes only others, as "
                   '"semsite/name.hpp", and the standard library')


def check_format(root):
    found = shutil.which(f"clang-format-{FORMATTER}") or shutil.which("clang-format")
    version = found and subprocess.run([found, "--version"], capture_output=True, check=True,
                                       text=True).stdout
    if not version or not re.search(rf"version {FORMATTER}\.", version):
        print(f"not checked: formatting is defined by clang-format {FORMATTER} "
              f"(apt-get install clang-format on Debian 12), here: {version or 'none'}".strip())
        sys.exit(1 if os.environ.get("CI") == "true" and not found else 77)
    files = [file for folder in ("src", "include", "tests", "examples")
             for file in cpp_files(root, folder)]
    done = subprocess.run([found, "--dry-run", "--Werror", *files], cwd=root,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        yield from (line for line in done.stderr.splitlines() if "error:" in line)
        yield f"run: {found} -i on these files"


def listed_in(root, file, folder):
    """The files that a list of CMake names, which stand below `folder`, with how often.

    Not those that are made while building: their names have a variable in them.
    """
    text = (root / file).read_text("utf-8") if (root / file).is_file() else ""
    words = [folder + word for word in re.findall(r"(?<![\w./}-])[\w./-]+\.cpp", text)]
    return {word: words.count(word) for word in words}


def check_lists(root):
    sources = {f for f in cpp_files(root) if f.endswith(".cpp") and f != "src/main.cpp"}
    tests = {f for f in cpp_files(root, "tests") if f.endswith("_test.cpp")}
    lists = [("tests/tests.cmake", "", tests)]
    for room in sorted({f.split("/")[1] for f in sources}):
        lists.append((f"src/{room}/CMakeLists.txt", f"src/{room}/",
                      {f for f in sources if f.startswith(f"src/{room}/")}))
    for list_file, folder, files in lists:
        listed = listed_in(root, list_file, folder)
        yield from (f"{file}: not listed in {list_file}" for file in sorted(files - set(listed)))
        yield from (f"{list_file}: {file}: listed twice" for file, n in listed.items() if n > 1)
        yield from (f"{list_file}: {file}: no such file" for file in listed
                    if not (root / file).is_file())
    for test in sorted(tests - TESTS_OF_SEVERAL_FILES):
        tested = "src/" + test.removeprefix("tests/").removesuffix("_test.cpp")
        if not is_source(root, tested) and not is_part_of_tests(root, tests, test):
            yield f"{test}: tests mirror src/, and there is no {tested}.cpp or .hpp"


def is_source(root, stem):
    return any((root / f"{stem}{suffix}").is_file() for suffix in (".cpp", ".hpp"))


def is_part_of_tests(root, tests, test):
    """NAME_part_test.cpp beside NAME_test.cpp, for tests that are too many for one file."""
    stem = test.removesuffix("_test.cpp")
    while "_" in pathlib.PurePath(stem).name:
        stem = stem.rpartition("_")[0]
        if f"{stem}_test.cpp" in tests:
            return is_source(root, "src/" + stem.removeprefix("tests/"))
    return False


def code_lines(root, file):
    """Each line without what is remark, with its number."""
    for number, line in enumerate((root / file).read_text("utf-8").splitlines(), start=1):
        yield number, re.sub(r"(^|\s)//.*", "", line)


def check_locks(root):
    for file in cpp_files(root):
        if file == LOCKS:
            continue
        for number, line in code_lines(root, file):
            if found := UNCHECKED_LOCK.search(line):
                yield (f"{file}:{number}: {found[0]}: nobody checks what it guards; "
                       f"{LOCKS.removeprefix('src/')} has those that clang knows")


def threaded_tests(root):
    """The unit tests that ThreadSanitizer is given."""
    listed = re.search(r"\nsemsite_unit_tests\(\n(.*?)\n\)",
                       (root / "tests/tests.cmake").read_text("utf-8"), re.DOTALL)
    return set(re.findall(r"(\S+\.cpp)\s+THREADS\b", listed[1] if listed else ""))


def check_threads(root):
    threaded = threaded_tests(root)
    tests = {f for f in cpp_files(root, "tests") if f.endswith("_test.cpp")}
    for test in sorted(tests - threaded):
        for file in [test, *tested_by(root, test)]:
            if any(OF_THREADS.search(line) for _, line in code_lines(root, file)):
                yield (f"{test}: in {file} threads work together: behind its name in "
                       "tests/tests.cmake goes THREADS")
                break


def tested_by(root, test):
    """The files of src/ that a test, or the first of which it is a part, is of."""
    stem = "src/" + test.removeprefix("tests/").removesuffix("_test.cpp")
    while True:
        found = [f"{stem}{end}" for end in (".hpp", ".cpp") if (root / f"{stem}{end}").is_file()]
        if found or "_" not in pathlib.PurePath(stem).name:
            return found
        stem = stem.rpartition("_")[0]


def check_sizes(root):
    for file in cpp_files(root) + cpp_files(root, "include") + cpp_files(root, "tests"):
        lines = len((root / file).read_text("utf-8").splitlines())
        if lines > SIZE_LIMIT and file not in LONGER_FILES:
            yield (f"{file}: {lines} lines; above {SIZE_LIMIT} find the seam, or give the reason "
                   "in LONGER_FILES of tests/lint/lint.py")
        if lines <= SIZE_LIMIT and file in LONGER_FILES:
            yield f"{file}: {lines} lines; take it out of LONGER_FILES of tests/lint/lint.py"


def check_scripts(root):
    for file in tracked_files(root):
        if file.endswith(".sh") or file == ".ci/run":
            done = subprocess.run(["bash", "-n", file], cwd=root, capture_output=True, text=True,
                                  check=False)
            yield from done.stderr.splitlines()
        if file.endswith(".py"):
            try:
                compile((root / file).read_bytes(), file, "exec")
            except (SyntaxError, ValueError) as error:
                yield f"{file}: {error}"


def check_paths(root):
    for file in tracked_files(root):
        try:
            lines = (root / file).read_text("utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # test data
        for number, line in enumerate(lines, start=1):
            if file != "tests/lint/test_lint.py" and MACHINE_PATH.search(line):
                yield f"{file}:{number}: names a place of one machine: {line.strip()[:120]}"
            if re.search(r"\.\./shared|shared/conformance", line) and not file.startswith(
                    "tests/lint/") and not MAY_NAME_SHARED.match(file):
                yield f"{file}:{number}: only scripts that run the suites name their place"


def codes_in_sources(root):
    """Each fault code with the first place where it stands."""
    found = {}
    for file in cpp_files(root):
        for number, line in enumerate((root / file).read_text("utf-8").splitlines(), start=1):
            code_only = re.sub(r"(^|\s)//.*", "", line)
            for code in re.findall(rf'"({FAULT_CODE})"', code_only):
                if not FILE_NAME.fullmatch(code):
                    found.setdefault(code, f"{file}:{number}")
            for group, names in COMPOSED_CODES.items():
                returned = re.search(r'return "([a-z-]+)";', code_only)
                if file == names and returned and f"{group}.{returned[1]}" not in NO_CODES:
                    found.setdefault(f"{group}.{returned[1]}", f"{file}:{number}")
    return found


def check_codes(root):
    pages = {page: (root / page).read_text("utf-8") if (root / page).is_file() else ""
             for page in CODE_PAGES}
    documented = {code for text in pages.values() for code in re.findall(r"`([^`\n]+)`", text)}
    found = codes_in_sources(root)
    for code, place in found.items():
        if code not in documented:
            yield f"{place}: {code} is explained in none of {', '.join(CODE_PAGES)}"
    groups = {code.partition(".")[0] for code in found}
    for code in re.findall(rf"(?m)^\| `({FAULT_CODE})` \|", pages[CODE_PAGES[0]]):
        if code not in found and code.partition(".")[0] in groups:
            yield f"{CODE_PAGES[0]}: {code}: nothing in src/ gives this code"


def types_in(text):
    """Names of the classes that are defined at namespace scope, with the lines.

    Not those of namespaces without a name: they belong to one file.
    """
    spaces = []
    for number, line in enumerate(text.splitlines(), start=1):
        if opened := re.match(r"(?:inline )?namespace( [\w:]+)? \{", line):
            spaces.append(opened[1])
        elif line.startswith("}  // namespace") and spaces:
            spaces.pop()
        elif None not in spaces:
            found = re.match(r"(?:class|struct|enum class|enum|union) (?:SEMSITE_API )?(\w+)\b(?!::)[^;]*$", line)
            if found:
                yield found[1], number


def check_types(root):
    """Two classes of one name are one class for the linker, which takes any of their functions."""
    first = {}
    for file in [*cpp_files(root), *cpp_files(root, "include"), *cpp_files(root, "tests")]:
        for name, line in types_in((root / file).read_text("utf-8")):
            if name in first and first[name].partition(":")[0] != file:
                yield f"{file}:{line}: {name} is also defined in {first[name]}: one of them needs " \
                      "another name"
            first.setdefault(name, f"{file}:{line}")


def check_names(root):
    """What a page or a remark calls a file of ours is one."""
    rooms = "|".join(sorted(f.name for f in (root / "src").iterdir() if f.is_dir()))
    in_room = re.compile(rf"(?<![\w/.-])(?:src/)?((?:{rooms})/[a-z]\w*)(\.[ch]pp)?(?![\w/.*]*[/*])")
    alone = re.compile(r"(?<![\w/.*-])(\w+\.[ch]pp)\b")
    ours = [*cpp_files(root), *cpp_files(root, "include"), *cpp_files(root, "tests"),
            *cpp_files(root, "examples")]
    names = {pathlib.PurePath(file).name for file in ours}
    for file in [*(f for f in tracked_files(root) if f.endswith(".md")), *ours]:
        if file in NAMES_OF_THEN:
            continue
        for number, line in enumerate((root / file).read_text("utf-8").splitlines(), start=1):
            marked = (re.findall(r"`([^`]+)`", line) if file.endswith(".md")
                      else re.findall(r"(?:^|\s)//+ (.*)", line))
            for text in marked:
                for stem, _ in in_room.findall(text):
                    if "NAME" not in stem and not is_source(root, f"src/{stem}") and not list(root.glob(f"{stem}*")):
                        yield f"{file}:{number}: there is no src/{stem}.cpp or .hpp"
                for name in alone.findall(text):
                    if name not in names and "NAME" not in name:
                        yield f"{file}:{number}: there is no {name}"
    yield from check_identifiers(root, ours)


def check_identifiers(root, ours):
    """What the pages of docs/internals call a name of the source is one; adding.md has
    those that a reader is to make."""
    built = [f for f in tracked_files(root) if f.endswith((".cmake", "CMakeLists.txt", "Presets.json"))]
    known = {pathlib.PurePath(file).stem for file in ours}
    for file in [*ours, *built]:
        known.update(re.findall(r"\w+", (root / file).read_text("utf-8")))
    for page in sorted((root / "docs/internals").glob("*.md")):
        if page.name == "adding.md":
            continue
        for number, line in enumerate(page.read_text("utf-8").splitlines(), start=1):
            for name in re.findall(r"`([A-Za-z_]\w*(?:::~?\w+)*)`", line):
                for part in re.findall(r"\w+", name):
                    if part not in known:
                        yield f"{page.relative_to(root)}:{number}: there is no {part} in the source"


CHECKS = {"includes": check_includes, "format": check_format, "lists": check_lists,
          "sizes": check_sizes, "scripts": check_scripts, "paths": check_paths, "codes": check_codes,
          "types": check_types, "locks": check_locks, "threads": check_threads,
          "names": check_names}


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in CHECKS:
        sys.exit(__doc__)
    root = pathlib.Path(sys.argv[2] if len(sys.argv) == 3 else __file__)
    root = root.resolve() if len(sys.argv) == 3 else root.resolve().parents[2]
    faults = list(CHECKS[sys.argv[1]](root))
    print("\n".join(faults) if faults else f"{sys.argv[1]}: kept")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    os.environ.setdefault("LC_ALL", "C.UTF-8")
    main()
