"""`semsite status`: what a run did and left, read beside it and after it."""

import datetime
import json
import os
import sqlite3
import subprocess
import unittest

from crawl_run import CrawlTest
from harness import PROGRAM
from small_store import Fault, SmallStore

import crawl_web

STATE = "out.nq.state"


def now():
    """As the program writes times."""
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class StatusTest(CrawlTest):
    def status(self, state=STATE, *more, code=None):
        done = subprocess.run([PROGRAM, "status", "--state", state, *more], cwd=self.folder,
                              capture_output=True, text=True, timeout=30, check=False)
        if code is not None:
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def facts(self, state=STATE, code=None):
        return json.loads(self.status(state, "--format", "json", code=code).stdout)


class OfFetch(StatusTest):
    def setUp(self):
        super().setUp()
        self.pages = crawl_web.Pages(self.web, 40)

    def page_counts(self, facts):
        [part] = [part for part in facts["parts"] if part["way"] == "crawl"
                  and "entries of sitemaps" not in part["name"]]
        return part, {end["outcome"]: end["count"] for end in part["outcomes"]}

    def test_a_complete_run(self):
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        before = sorted(path.name for path in self.folder.iterdir())
        data = (self.folder / STATE).read_bytes()
        facts = self.facts(code=0)
        self.assertEqual((facts["command"], facts["standing"], facts["complete"],
                          facts["under_way"], facts["exit_status"]),
                         ("fetch", "complete", True, False, 0))
        part, outcomes = self.page_counts(facts)
        self.assertEqual((outcomes, part["waiting"]), ({"whole": 40}, 0))
        self.assertEqual(sum(end["quads"] for end in part["outcomes"]), len(result.lines))
        self.assertEqual([one["complete"] for one in facts["datasets"]], [True])
        text = self.status(code=0).stdout
        self.assertIn("State of fetch: complete", text)
        self.assertIn("nothing is left to do", text)
        # Nothing was written, neither into the state nor beside it.
        self.assertEqual((self.folder / STATE).read_bytes(), data)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), before)

    def spoilt(self, spoil, *more):
        """What status says after `spoil` was done to the output of a run that has everything."""
        self.clear()
        result, _ = self.run_it(*more)
        self.assertEqual(result.code, 0, result)
        self.whole = sorted(result.lines)
        spoil(self.folder / "out.nq")
        return self.facts(code=1), self.status(code=1).stdout

    def test_an_output_that_is_not_there_any_more(self):
        facts, text = self.spoilt(lambda path: path.unlink())
        self.assertEqual((facts["standing"], facts["complete"], facts["output"]["standing"]),
                         ("output-gone", False, "missing"))
        self.assertIn("out.nq: is not there; the last run left ", text)
        self.assertIn("bring the output back as it was; or run the same command", text)
        done = subprocess.run([PROGRAM, "status", "out.nq"], cwd=self.folder, capture_output=True, timeout=30, check=False)
        self.assertEqual(done.returncode, 1)
        result, _ = self.run_it()  # as it says
        self.assertEqual((result.code, sorted(result.lines)), (0, self.whole), result)
        self.assertEqual(self.facts(code=0)["output"]["standing"], "as-left")

    def test_an_output_that_is_shorter_or_another_file(self):
        def cut(path):
            os.truncate(path, path.stat().st_size - 1)

        def touch(path):
            os.utime(path, (1, 1))

        for spoil, standing in ((cut, "shorter"), (lambda path: path.write_bytes(b""), "shorter"), (touch, "replaced"),
                                (lambda path: path.write_bytes(b"x" * 100_000), "replaced"),
                                (lambda path: (path.unlink(), path.mkdir()), "replaced")):
            with self.subTest(standing):
                facts, _ = self.spoilt(spoil)
                self.assertEqual((facts["standing"], facts["output"]["standing"]), ("output-gone", standing))

    def test_what_was_cut_is_whole_after_the_same_command(self):
        facts, _ = self.spoilt(lambda path: os.truncate(path, 10))
        self.assertEqual(facts["output"]["bytes"], 10)
        for _ in range(2):
            result, _ = self.run_it()
            self.assertEqual((result.code, sorted(result.lines)), (0, self.whole), result)
            self.facts(code=0)

    def test_a_list_of_changes_may_be_taken_away(self):
        for _ in range(2):
            result, _ = self.run_it("--changes", "changes")
            self.assertEqual(result.code, 0, result)
            (self.folder / "changes").unlink()
            self.facts(code=0)

    def test_files_that_were_renamed_together(self):
        self.run_it()
        for name in ("out.nq", STATE):
            (self.folder / name).rename(self.folder / name.replace("out", "other"))
        self.assertEqual(self.facts("other.nq.state", code=0)["output"]["path"], "other.nq")

    def test_a_state_somewhere_else(self):
        (self.folder / "states").mkdir()
        result, _ = self.run_it("--state", "states/mine")
        self.assertEqual(result.code, 0, result)
        self.facts("states/mine", code=0)
        (self.folder / "out.nq").unlink()
        self.assertEqual(self.facts("states/mine", code=1)["output"]["standing"], "missing")

    def test_parts_and_documents_have_their_quads_elsewhere(self):
        done = subprocess.run([*self.command(to="parts/")], cwd=self.folder, capture_output=True, text=True,
                              timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = subprocess.run([PROGRAM, "status", "parts/"], cwd=self.folder, capture_output=True, text=True,
                              timeout=30, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.run_it("--slice", "subject", "--prefix", "http://", to="docs.nq")
        self.facts("docs.nq.state", code=0)
        (self.folder / "docs.nq.quads").unlink()
        self.assertEqual(self.facts("docs.nq.state", code=1)["output"]["path"], "docs.nq.quads")

    def test_an_output_whose_state_is_gone(self):
        self.run_it()
        (self.folder / STATE).unlink()
        done = subprocess.run([PROGRAM, "status", "out.nq"], cwd=self.folder, capture_output=True, text=True,
                              timeout=30, check=False)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("neither out.nq.state nor out.nq.load is there", done.stderr)
        self.assertIn("the same command gets all anew", done.stderr)

    def test_what_failed_is_counted_by_code_with_an_example(self):
        for number in (3, 7):
            self.pages.fail(number, 410)
        self.run_it()
        facts = self.facts(code=1)
        self.assertEqual((facts["standing"], facts["exit_status"]), ("incomplete", 1))
        part, outcomes = self.page_counts(facts)
        self.assertEqual(outcomes, {"whole": 38, "failed": 2})
        [problem] = part["problems"]
        self.assertEqual(problem["count"], 2)
        self.assertIn(problem["example"], {self.pages.url(3), self.pages.url(7)})
        self.assertTrue(facts["problems"])
        self.assertIn(f"2 × {problem['code']}", self.status(code=1).stdout)

    def test_a_killed_run_waits_to_be_gone_on_with(self):
        self.stop_at(15, 0.02)
        facts = self.facts(code=1)
        self.assertEqual((facts["standing"], facts["under_way"], facts["ended"]),
                         ("broken-off", False, False))
        self.assertNotIn("exit_status", facts)
        part, outcomes = self.page_counts(facts)
        self.assertGreater(part["waiting"], 0)
        self.assertLessEqual(sum(outcomes.values()) + part["waiting"], 40)
        self.assertIn("goes on from here", self.status(code=1).stdout)
        result, _ = self.run_it()  # looking did no harm
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.facts(code=0)["standing"], "complete")

    def test_a_run_that_is_going_on_is_not_disturbed(self):
        child = self.start()
        try:
            seen = []
            while child.poll() is None:
                done = self.status(STATE, "--format", "json")
                if done.returncode == 1:
                    seen.append(json.loads(done.stdout))
        finally:
            code = self.end(child)
        self.assertEqual(code, 0)
        self.assertTrue([one for one in seen if one["under_way"]])
        self.assertEqual({one["standing"] for one in seen if one["under_way"]}, {"under-way"})
        self.assertEqual(self.facts(code=0)["standing"], "complete")

    def test_another_run_is_still_kept_away(self):
        child = self.start("--delay", "0.2")
        try:
            self.wait_for_requests(child, 3)
            self.facts(code=1)
            other = subprocess.run(self.command(), cwd=self.folder, capture_output=True, text=True,
                                   timeout=60, check=False)
        finally:
            child.kill()
            child.wait()
        self.assertEqual(other.returncode, 3, other.stderr)
        self.assertRegex(other.stderr, r"another process \(process \d+\) is writing this file")


class OfLoad(StatusTest):
    def setUp(self):
        super().setUp()
        self.store = self.enterContext(SmallStore())
        (self.folder / "data.nq").write_text("".join(
            f'<http://a.example/{i}> <http://a.example/p> "{i}" .\n' for i in range(3000)), "utf-8")

    def load(self, *more):
        return subprocess.run([PROGRAM, "load", "data.nq", "--to", self.store.base, "--retries", "1",
                               "--batch-size", "16Ki", *more], cwd=self.folder, capture_output=True,
                              text=True, timeout=60, check=False)

    def test_a_load_that_ended_and_one_that_was_stopped(self):
        before = now()
        self.assertEqual(self.load().returncode, 0)
        facts = self.facts("data.nq.load", code=0)
        times = [facts[name] for name in ("begun", "last_taken", "finished")]
        self.assertEqual(times, sorted(times))
        self.assertLessEqual(before, times[0])
        self.assertLessEqual(times[2], now())
        self.assertIn(f"Begun {times[0]}, last body taken {times[1]}, ended {times[2]}",
                      self.status("data.nq.load", code=0).stdout)
        self.assertEqual((facts["command"], facts["standing"]), ("load", "complete"))
        self.assertEqual(facts["bodies"], facts["taken"])
        self.assertGreater(facts["bodies"], 1)
        self.assertEqual(facts["inputs"][0]["bytes"], (self.folder / "data.nq").stat().st_size)
        self.store.find_fault = lambda request: Fault("answer", 401) if request.is_write else None
        self.assertEqual(self.load("--fresh").returncode, 3)
        facts = self.facts("data.nq.load", code=1)
        self.assertEqual(facts["standing"], "broken-off")
        self.assertLess(facts["taken"], max(1, facts["bodies"]))
        self.assertLessEqual(times[2], facts["begun"], "--fresh begins anew")
        self.assertNotIn("finished", facts)
        self.assertNotIn("last_taken", facts)
        self.assertRegex(self.status("data.nq.load", code=1).stdout,
                         r"\b0 of \d+ bod(y|ies) taken")


class OfNoState(StatusTest):
    def refused(self, name, pattern):
        done = self.status(name, code=3)
        self.assertRegex(done.stderr, pattern)
        self.assertIn(name, done.stderr)
        self.assertEqual(done.stdout, "")

    def test_a_file_that_is_not_there(self):
        self.refused("none", "No such file")
        self.assertFalse((self.folder / "none").exists())

    def test_a_file_that_is_none(self):
        (self.folder / "notes").write_text("notes\n" * 100, "utf-8")
        self.refused("notes", "is no state of semsite")
        (self.folder / "empty").write_bytes(b"")
        self.refused("empty", "is empty")
        (self.folder / "folder").mkdir()
        self.refused("folder", "is no file")

    def test_a_database_of_other_software_and_one_of_a_newer_semsite(self):
        with sqlite3.connect(self.folder / "other") as other:
            other.execute("CREATE TABLE bookmarks (url TEXT)")
        other.close()
        self.refused("other", "no state of a fetch or a load")
        with sqlite3.connect(self.folder / "newer") as newer:
            newer.execute("PRAGMA application_id = 1400072564")
            newer.execute("PRAGMA user_version = 99")
            newer.execute("CREATE TABLE a (b)")
        newer.close()
        self.refused("newer", "newer semsite .form 99")

    def test_a_state_that_is_damaged(self):
        crawl_web.Pages(self.web, 40)
        self.run_it()
        state = self.folder / STATE
        data = bytearray(state.read_bytes())
        data[4096:] = os.urandom(len(data) - 4096)
        state.write_bytes(data)
        self.refused(STATE, "malformed|cannot be used|not a database")

    def test_wrong_usage(self):
        for words in ([], ["a", "b"], ["--state", "a", "b"], ["a", "--format", "jsn"]):
            done = subprocess.run([PROGRAM, "status", *words], capture_output=True, text=True,
                                  timeout=30, check=False)
            self.assertEqual(done.returncode, 2, words)


if __name__ == "__main__":
    unittest.main()
