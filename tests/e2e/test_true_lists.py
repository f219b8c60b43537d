"""Lists of changes are true whatever led from one output to the next (changes.md).

The way of a dataset changes from run to run, a site changes or goes while a killed run waits to be gone on
with, a budget ends a refresh, somebody edits the output, a process is killed after it has given all names.
"""

import os
import shutil
import subprocess
import tempfile
import unittest

from crawl_run import CrawlTest
from harness import ROOT, triples
from semantic_sitemap import dataset
from web import Answer
import crawl_web

SITE = "http://set.example"


class ListTest(CrawlTest):
    options = ("--delay", "0", "--retries", "1")
    codes = (0, 1)  #: statuses that a run may have

    def lines(self, name="out.nq"):
        return set((self.folder / name).read_bytes().splitlines())

    def take_list(self, held):
        path = self.folder / "changes"
        lines = path.read_bytes().splitlines()
        self.assertTrue(lines[-1].startswith(b"# end: "), lines[-1])
        path.unlink()
        return (held - {line[2:] for line in lines if line.startswith(b"D ")}) | {
            line[2:] for line in lines if line.startswith(b"A ")}

    def refresh(self, held, *more):
        result, asked = self.run_it("--changes", "changes", *more)
        self.assertIn(result.code, self.codes, result)
        held = self.take_list(held)
        present = self.lines()
        self.assertEqual((held - present, present - held), (set(), set()), result)
        return held, result


class UnreadDescriptions(ListTest):
    """What says which data there is comes in half, or does not answer: nobody knows that there is less."""

    codes = (0, 1, 3)

    def setUp(self):
        super().setUp()
        self.host = self.web.host("set.example")
        for number in range(3):
            self.host.add(f"/dumps/{number}.nt", text="".join(triples(5, f"{SITE}/{number}/")))
        self.folder_page = "<html><head><title>Index of /dumps/</title></head><body><h1>Index of /dumps/</h1>" \
            "<pre>" + "".join(f'<a href="{n}.nt">{n}.nt</a>\n' for n in range(3)) + "</pre></body></html>"
        self.url = f"{SITE}/"

    def entries(self):
        return [self.url]

    def assert_kept(self, count, path, type, whole, *all_broken):
        """A run with the `whole` document at `path`; then one with each that is broken, which must keep all
        `count` quads and say that it is not complete."""
        for broken in all_broken:
            with self.subTest(broken):
                self.clear()
                self.host.add(path, type=type, text=whole)
                held, result = self.refresh(set())
                self.assertEqual(len(held), count, result)
                self.host.add(path, type=type, **broken)
                after, result = self.refresh(held)
                self.assertLessEqual(held, after, result)
                self.assertNotEqual(result.code, 0, result)

    def test_a_folder_in_half(self):
        crawl_web.publish(self.host, dataset(f"{SITE}/other", dumps=[f"{SITE}/other.nt"]))
        self.host.add("/other.nt", text="".join(triples(2, f"{SITE}/other/")))
        self.url = f"{SITE}/dumps/"
        page = self.folder_page
        self.assert_kept(15, "/dumps/", "text/html", page,
                         {"length": len(page), "text": page[:120]}, {"text": page, "cut": 120})

    def test_the_header_of_a_page_in_half_counts(self):
        self.host.add("/about.ttl", type="text/turtle", text=f"<{SITE}/thing> <{SITE}/says> 1 .")
        self.url = f"{SITE}/thing"
        self.host.add("/thing", type="text/html", text="<html><body>" + "x" * 500, cut=100, headers={
            "Link": f'<{SITE}/about.ttl>; rel="describedby"; type="text/turtle"'})
        result, _ = self.run_it()
        self.assertNotEqual(result.code, 0, result)
        self.assertIn(f"<{SITE}/says>", (self.folder / "out.nq").read_text(), result)

    def test_the_registered_place_does_not_answer(self):
        void = (f"<{SITE}/set> a <http://rdfs.org/ns/void#Dataset> ; <http://rdfs.org/ns/void#dataDump> "
                f"<{SITE}/dumps/0.nt>, <{SITE}/dumps/1.nt> .")
        self.host.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.host.add("/sitemap.xml", type="application/xml", text=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            f"<url><loc>{SITE}/page</loc></url></urlset>"))
        page, _ = crawl_web.jsonld_page(f"{SITE}/page", "a page")
        self.host.add("/page", type="text/html", text=page)
        self.assert_kept(10, "/.well-known/void", "text/turtle", void, {"status": 503},
                         {"text": void, "length": len(void) + 50}, {"text": void, "cut": 40})
        # One that is not there is no fault.
        self.clear()
        self.host.add("/.well-known/void", status=404)
        _, result = self.refresh(set())
        self.assertEqual(result.code, 0, result)

    def test_half_of_a_sitemap_with_entries(self):
        entries = "".join(
            f"<url><loc>{SITE}/p{n}</loc><i:image><i:loc>{SITE}/i{n}.png</i:loc></i:image></url>"
            for n in range(30))
        text = ('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
                f'xmlns:i="http://www.google.com/schemas/sitemap-image/1.1">{entries}</urlset>')
        self.host.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        for n in range(30):
            self.host.add(f"/p{n}", type="text/html", text="<html><body>nothing</body></html>")
        self.assert_kept(90, "/sitemap.xml", "application/xml", text, {"text": text, "cut": 700},
                         {"text": text[:700]}, {"status": 503})


