"""Names of other hosts: a site that uses them makes a claim, until somebody else says so."""

import io
import json
import os
import subprocess
import tarfile
import unittest

from harness import PROGRAM, ProgramTest, dataset_of, triples
import quads
from semantic_sitemap import dataset, endpoint, publish, sitemap
from small_store import SmallStore

SITE = "http://www.example.com"
VICTIM = "http://data.victim.example"
NAME = f"{VICTIM}/catalogue"
DUMP = f"{SITE}/all.nt"
AUTHORITY = "https://w3id.org/semsite/vocab#authority"
CLAIMS = "https://w3id.org/semsite/vocab#claims"


def graphs(dataset_quads):
    return {quad[3] and quad[3][1] for quad in dataset_quads}


class ClaimTest(ProgramTest):
    """A site that describes a dataset under the name of another host's."""

    def setUp(self):
        super().setUp()
        self.victim = self.web.host("data.victim.example", address="127.0.0.2")
        self.lines = triples(5)
        self.site.add("/all.nt", text="".join(self.lines))
        self.offer()

    def offer(self, *more, uri=NAME, dumps=(DUMP,), **parts):
        publish(self.site, dataset(uri, label="all of it", dumps=dumps, **parts), *more)

    def planned(self, *arguments):
        [one] = self.plan("--seed", "1", *arguments)["datasets"]
        return one

    def asked(self, host):
        return [request for request in self.web.log if request.host.partition(":")[0] == host]

    def assert_graph(self, graph, *arguments, code=0):
        result = self.fetch("--only", "dump", *arguments)
        self.assertEqual(result.code, code, result)
        self.assert_dataset(result, dataset_of(self.lines, graph))
        return result


