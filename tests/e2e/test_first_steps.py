"""What somebody types who tries the program for the first time, and types again."""

import json
import signal
import subprocess
import threading

from harness import PROGRAM, ROOT, SECONDS, ProgramTest, dataset_of, triples
from semantic_sitemap import dataset, publish
from web import Answer, redirect

SITE = "http://www.example.com"
NAME = f"{SITE}/catalogue"
DUMP = f"{SITE}/all.nt"


class Again(ProgramTest):
    """Commands that are repeated on one output."""

    def setUp(self):
        super().setUp()
        self.lines = triples(5)
        self.site.add("/all.nt", text="".join(self.lines), etag='"1"')
        publish(self.site, dataset(NAME, label="All of it", dumps=[DUMP]))

    def run_fetch(self, *words, url=f"{SITE}/", to="out.nq", code=0):
        result = self.run_program("fetch", *([url] if url else []), "-o", to, "--delay", "0",
                                  "--retries", "1", *self.web.connect_to_args(), *words)
        self.assertEqual(result.code, code, result)
        return result

    def gets(self, path, host="www.example.com"):
        return [one for one in self.web.log
                if one.path == path and one.method == "GET" and one.host.startswith(host)]

    def out(self, name="out.nq"):
        return (self.folder / name).read_text("utf-8")


class Slips(Again):
    """A command that got nothing stands in nobody's way."""

    def test_a_typo_is_not_remembered(self):
        for words in (("--dataset", "catalog"), ("--resource", f"{SITE}/nothing-there"),
                      ("--sample",), ("--only", "sparql"), ("--exclude", "*all.nt")):
            with self.subTest(words):
                for path in self.folder.glob("out.nq*"):
                    path.unlink()
                self.run_fetch(*words, code=3)
                result = self.run_fetch()
                self.assertEqual(len(self.out().splitlines()), 5, result)

    def test_neither_is_a_wrong_site(self):
        self.web.host("ww.example.com").add("/robots.txt", status=500)
        self.run_fetch(url="http://ww.example.com/", code=3)
        self.run_fetch()
        self.assertEqual(len(self.out().splitlines()), 5)

    def test_what_was_got_is_not_dropped(self):
        self.run_fetch()
        before = self.out()
        result = self.run_fetch("--dataset", "catalog", code=2)
        self.assertIn("before: no --dataset; now: --dataset catalog", result.errors)
        self.assertEqual(self.out(), before)
        # A run that was killed between two files has got something, too.
        self.assertTrue((self.folder / "out.nq.state").exists())


class Compared(Again):
    """What decides the output is compared; how it is asked for is not."""

    def test_each_option_that_shapes_the_output_is(self):
        self.run_fetch()
        for words, before in (
                (("--slice", "auto"), "no --slice"), (("--provenance",), "no --provenance"),
                (("--graph", "none"), "--graph auto"), (("--format", "turtle"), "--format nquads"),
                (("--since", "2026-01-01"), "no --since"), (("--guess", "more"), "no --guess"),
                (("--on-error", "fail"), "--on-error skip"),
                (("--no-head",), "no --no-head"),
                (("--prefer", "crawl"), "--prefer dump,fragments,sparql,crawl")):
            with self.subTest(words):
                state = self.out()
                result = self.run_fetch(*words, code=2)
                now = words[0] + (" crawl,dump,fragments,sparql" if words[0] == "--prefer"
                                  else "".join(f" {word}" for word in words[1:]))
                self.assertIn(f"(before: {before}; now: {now})", result.errors)
                self.assertEqual(self.out(), state)
                self.assertFalse((self.folder / "out.nq.quads").exists())

    def test_and_when_it_is_left_out_again(self):
        self.run_fetch("--slice", "subject", "--graph", "none")
        before = self.out()
        result = self.run_fetch("--graph", "none", code=2)
        self.assertIn("before: --slice subject; now: no --slice", result.errors)
        self.assertEqual(self.out(), before)

    def test_what_holds_anyway_and_what_does_not_shape_it_may_change(self):
        self.run_fetch()
        for words in (("--graph", "auto"), ("--prefer", "dump"), ("--format", "nquads"),
                      ("--follow", "describedby,alternate"), ("--dump-semantics", "auto"),
                      ("--max-pages", "7"), ("--report", "r.json"), ("--connections", "1"),
                      ("--include", "*", "--fresh")):
            with self.subTest(words):
                self.run_fetch(*words)

    def test_equal_spellings_are_one_site(self):
        self.site.add("/~ada/robots.txt", status=404)
        self.run_fetch(url="http://www.example.com/x/%2e%2e/")
        for url in ("http://www.example.com", "HTTP://WWW.Example.com:80/",
                    "http://www.example.com:/", "http://www.example.com/./",
                    "http://www.example.com/#top"):
            with self.subTest(url):
                self.assertIn("refreshing", self.run_fetch(url=url).errors)
        result = self.run_fetch(url="http://www.example.com/?", code=2)
        self.assertIn("before: http://www.example.com/;", result.errors)

    def test_a_site_that_is_named_twice_is_got_once(self):
        result = self.run_fetch("http://www.example.com", "--graph", "none")
        self.assertEqual(sorted(self.out().splitlines()),
                         sorted(line.strip() for line in self.lines), result)


