"""The scripts for Slurm of deploy/slurm, on a real cluster of one node."""

import hashlib
import os
import time
import unittest

from harness import PROGRAM, ROOT, ProgramTest
import slurm
from catalogue import UNPACK
from queue_run import QueueTest

SCRIPT = ROOT / "deploy/slurm/convert.sbatch"
FETCH = ROOT / "deploy/slurm/fetch.sbatch"
SHARES = 6
SECONDS = 120


@unittest.skipIf(slurm.missing(), slurm.missing())
class Convert(ProgramTest):
    def setUp(self):
        super().setUp()
        self.cluster = self.enterContext(slurm.Slurm(self.folder / "cluster"))
        (self.folder / "bin").mkdir()
        (self.folder / "bin/semsite").symlink_to(PROGRAM)
        self.path = {"PATH": f"{self.folder}/bin:{os.environ['PATH']}"}
        self.lines = [f'_:n{i % 7} <http://a.example/p> "{"x" * (i * 37 % 211)}{i}" .\n' for i in range(3000)]
        (self.folder / "dump.nt").write_text("".join(self.lines))

    def submit(self, array, *arguments):
        return self.cluster.run("sbatch", "--parsable", "--wait", f"--array={array}", "-o", "log-%a", str(SCRIPT),
                                *map(str, arguments), cwd=self.folder, env=self.path, seconds=SECONDS)

    def shares(self):
        return {path.name: UNPACK[".zst"](path.read_bytes())
                for path in sorted((self.folder / "out").glob("share-*.nq.zst"))}

    def test_an_array_has_the_quads_of_one_process(self):
        done = self.submit(f"1-{SHARES}", SHARES, "dump.nt", "out/", "--base", "http://a.example/dump")
        self.assertEqual(done.returncode, 0, done)
        shares = self.shares()
        self.assertEqual(len(shares), SHARES)
        whole = self.run_program("convert", "dump.nt", "--base", "http://a.example/dump").out
        self.assertEqual(hashlib.sha256(b"".join(shares.values())).hexdigest(), hashlib.sha256(whole).hexdigest())

        # One of them once more, alone: the number of shares does not hang on the array.
        lost = self.folder / "out/share-000002-of-000006.nq.zst"
        lost.unlink()
        done = self.submit("2", SHARES, "dump.nt", "out/", "--base", "http://a.example/dump")
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(self.shares(), shares)

    def test_a_fault_is_the_status_of_its_task(self):
        self.lines[1000] = "oops\n"
        (self.folder / "dump.nt").write_text("".join(self.lines))
        done = self.submit(f"1-{SHARES}", SHARES, "dump.nt", "out/")
        self.assertEqual(done.returncode, 1, done)
        logs = [(self.folder / f"log-{i}").read_text() for i in range(1, SHARES + 1)]
        self.assertEqual(sum("found oops" in log for log in logs), 1, logs)
        self.assertEqual(sum(text.count(b"\n") for text in self.shares().values()), 2999)

    def test_what_is_wrong_is_told(self):
        for arguments in ((), (SHARES, "dump.nt")):
            self.assertEqual(self.submit("1", *arguments).returncode, 2)
            self.assertIn("usage: sbatch", (self.folder / "log-1").read_text())
        self.assertEqual(self.submit("9", SHARES, "dump.nt", "out/").returncode, 2)
        self.assertIn("--range 9/6", (self.folder / "log-9").read_text())


@unittest.skipIf(slurm.missing(), slurm.missing())
class Fetch(QueueTest):
    def setUp(self):
        super().setUp()
        self.cluster = self.enterContext(slurm.Slurm(self.folder / "cluster"))
        (self.folder / "bin").mkdir()
        (self.folder / "bin/semsite").symlink_to(PROGRAM)
        self.path = {"PATH": f"{self.folder}/bin:{os.environ['PATH']}", "TMPDIR": str(self.folder), "USER": "root"}

    def submit(self, *arguments):
        return self.cluster.run("sbatch", "--parsable", "--array=1-3", "-o", "log-%a", str(FETCH), *arguments,
                                cwd=self.folder, env=self.path, seconds=SECONDS)

    def status(self):
        return self.cluster.run("squeue", "-h", "-r", "-o", "%K %T").stdout.decode()

    def test_an_array_with_a_requeue_has_the_quads_of_one_process(self):
        self.sites(6, pages=12)
        began = time.time()
        job = self.submit("sites.txt", self.url, "series", "out/", "--delay", "0.2", "--lease", "6s", "--user-agent",
                          "task", "--sites-at-once", "2", *self.web.connect_to_args()).stdout.decode().strip()
        self.wait_for(lambda: len(self.web.log) > 20)
        self.assertEqual(self.cluster.run("scontrol", "requeue", f"{job}_2").returncode, 0)
        # Slurm holds back what was requeued for two minutes; the others do its part.
        self.wait_for(lambda: (self.folder / "out/series/latest.json").exists())
        self.wait_for(lambda: "RUNNING" not in self.status())
        self.cluster.run("scancel", job)
        logs = [(self.folder / f"log-{i}").read_text() for i in (1, 2, 3)]
        for log in (logs[0], logs[2]):
            self.assertIn("of 6 sites 6 complete", log)
        self.assertIn("given back; the others go on", logs[1])
        self.assert_each_once(6)
        self.assert_rates(self.asked(began))
        self.assertEqual(self.lines(), self.lines_of_one_process())
        self.assertEqual(self.ask("SELECT label FROM semsite.run"), [[job]])

    def test_what_is_wrong_is_told(self):
        self.assertEqual(self.submit("sites.txt", self.url, "series").returncode, 0)
        self.wait_for(lambda: not self.status())
        self.assertIn("usage: sbatch", (self.folder / "log-1").read_text())

