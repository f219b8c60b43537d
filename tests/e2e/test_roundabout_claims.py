"""Names of other hosts that a site gets at by a roundabout way: what its documents lead to,
lists of files, mappings of the user's, files that were kept."""

import os
import unittest

from harness import dataset_of, triples
from semantic_sitemap import sitemap
from small_store import SmallStore
from test_claims import CLAIMS, SITE, VICTIM, ClaimTest, graphs

VOID = "http://rdfs.org/ns/void#"
DCAT = "http://www.w3.org/ns/dcat#"
HYDRA = "http://www.w3.org/ns/hydra/core#"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
DIWOO = "https://standaarden.overheid.nl/diwoo/metadata/"
THEIRS = f"{VICTIM}/ds"


class Descriptions(ClaimTest):
    """A catalogue leads to a document of another host, and adds to what that says."""

    def setUp(self):
        super().setUp()
        self.victim.add("/real.nt", text="".join(triples(1, start=90)))
        self.victim.add("/real.ttl", type="text/turtle", text=(
            f"<{THEIRS}> a <{VOID}Dataset> ; <{VOID}dataDump> <{VICTIM}/real.nt> ."))
        self.site.add("/two.ttl", status=302, headers={"Location": f"{VICTIM}/real.ttl"})

    def start(self, *pages):
        links = " ; ".join([f"<{HYDRA}next> <{SITE}/two.ttl>",
                            *(f"<{DCAT}dataset> <{SITE}{page}>" for page in pages)])
        self.site.add("/start.ttl", type="text/turtle", text=f"<> a <{DCAT}Catalog> ; {links} .")

    def datasets(self, code=0):
        return self.plan(url=f"{SITE}/start.ttl", code=code)["datasets"]

    def test_what_it_adds_is_not_said_by_the_other_host(self):
        own_name = f"<{THEIRS}> a <{VOID}Dataset> ; <{VOID}dataDump> <{SITE}/all.nt> ."
        prefix = f'<{SITE}/ds> a <{VOID}Dataset> ; <{VOID}dataDump> <{SITE}/all.nt> ; ' \
                 f'<{VOID}uriSpace> "{VICTIM}/" .'
        distribution = (f"<{THEIRS}> a <{DCAT}Dataset> ; <{DCAT}distribution> "
                        f"[ <{DCAT}downloadURL> <{SITE}/all.nt> ] .")
        for text in (own_name, prefix, distribution):
            with self.subTest(text):
                self.site.add("/three.ttl", type="text/turtle", text=text)
                self.start("/three.ttl")
                # What it names and does not describe is missing.
                for dataset in self.datasets(code=1):
                    claims = {one["iri"] for one in dataset.get("claims", [])}
                    self.assertTrue(claims & {THEIRS, f"{VICTIM}/"}, dataset)
                result = self.fetch(url=f"{SITE}/start.ttl")
                self.assertNotIn(THEIRS, graphs(result.quads))

    def test_a_page_that_lies_elsewhere_is_still_read(self):
        """It is the other host's own word that its description says the same."""
        self.victim.add("/ds", status=303, headers={"Location": f"{VICTIM}/real.ttl"})
        self.start()
        [dataset] = self.datasets()
        self.assertEqual((dataset["uri"], dataset["authority"]), (THEIRS, "confirmed"), dataset)
        result = self.fetch(url=f"{SITE}/start.ttl")
        self.assert_dataset(result, dataset_of(triples(1, start=90), THEIRS))


class Lists(ClaimTest):
    """A dump on another host that turns out to be a list of files there."""

    LISTS = {"/d/": ("text/html", '<title>Index of /d/</title><h1>Index of /d/</h1>'
                                  '<a href="a.nt">a.nt</a> <a href="b.nt">b.nt</a>'),
             "/d.meta4": ("application/metalink4+xml",
                          '<metalink xmlns="urn:ietf:params:xml:ns:metalink">'
                          f'<file name="a.nt"><url>{VICTIM}/d/a.nt</url></file>'
                          f'<file name="b.nt"><url>{VICTIM}/d/b.nt</url></file></metalink>')}

    def setUp(self):
        super().setUp()
        for number, name in enumerate("ab"):
            self.victim.add(f"/d/{name}.nt", text=triples(1, start=number)[0])
        for path, (kind, text) in self.LISTS.items():
            self.victim.add(path, type=kind, text=text)

    def standings(self, host, path):
        self.site.add("/void.ttl", type="text/turtle", text=(
            f"<{SITE}/ds> a <{VOID}Dataset> ; <{VOID}dataDump> <{host}{path}> ."))
        report = self.fetch(url=f"{SITE}/void.ttl").report
        return {one["url"]: one["authority"] for one in report["sources"]}

    def test_its_files_are_claimed_as_it_is(self):
        for path in self.LISTS:
            with self.subTest(path):
                self.assertEqual(self.standings(VICTIM, path),
                                 {f"{VICTIM}/d/a.nt": "claim", f"{VICTIM}/d/b.nt": "claim"})
                result = self.fetch("--authoritative-only", url=f"{SITE}/void.ttl")
                self.assertFalse(result.quads, result)

    def test_a_list_of_ones_own_host_is_not(self):
        self.site.add("/d/", type="text/html", text=self.LISTS["/d/"][1])
        for name in "ab":
            self.site.add(f"/d/{name}.nt", text=triples(1)[0])
        self.assertEqual(self.standings(SITE, "/d/"),
                         {f"{SITE}/d/a.nt": "own", f"{SITE}/d/b.nt": "own"})


