"""A row that a bench keeps comes out in its table, whatever kind it is; a page that is another fails."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest
from unittest import mock

import index
import load
import results
import run
import serve
import store_hang
import timing


class Results(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, value in (("RESULTS", self.folder / "results"),
                            ("PAGE", self.folder / "speed.md"),
                            ("machine", lambda: "4 cores of a test")):
            patch = mock.patch.object(results, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        self.keep = run.kept(save=True, note="")

    def main(self, *arguments):
        """Status, and what was printed."""
        out = io.StringIO()
        with (mock.patch("sys.argv", ["results.py", *arguments]), contextlib.redirect_stdout(out),
              contextlib.redirect_stderr(out)):
            return results.main(), out.getvalue()

    def table(self, section):
        """The table that the page gets: its headings, and each row's cells by them."""
        results.PAGE.write_text(f"# Speed\n\n<!-- tests/bench/results.py: {section} -->\n<!-- end -->\n\ntail\n",
                                "utf-8")
        self.assertEqual(self.main(), (0, ""))
        self.assertEqual(self.main("--check"), (0, ""))
        text = results.PAGE.read_text("utf-8")
        self.assertTrue(text.startswith("# Speed\n") and text.endswith("\n\ntail\n"), text)
        cells = [[cell.strip() for cell in line[1:-1].split("|")]
                 for line in text.splitlines() if line.startswith("|")]
        return cells[0], [dict(zip(cells[0], row, strict=True)) for row in cells[2:]]

    def pair(self, name="nt 5M", ratio=0.097, **more):
        got = {"wall": 0.5701, "cpu": 1.1, "peak": 21.4, "peer": 5.88, "ratio": ratio,
               "spread": (0.078, 0.1009)}
        pair = timing.Pair("exec semsite", "exec serdi", **more)
        self.keep(name, results.READING, "semsite convert", peer="serdi", wanted="<= 0.10", runs=3,
                  **results.of_pair(pair, got))

    def quietly(self, call, *arguments):
        with contextlib.redirect_stdout(io.StringIO()):
            return call(*arguments)

    def test_a_pair(self):
        self.pair()
        headings, (row,) = self.table(results.READING)
        self.assertEqual(headings, ["row", "s", "CPU s", "peak MiB", "peer's s",
                                    "ratio (least–greatest)", "wanted", "runs, date"])
        self.assertEqual(row["row"], "nt 5M: `semsite convert`, beside `serdi`")
        self.assertEqual((row["s"], row["CPU s"], row["peak MiB"]), ("0.57", "1.1", "21"))
        self.assertEqual(row["ratio (least–greatest)"], "0.097 (0.078–0.101)")
        self.assertEqual(row["wanted"], "<= 0.10")
        self.assertIn("Measured on 4 cores of a test.", results.PAGE.read_text("utf-8"))

    def test_a_pair_of_unlike_numbers_says_so(self):
        self.pair(items=200, peer_items=60)
        _, (row,) = self.table(results.READING)
        self.assertEqual(row["note"], "the peer has 60; the ratio is of the time for one")

    def test_a_load(self):
        data = self.folder / "d1M.nt"
        data.write_bytes(b"#" * 1_000_000)
        pairs = [((3.5, 7.7), (3.8, 7.0)), ((3.6, 7.8), (3.0, 7.1)), ((3.5, 7.6), (3.7, 7.0))]
        self.assertTrue(self.quietly(load.told, data, "store used before", ("--connections", "4"), pairs,
                                     self.keep))
        _, (row,) = self.table(results.LOADING)
        self.assertEqual(row["row"].partition(":")[0], "load d1M.nt, --connections 4, store used before")
        self.assertIn("`semsite load -q d1M.nt --to STORE --user LOGIN ", row["row"])
        self.assertEqual([row[name] for name in ("input MB", "s", "peer's s", "ratio (least–greatest)",
                                                 "server's CPU s", "with the peer's", "wanted")],
                         ["1", "3.5", "3.7", "0.946 (0.921–1.200)", "7.7", "7.0", "<= 1.2"])

    def test_stores_that_hang(self):
        with mock.patch.object(store_hang, "hangs", lambda _, __, query, ___: query == store_hang.NODES):
            self.assertTrue(self.quietly(store_hang.measure, "semsite", self.folder, 2, self.keep))
        _, rows = self.table(results.HANGING)
        self.assertEqual({row["row"].partition(":")[0]: (row["loads"], row["hung"]) for row in rows}
                         ["load beside count of triples with blank nodes"], ("2", "2"))
        self.assertEqual(len(rows), len(store_hang.CASES))

    def test_an_index(self):
        runs = [timing.Run(5.5, 7.2, 212.6, 0), timing.Run(7.79, 7.4, 213, 0), timing.Run(5.61, 7.28, 210, 0)]
        figures = self.quietly(index.row, "semsite", runs, 100_038, 140 << 20, 0.32, 1.5)
        self.keep("index of 100038 documents", results.INDEXES, "semsite index", **figures,
                  rate_ratio=0.84, wanted=index.WANTED)
        _, (row,) = self.table(results.INDEXES)
        self.assertEqual([row[name] for name in ("documents", "s", "CPU s", "peak MiB", "documents/s",
                                                 "of FTS5's rate", "MiB on disk", "ranked keyword ms",
                                                 "IRI ms")],
                         ["100,038", "5.61 (5.5–7.79)", "7.28", "213", "17,832", "0.84", "140", "0.32", "1.5"])
        self.assertEqual(row["wanted"], f"{index.WANTED} — **not met**")  # 1.5 ms for an IRI

    def test_a_service(self):
        for clients in (8, 1):
            self.quietly(serve.told, "/search, two words", clients, [0.5] * 90 + [2.25] * 10, self.keep)
        _, rows = self.table(results.SERVICE)
        self.assertEqual([[row[name] for name in ("clients", "asked for s", "requests/s", "median ms",
                                                  "95 % below ms")] for row in rows],
                         [["1", "5", "20", "0.5", "2.25"], ["8", "5", "20", "0.5", "2.25"]])

    def test_bounds(self):
        for row, holds in (({"wanted": "<= 0.10", "ratio": 0.117}, False),
                           ({"wanted": "<= 0.10", "ratio": 0.1}, True),
                           ({"wanted": "< 1.00", "ratio": 1.0}, False),
                           ({"wanted": "<= 1.15*", "ratio": 1.365}, False),
                           ({"wanted": "<= 0.0167 (60 x), aim 0.01", "ratio": 0.016}, True),
                           ({"wanted": "< 64 MiB", "ratio": 80.0, "peak_mib": 27}, True),
                           ({"wanted": "<= 3.00, < 64 MiB", "ratio": 2.0, "peak_mib": 64}, False),
                           ({"wanted": ">= 0.7 of FTS5's rate", "rate_ratio": 0.6}, False),
                           ({"wanted": "<= 1.2"}, True), ({"ratio": 5.0}, True)):
            self.assertEqual(results.met(row), holds, row)

    def test_what_no_script_wrote_is_marked(self):
        self.pair()
        file = results.RESULTS / "nt-5m.json"
        file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | {"by_hand": True}), "utf-8")
        self.assertIn("nt 5M†:", self.table(results.READING)[1][0]["row"])
        self.pair()  # measured again
        self.assertNotIn("†", self.table(results.READING)[1][0]["row"])

    def test_rows_of_several_machines_name_them(self):
        self.pair("nt 10M")
        with mock.patch.object(results, "machine", lambda: "another"):
            self.pair("nt 2M")
        _, rows = self.table(results.READING)
        self.assertEqual([row["machine"] for row in rows], ["another", "4 cores of a test"])  # 2 before 10

    def test_a_note_of_the_call_stands_behind_that_of_the_row(self):
        self.keep = run.kept(save=True, note="beside a compiler")
        self.pair(items=2, peer_items=1)
        _, (row,) = self.table(results.READING)
        self.assertEqual(row["note"], "the peer has 1; the ratio is of the time for one; beside a compiler")

    def test_nothing_is_kept_unless_asked(self):
        self.keep = run.kept(save=False, note="")
        self.pair()
        self.assertFalse(results.RESULTS.exists())

    def test_a_field_that_no_column_shows_is_refused(self):
        with self.assertRaisesRegex(ValueError, "walls"):
            results.save("row", results.READING, "semsite", walls=1)

    def test_a_stale_page_fails(self):
        self.pair()
        self.table(results.READING)
        self.pair(ratio=0.5)
        status, said = self.main("--check")
        self.assertEqual(status, 1)
        self.assertIn("a table is another", said)

    def test_a_section_without_its_place_fails_and_leaves_the_page(self):
        self.pair()
        self.table(results.READING)
        before = results.PAGE.read_bytes()
        self.quietly(serve.told, "/", 1, [0.5], self.keep)
        for arguments in ((), ("--check",)):
            status, said = self.main(*arguments)
            self.assertEqual(status, 2)
            self.assertIn("Service", said)
        self.assertEqual(results.PAGE.read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
