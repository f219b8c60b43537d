"""A second store for tests: Oxigraph, as npm has it, behind oxigraph_server.mjs.

    why = oxigraph.missing()      # None: it is installed now; else skip, saying why
    with Oxigraph() as store:
        run("semsite", "load", "dump.nq", "--to", store.base)
        store.dataset()           # bytes of N-Quads, the whole store
        store.count("http://g.example/")
        store.clear()

It has the SPARQL 1.1 Protocol at `sparql` and the Graph Store Protocol at `graph_store`. It
keeps its data in memory. Numbers, booleans and dates come back in their canonical form
("01"^^xsd:integer as "1"), so datasets that are compared to the last letter should hold no others.
"""

import json
import pathlib
import select
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import npm

SERVER = pathlib.Path(__file__).with_name("oxigraph_server.mjs")
START_SECONDS, QUERY_SECONDS = 30, 300


class StoreError(RuntimeError):
    """The store does not do what it was asked."""


def missing():
    """Installs the package if need be; why it cannot be had, or None."""
    return npm.install("oxigraph")


class Oxigraph:
    """One server process; `heap_mib` bounds what Node.js may take for large data."""

    def __init__(self, heap_mib=6000):
        problem = missing()
        if problem:
            raise StoreError(problem)
        self.process = subprocess.Popen(
            ["node", f"--max-old-space-size={heap_mib}", str(SERVER), str(npm.FOLDER)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            self.port = self._read_port()
        except BaseException:
            self.close()
            raise

    def _read_port(self):
        ready, _, _ = select.select([self.process.stdout], [], [], START_SECONDS)
        line = self.process.stdout.readline().decode() if ready else ""
        if not line.startswith("port "):
            raise StoreError(f"the server of Oxigraph did not start: {line!r}")
        return int(line.split()[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.process.kill()
        self.process.wait(20)
        self.process.stdin.close()
        self.process.stdout.close()

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def sparql(self):
        """Queries and updates."""
        return f"{self.base}/sparql"

    @property
    def graph_store(self):
        return f"{self.base}/store"

    def request(self, path, data=None, method=None, seconds=QUERY_SECONDS, **headers):
        """The body of the answer; header names with `_` for `-`."""
        request = urllib.request.Request(
            f"{self.base}{path}", data, {n.replace("_", "-"): v for n, v in headers.items()},
            method=method)
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise StoreError(f"{error.code}: {error.read()[:2000]!r}") from error

    def ask(self, query, accept="application/sparql-results+json"):
        """The bytes of the answer to a query."""
        return self.request("/query", query.encode(), Accept=accept,
                            Content_Type="application/sparql-query")

    def update(self, text):
        self.request("/update", text.encode(), Content_Type="application/sparql-update")

    def load(self, data, graph=None, media_type="application/n-quads"):
        """Adds the statements in `data` (bytes); triples go into `graph`, or the default one."""
        if media_type not in ("application/n-quads", "application/trig"):
            where = "?default" if graph is None else "?graph=" + urllib.parse.quote(graph, "")
            self.request("/store" + where, data, "POST", Content_Type=media_type)
        else:
            self.request("/store", data, "POST", Content_Type=media_type)

    def dataset(self):
        """The whole store as N-Quads."""
        return self.request("/store", Accept="application/n-quads")

    def count(self, graph=None):
        """How many triples are in the graph, or in the default one."""
        where = f"GRAPH <{graph}> {{ ?s ?p ?o }}" if graph else "?s ?p ?o"
        answer = json.loads(self.ask(f"SELECT (COUNT(*) AS ?n) {{ {where} }}"))
        return int(answer["results"]["bindings"][0]["n"]["value"])

    def clear(self):
        self.update("DROP ALL")
