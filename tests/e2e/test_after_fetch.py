"""`semsite fetch --slice` and `--load`: documents and a loaded store in the run that fetches."""

import unittest

from harness import ProgramTest
import quads
from semantic_sitemap import dataset, publish
from small_store import Fault, SmallStore

E = "http://www.example.com"
DUMP = f"""<{E}/id/jo> <{E}/knows> <{E}/id/al> .
<{E}/id/jo> <{E}/address> _:a .
_:a <{E}/town> "Ghent" .
<{E}/id/al> <{E}/page> <{E}/page> .
"""
#: By hand, from the definitions in docs/slice.md: documents under /id/ only.
SUBJECT = f"""<{E}/id/jo> <{E}/knows> <{E}/id/al> <{E}/id/jo> .
<{E}/id/jo> <{E}/address> _:a <{E}/id/jo> .
<{E}/id/al> <{E}/page> <{E}/page> <{E}/id/al> .
"""
CBD = SUBJECT + f'_:a <{E}/town> "Ghent" <{E}/id/jo> .\n'
SUBJECT_OBJECT = SUBJECT + f"<{E}/id/jo> <{E}/knows> <{E}/id/al> <{E}/id/al> .\n"
PAGES = SUBJECT_OBJECT + f"<{E}/id/al> <{E}/page> <{E}/page> <{E}/page> .\n"


def read(text):
    return quads.read_dataset(text.encode())


class AfterFetch(ProgramTest):
    def setUp(self):
        super().setUp()
        self.offer()

    def offer(self, slicing=None, dump=DUMP, prefixes=(f"{E}/id/",), more=()):
        text = dataset(f"{E}/all", dumps=[f"{E}/all.nt"], prefixes=prefixes)
        if slicing:
            text = text.replace("<sc:linkedDataPrefix>",
                                f'<sc:linkedDataPrefix slicing="{slicing}">')
        publish(self.site, text, *more)
        self.site.add("/all.nt", text=dump)

    def again(self, *arguments):
        """The same command once more, with the state of the run before."""
        output, report = self.folder / "out.nq", self.folder / "report.json"
        return self.run_program("fetch", f"{E}/", "-o", output, "--report", report, "--delay", "0",
                                *self.web.connect_to_args(), *arguments, output=output,
                                report=report)


class Slices(AfterFetch):
    def test_documents_are_those_of_the_method_under_the_prefixes_of_the_dataset(self):
        for method, expected in (("subject", SUBJECT), ("cbd", CBD),
                                 ("subject-object", SUBJECT_OBJECT)):
            with self.subTest(method):
                result = self.fetch("--only", "dump", "--slice", method)
                self.assertEqual(result.code, 0, result)
                self.assert_dataset(result, read(expected))

    def test_the_quads_are_kept_beside_the_documents(self):
        result = self.fetch("--only", "dump", "--slice", "subject", "--graph", "none")
        self.assertEqual(result.code, 0, result)
        kept = quads.read_dataset((self.folder / "out.nq.quads").read_bytes())
        self.assertTrue(quads.isomorphic(kept, read(DUMP)))

    def test_auto_takes_the_method_that_the_dataset_names(self):
        self.offer(slicing="cbd")
        self.assert_dataset(self.fetch("--only", "dump", "--slice", "auto"), read(CBD))

    def test_auto_says_when_nothing_is_named(self):
        result = self.fetch("--only", "dump", "--slice", "auto")
        self.assertIn("no dataset tells how it slices", result.errors)
        self.assert_dataset(result, read(SUBJECT_OBJECT))

    def test_auto_does_not_choose_between_datasets_that_differ(self):
        other = dataset(f"{E}/other", dumps=[f"{E}/all.nt"], prefixes=[f"{E}/page"]).replace(
            "<sc:linkedDataPrefix>", '<sc:linkedDataPrefix slicing="subject">')
        self.offer(slicing="cbd", more=[other])
        result = self.fetch("--only", "dump", "--slice", "auto")
        self.assertEqual(result.code, 3, result)
        self.assertIn("name one with --slice", result.errors)
        result = self.fetch("--only", "dump", "--slice", "auto", "--dataset", f"{E}/all")
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, read(CBD))

    def test_the_user_may_name_prefixes(self):
        result = self.fetch("--only", "dump", "--slice", "subject-object", "--prefix", f"{E}/")
        self.assert_dataset(result, read(PAGES))
        self.offer(prefixes=())
        result = self.fetch("--only", "dump", "--slice", "subject-object")
        self.assertIn("every IRI has a document", result.errors)
        self.assert_dataset(result, read(PAGES))

    def test_a_refresh_cuts_the_documents_anew(self):
        self.fetch("--only", "dump", "--slice", "subject")
        self.offer(dump=DUMP.replace("/page> .", "/id/jo> ."))
        result = self.again("--only", "dump", "--slice", "subject")
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, read(SUBJECT.replace(f"<{E}/page> <{E}/id/al> .",
                                                         f"<{E}/id/jo> <{E}/id/al> .")))

    def test_a_site_that_is_gone_leaves_the_documents_as_they_are(self):
        self.fetch("--only", "dump", "--slice", "subject")
        for path in ("/robots.txt", "/sitemap.xml", "/all.nt"):
            self.site.add(path, status=503, text="later")
        result = self.again("--only", "dump", "--slice", "subject", "--retry-delay", "0.01")
        self.assertNotEqual(result.code, 0, result)
        self.assert_dataset(result, read(SUBJECT))


