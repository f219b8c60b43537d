"""The acceptance of `--queue` in its real sizes (docs/cluster.md): `run.py --scale scale_queue`.

Rates are read from the log of the asked web, where the kernel stamped the requests, whichever worker
sent them; an account in the database has who held what when, and each commit. Each bound is printed as
a measured value beside its limit. The numbers, and where each is proved:

|  # | what                                             | here, in its real size                | in the ordinary run
|----|--------------------------------------------------|---------------------------------------|--------------------------------
|  1 | 1,000 hosts, 4 workers: quads, rates, twins      | scale_queue: Web, Twins               | test_queue: Sharing (18 hosts)
|  2 | 20 kills                                         | scale_queue: Kills                    | test_queue_failures (6 kills)
|  3 | zombie                                           |                                       | test_queue_failures: test_one_that_is_stopped_beyond_its_lease...
|  4 | lost answer                                      |                                       | test_queue_failures: test_an_answer_that_is_lost_behind_a_commit...
|  5 | database away for 5 s and 90 s, lease 60 s       | scale_failures: Databases             | test_queue_failures: Databases (1 s and 5 s, leases 8 s and 2 s)
|  6 | partition: stopped proxy, network namespaces     | scale_failures: Partition (namespace) | test_queue_failures: test_one_that_is_cut_off_stops... (proxy)
|  7 | radosgw killed, 500s, wrong hashes               | scale_failures: Store                 | test_s3_radosgw (one process)
|  8 | a worker's folder deleted                        |                                       | test_queue_failures: test_when_its_machine_is_lost...
|  9 | four workers led through one host                | scale_queue: Hub                      | test_queue: two workers
| 10 | 10 giants and 990 small sites                    | scale_queue: Skew                     |
| 11 | one joins, one gets SIGTERM                      | scale_queue: Changing                 | test_queue_failures: test_one_that_is_ended_gives...
| 12 | Slurm array with requeue                         | scale_slurm                           |
| 13 | refresh on another machine                       | scale_queue: Web                      | test_queue: test_the_next_run_on_another_machine...
| 14 | convert --range, n = 1, 2, 7, 64                 |                                       | test_shares
|  - | 1, 2, 4 workers; idle cost of 10 workers         | scale_queue: Growth                   |
"""

import collections
import itertools
import os
import re
import signal
import subprocess
import sys
import time
import unittest

from harness import PROGRAM, ROOT
from server_log import smallest_slack
from wide_run import DELAY, SLACK, ScaleTest, addresses, random_of
from wide_web import Site


class Web(ScaleTest):
    def test_a_thousand_hosts_and_the_next_night_elsewhere(self):
        hosts, pages, twins = 1000, 10, 20
        self.wide_sites(*(Site(address, pages) for address in addresses(hosts)))
        self.wide_sites(*(Site(f"127.2.0.{i + 1}", pages, f"twin{i}{side}.example") for i in range(twins)
                          for side in "ab"))
        items = hosts + 2 * twins
        alone, took = self.lines_of_one_process(slots=1200)
        self.measured("one process without a queue", took)
        self.assert_all_rates(self.wide.log(), "one process's rates")
        began = time.time()
        self.end_of_all([self.work(worker=name) for name in "abcd"])
        self.measured("four workers", time.time() - began)
        log = self.wide.log(began)
        self.assertEqual(len(self.agents(log)), 4, "each asked somebody")
        self.measured("requests", len(log), unit="requests")
        self.assert_same_quads(self.lines(), alone, items * pages)
        self.assert_all_rates(log)
        self.assert_each_once(items)
        self.assert_owners_never_overlap()
        self.assertEqual(self.ask("SELECT count(*) FROM semsite.host_group"), [[str(hosts + twins)]])
        code, status = self.status_of_run()
        self.assertEqual((code, status["runs"][0]["complete"]), (0, items))

        began = time.time()
        self.end_of_all([self.work(worker=f"other-{name}") for name in "abcd"])
        self.measured("four other machines, the next night", time.time() - began)
        log = self.wide.log(began)
        of_pages = collections.Counter(one.status for one in log if one.path.startswith("/p"))
        self.measured("pages that answered 304", of_pages[304], items * pages, at_least=True, unit="pages")
        self.assertEqual(set(of_pages), {304})
        self.assert_all_rates(log, "the next night's rates")
        self.assertEqual(self.digest(self.lines(2)), self.digest(alone))


