"""Signposting: what is named is read, by whatever carrier and on whatever answer it is named."""

import json

from test_entry_fetch import RELATION, RS, EntryTest
from test_signpost_fallbacks import LOGIN, link_field, signs
from crawl_web import OPEN, urlset
from web import Answer, redirect

BASE = "http://repo.example"
TURTLE, JSONLD = "text/turtle", "application/ld+json"
LINKSET, TEXT_LINKSET = "application/linkset+json", "application/linkset"
DESCRIBES = [("describedby", "/a.ttl", TURTLE), ("describedby", "/b.ttl", TURTLE)]


def html_links(*links):
    return "".join(f'<link rel="{rel}" href="{url}"' + (f' type="{kind}"' if kind else "") + ">"
                   for rel, url, kind in links)


def json_set(sets):
    """A link set in JSON: {path or URL of the resource: links of it}."""
    contexts = []
    for context, links in sets.items():
        members = {}
        for rel, url, kind in links:
            members.setdefault(rel, []).append(
                {"href": BASE + url, **({"type": kind} if kind else {})})
        contexts.append({"anchor": BASE + context, **members})
    return json.dumps({"linkset": contexts})


def text_set(sets):
    return ",\n".join(f'<{BASE}{url}>; rel="{rel}"; anchor="{BASE}{context}"'
                      + (f'; type="{kind}"' if kind else "")
                      for context, links in sets.items() for rel, url, kind in links)


class Signposts(EntryTest):
    def setUp(self):
        super().setUp()
        self.host = self.web.host("repo.example")
        self.host.add("/robots.txt", text=f"{OPEN}\nSitemap: {BASE}/sitemap.xml\n")
        self.entries = lambda: [f"{BASE}/"]

    def list(self, *paths):
        self.host.add("/sitemap.xml", text=urlset([BASE + path for path in paths]))

    def data(self, *paths):
        """Documents that say their own name, each in the syntax of its suffix."""
        for path in paths:
            text = f'<{BASE}{path}#it> <http://words.example/name> "{path}" .\n'
            kind = TURTLE
            if path.endswith(".jsonld"):
                text = json.dumps({"@id": f"{BASE}{path}#it", "http://words.example/name": path})
                kind = JSONLD
            self.host.add(path, text=text, type=kind)

    def page(self, path, links=(), head="", **answer):
        headers = {"Link": link_field(*links)} if links else {}
        self.host.add(path, headers=headers,
                      **{"text": f"<html><head><title>t</title>{head}</head><body><p>a page",
                         "type": "text/html", **answer})

    def names(self, result):
        """What the documents that were read say their names are."""
        return {quad[2][1] for quad in result.quads or ()
                if quad[1][1] == "http://words.example/name"}

    def links(self, result, context):
        return {(quad[1][1].removeprefix(RELATION), quad[2][1], quad[3][1])
                for quad in result.quads or ()
                if quad[0][1] == context and quad[1][1].startswith(RELATION)}

    def carriers(self, links, path="/obj"):
        """The same links by each carrier in turn, of an object that has nothing else."""
        def entry():
            self.host.add("/sitemap.xml", text=(
                f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" {RS}><url>'
                f"<loc>{BASE}{path}</loc>{signs(*links)}</url></urlset>"))
            self.page(path)

        def by_header():
            self.list(path)
            self.page(path, links)

        def by_html():
            self.list(path)
            self.page(path, head=html_links(*links))

        def by_linkset(kind, write):
            def prepare():
                self.list(path)
                self.page(path, [("linkset", "/links", kind)])
                self.host.add("/links", text=write({path: links}), type=kind)
            return prepare

        for name, prepare in (("entry", entry), ("header", by_header), ("html", by_html),
                              ("link set in JSON", by_linkset(LINKSET, json_set)),
                              ("link set as text", by_linkset(TEXT_LINKSET, text_set))):
            with self.subTest(name):
                self.clear()
                prepare()
                yield name

    def times(self, asked, path):
        return sum(request.path == path for request in asked.documents)


