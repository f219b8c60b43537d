"""How long `semsite load` takes beside Virtuoso's own bulk loader, on the same store.

Each pair of runs begins with an empty graph; the triples are counted by each. Runs of the
`fresh` row each have a store that was just created; for the others it was used before.
"""

import pathlib
import statistics
import subprocess
import sys
import time

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "tests/support"))
import load_data  # noqa: E402
import virtuoso  # noqa: E402

import results  # noqa: E402

GRAPH = "http://graph.example/0"
TARGET = 1.2
CHOICES = [(), ("--batch-size", "256Ki"), ("--batch-size", "1Mi"), ("--batch-size", "4Mi"),
           ("--connections", "1"), ("--connections", "2"), ("--connections", "4"), ("--connections", "8")]


def cpu_seconds(store):
    """User and system time of the server so far."""
    fields = pathlib.Path(f"/proc/{store.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def command(program, data, base, login, options):
    return [program, "load", "-q", data, "--to", base, "--user", login, "--graph", GRAPH, "--verify", *options]


def bulk(store, _, data, __):
    store.load_file(data, GRAPH)
    store.count(GRAPH)  # as --verify does


def semsite(store, program, data, options):
    state = pathlib.Path(f"{data}.load")
    for suffix in ("", "-wal", "-shm"):
        pathlib.Path(f"{state}{suffix}").unlink(missing_ok=True)
    subprocess.run(command(program, data, store.base, store.login, options), check=True, timeout=600)
    store.isql("checkpoint;")  # as the bulk loader ends


def timed(way, store, program, data, options=()):
    begun, before = time.monotonic(), cpu_seconds(store)
    way(store, program, data, options)
    wall, cpu = time.monotonic() - begun, cpu_seconds(store) - before
    triples = sum(1 for _ in data.open("rb"))
    if store.count(GRAPH) != triples:
        raise RuntimeError(f"{store.count(GRAPH)} triples instead of {triples}")
    return wall, cpu


def fresh(program, data, runs, keep):
    """Each run into a store that was just created; prints a line, True if the target is met."""
    pairs = []
    for _ in range(runs):
        pair = []
        for way in (semsite, bulk):
            with virtuoso.Virtuoso() as store:
                pair.append(timed(way, store, program, data))
        pairs.append(pair)
    return told(data, "store just created", (), pairs, keep)


def told(data, store, options, pairs, keep):
    """Prints and keeps the medians of pairs of (wall, CPU): ours, theirs. True if the target is met."""
    name = ", ".join(filter(None, (f"load {data.name}", " ".join(options), store)))
    ratios = sorted(ours[0] / theirs[0] for ours, theirs in pairs)
    ours, theirs = ((statistics.median(pair[side][0] for pair in pairs),
                     statistics.median(pair[side][1] for pair in pairs)) for side in (0, 1))
    ratio = statistics.median(ratios)
    print(f"  {name}: {ours[0]:.1f} ({ours[1]:.1f}), bulk loader {theirs[0]:.1f} "
          f"({theirs[1]:.1f}), ratio {ratio:.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f}; <= {TARGET})",
          flush=True)
    keep(name, results.LOADING, " ".join(command("semsite", data.name, "STORE", "LOGIN", options)),
         peer="the bulk loader", wanted=f"<= {TARGET}", runs=len(pairs),
         input_mb=round(data.stat().st_size / 1e6), wall_s=ours[0], server_cpu_s=ours[1],
         peer_wall_s=theirs[0], peer_server_cpu_s=theirs[1], ratio=ratio, ratio_min=ratios[0],
         ratio_max=ratios[-1])
    return ratio <= TARGET


def measure(program, data, runs, choices, keep):
    """Prints and keeps a line for each choice of options; True if the target is met by the first."""
    print(f"load {data.name}, {data.stat().st_size / 1e6:.0f} MB, into Virtuoso, and count it; wall s "
          "(CPU s of the server), medians")
    met = fresh(program, data, runs, keep)
    with virtuoso.Virtuoso() as store:
        timed(bulk, store, program, data)
        store.clear()
        for options in choices:
            pairs = []
            for _ in range(runs):
                theirs = timed(bulk, store, program, data)
                store.clear()
                ours = timed(semsite, store, program, data, options)
                store.clear()
                pairs.append((ours, theirs))
            reached = told(data, "store used before", options, pairs, keep)
            if options == choices[0]:
                met = reached and met
    return met


def odd_triples(folder, triples):
    """A file of triples of which three in ten have blank nodes, with literals of all kinds."""
    data = folder / f"odd-{triples}.nt"
    with data.open("w", encoding="utf-8") as out:
        out.writelines(load_data.statements(triples, graphs=0))
    return data
