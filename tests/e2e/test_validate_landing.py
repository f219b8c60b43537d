"""What `semsite validate` says of each landing page, and of answers that were changed on the way."""

import json

from validate_run import NT, PAGE, SITE, Validation, listed, urlset

RDF = {"type": "text/turtle", "headers": {"Link": f'<{SITE}/%s>; rel="describes"'}}
WHOLE = (f'<{SITE}/doi/%s>; rel="cite-as", <{SITE}/m/%s>; rel="describedby"; type="text/turtle", '
         '<https://schema.org/AboutPage>; rel="type", <https://schema.org/Dataset>; rel="type"')


class Landing(Validation):
    def page(self, name, header=WHOLE, **answer):
        """A landing page with what its links lead to."""
        header = header.replace("%s", name)
        page = {"text": PAGE % ("", ""), "type": "text/html",
                "headers": {"Link": header} if header else {}}
        self.site.add(f"/{name}", **page | answer)
        self.site.add(f"/m/{name}", text="", type="text/turtle",
                      headers={"Link": f'<{SITE}/{name}>; rel="describes"'})
        self.site.add(f"/doi/{name}", status=302, headers={"Location": f"{SITE}/{name}"})

    def levels(self, report):
        return {page["url"].removeprefix(SITE): (page["signposts"], page["level"])
                for page in report["checked"]["landing_pages"]}

    def test_each_has_its_own_level(self):
        self.publish(listed("/one", "/two", "/some", "/none"))
        self.page("one")
        self.page("two", WHOLE + f', <{SITE}/links>; rel=linkset; type="application/linkset+json"')
        self.page("some", WHOLE.replace("cite-as", "related"))
        self.page("none", "")
        two = f"{SITE}/two"
        self.site.add("/f", text="", type="text/csv", headers={"Link": f'<{two}>; rel="collection"'})
        self.site.add("/links", type="application/linkset+json", text=json.dumps({"linkset": [
            {"anchor": two, "cite-as": [{"href": f"{SITE}/doi/two"}],
             "describedby": [{"href": f"{SITE}/m/two", "type": "text/turtle"}],
             "item": [{"href": f"{SITE}/f", "type": "text/csv"}],
             "type": [{"href": "https://schema.org/AboutPage"}, {"href": "https://schema.org/Dataset"}]},
            {"anchor": f"{SITE}/f", "collection": [{"href": two}]},
            {"anchor": f"{SITE}/m/two", "describes": [{"href": two}]}]}))
        report = self.validate()
        self.assertEqual(self.levels(report), {
            "/": (False, None), "/one": (True, 1), "/two": (True, 2), "/some": (True, None),
            "/none": (False, None)})
        self.assertEqual(self.serious(report), ["fair.cite-as"])
        text = self.run_program("validate", f"{SITE}/", "--delay", "0",
                                *self.web.connect_to_args()).out.decode()
        for line in (f"{SITE}/one: FAIR Signposting level 1", f"{SITE}/two: FAIR Signposting level 2",
                     f"{SITE}/some: signposts, but no level of FAIR Signposting",
                     f"{SITE}/none: no signposts here"):
            self.assertIn(line, text.splitlines())
        html = self.run_program("validate", f"{SITE}/", "--delay", "0", "--format", "html",
                                *self.web.connect_to_args()).out.decode()
        self.assertIn("no signposts here: 2", html)

    def test_a_file_and_a_link_set_have_theirs(self):
        head = "".join(f'<link rel="{rel}" href="{href}"{more}>' for rel, href, more in (
            ("cite-as", f"{SITE}/doi/x", ""), ("type", "https://schema.org/AboutPage", ""),
            ("type", "https://schema.org/Dataset", ""),
            ("describedby", f"{SITE}/m", ' type="text/turtle"')))
        report = self.validate_file("page.html", PAGE % (head, ""))
        self.assertEqual([page["level"] for page in report["checked"]["landing_pages"]], [1])
        self.assertEqual(report["status"], 0)
        report = self.validate_file("links.json", json.dumps({"linkset": [
            {"anchor": f"{SITE}/p", "item": [{"href": f"{SITE}/f", "type": "text/csv"}]}]}))
        self.assertEqual(self.levels(report), {"/p": (True, None)})

    def test_what_the_profile_wants_of_its_links(self):
        about = '<https://schema.org/AboutPage>; rel="type"'
        dataset = '<https://schema.org/Dataset>; rel="type"'
        cases = [
            ("fair.about-page", "warning", WHOLE.replace(about + ", ", "")),
            ("fair.object-type", "note", WHOLE.replace(", " + dataset, "")),
            ("fair.type-iri", "warning", WHOLE.replace("schema.org/Dataset", "schema.org/dataset")),
            ("fair.type-iri", "warning", WHOLE.replace("https://schema.org/Dataset", "Dataset")),
            ("fair.type-form", "note", WHOLE.replace("https://schema.org/Dataset", "http://schema.org/Dataset")),
            ("fair.link-type", "warning", WHOLE.replace("text/turtle", "text/turtel")),
            ("fair.item-type", "note", WHOLE + f', <{SITE}/f>; rel="item"'),
        ]
        for code, severity, header in cases:
            with self.subTest(code, header=header):
                self.publish(listed("/p"))
                self.page("p", header)
                self.site.add("/f", text="", type="text/csv",
                              headers={"Link": f'<{SITE}/p>; rel="collection"'})
                report = self.validate()
                found = {group["code"]: group["severity"] for group in report["findings"]}
                self.assertEqual(found.get(code), severity, report["findings"])
                self.assertEqual(self.places(report)[code], (f"{SITE}/p", None, None))
                self.assertEqual(report["status"], 1 if severity == "warning" else 0)

    def test_a_class_is_not_asked_for(self):
        self.publish(listed("/p"))
        self.page("p", WHOLE.replace("https://schema.org/Dataset", f"{SITE}/vocabulary#gone"))
        self.assertEqual(self.serious(self.validate()), [])
        self.assertNotIn("/vocabulary", [request.path for request in self.web.log])

    def test_content_that_an_identifier_leads_to_is_no_about_page(self):
        self.publish(listed("/d"))
        self.page("p", WHOLE.replace('<https://schema.org/AboutPage>; rel="type", ', ""),
                  type="application/pdf", text="%PDF-1.4")
        self.assertNotIn("fair.about-page", self.places(self.validate(url=f"{SITE}/p")))

    def test_the_entry_of_a_signmap_does_not_speak_for_the_page(self):
        self.publish(urlset(f"<url><loc>{SITE}/p</loc><rs:ln rel='describedby' href='{SITE}/m/p'"
                            " xmlns:rs='http://www.openarchives.org/rs/terms/' type='text/turtle'/></url>"))
        self.page("p", "")
        self.assertEqual(self.levels(self.validate())["/p"], (False, None))
        self.page("p")
        self.assertEqual(self.levels(self.validate())["/p"], (True, 1))


