"""What a run leaves is said, and only what it leaves (docs/fetch.md, docs/sparql.md)."""

import json
import re

from harness import ProgramTest
from semantic_sitemap import SC, dataset, publish
from web import Answer

SITE = "http://www.example.com"
DATA = [f"<{SITE}/id/{number}> <http://v.example/p> \"{number}\" .\n" for number in range(3)]
DUMP = f"{SITE}/all.nt"
EXTENSIONS = ('xmlns:ocx="http://sitemap.ocx.org/v/1.0" '
              'xmlns:rs="http://www.openarchives.org/rs/terms/" '
              'xmlns:diwoo="https://standaarden.overheid.nl/diwoo/metadata/"')


def url(path, inner=""):
    return f"<url><loc>{SITE}{path}</loc>{inner}</url>"


def ocx(path):
    return (f"<ocx:ocx><ocx:type>Lesson</ocx:type><ocx:loc>{SITE}{path}</ocx:loc></ocx:ocx>")


def described_by(path):
    return f'<rs:ln rel="describedby" href="{SITE}{path}" type="text/turtle"/>'


class BesideDatasets(ProgramTest):
    """A dataset, and what its sitemap lists beside it (docs/fetch.md)."""

    def list(self, *entries, about=None, dump=True):
        about = about or dataset(f"{SITE}/catalogue", dumps=[DUMP], prefixes=[f"{SITE}/id/"])
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=(
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:sc="{SC}" '
            f"{EXTENSIONS}>" + "".join(entries) + about + "</urlset>"))
        if dump:
            self.site.add("/all.nt", text="".join(DATA))

    def turtle(self, *paths):
        for path in paths:
            self.site.add(path, text=f"<{SITE}{path}> <http://v.example/p> 'x' .", type="text/turtle")

    def pages(self, *paths):
        for path in paths:
            self.site.add(path, type="text/html", text=(
                '<html><script type="application/ld+json">{"@id": "#it", "http://v.example/n": "page"}'
                "</script></html>"))

    def assert_got(self, result, *paths, left=()):
        """Exactly these were asked for beside the dump; what is left is told, and is no loss."""
        self.assertEqual(result.code, 0, result)
        self.assertTrue(result.report["totals"]["complete"])
        own = {"/robots.txt", "/sitemap.xml", "/all.nt", "/.well-known/void"}
        self.assertEqual(sorted(set(self.web.paths()) - own), sorted(paths))
        self.assertEqual(len(result.report["left_alone"]), 1 if left else 0, result.report["left_alone"])
        for word in left:
            self.assertIn(word, result.report["left_alone"][0])
            self.assertIn(word, result.errors)

    def test_plain_pages_are_left_by_choice_where_a_dump_was_had(self):
        self.list(url("/about.html"), url("/news.html"))
        self.assert_got(self.fetch("--prefer", "dump"), left=["2 pages not asked for"])

    def test_what_has_data_of_its_own_is_got_beside_the_dump(self):
        self.list(url("/l1", ocx("/l1.ttl")), url("/l2", ocx("/l2.ttl")),
                  url("/r1", described_by("/r1.ttl")), url("/x.ttl"), url("/plain"))
        self.turtle("/l1.ttl", "/l2.ttl", "/r1.ttl", "/x.ttl")
        self.assert_got(self.fetch(), "/l1.ttl", "/l2.ttl", "/r1.ttl", "/x.ttl", left=["1 page "])

    def test_a_type_says_rdf_where_no_suffix_does(self):
        self.list(url("/x", '<rs:md type="text/turtle"/>'), url("/y", '<rs:md type="text/html"/>'))
        self.turtle("/x")
        self.assert_got(self.fetch(), "/x", left=["1 ResourceSync resource"])

    def test_what_could_not_be_had_of_it_is_missing(self):
        self.list(url("/l1", ocx("/l1.ttl")))
        result = self.fetch()
        self.assertEqual(result.code, 1, result)
        self.assertFalse(result.report["totals"]["complete"])

    def test_plain_pages_are_crawled_where_no_dataset_was_had_whole(self):
        self.list(url("/a.html"), url("/b.html"), dump=False,
                  about=dataset(f"{SITE}/catalogue", dumps=[DUMP]))
        self.pages("/a.html", "/b.html")
        result = self.fetch()
        self.assertEqual(result.code, 1, result)  # the dataset is missing
        self.assertEqual(result.report["totals"]["quads"], 2)
        self.assertEqual(result.report["left_alone"], [])

    def test_once_the_dump_is_had_the_pages_go(self):
        about = dataset(f"{SITE}/catalogue", dumps=[DUMP])
        self.list(url("/a.html"), dump=False, about=about)
        self.pages("/a.html")
        output = self.folder / "kept.nq"  # with its state
        self.fetch(to=output.name)
        self.assertIn("page", output.read_text())
        self.list(url("/a.html"), about=about)
        result = self.fetch(to=output.name)
        self.assertEqual(result.code, 0, result)
        self.assertNotIn("page", output.read_text())
        self.assertEqual(result.report["totals"]["quads"], len(DATA))

    def test_a_dump_that_fails_for_a_night_lets_nobody_crawl(self):
        about = dataset(f"{SITE}/catalogue", dumps=[DUMP])
        self.list(url("/a.html"), about=about)
        self.pages("/a.html")
        output = self.folder / "kept.nq"  # with its state
        self.assertEqual(self.fetch(to=output.name).code, 0)
        before = output.read_text()
        self.site.add("/all.nt", status=503, text="later")
        result = self.fetch("--retries", "0", to=output.name)
        self.assertEqual(result.code, 3, result)  # nothing came; what was there stays
        self.assertNotIn("/a.html", self.web.paths())
        self.assertEqual(output.read_text(), before)

    def test_pages_always_and_never(self):
        self.list(url("/a.html"), url("/x.ttl"))
        self.pages("/a.html")
        self.turtle("/x.ttl")
        self.assert_got(self.fetch("--pages", "always"), "/a.html", "/x.ttl")
        self.list(url("/a.html"), url("/x.ttl"), dump=False,
                  about=dataset(f"{SITE}/catalogue", dumps=[DUMP]))
        result = self.fetch("--pages", "never", to="never.nq")
        self.assertEqual(result.report["totals"]["quads"], len(DATA) + 1)
        self.assertIn("--pages never", result.report["left_alone"][0])

    def test_never_holds_for_a_site_without_datasets_too(self):
        self.list(url("/a.html"), url("/x.ttl"), about=" ")
        self.turtle("/x.ttl")
        self.assert_got(self.fetch("--pages", "never"), "/x.ttl", left=["1 page", "--pages never"])

    def test_a_sample_is_spread_evenly(self):
        self.list(*(url(f"/p{number:02}") for number in range(30)))
        self.pages(*(f"/p{number:02}" for number in range(30)))
        self.assert_got(self.fetch("--sample-pages", "3"), "/p09", "/p19", "/p29",
                        left=["27 pages"])
        self.assert_got(self.fetch("--sample-pages", "99", "--fresh"),
                        *(f"/p{number:02}" for number in range(30)))

    def test_what_the_dataset_covers_is_not_asked_for(self):
        # Pages before the dataset that covers them, its dump, and metadata under its prefix.
        self.list(url("/id/1"), url("/id/2"), url("/all.nt"), url("/id/3", ocx("/id/3.json")))
        self.assert_got(self.fetch())
        self.assertEqual(self.web.paths().count("/all.nt"), 2)  # HEAD and GET

    def test_a_sample_is_a_resource_of_its_dataset(self):
        self.list(url("/samples/1"), about=dataset(f"{SITE}/catalogue", dumps=[DUMP],
                                                   samples=[f"{SITE}/samples/1#it"]))
        self.assert_got(self.fetch())

    def test_metadata_elsewhere_of_a_page_that_is_covered_is_got(self):
        self.list(url("/id/1", ocx("/metadata/1.ttl")))
        self.turtle("/metadata/1.ttl")
        self.assert_got(self.fetch(), "/metadata/1.ttl")

    def test_a_dataset_of_another_sitemap_covers_pages_too(self):
        self.list()
        sitemap = self.site
        sitemap.add("/robots.txt", text=f"Sitemap: {SITE}/pages.xml\nSitemap: {SITE}/sitemap.xml\n")
        sitemap.add("/pages.xml", text='<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
                    + "".join(url(f"/id/{number}") for number in range(50)) + "</urlset>")
        self.assert_got(self.fetch(), "/pages.xml")

    def test_who_wants_a_part_misses_nothing(self):
        self.list(url("/about.html"))
        self.assert_got(self.fetch("--exclude", "*/about.html"))
        self.assert_got(self.fetch("--only", "dump", to="only.nq"), left=["1 page", "--only"])
        self.assert_got(self.fetch("--dataset", f"{SITE}/catalogue", to="one.nq"))

    def test_entries_that_the_user_leaves_out_are_not_told(self):
        old = "<url><loc>http://www.example.com/old</loc><lastmod>2010-01-01</lastmod></url>"
        self.list(old)
        self.assert_got(self.fetch("--since", "2020-01-01"))
        self.list(old, url("/undated"),
                  "<url><loc>http://www.example.com/new</loc><lastmod>2021-01-01</lastmod></url>")
        self.assert_got(self.fetch("--since", "2020-01-01"), left=["2 pages"])

    def test_a_type_that_is_asked_for_is_got_alone(self):
        self.list(url("/p"), url("/l1", ocx("/l1.ttl")),
                  url("/l2", ocx("/l2.ttl").replace("Lesson", "Unit")))
        self.turtle("/l1.ttl", "/l2.ttl")
        self.assert_got(self.fetch("--ocx-type", "Unit"), "/l2.ttl")

    def test_a_plan_has_a_row_for_each_kind(self):
        self.list(url("/l1", ocx("/l1.ttl")), url("/x.ttl"), url("/plain"))
        where = (f"{SITE}/", "--delay", "0", *self.web.connect_to_args())
        done = self.run_program("plan", "--format", "json", *where)
        [group] = json.loads(done.out)["sites"][0]["page_groups"]
        self.assertEqual([(row["kind"], row["entries"], row["asked"]) for row in group["entries"]],
                         [("OCX", 1, "always"), ("RDF", 1, "always"),
                          ("plain", 1, "if no dataset is whole")])
        text = self.run_program("plan", *where).out.decode()
        self.assertIn("1 page: asked for if no dataset of the site is had whole", text)

    def test_the_plan_says_it_before(self):
        self.list(url("/about.html"), url("/l1", ocx("/l1.json")))
        plan = self.plan()
        self.assertEqual(plan["profile"]["beside_datasets"],
                         [{"kind": "OCX", "count": 1}, {"kind": "plain", "count": 1}])

    def test_a_refresh_still_drops_a_dataset_that_is_gone(self):
        other = dataset(f"{SITE}/old", dumps=[f"{SITE}/old.nt"])
        self.site.add("/old.nt", text="<http://old.example/s> <http://v.example/p> \"old\" .\n")
        here = dataset(f"{SITE}/catalogue", dumps=[DUMP])
        self.list(url("/about.html"), about=here + other)
        output, report = self.folder / "out.nq", self.folder / "report.json"
        for about, had in (here + other, True), (here, False):
            self.list(url("/about.html"), about=about)
            result = self.run_program(
                "fetch", f"{SITE}/", "-o", output, "--report", report, "--delay", "0",
                *self.web.connect_to_args(), output=output, report=report)
            self.assertEqual(result.code, 0, result)
            self.assertEqual("old.example" in output.read_text(), had)


