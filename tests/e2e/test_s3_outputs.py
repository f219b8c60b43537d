"""`-o s3://…/`: parts go to an S3 store as they are made, and the manifest comes last (docs/parts.md).

More kills: SEMSITE_KILLS=100 python3 -m unittest test_s3_outputs.Killed
"""

import hashlib
import json
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from harness import PROGRAM, ProgramTest, Result, triples

from lenient_s3 import SECRET, Fault, LenientS3

KILLS = int(os.environ.get("SEMSITE_KILLS", "6"))
#: Each line is of some bytes that cannot be packed, so that parts are many.
LINES = [line.replace('"number', f'"{hashlib.sha256(str(i).encode()).hexdigest()}')
         for i, line in enumerate(triples(20_000))]
PREFIX = "bucket/lod/nightly/"
NO_WAITING = ("--retry-delay", "0")


class S3OutputTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.store = self.enterContext(LenientS3())
        (self.folder / "data.nt").write_text("".join(LINES))

    def environment(self):
        outer = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        return outer | {"HOME": str(self.folder)} | self.store.environment

    def command(self, *arguments):
        return [str(PROGRAM), *map(str, arguments)]

    def run_s3(self, *arguments, code=0):
        done = subprocess.run(self.command(*arguments), capture_output=True, timeout=60, check=False, cwd=self.folder,
                              stdin=subprocess.DEVNULL, env=self.environment())
        result = Result(done)
        self.assertEqual(result.code, code, result)
        self.assertNotIn(SECRET, result.errors)
        return result

    def convert(self, *arguments, code=0, source="data.nt"):
        return self.run_s3("convert", source, "-o", f"s3://{PREFIX}", "--part-size", "64Ki", *NO_WAITING, *arguments,
                           code=code)

    def manifest(self):
        """What is in the manifest, held against the parts themselves; `text` is all of them."""
        manifest = json.loads(self.store.objects[PREFIX + "manifest.json"])
        data = []
        for part in manifest["parts"]:
            data.append(self.store.objects[PREFIX + part["name"]])
            self.assertEqual((len(data[-1]), hashlib.sha256(data[-1]).hexdigest()), (part["bytes"], part["sha256"]))
            self.assertEqual(self.store.noted[PREFIX + part["name"]], {"x-amz-meta-sha256": part["sha256"]})
        text = subprocess.run(["zstd", "-dcq"], input=b"".join(data), check=True, capture_output=True).stdout
        self.assertEqual(manifest["quads"], text.count(b"\n"))
        return manifest | {"text": text, "names": sorted(part["name"] for part in manifest["parts"])}

    def names(self):
        return [name.removeprefix(PREFIX) for name in self.store.names(PREFIX)]

    def assert_whole(self, lines):
        manifest = self.manifest()
        self.assertEqual(manifest["text"], "".join(lines).encode())
        return manifest


