#!/usr/bin/env python3
"""How a shared run (`--queue`) grows with its processes, on loopback hosts whose rate is the bound.

    SEMSITE=build/release/semsite python3 tests/bench/queue.py [--hosts 40] [--pages 10] [--delay 0.2] [--slots 10]

Prints, for 1, 2 and 4 workers with so many slots each, seconds and how many times faster than one; and
what the database did: processor time of the server, and of a worker the largest memory.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "tests/e2e")]
from crawl_web import urlset  # noqa: E402
from postgresql import PostgreSql  # noqa: E402
from web import Web  # noqa: E402

PROGRAM = pathlib.Path(os.environ.get("SEMSITE") or ROOT / "build/release/semsite").resolve()


def sites(web, count, pages):
    for number in range(count):
        host = web.host(f"site{number}.example", f"127.1.{number // 200}.{number % 200 + 1}")
        base = f"http://{host.name}"
        host.add("/robots.txt", text=f"Sitemap: {base}/sitemap.xml\n")
        host.add("/sitemap.xml", text=urlset([f"{base}/p{page}" for page in range(pages)]), type="application/xml")
        for page in range(pages):
            host.add(f"/p{page}", type="text/turtle", text=f'<#it> <urn:says> "{number} {page}" .\n')
        yield f"{base}/"


def cpu_of(process):
    """Seconds of a process and its children that have ended or run still."""
    def one(pid):
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    return sum(map(one, [process, *children]))


def main():
    parser = argparse.ArgumentParser()
    for name, otherwise in (("hosts", 40), ("pages", 10), ("slots", 10)):
        parser.add_argument(f"--{name}", type=int, default=otherwise)
    parser.add_argument("--delay", type=float, default=0.2)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4])
    wish = parser.parse_args()
    first = None
    with PostgreSql() as database, Web() as web, tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "sites.txt").write_text("".join(f"{url}\n" for url in sites(web, wish.hosts, wish.pages)), "ascii")
        subprocess.run([PROGRAM, "queue", "init", "-q", database.url], check=True)
        for workers in wish.workers:
            began, before = time.monotonic(), cpu_of(database.server.pid)
            running = [subprocess.Popen(
                [PROGRAM, "fetch", "--sites", "sites.txt", "--queue", database.url, "--name", f"w{workers}", "-o", "out/",
                 "--work", f"work-{workers}-{number}", "--delay", str(wish.delay), "--sites-at-once", str(wish.slots),
                 "-q", *web.connect_to_args()], cwd=place) for number in range(workers)]
            for process in running:
                if process.wait(600) != 0:
                    raise SystemExit(f"status {process.returncode}")
            took = time.monotonic() - began
            first = first or took
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(f"{workers} workers: {took:.1f} s, {first / took:.2f} times; database "
                  f"{cpu_of(database.server.pid) - before:.1f} s of processor; largest process {peak:.0f} MiB", flush=True)


if __name__ == "__main__":
    main()
