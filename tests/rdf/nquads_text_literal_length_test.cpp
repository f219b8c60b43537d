#include "rdf/nquads_text.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "rdf/triple_term.hpp"
#include "support/collecting_diagnostics.hpp"

namespace semsite::test::nquads_text_literal_length_test {
namespace {

Term literal(std::string_view text) { return {.value = text, .kind = TermKind::literal}; }

Quad quad_with(const Term& object) {
  return {.subject = iri_term("http://x/s"),
          .predicate = iri_term("http://x/p"),
          .object = object};
}

TEST(LiteralLength, IsThatOfWhatIsWritten) {
  std::string all;
  for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
  for (const std::string& text :
       {std::string{}, std::string{"plain"}, all, std::string{"\uFFFE\uFFFFx\uFFFD"}}) {
    std::string written;
    append_term(written, literal(text), {});
    EXPECT_EQ(written_bytes(text) + 2, written.size()) << text;
  }
}

TEST(LiteralLength, DropsAndTellsWhatEscapesMakeTooLong) {
  const std::string controls(400, '\x01'), quotes(1000, '"'), letters(1999, 'x');
  QuadBatch batch{std::make_shared<const Document>()};
  batch.add(quad_with(literal(controls)));  // 2,400 bytes
  batch.add(quad_with(literal(quotes)));    // 2,000
  batch.add(quad_with(literal(letters)));
  Term plain = literal(letters);
  plain.plain = true;
  batch.add(quad_with(plain));
  CollectingDiagnostics diagnostics;
  drop_long_literals(batch, diagnostics, 1000);
  ASSERT_EQ(batch.size(), 3U);
  EXPECT_EQ(batch.quads()[0].object.value, quotes);
  ASSERT_EQ(diagnostics.faults().size(), 1U);
  EXPECT_EQ(diagnostics.faults()[0].code, "literal.too-long");
  EXPECT_TRUE(diagnostics.faults()[0].skipped);
}

TEST(LiteralLength, LooksIntoTripleTerms) {
  const std::string controls(400, '\x01');
  QuadBatch batch{std::make_shared<const Document>()};
  const TripleParts parts{iri_term("http://x/s"), iri_term("http://x/p"),
                          literal(controls)};
  batch.add(quad_with(triple_term(batch, {&parts, 1})));
  CollectingDiagnostics diagnostics;
  drop_long_literals(batch, diagnostics, 1000);
  EXPECT_EQ(batch.size(), 0U);
  EXPECT_EQ(diagnostics.faults().size(), 1U);
}

}  // namespace
}  // namespace semsite::test::nquads_text_literal_length_test
