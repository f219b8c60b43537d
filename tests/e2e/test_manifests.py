"""A manifest stands for its parts, each of which is what the manifest says or is not read (docs/parts.md)."""

import json
import os

import harness
from harness import ProgramTest, dataset_of, triples

from manifests import files_of, manifest_of, part_of, write_files
from small_store import SmallStore
import quads

LINES = triples(90)
TEXTS = ["".join(LINES[:30]), "".join(LINES[30:50]), "".join(LINES[50:])]
SHARED = ["_:a <http://a.example/p> \"1\" .\n", "_:a <http://a.example/p> \"2\" .\n"]


class ManifestTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.files = files_of(TEXTS)
        write_files(self.files, self.folder / "out")

    def damage(self, name, data=None):
        """Another part with the same length."""
        file = self.folder / "out" / name
        whole = file.read_bytes()
        file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]) if data is None else data)

    def rewrite(self, **changes):
        file = self.folder / "out/manifest.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | changes))

    def serve(self, files, folder="/lod/"):
        for name, data in files.items():
            self.site.add(folder + name, type="application/octet-stream", data=data)
        return f"http://www.example.com{folder}manifest.json"


class Read(ManifestTest):
    def test_path_folder_and_url_stand_for_the_parts_in_their_order(self):
        (self.folder / "out/part-0e-000001.nq").write_text("<urn:no> <urn:no> <urn:no> .\n")
        (self.folder / "all/other").mkdir(parents=True)
        write_files(self.files, self.folder / "all/other/run")
        url = self.serve(self.files)
        for name in ("out/manifest.json", "out", "out/", f"file://{self.folder}/out/", "all", url):
            result = self.run_program("convert", name, *self.web.connect_to_args())
            self.assertEqual(result.code, 0, (name, result))
            self.assertEqual(result.out.decode(), "".join(LINES), name)
        self.assertIn("all: 1 manifest of parts", self.run_program("convert", "all").errors)

    def test_it_stands_among_files_of_a_folder(self):
        write_files(self.files, self.folder / "all/b")
        for name in ("a", "c"):
            (self.folder / f"all/{name}.nt").write_text(f"<urn:{name}> <urn:b> <urn:c> .\n")
        result = self.run_program("convert", "all")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(result.out.decode(), "<urn:a> <urn:b> <urn:c> .\n" + "".join(LINES) +
                         "<urn:c> <urn:b> <urn:c> .\n")

    def test_one_label_in_several_parts_is_one_node_of_the_document_at_the_manifest(self):
        files = files_of(SHARED)
        write_files(files, self.folder / "shared")
        url = self.serve(files)
        for name, base in (("shared", f"file://{self.folder}/shared/manifest.json"), (url, url)):
            result = self.run_program("convert", name, "--graph", "source",
                                      *self.web.connect_to_args())
            self.assertEqual(result.code, 0, result)
            subjects = {quad[0] for quad in quads.read_dataset(result.out)}
            self.assertEqual(len(subjects), 1, result.out)
            graphs = {quad[3] for quad in quads.read_dataset(result.out)}
            self.assertEqual(graphs, {("iri", base)})

    def test_other_json_of_that_name_is_a_document(self):
        text = '{"@id": "http://a.example/app", "http://a.example/p": "1", "manifest": true}'
        (self.folder / "out/manifest.json").write_text(text)
        self.site.add("/manifest.json", type="application/ld+json", text=text)
        for name in ("out/manifest.json", "http://www.example.com/manifest.json"):
            result = self.run_program("convert", name, *self.web.connect_to_args())
            self.assertEqual(result.code, 0, result)
            self.assertEqual(result.out, b'<http://a.example/app> <http://a.example/p> "1" .\n')

    def test_one_without_parts_is_an_empty_output(self):
        write_files(files_of([]), self.folder / "none")
        result = self.run_program("convert", "none", "-o", "none.nq")
        self.assertEqual(result.code, 0, result)
        self.assertEqual((self.folder / "none.nq").read_bytes(), b"")

    def test_slice_and_index_read_it(self):
        plain = self.folder / "plain.nq"
        plain.write_text("".join(LINES))
        for name in ("out", "plain.nq"):
            result = self.run_program("slice", name, "-o", f"{name}.slices.nq")
            self.assertEqual(result.code, 0, result)
            result = self.run_program("convert", name, "--graph", "http://g.example/", "-o",
                                      f"{name}.graph.nq")
            self.assertEqual(result.code, 0, result)
        self.assertEqual((self.folder / "out.slices.nq").read_bytes(),
                         (self.folder / "plain.nq.slices.nq").read_bytes())
        graph = self.folder / "out.graph.nq"
        half = graph.read_text().splitlines(keepends=True)
        write_files(files_of(["".join(half[:40]), "".join(half[40:])]), self.folder / "g")
        result = self.run_program("index", "g", "--index", "g.index")
        self.assertEqual(result.code, 0, result)
        self.assertIn("1 document;", result.errors)

    def test_a_document_made_by_the_schema_of_the_docs(self):
        import jsonschema
        text = (harness.ROOT / "docs/parts.md").read_text("utf-8")
        schema = json.loads(text.split("```json\n")[1].split("```")[0])
        jsonschema.Draft202012Validator.check_schema(schema)
        check = jsonschema.Draft202012Validator(schema)
        good = json.loads(self.files["manifest.json"])
        check.validate(good)
        # What the schema refuses, the program refuses, too.
        for path, value in (("name", "../a.nq"), ("name", "a/.b"), ("quads", -1),
                            ("bytes", 2**63), ("sha256", "0" * 63), ("name", 7)):
            bad = json.loads(self.files["manifest.json"])
            bad["parts"][0][path] = value
            self.assertFalse(check.is_valid(bad), (path, value))
            (self.folder / "out/manifest.json").write_text(json.dumps(bad))
            result = self.run_program("convert", "out")
            self.assertEqual((result.code, result.out), (3, b""), (path, value, result))