class Usage(AfterFetch):
    def check(self, text, *arguments):
        result = self.run_program("fetch", f"{E}/", *arguments)
        self.assertEqual(result.code, 2, result)
        self.assertIn(text, result.errors)
        self.assertEqual(self.web.log, [])

    def test_what_cannot_be_is_told_before_anything_is_asked_for(self):
        self.check("name a file with -o", "--slice", "subject")
        self.check("name a file with -o", "--load", "http://store.example/")
        self.check("name a file with -o", "--slice", "cbd", "-o", "/dev/null")
        self.check("choose one of auto, subject", "--slice", "all", "-o", "out.nq")
        self.check("give --slice, too", "--closure", "-o", "out.nq")
        self.check("give --load, too", "--replace", "-o", "out.nq")
        self.check("--closure", "--slice", "cbd", "--closure", "-o", "out.nq")
        self.check("--changes", "--slice", "cbd", "--changes", "c.nq", "-o", "out.nq")
        self.check("N-Quads", "--slice", "cbd", "--format", "turtle", "-o", "out.ttl")
        self.check("no http or https URL", "--load", "store", "-o", "out.nq")


class Loads(AfterFetch):
    def setUp(self):
        super().setUp()
        self.store = self.enterContext(SmallStore())

    def assert_stored(self, text, result):
        got = self.store.dataset()
        self.assertEqual(result.code, 0, result)
        self.assertTrue(quads.isomorphic(read(text), got),
                        f"{quads.difference(read(text), got)}\n{result}")

    def test_what_was_fetched_is_in_the_store(self):
        result = self.fetch("--only", "dump", "--load", self.store.base, "--verify")
        self.assert_stored(DUMP.replace(" .\n", f" <{E}/all> .\n"), result)
        self.assertIn("verified: 1 graph has", result.errors)

    def test_documents_are_loaded_if_they_are_made(self):
        result = self.fetch("--only", "dump", "--slice", "cbd", "--load", self.store.base)
        self.assert_stored(CBD, result)

    def test_a_compressed_output_is_loaded(self):
        result = self.fetch("--only", "dump", "--load", self.store.base, to="out.nq.gz")
        self.assert_stored(DUMP.replace(" .\n", f" <{E}/all> .\n"), result)

    def test_the_login_of_the_store_is_not_that_of_the_site(self):
        self.store.ask_for_basic("me", "secret")
        self.fetch("--only", "dump", "--load", self.store.base, "--load-user", "me:secret")
        self.assertTrue(self.store.dataset())
        self.assertFalse([r for r in self.web.log if "authorization" in
                          {name.lower() for name in r.headers}])
        report = (self.folder / "report.json").read_text()
        self.assertNotIn("secret", report)

    def test_replace_puts_a_refresh_in_the_place_of_what_was_loaded(self):
        first = self.fetch("--only", "dump", "--load", self.store.base, "--replace")
        self.assert_stored(DUMP.replace(" .\n", f" <{E}/all> .\n"), first)
        changed = DUMP.replace("Ghent", "Bruges")
        self.offer(dump=changed)
        result = self.again("--only", "dump", "--load", self.store.base, "--replace", "--verify")
        self.assert_stored(changed.replace(" .\n", f" <{E}/all> .\n"), result)

    def test_a_changed_output_is_not_added_to_the_old_one(self):
        self.fetch("--only", "dump", "--load", self.store.base)
        before = self.store.dataset()
        self.offer(dump=DUMP + f"<{E}/new> <{E}/new> <{E}/new> .\n")
        result = self.again("--only", "dump", "--load", self.store.base)
        self.assertEqual(result.code, 3, result)
        self.assertIn("--replace", result.errors)
        self.assertTrue(quads.isomorphic(before, self.store.dataset()))

    def test_nothing_is_loaded_if_nothing_was_fetched(self):
        self.site.add("/all.nt", status=404, text="no")
        result = self.fetch("--only", "dump", "--load", self.store.base)
        self.assertEqual(result.code, 3, result)
        self.assertEqual(self.store.requests, [])

    def test_a_store_that_is_not_there_is_told_and_where_the_quads_are(self):
        result = self.fetch("--only", "dump", "--load", "http://127.0.0.1:9/")
        self.assertEqual(result.code, 3, result)
        self.assertIn("cannot connect to 127.0.0.1 port 9", result.errors)
        self.assertIn("what came before is in ", result.errors)
        self.assertEqual(len(result.quads), 4)

    def test_a_store_that_refuses_leaves_the_output_and_is_told(self):
        self.store.fault = lambda request: Fault("answer", 503) if request.is_write else None
        result = self.fetch("--only", "dump", "--load", self.store.base, "--retry-delay", "0.01")
        self.assertNotEqual(result.code, 0, result)
        self.assertEqual(len(result.quads), 4)
        self.store.fault = None
        self.assert_stored(DUMP.replace(" .\n", f" <{E}/all> .\n"),
                           self.again("--only", "dump", "--load", self.store.base))


