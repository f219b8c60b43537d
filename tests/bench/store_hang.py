"""Which queries make a Virtuoso hang that triples are put into?

Each load goes into a store that was just created, one body at a time and without blank nodes,
so that semsite itself asks nothing; a client beside it puts one query after the other.
"""

import http.client
import pathlib
import subprocess
import sys
import threading
import time

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "tests/support"))
import load_data  # noqa: E402
import virtuoso  # noqa: E402

import results  # noqa: E402

GRAPH = "http://graph.example/0"
NODES = (f"SELECT (COUNT(*) AS ?n) WHERE {{ GRAPH <{GRAPH}> {{ ?s ?p ?o "
         "FILTER(isBlank(?s) || isBlank(?o)) } }")
#: Name, query, and how many seconds after the load it begins.
CASES = [
    ("no query", None, 0),
    ("count of triples with blank nodes", NODES, 0.35),
    ("the same, from the start on", NODES, 0),
    ("count of all triples", f"SELECT (COUNT(*) AS ?n) WHERE {{ GRAPH <{GRAPH}> {{ ?s ?p ?o }} }}", 0.35),
    ("five blank subjects", f"SELECT ?s WHERE {{ GRAPH <{GRAPH}> {{ ?s ?p ?o FILTER(isBlank(?s)) }} }} LIMIT 5",
     0.35),
]
#: A load takes some 2 s. One that has not ended by then, in a store that answers no query.
SILENT_SECONDS = 15


def ask_until(store, query, after, stop):
    stop.wait(after)
    while not stop.is_set():
        try:
            store.ask(query, accept="text/csv", seconds=SILENT_SECONDS)
        except (OSError, http.client.HTTPException):
            return
        stop.wait(0.02)


def answers(store):
    try:
        store.ask(f"ASK {{ GRAPH <{GRAPH}> {{ ?s ?p ?o }} }}", seconds=5)
        return True
    except OSError:
        return False


def command(program, data, base, login):
    return [program, "load", "-q", data, "--to", base, "--user", login, "--graph", GRAPH, "--fresh",
            "--connections", "1"]


def hangs(program, data, query, after):
    """Whether one load ends in a store that hangs."""
    with virtuoso.Virtuoso() as store:
        stop = threading.Event()
        asker = threading.Thread(target=ask_until, args=(store, query, after, stop))
        if query:
            asker.start()
        load = subprocess.Popen(command(program, data, store.base, store.login))
        try:
            code = load.wait(SILENT_SECONDS)
            if code != 0:
                raise RuntimeError(f"semsite load ended with {code}")
            return False
        except subprocess.TimeoutExpired:
            if answers(store):
                raise RuntimeError("the load is slow, but the store answers") from None
            return True
        finally:
            load.kill()
            load.wait()
            stop.set()
            store.kill()
            if query:
                asker.join()


def measure(program, folder, loads, keep):
    """Prints and keeps a line for each query; False if the store hangs without any."""
    data = folder / "plain.nt"
    with data.open("w", encoding="utf-8") as out:
        out.writelines(line for line in load_data.statements(400_000, graphs=0) if "_:" not in line)
    alone = 0
    for name, query, after in CASES:
        hung = sum(hangs(program, data, query, after) for _ in range(loads))
        print(f"{name}: {hung} of {loads} loads hung", flush=True)
        keep(f"load beside {name}", results.HANGING,
             " ".join(command("semsite", data.name, "STORE", "LOGIN")), loads=loads, hung=hung)
        alone += hung if query is None else 0
    return alone == 0
