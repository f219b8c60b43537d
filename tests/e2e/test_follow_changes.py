"""Lists of changes that a store follows (docs/changes.md): `load --changes` and `fetch --changes --load`."""

import hashlib
import json
import os
import signal
import subprocess
import time
import unittest

from harness import PROGRAM, ProgramTest

import crawl_web
import quads
from semantic_sitemap import dataset, publish, sitemap
from small_store import Fault, SmallStore

E = "http://www.example.com"
PREFIXES = f"@prefix : <{E}/words#> .\n"
FIRST = {
    "kept": "<#it> :name 'stays' .",
    "literal": "<#it> :price '5', '7' ; :name 'chair' .",
    "iri": "<#it> :next <other>, <kept> .",
    "tags": "<#it> :name 'chair'@en, 'Stuhl'@de-AT, 'plain' .",
    "nodes": "<#it> :address [ :street 'High Street' ; :no [ :is '5' ] ], [ :street 'Low Street' ] ; :name 'house' .",
    "gone": "<#it> :name 'goes' ; :address [ :street 'Nowhere' ] .",
}
SECOND = FIRST | {
    "literal": "<#it> :price '6', '7' ; :name 'a \\\\user \"chair\"\\nof two lines' .",
    "iri": "<#it> :next <another>, <kept> .",
    "tags": "<#it> :name 'chair'@EN, 'Stuhl'@de-CH, 'simple' .",
    "nodes": "<#it> :address [ :street 'High Street' ; :no [ :is '6' ] ], [ :street 'Low Street' ] ; :name 'house' .",
    "new": "<#it> :name 'new' ; :address [ :street 'Somewhere' ] .",
}
del SECOND["gone"]
THIRD = SECOND | {"literal": "<#it> :price '5' .", "tags": "<#it> :name 'chair'@fr ."}
#: The same without blank nodes: a patch tells all of it.
GROUND = [{name: text for name, text in pages.items() if "[" not in text} for pages in (FIRST, SECOND, THIRD)]


class FollowTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.store = self.enterContext(SmallStore())

    def offer(self, pages):
        publish(self.site)
        self.site.add("/sitemap.xml", text=sitemap(urls=[f"{E}/{name}" for name in pages]))
        for name in {**FIRST, **SECOND}:
            if name in pages:
                text = PREFIXES + pages[name]
                self.site.add(f"/{name}", type="text/turtle", text=text, etag=crawl_web.etag(text))
            else:
                self.site.add(f"/{name}", status=404, text="no")

    def fetch_pages(self, pages, changes, *more, code=0):
        """A run of the same command with its state; its list stands in the file `changes`."""
        self.offer(pages)
        result = self.run_program("fetch", f"{E}/", "-o", "out.nq", "--changes", changes, "--delay", "0",
                                  *self.web.connect_to_args(), *more)
        self.assertEqual(result.code, code, result)
        return result

    def load(self, *arguments, code=0):
        result = self.run_program("load", *arguments, "--to", self.store.base, "--retry-delay", "0.05")
        self.assertEqual(result.code, code, result)
        return result

    def output(self):
        return quads.read_dataset((self.folder / "out.nq").read_bytes())

    def assert_followed(self, result=None):
        expected, got = self.output(), self.store.dataset()
        self.assertTrue(quads.isomorphic(expected, got), f"{quads.difference(expected, got)}\n{result}")

    def ends(self, name):
        """The contents that a list leads from and to."""
        words = (self.folder / name).read_text().splitlines()[1].split()
        self.assertEqual(words[:2] + words[3:4], ["#", "from", "to"])
        return words[2], words[4]


