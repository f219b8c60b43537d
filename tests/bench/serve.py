"""Requests a second and latency of `semsite serve` over an index of 100,000 documents, asked by
Python clients on the same machine (which take more of its cores than the service does)."""

import http.client
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import results
from data import Data

SECONDS = 5
CLIENTS = (1, 8)
COMMAND = "semsite serve -q --index docs.index --listen :0"


def get(connection: http.client.HTTPConnection, target: str) -> bytes:
    connection.request("GET", target)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{target}: {answer.status} {content[:200]!r}")
    return content


def targets(port: int) -> dict[str, list[str]]:
    """For each kind of page addresses that find something: of random documents."""
    draw = random.Random(1)
    connection = http.client.HTTPConnection("127.0.0.1", port)
    urls, words = [], []
    for page in range(1, 11):
        found = json.loads(get(connection, f"/api/search?since=2020&limit=1000&page={page}"))
        for entry in found["entries"]:
            urls.append(urllib.parse.quote(entry["link"], safe=""))
            title = draw.choice(entry["title"])["value"].split() if entry["title"] else []
            plain = [word for word in title if word.isalpha() and not word.isupper()]
            if len(plain) > 1:
                words.append(urllib.parse.quote(" ".join(plain[:2])))
    connection.close()
    return {"/search, two words": [f"/search?q={two}" for two in words],
            "/search, an IRI": [f"/search?uri={url}" for url in urls],
            "/api/search, two words": [f"/api/search?q={two}" for two in words],
            "/document": [f"/document?url={url}" for url in urls],
            "/": ["/"]}


def asked(port: int, addresses: list[str], clients: int) -> list[float]:
    """What each request took, in milliseconds, of so many clients in SECONDS."""
    took, end = [[] for _ in range(clients)], time.monotonic() + SECONDS

    def ask(number: int) -> None:
        draw = random.Random(number)
        connection = http.client.HTTPConnection("127.0.0.1", port)
        while (begin := time.monotonic()) < end:
            get(connection, draw.choice(addresses))
            took[number].append((time.monotonic() - begin) * 1000)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(one for each in took for one in each)


def told(name: str, clients: int, took: list[float], keep) -> None:
    """Prints and keeps what so many clients had of it."""
    median, most = statistics.median(took), took[len(took) * 95 // 100]
    print(f"| {name} | {clients} | {len(took) / SECONDS:,.0f} | {median:.2f} | {most:.2f} |", flush=True)
    keep(f"serve {name}", results.SERVICE, COMMAND, clients=clients, asked_s=SECONDS,
         requests_s=round(len(took) / SECONDS), median_ms=median, below_95_ms=most)


def measure(semsite: str, data: Data, generators: pathlib.Path, quick: bool, keep) -> bool:
    folder = data.folder
    dump, index = folder / "docs.nq", folder / "docs.index"
    if not dump.exists():
        subprocess.run([sys.executable, generators / "gen_dump.py", "--size",
                        "151100" if quick else "1511000", "--format", "nq", "--graph-every", "1",
                        "--out", folder / "docs"], check=True)
    if not index.exists():
        subprocess.run([semsite, "index", "-q", dump, "--index", index], check=True)
    with tempfile.TemporaryDirectory() as place:
        port_file = pathlib.Path(place) / "port"
        service = subprocess.Popen([semsite, "serve", "-q", "--index", index, "--listen", ":0",
                                    "--port-file", port_file])
        try:
            while not port_file.exists() and service.poll() is None:
                time.sleep(0.02)
            port = int(port_file.read_text())
            print("| address | clients | requests/s | median ms | 95 % below ms |\n"
                  "|---|---|---|---|---|")
            for name, addresses in targets(port).items():
                for clients in CLIENTS:
                    told(name, clients, asked(port, addresses, clients), keep)
            status = pathlib.Path(f"/proc/{service.pid}/status").read_text("ascii")
            peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
            print(f"\nthe service's peak: {peak:.0f} MiB")
            keep("serve all of these, memory", results.SERVICE, COMMAND, peak_mib=round(peak))
        finally:
            service.terminate()
            service.wait(30)
    return True
