"""What servers send that is not what they were asked for, not all of it, or never ends."""

import contextlib
import re
import socket
import threading
import time

from harness import ProgramTest, dataset_of, triples

LINES = triples(2000)
DATA = "".join(LINES).encode()
HALF = "".join(LINES[:1000]).encode()  # cut at the clean end of a line
NT = "Content-Type: application/n-triples\r\n"


class Asked:
    """One request, and the socket to answer it by."""

    def __init__(self, connection, head):
        self.connection = connection
        line, *fields = head.decode("latin-1").split("\r\n")
        self.method, self.path, _ = line.split(" ", 2)
        self.headers = {name.strip().lower(): value.strip()
                        for name, _, value in (field.partition(":") for field in fields)}

    @property
    def first(self):
        """The first byte of the range that is asked for, or nothing."""
        found = re.fullmatch(r"bytes=(\d+)-", self.headers.get("range", ""))
        return int(found[1]) if found else None

    def send(self, data):
        self.connection.sendall(data)

    def reply(self, body=b"", fields="", status="200 OK", length=True):
        """An answer with its length, or one that ends with the connection."""
        if length:
            fields += f"Content-Length: {len(body)}\r\n"
        self.send(f"HTTP/1.1 {status}\r\n{fields}Connection: close\r\n\r\n".encode())
        if self.method != "HEAD":
            self.send(body)

    def chunked(self, body, fields=""):
        self.send(f"HTTP/1.1 200 OK\r\n{fields}Transfer-Encoding: chunked\r\n"
                  "Connection: close\r\n\r\n".encode())
        if self.method != "HEAD":
            self.send(b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))

    def part(self, first, last, total=len(DATA), fields=""):
        self.reply(DATA[first:last + 1], f"{fields}Content-Range: bytes {first}-{last}/{total}\r\n",
                   "206 Partial Content")


class RawServer:
    """Answers each request of 127.0.0.1 by function(asked), on a thread of its own."""

    def __init__(self, answer):
        self.answer, self.log, self.ended = answer, [], threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.listener.close()

    def paths(self, method="GET"):
        return [asked.path for asked in self.log if asked.method == method]

    def trickle(self, asked, data, seconds):
        """One byte after the other, until nobody wants them any more."""
        for byte in data:
            asked.send(bytes([byte]))
            if self.ended.wait(seconds):
                return

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with contextlib.suppress(OSError), connection:
            connection.settimeout(30)
            head = b""
            while b"\r\n\r\n" not in head:
                part = connection.recv(65536)
                if not part:
                    return
                head += part
            asked = Asked(connection, head.partition(b"\r\n\r\n")[0])
            self.log.append(asked)
            self.answer(asked)


