"""`semsite fetch` by dumps and fragments, and how it falls through when one fails."""

import gzip
import json

from harness import ProgramTest, dataset_of, triples
from semantic_sitemap import dataset, endpoint, publish, sitemap
from web import Answer

DATASET = "http://www.example.com/catalogue"
DATA = triples(500)
EXPECTED = dataset_of(DATA, DATASET)
PACKED = gzip.compress("".join(DATA).encode(), mtime=0)
HTML = "<!doctype html><html><head><title>Soon</title></head><body>Under repair</body></html>"


class OneDump(ProgramTest):
    def setUp(self):
        super().setUp()
        publish(self.site, dataset(DATASET, dumps=["http://www.example.com/all.nt.gz"]))

    def test_fetches_the_dump_of_a_site(self):
        self.site.add("/all.nt.gz", data=PACKED)
        result = self.fetch("--prefer", "dump")
        self.assert_dataset(result, EXPECTED)
        self.assertEqual(result.code, 0, result)
        totals = result.report["totals"]
        self.assertEqual((totals["quads"], totals["complete"]), (500, True))
        self.assertFalse(list(self.folder.glob("*.part")))

    def test_asks_robots_txt_first_and_for_nothing_else_than_it_needs(self):
        self.site.add("/all.nt.gz", data=PACKED)
        self.fetch("--prefer", "dump")
        paths = self.web.paths("www.example.com")
        self.assertEqual(paths[0], "/robots.txt")
        self.assertLessEqual(set(paths), {"/robots.txt", "/sitemap.xml", "/all.nt.gz", "/",
                                          "/catalogue"})

    def test_plan_downloads_no_data(self):
        self.site.add("/all.nt.gz", data=PACKED)
        result = self.run_program("plan", "http://www.example.com/", "--format", "json",
                                  *self.web.connect_to_args())
        self.assertEqual(result.code, 0, result)
        self.assertIn("http://www.example.com/all.nt.gz", result.out.decode())
        json.loads(result.out)
        self.assertNotIn("GET", [r.method for r in self.web.log if r.path == "/all.nt.gz"])

    def test_a_disallowed_dump_is_not_asked_for(self):
        publish(self.site, dataset(DATASET, dumps=["http://www.example.com/all.nt.gz"]),
                robots="User-agent: *\nDisallow: /all\n")
        self.site.add("/all.nt.gz", data=PACKED)
        result = self.fetch("--only", "dump")
        self.assertNotIn("/all.nt.gz", self.web.paths())
        self.assertNotEqual(result.code, 0, result)
        self.assertIn("robots", result.errors)

    def test_html_instead_of_a_dump_is_named_and_makes_no_quads(self):
        self.site.add("/all.nt.gz", text=HTML, type="text/html")
        result = self.fetch("--only", "dump")
        self.assertIn(result.code, (1, 3), result)
        self.assertIn("html", result.errors.lower())
        self.assertFalse(result.quads)

    def test_an_empty_file_is_no_dump(self):
        self.site.add("/all.nt.gz", data=b"")
        result = self.fetch("--only", "dump")
        self.assertIn(result.code, (1, 3), result)

    def test_a_truncated_dump_is_not_complete(self):
        self.site.add("/all.nt.gz", data=PACKED[:-40])
        result = self.fetch("--only", "dump")
        self.assertIn(result.code, (1, 3), result)
        self.assertIs(result.report["totals"]["complete"], False)

    def test_the_suffix_does_not_decide(self):
        self.site.add("/all.nt.gz", data="".join(DATA).encode(), type="application/gzip")
        result = self.fetch("--prefer", "dump")
        self.assert_dataset(result, EXPECTED)

    def test_a_content_coding_is_taken_off(self):
        self.site.add("/all.nt.gz", text="".join(DATA), gzip=True, type="application/n-triples")
        self.assert_dataset(self.fetch("--prefer", "dump"), EXPECTED)

    def test_two_runs_give_the_same_blank_nodes(self):
        self.site.add("/all.nt.gz", data=b'_:a <http://x.example/p> _:b .\n' * 2, type="text/plain")
        first = self.fetch()
        self.assertEqual(first.lines, self.fetch().lines)
        self.assertEqual(len(first.quads), 1)


