"""`-o DIR/`: parts that never change, and a manifest that comes last, whatever kills the program (docs/parts.md).

The kills come at random moments; more of them: SEMSITE_KILLS=100 python3 -m unittest test_part_folders.Killed
"""

import hashlib
import json
import os
import random
import subprocess
import time

from harness import PROGRAM, SECONDS, ProgramTest, triples

KILLS = int(os.environ.get("SEMSITE_KILLS", "6"))
#: Each line is of some bytes that cannot be packed, so that parts are many.
LINES = [line.replace('"number', f'"{hashlib.sha256(str(i).encode()).hexdigest()}')
         for i, line in enumerate(triples(20_000))]


class PartFolderTest(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "data.nt").write_text("".join(LINES))
        self.out = self.folder / "out"

    def unpacked(self, *names):
        """The text of all of them, each of which must be whole."""
        if not names:
            return b""
        return subprocess.run(["zstd", "-dcq", *names], cwd=self.out, check=True, capture_output=True,
                              timeout=SECONDS).stdout

    def manifest(self):
        """What is in the manifest, held against the parts themselves; `text` is all of them."""
        manifest = json.loads((self.out / "manifest.json").read_text("utf-8"))
        for part in manifest["parts"]:
            data = (self.out / part["name"]).read_bytes()
            self.assertEqual((len(data), hashlib.sha256(data).hexdigest()),
                             (part["bytes"], part["sha256"]), part)
        text = self.unpacked(*(part["name"] for part in manifest["parts"]))
        self.assertEqual(manifest["quads"], text.count(b"\n"))
        for member in ("quads", "bytes"):
            self.assertEqual(manifest[member], sum(part[member] for part in manifest["parts"]))
        return manifest | {"text": text}

    def names(self):
        return sorted(path.name for path in self.out.iterdir() if path.name.startswith("part-"))

    def in_manifest(self):
        return sorted(part["name"] for part in self.manifest()["parts"])

    def convert(self, *arguments, code=0):
        result = self.run_program("convert", *arguments, "-o", "out/", "--part-size", "64Ki")
        self.assertEqual(result.code, code, result)
        return result


