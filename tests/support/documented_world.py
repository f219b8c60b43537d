"""What the commands of the pages in docs/ name: files, sites, stores.

    with DocumentedWorld() as world:
        world.put_files(folder, names)      # those of its files that a page names
        run(world.environment(folder))      # with `semsite` and `curl` that find its hosts

The hosts are example.org, repo.example, dorp.example, open.example and pages.example, by http and
https, those of the example site, and localhost at the ports that stores are known by.
"""

import bz2
import contextlib
import gzip
import json
import lzma
import os
import socket
import socketserver
import ssl
import subprocess
import sys
import threading

import semantic_sitemap
from catalogue import zstd
from descriptions import service, turtle, void
from harness import PROGRAM, ROOT
from lenient_s3 import LenientS3
from small_store import SmallStore
from web import Answer, Web

SITE = "https://example.org"
HOSTS = ("example.org", "repo.example", "dorp.example", "open.example")
TRIPLES = "".join(
    f'<{SITE}/id/jo> <http://xmlns.com/foaf/0.1/{name}> {value} .\n' for name, value in (
        ("name", '"Jo"'), ("knows", f"<{SITE}/id/al>"), ("interest", '"the old bridge, the harbour"'))
) + f'<{SITE}/id/al> <http://xmlns.com/foaf/0.1/name> "Al" .\n'
DOCUMENTS = "".join(f"{line[:-1]}<{SITE}/doc/{number}> .\n"
                    for number, line in enumerate(TRIPLES.splitlines()))
TURTLE = f'<{SITE}/id/jo> <http://schema.org/name> "Jo" .\n'
PAGE = ('<!doctype html><html lang="en"><title>Jo</title><main><section class="activity" vocab="http://schema.org/" '
        'typeof="Person" resource="/id/jo"><p property="name">Jo</p></section></main></html>\n')
CRATE = json.dumps({"@context": {"name": "http://schema.org/name"}, "@id": f"{SITE}/id/jo", "name": "Jo"})
RDF_XML = ('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://schema.org/">'
           f'<s:Person rdf:about="{SITE}/id/jo"><s:name>Jo</s:name></s:Person></rdf:RDF>\n')
LINKSET = json.dumps({"linkset": [{"anchor": "https://repo.example/7",
                                   "item": [{"href": "https://repo.example/7/readings.nt"}]}]})
NEWS = ('<url xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"><loc>https://example.org/n</loc><news:news>'
        '<news:publication><news:name>N</news:name><news:language>en</news:language></news:publication>'
        '<news:publication_date>2026-11-01</news:publication_date><news:title>T</news:title></news:news></url>\n')
SITEMAP = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{NEWS}</urlset>\n'
STANDARD_SITEMAP = ('<sitemap xmlns="http://standard-sitemap.org/2007/ns" xml:base="https://dorp.example/" '
                    'xml:lang="nl"><item url="kerk" name="De kerk"/></sitemap>\n')
ROBOTS = "User-agent: *\nDisallow: /private/\nCrawl-delay: 2.5\nSitemap: https://example.org/sitemap.xml\n"
SOLUTIONS = (("answer.srx", '<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head><variable name="s"/></head>'
              '<results><result><binding name="s"><uri>urn:a</uri></binding></result></results></sparql>\n'),
             ("answer.csv", "s\r\nurn:a\r\n"),
             ("answer.srj", '{"head":{"vars":["s","p","o"]},"results":{"bindings":[{"s":{"type":"uri","value":"urn:a"},'
              '"p":{"type":"uri","value":"urn:b"},"o":{"type":"uri","value":"urn:c"}}]}}\n'))
MAPPING = (ROOT / "mappings/google-news.ttl").read_text("utf-8")