class Descriptions(Signposts):
    """signposting.md §3: `describedby` 1..n; an alternative form has another type or profile."""

    def test_two_descriptions_of_one_form_are_both_read(self):
        self.data("/a.ttl", "/b.ttl")
        for _ in self.carriers(DESCRIBES):
            result, asked = self.run_it()
            self.assertEqual(result.code, 0, result)
            self.assertEqual(self.names(result), {"/a.ttl", "/b.ttl"}, result)
            self.assertEqual((self.times(asked, "/a.ttl"), self.times(asked, "/b.ttl")), (1, 1))

    def test_another_type_or_profile_is_another_form_and_waits(self):
        self.data("/a.ttl", "/a.jsonld")
        for _ in self.carriers([("describedby", "/a.jsonld", JSONLD),
                                ("describedby", "/a.ttl", TURTLE)]):
            result, asked = self.run_it()
            self.assertEqual(result.code, 0, result)
            self.assertEqual(self.names(result), {"/a.ttl"})
            self.assertEqual(self.times(asked, "/a.jsonld"), 0)
        for profile, names in (("http://p.example/2", {"/a.ttl"}),
                               ("http://p.example/1", {"/a.ttl", "/b.ttl"})):
            with self.subTest(profile):
                self.clear()
                self.data("/b.ttl")
                self.list("/obj")
                self.page("/obj")
                self.host.add("/obj", text="<p>a page", type="text/html", headers={"Link": (
                    f'</a.ttl>; rel=describedby; type="{TURTLE}"; profile="http://p.example/1", '
                    f'</b.ttl>; rel=describedby; type="{TURTLE}"; profile="{profile}"')})
                self.assertEqual(self.names(self.run_it()[0]), names)

    def test_profiles_of_markup_count_too(self):
        self.data("/a.ttl", "/b.ttl")
        self.list("/obj")
        self.page("/obj", head="".join(
            f'<link rel=describedby type="{TURTLE}" href="/{name}.ttl" profile="http://p.example/{name}">'
            for name in "ab"))
        self.assertEqual(self.names(self.run_it()[0]), {"/a.ttl"})

    def test_the_form_that_more_descriptions_have_is_read(self):
        self.data("/a.ttl", "/a.jsonld", "/b.jsonld")
        for _ in self.carriers([("describedby", "/a.ttl", TURTLE),
                                ("describedby", "/a.jsonld", JSONLD),
                                ("describedby", "/b.jsonld", JSONLD)]):
            result, _ = self.run_it()
            self.assertEqual(self.names(result), {"/a.jsonld", "/b.jsonld"}, result)

    def test_what_has_no_type_is_read_beside_what_has_one(self):
        self.data("/a.ttl", "/b.ttl")
        for _ in self.carriers([("describedby", "/a.ttl", TURTLE), ("describedby", "/b.ttl", "")]):
            result, _ = self.run_it()
            self.assertEqual(self.names(result), {"/a.ttl", "/b.ttl"}, result)

    def test_one_of_several_that_fails_leaves_the_others_and_is_told(self):
        for bad, code in ((dict(status=404, text="no"), "http.404"),
                          (dict(status=500, text="no"), "http.500"),
                          (dict(text=LOGIN, type="text/html"), "document.html"),
                          (dict(data=b"\0\1\2\3" * 99, type="application/x-y"), "document.binary"),
                          (dict(text="<a> <b> oh no no no", type=TURTLE), None)):
            for order in (("/a", "/b"), ("/b", "/a")):
                with self.subTest(code, order=order):
                    self.clear()
                    self.data("/b")
                    self.host.add("/a", **bad)
                    self.list("/obj")
                    self.page("/obj", [("describedby", path, TURTLE) for path in order])
                    result, _ = self.run_it("--retries", "1")
                    self.assertEqual(result.code, 1, result)
                    self.assertEqual(self.names(result), {"/b"}, result)
                    if code:
                        self.assertIn(code, json.dumps(result.report))
                    self.assertNotIn("Log in", str(result.quads))

    def test_each_has_its_own_other_form(self):
        self.data("/a.jsonld", "/b.ttl", "/b.jsonld")
        self.list("/obj")
        self.page("/obj", [("describedby", f"/{name}.{end}", kind) for name in "ab"
                           for end, kind in (("ttl", TURTLE), ("jsonld", JSONLD))])
        result, asked = self.run_it()
        self.assertEqual(result.code, 1, "a.ttl is not there")
        self.assertEqual(self.names(result), {"/a.jsonld", "/b.ttl"}, result)
        self.assertEqual(self.times(asked, "/b.jsonld"), 0)

    def test_what_describes_an_item_is_read_too(self):
        self.data("/a.ttl", "/item.ttl")
        self.list("/obj")
        for kind, write in ((LINKSET, json_set), (TEXT_LINKSET, text_set)):
            with self.subTest(kind):
                self.clear()
                self.page("/obj", [("linkset", "/links", kind)])
                self.host.add("/links", type=kind, text=write({
                    "/data.csv": [("describedby", "/item.ttl", TURTLE)],
                    "/other": [("describedby", "/other.ttl", TURTLE)],
                    "/obj": [("item", "/data.csv", "text/csv"), DESCRIBES[0]]}))
                result, asked = self.run_it()
                self.assertEqual(result.code, 0, result)
                self.assertEqual(self.names(result), {"/a.ttl", "/item.ttl"})
                self.assertEqual((self.times(asked, "/data.csv"), self.times(asked, "/other.ttl")), (0, 0))

    def test_one_description_of_many_pages_is_read_once(self):
        self.data("/a.ttl")
        self.list(*(f"/obj/{n}" for n in range(200)))
        for n in range(200):
            self.page(f"/obj/{n}", DESCRIBES[:1])
        result, asked = self.run_it("--delay", "0")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.times(asked, "/a.ttl"), 1)
        self.assertEqual(len(result.lines), len(set(result.lines)), "lines came twice")

    def test_what_a_page_must_not_name_is_not_read(self):
        self.data("/a.ttl")
        self.list("/obj")
        self.page("/obj", [DESCRIBES[0], ("describedby", "file:///etc/hostname", TURTLE),
                           ("describedby", "urn:x:y", TURTLE),
                           ("describedby", "http://192.168.254.1:9/a.ttl", TURTLE)])
        result, _ = self.run_it("--retries", "1")
        self.assertEqual(result.code, 1, "the private address is refused, and that is told")
        self.assertEqual(self.names(result), {"/a.ttl"})
        self.assertIn("is a private address", json.dumps(result.report))

    def test_descriptions_may_lead_in_a_circle(self):
        self.data("/a.ttl")
        self.list("/obj")
        self.page("/obj", [DESCRIBES[0]])
        self.host.add("/a.ttl", text='<#it> <http://words.example/name> "/a.ttl" .', type=TURTLE,
                      headers={"Link": f'</obj>; rel=describedby; type="{TURTLE}", </b.ttl>; rel=describedby; type="{TURTLE}"'})
        self.host.add("/b.ttl", text='<#it> <http://words.example/name> "/b.ttl" .', type=TURTLE,
                      headers={"Link": f'</a.ttl>; rel=describedby; type="{TURTLE}"'})
        result, asked = self.run_it()
        self.assertEqual(self.names(result), {"/a.ttl", "/b.ttl"}, result)
        self.assertEqual({self.times(asked, path) for path in ("/a.ttl", "/b.ttl", "/obj")}, {1})


