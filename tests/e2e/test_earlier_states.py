"""A state of version 0.1.0, and one of the form after it, is gone on with and refreshed."""

import contextlib
import random
import sqlite3
import subprocess
import unittest

from crawl_run import CrawlTest
import crawl_web
import earlier_state
from harness import PROGRAM

FORMS = (6, 7)
STATE = "out.nq.state"


class EarlierStates(CrawlTest):
    def setUp(self):
        super().setUp()
        expected = crawl_web.linked_data(self.web, 20)
        self.pages = crawl_web.Pages(self.web, 60)
        expected |= crawl_web.fragments(self.web, 12)
        self.other = frozenset(expected)

    def expected(self):
        return frozenset(self.other | self.pages.expected())

    def make_old(self, form):
        """The state as that version would have left it."""
        sites = " ".join(self.entries())
        command = (f"fetch {sites} format=0 graph=0: dataset= meaning=0 strict=0 xpath= dump fragments "
                   "sparql crawl") if form == 6 else None
        earlier_state.write_as(self.folder / STATE, form, command)
        if form == 6:
            earlier_state.take_marks(self.folder)
        self.assertEqual(self.form(), form)

    def form(self):
        with contextlib.closing(sqlite3.connect(self.folder / STATE)) as state:
            return state.execute("PRAGMA user_version").fetchone()[0]

    def test_a_finished_run_is_refreshed(self):
        for form in FORMS:
            with self.subTest(form=form):
                self.clear()
                first, asked = self.run_it()
                self.assertEqual(first.code, 0, first)
                self.assert_same(self.expected(), first)
                self.make_old(form)
                self.pages.put(3, f"changed {form}")
                result, again = self.run_it()
                self.assertEqual(result.code, 0, result)
                self.assert_same(self.expected(), result)
                self.assertEqual(self.form(), 8)
                self.assertEqual(len(again.documents), len(asked.documents))
                changed = [request for request in again.documents if request.status == 200]
                unchanged = [request for request in again.documents if request.status == 304]
                self.assertGreater(len(unchanged), len(again.documents) / 2)
                self.assertEqual([request.path for request in changed
                                  if request.host == "pages.example"], ["/p/3.html"])

    def test_a_broken_off_run_is_gone_on_with(self):
        whole, usual = self.run_it()
        self.assertEqual(whole.code, 0, whole)
        dice = random.Random(24)
        for form in FORMS:
            killed = 0
            for kill in range(4):
                with self.subTest(form=form, kill=kill):
                    self.clear()
                    count = dice.randrange(10, len(usual.documents))
                    part = self.stop_at(count, dice.random() * 0.02)
                    if part is None:
                        continue  # faster than the kill
                    killed += 1
                    self.make_old(form)
                    result, last = self.run_it()
                    spools = list(self.folder.glob("out.nq.part-*"))
                    if form == 6 and result.code == 3:
                        # 0.1.0 did not write down which files were its own: what to do is said.
                        self.assertIn("take it away", result.errors)
                        self.assertTrue(spools, result)
                        for spool in spools:
                            spool.unlink()
                        result, last = self.run_it()
                        self.assertEqual(result.code, 0, result)
                        self.assert_same(self.expected(), result)
                        continue
                    self.assertEqual(result.code, 0, result)
                    self.assert_same(self.expected(), result)
                    self.assertEqual(len(result.lines), len(set(result.lines)), "lines came twice")
                    had = part.whole_before(part.killed_at - 0.3)
                    again = [request.path for request in last.documents if (request.host, request.path) in had]
                    self.assertEqual(again, [])
            self.assertGreater(killed, 0, "it always ended before the kill")

    def test_a_kill_while_it_is_taken_over_leaves_the_old_one(self):
        first, _ = self.run_it()
        self.assertEqual(first.code, 0, first)
        self.make_old(6)
        old = (self.folder / STATE).read_bytes()
        # Nobody can write, so that it cannot be taken over: it is as it was.
        with contextlib.closing(sqlite3.connect(self.folder / STATE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            result, asked = self.run_it()
            self.assertEqual(result.code, 3, result)
            self.assertIn("another run is using this state", result.errors)
            self.assertEqual(asked.documents, [])
            other.execute("ROLLBACK")
        self.assertEqual(self.form(), 6)
        self.assertEqual((self.folder / STATE).read_bytes(), old)
        # A kill as soon as it is opened: either form is whole.
        for _ in range(5):
            self.stop_at(0, 0)
            self.assertIn(self.form(), (6, 8))
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assert_same(self.expected(), result)

    def test_what_cannot_be_taken_over_is_refused_with_what_to_do(self):
        first, _ = self.run_it()
        self.assertEqual(first.code, 0, first)
        for name, change, said in (
                ("newer", "PRAGMA user_version = 99", "form 99"),
                ("unknown", "UPDATE page SET state = 42", "42"),
                ("unknown outcome", "PRAGMA ignore_check_constraints = ON; "
                                    "UPDATE file SET outcome = 'splendid'", "splendid")):
            with self.subTest(name):
                kept = (self.folder / STATE).read_bytes()
                output = (self.folder / "out.nq").read_bytes()
                with contextlib.closing(sqlite3.connect(self.folder / STATE)) as state:
                    state.executescript(change)
                result, _ = self.run_it()
                self.assertEqual(result.code, 3, result)
                self.assertIn(STATE, result.errors)
                self.assertIn(said, result.errors)
                self.assertIn("--fresh", result.errors)
                self.assertEqual((self.folder / "out.nq").read_bytes(), output)
                for beside in self.folder.glob(f"{STATE}*"):
                    beside.unlink()
                (self.folder / STATE).write_bytes(kept)

    def test_status_reads_them_and_changes_nothing(self):
        first, _ = self.run_it()
        self.assertEqual(first.code, 0, first)
        told = self.status()
        for form in FORMS:
            with self.subTest(form=form):
                self.make_old(form)
                kept = (self.folder / STATE).read_bytes()
                self.assertEqual(self.without_times(self.status()), self.without_times(told))
                self.assertEqual((self.folder / STATE).read_bytes(), kept)
                self.assertEqual(self.form(), form)
                self.run_it()
                told = self.status()

    def status(self):
        return subprocess.run([PROGRAM, "status", STATE], cwd=self.folder, text=True, capture_output=True,
                              check=False).stdout

    @staticmethod
    def without_times(text):
        """Lines that are the same whoever wrote the file."""
        return [line for line in text.splitlines() if " by " in line or "complete" in line]


if __name__ == "__main__":
    unittest.main()
