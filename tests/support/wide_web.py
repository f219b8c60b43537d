"""A web of thousands of small sites on loopback, in a process of its own, whose log says when the
bytes of each request reached this machine (wire.py says why).

    with WideWeb(folder) as web:
        web.add(Site("127.1.0.1", pages=10))                   # http://127.1.0.1:PORT/
        web.add(Site("127.2.0.1", pages=10, name="a.example"))  # by name: web.connect_to_args()
        run("semsite", "fetch", *web.urls, *web.connect_to_args())
        web.log()     # of all hosts, in the order of arrival

One thread serves all addresses at one port: a thousand threads would be late for each other. What is
served is small, and made when it is asked for: robots.txt, a sitemap, pages with Turtle without blank
nodes, each with an ETag. A page of a site with `hub` redirects to a page of that site.
"""

import dataclasses
import hashlib
import json
import os
import pathlib
import selectors
import socket
import struct
import subprocess
import sys
import time

SO_TIMESTAMPNS = getattr(socket, "SO_TIMESTAMPNS", 35)  # Linux
STAMP = struct.Struct("qq")
SECONDS = 30


@dataclasses.dataclass(frozen=True)
class Site:
    address: str
    pages: int
    name: str = ""  #: of the host; none: its address
    bytes: int = 0  #: of a page, at the least; then it is N-Triples that hardly pack
    hub: str = ""  #: "http://host:port" to which its pages redirect


@dataclasses.dataclass(frozen=True)
class Request:
    time: float
    address: str
    host: str
    path: str
    status: int
    agent: str


class WideWeb:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.sites = []
        self.process = None

    def __enter__(self):
        self.process = subprocess.Popen(
            [sys.executable, __file__, self.folder / "access.log"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, bufsize=1)
        self.port = int(self.process.stdout.readline())
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def add(self, *sites):
        """They are served when this returns; gives their URLs."""
        for site in sites:
            self.process.stdin.write(json.dumps(dataclasses.asdict(site)) + "\n")
            self.process.stdout.readline()
        self.sites += sites
        return [self.base(site) + "/" for site in sites]

    def base(self, site):
        return f"http://{site.name}" if site.name else f"http://{site.address}:{self.port}"

    @property
    def urls(self):
        return [self.base(site) + "/" for site in self.sites]

    def connect_to_args(self):
        out = []
        for site in self.sites:
            if site.name:
                out += ["--connect-to", f"{site.name}:80:{site.address}:{self.port}"]
        return out

    def log(self, since=0):
        """The requests so far, in the order of their arrival."""
        time.sleep(0.3)  # longer than the server keeps lines for itself
        out = []
        with open(self.folder / "access.log", encoding="utf-8") as file:
            for line in file:
                if not line.endswith("\n"):
                    break
                when, address, host, path, status, agent = line.rstrip("\n").split("\t")
                if float(when) >= since:
                    out.append(Request(float(when), address, host, path, int(status), agent))
        return sorted(out, key=lambda one: one.time)

    def asked(self):
        """How many requests there were, without waiting or reading all of them."""
        try:
            with open(self.folder / "access.log", "rb") as file:
                return sum(piece.count(b"\n") for piece in iter(lambda: file.read(1 << 20), b""))
        except FileNotFoundError:
            return 0


def page_of(base, number, least):
    """A page, the same whenever it is asked for."""
    if not least:
        return "text/turtle", (f"<{base}/p{number}#it> <urn:scale:page> {number} ; <urn:scale:of> <{base}/> ; "
                               f'<urn:scale:says> "page {number} of {base}" .\n').encode()
    lines, size, i = [], 0, 0
    while size < least:
        line = f'<{base}/p{number}#{i}> <urn:scale:says> "{hashlib.sha512(f"{base} {number} {i}".encode()).hexdigest()}" .\n'
        lines.append(line)
        size += len(line)
        i += 1
    return "application/n-triples", "".join(lines).encode()


class Served:
    """What is answered for a host."""

    def __init__(self, site, port):
        self.site = Site(**site)
        self.base = f"http://{self.site.name}" if self.site.name else f"http://{self.site.address}:{port}"
        self.kept = {}

    def answer(self, path, headers):
        """Status, header lines and body."""
        if path == "/robots.txt":
            return 200, "Content-Type: text/plain\r\n", (
                f"User-agent: *\nDisallow:\nSitemap: {self.base}/sitemap.xml\n").encode()
        if path == "/sitemap.xml":
            body = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' + "".join(
                f"<url><loc>{self.base}/p{page}</loc></url>\n" for page in range(self.site.pages)) + "</urlset>\n"
            return 200, "Content-Type: application/xml\r\n", body.encode()
        if path.startswith("/p") and path[2:].isdigit() and int(path[2:]) < self.site.pages:
            if self.site.hub:
                return 303, f"Location: {self.site.hub}/p{path[2:]}\r\n", b""
            tag = f'"{path[1:]}"'
            if headers.get("if-none-match") == tag:
                return 304, f"ETag: {tag}\r\n", b""
            if path not in self.kept:
                made = page_of(self.base, int(path[2:]), self.site.bytes)
                if not self.site.bytes:
                    return 200, f"Content-Type: {made[0]}\r\nETag: {tag}\r\n", made[1]
                self.kept[path] = made
            kind, body = self.kept[path]
            return 200, f"Content-Type: {kind}\r\nETag: {tag}\r\n", body
        return 404, "Content-Type: text/html\r\n", b"<!doctype html><title>404</title><p>Not found.\n"


