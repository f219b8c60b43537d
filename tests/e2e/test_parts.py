"""Several files of one dataset: parts, mirrors, or one that replaces another.

What is told before anything is downloaded, what is assumed and said so, and what is missing.
The data of each file is other data, so that nothing can come out right by chance.
"""

import gzip
import hashlib
import io
import json
import zipfile

from harness import ProgramTest, dataset_of, triples
from descriptions import dcat, distribution, schema_jsonld, turtle, void
from semantic_sitemap import dataset, endpoint, publish
from web import Answer

SITE = "http://www.example.com"
DATASET = f"{SITE}/data#set"
NT = "application/n-triples"
TTL = "text/turtle"


class PartsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.lines = {}

    def file(self, path, start, count=3, host=None):
        """A file of triples that no other file has."""
        lines = triples(count, start=start)
        data = "".join(lines).encode()
        if path.endswith(".gz"):
            data = gzip.compress(data, mtime=0)
        (host or self.site).add(path, data=data)
        self.lines[path] = lines
        return data

    def of(self, *paths):
        return dataset_of([line for path in paths for line in self.lines[path]], DATASET)

    def describe(self, *statements):
        self.site.add("/void.ttl", type=TTL, text=turtle(*statements))

    def get(self, *arguments):
        return self.fetch(*arguments, url=f"{SITE}/void.ttl")

    def assert_got(self, result, *paths, code=0):
        self.assert_dataset(result, self.of(*paths))
        self.assertEqual(result.code, code, result)
        self.assertEqual(result.report["totals"]["complete"], code == 0)

    def assert_told(self, result, *words):
        told = json.dumps([one["notes"] for one in result.report["datasets"]])
        for word in words:
            self.assertIn(word, told)

    def asked(self, path):
        return sum(one.path == path and one.method == "GET" for one in self.web.log)


