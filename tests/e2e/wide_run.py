"""What the tests of `run.py --scale` share: a web of many sites, workers, an account in the database of
who held what and what was committed, and measured numbers beside their limits."""

import collections
import hashlib
import json
import os
import random
import subprocess
import time

from harness import PROGRAM
from queue_run import QueueTest
from server_log import smallest_slack
from wide_web import WideWeb

DELAY = 0.5
#: A request may seem so much too early (docs/cluster.md; the acceptance of the queue).
SLACK = 0.1
SECONDS = 900

#: Rows of what the queue forgets: each time that an item was done, each change of a group's holder.
AUDIT = """
DROP SCHEMA IF EXISTS audit CASCADE;
CREATE SCHEMA audit;
CREATE TABLE audit.done(item bigint, token bigint, at timestamptz DEFAULT clock_timestamp());
CREATE TABLE audit.held(grp bigint, token bigint, owner text, until timestamptz, former bigint,
                        former_until timestamptz, at timestamptz DEFAULT clock_timestamp());
CREATE FUNCTION audit.note_done() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO audit.done(item, token) VALUES (NEW.id, NEW.token); RETURN NULL; END $$;
CREATE FUNCTION audit.note_held() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO audit.held(grp, token, owner, until, former, former_until)
  VALUES (NEW.id, NEW.token, NEW.owner, NEW.until, OLD.token, OLD.until); RETURN NULL; END $$;
CREATE TRIGGER audit_done AFTER UPDATE OF state ON semsite.item FOR EACH ROW
  WHEN (NEW.state = 'done') EXECUTE FUNCTION audit.note_done();
CREATE TRIGGER audit_held AFTER UPDATE OF token ON semsite.host_group FOR EACH ROW
  WHEN (NEW.token IS DISTINCT FROM OLD.token) EXECUTE FUNCTION audit.note_held();
"""


def addresses(count, second=1):
    """127.SECOND.a.b"""
    return [f"127.{second}.{i // 250}.{i % 250 + 1}" for i in range(count)]


def random_of(test):
    """Random numbers whose seed is printed; SEMSITE_SEED gives it."""
    seed = int(os.environ.get("SEMSITE_SEED") or time.time_ns() % 1_000_000)
    print(f"measured: {test.id().rpartition('.')[2]}: seed {seed} (SEMSITE_SEED)", flush=True)
    return random.Random(seed)


