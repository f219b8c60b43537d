"""The hosts of a BigWeb that fail, delay, forbid, or have no end."""

import itertools
import threading

from big_web_documents import html, in_graph, jsonld_page, thing
from catalogue import ntriples
from semantic_sitemap import dataset
from web import Answer, redirect

CHALLENGE = ("<!doctype html><html><head><title>Just a moment...</title></head>"
             "<body>Checking your browser before accessing the site.</body></html>")


def good_pages(place, count, start=0, listed=True, links=()):
    """Pages with JSON-LD; gives their URLs."""
    urls = [place.url(f"/p/{i}.html") for i in range(start, start + count)]
    for i, url in enumerate(urls, start):
        place.page(f"/p/{i}.html", jsonld_page(url, f"page {i}", links))
    if listed:
        place.publish(urls=urls)
    return urls


def with_one(place, *answers, recovers=False, count=6):
    """Good pages and one more, at /p/bad.html, that answers so."""
    urls = good_pages(place, count, listed=False)
    url = place.url("/p/bad.html")
    page, quads = jsonld_page(url, "the odd page")
    answers = [answer(page) if callable(answer) else answer for answer in answers]
    if recovers:
        answers.append(Answer(text=page))
        place.expected |= quads
    else:
        place.tolerated += (url,)
        place.says += ("crawl.pages-failed", "http.", "fetch.")
    place.host.add("/p/bad.html", answers=answers)
    place.publish(urls=[*urls[:2], url, *urls[2:]])


def redirects(big):
    place = big.add("redirect chain")
    for i in range(4):
        place.host.add(f"/r/{i}", answers=[redirect(f"/r/{i + 1}", (301, 302, 307, 308)[i])])
    place.page("/r/4", jsonld_page(place.url("/r/4"), "the end"))
    place.publish(urls=[place.url("/r/0")])

    place = big.add("redirect loop")
    urls = good_pages(place, 3, listed=False)
    for i in range(3):
        place.host.add(f"/r/{i}", answers=[redirect(f"/r/{(i + 1) % 3}")])
    place.host.add("/self", answers=[redirect("/self")])
    for i in range(20):
        place.host.add(f"/long/{i}", answers=[redirect(f"/long/{i + 1}")])
    place.publish(urls=[place.url("/r/0"), place.url("/self"), place.url("/long/0"), *urls])
    place.says = ("redirect.",)

    target = big.add("redirect target")
    good_pages(target, 4)
    target.host.add("/private/0", text="no")
    target.publish(urls=[target.url(f"/p/{i}.html") for i in range(3)],
                   robots="User-agent: *\nDisallow: /private/\n")
    target.disallowed = ("/private/",)
    place = big.add("redirects to another host")
    urls = good_pages(place, 3, listed=False)
    place.host.add("/away", answers=[redirect(target.url("/p/3.html"))])
    place.host.add("/forbidden", answers=[redirect(target.url("/private/0"))])
    place.publish(urls=[place.url("/away"), place.url("/forbidden"), *urls])
    place.says = ("robots.denied",)


def errors(big):
    place = big.add("gone pages")
    with_one(place, Answer(status=410, type="text/html", text="gone"))
    place.publish(urls=[place.url(f"/p/{i}.html") for i in (0, 1, 2, 3, 4, 5, "bad", "none")])
    with_one(big.add("500 for ever"), Answer(status=500, type="text/plain", text="no"))
    again = Answer(status=500, type="text/plain", text="not yet")
    with_one(big.add("500 twice"), again, again, recovers=True)

    place = big.add("dead")
    for i in range(40):
        place.host.add(f"/p/{i}.html", status=500, text="no", type="text/plain")
    place.publish(urls=[place.url(f"/p/{i}.html") for i in range(40)])
    place.says, place.refuses = ("crawl.parked",), 100


def slow(big):
    place = big.add("drip", apart=True)
    with_one(place, lambda page: Answer(text=page, drip=(100, 0.1)), recovers=True)
    for _ in range(2):
        place = big.add("slow answers")
        urls = [place.url(f"/p/{i}.html") for i in range(8)]
        for i, url in enumerate(urls):
            place.page(f"/p/{i}.html", jsonld_page(url, f"page {i}"), wait=0.25)
        place.publish(urls=urls)
    with_one(big.add("stalls once"), lambda page: Answer(text=page, stall=80), recovers=True)
    with_one(big.add("stalls for ever"), lambda page: Answer(text=page, stall=80))


def broken(big):
    with_one(big.add("resets once"), lambda page: Answer(text=page, reset=90), recovers=True)
    with_one(big.add("resets for ever"), lambda page: Answer(text=page, reset=90))
    with_one(big.add("resets before the head"), lambda page: Answer(text=page, reset=0))
    with_one(big.add("too short once"), lambda page: Answer(text=page, cut=120), recovers=True)
    with_one(big.add("lies about length"), lambda page: Answer(text=page, length=100_000))


