"""What `semsite validate` learns by asking again: HEAD, ranges, the beginning of dumps, mirrors,
where signposts lead, and robots.txt in folders."""

import base64
import gzip
import hashlib
import json
import unittest

from validate_run import FULL, NT, PAGE, SITE, Validation, listed, urlset
from web import Answer, redirect

OFFERED = {"Accept-Ranges": "bytes"}


class Asked(Validation):
    def answer(self, path, answer, method="GET", field=None):
        """Answers requests of this kind, with this header field, by `answer` or its result."""
        def guard(asked, place, headers):
            if (asked, place) != (method, path) or (field and field not in headers):
                return None
            return answer() if callable(answer) else answer
        self.site.guard = guard

    def severities(self, report):
        return {group["code"]: group["severity"] for group in report["findings"]}


class Head(Asked):
    """RFC 9110 §8.6, §9.3.2."""

    def test_answers_to_head_are_held_against_those_to_get(self):
        alike = {"type": "application/n-triples", "etag": '"1"', "headers": OFFERED}
        cases = [("head.refused", Answer(status=405)), ("head.refused", redirect("/d")),
                 ("head.length", Answer(**alike)),
                 ("head.fields", Answer(data=NT, **alike | {"type": "text/html"})),
                 ("head.fields", Answer(data=NT, **alike | {"etag": '"2"'}))]
        for code, answer in cases:
            with self.subTest(code, answer=answer):
                self.publish_dump(data=NT, **FULL)
                self.answer("/d.nt", answer, "HEAD")
                self.assert_only(self.validate(), code, "/d.nt")

    def test_fields_that_head_leaves_out_are_no_fault(self):
        self.publish_dump(data=NT, **FULL)
        self.answer("/d.nt", Answer(type="application/n-triples", chunked=True), "HEAD")
        self.assertEqual(self.validate()["findings"], [])

    def test_what_is_new_each_time_breaks_no_rule(self):
        self.publish(listed("/p"))
        self.site.add("/p", text=PAGE % ("", "x"), type="text/html", etag='"0"')
        count = iter(range(1, 100))
        self.answer("/p", lambda: Answer(type="text/html", length=next(count)), "HEAD")
        self.assertEqual(self.validate()["findings"], [])
        self.answer("/p", Answer(type="text/html", length=5), "HEAD")
        self.assert_only(self.validate(), "head.length", "/p")


class Ranges(Asked):
    """RFC 9110 §14, §15.3.7."""

    def part(self, **answer):
        headers = {"Content-Range": f"bytes 0-0/{len(NT)}"} | answer.pop("headers", {})
        named = {"status": 206, "data": NT[:1], "etag": '"1"', "type": "application/n-triples"}
        return Answer(headers=headers, **named | answer)

    def test_each_wrong_answer_to_a_range_is_found(self):
        cases = [
            ("dump.range-ignored", Answer(data=NT, etag='"1"')),
            ("dump.range-refused", Answer(status=416)),
            ("dump.range-refused", Answer(status=500)),
            ("dump.wrong-range", Answer(status=206, data=NT[:1])),
            ("dump.wrong-range", self.part(headers={"Content-Range": f"bytes 1-1/{len(NT)}"})),
            ("dump.wrong-range", self.part(headers={"Content-Range": "bytes 0-0/9999"})),
            ("dump.wrong-range", self.part(type="multipart/byteranges; boundary=x")),
            ("dump.wrong-range", self.part(data=NT)),
            ("dump.wrong-range", self.part(data=b"")),
            ("dump.wrong-range", self.part(data=b"_")),
            ("dump.range-etag", self.part(etag='"2"')),
            ("dump.range-etag", self.part(etag=None)),
        ]
        for code, answer in cases:
            with self.subTest(code, answer=answer):
                self.publish_dump(data=NT, **FULL)
                self.answer("/d.nt", answer, field="Range")
                self.assert_only(self.validate(), code, "/d.nt")

    def test_the_right_answer_is_one_byte(self):
        self.publish_dump(data=NT, **FULL)
        self.answer("/d.nt", self.part(), field="Range")
        self.assertEqual(self.validate()["findings"], [])
        [asked] = [request for request in self.web.log if "Range" in request.headers]
        self.assertEqual(asked.headers["Range"], "bytes=0-0")

    def test_what_is_not_offered_is_asked_for_once_and_said(self):
        plain = {"etag": '"1"', "data": NT}
        self.publish_dump(**plain)
        self.assertEqual(self.severities(self.validate()), {"dump.no-ranges": "note"})
        self.answer("/d.nt", self.part(), field="Range")
        [group] = self.validate()["findings"]
        self.assertIn("honoured", group["places"][0]["message"])
        before = len(self.web.log)
        self.publish_dump(**plain, headers={"Accept-Ranges": "none"})
        self.assertEqual(self.severities(self.validate()), {"dump.no-ranges": "note"})
        self.assertFalse(any("Range" in one.headers for one in self.web.log[before:]))


