"""`--log json` of fetch and load: what begins and ends, for programs (docs/log.md, docs/log.schema.json)."""

import json
import re
import signal
import subprocess
import threading

from harness import PROGRAM, ROOT, SECONDS, ProgramTest, triples
from log_events import SCHEMA, VALIDATOR, events_of, lines_of
from semantic_sitemap import dataset, publish
from small_store import SmallStore
from web import Answer

SITE = "http://www.example.com"
BAD = "<urn:a> <urn:b> <urn:c d> .\n"


class LogEvents(ProgramTest):
    def published(self, more=BAD):
        """Two sites, one of which is not there."""
        publish(self.site, dataset(f"{SITE}/all", dumps=[f"{SITE}/a.nt"]))
        self.site.add("/a.nt", text="".join(triples(30)) + more, type="application/n-triples")
        gone = self.web.host("gone.example", "127.0.0.3")
        gone.guard = lambda *_: Answer(status=404)
        return [f"{SITE}/", "http://gone.example/x", "--delay", "0", *self.web.connect_to_args()]

    def fetched(self, *words, code=1):
        result = self.run_program("fetch", *words, "-o", "out.nq", "--report", "report.json", "--log", "json")
        self.assertEqual(result.code, code, result)
        return result, json.loads((self.folder / "report.json").read_text("utf-8"))

    def test_a_run_of_two_sites(self):
        result, report = self.fetched(*self.published(more=""))
        events = events_of(result.errors)
        names = [one["event"] for one in events]
        self.assertEqual((names[0], names[-1]), ("run_begun", "run_ended"))
        self.assertEqual(sorted(names[1:-1]), sorted(["site_begun"] * 2 + ["site_ended"] * 2
                                                     + names.count("dataset_begun") * ["dataset_begun", "dataset_ended"]))
        self.assertEqual(events[0]["sites"], 2)
        # Each is what the report says.
        sites = {one["site"]: one for one in events_of(result.errors, "site_ended")}
        self.assertEqual({site: one["state"] for site, one in sites.items()},
                         {f"{SITE}/": "complete", "http://gone.example/x": "failed"})
        self.assertTrue(sites["http://gone.example/x"]["cause"])
        self.assertNotIn("cause", sites[f"{SITE}/"])
        self.assertEqual(len(report["sites"]), 2)
        [data] = [one for one in events_of(result.errors, "dataset_ended") if one.get("uri") == f"{SITE}/all"]
        self.assertEqual((data["way"], data["complete"], data["quads"], data["faults"]), ("dump", True, 30, 0))
        [begun] = [one for one in events_of(result.errors, "dataset_begun") if one.get("uri") == f"{SITE}/all"]
        self.assertEqual(begun["way"], "dump")
        self.assertTrue(begun["reason"])
        end = events[-1]
        totals = report["totals"]
        self.assertEqual((end["exit_status"], end["requests"], end["bytes"], end["quads"], end["faults"]),
                         (1, totals["requests"], totals["bytes"], totals["quads"], sum(report["faults"].values())))
        self.assertEqual((end["sites"], end["sites_complete"]), (2, 1))
        # Each site begins before its datasets, and ends behind them.
        self.assertEqual([one["event"] for one in events if one.get("site") == f"{SITE}/"],
                         ["site_begun", "dataset_begun", "dataset_ended", "site_ended"])

    def test_warnings_have_their_codes(self):
        result, _ = self.fetched(*self.published())
        codes = [one["code"] for one in lines_of(result.errors) if one["level"] == "warning" and "code" in one]
        self.assertIn("nquads.bad-iri", codes)

    def test_nothing_is_told_twice(self):
        result, _ = self.fetched(*self.published())
        said = [one["message"] for one in lines_of(result.errors)]
        self.assertEqual(len(said), len(set(said)), said)
        # The line that people see is the event: there is no second one.
        self.assertEqual(sum(": by dump (" in message for message in said), 1)

    def test_people_see_what_they_saw(self):
        words = self.published()
        result = self.run_program("fetch", *words, "-o", "out.nq")
        self.assertNotRegex(result.errors, r"begun|fetch begins|fetch ends|run_|site_")
        self.assertEqual(result.errors.count(": by dump ("), 1)

    def test_quiet_tells_of_no_events(self):
        result = self.run_program("fetch", *self.published(), "-o", "out.nq", "--log", "json", "-q")
        self.assertEqual(events_of(result.errors), [])
        self.assertEqual({one["level"] for one in lines_of(result.errors)}, {"error"})

    def test_secrets_are_masked(self):
        words = self.published()
        words[0] = f"{SITE}/?token=s3cr3tvalue"
        self.site.add("/?token=s3cr3tvalue", text="<!doctype html><p>x", type="text/html")
        result, _ = self.fetched(*words)
        self.assertNotIn("s3cr3tvalue", result.errors)
        self.assertIn("***", events_of(result.errors, "site_begun")[0]["site"]
                      + events_of(result.errors, "site_begun")[1]["site"])
        with SmallStore() as store:
            (self.folder / "a.nt").write_text("".join(triples(3)))
            result = self.run_program("load", "a.nt", "--to", f"{store.base}/?token=s3cr3tvalue", "--log", "json")
        self.assertNotIn("s3cr3tvalue", result.errors)
        self.assertIn("token=***", events_of(result.errors, "run_begun")[0]["to"])

    def test_what_the_web_says_stays_in_its_line(self):
        """A label may have anything in it."""
        publish(self.site, dataset(f"{SITE}/all", label='a"},{"event":"run_ended\u2028\x85', dumps=[f"{SITE}/a.nt"]))
        self.site.add("/a.nt", text="".join(triples(3)), type="application/n-triples")
        result, _ = self.fetched(f"{SITE}/", "--delay", "0", *self.web.connect_to_args(), code=0)
        self.assertEqual([one["event"] for one in events_of(result.errors)],
                         ["run_begun", "site_begun", "dataset_begun", "dataset_ended", "site_ended", "run_ended"])

    def test_a_part_that_one_of_several_sites_has(self):
        """Whether a site owes something is known at the end."""
        words = self.published(more="")
        other = self.web.host("other.example", "127.0.0.4")
        publish(other, dataset("http://other.example/else", dumps=["http://other.example/e.nt"]))
        words[1] = "http://other.example/"
        result, _ = self.fetched(*self.with_ports(words), "--dataset", f"{SITE}/all", code=0)
        states = {one["site"]: one["state"] for one in events_of(result.errors, "site_ended")}
        self.assertEqual(set(states), {f"{SITE}/", "http://other.example/"})
        self.assertEqual(states[f"{SITE}/"], "complete")

    def with_ports(self, words):
        return [*words[:4], *self.web.connect_to_args()]

    def test_a_load(self):
        (self.folder / "data.nq").write_text("".join(triples(40)) + BAD)
        with SmallStore() as store:
            result = self.run_program("load", "data.nq", "--to", store.base, "--log", "json")
        self.assertEqual(result.code, 1, result)
        begun, read, ended = events_of(result.errors)
        self.assertEqual((begun["event"], begun["command"], begun["inputs"]), ("run_begun", "load", 1))
        self.assertEqual((read["event"], read["outcome"], read["quads"], read["faults"]),
                         ("input_ended", "faulty", 40, 1))
        self.assertTrue(read["source"].endswith("/data.nq"))
        self.assertEqual((ended["event"], ended["exit_status"], ended["statements_loaded"]), ("run_ended", 1, 40))

    def test_a_fetch_that_loads_is_two_runs(self):
        with SmallStore() as store:
            result = self.run_program("fetch", *self.published(), "-o", "out.nq", "--load", store.base, "--log", "json")
        self.assertEqual([(one["event"], one["command"]) for one in events_of(result.errors) if "command" in one],
                         [("run_begun", "fetch"), ("run_begun", "load"), ("run_ended", "load"), ("run_ended", "fetch")])

    def test_every_end_is_told(self):
        result = self.run_program("fetch", *self.published(), "-o", "/dev/full", "--log", "json")
        self.assertEqual(result.code, 3, result)
        self.assertEqual(events_of(result.errors, "run_ended")[0]["exit_status"], 3)
        (self.folder / "kept.nq.state").write_text("")
        (self.folder / "kept.nq").write_text("x")
        result = self.run_program("fetch", *self.published(), "-o", "kept.nq", "--log", "json")
        self.assertEqual(result.code, 2, result)
        self.assertEqual(events_of(result.errors, "run_ended")[0]["exit_status"], 2)
        go_on, asked = threading.Event(), threading.Event()
        self.addCleanup(go_on.set)

        def slow(*_):
            asked.set()
            go_on.wait(SECONDS)
            return Answer(text="")
        self.site.serve("/a.nt", slow)
        process = subprocess.Popen([PROGRAM, "fetch", *self.published()[:1], *self.published()[2:], "--no-head", "-o", "slow.nq",
                                    "--log", "json"], cwd=self.folder, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.assertTrue(asked.wait(SECONDS))
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=SECONDS)[1]
        self.assertEqual(process.returncode, 130, errors)
        self.assertEqual(events_of(errors, "run_ended")[0]["exit_status"], 130)
        self.assertEqual(events_of(errors, "site_ended")[0]["state"], "interrupted")


class Documented(ProgramTest):
    def test_the_schema_refuses_what_is_none(self):
        good = {"time": "2026-01-01T00:00:00Z", "level": "info", "message": "x", "event": "site_begun", "site": "http://a.example/"}
        self.assertTrue(VALIDATOR.is_valid(good))
        for change in ({"event": "site_gone"}, {"site": 1}, {"more": 1}, {"level": "loud"}, {"message": ""}, {"time": "now"}):
            self.assertFalse(VALIDATOR.is_valid({**good, **change}), change)

    def test_the_page_has_a_row_for_each_event_and_member(self):
        page = (ROOT / "docs/log.md").read_text("utf-8")
        rows = {name: set(re.findall(r"`([a-z_]+)`", members))
                for name, members in re.findall(r"^\| `([a-z]+_[a-z]+)` \| [^|]+ \| ([^|]+) \|", page, re.MULTILINE)}
        shared = {"time", "level", "message", "event"}
        wanted = {name: set(event["properties"]) - shared for name, event in SCHEMA["definitions"].items()
                  if "event" in event.get("properties", {})}
        self.assertEqual(rows, wanted)
