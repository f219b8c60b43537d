"""`semsite search`: each kind of query beside a scan of all quads."""

import datetime
import fnmatch
import json
import math
import os
import random
import subprocess
import unittest

from harness import PROGRAM, ProgramTest
import index_data
from index_data import COMMENT, LABEL, OWN_IFP, SHA1, TYPE

NEAR = "http://vocab.example/near"
SIZE = "http://vocab.example/size"


class SearchTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.index = self.folder / "documents.index"
        self.dump = self.folder / "dump.nq"

    def build(self, nquads, *arguments):
        self.dump.write_text(nquads)
        result = self.run_program("index", self.dump, "--index", self.index, *arguments)
        self.assertEqual(result.code, 0, result)
        return result

    def ask(self, *arguments):
        result = self.run_program("search", "--index", self.index, "--format", "json", *arguments)
        self.assertEqual(result.code, 0, result)
        return json.loads(result.out)

    def links(self, *arguments):
        answer = self.ask("--limit", "1000", *arguments)
        links = [entry["link"] for entry in answer["entries"]]
        self.assertEqual(answer["totalResults"], len(links))
        return sorted(links)

    def refusal(self, *arguments):
        result = self.run_program("search", "--index", self.index, *arguments)
        self.assertEqual((result.code, result.out), (2, b""), result)
        return result.errors


class Tags(SearchTest):
    """RDF 1.2 Concepts section 3.4: language tags are compared without case."""

    def test_a_text_is_there_once_whatever_the_case_of_its_tag(self):
        page = "<http://a.example/doc>"
        lines = [f'{page} <{LABEL}> "Haus"{tag} {page} .\n' for tag in ("@DE", "@de", "@En", "@fr")]
        self.build("".join(lines))
        answer = self.ask("haus")
        self.assertEqual([title["language"] for title in answer["entries"][0]["title"]],
                         ["de", "En", "fr"])
        self.assertEqual(answer["entries"][0]["explicit_content_size"], 3)
        self.assertEqual(self.links("--language", "EN"), ["http://a.example/doc"])
        # The same statements under other tags are no other document.
        result = self.build("".join(lines[1:]).replace("@En", "@EN"))
        self.assertIn("0 replaced, 1 unchanged", result.errors)
        (self.folder / "changes").write_text(
            "# semsite changes: D = quad removed, A = quad added\n"
            f'D {page} <{LABEL}> "Haus"@FR {page} .\nA {page} <{LABEL}> "Haus"@de {page} .\n'
            "# end: 1 removed, 1 added\n")
        result = self.run_program("index", "--index", self.index, "--changes",
                                  self.folder / "changes")
        self.assertEqual(result.code, 0, result)
        self.assertNotIn("not there", result.errors)
        answer = self.ask("haus")
        self.assertEqual([title["language"] for title in answer["entries"][0]["title"]],
                         ["de", "En"])


