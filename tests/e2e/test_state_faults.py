"""A state that cannot be used is named, nothing is lost, and the exit code is 3."""

import os
import pathlib
import sqlite3
import subprocess
import sys
import unittest

from crawl_run import CrawlTest
import crawl_web

STATE = "out.nq.state"
HOLD = """
import sqlite3, sys
state = sqlite3.connect(sys.argv[1], isolation_level=None)
state.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


class StateFaults(CrawlTest):
    def setUp(self):
        super().setUp()
        self.pages = crawl_web.Pages(self.web, 40)
        self.expected = frozenset(self.pages.expected())

    def finished(self):
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assert_same(self.expected, result)
        return result

    def assert_refused(self, pattern, *more, state=STATE, seconds=40):
        """Stops with a message that names the state; output and state stay as they were."""
        kept = {path: path.read_bytes() for path in (self.folder / "out.nq", self.folder / state)
                if path.is_file()}
        result, asked = self.run_it(*more, seconds=seconds)
        self.assertEqual(result.code, 3, result)
        self.assertIn(pathlib.PurePath(state).name, result.errors)
        self.assertRegex(result.errors, pattern)
        for path, data in kept.items():
            self.assertEqual(path.read_bytes(), data, f"{path.name} was changed")
        self.assertEqual(len(asked.documents), 0, "documents were asked for in vain")
        return result

    def test_a_file_that_is_no_database(self):
        self.finished()
        (self.folder / STATE).write_bytes(b"These are my notes, please keep them.\n" * 200)
        self.assert_refused(r"(?i)not a (state|database)|no database|not of semsite|--fresh")

    def test_a_state_that_was_emptied_or_taken_away(self):
        def files():
            return {path.name: path.read_bytes() for path in self.folder.iterdir()}

        self.finished()
        state = (self.folder / STATE).read_bytes()
        cases = (("emptied", b"", ()), ("emptied", b"", ("--changes", "changes")),
                 ("taken away", None, ("--changes", "changes")))
        for name, left, more in cases:
            with self.subTest(name, more=more):
                (self.folder / STATE).unlink()
                if left is not None:
                    (self.folder / STATE).write_bytes(left)
                output = (self.folder / "out.nq").read_bytes()
                result, asked = self.run_it(*more)
                self.assertEqual(result.code, 2, result)
                self.assertIn("--fresh", result.errors)
                self.assertEqual(len(asked.documents), 0)
                self.assertEqual((self.folder / "out.nq").read_bytes(), output)
                self.assertNotIn("changes", files())
                (self.folder / STATE).write_bytes(state)
        (self.folder / STATE).write_bytes(b"")
        result, _ = self.run_it("--fresh", "--changes", "changes")
        self.assertEqual(result.code, 0, result)
        self.assert_same(self.expected, result)

    def test_a_state_of_other_software(self):
        with sqlite3.connect(self.folder / STATE) as other:
            other.execute("CREATE TABLE bookmarks (url TEXT)")
            other.execute("INSERT INTO bookmarks VALUES ('http://www.example.com/')")
        other.close()
        self.assert_refused(r"(?i)(other|another) (software|program)|not a state|no state|"
                            r"not of semsite|is none of|--state")
        with sqlite3.connect(self.folder / STATE) as other:
            self.assertEqual(other.execute("SELECT count(*) FROM bookmarks").fetchone(), (1,))
        other.close()

    def test_a_state_that_is_damaged_in_the_middle(self):
        self.finished()
        path = self.folder / STATE
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        data = bytearray(path.read_bytes())
        size = int.from_bytes(data[16:18], "big") or 65536
        self.assertGreater(len(data), 2 * size)
        for place in range(size, len(data), size):  # the head of every page but the first
            data[place:place + 64] = os.urandom(64)
        path.write_bytes(data)
        self.assert_refused(r"(?i)damaged|corrupt|malformed|--fresh")
        result, _ = self.run_it("--fresh")
        self.assertEqual(result.code, 0, result)
        self.assert_same(self.expected, result)

    def test_a_state_that_was_cut_short(self):
        self.finished()
        path = self.folder / STATE
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        path.write_bytes(path.read_bytes()[:3000])
        self.assert_refused(r"(?i)damaged|corrupt|malformed|not a database|--fresh")

    def test_a_state_that_another_process_holds(self):
        before = self.finished()
        # Another process indeed: locks of a process end when it closes any of its files.
        other = subprocess.Popen([sys.executable, "-c", HOLD, self.folder / STATE],
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            self.assertEqual(other.stdout.readline(), b"held\n")
            self.assert_refused(r"(?i)locked|in use|another (run|process)|using this")
        finally:
            other.communicate(b"", 20)
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(sorted(result.lines), sorted(before.lines))

    def test_two_runs_with_one_state(self):
        self.options = ("--delay", "0.15", "--connections", "1")  # 6 s
        child = self.start()
        self.assertTrue(self.wait_for_requests(child, 10))
        done = subprocess.run(self.command("--report", "second.json"), cwd=self.folder,
                              capture_output=True, timeout=40, check=False)
        messages = done.stderr.decode("utf-8", "replace")
        self.assertEqual(done.returncode, 3, messages)
        self.assertRegex(messages, r"(?i)locked|in use|another (run|process)|using this")
        self.assertEqual(self.end(child), 0, (self.folder / "messages").read_text("utf-8"))
        self.asked()
        self.options = CrawlTest.options
        self.finished()

    def test_a_state_in_a_folder_that_is_not_there(self):
        self.assert_refused(r"(?i)no such file|not there|cannot", "--state", "nowhere/x.state",
                            state="nowhere/x.state")


class FullDisk(CrawlTest):
    def small_disk(self, size):
        place = self.folder / "small"
        place.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "semsite-test",
                                  place], capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("needs root for a small tmpfs: "
                          + mounted.stderr.decode("utf-8", "replace").strip())
        self.addCleanup(subprocess.run, ["umount", "-l", place], check=False)
        return place

    def larger(self, place):
        subprocess.run(["mount", "-o", "remount,size=64m", place], check=True)

    def test_a_full_disk_under_the_state_ends_the_run_and_room_lets_it_go_on(self):
        place = self.small_disk("160k")
        expected = frozenset(crawl_web.Pages(self.web, 400).expected())
        options = ("--state", place / "x.state", "--delay", "0")
        result, asked = self.run_it(*options)
        self.assertEqual(result.code, 3, result)
        self.assertRegex(result.errors, r"x\.state")
        self.assertRegex(result.errors, r"(?i)full|no space")
        self.larger(place)
        result, again = self.run_it(*options)
        self.assertEqual(result.code, 0, result)
        self.assert_same(expected, result)
        self.assertLessEqual(len(asked.documents) + len(again.documents), 2 * 400)

    def test_a_full_disk_under_the_output_ends_the_run_and_room_lets_it_go_on(self):
        place = self.small_disk("160k")
        expected = frozenset(crawl_web.Pages(self.web, 600).expected())
        options = ("--state", self.folder / "x.state", "--delay", "0")
        result, asked = self.run_it(*options, to="small/out.nq")
        self.assertEqual(result.code, 3, result)
        self.assertRegex(result.errors, r"small/out\.nq")
        self.assertRegex(result.errors, r"(?i)full|no space")
        self.larger(place)
        result, again = self.run_it(*options, to="small/out.nq")
        self.assertEqual(result.code, 0, result)
        self.assert_same(expected, result)
        # What was written before the disk was full is not asked for again.
        self.assertLess(len(asked.documents) + len(again.documents), 1.3 * 600)

    def test_a_full_disk_in_a_refresh_keeps_the_old_output(self):
        place = self.small_disk("8m")
        pages = crawl_web.Pages(self.web, 100)
        options = ("--state", self.folder / "x.state", "--delay", "0")
        first, _ = self.run_it(*options, to="small/out.nq")
        self.assertEqual(first.code, 0, first)
        before = (place / "out.nq").read_bytes()
        for number in range(100):
            pages.put(number, f"page {number} " + "anew " * 100)
        with open(place / "filler", "wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * 4096) == 4096:
                    pass
            except OSError:
                pass
        result, _ = self.run_it(*options, to="small/out.nq")
        self.assertEqual(result.code, 3, result)
        self.assertEqual((place / "out.nq").read_bytes(), before)
        self.larger(place)
        result, _ = self.run_it(*options, to="small/out.nq")
        self.assert_same(frozenset(pages.expected()), result)


if __name__ == "__main__":
    unittest.main()
