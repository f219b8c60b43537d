"""`semsite validate`: each planted fault is found in its place, clean sites have none."""

import gzip
import html.parser
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

from harness import PROGRAM, ROOT
from validate_run import DATASET, FULL, NT, PAGE, SITE, Validation, listed, urlset
from web import Answer, redirect


class CleanSites(Validation):
    def test_a_clean_site_has_no_findings_at_all(self):
        self.publish_dump(data=NT, **FULL)
        self.site.add("/robots.txt",
                      text=f"User-agent: *\nDisallow: /private/\n\nSitemap: {SITE}/sitemap.xml\n")
        report = self.validate("--fail-on", "note")
        self.assertEqual(report["findings"], [])
        self.assertEqual((report["status"], report["passed"]), (0, True))
        asked = [(request.method, request.path, request.headers.get("Range"))
                 for request in self.web.log]
        self.assertEqual(len(asked), len(set(asked)), asked)

    def test_the_bundled_example_site_has_no_findings_at_all(self):
        server = subprocess.Popen([sys.executable, ROOT / "examples/serve.py"],
                                  stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait, 10)
        self.addCleanup(server.terminate)
        places = []
        for line in server.stdout:
            if line == "ready\n":
                break
            places += ["--connect-to", line.strip()]
        result = self.run_program("validate", SITE, "--format", "json", "--delay", "0", *places)
        report = json.loads(result.out)
        self.assertEqual(report["findings"], [])
        self.assertEqual(result.code, 0)
        self.assertGreater(report["checked"]["count"], 10)


class Robots(Validation):
    def test_a_site_that_answers_with_an_error_is_closed(self):
        self.site.add("/robots.txt", status=503)
        report = self.validate()
        self.assert_only(report, "robots.unreachable", "/robots.txt")
        self.assertEqual(report["status"], 3)

    def test_a_missing_file_is_a_note(self):
        self.site.add("/", text=PAGE % ("", ""), type="text/html")
        report = self.validate()
        self.assertEqual(self.places(report)["robots.missing"], (f"{SITE}/robots.txt", None, None))
        # And nothing else says where data is.
        self.assertEqual(self.serious(report), ["site.nothing-checked"])

    def test_its_header_is_checked(self):
        self.publish(listed("/"))
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n", type="text/html")
        self.assert_only(self.validate(), "robots.content-type", "/robots.txt")
        for number in range(6):
            self.site.add(f"/r{number}", answers=[redirect(f"/r{number + 1}")])
        self.site.add("/robots.txt", answers=[redirect("/r0")])
        self.site.add("/r6", text=f"Sitemap: {SITE}/sitemap.xml\n", type="text/plain")
        self.assert_only(self.validate(), "robots.redirects", "/robots.txt")

    def test_lines_have_places(self):
        self.publish(listed("/"), f"User-agent: *\n  Disalow: /x\nSitemap: {SITE}/sitemap.xml\n")
        self.assert_only(self.validate(), "robots.misspelt", "/robots.txt", 2, 3)

    def test_a_host_that_nobody_waits_for_is_told_whatever_names_it(self):
        slow = self.web.host("slow.example", address="127.0.0.2")
        slow.otherwise = lambda path, headers: Answer(text=NT.decode(),
                                                      type="application/n-triples")
        there = "http://slow.example/d.nt"
        self.site.add("/away", answers=[redirect(there)])
        ways = {
            "page": listed("/").replace(f"{SITE}/", there),
            "redirect": listed("/away"),
            "dump": urlset(DATASET + f"<sc:dataDumpLocation>{there}</sc:dataDumpLocation>"
                           "</sc:dataset>"),
            "endpoint": urlset(DATASET + "<sc:sparqlEndpointLocation>http://slow.example/sparql"
                               "</sc:sparqlEndpointLocation></sc:dataset>")}
        for name, sitemap in ways.items():
            for delay, told in (("7200", True), ("2 hours", True), ("0", False)):
                with self.subTest(name=name, delay=delay):
                    slow.add("/robots.txt", text=f"User-agent: *\nCrawl-delay: {delay}\n")
                    self.publish(sitemap)
                    before = len(self.web.log)
                    found = self.places(self.validate())
                    self.assertEqual("robots.crawl-delay" in found, told, found)
                    asked = {request.path for request in self.web.log[before:]
                             if request.host.startswith("slow")}
                    self.assertEqual(asked == {"/robots.txt"}, told, asked)
        slow.add("/robots.txt", text="User-agent: *\nDisallow: /\n")
        self.publish(ways["dump"])
        self.assertNotIn("robots.crawl-delay", self.places(self.validate()))

    def test_what_it_forbids_is_not_to_be_offered(self):
        self.publish(listed("/", "/private/1"),
                     f"User-agent: *\nDisallow: /private/\nSitemap: {SITE}/sitemap.xml\n")
        report = self.validate()
        self.assert_only(report, "robots.blocks", "/sitemap.xml", 4)
        self.assertNotIn("/private/1", [request.path for request in self.web.log])