class Spellings(Signposts):
    """One relation, type or resource in another spelling is the same (RFC 8288 §2.1.2; RFC 3986 §6.2.2)."""

    IANA = "www.iana.org/assignments"

    def test_a_registered_relation_goes_by_its_iri_too(self):
        self.data("/a.ttl")
        for rel in (f"http://{self.IANA}/relation/describedby", "DescribedBy",
                    f"https://{self.IANA}/link-relations/#describedby"):
            for _ in self.carriers([(rel, "/a.ttl", TURTLE)]):
                result, _ = self.run_it()
                self.assertEqual(result.code, 0, result)
                self.assertEqual(self.names(result), {"/a.ttl"}, result)

    def test_follow_takes_any_spelling(self):
        self.data("/a.ttl")
        for asked, said in ((f"http://{self.IANA}/relation/item", "item"),
                            ("ITEM", f"https://{self.IANA}/link-relations/item"),
                            ("http://words.example/Part", "http://Words.example/Part"),
                            ("HTTP://words.example/part", "http://words.example/Part")):
            for _ in self.carriers([(said, "/a.ttl", TURTLE)]):
                result, _ = self.run_it("--follow", asked)
                self.assertEqual(result.code, 0, result)
                self.assertEqual(self.names(result), {"/a.ttl"}, result)

    def test_an_iri_in_markup_stays_as_it_is_written(self):
        self.list("/obj")
        self.page("/obj", head=html_links(("license", "/l", ""), ("http://Words.example/Part", "/a", "")))
        result, _ = self.run_it()
        self.assertIn("http://Words.example/Part", {quad[1][1] for quad in result.quads}, result)

    def test_a_link_set_may_spell_the_page_otherwise(self):
        self.data("/a.ttl")
        self.list("/obj")
        self.page("/obj", [("linkset", "/links", LINKSET)])
        for anchor in "http://REPO.example/obj", "http://repo.example:80/obj", f"{BASE}/%6Fbj":
            with self.subTest(anchor):
                self.clear()
                self.host.add("/links", type=LINKSET, text=json_set({"/obj": DESCRIBES[:1]}).replace(
                    f'"anchor": "{BASE}/obj"', f'"anchor": "{anchor}"'))
                self.assertEqual(self.names(self.run_it()[0]), {"/a.ttl"})

    def test_a_description_whose_type_tells_nothing_is_read(self):
        self.data("/a.ttl", "/a.jsonld")
        for path, kind in (("/a.ttl", "text/plain"), ("/a.ttl", "application/octet-stream"),
                           ("/a.ttl", "turtle"), ("/a.ttl", "text/x-turtle"),
                           ("/a.jsonld", "application/json"),
                           ("/a.jsonld", "application/activity+json")):
            for _ in self.carriers([("describedby", path, kind)]):
                result, _ = self.run_it()
                self.assertEqual(result.code, 0, result)
                self.assertEqual(self.names(result), {path}, result)

    def test_if_it_is_no_rdf_that_is_no_failure(self):
        self.host.add("/bib", text="@article{x}", type="text/plain")
        for kind in "text/plain", "":
            for _ in self.carriers([("describedby", "/bib", kind), ("license", "/l", "")]):
                result, _ = self.run_it()
                self.assertEqual(result.code, 0, result)

    def test_another_form_that_says_it_is_rdf_comes_first(self):
        self.data("/a.ttl", "/b")
        for _ in self.carriers([("describedby", "/b", "application/json"), ("describedby", "/a.ttl", TURTLE)]):
            result, asked = self.run_it()
            self.assertEqual(self.names(result), {"/a.ttl"}, result)
            self.assertEqual(self.times(asked, "/b"), 0)


