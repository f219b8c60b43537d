"""`kill -9` at any moment and the same command again: as if nothing had happened (DESIGN §7).

How requests are counted: those for documents, their redirects included. robots.txt and
sitemaps are asked for again by a run that goes on, so they are counted apart. A document
counts as whole when its last byte left the server GRACE seconds before the kill: it may
take so long until the program has read, parsed and committed it. What left later or had not
left yet was under way. Together both runs may ask for 5 % more than one that nobody
disturbs, and for what was under way.

SEMSITE_KILLS says how often the long test kills (5 if it is not set, 12 with SEMSITE_ALL=1).
"""

import contextlib
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

from crawl_run import CrawlTest
import crawl_web
from sizes import up_to

KILLS = up_to(12, 5, "kills at any place", "SEMSITE_KILLS")
SEED = 20261121
GRACE = 0.3
MORE = 1.05


class Resuming(CrawlTest):
    def build(self):
        self.expected = crawl_web.linked_data(self.web, 80)
        self.expected |= crawl_web.Pages(self.web, 120).expected()
        self.expected |= crawl_web.fragments(self.web, 25)
        self.expected = frozenset(self.expected)

    def undisturbed(self, to="out.nq", *more):
        result, asked = self.run_it(*more, to=to)
        self.assertEqual(result.code, 0, result)
        self.assert_same(self.expected, result)
        self.clear()
        return result, asked

    def assert_resumed(self, whole, parts, last, result):
        """`parts`: the killed runs; `last` and `result`: of the run that ended."""
        self.assertEqual(result.code, 0, result)
        if sorted(result.lines) != sorted(whole[0].lines):
            self.assert_same(whole[0].quads, result)
        self.assertEqual(len(result.lines), len(set(result.lines)), "lines came twice")
        again = []
        for number, part in enumerate(parts):
            had = part.whole_before(part.killed_at - GRACE)
            again += [(r.host, r.path) for later in [*parts[number + 1:], last]
                      for r in later.documents if (r.host, r.path) in had]
        self.assertEqual(len(again), 0, f"{len(again)} were whole before the kill and were asked for "
                         f"again: {again[:3]}")
        sent = sum(len(part.documents) for part in [*parts, last])
        usual = len(whole[1].documents)
        under_way = sum(len(part.under_way) for part in parts)
        self.assertLessEqual(sent, MORE * usual + under_way,
                             f"{usual} in an undisturbed run, {under_way} under way")
        return sent - usual, under_way, len(last.common)