class EachQuery(SearchTest):
    """All queries over one dump."""

    def setUp(self):
        super().setUp()
        nquads = index_data.dump()
        self.build(nquads)
        self.scan = index_data.Scan(nquads)
        self.some_iri = next(iter(self.scan.documents)).replace("/doc/", "/id/") + "#"

    def assert_same(self, expected, *arguments, empty=False):
        self.assertEqual(self.links(*arguments), expected, arguments)
        self.assertEqual(bool(expected), not empty, f"{arguments} shows nothing")

    def test_by_uri_anywhere_and_in_one_place(self):
        objects = [o[1] for t in self.scan.documents.values() for s, p, o in t if p[1] == NEAR]
        for iri in sorted(set(objects))[:10] + [NEAR, TYPE, "http://vocab.example/Place"]:
            self.assert_same(self.scan.uri(iri), "--uri", iri)
            self.assertEqual(self.links("--uri", f"<{iri}>", "--place", "object"),
                             self.scan.uri(iri, [2]))
            self.assertEqual(self.links("--uri", iri, "--place", "subject"),
                             self.scan.uri(iri, [0]))
        self.assert_same(self.scan.uri(NEAR, [1]), "--uri", NEAR, "--place", "predicate")
        self.assert_same([], "--uri", "http://vocab.example/nea", empty=True)

    def test_by_namespace_and_by_host(self):
        for prefix in ("http://vocab.example/", "http://a.example/", "http://a.example/id/1",
                       "http://a.example/id/", "http://xmlns.com/foaf/0.1/mbox", "http:",
                       "http://purl.org/dc/terms/", self.some_iri):
            self.assert_same(self.scan.iris(lambda iri, p=prefix: iri.startswith(p)),
                             "--namespace", prefix)
        for host in ("a.example", "xmlns.com", "vocab.example"):
            self.assert_same(self.scan.iris(lambda iri, h=host: iri.split("/")[2] == h),
                             "--mentions-host", host.upper())

    def test_by_property_and_value(self):
        objects = [(p[1], o[1]) for t in self.scan.documents.values()
                   for s, p, o in t if o[0] != "blank"]
        for property_, value in sorted(set(objects))[::17]:
            self.assert_same(self.scan.pair(property_, value),
                             "--property", property_, "--value", value)
        self.assert_same(self.scan.uri(SHA1, [1]), "--property", SHA1)
        self.assert_same([], "--property", SIZE, "--value", "77", empty=True)

    def test_by_class(self):
        for kind in index_data.KINDS:
            iri = f"http://vocab.example/{kind}"
            self.assert_same(self.scan.pair(TYPE, iri), "--class", iri)

    def test_by_inverse_functional_property(self):
        """By the known ones, and by one that a document declares as such."""
        self.assert_same(self.scan.pair(SHA1, f"{0:040x}"), "--identified-by", f"{0:040x}")
        self.assert_same(self.scan.pair(OWN_IFP, "badge 1"), "--identified-by", "badge 1")
        self.assert_same([], "--identified-by", "2", empty=True)  # others do not identify

    def test_by_words_and_phrases(self):
        """In any script, folded as docs/search.md says."""
        for text in ("river", "RIVER", "cafe", "Café", "strasse", "istanbul", "Музыка", "fine",
                     "naive", "old bridge", "京", "北京", "京大", "x-ray",
                     "ray", "it", "łódź", "quoted line"):
            self.assert_same(self.scan.phrase(text), f'"{text}"')
        self.assert_same([], '"harbour of the old"', empty=True)
        self.assert_same(self.scan.phrase("x ray"), "x-ray")
        self.assertEqual(self.links('"lodz"'), [])  # no rule of Unicode makes l of ł

    def test_and_or_not_and_parentheses(self):
        def found(word):
            return set(self.scan.phrase(word))
        river, harbour, cafe = found("river"), found("harbour"), found("cafe")
        bridge = found("old bridge")
        for query, expected in (
                ("river harbour", river & harbour), ("river AND harbour", river & harbour),
                ("river OR harbour", river | harbour), ("river NOT harbour", river - harbour),
                ("river AND NOT harbour", river - harbour),
                ("harbour cafe OR river", (harbour & cafe) | river),
                ("harbour (cafe OR river)", harbour & (cafe | river)),
                ('"old bridge" NOT (harbour OR cafe)', bridge - harbour - cafe)):
            self.assert_same(sorted(expected), query)
            self.assert_same(sorted(expected), *query.split(" "))

    def test_by_ntriple_patterns(self):
        """One triple must be like all of a pattern: looked up, or found in the statements."""
        def triple(s=None, p=None, o=None):
            return set(self.scan.having(lambda *t: all(
                wanted is None or wanted(term) for wanted, term in zip((s, p, o), t))))

        def iri(text):
            return lambda term: term == ("iri", text)

        def like(pattern):
            return lambda term: term[0] == "iri" and fnmatch.fnmatchcase(term[1], pattern)

        def says(phrase):
            wanted = index_data.fold(phrase)
            return lambda term: term[0] == "literal" and any(
                index_data.fold(term[1])[i:i + len(wanted)] == wanted
                for i in range(len(term[1])))
        river, label = says("river"), iri(LABEL)
        triples = set().union(*self.scan.documents.values())
        near = min({o[1] for _, p, o in triples if p[1] == NEAR}
                   & {s[1] for s, p, _ in triples if p[1] == LABEL})
        place = iri("http://vocab.example/Place")
        for query, expected in (
                (f"* <{NEAR}> *", triple(p=iri(NEAR))),
                (f"* <{NEAR}> <{near}>", triple(p=iri(NEAR), o=iri(near))),
                (f"<{near}> * *", triple(s=iri(near))),
                (f"<{near}> rdfs:label *", triple(s=iri(near), p=label)),
                ("* * <http://a.example/id/1*>", triple(o=like("http://a.example/id/1*"))),
                ("<*/id/*7#it> rdf:type *", triple(s=like("*/id/*7#it"), p=iri(TYPE))),
                ("* rdfs:label \"old bridge\"", triple(p=label, o=says("old bridge"))),
                ("* rdfs:label 'river OR Café'",
                 triple(p=label, o=lambda t: river(t) or says("cafe")(t))),
                ("* rdfs:* 'river NOT bridge'",
                 triple(p=like("http://www.w3.org/2000/01/rdf-schema#*"),
                        o=lambda t: river(t) and not says("bridge")(t))),
                ("* dc:modified *", triple(p=iri(index_data.MODIFIED))),
                ("* * \"river\"", triple(o=river)),
                ("* rdfs:label 'river' AND * rdf:type <http://vocab.example/Place>",
                 triple(p=label, o=river) & triple(p=iri(TYPE), o=place)),
                (f"(* rdfs:label \"river\" OR * rdfs:comment 'harbour') MINUS * <{SHA1}> *",
                 (triple(p=label, o=river)
                  | triple(p=iri(COMMENT), o=says("harbour"))) - triple(p=iri(SHA1)))):
            self.assert_same(sorted(expected), "--ntriple", query)
        self.assert_same([], "--ntriple", f"* <{SHA1}> 'river'", empty=True)
        self.assert_same(sorted(triple(p=label, o=river) & set(self.scan.phrase("harbour"))),
                         "harbour", "--ntriple", "* rdfs:label 'river'")
        self.assertIn("every triple", self.refusal("--ntriple", "* * *"))

    def test_conditions_of_several_kinds_all_hold(self):
        both = set(self.scan.phrase("river")) & set(
            self.scan.pair(TYPE, "http://vocab.example/Work")) & set(self.scan.pair(SIZE, "2"))
        self.assert_same(sorted(both), "river", "--class", "http://vocab.example/Work",
                         "--property", SIZE, "--value", "2")

    def test_filters(self):
        def of(host):
            return self.scan.where(lambda url, _: url.split("/")[2] == host)
        a, uk = of("a.example"), of("www.data.example.co.uk")
        self.assert_same(a, "--host", "a.example")
        self.assert_same(sorted(a + uk), "--host", "A.example", "--host",
                         "www.data.example.co.uk")
        self.assert_same(uk, "--in-dataset", "example.co.uk")
        self.assert_same(sorted(set(a) & set(self.scan.phrase("river"))), "river", "--host",
                         "a.example")
        self.assert_same(sorted(self.scan.documents), "--in-format", "nquads")
        self.assert_same([], "--in-format", "HTML", empty=True)
        german = self.scan.having(lambda s, p, o: o[0] == "literal" and o[3] == "de-at"
                                  or o[0] == "literal" and o[3] == "de-AT")
        self.assert_same(german, "--language", "de")
        self.assert_same(german, "--language", "DE-CH")  # the primary tag counts

    def test_dates(self):
        everything = sorted(self.scan.documents)
        today = datetime.datetime.now(datetime.timezone.utc)
        tomorrow = (today + datetime.timedelta(days=1)).strftime("%Y-%m-%d")
        yesterday = (today - datetime.timedelta(days=1)).strftime("%Y-%m-%d")
        for arguments in (["--since", "last_week"], ["--since", yesterday],
                          ["--until", tomorrow], ["--since", yesterday, "--until", tomorrow]):
            self.assert_same(everything, *arguments)
        self.assert_same([], "--until", yesterday, empty=True)
        self.assert_same([], "--since", tomorrow, empty=True)

    def test_what_is_told_of_a_document(self):
        for url in list(self.scan.documents)[:20]:
            triples = self.scan.documents[url]
            [entry] = [e for e in self.ask("--uri", url, "--limit", "1000", "--host",
                                           url.split("/")[2])["entries"]
                       if e["link"] == url] or [None]
            if entry is None:  # nothing in it mentions the document's own URL
                continue
            self.assertEqual(entry["explicit_content_size"], len(triples))
            counts = {}
            for _, p, _ in triples:
                counts[p[1]] = counts.get(p[1], 0) + 1
            self.assertEqual({p["value"]: p["count"] for p in entry["predicate"]}, counts)
            self.assertEqual(sorted(c["value"] for c in entry["class"]),
                             sorted({o[1] for _, p, o in triples if p[1] == TYPE}))
            self.assertEqual({t["value"] for t in entry["title"]},
                             {o[1].strip() for _, p, o in triples if p[1] == LABEL})
            changed = [o[1] for _, p, o in triples if p[1] == index_data.MODIFIED]
            self.assertEqual(entry["lastmod"][:10], changed[0])

    def test_ntriples_are_those_of_the_documents(self):
        url = self.scan.pair(SHA1, f"{1:040x}")[0]
        result = self.run_program("search", "--index", self.index, "--format", "ntriples",
                                  "--property", SHA1, "--value", f"{1:040x}", "--host",
                                  url.split("/")[2], "--limit", "1000")
        wanted = [u for u in self.scan.pair(SHA1, f"{1:040x}")
                  if u.split("/")[2] == url.split("/")[2]]
        self.assertEqual(len(result.out.splitlines()),
                         sum(len(self.scan.documents[u]) for u in wanted))

    def test_pages_together_are_the_whole(self):
        whole = [e["link"] for e in self.ask("river", "--limit", "1000")["entries"]]
        paged, page = [], 1
        while True:
            answer = self.ask("river", "--limit", "7", "--page", str(page))
            paged += [e["link"] for e in answer["entries"]]
            if "next" not in answer:
                break
            page = answer["next"]
        self.assertEqual(paged, whole)
        self.assertEqual(page, answer["last"])
        self.assertEqual(self.ask("river", "--page", "99")["entries"], [])