class Follow(Signposts):
    """`--follow` names relations, whoever carries them."""

    def test_what_is_followed_is_followed_wherever_it_is_named(self):
        self.data("/a.ttl", "/1.ttl", "/2.ttl", "/plain.ttl")
        own = "http://words.example/part"
        links = [DESCRIBES[0], ("item", "/1.ttl", TURTLE), (own, "/2.ttl", TURTLE),
                 ("item", "/plain.ttl", ""), ("item", "/x.csv", "text/csv")]
        for _ in self.carriers(links):
            result, asked = self.run_it("--follow", f"describedby,item,{own}")
            self.assertEqual(result.code, 0, result)
            self.assertEqual(self.names(result), {"/a.ttl", "/1.ttl", "/2.ttl", "/plain.ttl"}, result)
            self.assertEqual(self.times(asked, "/x.csv"), 0, "it is known to be no RDF")
        for _ in self.carriers(links):
            result, _ = self.run_it("--follow", "item")
            self.assertEqual(self.names(result), {"/1.ttl", "/plain.ttl"}, result)
        for _ in self.carriers(links):
            result, _ = self.run_it("--follow", "none")
            self.assertEqual(self.names(result), set(), result)

    def test_a_link_set_is_read_though_the_header_names_something(self):
        """Headers may be incomplete on purpose; the link set is complete (level 2)."""
        self.data("/a.ttl", "/b.ttl", "/1.ttl", "/2.ttl")
        full = [*DESCRIBES, ("item", "/1.ttl", TURTLE), ("item", "/2.ttl", TURTLE)]
        for kind, write in ((LINKSET, json_set), (TEXT_LINKSET, text_set)):
            some = [DESCRIBES[0], ("item", "/1.ttl", TURTLE), ("linkset", "/links", kind)]
            for _ in self.carriers(some):
                self.host.add("/links", text=write({"/obj": [one for one in full]
                                                    + [("linkset", "/links", kind)]}), type=kind)
                result, asked = self.run_it("--follow", "describedby,item")
                self.assertEqual(result.code, 0, result)
                self.assertEqual(self.names(result), {"/a.ttl", "/b.ttl", "/1.ttl", "/2.ttl"}, result)
                self.assertEqual(self.times(asked, "/links"), 1)

    def test_all_items_of_a_link_set_are_read(self):
        count = 1500
        self.data(*(f"/i/{n}.ttl" for n in range(count)))
        self.list("/obj")
        self.page("/obj", [("linkset", "/links", LINKSET)])
        self.host.add("/links", type=LINKSET, text=json_set(
            {"/obj": [("item", f"/i/{n}.ttl", TURTLE) for n in range(count)]}))
        result, _ = self.run_it("--follow", "item", "--delay", "0")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(self.names(result)), count)

    def test_a_link_set_of_many_pages_is_read_once_for_all_of_them(self):
        names = [f"/{n}.ttl" for n in range(20)]
        self.data(*names, "/other.ttl")
        self.list(*(f"/obj/{n}" for n in range(20)))
        for n in range(20):
            self.page(f"/obj/{n}", [("linkset", "/links", LINKSET)])
        self.host.add("/links", type=LINKSET, text=json_set({
            **{f"/obj/{n}": [("describedby", f"/{n}.ttl", TURTLE)] for n in range(20)},
            "/elsewhere": [("describedby", "/other.ttl", TURTLE)]}), etag='"1"')
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.names(result), set(names), result)
        self.assertEqual(self.times(asked, "/links"), 1)
        # Another page, whose part of the link set is known; the link set has not changed.
        self.list(*(f"/obj/{n}" for n in range(20)), "/elsewhere")
        self.page("/elsewhere", [("linkset", "/links", LINKSET)])
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.names(result), {*names, "/other.ttl"}, result)
        self.assertEqual([one.status for one in asked.documents if one.path == "/links"], [304])

    def test_a_link_set_of_many_entries_too_and_after_a_kill(self):
        names = {f"/{n}.ttl" for n in range(12)}
        self.data(*names)
        self.host.add("/sitemap.xml", text=(
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" {RS}>' + "".join(
                f"<url><loc>{BASE}/obj/{n}</loc>{signs(('linkset', '/links', LINKSET))}</url>"
                for n in range(12)) + "</urlset>"))
        self.host.add("/links", type=LINKSET, text=json_set(
            {f"/obj/{n}": [("describedby", f"/{n}.ttl", TURTLE)] for n in range(12)}))
        for n in range(12):
            self.page(f"/obj/{n}")
        for count in range(1, 30, 4):
            with self.subTest(count):
                self.clear()
                self.stop_at(count, 0.002, common=False)
                result, _ = self.run_it()
                self.assertEqual(self.names(result), names, result)
                documents = [line for line in result.lines if b"/sitemap.xml>" not in line]
                self.assertEqual(len(documents), len(set(documents)), "lines came twice")

    def test_a_link_set_that_is_listed_itself_is_followed_for_all_it_speaks_of(self):
        self.data("/a.ttl", "/b.ttl")
        self.list("/links")
        self.host.add("/links", type=LINKSET, text=json_set(
            {"/obj": DESCRIBES[:1], "/obj2": DESCRIBES[1:]}))
        result, _ = self.run_it()
        self.assertEqual(self.names(result), {"/a.ttl", "/b.ttl"}, result)

    def test_the_text_form_is_for_when_json_cannot_be_read(self):
        self.data("/a.ttl")
        self.list("/obj")
        sets = [("linkset", "/links.json", LINKSET), ("linkset", "/links.txt", TEXT_LINKSET)]
        self.host.add("/links.txt", text=text_set({"/obj": DESCRIBES[:1]}), type=TEXT_LINKSET)
        for name, answer, code in (
                ("good", dict(text=json_set({"/obj": DESCRIBES[:1]}), type=LINKSET), 0),
                ("about nothing that is wanted", dict(text=json_set(
                    {"/obj": [("cite-as", "/x", "")]}), type=LINKSET), 0),
                ("missing", dict(status=404, text="no"), 1),
                ("a page", dict(text=LOGIN, type="text/html"), 1),
                ("other data", dict(text="<#a> <#b> <#c> .", type=TURTLE), 1),
                ("broken", dict(text='{"linkset": 7}', type=LINKSET), 1)):
            for links in (sets, [DESCRIBES[0], *sets]):
                with self.subTest(name, links=len(links)):
                    self.clear()
                    self.host.add("/links.json", **answer)
                    self.page("/obj", links)
                    result, asked = self.run_it()
                    self.assertEqual(result.code, code, result)
                    self.assertEqual(self.times(asked, "/links.txt"), code, result)
                    wanted = {"/a.ttl"} if code or len(links) == 3 or name == "good" else set()
                    self.assertEqual(self.names(result), wanted, result)

    def test_link_sets_may_lead_in_a_circle(self):
        self.data("/a.ttl")
        self.list("/obj")
        self.page("/obj", [("linkset", "/l1", LINKSET)])
        self.host.add("/l1", text=json_set({"/obj": [("linkset", "/l2", LINKSET)]}), type=LINKSET)
        self.host.add("/l2", type=LINKSET, text=json_set(
            {"/obj": [("linkset", "/l1", LINKSET), DESCRIBES[0]]}))
        result, asked = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.names(result), {"/a.ttl"})
        self.assertEqual({self.times(asked, path) for path in ("/l1", "/l2")}, {1})


