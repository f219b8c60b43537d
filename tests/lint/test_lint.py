"""Each lint check is shown a tree that keeps its rule and one that breaks it."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

LINT = pathlib.Path(__file__).resolve().parent / "lint.py"


class Lint(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        self.write("src/base/text.hpp", "#pragma once\n#include <string>\n")
        self.write("src/base/text.cpp", '#include "base/text.hpp"\n#include <fmt/format.h>\n')
        self.write("src/base/CMakeLists.txt", "room(base SOURCES\n  ${made}/a.cpp\n  text.cpp)\n")
        self.write("tests/base/text_test.cpp", '#include "base/text.hpp"\n')
        self.write("tests/tests.cmake", "\nsemsite_unit_tests(\n  tests/base/text_test.cpp\n)\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def check(self, name):
        done = subprocess.run([sys.executable, LINT, name, self.root], capture_output=True,
                              text=True, check=False, timeout=60)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def assert_broken(self, name, *words):
        code, out = self.check(name)
        self.assertEqual(code, 1, out)
        for word in words:
            self.assertIn(word, out)

    def test_a_tree_that_keeps_the_rules_passes(self):
        for name in ("includes", "lists", "sizes", "scripts", "paths", "codes", "types",
                     "locks", "threads", "names"):
            with self.subTest(name):
                self.assertEqual(self.check(name), (0, f"{name}: kept\n"))

    def test_own_headers_are_named_by_their_room(self):
        self.write("src/base/text.cpp", '#include "../rdf/term.hpp"\n')
        self.assert_broken("includes", "src/base/text.cpp:1:", '"room/name.hpp"')

    def test_a_header_may_not_include_an_outside_library(self):
        self.write("src/fetch/curl_transport.hpp", "#include <curl/curl.h>\n")
        self.assert_broken("includes", "no header includes an outside library")

    def test_a_public_header_knows_only_others_and_the_standard_library(self):
        self.write("include/semsite/term.hpp", "#pragma once\n#include <string>\n")
        self.write("include/semsite/read.hpp",
                   '#pragma once\n#include <span>\n#include "semsite/term.hpp"\n')
        self.write("src/base/text.cpp", '#include "semsite/read.hpp"\n')
        self.assertEqual(self.check("includes")[0], 0)
        for line in ("#include <fmt/format.h>", "#include <curl/curl.h>",
                     '#include "base/text.hpp"', '#include "semsite/missing.hpp"'):
            with self.subTest(line):
                self.write("include/semsite/read.hpp", f"#pragma once\n{line}\n")
                self.assert_broken("includes", "include/semsite/read.hpp:2:",
                                   "a public header includes only others")

    def test_a_library_has_its_place(self):
        self.write("src/fetch/curl_transport.cpp", "#include <curl/curl.h>\n")
        self.assertEqual(self.check("includes")[0], 0)
        self.write("src/fetch/retry.cpp", "#include <curl/curl.h>\n")
        self.assert_broken("includes", "src/fetch/retry.cpp:1:", r"fetch/curl_\w+")

    def test_an_unknown_library_is_named(self):
        self.write("src/base/text.cpp", "#include <foo/bar.h>\n")
        self.assert_broken("includes", "<foo/bar.h> is of no library known here")

    def test_a_header_that_is_not_there_is_named(self):
        self.write("src/base/text.cpp", '#include "base/gone.hpp"\n')
        self.assert_broken("includes", "no such header")

    def test_every_fault_code_is_explained(self):
        self.write("src/base/text.cpp", 'fail("gzip.cut-off");  // as "gzip.other" was\n'
                                        'open("robots.txt");\n')
        self.assert_broken("codes", "src/base/text.cpp:1: gzip.cut-off is explained in none")
        self.write("docs/faults.md", "| `gzip.cut-off` | the end is missing |\n")
        self.assertEqual(self.check("codes")[0], 0)
        self.write("src/fetch/body.cpp", 'case dns:\n  return "dns";\n')
        self.assert_broken("codes", "src/fetch/body.cpp:2: fetch.dns")

    def test_no_explained_fault_code_is_gone(self):
        self.write("src/base/text.cpp", 'fail("gzip.cut-off");\n')
        self.write("docs/faults.md", "| `gzip.cut-off` | x |\n| `gzip.gone` | x |\n")
        self.assert_broken("codes", "docs/faults.md: gzip.gone")

    def test_every_source_and_test_is_listed(self):
        self.write("src/base/new.cpp", "")
        self.write("tests/base/texts_test.cpp", "")
        self.assert_broken("lists", "src/base/new.cpp: not listed",
                           "tests/base/texts_test.cpp: not listed", "tests mirror src/")

    def test_tests_of_one_file_may_have_parts_beside_the_first(self):
        listed = ("\nsemsite_unit_tests(\n  tests/base/text_test.cpp\n"
                  "  tests/base/text_more_test.cpp\n)\n")
        self.write("tests/tests.cmake", listed)
        self.write("tests/base/text_more_test.cpp", "")
        self.assertEqual(self.check("lists")[0], 0)
        (self.root / "tests/base/text_test.cpp").unlink()
        self.write("tests/tests.cmake", listed.replace("  tests/base/text_test.cpp\n", ""))
        self.assert_broken("lists", "tests/base/text_more_test.cpp: tests mirror src/")

    def test_a_listed_file_must_be_there(self):
        self.write("src/base/CMakeLists.txt", "room(base SOURCES text.cpp gone.cpp)\n")
        self.assert_broken("lists", "src/base/gone.cpp: no such file")

    def test_a_long_file_needs_a_reason(self):
        self.write("src/base/text.cpp", "// x\n" * 1001)
        self.write("tests/base/text_test.cpp", "// x\n" * 1001)
        self.assert_broken("sizes", "src/base/text.cpp: 1001 lines",
                           "tests/base/text_test.cpp: 1001 lines")

    def test_a_page_or_remark_names_files_that_are_there(self):
        self.write("docs/rooms.md", "`base/text`, `text.hpp`, `src/base/text.cpp`, `NAME.cpp`\n")
        self.assertEqual(self.check("names")[0], 0)
        self.write("docs/rooms.md", "`base/texts`\n`texts.hpp` and texts.cpp\n")
        self.write("src/base/text.cpp", "// see base/gone, or gone.cpp\n")
        self.assert_broken("names", "docs/rooms.md:1: there is no src/base/texts.cpp or .hpp",
                           "docs/rooms.md:2: there is no texts.hpp",
                           "src/base/text.cpp:1: there is no src/base/gone.cpp or .hpp",
                           "src/base/text.cpp:1: there is no gone.cpp")

    def test_a_page_of_internals_names_what_is_in_the_source(self):
        self.write("src/base/text.cpp", "struct Text { void cut(); };\n")
        self.write("docs/internals/base.md", "`Text::cut` (`text`), `a way of --speaking`\n")
        self.assertEqual(self.check("names")[0], 0)
        self.write("docs/internals/base.md", "`Text::cut`\n`Text::paste` and `paste_all`\n")
        self.assert_broken("names", "docs/internals/base.md:2: there is no paste in the source",
                           "docs/internals/base.md:2: there is no paste_all in the source")

    def test_no_two_classes_have_one_name(self):
        self.write("src/base/text.hpp", "namespace semsite {\nstruct Text {\n};\nclass Other;\n")
        self.write("src/rdf/other.hpp", "namespace semsite {\nclass Other {\n};\n")
        self.write("src/rdf/own.cpp", "namespace semsite {\nnamespace {\nstruct Text {\n};\n")
        self.assertEqual(self.check("types")[0], 0)
        self.write("src/rdf/text.hpp", "namespace semsite {\n\nclass Text final : public A {\n};\n")
        self.assert_broken("types", "src/rdf/text.hpp:3: Text is also defined in "
                                    "src/base/text.hpp:2")

    def test_only_locks_that_clang_knows(self):
        self.write("src/base/mutex.hpp", "std::mutex mutex_;\n")
        self.write("src/base/text.hpp", "// as std::mutex\n#include <mutex>\nMutex mutex_;\n")
        self.assertEqual(self.check("locks")[0], 0)
        for name in ("mutex", "scoped_lock", "unique_lock", "lock_guard", "condition_variable",
                     "condition_variable_any", "shared_mutex", "recursive_mutex"):
            with self.subTest(name):
                self.write("src/base/text.cpp", f"int a;\nconst std::{name} one{{}};\n")
                self.assert_broken("locks", f"src/base/text.cpp:2: std::{name}")

    def test_where_threads_work_together_the_test_says_so(self):
        listed = "\nsemsite_unit_tests(\n  tests/base/text_test.cpp{}\n)\n"
        for file, text in (("src/base/text.hpp", "Mutex mutex_;\n"),
                           ("src/base/text.cpp", "std::jthread{[] {}};\n"),
                           ("tests/base/text_test.cpp", "std::thread other{[] {}};\n")):
            with self.subTest(file):
                self.write("tests/tests.cmake", listed.format(""))
                before = (self.root / file).read_text("utf-8")
                self.write(file, text)
                self.assert_broken("threads", f"tests/base/text_test.cpp: in {file} threads")
                self.write("tests/tests.cmake", listed.format(" THREADS"))
                self.assertEqual(self.check("threads")[0], 0)
                self.write(file, before)

    def test_a_part_of_a_test_says_so_too(self):
        self.write("src/base/text.hpp", "Mutex mutex_;\n")
        self.write("tests/base/text_more_test.cpp", "")
        self.write("tests/tests.cmake",
                   "\nsemsite_unit_tests(\n  tests/base/text_test.cpp THREADS\n"
                   "  tests/base/text_more_test.cpp\n)\n")
        self.assert_broken("threads", "tests/base/text_more_test.cpp: in src/base/text.hpp")

    def test_a_shell_script_must_parse(self):
        self.write("examples/broken.sh", "if true; then\n")
        self.assert_broken("scripts", "examples/broken.sh")

    def test_paths_of_one_machine_and_of_the_suites_stay_out(self):
        self.write("docs/a.md", "see /home/" + "someone/x\n")
        self.write("src/base/text.cpp", "// .." + "/shared/x\n")
        self.assert_broken("paths", "docs/a.md:1:", "src/base/text.cpp:1:")


if __name__ == "__main__":
    unittest.main()
