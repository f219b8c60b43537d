"""Documents with known quads for the hosts of a BigWeb, in every syntax that a crawl meets.

What is said of a thing is made here as terms of `quads`; the writers below (and those of
`catalogue`) put it into bytes, so nothing the program says is part of what is expected.
"""

import json
from html import escape

from catalogue import RDF, WORDS, iri, ntriples, rdfxml, text, turtle

USES_VOCABULARY = iri("http://www.w3.org/ns/rdfa#usesVocabulary")


def thing(subject, name, following=None):
    """A few statements about one thing, a blank node among them."""
    subject, part = iri(subject), ("blank", "part")
    statements = [(subject, iri(RDF + "type"), iri(WORDS + "Thing")),
                  (subject, iri(WORDS + "name"), text(name)),
                  (subject, iri(WORDS + "part"), part),
                  (part, iri(WORDS + "label"), text(f"part of {name}"))]
    if following:
        statements.append((subject, iri(WORDS + "next"), iri(following)))
    return statements


def in_graph(statements, graph):
    """As quads of one document: its blank nodes are no other document's."""
    def apart(term):
        return ("blank", f"{graph} {term[1]}") if term[0] == "blank" else term

    return {(*map(apart, statement), iri(graph)) for statement in statements}


def links_html(links):
    return "".join(f'<li><a href="{escape(link)}">more</a>\n' for link in links)


def html(body, head="", links=()):
    return ("<!doctype html>\n<html><head><meta charset=utf-8><title>A page</title>\n"
            f"{head}</head>\n<body><h1>A page</h1>\n{body}<ul>{links_html(links)}</ul>\n"
            "<p>Some text &amp; more.</body></html>\n")


def jsonld_block(name):
    data = {"@context": {"@vocab": WORDS}, "@id": "#it", "@type": "Thing", "name": name,
            "part": {"label": f"part of {name}"}}
    return f'<script type="application/ld+json">{json.dumps(data)}</script>\n'


def jsonld_page(url, name, links=()):
    """HTML and the quads in it; so do the next three."""
    return html("", jsonld_block(name), links), in_graph(thing(f"{url}#it", name), url)


def rdfa_page(url, name, links=()):
    body = (f'<div vocab="{WORDS}" resource="#it" typeof="Thing"><b property="name">{name}</b>'
            f'<p property="part" typeof><i property="label">part of {name}</i></p></div>\n')
    quads = in_graph(thing(f"{url}#it", name), url)
    return html(body, links=links), quads | in_graph([(iri(url), USES_VOCABULARY, iri(WORDS))],
                                                     url)


def microdata_page(url, name, links=()):
    body = (f'<div itemscope itemid="{url}#it" itemtype="{WORDS}Thing">'
            f'<b itemprop=name>{name}</b><p itemprop=part itemscope>'
            f'<i itemprop="{WORDS}label">part of {name}</i></p></div>\n')
    return html(body, links=links), in_graph(thing(f"{url}#it", name), url)


def broken_page(url, name, links=()):
    """One block of JSON-LD that no repair helps, then a good one."""
    broken = '<script type="application/ld+json">{"@context": {"@vocab": 7 "name"</script>\n'
    return (html("", broken + jsonld_block(name), links),
            in_graph(thing(f"{url}#it", name), url))


def empty_page(url, name, links=()):
    return html(f"<p>{name}\n", links=links), set()


PAGES = {"json-ld": jsonld_page, "rdfa": rdfa_page, "microdata": microdata_page,
         "broken json-ld": broken_page, "empty": empty_page}
#: Media type → how to write statements so.
RDF_TYPES = {"application/n-triples": ntriples, "text/turtle": turtle,
             "application/rdf+xml": rdfxml}


def preferred(accept, offered):
    """The one of `offered` that an Accept header likes best; None if it likes none."""
    best, weight = None, 0.0
    for kind in offered:
        for item in accept.split(","):
            name, *parameters = [word.strip() for word in item.split(";")]
            q = next((float(p[2:]) for p in parameters if p.startswith("q=")), 1.0)
            exact = name == kind
            if (exact or name == "*/*" or name == kind.partition("/")[0] + "/*") and \
                    q + exact * 1e-6 > weight:
                best, weight = kind, q + exact * 1e-6
    return best
