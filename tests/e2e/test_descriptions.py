"""Datasets as VoID, DCAT, schema.org, service descriptions, Metalink and listings have them.

Fact sheet: dataset discovery §4 to §7 and §11. What is expected comes from the data that the
sites serve, never from what the program says.
"""

import copy
import gzip
import hashlib
import json
import resource
import shutil
import subprocess

from harness import ProgramTest, dataset_of, triples
import quads
from catalogue import tarred, zipped
from descriptions import (apache_listing, dcat, distribution, lighttpd_listing, metalink,
                          nginx_listing, schema_jsonld, schema_microdata, schema_rdfa, service,
                          turtle, void)
from nginx import free_port, start_nginx
from semantic_sitemap import dataset, endpoint, publish, sitemap
from web import Answer, redirect

SITE = "http://www.example.com"
DATASET = f"{SITE}/data#set"
WELL_KNOWN = "/.well-known/void"
NT = "application/n-triples"


class DescriptionTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.lines = triples(20)
        self.expected = dataset_of(self.lines, DATASET)
        self.site.add("/dump.nt.gz", data=self.packed(self.lines))
        self.site.add("/dump.nt", text="".join(self.lines))

    @staticmethod
    def packed(lines):
        return gzip.compress("".join(lines).encode(), mtime=0)

    def describe(self, path, *statements):
        self.site.add(path, text=turtle(*statements), type="text/turtle")

    def assert_fetched(self, result, expected=None, way="dump"):
        self.assert_dataset(result, self.expected if expected is None else expected)
        self.assertEqual(result.code, 0, result)
        self.assertEqual({one["way"] for one in result.report["datasets"] if one["way"]}, {way})

    def asked(self, path, method="GET"):
        return sum(one.path == path and one.method == method for one in self.web.log)

    def urls(self, plan, way="dump", number=0):
        """The parts of a way, each a list of its mirrors' URLs."""
        [option] = [one for one in plan["datasets"][number]["ways"] if one["way"] == way]
        return [[mirror["url"] for mirror in part] for part in option["parts"]]


class SamePlan(DescriptionTest):
    """§11: one concept, several vocabularies, one plan."""

    def comparable(self, plan):
        [one] = copy.deepcopy(plan["datasets"])
        one.pop("sitemap")
        for way in one["ways"]:
            for part in way["parts"]:
                for mirror in part:
                    mirror.pop("said", None)
        return one

    def test_sitemap_and_void(self):
        facts = {"dumps": [f"{SITE}/dump.nt.gz"], "endpoints": [f"{SITE}/sparql"],
                 "prefixes": [f"{SITE}/id/"], "samples": [f"{SITE}/id/1"]}
        publish(self.site, dataset(uri=DATASET, label="Tools", **facts).replace(
            "  </sc:dataset>", "<lastmod>2024-05-01</lastmod><changefreq>weekly</changefreq>"
                               "</sc:dataset>"))
        by_sitemap = self.plan()
        self.assertEqual(self.asked(WELL_KNOWN), 0, "the sitemap was enough")
        self.site.remove("/sitemap.xml")
        self.site.remove("/robots.txt")
        self.describe(WELL_KNOWN, void(
            DATASET, "Tools", **facts,
            more='; dcterms:modified "2024-05-01"^^xsd:date ; dcterms:accrualPeriodicity '
                 "<http://publications.europa.eu/resource/authority/frequency/WEEKLY>"))
        by_void = self.plan()
        self.assertEqual(self.comparable(by_void), self.comparable(by_sitemap))
        self.assertEqual(by_void["datasets"][0]["chosen"], "dump")
        self.assertEqual(len(by_void["datasets"][0]["ways"]), 3)

    def test_all_four(self):
        publish(self.site, dataset(uri=DATASET, label="Tools", dumps=[f"{SITE}/dump.nt.gz"],
                                   endpoints=[f"{SITE}/sparql"]))
        plans = {"sitemap": self.comparable(self.plan())}
        self.describe("/void", void(DATASET, "Tools", dumps=[f"{SITE}/dump.nt.gz"],
                                    endpoints=[f"{SITE}/sparql"]))
        self.describe("/dcat", dcat(DATASET, "Tools", distribution(
            f"{SITE}/dump.nt.gz", type=NT, compress="application/gzip"),
            service(f"{SITE}/sparql")))
        downloads = [{"contentUrl": f"{SITE}/dump.nt.gz",
                      "encodingFormat": "application/n-triples+gzip"},
                     {"contentUrl": f"{SITE}/sparql", "encodingFormat": "application/sparql-query",
                      "usageInfo": "https://www.w3.org/TR/sparql11-query/"}]
        self.site.add("/schema", type="text/html",
                      text=schema_jsonld(DATASET, "Tools", downloads))
        for name in ("void", "dcat", "schema"):
            plans[name] = self.comparable(self.plan(url=f"{SITE}/{name}"))
            self.assertEqual(plans[name], plans["sitemap"], name)


