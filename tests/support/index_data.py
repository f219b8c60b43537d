"""A small dump of documents, and a search by going through all its quads: what an index
must find, computed without one."""

import random
import unicodedata

import quads

TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
COMMENT = "http://www.w3.org/2000/01/rdf-schema#comment"
SHA1 = "http://xmlns.com/foaf/0.1/mbox_sha1sum"
IFP = "http://www.w3.org/2002/07/owl#InverseFunctionalProperty"
MODIFIED = "http://purl.org/dc/terms/modified"
OWN_IFP = "http://vocab.example/badge"
HOSTS = ["a.example", "b.example", "www.data.example.co.uk"]
WORDS = ("river harbour Straße café CAFE\u0301 łódź Ærø \u0130stanbul музыка "
         "naïve x-ray 北京大学 東京 ﬁne old bridge over the river").split()
LANGUAGES = ["", "@en", "@de-AT", "@fr"]
KINDS = ["Place", "Person", "Work"]


def dump(documents=120, seed=1):
    """N-Quads of so many documents, whose statements do not stand together."""
    draw = random.Random(seed)
    lines = []
    for i in range(documents):
        host = draw.choice(HOSTS)
        graph = f"<http://{host}/doc/{i}>"
        me = f"<http://{host}/id/{i}#it>"

        def say(subject, predicate, value, graph=graph):
            lines.append(f"{subject} <{predicate}> {value} {graph} .\n")

        def text(count):
            return '"' + " ".join(draw.choice(WORDS) for _ in range(count)) + '"' \
                + draw.choice(LANGUAGES)

        for _ in range(draw.randint(1, 2)):
            say(me, TYPE, f"<http://vocab.example/{draw.choice(KINDS)}>")
        say(me, LABEL, text(2))
        for _ in range(draw.randint(0, 3)):
            say(me, COMMENT, text(draw.randint(1, 12)))
        say(me, "http://vocab.example/near",
            f"<http://{draw.choice(HOSTS)}/id/{draw.randrange(documents)}#it>")
        say(me, "http://vocab.example/size",
            f'"{draw.randrange(5)}"^^<http://www.w3.org/2001/XMLSchema#integer>')
        say(me, "http://vocab.example/note", '"a \\"quoted\\" line\\nand ' + "long " * 80 + '"')
        say("_:b", "http://vocab.example/in", me)
        if i % 7 == 0:
            say(me, SHA1, f'"{i % 3:040x}"')
        if i % 11 == 0:
            say(me, OWN_IFP, f'"badge {i % 2}"')
        if i % 5 == 0:
            say(f"<http://{host}/doc/{i}>", MODIFIED, f'"20{10 + i % 15}-05-06"')
    lines.append(f"<{OWN_IFP}> <{TYPE}> <{IFP}> <http://vocab.example/> .\n")
    draw.shuffle(lines)
    lines += lines[:20]  # a statement twice is one
    return "".join(lines)


def fold(text):
    """The words of a text as docs/search.md says."""
    words, word = [], ""

    def end():
        nonlocal word
        if word:
            words.append(word)
        word = ""

    for c in text:
        category = unicodedata.category(c)
        if 0x300 <= ord(c) <= 0x36F:
            continue
        if category[0] not in "LMN":
            end()
            continue
        folded = "".join(x for x in unicodedata.normalize(
            "NFKD", unicodedata.normalize("NFKD", c).casefold()) if not 0x300 <= ord(x) <= 0x36F)
        if 0x4E00 <= ord(c) <= 0x9FFF:
            end()
            words.append(folded)
        else:
            word += folded
    end()
    return words


def local_name(iri):
    iri = iri.rstrip("/#")
    cut = max(iri.rfind("/"), iri.rfind("#"))
    return iri[(cut if cut >= 0 else iri.rfind(":")) + 1:]


class Scan:
    """Documents by brute force: URL → its triples."""

    def __init__(self, nquads):
        self.documents = {}
        for s, p, o, g in quads.read_dataset(nquads.encode()):
            self.documents.setdefault(g[1], set()).add((s, p, o))

    def where(self, holds):
        return sorted(url for url, triples in self.documents.items() if holds(url, triples))

    def having(self, holds):
        return self.where(lambda _, triples: any(holds(*triple) for triple in triples))

    def uri(self, iri, places=(0, 1, 2)):
        return self.having(lambda *t: any(t[i] == ("iri", iri) for i in places))

    def iris(self, holds):
        return self.having(lambda *t: any(x[0] == "iri" and holds(x[1]) for x in t))

    def pair(self, property_, value):
        return self.having(lambda s, p, o: p[1] == property_ and o[0] != "blank" and o[1] == value)

    def texts(self, url):
        """Each text of a document as a list of words."""
        names = {url}
        out = []
        for s, p, o in self.documents[url]:
            if s[0] == "iri":
                names.add(s[1])
            if o[0] == "literal":
                out.append(fold(o[1]))
            elif o[0] == "iri" and p[1] != TYPE:
                names.add(o[1])
        return out + [fold(local_name(name)) for name in names]

    def phrase(self, text):
        wanted = fold(text)

        def holds(url, _):
            return any(words[i:i + len(wanted)] == wanted for words in self.texts(url)
                       for i in range(len(words)))
        return self.where(holds)