REASONS = {200: "OK", 303: "See Other", 304: "Not Modified", 404: "Not Found", 421: "Misdirected Request"}


class Connection:
    def __init__(self, socket_, address):
        self.socket, self.address = socket_, address
        self.input, self.arrived, self.output = b"", None, b""


class Server:
    def __init__(self, log):
        self.log, self.lines, self.flushed = open(log, "w", encoding="utf-8"), [], 0.0
        self.hosts = {}
        self.selector = selectors.DefaultSelector()
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # What it accepts has this, too, from its first byte on.
        self.listener.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        self.listener.bind(("0.0.0.0", 0))
        self.listener.listen(4096)
        self.listener.setblocking(False)
        self.port = self.listener.getsockname()[1]
        self.selector.register(self.listener, selectors.EVENT_READ, "accept")
        os.set_blocking(0, False)
        self.commands = b""
        self.selector.register(0, selectors.EVENT_READ, "command")

    def run(self):
        print(self.port, flush=True)
        while True:
            for key, events in self.selector.select(0.1):
                if key.data == "accept":
                    self.accept()
                elif key.data == "command":
                    if not self.command():
                        self.flush()
                        return
                else:
                    self.serve(key.data, events)
            self.flush()

    def flush(self):
        if self.lines:
            self.log.write("".join(self.lines))
            self.log.flush()
            self.lines.clear()

    def command(self):
        data = os.read(0, 1 << 16)
        if not data:
            return False
        *lines, self.commands = (self.commands + data).split(b"\n")
        for line in lines:
            served = Served(json.loads(line), self.port)
            self.hosts[served.base.removeprefix("http://")] = served
            print("served", flush=True)
        return True

    def accept(self):
        for _ in range(256):
            try:
                one, _ = self.listener.accept()
            except BlockingIOError:
                return
            one.setblocking(False)
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.selector.register(one, selectors.EVENT_READ, Connection(one, one.getsockname()[0]))

    def close(self, connection):
        self.selector.unregister(connection.socket)
        connection.socket.close()

    def serve(self, connection, events):
        try:
            if events & selectors.EVENT_READ:
                data, notes, _, _ = connection.socket.recvmsg(1 << 16, socket.CMSG_SPACE(STAMP.size))
                if not data:
                    return self.close(connection)
                if connection.arrived is None:
                    connection.arrived = time.time()
                    for level, kind, stamp in notes:
                        if (level, kind) == (socket.SOL_SOCKET, SO_TIMESTAMPNS):
                            seconds, rest = STAMP.unpack(stamp)
                            connection.arrived = seconds + rest / 1e9
                connection.input += data
                while b"\r\n\r\n" in connection.input:
                    head, _, connection.input = connection.input.partition(b"\r\n\r\n")
                    self.answer(connection, head.decode("latin-1"))
            self.send(connection)
        except BlockingIOError:
            pass
        except OSError:
            self.close(connection)

    def answer(self, connection, head):
        first, *lines = head.split("\r\n")
        _, path, _ = first.split(" ", 2)
        headers = {name.lower(): text.strip() for name, _, text in (line.partition(":") for line in lines)}
        host = headers.get("host", "")
        served = self.hosts.get(host) or self.hosts.get(host.rpartition(":")[0])
        status, more, body = served.answer(path, headers) if served else (421, "", b"")
        length = "" if status == 304 else f"Content-Length: {len(body)}\r\n"
        connection.output += f"HTTP/1.1 {status} {REASONS[status]}\r\n{more}{length}\r\n".encode() + body
        self.lines.append(f"{connection.arrived:.6f}\t{connection.address}\t{host}\t{path}\t{status}\t"
                          f"{headers.get('user-agent', '')}\n")
        connection.arrived = None

    def send(self, connection):
        had = bool(connection.output)
        if had:
            sent = connection.socket.send(memoryview(connection.output)[:1 << 20])
            connection.output = connection.output[sent:]
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if connection.output else 0)
        if self.selector.get_key(connection.socket).events != wanted:
            self.selector.modify(connection.socket, wanted, connection)


if __name__ == "__main__":
    Server(sys.argv[1]).run()
