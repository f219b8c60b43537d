"""A site that was down is got when it is back, by the same command (docs/fetch.md, State)."""

from harness import ProgramTest, triples
from semantic_sitemap import dataset, publish, sitemap

SITE = "http://www.example.com"
DUMP = f"{SITE}/all.nt"


class Recovery(ProgramTest):
    def again(self, code):
        output, report = self.folder / "out.nq", self.folder / "report.json"
        result = self.run_program(
            "fetch", f"{SITE}/", "-o", output, "--report", report, "--delay", "0", "--retries", "1",
            *self.web.connect_to_args(), output=output, report=report)
        self.assertEqual(result.code, code, result)
        return result

    def lines(self):
        return len((self.folder / "out.nq").read_text().splitlines())

    def test_a_dump_that_was_missing(self):
        publish(self.site, dataset(f"{SITE}/d", dumps=[DUMP]))
        for trouble in {"status": 404}, {"status": 500}, {"text": ""}:
            with self.subTest(trouble):
                for file in self.folder.glob("out.nq*"):
                    file.unlink()
                self.site.add("/all.nt", **trouble)
                self.again(3)
                self.again(3)
                self.site.add("/all.nt", text="".join(triples(5)))
                self.again(0)
                self.assertEqual(self.lines(), 5)

    def test_one_bad_night(self):
        publish(self.site, dataset(f"{SITE}/d", dumps=[DUMP]))
        self.site.add("/all.nt", text="".join(triples(5)))
        self.again(0)
        self.site.add("/all.nt", status=500)
        self.assertIn(self.run_program(
            "fetch", f"{SITE}/", "-o", self.folder / "out.nq", "--delay", "0", "--retries", "1",
            *self.web.connect_to_args()).code, (1, 3))
        self.assertEqual(self.lines(), 5, "what was had stays")
        self.site.add("/all.nt", text="".join(triples(7)))
        self.again(0)
        self.assertEqual(self.lines(), 7)

    def test_pages_that_were_down(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=sitemap(urls=[f"{SITE}/p/{n}.ttl" for n in range(3)]))
        for number in range(3):
            self.site.add(f"/p/{number}.ttl", status=500)
        self.again(3)
        for number in range(3):
            self.site.add(f"/p/{number}.ttl", text=f"<#it> <http://v.example/p> {number} .",
                          type="text/turtle")
        self.again(0)
        self.assertEqual(self.lines(), 3)


    def test_half_a_page_is_not_made_whole_by_a_304(self):
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.site.add("/sitemap.xml", text=sitemap(urls=[f"{SITE}/p.nt"]))
        whole = "".join(triples(6))
        self.site.add("/p.nt", text=whole, etag='"1"', cut=len(whole) // 2)
        self.again(1)
        self.assertLess(self.lines(), 6)
        self.site.add("/p.nt", text=whole, etag='"1"')
        self.again(0)
        self.assertEqual(self.lines(), 6)


class Changes(ProgramTest):
    def test_a_new_quad_that_stands_twice_in_its_file_is_told(self):
        publish(self.site, dataset(f"{SITE}/d", dumps=[DUMP]))
        changes = self.folder / "changes.txt"
        for numbers in (1,), (2, 2, 3, 3, 3):
            self.site.add("/all.nt", text="".join(triples(1, start=number)[0] for number in numbers))
            result = self.run_program("fetch", f"{SITE}/", "-o", self.folder / "out.nq", "--changes",
                                      changes, "--delay", "0", *self.web.connect_to_args())
            self.assertEqual(result.code, 0, result)
        marks = sorted(line.split()[0] for line in changes.read_text().splitlines()
                       if line[:2] in ("A ", "D "))
        self.assertEqual(marks, ["A", "A", "D"])
