"""`--queue`: several processes share a run by PostgreSQL (docs/cluster.md)."""

import itertools
import json
import os
import subprocess
import time
import unittest

from harness import PROGRAM
from queue_run import DELAY, QueueTest
from lenient_s3 import Fault, LenientS3
from log_events import events_of
from postgresql import PostgreSql, free_port
from web import Answer


class Administration(QueueTest):
    """`semsite queue`, and what is said of a database that is not as it should be."""

    def refusal(self, *words, status=3, env=None):
        done = self.run_program(*words, status=status, env=env)
        return done.stderr

    def test_the_tables_are_made_once_and_dropped_once(self):
        self.assertIn("there already", self.run_program("queue", "init", self.url).stderr)
        self.assertEqual(self.ask("SELECT version FROM semsite.version"), [["2"]])
        self.assertIn("is dropped", self.run_program("queue", "drop", self.url).stderr)
        self.assertIn("there was no queue", self.run_program("queue", "drop", self.url).stderr)
        self.assertIn("is made", self.run_program("queue", "init", self.url).stderr)

    def test_what_is_wrong_with_a_database_is_told_with_what_to_do(self):
        base = self.url.rpartition("/")[0]
        said = self.refusal("queue", "init", f"{base}/elsewhere")
        self.assertIn('database "elsewhere" does not exist', said)
        said = self.refusal("status", "--queue", f"postgresql://127.0.0.1:{free_port()}/semsite")
        self.assertIn("cannot be reached", said)
        self.run_program("queue", "drop", self.url)
        said = self.refusal("status", "--queue", self.url)
        self.assertIn("semsite queue init URL", said)

    def test_tables_of_another_version_are_left_alone(self):
        self.ask("UPDATE semsite.version SET version = 99")
        for words in (("queue", "init", self.url), ("status", "--queue", self.url)):
            said = self.refusal(*words)
            self.assertIn("version 99, which a newer semsite made", said)
        self.assertEqual(self.ask("SELECT version FROM semsite.version"), [["99"]])
        self.ask("UPDATE semsite.version SET version = 0")
        self.assertIn("semsite queue init", self.refusal("status", "--queue", self.url))

    def test_a_name_that_no_run_has_is_no_success(self):
        self.sites(1)
        self.end_of(self.work(delay=0))
        self.run_program("status", "--queue", self.url, "--name", "series")
        self.assertIn("no run of the name serie", self.refusal("status", "--queue", self.url, "--name", "serie"))

    def test_gc_wants_a_place_where_runs_are(self):
        self.assertIn("no run is there", self.refusal("queue", "gc", self.url, "-o", "mistyped/"))
        self.assertFalse((self.folder / "mistyped").exists())
        self.assertIn("semsite status --queue", self.refusal("queue", "list", self.url, status=2))

    def test_a_login_in_a_url_that_is_none_is_not_shown(self):
        for url in ("postgres:/u:S3cr3t@h/x", "u:S3cr3t@h/x", "mysql://u:S3cr3t@h/x",
                    "postgresql://h/x?options=-c%20foo=S3cr3t", "postgresql://u:S3cr3t@h:x/"):
            for words in (("queue", "init", url), ("status", "--queue", url)):
                self.assertNotIn("S3cr3t", self.refusal(*words, status=2))

    def test_a_role_needs_no_more_rights_than_the_page_says(self):
        self.ask("DROP ROLE IF EXISTS worker")
        self.ask("CREATE ROLE worker LOGIN")
        url = self.url.replace("keeper@", "worker@")
        self.assertIn("no right to do this", self.refusal("status", "--queue", url))
        self.ask("GRANT USAGE ON SCHEMA semsite TO worker; GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA "
                 "semsite TO worker; GRANT USAGE ON ALL SEQUENCES IN SCHEMA semsite TO worker")
        self.sites(1)
        self.end_of(self.work(url=url))
        self.assertIn("no right to do this", self.refusal("queue", "drop", url))
        self.ask("DROP OWNED BY worker; DROP ROLE worker")

    def test_a_group_that_is_held_keeps_the_queue_from_being_dropped(self):
        self.sites(1, pages=30)
        self.work()
        self.wait_for(lambda: self.ask("SELECT 1 FROM semsite.host_group WHERE token IS NOT NULL"))
        self.assertIn("nothing was dropped", self.refusal("queue", "drop", self.url))

    def test_a_password_comes_from_its_file_and_from_no_command_line(self):
        with PostgreSql(password="s3cret-word") as database:
            said = self.refusal("queue", "init", database.url.replace("keeper@", "keeper:s3cret@"), status=2)
            self.assertIn("PGPASSFILE", said)
            self.assertNotIn("s3cret", said)
            said = self.refusal("queue", "init", database.url + "?password=s3cret", status=2)
            self.assertNotIn("s3cret", said)
            said = self.refusal("queue", "init", database.url, env={"PGPASSFILE": "/nowhere"})
            self.assertIn("wants a password", said)
            self.run_program("queue", "init", database.url, env=database.environment)

    def test_what_one_process_alone_can_do_is_refused(self):
        self.sites(1)
        words = self.words()
        for more, why in ((("--report", "run.json"), "--report does not go with --queue"),
                          (("--changes", "c.ru"), "--changes does not go with --queue"),
                          (("--state", "s"), "--work"),
                          (("--max-time", "1h"), "SIGTERM"),
                          (("--lease", "10ms"), "from 1 second"),
                          (("--name", "a/b"), "letters, digits"),
                          (("-o", "out.nq"), "-o DIR/"),
                          (("--queue", "mysql://h/d"), "postgresql://")):
            with self.subTest(more=more):
                self.assertIn(why, self.refusal(*words, *more, status=2))
        self.assertIn("is for --queue", self.refusal("fetch", "http://x.example/", "--lease", "5s", status=2))
        self.assertEqual(self.ask("SELECT count(*) FROM semsite.run"), [["0"]])


