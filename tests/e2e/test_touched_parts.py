"""What a killed run left is taken away by hand: no list of changes becomes false (docs/changes.md, fetch.md, State)."""

import os
import shutil
import subprocess
import tempfile
import unittest

from harness import ROOT, triples
from semantic_sitemap import dataset
from test_true_lists import ListTest
import crawl_web

SITE = "http://set.example"
#: As far before its end a run is killed, in calls, at every second one: its last files are written within these.
BACK = 90


class TouchedParts(ListTest):
    @classmethod
    def setUpClass(cls):
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if not compiler:
            raise unittest.SkipTest("needs a C compiler for what kills at a call")
        cls.library = cls.enterClassContext(tempfile.TemporaryDirectory()) + "/kill_at.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", cls.library,
                        ROOT / "tests/support/kill_at.c"], check=True)

    def setUp(self):
        super().setUp()
        self.pages = crawl_web.Pages(self.web, 4)
        self.held, _ = self.refresh(set())
        self.pages.put(0, "counted")
        self.calls = self.ended_at(0)[1]
        self.held = self.take_list(self.held)

    def ended_at(self, call):
        notes = self.folder / "calls"
        child = subprocess.Popen(self.command("--changes", "changes"), cwd=self.folder, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL,
                                 env=dict(os.environ, LD_PRELOAD=self.library, KILL_AT=str(call), KILL_LOG=str(notes)))
        self.end(child)
        return child.returncode, len(notes.read_bytes())

    def each_kill(self, touch):
        """Kills one run after another ever earlier; where `touch` found something, what came of the same command."""
        out = []
        for back in range(0, BACK, 2):
            self.pages.put(back % 4, f"changed for the {back}th time")
            before = self.lines()
            code, _ = self.ended_at(max(1, self.calls - back))
            there = sorted(path.name for path in self.folder.iterdir())
            touched = code == -9 and touch()
            self.asked()
            result, _ = self.run_it("--changes", "changes")
            changes = self.folder / "changes"
            if touched:
                out.append(result.code)
            if result.code == 2:
                self.assertIn("--fresh", result.errors)
                self.assertFalse(changes.exists(), "a list that nobody can vouch for")
                self.assertIn(self.run_it()[0].code, (0, 1))  # for one run without
                self.held = self.lines()
            elif code == 0:  # it had been over; what came now is one more refresh
                self.held = self.take_list(self.lines())
            elif touched and "is not there any more" in result.errors:
                self.held = self.lines()  # a reader may have taken it: that is all that can be said
            else:
                self.assertEqual(result.code, 0, result)
                self.assertEqual(self.held, before)
                self.held = self.take_list(self.held)
            self.assertEqual(self.held, self.lines(), f"{back} {touched} {there} {result}")
        self.assertGreater(len(out), 2, "nothing was touched")
        return out

    def gone(self, *names):
        def touch():
            there = [self.folder / name for name in names if (self.folder / name).exists()]
            for path in there:
                path.unlink()
            return bool(there)
        return touch

    def test_the_part_of_the_output(self):
        self.assertIn(2, self.each_kill(self.gone("out.nq.part")))

    def test_the_part_of_the_list(self):
        self.assertIn(2, self.each_kill(self.gone("changes.part")))

    def test_both(self):
        self.each_kill(self.gone("out.nq.part", "changes.part", "report.json.part"))

    def test_a_file_of_somebody_else_in_their_place(self):
        def touch():
            part = self.folder / "out.nq.part"
            if not part.exists():
                return False
            size = part.stat().st_size
            part.unlink()
            part.write_bytes(b"x" * size)
            return True

        for back in range(0, BACK, 2):
            self.pages.put(back % 4, f"changed for the {back}th time")
            code, _ = self.ended_at(max(1, self.calls - back))
            if code != -9 or not touch() or (self.folder / "out.nq.part").stat().st_size == 0:
                if code == -9:
                    self.assertEqual(self.run_it("--changes", "changes")[0].code, 0)
                continue
            kept = (self.folder / "out.nq.part").read_bytes()
            result, _ = self.run_it("--changes", "changes")
            self.assertEqual(result.code, 2, result)
            self.assertEqual((self.folder / "out.nq.part").read_bytes(), kept)
            self.assertNotIn(b"x" * 20, (self.folder / "out.nq").read_bytes())
            return
        self.fail("nothing was there to be touched")


class Budgets(ListTest):
    """A first run that a budget ends has an output, so it has a list."""

    def setUp(self):
        super().setUp()
        self.host = self.web.host("set.example")
        self.names = "abc"
        for name in self.names:
            self.host.add(f"/{name}.nt", text="".join(triples(40, name=f"{SITE}/{name}")),
                          etag=f'"{name}"')
        crawl_web.publish(self.host, "".join(
            dataset(f"{SITE}/{name}", dumps=[f"{SITE}/{name}.nt"]) for name in self.names))

    def test_each_list_leads_from_the_output_before_to_the_present_one(self):
        for more in ((), ("--provenance",)):
            with self.subTest(more):
                self.clear()
                held, result = self.refresh(set(), "--max-bytes", "5k", *more)
                self.assertEqual(result.code, 1, result)
                self.assertGreater(len(held), 0)
                some = len(held)
                held, result = self.refresh(held, "--max-bytes", "7k", *more)
                held, result = self.refresh(held, *more)
                self.assertEqual(result.code, 0, result)
                self.assertGreater(len(held), some)
                self.refresh(held, *more)

    def test_what_the_rest_of_it_replaces_is_told(self):
        """The dump that came in part is gone when the run goes on: pages come in its place."""
        crawl_web.publish(self.host, dataset(f"{SITE}/set", dumps=[f"{SITE}/a.nt", f"{SITE}/b.nt"],
                                             prefixes=[f"{SITE}/id/"], samples=[f"{SITE}/id/0"]))
        page, _ = crawl_web.jsonld_page(f"{SITE}/id/0", "a thing")
        self.host.add("/id/0", answers=[crawl_web.answer(page, "text/html")])
        held, _ = self.refresh(set(), "--max-bytes", "5k", "--dump-semantics", "parts")
        for name in self.names:
            self.host.add(f"/{name}.nt", status=404, text="no")
        self.refresh(held, "--dump-semantics", "parts")

    def test_an_output_that_is_gone_meanwhile_refuses(self):
        self.refresh(set(), "--max-bytes", "5k")
        (self.folder / "out.nq").unlink()
        result, _ = self.run_it("--changes", "changes")
        self.assertEqual(result.code, 2, result)
        self.assertFalse((self.folder / "changes").exists())
        self.assertEqual(self.run_it()[0].code, 0)

    def test_a_budget_that_comes_to_nothing_leaves_the_output(self):
        for more in ((), ("--changes", "changes")):
            with self.subTest(more):
                self.clear()
                self.assertEqual(self.run_it("--max-bytes", "5k", *more)[0].code, 1)
                before = self.lines()
                result, _ = self.run_it("--max-bytes", "10", *more)
                self.assertEqual(result.code, 1, result)
                self.assertTrue((self.folder / "out.nq").exists(), result)
                self.assertLessEqual(before, self.lines())
                self.assertEqual(self.run_it(*more)[0].code, 0)
                self.assertEqual(len(self.lines()), 120)


if __name__ == "__main__":
    unittest.main()
