#include "rdf/quad_check.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_buffer.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/errors.hpp"
#include "support/collecting_diagnostics.hpp"

namespace semsite::test::quad_check_test {
namespace {

using namespace std::string_view_literals;

/// What no IRI of an output may be, each in its own way.
const std::vector<std::string_view>& hostile_iris() {
  static const std::vector<std::string_view> iris{
      "",
      "relative",
      "//a.example/no-scheme",
      "http://x/> } ; DROP ALL ; #",
      "http://x/ space",
      "http://x/\nline",
      "http://x/\rline",
      "http://x/\ttab",
      "http://x/\0nul"sv,
      "\x01\x02\x03"sv,
      "http://x/\x7F",
      "http://x/\\u003E",
      "http://x/<",
      "http://x/\"",
      "http://x/{x}",
      "http://x/|",
      "http://x/^",
      "http://x/`",
      "http://x/\xE9",          // Latin-1
      "http://x/\xED\xA0\x80",  // a surrogate
      "http://x/\xC0\xBE",      // > in too many bytes
      "http://x/\xF4\x90\x80\x80",
      "http://x/0123456789abcdef\n",  // behind the first sixteen bytes
  };
  return iris;
}

Quad quad_with(const Term& object) {
  return {.subject = iri_term("http://x/s"),
          .predicate = iri_term("http://x/p"),
          .object = object};
}

TEST(QuadCheck, TellsWhatMayStandInBrackets) {
  for (const std::string_view iri :
       {"http://x/"sv, "urn:x:y"sv, "a:"sv, "http://x/%zz"sv, "http://x/\u00e9\u8a9e"sv,
        "http://x/?q=[1]&a='b'#f"sv, "mailto:a@b.example"sv})
    EXPECT_TRUE(is_legal_iri(iri)) << iri;
  for (const std::string_view iri : hostile_iris())
    EXPECT_FALSE(is_legal_iri(iri)) << iri;
}

TEST(QuadCheck, TellsLanguageTags) {
  for (const std::string_view tag : {"en", "de-AT", "x-a1-b2"})
    EXPECT_TRUE(is_legal_language(tag)) << tag;
  for (const std::string_view tag :
       {"", "en_US", "en-", "-en", "1en", "en us", "en> .\n<x:a", "en\n", "\xC3\xA9"})
    EXPECT_FALSE(is_legal_language(tag)) << tag;
}

// The one place where terms become text: there is no way around it.
TEST(QuadCheck, TheWriterRefusesEachTermThatIsNotLegal) {
  for (const std::string_view iri : hostile_iris()) {
    const Document document;
    for (const int place : {0, 1, 2, 3, 4}) {
      Quad quad = quad_with(iri_term("http://x/o"));
      if (place == 0) quad.subject = iri_term(iri);
      if (place == 1) quad.predicate = iri_term(iri);
      if (place == 2) quad.object = iri_term(iri);
      if (place == 3) quad.graph = iri_term(iri);
      if (place == 4)
        quad.object = {.value = "1", .tag = iri, .kind = TermKind::typed, .plain = true};
      std::string out = "before";
      EXPECT_THROW(append_quad(out, quad, document), DocumentError) << iri;
      EXPECT_EQ(out, "before");
      QuadBatch batch{std::make_shared<Document>()};
      batch.add(quad);
      TextBuffer buffer;
      EXPECT_THROW(append_quads(buffer, batch), DocumentError) << iri;
      EXPECT_EQ(buffer.view(), "");
    }
    if (iri.empty()) continue;  // no graph at all
    Document named;
    named.graph = iri;
    std::string out;
    EXPECT_THROW(append_quad(out, quad_with(iri_term("http://x/o")), named),
                 DocumentError);
    named.drop_graphs = true;
    EXPECT_NO_THROW(append_quad(out, quad_with(iri_term("http://x/o")), named));
  }
  std::string out;
  EXPECT_THROW(
      append_term(out, {.value = "text", .tag = "en> <x:g", .kind = TermKind::lang}, {}),
      DocumentError);
  EXPECT_EQ(out, "");
}

TEST(QuadCheck, TakesOutWhatIsNotLegalByNameAndKeepsTheRest) {
  QuadBatch batch{std::make_shared<Document>()};
  batch.add(quad_with(iri_term("http://x/first")));
  batch.add(quad_with(iri_term("http://x/a b")));
  batch.add(quad_with({.value = "t", .tag = "en_US", .kind = TermKind::lang}));
  batch.add(quad_with({.value = "t", .tag = "no scheme", .kind = TermKind::typed}));
  batch.add(quad_with({.value = "\xFF", .kind = TermKind::literal}));
  batch.add(quad_with(iri_term("http://x/last")));
  CollectingDiagnostics faults;
  check_quads(batch, faults);
  ASSERT_EQ(batch.size(), 2U);
  EXPECT_EQ(batch.quads()[0].object.value, "http://x/first");
  EXPECT_EQ(batch.quads()[1].object.value, "http://x/last");
  EXPECT_TRUE(batch.quads()[1].object.checked);
  EXPECT_EQ(faults.codes(), (std::vector<std::string>{"iri.bad", "literal.bad-language",
                                                      "iri.bad", "literal.bad-utf8"}));
}

}  // namespace
}  // namespace semsite::test::quad_check_test
