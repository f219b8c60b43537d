"""One `semsite fetch` that can be killed at a chosen request and begun again."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from harness import PROGRAM, Result
import quads
from web import Web

SECONDS = 60
#: What a run asks first to know what there is (with a HEAD for the size of what it chose);
#: counted apart from documents.
COMMON = ("/robots.txt", "/sitemap.xml", "/map", "/.well-known/void")


def is_common(request):
    return request.method == "HEAD" or request.path.startswith(COMMON)


class Part:
    """What one run of a crawl asked for."""

    def __init__(self, requests, killed_at=None):
        self.killed_at = killed_at
        self.common = [request for request in requests if is_common(request)]
        self.documents = [request for request in requests if not is_common(request)]

    @property
    def under_way(self):
        """Requests whose answer had not wholly left when the program was killed."""
        return [request for request in self.documents if request.over >= self.killed_at]

    def whole_before(self, moment):
        """Documents (no redirects) that the client had been sent whole by then."""
        return {(request.host, request.path) for request in self.documents
                if request.status == 200 and request.over < moment}


class CrawlTest(unittest.TestCase):
    """A web for each test, and runs of the program in a folder of its own."""

    maxDiff = None
    options = ("--delay", "0.01", "--connections", "4")

    def setUp(self):
        self.assertTrue(os.access(PROGRAM, os.X_OK), f"{PROGRAM} is not there: build it")
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.web = self.enterContext(Web())
        self._seen = 0

    def clear(self):
        """An empty folder: the next run is a first one."""
        for path in self.folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()

    def entries(self):
        return [f"http://{name}/" for name in self.web.hosts]

    def command(self, *more, to="out.nq"):
        return [str(PROGRAM), "fetch", *self.entries(), "-o", to, "--report", "report.json",
                "--retry-delay", "0.05", *self.options, *self.web.connect_to_args(), *map(str, more)]

    def start(self, *more, **where):
        with open(self.folder / "messages", "wb") as messages:
            return subprocess.Popen(self.command(*more, **where), cwd=self.folder,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                    stderr=messages)

    def end(self, child, seconds=SECONDS):
        try:
            return child.wait(seconds)
        finally:
            if child.poll() is None:
                child.kill()
                child.wait()

    def asked(self, killed_at=None):
        """The requests since this was called last."""
        log = self.web.log
        new, self._seen = log[self._seen:], len(log)
        return Part(new, killed_at)

    def run_it(self, *more, to="out.nq", seconds=SECONDS):
        """A run to its end, and what it asked for."""
        child = self.start(*more, to=to)
        self.end(child, seconds)
        done = subprocess.CompletedProcess([], child.returncode, b"",
                                           (self.folder / "messages").read_bytes())
        self.assertGreaterEqual(done.returncode, 0, f"ended by signal {-done.returncode}")
        result = Result(done, self.folder / to, self.folder / "report.json")
        return result, self.asked()

    def wait_for_requests(self, child, count, common=True, seconds=SECONDS):
        """True when so many more have come in; False if the program ended before.

        `common`: count those for robots.txt, sitemaps and sizes too.
        """
        end = time.monotonic() + seconds
        base = self._seen
        while sum(common or not is_common(one) for one in self.web.started[base:]) < count:
            if child.poll() is not None:
                return False
            self.assertLess(time.monotonic(), end, f"{count} requests do not come")
            time.sleep(0.001)
        return True

    def stop_at(self, count, pause, *more, to="out.nq", common=True, how=signal.SIGKILL):
        """A run that is ended `pause` seconds after its request number `count`.

        Gives what it asked for, or None if it ended by itself before.
        """
        child = self.start(*more, to=to)
        try:
            self.wait_for_requests(child, count, common)
            time.sleep(pause)
            killed_at = time.time()
            alive = child.poll() is None
            if alive:
                child.send_signal(how)
        finally:
            self.end(child)
        part = self.asked(killed_at)
        return part if alive and child.returncode == -how else None

    def assert_same(self, expected, result):
        self.assertIsNotNone(result.quads, f"no output; {result}")
        if not quads.isomorphic(expected, result.quads):
            self.fail(f"{quads.difference(expected, result.quads)}\n{result}")
        self.assertEqual(len(result.lines), len(set(result.lines)), "lines came twice")
