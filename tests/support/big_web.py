"""A loopback web of many hosts of every kind, each with what can be had from it.

    with Web() as web:
        big = BigWeb(web)
        for place in big.places: ...

Hosts of one kind mostly share an address, as on the real web, so that politeness towards
an address shows; those that hinder others have one of their own.
"""

import dataclasses
import itertools

import big_web_data
import big_web_trouble
from semantic_sitemap import sitemap
from web import Host

OPEN = "User-agent: *\nDisallow:\n"


@dataclasses.dataclass
class Place:
    """One host: what is there, and what its owner may see in the log."""

    kind: str
    host: Host
    expected: set = dataclasses.field(default_factory=set)  #: quads that can be had
    tolerated: tuple = ()  #: beginnings of graphs that may be there, but need not
    disallowed: tuple = ()  #: beginnings of paths that robots.txt closes
    outside: tuple = ()  #: beginnings of paths that nothing in scope names
    crawl_delay: float = 0  #: as its robots.txt asks
    says: tuple = ()  #: codes, one of which the report must have for this host
    refuses: int | None = None  #: the most requests it may get
    again: tuple = ()  #: paths that may be asked for again though they came whole

    @property
    def base(self):
        return f"http://{self.host.name}"

    def url(self, path):
        return self.base + path

    def publish(self, *datasets, urls=(), robots=OPEN):
        """robots.txt and the sitemap that it names."""
        self.host.add("/robots.txt", text=f"{robots}\nSitemap: {self.base}/sitemap.xml\n")
        self.host.add("/sitemap.xml", text=sitemap(*datasets, urls=urls))

    def page(self, path, made, **answer):
        """Answers `path` by one of PAGES' results; its quads are expected."""
        page, quads = made
        if "answers" in answer:
            self.host.add(path, **answer)
        else:
            self.host.add(path, text=page, type="text/html; charset=utf-8", **answer)
        self.expected |= quads


class BigWeb:
    def __init__(self, web):
        self.web = web
        self.places = []
        self._addresses = (f"127.0.{number}.1" for number in itertools.count(1))
        self._shared = {}
        for module in (big_web_data, big_web_trouble):
            module.build(self)

    def add(self, kind, address=None, apart=False):
        """A new host of a kind, on the kind's address or one of its own."""
        number = sum(place.kind == kind for place in self.places)
        if not address:
            address = self._shared.get(kind)
        if not address or apart:
            address = next(self._addresses)
            self._shared.setdefault(kind, address)
        name = f"{kind.replace(' ', '-')}-{number}.example"
        place = Place(kind, self.web.host(name, address=address))
        self.places.append(place)
        return place

    def of(self, name):
        """The place of a host name, without port, or None."""
        return next((place for place in self.places if place.host.name == name), None)

    def entries(self):
        """The URLs that a user would name."""
        return [place.url("/") for place in self.places if place.kind != "bystander"]