class Written(PartFolderTest):
    def test_the_parts_are_the_output_that_a_file_would_be(self):
        result = self.convert("data.nt")
        manifest = self.manifest()
        self.assertEqual(manifest["text"], "".join(LINES).encode())
        self.assertTrue(manifest["complete"])
        [row] = manifest["report"]
        self.assertEqual(row, {"name": f"file://{self.folder}/data.nt", "complete": True,
                               "quads": len(LINES)})
        self.assertGreater(len(manifest["parts"]), 5)
        for part in manifest["parts"]:
            lines = self.unpacked(part["name"])
            self.assertEqual(lines.count(b"\n"), part["quads"])
            self.assertTrue(lines.endswith(b"\n"))
        for part in manifest["parts"][:-1]:
            self.assertRegex(part["name"], r"^part-[0-9a-f]{16}-\d{6}\.nq\.zst$")
            self.assertTrue(64 * 1024 <= part["bytes"] < 2 * 64 * 1024, part)
        self.assertIn(f"out/manifest.json: {len(manifest['parts'])} parts, 20,000 quads", result.errors)
        # Nothing else is left but our own notes.
        self.assertEqual(sorted(os.listdir(self.out)), sorted([".semsite", "manifest.json"] + self.names()))
        self.assertEqual(self.names(), self.in_manifest())
        self.assertFalse((self.out / ".semsite/output.nq.zst").exists())

    def test_the_manifest_is_of_the_schema_of_the_docs_and_is_read_back(self):
        import jsonschema
        from harness import ROOT
        self.convert("data.nt")
        schema = json.loads((ROOT / "docs/parts.md").read_text("utf-8").split("```json\n")[1].split("```")[0])
        jsonschema.Draft202012Validator(schema).validate(
            json.loads((self.out / "manifest.json").read_text("utf-8")))
        result = self.run_program("convert", "out/")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(result.out, "".join(LINES).encode())
        self.assertEqual(self.run_program("validate", "out/").code, 0)

    def test_a_later_output_keeps_parts_with_the_same_text_and_leaves_those_of_the_last_manifest(self):
        self.convert("data.nt")
        first = self.in_manifest()
        times = {name: (self.out / name).stat().st_mtime_ns for name in first}
        (self.folder / "data.nt").write_text("".join(LINES[:-100]))
        self.convert("data.nt")
        second = self.in_manifest()
        self.assertEqual(self.manifest()["text"], "".join(LINES[:-100]).encode())
        self.assertTrue(set(first[:-1]) <= set(second))
        self.assertNotIn(first[-1], second)
        self.assertEqual(self.names(), sorted({*first, *second}))
        (self.folder / "data.nt").write_text("".join(LINES[:-200]))
        self.convert("data.nt")
        self.assertNotIn(first[-1], self.names())
        self.assertEqual({name: (self.out / name).stat().st_mtime_ns for name in first[:-1]},
                         {name: times[name] for name in first[:-1]})

    def test_a_part_that_was_changed_is_written_anew_under_another_name(self):
        self.convert("data.nt")
        first = self.in_manifest()
        (self.out / first[1]).write_bytes(b"x")
        self.convert("data.nt")
        self.assertEqual(self.manifest()["text"], "".join(LINES).encode())
        self.assertNotIn(first[1], self.in_manifest())

    def test_an_output_without_quads_has_a_manifest_without_parts(self):
        (self.folder / "data.nt").write_text("")
        self.convert("data.nt")
        self.assertEqual(self.manifest()["parts"], [])
        self.assertEqual(self.run_program("convert", "out/", "-o", "x.nq").code, 0)

    def test_an_output_with_faults_says_that_it_is_not_complete(self):
        (self.folder / "data.nt").write_text("".join(LINES[:3]) + "nonsense\n")
        self.convert("data.nt", code=1)
        self.assertFalse(self.manifest()["complete"])
        self.assertFalse(self.manifest()["report"][0]["complete"])

    def test_slices_go_into_parts(self):
        self.assertEqual(self.run_program("slice", "data.nt", "-o", "one.nq").code, 0)
        result = self.run_program("slice", "data.nt", "-o", "out/", "--part-size", "64Ki")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.manifest()["text"], (self.folder / "one.nq").read_bytes())

    def test_what_is_refused_changes_nothing(self):
        for arguments, said in ((["--format", "trig"], "into one file"),
                                (["--part-size", "0"], "a part has something in it"),
                                (["--class", "http://a.example/C"], "is for a table")):
            result = self.run_program("convert", "data.nt", "-o", "out/", *arguments)
            self.assertEqual(result.code, 2, result)
            self.assertIn(said, result.errors)
        result = self.run_program("convert", "data.nt", "-o", "x.nq", "--part-size", "1Mi")
        self.assertEqual(result.code, 2, result)
        self.assertFalse(self.out.exists())
        self.out.mkdir()
        (self.out / "manifest.json").write_text("{}")
        result = self.run_program("convert", "data.nt", "-o", "out/")
        self.assertEqual(result.code, 2, result)
        self.assertIn("know nothing of", result.errors)
        self.assertEqual((self.out / "manifest.json").read_text(), "{}")

    def test_a_manifest_that_another_put_there_since_is_not_replaced(self):
        self.convert("data.nt")
        (self.out / "manifest.json").write_text("{}")
        result = self.run_program("convert", "data.nt", "-o", "out/")
        self.assertEqual(result.code, 2, result)
        self.assertIn("know nothing of", result.errors)
        self.assertEqual((self.out / "manifest.json").read_text(), "{}")

    def test_a_part_that_became_a_link_is_written_anew(self):
        self.convert("data.nt")
        part = self.out / self.names()[0]
        part.rename(self.folder / "elsewhere")
        part.symlink_to(self.folder / "elsewhere")
        self.convert("data.nt")
        self.assertNotIn(part.name, self.in_manifest())
        self.assertEqual(self.manifest()["text"].count(b"\n"), len(LINES))

    def test_a_folder_without_its_slash_is_no_file(self):
        self.out.mkdir()
        for command in (["convert", "data.nt"], ["slice", "data.nt"], ["fetch", "http://a.example/"]):
            result = self.run_program(*command, "-o", "out")
            self.assertEqual(result.code, 2, result)
            self.assertIn("-o out: is a folder; -o out/ writes parts into it", result.errors)
        self.assertEqual(list(self.out.iterdir()), [])


