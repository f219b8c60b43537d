#!/usr/bin/env python3
"""Times semsite beside the tools people use today, and prints a table.

Each pair runs in turn (A B A B ...) on the same files, so that the ratio holds on a
machine whose speed drifts. Times are of whole processes, start-up included, as the
operating system counts them; medians are shown, the ratio is the median over the pairs.
Input is in the page cache (one warm-up each, not counted).

The rows `entries` make RDF of 1 M sitemap entries; the peer, xmllint, only checks that the same
files are well-formed.

  tests/bench/run.py            5 M triples, 5 runs (needs 10 GB of disk, half an hour)
  tests/bench/run.py --quick    100 k triples, 3 runs, two minutes
  tests/bench/run.py --only crawl    crawls of a site that nginx serves on loopback, beside
                                     curl and Scrapy (its ratios: of the time for a page)
  tests/bench/run.py --only load     into Virtuoso, beside its bulk loader (only if named)
  tests/bench/run.py --only load-sizes   the same with several sizes of bodies and connections
  tests/bench/run.py --only store-hang   which queries make a Virtuoso hang that is loaded into
  tests/bench/run.py --only index    100,000 documents indexed and asked, beside SQLite's FTS5 and
                                     Xapian (only if named)
  tests/bench/run.py --only serve    that index asked over HTTP (only if named)
  tests/bench/run.py --only harvest  1 M triples from a Virtuoso, every part of them counted,
                                     beside curl's pages of LIMIT and OFFSET, not checked; and
                                     from an Oxigraph by a GET of its Graph Store
"""

import argparse
import contextlib
import functools
import os
import pathlib
import shlex
import sys
import tempfile
import typing

import crawl
import load
from data import Data
import harvest
import index
import results
import serve
import store_hang
from timing import Pair, measure

PROJECT = pathlib.Path(__file__).resolve().parents[2]