class SeveralDumps(PartsTest):
    def test_parts_are_assumed_and_that_is_said(self):
        self.file("/1.nt", 0), self.file("/2.nt", 10)
        self.describe(void(DATASET, dumps=[f"{SITE}/1.nt", f"{SITE}/2.nt"]))
        result = self.get()
        self.assert_got(result, "/1.nt", "/2.nt")
        self.assert_told(result, "assumed", "--dump-semantics mirrors")
        plan = self.plan("--no-head", url=f"{SITE}/void.ttl")
        self.assertEqual((plan["datasets"][0]["dumps"]["meaning"],
                          plan["datasets"][0]["dumps"]["assumed"]), ("parts", True))
        text = self.run_program("plan", f"{SITE}/void.ttl", "--no-head", "--delay", "0",
                                *self.web.connect_to_args()).out.decode()
        self.assertIn("2 dumps are parts: assumed", text)

    def test_of_a_sitemap_too(self):
        self.file("/1.nt", 0), self.file("/2.nt", 10)
        publish(self.site, dataset(uri=DATASET, dumps=[f"{SITE}/1.nt", f"{SITE}/2.nt"]))
        result = self.fetch()
        self.assert_got(result, "/1.nt", "/2.nt")
        self.assert_told(result, "assumed")

    def test_one_name_in_several_syntaxes_is_one_file(self):
        for names in (("/all.nt.gz", "/all.ttl"), ("/all.rdf", "/all.nt.gz"),
                      ("/all.nt", "/all.nt.gz"), ("/all.nt.gz", "/all.nt.bz2")):
            with self.subTest(names):
                for number, name in enumerate(names):
                    self.file(name, 10 * number)
                self.describe(void(DATASET, dumps=[f"{SITE}{name}" for name in names]))
                plan = self.plan("--no-head", url=f"{SITE}/void.ttl")
                self.assertEqual(plan["datasets"][0]["dumps"]["meaning"], "mirrors")
                self.assertNotIn("assumed", plan["datasets"][0]["dumps"])
                [[*mirrors]] = plan["datasets"][0]["ways"][0]["parts"]
                self.assertEqual({one["url"] for one in mirrors},
                                 {f"{SITE}{name}" for name in names})
                before = len(self.web.log)
                result = self.get()
                self.assertEqual(result.code, 0, result)
                self.assertEqual(len(result.quads), 3)
                asked = [one.path for one in self.web.log[before:]
                         if one.path in names and one.method == "GET"]
                self.assertEqual(len(asked), 1, "decided before anything is downloaded")

    def test_numbered_names_are_parts(self):
        self.file("/data-1.nt", 0), self.file("/data-2.nt", 10), self.file("/data-2.ttl", 20)
        self.describe(void(DATASET, dumps=[f"{SITE}/data-1.nt", f"{SITE}/data-2.nt",
                                           f"{SITE}/data-2.ttl"]))
        self.assert_got(self.get(), "/data-1.nt", "/data-2.nt")

    def test_one_name_in_two_folders_is_two_files(self):
        self.file("/a/dump.nt", 0), self.file("/b/dump.ttl", 10)
        self.describe(void(DATASET, dumps=[f"{SITE}/a/dump.nt", f"{SITE}/b/dump.ttl"]))
        self.assert_got(self.get(), "/a/dump.nt", "/b/dump.ttl")

    def test_a_published_checksum_makes_mirrors(self):
        data = self.file("/one.nt", 0)
        self.site.add("/two.nt", data=data)
        sums = {"checksum": ("sha256", hashlib.sha256(data).hexdigest()), "type": NT}
        self.describe(dcat(DATASET, "D", distribution(f"{SITE}/one.nt", **sums),
                           distribution(f"{SITE}/two.nt", **sums)))
        self.assert_got(self.get(), "/one.nt")
        self.assertEqual(self.asked("/one.nt") + self.asked("/two.nt"), 1)

    def test_a_missing_part_is_missing(self):
        self.file("/1.nt", 0)
        self.describe(void(DATASET, dumps=[f"{SITE}/1.nt", f"{SITE}/2.nt"]))
        self.assert_got(self.get(), "/1.nt", code=1)

    def test_semantics_by_option(self):
        self.file("/all.nt", 0), self.file("/all.ttl", 10)
        self.describe(void(DATASET, dumps=[f"{SITE}/all.nt", f"{SITE}/all.ttl"]))
        self.assert_got(self.get("--dump-semantics", "parts"), "/all.nt", "/all.ttl")
        self.file("/other.ttl", 10)
        self.describe(void(DATASET, dumps=[f"{SITE}/all.nt", f"{SITE}/other.ttl"]))
        result = self.get("--dump-semantics", "mirrors")
        self.assertEqual((result.code, len(result.quads)), (0, 3), result)


class IdenticalBytes(PartsTest):
    """A part that turns out to be another one once more."""

    TEXT = "".join(triples(2)) + '_:b <http://data.example/value> "blank" .\n'

    def setUp(self):
        super().setUp()
        for path in ("/1.nt", "/2.nt"):
            self.site.add(path, text=self.TEXT)
        self.file("/3.nt", 10)
        self.describe(void(DATASET, dumps=[f"{SITE}/{number}.nt" for number in (1, 2, 3)]))

    def test_at_another_place_the_same_bytes_may_say_something_else(self):
        """Relative references (RFC 3986 §5.1), a base of their own, graphs named by the place."""
        relative = "<> <http://data.example/value> <#x> . _:b <http://data.example/value> <y> ."
        absolute = "@prefix d: <http://data.example/> . d:a d:value d:b ; d:c [ d:value 1 ] ."
        based = "@base <http://data.example/> . <> <value> <#x> ."
        for text, options, count in ((relative, (), 4), (absolute, (), 3), (based, (), 1),
                                     (absolute, ("--graph", "source"), 6)):
            with self.subTest(text, options=options):
                for path in ("/one/a.ttl", "/two/b.ttl"):
                    self.site.add(path, text=text, type="text/turtle")
                self.describe(void(DATASET, dumps=[f"{SITE}/one/a.ttl", f"{SITE}/two/b.ttl"]))
                result = self.get("--fresh", *options)
                self.assertEqual((result.code, len(result.quads)), (0, count), result)

    def assert_once(self, result):
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(result.quads), 3 + 3)
        [row] = [one for one in result.report["sources"] if one.get("code")]
        self.assertEqual((row["code"], row["outcome"], row["quads"]),
                         ("part.same-bytes", "whole", 0))
        self.assertIn("once more", result.errors)

    def test_its_quads_come_once(self):
        for to in ("out.nq", "out.nq.gz", "-"):
            with self.subTest(to):
                self.assert_once(self.fetch(url=f"{SITE}/void.ttl", to=to))

    def test_without_a_length(self):
        for path in ("/1.nt", "/2.nt"):
            self.site.add(path, text=self.TEXT, chunked=True)
        self.assert_once(self.get())

    def test_one_more_byte_is_another_file(self):
        self.site.add("/2.nt", text=self.TEXT + "\n")
        result = self.get()
        self.assertEqual(len(result.quads), 3 + 1 + 3, "the blank node is another one")

    def test_a_refresh_that_finds_them_different(self):
        arguments = ("fetch", f"{SITE}/void.ttl", "-o", self.folder / "out.nq", "--delay", "0",
                     *self.web.connect_to_args())
        for path in ("/1.nt", "/2.nt"):
            self.site.add(path, text=self.TEXT, etag='"old"')
        self.assertEqual(self.run_program(*arguments).code, 0)
        self.file("/1.nt", 50)  # only the one that was kept is another one now
        result = self.run_program(*arguments, output=self.folder / "out.nq")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(result.quads), 3 + 3 + 3)