class Transformed(Validation):
    """RFC 9110 §15.3.4: 203 says that somebody on the way changed the answer."""

    def test_what_a_proxy_changed_is_no_proof(self):
        sitemap = urlset(f"<url><loc>{SITE}/p</loc></url>")
        data = "<http://a.example/s> <http://a.example/p> <http://a.example/o> .\n"
        bodies = {"/robots.txt": {"text": f"Sitemap: {SITE}/sitemap.xml\n"},
                  "/sitemap.xml": {"text": sitemap},
                  "/p": {"text": PAGE % ("", ""), "type": "text/html"}}
        for path, answer in bodies.items():
            with self.subTest(path):
                self.publish(sitemap)
                self.site.add("/p", **bodies["/p"])
                self.site.add(path, status=203, headers={"Via": "1.1 squeezer"}, **answer)
                report = self.validate()
                self.assertEqual(self.serious(report), ["http.transformed"])
                self.assertEqual(self.places(report)["http.transformed"], (f"{SITE}{path}", None, None))
                self.assertEqual(report["totals"]["warning"], 1)
                self.assertEqual(report["status"], 1)
        self.site.add("/d.nt", status=203, text=data, type="application/n-triples", etag='"1"')
        report = self.validate(url=f"{SITE}/d.nt")
        self.assertEqual((self.serious(report), report["totals"]["warning"]), (["http.transformed"], 1))