class Beginnings(Asked):
    """The first 256 KiB of a dump, unpacked, are parsed."""

    BROKEN = NT.replace(b"<http://a.example/o>", b'"x')

    def test_a_fault_has_its_line(self):
        for path, data in (("/d.nt", NT * 1200 + self.BROKEN),
                           ("/d.nt.gz", gzip.compress(NT * 1200 + self.BROKEN + NT * 30_000))):
            with self.subTest(path):
                self.publish_dump(path, data=data, **FULL)
                self.assert_only(self.validate(), "nquads.bad-literal", path, 1201, 43)
        self.publish_dump("/d.ttl", data=b"@prefix a: <http://a.example/> .\na:b a:c ] .\n", **FULL)
        self.assert_only(self.validate(), "turtle.syntax", "/d.ttl", 2, 9)

    def test_a_fault_that_ends_reading_has_its_line_too(self):
        rdf = (b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://a.example/">\n'
               b'<rdf:Description rdf:about="http://a.example/s"><p>x</q></rdf:Description>\n</rdf:RDF>\n')
        self.publish_dump("/d.rdf", data=rdf, **FULL)
        self.assertEqual(self.places(self.validate())["xml.syntax"][:2], (f"{SITE}/d.rdf", 2))
        self.publish_dump("/d.jsonld", data=b'{"@id": "http://a.example/",\n "p" 3}',
                          **FULL | {"type": "application/ld+json"})
        self.assert_only(self.validate(), "json.syntax", "/d.jsonld", 2, 6)

    def test_one_connection_is_enough(self):
        self.publish_dump(data=NT * 50_000, **FULL)
        for url in (f"{SITE}/", f"{SITE}/d.nt"):
            self.assertEqual(self.validate("--connections", "1", url=url)["findings"], [])

    def test_where_reading_ends_is_no_fault(self):
        subject = b'<rdf:Description rdf:about="http://a.example/s"><p>%s</p></rdf:Description>\n'
        rdf = (b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
               b' xmlns="http://a.example/">\n' + subject % (b"x" * 900) * 900 + b"</rdf:RDF>\n")
        objects = [{"@id": f"http://a.example/{i}", "http://a.example/p": "x" * 900}
                   for i in range(900)]
        for path, data in (
                ("/d.nt", NT * 15_000 + self.BROKEN),
                ("/d.ttl", b"# \n" + b'<http://a.example/s> <http://a.example/p> """a\n"""\n.\n' * 15_000),
                ("/d.rdf", rdf), ("/d.jsonld", json.dumps(objects).encode())):
            with self.subTest(path):
                self.assertGreater(len(data), 512 * 1024)
                kind = {"type": "application/ld+json"} if path == "/d.jsonld" else {}
                self.publish_dump(path, data=data, **FULL | kind)
                self.assertEqual(self.validate()["findings"], [])