class Names(FollowTest):
    """Each list names the contents that it leads from and to."""

    def name_of_output(self):
        output = (self.folder / "out.nq").read_text().replace("@de-AT", "@de-at")
        lines = sorted(line.encode() for line in set(output.splitlines(keepends=True)))
        return "sha256:" + hashlib.sha256(b"".join(lines)).hexdigest()

    def test_a_content_is_the_sum_of_its_sorted_lines_and_the_first_is_nothing(self):
        for form in ("list", "list.ru"):
            with self.subTest(form):
                for path in self.folder.glob("out.nq*"):
                    path.unlink()
                self.fetch_pages(GROUND[0], form)
                first = self.name_of_output()
                self.assertEqual(self.ends(form), ("nothing", first))
                self.fetch_pages(GROUND[0] | {"literal": "<#it> :price '6' ."}, form)
                self.assertEqual(self.ends(form), (first, self.name_of_output()))

    def test_a_run_that_leaves_the_output_leads_from_it_to_it(self):
        self.fetch_pages(GROUND[0], "list")
        _, to = self.ends("list")
        self.site.add("/robots.txt", status=503, text="later")
        result = self.run_program("fetch", f"{E}/", "-o", "out.nq", "--changes", "list", "--delay", "0",
                                  "--retries", "1", *self.web.connect_to_args())
        self.assertEqual(result.code, 3, result)
        self.assertEqual(self.ends("list"), (to, to))

    def test_a_run_without_a_list_is_a_gap(self):
        self.fetch_pages(GROUND[0], "list")
        _, first = self.ends("list")
        self.offer(GROUND[1])
        self.run_program("fetch", f"{E}/", "-o", "out.nq", "--delay", "0", *self.web.connect_to_args())
        self.fetch_pages(GROUND[2], "list")
        self.assertNotEqual(self.ends("list")[0], first)

    def test_an_order_or_a_tag_in_another_case_is_the_same_content(self):
        self.fetch_pages({"tags": "<#it> :name 'a'@en, 'b' ."}, "list")
        _, to = self.ends("list")
        self.fetch_pages({"tags": "<#it> :name 'b', 'a'@EN ."}, "list")
        self.assertEqual(self.ends("list"), (to, to))


class Follows(FollowTest):
    def test_the_store_is_what_the_output_is_night_after_night(self):
        for form, nights in (("list.ru", (FIRST, SECOND, THIRD)), ("list.ru.gz", (FIRST, SECOND, THIRD)),
                             ("list", GROUND)):
            for protocol in ("nquads", "gsp", "update"):
                with self.subTest(form=form, protocol=protocol):
                    self.store.quads = set()
                    for path in self.folder.iterdir():
                        path.unlink()
                    for night, pages in enumerate(nights):
                        self.fetch_pages(pages, form)
                        result = self.load("out.nq", "--changes", form, "--protocol", protocol)
                        self.assert_followed(result)
                        self.assertEqual("followed" in result.errors, night > 0, result)
                        self.assertEqual((self.folder / "out.nq.load").exists(), True)

    def test_a_list_alone_loads_everything_the_first_time(self):
        for form in ("list", "list.ru"):
            with self.subTest(form):
                self.store.quads = set()
                for path in self.folder.iterdir():
                    path.unlink()
                for pages in (FIRST, THIRD):
                    self.fetch_pages(pages, form)
                    result = self.load("--changes", form, code=1 if form == "list" and pages is THIRD else 0)
                    if pages is FIRST or form == "list.ru":
                        self.assert_followed(result)

    def test_what_did_not_change_is_not_sent(self):
        self.fetch_pages(GROUND[0], "list")
        self.load("out.nq", "--changes", "list")
        before = len(self.store.writes)
        self.fetch_pages(GROUND[1], "list")
        self.load("out.nq", "--changes", "list")
        sent = b"".join(request.body for request in self.store.writes[before:])
        self.assertIn(b"another", sent)
        self.assertNotIn(b"stays", sent)

    def test_the_same_list_twice_does_nothing_twice(self):
        for form in ("list", "list.ru"):
            self.fetch_pages(FIRST, form, "--fresh")
            self.load("out.nq", "--changes", form, "--fresh", "--replace")
            self.fetch_pages(THIRD, form)
            code = 1 if form == "list" else 0
            for _ in range(2):
                result = self.load("out.nq", "--changes", form, code=code)
            before = len(self.store.writes)
            held = self.store.dataset()
            result = self.load("out.nq", "--changes", form, code=code)
            self.assertIn("already", result.errors)
            self.assertEqual((len(self.store.writes), self.store.dataset()), (before, held))

    def test_fetch_loads_all_the_first_time_and_then_follows(self):
        for pages in (FIRST, SECOND, THIRD, THIRD):
            result = self.fetch_pages(pages, "list.ru", "--load", self.store.base)
            self.assert_followed(result)
        self.assertEqual(sum(request.method == "PUT" for request in self.store.writes), 0)

    def test_fetch_with_replace_loads_all_and_the_next_without_follows(self):
        self.fetch_pages(FIRST, "list.ru", "--load", self.store.base, "--replace")
        self.fetch_pages(SECOND | {"gone": "<#it> :name 'is back' ."}, "list.ru", "--load", self.store.base,
                         "--replace")
        self.assert_followed()
        result = self.fetch_pages(THIRD, "list.ru", "--load", self.store.base)
        self.assertIn("followed", result.errors)
        self.assert_followed(result)

    def test_the_report_tells_what_went_came_and_could_not_be_told(self):
        self.fetch_pages(FIRST, "list")
        self.load("out.nq", "--changes", "list")
        self.fetch_pages(SECOND, "list")
        listed = (self.folder / "list").read_text().splitlines()
        result = self.load("out.nq", "--changes", "list", "--report", "report.json", code=1)
        self.assertIn("load.not-expressed", result.errors)
        self.assertIn("--replace", result.errors)
        totals = json.loads((self.folder / "report.json").read_text())["totals"]
        blank = sum("_:" in line for line in listed)
        self.assertEqual(totals["statements_removed"], sum(
            line.startswith("D ") and "_:" not in line for line in listed))
        self.assertEqual(totals["statements_loaded"], sum(
            line.startswith("A ") and "_:" not in line for line in listed))
        self.assertEqual(totals["statements_not_expressed"], blank)
        self.assertGreater(blank, 0)
        # Of quads without blank nodes the store is what the output is.
        def ground(held):
            return {quad for quad in held if "blank" not in (quad[0][0], quad[2][0])}
        self.assertEqual(ground(self.store.dataset()), ground(self.output()))
        # It stays told until all is loaded.
        self.fetch_pages(THIRD, "list")
        self.assertIn("did not reach", self.load("out.nq", "--changes", "list", code=1).errors)
        self.load("out.nq", "--changes", "list", "--replace")
        self.fetch_pages(THIRD | {"literal": "<#it> :price '8' ."}, "list")
        self.load("out.nq", "--changes", "list")

    def test_rdf_1_2_is_followed_where_the_store_knows_it_and_told_where_not(self):
        first = "<#it> :name 'a' ; :says <<( <#s> :p 'old' )>> ."
        second = "<#it> :name 'a' ; :says <<( <#s> :p 'new' )>> ."
        for known in (True, False):
            self.store.quads, self.store.rdf12 = set(), {"triple terms", "directions"} if known else set()
            self.fetch_pages({"tags": first}, "list", "--fresh")
            self.load("out.nq", "--changes", "list", "--fresh")
            self.fetch_pages({"tags": second}, "list")
            self.load("out.nq", "--changes", "list", code=0 if known else 1)
            if known:
                self.assert_followed()


