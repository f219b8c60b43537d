"""Dumps over ftp: within the same bounds and rules as over HTTP (docs/fetch.md#ftp)."""

import gzip
import hashlib
import time

from harness import ProgramTest, triples
from ftp import File, FtpServer
from semantic_sitemap import dataset, publish

HOST = "ftp.example.com"
DUMP = f"ftp://{HOST}/pub/dump.nt"


class Ftp(ProgramTest):
    def setUp(self):
        super().setUp()
        self.server = self.enterContext(FtpServer())
        self.lines = list(triples(400))
        self.data = "".join(self.lines).encode()

    def connected(self, *arguments):
        return (*self.server.connect_to_args(HOST), "--retry-delay", "0.01", *arguments)

    def get(self, *arguments, url=DUMP, code=0):
        result = self.fetch(*self.connected(*arguments), url=url)
        self.assertEqual(result.code, code, f"{result}\n{self.server.log}")
        return result

    def assert_all(self, result, count=400):
        self.assertEqual(len(result.lines), count, result)
        self.assertEqual(len(set(result.lines)), count)

    def retrieved(self):
        return [path for path in self.server.got("RETR") if not path.endswith("robots.txt")]

    def test_a_dump_of_a_dataset_beside_its_site(self):
        self.server.files["/pub/dump.nt.gz"] = File(gzip.compress(self.data))
        publish(self.site, dataset("http://www.example.com/set", dumps=[f"{DUMP}.gz"]))
        result = self.get(url="http://www.example.com/")
        self.assert_all(result)
        self.assertIn(f"GET {DUMP}.gz", self.get("-v", url="http://www.example.com/").errors)
        [source] = [one for one in result.report["sources"] if one["url"] == f"{DUMP}.gz"]
        self.assertEqual((source["outcome"], source["status"]), ("whole", 200))

    def test_a_dump_that_is_named_itself(self):
        self.server.files["/pub/dump.nt"] = File(self.data)
        self.assert_all(self.get())
        done = self.run_program("convert", DUMP, "-o", self.folder / "c.nq", *self.connected())
        self.assertEqual(done.code, 0, done)
        self.assertEqual(len((self.folder / "c.nq").read_bytes().splitlines()), 400)
        plan = self.run_program("plan", f"ftp://{HOST}/pub/none.nt", *self.connected())
        self.assertEqual(plan.code, 3, plan)

    def test_what_is_not_there(self):
        result = self.get(code=3)
        self.assertIn(f"{DUMP} does not exist (status 404)", result.errors)
        self.assertEqual(self.retrieved(), ["pub/dump.nt"])  # once

    def test_a_folder_and_a_transfer_as_text_are_refused(self):
        for url in (f"ftp://{HOST}/pub/", f"ftp://{HOST}", f"{DUMP};type=a", f"ftp://{HOST}/pub;TYPE=d"):
            with self.subTest(url):
                self.get(url=url, code=3)
                self.assertEqual(self.retrieved(), [])

    def test_a_transfer_that_breaks_off_goes_on_where_it_was(self):
        self.server.files["/pub/dump.nt"] = file = File(self.data, breaks_after=[1000, 5000])
        self.assert_all(self.get())
        self.assertEqual(file.breaks_after, [])
        # Up to 4 KiB come once more, to be held against what came. libcurl takes the last one back on a connection that
        # it uses again.
        self.assertEqual([offset for offset in self.server.got("REST") if offset != "0"], ["904"])

    def test_a_length_that_lies_is_a_failure(self):
        cut = self.data.index(b"\n", 5000) + 1  # at the end of a line: nothing else would tell
        for size in (cut, len(self.data) - 1, len(self.data) + 1, 0):
            with self.subTest(size):
                self.server.files["/pub/dump.nt"] = File(self.data, size=size)
                result = self.fetch(*self.connected("--retries", "1"), url=DUMP)
                self.assertIn(result.code, (1, 3), result)
                self.assertNotIn("complete\n", result.errors.replace("not complete\n", ""))

    def test_a_server_that_takes_rest_and_begins_at_the_first_byte_is_found_out(self):  # RFC 3659 §5
        for breaks_at in (1, 2, 1000, 10_000):
            with self.subTest(breaks_at):
                self.server.files["/pub/dump.nt"] = File(self.data, breaks_after=[breaks_at], ignores_rest=True)
                self.assert_all(self.get())

    def test_without_rest_what_broke_off_begins_again(self):
        self.server.files["/pub/dump.nt"] = File(self.data, breaks_after=[1000], refuses_rest=True)
        self.assert_all(self.get())

    def test_it_begins_again_if_the_file_is_another_one_then(self):
        self.server.files["/pub/dump.nt"] = file = File(self.data, breaks_after=[1000])

        class Turning(list):
            def pop(self, at):
                file.modified += 86400
                return super().pop(at)
        file.breaks_after = Turning([1000])
        result = self.get()
        self.assert_all(result)

    def test_half_of_it_is_not_complete(self):
        self.server.files["/pub/dump.nt"] = File(self.data, breaks_after=[1000] * 100)
        result = self.fetch(*self.connected("--retries", "2"), url=DUMP)
        self.assertIn(result.code, (1, 3), result)
        self.assertIn(result.report["sources"][0]["outcome"], ("partial", "failed"))
        self.assertEqual(result.report["exit_status"], result.code)

    def test_a_refresh_costs_no_transfer_if_nothing_has_changed(self):
        self.server.files["/pub/dump.nt"] = file = File(self.data)
        options = ("-o", self.folder / "r.nq", "--delay", "0", *self.connected())
        for run in range(3):
            if run == 2:
                file.data, file.modified = self.data + b"<a:a> <a:b> <a:c> .\n", file.modified + 60
            done = self.run_program("fetch", DUMP, *options)
            self.assertEqual(done.code, 0, done)
            self.assertEqual(len((self.folder / "r.nq").read_bytes().splitlines()), 401 if run == 2 else 400)
            if run == 1:
                known = len(self.retrieved())
                self.server.log.clear()
            elif run == 0:
                first = len(self.retrieved())
        self.assertLess(known - first, first, "it was transferred again")

    def test_another_length_is_another_file_though_its_time_is_the_same(self):
        more = b"<a:a> <a:b> <a:c> .\n"
        self.server.files["/pub/dump.nt"] = file = File(self.data)
        options = ("-o", self.folder / "r.nq", "--delay", "0", *self.connected())
        for i, (data, modified) in enumerate(((self.data, 0), (self.data + more, 0), (self.data, -60), (self.data, -60))):
            with self.subTest(len(data)):
                transfers = self.retrieved().count("pub/dump.nt")
                file.modified += modified if data != file.data else 0
                is_other = data != file.data
                file.data = data
                done = self.run_program("fetch", DUMP, *options)
                self.assertEqual(done.code, 0, done)
                self.assertEqual((self.folder / "r.nq").read_bytes().count(b"\n"), data.count(b"\n"))
                looks = 1  # at what the URL is
                transfers = self.retrieved().count("pub/dump.nt") - transfers
                (self.assertGreater if is_other or i == 0 else self.assertEqual)(transfers, looks)

    def test_robots_txt_of_the_server_holds(self):
        self.server.files["/pub/dump.nt"] = File(self.data)
        self.server.files["/robots.txt"] = File(b"User-agent: *\nDisallow: /pub/\n")
        result = self.get(code=3)
        self.assertIn("robots.txt does not allow", result.errors)
        self.assertEqual(self.retrieved(), [])

    def test_logins_go_to_the_server_that_was_named(self):
        self.server.files["/pub/dump.nt"] = File(self.data)
        self.server.logins = {"me": "se:cret"}
        result = self.get(code=3)
        self.assertNotIn("REST", dict(self.server.log))
        self.assert_all(self.get("--user", "me:se:cret"))
        result = self.get(url=DUMP.replace("//", "//me:se%3Acret@"))
        self.assert_all(result)
        self.assertNotIn("cret", result.errors + str(result.report) + str(result.lines))
        # One that a sitemap names gets none, nor what stands in its URL there.
        publish(self.site, dataset("http://www.example.com/set", dumps=[DUMP.replace("//", "//me:se%3Acret@")]))
        self.server.log.clear()
        self.fetch(*self.connected("--user", "me:se:cret"))
        self.assertNotIn("me", self.server.got("USER"))

    def test_data_connections_go_to_the_server_alone(self):
        """A server that names another machine's address (RFC 2577 §4) reaches nobody by us."""
        self.server.files["/pub/dump.nt"] = File(self.data)
        self.server.extended = False
        self.server.passive_address = "192.0.2.7"
        self.assert_all(self.get("--connect-timeout", "2"))

    def test_a_private_address_is_refused(self):
        self.server.files["/pub/dump.nt"] = File(self.data)
        publish(self.site, dataset("http://www.example.com/set", dumps=[f"ftp://127.0.0.1:{self.server.port}/pub/dump.nt"]))
        result = self.fetch()
        self.assertNotEqual(result.code, 0, result)
        self.assertEqual(self.server.log, [])

    def test_a_server_that_is_full_is_asked_again(self):
        file = self.server.files["/pub/dump.nt"] = File(self.data, data_reply="450 Busy")
        result = self.get("--retries", "3", code=3)
        self.assertEqual(len(self.retrieved()), 3, self.server.log)
        self.assertIn("503", result.errors)
        file.data_reply = "550 Permission denied"
        self.server.log.clear()
        self.get("--retries", "3", code=3)
        self.assertEqual(len(self.retrieved()), 1)

    def test_lengths_and_digests_are_held(self):
        wrong = hashlib.sha256(b"other").hexdigest()
        self.server.files["/pub/dump.nt"] = File(self.data, sized=False)
        self.assert_all(self.get())
        self.site.add("/d.meta4", type="application/metalink4+xml", text=(
            '<metalink xmlns="urn:ietf:params:xml:ns:metalink"><file name="dump.nt">'
            f'<hash type="sha-256">{wrong}</hash><url>{DUMP}</url></file></metalink>'))
        result = self.fetch(*self.connected(), url="http://www.example.com/d.meta4")
        self.assertNotEqual(result.code, 0, result)
        self.assertIn("sha-256", result.errors.lower())

    def test_bounds_of_time_and_size_hold(self):
        self.server.files["/pub/dump.nt"] = File(self.data)
        result = self.fetch(*self.connected("--max-bytes", "2000"), url=DUMP)
        self.assertIn(result.code, (1, 3), result)
        self.server.greeting = "421 Too many users"
        result = self.fetch(*self.connected("--retries", "2"), url=DUMP)
        self.assertEqual(result.code, 3, result)

    def test_names_cannot_carry_commands(self):
        for path in ("/a%0D%0ADELE%20/pub/dump.nt", "/a%0ADELE%20b.nt", "/a%00b.nt"):
            self.get(url=f"ftp://{HOST}{path}", code=3)
        self.assertEqual(self.server.got("DELE"), [])

    def test_robots_txt_is_not_passed_by_another_spelling(self):
        self.server.files["/pub/dump.nt"] = File(self.data)
        self.server.files["/robots.txt"] = File(b"User-agent: *\nDisallow: /pub/\n")
        for path in ("//pub/dump.nt", "/%2Fpub/dump.nt", "/./pub/dump.nt", "/x/../pub/dump.nt", "/%2e/pub/dump.nt",
                     "/x/%2e%2e/pub/dump.nt", "/x/..%2Fpub/dump.nt", "/pub%2F", "/%2F", "/pub/.."):
            with self.subTest(path):
                self.get(url=f"ftp://{HOST}{path}", code=3)
                publish(self.site, dataset("http://www.example.com/set", dumps=[f"ftp://{HOST}{path}"]))
                self.assertNotEqual(self.fetch(*self.connected()).code, 0)
                self.assertEqual(self.retrieved() + self.server.got("LIST"), [])

    def test_a_server_that_is_silent_keeps_nobody_else_waiting(self):
        self.server.files["/pub/dump.nt"] = File(self.data, silent_for=20)
        for n in range(4):
            self.site.add(f"/{n}.nt", text=f"<http://e.example/{n}> <http://e.example/p> 'x' .\n", wait=0.2)
        publish(self.site, dataset("http://www.example.com/set", dumps=[f"http://www.example.com/{n}.nt" for n in range(4)]))
        options = ("--max-time", "4", "--delay", "0", *self.connected(), *self.web.connect_to_args())
        start = time.monotonic()
        result = self.run_program("fetch", DUMP, "http://www.example.com/", "--dump-semantics", "parts",
                                  "-o", "m.nq", *options, output=self.folder / "m.nq")
        took = time.monotonic() - start
        self.assertLess(took, 12, "the end of the run waited for a reply")
        self.assertIn("/3.nt", self.web.paths())
        late = [one.time for one in self.web.log if one.path == "/3.nt"][-1]
        self.assertLess(late - self.web.log[0].time, 4, result)
