"""Sites to be fetched: robots.txt, sitemaps with sc:dataset, endpoints that answer all."""

import re
from xml.sax.saxutils import escape, quoteattr

from web import Answer

SC = "http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"


def element(name, text, **attributes):
    extra = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items()
                    if value is not None)
    return f"    <{name}{extra}>{escape(text)}</{name}>\n"


def dataset(uri=None, label=None, dumps=(), fragments=(), endpoints=(), prefixes=(), samples=(),
            graph=None):
    """One sc:dataset. A dump or endpoint is a URL, or a pair of URL and priority."""
    def located(name, places):
        pairs = [place if isinstance(place, tuple) else (place, None) for place in places]
        return "".join(element(name, url, priority=weight) for url, weight in pairs)

    return ("  <sc:dataset>\n"
            + (element("sc:datasetLabel", label) if label else "")
            + (element("sc:datasetURI", uri) if uri else "")
            + "".join(element("sc:linkedDataPrefix", prefix) for prefix in prefixes)
            + "".join(element("sc:sampleURI", sample) for sample in samples)
            + located("sc:dataDumpLocation", dumps)
            + located("sc:dataFragmentDump", fragments)
            + located("sc:sparqlEndpointLocation", endpoints)
            + (element("sc:sparqlGraphName", graph) if graph else "")
            + "  </sc:dataset>\n")


def sitemap(*datasets, urls=()):
    return ('<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:sc="{SC}">\n'
            + "".join(datasets)
            + "".join(f"  <url><loc>{escape(url)}</loc></url>\n" for url in urls)
            + "</urlset>\n")


def publish(host, *datasets, robots="User-agent: *\nDisallow:\n"):
    """Gives a host of a Web its robots.txt and sitemap.xml."""
    host.add("/robots.txt", text=f"{robots}\nSitemap: http://{host.name}/sitemap.xml\n")
    host.add("/sitemap.xml", text=sitemap(*datasets))


def endpoint(lines, graph=None):
    """A SPARQL endpoint with these N-Triples lines, in the default graph or a named one.

    Answers `CONSTRUCT` of everything with LIMIT and OFFSET, `ASK` and `COUNT`; else 400.
    """
    lines = [line.rstrip("\n") + "\n" for line in lines]

    def answer(form, headers):
        query = re.sub(r"\s+", " ", form.get("query", ""))
        asked_graph = re.search(r"(?i)\bGRAPH <([^>]*)>|\bFROM <([^>]*)>", query)
        asked_graph = form.get("default-graph-uri") or (
            asked_graph and (asked_graph[1] or asked_graph[2]))
        held = lines if asked_graph in (None, graph) and (graph is None or asked_graph) else []
        if re.match(r"(?i) ?CONSTRUCT\b", query):
            numbers = {word.upper(): int(value) for word, value in
                       re.findall(r"(?i)\b(LIMIT|OFFSET) (\d+)", query)}
            start = numbers.get("OFFSET", 0)
            part = held[start:start + numbers.get("LIMIT", len(held))]
            return Answer(text="".join(part), type="application/n-triples")
        if re.search(r"(?i)\bCOUNT ?\(", query):
            name = re.search(r"(?i)\bAS \?(\w+)", query)
            name = name[1] if name else "count"
            if "text/csv" in headers.get("Accept", ""):
                return Answer(type="text/csv", text=f"{name}\r\n{len(held)}\r\n")
            return Answer(type="application/sparql-results+json", text=(
                f'{{"head":{{"vars":["{name}"]}},"results":{{"bindings":[{{"{name}":'
                f'{{"type":"literal","value":"{len(held)}"}}}}]}}}}'))
        if re.match(r"(?i) ?ASK\b", query):
            return Answer(type="application/sparql-results+json", text=(
                f'{{"head":{{}},"boolean":{"true" if held else "false"}}}'))
        return Answer(status=400, type="text/plain", text="cannot answer that\n")

    return answer