class Sharing(QueueTest):
    """One run, several processes."""

    def test_three_processes_get_what_one_gets_and_no_host_is_asked_too_fast(self):
        self.sites(18)
        began = time.time()
        workers = [self.work("--sites-at-once", "4", worker=name) for name in ("a", "b", "c")]
        for worker in workers:
            self.assertIn("18 complete", self.end_of(worker))
        requests = self.asked(began)
        self.assertEqual(len(requests), 18)
        self.assert_rates(requests)
        agents = {one.headers["User-Agent"].split()[0] for log in requests.values() for one in log}
        self.assertEqual(len(agents), 3, "each of them asked somebody")
        self.assert_each_once(18)
        self.assertEqual(self.lines(), self.lines_of_one_process())
        manifest = self.manifest()
        self.assertTrue(manifest["complete"])
        self.assertEqual([row["complete"] for row in manifest["report"]], [True] * 18)
        latest = json.loads((self.folder / "out/series/latest.json").read_text("utf-8"))
        self.assertEqual(latest["manifest"], "runs/series/1/manifest.json")
        self.run_program("convert", "out/runs/series/1/manifest.json", "-o", "all.nq", "-q")

    def test_each_process_logs_the_sites_that_it_got(self):
        """docs/log.md: of a process of several."""
        urls = self.sites(6)
        workers = [self.work("--log", "json", worker=name) for name in ("a", "b")]
        events = [events_of(self.end_of(worker)) for worker in workers]
        for name in ("site_begun", "site_ended"):
            self.assertEqual(sorted(one["site"] for log in events for one in log if one["event"] == name), sorted(urls))
        self.assertEqual({one["state"] for log in events for one in log if one["event"] == "site_ended"}, {"complete"})
        for log in events:
            self.assertEqual((log[0]["event"], log[-1]["event"]), ("run_begun", "run_ended"))

    def test_two_names_on_one_address_are_one_group(self):
        self.sites(2, pages=6, address="127.2.0.1", name="twin")
        self.sites(4)
        began = time.time()
        for worker in [self.work("--sites-at-once", "1", worker=name) for name in ("a", "b")]:
            self.end_of(worker)
        requests = self.asked(began)
        self.assertEqual({one.headers["Host"] for one in requests["127.2.0.1"]}, {"twin0.example", "twin1.example"})
        # One process keeps the names on one address a quarter of a second apart, at the least.
        self.assert_rates(requests)
        self.assertEqual(self.ask("SELECT count(*) FROM semsite.host_group"), [["5"]])

    def test_a_site_that_gives_nothing_is_told_by_all(self):
        self.sites(3)
        broken = self.web.host("site1.example")
        broken.guard = lambda *_: Answer(status=404, text="gone\n")
        for worker in [self.work(worker=name) for name in ("a", "b")]:
            self.assertIn("2 complete, 1 with nothing", self.end_of(worker, status=1))
        self.assertFalse(self.manifest()["complete"])
        self.assertEqual([row["complete"] for row in self.manifest()["report"]], [True, False, True])
        self.assertEqual(self.run_program("status", "--queue", self.url, status=1).stdout.splitlines()[1],
                         "Run 1 of series: over, incomplete (status 1)")
        self.end_of(self.work("--fail-on", "none", name="other"), status=0)

    def test_other_settings_and_another_folder_are_refused_with_what_differs(self):
        self.sites(2, pages=20)
        first = self.work()
        self.wait_for(lambda: self.ask("SELECT 1 FROM semsite.host_group WHERE token IS NOT NULL"))
        for more, why in ((("--graph", "none"), "--graph"), (("--delay", "0.1"), "--delay: the run 200ms, here 100ms"),
                          (("--part-size", "1Mi"), "--part-size"), (("-o", "elsewhere/"), "same folder")):
            with self.subTest(more=more):
                said = self.run_program(*self.words(worker="two"), *more, status=2).stderr
                self.assertIn(why, said)
        self.assertFalse((self.folder / "elsewhere").exists())
        self.end_of(first)

    def test_who_comes_late_begins_no_other_run_of_the_label(self):
        self.sites(2)
        self.end_of(self.work("--run", "2026-11-28"))
        asked = len(self.web.log)
        self.assertIn("run 1 of series is over", self.end_of(self.work("--run", "2026-11-28", worker="late")))
        self.assertEqual(len(self.web.log), asked)
        self.assertEqual(self.ask("SELECT number, label FROM semsite.run"), [["1", "2026-11-28"]])

    def test_the_next_run_on_another_machine_asks_only_for_what_changed(self):
        self.sites(3)
        self.end_of(self.work(worker="a"))
        before = self.lines()
        self.web.host("site1.example").add("/p2", type="text/turtle", etag='"new"', text="<#it> <urn:says> \"new\" .\n")
        began = time.time()
        self.end_of(self.work(worker="b"))
        pages = [one for one in self.web.log if one.time >= began and one.path.startswith("/p")]
        self.assertEqual(sorted(one.status for one in pages), [200] + [304] * 11)
        after = self.lines(2)
        self.assertEqual(len(set(before) - set(after)), 2)
        self.assertEqual(len(set(after) - set(before)), 1)
        self.assertEqual(self.lines(1), before, "parts never change")
        self.assertEqual(self.run_program("queue", "gc", self.url, "-o", "out/").stderr,
                         "semsite: out/: 0 files that no run needs taken away\n")

    def test_what_failed_again_and_again_is_tried_once_more_if_that_is_wanted(self):
        [_, url] = self.sites(2, pages=15)
        first = self.work("--sites-at-once", "1", worker="a")
        self.wait_for(lambda: self.ask("SELECT 1 FROM semsite.host_group WHERE token IS NOT NULL"))
        self.ask(f"UPDATE semsite.item SET state = 'failed', attempts = 10 WHERE url = '{url}'; UPDATE "
                 "semsite.host_group SET pending = 0 WHERE token IS NULL")
        shown = self.run_program("status", "--queue", self.url, status=1).stdout
        self.assertIn(f"failed: {url}", shown)
        self.assertIn("1 group of hosts held", shown)
        self.assertIn("1 site that failed will be tried again", self.end_of(self.work("--retry-failed", worker="b")))
        self.end_of(first)
        self.assert_each_once(2)

    def test_a_run_with_other_options_uses_nothing_of_the_one_before(self):
        self.sites(2)
        self.end_of(self.work())
        self.end_of(self.work("--graph", "none"))
        self.assertEqual(len(self.lines(2)), len(self.lines(1)))
        self.assertFalse(set(self.lines(2)) & set(self.lines(1)))
        self.end_of(self.work("--graph", "none", worker="two"))
        self.assertEqual(self.lines(3), self.lines(2))

    def other_queue(self):
        """The URL of a second queue, in a database of its own."""
        self.ask("DROP DATABASE IF EXISTS other")
        self.ask("CREATE DATABASE other")
        url = f"{self.url.rpartition('/')[0]}/other"
        self.run_program("queue", "init", url, "-q")
        return url

    def files(self):
        return {path: path.read_bytes() for path in (self.folder / "out").rglob("*") if path.is_file()}

    def test_another_queue_changes_nothing_of_what_is_there(self):
        self.sites(2)
        self.end_of(self.work(delay=0))
        before, other = self.files(), self.other_queue()
        self.assertIn("of another queue", self.end_of(self.work(url=other, delay=0), status=2))
        self.run_program("queue", "gc", other, "-o", "out/")
        self.assertEqual(self.files(), before)
        # Beside a run of its own it takes its own away, and no more.
        self.end_of(self.work(url=other, name="second", delay=0))
        (self.folder / "out/runs/second/1/9-9-000001.nq.zst").write_bytes(b"of nobody")
        both = self.files()
        self.run_program("queue", "gc", other, "-o", "out/")
        self.assertEqual(set(both) - set(self.files()), {self.folder / "out/runs/second/1/9-9-000001.nq.zst"})
        self.assertEqual({path: data for path, data in self.files().items() if path in before}, before)

    def test_a_queue_that_is_made_anew_uses_no_states_of_the_one_before(self):
        self.sites(2)
        self.end_of(self.work(delay=0))
        self.run_program("queue", "drop", self.url, "-q")
        self.run_program("queue", "init", self.url, "-q")
        self.assertIn("of another queue", self.end_of(self.work(delay=0), status=2))
        (self.folder / "out").rename(self.folder / "former")
        began = time.time()
        self.end_of(self.work(delay=0))
        self.assertEqual({one.status for one in self.web.log if one.time >= began and one.path.startswith("/p")}, {200})
        self.assertEqual(self.lines(), self.lines_of_one_process())

    def test_a_run_whose_parts_are_gone_is_not_called_whole(self):
        self.sites(2)
        first = self.work("--sites-at-once", "1", delay=0.3)
        self.wait_for(lambda: list(self.folder.glob("out/runs/series/1/*/*.nq.zst")))
        for part in self.folder.glob("out/runs/series/1/*/*.nq.zst"):
            part.unlink()
        said = self.end_of(first, status=3)
        self.assertIn("was put there and is gone", said)
        self.assertFalse((self.folder / "out/runs/series/1/manifest.json").exists())
        self.assertFalse((self.folder / "out/series/latest.json").exists())
        # The next run is none of that.
        self.end_of(self.work("--run", "next", delay=0))
        self.assertEqual(self.lines(2), self.lines_of_one_process())

    def test_a_state_that_is_lost_is_got_anew(self):
        self.sites(2)
        self.end_of(self.work(delay=0))
        for path in self.folder.glob("out/state/series/*/*"):
            path.unlink()
        said = self.end_of(self.work(worker="elsewhere", delay=0))
        self.assertIn("got anew", said)
        self.assertEqual(self.lines(2), self.lines(1))

    def test_a_state_that_is_not_what_was_put_there_is_got_anew(self):
        """Of state and output, each is held against the digest that was noted (docs/internals/queue.md)."""
        self.sites(2, pages=8)
        self.end_of(self.work(delay=0))
        for number, suffix in enumerate((".db.zst", ".output"), start=2):
            for path in self.folder.glob(f"out/state/series/*/*{suffix}"):
                data = bytearray(path.read_bytes())
                data[len(data) // 2] ^= 4
                path.write_bytes(data)
            said = self.end_of(self.work(worker=suffix.strip("."), delay=0))
            self.assertEqual(said.count("or not what was put there: it is got anew"), 2, said)
            self.assertEqual(self.lines(number), self.lines(1))
            self.assertTrue(self.manifest(number)["complete"])

    def test_an_older_run_that_ends_later_is_not_the_latest(self):
        self.sites(1, pages=12)
        first = self.work("--run", "A", delay=0.3)
        self.wait_for(lambda: [one for one in self.web.log if one.path == "/p0"])
        # What the second run asks waits for the host's group: it is of other hosts.
        (self.folder / "sites.txt").rename(self.folder / "first.txt")
        self.sites(1, first=1)
        self.end_of(self.work("--run", "B", worker="two", delay=0.3))
        latest = self.folder / "out/series/latest.json"
        self.assertEqual(json.loads(latest.read_text())["number"], 2)
        self.end_of(first)
        self.assertEqual(json.loads(latest.read_text())["number"], 2)

    def test_a_host_to_which_several_are_redirected_is_asked_at_its_own_rate(self):
        hub = self.web.host("hub.example", address="127.3.0.1")
        hub.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        urls = self.sites(4, pages=5)
        for number, url in enumerate(urls):
            host = self.web.host(url.split("/")[2])
            for page in range(5):
                hub.add(f"/{number}/{page}", type="text/turtle", text=f'<urn:{number}-{page}> <urn:p> "x" .\n')
                host.add(f"/p{page}", status=303, headers={"Location": f"http://hub.example/{number}/{page}"})
        began = time.time()
        for worker in [self.work("--sites-at-once", "2", worker=name) for name in ("a", "b")]:
            self.end_of(worker)
        requests = self.asked(began)
        self.assertEqual(len({one.headers["User-Agent"] for one in requests["127.3.0.1"]}), 2)
        self.assert_rates(requests)

    def test_a_host_that_is_one_workers_site_and_where_others_are_led_keeps_its_rate(self):
        [hub_url] = self.sites(1, pages=25, name="hub", address="127.3.0.2")
        hub = self.web.host(hub_url.split("/")[2])
        [url] = self.sites(1, pages=6)
        for page in range(6):
            hub.add(f"/from/{page}", type="text/turtle", text=f'<urn:{page}> <urn:p> "x" .\n')
            self.web.host(url.split("/")[2]).add(
                f"/p{page}", status=303, headers={"Location": f"{hub_url}from/{page}"})
        began = time.time()
        workers = [self.work("--sites-at-once", "1", worker=name, lease="2s") for name in ("a", "b")]
        for worker in workers:
            self.end_of(worker)
        requests = self.asked(began)
        self.assertEqual(len({one.headers["User-Agent"] for one in requests[hub.address]}), 2)
        self.assert_rates(requests)
        self.assert_each_once(2)


    def test_a_name_that_leads_to_anothers_address_meanwhile_is_slowed_with_it(self):
        [url] = self.sites(1, pages=16)
        [moving] = self.sites(1, pages=16, name="wanders", address="127.5.0.1")
        address = self.web.host(url.split("/")[2]).address
        began = time.time()
        first = self.work("--sites-at-once", "1", worker="a", lease="2s")
        self.wait_for(lambda: self.ask("SELECT 1 FROM semsite.host_group WHERE token IS NOT NULL"))
        # The first mapping counts.
        there = f"{moving.split('/')[2]}:80:{address}:{self.web.port(url.split('/')[2])}"
        words = self.words("--sites-at-once", "1", worker="b", lease="2s")
        words[words.index("--connect-to"):0] = ["--connect-to", there]
        second = subprocess.Popen([PROGRAM, *words], cwd=self.folder, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True)
        self.workers.append(second)
        for worker in (first, second):
            self.end_of(worker)
        log = self.asked(began)[address]
        self.assertEqual(len({one.headers["User-Agent"] for one in log}), 2)
        times = [one.time for one in log]
        for i, j in itertools.combinations(range(len(times)), 2):
            # One request comes before anybody knows.
            self.assertGreaterEqual(times[j] - times[i], (j - i - 1) * DELAY - 0.1,
                                    [(round(one.time - began, 2), one.headers["Host"]) for one in log])


class Store(QueueTest):
    """The same, with an S3 store as the place of the output."""

    def setUp(self):
        super().setUp()
        self.store = self.enterContext(LenientS3())
        self.env = os.environ | self.store.environment

    def work_to_store(self, worker, *more):
        words = self.words(*more, worker=worker)
        words[words.index("-o") + 1] = "s3://bucket/lod/"
        process = subprocess.Popen([PROGRAM, *words], cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True, env=self.env)
        self.workers.append(process)
        return process

    def names(self, prefix):
        return sorted(name.removeprefix("bucket/lod/") for name in self.store.objects
                      if name.startswith(f"bucket/lod/{prefix}"))

    def test_what_was_got_waits_for_a_store_that_is_away(self):
        """cluster.md, When something fails: the place of the output does not answer."""
        self.sites(6)
        until = time.monotonic() + 12
        self.store.fault = lambda request: (
            Fault(503, "ServiceUnavailable") if request.method == "PUT" and not request.key.endswith("run.json")
            and time.monotonic() < until else None)
        words = ("--retries", "1")
        workers = [self.work_to_store(name, *words) for name in ("a", "b")]
        # One of them may have had nothing to do.
        self.assertIn("what was got waits here until the store answers", "".join(map(self.end_of, workers)))
        self.assertGreater(time.monotonic(), until)
        self.assert_each_once(6)
        paths = [one.path + one.headers["Host"] for one in self.web.log]
        self.assertEqual(len(paths), len(set(paths)), "nothing is asked for twice")
        self.assertTrue(json.loads(self.store.objects["bucket/lod/series/latest.json"])["complete"])

    def test_a_store_that_refuses_ends_the_process(self):
        self.sites(4)
        self.store.fault = lambda request: (
            Fault(403, "AccessDenied") if request.method == "PUT" and request.key.endswith(".zst") else None)
        self.assertIn("AccessDenied", self.end_of(self.work_to_store("a"), status=3))

    def test_parts_states_and_manifest_are_objects_and_the_next_run_goes_on_elsewhere(self):
        self.sites(4)
        for worker in [self.work_to_store(name) for name in ("a", "b")]:
            self.end_of(worker)
        self.assertEqual(len(self.names("runs/series/1/")), 4 + 2)
        self.assertEqual(len(self.names("state/")), 8)
        latest = json.loads(self.store.objects["bucket/lod/series/latest.json"])
        self.assertEqual((latest["number"], latest["complete"]), (1, True))
        self.run_program("convert", "s3://bucket/lod/runs/series/1/manifest.json", "-o", "all.nq", "-q", env=self.env)
        self.assertEqual(len((self.folder / "all.nq").read_bytes().splitlines()), len(self.lines_of_one_process()))
        began = time.time()
        self.end_of(self.work_to_store("c"))
        pages = [one for one in self.web.log if one.time >= began and one.path.startswith("/p")]
        self.assertEqual({one.status for one in pages}, {304})
        self.assertEqual(len(self.names("state/")), 8, "what the run before put is taken away")
        self.store.objects["bucket/lod/runs/series/2/7/1-999-000001.nq.zst"] = b"of a process that was fenced off"
        self.run_program("queue", "gc", self.url, "-o", "s3://bucket/lod/", env=self.env)
        self.assertNotIn("bucket/lod/runs/series/2/7/1-999-000001.nq.zst", self.store.objects)
        self.assertEqual(len(self.names("runs/series/2/")), 4 + 2)
        self.assert_each_once(8)


if __name__ == "__main__":
    unittest.main()