class ScaleTest(QueueTest):
    def setUp(self):
        super().setUp()
        self.ask(AUDIT)
        self.wide = self.enterContext(WideWeb(self.folder / "web"))

    def measured(self, what, value, limit=None, at_least=False, unit="s"):
        """Prints a number beside its limit, and fails if it is beyond."""
        shown = "" if limit is None else f" ({'at least' if at_least else 'at most'} {limit:.3f} {unit})"
        print(f"measured: {self.id().rpartition('.')[2]}: {what}: {value:.3f} {unit}{shown}", flush=True)
        if limit is not None:
            (self.assertGreaterEqual if at_least else self.assertLessEqual)(value, limit, what)

    def wide_sites(self, *sites, file="sites.txt"):
        urls = self.wide.add(*sites)
        with (self.folder / file).open("a", encoding="ascii") as out:
            out.writelines(f"{url}\n" for url in urls)
        return urls

    def words(self, *more, url=None, name="series", worker="one", delay=DELAY, lease="60s", sites="sites.txt",
              out="out/"):
        return ["fetch", "--sites", sites, "--queue", url or self.url, "--name", name, "-o", out,
                "--work", f"work-{worker}", "--user-agent", f"worker-{worker}", "--delay", str(delay),
                "--lease", lease, *self.wide.connect_to_args(), *more]

    def work(self, *more, env=None, prefix=(), **how):
        """A worker; what it says goes to a file, since nobody reads along."""
        said = self.folder / f"said-{how.get('worker', 'one')}-{len(list(self.folder.glob('said-*')))}"
        with said.open("wb") as file:
            worker = subprocess.Popen([*prefix, PROGRAM, *self.words(*more, **how)], cwd=self.folder,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=file,
                                      env=os.environ | (env or {}))
        worker.said = said
        self.workers.append(worker)
        return worker

    def end_of(self, worker, status=0, seconds=SECONDS):
        worker.wait(timeout=seconds)
        self.workers.remove(worker)
        said = worker.said.read_text("utf-8", "replace")
        self.assertEqual(worker.returncode, status, said[-5000:])
        self.assertNotIn("Sanitizer", said)
        return said

    def end_of_all(self, workers, seconds=SECONDS):
        end = time.monotonic() + seconds
        for worker in workers:
            self.end_of(worker, seconds=max(1, end - time.monotonic()))

    def kill(self, worker):
        worker.kill()
        worker.wait(30)
        self.workers.remove(worker)

    def lines_of_one_process(self, file="one.nq", sites="sites.txt", slots=1000, delay=DELAY):
        """What one process without a queue gets, and how long it took."""
        began = time.monotonic()
        self.run_program("fetch", "--sites", sites, "-o", file, "--delay", delay, "--sites-at-once", slots, "-q",
                         "--user-agent", "worker-alone", *self.wide.connect_to_args(), seconds=SECONDS)
        return sorted((self.folder / file).read_bytes().splitlines()), time.monotonic() - began

    def digest(self, lines):
        return hashlib.sha256(b"\n".join(lines)).hexdigest()

    def assert_same_quads(self, ours, alone, sites_pages):
        """By digest; each page of ours has three quads, and none has a blank node."""
        self.assertFalse([line for line in alone if b"_:" in line][:3])
        self.measured("quads", len(ours), unit="quads")
        self.assertEqual(len(alone), 3 * sites_pages, "one process got all")
        self.assertEqual(len(set(ours)), len(ours), "nothing is doubled")
        self.assertEqual((len(ours), self.digest(ours)), (len(alone), self.digest(alone)),
                         (sorted(set(ours) ^ set(alone))[:5]))

    def by_address(self, log):
        groups = collections.defaultdict(list)
        for one in log:
            groups[one.address].append(one)
        return groups

    def assert_all_rates(self, log, what="rates", delay=DELAY, slack=SLACK):
        """Any k successive requests to an address take (k - 1) delays, whichever worker sent them."""
        worst, where, early = float("inf"), None, 0
        for address, requests in self.by_address(log).items():
            smallest = smallest_slack([one.time for one in requests], delay)
            early += smallest < -slack
            if smallest < worst:
                worst, where = smallest, address
        requests = self.by_address(log)[where]
        near = [(round(one.time - requests[0].time, 3), one.agent.split()[0], one.host, one.path) for one in requests]
        if worst < -slack:
            print(f"measured: {early} addresses too fast; {where}: {near}", flush=True)
        self.measured(f"{what}: smallest of span - (k - 1) * {delay} s, {len(self.by_address(log))} addresses",
                      worst, -slack, at_least=True)

    def assert_each_once(self, sites):
        super().assert_each_once(sites)
        self.assertEqual(self.ask("SELECT count(*), count(DISTINCT item) FROM audit.done"), [[str(sites), str(sites)]],
                         "no item was done twice on the way")

    def assert_owners_never_overlap(self, delay=DELAY):
        """Who took over did so when the lease of the one before had ended, and a delay was over."""
        [[changes, taken, early]] = self.ask(
            "SELECT count(*), count(*) FILTER (WHERE former IS NOT NULL AND token IS NOT NULL), count(*) FILTER (WHERE "
            f"former IS NOT NULL AND token IS NOT NULL AND former_until + interval '{delay} s' > at) FROM audit.held")
        print(f"measured: {self.id().rpartition('.')[2]}: {changes} changes of holders, {taken} takeovers, {early} of "
              "them before the lease and a delay were over (at most 0)", flush=True)
        self.assertEqual(early, "0")
        return int(taken)

    def status_of_run(self, name="series"):
        done = self.run_program("status", "--queue", self.url, "--name", name, "--format", "json", status=None)
        return done.returncode, json.loads(done.stdout)

    def agents(self, log):
        return {one.agent.split()[0] for one in log}