#: Files by the names that pages have for them.
FILES = {
    "dump.nt": TRIPLES.encode(), "dump.nt.gz": gzip.compress(TRIPLES.encode()),
    "dump.nt.xz": lzma.compress(TRIPLES.encode()), "dump.nq": DOCUMENTS.encode(),
    "dump.nq.gz": gzip.compress(DOCUMENTS.encode()),
    "part-1.ttl.bz2": bz2.compress(TURTLE.encode()), "part-2.ttl.bz2": bz2.compress(TURTLE.encode()),
    "large.nq.zst": zstd(DOCUMENTS.encode()), "pages.nq.zst": zstd(DOCUMENTS.encode()),
    "dumps/one.nt": TRIPLES.encode(), "site/one.html": PAGE.encode(), "page.html": PAGE.encode(),
    "lesson.html": PAGE.encode(), "page.rdf": RDF_XML.encode(),
    "ro-crate-metadata.json": CRATE.encode(), "links.json": LINKSET.encode(),
    "links.txt": b'<https://repo.example/7/readings.nt>; rel="item"; anchor="https://repo.example/7"\n',
    "sitemap.xml": SITEMAP.encode(), "fragment.xml": NEWS.encode(), "robots.txt": ROBOTS.encode(),
    "my-mappings/google-news.ttl": MAPPING.encode(), "extra.ttl": MAPPING.encode(),
    "three.nt": b"""<http://example.org/id/jo> <http://example.org/knows> <http://example.org/id/al> .
<http://example.org/id/jo> <http://example.org/address> _:a .
_:a <http://example.org/town> "Ghent" .
""",
    "old.nq": DOCUMENTS.encode(),
    "changes": b"# semsite changes: D = quad removed, A = quad added\nA <urn:a> <urn:b> <urn:c> .\n# end: 0 removed, 1 added\n",
    "sites.txt": b"https://example.org/\nhttps://open.example/\n",
    "public/robots.txt": b"User-agent: *\nSitemap: https://example.org/sitemap.xml\n",
    "public/sitemap.xml": SITEMAP.encode(), "map.xml": STANDARD_SITEMAP.encode(),
    # The faults that a page shows, in the lines that it names.
    "news.ttl": MAPPING.replace('rml:reference "news:title"', 'rml:refrence "news:title"').encode(),
    "mine.ttl": MAPPING.replace('"/sm:urlset/sm:url/news:news"', '"/sm:urlset/sm:url/oxc:name"').encode(),
} | {name: text.encode() for name, text in SOLUTIONS}

WRAPPER = """#!{python}
# semsite that finds the hosts of the documentation; a server is ended as Ctrl-C does, once it serves.
import os, signal, subprocess, sys
words = sys.argv[1:2] + ["--config", {config!r}] + sys.argv[2:] if len(sys.argv) > 1 else []
if words[:1] != ["serve"]:
    os.execv({program!r}, ["semsite", *words])
server = subprocess.Popen([{program!r}, *words], stderr=subprocess.PIPE, text=True)
print(server.stderr.readline(), end="", file=sys.stderr)
server.send_signal(signal.SIGINT)
rest = server.communicate(timeout=30)[1]
print(rest, end="", file=sys.stderr)
sys.exit(server.returncode)
"""


SERVER_WRAPPER = """#!{python}
# A program of PostgreSQL, which does not run as root: the tests may. Its folder is another user's then.
import os, pathlib, subprocess, sys
sys.path.insert(0, {support!r})
import postgresql
who = postgresql.other_user()
place = pathlib.Path(sys.argv[sys.argv.index("-D") + 1]).resolve()
if who:
    place.mkdir(exist_ok=True)
    os.chown(place, who["user"], who["group"])
    place.parent.chmod(0o711)
    log = place.parent / (place.name + ".log")
    log.touch()
    os.chown(log, who["user"], who["group"])
name = pathlib.Path(sys.argv[0]).name
sys.exit(subprocess.run([postgresql.programs() / name, *sys.argv[1:]], check=False, **who).returncode)
"""


