#!/usr/bin/env python3
"""Turtle that the generator of dumps does not write.

  turtle_files.py literals BYTES    long texts of all four quotings, with escapes, line ends and
                                    characters beyond ASCII
  turtle_files.py prefixes COUNT    so many prefixes, declared all the way down, each used by two
                                    statements far from it

Equal arguments give equal bytes, on standard output.
"""

import random
import sys

WORDS = ("river valley history northern ancient council bridge music society garden "
         "příroda góra źródło château Fluß Täler река Αθήνα 日本語 كتاب 🌍").split()


def literals(wanted):
    chance = random.Random(7)
    texts = []
    for number in range(400):
        words = " ".join(chance.choice(WORDS) for _ in range(chance.randrange(20, 700)))
        escaped = words.replace("river", 'the \\"river\\"').replace("music", "\\u266B")
        texts.append((f'"{escaped}"@en', f"'{words}'", f'"""{words}\n"quoted"\n\\\\ {words}"""',
                      f"'''{escaped}\n{words}'''")[number % 4])
    done = number = 0
    while done < wanted:
        statement = (f"<http://data.example/text/{number}> <http://data.example/body> "
                     f"{texts[number % len(texts)]},\n  {chance.choice(texts)} .\n")
        done += len(statement.encode())
        yield statement
        number += 1


def prefixes(count):
    chance = random.Random(7)
    for number in range(count):
        yield f"@prefix p{number}: <http://data.example/{number}/> .\n"
        for _ in range(2):
            one, other = chance.randrange(number + 1), chance.randrange(number + 1)
            yield f"p{one}:item p{other}:knows p{number}:item .\n"


def main():
    write = {"literals": literals, "prefixes": prefixes}[sys.argv[1]]
    with open(1, "w", encoding="utf-8", buffering=1 << 20) as out:
        out.writelines(write(int(sys.argv[2])))


if __name__ == "__main__":
    main()
