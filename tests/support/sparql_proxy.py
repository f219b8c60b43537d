"""A site on loopback that describes one dataset behind a SPARQL endpoint, and stands before
that endpoint: it writes down every query, and can answer badly.

    with SparqlProxy(store.sparql, graph="*") as proxy:
        proxy.mishap = lambda number, query: "cut" if number % 10 == 0 else None
        run("semsite", "fetch", proxy.url, "--prefer", "sparql", ...)
        proxy.queries      # texts, in the order in which they came

Mishaps: `error` (status 500), `gone` (404), `page` (an HTML page with status 200), `broken`
(the connection ends inside the body), `cut` (half of the body, as if it were all).

With `graph_store`, the URL of one, there is a Graph Store at `store`, too. It writes down the
graphs that it is asked for (None: the default one), and does what `store_mishap(number,
graph)` says.
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


#: Rows that stand for triples.
PAIRS = "SELECT ?s ?o WHERE "


class SparqlProxy:
    """`graph`: what `sparqlGraphName` says; `more`: elements besides, `{url}` filled in;
    `max_triples`: a CONSTRUCT's answer ends after so many lines, that of subjects and objects after as
    many rows; `methods`: those that the
    endpoint takes; `tables`: the one media type that tables of results come in; `robots`: lines of
    robots.txt."""

    def __init__(self, upstream, *, graph=None, more="", endpoints=("sparql",), max_triples=None,
                 methods=("GET", "POST"), tables=None, graph_store=None, robots="Allow: /"):
        self.upstream, self.graph, self.more = upstream, graph, more
        self.graph_store, self.robots = graph_store, robots
        self.store_mishap = lambda number, graph: None
        self.graphs = []
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
                    if query.startswith(PAIRS) or query.startswith("CONSTRUCT")
                    and "isBlank(?s) && isLiteral" not in query and "} FILTER(isBlank(?s)) }" not in query]

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
            text = f"User-agent: *\n{self.robots}\nSitemap: {self.url}sitemap.xml\n"
            return self._send(to, 200, "text/plain", text.encode())
        if path == "/sitemap.xml":
            return self._send(to, 200, "application/xml", self._sitemap().encode())
        if path in self.files:
            return self._send(to, 200, "application/octet-stream", self.files[path])
        if path == "/store" and self.graph_store:
            return self._give_graph(to, in_url)
        if path != "/sparql":
            return self._send(to, 404, "text/plain", b"nothing here\n")
        if to.command not in self.methods:
            return self._send(to, 405, "text/plain", b"by another method\n")
        fields = urllib.parse.parse_qs(form or in_url)
        if "query" not in fields:
            return self._send(to, 400, "text/plain", b"no query\n")
        return self._forward(to, fields["query"][0])

    def _give_graph(self, to, in_url):
        fields = urllib.parse.parse_qs(in_url, keep_blank_values=True)
        if to.command != "GET" or set(fields) not in ({"default"}, {"graph"}):
            return self._send(to, 400, "text/plain", b"GET with ?default or ?graph\n")
        graph = fields.get("graph", [None])[0]
        with self._lock:
            number = len(self.graphs)
            self.graphs.append(graph)
        mishap = self.store_mishap(number, graph)  # may take its time
        return self._pass_on(to, f"{self.graph_store}?{in_url}", None, mishap)

    def _forward(self, to, query):
        with self._lock:
            number = len(self.queries)
            self.queries.append(query)
            mishap = self.mishap(number, query)
        limit = self.max_triples if query.startswith("CONSTRUCT") else None
        if self.max_triples and query.startswith(PAIRS):
            limit = self.max_triples + 1  # and the names of the columns
        form = urllib.parse.urlencode({"query": query}).encode()
        accept = None
        if self.tables and query.startswith("SELECT") and mishap is None:
            if self.tables not in to.headers.get("Accept", "*/*"):
                return self._send(to, 406, "text/plain", b"only " + self.tables.encode())
            accept = self.tables
        return self._pass_on(to, self.upstream, form, mishap, limit, accept)

    def _pass_on(self, to, url, form, mishap, limit=None, accept=None):
        if mishap == "error":
            return self._send(to, 500, "text/plain", b"overload\n")
        if mishap == "gone":
            return self._send(to, 404, "text/plain", b"nothing here\n")
        if mishap == "page":
            return self._send(to, 200, "text/html", b"<!DOCTYPE html><html><body>Overload</body></html>")
        request = urllib.request.Request(
            url, form, {"Accept": accept or to.headers.get("Accept", "*/*")})
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                status, headers, body = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            status, headers, body = error.code, error.headers, error.read()
        if limit and status == 200:
            body = b"".join(body.splitlines(keepends=True)[:limit])
        if mishap == "cut":
            body = body[:len(body) // 2]
        return self._send(to, status, headers.get("Content-Type", "text/plain"), body,
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