class Unfinished(PartFolderTest):
    """Parts are data by their manifest alone."""

    def refused(self, *command):
        done = self.run_program(*command)
        self.assertEqual(done.code, 2, done)
        self.assertIn("parts without a manifest.json", done.errors)

    def test_parts_without_a_manifest_are_refused(self):
        self.convert("data.nt")
        (self.out / "manifest.json").unlink()
        (self.folder / "other.nt").write_text(LINES[0])
        for command in (["convert", "out"], ["convert", "out/"], ["convert", "."], ["slice", "out/", "-o", "s.nq"],
                        ["index", "out/", "--index", "i"], ["validate", "out/"]):
            with self.subTest(command):
                self.refused(*command)
        # Also without the notes, as a copy has them.
        subprocess.run(["rm", "-r", self.out / ".semsite"], check=True, timeout=SECONDS)
        self.refused("convert", "out/")
        # One by one they are files like any other.
        done = self.run_program("convert", f"out/{self.names()[0]}")
        self.assertEqual(done.code, 0, done)

    def test_a_broken_part_ends_it_if_that_is_wanted(self):
        self.convert("data.nt")
        part = self.out / self.names()[1]
        data = bytearray(part.read_bytes())
        data[len(data) // 2] ^= 1
        part.write_bytes(data)
        (self.folder / "all.nq").write_text("as before\n")
        for command in (["convert"], ["slice"]):
            done = self.run_program(*command, "out/", "-o", "all.nq", "--on-error", "fail")
            # As of any input that cannot be read.
            self.assertEqual(done.code, 3, done)
        self.assertIn("[manifest.part]", done.errors)
        self.assertEqual((self.folder / "all.nq").read_text(), "as before\n")

    def test_shares_want_a_folder_each(self):
        self.convert("data.nt", "--range", "1/2")
        before = self.manifest()["text"]
        for other in (["--range", "2/2"], ["--range", "1/3"], []):
            done = self.run_program("convert", "data.nt", *other, "-o", "out/")
            self.assertEqual(done.code, 2, done)
            self.assertIn("a folder of its own", done.errors)
        done = self.run_program("slice", "data.nt", "-o", "out/")
        self.assertEqual(done.code, 2, done)
        self.assertIn("share 1/2 of one", done.errors)
        self.assertEqual(self.manifest()["text"], before)
        self.convert("data.nt", "--range", "1/2")  # the same once more
        done = self.run_program("convert", "data.nt", "--range", "2/2", "-o", "other/")
        self.assertEqual(done.code, 0, done)
        both = self.run_program("convert", "out/", "other/").out
        self.assertEqual(both.count(b"\n"), len(LINES))


class SiteTest(PartFolderTest):
    def setUp(self):
        super().setUp()
        self.dump = "".join(LINES)
        self.site.add("/sitemap.xml", type="application/xml", text=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
            'xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"><sc:dataset>'
            "<sc:dataDumpLocation>http://www.example.com/dump.nt</sc:dataDumpLocation>"
            "</sc:dataset></urlset>"))
        self.site.add("/robots.txt", text="Sitemap: http://www.example.com/sitemap.xml\n")
        self.add_dump(self.dump)

    def add_dump(self, text):
        self.site.add("/dump.nt", type="application/n-triples", text=text)

    def words(self, *more, to="out/"):
        return ["fetch", "http://www.example.com/", "-o", to, "--delay", "0",
                *self.web.connect_to_args(), *more]