class ChangingWays(ListTest):
    """A dataset that is had as a dump today and page by page tomorrow."""

    def setUp(self):
        super().setUp()
        self.host = self.web.host("set.example")
        crawl_web.publish(self.host, dataset(
            f"{SITE}/set", dumps=[f"{SITE}/all.nt"], prefixes=[f"{SITE}/id/"],
            samples=[f"{SITE}/id/{i}" for i in range(4)]))

    def pages(self, version, *failing):
        for i in range(4):
            if i in failing:
                self.host.add(f"/id/{i}", status=500, text="no")
                continue
            page, _ = crawl_web.jsonld_page(f"{SITE}/id/{i}", f"thing {i} of {version}")
            self.host.add(f"/id/{i}", answers=[crawl_web.answer(page, "text/html")])

    def dump(self, version, **fault):
        data = "".join(triples(30, name=f"{SITE}/{version}")).encode()
        self.host.add("/all.nt", **({"data": data, "etag": crawl_web.etag(data)} | fault))

    def check(self, *more):
        held = set()
        for pages, dump in (
                (("a",), ("a",)), (("a",), ("a", 404)), (("b", 1), ("b",)), (("b",), ("b", 404)),
                (("b", 1, 2), ("b", 404)), (("b", 3), ("c",)), (("c",), ("c", 404)), (("c",), ("c",))):
            self.pages(*pages)
            self.dump(dump[0], **({"status": dump[1], "text": "no"} if len(dump) > 1 else {}))
            held, _ = self.refresh(held, *more)

    def test_a_dump_that_fails_now_and_then(self):
        self.check()

    def test_pages_that_fail_now_and_then(self):
        self.check("--prefer", "crawl")

    def test_only_pages(self):
        self.check("--only", "crawl")


