"""The READMEs of the example sites: each command as it stands there, and the quads that its
site must give.

expected.nq of each site was written by hand from what the specifications say, not from output.
"""

import os
import pathlib
import subprocess
import tempfile
import unittest

from harness import PROGRAM, ROOT
import quads
from shown_commands import is_what_was_shown, run_in_one_shell, shown_commands

SECONDS = 240
SERVER = "python3 examples/serve.py "


def read(file):
    return quads.read_dataset(file.read_bytes())


def in_graphs(dataset, names):
    return frozenset(quad for quad in dataset if quad[3][1] in names)


class ExampleCommands:
    """One example; a subclass has `name`, the folder of examples/ it is in."""

    maxDiff = None

    def setUp(self):
        self.assertTrue(os.access(PROGRAM, os.X_OK), f"{PROGRAM} is not there: build it")
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "examples").symlink_to(ROOT / "examples")
        (self.folder / "build/release").mkdir(parents=True)
        (self.folder / "build/release/semsite").symlink_to(PROGRAM)
        self.expected = read(ROOT / "examples" / self.name / "expected.nq")

    def serve(self, command):
        """Starts the server with the command of the page; gives what it printed."""
        server = subprocess.Popen(["bash", "-c", f"exec {command}"], cwd=self.folder,
                                  stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait, 10)
        self.addCleanup(server.terminate)
        printed = []
        for line in server.stdout:
            printed.append(line)
            if line == "ready\n":
                break
        return "".join(printed)

    def run_page(self):
        page = (ROOT / "examples" / self.name / "README.md").read_text("utf-8")
        server, *commands = shown_commands(page)
        self.assertTrue(server.command.startswith(SERVER), server)
        self.assertTrue(is_what_was_shown(server.output, self.serve(server.command)), server)
        self.assertGreater(len(commands), 4)
        done = run_in_one_shell([shown.command for shown in commands], self.folder,
                                os.environ | {"LC_ALL": "C.UTF-8"}, SECONDS)
        self.assertEqual(len(done), len(commands))
        for shown, (status, printed) in zip(commands, done):
            with self.subTest(line=shown.line, command=shown.command):
                self.assertEqual(status, 0, printed)
                if not is_what_was_shown(shown.output, printed):
                    self.assertEqual(shown.output, printed)

    def assert_gives(self, output, expected):
        got = read(self.folder / "build" / output)
        if not quads.isomorphic(expected, got):
            self.fail(f"{output}: {quads.difference(expected, got)}")

    def test_the_commands_do_what_the_page_shows(self):
        self.run_page()
        self.check_outputs()


class Courses(ExampleCommands, unittest.TestCase):
    name = "courses"

    def check_outputs(self):
        self.assert_gives("courses.nq", self.expected)
        site = "http://learn.harbour.example"
        entries = in_graphs(self.expected, {f"{site}/ocx.xml"})
        chosen = {quad[0] for quad in entries
                  if quad[2] in (("iri", "http://oerschema.org/Lesson"), ("iri", "http://oerschema.org/Activity"))}
        chosen.add(("iri", f"{site}/meta/lesson-1.html"))
        self.assert_gives("lessons.nq", in_graphs(self.expected, {
            f"{site}/meta/lesson-1.html", f"{site}/tides/moon/tide-table"}) | {
                quad for quad in entries if quad[0] in chosen})


class Repository(ExampleCommands, unittest.TestCase):
    name = "repository"

    def check_outputs(self):
        items = in_graphs(self.expected, {"http://files.university.example/7/readings.nt"})
        self.assertEqual(len(items), 4)
        self.assert_gives("repository.nq", self.expected - items)
        self.assert_gives("with-items.nq", self.expected)


class Municipality(ExampleCommands, unittest.TestCase):
    name = "municipality"

    def check_outputs(self):
        self.assert_gives("woo.nq", self.expected)
        site = ROOT / "examples/municipality/site/open.voorbeeldstad.example"
        published = {file.name: file.read_bytes() for file in site.rglob("*")
                     if file.suffix in (".pdf", ".odt") or "besluitenlijst" in file.name}
        kept = {file.name.partition("-")[2]: file.read_bytes()
                for file in (self.folder / "build/woo-documents").rglob("*")
                if file.is_file() and file.name != "index.jsonl"}
        self.assertEqual(kept, published)


if __name__ == "__main__":
    unittest.main()
