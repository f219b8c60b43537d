"""The build refuses what the floors forbid: shown on a small house of two rooms, built by the
functions of src/rooms.cmake themselves."""

import pathlib
import subprocess
import tempfile
import unittest

ROOMS = pathlib.Path(__file__).resolve().parents[2] / "src/rooms.cmake"
PROJECT = f"""cmake_minimum_required(VERSION 3.25)
project(house LANGUAGES CXX)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
add_library(semsite_warnings INTERFACE)
include({ROOMS})
semsite_floor(ground ROOMS cellar)
semsite_floor(roof ROOMS attic ON ground)
"""


class House(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("CMakeLists.txt", PROJECT)
        self.room("cellar", "", "int barrel();", '#include "cellar/thing.hpp"\n')
        self.room("attic", "USES cellar", "int trunk();",
                  '#include "attic/thing.hpp"\n#include "cellar/thing.hpp"\n')

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")

    def room(self, name, uses, header, source):
        self.write(f"{name}/CMakeLists.txt", f"semsite_room({name} {uses} SOURCES thing.cpp)\n")
        self.write(f"{name}/thing.hpp", f"#pragma once\n{header}\n")
        self.write(f"{name}/thing.cpp", source)

    def run_cmake(self, *words):
        done = subprocess.run(["cmake", *words], cwd=self.root, capture_output=True, text=True,
                              check=False, timeout=200)
        return done.returncode, done.stdout + done.stderr

    def configure(self):
        return self.run_cmake("-S", ".", "-B", "build", "-G", "Ninja")

    def test_a_room_includes_what_it_uses(self):
        self.assertEqual(self.configure()[0], 0)
        code, out = self.run_cmake("--build", "build")
        self.assertEqual(code, 0, out)

    def test_a_file_with_a_forbidden_include_does_not_compile(self):
        self.write("cellar/thing.cpp", '#include "attic/thing.hpp"\n')
        self.assertEqual(self.configure()[0], 0)
        code, out = self.run_cmake("--build", "build")
        self.assertNotEqual(code, 0)
        self.assertIn("attic/thing.hpp", out)
        self.assertRegex(out, "No such file|file not found")

    def test_a_room_that_uses_one_above_it_is_named(self):
        self.room("cellar", "USES attic", "int barrel();", '#include "cellar/thing.hpp"\n')
        code, out = self.configure()
        self.assertNotEqual(code, 0)
        self.assertIn("src/cellar uses attic, which is no room below it", out)


if __name__ == "__main__":
    unittest.main()
