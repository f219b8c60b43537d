"""Runs two commands in turn and takes their times and memory."""

import dataclasses
import os
import pathlib
import shlex
import shutil
import statistics
import subprocess
import sys
import typing


@dataclasses.dataclass
class Run:
    wall: float
    cpu: float
    peak_mib: float
    status: int


# Linux counts what a process held before `exec` as its peak, so a child of this process, which
# is a large one, would have at least ours. This one is small.
WATCHER = """
import os, sys, time
start = time.monotonic()
child = os.fork()
if child == 0:
    os.execv("/bin/sh", ["/bin/sh", "-c", sys.argv[1]])
_, status, usage = os.wait4(child, 0)
print(time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024,
      os.waitstatus_to_exitcode(status), file=open(int(sys.argv[2]), "w"))
"""


def run(command: str) -> Run:
    """One run of a shell command; `exec` keeps the shell out of the figures."""
    told, tell = os.pipe()
    try:
        subprocess.run([sys.executable, "-I", "-S", "-c", WATCHER, command, str(tell)],
                       stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[tell],
                       check=True)
        os.close(tell)
        tell = None
        with open(told, encoding="ascii", closefd=False) as answer:
            wall, cpu, peak, status = answer.read().split()
    finally:
        os.close(told)
        if tell is not None:
            os.close(tell)
    return Run(float(wall), float(cpu), float(peak), int(status))


@dataclasses.dataclass
class Pair:
    """Our command beside a peer's, and what was asked for of the ratio of the times.

    With `items` and `peer_items` the ratio is that of the times for one item.
    """
    ours: str
    peer: str | None = None
    size: int = 0  # bytes of input, for the rate
    target: str = ""
    output: pathlib.Path | None = None  # removed before each run, outside its time
    name: str = ""
    section: str = ""  # of docs/speed.md
    items: int = 0  # pages, if those are counted and not bytes
    peer_items: int = 0
    statuses: tuple = (0,)  # good exit statuses of ours
    check: typing.Callable[[], str] | None = None  # looks at the first output; a remark


def share(pair: Pair, ours: Run, peer: Run) -> float:
    """Our time by the peer's."""
    ratio = ours.wall / peer.wall
    return ratio * pair.peer_items / pair.items if pair.items else ratio


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

    result = {}
    for command, good in zip(commands, (pair.statuses, (0,))):
        if (first := afresh(command)).status not in good:
            return {"note": f"not measured: exit status {first.status} of `{command[:60]}`"}
        if command == pair.ours and pair.check:
            result["check"] = pair.check()
    taken = [[afresh(command) for command in commands] for _ in range(runs)]
    ours = [turn[0] for turn in taken]
    result |= {"wall": statistics.median(r.wall for r in ours),
               "cpu": statistics.median(r.cpu for r in ours),
               "peak": max(r.peak_mib for r in ours)}
    if pair.peer:
        result["peer"] = statistics.median(turn[1].wall for turn in taken)
        ratios = [share(pair, *turn) for turn in taken]
        result["ratio"] = statistics.median(ratios)
        result["spread"] = (min(ratios), max(ratios))
    return result
