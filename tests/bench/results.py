#!/usr/bin/env python3
"""What was measured, one file a row, and the table of docs/speed.md that is made of them.

  tests/bench/run.py --save             writes tests/bench/results/ROW.json
  tests/bench/results.py                writes the table into docs/speed.md
  tests/bench/results.py --check        is it there as it would be written? 0 or 1

A file has the row's name, what was run (`command`, `peer`), when, on which machine, how often, and the
medians: seconds of wall time and of processor time, MiB at the peak, the peer's seconds, the ratio with
its least and greatest, and what was wanted.
"""

import datetime
import json
import pathlib
import platform
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
RESULTS = HERE / "results"
PAGE = HERE.parents[1] / "docs/speed.md"
BEGIN, END = "<!-- tests/bench/results.py: -->", "<!-- end -->"


def machine() -> str:
    """Processor, cores, memory, compiler's system: what a reader compares with."""
    text = pathlib.Path("/proc/cpuinfo").read_text("utf-8")
    model = re.search(r"(?m)^model name\s*: (.*)$", text)
    memory = re.search(r"(?m)^MemTotal:\s+(\d+)",
                       pathlib.Path("/proc/meminfo").read_text("utf-8"))
    system = re.search(r'(?m)^PRETTY_NAME="?([^"\n]*)',
                       pathlib.Path("/etc/os-release").read_text("utf-8"))
    return (f"{len(re.findall('(?m)^processor', text))} cores of "
            f"{model[1] if model else platform.machine()}, "
            f"{round(int(memory[1]) / 1024 / 1024)} GiB, {system[1] if system else 'Linux'}")


def save(name: str, command: str, peer: str, wanted: str, runs: int, got: dict) -> None:
    RESULTS.mkdir(exist_ok=True)
    row = {"row": name, "date": datetime.date.today().isoformat(), "machine": machine(),
           "command": command, "peer": peer, "wanted": wanted, "runs": runs,
           "wall_s": round(got["wall"], 3), "cpu_s": round(got["cpu"], 3),
           "peak_mib": round(got["peak"])}
    if peer:
        row |= {"peer_wall_s": round(got["peer"], 3), "ratio": round(got["ratio"], 3),
                "ratio_min": round(got["spread"][0], 3), "ratio_max": round(got["spread"][1], 3)}
    file = RESULTS / (re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + ".json")
    file.write_text(json.dumps(row, indent=1, ensure_ascii=False) + "\n", "utf-8")


def met(row: dict) -> str:
    """Whether the wanted bound of the ratio holds, as far as it is one."""
    bound = re.match(r"<=? ?([\d.]+)\b", row["wanted"])
    if not bound or "ratio" not in row or row["ratio"] <= float(bound[1]):
        return ""
    return " — **not met**"


def table() -> str:
    rows = [json.loads(file.read_text("utf-8")) for file in sorted(RESULTS.glob("*.json"))]
    lines = ["| row | semsite s | CPU s | peak MiB | peer s | ratio (least–greatest) | wanted "
             "| runs, date |", "|---|---|---|---|---|---|---|---|"]
    for row in rows:
        peer = f"{row['peer_wall_s']:.2f}" if "ratio" in row else ""
        ratio = f"{row['ratio']:.3f} ({row['ratio_min']:.3f}–{row['ratio_max']:.3f})" \
            if "ratio" in row else ""
        cpu = "" if row["cpu_s"] is None else f"{row['cpu_s']:.2f}"
        beside = f", beside `{row['peer']}`" if row["peer"] else ""
        lines.append(f"| {row['row']}: `{row['command']}`{beside} | {row['wall_s']:.2f} "
                     f"| {cpu} | {row['peak_mib']} | {peer} | {ratio} "
                     f"| {row['wanted']}{met(row)} | {row['runs']}, {row['date']} |")
    machines = sorted({row["machine"] for row in rows})
    return "\n".join([*lines, "", *(f"Measured on {one}." for one in machines)])


def main() -> int:
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    text = PAGE.read_text("utf-8")
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        print(f"{PAGE}: no place for the table ({BEGIN} … {END})", file=sys.stderr)
        return 2
    wanted = f"{head}{BEGIN}\n\n{table()}\n\n{END}{tail}"
    if sys.argv[1:] == ["--check"]:
        if text == wanted:
            return 0
        print(f"{PAGE}: the table is another than tests/bench/results.py makes of the results")
        return 1
    PAGE.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