class AfterAGap(FollowTest):
    """A list that nobody followed took a graph out: what is loaded as a whole then leaves nothing of it."""

    def miss_a_list(self, protocol):
        self.fetch_pages(GROUND[0] | {"gone": "<#it> :name 'goes' ."}, "a")
        self.load("out.nq", "--changes", "a", "--protocol", protocol)
        self.fetch_pages({name: text for name, text in GROUND[0].items() if name != "gone"}, "b")
        self.fetch_pages(GROUND[1], "c")
        self.load("out.nq", "--changes", "c", "--protocol", protocol, code=2)

    def test_the_store_is_what_the_output_is(self):
        self.miss_a_list("gsp")
        self.assert_followed(self.load("out.nq", "--changes", "c", "--replace", "--protocol", "gsp"))
        self.fetch_pages(GROUND[2], "d")
        self.assert_followed(self.load("out.nq", "--changes", "d", "--protocol", "gsp"))

    def test_a_slash_at_the_end_of_its_address_is_no_other_store(self):
        self.fetch_pages(GROUND[0], "a")
        self.load("out.nq", "--changes", "a")
        self.fetch_pages(GROUND[1], "b")
        other = self.store.base.rstrip("/") if self.store.base.endswith("/") else self.store.base + "/"
        result = self.run_program("load", "out.nq", "--changes", "b", "--to", other)
        self.assertEqual(result.code, 0, result)
        self.assert_followed(result)


