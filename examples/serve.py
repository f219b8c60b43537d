#!/usr/bin/env python3
"""Serves the example site on loopback: several hosts, told apart by name, on one port.

    serve.py [FOLDER]      default: the folder site/ beside this script

Each folder in FOLDER is a host. The sources in it are plain text; a name with .gz at its
end is compressed when it is asked for, and a name without a suffix is answered in
Turtle, as Linked Data does. /sparql counts the catalogue's triples and answers a
CONSTRUCT of all of them, which is all of SPARQL that an example needs.

Prints for each host where to connect, as semsite and curl take it in --connect-to, then
`ready`. Runs until it is ended by a signal.
"""

import gzip
import http.server
import pathlib
import re
import signal
import sys
import urllib.parse

MEDIA_TYPES = {
    "": "text/html; charset=utf-8", ".html": "text/html; charset=utf-8",
    ".txt": "text/plain; charset=utf-8", ".xml": "application/xml",
    ".nt": "application/n-triples", ".ttl": "text/turtle", ".rdf": "application/rdf+xml",
    ".gz": "application/gzip",
}
SPARQL_HOSTS = ("sparql.example.com", "backup.example.net")
CATALOGUE = "www.example.com/dumps/catalogue.nt"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30
    site = pathlib.Path()

    def do_GET(self):
        host = (self.headers.get("Host") or "").partition(":")[0].lower()
        path, _, query = self.path.partition("?")
        form = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        if path == "/sparql" and host in SPARQL_HOSTS:
            self.answer_query(form if self.headers.get("Content-Type", "").startswith(
                "application/sparql-query") else self.query_of(query or form))
        else:
            self.answer_file(host, urllib.parse.unquote(path))

    do_HEAD = do_POST = do_GET

    @staticmethod
    def query_of(form):
        return urllib.parse.parse_qs(form).get("query", [""])[0]

    def answer_file(self, host, path):
        for name, suffix, compress in (
                (path + "index.html", ".html", False) if path.endswith("/") else
                (path, pathlib.PurePosixPath(path).suffix, False),
                (path + ".ttl", ".ttl", False),
                (path.removesuffix(".gz"), ".gz", True)):
            file = (self.site / host / name.lstrip("/")).resolve()
            if host and file.is_relative_to(self.site / host) and file.is_file():
                data = file.read_bytes()
                self.answer(200, MEDIA_TYPES.get(suffix, "application/octet-stream"),
                            gzip.compress(data, mtime=0) if compress else data)
                return
        self.answer(404, "text/html; charset=utf-8",
                    f"<!doctype html><title>404</title><p>{host} has no such page.\n".encode())

    def answer_query(self, query):
        """The number of triples, or CONSTRUCT of them, with LIMIT and OFFSET."""
        plain = re.sub(r"\s+", " ", query)
        lines = (self.site / CATALOGUE).read_bytes().splitlines(keepends=True)
        if re.match(r"(?i)\s*SELECT ?\( ?COUNT ?\( ?\* ?\) AS \?n ?\)", plain):
            self.answer(200, "text/csv", b"n\r\n%d\r\n" % len(lines))
            return
        if not re.match(r"(?i)\s*CONSTRUCT\b.*\{ *\?\w+ \?\w+ \?\w+ *\.? *\}", plain):
            self.answer(400, "text/plain", b"This example can count and CONSTRUCT all, no more.\n")
            return
        number = {word.upper(): int(value) for word, value in
                  re.findall(r"(?i)\b(LIMIT|OFFSET) (\d+)", plain)}
        start = number.get("OFFSET", 0)
        self.answer(200, "application/n-triples",
                    b"".join(lines[start:start + number.get("LIMIT", len(lines))]))

    def answer(self, status, media_type, body):
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def version_string(self):
        return "example"

    def log_message(self, *_):
        pass


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    Handler.site = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else
                                pathlib.Path(__file__).parent / "site").resolve()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        for host in sorted(folder.name for folder in Handler.site.iterdir() if folder.is_dir()):
            print(f"{host}:80:127.0.0.1:{server.server_port}")
        print("ready", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