class Twins(ScaleTest):
    def test_two_names_on_one_address_in_two_runs_are_slowed_as_one(self):
        count, pages = 20, 10
        self.wide_sites(*(Site(f"127.2.0.{i + 1}", pages, f"left{i}.example") for i in range(count)), file="left.txt")
        self.wide_sites(*(Site(f"127.2.0.{i + 1}", pages, f"right{i}.example") for i in range(count)), file="right.txt")
        self.end_of_all([self.work(worker=name, name=name, sites=f"{name}.txt", lease="6s") for name in ("left", "right")])
        log = self.wide.log()
        self.assertEqual({len(self.agents(requests)) for requests in self.by_address(log).values()}, {2})
        self.assert_all_rates(log)
        self.assert_each_once(2 * count)

    def test_two_names_that_come_to_one_address_while_two_workers_hold_them_are_slowed_as_one(self):
        # As when a name's address changes behind the entering of the run: the process that connects
        # knows of it then, and one request has come before anybody knows.
        count, pages = 10, 30
        stays = [Site(f"127.2.0.{i + 1}", pages, f"stays{i}.example") for i in range(count)]
        moves = [Site(f"127.2.1.{i + 1}", pages, f"moves{i}.example") for i in range(count)]
        self.wide_sites(*stays, *moves)
        # Of equal weight, the first that are entered are claimed first.
        first = self.work("--sites-at-once", str(count), worker="a", lease="6s")
        self.wait_for(lambda: self.ask("SELECT count(*) FROM semsite.host_group WHERE token IS NOT NULL")
                      == [[str(count)]])
        held = {row[0] for row in self.ask("SELECT i.url FROM semsite.item i JOIN semsite.host_group g ON g.id = i.grp "
                                           "WHERE g.token IS NOT NULL")}
        others = [site for site in stays + moves if f"http://{site.name}/" not in held]
        of_first = [site for site in stays + moves if f"http://{site.name}/" in held]
        # The first mapping counts.
        there = [word for moved, kept in zip(others, of_first)
                 for word in ("--connect-to", f"{moved.name}:80:{kept.address}:{self.wide.port}")]
        words = self.words("--sites-at-once", str(count), worker="b", lease="6s")
        at = words.index("--connect-to")
        words[at:at] = there
        with (self.folder / "said-b").open("wb") as file:
            second = subprocess.Popen([PROGRAM, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.DEVNULL, stderr=file)
        second.said = self.folder / "said-b"
        self.workers.append(second)
        self.end_of_all([first, second])
        groups = self.by_address(self.wide.log())
        both = {address: log for address, log in groups.items() if len(self.agents(log)) == 2}
        self.assertEqual(len(both), count)
        self.measured("with the first request, smallest of span - (k - 1) * 0.5 s",
                      min(smallest_slack([one.time for one in log], DELAY) for log in both.values()))
        # One request comes before anybody knows.
        self.measured("smallest of span - (k - 2) * 0.5 s",
                      min(smallest_slack([one.time for one in log], DELAY) for log in both.values()) + DELAY,
                      -SLACK, at_least=True)
        known = [[one for one in log if not (one.agent.startswith("worker-b") and one.path == "/robots.txt")]
                 for log in both.values()]
        self.measured("without it, smallest of span - (k - 1) * 0.5 s",
                      min(smallest_slack([one.time for one in log], DELAY) for log in known), -SLACK, at_least=True)


class Kills(ScaleTest):
    def test_twenty_kills_lose_nothing_and_double_nothing(self):
        hosts, pages, kills, slots = 240, 10, 20, ("--sites-at-once", "10")
        chance = random_of(self)
        self.wide_sites(*(Site(address, pages) for address in addresses(hosts)))
        alone, _ = self.lines_of_one_process()
        began = time.time()
        workers = {name: self.work(*slots, worker=name, lease="6s") for name in "abcd"}
        in_the_middle, done_before = 0, 0
        for number in range(kills):
            time.sleep(chance.uniform(0.1, 2))
            name = chance.choice("abcd")
            is_over = workers[name].poll() is not None
            if is_over:
                break
            self.kill(workers[name])
            in_the_middle += 1
            workers[name] = self.work(*slots, worker=name, lease="6s")
            if number % 4 == 0:
                code, status = self.status_of_run()
                [[done_after]] = self.ask("SELECT count(*) FROM semsite.item WHERE state = 'done'")
                run = status["runs"][0]
                self.assertEqual(code, 1, "a run that is under way is not done")
                self.assertLessEqual(done_before, run["complete"])
                self.assertLessEqual(run["complete"], int(done_after))
                self.assertEqual(run["complete"] + run["waiting"], hosts)
                done_before = int(done_after)
        self.end_of_all(workers.values())
        self.measured("the run", time.time() - began)
        self.measured("kills while it ran", in_the_middle, kills, at_least=True, unit="kills")
        log = self.wide.log(began)
        self.assert_all_rates(log)
        self.assert_each_once(hosts)
        self.assertGreater(self.assert_owners_never_overlap(), 0)
        self.assert_same_quads(self.lines(), alone, hosts * pages)
        had = collections.Counter((one.host, one.path) for one in log if one.path.startswith("/p"))
        self.measured("pages that were asked for again", sum(had.values()) - len(had), unit="pages")
        code, status = self.status_of_run()
        run = status["runs"][0]
        self.assertEqual((code, run["over"], run["exit_status"]), (0, True, 0))
        self.assertEqual({state: run[state] for state in ("complete", "incomplete", "empty", "failed", "waiting")},
                         {"complete": hosts, "incomplete": 0, "empty": 0, "failed": 0, "waiting": 0})
        self.assertEqual(status["owners"], [])
        self.assertEqual(run["quads"], len(alone))
        self.assertEqual([run["requests"]], [int(row[0]) for row in self.ask("SELECT sum(requests) FROM semsite.item")])


class Hub(ScaleTest):
    def test_a_host_through_which_four_workers_are_led_keeps_its_rate(self):
        [hub] = self.wide.add(Site("127.3.0.1", 12, name="hub.example"))
        self.wide_sites(*(Site(address, 12, hub=hub.rstrip("/")) for address in addresses(8)))
        self.end_of_all([self.work("--sites-at-once", "2", worker=name) for name in "abcd"])
        log = self.wide.log()
        at_hub = self.by_address(log)["127.3.0.1"]
        self.assertEqual(len(self.agents(at_hub)), 4)
        self.measured("requests to the host in between", len(at_hub), 8 * 12, at_least=True, unit="requests")
        self.assert_all_rates(self.by_address(log)["127.3.0.1"], "the host in between")
        self.assert_all_rates(log)
        self.assert_each_once(8)

    def test_so_does_one_that_is_also_a_site_of_the_run(self):
        [hub] = self.wide_sites(Site("127.3.0.2", 60))
        self.wide_sites(*(Site(address, 12, hub=hub.rstrip("/")) for address in addresses(7)))
        self.end_of_all([self.work("--sites-at-once", "2", worker=name, lease="6s") for name in "abcd"])
        log = self.wide.log()
        at_hub = self.by_address(log)["127.3.0.2"]
        self.assertEqual(len(self.agents(at_hub)), 4)
        self.assert_all_rates(log)
        self.assert_each_once(8)


class Skew(ScaleTest):
    def test_giants_come_first(self):
        giants, of_giant, small, of_small, workers, slots = 10, 100, 990, 10, 4, 32
        places = addresses(giants + small)
        # The giants stand anywhere in the list.
        sites = [Site(address, of_giant if i % 100 == 57 else of_small) for i, address in enumerate(places)]
        self.assertEqual(sum(site.pages == of_giant for site in sites), giants)
        self.wide_sites(*sites)
        quads = 3 * (giants * of_giant + small * of_small)

        def run(number):
            began = time.time()
            self.end_of_all([self.work("--sites-at-once", str(slots), worker=name) for name in "abcd"])
            took = time.time() - began
            log = self.wide.log(began)
            self.assertEqual(len(self.lines(number)), quads)
            self.assert_all_rates(log, f"run {number}: rates")
            return took, log

        first, _ = run(1)
        self.measured("first run, by no weights", first)
        took, log = run(2)
        # A group of n requests is held for n delays: the last one, too, is behind a request of ours.
        seconds = sorted((len(requests) * DELAY for requests in self.by_address(log).values()), reverse=True)
        largest, work = seconds[0], sum(seconds)
        ideal = max(largest, work / (workers * slots))
        print(f"measured: largest group {largest:.1f} s; work {work:.0f} s over {workers} * {slots} slots = "
              f"{work / (workers * slots):.1f} s", flush=True)
        begun = self.by_address(log)
        giant = [begun[site.address][0].time - log[0].time for site in sites if site.pages == of_giant]
        self.measured("the last giant was begun behind the first request", max(giant))
        self.measured("from the first request to the last", log[-1].time - log[0].time)
        self.measured("second run, from the start of the processes to their end", took, 1.1 * ideal)


class Changing(ScaleTest):
    #: Of a worker with nothing to do, which looks for work at least so often.
    LOOK = 1.5

    def pauses(self, log):
        """Address -> the longest time between two requests that follow each other, less the delay."""
        return {address: max((later.time - one.time - DELAY for one, later in itertools.pairwise(requests)), default=0)
                for address, requests in self.by_address(log).items()}

    def test_one_joins_and_one_is_ended_without_a_pause(self):
        hosts, pages, slots = 60, 50, 20
        self.wide_sites(*(Site(address, pages) for address in addresses(hosts)))
        began = time.time()
        workers = {name: self.work("--sites-at-once", str(slots), worker=name) for name in "abc"}
        self.wait_for(lambda: self.wide.asked() > hosts * 6, step=0.2)
        joined = time.time()
        workers["d"] = self.work("--sites-at-once", str(hosts), worker="d")
        time.sleep(5)
        at = time.time()
        workers["a"].send_signal(signal.SIGTERM)
        self.assertIn("given back", self.end_of(workers["a"], status=130))
        self.measured("the ended one was gone", time.time() - at)
        self.end_of_all([workers[name] for name in "bcd"])
        log = self.wide.log(began)
        self.assert_all_rates(log)
        self.assert_each_once(hosts)
        handed, kept = [], []
        for address, requests in self.by_address(log).items():
            of = [one for one in requests if "worker-a" in one.agent]
            (handed if of and len(self.agents(requests)) > 1 else kept).append(address)
        self.assertEqual(len(handed), slots)
        longest = self.pauses(log)
        self.measured("one joins (and the others go on): longest pause of other hosts beyond their delay",
                      max(longest[address] for address in kept), DELAY)
        pauses = {}
        for address in handed:
            requests = self.by_address(log)[address]
            last = max(one.time for one in requests if "worker-a" in one.agent)
            pauses[address] = min(one.time for one in requests if one.time > last) - last - DELAY
        print(f"measured: pauses of hosts handed over, sorted: {[round(one, 2) for one in sorted(pauses.values())]}",
              flush=True)
        self.measured("SIGTERM: longest pause of a host beyond its delay (one more delay; tolerance: one look for work)",
                      max(pauses.values()), DELAY + self.LOOK)
        before = {(one.host, one.path) for one in log if "worker-a" in one.agent and one.path.startswith("/p")}
        again = [one for one in log if "worker-a" not in one.agent and (one.host, one.path) in before]
        self.measured("pages asked for again", len(again), 2 * slots, unit="pages")
        self.assertLess(joined, at)


class Growth(ScaleTest):
    def test_one_two_and_four_workers(self):
        done = subprocess.run([sys.executable, ROOT / "tests/bench/queue.py"], capture_output=True, text=True,
                              timeout=900, check=False, env=os.environ | {"SEMSITE": str(PROGRAM)})
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        for line in done.stdout.splitlines():
            print(f"measured: tests/bench/queue.py: {line}", flush=True)
        seconds = {int(count): float(took) for count, took in re.findall(r"(\d) workers: ([0-9.]+) s", done.stdout)}
        # At rest 1.9 and 3.6; beside others' work only this is sure.
        self.measured("two workers, times faster", seconds[1] / seconds[2], 1.3, at_least=True, unit="times")
        self.measured("four workers, times faster", seconds[1] / seconds[4], 1.8, at_least=True, unit="times")

    def test_320_sites_in_one_process(self):
        self.wide_sites(*(Site(address, 10) for address in addresses(320)))
        _, took = self.lines_of_one_process(slots=512)
        # At rest 7 s.
        self.measured("320 sites in one process", took, 30)
        self.assert_all_rates(self.wide.log())

    def test_ten_workers_that_hold_their_groups_cost_the_database_little(self):
        hosts, workers = 500, 10
        self.wide_sites(*(Site(address, 200) for address in addresses(hosts)))
        running = [self.work("--sites-at-once", str(hosts // workers), worker=str(number), delay=2)
                   for number in range(workers)]
        self.wait_for(lambda: self.ask("SELECT count(*) FROM semsite.host_group WHERE token IS NOT NULL")
                      == [[str(hosts)]], step=0.5)
        time.sleep(5)
        before, began = cpu_of(self.database.server.pid), time.monotonic()
        time.sleep(60)
        busy = (cpu_of(self.database.server.pid) - before) / (time.monotonic() - began)
        for worker in running:
            worker.send_signal(signal.SIGTERM)
        for worker in running:
            self.end_of(worker, status=130)
        # At rest 1 % of a core.
        self.measured("of a core, for the database with 10 workers that hold 500 groups", 100 * busy, 5, unit="%")


def cpu_of(process):
    """Seconds of a process, and of its children that have ended or run still."""
    def one(pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                fields = file.read().rpartition(")")[2].split()
        except FileNotFoundError:
            return 0
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
        return sum(map(one, [process, *file.read().split()]))


if __name__ == "__main__":
    unittest.main()
