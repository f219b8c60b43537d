"""The licence of a dataset, as its own description says it, in plan, report and provenance."""

import json
import unittest

from harness import ProgramTest, triples
from descriptions import dcat, distribution, schema_jsonld, turtle, void
from semantic_sitemap import SC

SITE = "http://www.example.com"
DATASET = f"{SITE}/data#set"
OTHER = f"{SITE}/data#other"
BY = "https://creativecommons.org/licenses/by/4.0/"
ZERO = "https://creativecommons.org/publicdomain/zero/1.0/"
DUMP = f"{SITE}/dump.nt"
HTML = "text/html; charset=utf-8"


def license(iri, **more):
    return {"term": "license", "iri": iri} | more


class LicenceTest(ProgramTest):
    def setUp(self):
        super().setUp()
        for name in ("dump", "other"):
            self.site.add(f"/{name}.nt", text="".join(triples(5)))

    def describe(self, *statements, path="/void.ttl", **answer):
        self.site.add(path, text=turtle(*statements), type="text/turtle", **answer)

    def licences(self, path="/void.ttl", plain=True):
        """Of each dataset of the plan, by its IRI or else its label; `plain`: without who says so."""
        plan = self.plan(url=SITE + path)
        return {one.get("uri", one.get("label")): [
            {name: value for name, value in licence.items() if not plain or name != "by"}
            for licence in one.get("licenses", [])] for one in plan["datasets"]}