ANSWERS = (
    ("PDF", dict(data=b"%PDF-1.7\n\0\1\2", type="application/pdf")),
    ("text", dict(text="just words", type="text/plain")),
    ("image", dict(data=b"\x89PNG\r\n\x1a\n\0\0", type="image/png")),
    ("JSON", dict(text='{"a": [1, 2]}', type="application/json")),
    ("no type", dict(text="just words", type="")),
    ("empty", dict(text="", type="text/html")),
    ("203", dict(status=203, text="<p>a page", type="text/html")),
    ("204", dict(status=204, text="", type="")),
    ("Turtle", dict(text="<#a> <#b> <#c> .", type=TURTLE)),
)


class Answers(Signposts):
    """signposting.md §5.9–5.11: links are about the URL of a representation."""

    links_of_it = [*DESCRIBES, ("cite-as", "https://doi.example/7", "")]

    def test_links_count_on_any_answer(self):
        self.data("/a.ttl", "/b.ttl")
        self.list("/obj")
        for name, answer in ANSWERS:
            with self.subTest(name):
                self.clear()
                self.page("/obj", self.links_of_it, **{"text": "", **answer})
                result, _ = self.run_it()
                self.assertEqual(result.code, 0, result)
                self.assertEqual(self.names(result), {"/a.ttl", "/b.ttl"}, result)
                self.assertIn(("cite-as", "https://doi.example/7", f"{BASE}/obj"),
                              self.links(result, f"{BASE}/obj"))

    def test_a_tombstone_says_what_it_knows_and_is_told(self):
        self.data("/a.ttl", "/b.ttl")
        self.list("/obj")
        self.page("/obj", self.links_of_it, status=410)
        for again in range(3):
            result, _ = self.run_it()
            self.assertEqual(result.code, 1, result)
            self.assertIn("http.410", result.errors)
            self.assertEqual(self.names(result), {"/a.ttl", "/b.ttl"}, result)
            self.assertIn(("cite-as", "https://doi.example/7", f"{BASE}/obj"),
                          self.links(result, f"{BASE}/obj"))
            self.assertEqual(len(result.lines), len(set(result.lines)), again)

    def test_a_page_that_turns_into_a_tombstone_is_kept_for_one_more_run(self):
        self.data("/a.ttl", "/b.ttl")
        self.list("/obj", "/stays")
        self.page("/stays")
        data = '<script type="application/ld+json">{"@id": "#x", "http://words.example/name": "of the page"}</script>'
        self.page("/obj", head=data)
        self.assertIn("of the page", self.names(self.run_it()[0]))
        self.page("/obj", DESCRIBES, status=410)
        self.assertEqual(self.names(self.run_it()[0]), {"of the page", "/a.ttl", "/b.ttl"})
        self.assertEqual(self.names(self.run_it()[0]), {"/a.ttl", "/b.ttl"})

    def test_links_of_failures_are_about_nothing(self):
        self.data("/a.ttl", "/b.ttl")
        self.list("/obj", "/b.ttl")
        for status in (400, 401, 403, 404, 500):
            with self.subTest(status):
                self.clear()
                self.page("/obj", self.links_of_it, status=status)
                result, _ = self.run_it("--retries", "1")
                self.assertEqual(result.code, 1, result)
                self.assertEqual(self.names(result), {"/b.ttl"}, result)
                self.assertEqual(self.links(result, f"{BASE}/obj"), set())

    def test_links_of_a_redirect_are_about_what_redirects(self):
        self.data("/a.ttl", "/b.ttl")
        for status in (301, 302, 303, 307, 308):
            for end in (dict(), dict(status=404)):
                with self.subTest(status, end=end):
                    self.clear()
                    self.list("/id", "/stays")
                    self.page("/stays")
                    hop = redirect("/obj", status)
                    hop.headers["Link"] = link_field(*DESCRIBES[:1], ("cite-as", "https://doi.example/7", ""))
                    self.host.add("/id", answers=[hop])
                    self.page("/obj", DESCRIBES[1:], **end)
                    result, _ = self.run_it()
                    self.assertEqual(result.code, 1 if end else 0, result)
                    self.assertEqual(self.names(result), {"/a.ttl"} if end else {"/a.ttl", "/b.ttl"}, result)
                    self.assertEqual(self.links(result, f"{BASE}/obj"),
                                     set() if end else {("describedby", f"{BASE}/b.ttl", f"{BASE}/obj")})
                    if not end:
                        self.assertIn(("cite-as", "https://doi.example/7", f"{BASE}/id"),
                                      self.links(result, f"{BASE}/id"))

    def test_an_anchor_elsewhere_is_about_that(self):
        self.data("/a.ttl", "/b.ttl")
        self.list("/obj")
        self.host.add("/obj", text="<p>a page", type="text/html", headers={"Link": (
            f'</a.ttl>; rel=describedby; type="{TURTLE}"; anchor="#part", '
            f'</b.ttl>; rel=describedby; type="{TURTLE}"; anchor="/elsewhere"')})
        result, _ = self.run_it()
        self.assertEqual(self.names(result), {"/a.ttl"}, result)
        self.assertEqual(self.links(result, f"{BASE}/elsewhere"),
                         {("describedby", f"{BASE}/b.ttl", f"{BASE}/obj")})

    def test_a_kept_document_says_what_describes_it(self):
        diwoo = 'xmlns:diwoo="https://standaarden.overheid.nl/diwoo/metadata/"'
        self.data("/a.ttl", "/b.ttl")
        self.host.add("/sitemap.xml", text=(
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" {diwoo}><url>'
            f"<loc>{BASE}/doc.pdf</loc><diwoo:Document><diwoo:DiWoo><diwoo:titelcollectie>"
            "<diwoo:officieleTitel>T</diwoo:officieleTitel></diwoo:titelcollectie></diwoo:DiWoo>"
            "</diwoo:Document></url></urlset>"))
        self.host.add("/doc.pdf", data=b"%PDF-1.7 x", type="application/pdf",
                      headers={"Link": link_field(*self.links_of_it)})
        result, _ = self.run_it("--documents", "documents")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.names(result), {"/a.ttl", "/b.ttl"}, result)
        self.assertTrue(self.links(result, f"{BASE}/doc.pdf"))

    def test_a_page_with_one_signpost_of_any_kind_gives_its_quads(self):
        data = '<script type="application/ld+json">{"@id": "#x", "http://words.example/name": "embedded"}</script>'
        for relation in ("license", "author", "type", "cite-as", "collection", "item",
                         "describes", "linkset", "describedby"):
            target = "/thing.csv" if relation in ("item", "describedby") else "https://else.example/x"
            if relation == "linkset":
                target = "/links"
                self.host.add("/links", text='{"linkset": []}', type=LINKSET)
            kind = {"item": "text/csv", "describedby": "text/csv", "linkset": LINKSET}.get(relation, "")
            links = [(relation, target, kind)]
            for carrier in ("header", "html", "entry"):
                with self.subTest(relation, carrier=carrier):
                    self.clear()
                    self.list("/obj")
                    if carrier == "entry":
                        self.host.add("/sitemap.xml", text=(
                            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" {RS}><url>'
                            f"<loc>{BASE}/obj</loc>{signs(*links)}</url></urlset>"))
                    self.page("/obj", links if carrier == "header" else (),
                              head=data + (html_links(*links) if carrier == "html" else ""))
                    result, _ = self.run_it()
                    self.assertEqual(result.code, 0, result)
                    self.assertEqual(self.names(result), {"embedded"}, result)
                    whole = target if "//" in target else BASE + target
                    self.assertIn((relation, whole), {link[:2] for link in self.links(result, f"{BASE}/obj")})

    def test_an_archive_without_rdf_is_another_kind_of_page(self):
        self.data("/a.ttl", "/b.ttl")
        self.list("/obj")
        self.page("/obj", DESCRIBES, data=b"PK\5\6" + bytes(18), text=None, type="application/zip")
        result, _ = self.run_it()
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.names(result), {"/a.ttl", "/b.ttl"}, result)
        self.clear()
        self.page("/obj", data=b"PK\5\6" + bytes(18), text=None, type="application/zip")
        result, _ = self.run_it()
        self.assertEqual((result.code, result.report["no_rdf"]), (0, {"application/zip": 1}), result)

    def test_a_url_that_is_named_by_the_user_may_be_any_of_these(self):
        self.data("/a.ttl", "/b.ttl")
        self.host.add("/robots.txt", text=OPEN)
        self.entries = lambda: [f"{BASE}/obj"]
        for name, answer in (*ANSWERS, ("410", dict(status=410, text="gone", type="text/html")),
                             ("link set", dict(text=json_set({"/obj": DESCRIBES}), type=LINKSET))):
            if name == "Turtle":
                continue  # that is the data itself
            with self.subTest(name):
                self.clear()
                self.page("/obj", self.links_of_it, **{"text": "", **answer})
                result, _ = self.run_it()
                self.assertEqual(result.code, 1 if name == "410" else 0, result)
                self.assertEqual(self.names(result), {"/a.ttl", "/b.ttl"}, result)

    def test_and_say_no_more_than_who_made_it(self):
        self.host.add("/robots.txt", text=OPEN)
        self.entries = lambda: [f"{BASE}/obj"]
        for relation in ("license", "author", "type"):
            for name, answer in ANSWERS[:4]:
                with self.subTest(name, relation=relation):
                    self.clear()
                    self.page("/obj", [(relation, "https://else.example/x", "")],
                              **{"text": "", **answer})
                    result, _ = self.run_it()
                    self.assertEqual(result.code, 0, result)
                    self.assertIn((relation, "https://else.example/x"),
                                  {link[:2] for link in self.links(result, f"{BASE}/obj")})