class DatasetIris(ClaimTest):
    def test_an_unconfirmed_iri_is_a_claim_and_names_no_graph(self):
        plan = self.planned()
        self.assertEqual(plan["authority"], "claim")
        [claim] = plan["claims"]
        self.assertEqual((claim["of"], claim["iri"]), ("dataset", NAME))
        self.assertIn("data.victim.example does not confirm it", claim["reason"])
        for policy in ("auto", "dataset", "{dataset}"):
            with self.subTest(policy):
                result = self.assert_graph(DUMP, "--graph", policy)
        [row] = result.report["datasets"]
        self.assertEqual((row["uri"], row["authority"]), (NAME, "claim"))
        self.assertEqual([one["iri"] for one in row["claims"]], [NAME])
        self.assertIn("it names no graph (--trust data.victim.example takes it)", result.errors)

    def test_the_plan_says_so_to_people(self):
        result = self.run_program("plan", f"{SITE}/", "--delay", "0",
                                  *self.web.connect_to_args())
        self.assertRegex(result.out.decode(),
                         r"IRI +http://data\.victim\.example/catalogue \(claimed: .*"
                         r"--trust data\.victim\.example takes it\)")

    def test_neither_turtle_nor_provenance_say_anything_under_the_name(self):
        result = self.run_program("plan", f"{SITE}/", "--format", "turtle", "--delay", "0",
                                  *self.web.connect_to_args())
        (self.folder / "plan.ttl").write_bytes(result.out)
        read = self.run_program("convert", "plan.ttl")
        said = quads.read_dataset(read.out)
        self.assertEqual({quad for quad in said if quad[0] == ("iri", NAME)}, set())
        self.assertEqual([quad[2][1] for quad in said if quad[1][1] == AUTHORITY], ["claim"])
        self.assertEqual([quad[2][1] for quad in said if quad[1][1] == CLAIMS], [NAME])
        result = self.fetch("--only", "dump", "--provenance")
        said = result.quads
        self.assertEqual({quad for quad in said if quad[0] == ("iri", NAME)}, set())
        self.assertEqual([quad[2][1] for quad in said if quad[1][1] == CLAIMS], [NAME])
        self.assertIn("claim", [quad[2][1] for quad in said if quad[1][1] == AUTHORITY])

    def test_the_page_for_people_says_so(self):
        self.fetch("--only", "dump", "--report", self.folder / "report.html")
        self.assertIn("<strong>Claimed</strong>",
                      (self.folder / "report.html").read_text("utf-8"))

    def test_the_hosts_own_sitemap_confirms_it(self):
        publish(self.victim, dataset(NAME, dumps=[DUMP]))
        self.assertEqual(self.planned()["authority"], "confirmed")
        self.assert_graph(NAME)

    def test_a_sitemap_that_names_only_some_of_the_dumps_does_not(self):
        publish(self.victim, dataset(NAME, dumps=[f"{VICTIM}/real.nt"]))
        self.victim.add("/real.nt", text="".join(triples(2, start=50)))
        self.offer(dumps=[DUMP, f"{VICTIM}/real.nt"])
        self.assertEqual(self.planned()["authority"], "claim")
        result = self.fetch("--only", "dump", "--dump-semantics", "parts")
        self.assertEqual(graphs(result.quads), {DUMP, f"{VICTIM}/real.nt"})

    def test_the_description_that_the_iri_leads_to_confirms_it(self):
        self.victim.add("/catalogue", type="text/turtle", text=(
            "@prefix void: <http://rdfs.org/ns/void#> .\n"
            f"<{NAME}> a void:Dataset ; void:dataDump <{DUMP}> .\n"))
        self.assertEqual(self.planned()["authority"], "confirmed")
        self.assert_graph(NAME)
        self.assertEqual(self.planned("--no-head")["authority"], "claim")

    def test_a_description_of_another_dump_does_not(self):
        self.victim.add("/catalogue", type="text/turtle", text=(
            "@prefix void: <http://rdfs.org/ns/void#> .\n"
            f"<{NAME}> a void:Dataset ; void:dataDump <{VICTIM}/real.nt> .\n"))
        self.assertEqual(self.planned()["authority"], "claim")

    def test_a_redirect_to_this_site_is_the_hosts_word(self):
        self.victim.add("/catalogue", status=302, headers={"Location": f"{SITE}/about"})
        plan = self.planned()
        self.assertEqual(plan["authority"], "redirects", plan)
        self.assert_graph(NAME)
        self.assertEqual(self.planned("--no-head")["authority"], "claim")

    def test_a_redirect_that_only_passes_through_this_site_is_not(self):
        third = self.web.host("third.example", address="127.0.0.3")
        third.add("/end", text="here")
        self.victim.add("/catalogue", status=302, headers={"Location": f"{SITE}/go"})
        self.site.add("/go", status=302, headers={"Location": "http://third.example/end"})
        self.assertEqual(self.planned()["authority"], "claim")

    def test_an_open_redirect_of_the_other_host_says_nothing(self):
        path = "/go?to=http%3A%2F%2Fwww.example.com/about"
        self.victim.add(path, status=302, headers={"Location": f"{SITE}/about"})
        self.offer(uri=VICTIM + path)
        self.assertEqual(self.planned()["authority"], "claim")

    def test_an_open_redirect_that_is_told_a_host_on_the_way_says_nothing(self):
        mine = self.web.host("mine.example", address="127.0.0.3")
        mine.add("/", status=302, headers={"Location": f"{SITE}/about"})
        for path, target in (("/go/mine.example", "http://mine.example/"),
                             ("/go/bWluZS5leGFtcGxl", "http://mine.example/"),
                             ("/go/example.com", f"{SITE}/about")):
            with self.subTest(path):
                self.victim.add(path, status=302, headers={"Location": target})
                self.offer(uri=VICTIM + path)
                self.assertEqual(self.planned()["authority"], "claim")
        self.victim.add("/short", status=302, headers={"Location": "http://mine.example/"})
        self.offer(uri=f"{VICTIM}/short")
        self.assertEqual(self.planned()["authority"], "redirects")

    def test_robots_txt_of_the_other_host_holds(self):
        self.victim.add("/robots.txt", text="User-agent: *\nDisallow: /\n")
        self.victim.add("/catalogue", status=302, headers={"Location": f"{SITE}/about"})
        self.assertEqual(self.planned()["authority"], "claim")
        self.assertEqual({request.path for request in self.asked("data.victim.example")},
                         {"/robots.txt"})

    def test_a_trusted_host_is_taken(self):
        for word in ("data.victim.example", "DATA.victim.example:80"):
            with self.subTest(word):
                self.assertEqual(self.planned("--trust", word)["authority"], "trusted")
        self.assert_graph(NAME, "--trust", "other.example", "--trust", "data.victim.example")
        for word in ("victim.example", "example", "data.victim.example:8080"):
            self.assertEqual(self.planned("--trust", word)["authority"], "claim")
        for word in ("*.victim.example", ".victim.example", "http://data.victim.example/", ""):
            result = self.run_program("plan", f"{SITE}/", "--trust", word)
            self.assertEqual(result.code, 2, result)

    def test_a_name_without_a_host_is_a_claim_that_can_be_trusted(self):
        self.offer(uri="urn:uuid:11111111-2222-4333-8444-555555555555")
        self.assertEqual(self.planned()["authority"], "claim")
        self.assert_graph(DUMP)
        self.assert_graph("urn:uuid:11111111-2222-4333-8444-555555555555", "--trust", "urn:")

    def test_neighbours_of_the_own_host_are_others(self):
        for uri, authority in ((f"{SITE}/all", "own"), ("https://www.example.com/all", "own"),
                               ("http://WWW.example.com:80/all", "own"),
                               ("http://example.com/all", "claim"),
                               ("http://data.www.example.com/all", "claim"),
                               ("http://www.example.com:8080/all", "claim"),
                               ("http://www.example.com@data.victim.example/all", "claim"),
                               ("http://www.example.com.victim.example/all", "claim")):
            with self.subTest(uri):
                self.offer(uri=uri)
                self.assertEqual(self.planned("--no-head")["authority"], authority)

    def test_a_description_that_uses_the_name_claims_too(self):
        self.site.add("/about.ttl", type="text/turtle", text=(
            "@prefix void: <http://rdfs.org/ns/void#> .\n"
            f"<{NAME}> a void:Dataset ; void:dataDump <{DUMP}> .\n"))
        plan = self.plan(url=f"{SITE}/about.ttl")
        self.assertEqual([one["authority"] for one in plan["datasets"]], ["claim"])
        result = self.fetch(url=f"{SITE}/about.ttl")
        self.assert_dataset(result, dataset_of(self.lines, DUMP))

    def test_a_page_that_uses_the_name_claims_too(self):
        self.site.add("/about", type="text/html", text=(
            '<!doctype html><script type="application/ld+json">' + json.dumps(
                {"@context": "http://schema.org/", "@type": "Dataset", "@id": NAME,
                 "name": "all", "distribution": {
                     "@type": "DataDownload", "contentUrl": DUMP,
                     "encodingFormat": "application/n-triples"}}) + "</script>"))
        result = self.fetch(url=f"{SITE}/about")
        self.assert_dataset(result, dataset_of(self.lines, DUMP))

    def test_of_thousands_of_other_hosts_only_a_few_are_asked(self):
        self.offer(*[dataset(f"{VICTIM}/{i}", dumps=[DUMP]) for i in range(40)])
        self.plan("--max-datasets", "100")
        looked = [r for r in self.asked("data.victim.example") if r.path != "/robots.txt"]
        self.assertLessEqual(len(looked), 4)
        self.offer(*[dataset(f"http://h{i}.invalid/d", dumps=[DUMP]) for i in range(120)])
        plan = self.plan("--retries", "1", "--connect-timeout", "2")
        reasons = [one["claims"][0]["reason"] for one in plan["datasets"]]
        self.assertGreater(sum("so many other hosts" in reason for reason in reasons), 60)
        self.assertEqual({one["authority"] for one in plan["datasets"]}, {"claim"})


