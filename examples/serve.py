#!/usr/bin/env python3
"""Serves an example site on loopback: several hosts, told apart by name, on one port.

    serve.py [FOLDER] [--config FILE]      default: the folder site/ beside this script

Each folder in FOLDER is a host. The sources in it are plain text or documents; a name with
.gz at its end is compressed when it is asked for, and a name without a suffix is answered
with the page of that name (.html), or else in Turtle, as Linked Data does. A file _headers
in the folder of a host gives header fields to its answers: a path (* stands for anything)
at the beginning of a line, and below it the fields, indented:

    /object/7
      Link: </object/7.ttl>; rel="describedby"; type="text/turtle"

In the site of the main example /sparql counts the catalogue's triples and answers a
CONSTRUCT of all of them, which is all of SPARQL that an example needs. Asked for nothing, it
describes itself (SPARQL 1.1 Service Description).

Each answer has an ETag, so that whoever asks again is told what has not changed. Files are
also sent in parts (Range), so that a download that broke off goes on where it was.

Prints for each host where to connect, as semsite and curl take it in --connect-to, then
`ready`. With --config the same goes into FILE, as semsite takes it in --config. Runs until
it is ended by a signal.
"""

import argparse
import fnmatch
import gzip
import hashlib
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
    ".gz": "application/gzip", ".json": "application/json", ".jsonld": "application/ld+json",
    ".csv": "text/csv; charset=utf-8", ".bib": "application/x-bibtex", ".svg": "image/svg+xml",
    ".py": "text/x-python", ".pdf": "application/pdf", ".odt": "application/vnd.oasis.opendocument.text",
}
SPARQL_HOSTS = ("sparql.example.com", "backup.example.net")
CATALOGUE = "www.example.com/dumps/catalogue.nt"
HEADERS = "_headers"
SERVICE = """@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .
@prefix formats: <http://www.w3.org/ns/formats/> .

[] a sd:Service ;
    sd:endpoint <http://%s/sparql> ;
    sd:supportedLanguage sd:SPARQL11Query ;
    sd:resultFormat formats:N-Triples , formats:SPARQL_Results_CSV .
"""


def read_headers(file):
    """The paths in a file _headers, each with its fields, in their order."""
    rules = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if not line[0].isspace():
            rules.append((line.strip(), []))
            continue
        name, colon, value = line.strip().partition(":")
        if not colon or not rules:
            sys.exit(f"{file}:{number}: a path, or below it an indented `Name: value`, "
                     f"was expected: {line.strip()}")
        rules[-1][1].append((name, value.strip()))
    return rules


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30
    site = pathlib.Path()
    headers_of = {}  # host -> what its _headers says

    def do_GET(self):
        host = (self.headers.get("Host") or "").partition(":")[0].lower()
        path, _, query = self.path.partition("?")
        form = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        if path == "/sparql" and host in SPARQL_HOSTS and not (query or form):
            self.answer(200, "text/turtle", (SERVICE % host).encode())
        elif path == "/sparql" and host in SPARQL_HOSTS:
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
                (path + ".html", ".html", False),
                (path + ".ttl", ".ttl", False),
                (path.removesuffix(".gz"), ".gz", True)):
            file = (self.site / host / name.lstrip("/")).resolve()
            if (host and file.is_relative_to(self.site / host) and file.is_file()
                    and file.name != HEADERS):
                data = file.read_bytes()
                self.answer(200, MEDIA_TYPES.get(suffix, "application/octet-stream"),
                            gzip.compress(data, mtime=0) if compress else data,
                            [*self.fields_for(host, path), ("Accept-Ranges", "bytes")])
                return
        self.answer(404, "text/html; charset=utf-8",
                    f"<!doctype html><title>404</title><p>{host} has no such page.\n".encode())

    def fields_for(self, host, path):
        return [field for pattern, fields in self.headers_of.get(host, ())
                if fnmatch.fnmatchcase(path, pattern) for field in fields]

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

    def answer(self, status, media_type, body, fields=()):
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        if status == 200 and self.headers.get("If-None-Match") == etag:
            self.send_response(304)
            self.send_header("ETag", etag)
            self.end_headers()
            return
        if status == 200 and ("Accept-Ranges", "bytes") in fields:
            status, body, part = self.part_of(body, etag)
            fields = [*fields, *part]
        self.send_response(status)
        if status in (200, 206):
            self.send_header("ETag", etag)
        if not any(name.lower() == "content-type" for name, _ in fields):
            self.send_header("Content-Type", media_type)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def part_of(self, body, etag):
        """Status, bytes and fields: the part that Range asks for, or all (RFC 9110 §14.2)."""
        asked = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
        if (not asked or not any(asked.groups()) or self.command != "GET"
                or self.headers.get("If-Range", etag) != etag):
            return 200, body, ()
        first, last = asked.groups()
        start = int(first) if first else max(0, len(body) - int(last))
        end = min(int(last), len(body) - 1) if first and last else len(body) - 1
        if first and last and int(last) < start:
            return 200, body, ()  # no range at all (§14.1.1)
        if start > end:
            return 416, b"", [("Content-Range", f"bytes */{len(body)}")]
        return 206, body[start:end + 1], [("Content-Range", f"bytes {start}-{end}/{len(body)}")]

    def version_string(self):
        return "example"

    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).parent / "site")
    parser.add_argument("--config", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    if not options.folder.is_dir():
        parser.error(f"{options.folder} is no folder")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    Handler.site = options.folder.resolve()
    hosts = sorted(folder.name for folder in Handler.site.iterdir() if folder.is_dir())
    Handler.headers_of = {host: read_headers(Handler.site / host / HEADERS) for host in hosts
                          if (Handler.site / host / HEADERS).is_file()}
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        places = [f"{host}:80:127.0.0.1:{server.server_port}" for host in hosts]
        if options.config:
            options.config.write_text("".join(f"connect-to = {place}\n" for place in places))
        print(*places, "ready", sep="\n", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
