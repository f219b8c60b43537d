"""The hosts of a BigWeb that behave: dumps, fragments, linked data, pages."""

import gzip

from big_web_documents import (PAGES, RDF_TYPES, html, in_graph, jsonld_page, preferred, thing)
from catalogue import ntriples, turtle, zipped
from semantic_sitemap import dataset
from web import Answer, redirect


def things(place, count):
    """Statements about so many things, each a list."""
    return [[(s, p, ("blank", f"{o[1]}{i}") if o[0] == "blank" else o)
             if s[0] != "blank" else (("blank", f"{s[1]}{i}"), p, o)
             for s, p, o in thing(place.url(f"/id/{i}"), f"thing {i} of {place.host.name}")]
            for i in range(count)]


def dumps(big):
    pack = {"all.nt.gz": lambda data: gzip.compress(ntriples(data).encode()),
            "all.ttl": lambda data: turtle(data).encode(),
            "all.nt": lambda data: ntriples(data).encode(),
            "all.zip": lambda data: zipped({"all.nt": ntriples(data).encode()})}
    for name, packed in pack.items():
        place = big.add("dump")
        data = sum(things(place, 20), [])
        place.host.add(f"/{name}", data=packed(data), ranges=True, etag='"1"')
        place.publish(dataset(place.url("/set"), dumps=[place.url(f"/{name}")]))
        place.expected = in_graph(data, place.url("/set"))


def mirrors(big):
    place = big.add("dump mirrors")
    data = sum(things(place, 10), [])
    place.host.add("/second.nt", text=ntriples(data))
    place.publish(dataset(place.url("/set"), dumps=[(place.url("/first.nt"), 1),
                                                    (place.url("/second.nt"), 0)]))
    place.expected = in_graph(data, place.url("/set"))


def fragments(big):
    for _ in range(3):
        place = big.add("fragments")
        parts = things(place, 6)
        for number, part in enumerate(parts):
            place.host.add(f"/part{number}.ttl", text=turtle(part))
        place.publish(dataset(place.url("/set"), fragments=[
            place.url(f"/part{number}.ttl") for number in range(len(parts))]))
        place.expected = in_graph(sum(parts, []), place.url("/set"))


def negotiated(statements, page):
    """A function of a host that answers by Accept: RDF or a page."""
    def answer(_, headers):
        kind = preferred(headers.get("Accept", "*/*"), ["text/html", *RDF_TYPES])
        if kind in RDF_TYPES:
            return Answer(text=RDF_TYPES[kind](statements), type=kind, headers={"Vary": "Accept"})
        if kind is None:
            return Answer(status=406, type="text/plain", text="no such form\n")
        return Answer(text=page, type="text/html", headers={"Vary": "Accept"})
    return answer


def linked_data(big):
    """IRIs that redirect (303) to documents; each names the next."""
    for number in range(4):
        place = big.add("linked data")
        for i in range(12):
            subject, document = place.url(f"/id/{i}"), place.url(f"/doc/{i}")
            said = thing(subject, f"thing {i}", place.url(f"/id/{(i + 1) % 12}"))
            # Two things share a document, which is also named by itself.
            place.host.add(f"/id/{i}", answers=[redirect(f"/doc/{i}", 303)])
            said.append(thing(place.url(f"/id/{i}/part"), f"part {i}")[0])
            said.append((("iri", document),) + said[1][1:])
            place.host.add(f"/id/{i}/part", answers=[redirect(f"/doc/{i}", 303)])
            place.host.serve(f"/doc/{i}", negotiated(said, html("<p>for people")))
            place.expected |= in_graph(said, document)
        places = {"prefixes": [place.base + "/"], "samples": [place.url("/id/0")]}
        if number % 2:
            place.publish(dataset(place.url("/set"), **places))
        else:  # seeds from the sitemap instead
            del places["samples"]
            place.publish(dataset(place.url("/set"), **places), urls=[place.url("/id/3")])


def hash_iris(big):
    for _ in range(2):
        place = big.add("hash iris")
        for i in range(10):
            document = place.url(f"/doc/{i}")
            said = (thing(f"{document}#a", f"a {i}", place.url(f"/doc/{(i + 1) % 10}#b"))
                    + thing(f"{document}#b", f"b {i}")[:2])
            place.host.add(f"/doc/{i}", text=turtle(said), type="text/turtle")
            place.expected |= in_graph(said, document)
        place.publish(dataset(place.url("/set"), prefixes=[place.url("/doc/")],
                              samples=[place.url("/doc/0#a")]))


def html_links(big):
    """Pages under a prefix that only name each other by links, outward too."""
    for _ in range(2):
        place = big.add("html links")
        for i in range(10):
            links = [f"{i + 1}.html#top", "./0.html", "mailto:me@example.com", "#down",
                     "http://bystander-0.example/seen", "/outside.html"]
            place.page(f"/in/{i}.html", jsonld_page(place.url(f"/in/{i}.html"), f"page {i}", links
                                                    if i < 9 else ()))
        place.host.add("/outside.html", text=html("<p>not under the prefix"))
        place.outside = ("/outside.html",)
        place.publish(dataset(place.url("/set"), prefixes=[place.url("/in/")],
                              samples=[place.url("/in/0.html")]))
    big.add("bystander").refuses = 0


def pages(big):
    for kind, count in (("json-ld", 3), ("rdfa", 2), ("microdata", 2), ("empty", 1)):
        for _ in range(count):
            place = big.add(f"{kind} pages")
            for i in range(8):
                place.page(f"/p/{i}.html", PAGES[kind](place.url(f"/p/{i}.html"), f"page {i}"))
            place.publish(urls=[place.url(f"/p/{i}.html") for i in range(8)])
    for _ in range(2):
        place = big.add("broken json-ld pages")
        for i in range(6):
            made = PAGES["broken json-ld" if i == 3 else "json-ld"]
            place.page(f"/p/{i}.html", made(place.url(f"/p/{i}.html"), f"page {i}"))
        place.publish(urls=[place.url(f"/p/{i}.html") for i in range(6)])
        place.says = ("jsonld", "json.")
    for _ in range(2):
        place = big.add("negotiated pages")
        for i in range(6):
            said = thing(place.url(f"/r/{i}"), f"thing {i}")
            place.host.serve(f"/r/{i}", negotiated(said, html("<p>for people")))
            place.expected |= in_graph(said, place.url(f"/r/{i}"))
        place.publish(urls=[place.url(f"/r/{i}") for i in range(6)])
    place = big.add("coded pages")
    for i in range(6):
        place.page(f"/p/{i}.html", jsonld_page(place.url(f"/p/{i}.html"), f"page {i}"),
                   gzip=i % 2 == 0, chunked=i % 3 == 0)
    place.publish(urls=[place.url(f"/p/{i}.html") for i in range(6)])


def build(big):
    for make in (dumps, mirrors, fragments, linked_data, hash_iris, html_links, pages):
        make(big)
