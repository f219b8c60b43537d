"""The script for Slurm of deploy/slurm, on a real cluster of one node."""

import hashlib
import os
import unittest

from harness import PROGRAM, ROOT, ProgramTest
import slurm
from catalogue import UNPACK

SCRIPT = ROOT / "deploy/slurm/convert.sbatch"
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