def busy(big):
    """429 and 503: the first requests, whatever they are for."""
    def storm(place, answers):
        left, lock = list(answers), threading.Lock()

        def guard(method, path, _):
            if method == "HEAD" or path.startswith(("/robots.txt", "/sitemap.xml")):
                return None
            with lock:
                return left.pop(0) if left else None
        place.host.guard = guard

    for seconds in ("1", "2"):
        place = big.add("429 storm", apart=True)
        good_pages(place, 8)
        storm(place, [Answer(status=429, text="slow down", type="text/plain",
                             headers={"Retry-After": seconds})] * 2)
    place = big.add("503 storm", apart=True)
    good_pages(place, 8)
    storm(place, [Answer(status=503, text="busy", type="text/plain")] * 2)
    place = big.add("429 robots", apart=True)
    urls = good_pages(place, 4)
    text = f"{OPEN_ROBOTS}\nSitemap: {place.base}/sitemap.xml\n"
    place.host.add("/robots.txt", answers=[
        Answer(status=429, text="wait", headers={"Retry-After": "1"}), Answer(text=text)])
    assert urls


OPEN_ROBOTS = "User-agent: *\nDisallow:\n"


def robots(big):
    for _ in range(2):
        place = big.add("robots trap")
        links = ["/private/trap.html", "/p/../private/other", "/%70rivate/third", "1.html"]
        urls = good_pages(place, 5, listed=False, links=links)
        for path in ("/private/trap.html", "/private/other", "/private/third"):
            place.page(path, jsonld_page(place.url(path), "never"))
        place.expected = {quad for quad in place.expected if "/private/" not in quad[3][1]}
        place.publish(dataset(place.url("/set"), prefixes=[place.base + "/"], samples=urls),
                      urls=[place.url("/private/trap.html")],
                      robots="User-agent: *\nDisallow: /private/\n")
        place.disallowed = ("/private/", "/%70rivate/")
    place = big.add("robots 500")
    good_pages(place, 4)
    place.host.add("/robots.txt", status=500, text="no")
    place.expected, place.disallowed = set(), ("/p/", "/sitemap.xml")
    for _ in range(2):
        place = big.add("crawl delay", apart=True)
        urls = good_pages(place, 6, listed=False)
        place.publish(urls=urls, robots=OPEN_ROBOTS + "Crawl-delay: 0.3\n")
        place.crawl_delay = 0.3
    shared = big.places[-1].host.address
    place = big.add("neighbour of crawl delay", address=shared)
    good_pages(place, 6)


def traps(big):
    place = big.add("calendar trap", apart=True)
    good_pages(place, 10, listed=False, links=["/calendar?month=0", "0.html"])
    place.host.serve("/calendar", lambda form, _: Answer(type="text/html", text=jsonld_page(
        place.url(f"/calendar?month={form.get('month')}"), "a month",
        [f"/calendar?month={int(form.get('month', 0)) + step}" for step in (1, -1, 12)])[0]))
    trap(place, "/calendar")

    place = big.add("session ids", apart=True)
    number = itertools.count(1)

    def session_page(path, _):
        plain = path.partition("?")[0]
        if not plain.startswith("/s/"):
            return None
        links = [f"/s/{i}?sid={next(number):06x}" for i in range(5)]
        return Answer(type="text/html", text=jsonld_page(
            place.url(path), f"page {plain}", links)[0])
    good_pages(place, 10, listed=False, links=["/s/0"])
    place.host.otherwise = session_page
    trap(place, "/s/")

    place = big.add("endless depth", apart=True)

    def deeper(path, _):
        if not path.startswith("/a/"):
            return None
        return Answer(type="text/html", text=jsonld_page(place.url(path), "deep",
                                                         ["a/", "b/", "../b/a/"])[0])
    good_pages(place, 10, listed=False, links=["/a/"])
    place.host.otherwise = deeper
    trap(place, "/a/")


def trap(place, start):
    place.publish(dataset(place.url("/set"), prefixes=[place.base + "/"],
                          samples=[place.url(f"/p/{i}.html") for i in range(10)]))
    place.tolerated = (place.url(start),)
    place.says = ("crawl.trap", "crawl.max-pages", "crawl.max-depth")
    place.refuses = 60 + 5  # --max-pages of the tests, robots.txt, sitemap, well-known VoID


def walls(big):
    place = big.add("bot wall")
    place.publish(urls=[place.url(f"/p/{i}.html") for i in range(10)])
    wall = Answer(status=403, type="text/html", text=CHALLENGE,
                  headers={"cf-mitigated": "challenge", "Server": "cloudflare"})
    for i in range(10):
        place.host.add(f"/p/{i}.html", answers=[wall])
    # Each page, robots.txt, the sitemap, and /.well-known/void, as no dataset is described.
    place.says, place.refuses = ("fetch.blocked",), 13

    place = big.add("html for a dump")
    place.host.add("/all.nt", text=html("<p>Please log in."), type="text/html")
    said = thing(place.url("/id/0"), "the one")
    place.host.add("/id/0", text=ntriples(said), type="application/n-triples")
    place.publish(dataset(place.url("/set"), dumps=[place.url("/all.nt")],
                          prefixes=[place.url("/id/")], samples=[place.url("/id/0")]))
    place.expected = in_graph(said, place.url("/id/0"))
    place = big.add("html called rdf")
    urls = good_pages(place, 3, listed=False)
    place.host.add("/p/bad.ttl", text=html("<p>Please log in."), type="text/turtle")
    place.publish(urls=[*urls, place.url("/p/bad.ttl")])
    place.tolerated = (place.url("/p/bad.ttl"),)


def build(big):
    for make in (redirects, errors, slow, broken, busy, robots, traps, walls):
        make(big)