class Sitemaps(Validation):
    def test_a_named_sitemap_that_is_not_there(self):
        self.publish(listed("/"), f"\nSitemap: {SITE}/gone.xml\n")
        self.assert_only(self.validate(), "sitemap.unreachable", "/robots.txt", 2)

    def test_a_page_instead_of_a_sitemap(self):
        self.publish(PAGE % ("", ""))
        self.site.add("/sitemap.xml", text=PAGE % ("", ""), type="text/html")
        found = self.places(self.validate())
        self.assertEqual(found["sitemap.none"], (f"{SITE}/sitemap.xml", None, None))
        self.assertEqual(found["sitemap.content-type"], (f"{SITE}/sitemap.xml", None, None))

    def test_an_index_in_an_index(self):
        index = ('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
                 '<sitemap><loc>%s%s</loc></sitemap>\n</sitemapindex>')
        self.publish(index % (SITE, "/second.xml"))
        self.site.add("/second.xml", text=index % (SITE, "/third.xml"))
        self.site.add("/third.xml", text=listed("/"))
        self.assert_only(self.validate(), "sitemap.nested-index", "/sitemap.xml", 2)

    def test_the_rule_of_location_knows_who_announced_a_sitemap(self):
        self.publish(listed("/"), "User-agent: *\nDisallow:\nSitemap: http://maps.example.net/m.xml\n")
        maps = self.web.host("maps.example.net")
        maps.add("/m.xml", text=listed("/"))
        self.assertEqual(self.serious(self.validate()), [])
        maps.add("/m.xml", text=listed("/").replace(SITE, "http://other.example.org"))
        self.web.host("other.example.org").add("/", text=PAGE % ("", ""), type="text/html")
        self.assert_only(self.validate(), "sitemap.location", "http://maps.example.net/m.xml", 3, 6)

    def test_a_compressed_sitemap_is_unpacked(self):
        self.publish(listed("/"), f"Sitemap: {SITE}/sitemap.xml.gz\n")
        self.site.add("/sitemap.xml.gz", data=gzip.compress(listed("/", "/a b").encode()))
        report = self.validate("--sample-pages", "0")
        self.assert_only(report, "sitemap.escaping", "/sitemap.xml.gz", 4, 6)

    def test_many_equal_faults_are_one_finding_with_true_totals(self):
        entries = "".join(f"<url><loc>{SITE}/{i}</loc><lastmod>never</lastmod></url>\n"
                          for i in range(50_000))
        report = self.validate_file("big.xml", urlset(entries))
        [group] = report["findings"]
        self.assertEqual((group["code"], group["count"]), ("sitemap.lastmod", 50_000))
        self.assertEqual(len(group["places"]), 10)
        self.assertEqual(report["totals"], {"error": 50_000, "warning": 0, "note": 0})
        text = self.run_program("validate", self.folder / "big.xml").out.decode()
        self.assertLess(len(text.splitlines()), 30)

    def test_memory_does_not_grow_with_what_is_wrong(self):
        peaks = []
        for count in (20_000, 200_000):
            path = self.folder / f"{count}.txt"
            path.write_text("".join(f"no url {i}\nhttp://www.example.com/{i % 9}\n"
                                    for i in range(count)))
            code, peak, _ = self.run_measured("validate", path)
            self.assertEqual(code, 1)
            peaks.append(peak)
        self.assertLess(peaks[1], peaks[0] + 16 * 1024 * 1024)


