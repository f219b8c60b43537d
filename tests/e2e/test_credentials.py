"""Credentials go to the scheme, host and port that were named, and nowhere else; secrets of URLs
are told to nobody; what is kept beside the output is its owner's; and text from outside does
nothing to a terminal."""

import json
import os
import pty
import stat
import subprocess
import threading
import unittest
import unittest.mock

from harness import PROGRAM, ProgramTest, triples

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
LINE = "<http://a.example/s> <http://a.example/p> <http://a.example/o> .\n"
SECRET = "s3cr3t-value"


def urlset(*urls):
    return (f'<urlset xmlns="{SITEMAP}">'
            + "".join(f"<url><loc>{url}</loc></url>" for url in urls) + "</urlset>")


class Credentials(ProgramTest):
    def setUp(self):
        super().setUp()
        self.other = self.web.host("other.example")
        self.site.add("/robots.txt", text="Sitemap: http://www.example.com/sitemap.xml\n")
        for host in (self.site, self.other):
            host.add("/d.nt", text=LINE, type="application/n-triples")
        # Another port of the same host.
        self.ports = ["--connect-to",
                      f"www.example.com:81:127.0.0.1:{self.web.port('www.example.com')}"]

    def seen(self, name):
        """(host, path) → what the header said there."""
        return {(request.headers.get("Host", request.headers.get("host")), request.path):
                {key.lower(): value for key, value in request.headers.items()}.get(name)
                for request in self.web.log}

    def test_they_stay_with_scheme_host_and_port(self):
        self.site.add("/sitemap.xml", text=urlset(
            "http://www.example.com/d.nt", "http://www.example.com:81/d.nt",
            "http://other.example/d.nt", "http://www.example.com/away"))
        self.site.add("/away", status=302, headers={"Location": "http://other.example/d2.nt"})
        self.other.add("/d2.nt", text=LINE, type="application/n-triples")
        for arguments, url in ((["--user", "me:pw"], "http://www.example.com/"),
                               ([], "http://me:pw@www.example.com/"),
                               (["-H", "Authorization: Basic bWU6cHc="], "http://www.example.com/"),
                               (["-H", "Authorization: Basic bWU6cHc=", "--header-everywhere"],
                                "http://www.example.com/")):
            with self.subTest(arguments=arguments, url=url):
                before = len(self.web.log)
                self.fetch(*arguments, *self.ports, url=url)
                log = self.web.log[before:]
                self.assertTrue(any(r.host.startswith("other.example") for r in log))
                for request in log:
                    headers = {key.lower(): value for key, value in request.headers.items()}
                    named = headers["host"] in ("www.example.com", "www.example.com:80")
                    self.assertEqual(headers.get("authorization"),
                                     "Basic bWU6cHc=" if named else None, request)

    def test_a_login_that_the_web_names_is_tried_nowhere(self):
        """Not at another's door, and not in the place of the user's own."""
        urls = [f"http://web:pw@{host}/d.nt" for host in
                ("other.example", "www.example.com", "www.example.com:81")]
        for number, url in enumerate(urls):
            self.site.add(f"/r{number}", status=302, headers={"Location": url})
        self.site.add("/page", text="<p>x", type="text/html", headers={"Link": ", ".join(
            f'<{url}>; rel="describedby"; type="application/n-triples"' for url in urls)})
        self.site.add("/sitemap.xml", text=urlset(
            *urls, *(f"http://www.example.com/r{i}" for i in range(3)),
            "http://www.example.com/page", "http://web@other.example/d.nt",
            "http://:pw@other.example/d.nt"))
        for user in ([], ["--user", "me:pw"]):
            for words in (["fetch", "http://www.example.com/", "-o", "o.nq", "--fresh"],
                          ["validate", "http://www.example.com/"],
                          ["convert", *(f"http://www.example.com/r{i}" for i in range(3))]):
                with self.subTest(words=words[0], user=user):
                    before = len(self.web.log)
                    delay = ["--delay", "0"] if words[0] != "convert" else []
                    self.run_program(*words, *user, *delay, *self.ports,
                                     *self.web.connect_to_args())
                    log = self.web.log[before:]
                    self.assertTrue(any(r.host == "other.example" for r in log))
                    for request in log:
                        headers = {key.lower(): value for key, value in request.headers.items()}
                        named = user and headers["host"] in ("www.example.com",
                                                             "www.example.com:80")
                        self.assertEqual(headers.get("authorization"),
                                         "Basic bWU6cHc=" if named else None, request)

    def test_custom_headers_stay_with_named_hosts(self):
        self.site.add("/sitemap.xml", text=urlset("http://www.example.com/d.nt",
                                                  "http://other.example/d.nt"))
        for more, elsewhere in (([], None), (["--header-everywhere"], "mine")):
            before = len(self.web.log)
            self.fetch("-H", "X-Mine: mine", "-H", "X-Api-Key: k", *more)
            for request in self.web.log[before:]:
                headers = {key.lower(): value for key, value in request.headers.items()}
                named = headers["host"].startswith("www.example.com")
                self.assertEqual(headers.get("x-mine"), "mine" if named else elsewhere, request)
                self.assertEqual(headers.get("x-api-key"), "k" if named else None, request)

    def test_headers_with_secrets_are_told_by_the_list_for_urls(self):
        """Not to another port of the host, and with --header-everywhere to nobody else."""
        names = ["X-Bearer", "X-Hmac", "X-Otp", "X-Ticket", "X-Sid", "X-WSSE", "X-SAML", "X-PIN",
                 "X-Account-Pwd", "X-Macaroon", "DPoP", "X-Access-Code"]
        self.site.add("/sitemap.xml", text=urlset(
            "http://www.example.com/d.nt", "http://www.example.com:81/d.nt",
            "http://other.example/d.nt"))
        headers = [word for name in names for word in ("-H", f"{name}: {SECRET}")]
        for more in ([], ["--header-everywhere"]):
            before = len(self.web.log)
            self.fetch(*headers, "-H", "X-Mine: mine", *more, *self.ports)
            log = self.web.log[before:]
            self.assertTrue(any(r.host.endswith(":81") for r in log))
            for request in log:
                there = {key.lower(): value for key, value in request.headers.items()}
                named = there["host"] in ("www.example.com", "www.example.com:80")
                self.assertEqual({name for name in names if name.lower() in there},
                                 set(names) if named else set(), request)
                if named or more:
                    self.assertEqual(there.get("x-mine"), "mine")

    def test_a_login_of_netrc_is_for_what_was_named(self):
        netrc = self.folder / ".netrc"
        netrc.write_text("machine www.example.com login me password pw\n"
                         "machine other.example login me password pw\n", "utf-8")
        netrc.chmod(0o600)
        self.site.add("/sitemap.xml", text=urlset("http://www.example.com:81/d.nt",
                                                  "http://other.example/d.nt"))
        home = os.environ.get("HOME")
        os.environ["HOME"] = str(self.folder)
        try:
            self.fetch("--netrc", *self.ports)
        finally:
            if home is not None:
                os.environ["HOME"] = home
        for request in self.web.log:
            headers = {key.lower(): value for key, value in request.headers.items()}
            named = headers["host"] in ("www.example.com", "www.example.com:80")
            self.assertEqual("authorization" in headers, named, request)