class NotOver(AfterFetch):
    """With a list of changes and a store, a run is over when the store has it, too (docs/changes.md)."""

    def test_what_another_has_in_the_store_stays_when_a_later_command_ends_the_run(self):
        graph = "http://data.victim.example/graph"
        self.offer(dump=DUMP, more=())
        self.site.add("/all.nq", text=f"<{E}/s> <{E}/p> <{E}/o> <{graph}> .\n<{E}/s> <{E}/p> <{E}/o> <{E}/own> .\n")
        publish(self.site, dataset(f"{E}/all", dumps=[f"{E}/all.nq"]))
        theirs = read(f"<{E}/theirs> <{E}/p> <{E}/o> <{graph}> .\n")
        with SmallStore() as store:
            store.quads = set(theirs)
            store.fault = lambda request: Fault("answer", status=500)
            more = ("--load", store.base, "--replace", "--changes", self.folder / "changes", "--retries", "1",
                    "--retry-delay", "0.01")
            result = self.fetch(*more)
            self.assertEqual(result.code, 3, result)
            told = (self.folder / "changes").read_bytes()
            store.fault = None
            asked = len(self.web.log)
            result = self.again(*more)
            self.assertEqual(result.code, 1, result)
            self.assertIn("complete now", result.errors)
            self.assertIn("load.foreign-graph", result.errors)
            self.assertEqual(len(self.web.log), asked)
            self.assertEqual((self.folder / "changes").read_bytes(), told)
            self.assertLess(set(theirs), set(store.dataset()))
            self.assertIn(f"{E}/own", {quad[3][1] for quad in store.dataset()})
        self.assertEqual([path.name for path in self.folder.glob("*.part")], [])
        self.assertNotIn("complete now", self.again("--changes", self.folder / "changes").errors)


if __name__ == "__main__":
    unittest.main()
