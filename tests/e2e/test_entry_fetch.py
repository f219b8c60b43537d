"""What `fetch` does with the things that entries of sitemaps name: metadata, documents."""

import hashlib
import json
import subprocess
from unittest import mock

from crawl_run import CrawlTest
from harness import PROGRAM
from big_web_documents import in_graph, jsonld_page, thing
from catalogue import ntriples
from crawl_web import OPEN, answer
import crawl_web
import quads
from web import redirect

SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
RS = 'xmlns:rs="http://www.openarchives.org/rs/terms/"'
OCX = 'xmlns:ocx="http://sitemap.ocx.org/v/1.0"'
DIWOO = 'xmlns:diwoo="https://standaarden.overheid.nl/diwoo/metadata/"'
RELATION = "http://www.iana.org/assignments/relation/"


class EntryTest(CrawlTest):
    def site(self, name, entries, namespaces, address="127.0.0.1", sitemap="/sitemap.xml"):
        """A host whose sitemap has these entries."""
        host = self.web.host(name, address=address)
        host.add("/robots.txt", text=f"{OPEN}\nSitemap: http://{name}{sitemap}\n")
        host.add(sitemap, text=f"<urlset {SITEMAP} {namespaces}>{entries}</urlset>")
        return host

    def of_graph(self, result, graph):
        return {quad for quad in result.quads if quad[3] == ("iri", graph)}

    def plan(self, form="json"):
        """What `plan` prints for the first host."""
        done = subprocess.run(
            [str(PROGRAM), "plan", self.entries()[0], "--format", form, *self.options,
             *self.web.connect_to_args()], stdin=subprocess.DEVNULL, capture_output=True,
            timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["sites"][0] if form == "json" else done.stdout.decode()

    def asked_paths(self, asked):
        heads = [request for request in asked.common if request.method == "HEAD"]
        return sorted(f"{request.method} {request.path}" for request in asked.documents + heads)


class Signmaps(EntryTest):
    """signposting.md §1, §10: entry, HEAD, link set, HTML last."""

    base = "http://repo.example"

    def metadata(self, host, path, name):
        """A Turtle document; gives its quads."""
        said = [statement for statement in thing(f"{self.base}{path}#it", name)
                if "blank" not in (statement[0][0], statement[2][0])]
        host.add(path, answers=[answer(ntriples(said), "text/turtle")])
        return in_graph(said, f"{self.base}{path}")

    def test_the_metadata_that_an_entry_names_is_all_that_is_asked_for(self):
        host = self.site("repo.example", f"""
          <url><loc>{self.base}/obj/7</loc>
            <rs:ln rel="cite-as" href="https://doi.example/7"/>
            <rs:ln rel="describedby" href="{self.base}/7.bib" type="application/x-bibtex"/>
            <rs:ln rel="describedby" href="{self.base}/7.ttl" type="text/turtle"/>
            <rs:ln rel="item" href="http://files.example/7.csv" type="text/csv"/>
          </url>""", RS)
        expected = self.metadata(host, "/7.ttl", "seven")
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.asked_paths(asked), ["GET /7.ttl"])
        self.assertEqual(self.of_graph(result, f"{self.base}/7.ttl"), expected)
        self.assertIn((("iri", f"{self.base}/obj/7"), ("iri", RELATION + "describedby"),
                       ("iri", f"{self.base}/7.ttl"), ("iri", f"{self.base}/sitemap.xml")),
                      result.quads)

    def test_else_the_header_of_the_landing_page_says_it(self):
        host = self.site("repo.example", f"""
          <url><loc>{self.base}/obj/8</loc>
            <rs:ln rel="item" href="http://files.example/8.pdf" type="application/pdf"/>
          </url>""", RS)
        expected = self.metadata(host, "/8.ttl", "eight")
        host.add("/obj/8", text="<p>a page", type="text/html", headers={
            "Link": f'</8.ttl>; rel=describedby; type="text/turtle", </8>; rel="cite-as"'})
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.asked_paths(asked), ["GET /8.ttl", "HEAD /obj/8"])
        self.assertEqual(self.of_graph(result, f"{self.base}/8.ttl"), expected)

    def test_the_markup_of_the_page_comes_last(self):
        host = self.site("repo.example", f"""
          <url><loc>{self.base}/obj/9</loc><rs:ln rel="cite-as" href="https://doi.example/9"/>
          </url>""", RS)
        expected = self.metadata(host, "/9.ttl", "nine")
        host.add("/obj/9", type="text/html", text=(
            '<html><head><base href="/x/"><link rel="describedby" type="text/turtle" '
            'href="../9.ttl"></head><body>a page'))
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.asked_paths(asked),
                         ["GET /9.ttl", "GET /obj/9", "HEAD /obj/9"])
        self.assertEqual(self.of_graph(result, f"{self.base}/9.ttl"), expected)

    def test_a_header_that_is_refused_for_now_is_waited_for(self):
        host = self.site("repo.example", f"""
          <url><loc>{self.base}/obj/8</loc><rs:ln rel="cite-as" href="https://doi.example/8"/>
          </url>""", RS)
        expected = self.metadata(host, "/8.ttl", "eight")
        busy = [crawl_web.Answer(status=503, text="", headers={"Retry-After": "1"})]

        def guard(method, path, _):
            return busy.pop() if path == "/obj/8" and busy else None
        host.guard = guard
        host.add("/obj/8", text="<p>a page", type="text/html", headers={
            "Link": '</8.ttl>; rel=describedby; type="text/turtle"'})
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.asked_paths(asked),
                         ["GET /8.ttl", "HEAD /obj/8", "HEAD /obj/8"])
        first, second = sorted(one.time for one in asked.common if one.path == "/obj/8")
        self.assertGreaterEqual(second - first, 1)
        self.assertEqual(self.of_graph(result, f"{self.base}/8.ttl"), expected)

    def test_a_server_that_knows_no_head_is_asked_for_the_page(self):
        host = self.site("repo.example", f"""
          <url><loc>{self.base}/obj/8</loc><rs:ln rel="cite-as" href="https://doi.example/8"/>
          </url>""", RS)
        expected = self.metadata(host, "/8.ttl", "eight")
        host.guard = lambda method, path, _: (
            crawl_web.Answer(status=405, text="") if method == "HEAD" else None)
        host.add("/obj/8", text="<p>a page", type="text/html", headers={
            "Link": '</8.ttl>; rel=describedby; type="text/turtle"'})
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.asked_paths(asked), ["GET /8.ttl", "GET /obj/8", "HEAD /obj/8"])
        self.assertEqual(self.of_graph(result, f"{self.base}/8.ttl"), expected)

    def test_two_entries_of_one_landing_page_give_it_once(self):
        host = self.site("repo.example", "".join(
            f"""<url><loc>{self.base}/old/{n}</loc>
                <rs:ln rel="cite-as" href="https://doi.example/{n}"/></url>""" for n in (1, 2)), RS)
        self.metadata(host, "/8.ttl", "eight")
        for number in (1, 2):
            host.add(f"/old/{number}", answers=[redirect("/obj/8")])
        host.add("/obj/8", text="<p>a page", type="text/html", headers={
            "Link": '</8.ttl>; rel=describedby; type="text/turtle"'})
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(result.lines), len(set(result.lines)), "lines came twice")
        self.assertTrue(self.of_graph(result, f"{self.base}/obj/8"))

    def test_follow_chooses_the_relations(self):
        host = self.site("repo.example", f"""
          <url><loc>{self.base}/obj/7</loc>
            <rs:ln rel="describedby" href="{self.base}/7.ttl" type="text/turtle"/>
            <rs:ln rel="item" href="{self.base}/7.nt" type="application/n-triples"/>
            <rs:ln rel="item" href="{self.base}/7.csv" type="text/csv"/>
          </url>""", RS)
        self.metadata(host, "/7.ttl", "seven")
        self.metadata(host, "/7.nt", "the data of seven")
        for follow, paths in (("describedby,item", ["GET /7.nt", "GET /7.ttl"]),
                              ("item", ["GET /7.nt"])):
            with self.subTest(follow):
                self.clear()
                _, asked = self.run_it("--follow", follow)
                self.assertEqual(self.asked_paths(asked), paths)

    def test_a_change_list_leads_to_metadata_and_past_what_is_no_rdf(self):
        host = self.site("repo.example", f'''
          <rs:md capability="changelist" from="2026-03-01T00:00:00Z"/>
          <url><loc>{self.base}/obj/7</loc>
            <rs:md change="created" datetime="2026-03-02T00:00:00Z" type="text/html"/>
            <rs:ln rel="describedby" href="{self.base}/7.ttl" type="text/turtle"/></url>
          <url><loc>{self.base}/8.pdf</loc>
            <rs:md change="updated" datetime="2026-03-02T00:00:00Z" type="application/pdf"/>
          </url>
          <url><loc>{self.base}/obj/9</loc>
            <rs:md change="deleted" datetime="2026-03-03T00:00:00Z"/>
            <rs:ln rel="describedby" href="{self.base}/9.ttl" type="text/turtle"/></url>''', RS)
        expected = self.metadata(host, "/7.ttl", "seven")
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.asked_paths(asked), ["GET /7.ttl"])
        self.assertEqual(self.of_graph(result, f"{self.base}/7.ttl"), expected)

    def test_a_described_document_may_be_elsewhere_but_robots_txt_counts_there(self):
        self.site("repo.example", f"""
          <url><loc>{self.base}/obj/7</loc>
            <rs:ln rel="describedby" href="http://meta.example/7.ttl" type="text/turtle"/></url>
          <url><loc>{self.base}/obj/8</loc>
            <rs:ln rel="describedby" href="http://meta.example/no/8.ttl" type="text/turtle"/>
          </url>""", RS)
        self.web.host("meta.example", address="127.0.0.2").add(
            "/robots.txt", text="User-agent: *\nDisallow: /no/\n")
        self.web.hosts["meta.example"].add(
            "/7.ttl", text="<http://a.example/7> <http://a.example/p> 7 .", type="text/turtle")
        result, asked = self.run_one()
        self.assertEqual([path for path in self.asked_paths(asked) if "ttl" in path],
                         ["GET /7.ttl"])
        self.assertEqual(len(self.of_graph(result, "http://meta.example/7.ttl")), 1)
        self.assertEqual(result.code, 1, "what robots.txt forbids is missing")

    def run_one(self, *more):
        """A run for the first host only."""
        first = [f"http://{next(iter(self.web.hosts))}/"]
        self.entries = lambda: first
        return self.run_it(*more)


