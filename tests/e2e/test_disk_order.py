"""What has its final name is whole and on the disk, and what the state notes as whole is, too.

The order of docs/fetch.md ("State"): a file is brought to the disk after its last byte and before its
name, its folder after the name; the state's note lies between. What is called in which order is noted by
tests/support/disk_log.c.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest
import unittest.mock

from crawl_run import CrawlTest
from harness import PROGRAM, ROOT, triples
from small_store import SmallStore
import crawl_web


class DiskOrder(CrawlTest):
    options = ("--delay", "0", "--connections", "4")

    @classmethod
    def setUpClass(cls):
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if not compiler:
            raise unittest.SkipTest("needs a C compiler for what notes the order")
        cls.library = cls.enterClassContext(tempfile.TemporaryDirectory()) + "/disk_log.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", cls.library,
                        ROOT / "tests/support/disk_log.c"], check=True)

    def events(self, run):
        """What `run` did to the disk: pairs of what and path."""
        notes = self.folder / "disk-log"
        notes.unlink(missing_ok=True)
        kept = dict(os.environ)
        os.environ.update({"LD_PRELOAD": self.library, "DISK_LOG": str(notes)})
        try:
            result = run()
        finally:
            os.environ.clear()
            os.environ.update(kept)
        folder = pathlib.Path(os.path.realpath(self.folder))
        out = []
        for line in notes.read_text(encoding="utf-8").splitlines():
            what, path = line.split(" ", 1)
            path = pathlib.Path(os.path.realpath(folder / path))
            if path.is_relative_to(folder):
                out.append((what, str(path.relative_to(folder))))
        return result, out

    def assert_order(self, events, names):
        """Each of `names` is given to what is on the disk, and is on the disk itself."""
        given = {}
        for at, (what, path) in enumerate(events):
            if what == "as":
                given[path] = at
        self.assertLessEqual(set(names), set(given))
        for name, at in given.items():
            source = events[at - 1][1]
            before = [what for what, path in events[:at - 1] if path == source and what != "name"]
            self.assertTrue(before and before[-1] == "sync", f"{name} got its name, and {source} was not on the disk: "
                                                             f"{before[-3:]}")
            folder = os.path.dirname(name) or "."
            self.assertIn(("sync", folder), events[at:], f"the name {name} is not on the disk")
        return given

    def test_of_a_fetch(self):
        crawl_web.Pages(self.web, 30)
        for _ in range(2):  # the second is a refresh
            (result, _), events = self.events(lambda: self.run_it(
                "--changes", "changes", "--documents", "kept"))
            self.assertEqual(result.code, 0, result)
            given = self.assert_order(events, ["out.nq", "changes", "report.json"])
            noted = [at for at, (what, path) in enumerate(events)
                     if what == "sync" and path.startswith("out.nq.state")]
            names = ("out.nq", "changes", "report.json")
            first = min(given[name] for name in names)
            for name in names:
                whole = max(at for at, event in enumerate(events[:given[name]])
                            if event == ("sync", events[given[name] - 1][1]))
                self.assertTrue([at for at in noted if whole < at < first],
                                f"the state notes that {name} is whole: after it is, and before any name")

    def test_of_a_crawl_at_checkpoints_and_not_for_each_page(self):
        """What a power cut can take back of a crawl is at most 5 s old (docs/fetch.md, State)."""
        crawl_web.Pages(self.web, 60)
        self.options = ("--delay", "0.2", "--connections", "1")
        notes = self.folder / "disk-log"
        with unittest.mock.patch.dict(os.environ, {"LD_PRELOAD": self.library, "DISK_LOG": str(notes)}):
            child = self.start()
        log, seen = b"state-wal", [time.monotonic()]
        try:
            while child.poll() is None:
                time.sleep(0.02)
                synced = [line for line in notes.read_bytes().splitlines() if line.startswith(b"sync")
                          and line.endswith(log)] if notes.exists() else []
                seen += [time.monotonic()] * (len(synced) + 1 - len(seen))
        finally:
            self.assertEqual(self.end(child), 0)
        took = time.monotonic() - seen[0]
        self.assertGreater(took, 11, "too quick to tell")
        gaps = [after - before for before, after in zip(seen, [*seen[1:], time.monotonic()])]
        self.assertLess(max(gaps), 5.7, gaps)
        whole = [line for line in notes.read_bytes().splitlines() if line.startswith(b"sync")]
        self.assertLess(len(whole), 20, "as if each page were brought to the disk")

    def test_of_documents_in_groups(self):
        host = self.web.host("open.example")
        entries = "".join(
            f"<url><loc>http://open.example/d/{i}.pdf</loc><diwoo:Document><diwoo:DiWoo><diwoo:titelcollectie>"
            f"<diwoo:officieleTitel>t</diwoo:officieleTitel></diwoo:titelcollectie></diwoo:DiWoo></diwoo:Document>"
            "</url>" for i in range(25))
        for i in range(25):
            host.add(f"/d/{i}.pdf", data=b"%PDF-1.7 " + b"%d" % i, type="application/pdf")
        host.add("/robots.txt", text="User-agent: *\nAllow: /\nSitemap: http://open.example/sitemap.xml\n")
        host.add("/sitemap.xml", type="application/xml", text=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
            f'xmlns:diwoo="https://standaarden.overheid.nl/diwoo/metadata/">{entries}</urlset>'))
        (result, _), events = self.events(lambda: self.run_it("--documents", "kept"))
        self.assertEqual(result.code, 0, result)
        given = self.assert_order(events, ["kept/index.jsonl"])
        self.assertEqual(len([name for name in given if name.endswith(".pdf")]), 25)
        # One folder is brought to the disk for the names of many documents.
        folders = [path for what, path in events if what == "sync" and (self.folder / path).is_dir()
                   and path.startswith("kept")]
        self.assertLess(len(folders), 25, folders)

    def test_of_a_load_before_what_must_not_be_sent_twice(self):
        """Blank nodes that are sent once more are others; a graph is a set of all else (docs/load.md)."""
        syncs = []
        for name, line in (("ground.nq", "<urn:{0}> <urn:p> <urn:o> .\n"), ("blank.nq", "_:b{0} <urn:p> <urn:o> .\n")):
            (self.folder / name).write_text("".join(line.format(i) for i in range(50)), "utf-8")
            with SmallStore() as store:
                done, events = self.events(lambda n=name, s=store: subprocess.run(
                    [PROGRAM, "load", n, "--to", s.base], cwd=self.folder, capture_output=True, check=False,
                    timeout=60))
                self.assertEqual(done.returncode, 0, done)
                self.assertEqual(len(store.dataset()), 50)
            self.assertIn(("write", f"{name}.load-wal"), events)
            syncs.append(events.count(("sync", f"{name}.load-wal")))
        self.assertGreater(syncs[1], syncs[0], "what is sent once must be on the disk before")

    def test_of_a_quarantine(self):
        (self.folder / "in.nt").write_text("".join(triples(5)) + "rubbish .\n" + "".join(triples(5)), "utf-8")
        done, events = self.events(lambda: subprocess.run(
            [PROGRAM, "convert", "in.nt", "-o", "a.nq", "--quarantine", "skipped"], cwd=self.folder,
            capture_output=True, check=False, timeout=60))
        self.assertEqual(done.returncode, 1, done)
        name = events.index(("as", "a.nq"))
        self.assertIn("rubbish", (self.folder / "skipped").read_text("utf-8"))
        last = [what for what, path in events[:name] if path == "skipped"]
        self.assertEqual(last[-1:], ["sync"], events)

    def test_of_other_commands(self):
        (self.folder / "in.nt").write_text("".join(triples(2000)), "utf-8")
        for command, names in (
                (("convert", "in.nt", "-o", "a.nq"), ["a.nq"]),
                (("convert", "in.nt", "-o", "b.nq.gz"), ["b.nq.gz"]),
                (("slice", "--by", "subject", "in.nt", "-o", "s.nq"), ["s.nq"]),
                (("validate", "in.nt", "-o", "v.html"), ["v.html"])):
            done, events = self.events(lambda c=command: subprocess.run(
                [PROGRAM, *c], cwd=self.folder, capture_output=True, check=False, timeout=60))
            self.assertEqual(done.returncode, 0, done)
            self.assert_order(events, names)