def pairs(data: Data, semsite: str, quick: bool, only: str) -> list[Pair]:
    """The rows whose name holds `only`; data is made for no other."""
    large, small = ("100k", "100k") if quick else ("5M", "1M")
    count = 200 if quick else 2000
    out = data.folder / "out.nq"
    rows = []

    def add(name: str, make: typing.Callable[[], Pair], section: str = results.READING) -> None:
        if only in name:
            rows.append(make())
            rows[-1].name, rows[-1].section = name, section

    def convert(source: pathlib.Path, target="/dev/null") -> str:
        return f"exec {semsite} convert -o {target} {source}"

    def size(path: pathlib.Path) -> int:
        return path.stat().st_size

    def serdi(syntax: str, source: pathlib.Path, target="/dev/null") -> str:
        return f"exec serdi -b -i {syntax} -o nquads {source} > {target}"

    def lines(target, kept: pathlib.Path | None = None) -> Pair:
        nt = data.dump(large, "nt")
        return Pair(convert(nt, target), serdi("ntriples", nt, target), size(nt), "<= 0.10", kept)

    def reported() -> Pair:
        nt = data.dump(large, "nt")
        return Pair(f"exec {semsite} fetch -q -o /dev/null --report {data.folder}/r.html {nt}",
                    f"exec {semsite} fetch -q -o /dev/null {nt}", size(nt), "<= 1.15")

    def packed(suffix: str, pack: str, unpack: str, target: str) -> Pair:
        source = data.packed(large, suffix, pack)
        return Pair(convert(source), f"exec {unpack} {source} > /dev/null",
                    size(data.dump(large, "nt")), target)

    def turtle(syntax: str) -> Pair:
        source = data.dump(small, syntax)
        return Pair(convert(source), serdi({"ttl": "turtle"}.get(syntax, syntax), source), size(source),
                    "<= 1.00")

    def literals(bytes_: int) -> Pair:
        ttl = data.turtle("literals", bytes_)
        return Pair(convert(ttl), serdi("turtle", ttl), size(ttl), "<= 1.00, < 128 MiB")

    def prefixes(number: int) -> Pair:
        # Serd looks for a prefix from the first to the last: it takes minutes.
        ttl = data.turtle("prefixes", number)
        return Pair(convert(ttl), f"exec rapper -q -i turtle -o ntriples {ttl} > /dev/null", size(ttl),
                    "<= 1.00, < 128 MiB")

    def rdfxml() -> Pair:
        rdf = data.dump(small, "rdf")
        return Pair(convert(rdf), f"exec rapper -q -i rdfxml -o ntriples {rdf} > /dev/null",
                    size(rdf), "<= 0.50")

    def jsonld(triples: str, target: str) -> Pair:
        source = data.dump(triples, "jsonld")
        peer = f"exec node {data.npm('jsonld', 'jsonldconv.mjs')} {source}"
        return Pair(convert(source), peer, size(source), target)

    def pages() -> Pair:
        site = data.pages(count)
        # The peer takes a tenth: it needs minutes for all.
        some = "".join((site / "FILES.txt").read_text("utf-8").splitlines(True)[::10])
        (site / "SOME.txt").write_text(some, "utf-8")
        peer = data.generators / "peers/ex_offline.py"
        return Pair(f"exec {semsite} convert --document-map {site}/map.json -o /dev/null "
                    f"$(cat {site}/URLS.txt)",
                    f"exec /usr/bin/python3 {peer} < {site}/SOME.txt", target="<= 0.20",
                    size=sum(size(path) for path in site.rglob("*.html")))

    def slices(method: str, triples: str) -> Pair:
        source = data.dump(triples, "nt")
        return Pair(f"exec {semsite} slice --by {method} -q -o {out} {source}",
                    f"exec env LC_ALL=C sort -S 1G -o {data.folder}/sorted.nt {source}",
                    size(source), "<= 3.00, < 512 MiB", out)

    def memory(triples: str, syntax: str) -> Pair:
        source = data.dump(triples, syntax)
        return Pair(convert(source), size=size(source), target="< 128 MiB, equal")

    def sitemaps(command: str, target: str) -> Pair:
        site = data.sitemaps(files, urls)
        names = f"{site}/sitemap-*.xml"
        ours = {"plan": f"plan --no-head {site}/robots.txt", "inspect": f"inspect {names}"}
        return Pair(f"exec {semsite} {ours[command]} > /dev/null",
                    f"exec xmllint --stream --noout {names}",
                    sum(size(path) for path in site.glob("sitemap-*.xml")), target)

    def entries(variant: str) -> Pair:
        site = data.sitemaps(files, urls, variant)
        names = f"{site}/sitemap-*.xml"
        return Pair(f"exec {semsite} convert -q -o /dev/null {names}",
                    f"exec xmllint --stream --noout {names}",
                    sum(size(path) for path in site.glob("sitemap-*.xml")), "<= 3.00, < 64 MiB")

    add(f"nt {large} to file", lambda: lines(out, out))
    add(f"nt {large} to /dev/null", lambda: lines("/dev/null"))
    add(f"report of {large}, beside none", reported)
    for suffix, pack, unpack, target in (("gz", "gzip -6 -c", "gzip -dc", "<= 1.15"),
                                         ("zst", "zstd -q -3 -c", "zstd -q -dc", "<= 1.15*"),
                                         ("xz", "xz -1 -T0 -c", "xz -dc", "<= 1.15*")):
        add(f"nt.{suffix} {large}",
            functools.partial(packed, suffix, pack, unpack, target))
    add(f"ttl {small}", functools.partial(turtle, "ttl"))
    add(f"trig {small}", functools.partial(turtle, "trig"))
    add("ttl literals", functools.partial(literals, 10_000_000 if quick else 1_000_000_000))
    add("ttl prefixes", functools.partial(prefixes, 10_000 if quick else 100_000))
    add(f"rdf {small}", rdfxml)
    add("jsonld 100k", functools.partial(jsonld, "100k", "<= 0.10"))
    for triples in ("100k", "1M") if quick else ("1M", "10M"):
        add(f"peak memory, jsonld {triples}", functools.partial(memory, triples, "jsonld"))
    for method in ("subject", "subject-object", "cbd", "scbd", "msg"):
        triples = "100k" if quick else "10M" if method == "subject-object" else "1M"
        add(f"slice by {method}, {triples}", functools.partial(slices, method, triples),
            results.SLICES)
    add(f"{count} pages, peer {count // 10}", pages, results.PAGES)
    for triples in ("100k", "1M") if quick else ("1M", "10M"):
        add(f"peak memory, nt {triples}", functools.partial(memory, triples, "nt"))
    files, urls = (2, 5000) if quick else (20, 50000)
    add(f"plan {files} x {urls} urls", lambda: sitemaps("plan", "< 64 MiB"), results.PAGES)
    add(f"inspect {files} x {urls} urls", lambda: sitemaps("inspect", ""), results.PAGES)
    for variant in ("signmap", "ocx", "diwoo"):
        add(f"entries, {variant} {files} x {urls}", functools.partial(entries, variant),
            results.PAGES)
    return rows


def shorter(command: str, data: Data, semsite: str) -> str:
    """The command without what is of this machine alone."""
    text = command.removeprefix("exec ").replace(semsite, "semsite")
    for folder in (data.folder, data.generators, PROJECT):
        text = text.replace(f"{folder}/", "")
    return text if len(text) < 130 else f"{text[:110]} ..."


def rate(pair: Pair, wall: float, items: int) -> str:
    return f"{items / wall:.0f} pages/s" if pair.items else f"{pair.size / wall / 1e6:.0f}"