class ResumedRuns(ListTest):
    """Between the kill and the run that goes on the sites change, or go."""

    def setUp(self):
        super().setUp()
        self.version = 0
        self.change()

    def change(self):
        self.version += 1
        pages = self.web.host("pages.example", address="127.0.2.1")
        pages.guard = None
        pages.add("/robots.txt", text="User-agent: *\nDisallow:\nSitemap: http://pages.example/sitemap.xml\n")
        entries = "".join(
            f"<url><loc>http://pages.example/{i}.pdf</loc><diwoo:Document><diwoo:DiWoo><diwoo:titelcollectie>"
            f"<diwoo:officieleTitel>{i} of {self.version}</diwoo:officieleTitel></diwoo:titelcollectie>"
            "</diwoo:DiWoo></diwoo:Document></url>" for i in range(1 + self.version % 3))
        for i in range(6):
            page, _ = crawl_web.jsonld_page(f"http://pages.example/p/{i}", f"page {i} of {self.version // (i + 1)}")
            pages.add(f"/p/{i}", answers=[crawl_web.answer(page, "text/html")])
            pages.add(f"/{i}.pdf", data=b"%PDF-1.7", type="application/pdf")
        pages.add("/sitemap.xml", type="application/xml", text=(
            f'<urlset {crawl_web.XMLNS} xmlns:diwoo="https://standaarden.overheid.nl/diwoo/metadata/">{entries}'
            + "".join(f"<url><loc>http://pages.example/p/{i}</loc></url>" for i in range(6)) + "</urlset>"))
        sets = self.web.host("set.example", address="127.0.3.1")
        sets.guard = None
        for name in "ab":
            sets.add(f"/{name}.nt", text="".join(triples(20, name=f"{SITE}/{name}", start=self.version)))
        crawl_web.publish(sets, "".join(dataset(f"{SITE}/{name}", dumps=[f"{SITE}/{name}.nt"]) for name in "ab"))

    def killed_at(self, requests):
        """Kills a refresh in its midst; an earlier one if it is over by then."""
        for count in range(requests, 1, -1):
            child = self.start("--changes", "changes")
            try:
                self.wait_for_requests(child, count)
            finally:
                child.kill()
                self.end(child)
            self.asked()
            if child.returncode == -9 and not (self.folder / "changes").exists():
                return
            if child.returncode != -9:  # it was over
                self.held = self.take_list(self.held)
            self.held, _ = self.refresh(self.held)
            self.change()
        self.fail("it cannot be killed in time")

    def graphs(self):
        return {line.split()[-2] for line in self.lines()}

    def test_what_changes_meanwhile(self):
        self.held, _ = self.refresh(set())
        for number in range(4, 20, 5):
            self.change()
            self.killed_at(number)
            self.change()
            self.held, _ = self.refresh(self.held)

    def test_a_site_that_is_down_meanwhile_takes_nothing_with_it(self):
        self.held, _ = self.refresh(set())
        for number, name in ((16, "pages.example"), (18, "set.example"), (12, "set.example")):
            self.killed_at(number)
            before = self.graphs()
            self.web.hosts[name].guard = lambda *_: Answer(status=503, text="down")
            self.held, result = self.refresh(self.held)
            self.assertEqual(result.code, 1, result)
            self.assertEqual(self.graphs(), before, result)
            self.web.hosts[name].guard = None

    def test_a_budget_that_ends_a_refresh_of_several_sites(self):
        held, _ = self.refresh(set())
        for size in ("900", "3k", "6k", "9k"):
            self.change()
            self.web.hosts["set.example"].add("/a.nt", text="".join(triples(50, name=f"{SITE}/new{size}")))
            held, _ = self.refresh(held, "--max-bytes", size)


class Tags(ListTest):
    """RDF 1.2 Concepts section 3.4: language tags are compared without case."""

    def test_a_tag_that_has_another_case_is_no_change(self):
        host = self.web.host("set.example")
        crawl_web.publish(host, dataset(f"{SITE}/set", dumps=[f"{SITE}/all.nt"]))

        def dump(*objects):
            data = "".join(f"<{SITE}/a> <{SITE}/p> {one} .\n" for one in objects).encode()
            host.add("/all.nt", data=data, etag=crawl_web.etag(data))

        dump('"x"@en', '"y"@de', '"z"@ar--rtl', '"@EN"')
        self.refresh(set())
        dump('"x"@EN', '"y"@DE', '"z"@AR--rtl', '"@EN"')
        for name in ("changes", "changes.ru"):
            result, _ = self.run_it("--changes", name)
            self.assertEqual(result.code, 0, result)
            self.assertIn("# end: 0 removed, 0 added", (self.folder / name).read_text())
        self.assertIn('"x"@EN', (self.folder / "out.nq").read_text(), "written as read")
        dump('"x"@en-GB', '"y"@de', '"z"@ar--ltr', '"@en"')
        result, _ = self.run_it("--changes", "changes")
        text = (self.folder / "changes").read_text()
        self.assertIn("# end: 3 removed, 3 added", text, text)
        self.assertNotIn('"y"', text)


