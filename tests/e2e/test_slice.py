"""`semsite slice`: inputs, outputs, faults, and what a broken-off run leaves."""

import gzip
import io
import resource
import signal
import subprocess
import tarfile
import time
import unittest

from harness import PROGRAM, ProgramTest, triples
import quads

E = "http://data.example"
# By hand: two people, an address without a name, a page that only is an object.
DUMP = f"""<{E}/id/jo> <{E}/knows> <{E}/id/al> .
<{E}/id/jo> <{E}/address> _:a .
_:a <{E}/town> "Ghent" .
<{E}/id/al> <{E}/page> <{E}/page> .
"""
JO_KNOWS = f"<{E}/id/jo> <{E}/knows> <{E}/id/al>"
JO_LIVES = f"<{E}/id/jo> <{E}/address> _:a"
TOWN = f'_:a <{E}/town> "Ghent"'
AL_PAGE = f"<{E}/id/al> <{E}/page> <{E}/page>"
JO, AL, PAGE = f"<{E}/id/jo>", f"<{E}/id/al>", f"<{E}/page>"

EXPECTED = {
    "subject": [(JO_KNOWS, JO), (JO_LIVES, JO), (AL_PAGE, AL)],
    "subject-object": [(JO_KNOWS, JO), (JO_LIVES, JO), (AL_PAGE, AL), (JO_KNOWS, AL),
                       (AL_PAGE, PAGE)],
    "cbd": [(JO_KNOWS, JO), (JO_LIVES, JO), (TOWN, JO), (AL_PAGE, AL)],
}
EXPECTED["scbd"] = EXPECTED["msg"] = EXPECTED["subject-object"] + [(TOWN, JO)]


def dataset(rows):
    return quads.read_dataset("".join(f"{t} {graph} .\n" for t, graph in rows).encode())