class Void(DescriptionTest):
    def test_at_the_registered_place(self):
        self.site.add(WELL_KNOWN, answers=[redirect("/void.ttl")])  # §4.1: 302 suggested
        self.describe("/void.ttl", void(DATASET, "Tools", dumps=[f"{SITE}/dump.nt.gz"]))
        self.assert_fetched(self.fetch())
        self.assertEqual(self.asked(WELL_KNOWN), 1)

    def test_the_registered_place_is_asked_once_and_only_where_it_is_allowed(self):
        self.plan(code=3)
        self.assertEqual(self.asked(WELL_KNOWN), 1)
        result = self.run_program("plan", f"{SITE}/", f"{SITE}/robots.txt", "--delay", "0",
                                  *self.web.connect_to_args())
        self.assertEqual(result.code, 3, result)
        self.assertEqual(self.asked(WELL_KNOWN), 2, "once for each site and run")
        self.site.add("/robots.txt", text="User-agent: *\nDisallow: /.well-known/\n")
        self.plan(code=3)
        self.assertEqual(self.asked(WELL_KNOWN), 2, "against robots.txt")

    def test_by_the_iri_that_a_sitemap_names(self):
        publish(self.site, dataset(uri=DATASET, label="Tools"))
        self.describe("/data", void(DATASET, dumps=[f"{SITE}/dump.nt.gz"]))
        self.assert_fetched(self.fetch())
        self.assertEqual(self.asked("/data"), 1)

    def test_the_iri_is_left_alone_where_the_sitemap_names_a_way(self):
        publish(self.site, dataset(uri=DATASET, label="Tools", dumps=[f"{SITE}/dump.nt"]))
        self.describe("/data", void(DATASET, dumps=[f"{SITE}/dump.nt"],
                                    endpoints=[f"{SITE}/sparql"]))
        self.assertEqual(len(self.plan()["datasets"][0]["ways"]), 1)
        self.assertEqual(self.asked("/data"), 0)
        self.assertEqual([way["way"] for way in self.plan("--descriptions")["datasets"][0]["ways"]],
                         ["dump", "sparql"])
        self.assertEqual(self.asked("/data"), 1)

    def test_several_datasets_of_one_host_stay_apart(self):
        other = triples(5, "http://data.example/other")
        self.site.add("/other.nt", text="".join(other))
        self.describe("/void.ttl", void(f"{SITE}/1", "One", dumps=[f"{SITE}/dump.nt"]),
                      void(f"{SITE}/2", "Two", dumps=[f"{SITE}/other.nt"],
                           endpoints=[f"{SITE}/sparql"]))
        plan = self.plan(url=f"{SITE}/void.ttl")
        self.assertEqual([one["uri"] for one in plan["datasets"]], [f"{SITE}/1", f"{SITE}/2"])
        self.assertEqual([len(one["ways"]) for one in plan["datasets"]], [1, 2])
        self.assert_fetched(self.fetch(url=f"{SITE}/void.ttl"),
                            dataset_of(self.lines, f"{SITE}/1") | dataset_of(other, f"{SITE}/2"))

    def test_several_dumps_are_parts_unless_the_user_knows_better(self):
        second = triples(5, start=20)
        self.site.add("/more.nt", text="".join(second))
        self.describe("/void.ttl",
                      void(DATASET, dumps=[f"{SITE}/dump.nt", f"{SITE}/more.nt"]))
        self.assert_fetched(self.fetch(url=f"{SITE}/void.ttl"),
                            dataset_of(self.lines + second, DATASET))
        plan = self.plan("--dump-semantics", "mirrors", url=f"{SITE}/void.ttl")
        self.assertEqual(len(self.urls(plan)), 1)

    def test_subsets_are_fragments_in_either_direction(self):
        # §4.3: the Note's own example has the linkset as subject of void:subset.
        links = triples(3, "http://data.example/link")
        self.site.add("/part.nt", text="".join(self.lines))
        self.site.add("/links.nt", text="".join(links))
        self.describe(
            "/void.ttl",
            f"<{DATASET}> a void:Dataset ; void:subset <{SITE}/part> .",
            f"<{SITE}/part> a void:Dataset ; void:dataDump <{SITE}/part.nt> .",
            f"<{SITE}/links> a void:Linkset ; void:subset <{DATASET}> ; "
            f"void:dataDump <{SITE}/links.nt> .")
        self.assert_fetched(self.fetch(url=f"{SITE}/void.ttl"),
                            dataset_of(self.lines + links, DATASET), "fragments")

    def test_a_page_or_document_says_which_dataset_it_belongs_to(self):
        self.describe("/data", void(DATASET, "Tools", dumps=[f"{SITE}/dump.nt.gz"]))
        self.describe("/item", f"<{SITE}/item> void:inDataset <{DATASET}> ; dcterms:title \"x\" .")
        self.site.add("/page", type="text/html", text=(
            '<!doctype html><html prefix="void: http://rdfs.org/ns/void#"><body>'
            f'<a rel="void:inDataset" href="{DATASET}">our data</a></body></html>'))
        for path in ("/item", "/page"):
            with self.subTest(path):
                self.assert_fetched(self.fetch(url=SITE + path))

    def test_what_is_said_of_other_documents_leads_nowhere(self):
        # A dump may say of each of its documents which dataset it is in (§4.1).
        self.describe("/all.ttl", f"<{SITE}/other> void:inDataset <{DATASET}> .")
        plan = self.plan(url=f"{SITE}/all.ttl")
        self.assertEqual(self.urls(plan), [[f"{SITE}/all.ttl"]])
        self.assertEqual(self.asked("/data"), 0)

    def test_the_root_page_counts_once_nothing_else_speaks_for_the_site(self):
        self.site.add("/", type="text/html", text=schema_jsonld(
            DATASET, "Tools", [{"contentUrl": "/dump.nt", "encodingFormat": NT}]))
        self.assert_fetched(self.fetch())