class OtherNames(ClaimTest):
    def test_prefixes_samples_and_graphs_are_claims_too(self):
        self.offer(uri=f"{SITE}/all", prefixes=[f"{SITE}/id/", f"{VICTIM}/id/"],
                   samples=[f"{SITE}/id/1", f"{VICTIM}/id/1"],
                   endpoints=[f"{SITE}/sparql"], graph=f"{VICTIM}/graph")
        plan = self.planned()
        self.assertEqual(plan["authority"], "own")
        self.assertEqual([(one["of"], one["iri"]) for one in plan["claims"]],
                         [("graph", f"{VICTIM}/graph"), ("prefix", f"{VICTIM}/id/"),
                          ("sample", f"{VICTIM}/id/1")])
        self.assertEqual([one["authority"] for one in plan["prefixes"]], ["own", "claim"])

    def test_a_prefix_that_redirects_here_takes_its_samples_along(self):
        self.victim.add("/id/", status=303, headers={"Location": f"{SITE}/doc/"})
        self.offer(uri=f"{SITE}/all", prefixes=[f"{VICTIM}/id/"], samples=[f"{VICTIM}/id/7"])
        plan = self.planned()
        self.assertEqual([one["authority"] for one in plan["prefixes"]], ["redirects"])
        self.assertNotIn("claims", plan)

    def test_a_redirect_of_half_a_name_speaks_for_no_prefix(self):
        self.victim.add("/id", status=303, headers={"Location": f"{SITE}/doc/"})
        self.offer(uri=f"{SITE}/all", prefixes=[f"{VICTIM}/id"])
        [prefix] = self.planned()["prefixes"]
        self.assertEqual(prefix["authority"], "claim")
        self.assertIn("ends within a name", prefix["authority_reason"])

    def test_a_host_that_names_its_own_prefix_lends_it_to_nobody(self):
        publish(self.victim, dataset(prefixes=[f"{VICTIM}/id/"], dumps=[f"{VICTIM}/real.nt"]))
        self.offer(uri=None, prefixes=[f"{VICTIM}/id/"])
        self.assertEqual([one["authority"] for one in self.planned()["prefixes"]], ["claim"])

    def test_a_prefix_that_ends_within_the_host_is_ended_there(self):
        self.offer(uri=f"{SITE}/all", prefixes=[SITE])
        self.assertEqual([one["prefix"] for one in self.planned()["prefixes"]], [f"{SITE}/"])

    def test_graph_names_inside_the_data_are_kept_as_written(self):
        self.offer(uri=f"{SITE}/all", dumps=[f"{SITE}/all.nq"])
        self.site.add("/all.nq", text="".join(
            line.replace(" .\n", f" <{VICTIM}/graph> .\n") for line in self.lines))
        self.assert_graph(f"{VICTIM}/graph")

    def test_the_graph_of_an_endpoint_stays_as_the_endpoint_names_it(self):
        self.offer(uri=NAME, dumps=(), endpoints=[f"{SITE}/sparql"], graph=f"{VICTIM}/graph")
        self.site.serve("/sparql", endpoint(self.lines, graph=f"{VICTIM}/graph"))
        result = self.fetch("--graph", "auto")
        self.assert_dataset(result, dataset_of(self.lines, f"{VICTIM}/graph"))
        result = self.fetch("--graph", "dataset")
        self.assert_dataset(result, dataset_of(self.lines, f"{SITE}/sparql"))