class OthersGraphs(FollowTest):
    """A site that names the graph of another host, and is silent about it later, takes nothing out of it
    (docs/load.md, "Replace and verify")."""

    GRAPH = "http://data.victim.example/graph"

    def dump(self, *names, own="1"):
        publish(self.site, dataset(f"{E}/all", dumps=[f"{E}/all.nq"]))
        text = "".join(f"<{E}/{name}> <{E}/p> <{E}/o> <{self.GRAPH}> .\n" for name in names)
        text += f'<{E}/s> <{E}/p> "{own}" <{E}/own> .\n'
        self.site.add("/all.nq", text=text, etag=crawl_web.etag(text))

    def night(self, *more, code=0):
        result = self.run_program("fetch", f"{E}/", "-o", "out.nq", "--changes", "list", "--delay", "0",
                                  *self.web.connect_to_args())
        self.assertEqual(result.code, 0, result)
        return self.load(*more, code=code)

    def test_of_what_was_there_before_nothing_goes(self):
        for inputs in (("out.nq", "--changes", "list"), ("--changes", "list")):
            with self.subTest(inputs):
                for path in self.folder.iterdir():
                    path.unlink()
                theirs = quads.read_dataset(f"<{E}/a> <{E}/p> <{E}/o> <{self.GRAPH}> .\n".encode())
                self.store.quads = set(theirs)
                self.dump("a")
                self.night(*inputs)
                self.dump(own="2")
                result = self.night(*inputs, code=1)
                self.assertIn("load.foreign-graph", result.errors)
                self.assertEqual(self.store.dataset(), self.output() | theirs)
                self.dump(own="3")
                self.assertIn("did not reach", self.night(*inputs, code=1).errors)

    def test_what_this_state_made_goes(self):
        self.dump("a", "b")
        self.night("out.nq", "--changes", "list")
        self.dump("b")
        self.night("out.nq", "--changes", "list")
        self.assert_followed()

    def test_it_goes_where_the_user_trusts(self):
        self.store.quads = set(quads.read_dataset(f"<{E}/a> <{E}/p> <{E}/o> <{self.GRAPH}> .\n".encode()))
        self.dump("a")
        self.night("out.nq", "--changes", "list")
        self.dump()
        self.night("out.nq", "--changes", "list", "--trust", "data.victim.example")
        self.assert_followed()


class Refusals(FollowTest):
    def assert_refused(self, code, text, *arguments):
        before, held = len(self.store.writes), self.store.dataset()
        result = self.load(*arguments, code=code)
        for one in text if isinstance(text, tuple) else (text,):
            self.assertIn(one, result.errors)
        self.assertEqual((len(self.store.writes), self.store.dataset()), (before, held))
        return result

    def test_a_gap_names_both_contents_and_the_way_out(self):
        for form in ("list", "list.ru"):
            with self.subTest(form):
                self.store.quads = set()
                self.fetch_pages(GROUND[0], form, "--fresh")
                self.load("out.nq", "--changes", form, "--fresh")
                _, first = self.ends(form)
                self.fetch_pages(GROUND[1], form)
                self.fetch_pages(GROUND[2], form)
                there, to = self.ends(form)
                self.assert_refused(2, (first, there, to, "--replace"), "out.nq", "--changes", form)
                self.load("out.nq", "--changes", form, "--replace")
                self.fetch_pages(GROUND[1], form)
                self.load("out.nq", "--changes", form)
                self.assert_followed()

    def test_a_list_that_does_not_begin_with_nothing_needs_a_state(self):
        self.fetch_pages(GROUND[0], "list")
        self.fetch_pages(GROUND[1], "list")
        self.assert_refused(2, ("leads from sha256:", "has nothing"), "--changes", "list")

    def test_a_list_that_was_cut_off_or_lost_something(self):
        for form in ("list", "list.ru"):
            self.fetch_pages(GROUND[0], form, "--fresh")
            self.load("out.nq", "--changes", form, "--fresh", "--replace")
            self.fetch_pages(GROUND[1], form)
            lines = (self.folder / form).read_text().splitlines(keepends=True)
            for cut in (lines[:-1], lines[:-2], lines[:3], lines[:1], [*lines[:-1], lines[-1][:-1]]):
                (self.folder / form).write_text("".join(cut))
                self.assert_refused(3, "cut off", "out.nq", "--changes", form)
            (self.folder / form).write_text("".join(lines[:2] + lines[3:]))
            if form == "list":
                self.assert_refused(3, "was lost", "out.nq", "--changes", form)
            (self.folder / form).write_text("".join([*lines[:3], "nonsense\n", *lines[3:]]))
            self.assert_refused(3, "line 4 is none of a list", "out.nq", "--changes", form)

    def test_a_file_that_is_no_list(self):
        self.fetch_pages(GROUND[0], "list")
        self.assert_refused(3, "is no list of changes", "--changes", "out.nq")
        self.assert_refused(3, "not-there", "--changes", "not-there")

    def test_a_list_of_an_earlier_version_does_not_name_its_ends(self):
        self.fetch_pages(GROUND[0], "list")
        lines = (self.folder / "list").read_text().splitlines(keepends=True)
        (self.folder / "list").write_text("".join(lines[:1] + lines[2:]))
        self.assert_refused(2, ("earlier version", "--replace"), "--changes", "list")
        (self.folder / "list").write_text(lines[0] + "# end: 0 removed, 0 added\n")
        self.assert_refused(0, "nothing changed", "--changes", "list")

    def test_a_list_of_another_output(self):
        self.fetch_pages(GROUND[0], "list")
        (self.folder / "other.nq").write_text(f"<{E}/a> <{E}/b> <{E}/c> .\n")
        self.assert_refused(2, ("leads to sha256:", "other.nq is sha256:"), "other.nq", "--changes", "list")

    def test_a_store_that_follows_is_not_loaded_over_by_chance(self):
        self.fetch_pages(GROUND[0], "list")
        self.load("out.nq", "--changes", "list")
        self.fetch_pages(GROUND[1], "list")
        self.load("out.nq", "--changes", "list")
        self.assert_refused(3, ("follows lists of changes", "--replace"), "out.nq")

    def test_a_list_is_no_data_and_the_message_names_the_command(self):
        for form in ("list", "list.ru"):
            self.fetch_pages(GROUND[0], form, "--fresh")
            self.assert_refused(3, ("document.changes", "semsite load --changes"), form, "--fresh")
            for code, *command in ((3, "convert", form, "-o", "none.nq"), (3, "fetch", form, "-o", "none.nq"),
                                   (3, "inspect", form), (3, "plan", form), (1, "validate", form)):
                with self.subTest(form=form, command=command[0]):
                    result = self.run_program(*command)
                    self.assertEqual(result.code, code, result)
                    told = result.errors + result.out.decode()
                    self.assertIn(f"{form} is a list of changes (fetch --changes), not the data itself: ", told)
                    self.assertIn("semsite load --changes", told)

    def test_what_cannot_be_is_told_before_anything_is_asked_for(self):
        for text, arguments in (("name it, too", ("--changes", "list", "--replace")),
                                ("give it to the fetch", ("--changes", "list", "--graph", "none")),
                                ("name one FILE", ("a.nq", "b.nq", "--changes", "list")),
                                ("is a file", ("http://a.example/", "--changes", "list"))):
            self.assert_refused(2, text, *arguments)
        self.assertEqual(self.store.requests, [])