class Dcat(DescriptionTest):
    def fetch_catalogue(self, *distributions, more=""):
        self.describe("/catalog.ttl", dcat(DATASET, "Tools", *distributions, more=more))
        return self.fetch(url=f"{SITE}/catalog.ttl")

    def test_the_best_distribution_is_taken(self):
        plain = distribution(f"{SITE}/dump.ttl", type="text/turtle")
        self.describe("/catalog.ttl", dcat(
            DATASET, "Tools", distribution(f"{SITE}/table.csv", type="text/csv"), plain,
            distribution(f"{SITE}/dump.rdf", type="application/rdf+xml"),
            distribution(f"{SITE}/dump.nt", type=NT),
            distribution(f"{SITE}/dump.nt.gz", type=NT, compress="application/gzip")))
        plan = self.plan("--no-head", url=f"{SITE}/catalog.ttl")
        self.assertEqual(self.urls(plan), [[f"{SITE}/dump.nt.gz", f"{SITE}/dump.nt",
                                            f"{SITE}/dump.ttl", f"{SITE}/dump.rdf"]])
        self.assert_fetched(self.fetch(url=f"{SITE}/catalog.ttl"))
        self.assertEqual(self.asked("/dump.nt"), 0)

    def test_literal_media_types_and_odd_sizes(self):
        # §6: literals such as "text/turtle" and "1.5 MB" are common and wrong.
        self.describe("/catalog.ttl", f"""<{DATASET}> a dcat:Dataset ; dcat:distribution
  [ dcat:downloadURL <{SITE}/get?format=nt> ; dcat:mediaType "application/n-triples" ;
    dcat:byteSize "1.5 MB" ] .""")
        plan = self.plan("--no-head", url=f"{SITE}/catalog.ttl")
        [[mirror]] = plan["datasets"][0]["ways"][0]["parts"]
        self.assertEqual(mirror["said"]["bytes"], 1_500_000)
        self.assertEqual(mirror["said"]["media_type"], NT)
        [told] = plan["profile"]["descriptions"]
        self.assertEqual([note["code"] for note in told["notes"]], ["dcat.media-type"])
        # The size is a hint: another one is no fault.
        self.site.add("/get?format=nt", text="".join(self.lines), type=NT)
        self.assert_fetched(self.fetch(url=f"{SITE}/catalog.ttl"))

    def test_packages(self):
        files = {"a/one.nt": "".join(self.lines[:7]).encode(),
                 "a/two.nt": "".join(self.lines[7:]).encode(), "README": b"read me\n"}
        for name, data, said in (
                ("dump.tar.gz", tarred(files, "w:gz"),
                 {"package": "application/x-tar", "compress": "application/gzip"}),
                ("dump.zip", zipped(files), {"package": "application/zip"})):
            with self.subTest(name):
                self.site.add("/" + name, data=data)
                digest = hashlib.sha256(data).hexdigest()
                self.assert_fetched(self.fetch_catalogue(distribution(
                    f"{SITE}/{name}", type=NT, checksum=("sha256", digest), **said)))
                # The end of a zip archive is read only for its checksum.
                result = self.fetch_catalogue(distribution(
                    f"{SITE}/{name}", type=NT, checksum=("sha256", digest[::-1]), **said))
                self.assertEqual(result.source(f"{SITE}/{name}")["code"], "fetch.checksum")
                self.assertEqual(result.code, 1, result)

    def test_a_right_checksum(self):
        data = self.packed(self.lines)
        for name, function in (("md5", hashlib.md5), ("sha1", hashlib.sha1),
                               ("sha256", hashlib.sha256), ("sha512", hashlib.sha512)):
            with self.subTest(name):
                result = self.fetch_catalogue(distribution(
                    f"{SITE}/dump.nt.gz", type=NT, checksum=(name, function(data).hexdigest())))
                self.assert_fetched(result)
                self.assertEqual(result.source(f"{SITE}/dump.nt.gz")["verified"].replace("-", ""),
                                 name)

    def test_a_wrong_checksum_falls_through_to_the_next_distribution(self):
        result = self.fetch_catalogue(
            distribution(f"{SITE}/dump.nt.gz", type=NT, checksum=("sha256", "00" * 32)),
            distribution(f"{SITE}/dump.nt", type=NT))
        self.assert_dataset(result, self.expected)
        self.assertEqual(result.source(f"{SITE}/dump.nt.gz")["code"], "fetch.checksum")
        self.assertEqual(result.outcomes("dump")[f"{SITE}/dump.nt"], "whole")
        self.assertIn(f"{SITE}/catalog.ttl describes", result.errors)

    def test_a_wrong_checksum_falls_through_to_the_next_way(self):
        self.site.serve("/sparql", endpoint(self.lines))
        result = self.fetch_catalogue(
            distribution(f"{SITE}/dump.nt.gz", type=NT, checksum=("sha1", "00" * 20)),
            service(f"{SITE}/sparql"))
        self.assert_dataset(result, self.expected)
        self.assertEqual(result.report["datasets"][0]["way"], "sparql")

    def test_a_checksum_of_the_packed_file_is_not_that_of_what_a_coding_undid(self):
        data = self.packed(self.lines)
        self.site.add("/dump.nt.gz", data=data, type="application/n-triples",
                      headers={"Content-Encoding": "gzip"})
        self.assert_fetched(self.fetch_catalogue(distribution(
            f"{SITE}/dump.nt.gz", type=NT,
            checksum=("sha256", hashlib.sha256(data).hexdigest()))))

    def test_a_checksum_of_a_plain_file_that_comes_coded_unasked(self):
        plain = "".join(self.lines).encode()
        self.site.add("/dump.nt", data=self.packed(self.lines), type=NT,
                      headers={"Content-Encoding": "gzip"})
        for name, data in (("right", plain), ("wrong", plain[1:])):
            with self.subTest(name):
                result = self.fetch_catalogue(distribution(
                    f"{SITE}/dump.nt", type=NT,
                    checksum=("sha256", hashlib.sha256(data).hexdigest())))
                self.assertEqual(result.source(f"{SITE}/dump.nt").get("code", ""),
                                 "" if name == "right" else "fetch.checksum")
                if name == "right":
                    self.assert_fetched(result)
                    # The length that was announced is of the coded bytes.
                    source = result.source(f"{SITE}/dump.nt")
                    self.assertEqual((source["got"]["bytes"], source["expected"]["bytes"]),
                                     (len(plain), None))

    def test_several_urls_of_one_distribution_are_mirrors(self):
        mirror = self.web.host("mirror.example.net", address="127.0.0.2")
        mirror.add("/d.nt", text="".join(self.lines))
        self.site.add("/broken.nt", status=500)
        self.assert_fetched(self.fetch_catalogue(distribution(
            f"{SITE}/dump.nt", "http://mirror.example.net/d.nt", type=NT)))

    def test_an_access_url_is_never_taken_for_the_bytes(self):
        self.describe("/catalog.ttl", f"""<{DATASET}> a dcat:Dataset ; dcat:distribution
  [ dcat:accessURL <{SITE}/dump.nt> ], {distribution(f"{SITE}/dump.nt.gz", type=NT)} .""")
        plan = self.plan("--no-head", url=f"{SITE}/catalog.ttl")
        self.assertEqual(self.urls(plan), [[f"{SITE}/dump.nt.gz"]])
        self.assertIn("accessURL", plan["datasets"][0]["notes"][0])

    def test_a_description_of_datasets_without_a_way_says_so(self):
        dataset = f"<{DATASET}> a dcat:Dataset ; dcat:distribution [ dcat:accessURL <{SITE}/x> ] ."
        catalogue = f"<{SITE}/> a dcat:Catalog ; dcat:dataset <{DATASET}> ."
        told = f"{SITE}/d.ttl describes 1 dataset, and names no file, endpoint or prefix of it"
        for name, statements, code in (("alone", [dataset], 0),
                                       ("in a catalogue", [dataset, catalogue], 1)):
            with self.subTest(name):
                self.describe("/d.ttl", *statements)
                plan = self.run_program("plan", f"{SITE}/d.ttl", "--delay", "0",
                                        *self.web.connect_to_args())
                self.assertEqual(plan.code, code, plan)
                self.assertIn(told, plan.out.decode())
                self.assertIn("accessURL", plan.out.decode())
                result = self.fetch(url=f"{SITE}/d.ttl")
                self.assertEqual(result.code, code, result)
                self.assertIn(told, result.errors)
                self.assertEqual(result.report["totals"]["complete"], code == 0)
                # The description comes all the same.
                self.assertEqual(len(result.quads), 3 if code == 0 else 5)
        # A catalogue one of whose datasets has a way names the other one itself.
        self.describe("/d.ttl", catalogue, f"<{SITE}/> dcat:dataset <{SITE}/e> .", dataset,
                      f"<{SITE}/e> a dcat:Dataset ; dcat:distribution "
                      f"{distribution(f'{SITE}/dump.nt', type=NT)} .")
        result = self.fetch(url=f"{SITE}/d.ttl")
        self.assertEqual(result.code, 1, result)
        self.assertNotIn("names no file", result.errors)

    def test_a_catalogue_with_pages_and_datasets_described_elsewhere(self):
        self.describe("/catalog", f"<{SITE}/catalog> a dcat:Catalog ; dcat:dataset <{SITE}/a#it> .",
                      f"<{SITE}/catalog?1> hydra:next <{SITE}/catalog?2> .")
        self.describe("/catalog?2", f"<{SITE}/catalog> dcat:dataset <{SITE}/b#it> .",
                      dcat(f"{SITE}/b#it", "B", distribution(f"{SITE}/dump.nt", type=NT)),
                      f"<{SITE}/catalog?2> hydra:next <{SITE}/catalog?1> .")
        self.describe("/catalog?1", f"<{SITE}/catalog?1> hydra:next <{SITE}/catalog?2> .")
        self.describe("/a", dcat(f"{SITE}/a#it", "A", distribution(f"{SITE}/dump.nt.gz", type=NT)))
        plan = self.plan("--no-head", url=f"{SITE}/catalog", code=1)
        self.assertEqual({one["uri"] for one in plan["datasets"]}, {f"{SITE}/a#it", f"{SITE}/b#it"})
        self.assertIn("in a circle", "".join(plan["profile"]["problems"]))
        self.assertEqual([self.asked(path) for path in ("/catalog", "/catalog?2", "/a")], [1, 1, 1])

    def test_endless_pages_come_to_an_end(self):
        def page(fields, headers):
            number = int(fields.get("page", "0"))
            return Answer(type="text/turtle", text=turtle(
                dcat(f"{SITE}/{number}", str(number), distribution(f"{SITE}/{number}.nt")),
                f"<{SITE}/all?page={number}> hydra:next <{SITE}/all?page={number + 1}> ."))

        self.site.serve("/all", page)
        plan = self.plan("--no-head", url=f"{SITE}/all", code=1)
        self.assertEqual(len(plan["datasets"]), 101)
        self.assertIn("more than 100 documents", "".join(plan["profile"]["problems"]))

    def test_only_the_current_version_is_got(self):
        old, new = f"{SITE}/v1", f"{SITE}/v2"
        self.describe("/catalog.ttl", dcat(old, "One", distribution(f"{SITE}/old.nt", type=NT)),
                      dcat(new, "Two", distribution(f"{SITE}/dump.nt", type=NT),
                           more=f"; dcat:previousVersion <{old}>"))
        self.site.add("/old.nt", text="".join(triples(1)))
        self.assert_fetched(self.fetch(url=f"{SITE}/catalog.ttl"), dataset_of(self.lines, new))
        plan = self.plan(url=f"{SITE}/catalog.ttl")
        self.assertIn(f"{old} is left out", plan["left_out"][0])
        plan = self.plan("--dataset", old, url=f"{SITE}/catalog.ttl")
        self.assertEqual(self.urls(plan), [[f"{SITE}/old.nt"]])


