"""What becomes of a shared run when processes, machines and the database fail (docs/cluster.md)."""

import random
import shutil
import signal
import time
import unittest

from queue_run import DELAY, QueueTest
from postgresql import Relay


class Processes(QueueTest):
    def test_the_groups_of_one_that_is_killed_are_taken_over(self):
        self.sites(8, pages=8)
        began = time.time()
        killed, stays = self.work(worker="a"), self.work(worker="b", lease="6s")
        self.wait_for(lambda: len(self.web.log) > 30)
        killed.kill()
        at = time.time()
        killed.wait()
        self.end_of(stays, seconds=60)
        requests = self.asked(began)
        self.assert_rates(requests)
        self.assert_each_once(8)
        self.assertEqual(self.lines(), self.lines_of_one_process())
        self.assertGreater(max(one.time for log in requests.values() for one in log), at)

    def test_kills_at_any_moment_lose_nothing_and_double_nothing(self):
        self.sites(24, pages=6)
        chance = random.Random(11)
        began = time.time()
        workers = {name: self.work("--sites-at-once", "6", worker=name, lease="2s") for name in "abc"}
        for _ in range(6):
            time.sleep(chance.uniform(0.2, 1))
            name = chance.choice("abc")
            if workers[name].poll() is None:
                workers[name].kill()
                workers[name].communicate()
                self.workers.remove(workers[name])
                workers[name] = self.work("--sites-at-once", "6", worker=name, lease="2s")
        for worker in workers.values():
            self.end_of(worker)
        self.assert_rates(self.asked(began))
        self.assert_each_once(24)
        self.assertEqual(self.lines(), self.lines_of_one_process())

    def test_a_site_that_ends_its_process_takes_no_others_with_it(self):
        """The oftener sites ended with their process, the fewer are got at once (cluster.md, When something fails)."""
        self.sites(7, pages=3)
        [poison] = self.sites(1, pages=2, name="poison", address="127.1.9.1")
        self.end_of(self.work())
        running = {}

        def kill(_method, path, headers):
            if path == "/p0":
                running[headers["User-Agent"]].kill()
        self.web.host("poison0.example", "127.1.9.1").guard = kill
        for process in range(40):  # each on a machine of its own, so that nothing of an attempt is left
            name = f"w{process}"
            worker = running[f"worker-{name}"] = self.work("--sites-at-once", "8", worker=name, lease="1s")
            _, said = worker.communicate(timeout=60)
            self.workers.remove(worker)
            if worker.returncode != -9:
                break
        self.assertEqual(worker.returncode, 1, said)
        self.assertEqual(self.ask("SELECT state, count(*) FROM semsite.item WHERE run = 2 GROUP BY state ORDER BY state"),
                         [["done", "7"], ["failed", "1"]])
        self.assertEqual(self.lines(2), self.lines(1), "its quads are those of the run before")
        [row] = [row for row in self.manifest(2)["report"] if row["name"] == poison]
        self.assertEqual((row["complete"], row["quads"]), (False, 4))
        self.assertIn("each of 10 processes that began it ended before it was done", row["problem"])
        self.assertFalse(self.manifest(2)["complete"])

    def test_on_its_machine_it_goes_on_where_it_was_killed(self):
        self.sites(1, pages=30)
        first = self.work(worker="a", lease="2s")
        self.wait_for(lambda: len(self.web.log) > 15)
        first.kill()
        first.wait()
        had = {one.path for one in self.web.log if one.status == 200}
        began = time.time()
        self.end_of(self.work(worker="a", lease="2s"))
        again = [one.path for one in self.web.log if one.time > began and one.path.startswith("/p") and one.path in had]
        self.assertLessEqual(len(again), 2, "what was under way, at most one for each connection")
        self.assert_each_once(1)
        self.assertEqual(self.lines(), self.lines_of_one_process())

    def test_when_its_machine_is_lost_only_what_came_since_the_last_snapshot_is_asked_again(self):
        self.sites(1, pages=40)
        first = self.work("--snapshot-every", "1s", worker="a", lease="2s")
        self.wait_for(lambda: int(self.ask("SELECT coalesce(max(seq), 0) FROM semsite.snapshot")[0][0]) >= 3)
        first.kill()
        first.wait()
        shutil.rmtree(self.folder / "work-a")
        had = {one.path for one in self.web.log if one.status == 200 and one.path.startswith("/p")}
        began = time.time()
        self.end_of(self.work("--snapshot-every", "1s", worker="b", lease="2s"))
        again = [one.path for one in self.web.log if one.time > began and one.path in had]
        self.assertGreater(len(had), 10)
        self.assertLessEqual(len(again), 1.5 / DELAY + 2)
        self.assert_each_once(1)
        self.assertEqual(self.lines(), self.lines_of_one_process())

    def test_one_that_is_stopped_beyond_its_lease_is_fenced_off(self):
        self.sites(4, pages=12)
        began = time.time()
        zombie = self.work(worker="a", lease="2s")
        self.wait_for(lambda: len(self.web.log) > 20)
        other = self.work(worker="b", lease="2s")
        time.sleep(0.3)
        zombie.send_signal(signal.SIGSTOP)
        self.wait_for(lambda: any("worker-b" in one.headers["User-Agent"] for one in self.web.log))
        time.sleep(1)
        woken = time.time()
        zombie.send_signal(signal.SIGCONT)
        self.end_of(other)
        self.end_of(zombie)
        for log in self.asked(woken).values():
            late = [one for one in log if "worker-a" in one.headers["User-Agent"]]
            self.assertLessEqual(len(late), 2, "at most --connections of a group")
        self.assert_each_once(4)
        self.assertEqual(self.lines(), self.lines_of_one_process())
        self.assertLess(began, woken)

    def test_one_that_is_ended_gives_its_groups_back_at_once(self):
        self.sites(4, pages=25)
        leaves = self.work(worker="a", lease="60s")
        self.wait_for(lambda: len(self.web.log) > 20)
        stays = self.work(worker="b", lease="60s")
        self.wait_for(lambda: self.ask("SELECT count(*) FROM semsite.run") == [["1"]])
        time.sleep(0.5)
        at = time.time()
        leaves.send_signal(signal.SIGTERM)
        said = self.end_of(leaves, status=130)
        self.assertRegex(said, r"[1-9]\d* groups? of hosts (is|are) given back; the others go on")
        self.assertNotIn("error", said, "nothing but the end is to blame")
        self.end_of(stays)
        for address, log in self.asked().items():
            first = min(one.time for one in log if "worker-b" in one.headers["User-Agent"])
            self.assertLess(first - at, 3, f"{address}: long before the lease ends")
        self.assert_rates(self.asked())
        for log in self.asked().values():
            pages = [one.path for one in log if one.path.startswith("/p")]
            self.assertLessEqual(len(pages), 25 + 2, "what was under way, at most one for each connection")
        self.assert_each_once(4)
        self.assertEqual(self.lines(), self.lines_of_one_process())

    def test_what_a_killed_process_had_got_is_committed_and_not_got_again(self):
        self.sites(1, pages=3)
        # Whoever would commit waits.
        keeper = self.enterContext(self.database.session())
        first = self.work(worker="a", lease="2s")
        self.wait_for(lambda: self.ask("SELECT 1 FROM semsite.item WHERE attempts = 1"))
        keeper("BEGIN; SELECT id FROM semsite.item FOR UPDATE")
        self.wait_for(lambda: list(self.folder.glob("work-a/series/*/ended")))
        self.wait_for(lambda: list(self.folder.glob("out/state/series/*/*.output")))
        first.kill()
        first.wait()
        keeper("COMMIT")
        # Not even if it was begun so often that it counts as failed.
        self.ask("UPDATE semsite.item SET attempts = 10")
        asked = len(self.web.log)
        self.end_of(self.work(worker="a", lease="2s"))
        self.assertEqual(len(self.web.log), asked)
        self.assert_each_once(1)
        self.assertIn("files that no run needs", self.run_program("queue", "gc", self.url, "-o", "out/").stderr)
        self.assertEqual(len(list(self.folder.glob("out/runs/series/1/*/*.nq.zst"))), 1)
        self.assertEqual(self.lines(), self.lines_of_one_process())


