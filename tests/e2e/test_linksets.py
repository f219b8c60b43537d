"""Link sets (RFC 9264) through convert and inspect, over loopback."""

import json
import unittest

from harness import ProgramTest, dataset_of
import quads

HOST = "http://www.example.com"
IANA = "http://www.iana.org/assignments/relation/"

# signposting §6: the two must say the same.
AS_JSON = json.dumps({"linkset": [
    {"anchor": "https://repo.example/obj/7",
     "cite-as": [{"href": "https://doi.example/10.9999/obj7"}],
     "item": [{"href": "https://files.example/7/data.csv", "type": "text/csv",
               "title*": [{"value": "Gegevens", "language": "nl"}], "hreflang": ["nl", "en"]}],
     "describedby": [{"href": "https://repo.example/obj/7.jsonld",
                      "type": "application/ld+json",
                      "profile": ["https://w3id.org/ro/crate"]}]},
    {"anchor": "https://files.example/7/data.csv",
     "collection": [{"href": "https://repo.example/obj/7", "type": "text/html"}]}]})
AS_TEXT = """<https://doi.example/10.9999/obj7>; rel="cite-as"; anchor="https://repo.example/obj/7",
<https://files.example/7/data.csv>; rel=item; type="text/csv"; title*=UTF-8'nl'Gegevens
  ; hreflang=nl; hreflang=en; anchor="https://repo.example/obj/7",
<https://repo.example/obj/7.jsonld>; rel="describedby"; type="application/ld+json"
  ; profile="https://w3id.org/ro/crate"; anchor="https://repo.example/obj/7",
<https://repo.example/obj/7>; rel="collection"; type="text/html"
  ; anchor="https://files.example/7/data.csv"
"""

# Written from signposting §10.
EXPECTED = f"""
<https://repo.example/obj/7> <{IANA}cite-as> <https://doi.example/10.9999/obj7> .
<https://repo.example/obj/7> <http://purl.org/dc/terms/identifier> "https://doi.example/10.9999/obj7" .
<https://repo.example/obj/7> <{IANA}item> <https://files.example/7/data.csv> .
<https://repo.example/obj/7> <http://purl.org/dc/terms/hasPart> <https://files.example/7/data.csv> .
<https://files.example/7/data.csv> <http://purl.org/dc/terms/format> "text/csv" .
<https://files.example/7/data.csv> <http://purl.org/dc/terms/title> "Gegevens"@nl .
<https://files.example/7/data.csv> <http://purl.org/dc/terms/language> "nl" .
<https://files.example/7/data.csv> <http://purl.org/dc/terms/language> "en" .
<https://repo.example/obj/7> <{IANA}describedby> <https://repo.example/obj/7.jsonld> .
<https://repo.example/obj/7> <http://www.w3.org/2007/05/powder-s#describedby> <https://repo.example/obj/7.jsonld> .
<https://repo.example/obj/7.jsonld> <http://purl.org/dc/terms/format> "application/ld+json" .
<https://repo.example/obj/7.jsonld> <http://purl.org/dc/terms/conformsTo> <https://w3id.org/ro/crate> .
<https://files.example/7/data.csv> <{IANA}collection> <https://repo.example/obj/7> .
<https://files.example/7/data.csv> <http://purl.org/dc/terms/isPartOf> <https://repo.example/obj/7> .
<https://repo.example/obj/7> <http://purl.org/dc/terms/format> "text/html" .
"""


