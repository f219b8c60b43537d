#include "crawl/sparql_harvest.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "rdf/triple_term.hpp"

namespace semsite::sparql_harvest_test {
namespace {

// RDF 1.2 Concepts §3.4: tags are compared without case, in triple terms too.
TEST(TripleCount, CountsTextsOnceWhateverTheCaseOfTheirTags) {
  TripleCount count;
  for (const std::string_view tag : {"EN", "en", "de"}) {
    QuadBatch batch{std::make_shared<Document>()};
    const Term text{.value = "x", .tag = tag, .kind = TermKind::lang};
    const std::string triple = triple_text({iri_term("a:s"), iri_term("a:p"), text});
    Quad quad{.subject = iri_term("a:s"), .predicate = iri_term("a:p"), .object = text};
    batch.add(quad);
    quad.object = {.value = triple, .kind = TermKind::triple};
    batch.add(quad);
    count.add(batch);
  }
  EXPECT_EQ(count.distinct(), 4U);
  EXPECT_FALSE(count.has_blanks());
}

}  // namespace
}  // namespace semsite::sparql_harvest_test