class Secrets(ProgramTest):
    def test_those_of_the_command_line_are_told_to_nobody(self):
        """However they are written there: the report has the command."""
        self.site.add("/d.nt", text=LINE, type="application/n-triples")
        for words in (["-vu", f"me:{SECRET}"], [f"-qvume:{SECRET}"], [f"-vHX-Key: {SECRET}"],
                      ["-qH", f"Cookie: {SECRET}"], ["--proxy", f"me:{SECRET}@127.0.0.1:1"],
                      [f"--proxy=http://me:{SECRET}@127.0.0.1:1"]):
            with self.subTest(words=words):
                result = self.fetch(*words, "--retries", "1", "--report", "report.html",
                                    url="http://www.example.com/d.nt")
                self.assertNotIn(SECRET, result.errors)
                for name in ("report.json", "report.html"):
                    text = (self.folder / name).read_text("utf-8")
                    self.assertNotIn(SECRET, text, name)
                    self.assertIn("***", text, name)

    def test_nor_those_of_a_proxy_of_the_environment(self):
        for proxy in (f"me:{SECRET}@127.0.0.1:1", f"http://me:{SECRET}@127.0.0.1:1",
                      f"socks5://me:{SECRET}@127.0.0.1:1"):
            with unittest.mock.patch.dict(os.environ, {"http_proxy": proxy}):
                result = self.run_program("convert", "http://other.example/d.nt", "-v",
                                          "--retries", "1")
            self.assertEqual(result.code, 3, result)
            self.assertIn("***@127.0.0.1:1", result.errors)
            self.assertNotIn(SECRET, result.errors)

    def test_plans_have_none(self):
        space = "http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"
        self.site.add("/robots.txt", text="Sitemap: http://www.example.com/sitemap.xml\n")
        urls = {"dataDumpLocation": f"http://www.example.com/d.nt?access_token={SECRET}",
                "sparqlEndpointLocation": f"http://me:{SECRET}@www.example.com/sparql",
                "sampleURI": f"http://www.example.com/a?to=%2Fb%3Fapi_key%3D{SECRET}"}
        self.site.add("/sitemap.xml", text=(
            f'<urlset xmlns="{SITEMAP}" xmlns:sc="{space}"><sc:dataset>'
            "<sc:datasetURI>http://www.example.com/d</sc:datasetURI>"
            + "".join(f"<sc:{name}>{url}</sc:{name}>" for name, url in urls.items())
            + "</sc:dataset></urlset>"))
        for form in ("turtle", "json", "text"):
            with self.subTest(form):
                result = self.run_program("plan", "http://www.example.com/", "--format", form,
                                          "--delay", "0", *self.web.connect_to_args())
                self.assertIn(b"access_token=***", result.out)
                self.assertIn(b"***@www.example.com/sparql", result.out)
                self.assertNotIn(SECRET.encode(), result.out)
                self.assertNotIn(SECRET, result.errors)

    def test_those_of_urls_are_told_to_nobody(self):
        paths = [f"/d.nt?token={SECRET}", f"/missing?page=1&X-Amz-Signature={SECRET}",
                 f"/page.html?access_token={SECRET}&lang=en"]
        self.site.add("/robots.txt", text="Sitemap: http://www.example.com/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=urlset(*(
            "http://www.example.com" + path.replace("&", "&amp;") for path in paths)))
        self.site.add(paths[0], text="faulty line\n" + LINE, type="application/n-triples")
        self.site.add(paths[2], text='<p vocab="http://schema.org/" resource="" typeof="Thing">'
                      '<a property="url" href="#x">x</a>', type="text/html")
        result = self.fetch("-v", "--provenance", "--quarantine", "bad.txt", "--report",
                            "report.html")
        self.assertEqual(result.code, 1, result)
        asked = {request.path for request in self.web.log}
        self.assertLessEqual(set(paths), asked)  # they themselves have them
        self.assertNotIn(SECRET, result.errors)
        for name in ("out.nq", "report.json", "report.html", "bad.txt"):
            data = (self.folder / name).read_text("utf-8")
            self.assertNotIn(SECRET, data, name)
            if name != "out.nq":
                self.assertIn("***", data, name)
        self.assertIn("<http://www.example.com/d.nt?token=***>",
                      (self.folder / "out.nq").read_text("utf-8"))
        status = self.run_program("status", "--state", "out.nq.state")
        self.assertNotIn(SECRET.encode(), status.out)
        status = self.run_program("status", "--state", "out.nq.state", "--format", "json")
        self.assertNotIn(SECRET.encode(), status.out)
        # The same command again finds what it had.
        again = self.run_program(
            "fetch", "http://www.example.com/", "-o", self.folder / "out.nq", "--delay", "0",
            "--log", "json", "-v", *self.web.connect_to_args(), output=self.folder / "out.nq")
        self.assertNotIn(SECRET, again.errors)
        for line in again.errors.splitlines():
            json.loads(line)

    def test_the_state_is_its_owners(self):
        self.site.add("/d.nt", text="".join(triples(5)), type="application/n-triples")
        state = self.folder / "out.nq.state"
        for _ in range(2):
            result = self.run_program(
                "fetch", "http://www.example.com/d.nt", "-o", self.folder / "out.nq", "--delay",
                "0", *self.web.connect_to_args(), output=self.folder / "out.nq")
            self.assertEqual(result.code, 0, result)
            for file in self.folder.glob("out.nq.state*"):
                self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600, file)
            state.chmod(0o644)  # as an earlier version left it