MAPPING = """@prefix rml: <http://w3id.org/rml/> .
<#m> a rml:TriplesMap ;
  rml:logicalSource [ rml:source "sitemap.xml" ; rml:iterator "/sm:urlset/sm:url" ;
    rml:referenceFormulation [ a rml:XPathReferenceFormulation ; rml:namespace
      [ rml:namespacePrefix "sm" ; rml:namespaceURL "http://www.sitemaps.org/schemas/sitemap/0.9" ] ,
      [ rml:namespacePrefix "x" ; rml:namespaceURL "http://shop.example/ns" ] ] ] ;
  rml:subjectMap [ rml:reference "sm:loc" ; GRAPH ] ;
  rml:predicateObjectMap [ rml:predicate <http://shop.example/price> ;
    rml:objectMap [ rml:reference "x:price" ] ] .
"""


class Mappings(ClaimTest):
    """A mapping may name a graph after something that the sitemap says."""

    GRAPH = f"{VICTIM}/graph"

    def fetch_with(self, graph, *arguments):
        (self.folder / "m.ttl").write_text(MAPPING.replace("GRAPH", f"rml:graphMap [ {graph} ]"),
                                           "utf-8")
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/index.xml\n")
        self.site.add("/index.xml", type="application/xml", text=(
            f'<sitemapindex xmlns="{SITEMAP}"><sitemap><loc>{SITE}/sm.xml</loc></sitemap>'
            "</sitemapindex>"))
        entries = "".join(
            f"<url><loc>{SITE}/{number}</loc><x:price>{number}</x:price><x:in>{name}</x:in></url>"
            for number, name in enumerate((self.GRAPH, f"{SITE}/g", "urn:x-example:g")))
        self.site.add("/sm.xml", type="application/xml", text=(
            f'<urlset xmlns="{SITEMAP}" xmlns:x="http://shop.example/ns">{entries}</urlset>'))
        for number in range(3):
            self.site.add(f"/{number}", type="text/html", text="<p>nothing")
        return self.fetch("--mappings", self.folder / "m.ttl", *arguments)

    def test_graphs_of_others_are_told_as_claims(self):
        for graph in ('rml:reference "x:in"',
                      f'rml:template "{self.GRAPH}/{{x:price}}"'):
            with self.subTest(graph):
                result = self.fetch_with(graph, "--provenance")
                self.assertEqual(result.code, 0, result)
                self.assertIn("graph.claimed", result.errors)
                [row] = [one for one in result.report["datasets"] if one.get("claims")]
                named = {one["iri"] for one in row["claims"]}
                self.assertTrue(all(name.startswith((self.GRAPH, "urn:")) for name in named), row)
                counts = [one["faults"]["graph.claimed"] for one in result.report["sources"]
                          if "graph.claimed" in one.get("faults", {})]
                self.assertEqual(sum(counts), 2 if "reference" in graph else 3)
                self.assertEqual({quad[2][1] for quad in result.quads if quad[1][1] == CLAIMS},
                                 named)

    def test_they_are_left_out_if_that_is_wanted(self):
        result = self.fetch_with('rml:reference "x:in"', "--authoritative-only")
        self.assertEqual(graphs(result.quads), {f"{SITE}/g"}, result)
        self.assertIn("2 quads in graphs of other hosts", result.errors)
        result = self.fetch_with('rml:reference "x:in"', "--authoritative-only", "--trust",
                                 "data.victim.example", "--trust", "urn:")
        self.assertEqual(len(result.quads), 3, result)
        self.assertNotIn("graph.claimed", result.errors)

    def test_the_index_that_names_a_sitemap_is_ours_to_name(self):
        """As the mapping of DiWoo does, whosever index it is."""
        index = "rml:functionExecution [ rml:function <https://w3id.org/semsite/function#indexUrl> ]"
        result = self.fetch_with(index, "--authoritative-only")
        self.assertEqual(graphs(result.quads), {f"{SITE}/index.xml"}, result)

    def test_no_token_of_an_index_names_a_graph(self):
        index = "rml:functionExecution [ rml:function <https://w3id.org/semsite/function#indexUrl> ]"
        self.fetch_with(index)
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/index.xml?token=s3cret\n")
        self.site.add("/index.xml?token=s3cret", type="application/xml", text=(
            f'<sitemapindex xmlns="{SITEMAP}"><sitemap><loc>{SITE}/sm.xml</loc></sitemap>'
            "</sitemapindex>"))
        result = self.fetch("--mappings", self.folder / "m.ttl")
        self.assertEqual(graphs(result.quads), {f"{SITE}/index.xml?token=***"}, result)