class Diwoo(Validation):
    ENTRY = ("<url><loc>https://www.example.com/x.pdf</loc><lastmod>2025-03-14</lastmod>"
             "<diwoo:Document/></url>")

    def index(self, path):
        self.publish("", f"Sitemap: {SITE}{path}\n")
        self.site.add(path, text='<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
                      f"<sitemap><loc>{SITE}/map.xml</loc></sitemap></sitemapindex>")
        self.site.add("/map.xml", text=urlset(self.ENTRY))

    def test_the_name_of_the_index_is_checked(self):
        self.index("/sitemapindex-diwoo.xml")
        self.assertEqual(self.serious(self.validate("--sample-pages", "0")), [])
        self.index("/sitemapindex.xml")
        self.assert_only(self.validate("--sample-pages", "0"), "diwoo.index-name",
                         "/sitemapindex.xml")

    def test_an_index_that_is_named_after_diwoo_is_meant_as_one(self):
        bare = "<url><loc>https://www.example.com/x.pdf</loc><lastmod>2025-03-14</lastmod></url>"
        for path, right in (("/sitemapindex-diwoo-infocat010.xml", True),
                            ("/sitemapindex-diwoo-infocat018.xml", False),
                            ("/SitemapIndex-DiWoo.xml", False)):
            with self.subTest(path):
                self.index(path)
                self.site.add("/map.xml", text=urlset(bare))
                report = self.validate("--sample-pages", "0")
                self.assertEqual([code for code in self.serious(report) if code != "sitemap.location"],
                                 [] if right else ["diwoo.index-name"])

    def test_entries_without_metadata_keep_its_rules_too(self):
        self.index("/sitemapindex-diwoo.xml")
        self.site.add("/map.xml", text=urlset("<url><loc>http://www.example.com/x.pdf</loc></url>"))
        report = self.validate("--sample-pages", "0")
        self.assertEqual(self.serious(report), ["diwoo.https", "diwoo.no-lastmod"])
        self.assertEqual(self.places(report)["diwoo.https"], (f"{SITE}/map.xml", 3, 6))

    def test_so_do_those_of_an_index_with_a_number_that_diwoo_has_not(self):
        self.index("/sitemapindex-diwoo-infocat018.xml")
        self.site.add("/map.xml", text=urlset("<url><loc>http://other.example/x.pdf</loc></url>"))
        self.assertEqual(self.serious(self.validate("--sample-pages", "0")),
                         ["diwoo.https", "diwoo.index-name", "diwoo.no-lastmod"])

    def test_robots_must_name_an_index(self):
        self.publish(urlset(self.ENTRY))
        self.assert_only(self.validate("--sample-pages", "0"), "diwoo.no-index", "/robots.txt", 1)


