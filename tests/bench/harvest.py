"""Everything from a Virtuoso with Debian's limits (10,000 rows an answer), and from an Oxigraph
without any, on loopback."""

import contextlib
import http.server
import os
import pathlib
import subprocess
import sys
import threading
import typing
import urllib.parse

from data import Data
from timing import Pair

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import oxigraph  # noqa: E402
import virtuoso  # noqa: E402

GRAPH = "http://g.example.org/bulk"
PAGE = 10_000
SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
        xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd">
<sc:dataset><sc:datasetURI>http://127.0.0.1/data</sc:datasetURI>
<sc:sparqlEndpointLocation>{endpoint}</sc:sparqlEndpointLocation>
<sc:sparqlGraphName>{graph}</sc:sparqlGraphName></sc:dataset></urlset>"""


def port() -> int:
    return int(os.environ.get("SEMSITE_BENCH_PORT") or 18480) + 1


def pages(endpoint: str, count: int) -> str:
    """curl's settings: CONSTRUCT as N-Triples, by LIMIT and OFFSET, as people do it."""
    query = f"construct {{ ?s ?p ?o }} from <{GRAPH}> where {{ ?s ?p ?o }} limit {PAGE} offset "
    return "".join(
        f'url = "{endpoint}?query={urllib.parse.quote(query + str(offset))}'
        f'&format=text%2Fplain"\noutput = "/dev/null"\n' for offset in range(0, count, PAGE))


@contextlib.contextmanager
def site(endpoint: str):
    """A site whose sitemap names the endpoint."""
    files = {"/robots.txt": f"Sitemap: http://127.0.0.1:{port()}/sitemap.xml\n",
             "/sitemap.xml": SITEMAP.format(endpoint=endpoint, graph=GRAPH)}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = files.get(self.path, "").encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", port()), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def store(dump: pathlib.Path, settings: pathlib.Path):
    with virtuoso.Virtuoso() as server:
        server.load_file(dump, GRAPH)
        settings.write_text(pages(server.sparql, server.count(GRAPH)), "utf-8")
        with site(server.sparql):
            yield


@contextlib.contextmanager
def store_without_limits(dump: pathlib.Path, port_file: pathlib.Path):
    """Its port is not known before: commands read it from `port_file`."""
    with oxigraph.Oxigraph() as server:
        # What this process once held would count as memory of those that it starts.
        subprocess.run(["curl", "-sf", "-X", "POST", "-H", "Content-Type: application/n-triples",
                        "-T", dump, f"{server.graph_store}?graph={urllib.parse.quote(GRAPH, '')}"],
                       check=True, stdout=subprocess.DEVNULL)
        port_file.write_text(str(server.port), "ascii")
        with site(server.sparql):
            yield


Row = tuple[str, contextlib.AbstractContextManager, Pair]


def rows(data: Data, semsite: str, quick: bool, only: str) -> typing.Iterator[Row]:
    """Name, servers and commands; data is made for no row whose name lacks `only`."""
    size, count = ("100k", 100_000) if quick else ("1M", 1_000_000)
    common = f"{semsite} fetch http://127.0.0.1:{port()}/ --prefer sparql -q --fresh --allow-private"
    name = f"harvest {size} triples by one GET of a Graph Store, beside one CONSTRUCT"
    if only in name:
        if problem := oxigraph.missing():
            print(problem, file=sys.stderr)
        else:
            out, port_file = data.folder / "out.nq", data.folder / "oxigraph.port"
            yield name, store_without_limits(data.dump(size, "nt"), port_file), Pair(
                f"exec {common} -o {out} --graph-store http://127.0.0.1:$(cat {port_file})/store",
                f"exec {common} -o {out}", items=count, peer_items=count, output=out)
    for name, ours, theirs in (
            (f"harvest {size} triples, one query at a time", "", ""),
            (f"harvest {size} triples, four at once", "--connections 4", "-Z --parallel-max 4")):
        if only not in name:
            continue
        if problem := virtuoso.missing():
            print(problem, file=sys.stderr)
            return
        settings, out = data.folder / "harvest.conf", data.folder / "out.nq"
        fetch = f"exec {common} -o {out} {ours}"
        yield name, store(data.dump(size, "nt"), settings), Pair(
            fetch, f"exec curl -s -f {theirs} -K {settings} > /dev/null", items=count,
            peer_items=count, target="< 1.00", output=out)