class AuthoritativeOnly(ClaimTest):
    def test_claimed_datasets_are_left_out_and_counted(self):
        own = triples(2, start=90)
        self.site.add("/own.nt", text="".join(own))
        self.offer(dataset(f"{SITE}/own", dumps=[f"{SITE}/own.nt"]))
        plan = self.plan("--authoritative-only")
        self.assertEqual([one["uri"] for one in plan["datasets"]], [f"{SITE}/own"])
        self.assertIn("1 dataset with an IRI of another host is left out by "
                      "--authoritative-only", plan["left_out"])
        result = self.fetch("--authoritative-only")
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, dataset_of(own, f"{SITE}/own"))
        self.assertIn("1 dataset with an IRI of another host is left out", result.errors)

    def test_claimed_prefixes_samples_and_graphs_go(self):
        self.offer(uri=f"{SITE}/all", prefixes=[f"{SITE}/id/", f"{VICTIM}/id/"],
                   samples=[f"{VICTIM}/id/1", f"{SITE}/id/1"],
                   endpoints=[f"{SITE}/sparql"], graph=f"{VICTIM}/graph")
        plan = self.planned("--authoritative-only")
        self.assertEqual([one["prefix"] for one in plan["prefixes"]], [f"{SITE}/id/"])
        self.assertEqual(plan["samples"], [f"{SITE}/id/1"])
        self.assertEqual([way["way"] for way in plan["ways"]], ["dump", "crawl"])
        self.assertNotIn("claims", plan)

    def slices(self, *arguments):
        text = (f"<{SITE}/id/a> <{SITE}/p> <{VICTIM}/id/b> .\n"
                f"<{VICTIM}/id/b> <{SITE}/p> <{SITE}/id/a> .\n"
                f"<http://www.example.com.victim.example/x> <{SITE}/p> \"1\" .\n")
        self.site.add("/all.nt", text=text)
        result = self.fetch("--only", "dump", "--slice", "subject", *arguments)
        return graphs(result.quads)

    def test_entities_of_other_hosts_get_no_document(self):
        self.offer(uri=f"{SITE}/all", prefixes=[f"{SITE}/id/", f"{VICTIM}/id/"])
        self.assertEqual(self.slices(), {f"{SITE}/id/a", f"{VICTIM}/id/b"})
        self.assertEqual(self.slices("--authoritative-only"), {f"{SITE}/id/a"})
        self.assertEqual(self.slices("--authoritative-only", "--trust", "data.victim.example"),
                         {f"{SITE}/id/a", f"{VICTIM}/id/b"})

    def test_nor_without_any_prefix(self):
        self.offer(uri=f"{SITE}/all")
        self.assertEqual(len(self.slices()), 3)
        self.assertEqual(self.slices("--authoritative-only"), {f"{SITE}/id/a"})

    def test_nor_if_every_prefix_is_anothers(self):
        self.offer(uri=f"{SITE}/all", prefixes=[f"{VICTIM}/id/"])
        self.assertEqual(self.slices("--authoritative-only"), {f"{SITE}/id/a"})