class Dumps(Validation):
    def test_each_fault_of_a_dump_is_found(self):
        packed = gzip.compress(NT)
        plain = FULL["headers"]
        cases = [
            ("dump.html", "/d.nt", {"text": PAGE % ("", "sorry"), "type": "text/html"}),
            ("dump.not-rdf", "/d.nt", {"text": "sorry, try later", "type": "text/plain"}),
            ("dump.empty", "/d.nt", {"data": b""}),
            ("dump.damaged", "/d.nt.gz", {"data": packed[:12]}),
            ("dump.content-type", "/d.nt", {"data": NT, "type": "text/csv"}),
            ("dump.suffix", "/d.nt.gz", {"data": NT, "type": "application/n-triples"}),
            ("dump.suffix", "/d.rdf", {"data": NT, "type": "application/n-triples"}),
            ("dump.coding", "/d.nt.gz", {"data": packed, "headers": plain | {"Content-Encoding": "x-none"}}),
        ]
        for code, path, answer in cases:
            with self.subTest(code, path=path):
                self.publish_dump(path, **(FULL | answer))
                found = self.places(self.validate())
                self.assertEqual(found.get(code), (f"{SITE}{path}", None, None), found)

    def test_a_dump_that_is_not_there_is_told_where_it_is_named(self):
        self.publish_dump()
        self.assert_only(self.validate(), "dump.unreachable", "/sitemap.xml", 4)

    def test_headers_that_readers_need(self):
        self.publish_dump(data=NT, chunked=True)
        found = self.places(self.validate())
        for code in ("dump.no-validators", "dump.no-length", "dump.no-ranges"):
            self.assertEqual(found[code], (f"{SITE}/d.nt", None, None))

    def test_another_host_must_confirm_what_is_said_of_it(self):
        mirror = self.web.host("mirror.example.net")
        mirror.add("/d.nt", data=NT, **FULL)
        self.publish_dump(url="http://mirror.example.net/d.nt")
        self.assert_only(self.validate(), "sc.authority", "/sitemap.xml", 4)
        mirror.add("/robots.txt", text="Sitemap: http://mirror.example.net/s.xml\n")
        mirror.add("/s.xml", text=urlset(
            DATASET + "<sc:dataDumpLocation>http://mirror.example.net/d.nt</sc:dataDumpLocation>"
            "</sc:dataset>"))
        self.assertEqual(self.serious(self.validate()), [])

    def test_endpoints_and_dataset_uris_are_asked(self):
        self.publish(urlset(DATASET + f"<sc:sparqlEndpointLocation>{SITE}/sparql"
                            "</sc:sparqlEndpointLocation></sc:dataset>"))
        self.site.remove("/d")
        found = self.places(self.validate())
        self.assertEqual(found["endpoint.unreachable"], (f"{SITE}/sitemap.xml", 4, None))
        self.assertEqual(found["sc.uri-dead"], (f"{SITE}/sitemap.xml", 3, None))
        self.site.add("/sparql", text=PAGE % ("", "<form>"), type="text/html")
        found = self.places(self.validate())
        self.assertEqual(found["endpoint.no-description"], (f"{SITE}/sparql", None, None))

    def test_the_sample_is_bounded_and_can_be_repeated(self):
        dumps = "".join(f"<sc:dataFragmentDump>{SITE}/{i}.nt</sc:dataFragmentDump>\n" for i in range(30))
        self.publish(urlset(DATASET + dumps + "</sc:dataset>"))
        for i in range(30):
            self.site.add(f"/{i}.nt", data=NT, **FULL)
        drawn = []
        for _ in range(2):
            before = len(self.web.log)
            report = self.validate("--sample-files", "5", "--seed", "7")
            drawn.append([request.path for request in self.web.log[before:]
                          if request.path.endswith(".nt") and request.method == "GET"
                          and "Range" not in request.headers])
            self.assertTrue(any("5 of 30 dumps" in one for one in report["checked"]["left_out"]))
        self.assertEqual(len(drawn[0]), 5)
        self.assertEqual(drawn[0], drawn[1])

    def drawn(self, *words, url=None):
        """Pages that a check asks for."""
        before = len(self.web.log)
        report = self.validate("--sample-pages", "6", *words)
        return report["seed"], sorted({request.path for request in self.web.log[before:] if request.path.startswith("/p/")})

    def test_the_same_listing_gives_the_same_sample(self):
        paths = [f"/p/{number}" for number in range(60)]
        self.publish(listed(*paths))
        for path in paths:
            self.site.add(path, text=PAGE % ("", ""), type="text/html")
        seed, first = self.drawn()
        self.assertEqual((seed, len(first)), (0, 6))
        self.assertEqual([self.drawn()[1] for _ in range(3)], [first] * 3)
        self.assertEqual(self.drawn("--seed", "0")[1], first)
        seed, other = self.drawn("--seed", "1")
        self.assertEqual(seed, 1)
        self.assertNotEqual(other, first)
        self.assertEqual(self.drawn("--seed", "1")[1], other)
        self.assertNotEqual(self.drawn("--seed", "2")[1], other)