class Mirrors(Asked):
    """Semantic Sitemap, the paper's form: several dumps of a dataset are mirrors."""

    def publish_two(self, first, second, suffix=".nt", priority=' priority="1"', digest=False):
        dumps = [f"/{name}{suffix}" for name in "ab"]
        self.publish(urlset("<sc:dataset><sc:datasetLabel>L</sc:datasetLabel>"
                            f"<sc:datasetURI>{SITE}/d</sc:datasetURI>\n" + "\n".join(
                                f"<sc:dataDumpLocation{priority}>{SITE}{path}</sc:dataDumpLocation>"
                                for path in dumps) + "</sc:dataset>"))
        for path, data in zip(dumps, (first, second)):
            said = base64.b64encode(hashlib.sha256(data).digest()).decode()
            headers = OFFERED | ({"Repr-Digest": f"sha-256=:{said}:"} if digest else {})
            self.site.add(path, data=data, **FULL | {"headers": headers})
        return self.validate()

    def test_mirrors_that_differ_are_told_where_the_second_is_named(self):
        other = NT.replace(b"/o>", b"/p>")
        self.assert_only(self.publish_two(NT, NT + other), "dump.mirrors", "/sitemap.xml", 5)
        report = self.publish_two(NT + NT, NT + other)
        self.assert_only(report, "dump.mirrors", "/sitemap.xml", 5)
        self.assertIn(f"byte {len(NT) + NT.index(b'/o>') + 2} ",
                      report["findings"][0]["places"][0]["message"])
        same = NT * 99  # the difference is behind what can be shown, or what is read
        self.assert_only(self.publish_two(same + NT, same + other), "dump.mirrors", "/sitemap.xml", 5)
        same = NT * 9_000
        self.assert_only(self.publish_two(same, same + NT), "dump.mirrors", "/sitemap.xml", 5)
        self.assert_only(self.publish_two(same + NT, same + other, digest=True), "dump.mirrors",
                         "/sitemap.xml", 5)
        self.assert_only(self.publish_two(gzip.compress(NT), gzip.compress(other), ".nt.gz"),
                         "dump.mirrors", "/sitemap.xml", 5)

    def test_other_packing_of_the_same_bytes_is_a_note(self):
        long = NT * 9_000  # so long that not all of it is read
        report = self.publish_two(gzip.compress(long, 9), gzip.compress(long, 1), ".nt.gz")
        self.assertEqual(self.severities(report), {"dump.mirrors": "note"})
        report = self.publish_two(gzip.compress(NT * 99, 9), gzip.compress(NT * 99, 0), ".nt.gz")
        self.assertEqual(report["findings"], [])

    def test_mirrors_that_are_alike_and_parts_have_no_finding(self):
        self.assertEqual(self.publish_two(NT, NT)["findings"], [])
        parts = self.publish_two(NT, NT + NT, priority="")
        self.assertNotIn("dump.mirrors", self.places(parts))


