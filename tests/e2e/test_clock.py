"""Somebody sets the clock while a crawl runs: pauses and what is kept do not suffer."""

import os
import shutil
import subprocess
import tempfile
import unittest

from harness import ROOT
from crawl_run import CrawlTest
import crawl_web
import server_log

DAY = 86_400


class Clock(CrawlTest):
    @classmethod
    def setUpClass(cls):
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if not compiler:
            raise unittest.SkipTest("needs a C compiler for a clock that jumps")
        cls.library = cls.enterClassContext(tempfile.TemporaryDirectory()) + "/clock.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", cls.library,
                        ROOT / "tests/support/jumping_clock.c"], check=True)

    def start(self, *more, **where):
        kept = dict(os.environ)
        os.environ.update(self.jump)
        try:
            return super().start(*more, **where)
        finally:
            os.environ.clear()
            os.environ.update(kept)

    def jumping(self, seconds, after="0.4"):
        self.jump = {"LD_PRELOAD": self.library, "JUMP_AFTER": after, "JUMP_BY": str(seconds)}

    def test_delays_and_quads_do_not_depend_on_it(self):
        expected = frozenset(crawl_web.Pages(self.web, 40).expected())
        for seconds in (DAY, -DAY, -40 * 365 * DAY):
            with self.subTest(seconds):
                self.clear()
                self.jumping(seconds)
                result, asked = self.run_it("--delay", "0.03")
                self.assertEqual(result.code, 0, result)
                self.assert_same(expected, result)
                self.assertNotEqual(result.report["started"][:10],
                                    result.report["finished"][:10], "it did not jump")
                gaps = [gap for gap, _ in server_log.gaps(asked.documents)]
                self.assertGreaterEqual(min(gaps), 0.03 * 0.9)
                self.assertLess(max(gaps), 3)

    def test_retry_after_in_seconds_is_kept(self):
        pages = crawl_web.Pages(self.web, 10)
        answers = [crawl_web.Answer(status=429, headers={"Retry-After": "1"}, text="wait")]

        def guard(method, path, headers):
            return answers.pop() if path == "/p/5.html" and answers else None
        for seconds in (DAY, -DAY):
            with self.subTest(seconds):
                self.clear()
                answers[:] = [crawl_web.Answer(status=429, headers={"Retry-After": "1"},
                                               text="wait")]
                pages.host.guard = guard
                self.jumping(seconds, "0.3")
                result, asked = self.run_it()
                self.assert_same(frozenset(pages.expected()), result)
                self.assertTrue(any(request.status == 429 for request in asked.documents))
                self.assertEqual(server_log.asked_too_soon(asked.documents), [])

    def test_a_refresh_before_the_first_run_by_the_clock(self):
        pages = crawl_web.Pages(self.web, 10)
        for seconds in (0, -10 * 365 * DAY, DAY):
            self.jumping(seconds, "0")
            result, _ = self.run_it()
            self.assertEqual(result.code, 0, result)
            self.assert_same(frozenset(pages.expected()), result)
            pages.put(3, f"page 3 at {seconds}")


if __name__ == "__main__":
    unittest.main()