class Pages(Validation):
    def page(self, head="", body="", path="/p", **answer):
        self.publish(listed(path))
        self.site.add(path, text=PAGE % (head, body), **({"type": "text/html"} | answer))
        return self.validate()

    def test_pages_that_are_not_there_or_elsewhere(self):
        self.publish(listed("/gone"))
        self.assert_only(self.validate(), "page.unreachable", "/sitemap.xml", 3)
        self.publish(listed("/old"))
        self.site.add("/old", answers=[redirect("/")])
        report = self.validate()
        self.assertEqual(self.places(report)["page.redirect"], (f"{SITE}/sitemap.xml", 3, None))

    def test_headers_of_pages(self):
        self.assert_only(self.page(type=""), "page.content-type", "/p")
        self.assert_only(self.page(headers={"Link": 'broken; rel="item"'}), "page.link-header", "/p")

    def test_embedded_data_is_parsed(self):
        report = self.page(body='<p>x</p>\n<script type="application/ld+json">\n'
                           '{"@id": "http://a.example/", "p": [1 2\n</script>')
        [code] = self.serious(report)
        self.assertEqual(code, "json.syntax")
        self.assertEqual(self.places(report)[code][0], f"{SITE}/p")
        self.assertIn(self.places(report)[code][1], (2, 3))
        report = self.page(body='\n<p about="http://a.example/ b" property="http://a.example/p">x</p>')
        self.assertEqual(self.places(report)["iri.repaired"][:2], (f"{SITE}/p", 2))

    def test_signposts_are_held_against_the_fair_profile(self):
        for path in ("/doi", "/other"):
            self.site.add(path, answers=[redirect("/p")])
        back = {"Link": f'<{SITE}/p>; rel="describes", <{SITE}/p>; rel="collection"'}
        for path, kind in (("/m.ttl", "text/turtle"), ("/m.json", "application/json"), ("/f", "")):
            self.site.add(path, text="", type=kind, headers=back)
        right = (f'<{SITE}/doi>; rel="cite-as", <{SITE}/m.ttl>; rel="describedby"; type="text/turtle", '
                 '<https://schema.org/AboutPage>; rel="type"')
        self.assertEqual(self.serious(self.page(headers={"Link": right})), [])
        cases = {
            "fair.cite-as": right + f', <{SITE}/other>; rel="cite-as"',
            "fair.describedby": right.replace("describedby", "related"),
            "fair.type": right.replace('rel="type"', 'rel="related"'),
            "fair.license": right + f', <{SITE}/a>; rel=license, <{SITE}/b>; rel=license',
            "fair.link-type": right.replace('; type="text/turtle"', ""),
            "fair.profile": right.replace("m.ttl", "m.json").replace("text/turtle", "application/json"),
            "fair.collection": right + f', <{SITE}/f>; rel=item, <{SITE}/x>; rel=collection; anchor="{SITE}/f"',
            "fair.describes": right + f', <{SITE}/x>; rel=describes; anchor="{SITE}/m.ttl"',
        }
        for code, header in cases.items():
            with self.subTest(code):
                self.assert_only(self.page(headers={"Link": header}), code, "/p")
        self.assert_only(self.page(f'<link rel="cite-as" href="{SITE}/other">',
                                   headers={"Link": right.replace("cite-as", "related")
                                            + f', <{SITE}/doi>; rel="cite-as"'})
                         | {"findings": [g for g in self.page(
                             f'<link rel="cite-as" href="{SITE}/other">',
                             headers={"Link": right})["findings"]
                             if g["code"] == "fair.disagreement"]},
                         "fair.disagreement", "/p")

    def test_link_sets_are_read(self):
        header = {"Link": f'<{SITE}/links>; rel="linkset"; type="application/linkset+json"'}
        report = self.page(headers=header)
        self.assertEqual(self.places(report)["linkset.unreachable"], (f"{SITE}/p", None, None))
        links = {"anchor": f"{SITE}/p", "cite-as": [{"href": f"{SITE}/doi"}],
                 "describedby": [{"href": f"{SITE}/m", "type": "text/turtle"}],
                 "type": [{"href": "https://schema.org/Dataset"}]}
        self.site.add("/links", text=json.dumps({"linkset": [links]}), type="application/json")
        found = self.places(self.page(headers=header))
        self.assertEqual(found["linkset.content-type"], (f"{SITE}/links", None, None))
        self.assertEqual(found["fair.item"], (f"{SITE}/p", None, None))  # level 2 wants content

    def test_standard_sitemaps_are_followed(self):
        header = {"X-Standard-Sitemap-Location": "/map.xml"}
        self.assert_only(self.page(headers=header), "ssp.unreachable", "/p")
        self.site.add("/map.xml", text='<sitemap xmlns="http://standard-sitemap.org/2007/ns">\n'
                      '<item url="/" name="Home"/></sitemap>')
        self.assertEqual(self.serious(self.page(headers=header)), [])
        self.assert_only(self.page(headers={"X-Standard-Sitemap-Location": ""}), "ssp.location", "/p")


