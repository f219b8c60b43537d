"""Compares the quads of pages with what the generator of the site expects, page by page.

    python3 compare_pages.py EXPECTED.nq GOT.nq

Blank nodes are compared up to their names. Graphs that EXPECTED.nq does not know (those of
sitemaps) are left out. Prints one line; the exit code is 1 if a page differs.
"""

import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import quads  # noqa: E402


def by_graph(path):
    graphs = collections.defaultdict(list)
    with open(path, "rb") as file:
        for line in file:
            graphs[line[line.rindex(b"<"):]].append(line)
    return graphs


def main():
    expected, got = map(by_graph, sys.argv[1:3])
    differ, twice = [], 0
    for graph, lines in expected.items():
        have = got.get(graph, [])
        twice += len(have) - len(set(have))
        if not quads.isomorphic(quads.read_dataset(b"".join(lines)),
                                quads.read_dataset(b"".join(have))):
            differ.append(graph.decode().partition(">")[0] + ">")
    print(f"{len(expected)} pages, {sum(map(len, expected.values()))} quads: {len(differ)} pages "
          f"differ, {twice} quads twice {' '.join(differ[:3])}".rstrip())
    return 1 if differ or twice else 0


if __name__ == "__main__":
    sys.exit(main())
