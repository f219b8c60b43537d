"""States as earlier versions wrote them: what a state of now says, in their tables.

Version 0.1.0 wrote form 6; form 7 is the last one with numbers for names.
"""

import contextlib
import os
import pathlib
import re
import sqlite3

HERE = pathlib.Path(__file__).resolve().parent
OUTCOMES = ("not_tried", "whole", "faulty", "damaged", "partial", "failed", "refused")
STAGES = ("open", "ended", "vain")
AUTHORITIES = ("own", "confirmed", "redirects", "trusted", "claim")
ASKS = ("graphs", "total", "count", "distinct", "blanks", "labels", "predicates", "buckets",
        "probe", "data", "store", "iris")
SAME = ("context", "listed", "crawl", "document", "page_text", "fallback", "ending",
        "ending_dataset", "ending_problem", "page_begins")
SAME_IN_7 = ("naming", "spool", "writer", "written", "linkset_name", "linkset_target")
FILE = """dataset way url run begin_disk begin_bytes end_disk end_bytes etag modified outcome code problem
    final_url media_type faults status attempts bytes quads quads_taken_back documents expected_bytes
    expected_quads spool""".split()


def tables(name):
    """SQL of the C++ tests' header."""
    text = (HERE / "earlier_states.hpp").read_text("utf-8")
    return re.search(name + r' = R"\((.*?)\)"', text, re.DOTALL)[1]


def rows(database, sql):
    database.row_factory = sqlite3.Row
    return [dict(row) for row in database.execute(sql)]


def put(database, table, some):
    for row in some:
        names = ", ".join(row)
        database.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})",
                         tuple(row.values()))


def old_walk(text):
    """With numbers for what is to be asked, and how."""
    head, *lines = text.split("\n")
    words = head.split(" ")
    words[3] = str(("unknown", "same", "other").index(words[3]))
    words[5] = str(("hash", "virtuoso_id").index(words[5]))
    out = [" ".join(words)]
    for line in lines:
        if line and not line.startswith("gap "):
            ask, rest = line.split(" ", 1)
            key, graph, part = rest.split("\x1e")
            fields = part.split("\t")
            fields[1] = str(("any", "none", "some").index(fields[1]))
            line = f"{ASKS.index(ask)} " + "\x1e".join((key, graph, "\t".join(fields)))
        out.append(line)
    return "\n".join(out)


def old_file(row):
    out = {name: row.get(name, "") for name in FILE}
    out["outcome"] = OUTCOMES.index(row["outcome"])
    if row["same_as"]:
        out["etag"] = "bytes of sha256 " + row["same_as"]
    for name in ("expected_bytes", "expected_quads"):
        out[name] = -1 if row[name] is None else row[name]
    return out


def old_part(row, graph_store):
    """Of an endpoint: a file with its facts in other fields."""
    return old_file({**row, "way": "sparql", "url": f"{row['endpoint']}#{row['id']}", "same_as": "",
                     "etag": "blank" if row["has_blank_nodes"] else "", "status": 0, "attempts": 0,
                     "documents": row["triples"], "expected_quads": row["expected"], "expected_bytes": None,
                     "quads_taken_back": 0,
                     "final_url": graph_store if row["got_by"] == "graph_store" else ""})


def old_attempt(row, form):
    return old_file({**row, "way": "best" if form == 6 else "attempt", "url": "", "same_as": "",
                     "outcome": "partial", "status": 0, "attempts": 0, "bytes": 0, "quads": 0,
                     "quads_taken_back": 0, "documents": 0, "expected_bytes": None, "expected_quads": None})


def write_as(path, form, command, graph_store="http://store.example/"):
    """Makes the state at `path`, which no process uses, one of form 6 or 7.

    `command`: as that version wrote down what makes two runs the same.
    """
    path = pathlib.Path(path)
    new = path.with_suffix(".earlier")
    new.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(path)) as now, contextlib.closing(sqlite3.connect(new)) as old:
        assert now.execute("PRAGMA user_version").fetchone()[0] == 8, "the present form"
        old.executescript(tables("kTablesOfForm6") + (tables("kMoreOfForm7") if form == 7 else ""))
        old.execute("PRAGMA journal_mode = WAL")
        old.execute(f"PRAGMA user_version = {form}")
        old.execute("PRAGMA application_id = 1400072564")
        old.execute("ATTACH ? AS now", (str(path),))
        for table in SAME + (SAME_IN_7 if form == 7 else ()):
            old.execute(f"INSERT INTO main.{table} SELECT * FROM now.{table}")
        old.commit()
        old.execute("DETACH now")
        for run in rows(now, "SELECT * FROM run"):
            ended = STAGES.index(run.pop("stage"))
            put(old, "run", [{**run, "ended": ended, "command": command or run["command"]}])
        put(old, "file", map(old_file, rows(now, "SELECT * FROM file")))
        put(old, "file", (old_part(row, graph_store) for row in rows(now, "SELECT * FROM endpoint_part")))
        put(old, "file", (old_attempt(row, form) for row in rows(now, "SELECT * FROM attempt")))
        for row in rows(now, "SELECT * FROM walk"):
            put(old, "walk", [{**row, "text": old_walk(row["text"])}])
        for row in rows(now, "SELECT * FROM page"):
            state = row.pop("state")
            put(old, "page", [{**row, "waits": 0 if state > 4 else state}])
        if form == 7:
            for row in rows(now, "SELECT * FROM confirmation"):
                put(old, "confirmation", [{**row, "authority": AUTHORITIES.index(row["authority"])}])
        old.commit()
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    os.replace(new, path)
    for suffix in ("-wal", "-shm"):
        beside = new.with_name(new.name + suffix)
        if beside.exists():
            os.replace(beside, path.with_name(path.name + suffix))


def take_marks(folder):
    """Version 0.1.0 marked no parts and no outputs as its own."""
    for path in folder.iterdir():
        for name in os.listxattr(path) if path.is_file() else ():
            if name.startswith("user.semsite"):
                os.removexattr(path, name)
