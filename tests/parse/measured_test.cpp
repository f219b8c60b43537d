#include "parse/measured.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "parse/split_parse.hpp"
#include "semsite/errors.hpp"
#include "support/collecting_diagnostics.hpp"

namespace semsite::test::measured_test {
namespace {

/// The code that ended the reading, or how many quads there were.
std::string read(std::string_view syntax, std::string text, ReadAs as,
                 const Limits& limits = {}) {
  Document document;
  document.iri = document.base = "http://x.example/d";
  const Measured measured{document, as, *find_syntax(syntax), limits};
  MemorySource bytes{std::move(text)};
  CollectingDiagnostics faults;
  std::uint64_t quads = 0;
  try {
    parse_document({.syntax = *find_syntax(syntax),
                    .bytes = bytes,
                    .document = std::make_shared<const Document>(std::move(document)),
                    .diagnostics = faults,
                    .measured = measured,
                    .workers = 1,
                    .stop = {}},
                   [&](const QuadBatch& batch) { quads += batch.size(); });
  } catch (const DocumentError& error) {
    return error.code();
  }
  return std::to_string(quads);
}

std::string again(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Measured, ADescriptionIsBoundedInWhatIsHeldOfIt) {
  EXPECT_EQ(
      read("turtle", "<x:a> <x:b> (" + again(" 1", 500'000) + ") .", ReadAs::description),
      "limit.page-memory");
  EXPECT_EQ(read("trig", "<x:g> { <x:a> <x:b> []" + again(", []", 500'000) + " . }",
                 ReadAs::description),
            "limit.page-memory");
  EXPECT_EQ(read("jsonld",
                 R"({"@context":{"@vocab":"http://x.example/"},"p":[[1])" +
                     again(",[1]", 2'000'000) + "]}",
                 ReadAs::description),
            "limit.page-memory");
}

TEST(Measured, ADescriptionMayHaveMoreStatementsThanAPage) {
  Limits limits;
  limits.page_quads = 100;
  const std::string text = again("<x:a> <x:b> 1 .\n", 1000);
  EXPECT_EQ(read("turtle", text, ReadAs::description, limits), "1000");
  EXPECT_EQ(read("turtle", text, ReadAs::data, limits), "1000");
  EXPECT_EQ(read("turtle", text, ReadAs::page, limits), "limit.page-quads");
  EXPECT_EQ(read("rdfxml",
                 "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
                 "xmlns:p='x:'>" +
                     again("<rdf:Description><p:a>v</p:a></rdf:Description>", 1000) +
                     "</rdf:RDF>",
                 ReadAs::description, limits),
            "1000");
}

// HTML is held whole, whatever it is read as.
TEST(Measured, APageOfTheWebIsAlwaysOne) {
  Limits limits;
  limits.page_quads = 10;
  const std::string page = "<div vocab='http://x.example/' typeof='T'>" +
                           again("<b property='p'>v</b>", 100) + "</div>";
  for (const ReadAs as : {ReadAs::page, ReadAs::description, ReadAs::data})
    EXPECT_EQ(read("html", page, as, limits), "limit.page-quads");
}

}  // namespace
}  // namespace semsite::test::measured_test
