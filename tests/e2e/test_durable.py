"""What a kill leaves is true: lists of changes, states, outputs; one owner for each file.

DESIGN §12.8 and §12.11. The kills of `KilledRefresh` come at random moments; more of them:

    SEMSITE_KILLS=200 python3 -m unittest test_durable.KilledRefresh

By hand 2 × 100 kills gave no false list; 20 images of a disk that were copied in the midst of a
run (ext4 on a loop device, as a power cut leaves it) had no half file under a final name.
"""

import os
import random
import signal
import sqlite3
import subprocess
import time
import unittest

from crawl_run import CrawlTest
from harness import PROGRAM, SECONDS, ProgramTest, Result
import crawl_web
from sizes import up_to

KILLS = up_to(24, 12, "kills of each kind", "SEMSITE_KILLS")


def sets_of(changes):
    """The lines that a whole list takes away, and those that it adds."""
    lines = changes.splitlines()
    return ({line[2:] for line in lines if line.startswith(b"D ")},
            {line[2:] for line in lines if line.startswith(b"A ")})


class ChangesTest(CrawlTest):
    def take_list(self, held):
        """What a store that held these lines holds after the list that is there, if any.

        A list under its name is whole. It is taken away, as who has applied it would.
        """
        path = self.folder / "changes"
        if not path.exists():
            return held
        text = path.read_bytes()
        self.assertRegex(text.splitlines()[-1], rb"^# end: ", "half a list under the final name")
        removed, added = sets_of(text)
        path.unlink()
        return (held - removed) | added

    def lines(self):
        return set((self.folder / "out.nq").read_bytes().splitlines())

    def run_whole(self, *more, code=0):
        result, asked = self.run_it("--changes", "changes", *more)
        self.assertEqual(result.code, code, result)
        return result, asked