class Kept(ClaimTest):
    """Files beside the output that are from the web, too."""

    GRAPH = f"{VICTIM}/graph"

    def setUp(self):
        super().setUp()
        probe = self.folder / "probe"
        probe.write_bytes(b"")
        try:
            os.setxattr(probe, "user.semsite.probe", b"x")
        except OSError:
            self.skipTest("no extended attributes here")
        self.store = self.enterContext(SmallStore())
        self.store.quads = set(dataset_of(triples(2, start=70), self.GRAPH))
        self.lines = [line.replace(" .\n", f" <{self.GRAPH}> .\n") for line in self.lines]

    def assert_may_not_replace(self, file):
        self.assertEqual(os.getxattr(file, "user.semsite.origin"), b"www.example.com")
        before = self.store.dataset()
        result = self.run_program("load", file, "--to", self.store.base, "--replace", "--delay",
                                  "0", "--syntax", "nquads")
        self.assertIn("load.foreign-graph", result.errors)
        self.assertEqual(self.store.dataset(), before)

    def test_documents(self):
        self.site.add("/doc.nq", text="".join(self.lines), type="application/n-quads")
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sm.xml\n")
        self.site.add("/sm.xml", type="application/xml", text=(
            f'<urlset xmlns="{SITEMAP}" xmlns:d="{DIWOO}"><url><loc>{SITE}/doc.nq</loc>'
            "<d:Document><d:DiWoo/></d:Document></url></urlset>"))
        self.fetch("--documents", "docs")
        [kept] = (self.folder / "docs/www.example.com").iterdir()
        self.assert_may_not_replace(kept)

    def test_the_quarantine(self):
        faulty = [line.replace("<http://data.example/value>", "<http://data.example/a b>")
                  for line in self.lines]
        self.site.add("/all.nq", text="".join(faulty), type="application/n-quads")
        for command in (["convert", f"{SITE}/all.nq"],
                        ["fetch", f"{SITE}/all.nq", "--delay", "0", "-o", "out.nq", "--fresh"]):
            self.run_program(*command, "--quarantine", "bad.nq", *self.web.connect_to_args())
            # Mended in its place, as `sed -i` does not, but editors may.
            text = (self.folder / "bad.nq").read_text("utf-8").replace("/a b>", "/value>")
            (self.folder / "bad.nq").write_text(text, "utf-8")
            self.assert_may_not_replace(self.folder / "bad.nq")

    def test_the_quarantine_of_a_file_of_ones_own_is_ones_own(self):
        (self.folder / "own.nq").write_text("<x:s> <x:p> <x y> .\n", "utf-8")
        self.run_program("convert", "own.nq", "--quarantine", "bad.nq")
        self.assertIn("x y", (self.folder / "bad.nq").read_text("utf-8"))
        self.assertNotIn("user.semsite.origin", os.listxattr(self.folder / "bad.nq"))

    def test_a_sitemap_that_was_kept_is_no_word_of_the_users(self):
        text = sitemap(("  <sc:dataset>\n"
                        f"    <sc:datasetURI>{THEIRS}</sc:datasetURI>\n"
                        f"    <sc:dataDumpLocation>{SITE}/all.nt</sc:dataDumpLocation>\n"
                        "  </sc:dataset>\n"))
        mine = self.folder / "mine.xml"
        mine.write_text(text, "utf-8")
        [dataset] = self.plan(url=mine)["datasets"]
        self.assertEqual(dataset["authority"], "own")
        os.setxattr(mine, "user.semsite.origin", b"www.example.com")
        [dataset] = self.plan(url=mine)["datasets"]
        self.assertEqual(dataset["authority"], "claim")


if __name__ == "__main__":
    unittest.main()