class WithoutDatasets(ProgramTest):
    def test_pages_without_rdf_are_no_loss(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/page", text="<html><body>no data", type="text/html")
        for inner in ('<rs:ln rel="license" href="http://x.example/l"/>', ""):
            self.site.add("/sitemap.xml", text=(
                '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
                f'{EXTENSIONS}>{url("/page", inner)}</urlset>'))
            result = self.fetch()
            self.assertEqual(result.code, 0, result)
        self.site.add("/sitemap.xml", text=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
            f'{EXTENSIONS}>{url("/page", ocx(""))}{url("/gone")}</urlset>'))
        self.assertEqual(self.fetch().code, 1)


class TwoSites(ProgramTest):
    """A part that one of the sites has is no loss of the other (docs/fetch.md)."""

    OTHER = "http://other.example"

    def setUp(self):
        super().setUp()
        self.other = self.web.host("other.example")
        for site, name in (self.site, SITE), (self.other, self.OTHER):
            site.add("/all.nt", text=f'<{name}/> <http://v.example/p> "x" .\n')
            site.add("/s/1", text=f'<{name}/s/1> <http://v.example/p> "x" .\n',
                     type="application/n-triples")

    def both(self, here, there, *options):
        publish(self.site, *here)
        publish(self.other, *there)
        result = self.fetch(f"{self.OTHER}/", *options)
        plan = self.run_program("plan", f"{SITE}/", f"{self.OTHER}/", "--delay", "0", *options,
                                *self.web.connect_to_args())
        self.assertEqual(plan.code, result.code, (plan, result))
        self.assertEqual(result.report["totals"]["complete"], result.code == 0)
        return result

    def test_a_dataset_that_one_site_has(self):
        here = [dataset(f"{SITE}/d", label="A", dumps=[DUMP])]
        there = [dataset(f"{self.OTHER}/d", label="B", dumps=[f"{self.OTHER}/all.nt"])]
        self.assertEqual(self.both(here, there, "--dataset", "A").code, 0)
        self.assertEqual(self.both(there, here, "--dataset", "A").code, 0)
        self.assertEqual(self.both(here, there, "--dataset", "C").code, 3)
        self.assertEqual(self.both(here, there).code, 0)

    def test_samples_that_one_site_has(self):
        here = [dataset(f"{SITE}/d", samples=[f"{SITE}/s/1"])]
        there = [dataset(f"{self.OTHER}/d", dumps=[f"{self.OTHER}/all.nt"])]
        result = self.both(here, there, "--sample")
        self.assertEqual(result.code, 0, result)
        self.assertEqual({row["name"]: row["excused"] for row in result.report["datasets"]},
                         {f"{SITE}/d": False, f"{self.OTHER}/d": True})
        self.assertEqual(self.both(there, there, "--sample").code, 3)

    def test_what_the_one_that_has_it_loses_is_a_loss(self):
        here = [dataset(f"{SITE}/d", label="A", dumps=[f"{SITE}/gone.nt"])]
        there = [dataset(f"{self.OTHER}/d", label="B", dumps=[f"{self.OTHER}/all.nt"])]
        publish(self.site, *here)
        publish(self.other, *there)
        result = self.fetch(f"{self.OTHER}/", "--dataset", "A")
        self.assertIn(result.code, (1, 3), result)
        self.other.add("/robots.txt", status=503, text="")
        publish(self.site, dataset(f"{SITE}/d", label="A", dumps=[DUMP]))
        self.assertEqual(self.fetch(f"{self.OTHER}/", "--dataset", "A", "--retries", "1").code, 1)