class Sources(LicenceTest):
    def test_void_by_each_property_of_a_licence(self):
        for name in ("http://purl.org/dc/terms/license", "http://creativecommons.org/ns#license",
                     "http://web.resource.org/cc/license", "http://schema.org/license",
                     "https://schema.org/license", "http://www.w3.org/1999/xhtml/vocab#license"):
            with self.subTest(name):
                self.describe(void(DATASET, dumps=[DUMP], more=f"; <{name}> <{BY}> "))
                self.assertEqual(self.licences(), {DATASET: [license(BY)]})

    def test_rights_are_no_licence_and_words_keep_their_language(self):
        for name in "http://purl.org/dc/terms/rights", "http://purl.org/dc/elements/1.1/rights":
            with self.subTest(name):
                self.describe(void(DATASET, dumps=[DUMP], more=f'; <{name}> "Alle Rechte frei"@de '))
                self.assertEqual(self.licences(), {DATASET: [
                    {"term": "rights", "text": "Alle Rechte frei", "language": "de"}]})

    def test_several_are_all_told_each_once(self):
        self.describe(void(DATASET, dumps=[DUMP], more=(
            f'; dcterms:license <{BY}>, <{ZERO}>, "free" ; <http://schema.org/license> <{BY}> ')))
        self.assertEqual(self.licences(), {DATASET: [
            license(BY), license(ZERO), {"term": "license", "text": "free"}]})

    def test_dcat_on_the_dataset_and_on_its_distributions(self):
        for more in ((f"; dcterms:license <{BY}> ", ""), ("", f" ; dcterms:license <{BY}> ]")):
            with self.subTest(more):
                file = distribution(DUMP, type="application/n-triples")
                self.describe(dcat(DATASET, "Set", file.removesuffix(" ]") + (more[1] or " ]"), more=more[0]))
                self.assertEqual(self.licences(), {DATASET: [license(BY)]})

    def test_a_licence_without_an_iri_is_told_by_its_name(self):
        self.describe(dcat(DATASET, "Set", distribution(DUMP, type="application/n-triples"),
                           more='; dcterms:license [ dcterms:title "The Data Licence" ] '))
        self.assertEqual(self.licences(), {DATASET: [{"term": "license", "text": "The Data Licence"}]})

    def test_schema_org_as_iri_and_as_a_work(self):
        for said in BY, {"@type": "CreativeWork", "name": "CC BY", "url": BY}:
            with self.subTest(said):
                self.site.add("/page", type=HTML, text=schema_jsonld(
                    DATASET, "Set", [{"contentUrl": DUMP, "encodingFormat": "application/n-triples"}],
                    context={"@vocab": "https://schema.org/", "url": {"@type": "@id"},
                             "license": {"@type": "@id"}, "contentUrl": {"@type": "@id"}}, license=said))
                self.assertEqual(self.licences("/page"), {DATASET: [license(BY)]})

    def sitemap(self, *elements):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=(
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:sc="{SC}"'
            ' xmlns:dct="http://purl.org/dc/terms/" xmlns:rs="http://www.openarchives.org/rs/terms/"'
            ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' + "".join(
                f"<sc:dataset><sc:datasetURI>{uri}</sc:datasetURI>"
                f"<sc:dataDumpLocation>{dump}</sc:dataDumpLocation>{element}</sc:dataset>"
                for uri, dump, element in elements) + "</urlset>\n"))

    def test_an_entry_of_the_sitemap(self):
        for element, expected in (
                (f'<dct:license rdf:resource="{BY}"/>', license(BY)),
                (f"<dct:license>{BY}</dct:license>", license(BY)),
                (f'<rs:ln rel="license" href="{BY}"/>', license(BY)),
                ('<dct:rights xml:lang="en">ask us</dct:rights>',
                 {"term": "rights", "text": "ask us", "language": "en"})):
            with self.subTest(element):
                self.sitemap((f"{SITE}/a", DUMP, element), (f"{SITE}/b", f"{SITE}/other.nt", ""))
                self.assertEqual(self.licences("/"), {f"{SITE}/a": [expected], f"{SITE}/b": []})

    def test_links_of_another_relation_in_an_entry_are_no_licence(self):
        self.sitemap((f"{SITE}/a", DUMP, f'<rs:ln rel="describedby" href="{BY}"/>'))
        self.assertEqual(self.licences("/"), {f"{SITE}/a": []})

    def page(self, link, uri=f"{SITE}/page", markup="", **more):
        text = schema_jsonld(uri, "Set", [{"contentUrl": DUMP, "encodingFormat": "application/n-triples"}],
                             context={"@vocab": "https://schema.org/", "contentUrl": {"@type": "@id"},
                                      "url": {"@type": "@id"}}, **more)
        self.site.add("/page", type=HTML, text=text.replace("</head>", f"{markup}</head>"),
                      headers={"Link": link} if link else {})

    def test_signposts_of_a_landing_page(self):
        link = f'<{BY}>; rel="license"'
        for name, arguments in {
                "the page is the dataset": {"link": link},
                "the dataset has an IRI in the page": {"link": link, "uri": f"{SITE}/page#set"},
                "the page is to be cited as the dataset": {
                    "link": f'{link}, <{DATASET}>; rel="cite-as"', "uri": DATASET},
                "the dataset names its page": {"link": link, "uri": DATASET, "url": f"{SITE}/page"},
                "in the markup": {"link": "", "markup": f'<link rel="license" href="{BY}">'}}.items():
            with self.subTest(name):
                self.page(**arguments)
                self.assertEqual(list(self.licences("/page").values()), [[license(BY)]])


