"""`semsite validate` of a manifest: what is wrong with it or with its parts is a finding (docs/parts.md)."""

import json

from harness import ProgramTest, triples

from manifests import files_of, manifest_of, part_of, write_files

TEXTS = ["".join(triples(30)), "".join(triples(20, start=30)), "".join(triples(40, start=50))]


class Manifests(ProgramTest):
    def setUp(self):
        super().setUp()
        self.files = files_of(TEXTS)
        write_files(self.files, self.folder / "out")
        self.manifest = self.folder / "out/manifest.json"

    def validate(self, name, code):
        result = self.run_program("validate", name, "--format", "json", *self.web.connect_to_args())
        self.assertEqual(result.code, code, result)
        return json.loads(result.out)

    def codes(self, code=1):
        return {group["code"] for group in self.validate("out", code)["findings"]}

    def test_all_parts_are_checked(self):
        for name, data in self.files.items():
            self.site.add("/lod/" + name, type="application/octet-stream", data=data)
        for name in ("out", "http://www.example.com/lod/manifest.json"):
            documents = self.validate(name, 0)["checked"]["documents"]
            self.assertEqual([(one["kind"], one["quads"]) for one in documents],
                             [("RDF", 30), ("RDF", 20), ("RDF", 40)])

    def test_each_fault_of_a_manifest_is_found(self):
        whole = self.files["manifest.json"].decode()
        one = part_of(b"x", "a.nq", 1)
        for text, code in ((whole[:-20], "manifest.syntax"),
                           (whole.replace('manifest": 1', 'manifest": 2'), "manifest.version"),
                           (manifest_of([one | {"name": "../plain.nq"}]), "manifest.name"),
                           (manifest_of([one], quads=7), "manifest.sum")):
            self.manifest.write_text(text)
            self.assertEqual(self.codes(), {code})

    def test_a_changed_part_and_an_incomplete_run_are_found(self):
        part = self.folder / "out/part-7f-000002.nq.gz"
        data = part.read_bytes()
        part.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        self.manifest.write_text(json.dumps(json.loads(self.manifest.read_text()) | {"complete": False}))
        report = self.validate("out", 1)
        self.assertEqual({group["code"]: group["severity"] for group in report["findings"]},
                         {"manifest.part": "error", "manifest.incomplete": "warning"})
        # Nothing of that part was checked.
        self.assertEqual([one["quads"] for one in report["checked"]["documents"]], [30, 20])