class Stores(ClaimTest):
    """--replace empties graphs of others only where this very state has made them."""

    GRAPH = f"{VICTIM}/graph"

    def setUp(self):
        super().setUp()
        self.store = self.enterContext(SmallStore())
        self.offer(uri=f"{SITE}/all", dumps=[f"{SITE}/all.nq"])
        self.say(self.lines)

    def say(self, lines, own=()):
        text = "".join(line.replace(" .\n", f" <{self.GRAPH}> .\n") for line in lines)
        self.site.add("/all.nq", text=text + "".join(
            line.replace(" .\n", f" <{SITE}/own> .\n") for line in own))

    def load(self, *arguments):
        output, report = self.folder / "out.nq", self.folder / "report.json"
        return self.run_program("fetch", f"{SITE}/", "-o", output, "--report", report, "--delay",
                                "0", *self.web.connect_to_args(), "--only", "dump", "--load",
                                self.store.base, "--replace", *arguments)

    def there(self, graph=None):
        return frozenset(quad for quad in self.store.dataset()
                         if quad[3] and quad[3][1] == (graph or self.GRAPH))

    def test_what_another_has_put_there_stays(self):
        theirs = dataset_of(triples(3, start=70), self.GRAPH)
        self.store.quads = set(theirs)
        own = triples(1, start=30)
        self.say(self.lines, own)
        for _ in range(2):  # having been refused once gives no right to it
            result = self.load()
            self.assertEqual(result.code, 1, result)
            self.assertIn("load.foreign-graph", result.errors)
            self.assertIn("--trust data.victim.example", result.errors)
            self.assertEqual(self.there(), theirs)
            self.assertEqual(self.there(f"{SITE}/own"), dataset_of(own, f"{SITE}/own"))
            self.say(self.lines[:2], own)

    def test_what_this_state_has_put_there_is_replaced(self):
        result = self.load("--verify")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.there(), dataset_of(self.lines, self.GRAPH))
        self.say(self.lines[2:])
        result = self.load("--verify")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.there(), dataset_of(self.lines[2:], self.GRAPH))

    def test_another_state_has_no_right_to_it(self):
        self.assertEqual(self.load().code, 0)
        for file in self.folder.glob("out.nq*"):
            file.unlink()
        self.say(self.lines[2:])
        self.assertEqual(self.load().code, 1)
        self.assertEqual(self.there(), dataset_of(self.lines, self.GRAPH))

    def test_a_trusted_hosts_graph_is_replaced(self):
        self.store.quads = set(dataset_of(triples(3, start=70), self.GRAPH))
        result = self.load("--trust", "data.victim.example")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.there(), dataset_of(self.lines, self.GRAPH))

    def test_the_fetched_file_is_no_other_when_it_is_loaded_by_itself(self):
        theirs = dataset_of(triples(3, start=70), self.GRAPH)
        self.store.quads = set(theirs)
        self.fetch("--only", "dump")
        load = ("load", "out.nq", "--to", self.store.base, "--replace", "--delay", "0")
        result = self.run_program(*load)
        self.assertEqual(result.code, 1, result)
        self.assertEqual(self.there(), theirs)
        result = self.run_program(*load, "--trust", "data.victim.example")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.there(), dataset_of(self.lines, self.GRAPH))

    def test_a_graph_without_a_host_is_nobodys_to_empty_either(self):
        self.GRAPH = "urn:x-example:graph"
        theirs = dataset_of(triples(3, start=70), self.GRAPH)
        self.store.quads = set(theirs)
        self.say(self.lines)
        self.assertEqual(self.load().code, 1)
        self.assertEqual(self.there(), theirs)

    def test_two_sites_that_use_one_graph_do_not_empty_it_for_each_other(self):
        other = triples(2, start=40)
        self.victim.add("/own.nq", text="".join(
            line.replace(" .\n", f" <{self.GRAPH}> .\n") for line in other))
        publish(self.victim, dataset(f"{VICTIM}/own", dumps=[f"{VICTIM}/own.nq"]))
        for _ in range(2):
            result = self.load(f"{VICTIM}/")
            self.assertEqual(result.code, 0, result)
            self.assertEqual(self.there(), dataset_of(self.lines + other, self.GRAPH))
            self.lines = self.lines[1:]
            self.say(self.lines)


    def test_whoever_said_the_quads_needs_the_right_not_another_beside_it(self):
        """Evil's quads name the graph; its holder is named in the same command, too."""
        theirs = dataset_of(triples(3, start=70), self.GRAPH)
        own = triples(2, start=40)
        self.victim.add("/own.nq", type="application/n-quads", text="".join(
            line.replace(" .\n", f" <{VICTIM}/own> .\n") for line in own))
        both = [f"{SITE}/all.nq", f"{VICTIM}/own.nq"]
        more = [*self.web.connect_to_args(), "--delay", "0", "--replace"]
        for words in (["load", *both, "--to"], ["load", *both[::-1], "--to"],
                      ["fetch", *both, "-o", "both.nq", "--load"],
                      ["fetch", *both[::-1], "-o", "other.nq", "--load"]):
            with self.subTest(words=words):
                self.store.quads = set(theirs)
                result = self.run_program(*words, self.store.base, *more)
                self.assertEqual(result.code, 1, result)
                self.assertIn("load.foreign-graph", result.errors)
                self.assertEqual(self.there(), theirs)
                self.assertEqual(self.there(f"{VICTIM}/own"), dataset_of(own, f"{VICTIM}/own"))

    def test_one_input_of_several_replaces_what_is_its_hosts(self):
        """In whatever order: what another says there is left out."""
        own = triples(2, start=40)
        self.victim.add("/own.nq", type="application/n-quads", text="".join(
            line.replace(" .\n", f" <{self.GRAPH}> .\n") for line in own))
        both = [f"{SITE}/all.nq", f"{VICTIM}/own.nq"]
        for urls in (both, both[::-1]):
            self.store.quads = set(dataset_of(triples(3, start=70), self.GRAPH))
            result = self.run_program("load", *urls, "--to", self.store.base, "--replace",
                                      "--delay", "0", *self.web.connect_to_args())
            self.assertEqual(result.code, 1, result)
            self.assertEqual(self.there(), dataset_of(own, self.GRAPH))

    def marks_files(self):
        probe = self.folder / "probe"
        probe.write_bytes(b"")
        try:
            os.setxattr(probe, "user.semsite.probe", b"x")
        except OSError:
            return False
        return True

    def test_a_file_from_the_web_stays_one_whatever_it_is_called(self):
        if not self.marks_files():
            self.skipTest("no extended attributes here")
        more = self.web.connect_to_args()
        url = f"{SITE}/all.nq"
        steps = {
            "state elsewhere": [["fetch", url, "-o", "a.nq", "--state", "s", "--delay", "0", *more]],
            "renamed": [["fetch", url, "-o", "b.nq", "--delay", "0", *more], ("b.nq", "a.nq")],
            "converted": [["convert", url, "-o", "a.nq", *more]],
            "converted again": [["convert", url, "-o", "c.nq.gz", *more],
                                ["convert", "c.nq.gz", "-o", "a.nq"]],
            "sliced": [["fetch", url, "-o", "d.nq", "--delay", "0", *more],
                       ["slice", "d.nq", "--by", "subject", "-o", "a.nq"]],
            "beside a file of the user's own": [["convert", url, "own.nt", "-o", "a.nq", *more]]}
        (self.folder / "own.nt").write_text(triples(1, start=90)[0], "utf-8")
        for name, commands in steps.items():
            with self.subTest(name):
                for words in commands:
                    if isinstance(words, tuple):
                        (self.folder / words[0]).rename(self.folder / words[1])
                        continue
                    result = self.run_program(*words)
                    self.assertEqual(result.code, 0, result)
                self.assertEqual(os.getxattr(self.folder / "a.nq", "user.semsite.origin"),
                                 b"www.example.com")
                graph = self.GRAPH
                if name == "sliced":  # its graphs are called after its entities
                    graph = min(quads.read_dataset("".join(self.lines).encode()))[0][1]
                theirs = dataset_of(triples(3, start=70), graph)
                self.store.quads = set(theirs)
                load = ["load", "a.nq", "--to", self.store.base, "--replace", "--delay", "0",
                        "--fresh"]
                result = self.run_program(*load)
                self.assertIn("load.foreign-graph", result.errors)
                self.assertEqual(self.there(graph), theirs)
                for file in self.folder.glob("a.nq*"):
                    file.unlink()

    def test_what_a_sitemap_of_ones_own_leads_to_is_anothers(self):
        theirs = dataset_of(triples(3, start=70), self.GRAPH)
        self.store.quads = set(theirs)
        self.site.add("/all.nq", text="".join(
            line.replace(" .\n", f" <{graph}> .\n")
            for graph in (self.GRAPH, f"{SITE}/all") for line in self.lines))
        own = self.folder / "sitemap.xml"
        own.write_text(sitemap(dataset(f"{SITE}/all", label="all of it",
                                       dumps=[f"{SITE}/all.nq"])), "utf-8")
        fetch = ["fetch", own, "-o", "out.nq", "--delay", "0", "--only", "dump",
                 *self.web.connect_to_args()]
        result = self.run_program(*fetch, "--load", self.store.base, "--replace")
        self.assertEqual(result.code, 1, result)
        self.assertIn("load.foreign-graph", result.errors)
        self.assertEqual(self.there(), theirs)
        # The dataset's own name is the user's word.
        self.assertEqual(self.there(f"{SITE}/all"), dataset_of(self.lines, f"{SITE}/all"))
        for name in self.folder.glob("out.nq.*"):  # what would tell of the fetch
            name.unlink()
        (self.folder / "out.nq").rename(self.folder / "other.nq")
        result = self.run_program("load", "other.nq", "--to", self.store.base, "--replace",
                                  "--delay", "0")
        self.assertEqual(result.code, 1, result)
        self.assertEqual(self.there(), theirs)

    def test_a_local_output_appended_to_one_from_the_web_is_still_from_there(self):
        theirs = dataset_of(triples(3, start=70), self.GRAPH)
        self.store.quads = set(theirs)
        (self.folder / "more.nq").write_text(self.lines[0], "utf-8")
        made = self.folder / "made.nq"
        for arguments in (("convert", f"{SITE}/all.nq", *self.web.connect_to_args()),
                          ("convert", "more.nq")):
            with made.open("ab") as file:
                self.assertEqual(subprocess.run(
                    [PROGRAM, *arguments], cwd=self.folder, stdout=file, check=False,
                    stderr=subprocess.DEVNULL).returncode, 0)
        result = self.run_program("load", "made.nq", "--to", self.store.base, "--replace",
                                  "--delay", "0")
        self.assertEqual(result.code, 1, result)
        self.assertEqual(self.there(), theirs)

    def test_a_file_of_ones_own_replaces_what_it_names(self):
        """Also where it takes the place of one from the web, on whatever way."""
        text = "".join(line.replace(" .\n", f" <{self.GRAPH}> .\n") for line in self.lines)
        (self.folder / "own.nq").write_text(text, "utf-8")
        more = self.web.connect_to_args()
        self.assertEqual(self.run_program("convert", f"{SITE}/all.nq", "-o", "made.nq",
                                          *more).code, 0)
        self.assertEqual(self.run_program("convert", "own.nq", "-o", "made.nq").code, 0)
        for name in ("own.nq", "made.nq"):
            self.store.quads = set(dataset_of(triples(3, start=70), self.GRAPH))
            result = self.run_program("load", name, "--to", self.store.base, "--replace",
                                      "--delay", "0")
            self.assertEqual(result.code, 0, result)
            self.assertEqual(self.there(), dataset_of(self.lines, self.GRAPH))