class Rank(SearchTest):
    G = "http://a.example/d"

    def order(self, *arguments):
        return [entry["link"].removeprefix(self.G) for entry in self.ask(*arguments)["entries"]]

    def test_a_title_weighs_more_than_a_text_and_a_rare_word_more_than_a_frequent_one(self):
        filler = " ".join(["other"] * 6)
        self.build(
            f'<urn:a> <{COMMENT}> "pear {filler}" <{self.G}1> .\n'
            f'<urn:b> <{LABEL}> "pear {filler}" <{self.G}2> .\n'
            f'<urn:c> <{COMMENT}> "pear pear pear {filler[:-12]}" <{self.G}3> .\n'
            f'<urn:d> <{COMMENT}> "apple {filler}" <{self.G}4> .\n')
        self.assertEqual(self.order("pear"), ["2", "3", "1"])
        self.assertEqual(self.order("apple OR other")[0], "4")

    def test_what_others_mention_comes_first_among_equals(self):
        text = '"the same"'
        self.build("".join(
            [f"<{self.G}{i}> <{COMMENT}> {text} <{self.G}{i}> .\n" for i in range(5)] +
            [f"<urn:x{i}> <urn:p> <{self.G}3> <http://other.example/{i}> .\n" for i in range(9)]))
        self.assertEqual(self.order("same")[0], "3")

    def test_the_document_itself_comes_first_then_what_is_about_it(self):
        self.build(f"<urn:x> <urn:p> <{self.G}9> <{self.G}1> .\n"
                   f'<{self.G}9> <urn:p> "x" <{self.G}2> .\n'
                   f"<{self.G}9> <urn:p> <urn:y> <{self.G}9> .\n")
        self.assertEqual(self.order("--uri", f"{self.G}9"), ["9", "2", "1"])


