"""A file `OUTPUT.part` is ours only if it says so; whose it is, is not guessed (docs/output.md)."""

import os
import signal
import subprocess
import time
import unittest

from crawl_run import CrawlTest
from harness import PROGRAM, SECONDS, ProgramTest, triples
import crawl_web

MARK = "user.semsite.part"
MINE = b"<urn:mine> <urn:is> \"a list of my own\" .\n" * 50


def needs_marks(test):
    """Without extended attributes nothing tells whose a file is, and the program refuses what it cannot know."""
    path = test.folder / "probe"
    path.write_bytes(b"x")
    try:
        os.setxattr(path, "user.semsite.probe", b"1")
    except OSError:
        test.skipTest("this file system keeps no extended attributes")
    finally:
        path.unlink()


class OtherCommands(ProgramTest):
    def setUp(self):
        super().setUp()
        needs_marks(self)
        (self.folder / "in.nt").write_text("".join(triples(5)), "utf-8")

    def files(self):
        return {str(path.relative_to(self.folder)): path.read_bytes()
                for path in self.folder.rglob("*") if path.is_file()}

    def test_a_part_that_is_not_ours_stays(self):
        for words, name in ((("convert", "in.nt", "-o", "out.nq"), "out.nq"),
                            (("convert", "in.nt", "-o", "out.nq.gz"), "out.nq.gz"),
                            (("convert", "in.nt", "-o", "./out.nq"), "out.nq"),
                            (("slice", "in.nt", "-o", "out.nq"), "out.nq"),
                            (("validate", "in.nt", "-o", "report.html"), "report.html")):
            for old in (None, b"old\n"):
                with self.subTest(words, old=old):
                    if old:
                        (self.folder / name).write_bytes(old)
                    (self.folder / f"{name}.part").write_bytes(MINE)
                    before = self.files()
                    result = self.run_program(*words)
                    self.assertEqual(result.code, 2, result)
                    self.assertIn(f"{name}.part", result.errors)
                    self.assertIn("take it away", result.errors)
                    self.assertEqual(self.files(), before)
                    (self.folder / f"{name}.part").unlink()
                    self.assertEqual(self.run_program(*words).code, 0)
                    (self.folder / name).unlink()

    def test_what_a_killed_command_left_is_written_over(self):
        for how in (signal.SIGKILL, signal.SIGINT):
            child = subprocess.Popen([PROGRAM, "convert", "-", "-o", "out.nq", "--syntax", "ntriples"],
                                     cwd=self.folder, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
            part, end = self.folder / "out.nq.part", time.monotonic() + SECONDS
            child.stdin.write("".join(triples(200_000)).encode())
            child.stdin.flush()
            while not part.exists() or part.stat().st_size == 0:
                self.assertLess(time.monotonic(), end)
                time.sleep(0.01)
            child.send_signal(how)
            child.wait(SECONDS)
            child.stdin.close()
            self.assertGreater(part.stat().st_size, 0)
            result = self.run_program("convert", "in.nt", "-o", "out.nq")
            self.assertEqual(result.code, 0, result)
            self.assertFalse(part.exists())
            self.assertEqual(len((self.folder / "out.nq").read_bytes().splitlines()), 5)

    def test_an_output_that_is_called_so_is_the_users(self):
        self.assertEqual(self.run_program("convert", "in.nt", "-o", "out.nq").code, 0)
        (self.folder / "out.nq").rename(self.folder / "out.nq.part")
        before = self.files()
        self.assertEqual(self.run_program("convert", "in.nt", "-o", "out.nq").code, 2)
        self.assertEqual(self.files(), before)


class Fetches(CrawlTest):
    def setUp(self):
        super().setUp()
        needs_marks(self)
        self.pages = crawl_web.Pages(self.web, 6)
        self.dumps = crawl_web.several_dumps(self.web, 3, 0)

    def refused(self, path, *more):
        kept = {p.name: p.read_bytes() for p in self.folder.iterdir()
                if p.is_file() and p.name != "messages" and ".state" not in p.name}
        had_state = (self.folder / "out.nq.state").exists()
        result, asked = self.run_it(*more)
        self.assertEqual(result.code, 2, result)
        self.assertIn(path.name, result.errors)
        self.assertEqual(len(asked.documents), 0)
        for name, data in kept.items():
            self.assertEqual((self.folder / name).read_bytes(), data, name)
        self.assertEqual(path.read_bytes(), MINE)
        self.assertEqual((self.folder / "out.nq.state").exists(), had_state, "forgotten, and then refused")
        with self.assertRaises(OSError, msg="a mark of ours on a file that is not"):
            os.getxattr(path, "user.semsite.origin")

    def test_a_part_that_is_not_ours_stays(self):
        for name in ("out.nq.part", "changes.part", "report.json.part"):
            part = self.folder / name
            for more in ((), ("--fresh",)):
                with self.subTest(name, more=more):
                    part.write_bytes(MINE)
                    self.refused(part, "--changes", "changes", *more)
                    part.unlink()
            self.assertEqual(self.run_it("--changes", "changes")[0].code, 0)
            part.write_bytes(MINE)  # and the state knows that its run is over
            self.refused(part, "--changes", "changes")
            part.unlink()

    def test_a_part_that_took_the_place_of_ours_is_not_gone_on_with(self):
        self.options = ("--delay", "0.02", "--connections", "1", "--dump-semantics", "parts")
        self.assertIsNotNone(self.stop_at(9, 0))
        part = self.folder / "out.nq.part"
        part.unlink()
        part.write_bytes(MINE)
        self.refused(part)
        part.unlink()
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assert_same(frozenset(self.pages.expected()) | self.dumps, result)

    def test_what_another_command_wrote_there_is_not_gone_on_with(self):
        """A part that is ours, of a conversion that was killed: nothing of it is in the output."""
        self.options = ("--delay", "0.02", "--connections", "1", "--dump-semantics", "parts")
        self.entries = lambda: ["http://dumps.example/"]
        part, end = self.folder / "out.nq.part", time.monotonic() + SECONDS
        child = self.start()
        try:
            while not part.exists() or part.stat().st_size == 0:
                self.assertIsNone(child.poll())
                self.assertLess(time.monotonic(), end)
                time.sleep(0.001)
        finally:
            child.kill()
            self.end(child)
        child = subprocess.Popen([PROGRAM, "convert", "-", "-o", "out.nq", "--syntax", "nquads"],
                                 cwd=self.folder, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        child.stdin.write(MINE * 10_000)
        child.stdin.close()
        self.end(child)
        (self.folder / "out.nq").rename(self.folder / "converted.nq")
        (self.folder / "out.nq.part").write_bytes(MINE * 10_000)
        os.setxattr(self.folder / "out.nq.part", MARK, b" out.nq")  # as if it had been killed before its name
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assert_same(self.dumps, result)

    def test_a_spool_of_somebody_else_stays(self):
        self.entries = lambda: ["http://pages.example/", "http://dumps.example/"]
        self.options = ("--delay", "0.02", "--connections", "1", "--dump-semantics", "parts")
        names = set()
        child = self.start()
        try:
            while child.poll() is None:
                names |= {path.name for path in self.folder.glob("out.nq.part-*")}
                time.sleep(0.002)
        finally:
            self.end(child)
        self.assertTrue(names)
        self.clear()
        self.asked()
        for name in names:
            (self.folder / name).write_bytes(MINE)
        result, _ = self.run_it()
        self.assertEqual(result.code, 3, result)
        for name in names:
            self.assertEqual((self.folder / name).read_bytes(), MINE)
            (self.folder / name).unlink()
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assert_same(frozenset(self.pages.expected()) | self.dumps, result)

    def test_a_refused_run_leaves_the_quarantine(self):
        quarantine = self.folder / "skipped"
        self.assertEqual(self.run_it()[0].code, 0)
        quarantine.write_text("of the last run\n", "utf-8")
        result, _ = self.run_it("--quarantine", "skipped", "--graph", "none")
        self.assertEqual(result.code, 2, result)
        self.assertEqual(quarantine.read_text("utf-8"), "of the last run\n")

    def test_a_quarantine_of_a_run_that_goes_on_keeps_what_was_skipped(self):
        host = self.web.hosts["dumps.example"]
        self.entries = lambda: ["http://dumps.example/"]
        good = "".join(triples(5))
        host.add("/dump0.nt", text=good + "<http://a.example/s> nonsense .\n")
        self.options = ("--delay", "0.05", "--connections", "1", "--dump-semantics", "parts")
        skipped = self.folder / "skipped"
        child = self.start("--quarantine", "skipped")
        try:
            end = time.monotonic() + SECONDS
            while not (skipped.exists() and skipped.stat().st_size > 0 and len(self.web.log) > 6):
                self.assertIsNone(child.poll())
                self.assertLess(time.monotonic(), end)
                time.sleep(0.002)
        finally:
            child.kill()
            self.end(child)
        self.asked()
        result, _ = self.run_it("--quarantine", "skipped")
        self.assertEqual(result.code, 1, result)
        self.assertIn("nonsense", skipped.read_text("utf-8"))


if __name__ == "__main__":
    unittest.main()