class Terminal(ProgramTest):
    def test_what_a_search_finds_is_shown_and_not_obeyed(self):
        bad = "\u202egnp.exe\u2066\u009b31m\u200b"
        (self.folder / "d.nq").write_text(
            f'<http://a.example/{bad}> <http://www.w3.org/2000/01/rdf-schema#label> '
            f'"river \\u001b[2J{bad}\\nsemsite: error: forged" <http://a.example/{bad}> .\n'
            f"<http://a.example/{bad}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
            f"<http://a.example/T{bad}> <http://a.example/{bad}> .\n", "utf-8")
        self.assertEqual(self.run_program("index", "d.nq", "--index", "x.index").code, 0)
        found = self.run_program("search", "river", "--index", "x.index").out.decode("utf-8")
        self.assertEqual(found.count("\\u{202E}gnp.exe"), 3, found)
        for forbidden in "\x1b\u202e\u2066\u009b\u200b":
            self.assertNotIn(forbidden, found)
        self.assertFalse([line for line in found.splitlines() if line.startswith("semsite:")])

    def on_a_terminal(self, *words):
        """What a person sees on standard output."""
        ours, theirs = pty.openpty()
        seen = []

        def read():
            while True:
                try:
                    some = os.read(ours, 65536)
                except OSError:  # the other side is closed
                    return
                if not some:
                    return
                seen.append(some)

        reader = threading.Thread(target=read)
        reader.start()
        try:
            done = subprocess.run([PROGRAM, *map(str, words)], stdout=theirs, cwd=self.folder,
                                  stderr=subprocess.DEVNULL, timeout=60, check=False)
        finally:
            os.close(theirs)
            reader.join(30)
            os.close(ours)
        self.assertIn(done.returncode, (0, 1), words)
        return b"".join(seen).decode("utf-8")

    def test_nor_in_quads_that_a_person_looks_at(self):
        bad = "A\u009b31m\u202eB\u2066"
        space = "http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"
        self.site.add("/d.ttl", text=f'<http://a.example/{bad}> <http://a.example/p> "{bad}é" .\n',
                      type="text/turtle")
        self.site.add("/robots.txt", text="Sitemap: http://www.example.com/sitemap.xml\n")
        self.site.add("/sitemap.xml", type="application/xml", text=(
            f'<urlset xmlns="{SITEMAP}" xmlns:sc="{space}"><sc:dataset>'
            f"<sc:datasetLabel>{bad}</sc:datasetLabel>"
            "<sc:dataDumpLocation>http://www.example.com/d.ttl</sc:dataDumpLocation>"
            "</sc:dataset></urlset>"))
        more = self.web.connect_to_args()
        for words in (("convert", "http://www.example.com/d.ttl"),
                      ("convert", "http://www.example.com/d.ttl", "--format", "turtle"),
                      ("fetch", "http://www.example.com/", "-o", "-", "--delay", "0"),
                      ("plan", "http://www.example.com/", "--format", "turtle", "--delay", "0")):
            with self.subTest(words=words):
                seen = self.on_a_terminal(*words, *more)
                self.assertIn("A\\u009B31m\\u202EB\\u2066", seen)
                for forbidden in bad[1] + bad[5] + bad[-1]:
                    self.assertNotIn(forbidden, seen)
        # What a program reads stays as it is.
        piped = self.run_program("convert", "http://www.example.com/d.ttl", *more)
        self.assertIn(f'"{bad}é"'.encode(), piped.out)

    def test_text_from_outside_is_shown_and_not_obeyed(self):
        bad = "\x1b]0;owned\x07\x1b[2J\u202egnp.exe\u2066\u009b31m\u200b"
        self.site.add("/robots.txt", text="Sitemap: http://www.example.com/sitemap.xml\n")
        long = "http://www.example.com/" + "x" * 3000
        space = "http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"
        self.site.add("/sitemap.xml", type="application/xml", text=(
            f'<urlset xmlns="{SITEMAP}" xmlns:sc="{space}"><sc:dataset><sc:datasetLabel>'
            "Label \u202egnp.exe\u009b31m\n\nsemsite: error: forged</sc:datasetLabel>"
            f"<sc:dataDumpLocation>{long}</sc:dataDumpLocation></sc:dataset></urlset>"))
        self.site.add("/" + "x" * 3000, text=bad + "\n", type="text/html", status=500)
        runs = [self.fetch("-v", "--retries", "1").errors,
                self.fetch("-v", "--retries", "1", "--log", "json").errors]
        for words in (["plan", "http://www.example.com/"],
                      ["validate", "http://www.example.com/"],
                      ["status", "--state", "out.nq.state"]):
            more = [] if words[0] == "status" else [*self.web.connect_to_args(), "--delay", "0"]
            result = self.run_program(*words, *more)
            runs += [result.errors, result.out.decode("utf-8")]
        for text in runs:
            for forbidden in "\x1b\x07\u202e\u2066\u009b\u200b":
                self.assertNotIn(forbidden, text)
            for line in text.splitlines():
                self.assertFalse(line.startswith("semsite: error: forged"), line)
        self.assertNotIn("x" * 201, runs[0])
        self.assertNotIn("x" * 201, runs[3])
        for line in runs[1].splitlines():
            json.loads(line)


if __name__ == "__main__":
    unittest.main()