class Subsets(PartsTest):
    def subset(self, name, *dumps, more=""):
        said = "".join(f"; void:dataDump <{SITE}{dump}> " for dump in dumps)
        return f"<{SITE}/{name}> a void:Dataset {said}{more}."

    def whole(self, *names, more=""):
        subsets = ", ".join(f"<{SITE}/{name}>" for name in names)
        return f"<{DATASET}> a void:Dataset ; void:subset {subsets} {more}."

    def test_all_dumps_of_each(self):
        for number in range(4):
            self.file(f"/{number}.nt", 10 * number)
        self.describe(self.whole("a", "b"), self.subset("a", "/0.nt", "/1.nt"),
                      self.subset("b", "/2.nt", "/3.nt"))
        self.assert_got(self.get(), "/0.nt", "/1.nt", "/2.nt", "/3.nt")

    def test_forms_of_one_dump_of_a_subset(self):
        self.file("/0.nt", 0), self.file("/0.ttl", 10), self.file("/1.nt", 20)
        self.describe(self.whole("a"), self.subset("a", "/0.nt", "/0.ttl", "/1.nt"))
        self.assert_got(self.get(), "/0.nt", "/1.nt")

    def assert_missing(self, result, *names):
        self.assertEqual(result.code, 1, result)
        [row] = [one for one in result.report["datasets"] if one["uri"] == DATASET]
        self.assertFalse(row["complete"])
        self.assertEqual(set(row["missing"]), {f"{SITE}/{name}" for name in names})
        for name in names:
            self.assertIn(f"{SITE}/{name}", result.errors)

    def test_subsets_without_data_are_missing(self):
        self.file("/0.nt", 0)
        self.describe(self.whole("a", "b", "c"), self.subset("a", "/0.nt"), self.subset("b"))
        result = self.get()
        self.assert_missing(result, "b", "c")
        self.assert_dataset(result, self.of("/0.nt"))
        plan = self.plan("--no-head", url=f"{SITE}/void.ttl")
        self.assertEqual(set(plan["datasets"][0]["ways"][0]["missing"]),
                         {f"{SITE}/b", f"{SITE}/c"})

    def test_a_prefix_is_no_data(self):
        self.file("/0.nt", 0)
        self.describe(self.whole("a", "b"), self.subset("a", "/0.nt"),
                      self.subset("b", more=f'; void:uriSpace "{SITE}/id/" '))
        self.assert_missing(self.get("--only", "fragments"), "b")

    def test_linksets_and_partitions_are_no_share(self):
        self.file("/0.nt", 0)
        self.describe(
            self.whole("a", "links", "people", "names",
                       more=f"; void:classPartition <{SITE}/people> "),
            self.subset("a", "/0.nt"), f"<{SITE}/links> a void:Linkset .",
            f"<{SITE}/people> a void:Dataset ; void:class <{SITE}/Person> .",
            f"<{SITE}/names> a void:Dataset ; void:property foaf:name .")
        self.assert_got(self.get(), "/0.nt")

    def test_subsets_of_subsets(self):
        self.file("/0.nt", 0), self.file("/1.nt", 10), self.file("/x.nt", 20)
        # "b" has a dump, so that its own subset adds nothing; "c" is what its subsets are.
        self.describe(self.whole("b", "c"), self.subset("b", "/0.nt", more=f"; void:subset <{SITE}/x> "),
                      self.subset("x", "/x.nt"),
                      self.subset("c", more=f"; void:subset <{SITE}/d>, <{SITE}/e> "),
                      self.subset("d", "/1.nt"), self.subset("e"))
        result = self.get()
        self.assert_missing(result, "e")
        self.assert_dataset(result, self.of("/0.nt", "/1.nt"))

    def test_a_dump_of_its_own_makes_it_whole(self):
        self.file("/all.nt", 0), self.file("/0.nt", 10)
        self.describe(self.whole("a", "b", more=f"; void:dataDump <{SITE}/all.nt> "),
                      self.subset("a", "/0.nt"), self.subset("b"))
        self.assert_got(self.get(), "/all.nt")

    def test_its_own_endpoint_comes_before_subsets_that_are_not_all(self):
        self.file("/0.nt", 0)
        lines = triples(9, start=50)
        self.site.serve("/sparql", endpoint(lines))
        self.describe(self.whole("a", "b", more=f"; void:sparqlEndpoint <{SITE}/sparql> "),
                      self.subset("a", "/0.nt"), self.subset("b"))
        result = self.get()
        self.assertEqual(result.code, 0, result)
        self.assertEqual({one["way"] for one in result.report["datasets"]}, {"sparql"})
        self.assertEqual(len(result.quads), 9)

    def test_a_subset_with_an_endpoint_is_known(self):
        self.file("/0.nt", 0)
        self.site.serve("/sparql", endpoint(triples(2, start=50)))
        self.describe(self.whole("a", "b"), self.subset("a", "/0.nt"),
                      self.subset("b", more=f"; void:sparqlEndpoint <{SITE}/sparql> "))
        result = self.get()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(result.quads), 5)