class Written(S3OutputTest):
    def test_the_parts_are_the_output_that_a_file_would_be_and_are_read_back(self):
        result = self.convert()
        manifest = self.assert_whole(LINES)
        self.assertGreater(len(manifest["parts"]), 5)
        self.assertIn(f"s3://{PREFIX}manifest.json: {len(manifest['parts'])} parts, 20,000 quads", result.errors)
        self.assertEqual(self.names(), sorted([*manifest["names"], "manifest.json"]))
        self.assertEqual(self.run_s3("convert", f"s3://{PREFIX}").out, "".join(LINES).encode())
        # Nothing of the data stays here.
        work = self.folder / ".semsite-s3/bucket/lod%2Fnightly"
        self.assertEqual(sorted(os.listdir(work)), [".semsite", "manifest.json"])
        self.assertEqual(sorted(path.name for path in (work / ".semsite").iterdir() if path.suffix == ".zst"), [])

    def test_the_manifest_is_put_last_and_only_where_there_is_none(self):
        self.convert()
        puts = [one for one in self.store.asked("PUT") if ".semsite-condition" not in one.key]
        self.assertEqual(puts[-1].key, PREFIX + "manifest.json")
        self.assertEqual(puts[-1].headers["if-none-match"], "*")
        old = self.store.etag(puts[-1].body)
        (self.folder / "data.nt").write_text("".join(LINES[:-100]))
        self.convert()
        last = [one for one in self.store.asked("PUT") if one.key == PREFIX + "manifest.json"][-1]
        self.assertEqual(last.headers["if-match"], old)

    def test_a_later_output_keeps_parts_and_takes_those_of_two_manifests_ago_away(self):
        self.convert()
        first = self.manifest()["names"]
        (self.folder / "data.nt").write_text("".join(LINES[:-100]))
        sent = len(self.store.asked("PUT"))
        self.assertIn("as before", self.convert().errors)
        second = self.assert_whole(LINES[:-100])["names"]
        self.assertEqual(set(first[:-1]), set(first) & set(second))
        self.assertLess(len(self.store.asked("PUT")) - sent, 8)
        self.assertEqual(self.names(), sorted({*first, *second, "manifest.json"}))
        (self.folder / "data.nt").write_text("".join(LINES[:-200]))
        self.convert()
        third = self.assert_whole(LINES[:-200])["names"]
        self.assertEqual(self.names(), sorted({*second, *third, "manifest.json"}))

    def test_a_part_that_was_changed_or_lost_is_sent_anew_under_another_name(self):
        self.convert()
        first = self.manifest()["names"]
        del self.store.objects[PREFIX + first[1]]
        self.convert()
        self.assertNotIn(first[1], self.assert_whole(LINES)["names"])

    def test_long_parts_go_in_pieces(self):
        lines = [line for i in range(8) for line in (
            item.replace("data.example/item", f"data.example/{i}") for item in LINES)]
        (self.folder / "data.nt").write_text("".join(
            line.replace('"', f'"{hashlib.sha512(str(i).encode()).hexdigest()}', 1) for i, line in enumerate(lines)))
        second, waited = threading.Event(), []

        def hold(path):
            if "partNumber=2&" in path:
                second.set()
            if "partNumber=1&" in path:
                waited.append(second.wait(30))
        self.store.hold = hold
        self.run_s3("convert", "data.nt", "-o", f"s3://{PREFIX}")
        self.assertEqual(waited, [True], "one piece waits for another")
        self.assertEqual(len(self.manifest()["parts"]), 1)
        pieces = sorted(self.store.asked("PUT", "uploadId"), key=lambda one: int(one.query["partNumber"]))
        self.assertGreater(len(pieces), 2)
        self.assertEqual({len(one.body) for one in pieces[:-1]}, {8 << 20})
        self.assertEqual(self.store.uploads, {})

    def test_slice_and_fetch_write_there_too(self):
        self.run_s3("slice", "data.nt", "-o", f"s3://{PREFIX}", "--part-size", "64Ki", "--work", "w")
        self.run_program("slice", "data.nt", "-o", "one.nq")
        self.assertEqual(self.manifest()["text"], (self.folder / "one.nq").read_bytes())
        self.assertTrue((self.folder / "w/.semsite").is_dir())

    def test_fetch_goes_on_from_its_work_folder(self):
        site = self.folder / "site"
        site.mkdir()
        (site / "a.nt").write_text("".join(LINES[:50]))
        self.site.add("/a.nt", type="application/n-triples", text="".join(LINES[:50]))
        arguments = ("fetch", "http://www.example.com/a.nt", "-o", f"s3://{PREFIX}", "--delay", "0",
                     "--s3-endpoint", self.store.url, "--connect-to",
                     f"127.0.0.1:{self.store.port}:127.0.0.1:{self.store.port}", *self.web.connect_to_args())
        result = self.run_s3(*arguments)
        self.assertIn(f"s3://{PREFIX}manifest.json: 1 part", result.errors)
        self.assertEqual(self.manifest()["quads"], 50)
        self.assertIn("complete", self.run_s3("status", f"s3://{PREFIX}").out.decode())
        self.run_s3(*arguments)
        self.assertEqual(self.manifest()["quads"], 50)

    def test_what_is_refused_changes_nothing(self):
        for arguments, said in ((["-o", "s3://bucket/a"], "end it with a slash"),
                                (["-o", "s3://a/b/"], "no bucket"),
                                (["-o", "out/", "--work", "w"], "--work"),
                                (["-o", f"s3://{PREFIX}", "--format", "trig"], "into one file")):
            self.assertIn(said, self.run_s3("convert", "data.nt", *arguments, code=2).errors)
        self.assertEqual(self.store.requests, [])