class Courses(EntryTest):
    """ocx.md §2–§6."""

    base = "http://school.example"

    def entry(self, path, kind, form, more=""):
        return (f"<url><loc>{self.base}{path}</loc><ocx:ocx><ocx:type>{kind}</ocx:type>"
                f"<ocx:format>{form}</ocx:format>{more}</ocx:ocx></url>")

    def setUp(self):
        super().setUp()
        self.listed = (
            self.entry("/a", "http://oerschema.org/Course", "JSON-LD")
            + self.entry("/b", "http://oerschema.org/Lesson/", "RDFa",
                         f"<ocx:loc>{self.base}/meta/b</ocx:loc>")
            + self.entry("/c", "oer:Activity", "JSON-LD",
                         "<ocx:xpath>//main[@id='A']</ocx:xpath>"))
        self.host = self.site("school.example", self.listed, OCX)
        self.quads = {}
        for path in ("/a", "/meta/b"):
            page, self.quads[path] = jsonld_page(self.base + path, f"page {path}")
            self.host.add(path, text=page, type="text/html")
        wanted = ('<script type="application/ld+json">{"@id": "http://a.example/in", '
                  '"http://a.example/p": "wanted"}</script>')
        self.host.add("/c", type="text/html", text=(
            f"<main id=A>{wanted}</main>" + wanted.replace("/in", "/out")))

    def test_metadata_comes_from_where_the_entry_says(self):
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.asked_paths(asked), ["GET /a", "GET /c", "GET /meta/b"])
        for path, expected in self.quads.items():
            self.assertTrue(quads.isomorphic(expected, frozenset(
                self.of_graph(result, self.base + path))), path)
        subjects = {quad[0][1] for quad in self.of_graph(result, f"{self.base}/c")}
        self.assertEqual(subjects, {"http://a.example/in"})

    def test_entries_are_filtered_by_type_and_format(self):
        for options, paths in ((("--ocx-type", "Lesson,Activity"), ["GET /c", "GET /meta/b"]),
                               (("--ocx-format", "json-ld"), ["GET /a", "GET /c"]),
                               (("--ocx-type", "Course", "--ocx-format", "rdfa"), [])):
            with self.subTest(options):
                self.clear()
                _, asked = self.run_it(*options)
                self.assertEqual(self.asked_paths(asked), paths)

    def test_the_choice_of_types_holds_for_what_entries_say_too(self):
        plain = f"<url><loc>{self.base}/plain</loc><rs:ln rel='license' href='http://l.example/'/></url>"
        nameless = ("<url><ocx:ocx><ocx:type>oer:Course</ocx:type><ocx:format>RDFa</ocx:format>"
                    f"<ocx:loc>{self.base}/nameless</ocx:loc></ocx:ocx></url>")
        self.host.add("/sitemap.xml", text=f"<urlset {SITEMAP} {OCX} {RS}><rs:ln rel='license' "
                      f"href='{self.base}/up'/>{self.listed}{plain}{nameless}</urlset>")
        of_sitemap = f"{self.base}/sitemap.xml"
        for options, entries in ((("--ocx-type", "Lesson,Activity"), {"/b", "/meta/b", "/c"}),
                                 (("--ocx-format", "json-ld"), {"/a", "/c"}),
                                 ((), {"/a", "/b", "/meta/b", "/c", "/plain", "/nameless"})):
            with self.subTest(options):
                self.clear()
                result, _ = self.run_it(*options)
                subjects = {quad[0][1] for quad in self.of_graph(result, of_sitemap)}
                self.assertEqual(subjects, {self.base + path for path in entries} | {of_sitemap})

    def test_an_include_that_no_page_matches_is_told(self):
        told = "--include */typo/*: no page of the sites matches"
        for again in range(2):
            with self.subTest(again):
                result, asked = self.run_it("--include", "*/typo/*")
                self.assertEqual(self.asked_paths(asked), [])
                self.assertEqual(result.code, 1, result)
                self.assertIn(told, result.report["problems"])
        self.clear()
        for again in range(2):  # what has not changed is there, too
            with self.subTest(again):
                result, _ = self.run_it("--include", "*/c")
                self.assertEqual(result.code, 0, result)

    def test_a_type_that_no_entry_has_is_told(self):
        result, asked = self.run_it("--ocx-type", "Lesson,Lesosn")
        self.assertEqual(self.asked_paths(asked), ["GET /meta/b"])
        self.assertEqual(result.code, 1, result)
        told = "--ocx-type Lesosn: no entry of the sitemaps has this type"
        self.assertIn(told, result.errors)
        self.assertIn(told, result.report["problems"])
        self.assertIs(result.report["totals"]["complete"], False)
        self.clear()
        result, _ = self.run_it("--ocx-type", "Lesson,oer:activity")
        self.assertEqual(result.code, 0, result)

    def test_a_format_that_contradicts_the_page_is_noted_and_all_is_read(self):
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        noted = [line for line in result.errors.splitlines() if "[ocx.format]" in line]
        self.assertEqual(len(noted), 1, result)
        self.assertIn(f"{self.base}/meta/b", noted[0])
        self.assertIn("is RDFa, but it is JSON-LD", noted[0])
        self.assertTrue(self.of_graph(result, f"{self.base}/meta/b"))
        self.assertIn('"ocx.format": 1', json.dumps(result.report))

    def test_the_plan_counts_entries_by_their_metadata(self):
        plan = self.plan()
        [group] = plan["profile"]["entry_groups"]
        self.assertEqual(group, {"kind": "OCX", "entries": 3, "descriptions": 1, "headers": 0,
                                 "pages": 2, "documents": 0, "nothing": 0})
        self.assertEqual(plan["profile"]["sitemaps"][0]["entry_groups"], [group])
        self.assertIn("  entries  3 OCX: what they say comes with the sitemap; "
                      "1 description to ask for, 2 pages to read\n", self.plan("text"))

    def test_the_entries_themselves_are_in_the_graph_of_the_sitemap(self):
        result, _ = self.run_it()
        types = {(quad[0][1], quad[2][1])
                 for quad in self.of_graph(result, f"{self.base}/sitemap.xml")
                 if quad[1][1].endswith("#type") and "oerschema" in quad[2][1]}
        self.assertEqual(types, {(f"{self.base}/a", "http://oerschema.org/Course"),
                                 (f"{self.base}/b", "http://oerschema.org/Lesson"),
                                 (f"{self.base}/c", "http://oerschema.org/Activity")})

    def test_what_is_no_sitemap_has_no_entries_to_miss(self):
        self.host.add("/note", text="just words", type="text/plain")
        self.entries = lambda: [f"{self.base}/note"]
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        [row] = [row for row in result.report["datasets"] if row["way"] == "entries"]
        self.assertTrue(row["complete"], row)

    def test_entries_follow_the_sitemap_when_it_changes(self):
        first, _ = self.run_it()
        again, _ = self.run_it()
        self.assertEqual(again.code, 0, again)
        self.assert_same(first.quads, again)
        self.host.add("/sitemap.xml", text=(
            f"<urlset {SITEMAP} {OCX}>"
            + self.entry("/a", "http://oerschema.org/Module", "JSON-LD") + "</urlset>"))
        result, _ = self.run_it("--changes", "changes.nq")
        text = (self.folder / "changes.nq").read_text("utf-8")
        types = [line for line in text.splitlines() if "oerschema" in line]
        self.assertIn("http://oerschema.org/Course", "".join(types))
        self.assertIn("http://oerschema.org/Module", "".join(types))
        kept = {quad[2][1] for quad in self.of_graph(result, f"{self.base}/sitemap.xml")
                if quad[1][1].endswith("#type")}
        self.assertEqual(kept, {"http://oerschema.org/Module"})


