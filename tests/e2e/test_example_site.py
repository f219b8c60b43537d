"""The bundled example site in all of its ways, against its known truth."""

import subprocess
import sys

from harness import ROOT, ProgramTest
import quads

EXPECTED = quads.read_dataset((ROOT / "examples/expected.nq").read_bytes())
CATALOGUE = ("iri", "http://www.example.com/catalogue")


class ExampleSite(ProgramTest):
    def setUp(self):
        super().setUp()
        server = subprocess.Popen([sys.executable, ROOT / "examples/serve.py"],
                                  stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait, 10)
        self.addCleanup(server.terminate)
        self.places = []
        for line in server.stdout:
            if line == "ready\n":
                break
            self.places += ["--connect-to", line.strip()]

    def fetch_example(self, *arguments):
        output = self.folder / "out.nq"
        for file in self.folder.glob("out.nq*"):
            file.unlink()
        return self.run_program("fetch", "http://www.example.com/", "-o", output, "--delay", "0",
                                *self.places, *arguments, output=output)

    def test_dumps_from_any_mirror_give_the_known_quads(self):
        for seed in range(6):
            with self.subTest(seed=seed):
                result = self.fetch_example("--prefer", "dump", "--seed", str(seed))
                self.assert_dataset(result, EXPECTED)
                self.assertEqual(result.code, 0, result)

    def test_fragments_and_endpoints_give_the_catalogue_too(self):
        catalogue = frozenset(quad for quad in EXPECTED if quad[3] == CATALOGUE)
        for way in ("fragments", "sparql"):
            with self.subTest(way):
                result = self.fetch_example("--only", way, "--dataset", CATALOGUE[1])
                self.assert_dataset(result, catalogue)

    def test_every_source_in_the_folder_says_the_same(self):
        site = ROOT / "examples/site"
        truth = {quad[:3] for quad in EXPECTED if quad[3] == CATALOGUE}
        for files in (["www.example.com/dumps/catalogue.nt"], ["mirror.example.net/catalogue.ttl"],
                      ["backup.example.net/catalogue.rdf"],
                      sorted((site / "archive.example.org").glob("catalogue-part*")),
                      [*(site / "www.example.com/seeds").iterdir(),
                       *(site / "www.example.com/kinds").iterdir()]):
            with self.subTest(files):
                result = self.run_program("convert", *(site / file for file in files))
                self.assertEqual(result.code, 0, result)
                self.assertEqual({quad[:3] for quad in quads.read_dataset(result.out)}, truth)
