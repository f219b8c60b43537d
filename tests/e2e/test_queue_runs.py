"""What becomes of runs that several processes share: abandoned ones, old ones, and what readers find (docs/cluster.md)."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import time
import unittest

from harness import PROGRAM
from queue_run import QueueTest
from lenient_s3 import Fault, LenientS3
from small_store import SmallStore

HELD = "SELECT 1 FROM semsite.host_group WHERE token IS NOT NULL"


class RunsTest(QueueTest):
    def said(self, *words, status=0, **how):
        return self.run_program(*words, status=status, **how).stderr

    def abandon(self, *words, status=0, name="series"):
        return self.said("queue", "abandon", self.url, "--name", name, *words, status=status)

    def gc(self, *words, status=0, place="out/", **how):
        return self.said("queue", "gc", self.url, "-o", place, *words, status=status, **how)

    def runs(self, *words, status=None):
        """What `status --queue --format json` says of each run, the last one first."""
        return json.loads(self.run_program("status", "--queue", self.url, "--format", "json", *words,
                                           status=status).stdout)["runs"]

    def shown(self):
        """The lines of `status --queue` about the last run."""
        lines = self.run_program("status", "--queue", self.url, status=None).stdout.splitlines()
        return lines[1:lines.index("Processes:")]

    def begin(self, *more, sites=3, **how):
        """A process that has got at least one site of a new run, and is at another."""
        self.sites(sites, pages=6)
        before = self.ask("SELECT count(*) FROM semsite.run")
        worker = self.work("--sites-at-once", "1", *more, delay=0.3, **how)
        self.wait_for(lambda: self.ask("SELECT count(*) FROM semsite.run") != before)
        self.wait_for(lambda: self.ask("SELECT 1 FROM semsite.item WHERE state = 'done' AND run = (SELECT max(id) "
                                       "FROM semsite.run)"))
        return worker

    def end_by_signal(self, worker):
        worker.terminate()
        return self.end_of(worker, status=130)

    def files(self, place="out"):
        return sorted(str(path.relative_to(self.folder / place)) for path in (self.folder / place).rglob("*")
                      if path.is_file())


class Abandoned(RunsTest):
    """`semsite queue abandon`."""

    def test_a_run_that_nobody_works_at_makes_room_for_the_next(self):
        self.end_by_signal(self.begin())
        [run] = self.runs(status=1)
        self.assertEqual((run["state"], run["over"], run["groups_held"]), ("idle", False, 0))
        self.assertNotIn("seconds_left", run)
        self.assertIn("Run 1 of series: not over, but nobody works on it", self.shown())
        said = self.abandon()
        self.assertIn("run 1 of series is abandoned", said)
        self.assertRegex(said, r"[12] sites? of it had not been got")
        [run] = self.runs(status=1)
        self.assertEqual((run["state"], run["over"]), ("abandoned", True))
        self.assertNotIn("exit_status", run)
        self.assertIn(run["waiting"], (1, 2))
        self.assertEqual(run["quads"], 0)
        self.assertIn("Run 1 of series: abandoned", self.shown())
        self.assertEqual(self.ask("SELECT sum(pending) FROM semsite.host_group"), [["0"]])
        self.assertTrue([name for name in self.files() if name.endswith(".nq.zst")])
        self.gc()
        self.assertEqual([name for name in self.files() if name.startswith("runs/")], ["runs/series/1/run.json"])
        self.end_of(self.work(delay=0))
        self.assertEqual(self.lines(2), self.lines_of_one_process())
        self.assertEqual([run["state"] for run in self.runs(status=0)], ["complete", "abandoned"])
        self.assertEqual(json.loads((self.folder / "out/series/latest.json").read_text())["number"], 2)

    def test_latest_json_stays_and_what_the_run_before_asked_decides_who_comes_first(self):
        self.sites(2)
        self.end_of(self.work(delay=0))
        latest = (self.folder / "out/series/latest.json").read_bytes()
        weights = "SELECT weight FROM semsite.host_group ORDER BY id"
        self.ask("UPDATE semsite.item SET requests = 50")
        (self.folder / "sites.txt").unlink()
        self.end_by_signal(self.begin("--run", "second"))
        self.abandon("--run", "second")
        self.assertEqual((self.folder / "out/series/latest.json").read_bytes(), latest)
        self.ask("UPDATE semsite.host_group SET weight = 1")
        self.end_of(self.work("--run", "third", delay=0))
        self.assertEqual(self.ask(weights)[:2], [["50"], ["50"]])
        self.gc()
        self.run_program("convert", "out/runs/series/1/manifest.json", "-o", "all.nq", "-q")

    def test_who_is_at_it_keeps_it_unless_forced_and_ends_soon_then(self):
        self.sites(3, pages=200)
        workers = [self.work("--sites-at-once", "1", worker=name) for name in ("a", "b")]
        self.wait_for(lambda: len(self.ask(HELD)) > 1)
        self.assertEqual(self.runs(status=1)[0]["state"], "under way")
        said = self.abandon(status=3)
        self.assertRegex(said, r"is being worked at: 2 groups of hosts held by .* and 1 more; nothing was changed")
        self.assertEqual(self.ask("SELECT state, abandoned FROM semsite.run"), [["open", "f"]])
        self.assertIn("2 groups of hosts are still held", self.abandon("--force"))
        began = time.monotonic()
        for worker in workers:
            self.assertIn("run 1 of series was abandoned", self.end_of(worker, status=3, seconds=20))
        self.assertLess(time.monotonic() - began, 15)
        self.assertEqual(self.ask(HELD), [])
        self.assertEqual(self.ask("SELECT DISTINCT state FROM semsite.item"), [["abandoned"]])
        self.assertEqual(self.ask("SELECT count(*) FROM semsite.part"), [["0"]])
        self.assertEqual(self.ask("SELECT sum(pending) FROM semsite.host_group"), [["0"]])

    def test_what_is_committed_afterwards_is_fenced(self):
        self.sites(1, pages=3)
        worker = self.work(delay=0.5)
        self.wait_for(lambda: [one for one in self.web.log if one.path == "/p0"])
        self.abandon("--force")
        self.assertIn("abandoned", self.end_of(worker, status=3))
        self.assertEqual(self.ask("SELECT count(*) FROM semsite.part"), [["0"]])
        self.assertFalse((self.folder / "out/runs/series/1/manifest.json").exists())

    def test_the_label_of_an_abandoned_run_begins_nothing(self):
        self.end_by_signal(self.begin("--run", "2026-11-28"))
        self.abandon("--run", "2026-11-28")
        asked = len(self.web.log)
        for more in ((), ("--graph", "none")):
            said = self.end_of(self.work("--run", "2026-11-28", *more), status=3)
            self.assertIn("run 1 of series (--run 2026-11-28) was abandoned", said)
            self.assertIn("wants another label", said)
        self.assertEqual(len(self.web.log), asked)
        self.assertEqual(self.ask("SELECT count(*) FROM semsite.run"), [["1"]])
        self.end_of(self.work("--run", "2026-11-28-again", delay=0))

    def test_what_is_over_or_not_there_is_no_run_to_abandon(self):
        self.assertIn("there is no run of the name series", self.abandon(status=3))
        self.sites(1)
        self.end_of(self.work("--run", "A", delay=0))
        self.assertIn("no run of series is open: run 1 of series (A), the last, is over, with status 0",
                      self.abandon(status=3))
        self.assertIn("run 1 of series (A) is over, with status 0: only a run that is not over",
                      self.abandon("--run", "A", status=3))
        self.assertIn("no run of series has the label B", self.abandon("--run", "B", status=3))
        self.assertIn("wants --name", self.said("queue", "abandon", self.url, status=2))
        self.assertIn("--keep is for queue gc", self.abandon("--keep", "1", status=2))
        self.assertIn("--name is for queue abandon", self.said("queue", "init", self.url, "--name", "x", status=2))

    def test_of_several_open_runs_one_must_be_named(self):
        for label in ("A", "B"):
            self.ask("INSERT INTO semsite.run(name, number, label, key, settings) VALUES ('series', "
                     f"{ord(label)}, '{label}', '{label}', '{{}}')")
        said = self.abandon(status=3)
        self.assertIn("2 runs of series are not over: run 65 of series (A), run 66 of series (B)", said)
        self.abandon("--run", "A")
        self.abandon()
        self.assertIn("was abandoned already", self.abandon("--run", "A", status=3))

    def test_a_run_that_is_being_ended_is_not_abandoned_and_one_that_cannot_end_is(self):
        self.sites(2)
        first = self.work("--sites-at-once", "1", delay=0.3)
        self.wait_for(lambda: list(self.folder.glob("out/runs/series/1/*/*.nq.zst")))
        for part in self.folder.glob("out/runs/series/1/*/*.nq.zst"):
            part.unlink()
        self.assertIn("semsite queue abandon", self.end_of(first, status=3))
        self.ask("UPDATE semsite.run SET end_until = clock_timestamp() + interval '1 min'")
        self.assertIn("is being ended", self.abandon(status=3))
        self.ask("UPDATE semsite.run SET end_until = NULL")
        self.abandon()
        self.end_of(self.work(delay=0))
        self.assertEqual(self.lines(2), self.lines_of_one_process())

    def test_a_manifest_that_readers_are_led_to_keeps_its_parts(self):
        # Killed between the manifest and its note, and then abandoned.
        self.sites(2)
        self.end_of(self.work(delay=0))
        self.ask("UPDATE semsite.run SET state = 'open', status = NULL, finished = NULL")
        self.abandon()
        before = self.files()
        self.gc()
        self.assertEqual(self.files(), before)
        self.run_program("convert", "out/series/latest.json", "-o", "all.nq", "-q")
        self.end_of(self.work(delay=0))
        self.gc()
        self.assertEqual([name for name in self.files() if name.startswith("runs/series/1/")],
                         ["runs/series/1/run.json"])


class Old(RunsTest):
    """`semsite queue gc --keep N`."""

    def make_runs(self, count, **how):
        if not (self.folder / "sites.txt").exists():
            self.sites(2)
        for _ in range(count):
            self.end_of(self.work(delay=0, **how))

    def numbers(self, name="series"):
        return sorted(int(path.name) for path in (self.folder / f"out/runs/{name}").glob("*"))

    def test_the_last_runs_stay_whole_and_the_others_go_whole(self):
        self.make_runs(4)
        self.make_runs(1, name="other")
        said = self.gc("--keep", "2")
        for number in (1, 2):
            self.assertRegex(said, rf"out/runs/series/{number}/: run {number} of series taken away, with \d files")
        self.assertEqual((self.numbers(), self.numbers("other")), ([3, 4], [1]))
        self.assertEqual(self.ask("SELECT name, number FROM semsite.run ORDER BY id"),
                         [["series", "3"], ["series", "4"], ["other", "1"]])
        for path in ("series/3", "series/4", "other/1"):
            self.run_program("convert", f"out/runs/{path}/manifest.json", "-o", f"{path[-1]}.nq", "-q")
        self.assertEqual(self.gc("--keep", "2"), "semsite: out/: 0 files that no run needs taken away\n")
        # What the run before asked is known, what it had answers 304, and no number comes twice.
        self.assertIn("taken away", self.gc("--keep", "1"))
        self.ask("UPDATE semsite.host_group SET weight = 1")
        began = time.time()
        self.make_runs(1)
        self.assertEqual(self.numbers(), [4, 5])
        self.assertEqual({one.status for one in self.web.log if one.time >= began and one.path.startswith("/p")}, {304})
        self.assertNotIn(["1"], self.ask("SELECT g.weight FROM semsite.host_group g WHERE EXISTS (SELECT 1 FROM "
                                         "semsite.item i WHERE i.grp = g.id)"))

    def test_keep_wants_a_number(self):
        for number in ("0", "-1", "x"):
            self.gc("--keep", number, status=2)

    def test_what_latest_json_names_and_what_is_not_over_stays(self):
        self.make_runs(3)
        latest = self.folder / "out/series/latest.json"
        text = latest.read_text()
        latest.write_text(text.replace("runs/series/3/", "runs/series/1/").replace('"number": 3', '"number": 1'))
        self.ask("UPDATE semsite.run SET state = 'open' WHERE number = 2")
        self.ask("INSERT INTO semsite.run(name, number, key, settings) VALUES ('series', 4, 'k', '{}')")
        self.gc("--keep", "1")
        self.assertEqual(self.numbers(), [1, 2, 3])
        self.run_program("convert", "out/series/latest.json", "-o", "all.nq", "-q")
        self.ask("UPDATE semsite.run SET state = 'over' WHERE number = 2")
        latest.write_text(text[:40])
        before = self.files()
        self.assertIn("[latest.syntax]", self.gc("--keep", "1", status=3))
        self.assertEqual(self.files(), before)
        latest.write_text(text)
        self.gc("--keep", "1")
        self.assertEqual(self.numbers(), [3])

    def test_abandoned_runs_take_nobodys_place(self):
        self.make_runs(2)
        self.ask("UPDATE semsite.run SET abandoned = true, status = 3 WHERE number = 2")
        self.gc("--keep", "1")
        self.assertEqual(self.ask("SELECT number FROM semsite.run ORDER BY number"), [["1"], ["2"]])
        self.make_runs(1)
        self.gc("--keep", "1")
        self.assertEqual(self.ask("SELECT number FROM semsite.run"), [["3"]])

    def test_what_was_ended_in_the_middle_is_finished_by_the_next(self):
        self.make_runs(3)
        run = self.folder / "out/runs/series/1"
        copy = shutil.copytree(run, self.folder / "copy")
        [own] = self.ask("SELECT id FROM semsite.run WHERE number = 1")
        # Before the rows: nobody finds a manifest whose parts are gone.
        (run / "manifest.json").unlink()
        self.gc()
        self.assertEqual(self.ask("SELECT count(*) FROM semsite.run"), [["3"]])
        self.gc("--keep", "2")
        self.assertEqual(self.numbers(), [2, 3])
        # After them, with and without the manifest and parts; any gc goes on.
        self.assertEqual(self.ask(f"SELECT 1 FROM semsite.run WHERE id = {own[0]}"), [])
        for gone in (0, 1, 2):
            shutil.copytree(copy, run)
            for path in sorted(run.glob("*/*.zst"))[:gone]:
                path.unlink()
            self.gc()
            self.assertEqual(self.numbers(), [2, 3])

    def test_a_kill_in_between_leaves_what_the_next_one_finishes(self):
        self.make_runs(2)
        run = self.folder / "out/runs/series/1"
        for number in range(4000):
            (run / f"9-9-{number:06}.nq.zst").write_bytes(b"")
        killed = subprocess.Popen([PROGRAM, "queue", "gc", self.url, "-o", "out/", "--keep", "1"], cwd=self.folder,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.workers.append(killed)
        self.wait_for(lambda: len(list(run.glob("*.zst"))) < 3990, step=0.001)
        killed.kill()
        killed.wait()
        self.assertTrue((run / "run.json").exists(), "it was ended too late to be a test")
        self.assertFalse((run / "manifest.json").exists())
        self.assertEqual(self.ask("SELECT number FROM semsite.run"), [["2"]])
        self.gc()
        self.assertEqual(self.numbers(), [2])
        self.run_program("convert", "out/series/latest.json", "-o", "all.nq", "-q")

    def test_runs_of_others_and_elsewhere_stay(self):
        self.make_runs(1)
        (self.folder / "out").rename(self.folder / "former")
        self.make_runs(2)
        self.assertIn("1 run older than those kept stay: nothing of them is here", self.gc("--keep", "1"))
        self.assertEqual(self.numbers(), [3])
        self.assertEqual(self.ask("SELECT number FROM semsite.run ORDER BY number"), [["1"], ["3"]])
        mark = self.folder / "former/runs/series/1/run.json"
        text = mark.read_text()
        mark.write_text(text.replace('"key": "', '"key": "x').replace('"queue": "', '"queue": "x'))
        before = self.files("former")
        self.gc("--keep", "1", place="former/")
        self.assertEqual(self.files("former"), before)
        mark.write_text(text)
        # latest.json there still names it; states went on elsewhere.
        self.gc("--keep", "1", place="former/")
        self.assertEqual(self.files("former"), [name for name in before if not name.startswith("state/")])
        (self.folder / "former/series/latest.json").unlink()
        self.gc("--keep", "1", place="former/")
        self.assertFalse((self.folder / "former/runs/series/1").exists())

    def test_in_a_store_too_and_a_store_that_stops_answering_is_gone_on_with(self):
        with LenientS3() as store:
            env = os.environ | store.environment
            self.sites(2)
            for _ in range(2):
                words = self.words(delay=0)
                words[words.index("-o") + 1] = "s3://bucket/lod/"
                subprocess.run([PROGRAM, *words], cwd=self.folder, check=True, capture_output=True, env=env, timeout=90)
            deleted = []

            def fault(request):
                if request.method == "DELETE":
                    deleted.append(request.path)
                    if len(deleted) > 2:
                        return Fault(status=403, code="AccessDenied")
                return None
            store.fault = fault
            self.gc("--keep", "1", status=3, place="s3://bucket/lod/", env=store.environment)
            self.assertTrue(deleted[0].endswith("/runs/series/1/manifest.json"), deleted)
            left = [name for name in store.objects if name.startswith("bucket/lod/runs/series/1/")]
            self.assertIn("bucket/lod/runs/series/1/run.json", left)
            store.fault = lambda request: None
            self.gc(place="s3://bucket/lod/", env=store.environment)
            self.assertEqual([name for name in store.objects if name.startswith("bucket/lod/runs/series/1/")], [])
            self.assertEqual(len([name for name in store.objects if name.startswith("bucket/lod/runs/series/2/")]), 4)


class Readers(RunsTest):
    """Runs as inputs of other commands (docs/parts.md#reading)."""

    def setUp(self):
        super().setUp()
        self.sites(2)
        self.end_of(self.work(delay=0))
        self.lines_of_run = self.converted("out/runs/series/1/manifest.json")

    @staticmethod
    def plain(text):
        """Without the labels of blank nodes, which tell where a document lies."""
        return sorted(re.sub(r"_:\w+", "_:b", line) for line in text.splitlines())

    def converted(self, name, *more, **how):
        return self.plain(self.run_program("convert", name, "-q", *more, **how).stdout)

    def test_latest_json_stands_for_the_manifest_that_it_names(self):
        self.assertEqual(self.converted("out/series/latest.json"), self.lines_of_run)
        self.assertEqual(self.converted(f"file://{self.folder}/out/series/latest.json"), self.lines_of_run)
        done = subprocess.run([PROGRAM, "convert", "-q", "latest.json"], cwd=self.folder / "out/series", check=True,
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(self.plain(done.stdout), self.lines_of_run)
        self.run_program("slice", "out/series/latest.json", "-o", "slice.nq", "-q")
        self.run_program("index", "out/series/latest.json", "--index", "an.index", "-q")
        self.run_program("validate", "out/series/latest.json", "-q")
        with SmallStore() as store:
            self.run_program("load", "out/series/latest.json", "--to", store.base, "-q")
            self.assertEqual(len(store.dataset()), len(self.lines_of_run))
        host = self.web.host("files.example")
        for path in (self.folder / "out").rglob("*"):
            if path.is_file() and "state" not in path.parts:
                host.add(f"/lod/{path.relative_to(self.folder / 'out')}", data=path.read_bytes(),
                         type="application/octet-stream")
        self.assertEqual(self.converted("http://files.example/lod/series/latest.json", "--delay", "0",
                                        *self.web.connect_to_args()), self.lines_of_run)

    def test_one_at_the_root_of_a_server_leads_to_no_other_host(self):
        host, runs = self.web.host("files.example"), self.web.host("runs")
        host.add("/latest.json", data=(self.folder / "out/series/latest.json").read_bytes(), type="application/json")
        host.add("/series/latest.json", data=(self.folder / "out/series/latest.json").read_bytes(),
                 type="application/json")
        for place in ("http://files.example/latest.json", "http://files.example/series/latest.json"):
            said = self.said("convert", place, "--delay", "0", "--retries", "1", *self.web.connect_to_args(), status=3)
            self.assertIn("[latest.manifest]", said)
            self.assertIn("has none" if place.count("/") == 3 else "(status 404)", said)
        self.assertFalse([one for one in self.web.log if one.headers["Host"] == runs.name])

    def test_in_a_store(self):
        with LenientS3() as store:
            for path in (self.folder / "out").rglob("*"):
                if path.is_file():
                    store.objects[f"bucket/lod/{path.relative_to(self.folder / 'out')}"] = path.read_bytes()
            self.assertEqual(self.converted("s3://bucket/lod/series/latest.json", env=store.environment),
                             self.lines_of_run)
            self.assertEqual(self.converted("s3://bucket/lod/", env=store.environment), self.lines_of_run)
            for name in list(store.objects):
                if "/runs/series/1/" in name:
                    store.objects[name.replace("/series/1/", "/series/2/")] = store.objects[name]
            said = self.said("convert", "s3://bucket/lod/", env=store.environment, status=3)
            self.assertIn("2 runs that several processes shared are below it", said)
            self.assertIn("s3://bucket/lod/series/latest.json", said)
            self.assertIn("manifest.runs", self.run_program("validate", "s3://bucket/lod/", env=store.environment,
                                                            status=1).stdout)
            store.objects["bucket/latest.json"] = store.objects["bucket/lod/series/latest.json"]
            said = self.said("convert", "s3://bucket/latest.json", env=store.environment, status=3)
            self.assertIn("[latest.manifest]", said)
            self.assertIn("has none", said)
            del store.objects["bucket/lod/runs/series/1/manifest.json"]
            said = self.said("convert", "s3://bucket/lod/series/latest.json", env=store.environment, status=3)
            self.assertIn("[latest.manifest]", said)

    def test_what_is_wrong_with_latest_json_is_told(self):
        latest = self.folder / "out/series/latest.json"
        text = latest.read_text()
        for other, code in ((text[:-20], "latest.syntax"), (text.replace('_latest": 1', '_latest": 2'), "latest.version"),
                            (text.replace("runs/series", "../series"), "latest.syntax"),
                            (text.replace('"name"', '"nom"'), "latest.syntax"),
                            (text.replace("runs/series/1/", "runs/series/7/"), "latest.manifest")):
            latest.write_text(other)
            with self.subTest(code=code, text=other):
                for command in ("convert", "slice", "index"):
                    more = ("-o", "x.nq") if command != "index" else ("--index", "x.index")
                    self.assertIn(code, self.said(command, "out/series/latest.json", *more, status=3))
                self.assertIn(code, self.run_program("validate", "out/series/latest.json", status=1).stdout)
        # One of other programs is a file like any other.
        latest.write_text('{"@id": "urn:a", "urn:p": "b"}')
        self.assertEqual(self.run_program("convert", "out/series/latest.json", "--syntax", "jsonld", "-q").stdout,
                         '<urn:a> <urn:p> "b" .\n')

    def test_a_folder_with_several_runs_is_not_read_as_all_of_them(self):
        for name in ("out", "out/runs", "out/runs/series/1/", "out/"):
            self.assertEqual(self.converted(name), self.lines_of_run, name)
        said = self.said("convert", "out/state", status=2)
        self.assertIn("no file in this folder is data", said)
        self.end_of(self.work(delay=0))
        for command in ("convert", "validate", "slice"):
            more = () if command == "validate" else ("-o", "x.nq")
            for name, named in (("out", "out/series/latest.json"), ("out/runs/", "series/2/manifest.json")):
                said = self.said(command, name, *more, status=2)
                self.assertIn("2 runs that several processes shared are below it", said)
                self.assertIn(named, said)
        self.assertEqual(self.converted("out/runs/series/2"), self.lines_of_run)

    def test_a_run_that_is_not_over_is_no_input(self):
        (self.folder / "sites.txt").unlink()
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(self.folder / "out/runs/series/1")
        self.end_by_signal(self.begin(name="second"))
        self.assertTrue(list(self.folder.glob("out/runs/second/1/*/*.nq.zst")))
        for name in ("out", "out/runs/second/1"):
            said = self.said("convert", name, status=2)
            self.assertIn("is not over, or was abandoned", said)
            self.assertIn("runs/second/1/manifest.json", said)


if __name__ == "__main__":
    unittest.main()