class SchemaOrg(DescriptionTest):
    def test_every_syntax_of_a_page(self):
        # §7: the habitual +gzip; the profile's own example calls a .ttl.gz plain text/turtle.
        for encoding in ("application/n-triples+gzip", NT):
            downloads = [{"contentUrl": "/dump.nt.gz", "encodingFormat": encoding},
                         {"contentUrl": "/table.csv", "encodingFormat": "text/csv"}]
            for write in (schema_jsonld, schema_rdfa, schema_microdata):
                with self.subTest(f"{write.__name__}, {encoding}"):
                    self.site.add("/about", type="text/html",
                                  text=write(DATASET, "Tools", downloads))
                    self.assert_fetched(self.fetch(url=f"{SITE}/about"))

    def test_either_scheme_of_the_vocabulary(self):
        for context in ("http://schema.org/", "https://schema.org"):
            with self.subTest(context):
                self.site.add("/about", type="text/html", text=schema_jsonld(
                    DATASET, "Tools", [{"contentUrl": f"{SITE}/dump.nt", "encodingFormat":
                                        f"https://www.iana.org/assignments/media-types/{NT}"}],
                    context=context))
                self.assert_fetched(self.fetch(url=f"{SITE}/about"))

    def test_sha256(self):
        digest = hashlib.sha256(self.packed(self.lines)).hexdigest()
        for told, code in ((digest.upper(), 0), ("ab" * 32, 1)):
            self.site.add("/about", type="text/html", text=schema_jsonld(
                DATASET, "Tools", [{"contentUrl": f"{SITE}/dump.nt.gz", "encodingFormat": NT,
                                    "sha256": told, "contentSize": "12 MB"}]))
            result = self.fetch(url=f"{SITE}/about")
            self.assertEqual(result.code, code, result)
            self.assertEqual(result.source(f"{SITE}/dump.nt.gz").get("code", ""),
                             "fetch.checksum" if code else "")

    def test_a_page_with_tables_only_is_a_page(self):
        publish(self.site, dataset(uri=DATASET, dumps=[f"{SITE}/dump.nt"]))
        self.site.add("/about", type="text/html", text=schema_jsonld(
            f"{SITE}/t", "Table", [{"contentUrl": "/t.csv", "encodingFormat": "text/csv"}]))
        self.assert_fetched(self.fetch("--no-guess", url=f"{SITE}/about"))


