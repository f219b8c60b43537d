#!/usr/bin/env python3
"""What was measured, one file a row, and the tables of docs/speed.md that are made of them.

  tests/bench/run.py --save             writes tests/bench/results/ROW.json
  tests/bench/results.py                writes the tables into docs/speed.md
  tests/bench/results.py --check        are they there as they would be written? 0 or 1

A file is one JSON object: the `row`'s name, the `section` of the page, what was run (`command`,
`peer`), `date` and `machine`, how often (`runs`), what was `wanted`, a `note` of what else there is to
know, and figures by the names in COLUMNS. What is not known is left out. `by_hand` is true of figures that
were written into the page before the benches kept theirs; no script wrote them, and the table says so.
A section's table has the columns that its rows have, and stands between its own two marks in the page.
"""

import collections
import datetime
import json
import operator
import pathlib
import platform
import re
import sys
import typing

import timing

HERE = pathlib.Path(__file__).resolve().parent
RESULTS = HERE / "results"
PAGE = HERE.parents[1] / "docs/speed.md"
BLOCK = re.compile(r"<!-- tests/bench/results\.py: ([^>]+) -->.*?<!-- end -->", re.DOTALL)

READING = "Reading and writing"
SLICES = "Slices"
PAGES = "Pages, crawls and entries"
LOADING = "Loading and harvesting"
HANGING = "Stores that hang"
INDEXES = "Indexes"
SERVICE = "Service"


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


def file_of(row: dict) -> pathlib.Path:
    name = row["row"] + (f" {row['clients']} clients" if "clients" in row else "")
    return RESULTS / (re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + ".json")


def save(name: str, section: str, command: str, **figures) -> None:
    """Keeps a row in place of the one of that name; what is None or "" is left out."""
    row = {"row": name, "section": section, "date": datetime.date.today().isoformat(),
           "machine": machine(), "command": command}
    row |= {key: round(value, 3) if isinstance(value, float) else value
            for key, value in figures.items() if value not in (None, "")}
    if unknown := row.keys() - KEYS:
        raise ValueError(f"no column has {', '.join(sorted(unknown))}")
    RESULTS.mkdir(exist_ok=True)
    file_of(row).write_text(json.dumps(row, indent=1, ensure_ascii=False) + "\n", "utf-8")


def of_pair(pair: timing.Pair, got: dict) -> dict:
    """The figures of what timing.measure gives."""
    figures = {"wall_s": got["wall"], "cpu_s": got["cpu"], "peak_mib": round(got["peak"])}
    if "ratio" in got:
        figures |= {"peer_wall_s": got["peer"], "ratio": got["ratio"],
                    "ratio_min": got["spread"][0], "ratio_max": got["spread"][1]}
        if pair.items != pair.peer_items:
            figures["note"] = f"the peer has {pair.peer_items}; the ratio is of the time for one"
    return figures


def decimals(value: float) -> int:
    return len(f"{value}".partition(".")[2])


def number(value: int | float | str) -> str:
    """No more digits than were kept, and of seconds no more than a hundredth, if that says something."""
    if not isinstance(value, float):
        return f"{value:,}" if isinstance(value, int) else value
    return f"{value:,.{min(decimals(value), 2 if value >= 0.01 else 3)}f}"


def named(row: dict) -> str:
    command = f": `{row['command']}`" if "command" in row else ""
    beside = f", beside `{row['peer']}`" if row.get("peer") else ""
    return f"{row['row']}{'†' if row.get('by_hand') else ''}{command}{beside}"


def wall(row: dict) -> str:
    spread = (f" ({number(row['wall_min_s'])}–{number(row['wall_max_s'])})"
              if "wall_min_s" in row else "")
    return number(row["wall_s"]) + spread if "wall_s" in row else ""


def ratio(row: dict) -> str:
    parts = [row[key] for key in ("ratio", "ratio_min", "ratio_max") if key in row]
    digits = max(2, *map(decimals, parts)) if parts else 0
    shown = [f"{part:.{digits}f}" for part in parts]
    spread = f"({'–'.join(shown[-2:])})" if "ratio_min" in row else ""
    return " ".join([*shown[:1 if "ratio" in row else 0], *([spread] if spread else [])])


BOUND = re.compile(r"(?:(keyword|IRI) )?(<=?|>=) ?([\d.]+)\*?(?: (MiB|of))?")
BOUNDED = {("", ""): "ratio", ("", "MiB"): "peak_mib", ("", "of"): "rate_ratio",
           ("keyword", ""): "keyword_ms", ("IRI", ""): "iri_ms"}
HOLDS = {"<": operator.lt, "<=": operator.le, ">=": operator.ge}