class Others(S3OutputTest):
    """Who else writes there."""

    def test_a_manifest_of_somebody_else_is_not_replaced(self):
        self.store.objects[PREFIX + "manifest.json"] = b"{}"
        self.assertIn("know nothing of", self.convert(code=2).errors)
        self.assertEqual(self.store.asked("PUT"), [])

    def test_a_lost_work_folder_is_told(self):
        self.convert()
        self.assertIn("know nothing of", self.convert("--work", "other", code=2).errors)

    def test_of_two_writers_the_later_one_is_refused(self):
        def fault(request):
            if request.key == PREFIX + "manifest.json" and request.method == "PUT":
                self.store.objects[request.key] = b"{}"
            return None
        self.store.fault = fault
        result = self.convert(code=3)
        self.assertIn("a manifest is there that this output did not write", result.errors)
        self.assertEqual(self.store.objects[PREFIX + "manifest.json"], b"{}")

    def test_stores_without_conditions_are_told_of_once(self):
        for self.store.conditions in ("ignored", "refused"):
            result = self.convert("--work", self.store.conditions)
            self.assertEqual(result.errors.count("s3.unconditional"), 1, result)
            self.assert_whole(LINES)
            self.assertFalse([name for name in self.names() if "condition" in name])
            self.store.objects.clear()


class Trouble(S3OutputTest):
    def test_what_passes_is_sent_again(self):
        self.store.fault = lambda request: Fault(status=503, code="SlowDown") if request.number == 1 else None
        self.convert()
        self.assert_whole(LINES)

    def test_a_lost_answer_to_the_manifest_is_no_second_writer(self):
        self.store.fault = lambda request: Fault(status=500, code="InternalError", after=True) \
            if request.method == "PUT" and request.number == 1 else None
        self.convert()
        self.assert_whole(LINES)

    def big(self):
        (self.folder / "data.nt").write_text("".join(
            line.replace('"', f'"{hashlib.sha512(str(i).encode()).hexdigest()}', 1)
            for i, line in enumerate(triples(160_000))))

    def test_an_error_behind_200_and_a_lost_completion(self):
        self.big()
        seen = []

        def fault(request):
            if request.method == "POST" and "uploadId" in request.query:
                seen.append(request)
                if len(seen) == 1:
                    return Fault(status=200, code="InternalError")
                if len(seen) == 2:
                    return Fault(status=200, code="InternalError", after=True)
            return None
        self.store.fault = fault
        self.run_s3("convert", "data.nt", "-o", f"s3://{PREFIX}", *NO_WAITING)
        self.assertEqual(len(seen), 3)
        self.assertEqual(self.manifest()["quads"], 160_000)

    def test_pieces_are_dropped_if_the_upload_fails_and_no_manifest_comes(self):
        self.big()
        self.store.fault = lambda request: Fault(status=500, code="InternalError") \
            if request.query.get("partNumber") == "2" else None
        result = self.run_s3("convert", "data.nt", "-o", f"s3://{PREFIX}", *NO_WAITING, code=3)
        self.assertIn("InternalError", result.errors)
        self.assertEqual((self.store.uploads, self.store.objects), ({}, {}))
        self.store.fault = lambda request: None
        self.run_s3("convert", "data.nt", "-o", f"s3://{PREFIX}")
        self.assertEqual(self.manifest()["quads"], 160_000)

    def test_a_store_that_keeps_less_is_told(self):
        def cut_put(key, request, put=self.store.put):
            answer = put(key, request)
            if "part-" in key:
                self.store.objects[key] = request.body[:-1]
            return answer
        self.store.put = cut_put
        result = self.convert(code=3)
        self.assertIn("bytes were sent, but the store has", result.errors)
        self.assertNotIn(PREFIX + "manifest.json", self.store.objects)

    def test_a_manifest_that_is_taken_and_not_kept_is_no_success(self):
        def lose(key, request, put=self.store.put):
            answer = put(key, request)
            if key.endswith("manifest.json"):
                del self.store.objects[key]
            return answer
        self.store.put = lose
        result = self.convert(code=3)
        self.assertIn("manifest.json", result.errors)

    def test_old_parts_that_may_not_be_taken_away_are_told(self):
        for count in (0, 100, 200):
            (self.folder / "data.nt").write_text("".join(LINES[:20_000 - count]))
            self.store.fault = lambda request: Fault(status=403, code="AccessDenied") \
                if request.method == "DELETE" and "part-" in request.key else None
            result = self.convert()
        self.assertIn("stays [s3.denied]", result.errors)
        left = len(self.names())
        self.store.fault = lambda request: None
        self.convert()
        self.assertLess(len(self.names()), left)