class Linksets(ProgramTest):
    def convert(self, path, *arguments):
        output = self.folder / "out.nq"
        return self.run_program("convert", HOST + path, "-o", output, *arguments,
                                *self.web.connect_to_args(), output=output)

    def test_both_forms_say_the_same_under_any_media_type(self):
        for text, types in ((AS_JSON, ("application/linkset+json", "application/json")),
                            (AS_TEXT, ("application/linkset", "text/plain"))):
            for number, media_type in enumerate(types):
                path = f"/{media_type}"
                self.site.add(path, text=text, type=media_type)
                result = self.convert(path)
                self.assertEqual(result.code, 0, result)
                self.assert_dataset(result, dataset_of([EXPECTED]))
                self.assertEqual(result.errors, "", number)

    def test_the_graph_of_a_link_set_is_its_url(self):
        self.site.add("/set", text=AS_JSON, type="application/linkset+json")
        result = self.convert("/set", "--graph", "source")
        self.assert_dataset(result, dataset_of([EXPECTED], HOST + "/set"))

    def test_links_about_nothing_are_faults_unless_the_user_says_what_they_are_about(self):
        self.site.add("/set", type="application/linkset+json",
                      text='{"linkset": [{"next": [{"href": "https://a.example/2"}]}]}')
        result = self.convert("/set")
        self.assertEqual(result.code, 1, result)
        self.assertIn("linkset.no-anchor", result.errors)
        self.assertEqual(result.quads, frozenset())
        result = self.convert("/set", "--linkset-anchor", "https://a.example/1")
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, dataset_of(
            [f"<https://a.example/1> <{IANA}next> <https://a.example/2> .\n"]))

    def test_what_is_no_link_set_fails_with_a_reason(self):
        self.site.add("/set", text='{"links": []}', type="application/json")
        result = self.convert("/set", "--syntax", "linkset+json")
        self.assertEqual(result.code, 3, result)
        self.assertIn("linkset.syntax", result.errors)

    def test_inspect_shows_the_links(self):
        self.site.add("/set", text=AS_TEXT, type="application/linkset")
        result = self.run_program("inspect", HOST + "/set", *self.web.connect_to_args())
        self.assertEqual(result.code, 0, result)
        *links, profile, summary = map(json.loads, result.out.splitlines())
        self.assertEqual((profile["kind"], profile["page"]), ("profile", links[0]["anchor"]))
        self.assertIsNone(profile["level"], "it has no link of type")
        self.assertIn("fair.type", {finding["code"] for finding in profile["findings"]})
        self.assertEqual([link["rel"] for link in links],
                         ["cite-as", "item", "describedby", "collection"])
        self.assertEqual(links[1]["params"]["title*"], {"value": "Gegevens", "language": "nl"})
        self.assertEqual(summary["type"], "linkset")
        self.assertEqual(summary["links"], 4)

    def test_json_that_is_no_link_set_is_not_held_against_the_rules_of_link_sets(self):
        context = '"@context": {"name": "http://a.example/name", "linkset": "http://a.example/set"}'
        linked = {"Link": '</ctx>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"'}
        self.site.add("/ctx", text=f"{{{context}}}", type="application/ld+json")
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        for text, kind, headers, is_rdf in (
                (f'{{{context}, "name": "x"}}', "application/json", {}, True),
                (f'{{"linkset": ["x"], {context}}}', "application/json", {}, True),
                (f'{{"linkset": [{{"name": "x"}}], {context}}}', "application/ld+json", {}, True),
                ('{"name": "x"}', "application/json", linked, True),
                ('{"linkset": "x"}', "application/json", linked, True),
                ('[{"name": "x"}]', "application/json", linked, True),
                ("{}", "application/ld+json", {}, False), ("[]", "application/json", {}, False),
                ('{"name": "x"}', "application/json", {}, False),
                ('{"type": "FeatureCollection", "features": []}', "application/geo+json", {}, False)):
            with self.subTest(text, kind=kind):
                self.site.add("/doc", text=text, type=kind, headers=headers)
                report = self.folder / "report.json"
                for words in (["inspect", f"{HOST}/doc"], ["convert", f"{HOST}/doc"],
                              ["validate", f"{HOST}/doc", "--delay", "0"],
                              ["fetch", f"{HOST}/doc", "-o", self.folder / "out.nq", "--fresh",
                               "--report", report, "--delay", "0"]):
                    result = self.run_program(*words, *self.web.connect_to_args())
                    said = result.out.decode() + result.errors
                    if words[0] == "fetch":
                        said += report.read_text("utf-8")
                    self.assertNotIn("9264", said, words)
                    # `inspect` fetches no contexts, and says so.
                    if is_rdf and words[0] != "validate" and not (
                            headers and words[0] == "inspect"):
                        self.assertEqual(result.code, 0, result)

    def test_expected_quads_are_quads(self):
        self.assertEqual(len(quads.read_dataset(EXPECTED.strip().encode() + b"\n")), 15)


if __name__ == "__main__":
    unittest.main()
