"""What a site's owner sees in the log: robots.txt, delays, connections, names, logins."""

import collections
import subprocess
import threading
import time

from harness import PROGRAM, ProgramTest, dataset_of, triples
from catalogue import Catalogue, turtle
from semantic_sitemap import dataset, publish, sitemap
from web import Answer, http_date, redirect

DATASET = "http://www.example.com/catalogue"
DATA = triples(60)
TEXT = "".join(DATA)
EXPECTED = dataset_of(DATA, DATASET)
OPEN = "User-agent: *\nDisallow:\n"


class PoliteTest(ProgramTest):
    def publish(self, *datasets, robots=OPEN, more=""):
        publish(self.site, *datasets, robots=robots + more)

    def asked(self, host="www.example.com"):
        return [request for request in self.web.log
                if request.host.partition(":")[0] == host]


class Robots(PoliteTest):
    def test_nothing_disallowed_is_asked_for(self):
        # Dump, fragment, endpoint, page, sitemap, and the hops that lead there.
        other = self.web.host("other.example.net", address="127.0.0.2")
        other.add("/robots.txt", text="User-agent: semsite\nDisallow: /private/\n")
        catalogue = Catalogue(4)
        for number, (url, page) in enumerate(catalogue.pages().items()):
            self.site.add(url.removeprefix("http://www.example.com"), text=turtle(page),
                          type="text/turtle")
        self.site.add("/tools/2", answers=[redirect("/private/2")])
        self.site.add("/tools/3", answers=[redirect("http://other.example.net/private/3")])
        self.site.add("/hop", answers=[redirect("/hop2")])
        self.site.add("/hop2", answers=[redirect("/private/dump.nt", 301)])
        self.site.add("/part0.nt", text=TEXT)
        for host in (self.site, other):
            for path in ("dump.nt", "part.nt", "2", "3", "sitemap.xml", "sparql"):
                host.add(f"/private/{path}", text=TEXT, type="application/n-triples")
        text = sitemap(dataset(
            DATASET, dumps=[("http://www.example.com/hop", 1),
                            ("http://other.example.net/private/dump.nt", 0)],
            fragments=["http://www.example.com/part0.nt",
                       "http://www.example.com/private/part.nt"],
            endpoints=["http://www.example.com/private/sparql"],
            prefixes=["http://www.example.com/tools/"],
            samples=["http://www.example.com/tools/0"]))
        self.site.add("/index.xml", text=(
            '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            "<sitemap><loc>http://www.example.com/private/sitemap.xml</loc></sitemap>"
            "<sitemap><loc>http://www.example.com/moved.xml</loc></sitemap>"
            "<sitemap><loc>http://www.example.com/sitemap.xml</loc></sitemap></sitemapindex>"))
        self.site.add("/moved.xml", answers=[redirect("/private/sitemap.xml")])
        self.site.add("/sitemap.xml", text=text)
        self.site.add("/robots.txt", text="User-agent: *\nDisallow: /private/\n\n"
                                          "Sitemap: http://www.example.com/index.xml\n"
                                          "Sitemap: http://www.example.com/private/sitemap.xml\n")
        result = self.fetch("--retries", "1")
        self.assertEqual(result.code, 1, result)
        self.assertEqual([path for path in self.web.paths() if "/private/" in path], [])
        self.assertIn("/hop2", self.web.paths())
        outcomes = result.outcomes()
        for url in ("http://www.example.com/hop", "http://other.example.net/private/dump.nt",
                    "http://www.example.com/private/sparql"):
            self.assertEqual(outcomes[url], "refused", url)
        self.assertIn("Disallow: /private/", result.errors)
        self.assertEqual(
            self.web.paths().count("/robots.txt"), 2, "each host's robots.txt once a run")

    def test_the_group_of_our_name_counts(self):
        for robots, allowed in (("User-agent: semsite\nDisallow: /\n\nUser-agent: *\nDisallow:\n",
                                 False),
                                ("User-agent: *\nDisallow: /\n\nUser-agent: SemSite/2\nAllow: /\n",
                                 True)):
            with self.subTest(robots):
                self.publish(dataset(DATASET, dumps=["http://www.example.com/all.nt"]),
                             robots=robots)
                self.site.add("/all.nt", text=TEXT)
                before = len(self.asked())
                result = self.fetch()
                asked = {request.path for request in self.asked()[before:]}
                if allowed:
                    self.assert_dataset(result, EXPECTED)
                else:
                    self.assertEqual(asked, {"/robots.txt"})
                    self.assertEqual(result.code, 3, result)

    def test_a_robots_txt_that_fails_closes_the_host(self):
        # RFC 9309 §2.3.1.4: unreachable means complete disallow.
        mirror = self.web.host("mirror.example.net", address="127.0.0.2")
        mirror.add("/all.nt", text=TEXT)
        self.publish(dataset(DATASET, dumps=[("http://mirror.example.net/all.nt", 1),
                                             ("http://www.example.com/all.nt", 0)]))
        self.site.add("/all.nt", text=TEXT)
        for status in (500, 503, 429):
            with self.subTest(status):
                mirror.add("/robots.txt", status=status, text="later")
                result = self.fetch("--retries", "1")
                self.assert_dataset(result, EXPECTED)
                row = result.source("http://mirror.example.net/all.nt")
                self.assertEqual(row["outcome"], "refused")
                self.assertIn("mirror.example.net/robots.txt", row["problem"])
                self.assertIn(str(status), row["problem"])
                self.assertEqual(set(self.web.paths("mirror.example.net")), {"/robots.txt"})

    def test_a_site_whose_robots_txt_fails(self):
        self.site.add("/robots.txt", status=503, text="later")
        self.site.add("/sitemap.xml", text=sitemap(
            dataset(DATASET, dumps=["http://www.example.com/all.nt"])))
        self.site.add("/all.nt", text=TEXT)
        for url in ("http://www.example.com/", "http://www.example.com/sitemap.xml",
                    "http://www.example.com/all.nt"):
            with self.subTest(url):
                result = self.fetch("--retries", "2", "--retry-delay", "0.05", "--guess", "more", url=url)
                self.assertEqual(result.code, 3, result)
                self.assertEqual(set(self.web.paths()), {"/robots.txt"})
                self.assertIn("RFC 9309", " ".join(result.report["problems"]))
                self.assertIn("503", " ".join(result.report["problems"]))
                [robots] = result.report["sites"][0]["robots"]
                self.assertEqual((robots["outcome"], robots["status"]), ("unreachable", 503))

    def test_where_few_files_may_be_open_fewer_sites_are_got_at_once(self):
        hosts = [f"h{number}.example" for number in range(60)]
        for name in hosts:
            site = self.web.host(name)
            site.add("/robots.txt", text=f"Sitemap: http://{name}/sitemap.xml\n")
            site.add("/sitemap.xml", text=sitemap(
                dataset(f"http://{name}/d", dumps=[f"http://{name}/all.nt"])))
            site.add("/all.nt", text=TEXT)
        words = [str(PROGRAM), "fetch", "-o", str(self.folder / "few.nq"), "--delay", "0", "-q",
                 *self.web.connect_to_args(), *(f"http://{name}/" for name in hosts)]
        done = subprocess.run(["bash", "-c", 'ulimit -n 160 && exec "$@"', "-", *words],
                              capture_output=True, timeout=100, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(len((self.folder / "few.nq").read_text().splitlines()), 60 * len(DATA))

    def test_a_robots_txt_that_is_not_there_allows_everything(self):
        self.site.add("/sitemap.xml", text=sitemap(
            dataset(DATASET, dumps=["http://www.example.com/all.nt"])))
        self.site.add("/all.nt", text=TEXT)
        for status in (404, 403, 410):
            with self.subTest(status):
                self.site.add("/robots.txt", status=status, text="no")
                self.assert_dataset(self.fetch(url="http://www.example.com/sitemap.xml"), EXPECTED)

    def test_a_robots_txt_that_is_closed_is_told_as_that(self):
        for status, words in ((401, "wants a login"), (403, "forbidden"), (451, "status 451"),
                              (404, "does not exist")):
            for more in (), ("-q",), ("--guess", "more"), ("--no-guess",):
                with self.subTest(status, more=more):
                    self.site.add("/robots.txt", status=status, text="no")
                    result = self.fetch(*more)
                    self.assertEqual(result.code, 3, result)
                    [problem] = result.report["problems"]
                    self.assertIn(words, problem)
                    self.assertIn(words, result.errors)
                    self.assertNotIn("names no sitemap", result.errors)
                    if "-q" in more:
                        self.assertEqual(len(result.errors.splitlines()), 1, result)

    def test_a_robots_txt_elsewhere_is_obeyed(self):
        # RFC 9309 §2.3.1.2: at least five redirects, also across hosts.
        self.publish(dataset(DATASET, dumps=["http://www.example.com/all.nt"]))
        self.site.add("/all.nt", text=TEXT)
        central = self.web.host("central.example.org", address="127.0.0.2")
        self.site.add("/robots.txt", answers=[redirect("/r2")])
        for number in range(2, 5):
            self.site.add(f"/r{number}", answers=[redirect(f"/r{number + 1}")])
        self.site.add("/r5", answers=[redirect("http://central.example.org/all-robots.txt")])
        for rule, allowed in (("Disallow:", True), ("Disallow: /all", False)):
            with self.subTest(rule):
                central.add("/all-robots.txt", text=f"User-agent: *\n{rule}\n"
                            "Sitemap: http://www.example.com/sitemap.xml\n")
                before = self.web.paths().count("/all.nt")
                result = self.fetch()
                if allowed:
                    self.assert_dataset(result, EXPECTED)
                else:
                    self.assertEqual(result.code, 3, result)
                    self.assertEqual(self.web.paths().count("/all.nt"), before)

    def test_ignoring_robots_is_said_loudly(self):
        self.publish(dataset(DATASET, dumps=["http://www.example.com/all.nt"]),
                     robots="User-agent: *\nDisallow: /all\n")
        self.site.add("/all.nt", text=TEXT)
        result = self.fetch("--ignore-robots")
        self.assert_dataset(result, EXPECTED)
        self.assertIn("robots.txt is not obeyed", result.errors)


class Delays(PoliteTest):
    def setUp(self):
        super().setUp()
        self.urls = [f"http://www.example.com/part{number}.nt" for number in range(6)]
        for number in range(6):
            self.site.add(f"/part{number}.nt", text="".join(DATA[number * 10:number * 10 + 10]))

    def gaps(self, host="www.example.com"):
        times = sorted(request.time for request in self.asked(host))
        return [later - earlier for earlier, later in zip(times, times[1:])]

    def test_a_crawl_delay_is_kept(self):
        self.publish(dataset(DATASET, fragments=self.urls), more="Crawl-delay: 0.4\n")
        # The option asks for less: the longer one holds.
        self.assert_dataset(self.fetch("--no-head"), EXPECTED)
        gaps = self.gaps()[1:]  # nobody knows of the delay before robots.txt is there
        self.assertEqual(len(gaps), 6)
        self.assertGreaterEqual(min(gaps), 0.38, gaps)

    def test_a_crawl_delay_holds_for_redirects_and_heads_too(self):
        self.site.add("/part1.nt", answers=[redirect("/elsewhere.nt")])
        self.site.add("/elsewhere.nt", text="".join(DATA[10:20]))
        self.publish(dataset(DATASET, fragments=self.urls[:2]), more="Crawl-delay: 0.3\n")
        self.assert_dataset(self.fetch(), dataset_of(DATA[:20], DATASET))
        methods = collections.Counter(request.method for request in self.asked())
        self.assertGreater(methods["HEAD"], 0)
        self.assertGreaterEqual(min(self.gaps()[1:]), 0.28)

    def test_our_own_delay_is_kept(self):
        self.publish(dataset(DATASET, fragments=self.urls))
        result = self.fetch("--no-head", "--delay", "0.3")
        self.assert_dataset(result, EXPECTED)
        self.assertGreaterEqual(min(self.gaps()), 0.28)

    def test_retry_after_is_kept_in_seconds_and_as_a_date(self):
        for name, value, least in (("seconds", lambda: "1", 0.95),
                                   ("date", lambda: http_date(time.time() + 2), 0.9)):
            for status in (503, 429):
                with self.subTest(name, status=status):
                    self.publish(dataset(DATASET, fragments=self.urls))
                    self.site.add("/part2.nt", answers=[
                        Answer(status=status, text="later", headers={"Retry-After": value()}),
                        Answer(text="".join(DATA[20:30]))])
                    before = len(self.asked())
                    self.assert_dataset(self.fetch("--no-head"), EXPECTED)
                    log = self.asked()[before:]
                    [told] = [request for request in log if request.status == status]
                    later = [request for request in log if request.time > told.time]
                    # The whole host rests, not only the one document.
                    self.assertGreaterEqual(min(r.time for r in later) - told.time, least)
                    self.site.forget("/part2.nt")

    def test_back_off_grows(self):
        self.publish(dataset(DATASET, dumps=["http://www.example.com/all.nt"]))
        self.site.add("/all.nt", status=502, text="bad gateway")
        result = self.fetch("--no-head", "--retries", "3", "--retry-delay", "0.3")
        self.assertEqual(result.code, 3, result)
        times = [request.time for request in self.asked() if request.path == "/all.nt"]
        self.assertEqual(len(times), 3)
        self.assertGreater(times[1] - times[0], 0.1)
        self.assertGreater(times[2] - times[1], times[1] - times[0])
        self.assertIn("attempt 2 of 3", result.errors)

    def test_never_more_connections_than_allowed(self):
        lock, now, peak = threading.Lock(), 0, 0

        def part(number):
            def answer(*_):
                nonlocal now, peak
                with lock:
                    now += 1
                    peak = max(peak, now)
                time.sleep(0.05)
                with lock:
                    now -= 1
                return Answer(text="".join(DATA[number * 10:number * 10 + 10]),
                              type="application/n-triples")
            return answer

        urls = [f"http://www.example.com/served{number}" for number in range(6)]
        for number in range(6):
            self.site.serve(f"/served{number}", part(number))
        self.publish(dataset(DATASET, fragments=urls))
        for connections in (1, 2):
            peak = 0
            self.assert_dataset(self.fetch("--connections", str(connections)), EXPECTED)
            self.assertLessEqual(peak, connections)


class WhoWeAre(PoliteTest):
    def setUp(self):
        super().setUp()
        self.mirror = self.web.host("mirror.example.net", address="127.0.0.2")
        self.publish(dataset(DATASET, fragments=["http://www.example.com/part0.nt",
                                                 "http://mirror.example.net/part1.nt",
                                                 "http://www.example.com/part2.nt"]))
        self.site.add("/part0.nt", text="".join(DATA[:20]))
        self.mirror.add("/part1.nt", text="".join(DATA[20:40]))
        self.site.add("/part2.nt", answers=[redirect("http://mirror.example.net/part2.nt")])
        self.mirror.add("/part2.nt", text="".join(DATA[40:]))

    def test_each_request_says_who_asks(self):
        self.assert_dataset(self.fetch("--contact", "mailto:me@example.com"), EXPECTED)
        for request in self.web.log:
            self.assertRegex(request.headers["User-Agent"],
                             r"^semsite/\d\S* \(\+mailto:me@example\.com\)$")
        before = len(self.web.log)
        self.fetch("--user-agent", "ourbot/7")
        self.assertEqual({request.headers["User-Agent"] for request in self.web.log[before:]},
                         {"ourbot/7"})

    def test_logins_go_to_the_named_host_only(self):
        self.assert_dataset(self.fetch("--user", "me:secret", "--header", "Cookie: id=7",
                                       "--header", "X-Project: tools"), EXPECTED)
        for request in self.web.log:
            named = request.host.startswith("www.example.com")
            self.assertEqual(request.headers.get("Authorization"),
                             "Basic bWU6c2VjcmV0" if named else None, request)
            self.assertEqual(request.headers.get("Cookie"), "id=7" if named else None, request)
            self.assertEqual(request.headers.get("X-Project"), "tools" if named else None)
        self.assertTrue(any(request.host.startswith("mirror.example.net")
                            and request.path == "/part2.nt" for request in self.web.log))

    def test_the_report_does_not_tell_the_password(self):
        result = self.fetch("--user", "me:secret", "--header", "X-Token: secret")
        self.assertNotIn("secret", result.errors)
        self.assertNotIn("secret", (self.folder / "report.json").read_text())

    def test_nothing_is_asked_for_twice(self):
        self.assert_dataset(self.fetch(), EXPECTED)
        asked = collections.Counter((r.host, r.method, r.path) for r in self.web.log)
        self.assertEqual({key: n for key, n in asked.items() if n > 1}, {})
