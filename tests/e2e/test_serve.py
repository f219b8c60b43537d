"""`semsite serve`: real HTTP on loopback, beside `semsite search` on the same index."""

import concurrent.futures
import contextlib
import gzip
import http.client
import json
import re
import signal
import socket
import time
import unittest
import urllib.parse

from serve_run import SECONDS, ServeTest, query, received
import index_data
from index_data import LABEL, TYPE
import quads

NEAR = "http://vocab.example/near"
HOSTILE = "http://hostile.example/doc"


class EachQuery(ServeTest):
    def setUp(self):
        super().setUp()
        self.build(index_data.dump())
        self.service = self.serve()

    def test_the_api_finds_what_search_finds(self):
        iri = "http://a.example/id/1#it"
        kinds = [
            (["river AND (harbour OR \"old bridge\")"],
             [("q", "river AND (harbour OR \"old bridge\")")]),
            (["--term", "bridge", "--term", "old"], [("term", "bridge"), ("term", "old")]),
            (["--uri", iri], [("uri", iri)]),
            (["--uri", NEAR, "--place", "predicate"], [("uri", NEAR), ("place", "predicate")]),
            (["--namespace", "http://a.example/"], [("namespace", "http://a.example/")]),
            (["--mentions-host", "b.example"], [("mentions-host", "b.example")]),
            (["--property", LABEL], [("property", LABEL)]),
            (["--property", "http://vocab.example/size", "--value", "3"],
             [("property", "http://vocab.example/size"), ("value", "3")]),
            (["--class", "http://vocab.example/Place"], [("class", "http://vocab.example/Place")]),
            (["--identified-by", "badge 1"], [("identified-by", "badge 1")]),
            (["--class", "http://vocab.example/Place", "--host", "a.example"],
             [("class", "http://vocab.example/Place"), ("host", "a.example")]),
            (["--in-dataset", "example.co.uk"], [("in-dataset", "example.co.uk")]),
            (["--in-format", "nquads"], [("in-format", "nquads")]),
            (["--language", "de"], [("language", "de")]),
            (["--since", "today"], [("since", "today")]),
            (["--until", "2001"], [("until", "2001")]),
            (["river", "--sort", "date", "--limit", "7", "--page", "2"],
             [("q", "river"), ("sort", "date"), ("limit", "7"), ("page", "2")]),
            # As Sindice's API v3 had them.
            (["--class", "http://vocab.example/Work"], [("fq", "class:http://vocab.example/Work")]),
            (["--property", NEAR, "river"], [("q", "river"), ("fq", f"predicate:<{NEAR}>")]),
            (["--in-format", "NQUADS"], [("fq", "format:NQUADS")]),
            (["--since", "last_week"], [("fq", "date:last_week")]),
            (["--in-dataset", "a.example"], [("fq", "domain:a.example")]),
            (["--host", "www.data.example.co.uk"], [("fq", "domain:www.data.example.co.uk")]),
            (["river", "--sort", "date"], [("q", "river"), ("sortbydate", "1")]),
            (["--ntriple", "* rdfs:label 'river OR bridge' MINUS * dc:modified *"],
             [("nq", "* rdfs:label 'river OR bridge' MINUS * dc:modified *")]),
        ]
        for options, parameters in kinds:
            with self.subTest(parameters):
                found = self.run_program("search", "--index", self.index, "--format", "json",
                                         *options)
                self.assertEqual(found.code, 0, found)
                expected = json.loads(found.out)
                got = self.service.json("/api/search?" + query(*parameters))
                self.assertEqual(got["entries"], expected["entries"])
                self.assertEqual(got["totalResults"], expected["totalResults"])
                if options[0] != "--until":
                    self.assertGreater(got["totalResults"], 0)
                # The page has the same documents in the same order.
                page = self.service.page("/search?" + query(*parameters))
                links = [urllib.parse.unquote(link) for link in
                         re.findall(r'<h2><a href="/document\?url=([^"]*)"', page)]
                self.assertEqual(links, [entry["link"] for entry in expected["entries"]])

    def test_pages_of_results_lead_to_one_another(self):
        seen, target = [], "/api/search?limit=25&namespace=http:"
        while target:
            answer = self.service.json(target)
            seen += [entry["link"] for entry in answer["entries"]]
            target = answer.get("next")
        self.assertEqual(len(seen), answer["totalResults"])
        self.assertEqual(len(set(seen)), len(seen))
        page = self.service.page("/search?limit=25&namespace=http:&page=2")
        self.assertIn('rel="prev"', page)
        self.assertIn('href="/search?limit=25&amp;namespace=http%3A&amp;page=3"', page)
        self.assertIn("There is no page 99",
                      self.service.page("/search?limit=25&namespace=http:&page=99"))

    def test_a_document_comes_as_page_as_ntriples_and_as_json(self):
        url = self.service.json("/api/search?q=river")["entries"][0]["link"]
        found = self.run_program("search", "--index", self.index, "--format", "ntriples",
                                 "--host", urllib.parse.urlsplit(url).hostname, "--limit", "1000")
        _, fields, content = self.service.ask("/document.nt?" + query(("url", url)))
        self.assertEqual(fields["Content-Type"], "application/n-triples")
        self.assertIn("attachment", fields["Content-Disposition"])
        self.assertIn(content, found.out)
        got = self.service.json("/api/document?" + query(("url", url)))
        self.assertEqual("".join(line + "\n" for line in got["explicit_content"]).encode(), content)
        self.assertEqual(got["document"]["link"], url)
        self.assertEqual(got["document"]["explicit_content_size"], len(quads.read_dataset(content)))
        page = self.service.page("/document?" + query(("url", url)))
        for quad in quads.read_dataset(content):
            if quad[2][0] == "iri":
                self.assertIn(urllib.parse.quote(quad[2][1], safe="~"), page)

    def test_the_start_page_counts_and_gives_examples_that_find_something(self):
        documents = len(index_data.Scan(index_data.dump()).documents)
        self.assertEqual(self.service.json("/api/summary")["documents"], documents)
        page = self.service.page("/")
        self.assertIn(f"{documents} documents", page)
        examples = re.findall(r'href="(/search\?[^"]*)"', page)
        self.assertGreater(len(examples), 5)
        for example in examples:
            self.assertNotIn("Nothing was found", self.service.page(example))

    def test_mistakes_are_told_with_their_place(self):
        page = self.service.page("/search?" + query(("q", "river AND (old")), 400)
        self.assertIn("not closed", page)
        self.assertIn("<pre>river AND <mark>(old</mark></pre>", page)
        error = self.service.json("/api/search?" + query(("q", "river AND (old")), 400)["error"]
        self.assertEqual((error["status"], error["position"]), (400, 10))
        for target, part in (
                ("/api/search", "nothing to look for"),
                ("/api/search?q=a&pages=2", "did you mean page"),
                ("/api/search?q=a&page=0", "page 0"),
                ("/api/search?q=a&page=two", "page two: not a whole number"),
                ("/api/search?q=a&limit=5000", "limit 5000"),
                ("/api/search?q=a&page=99999&limit=1000", "can be paged through"),
                ("/api/search?q=a&place=subject", "uri"),
                ("/api/search?value=x", "value without property"),
                ("/api/search?since=yesterday", "since yesterday: no date"),
                ("/api/search?fq=colour:red", "colour:red"),
                ("/api/search?fq=class:", "fq"),
                ("/api/search?nq=*%20*%20*", "every triple"),
                ("/api/search?q=a&format=atom", "only json"),
                ("/api/search?" + "&".join(["term=a"] * 60), "more than 50"),
                ("/api/document", "url"),
                ("/document?url=urn:x&page=0", "page 0")):
            with self.subTest(target):
                status, _, content = self.service.ask(target)
                self.assertEqual(status, 400, content)
                self.assertIn(part, content.decode())
                self.assertNotIn(b" --", content)

    def test_what_is_not_there_is_told_with_advice(self):
        self.assertIn("No such page", self.service.page("/nothing", 404))
        self.assertIn("api/search", self.service.json("/api/nothing", 404)["error"]["message"])
        unknown = self.service.page("/document?" + query(("url", "http://a.example/id/1#it")), 404)
        self.assertIn("documents that mention it", unknown)
        self.service.json("/api/document?url=urn:none", 404)
        self.assertIn("fewer", self.service.page("/search?q=nowhere+river+zzz"))

    def test_a_form_with_empty_fields_leads_to_a_short_address(self):
        status, fields, _ = self.service.ask("/search?q=river&uri=&place=object&value=+&class=")
        self.assertEqual((status, fields["Location"]), (303, "/search?q=river"))

    def test_names_of_the_search_engine_description(self):
        status, fields, content = self.service.ask("/opensearch.xml")
        self.assertEqual(status, 200)
        self.assertIn(f"{self.service.url}/search?q={{searchTerms}}".encode(), content)


