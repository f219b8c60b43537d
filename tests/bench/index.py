"""An index of 100,000 documents, beside SQLite's FTS5 with a table of IRIs (and Xapian, if
python3-xapian is there), built in turn from the same documents."""

import os
import pathlib
import shutil
import statistics
import subprocess
import sys

import results
from data import Data
from timing import Run, run

WANTED = ">= 0.7 of FTS5's rate, keyword < 5 ms, IRI < 1 ms"
WORDS = "river harbour музыка library Goldmill Pinehaven 1272 bibliothèque council 100".split()


def median(values) -> float:
    return statistics.median(values)


def build_asker(semsite: str) -> pathlib.Path:
    """A small program that asks an index many times in one process, as the peers' do."""
    build = pathlib.Path(semsite).resolve().parent
    subprocess.run(["cmake", "--build", build, "--target", "semsite_index_queries"], check=True,
                   stdout=subprocess.DEVNULL)
    return build / "semsite_index_queries"


def asked(program: pathlib.Path, index: pathlib.Path, kind: str, lines: list[str]) -> float:
    """The median of what the queries take, in milliseconds."""
    out = subprocess.run([program, index, kind], input="\n".join(lines), capture_output=True,
                         text=True, check=True).stdout
    return float(out.split()[2]) / 1000


def row(name: str, runs: list[Run], documents: int, size: int, keyword: float, uri: float) -> dict:
    """Prints a line; its figures."""
    wall, cpu = median([one.wall for one in runs]), median([one.cpu for one in runs])
    least, greatest = min(one.wall for one in runs), max(one.wall for one in runs)
    peak = max(one.peak_mib for one in runs)
    print(f"| {name} | {wall:.2f} ({least:.2f}-{greatest:.2f}) | {cpu:.2f} | {documents / wall:,.0f} "
          f"| {size / 2**20:.0f} | {peak:.0f} | {keyword:.2f} | {uri:.2f} |", flush=True)
    return {"documents": documents, "runs": len(runs), "wall_s": wall, "wall_min_s": least,
            "wall_max_s": greatest, "cpu_s": cpu, "documents_s": round(documents / wall),
            "disk_mib": round(size / 2**20), "peak_mib": round(peak), "keyword_ms": keyword,
            "iri_ms": uri}


def queries(program: list, lines: list[str]) -> tuple[float, float]:
    """The medians that a peer's script prints, in milliseconds."""
    out = subprocess.run([*map(str, program)], capture_output=True, text=True, check=True).stdout
    found = {line.split(" median")[0]: float(line.split(" us ")[1].split()[0]) / 1000
             for line in out.splitlines()}
    return tuple(found[name] for name in lines)


def measure(semsite: str, data: Data, generators: pathlib.Path, runs: int, quick: bool, keep) -> bool:
    if not shutil.which("sqlite3"):
        print("index: sqlite3 is not there (apt-get install sqlite3)", file=sys.stderr)
        return False
    folder, peers = data.folder, generators / "peers"
    triples = 151_100 if quick else 1_511_000
    dump, table = folder / "docs.nq", folder / "docs.tsv"
    if not dump.exists():
        subprocess.run([sys.executable, generators / "gen_dump.py", "--size", str(triples),
                        "--format", "nq", "--graph-every", "1", "--out", folder / "docs"],
                       check=True)
    if not table.exists():
        subprocess.run([sys.executable, peers / "mkdocs.py", dump, table], check=True,
                       stderr=subprocess.DEVNULL)
    documents, uris = 0, []
    with open(table, encoding="utf-8") as file:  # not kept: a child's peak would hold it
        for line in file:
            if documents % 1000 == 0:
                uris.append(line.split("\t")[2].split(" ")[0])
            documents += 1
    index, fts, xapian = folder / "docs.index", folder / "fts.db", folder / "xap.db"
    os.chdir(folder)  # as the peer's script wants it
    builds = {
        "semsite": f"rm -f {index}*; exec {semsite} index -q {dump} --index {index}",
        "FTS5 + URI table": f"rm -f {fts}; exec sqlite3 {fts} < {peers}/fts_build.sql"}
    if subprocess.run(["/usr/bin/python3", "-c", "import xapian"], check=False,
                      capture_output=True).returncode == 0:
        builds["Xapian"] = (f"rm -rf {xapian}; exec /usr/bin/python3 {peers}/xap.py build "
                            f"{table} {xapian}")
    took = {name: [] for name in builds}
    for _ in range(runs):
        for name, command in builds.items():
            took[name].append(run(command))
            if took[name][-1].status != 0:
                print(f"index: {command} failed", file=sys.stderr)
                return False
    print(f"{documents:,} documents, {dump.stat().st_size / 1e6:.0f} MB N-Quads "
          f"({table.stat().st_size / 1e6:.0f} MB texts and IRIs for the peers), {runs} runs\n")
    print("| | build s (min-max) | CPU s | documents/s | MiB on disk | peak MiB "
          "| ranked keyword ms | IRI ms |\n|---|---|---|---|---|---|---|---|")
    asker = build_asker(semsite)
    ours = row("semsite", took["semsite"], documents, index.stat().st_size,
               asked(asker, index, "words", WORDS * 10), asked(asker, index, "uri", uris))
    peer = row("FTS5 + URI table", took["FTS5 + URI table"], documents, fts.stat().st_size,
               *queries([sys.executable, peers / "fts_q.py", fts, table], ["keyword ranked", "uri"]))
    name = f"index of {documents} documents"
    keep(f"{name}, FTS5 and a table of IRIs", results.INDEXES, "sqlite3 fts.db < fts_build.sql", **peer)
    if "Xapian" in builds:
        size = sum(path.stat().st_size for path in xapian.iterdir())
        keep(f"{name}, Xapian", results.INDEXES, "python3 xap.py build docs.tsv xap.db",
             **row("Xapian", took["Xapian"], documents, size,
                   *queries(["/usr/bin/python3", peers / "xap.py", "query", xapian, table],
                            ["keyword", "uri"])))
    ratio = peer["wall_s"] / ours["wall_s"]
    keep(name, results.INDEXES, "semsite index -q docs.nq --index docs.index", **ours,
         input_mb=round(dump.stat().st_size / 1e6), rate_ratio=ratio, wanted=WANTED)
    print(f"\nsemsite's rate is {ratio:.2f} of the rate of FTS5 with its table (wanted: 0.7)")
    return True