class Refused(ManifestTest):
    def test_nothing_of_a_part_with_other_bytes_is_taken(self):
        self.damage("part-7f-000001.nq.gz")
        self.files["part-7f-000001.nq.gz"] = (self.folder / "out/part-7f-000001.nq.gz").read_bytes()
        url = self.serve(self.files)
        for name in ("out", url):
            result = self.run_program("convert", name, *self.web.connect_to_args())
            self.assertEqual(result.code, 3, result)
            self.assertEqual(result.out.decode(), TEXTS[0] + TEXTS[2], name)
            self.assertIn("[manifest.part]", result.errors)
            self.assertIn("has the SHA-256", result.errors)

    def test_what_can_be_seen_of_files_stops_the_command_before_it_begins(self):
        name = "part-7f-000001.nq.gz"
        part, outside = self.folder / "out" / name, self.folder / "outside.nq.gz"
        outside.write_bytes(part.read_bytes())
        for change, said in (
                (lambda: part.write_bytes(b""), "has 0 bytes, but its manifest says"),
                (part.unlink, "is not there"),
                (lambda: part.symlink_to(outside), "leads out of the folder")):
            change()
            for command in (["convert", "-o", "x.nq"], ["slice", "-o", "x.nq"],
                            ["index", "--index", "x.index"], ["load", "--to", "http://127.0.0.1:9/"]):
                result = self.run_program(*command, "out")
                self.assertEqual(result.code, 3, (command, result))
                self.assertIn(said, result.errors)
                self.assertIn("[manifest.part]", result.errors)
        self.assertEqual(sorted(os.listdir(self.folder)), ["out", "outside.nq.gz"])

    def test_a_part_of_a_server_that_is_missing_or_of_another_length(self):
        url = self.serve(self.files)
        self.site.remove("/lod/part-7f-000000.nq.gz")
        for body in (b"", self.files["part-7f-000002.nq.gz"] + b"x"):
            self.site.add("/lod/part-7f-000002.nq.gz", type="application/gzip", data=body)
            result = self.run_program("convert", url, *self.web.connect_to_args())
            self.assertEqual(result.code, 3, result)
            self.assertEqual(result.out.decode(), TEXTS[1])
            self.assertIn("404", result.errors)
            self.assertIn("[manifest.part]", result.errors)

    def test_a_manifest_that_cannot_be_gone_by_stops_the_command(self):
        whole = self.files["manifest.json"].decode()
        one = part_of(b"x", "a.nq", 1)
        for text, code in ((whole[:-20], "manifest.syntax"), ("{" + whole, "manifest.syntax"),
                           (whole.replace('manifest": 1', 'manifest": 2'), "manifest.version"),
                           (manifest_of([one, one]), "manifest.name"),
                           (manifest_of([one | {"name": "../plain.nq"}]), "manifest.name"),
                           (manifest_of([one | {"name": "/etc/passwd"}]), "manifest.name"),
                           (manifest_of([one | {"name": "http://b.example/a.nq"}]), "manifest.name"),
                           (manifest_of([one], quads=7), "manifest.sum"),
                           (manifest_of([one | {"bytes": 2**63 - 1}] + [part_of(b"xy", "b.nq", 1)],
                                        bytes=0), "manifest.sum")):
            (self.folder / "out/manifest.json").write_text(text)
            self.site.add("/lod/manifest.json", type="application/json", text=text)
            for name in ("out", "http://www.example.com/lod/manifest.json"):
                result = self.run_program("convert", name, "-o", "x.nq", *self.web.connect_to_args())
                self.assertEqual(result.code, 3, (text[:80], result))
                self.assertIn(f"[{code}]", result.errors)
                self.assertFalse((self.folder / "x.nq").exists())

    def test_an_incomplete_one_is_read_and_told(self):
        self.rewrite(complete=False)
        for arguments in (["convert", "out", "-o", "x.nq"], ["slice", "out", "-o", "y.nq"]):
            result = self.run_program(*arguments)
            self.assertEqual(result.code, 1, result)
            self.assertIn("[manifest.incomplete]", result.errors)
            quiet = self.run_program(*arguments, "-q")
            self.assertEqual(quiet.code, 1, quiet)
            self.assertIn("[manifest.incomplete]", quiet.errors)
        self.assertEqual((self.folder / "x.nq").read_text(), "".join(LINES))

    def test_other_quads_than_it_says_are_told(self):
        parts = json.loads(self.files["manifest.json"])["parts"]
        parts[0]["quads"] += 1
        (self.folder / "out/manifest.json").write_text(manifest_of(parts))
        result = self.run_program("convert", "out")
        self.assertEqual(result.code, 1, result)
        self.assertIn("it has 30 quads, but its manifest says 31 [manifest.part]", result.errors)


