#include "load/store.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::store_turtle_body_test {
namespace {

const std::string kHead = "@prefix n0: <http://a.example/> .\n";

/// Makes `<http://a.example/>` a namespace with a prefix in the lines behind it.
const std::string kOften =
    "<http://a.example/x> <http://a.example/x> <http://a.example/x> .\n";

// Turtle §2.4: a prefixed name is the IRI of the prefix and the local name behind it.
TEST(TurtleBody, ANamespaceThatComesOftenGetsAPrefix) {
  EXPECT_EQ(turtle_of(kOften + ("<http://a.example/s> <http://a.example/p> "
                                "<http://a.example/o> .\n")),
            kOften + kHead + "n0:s n0:p n0:o .\n");
}

TEST(TurtleBody, ANamespaceThatComesTwiceOrOnlyInTheLastLineGetsNone) {
  const std::string twice = "<http://a.example/x> <http://a.example/x> _:b0 .\n";
  EXPECT_EQ(turtle_of(twice + "_:b0 <urn:p> _:b1 .\n"), twice + "_:b0 <urn:p> _:b1 .\n");
  EXPECT_EQ(turtle_of(kOften), kOften);
  EXPECT_EQ(turtle_of(""), "");
}

TEST(TurtleBody, ATripleTermStaysAsItIs) {
  const std::string term =
      "<<( <http://a.example/s> <http://a.example/p> \"> . \\n\"@en )>> .\n";
  EXPECT_EQ(turtle_of(kOften + "<http://a.example/s> <http://a.example/p> " + term +
                      "<http://a.example/s> <http://a.example/p> \"x\" .\n"),
            kOften + kHead + "n0:s n0:p " + term + "n0:s n0:p \"x\" .\n");
}

// Turtle §6.5: directives stand between statements.
TEST(TurtleBody, APrefixStandsBeforeTheLineThatUsesItFirst) {
  const std::string other = "<http://b.example/x> n0:x <http://b.example/x> .\n";
  EXPECT_EQ(
      turtle_of(kOften +
                ("<http://b.example/x> <http://a.example/x> <http://b.example/x> .\n"
                 "<http://b.example/x> <http://a.example/x> <http://b.example/y> .\n"
                 "<http://b.example/x> <http://a.example/x> <http://b.example/y> .\n")),
      kOften + kHead + other +
          "<http://b.example/x> n0:x <http://b.example/y> .\n"
          "@prefix n1: <http://b.example/> .\n"
          "n1:x n0:x n1:y .\n");
}

TEST(TurtleBody, DatatypesHavePrefixesTooAndLiteralsStayAsTheyAre) {
  const std::string s = "n0:s n0:p ";
  for (const std::string object :
       {R"("<http://a.example/s> <http://a.example/s>")", R"("a \" b \\")",
        R"("<http://a.example/s>\"^^<http://a.example/s>"@en-GB)", R"("")"})
    EXPECT_EQ(turtle_of(kOften +
                        ("<http://a.example/s> <http://a.example/p> " + object + " .\n")),
              kOften + kHead + s + object + " .\n");
  EXPECT_EQ(
      turtle_of(kOften + ("<http://a.example/s> <http://a.example/p> "
                          "\"1 \\\"^^<http://a.example/no>\"^^<http://a.example/t> .\n")),
      kOften + kHead + s + "\"1 \\\"^^<http://a.example/no>\"^^n0:t .\n");
}

// Turtle §6.3, PN_LOCAL: these would have to be escaped, or are none.
TEST(TurtleBody, WhatIsNoPlainLocalNameStaysAnIri) {
  for (const std::string local : {"", "-a", "a.b", "a:b", "a%41", "a(b)", "é",
                                  "a\\u0020b", "a/", "a#", "a?b=c", "a~b", "a'b"}) {
    const std::string iri = "<http://a.example/" + local + ">";
    EXPECT_EQ(turtle_of(kOften + (iri + " <http://a.example/p> " + iri + " .\n")),
              kOften + kHead + iri + " n0:p " + iri + " .\n");
  }
  for (const std::string local : {"a", "1", "1e5", "a-", "_", "__b", "a-b_C9", "true"})
    EXPECT_EQ(turtle_of(kOften + ("<http://a.example/" + local +
                                  "> <http://a.example/p> _:b1 .\n")),
              kOften + kHead + "n0:" + local + " n0:p _:b1 .\n");
}

TEST(TurtleBody, TheNamespaceEndsAtTheLastSlashOrHash) {
  const std::string deep = "<http://a.example/x/y#z>";
  const std::string urn = "<urn:a:b>";
  std::string in, out;
  for (int i = 0; i < 4; ++i) {
    in += deep + " " + urn + " " + deep + " .\n";
    if (i == 2) out += "@prefix n0: <http://a.example/x/y#> .\n";
    const std::string name = i < 2 ? deep : "n0:z";
    out += name + " " + urn + " " + name + " .\n";
  }
  EXPECT_EQ(turtle_of(in), out);
}

}  // namespace
}  // namespace semsite::store_turtle_body_test