class Files(Validation):
    def test_kinds_are_told_by_content(self):
        for name, content, code, place in [
            ("x", "User-agent: *\nDisalow: /\n", "robots.misspelt", (2, 1)),
            ("x", listed("/").replace("<loc>", "<loc>x:"), "sitemap.loc", (3, 6)),
            ("x.nt", NT * 1200 + NT.replace(b"<http://a.example/o>", b'"x'), "nquads.bad-literal", (1201, 43)),
            ("x.ttl", "@prefix a: <http://a.example/> .\na:b a:c ] .\n", "turtle.syntax", (2, 9)),
            ("x", '{"linkset": [{"anchor": "http://a.example/", "item": [{}]}]}',
             "linkset.target", (None, None)),
            ("x", '{"linkset": [{"item": [{"href": "http://a.example/"}]}]}',
             "linkset.no-anchor", (None, None)),
            ("x", '{"linkset": [{"anchor": "http://a.example/", "item": [{"href": "b"}]}]}',
             "linkset.relative", (None, None)),
            ("x.gz", gzip.compress(b"User-agent: *\nDisalow: /\n"), "robots.misspelt", (2, 1)),
            ("x", b"\x00\x01\x02", "file.unknown", (None, None)),
        ]:
            with self.subTest(code, name=name):
                found = self.places(self.validate_file(name, content))
                self.assertEqual(found.get(code, ("", ""))[1:], place, found)

    def test_a_missing_file_is_status_3(self):
        report = self.validate(url=self.folder / "none.xml")
        self.assertEqual(report["status"], 3)
        [finding] = report["findings"]
        self.assertEqual(finding["code"], "file.open")
        told = self.run_program("validate", self.folder / "none.xml")
        self.assertEqual((told.code, told.errors), (3, ""), "it is told once")
        self.assertEqual(told.out.decode().count("No such file or directory"), 1)
        self.assertEqual(told.out.decode().count("none.xml"), 1)
        kept = self.run_program("validate", self.folder / "none.xml", "-o", "report.html")
        self.assertEqual((kept.code, kept.out), (3, b""))
        self.assertEqual(kept.errors.count("No such file or directory"), 1)

    def test_a_page_that_cannot_be_had_is_status_3(self):
        self.site.add("/robots.txt", text="User-agent: *\nDisallow:\n")
        report = self.validate(url=f"{SITE}/none.xml")
        self.assertEqual(report["status"], 3)
        self.assertEqual(self.places(report), {"http.unreachable": (f"{SITE}/none.xml", None, None)})

    def test_the_rule_of_location_needs_a_place(self):
        text = listed("/a")
        self.assertEqual(self.validate_file("s.xml", text)["findings"], [])
        report = self.validate_file("s.xml", text, "--base", f"{SITE}/maps/s.xml")
        self.assertEqual(list(self.places(report)), ["sitemap.location"])

    def test_findings_can_be_chosen(self):
        text = listed("/a b", "/a#b")
        codes = set(self.places(self.validate_file("s.xml", text)))
        self.assertEqual(codes, {"sitemap.escaping", "sitemap.fragment"})
        only = self.validate_file("s.xml", text, "--only", "sitemap.e*")
        self.assertEqual(set(self.places(only)), {"sitemap.escaping"})
        self.assertEqual(self.validate_file("s.xml", text, "--ignore", "sitemap.*")["status"], 0)
        lenient = self.validate_file("s.xml", text, "--fail-on", "error")
        self.assertEqual(lenient["status"], 0)
        for wrong in (["--only", "sitemap.lok"], ["--fail-on", "bad"], ["--format", "pdf"],
                      ["--base", "x"]):
            self.assertEqual(self.run_program("validate", "s.xml", *wrong).code, 2, wrong)

    def test_a_full_disk_and_a_closed_pipe_are_told(self):
        path = self.folder / "s.xml"
        path.write_text(listed("/a b"))
        result = self.run_program("validate", path, "-o", "/dev/full")
        self.assertEqual(result.code, 3)
        self.assertIn("/dev/full", result.errors)
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([PROGRAM, "validate", path], stdout=writing, stderr=subprocess.PIPE,
                              timeout=60, check=False)
        os.close(writing)
        self.assertEqual((done.returncode, done.stderr), (3, b""))

    def test_an_interrupt_reports_what_was_found(self):
        self.publish(listed("/a#b", "/slow"))
        self.site.add("/slow", text="x", wait=30)
        child = subprocess.Popen([PROGRAM, "validate", f"{SITE}/", "--format", "json",
                                  *self.web.connect_to_args(), "--delay", "0"],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(600):
            if any(request.path == "/slow" for request in self.web.started):
                break
            time.sleep(0.05)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=30)
        self.assertEqual(child.returncode, 130)
        report = json.loads(out)
        self.assertEqual(report["stopped"], "interrupted")
        self.assertIn("sitemap.fragment", self.places(report))