class Kills(Resuming):
    def had_ended(self, to):
        """Was all done, but for the closing of the state? The next run is a refresh then."""
        with tempfile.TemporaryDirectory() as copy:
            for state in self.folder.glob(f"{to}.state*"):
                shutil.copy(state, copy)
            path = pathlib.Path(copy) / f"{to}.state"
            if not path.exists():
                return False
            with contextlib.closing(sqlite3.connect(path)) as database:
                try:
                    return database.execute("SELECT stage FROM run").fetchone() == ("ended",)
                except sqlite3.OperationalError:  # no tables yet
                    return False

    def kill_and_go_on(self, whole, dice, to="out.nq"):
        """One random kill. None if the program was faster than the kill."""
        self.clear()
        total = len(whole[1].documents) + len(whole[1].common)
        part = self.stop_at(dice.randrange(total + 1), dice.random() * 0.02, to=to)
        if part is None or self.had_ended(to):
            return None
        result, last = self.run_it(to=to)
        return self.assert_resumed(whole, [part], last, result)

    def many_kills(self, kills, to="out.nq", seed=SEED):
        self.build()
        whole, dice, seen, tries = self.undisturbed(to), random.Random(seed), [], 0
        while len(seen) < kills:
            tries += 1
            self.assertLess(tries, 2 * kills + 5, "it always ends before the kill")
            with self.subTest(seed=seed, attempt=tries):
                one = (0, 0, 0)  # if the next line fails, which is noted
                one = self.kill_and_go_on(whole, dice, to)
            if one:
                seen.append(one)
        more, under_way, common = (max(numbers) for numbers in zip(*seen))
        usual = len(whole[1].documents)
        print(f"\n{to}: {kills} kills; an undisturbed run sends {usual} requests for documents "
              f"and {len(whole[1].common)} for robots.txt and sitemaps; killed and continued, at "
              f"most {more} more ({100 * more / usual:.1f} %) with at most {under_way} under way "
              f"at the kill, and at most {common} again for robots.txt and sitemaps")

    def test_killed_anywhere_it_goes_on_to_the_same_quads(self):
        self.many_kills(KILLS)

    def test_a_gzip_output_goes_on_as_a_valid_file(self):
        self.many_kills(max(3, KILLS // 8), "out.nq.gz", SEED + 1)

    def test_a_zstd_output_goes_on_as_a_valid_file(self):
        self.many_kills(max(3, KILLS // 8), "out.nq.zst", SEED + 2)

    def test_standard_tools_read_a_resumed_output(self):
        self.build()
        for suffix, tool in ((".gz", "gzip"), (".zst", "zstd")):
            with self.subTest(suffix):
                self.clear()
                self.assertIsNotNone(self.stop_at(150, 0, to="out.nq" + suffix))
                result, _ = self.run_it(to="out.nq" + suffix)
                done = subprocess.run([tool, "-q", "-d", "-c", self.folder / ("out.nq" + suffix)],
                                      capture_output=True, check=False, timeout=60)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                self.assertEqual(done.stdout.splitlines(), result.lines)
                self.assert_same(self.expected, result)

    def test_many_kills_in_a_row(self):
        self.build()
        whole, dice, parts = self.undisturbed(), random.Random(SEED + 3), []
        total = len(whole[1].documents)
        for _ in range(6):
            part = self.stop_at(dice.randrange(total // 12, total // 8), dice.random() * 0.02,
                                common=False)
            self.assertIsNotNone(part, "it ended before the kill")
            parts.append(part)
        result, last = self.run_it()
        self.assert_resumed(whole, parts, last, result)

    def dumps_killed(self, first, end):
        """Kills while the dumps number `first` to `end` come; whole ones are not sent again."""
        more = ("--dump-semantics", "parts")
        whole, dice, seen = self.undisturbed("out.nq", *more), random.Random(SEED), set()
        for kill in range(3):
            with self.subTest(kill):
                self.clear()
                part = self.stop_at(dice.randrange(first, end), dice.random() * 0.15, *more,
                                    common=False)
                self.assertIsNotNone(part)
                had = part.whole_before(part.killed_at - GRACE)
                seen |= had
                result, last = self.run_it(*more)
                self.assertEqual(result.code, 0, result)
                self.assert_same(whole[0].quads, result)
                self.assertEqual({(r.host, r.path) for r in last.documents} & had, set())
        self.assertTrue(seen, "no kill came after a whole dump")

    def test_a_site_with_several_dumps(self):
        self.expected = frozenset(crawl_web.several_dumps(self.web, 6, 0.06))
        self.dumps_killed(3, 7)

    def test_several_sites_with_several_dumps(self):
        self.expected = frozenset().union(*(crawl_web.several_dumps(
            self.web, 5, 0.06, f"127.0.{number}.1", f"dumps{number}.example")
            for number in (4, 5, 6)))
        self.dumps_killed(8, 14)

    def test_killed_before_anything_was_asked_for(self):
        self.build()
        for pause in (0, 0.005, 0.02):
            with self.subTest(pause):
                self.clear()
                self.stop_at(0, pause)
                result, _ = self.run_it()
                self.assertEqual(result.code, 0, result)
                self.assert_same(self.expected, result)

    def test_fresh_forgets_what_the_killed_run_had(self):
        self.build()
        whole = self.undisturbed()
        self.assertIsNotNone(self.stop_at(150, 0))
        result, last = self.run_it("--fresh")
        self.assert_same(self.expected, result)
        self.assertEqual(len(last.documents), len(whole[1].documents))


class Signals(Resuming):
    def interrupt(self, how):
        self.build()
        whole = self.undisturbed()
        child = self.start()
        self.assertTrue(self.wait_for_requests(child, 120))
        killed_at = time.time()
        child.send_signal(how)
        self.end(child, 10)
        messages = (self.folder / "messages").read_text("utf-8")
        self.assertEqual(child.returncode, 130, messages)
        self.assertRegex(messages, r"(?i)interrupted")
        part = self.asked(killed_at)
        result, last = self.run_it()
        more, _, _ = self.assert_resumed(whole, [part], last, result)
        self.assertLessEqual(more, MORE * len(whole[1].documents))

    def test_sigterm_saves_and_the_same_command_goes_on(self):
        self.interrupt(signal.SIGTERM)

    def test_sigint_saves_and_the_same_command_goes_on(self):
        self.interrupt(signal.SIGINT)

    def test_a_second_sigint_ends_at_once(self):
        self.expected = frozenset(crawl_web.Pages(self.web, 40).expected())
        host = self.web.hosts["pages.example"]
        stuck = crawl_web.Answer(text="<p>" * 1000, type="text/html", stall=100)
        host.guard = lambda method, path, headers: stuck if path in (
            "/p/20.html", "/p/21.html", "/p/22.html", "/p/23.html") else None
        child = self.start()
        self.assertTrue(self.wait_for_requests(child, 20))
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        time.sleep(0.02)
        child.send_signal(signal.SIGINT)
        sent = time.monotonic()
        self.end(child, 10)
        self.assertLess(time.monotonic() - sent, 5)  # the page would take 100 s
        self.assertIn(child.returncode, (130, -signal.SIGINT))
        host.guard = None
        self.asked()
        result, _ = self.run_it()
        self.assert_same(self.expected, result)

    def test_one_sigint_does_not_wait_for_a_server_that_is_silent(self):
        crawl_web.Pages(self.web, 10)
        self.web.hosts["pages.example"].guard = lambda method, path, headers: crawl_web.Answer(
            text="<p>" * 100, type="text/html", stall=10) if path == "/p/3.html" else None
        child = self.start("--stall-timeout", 60)
        self.assertTrue(self.wait_for_requests(child, 8))
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        self.assertEqual(self.end(child, 5), 130)