class ServiceDescription(DescriptionTest):
    def serve(self, description, graphs):
        """An endpoint: `graphs` has the lines of each name, None for the default graph."""
        answers = {name: endpoint(lines, name) for name, lines in graphs.items()}

        def answer(fields, headers):
            if "query" not in fields:
                return Answer(type="text/turtle", text=turtle(description))
            for name, one in answers.items():
                if name and f"<{name}>" in fields["query"]:
                    return one(fields, headers)
            return answers.get(None, endpoint([]))(fields, headers)

        self.site.serve("/sparql", answer)

    def test_a_default_graph(self):
        self.serve(f"[] a sd:Service ; sd:endpoint <{SITE}/sparql> ; sd:defaultDataset "
                   f"[ a sd:Dataset ; sd:defaultGraph <{DATASET}> ] .", {None: self.lines})
        self.assert_fetched(self.fetch(url=f"{SITE}/sparql"), way="sparql")

    def test_an_endpoint_that_says_next_to_nothing(self):
        self.serve(f"<{SITE}/service> a sd:Service ; sd:endpoint <{SITE}/sparql> .",
                   {None: self.lines})
        result = self.fetch("--graph", "none", url=f"{SITE}/sparql")
        self.assert_fetched(result, dataset_of(self.lines), "sparql")

    def test_named_graphs_whose_union_is_the_default_graph_come_once(self):
        # §5: with UnionDefaultGraph, exporting the default graph duplicates every other one.
        one, two = "http://data.example/g1", "http://data.example/g2"
        other = triples(4, "http://data.example/other")
        self.serve(
            f"[] a sd:Service ; sd:endpoint <{SITE}/sparql> ; sd:feature sd:UnionDefaultGraph ; "
            f"sd:defaultDataset [ a sd:Dataset ; sd:defaultGraph [ a sd:Graph ] ; "
            f"sd:namedGraph [ sd:name <{one}> ], [ sd:name <{two}> ] ] .",
            {None: self.lines + other, one: self.lines, two: other})
        self.assert_fetched(self.fetch(url=f"{SITE}/sparql"),
                            dataset_of(self.lines, one) | dataset_of(other, two), "sparql")

    def test_the_form_that_an_endpoint_shows_to_people(self):
        def answer(fields, headers):
            if "query" in fields:
                return endpoint(self.lines)(fields, headers)
            if "text/turtle" in headers.get("Accept", ""):
                return Answer(type="text/turtle", text=turtle(
                    f"[] a sd:Service ; sd:endpoint <{SITE}/sparql> ; sd:defaultDataset "
                    f"[ sd:defaultGraph <{DATASET}> ] ."))
            return Answer(type="text/html", text='<!doctype html><html><body><form>'
                                                 '<textarea name="query"></textarea></form>')

        self.site.serve("/sparql", answer)
        self.assert_fetched(self.fetch(url=f"{SITE}/sparql"), way="sparql")