class Mirrors(ProgramTest):
    """The first mirror fails in some way; the second has priority 0."""

    def setUp(self):
        super().setUp()
        self.mirror = self.web.host("mirror.example.net", address="127.0.0.2")
        publish(self.site, dataset(DATASET, dumps=[
            ("http://www.example.com/all.nt.gz", 1), ("http://mirror.example.net/all.nt.gz", 0)]))
        self.mirror.add("/all.nt.gz", data=PACKED)

    def assert_mirror_served(self, **first_answer):
        self.site.add("/all.nt.gz", **first_answer)
        result = self.fetch("--prefer", "dump")
        self.assert_dataset(result, EXPECTED)
        self.assertEqual(self.web.paths("mirror.example.net").count("/all.nt.gz"), 1)
        self.assertIs(result.report["totals"]["complete"], True)
        text = json.dumps(result.report)
        self.assertIn("http://www.example.com/all.nt.gz", text)
        self.assertIn("http://mirror.example.net/all.nt.gz", text)
        return result

    def test_a_priority_0_mirror_is_not_used_without_need(self):
        self.site.add("/all.nt.gz", data=PACKED)
        self.assert_dataset(self.fetch("--prefer", "dump"), EXPECTED)
        self.assertNotIn("/all.nt.gz", self.web.paths("mirror.example.net"))

    def test_not_found(self):
        self.assert_mirror_served(status=404, text="gone")

    def test_an_html_page_with_status_200(self):
        self.assert_mirror_served(text=HTML, type="text/html")

    def test_an_html_page_that_claims_to_be_gzip(self):
        self.assert_mirror_served(text=HTML, type="application/gzip")

    def test_a_truncated_archive(self):
        self.assert_mirror_served(data=PACKED[:len(PACKED) // 2])

    def test_a_broken_archive(self):
        damaged = bytearray(PACKED)
        damaged[len(damaged) // 2] ^= 0xFF
        self.assert_mirror_served(data=bytes(damaged))

    def test_a_connection_that_always_breaks(self):
        self.assert_mirror_served(data=PACKED, cut=100)

    def test_a_redirect_loop(self):
        self.assert_mirror_served(status=302, headers={"Location": "/all.nt.gz"})


class Fragments(ProgramTest):
    def setUp(self):
        super().setUp()
        self.parts = [f"http://www.example.com/part{i}.nt" for i in range(3)]
        for i in range(3):
            self.site.add(f"/part{i}.nt", text="".join(DATA[i * 200:(i + 1) * 200]))

    def test_all_fragments_make_one_dataset(self):
        publish(self.site, dataset(DATASET, fragments=self.parts))
        result = self.fetch()
        self.assert_dataset(result, EXPECTED)
        self.assertEqual(result.code, 0, result)

    def test_fragments_stand_in_for_a_dump_that_is_gone(self):
        publish(self.site, dataset(DATASET, dumps=["http://www.example.com/gone.nt"],
                                   fragments=self.parts))
        self.assert_dataset(self.fetch("--prefer", "dump"), EXPECTED)

    def test_a_missing_fragment_makes_the_dataset_incomplete(self):
        publish(self.site, dataset(DATASET, fragments=self.parts))
        self.site.remove("/part1.nt")
        result = self.fetch()
        self.assertEqual(result.code, 1, result)
        self.assertIs(result.report["totals"]["complete"], False)
        self.assertIn("part1.nt", result.errors)
        self.assert_dataset(result, dataset_of(DATA[:200] + DATA[400:], DATASET))

    def test_the_last_way_is_the_endpoint(self):
        publish(self.site, dataset(DATASET, dumps=["http://www.example.com/gone.nt"],
                                   fragments=["http://www.example.com/gone0.nt",
                                              "http://www.example.com/gone1.nt"],
                                   endpoints=["http://www.example.com/sparql"]))
        self.site.serve("/sparql", endpoint(DATA))
        self.assert_dataset(self.fetch("--prefer", "dump"), EXPECTED)


class FinalForm(ProgramTest):
    def test_several_dumps_without_priority_are_parts(self):
        publish(self.site, dataset(DATASET, dumps=["http://www.example.com/a.nt",
                                                   "http://www.example.com/b.nt"]))
        self.site.add("/a.nt", text="".join(DATA[:300]))
        self.site.add("/b.nt", text="".join(DATA[300:]))
        self.assert_dataset(self.fetch(), EXPECTED)


class LocalTree(ProgramTest):
    def test_a_sitemap_in_a_folder_and_its_dump(self):
        (self.folder / "all.nt").write_text("".join(DATA))
        (self.folder / "sitemap.xml").write_text(sitemap(dataset(
            DATASET, dumps=[(self.folder / "all.nt").as_uri()])))
        result = self.fetch(url=(self.folder / "sitemap.xml").as_uri())
        self.assert_dataset(result, EXPECTED)
        self.assertEqual(result.code, 0, result)

    def test_a_path_is_as_good_as_a_url(self):
        (self.folder / "all.nt").write_text("".join(DATA))
        (self.folder / "sitemap.xml").write_text(sitemap(dataset(
            DATASET, dumps=[(self.folder / "all.nt").as_uri()])))
        self.assert_dataset(self.fetch(url=str(self.folder / "sitemap.xml")), EXPECTED)


class NothingThere(ProgramTest):
    def test_what_no_guess_leaves_is_told(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        self.site.add("/", text=HTML)
        result = self.fetch("--no-guess")
        self.assertEqual(result.code, 3, result)
        self.assertIn("--no-guess", result.errors)
        self.assertNotIn("/sitemap.xml", self.web.paths())

    def test_a_host_that_does_not_exist(self):
        result = self.fetch(url="http://no-such-host.invalid/")
        self.assertEqual(result.code, 3, result)
        self.assertIn("no-such-host.invalid", result.errors)


class AnswersLater(ProgramTest):
    def test_waits_as_long_as_the_server_asks(self):
        publish(self.site, dataset(DATASET, dumps=["http://www.example.com/all.nt.gz"]))
        self.site.add("/all.nt.gz", answers=[
            Answer(status=503, text="later", headers={"Retry-After": "1"}), Answer(data=PACKED)])
        self.assert_dataset(self.fetch("--prefer", "dump"), EXPECTED)
        times = [r.time for r in self.web.log if r.path == "/all.nt.gz" and r.method == "GET"]
        self.assertEqual(len(times), 2)
        self.assertGreaterEqual(times[1] - times[0], 0.95)