class TruthOfTransfers(ProgramTest):
    def fetch_dump(self, answer, *arguments, robots=None):
        """Fetches /all.nt of a server that answers it by `answer(asked)`."""
        def any_path(asked):
            if asked.path == "/all.nt":
                answer(asked)
            elif asked.path == "/robots.txt" and robots:
                robots(asked)
            else:
                asked.reply(status="404 Not Found")
        self.server = self.enterContext(RawServer(any_path))
        started = time.monotonic()
        result = self.fetch("--retry-delay", "0.01", *arguments, url=self.server.url + "/all.nt")
        self.seconds = time.monotonic() - started
        return result

    def assert_whole(self, result, length="verified"):
        self.assertEqual(result.code, 0, result)
        self.assertEqual(result.quads, dataset_of(LINES, self.server.url + "/all.nt"))
        self.assertEqual(len(result.lines), len(LINES), "no quad comes twice")
        [source] = result.report["sources"]
        self.assertEqual((source["outcome"], source["length"]), ("whole", length))

    def assert_not_whole(self, result, code):
        self.assertIn(result.code, (1, 3), result)
        self.assertIs(result.report["totals"]["complete"], False)
        self.assertEqual([one["code"] for one in result.report["sources"]], [code], result)

    # A part

    def test_a_part_that_nobody_asked_for_is_no_document(self):
        def answer(asked):
            if len(self.server.paths()) <= 2:  # the look at what the URL is
                return asked.reply(DATA, NT)
            return asked.part(0, len(HALF) - 1)
        self.assert_not_whole(self.fetch_dump(answer, "--no-head"), "fetch.bad-range")
        self.assertEqual(self.server.paths().count("/all.nt"), 3)  # begun again once

    def broken_then(self, rest, *, etag='"1"'):
        """Breaks off in the middle of the first answer; `rest(asked)` answers what asks on."""
        def answer(asked):
            fields = f"{NT}ETag: {etag}\r\n"
            if asked.method == "HEAD" or asked.first is None and self.whole_answers:
                self.whole_answers -= asked.method != "HEAD"
                return asked.reply(DATA, fields)
            if asked.first is None:
                asked.send(f"HTTP/1.1 200 OK\r\n{fields}Content-Length: {len(DATA)}\r\n\r\n"
                           .encode() + DATA[:70_001])
                return None
            return rest(asked)
        self.whole_answers = 1  # for the look at what the URL is
        return answer

    def test_what_is_not_the_rest_makes_the_document_start_again(self):
        at = 70_001
        rests = {
            "another first byte": lambda asked: asked.part(at - 1, len(DATA) - 1),
            "from zero": lambda asked: asked.part(0, len(DATA) - 1),
            "no Content-Range": lambda asked: asked.reply(DATA[at:], "", "206 Partial Content"),
            "another unit": lambda asked: asked.reply(
                DATA[at:], f"Content-Range: lines {at}-{len(DATA) - 1}/{len(DATA)}\r\n",
                "206 Partial Content"),
            "unsatisfied": lambda asked: asked.reply(
                DATA[at:], f"Content-Range: bytes */{len(DATA)}\r\n", "206 Partial Content"),
            "another total": lambda asked: asked.part(at, len(DATA) - 1, len(DATA) + 5),
            "another version": lambda asked: asked.part(
                at, len(DATA) - 1, fields='ETag: "2"\r\n'),
            "several parts": lambda asked: asked.reply(
                b"--x\r\n\r\n", "Content-Type: multipart/byteranges; boundary=x\r\n",
                "206 Partial Content"),
        }
        for name, rest in rests.items():
            with self.subTest(name):
                def rest_then_whole(asked, rest=rest):
                    self.whole_answers = 1
                    rest(asked)
                result = self.fetch_dump(self.broken_then(rest_then_whole))
                self.assert_whole(result)

    def test_it_starts_again_only_once(self):
        result = self.fetch_dump(self.broken_then(lambda asked: asked.part(0, len(DATA) - 1)))
        self.assert_not_whole(result, "fetch.bad-range")
        self.assertEqual(sum(asked.first is not None for asked in self.server.log), 2)

    def test_a_shorter_part_is_followed_by_another(self):
        def rest(asked):
            asked.part(asked.first, min(asked.first + 9_999, len(DATA) - 1),
                       "*" if asked.first % 20_000 < 10_000 else len(DATA))
        self.assert_whole(self.fetch_dump(self.broken_then(rest)))

    def test_small_parts_are_followed_to_the_end(self):
        for size in (500, 1_300):
            with self.subTest(size):
                self.assert_whole(self.fetch_dump(self.broken_then(lambda asked, size=size: asked.part(
                    asked.first, min(asked.first + size, len(DATA)) - 1))))

    def test_a_byte_at_a_time_ends(self):
        result = self.fetch_dump(self.broken_then(
            lambda asked: asked.part(asked.first, asked.first)))
        self.assert_not_whole(result, "fetch.broken")
        self.assertLess(len(self.server.log), 40)

    def test_the_whole_instead_of_the_rest_gives_no_quad_twice(self):
        result = self.fetch_dump(self.broken_then(
            lambda asked: asked.reply(DATA, NT + 'ETag: "1"\r\n')))
        self.assert_whole(result)

    # A length

    def test_without_a_length_it_is_said(self):
        for name, reply in {
                "until the connection closes": lambda asked: asked.reply(DATA, NT, length=False),
                "in chunks": lambda asked: asked.chunked(DATA, NT)}.items():
            with self.subTest(name):
                self.assert_whole(self.fetch_dump(reply, "--no-head"), "unverified")

    def test_a_dump_cut_at_a_line_is_held_against_head(self):
        for validator in ("", 'ETag: "1"\r\n', "Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT\r\n"):
            for framing in ("closed", "chunks", "own length"):
                with self.subTest(validator=validator, framing=framing):
                    def answer(asked, fields=NT + validator, framing=framing):
                        if asked.method == "HEAD":
                            asked.reply(DATA, fields)
                        elif framing == "chunks":
                            asked.chunked(HALF, fields)
                        else:
                            asked.reply(HALF, fields, length=framing == "own length")
                    self.assert_not_whole(self.fetch_dump(answer), "fetch.wrong-length")

    def test_a_weak_and_a_strong_tag_are_of_one_version(self):
        for weak, strong in (('W/"1"', '"1"'), ('"1"', 'W/"1"')):
            with self.subTest(weak):
                def answer(asked, weak=weak, strong=strong):
                    if asked.method == "HEAD":
                        asked.reply(DATA, f"{NT}ETag: {weak}\r\n")
                    else:
                        asked.chunked(HALF, f"{NT}ETag: {strong}\r\n")
                self.assert_not_whole(self.fetch_dump(answer), "fetch.wrong-length")

    def test_what_changed_after_head_is_no_failure(self):
        def answer(asked):
            if asked.method == "HEAD":
                asked.reply(HALF, NT + 'ETag: "1"\r\n')
            else:
                asked.reply(DATA, NT + 'ETag: "2"\r\n')
        self.assert_whole(self.fetch_dump(answer))

    def test_two_lengths_are_a_failure(self):
        for fields in (f"Content-Length: {len(DATA)}\r\nContent-Length: {len(HALF)}\r\n",
                       f"Content-Length: {len(HALF)}\r\nContent-Length: {len(DATA)}\r\n",
                       f"Content-Length: {len(HALF)}, {len(DATA)}\r\n"):
            with self.subTest(fields):
                # The look at what the URL is has the one length.
                def answer(asked, fields=fields):
                    if len(self.server.paths()) <= 2 or asked.method == "HEAD":
                        return asked.reply(DATA, NT)
                    return asked.reply(DATA, NT + fields, length=False)
                self.assert_not_whole(self.fetch_dump(answer, "--no-head"), "fetch.wrong-length")

    def test_the_same_length_twice_is_one(self):
        def answer(asked):
            asked.reply(DATA, f"{NT}Content-Length: {len(DATA)}\r\n")
        self.assert_whole(self.fetch_dump(answer))

    def test_a_whole_that_says_that_it_is_a_part_is_none(self):
        total = 2 * len(DATA)
        for status, says in (("200 OK", f"bytes 0-{len(DATA) - 1}/{total}"),
                             ("200 OK", f"bytes 0-{total - 1}/{total}"),
                             ("200 OK", f"bytes {len(DATA)}-{total - 1}/{total}"),
                             ("203 Non-Authoritative Information", f"bytes */{total}")):
            for length in (True, False):
                with self.subTest(says=says, length=length):
                    def answer(asked, status=status, says=says, length=length):
                        if len(self.server.paths()) <= 2 or asked.method == "HEAD":
                            return asked.reply(DATA, NT)
                        return asked.reply(DATA, f"{NT}Content-Range: {says}\r\n", status, length)
                    result = self.fetch_dump(answer, "--no-head")
                    self.assertIn(result.code, (1, 3), result)
                    self.assertIs(result.report["totals"]["complete"], False)
                    [source] = result.report["sources"]
                    self.assertIn(source["code"], ("fetch.bad-range", "fetch.wrong-length"))

    def test_a_whole_may_say_that_it_is_all(self):
        def answer(asked):
            asked.reply(DATA, f"{NT}Content-Range: bytes 0-{len(DATA) - 1}/{len(DATA)}\r\n",
                        length=False)
        self.assert_whole(self.fetch_dump(answer, "--no-head"))

    def test_a_difference_is_not_the_document(self):  # RFC 3229
        def answer(asked):
            if len(self.server.paths()) <= 2:
                return asked.reply(DATA, NT)
            return asked.reply(HALF, NT + "IM: diffe\r\n", "226 IM Used")
        self.assert_not_whole(self.fetch_dump(answer, "--no-head"), "http.226")

    # Times

    def test_a_slow_body_fails_by_name(self):
        def answer(asked):
            if len(self.server.paths()) <= 2:
                return asked.reply(DATA, NT)
            asked.send(f"HTTP/1.1 200 OK\r\n{NT}Content-Length: {len(DATA)}\r\n\r\n".encode())
            return self.server.trickle(asked, DATA, 0.1)
        result = self.fetch_dump(answer, "--no-head", "--speed-time", "1")
        self.assert_not_whole(result, "fetch.slow")
        self.assertLess(self.seconds, 20)

    def test_our_own_pauses_are_not_the_servers(self):
        def answer(asked):
            asked.reply(DATA, NT)
        result = self.fetch_dump(answer, "--no-head", "--rate", "60k", "--speed-time", "2",
                                 "--speed-limit", "100k")
        self.assert_whole(result)

    def test_a_robots_txt_that_trickles_is_unreachable(self):
        def robots(asked):
            asked.send(b"HTTP/1.1 200 OK\r\n\r\n")
            self.server.trickle(asked, b"User-agent: *\n" * 1000, 0.1)
        result = self.fetch_dump(lambda asked: asked.reply(DATA, NT), "--request-timeout", "1",
                                 robots=robots)
        self.assertEqual(result.code, 3, result)
        self.assertIn("--request-timeout", result.errors)
        self.assertIn("2.3.1.4", result.errors)
        self.assertNotIn("/all.nt", self.server.paths())
        self.assertLess(self.seconds, 20)

    def test_a_head_that_trickles_ends(self):
        def answer(asked):
            asked.send(b"HTTP/1.1 200 OK\r\n")
            for _ in range(1000):
                asked.send(b"X: y\r\n")
                if self.server.ended.wait(0.1):
                    return
        result = self.fetch_dump(answer, "--request-timeout", "1")
        self.assertEqual(result.code, 3, result)
        self.assertIn("--request-timeout", result.errors)
        self.assertLess(self.seconds, 20)

    def test_endless_interim_answers_end(self):
        def answer(asked):
            while True:
                asked.send(b"HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n" * 100)
        result = self.fetch_dump(answer, "--request-timeout", "5")
        self.assertEqual(result.code, 3, result)
        self.assertLess(self.seconds, 30)

    def test_a_header_line_that_is_too_long_is_told_as_that(self):
        def answer(asked):
            asked.reply(DATA, "X-Long: " + 400_000 * "x" + "\r\n")
        result = self.fetch_dump(answer)
        self.assertEqual(result.code, 3, result)
        self.assertIn("the head of the answer is too long", result.errors)
        self.assertEqual(self.server.paths().count("/all.nt"), 1, "it will not be shorter")

    # Pauses

    def test_a_crawl_delay_above_the_bound_ends_it_at_once(self):
        for delay in ("3601", "1000000000", "99999999999999999999", 400 * "9"):
            with self.subTest(delay[:20]):
                result = self.fetch_dump(
                    lambda asked: asked.reply(DATA, NT),
                    robots=lambda asked, delay=delay: asked.reply(
                        f"User-agent: *\nCrawl-delay: {delay}\n".encode()))
                self.assertEqual(result.code, 3, result)
                self.assertIn("Crawl-delay", result.errors)
                self.assertIn("--max-delay", result.errors)
                self.assertEqual(self.server.paths(), ["/robots.txt"])
                self.assertLess(self.seconds, 20)

    def test_a_retry_after_of_years_is_told_as_that(self):
        for after in ("99999999999", "Fri, 31 Dec 9999 23:59:59 GMT"):
            with self.subTest(after):
                result = self.fetch_dump(lambda asked, after=after: asked.reply(
                    b"", f"Retry-After: {after}\r\n", "503 Service Unavailable"))
                self.assertEqual(result.code, 3, result)
                self.assertIn("68 years", result.errors)
                self.assertEqual(self.server.paths().count("/all.nt"), 1)
                self.assertLess(self.seconds, 20)

    def test_a_closed_robots_txt_is_told_as_that(self):
        for status in ("401 Unauthorized", "403 Forbidden"):
            with self.subTest(status):
                result = self.fetch_dump(
                    lambda asked: asked.reply(DATA, NT),
                    robots=lambda asked, status=status: asked.reply(b"no", status=status))
                self.assert_whole(result)  # RFC 9309 §2.3.1.3
                self.assertIn(f"robots.txt is closed to us (status {status[:3]})", result.errors)
