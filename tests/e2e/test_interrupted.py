"""What a run that is interrupted says: how far it came, and nothing that only the interrupt is to blame for."""

import signal

from crawl_run import CrawlTest
from harness import Result
import crawl_web
import subprocess


class Interrupted(CrawlTest):
    options = ("--delay", "0.05", "--connections", "1")

    def interrupt(self, *more):
        """Ctrl-C when some documents have been sent; what it said then."""
        self.assertIsNone(self.stop_at(8, 0.1, *more, common=False, how=signal.SIGINT))
        messages = (self.folder / "messages").read_bytes()
        return Result(subprocess.CompletedProcess([], 130, b"", messages), None,
                      self.folder / "report.json")

    def test_one_site(self):
        crawl_web.Pages(self.web, 40)
        result = self.interrupt()
        self.assertRegex(result.errors, r"(?m)^semsite: pages of http://pages\.example: interrupted with \d+ quads?; "
                                        r"stopped when \d+ documents? had been had; \d+ have not been asked for yet$")
        for word in ("INCOMPLETE", "not complete", "partial:", "failed", "error"):
            self.assertNotIn(word, result.errors)

    def test_many_sites(self):
        for i in range(4):
            crawl_web.Pages(self.web, 20, address=f"127.0.2.{i + 1}", name=f"site{i}.example")
        result = self.interrupt("--sites-at-once", "2")
        self.assertIn("2 sites: not begun", result.errors)
        for word in ("INCOMPLETE", "not complete", "partial:", "failed:", "could be got", "error"):
            self.assertNotIn(word, result.errors)

    def test_what_failed_before_is_told_all_the_same(self):
        pages = crawl_web.Pages(self.web, 40)
        for i in range(5):
            pages.fail(i, 410)
        result = self.interrupt()
        self.assertRegex(result.errors, r"documents? had been had and [1-9]\d* had failed")
