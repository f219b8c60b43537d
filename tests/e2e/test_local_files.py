"""What came over the network never leads to a file of this machine, in no spelling and by no
document; what is local itself may name local files."""

import gzip
import io
import json
import os
import unittest
import urllib.parse
import zipfile

from harness import ProgramTest

SECRET = "the-secret-that-nobody-may-see"
LINE = f'<http://private.example/s> <http://private.example/p> "{SECRET}" .\n'
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
FILES = {"secret.nt": LINE,
         "secret.xml": f'<urlset xmlns="{SITEMAP}"><url><loc>http://www.example.com/{SECRET}'
                       "</loc></url></urlset>",
         "secret.ttl": f'<> a <http://rdfs.org/ns/void#Dataset> ; '
                       f'<http://rdfs.org/ns/void#dataDump> <http://www.example.com/{SECRET}> .',
         "secret.jsonld": '{"@context": {"p": "http://private.example/%s"}}' % SECRET,
         "secret.html": f'<p vocab="http://schema.org/" typeof="Thing" property="name">{SECRET}',
         "secret.txt": SECRET}


def urlset(*entries, root=""):
    return (f'<urlset xmlns="{SITEMAP}" {root}>'
            + "".join(f"<url>{entry}</url>" for entry in entries) + "</urlset>").encode()