class Lists(DescriptionTest):
    def setUp(self):
        super().setUp()
        self.halves = self.lines[:9], self.lines[9:]
        self.both = dataset_of(self.lines)

    def fetch_list(self, url):
        return self.fetch("--graph", "own", url=url)

    def test_metalink(self):
        mirror = self.web.host("mirror.example.net", address="127.0.0.2")
        data = [self.packed(half) for half in self.halves]
        mirror.add("/1.nt.gz", data=data[0])
        self.site.add("/1.nt.gz", status=404)
        self.site.add("/2.nt.gz", data=data[1])
        hashes = [{"sha-256": hashlib.sha256(one).hexdigest()} for one in data]
        self.site.add("/all.meta4", type="application/metalink4+xml", text=metalink(
            ("1.nt.gz", [("http://mirror.example.net/1.nt.gz", 2), (f"{SITE}/1.nt.gz", 1)],
             hashes[0], len(data[0])),
            ("2.nt.gz", [(f"{SITE}/2.nt.gz", None)], hashes[1], None),
            ("readme.txt", [(f"{SITE}/readme.txt", 1)], {}, None)))
        plan = self.plan("--no-head", url=f"{SITE}/all.meta4")
        self.assertEqual(self.urls(plan), [
            [f"{SITE}/1.nt.gz", "http://mirror.example.net/1.nt.gz"], [f"{SITE}/2.nt.gz"]])
        result = self.fetch_list(f"{SITE}/all.meta4")
        self.assert_fetched(result, self.both)

    def test_metalink_with_a_file_that_cannot_be_had(self):
        self.site.add("/1.nt", text="".join(self.lines))
        files = [("1.nt", [(f"{SITE}/1.nt", 1)], {}, None), ("2.nt", [], {}, None)]
        self.site.add("/all.meta4", type="application/metalink4+xml", text=metalink(*files))
        self.describe("/void.ttl", void(DATASET, dumps=[f"{SITE}/all.meta4"]))
        for url in (f"{SITE}/all.meta4", f"{SITE}/void.ttl"):
            with self.subTest(url):
                result = self.fetch("--fresh", "--graph", "none", url=url)
                self.assertEqual(result.code, 1, result)
                self.assertFalse(result.report["totals"]["complete"])
                self.assertIn("2.nt has no URL", json.dumps(result.report["problems"]))
                self.assert_dataset(result, self.both)

    def test_metalink_with_a_wrong_hash(self):
        self.site.add("/1.nt", text="".join(self.lines))
        self.site.add("/all.meta4", type="application/metalink4+xml", text=metalink(
            ("1.nt", [(f"{SITE}/1.nt", 1)], {"sha-1": "0" * 40}, None)))
        result = self.fetch_list(f"{SITE}/all.meta4")
        self.assertEqual(result.source(f"{SITE}/1.nt")["code"], "fetch.checksum")

    def test_metalink_with_a_wrong_size(self):  # RFC 5854 §4.2.14: the size is exact
        text = "".join(self.lines)
        self.site.add("/1.nt", text="".join(self.halves[0]))
        self.site.add("/whole.nt", text=text)
        self.site.add("/all.meta4", type="application/metalink4+xml", text=metalink(
            ("1.nt", [(f"{SITE}/1.nt", 1)], {}, len(text))))
        result = self.fetch_list(f"{SITE}/all.meta4")
        self.assertEqual(result.code, 1, result)
        self.assertEqual(result.source(f"{SITE}/1.nt")["code"], "fetch.wrong-length")
        # A mirror that has all of it makes up for it; a digest that agrees says more than a size.
        whole = hashlib.sha256(text.encode()).hexdigest()
        for urls, hashes, size in (
                ([(f"{SITE}/1.nt", 1), (f"{SITE}/whole.nt", 2)], {}, len(text)),
                ([(f"{SITE}/whole.nt", 1)], {"sha-256": whole}, 7)):
            self.site.add("/all.meta4", type="application/metalink4+xml", text=metalink(
                ("1.nt", urls, hashes, size)))
            result = self.fetch("--graph", "own", "--fresh", url=f"{SITE}/all.meta4")
            self.assert_fetched(result, self.both)

    def test_the_dump_of_a_description_may_be_a_metalink(self):
        self.site.add("/all.meta4", type="application/metalink4+xml", text=metalink(
            ("dump.nt", [(f"{SITE}/dump.nt", 1)], {}, None)))
        self.describe("/void.ttl", void(DATASET, dumps=[f"{SITE}/all.meta4"]))
        self.assert_fetched(self.fetch(url=f"{SITE}/void.ttl"))

    def test_a_distribution_whose_type_is_that_of_a_metalink(self):
        self.site.add("/files", type="application/metalink4+xml", text=metalink(
            ("dump.nt", [(f"{SITE}/dump.nt", 1)], {}, None)))
        for media_type in ("application/metalink4+xml", "application/metalink+xml"):
            self.describe("/dcat.ttl", f"<{DATASET}> a dcat:Dataset ; dcat:distribution [ a dcat:Distribution ; "
                          f"dcat:downloadURL <{SITE}/files> ; dcat:mediaType "
                          f"<https://www.iana.org/assignments/media-types/{media_type}> ] .")
            self.assert_fetched(self.fetch("--fresh", url=f"{SITE}/dcat.ttl"))

    def test_folders_as_three_servers_list_them(self):
        for number, half in enumerate(self.halves):
            self.site.add(f"/data/part%20{number}.nt.gz", data=self.packed(half))
        names = ["old/", "part%200.nt.gz", "part%201.nt.gz", "README.txt", "all.zip.sha256",
                 "http://elsewhere.example/x.nt", "/above.nt", "old/deeper.nt", "..%2Fx.nt"]
        for write in (apache_listing, nginx_listing, lighttpd_listing):
            with self.subTest(write.__name__):
                self.site.add("/data/", type="text/html", text=write("/data/", names))
                plan = self.plan("--no-head", url=f"{SITE}/data/", code=1)
                self.assertEqual(self.urls(plan), [[f"{SITE}/data/part%200.nt.gz"],
                                                   [f"{SITE}/data/part%201.nt.gz"]])
                result = self.fetch_list(f"{SITE}/data/")
                self.assert_dataset(result, self.both)
                self.assertEqual(result.code, 1, "the folder in it is left alone")
                self.assertIn(f"1 folder in it was not looked into: {SITE}/data/old/", result.errors)

    def test_a_file_that_is_there_packed_and_plain_comes_once(self):
        self.site.add("/data/", type="text/html",
                      text=nginx_listing("/data/", ["dump.nt", "dump.nt.gz"]))
        self.site.add("/data/dump.nt", text="".join(self.lines))
        self.site.add("/data/dump.nt.gz", data=self.packed(self.lines))
        self.assert_fetched(self.fetch_list(f"{SITE}/data/"), self.both)
        self.assertEqual(self.asked("/data/dump.nt"), 0)

    def test_a_description_may_name_a_folder(self):
        self.site.add("/data/", type="text/html", text=apache_listing("/data/", ["dump.nt"]))
        self.site.add("/data/dump.nt", text="".join(self.lines))
        self.describe("/void.ttl", void(DATASET, dumps=[f"{SITE}/data/"]))
        self.assert_fetched(self.fetch(url=f"{SITE}/void.ttl"))

    def test_a_page_that_only_speaks_of_an_index_is_a_page(self):
        self.site.add("/x/", type="text/html",
                      text="<title>Index of authors</title><a href='dump.nt'>a</a>")
        self.plan("--no-guess", url=f"{SITE}/x/", code=3)