class Told(Signposts):
    """`inspect` and `validate` see the same fields."""

    def inspect(self, path):
        import subprocess
        from harness import PROGRAM
        done = subprocess.run([str(PROGRAM), "inspect", BASE + path, *self.web.connect_to_args()],
                              capture_output=True, timeout=60, check=False)
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()

    def validate(self, path):
        import subprocess
        from harness import PROGRAM
        done = subprocess.run([str(PROGRAM), "validate", BASE + path, "--format", "json", "--delay", "0",
                               *self.web.connect_to_args()], capture_output=True, timeout=60, check=False)
        return done.returncode, done.stdout.decode() + done.stderr.decode()

    def test_inspect_shows_the_links_of_any_answer(self):
        links = [*DESCRIBES, ("cite-as", "https://doi.example/7", "")]
        for name, answer in (*ANSWERS, ("410", dict(status=410, text="gone", type="text/html")),
                             ("sitemap", dict(text=urlset([f"{BASE}/x"]), type="text/xml")),
                             ("link set", dict(text=json_set({"/obj": DESCRIBES}), type=LINKSET))):
            with self.subTest(name):
                self.page("/obj", links, **{"text": "", **answer})
                code, lines, errors = self.inspect("/obj")
                self.assertEqual(code, 1 if name == "410" else 0, errors)
                shown = [(line["anchor"], line["rel"], line["target"]) for line in lines
                         if line["kind"] == "link" and line["place"] == "header"]
                self.assertEqual(shown, [(f"{BASE}/obj", rel, BASE + url if url[0] == "/" else url)
                                         for rel, url, _ in links], lines)
        self.page("/obj", links, status=404)
        self.assertEqual(self.inspect("/obj")[:2], (3, []))
        hop = redirect("/obj", 303)
        hop.headers["Link"] = link_field(*links)
        self.host.add("/id", answers=[hop])
        self.page("/obj")
        shown = [line["anchor"] for line in self.inspect("/id")[1] if line["kind"] == "link"]
        self.assertEqual(shown, [f"{BASE}/id"] * 3)

    def test_validate_checks_the_links_of_any_answer(self):
        self.data("/b.ttl")
        self.host.add("/robots.txt", text=OPEN)
        for name, answer in (*ANSWERS, ("410", dict(status=410, text="gone", type="text/html")),
                             ("sitemap", dict(text=urlset([f"{BASE}/x"]), type="text/xml")),
                             ("link set", dict(text=json_set({"/obj": DESCRIBES}), type=LINKSET))):
            with self.subTest(name):
                self.page("/obj", [("describedby", "/dead.ttl", TURTLE)], **{"text": "", **answer})
                _, said = self.validate("/obj")
                self.assertIn("fair.cite-as", said, said)
                self.assertIn("fair.target-dead", said, said)
        self.host.add("/robots.txt", text=f"{OPEN}\nSitemap: {BASE}/sitemap.xml\n")
        self.list("/obj")
        self.page("/obj", [("describedby", "/dead.ttl", TURTLE)], status=410)
        _, said = self.validate("/")
        self.assertIn("page.unreachable", said)
        self.assertIn("fair.target-dead", said)
