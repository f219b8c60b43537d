"""Quads to load into stores: seeded, so that the same call gives the same bytes.

    load_data.py --triples 1000000 --graphs 3 --seed 1 --out data.nq

Writes exactly so many distinct statements, entity by entity, each entity in one of the graphs
(in turn, so that graphs alternate). A quarter of the statements hold blank nodes: addresses with
a nested place, lists, and now and then two entities that share a node. Literals have languages,
line breaks, quotes, many scripts and characters beyond 16 bits, and some are long.

With `plain`, numbers, booleans and dates are in the canonical form that every store keeps; `odd`
adds forms that stores are known to change (`ODD`), about one in twenty statements.
"""

import argparse
import random
import sys

XSD = "http://www.w3.org/2001/XMLSchema#"
NAMES = ["Ångström", "Łódź", "Αθήνα", "Москва", "東京", "القاهرة", "🚲 route", "naïve café"]
WORDS = "river valley history northern council bridge music society library public garden".split()
LANGUAGES = ["en", "de", "fr", "pt-BR", "zh-Hant", "sr-Latn-RS"]
#: Lexical forms that a store may change or merge, by datatype.
ODD = {
    "integer": ["007", "+5", "-0"],
    "decimal": ["1.50", ".5", "100"],
    "double": ["1.0", "1e3", "INF", "NaN"],
    "boolean": ["1", "0"],
    "dateTime": ["2020-02-29T23:59:59.500Z", "2020-01-01T00:00:00+05:30", "2020-06-01T12:00:00"],
    "date": ["2020-02-29Z", "-0044-03-15"],
    "gYear": ["2020Z", "0987"],
    "hexBinary": ["0aFF"],
}


def literal(text, tail=""):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped.replace(chr(13), chr(92) + "r")}"{tail}'


def typed(text, name):
    return f'"{text}"^^<{XSD}{name}>'


def entity(number, dice, odd):
    """The statements of one entity, without their graph: a list of `s p o`."""
    me = f"<http://data.example/item/{number}>"
    name = dice.choice(NAMES)
    say = []

    def add(subject, predicate, value):
        say.append(f"{subject} <http://data.example/{predicate}> {value}")

    add(me, "type", f"<http://data.example/class/{number % 7}>")
    for language in dice.sample(LANGUAGES, 2):
        add(me, "label", literal(f"{name} {number}", "@" + language))
    add(me, "comment", literal(" ".join(dice.choices(WORDS, k=dice.choice((6, 12, 40)))) +
                               f'\n"{name}"\t\\ end {number}'))
    add(me, "number", typed(str(number), "integer"))
    add(me, "open", typed("true" if number % 2 else "false", "boolean"))
    add(me, "born", typed(f"{1900 + number % 120}-0{1 + number % 9}-1{number % 10}", "date"))
    add(me, "code", literal(f"{number:09d}"))
    add(me, "seeAlso", f"<http://other.example/{dice.randrange(10**9)}?q={number}&x=%C3%A9#f>")
    home, place = f"_:h{number}", f"_:p{number}"
    add(me, "address", home)
    add(home, "street", literal(f"{name}straße {number % 100}"))
    add(home, "place", place)
    add(place, "zip", literal(f"{number % 99999:05d}"))
    if number % 50 == 49:
        add(place, "near", f"_:p{number - 1}")  # of the same graph: see statements()
    if odd:
        datatype = dice.choice(sorted(ODD))
        add(me, "odd", typed(dice.choice(ODD[datatype]), datatype))
    return say


def statements(triples, graphs=1, seed=1, odd=False, graph_name="http://graph.example/{}"):
    """So many lines of N-Quads (N-Triples if `graphs` is 0), each with its line end.

    A blank node is used in one graph only.
    """
    dice = random.Random(seed)
    count = number = 0
    while count < triples:
        tail = ""
        if graphs:
            # Neighbours share a graph, because some share a node.
            tail = f" <{graph_name.format(number // 2 % graphs)}>"
        for one in entity(number, dice, odd):
            if count == triples:
                return
            yield f"{one}{tail} .\n"
            count += 1
        number += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triples", type=int, default=1_000_000)
    parser.add_argument("--graphs", type=int, default=3, help="0: N-Triples")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--odd", action="store_true")
    parser.add_argument("--out", default="-")
    given = parser.parse_args()
    lines = statements(given.triples, given.graphs, given.seed, given.odd)
    if given.out == "-":
        sys.stdout.reconfigure(encoding="utf-8")
        sys.stdout.writelines(lines)
    else:
        with open(given.out, "w", encoding="utf-8") as out:
            out.writelines(lines)


if __name__ == "__main__":
    main()
