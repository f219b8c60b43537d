"""Runs the program as a user does, against a web on loopback."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
import quads  # noqa: E402
from catalogue import UNPACK  # noqa: E402
from web import Web  # noqa: E402

PROGRAM = pathlib.Path(os.environ.get("SEMSITE") or ROOT / "build/release/semsite").resolve()
SECONDS = 60
STDOUT = pathlib.Path("-")
MEASURED = ROOT / "tests/support/measured.py"


class Result:
    """What one run left behind. `quads` are those of the output file, `None` without it."""

    def __init__(self, done, output=None, report=None):
        self.code, self.out = done.returncode, done.stdout
        self.errors = done.stderr.decode("utf-8", "replace")
        data = output.read_bytes() if output and output.exists() else None
        if output == STDOUT:
            data = self.out
        elif data is not None and output.suffix in UNPACK:
            data = UNPACK[output.suffix](data)
        self.lines = data.splitlines() if data is not None else None
        self.quads = quads.read_dataset(data) if data is not None else None
        self.report = json.loads(report.read_text("utf-8")) if report and report.exists() else None

    def __str__(self):
        return f"exit code {self.code}\n{self.errors}"

    def outcomes(self, way=None):
        """URL → outcome of the report's sources."""
        return {source["url"]: source["outcome"] for source in self.report["sources"]
                if way in (None, source["way"])}

    def source(self, url):
        """The report's one row for a URL."""
        [row] = [row for row in self.report["sources"] if row["url"] == url]
        return row


def triples(count, name="http://data.example/item", start=0):
    """So many different N-Triples lines."""
    return [f'<{name}/{i}> <http://data.example/value> "number {i}" .\n'
            for i in range(start, start + count)]


def dataset_of(lines, graph=None):
    """The dataset of N-Triples lines, all in one graph."""
    name = ("iri", graph) if graph else None
    return frozenset(quad[:3] + (name,) for quad in quads.read_dataset("".join(lines).encode()))


class ProgramTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.assertTrue(os.access(PROGRAM, os.X_OK), f"{PROGRAM} is not there: build it")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.web = self.enterContext(Web())
        self.site = self.web.host("www.example.com")

    def run_program(self, *arguments, stdin=b"", seconds=SECONDS, output=None, report=None):
        done = subprocess.run([str(PROGRAM), *map(str, arguments)], input=stdin,
                              capture_output=True, timeout=seconds, check=False, cwd=self.folder)
        self.assertGreaterEqual(done.returncode, 0,
                                f"ended by signal {-done.returncode}: {done.stderr[-2000:]}")
        self.assertNotIn(b"Sanitizer", done.stderr)
        return Result(done, output, report)

    def fetch(self, *arguments, url="http://www.example.com/", seconds=SECONDS, to="out.nq"):
        """`semsite fetch` of the site into a new file (or `-`), with a report."""
        output, report = self.folder / to, self.folder / "report.json"
        if to == "-":
            output = STDOUT
        for file in self.folder.glob("out.nq*"):
            file.unlink()  # with the state beside it: each run is a first one
        report.unlink(missing_ok=True)
        if "--delay" not in arguments:
            arguments = ("--delay", "0", *arguments)
        return self.run_program("fetch", url, "-o", output, "--report", report,
                                *self.web.connect_to_args(), *arguments, seconds=seconds,
                                output=output, report=report)

    def plan(self, *arguments, url="http://www.example.com/", code=0):
        """The plan of `semsite plan --format json` for one site."""
        result = self.run_program("plan", url, "--format", "json", "--delay", "0",
                                  *self.web.connect_to_args(), *arguments)
        self.assertEqual(result.code, code, result)
        [site] = json.loads(result.out)["sites"]
        return site

    def run_measured(self, *arguments, seconds=SECONDS, **streams):
        """Exit code, peak memory in bytes and messages of one run."""
        note = self.folder / "measured"
        done = subprocess.run(
            [sys.executable, "-I", "-S", MEASURED, note, PROGRAM, *map(str, arguments)],
            stderr=subprocess.PIPE, timeout=seconds, check=True, cwd=self.folder,
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL} | streams)
        code, peak = map(int, note.read_text("ascii").split())
        return code, peak * 1024, done.stderr.decode("utf-8", "replace")

    def assert_dataset(self, result, expected):
        """The output has exactly these quads, each once."""
        self.assertIsNotNone(result.quads, f"no output; {result}")
        if not quads.isomorphic(expected, result.quads):
            self.fail(f"{quads.difference(expected, result.quads)}\n{result}")
        self.assertEqual(len(result.lines), len(result.quads), f"quads came twice; {result}")
