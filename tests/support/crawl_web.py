"""A small web to crawl, interrupt, change and crawl again; every answer has an ETag."""

import gzip
import hashlib

from big_web_documents import RDF_TYPES, html, in_graph, jsonld_page, preferred, rdfa_page, thing
from catalogue import ntriples
from semantic_sitemap import dataset
from web import Answer, redirect

OPEN = "User-agent: *\nDisallow:\n"
XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def etag(data):
    return f'"{hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:16]}"'


def answer(text, kind):
    return Answer(text=text, type=kind, etag=etag(text))


def urlset(entries):
    """A sitemap of URLs, or of pairs of URL and lastmod."""
    pairs = [entry if isinstance(entry, tuple) else (entry, None) for entry in entries]
    return (f"<urlset {XMLNS}>" + "".join(
        f"<url><loc>{url}</loc>" + (f"<lastmod>{when}</lastmod>" if when else "") + "</url>\n"
        for url, when in pairs) + "</urlset>\n")


def linked_data(web, count, address="127.0.1.1", name="things.example"):
    """A tree of things under a prefix, 303 to negotiated documents. Gives the quads."""
    host, base, expected = web.host(name, address=address), f"http://{name}", set()
    for i in range(count):
        subject, document = f"{base}/id/{i}", f"{base}/doc/{i}"
        said = thing(subject, f"thing {i}")
        said += [(said[0][0], ("iri", f"{base}/words/child"), ("iri", f"{base}/id/{child}"))
                 for child in (2 * i + 1, 2 * i + 2) if child < count]

        def negotiated(_, headers, said=said):
            kind = preferred(headers.get("Accept", "*/*"), ["text/html", *RDF_TYPES])
            if kind in RDF_TYPES:
                return answer(RDF_TYPES[kind](said), kind)
            return answer(html("<p>for people"), "text/html")
        host.add(f"/id/{i}", answers=[redirect(f"/doc/{i}", 303)])
        host.serve(f"/doc/{i}", negotiated)
        expected |= in_graph(said, document)
    host.add("/robots.txt", text=f"{OPEN}\nSitemap: {base}/sitemap.xml\n")
    host.add("/sitemap.xml", text=(
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd">'
        + dataset(f"{base}/set", prefixes=[f"{base}/id/", f"{base}/doc/"],
                  samples=[f"{base}/id/0"]) + "</urlset>"))
    return expected


class Pages:
    """A host of pages that a sitemap index names in two files, to be changed at will."""

    def __init__(self, web, count, address="127.0.2.1", name="pages.example", lastmod=False):
        self.host, self.base = web.host(name, address=address), f"http://{name}"
        self.lastmod = {} if lastmod else None
        self.quads, self.answers, self.listed = {}, {}, []
        for i in range(count):
            self.put(i, f"page {i}", "2024-01-01T00:00:00Z")
        self.publish()

    def url(self, number):
        return f"{self.base}/p/{number}.html"

    def put(self, number, name, when=None):
        """Makes or changes a page; `when` is its lastmod, if the sitemap gives those."""
        url = self.url(number)
        page, self.quads[url] = (rdfa_page if number % 3 == 2 else jsonld_page)(url, name)
        self.host.add(f"/p/{number}.html", answers=[answer(page, "text/html; charset=utf-8")])
        if self.lastmod is not None and when:
            self.lastmod[url] = when
        if url not in self.listed:
            self.listed.append(url)

    def fail(self, number, status):
        self.host.add(f"/p/{number}.html", status=status, text="no", type="text/plain")

    def unlist(self, number):
        self.listed.remove(self.url(number))

    def publish(self):
        """Writes robots.txt and the sitemaps anew."""
        half = (len(self.listed) + 1) // 2
        parts = (self.listed[:half], self.listed[half:])
        self.host.add("/robots.txt", text=f"{OPEN}\nSitemap: {self.base}/sitemap.xml\n")
        self.host.add("/sitemap.xml", text=f"<sitemapindex {XMLNS}>" + "".join(
            f"<sitemap><loc>{self.base}/map{n}.xml</loc></sitemap>" for n in range(2))
            + "</sitemapindex>")
        for number, part in enumerate(parts):
            lastmod = self.lastmod or {}
            self.host.add(f"/map{number}.xml",
                          text=urlset([(url, lastmod.get(url)) for url in part]))

    def expected(self):
        return set().union(*(self.quads[url] for url in self.listed))


def fragments(web, count, address="127.0.3.1", name="parts.example"):
    host, base, said = web.host(name, address=address), f"http://{name}", []
    for i in range(count):
        part = [statement for statement in thing(f"{base}/id/{i}", f"part {i}")
                if "blank" not in (statement[0][0], statement[2][0])]
        said += part
        text = ntriples(part)
        host.add(f"/part{i}.nt", text=text, etag=etag(text), ranges=True)
    publish(host, dataset(f"{base}/set",
                           fragments=[f"{base}/part{i}.nt" for i in range(count)]))
    return in_graph(said, f"{base}/set")


def several_dumps(web, count, drip, address="127.0.4.1", name="dumps.example"):
    """Parts of one dataset, each of a few thousand lines and slow. Gives the quads."""
    host, base, said = web.host(name, address=address), f"http://{name}", []
    for i in range(count):
        part = [(("iri", f"{base}/id/{i}/{j}"), ("iri", "http://words.example/name"),
                 ("literal", f"number {j * 7919 % 10007}",
                  "http://www.w3.org/2001/XMLSchema#string", None)) for j in range(2000)]
        said += part
        data = ntriples(part).encode()
        data = gzip.compress(data, mtime=0) if i % 2 else data
        host.add(f"/dump{i}.nt" + (".gz" if i % 2 else ""), data=data, etag=etag(data),
                 ranges=True, drip=(len(data) // 8 + 1, drip))
    publish(host, dataset(f"{base}/set", dumps=[
        f"{base}/dump{i}.nt" + (".gz" if i % 2 else "") for i in range(count)]))
    return in_graph(said, f"{base}/set")


def publish(host, text):
    """robots.txt, and a sitemap with these sc:dataset elements."""
    base = f"http://{host.name}"
    host.add("/robots.txt", text=f"{OPEN}\nSitemap: {base}/sitemap.xml\n")
    host.add("/sitemap.xml", text=(
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd">'
        f"{text}</urlset>"))