class _Tls:
    """Takes TLS off, and hands the bytes on to a port on loopback."""

    def __init__(self, folder, hosts, to):
        certificate, key = folder / "cert.pem", folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-days", "2", "-subj", "/CN=documentation", "-addext",
             "subjectAltName=" + ",".join(f"DNS:{host}" for host in hosts),
             "-out", certificate, "-keyout", key], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.certificate = certificate

        class Relay(socketserver.BaseRequestHandler):
            def handle(self):
                with contextlib.suppress(OSError), \
                        context.wrap_socket(self.request, server_side=True) as outside, \
                        socket.create_connection(("127.0.0.1", to)) as inside:
                    back = threading.Thread(target=self.pump, args=(inside, outside), daemon=True)
                    back.start()
                    self.pump(outside, inside)
                    back.join()

            @staticmethod
            def pump(source, target):
                with contextlib.suppress(OSError):
                    while data := source.recv(65536):
                        target.sendall(data)
                with contextlib.suppress(OSError):
                    target.shutdown(socket.SHUT_WR)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            block_on_close = False

        self.server = Server(("127.0.0.1", 0), Relay)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class DocumentedWorld(contextlib.ExitStack):
    def __init__(self, folder):
        super().__init__()
        self.folder = folder

    def __enter__(self):
        super().__enter__()
        self.web, self.store = self.enter_context(Web()), self.enter_context(SmallStore())
        self.s3 = self.enter_context(LenientS3())
        self.s3.objects["bucket/dumps/all.nt.gz"] = gzip.compress(TRIPLES.encode())
        for name in (*HOSTS, "pages.example", "localhost"):
            self.web.host(name)
        self._add_example_org()
        self._add_others()
        self.tls = _Tls(self.folder, HOSTS, self.web.port("example.org"))
        self.callback(self.tls.close)
        self._add_example_site()
        self._write_config()
        return self

    def _add_example_org(self):
        host = self.web.host("example.org")
        host.add("/robots.txt", text=f"User-agent: *\nSitemap: {SITE}/sitemap.xml\n")
        host.add("/sitemap.xml", text=semantic_sitemap.sitemap(
            semantic_sitemap.dataset(f"{SITE}/catalogue", label="Catalogue", dumps=[f"{SITE}/dump.nt"],
                                     endpoints=[f"{SITE}/sparql"], prefixes=[f"{SITE}/id/"]),
            urls=[f"{SITE}/about.html"]))
        host.add("/dump.nt", text=TRIPLES, etag='"1"')
        host.add("/about.html", text=PAGE)
        host.serve("/sparql", self._endpoint())
        host.add("/catalogue", text=turtle(void(f"{SITE}/catalogue", "Catalogue", dumps=[f"{SITE}/dump.nt"])),
                 type="text/turtle")
        host.add("/id/jo", text=TURTLE, type="text/turtle")
        host.add("/data.jsonld", text=CRATE, type="application/ld+json")
        links = (f'<{SITE}/dataset/7.ttl>; rel="describedby"; type="text/turtle", '
                 f'<{SITE}/dataset/7/linkset.json>; rel="linkset"; type="application/linkset+json"')
        host.add("/dataset/7", text=PAGE, type="text/html", headers={"Link": links})
        host.add("/dataset/7/linkset.json", text=LINKSET, type="application/linkset+json")

    @staticmethod
    def _endpoint():
        """Answers also those who ask whether it is one, and for its named graphs, of which there are none."""
        data = semantic_sitemap.endpoint(TRIPLES.splitlines())

        def answer(form, headers):
            query = form.get("query", "")
            if not query:
                return Answer(text=turtle(service(f"{SITE}/sparql")), type="text/turtle")
            for name, value in (("s", f"{SITE}/id/jo\r\n"), ("g", "")):
                if f"?{name} WHERE" in query:
                    return Answer(type="text/csv", text=f"{name}\r\n{value}")
            return data(form, headers)

        return answer

    def _add_others(self):
        self.web.host("repo.example").add("/7/links", type="application/linkset",
                                          text='</7/readings.nt>; rel="item"\n')
        dorp = self.web.host("dorp.example")
        dorp.add("/nav/map.xml", text=FILES["map.xml"].decode(), type="application/xml")
        dorp.add("/kerk", text=PAGE, type="text/html")
        dorp.add("/welkom", type="text/html", text='<!doctype html><title>Welkom</title><link rel="sitemap" '
                 'href="/nav/map.xml">\n')
        woo = self.web.host("open.example")
        woo.add("/robots.txt", text="User-agent: *\nSitemap: https://open.example/sitemap.xml\n")
        woo.add("/sitemap.xml", text=SITEMAP.replace("https://example.org/n", "https://open.example/n"))
        woo.add("/n", text=PAGE, type="text/html")
        pages = self.web.host("pages.example")
        urls = [f"http://pages.example/p/{number}.html" for number in range(40)]
        semantic_sitemap.publish(pages)
        pages.add("/sitemap.xml", text=semantic_sitemap.sitemap(urls=urls))
        for number in range(40):
            pages.add(f"/p/{number}.html", text=PAGE, type="text/html")
        pages.add("/p/3.html", status=410)
        self.web.host("localhost").serve("/pages/_bulk", lambda form, headers: Answer(
            text='{"errors":false}\n', type="application/json"))

    def _add_example_site(self):
        """The servers of examples/site/, as its author serves it."""
        self.example_config = self.folder / "example.conf"
        server = subprocess.Popen([sys.executable, ROOT / "examples/serve.py", "--config", self.example_config],
                                  stdout=subprocess.PIPE, text=True)
        self.callback(server.stdout.close)
        self.callback(server.wait, 10)
        self.callback(server.terminate)
        for line in server.stdout:
            if line == "ready\n":
                break

    def _write_config(self):
        web, store = self.web.port("example.org"), int(self.store.base.rpartition(":")[2])
        places = [f"{host}:80:127.0.0.1:{web}" for host in (*HOSTS, "pages.example")]
        places += [f"{host}:443:127.0.0.1:{self.tls.port}" for host in HOSTS]
        places += [f"localhost:{port}:127.0.0.1:{store}" for port in (7878, 8890)]
        self.config = self.folder / "semsite.conf"
        self.config.write_text(
            "delay = 0\nmax-delay = 0\nretries = 0\nprogress = none\n"
            + f"cacert = {self.tls.certificate}\n"
            + "".join(f"connect-to = {place}\n" for place in places) + self.example_config.read_text()
            + "[serve]\nlisten = 127.0.0.1:0\n")
        places.append(f"localhost:9200:127.0.0.1:{web}")
        (self.folder / ".curlrc").write_text(f'cacert = "{self.tls.certificate}"\n' + "".join(
            f'connect-to = "{place}"\n' for place in places))

    def environment(self, folder):
        """The environment of a page whose commands run in `folder`."""
        tools = self.folder / "bin"
        tools.mkdir(exist_ok=True)
        program = tools / "semsite"
        program.write_text(WRAPPER.format(python=sys.executable, config=str(self.config),
                                          program=str(PROGRAM)))
        program.chmod(0o755)
        for name in ("initdb", "pg_ctl"):
            (tools / name).write_text(SERVER_WRAPPER.format(python=sys.executable, support=str(ROOT / "tests/support")))
            (tools / name).chmod(0o755)
        return os.environ | self.s3.environment | {"LC_ALL": "C.UTF-8", "HOME": str(folder), "CURL_HOME": str(self.folder),
                             "PATH": f"{tools}:{os.environ['PATH']}", "PAGER": "cat", "MANPAGER": "cat"}

    @staticmethod
    def put_files(folder, named):
        """Writes those files whose name, or whose folder's, is in the text `named`."""
        for name, data in FILES.items():
            first = name.partition("/")[0]
            if first in named or ("part-*" in named and first.startswith("part-")):
                file = folder / name
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(data)
