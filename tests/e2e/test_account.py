"""`--report` of the commands that read inputs (docs/report.md, commands that read inputs)."""

import gzip
import json
import signal
import subprocess
import time

from harness import PROGRAM, ProgramTest, triples
from browser import Browser
from small_store import SmallStore

BAD = "<urn:a> <urn:b> <urn:c d> .\n"
#: Which members the account has, and no others (`stopped` only where it was).
MEMBERS = {"semsite", "command", "started", "finished", "seconds", "exit_status", "interrupted",
           "totals", "faults", "problems", "notes", "sources"}


class Account(ProgramTest):
    def setUp(self):
        super().setUp()
        self.report = self.folder / "account.json"
        (self.folder / "a.nt").write_text("".join(triples(30)))
        (self.folder / "b.nt.gz").write_bytes(
            gzip.compress(("".join(triples(30, start=100)) + BAD).encode()))
        (self.folder / "page.nt").write_text("<!doctype html><title>Gone</title>\n")

    def account(self, *arguments, code, **more):
        self.report.unlink(missing_ok=True)
        result = self.run_program(*arguments, "--report", self.report, **more)
        self.assertEqual(result.code, code, result)
        account = json.loads(self.report.read_text("utf-8"))
        self.assertEqual(account["exit_status"], code)
        self.assertEqual(set(account) - {"stopped"}, MEMBERS)
        self.assertEqual(account["command"][1], arguments[0])
        return account

    def assert_rows(self, account):
        """Of a.nt, b.nt.gz and page.nt, in this order."""
        whole, faulty, failed = account["sources"]
        self.assertEqual([one["url"].rpartition("/")[2] for one in account["sources"]],
                         ["a.nt", "b.nt.gz", "page.nt"])
        self.assertEqual((whole["outcome"], whole["quads"]), ("whole", 30))
        self.assertEqual(whole["bytes"], (self.folder / "a.nt").stat().st_size)
        # As it came: packed.
        self.assertEqual(faulty["bytes"], (self.folder / "b.nt.gz").stat().st_size)
        self.assertEqual((faulty["outcome"], faulty["quads"], faulty["faults"]),
                         ("faulty", 30, {"nquads.bad-iri": 1}))
        self.assertEqual((failed["outcome"], failed["code"], failed["begins"]),
                         ("failed", "document.html", "<!doctype html><title>Gone</title>"))
        self.assertGreaterEqual(faulty["started_after"], 0)
        self.assertEqual(account["faults"]["nquads.bad-iri"], 1)
        totals = account["totals"]
        self.assertEqual((totals["quads"], totals["complete"]), (60, False))
        self.assertEqual(totals["bytes"], sum(one["bytes"] for one in account["sources"]))
        self.assertNotIn("requests", totals)

    def test_convert(self):
        self.assert_rows(self.account("convert", "a.nt", "b.nt.gz", "page.nt", "-o", "out.nq",
                                      code=3))
        account = self.account("convert", "a.nt", "-o", "out.nq", code=0)
        self.assertEqual((account["totals"]["complete"], account["faults"]), (True, {}))

    def test_slice(self):
        account = self.account("slice", "a.nt", "b.nt.gz", "page.nt", "-o", "out.nq", code=3)
        self.assert_rows(account)
        written = (self.folder / "out.nq").read_text().splitlines()
        self.assertEqual(account["totals"]["quads_written"], len(written))
        self.assertEqual(account["totals"]["documents_written"],
                         len({line.split()[-2] for line in written}))

    def test_index(self):
        account = self.account("index", "a.nt", "b.nt.gz", "page.nt", "--index", "i", code=3)
        self.assert_rows(account)
        totals = account["totals"]
        self.assertEqual(totals["documents"], totals["documents_new"])
        again = self.account("index", "a.nt", "--index", "i", code=0)["totals"]
        self.assertGreater(again["documents_unchanged"] + again["documents_replaced"], 0)

    def test_a_feed(self):
        account = self.account("index", "a.nt", "--feed", "bulk", "-o", "feed", code=0)
        self.assertGreater(account["totals"]["documents_written"], 0)

    def test_load(self):
        with SmallStore() as store:
            to = ("--to", store.base, "--retry-delay", "0.05")
            account = self.account("load", "a.nt", "b.nt.gz", "page.nt", *to, code=3)
            self.assert_rows(account)
            self.assertEqual(account["totals"]["statements_loaded"], 60)
            self.assertEqual(account["totals"]["graphs"], 1)
            # What is loaded already is not read.
            self.account("load", "a.nt", *to, "--state", "s", code=0)
            account = self.account("load", "a.nt", *to, "--state", "s", code=0)
            self.assertEqual(account["sources"], [{"url": (self.folder / "a.nt").as_uri(),
                                                   "outcome": "not-read"}])
            self.assertIs(account["totals"]["complete"], True)

    def test_urls_have_their_requests(self):
        self.site.add("/d.nt", text="".join(triples(5)), type="application/n-triples")
        account = self.account("convert", "http://www.example.com/d.nt", "-o", "out.nq",
                               *self.web.connect_to_args(), code=0)
        self.assertEqual(account["totals"]["requests"], 1)

    def test_a_run_that_is_stopped_has_its_account(self):
        (self.folder / "big.nt").write_text("".join(triples(50_000)))
        account = self.account("convert", "big.nt", "-o", "/dev/full", code=3)
        self.assertIn("No space left", account["stopped"])
        account = self.account("load", "b.nt.gz", "--to", "http://127.0.0.1:9/", "--retries", "1",
                               code=3)
        self.assertTrue(account["stopped"])
        self.assertEqual(account["sources"][0]["outcome"], "not-read")

    def test_an_interrupted_run_tells_what_it_did_not_come_to(self):
        running = subprocess.Popen([PROGRAM, "convert", "a.nt", "-", "-o", "out.nq", "--report",
                                    self.report], stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                                   cwd=self.folder)
        self.addCleanup(running.stderr.close)
        self.addCleanup(running.stdin.close)
        deadline = time.monotonic() + 30
        while not (self.folder / "out.nq.part").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        self.assertEqual(running.wait(30), 130, running.stderr.read())
        account = json.loads(self.report.read_text("utf-8"))
        self.assertEqual((account["exit_status"], account["interrupted"]), (130, True))
        self.assertEqual(len(account["sources"]), 2)

    def test_the_report_is_none_of_the_other_files(self):
        result = self.run_program("convert", "a.nt", "-o", "x.nq", "--report", "x.nq")
        self.assertEqual(result.code, 2, result)

    def test_the_page_for_people(self):
        page = self.folder / "account.html"
        result = self.run_program("convert", "a.nt", "b.nt.gz", "page.nt", "-o", "out.nq",
                                  "--report", page)
        self.assertEqual(result.code, 3, result)
        with Browser() as browser:
            browser.assert_fits_every_screen(self, page)
            self.assertEqual(browser.errors(), [])
            self.assertIn("1 of 3 inputs came whole", browser.text("#verdict"))
            self.assertIn("page.nt", browser.text("#failures"))
            self.assertEqual(browser.texts("#totals dt"),
                             ["quads read", "inputs got whole", "read", "faults"])