class WayBack(Asked):
    """FAIR Signposting Profile (20231002), level 1."""

    LINKS = {"cite-as": (f"{SITE}/doi", ""), "type": ("https://schema.org/AboutPage", ""),
             "describedby": (f"{SITE}/m.ttl", "text/turtle"), "item": (f"{SITE}/f.csv", "text/csv")}

    def page(self, **links):
        header = ", ".join(f'<{url}>; rel="{rel}"' + (f'; type="{kind}"' if kind else "")
                           for rel, (url, kind) in (self.LINKS | links).items())
        header += ', <https://schema.org/Dataset>; rel="type"'
        self.publish(listed("/p"))
        self.site.add("/p", text=PAGE % ("", "x"), type="text/html", headers={"Link": header})
        self.site.add("/doi", answers=[redirect("/doi/1", 303)])
        self.site.add("/doi/1", answers=[redirect("/p")])
        self.back("/f.csv", "collection", type="text/csv")
        self.back("/m.ttl", "describes")

    def back(self, path, relation, target="/p", **answer):
        link = f'<{target}>; rel="{relation}"'
        self.site.add(path, text="", **{"headers": {"Link": link}} | answer)

    def test_signposts_that_lead_back_have_no_finding(self):
        self.page()
        self.assertEqual(self.validate()["findings"], [])
        asked = [(request.method, request.path) for request in self.web.log]
        for path in ("/doi", "/f.csv", "/m.ttl"):
            self.assertEqual([method for method, place in asked if place == path], ["HEAD"])

    def test_a_cite_as_that_does_not_lead_back(self):
        self.page()
        self.site.add("/doi", answers=[redirect("/")])
        self.assert_only(self.validate(), "fair.cite-as-elsewhere", "/p")
        self.site.remove("/doi")
        self.assert_only(self.validate(), "fair.cite-as-dead", "/p")
        # Whether the host is gone or the network, nobody can tell from here.
        self.page(**{"cite-as": ("http://127.0.0.9:9/doi", "")})
        report = self.validate("--allow-private")
        self.assertEqual(self.severities(report), {"fair.cite-as-dead": "warning"})
        self.page()
        # An identifier may lead right to the content, which leads back.
        self.site.add("/doi", answers=[redirect("/f.csv")])
        self.assertEqual(self.validate()["findings"], [])
        # What wants a login may well be right.
        self.site.add("/doi", status=403, text="no")
        self.assertEqual(self.validate()["findings"], [])

    def test_a_link_set_that_lacks_what_its_page_names(self):
        """Level 2 means all items; headers may be incomplete, a link set not (signposting.md §3)."""
        for missing in (None, "item", "describedby", "cite-as"):
            with self.subTest(missing):
                self.page(linkset=(f"{SITE}/links", "application/linkset+json"))
                self.site.add("/links", type="application/linkset+json", text=json.dumps({"linkset": [
                    {"anchor": f"{SITE}/p", "license": [{"href": "https://spdx.org/licenses/CC0-1.0"}],
                     **{rel: [{"href": url}] for rel, (url, _) in self.LINKS.items() if rel != missing},
                     "type": [{"href": f"https://schema.org/{name}"} for name in ("AboutPage", "Dataset")]}
                ]}))
                found = self.places(self.validate())
                (self.assertIn if missing else self.assertNotIn)("fair.incomplete", found)

    def test_content_and_metadata_without_their_way_back(self):
        for path, code, relation in (("/f.csv", "fair.collection", "collection"),
                                     ("/m.ttl", "fair.describes", "describes")):
            with self.subTest(code):
                self.page()
                kind = {"type": "text/csv"} if path == "/f.csv" else {}
                self.back(path, relation, "/elsewhere", **kind)
                self.assert_only(self.validate(), code, path)
                self.back(path, "up", **kind)  # recommended, so that it is missing is a note
                report = self.validate()
                self.assertEqual(self.places(report), {code: (f"{SITE}{path}", None, None)})
                self.assertEqual(self.severities(report), {code: "note"})

    def test_targets_that_are_not_there_or_something_else(self):
        self.page()
        self.site.remove("/f.csv")
        self.assert_only(self.validate(), "fair.target-dead", "/p")
        self.back("/f.csv", "collection", type="text/html")
        self.assert_only(self.validate(), "fair.target-type", "/p")

    def test_robots_txt_may_not_forbid_where_they_lead(self):
        self.page(item=(f"{SITE}/private/f.csv", "text/csv"))
        self.site.add("/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\nUser-agent: *\n"
                      "Disallow: /private/\n")
        self.assert_only(self.validate(), "robots.blocks", "/p")
        self.assertFalse(any(path.startswith("/private/") for path in self.web.paths()))

    def test_the_links_of_a_signmap_are_followed_too(self):
        self.page()
        self.publish(urlset(f'<url xmlns:rs="http://www.openarchives.org/rs/terms/"><loc>{SITE}/p</loc>'
                            f'<rs:ln rel="cite-as" href="{SITE}/doi"/>'
                            f'<rs:ln rel="item" href="{SITE}/f.csv" type="text/csv"/></url>'))
        # The page itself has no signposts, so it need not have all that the profile wants.
        licence = {"Link": '<https://spdx.org/licenses/CC0-1.0>; rel="license"'}
        self.site.add("/p", text=PAGE % ("", "x"), type="text/html", headers=licence)
        self.assertEqual(self.validate()["findings"], [])
        self.assertIn("/f.csv", self.web.paths())
        self.site.remove("/f.csv")
        self.assert_only(self.validate(), "fair.target-dead", "/p")

    def test_a_server_without_head_is_asked_by_get(self):
        self.page()
        self.answer("/f.csv", Answer(status=405), "HEAD")
        self.assertEqual(self.validate()["findings"], [])

    def test_the_sample_of_a_page_is_bounded(self):
        items = ", ".join(f'<{SITE}/{i}.csv>; rel="item"; type="text/csv"' for i in range(20))
        self.page()
        self.site.add("/p", text=PAGE % ("", "x"), type="text/html", headers={
            "Link": f'<{SITE}/doi>; rel="cite-as", <{SITE}/m.ttl>; rel="describedby"; '
                    f'type="text/turtle", <https://schema.org/AboutPage>; rel="type", '
                    f'<https://schema.org/Dataset>; rel="type", {items}'})
        for i in range(20):
            self.back(f"/{i}.csv", "collection", type="text/csv")
        self.assertEqual(self.validate()["findings"], [])
        self.assertEqual(sum(path.endswith(".csv") for path in self.web.paths()), 3)


