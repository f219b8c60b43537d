"""A shared run whose processes are a Slurm array, on a real cluster of one node, with a requeue and an end
of one task in the middle: `run.py --scale scale_slurm`. scale_queue.py has the table of the numbers."""

import time
import unittest

from harness import PROGRAM  # the folder of what the next ones are, too
import slurm
from wide_run import SECONDS, ScaleTest, addresses
from wide_web import Site

TASKS = 4
SCRIPT = """#!/bin/bash
#SBATCH --job-name=semsite-fetch
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
exec {program} {words} --run "$SLURM_ARRAY_JOB_ID" --work "work-$SLURM_ARRAY_TASK_ID" \\
  --user-agent "worker-$SLURM_ARRAY_TASK_ID-${{SLURM_RESTART_COUNT:-0}}"
"""


@unittest.skipIf(slurm.missing(), slurm.missing())
class Array(ScaleTest):
    HOSTS, PAGES = 160, 30

    def setUp(self):
        super().setUp()
        self.cluster = self.enterContext(slurm.Slurm(self.folder / "cluster"))
        self.wide_sites(*(Site(address, self.PAGES) for address in addresses(self.HOSTS)))

    def submit(self):
        """The number of an array that runs the same command."""
        words = self.words("--sites-at-once", "20", lease="10s")
        for name in ("--work", "--user-agent"):
            at = words.index(name)
            del words[at:at + 2]
        script = self.folder / "fetch.sbatch"
        script.write_text(SCRIPT.format(program=PROGRAM, words=" ".join(words)))
        done = self.cluster.run("sbatch", "--parsable", f"--array=1-{TASKS}", "-o", "log-%a", str(script), cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.decode().strip()

    def control(self, *words):
        done = self.cluster.run(*words)
        self.assertEqual(done.returncode, 0, (words, done.stderr))
        return done.stdout.decode()

    def logs(self):
        return {task: (self.folder / f"log-{task}").read_text("utf-8", "replace") for task in range(1, TASKS + 1)}

    def test_a_requeue_and_an_end_in_the_middle(self):
        alone, _ = self.lines_of_one_process()
        began = time.time()
        job = self.submit()
        self.addCleanup(self.cluster.run, "scancel", job)
        self.wait_for(lambda: len(self.agents(self.wide.log(began))) == TASKS, seconds=120)
        time.sleep(3)
        self.control("scontrol", "requeue", f"{job}_2")
        at = time.time()
        # Slurm begins it again when it is sure that the one before has ended; at the earliest now.
        self.wait_for(lambda: "JobState=PENDING" in self.control("scontrol", "show", "job", f"{job}_2"), seconds=60)
        self.control("scontrol", "update", f"JobId={job}_2", "StartTime=now")
        self.control("scancel", f"{job}_3")
        self.wait_for(lambda: "worker-2-1" in self.agents(self.wide.log(began)), seconds=150, step=1)
        self.measured("from the requeue to its first request", time.time() - at)
        self.wait_for(lambda: not self.control("squeue", "-h", "-j", job, "-t", "PENDING,RUNNING,COMPLETING").strip(),
                      seconds=SECONDS, step=1)
        self.measured("the array", time.time() - began)
        log = self.wide.log(began)
        for task, text in self.logs().items():
            if task != 3:
                self.assertIn(f"{self.HOSTS} complete", text.splitlines()[-1])
        self.assertIn("given back", self.logs()[2], "its groups were the others' at once")
        # The task that was begun again asked for something, too.
        counts = {name: sum(one.agent.startswith(name) for one in log) for name in sorted(self.agents(log))}
        print(f"measured: requests of the tasks, by task and start: {counts}", flush=True)
        self.assert_all_rates(log)
        self.assert_each_once(self.HOSTS)
        self.assert_owners_never_overlap()
        self.assert_same_quads(self.lines(), alone, self.HOSTS * self.PAGES)
        self.assertEqual(self.ask("SELECT number, label FROM semsite.run"), [["1", job]])


if __name__ == "__main__":
    unittest.main()
