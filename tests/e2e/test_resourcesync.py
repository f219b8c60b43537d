"""ResourceSync documents and the robots.txt of a repository's folder, over loopback."""

import io
import json
import unittest
import zipfile

from harness import ProgramTest, dataset_of, triples

HOST = "http://www.example.com"


def document(md, content, root="urlset"):
    return (f'<{root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
            f'xmlns:rs="http://www.openarchives.org/rs/terms/"><rs:md {md}/>{content}</{root}>')


def entry(path, md=""):
    return f"<url><loc>{HOST}{path}</loc>{f'<rs:md {md}/>' if md else ''}</url>"


def package(lines, *more):
    """A package of a dump: resources and the manifest that names them, and `more` entries."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("manifest.xml", document(
            'capability="resourcedump-manifest" at="2013-01-03T09:00:00Z"',
            entry("/item/1", 'path="/resources/1.nt" type="application/n-triples"') + "".join(more)))
        file.writestr("resources/1.nt", "".join(lines))
    return out.getvalue()


class ResourceSync(ProgramTest):
    def add(self, path, md, content, root="urlset"):
        self.site.add(path, text=document(md, content, root), type="application/xml")

    def add_description(self, *capabilities):
        self.add("/rs.xml", 'capability="description"',
                 entry("/caps.xml", 'capability="capabilitylist"'))
        self.add("/caps.xml", 'capability="capabilitylist"',
                 "".join(entry(f"/{name}.xml", f'capability="{name}"') for name in capabilities))

    def asked(self):
        return [request.path for request in self.web.log if request.path != "/robots.txt"]

    def test_a_description_leads_to_the_pages_of_its_lists(self):
        self.add_description("resourcelist", "changelist")
        self.add("/resourcelist.xml", 'capability="resourcelist" at="2013-01-03T09:00:00Z"',
                 entry("/1.nt") + entry("/2.nt"))
        self.add("/changelist.xml", 'capability="changelist" from="2013-01-03T09:00:00Z"',
                 entry("/2.nt", 'change="updated" datetime="2013-01-04T09:00:00Z"') +
                 entry("/2.nt", 'change="deleted" datetime="2013-01-05T09:00:00Z"') +
                 entry("/3.nt", 'change="created" datetime="2013-01-05T10:00:00Z"'))
        lines = triples(3)
        for number, line in enumerate(lines, 1):
            self.site.add(f"/{number}.nt", text=line)
        self.site.add("/robots.txt", text=f"Sitemap: {HOST}/rs.xml\n")
        result = self.fetch("--graph", "none")
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, dataset_of([lines[0], lines[2]] + [
            f'<{HOST}/{number}.nt> <http://purl.org/dc/terms/modified> "{when}"'
            "^^<http://www.w3.org/2001/XMLSchema#dateTime> .\n"
            for number, when in ((2, "2013-01-04T09:00:00Z"), (3, "2013-01-05T10:00:00Z"))]))
        self.assertNotIn("/2.nt", self.asked())
        self.assertEqual(self.asked()[:4],
                         ["/rs.xml", "/caps.xml", "/changelist.xml", "/resourcelist.xml"])

    def test_the_plan_shows_what_the_documents_are(self):
        self.add_description("resourcelist", "changelist")
        self.add("/resourcelist.xml", 'capability="resourcelist"', entry("/1.nt"))
        self.add("/changelist.xml", 'capability="changelist"',
                 entry("/9.nt", 'change="deleted"'))
        self.site.add("/robots.txt", text=f"Sitemap: {HOST}/rs.xml\n")
        profile = self.plan()["profile"]
        self.assertEqual([sitemap.get("capability") for sitemap in profile["sitemaps"]],
                         ["description", "capabilitylist", "changelist", "resourcelist"])
        self.assertEqual(profile["pages"], 1)
        self.assertEqual(profile["deleted"], 1)

    def test_a_resource_dump_is_a_dump_in_parts(self):
        self.add_description("resourcelist", "resourcedump")
        lines = triples(20)
        self.site.add("/p1.zip", data=package(lines[:10]))
        self.site.add("/p2.zip", data=package(lines[10:]))
        self.add("/resourcelist.xml", 'capability="resourcelist"', entry("/item/1"))
        self.add("/resourcedump.xml", 'capability="resourcedump" at="2013-01-03T09:00:00Z"',
                 entry("/p1.zip", 'type="application/zip"') + entry("/p2.zip"))
        self.site.add("/robots.txt", text=f"Sitemap: {HOST}/rs.xml\n")
        result = self.fetch("--graph", "none")
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, dataset_of(lines + [
            f'<{HOST}/p1.zip> <http://purl.org/dc/terms/format> "application/zip" .\n']))
        self.assertNotIn("/item/1", self.asked())  # the dump is enough

    def test_a_package_without_a_file_that_its_manifest_lists(self):
        lines = triples(3)
        self.site.add("/robots.txt", text=f"Sitemap: {HOST}/dump.xml\n")
        self.add("/dump.xml", 'capability="resourcedump"', entry("/p.zip"))
        lost = [entry(f"/item/{path}", f'path="{path}"') for path in ("/resources/2.nt", "3.pdf")]
        for more, words in (((), None), (lost[:1], "1 file that is not in it: resources/2.nt"),
                            (lost, "2 files that are not in it: resources/2.nt and others"),
                            ((entry("/item/9", 'change="deleted" path="/9.nt"'),
                              entry("/item/1", 'path="./resources/1.nt"'), entry("/item/8")), None),
                            (("<url><loc>",), "cannot be read")):
            with self.subTest(more):
                self.site.add("/p.zip", data=package(lines, *more))
                result = self.fetch("--graph", "none")
                self.assertEqual(result.code, 1 if words else 0, result)
                self.assert_dataset(result, dataset_of(lines))
                if words:
                    row = result.source(f"{HOST}/p.zip")
                    self.assertEqual((row["outcome"], row["code"]), ("partial", "rs.manifest"))
                    self.assertIn(words, row["problem"])

    def test_a_list_is_told_by_its_content_and_read_in_parts(self):
        lines = triples(2)
        self.site.add("/1.nt", text=lines[0])
        self.site.add("/2.nt", text=lines[1])
        index = "".join(f"<sitemap><loc>{HOST}/part{number}</loc></sitemap>" for number in (1, 2))
        self.add("/list", 'capability="resourcelist"', index, root="sitemapindex")
        self.add("/part1", 'capability="resourcelist"', entry("/1.nt"))
        self.add("/part2", 'capability="resourcelist"', entry("/2.nt"))
        result = self.fetch("--graph", "none", url=f"{HOST}/list")
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, dataset_of(lines))

    def test_a_page_leads_to_the_capability_list_and_up_from_there(self):
        self.add("/rs.xml", 'capability="description"',
                 entry("/caps.xml", 'capability="capabilitylist"') +
                 entry("/more.xml", 'capability="capabilitylist"'))
        up = f'<rs:ln rel="up" href="{HOST}/rs.xml"/>'
        self.add("/caps.xml", 'capability="capabilitylist"',
                 up + entry("/list.xml", 'capability="resourcelist"'))
        self.add("/more.xml", 'capability="capabilitylist"',
                 up + entry("/list2.xml", 'capability="resourcelist"'))
        lines = triples(2)
        for number, name in enumerate(("list", "list2")):
            self.add(f"/{name}.xml", 'capability="resourcelist"', entry(f"/{number}.nt"))
            self.site.add(f"/{number}.nt", text=lines[number])
        self.site.add("/home/", type="text/html", text=(
            "<!DOCTYPE html><title>x</title><link rel=ResourceSync href=/caps.xml>"))
        result = self.fetch("--graph", "none", url=f"{HOST}/home/")
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, dataset_of(lines + [
            f"<{HOST}/{name}.xml> <http://www.iana.org/assignments/relation/up> <{HOST}/rs.xml> .\n"
            for name in ("caps", "more")]))

    def test_inspect_shows_a_change_list(self):
        self.add("/changes.xml", 'capability="changelist" from="2013-01-02T00:00:00Z"',
                 entry("/7", 'change="updated" hash="md5:1584abdf" length="8876"'))
        result = self.run_program("inspect", f"{HOST}/changes.xml", *self.web.connect_to_args())
        self.assertEqual(result.code, 0, result)
        document_line, page, summary = map(json.loads, result.out.splitlines())
        self.assertEqual(document_line["md"]["from"], "2013-01-02T00:00:00Z")
        self.assertEqual(page["md"],
                         {"change": "updated", "hash": "md5:1584abdf", "length": "8876"})
        self.assertEqual(summary["capability"], "changelist")


class RepositoryFolder(ProgramTest):
    """signposting §2: a robots.txt beside the entry page of a repository."""

    def setUp(self):
        super().setUp()
        self.line = triples(1)
        self.site.add("/repo/home", text="<!DOCTYPE html><title>Repository</title>",
                      type="text/html")
        self.site.add("/repo/map.xml", text=(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            f"<url><loc>{HOST}/repo/1.nt</loc></url></urlset>"))
        self.site.add("/repo/1.nt", text=self.line[0])

    def test_its_sitemaps_count_and_its_rules_do_not(self):
        self.site.add("/repo/robots.txt", text="User-agent: *\nDisallow: /\nSitemap: map.xml\n")
        result = self.fetch("--graph", "none", url=f"{HOST}/repo/home")
        self.assertEqual(result.code, 0, result)
        self.assert_dataset(result, dataset_of(self.line))

    def test_a_page_in_its_place_is_none(self):
        self.site.add("/repo/robots.txt", type="text/html",
                      text=f"<!DOCTYPE html>\nSitemap: {HOST}/repo/map.xml\n")
        self.fetch(url=f"{HOST}/repo/home")
        self.assertNotIn("/repo/map.xml", [request.path for request in self.web.log])


if __name__ == "__main__":
    unittest.main()