NGINX = """worker_processes 1;
pid nginx.pid;
error_log error.log warn;
events { worker_connections 64; }
http {
  access_log off;
  client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4;
  scgi_temp_path t5;
  types { text/html html; text/plain txt; }
  server { listen 127.0.0.1:PORT; root site; autoindex on; }
}
"""


class RealListing(DescriptionTest):
    """A folder as nginx itself lists it, also at the root of a site."""

    def setUp(self):
        super().setUp()
        for folder in ("site", "site/my data", "site/my data/deeper"):
            (self.folder / folder).mkdir()
            for number, half in enumerate((self.lines[:9], self.lines[9:])):
                (self.folder / folder / f"part é {number}.nt.gz").write_bytes(self.packed(half))
            (self.folder / folder / "README.txt").write_text("read me\n")
        self.port = free_port()
        start_nginx(self, self.folder, NGINX, self.port)

    def test_every_file_comes_once(self):
        for path in ("/", "/my%20data/", "/my%20data"):  # the last one is redirected
            with self.subTest(path):
                result = self.fetch("--graph", "own", url=f"http://127.0.0.1:{self.port}{path}")
                self.assert_dataset(result, dataset_of(self.lines))
                self.assertEqual(result.code, 1, "the folder in it is left alone")
                self.assertIn("1 folder in it was not looked into", result.errors)
                self.assertEqual(len(result.outcomes()), 2)


class Inspected(DescriptionTest):
    """What `inspect` shows of a description: what it says, and nothing that it leads to."""

    def inspect(self, path):
        result = self.run_program("inspect", f"{SITE}{path}", *self.web.connect_to_args())
        self.assertEqual(result.code, 0, result)
        return [json.loads(line) for line in result.out.splitlines()]

    def test_each_dataset_is_a_line(self):
        dump = f"{SITE}/dump.nt"
        self.describe("/void.ttl", void(DATASET, dumps=[dump]), void(f"{DATASET}2", dumps=[dump]))
        *datasets, summary = self.inspect("/void.ttl")
        self.assertEqual([one["uri"] for one in datasets], [DATASET, f"{DATASET}2"])
        self.assertEqual([[dump["url"] for dump in one["dumps"]] for one in datasets],
                         [[dump], [dump]])
        self.assertEqual((summary["kind"], summary["describes"], summary["datasets"]),
                         ("summary", "VoID", 2))
        self.assertEqual(self.asked("/dump.nt"), 0)

    def test_a_page_shows_the_dataset_in_it(self):
        self.site.add("/page", type="text/html", text=schema_page(f"{SITE}/dump.nt"))
        kinds = [one["kind"] for one in self.inspect("/page")]
        self.assertEqual(kinds, ["dataset", "summary"])


def schema_page(dump):
    return ('<!doctype html><title>Data</title><script type="application/ld+json">'
            + json.dumps({"@context": "https://schema.org/", "@type": "Dataset", "name": "Data",
                          "distribution": {"@type": "DataDownload", "contentUrl": dump}})
            + "</script>")


class Local(DescriptionTest):
    def test_a_description_beside_its_dump(self):
        (self.folder / "void.ttl").write_text(turtle(
            f"<{DATASET}> a void:Dataset ; void:dataDump <dump.nt> ."))
        (self.folder / "dump.nt").write_text("".join(self.lines))
        self.assert_fetched(self.fetch(url=self.folder / "void.ttl"))

    def test_a_description_from_the_web_names_no_local_file(self):
        (self.folder / "dump.nt").write_text("".join(self.lines))
        self.describe("/void.ttl", void(DATASET, dumps=[(self.folder / "dump.nt").as_uri()]))
        result = self.fetch(url=f"{SITE}/void.ttl")
        self.assertIsNone(result.quads)
        self.assertEqual(result.code, 3, result)