class Files(Again):
    """What is read is not written over, and what is written can be told apart."""

    def test_files_of_options_are_inputs(self):
        texts = {"sites.txt": f"{SITE}/\n", "run.conf": "delay = 0\n", "ca.pem": "none",
                 "map.ttl": "", "context.jsonld": '{"@context": {}}', "map.json": "{}"}
        for name, text in texts.items():
            (self.folder / name).write_text(text)
        (self.folder / "data.nt").write_text("<urn:a> <urn:b> <urn:c> .\n")
        (self.folder / "link").symlink_to("sites.txt")
        for words in (("fetch", "--sites", "sites.txt", "-o", "sites.txt"),
                      ("fetch", "--sites", "link", "-o", "out.nq", "--report", "./sites.txt"),
                      ("plan", SITE, "--config", "run.conf"),
                      ("fetch", SITE, "--config", "run.conf", "-o", "run.conf"),
                      ("fetch", SITE, "--cacert", "ca.pem", "-o", "x.nq", "--changes", "ca.pem"),
                      ("fetch", SITE, "--key", "ca.pem", "-o", "ca.pem"),
                      ("convert", "data.nt", "--expand-context", "context.jsonld", "-o",
                       "context.jsonld"),
                      ("convert", "data.nt", "--document-map", "map.json", "-o", "map.json")):
            if words[0] == "plan":
                continue
            with self.subTest(words):
                result = self.run_program(*words)
                self.assertEqual(result.code, 2, result)
                self.assertIn("is an input, too", result.errors)
                for name, text in texts.items():
                    self.assertEqual((self.folder / name).read_text(), text)

    def test_of_a_folder_of_mappings_only_these_are_inputs(self):
        (self.folder / "maps").mkdir()
        mapping = self.folder / "maps" / "mine.ttl"
        mapping.write_text((ROOT / "mappings" / "google-news.ttl").read_text("utf-8"))
        text = mapping.read_text()
        result = self.run_program("fetch", f"{SITE}/", "--mappings", "maps", "-o", "maps/mine.ttl")
        self.assertEqual(result.code, 2, result)
        self.assertIn("is an input, too", result.errors)
        self.assertEqual(mapping.read_text(), text)
        for _ in range(2):
            self.run_fetch("--mappings", "maps", to="maps/out.nq")

    def test_so_is_standard_input_and_a_site_in_a_folder(self):
        (self.folder / "data.nt").write_text("<urn:a> <urn:b> <urn:c> .\n")
        (self.folder / "site").mkdir()
        robots = self.folder / "site" / "robots.txt"
        robots.write_text("Sitemap: sitemap.xml\n")
        with open(self.folder / "data.nt", "rb") as data:
            done = subprocess.run([str(PROGRAM), "convert", "-", "-o", "data.nt"], stdin=data,
                                  capture_output=True, cwd=self.folder, timeout=SECONDS,
                                  check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual((self.folder / "data.nt").read_text(), "<urn:a> <urn:b> <urn:c> .\n")
        result = self.run_program("fetch", "site", "-o", "site/robots.txt")
        self.assertEqual(result.code, 2, result)
        self.assertEqual(robots.read_text(), "Sitemap: sitemap.xml\n")

    def test_two_outputs_on_standard_output_are_refused(self):
        for words in (("--report", "-"), ("--quarantine", "-"), ("-o", "-", "--report", "-"),
                      ("-o", "x.nq", "--report", "-", "--quarantine", "-"),
                      ("--report", "/dev/stdout")):
            with self.subTest(words):
                result = self.run_program("fetch", f"{SITE}/", *words)
                self.assertEqual((result.code, result.out), (2, b""), result)
                self.assertIn("standard output", result.errors)
        self.run_fetch("--report", "-")

    def test_a_folder_that_is_not_there_is_named(self):
        for option in ("-o", "--report"):
            result = self.run_program("fetch", f"{SITE}/", option, "no/such/x.nq")
            self.assertEqual(result.code, 3)
            self.assertIn(f"the folder {self.folder}/no/such is not there", result.errors)


class Mirrors(Again):
    """A refresh asks the mirror that was had."""

    def setUp(self):
        super().setUp()
        self.dumps = [f"{SITE}/{name}.nt" for name in "abcdefgh"]
        for url in self.dumps:
            self.site.add(url[len(SITE):], text="".join(self.lines), etag=f'"{url}"')
        publish(self.site, dataset(NAME, label="All", dumps=[(url, 1) for url in self.dumps]))

    def asked(self, since):
        return [(one.path, one.status) for one in self.web.log[since:]
                if one.path.endswith(".nt") and one.method == "GET"]

    def test_an_unchanged_dump_is_never_downloaded_again(self):
        self.run_fetch()
        [(had, _)] = self.asked(0)
        for _ in range(4):  # eight mirrors: by chance in one of 4,096 cases
            since = len(self.web.log)
            self.run_fetch()
            self.assertEqual(self.asked(since), [(had, 304)])
        self.site.add(had, status=404)
        since = len(self.web.log)
        self.run_fetch()
        first, second = self.asked(since)
        self.assertEqual(first, (had, 404))
        self.assertEqual(second[1], 200)
        since = len(self.web.log)
        self.run_fetch()
        self.assertEqual(self.asked(since), [(second[0], 304)])

    def test_a_backup_that_helped_out_does_not_become_the_first(self):
        publish(self.site, dataset(NAME, label="All", dumps=[(self.dumps[0], 1),
                                                             (self.dumps[1], 0)]))
        self.site.add("/a.nt", status=404)
        self.run_fetch()
        self.site.add("/a.nt", text="".join(self.lines), etag='"a"')
        since = len(self.web.log)
        self.run_fetch()
        self.assertEqual(self.asked(since), [("/a.nt", 200)])


class Bounds(Again):
    """What a budget ends says that a budget did, and what will never be whole."""

    def test_a_dump_that_does_not_fit_says_so(self):
        lines = triples(3000)
        data = "".join(lines).encode()
        self.site.add("/all.nt", data=data, etag='"big"', ranges=True, drip=(20_000, 0.1))
        for _ in range(2):
            result = self.run_fetch("--max-bytes", "50000", "--report", "r.json", code=1)
            self.assertIn(f"the file has {len(data):,} bytes, more than --max-bytes 50,000: "
                          "nothing of it will ever be whole with this bound; raise it",
                          result.errors)
            self.assertIn("[run.budget]", result.errors)
            self.assertNotIn("interrupted", result.errors)
        status = self.run_program("status", "out.nq.state")
        self.assertIn(b"raise it", status.out)
        self.assertIn(b"a file that was under way begins anew", status.out)
        quiet = self.run_fetch("--max-bytes", "50000", "-q", code=1)
        self.assertIn("raise it", quiet.errors)

    def test_a_short_run_has_a_bound_too(self):
        for count in (400, 40_000):
            data = "".join(triples(count)).encode()
            for path in self.folder.glob("out.nq*"):
                path.unlink()
            self.site.add("/all.nt", data=data, etag=f'"{count}"')
            with self.subTest(count):
                # Nothing of the one file came whole.
                result = self.run_fetch("--max-bytes", "5000", "--report", "r.json", code=3)
                self.assertIn("(--max-bytes)", result.errors)
                self.assertIn("[run.budget]", result.errors)
                self.assertNotIn("fetch.cancelled", result.errors)
                self.assertNotIn("interrupted", result.errors)
                report = json.loads((self.folder / "r.json").read_text("utf-8"))
                self.assertNotIn("fetch.cancelled", json.dumps(report))
                self.assertLess(report["totals"]["bytes"], 500_000)

    def test_what_an_end_broke_off_is_told_with_its_address(self):
        for path in "/robots.txt", "/sitemap.xml":
            answer = self.site.next_answer("GET", path, "", {})
            for broken in {"wait": 30}, {"stall": 3}:
                with self.subTest(path, **broken):
                    for old in self.folder.glob("out.nq*"):
                        old.unlink()
                    self.site.add(path, data=answer.body(), **broken)
                    result = self.run_fetch("--max-time", "1", code=3)
                    self.assertRegex(result.errors, rf"{path}: the run was ended before (all of )?it came")
                    self.assertNotIn("cancelled", result.errors)
            self.site.add(path, data=answer.body())

    def test_what_fits_is_whole(self):
        result = self.run_fetch("--max-bytes", "100000")
        self.assertNotIn("--max-bytes)", result.errors)

    def test_a_bound_on_time_is_no_interruption(self):
        self.site.add("/all.nt", text="".join(triples(3000)), drip=(2_000, 0.1))
        result = self.run_fetch("--max-time", "1", code=1)
        self.assertIn("(--max-time) in the middle of the file, which the next run begins anew",
                      result.errors)
        self.assertNotIn("interrupted", result.errors)

    def test_an_interruption_is_one(self):
        begun = threading.Event()

        def slow(_form, _headers):
            begun.set()
            return Answer(text="".join(triples(3000)), drip=(2_000, 0.1))

        self.site.serve("/all.nt", slow)
        with subprocess.Popen(
                [str(PROGRAM), "fetch", f"{SITE}/", "-o", "out.nq", "--delay", "0",
                 "--no-head", *self.web.connect_to_args()], cwd=self.folder, stderr=subprocess.PIPE) as child:
            self.assertTrue(begun.wait(SECONDS))
            child.send_signal(signal.SIGINT)
            errors = child.communicate(timeout=SECONDS)[1].decode()
        self.assertEqual(child.returncode, 130, errors)
        self.assertNotIn("run.budget", errors)
        self.assertNotIn("try again later", errors)
        self.assertFalse((self.folder / "out.nq.part").exists()
                         and not (self.folder / "out.nq.part").read_bytes())


class Named(Again):
    """A document that is named is not passed over in silence."""

    def test_a_page_leads_to_its_site_and_says_so(self):
        page = "<!DOCTYPE html><html><head><title>x</title></head><body>hello</body></html>"
        for path in ("/page", "/page.nt", "/sub/page.html"):
            self.site.add(path, text=page, type="text/html")
            self.site.add("/sub/robots.txt", status=404)
            with self.subTest(path):
                # What calls itself N-Triples and is a page is not what its name says.
                result = self.run_fetch("--fresh", url=f"{SITE}{path}",
                                        code=1 if path.endswith(".nt") else 0)
                self.assertIn(f"{SITE}{path} is read, and the site {SITE}/ is planned, too",
                              result.errors)
        plan = self.run_program("plan", f"{SITE}/page", "--delay", "0",
                                *self.web.connect_to_args())
        self.assertIn(f"the site {SITE}/ is planned", plan.errors)

    def test_so_does_one_whose_links_lead_to_data(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        links = f'<{SITE}/meta.nt>; rel="describedby"; type="application/n-triples"'
        self.site.add("/meta.nt", text=f"<{SITE}/page> <http://v.example/p> \"m\" .\n",
                      type="application/n-triples")
        self.site.add("/sub/robots.txt", status=404)
        for path, type in (("/page", "text/html"), ("/sub/paper.pdf", "application/pdf")):
            self.site.add(path, text="<!DOCTYPE html><html><body>x</body></html>"
                          if type == "text/html" else "%PDF-1.4", type=type,
                          headers={"Link": links})
            with self.subTest(path):
                url = SITE + path
                result = self.run_fetch("--fresh", url=url)
                self.assertIn(f"{url} is read, and the site {SITE}/ is planned, too (--scope "
                              "page: that page alone)", result.errors)
                self.assertIn('"m"', self.out())

    def test_the_entry_page_that_robots_txt_forbids(self):
        for rules, told in (("Disallow: /\n", f"{SITE}/robots.txt lets no robot in (Disallow: /) "
                                               "and names no sitemap"),
                            ("Disallow: /$\n", f"robots.txt does not allow {SITE}/: Disallow: /")):
            with self.subTest(rules):
                self.site.add("/robots.txt", text="User-agent: *\n" + rules)
                more = ("--no-guess",) if "$" in rules else ()
                result = self.run_fetch("--fresh", *more, url=f"{SITE}/", code=3)
                self.assertIn(told, result.errors)

    def test_an_empty_file_is_a_fault(self):
        for path, more in (("/empty.nt", {}), ("/empty.ttl", {}), ("/empty", {"type": ""}),
                           ("/empty.xml", {})):
            self.site.add(path, text="", **more)
            with self.subTest(path):
                result = self.run_fetch("--fresh", url=f"{SITE}{path}", code=3)
                self.assertIn(f"{SITE}{path} is empty", result.errors)
                self.assertEqual(self.gets("/all.nt"), [])

    def test_a_file_of_rdf_is_a_dump(self):
        result = self.run_fetch(url=DUMP)
        self.assertEqual(len(self.out().splitlines()), 5)
        self.assertNotIn("is planned", result.errors)


class Lists(Again):
    """A list of changes is that of the last run."""

    def test_a_run_that_gets_nothing_leaves_an_empty_one(self):
        for name in ("list.nqp", "list.ru"):
            with self.subTest(name):
                self.site.add("/all.nt", text="".join(self.lines), etag='"1"')
                self.run_fetch("--changes", name, "--fresh")
                self.assertIn("number 1", self.out(name))
                self.site.add("/all.nt", status=500)
                before = self.out()
                result = self.run_fetch("--changes", name, code=3)
                self.assertEqual(self.out(), before)
                self.assertNotIn("number", self.out(name))
                self.assertIn("# end: 0 removed, 0 added", self.out(name))
                self.assertIn(f"{name}: nothing changed", result.errors)
                self.site.add("/all.nt", text="".join(triples(6)), etag='"2"')
                self.run_fetch("--changes", name)
                self.assertIn("number 5", self.out(name))
                self.assertNotIn("number 1", self.out(name))


class Words(Again):
    """What is said to whoever slips."""

    def check(self, code, text, *words, **more):
        result = self.run_program(*words, **more)
        self.assertEqual(result.code, code, result)
        self.assertIn(text, result.errors)
        return result

    def test_a_site_without_its_scheme(self):
        for command in ("fetch", "plan", "validate", "convert"):
            self.check(2, "www.example.com: no such file; did you mean https://www.example.com/ ?",
                       command, "www.example.com")
        self.check(2, "did you mean http://localhost:8080/x ?", "fetch", "localhost:8080/x")
        self.check(2, "semsite plan --help", "plan", "help")
        (self.folder / "www.example.com").write_text("")
        self.check(3, "www.example.com", "fetch", "www.example.com")
        self.check(3, "missing.nt", "convert", "missing.nt")

    def test_what_cannot_be_a_host(self):
        result = self.check(2, "cannot be the name of a host", "fetch", "http://exa mple/")
        self.assertNotIn("try again later", result.errors)
        self.check(2, "cannot be the name of a host", "convert", "http://exa%20mple/x.ttl")

    def test_an_unset_variable_is_no_name(self):
        (self.folder / "a.nt").write_text("<urn:a> <urn:b> <urn:c> .\n")
        for words in (("fetch", f"{SITE}/", "-o", ""), ("fetch", f"{SITE}/", "--report", ""),
                      ("fetch", f"{SITE}/", "-o", "x.nq", "--state", ""),
                      ("fetch", f"{SITE}/", "-o", "x.nq", "--changes", ""),
                      ("fetch", f"{SITE}/", "--quarantine", ""), ("fetch", ""),
                      ("slice", "a.nt", "-o", ""), ("convert", "a.nt", "-o", ""),
                      ("validate", "a.nt", "-o", ""), ("convert", ""), ("status", "")):
            self.check(2, "is a variable of the shell not set?", *words)
        self.assertEqual(self.web.log, [])
        self.assertFalse((self.folder / "x.nq.state").exists())

    def test_a_port_that_there_cannot_be(self):
        for command in ("fetch", "plan", "validate", "convert", "inspect"):
            self.check(2, '"99999" is no port', command, "http://127.0.0.1:99999/")
            self.check(2, "no ] behind it", command, "http://[::1/")

    def test_the_state_of_a_typo_stays_what_it_is(self):
        notes = self.folder / "notes.txt"
        notes.write_text("mine\n" * 100)
        notes.chmod(0o644)
        result = self.check(3, "notes.txt: is no database, so no state of semsite, and stays as "
                            "it is; choose another --state", "fetch", f"{SITE}/", "-o", "x.nq",
                            "--state", "notes.txt", *self.web.connect_to_args())
        self.assertNotIn("delete", result.errors)
        self.assertEqual(notes.stat().st_mode & 0o777, 0o644)
        self.assertEqual(notes.read_text(), "mine\n" * 100)

    def test_the_output_is_not_its_state(self):
        self.run_fetch()
        for words in ("out.nq",), ("--state", "out.nq"), ("out.nq.part",), ("out.nq.state",):
            result = self.run_program("status", *words)
            self.assertEqual(result.code, 0, result)
            self.assertIn(b"State of fetch: complete (out.nq.state)", result.out)
        (self.folder / "notes.txt").write_text("mine\n")
        self.check(3, "neither notes.txt.state nor notes.txt.load is there", "status", "notes.txt")

    def test_options_may_stand_before_the_command(self):
        result = self.run_program("-q", "--delay", "0", "fetch", f"{SITE}/", "-o", "out.nq",
                                  *self.web.connect_to_args())
        self.assertEqual((result.code, result.errors), (0, ""), result)
        self.assertEqual(len(self.out().splitlines()), 5)
        self.check(2, "fetch has no option --dry-run; semsite plan URL", "--dry-run", "fetch",
                   f"{SITE}/")
        self.check(2, f"semsite fetch -q {SITE}/ gets its data", "-q", f"{SITE}/")

    def test_help_has_the_width_that_is_there(self):
        for width in 60, 120:
            done = subprocess.run([str(PROGRAM), "fetch", "--help"], capture_output=True, text=True,
                                  check=True, timeout=SECONDS, env={"COLUMNS": str(width)})
            # Names and examples are not broken.
            prose = [line for line in done.stdout.splitlines()
                     if line.startswith(("          ", "semsite"))]
            self.assertGreater(max(map(len, prose)), width - 15)
            self.assertLessEqual(max(map(len, prose)), width)

    def test_sites_are_read_from_standard_input(self):
        for command in "fetch", "plan":
            result = self.run_program(command, "--sites", "-", "--delay", "0",
                                      *self.web.connect_to_args(),
                                      stdin=f"# ours\n{SITE}/ # all of it\n".encode())
            self.assertEqual(result.code, 0, result)
        with open(self.folder / "sites.txt", "w+", encoding="utf-8") as sites:
            sites.write(f"{SITE}/\n")
            sites.seek(0)
            done = subprocess.run([str(PROGRAM), "fetch", "--sites", "-", "-o", "sites.txt"],
                                  stdin=sites, capture_output=True, cwd=self.folder,
                                  timeout=SECONDS, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(b"is an input, too", done.stderr)
        self.check(2, "--sites - reads URLs from it", "fetch", "-")

    def test_datasets_are_listed_by_all_their_names(self):
        result = self.run_fetch("--dataset", "All of them", code=3)
        self.assertIn(f'there are: {NAME} "All of it"', result.errors)

    def test_a_relative_base(self):
        (self.folder / "a.ttl").write_text("<#a> <urn:b> <c> .\n")
        self.check(2, "--base rel: no absolute IRI", "convert", "a.ttl", "--base", "rel")
        self.check(2, "--base //h/x: no absolute IRI", "inspect", "a.ttl", "--base", "//h/x")
        result = self.run_program("convert", "a.ttl", "--base", "http://a.example/x")
        self.assertEqual(result.out, b"<http://a.example/x#a> <urn:b> <http://a.example/c> .\n")

    def test_a_name_that_does_not_resolve(self):
        result = self.run_program("fetch", "http://nosuch.invalid/sitemap.xml", "-o", "x.nq",
                                  "--retries", "1", "--connect-timeout", "2")
        self.assertEqual(result.code, 3)
        self.assertNotIn("does not allow", result.errors)
        self.check(3, "check how the name is spelt", "plan", "http://nosuch.invalid/",
                   "--retries", "1", "--connect-timeout", "2")

    def test_a_context_that_cannot_be_had_is_told_once(self):
        (self.folder / "a.jsonld").write_text(
            '{"@context": "http://127.0.0.1:1/ctx", "@id": "urn:a", "urn:b": "c"}')
        result = self.run_program("convert", "a.jsonld")
        self.assertEqual(result.errors.count("cannot be had"), 1, result)
        self.assertNotIn("from the web", result.errors)
        result = self.run_program("convert", "-", stdin=b'{"@context": "file:///x/y", "@id": "urn:a"}')
        self.assertNotIn("stdin::", result.errors)
        self.assertIn("--base file:///", result.errors)

    def test_an_empty_document(self):
        for name in ("empty.ttl", "empty"):
            (self.folder / name).write_text("")
            self.check(0, f"{name} is empty", "convert", name)
        self.check(0, "is empty", "convert", "-")

    def test_options_that_shut_each_other_out(self):
        self.check(2, "--sample and --resource", "fetch", f"{SITE}/", "--sample", "--resource",
                   f"{SITE}/x")
        result = self.check(2, "--user: write it as NAME:PASSWORD", "fetch", f"{SITE}/", "--user",
                            "hunter2")
        self.assertNotIn("hunter2", result.errors)

    def test_a_validation_says_what_it_wrote_where(self):
        (self.folder / "sitemap.xml").write_text("<urlset/>")
        for more in ((), ("-q",)):
            self.check(1, "see v.html", "validate", "sitemap.xml", "-o", "v.html", *more)
        result = self.run_program("validate", "sitemap.xml", "-q")
        self.assertEqual((result.code, result.errors), (1, ""))

    def test_what_was_not_needed_is_no_news(self):
        publish(self.site, dataset(NAME, label="All", dumps=[DUMP],
                                   endpoints=[f"{SITE}/sparql"]))
        result = self.run_fetch("--only", "dump")
        self.assertNotIn("plan.unusable", result.errors)

    def test_help_names_every_syntax(self):
        for command in ("convert", "slice", "load", "index"):
            text = " ".join(self.run_program(command, "--help", "input").out.decode().split())
            for name in ("standard-sitemap", "linkset,", "linkset+json"):
                self.assertIn(name, text)


class Confirmations(ProgramTest):
    """What was confirmed holds while who confirmed it cannot be asked."""

    def setUp(self):
        super().setUp()
        self.registry = self.web.host("w3id.example", address="127.0.0.2")
        self.name = "http://w3id.example/catalogue"
        self.lines = triples(5)
        self.site.add("/all.nt", text="".join(self.lines), etag='"1"')
        publish(self.site, dataset(self.name, label="All", dumps=[DUMP]))

    def run_fetch(self, *more):
        return self.run_program("fetch", f"{SITE}/", "-o", "out.nq", "--delay", "0", "--retries",
                                "1", *self.web.connect_to_args(), *more,
                                output=self.folder / "out.nq")

    def graph(self, *more):
        result = self.run_fetch(*more)
        self.assertEqual(result.code, 0, result)
        [graph] = {quad[3][1] for quad in result.quads}
        return graph, result.errors

    def test_of_a_redirect(self):
        self.registry.add("/robots.txt", status=404)
        self.registry.add("/catalogue", answers=[redirect(DUMP)])
        self.assertEqual(self.graph()[0], self.name)
        for down in (503, 429):
            with self.subTest(down):
                self.registry.add("/catalogue", status=down)
                graph, errors = self.graph()
                self.assertEqual(graph, self.name)
                self.assertRegex(errors, r"redirects: remembered from \d{4}-\d\d-\d\d: it redirects")
        self.registry.add("/robots.txt", status=503)
        self.assertEqual(self.graph()[0], self.name)
        # It answers, and otherwise: that counts, and stays.
        self.registry.add("/robots.txt", status=404)
        self.registry.add("/catalogue", status=404)
        self.assertEqual(self.graph()[0], DUMP)
        self.registry.add("/catalogue", status=503)
        self.assertEqual(self.graph()[0], DUMP)

    def test_of_a_sitemap_and_only_for_what_it_confirmed(self):
        publish(self.registry, dataset(self.name, dumps=[DUMP]))
        self.assertEqual(self.graph()[0], self.name)
        self.registry.add("/sitemap.xml", status=500)
        self.assertEqual(self.graph()[0], self.name)
        # Another dump under the confirmed name was never confirmed.
        self.site.add("/more.nt", text="".join(triples(2, start=70)))
        publish(self.site, dataset(self.name, label="All", dumps=[DUMP, f"{SITE}/more.nt"]))
        result = self.run_fetch()
        self.assertNotIn(self.name, {quad[3][1] for quad in result.quads}, result)

    def test_a_first_run_has_none(self):
        self.registry.add("/robots.txt", status=503)
        self.assertEqual(self.graph()[0], DUMP)
