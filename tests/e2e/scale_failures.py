"""What becomes of a shared run when the database, the network and the store fail, in the sizes of its
acceptance: `run.py --scale scale_failures`. scale_queue.py has the table of the numbers."""

import collections
import contextlib
import hashlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import threading
import time
import unittest

from wide_run import DELAY, SECONDS, ScaleTest, addresses, random_of  # the folder of what the next ones are, too
import radosgw
from flaky_s3 import FlakyS3
from postgresql import Relay
from wide_web import Site


class Databases(ScaleTest):
    def tearDown(self):
        if self.database.server is None:
            self.start_again()

    def start_again(self):
        """What a killed server leaves goes by and by; until then another does not start."""
        end = time.monotonic() + 60
        while True:
            try:
                return self.database.start()
            except RuntimeError:
                self.database.server = None
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def outage(self, seconds, how, *sites):
        self.wide_sites(*sites)
        alone, _ = self.lines_of_one_process(delay=0)
        began = time.time()
        workers = [self.work("--sites-at-once", "10", worker=name) for name in "ab"]
        self.wait_for(lambda: self.ask("SELECT count(*) FROM semsite.host_group WHERE token IS NOT NULL")
                      == [[str(len(sites))]], step=0.2)
        time.sleep(3)
        self.database.stop(how)
        went = time.time()
        time.sleep(seconds)
        self.start_again()
        came = time.time()
        self.end_of_all(workers)
        log = self.wide.log(began)
        self.measured("the database was away", came - went)
        self.assert_all_rates(log)
        self.assert_each_once(len(sites))
        self.assert_same_quads(self.lines(), alone, sum(site.pages for site in sites))
        had = collections.Counter((one.host, one.path) for one in log)
        self.measured("requests that were repeated", len(log) - len(had), 0, unit="requests")
        [[owners]] = self.ask("SELECT count(*) FROM audit.held WHERE former IS NOT NULL AND token IS NOT NULL")
        self.assertEqual(owners, "0", "all went on with their tokens")
        return went, came, log

    def assert_no_pause(self, log):
        longest = max(later.time - one.time - DELAY for requests in self.by_address(log).values()
                      for one, later in itertools.pairwise(requests))
        self.measured("longest pause beyond the delay", longest, DELAY)

    def test_five_seconds_without_a_database_are_noticed_by_nobody(self):
        went, came, log = self.outage(5, signal.SIGINT, *(Site(address, 40) for address in addresses(12)))
        self.assertGreater(sum(went < one.time < came for one in log), 12 * 4)
        self.assert_no_pause(log)

    def test_nor_is_a_database_that_is_killed_and_started_again(self):
        _, _, log = self.outage(5, signal.SIGKILL, *(Site(address, 40) for address in addresses(12)))
        self.assert_no_pause(log)

    def test_ninety_seconds_without_a_database_stop_all_in_time_and_they_go_on(self):
        # Four of them are got while it is away, and wait to be committed.
        sites = [Site(address, 150 if i < 8 else 30) for i, address in enumerate(addresses(12))]
        went, came, log = self.outage(90, signal.SIGKILL, *sites)
        meanwhile = [one.time for one in log if went < one.time < came]
        self.measured("the last request behind the end of the database (lease 60 s, margin 5 s)",
                      max(meanwhile) - went, 55)
        self.measured("so long they went on at the least", max(meanwhile) - went, 40 - 2 * DELAY, at_least=True)
        self.measured("from its return to the first request", min(one.time for one in log if one.time > came) - came,
                      15)


def may_have_networks():
    """True: a network of its own can be made here for a process."""
    return os.geteuid() == 0 and shutil.which("ip") is not None and subprocess.run(
        ["unshare", "--net", "true"], check=False, capture_output=True).returncode == 0