def print_row(pair: Pair, got: dict, data: Data, semsite: str) -> None:
    command = f"`{shorter(pair.ours, data, semsite)}`"
    peer = f"`{shorter(pair.peer, data, semsite)}`" if pair.peer else ""
    if "note" in got:
        print(f"| {pair.name} | {got['note']} | | | | | | {pair.target} | {command} | {peer} |",
              flush=True)
        return
    ratio = (f"{got['ratio']:.3f} ({got['spread'][0]:.3f}-{got['spread'][1]:.3f})"
             if pair.peer else "")
    peer_wall = f"{got['peer']:.2f}" if pair.peer else ""
    if pair.peer and pair.peer_items:
        peer_wall += f" ({rate(pair, got['peer'], pair.peer_items)})"
    print(f"| {pair.name} | {got['wall']:.2f} | {got['cpu']:.2f} "
          f"| {rate(pair, got['wall'], pair.items)} | {got['peak']:.0f} "
          f"| {peer_wall} | {ratio} | {pair.target} | {command} | {peer} |", flush=True)
    if "check" in got:
        print(f"{pair.name}: {got['check']}", file=sys.stderr, flush=True)


def kept(save: bool, note: str) -> typing.Callable[..., None]:
    """What the benches give their rows to."""
    if save:
        return lambda *row, **figures: results.save(
            *row, **figures | {"note": "; ".join(filter(None, (figures.get("note"), note)))})
    return lambda *_, **__: None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small data, fewer runs")
    parser.add_argument("--runs", type=int, default=0, help="runs of each command")
    parser.add_argument("--only", default="", help="rows whose name holds this text")
    parser.add_argument("--save", action="store_true",
                        help="keep the figures of these rows in tests/bench/results")
    parser.add_argument("--note", default="",
                        help="what a reader has to know of them, such as what ran beside")
    parser.add_argument("--semsite", default=str(PROJECT / "build/release/semsite"))
    parser.add_argument("--data", type=pathlib.Path,
                        help="keep the data in this folder and use it again")
    arguments = parser.parse_args()
    runs = arguments.runs or (3 if arguments.quick else 5)
    generators = pathlib.Path(os.environ.get("SEMSITE_BENCH",
                                             PROJECT.parent / "shared/bench")).resolve()
    if not (generators / "gen_dump.py").exists():
        print(f"{generators}: no generators there; set SEMSITE_BENCH to their folder",
              file=sys.stderr)
        return 2
    if not os.access(arguments.semsite, os.X_OK):
        print(f"{arguments.semsite}: not built (cmake --preset release; "
              "cmake --build --preset release)", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="semsite-bench-") as temporary:
        folder = (arguments.data or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        data = Data(folder, generators)
        keep = kept(arguments.save, arguments.note)
        if arguments.only in ("load", "load-sizes"):
            choices = load.CHOICES if arguments.only == "load-sizes" else [()]
            size, triples = ("100k", 100_000) if arguments.quick else ("1M", 1_000_000)
            met = [load.measure(arguments.semsite, file, runs, choices, keep)
                   for file in (data.dump(size, "nt"),
                                load.odd_triples(pathlib.Path(temporary), triples))]
            return 0 if all(met) else 1
        if arguments.only == "store-hang":
            return 0 if store_hang.measure(arguments.semsite, folder, runs, keep) else 1
        if arguments.only == "index":
            return 0 if index.measure(arguments.semsite, data, generators, runs,
                                      arguments.quick, keep) else 1
        if arguments.only == "serve":
            return 0 if serve.measure(arguments.semsite, data, generators,
                                      arguments.quick, keep) else 1
        print(f"{os.cpu_count()} cores, {runs} runs in turn, medians\n")
        print("| job | wall s | CPU s | MB/s or pages/s | peak MiB | peer wall s | ratio (min-max) "
              "| wanted | command | peer |")
        print("|---|---|---|---|---|---|---|---|---|---|")
        rows = [(pair, contextlib.nullcontext()) for pair in pairs(
            data, arguments.semsite, arguments.quick, arguments.only)]
        for name, served, pair in crawl.rows(data, arguments.semsite, arguments.quick,
                                             arguments.only):
            pair.name, pair.section = name, results.PAGES
            rows.append((pair, crawl.nginx(served)))
        for name, server, pair in harvest.rows(data, arguments.semsite, arguments.quick,
                                               arguments.only):
            pair.name, pair.section = name, results.LOADING
            rows.append((pair, server))
        for pair, server in rows:
            with server:
                got = measure(pair, runs)
                print_row(pair, got, data, arguments.semsite)
                if "note" not in got:
                    keep(pair.name, pair.section, shorter(pair.ours, data, arguments.semsite),
                         peer=shorter(pair.peer or "", data, arguments.semsite),
                         wanted=pair.target, runs=runs, **results.of_pair(pair, got))
        print("\n* of the decompressor's time, or of the nt row's, whichever is longer")
        (folder / "out.nq").unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
