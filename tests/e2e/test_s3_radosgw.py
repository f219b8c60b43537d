"""Parts and manifests in Ceph's RADOS Gateway, a store that honours every condition (docs/parts.md)."""

import concurrent.futures
import hashlib
import json
import os
import signal
import subprocess
import time
import unittest
import urllib.parse

from harness import PROGRAM, ProgramTest, Result, triples

import radosgw

LINES = [line.replace('"number', f'"{hashlib.sha256(str(i).encode()).hexdigest()}')
         for i, line in enumerate(triples(20_000))]
#: A part of some 20 MiB, packed: it goes in pieces.
LONG = [line.replace('"', f'"{hashlib.sha512(str(i).encode()).hexdigest()}', 1) for i, line in enumerate(triples(240_000))]


@unittest.skipIf(radosgw.missing(), f"not installed: {radosgw.missing()}")
class RadosGwTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.store = radosgw.RadosGw()
        cls.enterClassContext(cls.store)

    def setUp(self):
        super().setUp()
        self.prefix = f"{self.id().rsplit('.', 1)[1]}/"
        self.place = f"s3://bucket/{self.prefix}"
        self.environment = self.store.environment | {"HOME": str(self.folder)}
        (self.folder / "data.nt").write_text("".join(LINES))

    def run_s3(self, *arguments, code=0, **variables):
        done = subprocess.run([str(PROGRAM), *map(str, arguments)], capture_output=True, timeout=120, check=False,
                              cwd=self.folder, stdin=subprocess.DEVNULL, env=self.environment | variables)
        result = Result(done)
        self.assertEqual(result.code, code, result)
        self.assertNotIn(radosgw.SECRET, result.errors)
        return result

    def convert(self, *arguments, code=0, size="64Ki"):
        return self.run_s3("convert", "data.nt", "-o", self.place, "--part-size", size, *arguments, code=code)

    def object(self, name):
        """Its bytes; nothing if it is not there."""
        status, data = self.store.ask("GET", f"/bucket/{self.prefix}{name}")
        return data if status == 200 else None

    def uploads(self):
        """Of this test, that were begun and neither made whole nor dropped."""
        status, text = self.store.ask("GET", "/bucket", query="uploads=")
        self.assertEqual(status, 200, text)
        return text.count(f"<Key>{self.prefix}".encode())

    def assert_whole(self, lines):
        manifest = json.loads(self.object("manifest.json"))
        for part in manifest["parts"]:
            data = self.object(part["name"])
            self.assertEqual((len(data), hashlib.sha256(data).hexdigest()), (part["bytes"], part["sha256"]))
        self.assertEqual(self.run_s3("convert", self.place).out, "".join(lines).encode())
        return manifest

    def test_parts_are_written_kept_replaced_and_read(self):
        result = self.convert()
        self.assertNotIn("s3.unconditional", result.errors)
        first = [part["name"] for part in self.assert_whole(LINES)["parts"]]
        (self.folder / "data.nt").write_text("".join(LINES[:-100]))
        result = self.convert()
        self.assertIn("as before", result.errors)
        self.assertNotIn("s3.unconditional", result.errors)
        second = [part["name"] for part in self.assert_whole(LINES[:-100])["parts"]]
        self.assertEqual(second[:-1], first[:len(second) - 1])
        self.assertIsNotNone(self.object(first[-1]))
        (self.folder / "data.nt").write_text("".join(LINES[:-200]))
        self.convert()
        self.assert_whole(LINES[:-200])
        self.assertIsNone(self.object(first[-1]))
        self.assertEqual(self.run_s3("validate", self.place).code, 0)

    def test_long_parts_go_in_pieces(self):
        (self.folder / "data.nt").write_text("".join(LONG))
        self.convert(size="64Mi")
        self.assertGreater(self.assert_whole(LONG)["bytes"], 2 * 8 << 20)
        self.assertEqual(self.uploads(), 0)

    def test_keys_of_any_characters(self):
        self.prefix = "a b+c/%20&=ü(1)~/"
        self.place = f"s3://bucket/{self.prefix}"
        self.convert()
        self.assertEqual(self.run_s3("convert", self.place).out, "".join(LINES).encode())

    def test_the_bucket_in_the_host_is_another_request(self):
        self.convert()
        # The gateway knows no name of its own: such a request is for the bucket "lod" of nobody.
        self.run_s3("convert", self.place, "--s3-style", "virtual", "--s3-endpoint",
                    f"http://s3.example:{self.store.port}", "--connect-to", f"::127.0.0.1:{self.store.port}",
                    "--retries", "1", code=3)

    def test_a_wrong_secret_and_a_missing_bucket(self):
        self.assertIn("SignatureDoesNotMatch", self.run_s3(
            "convert", self.place, code=3, AWS_SECRET_ACCESS_KEY="wrong").errors)
        self.assertIn("NoSuchBucket", self.run_s3("convert", "s3://another-bucket/a/", code=3).errors)
        self.assertIn("NoSuchKey", self.run_s3("convert", self.place + "manifest.json", code=3).errors)

    def test_a_prefix_without_a_manifest_is_listed(self):
        names = [f"{number}+ü.nt" for number in range(5)]
        for number, name in enumerate(names):
            status, text = self.store.ask("PUT", "/bucket/" + urllib.parse.quote(self.prefix + name),
                                          LINES[number].encode())
            self.assertEqual(status, 200, text)
        self.assertEqual(self.run_s3("convert", self.place).out.decode(), "".join(LINES[:5]))

    def test_of_many_first_writers_one_manifest_is_there_and_the_others_know(self):
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            runs = list(pool.map(lambda number: subprocess.run(
                [str(PROGRAM), "convert", "data.nt", "-o", self.place, "--part-size", "1Mi", "--work", f"w{number}"],
                capture_output=True, timeout=120, check=False, cwd=self.folder, stdin=subprocess.DEVNULL,
                env=self.environment), range(8)))
        codes = sorted(one.returncode for one in runs)
        self.assertEqual(codes.count(0), 1, [one.stderr for one in runs])
        self.assertTrue(set(codes) <= {0, 2, 3})
        for one in runs:
            if one.returncode:
                self.assertIn(b"manifest", one.stderr)
        self.assert_whole(LINES)

    def test_a_kill_in_the_middle_of_pieces_and_of_the_store(self):
        (self.folder / "data.nt").write_text("".join(LONG))
        command = [str(PROGRAM), "convert", "data.nt", "-o", self.place]
        for kill_store in (False, True):
            process = subprocess.Popen([*command, "--retry-delay", "0.01"], cwd=self.folder, env=self.environment,
                                       stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
            end = time.monotonic() + 60
            while process.poll() is None and not self.uploads() and time.monotonic() < end:
                os.sched_yield()
            if kill_store:
                self.store.kill_gateway()
            else:
                process.send_signal(signal.SIGKILL)
            errors = process.communicate(timeout=60)[1]
            if kill_store:
                self.store.start_gateway()
                self.assertEqual(process.returncode, 3, errors)
            self.assertIsNone(self.object("manifest.json"))
        self.convert(size="64Mi")
        self.assert_whole(LONG)


if __name__ == "__main__":
    unittest.main()
