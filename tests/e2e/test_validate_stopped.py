"""What we cut ourselves, by Ctrl-C or a budget, says nothing of the site."""

import json
import signal
import subprocess
import time
import unittest

from harness import PROGRAM
from validate_run import PAGE, SITE, Validation, listed

ROBOTS = f"User-agent: *\nDisallow: /x\nSitemap: {SITE}/sitemap.xml\n"
SLOW = (8, 0.4)
DATA = ('<p vocab="http://schema.org/" typeof="Thing"><b property="name">x</b></p>' * 20)


class Stopped(Validation):
    def setUp(self):
        super().setUp()
        self.arrange()

    def arrange(self):
        self.publish(listed("/a"), ROBOTS)
        self.site.add("/a", text=PAGE % ("", DATA), type="text/html; charset=utf-8")

    def interrupt(self, path, *words):
        """Ctrl-C once some of `path` has come."""
        process = subprocess.Popen(
            [PROGRAM, *words, "--delay", "0", *self.web.connect_to_args()],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        try:
            end = time.monotonic() + 30
            while time.monotonic() < end and process.poll() is None and not any(
                    one.path == path and one.method == "GET" for one in self.web.started):
                time.sleep(0.05)
            time.sleep(1)
            self.assertIsNone(process.poll(), "it was over before")
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=20)
        finally:
            process.kill()
            process.wait()
        self.assertEqual(process.returncode, 130, errors)
        return out

    def assert_blameless(self, report):
        self.assertEqual(self.serious(report), [])
        self.assertIsNotNone(report["stopped"])

    def each_slow(self):
        """Each document in turn comes a few bytes a time."""
        answers = {"/robots.txt": {"text": ROBOTS},
                   "/sitemap.xml": {"text": listed("/a")},
                   "/a": {"text": PAGE % ("", DATA), "type": "text/html; charset=utf-8"}}
        for path, answer in answers.items():
            self.arrange()
            self.site.add(path, drip=SLOW, **answer)
            with self.subTest(path):
                yield path

    def test_by_max_time(self):
        for _ in self.each_slow():
            report = self.validate("--max-time", "2s")
            self.assertIn(report["status"], (1, 3))
            self.assert_blameless(report)

    def test_by_max_bytes(self):
        for most in 10, 60, 150, 300:
            with self.subTest(most):
                self.assert_blameless(self.validate("--max-bytes", most))
        for url in "/sitemap.xml", "/a", "/d":
            with self.subTest(url):
                self.assert_blameless(self.validate("--max-bytes", "10", url=SITE + url))

    def test_by_ctrl_c(self):
        for path in self.each_slow():
            report = json.loads(self.interrupt(path, "validate", f"{SITE}/", "--format", "json"))
            self.assert_blameless(report)
            self.assertEqual(report["stopped"], "interrupted")

    def test_what_was_found_before_stays(self):
        self.site.add("/robots.txt", text=ROBOTS + "Nonsense\n", type="text/html")
        self.site.add("/sitemap.xml", text=listed("/a"), drip=SLOW)
        report = self.validate("--max-time", "2s")
        self.assertEqual(report["status"], 1)
        self.assertIn("robots.content-type", self.serious(report))

    def test_plan_does_not_call_the_host_unreachable(self):
        self.site.add("/robots.txt", text=ROBOTS, drip=SLOW)
        out = self.interrupt("/robots.txt", "plan", f"{SITE}/")
        self.assertNotIn("unreachable", out)
        self.assertIn("the run was ended before it came", out)


if __name__ == "__main__":
    unittest.main()