class StaticRank(SearchTest):
    """Ranks beside a computation over all quads by the formula of docs/search.md."""

    HOSTS = ["a.example", "www.b.example", "data.b.example", "c.example", "d.example"]

    def triples(self, seed=3, documents=60):
        """Of each document: triples that link to others, most by a property that all use."""
        draw = random.Random(seed)
        urls = [f"http://{draw.choice(self.HOSTS)}/{i}" for i in range(documents)]
        out = {}
        for url in urls:
            links = {(url, f"http://vocab.example/p{draw.choice([0, 0, 0, 1, i % 7])}",
                      draw.choice(urls[:9] + draw.sample(urls, 9))
                      + draw.choice(["", "", "#it"]))
                     for i in range(draw.randint(0, 6))}
            links.add((url, TYPE, "http://vocab.example/Thing"))
            if draw.random() < 0.3:
                links.add((urls[0], NEAR, url))
            out[url] = links
        return out

    @staticmethod
    def nquads(documents):
        return "".join(f"<{s}> <{p}> <{o}> <{url}> .\n"
                       for url, triples in documents.items() for s, p, o in triples) + \
            "".join(f'<{url}> <{COMMENT}> "word" <{url}> .\n' for url in documents)

    @staticmethod
    def dataset(url):
        return ".".join(url.split("/")[2].split(".")[-2:])

    def dataset_ranks(self, documents):
        """By iterating far longer than the program does."""
        names = sorted({self.dataset(url) for url in documents})
        counts = {}
        for url, triples in documents.items():
            for _, p, o in triples:
                a, b = self.dataset(url), self.dataset(o)
                if b in names and a != b:
                    counts[a, p, b] = counts.get((a, p, b), 0) + 1
        using = {}
        for a, p, _ in counts:
            using.setdefault(p, set()).add(a)
        weights = {a: {} for a in names}
        for (a, p, b), count in counts.items():
            n = len(using[p])
            rarity = math.log(1 + (len(names) - n + 0.5) / (n + 0.5))
            weights[a][b] = weights[a].get(b, 0) + count * rarity
        ranks = {name: 1.0 for name in names}
        for _ in range(400):
            kept = sum(ranks[a] for a in names if not weights[a])
            ranks = {b: 0.15 + 0.85 * (kept / len(names) + sum(
                ranks[a] * weights[a][b] / sum(weights[a].values())
                for a in names if b in weights[a])) for b in names}
        return ranks

    def expected(self, documents):
        ranks = self.dataset_ranks(documents)
        out = {}
        for url in documents:
            linking = sum(other != url and any(o == url for _, _, o in triples)
                          for other, triples in documents.items())
            out[url] = (min(0.5, math.log2(1 + ranks[self.dataset(url)]) / 16),
                        min(0.5, round(12 * math.log2(1 + linking)) / 288))
        return out

    def assert_ranks(self, documents):
        expected = self.expected(documents)
        entries = self.ask("word", "--limit", "1000")["entries"]
        self.assertEqual({entry["link"] for entry in entries}, set(documents))
        for entry in entries:
            dataset, links = expected[entry["link"]]
            self.assertAlmostEqual(entry["rank"]["dataset"], dataset, delta=1e-4)
            self.assertAlmostEqual(entry["rank"]["links"], links, delta=1e-4)
        # The word says as much of each: only the ranks order them.
        factors = [1 + sum(expected[entry["link"]]) for entry in entries]
        for before, after in zip(factors, factors[1:]):
            self.assertGreaterEqual(before, after - 1e-4)
        self.assertGreater(factors[0], factors[-1] + 0.05)
        match = entries[0]["rank"]["score"] / factors[0]
        for entry, factor in zip(entries, factors):
            self.assertAlmostEqual(entry["rank"]["score"], match * factor, delta=1e-3)

    def test_ranks_are_those_of_a_scan_in_one_run_and_in_several(self):
        documents = self.triples()
        self.build(self.nquads(documents))
        self.assert_ranks(documents)
        self.index.unlink()
        for part in range(3):  # each run sees documents of the others only by their links
            urls = list(documents)[part::3]
            self.build(self.nquads({url: documents[url] for url in urls}))
        self.assert_ranks(documents)

    def test_ranks_follow_what_is_merged_and_removed(self):
        documents = self.triples(5)
        parts, places = list(documents), []
        for part in (parts[:31], parts[31:]):
            places.append(self.index)
            self.build(self.nquads({url: documents[url] for url in part}))
            self.index = self.folder / f"{len(places)}.index"
        result = self.run_program("index", "--merge", *places, "--index", self.index)
        self.assertEqual(result.code, 0, result)
        self.assert_ranks(documents)
        # Most are gone: what is left is written anew, and counts alone.
        for url in parts[:8] + parts[14:]:
            del documents[url]
        gone = [word for url in parts[:8] + parts[14:] for word in ("--remove", url)]
        result = self.run_program("index", *gone, "--index", self.index)
        self.assertEqual(result.code, 0, result)
        self.assert_ranks(documents)


