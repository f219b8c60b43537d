#!/usr/bin/env python3
"""Times semsite beside the tools people use today, and prints a table.

Each pair runs in turn (A B A B ...) on the same files, so that the ratio holds on a
machine whose speed drifts. Times are of whole processes, start-up included, as the
operating system counts them; medians are shown, the ratio is the median over the pairs.
Input is in the page cache (one warm-up each, not counted).

  tests/bench/run.py            5 M triples, 5 runs (needs 10 GB of disk, half an hour)
  tests/bench/run.py --quick    100 k triples, 3 runs, two minutes
"""

import argparse
import dataclasses
import os
import pathlib
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PROJECT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass
class Run:
    wall: float
    cpu: float
    peak_mib: float
    status: int


def run(command: str) -> Run:
    """One run of a shell command; `exec` keeps the shell out of the figures."""
    start = time.monotonic()
    child = subprocess.Popen(["/bin/sh", "-c", command], stdin=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return Run(time.monotonic() - start, usage.ru_utime + usage.ru_stime,
               usage.ru_maxrss / 1024, child.returncode)


@dataclasses.dataclass
class Pair:
    """Our command beside a peer's, and what issue 2 asks of the ratio of the times."""
    name: str
    ours: str
    peer: str | None = None
    size: int = 0  # bytes of input, for the rate
    target: str = ""
    output: pathlib.Path | None = None  # removed before each run, outside its time


def missing_tool(command: str) -> str | None:
    words = shlex.split(command)
    tool = words[1] if words[0] == "exec" else words[0]
    return None if shutil.which(tool) or os.access(tool, os.X_OK) else tool


def measure(pair: Pair, runs: int) -> dict:
    commands = [pair.ours] + ([pair.peer] if pair.peer else [])
    for command in commands:
        if tool := missing_tool(command):
            return {"note": f"not measured: {tool} is not installed"}

    def afresh(command: str) -> Run:
        if pair.output:
            pair.output.unlink(missing_ok=True)
        return run(command)

    for command in commands:
        if (first := afresh(command)).status != 0:
            return {"note": f"not measured: exit status {first.status}"}
    taken = [[afresh(command) for command in commands] for _ in range(runs)]
    ours = [turn[0] for turn in taken]
    result = {"wall": statistics.median(r.wall for r in ours),
              "cpu": statistics.median(r.cpu for r in ours),
              "peak": max(r.peak_mib for r in ours)}
    if pair.peer:
        result["peer"] = statistics.median(turn[1].wall for turn in taken)
        ratios = [turn[0].wall / turn[1].wall for turn in taken]
        result["ratio"] = statistics.median(ratios)
        result["spread"] = (min(ratios), max(ratios))
    return result


class Data:
    """The input files, each made once in the work folder."""

    def __init__(self, folder: pathlib.Path, generators: pathlib.Path):
        self.folder = folder
        self.generators = generators

    def make(self, name: str, command: str) -> pathlib.Path:
        path = self.folder / name
        if not path.exists():
            print(f"making {name} ...", file=sys.stderr, flush=True)
            subprocess.run(["/bin/sh", "-c", command], cwd=self.folder, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return path

    def dump(self, size: str, syntax: str) -> pathlib.Path:
        tool = shlex.quote(str(self.generators / "gen_dump.py"))
        return self.make(f"d{size}.{syntax}",
                         f"python3 {tool} --size {size} --format {syntax} --out d{size}")

    def packed(self, size: str, suffix: str, command: str) -> pathlib.Path:
        source = self.dump(size, "nt").name
        return self.make(f"{source}.{suffix}",
                         f"{command} {source} > {source}.{suffix}.part && "
                         f"mv {source}.{suffix}.part {source}.{suffix}")

    def sitemaps(self, files: int, urls: int) -> pathlib.Path:
        tool = shlex.quote(str(self.generators / "gen_sitemaps.py"))
        name = f"sitemaps-{files}x{urls}"
        self.make(name, f"python3 {tool} --size {files} --urls {urls} --out {name}.part "
                        f"--base file://{shlex.quote(str(self.folder / name))} "
                        f"&& mv {name}.part {name}")
        return self.folder / name


    def pages(self, count: int) -> list[pathlib.Path]:
        """Pages of a course site with JSON-LD, RDFa or Microdata, in turn."""
        tool = shlex.quote(str(self.generators / "gen_site.py"))
        name = f"site-{count}"
        self.make(name, f"python3 {tool} --size {count} --out {name}.part && mv {name}.part {name}")
        return sorted((self.folder / name).rglob("*.html"))


def page_pairs(data: Data, semsite: str, quick: bool) -> list[Pair]:
    """All RDF of HTML pages, beside extruct, each on what cores it can use."""
    count = 200 if quick else 2000
    files = data.pages(count)
    ours, theirs = data.folder / f"pages-{count}.txt", data.folder / f"pages-{count}.tsv"
    ours.write_text("".join(f"{file}\n" for file in files))
    theirs.write_text("".join(f"{file} file://{file}\n" for file in files))
    total = sum(file.stat().st_size for file in files)
    cores = os.cpu_count() or 1
    share = -(-len(files) // cores)

    def convert(processes: int, part: int) -> str:
        return (f"exec xargs -a {ours} -P {processes} -n {part} {semsite} convert -q "
                f"-o /dev/null")

    # extruct as the distribution has it, for the system's own interpreter.
    peer = (f"exec /usr/bin/python3 {shlex.quote(str(data.generators / 'peers/ex_offline.py'))} "
            f"< {theirs}")
    return [Pair(f"{count} pages, all cores", convert(cores, share), peer, total, "<= 0.02"),
            Pair(f"{count} pages, one core", convert(1, len(files)), size=total,
                 target="> 1,000 pages/s")]


def pairs(data: Data, semsite: str, quick: bool) -> list[Pair]:
    large, small = ("100k", "100k") if quick else ("5M", "1M")
    out = data.folder / "out.nq"
    nt = data.dump(large, "nt")
    ttl, rdf = data.dump(small, "ttl"), data.dump(small, "rdf")

    def convert(source: pathlib.Path, target) -> str:
        return f"exec {semsite} convert -o {target} {source}"

    def size(path: pathlib.Path) -> int:
        return path.stat().st_size

    def serdi(syntax: str, output: str, source: pathlib.Path, target) -> str:
        return f"exec serdi -b -i {syntax} -o {output} {source} > {target}"

    rows = [
        Pair(f"nt {large} to file", convert(nt, out), serdi("ntriples", "nquads", nt, out),
             size(nt), "<= 0.10", out),
        Pair(f"nt {large} to /dev/null", convert(nt, "/dev/null"),
             serdi("ntriples", "nquads", nt, "/dev/null"), size(nt), "<= 0.10"),
    ]
    for suffix, pack, unpack, target in (("gz", "gzip -6 -c", "gzip -dc", "<= 1.15"),
                                         ("zst", "zstd -q -3 -c", "zstd -q -dc", "<= 1.15*"),
                                         ("xz", "xz -6 -T0 -c", "xz -dc", "<= 1.15*")):
        packed = data.packed(large, suffix, pack)
        rows.append(Pair(f"nt.{suffix} {large}", convert(packed, "/dev/null"),
                         f"exec {unpack} {packed} > /dev/null", size(nt), target))
    rows += [
        Pair(f"ttl {small}", convert(ttl, "/dev/null"),
             serdi("turtle", "nquads", ttl, "/dev/null"), size(ttl), "<= 1.00"),
        Pair(f"rdf {small}", convert(rdf, "/dev/null"),
             f"exec rapper -q -i rdfxml -o ntriples {rdf} > /dev/null", size(rdf),
             "<= 0.50"),
    ]
    for memory in ("100k", "1M") if quick else ("1M", "10M"):
        source = data.dump(memory, "nt")
        rows.append(Pair(f"peak memory, nt {memory}", convert(source, "/dev/null"),
                         size=size(source), target="< 128 MiB, equal"))
    files, urls = (2, 5000) if quick else (20, 50000)
    site = data.sitemaps(files, urls)
    maps = sorted(site.glob("sitemap-*.xml"))
    total = sum(size(path) for path in maps)
    names = " ".join(str(path) for path in maps)
    xmllint = f"exec xmllint --stream --noout {names}"
    rows += [
        Pair(f"plan {files} x {urls} urls",
             f"exec {semsite} plan --no-head {site}/robots.txt > /dev/null", xmllint, total,
             "< 64 MiB"),
        Pair(f"inspect {files} x {urls} urls",
             f"exec {semsite} inspect {names} > /dev/null", xmllint, total),
    ]
    return rows + page_pairs(data, semsite, quick)


def shorter(command: str, folder: pathlib.Path, semsite: str) -> str:
    text = command.removeprefix("exec ").replace(str(folder) + "/", "")
    text = text.replace(semsite, "semsite")
    return text if len(text) < 90 else f"{text[:70]} ..."


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small data, fewer runs")
    parser.add_argument("--runs", type=int, default=0, help="runs of each command")
    parser.add_argument("--only", default="", help="rows whose name holds this text")
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
        print(f"{os.cpu_count()} cores, {runs} runs in turn, medians\n")
        print("| job | wall s | CPU s | MB/s | peak MiB | peer wall s | ratio (min-max) "
              "| wanted | command | peer |")
        print("|---|---|---|---|---|---|---|---|---|---|")
        for pair in pairs(Data(folder, generators), arguments.semsite, arguments.quick):
            if arguments.only not in pair.name:
                continue
            got = measure(pair, runs)
            command = f"`{shorter(pair.ours, folder, arguments.semsite)}`"
            peer = f"`{shorter(pair.peer, folder, arguments.semsite)}`" if pair.peer else ""
            if "note" in got:
                print(f"| {pair.name} | {got['note']} | | | | | | {pair.target} "
                      f"| {command} | {peer} |", flush=True)
                continue
            ratio = (f"{got['ratio']:.3f} ({got['spread'][0]:.3f}-{got['spread'][1]:.3f})"
                     if pair.peer else "")
            peer_wall = f"{got['peer']:.2f}" if pair.peer else ""
            print(f"| {pair.name} | {got['wall']:.2f} | {got['cpu']:.2f} "
                  f"| {pair.size / got['wall'] / 1e6:.0f} | {got['peak']:.0f} "
                  f"| {peer_wall} | {ratio} | {pair.target} | {command} | {peer} |",
                  flush=True)
        print("\n* of the decompressor's time, or of the nt row's, whichever is longer")
        (folder / "out.nq").unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