class Tags(html.parser.HTMLParser):
    """What a page consists of."""

    def __init__(self, text):
        super().__init__()
        self.open, self.names, self.loaded = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.names.append(tag)
        if tag not in ("meta", "link", "br", "col"):
            self.open.append(tag)
        if tag != "a":
            self.loaded += [value for name, value in attributes if name in ("src", "href")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag


class Html(Validation):
    def report(self):
        text = listed("/a b", "/<script>alert(1)</script>".replace("<", "&lt;"))
        (self.folder / "s.xml").write_text(text + "<!-- -->")
        path = self.folder / "report.html"
        result = self.run_program("validate", "s.xml", "-o", path)  # by its suffix
        self.assertEqual((result.code, result.out), (1, b""))
        return path

    def test_the_page_is_whole_and_needs_nothing_else(self):
        page = Tags(self.report().read_text("utf-8"))
        self.assertEqual(page.open, [])
        self.assertNotIn("script", page.names)
        self.assertEqual([one for one in page.loaded if not one.startswith("data:")], [])
        headings = [name for name in page.names if re.fullmatch("h[1-6]", name)]
        self.assertEqual(headings[:3], ["h1", "h2", "h3"])
        self.assertEqual(headings.count("h1"), 1)
        self.assertEqual(page.names.count("table"), page.names.count("caption"))

    def test_columns_that_no_finding_fills_are_left_out(self):
        def headings(path):
            page = path.read_text("utf-8")
            return [re.findall(r"<th\b[^>]*>([^<]*)<", table)
                    for table in re.findall("<table.*?</table>", page, re.DOTALL)]

        self.assertIn(["Document", "Line", "Column", "What"], headings(self.report()))
        self.run_program("validate", "none.xml", "-o", "none.html")
        self.assertIn(["Document", "What"], headings(self.folder / "none.html"))

    def test_a_browser_shows_it_without_complaint(self):
        chromium = shutil.which("chromium")
        self.assertTrue(chromium, "chromium is missing: apt-get install chromium")
        done = subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
             f"--user-data-dir={self.folder / 'profile'}", "--dump-dom", self.report().as_uri()],
            capture_output=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        self.assertNotIn(b"CONSOLE", done.stderr)
        dom = done.stdout.decode()
        self.assertIn("sitemap.escaping", dom)
        self.assertIn("&lt;script&gt;alert(1)", dom)


class Codes(Validation):
    def test_every_code_is_in_the_docs_and_planted_in_a_test(self):
        listed_codes = json.loads(
            self.run_program("validate", "--codes", "--format", "json").out)
        page = (ROOT / "docs/validate.md").read_text("utf-8")
        tests = "".join(path.read_text("utf-8") for path in [
            *sorted((ROOT / "tests/validate").glob("*.cpp")),
            *sorted(pathlib.Path(__file__).parent.glob("test_validate*.py")),
            pathlib.Path(__file__).with_name("test_queue_runs.py")])
        for rule in listed_codes["codes"]:
            with self.subTest(rule["code"]):
                row = re.search(rf"^\| `{re.escape(rule['code'])}` \| (\w+) \| (.*)$", page, re.MULTILINE)
                self.assertIsNotNone(row, "not in docs/validate.md")
                self.assertEqual(row[1], rule["severity"])
                written = row[2].replace("&lt;", "<")
                for part in ("title", "rule", "cost"):
                    self.assertIn(rule[part], written)
                self.assertRegex(tests, rf'["\'( ]{re.escape(rule["code"])}[ "\']')
        for family in listed_codes["families"]:
            self.assertIn(f"| `{family['code']}…` |", page)


if __name__ == "__main__":
    unittest.main()
