"""Messages of every command: as JSON, in colours or not, and progress on a terminal."""

import json
import os
import re
import subprocess
import unittest

from harness import PROGRAM, ProgramTest
from small_store import SmallStore
from terminal import Screen, run_on_terminal

LEVELS = {"error", "warning", "info", "detail", "progress"}
MEMBERS = {"time", "level", "code", "source", "line", "column", "message", "unit", "done", "total",
           "rate", "seconds_left"}
FAULTY = '<http://a.example/> <http://a.example/p> "x" .\nthis is no statement\n' * 3
COLOUR = "\x1b[1;"


class MessagesTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.store = self.enterContext(SmallStore())
        self.write("faulty.nt", FAULTY)
        self.write("robots.txt", "User-agent: *\nSitemap: http://a.example/s.xml\n")
        self.write("broken.xml", "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url>")
        self.write("bad.ttl", "this is no mapping")
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n"
                      "Sitemap: http://www.example.com/s.xml\n")
        self.site.add("/s.xml", text="<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
                      "xmlns:sc='http://sw.deri.org/2007/07/sitemapextension/scschema.xsd'>"
                      "<sc:dataset><sc:datasetLabel>D</sc:datasetLabel><sc:dataDumpLocation>"
                      "http://www.example.com/d.nt</sc:dataDumpLocation></sc:dataset></urlset>",
                      type="application/xml")
        self.site.add("/d.nt", text=FAULTY, type="application/n-triples")
        site = ["http://www.example.com/", *self.web.connect_to_args(), "--delay", "0"]
        #: Each command with something to complain about.
        self.runs = {
            "plan": ["plan", "http://www.example.com/no", *site[1:]],
            "fetch": ["fetch", *site, "-o", "out.nq"],
            "convert": ["convert", "faulty.nt", "none.nt"],
            "slice": ["slice", "faulty.nt", "-o", "s.nq"],
            "load": ["load", "faulty.nt", "--to", self.store.base, "--state", "load.state"],
            "index": ["index", "faulty.nt", "--index", "faulty.index"],
            "search": ["search", "word", "--index", "none.index"],
            "serve": ["serve", "--index", "none.index"],
            "inspect": ["inspect", "broken.xml", "none.xml"],
            "validate": ["validate", "none.xml", "-o", "report.json"],
            "mappings": ["mappings", "bad.ttl"],
            "status": ["status", "--state", "none"],
            "queue": ["queue", "init", "postgresql://127.0.0.1:1/none"],
            "completion": ["completion", "tcsh"],
            "man": ["man", "fecth"],
        }

    def write(self, name, text):
        (self.folder / name).write_text(text, "utf-8")

    def errors_of(self, *words, **environment):
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, timeout=60,
                              check=False, env={**os.environ, "TERM": "xterm"} | environment)
        self.assertNotEqual(done.returncode, 0, words)
        return done.stderr.decode("utf-8")


class Json(MessagesTest):
    def objects(self, text):
        out = []
        for line in text.splitlines():
            one = json.loads(line)
            self.assertRegex(one["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
            self.assertIn(one["level"], LEVELS)
            self.assertTrue(one["message"])
            if "event" not in one:  # those have a test of their own
                self.assertLessEqual(set(one), MEMBERS)
            out.append(one)
        return out

    def test_every_command_is_tried(self):
        listed = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, check=True,
                                timeout=60).stdout
        tried_elsewhere = set()  # commands with tests of their own for this
        self.assertEqual(set(re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE)) - tried_elsewhere,
                         set(self.runs))

    def test_every_line_of_every_command_is_an_object(self):
        for name, words in self.runs.items():
            with self.subTest(name):
                objects = self.objects(self.errors_of(*words, "--log", "json", "-v"))
                self.assertTrue([one for one in objects if one["level"] in ("error", "warning")])

    def test_wrong_usage_is_one_too_wherever_it_is_asked_for(self):
        self.write("c.conf", "[convert]\nlog = json\nretires = 2\n")
        for words in (["convert", "x", "--nope", "--log", "json"], ["cnvert", "--log=json"],
                      ["convert", "x", "--config", "c.conf"], ["fetch", "--log", "json"]):
            [one] = self.objects(self.errors_of(*words))
            self.assertEqual(one["level"], "error")
        self.assertIn("c.conf:3", self.errors_of("convert", "x", "--config", "c.conf"))

    def test_faults_have_code_source_and_line(self):
        for name in ("convert", "slice", "load", "fetch"):
            with self.subTest(name):
                faults = [one for one in self.objects(self.errors_of(*self.runs[name], "--log",
                                                                     "json")) if "line" in one]
                self.assertEqual([one["line"] for one in faults], [2, 4, 6])
                for one in faults:
                    self.assertRegex(one["code"], r"^(nquads|turtle)\.")
                    self.assertRegex(one["source"], r"faulty\.nt$|d\.nt$")
                    self.assertIn(f"[{one['code']}]", one["message"])


