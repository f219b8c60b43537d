"""One fetch of many sites of every kind, judged by the servers' own logs.

Every host of `big_web` knows which quads can be had from it and which requests it may
see. The fetch runs once, each test looks at one rule; the table is printed at the end.
"""

import collections
import os
import pathlib
import subprocess
import tempfile
import time
import unittest
from urllib.parse import urlsplit

from harness import PROGRAM, Result
import quads
import server_log
from big_web import BigWeb
from web import Web

DELAY, CONNECTIONS, RETRIES, PAGES = 0.05, 2, 3, 60
SHARED_DELAY = 0.25  # at an address of several hosts
SECONDS = 60
CLOCK = 0.9  # of a delay: a client measures it with its own clock
COMMON = ("/robots.txt", "/sitemap.xml", "/.well-known/void")


def texts(node):
    """All texts in JSON, those of keys too."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield key
            yield from texts(value)
    elif isinstance(node, list):
        for value in node:
            yield from texts(value)
    elif isinstance(node, str):
        yield node


class BigWebTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        if not os.access(PROGRAM, os.X_OK):
            raise AssertionError(f"{PROGRAM} is not there: build it")
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.folder = pathlib.Path(folder)
        web = cls.enterClassContext(Web())
        cls.big = BigWeb(web)
        (cls.folder / "sites.txt").write_text("\n".join(cls.big.entries()) + "\n", "utf-8")
        output, report = cls.folder / "out.nq", cls.folder / "report.json"
        started = time.monotonic()
        done = subprocess.run(
            [str(PROGRAM), "fetch", "--sites", "sites.txt", "-o", output, "--report", report,
             "--delay", str(DELAY), "--connections", str(CONNECTIONS), "--retries", str(RETRIES),
             "--retry-delay", "0.1", "--stall-timeout", "1", "--parallel", "64",
             "--max-pages", str(PAGES), "--max-depth", "20", "--seed", "1",
             *web.connect_to_args()],
            capture_output=True, timeout=5 * SECONDS, check=False, cwd=cls.folder)
        cls.seconds = time.monotonic() - started
        cls.result = Result(done, output, report)
        cls.log = web.log
        cls.requests = server_log.by(
            [request for request in cls.log], "host")
        cls.got = collections.defaultdict(set)
        for quad in cls.result.quads or ():
            cls.got[urlsplit(quad[3][1]).hostname if quad[3] else None].add(quad)
        cls.addClassCleanup(cls.print_table)

    @classmethod
    def of(cls, place):
        return [request for name, requests in cls.requests.items()
                if name.partition(":")[0] == place.host.name for request in requests]

    @classmethod
    def forbidden(cls, place):
        return [request.path for request in cls.of(place)
                if place.disallowed and request.path.startswith(place.disallowed)]

    @classmethod
    def kept(cls, place):
        """The quads of a host, without those that may be there but need not."""
        return frozenset(quad for quad in cls.got[place.host.name]
                         if quad in place.expected or not quad[3][1].startswith(
                             place.tolerated or ("\n",)))

    @classmethod
    def print_table(cls):
        kinds = collections.defaultdict(list)
        for place in cls.big.places:
            kinds[place.kind].append(place)
        print(f"\n{len(cls.big.places)} hosts on {len({p.host.address for p in cls.big.places})}"
              f" addresses, {len(cls.log)} requests, {cls.seconds:.1f} s, exit code "
              f"{cls.result.code}; --delay {DELAY} --connections {CONNECTIONS} "
              f"--retries {RETRIES}")
        row = "{:<26} {:>5} {:>8} {:>10} {:>12} {:>12} {:>10} {:>8}"
        print(row.format("kind", "hosts", "requests", "disallowed", "shortest gap", "most at once",
                         "expected", "got"))
        for kind, places in kinds.items():
            requests = [request for place in places for request in cls.of(place)]
            addresses = server_log.by(requests, "address").values()
            gaps = [gap for some in addresses for gap, _ in server_log.gaps(some)]
            print(row.format(
                kind, len(places), len(requests), sum(len(cls.forbidden(p)) for p in places),
                f"{min(gaps):.3f} s" if gaps else "-",
                max(map(server_log.most_at_once, addresses), default=0),
                sum(len(p.expected) for p in places), sum(len(cls.kept(p)) for p in places)))

    def assert_none(self, found, what):
        lines = [str(one) for one in found]
        self.assertEqual(len(lines), 0, f"{what}: " + "\n".join(lines[:20]))

    def test_it_ends_in_time_and_with_the_code_for_partly_done(self):
        self.assertEqual(self.result.code, 1, self.result)
        self.assertLess(self.seconds, SECONDS)
        self.assertGreaterEqual(len(self.big.places), 50)

    # RFC 9309 §2.2
    def test_nothing_disallowed_is_asked_for(self):
        self.assert_none([(place.host.name, path) for place in self.big.places
                          for path in self.forbidden(place)], "disallowed")

    def test_robots_txt_comes_before_all_else(self):
        for place in self.big.places:
            paths = [request.path for request in self.of(place)]
            self.assertIn(paths[:1], ([], ["/robots.txt"]), place.host.name)

    # A link to another host is no reason to go there; nor one out of the prefix.
    def test_nothing_out_of_scope_is_asked_for(self):
        self.assert_none(
            [(place.host.name, request.path) for place in self.big.places
             for request in self.of(place)
             if place.outside and request.path.startswith(place.outside)
             or place.kind == "bystander"], "out of scope")

    def test_the_delay_is_kept_for_every_address(self):
        self.assert_none(
            [f"{gap:.4f} s before {later.host}{later.path}"
             for requests in server_log.by(self.log, "address").values()
             for gap, later in server_log.gaps(requests) if gap < DELAY * CLOCK],
            f"shorter than {DELAY} s")

    def test_an_address_of_several_hosts_is_asked_four_times_a_second_at_most(self):
        for address, requests in server_log.by(self.log, "address").items():
            # Until its second host has come, it is one like any other.
            names = [request.host for request in requests]
            known = next((i for i, name in enumerate(names) if name != names[0]), len(names))
            self.assert_none([gap for gap, _ in server_log.gaps(requests[known + 1:])
                              if gap < SHARED_DELAY * CLOCK], address)

    def test_a_crawl_delay_is_kept(self):
        for place in self.big.places:
            if place.crawl_delay:
                requests = self.of(place)
                self.assertGreater(len(requests), 5, place.host.name)
                # Nobody knows of it before robots.txt is there.
                self.assert_none([gap for gap, _ in server_log.gaps(requests)[1:]
                                  if gap < place.crawl_delay * CLOCK], place.host.name)

    def test_retry_after_is_kept(self):
        told = 0
        for place in self.big.places:
            requests = self.of(place)
            told += sum(request.retry_after is not None for request in requests)
            self.assert_none(server_log.asked_too_soon(requests), place.host.name)
        self.assertGreaterEqual(told, 5)

    def test_no_url_is_tried_more_often_than_allowed(self):
        times = collections.Counter((r.host, r.method, r.path) for r in self.log)
        self.assert_none([key for key, count in times.items() if count > RETRIES], "tried")

    def test_never_more_at_once_than_allowed_for_an_address(self):
        most = {address: server_log.most_at_once(requests)
                for address, requests in server_log.by(self.log, "address").items()}
        self.assertLessEqual(max(most.values()), CONNECTIONS, most)

    def test_several_hosts_are_asked_at_once(self):
        self.assertGreaterEqual(server_log.most_at_once(self.log), 8)

    def test_connections_are_used_again(self):
        for place in self.big.places:
            if place.kind.endswith((" pages", "data", "iris")):
                requests = self.of(place)
                self.assertLessEqual(len({request.connection for request in requests}),
                                     CONNECTIONS + 2, f"{place.host.name}: {len(requests)}")

    def test_hosts_that_hinder_do_not_slow_the_others(self):
        begun = min(request.time for request in self.log)
        for place in self.big.places:
            if place.kind.endswith((" pages", "data", "iris", "fragments")):
                last = max(request.over for request in self.of(place))
                # So many requests to one address, and some time to plan.
                there = [r for r in self.log if r.address == place.host.address]
                several = len({request.host for request in there}) > 1
                bound = len(there) * (SHARED_DELAY if several else DELAY)
                self.assertLess(last - begun, bound + 10, place.host.name)

    def test_what_came_whole_is_not_asked_for_again(self):
        times = collections.Counter(
            (r.host, r.path) for r in self.log
            if r.method == "GET" and r.status < 400 and "/p/bad" not in r.path)
        self.assert_none([f"{count} times {key}" for key, count in times.items() if count > 1],
                         "asked for again")

    def test_a_refusal_is_not_tried_again(self):
        times = collections.Counter((r.host, r.method, r.path) for r in self.log
                                    if r.status in (401, 403, 404, 410))
        self.assert_none([key for key, count in times.items() if count > 1], "tried again")

    def test_everything_that_can_be_had_is_there(self):
        for place in self.big.places:
            with self.subTest(place.host.name):
                expected, got = frozenset(place.expected), self.kept(place)
                if not quads.isomorphic(expected, got):
                    self.fail(f"{place.host.name}: {quads.difference(expected, got)}")

    def test_nothing_is_there_that_cannot_be_had(self):
        known = {place.host.name for place in self.big.places}
        self.assertEqual(set(self.got) - known, set())

    def test_nothing_is_there_twice(self):
        self.assertEqual(len(self.result.lines), len(set(self.result.lines)))

    # Traps, walls and hosts that are given up: so many requests, no more.
    def test_what_has_no_end_is_bounded(self):
        for place in self.big.places:
            if place.refuses is not None:
                with self.subTest(place.host.name):
                    self.assertLessEqual(len(self.of(place)), place.refuses)

    def test_the_report_names_what_went_wrong(self):
        for place in self.big.places:
            if not place.says:
                continue
            with self.subTest(place.host.name):
                rows = [row for row in self.result.report["sources"] if any(
                    urlsplit(row.get(key) or "").hostname == place.host.name
                    for key in ("url", "site"))]
                said = {text for text in texts(rows) if text.startswith(place.says)}
                self.assertTrue(said, f"none of {place.says} in {rows}"[:2000])

    def test_the_report_has_a_row_for_each_site(self):
        named = {urlsplit(row["site"]).hostname for row in self.result.report["datasets"]}
        named |= {urlsplit(site["url"]).hostname for site in self.result.report["sites"]
                  if "url" in site}
        for place in self.big.places:
            if place.kind != "bystander":
                self.assertIn(place.host.name, named)


if __name__ == "__main__":
    unittest.main()
