"""What tests of `--queue` share: a database, a web of small sites, workers as processes."""

import contextlib
import itertools
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from harness import PROGRAM  # the folder of what the next ones are, too
import postgresql
from catalogue import UNPACK
from crawl_web import OPEN, urlset
from postgresql import PostgreSql
from server_log import by
from web import Web

SECONDS = 90
DELAY = 0.2


class QueueTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        if postgresql.missing():
            raise unittest.SkipTest("PostgreSQL is not installed")
        cls.database = cls.enterClassContext(PostgreSql())

    def setUp(self):
        self.assertTrue(os.access(PROGRAM, os.X_OK), f"{PROGRAM} is not there: build it")
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.web = self.enterContext(Web())
        self.url = self.database.url
        self.workers = []
        self.addCleanup(self.end_workers)
        self.run_program("queue", "drop", self.url, "--force", "-q")
        self.run_program("queue", "init", self.url, "-q")

    def end_workers(self):
        for worker in self.workers:
            with contextlib.suppress(ProcessLookupError):
                worker.send_signal(signal.SIGCONT)
            worker.kill()
            worker.communicate(timeout=SECONDS)

    def sites(self, count, pages=4, first=0, address=None, name="site"):
        """Sites of pages with Turtle, each at an address of its own; noted in sites.txt."""
        urls = []
        for i in range(first, first + count):
            host = self.web.host(f"{name}{i}.example", address or f"127.1.{i // 200}.{i % 200 + 1}")
            base = f"http://{host.name}"
            host.add("/robots.txt", text=f"{OPEN}Sitemap: {base}/sitemap.xml\n")
            host.add("/sitemap.xml", text=urlset([f"{base}/p{page}" for page in range(pages)]), type="application/xml")
            for page in range(pages):
                host.add(f"/p{page}", type="text/turtle", etag=f'"{i}-{page}"',
                         text=f'<#it> <urn:says> [ <urn:value> "{name} {i}, page {page}" ] .\n')
            urls.append(f"{base}/")
        with (self.folder / "sites.txt").open("a", encoding="ascii") as file:
            file.writelines(f"{url}\n" for url in urls)
        return urls

    def words(self, *more, url=None, name="series", worker="one", delay=DELAY, lease="6s"):
        """The same command on every machine, but for its name in the logs and its own disk."""
        return ["fetch", "--sites", "sites.txt", "--queue", url or self.url, "--name", name, "-o", "out/",
                "--work", f"work-{worker}", "--user-agent", f"worker-{worker}", "--delay", str(delay),
                "--lease", lease, *self.web.connect_to_args(), *more]

    def work(self, *more, **how):
        worker = subprocess.Popen([PROGRAM, *self.words(*more, **how)], cwd=self.folder, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True)
        self.workers.append(worker)
        return worker

    def end_of(self, worker, status=0, seconds=SECONDS):
        _, said = worker.communicate(timeout=seconds)
        self.workers.remove(worker)
        self.assertEqual(worker.returncode, status, said)
        self.assertNotIn("Sanitizer", said)
        return said

    def run_program(self, *words, status=0, env=None, seconds=SECONDS):
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=self.folder, capture_output=True, text=True,
                              timeout=seconds, check=False, env=os.environ | (env or {}))
        if status is not None:
            self.assertEqual(done.returncode, status, done.stderr)
        return done

    def ask(self, statement):
        return self.database.ask(statement)

    def manifest(self, number=1, name="series"):
        return json.loads((self.folder / f"out/runs/{name}/{number}/manifest.json").read_text("utf-8"))

    def lines(self, number=1, name="series"):
        """All lines of the parts that a manifest names, in order of their bytes."""
        out = []
        for part in self.manifest(number, name)["parts"]:
            data = (self.folder / f"out/runs/{name}/{number}" / part["name"]).read_bytes()
            text = UNPACK[".zst"](data)
            self.assertEqual(len(text.splitlines()), part["quads"])
            out += text.splitlines()
        return sorted(out)

    def lines_of_one_process(self):
        """What `semsite fetch` of the same sites writes; it asks each page once more."""
        self.run_program("fetch", "--sites", "sites.txt", "-o", "one.nq", "--delay", "0", "-q",
                         *self.web.connect_to_args())
        return sorted((self.folder / "one.nq").read_bytes().splitlines())

    def asked(self, since=0):
        """Requests to an address, in order."""
        return by([one for one in self.web.log if one.time >= since], "address")

    def assert_rates(self, requests, delay=DELAY, slack=0.1):
        """Any k successive requests take (k - 1) delays, whichever worker sent them."""
        for address, log in requests.items():
            times = [one.time for one in log]
            for i, j in itertools.combinations(range(len(times)), 2):
                self.assertGreaterEqual(
                    times[j] - times[i], (j - i) * delay - slack,
                    f"{address}: {[(round(one.time - times[0], 3), one.headers.get('User-Agent'), one.path) for one in log]}")

    def wait_for(self, condition, seconds=SECONDS, step=0.05):
        """Until `condition()` gives something, which is given."""
        end = time.monotonic() + seconds
        while not (found := condition()):
            self.assertLess(time.monotonic(), end, "it did not come to that")
            time.sleep(step)
        return found

    def assert_each_once(self, sites):
        """Every item was committed once, with one part each."""
        rows = self.ask("SELECT state, count(*) FROM semsite.item GROUP BY state")
        self.assertEqual(rows, [["done", str(sites)]])
        self.assertEqual(self.ask("SELECT count(*), count(DISTINCT item) FROM semsite.part"), [[str(sites), str(sites)]])
        self.assertEqual(self.ask("SELECT count(*) FROM semsite.host_group WHERE pending <> 0 OR token IS NOT NULL"),
                         [["0"]])
