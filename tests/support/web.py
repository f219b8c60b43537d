"""A web on loopback for end-to-end tests: real bytes over real sockets.

    with Web() as web:
        shop = web.host("www.example.com")
        shop.add("/robots.txt", text="Sitemap: /sitemap.xml\n")
        shop.add("/dump.nt", answers=[Answer(status=503, headers={"Retry-After": "1"}),
                                      Answer(data=b"...", ranges=True, etag='"1"')])
        run(*web.connect_to_args(), "http://www.example.com/")
        web.log  # what was asked for

Hosts are told apart by the Host header; those of one address share one port. Every
answer is described beforehand, the broken ones included (see Answer).
"""

import contextlib
import dataclasses
import gzip
import http.server
import io
import socket
import socketserver
import struct
import threading
import time
import urllib.parse

from answers import MEDIA_TYPES, Answer, http_date, redirect
from wire import StampedReader

__all__ = ["Answer", "Host", "Request", "Web", "http_date", "redirect"]


@dataclasses.dataclass(frozen=True)
class Request:
    """A line of the log. `bytes` are those of the body that went out.

    `time` is when the request reached this machine, `over` when the last part of the answer
    was about to leave: the client was waiting for all of that time, and maybe longer.
    """

    time: float
    host: str
    method: str
    path: str
    headers: dict
    status: int
    bytes: int
    address: str = ""
    over: float = 0
    retry_after: float | None = None  #: as we told the client, if in seconds
    connection: tuple = ()  #: the client's end of it


class Host:
    """One virtual host: what it answers under which path (query included)."""

    def __init__(self, name, address):
        self.name, self.address = name, address
        self._routes = {}
        self._functions = {}
        self._asked = {}
        self._lock = threading.Lock()
        #: A function(method, path, headers) that may answer before all others, or give None.
        self.guard = None
        #: A function(path, headers) that answers, or gives None, where nothing was added.
        self.otherwise = None

    def add(self, path, *, answers=None, **answer):
        """Answers `path` by Answer(**answer), or by `answers` in turn, the last for ever.

        A HEAD is shown the answer that the next GET will have.
        """
        self._routes[path] = list(answers) if answers is not None else [Answer(**answer)]
        return self

    def serve(self, path, function):
        """Answers `path` with any query by function(query and form as one dict, headers)."""
        self._functions[path] = function
        return self

    def remove(self, path):
        del self._routes[path]

    def forget(self, path):
        """Begins the answers of `path` again with the first."""
        with self._lock:
            self._asked.pop(path, None)

    def next_answer(self, method, path, form, headers):
        plain, _, query = path.partition("?")
        if self.guard and (answer := self.guard(method, path, headers)):
            return answer
        if plain in self._functions:
            fields = dict(urllib.parse.parse_qsl(f"{query}&{form}"))
            return self._functions[plain](fields, headers)
        with self._lock:
            answers = self._routes.get(path)
            if answers is None and self.otherwise and (
                    answer := self.otherwise(path, headers)):
                return answer
            if answers is None:
                return Answer(status=404, type="text/html",
                              text="<!doctype html><title>404</title><p>Not found.\n")
            turn = self._asked.get(path, 0)
            if method != "HEAD":
                self._asked[path] = turn + 1
            return answers[min(turn, len(answers) - 1)]


def _seconds(text):
    return float(text) if text and text.isdigit() else None


