"""Crawls of generated sites, served by nginx on loopback without delay."""

import contextlib
import os
import pathlib
import shlex
import socket
import subprocess
import sys
import time
import typing

from data import Data
from timing import Pair

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = "/usr/bin/python3"  # of the system, whose packages Scrapy and extruct are
PARALLEL = 16
URLS_OF_A_SITEMAP = 50_000


def port() -> int:
    return int(os.environ.get("SEMSITE_BENCH_PORT") or 18480)


@contextlib.contextmanager
def nginx(folder: pathlib.Path):
    """Serves a folder by the nginx.conf in it."""
    with contextlib.closing(socket.socket()) as probe:
        if probe.connect_ex(("127.0.0.1", port())) == 0:
            raise RuntimeError(f"port {port()} is taken; set SEMSITE_BENCH_PORT to a free one "
                               "(and --data to a new folder: pages name their port)")
    user = " user root;" if os.geteuid() == 0 else ""
    server = subprocess.Popen(
        ["nginx", "-p", str(folder), "-c", "nginx.conf", "-g", f"daemon off;{user}"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with contextlib.closing(socket.socket()) as probe:
                if probe.connect_ex(("127.0.0.1", port())) == 0:
                    break
            if server.poll() is not None:
                raise RuntimeError(f"nginx ended: see {folder}/error.log")
            time.sleep(0.05)
        yield
    finally:
        server.terminate()
        server.wait(20)


def site(data: Data, count: int, markup: str) -> pathlib.Path:
    """A course site of so many pages, with `curl.conf` and `FEW.txt` for the peers."""
    tool = shlex.quote(str(data.generators / "gen_site.py"))
    name = f"crawl-{markup}-{count}-{port()}"
    folder = data.make(name, f"python3 {tool} --size {count} --markup {markup} "
                             f"--base http://127.0.0.1:{port()} --out {name}.part "
                             f"&& mv {name}.part {name}")
    urls = (folder / "URLS.txt").read_text("utf-8").split()
    (folder / "curl.conf").write_text(
        "".join(f'url = "{url}"\noutput = "/dev/null"\n' for url in urls), "utf-8")
    return folder


def many_urls(data: Data, pages: pathlib.Path, files: int) -> pathlib.Path:
    """The same pages under so many times 50,000 URLs, all of which exist."""
    folder = data.folder / f"crawl-urls-{files * URLS_OF_A_SITEMAP}-{port()}"
    if folder.exists():
        return folder
    part = folder.with_suffix(".part")
    part.mkdir()
    (part / "course").symlink_to(pages / "course")
    (part / "nginx.conf").write_text((pages / "nginx.conf").read_text("utf-8"), "utf-8")
    base = f"http://127.0.0.1:{port()}"
    (part / "robots.txt").write_text(f"Sitemap: {base}/sitemap.xml\n", "utf-8")
    urls = (pages / "URLS.txt").read_text("utf-8").split()
    xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    (part / "sitemap.xml").write_text(f"<sitemapindex {xmlns}>" + "".join(
        f"<sitemap><loc>{base}/sitemap-{n}.xml</loc></sitemap>\n" for n in range(files))
        + "</sitemapindex>\n", "utf-8")
    for number in range(files):
        first = number * URLS_OF_A_SITEMAP
        (part / f"sitemap-{number}.xml").write_text(f"<urlset {xmlns}>" + "".join(
            f"<url><loc>{urls[n % len(urls)]}?n={n}</loc></url>\n"
            for n in range(first, first + URLS_OF_A_SITEMAP)) + "</urlset>\n", "utf-8")
    return part.rename(folder)


def compared(folder: pathlib.Path, out: pathlib.Path) -> typing.Callable[[], str]:
    """In a process of its own: what we hold in memory would count as the next child's."""
    def check() -> str:
        done = subprocess.run([sys.executable, HERE / "compare_pages.py",
                               folder / "expected.nq", out], capture_output=True, text=True,
                              check=False)
        return (done.stdout or done.stderr[-300:]).strip()
    return check


def fetch(semsite: str, out: pathlib.Path, more: str = "--max-pages 100000000") -> str:
    return (f"exec {semsite} fetch http://127.0.0.1:{port()}/ -q -o {out} --fresh --delay 0 "
            f"--connections {PARALLEL} {more}")


def scrapy(data: Data, folder: pathlib.Path, count: int) -> str | None:
    """The spider's command for the first `count` pages; None where it is not installed."""
    if subprocess.run([PYTHON, "-c", "import scrapy, extruct"], capture_output=True,
                      check=False).returncode != 0:
        print("Scrapy or extruct is not installed: python3-scrapy, python3-extruct",
              file=sys.stderr)
        return None
    few = folder / "FEW.txt"
    # Every so many of all, so that each syntax has its share.
    urls = (folder / "URLS.txt").read_text("utf-8").split()
    few.write_text("\n".join(urls[:count]) + "\n", "utf-8")
    return (f"exec {PYTHON} -m scrapy runspider {HERE / 'extruct_spider.py'} -a urls={few} "
            f"-O {data.folder}/items.jl > /dev/null 2>&1")


Row = tuple[str, pathlib.Path, Pair]


def rows(data: Data, semsite: str, quick: bool, only: str) -> typing.Iterator[Row]:
    """Name, folder to serve and commands; data is made for no row whose name lacks `only`."""
    out = data.folder / "out.nq"
    small, large = (200, 2000) if quick else (2000, 20_000)

    def wanted(name: str) -> bool:
        return only in name

    def curl(folder: pathlib.Path) -> str:
        return f"exec curl -s -Z --parallel-max {PARALLEL} -K {folder}/curl.conf"

    for count, markup, target in ((small, "mixed", ""), (large, "mixed", "< 256 MiB"),
                                  (small, "jsonld", "<= 4.0"), (large, "jsonld", "<= 4.0")):
        name = f"crawl {count} {markup} pages, curl"
        if wanted(name):
            folder = site(data, count, markup)
            yield name, folder, Pair(fetch(semsite, out), curl(folder), items=count,
                                     peer_items=count, target=target,
                                     check=compared(folder, out), output=out)
    name = f"crawl {small} mixed pages, Scrapy"
    if wanted(name):
        folder, few = site(data, small, "mixed"), 60 if quick else 250
        yield name, folder, Pair(fetch(semsite, out), scrapy(data, folder, few), items=small,
                                 peer_items=few, target="<= 0.0167 (60 x), aim 0.01", output=out)
    files = 2 if quick else 20
    name = f"crawl 1000 of {files * URLS_OF_A_SITEMAP} urls, memory"
    if wanted(name):
        folder = many_urls(data, site(data, small, "mixed"), files)
        yield name, folder, Pair(fetch(semsite, out, "--max-pages 1000"), items=1000,
                                 target="< 256 MiB", statuses=(0, 1), output=out)