class EditedOutputs(ListTest):
    def setUp(self):
        super().setUp()
        crawl_web.Pages(self.web, 3)
        self.held, _ = self.refresh(set())
        self.path = self.folder / "out.nq"

    def refused(self):
        result, asked = self.run_it("--changes", "changes")
        self.assertEqual(result.code, 2, result)
        self.assertIn("not there any more as the last run left it", result.errors)
        self.assertEqual(asked.documents, [])
        self.assertFalse((self.folder / "changes").exists())

    def test_one_with_as_many_bytes_as_before_is_another_one(self):
        data = self.path.read_bytes()
        self.path.write_bytes(data.replace(b"page 1", b"page 9"))
        self.refused()

    def test_one_that_is_longer_or_gone_is_another_one(self):
        with open(self.path, "ab") as file:
            file.write(b"<urn:a> <urn:b> <urn:c> .\n")
        self.refused()
        self.path.unlink()
        self.refused()

    def test_one_that_is_brought_back_is_the_same(self):
        shutil.copy2(self.path, self.folder / "copy")
        self.path.unlink()
        (self.folder / "copy").rename(self.path)
        self.refresh(self.held)
        times = self.path.stat()
        os.utime(self.path, (int(times.st_atime), int(times.st_mtime)))  # as out of an archive
        self.refresh(self.held)


class ListsOfKilledRuns(ListTest):
    """Somebody reads the list after each command that ended with 0 or 1, and only then."""

    @classmethod
    def setUpClass(cls):
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if not compiler:
            raise unittest.SkipTest("needs a C compiler for what kills at a call")
        cls.library = cls.enterClassContext(tempfile.TemporaryDirectory()) + "/kill_at.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", cls.library,
                        ROOT / "tests/support/kill_at.c"], check=True)

    def ended_at(self, call):
        """The status of a refresh that is killed at a call that writes, names or syncs; how many there were."""
        notes = self.folder / "calls"
        child = subprocess.Popen(self.command("--changes", "changes"), cwd=self.folder, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL,
                                 env=dict(os.environ, LD_PRELOAD=self.library, KILL_AT=str(call), KILL_LOG=str(notes)))
        self.end(child)
        return child.returncode, len(notes.read_bytes())

    def test_no_list_is_lost_whenever_it_was_killed(self):
        pages = crawl_web.Pages(self.web, 4)
        held, _ = self.refresh(set())
        pages.put(0, "counted")
        code, calls = self.ended_at(0)
        self.assertEqual(code, 0)
        held = self.take_list(held)
        for back in range(0, 60, 2):
            pages.put(back % 4, f"changed for the {back}th time")
            code, _ = self.ended_at(max(1, calls - back))
            if code == 0:
                held = self.take_list(held)
                self.assertEqual(held, self.lines())
                continue
            self.assertEqual(code, -9)
            held, result = self.refresh(held)
            self.assertEqual([path.name for path in self.folder.glob("*.part")], [], result)

    def test_no_part_is_left_though_its_site_is_not_looked_at_again(self):
        # Each of several sites has a part of its own, which is noted before it is made.
        self.web.host("gone.example", address="127.0.6.1")
        crawl_web.fragments(self.web, 2)
        gone = self.web.host("gone.example")
        crawl_web.publish(gone, dataset("http://gone.example/set", dumps=["http://gone.example/dump.nt"]))
        gone.add("/dump.nt", text="".join(triples(3, name="http://gone.example/x")))
        _, calls = self.ended_at(0)
        first = next(call for call in range(1, calls, 8) if self.parts_after(call, gone))
        kept = 0
        for call in range(first - 7, first + 5):
            if not self.parts_after(call, gone):
                continue
            kept += 1
            gone.guard = lambda *_: Answer(status=503, text="down")
            self.asked()
            result, _ = self.run_it("--changes", "changes", "--retries", "1")
            self.assertIn(result.code, (1, 3), result)
            if result.code == 1:
                self.assertEqual([path.name for path in self.folder.glob("*.part*")], [], (call, str(result)))
        self.assertGreater(kept, 3)

    def parts_after(self, call, gone):
        """Those of sites, after a first run that was killed at a call."""
        self.clear()
        gone.guard = None
        self.ended_at(call)
        return list(self.folder.glob("*.part-*"))