def large(count=400_000):
    """A dump that takes a while with little memory."""
    lines = []
    for i in range(count // 4):
        me = f"<{E}/id/{(i * 7919) % 50_021}>"
        lines.append(f'{me} <{E}/label> "number {i}" .\n'
                     f"{me} <{E}/next> <{E}/id/{(i * 104_729) % 50_021}> .\n"
                     f"{me} <{E}/part> _:p{i} .\n"
                     f'_:p{i} <{E}/value> "{i}" .\n')
    return "".join(lines).encode()


class Slice(ProgramTest):
    def setUp(self):
        super().setUp()
        self.tmp = self.folder / "tmp"
        self.tmp.mkdir()
        self.dump = self.folder / "dump.nt"
        self.dump.write_text(DUMP)

    def slice(self, *arguments, **more):
        return self.run_program("slice", "--tmp", self.tmp, *arguments, **more)

    def left_behind(self):
        return sorted(path.name for path in self.tmp.iterdir())

    def assert_slices(self, result, expected, code=0):
        self.assertEqual(result.code, code, result)
        got = quads.read_dataset(result.out)
        wanted = dataset(expected)
        self.assertTrue(quads.isomorphic(wanted, got), quads.difference(wanted, got))
        self.assertEqual(len(result.out.splitlines()), len(got), "a quad came twice")
        self.assertEqual(self.left_behind(), [])

    # --- What comes out

    def test_each_method_gives_its_documents(self):
        for method, expected in EXPECTED.items():
            with self.subTest(method):
                self.assert_slices(self.slice("--by", method, self.dump), expected)

    def test_subject_object_is_the_default_and_closure_an_option(self):
        self.assert_slices(self.slice(self.dump), EXPECTED["subject-object"])
        self.assert_slices(self.slice("--closure", self.dump), EXPECTED["scbd"])
        self.assert_slices(self.slice("--by", "subject", "--closure", self.dump),
                           EXPECTED["cbd"])

    def test_only_entities_under_the_prefixes(self):
        rows = EXPECTED["subject-object"]
        self.assert_slices(self.slice("--prefix", f"{E}/id/", self.dump),
                           [row for row in rows if row[1] != PAGE])
        self.assert_slices(
            self.slice("--prefix", f"{E}/id/jo", "--prefix", f"{E}/page", self.dump),
            [row for row in rows if row[1] != AL])

    def test_any_syntax_packing_and_several_inputs(self):
        turtle = self.folder / "part.ttl"
        turtle.write_text(f"@base <{E}/id/> . <jo> <{E}/knows> <al> ; "
                          f"<{E}/address> [ <{E}/town> \"Ghent\" ] .\n")
        archive = self.folder / "rest.tar"
        with tarfile.open(archive, "w") as tar:
            data = gzip.compress(f"{AL_PAGE} <{E}/a-graph> .\n".encode())
            entry = tarfile.TarInfo("al.nq.gz")
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
        self.assert_slices(self.slice("--by", "cbd", turtle, archive), EXPECTED["cbd"])
        self.assert_slices(self.slice("--by", "cbd", archive, "-", stdin=turtle.read_bytes()),
                           EXPECTED["cbd"])

    def test_what_two_inputs_both_say_comes_once(self):
        copy = self.folder / "copy.nt"
        copy.write_text(JO_KNOWS + " .\n")
        self.assert_slices(self.slice("--by", "subject", self.dump, copy), EXPECTED["subject"])

    def test_blank_nodes_of_two_inputs_stay_apart_and_have_legal_labels(self):
        other = self.folder / "other.nt"
        other.write_text(f'{JO} <{E}/address> _:a .\n_:a <{E}/town> "Bruges" .\n')
        result = self.slice("--by", "cbd", self.dump, other)
        self.assertEqual(result.code, 0, result)
        got = quads.read_dataset(result.out)
        labels = {quad[2][1] for quad in got if quad[2][0] == "blank"}
        towns = {(quad[0], quad[2][1]) for quad in got if quad[1][1] == f"{E}/town"}
        self.assertEqual({town for _, town in towns}, {"Ghent", "Bruges"})
        self.assertEqual(len({node for node, _ in towns}), 2, towns)
        self.assertEqual(len(labels), 2, got)
        again = self.run_program("convert", "-", "--syntax", "nquads", stdin=result.out)
        self.assertEqual((again.code, len(again.out.splitlines())), (0, len(got)), again)

    def test_output_options_are_those_of_convert(self):
        out = self.folder / "out.nq.gz"
        result = self.slice("--by", "cbd", self.dump, "-o", out)
        self.assertEqual((result.code, result.out), (0, b""), result)
        got = quads.read_dataset(gzip.decompress(out.read_bytes()))
        self.assertTrue(quads.isomorphic(dataset(EXPECTED["cbd"]), got))
        turtle = self.slice("--by", "subject", self.dump, "--format", "trig")
        back = self.run_program("convert", "-", "--syntax", "trig", stdin=turtle.out)
        got = quads.read_dataset(back.out)
        self.assertTrue(quads.isomorphic(dataset(EXPECTED["subject"]), got), turtle)
        plain = self.slice("--by", "subject", self.dump, "--format", "ntriples")
        self.assertEqual(sorted(line.count(b"<") for line in plain.out.splitlines()), [2, 3, 3])

    def test_the_output_does_not_depend_on_memory_or_order(self):
        self.dump.write_bytes(large(40_000))
        first = self.slice("--by", "scbd", self.dump)
        self.assertEqual(first.code, 0, first)
        lines = first.out.splitlines()
        self.assertEqual(len(lines), len(set(lines)))
        for more in (("--memory", "1Mi"), ("--memory", "1G")):
            self.assertEqual(self.slice("--by", "scbd", self.dump, *more).out, first.out)

    # --- Bad input

    def test_empty_input_gives_no_documents(self):
        self.dump.write_bytes(b"")
        result = self.slice(self.dump)
        self.assertEqual((result.code, result.out), (0, b""), result)
        self.assertEqual(self.slice("-").code, 0)

    def test_broken_statements_are_skipped_and_quarantined(self):
        self.dump.write_text(DUMP + "nonsense\n" + DUMP * 3)
        quarantine = self.folder / "bad"
        result = self.slice("--by", "subject", self.dump, "--quarantine", quarantine)
        self.assert_slices(result, EXPECTED["subject"], code=1)
        self.assertIn("nonsense", quarantine.read_text())

    def test_on_error_fail_writes_nothing(self):
        self.dump.write_text(DUMP + "nonsense\n")
        out = self.folder / "out.nq"
        result = self.slice(self.dump, "--on-error", "fail", "-o", out)
        self.assertEqual(result.code, 1, result)
        self.assertFalse(out.exists())
        self.assertEqual(self.left_behind(), [])

    def test_inputs_that_cannot_be_had_do_not_lose_the_others(self):
        result = self.slice("--by", "subject", self.dump, self.folder / "none.nt",
                            "http://www.example.com/gone.nt", *self.web.connect_to_args())
        self.assert_slices(result, EXPECTED["subject"], code=3)
        self.assertIn("none.nt", result.errors)
        self.assertIn("404", result.errors)
        out = self.folder / "out.nq"
        nothing = self.slice(self.folder / "none.nt", "-o", out)
        self.assertEqual(nothing.code, 3, nothing)
        self.assertFalse(out.exists())

    def test_an_input_from_the_web(self):
        self.site.add("/dump.nt", text=DUMP)
        result = self.slice("--by", "cbd", "http://www.example.com/dump.nt",
                            *self.web.connect_to_args())
        self.assert_slices(result, EXPECTED["cbd"])

    def test_what_does_not_fit_into_memory_is_named(self):
        lines = [f"_:x <{E}/p> _:n{i} .\n" for i in range(20_000)]
        self.dump.write_text("".join(lines) + DUMP + f"{AL} <{E}/big> _:x .\n")
        result = self.slice("--by", "cbd", "--memory", "1Mi", self.dump)
        self.assert_slices(result, EXPECTED["cbd"] + [(f"{AL} <{E}/big> _:big", AL)], code=1)
        self.assertIn("[slice.component-too-large]", result.errors)
        self.assertIn("--memory", result.errors)
        self.assertEqual(self.slice("--by", "cbd", self.dump).code, 0)

    def test_wrong_usage_is_told(self):
        for words, told in ((("--by", "object"), "subject-object"),
                            (("--by", "cbd", "--closure"), "--closure"),
                            (("--prefix", "no scheme"), "--prefix"),
                            (("--memory", "1k"), "--memory"), (("--graph", "own"), "--graph")):
            result = self.slice(self.dump, *words)
            self.assertEqual(result.code, 2, result)
            self.assertIn(told, result.errors)
        self.assertEqual(self.slice().code, 2)

    # --- Broken off

    def test_a_full_output_is_named(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "slice", "--tmp", self.tmp, self.dump], stdout=full,
                                  stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual(done.returncode, 3, done)
        self.assertIn(b"No space left on device", done.stderr)
        self.assertEqual(self.left_behind(), [])

    def test_a_closed_pipe_ends_it_quietly(self):
        self.dump.write_bytes(large(80_000))
        with subprocess.Popen([PROGRAM, "slice", "-q", "--tmp", self.tmp, self.dump],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            self.assertTrue(running.stdout.readline())
            running.stdout.close()
            self.assertEqual(running.wait(60), 3)
            self.assertEqual(running.stderr.read(), b"")
        self.assertEqual(self.left_behind(), [])

    def test_a_full_disk_for_temporary_files_is_named(self):
        self.dump.write_bytes(large(80_000))
        done = subprocess.run(
            [PROGRAM, "slice", "--tmp", self.tmp, self.dump], capture_output=True, timeout=60,
            check=False, restore_signals=False,  # a file that is too large is then an error
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)))
        self.assertEqual((done.returncode, done.stdout), (3, b""), done.stderr)
        self.assertIn(b"File too large", done.stderr)
        self.assertIn(b"--tmp", done.stderr)
        self.assertEqual(self.left_behind(), [])

    def test_a_folder_that_is_not_there_is_named(self):
        result = self.run_program("slice", "--tmp", self.folder / "none", self.dump)
        self.assertEqual(result.code, 3, result)
        self.assertIn("none", result.errors)

    def has_runs(self):
        """A note that is being written is none yet: a run that is killed then begins anew."""
        return any(note.read_text("utf-8").endswith("end\n") for note in self.tmp.glob("*/*.note"))

    def is_writing(self):
        part = self.folder / "out.nq.part"
        return part.exists() and part.stat().st_size > 0

    def broken_off(self, how, *arguments, when=None):
        """Stops a run as soon as it has complete sorted runs on disk, or `when` it has come
        so far; its exit code and messages."""
        there = when or self.has_runs
        with subprocess.Popen([PROGRAM, "slice", *map(str, arguments)], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE) as running:
            end = time.monotonic() + 30
            while not there() and running.poll() is None:
                self.assertLess(time.monotonic(), end, "it never comes so far")
                time.sleep(0.001)
            running.send_signal(how)
            errors = running.stderr.read().decode()
            return running.wait(60), errors

    def test_a_killed_or_interrupted_run_goes_on(self):
        self.dump.write_bytes(large())
        out = self.folder / "out.nq"
        command = ("--by", "cbd", "--memory", "2Mi", "--tmp", self.tmp, self.dump, "-o", out)
        whole = self.run_program("slice", *command)
        self.assertEqual(whole.code, 0, whole)
        expected = out.read_bytes()
        for how, code, when in ((signal.SIGKILL, -9, self.has_runs),
                                (signal.SIGKILL, -9, self.is_writing),
                                (signal.SIGINT, 130, self.has_runs),
                                (signal.SIGTERM, 130, self.is_writing)):
            with self.subTest((how, when.__name__)):
                out.unlink()
                (self.folder / "out.nq.part").unlink(missing_ok=True)
                got, errors = self.broken_off(how, *command, when=when)
                self.assertEqual(got, code, errors)
                self.assertFalse(out.exists())
                [folder] = self.left_behind()
                if code == 130:
                    self.assertIn(folder, errors)
                    self.assertFalse((self.folder / "out.nq.part").exists())
                again = self.run_program("slice", *command)
                self.assertEqual(again.code, 0, again)
                self.assertIn("goes on with", again.errors)
                self.assertTrue(out.read_bytes() == expected, "other documents")
                self.assertEqual(self.left_behind(), [])

    def test_another_input_is_begun_anew(self):
        self.dump.write_bytes(large())
        command = ("--memory", "2Mi", "--tmp", self.tmp, self.dump)
        self.broken_off(signal.SIGKILL, *command)
        self.dump.write_text(DUMP)
        result = self.run_program("slice", *command)
        self.assertNotIn("goes on with", result.errors)
        self.assert_slices(result, EXPECTED["subject-object"])

    def test_interrupted_at_standard_input_nothing_is_left(self):
        with subprocess.Popen([PROGRAM, "slice", "--tmp", self.tmp, "-"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            running.stdin.write(DUMP.encode())
            running.stdin.flush()
            end = time.monotonic() + 30
            while not self.left_behind():
                self.assertLess(time.monotonic(), end)
                time.sleep(0.01)
            running.send_signal(signal.SIGINT)
            self.assertEqual(running.wait(60), 130)
            self.assertEqual(running.stdout.read(), b"")
        self.assertEqual(self.left_behind(), [])

    def test_temporary_files_are_beside_the_output_unless_told(self):
        self.dump.write_bytes(large(80_000))
        out = self.folder / "sub" / "out.nq"
        out.parent.mkdir()
        result = self.run_program("slice", self.dump, "-o", out)
        self.assertEqual(result.code, 0, result)
        self.assertEqual([path.name for path in out.parent.iterdir()], ["out.nq"])

    def test_memory_is_bounded(self):
        self.dump.write_bytes(large(1_000_000))  # some 70 MB, each fourth triple of a blank node
        code, peak, errors = self.run_measured("slice", "--by", "scbd", "--memory", "16Mi",
                                               "--tmp", self.tmp, self.dump)
        self.assertEqual(code, 0, errors)
        self.assertLess(peak, 100 << 20)


if __name__ == "__main__":
    unittest.main()
