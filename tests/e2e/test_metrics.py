"""`--metrics` (docs/metrics.md): what is counted, where it goes, and that it is what the report says."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import stat
import subprocess
import threading
import time
import unittest

from harness import PROGRAM, ROOT, SECONDS, ProgramTest, triples
from metrics_text import Metrics
from postgresql import PostgreSql
from semantic_sitemap import dataset, publish
from serve_run import ServeTest
from small_store import Fault, SmallStore
from web import Answer

SITE = "http://www.example.com"
BAD = "<urn:a> <urn:b> <urn:c d> .\n"


def eventually(look, what, seconds=SECONDS):
    """What `look` gives as soon as it is something."""
    end = time.monotonic() + seconds
    while True:
        found = look()
        if found or time.monotonic() > end:
            assert found, what
            return found
        time.sleep(0.02)


class MetricsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "nightly.prom"

    def metrics(self):
        return Metrics(self.file.read_text("utf-8"))

    def begin(self, *words, **more):
        """A running command."""
        process = subprocess.Popen([str(PROGRAM), *map(str, words)], cwd=self.folder, stderr=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, text=True, **more)

        def end():
            if process.poll() is None:
                process.kill()
            process.stderr.close()
            process.wait()
        self.addCleanup(end)
        return process

    def address_of(self, process):
        """Where a running command says that its metrics are."""
        for line in process.stderr:
            if found := re.search(r"metrics at http://([^/]+)/metrics", line):
                return found[1]
        raise AssertionError("it did not say where its metrics are")

    def several_sites(self):
        """One that is complete; one with a fault; one with a part that is not there; one that is not there."""
        whole = self.web.host("whole.example", "127.0.0.4")
        publish(whole, dataset("http://whole.example/all", dumps=["http://whole.example/a.nt"]))
        whole.add("/a.nt", text="".join(triples(3, "http://whole.example/i")), type="application/n-triples")
        publish(self.site, dataset(f"{SITE}/all", dumps=[f"{SITE}/a.nt"]))
        self.site.add("/a.nt", text="".join(triples(30)) + BAD, type="application/n-triples")
        half = self.web.host("half.example", "127.0.0.2")
        publish(half, dataset("http://half.example/all", dumps=["http://half.example/1.nt", "http://half.example/2.nt"]))
        half.add("/1.nt", answers=[Answer(status=503, headers={"Retry-After": "0"}),
                                   Answer(text="".join(triples(7, "http://half.example/i")))])
        gone = self.web.host("gone.example", "127.0.0.3")
        gone.guard = lambda *_: Answer(status=500)
        return ["http://whole.example/", "http://www.example.com/", "http://half.example/", "http://gone.example/", *self.web.connect_to_args(),
                "--delay", "0", "--retry-delay", "0.01", "--only", "dump", "--dump-semantics", "parts"]

    def running_fetch(self, *more):
        """A fetch whose dump does not come before the event is set; all that precedes it has."""
        go_on = threading.Event()
        self.addCleanup(go_on.set)
        publish(self.site, dataset(f"{SITE}/all", dumps=[f"{SITE}/a.nt"]))

        def slow(*_):
            go_on.wait(SECONDS)
            return Answer(text="".join(triples(5)), type="application/n-triples")
        self.site.serve("/a.nt", slow)
        process = self.begin("fetch", f"{SITE}/", "-o", "out.nq", "--delay", "0", "--no-head",
                             *self.web.connect_to_args(), *more)
        eventually(lambda: [one for one in self.web.log if one.path.startswith("/sitemap")], "the sitemap was asked for")
        return process, go_on


class Report(MetricsTest):
    """The numbers of the report and of the metrics are the same at the end of a run."""

    def assert_agree(self, report, metrics, command="fetch"):
        totals = report["totals"]
        self.assertEqual(metrics.get("semsite_output_quads", command=command), totals["quads"])
        self.assertEqual(metrics.by("semsite_faults_total", "code", command=command), report["faults"])
        outcomes = {}
        for source in report["sources"]:
            outcomes[source["outcome"]] = outcomes.get(source["outcome"], 0) + 1
        self.assertEqual(metrics.by("semsite_sources", "outcome", command=command), outcomes)
        if command == "fetch":
            self.assertEqual(metrics.get("semsite_requests_total", command=command), totals["requests"])
            self.assertEqual(metrics.get("semsite_received_bytes_total", command=command), totals["bytes"])
            # Each request came out in one way.
            self.assertEqual(metrics.sum("semsite_responses_total", command=command)
                             + metrics.sum("semsite_request_failures_total", command=command), totals["requests"])
            self.assertEqual(metrics.get("semsite_response_duration_seconds_count", command=command),
                             metrics.sum("semsite_responses_total", command=command))
            self.assertEqual(metrics.sum("semsite_datasets", command=command), len(report["datasets"]))
            self.assertEqual(metrics.sum("semsite_datasets", command=command, state="complete"),
                             sum(one["complete"] or one["excused"] for one in report["datasets"]))
            self.assertEqual(metrics.sum("semsite_sites", command=command), len(report["sites"]))
        self.assertEqual(metrics.get("semsite_run_exit_status"), report["exit_status"])
        self.assertEqual(metrics.get("semsite_run_active"), 0)
        for gauge in ("semsite_hosts_waiting", "semsite_requests_waiting", "semsite_requests_running"):
            self.assertEqual(metrics.get(gauge, command=command), 0, gauge)

    def fetched(self, *words, code):
        report = self.folder / "report.json"
        result = self.run_program("fetch", *words, "--report", report, "--metrics", self.file)
        self.assertEqual(result.code, code, result)
        return json.loads(report.read_text("utf-8"))

    def test_of_several_sites(self):
        words = [*self.several_sites(), "-o", "out.nq"]
        report = self.fetched(*words, code=1)
        metrics = self.metrics()
        self.assert_agree(report, metrics)
        self.assertEqual(metrics.by("semsite_sites", "state"), {"complete": 1, "incomplete": 2, "failed": 1})
        self.assertEqual(metrics.get("semsite_faults_total", code="nquads.bad-iri"), 1)
        self.assertGreaterEqual(metrics.get("semsite_retries_total"), 1)
        answers = metrics.by("semsite_responses_total", "status")
        asked = {f"{digit}xx": sum(one.status // 100 == digit for one in self.web.log) for digit in (2, 4, 5)}
        self.assertEqual(answers, {kind: count for kind, count in asked.items() if count})
        self.assertEqual({dict(labels).get("run") for _, labels in metrics.values}, {"nightly"})
        # The next run begins with 0, and is a run like any other.
        report = self.fetched(*words, code=1)
        self.assert_agree(report, self.metrics())

    def test_of_nothing_that_is_there(self):
        gone = self.web.host("gone.example")
        gone.guard = lambda *_: Answer(status=404)
        report = self.fetched("http://gone.example/x", *self.web.connect_to_args(), "-o", "out.nq", code=3)
        self.assert_agree(report, self.metrics())
        self.assertEqual(self.metrics().by("semsite_sites", "state"), {"failed": 1})

    def test_of_a_server_that_breaks_off(self):
        publish(self.site, dataset(f"{SITE}/all", dumps=[f"{SITE}/a.nt"]))
        self.site.add("/a.nt", text="".join(triples(3000)), cut=50_000, ranges=True, etag='"1"',
                      type="application/n-triples")
        report = self.fetched(f"{SITE}/", *self.web.connect_to_args(), "--delay", "0", "--retry-delay", "0.01",
                              "--only", "dump", "-o", "out.nq", code=0)
        self.assert_agree(report, self.metrics())
        self.assertGreater(self.metrics().get("semsite_retries_total"), 0)

    def test_of_a_crawl_and_its_refresh(self):
        self.site.add("/robots.txt", text="User-agent: *\nSitemap: http://www.example.com/s.xml\n")
        pages = [f"{SITE}/{i}" for i in range(6)]
        self.site.add("/s.xml", type="application/xml", text='<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
                      + "".join(f"<url><loc>{page}</loc></url>" for page in pages) + "</urlset>")
        for i, page in enumerate(pages):
            self.site.add(f"/{i}", type="text/turtle", etag=f'"{i}"', text=f"<> <http://a.example/p> {i} . oops\n"
                          if i == 3 else f"<> <http://a.example/p> {i} .\n")
        words = [f"{SITE}/", *self.web.connect_to_args(), "--delay", "0", "-o", "out.nq"]
        first = self.fetched(*words, code=1)
        metrics = self.metrics()
        self.assert_agree(first, metrics)
        self.assertEqual(metrics.get("semsite_pages_done_total"), 6)
        self.assertEqual(metrics.get("semsite_pages_known"), 6)
        again = self.fetched(*words, code=1)
        self.assert_agree(again, self.metrics())
        self.assertGreaterEqual(self.metrics().get("semsite_responses_total", status="3xx"), 5)

    def test_of_a_load(self):
        lines = [line[:-2] + f"<http://g.example/{i % 3}> .\n" for i, line in enumerate(triples(400))]
        (self.folder / "data.nq").write_text("".join(lines) + BAD)
        with SmallStore() as store:
            broken = []

            def fault(request):
                if request.is_write and len(broken) < 2:
                    broken.append(request)
                    return Fault("answer", 503, {"Retry-After": "0"})
                return None
            store.fault = fault
            result = self.run_program("load", "data.nq", "--to", store.base, "--report", "r.json", "--metrics",
                                      self.file, "--batch-size", "4Ki", "--retry-delay", "0.01")
            asked = len(store.requests)
        self.assertEqual(result.code, 1, result)
        report = json.loads((self.folder / "r.json").read_text("utf-8"))
        metrics = self.metrics()
        self.assert_agree(report, metrics, "load")
        totals = report["totals"]
        self.assertEqual(metrics.get("semsite_load_statements_sent_total"), totals["statements_loaded"])
        self.assertEqual(metrics.get("semsite_load_statements_read_total"), totals["statements_loaded"])
        self.assertEqual(metrics.get("semsite_load_bodies_total"), totals["bodies"])
        self.assertEqual(metrics.sum("semsite_store_responses_total"), asked)
        self.assertEqual(metrics.get("semsite_store_responses_total", status="5xx"), 2)
        self.assertEqual(metrics.get("semsite_store_retries_total"), 2)

    def test_of_a_load_after_a_fetch(self):
        publish(self.site, dataset(f"{SITE}/all", dumps=[f"{SITE}/a.nt"]))
        self.site.add("/a.nt", text="".join(triples(30)), type="application/n-triples")
        with SmallStore() as store:
            report = self.fetched(f"{SITE}/", *self.web.connect_to_args(), "--delay", "0", "-o", "out.nq",
                                  "--load", store.base, code=0)
        metrics = self.metrics()
        self.assert_agree(report, metrics)
        self.assertEqual(metrics.get("semsite_load_statements_sent_total", command="load"), 30)
        self.assertEqual(metrics.get("semsite_output_quads", command="load"), 30)

    def test_of_what_is_interrupted(self):
        process, _ = self.running_fetch("--metrics", self.file, "--report", "report.json")
        eventually(lambda: [one for one in self.web.log if one.path == "/a.nt"] or self.waits_for_the_dump(),
                   "the dump was asked for")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(SECONDS), 130)
        report = json.loads((self.folder / "report.json").read_text("utf-8"))
        self.assert_agree(report, self.metrics())

    def waits_for_the_dump(self):
        """The file is written anew while the run lasts."""
        metrics = self.metrics()
        return (metrics.get("semsite_requests_running") or 0) >= 1 and metrics.get("semsite_sites", state="active") == 1

    def test_of_what_cannot_be_written(self):
        publish(self.site, dataset(f"{SITE}/all", dumps=[f"{SITE}/a.nt"]))
        self.site.add("/a.nt", text="".join(triples(3000)), type="application/n-triples")
        report = self.fetched(f"{SITE}/", *self.web.connect_to_args(), "--delay", "0", "-o", "/dev/full", code=3)
        self.assert_agree(report, self.metrics())

    def test_wrong_usage_of_a_state_is_an_end_too(self):
        (self.folder / "out.nq").write_text("")
        (self.folder / "out.nq.state").write_text("this is no state")
        result = self.run_program("fetch", f"{SITE}/", *self.web.connect_to_args(), "-o", "out.nq", "--metrics", self.file)
        self.assertIn(result.code, (2, 3), result)
        self.assertEqual(self.metrics().get("semsite_run_exit_status"), result.code)


class File(MetricsTest):
    def test_it_is_written_anew_while_the_run_lasts(self):
        process, go_on = self.running_fetch("--metrics", self.file)
        metrics = eventually(lambda: (now := self.metrics()).get("semsite_requests_total") and now, "no new numbers")
        self.assertEqual(metrics.get("semsite_run_active"), 1)
        self.assertIsNone(metrics.get("semsite_run_exit_status"))
        self.assertEqual(metrics.get("semsite_sites", state="active"), 1)
        self.assertGreater(metrics.get("semsite_process_resident_memory_bytes"), 1_000_000)
        self.assertAlmostEqual(metrics.get("semsite_process_start_time_seconds"), time.time(), delta=SECONDS)
        go_on.set()
        self.assertEqual(process.wait(SECONDS), 0)
        self.assertEqual(self.metrics().get("semsite_run_exit_status"), 0)
        self.assertEqual([path.name for path in self.folder.glob("*.part")], [])

    def test_it_is_replaced_as_a_whole(self):
        """Who has the file open reads the old one to its end; others may read it, as before."""
        self.file.write_text("# HELP semsite_old Old.\n")
        self.file.chmod(0o640)
        with self.file.open() as old:
            self.run_program("load", "none.nq", "--to", "http://127.0.0.1:9/", "--metrics", self.file)
            self.assertEqual(old.read(), "# HELP semsite_old Old.\n")
        self.assertEqual(self.metrics().get("semsite_run_exit_status"), 3)
        self.assertEqual(stat.S_IMODE(self.file.stat().st_mode), 0o640)
        self.file.unlink()
        self.run_program("load", "none.nq", "--to", "http://127.0.0.1:9/", "--metrics", self.file)
        self.assertEqual(stat.S_IMODE(self.file.stat().st_mode) & 0o400, 0o400)

    def test_a_name_that_is_no_text_is_a_label_all_the_same(self):
        name = os.fsencode(self.folder) + b'/a"b\\c\xff\n.prom'
        subprocess.run([os.fsencode(PROGRAM), b"load", b"none.nq", b"--to", b"http://127.0.0.1:9/", b"--metrics", name],
                       cwd=self.folder, capture_output=True, timeout=SECONDS, check=False)
        with open(name, "rb") as file:
            metrics = Metrics(file.read())
        self.assertEqual({dict(labels).get("run") for _, labels in metrics.values}, {'a"b\\c\\xFF\\n'})

    def test_a_link_leads_to_what_is_replaced(self):
        (self.folder / "real").mkdir()
        self.file.symlink_to("real/file.prom")
        self.run_program("load", "none.nq", "--to", "http://127.0.0.1:9/", "--metrics", self.file)
        self.assertTrue(self.file.is_symlink())
        self.assertEqual(self.metrics().get("semsite_run_active"), 0)

    def test_two_processes_do_not_share_a_file(self):
        process, go_on = self.running_fetch("--metrics", self.file)
        eventually(lambda: self.file.exists() and self.file.stat().st_size, "the file is there")
        before = self.web.paths()
        result = self.run_program("fetch", f"{SITE}/", *self.web.connect_to_args(), "-o", "other.nq", "--metrics", self.file)
        self.assertEqual(result.code, 3, result)
        self.assertIn("another process writes its metrics there", result.errors)
        self.assertEqual(self.web.paths(), before)  # nobody was asked
        self.assertFalse((self.folder / "other.nq.part").exists())
        self.assertEqual(self.metrics().get("semsite_run_active"), 1)
        go_on.set()
        self.assertEqual(process.wait(SECONDS), 0)

    def test_a_kill_leaves_a_whole_file_and_the_next_run_goes_on(self):
        for _ in range(5):
            process, go_on = self.running_fetch("--metrics", self.file)
            eventually(lambda: self.file.exists() and self.file.stat().st_size, "the file is there")
            process.kill()
            process.wait(SECONDS)
            go_on.set()
            self.assertEqual(self.metrics().get("semsite_run_active"), 1)  # nobody could say that it ended
        # It was in the middle of a text.
        part = self.folder / "nightly.prom.part"
        for left in ("", "# HE", self.file.read_text()[:500]):
            part.write_text(left)
            self.run_program("load", "none.nq", "--to", "http://127.0.0.1:9/", "--metrics", self.file)
            self.assertFalse(part.exists())
            self.assertEqual(self.metrics().get("semsite_run_exit_status"), 3)

    def test_a_file_of_the_users_is_not_taken_for_a_left_over(self):
        part = self.folder / "nightly.prom.part"
        part.write_text("my notes\n")
        result = self.run_program("load", "none.nq", "--to", "http://127.0.0.1:9/", "--metrics", self.file)
        self.assertEqual(result.code, 3, result)
        self.assertIn("nightly.prom.part: cannot write", result.errors)
        self.assertEqual(part.read_text(), "my notes\n")

    def test_a_disk_that_is_full_later_does_not_end_the_run(self):
        publish(self.site, dataset(f"{SITE}/all", dumps=[f"{SITE}/a.nt"]))
        self.site.add("/a.nt", text="".join(triples(5)), type="application/n-triples")
        self.file.write_text("# HELP semsite_old Old.\n")
        # What is first written fits, what stands there at the end (more families) does not.
        bound = 1_500
        done = subprocess.run(
            [PROGRAM, "fetch", f"{SITE}/", *self.web.connect_to_args(), "--delay", "0", "-o", "-", "--metrics", self.file],
            cwd=self.folder, capture_output=True, text=True, timeout=SECONDS, check=False,
            preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                                resource.setrlimit(resource.RLIMIT_FSIZE, (bound, bound))))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("\n"), 5)
        self.assertEqual(done.stderr.count("nightly.prom.part"), 1, done.stderr)
        self.assertIn("the run goes on", done.stderr)
        self.assertEqual(self.metrics().get("semsite_run_active"), 1)
        self.assertFalse((self.folder / "nightly.prom.part").exists())


class BadInput(MetricsTest):
    """What is wrong is told before anything is fetched."""

    def refused(self, value, code, words, command=("fetch", f"{SITE}/", "-o", "out.nq")):
        result = self.run_program(*command, "--metrics", value)
        self.assertEqual(result.code, code, result)
        self.assertIn(words, result.errors)
        self.assertEqual(result.errors.count("\n"), 1, result)
        self.assertEqual(self.web.paths(), [])
        self.assertFalse((self.folder / "out.nq.part").exists())

    def test_no_such_folder(self):
        self.refused("none/such.prom", 3, "the folder")
        self.refused("none/such.prom", 3, "is not there; make it, or name another",
                     ("load", "x.nq", "--to", "http://127.0.0.1:9/"))

    def test_no_file(self):
        (self.folder / "folder.prom").mkdir()
        self.refused("folder.prom", 3, "cannot write")
        os.mkfifo(self.folder / "pipe.prom")
        self.refused("pipe.prom", 3, "is no regular file")
        (self.folder / "full.prom").symlink_to("/dev/full")
        self.refused("full.prom", 3, "is no regular file")

    def test_neither_file_nor_address(self):
        for value in ("metrics", "metrics.txt", "/tmp/x", "9464", "a:b/c"):
            self.refused(value, 2, "say a file that ends in .prom")

    def test_no_address_of_this_machine(self):
        self.refused("nobody.example:9464", 2, "no IP address of this machine")
        self.refused("192.0.2.1:9464", 3, "cannot listen there")
        self.refused(":x", 2, "no port from 0 to 65535")
        self.refused(":70000", 2, "no port from 0 to 65535")

    def test_a_port_that_is_taken(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            self.refused(f":{port}", 3, "cannot listen there")
            self.refused(f"127.0.0.1:{port}", 3, "with --metrics")

    def test_one_file_for_two_things(self):
        result = self.run_program("fetch", f"{SITE}/", "-o", "a.prom", "--metrics", "a.prom")
        self.assertEqual(result.code, 2, result)


class Listener(MetricsTest):
    def ask(self, address, target="/metrics", method="GET", **fields):
        connection = http.client.HTTPConnection(address, timeout=SECONDS)
        with contextlib.closing(connection):
            connection.request(method, target, headers=fields)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def test_whoever_asks_gets_the_numbers_of_now(self):
        process, go_on = self.running_fetch("--metrics", ":0")
        address = self.address_of(process)
        self.assertTrue(address.startswith("127.0.0.1:"), address)

        def asked():
            status, fields, body = self.ask(address)
            self.assertEqual((status, fields["Content-Type"]), (200, "text/plain; version=0.0.4; charset=utf-8"))
            metrics = Metrics(body)
            return metrics.get("semsite_requests_running") == 1 and metrics
        metrics = eventually(asked, "the dump was asked for")
        self.assertEqual(metrics.get("semsite_datasets", state="active"), 1)
        self.assertEqual({dict(labels).get("run") for _, labels in metrics.values}, {None})
        self.assertEqual(self.ask(address, "/")[0], 200)
        self.assertEqual(self.ask(address, "/etc/passwd")[0], 404)
        self.assertEqual(self.ask(address, method="POST")[0], 405)
        self.assertEqual(self.ask(address, Host="evil.example")[0], 421)
        go_on.set()
        self.assertEqual(process.wait(SECONDS), 0)
        with self.assertRaises(OSError):
            self.ask(address)

    def test_beyond_loopback_it_answers_to_every_name_and_says_so(self):
        process, go_on = self.running_fetch("--metrics", "0.0.0.0:0")
        said = []
        for line in process.stderr:
            said.append(line)
            if found := re.search(r"metrics at http://0\.0\.0\.0:(\d+)/metrics", line):
                break
        self.assertIn("whoever reaches this machine", "".join(said))
        self.assertEqual(self.ask(f"127.0.0.1:{found[1]}", Host="worker:9464")[0], 200)
        go_on.set()
        self.assertEqual(process.wait(SECONDS), 0)

    def test_hostile_scrapers_hold_neither_the_run_nor_its_memory(self):
        process, go_on = self.running_fetch("--metrics", ":0")
        host, _, port = self.address_of(process).rpartition(":")
        place = (host, int(port))
        status = pathlib.Path(f"/proc/{process.pid}/status")

        def resident():
            return int(re.search(r"VmRSS:\s+(\d+)", status.read_text())[1])
        before = resident()
        with contextlib.ExitStack() as clients:
            def connect():
                client = clients.enter_context(socket.socket())
                client.settimeout(SECONDS)
                with contextlib.suppress(OSError):
                    client.connect(place)
                return client
            for _ in range(300):  # say nothing
                connect()
            for _ in range(50):  # never end their line
                with contextlib.suppress(OSError):
                    connect().sendall(b"GET /" + b"a" * 100_000)
            for _ in range(50):  # ask without end, and take nothing
                with contextlib.suppress(OSError):
                    client = connect()
                    client.setblocking(False)
                    for _ in range(200):
                        client.send(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
            # An honest one still has its turn.
            got = eventually(lambda: self.answered(f"{host}:{port}"), "an honest scraper was answered")
            self.assertEqual(Metrics(got).get("semsite_run_active"), 1)
            self.assertLess(resident() - before, 20_000)  # KiB
            threads = int(re.search(r"Threads:\s+(\d+)", status.read_text())[1])
            self.assertLess(threads, 60)
            begun = time.monotonic()
            go_on.set()
            self.assertEqual(process.wait(SECONDS), 0)
            self.assertLess(time.monotonic() - begun, 5)

    def answered(self, address):
        try:
            status, _, body = self.ask(address)
        except OSError:
            return None
        return body if status == 200 else None


class Serve(ServeTest):
    def test_serve_counts_what_it_answers(self):
        self.build('<http://a.example/s> <http://a.example/p> "river" <http://a.example/d> .\n')
        file = self.folder / "serve.prom"
        service = self.serve("--metrics", str(file))
        self.assertEqual(service.ask("/")[0], 200)
        self.assertEqual(service.ask("/none")[0], 404)
        self.assertEqual(service.ask("/", "POST")[0], 405)
        self.assertIn(b" 400 ", service.raw(b"nonsense\r\n\r\n"))
        self.assertEqual(service.ask("/metrics")[0], 404)  # not for those who search
        service.end()
        metrics = Metrics(file.read_text())
        self.assertEqual(metrics.by("semsite_serve_requests_total", "status"), {"2xx": 1, "4xx": 4})
        self.assertEqual(metrics.get("semsite_serve_request_duration_seconds_count"), 4)
        self.assertEqual(metrics.get("semsite_serve_documents"), 1)
        self.assertEqual(metrics.get("semsite_serve_connections_total"), 5)
        self.assertGreater(metrics.get("semsite_serve_response_bytes_total"), 1000)
        self.assertEqual(metrics.get("semsite_run_exit_status"), 0)


class Documented(MetricsTest):
    """docs/metrics.md and the board of Grafana name the metrics that there are, and no others."""

    def all_kinds(self):
        """Family → kind, of fetch, load and serve together."""
        kinds = {}
        sites = self.several_sites()
        with SmallStore() as store:
            self.run_program("fetch", *sites, "-o", "out.nq", "--metrics", self.file, "--load", store.base)
        kinds |= self.metrics().kinds
        self.run_program("index", "out.nq", "--index", "i")
        serve = self.begin("serve", "--index", "i", "--listen", "127.0.0.1:0", "--metrics", self.file)
        eventually(lambda: "semsite_serve_documents" in self.file.read_text(), "serve writes its metrics", 30)
        serve.send_signal(signal.SIGTERM)
        serve.wait(SECONDS)
        kinds |= self.metrics().kinds
        with PostgreSql() as database:
            self.run_program("queue", "init", database.url)
            sites[sites.index("--delay") + 1] = "3"  # the file is written every 5 s
            worker = self.begin("fetch", *sites, "--queue", database.url, "--name", "series", "-o", "out/",
                                "--metrics", self.file)
            eventually(lambda: "semsite_queue_lease_age_seconds" in self.file.read_text(), "a site is asked", 60)
            kinds |= self.metrics().kinds
            worker.send_signal(signal.SIGTERM)
            worker.wait(SECONDS)
        return kinds

    def test_each_metric_is_in_the_table_with_its_kind(self):
        page = (ROOT / "docs/metrics.md").read_text("utf-8")
        rows = dict(re.findall(r"^\| `(semsite_[a-z_0-9]+)` \| (counter|gauge|histogram) \|", page, re.MULTILINE))
        self.assertEqual(rows, self.all_kinds())

    @unittest.skipUnless(shutil.which("promtool"), "promtool is not installed (package prometheus)")
    def test_prometheus_finds_no_fault_with_metrics_and_expressions(self):
        self.run_program("fetch", *self.several_sites(), "-o", "out.nq", "--metrics", self.file)
        done = subprocess.run(["promtool", "check", "metrics"], input=self.file.read_bytes(), capture_output=True,
                              timeout=SECONDS, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))
        board = json.loads((ROOT / "deploy/grafana/semsite.json").read_text("utf-8"))
        asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
        [shown] = re.findall(r"^```\n(semsite_.*?)^```$", (ROOT / "docs/metrics.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
        asked += [line.partition("#")[0].strip() for line in shown.splitlines()]
        self.assertGreater(len(asked), 40)
        for name, value in (("$__rate_interval", "5m"), ("$job", ".*"), ("$instance", ".*")):
            asked = [one.replace(name, value) for one in asked]
        rules = self.folder / "rules.yml"  # JSON is YAML
        rules.write_text(json.dumps({"groups": [{"name": "all", "rules": [
            {"record": f"rule{number}", "expr": one} for number, one in enumerate(asked)]}]}))
        done = subprocess.run(["promtool", "check", "rules", rules], capture_output=True, text=True, timeout=SECONDS, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_board_asks_for_what_there_is(self):
        text = (ROOT / "deploy/grafana/semsite.json").read_text("utf-8")
        board = json.loads(text)
        asked = set()
        for panel in board["panels"]:
            for target in panel.get("targets", ()):
                asked |= set(re.findall(r"\bsemsite_[a-z_0-9]+", target["expr"]))
        known = set()
        for name, kind in self.all_kinds().items():
            known |= {name} if kind != "histogram" else {f"{name}_bucket", f"{name}_sum", f"{name}_count"}
        self.assertEqual(asked - known, set())
        # And nothing is left out, but for parts of histograms.
        self.assertEqual({name for name in known - asked if not re.search(r"_(bucket|sum|count)$", name)}, set())
        numbers = [panel["id"] for panel in board["panels"]]
        self.assertEqual(len(numbers), len(set(numbers)))


if __name__ == "__main__":
    unittest.main()