class Colours(MessagesTest):
    def shown(self, *words, **environment):
        return run_on_terminal([PROGRAM, *words], cwd=self.folder, **environment)[1]

    def test_no_command_writes_any_to_a_pipe(self):
        for name, words in self.runs.items():
            self.assertNotIn("\x1b", self.errors_of(*words), name)

    def test_every_command_that_warns_has_them_on_a_terminal(self):
        for name, words in self.runs.items():
            with self.subTest(name):
                self.assertIn(COLOUR, self.shown(*words, "--progress", "none"))

    def test_none_with_no_color_or_a_dumb_terminal(self):  # https://no-color.org
        for name, words in self.runs.items():
            with self.subTest(name):
                for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
                    self.assertNotIn("\x1b", self.shown(*words, "--progress", "none",
                                                        **environment))
        self.assertIn(COLOUR, self.shown(*self.runs["convert"], NO_COLOR=""))

    def test_the_option_decides(self):
        words = self.runs["convert"]
        self.assertIn(COLOUR, self.errors_of(*words, "--color", "always"))
        self.assertNotIn(COLOUR, self.shown(*words, "--color", "never"))
        self.assertIn(COLOUR, self.shown(*words, "--color", "always", NO_COLOR="1"))

    def test_headings_of_help_are_bold_and_data_never_is(self):
        self.assertIn("\x1b[1mOptions:\x1b[0m", self.shown("fetch", "--help"))
        self.assertIn("\x1b[1mNetwork (network):\x1b[0m", self.shown("fetch", "--help", "all"))
        self.assertNotIn("\x1b", self.shown("fetch", "--help", NO_COLOR="1"))
        self.assertNotIn("\x1b", self.shown("completion", "zsh"))
        self.assertNotIn("\x1b", self.shown("man", "fetch"))