class OneResource(ProgramTest):
    """--resource and --sample: what was asked for decides, not what others cannot say."""

    def page(self, path, text="a"):
        self.site.add(path, text=f"<{SITE}{path}> <http://v.example/p> \"{text}\" .\n",
                      type="application/n-triples")

    def endpoint(self, path, knows, describes=True):
        """An endpoint whose graphs (empty: the default one) know of resources. Keeps queries.
        Without `describes` DESCRIBE gives nothing, as of a Virtuoso without FROM."""
        asked = []

        def answer(form, headers):
            query = form.get("query", "")
            asked.append(query)
            if query.startswith("SELECT DISTINCT ?g"):
                thing = re.search(r"<([^>]*)>", query)[1]
                rows = sorted(graph for graph, things in knows.items() if graph and thing in things)
                return Answer(type="text/csv", text="g\r\n" + "".join(f"{g}\r\n" for g in rows))
            found = re.fullmatch(r"DESCRIBE <([^>]*)>(?: FROM <([^>]*)>)?", query)
            if found:
                thing, graph = found[1], found[2] or ""
                text = describes and knows.get(graph, {}).get(thing)
            else:
                found = re.fullmatch(r"CONSTRUCT { <([^>]*)> \?p \?o } WHERE "
                                     r"{ (?:GRAPH <([^>]*)> { )?<\1> \?p \?o (?:} )?}", query)
                thing, graph = found[1], found[2] or ""
                text = knows.get(graph, {}).get(thing)
            return Answer(type="application/n-triples", text=(
                f'<{thing}> <http://v.example/said> "{text}" .\n' if text else ""))

        self.site.serve(path, answer)
        return asked

    def test_a_sample_without_a_prefix_is_asked_for(self):
        self.page("/sample/1")
        publish(self.site, dataset(f"{SITE}/d", dumps=[DUMP], samples=[f"{SITE}/sample/1"]))
        result = self.fetch("--sample")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(result.report["totals"]["quads"], 1)
        self.assertNotIn("/all.nt", self.web.paths())

    def test_the_report_talks_of_what_was_asked_for(self):
        for path in ("/sample/1", "/id/1"):
            self.page(path)
        publish(self.site, dataset(f"{SITE}/d", label="D", dumps=[DUMP], prefixes=[f"{SITE}/"],
                                   samples=[f"{SITE}/sample/1"]))
        for options, had, said in (
                (("--sample",), f"{SITE}/sample/1", "only its sample was asked for (--sample)"),
                (("--resource", f"{SITE}/id/1"), f"{SITE}/id/1",
                 f"only {SITE}/id/1 was asked for (--resource)")):
            with self.subTest(options):
                # Entries are no part of it, and so it owes nothing of their types.
                result = self.fetch(*options, "--ocx-type", "Lesson")
                self.assertEqual((result.code, result.report["problems"]), (0, []), result)
                self.assertEqual([source["url"] for source in result.report["sources"]
                                  if source["outcome"] == "whole"], [had])
                [row] = result.report["datasets"]
                self.assertEqual(row["notes"], [f"{said}, not the whole of it"])
                self.assertIn(f"D: {said}", result.errors)

    def test_a_dataset_without_samples_is_no_loss(self):
        self.page("/sample/1")
        publish(self.site, dataset(f"{SITE}/d", samples=[f"{SITE}/sample/1"]),
                dataset(f"{SITE}/e", dumps=[DUMP]))
        self.assertEqual(self.fetch("--sample").code, 0)

    def test_a_sample_that_fails_is_one(self):
        publish(self.site, dataset(f"{SITE}/d", samples=[f"{SITE}/sample/gone"]),
                dataset(f"{SITE}/e", dumps=[DUMP]))
        self.assertIn(self.fetch("--sample").code, (1, 3))

    def describe(self, graph, knows, *more, **options):
        asked = self.endpoint("/sparql", knows, **options)
        publish(self.site, dataset(f"{SITE}/d", endpoints=[f"{SITE}/sparql"], graph=graph))
        return self.fetch("--resource", "http://x.example/r", *more), asked

    def lines(self):
        return (self.folder / "out.nq").read_text()

    def test_described_from_the_graph_that_the_dataset_names(self):
        knows = {f"{SITE}/g": {"http://x.example/r": "in g"}, "": {"http://x.example/r": "default"}}
        result, asked = self.describe(f"{SITE}/g", knows)
        self.assertEqual(result.code, 0, result)
        self.assertEqual(asked, [f"DESCRIBE <http://x.example/r> FROM <{SITE}/g>"])
        self.assertEqual(self.lines(), '<http://x.example/r> <http://v.example/said> "in g" '
                                       f"<{SITE}/g> .\n")

    def test_samples_are_described_where_they_have_no_document(self):
        samples = {"of another scheme": "urn:x:1", "gone": f"{SITE}/id/gone"}
        for name, sample in samples.items():
            with self.subTest(name):
                asked = self.endpoint("/sparql", {f"{SITE}/g": {sample: "known"}})
                publish(self.site, dataset(f"{SITE}/d", endpoints=[f"{SITE}/sparql"],
                                           graph=f"{SITE}/g", samples=[sample]),
                        dataset(f"{SITE}/e", dumps=[DUMP]))
                result = self.fetch("--sample")
                self.assertEqual(result.code, 0, result)
                self.assertEqual(asked, [f"DESCRIBE <{sample}> FROM <{SITE}/g>"])
                self.assertEqual(result.report["totals"]["quads"], 1)

    def test_one_of_two_samples_is_known(self):
        self.endpoint("/sparql", {"": {"urn:x:2": "known"}})
        publish(self.site, dataset(f"{SITE}/d", endpoints=[f"{SITE}/sparql"],
                                   samples=["urn:x:1", "urn:x:2"]))
        result = self.fetch("--sample")
        self.assertEqual(result.code, 1, result)
        self.assertIn("urn:x:1", result.errors)
        self.assertEqual(result.report["totals"]["quads"], 1)

    def test_a_resource_of_any_scheme_is_described(self):
        self.endpoint("/sparql", {"": {"urn:x:1": "here"}})
        publish(self.site, dataset(f"{SITE}/d", endpoints=[f"{SITE}/sparql"]))
        self.assertEqual(self.fetch("--resource", "urn:x:1").code, 0)
        for wrong in ("x", "file:///etc/passwd", "urn:a b", "http://"):
            self.assertEqual(self.fetch("--resource", wrong).code, 2, wrong)

    def test_described_from_all_graphs(self):
        knows = {f"{SITE}/g1": {"http://x.example/r": "1"}, f"{SITE}/g2": {"http://x.example/r": "2"},
                 f"{SITE}/g3": {"http://x.example/other": "3"}}
        result, _ = self.describe("*", knows)
        self.assertEqual(result.code, 0, result)
        self.assertEqual(sorted(self.lines().splitlines()), [
            f'<http://x.example/r> <http://v.example/said> "{n}" <{SITE}/g{n}> .' for n in (1, 2)])

    def test_described_from_the_default_graph(self):
        result, asked = self.describe(None, {"": {"http://x.example/r": "here"}})
        self.assertEqual(result.code, 0, result)
        self.assertEqual(asked, ["DESCRIBE <http://x.example/r>"])

    def test_a_describe_that_gives_nothing_is_not_believed(self):
        resource = "http://x.example/r"
        for graph in (None, f"{SITE}/g", "*"):
            with self.subTest(graph):
                knows = {f"{SITE}/g" if graph else "": {resource: "here"}}
                result, asked = self.describe(graph, knows, "--fresh", describes=False)
                self.assertEqual(result.code, 0, result)
                self.assertEqual(result.report["totals"]["quads"], 1)
                self.assertTrue(asked[-1].startswith("CONSTRUCT"), asked)
        # What nobody knows stays unknown, with both asked.
        result, asked = self.describe(None, {"": {}}, "--fresh", describes=False)
        self.assertEqual(result.code, 3, result)
        self.assertIn("sparql.unknown-resource", result.errors)
        self.assertEqual(len(asked), 2, asked)

    def test_no_graph_knows_it(self):
        result, _ = self.describe("*", {f"{SITE}/g": {"http://x.example/other": "1"}})
        self.assertIn(result.code, (1, 3), result)
        self.assertIn("sparql.unknown-resource", result.errors)

    def test_one_endpoint_of_two_knows_it(self):
        self.endpoint("/a", {"": {}})
        self.endpoint("/b", {"": {"http://x.example/r": "here"}})
        publish(self.site, dataset(f"{SITE}/a-set", endpoints=[f"{SITE}/a"]),
                dataset(f"{SITE}/b-set", endpoints=[f"{SITE}/b"]), dataset(f"{SITE}/c", dumps=[DUMP]))
        result = self.fetch("--resource", "http://x.example/r")
        self.assertEqual(result.code, 0, result)
        self.assertTrue(result.report["totals"]["complete"])
        self.assertEqual([row["excused"] for row in result.report["datasets"]], [True, False])

    def test_a_page_that_fails_is_made_up_for_by_an_endpoint(self):
        self.endpoint("/sparql", {"": {f"{SITE}/id/gone": "here"}})
        publish(self.site, dataset(f"{SITE}/d", endpoints=[f"{SITE}/sparql"],
                                   prefixes=[f"{SITE}/id/"]))
        result = self.fetch("--resource", f"{SITE}/id/gone")
        self.assertEqual(result.code, 0, result)
        self.assertIn('"here"', self.lines())

    def test_a_page_that_two_datasets_cover_is_asked_for_once(self):
        self.page("/id/1")
        publish(self.site, dataset(f"{SITE}/d", prefixes=[f"{SITE}/id/"], samples=[f"{SITE}/id/9"]),
                dataset(f"{SITE}/e", prefixes=[f"{SITE}/"], samples=[f"{SITE}/id/9"]))
        result = self.fetch("--resource", f"{SITE}/id/1")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.web.paths().count("/id/1"), 1)
        self.assertEqual(len(self.lines().splitlines()), 1)

    def test_another_site_of_the_run_owes_nothing(self):
        self.page("/id/1")
        publish(self.site, dataset(f"{SITE}/d", prefixes=[f"{SITE}/id/"], samples=[f"{SITE}/id/9"]))
        other = self.web.host("other.example")
        publish(other, dataset("http://other.example/d", dumps=["http://other.example/all.nt"]))
        result = self.fetch("http://other.example/", "--resource", f"{SITE}/id/1")
        self.assertEqual(result.code, 0, result)