class Distributions(PartsTest):
    def dist(self, path, title=None, issued=None, more="", type=TTL):
        said = f'; dcterms:title "{title}" ' if title else ""
        said += f'; dcterms:issued "{issued}"^^xsd:date ' if issued else ""
        return distribution(f"{SITE}{path}", type=type)[:-2] + f"{said}{more} ]"

    def test_of_one_type_they_are_parts(self):
        self.file("/north.nt", 0), self.file("/south.nt", 10)
        self.describe(dcat(DATASET, "D", self.dist("/north.nt", "North", "2024-01-01", type=NT),
                           self.dist("/south.nt", "South", "2024-02-01", type=NT)))
        result = self.get()
        self.assert_got(result, "/north.nt", "/south.nt")
        self.assert_told(result, "assumed", "one media type")

    def test_a_later_one_of_the_same_title_replaces(self):
        self.file("/old.nt", 0), self.file("/new.nt", 10)
        self.describe(dcat(DATASET, "D", self.dist("/old.nt", "All", "2024-01-01", type=NT),
                           self.dist("/new.nt", "All", "2024-02-01", type=NT)))
        result = self.get()
        self.assert_got(result, "/new.nt")
        self.assert_told(result, "/old.nt is left out", "2024-02-01 is after 2024-01-01")
        self.assertIn("/old.nt is left out", result.errors)
        self.assertEqual(self.asked("/old.nt"), 0)

    def test_one_title_in_one_language_and_two_in_another(self):
        self.file("/north.nt", 0), self.file("/south.nt", 10)
        both = (("/north.nt", "Nord", "2024-01-01"), ("/south.nt", "Süd", "2024-02-01"))
        self.describe(dcat(DATASET, "D", *(
            self.dist(path, "All", date, f'; dcterms:title "{german}"@de', type=NT)
            for path, german, date in both)))
        self.assert_got(self.get(), "/north.nt", "/south.nt")

    def test_of_other_types_they_are_forms(self):
        self.file("/a.nt", 0), self.file("/b.ttl", 10)
        self.describe(dcat(DATASET, "D", self.dist("/a.nt", type=NT), self.dist("/b.ttl")))
        self.assert_got(self.get(), "/a.nt")

    def test_parts_in_two_forms(self):
        for number, path in enumerate(("/1.nt", "/2.nt", "/1.ttl", "/2.ttl")):
            self.file(path, 10 * number)
        self.site.remove("/2.nt")
        self.describe(dcat(DATASET, "D", self.dist("/1.nt", type=NT), self.dist("/2.nt", type=NT),
                           self.dist("/1.ttl"), self.dist("/2.ttl")))
        self.assert_got(self.get(), "/1.nt", "/2.ttl")

    def test_a_missing_part(self):
        self.file("/1.nt", 0)
        self.describe(dcat(DATASET, "D", self.dist("/1.nt", type=NT),
                           self.dist("/2.nt", type=NT)))
        self.assert_got(self.get(), "/1.nt", code=1)

    def zipped(self, path, start):
        lines = triples(3, start=start)
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("data.nt", "".join(lines))
        self.site.add(path, data=out.getvalue())
        self.lines[path] = lines

    def assert_parts(self, *paths, type=None, add=None):
        for number, path in enumerate(paths):
            (add or self.file)(path, 10 * number)
        self.describe(dcat(DATASET, "D", *(self.dist(path, f"Part {path[-1]}", type=type)
                                           for path in paths)))
        result = self.fetch("--graph", "none", url=f"{SITE}/void.ttl")
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, dataset_of(sum((self.lines[one] for one in paths), [])))
        self.assert_told(result, "assumed", "or of none that tells")

    def test_of_one_packing_or_no_type_they_are_parts(self):
        for type, paths in {"application/zip": ("/z/1", "/z/2"), None: ("/1.zip", "/2.zip", "/3.zip")
                            }.items():
            with self.subTest(type):
                self.assert_parts(*paths, type=type, add=self.zipped)
        self.assert_parts("/dl/1", "/dl/2")
        self.assert_parts("/dl/x.gz", "/dl/y.gz", type="application/gzip")

    def test_schema_org_without_a_format(self):
        self.file("/dl/1", 0), self.file("/dl/2", 10)
        self.site.add("/page", type="text/html", text=schema_jsonld(
            DATASET, "D", [{"contentUrl": f"{SITE}/dl/{one}"} for one in (1, 2)]))
        result = self.fetch(url=f"{SITE}/page")
        self.assert_got(result, "/dl/1", "/dl/2")

    def test_zips_beside_rdf(self):
        self.file("/a.nt", 0), self.zipped("/b.zip", 10), self.zipped("/c.zip", 20)
        zips = [self.dist(path, type="application/zip") for path in ("/b.zip", "/c.zip")]
        self.describe(dcat(DATASET, "D", self.dist("/a.nt", type=NT), *zips))
        result = self.fetch("--graph", "none", url=f"{SITE}/void.ttl")
        self.assertEqual((result.code, len(result.quads)), (0, 9), result)
        self.assert_told(result, "assumed")
        self.describe(dcat(DATASET, "D", self.dist("/a.nt", type=NT), zips[0]))
        result = self.get("--fresh")
        self.assert_got(result, "/a.nt")
        self.assert_told(result, "/b.zip is left out")

    def test_one_checksum_that_agrees_and_one_that_does_not(self):
        self.file("/1.nt", 0), self.file("/2.nt", 10)
        self.site.add("/2.nt", data="".join(self.lines["/2.nt"]).encode())
        same = 'spdx:checksum [ spdx:algorithm spdx:checksumAlgorithm_md5 ; ' \
            f'spdx:checksumValue "{"0" * 32}" ] '
        one, two = (self.dist(path, type=NT, more="; " + same + ', [ spdx:algorithm '
                              'spdx:checksumAlgorithm_sha256 ; spdx:checksumValue '
                              f'"{self.digest(path)}" ] ') for path in ("/1.nt", "/2.nt"))
        self.describe(dcat(DATASET, "D", one, two))
        self.assert_got(self.get(), "/1.nt", "/2.nt")

    def digest(self, path):
        return hashlib.sha256("".join(self.lines[path]).encode()).hexdigest()