class Progress(MessagesTest):
    """The rate of what is read is bounded by the reader of a pipe or the server."""

    def setUp(self):
        super().setUp()
        lines = [f'<http://a.example/{i}> <http://a.example/p> "value {i}" .\n'
                 for i in range(200_000)]
        self.write("big.nt", "".join(lines))
        subprocess.run(["gzip", "-k", "big.nt"], cwd=self.folder, check=True, timeout=60)

    def shown(self, *words, code=0, **more):
        status, text = run_on_terminal([PROGRAM, *words], cwd=self.folder, **more)
        self.assertEqual(status, code, (words, text[-2000:]))
        return text

    def bars(self, text):
        return re.findall(r"\r(\[[=> ]+\] [^\x1b\r]*)\x1b\[K", text)

    def assert_clean(self, text):
        """The last line is empty, and what was left on the screen are messages."""
        screen = Screen()
        screen.feed(text)
        self.assertEqual(screen.line.replace("^C", ""), "")
        for line in screen.lines:
            self.assertNotRegex(line, r"\[=|%\)")

    def test_convert_and_slice_show_the_share_of_packed_files(self):
        for words in (["convert", *["big.nt.gz"] * 12, "-o", "o.nq.gz"],
                      ["slice", *["big.nt.gz", "big.nt"] * 10, "-o", "s.nq"]):
            text = self.shown(*words)
            self.assertTrue(self.bars(text), words)
            self.assertRegex(self.bars(text)[0], r"\] (\w+: )?[\d.]+ [kM]?B of [\d.]+ [kM]B \(\d+ %\)")
            self.assert_clean(text)

    def test_shares_only_grow(self):
        text = self.shown("convert", *["big.nt.gz"] * 12, "-o", "o.nq.gz")
        shares = [int(share) for share in re.findall(r"\((\d+) %\)", text)]
        self.assertEqual(shares, sorted(shares))
        self.assertTrue(all(share <= 100 for share in shares))

    def test_load_shows_what_was_sent(self):
        text = self.shown("load", "big.nt.gz", "--to", self.store.base)
        self.assertRegex(text, r"[\d,]+ of [\d,]+ statements")
        self.assert_clean(text)

    def test_fetch_shows_bytes_of_dumps(self):
        data = (self.folder / "big.nt.gz").read_bytes()
        self.site.add("/d.nt", data=data, type="application/gzip")
        text = self.shown("fetch", "http://www.example.com/", "-o", "o.nq", "--rate", "250k",
                          *self.web.connect_to_args(), "--delay", "0")
        self.assertRegex("".join(self.bars(text)), r"B of [\d.]+ [kM]B \(\d+ %\), [\d,]+ quads")
        self.assertIn(" left", "".join(self.bars(text)))
        self.assert_clean(text)

    def test_plan_and_inspect_show_what_they_do(self):
        entries = "".join(f"<url><loc>http://a.example/{i}</loc></url>" for i in range(200_000))
        self.write("big.xml", "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
                   f"{entries}</urlset>")
        status, text = run_on_terminal(["/bin/sh", "-c", f"{PROGRAM} inspect big.xml big.xml big.xml "
                                        "big.xml > lines"], cwd=self.folder)
        self.assertEqual(status, 0, text)
        self.assertRegex("".join(self.bars(text)), r"MB \(\d+ %\)")
        self.site.add("/d.nt", text="", type="application/n-triples")
        text = self.shown("plan", "http://www.example.com/", *self.web.connect_to_args(), "--delay",
                          "0.4")
        self.assertIn(" requests, ", text)

    def test_control_c_leaves_a_clean_line(self):
        for words in (["convert", *["big.nt"] * 12, "-o", "o.nq.gz"],
                      ["slice", *["big.nt.gz", "big.nt"] * 10, "-o", "s.nq"]):
            text = self.shown(*words, code=130, interrupt_at="%)")
            self.assert_clean(text)

    def test_every_width_is_kept(self):
        for columns in (20, 40, 60, 200):
            text = self.shown("convert", *["big.nt.gz"] * 12, "-o", "o.nq.gz", columns=columns)
            for line in re.findall(r"\r([^\r\x1b\n]*)\x1b\[K", text):
                self.assertLess(len(line), columns)

    def test_messages_stand_above_the_line(self):
        self.write("mixed.nt", FAULTY + (self.folder / "big.nt").read_text("utf-8"))
        text = self.shown("convert", "mixed.nt", "-o", "o.nq.gz", code=1)
        screen = Screen()
        screen.feed(re.sub(r"\x1b\[[\d;]*m", "", text))
        self.assertEqual(len([line for line in screen.lines if re.search(r"mixed.nt:\d+:\d+: ", line)]), 3)
        self.assert_clean(re.sub(r"\x1b\[[\d;]*m", "", text))

    def test_none_on_a_pipe_unless_asked(self):
        words = [PROGRAM, "convert", *["big.nt.gz"] * 12, "-o", "o.nq.gz"]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, timeout=60, check=True)
        self.assertEqual(done.stderr, b"")
        done = subprocess.run([*words, "--progress", "bar"], cwd=self.folder, capture_output=True,
                              timeout=60, check=True)
        self.assertIn(b"\x1b[K", done.stderr)

    def test_none_on_a_terminal_that_is_dumb_or_was_told(self):
        self.assertEqual(self.shown("convert", "big.nt.gz", "-o", "o.nq", TERM="dumb"), "")
        self.assertEqual(self.shown("convert", "big.nt.gz", "-o", "o.nq", "--progress", "none"), "")
        self.assertEqual(self.shown("convert", "big.nt.gz", "-o", "o.nq", "-q"), "")


if __name__ == "__main__":
    unittest.main()