class NotItsOwn(LicenceTest):
    """Nothing is invented: what is said of something else is not the dataset's licence."""

    def test_of_another_dataset_beside_it(self):
        self.describe(void(DATASET, dumps=[DUMP], more=f"; dcterms:license <{BY}> "),
                      void(OTHER, dumps=[f"{SITE}/other.nt"]))
        self.assertEqual(self.licences(), {DATASET: [license(BY)], OTHER: []})

    def test_of_the_catalogue_and_of_a_part(self):
        self.describe(f"<{SITE}/cat> a dcat:Catalog ; dcterms:license <{BY}> ; dcat:dataset <{DATASET}> .",
                      dcat(DATASET, "Set", distribution(DUMP, type="application/n-triples")),
                      f"<{DATASET}> void:subset <{DATASET}part> . "
                      f"<{DATASET}part> a void:Dataset ; dcterms:license <{ZERO}> .")
        self.assertEqual(self.licences(), {DATASET: []})

    def test_of_a_page_that_describes_two(self):
        self.describe(void(DATASET, dumps=[DUMP]), void(OTHER, dumps=[f"{SITE}/other.nt"]), path="/data",
                      headers={"Link": f'<{BY}>; rel="license"'})
        self.assertEqual(self.licences("/data"), {DATASET: [], OTHER: []})

    def test_of_another_context_of_the_link(self):
        self.describe(void(f"{SITE}/void.ttl", dumps=[DUMP]),
                      headers={"Link": f'<{BY}>; rel="license"; anchor="/elsewhere"'})
        self.assertEqual(self.licences(), {f"{SITE}/void.ttl": []})

    def test_of_the_page_in_its_data(self):
        """The licence of a page's text is not that of the data that it leads to."""
        self.describe(void(DATASET, dumps=[DUMP], more=f"; foaf:isPrimaryTopicOf <{SITE}/page> "),
                      f"<{SITE}/page> dcterms:license <{BY}> .")
        self.assertEqual(self.licences(), {DATASET: []})


class Told(LicenceTest):
    def setUp(self):
        super().setUp()
        self.describe(void(DATASET, label="Set", dumps=[DUMP],
                           more=f'; dcterms:license <{BY}> ; dcterms:rights "© <b>Us</b>"@en '))

    def test_the_plan_in_text_json_and_turtle(self):
        arguments = ("plan", f"{SITE}/void.ttl", "--delay", "0", *self.web.connect_to_args())
        text = self.run_program(*arguments).out.decode()
        self.assertIn(f"    licence      {BY}\n    rights       © <b>Us</b>\n", text)
        self.assertEqual(self.licences(plain=False)[DATASET][0], license(BY, by=f"{SITE}/void.ttl"))
        plan = self.run_program(*arguments, "--format", "turtle").out
        (self.folder / "plan.ttl").write_bytes(plan)
        again = self.run_program("plan", "plan.ttl", "--format", "json", "--delay", "0",
                                 *self.web.connect_to_args())
        [row] = json.loads(again.out)["sites"][0]["datasets"]
        self.assertEqual([one.get("iri", one.get("text")) for one in row["licenses"]], [BY, "© <b>Us</b>"])
        self.assertEqual(row["licenses"][1]["language"], "en")

    def test_report_page_and_provenance(self):
        result = self.fetch("--provenance", "--report", "page.html", url=f"{SITE}/void.ttl")
        self.assertEqual(result.code, 0, result)
        [row] = result.report["datasets"]
        self.assertEqual(row["licenses"], [
            license(BY, by=f"{SITE}/void.ttl"),
            {"term": "rights", "text": "© <b>Us</b>", "language": "en", "by": f"{SITE}/void.ttl"}])
        page = (self.folder / "page.html").read_text("utf-8")
        self.assertIn(f'href="{BY}"', page)
        self.assertIn("© &lt;b&gt;Us&lt;/b&gt;", page)
        said = {(quad[1][1], quad[2][1]) for quad in result.quads if quad[0] == ("iri", DATASET)}
        self.assertIn(("http://purl.org/dc/terms/license", BY), said)
        self.assertIn(("http://purl.org/dc/terms/rights", "© <b>Us</b>"), said)

    def test_a_dataset_without_one_has_none(self):
        self.describe(void(DATASET, dumps=[DUMP]))
        result = self.fetch("--provenance", url=f"{SITE}/void.ttl")
        self.assertNotIn("licenses", result.report["datasets"][0])
        self.assertNotIn("http://purl.org/dc/terms/license", {quad[1][1] for quad in result.quads})


if __name__ == "__main__":
    unittest.main()