class GraphsInData(ClaimTest):
    """Graph names that the data itself has are claims like others."""

    GRAPH = f"{VICTIM}/graph"
    LINE = "<x:s> <x:p> <x:o> .\n"

    def forms(self):
        name = self.GRAPH.replace(":", "%3A").replace("/", "%2F")
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as archive:
            info = tarfile.TarInfo(name)
            info.size = len(self.LINE)
            archive.addfile(info, io.BytesIO(self.LINE.encode()))
        trix = ('<TriX xmlns="http://www.w3.org/2004/03/trix/trix-1/"><graph><uri>'
                f"{self.GRAPH}</uri><triple><uri>x:s</uri><uri>x:p</uri><uri>x:o</uri></triple>"
                "</graph></TriX>")
        return {"/d.nq": self.LINE.replace(" .\n", f" <{self.GRAPH}> .\n").encode(),
                "/d.trig": f"<{self.GRAPH}> {{ <x:s> <x:p> <x:o> }}".encode(),
                "/d.trix": trix.encode(),
                "/d.jsonld": json.dumps({"@id": self.GRAPH, "@graph": [
                    {"@id": "x:s", "x:p": {"@id": "x:o"}}]}).encode(),
                "/d.tar": packed.getvalue()}

    def test_they_are_told_as_claims_and_left_out_if_that_is_wanted(self):
        for path, data in self.forms().items():
            with self.subTest(path):
                self.site.add(path, data=data)
                self.offer(uri=f"{SITE}/all", dumps=[SITE + path])
                result = self.fetch("--only", "dump", "--provenance", "--fresh")
                self.assertEqual(result.code, 0, result)
                self.assertIn(self.GRAPH, graphs(result.quads))
                [message] = [line for line in result.errors.splitlines()
                             if "[graph.claimed]" in line]
                self.assertIn(f"<{self.GRAPH}>", message)
                [row] = result.report["datasets"]
                self.assertEqual([(one["of"], one["iri"]) for one in row["claims"]],
                                 [("graph", self.GRAPH)])
                [source] = [one for one in result.report["sources"] if one["url"] == SITE + path]
                self.assertEqual(source["faults"]["graph.claimed"], 1)
                self.assertEqual([quad[2][1] for quad in result.quads if quad[1][1] == CLAIMS],
                                 [self.GRAPH])
                counts = [quad[2][1] for quad in result.quads
                          if quad[1][1] == "https://w3id.org/semsite/vocab#claimedQuads"]
                self.assertEqual(counts, ["1"])
                result = self.fetch("--only", "dump", "--authoritative-only", "--fresh")
                self.assertEqual(result.code, 0, result)
                self.assertNotIn(self.GRAPH, graphs(result.quads))
                self.assertRegex(result.errors, r"1 quad in graphs of other hosts .*left out")
                for more in (["--trust", "data.victim.example"], ["--graph", "source"]):
                    result = self.fetch("--only", "dump", "--authoritative-only", "--fresh", *more)
                    self.assertNotIn("graph.claimed", result.errors)
                    self.assertGreaterEqual(len(result.quads), 1)

    def test_of_what_is_mixed_only_the_claims_go(self):
        names = [f"{SITE}/g", self.GRAPH, "urn:x-example:g", f"{SITE}:8080/g", "", "_:g",
                 f"{SITE.upper().replace('HTTP', 'http')}:80/h"]
        self.site.add("/d.nq", type="application/n-quads", text="".join(
            f"<x:s{i}> <x:p> <x:o> {f'<{name}>' if name[:2] not in ('', '_:') else name} .\n"
            for i, name in enumerate(names)))
        self.offer(uri=f"{SITE}/all", dumps=[f"{SITE}/d.nq"])
        result = self.fetch("--only", "dump", "--authoritative-only")
        self.assertEqual(result.code, 0, result)
        self.assertEqual({quad[0][1] for quad in result.quads}, {"x:s0", "x:s4", "x:s5", "x:s6"})
        self.assertIn("3 quads in graphs of other hosts", result.errors)

    def test_what_is_confirmed_is_no_claim(self):
        name = f"{VICTIM}/all"
        self.site.add("/d.nq", type="application/n-quads",
                      text=self.LINE.replace(" .\n", f" <{name}> .\n"))
        self.offer(uri=name, dumps=[f"{SITE}/d.nq"])
        publish(self.victim, dataset(name, dumps=[f"{SITE}/d.nq"]))
        result = self.fetch("--only", "dump", "--authoritative-only")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(graphs(result.quads), {name})
        self.assertNotIn("graph.claimed", result.errors)

    def test_nobody_is_asked_for_each_name(self):
        self.site.add("/d.nq", type="application/n-quads", text="".join(
            self.LINE.replace(" .\n", f" <{VICTIM}/g{i}> .\n") for i in range(500)))
        self.offer(uri=f"{SITE}/all", dumps=[f"{SITE}/d.nq"])
        result = self.fetch("--only", "dump")
        self.assertEqual(self.asked("data.victim.example"), [])
        [row] = result.report["datasets"]
        self.assertEqual(len(row["claims"]), 5)  # the first few
        self.assertIn("500 quads", result.errors)

    def test_pages_and_what_comes_from_the_state_count_too(self):
        listed = "".join(f"<url><loc>{SITE}/{name}</loc></url>" for name in ("p1", "p2"))
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sm.xml\n")
        self.site.add("/sm.xml", type="application/xml", text=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            f"{listed}</urlset>"))
        self.site.add("/p1", type="text/html", text=(
            f'<script type="application/ld+json">{{"@id": "{self.GRAPH}", "@graph": '
            '[{"@id": "x:s", "x:p": "v"}]}</script>'))
        self.site.add("/p2", type="application/trig",
                      text=f"<{self.GRAPH}> {{ <x:s> <x:q> <x:o> }} <x:t> <x:q> <x:o> .")
        first = self.fetch()
        again = self.run_program("fetch", f"{SITE}/", "-o", self.folder / "out.nq", "--delay", "0",
                                 *self.web.connect_to_args(), output=self.folder / "out.nq")
        for result in (first, again):
            self.assertEqual(result.code, 0, result)
            self.assertIn("2 quads stand in graphs of other hosts", result.errors)
        result = self.fetch("--fresh", "--authoritative-only")
        self.assertEqual(result.code, 0, result)
        self.assertEqual({quad[0][1] for quad in result.quads}, {"x:t"})
        # Nothing but claims: that is by choice.
        self.site.add("/p2", type="application/trig",
                      text=f"<{self.GRAPH}> {{ <x:s> <x:q> <x:o> }}")
        result = self.fetch("--fresh", "--authoritative-only")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(result.quads, frozenset())


class Changes(ClaimTest):
    def test_no_operation_drops_a_graph_of_another_host(self):
        blank = "".join(f"<{SITE}/s> <{SITE}/p> _:b{i} <{VICTIM}/graph> .\n" for i in range(3))
        self.offer(uri=f"{SITE}/all", dumps=[f"{SITE}/all.nq"])
        self.site.add("/all.nq", text=blank)
        output = self.folder / "out.nq"

        def run():
            result = self.run_program("fetch", f"{SITE}/", "-o", output, "--delay", "0", "--only",
                                      "dump", "--changes", self.folder / "changes.ru",
                                      *self.web.connect_to_args())
            self.assertEqual(result.code, 0, result)
            return (self.folder / "changes.ru").read_text()

        run()
        self.site.add("/all.nq", text=blank.replace("/p>", "/q>"))
        self.assertNotIn("DROP", run())


if __name__ == "__main__":
    unittest.main()