class Documents(EntryTest):
    """diwoo.md §2–§3."""

    base = "http://open.example"

    def entry(self, path, lastmod="", title="A title"):
        return (f"<url><loc>{self.base}{path}</loc>"
                + (f"<lastmod>{lastmod}</lastmod>" if lastmod else "")
                + "<diwoo:Document><diwoo:DiWoo><diwoo:titelcollectie><diwoo:officieleTitel>"
                f"{title}</diwoo:officieleTitel></diwoo:titelcollectie></diwoo:DiWoo>"
                "</diwoo:Document></url>")

    def setUp(self):
        super().setUp()
        self.host = self.web.host("open.example")
        self.host.add("/robots.txt", text=(
            f"{OPEN}\nSitemap: /maps/sitemapindex-diwoo-infocat010.xml\n"))
        self.index = (f"<sitemapindex {SITEMAP}><sitemap><loc>{self.base}/map1.xml</loc></sitemap>"
                      f"<sitemap><loc>{self.base}/map2.xml</loc></sitemap></sitemapindex>")
        self.host.add("/maps/sitemapindex-diwoo-infocat010.xml", text=self.index)
        self.list(self.entry("/doc/1.pdf", "2025-01-01") + self.entry("/doc/2.pdf"),
                  self.entry("/doc/1.pdf", "2025-01-01"))
        for number in (1, 2):
            self.host.add(f"/doc/{number}.pdf", data=b"%PDF-1.7 document " + b"%d" % number,
                          type="application/pdf")

    def list(self, *maps):
        for number, entries in enumerate(maps, 1):
            self.host.add(f"/map{number}.xml",
                          text=f"<urlset {SITEMAP} {DIWOO}>{entries}</urlset>")

    def kept(self):
        return {path.name.partition("-")[2]: path.read_bytes()
                for path in (self.folder / "documents").rglob("*") if path.is_file()
                and path.suffix == ".pdf" and "removed" not in path.parts}

    def test_documents_are_not_asked_for_unless_that_is_wanted(self):
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(asked.documents, [])
        titles = [quad for quad in result.quads if quad[1][1].endswith("/dc/terms/title")]
        self.assertEqual({quad[0][1] for quad in titles},
                         {f"{self.base}/doc/1.pdf", f"{self.base}/doc/2.pdf"})

    def test_a_document_in_several_sitemaps_is_kept_once(self):
        result, asked = self.run_it("--documents", "documents")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.asked_paths(asked), ["GET /doc/1.pdf", "GET /doc/2.pdf"])
        self.assertEqual(self.kept(), {"1.pdf": b"%PDF-1.7 document 1",
                                       "2.pdf": b"%PDF-1.7 document 2"})
        rows = [json.loads(line) for line in
                (self.folder / "documents/index.jsonl").read_text("utf-8").splitlines()]
        self.assertEqual({(row["url"], row["sha256"]) for row in rows}, {
            (f"{self.base}/doc/{n}.pdf", hashlib.sha256(b"%%PDF-1.7 document %d" % n).hexdigest())
            for n in (1, 2)})
        for row in rows:
            self.assertTrue((self.folder / "documents" / row["file"]).is_file(), row)

    def test_lastmod_alone_decides_whether_a_document_is_asked_for_again(self):
        self.run_it("--documents", "documents")
        self.host.add("/doc/1.pdf", data=b"%PDF-1.7 new", type="application/pdf")
        result, asked = self.run_it("--documents", "documents")
        self.assertEqual(self.asked_paths(asked), [], "nothing says that it changed")
        self.list(self.entry("/doc/1.pdf", "2025-02-02") + self.entry("/doc/2.pdf"),
                  self.entry("/doc/1.pdf", "2025-02-02"))
        result, asked = self.run_it("--documents", "documents")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.asked_paths(asked), ["GET /doc/1.pdf"])
        self.assertEqual(self.kept()["1.pdf"], b"%PDF-1.7 new")

    def test_a_page_instead_of_a_document_is_a_named_failure(self):
        self.host.add("/doc/1.pdf", text="<!DOCTYPE html><title>Log in</title>",
                      type="text/html")
        result, _ = self.run_it("--documents", "documents")
        self.assertEqual(result.code, 1, result)
        self.assertIn("document.html", json.dumps(result.report))
        self.assertEqual(set(self.kept()), {"2.pdf"})

    def test_a_document_that_was_taken_away_is_asked_for_again(self):
        self.run_it("--documents", "documents")
        [gone] = (self.folder / "documents").rglob("*-2.pdf")
        gone.unlink()
        result, asked = self.run_it("--documents", "documents")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.asked_paths(asked), ["GET /doc/2.pdf"])
        self.assertEqual(set(self.kept()), {"1.pdf", "2.pdf"})

    def test_an_empty_document_is_a_named_failure(self):
        self.host.add("/doc/1.pdf", data=b"", type="application/pdf")
        result, _ = self.run_it("--documents", "documents")
        self.assertEqual(result.code, 1, result)
        self.assertIn("document.empty", json.dumps(result.report))
        self.assertEqual(set(self.kept()), {"2.pdf"})

    def test_the_plan_counts_documents(self):
        [group] = self.plan()["profile"]["entry_groups"]
        self.assertEqual((group["kind"], group["entries"], group["documents"]), ("DiWoo", 3, 3))

    def test_the_category_comes_from_the_name_of_the_index(self):
        result, _ = self.run_it()
        index = f"{self.base}/maps/sitemapindex-diwoo-infocat010.xml"
        categories = {(quad[0][1], quad[2][1]) for quad in self.of_graph(result, index)}
        kern = "https://identifier.overheid.nl/tooi/def/thes/kern/c_99a836c7"
        self.assertEqual(categories, {(f"{self.base}/doc/1.pdf", kern),
                                      (f"{self.base}/doc/2.pdf", kern)})

    def bare(self, path, lastmod="2025-01-01"):
        return f"<url><loc>{self.base}{path}</loc><lastmod>{lastmod}</lastmod></url>"

    def name_index(self, name):
        self.host.add("/robots.txt", text=f"{OPEN}\nSitemap: /maps/{name}\n")
        self.host.add(f"/maps/{name}", text=self.index)
        return f"{self.base}/maps/{name}"

    # diwoo.md §3: a document without metadata is harvested all the same.
    def test_entries_without_metadata_are_documents_too(self):
        self.list(self.bare("/doc/1.pdf") + self.entry("/doc/2.pdf"), "")
        result, asked = self.run_it()
        self.assertEqual((result.code, asked.documents), (0, []), result)
        said = {(quad[1][1].rpartition("/")[2], quad[2][1])
                for quad in self.of_graph(result, f"{self.base}/map1.xml")
                if quad[0][1] == f"{self.base}/doc/1.pdf"}
        self.assertEqual(said, {("22-rdf-syntax-ns#type", "http://xmlns.com/foaf/0.1/Document"),
                                ("modified", "2025-01-01")})
        self.clear()
        result, asked = self.run_it("--documents", "documents")
        self.assertEqual(self.asked_paths(asked), ["GET /doc/1.pdf", "GET /doc/2.pdf"])
        self.assertEqual(set(self.kept()), {"1.pdf", "2.pdf"})
        [group] = self.plan()["profile"]["entry_groups"]
        self.assertEqual((group["kind"], group["documents"]), ("DiWoo", 2))

    def test_in_other_indexes_they_are_pages(self):
        self.list(self.bare("/doc/1.pdf"), "")
        self.name_index("sitemapindex.xml")
        result, asked = self.run_it("--documents", "documents")
        self.assertEqual(self.asked_paths(asked), ["GET /doc/1.pdf"])
        self.assertEqual((result.quads, self.kept()), (frozenset(), {}))

    # diwoo.md §2: undeterminable categories are "onbekend".
    def test_without_a_category_anywhere_it_is_unknown(self):
        labelled = self.entry("/doc/2.pdf").replace(
            "<diwoo:titelcollectie>", "<diwoo:classificatiecollectie><diwoo:informatiecategorieen>"
            "<diwoo:informatiecategorie resource='http://c.example/1'/><diwoo:informatiecategorie>x"
            "</diwoo:informatiecategorie></diwoo:informatiecategorieen>"
            "</diwoo:classificatiecollectie><diwoo:titelcollectie>")
        self.list(self.bare("/doc/1.pdf") + labelled + self.entry("/doc/3.pdf"), "")
        for name in ("sitemapindex-diwoo.xml", "sitemapindex-diwoo-infocat018.xml"):
            with self.subTest(name):
                self.clear()
                index = self.name_index(name)
                result, _ = self.run_it()
                self.assertEqual(
                    {(quad[0][1], quad[2]) for quad in self.of_graph(result, index)},
                    {(f"{self.base}/doc/{n}.pdf", ("literal", "onbekend", quads.XSD_STRING, None))
                     for n in (1, 3)})

    def lists(self):
        return [[json.loads(line) for line in path.read_text("utf-8").splitlines()]
                if path.exists() else [] for path in
                (self.folder / "documents/index.jsonl", self.folder / "documents/removed.jsonl")]

    def aside(self):
        return {path.name.partition("-")[2]: path.read_bytes()
                for path in (self.folder / "documents/removed").rglob("*.pdf")}

    def test_a_document_that_is_listed_no_more_is_moved_aside_and_listed(self):
        self.run_it("--documents", "documents")
        self.assertEqual((self.aside(), self.lists()[1]), ({}, []))
        self.list(self.entry("/doc/2.pdf"), "")
        result, _ = self.run_it("--documents", "documents")
        self.assertEqual(result.code, 0, result)
        self.assertIn("1 document is no part of the site any more: moved to documents/removed",
                      result.errors)
        self.assertEqual(self.aside(), {"1.pdf": b"%PDF-1.7 document 1"})
        kept, removed = self.lists()
        self.assertEqual([row["url"] for row in kept], [f"{self.base}/doc/2.pdf"])
        [row] = removed
        self.assertEqual((row["url"], row["lastmod"], row["why"]),
                         (f"{self.base}/doc/1.pdf", "2025-01-01", "unlisted"))
        self.assertTrue((self.folder / "documents" / row["file"]).is_file())
        # Once; and a run that changes nothing leaves the list as it is.
        self.run_it("--documents", "documents")
        self.assertEqual(self.lists()[1], removed)
        # One that comes back is kept anew, one that goes later is added.
        self.list(self.entry("/doc/1.pdf", "2025-03-03"), "")
        self.run_it("--documents", "documents")
        self.assertEqual([row["url"] for row in self.lists()[0]], [f"{self.base}/doc/1.pdf"])
        self.assertEqual([row["url"] for row in self.lists()[1]],
                         [f"{self.base}/doc/{n}.pdf" for n in (2, 1)])

    def test_documents_that_are_wanted_no_more(self):
        """Their page is excluded, or their site is named no more."""
        other = self.site("other.example", "<url><loc>http://other.example/1</loc></url>", "")
        other.add("/1", type="text/turtle", text="<http://other.example/1> a <http://e.example/T> .")
        both = self.entries()
        for urls, more in ((both, ("--exclude", "*/doc/1.pdf")), (["http://other.example/"], ())):
            with self.subTest(urls, more=more):
                self.clear()
                with mock.patch.object(self, "entries", lambda: both):
                    self.run_it("--documents", "documents")
                self.assertEqual(self.aside(), {})
                with mock.patch.object(self, "entries", lambda: urls):
                    result, _ = self.run_it("--documents", "documents", *more)
                self.assertEqual(set(self.aside()), {"1.pdf"} if more else {"1.pdf", "2.pdf"}, result)
                self.assertEqual({row["why"] for row in self.lists()[1]}, {"unwanted"})

    def test_a_document_that_is_gone_twice_is_moved_aside(self):
        self.run_it("--documents", "documents")
        self.host.add("/doc/1.pdf", status=404, text="gone")
        for number in range(2):
            self.list(self.entry("/doc/1.pdf", f"2025-02-0{number + 1}"), self.entry("/doc/2.pdf"))
            self.assertEqual(self.aside(), {})
            self.run_it("--documents", "documents")
        self.assertEqual(set(self.aside()), {"1.pdf"})
        self.assertEqual([row["why"] for row in self.lists()[1]], ["gone"])

    def test_what_fails_or_cannot_be_looked_at_stays_where_it_is(self):
        self.run_it("--documents", "documents")
        self.host.add("/doc/1.pdf", status=500, text="later")
        self.list(self.entry("/doc/1.pdf", "2025-02-02"), self.entry("/doc/2.pdf"))
        self.run_it("--documents", "documents", "--retries", "1")
        self.host.add("/map2.xml", status=500, text="later")
        self.list(self.entry("/doc/1.pdf", "2025-02-02"))
        self.run_it("--documents", "documents", "--retries", "1")
        self.host.add("/robots.txt", status=500, text="later")
        self.run_it("--documents", "documents", "--retries", "1")
        self.assertEqual((set(self.kept()), self.aside()), ({"1.pdf", "2.pdf"}, {}))
