"""A site where much goes well and much does not, and whose texts mean harm: for reports."""

import gzip

from catalogue import PREFIX, ntriples, tool
from semantic_sitemap import dataset, endpoint, publish
from web import Answer

SITE = "http://www.example.com"
#: As it stands in a label, a URL, the first line of what came.
SCRIPT = "<script>window.harmed = 1</script>"
QUOTES = "\"' onmouseover=window.harmed=1 x='"
BIDI = "gpj.\u202eslatot\u2066 \u0007"
LABEL = f"Registry {SCRIPT} {QUOTES}"
TITLE = f"<title>{SCRIPT}Down{BIDI}{QUOTES}</title>"


def statements(count, start=0):
    return [statement for number in range(start, start + count)
            for statement in tool(number, start + count)]


def add_eventful_site(web):
    """Fills www.example.com; gives the number of quads of its whole datasets."""
    site, mirror = web.host("www.example.com"), web.host("mirror.example.net")
    archive = web.host("archive.example.org")
    tools = [f"{SITE}/tools/part-{number}.nt.gz" for number in range(6)]
    publish(
        site,
        dataset(f"{SITE}/tools", label="Tools and what they are made of", dumps=tools),
        dataset(f"{SITE}/measurements", label="Measurements",
                dumps=[(f"{SITE}/measurements.nt", 3), ("http://mirror.example.net/m.nt", 1)],
                endpoints=[f"{SITE}/sparql"]),
        dataset(f"{SITE}/registry", label=LABEL, dumps=[f"{SITE}/registry?a=1&b={QUOTES}"]),
        dataset(f"{SITE}/broken", label="Names with a dump that breaks off",
                dumps=[f"{SITE}/names.nt.gz"]),
        dataset(f"{SITE}/private", label="What robots.txt keeps to itself",
                dumps=[f"{SITE}/private/all.nt"]),
        dataset(f"{SITE}/gone", label=f"Old letters {BIDI}", dumps=["javascript:alert(1)",
                                                          "http://archive.example.org/old.ttl"]),
        dataset(f"{SITE}/faulty", label="Places", dumps=[f"{SITE}/places.nt"]),
        robots="User-agent: *\nDisallow: /private/\n")
    for number, url in enumerate(tools):
        site.add(url.removeprefix(SITE), type="application/gzip", data=gzip.compress(
            ntriples(statements(40 + 60 * number, 1000 * number)).encode(), mtime=0))
    site.add("/measurements.nt", status=200, type="text/html",
             text=f"<!doctype html>{TITLE}<p>Under repair\n")
    mirror.add("/m.nt", text=ntriples(statements(120, 20000)), type="application/n-triples")
    site.serve("/sparql", endpoint(ntriples(statements(120, 20000)).splitlines()))
    site.otherwise = lambda path, headers: (
        Answer(type="text/html", text=f"<html>{TITLE}\n<p>No such registry\n")
        if path.startswith("/registry?") else None)
    names = gzip.compress(ntriples(statements(400, 30000)).encode(), mtime=0)
    site.add("/names.nt.gz", data=names[:len(names) // 2], type="application/gzip")
    archive.add("/old.ttl", status=503, type="text/html",
                text=f"<html>{TITLE}<p>Too many letters\n")
    lines = ntriples(statements(60, 40000)).splitlines()
    for number in range(0, len(lines), 70):
        lines[number] = f"<{PREFIX}a b> <{SCRIPT}> \"x\" ."
    site.add("/places.nt", text="\n".join(lines) + "\n", type="application/n-triples")