class Networks:
    """A network namespace with two cables: one to the web, and one to the database."""

    def __init__(self, hosts):
        part = 64 + os.getpid() % 64
        self.name, self.cables = f"semsite{os.getpid()}", {"web": f"sw{os.getpid()}", "database": f"sd{os.getpid()}"}
        self.web = [f"10.213.{part}.{10 + i}" for i in range(hosts)]
        self.ends = {"web": (f"10.213.{part}.1", f"10.213.{part}.2"),
                     "database": (f"10.214.{part}.1", f"10.214.{part}.2")}

    def run(self, *words):
        subprocess.run(["ip", *words], check=True, capture_output=True, timeout=30)

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.run("netns", "add", self.name)
            stack.callback(self.run, "netns", "del", self.name)
            self.run("-n", self.name, "link", "set", "lo", "up")
            for which, cable in self.cables.items():
                here, there = self.ends[which]
                self.run("link", "add", cable, "type", "veth", "peer", "name", which, "netns", self.name)
                stack.callback(self.unplug, cable)
                self.run("addr", "add", f"{here}/24", "dev", cable)
                self.run("link", "set", cable, "up")
                self.run("-n", self.name, "addr", "add", f"{there}/24", "dev", which)
                self.run("-n", self.name, "link", "set", which, "up")
            for address in self.web:
                self.run("addr", "add", f"{address}/24", "dev", self.cables["web"])
            self.closing = stack.pop_all()
        return self

    def __exit__(self, *_):
        self.closing.close()

    def unplug(self, cable):
        with contextlib.suppress(subprocess.CalledProcessError):
            self.run("link", "del", cable)

    def prefix(self):
        """Before the command of a process that is to be there."""
        return "ip", "netns", "exec", self.name

    def cut(self, which):
        """Nothing comes through any more, and nobody is told."""
        self.run("link", "set", self.cables[which], "down")

    def mend(self, which):
        self.run("link", "set", self.cables[which], "up")


class RelayAt(Relay):
    """A relay at another address of this machine."""

    def __init__(self, to, address):
        super().__init__(to)
        self.server.server_close()
        self.server = type(self.server)((address, 0), self.server.RequestHandlerClass)
        self.port = self.server.server_address[1]


@unittest.skipUnless(may_have_networks(), "network namespaces are not allowed here")
class Partition(ScaleTest):
    LEASE = 20

    def test_owners_never_overlap_when_a_network_is_cut(self):
        hosts, pages = 8, 80
        networks = self.enterContext(Networks(hosts))
        self.wide_sites(*(Site(address, pages) for address in networks.web))
        alone, _ = self.lines_of_one_process(delay=0)
        began = time.time()
        with RelayAt(self.database.port, networks.ends["database"][0]) as relay:
            url = f"postgresql://keeper@{networks.ends['database'][0]}:{relay.port}/semsite"
            cut = self.work("--sites-at-once", "4", worker="a", url=url, prefix=networks.prefix(),
                            lease=f"{self.LEASE}s")
            self.wait_for(lambda: self.ask("SELECT count(*) FROM semsite.host_group WHERE token IS NOT NULL") == [["4"]])
            stays = self.work("--sites-at-once", str(hosts), worker="b", lease=f"{self.LEASE}s")
            self.wait_for(lambda: len(self.agents(self.wide.log(began))) == 2 and self.wide.asked() > hosts * 10)
            networks.cut("database")
            at = time.time()
            self.wait_for(lambda: int(self.ask("SELECT count(*) FROM audit.held WHERE former IS NOT NULL AND token IS "
                                               "NOT NULL")[0][0]) > 0, step=0.5)
            took_over = time.time()
            time.sleep(10)
            networks.mend("database")
            self.end_of(stays)
            self.end_of(cut)
        log = self.wide.log(began)
        self.measured("taken over behind the cut", took_over - at)
        gaps = []
        for address, requests in self.by_address(log).items():
            of = {name: [one.time for one in requests if f"worker-{name}" in one.agent] for name in "ab"}
            if not of["a"] or min(of["a"]) > at:
                continue
            before = [when for when in of["a"] if when < took_over]
            after = [when for when in of["b"] if when > max(before)]
            self.assertFalse([when for when in of["b"] if min(before) < when < max(before)], address)
            self.measured(f"{address}: last request of the one cut off, behind the cut", max(before) - at,
                          self.LEASE - min(5, self.LEASE / 6))
            gaps.append(min(after) - max(before))
        self.assertTrue(gaps)
        self.measured("from the last of the old owner to the first of the new, at the least", min(gaps), DELAY,
                      at_least=True)
        self.assert_all_rates(log)
        self.assert_each_once(hosts)
        self.assertGreater(self.assert_owners_never_overlap(), 0)
        self.assert_same_quads(self.lines(), alone, hosts * pages)