class FolderRobots(Asked):
    """RFC 9309 §2.3: only /robots.txt of a host counts. Signmap: Sitemap lines may stand there."""

    HOME = PAGE % ("", '<script type="application/ld+json">{"@context": "https://schema.org/", '
                       '"@type": "Thing", "name": "x"}</script>')
    RULES = "# of the repository\nUser-agent: *\nDisallow: /tmp/\n"

    def test_rules_in_a_folder_are_told_wherever_it_is_named(self):
        self.publish(listed("/a/robots.txt"))
        self.site.add("/a/robots.txt", text=self.RULES)
        self.assert_only(self.validate("--sample-pages", "0"), "robots.no-effect", "/a/robots.txt", 3)
        self.publish(listed("/"))
        self.site.add("/", text=PAGE % ("", "\n<a href='a/robots.txt'>for robots</a>"),
                      type="text/html")
        report = self.validate()
        self.assert_only(report, "robots.no-effect", "/a/robots.txt", 3)
        self.assertIn(f"{SITE}/ names it in line 2", report["findings"][0]["places"][0]["message"])
        self.assertIn("robots.no-effect", self.places(self.validate(url=f"{SITE}/a/robots.txt")))
        self.site.add("/a/home", text=self.HOME, type="text/html")
        report = self.validate(url=f"{SITE}/a/home")  # the robots.txt beside it
        self.assert_only(report, "robots.no-effect", "/a/robots.txt", 3)

    def test_a_sitemap_that_only_it_names_is_a_note(self):
        self.publish(listed("/"))
        self.site.add("/a/home", text=self.HOME, type="text/html")
        self.assertEqual(self.validate(url=f"{SITE}/a/home")["findings"], [])  # there is none
        self.site.add("/a/robots.txt", text=f"User-agent: *\nDisallow:\nSitemap: {SITE}/a/map.xml\n")
        self.site.add("/a/map.xml", text=listed("/a/home"))
        report = self.validate(url=f"{SITE}/a/home")
        self.assertEqual(self.places(report),
                         {"robots.folder-sitemap": (f"{SITE}/a/robots.txt", 3, None)})
        self.site.add("/a/robots.txt", text=f"Sitemap: {SITE}/sitemap.xml\n")
        self.assertEqual(self.validate(url=f"{SITE}/a/home")["findings"], [])
        self.site.add("/a/robots.txt", text=PAGE % ("", self.RULES), type="text/html")
        self.assertEqual(self.validate(url=f"{SITE}/a/home")["findings"], [])


if __name__ == "__main__":
    unittest.main()
