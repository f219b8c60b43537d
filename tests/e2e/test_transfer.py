"""Broken transfers, redirects, private addresses, silence and interruption."""

import signal
import subprocess
import time

from harness import PROGRAM, ProgramTest, dataset_of, triples
from semantic_sitemap import dataset, publish
from web import Answer, redirect

DATASET = "http://www.example.com/catalogue"
DATA = triples(5000)
BYTES = "".join(DATA).encode()
EXPECTED = dataset_of(DATA, DATASET)


class Transfer(ProgramTest):
    def setUp(self):
        super().setUp()
        publish(self.site, dataset(DATASET, dumps=["http://www.example.com/all.nt"]))

    def gets(self, path, host="www.example.com"):
        return [r for r in self.web.log
                if (r.path, r.method, r.host.partition(":")[0]) == (path, "GET", host)]

    def test_a_broken_transfer_resumes_where_it_broke(self):
        whole = Answer(data=BYTES, ranges=True, etag='"1"')
        self.site.add("/all.nt", answers=[
            Answer(data=BYTES, ranges=True, etag='"1"', cut=100_000), whole])
        result = self.fetch("--prefer", "dump")
        self.assert_dataset(result, EXPECTED)
        self.assertEqual(result.code, 0, result)
        again = self.gets("/all.nt")[1]
        self.assertEqual(again.headers["Range"], "bytes=100000-")
        self.assertEqual(again.headers["If-Range"], '"1"')
        self.assertEqual(again.status, 206)

    def test_a_reset_is_no_end(self):
        self.site.add("/all.nt", answers=[
            Answer(data=BYTES, ranges=True, etag='"1"', reset=50_000),
            Answer(data=BYTES, ranges=True, etag='"1"')])
        self.assert_dataset(self.fetch("--prefer", "dump"), EXPECTED)

    def test_what_changed_meanwhile_is_not_mixed_with_what_came_before(self):
        new = dataset_of(triples(5000, name="http://data.example/new"), DATASET)
        self.site.add("/all.nt", answers=[
            Answer(data=BYTES, ranges=True, etag='"1"', cut=100_000),
            Answer(text="".join(triples(5000, name="http://data.example/new")), ranges=True,
                   etag='"2"')])
        result = self.fetch("--prefer", "dump")
        if result.report["totals"]["complete"]:
            self.assert_dataset(result, new)
        else:
            self.assertEqual(result.code, 1, result)
            self.assertLess(result.quads, EXPECTED)
            self.assertIn("changed", result.errors)

    def test_redirects_are_followed(self):
        self.site.add("/all.nt", answers=[redirect("/one", 301)])
        self.site.add("/one", answers=[redirect("http://www.example.com/two", 307)])
        self.site.add("/two", data=BYTES, type="application/n-triples")
        self.assert_dataset(self.fetch("--prefer", "dump"), EXPECTED)

    def test_each_hop_is_checked_against_robots(self):
        publish(self.site, dataset(DATASET, dumps=["http://www.example.com/all.nt"]),
                robots="User-agent: *\nDisallow: /secret\n")
        self.site.add("/all.nt", answers=[redirect("/secret.nt")])
        self.site.add("/secret.nt", data=BYTES)
        result = self.fetch("--only", "dump")
        self.assertEqual(self.gets("/secret.nt"), [])
        self.assertNotEqual(result.code, 0, result)

    def test_a_redirect_loop_ends(self):
        self.site.add("/all.nt", answers=[redirect("/b")])
        self.site.add("/b", answers=[redirect("/all.nt")])
        result = self.fetch("--only", "dump")
        self.assertIn(result.code, (1, 3), result)
        self.assertIn("redirect", result.errors.lower())
        self.assertLessEqual(len(self.gets("/all.nt")), 12)

    def test_a_redirect_to_a_private_address_is_refused(self):
        inside = self.web.host("127.0.0.3", address="127.0.0.3")
        inside.add("/all.nt", data=BYTES)
        inside.add("/robots.txt", text="")
        target = f"http://127.0.0.3:{self.web.port('127.0.0.3')}/all.nt"
        self.site.add("/all.nt", answers=[redirect(target)])
        result = self.fetch("--only", "dump")
        self.assertIn(result.code, (1, 3), result)
        self.assertIn("127.0.0.3", result.errors)
        self.assertEqual(self.web.paths("127.0.0.3"), [])

        result = self.fetch("--only", "dump", "--allow-private")
        self.assert_dataset(result, EXPECTED)

    def test_a_sitemap_must_not_probe_an_intranet(self):
        inside = self.web.host("127.0.0.3", address="127.0.0.3")
        inside.add("/all.nt", data=BYTES)
        target = f"http://127.0.0.3:{self.web.port('127.0.0.3')}/all.nt"
        publish(self.site, dataset(DATASET, dumps=[target]))
        result = self.fetch("--only", "dump")
        self.assertNotEqual(result.code, 0, result)
        self.assertEqual(self.web.paths("127.0.0.3"), [])

    def test_a_slow_server_is_waited_for(self):
        self.site.add("/all.nt", data=BYTES, drip=(20_000, 0.05))
        self.assert_dataset(self.fetch("--prefer", "dump"), EXPECTED)

    def test_a_wrong_length_is_a_failure(self):
        self.site.add("/all.nt", data=BYTES, length=len(BYTES) + 1000)
        result = self.fetch("--only", "dump")
        self.assertIn(result.code, (1, 3), result)
        self.assertIs(result.report["totals"]["complete"], False)

    def test_an_endless_body_ends_at_the_limit(self):
        self.site.add("/all.nt", data=BYTES, endless=True)
        result = self.fetch("--only", "dump", "--max-bytes", "2M")
        self.assertIn(result.code, (1, 3), result)
        self.assertLess(self.gets("/all.nt")[0].bytes, 50_000_000)

    def test_an_interrupt_ends_a_run_soon_with_130(self):
        self.site.add("/all.nt", data=BYTES, stall=50_000)
        output = self.folder / "out.nq"
        process = subprocess.Popen(
            [PROGRAM, "fetch", "http://www.example.com/", "-o", output, "--only", "dump",
             "--delay", "0", *self.web.connect_to_args()],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            end = time.monotonic() + 30
            while ("/sitemap.xml" not in self.web.paths() and process.poll() is None
                   and time.monotonic() < end):
                time.sleep(0.05)
            time.sleep(0.5)
            self.assertIsNone(process.poll(), "it did not wait for the stalled server")
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=20)
        finally:
            process.kill()
            process.wait()
        self.assertEqual(process.returncode, 130, errors)
        self.assertFalse(output.exists(), "a part was given out as the whole")
