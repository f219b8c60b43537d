#include "rdf/iri.hpp"

#include <gtest/gtest.h>

#include "support/collecting_diagnostics.hpp"

namespace semsite::iri_repair_test {
namespace {

// RFC 3987 §3.1
TEST(IriRepair, PercentEncodesWhatNoIriHolds) {
  EXPECT_EQ(repaired_iri("http://e/a b<c>\"{d}|^`\\\x7F"),
            "http://e/a%20b%3Cc%3E%22%7Bd%7D%7C%5E%60%5C%7F");
  EXPECT_EQ(repaired_iri(" http://e/\u00e9?q=%20#x \n"), "http://e/\u00e9?q=%20#x");
  EXPECT_EQ(repaired_iri("http://e/#a#b"), "http://e/#a%23b");
  EXPECT_EQ(repaired_iri("http://e/\xff"), std::nullopt);
}

TEST(IriRepair, LeavesGoodOnesAlone) {
  EXPECT_FALSE(needs_iri_repair("http://e/\u00e9?q=%20#x"));
  EXPECT_FALSE(needs_iri_repair("../a"));
  EXPECT_TRUE(needs_iri_repair("a b"));
  EXPECT_TRUE(needs_iri_repair("#a#b"));
}

TEST(IriRepair, MakesIrisOfAllBytes) {
  for (int c = 1; c < 0x80; ++c) {
    const auto repaired = repaired_iri(std::string{"u:a"} + static_cast<char>(c) + "b");
    ASSERT_TRUE(repaired);
    const IriProblem problem = check_iri(*repaired);
    EXPECT_TRUE(problem == IriProblem::none || c == '%') << c;
  }
}

TEST(IriRepair, IsCountedAsNoLoss) {
  test::CollectingDiagnostics faults;
  report_repaired_iri(faults, "u:a b", "u:a%20b", 7);
  ASSERT_EQ(faults.faults().size(), 1U);
  EXPECT_EQ(faults.faults()[0].code, "iri.repaired");
  EXPECT_EQ(faults.faults()[0].line, 7U);
  EXPECT_FALSE(faults.faults()[0].skipped);
  EXPECT_EQ(
      faults.faults()[0].message,
      "\"u:a b\" is no IRI: it holds a space; read as <u:a%20b> (--strict refuses it)");
}

}  // namespace
}  // namespace semsite::iri_repair_test
