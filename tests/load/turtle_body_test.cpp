#include "load/turtle_body.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite {
namespace {

const std::string kHead = "@prefix n0: <http://a.example/> .\n";

/// Makes `<http://a.example/>` a namespace with a prefix in the lines behind it.
const std::string kOften = "<http://a.example/x> <http://a.example/x> _:b0 .\n";

// Turtle §2.4: a prefixed name is the IRI of the prefix and the local name behind it.
TEST(TurtleBody, ANamespaceThatComesOftenGetsAPrefix) {
  EXPECT_EQ(turtle_of(kOften + ("<http://a.example/s> <http://a.example/p> "
                                "<http://a.example/o> .\n")),
            kHead + kOften + "n0:s n0:p n0:o .\n");
}

TEST(TurtleBody, ANamespaceThatComesTwiceGetsNone) {
  EXPECT_EQ(turtle_of(kOften), kOften);
  EXPECT_EQ(turtle_of(""), "");
}

TEST(TurtleBody, DatatypesHavePrefixesTooAndLiteralsStayAsTheyAre) {
  const std::string s = "n0:s n0:p ";
  for (const std::string object :
       {R"("<http://a.example/s> <http://a.example/s>")", R"("a \" b \\")",
        R"("<http://a.example/s>\"^^<http://a.example/s>"@en-GB)", R"("")"})
    EXPECT_EQ(turtle_of(kOften +
                        ("<http://a.example/s> <http://a.example/p> " + object + " .\n")),
              kHead + kOften + s + object + " .\n");
  EXPECT_EQ(
      turtle_of(kOften + ("<http://a.example/s> <http://a.example/p> "
                          "\"1 \\\"^^<http://a.example/no>\"^^<http://a.example/t> .\n")),
      kHead + kOften + s + "\"1 \\\"^^<http://a.example/no>\"^^n0:t .\n");
}

// Turtle §6.3, PN_LOCAL: these would have to be escaped, or are none.
TEST(TurtleBody, WhatIsNoPlainLocalNameStaysAnIri) {
  for (const std::string local : {"", "-a", "a.b", "a:b", "a%41", "a(b)", "é",
                                  "a\\u0020b", "a/", "a#", "a?b=c", "a~b", "a'b"}) {
    const std::string iri = "<http://a.example/" + local + ">";
    EXPECT_EQ(turtle_of(kOften + (iri + " <http://a.example/p> " + iri + " .\n")),
              kHead + kOften + iri + " n0:p " + iri + " .\n");
  }
  for (const std::string local : {"a", "1", "1e5", "a-", "_", "__b", "a-b_C9", "true"})
    EXPECT_EQ(turtle_of(kOften + ("<http://a.example/" + local +
                                  "> <http://a.example/p> _:b1 .\n")),
              kHead + kOften + "n0:" + local + " n0:p _:b1 .\n");
}

TEST(TurtleBody, TheNamespaceEndsAtTheLastSlashOrHash) {
  const std::string deep = "<http://a.example/x/y#z>";
  const std::string urn = "<urn:a:b>";
  std::string in;
  std::string out = "@prefix n0: <http://a.example/x/y#> .\n";
  for (int i = 0; i < 4; ++i) {
    in += deep + " " + urn + " " + deep + " .\n";
    const std::string first = i == 0 ? deep : "n0:z";
    out += first + " " + urn + " " + first + " .\n";
  }
  EXPECT_EQ(turtle_of(in), out);
}

}  // namespace
}  // namespace semsite