class KilledRefresh(ChangesTest):
    options = ("--delay", "0", "--connections", "4", "--dump-semantics", "parts")

    def kill_around_the_end(self, change):
        """Runs that are killed around their end, each run again until it is through."""
        rng = random.Random(22)
        self.run_whole()
        held = self.take_list(set())
        self.assertEqual(held, self.lines())
        length, killed = 0, 0
        for number in range(-1, KILLS):
            change(rng, number)
            former = self.lines()
            self.assertEqual(held, former)
            started = time.monotonic()
            child = self.start("--changes", "changes")
            if number < 0:  # to know when the end is
                self.assertTrue(self.wait_for_requests(child, 1))
                self.assertEqual(self.end(child), 0)
                length = time.monotonic() - started
                self.asked()
            else:
                end = started + length * rng.uniform(0.4, 1.05)
                while time.monotonic() < end and child.poll() is None:
                    time.sleep(0.001)
                if child.poll() is None:
                    killed += 1
                    child.kill()
                else:
                    length = min(length, time.monotonic() - started)
                self.end(child)
            held = self.take_list(held)
            if child.returncode != 0:
                result, _ = self.run_it("--changes", "changes")
                self.assertEqual(result.code, 0, result)
                held = self.take_list(held)
            present = self.lines()
            self.assertEqual(held - present, set(), f"kill {number}: too much is held")
            self.assertEqual(present - held, set(), f"kill {number}: something is missing")
        self.assertGreater(killed, KILLS // 4, "kills that came too late prove nothing")

    def test_lists_of_pages_stay_true(self):
        pages = crawl_web.Pages(self.web, 24)
        free = iter(range(24, 10_000))

        def change(rng, number):
            for page in rng.sample(range(12), 3):
                pages.put(page, f"page {page} after {number}")
            pages.put(next(free), f"new with {number}")
            pages.unlist(int(pages.listed[-2].rsplit("/", 1)[1].split(".")[0]))
            pages.publish()
        self.kill_around_the_end(change)

    def test_lists_of_files_stay_true(self):
        crawl_web.several_dumps(self.web, 3, 0)
        host = self.web.host("dumps.example")

        def change(rng, number):
            text = "".join(f"<http://dumps.example/id/{i}> <http://words.example/name> "
                           f'"number {i} after {number}" .\n' for i in range(rng.randrange(1500)))
            host.add("/dump0.nt", text=text, etag=crawl_web.etag(text), ranges=True)
        self.kill_around_the_end(change)

    def test_a_kill_before_the_names_are_given_is_made_up_for(self):
        """As it stands when all is noted and nothing has its name: nothing is asked again."""
        pages = crawl_web.Pages(self.web, 8)
        self.run_whole()
        held = self.take_list(set())
        pages.put(3, "another three")
        self.run_whole()
        # Back to before the names.
        new, changes = self.folder / "out.nq", self.folder / "changes"
        size, long = new.stat().st_size, changes.stat().st_size
        new.rename(self.folder / "out.nq.part")
        changes.rename(self.folder / "changes.part")
        with sqlite3.connect(self.folder / "out.nq.state") as state:
            [(writer,)] = state.execute("SELECT name FROM writer")
            for name, count, by in (("out.nq", size, writer), ("changes", long, "")):
                state.execute("INSERT INTO naming (part, path, bytes) VALUES (?, ?, ?)",
                              (f"{name}.part", name, count))
                os.setxattr(self.folder / f"{name}.part", "user.semsite.part", f"{by} {name}".encode())
        state.close()
        result, asked = self.run_it("--changes", "changes")
        self.assertEqual(result.code, 0, result)
        self.assertIn("complete now", result.errors)
        self.assertEqual(asked.documents, [])
        self.assertEqual(self.take_list(held), self.lines())
        # And the run after that is an ordinary one.
        pages.put(4, "another four")
        held = self.lines()
        self.run_whole()
        self.assertEqual(self.take_list(held), self.lines())


class TrueLists(ChangesTest):
    def site(self, *texts):
        host = self.web.host("pages.example")
        self.host = host
        for number, text in enumerate(texts):
            self.put(number, text)
        urls = [f"http://pages.example/p/{n}.html" for n in range(len(texts))]
        host.add("/robots.txt", text="Sitemap: http://pages.example/sitemap.xml\n")
        host.add("/sitemap.xml", text=crawl_web.urlset(urls))

    def put(self, number, names):
        text = ('<!doctype html><script type="application/ld+json">{"@context": '
                '{"@vocab": "http://words.example/"}, "@id": "http://pages.example/org", '
                '"name": ' + names + '}</script>')
        self.host.add(f"/p/{number}.html", answers=[crawl_web.answer(text, "text/html")])

    def check(self, *more):
        held = self.lines()
        self.run_whole(*more)
        self.assertEqual(self.take_list(held), self.lines())

    def test_a_quad_that_another_page_still_has_is_not_gone(self):
        for graph in ("own", "dataset", "none", "http://one.example/graph"):
            with self.subTest(graph=graph):
                self.clear()
                self.site('["x", "shared"]', '["y", "shared"]', '"z"')
                self.run_whole("--graph", graph)
                self.take_list(set())
                self.put(0, '"x"')  # the other page still has it
                self.check("--graph", graph)
                self.put(1, '"y"')  # now it moves
                self.put(2, '["z", "shared"]')
                self.check("--graph", graph)
                self.put(2, '"z"')  # and is gone
                self.check("--graph", graph)

    def test_quads_of_a_run_itself_are_in_the_list(self):
        self.site('"x"', '"y"')
        self.run_whole("--provenance")
        self.take_list(set())
        self.put(0, '"new"')
        self.check("--provenance")
        # Without them it would be another command.
        result, _ = self.run_it()
        self.assertEqual(result.code, 2, result)
        self.assertIn("before: --provenance; now: no --provenance", result.errors)

    def test_without_the_former_output_files_are_not_told_of(self):
        crawl_web.several_dumps(self.web, 1, 0)
        self.run_whole()
        (self.folder / "changes").unlink()
        (self.folder / "out.nq").rename(self.folder / "elsewhere.nq")
        result, asked = self.run_it("--changes", "changes")
        self.assertEqual(result.code, 2, result)
        self.assertIn("--fresh", result.errors)
        self.assertFalse((self.folder / "changes").exists())
        self.assertEqual(asked.documents, [])
        (self.folder / "elsewhere.nq").rename(self.folder / "out.nq")
        self.check()

    def test_a_list_of_another_form_than_the_output_is_refused(self):
        self.site('"x"')
        for to in ("-", "/dev/null"):
            result, _ = self.run_it("--changes", "changes", to=to)
            self.assertEqual(result.code, 2, result)
        result, _ = self.run_it("--changes", "changes", "--format", "turtle", to="out.ttl")
        self.assertEqual(result.code, 2, result)
        self.assertIn("N-Quads", result.errors)


class OtherArguments(CrawlTest):
    def setUp(self):
        super().setUp()
        crawl_web.Pages(self.web, 4)
        crawl_web.fragments(self.web, 2)
        self.run_it()

    def run_with(self, arguments, *more):
        self.entries = lambda: arguments
        return self.run_it(*more)

    def test_a_state_is_never_dropped_in_silence(self):
        both = ["http://pages.example/", "http://parts.example/"]
        self.web.host("more.example")
        kept = {path.name: path.read_bytes() for path in self.folder.iterdir()
                if path.name.startswith("out.nq")}
        for sites, more in ((["http://more.example/"], ()), (["https://pages.example/"], ()),
                            (both[:1], ("--graph", "none", "--exclude", "*/p/1.html")),
                            (both, ("--graph", "none")), (both, ("--follow", "none")),
                            (both, ("--format", "ntriples"))):
            with self.subTest(sites=sites, more=more):
                result, asked = self.run_with(sites, *more)
                self.assertEqual(result.code, 2, result)
                for word in ("out.nq.state", "--fresh", "-o"):
                    self.assertIn(word, result.errors)
                self.assertEqual(asked.documents, [])
                for name, data in kept.items():
                    self.assertEqual((self.folder / name).read_bytes(), data, name)
        result, _ = self.run_with(both[:1], "--fresh")
        self.assertEqual(result.code, 0, result)

    def test_what_does_not_matter_to_the_state_does_not_keep_it_away(self):
        both = ["http://parts.example/", "http://pages.example/"]  # another order
        result, asked = self.run_with(both, "-v", "--delay", "0", "--report", "other.html")
        self.assertEqual(result.code, 0, result)
        self.assertEqual({request.status for request in asked.documents}, {304})


class Ended(CrawlTest):
    """What was had when a run is ended is told as had."""

    options = ("--delay", "0.05", "--connections", "1")

    def check(self, result, code, had):
        self.assertEqual(result.code, code, result)
        self.assertNotIn("nothing could be got", result.errors)
        self.assertRegex(result.errors, r"stopped when [1-9]\d* documents? had been had; "
                                        r"[1-9]\d* ha(s|ve) not been asked for yet")
        [source] = [row for row in result.report["sources"] if row["way"] == "crawl"]
        self.assertEqual(source["outcome"], "partial")
        self.assertGreater(source["quads"], 0)
        self.assertRegex(result.errors, had)

    def test_by_ctrl_c(self):
        crawl_web.Pages(self.web, 40)
        self.assertIsNone(self.stop_at(12, 0.1, common=False, how=signal.SIGINT))
        messages = (self.folder / "messages").read_bytes()
        done = subprocess.CompletedProcess([], 130, b"", messages)
        self.check(Result(done, None, self.folder / "report.json"), 130,
                   r"interrupted; what came so far is in out\.nq\.part, and the same command goes")

    def test_by_a_budget(self):
        crawl_web.Pages(self.web, 80)
        result, _ = self.run_it("--max-time", "2")
        self.check(result, 1, "--max-time")


class OneOwner(ProgramTest):
    """Two processes with one output: the second is refused before it touches anything."""

    def holding(self, *arguments):
        """A process that has its output open and waits for its input."""
        child = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder,
                                 stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(child.stderr.close)
        end = time.monotonic() + SECONDS
        while not (self.folder / "out.nq.part").exists():
            self.assertLess(time.monotonic(), end)
            self.assertIsNone(child.poll())
            time.sleep(0.005)
        return child

    def test_every_command_that_writes_it_is_refused(self):
        (self.folder / "in.nt").write_text("<urn:a> <urn:b> <urn:c> .\n", "utf-8")
        (self.folder / "sub").mkdir()
        (self.folder / "link.nq").symlink_to("out.nq")
        (self.folder / "out.nq").write_text("old\n", "utf-8")
        (self.folder / "hard.nq").hardlink_to(self.folder / "out.nq")
        child = self.holding("convert", "-", "-o", "out.nq", "--syntax", "ntriples")
        for arguments in (("convert", "in.nt", "-o", "out.nq"),
                          ("convert", "in.nt", "-o", "sub/../out.nq"),
                          ("convert", "in.nt", "-o", self.folder / "out.nq"),
                          ("convert", "in.nt", "-o", "link.nq"),
                          ("convert", "in.nt", "-o", "hard.nq"),
                          ("convert", "in.nt", "-o", "x.nq", "--quarantine", "out.nq"),
                          ("slice", "in.nt", "-o", "out.nq"),
                          ("validate", "in.nt", "-o", "out.nq"),
                          ("fetch", "http://www.example.com/", "-o", "out.nq"),
                          ("fetch", "http://www.example.com/", "-o", "out.nq", "--fresh"),
                          ("fetch", "http://www.example.com/", "-o", "x.nq", "--report", "out.nq"),
                          ("fetch", "http://www.example.com/", "-o", "x.nq", "--changes",
                           "out.nq")):
            with self.subTest(arguments=arguments):
                before = self.listing()
                result = self.run_program(*arguments, *(
                    self.web.connect_to_args() if arguments[0] == "fetch" else ()))
                self.assertEqual(result.code, 3, result)
                self.assertIn(str(child.pid), result.errors)
                self.assertEqual(self.listing(), before)
        child.communicate(b"<urn:d> <urn:e> <urn:f> .\n", SECONDS)
        self.assertEqual(child.returncode, 0)
        self.assertEqual((self.folder / "out.nq").read_text("utf-8"),
                         "<urn:d> <urn:e> <urn:f> .\n")

    def listing(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def test_one_file_for_two_purposes_is_refused(self):
        (self.folder / "in.nt").write_text("<urn:a> <urn:b> <urn:c> .\n", "utf-8")
        (self.folder / "out.nq").write_text("old\n", "utf-8")
        (self.folder / "link").symlink_to("out.nq")
        before = self.listing()
        for more in (("--report", "out.nq"), ("--changes", "./out.nq"), ("--quarantine", "link"),
                     ("--state", "out.nq"), ("--report", "out.nq.part"),
                     ("--changes", "a", "--report", "a"), ("--report", "b", "--report", "./b")):
            with self.subTest(more=more):
                result = self.run_program("fetch", "http://www.example.com/", "-o", "out.nq", *more)
                self.assertEqual(result.code, 2, result)
                self.assertEqual(self.listing(), before)
        result = self.run_program("convert", "in.nt", "-o", "new.nq", "--quarantine", "new.nq")
        self.assertEqual(result.code, 2, result)


class Inputs(ProgramTest):
    """What is read is not written over."""

    def test_an_input_is_no_output(self):
        data = "<http://a.example/s> <http://a.example/p> \"o\" .\n"
        (self.folder / "in.nt").write_text(data)
        (self.folder / "link.nt").symlink_to("in.nt")
        for words in (("convert", "in.nt", "-o", "in.nt"), ("convert", "in.nt", "-o", "./link.nt"),
                      ("convert", "link.nt", "-o", "out.nq", "--quarantine", "in.nt"),
                      ("slice", "in.nt", "-o", "in.nt"), ("validate", "in.nt", "-o", "in.nt")):
            with self.subTest(words):
                result = self.run_program(*words)
                self.assertEqual(result.code, 2, result)
                self.assertIn("is an input, too", result.errors)
                self.assertEqual((self.folder / "in.nt").read_text(), data)
        self.assertEqual(self.run_program("convert", "in.nt", "link.nt", "-o", "out.nq").code, 0)


class PartsOfOthers(CrawlTest):
    def test_files_that_look_like_ours_stay(self):
        crawl_web.Pages(self.web, 3)
        crawl_web.fragments(self.web, 2)
        names = ("out.nq.part-backup", "out.nq.part-abcdefghij234567", "out.nq.part2",
                 "out.nq.partial", "other.nq.part")
        for name in names:
            (self.folder / name).write_text("mine", "utf-8")
        for more in ((), (), ("--fresh",)):
            result, _ = self.run_it(*more)
            self.assertEqual(result.code, 0, result)
        for name in names:
            self.assertEqual((self.folder / name).read_text("utf-8"), "mine")
        self.assertEqual([path.name for path in self.folder.glob("out.nq.part-*")
                          if path.name not in names], [])


class Quiet(ProgramTest):
    def test_one_line_says_why_it_is_not_complete(self):
        host = self.site
        host.add("/robots.txt", text="Sitemap: http://www.example.com/sitemap.xml\n")
        host.add("/sitemap.xml", text=crawl_web.urlset(
            [f"http://www.example.com/p/{n}.html" for n in range(3)]))
        page, _ = crawl_web.jsonld_page("http://www.example.com/p/0.html", "a page")
        host.add("/p/0.html", text=page, type="text/html")
        for n in (1, 2):
            host.add(f"/p/{n}.html", status=404, text="no")
        result = self.fetch("-q", "--retries", "1")
        self.assertEqual(result.code, 1, result)
        self.assertEqual(len(result.errors.splitlines()), 1, result.errors)
        self.assertRegex(result.errors, r"2 of 3 documents|could not be had")

    def test_one_line_says_that_nothing_came(self):
        result = self.fetch("-q", "--retries", "1", url="http://www.example.com/none")
        self.assertEqual(result.code, 3, result)
        self.assertGreaterEqual(len(result.errors.splitlines()), 1)

    def test_one_line_of_a_conversion_with_faults(self):
        (self.folder / "in.nt").write_text("<urn:a> <urn:b> <urn:c> .\n<urn:a> nonsense\n", "utf-8")
        result = self.run_program("convert", "in.nt", "-o", "out.nq", "-q")
        self.assertEqual(result.code, 1, result)
        self.assertEqual(len(result.errors.splitlines()), 1, result.errors)


if __name__ == "__main__":
    unittest.main()