class Hostile(DescriptionTest):
    """What no description may bring about."""

    def test_many_parts_cost_no_quadratic_time(self):
        count = 10_000
        self.describe("/void.ttl", f"<{DATASET}> a void:Dataset .", *(
            f"<{DATASET}> void:dataDump <{SITE}/{n}.nt> ; void:subset <{SITE}/p{n}> . "
            f"<{SITE}/p{n}> a void:Dataset ; void:dataDump <{SITE}/{n}.nt>, <{SITE}/{n}b.nt> ."
            for n in range(count)))
        # Time of the processor: other work on the machine does not count.
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        result = self.run_program("plan", f"{SITE}/void.ttl", "--format", "json", "--no-head",
                                  "--max-datasets", "100000", *self.web.connect_to_args(),
                                  seconds=600)
        self.assertEqual(result.code, 0, result)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 10)
        self.assertEqual(len(self.urls(json.loads(result.out)["sites"][0])), count)

    def test_a_list_of_lists_is_not_followed(self):
        self.site.add("/a/", type="text/html", text=nginx_listing("/a/", ["b/", "all.meta4"]))
        self.plan("--no-guess", url=f"{SITE}/a/", code=3)
        self.assertEqual(self.asked("/a/all.meta4"), 0)

    def test_an_endless_description_ends(self):
        head = turtle(void(DATASET, dumps=[f"{SITE}/dump.nt"])).encode()
        self.site.add("/void.ttl", type="text/turtle", endless=True,
                      data=head + b"<http://data.example/s> <http://data.example/p> 1 .\n" * 5000)
        plan = self.plan("--no-head", url=f"{SITE}/void.ttl")
        self.assertEqual(self.urls(plan), [[f"{SITE}/dump.nt"]])


class PlanAsTurtle(DescriptionTest):
    """What `plan --format turtle` writes is Turtle, says it all, and leads to the same plan."""

    def setUp(self):
        super().setUp()
        self.mirror = self.web.host("mirror.example.net", address="127.0.0.2")
        self.query = self.web.host("sparql.example.com", address="127.0.0.5")
        publish(
            self.site,
            dataset(uri=DATASET, label='Tools "and" more',
                    dumps=[(f"{SITE}/dump.nt.gz", 3), ("http://mirror.example.net/d.nt.gz", 1)],
                    fragments=[f"{SITE}/1.nt", f"{SITE}/2.nt"],
                    endpoints=["http://sparql.example.com/query"], graph="http://data.example/g",
                    prefixes=[f"{SITE}/id/", f"{SITE}/doc/"], samples=[f"{SITE}/id/1"]),
            dataset(uri=f"{SITE}/parts", label="Parts", endpoints=[f"{SITE}/sparql"],
                    dumps=[f"{SITE}/a.nt", f"{SITE}/b.nt", "http://mirror.example.net/b.nt"]))

    def write(self):
        result = self.run_program("plan", f"{SITE}/", "--format", "turtle", "--no-head", "--seed",
                                  "1", "--delay", "0", *self.web.connect_to_args())
        self.assertEqual(result.code, 0, result)
        file = self.folder / "plan.ttl"
        file.write_bytes(result.out)
        return file

    def test_a_second_parser_reads_the_same(self):
        file = self.write()
        ours = self.run_program("convert", file)
        self.assertEqual(ours.code, 0, ours)
        self.assertTrue(shutil.which("rapper"), "rapper is not there: apt-get install "
                                                "raptor2-utils")
        theirs = subprocess.run(["rapper", "-q", "-i", "turtle", "-o", "ntriples", str(file)],
                                capture_output=True, check=True, timeout=60).stdout
        mine, other = quads.read_dataset(ours.out), quads.read_dataset(theirs)
        self.assertTrue(quads.isomorphic(mine, other), quads.difference(mine, other))

    def test_the_mapping(self):
        terms = quads.read_dataset(self.run_program("convert", self.write()).out)
        said = {(subject[1], predicate[1].rpartition("#")[2].rpartition("/")[2], value[1])
                for subject, predicate, value, _ in terms}
        tools = {(predicate, value) for subject, predicate, value in said if subject == DATASET}
        for expected in (("type", "http://rdfs.org/ns/void#Dataset"),
                         ("type", "http://www.w3.org/ns/dcat#Dataset"),
                         ("title", 'Tools "and" more'), ("exampleResource", f"{SITE}/id/1"),
                         ("dataDump", f"{SITE}/dump.nt.gz"),
                         ("describedby", f"{SITE}/sitemap.xml")):
            self.assertIn(expected, tools)
        # A named graph is nothing that void:sparqlEndpoint could say.
        self.assertNotIn(("sparqlEndpoint", "http://sparql.example.com/query"), tools)
        self.assertIn((f"{SITE}/parts", "sparqlEndpoint", f"{SITE}/sparql"), said)
        everywhere = {(predicate, value) for _, predicate, value in said}
        for expected in (("name", "http://data.example/g"), ("graph", DATASET),
                         ("endpointURL", "http://sparql.example.com/query"),
                         ("uriSpace", f"{SITE}/id/"), ("uriSpace", f"{SITE}/doc/"),
                         ("downloadURL", "http://mirror.example.net/d.nt.gz")):
            self.assertIn(expected, everywhere)
        # Claims of other hosts are marked.
        self.assertIn(("http://mirror.example.net/d.nt.gz", "authority", "claim"), said)
        self.assertNotIn((f"{SITE}/dump.nt.gz", "authority", "claim"), said)

    def test_reading_it_gives_the_same_plan(self):
        before = self.plan("--no-head", "--seed", "1")
        file = self.write()
        after = self.plan("--no-head", "--seed", "1", url=file)
        self.assertEqual(len(before["datasets"]), 2)

        def comparable(one):
            one.pop("dumps")  # the reason is another: a distribution, not a priority
            one.pop("notes")
            one["prefixes"].sort(key=lambda prefix: prefix["prefix"])
            for way in one["ways"]:
                if way["way"] == "crawl":
                    way["parts"].sort(key=lambda part: part[0]["url"])
                for part in way["parts"]:
                    for mirror in part:
                        mirror.pop("said", None)
            return one

        self.assertEqual([comparable(one) for one in after["datasets"]],
                         [comparable(one) for one in before["datasets"]])