class DumpsBesideDistributions(PartsTest):
    """VoID and DCAT of one dataset: what is not the same data is another part."""

    def assert_parts(self, dumps, distributions, *got):
        self.describe(void(DATASET, dumps=[SITE + one for one in dumps]),
                      dcat(DATASET, "D", *(distribution(SITE + path, type=type)
                                           for path, type in distributions)))
        result = self.get()
        self.assert_got(result, *got)
        return result

    def setUp(self):
        super().setUp()
        for number in range(1, 5):
            self.file(f"/{number}.nt", 10 * number)

    def test_one_dump_beside_several_parts(self):
        result = self.assert_parts(["/3.nt"], [("/1.nt", NT), ("/2.nt", NT)],
                                   "/1.nt", "/2.nt", "/3.nt")
        self.assert_told(result, "assumed: 3 dumps and distributions are parts")

    def test_one_that_is_among_the_parts(self):
        self.assert_parts(["/1.nt"], [("/1.nt", NT), ("/2.nt", NT)], "/1.nt", "/2.nt")
        self.file("/1.nt.gz", 10)
        self.assert_parts(["/1.nt.gz"], [("/1.nt", NT), ("/2.nt", NT)], "/1.nt", "/2.nt")

    def test_several_dumps_beside_distributions(self):
        self.assert_parts(["/1.nt", "/2.nt"], [("/3.nt", NT)], "/1.nt", "/2.nt", "/3.nt")
        self.assert_parts(["/1.nt", "/2.nt"], [("/2.nt", NT), ("/3.nt", NT), ("/4.nt", NT)],
                          "/1.nt", "/2.nt", "/3.nt", "/4.nt")
        self.file("/all.ttl", 90)
        result = self.assert_parts(["/1.nt", "/2.nt"], [("/all.ttl", TTL)], "/1.nt", "/2.nt")
        self.assert_told(result, "/all.ttl is left out", "another type")

    def test_one_of_each(self):
        self.assert_parts(["/1.nt"], [("/2.nt", NT)], "/1.nt", "/2.nt")
        self.file("/all.ttl", 90)
        self.assert_parts(["/1.nt"], [("/all.ttl", TTL)], "/1.nt")