class Hostile(ServeTest):
    def setUp(self):
        super().setUp()
        long = "very long " * 30_000
        script = '\\"><script>alert(1)</script>'
        self.build(
            f'<{HOSTILE}> <http://purl.org/dc/terms/title> "{script} title"@en <{HOSTILE}> .\n'
            f"<{HOSTILE}> <http://p.example/link> <javascript:alert(1)> <{HOSTILE}> .\n"
            f"<{HOSTILE}> <http://p.example/link> <data:text/html,x> <{HOSTILE}> .\n"
            f"<{HOSTILE}> <http://p.example/link> <http://x.example/'onclick=alert(1)> "
            f"<{HOSTILE}> .\n"
            f'<{HOSTILE}> <http://p.example/bidi> "safe\\u202Eexe.txt\\u0007" <{HOSTILE}> .\n'
            f'<{HOSTILE}> <http://p.example/long> "{long}" <{HOSTILE}> .\n'
            f"<{HOSTILE}> <{TYPE}> <http://p.example/%3Cscript%3E{'x' * 6000}> <{HOSTILE}> .\n")
        self.service = self.serve()

    def pages(self):
        yield self.service.page("/")
        yield self.service.page("/search?q=title")
        yield self.service.page("/document?" + query(("url", HOSTILE)))
        evil = '"><script>alert(2)</script>"'
        yield self.service.page("/search?" + query(("q", evil)))
        yield self.service.page("/search?" + query(("q", evil + "(")), 400)
        yield self.service.page("/search?" + query((evil, "x"), ("q", "title")))
        yield self.service.page("/document?" + query(("url", evil)), 404)
        yield self.service.page("/" + urllib.parse.quote(evil), 404)
        yield self.service.page("/search?q=a&since=" + urllib.parse.quote(evil), 400)

    def test_nothing_of_the_index_or_of_the_address_is_markup(self):
        for page in self.pages():
            self.assertNotIn("<script", page)
            self.assertNotIn("\u202e", page)
            self.assertNotIn("\x07", page)
            self.assertNotRegex(page, r"""(?i)(href|src|action)=["']?(javascript|data:text)""")
            self.assertNotRegex(page, r"<[^>]* on[a-z]+=[^\"]")
        self.assertIn("[U+202E]", self.service.page("/document?" + query(("url", HOSTILE))))

    def test_what_the_form_gives_back_is_what_was_asked(self):
        asked = "می\u200cخواهم"
        self.assertIn(f'value="{asked}"', self.service.page("/search?" + query(("q", asked))))

    def test_a_long_literal_is_cut_on_the_page_and_whole_in_the_download(self):
        where = query(("url", HOSTILE))
        page = self.service.page("/document?" + where)
        self.assertLess(len(page), 60_000)
        self.assertIn("300,000 bytes, whole in the download", page)
        _, _, content = self.service.ask("/document.nt?" + where)
        self.assertIn(b"very long " * 30_000, content)

    def test_headers_of_every_answer_guard_the_reader(self):
        for target in ("/", "/search?q=title", "/document?" + query(("url", HOSTILE)), "/nowhere"):
            _, fields, _ = self.service.ask(target)
            policy = fields["Content-Security-Policy"]
            self.assertTrue(policy.startswith("default-src 'none'; style-src 'sha256-"), policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertEqual(fields["Referrer-Policy"], "no-referrer")
        for target in ("/", "/api/search?q=title", "/document.nt?" + query(("url", HOSTILE)),
                       "/robots.txt", "/opensearch.xml"):
            _, fields, _ = self.service.ask(target)
            self.assertEqual(fields["X-Content-Type-Options"], "nosniff")
            self.assertEqual(fields["Cross-Origin-Resource-Policy"], "same-origin")


class Protocol(ServeTest):
    def setUp(self):
        super().setUp()
        self.build(index_data.dump(30))
        self.service = self.serve()

    def assert_well(self):
        self.assertEqual(self.service.json("/api/summary")["documents"], 31)

    def test_only_get_and_head(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
            connection = self.service.connect()
            with contextlib.closing(connection):
                connection.request(method, "/search", body=b"q=river" * 100_000)
                answer = connection.getresponse()
                self.assertEqual((answer.status, answer.headers["Allow"]), (405, "GET, HEAD"))
                answer.read()
        _, whole, content = self.service.ask("/search?q=river")
        status, fields, nothing = self.service.ask("/search?q=river", method="HEAD")
        self.assertEqual((status, nothing), (200, b""))
        self.assertEqual(fields["Content-Type"], whole["Content-Type"])
        self.assertAlmostEqual(int(fields["Content-Length"]), len(content), delta=8)

    # RFC 9112 §3.2: exactly one Host; and what may be called here.
    def test_a_foreign_host_name_is_refused(self):
        for host in ("localhost", f"localhost:{self.service.port}", "127.0.0.1", "[::1]:80"):
            self.assertEqual(self.service.ask("/robots.txt", Host=host)[0], 200, host)
        for host in ("evil.example", f"evil.example:{self.service.port}", "localhost.evil.example",
                     "127.0.0.1.evil.example", "localhost:x", "[::1", "a@localhost",
                     # Names that would be its own if they were decoded, resolved or mended.
                     "%6cocalhost", "localhos%74", "localhost%00.evil.example", "localhost.",
                     "127.1", "2130706433", "0x7f.0.0.1", "localhost,evil.example", ""):
            self.assertEqual(self.service.ask("/robots.txt", Host=host)[0], 421, host)
        for head in (b"GET http://evil.example/robots.txt HTTP/1.0\r\n\r\n",
                     b"GET http://evil.example/robots.txt HTTP/1.1\r\nHost: evil.example\r\n"
                     b"Connection: close\r\n\r\n"):
            self.assertIn(b" 421 ", self.service.raw(head))
        self.assertIn(b" 400 ", self.service.raw(
            b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        self.assertIn(b" 400 ", self.service.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n"))
        self.assertIn(b" 400 ", self.service.raw(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n"
            b"Connection: close\r\n\r\n"))

    def test_what_is_no_request_is_refused(self):
        for head, status in (
                (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b" 400 "),
                (b"GET\r\n\r\n", b" 400 "),
                (b"FROB / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b" 405 "),
                (b"GET / HTTP/3.0\r\nHost: localhost\r\n\r\n", b" 505 "),
                (b"GET / HTTP/1.1\nHost: localhost\n\n", b" 400 "),
                (b"GET / HTTP/1.1\r\nHost: localhost\r\n folded\r\n\r\n", b" 400 "),
                (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n", b" 400 "),
                (b"GET / HTTP/1.1\r\nHost: localhost\0.evil.example\r\n\r\n", b" 400 "),
                (b"GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n", b" 400 "),
                (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b" 431 "),
                (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 5000 + b"\r\n",
                 b" 431 ")):
            answer = self.service.raw(head)
            self.assertIn(status, answer.split(b"\r\n")[0], head[:60])
        self.assert_well()

    def test_content_of_a_get_is_not_the_next_request(self):
        inner = b"GET /api/summary HTTP/1.1\r\nHost: localhost\r\n\r\n"
        answer = self.service.raw(b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n"
                                  b"Content-Length: %d\r\n\r\n" % len(inner) + inner)
        self.assertEqual(answer.count(b"HTTP/1.1 "), 1)
        chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(inner), inner)
        answer = self.service.raw(b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n"
                                  b"Transfer-Encoding: chunked\r\n\r\n" + chunked)
        self.assertEqual(answer.count(b"HTTP/1.1 "), 1)

    def test_content_in_doubt_is_refused_and_the_connection_ends(self):
        inner = b"GET /api/summary HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for method in (b"GET", b"POST"):
            for fields in (b"Content-Length: 5\r\nContent-Length: 5", b"Content-Length: +5",
                           b"Content-Length: 5, 5", b"Content-Length: 0x5",
                           b"Content-Length: 99999999999999999999", b"Content-Length: -1",
                           b"Content-Length:", b"Content-Length : 5",
                           b"Transfer-Encoding: chunked", b"Transfer-Encoding : chunked",
                           b"Transfer-Encoding:\x0bchunked", b"Transfer-Encoding:\tchunked",
                           b" Transfer-Encoding: chunked", b"X: y\r\n\tTransfer-Encoding: chunked",
                           b"Transfer-Encoding: xchunked\r\nContent-Length: 5"):
                with self.subTest(method=method, fields=fields):
                    answer = self.service.raw(method + b" /robots.txt HTTP/1.1\r\nHost: localhost"
                                              b"\r\n" + fields + b"\r\n\r\n" + inner)
                    self.assertTrue(answer.startswith(b"HTTP/1.1 400 "), answer)
                    self.assertEqual(answer.count(b"HTTP/1.1 "), 1, answer)
                    self.assertIn(b"Connection: close", answer)
        self.assert_well()

    def test_one_connection_serves_many_requests_also_sent_ahead(self):
        connection = self.service.connect()
        with contextlib.closing(connection):
            for _ in range(50):
                connection.request("GET", "/api/search?q=river")
                self.assertEqual(connection.getresponse().read()[:1], b"{")
        one = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
        last = b"GET /robots.txt HTTP/1.0\r\nHost: localhost\r\n\r\n"
        self.assertEqual(self.service.raw(one * 3 + last).count(b"Disallow: /"), 4)

    def test_a_byte_at_a_time_is_no_way_to_stay(self):
        head = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
        begin = time.monotonic()
        with socket.create_connection(("127.0.0.1", self.service.port), timeout=1) as client:
            client.sendall(head)
            answer = b""
            while time.monotonic() - begin < SECONDS and not answer:
                with contextlib.suppress(TimeoutError):
                    client.sendall(b"x")
                    answer = client.recv(4096)
        self.assertIn(b" 408 ", answer)
        self.assertLess(time.monotonic() - begin, 20)  # 10 s are given to a head

    def open(self, stack, count, first=b""):
        """So many clients that have sent something and wait."""
        clients = []
        for _ in range(count):
            client = stack.enter_context(socket.create_connection(
                ("127.0.0.1", self.service.port), timeout=SECONDS))
            client.sendall(first)
            clients.append(client)
        return clients

    def assert_soon(self):
        begin = time.monotonic()
        self.assert_well()
        self.assertLess(time.monotonic() - begin, 2)

    def test_clients_that_send_nothing_or_little_keep_nobody_waiting(self):
        for first in (b"", b"GET", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "):
            with self.subTest(first), contextlib.ExitStack() as stack:
                self.open(stack, 150, first)
                self.assert_soon()
        # More than may be open at once: the ones that were waited for longest give way.
        with contextlib.ExitStack() as stack:
            clients = self.open(stack, 600, b"GET / HT")
            self.assert_soon()
            self.assertIn(b" 408 ", received(clients[0]))

    def test_clients_that_do_not_take_their_answers_keep_nobody_waiting(self):
        with contextlib.ExitStack() as stack:
            ask = b"GET /search?q=river&limit=100 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            self.open(stack, 100, ask * 20)
            self.assert_soon()
        self.assert_well()

    def test_who_asks_ahead_gives_its_place_to_those_who_wait(self):
        # More than may be open at once, each with more than the system would hold for it.
        for target in (b"/", b"/api/search?q=river&limit=100"):
            ask = b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
            with self.subTest(target), contextlib.ExitStack() as stack:
                self.open(stack, 560, ask * 100)
                self.assert_soon()
        self.assert_well()

    def test_clients_that_go_away_do_no_harm(self):
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", self.service.port)) as client:
                client.sendall(b"GET /search?q=river HTTP/1.1\r\nHost: localhost\r\n\r\n")
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.assert_well()

    def test_an_answer_that_is_known_is_not_sent_again(self):
        status, fields, _ = self.service.ask("/search?q=river")
        self.assertEqual(fields["Cache-Control"], "no-cache")
        status, again, content = self.service.ask("/search?q=river", If_None_Match=fields["ETag"])
        self.assertEqual((status, content), (304, b""))
        self.assertNotIn("Content-Length", again)
        self.assertEqual(again["ETag"], fields["ETag"])
        status, _, _ = self.service.ask("/search?q=river",
                                        If_Modified_Since=fields["Last-Modified"])
        self.assertEqual(status, 304)
        status, _, _ = self.service.ask("/search?q=river", If_None_Match='W/"other"')
        self.assertEqual(status, 200)
        self.build(f"<http://n.example/a> <{index_data.LABEL}> \"River\" "
                   "<http://n.example/a> .\n")
        status, _, content = self.service.ask("/search?q=river", If_None_Match=fields["ETag"])
        self.assertEqual(status, 200)
        self.assertIn(b"n.example", content)

    def test_answers_are_packed_for_those_who_take_it(self):
        _, fields, packed = self.service.ask("/robots.txt", Accept_Encoding="br, gzip")
        self.assertEqual((fields["Content-Encoding"], fields["Vary"]), ("gzip", "Accept-Encoding"))
        _, plain, content = self.service.ask("/robots.txt", Accept_Encoding="gzip;q=0, br")
        self.assertNotIn("Content-Encoding", plain)
        self.assertEqual(gzip.decompress(packed), content)

    def test_parts_of_an_answer_are_not_given(self):
        status, _, content = self.service.ask("/robots.txt", Range="bytes=0-1,0-1,0-1")
        self.assertEqual((status, content), (200, b"User-agent: *\nDisallow: /\n"))


class Together(ServeTest):
    def test_eight_clients_at_once_get_what_one_gets(self):
        self.build(index_data.dump())
        service = self.serve()
        targets = ["/api/search?" + query(pair) for pair in
                   (("q", "river"), ("q", "old OR bridge"), ("class", "http://vocab.example/Work"),
                    ("identified-by", "badge 1"), ("namespace", "http://b.example/"))]
        alone = {target: service.json(target) for target in targets}
        self.assertTrue(any(answer["totalResults"] for answer in alone.values()))

        def client(number):
            return all(service.json(target) == alone[target]
                       for target in (targets[number % 5:] + targets[:number % 5]) * 5)

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertTrue(all(pool.map(client, range(8))))

    def test_what_is_indexed_meanwhile_is_seen_at_once(self):
        self.build(index_data.dump(40, seed=1))
        service = self.serve()
        stop = False

        def client():
            counts = []
            while not stop:
                counts.append(service.json("/api/search?q=marker")["totalResults"])
            return counts

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            clients = [pool.submit(client) for _ in range(4)]
            try:
                for number in range(1, 6):
                    self.build(f'<http://m.example/{number}> <{LABEL}> "marker" '
                               f"<http://m.example/{number}> .\n")
                    self.assertEqual(service.json("/api/search?q=marker")["totalResults"], number)
            finally:
                stop = True
            for counts in (one.result(SECONDS) for one in clients):
                self.assertEqual(counts, sorted(counts))

    def test_an_index_that_is_replaced_or_goes_away(self):
        self.build(f'<http://m.example/1> <{LABEL}> "first" <http://m.example/1> .\n')
        service = self.serve()
        self.assertEqual(service.json("/api/search?q=first")["totalResults"], 1)
        self.build(f'<http://m.example/0> <{LABEL}> "first" <http://m.example/0> .\n')
        self.assertEqual(service.json("/api/search?q=first")["totalResults"], 2)
        other = self.folder / "other.index"
        self.index, place = other, self.index
        self.build(f'<http://m.example/2> <{LABEL}> "second" <http://m.example/2> .\n')
        other.rename(place)
        self.assertEqual(service.json("/api/search?q=second")["totalResults"], 1)
        self.assertEqual(service.json("/api/search?q=first")["totalResults"], 0)
        place.unlink()
        for target in ("/", "/search?q=second", "/document?url=http://m.example/2"):
            self.assertIn("not there any more", service.page(target, 503))
        self.assertIn("semsite index", service.json("/api/summary", 503)["error"]["message"])
        place.write_text("this is no index")
        self.assertEqual(service.ask("/")[0], 503)
        place.unlink()
        self.index = place
        self.build(f'<http://m.example/3> <{LABEL}> "third" <http://m.example/3> .\n')
        self.assertEqual(service.json("/api/search?q=third")["totalResults"], 1)


class Command(ServeTest):
    def setUp(self):
        super().setUp()
        self.build(index_data.dump(10))

    def test_ends_at_a_signal_with_status_0(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            service = self.serve()
            idle = service.connect()
            with contextlib.closing(idle):
                idle.request("GET", "/robots.txt")
                idle.getresponse().read()
                begin = time.monotonic()
                code, out, errors = service.end(number)
            self.assertEqual((code, out), (0, b""), errors)
            self.assertIn(f"11 documents at {service.url}/", errors)
            self.assertLess(time.monotonic() - begin, 5)

    def test_a_client_that_goes_on_asking_does_not_keep_it_from_its_end(self):
        service = self.serve()

        def client():
            with contextlib.suppress(OSError, http.client.HTTPException):
                connection = service.connect()
                while True:
                    connection.request("GET", "/search?q=river")
                    connection.getresponse().read()

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            clients = [pool.submit(client) for _ in range(4)]
            time.sleep(0.3)
            begin = time.monotonic()
            code, _, errors = service.end()
            self.assertEqual(code, 0, errors)
            self.assertLess(time.monotonic() - begin, 5)
            concurrent.futures.wait(clients, SECONDS)

    def test_a_port_in_use_is_told(self):
        service = self.serve()
        done = self.run_program("serve", "--index", self.index, "--listen",
                                f"127.0.0.1:{service.port}")
        self.assertEqual(done.code, 3, done)
        self.assertIn("Address already in use", done.errors)
        self.assertIn("--listen", done.errors)

    def test_what_is_wrong_is_told_before_anything_is_served(self):
        for arguments, code, part in (
                ([], 2, "--index"),
                (["--index", "nowhere.index"], 3, "there is no index"),
                (["--index", self.folder / "dump.nq"], 3, "dump.nq"),
                (["--index", self.index, "--listen", "localhost:99999"], 2, "--listen"),
                (["--index", self.index, "--listen", "example.org:80"], 2, "--listen"),
                (["--index", self.index, "--listen", "192.0.2.1:0"], 3, "192.0.2.1"),
                (["--index", self.index, "--host", "http://a.example"], 2, "--host"),
                (["--index", self.index, "--query-time", "0"], 2, "--query-time"),
                (["--index", self.index, "--lissten", ":0"], 2, "--listen"),
                (["--index", self.index, "words"], 2, "no arguments"),
                (["--index", self.index, "--listen", ":0", "--port-file", "no/folder"], 3,
                 "no/folder")):
            with self.subTest(arguments):
                done = self.run_program("serve", *arguments)
                self.assertEqual(done.code, code, done)
                self.assertIn(part, done.errors)

    def test_to_listen_beyond_this_machine_is_said_and_warned_of(self):
        service = self.serve("--listen", "0.0.0.0:0")
        for host in ("www.example.org", 'a"b<c'):
            self.assertEqual(service.ask("/robots.txt", Host=host)[0], 421)
        for host in (f"192.0.2.1:{service.port}", "localhost", "[2001:db8::1]"):
            self.assertEqual(service.ask("/robots.txt", Host=host)[0], 200)
        _, _, errors = service.end()
        self.assertIn("there are no passwords", errors)
        self.assertIn("called by localhost and IP addresses only; --host NAME adds", errors)

    def test_the_names_that_are_answered_are_given_and_said(self):
        for listen in ("0.0.0.0:0", "127.0.0.1:0"):
            service = self.serve("--listen", listen, "--host", "Data.example", "--host",
                                 "www.data.example")
            for host in ("data.example", "DATA.EXAMPLE:80", "www.data.example", "localhost"):
                self.assertEqual(service.ask("/robots.txt", Host=host)[0], 200, host)
            for host in ("evil.example", "data.example.", "x.data.example", "data%2eexample",
                         "data.example.evil.example"):
                self.assertEqual(service.ask("/robots.txt", Host=host)[0], 421, host)
            _, _, errors = service.end()
            self.assertIn("called by data.example, www.data.example, localhost and", errors)

    def test_ipv6(self):
        service = self.serve("--listen", "[::1]:0")
        with contextlib.closing(http.client.HTTPConnection("::1", service.port,
                                                           timeout=SECONDS)) as connection:
            connection.request("GET", "/api/summary")
            self.assertEqual(json.loads(connection.getresponse().read())["documents"], 11)

    def test_each_request_is_told_with_v(self):
        service = self.serve("-v")
        service.ask("/nowhere\x1b[31m".replace("\x1b", "%1b"))
        _, _, errors = service.end()
        self.assertIn("404 GET /nowhere", errors)
        self.assertNotIn("\x1b", errors)

    def test_a_search_that_takes_too_long_is_given_up(self):
        service = self.serve("--query-time", "0.000000001")
        self.assertIn("took too long", service.page("/search?q=river", 503))
        status, fields, _ = service.ask("/api/search?q=river")
        self.assertEqual((status, fields["Retry-After"]), (503, "2"))


if __name__ == "__main__":
    unittest.main()