@unittest.skipIf(radosgw.missing(), f"not installed: {radosgw.missing()}")
class Store(ScaleTest):
    """Parts and states in radosgw. Its objects are in the memory of the OSD, a process of its own: a
    gateway that is killed and started again has them all, and uploads that were begun."""

    SMALL, BIG, PAGES, BYTES = 40, 4, 10, 24 << 20
    PLACE = "s3://bucket/{}/"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.store = cls.enterClassContext(radosgw.RadosGw())

    def setUp(self):
        super().setUp()
        self.prefix = self.id().rpartition(".")[2][5:25]
        self.wide_sites(*(Site(address, self.PAGES) for address in addresses(self.SMALL)))
        self.environment = self.store.environment
        self.items = self.SMALL
        self.early, self.seen = [], 0

    def big_sites(self):
        """Their parts go in pieces."""
        self.wide_sites(*(Site(f"127.4.0.{i + 1}", 1, bytes=self.BYTES) for i in range(self.BIG)))
        self.items += self.BIG

    def start(self, worker):
        return self.work(worker=worker, out=self.PLACE.format(self.prefix), env=self.environment)

    def object(self, name):
        status, data = self.store.ask("GET", f"/bucket/{self.prefix}/{name}")
        return data if status == 200 else None

    def uploads(self):
        status, text = self.store.ask("GET", "/bucket", query="uploads=")
        return text.count(f"<Key>{self.prefix}/".encode()) if status == 200 else 0

    def look_for_an_early_manifest(self, number):
        """Whether there is one: then nothing may wait any more."""
        with contextlib.suppress(OSError):
            there = self.object(f"runs/series/{number}/manifest.json")
            self.seen += 1
            [[waiting]] = self.ask("SELECT count(*) FROM semsite.item i JOIN semsite.run r ON r.id = i.run WHERE "
                                   f"r.number = {number} AND i.state <> 'done'")
            if there is not None and waiting != "0":
                self.early.append(waiting)

    def end_of_run(self, workers, number):
        """Looks for manifests until all have ended; who ends with an error of its machine is started again, as a
        scheduler does it. Gives how many were."""
        end, again = time.monotonic() + SECONDS, 0
        while workers:
            self.assertLess(time.monotonic(), end)
            self.look_for_an_early_manifest(number)
            for name, worker in list(workers.items()):
                if worker.poll() is None:
                    continue
                if worker.returncode == 3:
                    self.assertLess(again, 20)
                    print(f"measured: {name} ended with status 3: "
                          f"{worker.said.read_text('utf-8', 'replace').splitlines()[-3:]}", flush=True)
                    self.workers.remove(worker)
                    workers[name], again = self.start(name), again + 1
                else:
                    self.end_of(worker)
                    del workers[name]
            time.sleep(0.2)
        self.assertEqual(self.early, [], "a manifest while sites were waiting")
        self.measured("looks for an early manifest, none found", self.seen, unit="looks")
        self.measured("processes that ended with an error of their machine, and were started again", again,
                      unit="processes")
        return again

    def lines_of_store(self, number=1):
        """Of all parts that the manifest names, each as it was put; nothing names another."""
        manifest = json.loads(self.object(f"runs/series/{number}/manifest.json"))
        self.assertTrue(manifest["complete"])
        for part in manifest["parts"]:
            data = self.object(f"runs/series/{number}/{part['name']}")
            self.assertEqual((len(data), hashlib.sha256(data).hexdigest()), (part["bytes"], part["sha256"]))
        rows = self.ask("SELECT p.name, p.sha256 FROM semsite.part p JOIN semsite.item i ON i.id = p.item JOIN "
                        f"semsite.run r ON r.id = i.run WHERE r.number = {number}")
        self.assertEqual(sorted(map(tuple, rows)), sorted((part["name"], part["sha256"]) for part in manifest["parts"]))
        output = self.folder / f"store-{number}.nq"
        self.run_program("convert", self.PLACE.format(self.prefix) + f"runs/series/{number}/manifest.json", "-o", output,
                         "-q", env=self.store.environment, seconds=SECONDS)
        return sorted(output.read_bytes().splitlines())

    def assert_as_alone(self, ours, alone):
        self.assertFalse([line for line in alone if b"_:" in line][:3])
        self.measured("quads", len(ours), unit="quads")
        self.assertEqual((len(ours), self.digest(ours)), (len(alone), self.digest(alone)))

    def test_a_gateway_killed_in_the_middle_of_pieces(self):
        self.big_sites()
        alone, _ = self.lines_of_one_process(delay=0)
        chance = random_of(self)
        workers = {name: self.start(name) for name in "abcd"}
        kills, away = [], []
        # Twice while pieces are sent, twice at any moment.
        for number in range(4):
            end = time.monotonic() + 60
            while number < 2 and not (begun := self.uploads()) and time.monotonic() < end:
                self.look_for_an_early_manifest(1)
            if number >= 2:
                time.sleep(chance.uniform(0, 3))
                begun = self.uploads()
            self.store.kill_gateway()
            went = time.time()
            kills.append(begun)
            time.sleep(chance.uniform(1, 4))
            self.store.start_gateway()
            away.append(round(time.time() - went, 1))
            self.look_for_an_early_manifest(1)
        print(f"measured: uploads that were under way at each kill: {kills}; it was away for {away} s", flush=True)
        self.measured("kills in the middle of pieces", sum(map(bool, kills)), 1, at_least=True, unit="kills")
        self.end_of_run(workers, 1)
        self.assert_each_once(self.items)
        self.assert_as_alone(self.lines_of_store(), alone)
        self.measured("uploads that were begun and are left", self.uploads(), unit="uploads")

    def test_errors_and_wrong_hashes(self):
        self.big_sites()
        alone, _ = self.lines_of_one_process(delay=0)
        chance = random_of(self)
        lock = threading.Lock()
        kinds = ("500", "500 after", "broken body", "wrong tag", "cut")

        def fault(method, path):
            with lock:
                if "partNumber" in path and chance.random() < 0.15:
                    return chance.choice(kinds)
                return chance.choice(kinds) if chance.random() < 0.06 else None

        with FlakyS3(self.store.port) as flaky:
            self.environment = self.store.environment | flaky.environment
            flaky.fault = fault
            self.end_of_run({name: self.start(name) for name in "abcd"}, 1)
            print(f"measured: first run: {dict(flaky.done)}", flush=True)
            self.assertGreater(flaky.done.total(), 10)
            self.assertEqual({kind for kind in flaky.done if kind.startswith("broken")}, {"broken body: 400"},
                             "the store refused them")
            self.assert_each_once(self.items)
            self.assert_as_alone(self.lines_of_store(), alone)

    def test_states_that_come_back_wrong(self):
        alone, _ = self.lines_of_one_process(delay=0)
        self.end_of_run({name: self.start(name) for name in "abcd"}, 1)
        self.assert_as_alone(self.lines_of_store(), alone)
        for number, suffix, share in ((2, ".output", 1), (3, ".db.zst", 4)):
            spoilt, lock = set(), threading.Lock()

            def fault(method, path, suffix=suffix, share=share, spoilt=spoilt, lock=lock):
                """Of each object (of one in `share`) the first answer is wrong."""
                with lock:
                    if method != "GET" or not path.endswith(suffix) or path in spoilt or hash(path) % share:
                        return None
                    spoilt.add(path)
                    return "wrong data"

            with FlakyS3(self.store.port) as flaky, self.subTest(spoilt=suffix):
                self.environment = self.store.environment | flaky.environment
                flaky.fault, self.seen = fault, 0
                began = time.time()
                self.end_of_run({name: self.start(f"{number}-{name}") for name in "abcd"}, number)
                self.measured(f"run {number}, answers with wrong {suffix}", flaky.done["wrong data"], 1, at_least=True,
                              unit="answers")
                self.measured(f"run {number}", time.time() - began)
                said = [line for path in self.folder.glob(f"said-{number}-*")
                        for line in path.read_text("utf-8", "replace").splitlines() if "error" in line or "warning" in line]
                print(f"measured: run {number}: {len(said)} errors and warnings: {said[:4]}", flush=True)
                statuses = collections.Counter(one.status for one in self.wide.log(began) if one.path.startswith("/p"))
                print(f"measured: run {number}: answers of pages: {dict(statuses)}", flush=True)
                self.assert_as_alone(self.lines_of_store(number), alone)

    def test_one_wrong_answer_is_got_over_on_the_same_machine(self):
        self.end_of_run({"a": self.start("a")}, 1)
        spoilt = []

        def fault(method, path):
            if method == "GET" and path.endswith(".db.zst") and not spoilt:
                spoilt.append(path)
                return "wrong data"
            return None

        with FlakyS3(self.store.port) as flaky:
            self.environment = self.store.environment | flaky.environment
            flaky.fault = fault
            workers = {"b": self.start("b")}

            def attempts():
                return int(self.ask("SELECT max(i.attempts) FROM semsite.item i JOIN semsite.run r ON r.id = i.run WHERE "
                                    "r.number = 2")[0][0] or 0)

            # It may be tried again, from an answer that is right.
            self.wait_for(lambda: workers["b"].poll() is not None or attempts() > 2, seconds=200, step=0.5)
            print(f"measured: spoilt once: {spoilt}; said: {workers['b'].said.read_text('utf-8', 'replace').splitlines()}",
                  flush=True)
            self.measured("attempts at one site", attempts(), 2, unit="attempts")
            self.end_of_run(workers, 2)
        self.assertEqual(self.lines_of_store(2), self.lines_of_store(1))


if __name__ == "__main__":
    unittest.main()