class Killed(S3OutputTest):
    def test_kills_leave_whole_parts_and_no_early_manifest_and_what_is_there_is_not_sent_again(self):
        rng = random.Random(20)
        for number in range(KILLS):
            with self.subTest(number=number), tempfile.TemporaryDirectory() as folder:
                self.folder = pathlib.Path(folder)
                (self.folder / "data.nt").write_text("".join(LINES))
                self.store.objects.clear()
                self.store.requests.clear()
                after = rng.randrange(1, 60)
                process = subprocess.Popen(
                    self.command("convert", "data.nt", "-o", f"s3://{PREFIX}", "--part-size", "64Ki"),
                    cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                end = time.monotonic() + 60
                while process.poll() is None and len(self.store.requests) < after and time.monotonic() < end:
                    os.sched_yield()
                process.send_signal(signal.SIGKILL)
                process.wait()
                if PREFIX + "manifest.json" in self.store.objects:
                    self.assert_whole(LINES)
                there = set(self.names())
                self.store.requests.clear()
                self.convert()
                manifest = self.assert_whole(LINES)
                # What was on its way when the process ended may have come after it.
                again = {one.key.removeprefix(PREFIX) for one in self.store.asked("PUT")} & there - {"manifest.json"}
                self.assertEqual(again, set())
                self.assertLessEqual(set(manifest["names"]), set(self.names()))
                self.assertLessEqual(len(set(self.names()) - set(manifest["names"])), 1)

    def test_an_interrupt_ends_it_and_it_goes_on(self):
        process = subprocess.Popen(
            self.command("convert", "data.nt", "-o", f"s3://{PREFIX}", "--part-size", "64Ki"),
            cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        end = time.monotonic() + 60
        while len(self.store.asked("PUT")) < 3 and time.monotonic() < end:
            os.sched_yield()
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=60)[1].decode()
        self.assertEqual(process.returncode, 130, errors)
        self.assertNotIn(PREFIX + "manifest.json", self.store.objects)
        self.assertIn("as before", self.convert().errors)
        self.assert_whole(LINES)


class Unseen(S3OutputTest):
    def test_no_secret_is_on_a_command_line_or_in_a_file(self):
        self.convert("-v", "--report", "report.json")
        for path in self.folder.rglob("*"):
            if path.is_file():
                self.assertNotIn(SECRET.encode(), path.read_bytes(), path)


if __name__ == "__main__":
    unittest.main()