class Load(ManifestTest):
    def setUp(self):
        super().setUp()
        self.store = self.enterContext(SmallStore())

    def load(self, *arguments):
        return self.run_program("load", *arguments, "--to", self.store.base, "--retry-delay", "0.05",
                                *self.web.connect_to_args())

    def test_its_state_lies_beside_it_and_knows_parts_by_their_digests(self):
        result = self.load("out")
        self.assertEqual(result.code, 0, result)
        self.assertTrue((self.folder / "out/manifest.json.load").exists())
        self.assertEqual(self.store.dataset(), dataset_of(LINES))
        # The same bytes with other times are the same parts.
        for name in self.files:
            os.utime(self.folder / "out" / name, (1, 1))
        again = self.load("out")
        self.assertIn("everything is loaded already", again.errors)
        write_files(files_of(TEXTS[:2] + [TEXTS[2] + "<urn:a> <urn:b> <urn:c> .\n"]),
                    self.folder / "out")
        other = self.load("out")
        self.assertEqual(other.code, 3, other)
        self.assertIn("not what it was", other.errors)

    def test_parts_of_the_web_replace_no_graph_of_another_host(self):
        graph = "http://other.example/g"
        text = f'<http://a.example/s> <http://a.example/p> "new" <{graph}> .\n'
        (self.folder / "old.nq").write_text(text.replace("new", "old"))
        self.assertEqual(self.load("old.nq").code, 0)
        result = self.load(self.serve(files_of([text])), "--replace", "--state", "x.load")
        self.assertEqual(result.code, 1, result)
        self.assertIn("load.foreign-graph", result.errors)
        self.assertEqual([quad[2][1] for quad in self.store.dataset()], ["old"])

    def test_lists_of_changes_want_the_file(self):
        (self.folder / "c.nqp").write_text("")
        result = self.load("out", "--changes", "c.nqp")
        self.assertEqual(result.code, 2, result)
        self.assertIn("not its parts", result.errors)