class Fetched(SiteTest):
    def fetch_parts(self, *more, code=0):
        result = self.run_program(*self.words("--part-size", "64Ki", *more))
        self.assertEqual(result.code, code, result)
        return result

    def expected(self):
        result = self.run_program(*self.words(to="one.nq"))
        self.assertEqual(result.code, 0, result)
        return (self.folder / "one.nq").read_bytes()

    def test_a_site_and_a_refresh_of_it(self):
        self.fetch_parts()
        manifest = self.manifest()
        self.assertEqual(manifest["text"], self.expected())
        [row] = manifest["report"]
        self.assertEqual((row["way"], row["complete"], row["quads"]), ("dump", True, len(LINES)))
        first = self.in_manifest()
        self.fetch_parts()
        self.assertEqual(self.in_manifest(), first)
        self.add_dump(self.dump + "<http://a.example/s> <http://a.example/p> \"new\" .\n")
        self.fetch_parts("--changes", "changes")
        self.assertIn(b'"new"', self.manifest()["text"])
        self.assertIn("1 added", (self.folder / "changes").read_text())
        status = self.run_program("status", "out/")
        self.assertEqual(status.code, 0, status)

    def test_status_looks_at_manifest_and_parts(self):
        for gone in ("manifest.json", "part", "short"):
            with self.subTest(gone):
                self.fetch_parts()
                self.assertEqual(self.run_program("status", "out/").code, 0)
                path = self.out / (gone if gone.endswith("json") else self.names()[-1])
                if gone == "short":
                    path.write_bytes(path.read_bytes()[:-1])
                else:
                    path.unlink()
                done = self.run_program("status", "out/")
                self.assertEqual(done.code, 1, done)
                self.assertIn(path.name, done.out.decode())
                self.assertNotIn("nothing is left to do", done.out.decode())

    def test_a_site_that_gives_nothing_leaves_the_manifest(self):
        self.fetch_parts()
        before = (self.out / "manifest.json").read_bytes()
        self.site.remove("/dump.nt")
        self.site.remove("/sitemap.xml")
        self.fetch_parts("--retries", "1", code=3)
        self.assertEqual((self.out / "manifest.json").read_bytes(), before)

    def test_killed_among_its_parts_it_goes_on_without_a_request(self):
        expected = self.expected()
        child = subprocess.Popen([str(PROGRAM), *self.words("--part-size", "4Ki")], cwd=self.folder,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        end = time.monotonic() + SECONDS
        while not list(self.out.glob("part-*-000003.nq.zst")):
            self.assertLess(time.monotonic(), end)
            self.assertIsNone(child.poll(), "over before it could be killed")
        child.kill()
        child.wait()
        self.assertFalse((self.out / "manifest.json").exists(), "the manifest came early")
        made = set(self.names())
        before = len(self.web.log)
        result = self.run_program(*self.words("--part-size", "4Ki"))
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(self.web.log), before, "it asked the site again")
        self.assertIn("going on with the parts", result.errors)
        manifest = self.manifest()
        self.assertEqual(manifest["text"], expected)
        self.assertEqual([row["quads"] for row in manifest["report"]], [len(LINES)])
        # What was whole is part of it.
        self.assertGreaterEqual(len(made & set(self.in_manifest())), 3)
        self.assertEqual(self.names(), self.in_manifest())

    def test_slices_want_a_command_of_their_own(self):
        result = self.run_program(*self.words("--slice", "subject"))
        self.assertEqual(result.code, 2, result)
        self.assertIn("semsite slice DIR/", result.errors)


class Killed(SiteTest):
    def kill_and_go_on(self, words, seed):
        """Kills the command at random moments; in between all that is there is true."""
        rng = random.Random(seed)
        started = time.monotonic()
        self.assertEqual(self.run_program(*words).code, 0)
        length = time.monotonic() - started
        whole = sorted(self.manifest()["text"].splitlines())
        subprocess.run(["rm", "-r", self.out], check=True)
        killed = 0
        for _ in range(KILLS):
            child = subprocess.Popen([str(PROGRAM), *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                child.wait(length * rng.uniform(0.05, 1.0))
            except subprocess.TimeoutExpired:
                child.kill()
                killed += 1
            child.wait()
            if (self.out / "manifest.json").exists():
                self.assertEqual(sorted(self.manifest()["text"].splitlines()), whole)
            if self.out.exists():
                # Whole, or not there.
                self.unpacked(*(name for name in self.names() if name.endswith(".zst")))
        result = self.run_program(*words)
        self.assertEqual(result.code, 0, result)
        self.assertEqual(sorted(self.manifest()["text"].splitlines()), whole)
        self.assertGreater(killed, 0)

    def test_convert(self):
        self.kill_and_go_on(["convert", "data.nt", "-o", "out/", "--part-size", "16Ki"], 1)

    def test_slice(self):
        self.kill_and_go_on(["slice", "data.nt", "-o", "out/", "--part-size", "16Ki"], 2)

    def test_fetch(self):
        self.kill_and_go_on(self.words("--part-size", "16Ki"), 3)