class _ClientGone(Exception):
    pass


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60
    disable_nagle_algorithm = True  # head and body are two segments

    def setup(self):
        super().setup()
        self.wire = StampedReader(self.connection)
        self.rfile = io.BufferedReader(self.wire, 64 * 1024)

    def handle_one_request(self):
        self.wire.expect()
        super().handle_one_request()

    def do_GET(self):
        self._answer()

    do_HEAD = do_POST = do_GET

    def _answer(self):
        with self.server.web.request_under_way():
            self._answer_and_record()

    def _answer_and_record(self):
        self.sent, status = 0, 0
        name = (self.headers.get("Host") or "").lower()
        request = Request(self.wire.arrived or time.time(), name, self.command, self.path,
                          dict(self.headers.items()), 0, 0, self.server.server_address[0],
                          connection=self.client_address)
        self.over = request.time
        self.server.web.started.append(request)
        form = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode("latin-1")
        host = self.server.web.find(name)
        if host is None:
            answer = Answer(status=421, text=f"no such host here: {name}\n")
        else:
            answer = host.next_answer(self.command, self.path, form, self.headers)
        try:
            status = self._send(answer)
        except (_ClientGone, OSError):
            self.close_connection = True
        finally:
            self.server.web.record(dataclasses.replace(
                request, status=status or answer.status, bytes=self.sent, over=self.over,
                retry_after=_seconds(answer.headers.get("Retry-After"))))

    def _send(self, answer):
        self._pause(answer.wait)
        body, status = answer.body(), answer.status
        headers = {}
        media_type = answer.type
        if media_type is None:
            suffix = "." + self.path.partition("?")[0].rpartition(".")[2]
            media_type = MEDIA_TYPES.get(suffix, "application/octet-stream")
        if media_type:
            headers["Content-Type"] = media_type
        if answer.etag:
            headers["ETag"] = answer.etag
        if answer.modified:
            headers["Last-Modified"] = answer.modified
        if answer.gzip and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body, mtime=0)
            headers["Content-Encoding"] = "gzip"
        if status == 200:
            status, body = self._condition(answer, body, headers)
        if answer.chunked:
            headers["Transfer-Encoding"] = "chunked"
        elif answer.endless:
            headers["Connection"] = "close"
        elif status != 304:
            headers["Content-Length"] = str(len(body) if answer.length is None else answer.length)
        headers.update(answer.headers)

        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.over = time.time()
        self.end_headers()
        if self.command != "HEAD" and status not in (204, 304):
            self._send_body(answer, body)
        if answer.length is not None:
            self.close_connection = True
        return status

    def _condition(self, answer, body, headers):
        """Status and body after If-None-Match, If-Modified-Since, Range and If-Range."""
        asked = self.headers
        if answer.etag and asked.get("If-None-Match") in (answer.etag, "*"):
            return 304, b""
        if answer.modified and not asked.get("If-None-Match") and \
                asked.get("If-Modified-Since") == answer.modified:
            return 304, b""
        if not answer.ranges:
            return 200, body
        headers["Accept-Ranges"] = "bytes"
        span = asked.get("Range", "")
        guard = asked.get("If-Range")
        if not span.startswith("bytes=") or "," in span or (
                guard and guard not in (answer.etag, answer.modified)):
            return 200, body
        first, _, last = span.removeprefix("bytes=").partition("-")
        start = int(first) if first else max(0, len(body) - int(last))
        end = min(int(last), len(body) - 1) if first and last else len(body) - 1
        if start > end:
            headers["Content-Range"] = f"bytes */{len(body)}"
            return 416, b""
        headers["Content-Range"] = f"bytes {start}-{end}/{len(body)}"
        return 206, body[start:end + 1]

    def _send_body(self, answer, body):
        stops = [n for n in (answer.cut, answer.reset, answer.stall) if n is not None]
        part = body[:min(stops)] if stops else body
        self._write(answer, part)
        while answer.endless and not stops:
            self._write(answer, part)
        if answer.stall is not None:
            self._wait_for_client_to_go()
        if answer.reset is not None:
            self.wfile.flush()
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                       struct.pack("ii", 1, 0))
            self.connection.close()
        if stops:
            raise _ClientGone
        if answer.chunked:
            self.wfile.write(b"0\r\n\r\n")

    def _write(self, answer, data):
        step, pause = answer.drip or (256 * 1024, 0)
        for place in range(0, len(data), step):
            part = data[place:place + step]
            self.over = time.time()
            frame = b"%x\r\n%b\r\n" % (len(part), part) if answer.chunked else part
            self.wfile.write(frame)
            self.wfile.flush()
            self.sent += len(part)
            self._pause(pause)

    def _pause(self, seconds):
        if seconds and self.server.web.stopping.wait(seconds):
            raise _ClientGone

    def _wait_for_client_to_go(self):
        self.connection.settimeout(0.2)
        while not self.server.web.stopping.is_set():
            try:
                if not self.connection.recv(1024):
                    break
            except TimeoutError:
                continue
        self.over = max(self.over, time.time() - 0.05)  # we notice late that it went

    def version_string(self):
        return "loopback"

    def log_message(self, *_):
        pass


class _Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, web, address):
        self.web = web
        super().__init__((address, 0), _Handler)

    def handle_error(self, *_):
        pass  # clients that go away are part of the tests


class Web:
    """The servers, one for each address that hosts use."""

    def __init__(self):
        self.hosts = {}
        self._servers = {}
        self._log = []
        self.started = []  #: the requests that have come in, answered or not yet
        self._lock = threading.Condition()
        self._under_way = 0
        self.stopping = threading.Event()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stopping.set()
        for server, thread in self._servers.values():
            server.shutdown()
            thread.join(10)
            server.server_close()

    def host(self, name, address="127.0.0.1"):
        """The host of this name (lower case), made if new. Others of 127/8 are addresses too."""
        if name not in self.hosts:
            if address not in self._servers:
                server = _Server(self, address)
                thread = threading.Thread(target=server.serve_forever,
                                          kwargs={"poll_interval": 0.05}, daemon=True)
                thread.start()
                self._servers[address] = (server, thread)
            self.hosts[name] = Host(name, address)
        return self.hosts[name]

    def find(self, host_header):
        """By the whole Host header, else by its name without the port."""
        return self.hosts.get(host_header) or self.hosts.get(host_header.rpartition(":")[0])

    def port(self, name):
        return self._servers[self.hosts[name].address][0].server_address[1]

    def connect_to_args(self):
        """`--connect-to` options that lead port 80 of every host to its server."""
        arguments = []
        for host in self.hosts.values():
            arguments += ["--connect-to", f"{host.name}:80:{host.address}:{self.port(host.name)}"]
        return arguments

    def record(self, request):
        with self._lock:
            self._log.append(request)

    @contextlib.contextmanager
    def request_under_way(self):
        with self._lock:
            self._under_way += 1
        try:
            yield
        finally:
            with self._lock:
                self._under_way -= 1
                self._lock.notify_all()

    @property
    def log(self):
        """The requests answered till now, in the order of their arrival.

        A client may have its answer before the server has noted it, so this waits a little
        for those that are under way.
        """
        with self._lock:
            self._lock.wait_for(lambda: self._under_way == 0, timeout=1)
            return sorted(self._log, key=lambda request: request.time)

    def paths(self, host=None):
        """The paths asked for, of one host or of all."""
        return [r.path for r in self.log if host in (None, r.host.partition(":")[0])]