class Undescribed(PartsTest):
    """What a catalogue or a dataset only names is looked up, or missing."""

    def setUp(self):
        super().setUp()
        self.file("/1.nt", 0), self.file("/2.nt", 10)
        self.one = dcat(DATASET, "D", distribution(f"{SITE}/1.nt", type=NT))
        self.two = dcat(f"{SITE}/two", "E", distribution(f"{SITE}/2.nt", type=NT))

    def catalogue(self, *said):
        self.describe(f"<#c> a dcat:Catalog ; dcat:dataset <{DATASET}> .", self.one, *said)
        return self.get()

    def assert_missing(self, result, *words):
        self.assertEqual(result.code, 1, result)
        self.assertFalse(result.report["totals"]["complete"], result)
        for word in words:
            self.assertIn(word, json.dumps(result.report["problems"]))

    def test_datasets_and_catalogues(self):
        for said in ("dcat:dataset <two>", "dcat:catalog <two>", "dcterms:hasPart <two>"):
            with self.subTest(said):
                self.site.add("/two", type=TTL, text=turtle(
                    self.two if "dataset" in said else
                    f"<two> a dcat:Catalog ; dcat:dataset <two#it> .\n"
                    + self.two.replace("/two>", "/two#it>")))
                result = self.catalogue(f"<#c> {said} .")
                self.assertEqual((result.code, len(result.quads)), (0, 6), result)
                for answer in ({"status": 404}, {"type": "text/html", "text": "<title>x</title>"}):
                    self.site.add("/two", **answer)
                    result = self.catalogue(f"<#c> {said} .")
                    self.assert_missing(result, "that nothing describes", f"{SITE}/two")
                    self.assertEqual(len(result.quads), 3)

    def test_of_another_site(self):
        result = self.catalogue("<#c> dcat:dataset <http://b.example/two> .")
        self.assert_missing(result, "names 1 dataset that nothing describes: http://b.example/two")

    def test_distributions(self):
        self.site.add("/two", type=TTL, text=turtle(
            f"<two> a dcat:Distribution ; dcat:downloadURL <2.nt> ; dcat:mediaType "
            f"<http://www.iana.org/assignments/media-types/{NT}> ."))
        result = self.catalogue(f"<{DATASET}> dcat:distribution <two> .")
        self.assertEqual((result.code, len(result.quads)), (0, 6), result)
        self.site.remove("/two")
        self.assert_missing(self.catalogue(f"<{DATASET}> dcat:distribution <two> ."),
                            "1 distribution that nothing describes", f"{SITE}/two")

    def test_a_file_where_its_description_should_stand(self):
        result = self.catalogue(f"<{DATASET}> dcat:distribution <2.nt> .")
        self.assertEqual((result.code, len(result.quads)), (0, 6), result)

    def test_subsets(self):
        self.site.add("/sub.ttl", type=TTL, text=turtle(void(f"{SITE}/sub.ttl#s", dumps=[f"{SITE}/2.nt"])))
        self.describe(void(DATASET, more="; void:subset <#a>, <sub.ttl#s> "),
                      void(f"{SITE}/void.ttl#a", dumps=[f"{SITE}/1.nt"]))
        self.assert_got(self.get(), "/1.nt", "/2.nt")
        self.site.remove("/sub.ttl")
        self.assert_got(self.get(), "/1.nt", code=1)

    def test_a_dataset_that_a_catalogue_says_next_to_nothing_of(self):
        stub = f"<#c> dcat:dataset <two> . <two> a dcat:Dataset ; dcterms:title 'E' ."
        self.site.add("/two", type=TTL, text=turtle(self.two))
        result = self.catalogue(stub)
        self.assertEqual((result.code, len(result.quads)), (0, 6), result)
        # That there is no more of it is no loss: the catalogue says that it is all.
        self.site.remove("/two")
        result = self.catalogue(stub)
        self.assertEqual((result.code, len(result.quads)), (0, 3), result)

    def test_more_distributions_than_are_looked_at(self):
        self.site.serve("/p", lambda form, headers: Answer(
            type=NT, text="".join(triples(1, start=100 + int(form["n"])))))
        result = self.catalogue(*(
            f"<{DATASET}> dcat:distribution [ dcat:downloadURL <p?n={n}> ; dcat:mediaType "
            f"<http://www.iana.org/assignments/media-types/{NT}> ] ." for n in range(1000)))
        self.assert_missing(result, "only the first 1000 distributions")


class Estimates(PartsTest):
    def test_what_does_not_hold_is_noted(self):
        data = self.file("/1.nt", 0)
        self.describe(void(DATASET, dumps=[f"{SITE}/1.nt"], more="; void:triples 1000 "),
                      dcat(DATASET, "D", distribution(f"{SITE}/1.nt", type=NT, size=7)))
        result = self.get()
        self.assert_got(result, "/1.nt")
        self.assert_told(result, f"{len(data)} bytes came; its description says 7",
                         "3 quads came; its description says 1,000 (void:triples)")
        self.assertIn("1,000 (void:triples)", result.errors)

    def test_what_holds_is_not(self):
        data = self.file("/1.nt", 0)
        self.describe(void(DATASET, dumps=[f"{SITE}/1.nt"], more="; void:triples 3 "),
                      dcat(DATASET, "D", distribution(f"{SITE}/1.nt", type=NT, size=len(data))))
        result = self.get()
        self.assert_got(result, "/1.nt")
        self.assertNotIn("estimate", json.dumps(result.report))
