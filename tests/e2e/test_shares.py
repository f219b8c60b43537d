"""One share of a file of lines for each of several processes (docs/convert.md#shares-of-a-file)."""

import gzip
import hashlib
import json
import os
import re
import subprocess
import sys

from harness import PROGRAM, ROOT, ProgramTest
from catalogue import UNPACK

NODES = 40


def lines(quads):
    """Statements of many lengths, in which a blank node comes back far away, as N-Triples or N-Quads."""
    out = []
    for i in range(4000):
        graph = f" <http://a.example/g{i % 3}>" if quads else ""
        out.append(f'_:n{i % NODES} <http://a.example/p{i}> "{"é" * (i * 37 % 211)}"{graph} .\n')
        if i % 100 == 0:
            out.append(f"# {i}\n\n")
    return "".join(out)


def digest(texts):
    return hashlib.sha256(b"".join(sorted(b"".join(texts).splitlines(keepends=True)))).hexdigest()


class Shares(ProgramTest):
    def share(self, name, number, of, *options):
        done = self.run_program("convert", name, "--range", f"{number}/{of}", *options)
        self.assertEqual(done.code, 0, done)
        return done

    def test_all_shares_are_the_file(self):
        for suffix, quads in ((".nt", False), (".nq", True)):
            text = lines(quads).encode()
            pieces = [text[at:at + 20_000] for at in range(0, len(text), 20_000)]
            files = {suffix: text, suffix + ".gz": b"".join(map(gzip.compress, pieces)),
                     suffix + ".zst": b"".join(subprocess.run(["zstd", "-qc"], input=piece, stdout=subprocess.PIPE,
                                                              check=True, timeout=30).stdout for piece in pieces)}
            for ending, data in files.items():
                # One name: it is the scope of labels.
                name = "dump" + ending
                (self.folder / name).write_bytes(data)
                whole = self.run_program("convert", name, "--base", "http://a.example/dump").out
                self.assertEqual(len(whole.splitlines()), 4000)
                self.assertEqual(len({line.split()[0] for line in whole.splitlines()}), NODES)
                for of in (1, 2, 7, 64):
                    with self.subTest(name, of=of):
                        got = [self.share(name, i + 1, of, "--base", "http://a.example/dump").out for i in range(of)]
                        self.assertEqual(digest(got), digest([whole]))
                        self.assertEqual(b"".join(got), whole)
                        self.assertGreater(sum(map(bool, got)), min(of, 7) // 2)

    def test_what_is_packed_in_one_piece_is_of_the_first_and_the_others_say_so(self):
        (self.folder / "dump.nq.gz").write_bytes(gzip.compress(lines(True).encode()))
        first = self.share("dump.nq.gz", 1, 2)
        self.assertEqual(len(first.out.splitlines()), 4000)
        self.assertIn("share 1 of 2 has all of it", first.errors)
        other = self.share("dump.nq.gz", 2, 2)
        self.assertEqual(other.out, b"")
        self.assertIn("share 2 of 2 is empty", other.errors)

    def test_lines_that_do_not_stand_for_themselves_are_refused(self):
        (self.folder / "a.ttl").write_text("<urn:a> a <urn:b> .\n")
        (self.folder / "a.data").write_text("<urn:a> <urn:b> <urn:c> .\n")
        for name, said in (("a.ttl", "turtle do not stand for themselves"), ("a.data", "--syntax says it"),
                           ("-", "standard input"), ("http://127.0.0.1:1/a.nt", "get it first")):
            done = self.run_program("convert", name, "--range", "1/2")
            self.assertEqual(done.code, 2, done)
            self.assertIn(said, done.errors)
        done = self.run_program("convert", "a.data", "--syntax", "nt", "--range", "1/1")
        self.assertEqual((done.code, done.out), (0, b"<urn:a> <urn:b> <urn:c> .\n"), done)

    def test_which_share_of_how_many_is_checked(self):
        (self.folder / "a.nt").write_text("<urn:a> <urn:b> <urn:c> .\n")
        for said in ("0/2", "3/2", "1", "1/0", "a/b", "/2", "1/", "-1/2", "1/2/3", "1/1000001", ""):
            done = self.run_program("convert", "a.nt", f"--range={said}")
            self.assertEqual(done.code, 2, (said, done))
            self.assertIn("--range", done.errors)

    def test_other_packings_are_refused_and_the_rest_is_read(self):
        (self.folder / "a.nt").write_text("<urn:a> <urn:b> <urn:c> .\n")
        subprocess.run(["bzip2", "-k", "a.nt"], cwd=self.folder, check=True, timeout=30)
        done = self.run_program("convert", "a.nt", "a.nt.bz2", "--range", "1/2")
        self.assertEqual((done.code, done.out), (3, b"<urn:a> <urn:b> <urn:c> .\n"), done)
        self.assertIn("[share.packing]", done.errors)

    def test_of_a_manifest_a_share_is_whole_parts(self):
        (self.folder / "dump.nq").write_text(lines(True))
        done = self.run_program("convert", "dump.nq", "-o", "parts/", "--part-size", "4Ki")
        self.assertEqual(done.code, 0, done)
        whole = self.run_program("convert", "parts/").out
        self.assertEqual(len(whole.splitlines()), 4000)
        parts = len(list((self.folder / "parts").glob("part-*")))
        self.assertGreater(parts, 3)
        for of in (1, 2, 7, parts + 5):
            got = [self.share("parts/", i + 1, of).out for i in range(of)]
            self.assertEqual(b"".join(got), whole, of)
        # Each is still held against its digest, by the share that has it.
        last = sorted((self.folder / "parts").glob("part-*"))[-1]
        data = bytearray(last.read_bytes())
        data[len(data) // 2] ^= 1
        last.write_bytes(data)
        self.assertEqual(self.share("parts/", 1, 2).code, 0)
        self.assertEqual(self.run_program("convert", "parts/", "--range", "2/2").code, 3)

    def test_faults_of_a_line_are_told_once(self):
        (self.folder / "a.nt").write_text("<urn:a> <urn:b> <urn:c> .\n" * 50 + "<urn:a> oops\n" +
                                          "<urn:a> <urn:b> <urn:c> .\n" * 50)
        told = [self.run_program("convert", "a.nt", "--range", f"{i}/4") for i in range(1, 5)]
        self.assertEqual(sorted(one.code for one in told), [0, 0, 0, 1])
        self.assertEqual(sum(len(one.out.splitlines()) for one in told), 100)
        self.assertIn("a.nt (share 2 of 4):", "".join(one.errors for one in told))


class Shards(ProgramTest):
    def documents(self, index):
        done = self.run_program("index", "--feed", "bulk", "--index", index, "-o", "-", "-q")
        self.assertEqual(done.code, 0, done)
        rows = [json.loads(line) for line in done.out.splitlines()]
        for row in rows:
            row.pop("updated", None)
        return sorted(json.dumps(row, sort_keys=True) for row in rows)

    def test_shards_joined_are_the_index(self):
        quads = [f'<http://a.example/{i % 50}> <http://a.example/p{i % 3}> "word{i}" <http://a.example/d{i % 50}> .\n'
                 for i in range(1000)]
        (self.folder / "a.nq").write_text("".join(quads[:500]))
        (self.folder / "b.nq").write_text("".join(quads[500:]))
        files = ["a.nq", "b.nq"]
        self.assertEqual(self.run_program("index", *files, "--index", "one.index").code, 0)
        whole = self.documents("one.index")
        self.assertEqual(len(whole), 100)  # an action and a document each
        shards = []
        for i in range(1, 4):
            shards.append(f"{i}.index")
            done = self.run_program("index", *files, "--range", f"{i}/3", "--index", shards[-1])
            self.assertEqual(done.code, 0, done)
            self.assertGreater(len(self.documents(shards[-1])), 10)
        done = self.run_program("index", "--merge", *shards, "--index", "all.index")
        self.assertEqual(done.code, 0, done)
        self.assertEqual(self.documents("all.index"), whole)
        # Again: a shard stays that of its share.
        done = self.run_program("index", *files, "--range", "1/3", "--index", shards[0])
        self.assertEqual(done.code, 0, done)
        self.assertLess(len(self.documents(shards[0])), 100)

    def test_what_a_share_cannot_be_of_is_refused(self):
        (self.folder / "a.nq").write_text('<urn:a> <urn:b> "c" <urn:d> .\n')
        self.assertEqual(self.run_program("index", "a.nq", "--index", "a.index").code, 0)
        for more in (["--merge", "a.index"], ["--remove", "urn:d"], ["--changes", "c"], ["--feed", "bulk", "-o", "x/"]):
            done = self.run_program("index", "--range", "1/2", "--index", "a.index", *more)
            self.assertEqual(done.code, 2, (more, done))
            self.assertIn("--range", done.errors)

    def test_shards_know_which_they_are(self):
        (self.folder / "a.nq").write_text("".join(
            f'<http://a.example/{i}> <http://a.example/p> "{i}" <http://a.example/d{i}> .\n' for i in range(60)))
        for i in range(1, 4):
            self.assertEqual(self.run_program("index", "a.nq", "--range", f"{i}/3", "--index", f"{i}.index").code, 0)
        before = self.documents("1.index")
        for other in (["--range", "2/3"], ["--range", "1/4"], []):
            done = self.run_program("index", "a.nq", *other, "--index", "1.index")
            self.assertEqual(done.code, 2, done)
            self.assertIn("share 1/3", done.errors)
        self.assertEqual(self.documents("1.index"), before)
        done = self.run_program("index", "--merge", "1.index", "2.index", "--index", "all.index")
        self.assertEqual(done.code, 1, done)
        self.assertIn("[index.shards]", done.errors)
        # The last one makes it whole, also in a run of its own.
        done = self.run_program("index", "--merge", "3.index", "--index", "all.index")
        self.assertEqual(done.code, 0, done)
        self.assertEqual(len(self.documents("all.index")), 120)
        self.assertEqual(self.run_program("index", "a.nq", "--index", "all.index").code, 0)
        done = self.run_program("index", "a.nq", "--range", "1/3", "--index", "all.index")
        self.assertEqual(done.code, 2, done)
        self.assertIn("all documents", done.errors)


class Recipes(ProgramTest):
    """What docs/convert.md says for those who have a scheduler (GNU parallel is run with the page)."""

    def test_the_one_for_spark_has_the_quads_of_one_process(self):
        """With a Spark of a few lines: that starts commands, and tells what they ended with."""
        page = (ROOT / "docs/convert.md").read_text("utf-8")
        [script] = re.findall(r"^```\n(from pyspark.*?)^```$", page, re.MULTILINE | re.DOTALL)
        (self.folder / "pyspark").mkdir()
        (self.folder / "pyspark/__init__.py").touch()
        (self.folder / "pyspark/sql.py").write_text(
            "class Numbers(list):\n"
            "    def map(self, work):\n        return Numbers([work(one) for one in self])\n"
            "    def collect(self):\n        return list(self)\n"
            "class Session:\n"
            "    def appName(self, name):\n        return self\n"
            "    def getOrCreate(self):\n        return self\n"
            "    sparkContext = property(lambda self: self)\n"
            "    def parallelize(self, numbers, slices):\n        return Numbers(numbers)\n"
            "    def stop(self):\n        pass\n"
            "class SparkSession:\n    builder = Session()\n")
        (self.folder / "bin").mkdir()
        (self.folder / "bin/semsite").symlink_to(PROGRAM)
        (self.folder / "shares").mkdir()
        dump = self.folder / "dump.nt"
        lines = [f'_:n{i % 7} <http://a.example/p> "{"x" * (i * 37 % 211)}{i}" .\n' for i in range(2000)]
        dump.write_text("".join(lines))
        script = script.replace("/data/dump.nt", str(dump)).replace("/data/shares", str(self.folder / "shares"))
        script = script.replace("N, FILE, FOLDER = 64", "N, FILE, FOLDER = 5")

        def run():
            return subprocess.run([sys.executable, "-c", script], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False,
                                  env={**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "PYTHONPATH": str(self.folder)})
        done = run()
        self.assertEqual(done.returncode, 0, done.stderr)
        shares = sorted((self.folder / "shares").glob("*.nq.zst"))
        self.assertEqual(len(shares), 5)
        self.assertEqual(b"".join(UNPACK[".zst"](share.read_bytes()) for share in shares),
                         self.run_program("convert", dump).out)
        lines[3] = "oops\n"
        dump.write_text("".join(lines))
        done = run()
        self.assertEqual((done.returncode, "not whole: [1]" in done.stderr), (1, True), done.stderr)
