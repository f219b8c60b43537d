#include "rdf/triple_term.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "rdf/nquads_text.hpp"
#include "rdf/quad_check.hpp"
#include "rdf/term_text.hpp"

namespace semsite::triple_term_test {
namespace {

using testing::ElementsAre;

Term blank(std::string_view label) { return {.value = label, .kind = TermKind::blank}; }
Term text(std::string_view value, std::string_view tag = {}) {
  return {.value = value,
          .tag = tag,
          .kind = tag.empty() ? TermKind::literal : TermKind::lang};
}

QuadBatch batch() { return QuadBatch{std::make_shared<Document>()}; }

std::string written(const Term& term) {
  std::string out;
  append_term(out, term, "s");
  return out;
}

const TripleParts kOuter{blank("a-b"), iri_term("u:p"), {}};
const TripleParts kInner{iri_term("u:s"), iri_term("u:p"),
                         text("say \"no\"\n", "AR--rtl")};

// RDF 1.2 Concepts §3: a triple term is a term; N-Quads, canonical form.
TEST(TripleTerm, HoldsItsTermsAndIsWrittenWithTheScopeOfTheirDocument) {
  QuadBatch home = batch();
  const Term one = triple_term(home, std::vector{kInner});
  EXPECT_EQ(parts_of(one).subject, iri_term("u:s"));
  EXPECT_EQ(parts_of(one).object, kInner.object);
  EXPECT_EQ(written(one), R"(<<( <u:s> <u:p> "say \"no\"\n"@AR--rtl )>>)");
  const Term nest = triple_term(home, std::vector{kOuter, kInner});
  EXPECT_EQ(parts_of(nest).object, one);
  EXPECT_EQ(written(nest),
            R"(<<( _:bsza_2Db <u:p> <<( <u:s> <u:p> "say \"no\"\n"@AR--rtl )>> )>>)");
}

TEST(TripleTerm, IsEqualToEveryOtherOfTheSameTerms) {
  QuadBatch home = batch();
  Term plain = text("a");
  plain.plain = plain.checked = true;
  const Term one =
      triple_term(home, std::vector{TripleParts{blank("b"), iri_term("u:p"), plain}});
  const std::string other = triple_text({blank("b"), iri_term("u:p"), text("a")});
  EXPECT_EQ(one.value, other);
  EXPECT_NE(one.value, triple_text({blank("b"), iri_term("u:p"), text("a", "en")}));
  EXPECT_NE(one.value, triple_text({iri_term("b"), iri_term("u:p"), text("a")}));
  // Where a value ends and its tag begins is part of it.
  EXPECT_NE(triple_text({blank("b"), iri_term("u:p"), text("ae", "n")}),
            triple_text({blank("b"), iri_term("u:p"), text("a", "en")}));
}

TEST(TripleTerm, ShowsTheBlankNodesInsideAndChangesThem) {
  QuadBatch home = batch();
  const Term nest = triple_term(home, std::vector{kOuter, kInner});
  EXPECT_TRUE(holds_blank(nest));
  EXPECT_FALSE(holds_blank(triple_term(home, std::vector{kInner})));
  std::string room;
  const std::string changed = changed_triple(nest, [&](const Term& part) {
    if (part.kind != TermKind::blank) return part;
    room = "x" + std::string{part.value};
    return blank(room);
  });
  TripleParts outer = kOuter;
  outer.subject = blank("xa-b");
  EXPECT_EQ(changed, triple_term(home, std::vector{outer, kInner}).value);
}

// N-Triples §7: IRIREF and LANG_DIR hold inside, too; whoever writes looks.
TEST(TripleTerm, IsLegalIfAllInItIs) {
  const auto problem = [](const TripleParts& parts) {
    const std::string value = triple_text(parts);
    return std::string{problem_of({.value = value, .kind = TermKind::triple}).code};
  };
  EXPECT_EQ(problem({iri_term("u:s"), iri_term("u:p"), text("a", "en--ltr")}), "");
  EXPECT_EQ(problem({iri_term("u:s"), iri_term("u: p"), text("a")}), "iri.bad");
  EXPECT_EQ(problem({iri_term("u:s"), iri_term("u:p"), iri_term("u:>")}), "iri.bad");
  EXPECT_EQ(problem({iri_term("u:s"), iri_term("u:p"), text("a", "en--LTR")}),
            "literal.bad-language");
  const std::string inner = triple_text({iri_term("s"), iri_term("u:p"), text("a")});
  EXPECT_EQ(
      problem(
          {iri_term("u:s"), iri_term("u:p"), {.value = inner, .kind = TermKind::triple}}),
      "iri.bad");
}

TEST(TripleTerm, IsKnownByRdf12Only) {
  EXPECT_TRUE(needs_rdf12({.kind = TermKind::triple}));
  EXPECT_TRUE(needs_rdf12(text("a", "ar--rtl")));
  EXPECT_FALSE(needs_rdf12(text("a", "ar-rtl")));
  EXPECT_EQ(language_of("ar-EG--rtl"), "ar-EG");
  EXPECT_EQ(direction_of("ar-EG--rtl"), "rtl");
  EXPECT_EQ(direction_of("ar-EG"), "");
}

TEST(TermText, FindsWhereATermEndsAndWhatIsInIt) {
  const std::string nest = R"(<<( _:bsxa <u:p> <<( <u:s> <u:p> "a )>> \" b"@en )>> )>>)";
  EXPECT_EQ(term_text_length(nest + " <u:g> ."), nest.size());
  EXPECT_EQ(term_text_length(nest), nest.size());
  EXPECT_EQ(term_text_length(R"("a \" b"@en .)"), 11U);
  EXPECT_EQ(term_text_length("<u:s> <u:p>"), 5U);
  std::vector<std::string> parts;
  each_term_text(nest, [&](std::string_view part) { parts.emplace_back(part); });
  EXPECT_THAT(parts,
              ElementsAre("_:bsxa", "<u:p>", "<u:s>", "<u:p>", R"("a )>> \" b"@en)"));
  EXPECT_TRUE(has_label_text(nest));
  EXPECT_FALSE(has_label_text(R"(<<( <u:s> <u:p> "_:a" )>>)"));
  EXPECT_FALSE(has_label_text("\"_:a\""));
}

}  // namespace
}  // namespace semsite::triple_term_test