class Refused(SearchTest):
    def setUp(self):
        super().setUp()
        self.build(index_data.dump(5))

    def test_queries_are_refused_with_place_and_remedy(self):
        for query, place, words in (
                ("river AND", 10, "something is missing here"),
                ("(river", 1, 'put a ")" behind it'), ("river)", 6, 'no "("'),
                ('say "old bridge', 5, "does not end"), ("NOT river", 1, "NOT alone"),
                ("river OR", 9, "missing"), ("OR river", 1, "OR stands between"),
                ("river ...", 7, "neither letters nor digits"), ("()", 2, "missing before")):
            errors = self.refusal(query)
            self.assertIn(f"at byte {place}:", errors, query)
            self.assertIn(words, errors, query)
            self.assertEqual(errors.splitlines()[-1].index("^"), place + 1, query)
        self.assertIn("nested too deep", self.refusal("(" * 200 + "x" + ")" * 200))
        self.assertIn("too many parts", self.refusal("x " * 500))

    def test_options_are_refused_with_a_remedy(self):
        self.assertIn("nothing to look for", self.refusal())
        self.assertIn("--value without --property", self.refusal("--value", "x"))
        self.assertIn("--since soon: no date", self.refusal("--since", "soon"))
        self.assertIn("--place", self.refusal("--place", "left", "--uri", "urn:x"))
        self.assertIn("between 1 and 1000", self.refusal("x", "--limit", "0"))
        self.assertIn("first 10000 results", self.refusal("x", "--page", "1001"))
        self.assertIn("--uri: is empty", self.refusal("--uri", ""))
        result = self.run_program("search", "x")
        self.assertEqual(result.code, 2)
        self.assertIn("--index", result.errors)

    def test_what_is_no_index_is_told(self):
        text = self.folder / "text"
        text.write_text("not an index at all, but a longer text\n" * 50)
        for place, words in ((self.folder / "none", "there is no index"),
                             (text, "not a database"), (self.folder, "is no file")):
            result = self.run_program("search", "x", "--index", place)
            self.assertEqual(result.code, 3, result)
            self.assertIn(words, result.errors)

    def test_a_query_that_takes_too_long_is_given_up(self):
        result = self.run_program("search", "x", "--index", self.index, "--query-time", "0")
        self.assertEqual(result.code, 3, result)
        self.assertIn("--query-time", result.errors)

    def test_output_that_cannot_be_written(self):
        command = [str(PROGRAM), "search", "--index", str(self.index), "--namespace", "http:",
                   "--format", "ntriples"]
        with open("/dev/full", "wb") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60,
                                  check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"No space left", done.stderr)
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, timeout=60,
                              check=False)
        os.close(writing)
        self.assertEqual(done.returncode, 3)


if __name__ == "__main__":
    unittest.main()