class Databases(QueueTest):
    def test_an_answer_that_is_lost_behind_a_commit_is_no_second_commit(self):
        self.sites(3)
        with Relay(self.database.port) as relay:
            relay.cut_after("INSERT INTO semsite.part", "COMMIT")
            self.end_of(self.work(url=self.url.replace(str(self.database.port), str(relay.port))))
            self.assertEqual(relay.done, 1)
        self.assert_each_once(3)
        self.assertEqual(self.lines(), self.lines_of_one_process())

    def tearDown(self):
        if self.database.server is None:
            self.database.start()

    def outage(self, seconds, lease):
        """A run with a database that is away for a while; gives when it went and came, and the log."""
        self.sites(3, pages=30)
        workers = [self.work("--sites-at-once", "2", worker=name, lease=lease) for name in ("a", "b")]
        self.wait_for(lambda: len(self.web.log) > 15)
        self.database.stop(signal.SIGQUIT)
        went = time.time()
        time.sleep(seconds)
        self.database.start()
        came = time.time()
        for worker in workers:
            self.end_of(worker)
        self.assert_each_once(3)
        requests = self.asked()
        self.assert_rates(requests)
        for log in requests.values():
            paths = [one.path for one in log if one.status == 200]
            self.assertEqual(len(paths), len(set(paths)), "nothing is asked for twice")
        times = [one.time for log in requests.values() for one in log]
        self.assertEqual(self.lines(), self.lines_of_one_process())
        return went, came, times

    def test_a_short_outage_is_noticed_by_nobody(self):
        went, came, times = self.outage(1, "8s")
        self.assertTrue(any(went + 0.3 < time < came for time in times), "it went on meanwhile")

    def test_a_long_outage_stops_all_before_their_leases_end(self):
        went, came, times = self.outage(5, "2s")
        late = [time - went for time in times if went + 2 < time < came]
        self.assertEqual(late, [])

    def test_one_that_is_cut_off_stops_before_another_begins(self):
        self.sites(2, pages=25)
        with Relay(self.database.port) as relay:
            cut = self.work(url=self.url.replace(str(self.database.port), str(relay.port)), worker="a", lease="2s")
            self.wait_for(lambda: len(self.web.log) > 15)
            stays = self.work(worker="b", lease="2s")
            relay.is_open.clear()
            self.end_of(stays)
            log = self.asked()
            for address, requests in log.items():
                last = max((one.time for one in requests if "worker-a" in one.headers["User-Agent"]), default=0)
                first = min(one.time for one in requests if "worker-b" in one.headers["User-Agent"])
                self.assertLess(last, first, address)
            self.assert_rates(log)
            relay.is_open.set()
            self.end_of(cut)
        self.assert_each_once(2)


if __name__ == "__main__":
    unittest.main()