class LocalFiles(ProgramTest):
    def setUp(self):
        super().setUp()
        self.private = self.folder / "private"
        self.private.mkdir()
        for name, text in FILES.items():
            (self.private / name).write_text(text, "utf-8")
        self.add("/robots.txt", b"Sitemap: http://www.example.com/sitemap.xml\n", "text/plain")

    def spellings(self, name):
        path = str(self.private / name)
        return [f"file://{path}", f"FILE://{path}", f"file:{path}", f"file://localhost{path}",
                f"file://LOCALHOST{path}", f"file://{path.replace('private', '%70rivate')}",
                f"file://other.example{path}", f"File://{path}"]

    def add(self, path, body, kind="application/xml", **headers):
        self.site.add(path, data=body, type=kind, headers=headers)

    def assert_nothing_leaked(self, result):
        """Nothing of any file: not in the output, the messages, the report, the state."""
        self.assertNotIn(SECRET, result.errors)
        self.assertNotIn(SECRET.encode(), result.out)
        for file in self.folder.rglob("*"):
            if file.is_file() and self.private not in file.parents:
                self.assertNotIn(SECRET.encode(), file.read_bytes(), file)
        self.assertNotIn(SECRET, str(self.web.log))

    def refused(self, *arguments, code=1, **more):
        result = self.fetch(*arguments, **more)
        self.assert_nothing_leaked(result)
        self.assertEqual(result.code, code, result)
        return result

    def test_entries_of_sitemaps(self):
        entries = [f"<loc>{url}</loc>" for url in self.spellings("secret.nt")]
        entries.append(f"<loc>\n  file://{self.private}/secret.html \t</loc>")
        entries.append(f"<loc>&#102;&#x69;le://{self.private}/secret.jsonld</loc>")
        entries.append(f"<loc>fi\nle://{self.private}/secret.nt</loc>")
        entries.append("<loc>http://www.example.com/good.nt</loc>")
        self.add("/sitemap.xml", urlset(*entries))
        self.add("/good.nt", b"<http://a.example/s> <http://a.example/p> <http://a.example/o> .\n",
                 "application/n-triples")
        result = self.refused()
        self.assertEqual(len(result.lines), 1)
        self.assertIn("fetch.local-file", result.errors)

    def test_a_page_that_was_refused_stays_so(self):
        self.add("/sitemap.xml", urlset(f"<loc>file://{self.private}/secret.nt</loc>"))
        output = self.folder / "out.nq"
        for more in ([], [], ["--max-time", "30"]):
            result = self.run_program("fetch", "http://www.example.com/", "-o", output, "--delay",
                                      "0", *self.web.connect_to_args(), *more, output=output)
            self.assert_nothing_leaked(result)
            self.assertIn(result.code, (1, 3), result)

    def test_other_forms_of_sitemaps(self):
        url = f"file://{self.private}/secret.nt"
        rss = f'<rss version="2.0"><channel><item><link>{url}</link></item></channel></rss>'
        atom = ('<feed xmlns="http://www.w3.org/2005/Atom" xml:base="file:///">'
                f'<entry><link href="{self.private}/secret.nt"/></entry></feed>')
        for body, kind in ((url.encode() + b"\n", "text/plain"),
                           (rss.encode(), "application/rss+xml"),
                           (atom.encode(), "application/atom+xml"),
                           (gzip.compress(urlset(f"<loc>{url}</loc>")), "application/gzip")):
            with self.subTest(kind):
                self.add("/sitemap.xml", body, kind)
                result = self.fetch()
                self.assert_nothing_leaked(result)
                self.assertNotEqual(result.code, 0, result)

    def test_indexes_and_robots(self):
        for spelling in self.spellings("secret.xml"):
            with self.subTest(spelling):
                self.add("/robots.txt", b"Sitemap: http://www.example.com/sitemap.xml\n",
                         "text/plain")
                self.add("/sitemap.xml", (f'<sitemapindex xmlns="{SITEMAP}"><sitemap><loc>'
                                          f"{spelling}</loc></sitemap></sitemapindex>").encode())
                result = self.fetch()
                self.assert_nothing_leaked(result)
                self.assertNotEqual(result.code, 0, result)
                self.add("/robots.txt", f"Sitemap: {spelling}\n".encode(), "text/plain")
                result = self.fetch()
                self.assert_nothing_leaked(result)
                self.assertNotEqual(result.code, 0, result)

    def test_extensions_of_entries(self):
        url = f"file://{self.private}/secret.nt"
        plain = "<loc>http://www.example.com/page</loc>"
        self.add("/page", b"<p>nothing", "text/html")
        for name, space, element in (
                ("ocx", "https://oercommons.org/ocx", f"<x:ocx><x:loc>{url}</x:loc></x:ocx>"),
                ("rs", "http://www.openarchives.org/rs/terms/",
                 f'<x:ln rel="describedby" href="{url}" type="text/turtle"/>')):
            with self.subTest(name):
                self.add("/sitemap.xml", urlset(plain + element, root=f'xmlns:x="{space}"'))
                self.assert_nothing_leaked(self.fetch())

    def test_datasets_of_sitemaps(self):
        space = "http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"
        for element in ("dataDumpLocation", "dataFragmentDump", "sampleURI",
                        "sparqlEndpointLocation", "linkedDataPrefix", "datasetURI"):
            for url in self.spellings("secret.nt")[:4]:
                with self.subTest(f"{element} {url}"):
                    body = (f'<urlset xmlns="{SITEMAP}" xmlns:sc="{space}"><sc:dataset>'
                            f"<sc:{element}>{url}</sc:{element}></sc:dataset></urlset>")
                    self.add("/sitemap.xml", body.encode())
                    result = self.fetch()
                    self.assert_nothing_leaked(result)
                    self.assertNotEqual(result.code, 0, result)
                    plan = self.run_program("plan", "http://www.example.com/", "--delay", "0",
                                            *self.web.connect_to_args())
                    self.assert_nothing_leaked(plan)

    def test_descriptions_lists_and_their_bases(self):
        url = f"file://{self.private}/secret.nt"
        void = (f"@base <file://{self.private}/> . <http://www.example.com/d> a "
                "<http://rdfs.org/ns/void#Dataset> ; <http://rdfs.org/ns/void#dataDump> "
                "<secret.nt> , <FILE:secret.nt> .")
        metalink = ('<metalink xmlns="urn:ietf:params:xml:ns:metalink"><file name="secret.nt">'
                    f"<url>{url}</url></file></metalink>")
        listing = (f'<title>Index of /d/</title><base href="file://{self.private}/">'
                   '<h1>Index of /d/</h1><a href="secret.nt">secret.nt</a>')
        standard = (f'<link rel="schema.sitemap" href="file://{self.private}/secret.xml">'
                    f'<base href="file://{self.private}/"><p vocab="http://schema.org/" '
                    'typeof="Thing"><a property="url" href="secret.nt">x</a>')
        for path, body, kind in (("/void.ttl", void, "text/turtle"),
                                 ("/x.meta4", metalink, "application/metalink4+xml"),
                                 ("/d/", listing, "text/html"),
                                 ("/page", standard, "text/html")):
            with self.subTest(path):
                self.add(path, body.encode(), kind)
                result = self.fetch(url="http://www.example.com" + path)
                self.assert_nothing_leaked(result)
                if path != "/page":
                    self.assertNotEqual(result.code, 0, result)

    def test_redirects(self):
        for status in (301, 302, 303, 307, 308):
            for url in self.spellings("secret.nt")[:4]:
                self.site.add("/d.nt", status=status, headers={"Location": url})
                result = self.fetch(url="http://www.example.com/d.nt")
                self.assert_nothing_leaked(result)
                self.assertEqual(result.code, 3, result)
                converted = self.run_program("convert", "http://www.example.com/d.nt",
                                             *self.web.connect_to_args())
                self.assert_nothing_leaked(converted)
                self.assertEqual(converted.code, 3, converted)

    def test_contexts_and_vocabularies(self):
        for url in self.spellings("secret.jsonld")[:4]:
            for document in ({"@context": url, "@id": "http://a.example/", "p": "x"},
                             {"@context": {"@import": url}, "@id": "http://a.example/", "p": "x"},
                             {"@context": {"q": {"@id": "http://a.example/q", "@context": url}},
                              "@id": "http://a.example/", "q": {"p": "x"}},
                             {"@context": "http://www.example.com/c.jsonld",
                              "@id": "http://a.example/", "p": "x"}):
                self.add("/c.jsonld", json.dumps({"@context": [url]}).encode(),
                         "application/ld+json")
                self.add("/d.jsonld", json.dumps(document).encode(), "application/ld+json")
                with self.subTest(document=document):
                    # A local document beside it must not open the way for it.
                    mine = self.folder / "mine.jsonld"
                    mine.write_text('{"@context": {"p": "http://a.example/p"}, "p": "x"}', "utf-8")
                    result = self.run_program("convert", mine, "http://www.example.com/d.jsonld",
                                              *self.web.connect_to_args())
                    self.assert_nothing_leaked(result)
                    self.assertNotEqual(result.code, 0, result)

    def test_a_context_at_hand_for_a_local_document_is_not_given_to_the_web(self):
        url = f"file://{self.private}/secret.jsonld"
        for context in (url, {"@import": url}):
            text = json.dumps({"@context": context, "@id": "http://a.example/", "p": "x"})
            mine = self.folder / "mine.jsonld"
            mine.write_text(text, "utf-8")
            self.add("/d.jsonld", text.encode(), "application/ld+json")
            result = self.run_program("convert", mine, "http://www.example.com/d.jsonld",
                                      *self.web.connect_to_args())
            self.assertEqual(result.out.count(SECRET.encode()), 1, result)
            self.assertEqual(result.code, 3, result)

    def test_nor_to_the_web_by_way_of_a_local_document(self):
        url = f"file://{self.private}/secret.jsonld"
        nodes = {"@id": "http://a.example/", "p": "x"}
        contexts = {
            "named by a context": [url], "imported": {"@import": url},
            "of a term": {"q": {"@id": "http://a.example/q", "@context": url}}}
        for name, context in contexts.items():
            with self.subTest(name):
                self.add("/c.jsonld", json.dumps({"@context": context}).encode(),
                         "application/ld+json")
                by_me, by_web = self.folder / "1.jsonld", self.folder / "2.jsonld"
                mine = url if name != "imported" else context
                by_me.write_text(json.dumps({"@context": mine} | nodes), "utf-8")
                by_web.write_text(json.dumps(
                    {"@context": ["http://www.example.com/c.jsonld"], "q": nodes} | nodes), "utf-8")
                result = self.run_program("convert", by_me, by_web, *self.web.connect_to_args())
                self.assertEqual(result.out.count(SECRET.encode()), 1, result)
                self.assertNotEqual(result.code, 0, result)

    def test_an_archive_of_the_web_is_no_local_document(self):
        url = f"file://{self.private}/secret.jsonld"
        bytes_ = io.BytesIO()
        with zipfile.ZipFile(bytes_, "w") as archive:
            for name in (f"file://{self.private}/", "file:///x.jsonld"):
                archive.writestr(urllib.parse.quote(name, safe=""), json.dumps(
                    {"@context": url, "@id": "http://a.example/", "p": "x"}))
        self.add("/d.zip", bytes_.getvalue(), "application/zip")
        result = self.run_program("convert", "http://www.example.com/d.zip",
                                  *self.web.connect_to_args())
        self.assert_nothing_leaked(result)
        self.assertNotEqual(result.code, 0, result)

    def test_documents_are_not_copied(self):
        space = "https://standaarden.overheid.nl/diwoo/metadata/"
        diwoo = (f'<d:Document xmlns:d="{space}"><d:DiWoo><d:publisher resource="x">x'
                 "</d:publisher></d:DiWoo></d:Document>")
        for url in self.spellings("secret.txt")[:4]:
            self.add("/sitemap.xml", urlset(f"<loc>{url}</loc>{diwoo}"))
            result = self.fetch("--documents", "kept")
            self.assert_nothing_leaked(result)
            self.assertNotEqual(result.code, 0, result)

    def test_validate_and_inspect(self):
        url = f"file://{self.private}/secret.nt"
        space = "http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"
        self.add("/sitemap.xml", (
            f'<urlset xmlns="{SITEMAP}" xmlns:sc="{space}"><sc:dataset><sc:dataDumpLocation>{url}'
            f"</sc:dataDumpLocation></sc:dataset><url><loc>{url}</loc></url></urlset>").encode())
        for command in ("validate", "inspect"):
            result = self.run_program(command, "http://www.example.com/sitemap.xml",
                                      *self.web.connect_to_args())
            self.assert_nothing_leaked(result)
        self.add("/robots.txt", f"Sitemap: {url}\n".encode(), "text/plain")
        result = self.run_program("validate", "http://www.example.com/",
                                  *self.web.connect_to_args())
        self.assert_nothing_leaked(result)

    def test_a_local_sitemap_names_local_files(self):
        other = self.folder / "mine.nt"
        other.write_text("<http://a.example/s> <http://a.example/p> <http://a.example/o> .\n",
                         "utf-8")
        (self.folder / "sitemap.xml").write_bytes(urlset(f"<loc>file://{other}</loc>"))
        for _ in range(2):  # refreshed, too
            output = self.folder / "out.nq"
            result = self.run_program("fetch", "./sitemap.xml", "-o", output, "--delay", "0",
                                      *self.web.connect_to_args(), output=output)
            self.assertEqual(result.code, 0, result)
            self.assertEqual(len(result.lines), 1)

    def test_what_a_local_sitemap_leads_to_on_the_web_does_not(self):
        url = f"file://{self.private}/secret.xml"
        (self.folder / "sitemap.xml").write_text(
            f'<sitemapindex xmlns="{SITEMAP}"><sitemap><loc>http://www.example.com/sitemap.xml'
            "</loc></sitemap></sitemapindex>", "utf-8")
        self.add("/sitemap.xml", urlset(f"<loc>file://{self.private}/secret.nt</loc>",
                                        "<loc>http://www.example.com/page</loc>"))
        self.add("/page", f'<link rel="describedby" type="text/turtle" href="{url}">'.encode(),
                 "text/html", Link=f'<{url}>; rel="describedby"; type="text/turtle"')
        result = self.refused(url="./sitemap.xml", code=1)
        self.assertIn("fetch.local-file", result.errors)

    def test_what_was_kept_of_the_web_is_no_local_document(self):
        """Documents that --documents keeps, and outputs, whatever they are called."""
        probe = self.folder / "probe"
        probe.write_bytes(b"")
        try:
            os.setxattr(probe, "user.semsite.probe", b"x")
        except OSError:
            self.skipTest("no extended attributes here")
        secret = f"file://{self.private}/secret"
        documents = {
            "d.jsonld": json.dumps({"@context": f"{secret}.jsonld", "@id": "http://a.example/",
                                    "p": "x"}),
            "p.html": '<script type="application/ld+json">'
                      f'{{"@context": "{secret}.jsonld", "p": "x"}}</script>',
            "s.xml": urlset(f"<loc>{secret}.nt</loc>").decode(),
            "i.xml": f'<sitemapindex xmlns="{SITEMAP}"><sitemap><loc>{secret}.xml</loc></sitemap>'
                     "</sitemapindex>",
            "v.ttl": f"<> a <http://rdfs.org/ns/void#Dataset> ; "
                     f"<http://rdfs.org/ns/void#dataDump> <{secret}.nt> ."}
        space = "https://standaarden.overheid.nl/diwoo/metadata/"
        entries = [f"<loc>http://www.example.com/{name}</loc><d:Document><d:DiWoo/></d:Document>"
                   for name in documents]
        self.add("/sitemap.xml", urlset(*entries, root=f'xmlns:d="{space}"'))
        for name, text in documents.items():
            self.add(f"/{name}", text.encode(), None)
        self.fetch("--documents", "kept")
        for name, text in documents.items():
            [kept] = (self.folder / "kept/www.example.com").glob(f"*-{name}")
            moved = self.folder / f"moved-{name}"
            kept.rename(moved)
            for words in (["convert", moved], ["plan", moved], ["validate", moved],
                          ["fetch", moved, "-o", "o.nq", "--fresh", "--delay", "0"]):
                with self.subTest(name=name, command=words[0]):
                    self.assert_nothing_leaked(self.run_program(*words))
        # What another program saved is not known to be from there.
        mine = self.folder / "mine.jsonld"
        mine.write_text(documents["d.jsonld"], "utf-8")
        result = self.run_program("convert", mine)
        self.assertEqual((result.code, result.out.count(SECRET.encode())), (0, 1), result)


if __name__ == "__main__":
    unittest.main()