class Killed(FollowTest):
    """A command that is killed in the middle goes on, and its end is the same."""

    def kill_at(self, number, *arguments):
        """Kills a load while its write `number` has no answer yet, whether it was done or not."""
        seen = []

        def stall(request):
            if not request.is_write:
                return None
            seen.append(request)
            return Fault("stall after" if number % 2 else "stall") if len(seen) > number else None
        self.store.fault = stall
        child = subprocess.Popen([PROGRAM, "load", *arguments, "--to", self.store.base, "-q"], cwd=self.folder)
        try:
            until = time.monotonic() + 60
            while len(seen) <= number:
                if child.poll() is not None:
                    return False
                self.assertLess(time.monotonic(), until)
                time.sleep(0.002)
            os.kill(child.pid, signal.SIGKILL)
            return True
        finally:
            if child.poll() is None:
                child.kill()
            child.wait(10)
            self.store.fault = None

    def test_at_each_body(self):
        for protocol in ("nquads", "gsp"):
            number = 0
            for number in range(60):
                self.store.quads = set()
                for path in self.folder.iterdir():
                    path.unlink()
                self.fetch_pages(FIRST, "list.ru")
                self.load("out.nq", "--changes", "list.ru", "--protocol", protocol)
                self.fetch_pages(SECOND, "list.ru")
                again = ("out.nq", "--changes", "list.ru", "--protocol", protocol, "--batch-size", "100")
                if not self.kill_at(number, *again):
                    break
                with self.subTest(protocol=protocol, number=number):
                    self.assert_no_other_list()
                    result = self.load(*again)
                    self.assert_followed(result)
            self.assertGreater(number, 5)
            self.assertLess(number, 59)

    def assert_no_other_list(self):
        """Another list, even between the same contents, would begin in the middle."""
        if not self.store.writes:
            return
        text = (self.folder / "list.ru").read_text()
        (self.folder / "other.ru").write_text(text.replace("# end:", "# another\n# end:"))
        result = self.load("out.nq", "--changes", "other.ru", code=2)
        self.assertIn("is on the way from", result.errors)


if __name__ == "__main__":
    unittest.main()
