"""A site on loopback that describes one dataset behind a SPARQL endpoint, and stands before
that endpoint: it writes down every query, and can answer badly.

    with SparqlProxy(store.sparql, graph="*") as proxy:
        proxy.mishap = lambda number, query: "cut" if number % 10 == 0 else None
        run("semsite", "fetch", proxy.url, "--prefer", "sparql", ...)
        proxy.queries      # texts, in the order in which they came

Mishaps: `error` (status 500), `page` (an HTML page with status 200), `broken` (the
connection ends inside the body), `cut` (half of the body, as if it were all).
"""

import http.server
import socketserver
import threading
import urllib.error
import urllib.parse
import urllib.request

SECONDS = 120
SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
        xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd">
 <sc:dataset><sc:datasetLabel>Data</sc:datasetLabel>
  <sc:datasetURI>{url}data</sc:datasetURI>{more}
  {endpoints}
 </sc:dataset>
</urlset>"""


class SparqlProxy:
    """`graph`: what `sparqlGraphName` says; `more`: elements besides, `{url}` filled in;
    `max_triples`: a CONSTRUCT's answer ends after so many lines; `methods`: those that the
    endpoint takes; `tables`: the one media type that tables of results come in."""

    def __init__(self, upstream, *, graph=None, more="", endpoints=("sparql",), max_triples=None,
                 methods=("GET", "POST"), tables=None):
        self.upstream, self.graph, self.more = upstream, graph, more
        self.endpoints, self.max_triples, self.methods = endpoints, max_triples, methods
        self.tables = tables
        self.mishap = lambda number, query: None
        self.queries = []
        self.files = {}  # path → body of what the site has besides
        self._lock = threading.Lock()
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                proxy._answer(self)

            do_POST = do_HEAD = do_GET

            def log_message(self, *_):
                pass

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}/"

    def data_queries(self):
        """Those that ask for the data itself, not for counts, lists or samples."""
        with self._lock:
            return [query for query in self.queries
                    if query.startswith("CONSTRUCT") and "isBlank(?s) && isLiteral" not in query
                    and "} FILTER(isBlank(?s)) }" not in query]

    def _sitemap(self):
        named = f"<sc:sparqlGraphName>{self.graph}</sc:sparqlGraphName>" if self.graph else ""
        endpoints = "".join(
            f"<sc:sparqlEndpointLocation>{self.url}{name}</sc:sparqlEndpointLocation>"
            if isinstance(name, str) else
            f'<sc:sparqlEndPoint priority="{name[1]}">{self.url}{name[0]}</sc:sparqlEndPoint>'
            for name in self.endpoints)
        return SITEMAP.format(url=self.url, more=self.more.replace("{url}", self.url),
                              endpoints=endpoints + named)

    def _answer(self, to):
        length = int(to.headers.get("Content-Length") or 0)
        form = to.rfile.read(length).decode()
        path, _, in_url = to.path.partition("?")
        if path == "/robots.txt":
            text = f"User-agent: *\nAllow: /\nSitemap: {self.url}sitemap.xml\n"
            return self._send(to, 200, "text/plain", text.encode())
        if path == "/sitemap.xml":
            return self._send(to, 200, "application/xml", self._sitemap().encode())
        if path in self.files:
            return self._send(to, 200, "application/octet-stream", self.files[path])
        if path != "/sparql":
            return self._send(to, 404, "text/plain", b"nothing here\n")
        if to.command not in self.methods:
            return self._send(to, 405, "text/plain", b"by another method\n")
        fields = urllib.parse.parse_qs(form or in_url)
        if "query" not in fields:
            return self._send(to, 400, "text/plain", b"no query\n")
        return self._forward(to, fields["query"][0])

    def _forward(self, to, query):
        with self._lock:
            number = len(self.queries)
            self.queries.append(query)
            mishap = self.mishap(number, query)
        if mishap == "error":
            return self._send(to, 500, "text/plain", b"overload\n")
        if mishap == "page":
            return self._send(to, 200, "text/html", b"<!DOCTYPE html><html><body>Overload</body></html>")
        accept = to.headers.get("Accept", "*/*")
        if self.tables and query.startswith("SELECT"):
            if self.tables not in accept:
                return self._send(to, 406, "text/plain", b"only " + self.tables.encode())
            accept = self.tables
        request = urllib.request.Request(
            self.upstream, urllib.parse.urlencode({"query": query}).encode(),
            {"Accept": accept})
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                status, headers, body = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            status, headers, body = error.code, error.headers, error.read()
        if self.max_triples and query.startswith("CONSTRUCT") and status == 200:
            body = b"".join(body.splitlines(keepends=True)[:self.max_triples])
        if mishap == "cut":
            body = body[:len(body) // 2]
        self._send(to, status, headers.get("Content-Type", "text/plain"), body,
                   len(body) // 2 if mishap == "broken" else None,
                   [(name, value) for name, value in headers.items()
                    if name.lower().startswith("x-") or name.lower() == "server"])

    @staticmethod
    def _send(to, status, media_type, body, ends_after=None, more=()):
        try:
            to.send_response_only(status)
            to.send_header("Content-Type", media_type)
            to.send_header("Content-Length", str(len(body)))
            for name, value in more:
                to.send_header(name, value)
            to.end_headers()
            if to.command != "HEAD":
                to.wfile.write(body if ends_after is None else body[:ends_after])
            if ends_after is not None:
                to.close_connection = True
        except (BrokenPipeError, ConnectionResetError):
            to.close_connection = True