def met(row: dict) -> bool:
    """Whether the wanted bounds hold, as far as they are ones of what was measured."""
    for part in row.get("wanted", "").split(", "):
        if bound := BOUND.match(part):
            key = BOUNDED.get((bound[1] or "", bound[4] or ""))
            if key in row and not HOLDS[bound[2]](row[key], float(bound[3])):
                return False
    return True


def wanted(row: dict) -> str:
    return row.get("wanted", "") + ("" if met(row) else " — **not met**")


def when(row: dict) -> str:
    return ", ".join(str(row[key]) for key in ("runs", "date") if key in row)


Cell = typing.Callable[[dict], str]


def of(key: str) -> Cell:
    return lambda row: number(row[key]) if key in row else ""


#: Heading, the fields that it shows, and how; in the order of the page.
COLUMNS: list[tuple[str, tuple[str, ...], Cell]] = [
    ("row", ("row", "by_hand", "command", "peer"), named),
    ("documents", ("documents",), of("documents")),
    ("input MB", ("input_mb",), of("input_mb")),
    ("s", ("wall_s", "wall_min_s", "wall_max_s"), wall),
    ("CPU s", ("cpu_s",), of("cpu_s")),
    ("peak MiB", ("peak_mib",), of("peak_mib")),
    ("peer's s", ("peer_wall_s",), of("peer_wall_s")),
    ("ratio (least–greatest)", ("ratio", "ratio_min", "ratio_max"), ratio),
    ("server's CPU s", ("server_cpu_s",), of("server_cpu_s")),
    ("with the peer's", ("peer_server_cpu_s",), of("peer_server_cpu_s")),
    ("loads", ("loads",), of("loads")),
    ("hung", ("hung",), of("hung")),
    ("documents/s", ("documents_s",), of("documents_s")),
    ("of FTS5's rate", ("rate_ratio",), of("rate_ratio")),
    ("MiB on disk", ("disk_mib",), of("disk_mib")),
    ("ranked keyword ms", ("keyword_ms",), of("keyword_ms")),
    ("IRI ms", ("iri_ms",), of("iri_ms")),
    ("clients", ("clients",), of("clients")),
    ("asked for s", ("asked_s",), of("asked_s")),
    ("requests/s", ("requests_s",), of("requests_s")),
    ("median ms", ("median_ms",), of("median_ms")),
    ("95 % below ms", ("below_95_ms",), of("below_95_ms")),
    ("wanted", ("wanted",), wanted),
    ("note", ("note",), of("note")),
    ("runs, date", ("runs", "date"), when),
]
MACHINE = ("machine", ("machine",), of("machine"))
KEYS = {"section", "machine", *(key for _, keys, _ in COLUMNS for key in keys)}


def table(rows: list[dict]) -> str:
    machines = {row.get("machine", "") for row in rows}
    shown = [column for column in [*COLUMNS, *([MACHINE] if len(machines) > 1 else [])]
             if any(key in row for row in rows for key in column[1])]
    lines = [f"| {' | '.join(heading for heading, _, _ in shown)} |", "|---" * len(shown) + "|"]
    lines += [f"| {' | '.join(cell(row) for _, _, cell in shown)} |" for row in rows]
    if len(machines) == 1 and machines != {""}:
        lines += ["", f"Measured on {machines.pop()}."]
    return "\n".join(lines)


def sections() -> dict[str, list[dict]]:
    """The rows of each section, 2 before 10."""
    found = collections.defaultdict(list)
    for file in sorted(RESULTS.glob("*.json"), key=lambda one: [
            int(part) if part.isdigit() else part for part in re.split(r"(\d+)", one.stem)]):
        row = json.loads(file.read_text("utf-8"))
        if unknown := row.keys() - KEYS:
            raise ValueError(f"{file.name}: no column has {', '.join(sorted(unknown))}")
        found[row["section"]].append(row)
    return found


def page(text: str) -> str:
    """The page with the tables as they are to be."""
    rows = sections()
    places = [place[1] for place in BLOCK.finditer(text)]
    if sorted(places) != sorted(rows):
        raise ValueError(f"{PAGE}: a place for each section, once: {', '.join(sorted(rows))}; "
                         f"there are: {', '.join(sorted(places))}")
    return BLOCK.sub(lambda place: f"<!-- tests/bench/results.py: {place[1]} -->\n\n"
                                   f"{table(rows[place[1]])}\n\n<!-- end -->", text)


def main() -> int:
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    text = PAGE.read_text("utf-8")
    try:
        made = page(text)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if sys.argv[1:] == ["--check"]:
        if text == made:
            return 0
        print(f"{PAGE}: a table is another than tests/bench/results.py makes of the results")
        return 1
    PAGE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
